"""Results of a class: the files that pupils hand in, read, judged again and summed up.

Nothing in a file is believed. What was played is judged again by the solver, a file that is damaged or changed by hand
is reported by name, and what can be read of it counts. Who handed in twice is one pupil; two pupils with one nickname
stay two. Reading never raises for a pupil's file.
"""

from __future__ import annotations

import contextlib
import csv
import hashlib
import io
import itertools
import json
import random
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from html import escape
from pathlib import Path
from uuid import UUID

from ..charts import STYLE, Picture, bars
from ..combinations import Play
from ..errors import NotationError, Refusal, quote, system
from ..explain import Cast, short_reason, show
from ..locale import _, ngettext, worded
from ..progress import Attempt, AttemptError, ExchangeError, StoreError, open_store
from ..progress.attempts import FIELDS, in_order
from ..progress.exchange import at_line, guarded, read, to_lines
from ..progress.store import without_password
from ..puzzles import Puzzle, solved, title_of
from ..reasons import why_not
from .sets import ClassSet, Drill, SetError, is_set, lessons_for, read_set

LARGEST = 5_000_000
"""Bytes of a pupil's file; an answer takes about 150."""

MOST_FILES = 5000
LARGEST_SUM = 200_000_000
"""Bytes of all files together, which are in memory at one time."""

MOST_LINES = 20_000
MOST_DAMAGED = 1000
"""Lines or rows of one file that cannot be read; after so many the rest of it is left out."""

MOST_FAULTS = 20
"""Faults of one file that are named one by one."""

COMMON = 3
"""Wrong plays of a puzzle that are explained."""

NEEDED = 2 / 3
"""Who is right less often than this in the puzzles of a lesson is advised to repeat it."""

_BETWEEN = re.compile(r"[\[\],\s]*")

