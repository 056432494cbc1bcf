"""Lesson 5: who opens, places, points and a match; every figure in the text is computed here a second time."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tutor.lessons
from tutor import language
from tutor.cards import RANKS
from tutor.locale import languages
from tutor.match import deal
from tutor.play import Sitting, players_of
from tutor.position import Position
from tutor.puzzles import named
from tutor.referee import how_it_pays, why_asked
from tutor.rules import Rules
from tutor.scoring import points
from tutor.solver import solve
from tutor.widgets import FinalCheck, PlayTable
from tutor.widgets.base import seat_names
from tutor.widgets.lesson_05 import NextDeal, WhatPays, WhatPlace, WhoOpens, pays, pays_cards, questions, standings

LESSON = Path(__file__).parents[1] / "lessons" / "05-a-whole-deal-and-the-score.ipynb"
NAMES = {name: getattr(tutor.lessons, name) for name in tutor.lessons.NAMES["tutor.widgets.lesson_05"]}


def cells() -> dict[str, str]:
    return {cell["id"]: "".join(cell["source"]) for cell in json.loads(LESSON.read_text(encoding="utf-8"))["cells"]}


def made(cell: str) -> Any:
    return eval(cells()[cell], {**vars(tutor.widgets), **NAMES})


def right(cell: str) -> list[str]:
    return sorted(made(cell).question.right)


# ------------------------------------------------------------------ the cells


@pytest.mark.parametrize(
    ("cell", "answer"),
    [
        ("open-guess", ["1"]),
        ("open-may", ["3s", "3s3d", "3s4c5h"]),
        ("place-guess", ["3"]),
        ("pay-pagat", ["+1"]),
        ("left-guess", ["−18"]),
        ("match-leads", ["3"]),
        ("match-dealer", ["1"]),
    ],
)
def test_the_answers(cell: str, answer: list[str]) -> None:
    assert right(cell) == answer


def test_the_tables_of_points_are_true() -> None:
    text = cells()["step-3"]
    sheet = Rules.parse("sheet")
    for seats, row in ((4, "| four players | +2 | +1 | −1 | −2 |"), (3, "| three players | +1 | +1 | | −2 |")):
        assert row in text
        scores = points(sheet, range(seats - 1), [0] * (seats - 1) + [1], [False] * seats, ())
        assert [f"{score:+d}".replace("-", "−") for score in scores] == re.findall(r"[+−]\d", row)
    assert points(sheet, (0,), (0, 1), (False, False), ()) == (1, -1)
    pagat = Rules.parse("pagat")
    for seats in (2, 3, 4):
        last = points(pagat, range(seats - 1), [0] * (seats - 1) + [1], [False] * seats, ())
        assert last == (*[1] * (seats - 1), 1 - seats)


def test_what_cards_left_over_cost() -> None:
    big_two = Rules.parse("big-two")
    factor = {n: -points(big_two, (0,), (0, n), (False, False), ())[1] // n for n in range(1, 14)}
    assert {n for n in factor if factor[n] == 1} == set(range(1, 8))
    assert {n for n in factor if factor[n] == 2} == {8, 9}
    assert {n for n in factor if factor[n] == 3} == {10, 11, 12}
    assert factor[13] == 4
    assert "| cards left | 1 to 7 | 8 or 9 | 10 to 12 | all 13 |" in cells()["step-4"]
    assert "seven cards cost 7 points, eight cost 16" in cells()["left-think"]
    jumps = {n: n * factor[n] - (n - 1) * factor.get(n - 1, 1) for n in factor}
    assert max(jumps, key=lambda n: jumps[n]) == 13
    assert "The thirteenth card hurts most: 52 points in place of 36" in cells()["left-think"]


def test_the_third_place_is_worth_more_by_pagat() -> None:
    """The teacher's notes: one point more than the last place by the sheet, four by Pagat."""
    for rules, gain in (("sheet", 1), ("pagat", 4)):
        scores = points(Rules.parse(rules), (0, 1, 2), (0, 0, 0, 1), (False,) * 4, ())
        assert scores[2] - scores[3] == gain


