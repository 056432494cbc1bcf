"""Lesson 12, Big Two: what it claims, its exercises against the engine, its tips counted anew, and its puzzles."""

from __future__ import annotations

import json
import random
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import pytest

from tutor import lessons
from tutor.cards import DECK, parse_cards
from tutor.combinations import Combination, Play
from tutor.explain import compare_five, refusal
from tutor.planning import fewest_plays
from tutor.position import Position
from tutor.puzzles import named
from tutor.rules import Rules
from tutor.solver import solve
from tutor.talk import answering
from tutor.widgets import BeatIt, CountCards, FinalCheck, NameIt, PickCard, SortCards, SplitHand, WhichAre
from tutor.widgets.exercises import any_five_question, five_cards
from tutor.widgets.lesson_12 import (
    TIPS,
    WhatIsOwed,
    left_question,
    owed,
    questions,
    tip_position,
    try_tip,
    what_is_owed,
)

LESSON = Path(__file__).parents[1] / "lessons" / "12-big-two.ipynb"
BIG_TWO = Rules.parse("big-two")
FIVES = ("straight", "flush", "full_house", "four_plus_one", "straight_flush")


def cells() -> dict[str, str]:
    return {cell["id"]: "".join(cell["source"]) for cell in json.loads(LESSON.read_text(encoding="utf-8"))["cells"]}


def made(cell: str) -> Any:
    return eval(cells()[cell], {name: getattr(lessons, name) for name in lessons.__all__})


def right(cell: str) -> list[str]:
    return sorted(made(cell).question.right)


def shape(cards: str, rules: Rules = BIG_TWO) -> Combination:
    found = Play.parse(cards, rules).combination
    assert found is not None
    return found


# ------------------------------------------------------------------ what the lesson says


@pytest.mark.parametrize(
    ("cell", "answer"),
    [
        ("suits-pick", ["2s"]),
        ("suits-beat", ["9s", "Td"]),
        ("hands-which", ["3h8hJhAh2h", "TdJcQhKsAs"]),
        ("hands-two", ["none"]),
        ("ladder-pair", ["AdAc", "KdKs"]),
        ("ladder-straight", ["3c3h3s4c4s", "3d4d6d7d9d", "5d5c5h5s6c"]),
        ("ladder-house", ["3d3cTdTcTh", "3s4d4c4h4s"]),
        ("ladder-bomb", []),
        ("lock-turn", ["1"]),
        ("lock-turn-sheet", ["2"]),
        ("lock-may-widget", ["-", "Th"]),
        ("points-nine", ["p18"]),
        ("tips-five-play", ["4d4h", "7d7s"]),
        ("tips-two-play", ["8d"]),
        ("house-bombs", ["6d6c6h6s9c"]),
        ("house-type-beat", ["6d7c8h9sTd"]),
        ("house-wrap-beat", ["3c4h5s6d2d"]),
        ("house-first-may", ["4c", "9h"]),
        ("pusoy-beat", ["3c3s3h4c4s", "3d4d5d6d8d"]),
    ],
)
def test_the_answers_that_the_prose_counts_on(cell: str, answer: list[str]) -> None:
    assert right(cell) == answer


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("suits-call", "spades rank above hearts"),
        ("hands-call", "is a flush"),
        ("ladder-flush-call", "the suit decides: diamonds rank below hearts"),
        ("points-seven", "7 points"),
        ("points-deal", "Anna −3, Ben −30, Carla −7, Dan 40."),
        ("points-save-call", "−7 points, by: 9♣; J♣; Q♦."),
        ("plan-shortest", "3 plays at least"),
        ("plan-cost", "it costs 1 play"),
        ("tips-low-play", "does not do it"),
        ("house-flush-call", "Yes. 9♦ 10♦ J♦ K♦ 2♦ may be laid on 3♥ 4♥ 5♥ K♥ 2♥."),
        ("house-points-two", "With a 2 among them it is doubled: 36."),
        ("house-points-basic", "9 points"),
        ("house-team-points", "Anna −10, Ben 10, Carla −10, Dan 10."),
    ],
)
def test_the_calls_say_what_the_prose_reads_back(cell: str, text: str) -> None:
    assert text in str(made(cell))


def test_six_clubs_make_six_flushes() -> None:
    assert len(made("hands-find-widget").solution) == 6


def test_passing_with_eight_cards_costs_sixteen() -> None:
    solution = solve(Position.parse("big-two 3s4c5d6h7s9cJcQd/2s 0 1:8c -"), "points")
    assert {str(each.play): each.value for each in solution.plays} == {"9c": -7, "Jc": -7, "Qd": -7, "-": -16}


