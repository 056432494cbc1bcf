"""A played deal as text: written to be read by people, read back with every play checked.

    # comments and blank lines between deals are skipped
    start: pagat 3s9c/4h5h/6d 0 - - open=3s
    seat 0: Anna
    seat 1: Ben
    you: 0
    round 1: 0:3s 1:4h 2:6d 0:- 1:-
    round 2: 0:9c
    result: places 2 3 1, points +1 -2 +1

`start` begins a deal and holds rules, hands, leader and opening card in the position notation. Seats may be named;
`you` may say which of them the one sat on whose record it is. Every round is one line of `seat:cards` (`-` for a pass),
from the lead until the table is cleared. `result` is `unfinished`, or places and points, or `instant win of seat 1
(four_twos), points -2 +2`; it is checked like everything else. A file holds any number of deals. Encoding: UTF-8.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from .combinations import Play
from .errors import NotationError, PositionError, quote, system
from .match import Deal
from .position import IllegalPlay, Position
from .scoring import instant_win_points


class RecordError(NotationError):
    """A record that cannot be read, or that the rules contradict; the message names line and field."""


@dataclass(frozen=True)
class Record:
    """One deal: where it started, what was played, and who sat there (`names`, one per seat, "" for nobody in
    particular). `instant_win` is the seat and pattern of a deal won at once, which has no plays; it need not be given,
    as the cards tell. `you` is the seat of the one whose record it is, if anybody's.

    `Record.parse` and `str` are inverse; to read several deals use `read_records`. Raises `RecordError` for names,
    a seat or an instant win that do not fit the deal.
    """

    start: Position
    plays: tuple[Play, ...] = ()
    names: tuple[str, ...] = ()
    instant_win: tuple[int, str] | None = None
    you: int | None = None

    def __post_init__(self) -> None:
        names = tuple(name.strip() for name in self.names) or ("",) * self.start.seats
        if len(names) != self.start.seats:
            raise RecordError("seat: {names} names for {seats} seats", names=len(names), seats=self.start.seats)
        for name in names:
            if not name.isprintable():
                raise RecordError("{name}: {value} does not fit on a line", name="seat", value=quote(name))
        object.__setattr__(self, "names", names)
        if self.you is not None and self.you not in range(self.start.seats):
            raise RecordError("{field}: there is no seat {seat}", field="you", seat=quote(self.you))
        instant = instant_win_at(self.start)
        if self.instant_win not in (None, instant):
            raise RecordError("result: {instant} wins at once by no rule", instant=quote(self.instant_win))
        if instant and self.plays:
            raise RecordError(
                "round: seat {seat} wins at once ({pattern}), so nobody plays", seat=instant[0], pattern=instant[1]
            )
        object.__setattr__(self, "instant_win", instant)

    @classmethod
    def parse(cls, text: str) -> Record:
        """The one deal in `text`; raises `RecordError` if there is not exactly one, or anything is wrong with it."""
        records = read_records(text)
        if len(records) != 1:
            raise RecordError("start: {deals} deals where one was expected", deals=len(records))
        return records[0]

    def positions(self) -> list[Position]:
        """The position before every play, and the last one. Raises `IllegalPlay` if the rules refuse a play."""
        positions = [self.start]
        for play in self.plays:
            positions.append(positions[-1].after(play))
        return positions

    def rounds(self) -> list[list[tuple[int, Play]]]:
        """The plays by round, each with the seat that made it."""
        rounds: list[list[tuple[int, Play]]] = []
        for position, play in zip(self.positions(), self.plays, strict=False):
            if position.table is None or not rounds:
                rounds.append([])
            assert position.turn is not None
            rounds[-1].append((position.turn, play))
        return rounds

    @property
    def end(self) -> Position:
        """The position after the last play."""
        return self.positions()[-1]

    @property
    def scores(self) -> tuple[int, ...] | None:
        """Everybody's points, or None if the deal was not played to its end."""
        if self.instant_win:
            return instant_win_points(self.start.seats, self.instant_win[0])
        end = self.end
        return end.scores() if end.is_over else None

    def _result(self) -> str:
        scores = self.scores
        if scores is None:
            return "unfinished"
        shown = "points " + " ".join(f"{score:+d}" if score else "0" for score in scores)
        if self.instant_win:
            return f"instant win of seat {self.instant_win[0]} ({self.instant_win[1]}), {shown}"
        return f"places {' '.join(map(str, self.end.places))}, {shown}"

    def __str__(self) -> str:
        lines = [f"start: {self.start}"]
        lines += [f"seat {seat}: {name}" for seat, name in enumerate(self.names) if name]
        lines += [f"you: {self.you}"] if self.you is not None else []
        for number, plays in enumerate(self.rounds(), 1):
            lines.append(f"round {number}: " + " ".join(f"{seat}:{play}" for seat, play in plays))
        return "\n".join([*lines, f"result: {self._result()}"]) + "\n"


def read_records(text: str) -> list[Record]:
    """Every deal in `text`, each replayed and checked; `RecordError` names the line of the first fault."""
    reader = _Reader()
    lines = text.removeprefix("\ufeff").split("\n")
    for number, line in enumerate(lines, 1):
        reader.line(number, line.strip())
    reader.finish(len(lines))
    return reader.records


