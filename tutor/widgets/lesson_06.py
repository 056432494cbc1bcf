"""The check of lesson 6, how likely is it: questions with numbers, every answer computed when the question is made."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb, perm

from ..charts import count, percent
from ..locale import _
from .exercises import Option, Question


def questions(rng: random.Random) -> list[Question]:
    """Seven questions, step by step."""
    counting, none, quad, runs, chop, table = (
        _("step 1, counting hands"),
        _("step 2, no 2 at all"),
        _("step 3, a quad"),
        _("step 4, pairs in a row"),
        _("step 5, somebody can chop"),
        _("step 6, the table of the deal"),
    )
    return [
        hands_question(rng, counting),
        product_question(rng, none),
        contrary_question(rng, quad),
        polynomial_question(rng, quad),
        run_question(rng, runs),
        chop_question(rng, chop),
        rarest_question(rng, table),
    ]


def _choice(prompt: str, right: str, wrong: list[str], why: str, topic: str, rng: random.Random) -> Question:
    """One right text and three wrong ones in an order from the seed; the reason is the same for all."""
    texts = list(dict.fromkeys([right, *wrong]))[:4]
    rng.shuffle(texts)
    options = tuple(Option(f"a{n}", text) for n, text in enumerate(texts))
    at = f"a{texts.index(right)}"
    return Question(prompt, options, frozenset([at]), {option.id: why for option in options}, topic=topic)


def hands_question(rng: random.Random, topic: str = "") -> Question:
    """How many hands of so many cards are there in a small pack?"""
    pack, hand = rng.randint(6, 9), rng.randint(2, 3)
    right = comb(pack, hand)
    prompt = _("A small pack has {pack} cards. How many different hands of {hand} cards can be dealt from it?")
    why = _(
        "One after the other there are {rows} ways to draw {hand} cards. Each hand comes up in {orders} orders, so "
        "there are {rows} / {orders} = {right} hands."
    )
    numbers = {
        "pack": pack,
        "hand": hand,
        "rows": perm(pack, hand),
        "orders": perm(hand, hand),
        "right": right,
    }
    wrong = [count(perm(pack, hand)), count(pack * hand), count(pack**hand)]
    return _choice(prompt.format(**numbers), count(right), wrong, why.format(**numbers), topic, rng)


def product_question(rng: random.Random, topic: str = "") -> Question:
    """Which product is the chance of drawing no marked card?"""
    marked, pack = rng.choice([4, 8, 12]), 52
    other = pack - marked
    right = f"{other}/52 · {other - 1}/51 · {other - 2}/50"
    wrong = [
        f"{other}/52 · {other}/52 · {other}/52",
        f"{marked}/52 · {marked - 1}/51 · {marked - 2}/50",
        f"{other}/52 · {other}/51 · {other}/50",
    ]
    prompt = _("{marked} of the 52 cards are marked. You draw three. What is the chance that none of them is marked?")
    why = _(
        "The first card is one of the {other} not marked, out of 52. Then one of them is gone, and one card of the "
        "pack as well: {right}."
    )
    return _choice(
        prompt.format(marked=marked), right, wrong, why.format(other=other, right=right), topic, rng
    )  # fmt: skip


def contrary_question(rng: random.Random, topic: str = "") -> Question:
    """The chance of none is given; what is that of at least one?"""
    share = Fraction(rng.randint(1, 6), rng.choice([7, 11, 13]))
    right = 1 - share
    wrong = [str(share), str(share / 2), str(right / 4)]
    prompt = _(
        "In some game the chance to hold none of the four 2s is {share}. What is the chance to hold at least one?"
    )
    why = _("Either none or at least one: both together are certain, so it is 1 − {share} = {right}.")
    return _choice(prompt.format(share=share), str(right), wrong, why.format(share=share, right=right), topic, rng)


def polynomial_question(rng: random.Random, topic: str = "") -> Question:
    """What does a coefficient of 1 + 4x + 6x² + 4x³ + x⁴ count?"""
    power = rng.randint(1, 4)
    ways = comb(4, power)
    name = ("x", "x²", "x³", "x⁴")[power - 1]
    prompt = _("In 1 + 4x + 6x² + 4x³ + x⁴ for the four sevens: what does the number in front of {term} count?")
    say = _("the ways to take {n} of the four sevens")
    rest = [say.format(n=n) for n in (1, 2, 3, 4) if n != power]
    why = _(
        "The power of x counts the cards, the number in front of it the ways: {term} stands for {n} sevens, and "
        "there are {ways} of them."
    )
    return _choice(
        prompt.format(term=name), say.format(n=power), rest, why.format(term=name, n=power, ways=ways), topic, rng
    )  # fmt: skip


def run_question(rng: random.Random, topic: str = "") -> Question:
    """How many pairs in a row stand behind one who has walked along these ranks?"""
    numbers = [rng.choice([1, 2, 3]) for _each in range(4)] + [2]
    rng.shuffle(numbers)
    right = 0
    for number in numbers:
        right = right + 1 if number >= 2 else 0
    held = ", ".join(
        _("{n} × {rank}").format(n=number, rank=rank) for number, rank in zip(numbers, "56789", strict=True)
    )
    prompt = _(
        "You walk along the ranks of a hand that holds {held}. How many pairs in a row are behind you after the 9?"
    )
    last = max((rank for number, rank in zip(numbers, "56789", strict=True) if number < 2), default="")
    why = (
        _("A rank with a single card starts the count again at 0. The last one is the {rank}, so it is {right}.")
        if last
        else _("Every rank has two cards or more, so the count was never started again: {right}.")
    ).format(rank=last, right=right)
    options = tuple(Option(f"n{n}", str(n)) for n in range(6))
    return Question(
        prompt.format(held=held), options, frozenset([f"n{right}"]), {o.id: why for o in options}, topic=topic
    )


def rarest_question(rng: random.Random, topic: str = "") -> Question:
    """Which of four holdings is the rarest in thirteen cards?"""
    from ..odds import double_straight, dragon, four_twos, no_two, quad

    chances = {
        _("no 2"): no_two(),
        _("a quad of 3 to A"): quad(),
        _("a double straight of three pairs or more"): double_straight(3),
        _("a double straight of four pairs or more"): double_straight(4),
        _("all four 2s"): four_twos(),
        _("a card of every rank from 3 to A"): dragon(),
    }
    names = rng.sample(list(chances), 4)
    right = min(names, key=lambda name: chances[name])
    said = ", ".join(
        _("{name}: {share}").format(name=name, share=percent(chances[name]))
        for name in sorted(names, key=lambda name: -chances[name])
    )
    prompt = _("Which of these is the rarest in a hand of thirteen cards?")
    return _choice(prompt, right, [name for name in names if name != right], f"{said}.", topic, rng)


HANDS = (
    "3s4h5s6d7c8h9sTcJdQsKhAd2h",
    "3s3c5s5c7s7c9s9cJsJcKsKc2h",
    "3s3c3d5s5c5d8s8c8dJsJcJd2h",
)
"""Hands that differ in nothing but the number of ranks they are spread over: twelve, six and four besides the 2."""


def chop_question(rng: random.Random, topic: str = "") -> Question:
    """With which of these hands is it most likely that a 2 is chopped?"""
    from ..odds import somebody_can_chop

    chances = [somebody_can_chop(hand, "2h") for hand in HANDS]
    order = rng.sample(range(3), 3)
    names = (
        _("twelve different ranks and the 2♥"),
        _("six pairs and the 2♥"),
        _("four triples and the 2♥"),
    )
    most = rng.random() < 0.5
    best = (max if most else min)(range(3), key=lambda n: chances[n])
    prompt = (
        _("You lead the 2♥, three others hold 13 cards each. With which hand are you in the greatest danger of a chop?")
        if most
        else _("You lead the 2♥, three others hold 13 cards each. With which hand are you the safest from a chop?")
    )
    why = _("The fewer ranks you hold cards of, the more ranks are complete among the others: {shares}.").format(
        shares="; ".join(f"{names[n]}: {percent(chances[n])}" for n in range(3))
    )
    options = tuple(Option(f"a{n}", names[n]) for n in order)
    return Question(prompt, options, frozenset([f"a{best}"]), dict.fromkeys(["a0", "a1", "a2"], why), topic=topic)
