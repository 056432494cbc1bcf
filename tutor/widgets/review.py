"""`Review`: a played deal looked at again, decision by decision, at the card table.

The page asks for one decision after the other to be judged (`judge`), so the kernel is free in between and judging can
be stopped at any time; what is judged stays. Without a page `run` judges all.
"""

from __future__ import annotations

from typing import Any

import traitlets as t

from ..bots import BOTS, view
from ..deals import own_deals
from ..errors import NotationError, PositionError, quote
from ..explain import card_name, refusal, show, story, trouble
from ..hints import hint_text
from ..locale import _, ngettext, worded
from ..other_rules import rules_name
from ..own_puzzles import save_own
from ..play import PERSON, Sitting
from ..position import IllegalPlay, Position
from ..progress.who import learner
from ..records import Record
from ..referee import result_text
from ..review import DEALS, Decision, headline, looking_back, nothing_costly, progress_text, range_text, verdict, why
from ..review import Review as Judgement
from .base import STYLE, module, says, seat_names
from .table import _button, _cast, _hint_name, _hint_names, _play_button, _Table, board, replay

RIVALS = "sensible"
"""Who plays the other seats when a position is tried again."""


class Review(_Table):
    """A deal to look back at.

    - `record`: a `Record` or its text; without one the last deal of the learner on this machine
    - `seat`: whose decisions are judged; by default the record's own (`you`), else 0
    - `deals`, `seed`: as for `tutor.review.review`

    `at` says how many plays are shown on the table, `shown` whether all hands are; `judgement` has everything that was
    found. Whatever cannot be used is said in the widget in one line.

    >>> look = Review("start: sheet 3s2h/4s/5s5c6d 0 - -\\nround 1: 0:3s 1:4s 2:5s 0:2h\\n"
    ...               "result: places 2 1 3, points +1 +1 -2")
    >>> look.run()
    2
    >>> [str(decision.better) for decision in look.judgement.costliest]
    ['2h']
    """

    _esm = module("cards.js", "table.js", "review.js")
    _css = STYLE + module("review.css")

    at = t.Int(0).tag(sync=True)
    shown = t.Bool(False).tag(sync=True)

    def __init__(
        self,
        record: Record | str | None = None,
        seat: int | None = None,
        deals: int = DEALS,
        seed: int | str = 0,
        **traits: Any,
    ) -> None:
        self._refused, self._stopped, self._looked, self._hinted = "", False, "at" in traits, 0
        self._trying: Sitting | None = None
        try:
            self.judgement = Judgement(_record(record), seat, deals=deals, seed=seed)
        except (ValueError, TypeError, IllegalPlay) as error:
            self._refused = worded(error)
            self.judgement = Judgement(Record(Position.parse("sheet 3s/4s 0 - -")))
        super().__init__(**traits)
        if "at" not in traits and self.judgement.turns:
            self.at = self.judgement.turns[0]
        self.observe(self._on_change, ["at", "shown"])
        self._redraw()

    def __repr__(self) -> str:
        return f"Review({str(self.judgement.record.start)!r}, seat={self.judgement.seat})"

    def run(self) -> int:
        """Judge all decisions that are left; how many there are. Ctrl-C keeps what is judged by then."""
        try:
            for _decision in self.judgement.steps():
                pass
        finally:
            self._judged()
        return self.judgement.total

    def _judged(self) -> None:
        if self.judgement.complete and self.judgement.costliest and not self._looked:
            self.at = self.judgement.costliest[0].number
        self._redraw()

    # -- the picture ----------------------------------------------------------------------------------

    @property
    def _place(self) -> int:
        return min(max(self.at, 0), len(self.judgement.record.plays))

    def _chosen(self) -> Decision | None:
        """The decision that is to be made in the position shown, if it is judged."""
        return next((each for each in self.judgement.decisions if each.number == self._place), None)

    def _scene(self, picked: list[str]) -> dict[str, Any]:
        if self._refused:
            raise ValueError(self._refused)
        found, me = self.judgement, self.judgement.seat
        record = found.record
        cast = _cast(_names(record), me)
        trying = self._trying
        if trying is None:
            start = record.start if self.shown else view(record.start, me)
            plays = list(record.plays[: self._place])
        else:
            start, plays = trying.start if self.shown or trying.over else trying.start_for(me), list(trying.plays)
        now = replay(start, plays)[0]
        may = {me} if trying is not None and not trying.over else set()
        decision = self._chosen() if trying is None else None
        return {
            **board(start, plays, cast, me, may),
            "title": self.title or _("Looking back"),
            "goal": rules_name(record.start.rules),
            "buttons": self._buttons(now, picked, cast),
            "says": self._what_is_said(now, cast),
            "step": {"at": self._place, "of": len(record.plays)} if trying is None else {"at": 0, "of": 0},
            "wait": not found.complete and not self._stopped and trying is None,
            "done": len(found.decisions),
            "progress": self._progress(),
            "tools": self._tools(),
            "detail": self._detail(decision, cast) if decision else None,
            "worst": self._worst(cast),
            "rows": [self._row(each) for each in found.decisions],
            "columns": [_("Play"), _("What could be known"), _("Chance"), _("Hindsight"), _("Show")],
            "caption": _("Your decisions"),
            "chart": self._chart(),
        }

    def _buttons(self, now: Position, picked: list[str], cast: Any) -> dict[str, Any]:
        trying, me = self._trying, self.judgement.seat
        hidden = trying is None or trying.over
        no_pass = "" if hidden else refusal(now, "-", me if now.turn != me else None, cast)
        return {
            "play": {**_play_button(now, [] if hidden else picked, me, cast), "hidden": hidden},
            "pass": _button(_("Pass"), no_pass, hidden),
            "back": _button(
                _("Take back"),
                "" if trying is not None and trying.can_take_back() else _("You have not played yet."),
                trying is None,
            ),
            "hint": _button(_hint_name(self._hinted), "", hidden),
        }

    def _what_is_said(self, now: Position, cast: Any) -> dict[str, str]:
        if self._note["text"]:
            return self._note
        trying, record, found = self._trying, self.judgement.record, self.judgement
        if trying is not None:
            return says(result_text(trying.now, cast) if trying.over else _("Your turn."))
        if record.instant_win:
            return says(_("This deal was won at once."))
        if self._place == len(record.plays):
            return says(result_text(found.positions[-1], cast) if now.is_over else _("Here the record ends."))
        if now.turn == found.seat:
            number = self._place
            text = _("You passed here.") if record.plays[number].is_pass else _("You laid {play} here.")
            return says(text.format(play=show(record.plays[number])))
        return says(" ".join(story(found.positions[self._place], [record.plays[self._place]], cast)))

    def _progress(self) -> str:
        found = self.judgement
        if found.complete:
            return "" if found.costliest else nothing_costly(found)
        return progress_text(found)

    def _tools(self) -> list[dict[str, Any]]:
        tools: list[dict[str, Any]] = []
        if self._trying is not None:
            tools.append({"do": "leave", "text": _("Back to the review"), "main": self._trying.over})
        elif not self.judgement.complete:
            text = _("Go on judging") if self._stopped else _("Stop judging")
            tools.append({"do": "stop", "text": text, "main": False})
        if self._trying is None and self._mine():
            tools.append({"do": "again", "text": _("Try again from here"), "main": True})
            tools.append({"do": "save", "text": _("Save as my puzzle"), "main": False})
        if self._trying is None or not self._trying.over:
            text = _("Hide the other hands") if self.shown else _("Show all hands")
            tools.append({"do": "show", "text": text, "main": False})
        return tools

    def _mine(self) -> bool:
        """Whether the seat has something to decide in the position shown."""
        return self._place in self.judgement.turns and not any(self.judgement.record.start.hidden)

    def _detail(self, decision: Decision, cast: Any) -> dict[str, Any]:
        known = [headline(decision, cast)]
        known += why(decision, cast) if decision.costly else [verdict(decision)]
        if not decision.costly:
            known.append(_chance(decision))
        return {
            "known": {"title": _("What could be known"), "text": " ".join(known)},
            "hindsight": {"title": _("Hindsight, all hands open"), "text": looking_back(decision)},
        }

    def _worst(self, cast: Any) -> dict[str, Any] | None:
        worst = self.judgement.costliest
        if not worst:
            return None
        title = ngettext("The costliest move", "The {n} costliest moves", len(worst)).format(n=len(worst))
        return {
            "title": title,
            "items": [
                {
                    "at": each.number,
                    "title": headline(each, cast),
                    "text": verdict(each),
                    "now": each.number == self._place,
                    "showName": _("Show play {n}").format(n=each.number + 1),
                }
                for each in worst
            ],
        }

    def _row(self, decision: Decision) -> dict[str, Any]:
        kept, solution = decision.looking_back, decision.hindsight
        back = {True: _("made sure of it"), False: _("did not make sure of it"), None: _("not settled")}[kept]
        if solution is not None and solution.value is False:
            back = _("nothing made sure of it")
        name = ", ".join(card_name(card) for card in decision.play.cards) or _("Pass")
        return {
            "at": decision.number,
            "n": _("Play {n}").format(n=decision.number + 1),
            "cards": [str(card) for card in decision.play.cards],
            "name": name,
            "costly": decision.costly,
            "verdict": _in_short(decision),
            "chance": range_text(decision.chance),
            "hindsight": back,
            "showName": _("Show play {n}").format(n=decision.number + 1),
            "show": _("Show"),
        }

    def _chart(self) -> dict[str, Any] | None:
        points = self.judgement.chances()
        if len(points) < 2:
            return None
        names = [_("best play"), _("your play")]
        hear = "; ".join(f"{label}: {names[0]} {round(100 * best)} %, {names[1]} {round(100 * mine)} %"
                         for label, best, mine in points)  # fmt: skip
        return {
            "title": _("Your chance of winning"),
            "names": names,
            "points": [{"label": label, "best": best, "mine": mine} for label, best, mine in points],
            "hear": ". ".join((_("Your chance of winning"), hear)),
        }

    def as_text(self) -> str:
        if self.scene.get("trouble"):
            return super().as_text()
        lines = [self.scene["progress"], str(self.judgement).strip()]
        return "\n".join(filter(None, lines if self.judgement.decisions else lines[:1]))

    # -- what may be done, from the page or from a cell -----------------------------------------

    def show_play(self, number: int) -> None:
        """Put the position before play `number` (from 0) on the table; at the end the last one."""
        self._note, self._trying, self._hinted, self._looked = says(), None, 0, True
        self.selected = []
        self.at = number
        self._redraw()

    def try_again(self) -> bool:
        """Play on from the position shown, against bots; whether there is something to play."""
        found = self.judgement
        if self._refused or not self._mine():
            return False
        start = found.positions[self._place]
        self._trying = Sitting(players=_players(found.record, found.seat), start=start, names=_names(found.record))
        self._hinted, self._note = (
            0,
            says(_("Your turn. The others are played by {bot}.").format(bot=BOTS[RIVALS].name)),
        )
        self.shown = False
        self._redraw()
        return True

    def play(self, play: Any) -> bool:
        """Lay cards (or pass with "-") where a position is tried again; whether it was allowed."""
        trying = self._trying
        if trying is None or trying.turn != self.judgement.seat:
            return False
        cast = _cast(
            [name for name in self.judgement.record.names if name] and self.judgement.record.names, trying.turn
        )
        try:
            trying.play(play)
        except IllegalPlay:
            self._tell(refusal(trying.view(trying.turn), play, None, cast), "bad")
            return False
        except NotationError as error:
            self._tell(trouble(error), "bad")
            return False
        trying.run()
        self._hinted, self._note, self.selected = 0, says(), []
        self._redraw()
        return True

    def save_puzzle(self) -> bool:
        """Add the position shown to the learner's own puzzles; the widget says why not. Whether it is there now."""
        if self._refused or not self._mine():
            return False
        try:
            save_own(self.judgement.positions[self._place], learner())
        except ValueError as error:
            self._tell(worded(error), "bad")
            return False
        self._tell(_("It is among your puzzles now, and the trainer will ask it."), "good")
        return True

    def _tell(self, text: str, tone: str = "info") -> None:
        self._note = says(text, tone)
        self._redraw()

    def _do_judge(self, content: dict[str, Any]) -> None:
        """The page asks for the next decision, unless another view has asked for the same one before."""
        if self.scene.get("wait") and content.get("done") == len(self.judgement.decisions):
            next(self.judgement.steps(), None)
            self._judged()

    def _do_stop(self, _content: dict[str, Any]) -> None:
        self._stopped = not self._stopped
        self._redraw()

    def _do_look(self, content: dict[str, Any]) -> None:
        number = content.get("at")
        if isinstance(number, int) and 0 <= number <= len(self.judgement.record.plays):
            self.show_play(number)

    def _do_step(self, content: dict[str, Any]) -> None:
        if self._trying is None:
            self._do_look({"at": content.get("to")})

    def _do_show(self, _content: dict[str, Any]) -> None:
        self.shown = not self.shown

    def _do_again(self, _content: dict[str, Any]) -> None:
        self.try_again()

    def _do_leave(self, _content: dict[str, Any]) -> None:
        self.show_play(self._place)

    def _do_save(self, _content: dict[str, Any]) -> None:
        self.save_puzzle()

    def _do_play(self, content: dict[str, Any]) -> None:
        play = self._picked(content, self._trying.now) if self._trying is not None else None
        if play is not None and not play.is_pass:
            self.play(play)

    def _do_pass(self, _content: dict[str, Any]) -> None:
        self.play("-")

    def _do_back(self, _content: dict[str, Any]) -> None:
        if self._trying is not None and self._trying.take_back():
            self._hinted = 0
            self._tell(_("Taken back."))

    def _do_hint(self, _content: dict[str, Any]) -> None:
        if self._trying is not None and self._trying.turn == self.judgement.seat:
            self._hinted = min(self._hinted + 1, len(_hint_names()))
            self._tell(hint_text(self._trying.hint(), self._hinted))


def _record(record: Record | str | None) -> Record:
    if isinstance(record, str):
        return Record.parse(record)
    if isinstance(record, Record):
        return record
    if record is not None:
        raise PositionError("record: {record} is no record of a deal", record=quote(record))
    own = own_deals(learner()).records
    if not own:
        raise PositionError(_("You have not played a deal yet."))
    return own[-1]


def _players(record: Record, me: int) -> list[str]:
    return [PERSON if seat == me else RIVALS for seat in range(record.start.seats)]


def _names(record: Record) -> list[str]:
    return [name or usual for name, usual in zip(record.names, seat_names(), strict=False)]


def _in_short(decision: Decision) -> str:
    """The judgement in two or three words."""
    if decision.better is not None:
        return _("better: {play}").format(play=show(decision.better))
    if decision.adviser:
        return _("as advised")
    if decision.chance.exact:
        return _("sure") if decision.chance.chance else _("nothing better")
    return _("as good as any")


def _chance(decision: Decision) -> str:
    """The chance of a play that is as good as any, in a sentence."""
    text = (
        _("Your chance of the first place was {chance}.")
        if decision.goal == "first"
        else _("Your chance of not being last was {chance}.")
    )
    return text.format(chance=range_text(decision.chance))
