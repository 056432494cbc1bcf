"""Tips put to the test: thousands of random endgames, and the solver's word on what the tip would have you do.

A tip parts the legal plays of a position in those that follow it and those that go against it. It matters in a
position if plays of one kind win and of the other kind none: there it is right or wrong. The endgames are small deals
of random cards with open hands, and all others play against the one who is to play, without a mistake; what is
counted says nothing about opponents who cannot see the cards or who err.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from html import escape
from types import MappingProxyType
from typing import Any

from .cards import TWOS, bits
from .charts import Picture, bars
from .combinations import Combination, Play
from .errors import NotationError
from .layouts import beaten_by
from .locale import _
from .planning import plan
from .position import Position
from .rules import Rules

SHEET = Rules.parse("sheet")
MOST = 10_000
"""Endgames that are looked at in one go."""
LARGEST = 9
"""Cards in the hand of the one who is to play, at most: more take too long."""
TRIES = 100_000
"""Deals that are thrown away at most before it is said that there is no such endgame."""
SEARCHED = 2_000
"""Endgames among which a case of a kind is looked for."""

Deal = Callable[[random.Random, int], Position | None]
Kind = Callable[[Position, Play], bool | None]


@dataclass(frozen=True)
class Tip:
    """`deal` makes an endgame in which the tip has something to say (or None: deal again), `follows` says whether a
    play is with the tip (True), against it (False) or neither; `goal` is what the solver is asked for.
    """

    id: str
    deal: Deal
    follows: Kind
    cards: int = 5
    fewest: int = 3
    goal: str = "first"

    @property
    def name(self) -> str:
        """The tip in a few words, in the reader's language."""
        return {
            "sort": _("Sort first: do not miss a straight"),
            "low": _("Of single cards, lead the lowest"),
            "twos": _("Answer without a 2 while you can"),
            "bomb": _("Keep the bomb while a 2 is out"),
            "bomb-no-twos": _("Keep the bomb, no 2 is out"),
            "short": _("Somebody has one card: no low single"),
            "short-three": _("One card, and three players"),
            "winners": _("The only loser last"),
            "inherit": _("Pass and inherit the lead"),
        }[self.id]


# ------------------------------------------------------------------ the endgames and what follows the tip


def _hands(rng: random.Random, *sizes: int, deck: tuple[int, ...] = tuple(range(52))) -> list[int]:
    cards = [1 << card for card in rng.sample(deck, sum(sizes))]
    hands, at = [], 0
    for size in sizes:
        hands.append(sum(cards[at : at + size]))
        at += size
    return hands


def _lead(*hands: int) -> Position:
    return Position(SHEET, tuple(hands), (0,) * len(hands), 0)


def _equal(rng: random.Random, cards: int) -> Position:
    return _lead(*_hands(rng, cards, cards))


def _single(play: Play) -> bool:
    return play.mask.bit_count() == 1


def _highest(hand: int) -> int:
    return 1 << (hand.bit_length() - 1)


def _run(_position: Position, play: Play) -> bool:
    return play.combination is not None and play.combination.kind in ("straight", "double_straight")


def _low(position: Position, play: Play) -> bool | None:
    hand = position.hands[0]
    return play.mask == hand & -hand if _single(play) else None


def _to_a_card(rng: random.Random, cards: int) -> Position | None:
    """Ben has led a single card that is no 2; you hold a 2."""
    mine, theirs = _hands(rng, cards, cards + 1)
    card = rng.choice(list(bits(theirs)))
    if not mine & TWOS or card & TWOS:
        return None
    return Position(SHEET, (mine, theirs ^ card), (0, 0), 0, Play(card, SHEET), 1)


def _without_two(_position: Position, play: Play) -> bool:
    return not play.mask & TWOS


def _with_quad(twos: bool) -> Deal:
    """You lead and hold a quad; among the other's cards, one less than yours, there is a 2, or none."""

    def deal(rng: random.Random, cards: int) -> Position | None:
        low = 4 * rng.randrange(12)
        rest = tuple(card for card in range(52) if not low <= card < low + 4)
        mine, theirs = _hands(rng, cards - 4, cards - 1, deck=rest)
        return _lead(mine | 15 << low, theirs) if bool(theirs & TWOS) == twos else None

    return deal


def _leaves_quad(position: Position, play: Play) -> bool:
    return any(hand >> low & 15 == 15 for low in range(0, 48, 4) for hand in [position.hands[0] & ~play.mask])


def _one_card(rng: random.Random, cards: int) -> Position:
    return _lead(*_hands(rng, cards, 1))


def _one_of_three(rng: random.Random, cards: int) -> Position:
    return _lead(*_hands(rng, cards, 1, cards))


def _no_low_single(position: Position, play: Play) -> bool:
    return not _single(play) or play.mask == _highest(position.hands[0])


