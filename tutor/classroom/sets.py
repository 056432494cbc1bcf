"""Sets for a class: puzzles and drills chosen by what they teach, how hard they are and a seed.

A set is a JSON file (the teacher's). From it are made a notebook for the pupils, which poses the puzzles and holds no
answer (the solver judges what is played), and a lesson plan. The same choice with the same seed gives the same set.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import puzzles
from ..errors import NotationError, quote
from ..kinds import KINDS
from ..locale import _, language, languages, ngettext, worded
from ..progress.items import Item
from ..progress.store import replace_file
from ..puzzles import Puzzle
from ..themes import THEMES

FORMAT, VERSION = "tienlen-set", 1

LEVELS = {"easy": (0, 1300), "medium": (1300, 1500), "hard": (1500, 10_000)}
"""From which rating on (and below which) a puzzle is of that difficulty: about a third of the shipped ones each."""

MINUTES = {"easy": 2, "medium": 4, "hard": 6}
"""What a pupil takes for one puzzle."""

DRILL_MINUTES, START_MINUTES, END_MINUTES = 3, 5, 10

DRILLS = {
    "SortCards": 1,
    "NameIt": 2,
    "BeatIt": 3,
    "ChopIt": 4,
    "SplitHand": 7,
    "CountCards": 8,
}
"""The exercises that can be made from a seed, each with the lesson that teaches it."""

KIND_LESSON = {
    "open": 9, "hidden": 9, "save": 8, "place": 8, "points": 5, "chop": 4, "lead": 7, "split": 7, "": 9,
}  # fmt: skip
THEME_LESSON = {
    theme: lesson
    for lesson, themes in {
        3: ("pass-although-you-can", "suit-of-the-top-card"),
        4: (
            "chop-now", "do-not-chop", "keep-the-bomb", "break-the-bomb", "bait-the-bomb", "mind-the-bomb", "over-bomb",
        ),
        7: (
            "keep-the-pair", "break-the-pair", "break-the-three", "keep-the-straight", "break-the-straight",
            "two-straights", "lead-the-pair", "lead-long", "count-the-tempo",
        ),
        8: (
            "block-the-last-card", "twos-first", "twos-last", "keep-the-two", "keep-control", "low-card-first",
            "lead-high", "take-it-low", "take-it-high", "regain-the-lead", "inherited-lead", "unbeatables-last-but-one",
        ),
        12: ("keep-the-five", "break-the-five", "spend-the-five"),
    }.items()
    for theme in themes
}  # fmt: skip
"""Which lesson teaches a theme; one of a teacher's own is in none."""

