"""ChopIt: can this two be chopped, and should it be?"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ..cards import RANKS, SUITS, Card
from ..combinations import Combination, Play, enumerate_combinations
from ..errors import Refusal
from ..explain import Cast, shape_name, short_reason, show
from ..locale import _, ngettext
from ..position import Position
from ..rules import Rules, Shape
from .base import seat_names
from .exercises import Exercise, NoCards, Option, Question, Row, _guarded, _number, _rules

MOST_NODES = 300_000
"""Positions that may be searched for the verdict on a position that is given; more would be a long wait."""

ASKS = ("can", "should", "both")


def shape_words(shape: Shape) -> str:
    """A kind of bomb and its length in words.

    >>> shape_words(("double_straight", 6))
    'a double straight of 3 pairs'
    """
    kind, size = shape
    if kind == "double_straight":
        pairs = size // 2
        return ngettext("a double straight of {n} pair", "a double straight of {n} pairs", pairs).format(n=pairs)
    return {
        "quad": _("four of a kind"),
        "four_plus_one": _("four of a kind and a card"),
        "straight_flush": _("a straight flush"),
    }[kind]


def chopping(position: Position) -> list[Play]:
    """The legal plays that chop what lies on the table, in the order of `legal_plays`."""
    table = position.table.combination if position.table else None
    if table is None:
        return []
    return [play for play in position.legal_plays() if (shape := play.combination) and shape.chops(table)]


def _asked(position: Position | str) -> Position:
    """The position, if something can be asked about it. Raises NotationError, or NoCards with what is missing."""
    found = position if isinstance(position, Position) else Position.parse(str(position))
    if found.turn is None:
        raise NoCards(_("The deal is over, there is nothing left to chop."))
    if found.table is None or found.table.combination is None:
        raise NoCards(_("Nothing lies on the table, so there is nothing to chop."))
    if found.hidden[found.turn]:
        raise NoCards(_("The hand of the one who is to play must be open."))
    return found


def _rows(position: Position, everybody: bool) -> tuple[Row, ...]:
    turn = position.turn
    assert turn is not None
    mine = Row(_("Your hand"), tuple(map(str, position.hand(turn))), own=True)
    if not everybody:
        return (mine,)
    order = [(turn + step) % position.seats for step in range(1, position.seats)]
    return (*(_other(position, seat) for seat in order), mine)


def _other(position: Position, seat: int) -> Row:
    name = seat_names()[seat]
    if seat in position.passed:
        name = _("{name} (passed)").format(name=name)
    return Row(name, tuple(map(str, position.hand(seat))), "" if position.count(seat) else _("no cards"))


def can_question(position: Position | str, topic: str = "") -> Question:
    """Can what lies on the table be chopped with this hand? The reason names the bomb, or says what is missing.

    Raises NotationError, and NoCards for a position in which nothing can be asked.
    """
    now = _asked(position)
    found = chopping(now)
    yes, no = _yes_reason(now, found), _no_reason(now)
    options = (Option("yes", _("Yes, it can be chopped")), Option("no", _("No, it cannot")))
    reasons = {"yes": yes, "no": yes} if found else {"yes": no, "no": no}
    right = "yes" if found else "no"
    assert now.table is not None
    return Question(
        _asked_of(now, _("Can you chop it with your hand?")),
        options,
        frozenset([right]),
        reasons,
        shown=tuple(map(str, now.table.cards)),
        topic=topic,
        rows=_rows(now, False),
    )


def _asked_of(now: Position, question: str) -> str:
    assert now.owner is not None
    assert now.table is not None
    told = [_("{name} has laid {cards}.").format(name=seat_names()[now.owner], cards=show(now.table))]
    if now.turn in now.passed:
        told.append(_("You have passed in this round."))
    return " ".join([*told, question])


def _yes_reason(now: Position, found: Sequence[Play]) -> str:
    if not found:
        return ""
    shape = found[0].combination
    assert shape is not None
    told = [_("{cards} is {shape}, and that chops {table}.")]
    if now.turn in now.passed:
        told.append(_("A bomb may be laid even after a pass."))
    return " ".join(told).format(cards=show(found[0]), shape=shape_name(shape), table=show(now.table or ()))


def _no_reason(now: Position) -> str:
    assert now.table is not None
    assert now.turn is not None
    table = now.table.combination
    assert table is not None
    shapes = now.rules.chops(table.kind, table.of_twos)
    if not shapes:
        if not table.of_twos and not now.rules.four_pairs_chop_quad and not now.rules.five_card_hands:
            return _(
                "Only twos, alone or as two or three of a kind, can be chopped. {table} is something else."
            ).format(table=show(now.table))
        return _("Under these rules nothing chops {table}.").format(table=show(now.table))
    needed = _("What chops {table}: {shapes}.").format(
        table=show(now.table), shapes=_(", or ").join(map(shape_words, shapes))
    )
    other = next((each for each in _bombs(now.hands[now.turn], now.rules)), None)
    if other is None:
        return " ".join([needed, _("There is none in your hand.")])
    return " ".join(
        [
            needed,
            _("{cards} is {shape}, and that is not the bomb for it.").format(
                cards=show(now.rules.cards(other.mask)), shape=shape_name(other)
            ),
        ]
    )


def _bombs(hand: int, rules: Rules) -> list[Combination]:
    """What is a bomb against something, the longest first."""
    kinds = ("quad", "double_straight", "four_plus_one")
    found = [each for each in enumerate_combinations(hand, rules) if each.kind in kinds]
    return sorted(found, key=lambda each: (-each.size, each.mask))


@lru_cache(maxsize=256)
def _solved(position: Position) -> Any:
    from ..solver import solve

    solution = solve(position, nodes=MOST_NODES)
    if not solution.complete:
        raise NoCards(_("This position is too large to be searched out here. Take fewer cards."))
    return solution


def should_question(position: Position | str, topic: str = "") -> Question:
    """Should what lies on the table be chopped, to be the first without cards? The verdict is the solver's.

    All hands must be open. Raises NotationError, and NoCards for a position in which nothing can be asked.
    """
    now = _asked(position)
    if any(now.hidden):
        raise NoCards(_("Whether to chop can be proved with open hands only."))
    chops = chopping(now)
    if not chops:
        raise NoCards(_("Your hand cannot chop it. {reason}").format(reason=_no_reason(now)))
    solution = _solved(now)
    by_chop = any(found.value for found in solution.plays if found.play in chops)
    else_where = any(found.value for found in solution.plays if found.play not in chops)
    right = "same" if by_chop == else_where else "chop" if by_chop else "keep"
    cast = Cast(you=now.turn, names=seat_names())
    told = {
        "chop": _line_reason(now, solution, chops, True, cast),
        "keep": _line_reason(now, solution, chops, False, cast),
    }
    both = " ".join(told.values())
    reasons = {each: both if right == "same" or each != right else told[each] for each in ("chop", "keep", "same")}
    options = (
        Option("chop", _("Chop it")),
        Option("keep", _("Do not chop it")),
        Option("same", _("It makes no difference")),
    )
    assert now.table is not None
    return Question(
        _asked_of(now, _("All hands are open, and you want to be the first without cards. Is it right to chop?")),
        options,
        frozenset([right]),
        reasons,
        shown=tuple(map(str, now.table.cards)),
        topic=topic,
        rows=_rows(now, True),
    )


def _line_reason(now: Position, solution: Any, chops: Sequence[Play], with_bomb: bool, cast: Cast) -> str:
    """What becomes of the best play with (or without) a bomb: the verdict, then what happens in its line."""
    plays = [found for found in solution.plays if (found.play in chops) == with_bomb]
    best = next((found for found in plays if found.value), plays[0])
    how = short_reason(now, best.line, cast)
    if with_bomb:
        text = _("Chopping wins.") if best.value else _("Chopping does not win.")
    elif best.play.is_pass:
        text = _("Passing wins.") if best.value else _("Without the bomb you do not win.")
    else:
        text = (
            _("{play} wins and keeps the bomb.").format(play=show(best.play))
            if best.value
            else _("Without the bomb you do not win.")
        )
    return " ".join([text, how]).strip()


# ------------------------------------------------------------------ made from a seed


def any_can_question(rng: random.Random, rules: Rules, topic: str = "") -> Question:
    """Twos on the table (now and then an ace) and a hand that holds the right bomb, the wrong one, or none."""
    while True:
        count = rng.choice([1, 1, 1, 2, 2, 3])
        rank = "2" if rng.random() < 0.9 else "A"
        table = rng.sample([Card(rank, suit) for suit in SUITS], count)
        hand = _some_hand(rng, set(table))
        spare = next(Card("3", suit) for suit in SUITS if Card("3", suit) not in hand)
        passed = "0" if rng.random() < 0.4 else "-"
        text = f"{rules} {''.join(map(str, hand))}/{spare} 0 1:{''.join(map(str, table))} {passed}"
        if passed != "-" and rank != "2":
            continue  # a seat that has passed is not asked about anything but twos
        return can_question(text, topic)


def _some_hand(rng: random.Random, taken: set[Card]) -> list[Card]:
    """Seven to ten cards below the twos: around a quad, around pairs in a row, or drawn freely."""
    low, kind = rng.randrange(1, 7), rng.choice(["quad", "run", "run", "gap", "free"])
    hand: set[Card] = set()
    if kind == "quad":
        hand |= {Card(RANKS[low], suit) for suit in SUITS}
    elif kind in ("run", "gap"):
        length = rng.choice([3, 3, 4, 4, 5])
        ranks = list(RANKS[low : low + length])
        if kind == "gap":
            ranks[-1] = RANKS[low + length]
        for rank in ranks:
            hand |= {Card(rank, suit) for suit in rng.sample(SUITS, 2)}
    pool = [Card(rank, suit) for rank in RANKS[:12] for suit in SUITS]
    wanted = max(7, len(hand) + 1)
    for card in rng.sample(pool, len(pool)):
        if len(hand) >= wanted:
            break
        if card not in hand and card not in taken and Card("3", "h") != card:
            hand.add(card)
    return sorted(hand, key=lambda card: (RANKS.index(card.rank), SUITS.index(card.suit)))


def any_should_question(rng: random.Random, rules: Rules, wanted: str, topic: str = "") -> Question:
    """A small open position in which the wanted answer (`chop` or `keep`) is the only right one."""
    for _attempt in range(3_000):
        text = _small_position(rng, rules)
        now = Position.parse(text)
        if not chopping(now):
            continue
        question = should_question(now, topic)
        if question.right == {wanted}:
            return question
    raise AssertionError("no such position was found")


def _small_position(rng: random.Random, rules: Rules) -> str:
    low = rng.randrange(0, 8)
    if rng.random() < 0.5:
        bomb = [Card(RANKS[low], suit) for suit in SUITS]
    else:
        bomb = [Card(rank, suit) for rank in RANKS[low : low + 3] for suit in rng.sample(SUITS, 2)]
    twos = rng.sample([Card("2", suit) for suit in SUITS], 4)
    pool = [Card(rank, suit) for rank in RANKS[:12] for suit in SUITS if Card(rank, suit) not in bomb]
    others = rng.sample([*pool, *twos[1:]], len(pool))
    seats, extra = rng.choice([2, 2, 3]), rng.randint(1, 3)
    hands = ["".join(map(str, [*bomb, *others[:extra]]))]
    at = extra
    for _seat in range(1, seats):
        size = rng.randint(2, 4)
        hands.append("".join(map(str, others[at : at + size])))
        at += size
    return f"{rules} {'/'.join(hands)} 0 {rng.randrange(1, seats)}:{twos[0]} -"


class ChopIt(Exercise):
    """Can this two be chopped, and should it be? Asked about a position that is given, or made from a seed.

    `ask` is `can` (have you the right bomb?), `should` (with all hands open: is it right? the solver says) or `both`.
    A position in the middle of a deal with twos on the table; the seat to play is the one who is asked.

    >>> exercise = ChopIt("sheet 4s4c4d4h5c/7s8s 0 1:2c -", ask="can")
    >>> exercise.answer("no"), exercise.answer("yes")
    (False, True)
    """

    def __init__(
        self,
        position: Position | str | None = None,
        ask: str = "both",
        rules: Rules | str = "sheet",
        seed: int | None = None,
        rounds: int = 4,
        **traits: Any,
    ) -> None:
        def make() -> list[Question]:
            if ask not in ASKS:
                raise Refusal("{name}: {value} is none of {known}", name="ask", value=repr(ask), known=", ".join(ASKS))
            if position is not None:
                if ask == "both":
                    can = can_question(position)
                    return [can, should_question(position)] if can.right == {"yes"} else [can]
                return [can_question(position) if ask == "can" else should_question(position)]
            read, rng = _rules(rules), random.Random(seed)
            if read.five_card_hands:
                raise NoCards(_("Without a position there are questions about Tiến Lên only. Give one for Big Two."))
            number = _number(rounds, "rounds", 1, 50)
            wanted = [rng.choice(["chop", "keep"]) for _each in range(number)]
            if number > 2:
                wanted[1], wanted[-1] = rng.sample(["chop", "keep"], 2)  # both answers come up
            return [
                any_can_question(rng, read)
                if ask == "can" or (ask == "both" and place < number / 2)
                else any_should_question(rng, read, wanted[place])
                for place in range(number)
            ]

        super().__init__(**_guarded(make), **traits)
