"""The share of deals in which a play keeps the goal, for positions with hidden hands.

Each deal that agrees with what is known (the open hands, the cards gone, the counts) is taken as equally likely and
is searched with all hands open. That is an upper view of what the hero can do: with open hands the hero would play
each deal in the way that suits it, knowing what a player at the table does not (strategy fusion), and the others
play their best against it. A share of 1 is therefore no promise; `solve` says what is *sure*. Nothing is concluded
from what the hidden seats did before: passing is always allowed, and why somebody laid a card is not asked.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from types import ModuleType
from typing import Literal, NamedTuple

from ..cards import bits
from ..combinations import Play
from ..errors import PositionError, Refusal, quote
from ..position import Position
from . import compiled
from .fast import Budget, HandOver, Search
from .result import Progress, check_question

Z95 = 1.959963984540054
"""Half of the middle 95 % of the normal distribution, in standard deviations."""


class PlayChance(NamedTuple):
    """One root play, the share of deals in which it keeps the goal, and the bounds of its 95 % interval."""

    play: Play
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Chance:
    """The answer to `chance`.

    - `exact`: every consistent deal was searched, so `low` and `high` equal `share`; otherwise `deals` of them,
      drawn from the seed, and the bounds are Wilson's 95 % interval
    - `total`: how many consistent deals there are
    """

    position: Position
    goal: str
    exact: bool
    deals: int
    total: int
    plays: tuple[PlayChance, ...] = field(repr=False)

    @property
    def best(self) -> list[Play]:
        """The plays with the greatest share."""
        most = max(chance.share for chance in self.plays)
        return [chance.play for chance in self.plays if chance.share == most]


def consistent_deals(position: Position) -> int:
    """How many ways there are to deal the unseen cards to the hidden hands (the rest is set aside)."""
    left, ways = position.unseen.bit_count(), 1
    for count in position.hidden:
        ways *= math.comb(left, count)
        left -= count
    return ways


def chance(
    position: Position,
    goal: str = "first",
    deals: int = 20_000,
    seed: int = 0,
    progress: Progress | None = None,
    *,
    native: ModuleType | Literal[False] | None = None,
) -> Chance:
    """The share of consistent deals in which each legal play keeps the goal, hands open.

    - `goal`: `first` or `not-last`
    - `deals`: all consistent deals are searched if there are at most this many, else this many drawn at random
    - `seed`: of the draw; the same seed draws the same deals everywhere
    - `progress`: called with deals searched, deals to search, positions searched

    Raises `PositionError` for a deal that is over, for a hidden hand to play and with `no_pass_first_trick` (there
    a pass tells something about a hidden hand), `ValueError` for another goal or no deals.
    """
    check_question(position, goal, None, None)
    if goal not in ("first", "not-last"):
        raise Refusal("goal: a chance is of 'first' or 'not-last', not of {goal}", goal=quote(goal))
    if deals < 1:
        raise Refusal("deals: {deals} is no number of deals", deals=quote(deals))
    assert position.turn is not None
    if position.hidden[position.turn]:
        raise PositionError(
            "hands: the hand of seat {seat}, who is to play, is hidden (in {position})",
            seat=position.turn,
            position=quote(str(position)),
        )
    if position.rules.no_pass_first_trick and any(position.hidden):
        raise PositionError(
            "rules: 'no_pass_first_trick' makes a pass tell about a hidden hand (in {position})",
            position=quote(str(position)),
        )
    total = consistent_deals(position)
    exact = total <= deals
    drawn = every_deal(position) if exact else some_deals(position, deals, seed)
    number = total if exact else deals
    plays = position.legal_plays()
    kept = [0] * len(plays)
    budget = Budget(None, None)
    for done, deal in enumerate(drawn, 1):
        for i, value in enumerate(_values(deal, goal, budget, native)):
            kept[i] += value
        if progress:
            progress(done, number, budget.nodes)
    found = []
    for play, count in zip(plays, kept, strict=True):
        low, high = (count / number,) * 2 if exact else wilson(count, number)
        found.append(PlayChance(play, count / number, low, high))
    return Chance(position, goal, exact, number, total, tuple(found))


def _values(deal: Position, goal: str, budget: Budget, native: ModuleType | Literal[False] | None) -> list[bool]:
    chosen = compiled.ready() if native is None else native or None
    while True:
        search = Search(deal, goal, budget, chosen, fixed=native is not None)
        try:
            search.settle_values()
        except HandOver:
            chosen = compiled.ready()
            continue
        return [bool(search.value(root)) for root in search.roots]


def every_deal(position: Position) -> Iterator[Position]:
    """Every open position that agrees with a position with hidden hands."""
    seats = [seat for seat in range(position.seats) if position.hidden[seat]]

    def fill(place: int, left: int, hands: tuple[int, ...]) -> Iterator[Position]:
        if place == len(seats):
            yield _opened(position, hands)
            return
        seat = seats[place]
        for cards in combinations(list(bits(left)), position.hidden[seat]):
            mask = sum(cards)
            yield from fill(place + 1, left & ~mask, (*hands[:seat], mask, *hands[seat + 1 :]))

    return fill(0, position.unseen, position.hands)


def some_deals(position: Position, number: int, seed: int) -> Iterator[Position]:
    """`number` consistent deals drawn independently, each as likely as any other; the same ones for the same seed."""
    for n in range(number):
        draw = random.Random(f"{seed}/{n}")
        cards = list(bits(position.unseen))
        hands = position.hands
        for seat, count in enumerate(position.hidden):
            mask = 0
            for _ in range(count):  # by hand: what random.sample does may differ from version to version
                mask |= cards.pop(int(draw.random() * len(cards)))
            if count:
                hands = (*hands[:seat], mask, *hands[seat + 1 :])
        yield _opened(position, hands)


def _opened(position: Position, hands: tuple[int, ...]) -> Position:
    return replace(position, hands=hands, hidden=(0,) * position.seats, gone=0)


def wilson(kept: int, number: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share of which `kept` of `number` draws were seen.

    >>> tuple(round(bound, 3) for bound in wilson(8, 10))
    (0.49, 0.943)
    """
    share, z2 = kept / number, Z95 * Z95
    middle = share + z2 / (2 * number)
    spread = Z95 * math.sqrt(share * (1 - share) / number + z2 / (4 * number * number))
    low, high = (middle - spread) / (1 + z2 / number), (middle + spread) / (1 + z2 / number)
    return (0.0 if kept == 0 else max(0.0, low)), (1.0 if kept == number else min(1.0, high))
