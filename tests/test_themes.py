"""Themes: for each a position in which it is proved, and one close by in which it is not."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from packs import SOME
from seats import Turn
from solver_positions import hidden, some_position

from tutor import Play, Position, solve
from tutor.cards import bits
from tutor.errors import PositionError
from tutor.puzzles import named, solved
from tutor.themes import THEMES, themes_of

LOW_CARD = "pagat 6s6c9d2h/QcQdAh2c 0 1:4d -"
PAIR = "pagat 3s5d5h/4c4d7s 0 - -"
EXAMPLES = {
    # theme: a position in which it is proved, one close by (a card more, less or another) in which it is not
    "chop-now": ("sheet 3h6c9s9c9d9h/3s5s6h7d 0 1:2c -", "sheet 3h6c9s9c9d9h/3s6h7d 0 1:2c -"),
    "do-not-chop": ("sheet 4c4h5s5c6s6d7cKh2s/6h2d/6c7hTsJh 0 2:2h 0", "sheet 4c4h5s5c6s7cKh2s/6h2d/6c7hTsJh 0 2:2h 0"),
    "keep-the-bomb": ("sheet TsTcTdThJhQd/3h5cKs2c 0 1:9d -", "sheet TsTcTdJhQd/3h5cKs2c 0 1:9d -"),
    "break-the-bomb": ("sheet 8s8c8d8h/6s 0 1:7c -", "sheet 8s8d8h9c/6s 0 1:7c -"),
    "bait-the-bomb": ("sheet 3s2s2h/4s5s6s6c6d6h 0 1:Ks -", "sheet 3s2s2h/4s5s6s6c6d7h 0 1:Ks -"),
    "mind-the-bomb": ("sheet 2s2d/KsKcKdKh2c 0 - -", "sheet 2s2d/KsKcKd2c2h 0 - -"),
    "over-bomb": ("sheet 3s7s7c7d7h/4s9c 0 1:6s6c6d6h - chain", "sheet 3s4c7s7c7d7h/4s9c 0 1:6s6c6d6h - chain"),
    "block-the-last-card": ("pagat 3s9d9h/8c 0 - -", "pagat 3s9d9h/8c8d 0 - -"),
    "keep-the-pair": (LOW_CARD, "pagat 6s7c9d2h/QcQdAh2c 0 1:4d -"),
    "break-the-pair": ("pagat 9dKsKh/Td 0 1:6c -", "pagat 9dKsKh/8d 0 1:6c -"),
    "break-the-three": (
        "pagat 3s5s7c8d9h2s/4c5c5d5h6d9s 1 - -",
        "pagat 3s4s7c8d9h2s/4c5c5d5h6d9s 1 - -",
    ),
    "keep-the-straight": ("pagat 4d7d8c9cAh2s/3dTdJsJhKd 0 1:8s -", "pagat 4d7d8c9cAh2s/3d9sTdJhKd 0 1:8s -"),
    "break-the-straight": ("pagat 6c7s7d8d/6s7c8h 0 - -", "pagat 6c7s7d8d/6s8c8h 0 - -"),
    "two-straights": ("sheet 7d8s9h/7c8c8d9s9dTh/8hJs 1 - -", "sheet 7d8s9h/6s7c8d9s9dTh/8hJs 1 - -"),
    "keep-the-five": (
        "big-two 7s9d9h9sKdKs/5d5c5s7d7cKh2s 1 - -",
        "big-two 7s9d9h9sQsKs/5d5c5s7d7cKh2s 1 - -",
    ),
    "break-the-five": ("big-two 3s4d4h4sAcAhAs/3d3c3hAd2c2s 0 - -", "big-two 3s4d4h4sAcAhAs/3d3c5hAd2c2s 0 - -"),
    "spend-the-five": ("big-two 5c6d7d7c7h8s/4d4c4h5d6c6s8d 1 - -", "big-two 5c6d7d7c7h8s/4d4c4h5d6c6sTd 1 - -"),
    "twos-first": ("sheet 3s2h/4s 0 - -", "sheet 3s2h/4s5s 0 - -"),
    "twos-last": ("pagat 6c7cTcAh2h/5s5d8hJs2s 1 - -", "pagat 6c7cTc2h/5s5d8hJs2s 1 - -"),
    "keep-the-two": ("sheet 6d7sTc2d/3dAd 0 1:5h -", "sheet 6d7sTc2d/3d 0 1:5h -"),
    "keep-control": ("big-two 7sJs2s/TcKsAc 0 - -", "big-two 7sJsAd/TcKsAc 0 - -"),
    "lead-long": ("pagat 4hAsAh/4s4c4d 1 - -", "pagat 4hAh/4s4c4d 1 - -"),
    "lead-the-pair": ("pagat 4s5s5h8s/3s7hTs 0 - -", "pagat 5s5h8s9s/3s7hTs 0 - -"),
    "low-card-first": ("big-two 6d7hAd/3c6sQs2s 0 - -", "big-two 7d7hAd/3c6sQs2s 0 - -"),
    "lead-high": ("pagat 4hTsQsKh/7c 0 - -", "pagat 4hTsQsQh/7c 0 - -"),
    "take-it-low": ("sheet 4hKcAc2s/TsKh 1 0:8c -", "sheet 4hKcAc2s/Ts 1 0:8c -"),
    "take-it-high": ("sheet Js/4dKsAs 1 0:4s -", "sheet Js/3dKsAs 1 0:4s -"),
    "suit-of-the-top-card": ("sheet Jc/JsJdQd 1 0:Ts -", "sheet Tc/JsJdQd 1 0:Ts -"),
    "pass-although-you-can": ("sheet 4d7s/4c5s6s6d7h 1 0:5c6h7d -", "sheet 4d7s/4c5s6d7h8s 1 0:5c6h7d -"),
    "regain-the-lead": ("sheet 5s7s8c/4h5c8d 0 - -", "sheet 5s7s7c/4h5c8d 0 - -"),
    "inherited-lead": ("pagat QdAc/6c8d/6h8c 1 0:5s - not-last", "pagat QdAc/6c/6h8c 1 0:5s - not-last"),
    "unbeatables-last-but-one": ("big-two 5d6d6h/5s6sAh 0 - -", "big-two 6d6h/5s6sAh 0 - -"),
    "count-the-tempo": ("big-two 8d9hQh2d/7dJdAh 1 - -", "big-two 8d9hQh2d/7dAh 1 - -"),
}
NAMED = {
    "do-not-chop": ["somebodys-2", "pair-of-twos"],
    "keep-the-bomb": ["four-jacks"],
    "pass-although-you-can": ["two-kings"],
    "regain-the-lead": ["two-queens"],
    "inherited-lead": ["inherited-lead"],
}
"""Puzzles that are about the theme."""


def of(text: str) -> tuple[str, ...]:
    words = text.split(" ")
    goal = words.pop() if words[-1] == "not-last" else "first"
    return themes_of(Position.parse(" ".join(words)), goal)


def cards(text: str) -> set[str]:
    """Who holds what, for the distance of two positions."""
    position = Position.parse(text.removesuffix(" not-last"))
    return {f"{seat}{card}" for seat in range(position.seats) for card in position.hand(seat)}


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_is_named_where_it_is_proved_and_not_close_by(theme: str) -> None:
    holds, fails = EXAMPLES[theme]
    assert theme in of(holds)
    assert theme not in of(fails)
    assert len(cards(holds) ^ cards(fails)) <= 2, "more than one card is another"


@pytest.mark.parametrize("theme", NAMED)
def test_a_theme_is_named_in_the_puzzles_about_it(theme: str) -> None:
    for name in NAMED[theme]:
        puzzle = named(name)
        assert theme in themes_of(puzzle.position, puzzle.goal), name


def test_every_theme_has_examples_a_name_and_a_definition() -> None:
    assert set(EXAMPLES) == set(THEMES)
    assert len({theme.name for theme in THEMES.values()}) == len(THEMES)
    assert all(theme.definition.endswith(".") for theme in THEMES.values())


def test_what_the_themes_say_of_the_shipped_puzzles_is_so() -> None:
    """The plain meaning of the simple themes, looked up in the solution again."""
    for puzzle in SOME:
        solution = solved(puzzle.position, puzzle.goal)
        found = themes_of(puzzle.position, puzzle.goal)
        table = puzzle.position.table
        assert ("pass-although-you-can" in found) == (puzzle.answer.is_pass and len(solution.plays) > 1)
        if "chop-now" in found:
            assert table is not None
            assert puzzle.answer.combination.chops(table.combination)
        if "do-not-chop" in found:
            values = [
                each.value
                for each in solution.plays
                if each.play.combination and each.play.combination.chops(table.combination)
            ]
            assert values
            assert not any(values)
        if "keep-the-pair" in found:
            assert puzzle.answer.mask.bit_count() <= 1


def test_hidden_hands_are_read_as_what_they_could_hold() -> None:
    """One card is out against the hero: every single that some unseen card beats could let it out."""
    found = themes_of(Position.parse("pagat 3s9d9h/?1 0 - -"))
    assert found == ("block-the-last-card", "lead-the-pair")
    assert "mind-the-bomb" in themes_of(Position.parse("sheet 2s2d/?5 0 - -"))
    for theme in THEMES.values():
        assert not theme.follows_lines or theme.id not in found


def some_proofs(rng: random.Random, number: int, most: int):
    """Solved positions under all rules and goals, a third of them with hidden hands, in which a choice matters."""
    while number:
        position = some_position(rng, most)
        if rng.random() < 0.3 and sum(map(position.count, range(position.seats))) > position.count(position.turn):
            position = hidden(rng, position)
        goal = rng.choice(("first", "not-last", "place", "points"))
        try:
            solution = solve(position, goal, nodes=20_000)
        except PositionError:  # house rules under which hidden hands are not searched
            continue
        if solution.complete and solution.shortest and len({each.value for each in solution.plays}) > 1:
            number -= 1
            yield position, goal, solution


def test_the_themes_of_any_position_turn_with_the_seats() -> None:
    """No predicate raises, whatever the rules, and none looks at a seat's number."""
    rng, found = random.Random(6), Counter()
    for position, goal, solution in some_proofs(rng, 150, 16):
        ids = themes_of(position, goal, solution)
        found.update(ids)
        turned = Position.parse(Turn(position.seats, rng.randrange(1, position.seats), False).line(str(position)))
        if not position.rules.partnership or position.seats == 4:
            assert themes_of(turned, goal) == ids, f"{position} {goal}"
    assert len(found) > 20, f"too few themes were seen: {found}"


