"""One answer of one learner to one puzzle: the only thing that is ever stored about learning.

Everything else (rating, due dates, streak, charts) is worked out from the attempts, so it can be changed or mended
later without touching anybody's data.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from ..errors import Refusal, quote

KINDS = ("first", "review", "storm", "set", "lesson")
"""What an attempt was made for: a puzzle met for the first time, a repetition, a storm against the clock, a set from a
teacher, an exercise of a lesson (then `puzzle` names the lesson and its cell)."""

RATED_KINDS = ("first", "set")
"""The kinds that can change a rating. Reviews never do; a storm is played too fast to tell much."""

LONGEST = {"learner": 64, "puzzle": 200, "answer": 1000}
"""Characters that fit into each text field."""

MOST_SECONDS = 1_000_000.0
MOST_HINTS = 1000
FIRST_YEAR, LAST_YEAR = 2000, 2199
"""A time outside these years comes from a wrong clock or a damaged file, and would upset calendars further on."""


class AttemptError(Refusal):
    """An attempt that cannot be; the message is one line that begins with the field, e.g. `seconds: '-1' is ...`."""


def learner_name(name: str) -> str:
    """A pseudonym as it is stored: Unicode in one form, no blanks round it, one line. Raises AttemptError."""
    return _line("learner", name)


def answer_text(answer: object) -> str:
    """Whatever a learner wrote as an answer that can be stored: on one line, cut where it is too long.

    >>> answer_text("because of\\nthe pair")
    'because of the pair'
    """
    text = "".join(" " if _is_control(letter) else letter for letter in str(answer))
    return unicodedata.normalize("NFC", " ".join(text.split()))[: LONGEST["answer"]].strip()


def aware_utc(at: datetime) -> datetime:
    """The same moment in UTC. Raises AttemptError for a time without a zone, as it could be any of a day's worth."""
    if at.tzinfo is None or at.utcoffset() is None:
        raise AttemptError("at: {at} has no time zone", at=quote(str(at)))
    try:
        return at.astimezone(UTC)
    except OverflowError:
        raise AttemptError("at: {at} is outside the calendar", at=quote(str(at))) from None


def storable(at: datetime) -> datetime:
    """The moment, or the nearest that an attempt can have: a computer without a clock of its own begins in 1970."""
    if at.year < FIRST_YEAR:
        return datetime(FIRST_YEAR, 1, 1, tzinfo=UTC)
    return datetime(LAST_YEAR, 12, 31, tzinfo=UTC) if at.year > LAST_YEAR else at


