"""Reasons tied to the position: what lies behind a verdict, beyond what happens in the solver's line.

Every reason is a `Fact`, found by replaying the line or by a search of its own, and left out where that search is not
done within its limits. `tests/test_reasons.py` verifies each kind anew with the plain solver.

- `takes_lead`: in the line `seat` ends up with the lead because nobody beats its `play`, laid on another's play
- `keeps_lead`: in the line `seat` leads `play`, nobody beats it, and `seat` leads again
- `stopper`: `seat` answers `beaten` in the line; every answer that stops the hero there uses the cards `play`
- `never`: after the play judged, the others can keep the hero from laying `play` (a combination it holds) before
  somebody is out; before that play they could not
- `chopped`: in the line `seat` chops twos that `owner` laid (`beaten`) with the bomb `play`
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .combinations import Play
from .explain import Cast, Fact, show
from .locale import _
from .planning import plan
from .position import Position

NODES = 20_000
"""Positions that the solver may search behind the reasons of one play."""
POSITIONS = 4_000
"""Positions that the search for a group that can never be laid may look at."""
SECONDS = 4.0
"""A stop for slow machines. The numbers above are reached before it, so that the same is said everywhere."""


class _Spent(Exception):
    """The limit is reached; nothing is claimed."""


@dataclass
class _Limit:
    ends: float
    nodes: int = NODES
    positions: int = POSITIONS
    memory: dict[Any, bool] = field(default_factory=dict)

    def left(self) -> float:
        """Seconds left. Raises _Spent if there are none."""
        left = self.ends - time.monotonic()
        if left <= 0:
            raise _Spent
        return left


def reasons(position: Position, found: Any, solution: Any, seconds: float = SECONDS) -> list[Fact]:
    """What lies behind the verdict `found` (a PlayVerdict of `solution`): one fact of each kind at most.

    Nothing for hidden hands, partnership, and goals without a yes or no: there a single line proves too little.
    """
    if any(position.hidden) or position.rules.partnership or solution.goal not in ("first", "not-last"):
        return []
    if not found.line or found.value is None or position.turn is None:
        return []
    told = [*_leads(position, found.line, position.turn, bool(found.value)), *_chopped(position, found.line)]
    if found.value is False and solution.value is True:
        limit = _Limit(time.monotonic() + seconds)
        for search in (_stopper, _never):
            try:
                told += search(position, found.line, solution.goal, position.turn, limit)
            except _Spent:
                continue
    return told


def reason_text(fact: Fact, cast: Cast) -> str:
    """The reason in a sentence."""
    you = fact.seat == cast.you
    words = {
        "takes_lead": (_("You get the lead with {play}."), _("{name} gets the lead with {play}.")),
        "keeps_lead": (
            _("Nobody beats {play}, so you lead again."),
            _("Nobody beats {play}, so {name} leads again."),
        ),
        "stopper": ("", _("The stopper is {play}, held by {name}: no answer without it would have stopped you there.")),
        "never": (_("After that the others can keep you from ever laying {play}."), ""),
        "chopped": (
            _("The bomb {play} that chops {beaten} is yours."),
            _("The bomb {play} that chops {beaten} is held by {name}."),
        ),
    }[fact.kind][0 if you else 1]
    return words.format(
        name=cast.name(fact.seat), play=show(fact.play or ()), beaten=show(fact.beaten) if fact.beaten else ""
    )


def why_not(position: Position, found: Any, solution: Any, cast: Cast, seconds: float = SECONDS) -> str:
    """The searched reasons against a play, in words: its stopper, and what can never be laid any more."""
    searched = [fact for fact in reasons(position, found, solution, seconds) if fact.kind in ("stopper", "never")]
    return " ".join(reason_text(fact, cast) for fact in searched)


# ------------------------------------------------------------------ read off the line


def _leads(position: Position, line: Sequence[Play], hero: int, won: bool) -> list[Fact]:
    """Who gets the lead: if the hero reaches the goal the last time it does so, else the first time another does."""
    found: list[Fact] = []
    leader, now = None, position
    for play in line:
        if now.table is None:
            leader = now.turn
        following = now.after(play)
        cleared = following.table is None and now.table is not None
        if cleared and following.turn is not None and following.turn == now.owner:
            # if who laid last is out, another inherits the lead: that is nobody's doing
            assert now.table is not None
            kind = "keeps_lead" if leader == now.owner and _is_lead(position, line, now.table) else "takes_lead"
            found.append(Fact(kind, following.turn, now.table))
        now = following
    mine = [fact for fact in found if (fact.seat == hero) == won]
    return [mine[-1] if won else mine[0]] if mine else []


def _is_lead(position: Position, line: Sequence[Play], laid: Play) -> bool:
    """Whether the play was led in the line, not laid on another."""
    now = position
    for play in line:
        if play == laid:
            return now.table is None
        now = now.after(play)
    return False


def _chopped(position: Position, line: Sequence[Play]) -> list[Fact]:
    now = position
    for play in line:
        shape, table = play.combination, now.table.combination if now.table else None
        if shape and table and table.of_twos and shape.chops(table) and now.turn is not None:
            return [Fact("chopped", now.turn, play, now.table, now.owner)]
        now = now.after(play)
    return []


# ------------------------------------------------------------------ searched


def hero_reaches(position: Position, goal: str, hero: int, limit: _Limit) -> bool:
    """Whether the hero forces the goal from here, whoever is to play. Raises _Spent at the limit.

    Where another seat is to play, all its plays are tried until it is the hero's turn; from there `solve` knows.
    """
    from .solver import solve
    from .solver.result import decided

    value = decided(position, goal, hero)
    if value is not None:
        return bool(value)
    key = (position, goal, hero)
    if key not in limit.memory:
        if position.turn == hero:
            solution = solve(position, goal, nodes=limit.nodes, seconds=limit.left())
            limit.nodes -= solution.nodes
            if solution.value is None or limit.nodes <= 0:
                raise _Spent
            limit.memory[key] = bool(solution.value)
        else:
            limit.left()
            limit.memory[key] = all(
                hero_reaches(position.after(play), goal, hero, limit) for play in position.legal_plays()
            )
    return limit.memory[key]


def _stopper(position: Position, line: Sequence[Play], goal: str, hero: int, limit: _Limit) -> list[Fact]:
    """The cards that every refuting answer uses, at the first answer of the line to the hero's play."""
    if line[0].is_pass:
        return []
    now = position.after(line[0])
    for play in line[1:]:
        if now.turn == hero or now.table != line[0]:
            return []
        if not play.is_pass:
            break
        now = now.after(play)
    else:
        return []
    common = play.mask
    for other in now.legal_plays():
        if not common:
            return []
        if other != play and not hero_reaches(now.after(other), goal, hero, limit):
            common &= other.mask
    assert now.turn is not None
    return [Fact("stopper", now.turn, Play(common, position.rules), line[0])] if common else []


