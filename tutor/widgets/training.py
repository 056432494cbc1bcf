"""The trainer in a notebook: a puzzle to play, the ways to choose the next one, and what is kept of it.

What is chosen, rated and repeated is the business of `tutor.progress.Trainer`; how a puzzle is played is that of
`PuzzlePlayer`. This puts the two together. An answer is kept before the page learns whether it was right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import traitlets as t

from .. import puzzles as packs
from ..combinations import Play
from ..dashboard import theme_name
from ..deals import forget
from ..errors import quote
from ..locale import _, ngettext, worded
from ..other_rules import rules_name
from ..progress import STORM_SECONDS, AttemptError, ExchangeError, Recorded, StoreError, Trainer
from ..progress.choose import LEVELS
from ..progress.store import reason
from ..progress.who import learner as who
from ..progress.who import leave, pick, puzzles_of, shared_store
from ..puzzles import Puzzle
from ..rules import Rules
from .base import STYLE, module, says
from .table import PuzzlePlayer, _puzzle_traits

SESSION = 10
"""Puzzles in a mixed session."""


def _came_along(puzzle: Puzzle, game: str) -> bool:
    return puzzle.position.rules.game == game and not puzzle.id.startswith("mine-")


POOLS: dict[str, Callable[[Puzzle], bool]] = {
    "tien-len": lambda puzzle: _came_along(puzzle, "tien-len"),
    "open": lambda puzzle: _came_along(puzzle, "tien-len") and not any(puzzle.position.hidden),
    "own": lambda puzzle: _came_along(puzzle, "tien-len") and any(puzzle.position.hidden),
    "big-two": lambda puzzle: _came_along(puzzle, "big-two"),
    "mine": lambda puzzle: puzzle.id.startswith("mine-"),
}
"""Which puzzles there are to choose from: by the game, by the cards that are seen, and those from one's own deals
(`tutor.own_puzzles`), which stand apart so that today's puzzle is the same for everybody."""


