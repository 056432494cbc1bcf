"""A played deal looked at again: every decision of a seat judged, by what could be known, and with hindsight.

    found = review(record, seat=0)
    found.costliest                     up to three decisions, the costliest first
    print(found)                        all of it in words

Two columns that are never mixed:

*What could be known.* Only the seat's `view` goes into it: its own hand, what was played, how many cards the others
held. The goal is to be first, or, once somebody is out, not to be last. The best that can be said is said:

- `known`: only one deal fits what was seen, and it is searched to its end: exact
- `sure`: a play reaches the goal whatever the others hold (the pool search of `solver`): exact for the plays that are
  sure; for a play that is not, a chance by one of the next two
- `searched`: one other hand is left and few cards: deals that fit are searched hands open; the chance of a play is the
  share in which it keeps the goal
- `played on`: in deals that fit all seats play on by simple habits (`playouts`); the chance of a play is the share in
  which the goal is reached

The deals are drawn from those that fit; if they are few, all of them are taken.

A play counts as *costly* only if another does better by more than chance explains: the plays are compared in the same
deals, the best one is chosen on other deals than those that measure it, and the whole interval of the difference (99 %)
must lie above nought. Where a play costs nothing of the first place, but makes it likelier to be last, that counts, if
the other play is no worse for the first place. And as habits are only habits, the difference must be there under two of
them, and open-hands searches of some of the deals, as far as they are done, must not contradict it. What an adviser of
the tutor's own (a hint of `hints`, the bots `sensible` and `strong`) would have played from the same view is never
called costly; against what is proved only the hint counts. Cards that the seat could not see do not enter, so nobody
is blamed for bad luck.

*Hindsight.* With all hands open, what could the seat force? An exact search, if it is done within its limit. It is
shown beside the rest and changes no judgement.

Nothing is concluded from what the others did, apart from the cards that they laid: a pass is always allowed.

Work is bounded by numbers of deals and of positions searched, never by the clock, and a seed makes it repeat exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Any, NamedTuple

from .bots import BOTS, SENSIBLE, Dice, dealt, ranked, unbeatable, view
from .cards import TWOS
from .charts import Picture, curve, percent
from .combinations import Play, enumerate_combinations
from .errors import PositionError, Refusal, quote
from .explain import Cast, judge_and_reason, shape_name, show, story
from .hints import hint_for
from .locale import _, ngettext
from .planning import fewest_plays
from .playouts import IN_PLAYOUTS, Habit, played_on
from .position import Position
from .records import Record
from .solver import Solution, solve
from .solver.chances import consistent_deals, every_deal, wilson
from .solver.result import decided, on_side

DEALS = 300
"""Deals that measure the plays of a decision; a third as many before that choose what they are measured against."""
SEARCHED = 100
"""Deals that are searched instead, where that can be done."""
SEARCHED_CARDS, SEARCHED_NODES = 16, 300
"""With one other hand and so few cards; positions searched in each deal."""
SURE_NODES = 8_000
"""Positions searched for a play that reaches the goal whatever the others hold."""
OPEN_NODES = 20_000
"""Positions searched with open hands: where everything is known, and for the hindsight."""
CANDIDATES, FINALISTS = 6, 3
"""Plays that are compared besides the seat's own and those of the advisers; those of them that are measured."""
CHECKED, CHECKED_NODES = 24, 2_000
"""Deals in which a judgement by habits is held against searches with open hands, and positions searched in each."""
LEAST = 0.03
"""A difference in the chance below this is not worth a word."""
Z99 = 2.5758293035489

Progress = Callable[[int, int], None]
"""Called with decisions judged and decisions in all."""


class Option(NamedTuple):
    """A play that was compared: its chance to reach the goal with a 95 % interval; `exact` if it is no estimate."""

    play: Play
    chance: float
    low: float
    high: float
    exact: bool = False


