"""ChopIt, CountCards, SplitHand and PositionEditor without a page: what they ask, what is right, and what is a slip."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tutor import Position, Rules, solve
from tutor.cards import DECK, parse_cards
from tutor.planning import fewest_plays
from tutor.widgets import ChopIt, CountCards, PositionEditor, SplitHand
from tutor.widgets.chop import can_question, chopping, should_question
from tutor.widgets.count_cards import ASKS, count_question, middle_of_a_deal

PAIR = "pagat 3s5d5h/4c4d7s 0 - -"


# ------------------------------------------------------------------ to chop or not


@pytest.mark.parametrize(
    ("text", "right", "said"),
    [
        ("sheet 4s4c4d4h5c/7s 0 1:2c -", "yes", "4♠ 4♣ 4♦ 4♥ is four of a kind, and that chops 2♣."),
        ("sheet 4s4c4d4h5c/7s 0 1:2c2d -", "no", "4♠ 4♣ 4♦ 4♥ is four of a kind, and that is not the bomb for it."),
        ("sheet+quad_chops_pair 4s4c4d4h5c/7s 0 1:2c2d -", "yes", "and that chops 2♣ 2♦."),
        ("sheet 4s4c5d5h6s6d9c/7s 0 1:2c -", "yes", "is a double straight of 3 pairs, and that chops 2♣."),
        ("sheet 4s4c5d5h6s6d7s7c/9s 0 1:2c2d 0", "yes", "A bomb may be laid even after a pass."),
        ("sheet 4s4c4d4h5c/7s 0 1:Ac -", "no", "Only twos, alone or as two or three of a kind, can be chopped."),
        ("sheet 4s5c/7s 0 1:2c2d2h -", "no", "What chops 2♣ 2♦ 2♥: a double straight of 5 pairs."),
    ],
)
def test_whether_it_can_be_chopped(text: str, right: str, said: str) -> None:
    question = can_question(text)
    assert question.right == {right}
    assert all(said in reason for reason in question.reasons.values())
    assert bool(chopping(Position.parse(text))) == (right == "yes")


def test_made_questions_are_true_and_both_answers_come_up() -> None:
    exercise = ChopIt(seed=5, rounds=6)
    assert not exercise.scene["trouble"]
    rights = set()
    for question in exercise._questions[3:]:
        hands = [row.cards for row in question.rows]
        assert all(hands)
        rights |= question.right
    assert rights == {"chop", "keep"}
    again = ChopIt(seed=5, rounds=6)
    assert [question.shown for question in again._questions] == [question.shown for question in exercise._questions]


@pytest.mark.parametrize(
    "text", ["sheet 4s4c4d4h5c/7s8s 0 1:2c -", "sheet 4s4c4d4h5c6c/9s 0 1:2c -", "sheet 4s4c4d4h3c5c/9s9d 0 1:2c -"]
)
def test_whether_to_chop_is_the_solvers_verdict(text: str) -> None:
    position = Position.parse(text)
    chops, solution = chopping(position), solve(position)
    wins = {with_bomb: any(each.value for each in solution.plays if (each.play in chops) == with_bomb)
            for with_bomb in (True, False)}  # fmt: skip
    right = "same" if wins[True] == wins[False] else "chop" if wins[True] else "keep"
    assert should_question(position).right == {right}


# ------------------------------------------------------------------ counting


def test_what_is_counted_is_counted_again() -> None:
    for seed in range(4):
        rules = Rules.parse("pagat" if seed % 2 else "big-two")
        now, seat, told = middle_of_a_deal(random.Random(seed), rules)
        mine = now.hand(seat)
        gone = [card for _who, play in told for card in play.cards]
        others = [card for other in range(now.seats) if other != seat for card in now.hand(other)]
        assert sorted(map(str, [*mine, *gone, *others])) == sorted(map(str, DECK)), "four seats hold the whole pack"
        for ask in ASKS:
            about = "A" if ask == "rank" else mine[-1]
            question = count_question(mine, gone, ask, about, rules)
            higher = [card for card in others if rules.mask([card]) > rules.mask([mine[-1]])]
            expected = {
                "twos": {str(card) for card in others if card.rank == "2"},
                "rank": {str(sum(card.rank == "A" for card in others))},
                "higher": {str(len(higher))},
                "winner": {"beaten" if higher else "sure"},
            }[ask]
            assert question.right == expected
            assert {option.id for option in question.options} >= expected
    assert CountCards(seed=4)._questions == CountCards(seed=4)._questions


# ------------------------------------------------------------------ laying out


@pytest.mark.parametrize("rules", ["pagat", "sheet", "big-two"])
def test_a_made_hand_has_something_to_find_and_the_answer_is_a_shortest_layout(rules: str) -> None:
    exercise = SplitHand(seed=2, rules=rules, count=11)
    read = Rules.parse(rules)
    hand = read.mask(parse_cards("".join(exercise.cards)))
    assert exercise.fewest == fewest_plays(hand, read) < len({card[0] for card in exercise.cards})
    exercise._do_singles({})
    assert not exercise.check()
    exercise._do_answer({})
    answer = [group["cards"] for group in exercise.scene["answer"]]
    assert len(answer) == exercise.fewest
    assert sorted(card for cards in answer for card in cards) == sorted(exercise.cards)


def test_a_layout_with_cards_left_over_is_not_counted() -> None:
    exercise = SplitHand("3s4c5d9h")
    exercise.put("3s4c5d")
    assert not exercise.check()
    assert exercise.scene["says"]["text"] == "Still left over: 9♥."
    assert exercise.tries == 0
    assert not exercise.put("3s"), "it is in a group already"


# ------------------------------------------------------------------ the editor


@pytest.mark.parametrize(
    "text",
    [
        PAIR,
        "sheet+quad_chops_pair 3s5d9dTcJhQs2h/?9/?11/?4 0 3:8d9sTd 2 gone=3d3h",
        "pagat 3s5d/./7h/9c9d 2 1:6s6c6d6h 3 out=1 chain",
        "pagat 3s5d/4c 0 - - open=3s",
        "sheet+cong ./3c4c5c/6d7d 1 0:9s - out=0",
        "big-two+no_pass_first_trick 3d5s/4c/9d 1 0:3c - must=12",
        "pagat ./4c - 0:3s - out=0",
    ],
)
def test_every_position_goes_through_the_editor_unchanged(text: str) -> None:
    editor = PositionEditor(text)
    assert editor.position == editor.text == str(Position.parse(text))
    assert PositionEditor(board=editor.board).position == editor.position, "a saved widget shows the same"


def test_clicks_at_random_never_break_the_editor() -> None:
    """Whatever is clicked: notation that makes no sense has a reason, notation that does is the position."""
    rng, editor = random.Random(1), PositionEditor()
    acts: list[Callable[[], dict[str, Any]]] = [
        lambda: {"do": "put", "card": str(rng.choice(DECK)), "to": rng.choice([*"0123", "table", "gone", "deck"])},
        lambda: {"do": "seats", "value": rng.choice([2, 3, 4, 5, "x"])},
        lambda: {"do": "hidden", "seat": rng.randrange(5), "value": rng.randrange(-1, 20)},
        lambda: {"do": "turn", "value": rng.randrange(-2, 5)},
        lambda: {"do": "owner", "value": rng.randrange(-1, 5)},
        lambda: {"do": "passed", "seat": rng.randrange(-1, 5)},
        lambda: {"do": rng.choice(["chain", "clear", "nonsense"])},
        lambda: {"do": "profile", "value": rng.choice(["sheet", "pagat", "big-two", "pusoy-dos", "x"])},
        lambda: {"do": "house", "name": rng.choice(["cong", "last_pays", "bombs_any", "bombs_single", "x"])},
        lambda: {"do": "read", "text": rng.choice(["", "x", PAIR, "pagat 3s/4x 0 - -", "9" * 900])},
        lambda: {"do": "line", "index": rng.randrange(-1, 9)},
    ]
    for _step in range(800):
        editor._on_message(None, rng.choice([*acts, *acts[:1] * 20])(), None)
        scene = editor.scene
        try:
            made = str(Position.parse(editor.text))
        except ValueError:
            made = ""
        assert editor.position == made
        assert made or scene["fault"]
        assert scene["valid"] in (True, False)


def test_setting_the_position_sets_the_board() -> None:
    editor = PositionEditor()
    editor.position = PAIR
    assert editor.board["hands"] == ["3s5d5h", "4c4d7s"]
    assert [str(play) for play in editor.solve().best] == ["5d5h"]
    editor._do_put({"card": "5h", "to": "0"})
    assert editor.scene["verdicts"] == [], "what was found out about another position is gone"


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: ChopIt("nonsense"), "I cannot use this: position"),
        (lambda: ChopIt(PAIR), "Nothing lies on the table, so there is nothing to chop."),
        (lambda: ChopIt("pagat ./4c - 0:3s - out=0"), "The deal is over, there is nothing left to chop."),
        (lambda: ChopIt("sheet 4s5c/7s 0 1:2c -", ask="should"), "Your hand cannot chop it."),
        (lambda: ChopIt("sheet 4s4c4d4h5c/?3 0 1:2c -", ask="should"), "Whether to chop can be proved"),
        (lambda: ChopIt(ask="may"), "I cannot use this: ask: 'may'"),
        (lambda: ChopIt(rules="big-two"), "Without a position there are questions about Tiến Lên only."),
        (lambda: ChopIt(rounds="x"), "I cannot use this: rounds"),
        (lambda: CountCards("3s", "3s"), "3♠ cannot be in your hand and played."),
        (lambda: CountCards("3s", ask="higher"), "About which card?"),
        (lambda: CountCards("3s", ask="rank", about="X"), "I cannot use this: about: 'X'"),
        (lambda: CountCards("zz"), "I cannot read 'zz' as a card."),
        (lambda: CountCards(ask="x"), "I cannot use this: ask: 'x'"),
        (lambda: SplitHand("zz"), "I cannot read 'zz' as a card."),
        (lambda: SplitHand(count="x"), "I cannot use this: count"),
        (lambda: SplitHand(rules="poker"), "I cannot use this: rules"),
        (lambda: SplitHand("".join(map(str, DECK[:14]))), "That is more than a hand"),
    ],
)
def test_a_slip_gets_one_line(make: Callable[[], Any], said: str) -> None:
    widget = make()
    assert widget.scene["trouble"].startswith(said)
    for act in ("check", "put", "singles", "answer", "again", "new", "next", "apart"):
        widget._on_message(None, {"do": act}, None)
