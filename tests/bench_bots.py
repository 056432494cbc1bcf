"""How strong the bots are: a round-robin over seeded deals, with intervals.

    python tests/bench_bots.py                                  all pairings, 1,000 deals each, 200 where strong plays
    python tests/bench_bots.py --rules pagat --seats 2          another table
    python tests/bench_bots.py --pairs sensible-strong --strong-deals 50

With two or four seats the two bots of a pairing sit alternately, and change seats from deal to deal; with three, each
sits alone against two of the other in turn. Every deal is a first deal, from the seed `bench N`. Reported for the
stronger bot of a pairing:

- points per deal, all its seats together, with a 95 % interval (normal, from the spread over the deals); equals would
  come to nought
- the share of deals in which its seats got more than the others, a tie counting half, with Wilson's 95 % interval
- how often one of its seats was first (with three seats weighed so that equals come to half)

Exit status 1 if the points of a pairing are not clear of even. Numbers of deals and positions bound the bots' work, so
all figures but the seconds repeat exactly on any machine.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from statistics import mean, stdev

from tutor import Rules, deal
from tutor.bots import BOTS, play_deal

Z = 1.96


@dataclass(frozen=True)
class Pairing:
    """What `deals` deals between two bots came to, from the side of `strong`."""

    weak: str
    strong: str
    points: tuple[float, ...]
    wins: float
    seconds: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the points per deal."""
        half = Z * stdev(self.points) / sqrt(len(self.points))
        return mean(self.points) - half, mean(self.points) + half

    @property
    def share(self) -> tuple[float, float, float]:
        """The share of deals in which the stronger bot's seats got more, and its interval."""
        won = sum(1.0 if got > 0 else 0.5 if got == 0 else 0.0 for got in self.points)
        return (won / len(self.points), *wilson(won, len(self.points)))

    @property
    def clear(self) -> bool:
        """Whether the stronger bot is ahead by more than chance explains."""
        return self.interval[0] > 0

    def __str__(self) -> str:
        low, high = self.interval
        share, least, most = self.share
        n = len(self.points)
        return "  ".join(
            (
                f"{self.strong:9} over {self.weak:9} {n:5} deals",
                f"points {mean(self.points):+6.2f} ({low:+.2f} to {high:+.2f})",
                f"ahead in {share:.1%} ({least:.1%} to {most:.1%})",
                f"first {self.wins / n:.1%}",
                f"{self.seconds / n:.3f} s a deal",
            )
        )


def wilson(won: float, trials: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    p, spread = won / trials, Z * Z / trials
    middle = (p + spread / 2) / (1 + spread)
    half = sqrt(spread * (p * (1 - p) + spread / 4)) / (1 + spread)
    return middle - half, middle + half


def seating(weak: str, strong: str, seats: int, number: int) -> list[str]:
    """Who sits where in deal `number`."""
    if seats == 3:
        alone, others = (strong, weak) if number % 2 else (weak, strong)
        return [alone if seat == number // 2 % 3 else others for seat in range(3)]
    return [strong if (seat + number) % 2 else weak for seat in range(seats)]


def compare(weak: str, strong: str, rules: str, seats: int, deals: int) -> Pairing:
    """Play `deals` seeded deals between two bots."""
    points, wins = [], 0.0
    started = time.perf_counter()
    for number in range(deals):
        names = seating(weak, strong, seats, number)
        record = play_deal(deal(rules, seats, seed=f"bench {number}"), names, seed=number)
        scores = record.scores
        assert scores is not None
        points.append(float(sum(score for score, name in zip(scores, names, strict=True) if name == strong)))
        first = record.instant_win[0] if record.instant_win else record.end.out[0]
        mine = names.count(strong)
        wins += (names[first] == strong) * (seats / 2 / mine if 2 * mine != seats else 1.0)
    return Pairing(weak, strong, tuple(points), wins, time.perf_counter() - started)


def main() -> int:
    parser = argparse.ArgumentParser(description="Round-robin of the bots.")
    parser.add_argument("--rules", nargs="+", default=["sheet", "big-two"])
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--strong-deals", type=int, default=200, help="deals where 'strong' plays")
    parser.add_argument("--pairs", nargs="+", help="only these, as weaker-stronger")
    given = parser.parse_args()
    pairs = [tuple(pair.split("-")) for pair in given.pairs] if given.pairs else list(combinations(BOTS, 2))
    unclear = 0
    for rules in given.rules:
        Rules.parse(rules).check_seats(given.seats)
        print(f"{rules}, {given.seats} seats, Python {sys.version.split()[0]}")
        for weak, strong in pairs:
            deals = given.strong_deals if "strong" in (weak, strong) else given.deals
            found = compare(weak, strong, rules, given.seats, deals)
            unclear += not found.clear
            print(f"  {found}{'' if found.clear else '  NOT CLEAR'}", flush=True)
    return 1 if unclear else 0


if __name__ == "__main__":
    sys.exit(main())
