"""Exercises: a question, an answer, and the reason.

An exercise is a row of `Question`s. Each is made from cards that are given, or by a generator from a seed (the
same seed asks the same for a whole class; without one every run asks something new). Answers and reasons are
computed by the engine when a question is made; the page learns them only after it has been answered. The first
answer to a question counts.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import Any

import traitlets as t

from ..cards import RANKS, SUITS, Card, parse_cards
from ..combinations import Combination, Play
from ..errors import NotationError, Refusal
from ..explain import (
    card_name,
    card_text,
    compare,
    compare_five,
    no_card,
    rank_text,
    refusal,
    shape_name,
    show,
    suit_name,
    trouble,
)
from ..locale import _, ngettext
from ..rules import Rules
from ..shapes import kind_rule, what_is
from ..talk import answering
from ..whereabouts import cell, keep, unfinished
from .base import TutorWidget, module, says

NONE = "none"
"""The id of the answer "none of these"."""


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to choose: cards, or words if there are no cards."""

    id: str
    name: str
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """Cards under a name, shown above the answers: a hand, or what was played; `text` is said if there are none."""

    name: str
    cards: tuple[str, ...] = ()
    text: str = ""
    own: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked and what is right. `reasons` has a sentence for every option that deserves one; `topic`
    names the part of the lesson to read again after a wrong answer. With `many`, every right option has to be
    chosen and no other. `shown` are cards on the table, `rows` further cards with a name each.
    """

    prompt: str
    options: tuple[Option, ...]
    right: frozenset[str]
    reasons: dict[str, str]
    many: bool = False
    shown: tuple[str, ...] = ()
    topic: str = ""
    rows: tuple[Row, ...] = ()


class Exercise(TutorWidget):
    """A row of questions with answers to choose from.

    `results` says for each question whether its first answer was right (None: not answered yet); `score` counts.
    `on_result(call)` has `call(number, right)` called at each first answer.
    """

    _esm = module("cards.js", "question.js")

    asked = t.Int(0).tag(sync=True)
    chosen = t.List(t.Unicode()).tag(sync=True)
    answered = t.Bool(False).tag(sync=True)
    results = t.List(t.Bool(allow_none=True)).tag(sync=True)
    heading = t.Unicode().tag(sync=True)

    def __init__(self, questions: Iterable[Question] = (), **traits: Any) -> None:
        self._questions = list(questions)
        self._trouble = traits.pop("trouble", "")
        self._listeners: list[Callable[[int, bool], None]] = []
        self._got: set[int] = set()  # the questions that have been answered right, at whichever try
        traits.setdefault("results", [None] * len(self._questions))
        super().__init__(**traits)
        self._redraw()
        self.observe(self._redraw, ["asked", "answered", "results", "heading", "strings"])

    def __repr__(self) -> str:
        done = sum(result is not None for result in self.results)
        return f"{type(self).__name__}({len(self._questions)} questions, {done} answered, {self.score} right)"

    @property
    def score(self) -> int:
        """How many questions were answered right at the first try."""
        return sum(result is True for result in self.results)

    @property
    def done(self) -> bool:
        """Whether every question has been answered."""
        return bool(self.results) and None not in self.results

    @property
    def _well_done(self) -> bool:
        """Whether what is kept of the exercise counts as right."""
        return self.score == len(self.results)

    @property
    def question(self) -> Question:
        """The question that is asked now."""
        return self._questions[min(max(self.asked, 0), len(self._questions) - 1)]

    def on_result(self, call: Callable[[int, bool], None]) -> None:
        """Have `call(number of the question, right)` called at each first answer."""
        self._listeners.append(call)

    def as_text(self) -> str:
        if self.scene["trouble"]:
            return str(self.scene["trouble"])
        names = [f"  - {option.name}" for option in self.question.options]
        shown = [show(parse_cards("".join(self.question.shown)))] if self.question.shown else []
        rows = [f"{row.name}: {show(parse_cards(''.join(row.cards))) or row.text}" for row in self.question.rows]
        return "\n".join([self.question.prompt, *shown, *rows, *names])

    # -- what may be done, from the page or from a cell -----------------------------------------

    def answer(self, *chosen: str) -> bool:
        """Answer the question with ids of options (for cards, their text); whether that was right."""
        question = self.question
        right = set(chosen) == question.right
        with self.hold_trait_notifications():
            self.chosen, self.answered = list(chosen), True
            if self.results[self.asked] is None:
                self.results = [*self.results[: self.asked], right, *self.results[self.asked + 1 :]]
                first = True
            else:
                first = False
        if first:
            if self.done:
                self._first_answer(f"{self.score}/{len(self.results)}", self._well_done)
            for call in self._listeners:
                call(self.asked, right)
        if right:
            self._got.add(self.asked)
            if len(self._got) == len(self.results):
                self._got_right(f"{self.score}/{len(self.results)}")
        self._redraw()
        return right

    def _do_check(self, content: dict[str, Any]) -> None:
        chosen = content.get("chosen", self.chosen)
        known = {option.id for option in self.question.options} if self._questions else set()
        if self._questions and not self.answered and isinstance(chosen, list) and set(map(str, chosen)) <= known:
            self.answer(*map(str, chosen))

    def _do_again(self, _content: dict[str, Any]) -> None:
        if self.done and self.asked == len(self._questions) - 1 and set(self.chosen) == self.question.right:
            self._start_over()
            return
        self.chosen = []  # before the scene: once the page shows the question again, what one picks must stay
        self.answered = False
        self._redraw()

    def _do_next(self, _content: dict[str, Any]) -> None:
        if self.answered and self.asked < len(self._questions) - 1:
            self.chosen = []
            with self.hold_trait_notifications():
                self.asked, self.answered = self.asked + 1, False
            self._redraw()

    def _start_over(self) -> None:
        self.chosen = []
        with self.hold_trait_notifications():
            self.asked, self.answered = 0, False
            self.results = [None] * len(self._questions)
        self._redraw()

    # -- the picture -----------------------------------------------------------------------------

    def _redraw(self, _change: Any = None) -> None:
        self.scene = (
            self._scene() if self._questions and not self._trouble else {"trouble": self._trouble or _("No question.")}
        )

    def _scene(self) -> dict[str, Any]:
        question, count = self.question, len(self._questions)
        last = self.asked >= count - 1
        right = self.answered and set(self.chosen) == question.right
        number = _("Question {n} of {of}").format(n=self.asked + 1, of=count) if count > 1 else ""
        return {
            "trouble": "",
            "title": ": ".join(filter(None, (self.heading, number))),
            "progress": [self._dot(place, result) for place, result in enumerate(self.results)],
            "prompt": question.prompt,
            "shown": list(question.shown),
            "rows": [
                {"name": row.name, "cards": list(row.cards), "text": row.text, "own": row.own} for row in question.rows
            ],
            "options": [self._option(question, option) for option in question.options],
            "many": question.many,
            "asked": self.asked,
            "answered": self.answered,
            "noneAllowed": question.many,
            "says": self._verdict(question, right) if self.answered else says(),
            "reasons": self._reasons(question, right) if self.answered else [],
            "canRepeat": self.answered and (not right or (last and self.done)),
            "againText": _("Try again")
            if not right
            else _("Once more from the start")
            if count > 1
            else _("Once more"),
            "canNext": self.answered and not last,
            "done": self.answered and last,
        }

    def _dot(self, place: int, result: bool | None) -> dict[str, Any]:
        state = "open" if result is None else "right" if result else "wrong"
        text = {"open": _("Question {n}: open"), "right": _("Question {n}: right"), "wrong": _("Question {n}: wrong")}[
            state
        ]
        return {"state": state, "now": place == self.asked, "text": text.format(n=place + 1)}

    def _option(self, question: Question, option: Option) -> dict[str, Any]:
        mark = ""
        if self.answered:
            chosen, right = option.id in self.chosen, option.id in question.right
            # a wrong answer to a single choice does not give the right one away: one may try again
            if chosen:
                mark = "right" if right else "wrong"
            elif right and question.many:
                mark = "missed"
        words = {"right": _("right"), "wrong": _("wrong"), "missed": _("this one, too"), "": ""}[mark]
        return {"id": option.id, "name": option.name, "cards": list(option.cards), "mark": mark, "markText": words}

    def _verdict(self, question: Question, right: bool) -> dict[str, str]:
        if right:
            said = [_("Right."), *(question.reasons.get(each, "") for each in sorted(question.right))]
            return says(
                " ".join(filter(None, said[:2] if question.many else said)) if not question.many else _("All right."),
                "good",
            )
        return says(_("Not quite."), "bad")

    def _reasons(self, question: Question, right: bool) -> list[str]:
        if right and not question.many:
            return []
        picked = [option.id for option in question.options if question.many or option.id in self.chosen]
        return [question.reasons[each] for each in picked if each in question.reasons]


# ------------------------------------------------------------------ making questions


def _rules(rules: Rules | str) -> Rules:
    return rules if isinstance(rules, Rules) else Rules.parse(rules)


class NoCards(NotationError):
    """What should have been cards is none; the message is the friendly line for the learner."""


def _cards(cards: object) -> tuple[Card, ...]:
    """Cards given as text or one by one. Raises NoCards for anything else, for none, and for one twice."""
    if isinstance(cards, str):
        parts: list[object] = [cards.replace(" ", "").replace(",", "")]
    elif isinstance(cards, Iterable):
        parts = list(cards)
    else:
        raise NoCards(no_card(cards))
    read: list[Card] = []
    for part in parts:
        try:
            found = [part] if isinstance(part, Card) else list(parse_cards(str(part)))
        except NotationError as error:
            raise NoCards(no_card(part)) from error
        if not found:
            raise NoCards(no_card(part))
        read += found
    if not read:
        raise NoCards(_("There are no cards here."))
    twice = next((card for card in read if read.count(card) > 1), None)
    if twice:
        raise NoCards(_("{card} stands there twice, and there is only one in the pack.").format(card=card_text(twice)))
    return tuple(read)


def _number(value: object, name: str, least: int, most: int) -> int:
    """A number that a learner may have typed, brought between the limits. Raises ValueError for what is none."""
    if not isinstance(value, int):
        raise ValueError(_("{name}: {value} is no whole number").format(name=name, value=repr(value)))
    return min(max(value, least), most)


def pick_question(cards: object, ask: str = "highest", rules: Rules | str = "pagat", topic: str = "") -> Question:
    """Which of the cards is the highest (or `lowest`)? Raises NotationError for what are no cards, ValueError
    for `ask`.
    """
    rules, read = _rules(rules), _cards(cards)
    if ask not in ("highest", "lowest"):
        raise Refusal(
            "{name}: {value} is neither {one} nor {other}",
            name="ask",
            value=repr(ask),
            one="'highest'",
            other="'lowest'",
        )
    if len(read) < 2:
        raise NoCards(_("One card alone is the highest and the lowest: give at least two."))
    order = sorted(read, key=lambda card: rules.mask([card]), reverse=ask == "highest")
    best, reasons = order[0], {}
    for card in order[1:]:
        reasons[str(card)] = compare(best, card, rules)
    if len(order) > 1:
        reasons[str(best)] = compare(best, order[1], rules)
    prompt = _("Which card is the highest?") if ask == "highest" else _("Which card is the lowest?")
    options = tuple(Option(str(card), card_name(card), (str(card),)) for card in read)
    return Question(prompt, options, frozenset([str(best)]), reasons, topic=topic)


def beat_question(table: object, answers: Iterable[object], rules: Rules | str = "pagat", topic: str = "") -> Question:
    """Which of the answers may be laid on the table? Raises NotationError for what cannot be read."""
    rules = _rules(rules)
    laid = rules.cards(rules.mask(_cards(table)))
    if Combination.of(rules.mask(laid), rules) is None:
        raise NoCards(
            _("{cards} together are no combination, so they cannot lie on the table.").format(cards=show(laid))
        )
    options, right, reasons = [], set(), {}
    given = [answers] if isinstance(answers, str) else list(answers)
    if not given:
        raise NoCards(_('Which answers? Give a list, like ["9h", "Ts"].'))
    for each in given:
        both = set(laid) & set(_cards(each))
        if both:
            raise NoCards(_("{card} lies on the table already.").format(card=card_text(both.pop())))
        play = Play(rules.mask(_cards(each)), rules)
        position = answering(rules.cards_text(rules.mask(laid)), str(play), str(rules))
        why = refusal(position, play)
        options.append(
            Option(str(play), ", ".join(card_name(card) for card in play.cards), tuple(map(str, play.cards)))
        )
        if why:
            reasons[str(play)] = _("No: {play}. {reason}").format(play=show(play), reason=why)
        else:
            right.add(str(play))
            reasons[str(play)] = _("Yes: {play}. {reason}").format(
                play=show(play), reason=_why_it_beats(play, laid, rules)
            )
    if len({option.id for option in options}) != len(options):
        raise NoCards(_("One of the answers stands there twice."))
    prompt = _("Which of these may be laid on it? There may be several, or none.")
    return Question(prompt, tuple(options), frozenset(right), reasons, True, tuple(map(str, laid)), topic)


def _why_it_beats(play: Play, laid: Sequence[Card], rules: Rules) -> str:
    mine, theirs = play.combination, Combination.of(rules.mask(laid), rules)
    assert mine is not None
    assert theirs is not None
    if mine.chops(theirs):
        return _("{shape} is a bomb and beats it.").format(shape=_capital(shape_name(mine)))
    return (
        compare_five(mine, theirs) if rules.five_card_hands and mine.size == 5 else compare(mine.top, theirs.top, rules)
    )


def name_question(cards: object, rules: Rules | str = "pagat", topic: str = "") -> Question:
    """What combination is this, or none?"""
    rules, read = _rules(rules), _cards(cards)
    mask = rules.mask(read)
    shape = Combination.of(mask, rules)
    names = {
        "single": _("a single card"),
        "pair": _("a pair"),
        "triple": _("three of a kind"),
        "quad": _("four of a kind"),
        "straight": _("a straight"),
        "double_straight": _("a double straight"),
        "flush": _("a flush"),
        "full_house": _("a full house"),
        "four_plus_one": _("four of a kind and a card"),
        "straight_flush": _("a straight flush"),
        NONE: _("no combination"),
    }
    options = tuple(Option(kind, names[kind]) for kind in (*rules.kinds, NONE))
    right = shape.kind if shape else NONE
    reasons = {kind: kind_rule(kind, rules) for kind in rules.kinds}
    reasons[NONE] = _("It is one. Look at the ranks again.")
    reasons[right] = str(what_is("".join(map(str, read)), str(rules)))
    return Question(
        _("What is this?"),
        options,
        frozenset([right]),
        reasons,
        shown=tuple(str(card) for card in rules.cards(mask)),
        topic=topic,
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _draw(rng: random.Random, ranks: object, count: int, different: bool) -> list[Card]:
    """Some cards of these ranks, at most 13. Raises ValueError if there are no such ranks."""
    known = sorted({rank for rank in str(ranks).upper() if rank in RANKS}, key=RANKS.index)
    if not known:
        raise Refusal("ranks: {ranks} names no rank of {known}", ranks=repr(ranks), known=RANKS)
    wanted = _number(count, "count", 2, 13)
    if different:
        return [Card(rank, rng.choice(SUITS)) for rank in rng.sample(known, min(wanted, len(known)))]
    return rng.sample([Card(rank, suit) for rank in known for suit in SUITS], min(wanted, 4 * len(known)))


def _guarded(make: Callable[[], list[Question]]) -> dict[str, Any]:
    """Questions, or the one friendly line that says why there are none."""
    try:
        return {"questions": make()}
    except NoCards as error:
        return {"questions": [], "trouble": str(error)}
    except (ValueError, TypeError) as error:
        return {"questions": [], "trouble": trouble(error)}


class PickCard(Exercise):
    """Pick the highest (or lowest) card: of cards that are given, or `rounds` times of `count` cards drawn from a seed.

    `ranks` says which ranks are drawn, `different` that no two cards have the same: then suits play no part.

    >>> exercise = PickCard("Ah2s3d")
    >>> exercise.answer("Ah"), exercise.answer("2s"), exercise.score
    (False, True, 0)
    """

    def __init__(
        self,
        cards: object = None,
        ask: str = "highest",
        rules: Rules | str = "pagat",
        seed: int | None = None,
        rounds: int = 4,
        count: int = 4,
        ranks: str = RANKS,
        different: bool = False,
        **traits: Any,
    ) -> None:
        def make() -> list[Question]:
            if cards is not None:
                return [pick_question(cards, ask, rules)]
            rng = random.Random(seed)
            drawn = [_draw(rng, ranks, count, different) for _each in range(_number(rounds, "rounds", 1, 50))]
            return [pick_question(each, ask, rules) for each in drawn]

        super().__init__(**_guarded(make), **traits)


class BeatIt(Exercise):
    """Which of these plays may be laid on the table? Given, or `rounds` times made from a seed.

    >>> BeatIt("8d8c", ["8s8h", "9s", "7c7h"]).answer("8s8h")
    True
    """

    def __init__(
        self,
        table: object = None,
        answers: Iterable[object] = (),
        rules: Rules | str = "pagat",
        seed: int | None = None,
        rounds: int = 4,
        **traits: Any,
    ) -> None:
        def make() -> list[Question]:
            if table is not None:
                return [beat_question(table, answers, rules)]
            rng = random.Random(seed)
            return [_any_beat_question(rng, _rules(rules)) for _each in range(_number(rounds, "rounds", 1, 50))]

        super().__init__(**_guarded(make), **traits)


def _any_beat_question(rng: random.Random, rules: Rules, topic: str = "", sizes: Sequence[int] = (1, 1, 2)) -> Question:
    """A single card or a pair on the table, and four answers near it of which some are right and some are not; in Big
    Two every other time a hand of five cards.
    """
    if rules.five_card_hands and len(sizes) > 1 and rng.random() < 0.5:
        return any_five_question(rng, rules, topic)
    while True:
        size = rng.choice(list(sizes))
        at = rng.randrange(1, len(RANKS) - 1)
        table = rng.sample([Card(RANKS[at], suit) for suit in SUITS], size)
        near = sorted({at - 1, at, at + 1, rng.randrange(len(RANKS))})
        possible = [
            cards
            for rank in near
            for cards in combinations([Card(RANKS[rank], suit) for suit in SUITS], size)
            if not set(cards) & set(table)
        ]
        question = beat_question(table, rng.sample(possible, 4), rules, topic)
        if 0 < len(question.right) < 4:
            return question


def any_five_question(rng: random.Random, rules: Rules, topic: str = "") -> Question:
    """Five cards of Big Two on the table, and four hands of five from the other cards; some answer it, some do not."""
    while True:
        hands = _five_card_hands(rng, 5)
        question = beat_question(hands[0], hands[1:], rules, topic)
        if 0 < len(question.right) < 4:
            return question


def _five_card_hands(rng: random.Random, number: int) -> list[list[Card]]:
    """So many five-card hands of all kinds without a common card."""
    while True:
        found: list[list[Card]] = []
        for _attempt in range(20 * number):
            hand = five_cards(
                rng, rng.choice(["straight", "flush", "flush", "full_house", "full_house", "four_plus_one"])
            )
            if not any(set(hand) & set(other) for other in found):
                found.append(hand)
            if len(found) == number:
                return found


def five_cards(rng: random.Random, kind: str) -> list[Card]:
    """Five cards of a kind of Big Two: `straight`, `flush`, `full_house`, `four_plus_one` or `straight_flush`."""
    if kind in ("full_house", "four_plus_one"):
        many = 3 if kind == "full_house" else 4
        first, second = rng.sample(RANKS, 2)
        return [Card(rank, suit) for rank, n in ((first, many), (second, 5 - many)) for suit in rng.sample(SUITS, n)]
    low, suit = rng.randrange(0, 8), rng.choice(SUITS)
    if kind == "straight_flush":
        return [Card(rank, suit) for rank in RANKS[low : low + 5]]
    while True:
        ranks = RANKS[low : low + 5] if kind == "straight" else sorted(rng.sample(RANKS, 5), key=RANKS.index)
        cards = [Card(rank, rng.choice(SUITS) if kind == "straight" else suit) for rank in ranks]
        in_a_row = RANKS.index(ranks[-1]) - RANKS.index(ranks[0]) == 4
        if (kind == "straight") == (len({card.suit for card in cards}) > 1) and (kind == "straight" or not in_a_row):
            return cards


class NameIt(Exercise):
    """What combination is this, or none?

    >>> NameIt("5d6h7h").answer("straight")
    True
    """

    def __init__(
        self,
        cards: object = None,
        rules: Rules | str = "pagat",
        seed: int | None = None,
        rounds: int = 5,
        **traits: Any,
    ) -> None:
        def make() -> list[Question]:
            if cards is not None:
                return [name_question(cards, rules)]
            rng, read = random.Random(seed), _rules(rules)
            return [name_question(_some_cards(rng, read), read) for _each in range(_number(rounds, "rounds", 1, 50))]

        super().__init__(**_guarded(make), **traits)


def _some_cards(rng: random.Random, rules: Rules) -> list[Card]:
    """Cards that make a combination, or look as if they did."""
    if rules.five_card_hands and rng.random() < 0.6:
        return five_cards(rng, rng.choice(["flush", "full_house", "four_plus_one", "straight_flush"]))
    at = rng.randrange(0, 9)
    kind = rng.choice(["same", "run", "pairs", "near"])
    if kind == "same":
        return rng.sample([Card(RANKS[at], suit) for suit in SUITS], rng.randint(1, 4))
    length = 5 if rules.five_card_hands else rng.randint(3, 4)
    run = [Card(rank, rng.choice(SUITS)) for rank in RANKS[at : at + length]]
    if kind == "run":
        return run
    if kind == "near":
        return [*run[:-2], Card(RANKS[min(at + length, 12)], "h")]
    return [Card(rank, suit) for rank in RANKS[at : at + 3] for suit in rng.sample(SUITS, 2)]


class FinalCheck(Exercise):
    """The check at the end of a lesson: passed with at most one wrong answer; if not, it says what to read again.

    `questions` may be given; `lesson=1` makes those of lesson 1, from `seed` if there is one. In a lesson, a check that
    was left goes on with the next question.

    >>> check = FinalCheck(lesson=1, seed=1)
    >>> check, check.passed
    (FinalCheck(6 questions, 0 answered, 0 right), False)
    """

    def __init__(
        self, questions: Iterable[Question] | None = None, lesson: int = 1, seed: int | None = None, **traits: Any
    ) -> None:
        self._lesson, self._fixed, self._seed = lesson, questions is not None or seed is not None, seed
        before: dict[int, bool] = {}
        if questions is None:
            left, answers = unfinished(cell())
            if seed is None:
                self._seed = int(left) if left.isdecimal() else _any_seed()
            if str(self._seed) == left:
                before = answers

        def make() -> list[Question]:
            if questions is not None:
                return list(questions)
            return check_questions(lesson, random.Random(self._seed))

        made = _guarded(make)
        results = [before.get(number) for number in range(len(made["questions"]))]
        self._goes_on = any(result is not None for result in results) and None in results
        if self._goes_on:
            traits = {"results": results, "asked": results.index(None), **traits}
        traits.setdefault("heading", _("The check"))
        super().__init__(**made, **traits)

    @property
    def passed(self) -> bool:
        """Whether all questions are answered and at most one of them wrong."""
        return self.done and self.score >= len(self.results) - 1

    @property
    def _well_done(self) -> bool:
        return self.passed

    def to_repeat(self) -> list[str]:
        """The topics of the questions answered wrong, in the order of the lesson."""
        wrong = {
            q.topic for q, result in zip(self._questions, self.results, strict=True) if result is False and q.topic
        }
        return sorted(wrong)

    def answer(self, *chosen: str) -> bool:
        first, self._goes_on = self.results[self.asked] is None, False
        right = super().answer(*chosen)
        if first and not self.done and self._seed is not None and self._cell:
            keep(f"{self._cell}/{self._seed}/{self.asked}", ", ".join(chosen), right)
        return right

    def _got_right(self, _answer: str) -> None:
        """Nothing: a check is passed when it is taken again."""

    def _start_over(self) -> None:
        if not self._fixed:
            self._seed = _any_seed()
            self._questions = check_questions(self._lesson, random.Random(self._seed))
        super()._start_over()

    def _do_again(self, content: dict[str, Any]) -> None:
        if self.done and self.answered:
            self._start_over()
        else:
            super()._do_again(content)

    def _scene(self) -> dict[str, Any]:
        scene = super()._scene()
        # here a question is answered once; the whole check may be taken again
        scene["canRepeat"] = self.answered and self.done
        scene["againText"] = _("Take the check again")
        if self.answered and self.done:
            scene["says"] = self._summary()
        elif self._goes_on:
            scene["says"] = says(_("The check goes on where you stopped."))
        return scene

    def _summary(self) -> dict[str, str]:
        count = ngettext("{score} of {n} question right.", "{score} of {n} questions right.", len(self.results)).format(
            score=self.score, n=len(self.results)
        )
        again = self.to_repeat()
        if self.passed:
            said = [
                _("Passed:"),
                count,
                _("Worth another look: {topics}.").format(topics="; ".join(again)) if again else "",
            ]
            return says(" ".join(filter(None, said)), "good")
        return says(
            " ".join([_("Not passed yet:"), count, _("Read again: {topics}.").format(topics="; ".join(again))]), "bad"
        )


def _any_seed() -> int:
    return secrets.randbelow(1_000_000_000)


def check_questions(lesson: object, rng: random.Random) -> list[Question]:
    """The questions of a lesson's check. Those of lesson 1 stand below, those of lesson N are made by
    `questions(rng)` in the module `lesson_NN` beside this one. Raises ValueError for a lesson without a check.
    """
    if lesson == 1:
        return order_questions(rng)
    known = sorted(int(path.stem[-2:]) for path in Path(__file__).parent.glob("lesson_[0-9][0-9].py"))
    if lesson not in known:
        raise ValueError(
            _("lesson: there is no check for {lesson}, only for {known}").format(
                lesson=repr(lesson), known=", ".join(map(str, [1, *known]))
            )
        )
    return import_module(f".lesson_{lesson:02d}", __package__).questions(rng)


def order_questions(rng: random.Random, rules: Rules | str = "pagat") -> list[Question]:
    """Six questions about the order of the cards, one for each point of the first lesson and two that mix them."""
    rules = _rules(rules)
    ranks, twos, suits, answer = (
        _("step 1, the ranks"),
        _("step 2, the 2 on top"),
        _("step 3, the suits"),
        _("step 5, what beats what"),
    )
    low = rng.sample(RANKS[:11], 4)
    same = rng.choice(RANKS)
    two_suits = rng.sample(SUITS, 2)
    near = rng.randrange(3, 10)
    return [
        pick_question([Card(rank, rng.choice(SUITS)) for rank in low], "lowest", rules, ranks),
        pick_question(
            [Card("2", rng.choice("sc")), Card("A", "h"), Card("K", "h"), Card("3", rng.choice(SUITS))],
            "highest",
            rules,
            twos,
        ),
        pick_question([Card(same, suit) for suit in rng.sample(SUITS, 4)], "highest", rules, suits),
        pick_question(
            [Card(RANKS[near], "s"), Card(RANKS[near - 1], "h"), Card(RANKS[near - 2], "h")], "highest", rules, suits
        ),
        beat_question(
            [Card("A", two_suits[0])], [[Card("2", "s")], [Card("K", "h")], [Card("A", two_suits[1])]], rules, answer
        ),
        _any_beat_question(rng, rules, answer, sizes=(1,)),
    ]


# ------------------------------------------------------------------ sorting


class SortCards(TutorWidget):
    """Put the cards in order, lowest first: cards that are given, or `count` drawn from a seed, of the `ranks` named.

    `placed` is the row so far. `right` says whether the row that was checked last is the right one, `tries` how
    many checks it took.

    >>> exercise = SortCards("2c3h3sTd")
    >>> exercise.check(["3h", "3s", "Td", "2c"]), exercise.check(["3s", "3h", "Td", "2c"]), exercise.tries
    (False, True, 2)
    """

    _esm = module("cards.js", "sort_cards.js")

    cards = t.List(t.Unicode()).tag(sync=True)
    placed = t.List(t.Unicode()).tag(sync=True)
    checked = t.List(t.Unicode()).tag(sync=True)
    tries = t.Int(0).tag(sync=True)
    rules = t.Unicode("pagat").tag(sync=True)

    def __init__(
        self,
        cards: object = None,
        rules: Rules | str = "pagat",
        seed: int | None = None,
        count: int = 6,
        ranks: str = RANKS,
        different: bool = False,
        **traits: Any,
    ) -> None:
        self._count, self._ranks, self._different = count, ranks, different
        self._trouble, self._given = "", cards is not None
        try:
            self._rng = random.Random(seed)
            _rules(rules)
            read = [str(card) for card in (_cards(cards) if cards is not None else self._drawn())]
        except NoCards as error:
            read, self._trouble = [], str(error)
        except (ValueError, TypeError) as error:
            read, self._trouble = [], trouble(error)
        super().__init__(cards=read, rules=str(rules), **traits)
        self._redraw()
        self.observe(self._redraw, ["cards", "checked", "placed", "strings"])

    def __repr__(self) -> str:
        return f"SortCards({''.join(self.cards)!r})"

    def as_text(self) -> str:
        return self._trouble or "\n".join([self._prompt(), show(parse_cards("".join(self.cards)))])

    def _drawn(self) -> list[Card]:
        return _draw(self._rng, self._ranks, self._count, self._different)

    @property
    def solution(self) -> list[str]:
        """The cards in the right order."""
        rules = Rules.parse(self.rules)
        return [str(card) for card in rules.cards(rules.mask(parse_cards("".join(self.cards))))]

    @property
    def right(self) -> bool:
        """Whether the row checked last is the right one."""
        return bool(self.cards) and self.checked == self.solution

    def check(self, placed: Sequence[str]) -> bool:
        """Check a row of all the cards; whether it is right."""
        if not self.tries:
            self._first_answer("".join(placed), list(placed) == self.solution)
        with self.hold_trait_notifications():
            self.placed = self.checked = list(placed)
            self.tries += 1
        if self.right:
            self._got_right("".join(placed))
        self._redraw()
        return self.right

    def _do_check(self, content: dict[str, Any]) -> None:
        placed = content.get("placed", self.placed)
        if isinstance(placed, list) and sorted(map(str, placed)) == sorted(self.cards) and placed != self.checked:
            self.check([str(card) for card in placed])

    def _do_again(self, _content: dict[str, Any]) -> None:
        with self.hold_trait_notifications():
            self.placed, self.checked = [], []
        self._redraw()

    def _do_new(self, _content: dict[str, Any]) -> None:
        if self._given or self._trouble:
            return
        with self.hold_trait_notifications():
            self.cards, self.placed, self.checked, self.tries = [str(card) for card in self._drawn()], [], [], 0
        self._redraw()

    def _prompt(self) -> str:
        return _("Put these cards in order, the lowest first. Pick one after the other.")

    def _redraw(self, _change: Any = None) -> None:
        if self._trouble:
            self.scene = {"trouble": self._trouble}
            return
        self.scene = {
            "trouble": "",
            "cards": list(self.cards),
            "prompt": self._prompt(),
            "checked": list(self.checked),
            "marks": self._marks(),
            "says": self._said(),
            "canNew": not self._given,
        }

    def _first_slip(self) -> int | None:
        """Where the first card stands that is lower than the one before it."""
        rules, row = Rules.parse(self.rules), parse_cards("".join(self.checked))
        return next((n for n in range(1, len(row)) if rules.mask([row[n]]) < rules.mask([row[n - 1]])), None)

    def _marks(self) -> dict[str, str]:
        slip = self._first_slip() if self.checked else None
        if slip is None:
            return dict.fromkeys(self.checked, "right")
        return {self.checked[slip - 1]: "wrong", self.checked[slip]: "wrong"}

    def _said(self) -> dict[str, str]:
        if not self.checked or self.checked != self.placed:
            return says()
        slip = self._first_slip()
        if slip is None:
            text = (
                ngettext("Right, after {n} try.", "Right, after {n} tries.", self.tries)
                if self.tries > 1
                else _("Right, at once.")
            )
            return says(text.format(n=self.tries), "good")
        before, after = (Card.parse(card) for card in self.checked[slip - 1 : slip + 1])
        text = _("Look at {before} and {after}: {reason}")
        return says(
            text.format(before=card_text(before), after=card_text(after), reason=compare(before, after, self.rules)),
            "bad",
        )


__all__ = ["BeatIt", "Exercise", "FinalCheck", "NameIt", "PickCard", "Question", "SortCards", "rank_text", "suit_name"]
