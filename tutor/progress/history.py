"""What a log tells: days in a row, a calendar, accuracy by theme, what went wrong, storms. Pure functions.

A day is a day where the learner is: `zone` is their time zone, None the machine's.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from .attempts import Attempt, in_order
from .items import Item

STORM_SECONDS = 180
"""How long a storm lasts."""

STORM_PAUSE = 0.5
"""Seconds from an answer to the next puzzle that no storm has: what comes later is of another one."""


def local_day(at: datetime, zone: tzinfo | None = None) -> date:
    """The date on the learner's calendar."""
    return at.astimezone(zone).date()


def calendar(log: Iterable[Attempt], zone: tzinfo | None = None) -> dict[date, int]:
    """How many answers were given on each day that has any, in order."""
    return dict(sorted(Counter(local_day(attempt.at, zone) for attempt in log).items()))


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row with at least one answer: `current` up to today, or up to yesterday while today has none yet
    (`today` says which), and the `longest` ever."""

    current: int
    longest: int
    today: bool


def streak(log: Iterable[Attempt], now: datetime, zone: tzinfo | None = None) -> Streak:
    """The streak at the moment `now`. Days after today (a clock that was wrong) do not count."""
    today = local_day(now, zone)
    days = [day for day in calendar(log, zone) if day <= today]
    longest = run = 0
    before: date | None = None
    for day in days:
        run = run + 1 if before is not None and day - before == timedelta(days=1) else 1
        longest = max(longest, run)
        before = day
    current = run if before is not None and today - before <= timedelta(days=1) else 0
    return Streak(current, longest, before == today)


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Of `tried` puzzles with a theme, `right` were answered rightly at the first try and without hints; the true share
    lies between `low` and `high` with 95 % (Wilson)."""

    theme: str
    tried: int
    right: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.right / self.tried


def wilson(right: int, tried: int, z: float = 1.96) -> tuple[float, float]:
    """Between which shares the true one lies if `right` of `tried` went well. Nothing tried: anywhere, (0, 1)."""
    if not tried:
        return 0.0, 1.0
    share = right / tried
    middle = share + z * z / (2 * tried)
    reach = z * math.sqrt(share * (1 - share) / tried + z * z / (4 * tried * tried))
    scale = 1 + z * z / tried
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def first_tries(log: Iterable[Attempt]) -> list[Attempt]:
    """The first attempt of every learner at every puzzle, in order of time."""
    seen: dict[tuple[str, str], Attempt] = {}
    for attempt in in_order(log):
        if attempt.kind != "review":  # nobody's first, even if a clock that was put back says so
            seen.setdefault((attempt.learner, attempt.puzzle), attempt)
    return list(seen.values())


def accuracy(log: Iterable[Attempt], items: Mapping[str, Item]) -> list[Accuracy]:
    """First tries by theme, the least known theme (by `low`) first. Themes that were never tried are left out."""
    tried: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for attempt in first_tries(log):
        item = items.get(attempt.puzzle)
        for theme in item.themes if item else ():
            tried[theme] += 1
            right[theme] += attempt.score == 1
    found = [Accuracy(theme, tried[theme], right[theme], *wilson(right[theme], tried[theme])) for theme in tried]
    return sorted(found, key=lambda each: (each.low, each.theme))


def mistakes(log: Iterable[Attempt]) -> list[str]:
    """The puzzles whose last answer was wrong, the latest first."""
    last: dict[str, Attempt] = {}
    for attempt in in_order(log):
        last[attempt.puzzle] = attempt
    return [attempt.puzzle for attempt in reversed(in_order(last.values())) if not attempt.right]


@dataclass(frozen=True, slots=True)
class StormResult:
    """One storm: when it began, and how many answers were right and wrong within its time."""

    start: datetime
    right: int
    wrong: int


def storms(log: Iterable[Attempt]) -> list[StormResult]:
    """The storms in a log, in order of time. One begins when the first of its puzzles was shown.

    Within a storm each puzzle is shown when the one before is answered; a pause between them parts two storms, the
    first of which was stopped before its time.
    """
    found: list[StormResult] = []
    before: datetime | None = None
    for attempt in in_order(log):
        if attempt.kind != "storm":
            continue
        shown = attempt.at - timedelta(seconds=min(attempt.seconds, STORM_SECONDS))
        late = not found or (attempt.at - found[-1].start).total_seconds() > STORM_SECONDS + 1
        if late or (before is not None and (shown - before).total_seconds() > STORM_PAUSE):
            found.append(StormResult(shown, 0, 0))
        before = attempt.at
        last = found[-1]
        found[-1] = StormResult(last.start, last.right + attempt.right, last.wrong + (not attempt.right))
    return found
