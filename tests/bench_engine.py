"""How fast whole deals are played: `python tests/bench_engine.py [--deals N] [--rules RULES] [--profile]`.

Complete deals, by default of four-player `pagat` with 13 cards each, every play drawn evenly from `legal_plays`, all
through the public API in one process. Prints deals and positions per second, the median of several runs beside the
best and beside what a second of processor time does (on a busy machine the fairer figure), and with `--profile` where
the time goes. The positions played are the same on every machine; their number and a
digest are printed, so that a change of the rules shows.
"""

from __future__ import annotations

import argparse
import cProfile
import hashlib
import platform
import pstats
import statistics
import time

from tutor import Position, deal


class Dice:
    """Even draws that are the same in every Python version."""

    def __init__(self, seed: int) -> None:
        self.state = seed * 2 + 1

    def below(self, limit: int) -> int:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return ((self.state >> 32) * limit) >> 32


def play_deal(start: Position, dice: Dice) -> tuple[int, Position]:
    """Play one deal to its end; the number of positions with a choice to make, and the end."""
    position, moments = start, 0
    while not position.is_over:
        plays = position.legal_plays()
        position = position.after(plays[dice.below(len(plays))])
        moments += 1
    position.scores()
    return moments, position


def run(starts: list[Position], seed: int) -> tuple[float, float, int, str]:
    """Play every deal once: seconds, seconds of processor time, positions, and a digest of how the deals ended."""
    dice, digest, moments = Dice(seed), hashlib.sha256(), 0
    ends = []
    began, worked = time.perf_counter(), time.process_time()
    for start in starts:
        played, end = play_deal(start, dice)
        moments += played
        ends.append(end)
    seconds, work = time.perf_counter() - began, time.process_time() - worked
    for end in ends:
        digest.update(str(end).encode())
    return seconds, work, moments, digest.hexdigest()[:12]


def main() -> None:
    parser = argparse.ArgumentParser(description="Whole random deals through the public API.")
    parser.add_argument("--deals", type=int, default=1000, help="deals in a run")
    parser.add_argument("--runs", type=int, default=5, help="runs, each with deals of its own")
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--profile", action="store_true", help="show where the time goes")
    options = parser.parse_args()

    def starts(number: int) -> list[Position]:
        seeds = (f"bench {number} {i}" for i in range(options.deals))
        return [deal(options.rules, options.seats, seed).position() for seed in seeds]

    run(starts(-1)[:50], 0)
    rates, busy, moments = [], [], 0
    for number in range(options.runs):
        seconds, work, played, digest = run(starts(number), number)
        moments += played
        rates.append(options.deals / seconds)
        busy.append(options.deals / work)
        print(f"run {number}: {rates[-1]:7.1f} deals/s  {played / seconds:9.0f} positions/s  ends {digest}")
    each = moments / (options.deals * options.runs)
    print(
        f"{options.rules}, {options.seats} seats: median {statistics.median(rates):.1f} deals/s, "
        f"best {max(rates):.1f}, {statistics.median(busy):.1f} per second of processor time, "
        f"{each:.1f} positions a deal (Python {platform.python_version()}, {platform.machine()}, one process)"
    )
    if options.profile:
        profiler = cProfile.Profile()
        batch = starts(0)
        profiler.runcall(run, batch, 0)
        pstats.Stats(profiler).sort_stats("tottime").print_stats(18)


if __name__ == "__main__":
    main()