Key = tuple[str, str]
"""A pupil and a puzzle's key."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a file: its name, and what, in a sentence."""

    file: str
    message: str

    def __str__(self) -> str:
        # pupils choose the names of their files, and a terminal obeys control characters
        return f"{self.file if self.file.isprintable() else quote(self.file)}: {self.message}"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong play, how many began with it, and why it fails."""

    answer: str
    pupils: int
    why: str


@dataclass
class Results:
    """Who answered what at the first try. `first` has the first answer of each pupil to each puzzle, judged again."""

    of: ClassSet
    first: dict[Key, Attempt] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    @property
    def pupils(self) -> list[str]:
        """Everybody who has answered something, in the order of the alphabet, numbers by size."""
        return sorted({pupil for pupil, _key in self.first}, key=_in_order)

    def right(self, key: str) -> tuple[int, int]:
        """How many were right at the first try, and how many answered."""
        found = [attempt.right for (_pupil, each), attempt in self.first.items() if each == key]
        return sum(found), len(found)

    def mistakes(self, key: str) -> list[Mistake]:
        """The wrong first plays of a puzzle, the most common first, the first `COMMON` of them with the reason."""
        item = self.of.keys()[key]
        if isinstance(item, Drill):
            return []
        wrong = Counter(
            attempt.answer for (_pupil, each), attempt in self.first.items() if each == key and not attempt.right
        )
        ranked = sorted(wrong.items(), key=lambda each: (-each[1], each[0]))
        return [
            Mistake(answer, number, why_wrong(item, answer) if place < COMMON else "")
            for place, (answer, number) in enumerate(ranked)
        ]

    def lessons(self, pupil: str) -> list[int]:
        """The lessons that a pupil should repeat, the most needed first."""
        right, tried = Counter[int](), Counter[int]()
        for key, item in self.of.keys().items():
            attempt = self.first.get((pupil, key))
            if attempt is None:
                continue
            for lesson in lessons_for(item):
                tried[lesson] += 1
                right[lesson] += attempt.right
        weak = [lesson for lesson in tried if right[lesson] < NEEDED * tried[lesson]]
        return sorted(weak, key=lambda lesson: (right[lesson] - tried[lesson], lesson))

    def to_csv(self) -> str:
        """One line a pupil and puzzle, for a spreadsheet; no cell is a formula."""
        target = io.StringIO()
        writer = csv.writer(target)
        writer.writerow(["pupil", "puzzle", "position", "goal", "answer", "right", "seconds", "hints", "at"])
        for key, item in self.of.keys().items():
            position, goal = (item.name, "") if isinstance(item, Drill) else (str(item.position), item.goal)
            for pupil in self.pupils:
                each = self.first.get((pupil, key))
                given = ("", "", "", "", "") if each is None else (
                    each.answer, "true" if each.right else "false", f"{each.seconds:g}", str(each.hints),
                    each.at.isoformat(),
                )  # fmt: skip
                writer.writerow([_cell(text) for text in (pupil, _short(key), position, goal, *given)])
        return target.getvalue()

    # -- in words and pictures ---------------------------------------------------------------------

    def chart(self) -> Picture:
        """The share of each puzzle that was right at the first try; one that nobody tried has none and is left out."""
        counted = {_name(key, item): self.right(key) for key, item in self.of.keys().items()}
        shares = {name: right / tried for name, (right, tried) in counted.items() if tried}
        if not shares:
            text = self._summary()
            return Picture(f"<p>{escape(text)}</p>", text)
        return bars(shares, _("Right at the first try"), columns=[_("puzzle"), _("right at the first try")])

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Heads and rows: a pupil, a mark for each puzzle, how many are right, which lessons to repeat."""
        keys = list(self.of.keys())
        heads = [_("pupil"), *map(_short, keys), _("right"), _("lessons to repeat")]
        rows = []
        for pupil in self.pupils:
            marks = []
            for key in keys:
                each = self.first.get((pupil, key))
                marks.append(
                    "" if each is None else "✓" if each.right and not each.hints else "(✓)" if each.right else "✗"
                )
            right = sum(self.first[pupil, key].right for key in keys if (pupil, key) in self.first)
            rows.append([pupil, *marks, str(right), ", ".join(map(str, self.lessons(pupil)))])
        return heads, rows

    def notes(self) -> list[str]:
        """What nobody tried, or commonly played wrong and why that fails, a line each; the answer is not named."""
        lines = []
        for key, item in self.of.keys().items():
            if not self.right(key)[1]:
                lines.append(_("{puzzle}: nobody has answered yet.").format(puzzle=_number(key, item)))
            for each in self.mistakes(key)[:COMMON]:
                text = ngettext(
                    "{puzzle}: {n} pupil began with {play}. {why}",
                    "{puzzle}: {n} pupils began with {play}. {why}",
                    each.pupils,
                )
                lines.append(
                    text.format(
                        puzzle=_number(key, item), n=each.pupils, play=_shown(item, each.answer), why=each.why
                    ).strip()
                )
        return lines

    def _summary(self) -> str:
        number = len(self.pupils)
        if not number:
            return _("Set {name}: nobody has answered yet.").format(name=self.of.id)
        text = ngettext("Set {name}: {n} pupil has handed in.", "Set {name}: {n} pupils have handed in.", number)
        return text.format(name=self.of.id, n=number)

    def __str__(self) -> str:
        faults = "\n".join(map(str, self.faults))
        if not self.first:
            return "\n\n".join(filter(None, [self._summary(), faults]))
        heads, rows = self.table()
        widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in (heads, *rows)
        ]
        parts = [
            self._summary(),
            "\n".join(lines),
            str(self.chart()),
            "\n".join(self.notes()),
            faults,
        ]
        return "\n\n".join(filter(None, parts))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        faults = "".join(f"<li>{escape(str(fault))}</li>" for fault in self.faults)
        if not self.first:
            listed = f"<ul>{faults}</ul>" if faults else ""
            return f'{STYLE}<div class="tlc"><p>{escape(self._summary())}</p>{listed}</div>'
        heads, rows = self.table()
        head = "".join(f"<th scope=col>{escape(text)}</th>" for text in heads)
        body = "".join(
            f"<tr><th scope=row>{escape(row[0])}</th>{''.join(f'<td>{_marked(text)}</td>' for text in row[1:])}</tr>"
            for row in rows
        )
        notes = "".join(f"<li>{escape(line)}</li>" for line in self.notes())
        table = f"<div style='overflow-x:auto'><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        lists = "".join(f"<ul>{items}</ul>" for items in (notes, faults) if items)
        above = f'{STYLE}<div class="tlc"><p>{escape(self._summary())}</p>{table}</div>'
        return f'{above}{self.chart()._repr_html_()}<div class="tlc">{lists}</div>'


def _in_order(name: str) -> list[tuple[bool, int, str]]:
    parts = re.findall(r"[0-9]{1,9}|[^0-9]+|[0-9]+", name.casefold())
    return [
        (not part[0].isdecimal(), int(part) if part[0].isdecimal() and len(part) < 10 else 0, part) for part in parts
    ]


def _marked(mark: str) -> str:
    """A mark that a screen reader says in words."""
    words = {"✓": _("right"), "✗": _("wrong"), "(✓)": _("right, with hints"), "": _("not answered")}
    if mark not in words:
        return escape(mark)
    return f'<span role="img" aria-label="{escape(words[mark])}">{escape(mark)}</span>'