def only_loser(position: Position) -> Combination | None:
    """The one part of a shortest layout of your hand that the other hand beats; None if there are none or several."""
    losers = [part for part in plan(position.hands[0], SHEET) if beaten_by(part, position.hands[1], SHEET)]
    return losers[0] if len(losers) == 1 else None


def _one_loser(rng: random.Random, cards: int) -> Position | None:
    position = _equal(rng, cards)
    return position if len(plan(position.hands[0], SHEET)) > 1 and only_loser(position) else None


def _loser_last(position: Position, play: Play) -> bool | None:
    parts = [part.mask for part in plan(position.hands[0], SHEET)]
    loser = only_loser(position)
    return play.mask != loser.mask if loser and play.mask in parts else None


def _heir(rng: random.Random, cards: int) -> Position | None:
    """Carla has gone out with a single card that is no 2; you come next and so inherit the lead if nobody beats it."""
    mine, theirs, card = _hands(rng, cards, cards, 1)
    if card & TWOS:
        return None
    return Position(SHEET, (mine, theirs, 0), (0, 0, 0), 0, Play(card, SHEET), 2, out=(2,))


def _is_pass(_position: Position, play: Play) -> bool:
    return play.is_pass


TIPS: Mapping[str, Tip] = MappingProxyType(
    {
        tip.id: tip
        for tip in (
            Tip("sort", _equal, _run),
            Tip("low", _equal, _low),
            Tip("twos", _to_a_card, _without_two),
            Tip("bomb", _with_quad(True), _leaves_quad, 7, 5),
            Tip("bomb-no-twos", _with_quad(False), _leaves_quad, 7, 5),
            Tip("short", _one_card, _no_low_single),
            Tip("short-three", _one_of_three, _no_low_single, 4),
            Tip("winners", _one_loser, _loser_last),
            Tip("inherit", _heir, _is_pass, goal="not-last"),
        )
    }
)
"""Every tip by its id."""


# ------------------------------------------------------------------ what the solver says


def values(position: Position, goal: str = "first") -> dict[Play, bool]:
    """Whether each legal play reaches the goal (`first` or `not-last`): what `solve` says, without lines, so faster."""
    from .solver import compiled
    from .solver.fast import Budget, Search

    search = Search(position, goal, Budget(None, None, None), compiled.ready(), fixed=True)
    search.settle_values()
    return {root.play: bool(search.value(root)) for root in search.roots}


SIDES = ("tip", "other", "both", "none")


def side(won: Set[bool | None]) -> str:
    """What an endgame says of a tip, from whether the plays that win follow it: only those that do (`tip`), only
    others (`other`), `both` or `none`.

    >>> side({True, False}), side({False}), side(set())
    ('both', 'other', 'none')
    """
    return ("both" if False in won else "tip") if True in won else ("other" if False in won else "none")


def verdict(tip: Tip, position: Position) -> str:
    """`tip`: only plays that follow it win; `other`: only plays against it; `both`, `none`; "" where all plays are of
    one kind, so that there is nothing to choose.
    """
    kinds = {play: tip.follows(position, play) for play in position.legal_plays()}
    if not {True, False} <= set(kinds.values()):
        return ""
    won = {kinds[play] for play, value in values(position, tip.goal).items() if value}
    return side(won)


def endgame(tip: Tip, cards: int, rng: random.Random) -> tuple[Position, str]:
    """The next endgame from `rng` in which the tip leaves a choice, with its verdict."""
    for _each in range(TRIES):
        position = tip.deal(rng, cards)
        if position is not None and (found := verdict(tip, position)):
            return position, found
    raise NotationError(_("cards: with {cards} cards there is no such endgame").format(cards=cards))


@dataclass(frozen=True)
class Trial:
    """How often a tip was right (`tip`), wrong (`other`), without effect (`both`) or of no help (`none`)."""

    name: str
    tip: int
    other: int
    both: int
    none: int

    @property
    def deals(self) -> int:
        """Endgames looked at."""
        return self.tip + self.other + self.both + self.none

    @property
    def matters(self) -> int:
        """Endgames in which the tip was right or wrong."""
        return self.tip + self.other

    @property
    def can_win(self) -> int:
        """Endgames in which some play, with the tip or against it, wins."""
        return self.deals - self.none

    @property
    def right(self) -> float:
        """Share of the endgames in which it matters where the tip is right; 0 if it never matters."""
        return self.tip / self.matters if self.matters else 0.0

    def _picture(self) -> Picture:
        rows = {
            _("right: only plays with the tip win"): self.tip,
            _("wrong: only plays against it win"): self.other,
            _("no matter: both kinds win"): self.both,
            _("nothing wins"): self.none,
        }
        return bars(rows, _("{tip} (endgames: {n})").format(tip=self.name, n=self.deals), counts=True)

    def _summary(self) -> str:
        return " ".join(
            [
                _("Endgames that can be won: {n}; still won if you keep to the tip: {kept}.").format(
                    n=self.can_win, kept=self.can_win - self.other
                ),
                _("Where it matters: right {right}, wrong {wrong}.").format(right=self.tip, wrong=self.other),
            ]
        )

    def __repr__(self) -> str:
        return f"{self._picture()}\n{self._summary()}"

    def _repr_html_(self) -> str:
        return f'{self._picture()._repr_html_()}<p style="padding: 0 6px">{escape(self._summary())}</p>'


