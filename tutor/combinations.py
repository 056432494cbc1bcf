"""Combinations: recognise one, compare two, list all that a set of cards holds; and `Play`, one of them or a pass.

Sets of cards are masks in the order of the rules in force (see `cards`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations as choose

from .cards import TWO, TWOS, Card, bits, parse_cards
from .errors import NotationError, quote
from .rules import FIVE_CARD_KINDS, Rules, Shape

_SAME_RANK = ("", "single", "pair", "triple", "quad")
_EACH_RANK = 0x1111111111111  # the lowest suit of every rank
_LADDER = 1 << 32  # above any key inside one type of five-card hand
_WRAP = {0, 1, 2, 3, TWO}

# _SUBSETS[k][nibble]: the sets of k suits within a rank's cards, lexicographic.
_SUBSETS = [[tuple(sum(part) for part in choose(list(bits(nibble)), k)) for nibble in range(16)] for k in range(5)]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Combination:
    """A set of cards that may be played: its `kind`, its `size` in cards, and what it is compared by.

    `key` orders combinations of one kind and size; in Big Two all five-card hands share one order (the ladder)
    unless the rules say otherwise. Equal means the same cards. Make one with `Combination.of`.

    >>> Combination.of(Rules.parse("pagat").mask(parse_cards("Th9c8s")), Rules.parse("pagat"))
    <straight 8s9cTh>
    """

    kind: str
    size: int
    key: int
    mask: int
    rules: Rules

    @staticmethod
    def of(mask: int, rules: Rules) -> Combination | None:
        """The combination that exactly these cards make, or None. Every card must belong to it."""
        return _recognise(mask, rules)

    @property
    def top(self) -> Card:
        """The card that decides: the highest, but in a full house or four-plus-one the highest of the three or four."""
        mask = self.mask
        if self.kind in ("full_house", "four_plus_one"):
            mask &= 15 << (4 * (self.key % _LADDER))
        return self.rules.deck[mask.bit_length() - 1]

    @property
    def of_twos(self) -> bool:
        """Whether this is a single 2, a pair of 2s or three 2s: what bombs are for."""
        return self.size <= 3 and self.mask & TWOS == self.mask

    def same_kind(self, other: Combination) -> bool:
        """Whether the two are compared by height: one kind, five-card hands counting as one (R33)."""
        if self.kind == other.kind:
            return True
        return self.size == other.size == 5 and self.rules.five_card_hands and not self.rules.same_type_only

    def beats(self, other: Combination) -> bool:
        """Whether this answers `other` on the table, as a higher one of its kind or by chopping it."""
        if self.chops(other):
            return True
        return self.size == other.size and self.key > other.key and self.same_kind(other)

    def chops(self, other: Combination) -> bool:
        """Whether this beats `other` although it is of another kind."""
        return (self.kind, self.size) in self.rules.chops(other.kind, other.of_twos)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Combination) and (self.mask, self.rules) == (other.mask, other.rules)

    def __hash__(self) -> int:
        return hash((self.mask, self.rules))

    def __repr__(self) -> str:
        return f"<{self.kind} {self.rules.cards_text(self.mask)}>"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Play:
    """What a seat does in its turn: it lays cards, or it passes (`mask` 0).

    The cards need not be a combination; `Position.objection` says what is wrong then. Two plays are equal when
    their cards are. `Play.parse` and `str` are inverse.

    >>> play = Play.parse("10h 9c8s".replace(" ", ""), Rules.parse("pagat"))
    >>> str(play), play.combination, play == Play.parse("8s9cTh", Rules.parse("sheet"))
    ('8s9cTh', <straight 8s9cTh>, True)
    """

    mask: int
    rules: Rules

    @classmethod
    def parse(cls, text: str, rules: Rules) -> Play:
        """The play written as its cards in any order, or `-`. `NotationError` for anything else, or a card twice."""
        if isinstance(text, str) and text.strip() == "-":
            return cls(0, rules)
        cards = parse_cards(text.strip() if isinstance(text, str) else text)
        mask = rules.mask(cards)
        if not cards:
            raise NotationError("play: {text} names no card (a pass is written '-')", text=quote(text))
        if mask.bit_count() != len(cards):
            raise NotationError("play: {text} names a card twice", text=quote(text))
        return cls(mask, rules)

    @property
    def is_pass(self) -> bool:
        """Whether no card is laid."""
        return not self.mask

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards laid, lowest first."""
        return self.rules.cards(self.mask)

    @property
    def combination(self) -> Combination | None:
        """What the cards make together; None for a pass and for cards that make nothing."""
        return Combination.of(self.mask, self.rules)

    def under(self, rules: Rules) -> Play:
        """The same cards under other rules."""
        if rules.suits == self.rules.suits:
            return self if rules is self.rules else Play(self.mask, rules)
        return Play(rules.mask(self.cards), rules)

    def __str__(self) -> str:
        return self.rules.cards_text(self.mask) or "-"

    def __repr__(self) -> str:
        return f"Play.parse({str(self)!r}, {self.rules!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Play):
            return NotImplemented
        if self.rules.suits == other.rules.suits:
            return self.mask == other.mask
        return frozenset(self.cards) == frozenset(other.cards)

    def __hash__(self) -> int:
        # The same in every suit order, as equality is: the number of cards of each rank.
        mask = self.mask
        mask -= (mask >> 1) & 0x5555555555555
        return hash((mask & 0x3333333333333) + ((mask >> 2) & 0x3333333333333))


