"""Rules as data: one `Rules` value says everything that differs between the games and their house rules.

Four profiles (`sheet`, `pagat`, `big-two`, `pusoy-dos`) are complete rules; a house rule changes a field or two
of a profile. Nothing else in the package asks which game is played: it reads the fields. The rulings behind the
values are numbered R1 to R49 in the project's rules reference and are quoted here by number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any

from .cards import ACE, RANKS, TWO, Card, text_of
from .errors import NotationError, PositionError, quote

Shape = tuple[str, int]
"""A kind of combination and its number of cards."""

TIEN_LEN_KINDS = ("single", "pair", "triple", "quad", "straight", "double_straight")
FIVE_CARD_KINDS = ("straight", "flush", "full_house", "four_plus_one", "straight_flush")
BIG_TWO_KINDS = ("single", "pair", "triple", *FIVE_CARD_KINDS)


@dataclass(frozen=True)
class Rules:
    """The rules of one table.

    Make one with `Rules.parse("sheet+cong")` or with `dataclasses.replace`; `str` gives the notation back.

    - `profile`, `game`: the profile it is built on; `tien-len` or `big-two`
    - `suits`: suit letters, low to high
    - `straight_min`, `straight_max`: cards in a straight; `straight_top`: highest rank (index in `RANKS`) in a
      straight or double straight; `wrap_straight`: 2-3-4-5-6 is a straight too, the highest (R35)
    - `triples`, `quads`, `double_straights`, `five_card_hands`: which kinds exist besides singles, pairs, straights
    - `same_type_only`: a five-card hand answers only its own type (R33)
    - `flush_key`: flushes compare by `top_two` ranks then suit, by `all_ranks` then suit, or `suit_first` (R36)
    - `pass_locks`: a pass locks the seat out until the round ends, bombs apart
    - `first_out_ends`: the deal ends with the first seat out
    - `quad_chops_pair`, `four_pairs_chop_quad`, `bomb_at_least`, `overbomb_after_pass`: bombs (R4, R8, R21, R22)
    - `plus_one_bombs`: a four-plus-one beats only `five` card hands, a `single` too, or `any` play (R41, R42);
      `straight_flush_bombs`: so does a straight flush
    - `no_pass_first_trick`: in a deal's first trick everybody able to must play once before passing (R45)
    - `anticlockwise`; `partnership`: seats 0 and 2 against 1 and 3 (R48)
    - `scoring`: `places`, `last_pays`, `first_takes_all`, `cards_hk`, `cards_basic` or `cards_winner_only`;
      `cong`: a loss with every card in hand is doubled (R24); `twos_factor`: for a loser with a 2 left (R46)
    - `instant_win`: dealt hands that win at once: `none`, `basic` or `extended` (R23)
    - `cards_each`: cards dealt to a seat, indexed by the number of seats

    >>> rules = Rules.parse("sheet+cong+anticlockwise")
    >>> str(rules), rules.anticlockwise, rules.suits
    ('sheet+anticlockwise+cong', True, 'scdh')
    """

    profile: str
    game: str
    suits: str
    straight_min: int
    straight_max: int
    straight_top: int
    triples: bool
    quads: bool
    double_straights: bool
    five_card_hands: bool
    pass_locks: bool
    first_out_ends: bool
    scoring: str
    cards_each: tuple[int, ...]
    wrap_straight: bool = False
    same_type_only: bool = False
    flush_key: str = "top_two"
    quad_chops_pair: bool = False
    four_pairs_chop_quad: bool = False
    bomb_at_least: bool = False
    overbomb_after_pass: bool = True
    plus_one_bombs: str = "five"
    straight_flush_bombs: bool = False
    no_pass_first_trick: bool = False
    anticlockwise: bool = False
    partnership: bool = False
    cong: bool = False
    twos_factor: int = 1
    instant_win: str = "none"

    @classmethod
    def parse(cls, text: str) -> Rules:
        """The rules written as `profile+house_rule+...`, house rules in any order, repeats dropped.

        Raises `NotationError` that names the profile or house rule at fault.
        """
        if not isinstance(text, str):
            raise NotationError("{field}: {text} is not text", field="rules", text=quote(text))
        return _parse_rules(text)

    def __str__(self) -> str:
        return "+".join((self.profile, *self.house_rules))

    def __repr__(self) -> str:
        return f"Rules.parse({str(self)!r})"

    def __hash__(self) -> int:
        return self._hash

    def __getstate__(self) -> dict[str, Any]:
        # The fields alone: what is cached beside them, a hash of text above all, holds in one process only.
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, field.name) for field in fields(self)))

    @cached_property
    def house_rules(self) -> tuple[str, ...]:
        """Names of the house rules in force, in the order of `HOUSE_RULES`."""
        base = PROFILES[self.profile]
        return tuple(
            name
            for name, rule in HOUSE_RULES.items()
            if any(getattr(base, field) != value for field, value in rule.changes.items())
            and all(getattr(self, field) == value for field, value in rule.changes.items())
        )

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of combination of this game, in the order in which plays are listed."""
        return BIG_TWO_KINDS if self.five_card_hands else TIEN_LEN_KINDS

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        """All 52 cards, lowest first; `deck[i]` is the card of bit `i`."""
        return tuple(Card(rank, suit) for rank in RANKS for suit in self.suits)

    @cached_property
    def _bit(self) -> dict[Card, int]:
        return {card: 1 << i for i, card in enumerate(self.deck)}

    def mask(self, cards: Iterable[Card]) -> int:
        """The cards as a mask in this suit order; a card named twice counts once."""
        mask = 0
        for card in cards:
            mask |= self._bit[card]
        return mask

    def cards(self, mask: int) -> tuple[Card, ...]:
        """The cards of a mask, lowest first."""
        deck, found = self.deck, []
        while mask:
            low = mask & -mask
            found.append(deck[low.bit_length() - 1])
            mask ^= low
        return tuple(found)

    def cards_text(self, mask: int) -> str:
        """The cards of a mask written together, lowest first."""
        return text_of(self.cards(mask))

    def chops(self, kind: str, of_twos: bool) -> tuple[Shape, ...]:
        """The shapes that beat a table of this kind although they are of another kind, small ones first.

        `of_twos` says whether the table is a single 2, a pair of 2s or three 2s.
        """
        return self._chops.get((kind, of_twos), ())

    @cached_property
    def _chops(self) -> dict[tuple[str, bool], tuple[Shape, ...]]:
        if self.five_card_hands:
            bombs: tuple[Shape, ...] = (("four_plus_one", 5),)
            if self.straight_flush_bombs:
                bombs += (("straight_flush", 5),)
            on = {"five": (), "single": ("single",), "any": ("single", "pair", "triple")}[self.plus_one_bombs]
            return {(kind, twos): bombs for kind in on for twos in (False, True)}
        table: dict[tuple[str, bool], tuple[Shape, ...]] = {}
        for kind, pairs, quad in (
            ("single", 3, True),
            ("pair", 4, self.quad_chops_pair),
            ("triple", 5, False),
        ):
            longest = 8 if self.bomb_at_least else pairs  # 8 pairs fit into the largest hand
            runs = tuple(("double_straight", 2 * n) for n in range(pairs, longest + 1))
            table[kind, True] = ((("quad", 4),) if quad else ()) + runs
        if self.four_pairs_chop_quad:
            table["quad", False] = table["quad", True] = (("double_straight", 8),)
        return table

    def check_seats(self, seats: int) -> None:
        """Raise `PositionError` unless this many seats may play by these rules."""
        if not 2 <= seats <= 4:
            raise PositionError("hands: {seats} seats, but 2 to 4 can play", seats=seats)
        for name in self.house_rules:
            allowed = HOUSE_RULES[name].seats
            if allowed and seats != allowed:
                raise PositionError(
                    "rules: {name} is for {allowed} seats, not {seats}", name=quote(name), allowed=allowed, seats=seats
                )

    def dealt(self, seats: int) -> int:
        """How many cards each of `seats` seats is dealt."""
        return self.cards_each[seats]


