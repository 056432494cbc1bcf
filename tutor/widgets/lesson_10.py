"""Exercises of lesson 10, how the solver knows: values in a tree, plays that are proved or sure, and the check."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from ..cards import DECK, Card
from ..explain import Cast, card_name, card_text, judge, show
from ..locale import _, ngettext
from ..position import Position
from ..proofs import endings, every_deal, only_these, read, wins
from ..trees import Node, grow
from .base import seat_names
from .exercises import NONE, Exercise, Option, Question, _guarded

MOST_PLAYS = 9
"""Plays among which a learner is asked to choose."""


def _cast(position: Position) -> Cast:
    return Cast(position.turn, seat_names())


# ------------------------------------------------------------------ values in a tree


def node_questions(position: object, topic: str = "") -> list[Question]:
    """One question for every place of the tree where somebody has to play, the deepest first."""
    root = grow(position)
    return [_node_question(node, root, path, topic) for node, path in _places(root, ())]


def _places(node: Node, path: tuple[Node, ...]) -> Iterable[tuple[Node, tuple[Node, ...]]]:
    for child in node.children:
        yield from _places(child, (*path, child))
    if not node.leaf:
        yield node, path


def _node_question(node: Node, root: Node, path: tuple[Node, ...], topic: str) -> Question:
    cast, hero = _cast(root.position), root.position.turn
    told = ", ".join(
        _("{name}: {play}").format(name=cast.name(each.mover or 0), play=show(each.play or ())) for each in path
    )
    yours = node.position.turn == hero
    where = (
        _("Place {letter}, after {plays}.").format(letter=node.letter, plays=told)
        if path
        else _("Place {letter}, the start.").format(letter=node.letter)
    )
    name = cast.name(node.position.turn or 0)
    who = _("You are to play.") if yours else _("{name} is to play.").format(name=name)
    prompt = " ".join([where, who, _("Do you win from here, if nobody makes a mistake?")])
    options = (Option("win", _("I win")), Option("loss", _("I lose")))
    why = _why(node, name, yours)
    return Question(
        prompt, options, frozenset(["win" if node.value else "loss"]), {"win": why, "loss": why}, topic=topic
    )


def _why(node: Node, name: str, yours: bool) -> str:
    good = next((child for child in node.children if child.value == yours), None)
    play = show(good.play) if good and good.play else ""
    if yours and good:
        return _("You choose here, and {play} leads to a win. One such play is enough.").format(play=play)
    if yours:
        return _("You choose here, but there is no play that leads to a win.")
    if good:
        return _("{name} chooses here, and {play} beats you. One such play is enough.").format(name=name, play=play)
    return _("{name} chooses here, but you win after every one of the plays.").format(name=name)


class NodeValues(Exercise):
    """Find the value of every place in the tree of a small position, from the ends back to the start.

    `tutor.trees.tree(position, values=False)` shows the tree with the same letters.

    >>> exercise = NodeValues("pagat 9s/7h 0 1:5h -")
    >>> exercise.answer("loss"), exercise.question.prompt
    (True, 'Place A, after You: pass. Ben is to play. Do you win from here, if nobody makes a mistake?')
    """

    def __init__(self, position: object = None, **traits: Any) -> None:
        super().__init__(**_guarded(lambda: node_questions(position)), **traits)


# ------------------------------------------------------------------ plays


def proof_question(position: object, topic: str = "") -> Question:
    """Which first plays are proved to win (with hidden hands: are sure to)? Raises ValueError for too many plays."""
    from ..solver import solve

    given = read(position)
    plays = given.legal_plays()
    if len(plays) > MOST_PLAYS:
        raise ValueError(_("there are {n} plays to choose from, take fewer cards").format(n=len(plays)))
    solution, cast = solve(given, nodes=200_000), _cast(given)
    if not solution.complete:
        raise ValueError(_("that took too long to prove, take fewer cards"))
    options, right, reasons = [], set(), {}
    for found in solution.plays:
        id_ = NONE if found.play.is_pass else str(found.play)
        name = show(found.play) if found.play.is_pass else ", ".join(card_name(card) for card in found.play.cards)
        options.append(Option(id_, name, tuple(map(str, found.play.cards))))
        if found.value:
            right.add(id_)
        reasons[id_] = judge(given, found.play, solution, cast)
    prompt = (
        _("Which first play is sure to make you first, whatever {name} holds? There may be several, or none.")
        if solution.hidden
        else _("Which first play makes you first, whatever {name} does? There may be several, or none.")
    )
    name = cast.name(next(seat for seat in range(given.seats) if seat != given.turn))
    return Question(prompt.format(name=name), tuple(options), frozenset(right), reasons, True, topic=topic)


class WhichWins(Exercise):
    """Which first plays are proved to make you first? With hidden hands: which are sure to?

    >>> exercise = WhichWins("pagat 3s5d5h/7s 0 - -")
    >>> exercise.answer("5d5h")
    True
    """

    def __init__(self, position: object = None, **traits: Any) -> None:
        super().__init__(**_guarded(lambda: [proof_question(position)]), **traits)


# ------------------------------------------------------------------ the check


def questions(rng: random.Random) -> list[Question]:
    """Six questions, step by step."""
    proved, backwards, growth, cuts, hidden = (
        _("step 1, what is proved"),
        _("step 2, from the ends back"),
        _("step 3, how the tree grows"),
        _("step 4, what need not be looked at"),
        _("step 5, hidden hands"),
    )
    return [
        _with_text(_any_deal(rng), proved),
        reply_question(rng, backwards),
        endings_question(rng, growth),
        enough_question(rng, cuts),
        pass_question(rng, hidden),
        _with_text(_any_hidden(rng), hidden),
    ]


def _with_text(position: Position, topic: str) -> Question:
    """The question of a position, with the hands said in the prompt."""
    question = proof_question(position, topic)
    mine = _("You hold {cards} and lead.").format(cards=show(position.hand(position.turn or 0)))
    if position.hidden[1]:
        pool = position.rules.cards(position.unseen)
        theirs = ngettext(
            "Ben holds {n} card, one of {cards}.", "Ben holds {n} cards, all of them among {cards}.", position.hidden[1]
        ).format(n=position.hidden[1], cards=show(pool))
    else:
        theirs = _("Ben holds {cards}.").format(cards=show(position.hand(1)))
    return Question(
        " ".join([mine, theirs, question.prompt]),
        question.options,
        question.right,
        question.reasons,
        True,
        topic=topic,
    )


def _any_deal(rng: random.Random) -> Position:
    """A small open deal in which some plays win and some do not."""
    while True:
        mine, theirs = rng.randint(3, 4), rng.randint(2, 3)
        cards = rng.sample(DECK[8:40], mine + theirs)
        position = _position(cards[:mine], cards[mine:])
        plays = position.legal_plays()
        if len(plays) <= 6:
            values = [wins(position.after(play), 0) for play in plays]
            if any(values) and not all(values):
                return position


def _position(mine: list[Card], theirs: list[Card]) -> Position:
    return Position.parse(f"pagat {_text(mine)}/{_text(theirs)} 0 - -")


def _text(cards: Iterable[Card]) -> str:
    return "".join(map(str, sorted(cards, key=DECK.index)))


def reply_question(rng: random.Random, topic: str = "") -> Question:
    """A place with three plays whose values are given: what is its own value?"""
    yours = rng.random() < 0.5
    values = rng.sample([True, False, rng.random() < 0.5], 3) if rng.random() < 0.7 else [rng.random() < 0.5] * 3
    said = ", ".join(_("you win") if value else _("you lose") for value in values)
    value = any(values) if yours else all(values)
    prompt = (
        _("You are to play and have three plays. What they lead to: {values}. Do you win here?")
        if yours
        else _("Ben is to play and has three plays. What they lead to: {values}. Do you win here?")
    ).format(values=said)
    why = (
        _("You choose, so one play that leads to a win is enough; without one you lose.")
        if yours
        else _("Ben chooses, so one play that beats you is enough for him; you win only if you win after all three.")
    )
    options = (
        Option("win", _("I win")),
        Option("loss", _("I lose")),
        Option("open", _("it depends on what he plays") if not yours else _("it depends on luck")),
    )
    right = frozenset(["win" if value else "loss"])
    return Question(prompt, options, right, dict.fromkeys(["win", "loss", "open"], why), topic=topic)


def endings_question(rng: random.Random, topic: str = "") -> Question:
    """In how many ways can a deal of four cards go?"""
    while True:
        cards = rng.sample(DECK[8:44], 4)
        position = _position(cards[:2], cards[2:])
        number = endings(position)
        if 3 <= number <= 8:
            break
    tree = grow(position)
    prompt = _(
        "You hold {mine} and lead, Ben holds {theirs}. In how many ways can it go until one of you is out?"
    ).format(mine=show(position.hand(0)), theirs=show(position.hand(1)))
    parts = "; ".join(
        ngettext("after {play}: {n} way", "after {play}: {n} ways", leaves).format(
            play=show(child.play or ()), n=leaves
        )
        for child in tree.children
        for leaves in [sum(node.leaf for node in child.walk())]
    )
    numbers = sorted([*rng.sample([n for n in range(max(2, number - 3), number + 4) if n != number], 3), number])
    why = _("Passes count as well. {parts}.").format(parts=parts[:1].upper() + parts[1:])
    options = tuple(Option(f"n{n}", str(n)) for n in numbers)
    return Question(prompt, options, frozenset([f"n{number}"]), {each.id: why for each in options}, topic=topic)


def enough_question(rng: random.Random, topic: str = "") -> Question:
    """Plays are looked at one after the other: how many does it take?"""
    yours, number = rng.random() < 0.5, 5
    stop = rng.randint(1, 4)
    values = [not yours] * (stop - 1) + [yours] + [rng.random() < 0.5 for _each in range(number - stop)]
    said = ", ".join(
        _("{n}: you win").format(n=n) if value else _("{n}: you lose").format(n=n) for n, value in enumerate(values, 1)
    )
    prompt = (
        _("You are to play. The search looks at your five plays in this order: {values}. After how many may it stop?")
        if yours
        else _(
            "Ben is to play. The search looks at his five plays in this order: {values}. After how many may it stop?"
        )
    ).format(values=said)
    why = (
        _("Number {n} is the first play that wins, and you need only one.")
        if yours
        else _("Number {n} is the first play that beats you, and Ben needs only one.")
    ).format(n=stop)
    options = tuple(Option(f"n{n}", str(n)) for n in range(1, number + 1))
    return Question(prompt, options, frozenset([f"n{stop}"]), {each.id: why for each in options}, topic=topic)


def pass_question(rng: random.Random, topic: str = "") -> Question:
    """You led, Ben passed: which of the unseen cards may he hold?"""
    while True:
        cards = rng.sample(DECK[4:48], 5)
        lead, pool = cards[0], sorted(cards[1:], key=DECK.index)
        above = [card for card in pool if DECK.index(card) > DECK.index(lead)]
        if 1 <= len(above) <= 3:
            break
    position = only_these(f"pagat {_text([lead])}3s/?1 0 - -", _text(pool)).after(str(lead)).after("-")
    held = {str(deal.hand(1)[0]) for deal in every_deal(position)}
    prompt = _("Ben has one card left. You lead {lead}, and he passes. Which of these cards can it be?").format(
        lead=card_text(lead)
    )
    why = _("{card}: it can be. Nobody has to beat, so a pass rules no card out.")
    return Question(
        prompt,
        tuple(Option(str(card), card_name(card), (str(card),)) for card in pool),
        frozenset(held),
        {str(card): why.format(card=card_text(card)) for card in pool},
        True,
        topic=topic,
    )


def _any_hidden(rng: random.Random) -> Position:
    """A small deal with a hidden hand in which something is sure, or in which nothing is although every deal is won."""
    wanted = rng.random() < 0.6
    while True:
        cards = rng.sample(DECK[8:40], 6)
        position = only_these(f"pagat {_text(cards[:3])}/?{rng.choice([1, 2])} 0 - -", _text(cards[3:]))
        plays = position.legal_plays()
        if len(plays) > 5:
            continue
        sure = [wins(position.after(play), 0) for play in plays]
        if any(sure) and not all(sure) and wanted:
            return position
        if not any(sure) and not wanted and any(wins(deal, 0) for deal in every_deal(position)):
            return position


__all__ = ["NodeValues", "WhichWins", "questions"]
