"""WhichAre: which of these sets of cards are combinations?"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..cards import RANKS, SUITS, Card
from ..combinations import Combination
from ..explain import card_name
from ..locale import _
from ..rules import Rules
from ..shapes import flaw, what_is
from .exercises import Exercise, NoCards, Option, Question, _cards, _guarded, _number, _rules, five_cards


def which_question(sets: Iterable[object], rules: Rules | str = "pagat", topic: str = "") -> Question:
    """Which of these sets of cards are combinations? Raises NotationError for what cannot be read."""
    rules = _rules(rules)
    options, right, reasons = [], set(), {}
    given = [sets] if isinstance(sets, str) else list(sets)
    if not given:
        raise NoCards(_('Which cards? Give a list, like ["5d5h", "As2h3d"].'))
    for each in given:
        cards = sorted(_cards(each), key=lambda card: rules.mask([card]))
        text = "".join(map(str, cards))
        options.append(Option(text, ", ".join(card_name(card) for card in cards), tuple(map(str, cards))))
        reasons[text] = str(what_is(text, str(rules)))
        if Combination.of(rules.mask(cards), rules) is not None:
            right.add(text)
    if len({option.id for option in options}) != len(options):
        raise NoCards(_("One of the sets stands there twice."))
    prompt = _("Which of these are combinations? There may be several, or none.")
    return Question(prompt, tuple(options), frozenset(right), reasons, many=True, topic=topic)


class WhichAre(Exercise):
    """Which of these sets of cards are combinations? Given, or `rounds` times made from a seed.

    >>> WhichAre(["KsAh2d", "As2h3d"]).answer("KsAh2d")
    True
    """

    def __init__(
        self,
        sets: Iterable[object] | None = None,
        rules: Rules | str = "pagat",
        seed: int | None = None,
        rounds: int = 3,
        **traits: Any,
    ) -> None:
        def make() -> list[Question]:
            if sets is not None:
                return [which_question(sets, rules)]
            rng, read = random.Random(seed), _rules(rules)
            return [any_which_question(rng, read) for _each in range(_number(rounds, "rounds", 1, 50))]

        super().__init__(**_guarded(make), **traits)


def any_which_question(rng: random.Random, rules: Rules, topic: str = "", sets: int = 4) -> Question:
    """Sets of cards of which some are combinations and some only look like it, each wrong for another reason."""
    makers = _TIEN_LEN if not rules.five_card_hands else _BIG_TWO
    while True:
        chosen: list[Sequence[Card]] = [make(rng) for make in rng.sample(makers, sets)]
        flaws = [flaw(cards, rules) for cards in chosen]
        codes = [each.code for each in flaws if each is not None]
        distinct = {frozenset(cards) for cards in chosen}
        if 0 < len(codes) < sets and len(set(codes)) == len(codes) and len(distinct) == sets:
            return which_question(chosen, rules, topic)


def _of_rank(rng: random.Random, at: int, count: int) -> list[Card]:
    return [Card(RANKS[at], suit) for suit in rng.sample(SUITS, count)]


def _several(rng: random.Random, places: Iterable[int], each: int = 1) -> list[Card]:
    return [card for at in places for card in _of_rank(rng, at, each)]


def _run(rng: random.Random, length: int, each: int = 1) -> list[Card]:
    low = rng.randrange(0, 12 - length)
    return _several(rng, range(low, low + length), each)


def _with_gap(rng: random.Random, length: int, each: int = 1) -> list[Card]:
    low = rng.randrange(0, 11 - length)
    hole = rng.randrange(1, length)
    return _several(rng, (low + step + (step >= hole) for step in range(length)), each)


def _uneven(rng: random.Random) -> list[Card]:
    cards = _run(rng, 3)
    return [*cards, Card(cards[1].rank, next(suit for suit in SUITS if suit != cards[1].suit))]


Maker = Callable[[random.Random], list[Card]]

_TIEN_LEN: list[Maker] = [
    lambda rng: _of_rank(rng, rng.randrange(13), 2),
    lambda rng: _of_rank(rng, rng.randrange(13), 3),
    lambda rng: _of_rank(rng, rng.randrange(13), 4),
    lambda rng: _run(rng, 3),
    lambda rng: _run(rng, 4),
    lambda rng: _run(rng, 3, 2),
    lambda rng: _run(rng, 2),  # too short
    lambda rng: _run(rng, 2, 2),  # two pairs
    lambda rng: _with_gap(rng, 3),
    lambda rng: _with_gap(rng, 3, 2),
    lambda rng: _several(rng, (0, 11, 12)),  # ace, 2, 3
    lambda rng: _several(rng, (0, 1, 12)),  # 2, 3, 4
    lambda rng: _several(rng, (10, 11, 12)),  # king, ace, 2
    lambda rng: _run(rng, 2, 3),  # two triples
    lambda rng: [*_of_rank(rng, 8, 3), *_of_rank(rng, rng.randrange(8), 2)],
    _uneven,
]

_BIG_TWO: list[Maker] = [
    lambda rng: _of_rank(rng, rng.randrange(13), 2),
    lambda rng: _of_rank(rng, rng.randrange(13), 3),
    lambda rng: _of_rank(rng, rng.randrange(13), 4),
    lambda rng: _run(rng, 5),
    lambda rng: _with_gap(rng, 5),
    lambda rng: _run(rng, 2, 2),
    lambda rng: five_cards(rng, "full_house"),
    lambda rng: five_cards(rng, "four_plus_one"),
    lambda rng: five_cards(rng, "flush"),
    lambda rng: five_cards(rng, "straight_flush"),
    lambda rng: _several(rng, (8, 9, 10, 11, 12)),
    lambda rng: _run(rng, 3),
]
