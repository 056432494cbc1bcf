"""Exercises of lesson 5, a whole deal and the score: who opens, who takes which place, what a deal pays, a match."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from ..bots import play_deal
from ..cards import DECK
from ..combinations import Play
from ..errors import NotationError, Refusal
from ..explain import Cast, card_text, place_name, show, trouble
from ..locale import _, ngettext
from ..match import Deal, Match
from ..position import Position
from ..referee import how_it_pays, match_text, signed
from ..rules import Rules
from ..scoring import points
from ..talk import Sentence
from .base import seat_names
from .exercises import Exercise, NoCards, Option, Question, Row, _cards, _guarded, _number, _rules
from .turns import _replayed, course, may_question

SEATS = ("Anna", "Ben", "Carla", "Dan")
SHEET, PAGAT, BIG_TWO = (Rules.parse(name) for name in ("sheet", "pagat", "big-two"))


def questions(rng: random.Random) -> list[Question]:
    """Six questions, one a step; the first step has two, as it is the one where most goes wrong at a table."""
    opening, places, pay, left, match = (
        _("step 1, who opens"),
        _("step 2, the places"),
        _("step 3, what the places pay"),
        _("step 4, what cards left over cost"),
        _("step 5, the match"),
    )
    return [
        any_opener_question(rng, SHEET, opening),
        any_first_play_question(rng, SHEET, opening),
        any_place_question(rng, SHEET, places),
        any_pay_question(rng, rng.choice([SHEET, PAGAT]), pay),
        any_left_question(rng, BIG_TWO, left),
        any_next_question(rng, SHEET, match),
    ]


def _names_as_options(seats: int) -> tuple[Option, ...]:
    return tuple(Option(str(seat), name) for seat, name in enumerate(seat_names()[:seats]))


# ------------------------------------------------------------------ who opens


def opener_question(hands: object, rules: Rules | str = "sheet", topic: str = "") -> Question:
    """Who opens the match with these hands, written one after the other with a slash between them?

    Raises NotationError for what are no hands of two to four seats.
    """
    rules = _rules(rules)
    parts = hands.split("/") if isinstance(hands, str) else list(hands) if isinstance(hands, Iterable) else [hands]
    if not 2 <= len(parts) <= 4:
        raise NoCards(_("Two to four hands, please, with a slash between them."))
    masks = [rules.mask(_cards(part)) for part in parts]
    _cards("".join(rules.cards_text(mask) for mask in masks))  # no card twice
    position = Deal(rules, tuple(masks)).position()
    names, lowest = seat_names(), show(rules.cards(position.opening))
    reasons = {}
    for seat, mask in enumerate(masks):
        own = card_text(rules.cards(mask)[0])
        text = (
            _("{name} holds {lowest}, the lowest card that was dealt.")
            if seat == position.turn
            else _("The lowest card of {name} is {own}. {lowest} is lower.")
        )
        reasons[str(seat)] = text.format(name=names[seat], own=own, lowest=lowest)
    rows = tuple(Row(names[seat], tuple(map(str, rules.cards(mask)))) for seat, mask in enumerate(masks))
    return Question(
        _("The first deal of a match: who opens?"),
        _names_as_options(len(masks)),
        frozenset([str(position.turn)]),
        reasons,
        topic=topic,
        rows=rows,
    )


def any_opener_question(rng: random.Random, rules: Rules, topic: str = "") -> Question:
    """Three or four hands of five cards; in some of them the lowest card of the pack was not dealt."""
    deck = list(DECK)
    while True:
        rng.shuffle(deck)
        seats = rng.choice([3, 4])
        question = opener_question(["".join(map(str, deck[5 * n : 5 * n + 5])) for n in range(seats)], rules, topic)
        twos = sum(row.cards[0][0] in "34" for row in question.rows)
        if twos >= 2:  # or it would be too easy
            return question


def any_first_play_question(rng: random.Random, rules: Rules, topic: str = "") -> Question:
    """What may the one who opens lay? There is a combination with the lowest card, and others without it."""
    while True:
        hand = rules.mask(rng.sample(DECK, 9))
        other = rules.mask(rng.sample(DECK, 9)) & ~hand
        if hand & -hand != 1 or not other:
            continue
        start = Deal(rules, (hand, other)).position()
        fitting = [play for play in start.legal_plays() if play.mask.bit_count() > 1]
        free = [play for play in Position(rules, start.hands, (0, 0), 0).legal_plays() if not play.mask & 1]
        if len(fitting) >= 1 and len(free) >= 3:
            answers = [Play(1, rules), rng.choice(fitting), *rng.sample(free, 2)]
            question = may_question(start, "", rng.sample(answers, 4), topic)
            name = seat_names()[0]
            prompt = _("The first deal of a match, and {name} holds {card}. Which of these may be the first play?")
            return Question(
                prompt.format(name=name, card=show(rules.cards(1))),
                question.options,
                question.right,
                question.reasons,
                True,
                topic=topic,
                rows=(Row(_("The hand of {name}").format(name=name), tuple(map(str, rules.cards(hand))), own=True),),
            )


# ------------------------------------------------------------------ places


def place_question(position: Position | str, line: Iterable[Play | str] | str, place: int, topic: str = "") -> Question:
    """Who takes this place when the deal goes like that? Raises NotationError or IllegalPlay for a line that cannot be,
    NoCards if the deal is not over after it.
    """
    seen, plays = _replayed(position, line)
    end, names = seen[-1], seat_names()
    if not end.is_over or place not in end.places:
        raise NoCards(_("After these plays nobody has that place."))
    told = f"{course(seen, plays)}. "
    reasons = {}
    for each, taken in enumerate(end.places):
        text = _("{name} still has cards at the end.") if end.count(each) else _("{name} goes out {place}.")
        reasons[str(each)] = text.format(name=names[each], place=place_name(taken or end.seats))
    seat = end.places.index(place)
    return Question(
        told + _("The deal is over. Who is {place}?").format(place=place_name(place)),
        _names_as_options(end.seats),
        frozenset([str(seat)]),
        reasons,
        topic=topic,
    )


def any_place_question(rng: random.Random, rules: Rules, topic: str = "") -> Question:
    """Four small hands, played out by bots that beat whatever they can."""
    while True:
        deck = rng.sample(DECK, 12)
        sizes = [rng.randint(1, 3) for _seat in range(4)]
        hands = ["".join(map(str, deck[3 * seat : 3 * seat + size])) for seat, size in enumerate(sizes)]
        start = Position.parse(f"{rules} {'/'.join(hands)} {rng.randrange(4)} - -")
        plays = play_deal(start, ["beginner"] * 4).plays
        if 6 <= len(plays) <= 12:
            return place_question(start, plays, rng.choice([2, 3, 4]), topic)


# ------------------------------------------------------------------ what the places pay


def _order(order: object, seats: int | None = None) -> tuple[int, ...]:
    """Seats in the order of going out, the last with cards at the end: names of the table with blanks between them.

    Raises NoCards for what names nobody, or somebody twice.
    """
    names, known = seat_names(), _seats_by_name()
    said = order.replace(",", " ").split() if isinstance(order, str) else [str(each) for each in _listed(order)]
    found = []
    for name in said:
        if name.casefold() not in known:
            raise NoCards(
                _("Nobody here is called {name}. There are {names}.").format(
                    name=repr(name[:40]), names=_(", ").join(names)
                )
            )
        found.append(known[name.casefold()])
    if not 2 <= len(found) <= 4 or sorted(found) != list(range(len(found))):
        raise NoCards(
            _("Name everybody at the table once, the first one out first: {names}.").format(names=" ".join(names))
        )
    if seats is not None and len(found) != seats:
        raise NoCards(_("In every deal of a match the same players sit at the table."))
    return tuple(found)


def _listed(value: object) -> Iterable[object]:
    return value if isinstance(value, Iterable) else [value]


def _by_places(order: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """The points of a deal that ended in this order; nobody had a 2 or every card left. Raises NoCards where the cards
    left over count.
    """
    if rules.first_out_ends:
        raise NoCards(_("Under these rules the deal ends with the first one out. Ask pays_cards instead."))
    left = [0] * len(order)
    left[order[-1]] = 1
    return points(rules, order[:-1], left, [False] * len(order), ())


def pays(order: object, rules: str = "sheet") -> Sentence:
    """What a deal pays everybody who went out in this order, the last one with cards at the end.

    >>> pays("Ben Dan Anna Carla")
    Ben +2, Dan +1, Anna −1, Carla −2. The first one out gets 2 points, the second 1; the third loses 1 and the last 2.
    >>> pays("Ben Dan Eve")
    Nobody here is called 'Eve'. There are Anna, Ben, Carla, Dan.
    """
    try:
        read, seats = _rules(rules), _order(order)
        scores = _by_places(seats, read)
    except NoCards as error:
        return Sentence(error)
    except (NotationError, TypeError) as error:
        return Sentence(trouble(error))
    return Sentence(f"{_each(seats, scores)}. {how_it_pays(read, len(seats))}")


def _each(order: Sequence[int], scores: Sequence[int]) -> str:
    names = seat_names()
    return _(", ").join(f"{names[seat]} {signed(scores[seat])}" for seat in order)


def pay_question(order: object, who: str = "Anna", rules: Rules | str = "sheet", topic: str = "") -> Question:
    """How many points does one of the players get, if they went out in this order?"""
    rules, seats, names = _rules(rules), _order(order), seat_names()
    scores = _by_places(seats, rules)
    seat = _seat(who, len(seats))
    listed = _("{order}: that is the order in which they went out. The last one still had cards.").format(
        order=_(", ").join(names[each] for each in seats)
    )
    asked = (
        _("How many points does {name} get, by the rule sheet?")
        if rules.profile == "sheet"
        else _("How many points does {name} get, by Pagat?")
    ).format(name=names[seat])
    possible = (2, 1, -1, -2, -3)
    options = tuple(Option(signed(n), signed(n)) for n in sorted({*possible, scores[seat]}, reverse=True))
    reasons = dict.fromkeys((option.id for option in options), how_it_pays(rules, len(seats)))
    reasons[signed(scores[seat])] = f"{_each(seats, scores)}."
    return Question(
        f"{listed} {asked}",
        options,
        frozenset([signed(scores[seat])]),
        reasons,
        topic=topic,
    )


def any_pay_question(rng: random.Random, rules: Rules, topic: str = "") -> Question:
    """Four players in any order."""
    order = rng.sample(seat_names(), 4)
    return pay_question(order, rng.choice(order), rules, topic)


def _seats_by_name() -> dict[str, int]:
    """The seats by name, in small letters: the names of the language in force, and the English ones, as lessons have
    them in their code.
    """
    return {name.casefold(): seat for names in (SEATS, seat_names()) for seat, name in enumerate(names)}


def _seat(who: object, seats: int) -> int:
    seat = _seats_by_name().get(str(who).casefold(), seats)
    if seat >= seats:
        raise NoCards(
            _("Nobody here is called {name}. There are {names}.").format(
                name=repr(str(who)[:40]), names=_(", ").join(seat_names()[:seats])
            )
        )
    return seat


# ------------------------------------------------------------------ what cards left over cost


def _counts(left: object, rules: Rules) -> tuple[int, ...]:
    """How many cards everybody has left. Raises NoCards for anything else, and unless exactly one has none."""
    parts = left.replace(",", " ").split() if isinstance(left, str) else list(_listed(left))
    if not all(isinstance(part, int) or str(part).isdecimal() for part in parts) or not 2 <= len(parts) <= 4:
        raise NoCards(_("Two to four numbers of cards, please, like [0, 3, 9, 13]."))
    found = tuple(int(str(part)) for part in parts)
    dealt = rules.dealt(len(found))
    if found.count(0) != 1 or max(found) > dealt or min(found) < 0:
        raise NoCards(
            _("Exactly one player has 0 cards, and nobody more than {dealt}.").format(dealt=dealt)
        )  # fmt: skip
    return found


def _by_cards(left: Sequence[int], rules: Rules) -> tuple[int, ...]:
    if not rules.first_out_ends:
        raise NoCards(_("Under these rules the places count, not the cards. Ask pays instead."))
    return points(rules, (left.index(0),), left, [False] * len(left), ())


def pays_cards(left: object, rules: str = "big-two") -> Sentence:
    """What a deal pays that ends with the first one out: for each player the number of cards left, the winner with 0.

    >>> pays_cards([0, 3, 9, 13])
    Anna +73, Ben −3, Carla −18, Dan −52.
    """
    try:
        read = _rules(rules)
        counts = _counts(left, read)
        scores = _by_cards(counts, read)
    except NoCards as error:
        return Sentence(error)
    except (NotationError, TypeError) as error:
        return Sentence(trouble(error))
    return Sentence(f"{_each(range(len(counts)), scores)}.")


def left_question(left: object, who: str = "Anna", rules: Rules | str = "big-two", topic: str = "") -> Question:
    """How many points does one of the players get, if everybody has so many cards left?"""
    rules = _rules(rules)
    counts = _counts(left, rules)
    scores, names, seat = _by_cards(counts, rules), seat_names(), _seat(who, len(counts))
    plain = [points(Rules.parse("big-two+scoring_basic"), (counts.index(0),), counts, [False] * len(counts), ())]
    possible = {scores[seat], plain[0][seat]}
    step = max(counts[seat], 1)
    sign = 1 if scores[seat] > 0 else -1
    for n in (2, 3, 4, 1):
        if len(possible) < 4:
            possible.add(sign * step * n if counts[seat] else scores[seat] + step * (n + 2))
    options = tuple(Option(signed(n), signed(n)) for n in sorted(possible, reverse=True))
    reasons = dict.fromkeys((option.id for option in options), how_it_pays(rules, len(counts)))
    reasons[signed(scores[seat])] = f"{_each(range(len(counts)), scores)}."
    rows = tuple(
        Row(names[each], (), ngettext("{n} card left", "{n} cards left", n).format(n=n) if n else _("out"))
        for each, n in enumerate(counts)
    )
    return Question(
        _("Somebody is out, and in Big Two that ends the deal. How many points does {name} get?").format(
            name=names[seat]
        ),
        options,
        frozenset([signed(scores[seat])]),
        reasons,
        topic=topic,
        rows=rows,
    )


def any_left_question(rng: random.Random, rules: Rules, topic: str = "") -> Question:
    """A loser with eight cards or more is asked about, and sometimes the winner."""
    counts = [0, rng.randint(1, 7), rng.randint(8, 9), rng.randint(10, 13)]
    rng.shuffle(counts)
    who = rng.choice([seat for seat in range(4) if not counts[seat] or counts[seat] >= 8])
    return left_question(counts, seat_names()[who], rules, topic)


# ------------------------------------------------------------------ a match


def _ended(order: Sequence[int], rules: Rules) -> Position:
    """A finished deal with these places."""
    hands = ["."] * len(order)
    hands[order[-1]] = str(rules.deck[20])
    table = f"{order[-2]}:{rules.deck[25]}"
    return Position.parse(f"{rules} {'/'.join(hands)} - {table} - out={''.join(map(str, order[:-1]))}")


def _match(orders: object, rules: Rules, target: object) -> Match:
    """A match after these deals. Raises NoCards, or ValueError for a target that is none."""
    listed = [orders] if isinstance(orders, str) else list(_listed(orders))
    if not listed:
        raise NoCards(_("Name everybody at the table once, the first one out first: {names}.").format(
            names=" ".join(seat_names())
        ))  # fmt: skip
    first = _order(listed[0])
    if target is not None and (not isinstance(target, int) or target < 1):
        raise NoCards(_("{name}: {value} is no whole number").format(name="target", value=repr(target)))
    match = Match(rules, len(first), target)
    for order in listed:
        seats = _order(order, len(first))
        _by_places(seats, rules)
        if match.over:
            raise NoCards(_("The match is over before the last of these deals."))
        match.record(_ended(seats, rules))
    return match


def standings(orders: object, rules: str = "sheet", target: int | None = 10) -> Sentence:
    """A match, deal by deal: the order of going out in each, everybody's points so far, and what comes next.

    >>> standings(["Ben Dan Anna Carla", "Ben Anna Carla Dan"])
    Deal 1: Ben +2, Dan +1, Anna −1, Carla −2.
    Deal 2: Ben +2, Anna +1, Carla −1, Dan −2.
    Together: Anna 0, Ben +4, Carla −3, Dan −1.
    Next deal: Ben leads. Dan deals.
    """
    try:
        read = _rules(rules)
        match = _match(orders, read, target)
    except NoCards as error:
        return Sentence(error)
    except (NotationError, TypeError, ValueError) as error:
        return Sentence(trouble(error))
    listed = [orders] if isinstance(orders, str) else list(_listed(orders))
    lines = [
        _("Deal {n}: {points}.").format(n=n, points=_each(_order(order), result.scores))
        for n, (order, result) in enumerate(zip(listed, match.results, strict=True), 1)
    ]
    lines.append(_("Together: {points}.").format(points=_each(range(match.seats), match.totals)))
    last = match_text(match, Cast(names=seat_names()))
    if not match.over:
        last += " " + _("{name} deals.").format(name=seat_names()[match.results[-1].next_dealer])
    return Sentence("\n".join([*lines, last]))


def next_question(order: object, ask: str = "leads", rules: Rules | str = "sheet", topic: str = "") -> Question:
    """Who `leads` the next deal, or who `deals` the cards for it, after a deal that ended in this order?"""
    rules = _rules(rules)
    match = _match([order], rules, None)
    result, names, seats = match.results[-1], seat_names(), _order(order)
    if ask not in ("leads", "deals"):
        raise Refusal(
            "{name}: {value} is neither {one} nor {other}", name="ask", value=repr(ask), one="'leads'", other="'deals'"
        )
    why = (
        _("The first one out leads the next deal, and may lay anything.")
        if ask == "leads"
        else _("The last one with cards deals the cards for the next deal.")
    )
    listed = _("{order}: that is the order in which they went out. The last one still had cards.").format(
        order=_(", ").join(names[each] for each in seats)
    )
    asked = _("Who leads in the next deal?") if ask == "leads" else _("Who deals the cards for the next deal?")
    return Question(
        f"{listed} {asked}",
        _names_as_options(match.seats),
        frozenset([str(result.winner if ask == "leads" else result.next_dealer)]),
        {str(seat): why for seat in range(match.seats)},
        topic=topic,
    )


def any_next_question(rng: random.Random, rules: Rules, topic: str = "") -> Question:
    """Who leads or who deals next, four players."""
    return next_question(rng.sample(seat_names(), 4), rng.choice(["leads", "deals"]), rules, topic)


# ------------------------------------------------------------------ for the notebook


class WhoOpens(Exercise):
    """Who opens the match? Hands that are given, with a slash between them, or `rounds` times some from a seed.

    >>> WhoOpens("4s9d/3h2s/3c5c").answer("2")
    True
    """

    def __init__(
        self,
        hands: object = None,
        rules: Rules | str = "sheet",
        seed: int | None = None,
        rounds: int = 3,
        **traits: Any,
    ) -> None:
        def make() -> list[Question]:
            if hands is not None:
                return [opener_question(hands, rules)]
            rng, read = random.Random(seed), _rules(rules)
            return [any_opener_question(rng, read) for _each in range(_number(rounds, "rounds", 1, 50))]

        super().__init__(**_guarded(make), **traits)


class WhatPlace(Exercise):
    """Who takes the place, when the deal goes like this? A line that is given, or `rounds` times some from a seed.

    >>> WhatPlace("sheet 3s/4s/5s5c/6s 0 - -", "3s 4s - 6s", 3).answer("3")
    True
    """

    def __init__(
        self,
        position: Position | str = "",
        line: Iterable[Play | str] | str = "",
        place: int = 1,
        seed: int | None = None,
        rounds: int = 2,
        **traits: Any,
    ) -> None:
        def make() -> list[Question]:
            if position:
                return [place_question(position, line, _number(place, "place", 1, 4))]
            rng = random.Random(seed)
            return [any_place_question(rng, SHEET) for _each in range(_number(rounds, "rounds", 1, 50))]

        super().__init__(**_guarded(make), **traits)


class WhatPays(Exercise):
    """How many points does somebody get? An order of going out, or, for rules that count cards, the cards left.

    >>> WhatPays("Ben Dan Anna Carla", "Dan").answer("+1"), WhatPays([0, 3, 9, 13], "Carla", "big-two").answer("−18")
    (True, True)
    """

    def __init__(
        self,
        how: object = None,
        who: str = "Anna",
        rules: Rules | str = "sheet",
        seed: int | None = None,
        rounds: int = 3,
        **traits: Any,
    ) -> None:
        def make() -> list[Question]:
            read = _rules(rules)
            if how is not None:
                return [(left_question if read.first_out_ends else pay_question)(how, who, read)]
            rng, any_question = random.Random(seed), any_left_question if read.first_out_ends else any_pay_question
            return [any_question(rng, read) for _each in range(_number(rounds, "rounds", 1, 50))]

        super().__init__(**_guarded(make), **traits)


class NextDeal(Exercise):
    """Who `leads` the next deal, who `deals` it?

    >>> NextDeal("Ben Dan Anna Carla", "deals").answer("2")
    True
    """

    def __init__(self, order: object = "", ask: str = "leads", rules: Rules | str = "sheet", **traits: Any) -> None:
        super().__init__(**_guarded(lambda: [next_question(order, ask, rules)]), **traits)


__all__ = ["NextDeal", "WhatPays", "WhatPlace", "WhoOpens", "pays", "pays_cards", "questions", "standings"]
