"""PositionEditor: set a position up by clicking, read and write its notation, have it solved, pass it on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import traitlets as t

from ..cards import DECK, parse_cards
from ..combinations import Combination, Play
from ..errors import NotationError, PositionError
from ..explain import GOALS, Cast, card_name, shape_name, short_reason, show, story
from ..locale import _, ngettext, worded
from ..other_rules import house_rule_name, profile_name
from ..position import Position
from ..rules import HOUSE_RULES, PROFILES, Rules
from ..shapes import what_is
from .base import STYLE, TutorWidget, module, says, seat_names
from .table import _value_words, goal_sentence

PLAIN = "pagat 3s/4s 0 - -"
"""Where an empty board gets its rules and seats from."""
TABLE, GONE, DECK_PLACE = "table", "gone", "deck"
SECONDS, NODES = 5.0, 2_000_000
LONGEST = 400
"""Letters of notation that are read; no position is longer."""


class PositionEditor(TutorWidget):
    """Set a position up by clicking: pick a place (a seat, the table), then its cards.

    `position` is the notation of what is set up, as far as it makes sense, and may be set; `now` the Position.
    Notation can be pasted into the widget and copied from it. `solve` searches it within `seconds` and `nodes`
    and says so where that is not enough.

    >>> editor = PositionEditor("pagat 3s5d/4c4d 0 - -")
    >>> editor.put("5h", 0), editor.put("7s", 1)
    (True, True)
    >>> editor.position
    'pagat 3s5d5h/4c4d7s 0 - -'
    >>> [str(play) for play in editor.solve().best]
    ['5d5h']
    """

    _esm = module("cards.js", "position_editor.js")
    _css = STYLE + module("position_editor.css")

    position = t.Unicode().tag(sync=True)
    board = t.Dict().tag(sync=True)
    brush = t.Unicode("0").tag(sync=True)
    goal = t.Unicode("first").tag(sync=True)

    def __init__(
        self, position: Position | str = "", seconds: float = SECONDS, nodes: int = NODES, **traits: Any
    ) -> None:
        self._seconds, self._nodes = seconds, nodes
        self._solution: Any = None
        self._line = -1
        self._typed, self._unread = "", ""
        self._note = says()
        self._busy = False
        super().__init__(**traits)
        if not self.board:
            self.board = _tidy(_board(Position.parse(PLAIN)) | {"hands": ["", ""]})
            if str(position):
                self.read(str(position))
        self._settle()
        self.observe(self._on_position, ["position"])
        self.observe(self._redraw, ["brush", "goal", "strings", "suit_letters"])
        self.observe(self._on_goal, ["goal"])

    def __repr__(self) -> str:
        return f"PositionEditor({self.position or self.text!r})"

    def as_text(self) -> str:
        return "\n".join(filter(None, [self.text, self.scene["fault"], self.scene["says"]["text"]]))

    @property
    def text(self) -> str:
        """The notation of what is set up, whether it makes sense or not."""
        return _notation(self.board)

    @property
    def now(self) -> Position:
        """The position set up. Raises PositionError while it makes no sense."""
        return Position.parse(self.text)

    # -- what may be done, from the page or from a cell -----------------------------------------

    def read(self, text: str) -> bool:
        """Take over a position in notation; whether it could be read. If not, the widget says why, and keeps what
        was set up.
        """
        text = str(text)
        self._typed, self._unread = text, ""
        try:
            if len(text) > LONGEST:
                raise PositionError(_("this is too long for a position"))
            board = _board(Position.parse(text))
        except NotationError as error:
            self._unread = _("This cannot be read. {reason}").format(reason=worded(error))
            self._redraw()
            return False
        self._typed = ""
        self._change(board)
        return True

    def put(self, cards: str, place: int | str) -> bool:
        """Put cards to a place: a seat, "table", "gone" (known to be out of play) or "deck" (nowhere).

        Answers whether there is such a place.

        Raises NotationError for what are no cards.
        """
        where = str(place)
        if where not in self._places():
            return False
        board = _copy(self.board)
        for card in parse_cards(cards):
            _take_away(board, str(card))
            _lay_down(board, str(card), where)
        self._change(board)
        return True

    def solve(self, goal: str | None = None) -> Any:
        """Search the position; the Solution, with None for what was not settled in time. None if it makes no sense."""
        from ..solver import solve

        if goal in GOALS:
            self.goal = goal
        try:
            now = self.now
            if now.is_over:
                raise PositionError(_("the deal is over"))
            self._solution, self._line = None, -1
            self._note, self._busy = says(_("Searching …")), True
            self._redraw()
            self._solution = solve(now, self.goal, seconds=self._seconds, nodes=self._nodes)
        except NotationError as error:
            self._note = says(_("This cannot be solved. {reason}").format(reason=worded(error)), "bad")
        else:
            self._note = self._found(self._solution)
        finally:
            self._busy = False
        self._redraw()
        return self._solution

    def _do_put(self, content: dict[str, Any]) -> None:
        """A click on a card: to the place picked, or, if it is there already, away."""
        card, place = content.get("card"), content.get("to", self.brush)
        if card not in _ALL or place not in self._places():
            return
        self.put(card, DECK_PLACE if _place_of(self.board, card) == place else place)

    def _do_read(self, content: dict[str, Any]) -> None:
        if isinstance(content.get("text"), str):
            self.read(content["text"])

    def _do_seats(self, content: dict[str, Any]) -> None:
        seats = content.get("value")
        if seats not in (2, 3, 4):
            return
        board = _copy(self.board)
        board["hands"] = (board["hands"] + ["", ""])[:seats]
        board["hidden"] = (board["hidden"] + [0, 0])[:seats]
        for name in ("passed", "out", "full", "must"):
            board[name] = [seat for seat in board[name] if seat < seats]
        board["turn"] = min(board["turn"], seats - 1)
        if board["owner"] >= seats:
            board["owner"] = next(seat for seat in range(seats) if seat != board["turn"])
        if self.brush.isdigit() and int(self.brush) >= seats:
            self.brush = "0"
        self._change(board)

    def _do_hidden(self, content: dict[str, Any]) -> None:
        """How many cards of a seat are not seen; its open cards go away."""
        seat, number = content.get("seat"), content.get("value")
        if not (isinstance(seat, int) and isinstance(number, int) and 0 <= seat < len(self.board["hands"])):
            return
        board = _copy(self.board)
        board["hidden"][seat] = min(max(number, 0), 17)
        if board["hidden"][seat]:
            board["hands"][seat] = ""
        self._change(board)

    def _do_turn(self, content: dict[str, Any]) -> None:
        self._seat_of("turn", content, -1)

    def _do_owner(self, content: dict[str, Any]) -> None:
        self._seat_of("owner", content, 0)

    def _seat_of(self, name: str, content: dict[str, Any], least: int) -> None:
        seat = content.get("value")
        if isinstance(seat, int) and least <= seat < len(self.board["hands"]):
            self._change({**_copy(self.board), name: seat})

    def _do_passed(self, content: dict[str, Any]) -> None:
        seat = content.get("seat")
        if isinstance(seat, int) and 0 <= seat < len(self.board["hands"]):
            self._change({**_copy(self.board), "passed": sorted({seat} ^ set(self.board["passed"]))})

    def _do_chain(self, _content: dict[str, Any]) -> None:
        self._change({**_copy(self.board), "chain": not self.board["chain"]})

    def _do_profile(self, content: dict[str, Any]) -> None:
        if content.get("value") in PROFILES:
            self._change({**_copy(self.board), "profile": content["value"], "house": []})

    def _do_house(self, content: dict[str, Any]) -> None:
        name = content.get("name")
        if name in HOUSE_RULES:
            chosen = {str(name)} ^ set(self.board["house"])
            house = [each for each in HOUSE_RULES if each in chosen]
            self._change({**_copy(self.board), "house": house})

    def _do_clear(self, _content: dict[str, Any]) -> None:
        board = _copy(self.board)
        seats = len(board["hands"])
        nothing: dict[str, Any] = {name: [] for name in ("passed", "out", "full", "must")}
        board |= nothing | {"hands": [""] * seats, "hidden": [0] * seats, "table": "", "gone": "", "open": ""}
        self._change({**board, "chain": False, "turn": 0})

    def _do_goal(self, content: dict[str, Any]) -> None:
        if content.get("value") in GOALS:
            self.goal = content["value"]

    def _do_solve(self, _content: dict[str, Any]) -> None:
        self.solve()

    def _do_line(self, content: dict[str, Any]) -> None:
        """Tell the line of one of the verdicts."""
        index = content.get("index")
        if self._solution is not None and isinstance(index, int) and 0 <= index < len(self._sorted()):
            self._line = index
            self._redraw()

    # -- the board -------------------------------------------------------------------------------

    def _places(self) -> list[str]:
        return [*map(str, range(len(self.board["hands"]))), TABLE, GONE, DECK_PLACE]

    def _change(self, board: dict[str, Any]) -> None:
        """Take over another board: what was found out about the old one is gone."""
        self._solution, self._line, self._note = None, -1, says()
        self._typed = self._unread = ""
        self.board = _tidy(board)
        self._settle()

    def _settle(self) -> None:
        try:
            text = str(self.now)
        except NotationError:
            text = ""
        if text != self.position:
            self.position = text
        self._redraw()

    def _on_position(self, change: Any) -> None:
        """Set from a cell, not by a click."""
        if change["new"] and change["new"] != self.text:
            self.read(change["new"])

    def _on_goal(self, _change: Any) -> None:
        self._solution, self._line, self._note = None, -1, says()
        self._redraw()

    # -- words -----------------------------------------------------------------------------------

    def _found(self, solution: Any) -> dict[str, str]:
        effort = ngettext(
            "{n} position searched in {seconds} s.", "{n} positions searched in {seconds} s.", solution.nodes
        ).format(n=solution.nodes, seconds=f"{solution.seconds:.1f}")
        if solution.value is None:
            return says(" ".join([_("Not decided within the limit of the search."), effort]), "bad")
        best = _(", or ").join(_pass_or(play) for play in solution.best[:6])
        if solution.value is False and solution.hidden:
            text = _("Nothing is sure to do it: the cards may lie badly.")
        elif solution.value is False:
            text = _("No play does it: the others can prevent it.")
        elif solution.goal in ("first", "not-last"):
            text = _("It can be done: {plays}.").format(plays=best)
        else:
            text = _("What can be had: {value}. It takes {plays}.").format(
                value=_value_words(solution.value, solution.goal), plays=best
            )
        if not solution.complete:
            text += " " + _("Not every play is decided within the limit of the search.")
        return says(" ".join([text, effort]), "good" if solution.value is not False else "info")

    def _fault(self) -> str:
        """What is still missing, or wrong; empty if the position makes sense."""
        board = self.board
        if not any(board["hands"]) and not any(board["hidden"]) and not board["table"]:
            return _("Pick a seat, then click its cards.")
        try:
            Rules.parse(_rules_text(board))
            now = self.now
        except NotationError as error:
            return self._known_fault() or _("This is no position yet. {reason}").format(reason=worded(error))
        return _("The deal is over.") if now.is_over else ""

    def _known_fault(self) -> str:
        """The faults that come up all the time while setting up, in the learner's language."""
        board, names = self.board, self._names()
        try:
            rules = Rules.parse(_rules_text(board))
        except NotationError:
            return ""
        turn = board["turn"]
        if board["table"]:
            cards = parse_cards(board["table"])
            if Combination.of(rules.mask(cards), rules) is None:
                return " ".join(
                    [_("What lies on the table is no combination."), str(what_is(board["table"], str(rules)))]
                )
            if turn == board["owner"]:
                return _("The one whose turn it is cannot be the one who laid the table.")
        if turn >= 0 and not board["hands"][turn] and not board["hidden"][turn]:
            return _("{name} is to play, and has no cards yet.").format(name=names[turn])
        if board["passed"] and not board["table"]:
            return _("Nobody has passed when the lead is free.")
        return ""

    def _names(self) -> tuple[str, ...]:
        return seat_names()[: len(self.board["hands"])]

    def _place_name(self, place: str) -> str:
        if place.isdigit():
            return self._names()[int(place)]
        return {TABLE: _("on the table"), GONE: _("out of play"), DECK_PLACE: _("not used")}[place]

    def _sorted(self) -> list[Any]:
        order = {None: 1, self._solution.value: 0}
        return sorted(self._solution.plays, key=lambda each: order.get(each.value, 2))

    def _verdicts(self, now: Position) -> list[dict[str, Any]]:
        if self._solution is None:
            return []
        cast = Cast(you=now.turn, names=seat_names())
        return [
            {
                "cards": [str(card) for card in found.play.cards],
                "name": _("Pass") if found.play.is_pass else ", ".join(card_name(card) for card in found.play.cards),
                "best": found.value is not None and found.value == self._solution.value and found.value is not False,
                "open": found.value is None,
                "verdict": self._verdict_words(found.value),
                "why": short_reason(now, found.line, cast) if found.line else "",
                "line": bool(found.line),
            }
            for found in self._sorted()
        ]

    def _verdict_words(self, value: Any) -> str:
        if self._solution.hidden and value is not None and self._solution.goal in ("first", "not-last"):
            return _("sure") if value else _("not sure")
        return _("not decided") if value is None else _value_words(value, self._solution.goal)

    def _story(self, now: Position) -> list[str]:
        if self._solution is None or not 0 <= self._line < len(self._solution.plays):
            return []
        return story(now, self._sorted()[self._line].line, Cast(you=now.turn, names=seat_names()))

    def _seat(self, seat: int) -> dict[str, Any]:
        board, hidden = self.board, self.board["hidden"][seat]
        cards = _texts(board["hands"][seat], board)
        number = hidden or len(cards)
        return {
            "place": str(seat),
            "name": self._names()[seat],
            "cards": cards,
            "hidden": hidden,
            "countText": ngettext("{n} card", "{n} cards", number).format(n=number),
            "hiddenLabel": _("{name}: cards face down").format(name=self._names()[seat]),
            "passed": seat in board["passed"],
            "passedLabel": _("has passed"),
        }

    def _redraw(self, _change: Any = None) -> None:
        board = self.board
        fault = self._fault()
        now = self.now if not fault else None
        laid = _texts(board["table"], board)
        shape = None
        if laid:
            rules = _rules_or_pagat(board)
            shape = Combination.of(rules.mask(parse_cards(board["table"])), rules)
        self.scene = {
            "trouble": "",
            "seats": [self._seat(seat) for seat in range(len(board["hands"]))],
            "tablePlace": {"place": TABLE, "name": _("On the table"), "cards": laid,
                           "countText": shape_name(shape) if shape else ""},
            "gonePlace": {"place": GONE, "name": _("Out of play"), "cards": _texts(board["gone"], board),
                          "countText": _("seen to be gone")} if any(board["hidden"]) else None,
            "deckPlace": {"place": DECK_PLACE, "name": _("Take away"), "cards": [], "countText": ""},
            "places": {card: _place_of(board, card) for card in _ALL},
            "placeNames": {place: self._place_name(place) for place in self._places()},
            "order": [str(card) for card in _rules_or_pagat(board).deck],
            "text": self._typed or self.text,
            "fault": self._unread or fault,
            "started": bool(any(board["hands"]) or any(board["hidden"]) or laid),
            "valid": now is not None and not self._unread,
            "code": f'PuzzlePlayer("{now}"{self._goal_code()})' if now is not None and not any(now.hidden) else "",
            "turn": board["turn"],
            "owner": board["owner"],
            "chain": board["chain"],
            "seatNames": list(self._names()),
            "profile": board["profile"],
            "profiles": [[name, profile_name(name)] for name in PROFILES],
            "house": [
                {"name": name, "text": house_rule_name(name), "on": name in board["house"]}
                for name, rule in HOUSE_RULES.items()
                if rule.game in (None, PROFILES[board["profile"]].game)
            ],
            "goals": [[goal, goal_sentence(goal)] for goal in GOALS],
            "says": self._note,
            "busy": self._busy,
            "verdicts": self._verdicts(now) if now is not None else [],
            "words": self._story(now) if now is not None else [],
            "canChain": bool(laid) and PROFILES[board["profile"]].pass_locks,
            "locks": PROFILES[board["profile"]].pass_locks,
            "labels": _labels(),
        }  # fmt: skip

    def _goal_code(self) -> str:
        return "" if self.goal == "first" else f', goal="{self.goal}"'


