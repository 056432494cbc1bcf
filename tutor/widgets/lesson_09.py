"""Exercises of lesson 9, what do you play: which play is sure when only your hand is seen, and what a rating says."""

from __future__ import annotations

import random
from typing import Any

from ..cards import DECK, Card
from ..charts import percent
from ..explain import Cast, card_name, judge
from ..locale import _, ngettext
from ..position import Position
from ..progress import Rating
from ..progress.choose import LEVELS
from ..progress.glicko import LEAST_DEVIATION, expected
from ..progress.history import wilson
from ..proofs import only_these
from ..rules import Rules
from ..talk import Sentence
from .base import seat_names
from .exercises import Exercise, NoCards, Option, Question, Row, _cards, _guarded, _number, _rules
from .lesson_07 import any_loser_question, first_question

SHEET = Rules.parse("sheet")


def questions(rng: random.Random) -> list[Question]:
    """Six questions, one for each step."""
    looks, more, trainer, own, sure, board = (
        _("step 1, four looks"),
        _("step 2, more players"),
        _("step 3, the trainer"),
        _("step 4, your hand only"),
        _("step 5, what is sure"),
        _("step 6, what you have learned"),
    )
    return [
        any_open_question(rng, (4, 4), looks),
        any_open_question(rng, (4, 3, 3), more),
        level_question(rng, trainer),
        any_loser_question(rng, SHEET, own),
        any_sure_question(rng, SHEET, sure),
        surer_question(rng, board),
    ]


# ------------------------------------------------------------------ open hands


def any_open_question(rng: random.Random, sizes: tuple[int, ...], topic: str = "") -> Question:
    """A small deal with open hands in which one first play wins, or two, and four to choose from."""
    from ..puzzles import solved

    while True:
        low = rng.randrange(0, 20)
        cards = rng.sample(DECK[low : low + 32], sum(sizes))
        hands = []
        for size in sizes:
            hands.append(SHEET.cards_text(SHEET.mask(cards[:size])))
            cards = cards[size:]
        now = Position.parse(f"sheet {'/'.join(hands)} 0 - -")
        if not 4 <= len(now.legal_plays()) <= 9:
            continue
        best = list(solved(now, "first").best) if solved(now, "first").value else []
        if not 1 <= len(best) <= 2:
            continue
        others = [play for play in now.legal_plays() if play not in best]
        chosen = {*best, *rng.sample(others, min(len(others), 4 - len(best)))}
        return first_question(now, [play for play in now.legal_plays() if play in chosen], topic)


# ------------------------------------------------------------------ your hand only


def sure_question(cards: object, out: object, left: int, rules: Rules, topic: str = "") -> Question:
    """Which first plays are sure, if one opponent holds `left` of the cards still out? Raises NoCards for slips."""
    from ..puzzles import solved

    hand, unseen = _cards(cards), _cards(out)
    both = [card for card in hand if card in unseen]
    if both:
        raise NoCards(_("{card} cannot be in your hand and still out.").format(card=card_name(both[0])))
    if not isinstance(left, int) or not 1 <= left <= len(unseen):
        raise NoCards(_("left: Ben can hold 1 to {n} of these cards.").format(n=len(unseen)))
    now = only_these(f"{rules} {_text(hand)}/?{left} 0 - -", _text(unseen))
    plays = now.legal_plays()
    if len(plays) > 9:
        raise NoCards(_("There are {n} first plays, too many to ask about.").format(n=len(plays)))
    solution, cast = solved(now, "first"), Cast(0, seat_names())
    options = tuple(
        Option(str(play), ", ".join(map(card_name, play.cards)), tuple(map(str, play.cards))) for play in plays
    )
    held = ngettext("Ben holds {n} of them", "Ben holds {n} of them", left).format(n=left)
    shown = rules.cards(rules.mask(unseen))
    return Question(
        _("You lead. Which first plays are sure to make you first, whatever Ben holds? There may be none."),
        options,
        frozenset(str(found.play) for found in solution.plays if found.value),
        {str(found.play): judge(now, found.play, solution, cast) for found in solution.plays},
        True,
        topic=topic,
        rows=(
            Row(_("Still out"), tuple(map(str, shown))),
            Row(_("Ben"), text=held),
            Row(_("Your hand"), tuple(map(str, rules.cards(rules.mask(hand)))), own=True),
        ),
    )


