"""How `tutor/difficulty.py` got its coefficients, from simulated learners; every number repeats from the seed.

    python tests/fit_difficulty.py sample [NUMBER]     more positions for tests/data/difficulty.csv (resumes)
    python tests/fit_difficulty.py fit                 the weights into tutor/difficulty.py, how well they do on
                                                       held-out positions into docs/difficulty.md
    python tests/fit_difficulty.py rate                the shipped puzzles by the weights as they are now

`sample` plays seeded deals between bots, stops at positions in which one play (up to suits) reaches the goal, and has
each of `players.PLAYERS` choose a play some times. (A faster solver keeps some positions that were too large before;
the tries can be repeated exactly with any.) `fit` takes three quarters of the positions; the rest is held out.
"""

from __future__ import annotations

import csv
import math
import random
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from players import PLAYERS

from tutor import Position, deal, solve
from tutor.bots import play_deal, view
from tutor.cards import bits
from tutor.difficulty import measures, rated, rating
from tutor.errors import PositionError
from tutor.progress.glicko import SCALE
from tutor.progress.items import GUESSER
from tutor.puzzles import load, packs, solved
from tutor.solver.result import worth

DATA = Path(__file__).parent / "data" / "difficulty.csv"
ATTEMPTS = 3
"""How often each player tries each position."""
NODES = 20_000
"""A position that takes more to search, lines and all, is no puzzle."""
PROFILES = ("pagat", "pagat", "sheet", "sheet", "big-two", "pusoy-dos")
RIDGE = 2.0
"""How strongly weights are held near 0."""
GOALS = ("first", "first", "first", "not-last", "place", "points")


@dataclass(frozen=True)
class Row:
    """A sampled position with how often each player was right."""

    seed: int
    position: Position
    goal: str
    right: tuple[int, ...]
    rating: int = 0
    """What `tutor.difficulty` says of it, as of the last fit."""

    @property
    def failed(self) -> float:
        """The share of all attempts that failed."""
        return 1 - sum(self.right) / (ATTEMPTS * len(self.right))


def read() -> list[Row]:
    """The sampled positions."""
    if not DATA.exists():
        return []
    with DATA.open(newline="", encoding="utf-8") as file:
        return [
            Row(
                int(entry["seed"]),
                Position.parse(entry["position"]),
                entry["goal"],
                tuple(map(int, entry["right"].split())),
                int(entry.get("rating") or 0),
            )
            for entry in csv.DictReader(file)
        ]


def save(rows: list[Row]) -> None:
    """Write all of the data anew."""
    with DATA.open("w", newline="", encoding="utf-8") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(("seed", "goal", "position", "right", "rating"))
        for row in rows:
            lines.writerow((row.seed, row.goal, row.position, " ".join(map(str, row.right)), row.rating or ""))


def ranks(mask: int) -> tuple[int, ...]:
    return tuple((bit.bit_length() - 1) >> 2 for bit in bits(mask))


def candidate(seed: int) -> tuple[Position, str] | None:
    """The puzzle-like position of this seed, if it has one."""
    rng = random.Random(seed)
    profile, seats, goal = rng.choice(PROFILES), rng.choice((2, 2, 3, 4)), rng.choice(GOALS)
    if goal == "not-last" and seats == 2:
        goal = "first"
    hidden = goal != "points" and rng.random() < 0.3
    most = (40 if hidden else 26, 40 if hidden else 21, 36 if hidden else 20)[seats - 2]
    start = deal(profile, seats, seed, leader=rng.randrange(seats))
    record = play_deal(start, [rng.choice(("beginner", "sensible")) for _ in range(seats)], seed)
    now, places, seen = record.start, [], 0
    for play in record.plays:
        if now.table is not None:
            seen |= now.table.mask
        if now.turn is not None and sum(map(now.count, range(seats))) <= most and now.count(now.turn) > 1:
            places.append((now, seen))
        now = now.after(play)
    rng.shuffle(places)
    for position, gone in places[:8]:
        if len({ranks(play.mask) for play in position.legal_plays()}) < 3:
            continue
        shown = view(position, position.turn or 0, gone) if hidden else position
        try:
            solution = solve(shown, goal, nodes=NODES)
        except PositionError:
            continue
        if not solution.complete or solution.value is False:
            continue
        right = {ranks(play.mask) for play in solution.best}
        values = {worth(each.value, goal) for each in solution.plays}
        if len(right) == 1 and len(values) > 1:
            return (shown, goal) if solution.shortest else None
    return None


def attempts(position: Position, goal: str, seed: int) -> tuple[int, ...]:
    """How often each player chooses a right play."""
    best = set(solve(position, goal).best)
    return tuple(
        sum(player.play(position, goal, random.Random(f"{seed} {player.name} {n}")) in best for n in range(ATTEMPTS))
        for player in PLAYERS
    )