_ALL = tuple(str(card) for card in DECK)


def _labels() -> dict[str, str]:
    return {
        "places": _("Where the cards go"),
        "cards": _("All cards"),
        "cardHelp": _("Arrow keys move, space puts the card to the place picked, or takes it away again."),
        "card": _("{card}, {place}"),
        "seats": _("Seats"),
        "turn": _("To play"),
        "nobody": _("nobody, the deal is over"),
        "owner": _("Laid by"),
        "chain": _("A two was chopped in this round"),
        "profile": _("Rules"),
        "house": _("House rules"),
        "notation": _("The position in one line"),
        "read": _("Read this line"),
        "copy": _("Copy"),
        "copied": _("Copied."),
        "code": _("As a puzzle, to pass on"),
        "goal": _("Goal"),
        "solve": _("Solve"),
        "clear": _("Clear"),
        "hidden": _("face down"),
    }


def _pass_or(play: Play) -> str:
    return _("Pass") if play.is_pass else show(play)


# ------------------------------------------------------------------ the board as plain data


def _board(position: Position) -> dict[str, Any]:
    """Everything that a position says, in a form that stays with clicks that make no sense yet."""
    rules = position.rules
    return {
        "profile": rules.profile,
        "house": list(rules.house_rules),
        "hands": [rules.cards_text(mask) for mask in position.hands],
        "hidden": list(position.hidden),
        "turn": -1 if position.turn is None else position.turn,
        "table": str(position.table) if position.table else "",
        "owner": position.owner if position.owner is not None else int(position.turn == 0),
        "passed": list(position.passed),
        "out": list(position.out),
        "chain": position.chain,
        "open": rules.cards_text(position.opening),
        "gone": rules.cards_text(position.gone),
        "full": list(position.full),
        "must": list(position.must),
    }