def _short(key: str) -> str:
    return key.rpartition("/")[2]


def _number(key: str, item: Puzzle | Drill) -> str:
    text = _("Warm-up {n}") if isinstance(item, Drill) else _("Puzzle {n}")
    return text.format(n=_short(key).lstrip("d"))


def _name(key: str, item: Puzzle | Drill) -> str:
    return _number(key, item) if isinstance(item, Drill) else f"{_number(key, item)}: {title_of(item)}"


def _shown(item: Puzzle | Drill, answer: str) -> str:
    if isinstance(item, Drill) or answer == "-":
        return _("a pass") if answer == "-" else answer
    try:
        return show(Play.parse(answer, item.position.rules))
    except NotationError:
        return quote(answer)


def _cell(text: str) -> str:
    # a spreadsheet that parts cells by semicolons or tabs would begin a new one there, with whatever follows
    return guarded(text.replace(";", ",").replace("\t", " "))


# ------------------------------------------------------------------ judging


def judged(puzzle: Puzzle, answer: str) -> bool | None:
    """Whether the solver calls the answer right; None if it is no play that was allowed."""
    try:
        play = Play.parse(answer, puzzle.position.rules)
    except NotationError:
        return None
    solution = solved(puzzle.position, puzzle.goal)
    verdict = next((each for each in solution.plays if each.play == play), None)
    return None if verdict is None else verdict.value == solution.value


def why_wrong(puzzle: Puzzle, answer: str) -> str:
    """Why a wrong play fails, in words; "" for one that cannot be explained."""
    from ..widgets.base import seat_names

    try:
        play = Play.parse(answer, puzzle.position.rules)
    except NotationError:
        return ""
    solution = solved(puzzle.position, puzzle.goal)
    verdict = next((each for each in solution.plays if each.play == play), None)
    if verdict is None or puzzle.goal == "fewest":
        return ""
    cast = Cast(you=solution.hero, names=seat_names())
    told = [why_not(puzzle.position, verdict, solution, cast), short_reason(puzzle.position, verdict.line, cast)]
    return " ".join(filter(None, told))


# ------------------------------------------------------------------ reading what is handed in


def read_results(files: Iterable[str | Path], chosen: ClassSet | str | Path | None = None) -> Results:
    """The results in these files, of the set given or of the first set file among them; a folder stands for its files,
    and an address like `postgresql+psycopg://...` for the answers in a class database.

    Raises SetError if there is no set; every other trouble is one of `faults`.
    """
    given = [str(each) for each in files]
    addresses = [each for each in given if "://" in each]
    paths, faults = _listed(each for each in given if "://" not in each)
    found = chosen if isinstance(chosen, ClassSet) else read_set(chosen) if chosen else None
    contents: dict[str, bytes] = {}
    twins: dict[bytes, str] = {}
    for path in paths:
        try:
            content = _content(path)
        except (OSError, ValueError) as error:
            why = system(error) if isinstance(error, OSError) else error
            faults.append(Fault(path.name, _("cannot be read ({reason})").format(reason=worded(why))))
            continue
        if is_set(content):
            try:
                one = read_set(path)
            except SetError as error:
                faults.append(Fault(path.name, worded(error).removeprefix(f"{path.name}: ")))
                continue
            found = found or one
            if one.id != found.id:
                text = _("is another set than {name}, so it is left out")
                faults.append(Fault(path.name, text.format(name=quote(found.id))))
            continue
        name = path.name if path.name not in contents else str(path)
        twin = twins.setdefault(hashlib.sha256(content).digest(), name)
        if twin != name:
            faults.append(Fault(name, _("is the same as {file}").format(file=twin)))
        elif sum(map(len, contents.values())) + len(content) > LARGEST_SUM:
            faults.append(Fault(name, _("is one file too many")))
        else:
            contents[name] = content
    for address in addresses:
        name = without_password(address)
        contents[name], wrong = _in_database(address, name, found.keys() if found else {})
        faults += wrong
    if found is None:
        said = "".join(f"; {fault}" for fault in faults[:1])
        raise SetError("FILES: none of them is a set; name the set file, too (teacher/set.json){said}", said=said)
    return collected(found, contents, faults)


