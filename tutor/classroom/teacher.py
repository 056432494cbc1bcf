"""What the teacher's notebook calls. A wrong call answers with one friendly line, and so does what uses its answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from html import escape
from pathlib import Path
from typing import Any

from ..charts import Picture
from ..explain import trouble
from ..locale import _
from ..widgets.board import Board
from . import results, sets
from .sets import ClassSet

PUPILS_FOLDER, TEACHERS_FOLDER = "pupils", "teacher"


def said(*lines: str) -> Picture:
    """Lines that a notebook shows as paragraphs."""
    return Picture("".join(f"<p>{escape(line)}</p>" for line in lines), "\n".join(lines))


def _friendly(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except (ValueError, OSError, TypeError) as error:
        return said(trouble(error))


@wraps(sets.make_set, assigned=())
def class_set(*given: Any, **named: Any) -> Any:
    """Choose a set, as `tutor.classroom.sets.make_set`; the same seed gives the same set."""
    return _friendly(lambda: sets.make_set(*given, **named))


def lesson_plan(chosen: Any) -> Any:
    """The lesson plan of a set, with minutes."""
    return _for_set(chosen, lambda one: _Markdown(sets.plan_text(one)))


def on_the_wall(chosen: Any, number: int = 1) -> Any:
    """A puzzle of a set for the projector, counted from 1."""
    return _for_set(chosen, lambda one: Board(sets.choose_puzzle(one, number)))


def write_files(chosen: Any, folder: str = "", large: bool = False) -> Any:
    """Write the files of a set into a new folder; without its name, only say which they would be."""

    def write(one: ClassSet) -> Picture:
        if not folder:
            names = [f"{PUPILS_FOLDER}/{one.name}.ipynb", f"{PUPILS_FOLDER}/sheet.pdf"]
            names += [f"{TEACHERS_FOLDER}/{file}" for file in ("set.json", "plan.md", "key.pdf")]
            return said(_("Name a folder, and these files are written into it:"), *names)
        told: list[str] = []
        written = sets.write_set(one, folder, large, say=told.append)
        return said(*told, _("Written:"), *(path.as_posix() for path in written))

    return _for_set(chosen, write)


def class_results(*files: Any, csv: str = "") -> Any:
    """The results in what pupils handed in: the set file and their files, or folders of them, or a class database."""

    def read() -> Any:
        found = results.read_results(map(str, files))
        if csv:
            Path(csv).write_text("\ufeff" + found.to_csv(), encoding="utf-8", newline="")
        return found

    return _friendly(read)


def made_up_class(chosen: Any, pupils: int = 12, seed: int = 1) -> Any:
    """Results of a class that there is not, to see what results look like."""
    return _for_set(chosen, lambda one: results.made_up_class(one, pupils, seed))


class _Markdown:
    """Text that a notebook sets as Markdown."""

    def __init__(self, text: str) -> None:
        self._text = text

    def _repr_markdown_(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return self._text


def _for_set(chosen: Any, call: Callable[[ClassSet], Any]) -> Any:
    if isinstance(chosen, Picture):  # what went wrong when the set was chosen
        return chosen
    if not isinstance(chosen, ClassSet):
        return said(_("Give a set first, as class_set makes it."))
    return _friendly(lambda: call(chosen))


__all__ = ["class_results", "class_set", "lesson_plan", "made_up_class", "on_the_wall", "write_files"]
