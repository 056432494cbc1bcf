"""Short calls for the lessons: each answers with one true sentence, and a slip of the keyboard never ends in a
traceback.

A learner changes `higher("7h", "8s")` to something of their own and runs the cell again. What cannot be read gets one
friendly line. The sentences themselves come from `tutor.explain`.
"""

from __future__ import annotations

from html import escape

from .cards import DECK
from .combinations import Play
from .errors import NotationError
from .explain import Cast, compare, explain, in_order, no_card, refusal, seat_names, show, trouble
from .locale import _
from .position import Position
from .rules import Rules


class Sentence(str):
    """A text that a notebook shows as it is, without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """For notebooks: lines are broken between words, which plain output does not do."""
        return f'<div style="white-space: pre-line; padding: 0 6px">{escape(str(self))}</div>'


def higher(first: object, second: object, rules: str = "pagat") -> Sentence:
    """Which of two cards is higher, and why.

    >>> higher("2s", "Ah")
    2♠ is higher than A♥: the rank decides, and 2 is above A. The suits do not matter.
    >>> higher("2s", "Zh")
    I cannot read 'Zh' as a card. Write the rank and then the suit letter (s c d h), like 7h or Th.
    """
    for card in (first, second):
        try:
            compare(str(card), str(card))
        except NotationError:
            return Sentence(no_card(card))
    try:
        return Sentence(compare(str(first), str(second), rules))
    except NotationError as error:
        return Sentence(trouble(error))


def order(cards: object, rules: str = "pagat") -> Sentence:
    """Cards written together, put in order.

    >>> order("2cKdAs3h")
    3♥ < K♦ < A♠ < 2♣
    """
    try:
        return Sentence(in_order(_close(cards), rules))
    except NotationError as error:
        return Sentence(trouble(error) if str(error).startswith("rules") else no_card(cards))


def may_answer(table: object, answer: object, rules: str = "pagat") -> Sentence:
    """Whether one play may be laid on another, and if not, why.

    >>> may_answer("8d", "8c")
    No. Equal ranks, so the suit decides: 8♣ is lower than 8♦, as clubs rank below diamonds.
    """
    try:
        position = answering(_close(table), _close(answer), rules)
        reason = refusal(position, _close(answer))
        play = show(Play.parse(_close(answer), position.rules))
    except NotationError as error:
        return Sentence(trouble(error))
    if reason:
        return Sentence(_("No. {reason}").format(reason=reason))
    return Sentence(_("Yes. {play} may be laid on {table}.").format(play=play, table=show(position.table or ())))


def answering(table: str, answer: str, rules: str = "pagat") -> Position:
    """A small position in which seat 0 holds the answer (and one card more) and seat 1 has laid the table."""
    read = Rules.parse(rules)
    laid, mine = Play.parse(table, read).mask, Play.parse(answer, read).mask
    spare = [card for card in DECK if not read.mask([card]) & (laid | mine)]
    hand = read.cards_text(mine | read.mask([spare[0]]))
    return Position.parse(f"{rules} {hand}/{spare[1]} 0 1:{read.cards_text(laid)} -")


def _close(cards: object) -> str:
    """Cards as they may be typed, with blanks or commas between them."""
    return str(cards).replace(" ", "").replace(",", "")


def why(position: object, play: object, goal: str = "first") -> Sentence:
    """What the solver says about a play (as `tutor.explain.explain`), the seats with names as at the tables.

    >>> print(str(why("pagat 3s5d5h/7s 0 - -", "3s"))[:49])
    3♠ does not do it. The stopper is 7♠, held by Ben
    """
    try:
        read = Position.parse(str(position))
        return Sentence(explain(read, str(play), goal, Cast(read.turn, seat_names())))
    except (NotationError, ValueError) as error:
        return Sentence(trouble(error))
