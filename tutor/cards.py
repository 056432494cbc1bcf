"""Cards, and sets of cards as integers.

A set of cards is an integer of 52 bits, a *mask*. Bit `4 * rank + suit` stands for a card, where
`rank` is its place in `RANKS` and `suit` its place in the suit order of the rules in force: of two
cards the higher bit is then the higher card, whatever the game. Masks made under different suit
orders must not be mixed; `Rules.mask` and `Rules.cards` are the border.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .errors import NotationError, quote

RANKS = "3456789TJQKA2"
SUITS = "scdh"
SYMBOLS = {"s": "♠", "c": "♣", "d": "♦", "h": "♥"}
PACK = (1 << 52) - 1

ACE = RANKS.index("A")
TWO = RANKS.index("2")
TWOS = 15 << (4 * TWO)

# Explicit tables rather than str.upper(): a few letters outside ASCII change case into ours.
_READ_RANK = {r: r for r in RANKS} | {r.lower(): r for r in RANKS}
_READ_SUIT = {s: s for s in SUITS} | {s.upper(): s for s in SUITS} | {v: k for k, v in SYMBOLS.items()}
_EMOJI_STYLE = "\ufe0f"  # follows a suit symbol pasted from a phone


@dataclass(frozen=True, slots=True)
class Card:
    """One card: `rank` is one of `RANKS`, `suit` one of `SUITS`.

    Cards have no order of their own, since the order of the suits is the rules' to say.

    >>> Card.parse("10♥")
    Card.parse('Th')
    >>> Card.parse("10♥") == Card("T", "h"), Card("T", "h").symbol
    (True, '10♥')
    """

    rank: str
    suit: str

    def __post_init__(self) -> None:
        if self.rank not in _READ_RANK.values() or self.suit not in SYMBOLS:
            raise NotationError(
                "card: rank {rank}, suit {suit} is no card", rank=quote(self.rank), suit=quote(self.suit)
            )

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card written in `text` (`Th`, `10h`, `T♥`, either case); `NotationError` if there is not exactly one."""
        cards = parse_cards(text)
        if len(cards) != 1:
            raise NotationError("card: {text} is not one card", text=quote(text))
        return cards[0]

    @property
    def symbol(self) -> str:
        """The card for people: `10♥`."""
        return ("10" if self.rank == "T" else self.rank) + SYMBOLS[self.suit]

    def __str__(self) -> str:
        return self.rank + self.suit

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for rank in RANKS for suit in SUITS)
"""All 52 cards, ranks ascending, suits in the order of `SUITS`."""

_CARD = {(card.rank, card.suit): card for card in DECK}


def parse_cards(text: str, field: str = "cards") -> tuple[Card, ...]:
    """The cards written together in `text`, in the order written, repeats kept.

    Raises `NotationError` that names the `field`, quotes the text and says where reading stopped. The empty text is no
    cards.

    >>> [str(card) for card in parse_cards("10♠Tc2H")]
    ['Ts', 'Tc', '2h']
    """
    if not isinstance(text, str):
        raise NotationError("{field}: {text} is not text", field=field, text=quote(text))
    cards, at = [], 0
    while at < len(text):
        start = at
        if text.startswith("10", at):
            rank, at = "T", at + 2
        else:
            rank, at = _READ_RANK.get(text[at], ""), at + 1
        suit = _READ_SUIT.get(text[at], "") if at < len(text) else ""
        if not rank or not suit:
            raise NotationError(
                "{field}: {text} cannot be read from {rest} on",
                field=field,
                text=quote(text),
                rest=quote(text[start : start + 4]),
            )
        at += 1
        if text.startswith(_EMOJI_STYLE, at):
            at += 1
        cards.append(_CARD[rank, suit])
    return tuple(cards)


def bits(mask: int) -> Iterator[int]:
    """The single-bit masks of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def text_of(cards: Iterable[Card]) -> str:
    """Cards written together, in the order given."""
    return "".join(map(str, cards))
