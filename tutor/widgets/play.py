"""`PlayTable`: a whole match at the card table, against bots, or two to four people at one screen.

The cards lie in Python, in a `tutor.play.Sitting`; the page is told what the person in front of it may see and no more,
so the traits `position` and `line` of other tables stay empty here. A bot plays when the page asks for it: between two
plays the kernel is free, and a page whose kernel is busy just waits.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import traitlets as t

from ..bots import BOTS
from ..combinations import Play
from ..errors import NotationError, quote
from ..explain import Cast, refusal, story, trouble
from ..hints import hint_text
from ..locale import _, worded
from ..other_rules import house_rule_name, profile_name, rules_name
from ..play import PERSON, Sitting, keep_deal, learners_seat, match_path, own_path, players_of, saved_matches
from ..position import IllegalPlay, Position
from ..progress.who import learner
from ..records import Record
from ..referee import how_it_pays, instant_text, match_text, result_text, signed, why_asked
from ..rules import HOUSE_RULES, PROFILES, Rules
from .base import STYLE, module, says
from .review import Review
from .table import _button, _hint_name, _hint_names, _play_button, _Table, board, replay

SPEEDS = {"steps": -1, "slow": 1800, "medium": 900, "fast": 250}
"""Milliseconds before each play of a bot; with `steps` the person at the table asks for each."""


class PlayTable(_Table):
    """A match to play.

    - `rules`, `seed`, `target`, `deals`, `names`, `start`: as for `tutor.play.Sitting`; without a seed one is drawn
    - `people`, `bots`, `seats`: who plays (see `tutor.play.players_of`); the people sit together in front of the
      screen, and their hands are hidden while it is handed over; the deals count for the learner if one of them
      has that nickname among the `names`
    - `explain`: whether it is said why one is asked now, and how a deal pays
    - `speed`: `steps`, `slow`, `medium` or `fast`

    `record` is the deal as it was played so far, `sitting` the whole match. Whatever cannot be used is said in the
    widget in one line.

    >>> table = PlayTable("sheet", bots="beginner", seats=2, seed=1, start="sheet 3s5d5h/4c4d7s 0 - -")
    >>> table.play("5d5h"), table.run()
    (True, 1)
    >>> print(table.scene["says"]["text"])
    Ben passes. The table is cleared; you lead next. Your turn.
    """

    _esm = module("cards.js", "table.js", "play.js")
    _css = STYLE + module("position_editor.css") + module("play.css")

    speed = t.Unicode("medium").tag(sync=True)
    forms = t.Dict().tag(sync=True)
    review = t.Unicode().tag(sync=True)  # which widget is shown below the table, as anywidget's host names it

    def __init__(
        self,
        rules: Rules | str = "sheet",
        bots: Sequence[str] | str = "sensible",
        people: int = 1,
        seats: int | None = None,
        seed: int | str | None = None,
        target: int | None = None,
        deals: int | None = None,
        start: Position | Record | str | None = None,
        names: Sequence[str] = (),
        explain: bool = False,
        **traits: Any,
    ) -> None:
        self._explain, self._shown, self._hinted, self._refused = bool(explain), False, 0, ""
        self._facing: int | None = None
        self._matches = 0
        self._answer = {"panel": "", **says()}
        self._looked: Review | None = None
        self._left: Sitting | None = None
        self._names = names
        if traits.get("speed", "medium") not in SPEEDS:
            self._refused = _("speed: {value} is none of {known}").format(
                value=repr(traits.pop("speed")), known=", ".join(SPEEDS)
            )
        seed = secrets.randbelow(1_000_000) if seed is None else seed
        try:
            _check_kinds(rules, bots, start, names, people=people, seats=seats, target=target, deals=deals)
            if start is not None and seats is None:
                seats = Sitting(start=start).start.seats
            players = players_of(people, bots, seats)
            self.sitting = Sitting(rules, players, seed=seed, target=target, deals=deals, names=names, start=start)
        except (ValueError, TypeError) as error:
            self._refused = self._refused or worded(error)
            self.sitting = Sitting("sheet")
        self._settle()
        super().__init__(forms=self._forms(), **traits)
        self.observe(self._on_change, ["speed"])

    def __repr__(self) -> str:
        return f"PlayTable({str(self.sitting.rules)!r}, seed={self.sitting.seed!r})"

    @property
    def record(self) -> Record:
        """The deal on the table as it was played so far."""
        return self.sitting.record

    @property
    def seat(self) -> int:
        """Whose hand lies in front; while the screen is handed over the seat of the one to take it."""
        if self._facing is not None:
            return self._facing
        sitting = self.sitting
        return sitting.turn if sitting.turn in sitting.people and sitting.turn is not None else sitting.people[0]

    # -- who sits in front of the screen -------------------------------------------------------------

    def _settle(self) -> None:
        """Whose hand is shown now: the one person's; of several the hand of who has said to be ready, until it is the
        turn of another.
        """
        people, turn = self.sitting.people, self.sitting.turn
        if len(people) == 1:
            self._facing = people[0]
        elif turn in people and turn != self._facing:
            self._facing = None

    @property
    def _waits(self) -> bool:
        """Whether a bot is to play."""
        return self.sitting.turn is not None and self.sitting.turn not in self.sitting.people

    @property
    def _curtain(self) -> bool:
        """Whether the screen is being handed over to the person whose turn it is."""
        return self._facing is None and self.sitting.turn in self.sitting.people

    @property
    def _mine(self) -> bool:
        """Whether it is the turn of the person in front of the screen."""
        return self.sitting.turn is not None and self.sitting.turn == self._facing

    # -- the picture ----------------------------------------------------------------------------------

    def _scene(self, picked: list[str]) -> dict[str, Any]:
        if self._refused:
            raise ValueError(self._refused)
        sitting, me = self.sitting, self._facing
        shown = self._shown or sitting.over
        start = sitting.start if shown else sitting.start_for(me)
        cast = Cast(you=me, names=sitting.names)
        may = {me} if me is not None and not sitting.over else set()
        scene = board(start, sitting.plays, cast, self.seat, may)
        if sitting.instant_win:
            scene["table"] = {"text": instant_text(sitting.instant_win, cast), "cards": []}
            for seat in scene["seats"]:
                seat.update(badges=[], turn=False)
        return {
            **scene,
            "title": self.title,
            "goal": rules_name(sitting.rules),
            "buttons": self._buttons(picked, cast),
            "says": self._note if self._note["text"] else says(self._told(start, cast)),
            "answer": self._answer,
            "step": {"at": 0, "of": 0},
            "why": self._why(cast),
            "curtain": self._handing_over(),
            "tools": self._tools(),
            "wait": self._waits,
            "at": f"{self._matches} {len(sitting.done)} {len(sitting.plays)}",
            "delay": SPEEDS.get(self.speed, 900),
            "points": self._points(),
            "players": [self._player(seat, cast) for seat in range(len(sitting.players))],
        }

    def _buttons(self, picked: list[str], cast: Cast) -> dict[str, Any]:
        sitting = self.sitting
        hidden, me = self._curtain or sitting.over, self.seat
        now = sitting.view(me) if not hidden else sitting.now
        theirs = "" if now.turn == me or hidden else refusal(now, "-", me, cast)
        return {
            "play": {**_play_button(now, [] if hidden else picked, me, cast), "hidden": hidden},
            "pass": _button(_("Pass"), theirs or refusal(now, "-", None, cast), hidden),
            "back": _button(
                _("Take back"),
                "" if sitting.can_take_back() else _("You have not played yet."),
                self._curtain or bool(sitting.instant_win),
            ),
            "hint": _button(_hint_name(self._hinted), theirs, hidden),
        }

    def _told(self, start: Position, cast: Cast) -> str:
        """What happened last, and that it is your turn."""
        sitting = self.sitting
        if sitting.instant_win:
            return match_text(sitting.match, cast)
        if sitting.over:
            return " ".join([result_text(sitting.now, cast), match_text(sitting.match, cast)])
        told = []
        if sitting.plays:
            before = replay(start, sitting.plays[:-1])[0]
            told = story(before, sitting.plays[-1:], cast)
        if self._mine:
            told.append(_("Your turn."))
        return " ".join(told)

    def _why(self, cast: Cast) -> str:
        sitting = self.sitting
        if not self._explain or self._curtain:
            return ""
        if sitting.over:
            return how_it_pays(sitting.rules, len(sitting.players)) if not sitting.instant_win else ""
        if not self._mine:
            return ""
        return why_asked(sitting.view(self._facing), sitting.before, cast, bool(sitting.done))

    def _handing_over(self) -> dict[str, str] | None:
        if not self._curtain:
            return None
        name = self.sitting.names[self.seat]
        text = _("Hand the screen over to {name}. Everybody else looks away.")
        return {"text": text.format(name=name), "button": _("I am {name}: show my cards").format(name=name)}

    def _tools(self) -> list[dict[str, Any]]:
        sitting = self.sitting
        tools = []
        if self._waits and self.speed == "steps":
            tools.append({"do": "tick", "text": _("Next play"), "main": True})
        if sitting.over and not sitting.match.over:
            tools.append({"do": "next", "text": _("Next deal"), "main": True})
        if sitting.over and sitting.plays:
            text = _("Close the review") if self._looked else _("Look at this deal")
            tools.append({"do": "review", "text": text, "main": False})
        if self._left:
            tools.append({"do": "former", "text": _("Back to the match before"), "main": False})
        if not sitting.over and not self._curtain:
            text = _("Hide the other hands") if self._shown else _("Show all hands")
            tools.append({"do": "show", "text": text, "main": False})
        return tools

    def _player(self, seat: int, cast: Cast) -> dict[str, str]:
        bot = BOTS.get(self.sitting.players[seat])
        return {
            "name": cast.name(seat),
            "kind": bot.name if bot else _("a person"),
            "character": bot.character if bot else "",
        }

    def _points(self) -> dict[str, Any]:
        """The table of the match: a row for each deal that is over."""
        match = self.sitting.match
        limits = []
        if match.target is not None:
            limits.append(_("The match ends when somebody has {n} points.").format(n=match.target))
        if match.deals is not None:
            limits.append(_("The match ends after deal {n}.").format(n=match.deals))
        return {
            "caption": _("Points"),
            "corner": _("Deal"),
            "rows": [[str(n), *map(signed, result.scores)] for n, result in enumerate(match.results, 1)],
            "total": [_("Together"), *map(signed, match.totals)],
            "limits": " ".join([*limits, *self._whose()]),
        }

    def _whose(self) -> list[str]:
        """Whose deals these become, where several people play."""
        people, name = self.sitting.people, learner()
        if len(people) == 1:
            return []
        if learners_seat(self.sitting, name) is not None:
            return [_("The deals count for {learner}.").format(learner=name)]
        text = _("With several people the deals count for nobody; with {call} they count for {learner}.")
        return [text.format(call=f"PlayTable(people={len(people)}, names=[{name!r}])", learner=name)]

    def _forms(self) -> dict[str, Any]:
        """What the forms below the table need: choices and words; they change with the match only."""
        sitting, match = self.sitting, self.sitting.match
        return {
            "profiles": [[name, profile_name(name), rules.game] for name, rules in PROFILES.items()],
            "profile": sitting.rules.profile,
            "house": [[name, house_rule_name(name), rule.game] for name, rule in HOUSE_RULES.items()],
            "houseOn": list(sitting.rules.house_rules),
            "kinds": [["", _("nobody")], [PERSON, _("a person")], *([key, bot.name] for key, bot in BOTS.items())],
            "players": [*sitting.players, *[""] * (4 - len(sitting.players))],
            "seed": sitting.seed,
            "target": match.target,
            "deals": match.deals,
            "name": own_path(sitting).stem,
            "saved": saved_matches()[:40],
            "speeds": [
                ["steps", _("one play at a time")],
                ["slow", _("slowly")],
                ["medium", _("at a medium pace")],
                ["fast", _("fast")],
            ],
            "words": {
                "speed": _("The bots play"),
                "who": _("Who plays here"),
                "match": _("New match"),
                "rules": _("Rules"),
                "house": _("House rules"),
                "seat": _("Seat {n}"),
                "seed": _("Number of the match"),
                "target": _("Points to reach"),
                "deals": _("Number of deals"),
                "begin": _("Deal the cards"),
                "paste": _("A deal of your own"),
                "pasteHelp": _("A position or the record of a deal, with every hand open"),
                "playIt": _("Play this deal"),
                "files": _("Save, or go on with a saved match"),
                "name": _("Name"),
                "save": _("Save"),
                "saved": _("Saved matches"),
                "load": _("Go on with it"),
            },
        }

    def as_text(self) -> str:
        if self.scene.get("trouble"):
            return super().as_text()
        points = self.scene["points"]
        names = [player["name"] for player in self.scene["players"]]
        rows = [" ".join(row) for row in [[points["corner"], *names], *points["rows"], points["total"]]]
        return "\n".join(filter(None, [super().as_text(), self.scene["why"], *(rows if points["rows"] else [])]))

    # -- what may be done, from the page or from a cell -----------------------------------------

    def play(self, play: Play | str) -> bool:
        """Let the person whose turn it is lay cards (or pass with "-"); the widget says why not. Whether it did."""
        sitting = self.sitting
        if self._refused or sitting.turn not in sitting.people:
            return False
        cast = Cast(you=sitting.turn, names=sitting.names)
        try:
            sitting.play(play)
        except IllegalPlay:
            self._tell(refusal(sitting.view(sitting.turn), play, None, cast), "bad")
            return False
        except NotationError as error:
            self._tell(trouble(error), "bad")
            return False
        self._played()
        return True

    def run(self) -> int:
        """Let the bots play until it is a person's turn or the deal is over; how many plays that took."""
        count = 0 if self._refused else len(self.sitting.run())
        self._played()
        return count

    def _played(self) -> None:
        self._close_review()
        wrong = keep_deal(self.sitting)
        self._hinted, self._note = 0, says(wrong, "bad") if wrong else says()
        self._settle()
        self._redraw()

    def _close_review(self) -> None:
        if self._looked is not None:
            looked, self._looked, self.review = self._looked, None, ""
            looked.close()

    def _tell(self, text: str, tone: str = "info") -> None:
        self._note = says(text, tone)
        self._redraw()

    def _reply(self, panel: str, text: str, tone: str = "bad") -> None:
        """Answer a form below the table, where the bots' next plays do not sweep the words away."""
        self._answer = {"panel": panel, **says(text, tone)}
        self._redraw()

    def _do_play(self, content: dict[str, Any]) -> None:
        play = self._picked(content, self.sitting.now) if self._mine else None
        if play is not None and not play.is_pass:
            self.play(play)

    def _do_pass(self, _content: dict[str, Any]) -> None:
        if self._mine:
            self.play("-")

    def _do_tick(self, content: dict[str, Any]) -> None:
        """The page has waited long enough: one play of a bot, unless another view asked for the same one before."""
        if not self._refused and self._waits and content.get("at") == self.scene.get("at"):
            self.sitting.bot_play()
            self._played()

    def _do_back(self, _content: dict[str, Any]) -> None:
        if self._refused or self._curtain or not self.sitting.take_back():
            return
        self._played()
        self._tell(_("Taken back."))

    def _do_hint(self, _content: dict[str, Any]) -> None:
        """The next of three hints, from what the person may know."""
        if not self._refused and self._mine:
            self._hinted = min(self._hinted + 1, len(_hint_names()))
            self._tell(hint_text(self.sitting.hint(), self._hinted))

    def _do_ready(self, _content: dict[str, Any]) -> None:
        """The person whose turn it is has taken the screen."""
        if self._curtain:
            self._facing = self.sitting.turn
            self._played()

    def _do_show(self, _content: dict[str, Any]) -> None:
        if not self._refused and not self.sitting.over:
            self._shown = not self._shown
            self._redraw()

    def _do_review(self, _content: dict[str, Any]) -> None:
        """Open or close the review of the deal below the table; of several people for the learner or the first."""
        if self._refused or not self.sitting.over or not self.sitting.plays:
            return
        if self._looked is None:
            seat = learners_seat(self.sitting, learner())
            self._looked = Review(self.record, self.sitting.people[0] if seat is None else seat)
            self.review = f"anywidget:{self._looked.model_id}"
        else:
            self._close_review()
        self._redraw()

    def _do_next(self, _content: dict[str, Any]) -> None:
        if not self._refused and self.sitting.over and not self.sitting.match.over:
            self.sitting.next_deal()
            self._seated(self.sitting)

    def _do_former(self, _content: dict[str, Any]) -> None:
        """Change places with the match that another took the place of."""
        if self._left is not None:
            former, self._left = self._left, None
            self._seated(former)

    def _seated(self, sitting: Sitting) -> None:
        """Begin at a table with these cards. A match that is under way here can be had back."""
        before = self.sitting
        if before is not sitting and not before.match.over and (before.done or before.can_take_back()):
            self._left = before
        self.selected = []
        self.sitting, self._facing, self._shown, self._refused = sitting, None, False, ""
        self._matches += 1
        self._answer = {"panel": "", **says()}
        self.forms = self._forms()
        self._played()

    def _do_speed(self, content: dict[str, Any]) -> None:
        value = content.get("value")
        if isinstance(value, str) and value in SPEEDS:
            self.speed = value

    # -- another match --------------------------------------------------------------------------------

    def _do_new(self, content: dict[str, Any]) -> None:
        """A new match as the form says."""
        try:
            house = [name for name in HOUSE_RULES if name in content.get("house", ())]
            players = [player for player in content.get("players", ()) if player]
            seed = str(content.get("seed", "")).strip() or str(secrets.randbelow(1_000_000))
            sitting = Sitting(
                "+".join([str(content.get("profile", "")), *house]),
                players,
                seed=seed[:40],
                target=_whole(content.get("target"), "target"),
                deals=_whole(content.get("deals"), "deals"),
                names=self._names,
            )
        except (ValueError, TypeError) as error:
            self._reply("match", trouble(error))
            return
        self._seated(sitting)

    def _do_paste(self, content: dict[str, Any]) -> None:
        """A deal that was pasted, with the players of this table as far as there are seats."""
        try:
            text = str(content.get("text", ""))[:20_000]
            first = Sitting(start=text)
            seats = first.start.seats
            players = (*self.sitting.players, *["sensible"] * 4)[:seats]
            self._seated(Sitting(players=players, seed=self.sitting.seed, start=text, names=self._names))
        except (ValueError, TypeError) as error:
            self._reply("paste", trouble(error))

    def _do_save(self, content: dict[str, Any]) -> None:
        try:
            path = own_path(self.sitting, str(content.get("name", "")))
            self.sitting.save(path)
        except (NotationError, OSError) as error:
            self._reply("files", trouble(error))
            return
        self.forms = self._forms()
        self._reply("files", _("Saved as {name}.").format(name=path.stem), "good")

    def _do_load(self, content: dict[str, Any]) -> None:
        try:
            sitting = Sitting.load(match_path(str(content.get("name", ""))))
        except (ValueError, OSError) as error:
            self._reply("files", trouble(error))
            return
        self._seated(sitting)


def _check_kinds(rules: object, bots: object, start: object, names: object, **numbers: object) -> None:
    """Raises NotationError for what is of the wrong kind, as a cell changed by hand may give it."""
    for name, value in numbers.items():
        if not isinstance(value, int | None):
            raise NotationError("{name}: {value} is no whole number", name=name, value=quote(value))
    for name, value, kinds in (("rules", rules, Rules), ("start", start, Position | Record | None)):
        if not isinstance(value, str | kinds):
            raise NotationError("{field}: {text} is not text", field=name, text=quote(value))
    for name, value in (("bots", bots), ("names", names)):
        if not isinstance(value, str | list | tuple) or not all(isinstance(each, str) for each in value):
            raise NotationError("{field}: {text} is not text", field=name, text=quote(value))


def _whole(value: object, name: str) -> int | None:
    """A number from a form, None if the field is empty. Raises NotationError for anything else."""
    text = str(value if value is not None else "").strip()
    if not text:
        return None
    if not text.isdecimal() or not text.isascii() or len(text) > 6:
        raise NotationError(_("{name}: {value} is no whole number").format(name=name, value=repr(text[:40])))
    return int(text)
