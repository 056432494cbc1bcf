"""Questions about the course of a round: whose turn it is, who leads next, what one may lay.

Each is made from a position and the plays since. The answer is the engine's; the reason for every wrong answer is
worked out from the position in which it would have been right.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..cards import DECK, RANKS, SUITS, Card
from ..combinations import Play
from ..explain import card_name, refusal, show
from ..locale import _
from ..position import Position
from ..rules import Rules
from .base import seat_names
from .exercises import Exercise, NoCards, Option, Question, _guarded, _number, _rules, beat_question

Plays = Iterable[Play | str] | str


def _replayed(position: Position | str, line: Plays) -> tuple[list[Position], list[Play]]:
    """Every position of the line, the first and the last included, and its plays. Raises NotationError for what cannot
    be read, IllegalPlay for a play that is not allowed.
    """
    now = position if isinstance(position, Position) else Position.parse(str(position))
    seen, plays = [now], []
    for each in line.split() if isinstance(line, str) else line:
        play = each if isinstance(each, Play) else Play.parse(str(each), now.rules)
        now = now.after(play)
        seen.append(now)
        plays.append(play)
    return seen, plays


def course(seen: Sequence[Position], plays: Sequence[Play]) -> str:
    """The plays in short: "Ben 5♣, Carla pass, Dan 10♦ (the last card)"."""
    told = []
    for before, play, after in zip(seen, plays, seen[1:], strict=False):
        assert before.turn is not None
        text = _("{name} {play}").format(name=seat_names()[before.turn], play=show(play))
        if len(after.out) > len(before.out):
            text += " " + (_("(the last card)") if play.mask.bit_count() == 1 else _("(the last cards)"))
        told.append(text)
    return ", ".join(told)


def _lead_in(seen: Sequence[Position], plays: Sequence[Play]) -> str:
    told = [course(seen, plays)] if plays else []
    if seen[0].rules.anticlockwise:
        told.insert(0, _("Here one plays the other way round, anticlockwise"))
    return "".join(f"{each}. " for each in told)


def turn_question(position: Position | str, line: Plays = "", topic: str = "") -> Question:
    """Whose turn is it after these plays? If they clear the table, that is the one who leads.

    Raises NotationError, IllegalPlay as the line demands, NoCards if the deal is over then.
    """
    seen, plays = _replayed(position, line)
    now = seen[-1]
    if now.turn is None:
        raise NoCards(_("The deal is over after these plays, so it is nobody's turn."))
    leads = now.table is None and bool(plays)
    asked = _("The table is cleared. Who leads next?") if leads else _("Whose turn is it now?")
    names = seat_names()
    options = tuple(Option(str(seat), names[seat]) for seat in range(now.seats))
    last = seen[-2] if leads else now
    reasons = {
        str(seat): _why_lead(last, now, seat) if leads else _why_not_turn(now, seat)
        for seat in range(now.seats)
        if seat != now.turn
    }
    reasons[str(now.turn)] = _why_lead(last, now, now.turn) if leads else _why_turn(now)
    shown = tuple(map(str, now.table.cards)) if now.table is not None else ()
    return Question(
        _lead_in(seen, plays) + asked, options, frozenset([str(now.turn)]), reasons, shown=shown, topic=topic
    )


def _why_lead(last: Position, now: Position, seat: int) -> str:
    """Why `seat` leads, or does not, once the table was cleared in the position `last`."""
    names, owner = seat_names(), last.owner
    assert owner is not None
    assert now.turn is not None
    if seat in now.out:
        return _("{name} has no cards left.").format(name=names[seat])
    if owner in now.out:
        if seat == now.turn:
            return _(
                "{owner} laid last, but has no cards left: {name} is the next in turn who has cards. "
                "A pass in the round before does not matter any more."
            ).format(owner=names[owner], name=names[seat])
        return _("{owner} laid last, but has no cards left. {name} is not the next in turn after {owner}.").format(
            owner=names[owner], name=names[seat]
        )
    if seat == owner:
        return _("{name} laid last and nobody has beaten it.").format(name=names[seat])
    return _("What {name} did was not the last thing laid in this round.").format(name=names[seat])


def _why_turn(now: Position) -> str:
    assert now.turn is not None
    name = seat_names()[now.turn]
    if now.turn in now.passed:
        text = _("{name} has passed, but what lies on the table may be bombed, so {name} is asked for a bomb.")
        return text.format(name=name)
    if not now.rules.pass_locks:
        return _("{name} is the next in turn. In this game a pass locks nobody.").format(name=name)
    return _("{name} is the next in turn who has cards and has not passed.").format(name=name)


def _why_not_turn(now: Position, seat: int) -> str:
    names = seat_names()
    if seat in now.out:
        return _("{name} has no cards left.").format(name=names[seat])
    if seat == now.owner:
        return _("{name} laid what lies on the table. It is for the others to answer.").format(name=names[seat])
    if seat in now.to_ask:
        assert now.turn is not None
        return _("{next} comes before {name}.").format(next=names[now.turn], name=names[seat])
    if seat in now.passed and not now.bombable:
        return _("{name} has passed and is locked until the table is cleared.").format(name=names[seat])
    return _("{name} has been asked about this already.").format(name=names[seat])


def may_question(position: Position | str, line: Plays, answers: Iterable[object], topic: str = "") -> Question:
    """Which of these may the one whose turn it is lay? `-` stands for a pass.

    Raises NotationError, IllegalPlay as the line demands, NoCards if there is nothing to choose.
    """
    seen, plays = _replayed(position, line)
    now = seen[-1]
    if now.turn is None:
        raise NoCards(_("The deal is over after these plays, so it is nobody's turn."))
    given = [answers] if isinstance(answers, str) else list(answers)
    if not given:
        raise NoCards(_('Which plays? Give a list, like ["2h", "JsJcJdJh", "-"].'))
    options, right, reasons = [], set(), {}
    for each in given:
        play = each if isinstance(each, Play) else Play.parse(str(each).replace(" ", ""), now.rules)
        why = refusal(now, play)
        names = ", ".join(card_name(card) for card in play.cards) or _("pass")
        options.append(Option(str(play), names, tuple(map(str, play.cards))))
        if not why:
            right.add(str(play))
        text = _("No: {play}. {reason}") if why else _("Yes: {play}.")
        if play.is_pass and not why:
            text = _("Yes: {play}. Nobody has to answer.")
        reasons[str(play)] = text.format(play=show(play), reason=why)
    if len({option.id for option in options}) != len(options):
        raise NoCards(_("One of the answers stands there twice."))
    asked = _("It is the turn of {name}. Which of these are allowed?").format(name=seat_names()[now.turn])
    shown = tuple(map(str, now.table.cards)) if now.table is not None else ()
    return Question(_lead_in(seen, plays) + asked, tuple(options), frozenset(right), reasons, True, shown, topic)


class WhoseTurn(Exercise):
    """Whose turn is it after these plays, or who leads next if they clear the table?

    >>> WhoseTurn("sheet 3s4s/3c9c/3d/3hKs 0 - -", "4s 9c - Ks").answer("0")
    True
    """

    def __init__(self, position: Position | str = "", line: Plays = "", **traits: Any) -> None:
        super().__init__(**_guarded(lambda: [turn_question(position, line)]), **traits)


class MayLay(Exercise):
    """Which of these plays are allowed now, for the one whose turn it is? A pass is written "-".

    >>> MayLay("sheet 3s4s/5c6c 0 - -", "4s", ["5c", "-"]).answer("5c", "-")
    True
    """

    def __init__(
        self, position: Position | str = "", line: Plays = "", answers: Iterable[object] = (), **traits: Any
    ) -> None:
        super().__init__(**_guarded(lambda: [may_question(position, line, answers)]), **traits)


# ------------------------------------------------------------------ longer combinations


def run_question(rng: random.Random, rules: Rules, topic: str = "") -> Question:
    """A straight or a double straight on the table, and answers of which some have another length or are too low."""
    each = rng.choice([1, 1, 2])
    length, low = rng.randint(3, 4) if each == 1 else 3, rng.randrange(1, 4)

    def run(start: int, size: int, rank_suits: Sequence[str] = SUITS) -> list[Card]:
        return [Card(rank, suit) for rank in RANKS[start : start + size] for suit in rng.sample(rank_suits, each)]

    while True:
        table = run(low, length, "cd" if each == 2 else SUITS)
        possible = [
            run(low, length, "sh" if each == 2 else SUITS),
            run(low + 1, length),
            run(low - 1, length),
            run(low + length, length),
            run(low + 1, length + 1),
            run(low + length, max(3, length - 1)),
            [Card(RANKS[low + length], suit) for suit in rng.sample(SUITS, 2)],
        ]
        answers = [cards for cards in possible if not set(cards) & set(table)]
        if len(answers) < 4:
            continue
        question = beat_question(table, rng.sample(answers, 4), rules, topic)
        if 1 <= len(question.right) <= 3:
            return question


class BeatRun(Exercise):
    """Which of these may be laid on a straight or a double straight? `rounds` times made from a seed.

    >>> BeatRun(seed=1, rounds=2)
    BeatRun(2 questions, 0 answered, 0 right)
    """

    def __init__(self, rules: Rules | str = "sheet", seed: int | None = None, rounds: int = 3, **traits: Any) -> None:
        def make() -> list[Question]:
            rng, read = random.Random(seed), _rules(rules)
            if read.five_card_hands:
                raise NoCards(_("These are straights of Tiến Lên: take the rules sheet or pagat."))
            return [run_question(rng, read) for _each in range(_number(rounds, "rounds", 1, 50))]

        super().__init__(**_guarded(make), **traits)


# ------------------------------------------------------------------ rounds made from a seed


def any_round(
    rng: random.Random, rules: Rules, fits: Callable[[Sequence[Position]], bool], seats: int = 4
) -> tuple[Position, list[Play]]:
    """Small hands and the plays of one round, such that the last position `fits`; cheap plays, chosen at random."""
    deck = list(DECK)
    for _attempt in range(20_000):
        rng.shuffle(deck)
        sizes = [rng.randint(2, 5) for _seat in range(seats)]
        hands = ["".join(map(str, deck[sum(sizes[:n]) : sum(sizes[: n + 1])])) for n in range(seats)]
        start = Position.parse(f"{rules} {'/'.join(hands)} {rng.randrange(seats)} - -")
        seen, plays = [start], []
        for _step in range(9):
            now = seen[-1]
            legal = now.legal_plays()
            if not legal:
                break
            # a round of singles is easiest to follow; passes come often enough to lock somebody
            wanted = [
                play for play in legal if play.mask.bit_count() == (1 if now.table is None else play.mask.bit_count())
            ]
            play = rng.choice(wanted[:3] or legal)
            if now.table is not None and rng.random() < 0.4:
                play = legal[-1]
            plays.append(play)
            seen.append(now.after(play))
            if fits(seen):
                return start, plays
            if seen[-1].table is None:
                break
    raise AssertionError("no such round was found")
