"""Finds puzzles: plays seeded deals between the bots, stops at interesting moments, keeps what makes a good puzzle.

What is asked of a puzzle is checked by machine, and each position that falls is counted under the rule that it broke:

- it is searched out completely, and the plays that reach the goal are one play (up to cards that can be exchanged)
- there are at least three plays to choose from, and the line of the right one is no matter of a single turn
- it is as small as it can be: no card can be taken away without changing the point. What can be forced is not
  monotone in the cards (one card more in another hand can save or cost a game), so each smaller position is searched
  anew, until nothing more can go
- it is of its kind (`tutor.kinds`)
- the obvious plays (the greedy bot's, the lowest legal one, on a lead the longest) are wrong in at least seven of ten,
  and where the question is no either-or, what the bot called sensible plays nearly in every other one
- of an either-or (chop or not, whole or in parts) both answers come in good measure; no theme and no number of seats
  makes up most of a pack
- none is another one with suits renamed, seats moved round or unheld ranks left out

The work is cut into tasks, and a task depends on the seed, its number and what is asked for alone. Their finds are
looked through in the order of the tasks, so the same seed gives the same puzzles whatever the machines and however
many. Finished tasks are written to a journal, one line each.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from .bots import BOTS, Dice, play_deal, view
from .cards import TWOS, bits
from .combinations import Play
from .errors import PositionError
from .kinds import GOALS_OF, KINDS, answers, chops, kind_fault, nothing_to_choose, same_play, side, values_only
from .match import Deal, deal
from .position import Position
from .rules import Rules

PROFILES = ("pagat", "sheet", "big-two")
SEATS = (2, 3, 4)

DEALS = 12
"""Deals in a task: a second or two of work."""
HANDS = 200
"""Hands in a task that only splits them; one in a hundred is any good."""
NODES = 60_000
"""Positions that one search may take."""
MOST_CARDS = {2: 20, 3: 19, 4: 19}
"""Cards at the table, hands open, by the number of seats; more are too many to think through."""
FEW_CARDS = 4
"""Cards in the hand up to which a puzzle of the own hand alone falls if an obvious play is right: it is too easy."""
CHOICES = 6
"""A smaller position keeps at least so many plays that are really different, or as many as there were."""
PLAIN_CARDS = 9
"""Up to so many cards at the table the plain solver proves it, too."""

OBVIOUS, SENSIBLE, SHORT, ONE_SIDE, ONE_THEME, SAME_THEMES, ONE_TABLE = 0.3, 0.55, 0.35, 0.65, 0.65, 0.2, 0.65
"""The share of a pack at most: in which an obvious play is right; in which the bot called sensible is; that take
two turns; on one side of an either-or; of one theme; of exactly the same themes; of the same number of seats."""
OBVIOUS_KEPT = 6
"""Of positions in which an obvious play is right, one in so many is a find at all: few will be wanted."""
FIRST_FEW = 4
"""So many more than its share may be kept, or a few finds could keep all others out; not of the obvious plays."""

_WHOLE_PACK = {"hidden", "split"}
"""Kinds that are about what is still out, or about a hand as it is dealt: for the others half of the deals are made
from a short pack."""

_COMPANY = ("careless", "beginner", "sensible", "sensible")

# ------------------------------------------------------------------ tasks


@dataclass(frozen=True, slots=True)
class Task:
    """So many deals to look through, of one profile and number of seats."""

    seed: int
    number: int
    profile: str
    seats: int
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is mined. Raises ValueError if there can be nothing of the kind."""

    seed: int = 0
    kinds: tuple[str, ...] = KINDS
    profiles: tuple[str, ...] = PROFILES
    seats: tuple[int, ...] = SEATS

    def __post_init__(self) -> None:
        if not self._tables():
            kinds, profiles = ", ".join(self.kinds), ", ".join(self.profiles)
            seats = ", ".join(map(str, self.seats))
            raise ValueError(f"there is no puzzle of the kind {kinds} under {profiles} with {seats} seats")

    def _tables(self) -> list[tuple[str, int, tuple[str, ...]]]:
        found = []
        for profile in self.profiles:
            for seats in self.seats:
                kinds = tuple(kind for kind in self.kinds if possible(kind, profile, seats))
                found += [(profile, seats, kinds)] if kinds else []
        return found

    @property
    def sizes(self) -> int:
        """How many numbers of seats there are among the tables."""
        return len({seats for _profile, seats, _kinds in self._tables()})

    def task(self, number: int) -> Task:
        """The task of this number: the tables take turns."""
        tables = self._tables()
        return Task(self.seed, number, *tables[number % len(tables)])


