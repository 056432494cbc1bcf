"""Hints at any table, and the same position under other rules."""

from __future__ import annotations

import random

import pytest
from packs import SOME

from tutor import Play, Position, Rules, deal, solve
from tutor.bots import view
from tutor.errors import PositionError
from tutor.hints import hint_for, hint_text
from tutor.other_rules import compare_rules, house_rule_name, profile_name, rules_name
from tutor.puzzles import named
from tutor.rules import HOUSE_RULES, PROFILES
from tutor.widgets import CardTable

PAIR = "pagat 3s5d5h/4c4d7s 0 - -"
WIDE = "pagat 3s4d5c6h7s8dTcJhQsKdAs2c2h/3c4s5s6s7c8hTdJsQhKsAh2s2d 0 - -"


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.id)
def test_a_proved_hint_is_followed_with_profit(puzzle: object) -> None:
    """C24: the play hinted at is one of the best, and its kind is what the second step says."""
    position = puzzle.position  # type: ignore[attr-defined]
    hint = hint_for(position)
    if hint.why == "first":
        assert hint.play in solve(position).best
        assert (hint.right, hint.total) == (len(solve(position).best), len(position.legal_plays()))
    assert position.objection(hint.play) is None
    assert all(hint_text(hint, step) for step in (1, 2, 3))


def test_of_two_right_plays_the_cheaper_one_is_named() -> None:
    """C30: the bomb is not spent where a card does as well."""
    position = Position.parse("sheet 4s4c4d4hAc2h/7s 0 1:2c -")
    assert {"2h", "4s4c4d4h"} <= {str(play) for play in solve(position).best}
    assert str(hint_for(position).play) == "2h"


def test_a_hand_that_can_only_be_one_is_as_good_as_open() -> None:
    """The last other hand holds all cards that are unseen: the hint is proved, not plain advice."""
    gone = "".join(f"{rank}{suit}" for rank in "3456789TJQKA2" for suit in "scdh")
    for card in ("3s", "5d", "5h", "4c", "4d", "7s"):
        gone = gone.replace(card, "")
    hint = hint_for(Position.parse(f"pagat 3s5d5h/?3 0 - - gone={gone}"))
    assert (hint.why, str(hint.play)) == ("first", "5d5h")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (PAIR, "first"),
        ("pagat 2s2c2d2h/?3 0 - -", "sure"),
        ("pagat 3s/4c/5d 0 1:2c -", "only"),
        ("pagat 4s5s9h/7h 0 - -", "lost"),
        ("sheet 3s4c6d8hTsTcJdQhKsKcAd2s2c/?13/?13/?13 0 - -", "advice"),
    ],
)
def test_what_a_hint_stands_on_is_said(text: str, why: str) -> None:
    hint = hint_for(Position.parse(text))
    assert hint.why == why
    assert ("advice" in hint_text(hint, 3)) == (why in ("advice", "lost"))


def test_where_first_cannot_be_had_the_place_is_named() -> None:
    position = Position.parse("sheet 3s6d/4c8c8d/5h 0 - -")
    solution = solve(position, "place")
    hint = hint_for(position)
    if hint.why == "place":
        assert hint.place == solution.value
        assert hint.play in solution.best
    else:
        assert hint.why in ("first", "lost")


def test_a_hint_never_depends_on_a_hidden_card() -> None:
    """C29: the same view gives the same hint, whatever the other hands are; advice is given from the view alone."""
    rng = random.Random(3)
    for seed in range(3):
        position = deal("pagat", 4, seed).position()
        seat = position.turn
        assert seat is not None
        others = [card for hand in position.hands for card in position.rules.cards(hand)]
        others = [card for card in others if card not in position.hand(seat)]
        found = set()
        for _each in range(3):
            rng.shuffle(others)
            hands = [position.rules.cards_text(position.rules.mask(others[n * 13 : n * 13 + 13])) for n in range(3)]
            hands.insert(seat, position.rules.cards_text(position.hands[seat]))
            words = str(position).split()
            words[1] = "/".join(hands)
            other = Position.parse(" ".join(words))
            found |= {hint_for(view(other, seat), nodes=2_000), hint_for(other, nodes=1)}
        assert len(found) == 1


def test_nobody_gets_a_hint_whose_cards_are_hidden() -> None:
    with pytest.raises(PositionError):
        hint_for(Position.parse("pagat ?2/3s 0 - -"))
    with pytest.raises(PositionError):
        hint_for(Position.parse("pagat ./4c - 0:3s - out=0"))
    table = CardTable("pagat ?2/3s 0 - -")
    assert table.scene["buttons"]["hint"]["hidden"]
    table._do_hint({})


def test_a_table_starts_its_hints_afresh_after_a_play() -> None:
    table = CardTable(PAIR)
    said = []
    for _step in range(4):
        table._do_hint({})
        said.append(table.scene["says"]["text"])
    assert said[2] == said[3] == "Play 5♦ 5♥."
    table.play("5d5h")
    assert table.scene["buttons"]["hint"]["text"] == "Hint"


# ------------------------------------------------------------------ other rules


def test_every_rule_has_a_name_of_its_own() -> None:
    names = [profile_name(name) for name in PROFILES] + [house_rule_name(name) for name in HOUSE_RULES]
    assert len(set(names)) == len(names)
    assert rules_name(Rules.parse("sheet+cong")) == "Tiến Lên by the rule sheet; no card played costs double"


@pytest.mark.parametrize("name", ["up-to-the-2", "four-sixes", "somebodys-2", "three-cards"])
def test_a_changed_answer_is_really_another(name: str) -> None:
    """Each change is searched again, and each set of rules not named has the answer of the position itself."""
    position = named(name).position
    here = solve(position)
    found = compare_rules(position, seconds=60)
    assert not found.undecided
    for change in found.changes:
        words = str(position).split()
        words[0] = str(change.rules)
        words = [word for word in words if change.rules.pass_locks or word != "chain"]
        words[4] = words[4] if change.rules.pass_locks else "-"
        there = solve(Position.parse(" ".join(words)))
        assert there.value == change.value
        assert set(there.best) == set(change.best)
        assert (there.value, {frozenset(map(str, play.cards)) for play in there.best}) != (
            here.value,
            {frozenset(map(str, play.cards)) for play in here.best},
        )
        for play in change.gone:
            assert there.position.objection(Play.parse(str(play), change.rules)) is not None


def test_what_is_not_searched_out_is_counted_not_guessed() -> None:
    found = compare_rules(Position.parse(WIDE), seconds=0.01)
    assert not found.changes
    assert found.undecided
