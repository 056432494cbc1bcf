"""Themes: for each a position in which it is proved, and one close by in which it is not."""

from __future__ import annotations

import pytest

from tutor import Position, solve
from tutor.puzzles import load, named, solved
from tutor.themes import THEMES, themes_of

LOW_CARD = "pagat 6s6c9d2h/QcQdAh2c 0 1:4d -"
PAIR = "pagat 3s5d5h/4c4d7s 0 - -"
EXAMPLES = {
    # theme: (positions in which it is proved, positions close by in which it is not)
    "chop-now": (
        ["sheet 4s4c4d4h5c/7s8s 0 1:2c -"],
        ["sheet 4s4c4d4h5c/7s8s 0 1:Ac -", "sheet 4s4c4d4h5c6c/9s 0 1:2c -"],
    ),
    "do-not-chop": (["somebodys-2", "pair-of-twos"], ["sheet 4s4c4d4h5c/7s8s 0 1:2c -", LOW_CARD]),
    "keep-the-bomb": (["sheet TsTcTdThJhQd/3h5cKs2c 0 1:9d -", "four-jacks"], [PAIR, "bomb-or-two"]),
    "block-the-last-card": (["pagat 3s9d9h/8c 0 - -"], ["pagat 3s9d9h/8c8d 0 - -", PAIR]),
    "keep-the-pair": ([LOW_CARD], [PAIR, "pagat 9dKsKh/Td 0 1:6c -"]),
    "break-the-pair": (["pagat 9dKsKh/Td 0 1:6c -"], [LOW_CARD, "pagat 9dKsKh/8d 0 1:6c -"]),
    "pass-although-you-can": (["two-kings"], [LOW_CARD, "bomb-or-two"]),
    "regain-the-lead": (["two-queens", "sheet 5s7s8c/4h5c8d 0 - -"], [PAIR, "three-cards"]),
}


def position_of(text: str) -> Position:
    return Position.parse(text) if " " in text else named(text).position


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_is_named_where_it_is_proved_and_nowhere_else(theme: str) -> None:
    holds, fails = EXAMPLES[theme]
    for text in holds:
        assert theme in themes_of(position_of(text)), text
    for text in fails:
        assert theme not in themes_of(position_of(text)), text


def test_every_theme_has_examples_a_name_and_a_definition() -> None:
    assert set(EXAMPLES) == set(THEMES)
    assert len({theme.name for theme in THEMES.values()}) == len(THEMES)
    assert all(theme.definition.endswith(".") for theme in THEMES.values())


def test_what_the_themes_say_of_the_shipped_puzzles_is_so() -> None:
    """The plain meaning of the simple themes, looked up in the solution again."""
    for puzzle in load():
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


def test_nothing_is_claimed_without_a_proof() -> None:
    assert themes_of(Position.parse("pagat 3s5d5h/?3 0 - -")) == ()
    assert themes_of(Position.parse("pagat 4s5s9h/7h 0 - -")) == (), "no play reaches the goal"
    large = Position.parse("sheet 3s4d5c6h7s8dTcJhQsKdAs2c2h/3c4s5s6s7c8hTdJsQhKsAh2s2d 0 - -")
    assert themes_of(large, solution=solve(large, nodes=50)) == ()