def test_the_teachers_figures() -> None:
    assert [owed(n, BIG_TWO) for n in (13, 12, 10, 9, 8, 7)] == [52, 36, 30, 18, 16, 7]
    suits, starts = 4, 8  # straights begin with 3 to 10
    runs = [cards for suit in "dchs" for cards in combinations([card for card in DECK if card.suit == suit], 5)]
    straight_flushes = [cards for cards in runs if shape("".join(map(str, cards))).kind == "straight_flush"]
    assert len(straight_flushes) == suits * starts == 32
    assert suits * comb(13, 5) - 32 < starts * (4**5 - 4), "a flush is rarer than a straight"
    assert fewest_plays(BIG_TWO.mask(parse_cards("3d4d5d6d7d8c9cTcJcQcKdKhKs")), BIG_TWO) == 3
    assert "exclude each other" in lessons.switch_on("big-two 3d4d/5d 0 - -", "bombs_any+bombs_single")


def test_the_tips_come_out_as_told() -> None:
    """What the prose reads off the bars of the lesson."""
    told = {tip: bars_of(tip, 60, 1) for tip in TIPS}
    assert told["five"]["both"] + told["five"]["none"] > 40, "mostly it makes no difference"
    assert min(told["five"]["tip"], told["five"]["other"]) > 0, "either may be right"
    assert told["kicker"]["tip"] + told["kicker"]["other"] < 10, "hardly ever needed"
    assert told["two"]["tip"] > told["two"]["other"], "worth remembering"
    assert told["low"]["other"] > told["low"]["tip"], "the surprise"
    assert all(sum(each.values()) == 60 for each in told.values())


def bars_of(tip: str, number: int, seed: int) -> dict[str, int]:
    lines = str(try_tip(tip, number, seed)).splitlines()[1:]
    return {name: int(line.split()[-1]) for name, line in zip(("tip", "other", "both", "none"), lines, strict=True)}


def counted(tip: str, number: int, seed: int) -> dict[str, int]:
    """The same count, from the plays and values themselves."""
    rng, found = random.Random(seed), dict.fromkeys(["tip", "other", "both", "none"], 0)
    while sum(found.values()) < number:
        now = tip_position(rng, tip)
        solution = solve(now, nodes=60_000)
        if not solution.complete:
            continue
        followed = {str(play) for play in TIPS[tip][1](now)}
        wins = {str(play) for play in solution.best} if solution.value else set()
        found[
            "both" if wins & followed and wins - followed else "tip" if wins & followed else "other" if wins else "none"
        ] += 1
    return found


def test_the_bars_show_that_count() -> None:
    for tip in TIPS:
        assert bars_of(tip, 8, 5) == counted(tip, 8, 5)


@pytest.mark.parametrize(
    ("puzzle", "answer"),
    [("which-kicker", "3d3c3h3s5c"), ("flush-without-the-two", "5c8c9cQcKc"), ("one-club-less", "Jc"),
     ("ace-from-the-top", "As")],
)  # fmt: skip
def test_the_puzzles_have_one_right_play(puzzle: str, answer: str) -> None:
    best = solve(named(puzzle).position).best
    assert [str(play) for play in best] == [answer]


# ------------------------------------------------------------------ the exercises


def test_every_exercise_takes_big_two_and_pusoy_dos() -> None:
    for rules in ("big-two", "pusoy-dos", "big-two+bombs_any", "big-two+same_type_only"):
        for seed in range(6):
            made_ = [
                BeatIt(rules=rules, seed=seed),
                NameIt(rules=rules, seed=seed),
                WhichAre(rules=rules, seed=seed),
                PickCard(rules=rules, seed=seed),
                WhatIsOwed(rules=rules, seed=seed),
                *([CountCards(rules=rules, seed=seed, rounds=2)] if seed == 0 else []),
            ]
            for each in made_:
                assert each._questions
                assert not each.scene["trouble"]
                for question in each._questions:
                    assert all(question.reasons[option.id].strip() for option in question.options)
            assert SortCards(rules=rules, seed=seed).solution
            assert SplitHand(rules=rules, seed=seed).fewest < 10


def test_five_cards_are_what_they_are_called() -> None:
    rng = random.Random(3)
    for kind in FIVES:
        for _each in range(40):
            assert shape("".join(map(str, five_cards(rng, kind)))).kind == kind


def test_the_question_on_fives_is_answered_as_the_engine_answers() -> None:
    for seed in range(30):
        for rules in (BIG_TWO, Rules.parse("pusoy-dos"), Rules.parse("big-two+same_type_only")):
            question = any_five_question(random.Random(seed), rules)
            lying = shape("".join(question.shown), rules)
            for option in question.options:
                assert (option.id in question.right) == shape(option.id, rules).beats(lying)