def test_ten_points_take_five_deals_at_least() -> None:
    """The question in step 5: two points a deal is the most."""
    orders = ["Anna Ben Carla Dan"] * 5
    assert "Next deal" in standings(orders[:4])
    assert "The match is over. Anna has won it." in standings(orders)
    assert standings([*orders, orders[0]]) == "The match is over before the last of these deals."


def test_the_lowest_card_may_not_have_been_dealt() -> None:
    """Step 1: among two or three players the 3♠ may lie aside; four always have it."""
    rules = Rules.parse("sheet")
    assert all(deal(rules, 4, seed).position().opening == 1 for seed in range(30))
    assert {deal(rules, 3, seed).position().opening == 1 for seed in range(30)} == {True, False}


# ------------------------------------------------------------------ the deal to play


def test_the_deal_of_the_lesson_shows_the_rules() -> None:
    """Anna opens, can choose how, holds a bomb; played sensibly, the lock, a bomb and a lead won come up."""
    table = made("play-table")
    assert isinstance(table, PlayTable)
    sitting = table.sitting
    assert sitting.turn == 0
    assert {str(play) for play in sitting.now.legal_plays()} == {"3s", "3s3h"}
    hand = Position(sitting.rules, sitting.now.hands, (0,) * 4, 0).legal_plays()
    assert any(play.combination.kind == "double_straight" for play in hand if play.combination)
    said = []
    again = Sitting("sheet", players_of(1, "beginner"), seed=sitting.seed)
    while not again.over:
        if again.turn == 0:
            said.append(why_asked(again.view(0), again.before, tutor.explain.Cast(0, again.names)))
            again.play(tutor.bots.BOTS["sensible"].play(again.view(0)))
        else:
            again.bot_play()
    for part in ("so you open", "Who passes is out", "asked once more", "beaten by a bomb", "table is cleared and you"):
        assert any(part in text for text in said), part


def test_the_puzzle_is_what_the_text_says() -> None:
    puzzle = named("second-at-least")
    assert (len(puzzle.position.legal_plays()), solve(puzzle.position).value) == (4, False)
    found = solve(puzzle.position, "points")
    assert (found.value, [str(play) for play in found.best]) == (1, ["Qs"])
    pagat = Position.parse("pagat " + str(puzzle.position).partition(" ")[2])
    assert f'"{pagat}"' in cells()["puzzle-pagat"]
    assert [verdict.value for verdict in solve(pagat, "points").plays] == [1, 1, 1, 1]


# ------------------------------------------------------------------ the check


def test_the_check_has_a_question_for_each_step() -> None:
    for seed in range(60):
        asked = questions(random.Random(seed))
        assert [question.topic[:6] for question in asked] == [f"step {n}" for n in (1, 1, 2, 3, 4, 5)]
        assert asked == questions(random.Random(seed))
        for question in asked:
            ids = {option.id for option in question.options}
            assert question.right <= ids == set(question.reasons)
            assert question.many or len(question.right) == 1
            assert len(ids) >= 3
            wrong = [question.reasons[each] for each in ids - question.right]
            assert (
                question.many
                or not any(question.reasons[next(iter(question.right))] == each for each in wrong)
                or ("leads the next deal" in wrong[0] or "deals the cards" in wrong[0])
            ), "a wrong answer does not give the right one away"


def test_every_answer_is_right_at_times() -> None:
    many = [questions(random.Random(seed)) for seed in range(80)]
    for n in (0, 2, 5):
        assert {next(iter(each[n].right)) for each in many} >= set("0123")
    assert {next(iter(each[3].right)) for each in many} == {"+2", "+1", "−1", "−2", "−3"}


def test_the_check_names_the_step_to_repeat() -> None:
    check = FinalCheck(lesson=5, seed=4)
    for number, question in enumerate(check._questions):
        check.asked, check.answered = number, False
        wrong = next(option.id for option in question.options if option.id not in question.right)
        check.answer(*(question.right if number not in (2, 4) else [wrong]))
    assert not check.passed
    assert check.to_repeat() == ["step 2, the places", "step 4, what cards left over cost"]


