"""Words about plays: every sentence is true of the line it tells, and every refusal says which rule it is."""

from __future__ import annotations

import itertools
import random

import pytest
from packs import OPEN

from tutor import NotationError, Play, Position, Rules
from tutor.explain import (
    Cast,
    Fact,
    compare,
    explain,
    facts,
    in_order,
    judge,
    refusal,
    sentence,
    short_reason,
    show,
    story,
)
from tutor.locale import language
from tutor.position import CODES
from tutor.puzzles import solved
from tutor.talk import higher, may_answer, order, why

NAMES = ("Anna", "Ben", "Carla", "Dan")


def lines() -> list[tuple[Position, tuple[Play, ...]]]:
    """The solver's line for every first play of every shipped puzzle."""
    return [
        (puzzle.position, tuple(found.line)) for puzzle in OPEN for found in solved(puzzle.position, puzzle.goal).plays
    ]


def random_lines(seed: int, count: int) -> list[tuple[Position, tuple[Play, ...]]]:
    """Random deals played at random to their end, for what no puzzle happens to show."""
    rng, found = random.Random(seed), []
    deck = [rank + suit for rank in "3456789TJQKA2" for suit in "scdh"]
    for _each in range(count):
        rules = rng.choice(["pagat", "sheet", "big-two", "sheet+quad_chops_pair", "pagat+no_overbomb_after_pass"])
        seats = rng.randint(2, 4)
        few = [card for card in deck if card[0] in "562"] if seats == 2 and rules != "big-two" else deck
        cards = rng.sample(few, min(len(few), 6 * seats))
        hands = "/".join("".join(cards[seat::seats]) for seat in range(seats))
        start = now = Position.parse(f"{rules} {hands} 0 - -")
        line = []
        while not now.is_over:
            plays = now.legal_plays()
            answering = now.table is not None and rng.random() < 0.5
            play = max(plays, key=lambda play: len(play.cards)) if answering else rng.choice(plays)
            line.append(play)
            now = now.after(play)
        found.append((start, tuple(line)))
    return found


def is_true(fact: Fact, before: Position, play: Play, after: Position) -> bool:
    """The fact checked from the positions and the rules alone, in other words than those that found it."""
    rules, table = before.rules, before.table
    if fact.kind not in ("next_lead",) and fact.seat != before.turn:
        return False
    if fact.kind == "lead":
        return table is None and fact.play == play and not play.is_pass
    if fact.kind in ("beat", "chop", "over_bomb"):
        if table is None or play.is_pass or (fact.beaten, fact.owner) != (table, before.owner):
            return False
        mine, theirs = play.combination, table.combination
        same = mine is not None and theirs is not None and mine.kind == theirs.kind
        if fact.kind == "chop":
            return (mine.kind, mine.size) in rules.chops(theirs.kind, theirs.of_twos)
        if fact.kind == "over_bomb":
            return same and before.chain and mine.kind in ("quad", "double_straight") and mine.key > theirs.key
        return not before.chain and (same or (mine.size == 5 and rules.five_card_hands)) and mine.key > theirs.key
    if fact.kind in ("pass", "cannot"):
        laid = [each for each in before.legal_plays() if each.mask]
        return play.is_pass and bool(laid) == (fact.kind == "pass")
    if fact.kind == "out":
        return after.count(fact.seat) == 0 < before.count(fact.seat) and after.out.index(fact.seat) + 1 == fact.place
    if fact.kind == "next_lead":
        return after.table is None and after.turn == fact.seat and not after.is_over
    return fact.kind == "over" and after.is_over


@pytest.mark.parametrize("make", [lines, lambda: random_lines(7, 150)], ids=["puzzles", "random deals"])
def test_every_fact_is_true_of_its_line(make: object) -> None:
    kinds = set()
    for start, line in make():  # type: ignore[operator]
        position = start
        for play, found in zip(line, facts(start, line), strict=True):
            after = position.after(play)
            for fact in found:
                assert is_true(fact, position, play, after), (str(position), str(play), fact)
            kinds |= {fact.kind for fact in found}
            went_out = len(after.out) > len(position.out)
            assert went_out == any(fact.kind == "out" for fact in found), "who goes out is always said"
            position = after
    assert kinds >= {"lead", "beat", "chop", "pass", "cannot", "out", "next_lead"}