@dataclass(frozen=True)
class Decision:
    """One turn of the seat with something to choose.

    - `number`: the play is `record.plays[number]`; `position` is open, `seen` is the seat's view of it
    - `goal`: `first`; `not-last` once somebody is out, and where only that is at stake; `method`: see the module
    - `options`: the plays compared, the one played first, then the best first
    - `better`: the play that it is measured against, None if it is as good as any; `cost` the difference of the chances
      with its 99 % interval
    - `adviser`: who would have played the same (`hint`, or the key of a bot) where a play would have looked better
      otherwise: then there is no `better` either
    - `deals`: how many deals the chances stand on (0: none was needed), `measured`: what was done with them
    - `known`: the exact solution behind the methods `known` and `sure`
    - `hindsight`: the solution with open hands (its plays have None where they are not settled); None if hands are
      hidden in the record
    """

    number: int
    position: Position
    seen: Position
    play: Play
    goal: str
    method: str
    options: tuple[Option, ...]
    deals: int = 0
    measured: str = ""
    better: Play | None = None
    cost: tuple[float, float, float] = (0.0, 0.0, 0.0)
    adviser: str = ""
    known: Solution | None = field(default=None, repr=False)
    hindsight: Solution | None = field(default=None, repr=False)

    @property
    def costly(self) -> bool:
        """Whether the play gave something away that could be known."""
        return self.better is not None

    @property
    def chance(self) -> Option:
        """The chance of the play made."""
        return self.options[0]

    @property
    def best(self) -> Option:
        """The chance of the play it is measured against, or its own where it is as good as any."""
        return next((each for each in self.options if each.play == self.better), self.options[0])

    @property
    def looking_back(self) -> bool | None:
        """Whether the play kept the goal with all hands open; None if that is not settled."""
        if self.hindsight is None:
            return None
        found = next(each.value for each in self.hindsight.plays if each.play == self.play)
        return None if found is None else bool(found)


class ReviewInterrupted(KeyboardInterrupt):
    """Ctrl-C during a review; `review` holds the decisions judged by then."""

    def __init__(self, found: Review) -> None:
        super().__init__(f"stopped with {len(found.decisions)} of {found.total} decisions judged")
        self.review = found


class Review:
    """The decisions of one seat in a record, judged one after the other by `steps`; see the module.

    `seat` is the record's own (`you`), else 0, unless it is given. `total` decisions there are, `decisions` are those
    judged so far. Raises `PositionError` if there is no such seat or its cards are hidden.
    """

    def __init__(self, record: Record, seat: int | None = None, *, deals: int = DEALS, seed: int | str = 0) -> None:
        chosen = seat if seat is not None else record.you or 0
        if chosen not in range(record.start.seats):
            raise PositionError("seat: there is no seat {seat} in this deal", seat=quote(seat))
        if record.start.hidden[chosen]:
            raise PositionError("seat: the cards of seat {seat} are hidden in this deal", seat=chosen)
        if deals < 1:
            raise Refusal("deals: {deals} is no number of deals", deals=quote(deals))
        self.record, self.seat, self.deals, self.seed = record, chosen, deals, seed
        self.positions = record.positions()
        self.turns = [
            number
            for number, position in enumerate(self.positions[:-1])
            if position.turn == chosen and len(position.legal_plays()) > 1
        ]
        self.decisions: list[Decision] = []

    @property
    def total(self) -> int:
        """How many decisions there are."""
        return len(self.turns)

    @property
    def complete(self) -> bool:
        """Whether all of them are judged."""
        return len(self.decisions) == self.total

    def steps(self) -> Iterator[Decision]:
        """Judge the decisions that are left, one at a time; may be stopped and begun again at any point."""
        while not self.complete:
            self.decisions.append(self.judged(self.turns[len(self.decisions)]))
            yield self.decisions[-1]

    def judged(self, number: int) -> Decision:
        """The decision before play `number`."""
        position, play = self.positions[number], self.record.plays[number]
        seen = self.seen(number)
        decision = judged(seen, play, number, position, self.deals, self.seed)
        hindsight = None
        if not any(position.hidden):
            hindsight = solve(position, decision.goal, nodes=OPEN_NODES)
        return replace(decision, hindsight=hindsight)

    def seen(self, number: int) -> Position:
        """What the seat could know before play `number`."""
        position = self.positions[number]
        if position.rules.dealt(position.seats) * position.seats == 52 and not any(position.hidden):
            return view(position, self.seat)
        return view(position, self.seat, self.record.plays[:number])

    @property
    def costliest(self) -> list[Decision]:
        """The three decisions (or fewer) that cost most."""
        costly = [decision for decision in self.decisions if decision.costly]
        return sorted(costly, key=lambda decision: -decision.cost[0])[:3]

    def chances(self) -> list[tuple[str, float, float]]:
        """The chance of winning (being first) at each decision judged, until somebody is first: the number of the play,
        the chance with the best play found, and with the one made. The last entry is how it ended.
        """
        points = [
            (str(decision.number + 1), decision.best.chance, decision.chance.chance)
            for decision in self.decisions
            if decision.goal == "first" and not decision.seen.out
        ]
        end = self.positions[-1]
        if self.complete and points and end.out:
            won = float(on_side(end, self.seat, end.out[0]))
            points.append((_("end"), won, won))
        return points

    def chart(self) -> Picture:
        """The chances as a curve: across are the decisions, and the end."""
        points = {n: (best, mine) for n, (_label, best, mine) in enumerate(self.chances(), 1)}
        names = [_("best play"), _("your play")]
        return curve(points, _("Your chance of winning"), names, _("your decisions, and the end"))

    def cast(self) -> Cast:
        """Who is who in the words: the seat is "you"."""
        return Cast(you=self.seat, names=tuple(self.record.names) if any(self.record.names) else ())

    def __str__(self) -> str:
        cast, lines = self.cast(), []
        for decision in self.decisions:
            lines.append(" ".join(filter(None, [headline(decision, cast), verdict(decision), looking_back(decision)])))
        lines.append("")
        for decision in self.costliest:
            lines.append(" ".join([headline(decision, cast), *why(decision, cast)]))
        if not self.costliest:
            lines.append(nothing_costly(self))
        return "\n".join(lines)


