"""The plain solver says what the definition says, on positions small enough to write the definition out."""

import random
from functools import cache

import pytest

from tutor import Position, PositionError, Rules
from tutor.cards import PACK
from tutor.solver.plain import solve_plain
from tutor.solver.result import GOALS, decided, is_win, on_side, worth

RULES = [
    "pagat",
    "sheet",
    "sheet+anticlockwise+four_pairs_chop_quad+bomb_at_least+cong",
    "pagat+quad_chops_pair+no_overbomb_after_pass",
    "sheet+winner_takes_all",
    "big-two",
    "big-two+partnership+bombs_any",
    "big-two+no_pass_first_trick+twos_triple",
    "pusoy-dos+scoring_winner_only+wrap_straight",
]


def small_positions(number, seed=1):
    """Random small positions in the middle of play: few ranks, so that pairs, bombs and straights turn up."""
    rng = random.Random(seed)
    while number:
        rules = Rules.parse(rng.choice(RULES))
        seats = 4 if rules.partnership else rng.choice([2, 3, 4])
        most = 5 if seats == 2 else 3
        low = rng.randrange(8)
        cards = [1 << i for i in range(4 * low, min(4 * low + 20, 52))]
        rng.shuffle(cards)
        hands = tuple(sum(cards.pop() for _ in range(rng.randint(1, most))) for _ in range(seats))
        position = Position(rules, hands, (0,) * seats, rng.randrange(seats))
        for _ in range(rng.randrange(4)):
            later = position.after(rng.choice(position.legal_plays()))
            if later.is_over:
                break
            position = later
        yield position
        number -= 1


@pytest.mark.parametrize("goal", GOALS)
def test_values_are_the_minimax_values(goal):
    """The value is the best that the hero can force: no memory, no order, no line, only the definition."""

    def value(position, hero):
        end = decided(position, goal, hero)
        if end is not None:
            return worth(end, goal)
        choices = [value(position.after(play), hero) for play in position.legal_plays()]
        return max(choices) if on_side(position, hero, position.turn) else min(choices)

    value = cache(value)
    for position in small_positions(40):
        hero = position.turn
        for verdict in solve_plain(position, goal).plays:
            assert worth(verdict.value, goal) == value(position.after(verdict.play), hero), (position, verdict)


@pytest.mark.parametrize("goal", GOALS)
def test_lines_are_legal_and_end_with_the_verdict(goal):
    """A line starts with its play, every play in it is legal, and it ends just when the goal is decided."""
    for position in small_positions(40, seed=2):
        solution = solve_plain(position, goal)
        assert [verdict.play for verdict in solution.plays] == position.legal_plays()
        for verdict in solution.plays:
            now = position
            assert verdict.line[0] == verdict.play
            for i, play in enumerate(verdict.line):
                assert i == 0 or decided(now, goal, solution.hero) is None
                now = now.after(play)
            assert decided(now, goal, solution.hero) == verdict.value


@pytest.mark.parametrize("goal", GOALS)
def test_lines_are_shortest_wins_and_longest_defences(goal):
    """The winner cannot win sooner and the loser cannot hold out longer than the line says."""

    def distance(position, hero):
        """Value and length, both sides playing for value first and then for length."""
        end = decided(position, goal, hero)
        if end is not None:
            return end, 0
        options = [distance(position.after(play), hero) for play in position.legal_plays()]
        for_hero = on_side(position, hero, position.turn)
        best = (max if for_hero else min)(worth(value, goal) for value, _ in options)
        value = next(value for value, _ in options if worth(value, goal) == best)
        lengths = [length for other, length in options if worth(other, goal) == best]
        return value, 1 + (min if is_win(value, goal, position) == for_hero else max)(lengths)

    distance = cache(distance)
    for position in small_positions(40, seed=3):
        for verdict in solve_plain(position, goal).plays:
            assert (verdict.value, len(verdict.line) - 1) == distance(position.after(verdict.play), position.turn)