@lru_cache(maxsize=1 << 15)
def _recognise(mask: int, rules: Rules) -> Combination | None:
    size = mask.bit_count()
    if not size:
        return None
    lowest, highest = ((mask & -mask).bit_length() - 1) >> 2, (mask.bit_length() - 1) >> 2
    if lowest == highest:
        kind = _SAME_RANK[size]
        if (size == 3 and not rules.triples) or (size == 4 and not rules.quads):
            return None
        key = lowest if kind == "triple" and rules.five_card_hands else mask.bit_length() - 1
        return Combination(kind, size, key, mask, rules)
    if rules.five_card_hands:
        return _five_cards(mask, rules) if size == 5 else None
    ranks = _ranks(mask)
    span = highest - lowest + 1
    if ranks.bit_count() != span or highest > rules.straight_top:
        return None
    if size == span and rules.straight_min <= size <= rules.straight_max:
        return Combination("straight", size, mask.bit_length() - 1, mask, rules)
    if size == 2 * span and span >= 3 and rules.double_straights and _all_pairs(mask, lowest, highest):
        return Combination("double_straight", size, mask.bit_length() - 1, mask, rules)
    return None


def enumerate_combinations(mask: int, rules: Rules) -> list[Combination]:
    """Every combination that some of these cards make: by size, then kind, then card by card, lowest first."""
    return [
        Combination(*_described(found, rules), found, rules)
        for size in range(1, mask.bit_count() + 1)
        for found in masks_of_size(mask, size, rules)
    ]


def _described(mask: int, rules: Rules) -> tuple[str, int, int]:
    found = Combination.of(mask, rules)
    assert found is not None, f"{rules.cards_text(mask)} was listed as a combination"
    return found.kind, found.size, found.key


def masks_of_size(hand: int, size: int, rules: Rules) -> tuple[int, ...]:
    """The combinations of exactly `size` cards in `hand`, by kind, then card by card, lowest first."""
    if rules.five_card_hands and size == 5:
        return tuple(found for kind in FIVE_CARD_KINDS for found in masks_of_shape(hand, (kind, 5), rules))
    shapes: list[Shape] = []
    if size <= 4:
        shapes.append((_SAME_RANK[size], size))
    if not rules.five_card_hands and size >= 3:
        shapes += [("straight", size), ("double_straight", size)]
    return tuple(found for shape in shapes for found in masks_of_shape(hand, shape, rules))