def _in_database(address: str, name: str, keys: Container[str]) -> tuple[bytes, list[Fault]]:
    """The answers to these puzzles in a class database as a file has them, and rows that are no answers. Pupil by
    pupil: whoever wrote many of those hides nobody else's."""
    store, content = open_store(address), ""
    faults = [Fault(name, store.warning)] if store.warning else []
    if store.inner is None:
        return b"", faults
    try:
        learners = store.inner.learners()
    except StoreError as error:
        return b"", [*faults, Fault(name, worded(error))]
    for learner in learners:
        try:
            content += to_lines(each for each in store.inner.attempts(learner) if each.puzzle in keys)
        except (StoreError, AttemptError) as error:
            faults.append(Fault(f"{name}, {quote(learner)}", worded(error)))
            continue
        wrong = [_("a damaged row: {fault}").format(fault=each) for each in store.inner.faults]
        faults += [Fault(f"{name}, {quote(learner)}", text) for text in _first(wrong)]
    store.close()
    return content.encode(), faults


def _listed(files: Iterable[str | Path]) -> tuple[list[Path], list[Fault]]:
    """The files, and those in the folders among them, in order and each once."""
    paths: list[Path] = []
    for given in files:
        path = Path(given)
        inside = (
            sorted(each for each in path.iterdir() if each.suffix.lower() in (".csv", ".json", ".jsonl"))
            if path.is_dir()
            else [path]
        )
        paths += [each for each in inside if each not in paths]
    faults = [Fault(str(path), _("is one file too many")) for path in paths[MOST_FILES:]]
    return paths[:MOST_FILES], faults


def _content(path: Path) -> bytes:
    if path.exists() and not path.is_file():  # a pipe would make us wait for ever
        raise ValueError(_("it is no file"))
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise ValueError(_("it is too large"))
    return content


def collected(chosen: ClassSet, contents: Mapping[str, bytes], faults: Sequence[Fault] = ()) -> Results:
    """The results in files that have been read, by name. Never raises for what they hold."""
    results = Results(chosen, faults=list(faults))
    keys = chosen.keys()
    groups: dict[str, list[tuple[str, dict[UUID, Attempt]]]] = {}
    owners: dict[UUID, str] = {}
    for name, content in contents.items():
        attempts, wrong = salvaged(content)
        results.faults += [Fault(name, each) for each in _first(wrong)]
        by_learner: dict[str, dict[UUID, Attempt]] = {}
        for attempt in attempts:
            if attempt.puzzle in keys:
                by_learner.setdefault(attempt.learner, {})[attempt.id] = attempt
        if not by_learner:
            results.faults.append(Fault(name, _("holds no answer to this set")))
        for learner, mine in by_learner.items():
            copied = {owners.setdefault(each, learner) for each in mine} - {learner}
            for other in sorted(copied):
                text = _("has answers of {learner} under another nickname")
                results.faults.append(Fault(name, text.format(learner=quote(other))))
            _join(groups.setdefault(learner, []), results, learner, name, mine)
    for learner, several in groups.items():
        for file, answers in several:
            pupil = learner if len(several) == 1 else f"{learner} ({file})"
            while any((pupil, key) in results.first for key in keys):  # somebody's nickname looks like that
                pupil += "*"
            if len(several) > 1:
                text = _("{learner} is the nickname of several pupils")
                results.faults.append(Fault(file, text.format(learner=quote(learner))))
            for attempt in in_order(answers.values()):
                if (pupil, attempt.puzzle) not in results.first:
                    results.first[pupil, attempt.puzzle] = _checked(results, file, keys[attempt.puzzle], attempt)
    return results


def _first(faults: list[str]) -> list[str]:
    """The first faults of a file, and how many more there are."""
    more = len(faults) - MOST_FAULTS
    if more <= 0:
        return faults
    text = ngettext("and {n} more line like that", "and {n} more lines like that", more)
    return [*faults[:MOST_FAULTS], text.format(n=more)]


def _join(
    groups: list[tuple[str, dict[UUID, Attempt]]], results: Results, learner: str, name: str, mine: dict[UUID, Attempt]
) -> None:
    """Add a pupil's answers in one file to those in others, if some of them are the same; else they are another's."""
    for file, attempts in groups:
        shared = attempts.keys() & mine.keys()
        if shared:
            if any(attempts[each] != mine[each] for each in shared):
                text = _("an answer of {learner} differs from the one in {file}; that one counts")
                results.faults.append(Fault(name, text.format(learner=quote(learner), file=file)))
            attempts.update({each: mine[each] for each in mine if each not in attempts})
            return
    groups.append((name, mine))


