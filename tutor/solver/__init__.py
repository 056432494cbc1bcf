"""Exhaustive search: what a seat can force, whatever all the others do."""

from __future__ import annotations

from ..position import Position
from .result import GOALS, PlayVerdict, Progress, Solution

__all__ = ["GOALS", "PlayVerdict", "Progress", "Solution", "solve"]


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
