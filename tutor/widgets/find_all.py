"""FindAll: a hand of cards in which every combination of a kind is to be found."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import traitlets as t

from ..cards import DECK, Card, parse_cards
from ..combinations import Combination
from ..errors import NotationError
from ..explain import show, trouble
from ..locale import _, ngettext
from ..rules import Rules
from ..shapes import found_in, kind_name, kind_rule, no_kind, what_is
from .base import STYLE, TutorWidget, module, says
from .exercises import NoCards, _cards, _number

MOST = 30
"""More combinations than this are no fun to pick one by one."""


class FindAll(TutorWidget):
    """Find every combination of a kind in a hand: pick the cards of one, press the button, go on with the next.

    The hand is given, or `count` cards are drawn from a seed so that they hold at least two of the kind. `size` (in
    cards) narrows the kind down. `found` is what has been found so far, `slips` counts the picks that were none.

    >>> exercise = FindAll("8s8d8h9c", "pair")
    >>> exercise.take("8s8d"), exercise.take("8h9c"), exercise.found, exercise.slips
    (True, False, ['8s8d'], 1)
    >>> exercise.take("8s8h"), exercise.take("8d8h"), exercise.done
    (True, True, True)
    """

    _esm = module("cards.js", "find_all.js")
    _css = STYLE + module("find_all.css")

    cards = t.List(t.Unicode()).tag(sync=True)
    kind = t.Unicode("pair").tag(sync=True)
    size = t.Int(0).tag(sync=True)
    rules = t.Unicode("pagat").tag(sync=True)
    selected = t.List(t.Unicode()).tag(sync=True)
    found = t.List(t.Unicode()).tag(sync=True)
    slips = t.Int(0).tag(sync=True)
    rest_shown = t.Bool(False).tag(sync=True)

    def __init__(
        self,
        cards: object = None,
        kind: str = "pair",
        rules: Rules | str = "pagat",
        size: int | None = None,
        seed: int | None = None,
        count: int = 9,
        **traits: Any,
    ) -> None:
        self._given, self._trouble, self._note = cards is not None, "", says()
        self._hand: list[Combination] = []
        self._refused: list[str] = []
        try:
            read = rules if isinstance(rules, Rules) else Rules.parse(rules)
            self._rng, self._count = random.Random(seed), _number(count, "count", 3, 13)
            if kind not in read.kinds:
                raise NoCards(no_kind(kind, read))
            number = _number(size, "size", 1, 13) if size is not None else 0
            hand = list(_cards(cards)) if cards is not None else self._drawn(kind, read, number)
            traits |= {"cards": [str(card) for card in hand], "kind": kind, "size": number, "rules": str(read)}
            self._look_through(hand, kind, read, number)
        except NoCards as error:
            self._trouble = str(error)
        except (ValueError, TypeError) as error:
            self._trouble = trouble(error)
        super().__init__(**traits)
        self._redraw()
        self.observe(self._redraw, ["found", "rest_shown", "strings"])

    def __repr__(self) -> str:
        return f"FindAll({''.join(self.cards)!r}, {self.kind!r}, found={len(self.found)})"

    def as_text(self) -> str:
        return self._trouble or "\n".join([self._prompt(), show(parse_cards("".join(self.cards)))])

    @property
    def solution(self) -> list[str]:
        """Every combination that is to be found, in the order of the engine."""
        return [each.rules.cards_text(each.mask) for each in self._hand]

    @property
    def done(self) -> bool:
        """Whether everything has been found."""
        return bool(self._hand) and set(self.solution) <= set(self.found)

    # -- what may be done, from the page or from a cell -----------------------------------------

    def take(self, cards: str) -> bool:
        """Take these cards as one of the combinations asked for; whether they are, and had not been found before."""
        if self._trouble:
            return False
        try:
            picked = [card for card in parse_cards(cards) if str(card) in self.cards]
        except NotationError as error:
            self._tell(trouble(error), "bad")
            return False
        rules = Rules.parse(self.rules)
        text = rules.cards_text(rules.mask(picked))
        right = text in self.solution and text not in self.found
        with self.hold_trait_notifications():
            if right:
                self.found = [*self.found, text]
                self._note = self._praise(picked)
            elif text in self.found:
                self._note = says(_("You have found {cards} already.").format(cards=show(parse_cards(text))))
            else:
                self.slips, self._refused = self.slips + 1, [str(card) for card in picked]
                self._note = says(self._why_not(picked, rules), "bad")
        if right and self.done:
            self._first_answer(", ".join(self.found), not self.slips)
            self._got_right(", ".join(self.found))
        self._redraw()
        return right

    def _do_take(self, content: dict[str, Any]) -> None:
        cards = content.get("cards", self.selected)
        if isinstance(cards, list) and cards and set(map(str, cards)) <= set(self.cards):
            self.take("".join(map(str, cards)))

    def _do_rest(self, _content: dict[str, Any]) -> None:
        if self._trouble or self.done:
            return
        left = len(self.solution) - len(self.found)
        self._note = says(ngettext("{n} was missing.", "{n} were missing.", left).format(n=left))
        with self.hold_trait_notifications():
            self.rest_shown, self.selected = True, []
        self._redraw()

    def _do_again(self, _content: dict[str, Any]) -> None:
        if not self._trouble:
            self._start_with(self.cards)

    def _do_new(self, _content: dict[str, Any]) -> None:
        if self._given or self._trouble:
            return
        rules = Rules.parse(self.rules)
        hand = self._drawn(self.kind, rules, self.size)
        self._look_through(hand, self.kind, rules, self.size)
        self._start_with([str(card) for card in hand])

    def _start_with(self, cards: Sequence[str]) -> None:
        self._note = says()
        with self.hold_trait_notifications():
            self.cards, self.selected, self.found = list(cards), [], []
            self.slips, self.rest_shown = 0, False
        self._redraw()

    def _tell(self, text: str, tone: str) -> None:
        self._note = says(text, tone)
        self._redraw()

    # -- the hand ----------------------------------------------------------------------------------

    def _drawn(self, kind: str, rules: Rules, size: int) -> list[Card]:
        """Cards that hold a few of the kind; rare kinds are helped by taking cards of few ranks."""
        for attempt in range(5000):
            ranks = sorted(
                self._rng.sample(range(13), 13 if attempt < 50 else self._rng.randint(-(-self._count // 4), 8))
            )
            if attempt >= 50:
                low = self._rng.randrange(0, 8)
                ranks = list(range(low, min(low + len(ranks), 13)))
            pool = [card for card in DECK if "3456789TJQKA2".index(card.rank) in ranks]
            hand = self._rng.sample(pool, min(self._count, len(pool)))
            if 2 <= len(found_in(hand, kind, rules, size or None)) <= 8:
                return sorted(hand, key=lambda card: rules.mask([card]))
        raise NoCards(_("I have found no hand that holds a few of these. Try another number of cards."))

    def _look_through(self, hand: Sequence[Card], kind: str, rules: Rules, size: int) -> None:
        if len(hand) > 13:
            raise NoCards(_("That is more than a hand: give at most 13 cards."))
        found = found_in(hand, kind, rules, size or None)
        if not found:
            raise NoCards(_("This hand holds none of these. {rule}").format(rule=kind_rule(kind, rules)))
        if len(found) > MOST:
            raise NoCards(
                _("There are {what} in this hand: too many to pick one by one. Take fewer cards.").format(
                    what=kind_name(kind, len(found))
                )
            )
        self._hand = found

    # -- words -------------------------------------------------------------------------------------

    def _prompt(self) -> str:
        number = len(self._hand)
        asked = ngettext(
            "In this hand there is {what}. Find it.", "In this hand there are {what}. Find them all.", number
        )
        text = asked.format(what=kind_name(self.kind, number))
        if self.size:
            text += " " + ngettext("Only those of {n} card count.", "Only those of {n} cards count.", self.size).format(
                n=self.size
            )
        return text

    def _praise(self, picked: Sequence[Card]) -> dict[str, str]:
        rules, left = Rules.parse(self.rules), len(self.solution) - len(self.found)
        what = show(rules.cards(rules.mask(picked)))
        if left:
            text = ngettext("Yes: {cards}. {n} is still hidden.", "Yes: {cards}. {n} are still hidden.", left)
            return says(text.format(cards=what, n=left), "good")
        if self.slips:
            text = ngettext(
                "Yes: {cards}. You have found them all, with {n} slip.",
                "Yes: {cards}. You have found them all, with {n} slips.",
                self.slips,
            )
            return says(text.format(cards=what, n=self.slips), "good")
        return says(_("Yes: {cards}. You have found them all, without a slip.").format(cards=what), "good")

    def _why_not(self, picked: Sequence[Card], rules: Rules) -> str:
        said = str(what_is("".join(map(str, picked)), self.rules))
        shape = Combination.of(rules.mask(picked), rules)
        if shape is not None and shape.kind != self.kind:
            return " ".join([said, _("That is not what you are looking for."), kind_rule(self.kind, rules)])
        if shape is not None:
            return " ".join([said, _("It has another number of cards than you are looking for.")])
        return said

    def _redraw(self, _change: Any = None) -> None:
        if self._trouble:
            self.scene = {"trouble": self._trouble}
            return
        shown = [*self.found]
        if self.rest_shown:
            shown += [text for text in self.solution if text not in self.found]
        number, of = len(self.found), len(self.solution)
        over = self.done or self.rest_shown
        self.scene = {
            "trouble": "",
            "cards": list(self.cards),
            "prompt": self._prompt(),
            "hand": _("Your hand, cards to pick"),
            "help": _("Arrow keys move, space picks, Enter takes the picked cards, Escape drops them."),
            "foundText": _("Found: {n} of {of}").format(n=number, of=of),
            "found": [
                {"cards": [str(card) for card in parse_cards(text)], "missed": text not in self.found,
                 "missedText": _("not found")}
                for text in shown
            ],
            "over": over,
            "slips": self.slips,
            "refused": self._refused,
            "says": self._note,
            "takeText": _("That is one"),
            "pickFirst": _("Pick some cards first."),
            "restText": _("Show the rest"),
            "againText": _("Start over"),
            "canAgain": bool(self.found or self.slips or self.rest_shown),
            "newText": _("New cards"),
            "canNew": not self._given,
        }  # fmt: skip
