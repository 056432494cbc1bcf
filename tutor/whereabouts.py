"""Where a learner is in a lesson: which exercises are right and which not yet, how the check went, where to go on.

`where_was_i(7)` at the start of a lesson says so, and from then on the first answer to each exercise of that notebook
is kept in the same log as everything else (`tutor.progress`), under the name of its cell: `lesson-07/fewest-six`; after
a wrong one also that it came right. So a lesson can be left at any time and resumed after a restart, on another day, or
begun anew (`where_was_i(7, anew=True)`). Of the check each answer is kept (`lesson-07/check-widget/SEED/QUESTION`), so
that it goes on where it was left.

An exercise knows its cell by what the notebook says of the cell that runs (JupyterLab sends its id), or else by its
source, if that is as shipped. Nothing here may get in a lesson's way: what cannot be kept is not kept.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from html import escape
from typing import Any

from . import course
from .charts import STYLE, Picture
from .errors import quote
from .explain import trouble
from .locale import _, language, ngettext

ANEW = "anew"
"""The answer of the entry that begins a lesson anew: what came before no longer counts."""

NO_EXERCISE = re.compile(r"(CardTable|Dashboard|HouseRules|PlayTable|Position|PositionEditor|Rational|Training)\(")
"""Calls with a capital letter that ask nothing, or that keep their answers themselves."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a lesson under its heading, with the names of the cells that hold an exercise."""

    title: str
    cells: tuple[str, ...]


class _Now:
    """The lesson and the cell that run in this kernel."""

    lesson = 0
    cell = ""
    hooked = False


def where_was_i(lesson: object, learner: str = "", anew: bool = False) -> Picture:
    """How far the learner is in this lesson; from now on its exercises are kept.

    `learner` is a nickname, needed only where several learn on one machine; `anew` begins the lesson again, and what
    was done before is forgotten here (the log still has it). Never raises.
    """
    from .progress import Attempt, AttemptError
    from .progress.attempts import storable
    from .progress.store import is_there
    from .progress.who import learner as who
    from .progress.who import pick, shared_store

    if type(lesson) is not int or not sections(lesson, language()):
        text = _("There is no lesson {lesson}.").format(lesson=quote(lesson))
        return _picture([text], [])
    try:
        name = pick(learner) if learner else who()
    except (AttemptError, TypeError) as error:
        return _picture([trouble(error) if isinstance(error, ValueError) else str(error)], [])
    _Now.lesson = lesson
    _listen()
    if not is_there():  # nobody has answered anything here yet, and looking should leave nothing behind
        return _picture(_told(lesson, name, [], ""), _list(lesson, []))
    store = shared_store()
    log = [each for each in store.attempts(name) if each.puzzle.startswith(_key(lesson))]
    if anew and log:
        store.append(Attempt(name, _key(lesson), storable(datetime.now(UTC)), ANEW, True, kind="lesson"))
        log = []
    begun = next((n for n in range(len(log), 0, -1) if log[n - 1].puzzle == _key(lesson)), 0)
    return _picture(_told(lesson, name, log[begun:], store.warning), _list(lesson, log[begun:]))


def cell() -> str:
    """The key under which the exercise that is being made is kept; "" if none is to be."""
    if not _Now.lesson or not _Now.cell:
        return ""
    return f"{_key(_Now.lesson)}/{_Now.cell}"


def keep(key: str, answer: str, right: bool) -> None:
    """Keep an answer to an exercise. What cannot be kept is left out: a lesson goes on."""
    if not key:
        return
    from .progress import Attempt, AttemptError
    from .progress.attempts import answer_text, storable
    from .progress.who import learner, shared_store

    with contextlib.suppress(AttemptError):
        now = storable(datetime.now(UTC))
        shared_store().append(Attempt(learner(), key, now, answer_text(answer), bool(right), kind="lesson"))


def unfinished(key: str) -> tuple[str, dict[int, bool]]:
    """The seed of a check that was left before its end, and of each question that was answered whether it was right;
    "" and nothing without such a check.
    """
    from .progress.store import is_there
    from .progress.who import learner, shared_store

    seed, answers = "", dict[int, bool]()
    for each in shared_store().attempts(learner()) if key and is_there() else ():
        if each.puzzle in (key, key.partition("/")[0]):  # taken to its end, or the lesson begun anew
            seed, answers = "", {}
        elif each.puzzle.startswith(f"{key}/"):
            its, _slash, number = each.puzzle[len(key) + 1 :].rpartition("/")
            if its != seed:
                seed, answers = its, {}
            if number.isdecimal():
                answers[int(number)] = each.right
    return seed, answers


@lru_cache(maxsize=32)
def sections(lesson: int, lang: str = "en") -> tuple[Section, ...]:
    """The parts of a lesson that hold exercises, in this language; empty if there is no such lesson."""
    found: list[tuple[str, list[str]]] = []
    for each in _notebook(lesson, lang):
        text = course.source(each)
        if each["cell_type"] == "markdown":
            found += [(title, []) for title in re.findall(r"^## (.+)$", text, re.MULTILINE)]
        elif found and _asks(text):
            found[-1][1].append(str(each.get("id", "")))
    return tuple(Section(title.strip(), tuple(cells)) for title, cells in found if cells)