def possible(kind: str, profile: str, seats: int) -> bool:
    """Whether there are puzzles of the kind at such a table. The points of Tiến Lên say no more than the places."""
    if profile == "big-two":
        return kind not in ("save", "place", "chop")
    return (kind != "points") and (kind != "save" or seats > 2) and (kind != "place" or seats > 3)


def run_task(task: Task) -> dict[str, Any]:
    """The finds of a task, `found`, as tables of a pack (with more under `_`), and what `fell` to which rule."""
    from .solver import compiled

    compiled.start(grace=60)
    found, fell = [], Counter[str]()
    for at in range(HANDS if task.kinds == ("split",) else DEALS):
        taken: set[str] = set()
        short = task.kinds == ("chop",) or bool(at % 2 and set(task.kinds) - _WHOLE_PACK)
        for moment, (position, seen) in enumerate(_moments(task, at, short)):
            kinds = [kind for kind in task.kinds if kind not in taken and not (short and kind in _WHOLE_PACK)]
            entry = _find(kinds, position, seen, f"{task.seed} {task.number} {at} {moment}", fell)
            if entry:
                found.append(entry)
                taken.add(entry["kind"])  # the next moment of the deal would be much the same
    return {"found": found, "fell": dict(sorted(fell.items()))}


def _find(kinds: Sequence[str], position: Position, seen: int, seed: str, fell: Counter[str]) -> dict[str, Any] | None:
    """The first good puzzle that the moment makes, if any: a second one about it would be much the same."""
    for kind in kinds:
        for asked, goal in _questions(kind, position, seen):
            entry = _made(kind, asked, goal, seed, fell)
            if entry:
                return entry
    return None


def _moments(task: Task, at: int, short: bool) -> Iterator[tuple[Position, int]]:
    """Every position of a played deal, with the cards that have been seen to go."""
    name = f"mine {task.seed} {task.number} {at}"
    dice = Dice(name)
    bots = [BOTS[_COMPANY[dice.below(len(_COMPANY))]] for _ in range(task.seats)]
    rules = Rules.parse(task.profile)
    start = _short_deal(rules, task.seats, dice, "chop" in task.kinds) if short else deal(rules, task.seats, seed=name)
    if task.kinds == ("split",):
        yield start.position() if isinstance(start, Deal) else start, 0
        return
    record = play_deal(start, bots, seed=name)
    seen = 0
    for position, play in zip(record.positions(), record.plays, strict=False):
        yield position, seen
        if task.kinds == ("chop",):
            for other in position.legal_plays():
                if other.mask and not other.mask & ~TWOS and other != play:
                    yield position.after(other), seen  # a 2 might have been laid here
        seen |= play.mask


def _short_deal(rules: Rules, seats: int, dice: Dice, bomb: bool) -> Position:
    """A deal of seven to nine cards each from eight ranks, the 2s among them: rich in sets and runs. With `bomb`, seat
    0 is dealt four of a kind, or three or four pairs in a row, first.
    """
    low = dice.below(6)
    ranks = [*range(low, low + 7), 12]
    each = {2: 9, 3: 8, 4: 7}[seats] - dice.below(2) + bomb
    first: list[int] = []
    if bomb:
        long = dice.below(3) + 1
        at = low + dice.below(7 - max(long, 3))
        for rank in range(at, at + (1 if long == 1 else long + 1)):
            first += dice.drawn(range(4 * rank, 4 * rank + 4), 4 if long == 1 else 2)
    pack = [card for rank in ranks for card in range(4 * rank, 4 * rank + 4) if card not in first]
    drawn = [*first, *dice.drawn(pack, seats * each - len(first))]
    hands = tuple(sum(1 << card for card in drawn[seat * each : (seat + 1) * each]) for seat in range(seats))
    return Position(rules, hands, (0,) * seats, dice.below(seats))


