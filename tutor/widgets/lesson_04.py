"""Exercises of lesson 4, chopping twos: what a bomb may be laid on, how often a chop is right; and the check."""

from __future__ import annotations

import random
from collections.abc import Iterable
from html import escape
from typing import Any

from ..cards import RANKS, SUITS, Card
from ..charts import Picture, bars
from ..combinations import Combination
from ..endgames import SIDES, side
from ..explain import card_name, refusal, shape_name, show, trouble
from ..locale import _, ngettext
from ..position import Position
from ..rules import Rules
from ..talk import Sentence, answering
from .chop import MOST_NODES, _small_position, any_should_question, chopping, shape_words
from .exercises import Exercise, NoCards, Option, Question, Row, _cards, _guarded, _number, _rules, beat_question
from .turns import may_question, turn_question

SHEET = Rules.parse("sheet")


def questions(rng: random.Random) -> list[Question]:
    """Six questions, step by step; the last two are answered by the solver, one with yes and one with no."""
    which, what, turn, over, should = (
        _("step 1, which bomb for which 2s"),
        _("step 2, what bombs do not beat"),
        _("step 3, after a pass, and in turn"),
        _("step 4, bombs on bombs"),
        _("step 5, should you chop?"),
    )
    last = rng.sample(["chop", "keep"], 2)
    return [
        which_bomb_question(rng, SHEET, which),
        any_target_question(rng, SHEET, what),
        passed_question(rng, SHEET, turn),
        over_question(rng, SHEET, over),
        *(
            any_keep_question(rng, SHEET, should)
            if wanted == "keep"
            else any_should_question(rng, SHEET, wanted, should)
            for wanted in last
        ),
    ]


# ------------------------------------------------------------------ which bomb for which twos


def what_chops(table: object, rules: Rules | str = "sheet") -> Sentence:
    """Which bombs may be laid on these cards.

    >>> what_chops("2s 2h")
    What chops 2♠ 2♥: a double straight of 4 pairs.
    >>> what_chops("Ah")
    Nothing chops A♥.
    """
    try:
        read = _rules(rules)
        shape = Combination.of(read.mask(_cards(table)), read)
    except NoCards as error:
        return Sentence(error)
    except ValueError as error:
        return Sentence(trouble(error))
    if shape is None:
        return Sentence(_("{cards} together are no combination.").format(cards=show(_cards(table))))
    cards, shapes = show(read.cards(shape.mask)), read.chops(shape.kind, shape.of_twos)
    if not shapes:
        return Sentence(_("Nothing chops {cards}.").format(cards=cards))
    bombs = _(", or ").join(map(shape_words, shapes))
    return Sentence(_("What chops {cards}: {bombs}.").format(cards=cards, bombs=bombs))


def _run(rng: random.Random, low: int, pairs: int, suits: Iterable[str] = SUITS) -> str:
    chosen = tuple(suits)
    cards = [Card(rank, suit) for rank in RANKS[low : low + pairs] for suit in rng.sample(chosen, 2)]
    return "".join(map(str, cards))


def _quad(rank: str) -> str:
    return "".join(rank + suit for suit in SUITS)


def which_bomb_question(rng: random.Random, rules: Rules, topic: str = "") -> Question:
    """One, two or three 2s on the table: which of four bombs may be laid on them?"""
    count = rng.choice([1, 1, 2, 3])
    table, low = _pick(rng, "2", count), rng.randrange(0, 6)
    answers = [_quad(rng.choice(RANKS[:11])), *(_run(rng, low, pairs) for pairs in (3, 4, 5))]
    return beat_question(table, rng.sample(answers, 4), rules, topic)


# ------------------------------------------------------------------ what a bomb may be laid on


