"""The check of lesson 3, beating and passing: one question for each step."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ..cards import SUITS
from ..locale import _
from ..position import Position
from ..rules import Rules
from .exercises import Question
from .turns import any_round, may_question, run_question, turn_question


def questions(rng: random.Random) -> list[Question]:
    """Six questions, step by step."""
    sheet = Rules.parse("sheet")
    turned = Rules.parse("sheet+anticlockwise")
    answer, around, lock, bomb, out, other = (
        _("step 1, the same kind, the same length, higher"),
        _("step 2, the round"),
        _("step 3, the pass lock"),
        _("step 4, after a pass only a bomb"),
        _("step 5, the leader is out"),
        _("step 6, two players, or the other way round"),
    )
    return [
        run_question(rng, sheet, answer),
        turn_question(*any_round(rng, sheet, _cleared), around),
        turn_question(*any_round(rng, sheet, _skips_a_locked_seat), lock),
        bomb_question(rng, sheet, bomb),
        turn_question(*any_round(rng, sheet, _inherited), out),
        turn_question(*any_round(rng, turned, _under_way), other),
    ]


# ------------------------------------------------------------------ what the rounds must show


def _plain(seen: Sequence[Position]) -> bool:
    """Whether the round is long enough to think about, the deal goes on and no bomb was in play."""
    return len(seen) >= 5 and not seen[-1].is_over and not any(each.bombable for each in seen)


def _cleared(seen: Sequence[Position]) -> bool:
    """The table is cleared, and who laid last has cards and is not the one who led."""
    return _plain(seen) and seen[-1].table is None and not seen[-1].out and seen[-1].turn != seen[0].turn


def _skips_a_locked_seat(seen: Sequence[Position]) -> bool:
    """The seat next to the last one to act is locked and left out."""
    now, before = seen[-1], seen[-2]
    if not _plain(seen) or now.table is None or now.out or before.turn is None:
        return False
    following = now.next_seat(before.turn)
    return following in now.passed and following != now.turn


def _inherited(seen: Sequence[Position]) -> bool:
    """The table is cleared, and who laid last is out."""
    owner = seen[-2].owner
    return _plain(seen) and seen[-1].table is None and owner in seen[-1].out


def _under_way(seen: Sequence[Position]) -> bool:
    """In the middle of a round, somebody locked, nobody out."""
    return _plain(seen) and seen[-1].table is not None and bool(seen[-1].passed) and not seen[-1].out


# ------------------------------------------------------------------ questions with cards


def bomb_question(rng: random.Random, rules: Rules, topic: str = "") -> Question:
    """Ben has passed, then somebody lays a 2: which of his cards may Ben still lay?"""
    quad, low, second = rng.choice("6789TJQ"), rng.choice("345"), rng.choice("sc")
    bomb = "".join(quad + suit for suit in SUITS)
    hands = ["3s4h2" + second, low + "d" + "Kc" + bomb + "2h", low + "cAs"]
    position = f"{rules} {'/'.join(hands)} 0 - -"
    answers = [bomb, "2h", "Kc", "-", "".join(quad + suit for suit in "sc")]
    line = f"3s - As 2{second}"
    return may_question(position, line, [*rng.sample(answers[:3] + answers[4:], 3), "-"], topic)