def nothing_costly(found: Review) -> str:
    """What is said where no decision was costly."""
    if not found.total:
        return _("There was nothing to decide in this deal.")
    return _("No play gave anything away that could be known.")


def progress_text(found: Review) -> str:
    """How many decisions are judged."""
    text = ngettext("{done} of {n} decision judged.", "{done} of {n} decisions judged.", found.total)
    return text.format(done=len(found.decisions), n=found.total)


def review(
    record: Record,
    seat: int | None = None,
    *,
    deals: int = DEALS,
    seed: int | str = 0,
    progress: Progress | None = None,
) -> Review:
    """Judge every decision of a seat (see `Review` for seat and errors).

    - `deals`: how many deals measure the plays of each decision: four times as many halve the intervals
    - `progress`: called with decisions judged and decisions in all

    Ctrl-C raises `ReviewInterrupted`, a KeyboardInterrupt whose `review` has what is judged.
    """
    found = Review(record, seat, deals=deals, seed=seed)
    try:
        for _decision in found.steps():
            if progress:
                progress(len(found.decisions), found.total)
    except KeyboardInterrupt:
        raise ReviewInterrupted(found) from None
    return found


# ------------------------------------------------------------------ what could be known


def judged(
    seen: Position,
    play: Play,
    number: int = 0,
    position: Position | None = None,
    deals: int = DEALS,
    seed: int | str = 0,
) -> Decision:
    """A play judged by a view alone; `number` and `position` are only passed on.

    Raises `PositionError` for a play that is not legal.
    """
    objection = seen.objection(play)
    if objection:
        raise PositionError("play: {why} (in {position})", why=objection.refusal(), position=quote(str(seen)))
    judge_it = _Judge(seen, play, deals, Dice(f"tienlen review {seed} {seen}"))
    found = replace(judge_it.decision(), number=number, position=position or seen)
    if found.better is None:
        return found
    adviser = _adviser(found, seed)
    return replace(found, adviser=adviser, better=None, cost=(0.0, 0.0, 0.0)) if adviser else found


def _adviser(decision: Decision, seed: int | str) -> str:
    """The adviser that would have played this, "" if none would. Against what is proved only a hint counts."""
    seen, play = decision.seen, decision.play
    for key in ("sensible", "strong") if decision.known is None else ():
        if BOTS[key].play(seen, seed) == play:
            return key
    return "hint" if hint_for(seen, seconds=60.0).play == play else ""