@lru_cache(maxsize=1 << 15)
def masks_of_shape(hand: int, shape: Shape, rules: Rules) -> tuple[int, ...]:
    """The combinations of one kind and size in `hand`, card by card, lowest first. Empty if the rules have none."""
    kind, size = shape
    if kind in _SAME_RANK:
        if (kind == "triple" and not rules.triples) or (kind == "quad" and not rules.quads):
            return ()
        subsets = _SUBSETS[size]
        return tuple(found << shift for shift in range(0, 52, 4) for found in subsets[(hand >> shift) & 15])
    if rules.five_card_hands:
        found = _FIVE_CARD_FINDERS[kind](hand, rules)
        return tuple(sorted(found, key=_card_by_card, reverse=True))
    if kind == "straight":
        if not rules.straight_min <= size <= rules.straight_max:
            return ()
        return tuple(_runs(hand, size, 1, rules.straight_top))
    if not rules.double_straights or size % 2 or size < 6:
        return ()
    return tuple(_runs(hand, size // 2, 2, rules.straight_top))


def count_runs(hand: int, most: int, rules: Rules) -> int:
    """How many straights and double straights of up to `most` cards the hand holds, without listing them."""
    number = 0
    for each, shortest in ((1, rules.straight_min), (2, 3)) if not rules.five_card_hands else ():
        choices = [len(_SUBSETS[each][(hand >> (4 * rank)) & 15]) for rank in range(rules.straight_top + 1)]
        for start in range(len(choices)):
            product = 1
            for length, choice in enumerate(choices[start : start + most // each], 1):
                product *= choice
                number += product if length >= shortest else 0
    return number


def _runs(hand: int, length: int, each: int, top: int) -> list[int]:
    """Runs of `length` consecutive ranks up to `top` with `each` cards of every rank, every choice of suits."""
    enough = hand if each == 1 else hand & ~_lowest_suits(hand)
    ranks = starts = _ranks(enough & ((16 << (4 * top)) - 1))
    for step in range(1, length):
        starts &= ranks >> (4 * step)
    subsets, runs = _SUBSETS[each], []
    for start in bits(starts):
        found = [0]
        low = start.bit_length() - 1
        for shift in range(low, low + 4 * length, 4):
            found = [run | (cards << shift) for run in found for cards in subsets[(hand >> shift) & 15]]
        runs += found
    return runs


def _card_by_card(mask: int) -> str:
    # Bit 0 first: at the first difference the set with the lower card has a "1" there.
    return f"{mask:052b}"[::-1]


def _ranks(mask: int) -> int:
    """One bit (of the lowest suit) for every rank of which the mask holds a card."""
    folded = mask | (mask >> 1)
    return (folded | (folded >> 2)) & _EACH_RANK


def _lowest_suits(mask: int) -> int:
    """The lowest card of every rank in the mask."""
    below = (mask << 1) & 0xEEEEEEEEEEEEE
    below |= (below << 1) & 0xCCCCCCCCCCCCC
    below |= (below << 1) & 0x8888888888888
    return mask & ~below


def _all_pairs(mask: int, lowest: int, highest: int) -> bool:
    return all(((mask >> (4 * rank)) & 15).bit_count() == 2 for rank in range(lowest, highest + 1))


@lru_cache(maxsize=64)
def _straight_runs(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """The rank sets of Big Two straights."""
    runs = [tuple(range(low, low + 5)) for low in range(rules.straight_top - 3)]
    return tuple(runs + ([(0, 1, 2, 3, TWO)] if rules.wrap_straight else []))


def _is_run(mask: int, rules: Rules) -> bool:
    """Whether five cards of five ranks stand in a row (or make the wrap straight)."""
    ranks = [(bit.bit_length() - 1) >> 2 for bit in bits(_ranks(mask))]
    if len(ranks) != 5:
        return False
    return (ranks[4] - ranks[0] == 4 and ranks[4] <= rules.straight_top) or (
        rules.wrap_straight and set(ranks) == _WRAP
    )


def _five_cards(mask: int, rules: Rules) -> Combination | None:
    """A Big Two five-card hand, its key made of its place on the ladder and its height in its type."""
    ranks = [(bit.bit_length() - 1) >> 2 for bit in bits(mask)]
    suit = mask.bit_length() - 1 & 3
    flush = _one_suit(mask)
    run = _is_run(mask, rules)
    if run:
        kind, key = "straight_flush" if flush else "straight", mask.bit_length() - 1
    elif flush:
        kind, key = "flush", _flush_key(ranks, suit, rules)
    elif len(set(ranks)) == 2:
        middle = ranks[2]
        kind, key = ("four_plus_one" if ranks.count(middle) == 4 else "full_house"), middle
    else:
        return None
    return Combination(kind, 5, FIVE_CARD_KINDS.index(kind) * _LADDER + key, mask, rules)


def _flush_key(ranks: list[int], suit: int, rules: Rules) -> int:
    """Ranks low to high and the suit, folded into one number by the rule in force (R36)."""
    height = 0
    for rank in reversed(ranks if rules.flush_key != "top_two" else ranks[3:]):
        height = 13 * height + rank
    return suit * 13**5 + height if rules.flush_key == "suit_first" else 4 * height + suit


def _find_straights(hand: int, rules: Rules) -> list[int]:
    found = []
    for run in _straight_runs(rules):
        sets = [0]
        for rank in run:
            cards = _SUBSETS[1][(hand >> (4 * rank)) & 15]
            sets = [low | (card << (4 * rank)) for low in sets for card in cards]
        found += sets
    return [mask for mask in found if not _one_suit(mask)]


def _find_straight_flushes(hand: int, rules: Rules) -> list[int]:
    runs = [sum(1 << (4 * rank) for rank in run) << suit for run in _straight_runs(rules) for suit in range(4)]
    return [run for run in runs if run & hand == run]


def _find_flushes(hand: int, rules: Rules) -> list[int]:
    found = []
    for suit in range(4):
        cards = list(bits(hand & (_EACH_RANK << suit)))
        found += [sum(five) for five in choose(cards, 5)]
    return [mask for mask in found if not _is_run(mask, rules)]


def _find_full_houses(hand: int, rules: Rules) -> list[int]:
    # Independent of `no_triples`, which only forbids a triple by itself (R32).
    triples = [found << s for s in range(0, 52, 4) for found in _SUBSETS[3][(hand >> s) & 15]]
    pairs = [found << s for s in range(0, 52, 4) for found in _SUBSETS[2][(hand >> s) & 15]]
    return [three | two for three in triples for two in pairs if not _ranks(three) & _ranks(two)]


def _find_four_plus_ones(hand: int, rules: Rules) -> list[int]:
    quads = [15 << s for s in range(0, 52, 4) if (hand >> s) & 15 == 15]
    return [four | card for four in quads for card in bits(hand & ~four)]


def _one_suit(mask: int) -> bool:
    return mask & (_EACH_RANK << ((mask.bit_length() - 1) & 3)) == mask


_FIVE_CARD_FINDERS = {
    "straight": _find_straights,
    "flush": _find_flushes,
    "full_house": _find_full_houses,
    "four_plus_one": _find_four_plus_ones,
    "straight_flush": _find_straight_flushes,
}
