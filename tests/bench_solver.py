"""How fast the solver is: fixed, seeded sets of positions, one line a set. Run: python tests/bench_solver.py [SET ...]

Each position is searched for its value (goal `first`, seat 0 leads) with an empty table. Printed are the positions
expanded and visited (they repeat exactly and are what counts), processor milliseconds (mean, median, 95th
percentile, worst) and nodes a second, compiled and in plain Python, and the ratio of the two over the positions that
both have done. `--all-plays` adds the values of all root plays against the value of the position. `--peers` puts other
people's solvers beside it in the same run, if they are installed: PyPI's doudizhu-resolver on endings that both can do
(same value expected), and bridge's double dummy solver (PyPI's endplay) on random deals, as the same class of work.
`--many` searches 10,000 deals of 4 x 5; `--start` times the first answers of a fresh process.
"""

from __future__ import annotations

import argparse
import importlib.util
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from solver_positions import dealt

from tutor import Position, Rules
from tutor.cards import RANKS
from tutor.solver import compiled, fast

SETS = {  # profile, seats, cards each, deals, seed, most nodes (0: no limit), deals done in plain Python too
    "2x8": ("sheet", 2, 8, 1000, 1, 0, 200),
    "2x10": ("sheet", 2, 10, 500, 1, 0, 0),
    "2x13": ("sheet", 2, 13, 1000, 1, 0, 0),
    "3x8": ("pagat", 3, 8, 200, 1, 0, 0),
    "4x5": ("pagat", 4, 5, 500, 1, 0, 200),
    "4x7": ("pagat", 4, 7, 200, 1, 0, 0),
    "4x8": ("pagat", 4, 8, 100, 1, 0, 0),
    "4x10": ("pagat", 4, 10, 40, 1, 30_000_000, 0),
    "4x13": ("pagat", 4, 13, 20, 1, 60_000_000, 0),
    "hidden": ("pagat", 4, 13, 200, 1, 0, 40),
}
QUICK = ("2x8", "2x10", "4x5", "4x7", "3x8", "hidden")


def positions(name: str, number: int) -> Iterator[Position]:
    """The positions of a set. `hidden`: 13 cards against 39 unseen, the others' hands from 1 to 13 cards."""
    profile, seats, cards, _, seed, _, _ = SETS[name]
    if name != "hidden":
        yield from dealt(profile, seats, cards, number, seed)
        return
    yield from hidden_in_play(number, seed)


def hidden_in_play(number: int, seed: int) -> Iterator[Position]:
    """A full hand against hidden ones after some random plays of the others."""
    rng, rules = random.Random(seed), Rules.parse("pagat")
    while number:
        pack = rng.sample(range(52), 52)
        hands = tuple(sum(1 << bit for bit in pack[13 * i : 13 * i + 13]) for i in range(4))
        position = Position(rules, hands, (0,) * 4, rng.randrange(4))
        for _ in range(rng.randrange(24)):
            later = position.after(rng.choice(position.legal_plays()))
            if later.out:
                break
            position = later
        hero = position.turn
        assert hero is not None
        known = 0 if position.table is None else position.table.mask
        gone = (1 << 52) - 1 & ~known
        for hand in position.hands:
            gone &= ~hand
        hands = tuple(hand if seat == hero else 0 for seat, hand in enumerate(position.hands))
        counts = tuple(0 if seat == hero else hand.bit_count() for seat, hand in enumerate(position.hands))
        yield Position(
            rules, hands, counts, hero, position.table, position.owner, position.passed, (), position.chain, 0, gone
        )
        number -= 1


def measure(found: list[Position], native: object, most: int) -> tuple[list[float], list[fast.Verdict]]:
    times, verdicts = [], []
    for position in found:
        started = time.process_time()
        verdicts.append(fast.value_of(position, nodes=most or None, native=native))  # type: ignore[arg-type]
        times.append(1000 * (time.process_time() - started))
    return times, verdicts


def row(name: str, times: list[float], verdicts: list[fast.Verdict]) -> str:
    ordered, n = sorted(times), len(times)
    nodes, expanded = sum(v.nodes for v in verdicts), sum(v.expanded for v in verdicts)
    wins, open_ = sum(v.value is True for v in verdicts), sum(v.value is None for v in verdicts)
    return (
        f"{name:14} {n:5} {wins / n:5.2f} {open_:5} {expanded / n:11,.0f} {nodes / n:11,.0f} "
        f"{sum(times) / n:10.3f} {statistics.median(times):9.3f} {ordered[int(0.95 * n)]:10.2f} {ordered[-1]:11.1f} "
        f"{nodes / sum(times) / 1000:7.3f}"
    )


