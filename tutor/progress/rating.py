"""Ratings worked out from the log. Only a puzzle's first try counts, so reviewing never changes a rating."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from .attempts import RATED_KINDS, Attempt, in_order
from .glicko import LEAST_DEVIATION, MOST_DEVIATION, Rating, aged, update
from .items import Item

DAY = 86400.0
"""Seconds in a rating period. A month's pause takes a deviation of 50 to about 75, a year's to about 200."""

START = Rating()
"""What is known about a new learner."""


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """The rating after one rated answer, for a curve: when, of which puzzle, its score, what had been expected."""

    at: datetime
    puzzle: str
    score: float
    rating: Rating


class Rater:
    """Ratings of learners (and, with `puzzles_move`, of puzzles) after the attempts that were added, in order of time.

    Each answer is a rating period of its own, as long as the time since the last one: so the rating moves at once and
    the paper's step is unchanged. At home puzzles keep the ratings that they came with, as one learner's answers say
    little about them; over a class both sides move.
    """

    def __init__(self, items: Mapping[str, Item], puzzles_move: bool = False) -> None:
        self.items = items
        self.puzzles_move = puzzles_move
        self.learners: dict[str, Rating] = {}
        self.puzzles: dict[str, Rating] = {}
        self.history: dict[str, list[RatingPoint]] = {}
        self._last: dict[str, datetime] = {}
        self._seen: set[tuple[str, str]] = set()

    def add(self, attempt: Attempt) -> bool:
        """Take in the next attempt; whether it was rated. One of a puzzle that is not among the items is not."""
        key = (attempt.learner, attempt.puzzle)
        fresh = key not in self._seen
        if attempt.kind == "review":  # nothing to a rating, not even if a clock that was put back says it was first
            return False
        self._seen.add(key)
        item = self.items.get(attempt.puzzle)
        if not fresh or attempt.kind not in RATED_KINDS or item is None:
            return False
        learner = self.learners.get(attempt.learner, START)
        puzzle = self.puzzles.get(item.id, item.rating)
        periods = self._periods(attempt)
        self.learners[attempt.learner] = _bounded(update(learner, [(puzzle, attempt.score)], periods))
        if self.puzzles_move:
            self.puzzles[item.id] = _bounded(update(puzzle, [(learner, 1 - attempt.score)], 0.0))
        self._last[attempt.learner] = attempt.at
        point = RatingPoint(attempt.at, attempt.puzzle, attempt.score, self.learners[attempt.learner])
        self.history.setdefault(attempt.learner, []).append(point)
        return True

    def rating(self, learner: str, now: datetime | None = None) -> Rating:
        """The learner's rating, less sure the longer ago the last rated answer is."""
        found = self.learners.get(learner, START)
        if now is None or learner not in self._last:
            return found
        return aged(found, max(0.0, (now - self._last[learner]).total_seconds()) / DAY)

    def _periods(self, attempt: Attempt) -> float:
        last = self._last.get(attempt.learner)
        return 0.0 if last is None else max(0.0, (attempt.at - last).total_seconds()) / DAY


def _bounded(rating: Rating) -> Rating:
    return replace(rating, deviation=min(MOST_DEVIATION, max(LEAST_DEVIATION, rating.deviation)))


def rated(log: Iterable[Attempt], items: Mapping[str, Item], puzzles_move: bool = False) -> Rater:
    """All ratings after this log, in whatever order it comes."""
    rater = Rater(items, puzzles_move)
    for attempt in in_order(log):
        rater.add(attempt)
    return rater


def rating(log: Iterable[Attempt], items: Mapping[str, Item], now: datetime | None = None) -> Rating:
    """The rating of the one learner whose log this is; without attempts, of a new one."""
    log = list(log)
    return rated(log, items).rating(log[0].learner, now) if log else START


def rating_history(log: Iterable[Attempt], items: Mapping[str, Item]) -> list[RatingPoint]:
    """The curve of the one learner whose log this is."""
    return next(iter(rated(log, items).history.values()), [])