@dataclass(frozen=True)
class HouseRule:
    """What a house rule changes: field values, the game it belongs to, and the number of seats it needs."""

    changes: Mapping[str, Any]
    game: str | None = None
    seats: int | None = None


def _rule(game: str | None = None, seats: int | None = None, **changes: Any) -> HouseRule:
    return HouseRule(MappingProxyType(changes), game, seats)


_TL, _B2 = "tien-len", "big-two"

HOUSE_RULES: Mapping[str, HouseRule] = MappingProxyType(
    {
        "anticlockwise": _rule(anticlockwise=True),
        "quad_chops_pair": _rule(_TL, quad_chops_pair=True),
        "four_pairs_chop_quad": _rule(_TL, four_pairs_chop_quad=True),
        "bomb_at_least": _rule(_TL, bomb_at_least=True),
        "no_overbomb_after_pass": _rule(_TL, overbomb_after_pass=False),
        "instant_win": _rule(_TL, instant_win="basic"),
        "instant_win_extended": _rule(_TL, instant_win="extended"),
        "cong": _rule(_TL, cong=True),
        "winner_takes_all": _rule(_TL, scoring="first_takes_all", first_out_ends=True),
        "deal17": _rule(_TL, seats=3, cards_each=(0, 0, 13, 17, 13)),
        "last_pays": _rule(_TL, scoring="last_pays"),
        "partnership": _rule(_B2, seats=4, partnership=True),
        "bombs_any": _rule(_B2, plus_one_bombs="any"),
        "bombs_single": _rule(_B2, plus_one_bombs="single"),
        "straight_flush_bombs": _rule(_B2, straight_flush_bombs=True),
        "wrap_straight": _rule(_B2, wrap_straight=True),
        "no_pass_first_trick": _rule(_B2, no_pass_first_trick=True),
        "twos_double": _rule(_B2, twos_factor=2),
        "twos_triple": _rule(_B2, twos_factor=3),
        "no_triples": _rule(_B2, triples=False),
        "same_type_only": _rule(_B2, same_type_only=True),
        "flush_all_ranks": _rule(_B2, flush_key="all_ranks"),
        "flush_suit_first": _rule(_B2, flush_key="suit_first"),
        "scoring_basic": _rule(_B2, scoring="cards_basic"),
        "scoring_winner_only": _rule(_B2, scoring="cards_winner_only"),
    }
)
"""Every house rule by name, in the order in which the notation writes them."""