def sets(names: list[str]) -> None:
    native = compiled.wait()
    print(f"{platform.machine()}, Python {platform.python_version()}, {'numba' if native else 'no numba'}")
    print(
        f"{'set':14} {'deals':>5} {'wins':>5} {'open':>5} {'expanded':>11} {'nodes':>11} "
        f"{'mean ms':>10} {'median':>9} {'95 %':>10} {'worst':>11} {'Mn/s':>7}"
    )
    for name in names:
        _, _, _, number, _, most, interpreted = SETS[name]
        found = list(positions(name, number))
        times, verdicts = measure(found, native or False, most)
        print(row(name, times, verdicts), flush=True)
        if native and interpreted:
            slow, same = measure(found[:interpreted], False, most)
            assert [v[:3] for v in same] == [v[:3] for v in verdicts[:interpreted]], "the two kernels differ"
            print(row(name + " python", slow, same), f" x {sum(slow) / sum(times[:interpreted]):.0f}", flush=True)


def all_plays(names: list[str]) -> None:
    """The values of every root play on one table, against the position's value alone."""
    native = compiled.wait() or False
    for name in names:
        found = list(positions(name, min(100, SETS[name][3])))
        times, verdicts = measure(found, native, 0)
        every, started = [], time.process_time()
        for position in found:
            budget = fast.Budget(None, None)
            fast.Search(position, "first", budget, native or None, fixed=True).settle_values()
            every.append(budget.nodes)
        took = 1000 * (time.process_time() - started)
        print(
            f"{name:14} all plays {took / len(found):9.3f} ms, x {took / sum(times):.1f}; "
            f"nodes {sum(every) / len(found):,.0f}, x {ratio(every, verdicts):.1f}; "
            f"won {sum(v.value is True for v in verdicts)}: x {ratio(every, verdicts, True):.1f}, "
            f"lost: x {ratio(every, verdicts, False):.1f}",
            flush=True,
        )


def ratio(every: list[int], verdicts: list[fast.Verdict], value: bool | None = None) -> float:
    """Positions searched for all plays to those for the value alone, in the positions of this value (None: all)."""
    pairs = [(n, v.nodes) for n, v in zip(every, verdicts, strict=True) if value is None or v.value is value]
    return sum(n for n, _ in pairs) / max(1, sum(one for _, one in pairs))


def endings() -> None:
    """The shared endings cut to five cards a hand, and the peer on PyPI that can do them."""
    lines = (Path(__file__).parent / "data" / "fair_endings.txt").read_text().splitlines()
    pairs = [line.split()[:2] for line in lines if not line.startswith("#")]
    native = compiled.wait() or False
    found = []
    for pair in pairs:
        masks = []
        for ranks in (text[:5] for text in pair):
            mask = 0
            for rank in ranks:
                bit = 1 << (4 * RANKS.index("T" if rank == "0" else rank))
                while mask & bit:
                    bit <<= 1
                mask |= bit
            masks.append(mask)
        found.append(Position(Rules.parse("sheet"), (masks[0], masks[1]), (0, 0), 0))
    for label, kernel_used in (("compiled", native), ("python", False)):
        times, verdicts = measure(found, kernel_used, 0)
        print(row(f"endings {label}"[:14], times, verdicts))
    if importlib.util.find_spec("doudizhu_resolver") is None:
        print("doudizhu-resolver is not installed")
        return
    from doudizhu_resolver import play  # type: ignore[import-not-found]

    sys.setrecursionlimit(100_000)
    slow, differ = [], 0
    for pair, verdict in list(zip(pairs, verdicts, strict=True))[:20]:
        hands = []
        for text in pair:
            seen: dict[str, int] = {}
            cards = []
            for rank in text[:5]:
                seen[rank] = seen.get(rank, 0) + 1
                cards.append({"0": "10", "T": "10"}.get(rank, rank) + "shcd"[seen[rank] - 1])
            hands.append(play.Card.card_ints_from_string("-".join(cards)))
        play.PLAY_CACHE = {}
        started = time.process_time()
        differ += bool(play.try_play(0, *hands, [])) != verdict.value
        slow.append(1000 * (time.process_time() - started))
    print(f"doudizhu-resolver on the first 20: {sum(slow) / len(slow):,.0f} ms mean, {differ} values differ")