MOST_PUZZLES, MOST_DRILLS = 100, 20
LARGEST = 2_000_000
"""Bytes of a set file; a hundred puzzles take a fiftieth of it."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")


class SetError(NotationError):
    """A set that cannot be made or read; one line that names the field and quotes what was given."""


@dataclass(frozen=True, slots=True)
class Drill:
    """An exercise made from a seed: the name of its widget."""

    name: str
    seed: int


@dataclass(frozen=True, slots=True)
class ClassSet:
    """The puzzles and drills of a set, in order. `id` is its name and a mark of its content: answers carry it.

    `lang` is the language of the pupils' files, `level` the difficulty asked for.
    """

    name: str
    lang: str
    level: str
    seed: int
    puzzles: tuple[Puzzle, ...]
    drills: tuple[Drill, ...] = ()

    @property
    def id(self) -> str:
        """The name and six letters that change with the content, such as `tuesday-3fa2c1`."""
        said = (
            [(str(each.position), each.goal) for each in self.puzzles],
            [(each.name, each.seed) for each in self.drills],
        )
        return f"{self.name}-{hashlib.sha256(repr(said).encode()).hexdigest()[:6]}"

    def keys(self) -> dict[str, Puzzle | Drill]:
        """Every puzzle and drill by the name under which its answers are kept, in the order of the notebook."""
        drills = {f"set-{self.id}/d{n}": each for n, each in enumerate(self.drills, 1)}
        return {**drills, **{f"set-{self.id}/{n}": each for n, each in enumerate(self.puzzles, 1)}}

    @property
    def minutes(self) -> int:
        """How long a class takes, talk at the start and at the end included."""
        return sum(minutes for minutes, _what in plan_of(self))

    def __str__(self) -> str:
        rows = [
            f"{n}. {puzzles.title_of(each)}  {each.position}  {each.goal}" for n, each in enumerate(self.puzzles, 1)
        ]
        return "\n".join(
            [self.id, *(f"d{n}. {each.name}({each.seed})" for n, each in enumerate(self.drills, 1)), *rows]
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from .preview import html

        return html(self)


def level_of(puzzle: Puzzle) -> str:
    """How hard a puzzle is: easy, medium or hard."""
    rating = Item.of(puzzle).rating.rating
    return next(name for name, (low, high) in LEVELS.items() if low <= rating < high)


def lessons_for(puzzle: Puzzle | Drill) -> tuple[int, ...]:
    """The lessons, two at most, that teach most of what a puzzle or drill needs."""
    if isinstance(puzzle, Drill):
        return (DRILLS[puzzle.name],)
    if puzzle.position.rules.five_card_hands:
        return (12,)
    known = [THEME_LESSON[theme] for theme in puzzle.themes if theme in THEME_LESSON]
    found = Counter(known or [KIND_LESSON[puzzle.kind]])
    return tuple(sorted(sorted(found, key=lambda lesson: (-found[lesson], lesson))[:2]))


# ------------------------------------------------------------------ choosing


def make_set(
    theme: str | Sequence[str] = (),
    difficulty: str = "",
    kind: str | Sequence[str] = (),
    number: int = 6,
    seed: int = 0,
    lang: str = "",
    pack: str | Path | None = None,
    drills: int = 2,
    name: str = "",
    rules: str = "",
) -> ClassSet:
    """Choose a set: `number` puzzles with one of the themes and of one of the kinds, and `drills` exercises.

    What is not said does not matter; `rules` is a profile such as `pagat`, `pack` a file to choose from instead of the
    puzzles that came along. The easier puzzles come first. Raises SetError, and ValueError for a
    pack that cannot be read.

    >>> make_set(number=3, seed=1) == make_set(number=3, seed=1)
    True
    """
    themes, kinds = _words(theme), _words(kind)
    _one_of("theme", themes, tuple(THEMES))
    _one_of("kind", kinds, KINDS)
    _one_of("difficulty", _words(difficulty), tuple(LEVELS))
    _one_of("lang", _words(lang), languages())
    _one_of("rules", _words(rules), ("pagat", "sheet", "big-two", "pusoy-dos"))
    _whole("number", number, 0, MOST_PUZZLES)
    _whole("drills", drills, 0, MOST_DRILLS)
    _whole("seed", seed, 0, 10**9)
    if not number and not drills:
        raise SetError("number: a set needs a puzzle or a drill")
    name = name or f"set{seed}"
    if not _NAME.fullmatch(name):
        raise SetError("name: {name} may hold letters from a to z, digits, - and _, 40 at most", name=quote(name))
    fitting = [
        each
        for each in puzzles.load(pack)
        if (not themes or set(themes) & set(each.themes))
        and (not kinds or each.kind in kinds)
        and (not difficulty or level_of(each) == difficulty)
        and (not rules or each.position.rules.profile == rules)
    ]
    if len(fitting) < number:
        raise SetError(
            "number: {number} is more than the {fitting} puzzles that fit", number=quote(number), fitting=len(fitting)
        )
    # by a hash, not by a shuffle: a puzzle that is added later changes one place of a set, not all of it
    fitting.sort(key=lambda each: hashlib.sha256(f"{seed}:{each.id}:{each.position}".encode()).digest())
    chosen = sorted(fitting[:number], key=lambda each: (Item.of(each).rating.rating, each.id))
    return ClassSet(name, lang or language(), difficulty, seed, tuple(chosen), _drills(chosen, seed, drills))


def _drills(chosen: Sequence[Puzzle], seed: int, number: int) -> tuple[Drill, ...]:
    """Exercises that lead up to the puzzles: those of their lessons first."""
    lessons = {lesson for each in chosen for lesson in lessons_for(each)}
    order = sorted(DRILLS, key=lambda name: (DRILLS[name] not in lessons, DRILLS[name]))
    return tuple(Drill(order[n % len(order)], seed * 100 + n) for n in range(number))


def _words(given: str | Sequence[str]) -> tuple[str, ...]:
    return ((given,) if given else ()) if isinstance(given, str) else tuple(given)


def _one_of(field: str, given: Sequence[str], known: Sequence[str]) -> None:
    for each in given:
        if each not in known:
            raise SetError("{name}: {value} is none of {known}", name=field, value=quote(each), known=", ".join(known))


def _whole(field: str, number: object, least: int, most: int) -> None:
    if type(number) is not int or not least <= number <= most:
        raise SetError(
            "{field}: {number} is no whole number from {least} to {most}",
            field=field,
            number=quote(number),
            least=least,
            most=most,
        )


# ------------------------------------------------------------------ the file


def set_text(chosen: ClassSet) -> str:
    """The set as JSON. It names no answers, but themes and notes hint at them: it is the teacher's."""
    data = {
        "format": FORMAT,
        "version": VERSION,
        "id": chosen.id,
        "name": chosen.name,
        "lang": chosen.lang,
        "level": chosen.level,
        "seed": chosen.seed,
        "puzzles": [
            {"id": each.id, "title": each.title, "position": str(each.position), "goal": each.goal, "kind": each.kind,
             "themes": list(each.themes), "note": each.note}
            | ({"rating": each.rating} if each.rating else {})
            for each in chosen.puzzles
        ],
        "drills": [{"name": each.name, "seed": each.seed} for each in chosen.drills],
    }  # fmt: skip
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def is_set(content: bytes) -> bool:
    """Whether a file says of itself that it is a set."""
    head = content[:200].lstrip(b"\xef\xbb\xbf \r\n\t")
    return head.startswith(b"{") and f'"{FORMAT}"'.encode() in head


