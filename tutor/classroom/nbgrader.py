"""A class set as an assignment of nbgrader, and what its autograder calls.

Pupils write a play as text (`answer_1 = "5d5h"`), because the autograder has no browser in which a table could be
clicked. The test cell that they see says whether the play is allowed; whether it is right is asked of the solver in
a part that nbgrader takes out of the pupils' copy. No answer is written down anywhere.

What pupils write is read, not run: `only_plays`, which the course's `nbgrader_config.py` names, takes the plays out of
a submission, skips every other cell and puts the test cells back as the teacher made them.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from ..combinations import Play
from ..errors import NotationError, quote
from ..explain import Cast, refusal, short_reason, trouble, verdict
from ..locale import _
from ..position import Position
from ..progress.store import replace_file
from ..puzzles import solved
from .sets import ClassSet, SetError, counted, level_of, speaking

POINTS = {"easy": 1, "medium": 2, "hard": 3}
"""What a puzzle is worth; a teacher may say otherwise in the source notebook."""

LONGEST = 200
"""Characters of an answer; a hand of thirteen cards takes 26."""

IMPORT = "from tutor.classroom.nbgrader import allowed, right"
"""By this line a test cell is known."""

_ANSWER = re.compile(r"answer_([1-9][0-9]{0,2})")

CONFIG = '''"""nbgrader's settings for classes of the Tiến Lên tutor."""

c = get_config()  # noqa: F821

