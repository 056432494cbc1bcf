"""What a position teaches, named only when a search proves it.

A theme is a predicate over the proof: the solved position with the value of every legal play. A theme holds for the
position, not for one try at it; several may hold, or none. `tests/test_themes.py` shows for each a position in which it
holds and one close by in which it does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

from .cards import RANKS
from .combinations import Combination, Play, enumerate_combinations
from .locale import _
from .position import Position
from .solver.result import worth


@dataclass(frozen=True)
class Proof:
    """A position and its complete solution, as the predicates see it."""

    position: Position
    solution: Any

    @cached_property
    def best(self) -> list[Play]:
        """The plays that reach the value."""
        return list(self.solution.best)

    @cached_property
    def worse(self) -> list[Play]:
        """All other legal plays."""
        return [each.play for each in self.solution.plays if each.value != self.solution.value]

    @cached_property
    def hand(self) -> int:
        """The cards of the seat to play."""
        assert self.position.turn is not None
        return self.position.hands[self.position.turn]

    def line(self, play: Play) -> tuple[Play, ...]:
        """The line of one play."""
        return tuple(next(each.line for each in self.solution.plays if each.play == play))

    @cached_property
    def bombs(self) -> list[Combination]:
        """What in the hand is a bomb against twos: four of a kind, three pairs in a row and longer."""
        if self.position.rules.five_card_hands:
            return []
        return [
            shape for shape in enumerate_combinations(self.hand, self.position.rules)
            if shape.kind in ("quad", "double_straight")
        ]  # fmt: skip

    def chops(self, play: Play) -> bool:
        """Whether the play chops what lies on the table."""
        table, shape = self.position.table, play.combination
        return bool(shape and table and table.combination and shape.chops(table.combination))

    def of_rank(self, rank: int) -> int:
        """The cards of one rank in the hand."""
        return self.hand & (15 << (4 * rank))


def _chop_now(proof: Proof) -> bool:
    return all(map(proof.chops, proof.best)) and bool(proof.worse)


def _do_not_chop(proof: Proof) -> bool:
    return any(map(proof.chops, proof.worse)) and not any(map(proof.chops, proof.best))


def _keep_the_bomb(proof: Proof) -> bool:
    """For some bomb: every right play leaves it whole, and some wrong play would have spent or broken it, though it
    chopped nothing (that is another theme).
    """
    return any(
        not any(play.mask & bomb.mask for play in proof.best)
        and any(play.mask & bomb.mask and not proof.chops(play) for play in proof.worse)
        for bomb in proof.bombs
    )


def _block_the_last_card(proof: Proof) -> bool:
    """An opponent holds one card: a wrong single lets it out with that card, no right play does."""
    position = proof.position
    for seat in range(position.seats):
        if seat == position.turn or position.count(seat) != 1 or position.hidden[seat]:
            continue
        last = Play(position.hands[seat], position.rules)

        def lets_out(play: Play, seat: int = seat, last: Play = last) -> bool:
            now = position.after(play)
            while now.turn is not None and now.turn not in (seat, position.turn) and now.table == play:
                now = now.after(Play(0, position.rules))
            return now.turn == seat and now.objection(last) is None

        if any(play.mask.bit_count() == 1 and lets_out(play) for play in proof.worse) and not any(
            lets_out(play) for play in proof.best
        ):
            return True
    return False


def _keep_the_pair(proof: Proof) -> bool:
    """For some rank of which exactly two are held: no right play takes one of them alone, a wrong single does, and a
    right play is a single of another rank or a pass.
    """
    for rank in range(len(RANKS)):
        pair = proof.of_rank(rank)
        if pair.bit_count() != 2:
            continue
        if any((play.mask & pair).bit_count() == 1 for play in proof.best):
            continue
        single = any(play.mask & pair == play.mask and play.mask.bit_count() == 1 for play in proof.worse)
        if single and any(play.mask.bit_count() <= 1 for play in proof.best):
            return True
    return False


def _break_the_pair(proof: Proof) -> bool:
    """Every right play is a single out of two or three of a rank, though there are singles that break nothing."""

    def broken(play: Play) -> bool:
        rank = play.mask.bit_length() - 1 >> 2
        return play.mask.bit_count() == 1 and proof.of_rank(rank).bit_count() in (2, 3)

    whole = any(play.mask.bit_count() == 1 and not broken(play) for play in proof.worse)
    return bool(proof.best) and all(map(broken, proof.best)) and whole


def _pass_although(proof: Proof) -> bool:
    return all(play.is_pass for play in proof.best) and bool(proof.worse)


def _regain_the_lead(proof: Proof) -> bool:
    """In the line of every right play the seat gets the lead back after another has laid something; in the line of
    every wrong play it never leads again.
    """
    hero = proof.position.turn

    def regains(play: Play) -> bool:
        now, others = proof.position, False
        for each in proof.line(play):
            others = others or (now.turn != hero and not each.is_pass)
            now = now.after(each)
            if others and now.table is None and now.turn == hero:
                return True
        return False

    return bool(proof.worse) and all(map(regains, proof.best)) and not any(map(regains, proof.worse))


@dataclass(frozen=True)
class Theme:
    """One theme: `id` in data, `holds` over the proof. Its name and definition are in the reader's language."""

    id: str
    holds: Callable[[Proof], bool]

    @property
    def name(self) -> str:
        """What it is called."""
        return _names()[self.id][0]

    @property
    def definition(self) -> str:
        """When it holds, in a sentence."""
        return _names()[self.id][1]


