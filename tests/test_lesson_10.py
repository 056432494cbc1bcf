"""Lesson 10, how the solver knows: its trees against the solver, its claims, exercises and check."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from tutor import Position, Rules, chance, solve
from tutor.cards import DECK
from tutor.errors import NotationError
from tutor.proofs import endings, every_deal, may_hold, only_these, places, small_deal, weigh, wins
from tutor.puzzles import named
from tutor.resources import shipped
from tutor.solver.plain import solve_plain
from tutor.talk import why
from tutor.trees import Node, grow, looked_at, tree
from tutor.widgets import FinalCheck
from tutor.widgets.lesson_10 import NodeValues, WhichWins, questions

FOUR = "pagat 3s5d5h/7s 0 - -"
SMALL = "pagat 6s9s/7h 0 1:5h -"
HIDDEN = only_these("pagat 5s5h8h/?2 0 - -", "7s 7h Jh")


def small_positions(number: int, seed: int, most: int = 6) -> list[Position]:
    """Small open deals of two or three seats."""
    rng, found = random.Random(seed), []
    while len(found) < number:
        sizes = [rng.randint(1, 3) for _seat in range(rng.choice([2, 2, 3]))]
        if sum(sizes) > most:
            continue
        cards, at, hands = rng.sample(DECK, sum(sizes)), 0, []
        for size in sizes:
            hands.append("".join(map(str, sorted(cards[at : at + size], key=DECK.index))))
            at += size
        found.append(Position.parse(f"pagat {'/'.join(hands)} 0 - -"))
    return found


# ------------------------------------------------------------------ trees


def test_the_definition_agrees_with_both_solvers() -> None:
    for position in small_positions(60, seed=1):
        value = wins(position, 0)
        assert value == solve_plain(position).value == solve(position).value, position


def test_every_place_of_a_tree_has_the_solvers_value() -> None:
    """The picture is made from the rules alone; the solver says the same of every place in it."""
    for position in (*small_positions(15, seed=2, most=5), Position.parse(FOUR), Position.parse(SMALL)):
        root = grow(position, most=5000)
        for node in root.walk():
            if not node.leaf and node.position.turn == 0:
                assert node.value == solve_plain(node.position).value
        assert {str(child.play): child.value for child in root.children} == {
            str(found.play): found.value for found in solve(position).plays
        }


def test_counts_of_the_lesson() -> None:
    """17 endings and 38 places with four cards, 10 of them looked at; a hundred thousand endings with five each."""
    root = grow(FOUR)
    assert sum(1 for _each in root.walk()) == 38
    assert sum(node.leaf for node in root.walk()) == endings(FOUR) == 17
    assert looked_at(FOUR) == 10
    assert (endings(small_deal(5, seed=7)), places(small_deal(5, seed=7))) == (101_808, 5_313)
    for cards in (4, 5):
        assert places(small_deal(cards, seed=7)) < endings(small_deal(cards, seed=7)) / 2
        assert solve(small_deal(cards, seed=7)).nodes < places(small_deal(cards, seed=7))


def test_endings_and_positions_counted_again() -> None:
    """By the tree itself, and by the positions in it."""
    for position in small_positions(20, seed=3, most=5):
        root = grow(position, most=5000)
        assert endings(position) == sum(node.leaf for node in root.walk())
        assert places(position) == len({node.position for node in root.walk() if not node.leaf})


def test_a_cut_tree_has_the_same_value_and_stops_where_it_may() -> None:
    """Looking only at what was looked at gives the same value; nothing looked at comes after a play that was enough."""

    def value(node: Node, hero: int) -> bool:
        if node.leaf:
            return node.value
        seen = [value(child, hero) for child in node.children if child.looked]
        good = node.position.turn == hero
        assert good not in seen[:-1]
        assert len(seen) == len(node.children) or seen[-1] == good
        return any(seen) if good else all(seen)

    for position in small_positions(20, seed=4, most=5):
        assert value(grow(position, cuts=True, most=5000), 0) == wins(position, 0)


def test_the_picture_says_in_words_what_it_draws() -> None:
    """Every place stands in the list; a tree without values gives only those of the ends away."""
    html = tree(SMALL)._repr_html_()
    assert html.count("<li>") == 10
    assert "Ben: 7♥ – Ben is out, you lose" in html
    assert 'role="img"' in html
    open_tree = str(tree(SMALL, values=False))
    assert open_tree.count("you win") + open_tree.count("you lose") == 4
    assert re.findall(r"\b([A-Z]), ", open_tree) == ["F", "B", "A", "D", "C", "E"]
    assert tree(FOUR, cuts=True)._repr_html_().count("not looked at") == 3
    assert str(tree(FOUR, cuts=True)).count("not looked at") == 3
    assert "&lt;b&gt;" in tree(SMALL, names=("", "<b>"))._repr_html_()


@pytest.mark.parametrize(
    "position", ["nonsense", None, "pagat ./3s - 0:4s - out=0", small_deal(5), "pagat ?2/3s 0 - -"]
)
def test_what_has_no_tree_is_one_friendly_line(position: object) -> None:
    text = str(tree(position))
    assert text.startswith("I cannot use this: ")
    assert "\n" not in text
    assert NodeValues(position).scene["trouble"]


# ------------------------------------------------------------------ claims


def test_step_one_only_the_pair_is_proved() -> None:
    assert [str(play) for play in solve(Position.parse(FOUR)).best] == ["5d5h"]
    for play in ("3s", "5d", "5h"):
        assert Position.parse(FOUR).after(play).after("7s").out == (1,), "one answer ends it at once"


def test_step_two_with_the_ten_nothing_wins() -> None:
    """What the learner is asked to try."""
    assert solve(Position.parse(SMALL)).value
    assert not solve(Position.parse(SMALL.replace("7h", "Th"))).value


def test_twins_are_twins() -> None:
    """The branches of the two fives are the same but for the suit."""

    def shape(node: Node) -> Any:
        return (node.value, sorted(map(shape, node.children), key=repr))

    fives = [child for child in grow(FOUR).children if str(child.play) in ("5d", "5h")]
    assert shape(fives[0]) == shape(fives[1])


def test_two_who_play_together_may_want_to_be_beaten() -> None:
    """Ben keeps the lowest seven for Carla; with any other pair of sevens you win. With the 8 he need not."""
    told = why("pagat 3s4s4cAh/7s7d7hKs/7c 0 - -", "4s4c")
    assert "Ben beats 4♠ 4♣ with 7♦ 7♥." in told and "Carla beats 7♠ with 7♣." in told
    after = Position.parse("pagat 3s4s4cAh/7s7d7hKs/7c 0 - -").after("4s4c")
    values = {str(play): wins(after.after(play), 0) for play in after.legal_plays()}
    assert [play for play, value in values.items() if not value] == ["7d7h"]
    after = Position.parse("pagat 3s4s4cAh/7s7d7hKs/8c 0 - -").after("4s4c")
    assert sum(not wins(after.after(play), 0) for play in after.legal_plays()) > 1


def test_a_pass_proves_nothing() -> None:
    assert may_hold(HIDDEN) == may_hold(HIDDEN.after("8h").after("-")) == "3 possible hands: 7♠ 7♥; 7♠ J♥; 7♥ J♥"


def test_sure_is_the_search_with_cards_given_as_late_as_one_likes() -> None:
    """The definition asked with a hidden hand, and `solve`, agree; a sure play wins in every deal."""
    rng = random.Random(5)
    sure = 0
    for _each in range(40):
        cards = rng.sample(DECK, 6)
        hand = "".join(map(str, sorted(cards[:3], key=DECK.index)))
        position = only_these(f"pagat {hand}/?{rng.choice([1, 2])} 0 - -", "".join(map(str, cards[3:])))
        for found in solve(position).plays:
            assert found.value == wins(position.after(found.play), 0)
            if found.value:
                sure += 1
                assert all(wins(deal.after(found.play), 0) for deal in every_deal(position))
    assert sure > 10


def test_every_deal_is_won_and_nothing_is_sure() -> None:
    """The pair wins in two of three deals, the eight in the third; no play is sure."""
    assert not solve(HIDDEN).value
    deals = list(every_deal(HIDDEN))
    assert len(deals) == 3
    assert all(wins(deal, 0) for deal in deals)
    shares = {str(each.play): each.share for each in chance(HIDDEN).plays}
    assert shares["5s5h"] == pytest.approx(2 / 3) == max(shares.values())
    lost = [deal for deal in deals if not wins(deal.after("5s5h"), 0)]
    assert [str(deal).split()[1] for deal in lost] == ["5s5h8h/7s7h"]
    assert wins(lost[0].after("8h"), 0)


def test_strategy_fusion() -> None:
    """The three threes win in all three deals with open hands, and are not sure."""
    position = only_these("pagat 3s3c3d5s5h8h/?2 0 - -", "7s 7h Jh")
    assert all(wins(deal.after("3s3c3d"), 0) for deal in every_deal(position))
    assert not any(found.value for found in solve(position).plays)
    assert "3♠ 3♣ 3♦, not sure  100 %" in str(weigh(position))
    assert position.after("3s3c3d").after("-").hands[0] == HIDDEN.hands[0]


def test_a_search_that_is_stopped_never_guesses() -> None:
    stopped = solve(small_deal(9, seed=7), nodes=300)
    assert not stopped.complete
    whole = solve(small_deal(9, seed=7))
    for found, known in zip(stopped.plays, whole.plays, strict=True):
        assert found.value in (None, known.value)


def test_one_card_more_is_the_puzzle() -> None:
    puzzle = named("one-card-more")
    assert [str(play) for play in solve(puzzle.position).best] == [str(puzzle.answer)]
    assert str(puzzle.position) == "pagat 4s5s5h8s/3s7hTs 0 - -"
    assert not solve(Position.parse("pagat 4s5s5h8s/7hTs 0 - -")).value, "without the 3 Ben stops everything"


# ------------------------------------------------------------------ exercises and the check


def test_values_are_asked_from_the_ends_back() -> None:
    exercise = NodeValues(FOUR)
    root = grow(FOUR)
    inner = [node for node in root.walk() if not node.leaf]
    assert len(exercise._questions) == len(inner) == 21
    for question, node in zip(exercise._questions, inner, strict=True):
        assert f"Place {node.letter}" in question.prompt
        assert question.right == {"win" if node.value else "loss"}
    assert exercise._questions[-1].prompt.startswith("Place U, the start.")


def test_which_plays_win_has_a_reason_for_each() -> None:
    exercise = WhichWins(FOUR)
    assert not exercise.answer("3s")
    assert exercise.scene["reasons"][0].startswith("3♠ does not do it. You lead 3♠. Ben beats 3♠ with 7♠.")
    assert exercise.answer("5d5h")
    hidden = WhichWins(HIDDEN)
    assert hidden.scene["noneAllowed"]
    assert hidden.answer()


@pytest.mark.parametrize("position", ["nonsense", None, small_deal(13), "pagat ./3s - 0:4s - out=0"])
def test_a_slip_in_an_exercise_is_one_friendly_line(position: object) -> None:
    assert WhichWins(position).scene["trouble"].startswith("I cannot use this: ")


@pytest.mark.parametrize(
    "call",
    [
        lambda: small_deal(14),
        lambda: small_deal("x"),
        lambda: endings(small_deal(13)),
        lambda: only_these("pagat 3s/4s 0 - -", "5s"),
        lambda: only_these("pagat 3s/?2 0 - -", "5s"),
        lambda: only_these("pagat 3s/?1 0 - -", "5x"),
        lambda: list(every_deal("pagat 3s/?13 0 - -")),
    ],
)
def test_slips_in_the_calls_are_one_line(call: Callable[[], Any]) -> None:
    with pytest.raises(NotationError) as slip:
        call()
    assert "\n" not in str(slip.value)


def test_slips_in_sentences_and_pictures_are_one_line() -> None:
    for said in (may_hold("x"), may_hold(HIDDEN, 7), may_hold("pagat 3s/?13 0 - -"), weigh("x")):
        assert str(said).startswith("I cannot use this: ")


@pytest.mark.parametrize("seed", range(25))
def test_the_check_is_true_and_the_same_for_a_seed(seed: int) -> None:
    """Six questions of five steps; the answers are worked out again from the words where they can be."""
    asked = questions(random.Random(seed))
    assert [question.topic[:6] for question in asked] == ["step 1", "step 2", "step 3", "step 4", "step 5", "step 5"]
    for question in asked:
        assert {option.id for option in question.options} == set(question.reasons)
        assert question.right <= set(question.reasons)
    first, reply, ways, enough, passed, _sure = asked
    assert 0 < len(first.right) < len(first.options)
    good = ["you win" in each for each in re.findall(r"you win|you lose", reply.prompt.partition(". Do")[0])]
    assert len(good) == 3
    value = any(good) if reply.prompt.startswith("You are") else all(good)
    assert reply.right == {"win" if value else "loss"}
    assert len(ways.right) == 1
    yours = enough.prompt.startswith("You are")
    values = re.findall(r"(\d): you (win|lose)", enough.prompt)
    stop = next(n for n, value_ in values if (value_ == "win") == yours)
    assert enough.right == {f"n{stop}"}
    assert passed.right == {option.id for option in passed.options}, "a pass rules no card out"
    assert [q.prompt for q in asked] == [q.prompt for q in questions(random.Random(seed))]


def test_hidden_questions_have_both_answers() -> None:
    """Something is sure in some of them and nothing in others."""
    last = [questions(random.Random(seed))[5] for seed in range(25)]
    assert {bool(question.right) for question in last} == {True, False}


def test_the_check_can_be_failed_and_names_the_steps() -> None:
    check = FinalCheck(lesson=10, seed=1)
    for number, question in enumerate(check._questions):
        check.asked = number
        ids = [option.id for option in question.options]
        right = sorted(question.right)
        wrong = [each for each in ids if each not in right][:1]
        check.answer(*(wrong if number in (1, 3) else right))
    assert check.to_repeat() == ["step 2, from the ends back", "step 4, what need not be looked at"]
    assert not check.passed


def test_a_position_knows_what_can_be_unseen() -> None:
    """`only_these` leaves exactly the cards named, also when some lie on the table."""
    position = only_these("pagat 6s9s/?1 0 1:5h -", "7h, Th")
    rules = Rules.parse("pagat")
    assert rules.cards_text(position.unseen) == "7hTh"
    assert only_these(str(position), "7h 8h").unseen.bit_count() == 2, "asked again, it forgets what was said before"


def test_every_cell_runs_by_itself() -> None:
    """Out of order, alone, twice: after the imports no cell needs another one."""
    content = json.loads((shipped("lessons") / "10-how-the-solver-knows.ipynb").read_text(encoding="utf-8"))
    imports, *cells = ["".join(cell["source"]) for cell in content["cells"] if cell["cell_type"] == "code"]
    names: dict[str, Any] = {}
    exec(imports, names)
    for source in reversed(cells):
        exec(source, dict(names))