def _questions(kind: str, position: Position, seen: int) -> Iterator[tuple[Position, str]]:
    """What can be asked in a position for this kind: gates that cost nothing, before any search."""
    turn = position.turn
    if turn is None:
        return
    counts = [position.count(seat) for seat in range(position.seats)]
    own = counts[turn]
    if kind == "split":
        if position.opening and own >= 13:
            yield view(position, turn, 0), "fewest"
        return
    if position.opening or own < 3:
        return
    if kind == "hidden":
        if own <= 8 and min(n for n in counts if n) <= 5 and max(counts) <= 8:
            here = view(position, turn, seen)
            for goal in GOALS_OF[kind]:
                if goal == "first" or (position.seats > 2 and not position.rules.first_out_ends):
                    yield here, goal
        return
    if sum(counts) > MOST_CARDS[position.seats] + (4 if kind == "chop" else 0):
        return
    if kind == "lead" and position.table is not None:
        return
    if kind == "chop":
        table = position.table
        if table is None or not (table.mask & TWOS or position.chain or len(table.cards) >= 4):
            return
        if not any(chops(position, play) for play in position.legal_plays()):
            return
    for goal in GOALS_OF[kind]:
        if goal == "not-last" and (position.seats == 2 or position.rules.first_out_ends):
            continue
        yield position, goal


# ------------------------------------------------------------------ one position


@dataclass(frozen=True)
class _Good:
    """A position that breaks no rule, and what it is about."""

    solution: Any
    answer: Play
    point: tuple[Any, ...]
    choices: int
    turns: int
    obvious: bool


def _made(kind: str, position: Position, goal: str, seed: str, fell: Counter[str]) -> dict[str, Any] | None:
    good = _judged(kind, position, goal, seed=seed)
    if isinstance(good, str):
        fell[good] += 1
        return None
    smallest, good = _smallest(kind, position, goal, good)
    if not any(smallest.hidden) and sum(map(int.bit_count, smallest.hands)) <= PLAIN_CARDS:
        _prove_plainly(smallest, goal, good.solution)
    return _entry(kind, smallest, goal, good, seed)


def _judged(kind: str, position: Position, goal: str, like: _Good | None = None, seed: str = "") -> _Good | str:
    """What the position is about, or the rule that it breaks. One that is not `like` another falls early, and most of
    those in which an obvious play is right; the `seed` says which.
    """
    from .themes import themes_of

    plays = position.legal_plays()
    if len(plays) < 3:
        return "fewer than three plays"
    choices = len({same_play(position, play) for play in plays})
    if choices < 3:
        return "fewer than three plays"
    solution = values_only(position, goal, NODES)
    if solution is None:
        return "too large to be searched"
    if solution.value is False:
        return "no play reaches the goal"
    best = tuple(play.mask for play in solution.best)
    if like and (best, solution.value) != like.point[:2]:
        return "another point"
    if nothing_to_choose(solution, goal):
        return "every play reaches the goal"
    if answers(position, solution) > 1:
        return "several answers"
    if kind_fault(kind, position, goal, solution):
        return "not of the kind"
    obvious = bool(_obvious(position, plays) & set(solution.best))
    if obvious and kind == "hidden" and position.count(solution.hero) <= FEW_CARDS:
        return "few cards, and an obvious play is right"
    if obvious and seed and Dice(f"obvious {seed}").below(OBVIOUS_KEPT):
        return "an obvious play is right"
    solution = _searched(position, goal)
    if solution is None:
        return "too large to be searched"
    answer = solution.best[0]
    line = next(each.line for each in solution.plays if each.play == answer)
    turns = _turns(position, line)
    if turns < 2 or (goal == "first" and turns < 3):
        return "over too soon"
    themes = themes_of(position, goal, solution)
    if not themes:
        return "no theme"
    return _Good(solution, answer, (best, solution.value, themes, obvious), choices, turns, obvious)


