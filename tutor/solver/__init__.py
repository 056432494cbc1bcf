"""Exhaustive search: what a seat can force, whatever all the others do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..position import Position
from .result import GOALS, PlayVerdict, Progress, Solution

if TYPE_CHECKING:
    from .chances import Chance

__all__ = ["GOALS", "PlayVerdict", "Progress", "Solution", "chance", "solve"]


def solve(
    position: Position,
    goal: str = "first",
    seconds: float | None = None,
    nodes: int | None = None,
    progress: Progress | None = None,
) -> Solution:
    """What the seat to play can force, and the exact value and a line of best play for each of its legal plays.

    - `goal`: `first` (out first), `not-last`, `place` (1 is best) or `points`
    - `seconds`, `nodes`: stop after this much time or this many positions; what is proved by then keeps its value
    - `progress`: called with root plays settled, root plays in all, positions searched

    Raises `PositionError` for a deal that is over, `ValueError` for a goal or limit that makes no sense. Ctrl-C ends
    the search as a spent budget does; the answer then says `interrupted`.
    """
    from .fast import solve_fast  # imported when asked for: `import tutor` stays light

    return solve_fast(position, goal, seconds, nodes, progress)


def chance(
    position: Position, goal: str = "first", deals: int = 20_000, seed: int = 0, progress: Progress | None = None
) -> Chance:
    """The share of the deals that agree with the position in which each legal play keeps the goal, hands open.

    - `goal`: `first` or `not-last`
    - `deals`: all deals are searched if there are at most this many, else this many drawn with `seed`; the result's
      `exact` says which, and a sampled share comes with its 95 % interval
    - `progress`: called with deals searched, deals to search, positions searched

    Raises `PositionError` and `ValueError` as `chances.chance` says; Ctrl-C is passed on.
    """
    from .chances import chance as find

    return find(position, goal, deals, seed, progress)