def _copy(board: dict[str, Any]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, list) else value for name, value in board.items()}


def _tidy(board: dict[str, Any]) -> dict[str, Any]:
    """Drop what cannot stand any longer, keep the order in which seats went out."""
    board = _copy(board)
    empty = [seat for seat, hand in enumerate(board["hands"]) if not hand and not board["hidden"][seat]]
    board["out"] = [seat for seat in board["out"] if seat in empty]
    board["out"] += [seat for seat in empty if seat not in board["out"]]
    if not any(board["hidden"]):
        board["gone"] = ""
    for name, rule in (("full", "cong"), ("must", "no_pass_first_trick")):
        if rule not in board["house"] or (name == "full" and not board["out"]):
            board[name] = []
    if not PROFILES[board["profile"]].pass_locks:
        board["passed"], board["chain"] = [], False
    if not board["table"]:
        board["chain"] = False
    if board["open"] and (board["table"] or board["open"] not in board["hands"][board["turn"]]):
        board["open"] = ""
    return board


def _rules_text(board: dict[str, Any]) -> str:
    return "+".join([board["profile"], *board["house"]])


def _rules_or_pagat(board: dict[str, Any]) -> Rules:
    """The rules set up; while two house rules exclude each other the bare profile."""
    try:
        return Rules.parse(_rules_text(board))
    except NotationError:
        return PROFILES[board["profile"]]


