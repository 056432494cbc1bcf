"""Which puzzle next. Pure functions over the items, one learner's log and the time; the same input, the same choice.

A puzzle is worth trying when it can be solved but need not be: `next_item` picks among unseen ones those that the
rating says will be solved 60 to 75 times in a hundred. Where "any of these" would do, a digest decides and not chance.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from hashlib import sha256

from .attempts import Attempt
from .glicko import Rating, expected
from .history import mistakes
from .items import Item
from .rating import rating as rating_of
from .repetition import repeated

LEVELS: dict[str, tuple[float, float]] = {
    "easy": (0.80, 0.95),
    "medium": (0.60, 0.75),
    "hard": (0.30, 0.50),
}
"""The chance to solve a puzzle of each level, for this learner."""

STORM_LEVEL = (0.95, 0.40)
"""The chance to solve the first and the last puzzle of a storm."""


def chance(rating: Rating, item: Item) -> float:
    """How likely the learner is to solve it at the first try."""
    return expected(rating, item.rating)


def _odds(share: float) -> float:
    return math.log(share / (1 - share))


def digest(*words: object) -> int:
    """A number that depends on all the words and looks like chance, the same on every machine and Python."""
    return int.from_bytes(sha256("\x1f".join(map(str, words)).encode()).digest()[:8])


def themes(items: Mapping[str, Item]) -> dict[str, int]:
    """The themes that there are, with how many puzzles each has, by name."""
    return dict(sorted(Counter(theme for item in items.values() for theme in item.themes).items()))


def todays(items: Mapping[str, Item], day: date) -> Item | None:
    """The puzzle of a day, the same for everybody with the same puzzles; new puzzles rarely change it."""
    return min(items.values(), key=lambda item: (digest(day.isoformat(), item.id), item.id), default=None)


def next_item(
    items: Mapping[str, Item],
    log: Sequence[Attempt],
    now: datetime,
    *,
    theme: str | None = None,
    level: str = "medium",
    rating: Rating | None = None,
    by_rating: bool = True,
    leave_out: Iterable[str] = (),
) -> Item | None:
    """The next puzzle that the learner has not seen: one of the level, else the one nearest to it.

    With a `theme`, one that has it. If all were seen, the one whose last answer is longest ago; None only without any.
    `rating` saves working it out again from the log. Without `by_rating` any unseen one. Raises KeyError for a level
    that there is not.
    """
    low, high = LEVELS[level]
    left_out = set(leave_out)
    pool = [item for item in items.values() if item.id not in left_out and (theme is None or theme in item.themes)]
    last_seen = {attempt.puzzle: attempt.at for attempt in sorted(log, key=lambda attempt: attempt.at)}
    new = [item for item in pool if item.id not in last_seen]
    if not new:
        return min(pool, key=lambda item: (last_seen[item.id], item.id), default=None)
    salt = (log[0].learner if log else "", len(log))

    def any_of(several: list[Item]) -> Item:
        return min(several, key=lambda item: (digest(*salt, item.id), item.id))

    if not by_rating:
        return any_of(new)
    strength = rating or rating_of(log, items, now)
    chances = {item.id: chance(strength, item) for item in new}
    fitting = [item for item in new if low <= chances[item.id] <= high]
    if fitting:
        return any_of(fitting)
    # In odds and not in shares, which for somebody much too strong are near 1 for easy and hard puzzles alike.
    far = {item.id: abs(_odds(chances[item.id]) - _odds((low + high) / 2)) for item in new}
    nearest = min(far.values())
    return any_of([item for item in new if far[item.id] <= nearest + 0.05])


def due_items(items: Mapping[str, Item], log: Iterable[Attempt], now: datetime) -> list[Item]:
    """The puzzles that are to be repeated by now, the longest due first."""
    return [items[due.puzzle] for due in repeated(log).due(now) if due.puzzle in items]


def mistaken_items(items: Mapping[str, Item], log: Iterable[Attempt]) -> list[Item]:
    """The puzzles whose last answer was wrong, the latest first."""
    return [items[puzzle] for puzzle in mistakes(log) if puzzle in items]


def mixed(
    items: Mapping[str, Item],
    log: Sequence[Attempt],
    now: datetime,
    count: int = 10,
    *,
    due: Sequence[Item] | None = None,
    rating: Rating | None = None,
    by_rating: bool = True,
) -> list[Item]:
    """A session of at most `count` puzzles, none twice: what is due first, then new ones at the learner's level.

    `due` and `rating` save working them out again; an empty `due` leaves repetition out.
    """
    chosen = list(due_items(items, log, now) if due is None else due)[:count]
    strength = rating or rating_of(log, items, now)
    seen = {attempt.puzzle for attempt in log}
    while len(chosen) < count:
        taken = seen | {item.id for item in chosen}
        found = next_item(items, log, now, rating=strength, by_rating=by_rating, leave_out=taken)
        if found is None:
            break
        chosen.append(found)
    return chosen


def storm(
    items: Mapping[str, Item],
    log: Sequence[Attempt],
    now: datetime,
    count: int = 60,
    *,
    rating: Rating | None = None,
) -> list[Item]:
    """The puzzles of a storm, easy ones first, then harder and harder; more than anybody solves in its three minutes.

    Puzzles that the learner knows come before unseen ones of the same difficulty, so that a storm does not use up what
    rates them. The queue depends on the time, to the second: the next storm is another.
    """
    strength = rating or rating_of(log, items, now)
    seen = {attempt.puzzle for attempt in log}
    left = {item.id: (item, chance(strength, item)) for item in items.values()}
    salt = now.replace(microsecond=0).isoformat()
    order = {name: digest(salt, name) for name in items}
    easiest, hardest = STORM_LEVEL
    queue = []
    count = min(count, len(left))
    for place in range(count):
        aim = easiest + (hardest - easiest) * place / max(1, count - 1)
        # Steps of 5 %, within which one is as good as another.
        best = min(
            left.values(),
            key=lambda pair, aim=aim: (  # type: ignore[misc]
                round(abs(pair[1] - aim) * 20), pair[0].id not in seen, order[pair[0].id]
            ),
        )  # fmt: skip
        queue.append(best[0])
        del left[best[0].id]
    return sorted(queue, key=lambda item: (item.rating.rating, item.id))
