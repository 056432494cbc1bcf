"""Opponents, from careless to strong. None of them ever looks at a hidden card.

A bot is shown a *view*: the position with every hand but its own hidden, and the cards it has seen go. What it plays
depends on the view and a seed alone, so it is the same on every machine, and the work it does is bounded by numbers of
deals and of positions searched, never by the clock.

>>> from tutor import Position
>>> here = view(Position.parse("pagat 3s5d5h/4c4d7s 0 - -"), 0)
>>> str(here), str(BOTS["strong"].play(here, seed=1))
('pagat 3s5d5h/?3 0 - -', '5d5h')
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from .cards import bits
from .combinations import Combination, Play
from .errors import PositionError, _marked, quote
from .locale import _
from .match import Deal
from .playouts import IN_PLAYOUTS, Habit, cost, cost_of, fives, layout, playout
from .position import Position
from .records import Record
from .rules import Rules
from .solver import Solution, solve

SURE_NODES = 400
"""Positions that `strong` searches for a play that wins whatever the others hold."""
SURE_COST = 2.2
"""The burden of a hand (see `playouts.cost`) up to which it looks for one."""
SURE_COUNT, SURE_UNSEEN = 4, 14
"""It looks for one only if no other hand has more cards than this, or no more than this are unseen."""
END_CARDS = 16
"""Cards left in two hands from which on `strong` searches deals to their end rather than play them out."""
END_DEALS, END_NODES = 8, 300
"""Deals that it searches then, and positions in each."""
OPEN_NODES = 1400
"""Positions that it searches when it knows where every card is."""
SHORTLIST = 4
"""Plays that `strong` thinks about."""
STAGES = ((16, 3), (24, 2), (40, 1))
"""How `strong` compares them: so many deals are played out with each play, then so many plays stay."""
DOUBT = 1.5
"""By how many standard errors another play must do better before it is preferred to what looks best at a glance."""


# ------------------------------------------------------------------ what a seat sees


def view(position: Position, seat: int, seen: int | Iterable[Play] | None = None) -> Position:
    """The position as the seat sees it: all other hands hidden, what is known to be out of play in `gone`.

    `seen` are the cards that have left the hands so far, as a mask or as the plays of the deal. Without it they are
    what a hidden position says itself; in an open position, where the whole pack was dealt (two to four seats times
    their cards make 52), all that nobody holds any more; otherwise nothing, since cards put aside were never seen.

    Raises `PositionError` if there is no such seat or if its own hand is hidden.
    """
    if seat not in range(position.seats):
        raise PositionError(
            "seat: there is no seat {seat} (in {position})", seat=quote(seat), position=quote(str(position))
        )
    if position.hidden[seat]:
        raise PositionError(
            "hands: seat {seat} cannot be shown its own hidden hand (in {position})",
            seat=seat,
            position=quote(str(position)),
        )
    on_table = position.table.mask if position.table else 0
    if seen is None:
        gone = position.gone
        if not any(position.hidden) and position.rules.dealt(position.seats) * position.seats == 52:
            gone = position.unseen
    elif isinstance(seen, int):
        gone = position.gone | seen
    else:
        gone = position.gone
        for play in seen:
            gone |= play.mask
    held = 0
    for hand in position.hands:
        held |= hand
    seats = range(position.seats)
    hidden = tuple(0 if other == seat else position.count(other) for other in seats)
    return replace(
        position,
        hands=tuple(position.hands[seat] if other == seat else 0 for other in seats),
        hidden=hidden,
        gone=gone & ~held & ~on_table if any(hidden) else 0,
    )


class Dice:
    """Numbers that depend on a text alone: the same on every machine and every version of Python.

    The SHA-256 digests of the text with a counter are read as numbers.

    >>> [Dice("seven").below(6) for _ in range(2)]
    [1, 1]
    """

    def __init__(self, text: str) -> None:
        self._start = hashlib.sha256(text.encode("utf-8", "surrogatepass"))
        self._words = self._stream()

    def _stream(self) -> Iterator[int]:
        number = 0
        while True:
            block = self._start.copy()
            block.update(number.to_bytes(8, "big"))
            digest = block.digest()
            yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
            number += 1

    def below(self, size: int) -> int:
        """A number from 0 to size - 1, all equally likely (to one part in four million for the sizes used here)."""
        return next(self._words) * size >> 32

    def drawn(self, cards: Sequence[int], number: int) -> list[int]:
        """The first `number` of the cards, shuffled."""
        pack = list(cards)
        for at in range(number):
            other = at + self.below(len(pack) - at)
            pack[at], pack[other] = pack[other], pack[at]
        return pack[:number]


# ------------------------------------------------------------------ bots


@dataclass(frozen=True)
class Bot:
    """An opponent. `key` is its name in `BOTS`; `play` asks it for a play.

    `name` and `character` are in the reader's language at the time they are read.
    """

    key: str
    decide: Callable[[Position, Dice], Play]
    words: tuple[str, str]

    @property
    def name(self) -> str:
        """What it is called at the table."""
        return _(self.words[0])

    @property
    def character(self) -> str:
        """A sentence on how it plays."""
        return _(self.words[1])

    def play(self, view: Position, seed: int | str = 0) -> Play:
        """What it plays in the view of the seat to play; the same view and seed always give the same play.

        An open position is taken as the view of the seat to play, with its hidden hands hidden (see `view`).
        Raises `PositionError` if the deal is over, or the hand of the seat to play is hidden.
        """
        if view.turn is None:
            raise PositionError("turn: the deal is over (in {position})", position=quote(str(view)))
        hidden = _only_own(view)
        return self.decide(hidden, Dice(f"tienlen bot {self.key} {seed} {hidden}"))


def _only_own(position: Position) -> Position:
    assert position.turn is not None
    if position.hidden[position.turn] or any(
        hand for seat, hand in enumerate(position.hands) if hand and seat != position.turn
    ):
        return view(position, position.turn)
    return position


def play_deal(
    start: Deal | Position, bots: Sequence[Bot | str], seed: int | str = 0, names: Sequence[str] | None = None
) -> Record:
    """A deal played to its end, with a bot (or its name in `BOTS`) on every seat; each sees only its own cards.

    The record carries the bots' names unless others are given. A deal that is won at once is not played.

    Raises `PositionError` if the bots are not as many as the seats, or if a hand is hidden.
    """
    players = [BOTS[bot] if isinstance(bot, str) else bot for bot in bots]
    position = start.position() if isinstance(start, Deal) else start
    if len(players) != position.seats:
        raise PositionError("bots: {players} for {seats} seats", players=len(players), seats=position.seats)
    if any(position.hidden):
        raise PositionError(
            "hands: a deal with hidden hands cannot be played (in {position})", position=quote(str(position))
        )
    called = tuple(names) if names is not None else tuple(player.name for player in players)
    unplayed = Record(position, (), called)
    if unplayed.instant_win:
        return unplayed
    first, plays = position, []
    seen = 0
    if not isinstance(start, Deal) and position.rules.dealt(position.seats) * position.seats == 52:
        seen = position.unseen
    while position.turn is not None:
        if position.table is not None:
            seen |= position.table.mask
        play = players[position.turn].play(view(position, position.turn, seen), seed)
        plays.append(play)
        position = position.after(play)
    return Record(first, tuple(plays), called)


# ------------------------------------------------------------------ careless and beginner


def _careless(view: Position, dice: Dice) -> Play:
    plays = view.legal_plays()
    return plays[dice.below(len(plays))]


def _beginner(view: Position, dice: Dice) -> Play:
    """The lowest card first, in the largest set of its rank; beat whatever can be beaten, as low as possible."""
    plays = [play for play in view.legal_plays() if not play.is_pass]
    if not plays:
        return Play(0, view.rules)
    if view.table is not None:
        return min(plays, key=_height)
    lowest = [play for play in plays if play.mask & (view.opening or _lowest(view))]
    alike = [play for play in lowest if _shape(play).kind in ("single", "pair", "triple")]
    return max(alike or lowest, key=lambda play: (play.mask.bit_count(), -play.mask))


def _lowest(view: Position) -> int:
    assert view.turn is not None
    hand = view.hands[view.turn]
    return hand & -hand


def _shape(play: Play) -> Combination:
    shape = play.combination
    assert shape is not None
    return shape


def _height(play: Play) -> tuple[int, int, int]:
    shape = _shape(play)
    return shape.size, shape.key, play.mask


# ------------------------------------------------------------------ sensible


SENSIBLE = Habit(keep=0.3, few=3, long=0.06, breaks=False)
"""How `sensible` plays."""


def _sensible(view: Position, dice: Dice) -> Play:
    return SENSIBLE.play(view)


# ------------------------------------------------------------------ how plays look at a glance


def ranked(view: Position) -> list[Play]:
    """The plays worth a thought, the best at a glance first; a pass among them if it is allowed."""
    plays = _thinkable(view)
    if len(plays) == 1:
        return plays
    here = _Glance(view)
    rate = here.lead if view.table is None else here.answer
    return sorted(plays, key=lambda play: (-rate(play), play.mask))


def _thinkable(view: Position) -> list[Play]:
    """The legal plays without those that differ only in suits of low cards (where suits make no flushes)."""
    rules = view.rules
    assert view.turn is not None
    hand = view.hands[view.turn]
    likely = {*fives(hand, rules), *layout(hand, rules)} if rules.five_card_hands else set()
    best: dict[object, Play] = {}
    for play in view.legal_plays():
        if play.is_pass:
            best["pass"] = play
            continue
        shape = _shape(play)
        if rules.five_card_hands and shape.size == 5:
            if view.table is None and not view.opening and play.mask not in likely:
                continue
            name: object = (shape.kind, shape.key >> 2)
            if name in best and best[name].mask in likely:
                continue
        else:
            name = (shape.kind, shape.size, (shape.mask.bit_length() - 1) >> 2)
        if name not in best or (shape.size == 5 and play.mask in likely):
            best[name] = play
    return list(best.values())


@dataclass(frozen=True)
class _Taste:
    """How much `_Glance` makes of things; the unit is a round that has to be won."""

    thrift: float
    """What is lost with every combination that could have won a round later."""
    long: float
    """What a card laid on a lead is worth by itself."""
    shed: float
    """What a card laid in answer is worth by itself."""
    patience: float
    """What an answer must bring to be better than a pass."""
    lead: float
    """What the next lead is worth, however much is left in the hand."""
    finish: float
    """What it is worth beyond that when little is left."""
    alarm: float
    """How much readier to answer when somebody holds three cards or fewer."""
    block: float
    """What holding the table is worth then."""
    fear: float
    """How much readier to answer with a whole hand left, where cards left over cost points."""
    near: int = 3
    """Cards from which on somebody counts as about to go out."""


_TASTES = {
    "tien-len": _Taste(0.3, 0.1, 0.0, 0.42, 0.2, 0.7, 0.3, 0.5, 0.0),
    "big-two": _Taste(-0.1, 0.2, 0.0, -0.5, 0.1, 1.2, 0.3, 0.3, 2.5, 4),
}


class _Glance:
    """How good plays look from a view, without any search."""

    def __init__(self, view: Position) -> None:
        self.view, self.rules, self.taste = view, view.rules, _TASTES[view.rules.game]
        assert view.turn is not None
        self.seat = view.turn
        self.hand = view.hands[self.seat]
        self.now = cost(self.hand, self.rules)
        self.rivals = [
            seat
            for seat in range(view.seats)
            if seat != self.seat and view.count(seat) and not (self.rules.partnership and seat == (self.seat + 2) % 4)
        ]
        self.shortest = min((view.count(seat) for seat in self.rivals), default=99)

    def holds(self, shape: Combination) -> float:
        """The chance, roughly, that nobody beats the combination."""
        if unbeatable(shape, self.view):
            return 1.0
        kept = min(1.0 - cost_of(shape), 0.9)
        if self.rules.five_card_hands and shape.size == 5 and self.shortest >= 5:
            return kept
        return max(0.05, kept)

    def rest(self, play: Play) -> float:
        """The burden of the hand after the play."""
        return cost(self.hand & ~play.mask, self.rules)

    def lead(self, play: Play) -> float:
        shape = _shape(play)
        left = self.hand & ~play.mask
        if not left:
            return 99.0
        hold, rest = self.holds(shape), self.rest(play)
        # What is spent well: the burden laid down, and little strength used up.
        value = self.now - rest - self.taste.thrift * (1.0 - cost_of(shape)) + self.taste.long * shape.size
        if len(layout(left, self.rules)) == 1:
            value += 3.0 * hold
        value += hold * max(0.0, 1.2 - rest)
        if self.shortest <= 2 and shape.size <= self.shortest:
            # They may go out on this.
            value -= (1.0 - hold) * (1.5 if shape.size == self.shortest else 0.5)
            value += (shape.mask.bit_length() - 1) / 60
        return value

    def answer(self, play: Play) -> float:
        """Against 0 for a pass."""
        if play.is_pass:
            return 0.0
        view, shape = self.view, _shape(play)
        left = self.hand & ~play.mask
        if not left:
            return 99.0
        assert view.table is not None
        assert view.table.combination is not None
        hold, rest = self.holds(shape), self.rest(play)
        taste = self.taste
        lead = taste.lead + taste.finish * max(0.0, min(1.0, 2.0 - rest))
        value = self.now - rest + lead * hold + taste.shed * shape.size - taste.patience
        if shape.chops(view.table.combination):
            value += 0.4
        if len(layout(left, self.rules)) == 1:
            value += 0.6 * hold
        if self.rules.scoring.startswith("cards"):
            value += taste.fear * max(0, self.hand.bit_count() - 7) / 6
        danger = [seat for seat in self.rivals if view.count(seat) <= taste.near]
        if danger:
            value += taste.alarm + taste.block * hold
            threat = view.to_ask[1:]
            size = shape.size
            if any(seat in threat and view.count(seat) == size for seat in danger):
                value += hold
            if view.owner in danger and view.count(view.owner) <= 2:
                value += 0.4
        if self.rules.partnership and view.owner == (self.seat + 2) % 4:
            value -= 0.5
        return value


def unbeatable(shape: Combination, view: Position) -> bool:
    """Whether no cards unseen in the view, in any hidden hand, beat the combination. May say no where it is so.

    Only the cards and the counts of the hands are looked at; five-card hands count as beatable while somebody holds
    five cards.
    """
    rules = shape.rules
    unseen = view.unseen
    most = max((view.count(seat) for seat in range(view.seats) if seat != view.turn), default=0)
    counts = [((unseen >> 4 * rank) & 15).bit_count() for rank in range(13)]
    if _chopped(shape, counts, most, rules):
        return False
    if shape.size > most:
        return True
    top = shape.mask.bit_length() - 1
    if shape.size == 1:
        return not unseen >> (top + 1)
    if shape.kind in ("pair", "triple", "quad"):
        rank = top >> 2
        if any(number >= shape.size for number in counts[rank + 1 :]):
            return False
        return shape.kind != "pair" or counts[rank] < 2 or not unseen >> (top + 1) & (1 << (3 - top % 4)) - 1
    if rules.five_card_hands:
        return False
    each = 1 if shape.kind == "straight" else 2
    length = shape.size // each
    for high in range(top >> 2, rules.straight_top + 1):
        if high == top >> 2 and not unseen >> (top + 1) & (1 << (3 - top % 4)) - 1:
            continue
        if all(number >= each for number in counts[high - length + 1 : high + 1]):
            return False
    return True


def _chopped(shape: Combination, counts: list[int], most: int, rules: Rules) -> bool:
    """Whether a bomb on this combination may lie in cards of which there are so many of each rank."""
    for kind, size in rules.chops(shape.kind, shape.of_twos):
        if size > most:
            continue
        if kind in ("quad", "four_plus_one") and 4 in counts:
            return True
        if kind == "straight_flush":
            return True
        if kind == "double_straight":
            length = size // 2
            for low in range(rules.straight_top - length + 2):
                if min(counts[low : low + length]) >= 2:
                    return True
    return False


# ------------------------------------------------------------------ strong


def _strong(view: Position, dice: Dice) -> Play:
    plays = ranked(view)
    if len(plays) == 1:
        return plays[0]
    assert view.turn is not None
    for play in plays:
        if play.mask == view.hands[view.turn]:
            return play
    known = _known(view)
    if known is not None:
        found = _proved(known, OPEN_NODES)
        if found is not None:
            return found
    elif cost(view.hands[view.turn], view.rules) <= SURE_COST and _few(view):
        found = _sure(view)
        if found is not None:
            return found
    plays = _shortlist(plays, view)
    others = [seat for seat in range(view.seats) if seat != view.turn and view.count(seat)]
    if len(others) == 1 and view.count(view.turn) + view.count(others[0]) <= END_CARDS:
        return _by_search(view, plays, dice)
    return _by_playouts(view, plays, dice)


def _shortlist(plays: list[Play], view: Position) -> list[Play]:
    """The likeliest plays, and the pass. In Big Two what habit says is the better first guess, so it leads the list."""
    short = plays[:SHORTLIST] + [play for play in plays[SHORTLIST:] if play.is_pass]
    if view.rules.five_card_hands:
        usual = IN_PLAYOUTS.play(view)
        short = [usual, *(play for play in short if play != usual)]
    return short


def _few(view: Position) -> bool:
    """Whether the others can make so few combinations that all of them can be looked at in a moment."""
    return max(view.hidden) <= SURE_COUNT or view.unseen.bit_count() <= SURE_UNSEEN


def _known(view: Position) -> Position | None:
    """The position with open hands, if the view leaves only one possibility (one other hand, and it is all unseen)."""
    others = [seat for seat in range(view.seats) if view.hidden[seat]]
    if len(others) != 1 or view.unseen.bit_count() != view.hidden[others[0]]:
        return None
    return _opened(view, {others[0]: view.unseen})


def _opened(view: Position, hands: Mapping[int, int]) -> Position:
    nothing = (0,) * view.seats
    shown = tuple(hands.get(seat, hand) for seat, hand in enumerate(view.hands))
    return replace(view, hands=shown, hidden=nothing, gone=0)


def dealt(view: Position, dice: Dice) -> Position:
    """The view with the hidden hands filled from the unseen cards, every way equally likely.

    That is all that can be said: a pass is always allowed and proves nothing about a hand.
    """
    seats = [seat for seat in range(view.seats) if view.hidden[seat]]
    number = sum(view.hidden)
    cards = dice.drawn(list(bits(view.unseen)), number)
    hands, at = {}, 0
    for seat in seats:
        hands[seat] = sum(cards[at : at + view.hidden[seat]])
        at += view.hidden[seat]
    return _opened(view, hands)


def _proved(position: Position, nodes: int) -> Play | None:
    """The best play of an open position, if it is proved within so many positions."""
    solution = solve(position, "points", nodes=nodes)
    return _quickest(solution) if solution.value is not None else None


def _sure(view: Position) -> Play | None:
    """A play that goes out first (or, once somebody has, not last) whatever the others hold; None if none is proved."""
    goal = "first" if not view.out else "not-last"
    try:
        solution = solve(view, goal, nodes=SURE_NODES)
    except PositionError:
        return None  # house rules under which hidden hands cannot be searched
    return _quickest(solution) if solution.value is True else None


def _quickest(solution: Solution) -> Play:
    """Of the best plays the one with the shortest line, of those the first in the list of legal plays."""
    lengths = {verdict.play: len(verdict.line) or 999 for verdict in solution.plays}
    return min(solution.best, key=lambda play: lengths[play])


def _by_search(view: Position, plays: list[Play], dice: Dice) -> Play:
    """The play that does best over some deals, each searched to its end with open hands, or played out if too long."""
    total = dict.fromkeys(plays, 0.0)
    assert view.turn is not None
    for _deal in range(END_DEALS):
        position = dealt(view, dice)
        solution = solve(position, "points", nodes=END_NODES)
        values = {verdict.play: verdict.value for verdict in solution.plays}
        for play in plays:
            value = values[play]
            total[play] += playout(position.after(play))[view.turn] if value is None else value
    return max(plays, key=lambda play: total[play])


def _by_playouts(view: Position, plays: list[Play], dice: Dice) -> Play:
    """The play that does best over many deals played out by habit; those that fall behind are dropped on the way.

    The play that looks best at a glance is kept unless another does better by more than chance explains.
    """
    seat = view.turn
    assert seat is not None
    first, points = plays[0], {play: [0][:0] for play in plays}
    for deals, keep in STAGES:
        if len(plays) == 1:
            break
        for _deal in range(deals):
            position = dealt(view, dice)
            for play in plays:
                points[play].append(playout(position.after(play))[seat])
        ahead = sorted(plays, key=lambda play: -sum(points[play]))[:keep]
        plays = ahead if first in ahead else [*ahead[: keep - 1], first]
    best = max(plays, key=lambda play: sum(points[play]))
    gains = [here - there for here, there in zip(points[best], points[first], strict=True)]
    spread = sum(gain * gain for gain in gains)
    return best if sum(gains) ** 2 > DOUBT**2 * spread else first


BOTS: Mapping[str, Bot] = MappingProxyType(
    {
        bot.key: bot
        for bot in (
            Bot(
                "careless",
                _careless,
                (_marked("Careless"), _marked("Plays whatever comes to hand, as long as it is allowed.")),
            ),
            Bot(
                "beginner",
                _beginner,
                (_marked("Beginner"), _marked("Beats whatever can be beaten, and spends 2s and bombs at once.")),
            ),
            Bot(
                "sensible",
                _sensible,
                (_marked("Sensible"), _marked("Sorts the hand, keeps the best for later and watches short hands.")),
            ),
            Bot(
                "strong",
                _strong,
                (_marked("Strong"), _marked("Counts what is gone and tries the hands that the others may hold.")),
            ),
        )
    }
)
"""The opponents by key, weakest first."""
