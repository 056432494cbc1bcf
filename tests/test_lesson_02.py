"""Lesson 2: what it claims is true, its drills and its check are sound, and slips get one friendly line."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tutor.cards import DECK, parse_cards
from tutor.combinations import Combination
from tutor.puzzles import named
from tutor.rules import Rules
from tutor.shapes import found_in
from tutor.solver import solve
from tutor.widgets import FinalCheck, FindAll, NameIt, WhichAre
from tutor.widgets.lesson_02 import questions

LESSON = Path(__file__).parents[1] / "lessons" / "02-combinations.ipynb"
PAGAT, SHEET = Rules.parse("pagat"), Rules.parse("sheet")


def cells() -> dict[str, str]:
    return {cell["id"]: "".join(cell["source"]) for cell in json.loads(LESSON.read_text(encoding="utf-8"))["cells"]}


def counts(cards: str, rules: Rules = PAGAT) -> Counter[str]:
    return Counter(each.kind for each in found_in(parse_cards(cards), "", rules))


# ------------------------------------------------------------------ what the lesson says


def test_there_are_six_kinds() -> None:
    assert PAGAT.kinds == SHEET.kinds == ("single", "pair", "triple", "quad", "straight", "double_straight")


def test_the_numbers_in_the_text() -> None:
    assert counts("8s8d8h")["pair"] == 3
    assert counts("8s8c8d8h") == {"single": 4, "pair": 6, "triple": 4, "quad": 1}
    assert counts("4s5d6c7h")["straight"] == 3
    five = found_in(parse_cards("4s5d5h6c7h"), "straight", PAGAT)
    assert len(five) == 6
    assert all("5" in PAGAT.cards_text(each.mask) for each in five)
    assert counts("4s4d5h6c7h")["straight"] == 5, "a second four doubles only those with a four"
    assert counts("9s9c9hTsTcJsJcKd")["double_straight"] == 3


def test_the_numbers_for_teachers() -> None:
    """78 pairs, 52 triples, 13 quads and 640 straights of three in the whole pack (sheet)."""
    by_rank = [[card for card in DECK if card.rank == rank] for rank in "3456789TJQKA2"]
    assert sum(len(found_in(cards, "pair", SHEET)) for cards in by_rank) == 78
    assert sum(len(found_in(cards, "triple", SHEET)) for cards in by_rank) == 52
    assert sum(len(found_in(cards, "quad", SHEET)) for cards in by_rank) == 13
    runs = [[card for cards in by_rank[low : low + 3] for card in cards] for low in range(11)]
    assert sum(len(found_in(cards, "straight", SHEET, size=3)) for cards in runs) == 640


def test_the_broken_one_is_mended_both_ways() -> None:
    assert Combination.of(PAGAT.mask(parse_cards("3s4s4c5s")), PAGAT) is None
    assert Combination.of(PAGAT.mask(parse_cards("3s4s5s")), PAGAT) is not None
    assert Combination.of(PAGAT.mask(parse_cards("3s3d4s4c5s5d")), PAGAT) is not None


def test_two_answers_change_between_the_profiles() -> None:
    """Step 5: the same sets with sheet and with pagat; none of either goes round the corner."""
    sheet, pagat = (eval(cells()[f"twos-{name}-which"], {"WhichAre": WhichAre}) for name in ("sheet", "pagat"))
    assert [option.id for option in sheet.question.options] == [option.id for option in pagat.question.options]
    assert sheet.question.right < pagat.question.right
    assert len(pagat.question.right - sheet.question.right) == 2


def test_the_longest_straight() -> None:
    dragon = re.search(r'"([^"]*)", "pagat"', cells()["twos-dragon"])
    assert dragon is not None
    cards = parse_cards(dragon[1].replace(" ", ""))
    shape = Combination.of(PAGAT.mask(cards), PAGAT)
    assert (shape and shape.size, Combination.of(SHEET.mask(cards), SHEET)) == (13, None)
    assert len(found_in(cards, "straight", SHEET, size=12)) == 1


def test_the_same_cards_want_another_play_under_other_rules() -> None:
    pagat, sheet = named("two-in-the-straight"), named("ace-ends-it")
    assert pagat.position.hands == sheet.position.hands
    for puzzle in (pagat, sheet):
        assert solve(puzzle.position).best == [puzzle.answer]
    assert pagat.answer != sheet.answer


# ------------------------------------------------------------------ the check


def test_the_check_has_a_question_for_each_step_and_is_the_same_for_the_same_seed() -> None:
    for seed in range(60):
        asked = questions(random.Random(seed))
        assert [question.topic[:6] for question in asked] == [f"step {n}" for n in range(1, 7)]
        assert asked == questions(random.Random(seed))
        for question in asked:
            ids = [option.id for option in question.options]
            assert question.right <= set(ids)
            assert len(set(ids)) == len(ids)
            assert question.many or len(question.right) == 1
            assert all(question.reasons.get(each) for each in question.right)


def test_each_step_asks_something_different_over_time() -> None:
    """Both answers come up: combinations and none, both profiles, pairs and straights to count."""
    many = [questions(random.Random(seed)) for seed in range(60)]
    right = [{next(iter(each[n].right)) for each in many} for n in (0, 1, 2, 4)]
    assert right[0] == {"pair", "triple", "quad"}
    assert right[1] == {"straight", "none"}
    assert right[2] == {"double_straight", "none"}
    assert right[3] == {"straight", "double_straight", "none"}


def test_the_check_can_be_failed_and_names_the_steps() -> None:
    check = FinalCheck(lesson=2, seed=4)
    for number, question in enumerate(check._questions):
        check.asked, check.answered = number, False
        wrong = next((o.id for o in question.options if o.id not in question.right), "none of them")
        check.answer(*(question.right if number > 1 else [wrong]))
    assert not check.passed
    assert check.to_repeat() == ["step 1, cards of one rank", "step 2, straights"]
    assert "Read again: step 1, cards of one rank; step 2, straights." in check.scene["says"]["text"]


# ------------------------------------------------------------------ the drills


@pytest.mark.parametrize("rules", ["sheet", "pagat", "big-two"])
def test_made_sets_have_both_answers_and_every_wrong_one_its_own_reason(rules: str) -> None:
    for seed in range(100):
        question = WhichAre(seed=seed, rounds=1, rules=rules).question
        none = [question.reasons[o.id].split(". ", 1)[1] for o in question.options if o.id not in question.right]
        assert question.right
        assert none
        assert len(set(none)) == len(none) or rules == "big-two"


@pytest.mark.parametrize("kind", ["pair", "triple", "straight", "double_straight", "quad"])
def test_a_drawn_hand_holds_a_few_of_the_kind(kind: str) -> None:
    for seed in range(5):
        exercise = FindAll(kind=kind, seed=seed)
        assert 2 <= len(exercise.solution) <= 8
        assert FindAll(kind=kind, seed=seed).cards == exercise.cards
        before = list(exercise.cards)
        exercise._do_new({})
        assert exercise.cards != before


def test_all_can_be_found_shown_and_begun_again() -> None:
    exercise = FindAll("4s5d6c7h", "straight")
    assert not exercise.take("4s5d")
    assert exercise.scene["says"]["text"].endswith(
        "A pair needs two cards of one rank, and a straight at least three cards."
    )
    assert not exercise.take("4s")
    assert "That is not what you are looking for. A straight is three or more" in exercise.scene["says"]["text"]
    assert exercise.take("6c5d4s")
    assert exercise.scene["says"]["text"] == "Yes: 4♠ 5♦ 6♣. 2 are still hidden."
    assert not exercise.take("4s5d6c")
    assert exercise.slips == 2
    exercise._do_rest({})
    assert [row["missed"] for row in exercise.scene["found"]] == [False, True, True]
    assert not exercise.done
    exercise._do_again({})
    for text in exercise.solution:
        exercise._do_take({"cards": re.findall("..", text)})
    assert exercise.done
    assert exercise.scene["says"]["text"].endswith("You have found them all, without a slip.")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: FindAll("3s3c", "straight"), "This hand holds none of these. A straight is three or more ranks"),
        (lambda: FindAll("3s3c", "flush"), "I know no kind 'flush' here."),
        (lambda: FindAll(5), "I cannot read '5' as a card."),
        (lambda: FindAll("3s3s"), "3♠ stands there twice"),
        (lambda: FindAll("3s3c", rules="poker"), "I cannot use this: rules: no profile 'poker'"),
        (lambda: FindAll("3s3c", size="two"), "I cannot use this: size: 'two' is no whole number"),
        (lambda: FindAll(count="x"), "I cannot use this: count: 'x' is no whole number"),
        (lambda: FindAll("3s3c4s4c5s5c6s6c7s7c8s8c", "straight"), "There are 208 straights in this hand: too many"),
        (lambda: FindAll("3s3c3d3h4s4c4d4h5s5c5d5h6s6c"), "That is more than a hand: give at most 13 cards."),
        (lambda: WhichAre([]), 'Which cards? Give a list, like ["5d5h", "As2h3d"].'),
        (lambda: WhichAre(["x"]), "I cannot read 'x' as a card."),
        (lambda: WhichAre(5), "I cannot use this:"),
        (lambda: WhichAre(["3s", "3s"]), "One of the sets stands there twice."),
        (lambda: WhichAre(rounds="x"), "I cannot use this: rounds: 'x' is no whole number"),
    ],
)
def test_a_slip_gets_one_line(make: Callable[[], Any], said: str) -> None:
    widget = make()
    assert widget.scene["trouble"].startswith(said)
    assert "\n" not in widget.scene["trouble"]
    for content in ({"do": "take", "cards": ["3s"]}, {"do": "rest"}, {"do": "again"}, {"do": "new"}, {"do": "check"}):
        widget._on_message(widget, content, [])
    assert widget.scene["trouble"]


@pytest.mark.parametrize("value", [None, 7, "x", ["x"], [7], {"a": 1}, True, []])
def test_nonsense_from_the_page_changes_nothing(value: Any) -> None:
    exercise = FindAll("8s8d8h", "pair")
    before = dict(exercise.scene)
    exercise._on_message(exercise, {"do": "take", "cards": value}, [])
    assert exercise.scene == before
    assert exercise.slips == 0


def test_a_wrong_name_gets_the_rule_of_its_kind_and_keeps_the_answer() -> None:
    exercise = NameIt("6s6c7d7h")
    exercise.answer("double_straight")
    assert exercise.scene["reasons"] == ["A double straight is three or more pairs in a row."]
    exercise.answer("none")
    assert "Two pairs are too few" in exercise.scene["says"]["text"]
