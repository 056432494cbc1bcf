"""Puzzles: positions in which one play reaches the goal.

A pack is a TOML file that a teacher can write by hand, one table per puzzle:

    [[puzzle]]
    id = "wait-a-round"                            # short, unique in the pack
    title = "The pair first"
    position = "pagat 3s5d5h/4c4d7s 0 - -"         # one line of notation
    answer = "5d5h"                                # the play that reaches the goal; "-" is a pass
    goal = "first"                                 # first (the default), not-last, place, points or fewest
    note = "Shown after it is solved."
    themes = ["regain-the-lead"]                   # optional: ids of tutor.themes that are proved for it
    kind = "open"                                  # optional: one of tutor.kinds; gives the title if there is none
    rating = 1450                                  # optional: how hard it is, on the learners' scale
    deviation = 120                                # optional: how sure the rating is
    solutions = 1                                  # optional: how many plays reach the goal
    seed = "7 pagat4 12 3"                         # optional: what the miner found it with

or a text file (any name that does not end in .toml) with a puzzle in each line; goal and note may be left out, and the
answer is searched out:

    The pair first | pagat 3s5d5h/4c4d7s 0 - - | first | Shown after it is solved.

The goal `fewest` is one of puzzles alone: the seat to play lays its whole hand in the fewest plays it can, and all
others pass.

`load` reads a pack and `check` proves it again: every answer, theme and kind is searched out, not believed. `Attempt`
plays one puzzle against the best defence; the widget and the command line both use it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from . import explain
from .combinations import Play
from .errors import NotationError, PositionError, Refusal, quote, system
from .explain import shape_name, show
from .kinds import KINDS, answers, kind_fault, kind_title, nothing_to_choose
from .locale import _, ngettext, puzzle_text, worded
from .planning import fewest_plays, plan
from .position import IllegalPlay, Objection, Position

GOALS = (*explain.GOALS, "fewest")
"""The goals of the solver, and one of puzzles alone."""

FEWEST_PLAYS = 2
"""With fewer legal plays there is nothing to choose. (A seat that has passed may have only "chop" or "pass".)"""

LARGEST_FILE = 20_000_000
"""Bytes of a pack; a million puzzles belong into many."""

WORTH_SHARING = 60
"""With fewer puzzles, to start processes takes longer than to prove them."""

_TEXTS = ("id", "title", "position", "answer", "goal", "note", "kind", "seed")
_NUMBERS = {"rating": (1, 5000), "deviation": (1, 1000), "solutions": (1, 1000)}
_KNOWN = {*_TEXTS, *_NUMBERS, "themes"}


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, the goal, and a play that reaches it. `title` and `note` are plain text.

    `solutions` is how many plays reach the goal; `rating` how hard it is on the learners' scale (0: not known) and
    `deviation` how sure that is; `kind` one of `tutor.kinds` or empty; `themes` ids of `tutor.themes`.

    >>> Puzzle("x", "The pair first", Position.parse("pagat 3s5d5h/4c4d7s 0 - -"), "5d5h").answer
    Play.parse('5d5h', Rules.parse('pagat'))
    """

    id: str
    title: str
    position: Position
    answer: Play
    goal: str = "first"
    note: str = ""
    themes: tuple[str, ...] = ()
    kind: str = ""
    rating: int = 0
    deviation: int = 0
    solutions: int = 1
    seed: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.answer, str):
            object.__setattr__(self, "answer", Play.parse(self.answer, self.position.rules))
        if self.goal not in GOALS:
            raise Refusal(
                "{name}: {value} is none of {known}", name="goal", value=quote(self.goal), known=", ".join(GOALS)
            )


def title_of(puzzle: Puzzle) -> str:
    """The title in the reader's language: its own, or that of its kind."""
    return puzzle_text(puzzle.title) if puzzle.title else kind_title(puzzle.kind)


NOTE_THEMES = 3
COMMON = ("take-it-high", "keep-control", "keep-the-two", "count-the-tempo")
"""Themes that hold in a quarter of all puzzles or more, so that they tell least about this one."""
UNSAID = {"keep-the-pair": "break-the-pair", "break-the-straight": "keep-the-five", "keep-the-two": "twos-last"}
"""A theme that is not told beside the other: both hold, but of different cards, and would sound like a contradiction,
or they say the same twice."""


