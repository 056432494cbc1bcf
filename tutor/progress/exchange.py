"""Attempts as CSV, JSON and JSON lines: written for people and spreadsheets, read back with every field checked.

Reading is all or nothing. What cannot be read raises ExchangeError, one line that names the line of the file and the
field: `line 3, seconds: 'soon' is no number`.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from ..errors import Refusal, quote
from ..locale import worded
from .attempts import FIELDS, Attempt, AttemptError

LARGEST = 64_000_000
"""Characters of a file that are read. A learner who answers fifty puzzles a day needs sixteen years to fill it."""

_FORMULA = re.compile(r"'*(?:[=+@＝＋＠－]|-.)")
"""A spreadsheet would run such a cell as a formula, so an apostrophe is written in front. A lone "-" is just a pass."""


class ExchangeError(Refusal):
    """A file of attempts that cannot be read; the message is one line that names the line and the field."""


class ConflictError(ExchangeError):
    """An attempt whose id is taken by another one: `id` says which."""

    def __init__(self, id: UUID) -> None:
        super().__init__("id: {id} is here already with other values", id=id)
        self.id = id

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.id,)


def at_line(line: int, why: object) -> ExchangeError:
    """The error of a file with the line it stands in."""
    return ExchangeError("line {line}, {why}", line=line, why=why)


# ------------------------------------------------------------------ writing


def to_csv(attempts: Iterable[Attempt]) -> str:
    """One line an attempt under a line with the names of the fields; commas and line ends as RFC 4180 has them."""
    target = io.StringIO()
    writer = csv.writer(target)
    writer.writerow(FIELDS)
    for attempt in attempts:
        values = attempt.to_dict()
        values["right"] = "true" if attempt.right else "false"
        writer.writerow([guarded(str(values[name])) for name in FIELDS])
    return target.getvalue()


def to_json(attempts: Iterable[Attempt]) -> str:
    """A JSON list with one attempt a line."""
    return "[\n" + ",\n".join(map(to_line, attempts)) + "\n]\n"


def to_lines(attempts: Iterable[Attempt]) -> str:
    """JSON lines: one attempt a line and nothing else."""
    return "".join(to_line(attempt) + "\n" for attempt in attempts)


def to_line(attempt: Attempt) -> str:
    """One attempt as JSON on one line, without the line's end."""
    return json.dumps(attempt.to_dict(), ensure_ascii=False)


def guarded(text: str) -> str:
    """The text as a cell that no spreadsheet runs as a formula."""
    return "'" + text if _FORMULA.match(text) else text


def _unguarded(text: str) -> str:
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


# ------------------------------------------------------------------ reading


def read(text: str | bytes) -> list[Attempt]:
    """The attempts in `text`, whichever of the three forms it has; an attempt that stands there twice comes once.

    A blank text holds none. Raises ExchangeError; also if two attempts with one id differ.
    """
    return [attempt for attempt, _ in read_placed(text)]


def read_placed(text: str | bytes) -> list[tuple[Attempt, int]]:
    """What `read` gives, each attempt with the line in which it stands."""
    text = _decoded(text)
    if not text.strip():
        return []
    rows = read_json_rows(text) if text.lstrip()[:1] in ("[", "{") else _csv_rows(text)
    found: dict[UUID, tuple[Attempt, int]] = {}
    for line, values in rows:
        try:
            attempt = Attempt.from_dict(values)
        except AttemptError as error:
            raise at_line(line, error) from None
        if found.setdefault(attempt.id, (attempt, line))[0] != attempt:
            raise at_line(line, taken(attempt))
    return list(found.values())


def read_lines(text: str, first: int = 1) -> tuple[list[Attempt], list[str]]:
    """The attempts in JSON lines, and what is wrong with the lines that hold none: for a learner's own file, where one
    damaged line must not hide the rest. Lines are counted from `first`."""
    found: dict[Any, Attempt] = {}
    faults = []
    for number, line in enumerate(text.split("\n"), first):
        if not line.strip():
            continue
        try:
            for attempt in read(line):
                if found.setdefault(attempt.id, attempt) != attempt:
                    raise at_line(number, taken(attempt))
        except ExchangeError as error:
            faults.append(worded(at_line(number, error.values["why"])))
    return list(found.values()), faults


def taken(attempt: Attempt) -> Refusal:
    """Why an attempt is refused whose id stands there before."""
    return Refusal("id: {id} stands there before with other values", id=attempt.id)


def _decoded(text: str | bytes) -> str:
    if len(text) > LARGEST:
        raise at_line(1, Refusal("file: is longer than {most} characters", most=LARGEST))
    if isinstance(text, bytes):
        wide = text.startswith((b"\xff\xfe", b"\xfe\xff"))  # what some spreadsheets call "Unicode text"
        try:
            text = text.decode("utf-16" if wide else "utf-8-sig")
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            raise at_line(line, Refusal("file: this is no text in UTF-8")) from None
    text = text.removeprefix("\ufeff")
    if "\0" in text:
        raise at_line(text.count("\n", 0, text.index("\0")) + 1, Refusal("file: holds a zero byte"))
    return text


