"""Lesson 7: layouts, costs and losers checked against a slow count, plans against the solver, and every claim made."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from lesson_checks import goes_through_the_steps

from tutor import layouts
from tutor.cards import DECK, parse_cards
from tutor.combinations import Combination, enumerate_combinations
from tutor.layouts import all_shortest, beaten_by, cost_of, of_a_shortest, plan_or_not, shortest, shortest_layouts, sure
from tutor.planning import fewest_plays, is_layout
from tutor.position import Position
from tutor.proofs import every_deal, only_these
from tutor.puzzles import named
from tutor.rules import Rules
from tutor.solver import solve
from tutor.talk import why
from tutor.widgets import FinalCheck, PuzzlePlayer, SplitHand, lesson_07
from tutor.widgets.lesson_07 import PLANS, CostOf, FirstPlay, Losers, questions

LESSON = Path(__file__).parents[1] / "lessons" / "07-plan-your-hand.ipynb"
SHEET = Rules.parse("sheet")
NAMES = {**vars(layouts), **vars(lesson_07), "SplitHand": SplitHand, "PuzzlePlayer": PuzzlePlayer, "why": why}
TENS = "sheet 5dTsThJsQc/7c8c8hKs 0 - -"


def mask(cards: str) -> int:
    return SHEET.mask(parse_cards(cards.replace(" ", "")))


def cells() -> dict[str, str]:
    return {cell["id"]: "".join(cell["source"]) for cell in json.loads(LESSON.read_text(encoding="utf-8"))["cells"]}


def made(cell: str) -> Any:
    return eval(cells()[cell], dict(NAMES))


def right(cell: str) -> list[str]:
    return sorted(made(cell).question.right)


def every_layout(hand: int) -> Iterator[tuple[int, ...]]:
    """Written straight down: every combination with the lowest card, then every layout of the rest."""
    if not hand:
        yield ()
        return
    for shape in enumerate_combinations(hand, SHEET):
        if shape.mask & hand & -hand:
            for rest in every_layout(hand ^ shape.mask):
                yield (shape.mask, *rest)


def ranks(parts: Any) -> tuple[Any, ...]:
    return tuple(sorted(tuple(card.rank for card in SHEET.cards(part)) for part in parts))


# ------------------------------------------------------------------ layouts and costs


def test_all_shortest_layouts_are_found_and_no_other() -> None:
    rng = random.Random(7)
    for _each in range(40):
        low = rng.randrange(0, 20)
        hand = SHEET.mask(rng.sample(DECK[low : low + 24], 7))
        every = list(every_layout(hand))
        least = min(map(len, every))
        wanted = {ranks(parts) for parts in every if len(parts) == least}
        found = shortest_layouts(hand, SHEET)
        assert {ranks(part.mask for part in layout) for layout in found} == wanted
        assert len(found) == len(wanted)
        assert all(is_layout([part.mask for part in layout], hand, SHEET) for layout in found)


def test_a_cost_is_what_the_best_layout_with_the_part_needs_more() -> None:
    rng = random.Random(8)
    for _each in range(15):
        low = rng.randrange(0, 20)
        hand = SHEET.mask(rng.sample(DECK[low : low + 20], 6))
        every = list(every_layout(hand))
        for shape in enumerate_combinations(hand, SHEET):
            best = min(len(parts) for parts in every if shape.mask in parts)
            assert cost_of(shape.mask, hand, SHEET) == best - fewest_plays(hand, SHEET)


@pytest.mark.parametrize(
    ("cell", "answer"),
    [
        ("cost-pair", ["n2"]),
        ("cost-straight", ["n3"]),
        ("loser-first", ["4s", "Kd"]),
        ("tie-first", ["6s6d", "7s8c9h"]),
        ("beyond-first", ["Js"]),
    ],
)
def test_the_answers(cell: str, answer: list[str]) -> None:
    assert right(cell) == answer


def test_what_is_said_of_the_hands_of_steps_1_and_2() -> None:
    assert made("fewest-six").fewest == 3
    assert made("fewest-double").fewest == 2
    pairs = mask("7s7c8d8h9s9cTdTh")
    assert Combination.of(pairs, SHEET).kind == "double_straight"  # type: ignore[union-attr]
    assert "it costs 1 play." in made("cost-call")
    assert "it costs nothing." in made("cost-high-call")
    assert min(len(parts) for parts in every_layout(mask("3c4dQsKdAh")) if mask("QsKdAh") not in parts) == 5, "2 more"


# ------------------------------------------------------------------ losers


def test_a_loser_is_what_some_cards_still_out_beat() -> None:
    rng = random.Random(9)
    for _each in range(60):
        cards = rng.sample(DECK, 14)
        hand, out = SHEET.mask(cards[:6]), SHEET.mask(cards[6:])
        for part in shortest_layouts(hand, SHEET)[0]:
            lead = Position.parse(f"sheet {SHEET.cards_text(hand)}/{SHEET.cards_text(out)} 0 - -")
            answers = [play for play in lead.after(SHEET.cards_text(part.mask)).legal_plays() if not play.is_pass]
            assert (beaten_by(part, out, SHEET) is not None) == bool(answers)


def test_one_loser_is_free_and_two_are_not() -> None:
    assert made("loser-sure") == "Sure to win, whatever the other one holds: 9♠ 9♥."
    assert made("loser-two") == "No first play is sure to win."
    assert sure("4s9s9h6h", "3c5d8s8dThAs", 4) == "No first play is sure to win."
    # "you may still win, if the cards lie well"
    open_hands = every_deal(only_these("sheet 4s9s9hKd/?4 0 - -", "3c5d8s8dThAs"))
    assert any(solve(deal).value for deal in open_hands)


def test_with_one_loser_it_is_last_and_everything_wins() -> None:
    """The rule of step 3, tried on made-up hands: plays that nothing beats, and one more card."""
    rng, tried = random.Random(10), 0
    while tried < 12:
        cards = rng.sample(DECK, 12)
        hand, out = SHEET.mask(cards[:5]), SHEET.mask(cards[5:])
        parts = shortest_layouts(hand, SHEET)[0]
        if sum(beaten_by(part, out, SHEET) is not None for part in parts) == 1:
            tried += 1
            assert solve(only_these(f"sheet {SHEET.cards_text(hand)}/?4 0 - -", SHEET.cards_text(out))).value


# ------------------------------------------------------------------ which plan wins


def test_of_two_layouts_of_the_same_length_the_one_with_fewer_losers_wins() -> None:
    now = Position.parse("sheet 3s6s6d7s8c9h/TsJcKdAc 0 - -")
    assert [len(layout) for layout in shortest_layouts(now.hands[0], SHEET)] == [3, 3]
    losers = [
        [str(part.top) for part in layout if beaten_by(part, now.hands[1], SHEET)]
        for layout in shortest_layouts(now.hands[0], SHEET)
    ]
    assert losers == [["3s", "6d"], ["3s"]]
    assert {str(play) for play in solve(now).best} == {"6s6d", "7s8c9h"}
    assert made("tie-call").startswith("6♠ 7♠ 8♣ 9♥ does not do it.")


def test_no_play_of_a_shortest_layout_wins_and_another_does() -> None:
    now = Position.parse(TENS)
    short, others = of_a_shortest(now)
    best = solve(now).best
    assert {str(play) for play in best} == {"Js", "Qc"}
    assert not set(best) & set(short)
    assert set(best) <= set(others)
    assert made("beyond-shortest").startswith("3 plays at least")
    assert fewest_plays(now.hands[0] & ~mask("TsTh"), SHEET) + 1 == 4, "the pair makes it four plays"
    assert "J♠, wins; Q♣, wins" in made("beyond-all").splitlines()[1]
    assert "wins" not in made("beyond-all").splitlines()[0]
    higher = [card for card in now.hand(1) if card.rank in "KA2"]
    assert [str(card) for card in higher] == ["Ks"], "Ben's only card above the jack and the queen"


def test_an_ace_more_for_ben_or_no_king() -> None:
    without, more = plan_or_not("sheet 5dTsThJsQc/7c8c8h 0 - -"), plan_or_not("sheet 5dTsThJsQc/7c8c8hKsAd 0 - -")
    assert ", no" not in without
    assert ", wins" not in more


def test_the_fewest_plays_are_the_right_habit() -> None:
    lines = str(made("beyond-often")).splitlines()
    assert [int(line.split()[-1]) for line in lines[1:]][1] == 0, "not once"
    assert sum(int(line.split()[-1]) for line in lines[1:]) == 40


def test_a_whole_hand_has_three_shortest_layouts() -> None:
    assert made("whole-all").startswith("3 layouts of 6 plays:")


def test_the_puzzles_are_about_what_is_said_above_them() -> None:
    three = named("three-or-four")
    short, others = of_a_shortest(three.position)
    assert fewest_plays(three.position.hands[0], SHEET) == 3
    assert three.answer in others
    assert three.answer not in short
    assert cost_of(three.answer.mask, three.position.hands[0], SHEET) == 1
    queen = named("spare-queen")
    assert len(shortest_layouts(queen.position.hands[0], SHEET)) == 2
    assert queen.answer in of_a_shortest(queen.position)[0]
    assert "QdKcAs" in [str(play) for play in queen.position.after("9dTsJs").legal_plays()]


def test_what_the_teacher_is_told() -> None:
    assert fewest_plays(mask("3s4s5s6s7s8s9sTh"), SHEET) == fewest_plays(mask("3s3c4s4c5s5c6s6c"), SHEET) == 1
    assert shortest("3s3c4s5s5c7s7c8sTsJsKsAs2s").startswith("10 plays at least")
    assert fewest_plays(mask("3s4s5s6s7s8s9sTsJsQsKsAs2s"), SHEET) == 2


# ------------------------------------------------------------------ the check


def test_the_check_goes_through_the_steps_and_is_the_same_for_the_same_seed() -> None:
    goes_through_the_steps(questions, 20)


def test_in_half_of_the_plans_no_shortest_layout_wins() -> None:
    for number, text in enumerate(PLANS):
        now = Position.parse(f"sheet {text} 0 - -")
        best = set(solve(now).best)
        assert best and solve(now).value
        assert bool(best & set(of_a_shortest(now)[0])) == (number >= 5)


def test_the_check_names_the_step_to_repeat() -> None:
    check = FinalCheck(lesson=7, seed=4)
    for number, question in enumerate(check._questions):
        check.asked, check.answered = number, False
        wrong = next((option.id for option in question.options if option.id not in question.right), "none of them")
        check.answer(*(question.right if number not in (1, 2) else [wrong]))
    assert not check.passed
    assert check.to_repeat() == ["step 2, what a combination costs", "step 3, which plays are losers"]


# ------------------------------------------------------------------ slips


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: CostOf("7s7d", "5s6c7s"), "7♦ is not in the hand."),
        (lambda: CostOf("7s5s", "5s6c7s"), "5♠ 7♠ together are no combination."),
        (lambda: CostOf("7x", "5s6c7s"), "I cannot read '7x' as a card."),
        (lambda: CostOf("7s", "5s6c7s", rules="poker"), "I cannot use this: rules: no profile 'poker'"),
        (lambda: CostOf(rounds="x"), "I cannot use this: rounds: 'x' is no whole number"),
        (lambda: Losers("4s9s", "9s"), "9♠ cannot be in your hand and still out."),
        (lambda: Losers("4s9s", ""), "I cannot read '' as a card."),
        (lambda: Losers("nine", "9s"), "I cannot read 'nine' as a card."),
        (lambda: FirstPlay(""), "I cannot use this: position"),
        (lambda: FirstPlay(TENS, ["2h"]), "2♥ is not allowed here."),
        (lambda: FirstPlay(TENS, ["two"]), "I cannot use this:"),
        (lambda: FirstPlay("sheet 5dTs/?2 0 - -"), "All hands must be open, and the deal must not be over."),
    ],
)
def test_a_slip_gets_one_line(make: Callable[[], Any], said: str) -> None:
    widget = make()
    assert widget.scene["trouble"].startswith(said)
    assert "\n" not in widget.scene["trouble"]


@pytest.mark.parametrize(
    "say",
    [
        lambda: shortest("7x"),
        lambda: shortest(""),
        lambda: shortest("3s3s"),
        lambda: shortest(5),
        lambda: shortest("3s", "poker"),
        lambda: all_shortest("nine"),
        lambda: all_shortest("3s3c3d3h4s4c4d4h5s5c5d5h6s6c"),
        lambda: layouts.what_it_costs("7s", "5s"),
        lambda: layouts.what_it_costs("5s6s", "5s6s7s"),
        lambda: layouts.what_it_costs("", "5s"),
        lambda: sure("4s", "4s"),
        lambda: sure("4s", "5s", 2),
        lambda: sure("4s", "5s", "one"),
        lambda: plan_or_not("sheet 3s/?1 0 - -"),
        lambda: plan_or_not("sheet ?1/3s 0 - -"),
        lambda: plan_or_not("nothing"),
        lambda: layouts.how_often("many"),
        lambda: layouts.how_often(0),
    ],
)
def test_a_slip_in_a_call_gets_one_line(say: Callable[[], Any]) -> None:
    text = str(say())
    assert text.startswith("I cannot use this: ")
    assert "\n" not in text
