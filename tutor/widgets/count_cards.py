"""CountCards: what is still out, given one's own hand and what has been played?"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from ..bots import play_deal
from ..cards import DECK, RANKS, Card
from ..combinations import Play
from ..errors import Refusal
from ..explain import card_name, card_text, rank_text, show
from ..locale import _, ngettext
from ..match import deal
from ..position import Position
from ..rules import Rules
from .base import seat_names
from .exercises import Exercise, NoCards, Option, Question, Row, _cards, _guarded, _number, _rules

ASKS = ("twos", "higher", "winner", "rank")
"""What may be asked: which 2s are still out, how many cards are higher than one, whether a card can still be beaten by
a single one, how many cards of a rank are still out.
"""


def still_out(hand: Iterable[Card], played: Iterable[Card], rules: Rules) -> list[Card]:
    """The cards that are neither in the hand nor played, lowest first: in other hands, or put aside."""
    seen = {*hand, *played}
    return [card for card in rules.deck if card not in seen]


def count_question(
    hand: object,
    played: object,
    ask: str = "twos",
    about: object = None,
    rules: Rules | str = "pagat",
    topic: str = "",
    rows: Sequence[Row] | None = None,
) -> Question:
    """One question of the kind `ask` (see `ASKS`) from the own hand and the cards played so far.

    `about` is the card that `higher` and `winner` ask about, or the rank for `rank`. Raises NotationError for what
    are no cards, NoCards for a card in both places, ValueError for `ask`.
    """
    rules = _rules(rules)
    mine = _cards(hand)
    gone = _cards(played) if played else ()
    both = next((card for card in mine if card in gone), None)
    if both:
        raise NoCards(_("{card} cannot be in your hand and played.").format(card=card_text(both)))
    out = still_out(mine, gone, rules)
    above = (
        Row(_("Played so far"), tuple(map(str, rules.cards(rules.mask(gone)))), _("nothing yet")),
    ) if rows is None else tuple(rows)  # fmt: skip
    above = (*above, Row(_("Your hand"), tuple(map(str, rules.cards(rules.mask(mine)))), own=True))
    if ask == "twos":
        return _twos_question(mine, gone, out, rules, topic, above)
    if ask == "rank":
        rank = str(about).upper().replace("10", "T")
        if len(rank) != 1 or rank not in RANKS:
            raise Refusal("about: {about} is no rank of {known}", about=repr(about), known=RANKS)
        return _rank_question(rank, mine, gone, out, topic, above)
    if ask not in ASKS:
        raise Refusal("{name}: {value} is none of {known}", name="ask", value=repr(ask), known=", ".join(ASKS))
    if about is None:
        raise NoCards(_('About which card? Give one, like about="Ks".'))
    card = _cards([about])[0]
    higher = [other for other in out if rules.mask([other]) > rules.mask([card])]
    if ask == "higher":
        return _higher_question(card, higher, topic, above)
    return _winner_question(card, higher, rules, topic, above)


def _twos_question(
    mine: Sequence[Card], gone: Sequence[Card], out: Sequence[Card], rules: Rules, topic: str, rows: tuple[Row, ...]
) -> Question:
    twos = [Card("2", suit) for suit in rules.suits]
    reasons = {}
    for card in twos:
        text = (
            _("{card} is in your own hand.") if card in mine
            else _("{card} has been played.") if card in gone
            else _("{card} is still out: it has not been played and is not in your hand.")
        )  # fmt: skip
        reasons[str(card)] = text.format(card=card_text(card))
    return Question(
        _("Which twos are still out? There may be several, or none."),
        tuple(Option(str(card), card_name(card), (str(card),)) for card in twos),
        frozenset(str(card) for card in twos if card in out),
        reasons,
        True,
        topic=topic,
        rows=rows,
    )


def _numbers(right: int, least: int, most: int) -> tuple[Option, ...]:
    low = max(least, min(right - 2, most - 4))
    return tuple(Option(str(n), str(n)) for n in range(low, min(low + 4, most) + 1))


def _named(cards: Sequence[Card]) -> str:
    return show(cards) or _("none")


def _rank_question(
    rank: str, mine: Sequence[Card], gone: Sequence[Card], out: Sequence[Card], topic: str, rows: tuple[Row, ...]
) -> Question:
    def of(cards: Sequence[Card]) -> list[Card]:
        return [card for card in cards if card.rank == rank]

    text = _("Of the four: in your hand {mine}, played {gone}, still out {out}.").format(
        mine=_named(of(mine)), gone=_named(of(gone)), out=_named(of(out))
    )
    options = tuple(Option(str(n), str(n)) for n in range(5))
    prompt = _("How many cards of this rank are still out: {rank}?").format(rank=rank_text(rank))
    right = str(len(of(out)))
    return Question(prompt, options, frozenset([right]), {o.id: text for o in options}, topic=topic, rows=rows)


def _higher_question(card: Card, higher: Sequence[Card], topic: str, rows: tuple[Row, ...]) -> Question:
    text = (
        ngettext("There is {n}: {cards}.", "There are {n}: {cards}.", len(higher)) if higher else _("There is none.")
    ).format(n=len(higher), cards=show(higher))
    options = _numbers(len(higher), 0, 51)
    prompt = _("How many cards that are higher than {card} are still out?").format(card=card_text(card))
    return Question(
        prompt, options, frozenset([str(len(higher))]), {o.id: text for o in options}, topic=topic, rows=rows
    )


def _winner_question(card: Card, higher: Sequence[Card], rules: Rules, topic: str, rows: tuple[Row, ...]) -> Question:
    if higher:
        text = _("It can still be beaten by: {cards}.").format(cards=show(higher))
    else:
        text = _("Nothing higher than {card} is still out.").format(card=card_text(card))
    if not higher and rules.chops("single", card.rank == "2"):
        text += " " + _("Only a bomb could take it.")
    options = (Option("sure", _("No, no single card can")), Option("beaten", _("Yes, it may be beaten")))
    right = "beaten" if higher else "sure"
    prompt = _("You lead {card}. Can anybody still beat it with a single card?").format(card=card_text(card))
    return Question(
        prompt, options, frozenset([right]), {option.id: text for option in options}, topic=topic, rows=rows
    )


# ------------------------------------------------------------------ a deal played to its middle


def middle_of_a_deal(rng: random.Random, rules: Rules, seats: int = 4) -> tuple[Position, int, list[tuple[int, Play]]]:
    """A deal that plain opponents have played to somewhere in its middle: the position (open), the seat asked, and
    what everybody has laid.
    """
    while True:
        start = deal(rules, seats, seed=rng.randrange(1 << 30)).position()
        record = play_deal(start, ["beginner"] * seats, seed=rng.randrange(1 << 30))
        wanted = rng.randint(14, 30)
        now = start
        told: list[tuple[int, Play]] = []
        for play in record.plays:
            if now.turn is None or sum(len(each.cards) for _seat, each in told) >= wanted:
                break
            told.append((now.turn, play))
            now = now.after(play)
        fit = [seat for seat in range(seats) if now.count(seat) >= 3]
        if not now.is_over and fit:
            return now, rng.choice(fit), told


def any_count_question(rng: random.Random, rules: Rules, ask: str, topic: str = "") -> Question:
    """One question of the kind `ask` about the middle of a deal."""
    now, seat, told = middle_of_a_deal(rng, rules)
    mine = now.hand(seat)
    names = seat_names()
    rows, gone = [], []
    for step in range(now.seats):
        other = (seat + step) % now.seats
        laid = [card for who, play in told if who == other for card in play.cards]
        gone += laid
        name = _("You have played") if other == seat else _("Played by {name}").format(name=names[other])
        rows.append(Row(name, tuple(map(str, rules.cards(rules.mask(laid)))), _("nothing yet")))
    if ask == "rank":
        about: object = rng.choice(RANKS[6:])
    elif ask == "higher":
        about = rng.choice([card for card in DECK if card.rank in "JQKA"])
    else:
        top = mine[-1]
        about = top if rng.random() < 0.7 else mine[-2]
    return count_question(mine, gone, ask, about, rules, topic, rows)


class CountCards(Exercise):
    """What is still out? From a hand and the cards played that are given, or from deals played to their middle.

    `ask` says what is asked: `twos`, `higher` (than the card `about`), `winner` (is the card `about` sure to be the
    highest?), `rank` (how many of the rank `about`); without it all four take turns.

    >>> exercise = CountCards("3s4sKs2c", played="2h AsAh", ask="higher", about="Ah")
    >>> exercise.answer("2")
    True
    """

    def __init__(
        self,
        hand: object = None,
        played: object = "",
        ask: str | None = None,
        about: object = None,
        rules: Rules | str = "pagat",
        seed: int | None = None,
        rounds: int = 4,
        **traits: Any,
    ) -> None:
        def make() -> list[Question]:
            if ask is not None and ask not in ASKS:
                raise Refusal("{name}: {value} is none of {known}", name="ask", value=repr(ask), known=", ".join(ASKS))
            if hand is not None:
                return [count_question(hand, played, ask or "twos", about, rules)]
            read, rng = _rules(rules), random.Random(seed)
            return [
                any_count_question(rng, read, ask or ASKS[place % len(ASKS)])
                for place in range(_number(rounds, "rounds", 1, 50))
            ]

        super().__init__(**_guarded(make), **traits)
