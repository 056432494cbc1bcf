"""Lesson 11, house rules: one position under several rules, deals that win at once, and the check."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from ..cards import RANKS, SUITS, Card
from ..errors import NotationError
from ..explain import show, trouble
from ..locale import _, ngettext
from ..match import Deal, deal, instant_win_of
from ..other_rules import house_rule_name, rules_name
from ..position import Position
from ..puzzles import solved
from ..rules import Rules
from ..talk import Sentence
from .base import seat_names
from .exercises import Exercise, NoCards, Option, Question, Row, _cards, _guarded, _number, beat_question, name_question
from .lesson_07 import first_question
from .turns import turn_question

PATTERNS = ("dragon", "five_pairs", "four_twos", "six_pairs", "eight_pairs")


def pattern_name(pattern: str) -> str:
    """What a hand that wins at once is called."""
    return {
        "dragon": _("a dragon, one card of every rank from 3 to ace"),
        "five_pairs": _("a double straight of five pairs"),
        "four_twos": _("all four 2s"),
        "six_pairs": _("six pairs"),
        "eight_pairs": _("eight pairs"),
    }[pattern]


def _each_way(position: object, names: Iterable[object]) -> list[Position]:
    """The position as it is, and once with each of the house rules, or combinations like "cong+last_pays", added."""
    now = position if isinstance(position, Position) else Position.parse(str(position))
    words = str(now).split()
    found = [now]
    for name in names:
        found.append(Position.parse(" ".join([f"{words[0]}+{str(name).replace(' ', '')}", *words[1:]])))
    return found


# ------------------------------------------------------------------ short calls for the lesson


def switch_on(position: object, *house_rules: object, goal: str = "first") -> Sentence:
    """What the solver says of a position as it stands, and with each of these house rules switched on.

    >>> switch_on("sheet 4s4c4d4h5c/7s8s 0 1:2c2d -", "quad_chops_pair")
    Tiến Lên by the rule sheet. Nothing is sure to make you the first one out.
    Tiến Lên by the rule sheet; four of a kind also beats a pair of twos. What makes you the first one out: 4♠ 4♣ 4♦ 4♥.
    """
    try:
        return Sentence(
            "\n".join(f"{rules_name(now.rules)}. {_answer(now, goal)}" for now in _each_way(position, house_rules))
        )
    except ValueError as error:
        return Sentence(trouble(error))


def _answer(now: Position, goal: str) -> str:
    if now.is_over:
        raise NotationError(_("the deal is over, so there is nothing to play"))
    solution = solved(now, goal)
    plays = "; ".join(show(play) for play in solution.best)
    if goal == "points":
        text = ngettext(
            "You can make sure of {value} point, by: {plays}.", "You can make sure of {value} points, by: {plays}.",
            solution.value,
        )  # fmt: skip
        return text.format(value=_signed(solution.value), plays=plays)
    if goal == "place":
        return _("You can make sure of place {value}, by: {plays}.").format(value=solution.value, plays=plays)
    if not solution.value:
        return (
            _("Nothing is sure to make you the first one out.")
            if goal == "first"
            else _("Nothing is sure to keep you from being the last.")
        )
    text = (
        _("What makes you the first one out: {plays}.")
        if goal == "first"
        else _("What keeps you from being the last: {plays}.")
    )
    return text.format(plays=plays)


def points_with(position: object, *house_rules: object) -> Sentence:
    """Everybody's points of a deal that is over, as it stands and with each of these house rules switched on.

    >>> points_with("sheet ././7h/. - 0:9c - out=130", "last_pays")
    Tiến Lên by the rule sheet. Anna −1, Ben 2, Carla −2, Dan 1.
    Tiến Lên by the rule sheet; only the last one pays. Anna 1, Ben 1, Carla −3, Dan 1.
    """
    told = []
    try:
        for now in _each_way(position, house_rules):
            told.append(f"{rules_name(now.rules)}. {_points(now.scores())}")
    except ValueError as error:
        told.append(trouble(error))
    return Sentence("\n".join(told))


def _signed(number: int) -> str:
    return str(number).replace("-", "\u2212")


def _points(scores: Iterable[int]) -> str:
    parts = (
        _("{name} {points}").format(name=name, points=_signed(points))
        for name, points in zip(seat_names(), scores, strict=False)
    )
    return ", ".join(parts) + "."


def wins_at_once(cards: object, *house_rules: str) -> Sentence:
    """Whether a dealt hand wins at once, with the one house rule for that and with the other.

    >>> wins_at_once("3s3c4s4c5s5c6s6c8s8c9s9cKh")
    With instant_win: six pairs.
    With instant_win_extended: six pairs.
    """
    rules = house_rules or ("instant_win", "instant_win_extended")
    try:
        told = []
        for name in rules:
            read = Rules.parse(f"sheet+{name}")
            hand = read.mask(_cards(cards))
            if hand.bit_count() not in (13, 17):
                raise NotationError(_("a dealt hand has 13 cards, or 17"))
            pattern = instant_win_of(hand, read)
            what = pattern_name(pattern) if pattern else _("no, this hand is played")
            told.append(_("With {rule}: {what}.").format(rule=name, what=what))
        return Sentence("\n".join(told))
    except ValueError as error:
        return Sentence(trouble(error))


def dealt(seed: int = 0, rules: str = "sheet", seats: int = 4) -> Sentence:
    """The hands of a deal, and who wins it at once, if anybody does."""
    try:
        made: Deal = deal(rules, seats, seed)
    except ValueError as error:
        return Sentence(trouble(error))
    names, read = seat_names(), made.rules
    told = [
        _("{name}: {cards}").format(name=names[seat], cards=show(read.cards(hand)))
        for seat, hand in enumerate(made.hands)
    ]
    aside = read.cards(made.aside)
    if aside and len(aside) < 5:
        told.append(_("Put aside: {cards}").format(cards=show(aside)))
    won = made.instant_win
    if won:
        told.append(_("{name} wins at once: {what}. Everybody else pays 2 points.").format(
            name=names[won[0]], what=pattern_name(won[1])))  # fmt: skip
    else:
        told.append(_("Nobody wins at once; the deal is played."))
    return Sentence("\n".join(told))


# ------------------------------------------------------------------ questions


def with_rules(question: Question, rules: Rules) -> Question:
    """The question with the house rules said before it."""
    told = _("House rules here: {rules}.").format(rules=", ".join(map(house_rule_name, rules.house_rules)))
    return replace(question, prompt=f"{told} {question.prompt}")


def play_question(position: object, plays: Iterable[object] = (), topic: str = "") -> Question:
    """Which of these plays make you the first one out, with open hands, whatever lies on the table?

    Raises NotationError for what cannot be read, NoCards where nothing can be asked.
    """
    now = position if isinstance(position, Position) else Position.parse(str(position))
    question = first_question(now, plays, topic)
    options = tuple(replace(each, name=each.name or _("pass")) for each in question.options)
    if now.table is not None:
        question = replace(
            question,
            prompt=_("All hands are open, and you want to be the first without cards. Which of these plays win?"),
            shown=tuple(map(str, now.table.cards)),
        )
    question = replace(question, options=options)
    return with_rules(question, now.rules) if now.rules.house_rules else question


class WhichPlay(Exercise):
    """Which of these plays win, with open hands? The house rules of the position are said.

    >>> WhichPlay("sheet+quad_chops_pair 4s4c4d4h5c/7s8s 0 1:2c2d -", ["4s4c4d4h", "-"]).answer("4s4c4d4h")
    True
    """

    def __init__(self, position: object = "", plays: Iterable[object] = (), **traits: Any) -> None:
        super().__init__(
            **_guarded(lambda: [play_question(position, [plays] if isinstance(plays, str) else plays)]), **traits
        )


def _quad(rank: str) -> str:
    return "".join(rank + suit for suit in SUITS)


def _pairs(rng: random.Random, low: int, count: int) -> str:
    return "".join(rank + suit for rank in RANKS[low : low + count] for suit in rng.sample(SUITS, 2))


def _twos(rng: random.Random, count: int) -> str:
    return "".join("2" + suit for suit in rng.sample(SUITS, count))


def bomb_rule_question(rng: random.Random, topic: str = "") -> Question:
    """A table with one of the rules on bombs: which of these may be laid on it?"""
    name = rng.choice(["quad_chops_pair", "four_pairs_chop_quad", "bomb_at_least"])
    low = rng.randrange(0, 4)
    if name == "four_pairs_chop_quad":
        table = _quad(RANKS[rng.randrange(8, 12)])
        answers = [_pairs(rng, low, 4), _pairs(rng, low, 3), _quad(rng.choice("345678")), _twos(rng, 1)]
    else:
        table = _twos(rng, 2 if name == "quad_chops_pair" else rng.choice([1, 2]))
        answers = [_quad(rng.choice("9TJQK")), *(_pairs(rng, low, count) for count in (3, 4, 5))]
    rules = Rules.parse(f"sheet+{name}")
    return with_rules(beat_question(table, rng.sample(answers, 4), rules, topic), rules)


def _numbers(question: str, right: int, wrong: Iterable[int], why: str, topic: str, row: Row) -> Question:
    numbers = sorted({right, *wrong})
    return Question(
        question,
        tuple(Option(f"p{each}", _signed(each)) for each in numbers),
        frozenset([f"p{right}"]),
        {f"p{each}": why for each in numbers},
        topic=topic,
        rows=(row,),
    )


def points_question(rng: random.Random, topic: str = "") -> Question:
    """A deal is over under a rule on points: how many points does the last one get?"""
    name = rng.choice(["cong", "last_pays", "cong+last_pays"])
    order = rng.sample(range(4), 4)
    last, names = order[3], seat_names()
    frozen = "cong" in name and rng.random() < 0.7
    hands = ["." for _seat in range(4)]
    hands[last] = "3s3c4d5h6s7c8d9hTsJcQdKhAs" if frozen else "3s7h"
    full = f" full={last}" if frozen else ""
    now = Position.parse(f"sheet+{name} {'/'.join(hands)} - {order[2]}:2s - out={''.join(map(str, order[:3]))}{full}")
    scores = now.scores()
    told = _("Out one after the other: {names}.").format(names=", ".join(names[seat] for seat in order[:3]))
    why = _points(scores)
    question = " ".join([told, _("How many points does {name} get?").format(name=names[last])])
    row = Row(
        _("Left to {name}").format(name=names[last]),
        (),
        _("all 13 cards, none was laid before the first one was out")
        if frozen
        else ngettext("{n} card", "{n} cards", 2).format(n=2),
    )
    return with_rules(_numbers(question, scores[last], (-1, -2, -3, -4, -6), why, topic, row), now.rules)


def _hand_that(rng: random.Random, pattern: str) -> list[Card]:
    """A hand of 13 with the pattern, or one that only looks like it."""
    if pattern == "four_twos":
        others = [Card(rank, suit) for rank in RANKS[:12] for suit in SUITS]
        return [Card("2", suit) for suit in SUITS] + rng.sample(others, 9)
    pairs = {"six_pairs": 6, "nearly": 5}[pattern]
    ranks = rng.sample(RANKS, 13 - pairs)
    cards = [Card(rank, suit) for rank in ranks[:pairs] for suit in rng.sample(SUITS, 2)]
    return cards + [Card(rank, rng.choice(SUITS)) for rank in ranks[pairs:]]


def instant_question(rng: random.Random, topic: str = "") -> Question:
    """A dealt hand: does it win at once under `instant_win`?"""
    return once_question(_hand_that(rng, rng.choice(["four_twos", "six_pairs", "nearly"])), topic)


def once_question(cards: object, topic: str = "") -> Question:
    """Does this hand win at once under `instant_win`? Raises NoCards for what is no hand of 13."""
    rules = Rules.parse("sheet+instant_win")
    hand = rules.mask(_cards(cards))
    if hand.bit_count() != 13:
        raise NoCards(_("A dealt hand has 13 cards."))
    pattern = instant_win_of(hand, rules)
    if pattern:
        why = _("It holds: {what}.").format(what=pattern_name(pattern))
    else:
        why = _("There are neither six pairs nor all four 2s in it.")
    options = (Option("yes", _("Yes, it wins at once")), Option("no", _("No, it is played")))
    question = Question(
        _("You are dealt this hand. Does it win at once?"),
        options,
        frozenset(["yes" if pattern else "no"]),
        {"yes": why, "no": why},
        topic=topic,
        rows=(Row(_("Your hand"), tuple(map(str, rules.cards(hand))), own=True),),
    )
    return with_rules(question, rules)


class WinsAtOnce(Exercise):
    """Does a dealt hand win at once under `instant_win`? A hand that is given, or `rounds` made from a seed.

    >>> WinsAtOnce("3s3c5d5h6s6c9s9dJhJcKsKd2h").answer("yes")
    True
    """

    def __init__(self, hand: object = None, seed: int | None = None, rounds: int = 3, **traits: Any) -> None:
        def make() -> list[Question]:
            if hand is not None:
                return [once_question(hand)]
            rng = random.Random(seed)
            return [instant_question(rng) for _each in range(_number(rounds, "rounds", 1, 50))]

        super().__init__(**_guarded(make), **traits)


class WhatScore(Exercise):
    """How many points does the last one get under rules on points? `rounds` deals made from a seed.

    >>> WhatScore(seed=1, rounds=2)
    WhatScore(2 questions, 0 answered, 0 right)
    """

    def __init__(self, seed: int | None = None, rounds: int = 3, **traits: Any) -> None:
        def make() -> list[Question]:
            rng = random.Random(seed)
            return [points_question(rng) for _each in range(_number(rounds, "rounds", 1, 50))]

        super().__init__(**_guarded(make), **traits)


def round_question(rng: random.Random, topic: str = "") -> Question:
    """A round played anticlockwise: whose turn is it?"""
    from .lesson_03 import _under_way
    from .turns import any_round

    rules = Rules.parse("sheet+anticlockwise")
    return turn_question(*any_round(rng, rules, _under_way), topic)


def conflict_question(rng: random.Random, topic: str = "") -> Question:
    """Which of these pairs of rules can a table play together?"""
    good = [("quad_chops_pair", "bomb_at_least"), ("anticlockwise", "cong"), ("instant_win", "winner_takes_all"),
            ("cong", "last_pays"), ("four_pairs_chop_quad", "no_overbomb_after_pass")]  # fmt: skip
    bad = [("last_pays", "winner_takes_all"), ("instant_win", "instant_win_extended"), ("cong", "bombs_any")]
    count = rng.randint(1, 3)
    pairs = [*rng.sample(good, 4 - min(count, 3)), *rng.sample(bad, min(count, 3))]
    options, right, reasons = [], set(), {}
    for pair in rng.sample(pairs, 4):
        text = "+".join(pair)
        options.append(
            Option(text, _("{one}, and {other}").format(one=house_rule_name(pair[0]), other=house_rule_name(pair[1])))
        )
        try:
            Rules.parse(f"sheet+{text}")
        except NotationError as error:
            reasons[text] = trouble(error)
        else:
            right.add(text)
            reasons[text] = _("They go together.")
    return Question(
        _("You play Tiến Lên by the rule sheet. Which of these rules go together? There may be several."),
        tuple(options),
        frozenset(right),
        reasons,
        many=True,
        topic=topic,
    )


def questions(rng: random.Random) -> list[Question]:
    """Six questions, step by step."""
    bombs, around, score, at_once, vote = (
        _("step 2, rules for bombs"),
        _("step 3, the other way round"),
        _("step 4, rules for points"),
        _("step 5, rules for the deal"),
        _("step 6, what goes together"),
    )
    return [
        bomb_rule_question(rng, bombs),
        bomb_rule_question(rng, bombs),
        round_question(rng, around),
        points_question(rng, score),
        instant_question(rng, at_once),
        conflict_question(rng, vote),
    ]


# ------------------------------------------------------------------ house rules of Big Two (lesson 12)


def any_big_two_rule_question(rng: random.Random, topic: str = "") -> Question:
    """One house rule of Big Two, or Pusoy Dos, and a question whose answer it changes."""
    make: Callable[[], tuple[Question, str]] = rng.choice(
        [
            lambda: (_bomb_anywhere(rng, "bombs_any", topic), "bombs_any"),
            lambda: (_bomb_anywhere(rng, "bombs_single", topic), "bombs_single"),
            lambda: (name_question("2d3c4h5s6d", "big-two+wrap_straight", topic), "wrap_straight"),
            lambda: (_same_type(rng, topic), "same_type_only"),
        ]
    )
    question, name = make()
    return with_rules(question, Rules.parse(f"big-two+{name}"))


def _bomb_anywhere(rng: random.Random, name: str, topic: str) -> Question:
    bomb = _quad(rng.choice("345678")) + "9c"
    table = rng.choice(["Kd", "AsAh", "2s"])
    answers = [bomb, "TdJcQhKsAd", "2h" if table != "2s" else "2d", "QcQd"]
    return beat_question(table, rng.sample(answers, 4), Rules.parse(f"big-two+{name}"), topic)


def _same_type(rng: random.Random, topic: str) -> Question:
    answers = ["6d7c8h9sTd", "3h5h8hJhAh", "QdQcQhKsKh", "4d4c4h4s9c"]
    return beat_question("5s6s7h8d9h", rng.sample(answers, 4), Rules.parse("big-two+same_type_only"), topic)


__all__ = ["WhatScore", "WhichPlay", "WinsAtOnce", "dealt", "points_with", "questions", "switch_on", "wins_at_once"]
