"""Exercises of lesson 7, plan your hand: what a combination costs, which plays are losers, which plan wins."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from ..cards import DECK, RANKS, SUITS, Card
from ..combinations import Combination, Play
from ..explain import Cast, card_name, judge, show
from ..layouts import Layout, beaten_by, cost_of, cost_text, layout_text, of_a_shortest, shortest_layouts
from ..locale import _, ngettext
from ..planning import fewest_plays, plan
from ..position import Position
from ..rules import Rules
from .base import seat_names
from .exercises import Exercise, NoCards, Option, Question, Row, _cards, _guarded, _number, _rules

SHEET = Rules.parse("sheet")


def questions(rng: random.Random) -> list[Question]:
    """Six questions, step by step; the fifth step has two, and either answer may be right there."""
    fewest, price, losers, layouts, beyond, whole = (
        _("step 1, the fewest plays"),
        _("step 2, what a combination costs"),
        _("step 3, which plays are losers"),
        _("step 4, two layouts of the same length"),
        _("step 5, when the fewest plays are not the best plan"),
        _("step 6, a whole hand"),
    )
    return [
        any_fewest_question(rng, 7, fewest),
        any_cost_question(rng, price),
        any_loser_question(rng, SHEET, losers),
        any_layout_question(rng, layouts),
        any_first_question(rng, beyond),
        any_fewest_question(rng, 11, whole),
    ]


def _texts(hand: int, rules: Rules) -> tuple[str, ...]:
    return tuple(map(str, rules.cards(hand)))


def _mine(hand: int, rules: Rules) -> Row:
    return Row(_("Your hand"), _texts(hand, rules), own=True)


# ------------------------------------------------------------------ how many plays


def fewest_question(hand: int, rules: Rules, topic: str = "") -> Question:
    """In how many plays can this hand be laid at least?"""
    parts = plan(hand, rules)
    right, most = len(parts), hand.bit_count()
    low = max(1, min(right - 1, most - 3))
    why = ngettext("In {n}: {layout}.", "In {n}: {layout}.", right).format(n=right, layout=layout_text(parts))
    options = tuple(Option(f"n{n}", str(n)) for n in range(low, min(low + 4, most) + 1))
    return Question(
        _("If nobody interferes: in how many plays can you lay this hand, at least?"),
        options,
        frozenset([f"n{right}"]),
        {option.id: why for option in options},
        topic=topic,
        rows=(_mine(hand, rules),),
    )


def any_fewest_question(rng: random.Random, count: int, topic: str = "") -> Question:
    """A hand of so many cards in which there is something to put together."""
    while True:
        hand = SHEET.mask(rng.sample(DECK, count))
        if 2 <= fewest_plays(hand, SHEET) <= count // 2:
            return fewest_question(hand, SHEET, topic)


# ------------------------------------------------------------------ what a combination costs


def cost_question(part: object, hand: object, rules: Rules | str = "sheet", topic: str = "") -> Question:
    """What does it cost to lay this part of the hand as one play? Raises NoCards for what is no part of it."""
    rules = _rules(rules)
    whole, mask = rules.mask(_cards(hand)), rules.mask(_cards(part))
    if mask & ~whole:
        raise NoCards(
            _("{cards} is not in the hand.").format(cards=show(rules.cards(mask & ~whole)))
        )  # fmt: skip
    if Combination.of(mask, rules) is None:
        raise NoCards(_("{cards} together are no combination.").format(cards=show(rules.cards(mask))))
    if whole.bit_count() > 13:
        raise NoCards(_("That is more than a hand: give at most 13 cards."))
    right, why = cost_of(mask, whole, rules), cost_text(mask, whole, rules)
    names = [
        _("nothing"),
        *(ngettext("{n} play", "{n} plays", n).format(n=n) for n in range(1, max(4, right + 1))),
    ]
    options = tuple(Option(f"n{n}", name) for n, name in enumerate(names))
    return Question(
        _("You lay {cards} in one play. How many plays more than the fewest does the whole hand need then?").format(
            cards=show(rules.cards(mask))
        ),
        options,
        frozenset([f"n{right}"]),
        {option.id: why for option in options},
        topic=topic,
        rows=(_mine(whole, rules),),
    )


def any_cost_question(rng: random.Random, topic: str = "") -> Question:
    """A run with a card doubled and another one, and a part of it that costs 0 to 3 plays."""
    wanted = rng.choice([0, 1, 1, 2, 2])
    while True:
        low, length = rng.randrange(0, 6), rng.randint(4, 6)
        cards = {Card(rank, rng.choice(SUITS)) for rank in RANKS[low : low + length]}
        cards |= {Card(RANKS[low + rng.randrange(length)], rng.choice(SUITS)), rng.choice(DECK)}
        hand = SHEET.mask(cards)
        parts = [part for part in _parts(hand) if part.size > 1 and cost_of(part.mask, hand, SHEET) == wanted]
        if parts:
            part = rng.choice(parts)
            return cost_question(SHEET.cards_text(part.mask), SHEET.cards_text(hand), SHEET, topic)


def _parts(hand: int) -> Sequence[Combination]:
    from ..combinations import enumerate_combinations

    return enumerate_combinations(hand, SHEET)


class CostOf(Exercise):
    """How many plays more does the hand need if this part of it is laid as one play? Given, or made from a seed.

    >>> CostOf("7s7d", "5s6c7s7d8h").answer("n2")
    True
    """

    def __init__(
        self,
        part: object = None,
        hand: object = "",
        rules: Rules | str = "sheet",
        seed: int | None = None,
        rounds: int = 3,
        **traits: Any,
    ) -> None:
        def make() -> list[Question]:
            if part is not None:
                return [cost_question(part, hand, rules)]
            rng = random.Random(seed)
            return [any_cost_question(rng) for _each in range(_number(rounds, "rounds", 1, 50))]

        super().__init__(**_guarded(make), **traits)


# ------------------------------------------------------------------ losers


def loser_question(hand: object, out: object, rules: Rules | str = "sheet", topic: str = "") -> Question:
    """Which plays of the layout could be beaten with the cards still out? Raises NoCards for cards in both."""
    rules = _rules(rules)
    mine, theirs = rules.mask(_cards(hand)), rules.mask(_cards(out))
    if mine.bit_count() > 13:
        raise NoCards(_("That is more than a hand: give at most 13 cards."))
    if mine & theirs:
        raise NoCards(_("{cards} cannot be in your hand and still out.").format(cards=show(rules.cards(mine & theirs))))
    if theirs.bit_count() > 20:
        raise NoCards(_("That is too much to look through: give at most 20 cards that are still out."))
    options, right, reasons = [], set(), {}
    for part in plan(mine, rules):
        cards = rules.cards(part.mask)
        id_ = "".join(map(str, cards))
        options.append(Option(id_, ", ".join(map(card_name, cards)), tuple(map(str, cards))))
        higher = beaten_by(part, theirs, rules)
        if higher is None:
            reasons[id_] = _("{cards}: nothing that is still out beats it.").format(cards=show(cards))
        else:
            right.add(id_)
            reasons[id_] = _("{cards}: a loser, {higher} would beat it.").format(
                cards=show(cards), higher=show(rules.cards(higher.mask))
            )
    return Question(
        _("This is a shortest layout of your hand. Which of its plays are losers: could be beaten, if led, with cards "
          "that are still out? There may be several, or none."),
        tuple(options),
        frozenset(right),
        reasons,
        True,
        topic=topic,
        rows=(Row(_("Still out"), _texts(theirs, rules)),),
    )  # fmt: skip


def any_loser_question(rng: random.Random, rules: Rules, topic: str = "") -> Question:
    """Seven cards against eight that are still out; some plays can be beaten and some cannot."""
    while True:
        cards = rng.sample(DECK, 15)
        hand, out = rules.mask(cards[:7]), rules.mask(cards[7:])
        parts = plan(hand, rules)
        losers = [part for part in parts if beaten_by(part, out, rules) is not None]
        if len(parts) <= 4 and 0 < len(losers) < len(parts) and any(part.size > 1 for part in losers):
            return loser_question(rules.cards_text(hand), rules.cards_text(out), rules, topic)


class Losers(Exercise):
    """Which plays of a shortest layout could still be beaten? With a hand and the cards still out, or from a seed.

    >>> Losers("4s9s9hKd", "3c5d8s8dThAs").answer("4s", "Kd")
    True
    """

    def __init__(
        self,
        hand: object = None,
        out: object = "",
        rules: Rules | str = "sheet",
        seed: int | None = None,
        rounds: int = 3,
        **traits: Any,
    ) -> None:
        def make() -> list[Question]:
            if hand is not None:
                return [loser_question(hand, out, rules)]
            rng, read = random.Random(seed), _rules(rules)
            return [any_loser_question(rng, read) for _each in range(_number(rounds, "rounds", 1, 50))]

        super().__init__(**_guarded(make), **traits)


# ------------------------------------------------------------------ layouts of the same length


def _losers(layout: Layout, out: int, rules: Rules) -> list[Combination]:
    return [part for part in layout if beaten_by(part, out, rules) is not None]


def layout_question(hand: int, out: int, rules: Rules, topic: str = "") -> Question:
    """Which of the shortest layouts has the fewest losers against the cards still out?"""
    found = shortest_layouts(hand, rules)
    count = [len(_losers(layout, out, rules)) for layout in found]
    options, reasons = [], {}
    for n, layout in enumerate(found):
        options.append(Option(f"a{n}", layout_text(layout)))
        losers = "; ".join(show(rules.cards(part.mask)) for part in _losers(layout, out, rules)) or _("none")
        reasons[f"a{n}"] = _("{layout}. Losers: {losers}.").format(layout=layout_text(layout), losers=losers)
    right = frozenset(f"a{n}" for n, each in enumerate(count) if each == min(count))
    return Question(
        _("Both layouts need the same number of plays. In which of them can fewer plays be beaten?")
        if len(found) == 2
        else _("All these layouts need the same number of plays. In which of them can the fewest plays be beaten?"),
        tuple(options),
        right,
        reasons,
        topic=topic,
        rows=(Row(_("Still out"), _texts(out, rules)), _mine(hand, rules)),
    )


def any_layout_question(rng: random.Random, topic: str = "") -> Question:
    """A straight with its end doubled, once more cards: two layouts, one of them with fewer losers."""
    while True:
        low, length = rng.randrange(0, 7), rng.choice([4, 4, 5])
        cards = {Card(rank, rng.choice(SUITS)) for rank in RANKS[low : low + length]}
        cards |= {Card(RANKS[low + rng.choice([0, length - 1])], rng.choice(SUITS)), rng.choice(DECK)}
        hand = SHEET.mask(cards)
        rest = [card for card in DECK if card not in cards]
        out = SHEET.mask(rng.sample(rest, 7))
        found = shortest_layouts(hand, SHEET)
        if len(found) != 2 or len(cards) != length + 2:
            continue
        count = [len(_losers(layout, out, SHEET)) for layout in found]
        if count[0] != count[1]:
            return layout_question(hand, out, SHEET, topic)


# ------------------------------------------------------------------ the first play


def first_question(position: Position | str, plays: Iterable[object] = (), topic: str = "") -> Question:
    """Which of these first plays wins, with open hands? Without `plays` all legal ones are asked about.

    Raises NotationError for what cannot be read, NoCards where nothing can be asked.
    """
    from ..puzzles import solved

    now = position if isinstance(position, Position) else Position.parse(str(position))
    if now.turn is None or any(now.hidden):
        raise NoCards(_("All hands must be open, and the deal must not be over."))
    chosen = [each if isinstance(each, Play) else Play.parse(str(each).replace(" ", ""), now.rules) for each in plays]
    legal = now.legal_plays()
    chosen = chosen or [play for play in legal if not play.is_pass]
    if len(chosen) > 9:
        raise NoCards(_("There are {n} first plays, too many to ask about.").format(n=len(chosen)))
    solution, cast = solved(now, "first"), Cast(now.turn, seat_names())
    value = {found.play: found.value for found in solution.plays}
    for play in chosen:
        if play not in value:
            raise NoCards(_("{play} is not allowed here.").format(play=show(play)))
    options = tuple(
        Option(str(play), ", ".join(map(card_name, play.cards)), tuple(map(str, play.cards))) for play in chosen
    )
    right = frozenset(str(play) for play in chosen if value[play])
    order = [(now.turn + step) % now.seats for step in range(1, now.seats)]
    rows = [Row(seat_names()[seat], tuple(map(str, now.hand(seat)))) for seat in order]
    return Question(
        _("You lead, all hands are open, and you want to be the first without cards. Which of these first plays win?"),
        options,
        right,
        {str(play): judge(now, play, solution, cast) for play in chosen},
        True,
        topic=topic,
        rows=(*rows, Row(_("Your hand"), tuple(map(str, now.hand(now.turn))), own=True)),
    )


PLANS = (
    "5dTsThJsQc/7c8c8hKs",
    "3d7c8d9d9h/3h5c5dQc",
    "4sThJsQsQc/3s3h8d2h",
    "6hTdJsQsQd/8s8h9sAs",
    "5cTdJsQsQh/7c7h8cKc",
    "3s6s6d7s8c9h/TsJcKdAc",
    "3c6s6h7d8h9h/4c8sJc",
    "4d4h5s6c7dTh/4s4c9hQc",
    "6d9d9hTcJsQh/8dTdJdAd",
    "7d9dTsJsQcQh/ThQdKcAs",
)
"""Hands of you and Ben in which a plan decides. In the first five no play of a shortest layout wins, in the others
one does. The check moves them up and down in rank; what wins is searched out each time.
"""


def any_first_question(rng: random.Random, topic: str = "") -> Question:
    """One of the positions above, all ranks moved by the same step: four plays of which some win."""
    from ..puzzles import solved

    while True:
        text, step = rng.choice(PLANS), rng.randrange(-3, 2)
        ranks = {RANKS.index(char) + step for char in text if char in RANKS and char != "2"}
        if min(ranks) < 0 or max(ranks) > 11:
            continue
        moved = "".join(
            RANKS[RANKS.index(char) + step] if char in RANKS and char != "2" else char for char in text
        )  # fmt: skip
        now = Position.parse(f"sheet {moved} 0 - -")
        solution, parts = solved(now, "first"), of_a_shortest(now)
        wins: list[Play] = list(solution.best)
        fails = [play for play in (*parts[0], *parts[1]) if play not in wins]
        if not solution.value or len(fails) < 3:
            continue
        longest = max(fails, key=lambda play: play.mask.bit_count())
        others = [play for play in fails if play != longest]
        chosen: list[Play] = [*rng.sample(wins, min(len(wins), rng.choice([1, 2]))), longest]
        chosen += rng.sample(others, 4 - len(chosen))
        order = {play: n for n, play in enumerate(now.legal_plays())}
        chosen.sort(key=lambda play: order[play])
        return first_question(now, chosen, topic)


class FirstPlay(Exercise):
    """Which of these first plays win, with open hands? Of a position, all plays or those given; or made from a seed.

    >>> FirstPlay("sheet 3d7c8d9d9h/3h5c5dQc 0 - -", ["7c8d9d", "3d", "7c"]).answer("7c")
    True
    """

    def __init__(
        self,
        position: Position | str | None = None,
        plays: Iterable[object] = (),
        seed: int | None = None,
        rounds: int = 3,
        **traits: Any,
    ) -> None:
        def make() -> list[Question]:
            if position is not None:
                return [first_question(position, [plays] if isinstance(plays, str) else plays)]
            rng = random.Random(seed)
            return [any_first_question(rng) for _each in range(_number(rounds, "rounds", 1, 50))]

        super().__init__(**_guarded(make), **traits)


__all__ = ["CostOf", "FirstPlay", "Losers", "questions"]
