"""Lesson 12, Big Two: what is left in the hand costs points, tips put to the test, and the check."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from typing import Any

from ..cards import DECK, RANKS, SUITS, Card
from ..charts import Picture, bars
from ..combinations import Play
from ..endgames import SIDES, side
from ..explain import trouble
from ..locale import _, ngettext
from ..position import Position
from ..rules import Rules
from ..scoring import points
from ..talk import Sentence
from .exercises import (
    Exercise,
    NoCards,
    Option,
    Question,
    Row,
    _cards,
    _guarded,
    _number,
    _rules,
    any_five_question,
    five_cards,
    pick_question,
)
from .lesson_07 import fewest_question
from .lesson_11 import any_big_two_rule_question
from .turns import any_round, turn_question
from .which_are import any_which_question

BIG_TWO = Rules.parse("big-two")


def questions(rng: random.Random) -> list[Question]:
    """Seven questions, one for each step but that on tips, which are no matter of knowing."""
    suits, hands, ladder, lock, left, plan, other = (
        _("step 1, the suits"),
        _("step 2, what is a hand"),
        _("step 3, the ladder"),
        _("step 4, a pass locks nobody"),
        _("step 5, the end and the points"),
        _("step 6, plan with five cards"),
        _("step 8, house rules and Pusoy Dos"),
    )
    same = rng.choice(RANKS)
    return [
        pick_question(
            [same + suit for suit in rng.sample(SUITS, 4)], rng.choice(["highest", "lowest"]), BIG_TWO, suits
        ),
        any_which_question(rng, BIG_TWO, hands),
        any_five_question(rng, BIG_TWO, ladder),
        turn_question(*any_round(rng, BIG_TWO, _asked_again), lock),
        any_left_question(rng, BIG_TWO, left),
        any_plan_question(rng, plan),
        any_big_two_rule_question(rng, other),
    ]


def _asked_again(seen: Sequence[Position]) -> bool:
    """The one to play has passed in this round already, and somebody has laid since."""
    now = seen[-1]
    if now.is_over or now.table is None or now.turn is None or len(seen) < 5:
        return False
    return any(
        each.turn == now.turn and each.count(now.turn) == after.count(now.turn) for each, after in pairwise(seen)
    )


# ------------------------------------------------------------------ what is left in the hand


def owed(left: int, rules: Rules, two: bool = False) -> int:
    """What a loser of a deal of four pays with so many cards left, of which one may be a 2."""
    if rules.scoring == "cards_winner_only":
        return 0
    return -points(rules, (0,), (0, left, 1, 1), (False, two, False, False), ())[1]


def what_is_owed(left: int = 1, rules: str = "big-two", two: bool = False) -> Sentence:
    """What so many cards cost who still holds them when somebody else is out.

    >>> what_is_owed(9), what_is_owed(9, "big-two+scoring_basic")
    (9 cards left, each counts double: 18 points., 9 cards left, each counts once: 9 points.)
    """
    try:
        read = _rules(rules)
        if not read.five_card_hands:
            raise NoCards(_("In Tiến Lên the places count, not the cards. Take big-two or pusoy-dos."))
        if not isinstance(left, int) or not 1 <= left <= 13:
            raise ValueError(_("left: {left} is not 1 to 13").format(left=repr(left)))
    except NoCards as error:
        return Sentence(error)
    except ValueError as error:
        return Sentence(trouble(error))
    return Sentence(_owed_text(left, read, bool(two)))


def _owed_text(left: int, rules: Rules, two: bool) -> str:
    due = owed(left, rules, two)
    cards = ngettext("{n} card left", "{n} cards left", left).format(n=left)
    if rules.scoring == "cards_winner_only":
        return _("{cards}: who loses writes nothing, only the winner scores.").format(cards=cards)
    plain = owed(left, rules) // left
    each = {
        1: _("{cards}, each counts once: {points}."),
        2: _("{cards}, each counts double: {points}."),
        3: _("{cards}, each counts three times: {points}."),
        4: _("{cards}, the whole hand, each counts four times: {points}."),
    }[plain]
    amount = ngettext("{n} point", "{n} points", plain * left).format(n=plain * left)
    told = [each.format(cards=cards, points=amount)]
    if due != plain * left:
        text = (
            _("With a 2 among them it is doubled: {n}.")
            if rules.twos_factor == 2
            else _("With a 2 among them it is three times as much: {n}.")
        )
        told.append(text.format(n=due))
    return " ".join(told)


def left_question(hand: object, rules: Rules | str = "big-two", topic: str = "") -> Question:
    """Ben still holds these cards when somebody is out: what does he pay? Raises NoCards for what is no hand."""
    rules = _rules(rules)
    cards = _cards(hand)
    if not rules.five_card_hands:
        raise NoCards(_("In Tiến Lên the places count, not the cards. Take big-two or pusoy-dos."))
    if len(cards) > 13:
        raise NoCards(_("That is more than a hand: give at most 13 cards."))
    n, two = len(cards), any(card.rank == "2" for card in cards)
    right = owed(n, rules, two)
    numbers = sorted({n, 2 * n, 3 * n, 4 * n, right})
    text = _owed_text(n, rules, two)
    return Question(
        _("Somebody is out. Ben still holds these cards. How many points does he pay?"),
        tuple(Option(f"p{each}", str(each)) for each in numbers),
        frozenset([f"p{right}"]),
        {f"p{each}": text for each in numbers},
        topic=topic,
        rows=(Row(_("Ben's hand"), tuple(map(str, rules.cards(rules.mask(cards))))),),
    )


def any_left_question(rng: random.Random, rules: Rules, topic: str = "") -> Question:
    """A hand of 5 to 13 cards, most often near a number at which the price changes."""
    return left_question(rng.sample(DECK, rng.choice([5, 7, 8, 9, 9, 10, 12, 13])), rules, topic)


class WhatIsOwed(Exercise):
    """What do the cards cost that are left in the hand? Of a hand that is given, or `rounds` times made from a seed.

    >>> WhatIsOwed("3d4d5d6d8s9sTsJs").answer("p16")
    True
    """

    def __init__(
        self,
        hand: object = None,
        rules: Rules | str = "big-two",
        seed: int | None = None,
        rounds: int = 3,
        **traits: Any,
    ) -> None:
        def make() -> list[Question]:
            if hand is not None:
                return [left_question(hand, rules)]
            rng, read = random.Random(seed), _rules(rules)
            if not read.five_card_hands:
                raise NoCards(_("In Tiến Lên the places count, not the cards. Take big-two or pusoy-dos."))
            return [any_left_question(rng, read) for _each in range(_number(rounds, "rounds", 1, 50))]

        super().__init__(**_guarded(make), **traits)


# ------------------------------------------------------------------ a plan


def any_plan_question(rng: random.Random, topic: str = "") -> Question:
    """Five cards that belong together and some others: in how many plays at least?"""
    while True:
        cards = five_cards(rng, rng.choice(["straight", "flush", "full_house", "four_plus_one"]))
        rest = [card for card in DECK if card not in cards]
        cards += rng.sample(rest, rng.randint(2, 4))
        question = fewest_question(BIG_TWO.mask(cards), BIG_TWO, topic)
        if len(question.options) > 2:
            return question


# ------------------------------------------------------------------ tips, tested

Advice = Callable[[Position], list[Play]]


def _five_first(now: Position) -> list[Play]:
    return [play for play in now.legal_plays() if play.mask.bit_count() == 5]


def _worst_kicker(now: Position) -> list[Play]:
    bombs = [play for play in now.legal_plays() if (shape := play.combination) and shape.kind == "four_plus_one"]
    return [min(bombs, key=lambda play: _kicker(play))] if bombs else []


def _kicker(play: Play) -> int:
    """The place in the pack of the card that is there by itself."""
    ranks = [card.rank for card in play.cards]
    return next(play.rules.mask([card]) for card in play.cards if ranks.count(card.rank) == 1)


def _low_single(now: Position) -> list[Play]:
    return [min((play for play in now.legal_plays() if play.mask.bit_count() == 1), key=lambda play: play.mask)]


def _no_two(now: Position) -> list[Play]:
    return [play for play in now.legal_plays() if not play.is_pass and all(card.rank != "2" for card in play.cards)]


TIPS: dict[str, tuple[int, Advice]] = {
    "five": (0, _five_first),
    "kicker": (0, _worst_kicker),
    "low": (0, _low_single),
    "two": (1, _no_two),
}
"""Tip -> whether a single card lies on the table, and the plays that follow the tip."""


def tip_text(tip: str) -> str:
    """The tip in a sentence."""
    return {
        "five": _("Lay five cards at once when you lead."),
        "kicker": _("Throw your worst card away beside four of a kind."),
        "low": _("Lead your lowest single card."),
        "two": _("Do not spend a 2 when a lower card will do."),
    }[tip]


def tip_position(rng: random.Random, tip: str) -> Position:
    """A small endgame with open hands in which the tip can be followed and something else can be laid, too."""
    table, advice = TIPS[tip]
    while True:
        if tip == "kicker":
            rank = rng.choice(RANKS[:11])
            mine = [Card(rank, suit) for suit in SUITS]
        elif tip == "five":
            mine = five_cards(rng, rng.choice(["straight", "flush", "full_house"]))
        elif tip == "two":
            mine = [Card("2", rng.choice(SUITS))]
        else:
            mine = []
        rest = [card for card in DECK if card not in mine]
        rng.shuffle(rest)
        more, theirs = (3, 5) if tip in ("kicker", "five") else (4, 5)
        hands = [mine + rest[:more], rest[more : more + theirs]]
        lying = f"1:{rest[-1]}" if table else "-"
        now = Position.parse(
            f"big-two {'/'.join(BIG_TWO.cards_text(BIG_TWO.mask(hand)) for hand in hands)} 0 {lying} -"
        )
        followed = advice(now)
        if followed and any(play not in followed and not play.is_pass for play in now.legal_plays()):
            return now


def try_tip(tip: str = "five", number: int = 60, seed: int = 0) -> Picture:
    """So many endgames from the seed, open hands, you against Ben: does following the tip win, or only something else?

    Tips are `five`, `kicker`, `low` and `two`.
    """
    from ..solver import solve

    try:
        if tip not in TIPS:
            raise ValueError(_("tip: {tip} is none of {tips}").format(tip=repr(tip), tips=", ".join(TIPS)))
        if not isinstance(number, int) or not 1 <= number <= 300:
            raise ValueError(_("number: {number} is not 1 to 300").format(number=repr(number)))
    except ValueError as error:
        text = trouble(error)
        return Picture(f"<p>{escape(text)}</p>", text)
    rng, found = random.Random(seed), dict.fromkeys(SIDES, 0)
    while sum(found.values()) < number:
        now = tip_position(rng, tip)
        solution = solve(now, nodes=60_000)
        if not solution.complete:
            continue
        followed = TIPS[tip][1](now)
        found[side({each.play in followed for each in solution.plays if each.value})] += 1
    names = {
        "tip": _("only the tip wins"),
        "other": _("only something else wins"),
        "both": _("either way wins"),
        "none": _("nothing wins"),
    }
    title = ngettext("{tip} {n} endgame", "{tip} {n} endgames", number).format(tip=tip_text(tip), n=number)
    return bars({names[each]: found[each] for each in found}, title, counts=True)


__all__ = ["TIPS", "WhatIsOwed", "questions", "tip_position", "try_tip", "what_is_owed"]