c.CourseDirectory.course_id = "tien-len"
# without the compiled solver a puzzle may take longer than the 30 seconds that nbgrader gives a cell
c.Execute.timeout = 120
# plays are read out of what pupils hand in; nothing that they wrote is run
c.Autograde.sanitize_preprocessors = [
    "nbgrader.preprocessors.ClearOutput",
    "tutor.classroom.nbgrader.only_plays",
    "nbgrader.preprocessors.DeduplicateIds",
    "nbgrader.preprocessors.OverwriteKernelspec",
    "nbgrader.preprocessors.OverwriteCells",
    "nbgrader.preprocessors.CheckCellMetadata",
]
'''


class NotRight(AssertionError):
    """An answer that gets no points; the text says why, to the pupil."""

    def _render_traceback_(self) -> list[str]:
        """What IPython shows instead of a traceback: the one line."""
        return [str(self)]


# ------------------------------------------------------------------ what the test cells ask


def allowed(position: str, answer: object) -> None:
    """Say nothing if the answer is a play that may be laid here. Raises NotRight that says why it may not."""
    _allowed(Position.parse(position), answer)


def _allowed(now: Position, answer: object) -> Play:
    text = "".join(answer.split()) if isinstance(answer, str) and len(answer) <= LONGEST else ""
    try:
        play = Play.parse(text, now.rules)
        against = refusal(now, play)
    except NotationError as error:
        raise NotRight(trouble(error)) from None
    if against:
        raise NotRight(against)
    return play


def right(position: str, goal: str, answer: object) -> None:
    """Say nothing if the solver rates the answer as good as the best play. Raises NotRight that says how it fails."""
    now = Position.parse(position)
    play = _allowed(now, answer)
    with contextlib.redirect_stderr(io.StringIO()):  # a mere warning there would cost the pupil all points
        solution = solved(now, goal)
    found = next(each for each in solution.plays if each.play == play)
    if found.value != solution.value:
        reason = "" if goal == "fewest" else short_reason(now, found.line, Cast(you=now.turn))
        raise NotRight(f"{verdict(found, solution)} {reason}".strip())


# ------------------------------------------------------------------ what is done with a submission


def only_plays(nb: Any, resources: Any) -> tuple[Any, Any]:
    """A preprocessor for nbgrader's autograder: the pupil's notebook, of which only the test cells will be run.

    It leaves alone what does not come from here: assignments in which anything but plays is graded.
    """
    about = resources["nbgrader"]
    with import_module("nbgrader.api").Gradebook(about["db_url"]) as book:
        source = book.find_notebook(about["notebook"], about["assignment"])
        points = {cell.name: cell.max_score for cell in source.grade_cells}
        checks = {
            cell.name: check_cell(cell.name, cell.source, points[cell.name], checksum=cell.checksum)
            for cell in source.source_cells
            if cell.name in points
        }
    if not all(IMPORT in cell["source"] for cell in checks.values()):
        return nb, resources
    node = import_module("nbformat").from_dict
    nb.cells, nb.nbformat_minor = [node(cell) for cell in cleaned(nb.cells, checks)], 5
    return nb, resources


def cleaned(cells: Sequence[Mapping[str, Any]], checks: Mapping[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """The pupil's cells, none of which will be run, the plays found in them, and every test, whole and once.

    `checks` are the teacher's test cells by name. One that the pupil has changed is replaced, one that is missing added
    at the end. The first cell sets the answers; where a pupil wrote several for a puzzle the last one counts.
    """
    kept: list[dict[str, Any]] = []
    plays: dict[str, str] = {}
    missing = dict(checks)
    for n, cell in enumerate(cells, 1):
        told, code = cell["metadata"].get("nbgrader"), cell["cell_type"] == "code"
        name = told.get("grade_id") if isinstance(told, Mapping) else None
        if isinstance(name, str) and name in checks:
            if name in missing:
                kept.append(missing.pop(name))
            continue
        shown = _code(f"pupil-{n}", cell["source"]) if code else _text(f"pupil-{n}", cell["source"])
        if code:
            plays |= written_plays(cell["source"])
            shown["metadata"] = {"tags": ["skip-execution"]}
        kept.append(shown)
    names = [f"answer_{name.removeprefix('puzzle-')}" for name in checks]
    source = "\n".join(f"{name} = {plays.get(name, '')!r}" for name in names)
    return [_code("answers-read", source), *kept, *missing.values()]


def written_plays(source: str) -> dict[str, str]:
    """The answers that a cell gives as plain text in quotes, line by line; whatever else stands in it is left alone.

    >>> written_plays('answer_1 = "5d5h"  # the pair' + chr(10) + 'answer_2 = print("no text")')
    {'answer_1': '5d5h'}
    """
    found = {}
    for line in source.splitlines():
        try:
            parsed = ast.parse(line[: 2 * LONGEST].strip()).body
        except (SyntaxError, ValueError):
            continue
        match parsed:
            case [ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text)))]:
                if _ANSWER.fullmatch(name) and text.strip():
                    found[name] = text.strip()
    return found


# ------------------------------------------------------------------ the assignment


def _code(name: str, source: str) -> dict[str, Any]:
    return {"cell_type": "code", "id": name, "metadata": {}, "execution_count": None, "outputs": [], "source": source}


def _text(name: str, source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": source}


def check_cell(name: str, source: str, points: float, **more: str) -> dict[str, Any]:
    """A cell that nbgrader's autograder runs and gives points for."""
    told = {
        "grade": True, "grade_id": name, "locked": True, "points": points, "schema_version": 3, "solution": False,
        "task": False, "cell_type": "code", **more,
    }  # fmt: skip
    return _code(f"{name}-check", source) | {"metadata": {"nbgrader": told}}


def assignment(chosen: ClassSet) -> dict[str, Any]:
    """The source notebook of a set for nbgrader: its puzzles, not its drills. Raises SetError if there is no puzzle."""
    if not chosen.puzzles:
        raise SetError("puzzles: there is no puzzle in this set, and nothing else is graded")
    with speaking(chosen.lang):
        return _assignment(chosen)


def _assignment(chosen: ClassSet) -> dict[str, Any]:
    from ..widgets.table import goal_sentence

    switch = "" if chosen.lang == "en" else f'import tutor\n\ntutor.language("{chosen.lang}")\n\n'
    start = (
        "# " + _("Puzzles for the class"),
        _("This set has {puzzles}. Run one cell after the other with Shift and Enter.").format(puzzles=counted(chosen)),
        _("Write your play between the quotes: cards like 3s or 5d5h, or - for a pass."),
        _("The cell below your play says whether it is allowed. Whether it is right comes out when it is graded."),
    )
    cells = [
        _text("title", "\n\n".join(start)),
        _code("imports", f"{switch}from tutor.lessons import CardTable"),
    ]
    for n, puzzle in enumerate(chosen.puzzles, 1):
        position = str(puzzle.position)
        cells += [
            _text(f"puzzle-{n}", "## " + _("Puzzle {n}").format(n=n) + "\n\n"
                  + goal_sentence(puzzle.goal, any(puzzle.position.hidden))),
            _code(f"puzzle-{n}-table", f'CardTable("{position}", hints=False)'),
            _code(f"puzzle-{n}-answer", f'answer_{n} = ""'),
            check_cell(
                f"puzzle-{n}",
                f"{switch}{IMPORT}\n\n"
                f'allowed("{position}", answer_{n})\n'
                "### BEGIN HIDDEN TESTS\n"
                f'right("{position}", "{puzzle.goal}", answer_{n})\n'
                "### END HIDDEN TESTS",
                POINTS[level_of(puzzle)],
            ),
        ]  # fmt: skip
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    told = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": told, "nbformat": 4, "nbformat_minor": 5}


def write_assignment(chosen: ClassSet, course: str | Path) -> list[Path]:
    """Write the assignment into a course folder of nbgrader, and the settings if it has none; returns the files.

    Raises SetError if the folder holds an assignment of this name or settings without `only_plays`, OSError.
    """
    course = Path(course)
    book, config = course / "source" / chosen.name / f"{chosen.name}.ipynb", course / "nbgrader_config.py"
    content = (json.dumps(assignment(chosen), ensure_ascii=False, indent=1) + "\n").encode()
    if book.parent.exists():
        raise SetError("out: {folder} is there already", folder=quote(str(book.parent)))
    files = {book: content}
    if not config.exists():
        files[config] = CONFIG.encode()
    elif "tutor.classroom.nbgrader.only_plays" not in config.read_text(encoding="utf-8", errors="replace"):
        raise SetError(
            "out: {file} does not name tutor.classroom.nbgrader.only_plays among the "
            "sanitize_preprocessors of Autograde, so the pupils' code would be run",
            file=quote(str(config)),
        )
    for path, data in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, data)
    return list(files)


__all__ = ["allowed", "assignment", "only_plays", "right", "write_assignment"]
