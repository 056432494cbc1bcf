"""What the questions of every lesson's check have in common."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from tutor.widgets.exercises import Question


def goes_through_the_steps(
    questions: Callable[[random.Random], list[Question]], seeds: int, steps: Iterable[int] = range(1, 7)
) -> list[list[Question]]:
    """The questions of each seed: of these steps, the same for the same seed, a reason for every option."""
    topics, found = [f"step {n}" for n in steps], []
    for seed in range(seeds):
        asked = questions(random.Random(seed))
        assert [question.topic[:6] for question in asked] == topics
        assert asked == questions(random.Random(seed))
        for question in asked:
            ids = {option.id for option in question.options}
            assert question.right <= ids == set(question.reasons)
            assert question.many or len(question.right) == 1
        found.append(asked)
    return found
