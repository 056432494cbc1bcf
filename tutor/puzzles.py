"""Puzzles: positions with exactly one play that reaches the goal.

A pack is a TOML file that a teacher can write by hand, one table per puzzle:

    [[puzzle]]
    id = "wait-a-round"                            # short, unique in the pack
    title = "The pair first"
    position = "pagat 3s5d5h/4c4d7s 0 - -"         # one line of notation
    answer = "5d5h"                                # the one play that reaches the goal; "-" is a pass
    goal = "first"                                 # first (the default), not-last, place or points
    note = "Shown after it is solved."
    themes = ["lead"]                              # optional words to find it by

`load` reads a pack and `check` proves it again: every answer is searched out, not believed. `Attempt` plays one
puzzle against the best defence; the widget and the command line both use it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from .combinations import Play
from .errors import NotationError, PositionError, quote
from .explain import GOALS, shape_name, show
from .locale import _, ngettext
from .position import IllegalPlay, Objection, Position

FEWEST_PLAYS = 2
"""With fewer legal plays there is nothing to choose. (A seat that has passed may have only "chop" or "pass".)"""

_KNOWN = {"id", "title", "position", "answer", "goal", "note", "themes"}


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, the goal, and the one play that reaches it. `title` and `note` are plain text.

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

    def __post_init__(self) -> None:
        if isinstance(self.answer, str):
            object.__setattr__(self, "answer", Play.parse(self.answer, self.position.rules))
        if self.goal not in GOALS:
            raise ValueError(f"goal: {quote(self.goal)} is none of {', '.join(GOALS)}")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a pack: `where` names the file and the puzzle, `message` says what in a sentence."""

    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


# ------------------------------------------------------------------ reading and checking


def packs() -> list[Path]:
    """The pack files that come with the package."""
    from .resources import shipped

    return sorted(shipped("puzzles").glob("*.toml"))


def load(path: str | Path | None = None) -> list[Puzzle]:
    """The puzzles of a pack in the order of the file; without a path, of all packs that come with the package.

    Raises ValueError that names the file and the puzzle for one that cannot be read, OSError if the file cannot
    be opened.
    """
    found = []
    for file in [Path(path)] if path is not None else packs():
        for where, entry in _entries(file):
            try:
                found.append(_puzzle(entry))
            except ValueError as error:
                raise ValueError(f"{where}: {error}") from error
    return found


def named(name: str, path: str | Path | None = None) -> Puzzle:
    """The puzzle with this id. Raises KeyError with the ids that there are."""
    every = load(path)
    for puzzle in every:
        if puzzle.id == name:
            return puzzle
    raise KeyError(f"there is no puzzle {quote(name)}; there are {', '.join(puzzle.id for puzzle in every)}")


def check(path: str | Path | None = None) -> list[Fault]:
    """What is wrong with a pack (or with all that come with the package), in the order of the file; nothing if
    it is sound.

    Each position is searched anew: exactly one legal play must reach the best value, it must be the answer, and
    where the goal is to be first or not last that value must be a success. One faulty puzzle does not hide the
    next. Never raises for what stands in the file; a file that is no TOML is one fault.
    """
    faults: list[Fault] = []
    seen: dict[str, str] = {}
    for file in [Path(path)] if path is not None else packs():
        try:
            entries = list(_entries(file))
        except (ValueError, OSError) as error:
            faults.append(Fault(file.name, str(error).removeprefix(f"{file.name}: ")))
            continue
        for where, entry in entries:
            faults += [Fault(where, message) for message in _faults(entry, where, seen)]
    return faults