def _texts(cards: str, board: dict[str, Any]) -> list[str]:
    rules = _rules_or_pagat(board)
    return [str(card) for card in rules.cards(rules.mask(parse_cards(cards)))]


def _place_of(board: dict[str, Any], card: str) -> str:
    for seat, hand in enumerate(board["hands"]):
        if card in hand:
            return str(seat)
    return TABLE if card in board["table"] else GONE if card in board["gone"] else DECK_PLACE


def _take_away(board: dict[str, Any], card: str) -> None:
    board["hands"] = [hand.replace(card, "") for hand in board["hands"]]
    board["table"] = board["table"].replace(card, "")
    board["gone"] = board["gone"].replace(card, "")


def _lay_down(board: dict[str, Any], card: str, place: str) -> None:
    if place.isdigit():
        board["hands"][int(place)] += card
        board["hidden"][int(place)] = 0
    elif place in (TABLE, GONE):
        board[place] += card


def _digits(seats: Iterable[int]) -> str:
    return "".join(map(str, seats))


def _notation(board: dict[str, Any]) -> str:
    """The board in notation, whether it is a position or not; in the notation's own spelling if it is one."""
    rules = _rules_or_pagat(board)

    def ordered(cards: str) -> str:
        return rules.cards_text(rules.mask(parse_cards(cards)))

    hands: Sequence[str] = [
        f"?{number}" if number else ordered(hand) or "."
        for hand, number in zip(board["hands"], board["hidden"], strict=True)
    ]
    words = [
        _rules_text(board),
        "/".join(hands),
        "-" if board["turn"] < 0 else str(board["turn"]),
        f"{board['owner']}:{ordered(board['table'])}" if board["table"] else "-",
        _digits(board["passed"]) or "-",
        *([f"out={_digits(board['out'])}"] if board["out"] else []),
        *(["chain"] if board["chain"] else []),
        *([f"open={board['open']}"] if board["open"] else []),
        *([f"gone={ordered(board['gone'])}"] if board["gone"] else []),
        *([f"full={_digits(board['full'])}"] if board["full"] else []),
        *([f"must={_digits(board['must'])}"] if board["must"] else []),
    ]
    return " ".join(words)
