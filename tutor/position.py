"""A moment of a deal: who holds what, what lies on the table, who is to play; and the rules of play.

`Position` is a value. `legal_plays` lists what the seat to play may do, `objection` says in a sentence why a play
is not among it, `after` gives the next position. All three follow the turn procedure of the rules reference
(section 1.2): after each play every seat that could answer it is asked exactly once, in turn order; a seat that
passed earlier in the round is asked only when the table is bombable, and then only for a bomb.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from . import scoring
from .cards import PACK, TWOS, Card, parse_cards
from .combinations import Combination, Play, count_runs, masks_of_shape, masks_of_size
from .errors import NotationError, PositionError, Refusal, _marked, quote
from .rules import Rules

LARGEST_HAND = 17
MOST_PLAYS = 5_000_000  # only a large hidden hand can have more, and they would not fit into memory
_SEATS = "0123"

_SENTENCES = {
    "deal_over": _marked("the deal is over"),
    "not_your_turn": _marked("it is not seat {seat}'s turn"),
    "not_in_hand": _marked("{play} is not in the hand of seat {seat}"),
    "no_combination": _marked("{play} is no combination"),
    "opening_card": _marked("the first play of the deal must contain {opening}"),
    "leader_must_play": _marked("the leader may not pass"),
    "must_play_once": _marked("whoever can must play once in the first trick before passing"),
    "bomb_only": _marked("after a pass only a bomb may still be laid, and {play} is none against {table}"),
    "wrong_kind": _marked("{play} is of another kind than {table}"),
    "wrong_length": _marked("{play} has another number of cards than {table}"),
    "too_low": _marked("{play} is not higher than {table}"),
    "locked": _marked("seat {seat} has passed and is out of this round"),
}

CODES = tuple(_SENTENCES)
"""Every objection code; where several apply, the first of this order is given."""


@dataclass(frozen=True, slots=True)
class Objection:
    """Why a play is refused: `code` is one of `CODES`, `details` the values its sentence names, `str` the sentence."""

    code: str
    details: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return str(self.refusal())

    def refusal(self) -> Refusal:
        """The sentence as a refusal, to be worded in any language."""
        return Refusal(_SENTENCES[self.code], **dict(self.details))


class IllegalPlay(Refusal):
    """A play that the rules refuse; `objection` says why."""

    def __init__(self, objection: Objection, position: Position) -> None:
        super().__init__("{why} (in {position})", why=objection.refusal(), position=quote(str(position)))
        self.objection, self.position = objection, position

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.objection, self.position)


@dataclass(frozen=True, slots=True)
class Position:
    """The state of a deal between two plays. Immutable; equal when every field is.

    Make one with `Position.parse`, `tutor.deal` or `after`; the constructor itself checks nothing.

    - `hands`: a mask per seat, 0 for a hand that is hidden; `hidden`: cards in each hidden hand, 0 for an open one
    - `turn`: the seat to play, None when the deal is over
    - `table`, `owner`: the play to be beaten and the seat that laid it; both None on a free lead
    - `passed`: seats that have passed in this round (always empty where a pass does not lock)
    - `out`: seats without cards, in the order in which they went out
    - `chain`: whether a chop was played in this round
    - `opening`: mask of the card that this lead must contain, or 0
    - `gone`: mask of cards known to be out of play, kept only while some hand is hidden
    - `full`: seats that held every dealt card when the first seat went out (house rule `cong`)
    - `must`: seats that have not yet laid cards in the first trick (house rule `no_pass_first_trick`)

    >>> p = Position.parse("pagat 3s5d/6s6c6d6h/7h/9c9d 1 0:2c 3")
    >>> [str(play) for play in p.legal_plays()], p.to_ask
    (['6s6c6d6h', '-'], (1, 2, 3))
    >>> str(p.objection("6s6c"))
    '6s6c is of another kind than 2c'
    >>> str(p.after("6s6c6d6h"))
    'pagat 3s5d/./7h/9c9d 2 1:6s6c6d6h 3 out=1 chain'
    """

    rules: Rules
    hands: tuple[int, ...]
    hidden: tuple[int, ...]
    turn: int | None
    table: Play | None = None
    owner: int | None = None
    passed: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    chain: bool = False
    opening: int = 0
    gone: int = 0
    full: tuple[int, ...] = ()
    must: tuple[int, ...] = ()

    # -- what it says --------------------------------------------------------------------------

    @classmethod
    def parse(cls, text: str) -> Position:
        """The position in one line of notation; `PositionError` names the field at fault and quotes it.

        >>> Position.parse("pagat 3s/4x 0 - -")
        Traceback (most recent call last):
        ...
        tutor.errors.PositionError: hands: '4x' cannot be read from '4x' on (in 'pagat 3s/4x 0 - -')
        """
        return _Reader(text).position()

    def __str__(self) -> str:
        rules = self.rules
        hands = "/".join(
            f"?{count}" if count else rules.cards_text(mask) or "."
            for mask, count in zip(self.hands, self.hidden, strict=True)
        )
        table = "-" if self.table is None else f"{self.owner}:{self.table}"
        words = [
            str(rules),
            hands,
            "-" if self.turn is None else str(self.turn),
            table,
            _digits(self.passed) or "-",
        ]
        words += [
            word
            for word, said in (
                (f"out={_digits(self.out)}", self.out),
                ("chain", self.chain),
                (f"open={rules.cards_text(self.opening)}", self.opening),
                (f"gone={rules.cards_text(self.gone)}", self.gone),
                (f"full={_digits(self.full)}", self.full),
                (f"must={_digits(self.must)}", self.must),
            )
            if said
        ]
        return " ".join(words)

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    def __hash__(self) -> int:
        # Not every field: what tells most positions of a search apart, quickly.
        return hash((self.hands, self.turn, self.owner, self.table and self.table.mask, self.passed, self.chain))

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.hands)

    def count(self, seat: int) -> int:
        """How many cards the seat holds, which is public (R29)."""
        return self.hidden[seat] or self.hands[seat].bit_count()

    def hand(self, seat: int) -> tuple[Card, ...]:
        """The seat's cards, lowest first; empty if they are hidden."""
        return self.rules.cards(self.hands[seat])

    @property
    def unseen(self) -> int:
        """The cards (as a mask) that are in no open hand, not on the table and not known to be gone."""
        seen = self.gone if self.table is None else self.gone | self.table.mask
        for mask in self.hands:
            seen |= mask
        return PACK & ~seen

    @property
    def is_over(self) -> bool:
        """Whether the deal is decided: one seat, or where the rules say so the first, is out."""
        if self.rules.first_out_ends:
            return bool(self.out)
        return len(self.out) >= len(self.hands) - 1

    @property
    def places(self) -> tuple[int | None, ...]:
        """Every seat's place, 1 for the first; None for a seat that has none yet (see `scoring.places`)."""
        return scoring.places(self.rules, self.seats, self.out, self.is_over)

    def scores(self) -> tuple[int, ...]:
        """Every seat's points; `PositionError` before the deal is over, or if they depend on a hidden card."""
        if not self.is_over:
            raise PositionError(
                "turn: the deal is not over, so there are no points yet (in {position})", position=quote(str(self))
            )
        if self.rules.twos_factor > 1 and any(self.hidden):
            raise PositionError("hands: the points depend on hidden cards (in {position})", position=quote(str(self)))
        left = [self.count(seat) for seat in range(self.seats)]
        return scoring.points(self.rules, self.out, left, [bool(mask & TWOS) for mask in self.hands], self.full)

    # -- turns ---------------------------------------------------------------------------------

    def next_seat(self, seat: int) -> int:
        """The next seat in playing order that holds cards."""
        after = _between(self.seats, self.rules.anticlockwise, seat, seat)
        return next(other for other in (*after, seat) if other not in self.out)

    @property
    def bombable(self) -> bool:
        """Whether seats that have passed in this round are still asked about the table, for a bomb (RULES 1.2, 3)."""
        rules, table = self.rules, self.table
        if table is None or not rules.pass_locks:
            return False
        if self.chain and rules.overbomb_after_pass:
            return True
        shape = table.combination
        return shape is not None and bool(rules.chops(shape.kind, shape.of_twos))

    @property
    def to_ask(self) -> tuple[int, ...]:
        """The seats still to be asked about the table, the one to play first; on a lead the leader alone."""
        if self.turn is None:
            return ()
        if self.table is None:
            return (self.turn,)
        skipped = self.out if self.bombable else (*self.out, *self.passed)
        between = _between(self.seats, self.rules.anticlockwise, self.turn, self.owner)
        return (self.turn, *(seat for seat in between if seat not in skipped))

    # -- plays ---------------------------------------------------------------------------------

    def legal_plays(self) -> list[Play]:
        """What the seat to play may do: every distinct set of cards (by number of cards, then kind, then card by
        card, lowest first), the pass last. Empty once the deal is over. For a hidden hand: every combination of
        unseen cards that fits its count; `PositionError` if they are more than `MOST_PLAYS`.
        """
        if self.turn is None:
            return []
        rules, seat = self.rules, self.turn
        most = self.hidden[seat]
        hand = self.unseen if most else self.hands[seat]
        if most and count_runs(hand, most, rules) > MOST_PLAYS:
            raise PositionError(
                "hands: seat {seat} has more than {most} plays (in {position})",
                seat=seat,
                most=MOST_PLAYS,
                position=quote(str(self)),
            )
        most = most or hand.bit_count()
        if self.table is None:
            found = [mask for size in range(1, most + 1) for mask in masks_of_size(hand, size, rules)]
            if self.opening:
                found = [mask for mask in found if mask & self.opening]
            return [Play(mask, rules) for mask in found]
        plays = [Play(mask, rules) for mask in self._answers(hand, most)]
        if not (plays and self._must_play(seat)):
            plays.append(Play(0, rules))
        return plays

    def _answers(self, hand: int, most: int) -> list[int]:
        """Every set of at most `most` cards of `hand` that the seat to play may lay on the table."""
        assert self.table is not None
        table, rules = self.table.combination, self.rules
        assert table is not None
        found: list[int] = []
        size = table.size
        if size <= most and (self.turn not in self.passed or (self.chain and rules.overbomb_after_pass)):
            if rules.five_card_hands and size > 1:
                # Keys here are not simply the highest card.
                found = [
                    mask
                    for mask in masks_of_size(hand, size, rules)
                    if (shape := Combination.of(mask, rules)) and shape.key > table.key and shape.same_kind(table)
                ]
            elif hand.bit_length() > (length := table.mask.bit_length()):
                shape_masks = masks_of_shape(hand, (table.kind, size), rules)
                found = [mask for mask in shape_masks if mask.bit_length() > length]
        for chop in rules.chops(table.kind, table.of_twos):
            if chop[1] <= most:
                found += masks_of_shape(hand, chop, rules)
        return found

    def _must_play(self, seat: int) -> bool:
        # Of a hidden hand nobody can say that it was able to answer.
        return self.rules.no_pass_first_trick and seat in self.must and not self.hidden[seat]

    def objection(self, play: Play | str, seat: int | None = None) -> Objection | None:
        """Why the play is refused, or None if it is allowed; `seat` is who wants to play, by default whose turn it is.

        Raises `NotationError` for text that is not a play, and `ValueError` for a seat that does not exist.
        """
        play = self._read(play)
        if seat is not None and seat not in range(self.seats):
            raise Refusal("seat: there is no seat {seat} in {position}", seat=quote(seat), position=quote(str(self)))
        if self.turn is None:
            return Objection("deal_over")
        who = self.turn if seat is None else seat
        code = self._code(play, who)
        if code is None:
            return None
        named = {"seat": str(who), "play": str(play), "table": str(self.table)}
        named["opening"] = self.rules.cards_text(self.opening)
        return Objection(code, tuple(named.items()))

    def _code(self, play: Play, seat: int) -> str | None:
        rules = self.rules
        if seat != self.turn:
            locked = seat in self.passed and seat not in self.out and seat not in self.to_ask
            return "locked" if locked else "not_your_turn"
        if play.is_pass:
            if self.table is None:
                return "leader_must_play"
            return "must_play_once" if self._must_play(seat) and self._answers(self.hands[seat], 52) else None
        most = self.hidden[seat]
        if play.mask & ~(self.unseen if most else self.hands[seat]) or (most and play.mask.bit_count() > most):
            return "not_in_hand"
        shape = play.combination
        if shape is None:
            return "no_combination"
        if self.table is None:
            return "opening_card" if self.opening and not play.mask & self.opening else None
        table = self.table.combination
        assert table is not None
        if shape.chops(table):
            return None
        if seat in self.passed:
            over_bomb = self.chain and rules.overbomb_after_pass and shape.beats(table)
            return None if over_bomb else "bomb_only"
        if not shape.same_kind(table):
            return "wrong_kind"
        if shape.size != table.size:
            return "wrong_length"
        return "too_low" if shape.key <= table.key else None

    def _read(self, play: Play | str) -> Play:
        return play.under(self.rules) if isinstance(play, Play) else Play.parse(play, self.rules)

    def after(self, play: Play | str) -> Position:
        """The position after the seat to play has played; raises `IllegalPlay` that carries the objection.

        Raises `NotationError` for text that is not a play.
        """
        play = self._read(play)
        objection = self.objection(play)
        if objection:
            raise IllegalPlay(objection, self)
        return self._after_pass() if play.is_pass else self._after_cards(play)

    def _after_cards(self, play: Play) -> Position:
        rules, seat = self.rules, self.turn
        assert seat is not None
        left = self.count(seat) - play.mask.bit_count()
        hands, hidden = self.hands, self.hidden
        if hidden[seat]:
            hidden = (*hidden[:seat], left, *hidden[seat + 1 :])
        else:
            hands = (*hands[:seat], hands[seat] & ~play.mask, *hands[seat + 1 :])
        chain, passed, table = self.chain, self.passed, self.table
        if rules.pass_locks and table is not None:
            shape, beaten = play.combination, table.combination
            assert shape is not None
            assert beaten is not None
            if shape.chops(beaten):
                chain = True
                if seat in passed and not rules.overbomb_after_pass:
                    passed = tuple(other for other in passed if other != seat)
        gone = 0
        if any(hidden):
            gone = self.gone if table is None else self.gone | table.mask
        out, full = self.out, self.full
        if not left:
            if rules.cong and not out:
                dealt = rules.dealt(self.seats)
                full = tuple(other for other in range(self.seats) if other != seat and self.count(other) == dealt)
            out = (*out, seat)
        must = tuple(other for other in self.must if other != seat) if self.must else ()
        laid = Position(rules, hands, hidden, None, play, seat, passed, out, chain, 0, gone, full, must)
        return laid if not left and laid.is_over else laid._asked_after(seat, passed)

    def _after_pass(self) -> Position:
        seat, passed = self.turn, self.passed
        assert seat is not None
        if self.rules.pass_locks and seat not in passed:
            passed = tuple(sorted((*passed, seat)))
        return self._asked_after(seat, passed)

    def _asked_after(self, seat: int, passed: tuple[int, ...]) -> Position:
        """This position once `seat` has played or passed: the next seat is asked about the table, or leads."""
        owner, out = self.owner, self.out
        assert owner is not None
        assert self.table is not None
        skipped = out if self.bombable else (*out, *passed)
        for other in _between(len(self.hands), self.rules.anticlockwise, seat, owner):
            if other not in skipped:
                return Position(
                    self.rules, self.hands, self.hidden, other, self.table, owner, passed, out,
                    self.chain, 0, self.gone, self.full, self.must,
                )  # fmt: skip
        leader = self.next_seat(owner) if owner in out else owner
        gone = self.gone | self.table.mask if any(self.hidden) else 0
        return Position(self.rules, self.hands, self.hidden, leader, out=out, gone=gone, full=self.full)


