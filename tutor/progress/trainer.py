"""One learner at their puzzles: what comes next, what is kept, what it adds up to. For widgets, without any of them.

The trainer reads the log once and takes in each further answer, so that it stays quick with thousands of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from typing import Any

from . import choose, history
from .attempts import Attempt, answer_text, learner_name, storable
from .glicko import Rating
from .items import Item, items_of
from .rating import Rater, RatingPoint
from .repetition import Due, Repetition
from .store import Imported, MemoryStore, Store


@dataclass(frozen=True, slots=True)
class Recorded:
    """What an answer changed: `saved` if it is on the disk, the rating `before` and `after` (the same if it was not
    rated), and when the puzzle is `due` again (None if repetition is off)."""

    attempt: Attempt
    saved: bool
    rated: bool
    before: Rating
    after: Rating
    due: datetime | None


class Trainer:
    """Puzzles, a store, a learner, a clock.

    `puzzles` are `tutor.puzzles.Puzzle` or `Item`; ids must differ. `zone` is the learner's time zone, None the
    machine's; `clock` gives aware times. Each part can be switched off: without `rating` puzzles come in any order and
    none is rated, without `repetition` nothing is due, without `streaks` days are not counted. The switches change only
    what is shown; the log is the same.

    >>> from tutor.puzzles import Puzzle
    >>> from tutor import Position
    >>> trainer = Trainer([Puzzle("x", "", Position.parse("pagat 3s5d5h/4c4d7s 0 - -"), "5d5h")])
    >>> trainer.record(trainer.next(), "5d5h", True, seconds=4).after.rating > 1500
    True
    """

    def __init__(
        self,
        puzzles: Iterable[Any],
        store: Store | None = None,
        learner: str = "me",
        *,
        clock: Callable[[], datetime] | None = None,
        zone: tzinfo | None = None,
        rating: bool = True,
        repetition: bool = True,
        streaks: bool = True,
    ) -> None:
        every = list(puzzles)
        self.items = items_of(every)
        self.puzzles: dict[str, Any] = {puzzle.id: puzzle for puzzle in every}
        self.store = store if store is not None else MemoryStore()
        self.clock = clock or (lambda: datetime.now(UTC))
        self.zone = zone
        self.with_rating, self.with_repetition, self.with_streaks = rating, repetition, streaks
        self.learner = learner_name(learner)
        self.choose_from()
        self.refresh()

    def choose_from(self, only: Callable[[Any], bool] | None = None, daily: Callable[[Any], bool] | None = None) -> int:
        """Offer only the puzzles for which `only` holds (all without it); returns how many. Ratings count all.

        Today's puzzle is one for which `daily` holds (`only` without it), so that it need not depend on what is chosen.
        """
        self.pool = self._those(only)
        self.daily = self._those(daily or only)
        return len(self.pool)

    def _those(self, only: Callable[[Any], bool] | None) -> dict[str, Item]:
        return {name: item for name, item in self.items.items() if only is None or only(self.puzzles[name])}

    # -------------------------------------------------------------- the log

    def refresh(self) -> None:
        """Read the log again: after an import, or if another program has written."""
        self.log: list[Attempt] = []
        self._rater = Rater(self.items)
        self._repetition = Repetition()
        for attempt in self.store.attempts(self.learner):
            self._take(attempt)

    def catch_up(self) -> None:
        """Read the log again if another notebook has added to it; only a count if not."""
        if self.store.count(self.learner) != len(self.log):
            self.refresh()

    def switch(self, learner: str) -> None:
        """Go on as another learner of this machine. Raises AttemptError for a name that cannot be one."""
        self.learner = learner_name(learner)
        self.refresh()

    def record(
        self,
        puzzle: Any,
        answer: object,
        right: bool,
        *,
        seconds: float = 0.0,
        hints: int = 0,
        kind: str | None = None,
    ) -> Recorded:
        """Keep the first answer to a puzzle (or its id). The kind is found out: `first` if it is new, else `review`.

        What a learner or a browser may get wrong is put right: a long answer in several lines is put on one and cut,
        `seconds` and the clock are brought into their bounds. Raises AttemptError for the rest.
        """
        name = puzzle if isinstance(puzzle, str) else puzzle.id
        now = storable(self.clock())
        attempt = Attempt(
            self.learner,
            name,
            now,
            answer_text(answer),
            bool(right),
            min(max(0.0, float(seconds)), 1e6),
            hints,
            kind or ("review" if self.seen(name) else "first"),
        )
        before = self._rater.rating(self.learner, now)
        saved = self.store.append(attempt)
        was_rated = self._take(attempt) and self.with_rating
        after = self._rater.rating(self.learner, now) if was_rated else before
        due = self._repetition.when(name) if self.with_repetition else None
        return Recorded(attempt, saved, was_rated, before, after, due)

    def _take(self, attempt: Attempt) -> bool:
        self.log.append(attempt)
        if attempt.kind == "lesson":
            return False
        self._repetition.add(attempt)
        return self._rater.add(attempt)

    def seen(self, puzzle: Any) -> bool:
        """Whether the learner has answered this puzzle (or id) before."""
        name = puzzle if isinstance(puzzle, str) else puzzle.id
        return self._repetition.when(name) is not None

    # -------------------------------------------------------------- what next

    def next(self, theme: str | None = None, level: str = "medium") -> Any:
        """The next new puzzle of a level in `choose.LEVELS`, of any theme or the one given; see `choose.next_item`."""
        now = self.clock()
        found = choose.next_item(
            self.pool, self.log, now, theme=theme, level=level, rating=self._strength(now), by_rating=self.with_rating
        )
        return self._puzzle(found)

    def today(self, day: date | None = None) -> Any:
        """The puzzle of today's date (or of `day`), the same for everybody."""
        return self._puzzle(choose.todays(self.daily, day or self.day))

    def today_done(self) -> bool:
        """Whether the learner has answered today's puzzle today."""
        puzzle = self.today()
        days = (history.local_day(each.at, self.zone) for each in self.log if puzzle and each.puzzle == puzzle.id)
        return self.day in days

    def mistakes(self) -> list[Any]:
        """The puzzles whose last answer was wrong, the latest first."""
        return [self._puzzle(item) for item in choose.mistaken_items(self.pool, self.log)]

    def session(self, count: int = 10) -> list[Any]:
        """A mixed session: what is due, then new puzzles."""
        now = self.clock()
        due = [self.pool[each.puzzle] for each in self.due()]
        found = choose.mixed(
            self.pool, self.log, now, count, due=due, rating=self._strength(now), by_rating=self.with_rating
        )
        return [self._puzzle(item) for item in found]

    def storm(self, count: int = 60) -> list[Any]:
        """The queue of a storm, easy to hard. Its answers are recorded with `kind="storm"`."""
        now = self.clock()
        found = choose.storm(self.pool, self.log, now, count, rating=self._strength(now))
        return [self._puzzle(item) for item in found]

    def themes(self) -> dict[str, int]:
        """The themes that there are, with how many puzzles each has."""
        return choose.themes(self.pool)

    def chance(self, puzzle: Any) -> float:
        """How likely the learner is to solve a puzzle (or id) at the first try."""
        name = puzzle if isinstance(puzzle, str) else puzzle.id
        return choose.chance(self._strength(self.clock()), self.items[name])

    # -------------------------------------------------------------- what it adds up to

    @property
    def day(self) -> date:
        """Today on the learner's calendar."""
        return history.local_day(self.clock(), self.zone)

    @property
    def rating(self) -> Rating | None:
        """The learner's rating now; None if ratings are off."""
        return self._strength(self.clock()) if self.with_rating else None

    def rating_history(self) -> list[RatingPoint]:
        """The rating after each rated answer; empty if ratings are off."""
        return list(self._rater.history.get(self.learner, ())) if self.with_rating else []

    def due(self) -> list[Due]:
        """What is to be repeated by now, the longest due first; empty if repetition is off."""
        if not self.with_repetition:
            return []
        return [each for each in self._repetition.due(self.clock()) if each.puzzle in self.pool]

    def schedule(self) -> list[Due]:
        """When each puzzle seen so far is due, without those that are no more; empty if repetition is off."""
        if not self.with_repetition:
            return []
        return [each for each in self._repetition.all(self.clock()) if each.puzzle in self.pool]

    def streak(self) -> history.Streak | None:
        """Days in a row; None if streaks are off."""
        return history.streak(self.log, self.clock(), self.zone) if self.with_streaks else None

    def calendar(self) -> dict[date, int]:
        """How many answers on each day."""
        return history.calendar(self.log, self.zone)

    def accuracy(self) -> list[history.Accuracy]:
        """First tries by theme, the weakest first."""
        return history.accuracy(self.log, self.items)

    def storms(self) -> list[history.StormResult]:
        """The storms so far."""
        return history.storms(self.log)

    # -------------------------------------------------------------- the learner's data

    @property
    def warning(self) -> str:
        """What the learner should know about saving; "" if all is well."""
        return self.store.warning

    def learners(self) -> list[str]:
        """Everybody who has answers in this store."""
        return self.store.learners()

    def delete_my_data(self) -> int:
        """Remove all the learner's answers from the store; returns how many. Raises StoreError if it refuses."""
        removed = self.store.delete(self.learner)
        self.refresh()
        return removed

    def load(self, path: Any) -> Imported:
        """Add an exported file to the store. Raises ExchangeError, and then nothing was added."""
        done = self.store.load(path)
        self.refresh()
        return done

    def _strength(self, now: datetime) -> Rating:
        return self._rater.rating(self.learner, now)

    def _puzzle(self, item: Item | None) -> Any:
        return None if item is None else self.puzzles[item.id]
