"""What a question to the solver is, and what its answer looks like."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import permutations
from typing import NamedTuple

from ..combinations import Play
from ..errors import PositionError, Refusal, quote
from ..position import Position
from ..scoring import points

GOALS = ("first", "not-last", "place", "points")

Value = bool | int

Progress = Callable[[int, int, int], None]
"""Called now and then with: root plays settled, root plays in all, positions searched so far."""


class PlayVerdict(NamedTuple):
    """One root play, its exact value (None if not proved) and a line of best play that starts with it."""

    play: Play
    value: Value | None
    line: tuple[Play, ...]


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search; `solution` holds what was proved by then. Nothing that was not asked swallows it."""

    def __init__(self, solution: Solution) -> None:
        proved = sum(verdict.value is not None for verdict in solution.plays)
        super().__init__(f"stopped with {proved} of {len(solution.plays)} plays proved")
        self.solution = solution


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to `solve`.

    - `value`: what the hero can force: a bool for `first` and `not-last`, the place or the points as a number; None
      if the search was stopped before it was settled. With `hidden`, False means *not sure*.
    - `complete`: whether every root play has its value
    - `plays`: one `PlayVerdict` per legal play, in `legal_plays` order
    - `nodes`: positions searched; `seconds`: time taken
    - `shortest`: whether every line is proved to be the shortest win and the longest defence; if not, a limit ended
      the search for those, and a line only keeps the value (or is empty where even that takes a long search)
    """

    position: Position
    goal: str
    hero: int
    hidden: bool
    value: Value | None
    complete: bool
    nodes: int
    seconds: float
    plays: tuple[PlayVerdict, ...] = field(repr=False)
    shortest: bool = True

    @property
    def best(self) -> list[Play]:
        """The plays that reach `value`, as far as they are proved; empty if nothing is settled."""
        if self.value is None:
            return []
        return [verdict.play for verdict in self.plays if verdict.value == self.value]


def check_question(position: Position, goal: str, seconds: float | None, nodes: int | None) -> None:
    """Raise `ValueError` (for the position `PositionError`) unless this is a question with an answer."""
    if goal not in GOALS:
        raise Refusal("{name}: {value} is none of {known}", name="goal", value=quote(goal), known=", ".join(GOALS))
    if seconds is not None and not (isinstance(seconds, int | float) and seconds >= 0 and math.isfinite(seconds)):
        raise Refusal("seconds: {seconds} is no time limit", seconds=quote(seconds))
    if nodes is not None and not (isinstance(nodes, int) and nodes >= 1):
        raise Refusal("nodes: {nodes} is no number of positions", nodes=quote(nodes))
    if position.is_over:
        raise PositionError("turn: the deal is over (in {position})", position=quote(str(position)))


def on_side(position: Position, hero: int, seat: int) -> bool:
    """Whether the seat plays for the hero."""
    return seat == hero or (position.rules.partnership and seat == (hero + 2) % 4)


def decided(position: Position, goal: str, hero: int) -> Value | None:
    """The goal's value for the hero if nothing that may still be played can change it, else None.

    `points` are decided as soon as every order in which the others could still go out gives the hero the same.
    """
    out = position.out
    if position.rules.first_out_ends and goal != "points":
        if not out:
            return None
        won = on_side(position, hero, out[0])
        return won if goal != "place" else 1 if won else 2
    if goal == "first":
        return out[0] == hero if out else None
    if goal == "points":
        return position.scores()[hero] if position.is_over else _settled_points(position, hero)
    if hero not in out and not position.is_over:
        return None
    place = position.places[hero]
    return place if goal == "place" else hero in out


def _settled_points(position: Position, hero: int) -> int | None:
    if hero not in position.out:
        return None
    left = set(range(position.seats)) - set(position.out)
    nothing = (0,) * position.seats
    possible = {
        points(position.rules, (*position.out, *order), nothing, (False,) * position.seats, position.full)[hero]
        for order in permutations(left)
    }
    return possible.pop() if len(possible) == 1 else None


def is_win(value: Value, goal: str, position: Position) -> bool:
    """Whether a value counts as a win for the hero where lines prefer the shortest win and the longest defence.

    A place better than the worst one and more than zero points do.
    """
    if goal == "place":
        return value < (2 if position.rules.first_out_ends else position.seats)
    return value > 0


def worth(value: Value, goal: str) -> int:
    """The value as a number that is greater the better for the hero."""
    return -value if goal == "place" else int(value)


def best_conceivable(position: Position, goal: str, hero: int) -> Value:
    """A value that the hero cannot beat from here; the true best may be lower."""
    already = decided(position, goal, hero)
    if already is not None:
        return already
    if goal == "place":
        return len(position.out) + 1
    if goal != "points":
        return True
    seats, rules = range(position.seats), position.rules
    if rules.first_out_ends:
        # Penalties grow with the cards left, so nothing beats winning on the spot.
        left = [0 if seat == hero else position.count(seat) for seat in seats]
        return points(rules, (hero,), left, (rules.twos_factor > 1,) * position.seats, position.full)[hero]
    rest = [seat for seat in seats if seat not in position.out]
    nothing, no_twos = (0,) * position.seats, (False,) * position.seats
    full = (
        position.full
        if position.out
        else tuple(seat for seat in seats if position.count(seat) == rules.dealt(position.seats))
    )
    return max(points(rules, (*position.out, *order), nothing, no_twos, full)[hero] for order in permutations(rest))


def settled_value(position: Position, goal: str, plays: list[PlayVerdict]) -> Value | None:
    """The root's value if the proved plays settle it: all are proved, or one reaches the best conceivable value."""
    assert position.turn is not None
    proved = [verdict.value for verdict in plays if verdict.value is not None]
    if not proved:
        return None
    best = max(proved, key=lambda value: worth(value, goal))
    if len(proved) == len(plays) or best == best_conceivable(position, goal, position.turn):
        return best
    return None
