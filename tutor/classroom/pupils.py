"""What the notebook of a class set calls: a nickname, drills, puzzles, and the file to hand in.

Answers go into the same log as everything else, under the name of the set and the number of the puzzle. A cell that is
copied, run twice or deleted does no harm: the first answer to a puzzle counts, and one that is missing is missing.
"""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

from ..charts import Picture
from ..explain import trouble
from ..locale import _, ngettext
from ..progress import Attempt, AttemptError
from ..progress.exchange import to_csv
from ..progress.store import StoreError, replace_file
from ..progress.who import NOBODY_YET, learner, pick, shared_store
from ..widgets import PuzzlePlayer
from ..widgets.base import TutorWidget
from .sets import DRILLS

ID = re.compile(r"[A-Za-z0-9_-]{1,60}")


class SetPuzzle(PuzzlePlayer):
    """A puzzle of a class set: as `PuzzlePlayer`, and the first play is kept for the teacher.

    >>> SetPuzzle("tuesday-3fa2c1", 1, "pagat 3s5d5h/4c4d7s 0 - -")
    SetPuzzle('tuesday-3fa2c1', 1)
    """

    def __init__(self, name: str = "", number: int = 0, position: str = "", goal: str = "first", **traits: Any) -> None:
        self._set, self._number, self._since = str(name), number, datetime.now(UTC)
        super().__init__(str(position) if " " in str(position).strip() else "", goal=goal, **traits)

    def __repr__(self) -> str:
        return f"SetPuzzle({self._set!r}, {self._number!r})"

    def _first_answer(self, answer: str, right: bool) -> None:
        seconds = (datetime.now(UTC) - self._since).total_seconds()
        _keep(self._set, str(self._number), answer, right, seconds, min(self.hints, 1000))


def Drill(name: str = "", number: int = 0, exercise: str = "", seed: int = 0, rules: str = "pagat") -> TutorWidget:
    """An exercise of a class set, made from a seed; its result is kept for the teacher."""
    if exercise not in DRILLS:
        return PuzzlePlayer("")
    made = getattr(import_module("tutor.widgets"), exercise)(seed=seed, rules=rules)

    def keep(answer: str, right: bool) -> None:
        _keep(str(name), f"d{number}", answer, right, 0.0, 0)

    made._first_answer = keep
    return made


def _keep(name: str, number: str, answer: str, right: bool, seconds: float, hints: int) -> None:
    """Keep a first answer; one that cannot be kept (a set without a name) is left out: the puzzle goes on."""
    from ..progress.attempts import answer_text

    if not ID.fullmatch(name):
        return
    key, now = f"set-{name}/{number}", datetime.now(UTC)
    try:
        attempt = Attempt(
            learner(), key, now, answer_text(answer), bool(right), min(max(0.0, seconds), 1e6), hints, "set"
        )
        shared_store().append(attempt)
    except AttemptError:
        return


def i_am(nickname: str = "") -> Picture:
    """Go on under this nickname; without one, under the one that was picked before, or one made up."""
    try:
        given = str(nickname).strip()
        if not given and learner() == NOBODY_YET:
            given = _("pupil-{n}").format(n=random.SystemRandom().randrange(1000, 10_000))
        name = pick(given) if given else learner()
    except AttemptError as error:
        return _said(trouble(error))
    return _said(_("Hello, {learner}. What you answer now is kept under this name.").format(learner=name))


def hand_in(name: str = "", folder: str | Path = ".") -> Picture:
    """Write the learner's answers to this set into a file beside the notebook, and say so. Never raises."""
    store = shared_store()
    mine = (
        [each for each in store.attempts(learner()) if each.puzzle.startswith(f"set-{name}/")]
        if ID.fullmatch(str(name))
        else []
    )
    if not mine:
        return _said(_("You have not answered anything of this set yet."))
    letters = "".join(letter if letter.isalnum() else "-" for letter in learner())
    path = Path(folder) / f"{name}-{letters}.csv"
    try:
        replace_file(path, ("\ufeff" + to_csv(mine)).encode())
    except (OSError, StoreError):
        return _said(_("The file {file} could not be written.").format(file=path.name))
    number = len({each.puzzle for each in mine})
    text = ngettext(
        "{n} answer is in the file {file}. Give it to your teacher.",
        "{n} answers are in the file {file}. Give it to your teacher.",
        number,
    )
    return _said(text.format(n=number, file=path.name))


def _said(text: str) -> Picture:
    from html import escape

    return Picture(f"<p>{escape(text)}</p>", text)


__all__ = ["Drill", "SetPuzzle", "hand_in", "i_am"]
