"""Lesson 6, how likely is it: its figures, its exercises and its check, and the pictures that it draws."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest
from sympy import Rational, binomial, expand, symbols

from tutor import Position, solve
from tutor.charts import Picture, bars, count, curve, percent
from tutor.errors import NotationError
from tutor.odds import double_straight, exactly, no_two, pairs, quad, share, somebody_can_chop, undealt, without_run
from tutor.puzzles import named
from tutor.resources import shipped
from tutor.trials import deal_bars, has_double_straight, has_no_two, has_quad, random_hands, try_all, try_out, twos_in
from tutor.widgets import FinalCheck, GuessNumber
from tutor.widgets.lesson_06 import HANDS, questions

# ------------------------------------------------------------------ figures in the prose


def test_the_derivations_shown_are_the_functions() -> None:
    """Every fraction that the lesson builds step by step is the one that `tutor.odds` gives."""
    product: Any = 1
    for drawn in range(13):
        product = product * Rational(48 - drawn, 52 - drawn)
    assert product == no_two(13) == binomial(48, 13) / binomial(52, 13)
    x = symbols("x")
    none = expand(((1 + x) ** 4 - x**4) ** 12 * (1 + x) ** 4)
    assert 1 - none.coeff(x, 13) / binomial(52, 13) == quad(13)
    assert expand((1 + x) ** 8).coeff(x, 2) == 28


def test_small_packs_looked_at_completely() -> None:
    """Reasoning and a full count agree: four ranks and a quad, five ranks and a double straight."""
    x = symbols("x")
    derived = 1 - expand(((1 + x) ** 4 - x**4) ** 4).coeff(x, 6) / binomial(16, 6)
    assert derived == Rational(264, 8008) == Rational(3, 91)
    assert try_all(has_quad, 4, 6).found == 264
    run = 1 - share(without_run(3, 2, [4] * 5), 8, 20)
    tried = try_all(has_double_straight, 5, 8)
    assert (tried.found, tried.hands) == (27108, 125970)
    assert Rational(tried.found, tried.hands) == run


@pytest.mark.parametrize(
    ("holds", "chance"),
    [(has_no_two, no_two), (has_quad, quad), (has_double_straight, lambda n: double_straight(3, n))],
)
def test_dealt_hands_agree_with_the_fractions(holds: Callable[[int], bool], chance: Callable[[int], Any]) -> None:
    for cards in (13, 17):
        assert try_out(holds, 10_000, cards, seed=6).agrees(chance(cards))


def test_figures_that_the_prose_names() -> None:
    assert 79 < comb(52, 13) / 8_000_000_000 < 80
    assert max(range(5), key=lambda number: exactly(number, 4)) == 1, "one 2 is the most common"
    assert Rational(1, 3) < exactly(1, 4) < Rational(1, 2), "and comes in more than a third of all hands"
    too_big = 12 * binomial(48, 9) / binomial(52, 13)
    assert 0 < too_big - quad(13) < Rational(1, 5000), "the first try counts hands with two quads twice"
    assert round(float(1 / (4 * quad(13)))) == 8, "about one quad every eight deals"
    assert double_straight(3, 13) > quad(13)
    assert round(float(100 * somebody_can_chop("2h", "2h"))) == 32
    assert round(float(1 / pairs(6, 13))) == 222
    assert round(float(10 * pairs(6, 17))) == 4, "six pairs in four of ten hands of 17 cards"
    assert (undealt(2), undealt(3), undealt(3, 17)) == (Rational(1, 2), Rational(1, 4), Rational(1, 52))


def test_the_fewer_ranks_in_hand_the_more_dangerous() -> None:
    """Three hands of the lesson and of its check: 21.5, 28.3 and 29.6 per cent; a pair of 2s is chopped more rarely."""
    chances = [somebody_can_chop(hand, "2h") for hand in HANDS]
    assert [percent(chance) for chance in chances] == ["21.5 %", "28.3 %", "29.6 %"]
    assert somebody_can_chop("3s4h5s6d7c8h9sTcJdQsKh2d2h", "2d 2h") < Rational(3, 100)


def test_blanks_between_cards_do_not_matter() -> None:
    assert somebody_can_chop("2d 2h", "2d, 2h", others=(5,)) == somebody_can_chop("2d2h", "2d2h", others=(5,))


def test_the_unlucky_deal() -> None:
    """The 2 is chopped if led early, and wins as the last card; only the straight leads there."""
    puzzle = named("unlucky-deal")
    solution = solve(puzzle.position)
    assert [str(play) for play in solution.best] == [str(puzzle.answer)] == ["9sTsJh"]
    lines = {str(found.play): [str(play) for play in found.line] for found in solution.plays}
    assert lines["2h"][1] == "6s6c6d6h"
    after = puzzle.position.after("9sTsJh").after("-")
    assert {str(found.play): found.value for found in solve(after).plays} == {"Kd": True, "2h": False}
    assert solve(Position.parse("pagat Kd2h/5d6s6c6d6hAc 0 - -")).value


# ------------------------------------------------------------------ guessing


def test_a_guess_counts_once_and_the_truth_comes_after_it() -> None:
    heard = []
    guess = GuessNumber("How many?", Rational(1, 4), why="Because.")
    guess.on_result(lambda number, near: heard.append((number, near)))
    assert "25" not in json.dumps(guess.scene) and "1/4" not in json.dumps(guess.scene)
    assert guess.give(28)
    assert not GuessNumber("How many?", 0.25).give(31)
    guess.give(25)
    assert (guess.guess, guess.off, guess.near, heard) == (28, 3, True, [(0, True)])
    assert guess.scene["says"]["text"] == "It is 25 % (1/4). Your guess was 3 percentage points too high."
    assert guess.as_text().splitlines()[-1] == "Because."


@pytest.mark.parametrize(
    ("guess", "said", "near"),
    [
        (101_808, "It is 101 808. Your guess was as good as that!", True),
        (50_904, "It is 101 808. Your guess was 2 times too low.", True),
        (1_018_080, "It is 101 808. Your guess was 10 times too high.", False),
        (0, "It is 101 808. Your guess was 101 808 times too low.", False),
    ],
)
def test_whole_numbers_are_judged_by_factors(guess: float, said: str, near: bool) -> None:
    widget = GuessNumber("How many?", 101_808, whole=True)
    assert widget.give(guess) is near
    assert widget.scene["says"]["text"] == said
    assert all(0 <= mark["at"] <= 1 for mark in widget.scene["marks"])


@pytest.mark.parametrize("answer", [3, -1, "y", None, float("nan"), float("inf"), [1]])
def test_an_answer_that_is_none_is_one_friendly_line(answer: object) -> None:
    widget = GuessNumber("How many?", answer)
    assert widget.scene["trouble"].startswith("I cannot use this: answer: ")
    assert str(widget) == widget.scene["trouble"]
    assert not widget.give(5)
    assert widget.guess is None


@pytest.mark.parametrize("guess", [None, "5", -1, 101, float("nan"), True, [], {}])
def test_messages_that_are_no_guess_change_nothing(guess: object) -> None:
    widget = GuessNumber("How many?", 0.5)
    widget._on_message(widget, {"do": "guess", "guess": guess}, [])
    assert widget.guess is None


# ------------------------------------------------------------------ the check


@pytest.mark.parametrize("seed", range(25))
def test_the_check_asks_what_has_one_answer(seed: int) -> None:
    """Seven questions, each with one right answer among different ones, with a reason, from every step."""
    asked = questions(random.Random(seed))
    assert len(asked) == 7
    assert {question.topic[:6] for question in asked} == {f"step {n}" for n in range(1, 7)}
    for question in asked:
        assert len(question.right) == 1
        names = [option.name for option in question.options]
        assert len(set(names)) == len(names) >= 3, question.prompt
        assert {option.id for option in question.options} == set(question.reasons)
    assert [q.prompt for q in asked] == [q.prompt for q in questions(random.Random(seed))]


def _right(question: Any) -> str:
    return next(option.name for option in question.options if option.id in question.right)


@pytest.mark.parametrize("seed", range(25))
def test_the_answers_of_the_check_are_true(seed: int) -> None:
    """Computed a second time, from the words of the question."""
    hands, product, contrary, power, run, _chop, _rarest = questions(random.Random(seed))
    pack, size = map(int, re.findall(r"\d+", hands.prompt))
    assert _right(hands) == str(len(list(combinations(range(pack), size))))
    marked = int(product.prompt.split()[0])
    value = Fraction(1)
    for part in _right(product).split(" · "):
        value *= Fraction(part)
    assert value == Fraction(comb(52 - marked, 3), comb(52, 3))
    given = Fraction(re.findall(r"\d+/\d+", contrary.prompt)[0])
    assert Fraction(_right(contrary)) + given == 1
    term = re.findall(r"of (x\S?) count|front of (x\S?) count", power.prompt)[0]
    assert _right(power) == f"the ways to take {['x', 'x²', 'x³', 'x⁴'].index(''.join(term)) + 1} of the four sevens"
    numbers = [int(each) for each in re.findall(r"(\d) ×", run.prompt)]
    behind = next((n for n, number in enumerate(reversed(numbers)) if number < 2), len(numbers))
    assert _right(run) == str(behind)


def test_the_check_can_be_failed_and_names_the_steps() -> None:
    check = FinalCheck(lesson=6, seed=1)
    for number, question in enumerate(check._questions):
        check.asked = number
        wrong = [option.id for option in question.options if option.id not in question.right]
        check.answer(wrong[0] if number in (2, 4) else next(iter(question.right)))
    assert not check.passed
    assert check.scene["says"]["text"] == (
        "Not passed yet: 5 of 7 questions right. Read again: step 3, a quad; step 4, pairs in a row."
    )


# ------------------------------------------------------------------ pictures and trials


def test_numbers_are_said_with_the_figures_that_count() -> None:
    assert [percent(each) for each in (0.5, 0.30382, 0.000648, 0.0000123, 0, 1)] == [
        *("50 %", "30.4 %", "0.0648 %", "0.00123 %", "0 %", "100 %"),
    ]
    assert [count(each) for each in (7, 1234, 635013559600, 53644737765488792839237440000)] == [
        *("7", "1 234", "635 013 559 600", "5.36 × 10²⁸"),
    ]


@pytest.mark.parametrize("draw", [bars, curve])
def test_a_picture_has_its_numbers_in_words(draw: Callable[..., Picture]) -> None:
    """In the HTML as well as in the plain text; what is written in it is never markup."""
    picture = draw({6: (0.25, 0.5), 7: (0.3, 0.75)}, "<b>Chances</b>", ["<i>one</i>", "two"])
    html, text = picture._repr_html_(), str(picture)
    assert "<b>" not in html and "<i>" not in html and "&lt;b&gt;Chances&lt;/b&gt;" in html
    for number in ("25 %", "50 %", "30 %", "75 %"):
        assert number in html and number in text
    assert 'role="img"' in html and "aria-label=" in html


@pytest.mark.parametrize("values", [{}, None, 5, {"a": "b"}, {"a": -1}, {"a": (1, 2), "b": 1}, {"a": None}])
def test_what_cannot_be_drawn_is_one_friendly_line(values: object) -> None:
    for draw in (bars, curve):
        text = str(draw(values))
        assert text.startswith("I cannot draw this: ") and "\n" not in text


def test_the_picture_of_the_deal_shows_the_published_figures() -> None:
    text = str(deal_bars(13, 17))
    for figure in ("0.264 %", "8.36 %", "0.961 %", "39 %", "0.326 %", "33.3 %"):
        assert figure in text


@pytest.mark.parametrize(
    "call",
    [
        lambda: try_out(has_quad, "many"),
        lambda: try_out(has_quad, 0),
        lambda: try_out(has_quad, 10, 60),
        lambda: try_all(has_quad, 13, 13),
        lambda: try_all(has_quad, 0, 1),
        lambda: no_two(60),
        lambda: quad("x"),
        lambda: somebody_can_chop("3x", "2h"),
        lambda: somebody_can_chop("3s", "Ah"),
    ],
)
def test_slips_in_the_calls_are_one_line(call: Callable[[], Any]) -> None:
    """A notebook shows the one line of the error in place of a traceback."""
    with pytest.raises(NotationError) as slip:
        call()
    assert slip.value._render_traceback_() == [str(slip.value)]
    assert "\n" not in str(slip.value)


def test_the_same_seed_deals_the_same_hands() -> None:
    assert list(random_hands(20, seed=3)) == list(random_hands(20, seed=3)) != list(random_hands(20, seed=4))
    assert {hand.bit_count() for hand in random_hands(20, 17)} == {17}
    assert sum(map(twos_in, random_hands(2000))) == pytest.approx(2000, rel=0.1)


def test_links_and_literals_of_the_notebook() -> None:
    """Texts that the code shows are named for the translators, as they stand in the code."""
    content = json.loads((shipped("lessons") / "06-how-likely-is-it.ipynb").read_text(encoding="utf-8"))
    for cell in content["cells"]:
        for text in cell["metadata"].get("translate", ()):
            assert f'"{text}"' in "".join(cell["source"]), cell["id"]


def test_every_cell_runs_by_itself() -> None:
    """Out of order, alone, twice: after the imports no cell needs another one."""
    content = json.loads((shipped("lessons") / "06-how-likely-is-it.ipynb").read_text(encoding="utf-8"))
    imports, *cells = ["".join(cell["source"]) for cell in content["cells"] if cell["cell_type"] == "code"]
    names: dict[str, Any] = {}
    exec(imports, names)
    for source in reversed(cells):
        exec(source, dict(names))
