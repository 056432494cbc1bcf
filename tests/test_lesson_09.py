"""Lesson 9: its exercises against the solver, its puzzles against what is said above them, every claim made."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lesson_checks import goes_through_the_steps

from tutor import lessons, solve
from tutor.cards import parse_cards
from tutor.combinations import enumerate_combinations
from tutor.progress import Rating
from tutor.progress.choose import LEVELS
from tutor.progress.glicko import expected
from tutor.progress.history import wilson
from tutor.proofs import every_deal
from tutor.puzzles import load, named, packs
from tutor.rules import Rules
from tutor.widgets import FinalCheck
from tutor.widgets.lesson_09 import WhatIsSure, any_open_question, how_likely, level_question, questions

LESSON = Path(__file__).parents[1] / "lessons" / "09-what-do-you-play.ipynb"
SHEET = Rules.parse("sheet")


def cells() -> dict[str, str]:
    return {cell["id"]: "".join(cell["source"]) for cell in json.loads(LESSON.read_text(encoding="utf-8"))["cells"]}


def made(cell: str) -> Any:
    return eval(cells()[cell], {name: getattr(lessons, name) for name in lessons.__all__})


def mask(cards: str) -> int:
    return SHEET.mask(parse_cards(cards))


# ------------------------------------------------------------------ what is said in the steps


def test_the_answers_of_the_exercises() -> None:
    assert sorted(made("looks-first").question.right) == ["7c7d"]
    assert sorted(made("own-losers").question.right) == ["7s7c"]
    assert sorted(made("sure-first").question.right) == ["7d8s9c"]
    assert len(made("sure-drill")._questions) == 3
    assert made("looks-ask").startswith("8♦ does not do it.")


def test_how_often_is_what_the_rating_says() -> None:
    assert made("trainer-rating") == "With a rating of 1500 you solve a puzzle of 1500 about 50 times in 100."
    assert LEVELS["medium"] == (0.60, 0.75)
    assert round(expected(Rating(1600, 45), Rating(1450, 45)), 2) == 0.70
    assert how_likely(1600, 1450) == "With a rating of 1600 you solve a puzzle of 1450 about 70 times in 100."


def test_a_short_straight_can_be_answered_and_a_long_one_not() -> None:
    """The cards still out hold straights of three and of four; somebody with three cards cannot lay four."""
    assert made("sure-ask") == "Sure to win, whatever the other one holds: 4♥ 5♥ 6♣ 7♦."
    assert lessons.sure("4h5h6c7dQs", "8c9sThJsQc", left=4) == "No first play is sure to win."
    runs = {shape.size for shape in enumerate_combinations(mask("8c9sThJs"), SHEET) if shape.kind == "straight"}
    assert runs == {3, 4}


def test_nobody_else_has_a_pair_where_the_lesson_says_so() -> None:
    now = named("ace-for-later").position
    for seat in range(1, 4):
        assert {shape.kind for shape in enumerate_combinations(now.hands[seat], SHEET)} == {"single"}
    first = made("looks-first").question
    assert "5h" in str(first.rows[0].cards)
    assert [shape.kind for shape in enumerate_combinations(mask("5hTcAs"), SHEET)] == ["single"] * 3


def test_one_right_answer_of_one_is_a_line_nearly_as_long_as_the_picture() -> None:
    low, high = wilson(1, 1)
    assert high - low > 0.75


# ------------------------------------------------------------------ the puzzles


def pack() -> list[Any]:
    return load(next(path for path in packs() if path.name == "lessons-09.toml"))


def test_open_hands_come_first_then_only_ones_own() -> None:
    assert [any(puzzle.position.hidden) for puzzle in pack()] == [False] * 4 + [True] * 4
    assert [puzzle.position.seats for puzzle in pack()][:4] == [2, 2, 4, 4]


def test_each_puzzle_of_the_pack_has_one_answer_and_some_deal_beats_every_other_play() -> None:
    for puzzle in pack():
        solution = solve(puzzle.position)
        assert [str(play) for play in solution.best] == [str(puzzle.answer)], puzzle.id
        if any(puzzle.position.hidden):
            deals = list(every_deal(puzzle.position))
            assert all(solve(deal).value for deal in deals), puzzle.id


def test_what_the_notes_say_of_the_cards_still_out() -> None:
    texts = {puzzle.id: SHEET.cards_text(puzzle.position.unseen) for puzzle in pack() if any(puzzle.position.hidden)}
    assert texts == {
        "one-loser-unseen": "8cJhKh",
        "pair-goes-last": "4h8s8cAh",
        "black-ace": "6s8sAs2c",
        "long-or-short": "8c9sThJsQc",
    }
    for name in ("pair-goes-last", "black-ace"):
        kinds = {shape.kind for shape in enumerate_combinations(mask(texts[name]), SHEET)}
        assert "straight" not in kinds


# ------------------------------------------------------------------ the check


def test_the_check_goes_through_the_steps_and_is_the_same_for_the_same_seed() -> None:
    goes_through_the_steps(questions, 12)


def test_a_question_on_open_hands_is_what_the_solver_says() -> None:
    rng = random.Random(3)
    for sizes in ((4, 4), (4, 3, 3)):
        question = any_open_question(rng, sizes)
        hands = [*(row.cards for row in question.rows[1:-1]), question.rows[0].cards]
        assert len(question.rows) == len(sizes), hands
        assert 1 <= len(question.right) <= 2


def test_one_level_is_about_right_and_the_others_are_not() -> None:
    rng = random.Random(5)
    for _each in range(30):
        assert len(level_question(rng).right) == 1


def test_the_check_names_the_step_to_repeat() -> None:
    check = FinalCheck(lesson=9, seed=4)
    for number, question in enumerate(check._questions):
        check.asked, check.answered = number, False
        wrong = [option.id for option in question.options if option.id not in question.right][:1]
        check.answer(*(question.right if number not in (2, 5) else wrong))
    assert not check.passed
    assert check.to_repeat() == ["step 3, the trainer", "step 6, what you have learned"]


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: WhatIsSure("7d8s", "7d"), "seven of diamonds cannot be in your hand and still out."),
        (lambda: WhatIsSure("7d8s", "9d", 2), "left: Ben can hold 1 to 1 of these cards."),
        (lambda: WhatIsSure("7d8s", "9d", "all"), "left: Ben can hold 1 to 1 of these cards."),
        (lambda: WhatIsSure("7x", "9d"), "I cannot read '7x' as a card."),
        (lambda: WhatIsSure("7d", ""), "I cannot read '' as a card."),
        (lambda: WhatIsSure("3s4s5s6s7s", "9d", 1), "There are 11 first plays, too many to ask about."),
        (lambda: WhatIsSure("7d8s", "9d", 1, rules="poker"), "I cannot use this: rules: no profile 'poker'"),
        (lambda: WhatIsSure(rounds="x"), "I cannot use this: rounds: 'x' is no whole number"),
    ],
)
def test_a_slip_gets_one_line(make: Callable[[], Any], said: str) -> None:
    trouble = make().scene["trouble"]
    assert trouble.startswith(said)
    assert "\n" not in trouble


@pytest.mark.parametrize("rating", [0, -5, 10**9, "high", None, float("nan")])
def test_what_is_no_rating_gets_one_line(rating: object) -> None:
    assert how_likely(rating, 1500) == how_likely(1500, rating) == "A rating is a number, like 1500."