def _never(position: Position, line: Sequence[Play], goal: str, hero: int, limit: _Limit) -> list[Fact]:
    """The longest combination that is still in the hero's hand at the end and could be laid before, not after."""
    if goal != "first":
        return []
    now = position
    for play in line:
        now = now.after(play)
    shapes = sorted(plan(now.hands[hero], position.rules), key=lambda shape: (-shape.size, shape.mask))
    after = position.after(line[0])
    for shape in shapes[:3]:
        if (
            shape.size > 1
            and not can_lay(after, hero, shape.mask, limit)
            and can_lay(position, hero, shape.mask, limit)
        ):
            return [Fact("never", hero, Play(shape.mask, position.rules))]
    return []


def can_lay(position: Position, hero: int, group: int, limit: _Limit) -> bool:
    """Whether the hero can force laying exactly these cards as one play before anybody is out. Raises _Spent."""
    if position.out or position.hands[hero] & group != group:
        return False
    key = (position, group)
    if key not in limit.memory:
        limit.positions -= 1
        if limit.positions <= 0:
            raise _Spent
        limit.left()
        plays = position.legal_plays()
        if position.turn == hero:
            limit.memory[key] = any(play.mask == group for play in plays) or any(
                can_lay(position.after(play), hero, group, limit) for play in plays
            )
        else:
            limit.memory[key] = all(can_lay(position.after(play), hero, group, limit) for play in plays)
    return limit.memory[key]
