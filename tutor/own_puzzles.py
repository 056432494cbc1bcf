"""A learner's own puzzles: positions from deals that they have played, proved before they are kept.

    puzzle = save_own(position)          the open position becomes a puzzle of one's own, or ValueError says why not
    found = load_own()                   all of them, for a trainer beside the ones that came along

They stand in a pack of the usual form (`tutor.puzzles`) in the folder of the user's data; any editor opens it, and
`tienlen puzzles check` proves it again. The id is made from the position, so nothing is kept twice and no id is ever
that of a puzzle that came along.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .deals import own_file
from .errors import PositionError
from .kinds import nothing_to_choose
from .locale import _, worded
from .position import Position
from .progress.store import cannot, private_folder, reason, replace_file
from .puzzles import Puzzle, check, cost, load
from .solver import solve

NODES = 60_000
"""Positions searched for each goal: what takes more is no puzzle to be solved at the table."""


def own_pack(learner: str = "me", folder: str | Path | None = None) -> Path:
    """The file of the learner's own puzzles; it need not be there."""
    return own_file("puzzles", ".toml", learner, folder)


@dataclass(frozen=True, slots=True)
class OwnPuzzles:
    """The puzzles of a learner's pack in its order, or one line on why it cannot be read."""

    puzzles: tuple[Puzzle, ...] = ()
    fault: str = ""


def load_own(learner: str = "me", folder: str | Path | None = None) -> OwnPuzzles:
    """The learner's own puzzles; without a pack there are none. Never raises for what stands in the file."""
    path = own_pack(learner, folder)
    if not path.exists():
        return OwnPuzzles()
    try:
        return OwnPuzzles(tuple(load(path)))
    except (ValueError, OSError) as error:
        return OwnPuzzles((), worded(error))


def as_puzzle(position: Position) -> Puzzle:
    """The position as a puzzle, with the hardest goal that some plays reach and others do not: to be first, not to be
    last, the best place.

    Raises ValueError with a sentence for the learner if it is none.
    """
    if any(position.hidden):
        raise ValueError(_("A puzzle needs every hand open."))
    if position.is_over:
        raise ValueError(_("The deal is over."))
    settled = False
    for goal in ("first", "not-last", "place"):
        try:
            solution = solve(position, goal, nodes=NODES)
        except PositionError as error:
            raise ValueError(worded(error)) from error
        if not solution.complete or not all(verdict.line for verdict in solution.plays):
            continue
        settled = True
        if solution.value is False or nothing_to_choose(solution, goal):
            continue
        mark = hashlib.sha256(f"{position} {goal}".encode()).hexdigest()[:12]
        answer = min(solution.best, key=cost)
        return Puzzle(f"mine-{mark}", _("From a deal of mine"), position, answer, goal, solutions=len(solution.best))
    if settled:
        raise ValueError(_("This is no puzzle: with all hands open, every play leads to the same."))
    raise ValueError(_("This position is too large to be proved, so it cannot become a puzzle."))


def save_own(position: Position, learner: str = "me", folder: str | Path | None = None) -> Puzzle:
    """Prove the open position and add it to the learner's pack; one that is there already is left alone.

    Raises ValueError with a sentence for the learner if it is no puzzle, or the pack is damaged or cannot be written.
    """
    puzzle = as_puzzle(position)
    path = own_pack(learner, folder)
    own = load_own(learner, folder)
    if own.fault:
        raise ValueError(_("Your puzzles cannot be read: {reason}").format(reason=own.fault))
    if any(each.id == puzzle.id for each in own.puzzles):
        return puzzle
    entry = _entry(puzzle)
    with tempfile.TemporaryDirectory() as place:
        alone = Path(place) / "own.toml"
        alone.write_text(entry, encoding="utf-8")
        faults = check(alone)
    if faults:
        raise ValueError(faults[0].message)
    try:
        private_folder(path.parent)
        before = path.read_bytes() if path.exists() else b""
        gap = b"\n" if before and before.endswith(b"\n") else b"\n\n" if before else b""
        replace_file(path, before + gap + entry.encode())
    except OSError as error:
        raise ValueError(cannot("write", path, reason(error))) from error
    return puzzle


def _entry(puzzle: Puzzle) -> str:
    """The puzzle as a table of a pack."""
    fields: dict[str, Any] = {
        "id": puzzle.id,
        "title": puzzle.title,
        "position": str(puzzle.position),
        "answer": str(puzzle.answer),
        "goal": puzzle.goal,
        "solutions": puzzle.solutions,
    }
    # JSON writes these texts and numbers just as TOML does
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items()]
    return "\n".join(["[[puzzle]]", *lines]) + "\n"