def scan_records(text: str, say: Callable[[RecordError], str] = str) -> tuple[list[Record], list[str]]:
    """The sound deals in `text`, and for each damaged one a line that says where and what. Never raises.

    A damaged deal ends where the next `start:` begins, so one fault costs one deal. `say` makes the line of an error.
    """
    reader, faults, skipping = _Reader(), list[str](), False
    lines = text.removeprefix("\ufeff").split("\n")
    for number, line in enumerate([*map(str.strip, lines), "start:"], 1):
        if line.partition(":")[0].strip() == "start":
            skipping = False
            try:
                reader.finish(number)
            except RecordError as error:
                faults.append(say(error))
                reader.start = None
        if skipping or number > len(lines):
            continue
        try:
            reader.line(number, line)
        except RecordError as error:
            faults.append(say(error))
            reader.start, skipping = None, True
    return reader.records, faults


def load_records(path: str | os.PathLike[str]) -> list[Record]:
    """The deals in a file; `RecordError` that names the file if it cannot be read, is not text, or holds a fault."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(
            "file: {file} cannot be read: {reason}", file=quote(os.fspath(path)), reason=system(error)
        ) from None
    except (UnicodeDecodeError, ValueError):
        raise RecordError("file: {file} is not UTF-8 text", file=quote(os.fspath(path))) from None
    try:
        return read_records(text)
    except RecordError as error:
        raise RecordError("{place}, {why}", place=quote(os.fspath(path)), why=error) from None


def save_records(path: str | os.PathLike[str], records: Iterable[Record]) -> None:
    """Write the deals to a file, whole or not at all."""
    write_text(Path(path), "\n".join(map(str, records)))


def write_text(path: Path, text: str) -> None:
    """Write a text to a file, whole or not at all. Raises OSError."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def instant_win_at(start: Position) -> tuple[int, str] | None:
    """The instant win of a deal of which nothing has been played: the check comes between deal and first lead."""
    dealt = start.rules.dealt(start.seats)
    untouched = start.table is None and all(start.count(seat) == dealt for seat in range(start.seats))
    return Deal(start.rules, start.hands).instant_win if untouched else None


class _Reader:
    """Collects lines into deals; the position is replayed as the rounds come in."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.start: Position | None = None

    def line(self, number: int, line: str) -> None:
        if not line or line.startswith("#"):
            return
        name, colon, value = line.partition(":")
        name, value = name.strip(), value.strip()
        try:
            if not colon:
                raise RecordError("record: {line} is not 'field: value'", line=quote(line))
            if name == "start":
                if self.start is not None:
                    raise RecordError("start: the deal before it has no 'result:'")
                self._start(value)
            elif self.start is None:
                raise RecordError("record: {line} comes before any 'start:'", line=quote(line))
            elif name == "result":
                self._end(value)
            elif re.fullmatch(r"seat [0-3]", name):
                self._seat(int(name[-1]), value)
            elif name == "you":
                self._you(value)
            elif re.fullmatch(r"round [1-9]\d{0,3}", name):
                self._round(int(name[6:]), value)
            else:
                raise RecordError("record: no field {name}", name=quote(name))
        except (NotationError, IllegalPlay) as error:
            raise RecordError("line {number}: {error}", number=number, error=error) from None

    def finish(self, number: int) -> None:
        if self.start is not None:
            raise RecordError("line {number}: result: the deal has no 'result:' line", number=number)

    def _start(self, value: str) -> None:
        self.start = self.now = Position.parse(value)
        self.plays: list[Play] = []
        self.names = [""] * self.start.seats
        self.you: int | None = None
        self.rounds = 0

    def _seat(self, seat: int, name: str) -> None:
        if seat >= len(self.names):
            raise RecordError("{field}: there is no seat {seat}", field="seat", seat=seat)
        if self.names[seat] or not name:
            raise RecordError("seat: seat {seat} is named twice or by nothing", seat=seat)
        if self.rounds:
            raise RecordError("seat: names come before the first round")
        self.names[seat] = name

    def _you(self, value: str) -> None:
        if value not in map(str, range(len(self.names))):
            raise RecordError("{field}: there is no seat {seat}", field="you", seat=quote(value))
        if self.you is not None:
            raise RecordError("you: is said twice")
        if self.rounds:
            raise RecordError("you: comes before the first round")
        self.you = int(value)

    def _round(self, number: int, value: str) -> None:
        if number != self.rounds + 1:
            raise RecordError("round: {number} after {rounds}", number=number, rounds=self.rounds)
        if not value:
            raise RecordError("round: nothing is played in round {number}", number=number)
        if self.rounds and self.now.table is not None:
            raise RecordError("round: {number} begins although the table is not cleared", number=number)
        self.rounds = number
        for at, word in enumerate(value.split()):
            seat, colon, cards = word.partition(":")
            if not colon:
                raise RecordError("round: {word} is not 'seat:cards'", word=quote(word))
            if self.now.is_over:
                raise RecordError("round: {word}, but the deal is over", word=quote(word))
            if at and self.now.table is None:
                raise RecordError("round: {word} belongs to the next round, the table is cleared", word=quote(word))
            if seat != str(self.now.turn):
                raise RecordError("round: {word}, but it is seat {seat}'s turn", word=quote(word), seat=self.now.turn)
            play = Play.parse(cards, self.now.rules)
            self.now = self.now.after(play)
            self.plays.append(play)

    def _end(self, value: str) -> None:
        assert self.start is not None
        instant = instant_win_at(self.start)
        if value.startswith("instant win") and instant is None:
            raise RecordError("result: {value}, but no dealt hand wins at once", value=quote(value))
        record = Record(self.start, tuple(self.plays), tuple(self.names), instant, self.you)
        try:
            truth = record._result()
        except PositionError as error:
            raise RecordError("{field}: {why}", field="result", why=error) from None
        if value != truth:
            raise RecordError("result: {value}, but it is {truth}", value=quote(value), truth=quote(truth))
        self.records.append(record)
        self.start = None