def bridge(number: int = 100) -> None:
    """Random bridge deals, one best card each, an empty table and one thread; the same class of work."""
    if importlib.util.find_spec("endplay") is None:
        print("endplay (bridge) is not installed")
        return
    from endplay import _dds  # type: ignore[import-not-found]

    _dds.SetMaxThreads(1)
    rng = random.Random(1)
    heads = ("deals", "nodes", "mean ms", "median", "95 %", "worst", "Mn/s")
    print("{:14} {:>5} {:>11} {:>10} {:>9} {:>10} {:>11} {:>7}".format("bridge, dds", *heads))
    for cards in (8, 10, 13):
        times, nodes = [], 0
        for _ in range(number):
            pack = rng.sample(range(52), 4 * cards)
            deal, answer = _dds.deal(), _dds.futureTricks()
            for i, card in enumerate(pack):
                deal.remainCards[i // cards][card % 4] |= 1 << (2 + card // 4)
            deal.trump, deal.first = rng.randrange(5), rng.randrange(4)
            started = time.process_time()
            _dds.SolveBoard(deal, -1, 1, 1, answer, 0)  # all tricks, one card, a table of its own
            times.append(1000 * (time.process_time() - started))
            nodes += answer.nodes
        ordered = sorted(times)
        print(
            f"{f'4 x {cards}':14} {number:5} {nodes / number:11,.0f} {sum(times) / number:10.3f} "
            f"{statistics.median(times):9.3f} {ordered[int(0.95 * number)]:10.2f} {ordered[-1]:11.1f} "
            f"{nodes / max(1, sum(times)) / 1000:7.3f}",
            flush=True,
        )


def many() -> None:
    """10,000 deals of 4 x 5 in one go."""
    native = compiled.wait() or False
    started, wins, number = time.perf_counter(), 0, 10_000
    for done, position in enumerate(dealt("pagat", 4, 5, number, 1), 1):
        wins += fast.value_of(position, native=native).value is True
        if done % 1000 == 0:
            print(f"{done:,} of {number:,}, {time.perf_counter() - started:.1f} s", file=sys.stderr)
    print(f"{number:,} deals of 4 x 5: {time.perf_counter() - started:.1f} s, the leader wins {wins:,}")


def start() -> None:
    """A fresh process: import and first answer, small and large, with an empty and a full disk cache."""
    small = "from tutor import Position, solve; solve(Position.parse('pagat 3s5d5h/4c4d7s 0 - -'))"
    large = "from solver_positions import dealt; from tutor import solve; solve(next(dealt('sheet', 2, 10, 1, 5)))"
    with tempfile.TemporaryDirectory() as folder:
        for label, code in (
            ("small", small),
            ("large, nothing compiled yet", large + "; from tutor.solver import compiled; compiled.wait()"),
            ("large, second start", large),
            ("large, second start, kernel waited for", "from tutor.solver import compiled; compiled.wait(); " + large),
        ):
            timed = f"import time, sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); s = time.perf_counter(); "
            answer = code.partition("; from tutor.solver import compiled; compiled.wait()")
            timed += f"{answer[0]}; print(time.perf_counter() - s, time.process_time())"
            if answer[1]:
                timed += "; from tutor.solver import compiled; compiled.wait()"
            done = subprocess.run(
                [sys.executable, "-c", timed],
                env={"NUMBA_CACHE_DIR": folder, "PATH": ""},
                capture_output=True,
                text=True,
                check=True,
            )
            wall, processor = map(float, done.stdout.split())
            print(f"{label}: {wall:.2f} s, {processor:.2f} s of the processor since the start of Python", flush=True)


def main() -> None:
    """Read the command line and run what it names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="SET", help=f"of {', '.join(SETS)}; by default {', '.join(QUICK)}")
    for flag in ("all-plays", "peers", "many", "start"):
        parser.add_argument(f"--{flag}", action="store_true")
    asked = parser.parse_args()
    unknown = [name for name in asked.names if name not in SETS]
    if unknown:
        parser.error(f"no set {', '.join(unknown)}")
    if asked.start:
        start()
    if asked.peers:
        endings()
        bridge()
    if asked.many:
        many()
    if asked.all_plays:
        all_plays(asked.names or ["2x8", "2x10"])
    elif asked.names or not (asked.start or asked.peers or asked.many):
        sets(asked.names or list(QUICK))


if __name__ == "__main__":
    main()