def target_question(bomb: object, tables: Iterable[object], rules: Rules | str = "sheet", topic: str = "") -> Question:
    """On which of these may the bomb be laid? Raises NotationError for what cannot be read, NoCards for what cannot
    lie on a table or holds a card of the bomb.
    """
    rules = _rules(rules)
    mine = rules.mask(_cards(bomb))
    shape = Combination.of(mine, rules)
    if shape is None:
        raise NoCards(_("{cards} together are no combination.").format(cards=show(rules.cards(mine))))
    given = [tables] if isinstance(tables, str) else list(tables)
    if not given:
        raise NoCards(_('Laid on what? Give a list, like ["2h", "Ah"].'))
    options, right, reasons = [], set(), {}
    for each in given:
        theirs = rules.mask(_cards(each))
        cards = rules.cards(theirs)
        lying = Combination.of(theirs, rules)
        if lying is None:
            raise NoCards(_("{cards} together are no combination, so they cannot lie on the table.").format(
                cards=show(cards)))  # fmt: skip
        if theirs & mine:
            raise NoCards(_("{cards} cannot be in your hand and on the table.").format(
                cards=show(rules.cards(theirs & mine))))  # fmt: skip
        id_ = rules.cards_text(theirs)
        options.append(Option(id_, ", ".join(map(card_name, cards)), tuple(map(str, cards))))
        why = refusal(answering(id_, rules.cards_text(mine), str(rules)), rules.cards_text(mine))
        if not why:
            right.add(id_)
            reasons[id_] = _("Yes: {cards}.").format(cards=show(cards))
            continue
        needed = rules.chops(lying.kind, lying.of_twos)
        bombs = _(", or ").join(map(shape_words, needed))
        more = _("What chops it: {bombs}.").format(bombs=bombs) if needed else ""
        reasons[id_] = " ".join(filter(None, [_("No: {cards}. {reason}").format(cards=show(cards), reason=why), more]))
    if len({option.id for option in options}) != len(options):
        raise NoCards(_("One of the answers stands there twice."))
    return Question(
        _("You hold {shape}. On which of these may it be laid? There may be several, or none.").format(
            shape=shape_name(shape)
        ),
        tuple(options),
        frozenset(right),
        reasons,
        True,
        topic=topic,
        rows=(Row(_("Your hand"), tuple(map(str, rules.cards(mine))), own=True),),
    )


def any_target_question(rng: random.Random, rules: Rules, topic: str = "") -> Question:
    """A bomb, and four things that may lie on the table; among them 2s in all numbers, and what is no 2."""
    low = rng.randrange(1, 5)
    kind = rng.choice(["quad", "run", "run", "run"])
    bomb = _quad(RANKS[low]) if kind == "quad" else _run(rng, low, rng.choice([3, 4, 5]))
    tables = [
        _pick(rng, "2", 1),
        _pick(rng, "2", 2),
        _pick(rng, "2", 3),
        _pick(rng, rng.choice("KA"), rng.choice([1, 2])),
        "Qc" + rng.choice(["KsAs", "KdAh"]),
    ]
    chosen = [*rng.sample(tables[:3], 2), *rng.sample(tables[3:], 1), _pick(rng, "Q", 3)]
    return target_question(bomb, rng.sample(chosen, 4), rules, topic)


def _pick(rng: random.Random, rank: str, count: int) -> str:
    suits = rng.sample(SUITS, count)
    return "".join(rank + suit for suit in SUITS if suit in suits)


class ChopsWhat(Exercise):
    """On which of these may a bomb be laid? Given, or `rounds` times made from a seed.

    >>> ChopsWhat("6s6c6d6h", ["2h", "Ah", "2s2c"]).answer("2h")
    True
    """

    def __init__(
        self,
        bomb: object = None,
        tables: Iterable[object] = (),
        rules: Rules | str = "sheet",
        seed: int | None = None,
        rounds: int = 3,
        **traits: Any,
    ) -> None:
        def make() -> list[Question]:
            if bomb is not None:
                return [target_question(bomb, tables, rules)]
            read, rng = _rules(rules), random.Random(seed)
            if read.five_card_hands:
                raise NoCards(_("Without cards there are questions about Tiến Lên only."))
            return [any_target_question(rng, read) for _each in range(_number(rounds, "rounds", 1, 50))]

        super().__init__(**_guarded(make), **traits)


# ------------------------------------------------------------------ after a pass, and in turn


def passed_question(rng: random.Random, rules: Rules, topic: str = "") -> Question:
    """Ben has passed, then aces or 2s come: whose turn is it, or what may he lay?"""
    low, count = rng.randrange(2, 6), rng.choice([1, 1, 2])
    table = _pick(rng, "2", count)
    own = next("2" + suit for suit in reversed(SUITS) if "2" + suit not in table)
    bomb = _run(rng, low - 1, 2 + count)
    spare = rng.choice(["Kc", "Ks", "Kd"])
    lead, answer, aces = ("3s", "Qs", "Ah") if count == 1 else ("3s3c", "QsQc", "AdAh")
    hands = [f"{lead}3d{aces}{table}", f"{bomb}{spare}{own}", f"{answer}As"]
    position, line = f"{rules} {'/'.join(hands)} 0 - -", f"{lead} - {answer} {table}"
    asked = rng.random()
    if asked < 0.4:  # a 2, a 2 that Ben has declined, or aces, about which he is not asked
        return turn_question(position, rng.choice([line, f"{line} -", f"{lead} - {answer} {aces}"]), topic)
    part = bomb[:12] if count == 2 else bomb[:4]  # three of the four pairs, or one of the three: not the bomb for it
    return may_question(position, line, rng.sample([bomb, own, rng.choice([part, spare]), "-"], 4), topic)


