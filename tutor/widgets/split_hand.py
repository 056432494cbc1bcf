"""SplitHand: lay a hand out in the fewest combinations."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import traitlets as t

from ..cards import DECK, Card, parse_cards
from ..combinations import Combination
from ..errors import NotationError
from ..explain import card_name, shape_name, show, trouble
from ..locale import _, ngettext
from ..planning import fewest_plays, is_layout, plan
from ..rules import Rules
from ..shapes import what_is
from .base import STYLE, TutorWidget, module, says
from .exercises import NoCards, _cards, _number

MOST = 13


class SplitHand(TutorWidget):
    """Lay the hand out in as few combinations as can be: pick cards, put them together, until none is left over.

    The hand is given, or `count` cards are drawn from a seed so that there is something to find. `groups` are the
    combinations so far, `slips` counts the picks that were none, `tries` the checks. `solved` says whether the
    layout checked last is one of the shortest; `on_result(call)` has `call(right)` called at each first check of a
    hand.

    >>> exercise = SplitHand("3s4c5d5h6s9h", "sheet")
    >>> [exercise.put(cards) for cards in ("3s4c5d6s", "5h9h", "5h", "9h")]
    [True, False, True, True]
    >>> exercise.check(), exercise.solved, exercise.fewest
    (True, True, 3)
    """

    _esm = module("cards.js", "split_hand.js")
    _css = STYLE + module("split_hand.css")

    cards = t.List(t.Unicode()).tag(sync=True)
    rules = t.Unicode("pagat").tag(sync=True)
    selected = t.List(t.Unicode()).tag(sync=True)
    groups = t.List(t.Unicode()).tag(sync=True)
    slips = t.Int(0).tag(sync=True)
    tries = t.Int(0).tag(sync=True)
    checked = t.Bool(False).tag(sync=True)
    answer_shown = t.Bool(False).tag(sync=True)

    def __init__(
        self,
        cards: object = None,
        rules: Rules | str = "pagat",
        seed: int | None = None,
        count: int = 10,
        **traits: Any,
    ) -> None:
        self._given, self._trouble, self._note = cards is not None, "", says()
        self._listeners: list[Any] = []
        try:
            read = rules if isinstance(rules, Rules) else Rules.parse(rules)
            self._rng, self._count = random.Random(seed), _number(count, "count", 3, MOST)
            hand = list(_cards(cards)) if cards is not None else self._drawn(read)
            if len(hand) > MOST:
                raise NoCards(_("That is more than a hand: give at most 13 cards."))
            traits |= {"cards": _texts(hand, read), "rules": str(read)}
        except NoCards as error:
            self._trouble = str(error)
        except (ValueError, TypeError) as error:
            self._trouble = trouble(error)
        super().__init__(**traits)
        self._redraw()
        self.observe(self._redraw, ["groups", "checked", "answer_shown", "strings"])

    def __repr__(self) -> str:
        return f"SplitHand({''.join(self.cards)!r}, groups={list(self.groups)!r})"

    def as_text(self) -> str:
        return self._trouble or "\n".join([self._prompt(), show(parse_cards("".join(self.cards)))])

    @property
    def fewest(self) -> int:
        """The least number of combinations that hold the whole hand."""
        read = Rules.parse(self.rules)
        return fewest_plays(read.mask(parse_cards("".join(self.cards))), read)

    @property
    def left_over(self) -> list[str]:
        """The cards that are in no group yet."""
        taken = {str(card) for text in self.groups for card in _read(text)}
        return [card for card in self.cards if card not in taken]

    @property
    def complete(self) -> bool:
        """Whether the groups are combinations that hold every card once."""
        read = Rules.parse(self.rules)
        try:
            parts = [read.mask(parse_cards(text)) for text in self.groups]
        except NotationError:
            return False
        return is_layout(parts, read.mask(parse_cards("".join(self.cards))), read)

    @property
    def solved(self) -> bool:
        """Whether the layout was checked and no other has fewer combinations."""
        return bool(self.cards) and self.checked and self.complete and len(self.groups) == self.fewest

    def on_result(self, call: Any) -> None:
        """Have `call(right)` called at the first check of each hand."""
        self._listeners.append(call)

    # -- what may be done, from the page or from a cell -----------------------------------------

    def put(self, cards: str) -> bool:
        """Put these cards together as one combination; whether they are one and none is in another group."""
        if self._trouble:
            return False
        left = self.left_over
        try:
            picked = [card for card in parse_cards(cards) if str(card) in left]
        except NotationError as error:
            self._tell(trouble(error), "bad")
            return False
        if not picked:
            return False
        read = Rules.parse(self.rules)
        shape = Combination.of(read.mask(picked), read)
        with self.hold_trait_notifications():
            self.checked = False
            if shape is None:
                self.slips += 1
                self._note = says(str(what_is("".join(map(str, picked)), self.rules)), "bad")
            else:
                self.selected = []  # before the new picture: told after it, it would undo a card picked in between
                self.groups = [*self.groups, read.cards_text(shape.mask)]
                self._note = says(self._so_far(shape, len(left) - len(picked)))
        self._redraw()
        return shape is not None

    def _so_far(self, shape: Combination, left: int) -> str:
        text = _("{cards}: {shape}.").format(cards=show(shape.rules.cards(shape.mask)), shape=shape_name(shape))
        if left:
            return text + " " + ngettext("{n} card is left over.", "{n} cards are left over.", left).format(n=left)
        return text + " " + _("No card is left over.")

    def check(self) -> bool:
        """Check the layout; whether it is one of the shortest. Cards left over are named."""
        if self._trouble:
            return False
        left = self.left_over
        if left or not self.complete:
            self._tell(_("Still left over: {cards}.").format(cards=show(parse_cards("".join(left)))), "bad")
            return False
        first = not self.tries
        with self.hold_trait_notifications():
            self.tries, self.checked = self.tries + 1, True
        right, number = self.solved, len(self.groups)
        if right:
            text = ngettext("{n} play, and fewer cannot be.", "{n} plays, and fewer cannot be.", number)
            self._note = says(_("Right.") + " " + text.format(n=number), "good")
        else:
            text = ngettext(
                "Your layout needs {n} play. It can be done in fewer.",
                "Your layout needs {n} plays. It can be done in fewer.",
                number,
            )
            self._note = says(text.format(n=number), "bad")
        if first:
            self._first_answer(" ".join(self.groups), right)
            for call in self._listeners:
                call(right)
        if right:
            self._got_right(" ".join(self.groups))
        self._redraw()
        return right

    def _do_put(self, content: dict[str, Any]) -> None:
        cards = content.get("cards", self.selected)
        if isinstance(cards, list) and cards and set(map(str, cards)) <= set(self.cards):
            self.put("".join(map(str, cards)))

    def _do_apart(self, content: dict[str, Any]) -> None:
        """Take a group apart again."""
        place = content.get("index")
        if self._trouble or not isinstance(place, int) or not 0 <= place < len(self.groups):
            return
        self._note = says(_("Taken apart: {cards}.").format(cards=show(_read(self.groups[place]))))
        with self.hold_trait_notifications():
            self.checked = False
            self.groups = [text for at, text in enumerate(self.groups) if at != place]
        self._redraw()

    def _do_singles(self, _content: dict[str, Any]) -> None:
        """Put every card that is left over by itself."""
        left = [] if self._trouble else self.left_over
        if not left:
            return
        self._note = says(ngettext("{n} card by itself.", "{n} cards, each by itself.", len(left)).format(n=len(left)))
        with self.hold_trait_notifications():
            self.checked, self.selected = False, []
            self.groups = [*self.groups, *left]
        self._redraw()

    def _do_check(self, _content: dict[str, Any]) -> None:
        if not self._trouble:
            self.check()

    def _do_answer(self, _content: dict[str, Any]) -> None:
        """Show a shortest layout; it can be asked for once one's own has been checked."""
        if self._trouble or not self.tries:
            return
        self._note = says(_("This is one of the shortest layouts."))
        with self.hold_trait_notifications():
            self.answer_shown, self.selected = True, []
        self._redraw()

    def _do_again(self, _content: dict[str, Any]) -> None:
        if not self._trouble:
            self._start_with(self.cards, self.tries)

    def _do_new(self, _content: dict[str, Any]) -> None:
        if not (self._given or self._trouble):
            read = Rules.parse(self.rules)
            self._start_with(_texts(self._drawn(read), read), 0)

    def _start_with(self, cards: Sequence[str], tries: int) -> None:
        self._note = says()
        with self.hold_trait_notifications():
            self.selected, self.groups, self.slips, self.cards = [], [], 0, list(cards)
            self.tries, self.checked, self.answer_shown = tries, False, False
        self._redraw()

    def _tell(self, text: str, tone: str) -> None:
        self._note = says(text, tone)
        self._redraw()

    def _drawn(self, rules: Rules) -> list[Card]:
        """A hand whose shortest layout saves a few plays, so that there is something to find."""
        for _attempt in range(2_000):
            hand = self._rng.sample(DECK, self._count)
            least = fewest_plays(rules.mask(hand), rules)
            ranks = len({card.rank for card in hand})
            if least <= max(2, self._count // 2) and least < ranks:
                return hand
        return hand

    # -- words -------------------------------------------------------------------------------------

    def _prompt(self) -> str:
        return _("Lay this hand out in as few combinations as you can. Every card must be in one of them.")

    def _group(self, text: str) -> dict[str, Any]:
        read = Rules.parse(self.rules)
        cards = _read(text)
        shape = Combination.of(read.mask(cards), read)
        return {
            "cards": [str(card) for card in cards],
            "name": shape_name(shape) if shape else _("no combination"),
            "apart": _("Take apart: {cards}").format(cards=", ".join(map(card_name, cards))),
        }

    def _redraw(self, _change: Any = None) -> None:
        if self._trouble:
            self.scene = {"trouble": self._trouble}
            return
        left, over = self.left_over, self.solved or self.answer_shown
        read = Rules.parse(self.rules)
        whole = read.mask(parse_cards("".join(self.cards)))
        answer = [each.rules.cards_text(each.mask) for each in plan(whole, read)] if self.answer_shown else []
        self.scene = {
            "trouble": "",
            "cards": left,
            "prompt": self._prompt(),
            "hand": _("Cards left over, to pick"),
            "help": _("Arrow keys move, space picks, Enter puts the picked cards together, Escape drops them."),
            "groupsText": ngettext("Your layout: {n} play", "Your layout: {n} plays", len(self.groups)).format(
                n=len(self.groups)
            ),
            "groups": [self._group(text) for text in self.groups],
            "answerText": ngettext("A shortest layout: {n} play", "A shortest layout: {n} plays", len(answer)).format(
                n=len(answer)
            ),
            "answer": [self._group(text) for text in answer],
            "over": over,
            "says": self._note,
            "pickFirst": _("Pick some cards first."),
            "leftText": _("First put every card into a combination."),
            "buttons": {
                "put": {"text": _("Put together"), "hidden": over or not left},
                "singles": {"text": _("Each of the rest by itself"), "hidden": over or not (left and self.groups)},
                "check": {"text": _("Check"), "hidden": over},
                "answer": {"text": _("Show a shortest layout"), "hidden": over or not self.tries},
                "again": {"text": _("Start over"), "hidden": not (self.groups or self.answer_shown)},
                "new": {"text": _("New cards"), "hidden": self._given},
            },
            "canCheck": not left,
            "apartText": _("Take apart"),
        }


def _read(text: str) -> tuple[Card, ...]:
    """The cards of a group; none for text that has been tampered with."""
    try:
        return parse_cards(text)
    except NotationError:
        return ()


def _texts(hand: Sequence[Card], rules: Rules) -> list[str]:
    return [str(card) for card in rules.cards(rules.mask(hand))]
