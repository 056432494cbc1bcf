"""What a learner's log adds up to, in pictures: rating, themes, what is due, days, storms.

Each picture has the same numbers below it as a table to unfold, which a screen reader reads, and as plain lines where
no HTML is shown. Everything is worked out from the log when the dashboard is made; run the cell again after a while.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from html import escape
from typing import Any

from .charts import SMALL, STYLE, Picture, band, bars, calendar, intervals
from .explain import trouble
from .locale import _, ngettext, puzzle_text
from .progress import AttemptError, Store, Trainer
from .progress.who import learner as who
from .progress.who import puzzles_of, shared_store
from .themes import THEMES

MOST_POINTS = 60
"""Points of the rating's curve; of more answers, evenly chosen ones are shown."""

MOST_THEMES = 20
AHEAD = 7
"""Days of which is told what comes back."""
STORMS = 10


class Dashboard:
    """The learner's progress in pictures; without a name, of the one who was picked last on this machine.

    `rating`, `repetition` and `streaks` leave a part out. Never raises for a log: an empty one says so.

    >>> from tutor.progress import MemoryStore
    >>> print(Dashboard("ann", store=MemoryStore()))
    ann has not answered a puzzle yet. Solve one, and run this again.
    """

    def __init__(
        self,
        learner: str = "",
        puzzles: Iterable[Any] | None = None,
        *,
        store: Store | None = None,
        clock: Callable[[], datetime] | None = None,
        rating: bool = True,
        repetition: bool = True,
        streaks: bool = True,
    ) -> None:
        self.pictures: list[Picture] = []
        try:
            name = learner or who()
            given = puzzles_of(name)[0] if puzzles is None else puzzles
            self.trainer = Trainer(
                given, store or shared_store(), name, clock=clock, rating=rating, repetition=repetition, streaks=streaks
            )
        except AttemptError as error:
            self.summary = trouble(error)
            return
        self.summary = self._summary()
        if any(attempt.kind != "lesson" for attempt in self.trainer.log):
            parts = (self._rating(), self._themes(), self._due(), self._days(), self._storms())
            self.pictures = [picture for picture in parts if picture is not None]

    def _repr_html_(self) -> str:
        said = "".join(f"<p>{escape(line)}</p>" for line in self.summary.splitlines())
        return f'{STYLE}<div class="tlc">{said}</div>' + "".join(each._repr_html_() for each in self.pictures)

    def __str__(self) -> str:
        return "\n\n".join([self.summary, *map(str, self.pictures)])

    __repr__ = __str__

    def _summary(self) -> str:
        trainer = self.trainer
        answered = [attempt for attempt in trainer.log if attempt.kind != "lesson"]
        if not answered:
            text = _("{learner} has not answered a puzzle yet. Solve one, and run this again.")
            return "\n".join(filter(None, [text.format(learner=trainer.learner), trainer.warning]))
        count = ngettext("{learner} has answered {n} time.", "{learner} has answered {n} times.", len(answered))
        said = [count.format(learner=trainer.learner, n=len(answered))]
        if trainer.rating is not None:
            low, high = round(trainer.rating.low), round(trainer.rating.high)
            text = _("The rating is {rating}: with 95 % it is between {low} and {high}.")
            said.append(text.format(rating=round(trainer.rating.rating), low=low, high=high))
        streak = trainer.streak()
        if streak is not None:
            text = ngettext(
                "{n} day in a row now; the longest row was {longest}.",
                "{n} days in a row now; the longest row was {longest}.",
                streak.current,
            )
            said.append(text.format(n=streak.current, longest=streak.longest))
        return "\n".join(filter(None, [" ".join(said), trainer.warning]))

    def _rating(self) -> Picture | None:
        history = self.trainer.rating_history()
        if not history:
            return None
        step = max(1, -(-len(history) // MOST_POINTS))
        chosen = history[::-1][::step][::-1]
        points = [(self._day(point.at), point.rating.low, point.rating.rating, point.rating.high) for point in chosen]
        title = _("Your rating, after each rated answer. The true one lies in the band with 95 %.")
        return band(points, title, [_("day"), _("at least"), _("rating"), _("at most")])

    def _themes(self) -> Picture | None:
        found = self.trainer.accuracy()[:MOST_THEMES]
        if not found:
            return None
        rests = _("{right} of {tried}")
        rows = [
            (theme_name(each.theme), each.low, each.share, each.high, rests.format(right=each.right, tried=each.tried))
            for each in found
        ]
        title = _("Right at the first try, by theme. The fewer answers, the longer the line: it is less sure.")
        return intervals(rows, title, [_("theme"), _("right at the first try"), _("answers")])

    def _due(self) -> Picture | None:
        if not self.trainer.with_repetition:
            return None
        today, schedule = self.trainer.day, self.trainer.schedule()
        days = [each.at.astimezone(self.trainer.zone).date() for each in schedule]
        counted = {_("now or today"): sum(day <= today for day in days)}
        for ahead in range(1, AHEAD):
            day = today + timedelta(days=ahead)
            counted[day.isoformat() if ahead > 1 else _("tomorrow")] = days.count(day)
        counted[_("later")] = sum(day >= today + timedelta(days=AHEAD) for day in days)
        return bars(counted, _("Puzzles that come back"), counts=True, columns=[_("day"), _("puzzles")], width=SMALL)

    def _days(self) -> Picture | None:
        if not self.trainer.with_streaks:
            return None
        return calendar(
            self.trainer.calendar(),
            self.trainer.day,
            _("Answers on each day of the last weeks"),
            [_("day"), _("answers")],
        )

    def _storms(self) -> Picture | None:
        storms = self.trainer.storms()[-STORMS:]
        if not storms:
            return None
        first = len(self.trainer.storms()) - len(storms) + 1
        values = {f"{n}. {self._day(storm.start)}": (storm.right, storm.wrong) for n, storm in enumerate(storms, first)}
        names = [_("right"), _("wrong")]
        return bars(values, _("Your storms"), names, counts=True, columns=[_("storm"), *names], width=SMALL)

    def _day(self, at: datetime) -> str:
        return at.astimezone(self.trainer.zone).date().isoformat()


def theme_name(theme: str) -> str:
    """A theme of `tutor.themes` in the language in force; a word of a teacher's own as it is."""
    return THEMES[theme].name if theme in THEMES else puzzle_text(theme)
