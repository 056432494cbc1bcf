"""Kinds of puzzles: what is asked, what makes a position one of that kind, and what it is called on the page.

A kind is a claim like every other: `kind_fault` proves it again from the search and says in words if it does not
hold. Titles and notes of puzzles found by the miner are made here, in the reader's language, when they are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from .cards import bits
from .combinations import Play
from .errors import PositionError, Refusal
from .locale import _
from .planning import fewest_plays
from .position import Position
from .solver.result import worth

GOALS_OF: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "open": ("first",),
        "hidden": ("first", "not-last"),
        "save": ("not-last",),
        "place": ("place",),
        "points": ("points",),
        "chop": ("first", "not-last"),
        "lead": ("first",),
        "split": ("fewest",),
    }
)
"""Every kind with the goals that go with it: open hands; your hand only; save yourself; the best place; points; chop
or not; a combination led whole or broken; a hand split into the fewest plays."""

KINDS = tuple(GOALS_OF)

NODES = 2_000_000
"""Positions that may be searched for whether somebody can be first at all."""


def kind_title(kind: str) -> str:
    """The title of a mined puzzle, in the reader's language. It says what is asked and nothing of the answer."""
    return {
        "open": _("Every hand open"),
        "hidden": _("Your hand only"),
        "save": _("Save yourself"),
        "place": _("The best place"),
        "points": _("Count the points"),
        "chop": _("Chop or not?"),
        "lead": _("Whole or in parts?"),
        "split": _("Split the hand"),
    }[kind]


def kind_fault(kind: str, position: Position, goal: str, solution: Any) -> Refusal | None:
    """Why the solved position is no puzzle of this kind; None if it is one.

    >>> from tutor import solve
    >>> position = Position.parse("pagat 3s5d5h/4c4d7s 0 - -")
    >>> kind_fault("lead", position, "first", solve(position)) is None
    True
    >>> str(kind_fault("chop", position, "first", solve(position)))
    'nothing that lies on the table can be chopped'
    """
    if goal not in GOALS_OF[kind]:
        return Refusal("its goal is one of {known}, not {goal}", known=", ".join(GOALS_OF[kind]), goal=goal)
    if (kind in ("hidden", "split")) != any(position.hidden):
        if kind in ("hidden", "split"):
            return Refusal("the other hands must be hidden")
        return Refusal("every hand must be open")
    if kind in ("save", "place") and (position.rules.first_out_ends or position.seats < 3):
        return Refusal("it needs three seats, and a deal that goes on after the first is out")
    if kind == "save" and _can_be_first(position):
        return Refusal("the seat to play can force even the first place")
    if kind == "place" and not 1 < solution.value < position.seats - 1:
        return Refusal("the best place must be neither the first nor one of the last two, which are other goals")
    if kind == "points" and _can_be_first(position) and _best(position, "first") == set(solution.best):
        return Refusal("to win is all that is asked: every play that wins also makes the most points")
    if kind == "chop" and not any(chops(position, play) for play in position.legal_plays()):
        return Refusal("nothing that lies on the table can be chopped")
    if kind == "lead" and not _part_against_whole(position, solution):
        return Refusal("it is no lead of a combination whole or in parts of which only one is right")
    return None


def _can_be_first(position: Position) -> bool:
    """Raises PositionError if that takes too long to find out."""
    from .solver.fast import value_of

    value = value_of(position, "first", nodes=NODES).value
    if value is None:
        raise PositionError("position: too large to be searched out")
    return bool(value)


def _best(position: Position, goal: str) -> set[Play]:
    """Raises PositionError if that takes too long to find out."""
    solution = values_only(position, goal, NODES)
    if solution is None:
        raise PositionError("position: too large to be searched out")
    return set(solution.best)


def values_only(position: Position, goal: str, nodes: int) -> Any:
    """The solution without lines, which cost ten times as much; None if it takes more than so many positions."""
    from .solver import PlayVerdict, Solution, compiled
    from .solver.fast import Budget, BudgetSpent, Search

    assert position.turn is not None
    if goal == "fewest":
        hand, rules = position.hands[position.turn], position.rules
        needed = {play: 1 + fewest_plays(hand & ~play.mask, rules) for play in position.legal_plays()}
        plays = tuple(PlayVerdict(play, number, ()) for play, number in needed.items())
        least = min(needed.values())
        return Solution(position, goal, position.turn, False, least, True, len(plays), 0.0, plays)
    search = Search(position, goal, Budget(None, nodes), compiled.ready(), fixed=True)
    try:
        search.settle_values()
    except BudgetSpent:
        return None
    plays = tuple(PlayVerdict(root.play, search.value(root), ()) for root in search.roots)
    values = [each.value for each in plays if each.value is not None]
    best = max(values, key=lambda value: worth(value, goal))
    hidden = any(position.hidden)
    return Solution(position, goal, position.turn, hidden, best, True, search.budget.nodes, 0.0, plays)


def chops(position: Position, play: Play) -> bool:
    """Whether the play chops what lies on the table."""
    table, shape = position.table, play.combination
    return bool(shape and table and table.combination and shape.chops(table.combination))


def _part_against_whole(position: Position, solution: Any) -> bool:
    if position.table is not None:
        return False
    best = [play.mask for play in solution.best]
    worse = [each.play.mask for each in solution.plays if each.value != solution.value]
    return any(right != wrong and right & wrong in (right, wrong) for right in best for wrong in worse)


def side(kind: str, position: Position, answer: Play, solution: Any) -> str:
    """On which side of the kind's question the answer is, so that a pack can have both in good measure: "" where the
    kind asks no either-or.
    """
    if kind == "chop":
        return "chop" if chops(position, answer) else "leave"
    if kind == "lead":
        worse = [each.play.mask for each in solution.plays if each.value != solution.value]
        whole = any(wrong != answer.mask and wrong & answer.mask == wrong for wrong in worse)
        return "whole" if whole else "part"
    return ""


# ------------------------------------------------------------------ plays that are the same play


def same_play(position: Position, play: Play) -> tuple[int, ...]:
    """Equal for plays that differ only in cards that can be exchanged: of one rank, in one hand, with no card of
    another hand, no unseen card and not the table's card between them. In Big Two, where suits make flushes, every
    play stands for itself.

    >>> here = Position.parse("pagat 3s3c3h/3d9s 0 - -")
    >>> [same_play(here, Play.parse(cards, here.rules)) for cards in ("3s", "3c", "3h")]
    [(0,), (0,), (3,)]
    """
    if position.rules.five_card_hands:
        return (play.mask,)
    assert position.turn is not None
    hand = position.hands[position.turn]
    between = position.table.mask if position.table else 0
    for seat, other in enumerate(position.hands):
        between |= other if seat != position.turn else 0
    if any(position.hidden):
        between |= position.unseen
    found = []
    for at in range(52):
        if play.mask >> at & 1:
            first = at
            while first % 4 and not between >> (first - 1) & 1:
                first -= 1
            while not hand >> first & 1:
                first += 1
            found.append(first)
    return tuple(found)


def answers(position: Position, solution: Any) -> int:
    """How many plays really different from each other reach the value. Where a hand is split, suits make no difference
    (in Big Two they may).
    """
    if solution.goal == "fewest" and not position.rules.five_card_hands:
        return len({tuple(bit.bit_length() - 1 >> 2 for bit in bits(play.mask)) for play in solution.best})
    return len({same_play(position, play) for play in solution.best})


def nothing_to_choose(solution: Any, goal: str) -> bool:
    """Whether every play is as good as every other."""
    return len({worth(each.value, goal) for each in solution.plays}) < 2