def read_set(path: str | Path) -> ClassSet:
    """The set in a file; its answers are searched out. Raises SetError that names the file and the field, OSError."""
    path = Path(path)
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    try:
        return _read(content)
    except ValueError as error:
        raise SetError("{field}: {why}", field=path.name, why=error) from error


def _read(content: bytes) -> ClassSet:
    if len(content) > LARGEST:
        raise SetError("file: is longer than {most} bytes", most=LARGEST)
    try:
        data = json.loads(content.decode("utf-8-sig"))
    except RecursionError:
        raise SetError("file: too many brackets in brackets") from None
    except ValueError:
        raise SetError("file: this is no JSON") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SetError("format: this is no set")
    if data.get("version") != VERSION:
        raise SetError(
            "version: {version} is not {known}; a newer program has written it",
            version=quote(data.get("version")),
            known=VERSION,
        )
    for field, known in (("lang", languages()), ("level", ("", *LEVELS))):
        if data.get(field) not in known:
            raise SetError(
                "{name}: {value} is none of {known}", name=field, value=quote(data.get(field)), known=", ".join(known)
            )
    if not isinstance(data.get("name"), str) or not _NAME.fullmatch(data["name"]):
        raise SetError("name: {name} is no name of a set", name=quote(data.get("name")))
    _whole("seed", data.get("seed"), 0, 10**9)
    rows: dict[str, list[dict[str, Any]]] = {}
    for field, most in (("puzzles", MOST_PUZZLES), ("drills", MOST_DRILLS)):
        listed = data.get(field)
        if not isinstance(listed, list) or len(listed) > most or any(type(row) is not dict for row in listed):
            raise SetError("{field}: is no list of at most {most}", field=field, most=most)
        rows[field] = listed
    found = []
    for number, row in enumerate(rows["puzzles"], 1):
        try:
            found.append(puzzles._puzzle({key: value for key, value in row.items() if value} | {"answer": None}))
        except ValueError as error:
            raise SetError("puzzle {number}, {error}", number=number, error=error) from error
    drills = []
    for row in rows["drills"]:
        _one_of("drills", [str(row.get("name"))], tuple(DRILLS))
        _whole("drills", row.get("seed"), 0, 10**12)
        drills.append(Drill(row["name"], row["seed"]))
    made = ClassSet(data["name"], data["lang"], data["level"], data["seed"], tuple(found), tuple(drills))
    if data.get("id") != made.id:
        raise SetError(
            "id: {id} does not fit the puzzles, which make it {made}; were they changed?",
            id=quote(data.get("id")),
            made=quote(made.id),
        )
    return made


