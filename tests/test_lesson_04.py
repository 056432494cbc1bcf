"""Lesson 4: the examples are those of the rules, the verdicts the solver's, and every claim of the text is computed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lesson_checks import goes_through_the_steps

from tutor.odds import double_straight, quad
from tutor.position import Position
from tutor.puzzles import named
from tutor.solver import solve
from tutor.talk import may_answer
from tutor.widgets import BeatIt, CardTable, ChopIt, FinalCheck, MayLay, PuzzlePlayer, WhoseTurn
from tutor.widgets.lesson_04 import KEEP, SHEET, ChopsWhat, chop_or_keep, questions, what_chops

LESSON = Path(__file__).parents[1] / "lessons" / "04-chopping-twos.ipynb"
NAMES = {
    each.__name__: each
    for each in (BeatIt, CardTable, ChopIt, ChopsWhat, MayLay, PuzzlePlayer, WhoseTurn, chop_or_keep, may_answer)
} | {"what_chops": what_chops}


def cells() -> dict[str, str]:
    return {cell["id"]: "".join(cell["source"]) for cell in json.loads(LESSON.read_text(encoding="utf-8"))["cells"]}


def made(cell: str) -> Any:
    return eval(cells()[cell], dict(NAMES))


def right(cell: str) -> list[str]:
    return sorted(made(cell).question.right)


# ------------------------------------------------------------------ steps 1 and 2: the table


@pytest.mark.parametrize(
    ("cell", "answer"),
    [
        ("which-single", ["6s6c6d6h", "6s6c7d7h8c8d"]),  # V047, V049, V066
        ("which-height", ["3s3c3d3h", "3s3c4s4c5s5d", "JsJcJdJh", "QsQcKsKcAsAc"]),  # V051
        ("which-twos", ["2c2h", "5s5c6s6c7d7h8c8d"]),  # V061, V063, V064, V074
        ("which-three-twos", ["4s4c5s5c6s6c7d7h8c8d"]),  # V068, V069
        ("what-quad", ["2h"]),  # V047, V048, V061
        ("what-pairs", ["2s"]),  # V049, V063, V072
        ("turn-guess", ["3"]),  # V089
        ("turn-may", ["-", "6s6c7d7h8c8d"]),  # V087, V088
        ("turn-ace", ["3"]),  # V086: aces are no target
        ("over-quad", ["7s7c7d7h"]),  # V057, V058, V059
        ("over-pairs", ["6d6h7s7c8s8h"]),  # V052, V053, V054, V056
        ("over-guess", ["3"]),  # V093
        ("over-plain", ["2"]),  # R9
        ("should-yes", ["chop"]),
        ("should-no", ["keep"]),
        ("should-later", ["keep"]),
    ],
)
def test_the_answers(cell: str, answer: list[str]) -> None:
    assert right(cell) == answer


def test_the_table_of_step_1_is_the_whole_table() -> None:
    """Every kind and length of a double straight and the quad, on one, two and three 2s."""
    pairs = {n: "".join(f"{rank}s{rank}c" for rank in "345678"[:n]) for n in (3, 4, 5, 6)}
    bombs = {"quad": "9s9c9d9h", **{f"{n} pairs": cards for n, cards in pairs.items()}}
    for table, wanted in (("2h", {"quad", "3 pairs"}), ("2s2h", {"4 pairs"}), ("2s2c2h", {"5 pairs"})):
        for profile in ("sheet", "pagat"):
            found = {name for name, cards in bombs.items() if may_answer(table, cards, profile).startswith("Yes")}
            assert found == wanted
    assert made("which-call") == "What chops 2♠ 2♥: a double straight of 4 pairs."
    assert what_chops("2h") == "What chops 2♥: four of a kind, or a double straight of 3 pairs."
    assert what_chops("2s2c2d") == "What chops 2♠ 2♣ 2♦: a double straight of 5 pairs."


def test_bombs_do_not_beat_anything_but_twos() -> None:
    assert made("what-call").startswith("No.")
    assert made("what-pagat-call").startswith("No.")
    for rank in "3456789TJQKA":
        for table in (rank + "s", rank + "s" + rank + "c", rank + "s" + rank + "c" + rank + "d"):
            assert what_chops(table).startswith("Nothing chops")


# ------------------------------------------------------------------ steps 3 and 4: at the table


def test_ben_bombs_in_turn_after_his_pass() -> None:
    table = made("turn-table")
    for at in range(6):
        table._do_step({"to": at})
        assert not table.scene["trouble"]
    for cards in (["Kd"], ["4s", "4c", "5d", "5h", "6s", "6c"]):
        table.selected = cards
        assert table.scene["buttons"]["play"]["reason"] == (
            "After a pass only a bomb that beats 2♣ 2♥ may still be laid."
        )  # fmt: skip
    assert table.play("4s4c5d5h6s6c7d7h")
    while table.now.table is not None:
        assert table.play("-")
    assert table.now.turn == 1


def test_dan_lays_a_bomb_on_a_bomb_although_both_have_passed() -> None:
    table = made("over-table")
    table._do_step({"to": 6})
    assert table.now.turn == 3
    assert {2, 3} <= set(table.now.passed)
    assert table.play("QsQcQdQh")


def test_a_quad_without_a_two_under_it_is_an_ordinary_combination() -> None:
    now = Position.parse("sheet 4s4c4d4h5s/9s9c9d9hJs/6s6c6d6hKs 0 - -")
    for play in ("4s4c4d4h", "-", "6s6c6d6h"):
        now = now.after(play)
    assert str(now.objection("9s9c9d9h", 1).code) == "locked"  # type: ignore[union-attr]
    assert now.turn == 0


# ------------------------------------------------------------------ step 5: should you


def test_what_is_left_after_the_chop_loses_to_the_jack() -> None:
    now = Position.parse("sheet 7c8d9c9dTsTcJcJh/6hJs 0 1:2s -")
    after = now.after("9c9dTsTcJcJh").after("-")
    assert [str(card) for card in after.hand(0)] == ["7c", "8d"]
    assert all(after.after(lead).objection("Js") is None for lead in ("7c", "8d"))
    assert solve(now).best == [now.legal_plays()[-1]]


def test_the_simple_advice_is_good_and_not_always() -> None:
    """The bars of the lesson: chopping alone wins often, not chopping alone in few endgames, but in some."""
    text = str(made("should-often"))
    found = {line.rsplit("  ", 1)[0].strip(): int(line.split()[-1]) for line in text.splitlines()[1:]}
    assert found["only chopping wins"] >= 10 * found["only not chopping wins"] > 0
    assert sum(found.values()) == 100


def test_the_puzzles_are_about_what_is_said_above_them() -> None:
    assert named("pair-of-twos").answer.is_pass
    assert named("later-two").answer.is_pass
    assert 0 in named("later-two").position.passed
    three = named("three-ways")
    assert [str(play) for play in three.position.legal_plays()] == ["2h", "5c5d6c6h7s7h", "-"]
    pair = named("pair-of-twos")
    for lead in ("4h", "6d"):  # what the note says: a seven beats either
        after = pair.position.after("-").after(lead)
        assert "7c" in [str(play) for play in solve(after).best]


def test_what_the_teacher_is_told() -> None:
    assert BeatIt("2s2h", ["6s6c6d6h"], rules="sheet+quad_chops_pair").question.right
    assert may_answer("2h", "5s5c6s6c7d7h8c8d", "sheet+bomb_at_least").startswith("Yes")
    assert may_answer("5s5c5d5h", "6s6c7d7h8c8d9s9c", "sheet+four_pairs_chop_quad").startswith("Yes")
    assert may_answer("2h", "KsKcAsAc2s2c", "pagat").startswith("Yes")  # V081
    six = "3s3c4s4c5s5c6s6c7s7c8s8c"
    assert all(may_answer(twos, six).startswith("No") for twos in ("2h", "2d2h", "2c2d2h"))
    four = Position.parse("sheet 5s5c6s6c7d7h8c8d9h/3d 0 1:2h -")
    assert {str(play) for play in four.legal_plays()} == {"5s5c6s6c7d7h", "6s6c7d7h8c8d", "-"}
    assert double_straight(4) * 10 < quad() + double_straight(3), "a bomb for two 2s is much rarer"
    assert quad() + double_straight(3) < 0.5, "in most deals one holds no bomb"


# ------------------------------------------------------------------ the check


def test_the_check_goes_through_the_steps_and_is_the_same_for_the_same_seed() -> None:
    for asked in goes_through_the_steps(questions, 25, (1, 2, 3, 4, 5, 5)):
        assert {tuple(question.right) for question in asked[4:]} == {("chop",), ("keep",)}


def test_each_position_to_keep_the_bomb_in_is_one() -> None:
    for text in KEEP:
        assert ChopIt(f"{SHEET} {text}", ask="should").question.right == {"keep"}


def test_the_check_names_the_step_to_repeat() -> None:
    check = FinalCheck(lesson=4, seed=4)
    for number, question in enumerate(check._questions):
        check.asked, check.answered = number, False
        wrong = next((option.id for option in question.options if option.id not in question.right), "none of them")
        check.answer(*(question.right if number not in (0, 3) else [wrong]))
    assert not check.passed
    assert check.to_repeat() == ["step 1, which bomb for which 2s", "step 4, bombs on bombs"]


def test_rounds_made_from_a_seed_have_right_and_wrong_answers() -> None:
    widgets = [ChopsWhat(seed=seed, rounds=4) for seed in range(40)]
    assert {len(question.right) for widget in widgets for question in widget._questions} == {0, 1}
    assert all(len(question.options) == 4 for widget in widgets for question in widget._questions)


# ------------------------------------------------------------------ slips


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: ChopsWhat("6s6c6d", []), 'Laid on what? Give a list, like ["2h", "Ah"].'),
        (lambda: ChopsWhat("6s7c", ["2h"]), "6♠ 7♣ together are no combination."),
        (lambda: ChopsWhat("6s6c6d6h", ["6h"]), "6♥ cannot be in your hand and on the table."),
        (lambda: ChopsWhat("6s6c6d6h", ["2h3h"]), "3♥ 2♥ together are no combination"),
        (lambda: ChopsWhat("6s6c6d6h", ["2h", "2h"]), "One of the answers stands there twice."),
        (lambda: ChopsWhat("bomb", ["2h"]), "I cannot read 'bomb' as a card."),
        (lambda: ChopsWhat("6s6c6d6h", 7), "I cannot use this:"),
        (lambda: ChopsWhat(rules="big-two"), "Without cards there are questions about Tiến Lên only."),
        (lambda: ChopsWhat(rounds="x"), "I cannot use this: rounds: 'x' is no whole number"),
    ],
)
def test_a_slip_gets_one_line(make: Callable[[], Any], said: str) -> None:
    widget = make()
    assert widget.scene["trouble"].startswith(said)
    assert "\n" not in widget.scene["trouble"]


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: what_chops("2x"), "I cannot read '2x' as a card."),
        (lambda: what_chops(5), "I cannot read '5' as a card."),
        (lambda: what_chops("2h3h"), "2♥ 3♥ together are no combination."),
        (lambda: what_chops("2h", "poker"), "I cannot use this: rules: no profile 'poker'"),
        (lambda: chop_or_keep("many"), "I cannot use this: number: 'many' is not 1 to 500"),
        (lambda: chop_or_keep(0), "I cannot use this: number: 0 is not 1 to 500"),
    ],
)
def test_a_slip_in_a_call_gets_one_line(made: Callable[[], Any], said: str) -> None:
    assert str(made()).startswith(said)
    assert "\n" not in str(made())
