"""Lesson 11, house rules: what it claims of each, the vote, and the check."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tutor import lessons
from tutor.cards import parse_cards
from tutor.match import deal, instant_win_of
from tutor.odds import double_straight, quad
from tutor.position import Position
from tutor.puzzles import named
from tutor.rules import HOUSE_RULES, PROFILES, Rules
from tutor.solver import solve
from tutor.widgets import FinalCheck, HouseRules, PuzzlePlayer
from tutor.widgets.lesson_11 import (
    WhatScore,
    WhichPlay,
    WinsAtOnce,
    any_big_two_rule_question,
    dealt,
    points_with,
    questions,
    switch_on,
    wins_at_once,
)

RULES = Rules.parse("sheet+instant_win")
LESSON = Path(__file__).parents[1] / "lessons" / "11-house-rules.ipynb"


def cells() -> dict[str, str]:
    return {cell["id"]: "".join(cell["source"]) for cell in json.loads(LESSON.read_text(encoding="utf-8"))["cells"]}


def made(cell: str) -> Any:
    names = {name: getattr(lessons, name) for name in lessons.__all__}
    return eval(cells()[cell], {**names, "table": HouseRules("sheet")})


# ------------------------------------------------------------------ what the lesson says


@pytest.mark.parametrize(
    ("cell", "answer"),
    [
        ("one-plain", ["5s5c6s6c7d7h8c8d"]),
        ("one-switched", ["5s5c6s6c7d7h8c8d", "6s6c6d6h"]),
        ("one-which", ["5s5c5d5h"]),
        ("bombs-longer-beat", ["5s5c6s6c7d7h8c8d", "6s6c7d7h8c8d", "9s9c9d9h"]),
        ("bombs-quad", ["6s6c7d7h8s8d9s9c", "KsKcKdKh"]),
        ("bombs-over-turn", ["0"]),
        ("around-turn", ["1"]),
    ],
)
def test_the_answers_that_the_prose_counts_on(cell: str, answer: list[str]) -> None:
    assert sorted(made(cell).question.right) == answer


@pytest.mark.parametrize(
    ("cell", "plain", "switched"),
    [
        ("one-solver", "Nothing is sure", "5♠ 5♣ 5♦ 5♥."),
        ("bombs-longer", "Nothing is sure", "7♦ 7♥ 8♦ 8♥ 9♣ 9♥ 10♠ 10♣."),
        ("bombs-quad-solver", "Nothing is sure", "6♠ 6♣ 7♦ 7♥ 8♠ 8♦ 9♠ 9♣."),
        ("bombs-over-solver", "Nothing is sure", "4♠ 4♣ 4♦ 4♥."),
        ("around-solver", "6♦ 6♥.", "Nothing is sure"),
        ("points-last-solver", "2 points, by: 8♣ 8♦.", "1 point, by: 8♣; 8♦; 8♣ 8♦."),
        ("points-winner", "1 point, by: 6♣.", "−2 points, by: 6♣; Q♥; pass."),
        ("points-end", "Anna −1, Ben 2, Carla −2, Dan 1.", "Anna 1, Ben 1, Carla −3, Dan 1."),
        ("points-cong", "Anna −1, Ben 4, Carla −4, Dan 1.", "Anna 2, Ben 2, Carla −6, Dan 2."),
        ("points-cong-solver", "A♣; pass.", "A♠; A♣."),
        ("deal-pairs", "six pairs", "six pairs"),
        ("deal-five", "no, this hand is played", "no, this hand is played"),
        ("deal-dragon", "no, this hand is played", "a dragon"),
    ],
)
def test_every_switch_changes_the_answer_as_told(cell: str, plain: str, switched: str) -> None:
    first, second = str(made(cell)).splitlines()
    assert first.endswith(plain) or plain in first
    assert second.endswith(switched) or switched in second


def test_in_plain_rules_the_tens_beat_the_fours() -> None:
    assert "Carla beats the bomb" in made("bombs-over-call")


def test_passing_costs_the_frozen_one_a_point() -> None:
    text = "3s3c4d6h7s9c9hTsJcQdKhAsAc/2h 0 1:5c -"
    values = {str(each.play): each.value for each in solve(Position.parse(f"sheet+cong {text}"), "points").plays}
    assert values["-"] == -2
    assert {value for play, value in values.items() if play != "-"} == {-1}


def test_the_deals_hold_what_the_prose_says() -> None:
    for seed, rules, pattern in (
        (71, "instant_win", "six_pairs"),
        (51, "instant_win", "four_twos"),
        (94, "instant_win", "four_twos"),
        (76, "instant_win_extended", "dragon"),
        (121, "instant_win_extended", "five_pairs"),
    ):
        won = deal(f"sheet+{rules}", 4, seed).instant_win
        assert won is not None
        assert won[1] == pattern
    assert deal("sheet", 4, 71).position().turn == 1, "Ben leads"
    three = deal("sheet+deal17", 3, 106)
    assert three.rules.cards_text(three.aside) == "3s"
    assert str(made("deal-17-share")) == "(1/52, 1/4)"


def test_the_chances_of_seventeen_cards() -> None:
    assert float(quad(17)) == pytest.approx(0.103, abs=0.001)
    assert float(double_straight(3, 17)) == pytest.approx(0.333, abs=0.001)


@pytest.mark.parametrize(
    ("puzzle", "answer"), [("house-long-bomb", "5d5h6c6d7s7h8s8d"), ("house-bomb-on-bomb", "4s4c4d4h")]
)
def test_the_puzzles_need_their_house_rule(puzzle: str, answer: str) -> None:
    position = named(puzzle).position
    assert [str(play) for play in solve(position).best] == [answer]
    words = str(position).split()
    plain = solve(Position.parse(" ".join(["sheet", *words[1:]])))
    assert plain.value is False


def test_the_drills_ask_what_the_engine_answers() -> None:
    for seed in range(40):
        for question in WinsAtOnce(seed=seed)._questions:
            hand = RULES.mask(parse_cards("".join(question.rows[0].cards)))
            assert (question.right == {"yes"}) == (instant_win_of(hand, RULES) is not None)
        for question in WhatScore(seed=seed)._questions:
            assert len(question.right) == 1
    asked = {answer for seed in range(20) for q in WinsAtOnce(seed=seed)._questions for answer in q.right}
    assert asked == {"yes", "no"}
    points = {answer for seed in range(20) for q in WhatScore(seed=seed)._questions for answer in q.right}
    assert points == {"p-2", "p-3", "p-4", "p-6"}


# ------------------------------------------------------------------ the vote


def test_more_hands_for_than_against_carry_a_rule() -> None:
    vote = HouseRules()
    assert vote.rules == "sheet"
    assert vote.count("quad_chops_pair", 5, 2)
    assert vote.count("cong", 3, 3)
    assert vote.count("last_pays", 1, 4)
    assert vote.rules == "sheet+quad_chops_pair"
    assert vote.count("cong", 4, 3)
    assert vote.rules == "sheet+quad_chops_pair+cong"
    assert [row["state"] for row in vote.scene["rows"] if row["id"] in ("cong", "last_pays", "deal17")] == [
        "on",
        "open",
        "off",
    ]


def test_a_conflict_is_named_as_the_rules_name_it() -> None:
    vote = HouseRules("sheet", {"winner_takes_all": [4, 1], "last_pays": [3, 2]})
    assert vote.conflict == "rules: 'winner_takes_all' and 'last_pays' exclude each other"
    assert vote.rules == "sheet"
    assert vote.conflict in vote.scene["says"]["text"]
    vote.count("last_pays", 0, 5)
    assert not vote.conflict
    assert vote.rules == "sheet+winner_takes_all"


def test_a_rule_that_needs_another_can_be_voted_on() -> None:
    vote = HouseRules("big-two", {"straight_flush_bombs": [2, 0]})
    assert "needs 'bombs_any' or 'bombs_single'" in vote.conflict
    vote.count("bombs_any", 2)
    assert vote.rules == "big-two+bombs_any+straight_flush_bombs"


@pytest.mark.parametrize("profile", PROFILES)
def test_every_rule_that_may_be_carried_alone_is_offered(profile: str) -> None:
    vote = HouseRules(profile)
    offered = {row["id"] for row in vote.scene["rows"]}
    for name in HOUSE_RULES:
        refusal = refused(f"{profile}+{name}")
        assert (name in offered) == (not refusal or "needs" in refusal)
        if not refusal:
            vote.votes = {name: [1, 0]}
            assert vote.rules == f"{profile}+{name}"


def refused(rules: str) -> str:
    """Why the rules are refused; empty if they are not."""
    try:
        Rules.parse(rules)
    except ValueError as error:
        return str(error)
    return ""


def test_hands_stay_when_the_game_changes_and_count_for_its_rules_only() -> None:
    vote = HouseRules("sheet", {"last_pays": [3, 0], "anticlockwise": [3, 0]})
    vote._do_profile({"value": "big-two"})
    assert vote.rules == "big-two+anticlockwise"
    vote._do_profile({"value": "sheet"})
    assert vote.rules == "sheet+anticlockwise+last_pays"


@pytest.mark.parametrize(
    "message",
    [
        {"do": "vote"},
        {"do": "vote", "rule": "cong", "side": 2, "hands": 1},
        {"do": "vote", "rule": "cong", "side": 0, "hands": "many"},
        {"do": "vote", "rule": "cong", "side": 0, "hands": True},
        {"do": "vote", "rule": "bombs_any", "side": 0, "hands": 3},
        {"do": "vote", "rule": ["cong"], "side": 0, "hands": 3},
        {"do": "profile", "value": "poker"},
    ],
)
def test_nonsense_from_the_page_changes_nothing(message: dict[str, Any]) -> None:
    vote = HouseRules("sheet", {"cong": [2, 1]})
    before = (vote.rules, dict(vote.votes), vote.profile)
    vote._on_message(vote, message, None)
    assert (vote.rules, dict(vote.votes), vote.profile) == before


def test_the_page_counts_hands_within_limits() -> None:
    vote = HouseRules()
    vote._do_vote({"rule": "cong", "side": 0, "hands": 5000})
    vote._do_vote({"rule": "cong", "side": 1, "hands": -3})
    assert vote.votes["cong"] == [99, 0]
    vote._do_clear({})
    assert vote.rules == "sheet"


# ------------------------------------------------------------------ slips


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: switch_on("sheet 3s"), "I cannot use this"),
        (lambda: switch_on("sheet 3s/4s 0 - -", "bombs_any"), "does not belong to 'sheet'"),
        (lambda: switch_on("sheet 3s/4s 0 - -", "kong"), "no house rule 'kong'"),
        (lambda: switch_on("sheet ././7h/. - 0:9c - out=130"), "the deal is over"),
        (lambda: points_with("sheet 3s/4s 0 - -"), "I cannot use this"),
        (lambda: wins_at_once("3s4s"), "a dealt hand has 13 cards, or 17"),
        (lambda: wins_at_once("3x"), "I cannot read '3x' as a card"),
        (lambda: wins_at_once("3s4s", "cing"), "no house rule 'cing'"),
        (lambda: dealt(1, "shet"), "no profile 'shet'"),
        (lambda: dealt(1, "sheet+deal17"), "is for 3 seats"),
        (lambda: WinsAtOnce("3s4s").as_text(), "A dealt hand has 13 cards"),
        (lambda: WinsAtOnce(rounds="x").as_text(), "rounds: 'x' is no whole number"),
        (lambda: WhatScore(rounds="x").as_text(), "rounds: 'x' is no whole number"),
        (lambda: HouseRules("shet").as_text(), "no profile 'shet'"),
        (lambda: HouseRules("sheet", {"kong": [1, 0]}).as_text(), "There is no such rule here."),
        (lambda: HouseRules("sheet", {"cong": []}).as_text(), "Give the hands for a rule and against it"),
        (lambda: HouseRules("sheet", {"cong": ["x", 1]}).as_text(), "Give the hands for a rule and against it"),
        (lambda: HouseRules("sheet", ["cong"]).as_text(), "There is no such rule here."),
        (lambda: WhichPlay("sheet 3s").as_text(), "I cannot use this"),
        (lambda: WhichPlay("sheet 3s4s/5s 0 - -", ["6s"]).as_text(), "is not allowed here"),
    ],
)
def test_wrong_edits_give_one_friendly_line(call: Any, text: str) -> None:
    found = str(call())
    assert text in found
    assert "\n" not in found


def test_the_check_asks_each_step_and_can_be_failed() -> None:
    for seed in range(40):
        found = questions(random.Random(seed))
        assert [question.topic[:6] for question in found] == [f"step {n}" for n in (2, 2, 3, 4, 5, 6)]
        for question in [*found, any_big_two_rule_question(random.Random(seed))]:
            assert question.right <= {option.id for option in question.options}
            assert question.right or question.many
            assert all(question.reasons[option.id].strip() for option in question.options)
    check = FinalCheck(lesson=11, seed=1)
    for number in range(6):
        wrong = [option.id for option in check.question.options if option.id not in check.question.right]
        check.answer(*wrong[:1])
        if number < 5:
            check._do_next({})
    assert not check.passed
    assert check.to_repeat()[0] == "step 2, rules for bombs"


def test_a_puzzle_under_house_rules_names_them_above_the_table() -> None:
    player = PuzzlePlayer("house-long-bomb")
    title = "Four pairs in a row, and one 2 to chop"
    heading = f"{title} (Tiến Lên by the rule sheet; longer double straights are bombs, too)"
    assert player.scene["title"] == heading
    assert heading in player.as_text()
    assert PuzzlePlayer("three-cards").scene["title"] == "Three cards against three"
