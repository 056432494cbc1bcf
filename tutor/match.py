"""Dealing, instant wins, and matches over several deals."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from .cards import ACE, DECK, PACK, TWO, TWOS, Card
from .errors import PositionError, Refusal, quote
from .position import Position
from .rules import Rules
from .scoring import instant_win_points

_PACKS = math.factorial(52)


def shuffled(seed: int | str) -> tuple[Card, ...]:
    """The 52 cards in an order that depends on the seed alone: the same on every machine and Python version.

    A digest of the seed is read as the number of a permutation, so no generator's version matters; `7` and `"7"`
    are the same seed.
    """
    number = int.from_bytes(hashlib.sha512(f"tienlen {seed}".encode("utf-8", "surrogatepass")).digest()) % _PACKS
    left, order = list(DECK), []
    for size in range(52, 0, -1):
        number, at = divmod(number, size)
        order.append(left.pop(at))
    return tuple(order)


@dataclass(frozen=True)
class Deal:
    """Cards dealt, nothing played yet.

    `hands` is a mask per seat; `dealer` dealt them. `leader` leads anything; None means the first deal of a match,
    where the holder of the lowest card dealt leads and must play it (3♠, 3♦ or 3♣ if it was dealt).
    """

    rules: Rules
    hands: tuple[int, ...]
    dealer: int = 0
    leader: int | None = None

    @property
    def aside(self) -> int:
        """The cards not dealt, which nobody sees."""
        dealt = 0
        for hand in self.hands:
            dealt |= hand
        return PACK & ~dealt

    def position(self) -> Position:
        """The position before the first play. Instant wins are the deal's matter, not the position's."""
        dealt = PACK & ~self.aside
        seats = range(len(self.hands))
        opening = dealt & -dealt if self.leader is None else 0
        leader = self.leader
        if leader is None:
            leader = next(seat for seat in seats if self.hands[seat] & opening)
        must = tuple(seats) if self.rules.no_pass_first_trick else ()
        return Position(self.rules, self.hands, (0,) * len(seats), leader, opening=opening, must=must)

    @cached_property
    def instant_win(self) -> tuple[int, str] | None:
        """The seat that wins at once and with which pattern, or None; the rarest pattern counts, then the highest."""
        found = []
        for seat, hand in enumerate(self.hands):
            pattern = instant_win_of(hand, self.rules)
            if pattern:
                found.append((-list(_PATTERNS).index(pattern), _PATTERNS[pattern](hand), seat, pattern))
        if not found:
            return None
        _, _, seat, pattern = max(found)
        return seat, pattern


def deal(
    rules: Rules | str, seats: int = 4, seed: int | str = 0, dealer: int | None = None, leader: int | None = None
) -> Deal:
    """Deal from a seed: one card at a time, the seat after the dealer first; what is left over is put aside.

    Without a `dealer` the seed draws one; without a `leader` it is the first deal of a match (see `Deal`). The
    order of the pack depends on the seed alone. Raises `PositionError` for a number of seats that the rules refuse.

    >>> str(deal("pagat", seed=1).position())[:32]
    'pagat 3d4s4c5c6s8d8h9sJdJhKhAh2h'
    """
    rules = Rules.parse(rules) if isinstance(rules, str) else rules
    rules.check_seats(seats)
    for name, seat in (("dealer", dealer), ("leader", leader)):
        if seat is not None and seat not in range(seats):
            raise PositionError(
                "{name}: there is no seat {seat} among {seats}", name=name, seat=quote(seat), seats=seats
            )
    pack = shuffled(seed)
    if dealer is None:
        dealer = DECK.index(pack[-1]) % seats
    step = -1 if rules.anticlockwise else 1
    hands = [0] * seats
    for i, card in enumerate(pack[: seats * rules.dealt(seats)]):
        hands[(dealer + step * (i + 1)) % seats] |= rules.mask([card])
    return Deal(rules, tuple(hands), dealer, leader)


def instant_win_of(hand: int, rules: Rules) -> str | None:
    """The rarest pattern of a dealt hand (a mask) that wins at once under these rules, or None (R23, R27).

    `dragon` (a card of each rank 3 to A) and `five_pairs` (a double straight of five pairs below the 2s) count only
    with `instant_win_extended`; `four_twos` and `six_pairs` with both; with 17 cards it takes `eight_pairs`.
    """
    if rules.instant_win == "none":
        return None
    large = hand.bit_count() == 17
    for pattern, key in _PATTERNS.items():
        extended = pattern in ("dragon", "five_pairs")
        if extended and rules.instant_win != "extended":
            continue
        if pattern == ("six_pairs" if large else "eight_pairs"):
            continue
        if key(hand) >= 0:
            return pattern
    return None


def _counts(hand: int) -> list[int]:
    return [((hand >> (4 * rank)) & 15).bit_count() for rank in range(13)]


def _highest_of(hand: int, rank: int) -> int:
    """The bit number of the highest card of a rank."""
    return (hand & ((16 << (4 * rank)) - 1)).bit_length() - 1


def _dragon(hand: int) -> int:
    return _highest_of(hand, ACE) if all(_counts(hand)[:TWO]) else -1


def _five_pairs(hand: int) -> int:
    counts = _counts(hand)
    tops = [top for top in range(4, TWO) if min(counts[top - 4 : top + 1]) >= 2]
    return _highest_of(hand, tops[-1]) if tops else -1


def _four_twos(hand: int) -> int:
    return 51 if hand & TWOS == TWOS else -1


def _pairs(number: int) -> Callable[[int], int]:
    def key(hand: int) -> int:
        counts = _counts(hand)
        if sum(count // 2 for count in counts) < number:
            return -1
        return _highest_of(hand, max(rank for rank in range(13) if counts[rank] >= 2))

    return key


_PATTERNS: dict[str, Callable[[int], int]] = {
    "dragon": _dragon,
    "five_pairs": _five_pairs,
    "four_twos": _four_twos,
    "six_pairs": _pairs(6),
    "eight_pairs": _pairs(8),
}
"""Patterns from the rarest on; each gives the bit number of its highest card in a hand, or -1 if it is not there."""


@dataclass(frozen=True)
class DealResult:
    """One deal of a match: everybody's points, who won it, and who deals next."""

    scores: tuple[int, ...]
    winner: int
    next_dealer: int


