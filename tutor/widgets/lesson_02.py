"""The check of lesson 2, combinations: one question for each step."""

from __future__ import annotations

import random
from dataclasses import replace

from ..cards import DECK, RANKS, SUITS, Card
from ..locale import _
from ..rules import Rules
from ..shapes import find_all, found_in, kind_name
from .exercises import Option, Question, _cards, name_question
from .which_are import any_which_question


def questions(rng: random.Random) -> list[Question]:
    """Six questions, step by step."""
    rules = Rules.parse("pagat")
    one_rank, straights, pairs, none, twos, whole = (
        _("step 1, cards of one rank"),
        _("step 2, straights"),
        _("step 3, double straights"),
        _("step 4, what is none"),
        _("step 5, the 2 in a straight"),
        _("step 6, all in a hand"),
    )
    rank = rng.choice(RANKS)
    same = rng.sample([Card(rank, suit) for suit in SUITS], rng.randint(2, 4))
    return [
        name_question(same, rules, one_rank),
        name_question(_run(rng, rng.randint(3, 5), 1, rng.random() < 0.4), rules, straights),
        name_question(_run(rng, rng.randint(2, 4), 2, rng.random() < 0.3), rules, pairs),
        any_which_question(rng, rules, none),
        twos_question(rng, twos),
        count_question(_hand(rng, rules), rng.choice(["pair", "straight"]), rules, whole),
    ]


def _run(rng: random.Random, length: int, each: int, with_gap: bool) -> list[Card]:
    """Ranks in a row below the 2, `each` cards of every rank; with a gap one rank in the middle is left out."""
    low = rng.randrange(0, 11 - length)
    hole = rng.randrange(1, length) if with_gap else length
    return [
        Card(RANKS[low + step + (step >= hole)], suit) for step in range(length) for suit in rng.sample(SUITS, each)
    ]


def twos_question(rng: random.Random, topic: str = "") -> Question:
    """What is a run up to the 2, in one of the two profiles?"""
    profile, length, each = rng.choice(["sheet", "pagat"]), rng.randint(3, 4), rng.choice([1, 1, 2])
    cards = [Card(rank, suit) for rank in RANKS[13 - length :] for suit in rng.sample(SUITS, each)]
    question = name_question(cards, profile, topic)
    return replace(question, prompt=_("What is this under the rules {profile}?").format(profile=profile))


def _hand(rng: random.Random, rules: Rules) -> list[Card]:
    """Seven cards of five ranks in a row that hold a pair and a straight, few enough to count."""
    while True:
        low = rng.randrange(0, 7)
        pool = [card for card in DECK if low <= RANKS.index(card.rank) < low + 5]
        hand = rng.sample(pool, 7)
        if all(1 <= len(found_in(hand, kind, rules)) <= 6 for kind in ("pair", "straight")):
            return sorted(hand, key=lambda card: rules.mask([card]))


def count_question(cards: object, kind: str, rules: Rules | str = "pagat", topic: str = "") -> Question:
    """How many combinations of a kind does the hand hold? Raises NotationError for what cannot be read."""
    rules = rules if isinstance(rules, Rules) else Rules.parse(rules)
    read = _cards(cards)
    found = found_in(read, kind, rules)
    number = len(found)
    low = max(0, number - 2)
    options = tuple(Option(str(n), kind_name(kind, n)) for n in range(low, low + 5))
    listed = repr(find_all("".join(map(str, read)), kind, str(rules)))
    reasons = {str(n): _("Too few.") if n < number else _("Too many.") for n in range(low, low + 5)}
    reasons[str(number)] = listed
    shown = tuple(str(card) for card in rules.cards(rules.mask(read)))
    return Question(
        _("What does this hand hold?"), options, frozenset([str(number)]), reasons, shown=shown, topic=topic
    )