# ------------------------------------------------------------------ the pupils' notebook, the teacher's plan


@contextlib.contextmanager
def speaking(lang: str) -> Iterator[None]:
    """The language of a set, for as long as its files are written."""
    before = language()
    language(lang)
    try:
        yield
    finally:
        language(before)


def counted(chosen: ClassSet) -> str:
    """How many puzzles there are, in words."""
    number = len(chosen.puzzles)
    return ngettext("{n} puzzle", "{n} puzzles", number).format(n=number)


def notebook(chosen: ClassSet) -> dict[str, Any]:
    """The pupils' notebook. No answer, theme or note is in it."""
    with speaking(chosen.lang):
        return _notebook(chosen)


def _notebook(chosen: ClassSet) -> dict[str, Any]:
    cells: list[dict[str, Any]] = []

    def text(name: str, *lines: str) -> None:
        cells.append({"cell_type": "markdown", "id": name, "metadata": {}, "source": "\n\n".join(lines)})

    def code(name: str, source: str) -> None:
        text(name, source)
        cells[-1] |= {"cell_type": "code", "execution_count": None, "outputs": []}

    text(
        "title",
        "# " + _("Puzzles for the class"),
        _("This set has {puzzles}. Run one cell after the other with Shift and Enter.").format(puzzles=counted(chosen)),
        _("Your first play counts. Afterwards try whatever you like."),
    )
    switch = "" if chosen.lang == "en" else f'import tutor\n\ntutor.language("{chosen.lang}")\n\n'
    code("imports", f"{switch}from tutor.lessons import Drill, SetPuzzle, hand_in, i_am")
    text(
        "name", _("Write a nickname between the quotes; your real name is not needed. Leave it empty, and you get one.")
    )
    code("name-cell", 'i_am("")')
    profile = chosen.puzzles[0].position.rules.profile if chosen.puzzles else "pagat"
    for n, drill in enumerate(chosen.drills, 1):
        text(f"drill-{n}", "## " + _("Warm-up {n}").format(n=n))
        code(f"drill-{n}-cell", f'Drill("{chosen.id}", {n}, "{drill.name}", seed={drill.seed}, rules="{profile}")')
    for n, puzzle in enumerate(chosen.puzzles, 1):
        goal = "" if puzzle.goal == "first" else f', goal="{puzzle.goal}"'
        text(f"puzzle-{n}", "## " + _("Puzzle {n}").format(n=n))
        code(f"puzzle-{n}-cell", f'SetPuzzle("{chosen.id}", {n}, "{puzzle.position}"{goal})')
    text("end", "## " + _("Hand in"), _("The last cell writes a file beside this notebook. Give it to your teacher."))
    code("end-cell", f'hand_in("{chosen.id}")')
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def plan_of(chosen: ClassSet) -> list[tuple[int, str]]:
    """The steps of the lesson: how many minutes, and what is done."""
    steps = [(START_MINUTES, _("Show one puzzle on the wall. Everybody writes down a play and a reason; then vote."))]
    if chosen.drills:
        number = len(chosen.drills)
        text = ngettext("{n} warm-up, everybody alone.", "{n} warm-ups, everybody alone.", number)
        steps.append((DRILL_MINUTES * number, text.format(n=number)))
    for level in LEVELS:
        number = sum(level_of(each) == level for each in chosen.puzzles)
        if not number:
            continue
        text = {
            "easy": ngettext("{n} easy puzzle, everybody alone.", "{n} easy puzzles, everybody alone.", number),
            "medium": ngettext("{n} medium puzzle, in pairs.", "{n} medium puzzles, in pairs.", number),
            "hard": ngettext("{n} hard puzzle, in pairs.", "{n} hard puzzles, in pairs.", number),
        }[level]
        steps.append((MINUTES[level] * number, text.format(n=number)))
    steps.append(
        (END_MINUTES, _("Talk about the puzzle that most got wrong: who punishes the popular play, and with what?"))
    )
    return steps


