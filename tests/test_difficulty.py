"""The difficulty of puzzles, held against simulated learners that fail or do not."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import fit_difficulty
import pytest
from fit_difficulty import ATTEMPTS, Row, attempts, candidate, fitted, held_out, ranks, read, spearman
from packs import MINED, share
from players import PLAYERS
from seats import Turn

from tutor import Position, solve
from tutor.difficulty import DEVIATION, GUESSER, WEIGHTS, measures, rating
from tutor.progress import Item
from tutor.progress import items as progress_items
from tutor.puzzles import Puzzle, load

ROWS = read()
HELD_OUT = [row for row in ROWS if held_out(row)]
LEAST_AGREEMENT = 0.6
BOTS_CHOICE = 10
"""So far a rating may move when the strong bot chooses otherwise, as with every change of the search."""


def agreement(rows: list[Row]) -> float:
    """How well the ratings, measured anew, order the positions by how often the simulated learners fail."""
    return spearman([rating(row.position, row.goal).rating for row in rows], [row.failed for row in rows])


def test_agrees_with_who_fails_on_positions_that_were_held_out() -> None:
    assert len(HELD_OUT) >= 60
    assert agreement(HELD_OUT[::2]) >= LEAST_AGREEMENT
    kept = [row.rating for row in HELD_OUT]
    assert spearman(kept, [row.failed for row in HELD_OUT]) >= LEAST_AGREEMENT, "of all that are kept in the data"


def test_ratings_in_the_data_are_those_of_the_module() -> None:
    for row in ROWS[::20]:
        assert abs(row.rating - rating(row.position, row.goal).rating) <= BOTS_CHOICE


def stale(puzzles: Sequence[Puzzle]) -> list[str]:
    """Those whose rating in the pack is not what the weights give now."""
    found = [(puzzle, rating(puzzle.position, puzzle.goal)) for puzzle in puzzles]
    return [
        puzzle.id
        for puzzle, now in found
        if abs(puzzle.rating - now.rating) > BOTS_CHOICE or puzzle.deviation != now.deviation
    ]


def test_ratings_in_the_packs_are_those_of_the_weights() -> None:
    """After a change: python tests/fit_difficulty.py rate."""
    assert stale(share(50)) == []


@pytest.mark.nightly
def test_all_ratings_in_the_packs_are_those_of_the_weights() -> None:
    assert stale(MINED) == []


def test_a_rating_of_other_weights_is_stale() -> None:
    puzzle = MINED[0]
    assert stale([puzzle]) == []
    assert stale([replace(puzzle, rating=puzzle.rating + 20)]) == [puzzle.id]


def test_one_measure_alone_agrees_less() -> None:
    """The fit is worth something: no single simple figure orders the positions as well."""
    rows = HELD_OUT[::2]
    failed = [row.failed for row in rows]
    measured = [measures(row.position, row.goal) for row in rows]
    whole = agreement(rows)
    for name in ("odds of a guess", "tempting plays", "length", "bots that fail"):
        assert spearman([each[name] for each in measured], failed) < whole, name


def test_the_tries_in_the_data_can_be_repeated() -> None:
    for row in ROWS[1:3]:
        assert attempts(row.position, row.goal, row.seed) == row.right


def test_a_seed_always_gives_the_same_position_and_one_right_play() -> None:
    found = [candidate(seed) for seed in range(10, 16)]
    assert found == [candidate(seed) for seed in range(10, 16)]
    for position, goal in filter(None, found):
        assert len({ranks(play.mask) for play in solve(position, goal).best}) == 1


def test_the_simulated_learners_rise_in_skill_and_know_nothing_of_the_measures() -> None:
    shares = {p.name: sum(row.right[at] for row in ROWS) / ATTEMPTS / len(ROWS) for at, p in enumerate(PLAYERS)}
    for family in (("glances badly", "glances", "looks 3 ahead", "looks 5 ahead"), ("tries 2", "tries 6", "tries 20")):
        of_family = [shares[name] for name in family]
        assert of_family == sorted(of_family), shares
    assert max(shares.values()) - min(shares.values()) > 0.3
    source = ast.parse((Path(__file__).parent / "players.py").read_text(encoding="utf-8"))
    imported = {node.module for node in ast.walk(source) if isinstance(node, ast.ImportFrom)}
    used = {"tutor.bots", "tutor.playouts", "tutor.planning", "tutor.difficulty", "tutor.puzzles", "tutor.themes"}
    assert not imported & used


def test_is_read_by_the_trainer_and_lies_on_its_scale() -> None:
    assert GUESSER == progress_items.GUESSER
    for puzzle in load()[:12]:
        found = rating(puzzle.position, puzzle.goal)

        class Rated:
            id = puzzle.id
            rating = found.rating
            deviation = found.deviation

        item = Item.of(Rated)
        assert (item.rating.rating, item.rating.deviation) == found
        assert 600 < found.rating < 2800


def test_does_not_depend_on_who_searched_nor_on_the_seat() -> None:
    for row in ROWS[5:25]:
        assert rating(row.position, row.goal, solve(row.position, row.goal)) == rating(row.position, row.goal)
        turned = Position.parse(Turn(row.position.seats, 1, False).line(str(row.position)))
        # the strong bot draws other deals there, so it may choose otherwise
        bot = abs(WEIGHTS["bots that fail"])
        assert abs(rating(turned, row.goal).rating - rating(row.position, row.goal).rating) <= bot + 1


@pytest.mark.parametrize("text", ["pagat 4s5s9h/7h 0 - -", "pagat 3s4s/5s5c 0 1:2h -", "pagat 3s9d9h/?3 0 - -"])
def test_is_refused_where_there_is_nothing_to_find(text: str) -> None:
    with pytest.raises(ValueError, match="nothing to find"):
        rating(Position.parse(text))


def test_a_hand_to_lay_out_is_rated_by_a_guess() -> None:
    found = rating(Position.parse("pagat 3s4c5d6h7h7s9h/?7 0 - -"), "fewest")
    assert found.deviation > DEVIATION
    assert found.rating >= GUESSER


@pytest.mark.nightly
def test_the_whole_fit_gives_the_weights_of_the_module() -> None:
    fit = fitted(ROWS, [measures(row.position, row.goal) for row in ROWS])
    assert fit.weights == pytest.approx(dict(WEIGHTS), abs=15)  # the strong bot's choice may change with the solver
    assert fit.deviation == pytest.approx(DEVIATION, abs=5)
    assert fit.agreement >= LEAST_AGREEMENT
    assert f"{len(ROWS)} sampled positions" in fit_difficulty.DOCUMENT.read_text(encoding="utf-8")


@pytest.mark.nightly
def test_a_tenth_of_the_tries_can_be_repeated() -> None:
    for row in ROWS[::10]:
        assert attempts(row.position, row.goal, row.seed) == row.right
