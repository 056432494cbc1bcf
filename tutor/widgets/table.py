"""Card tables: `CardTable` to play at and `PuzzlePlayer` to solve a puzzle at.

The state of a table is its position in one line of notation and the plays since; everything else is worked out from
that, so a view opened again, a cell run twice and a saved widget all show the same thing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import traitlets as t

from ..combinations import Play
from ..errors import NotationError, PositionError
from ..explain import (
    Cast,
    card_name,
    place_name,
    refusal,
    shape_name,
    short_reason,
    show,
    story,
    trouble,
)
from ..hints import hint_for, hint_text
from ..locale import _, ngettext
from ..other_rules import compare_rules, rules_name
from ..position import IllegalPlay, Position
from ..progress.who import shipped_puzzles
from ..puzzles import Attempt, Puzzle, named, note_of, solved, title_of
from ..reasons import why_not
from ..rules import Rules
from .base import TutorWidget, module, says, seat_names

Reply = Callable[[Position], Play]

_PLACES = {2: ("bottom", "top"), 3: ("bottom", "left", "right"), 4: ("bottom", "left", "top", "right")}


class _Table(TutorWidget):
    """A position, a line of plays from it, a point of that line to look at, and cards picked from a hand."""

    position = t.Unicode().tag(sync=True)
    line = t.List(t.Unicode()).tag(sync=True)
    # Emptied before anything that redraws: told after the new scene, it would undo a card picked in between.
    selected = t.List(t.Unicode()).tag(sync=True)
    title = t.Unicode().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        self._note = says()
        super().__init__(**traits)
        self._redraw()
        self.observe(self._on_change, ["position", "line", "selected", "title", "suit_letters", "strings"])

    def _on_change(self, change: Any) -> None:
        if change["name"] == "position":
            with self.hold_trait_notifications():
                self.selected, self.line = [], []
            self._note = says()
        self._redraw()

    def _redraw(self) -> None:
        self.scene = self._drawn()

    def _drawn(self) -> dict[str, Any]:
        """The whole scene, or what is wrong in one line."""
        try:
            scene, picked = self._scene(self.selected), list(self.selected)
            held = {card for seat in scene["seats"] for card in seat["cards"]}
            if not held.issuperset(picked):
                # Picked, and laid in the meantime. The page leaves such cards out by itself: what is written back to
                # it here could undo a card picked since.
                picked = [card for card in picked if card in held]
                scene = self._scene(picked)
            return {**scene, "judged": picked}
        except (NotationError, IllegalPlay, ValueError) as error:
            return {"trouble": trouble(error)}

    def _scene(self, picked: list[str]) -> dict[str, Any]:
        raise NotImplementedError

    def _picked(self, content: dict[str, Any], position: Position) -> Play | None:
        """The play that the front end sends, None for anything that is no set of cards."""
        cards = content.get("cards", self.selected)
        try:
            return Play.parse("".join(cards), position.rules)
        except (NotationError, TypeError):
            return None

    def as_text(self) -> str:
        scene = self.scene
        if scene.get("trouble"):
            return str(scene["trouble"])
        lines = [*filter(None, (scene["title"], scene["goal"])), scene["table"]["text"]]
        lines += [seat["summary"] for seat in scene["seats"]]
        return "\n".join([*lines, *filter(None, [scene["says"]["text"]])])


def replay(start: Position, plays: Iterable[Play]) -> tuple[Position, list[tuple[int, Play]], int]:
    """The position after the plays; every play with its seat; and how many of them came before this round."""
    now, before = start, 0
    told: list[tuple[int, Play]] = []
    for play in plays:
        assert now.turn is not None
        if now.table is None:
            before = len(told)
        told.append((now.turn, play))
        now = now.after(play)
    return now, told, len(told) if now.table is None else before


def board(start: Position, plays: Iterable[Play], cast: Cast, me: int, pickable: Iterable[int]) -> dict[str, Any]:
    """The part of a scene that every table has: seats, table, this round and the log of all plays."""
    now, told, before = replay(start, plays)
    order = [(me + step) % now.seats for step in range(now.seats)]
    may = set(pickable)
    return {
        "trouble": "",
        "seats": [
            _seat(now, cast, seat, where, seat in may) for seat, where in zip(order, _PLACES[now.seats], strict=True)
        ],
        "table": _lying(now, cast),
        "round": [_entry(cast, *each) for each in told[before:]],
        "log": [_entry(cast, *each) for each in told],
    }


def _seat(now: Position, cast: Cast, seat: int, where: str, pickable: bool) -> dict[str, Any]:
    count, cards = now.count(seat), now.hand(seat)
    number = ngettext("{n} card", "{n} cards", count).format(n=count)
    badges = []
    if seat in now.out:
        badges.append({"kind": "place", "text": _("out {place}").format(place=place_name(now.out.index(seat) + 1))})
    elif seat in now.passed and not now.is_over:
        # a seat that has passed is still asked about a 2 (and in a chop chain), for a bomb
        words = _("passed, bombs only") if now.bombable else _("passed, locked")
        badges.append({"kind": "locked", "text": words})
    elif now.is_over:
        place = now.places[seat]
        if place is not None:
            badges.append({"kind": "place", "text": _("place {n}").format(n=place)})
    if seat == now.owner and now.table is not None and not now.is_over:
        badges.append({"kind": "owner", "text": _("laid last")})
    if seat == now.turn:
        badges.append({"kind": "now", "text": _("to play")})
    name = cast.name(seat)
    held = ", ".join(card_name(card) for card in cards) or (number if count else _("no cards"))
    hidden = now.hidden[seat]
    label = _("{name}: {cards}, face down") if hidden else _("{name}: {cards}")
    said = [badge["text"] for badge in badges]
    return {
        "seat": seat,
        "name": name,
        "where": where,
        "cards": [str(card) for card in cards],
        "hidden": hidden,
        "countText": number if count else _("no cards"),
        "badges": badges,
        "turn": seat == now.turn,
        "out": seat in now.out,
        "pickable": pickable and bool(cards),
        "label": (_("{name}, cards to pick") if pickable and cards else label).format(name=name, cards=held),
        "summary": ", ".join([label.format(name=name, cards=held), *said]),
    }


def _lying(now: Position, cast: Cast) -> dict[str, Any]:
    if now.table is None or now.table.combination is None:
        if now.turn is None:
            return {"text": _("The deal is over."), "cards": []}
        text = (
            _("Free lead: you begin the round.") if now.turn == cast.you else _("Free lead: {name} begins the round.")
        )
        text = text.format(name=cast.name(now.turn))
        if now.opening:
            text += " " + _("It must contain {card}.").format(card=show(now.rules.cards(now.opening)))
        return {"text": text, "cards": []}
    assert now.owner is not None
    text = _("You laid {shape}") if now.owner == cast.you else _("{name} laid {shape}")
    return {
        "text": text.format(name=cast.name(now.owner), shape=shape_name(now.table.combination)),
        "cards": [str(card) for card in now.table.cards],
    }


def _entry(cast: Cast, seat: int, play: Play) -> str:
    return f"{cast.name(seat)}: {show(play)}"


def _button(text: str, reason: str = "", hidden: bool = False) -> dict[str, Any]:
    """A button that is grey exactly when there is a reason."""
    return {"text": text, "enabled": not reason, "reason": reason, "hidden": hidden}


def _play_button(now: Position, selected: list[str], seat: int, cast: Cast) -> dict[str, Any]:
    """The Play button, with the rule that a click would break. Cards picked from another hand count for that hand."""
    text = _("Play")
    if now.is_over:
        return _button(text, _("The deal is over."))
    if now.turn != seat:
        return _button(text, refusal(now, "-", seat, cast))
    if not selected:
        return _button(text, _("Pick the cards to play."))
    hands = [{str(card) for card in now.hand(each)} for each in range(now.seats)]
    holder = next((each for each, hand in enumerate(hands) if hand.issuperset(selected)), None)
    return _button(text, refusal(now, "".join(selected), holder, cast))


def _hint_names() -> tuple[str, ...]:
    return (_("Hint"), _("Next hint"), _("Last hint"))


def _hint_name(given: int) -> str:
    """What the button says after so many hints; the last one may be heard again."""
    names = _hint_names()
    return names[min(given, len(names) - 1)]


def _cast(names: Sequence[str], you: int | None) -> Cast:
    given = tuple(str(name) for name in names)
    return Cast(you=you, names=given + seat_names()[len(given) :])


def _drop_slips(traits: dict[str, Any]) -> str:
    """Take what a learner mistyped out of the traits of a table; what is said about the first of them, if any."""
    line, slips = traits.get("line", []), []
    if not isinstance(line, list | tuple) or not all(isinstance(play, str) for play in line):
        slips.append(_("line: {value} are no plays").format(value=repr(traits.pop("line"))))
    for name in ("at", "seat"):
        if not isinstance(traits.get(name, 0), int):
            slips.append(_("{name}: {value} is no whole number").format(name=name, value=repr(traits.pop(name))))
    return slips[0] if slips else ""


class CardTable(_Table):
    """A table to play at: up to four seats, the round, and buttons that say why they are grey.

    - `position`: a `Position` or its notation; setting it starts afresh
    - `line`: the plays since (texts, or one text with blanks); a play made in between drops the rest
    - `at`: how many of them are shown
    - `seat`: whose hand lies in front of you; by default the seat to play
    - `reply`: a function from a Position to a Play that plays the other seats; without one you play every open hand
    - `hints`: whether a hint is offered, in three steps; it never looks at a hand that is not open

    `table.now` is the Position shown. Whatever cannot be read is said in the widget in one line.

    >>> table = CardTable("pagat 3s5d5h/4c4d7s 0 - -")
    >>> table
    CardTable('pagat 3s5d5h/4c4d7s 0 - -')
    >>> table.play("5d5h")
    True
    >>> table.now
    Position.parse('pagat 3s/4c4d7s 1 0:5d5h -')
    """

    _esm = module("cards.js", "table.js", "card_table.js")

    at = t.Int(0).tag(sync=True)
    seat = t.Int(-1).tag(sync=True)
    names = t.List(t.Unicode()).tag(sync=True)
    hints = t.Bool(True).tag(sync=True)

    def __init__(self, position: Position | str = "", reply: Reply | None = None, **traits: Any) -> None:
        self._reply, self._hinted = reply, 0
        if isinstance(traits.get("line"), str):
            traits["line"] = traits["line"].split()
        self._slip = _drop_slips(traits)
        traits.setdefault("at", len(traits.get("line", ())))
        super().__init__(position=str(position), **traits)
        self.observe(self._on_change, ["at", "seat", "names", "hints"])
        if self._reply and not self.scene["trouble"]:
            self._answer()

    def __repr__(self) -> str:
        played = f", line={list(self.line)!r}" if self.line else ""
        return f"CardTable({self.position!r}{played})"

    @property
    def now(self) -> Position:
        """The position shown. Raises a NotationError or IllegalPlay if `position` or `line` make no sense."""
        start = Position.parse(self.position)
        return replay(start, self._plays(start))[0]

    def _plays(self, start: Position) -> list[Play]:
        at = min(max(self.at, 0), len(self.line))
        return [Play.parse(text, start.rules) for text in self.line[:at]]

    def _on_change(self, change: Any) -> None:
        if change["name"] in ("position", "line", "at"):
            self._hinted = 0
        super()._on_change(change)

    def _me(self, start: Position) -> int:
        return self.seat if 0 <= self.seat < start.seats else start.turn or 0

    def _acting(self, now: Position, me: int) -> int:
        """The seat that the buttons act for: the one to play if its cards are open and nobody else plays it."""
        if now.turn is None or self._reply or now.hidden[now.turn]:
            return me
        return now.turn

    def _scene(self, picked: list[str]) -> dict[str, Any]:
        if self._slip:
            raise ValueError(self._slip)
        start = Position.parse(self.position)
        plays = self._plays(start)
        now, me = replay(start, plays)[0], self._me(start)
        cast = _cast(self.names, me)
        acting = self._acting(now, me)
        scene = board(start, plays, cast, me, {me, acting} - set(now.out))
        no_pass = "" if now.turn == acting else refusal(now, "-", acting, cast)
        return {
            **scene,
            "title": self.title,
            "goal": "",
            "buttons": {
                "play": _play_button(now, picked, acting, cast),
                "pass": _button(_("Pass"), no_pass or refusal(now, "-", None, cast)),
                "back": _button(_("Take back"), "" if plays else _("Nothing has been played yet.")),
                "hint": self._hint_button(now, acting, cast),
            },
            "says": self._note,
            "step": {"at": len(plays), "of": len(self.line)},
        }

    def _hint_button(self, now: Position, acting: int, cast: Cast) -> dict[str, Any]:
        """Offered to the seat that the buttons act for, when it is to play and its cards are open."""
        text = _hint_name(self._hinted)
        if now.turn == acting and now.hidden[acting]:
            return _button(text, hidden=True)
        no_hint = "" if now.turn == acting else refusal(now, "-", acting, cast)
        if now.is_over:
            no_hint = _("The deal is over.")
        return _button(text, no_hint, not self.hints)

    # -- what may be done, from the page or from a cell -----------------------------------------

    def play(self, play: Play | str) -> bool:
        """Let the seat to play lay cards (or pass with "-"); the widget says so, or says why not. Whether it did."""
        try:
            now = self.now
            read = play if isinstance(play, Play) else Play.parse(play, now.rules)
            following = now.after(read)
        except (IllegalPlay, NotationError) as error:
            self._tell(self._why_not(play) if isinstance(error, IllegalPlay) else trouble(error), "bad")
            return False
        start = Position.parse(self.position)
        cast = _cast(self.names, self._me(start))
        self._note = says(" ".join(story(now, [read], cast)))
        laid = set(map(str, read.cards))
        with self.hold_trait_notifications():
            self.selected = [card for card in self.selected if card not in laid]
            self.line = [*self.line[: self.at], str(read)]
            self.at = len(self.line)
        if self._reply and not following.is_over:
            self._answer()
        self._redraw()
        return True

    def _why_not(self, play: Play | str) -> str:
        now = self.now
        return refusal(now, play, None, _cast(self.names, self._me(Position.parse(self.position))))

    def _answer(self) -> None:
        """Let `reply` play until it is the turn of the seat in front."""
        assert self._reply is not None
        start = Position.parse(self.position)
        me, now = self._me(start), self.now
        cast = _cast(self.names, me)
        texts, told = list(self.line[: self.at]), [self._note["text"]]
        while not now.is_over and now.turn != me:
            play = self._reply(now)
            told += story(now, [play], cast)
            texts.append(str(play))
            now = now.after(play)
        self._note = says(" ".join(filter(None, told)))
        with self.hold_trait_notifications():
            self.line, self.at = texts, len(texts)
        self._redraw()

    def _tell(self, text: str, tone: str = "info") -> None:
        self._note = says(text, tone)
        self._redraw()

    def _do_play(self, content: dict[str, Any]) -> None:
        if self.scene["trouble"]:
            return
        now = self.now
        play = self._picked(content, now)
        if play is not None and now.turn == self._acting(now, self._me(Position.parse(self.position))):
            self.play(play)

    def _do_pass(self, _content: dict[str, Any]) -> None:
        if not self.scene["trouble"] and self.scene["buttons"]["pass"]["enabled"]:
            self.play("-")

    def _do_hint(self, _content: dict[str, Any]) -> None:
        """The next of three hints for the seat to play."""
        if self.scene["trouble"] or not self.scene["buttons"]["hint"]["enabled"]:
            return
        try:
            found = hint_for(self.now)
        except PositionError as error:
            self._tell(trouble(error), "bad")
            return
        self._hinted = min(self._hinted + 1, len(_hint_names()))
        self._tell(hint_text(found, self._hinted))

    def _do_back(self, _content: dict[str, Any]) -> None:
        """One play back for good; with `reply`, back to the own turn before."""
        if self.scene["trouble"]:
            return
        start = Position.parse(self.position)
        plays, me = self._plays(start), self._me(start)
        if not plays:
            return
        plays.pop()
        while self._reply and plays and replay(start, plays)[0].turn != me:
            plays.pop()
        self._note = says(_("Taken back."))
        with self.hold_trait_notifications():
            self.line = [str(play) for play in plays]
            self.at = len(plays)
        self._redraw()

    def _do_step(self, content: dict[str, Any]) -> None:
        to = content.get("to")
        if isinstance(to, int) and 0 <= to <= len(self.line):
            self._note = says()
            self.at = to
            self._redraw()


# ------------------------------------------------------------------ puzzles


def goal_sentence(goal: str, hidden: bool = False) -> str:
    """What is asked for, without a word about how; with `hidden` hands, what is to be sure."""
    if hidden and goal == "first":
        return _("Be sure to be the first without cards, whatever the others hold and do.")
    if hidden and goal == "not-last":
        return _("Be sure not to be the last with cards, whatever the others hold and do.")
    return {
        "first": _("Be the first to get rid of all your cards, whatever the others do."),
        "not-last": _("Do not be the last with cards, whatever the others do."),
        "place": _("Make sure of the best place you can, whatever the others do."),
        "points": _("Make sure of as many points as you can, whatever the others do."),
        "fewest": _("Lay your whole hand in as few plays as it can be done in. Nobody interferes."),
    }[goal]


class PuzzlePlayer(_Table):
    """A puzzle to play to its end against the best defence.

    `puzzle` is a `Puzzle`, the id of one that comes with the package, a Position or its notation. Every play
    that the search rates as good as the best is right; a wrong one shows how it is punished, as a line to step
    through and in words, and may be taken back. At the end every first play is shown with its verdict.

    `line` holds the right plays and the answers; `aside` the line that is being looked at, which begins after
    `aside_from` plays, `at` of its plays shown. `solved` says whether the goal was reached, `wrong_plays` how
    many tries it took more than needed.

    >>> player = PuzzlePlayer("pagat 3s5d5h/4c4d7s 0 - -")
    >>> player.play("3s"), player.play("5d5h"), player.play("3s"), player.solved, player.wrong_plays
    (False, True, True, True, 1)
    """

    _esm = module("cards.js", "table.js", "puzzle.js", "puzzle_player.js")

    goal = t.Unicode("first").tag(sync=True)
    note = t.Unicode().tag(sync=True)
    aside = t.List(t.Unicode()).tag(sync=True)
    aside_from = t.Int(0).tag(sync=True)
    at = t.Int(0).tag(sync=True)
    shown_answer = t.Bool(False).tag(sync=True)
    wrong_plays = t.Int(0).tag(sync=True)
    hints = t.Int(0).tag(sync=True)
    others_shown = t.Bool(False).tag(sync=True)
    names = t.List(t.Unicode()).tag(sync=True)

    def __init__(self, puzzle: Puzzle | Position | str = "", **traits: Any) -> None:
        self._refused, self._hinted, self._judged = "", 0, False
        try:
            given = _puzzle_traits(puzzle)
        except KeyError as error:
            given, self._refused = {"position": str(puzzle)}, str(error.args[0])
        super().__init__(**{**given, **traits})
        self.observe(
            self._on_change, ["goal", "note", "aside", "at", "aside_from", "shown_answer", "others_shown", "names"]
        )

    def __repr__(self) -> str:
        goal = "" if self.goal == "first" else f", goal={self.goal!r}"
        return f"PuzzlePlayer({self.position!r}{goal})"

    def _on_change(self, change: Any) -> None:
        if change["name"] in ("position", "goal"):
            self._refused, self._judged = "", False
            with self.hold_trait_notifications():
                self.aside, self.at, self.aside_from, self.shown_answer, self.wrong_plays = [], 0, 0, False, 0
                self.others_shown = False
        super()._on_change(change)

    @property
    def solved(self) -> bool:
        """Whether the goal has been reached (by right plays of the learner, not by looking the answer up)."""
        attempt = self._attempt()
        return attempt is not None and attempt.reached and not self.shown_answer

    def _attempt(self) -> Attempt | None:
        try:
            return self._read_attempt()
        except (NotationError, IllegalPlay, ValueError):
            return None

    def _read_attempt(self) -> Attempt:
        if self._refused:
            raise ValueError(self._refused)
        start = Position.parse(self.position)
        if start.turn is not None and start.hidden[start.turn]:
            raise PositionError(_("in a puzzle your own hand must be open"))
        line = [Play.parse(text, start.rules) for text in self.line]
        return Attempt(start, self.goal, line, self.wrong_plays)

    def _scene(self, picked: list[str]) -> dict[str, Any]:
        attempt = self._read_attempt()
        start, hero = attempt.position, attempt.hero
        cast = _cast(self.names, hero)
        done = attempt.done
        base = attempt.line[: self.aside_from] if self.aside else attempt.line
        aside = [Play.parse(text, start.rules) for text in self.aside]
        at = min(max(self.at, 0), len(aside))
        playing = not self.aside and not done and not self.shown_answer
        scene = board(start, [*base, *aside[:at]], cast, hero, {hero} if playing else ())
        now = replay(start, [*base, *aside[:at]])[0]
        told = story(replay(start, base)[0], aside, cast) if aside else []
        return {
            **scene,
            "title": self._headline(start.rules),
            "goal": goal_sentence(self.goal, any(start.hidden)),
            "unseen": _unseen(now) if any(now.hidden) and self.goal != "fewest" else None,
            "buttons": {
                "play": {**_play_button(now, picked, hero, cast), "hidden": not playing},
                "pass": _button(_("Pass"), refusal(now, "-", hero, cast) if playing else "", not playing),
                "back": _button(_("Take back"), "" if attempt.line else _("Nothing has been played yet."), not playing),
                "hint": _button("", hidden=True),
            },
            "says": self._what_is_said(attempt, cast),
            "step": {"at": at, "of": len(aside)},
            "words": told,
            "tools": self._tools(done),
            "verdicts": self._verdicts(attempt, cast) if done or self.shown_answer else [],
            "others": self._others(start) if self.others_shown and (done or self.shown_answer) else None,
        }

    def _headline(self, rules: Rules) -> str:
        """The title; where house rules hold, all the rules after it."""
        title = self.title or _("What do you play?")
        return f"{title} ({rules_name(rules)})" if rules.house_rules else title

    def _what_is_said(self, attempt: Attempt, cast: Cast) -> dict[str, str]:
        if self._note["text"]:
            return self._note
        if self.shown_answer:
            return says(self._answer_words(attempt))
        if attempt.done:
            return says(" ".join(filter(None, [_("Solved."), self.note])), "good")
        return says(_("Your turn."))

    def _answer_words(self, attempt: Attempt) -> str:
        solution = solved(attempt.position, self.goal)
        best = solution.best
        if solution.value is False:
            return _("Whatever you play, the others can prevent it.")
        return _("The answer is {plays}.").format(plays=_(", or ").join(show(each) for each in best))

    def _tools(self, done: bool) -> list[dict[str, Any]]:
        tools: list[dict[str, Any]] = []
        if self.aside and not done and not self.shown_answer:
            tools.append({"do": "retry", "text": _("Take back and try again"), "main": True})
        elif self.aside:
            tools.append({"do": "retry", "text": _("Close this line"), "main": False})
        if self.line or self.shown_answer:
            tools.append({"do": "restart", "text": _("Start again"), "main": False})
        if not done and not self.shown_answer and not self.aside and self._hinted < len(_hint_names()):
            tools.append({"do": "hint", "text": _hint_name(self._hinted), "main": False})
        if (done or self.shown_answer) and not self.others_shown:
            tools.append({"do": "others", "text": _("The same under other rules"), "main": False})
        if not done and not self.shown_answer and self.wrong_plays:
            tools.append({"do": "give_up", "text": _("Show me the answer"), "main": False})
        return tools

    def _others(self, start: Position) -> dict[str, Any]:
        """The rules under which the position has another answer, as rows of a table, and a line on the rest."""
        found = compare_rules(start, self.goal)
        rows = []
        for change in found.changes:
            none = change.value is False
            rows.append(
                {
                    "rules": rules_name(change.rules),
                    "verdict": _("no play does it")
                    if none
                    else _value_words(change.value, self.goal, any(start.hidden)),
                    "good": not none,
                    "plays": [] if none else [[str(card) for card in play.cards] for play in change.best[:6]],
                    "more": "" if none or len(change.best) <= 6 else _("and others"),
                    "pass": _("Pass"),
                }
            )
        rest = ngettext(
            "The answer is the same under {n} other set of rules.",
            "The answer is the same under {n} other sets of rules.",
            found.same,
        ).format(n=found.same)
        if found.undecided:
            rest += " " + ngettext(
                "{n} was not settled within the limit of the search.",
                "{n} were not settled within the limit of the search.",
                found.undecided,
            ).format(n=found.undecided)
        columns = [_("Rules"), _("Answer"), _("What is right there")]
        return {"rows": rows, "rest": rest, "caption": _("The same under other rules"), "columns": columns}

    def _verdicts(self, attempt: Attempt, cast: Cast) -> list[dict[str, Any]]:
        solution = solved(attempt.position, self.goal)
        rows = []
        for found in sorted(solution.plays, key=lambda each: each.value != solution.value):
            rows.append(
                {
                    "cards": [str(card) for card in found.play.cards],
                    "name": _("Pass")
                    if found.play.is_pass
                    else ", ".join(card_name(card) for card in found.play.cards),
                    "best": found.value == solution.value,
                    "verdict": _value_words(found.value, self.goal, any(attempt.position.hidden)),
                    "why": short_reason(attempt.position, found.line, cast),
                }
            )
        return rows

    # -- what may be done, from the page or from a cell -----------------------------------------

    def play(self, play: Play | str) -> bool:
        """Play for the learner; whether the play was right. The widget shows the answers, or the refutation."""
        attempt = self._attempt()
        if attempt is None or self.shown_answer:
            return False
        if self.aside:
            self._do_retry({})
        now, cast = attempt.now, _cast(self.names, attempt.hero)
        try:
            outcome = attempt.play(play)
        except NotationError as error:  # no play, or too large a position to be judged
            self._note = says(trouble(error), "bad")
            self._redraw()
            return False
        if outcome.allowed and not self._judged:  # kept before anybody sees whether it was right
            self._judged = True
            self._first_answer(str(play), outcome.right)
        if not outcome.allowed:
            self._note = says(refusal(now, play, attempt.hero, cast), "bad")
        elif outcome.right:
            done = attempt.done
            if done:
                self._got_right(str(play))
            told = " ".join(story(now, outcome.line, cast))
            text = _("Solved. {story} {note}") if done else _("Right so far. {story} Your turn.")
            self._note = says(" ".join(text.format(story=told, note=self.note).split(" ")).strip(), "good")
            self._hinted = 0
            with self.hold_trait_notifications():
                self.selected = []
                self.line = [str(each) for each in attempt.line]
        else:
            solution = solved(now, self.goal)
            verdict = next(each for each in solution.plays if each.line == outcome.line)
            if self.goal == "fewest":
                text = ngettext(
                    "Your hand then takes {n} play, and {least} would do.",
                    "Your hand then takes {n} plays, and {least} would do.",
                    verdict.value,
                )
                reasons = [text.format(n=verdict.value, least=solution.value)]
            else:
                reasons = [why_not(now, verdict, solution, cast), short_reason(now, outcome.line, cast)]
            why = " ".join(filter(None, reasons))
            self._note = says(
                _("That does not do it. {reason} Step through the line to see how it goes.").format(reason=why), "bad"
            )
            with self.hold_trait_notifications():
                self.selected = []
                self.aside, self.aside_from = [str(each) for each in outcome.line], len(attempt.line)
                self.at, self.wrong_plays = 1, attempt.wrong
        self._redraw()
        return outcome.right

    def _do_play(self, content: dict[str, Any]) -> None:
        attempt = self._attempt()
        play = self._picked(content, attempt.now) if attempt and not self.aside else None
        if play is not None:
            self.play(play)

    def _do_pass(self, _content: dict[str, Any]) -> None:
        if not self.aside:
            self.play("-")

    def _do_back(self, _content: dict[str, Any]) -> None:
        attempt = self._attempt()
        if attempt is None or not attempt.take_back():
            return
        self._note, self._hinted = says(_("Taken back. Your turn.")), 0
        with self.hold_trait_notifications():
            self.line, self.aside, self.at = [str(play) for play in attempt.line], [], 0
        self._redraw()

    def _do_retry(self, _content: dict[str, Any]) -> None:
        """Close the line that is being looked at."""
        self._note = says() if self.shown_answer else says(_("Your turn again."))
        attempt = self._attempt()
        if attempt is not None and attempt.done:
            self._note = says()
        with self.hold_trait_notifications():
            self.aside, self.at, self.aside_from = [], 0, 0
        self._redraw()

    def _do_restart(self, _content: dict[str, Any]) -> None:
        self._note, self._hinted = says(), 0
        with self.hold_trait_notifications():
            self.selected, self.line, self.aside, self.at, self.aside_from = [], [], [], 0, 0
            self.shown_answer = self.others_shown = False
        self._redraw()

    def _do_others(self, _content: dict[str, Any]) -> None:
        """Show under which other rules the answer changes; searched when asked for, as it takes a second or two."""
        attempt = self._attempt()
        if attempt is not None and (attempt.done or self.shown_answer):
            self.others_shown = True

    def _do_hint(self, _content: dict[str, Any]) -> None:
        """The next of three hints for this turn; `hints` counts all that were asked for."""
        attempt = self._attempt()
        if attempt is None or attempt.done or self.aside or self.shown_answer:
            return
        self._hinted += 1
        self._note = says(attempt.hint(self._hinted))
        self.hints += 1
        self._redraw()

    def _do_give_up(self, _content: dict[str, Any]) -> None:
        attempt = self._attempt()
        if attempt is None:
            return
        found = solved(attempt.position, self.goal)
        self._note = says(self._answer_words(attempt))
        self.shown_answer = True
        self._show_line(next(each.line for each in found.plays if each.play in found.best))

    def _do_step(self, content: dict[str, Any]) -> None:
        to = content.get("to")
        if isinstance(to, int) and 0 <= to <= len(self.aside):
            self.at = to

    def _do_line(self, content: dict[str, Any]) -> None:
        """Show the line of one of the verdicts."""
        attempt, index = self._attempt(), content.get("index")
        verdicts = self.scene.get("verdicts", [])
        if attempt is None or not isinstance(index, int) or not 0 <= index < len(verdicts):
            return
        wanted = Play.parse("".join(verdicts[index]["cards"]) or "-", attempt.position.rules)
        self._show_line(next(each.line for each in solved(attempt.position, self.goal).plays if each.play == wanted))

    def _show_line(self, line: Sequence[Play]) -> None:
        with self.hold_trait_notifications():
            self.aside, self.aside_from, self.at = [str(play) for play in line], 0, 1
        self._redraw()


def _unseen(now: Position) -> dict[str, Any]:
    """The cards that a hidden hand may hold, which a player who has counted knows."""
    cards = now.rules.cards(now.unseen)
    text = _("Still out, and held by the others:")
    if len(cards) > sum(now.hidden):
        text = _("Still out, and held by the others or set aside:")
    return {"text": text, "cards": [str(card) for card in cards]}


def _value_words(value: Any, goal: str, hidden: bool = False) -> str:
    if value is None:
        return _("not settled")
    if goal == "fewest":
        return ngettext("{n} play", "{n} plays", value).format(n=value)
    if hidden and goal in ("first", "not-last"):
        return _("is sure") if value else _("is not sure")
    if goal == "first":
        return _("wins") if value else _("loses")
    if goal == "not-last":
        return _("is safe") if value else _("may be last")
    if goal == "place":
        return _("place {n}").format(n=value)
    return ngettext("{n} point", "{n} points", value).format(n=value)


def _puzzle_traits(puzzle: Puzzle | Position | str) -> dict[str, Any]:
    """The traits of a puzzle; text with a blank is notation, text without one an id. Raises KeyError for an
    unknown id.
    """
    if isinstance(puzzle, Puzzle):
        title, note = title_of(puzzle) if puzzle.title or puzzle.kind else "", note_of(puzzle)
        return {"position": str(puzzle.position), "goal": puzzle.goal, "title": title, "note": note}
    if isinstance(puzzle, str) and puzzle and " " not in puzzle.strip():
        name = puzzle.strip()  # of a thousand that are read only once
        return _puzzle_traits(next((each for each in shipped_puzzles() if each.id == name), None) or named(name))
    return {"position": str(puzzle)}