def plan_text(chosen: ClassSet) -> str:
    """The lesson plan as Markdown, in the language of the set."""
    with speaking(chosen.lang):
        steps = plan_of(chosen)
        rows = [_("{n} minutes: {what}").format(n=minutes, what=what) for minutes, what in steps]
        lines = [
            f"# {chosen.id}",
            "",
            _("Together {n} minutes.").format(n=sum(n for n, _what in steps)),
            "",
        ]
        lines += [f"{n}. {row}" for n, row in enumerate(rows, 1)]
        lines.append("")
        for n, each in enumerate(chosen.puzzles, 1):
            names = ", ".join(THEMES[theme].name for theme in each.themes if theme in THEMES)
            numbers = ", ".join(map(str, lessons_for(each)))
            text = _("Puzzle {n}, “{title}”. Lessons that teach it: {lessons}.").format(
                n=n, title=puzzles.title_of(each), lessons=numbers
            )
            lines.append(f"- {text}" + (f" ({names})" if names else ""))
        lines += [
            "",
            _("The answers are in the answer key. The pupils' files hold none: the solver judges what is played."),
        ]
        return "\n".join(lines) + "\n"


def choose_puzzle(chosen: ClassSet, number: int = 1) -> Puzzle:
    """The puzzle of this number, counted from 1; a number that there is not becomes the nearest. Raises SetError."""
    if not chosen.puzzles:
        raise SetError("number: there is no puzzle in this set")
    _whole("number", number, -(10**6), 10**6)
    return chosen.puzzles[min(max(number, 1), len(chosen.puzzles)) - 1]


# ------------------------------------------------------------------ the folder


def write_set(
    chosen: ClassSet,
    folder: str | Path,
    large: bool = False,
    print_too: bool = True,
    say: Callable[[str], object] = lambda text: None,
) -> list[Path]:
    """Write everything for a lesson into a new (or empty) folder; returns the files.

    `pupils` gets the notebook and the sheet, `teacher` the set, the plan and the answer key. Sheets need the extra
    `class`; without it the rest is written and `say` is told. Raises SetError if the folder is not empty, OSError.
    """
    folder = Path(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise SetError("out: {folder} is no empty folder", folder=quote(str(folder)))
    contents: dict[str, bytes] = {
        f"pupils/{chosen.name}.ipynb": (json.dumps(notebook(chosen), ensure_ascii=False, indent=1) + "\n").encode(),
        "teacher/set.json": set_text(chosen).encode(),
        "teacher/plan.md": plan_text(chosen).encode(),
    }
    if print_too and chosen.puzzles:
        from .sheets import SheetError, answer_key, sheet

        try:
            contents["pupils/sheet.pdf"] = sheet(chosen, large)
            contents["teacher/key.pdf"] = answer_key(chosen, large)
        except SheetError as error:
            say(worded(error))
    written = []
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, content)
        written.append(path)
    return written


__all__ = [
    "ClassSet",
    "Drill",
    "SetError",
    "choose_puzzle",
    "lessons_for",
    "make_set",
    "notebook",
    "plan_text",
    "read_set",
    "set_text",
    "write_set",
]