@dataclass
class Match:
    """Several deals with the same seats. Over when somebody reaches `target` points, after `deals` deals, whichever
    comes first, or at `stop` (an agreed time). Ties at the top are a draw: `winners` then names several seats.

    >>> match = Match(Rules.parse("sheet"), target=10)
    >>> match.record(Position.parse("sheet ././7h/. - 0:9c - out=130"))
    >>> match.totals, match.next_deal(seed=5).leader, match.over
    ((-1, 2, -2, 1), 1, False)
    """

    rules: Rules
    seats: int = 4
    target: int | None = None
    deals: int | None = None
    seed: int | str = 0
    results: list[DealResult] = field(default_factory=list)
    stopped: bool = False

    def __post_init__(self) -> None:
        self.rules.check_seats(self.seats)
        for name, limit in (("target", self.target), ("deals", self.deals)):
            if limit is not None and limit < 1:
                raise Refusal("{name}: {limit} is not above zero", name=name, limit=quote(limit))

    @property
    def totals(self) -> tuple[int, ...]:
        """Everybody's points so far."""
        return tuple(sum(result.scores[seat] for result in self.results) for seat in range(self.seats))

    @property
    def over(self) -> bool:
        """Whether no further deal is played."""
        reached = self.target is not None and max(self.totals) >= self.target
        return self.stopped or reached or (self.deals is not None and len(self.results) >= self.deals)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest total once the match is over; several are a draw, or partners. Empty before."""
        return tuple(seat for seat in range(self.seats) if self.totals[seat] == max(self.totals)) if self.over else ()

    def stop(self) -> None:
        """End the match by agreement."""
        self.stopped = True

    def next_deal(self, seed: int | str | None = None) -> Deal:
        """Deal the next cards: the first deal opens with the lowest card, later ones are led by the last winner.

        Without a seed, the match's own and the deal's number are used. Raises `ValueError` once the match is over.
        """
        if self.over:
            raise Refusal("match: it is over, there is no next deal")
        if seed is None:
            seed = f"{self.seed} {len(self.results)}"
        if not self.results:
            return deal(self.rules, self.seats, seed)
        last = self.results[-1]
        return deal(self.rules, self.seats, seed, last.next_dealer, last.winner)

    def record(self, ended: Position | Deal) -> None:
        """Add a finished deal, or a deal won at once. Raises `ValueError` for anything else, and once it is over."""
        if self.over:
            raise Refusal("match: it is over, nothing can be recorded any more")
        seats = len(ended.hands)
        if ended.rules != self.rules or seats != self.seats:
            raise Refusal(
                "match: a deal of {rules} with {seats} seats does not belong to it",
                rules=quote(str(ended.rules)),
                seats=seats,
            )
        if isinstance(ended, Deal):
            if ended.instant_win is None:
                raise Refusal("match: the deal is not won at once, so it has to be played")
            winner = ended.instant_win[0]
            self.results.append(DealResult(instant_win_points(self.seats, winner), winner, ended.dealer))
        else:
            self.results.append(DealResult(ended.scores(), ended.out[0], next_dealer(ended)))


def next_dealer(ended: Position) -> int:
    """Who deals after a finished deal: the last with cards, or, where the first out ends the deal, the loser with
    the most cards left, of several the first in turn order after the winner (R26, R40).
    """
    if not ended.is_over:
        raise PositionError("turn: the deal is not over (in {position})", position=quote(str(ended)))
    winner = ended.out[0]
    if not ended.rules.first_out_ends:
        return next(seat for seat in range(ended.seats) if seat not in ended.out)
    step = -1 if ended.rules.anticlockwise else 1
    order = [(winner + step * k) % ended.seats for k in range(1, ended.seats)]
    losers = [seat for seat in order if ended.places[seat] != 1]
    return max(losers, key=ended.count)