def _searched(position: Position, goal: str) -> Any:
    """The complete solution, lines and all, or None if that takes too long."""
    from .puzzles import solved
    from .solver import solve

    if goal == "fewest":
        return solved(position, goal)
    found = solve(position, goal, nodes=NODES)
    return found if found.complete and found.shortest and all(each.line for each in found.plays) else None


def _turns(position: Position, line: Sequence[Play]) -> int:
    """How often the seat to play lays cards in the line."""
    hero, turns = position.turn, 0
    for play in line:
        turns += position.turn == hero and not play.is_pass
        position = position.after(play)
    return turns


def _obvious(position: Position, plays: Sequence[Play]) -> set[Play]:
    """What comes to mind first: the greedy bot's play, the lowest legal one, and on a lead the longest."""
    found = {BOTS["beginner"].play(position, 0), plays[0]}
    if position.table is None:
        most = max(len(play.cards) for play in plays)
        longest = [play for play in plays if len(play.cards) == most]
        found |= set(longest) if most > 1 else set()
    return found


def _smallest(kind: str, position: Position, goal: str, good: _Good) -> tuple[Position, _Good]:
    """The position without the cards that play no part. A hand to be split stays as it was dealt."""
    again = kind != "split"
    while again:
        again = False
        for smaller in _smaller(position):
            found = _judged(kind, smaller, goal, good)
            if isinstance(found, _Good) and _same_point(good, found):
                position, good, again = smaller, found, True
                break
    return position, good


def _same_point(before: _Good, after: _Good) -> bool:
    enough = after.choices >= min(before.choices, CHOICES)
    return after.point == before.point and after.turns >= before.turns and enough


def _smaller(position: Position) -> Iterator[Position]:
    """Every position with one card less, the hands of the others first."""
    hero = position.turn
    for seat in sorted(range(position.seats), key=lambda seat: (seat == hero, seat)):
        if position.hidden[seat] > 1:
            counts = tuple(n - (other == seat) for other, n in enumerate(position.hidden))
            yield replace(position, hidden=counts)
        if position.hands[seat].bit_count() < 2:
            continue
        for card in reversed(list(bits(position.hands[seat]))):
            hands = tuple(hand & ~card for hand in position.hands)
            gone = position.gone | card if any(position.hidden) else 0
            smaller = replace(position, hands=hands, gone=gone)
            try:
                Position.parse(str(smaller))
            except PositionError:
                continue
            yield smaller


def _prove_plainly(position: Position, goal: str, solution: Any) -> None:
    from .solver.plain import solve_plain

    plain = solve_plain(position, goal)
    if [each.value for each in plain.plays] != [each.value for each in solution.plays]:
        raise AssertionError(f"the two solvers differ about {position} {goal}")


def _entry(kind: str, position: Position, goal: str, good: _Good, seed: str) -> dict[str, Any]:
    from .difficulty import rating

    hard, deviation = rating(position, goal, good.solution)
    mark = hashlib.sha256(f"{position} {goal}".encode()).hexdigest()[:6]
    return {
        "id": f"{position.rules.profile}-{kind}-{mark}",
        "kind": kind,
        "position": str(position),
        "goal": goal,
        "answer": str(good.answer),
        "solutions": len(good.solution.best),
        "themes": list(good.point[2]),
        "rating": hard,
        "deviation": deviation,
        "seed": seed,
        "_": {
            "form": canonical(position, goal),
            "obvious": good.obvious,
            "sensible": BOTS["sensible"].play(position, 0) in good.solution.best,
            "short": good.turns < 3,
            "side": side(kind, position, good.answer, good.solution),
            "seats": position.seats,
        },
    }