def note_of(puzzle: Puzzle) -> str:
    """What is said once it is solved, in the reader's language: its own note, or what its most telling themes mean."""
    from .themes import THEMES

    if puzzle.note:
        return puzzle_text(puzzle.note)
    told = [theme for theme in puzzle.themes if theme in THEMES and UNSAID.get(theme) not in puzzle.themes]
    known = sorted(told, key=COMMON.__contains__)
    return " ".join(THEMES[theme].definition for theme in known[:NOTE_THEMES])


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a pack: `where` names the file and the puzzle, `message` says what in a sentence."""

    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


# ------------------------------------------------------------------ reading


def packs() -> list[Path]:
    """The pack files that come with the package."""
    from .resources import shipped

    return sorted(shipped("puzzles").glob("*.toml"))


def load(path: str | Path | None = None) -> list[Puzzle]:
    """The puzzles of a pack in the order of the file; without a path, of all packs that come with the package.

    Raises ValueError that names the file and the puzzle for one that cannot be read, OSError if the file cannot
    be opened. A file is read again only after it has changed.
    """
    files = [Path(path)] if path is not None else packs()
    return [puzzle for file in files for puzzle in _read(file, file.stat().st_size, file.stat().st_mtime_ns)]


@lru_cache(maxsize=128)
def _read(file: Path, _size: int, _changed: int) -> tuple[Puzzle, ...]:
    found = []
    for where, entry in _entries(file):
        try:
            found.append(_puzzle(entry))
        except ValueError as error:
            raise Refusal("{field}: {why}", field=where, why=error) from error
    return tuple(found)


def named(name: str, path: str | Path | None = None) -> Puzzle:
    """The puzzle with this id. Raises KeyError with the first ids that there are."""
    every = load(path)
    for puzzle in every:
        if puzzle.id == name:
            return puzzle
    some = ", ".join(puzzle.id for puzzle in every[:20]) + (", ..." if len(every) > 20 else "")
    raise KeyError(_("there is no puzzle {name}; there are {some}").format(name=quote(name), some=some))


def _entries(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every puzzle of the file, as a table, with words that say where it stands."""
    with file.open("rb") as opened:
        content = opened.read(LARGEST_FILE + 1)  # a device says that it is empty, and never ends
    if len(content) > LARGEST_FILE:
        raise Refusal(
            "{file}: is too large, a pack has at most {most} MB", file=file.name, most=LARGEST_FILE // 1_000_000
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refusal(
            "{file}: this is no text: byte {number} is not UTF-8", file=file.name, number=error.start + 1
        ) from error
    return _tables(file.name, text) if file.suffix == ".toml" else _lines(file, text)


def _tables(name: str, text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise Refusal("{file}: this is no pack: brackets in brackets without end", file=name) from None
    except ValueError as error:  # no TOML, or a number of thousands of digits, with advice for programmers
        raise Refusal("{file}: this is no TOML: {reason}", file=name, reason=str(error).split(";")[0]) from error
    entries = data.pop("puzzle", None)
    if data or not isinstance(entries, list) or not entries:
        if data:
            raise Refusal(
                "{file}: a pack holds [[puzzle]] tables, not {others}", file=name, others=quote(", ".join(data))
            )
        raise Refusal("{file}: a pack holds [[puzzle]] tables", file=name)
    heads = [number for number, line in enumerate(text.splitlines(), 1) if _HEAD.match(line)]
    known = len(heads) == len(entries)
    for number, (line, entry) in enumerate(zip(heads if known else entries, entries, strict=True), 1):
        place = _("{file}, line {line}, puzzle {number}") if known else _("{file}, puzzle {number}")
        called = f" ({entry['id']})" if isinstance(entry, dict) and isinstance(entry.get("id"), str) else ""
        where = place.format(file=name, line=line, number=number) + called
        yield where, entry if isinstance(entry, dict) else {}


_HEAD = re.compile(r"\s*\[\[\s*puzzle\s*]]")


def _lines(file: Path, text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The puzzles of a text file, a line each; empty lines and those that begin with # are left out."""
    none = True
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        none = False
        parts = [part.strip() for part in line.split("|", 3)]
        entry = dict(zip(("title", "position", "goal", "note"), parts, strict=False))
        entry = {key: value for key, value in entry.items() if value or key == "title"}
        where = _("{file}, line {line}").format(file=file.name, line=number)
        yield where, {"id": f"{file.stem}-{number}", **entry, "answer": None}
    if none:
        raise Refusal("{file}: there is no puzzle in it; a line is: title | position | goal | note", file=file.name)


def _puzzle(entry: dict[str, Any]) -> Puzzle:
    """The puzzle of a table. Where a line of text stands for it, there is no answer: it is searched."""
    unknown = sorted(entry.keys() - _KNOWN)
    if unknown:
        raise Refusal("unknown key {key}, known are {known}", key=quote(unknown[0]), known=", ".join(sorted(_KNOWN)))
    searched = entry.get("answer", "") is None
    needed = {"id", "title", "position", "answer"}
    needed -= {"title"} if entry.get("kind") else set()
    needed -= {"answer"} if searched else set()
    for key in _TEXTS:
        text = entry.get(key, "")
        if key in needed and not (isinstance(text, str) and text.strip()):
            raise Refusal("{key}: is missing or no text", key=key)
        if not isinstance(text, str) and not (searched and key == "answer"):
            raise Refusal("{key}: is no text", key=key)
    for key in ("id", "title", "kind", "seed"):
        if not entry.get(key, "").strip().isprintable():
            raise Refusal("{name}: {value} does not fit on a line", name=key, value=quote(entry[key]))
    note = " ".join(entry.get("note", "").split())
    if not note.isprintable():
        raise Refusal("note: {note} holds characters that cannot be shown", note=quote(entry["note"]))
    themes = entry.get("themes", [])
    if not isinstance(themes, list) or not all(isinstance(theme, str) for theme in themes):
        raise Refusal("themes: must be a list of words")
    for key, (least, most) in _NUMBERS.items():
        number = entry.get(key, least)
        if type(number) is not int or not least <= number <= most:
            raise Refusal("{key}: must be a whole number from {least} to {most}", key=key, least=least, most=most)
    kind, goal = entry.get("kind", ""), entry.get("goal", "first")
    if kind and kind not in KINDS:
        raise Refusal("{name}: {value} is none of {known}", name="kind", value=quote(kind), known=", ".join(KINDS))
    if goal not in GOALS:
        raise Refusal("{name}: {value} is none of {known}", name="goal", value=quote(goal), known=", ".join(GOALS))
    position = Position.parse(entry["position"])
    if searched:
        answer, alike = _searched(position, goal)
        entry = {**entry, "solutions": alike}
    else:
        answer = Play.parse(entry["answer"], position.rules)
    numbers = {key: entry[key] for key in _NUMBERS if key in entry}
    name, title, seed = (entry.get(key, "").strip() for key in ("id", "title", "seed"))
    return Puzzle(name, title, position, answer, goal, note, tuple(themes), kind, seed=seed, **numbers)


def _searched(position: Position, goal: str) -> tuple[Play, int]:
    """The answer, and how many plays are like it (where it is not the only one that does it, 1: that is a fault)."""
    if position.is_over:
        raise PositionError("position: the deal is over, there is nothing to play")
    solution = solved(position, goal)
    if solution.value is False:
        raise PositionError("position: no play reaches the goal")
    return solution.best[0], len(solution.best) if answers(position, solution) == 1 else 1


# ------------------------------------------------------------------ checking


def check(
    path: str | Path | Sequence[str | Path] | None = None,
    jobs: int = 1,
    part: tuple[int, int] = (0, 1),
    progress: Callable[[int], object] | None = None,
) -> list[Fault]:
    """What is wrong with packs (without a path, with all that come with the package), in the order of the files;
    nothing if they are sound.

    Each position is searched anew. As many plays as the puzzle says, one unless it says another number, must reach the
    best value, and the answer must be among them; where the goal is to be first or not last that value must be a
    success. Themes and kind are proved again where the puzzle has them. One faulty puzzle does not hide the next.
    Never raises for what stands in a file; a file that cannot be read is one fault.

    - `jobs`: processes that share the work
    - `part`: of all puzzles only every n-th from the k-th on, as (k, n)
    - `progress`: called with 1 for each puzzle that has been searched, at first with minus their number
    """
    files = packs() if path is None else [Path(path)] if isinstance(path, str | Path) else [Path(each) for each in path]
    found: list[tuple[str, dict[str, Any]]] = []
    faults: dict[int, list[Fault]] = {}
    for file in files:
        try:
            found += list(_entries(file))
        except (ValueError, OSError) as error:
            why = system(error) if isinstance(error, OSError) else error
            reason = worded(why).removeprefix(f"{file.name}: ")
            faults.setdefault(len(found), []).append(Fault(file.name, reason))
    first, every = part
    numbers = range(first, len(found), every)
    told = progress or (lambda count: None)
    told(-len(numbers))
    proved: Iterable[list[Refusal]] = _shared([found[number][1] for number in numbers], jobs)
    seen: dict[str, str] = {}
    for number, wrong in zip(numbers, proved, strict=True):
        where, entry = found[number]
        wrong += _twice(entry, where, seen)
        faults.setdefault(number, []).extend(Fault(where, worded(each)) for each in wrong)
        told(1)
    return [fault for number in sorted(faults) for fault in faults[number]]


def _shared(entries: list[dict[str, Any]], jobs: int) -> Iterator[list[Refusal]]:
    """The faults of every entry, searched by so many processes."""
    if jobs < 2 or len(entries) < WORTH_SHARING:
        yield from map(_faults, entries)
        return
    from .workers import pool

    with pool(jobs) as workers:
        yield from workers.map(_faults, entries, chunksize=4)


def _twice(entry: dict[str, Any], where: str, seen: dict[str, str]) -> list[Refusal]:
    """Words for an id or a position that has been there before."""
    marks = [("id", entry.get("id")), ("position", entry.get("position"))]
    told = []
    for label, mark in marks:
        if isinstance(mark, str) and mark.strip():
            goal = f" {entry.get('goal', 'first')}" if label == "position" else ""
            before = seen.setdefault(f"{label} {' '.join(mark.split())}{goal}", where)
            if before != where:
                told.append(Refusal("{field}: the same as in {place}", field=label, place=before))
    return told


def _faults(entry: dict[str, Any]) -> list[Refusal]:
    """What is wrong with one puzzle."""
    try:
        puzzle = _puzzle(entry)
        return list(_wrong(puzzle))
    except Refusal as error:
        return [error]


def _wrong(puzzle: Puzzle) -> Iterator[Refusal]:
    from .themes import THEMES, themes_of

    position = puzzle.position
    if position.is_over:
        yield Refusal("position: the deal is over, there is nothing to play")
        return
    objection = position.objection(puzzle.answer)
    if objection:
        yield Refusal("{field}: {why}", field="answer", why=objection.refusal())
    plays = position.legal_plays()
    if len(plays) < FEWEST_PLAYS:
        yield Refusal(
            "position: too few legal plays ({count}), a puzzle has at least {least}",
            count=len(plays),
            least=FEWEST_PLAYS,
        )
    solution = solved(position, puzzle.goal)
    if solution.value is False:
        if solution.hidden:
            yield Refusal("position: no play reaches the goal whatever the hidden hands are")
        else:
            yield Refusal("position: no play reaches the goal")
        return
    winners = ", ".join(map(str, solution.best))
    count = len(solution.best)
    if nothing_to_choose(solution, puzzle.goal) and len(plays) >= FEWEST_PLAYS:
        yield Refusal("position: every play is as good as every other")
    elif count != puzzle.solutions:
        claimed = "" if puzzle.solutions == 1 else Refusal(", not {count}", count=puzzle.solutions)
        if count == 1:
            yield Refusal("position: 1 play reaches the goal{claimed}: {plays}", claimed=claimed, plays=winners)
        else:
            yield Refusal(
                "position: {count} plays reach the goal{claimed}: {plays}", count=count, claimed=claimed, plays=winners
            )
    if not objection and puzzle.answer not in solution.best:
        yield Refusal("answer: {play} does not reach the goal, {plays} does", play=str(puzzle.answer), plays=winners)
    if puzzle.kind:
        fault = kind_fault(puzzle.kind, position, puzzle.goal, solution)
        if fault:
            yield Refusal("{field}: {why}", field="kind: " + puzzle.kind, why=fault)
        elif answers(position, solution) > 1:
            yield Refusal(
                "position: the {count} plays that reach the goal are not alike: {plays}", count=count, plays=winners
            )
    if not puzzle.themes:
        return
    proved = themes_of(position, puzzle.goal, solution)
    for theme in puzzle.themes:
        if theme not in THEMES:
            yield Refusal(
                "{name}: {value} is none of {known}", name="themes", value=quote(theme), known=", ".join(THEMES)
            )
        elif theme not in proved:
            yield Refusal(
                "themes: {theme} is not proved for this position; proved are: {proved}",
                theme=theme,
                proved=", ".join(proved) or Refusal("none"),
            )


PATIENCE = 20.0
"""Seconds that a puzzle's search may take. Puzzles are small; a whole deal put in by hand may be too large."""


@lru_cache(maxsize=512)
def solved(position: Position, goal: str) -> Any:
    """The complete Solution of a position; remembered, as an attempt asks for the same one several times.

    Raises PositionError if the search, lines and all, is not done within `PATIENCE`.
    """
    from .solver import solve

    if goal == "fewest":
        return _split(position)
    solution = solve(position, goal=goal, seconds=PATIENCE)
    if not solution.complete or not all(verdict.line for verdict in solution.plays):
        raise PositionError("position: too large to be searched out in {seconds} seconds", seconds=round(PATIENCE))
    return solution


def _split(position: Position) -> Any:
    """The solution for the goal `fewest`: the value of a play is the number of plays that the whole hand then takes."""
    from .solver import PlayVerdict, Solution

    hero, rules = position.turn, position.rules
    if hero is None or position.hidden[hero] or position.table is not None:
        raise PositionError("position: with the goal fewest, the seat to play has an open hand and leads")
    found = []
    for play in position.legal_plays():
        rest = position.hands[hero] & ~play.mask
        line, now = [], position
        for part in (play, *(Play(shape.mask, rules) for shape in plan(rest, rules))):
            while now.turn != hero:
                line.append(Play(0, rules))
                now = now.after(line[-1])
            line.append(part)
            now = now.after(part)
        number = 1 + fewest_plays(rest, rules)
        found.append((number, PlayVerdict(play, number, tuple(line))))
    least = min(number for number, _verdict in found)
    return Solution(position, "fewest", hero, False, least, True, len(found), 0.0,
                    tuple(verdict for _number, verdict in found))  # fmt: skip


# ------------------------------------------------------------------ playing one


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a play: `allowed`, and if so `right` (as good as the best). `line` is the play and the
    answers to it: if it was right, up to the hero's next turn or the decision; if it was wrong, the refutation
    to its end.
    """

    allowed: bool
    right: bool = False
    line: tuple[Play, ...] = ()
    objection: Objection | None = None


@dataclass
class Attempt:
    """A puzzle being played: the hero's plays are judged, the others answer with their best defence.

    `line` holds the right plays and the answers to them since the start. A wrong play does not enter it: `play`
    gives back its refutation, and one tries again from the same position. Every play that the search rates as
    good as the best is right. `wrong` counts the wrong plays.

    >>> attempt = Attempt(Position.parse("pagat 3s5d5h/4c4d7s 0 - -"))
    >>> [str(play) for play in attempt.play("3s").line]
    ['3s', '7s', '-', '4c4d']
    >>> attempt.play("5d5h").right, attempt.play("3s").right, attempt.done
    (True, True, True)
    """

    position: Position
    goal: str = "first"
    line: list[Play] = field(default_factory=list)
    wrong: int = 0

    def __post_init__(self) -> None:
        if self.goal not in GOALS:
            raise Refusal(
                "{name}: {value} is none of {known}", name="goal", value=quote(self.goal), known=", ".join(GOALS)
            )
        if self.position.is_over:
            raise PositionError("turn: the deal is over (in {position})", position=quote(str(self.position)))
        assert self.position.turn is not None
        self.hero = self.position.turn
        self.line = [play if isinstance(play, Play) else Play.parse(play, self.position.rules) for play in self.line]

    @property
    def now(self) -> Position:
        """The position after `line`. Raises IllegalPlay if the line was tampered with."""
        position = self.position
        for play in self.line:
            position = position.after(play)
        return position

    @property
    def done(self) -> bool:
        """Whether the goal is decided."""
        return self._decided(self.now)

    def _decided(self, position: Position) -> bool:
        from .solver.result import decided

        if self.goal == "fewest":
            return self.hero in position.out
        return decided(position, self.goal, self.hero) is not None

    @property
    def reached(self) -> bool:
        """Whether the goal is decided in the hero's favour: with right plays alone it always is, if it could be."""
        return self.done and solved(self.position, self.goal).value is not False

    def play(self, play: Play | str) -> Outcome:
        """Judge the hero's play. If it is right the others answer and `line` grows; if not, nothing changes."""
        now = self.now
        read = play if isinstance(play, Play) else Play.parse(play, now.rules)
        if self._decided(now):
            return Outcome(False, objection=Objection("deal_over"))
        objection = now.objection(read, self.hero)
        if objection:
            return Outcome(False, objection=objection)
        solution = solved(now, self.goal)
        verdict = next(each for each in solution.plays if each.play == read)
        if verdict.value != solution.value:
            self.wrong += 1
            return Outcome(True, False, tuple(verdict.line))
        before = len(self.line)
        self.line += self._until_next_turn(now, list(verdict.line))
        self._pass_for_the_locked()
        return Outcome(True, True, tuple(self.line[before:]))

    def _until_next_turn(self, position: Position, line: list[Play]) -> list[Play]:
        """The start of the solver's line, up to where the hero chooses again."""
        for count, play in enumerate(line, 1):
            position = position.after(play)
            if position.turn == self.hero or self._decided(position):
                return line[:count]
        return line

    def _pass_for_the_locked(self) -> None:
        """A locked hero without a bomb is asked all the same; there is nothing to think about."""
        now = self.now
        while not self._decided(now) and self.hero in now.passed and len(now.legal_plays()) == 1:
            line = list(solved(now, self.goal).plays[0].line)
            self.line += self._until_next_turn(now, line)
            now = self.now

    def hint(self, step: int) -> str:
        """A hint in three steps: how many plays are right, which kind of play, the play. Always an accepted one.

        Of several right plays the one named spends no bomb if that can be, and the fewest cards.
        """
        now = self.now
        solution = solved(now, self.goal)
        if solution.value is False:
            return _("Whatever you play, the others can prevent it.")
        if step <= 1:
            total = len(solution.plays)
            text = ngettext(
                "{right} of your {total} possible plays does it.",
                "{right} of your {total} possible plays do it.",
                len(solution.best),
            )
            return text.format(right=len(solution.best), total=total)
        play = min(solution.best, key=cost)
        if step >= 3:
            return _("You may pass.") if play.is_pass else _("Play {cards}.").format(cards=show(play))
        shape = play.combination
        if shape is None:
            return _("Not every turn is one to lay cards in.")
        return _("Look for {shape}.").format(shape=shape_name(shape))

    def take_back(self) -> bool:
        """Go back to the hero's last own choice; False if there is none."""
        position, turns = self.position, []
        for count, play in enumerate(self.line):
            if position.turn == self.hero and not (self.hero in position.passed and len(position.legal_plays()) == 1):
                turns.append(count)
            position = position.after(play)
        if not turns:
            return False
        del self.line[turns[-1] :]
        return True


def cost(play: Play) -> tuple[bool, int]:
    """What a play spends: bombs are dear, and many cards dearer than few."""
    bombs = ("quad", "double_straight", "four_plus_one", "straight_flush")
    shape = play.combination
    return (shape is not None and shape.kind in bombs, len(play.cards))


__all__ = [
    "Attempt",
    "Fault",
    "IllegalPlay",
    "NotationError",
    "Outcome",
    "Puzzle",
    "check",
    "load",
    "named",
    "note_of",
    "packs",
    "solved",
    "title_of",
]