@cache
def _between(seats: int, anticlockwise: bool, start: int, end: int) -> tuple[int, ...]:
    """The seats after `start` and before `end`, in playing order; all others if both are the same."""
    step = -1 if anticlockwise else 1
    order = [(start + step * k) % seats for k in range(1, seats)]
    return tuple(order[: order.index(end)] if end in order else order)


def _digits(seats: Sequence[int]) -> str:
    return "".join(map(str, seats))


class _Reader:
    """Reads one line of notation; every complaint names the field and quotes what was read."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise PositionError("{field}: {text} is not text", field="position", text=quote(text))
        self.text = text
        words = text.strip(" \t").removesuffix("\n").removesuffix("\r").strip(" \t").split(" ")
        if len(words) < 5:
            raise PositionError(
                "position: {text} has {count} of the five fields 'rules hands turn table passed'",
                text=quote(text),
                count=len(words),
            )
        self.words = dict(zip(("rules", "hands", "turn", "table", "passed"), words, strict=False))
        for name, word in self.words.items():
            if not word:
                raise PositionError(
                    "{name}: empty field (fields are parted by single blanks) in {text}", name=name, text=quote(text)
                )
        self.named: dict[str, str] = {}
        for word in words[5:]:
            self._named_field(word)

    def fail(self, field: str, why: str, **values: object) -> PositionError:
        return self.within(Refusal("{field}: {why}", field=field, why=Refusal(why, **values)))

    def within(self, error: Refusal) -> PositionError:
        return PositionError("{why} (in {position})", why=error, position=quote(self.text))

    def _named_field(self, word: str) -> None:
        name, equals, value = word.partition("=")
        if name not in ("out", "chain", "open", "gone", "full", "must") or bool(equals) == (name == "chain"):
            raise self.fail("position", "no field {word}", word=quote(word))
        if name in self.named:
            raise self.fail(name, "{word} is the second field of this name", word=quote(word))
        if equals and not value:
            raise self.fail(name, "{word} is empty", word=quote(word))
        self.named[name] = value

    def position(self) -> Position:
        try:
            self.rules = Rules.parse(self.words["rules"])
        except NotationError as error:
            raise PositionError(error.template, **error.values) from None
        self._read_hands()
        self._read_table()
        passed = self._seats("passed", self.words["passed"]) if self.words["passed"] != "-" else ()
        passed = tuple(sorted(passed))
        out = self._seats("out", self.named["out"]) if "out" in self.named else ()
        full = tuple(sorted(self._seats("full", self.named["full"]))) if "full" in self.named else ()
        must = tuple(sorted(self._seats("must", self.named["must"]))) if "must" in self.named else ()
        gone = self._cards("gone", self.named["gone"]) if "gone" in self.named else 0
        opening = self._cards("open", self.named["open"]) if "open" in self.named else 0
        turn = self._turn()
        table = None if self.table is None else Play(self.table, self.rules)
        found = Position(
            self.rules, self.hands, self.hidden, turn, table, self.owner, passed, out,
            "chain" in self.named, opening, gone if any(self.hidden) else 0, full, must,
        )  # fmt: skip
        self._check_cards_once(gone)
        self._check_out(found)
        self._check_round(found)
        self._check_turn(found)
        self._check_extras(found)
        return found

    def _cards(self, field: str, word: str) -> int:
        try:
            cards = parse_cards(word, field)
        except NotationError as error:
            raise self.within(error) from None
        mask = self.rules.mask(cards)
        if mask.bit_count() != len(cards):
            raise self.fail(field, "a card twice in {word}", word=quote(word))
        return mask

    def _seat(self, field: str, letter: str) -> int:
        if len(letter) != 1 or letter not in _SEATS[: len(self.hands)]:
            raise self.fail(field, "no seat {letter}", letter=quote(letter))
        return _SEATS.index(letter)

    def _seats(self, field: str, word: str) -> tuple[int, ...]:
        seats = tuple(self._seat(field, letter) for letter in word)
        if len(set(seats)) != len(seats):
            raise self.fail(field, "a seat twice in {word}", word=quote(word))
        return seats

    def _read_hands(self) -> None:
        hands, hidden = [], []
        words = self.words["hands"].split("/")
        for word in words:
            mask = count = 0
            if word.startswith("?"):
                digits = word[1:]
                if not digits.isascii() or not digits.isdigit() or digits.startswith("0") or len(digits) > 2:
                    raise self.fail("hands", "{word} is no number of hidden cards", word=quote(word))
                count = int(digits)
            elif word != ".":
                if not word:
                    raise self.fail(
                        "hands", "an empty hand in {hands} (no cards is written '.')", hands=quote(self.words["hands"])
                    )
                mask = self._cards("hands", word)
            if max(count, mask.bit_count()) > LARGEST_HAND:
                raise self.fail("hands", "{word} is more than {most} cards", word=quote(word), most=LARGEST_HAND)
            hands.append(mask)
            hidden.append(count)
        try:
            self.rules.check_seats(len(words))
        except PositionError as error:
            raise self.within(error) from None
        self.hands, self.hidden = tuple(hands), tuple(hidden)

    def _read_table(self) -> None:
        self.table: int | None = None
        self.owner: int | None = None
        word = self.words["table"]
        if word == "-":
            return
        owner, colon, cards = word.partition(":")
        if not colon or not cards:
            raise self.fail("table", "{word} is neither '-' nor 'seat:cards'", word=quote(word))
        self.owner = self._seat("table", owner)
        self.table = self._cards("table", cards)
        if Combination.of(self.table, self.rules) is None:
            raise self.fail("table", "{cards} is no combination", cards=quote(cards))

    def _turn(self) -> int | None:
        word = self.words["turn"]
        return None if word == "-" else self._seat("turn", word)

    def _check_cards_once(self, gone: int) -> None:
        seen = 0
        for field, mask in (
            *(("hands", hand) for hand in self.hands),
            ("table", self.table or 0),
            ("gone", gone),
        ):
            if seen & mask:
                raise self.fail(field, "card {card} appears twice", card=self.rules.cards_text(seen & mask))
            seen |= mask
        if sum(self.hidden) > 52 - seen.bit_count():
            raise self.fail(
                "hands",
                "{hidden} hidden cards, but only {unseen} are unseen",
                hidden=sum(self.hidden),
                unseen=52 - seen.bit_count(),
            )

    def _check_out(self, found: Position) -> None:
        empty = {seat for seat in range(found.seats) if not found.count(seat)}
        if empty != set(found.out):
            hands = quote(self.words["hands"])
            if not found.out:
                raise self.fail("out", "'no out=' and the empty hands in {hands} disagree", hands=hands)
            said = quote(f"out={_digits(found.out)}")
            raise self.fail("out", "{said} and the empty hands in {hands} disagree", said=said, hands=hands)
        if len(empty) == found.seats:
            raise self.fail("hands", "nobody holds a card")
        if found.rules.first_out_ends and len(empty) > 1:
            raise self.fail("out", "{seats}: the deal ends with the first seat out", seats=quote(_digits(found.out)))

    def _check_turn(self, found: Position) -> None:
        word = self.words["turn"]
        if found.is_over and found.turn is not None:
            raise self.fail("turn", "{word}, but the deal is over", word=quote(word))
        if not found.is_over and found.turn is None:
            raise self.fail("turn", "{word}, but the deal is not over", word=quote(word))
        if found.turn is None:
            return
        if found.turn in found.out:
            raise self.fail("turn", "seat {word} has no cards", word=quote(word))
        if found.turn == found.owner:
            raise self.fail("turn", "seat {word} owns the table", word=quote(word))
        if found.turn in found.passed and not found.bombable:
            raise self.fail("turn", "seat {word} has passed and the table is not bombable", word=quote(word))

    def _check_round(self, found: Position) -> None:
        passed = self.words["passed"]
        if not found.rules.pass_locks and (found.passed or found.chain):
            field = "passed" if found.passed else "chain"
            raise self.fail(
                field,
                "{word} has no meaning where a pass does not lock",
                word=quote(passed if found.passed else "chain"),
            )
        if found.table is None and (found.passed or found.chain):
            field = "passed" if found.passed else "chain"
            raise self.fail(field, "{word} on a free lead", word=quote(passed if found.passed else "chain"))
        if found.chain and found.table is not None:
            shape = found.table.combination
            if shape is None or shape.kind not in ("quad", "double_straight"):
                raise self.fail("chain", "'chain', but {table} is no bomb", table=quote(str(found.table)))

    def _check_extras(self, found: Position) -> None:
        word = self.named.get("open")
        if word is not None:
            if found.opening.bit_count() != 1:
                raise self.fail("open", "{word} is not one card", word=quote(word))
            if found.table is not None:
                raise self.fail("open", "{word}, but the table is not empty", word=quote(word))
            if found.turn is None:
                raise self.fail("open", "{word}, but the deal is over", word=quote(word))
            holds = found.unseen if found.hidden[found.turn] else found.hands[found.turn]
            if not found.opening & holds:
                raise self.fail("open", "seat {seat} cannot hold {word}", seat=found.turn, word=quote(word))
        if found.full and not found.rules.cong:
            raise self.fail("full", "{seats} without the house rule 'cong'", seats=quote(self.named["full"]))
        if found.full and not found.out:
            raise self.fail("full", "{seats}, but nobody is out", seats=quote(self.named["full"]))
        if found.must and not found.rules.no_pass_first_trick:
            raise self.fail(
                "must", "{seats} without the house rule 'no_pass_first_trick'", seats=quote(self.named["must"])
            )
