"""When a puzzle should come again, by FSRS: shortly before it would be forgotten. Worked out from the log.

A wrong answer is *again*, one with hints *hard*, a right one *good*; a puzzle that was right at the very first try is
*easy*, so that what a learner can do anyway comes back in weeks and not in days.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

from .attempts import Attempt, in_order

if TYPE_CHECKING:
    from fsrs import Card

AGAIN_AFTER = timedelta(minutes=10)
"""How soon a wrong answer may be tried again."""

LONGEST_PAUSE = 365
"""Days after which every puzzle comes again, however well it is known."""


@dataclass(frozen=True, slots=True)
class Due:
    """When a puzzle is due, and the chance that it would be answered rightly now (by memory, 0 to 1)."""

    puzzle: str
    at: datetime
    recall: float


@cache
def _scheduler() -> Any:
    from fsrs import Scheduler  # only a learner with a log needs it

    return Scheduler(
        learning_steps=(AGAIN_AFTER,),
        relearning_steps=(AGAIN_AFTER,),
        maximum_interval=LONGEST_PAUSE,
        enable_fuzzing=False,  # the same log gives the same dates on every machine
    )


class Repetition:
    """The memory of one learner after the attempts that were added, in order of time."""

    def __init__(self) -> None:
        self._cards: dict[str, Card] = {}

    def add(self, attempt: Attempt) -> None:
        """Take in the next attempt of the learner."""
        from fsrs import Card, Rating

        known = self._cards.get(attempt.puzzle)
        if not attempt.right:
            grade = Rating.Again
        elif attempt.hints:
            grade = Rating.Hard
        else:
            grade = Rating.Good if known else Rating.Easy
        card = known or Card(card_id=len(self._cards) + 1, due=attempt.at)
        self._cards[attempt.puzzle] = _scheduler().review_card(card, grade, attempt.at)[0]

    def when(self, puzzle: str) -> datetime | None:
        """When the puzzle is due; None if it was never seen."""
        card = self._cards.get(puzzle)
        return card.due if card else None

    def all(self, now: datetime) -> list[Due]:
        """All puzzles seen so far, the first due first."""
        return self._listed(self._cards, now)

    def due(self, now: datetime) -> list[Due]:
        """What is due by now, the longest due first."""
        return self._listed((puzzle for puzzle, card in self._cards.items() if card.due <= now), now)

    def _listed(self, puzzles: Iterable[str], now: datetime) -> list[Due]:
        recall = _scheduler().get_card_retrievability
        found = [Due(puzzle, self._cards[puzzle].due, recall(self._cards[puzzle], now)) for puzzle in puzzles]
        return sorted(found, key=lambda due: (due.at, due.puzzle))


def repeated(log: Iterable[Attempt]) -> Repetition:
    """The memory of the one learner whose log this is, in whatever order it comes."""
    repetition = Repetition()
    for attempt in in_order(log):
        repetition.add(attempt)
    return repetition