def sample(number: int) -> None:
    """Append to the data until it has `number` positions."""
    from tqdm import tqdm

    rows = read()
    seed = rows[-1].seed if rows else 0
    with tqdm(total=number, initial=len(rows)) as bar:
        while len(rows) < number:
            seed += 1
            found = candidate(seed)
            if found is None:
                continue
            rows.append(Row(seed, *found, attempts(*found, seed)))
            save(rows)
            bar.update()


# ------------------------------------------------------------------ fitting


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """The rank correlation; ties get their middle rank."""

    def ranked(values: Sequence[float]) -> list[float]:
        order = sorted(range(len(values)), key=lambda at: values[at])
        found = [0.0] * len(values)
        start = 0
        while start < len(order):
            end = start
            while end + 1 < len(order) and values[order[end + 1]] == values[order[start]]:
                end += 1
            for at in order[start : end + 1]:
                found[at] = (start + end) / 2
            start = end + 1
        return found

    left, right = ranked(one), ranked(other)
    middle = (len(left) - 1) / 2
    product = sum((a - middle) * (b - middle) for a, b in zip(left, right, strict=True))
    return product / math.sqrt(sum((a - middle) ** 2 for a in left) * sum((b - middle) ** 2 for b in right))


def held_out(row: Row) -> bool:
    """Whether the position is kept from the fit."""
    return row.seed % 4 == 0


def difficulties(rows: list[Row]) -> tuple[list[float], list[float], list[float]]:
    """The difficulty of each position, its variance, and each player's skill, in logits above a picker of any play.

    One number for each player and each position, the chance of a right answer is logistic in their difference (a
    Rasch model); found by Newton steps in turn, with a normal prior on the positions that keeps all-right and
    all-wrong ones finite.
    """
    skill = [0.0] * len(PLAYERS)
    hard = [0.0] * len(rows)
    spread = 2.0
    variance = [1.0] * len(rows)
    for _ in range(60):
        for at, row in enumerate(rows):
            chances = [_logistic(ability - hard[at]) for ability in skill]
            slope = sum(ATTEMPTS * p - n for p, n in zip(chances, row.right, strict=True)) - hard[at] / spread**2
            curve = sum(ATTEMPTS * p * (1 - p) for p in chances) + 1 / spread**2
            hard[at] += max(-1.0, min(1.0, slope / curve))
            variance[at] = 1 / curve
        for player in range(len(skill)):
            chances = [_logistic(skill[player] - each) for each in hard]
            slope = sum(row.right[player] - ATTEMPTS * p for row, p in zip(rows, chances, strict=True))
            skill[player] += max(-1.0, min(1.0, slope / sum(ATTEMPTS * p * (1 - p) for p in chances)))
    low, high = -20.0, 20.0
    wanted = sum(_guessed(row) for row in rows)
    while high - low > 1e-6:
        guesser = (low + high) / 2
        if sum(_logistic(guesser - each) for each in hard) < wanted:
            low = guesser
        else:
            high = guesser
    return [each - low for each in hard], variance, [each - low for each in skill]


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def _guessed(row: Row) -> float:
    solution = solved(row.position, row.goal)
    return len(solution.best) / len(solution.plays)


def regression(inputs: list[list[float]], outputs: list[float], ridge: float) -> list[float]:
    """Least squares with a penalty on all weights but the first (the constant): Gaussian elimination."""
    size = len(inputs[0])
    matrix = [[sum(x[i] * x[j] for x in inputs) for j in range(size)] for i in range(size)]
    right = [sum(x[i] * y for x, y in zip(inputs, outputs, strict=True)) for i in range(size)]
    for i in range(1, size):
        matrix[i][i] += ridge
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(matrix[row][i]))
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        right[i], right[pivot] = right[pivot], right[i]
        for row in range(i + 1, size):
            factor = matrix[row][i] / matrix[i][i]
            right[row] -= factor * right[i]
            matrix[row] = [a - factor * b for a, b in zip(matrix[row], matrix[i], strict=True)]
    weights = [0.0] * size
    for i in reversed(range(size)):
        weights[i] = (right[i] - sum(matrix[i][j] * weights[j] for j in range(i + 1, size))) / matrix[i][i]
    return weights


@dataclass(frozen=True)
class Fit:
    """What a fit finds: the weights in rating points, the deviation, and the agreement on held-out positions."""

    weights: dict[str, float]
    deviation: int
    agreement: float
    agreement_of_fitted: float


def fitted(rows: list[Row], measured: list[dict[str, float]]) -> Fit:
    """Fit three quarters of the rows, judge on the rest."""
    hard, variance, _skill = difficulties(rows)
    truth = [GUESSER + SCALE * each for each in hard]
    names = list(measured[0])
    train = [at for at, row in enumerate(rows) if not held_out(row)]
    test = [at for at, row in enumerate(rows) if held_out(row)]
    found = regression([list(measured[at].values()) for at in train], [truth[at] for at in train], RIDGE)
    weights = {name: round(weight, 1) for name, weight in zip(names, found, strict=True)}
    said = [rated(each, weights) for each in measured]
    off = sum((said[at] - truth[at]) ** 2 - SCALE**2 * variance[at] for at in test) / len(test)
    agreement, same = (spearman([said[at] for at in part], [rows[at].failed for at in part]) for part in (test, train))
    return Fit(weights, round(math.sqrt(max(off, 0.0))), agreement, same)