def test_the_coalition_may_need_a_higher_card():
    """C37: seat 1 must answer 4s4c with 7d7h and keep 7s for seat 2; the lowest suits alone would miss it."""
    position = Position.parse("pagat 3s4s4cAh/7s7d7hKs/7c 0 - -")
    solution = solve_plain(position)
    assert [verdict.value for verdict in solution.plays] == [False] * 5
    line = {str(verdict.play): [str(play) for play in verdict.line] for verdict in solution.plays}["4s4c"]
    assert line[1] == "7d7h"


def test_one_more_low_card_can_lose_for_the_other_side():
    """C38: with 3s besides 7h the other side cannot go out when it beats the 4."""
    assert solve_plain(Position.parse("pagat 4s5s9h/7h 0 - -")).value is False
    assert solve_plain(Position.parse("pagat 4s5s9h/3s7h 0 - -")).value is True


def test_a_bomb_that_is_the_whole_hand():
    """C5: the quad goes out at once; the deal would go on, the answer does not wait for it."""
    solution = solve_plain(Position.parse("pagat 6s6c6d6h/3s4s/5s/7s 0 3:2h -"))
    assert solution.value is True
    assert [str(play) for play in solution.best] == ["6s6c6d6h"]
    assert solution.plays[0].line == (solution.best[0],)


def test_a_goal_already_lost_is_still_answered():
    """With somebody out, `first` is false for every play and each line is that play alone."""
    solution = solve_plain(Position.parse("pagat 3s5d/4c7s/. 0 - - out=2"))
    assert solution.value is False
    assert all(verdict.value is False and len(verdict.line) == 1 for verdict in solution.plays)


def test_a_spent_budget_keeps_what_is_proved_and_guesses_nothing():
    """With fewer nodes than needed some plays have no value and no line; the proved ones agree with the full answer."""
    for position in small_positions(30, seed=4):
        full = solve_plain(position, "place")
        for nodes in (1, 5, 20, 100):
            part = solve_plain(position, "place", nodes=nodes)
            assert part.nodes <= nodes
            assert part.complete == all(verdict.value is not None for verdict in part.plays)
            for got, want in zip(part.plays, full.plays, strict=True):
                assert got == want or (got.value is None and got.line == ())
            assert part.value in (None, full.value)
            assert not part.complete or part.value == full.value


def test_one_proved_win_settles_the_root():
    """`first` is settled by a proved winning play even if others are not proved."""
    position = Position.parse("pagat 3s/4s5s6s7s8s9s/Ts 0 - -")
    part = solve_plain(position, nodes=1)
    assert part.value is True


def test_time_limit_of_nothing_proves_nothing():
    """`seconds=0` is a legal limit; nothing is proved, nothing is guessed."""
    position = Position.parse("pagat 3s5d5h/4c4d7s 0 - -")
    part = solve_plain(position, seconds=0)
    assert (part.value, part.complete, part.best) == (None, False, [])
    assert all(verdict.value is None and verdict.line == () for verdict in part.plays)


@pytest.mark.parametrize(
    ("goal", "seconds", "nodes", "field"),
    [
        ("win", None, None, "goal"),
        ("first", -1, None, "seconds"),
        ("first", float("nan"), None, "seconds"),
        ("first", None, 0, "nodes"),
    ],
)
def test_bad_questions(goal, seconds, nodes, field):
    """A question that makes no sense is refused in one line that names the field."""
    position = Position.parse("pagat 3s5d5h/4c4d7s 0 - -")
    with pytest.raises(ValueError, match=rf"^{field}: .*$"):
        solve_plain(position, goal, seconds, nodes)


def test_refused_positions():
    """A finished deal has no question."""
    with pytest.raises(PositionError, match=r"^turn: "):
        solve_plain(Position.parse("pagat 3s/. - 1:4s - out=1"))


def test_small_positions_reach_the_interesting_cases():
    """The random positions used here do contain locked seats, chains, seats out and two-card tables."""
    found = list(small_positions(1500, seed=5))
    assert any(position.passed for position in found)
    assert any(position.out for position in found)
    assert any(position.table and position.table.mask.bit_count() > 1 for position in found)
    assert all(sum(position.hands) <= PACK for position in found)