def _checked(results: Results, file: str, item: Puzzle | Drill, attempt: Attempt) -> Attempt:
    """The answer as the solver judges it; where the file says otherwise, that is reported."""
    if isinstance(item, Drill):
        return attempt
    right = judged(item, attempt.answer)
    number = _short(attempt.puzzle)
    if right is None:
        text = _("puzzle {n}: {answer} cannot be played there, so it counts as wrong")
        results.faults.append(Fault(file, text.format(n=number, answer=quote(attempt.answer))))
    elif right != attempt.right:
        text = (
            _("puzzle {n}: the file says {answer} is right, the solver says it is wrong")
            if attempt.right
            else _("puzzle {n}: the file says {answer} is wrong, the solver says it is right")
        )
        results.faults.append(Fault(file, text.format(n=number, answer=quote(attempt.answer))))
    return replace(attempt, right=bool(right))


def salvaged(content: bytes) -> tuple[list[Attempt], list[str]]:
    """The attempts in a file that people may have damaged, one by one if need be, and what is wrong with the rest."""
    try:
        return read(content), []
    except ExchangeError as error:
        first = worded(error)
    text = content.decode("utf-8", "replace").removeprefix("\ufeff").replace("\0", "")
    listed = text.lstrip()[:1] in ("[", "{")
    if not listed and not text.startswith(FIELDS[0]):
        return [], [first]
    found: dict[UUID, Attempt] = {}
    faults: list[str] = []
    for count, (where, part) in enumerate(_json_parts(text) if listed else _csv_parts(text)):
        if count == MOST_LINES or len(faults) == MOST_DAMAGED:
            faults.append(_("has too many lines"))
            break
        try:
            for attempt in read(part):
                if found.setdefault(attempt.id, attempt) != attempt:
                    raise at_line(1, Refusal("the id stands there before with other values"))
        except ExchangeError as error:
            faults.append(worded(ExchangeError("{place}, {why}", place=where, why=error.values["why"])))
    return list(found.values()), faults or [first]


def _csv_parts(text: str) -> Iterator[tuple[str, str]]:
    """Every line of a table with the heads above it, and where it stands."""
    head, *lines = text.splitlines()
    for number, line in enumerate(lines, 2):
        if line.strip():
            yield _("line {line}").format(line=number), f"{head}\n{line}"


def _json_parts(text: str) -> Iterator[tuple[str, str]]:
    """The objects of a list or of JSON lines, however they are set, as lists of one, and where each stands.

    One that cannot be read ends where the next begins. What stands between them and is no comma is a part, too.
    """
    decoder, counted, line = json.JSONDecoder(), 0, 1
    for number in itertools.count(1):
        place = _BETWEEN.match(text, counted).end()  # type: ignore[union-attr]
        if place == len(text):
            return
        end = text.find("{", place + 1) % (len(text) + 1)  # the end of the text if there is none
        if text[place] == "{":
            with contextlib.suppress(ValueError, RecursionError):
                end = decoder.raw_decode(text, place)[1]
        line += text.count("\n", counted, place)
        where = _("line {line}, row {number}").format(line=line, number=number)
        yield where, f"[{text[place:end]}]"
        line, counted = line + text.count("\n", place, end), end


# ------------------------------------------------------------------ a class that there is not


def made_up_class(chosen: ClassSet, pupils: int = 12, seed: int = 1) -> Results:
    """Results of pupils who do not exist, to look at: some good, some who lay the first play that comes to mind."""
    rng, contents = random.Random(seed), {}
    start = datetime(2026, 1, 13, 9, tzinfo=UTC)
    for n in range(1, min(max(int(pupils), 1), 200) + 1):
        good, rows = rng.uniform(0.35, 0.95), []
        for number, (key, item) in enumerate(chosen.keys().items()):
            right, answer = rng.random() < good, "5/5"
            if not isinstance(item, Drill):
                answer, right = _some_answer(item, right, rng)
            at = start + timedelta(minutes=3 * number, seconds=rng.randrange(100))
            rows.append(
                Attempt(
                    _("pupil-{n}").format(n=n),
                    key,
                    at,
                    answer,
                    right,
                    rng.randrange(15, 160),
                    0,
                    "set",
                    UUID(int=rng.getrandbits(128)),
                )
            )
        contents[f"{n}.json"] = json.dumps([each.to_dict() for each in rows]).encode()
    return collected(chosen, contents)


def _some_answer(puzzle: Puzzle, right: bool, rng: random.Random) -> tuple[str, bool]:
    solution = solved(puzzle.position, puzzle.goal)
    wrong = [each.play for each in solution.plays if each.value != solution.value]
    play = solution.best[0] if right or not wrong else wrong[min(int(rng.expovariate(1.2)), len(wrong) - 1)]
    return str(play), right or not wrong


__all__ = ["Fault", "Mistake", "Results", "collected", "made_up_class", "read_results", "salvaged"]