# ------------------------------------------------------------------ bombs on bombs


def over_question(rng: random.Random, rules: Rules, topic: str = "") -> Question:
    """A bomb on the table: which of these may be laid on it?"""
    if rng.random() < 0.5:
        at = rng.randrange(2, 6)
        table = _quad(RANKS[at])
        possible = [_quad(RANKS[at + rng.randint(1, 2)]), _quad(RANKS[at - rng.randint(1, 2)])]
        possible += [_run(rng, at + 3, rng.choice([3, 4])), _pick(rng, "2", 1)]
    else:
        at, pairs = rng.randrange(1, 5), rng.choice([3, 3, 4])
        table = _run(rng, at, pairs, "cd")
        possible = [
            _run(rng, at, pairs, "sh"),
            _run(rng, at - 1, pairs, "sh"),
            _run(rng, at + pairs, pairs + 1 if rng.random() < 0.5 else pairs),
            rng.choice([_pick(rng, "2", 1), _quad(RANKS[at + pairs + 1])]),
        ]
    return beat_question(table, rng.sample(possible, 4), rules, topic)


# ------------------------------------------------------------------ should you

KEEP = (
    "5d6s7c7d8s8h9s9hTcTh/4h6d 0 1:2s2h -",
    "7c8d9c9dTsTcJcJh/6hJs 0 1:2s -",
    "5c6d8s8c9c9hTcTh/4h5d5hTd 0 1:2h 0",
    "5s5c6c6h7s7d8dAs/3d2h/4d7cThQd 0 2:2s -",
    "4c4h5s5c6s6d7cKh2s/6h2d/6c7hTsJh 0 2:2h 0",
    "5h6d6h7s7h8c8dAc2d/Tc2h/3s8h 0 1:2s -",
    "5s7c7d8s8h9d9hQs2s/6s6h2d/8d9c 0 2:2c 0",
    "7s7c7d7hJsQh/4d2c/6cQs/4h5hJc 0 2:2h 0",
)
"""Positions in which a chop throws the win away; they are rare. The check moves them up and down in rank."""


def any_keep_question(rng: random.Random, rules: Rules, topic: str = "") -> Question:
    """One of the positions above, all ranks but the 2s moved by the same step; the verdict is searched out anew."""
    from .chop import should_question

    while True:
        text, step = rng.choice(KEEP), rng.randrange(-2, 3)
        hands, rest = text.split(" ", 1)
        at = {RANKS.index(char) + step for char in hands if char in RANKS[:12]}
        if min(at) < 0 or max(at) > 11:
            continue
        moved = "".join(RANKS[RANKS.index(char) + step] if char in RANKS[:12] else char for char in hands)
        question = should_question(f"{rules} {moved} {rest}", topic)
        if question.right == {"keep"}:
            return question


# ------------------------------------------------------------------ how often


def chop_or_keep(number: int = 100, seed: int = 0) -> Picture:
    """So many endgames with open hands, drawn from the seed, in which you hold a bomb and a 2 lies on the table: in how
    many does only the chop win, in how many only something else?
    """
    from ..solver import solve

    if not isinstance(number, int) or not 1 <= number <= 500:
        text = trouble(ValueError(_("number: {number} is not 1 to 500").format(number=repr(number))))
        return Picture(f"<p>{escape(text)}</p>", text)
    rng, found = random.Random(seed), dict.fromkeys(SIDES, 0)
    while sum(found.values()) < number:
        now = Position.parse(_small_position(rng, SHEET))
        chops = chopping(now)
        solution = solve(now, nodes=MOST_NODES)
        if not chops or not solution.complete:
            continue
        found[side({each.play in chops for each in solution.plays if each.value})] += 1
    names = {
        "tip": _("only chopping wins"),
        "other": _("only not chopping wins"),
        "both": _("either way wins"),
        "none": _("neither wins"),
    }
    title = ngettext("{n} endgame with a bomb and a 2 to chop", "{n} endgames with a bomb and a 2 to chop", number)
    return bars({names[each]: found[each] for each in found}, title.format(n=number), counts=True)


__all__ = ["ChopsWhat", "chop_or_keep", "questions", "what_chops"]