def test_over_bombs_are_told() -> None:
    start = Position.parse("sheet 4s4c4d4h9c/5s5c5d5h8d/3s2c 2 - -")
    told = story(start, ["2c", "4s4c4d4h", "5s5c5d5h"], Cast(0, NAMES))
    assert told == [
        "Carla leads 2♣.",
        "You chop 2♣ with the bomb 4♠ 4♣ 4♦ 4♥.",
        "Ben beats the bomb 4♠ 4♣ 4♦ 4♥ with the higher bomb 5♠ 5♣ 5♦ 5♥.",
    ]


def test_a_story_names_cards_that_are_played_and_nobody_else() -> None:
    """Each text of a story speaks of the seat that plays and of cards that lie or are laid."""
    for start, line in lines():
        position = start
        for play, text in zip(line, story(start, line, Cast(None, NAMES)), strict=True):
            assert NAMES[position.turn] in text  # type: ignore[index]
            allowed = {card.symbol for each in (play, position.table) if each for card in each.cards}
            words = {word.strip(".,;:") for word in text.split()}
            assert {word for word in words if word[-1] in "♠♣♦♥"} <= allowed
            position = position.after(play)


@pytest.mark.parametrize("puzzle", [each for each in OPEN if each.goal == "first"], ids=lambda puzzle: puzzle.id)
def test_the_verdict_says_what_the_search_found(puzzle: object) -> None:
    position = puzzle.position  # type: ignore[attr-defined]
    solution = solved(position, "first")
    for found in solution.plays:
        text = judge(position, found.play, solution, Cast(position.turn, NAMES))
        end = position
        for play in found.line:
            end = end.after(play)
        first = end.out[0]
        assert ("You have no cards left: you are out first." in text) == (first == position.turn)
        if first != position.turn:
            assert f"{NAMES[first]} has no cards left and is out first." in text
            assert f"Right is {', or '.join(map(show, solution.best))}." in text
            held = end.hand(position.turn)
            assert f"You still hold {show(held)}." in text
        assert ("wins" in text) == bool(found.value)


def test_the_short_reason_says_nobody_can_only_if_nobody_can() -> None:
    for start, line in lines():
        text = short_reason(start, line, Cast(start.turn, NAMES))
        if text.startswith("Nobody can beat"):
            position = start.after(line[0])
            while position.turn != start.turn:
                assert [play.is_pass for play in position.legal_plays()] == [True]
                position = position.after("-")


def test_explain_answers_for_plays_that_are_not_allowed() -> None:
    position = Position.parse("pagat 3s5d5h/4c4d7s 0 - -")
    assert explain(position, "3s5d") == "3♠ 5♦ is not allowed. These cards together are no combination."
    with pytest.raises(NotationError):
        explain(position, "rubbish")


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("place", "5♦ 5♥ is best: it makes sure of place 1."),
        ("points", "5♦ 5♥ is best: it makes sure of 1 point."),
        ("not-last", "5♦ 5♥ keeps you from being last."),
    ],
)
def test_explain_knows_every_goal(goal: str, said: str) -> None:
    assert explain(Position.parse("pagat 3s5d5h/4c4d7s 0 - -"), "5d5h", goal).startswith(said)


def test_explain_does_not_guess_when_the_search_was_cut_off() -> None:
    position = Position.parse("pagat 3s4d5c6h7s8dTcJhQsKdAs2c2h/3c4s5s6s7c8hTdJsQhKsAh2s2d 0 - -")
    assert explain(position, "3s", nodes=1) == "3♠: not settled within the limit of the search."


# ------------------------------------------------------------------ refusals