def _asks(source: str) -> bool:
    last = source.strip().splitlines()[-1] if source.strip() else ""
    return bool(re.match(r"[A-Z]\w*\(", last)) and not NO_EXERCISE.match(last)


@lru_cache(maxsize=32)
def _notebook(lesson: int, lang: str) -> Sequence[dict[str, Any]]:
    path = next((path for path in course.sources() if path.name.startswith(f"{lesson:02d}-")), None)
    if path is None:
        return ()
    notebook = json.loads(path.read_text(encoding="utf-8"))
    if lang != "en":
        notebook = course.in_language(path, notebook, lang)
    return tuple(notebook["cells"])


def _key(lesson: int) -> str:
    return f"lesson-{lesson:02d}"


# ------------------------------------------------------------------ which cell runs


def _listen() -> None:
    """Have IPython say which cell it runs; without IPython nothing is kept."""
    if _Now.hooked:
        return
    try:
        from IPython import get_ipython
    except ImportError:
        return
    shell = get_ipython()
    if shell is not None:
        shell.events.register("pre_run_cell", _on_cell)
        _Now.hooked = True


def _on_cell(info: Any) -> None:
    ids = {name for section in sections(_Now.lesson, language()) for name in section.cells}
    given, source = getattr(info, "cell_id", None), str(getattr(info, "raw_cell", "")).strip()
    if given in ids:
        _Now.cell = str(given)
        return
    same = (each for each in _notebook(_Now.lesson, language()) if course.source(each).strip() == source)
    name = next((str(each.get("id", "")) for each in same), "")
    _Now.cell = name if name in ids else ""


# ------------------------------------------------------------------ in words


def _tried(log: Sequence[Any]) -> dict[str, Any]:
    """What counts of each cell that was answered: a right answer, else the first; of the check the last, as it may be
    taken again.
    """
    found: dict[str, Any] = {}
    for each in log:
        name = each.puzzle.partition("/")[2]
        if name == "check-widget" or name not in found or each.right:
            found[name] = each
    return found


def _told(lesson: int, learner: str, log: Sequence[Any], warning: str) -> list[str]:
    parts, tried = sections(lesson, language()), _tried(log)
    every = [name for section in parts for name in section.cells]
    right = sum(name in tried and tried[name].right for name in every)
    wrong = sum(name in tried for name in every) - right
    if not right + wrong:
        told = [_("Lesson {n}, {learner}: you begin here.").format(n=lesson, learner=learner)]
    else:
        text = ngettext(
            "Lesson {n}, {learner}: {right} of {of} exercises is answered right. The last answer was on {day}.",
            "Lesson {n}, {learner}: {right} of {of} exercises are answered right. The last answer was on {day}.",
            right,
        )
        day = max(each.at for each in log).astimezone().date().isoformat()
        told = [text.format(n=lesson, learner=learner, right=right, of=len(every), day=day)]
        if wrong:
            text = ngettext(
                "{n} was tried and is still to be got right: {sections}.",
                "{n} were tried and are still to be got right: {sections}.",
                wrong,
            )
            titles = [
                part.title for part in parts if any(not tried[name].right for name in part.cells if name in tried)
            ]
            told.append(text.format(n=wrong, sections="; ".join(titles)))
        left = next((section.title for section in parts if not set(section.cells) <= set(tried)), "")
        if left:
            told.append(_("Go on with “{section}”.").format(section=left))
        elif not wrong:
            told.append(_("All of it is done."))
        told.append(_("To begin anew, run {call}.").format(call=f"where_was_i({lesson}, anew=True)"))
    check = tried.get("check-widget")
    if check is not None:
        text = _("The check is passed ({score}).") if check.right else _("The check is not passed yet ({score}).")
        told.append(text.format(score=check.answer))
    return [" ".join(told), *filter(None, [warning])]


def _list(lesson: int, log: Sequence[Any]) -> list[tuple[str, str, str]]:
    """For each part its title, how many of its exercises are right, and its state: done, to try again, or open."""
    tried, rows = _tried(log), []
    for section in sections(lesson, language()) if tried else ():
        found = [tried[name].right for name in section.cells if name in tried]
        state = _("try again") if len(found) == len(section.cells) else _("open")
        if sum(found) == len(section.cells):
            state = _("done")
        rows.append((section.title, f"{sum(found)}/{len(section.cells)}", state))
    return rows


def _picture(told: Sequence[str], rows: Sequence[tuple[str, str, str]]) -> Picture:
    said = "".join(f"<p>{escape(line)}</p>" for line in told)
    done = _("done")
    items = "".join(
        f"<tr><th scope=row style='text-align:start'>{escape(title)}</th><td>{count}</td>"
        f"<td>{'✓ ' if state == done else ''}{escape(state)}</td></tr>"
        for title, count, state in rows
    )
    table = f"<table><tbody>{items}</tbody></table>" if items else ""
    text = "\n".join([*told, *("  ".join(row) for row in rows)])
    return Picture(f'{STYLE}<div class="tlc">{said}{table}</div>', text)