_SHEET = Rules(
    profile="sheet",
    game=_TL,
    suits="scdh",
    straight_min=3,
    straight_max=13,
    straight_top=ACE,
    triples=True,
    quads=True,
    double_straights=True,
    five_card_hands=False,
    pass_locks=True,
    first_out_ends=False,
    scoring="places",
    cards_each=(0, 0, 13, 13, 13),
)
_BIG_TWO = Rules(
    profile="big-two",
    game=_B2,
    suits="dchs",
    straight_min=5,
    straight_max=5,
    straight_top=ACE,
    triples=True,
    quads=False,
    double_straights=False,
    five_card_hands=True,
    pass_locks=False,
    first_out_ends=True,
    scoring="cards_hk",
    cards_each=(0, 0, 13, 17, 13),
)

PROFILES: Mapping[str, Rules] = MappingProxyType(
    {
        "sheet": _SHEET,
        "pagat": replace(_SHEET, profile="pagat", straight_top=TWO, scoring="last_pays"),
        "big-two": _BIG_TWO,
        "pusoy-dos": replace(_BIG_TWO, profile="pusoy-dos", suits="cshd", flush_key="suit_first"),
    }
)
"""The four profiles by name."""

_FIXED = {"pusoy-dos": frozenset({"flush_key"})}  # part of the profile, not a choice of the table (R44)


@lru_cache(maxsize=1024)
def _parse_rules(text: str) -> Rules:
    profile, *names = text.split("+")
    if profile not in PROFILES:
        raise NotationError(
            "rules: no profile {profile} in {text} (there are {known})",
            profile=quote(profile),
            text=quote(text),
            known=", ".join(PROFILES),
        )
    base = PROFILES[profile]
    setters: dict[str, str] = {}
    for name in sorted(set(names), key=names.index):
        if name not in HOUSE_RULES:
            raise NotationError("rules: no house rule {name} in {text}", name=quote(name), text=quote(text))
        rule = HOUSE_RULES[name]
        if rule.game not in (None, base.game):
            raise NotationError(
                "rules: house rule {name} does not belong to {profile}", name=quote(name), profile=quote(profile)
            )
        if all(getattr(base, field) == value for field, value in rule.changes.items()) or (
            _FIXED.get(profile, frozenset()) & rule.changes.keys()
        ):
            raise NotationError(
                "rules: house rule {name} is refused: {profile} settles that itself",
                name=quote(name),
                profile=quote(profile),
            )
        for field in rule.changes:
            if field in setters:
                raise NotationError(
                    "rules: {other} and {name} exclude each other", other=quote(setters[field]), name=quote(name)
                )
            setters[field] = name
    changes = {field: HOUSE_RULES[name].changes[field] for field, name in setters.items()}
    if changes.get("straight_flush_bombs") and "plus_one_bombs" not in changes:
        raise NotationError("rules: 'straight_flush_bombs' needs 'bombs_any' or 'bombs_single'")
    return replace(base, **changes)