def _csv_rows(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    head = text.split("\n", 1)[0]
    comma = max(",;\t", key=head.count)  # spreadsheets in many languages part by semicolons
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=comma, strict=True)
    try:
        names = [name.strip() for name in next(reader, [])]
        for name in names:
            if name not in FIELDS:
                why = Refusal("{name}: is no field; known are {known}", name=quote(name), known=", ".join(FIELDS))
                raise at_line(1, why)
            if names.count(name) > 1:
                raise at_line(1, Refusal("{name}: stands there twice", name=quote(name)))
        for name in FIELDS:
            if name not in names:
                raise at_line(1, Refusal("{name}: is missing", name=name))
        start = reader.line_num + 1
        for row in reader:
            line, start = start, reader.line_num + 1
            if not any(cell.strip() for cell in row):
                continue
            if len(row) != len(names):
                why = Refusal("file: {cells} cells where {expected} were expected", cells=len(row), expected=len(names))
                raise at_line(line, why)
            yield line, _csv_values(dict(zip(names, row, strict=True)), line)
    except csv.Error as error:
        raise at_line(max(reader.line_num, 1), Refusal("{field}: {why}", field="file", why=error)) from None


def _csv_values(cells: dict[str, str], line: int) -> dict[str, Any]:
    values: dict[str, Any] = {name: _unguarded(cell) for name, cell in cells.items()}
    truth = cells["right"].strip().lower()  # spreadsheets write TRUE
    if truth not in ("true", "false"):
        raise at_line(line, Refusal("right: {right} is neither true nor false", right=quote(cells["right"])))
    values["right"] = truth == "true"
    if not re.fullmatch(r"\s*[0-9]{1,6}\s*", cells["hints"], re.ASCII):
        raise at_line(line, Refusal("{name}: {value} is no whole number", name="hints", value=quote(cells["hints"])))
    values["hints"] = int(cells["hints"])
    if not re.fullmatch(r"\s*[0-9]{1,9}(?:[.,][0-9]{1,30})?\s*", cells["seconds"], re.ASCII):
        raise at_line(line, Refusal("seconds: {seconds} is no number", seconds=quote(cells["seconds"])))
    values["seconds"] = float(cells["seconds"].replace(",", "."))
    for name in ("id", "at", "kind"):
        values[name] = values[name].strip()
    return values


_SPACE = re.compile(r"[ \t\r\n]*")


def read_json_rows(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a JSON list or of JSON lines, each with the line it begins on. Raises ExchangeError."""
    decoder = json.JSONDecoder(object_pairs_hook=_no_doubles, parse_constant=_no_constant)
    place = _skip(text, 0)
    listed = text.startswith("[", place)
    place = _skip(text, place + 1) if listed else place
    counted, line = 0, 1  # lines are counted as we go: a count from the top for each object would take quadratic time
    if listed and text.startswith("]", place):
        _nothing_after(text, place + 1)
        return
    while place < len(text):
        line += text.count("\n", counted, place)
        counted = place
        try:
            values, place = decoder.raw_decode(text, place)
        except json.JSONDecodeError as error:
            raise at_line(error.lineno, Refusal("file: this is no JSON: {reason}", reason=error.msg.lower())) from None
        except RecursionError:
            raise at_line(line, Refusal("file: too many brackets in brackets")) from None
        except Refusal as error:
            raise at_line(line, error) from None
        except ValueError:  # Python refuses integers of thousands of digits
            raise at_line(line, Refusal("file: a number is too long")) from None
        if not isinstance(values, dict):
            raise at_line(line, Refusal("file: {text} is no attempt", text=quote(str(values)[:40])))
        yield line, values
        place = _skip(text, place)
        if listed:
            if text.startswith("]", place):
                _nothing_after(text, place + 1)
                return
            if not text.startswith(",", place):
                raise at_line(text.count("\n", 0, place) + 1, Refusal("file: the list of attempts breaks off"))
            place = _skip(text, place + 1)
    if listed:
        raise at_line(text.count("\n") + 1, Refusal("file: the list of attempts breaks off"))


def _skip(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return found.end() if found else place


def _nothing_after(text: str, place: int) -> None:
    place = _skip(text, place)
    if place < len(text):
        why = Refusal("file: {text} stands after the list's end", text=quote(text[place : place + 20]))
        raise at_line(text.count("\n", 0, place) + 1, why)


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        double = next(name for name in names if names.count(name) > 1)
        raise Refusal("{name}: stands there twice", name=quote(double))
    return values


def _no_constant(name: str) -> Any:
    raise Refusal("file: {name} is no number", name=name)