def _each_of(number: int) -> Iterable[int]:
    """So many times, with a bar that shows how far it is if it takes longer than a second."""
    from tqdm.auto import tqdm

    from .solver import compiled

    compiled.start(grace=2.0)
    if sys.platform == "emscripten":  # a browser has no threads, and the bar would warn that it wants one
        tqdm.monitor_interval = 0
    return tqdm(range(number), delay=1, leave=False)


def trial(tip: Tip, deals: int, cards: int, seed: int) -> Trial:
    """The tip tried on so many endgames. Ctrl-C, or the notebook's stop button, ends it with those that are done."""
    rng, found = random.Random(seed), dict.fromkeys(SIDES, 0)
    try:
        for _each in _each_of(deals):
            found[endgame(tip, cards, rng)[1]] += 1
    except KeyboardInterrupt:
        pass  # the picture says how many there were
    return Trial(tip.name, **found)


# ------------------------------------------------------------------ short calls for the lesson


def _tip(tip: object) -> Tip:
    if not isinstance(tip, str) or tip not in TIPS:
        raise NotationError(_("tip: {tip} is none of {known}").format(tip=repr(tip), known=", ".join(TIPS)))
    return TIPS[tip]


def _within(name: str, given: object, least: int, most: int) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= most:
        raise NotationError(
            _("{name}: {given} is not {least} to {most}").format(name=name, given=repr(given), least=least, most=most)
        )
    return given


def _cards_for(tip: Tip, cards: object) -> int:
    most = LARGEST - 2 if tip.id == "short-three" else LARGEST
    return tip.cards if cards is None else _within("cards", cards, tip.fewest, most)


def how_good(tip: object, deals: int = 300, cards: int | None = None, seed: int = 1) -> Trial:
    """A tip (an id of `TIPS`) tried on random endgames: how often it is right, wrong, and does not matter.

    `cards` is how many you hold. The same seed gives the same endgames; more of them take longer. Raises NotationError
    for what makes no sense.

    >>> how_good("short", 20).other
    0
    """
    known = _tip(tip)
    return trial(known, _within("deals", deals, 1, MOST), _cards_for(known, cards), seed)


def one_case(tip: object, helps: bool = True, seed: int = 1, cards: int | None = None) -> str:
    """A position in which only plays with the tip win, or with `helps=False` only plays against it, as its line.

    Raises NotationError if there is none among the first endgames.

    >>> one_case("inherit", cards=3)
    'sheet 5d7s2c/3s9hKs/. 0 2:Kd - out=2'
    """
    known = _tip(tip)
    number, rng = _cards_for(known, cards), random.Random(seed)
    for _each in range(SEARCHED):
        position, found = endgame(known, number, rng)
        if found == ("tip" if helps else "other"):
            return str(position)
    raise NotationError(_("In {n} endgames there was no such case.").format(n=SEARCHED))


def which_single(deals: int = 300, cards: int = 5, seed: int = 1) -> Picture:
    """You lead a single card: the lowest, the second lowest, and so on. In how many of the endgames does that win?

    Raises NotationError for what makes no sense.
    """
    _within("deals", deals, 1, MOST)
    _within("cards", cards, 2, LARGEST)
    rng, won, can, done = random.Random(seed), [0] * cards, 0, 0
    try:
        for _each in _each_of(deals):
            position = _equal(rng, cards)
            value = values(position)
            can += any(value.values())
            for place, card in enumerate(bits(position.hands[0])):
                won[place] += value[Play(card, SHEET)]
            done += 1
    except KeyboardInterrupt:
        pass  # the title says how many there were
    rows: dict[Any, Any] = {_("any play at all"): can}
    for place, number in enumerate(won):
        name = (
            _("the lowest card") if place == 0
            else _("the highest card") if place == cards - 1
            else _("card number {n}").format(n=place + 1)
        )  # fmt: skip
        rows[name] = number
    title = _("What can you lead and win? (endgames: {n}, cards each: {cards})").format(n=done, cards=cards)
    return bars(rows, title, counts=True)


def report_card(deals: int = 150, seed: int = 1) -> Picture:
    """All the tips side by side: of the endgames in which each matters, the share in which it is right."""
    _within("deals", deals, 1, MOST)
    tried: list[Trial] = []
    for tip in TIPS.values():
        tried.append(trial(tip, deals, tip.cards, seed))
        if tried[-1].deals < deals:
            break  # stopped: the tips so far
    return bars({each.name: each.right for each in tried if each.matters}, _("How often right, where it matters"))


__all__ = ["TIPS", "Tip", "Trial", "endgame", "how_good", "one_case", "report_card", "trial", "values", "verdict",
           "which_single"]  # fmt: skip