MODULE = Path(__file__).parents[1] / "tutor" / "difficulty.py"


def write(fit: Fit) -> None:
    """Put the weights and the deviation into the module."""
    text = MODULE.read_text(encoding="utf-8")
    lines = "".join(f'        "{name}": {weight},\n' for name, weight in fit.weights.items())
    text = re.sub(r"(MappingProxyType\(\n    \{\n)[^}]*(    \})", rf"\g<1>{lines}\g<2>", text, count=1)
    text = re.sub(r"(?m)^DEVIATION = \d+", f"DEVIATION = {fit.deviation}", text)
    MODULE.write_text(text, encoding="utf-8")


DOCUMENT = Path(__file__).parents[1] / "docs" / "difficulty.md"


def document(fit: Fit) -> None:
    """Write docs/difficulty.md and its picture from the data."""
    rows = read()
    shown = [row for row in rows if held_out(row)]
    DOCUMENT.with_suffix(".svg").write_text(picture(shown), encoding="utf-8")
    shares = [
        f"| {player.name} | {sum(row.right[at] for row in rows) / ATTEMPTS / len(rows):.0%} |"
        for at, player in enumerate(PLAYERS)
    ]
    weights = [f"| {name} | {weight:+.1f} |" for name, weight in fit.weights.items()]
    DOCUMENT.write_text(
        f"""# How well the difficulty of a puzzle predicts who fails

Written by `python tests/fit_difficulty.py fit`. {len(rows)} sampled positions in which one play (up to suits) is right;
{len(rows) - len(shown)} were fitted, {len(shown)} held out. Each of the simulated learners of `tests/players.py` tried
each position {ATTEMPTS} times; a rank correlation (Spearman) compares the rating with the share of tries that failed:

- **{fit.agreement:.2f}** on the positions held out, {fit.agreement_of_fitted:.2f} on those fitted
- a rating is off by {fit.deviation} points in two of three cases (held out, the noise of the tries taken off)

![Each dot is a position held out: its rating, and the share of tries that failed](difficulty.svg)

| simulated learner | right |
|---|---|
{chr(10).join(shares)}

| measure | points for one unit |
|---|---|
{chr(10).join(weights)}

What a measure is, is said in `tutor/difficulty.py`. They hang together, so a weight alone says little: that bots
fail, for instance, adds nothing once the lengths of the lines are known. The simulated learners are no people.
""",
        encoding="utf-8",
    )


def picture(rows: list[Row]) -> str:
    """A scatter of rating and share of failed tries."""
    low, high = (pick(row.rating for row in rows) for pick in (min, max))
    dots = "".join(
        f'<circle cx="{60 + 420 * (row.rating - low) / (high - low):.0f}" cy="{230 - 200 * row.failed:.0f}" r="4"/>\n'
        for row in rows
    )
    marks = "".join(
        f'<text x="50" y="{234 - 2 * share}" text-anchor="end">{share} %</text>\n' for share in (0, 50, 100)
    )
    ends = f'<text x="60" y="255">{low}</text><text x="480" y="255" text-anchor="end">{high}</text>\n'
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 280" font-family="sans-serif" font-size="13">
<title>Rating of the positions held out, and the share of tries that failed</title>
<rect width="500" height="280" fill="#fff"/>
<path d="M60 25V230H485" fill="none" stroke="#444"/>
{marks}{ends}<text x="270" y="272" text-anchor="middle">rating</text><text x="60" y="17">tries that failed</text>
<g fill="#1b5fa8" fill-opacity=".6">
{dots}</g>
</svg>
"""


def rate() -> None:
    """Write the ratings in the packs anew, of the puzzles that have one."""
    for pack in packs():
        text = pack.read_text(encoding="utf-8")
        for puzzle in load(pack):
            if puzzle.rating:
                points, deviation = rating(puzzle.position, puzzle.goal)
                claim = rf'(id = "{puzzle.id}"\n(?:.+\n)*?rating = )\d+\ndeviation = \d+'
                text = re.sub(claim, rf"\g<1>{points}\ndeviation = {deviation}", text)
        pack.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["sample"]:
        sample(int(sys.argv[2]) if len(sys.argv) > 2 else 800)
    elif sys.argv[1:2] == ["fit"]:
        rows = read()
        measured = [measures(row.position, row.goal) for row in rows]
        fit = fitted(rows, measured)
        write(fit)
        save([replace(row, rating=rated(each, fit.weights)) for row, each in zip(rows, measured, strict=True)])
        document(fit)
        print(DOCUMENT.read_text(encoding="utf-8"))
    elif sys.argv[1:] == ["rate"]:
        rate()
    else:
        sys.exit(__doc__)