Kept = dict[Play, list[float]]
"""For each play, deal by deal: 1 where it reached the goal, 0 where not."""


class _Judge:
    """One decision, judged by what could be known."""

    def __init__(self, seen: Position, play: Play, deals: int, dice: Dice) -> None:
        assert seen.turn is not None
        self.seen, self.play, self.deals, self.dice = seen, play, deals, dice
        self._drawn_for: dict[str, list[Position]] = {}
        self._outs: dict[tuple[Position, Habit], tuple[int, ...]] = {}
        self.seat = seen.turn
        self.goal = "not-last" if seen.out else "first"
        others = [seat for seat in range(seen.seats) if seat != self.seat and seen.count(seat)]
        self.one_hand = len(others) == 1
        held = sum(seen.count(seat) for seat in range(seen.seats))
        self.measured = "searched" if self.one_hand and held <= SEARCHED_CARDS else "played on"

    def decision(self) -> Decision:
        """The judgement."""
        if self.one_hand and consistent_deals(self.seen) == 1:
            solution = solve(next(iter(every_deal(self.seen))), self.goal, nodes=OPEN_NODES)
            if solution.complete:
                return self._known(solution)
        try:
            sure = solve(self.seen, self.goal, nodes=SURE_NODES)
        except PositionError:
            return self._estimated()  # house rules under which hidden hands cannot be searched
        mine = next(each.value for each in sure.plays if each.play == self.play)
        if sure.value is True and mine is not None:
            return self._against_sure(sure, bool(mine))
        return self._estimated()

    def _decision(self, method: str, options: list[Option], **more: Any) -> Decision:
        """With the play made first, then the best first, ties in the order given."""
        in_order = tuple(sorted(options, key=lambda option: (option.play != self.play, -option.chance)))
        return Decision(0, self.seen, self.seen, self.play, self.goal, method, in_order, **more)

    def _known(self, solution: Solution) -> Decision:
        values = {each.play: float(bool(each.value)) for each in solution.plays}
        options = [Option(play, value, value, value, True) for play, value in values.items()]
        loss = float(bool(solution.value)) - values[self.play]
        better = _first_best(solution) if loss > 0 else None
        return self._decision("known", options, better=better, cost=(loss, loss, loss), known=solution)

    def _against_sure(self, sure: Solution, mine: bool) -> Decision:
        options = [Option(play, 1.0, 1.0, 1.0, True) for play in sure.best]
        if mine:
            return self._decision("sure", options, known=sure)
        kept, number = self._measure([self.play], self.goal)
        own = _option(self.play, kept[self.play])
        cost = (1.0 - own.chance, 1.0 - own.high, 1.0 - own.low)
        better = _first_best(sure) if cost[1] > 0 and cost[0] >= LEAST else None
        return self._decision(
            "sure", [*options, own], better=better, cost=cost, known=sure, deals=number, measured=self.measured
        )

    def _estimated(self) -> Decision:
        found = self._compared(self.goal)
        other_goal = self.goal == "first" and not self.seen.rules.first_out_ends and self.seen.seats > 2
        if found.better is not None or not other_goal:
            return found
        last = self._compared("not-last")
        if last.better is None:
            return found
        kept, _number = self._measure([self.play, last.better], "first")
        if _difference(kept[self.play], kept[last.better])[1] > 0:
            return found  # it was worth a risk
        return last

    def _compared(self, goal: str) -> Decision:
        """The play made against the best of some others, chosen on deals of their own."""
        plays = self._candidates()
        chosen, _number = self._measure(plays, goal, "choose")
        order = sorted((play for play in plays if play != self.play), key=lambda play: -sum(chosen[play]))
        finalists = order[:FINALISTS]
        kept, number = self._measure([self.play, *finalists], goal)
        options = [_option(play, values) for play, values in kept.items()]
        cost = _difference(kept[finalists[0]], kept[self.play]) if finalists else (0.0, 0.0, 0.0)
        better = finalists[0] if cost[1] > 0 and cost[0] >= LEAST else None
        if better is not None and self.measured == "played on" and not self._stands(better, goal):
            better = None
        found = self._decision(self.measured, options, better=better, cost=cost, deals=number, measured=self.measured)
        return replace(found, goal=goal)

    def _candidates(self) -> list[Play]:
        """The play made, what an adviser would play, what looks good at a glance, and the pass."""
        short = ranked(self.seen)
        plays = [self.play, BOTS["sensible"].play(self.seen), *short[:CANDIDATES]]
        return list(dict.fromkeys([*plays, *(play for play in short if play.is_pass)]))

    def _stands(self, better: Play, goal: str) -> bool:
        """Whether other habits and searches say no other than what was found by habits."""
        kept, _number = self._measure([self.play, better], goal, "measure", SENSIBLE)
        if _difference(kept[better], kept[self.play])[1] <= 0:
            return False
        sure = {self.play: 0, better: 0}
        for deal in self._drawn("check"):
            values = {each.play: each.value for each in solve(deal, goal, nodes=CHECKED_NODES).plays}
            if None not in (values[self.play], values[better]):
                for play in sure:
                    sure[play] += bool(values[play])
        return sure[better] >= sure[self.play]

    def _drawn(self, what: str) -> list[Position]:
        """The deals that fit what was seen for one purpose, the same whenever they are asked for; all of them, if they
        are no more. Those that choose a play to measure against are drawn apart from those that measure.
        """
        if what not in self._drawn_for:
            number = min(self.deals, SEARCHED) if self.measured == "searched" else self.deals
            number = {"measure": number, "choose": -(-number // 3), "check": CHECKED}[what]
            few = consistent_deals(self.seen) <= number
            deals = every_deal(self.seen) if few else (dealt(self.seen, self.dice) for _deal in range(number))
            self._drawn_for[what] = list(deals)
        return self._drawn_for[what]

    def _measure(
        self, plays: list[Play], goal: str, what: str = "measure", habit: Habit = IN_PLAYOUTS
    ) -> tuple[Kept, int]:
        """What becomes of the plays in some deals, the same for all of them, and in how many."""
        found: Kept = {play: [] for play in plays}
        for deal in self._drawn(what):
            values = self._searched(deal, goal) if self.measured == "searched" else None
            for play in plays:
                found[play].append(self._played_on(deal.after(play), goal, habit) if values is None else values[play])
        return found, len(found[self.play])

    def _searched(self, deal: Position, goal: str) -> dict[Play, float] | None:
        solution = solve(deal, goal, nodes=SEARCHED_NODES)
        if not solution.complete:
            return None
        return {each.play: float(bool(each.value)) for each in solution.plays}

    def _played_on(self, position: Position, goal: str, habit: Habit) -> float:
        value = decided(position, goal, self.seat)
        if value is not None:
            return float(value)
        out = self._outs.get((position, habit))
        if out is None:
            out = self._outs[position, habit] = played_on(position, habit)[1]
        return float(on_side(position, self.seat, out[0]) if goal == "first" else self.seat in out)


def _option(play: Play, kept: list[float]) -> Option:
    return Option(play, sum(kept) / len(kept), *wilson(round(sum(kept)), len(kept)))


def _difference(one: list[float], other: list[float]) -> tuple[float, float, float]:
    """How much more often the one reached the goal in the same deals, with its 99 % interval."""
    gaps = [a - b for a, b in zip(one, other, strict=True)]
    number = len(gaps)
    mean = sum(gaps) / number
    # One more deal each way, so that no interval has the width nought.
    spread = sqrt((sum((gap - mean) ** 2 for gap in gaps) + 2) / number / number)
    return mean, mean - Z99 * spread, mean + Z99 * spread


def _first_best(solution: Solution) -> Play:
    """Of the right plays the one that spends least."""
    from .puzzles import cost

    return min(solution.best, key=cost)


# ------------------------------------------------------------------ in words


def headline(decision: Decision, cast: Cast) -> str:
    """Which play it was, and what it answered."""
    seen, play = decision.seen, decision.play
    names = {"n": decision.number + 1, "play": show(play), "table": show(seen.table) if seen.table else ""}
    if seen.table is None:
        return _("Play {n}: you led {play}.").format(**names)
    if play.is_pass:
        return _("Play {n}: you passed on {table}.").format(**names)
    return _("Play {n}: you laid {play} on {table}.").format(**names)


def range_text(option: Option) -> str:
    """A chance in words, with its interval if it is an estimate."""
    if option.exact:
        return percent(option.chance)
    return _("{share} ({low} to {high})").format(
        share=percent(option.chance, 2), low=percent(option.low, 2), high=percent(option.high, 2)
    )


def verdict(decision: Decision) -> str:
    """The judgement by what could be known, in a short sentence."""
    if decision.costly:
        assert decision.better is not None
        return _was_better(decision.better)
    if decision.adviser:
        return _("Advice would have been the same.")
    if decision.method in ("known", "sure") and decision.chance.exact:
        if decision.chance.chance:
            return _("Right: it was sure.")
        return _("Nothing was any better.")
    return _("As good as any, as far as could be known.")


def _was_better(play: Play) -> str:
    return _("Passing was better.") if play.is_pass else _("Better was {play}.").format(play=show(play))


def looking_back(decision: Decision) -> str:
    """The hindsight in a sentence that says that it is one."""
    solution, kept = decision.hindsight, decision.looking_back
    if solution is None or kept is None:
        return _("Hindsight: not settled within the limit of the search.")
    play = show(decision.play)
    first = decision.goal == "first"
    if kept:
        text = (
            _("Hindsight: as the cards lay, {play} made sure of the first place.")
            if first
            else _("Hindsight: as the cards lay, {play} made sure of not being last.")
        )
        return text.format(play=play)
    if solution.value is False:
        text = (
            _("Hindsight: as the cards lay, nothing made sure of the first place.")
            if first
            else _("Hindsight: as the cards lay, nothing made sure of not being last.")
        )
        return text
    if solution.value is None:
        text = (
            _("Hindsight: as the cards lay, {play} did not make sure of the first place.")
            if first
            else _("Hindsight: as the cards lay, {play} did not make sure of not being last.")
        )
        return text.format(play=play)
    text = (
        _("Hindsight: as the cards lay, {other} made sure of the first place, {play} did not.")
        if first
        else _("Hindsight: as the cards lay, {other} made sure of not being last, {play} did not.")
    )
    return text.format(play=play, other=_(", or ").join(show(each) for each in solution.best[:3]))


def why(decision: Decision, cast: Cast) -> list[str]:
    """What was better than a costly play and why, in sentences; first the figures, then what can be seen."""
    if decision.better is None:
        return []
    told = [_was_better(decision.better)]
    if decision.known is not None:
        told += _why_exact(decision, cast)
    if not decision.chance.exact:
        told.append(_figures(decision))
    told += [fact_text(fact, decision, cast) for fact in facts(decision)]
    return [text[:1].upper() + text[1:] for text in told]  # a sentence may begin with "pass"


def _why_exact(decision: Decision, cast: Cast) -> list[str]:
    solution, better = decision.known, decision.better
    assert solution is not None
    if decision.method == "known":
        line = next(each.line for each in solution.plays if each.play == better)
        told = [
            _("Every card could be known here, so this is proved."),
            judge_and_reason(solution.position, decision.play, solution, cast),
        ]
        return [*told, *story(solution.position, line, cast)[:1]]
    sure = (
        _("{play} makes sure of the first place, whatever the others hold.")
        if decision.goal == "first"
        else _("{play} makes sure of not being last, whatever the others hold.")
    )
    assert better is not None
    return [sure.format(play=show(better))]


def _figures(decision: Decision) -> str:
    """How often the plays reached the goal, and in what sort of deals."""
    goal = decision.goal == "first"
    texts = {
        ("searched", True): _("In {n} deals that fit what you had seen, searched with open hands,"
                              " {better} makes sure of the first place in {more} of them and {play} in {less}."),
        ("searched", False): _("In {n} deals that fit what you had seen, searched with open hands,"
                               " {better} makes sure of not being last in {more} of them and {play} in {less}."),
        ("played on", True): _("In {n} deals that fit what you had seen, played on by simple habits,"
                               " {better} comes first in {more} of them and {play} in {less}."),
        ("played on", False): _("In {n} deals that fit what you had seen, played on by simple habits,"
                                " {better} is not last in {more} of them and {play} in {less}."),
    }  # fmt: skip
    assert decision.better is not None
    return texts[decision.measured, goal].format(
        n=decision.deals,
        better=show(decision.better),
        play=show(decision.play),
        more=range_text(decision.best),
        less=range_text(decision.chance),
    )


@dataclass(frozen=True)
class Seen:
    """Something that can be seen in the view and speaks for the better play.

    `kind` is `fewer_plays` (the rest of the hand takes `number` plays at least after the better one, and more, `other`,
    after the one made), `breaks` (the play made takes apart the bomb `cards`, the better one does not), `spends_two`
    (the play made spends a 2, the better one does not), `unbeatable` (nothing unseen beats the better play, but
    something the one made), `near` (seat `number` has `other` cards left, and the play led has as many).
    """

    kind: str
    number: int = 0
    other: int = 0
    cards: Play | None = None


def facts(decision: Decision) -> list[Seen]:
    """What can be seen in the view that speaks for the better play; found, never guessed."""
    better, play, seen = decision.better, decision.play, decision.seen
    if better is None or seen.turn is None:
        return []
    rules, hand = seen.rules, seen.hands[seen.turn]
    found = []
    after_better, after_play = hand & ~better.mask, hand & ~play.mask
    if after_better and not play.is_pass:
        fewer, more = fewest_plays(after_better, rules), fewest_plays(after_play, rules)
        if fewer + better.is_pass < more:
            found.append(Seen("fewer_plays", fewer, more))
    bomb = _broken(hand, play, seen)
    if bomb is not None and not bomb.mask & better.mask:
        found.append(Seen("breaks", cards=bomb))
    if play.mask & TWOS and not better.mask & TWOS and after_play:
        found.append(Seen("spends_two"))
    shape, mine = better.combination, play.combination
    safe = shape is not None and unbeatable(shape, seen)
    if safe and not (mine is not None and unbeatable(mine, seen)):
        found.append(Seen("unbeatable"))
    if mine is not None and seen.table is None and (safe or mine.size != len(better.cards)):
        near = (seat for seat in range(seen.seats) if seat != seen.turn and seen.count(seat) == mine.size <= 3)
        found += [Seen("near", seat, mine.size) for seat in list(near)[:1] if not unbeatable(mine, seen)]
    return found


def _broken(hand: int, play: Play, seen: Position) -> Play | None:
    """A bomb in the hand that the play takes cards from without being one itself."""
    bombs = {shape for kind in seen.rules.kinds for twos in (False, True) for shape in seen.rules.chops(kind, twos)}
    mine = play.combination
    if mine is None or (mine.kind, mine.size) in bombs:
        return None
    left = hand & ~play.mask
    whole = [c for c in enumerate_combinations(hand, seen.rules) if (c.kind, c.size) in bombs and c.mask & play.mask]
    if not whole or any((c.kind, c.size) in bombs for c in enumerate_combinations(left, seen.rules)):
        return None
    return Play(whole[0].mask, seen.rules)


def fact_text(fact: Seen, decision: Decision, cast: Cast) -> str:
    """The fact in a sentence."""
    names = {"better": show(decision.better or ()), "play": show(decision.play)}
    if fact.kind == "fewer_plays":
        text = ngettext(
            "After {better} the rest of your hand takes {n} play at least, after {play} it takes {more}.",
            "After {better} the rest of your hand takes {n} plays at least, after {play} it takes {more}.",
            fact.number,
        )
        return text.format(**names, n=fact.number, more=fact.other)
    if fact.kind == "near":
        text = ngettext(
            "{name} has {n} card left and goes out with an answer to {play}.",
            "{name} has {n} cards left and may go out with an answer to {play}.",
            fact.other,
        )
        return text.format(**names, name=cast.name(fact.number), n=fact.other)
    if fact.kind == "breaks":
        shape = fact.cards.combination if fact.cards else None
        return _("{play} takes the bomb {cards} apart ({shape}).").format(
            **names, cards=show(fact.cards or ()), shape=shape_name(shape) if shape else ""
        )
    return {
        "spends_two": _("{play} spends a 2, {better} keeps it."),
        "unbeatable": _("Nobody can beat {better} any more."),
    }[fact.kind].format(**names)
