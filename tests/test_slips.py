"""What a learner may type by mistake in a lesson: one friendly line, never a traceback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tutor.widgets import BeatIt, CardTable, FinalCheck, NameIt, PickCard, PuzzlePlayer, SortCards

CARD = "I cannot read {} as a card. Write the rank and then the suit letter (s c d h), like 7h or Th."

SLIPS: list[tuple[Callable[[], Any], str]] = [
    (lambda: PickCard(""), CARD.format("''")),
    (lambda: PickCard(5), CARD.format("'5'")),
    (lambda: PickCard("7h 8"), CARD.format("'7h8'")),
    (lambda: PickCard("7h 7h"), "7♥ stands there twice, and there is only one in the pack."),
    (lambda: PickCard("7h"), "One card alone is the highest and the lowest: give at least two."),
    (lambda: PickCard("7h 8h", ask="best"), "I cannot use this: ask: 'best' is neither 'highest' nor 'lowest'"),
    (lambda: PickCard(rounds="four"), "I cannot use this: rounds: 'four' is no whole number"),
    (lambda: PickCard(ranks="xyz"), "I cannot use this: ranks: 'xyz' names no rank of 3456789TJQKA2"),
    (lambda: BeatIt("9d", []), 'Which answers? Give a list, like ["9h", "Ts"].'),
    (lambda: BeatIt("9d", ["9d"]), "9♦ lies on the table already."),
    (lambda: BeatIt("9d", ["9h", "9h"]), "One of the answers stands there twice."),
    (lambda: BeatIt("9d 8d", ["9h"]), "8♦ 9♦ together are no combination, so they cannot lie on the table."),
    (lambda: BeatIt("9d", ["nine"]), CARD.format("'nine'")),
    (lambda: BeatIt(rules="poker"), "I cannot use this: rules: no profile 'poker'"),
    (lambda: NameIt("5"), CARD.format("'5'")),
    (lambda: FinalCheck(lesson=99), "I cannot use this: lesson: there is no check for 99, only for 1"),
    (lambda: FinalCheck(5), "I cannot use this:"),
    (lambda: FinalCheck([]), "No question."),
    (lambda: SortCards(5), CARD.format("'5'")),
    (lambda: SortCards("3s 3s"), "3♠ stands there twice"),
    (lambda: SortCards(count="x"), "I cannot use this: count: 'x' is no whole number"),
    (lambda: SortCards("3s 4s", rules="x"), "I cannot use this: rules: no profile 'x'"),
    (lambda: CardTable(), "I cannot use this: position"),
    (lambda: CardTable("pagat 3s/3s 0 - -"), "I cannot use this: hands: card 3s appears twice"),
    (lambda: CardTable("pagat 3s/4s 0 - -", line=["4s"]), "I cannot use this: 4s is not in the hand of seat 0"),
    (lambda: PuzzlePlayer("no-such-puzzle"), "I cannot use this: there is no puzzle 'no-such-puzzle'; there are"),
    (lambda: PuzzlePlayer(None), "I cannot use this: position"),
    (lambda: PuzzlePlayer("pagat ?3/3s 0 - -"), "I cannot use this: in a puzzle your own hand must be open"),
    (lambda: PuzzlePlayer("pagat 3s/4s 0 - -", goal="win"), "I cannot use this: goal: 'win' is none of first"),
    (lambda: PuzzlePlayer("pagat ./4s - 0:3s - out=0"), "I cannot use this: turn: the deal is over"),
]


@pytest.mark.parametrize(("make", "said"), SLIPS)
def test_a_slip_gets_one_line(make: Callable[[], Any], said: str) -> None:
    widget = make()
    assert widget.scene["trouble"].startswith(said)
    assert "\n" not in widget.scene["trouble"]
    assert str(widget) == widget.scene["trouble"]


@pytest.mark.parametrize("make", [make for make, _said in SLIPS])
@pytest.mark.parametrize(
    "message",
    [
        {"do": "play", "cards": ["3s"]},
        {"do": "play", "cards": 7},
        {"do": "pass"},
        {"do": "back"},
        {"do": "step", "to": 1},
        {"do": "check", "chosen": ["x"], "placed": ["x"]},
        {"do": "next"},
        {"do": "again"},
        {"do": "new"},
        {"do": "line", "index": 0},
        {"do": "give_up"},
        {"do": "nothing of the kind"},
        {"do": "__init__"},
        "rubbish",
        None,
    ],
)
def test_messages_to_a_widget_in_trouble_do_no_harm(make: Callable[[], Any], message: Any) -> None:
    widget = make()
    widget._on_message(widget, message, [])
    assert widget.scene["trouble"]


@pytest.mark.parametrize(
    "make",
    [
        lambda: CardTable("pagat 3s5d5h/4c4d7s 0 - -"),
        lambda: PuzzlePlayer("three-cards"),
        lambda: PickCard(seed=1),
        lambda: SortCards(seed=1),
        lambda: FinalCheck(seed=1),
    ],
)
@pytest.mark.parametrize("value", [None, 7, "x", ["x"], [7], {"a": 1}, -1, 10**9, True])
def test_messages_with_nonsense_change_nothing(make: Callable[[], Any], value: Any) -> None:
    widget = make()
    before = dict(widget.scene)
    for do in ("play", "step", "line", "check"):
        message = {"do": do, "cards": value, "to": value, "index": value, "chosen": value, "placed": value}
        widget._on_message(widget, message, [])
    assert widget.scene == before