class Training(PuzzlePlayer):
    """Puzzles one after another, chosen for the learner, with everything answered kept.

    - `puzzles`: a list of puzzles or the path of a pack; without it all that come with the package and one's own
    - `learner`: a nickname; without it the one picked last on this machine
    - `pool`: `tien-len`, `open` (all hands seen), `own` (only your hand seen), `big-two` or `mine` (from your deals)
    - `theme`, `level`: what *Next puzzle* looks for; levels are `easy`, `medium` and `hard`
    - `rating`, `repetition`, `streaks`: False switches that part off; the answers are kept all the same
    - `store`, `clock`: for tests and for teachers' own storage

    The first play counts; what is tried afterwards is not kept. `trainer` is the `tutor.progress.Trainer` behind it,
    `recorded` what the last answer changed.

    >>> from tutor.progress import MemoryStore
    >>> training = Training(store=MemoryStore(), learner="ann")
    >>> training.play(training.puzzle.answer), training.recorded.saved
    (True, True)
    """

    _esm = module("cards.js", "table.js", "puzzle.js", "training.js")
    _css = STYLE + module("training.css")

    pool = t.Unicode("tien-len").tag(sync=True)
    theme = t.Unicode().tag(sync=True)
    level = t.Unicode("medium").tag(sync=True)
    rating = t.Bool(True).tag(sync=True)
    repetition = t.Bool(True).tag(sync=True)
    streaks = t.Bool(True).tag(sync=True)

    def __init__(
        self,
        puzzles: Iterable[Puzzle] | str | Path | None = None,
        learner: str = "",
        *,
        store: Any = None,
        clock: Callable[[], datetime] | None = None,
        **traits: Any,
    ) -> None:
        self.puzzle: Any = None
        self.recorded: Recorded | None = None
        self._way, self._queue, self._total = "next", list[Any](), 0
        self._storm_began: datetime | None = None
        self._storm_right = self._storm_wrong = 0
        self._resting = False
        self._told, self._deleting = says(), 0
        self._known: dict[str, Any] | None = None
        slip = ""
        self._given = puzzles if puzzles is None or isinstance(puzzles, str | Path) else list(puzzles)
        for name, known in (("pool", POOLS), ("level", LEVELS)):
            if traits.get(name, next(iter(known))) not in known:
                text = _("{name}: {value} is none of {known}")
                slip = slip or text.format(name=name, value=quote(traits.pop(name)), known=", ".join(known))
        self._made_with: dict[str, Any] = {"store": store or shared_store(), "clock": clock}
        self._made_with |= {name: bool(traits.get(name, True)) for name in ("rating", "repetition", "streaks")}
        try:
            self.trainer = self._trainer(learner or who(), traits.get("pool", "tien-len"))
        except (ValueError, OSError) as error:
            slip = worded(error)
            if isinstance(error, OSError):
                text = _("puzzles: {file} cannot be opened ({reason})")
                slip = text.format(file=quote(str(puzzles)), reason=reason(error))
            self.trainer = Trainer([], **self._made_with)
        super().__init__(**traits)
        self._refused = slip
        self.observe(self._on_setting, ["rating", "repetition", "streaks"])
        self.observe(self._on_choice, ["pool", "theme", "level"])
        self._show(None if slip else self._next())

    def __repr__(self) -> str:
        return f"Training({self.trainer.learner!r}, {len(self.trainer.pool)} puzzles)"

    def _trainer(self, learner: str, pool: str) -> Trainer:
        """A trainer for this learner. Raises ValueError for a name or a pack that is none, OSError for no file."""
        fault = ""
        if self._given is None:
            given, fault = puzzles_of(learner)
        else:
            given = self._given if isinstance(self._given, list) else packs.load(self._given)
        self._told = says(fault, "bad" if fault else "info")
        found = Trainer(given, learner=learner, **self._made_with)
        if not found.choose_from(POOLS[pool], _daily(pool)) and self._given is not None:
            found.choose_from()  # a teacher's pack may be of one kind only
        return found

    # -- which puzzle ------------------------------------------------------------------------------

    def _next(self) -> Any:
        return self.trainer.next(self.theme or None, self.level)

    def _show(self, puzzle: Any) -> None:
        """Put a puzzle on the table, as if nobody had ever touched it."""
        self.puzzle, self.recorded, self._judged, self._hinted = puzzle, None, False, 0
        self._note, self._shown_at, self._known = says(), self.trainer.clock(), None
        if puzzle is None:
            self._refused = self._refused or _("There are no puzzles here.")
            self._redraw()
            return
        self.selected = []
        with self.hold_sync(), self.hold_trait_notifications():
            for name, value in _puzzle_traits(puzzle).items():
                setattr(self, name, value)
            self.line, self.aside, self.at, self.aside_from = [], [], 0, 0
            self.shown_answer = self.others_shown = False
            self.wrong_plays = self.hints = 0
        self._judged = False
        self._redraw()

    def start(self, way: str = "next") -> None:
        """Go on in this way: `next`, `today`, `mistakes`, `session` or `storm`."""
        self.trainer.catch_up()
        self._way, self._resting, self._told, self._deleting = way, False, says(), 0
        self._queue = {
            "mistakes": self.trainer.mistakes,
            "session": lambda: self.trainer.session(SESSION),
            "storm": self.trainer.storm,
        }.get(way, list)()
        self._total = len(self._queue)
        if way == "storm":
            self._storm_began, self._storm_right, self._storm_wrong = self.trainer.clock(), 0, 0
        if way == "today":
            self._show(self.trainer.today())
        else:
            self.go_on()

    def go_on(self) -> None:
        """Show the next puzzle of this way; at the end of a queue, say so and go back to single puzzles."""
        if self._way in ("mistakes", "session", "storm") and not self._queue:
            if self._way == "storm":
                self._end_storm(_("You have been through all puzzles."))
                return
            done = {
                "mistakes": _("No mistakes are left to repeat. Here is a new puzzle."),
                "session": _("That was the session. Here is one more puzzle."),
            }[self._way]
            self._told = says(done, "good") if self._total else says(done)
            self._way = "next"
        self._show(self._queue.pop(0) if self._queue else self._next())

    # -- an answer ---------------------------------------------------------------------------------

    def _first_answer(self, answer: str, right: bool) -> None:
        seconds = (self.trainer.clock() - self._shown_at).total_seconds()
        storm = "storm" if self._storm_began else None
        self.recorded = self.trainer.record(
            self.puzzle, answer, right, seconds=seconds, hints=min(self.hints, 1000), kind=storm
        )
        self._known = None
        if storm:
            self._storm_right += right
            self._storm_wrong += not right

    def play(self, play: Play | str) -> bool:
        """Play for the learner; whether that was right. In a storm the next puzzle follows at once."""
        if self._storm_began is None:
            return False if self._resting else super().play(play)
        if self._left() <= 0:
            self._end_storm(_("Time is up."))
            return False
        with self.hold_sync():  # the page sees the next hand at once, with the fingers where they were
            right = super().play(play)
            if self._judged:
                assert self.recorded is not None
                answered = self.recorded.attempt.at
                self.go_on()
                if self._storm_began:
                    self._shown_at = answered  # no time between two puzzles: that tells one storm from the next
                    self._note = says(_("Right."), "good") if right else says(_("That was wrong."), "bad")
                    self._redraw()
        return right

    # -- the storm ---------------------------------------------------------------------------------

    def _left(self) -> float:
        """Seconds until the storm is over."""
        assert self._storm_began is not None
        gone = (self.trainer.clock() - self._storm_began).total_seconds()
        return STORM_SECONDS - gone if gone > -STORM_SECONDS else 0.0  # a clock that was put back gives no days

    def _end_storm(self, why: str) -> None:
        self._storm_began, self._way, self._resting, self._queue = None, "next", True, []
        right, answered = self._storm_right, self._storm_right + self._storm_wrong
        text = ngettext("{right} of {n} puzzle right.", "{right} of {n} puzzles right.", answered)
        told = [why, text.format(right=right, n=answered)]
        before = self.trainer.storms()[:-1] if answered else self.trainer.storms()
        best = max((storm.right for storm in before), default=0)
        if answered and right > best:
            told.append(_("That is your best storm so far."))
        elif best:
            told.append(_("Your best storm had {n} right.").format(n=best))
        self._told = says(" ".join(told), "good" if right else "info")
        self._redraw()

    def _do_time(self, _content: dict[str, Any]) -> None:
        """The page's clock has run down; ours decides."""
        if self._storm_began is not None:
            if self._left() <= 1:
                self._end_storm(_("Time is up."))
            else:
                self._redraw()

    def _do_stop(self, _content: dict[str, Any]) -> None:
        if self._storm_began is not None:
            self._end_storm(_("You have stopped the storm."))

    def _do_hint(self, content: dict[str, Any]) -> None:
        if self._storm_began is None:
            super()._do_hint(content)

    # -- what the page asks for --------------------------------------------------------------------

    def _do_start(self, content: dict[str, Any]) -> None:
        way = str(content.get("way"))
        known = {each["way"] for each in self._ways() if each["enabled"]}
        if way in known and self._storm_began is None:
            self.start(way)

    def _do_on(self, _content: dict[str, Any]) -> None:
        if self._storm_began is None:
            self.trainer.catch_up()
            self._told = says()
            self.go_on()

    def _on_setting(self, change: Any) -> None:
        self._made_with[change["name"]] = bool(change["new"])
        setattr(self.trainer, f"with_{change['name']}", bool(change["new"]))
        self._known = None
        self._redraw()

    def _on_choice(self, change: Any) -> None:
        if self._storm_began is not None:
            self._redraw()
            return
        if change["name"] == "pool":
            self.trainer.choose_from(POOLS.get(self.pool), _daily(self.pool))
            self._refused = ""
        if self.theme and self.theme not in self.trainer.themes():
            self.theme = ""
        if self.level not in LEVELS:
            self.level = "medium"
        self.start()

    def _do_learner(self, content: dict[str, Any]) -> None:
        """Go on as somebody else."""
        if self._storm_began is not None:
            return
        try:
            self.trainer = self._trainer(pick(str(content.get("name", ""))), self.pool)
        except AttemptError:
            self._tell_below(_("Type a nickname first, not longer than 64 letters."), "bad")
            return
        self.start()
        self._tell_below(_("Hello, {learner}. What you answer now is kept under this name.").format(
            learner=self.trainer.learner), "good")  # fmt: skip

    def _do_export(self, content: dict[str, Any]) -> None:
        """Write a file beside the notebook; an older one stays."""
        form = "json" if content.get("form") == "json" else "csv"
        letters = "".join(letter if letter.isalnum() else "-" for letter in self.trainer.learner)
        stamp = self.trainer.clock().astimezone().strftime("%Y-%m-%d-%H%M%S")
        path = Path(f"tienlen-{letters}-{stamp}.{form}")
        try:
            self.trainer.store.export(path, self.trainer.learner)
        except OSError as error:
            text = _("The file {file} could not be written ({reason}).")
            self._tell_below(text.format(file=path.name, reason=reason(error)), "bad")
            return
        number = len(self.trainer.log)
        text = ngettext(
            "{n} answer is written to {file}, beside this notebook.",
            "{n} answers are written to {file}, beside this notebook.",
            number,
        )
        self._tell_below(text.format(n=number, file=path.name), "good")

    def _do_import(self, content: dict[str, Any]) -> None:
        """Add the attempts of a file that the page has read."""
        text = content.get("text")
        if not isinstance(text, str) or self._storm_began is not None:
            return
        try:
            done = self.trainer.store.loads(text)
        except (ExchangeError, StoreError) as error:
            self._tell_below(_("Nothing was added: {reason}.").format(reason=worded(error).rstrip(".")), "bad")
            return
        self.trainer.refresh()
        self._known = None
        said = ngettext("{n} answer is new.", "{n} answers are new.", done.new).format(n=done.new)
        known = ngettext("{n} was here before.", "{n} were here before.", done.known).format(n=done.known)
        self._tell_below(f"{said} {known}", "good")

    def _do_delete(self, _content: dict[str, Any]) -> None:
        """Asked twice, then gone."""
        if self._storm_began is not None:
            return
        if self._deleting < 2:
            self._deleting += 1
            self._redraw()
            return
        self._deleting = 0
        try:
            removed = self.trainer.delete_my_data()
            forget(self.trainer.learner)  # deals and puzzles of their own, which are files
            leave(self.trainer.learner)
        except (StoreError, OSError) as error:
            self._tell_below(_("It could not be deleted: {reason}.").format(reason=str(error).rstrip(".")), "bad")
            return
        self.trainer = self._trainer(self.trainer.learner, self.pool)
        self.start()
        text = ngettext("{n} answer is deleted.", "{n} answers are deleted.", removed)
        self._tell_below(text.format(n=removed), "good")

    def _do_keep(self, _content: dict[str, Any]) -> None:
        self._deleting = 0
        self._redraw()

    def _tell_below(self, text: str, tone: str) -> None:
        self._told, self._deleting = says(text, tone), 0
        self._redraw()

    # -- the picture -------------------------------------------------------------------------------

    def _drawn(self) -> dict[str, Any]:
        return {**super()._drawn(), "training": self._training()}

    def _headline(self, rules: Rules) -> str:
        """Here the rules change from one puzzle to the next, so they are always named."""
        title = self.title or _("What do you play?")
        return f"{title} ({rules_name(rules)})" if self.puzzle else ""

    def _tools(self, done: bool) -> list[dict[str, Any]]:
        if self._storm_began is not None:
            return []
        tools = super()._tools(done)
        if self.recorded is not None:
            finished = done or self.shown_answer
            tools.insert(0 if finished else 1, {"do": "on", "text": self._on_text(), "main": finished})
        return tools

    def _on_text(self) -> str:
        if not self._queue:
            return _("Next puzzle")
        return ngettext("Next puzzle ({n} to come)", "Next puzzle ({n} to come)", len(self._queue)).format(
            n=len(self._queue)
        )

    def _training(self) -> dict[str, Any]:
        trainer, storm = self.trainer, self._storm_began is not None
        return {
            "stats": self._stats(),
            "ways": self._ways(),
            "waysName": _("Which puzzle next"),
            "selects": [] if storm else self._selects(),
            "clock": self._clock() if storm else None,
            "resting": self._resting,
            "result": "" if storm or self.recorded is None else self._result(self.recorded),
            "told": self._told,
            "warning": trainer.warning,
            "settings": None if storm else self._settings(),
        }

    def _facts(self) -> dict[str, Any]:
        """What takes a look through the whole log: once for each answer, not at each card that is picked."""
        if self._known is None:
            trainer = self.trainer
            self._known = {
                "mistakes": len(trainer.mistakes()),
                "due": len(trainer.due()),
                "today": bool(trainer.pool) and trainer.today_done(),
                "streak": trainer.streak(),
                "themes": trainer.themes(),
                "learners": trainer.learners(),
                "pools": [name for name, holds in POOLS.items() if any(map(holds, trainer.puzzles.values()))],
            }
        return self._known

    def _stats(self) -> list[str]:
        trainer = self.trainer
        stats = [trainer.learner]
        if trainer.rating is not None:
            stats.append(_("Rating {rating}").format(rating=trainer.rating))
        streak = self._facts()["streak"]
        if streak is not None and streak.current:
            text = ngettext("{n} day in a row", "{n} days in a row", streak.current)
            stats.append(text.format(n=streak.current))
        return stats

    def _ways(self) -> list[dict[str, Any]]:
        if self._storm_began is not None:
            return [{"do": "stop", "way": "stop", "text": _("Stop the storm"), "enabled": True, "reason": ""}]
        facts = self._facts()
        mistakes, due = facts["mistakes"], facts["due"]
        no_mistakes = "" if mistakes else _("You have no mistakes to repeat.")
        none = "" if self.trainer.pool else _("There are no puzzles here.")
        today = _("Today's puzzle (done)") if facts["today"] else _("Today's puzzle")
        rows = [
            ("next", _("Next puzzle"), none),
            ("today", today, none),
            ("session", _("Mixed session ({n} to repeat)").format(n=due) if due else _("Mixed session"), none),
            ("mistakes", _("My mistakes ({n})").format(n=mistakes), no_mistakes),
            ("storm", _("Storm, 3 minutes"), none),
        ]  # fmt: skip
        return [
            {"do": "start", "way": way, "text": text, "enabled": not reason, "reason": reason}
            for way, text, reason in rows
        ]

    def _selects(self) -> list[dict[str, Any]]:
        names = {
            "tien-len": _("Tiến Lên"),
            "open": _("Tiến Lên, all hands open"),
            "own": _("Tiến Lên, only your hand open"),
            "big-two": _("Big Two"),
            "mine": _("From my own deals"),
        }
        there, themes = self._facts()["pools"], self._facts()["themes"]
        every = [{"id": "", "text": _("any theme")}]
        every += sorted(
            ({"id": theme, "text": f"{theme_name(theme)} ({number})"} for theme, number in themes.items()),
            key=lambda each: each["text"],
        )
        levels = {"easy": _("easy for you"), "medium": _("about right"), "hard": _("hard for you")}
        return [
            {"name": "pool", "label": _("Puzzles"), "value": self.pool,
             "options": [{"id": name, "text": names[name]} for name in there]},
            {"name": "theme", "label": _("Theme"), "value": self.theme, "options": every},
            {"name": "level", "label": _("Difficulty"), "value": self.level,
             "options": [{"id": name, "text": text} for name, text in levels.items()]},
        ]  # fmt: skip

    def _clock(self) -> dict[str, Any]:
        text = ngettext("{right} of {n} right", "{right} of {n} right", self._storm_right + self._storm_wrong)
        return {
            "left": max(0.0, self._left()),
            "name": _("Time left"),
            "count": text.format(right=self._storm_right, n=self._storm_right + self._storm_wrong),
            # Said aloud at these seconds only: a clock that talks all the time keeps one from thinking.
            "marks": {
                "120": _("2 minutes left"),
                "60": _("1 minute left"),
                "30": _("30 seconds left"),
                "10": _("10 seconds left"),
            },
        }

    def _result(self, recorded: Recorded) -> str:
        said = []
        if self.rating:
            if recorded.rated:
                text = _("Your rating: {before} before, {after} now.")
                said.append(text.format(before=recorded.before, after=recorded.after))
            else:
                said.append(_("A repetition never changes your rating."))
        if recorded.due is not None and self.repetition:
            said.append(comes_again(recorded.due - recorded.attempt.at))
        if not recorded.saved:
            said.append(_("This answer could not be saved."))
        return " ".join(said)

    def _settings(self) -> dict[str, Any]:
        trainer = self.trainer
        number = len(trainer.log)
        asking = []
        if self._deleting == 1:
            text = ngettext(
                "Delete the {n} answer of {learner} from this machine? An export, if you have made one, stays.",
                "Delete all {n} answers of {learner} from this machine? An export, if you have made one, stays.",
                number,
            )
            asking = [text.format(n=number, learner=trainer.learner), _("No, keep them"), _("Delete")]
        elif self._deleting == 2:
            text = _("There is no way back. Really delete everything of {learner}?").format(learner=trainer.learner)
            asking = [text, _("No, keep it"), _("Yes, delete everything")]
        return {
            "name": _("Settings and your data"),
            "learner": {
                "label": _("Nickname"),
                "value": trainer.learner,
                "known": self._facts()["learners"],
                "button": _("Go on under this name"),
            },
            "switches": [
                {"name": "rating", "label": _("Rating"), "on": self.rating},
                {"name": "repetition", "label": _("Repetition"), "on": self.repetition},
                {"name": "streaks", "label": _("Days in a row"), "on": self.streaks},
            ],
            "place": _("Your answers are kept {place}.").format(place=trainer.store.place),
            "csv": _("Export as CSV"),
            "json": _("Export as JSON"),
            "import": _("Import a file"),
            "delete": _("Delete my data"),
            "asking": asking,
        }

    def as_text(self) -> str:
        shown = "" if self._resting else super().as_text()
        return "\n".join(filter(None, [" · ".join(self._stats()), self._told["text"], shown]))


def _daily(pool: str) -> Callable[[Puzzle], bool]:
    """Today's puzzle is the same for everybody at the same game, whichever hands they like to see."""
    return POOLS["big-two" if pool == "big-two" else "tien-len"]


def comes_again(pause: timedelta) -> str:
    """When a puzzle is repeated, in a sentence."""
    if pause < timedelta(hours=1):
        n = max(1, round(pause.total_seconds() / 60))
        return ngettext("It comes again in {n} minute.", "It comes again in {n} minutes.", n).format(n=n)
    if pause < timedelta(hours=36):
        n = max(1, round(pause.total_seconds() / 3600))
        return ngettext("It comes again in {n} hour.", "It comes again in {n} hours.", n).format(n=n)
    return ngettext("It comes again in {n} day.", "It comes again in {n} days.", pause.days).format(n=pause.days)
