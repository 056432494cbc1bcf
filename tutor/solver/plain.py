"""The plain solver: minimax over every legal play, written straight from the definition.

It is slow and stays for ever: what it says is what `solve` means, and the fast search is tested against it. The
seat to play is the hero; the others (or with `partnership` the other two) are one opponent with open hands who
want the hero's value to be as low as it can be. Of two plays of equal value a side takes the one that wins sooner
or loses later (plays counted, passes too), and of those the first in `legal_plays` order.
"""

from __future__ import annotations

import time

from ..combinations import Play
from ..errors import PositionError, quote
from ..position import Position
from .result import (
    Interrupted,
    PlayVerdict,
    Progress,
    Solution,
    Value,
    check_question,
    decided,
    is_win,
    on_side,
    settled_value,
    worth,
)

Outcome = tuple[Value, int, Play | None]
"""The value, the plays until it is decided, and the play that leads there."""


class _BudgetSpent(Exception):
    pass


class _Search:
    def __init__(self, goal: str, hero: int, seconds: float | None, nodes: int | None) -> None:
        self.goal, self.hero = goal, hero
        self.started = time.monotonic()
        self.seconds, self.most_nodes = seconds, nodes
        self.nodes = 0
        self.memory: dict[Position, Outcome] = {}

    def outcome(self, position: Position) -> Outcome:
        found = self.memory.get(position)
        if found is None:
            value = decided(position, self.goal, self.hero)
            found = (value, 0, None) if value is not None else self._best(position)
            self.memory[position] = found
        return found

    def _best(self, position: Position) -> Outcome:
        self._count()
        assert position.turn is not None
        for_hero = on_side(position, self.hero, position.turn)
        best: Outcome | None = None
        for play in position.legal_plays():
            value, distance, _ = self.outcome(position.after(play))
            if best is None or self._prefers(position, for_hero, (value, distance + 1), best):
                best = (value, distance + 1, play)
        assert best is not None, f"no legal play in {position}"
        return best

    def _prefers(self, position: Position, for_hero: bool, new: tuple[Value, int], old: Outcome) -> bool:
        gain = worth(new[0], self.goal) - worth(old[0], self.goal)
        if gain:
            return (gain > 0) == for_hero
        hurry = is_win(new[0], self.goal, position) == for_hero
        return new[1] < old[1] if hurry else new[1] > old[1]

    def _count(self) -> None:
        if self.most_nodes is not None and self.nodes >= self.most_nodes:
            raise _BudgetSpent
        if self.seconds is not None and time.monotonic() - self.started >= self.seconds:
            raise _BudgetSpent
        self.nodes += 1

    def line(self, position: Position, play: Play) -> tuple[Play, ...]:
        """Best play of both sides from `play` on, to the moment the goal is decided."""
        line, position = [play], position.after(play)
        while (best := self.outcome(position)[2]) is not None:
            line.append(best)
            position = position.after(best)
        return tuple(line)


def solve_plain(
    position: Position,
    goal: str = "first",
    seconds: float | None = None,
    nodes: int | None = None,
    progress: Progress | None = None,
) -> Solution:
    """The exact value of the position and of each of its legal plays, open hands only (see `tutor.solve`)."""
    check_question(position, goal, seconds, nodes)
    if any(position.hidden):
        raise PositionError("hands: the plain solver needs open hands (in {position})", position=quote(str(position)))
    hero = position.turn
    assert hero is not None
    search = _Search(goal, hero, seconds, nodes)
    plays = position.legal_plays()
    verdicts = [PlayVerdict(play, None, ()) for play in plays]
    stopped: KeyboardInterrupt | None = None
    try:
        for i, play in enumerate(plays):
            value = search.outcome(position.after(play))[0]
            verdicts[i] = PlayVerdict(play, value, search.line(position, play))
            if progress:
                progress(i + 1, len(plays), search.nodes)
    except _BudgetSpent:
        pass
    except KeyboardInterrupt as error:
        stopped = error
    solution = Solution(
        position,
        goal,
        hero,
        False,
        settled_value(position, goal, verdicts),
        all(verdict.value is not None for verdict in verdicts),
        search.nodes,
        time.monotonic() - search.started,
        tuple(verdicts),
    )
    if stopped:
        raise Interrupted(solution) from stopped
    return solution
