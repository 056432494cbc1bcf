"""Simulated learners of rising skill, for trying out what a puzzle's difficulty is worth.

They share nothing with what `tutor.difficulty` measures: no bot, no proof, no layout of a hand. What they know of a
position is how many cards everybody holds, of how many ranks and how high; on top of that each looks a few plays
ahead and overlooks some, or tries each play out in random play. The better ones look further and err less.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from tutor import Play, Position
from tutor.cards import bits
from tutor.solver.result import decided, on_side, worth

MOST_PLAYS = 14
"""Different plays that a player thinks about in one position; of more, some drawn at random."""


@dataclass(frozen=True)
class Player:
    """A simulated learner: `values` gives what it thinks of every play (greater is better)."""

    name: str
    values: Callable[[Position, str, list[Play], random.Random], list[float]]
    noise: float

    def play(self, position: Position, goal: str, rng: random.Random) -> Play:
        """Its choice; the same position, goal and state of `rng` give the same play."""
        plays = different(position, position.legal_plays(), rng, 10_000)
        thought = self.values(position, goal, plays, rng)
        noisy = [value + rng.gauss(0, self.noise) for value in thought]
        return plays[noisy.index(max(noisy))]


def different(position: Position, plays: list[Play], rng: random.Random, most: int = MOST_PLAYS) -> list[Play]:
    """The plays, of those that differ in suits alone a random one (in Big Two all are kept apart by kind)."""
    rng.shuffle(plays)
    found: dict[object, Play] = {}
    for play in plays:
        shape = play.combination
        ranks = tuple((bit.bit_length() - 1) >> 2 for bit in bits(play.mask))
        found.setdefault((shape.kind if shape else "", ranks), play)
        if len(found) == most:
            break
    return list(found.values())


def world(position: Position, rng: random.Random) -> Position:
    """The position with hidden hands filled at random."""
    if not any(position.hidden):
        return position
    cards = list(bits(position.unseen))
    rng.shuffle(cards)
    hands = list(position.hands)
    for seat, count in enumerate(position.hidden):
        if count:
            hands[seat] = sum(cards[:count])
            cards = cards[count:]
    return replace(position, hands=tuple(hands), hidden=(0,) * position.seats, gone=0)


def burden(hand: int) -> float:
    """Ranks held, an ace or 2 counting for less than nothing: they take the lead."""
    ranks = sum(1 for rank in range(13) if hand >> 4 * rank & 15)
    return ranks + 0.2 * hand.bit_count() - 0.8 * (hand >> 44).bit_count()


def guess(position: Position, goal: str, hero: int) -> float:
    """How things stand for the hero, decided or not."""
    value = decided(position, goal, hero)
    if value is not None:
        return 8.0 * (worth(value, goal) if goal != "first" and goal != "not-last" else 2 * bool(value) - 1)
    others = [
        burden(position.hands[seat])
        for seat in range(position.seats)
        if not on_side(position, hero, seat) and seat not in position.out
    ]
    if not others:
        return 0.0
    rival = min(others) if goal == "first" else max(others) if goal == "not-last" else sum(others) / len(others)
    lead = 0.7 if position.turn is not None and position.table is None and on_side(position, hero, position.turn) else 0
    return rival - burden(position.hands[hero]) + lead


def ahead(depth: int, overlooked: float, worlds: int) -> Callable[..., list[float]]:
    """Looks `depth` plays ahead, hands open; each later play is overlooked with a chance. Hidden hands are imagined."""

    def value(
        position: Position, goal: str, hero: int, left: int, rng: random.Random, low: float, high: float
    ) -> float:
        if not left or position.is_over or decided(position, goal, hero) is not None:
            return guess(position, goal, hero)
        assert position.turn is not None
        mine = on_side(position, hero, position.turn)
        plays = different(position, position.legal_plays(), rng)
        seen = [play for play in plays if rng.random() >= overlooked] or plays[:1]
        best = -1e9 if mine else 1e9
        for play in seen:
            found = value(position.after(play), goal, hero, left - 1, rng, low, high)
            if mine:
                best = max(best, found)
                low = max(low, best)
            else:
                best = min(best, found)
                high = min(high, best)
            if low >= high:
                break
        return best

    def values(position: Position, goal: str, plays: list[Play], rng: random.Random) -> list[float]:
        hero = position.turn
        assert hero is not None
        total = [0.0] * len(plays)
        number = worlds if any(position.hidden) else 1
        for _ in range(number):
            here = world(position, rng)
            for at, play in enumerate(plays):
                total[at] += value(here.after(play), goal, hero, depth - 1, rng, -1e9, 1e9) / number
        return total

    return values


def tries(number: int) -> Callable[..., list[float]]:
    """Tries each play `number` times, everybody playing on at random."""

    def values(position: Position, goal: str, plays: list[Play], rng: random.Random) -> list[float]:
        hero = position.turn
        assert hero is not None
        total = [0.0] * len(plays)
        for _ in range(number):
            here = world(position, rng)
            for at, play in enumerate(plays):
                now = here.after(play)
                while (ended := decided(now, goal, hero)) is None:
                    now = now.after(rng.choice(now.legal_plays()))
                total[at] += worth(ended, goal) / number
        return total

    return values


PLAYERS = (
    Player("glances badly", ahead(1, 0, 1), 3.0),
    Player("glances", ahead(1, 0, 1), 1.2),
    Player("tries 2", tries(2), 0.3),
    Player("looks 2 ahead", ahead(2, 0.35, 2), 1.2),
    Player("tries 6", tries(6), 0.12),
    Player("looks 3 ahead", ahead(3, 0.25, 3), 0.8),
    Player("tries 20", tries(20), 0.06),
    Player("looks 4 ahead", ahead(4, 0.15, 4), 0.5),
    Player("looks 5 ahead", ahead(5, 0.05, 4), 0.3),
)
"""The simulated learners."""