def test_suits_count_only_by_what_lies_between_them() -> None:
    """In Tiến Lên the cards of a rank may take other suits as long as their order stays."""
    rng, changed = random.Random(7), 0
    for position, goal, solution in some_proofs(rng, 150, 14):
        if position.rules.five_card_hands or any(position.hidden):
            continue
        other = with_other_suits(rng, position)
        changed += other != position
        assert themes_of(other, goal) == themes_of(position, goal, solution), f"{position} {goal}"
    assert changed > 20


def with_other_suits(rng: random.Random, position: Position) -> Position:
    """Within each rank the cards that are seen move to other suits in the same order."""
    held = position.opening | (position.table.mask if position.table else 0)
    for hand in position.hands:
        held |= hand
    moved = {}
    for rank in range(13):
        here = [bit for bit in bits(held) if (bit.bit_length() - 1) >> 2 == rank]
        suits = sorted(rng.sample(range(4), len(here)))
        moved |= {bit: 1 << (4 * rank + suit) for bit, suit in zip(here, suits, strict=True)}

    def move(mask: int) -> int:
        return sum(moved[bit] for bit in bits(mask))

    table = position.table and Play(move(position.table.mask), position.rules)
    hands = tuple(map(move, position.hands))
    return replace(position, hands=hands, table=table, opening=move(position.opening))