REFUSED = {
    "deal_over": ("pagat ./4c - 0:3s - out=0", "4c", None, "The deal is over."),
    "not_your_turn": ("pagat 3s/4c 0 - -", "4c", 1, "It is the turn of Seat 0."),
    "not_in_hand": ("pagat 3s/4c 0 - -", "4c", None, "These cards are not all in this hand."),
    "no_combination": ("pagat 3s4s/4c 0 - -", "3s4s", None, "These cards together are no combination."),
    "opening_card": ("pagat 3s4s/4c 0 - - open=3s", "4s", None, "The first play of the deal must contain 3♠."),
    "leader_must_play": ("pagat 3s/4c 0 - -", "-", None, "Who leads must lay something."),
    "must_play_once": (
        "big-two+no_pass_first_trick 5s/4c6d 0 1:4d - must=0",
        "-",
        None,
        "In the first trick everybody who can must play once before passing.",
    ),
    "bomb_only": ("pagat 2h4s/5c 0 1:2s 0", "2h", None, "After a pass only a bomb that beats 2♠ may still be laid."),
    "wrong_kind": (
        "pagat 5s5d/6c 0 1:4d -",
        "5s5d",
        None,
        "On the table lies a single card; a pair does not answer it.",
    ),
    "wrong_length": (
        "pagat 6s7s8s9s/6c 0 1:3d4d5d -",
        "6s7s8s9s",
        None,
        "On the table lies a straight of 3 cards; a straight of 4 cards has another length.",
    ),
    "too_low": ("pagat 8c4s/6c 0 1:9s -", "8c", None, "8♣ is lower than 9♠."),
    "locked": ("pagat 3s4s/6c/9h 1 2:5s 0", "-", 0, "After a pass you are out of this round."),
}


@pytest.mark.parametrize("code", CODES)
def test_every_objection_has_its_words(code: str) -> None:
    text, play, seat, said = REFUSED[code]
    position = Position.parse(text)
    found = position.objection(play, seat)
    assert found is not None
    assert found.code == code
    assert refusal(position, play, seat) == said


def test_equal_ranks_are_told_by_the_suit() -> None:
    position = Position.parse("pagat 8c9s/6c 0 1:8d -")
    assert refusal(position, "8c") == (
        "Equal ranks, so the suit decides: 8♣ is lower than 8♦, as clubs rank below diamonds."
    )
    assert refusal(position, "9s") == ""


# ------------------------------------------------------------------ short calls of the lessons


@pytest.mark.parametrize("rules", ["pagat", "sheet", "big-two", "pusoy-dos"])
def test_compare_agrees_with_the_order_of_the_pack(rules: str) -> None:
    deck = Rules.parse(rules).deck
    for low, high in itertools.pairwise(deck):
        for one, two in ((low, high), (high, low)):
            assert compare(one, two, rules).startswith(f"{high.symbol} is higher than {low.symbol}:")
    assert in_order(reversed(deck), rules).split(" < ") == [card.symbol for card in deck]


def test_a_slip_gets_one_friendly_line() -> None:
    for text in (
        *(higher("8x", "7h"), higher("7h", ""), higher(7, None), higher("7h", "8h", "poker")),
        *(order("7h8"), order(""), order("3s", "poker")),
        *(may_answer("", "7h"), may_answer("7h8s", "9h"), may_answer("7h", "7h"), may_answer("7h7s", "8")),
        *(why("nonsense", "3s"), why("pagat 3s/4s 0 - -", "x"), why("pagat 3s/4s 0 - -", "3s", "win")),
    ):
        assert text.startswith("I cannot")
        assert "\n" not in text
        assert repr(text) == str(text)


def test_may_answer_says_yes_and_no() -> None:
    assert may_answer("8d", "9s") == "Yes. 9♠ may be laid on 8♦."
    assert may_answer("2d", "6s6c6d6h").startswith("Yes.")
    assert may_answer("Ad", "6s6c6d6h").startswith("No. On the table lies a single card; four of a kind")


def test_sentences_speak_to_you_or_of_somebody() -> None:
    fact = Fact("out", 1, place=2)
    assert sentence(fact, Cast(1)) == "You have no cards left: you are out second."
    assert sentence(fact, Cast(0)) == "Seat 1 has no cards left and is out second."


def test_a_language_without_a_catalogue_is_refused() -> None:
    assert language() == "en"
    with pytest.raises(ValueError, match="xx"):
        language("xx")
    assert language("en") == "en"