def canonical(position: Position, goal: str) -> str:
    """Equal for positions that are the same but for the names of suits, the seats' numbers and ranks that nobody holds.

    Of each rank only the order of the owners is kept, seats counted from the one to play on.

    >>> one, other = (Position.parse(f"pagat {hands} - -") for hands in ("3s5d5h/4c4d7s 0", "4c4s8d/3d6c6h 1"))
    >>> canonical(one, "first") == canonical(other, "first")
    True
    """
    hero, seats = position.turn or 0, position.seats
    order = [(hero + step) % seats for step in range(seats)]
    names = {seat: "abcd"[at] for at, seat in enumerate(order)}
    hidden = any(position.hidden)
    rows, gap = [], False
    for rank in range(13):
        owners = ""
        for card in range(4 * rank, 4 * rank + 4):
            bit = 1 << card
            seat = next((seat for seat, hand in enumerate(position.hands) if hand & bit), None)
            if seat is not None:
                owners += names[seat]
            elif position.table is not None and position.table.mask & bit:
                owners += "t"
            elif hidden and position.unseen & bit:
                owners += "u"
        if goal == "fewest":
            owners = owners.replace("u", "")
        if rank == 12:
            rows.append("2")
        if owners:
            rows += ["_", owners] if gap and goal == "fewest" else [owners]
        gap = not owners
    counts = "" if goal == "fewest" else "".join(str(position.hidden[seat]) for seat in order)
    moved = {seat: str(at) for at, seat in enumerate(order)}
    table = "" if position.owner is None else moved[position.owner]
    passed = "".join(sorted(moved[seat] for seat in position.passed))
    out = "".join(moved[seat] for seat in position.out)
    return f"{position.rules} {goal} {' '.join(rows)} {counts} {table} {passed} {out} {position.chain}"


# ------------------------------------------------------------------ which ones are kept


@dataclass
class Selection:
    """What is kept of the finds, taken one after the other; `fell` counts the others by the rule that they broke."""

    number: int
    kept: list[dict[str, Any]] = field(default_factory=list)
    fell: Counter[str] = field(default_factory=Counter)
    _forms: set[str] = field(default_factory=set)
    _shares: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def full(self) -> bool:
        """Whether there are as many as were wanted."""
        return len(self.kept) >= self.number

    def add(self, entry: dict[str, Any], tables: int) -> None:
        """Keep the find unless it breaks a rule of the pack. `tables`: how many numbers of seats there can be."""
        more = entry["_"]
        # of an either-or both sides are wanted, whatever a bot prefers; and how to split a hand it sees at once
        alone = not more["side"] and entry["kind"] != "split"
        shares = {
            ("an obvious play is right", str(more["obvious"])): OBVIOUS if more["obvious"] else 1.0,
            ("a sensible bot finds it", str(more["sensible"])): SENSIBLE if alone and more["sensible"] else 1.0,
            ("over in two turns", str(more["short"])): SHORT if more["short"] else 1.0,
            ("too many with this side right", more["side"]): ONE_SIDE if more["side"] else 1.0,
            ("too many with so many seats", str(more["seats"])): ONE_TABLE if tables > 1 else 1.0,
        }
        if entry["kind"] != "split":
            shares["too many with these themes", " ".join(entry["themes"])] = SAME_THEMES
            shares |= {("too many with this theme", theme): ONE_THEME for theme in entry["themes"]}
        if more["form"] in self._forms:
            self.fell["much like another one"] += 1
            return
        total = len(self.kept) + 1
        for (rule, mark), most in shares.items():
            spare = 0 if rule == "an obvious play is right" else FIRST_FEW
            if self._shares[rule, mark] + 1 > most * total + spare:
                self.fell[rule] += 1
                return
        self._forms.add(more["form"])
        self._shares.update(shares.keys())
        self.kept.append({key: value for key, value in entry.items() if key != "_"})


def wanted_as_text(wanted: Wanted) -> str:
    """What was asked for, as the first line of a journal has it."""
    return json.dumps({"mining": asdict(wanted)}, sort_keys=True)