def _names() -> dict[str, tuple[str, str]]:
    return {
        "chop-now": (_("chop now"), _("Every right play chops what lies on the table.")),
        "do-not-chop": (_("do not chop"), _("It could be chopped, and every right play leaves it alone.")),
        "keep-the-bomb": (
            _("keep the bomb"),
            _("Every right play leaves a bomb whole that a wrong play would spend or break."),
        ),
        "block-the-last-card": (
            _("block the last card"),
            _("Somebody holds one card: a wrong play lets it go out, a right one does not."),
        ),
        "keep-the-pair": (
            _("keep the pair"),
            _("A right play is another single card or a pass; to take a card out of the pair is wrong."),
        ),
        "break-the-pair": (
            _("break the pair"),
            _("Every right play is a card out of a pair or three of a kind, though other single cards are there."),
        ),
        "pass-although-you-can": (
            _("pass although you can"),
            _("Only to pass is right, though other plays are allowed."),
        ),
        "regain-the-lead": (
            _("get the lead back"),
            _("After a right play you get the lead back from the others; after a wrong one you never do."),
        ),
    }  # fmt: skip


THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        name: Theme(name, holds)
        for name, holds in (
            ("chop-now", _chop_now),
            ("do-not-chop", _do_not_chop),
            ("keep-the-bomb", _keep_the_bomb),
            ("block-the-last-card", _block_the_last_card),
            ("keep-the-pair", _keep_the_pair),
            ("break-the-pair", _break_the_pair),
            ("pass-although-you-can", _pass_although),
            ("regain-the-lead", _regain_the_lead),
        )
    }
)
"""Every theme by its id."""


def themes_of(position: Position, goal: str = "first", solution: Any = None) -> tuple[str, ...]:
    """The ids of the themes that are proved for the position, in the order of `THEMES`.

    Nothing is claimed for hidden hands, for a search that was not finished, and where there is nothing to choose
    (every play is as good as the best, or none reaches the goal). Raises PositionError as `solve` does.

    >>> themes_of(Position.parse("pagat 6s6c9d2h/QcQdAh2c 0 1:4d -"))
    ('keep-the-pair',)
    """
    from .puzzles import solved

    if any(position.hidden):
        return ()
    found = solution if solution is not None else solved(position, goal)
    if not found.complete or found.value is False:
        return ()
    lowest = min(worth(each.value, goal) for each in found.plays)
    if lowest == worth(found.value, goal):
        return ()
    proof = Proof(position, found)
    return tuple(name for name, theme in THEMES.items() if theme.holds(proof))