def test_the_one_who_opens_holds_the_lowest_card() -> None:
    """Worked out a second time, from the letters."""
    for seed in range(40):
        question = questions(random.Random(seed))[0]
        lowest = min(
            (RANKS.index(card[0]), "scdh".index(card[1]), seat)
            for seat, row in enumerate(question.rows)
            for card in row.cards
        )
        assert question.right == {str(lowest[2])}


# ------------------------------------------------------------------ calls and slips


def test_calls_answer_in_sentences() -> None:
    assert str(pays("Ben, Dan, Anna, Carla", "pagat")).startswith("Ben +1, Dan +1, Anna +1, Carla −3.")
    assert str(pays("Ben Anna")) == "Ben +1, Anna −1. The last one with cards pays each of the others one point."
    assert str(pays_cards("0 3 9 13")) == "Anna +73, Ben −3, Carla −18, Dan −52."
    assert str(pays_cards([0, 3, 9, 13], "big-two+scoring_basic")) == "Anna +25, Ben −3, Carla −9, Dan −13."
    assert how_it_pays(Rules.parse("sheet+winner_takes_all")).startswith("The deal ends with the first one out")


@pytest.mark.parametrize("lang", [each for each in languages() if each != "en"])
def test_the_names_in_the_code_are_known_in_every_language(lang: str) -> None:
    """The cells keep the English names; the names of the language are read as well."""
    language(lang)
    try:
        for cell in ("pay-pagat", "match-leads", "match-dealer", "left-guess", "open-guess"):
            assert not made(cell).scene["trouble"]
        for order in ("Ben Dan Anna Carla", " ".join(seat_names())):
            assert "+2" in pays(order)
            assert standings([order]).count("+2") == 2
            assert not NextDeal(order).scene["trouble"]
        assert not WhatPays("Ben Dan Anna Carla", seat_names()[3]).scene["trouble"]
    finally:
        language("en")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: pays("Eve"), "Nobody here is called 'Eve'. There are Anna, Ben, Carla, Dan."),
        (lambda: pays("Anna Anna"), "Name everybody at the table once"),
        (lambda: pays(5), "Nobody here is called '5'."),
        (lambda: pays("Ben Anna", "big-two"), "Under these rules the deal ends with the first one out."),
        (lambda: pays("Ben Anna", "poker"), "I cannot use this: rules: no profile 'poker'"),
        (lambda: pays_cards([1, 2]), "Exactly one player has 0 cards"),
        (lambda: pays_cards("x"), "Two to four numbers of cards, please"),
        (lambda: pays_cards([0, 99]), "Exactly one player has 0 cards, and nobody more than 13."),
        (lambda: pays_cards([0, 1], "sheet"), "Under these rules the places count, not the cards."),
        (lambda: standings([]), "Name everybody at the table once"),
        (lambda: standings(["Ben Anna", "Ben Dan"]), "Name everybody"),
        (lambda: standings(["Ben Anna", "Ben Anna Carla"]), "In every deal of a match the same players"),
        (lambda: standings("Ben Anna", target="x"), "target: 'x' is no whole number"),
        (lambda: WhoOpens(5), "Two to four hands, please"),
        (lambda: WhoOpens("3s/3s"), "3♠ stands there twice"),
        (lambda: WhoOpens("3s/x"), "I cannot read 'x' as a card."),
        (lambda: WhatPlace("sheet 3s/4s/5s 0 - -", "3s", 1), "After these plays nobody has that place."),
        (lambda: WhatPlace("nonsense", "3s"), "I cannot use this:"),
        (lambda: WhatPays("Ben Anna", "Eve"), "Nobody here is called 'Eve'. There are Anna, Ben."),
        (lambda: WhatPays(rounds="x"), "I cannot use this: rounds: 'x' is no whole number"),
        (lambda: NextDeal("Ben Anna", "wins"), "I cannot use this: ask: 'wins' is neither"),
    ],
)
def test_a_slip_gets_one_line(call: Callable[[], Any], said: str) -> None:
    made = call()
    text = made if isinstance(made, str) else made.scene["trouble"]
    assert text.startswith(said)
    assert "\n" not in text
