"""The same position under other rules: what the rules are called, and under which of them the answer changes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .combinations import Play
from .errors import NotationError, PositionError
from .locale import _
from .position import Position
from .rules import HOUSE_RULES, PROFILES, Rules

SECONDS = 2.0
"""Time that the comparison under all other rules may take together."""
NODES = 60_000
"""Positions searched for one set of rules; a puzzle takes a few hundred."""

_ONLY_POINTS = frozenset({"scoring", "cong", "twos_factor", "instant_win", "cards_each"})
"""Fields that change what a deal pays, or how it is dealt, but not what may be played."""


def profile_name(profile: str) -> str:
    """What the rules of a profile are called.

    >>> profile_name("pusoy-dos")
    'Pusoy Dos'
    """
    return {
        "sheet": _("Tiến Lên by the rule sheet"),
        "pagat": _("Tiến Lên by Pagat"),
        "big-two": _("Big Two"),
        "pusoy-dos": _("Pusoy Dos"),
    }[profile]


def house_rule_name(name: str) -> str:
    """What a house rule says, in a few words.

    >>> house_rule_name("quad_chops_pair")
    'four of a kind also beats a pair of twos'
    """
    return {
        "anticlockwise": _("anticlockwise"),
        "quad_chops_pair": _("four of a kind also beats a pair of twos"),
        "four_pairs_chop_quad": _("four pairs in a row beat four of a kind"),
        "bomb_at_least": _("longer double straights are bombs, too"),
        "no_overbomb_after_pass": _("after a pass no higher bomb on a bomb"),
        "instant_win": _("some dealt hands win at once"),
        "instant_win_extended": _("more dealt hands win at once"),
        "cong": _("no card played costs double"),
        "winner_takes_all": _("the first one out ends the deal"),
        "deal17": _("three players, seventeen cards each"),
        "last_pays": _("only the last one pays"),
        "partnership": _("two against two"),
        "bombs_any": _("four of a kind and a card beats everything"),
        "bombs_single": _("four of a kind and a card beats single cards"),
        "straight_flush_bombs": _("a straight flush is a bomb, too"),
        "wrap_straight": _("2-3-4-5-6 is the highest straight"),
        "no_pass_first_trick": _("no passing before the first play"),
        "twos_double": _("a two left in hand counts double"),
        "twos_triple": _("a two left in hand counts triple"),
        "no_triples": _("no three of a kind"),
        "same_type_only": _("five cards answer only their own kind"),
        "flush_all_ranks": _("flushes compare card by card"),
        "flush_suit_first": _("flushes compare by suit first"),
        "scoring_basic": _("one point for each card left"),
        "scoring_winner_only": _("only the winner scores"),
    }[name]


def rules_name(rules: Rules) -> str:
    """The profile and its house rules in words."""
    return "; ".join([profile_name(rules.profile), *map(house_rule_name, rules.house_rules)])


@dataclass(frozen=True, slots=True)
class Change:
    """Rules under which the answer is another: `value` and the `best` plays there, as `solve` gives them.

    `gone` are the best plays of the position as it stands that are not even allowed there.
    """

    rules: Rules
    value: bool | int
    best: tuple[Play, ...]
    gone: tuple[Play, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """`changes` in the order tried; `same` counts rules with the same answer, `undecided` those not searched out."""

    changes: tuple[Change, ...]
    same: int
    undecided: int


def variants(rules: Rules, goal: str) -> Iterator[Rules]:
    """The other profiles, and these rules with one house rule more or less, as far as they can matter to the goal."""
    for profile in PROFILES:
        if profile != rules.profile:
            yield Rules.parse(profile)
    for name, rule in HOUSE_RULES.items():
        if rule.game not in (None, rules.game):
            continue
        if goal != "points" and set(rule.changes) <= _ONLY_POINTS:
            continue
        names = [each for each in rules.house_rules if each != name]
        if name not in rules.house_rules:
            names.append(name)
        try:
            yield Rules.parse("+".join([rules.profile, *names]))
        except NotationError:
            continue


@lru_cache(maxsize=64)
def compare_rules(position: Position, goal: str = "first", seconds: float = SECONDS) -> Comparison:
    """Under which other rules the position has another answer: another value, or other best plays.

    Rules under which the position makes no sense (a table that is no combination there) are left out. Each search
    has `NODES` positions and all together `seconds`; what is not settled within is counted, not guessed.
    """
    from .solver import solve

    ends = time.monotonic() + seconds
    here = _answer(solve(position, goal, nodes=NODES, seconds=seconds))
    if here is None:
        return Comparison((), 0, 1)
    changes, same, undecided = [], 0, 0
    for rules in variants(position.rules, goal):
        there = _under(position, rules)
        if there is None:
            continue
        left = ends - time.monotonic()
        try:
            found = _answer(solve(there, goal, nodes=NODES, seconds=left)) if left > 0 else None
        except PositionError:
            continue
        if found is None:
            undecided += 1
        elif (found[0], _texts(found[1])) == (here[0], _texts(here[1])):
            same += 1
        else:
            gone = tuple(play for play in here[1] if there.objection(str(play)))
            changes.append(Change(rules, found[0], tuple(found[1]), gone))
    return Comparison(tuple(changes), same, undecided)


def _answer(solution: Any) -> tuple[bool | int, list[Play]] | None:
    return (solution.value, solution.best) if solution.complete else None


def _texts(plays: list[Play]) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(map(str, play.cards)) for play in plays)


def _under(position: Position, rules: Rules) -> Position | None:
    """The same cards, table and turn under other rules; None where that is no position with a question."""
    words = str(position).split()
    words[0] = str(rules)
    if not rules.pass_locks:
        words[4] = "-"
        words = [word for word in words if word != "chain"]
    words = [word for word in words if not word.startswith(("full=", "must="))]
    try:
        found = Position.parse(" ".join(words))
    except NotationError:
        return None
    return None if found.is_over else found