def any_sure_question(rng: random.Random, rules: Rules, topic: str = "") -> Question:
    """Four cards against four or five that are out; in most questions something is sure, but not everything."""
    wanted = rng.random() < 0.8
    while True:
        out = rng.choice([4, 5])
        cards = rng.sample(DECK[rng.randrange(0, 16) :], 4 + out)
        try:
            question = sure_question(cards[:4], cards[4:], rng.choice([2, 3]), rules, topic)
        except NoCards:
            continue
        if len(question.options) > 4 and len(question.right) < len(question.options) and bool(question.right) == wanted:
            return question


class WhatIsSure(Exercise):
    """Which first plays are sure when only your hand is seen? With a hand, the cards still out and how many of them
    the other one holds; or from a seed.

    >>> WhatIsSure("7d8s9cJc", "8dQsAc", 2).answer("7d8s9c")
    True
    """

    def __init__(
        self,
        hand: object = None,
        out: object = "",
        left: int = 2,
        rules: Rules | str = "sheet",
        seed: int | None = None,
        rounds: int = 3,
        **traits: Any,
    ) -> None:
        def make() -> list[Question]:
            read = _rules(rules)
            if hand is not None:
                return [sure_question(hand, out, left, read)]
            rng = random.Random(seed)
            return [any_sure_question(rng, read) for _each in range(_number(rounds, "rounds", 1, 50))]

        super().__init__(**_guarded(make), **traits)


def _text(cards: tuple[Card, ...]) -> str:
    return "".join(map(str, cards))


# ------------------------------------------------------------------ ratings


def how_likely(you: object, puzzle: object) -> Sentence:
    """How often somebody with this rating solves a puzzle with that one, at the first try.

    >>> how_likely(1600, 1450)
    With a rating of 1600 you solve a puzzle of 1450 about 70 times in 100.
    >>> how_likely("good", 1450)
    A rating is a number, like 1500.
    """
    numbers = [each for each in (you, puzzle) if isinstance(each, int | float) and 0 < each < 10_000]
    if len(numbers) < 2:
        return Sentence(_("A rating is a number, like 1500."))
    chance = _chance(float(numbers[0]), float(numbers[1]))
    text = _("With a rating of {you} you solve a puzzle of {puzzle} about {n} times in 100.")
    return Sentence(text.format(you=f"{numbers[0]:g}", puzzle=f"{numbers[1]:g}", n=round(100 * chance)))


def _chance(you: float, puzzle: float) -> float:
    return expected(Rating(you, LEAST_DEVIATION), Rating(puzzle, LEAST_DEVIATION))


def level_question(rng: random.Random, topic: str = "") -> Question:
    """Which of three puzzles is about right for a learner?"""
    you, (low, high) = rng.randrange(1200, 1900, 50), LEVELS["medium"]
    fitting = [step for step in range(-400, 0, 10) if low + 0.02 <= _chance(you, you + step) <= high - 0.02]
    ratings = [you + rng.choice(fitting), you + rng.randrange(150, 400, 10), you - rng.randrange(400, 600, 10)]
    rng.shuffle(ratings)
    right = [rating for rating in ratings if low <= _chance(you, rating) <= high]
    return Question(
        _("Your rating is {you}. Which of these puzzles is “about right” for you?").format(you=you),
        tuple(Option(f"r{rating}", str(rating)) for rating in ratings),
        frozenset(f"r{rating}" for rating in right),
        {f"r{rating}": str(how_likely(you, rating)) for rating in ratings},
        topic=topic,
    )


def surer_question(rng: random.Random, topic: str = "") -> Question:
    """Of which of two themes does one know more? The share is nearly the same, the number of answers is not."""
    few, many = rng.choice([(3, 4), (4, 5), (2, 3)]), rng.choice([(30, 40), (39, 52), (28, 40)])
    names = {"few": few, "many": many}
    order = rng.sample(sorted(names), 2)
    text = _("{right} of {tried} right")
    reasons = {}
    for name, (right, tried) in names.items():
        low, high = wilson(right, tried)
        said = _("{right} of {tried} right: with 95 % the true share lies between {low} and {high}.")
        reasons[name] = said.format(right=right, tried=tried, low=percent(round(low, 2)), high=percent(round(high, 2)))
    return Question(
        _("Two themes on the dashboard. Of which of them does it know better how good you are at it?"),
        tuple(Option(name, text.format(right=names[name][0], tried=names[name][1])) for name in order),
        frozenset(["many"]),
        reasons,
        topic=topic,
    )


__all__ = ["WhatIsSure", "how_likely", "questions"]