def test_a_hand_to_lay_out_has_themes_of_its_groups_alone() -> None:
    """With the goal `fewest` nobody answers, so nothing is said of leads, 2s and lines."""
    assert themes_of(Position.parse("pagat 3h4c5s5d6d6h7s7h8d/?5 0 - -"), "fewest") == ("break-the-bomb",)
    assert themes_of(Position.parse("sheet 9hQd2s2c/?5 0 - -"), "fewest") == ("keep-the-pair",)
    assert themes_of(Position.parse("sheet 9hQd2s2c/3s 0 - -"), "fewest") == ("keep-the-pair",)
    assert themes_of(Position.parse("sheet 3s4s4h5c5h6s/?6 0 - -"), "fewest") == ("two-straights",)


def test_nothing_is_claimed_without_a_proof() -> None:
    assert themes_of(Position.parse("pagat 3s5d5h/?3 0 - -")) == (), "no play is sure"
    assert themes_of(Position.parse("pagat 4s5s9h/7h 0 - -")) == (), "no play reaches the goal"
    large = Position.parse("sheet 3s4d5c6h7s8dTcJhQsKdAs2c2h/3c4s5s6s7c8hTdJsQhKsAh2s2d 0 - -")
    assert themes_of(large, solution=solve(large, nodes=50)) == ()
