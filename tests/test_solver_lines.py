"""Lines where a limit ends the search: every proved play still has one, legal to its end, and nothing is remembered."""

import pytest

from tutor import Position, deal, solve
from tutor.solver import fast
from tutor.solver.result import decided


def faults(solution):
    """Proved plays without a line; everything else that is wrong fails at once."""
    missing = 0
    for verdict in solution.plays:
        if verdict.value is None:
            assert verdict.line == ()
            continue
        if not verdict.line:
            missing += 1
            continue
        now = solution.position
        assert verdict.line[0] == verdict.play
        for i, play in enumerate(verdict.line):
            assert i == 0 or decided(now, solution.goal, solution.hero) is None
            now = now.after(play)
        assert decided(now, solution.goal, solution.hero) == verdict.value
    return missing


def endgame(seats, cards, seed, rules="pagat"):
    """The lowest cards of a dealt hand each, seat 0 to lead."""
    dealt = deal(rules, seats, seed=seed, leader=0)
    hands = "/".join("".join(map(str, dealt.position().hand(seat)[:cards])) for seat in range(seats))
    return Position.parse(f"{rules} {hands} 0 - -")


@pytest.mark.parametrize("goal", ["first", "not-last", "place", "points"])
def test_proved_plays_have_lines_whatever_the_limit(goal):
    """With any number of nodes the lines of proved plays keep their value to the end."""
    missing = proved = 0
    for seed in range(6):
        position = endgame(3, 4, seed)
        full = solve(position, goal)
        for nodes in (1, 10, 100, 400, 1000):
            fast.forget()
            part = solve(position, goal, nodes=nodes)
            missing += faults(part)
            proved += sum(verdict.value is not None for verdict in part.plays)
            for got, want in zip(part.plays, full.plays, strict=True):
                assert got.value in (None, want.value)
            if part.complete and part.shortest:
                assert part.plays == full.plays
    assert proved > 100
    assert missing <= proved // 20


def test_the_most_that_lines_may_cost(monkeypatch):
    """Without a limit the lines of a large position end at theirs; all values and lines are there all the same."""
    position = endgame(3, 5, 1)
    full = solve(position)
    assert full.shortest
    fast.forget()
    monkeypatch.setattr(fast, "LINE_NODES", 1)
    part = solve(position)
    assert (part.shortest, part.complete, part.value) == (False, True, full.value)
    assert faults(part) == 0
    assert all(len(got.line) >= 1 for got in part.plays)
    monkeypatch.undo()
    assert solve(position).plays == full.plays


def test_what_a_limit_cut_short_is_not_remembered():
    """A later question without a limit is answered in full."""
    position = endgame(2, 6, 3)
    fast.forget()
    solve(position, nodes=40)
    again = solve(position)
    fast.forget()
    assert again.plays == solve(position).plays
