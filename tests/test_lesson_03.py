"""Lesson 3: its rounds are the worked examples of the rules, and every answer is the engine's."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lesson_checks import goes_through_the_steps

from tutor.explain import facts
from tutor.position import Position
from tutor.puzzles import named
from tutor.solver import solve
from tutor.widgets import BeatIt, BeatRun, CardTable, FinalCheck, MayLay, WhoseTurn
from tutor.widgets.lesson_03 import questions

LESSON = Path(__file__).parents[1] / "lessons" / "03-beating-and-passing.ipynb"
VECTORS = tomllib.loads((Path(__file__).parent / "data" / "vectors.toml").read_text(encoding="utf-8"))
EXAMPLES = {each["id"]: each for each in VECTORS["sequence"]}
NAMES = {"BeatIt": BeatIt, "CardTable": CardTable, "MayLay": MayLay, "WhoseTurn": WhoseTurn}


def cells() -> dict[str, str]:
    return {cell["id"]: "".join(cell["source"]) for cell in json.loads(LESSON.read_text(encoding="utf-8"))["cells"]}


def made(cell: str) -> Any:
    return eval(cells()[cell], dict(NAMES))


def right(cell: str) -> list[str]:
    return sorted(made(cell).question.right)


# ------------------------------------------------------------------ the worked examples


@pytest.mark.parametrize(
    ("cell", "vector", "plays"),
    [
        ("round-two", "V103", "5s -"),
        ("lock-table", "V086", "4s4d 9c9h - KsKd - AcAh"),
        ("bomb-table", "V087", "5c Tc Kc - - 2h -"),
        ("bomb-leads", "V092", "5c - - 2s - JsJcJdJh - - -"),
        ("out-beaten", "V098", "QsQh - KcKd -"),
        ("out-bombed", "V099", "5s - - 8c 2h 7s7c7d7h"),
        ("out-over", "V102", "9s Ks As"),
    ],
)
def test_a_table_shows_the_example_and_nobody_is_out_of_cards_by_chance(cell: str, vector: str, plays: str) -> None:
    """The plays are those of the rules; the low cards that play no part may be others."""
    table = made(cell)
    steps = [step["play"] for step in EXAMPLES[vector]["steps"] if "refused" not in step]
    assert table.line == plays.split() == steps[: len(table.line)]
    assert table.at == 0
    assert not table.scene["trouble"]
    for at in range(len(table.line) + 1):
        table._do_step({"to": at})
        assert not table.scene["trouble"]


def test_carla_is_locked_with_the_better_pair() -> None:
    """V086, with a pair of 2s: the grey button says why, in her words."""
    table = made("lock-table")
    table._do_step({"to": 6})
    table.selected = ["2s", "2c"]
    play = table.scene["buttons"]["play"]
    assert (play["enabled"], play["reason"]) == (False, "After a pass you are out of this round.")
    assert right("lock-turn") == ["3"]


def test_anna_may_bomb_in_turn_and_lay_nothing_else() -> None:
    """V087, V088, V089."""
    table = made("bomb-table")
    table._do_step({"to": 6})  # just after the 2
    table.selected = ["6s", "6c", "7d", "7h", "8c", "8d"]
    assert table.scene["buttons"]["play"]["reason"] == "It is the turn of Dan."
    table._do_step({"to": 7})
    for cards in (["3c"], ["3s", "3c"]):
        table.selected = cards
        assert table.scene["buttons"]["play"]["reason"] == "After a pass only a bomb that beats 2♥ may still be laid."
    assert table.play("6s6c7d7h8c8d")
    for _seat in range(3):
        assert table.play("-")
    assert (table.now.turn, table.now.table) == (0, None)


@pytest.mark.parametrize(
    ("cell", "answer"),
    [
        ("round-guess", ["3"]),
        ("bomb-may", ["-", "JsJcJdJh"]),  # V108
        ("bomb-declined", ["0"]),  # V091
        ("bomb-over", ["-", "KsKcKdKh"]),  # V109
        ("out-guess", ["1"]),  # V096
        ("out-passed", ["1"]),  # V097
        ("out-two-turn", ["0"]),  # V101
        ("other-turn", ["3"]),  # V106
        ("other-guess", ["3"]),  # V107
        ("other-bomb", ["-", "9s9c9d9h"]),  # V104
        ("beat-straight", ["6s7c8d9s"]),  # V017, V018, V019
        ("beat-suits", ["6d7c8h"]),  # V016
    ],
)
def test_the_answers(cell: str, answer: list[str]) -> None:
    assert right(cell) == answer


def test_the_lead_after_each_table() -> None:
    for cell, leader in (("round-two", 0), ("bomb-leads", 2), ("out-beaten", 2)):
        table = made(cell)
        table._do_step({"to": len(table.line)})
        assert (table.now.turn, table.now.table) == (leader, None)
    bombed = made("out-bombed")
    bombed._do_step({"to": 6})
    assert bombed.now.out == (0,)
    assert bombed.play("-")
    assert bombed.play("-")
    assert bombed.now.turn == 1
    over = made("out-over")
    over._do_step({"to": 3})
    over.selected = ["2h"]
    assert over.scene["buttons"]["play"]["reason"] == "The deal is over."


def test_what_the_teacher_is_told() -> None:
    """The rounds are the same in both profiles, not in Big Two; the house rule changes whose turn it is."""
    start, line = "3s4s4d/3c9c9hAcAh/3d8s2s2c/3hKsKd 0 - -", "4s4d 9c9h - KsKd - AcAh"
    assert WhoseTurn(f"pagat {start}", line).question.right == {"3"}
    assert WhoseTurn(f"big-two {start}", line).question.right == {"2"}
    quads = "4c4d2s/5c9s/3c3dJsJcJdJh/6cQsQcQdQh 1 - -", "5c - - 2s - JsJcJdJh", ["QsQcQdQh", "6c", "-"]
    assert MayLay(f"sheet {quads[0]}", *quads[1:]).question.right == {"QsQcQdQh", "-"}  # V093
    strict = MayLay(f"sheet+no_overbomb_after_pass {quads[0]}", *quads[1:])  # V094
    assert "It is the turn of Anna." in strict.question.prompt


def test_carla_can_lead_the_second_round() -> None:
    table = made("round-table")
    for play in ("3s", "4c", "Ah", "-", "-", "-"):
        assert table.play(play)
    assert (table.now.turn, table.now.table) == (2, None)


# ------------------------------------------------------------------ the puzzles


def test_nobody_can_be_first_where_the_lead_is_inherited() -> None:
    """The text says so; and the lead is really inherited on the way."""
    puzzle = named("inherited-lead")
    assert solve(puzzle.position).value is False
    found = next(each for each in solve(puzzle.position, "not-last").plays if each.play == puzzle.answer)
    kinds = [(fact.kind, fact.seat) for each in facts(puzzle.position, found.line) for fact in each]
    out = kinds.index(("out", 2))
    assert ("next_lead", 0) in kinds[out:]
    assert not any(kind == "beat" and seat == 0 for kind, seat in kinds[out : kinds.index(("next_lead", 0), out)])


def test_passing_is_the_only_way() -> None:
    puzzle = named("two-kings")
    assert puzzle.answer.is_pass
    assert [play for play in puzzle.position.legal_plays() if not play.is_pass], "there is something to lay"


# ------------------------------------------------------------------ the check


def test_the_check_has_a_question_for_each_step_and_is_the_same_for_the_same_seed() -> None:
    goes_through_the_steps(questions, 60)


def test_each_seat_is_right_at_times() -> None:
    many = [questions(random.Random(seed)) for seed in range(60)]
    for n in (1, 2, 4, 5):
        assert {next(iter(each[n].right)) for each in many} == set("0123")


def test_the_check_names_the_step_to_repeat() -> None:
    check = FinalCheck(lesson=3, seed=4)
    for number, question in enumerate(check._questions):
        check.asked, check.answered = number, False
        wrong = next((option.id for option in question.options if option.id not in question.right), "none of them")
        check.answer(*(question.right if number not in (2, 4) else [wrong]))
    assert not check.passed
    assert check.to_repeat() == ["step 3, the pass lock", "step 5, the leader is out"]


def test_a_made_run_has_right_and_wrong_answers() -> None:
    for seed in range(50):
        for question in BeatRun(seed=seed)._questions:
            assert 1 <= len(question.right) <= 3
            assert len(question.options) == 4


# ------------------------------------------------------------------ reasons and slips


def test_every_seat_gets_its_reason() -> None:
    reasons = made("lock-turn").question.reasons
    assert reasons == {
        "0": "Anna has passed and is locked until the table is cleared.",
        "1": "Ben laid what lies on the table. It is for the others to answer.",
        "2": "Carla has passed and is locked until the table is cleared.",
        "3": "Dan is the next in turn who has cards and has not passed.",
    }
    assert made("out-passed").question.reasons["1"].startswith("Anna laid last, but has no cards left: Ben is the next")
    assert made("out-passed").question.reasons["3"].endswith("Dan is not the next in turn after Anna.")
    asked = WhoseTurn("sheet 3s2s/4c5c/3dJsJcJdJh/3h4h 1 - -", "5c - - 2s").question
    assert asked.reasons["2"] == "Ben comes before Carla."
    bomb = WhoseTurn("sheet 3s2s/4c5c/3dJsJcJdJh/3h4h 1 - -", "5c - - 2s -").question.reasons
    assert bomb["2"].startswith("Carla has passed, but what lies on the table may be bombed")
    assert bomb["1"] == "Ben has been asked about this already."


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: WhoseTurn(), "I cannot use this: position"),
        (lambda: WhoseTurn("sheet 3s/4x 0 - -"), "I cannot use this: hands: '4x'"),
        (lambda: WhoseTurn("sheet 3s5s/4c6c 0 - -", "4c"), "I cannot use this: 4c is not in the hand of seat 0"),
        (lambda: WhoseTurn("sheet 3s5s/4c6c 0 - -", "four"), "I cannot use this:"),
        (lambda: WhoseTurn("sheet 3s/4c6c 0 - -", "3s"), "The deal is over after these plays, so it is nobody's turn."),
        (lambda: WhoseTurn("sheet 3s5s/4c6c 0 - -", 5), "I cannot use this:"),
        (lambda: MayLay("sheet 3s5s/4c6c 0 - -", "3s"), 'Which plays? Give a list, like ["2h", "JsJcJdJh", "-"].'),
        (lambda: MayLay("sheet 3s5s/4c6c 0 - -", "3s", ["4c", "4c"]), "One of the answers stands there twice."),
        (lambda: MayLay("sheet 3s5s/4c6c 0 - -", "3s", ["nine"]), "I cannot use this:"),
        (lambda: MayLay("sheet 3s5s/4c6c 0 - -", "3s", 7), "I cannot use this:"),
        (lambda: BeatRun("big-two"), "These are straights of Tiến Lên: take the rules sheet or pagat."),
        (lambda: BeatRun(rounds="x"), "I cannot use this: rounds: 'x' is no whole number"),
        (lambda: CardTable("sheet 3s5s/4c6c 0 - -", line=5), "I cannot use this: line: 5 are no plays"),
        (lambda: CardTable("sheet 3s5s/4c6c 0 - -", line=[5]), "I cannot use this: line: [5] are no plays"),
        (lambda: CardTable("sheet 3s5s/4c6c 0 - -", at="x"), "I cannot use this: at: 'x' is no whole number"),
        (
            lambda: CardTable("sheet 3s5s/4c6c 0 - -", seat="Carla"),
            "I cannot use this: seat: 'Carla' is no whole number",
        ),
        (lambda: BeatRun(seed=[]), "I cannot use this:"),
        (lambda: CardTable("sheet 3s5s/4c6c 0 - -", line="3s 5s"), "I cannot use this: 5s is not in the hand"),
    ],
)
def test_a_slip_gets_one_line(make: Callable[[], Any], said: str) -> None:
    widget = make()
    assert widget.scene["trouble"].startswith(said)
    assert "\n" not in widget.scene["trouble"]


def test_a_line_can_be_one_text() -> None:
    position = "sheet 3s5s/3c4c 0 - -"
    assert CardTable(position, line="5s -").line == CardTable(position, line=["5s", "-"]).line
    assert CardTable(position, line="5s -").now == Position.parse(position).after("5s").after("-")