@dataclass(frozen=True, slots=True)
class Attempt:
    """Who answered which puzzle when, what, whether it was right, how long it took, with how many hints.

    `answer` is the first play in notation ("-" is a pass) or a text; only the first answer counts, what is tried
    afterwards is not kept. `at` is when the answer was given, `seconds` how long the learner had looked by then, to the
    millisecond. `id` is made up for each new attempt and lets a copy be recognised. Raises AttemptError.

    >>> from datetime import datetime, timezone
    >>> Attempt("ann", "wait", datetime(2026, 1, 2, tzinfo=timezone.utc), "5d5h", True).kind
    'first'
    """

    learner: str
    puzzle: str
    at: datetime
    answer: str
    right: bool
    seconds: float = 0.0
    hints: int = 0
    kind: str = "first"
    id: UUID = field(default_factory=uuid4)

    def __post_init__(self) -> None:
        change = object.__setattr__
        change(self, "learner", _line("learner", self.learner))
        change(self, "puzzle", _line("puzzle", self.puzzle))
        change(self, "answer", _line("answer", self.answer, empty=True))
        if not isinstance(self.at, datetime):
            raise AttemptError("at: {at} is no time", at=quote(self.at))
        change(self, "at", aware_utc(self.at))
        if not FIRST_YEAR <= self.at.year <= LAST_YEAR:
            raise AttemptError(
                "at: {at} is not between the years {first} and {last}",
                at=quote(str(self.at)),
                first=FIRST_YEAR,
                last=LAST_YEAR,
            )
        if not isinstance(self.right, bool):
            raise AttemptError("right: {right} is neither true nor false", right=quote(self.right))
        if isinstance(self.seconds, bool) or not isinstance(self.seconds, int | float):
            raise AttemptError("seconds: {seconds} is no number", seconds=quote(self.seconds))
        if not 0 <= self.seconds <= MOST_SECONDS:  # false for NaN, too
            raise AttemptError(
                "{name}: {value} is not between 0 and {most}",
                name="seconds",
                value=_shown(self.seconds),
                most=round(MOST_SECONDS),
            )
        change(self, "seconds", round(float(self.seconds), 3))
        if isinstance(self.hints, bool) or not isinstance(self.hints, int):
            raise AttemptError("{name}: {value} is no whole number", name="hints", value=quote(self.hints))
        if not 0 <= self.hints <= MOST_HINTS:
            raise AttemptError(
                "{name}: {value} is not between 0 and {most}", name="hints", value=_shown(self.hints), most=MOST_HINTS
            )
        if self.kind not in KINDS:
            raise AttemptError(
                "{name}: {value} is none of {known}", name="kind", value=quote(self.kind), known=", ".join(KINDS)
            )
        if not isinstance(self.id, UUID):
            raise AttemptError("id: {id} is no UUID", id=quote(self.id))

    @property
    def score(self) -> float:
        """1 for a right answer, 1/2 for one found with hints, 0 for a wrong one."""
        return (0.5 if self.hints else 1.0) if self.right else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, in the order of `FIELDS`; `from_dict` is the inverse."""
        return {
            "id": str(self.id),
            "learner": self.learner,
            "puzzle": self.puzzle,
            "at": self.at.isoformat(),
            "answer": self.answer,
            "right": self.right,
            "seconds": self.seconds,
            "hints": self.hints,
            "kind": self.kind,
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Attempt:
        """The attempt with these plain values. Raises AttemptError that names the field; all fields must be there."""
        unknown = [name for name in values if name not in FIELDS]
        if unknown:
            raise AttemptError(
                "{name}: there is no such field; known are {known}",
                name=quote(str(unknown[0])),
                known=", ".join(FIELDS),
            )
        for name in FIELDS:
            if name not in values:
                raise AttemptError("{name}: is missing", name=name)
        return cls(**{**values, "id": _uuid(values["id"]), "at": _time(values["at"])})


FIELDS = ("id", *(each.name for each in fields(Attempt) if each.name != "id"))
"""The names of the fields in the order in which they are written."""


def in_order(attempts: Any) -> list[Attempt]:
    """The attempts by time; at the same time by id, so that every machine agrees."""
    return sorted(attempts, key=lambda attempt: (attempt.at, attempt.id))


def _line(name: str, text: object, empty: bool = False) -> str:
    if not isinstance(text, str):
        raise AttemptError("{name}: {text} is no text", name=name, text=quote(text))
    text = unicodedata.normalize("NFC", text).strip()
    if not text and not empty:
        raise AttemptError("{name}: is empty", name=name)
    if len(text) > LONGEST[name]:
        raise AttemptError(
            "{name}: {text}... is longer than {most} characters", name=name, text=quote(text[:40]), most=LONGEST[name]
        )
    if any(map(_is_control, text)):
        raise AttemptError("{name}: {text} holds a control character", name=name, text=quote(text))
    return text


def _is_control(letter: str) -> bool:
    # Letters and signs of every script may be stored, joiners included; what ends a line or garbles a terminal not.
    return unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp")


def _shown(number: float) -> object:
    long = isinstance(number, int) and abs(number) > 10**15  # Python would refuse to print thousands of digits
    return Refusal("the number") if long else quote(number)


def _uuid(text: object) -> UUID:
    try:
        if isinstance(text, str) and len(text) == 36:
            return UUID(text)
    except ValueError:
        pass
    raise AttemptError("id: {id} is no UUID", id=quote(text))


def _time(text: object) -> datetime:
    try:
        if isinstance(text, str) and len(text) <= 40:
            return datetime.fromisoformat(text)
    except ValueError:
        pass
    raise AttemptError("at: {text} is no time such as 2026-01-31T17:45:00+00:00", text=quote(text))
