"""A slow second engine, written from the rules alone, that the real one is compared with.

It shares no line with `tutor`. Cards are two-character strings, hands are frozen sets, a combination
is recognised by looking at the whole set, the possible plays are found by trying every subset of a
hand, and a deal is played by the seven steps of the turn procedure (section 1.2 of the rules) in that
order. Nothing is clever, so that it can be checked by reading it beside the rules.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass, field
from functools import cache

RANKS = "3456789TJQKA2"
SUIT_ORDER = {"sheet": "scdh", "pagat": "scdh", "big-two": "dchs", "pusoy-dos": "cshd"}
TIEN_LEN = ("sheet", "pagat")
KINDS = {
    "tien-len": ("single", "pair", "triple", "quad", "straight", "double_straight"),
    "big-two": (
        "single",
        "pair",
        "triple",
        "straight",
        "flush",
        "full_house",
        "four_plus_one",
        "straight_flush",
    ),
}
LADDER = ("straight", "flush", "full_house", "four_plus_one", "straight_flush")
HOUSE_RULES = {
    "tien-len": (
        "anticlockwise",
        "quad_chops_pair",
        "four_pairs_chop_quad",
        "bomb_at_least",
        "no_overbomb_after_pass",
        "instant_win",
        "instant_win_extended",
        "cong",
        "winner_takes_all",
        "deal17",
        "last_pays",
    ),
    "big-two": (
        "anticlockwise",
        "partnership",
        "bombs_any",
        "bombs_single",
        "straight_flush_bombs",
        "wrap_straight",
        "no_pass_first_trick",
        "twos_double",
        "twos_triple",
        "no_triples",
        "same_type_only",
        "flush_all_ranks",
        "flush_suit_first",
        "scoring_basic",
        "scoring_winner_only",
    ),
}


@dataclass(frozen=True)
class Table:
    """The rules of one table: a profile and its house rules."""

    profile: str
    house: frozenset[str] = frozenset()

    @classmethod
    def of(cls, text: str) -> Table:
        profile, *house = text.split("+")
        return cls(profile, frozenset(house))

    def __contains__(self, rule: str) -> bool:
        return rule in self.house

    @property
    def game(self) -> str:
        return "tien-len" if self.profile in TIEN_LEN else "big-two"

    @property
    def suits(self) -> str:
        return SUIT_ORDER[self.profile]

    @property
    def first_out_ends(self) -> bool:
        return self.game == "big-two" or "winner_takes_all" in self

    def __str__(self) -> str:
        order = HOUSE_RULES[self.game]
        return "+".join([self.profile, *sorted(self.house, key=order.index)])

    def rank(self, card: str) -> int:
        return RANKS.index(card[0])

    def order(self, card: str) -> tuple[int, int]:
        return RANKS.index(card[0]), self.suits.index(card[1])

    def sort(self, cards) -> tuple[str, ...]:
        return tuple(sorted(cards, key=self.order))

    def text(self, cards) -> str:
        return "".join(self.sort(cards))

    def dealt(self, seats: int) -> int:
        if "deal17" in self or (self.game == "big-two" and seats == 3):
            return 17
        return 13


def cards_of(text: str) -> frozenset[str]:
    """The cards written together in `text`, as a set."""
    return frozenset(text[i : i + 2] for i in range(0, len(text), 2))


def deck() -> list[str]:
    return [rank + suit for rank in RANKS for suit in "scdh"]


# --- combinations ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Combo:
    kind: str
    size: int
    key: tuple


def classify(table: Table, cards: frozenset[str]) -> Combo | None:
    """The combination that `cards` are, or None (section 1.1, Combinations)."""
    if not cards:
        return None
    if table.game == "tien-len":
        return _classify_tien_len(table, cards)
    return _classify_big_two(table, cards)


def _consecutive(ranks: list[int]) -> bool:
    return all(b - a == 1 for a, b in itertools.pairwise(ranks))


def _classify_tien_len(table: Table, cards: frozenset[str]) -> Combo | None:
    size = len(cards)
    key = max(table.order(card) for card in cards)
    counts = Counter(table.rank(card) for card in cards)
    if len(counts) == 1:
        return Combo({1: "single", 2: "pair", 3: "triple", 4: "quad"}[size], size, key)
    ranks = sorted(counts)
    if not _consecutive(ranks):
        return None
    if 12 in counts and table.profile == "sheet":  # no 2 in any sequence
        return None
    if len(ranks) < 3:
        return None
    if set(counts.values()) == {1}:
        return Combo("straight", size, key)
    if set(counts.values()) == {2}:
        return Combo("double_straight", size, key)
    return None


def _classify_big_two(table: Table, cards: frozenset[str]) -> Combo | None:
    size = len(cards)
    counts = Counter(table.rank(card) for card in cards)
    top = max(table.order(card) for card in cards)
    if size == 1:
        return Combo("single", 1, top)
    if size == 2 and len(counts) == 1:
        return Combo("pair", 2, top)
    if size == 3 and len(counts) == 1 and "no_triples" not in table:
        return Combo("triple", 3, top[:1])
    if size != 5:
        return None
    shape = sorted(counts.values())
    if shape == [2, 3]:
        (triple,) = (rank for rank, n in counts.items() if n == 3)
        return Combo("full_house", 5, (2, triple))
    if shape == [1, 4]:
        (four,) = (rank for rank, n in counts.items() if n == 4)
        return Combo("four_plus_one", 5, (3, four))
    if len(counts) < 5:
        return None
    ranks = sorted(counts)
    straight = _consecutive(ranks) and ranks[-1] <= 11
    if "wrap_straight" in table and ranks == [0, 1, 2, 3, 12]:  # 3 4 5 6 and the 2
        straight = True
    suits = {card[1] for card in cards}
    if len(suits) == 1:
        suit = table.suits.index(suits.pop())
        if straight:
            return Combo("straight_flush", 5, (4, *top))
        down = ranks[::-1]
        if table.profile == "pusoy-dos" or "flush_suit_first" in table:
            return Combo("flush", 5, (1, suit, *down))
        if "flush_all_ranks" in table:
            return Combo("flush", 5, (1, *down, suit))
        return Combo("flush", 5, (1, *down[:2], suit))
    if straight:
        return Combo("straight", 5, (0, *top))
    return None


@cache
def combinations_within(table: Table, cards: frozenset[str]) -> dict[frozenset[str], Combo]:
    """Every subset of `cards` that is a combination, found by trying them all."""
    biggest = 5 if table.game == "big-two" else len(cards)
    found = {}
    for size in range(1, biggest + 1):
        for subset in map(frozenset, itertools.combinations(cards, size)):
            combo = classify(table, subset)
            if combo is not None:
                found[subset] = combo
    return found


def is_two_set(combo: Combo, cards: frozenset[str]) -> bool:
    return combo.kind in ("single", "pair", "triple") and all(card[0] == "2" for card in cards)


def chops(table: Table, top: Combo, top_cards: frozenset[str], play: Combo) -> bool:
    """Does `play` chop what lies there (the bomb table with its switches)?"""
    if table.game == "big-two":
        return False
    pairs = play.size // 2
    if is_two_set(top, top_cards):
        if play.kind == "quad":
            return top.size == 1 or (top.size == 2 and "quad_chops_pair" in table)
        if play.kind == "double_straight":
            wanted = {1: 3, 2: 4, 3: 5}[top.size]
            return pairs == wanted or (pairs > wanted and "bomb_at_least" in table)
    if top.kind == "quad" and "four_pairs_chop_quad" in table:
        return play.kind == "double_straight" and pairs == 4
    return False


def big_two_bomb(table: Table, top: Combo, play: Combo) -> bool:
    """Does `play` bomb a single, a pair or a triple by one of the Big Two house rules?"""
    if top.size == 5 or not {"bombs_any", "bombs_single"} & table.house:
        return False
    if "bombs_any" not in table and top.kind != "single":
        return False
    return play.kind == "four_plus_one" or (play.kind == "straight_flush" and "straight_flush_bombs" in table)


def why_not(table: Table, top: Combo, top_cards: frozenset[str], play: Combo) -> str | None:
    """The code for why `play` does not beat the table for a seat that is not locked, or None."""
    if chops(table, top, top_cards, play) or big_two_bomb(table, top, play):
        return None
    ladder = "same_type_only" not in table and play.kind in LADDER and top.kind in LADDER
    if table.game == "big-two" and ladder:
        return None if play.key > top.key else "too_low"
    if play.kind != top.kind:
        return "wrong_kind"
    if play.size != top.size:
        return "wrong_length"
    return None if play.key > top.key else "too_low"


# --- one deal -------------------------------------------------------------------------------------


@dataclass
class Game:
    """A deal in progress. A hidden hand is an int, the number of its cards."""

    table: Table
    hands: list[frozenset[str] | int]
    turn: int | None
    opening: str | None = None
    top: frozenset[str] | None = None
    owner: int | None = None
    passed: set[int] = field(default_factory=set)
    pending: list[int] = field(default_factory=list)
    chain: bool = False
    out: list[int] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)
    full: set[int] = field(default_factory=set)
    must: set[int] = field(default_factory=set)
    whole: list[frozenset[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.whole = [hand if isinstance(hand, frozenset) else frozenset() for hand in self.hands]

    # seats

    @property
    def seats(self) -> int:
        return len(self.hands)

    def count(self, seat: int) -> int:
        hand = self.hands[seat]
        return hand if isinstance(hand, int) else len(hand)

    def from_seat(self, seat: int) -> list[int]:
        """The other seats in turn order after `seat`."""
        step = -1 if "anticlockwise" in self.table else 1
        return [(seat + step * i) % self.seats for i in range(1, self.seats)]

    # the cards nobody has seen

    @property
    def unseen(self) -> frozenset[str]:
        seen = set(self.gone) | set(self.top or ())
        for hand in self.hands:
            if not isinstance(hand, int):
                seen |= hand
        return frozenset(deck()) - seen

    def held(self, seat: int) -> frozenset[str]:
        hand = self.hands[seat]
        return self.unseen if isinstance(hand, int) else hand

    # rules

    @property
    def combo(self) -> Combo | None:
        return None if self.top is None else classify(self.table, self.top)

    @property
    def bomb_target(self) -> bool:
        """Step 3."""
        if self.top is None or self.table.game == "big-two":
            return False
        combo = self.combo
        return (
            is_two_set(combo, self.top)
            or (self.chain and "no_overbomb_after_pass" not in self.table)
            or (combo.kind == "quad" and "four_pairs_chop_quad" in self.table)
        )

    def bomb_play(self, play: Combo) -> bool:
        """Step 5: may a locked seat lay it?"""
        top = self.combo
        if chops(self.table, top, self.top, play):
            return True
        return (
            self.chain
            and "no_overbomb_after_pass" not in self.table
            and (play.kind, play.size) == (top.kind, top.size)
            and play.key > top.key
        )

    def refusal(self, cards: frozenset[str]) -> str | None:
        """The objection code for the seat to act; the empty set is a pass."""
        if self.turn is None:
            return "deal_over"
        seat = self.turn
        if not cards <= self.held(seat) or len(cards) > self.count(seat):
            return "not_in_hand"
        if not cards:
            if self.top is None:
                return "leader_must_play"
            if seat in self.must and self.answers(seat):
                return "must_play_once"
            return None
        play = classify(self.table, cards)
        if play is None:
            return "no_combination"
        if self.opening is not None and self.opening not in cards:
            return "opening_card"
        if self.top is None:
            return None
        if seat in self.passed:
            return None if self.bomb_play(play) else "bomb_only"
        return why_not(self.table, self.combo, self.top, play)

    def refusal_of(self, cards: frozenset[str], seat: int) -> str | None:
        """The objection code for any seat that still has cards."""
        if self.turn is None:
            return "deal_over"
        if seat == self.turn:
            return self.refusal(cards)
        return "locked" if seat in self.passed and seat not in self.pending else "not_your_turn"

    def answers(self, seat: int) -> list[frozenset[str]]:
        """Every set of cards that `seat` may lay, the seat being to act."""
        pool = self.held(seat)
        if isinstance(self.hands[seat], int):
            known = combinations_within(self.table, pool)
        else:
            known = combinations_within(self.table, self.whole[seat] or pool)
        found = []
        for cards, play in known.items():
            if not cards <= pool or len(cards) > self.count(seat):
                continue
            if self.top is None:
                fits = self.opening is None or self.opening in cards
            elif seat in self.passed:
                fits = self.bomb_play(play)
            else:
                fits = why_not(self.table, self.combo, self.top, play) is None
            if fits:
                found.append(cards)
        return found

    def plays(self) -> list[str]:
        """The plays of the seat to act in the order the design asks for, the pass last."""
        if self.turn is None:
            return []
        kinds = KINDS[self.table.game]

        def place(cards: frozenset[str]):
            combo = classify(self.table, cards)
            return len(cards), kinds.index(combo.kind), [self.table.order(c) for c in self.table.sort(cards)]

        found = [self.table.text(cards) for cards in sorted(self.answers(self.turn), key=place)]
        if self.refusal(frozenset()) is None:
            found.append("-")
        return found

    # the procedure

    def act(self, text: str) -> None:
        """Steps 1 to 7 for a legal play of the seat to act."""
        cards = frozenset() if text == "-" else cards_of(text)
        assert self.refusal(cards) is None, (self.line(), text, self.refusal(cards))
        if cards:
            self._lay(self.turn, cards)
        else:
            self._pass(self.turn)

    def _lay(self, seat: int, cards: frozenset[str]) -> None:
        if self.top is not None and chops(self.table, self.combo, self.top, classify(self.table, cards)):
            self.chain = True
            if "no_overbomb_after_pass" in self.table:
                self.passed.discard(seat)
        if self.top is not None:
            self.gone |= self.top
        hand = self.hands[seat]
        self.hands[seat] = hand - len(cards) if isinstance(hand, int) else hand - cards
        self.top, self.owner, self.opening = cards, seat, None
        self.must.discard(seat)
        if self.count(seat) == 0:
            self.out.append(seat)
            if len(self.out) == 1 and "cong" in self.table:
                everything = self.table.dealt(self.seats)
                self.full = {s for s in range(self.seats) if self.count(s) == everything}
        holders = [s for s in range(self.seats) if self.count(s)]
        if len(holders) == 1 or (self.out and self.table.first_out_ends):
            self.turn, self.pending = None, []
            return
        self.pending = [s for s in self.from_seat(seat) if self.count(s) and (s not in self.passed or self.bomb_target)]
        self._ask()

    def _pass(self, seat: int) -> None:
        if self.table.game == "tien-len":
            self.passed.add(seat)
        self.pending.remove(seat)
        self._ask()

    def _ask(self) -> None:
        if self.pending:
            self.turn = self.pending[0]
            return
        owner = self.owner
        self.turn = next(s for s in [owner, *self.from_seat(owner)] if self.count(s))
        self.gone |= self.top
        self.top, self.owner, self.chain = None, None, False
        self.passed, self.must = set(), set()

    # the end

    @property
    def over(self) -> bool:
        return self.turn is None

    @property
    def places(self) -> tuple[int | None, ...]:
        places: list[int | None] = [None] * self.seats
        for place, seat in enumerate(self.out, 1):
            places[seat] = place
        if self.over and self.table.first_out_ends:
            winners = {self.out[0]}
            if "partnership" in self.table:
                winners.add((self.out[0] + 2) % 4)
            return tuple(1 if seat in winners else 2 for seat in range(self.seats))
        if self.over:
            places[places.index(None)] = self.seats
        return tuple(places)

    def scores(self) -> tuple[int, ...]:
        if self.table.game == "big-two":
            return self._big_two_scores()
        n, first = self.seats, self.out[0]
        points = [0] * n
        if "winner_takes_all" in self.table:
            everything = self.table.dealt(n)
            for seat in range(n):
                if seat != first:
                    points[seat] = -4 if self.count(seat) == everything else -2
            points[first] = -sum(points)
            return tuple(points)
        by_place = self.table.profile == "sheet" and n == 4 and "last_pays" not in self.table
        if by_place:
            points = [{1: 2, 2: 1, 3: -1, 4: -2}[place] for place in self.places]
            for seat in self.full:
                if points[seat] < 0:
                    points[first] -= points[seat]
                    points[seat] *= 2
            return tuple(points)
        last = self.places.index(n)
        each = 2 if last in self.full else 1
        return tuple(-each * (n - 1) if seat == last else each for seat in range(n))

    def _big_two_scores(self) -> tuple[int, ...]:
        winner, n = self.out[0], self.seats
        team = {winner, (winner + 2) % 4} if "partnership" in self.table else {winner}
        debts = [0 if seat in team else self._debt(seat) for seat in range(n)]
        total = sum(debts)
        if "partnership" in self.table:
            debts = [0 if seat in team else total for seat in range(n)]
        if "scoring_winner_only" in self.table:
            debts = [0] * n
        return tuple(total if seat in team else -debts[seat] for seat in range(n))

    def _debt(self, seat: int) -> int:
        left = self.count(seat)
        times = 1
        if "scoring_basic" not in self.table:
            if left == self.table.dealt(self.seats):
                times = 4
            elif left >= 10:
                times = 3
            elif left >= 8:
                times = 2
        if any(card[0] == "2" for card in self.hands[seat]):
            times *= 2 if "twos_double" in self.table else 3 if "twos_triple" in self.table else 1
        return left * times

    # notation

    def line(self) -> str:
        """The position in the notation of the design, written without the help of the engine."""

        def hand(cards) -> str:
            if isinstance(cards, int):
                return f"?{cards}" if cards else "."
            return self.table.text(cards) or "."

        def digits(seats) -> str:
            return "".join(map(str, seats))

        hidden = any(isinstance(h, int) and h for h in self.hands)
        parts = [
            str(self.table),
            "/".join(map(hand, self.hands)),
            "-" if self.turn is None else str(self.turn),
            "-" if self.top is None else f"{self.owner}:{self.table.text(self.top)}",
            digits(sorted(self.passed)) or "-",
        ]
        if self.out:
            parts.append(f"out={digits(self.out)}")
        if self.chain:
            parts.append("chain")
        if self.opening:
            parts.append(f"open={self.opening}")
        if self.gone and hidden:
            parts.append(f"gone={self.table.text(self.gone)}")
        if self.full:
            parts.append(f"full={digits(sorted(self.full))}")
        if self.must:
            parts.append(f"must={digits(sorted(self.must))}")
        return " ".join(parts)


def random_house(table_rng, game: str, seats: int, profile: str) -> str:
    """A profile with a random mix of house rules that go together at a table of `seats`."""
    house = {rule for rule in HOUSE_RULES[game] if table_rng.random() < 0.3}
    exclusive = [
        ("bombs_any", "bombs_single"),
        ("twos_double", "twos_triple"),
        ("flush_all_ranks", "flush_suit_first"),
        ("scoring_basic", "scoring_winner_only"),
        ("instant_win", "instant_win_extended"),
        ("last_pays", "winner_takes_all"),
    ]
    for one, other in exclusive:
        if {one, other} <= house:
            house.discard(table_rng.choice([one, other]))
    if not {"bombs_any", "bombs_single"} & house:
        house.discard("straight_flush_bombs")
    if profile == "pagat":
        house.discard("last_pays")
    if profile == "pusoy-dos":
        house -= {"flush_all_ranks", "flush_suit_first"}
    if seats != 3:
        house.discard("deal17")
    if seats != 4:
        house.discard("partnership")
    return str(Table(profile, frozenset(house)))


def first_deal(rng, text: str, seats: int, first: bool = True) -> Game:
    """A freshly dealt game; with `first` the holder of the lowest card dealt must open with it."""
    table = Table.of(text)
    pack = deck()
    rng.shuffle(pack)
    each = table.dealt(seats)
    hands = [frozenset(pack[i * each : (i + 1) * each]) for i in range(seats)]
    lowest = min(itertools.chain(*hands), key=table.order)
    opener = next(seat for seat, hand in enumerate(hands) if lowest in hand)
    game = Game(table, list(hands), opener if first else rng.randrange(seats))
    game.opening = lowest if first else None
    if "no_pass_first_trick" in table:
        game.must = set(range(seats))
    return game


def hide(game: Game, seats) -> Game:
    """The same moment as someone sees it who does not see the hands of `seats`."""
    hands = [game.count(seat) if seat in seats else hand for seat, hand in enumerate(game.hands)]
    copy = Game(game.table, hands, game.turn, game.opening, game.top, game.owner)
    copy.passed, copy.pending, copy.chain = set(game.passed), list(game.pending), game.chain
    copy.out, copy.gone = list(game.out), set(game.gone)
    copy.full, copy.must = set(game.full), set(game.must)
    return copy


PATTERNS = ("dragon", "five_pairs", "four_twos", "six_pairs")


def instant_wins(table: Table, hand: frozenset[str]) -> dict[str, tuple[int, int]]:
    """The patterns of section 2.1 in a dealt hand, each with its highest card (of six pairs: of the highest pair)."""
    if not {"instant_win", "instant_win_extended"} & table.house:
        return {}
    counts = Counter(table.rank(card) for card in hand)

    def highest(ranks) -> tuple[int, int]:
        return max(table.order(card) for card in hand if table.rank(card) in ranks)

    found = {}
    if "instant_win_extended" in table:
        if set(range(12)) <= set(counts):
            found["dragon"] = highest({11})
        runs = [range(low, low + 5) for low in range(8) if all(counts[low + i] >= 2 for i in range(5))]
        if runs:
            found["five_pairs"] = highest(set(runs[-1]))
    if counts[12] == 4:
        found["four_twos"] = highest({12})
    if sum(count // 2 for count in counts.values()) >= (8 if len(hand) == 17 else 6):
        found["six_pairs"] = highest({rank for rank, count in counts.items() if count >= 2})
    return found


def instant_winner(table: Table, hands) -> tuple[int, str] | None:
    """Who wins a deal at once, and by which pattern: the first in `PATTERNS`, of one pattern the highest card."""
    claims = [
        (-PATTERNS.index(pattern), card, seat, pattern)
        for seat, hand in enumerate(hands)
        for pattern, card in instant_wins(table, hand).items()
    ]
    return max(claims)[2:] if claims else None
