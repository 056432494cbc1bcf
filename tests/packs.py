"""Which puzzles the tests take: all that were written by hand, and of the mined ones a share that moves on every day.

`PUZZLE_DAY` names another day. All of them are proved in the nightly run, and by `tienlen puzzles check`.
"""

from __future__ import annotations

import os
from datetime import date

from tutor.puzzles import Puzzle, load

DAY = int(os.environ.get("PUZZLE_DAY") or date.today().toordinal())

TENTH = DAY % 10
"""Every tenth mined puzzle from this number on is proved again today."""

MINED = [puzzle for puzzle in load() if puzzle.seed]
HAND_WRITTEN = [puzzle for puzzle in load() if not puzzle.seed]


def share(of: int) -> list[Puzzle]:
    """One in so many of the mined puzzles."""
    return MINED[DAY % of :: of]


SOME = HAND_WRITTEN + share(25)
OPEN = [puzzle for puzzle in SOME if not any(puzzle.position.hidden)]