def _entries(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every puzzle table of the file with words that say where it stands."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except RecursionError:
        raise ValueError(f"{file.name}: this is no pack: brackets in brackets without end") from None
    except ValueError as error:  # no UTF-8, no TOML, or a number of thousands of digits
        raise ValueError(f"{file.name}: this is no TOML: {error}") from error
    entries = data.pop("puzzle", None)
    if data or not isinstance(entries, list) or not entries:
        extra = f", not {quote(', '.join(data))}" if data else ""
        raise ValueError(f"{file.name}: a pack holds [[puzzle]] tables{extra}")
    for number, entry in enumerate(entries, 1):
        name = f" ({entry['id']})" if isinstance(entry, dict) and isinstance(entry.get("id"), str) else ""
        yield f"{file.name}, puzzle {number}{name}", entry if isinstance(entry, dict) else {}


def _puzzle(entry: dict[str, Any]) -> Puzzle:
    unknown = sorted(entry.keys() - _KNOWN)
    if unknown:
        raise ValueError(f"unknown key {quote(unknown[0])}, known are {', '.join(sorted(_KNOWN))}")
    for key in ("id", "title", "position", "answer"):
        if not isinstance(entry.get(key), str) or not entry[key].strip():
            raise ValueError(f"{key}: is missing or no text")
    for key in ("id", "title"):
        if not entry[key].strip().isprintable():
            raise ValueError(f"{key}: {quote(entry[key])} does not fit on a line")
    themes = entry.get("themes", [])
    if not isinstance(themes, list) or not all(isinstance(theme, str) for theme in themes):
        raise ValueError("themes: must be a list of words")
    for key in ("goal", "note"):
        if not isinstance(entry.get(key, ""), str):
            raise ValueError(f"{key}: is no text")
    if not " ".join(entry.get("note", "").split()).isprintable():
        raise ValueError(f"note: {quote(entry['note'])} holds characters that cannot be shown")
    position = Position.parse(entry["position"])
    answer = Play.parse(entry["answer"], position.rules)
    return Puzzle(entry["id"].strip(), entry["title"].strip(), position, answer, entry.get("goal", "first"),
                  " ".join(entry.get("note", "").split()), tuple(themes))  # fmt: skip


def _faults(entry: dict[str, Any], where: str, seen: dict[str, str]) -> Iterator[str]:
    try:
        puzzle = _puzzle(entry)
    except ValueError as error:
        yield str(error)
        return
    for label, mark in (("id", puzzle.id), ("position", f"{puzzle.position} {puzzle.goal}")):
        before = seen.setdefault(f"{label} {mark}", where)
        if before != where:
            yield f"{label}: the same as in {before}"
    position = puzzle.position
    if position.is_over:
        yield "position: the deal is over, there is nothing to play"
        return
    if any(position.hidden):
        yield "position: a puzzle needs every hand open"
        return
    objection = position.objection(puzzle.answer)
    if objection:
        yield f"answer: {objection}"
    plays = position.legal_plays()
    if len(plays) < FEWEST_PLAYS:
        yield f"position: too few legal plays ({len(plays)}), a puzzle has at least {FEWEST_PLAYS}"
    try:
        solution = solved(position, puzzle.goal)
    except PositionError as error:
        yield str(error)
        return
    if solution.value is False:
        yield "position: no play reaches the goal"
        return
    winners = [str(play) for play in solution.best]
    if len(winners) > 1:
        yield f"position: {len(winners)} plays reach the goal: {', '.join(winners)}"
    if not objection and str(puzzle.answer) not in winners:
        yield f"answer: {puzzle.answer} does not reach the goal, {', '.join(winners)} does"


PATIENCE = 20.0
"""Seconds that a puzzle's search may take. Puzzles are small; a whole deal put in by hand may be too large."""


@lru_cache(maxsize=512)
def solved(position: Position, goal: str) -> Any:
    """The complete Solution of a position; remembered, as an attempt asks for the same one several times.

    Raises PositionError if the search, lines and all, is not done within `PATIENCE`.
    """
    from .solver import solve

    solution = solve(position, goal=goal, seconds=PATIENCE)
    if not solution.complete or not all(verdict.line for verdict in solution.plays):
        raise PositionError(f"position: too large to be searched out in {PATIENCE:.0f} seconds")
    return solution


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
            raise ValueError(f"goal: {quote(self.goal)} is none of {', '.join(GOALS)}")
        if self.position.is_over:
            raise PositionError(f"turn: the deal is over (in {quote(str(self.position))})")
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
    "packs",
    "solved",
]