@pytest.mark.parametrize("rules", ["big-two", "big-two+flush_all_ranks", "pusoy-dos", "big-two+wrap_straight"])
def test_the_reason_between_two_fives_names_what_differs(rules: str) -> None:
    """What is said to be lower is lower: the ladder, the ranks named, the suits named."""
    read, rng = Rules.parse(rules), random.Random(7)
    seen = set()
    for _each in range(1500):
        kind = rng.choice(FIVES)
        one, two = (five_cards(rng, each) for each in (kind, kind if rng.random() < 0.8 else rng.choice(FIVES)))
        if set(one) & set(two):
            continue
        first, second = (shape("".join(map(str, each)), read) for each in (one, two))
        text = compare_five(first, second)
        assert text == compare_five(second, first)
        low, high = sorted((first, second), key=lambda each: each.key)
        seen.add((low.kind == high.kind, text.split()[0:3][-1]))
        if low.kind != high.kind:
            assert "ladder" in text
            assert FIVES.index(low.kind) < FIVES.index(high.kind)
        elif "suit" not in text and "is below" not in text:
            lower, higher = (card for card in read.deck if any(each in text for each in names(card)))
            assert lower in read.cards(low.mask)
            assert higher in read.cards(high.mask)
    assert len(seen) >= 4


def names(card: Any) -> list[str]:
    from tutor.explain import card_text

    return [f" {card_text(card)} is", f"than {card_text(card)}."]


def test_the_refusal_of_a_low_five_gives_the_reason() -> None:
    position = answering("9d9c9hKsKc", "TdJcQhKdAs", "big-two")
    assert refusal(position, "TdJcQhKdAs").endswith(
        "The ladder of five-card hands decides: a straight is below a full house."
    )


def test_only_where_there_are_bombs_may_a_bomb_take_the_last_card() -> None:
    for rules, bomb in (("big-two", False), ("pagat", True), ("big-two+bombs_single", True)):
        question = CountCards("2s2h2c2d3s", "", "winner", "2h" if rules == "pagat" else "2s", rules).question
        assert ("bomb" in question.reasons["sure"]) is bomb


@pytest.mark.parametrize(
    ("rules", "left", "two", "points"),
    [
        ("big-two", 1, False, 1), ("big-two", 7, True, 7), ("big-two", 8, False, 16), ("big-two", 13, False, 52),
        ("big-two+twos_double", 9, True, 36), ("big-two+twos_triple", 10, True, 90),
        ("big-two+scoring_basic", 13, False, 13),
        ("big-two+scoring_winner_only", 13, False, 0), ("pusoy-dos", 12, False, 36),
    ],
)  # fmt: skip
def test_what_is_left_costs(rules: str, left: int, two: bool, points: int) -> None:
    """Against the position at the end of a deal, which counts by itself."""
    hand = [card for card in DECK if (card.rank == "2") == two][:1] + [card for card in DECK if card.rank != "2"][
        5 : 4 + left
    ]
    read = Rules.parse(rules)
    spare = [card for card in DECK if card not in hand and card.rank != "2"][-3:]
    text = read.cards_text(read.mask(hand))
    now = Position.parse(f"{rules} ./{text}/{spare[0]}/{spare[1]} - 0:{spare[2]} - out=0")
    assert owed(left, read, two) == points == -now.scores()[1]
    question = left_question(text, rules)
    assert question.right == {f"p{points}"}
    assert len(question.options) >= 4


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: what_is_owed(0), "left: 0 is not 1 to 13"),
        (lambda: what_is_owed("nine"), "left: 'nine' is not 1 to 13"),
        (lambda: what_is_owed(3, "sheet"), "In Tiến Lên the places count"),
        (lambda: what_is_owed(3, "x"), "no profile 'x'"),
        (lambda: try_tip("luck"), "tip: 'luck' is none of five, kicker, low, two"),
        (lambda: try_tip("five", 0), "number: 0 is not 1 to 300"),
        (lambda: WhatIsOwed("3d", "sheet").as_text(), "In Tiến Lên the places count"),
        (lambda: WhatIsOwed(rules="sheet").as_text(), "In Tiến Lên the places count"),
        (lambda: WhatIsOwed("3x").as_text(), "I cannot read '3x' as a card"),
    ],
)
def test_wrong_edits_give_one_friendly_line(call: Any, text: str) -> None:
    found = str(call())
    assert text in found
    assert "\n" not in found


def test_the_check_asks_each_step_and_can_be_failed() -> None:
    for seed in range(25):
        found = questions(random.Random(seed))
        assert len({question.topic for question in found}) == 7
        for question in found:
            assert question.right <= {option.id for option in question.options}
            assert len(question.right) < len(question.options) or question.many
    check = FinalCheck(lesson=12, seed=1)
    for number in range(7):
        wrong = [option.id for option in check.question.options if option.id not in check.question.right]
        check.answer(*wrong[:1])
        if number < 6:
            check._do_next({})
    assert not check.passed
    assert check.to_repeat()[0] == "step 1, the suits"
