"""Guess a number first, then see it: for chances and for counts that nobody believes until they have guessed.

A guess is neither right nor wrong, only near or far. The true number is computed when the widget is made and
reaches the page after the guess, not before.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import traitlets as t

from ..charts import count, percent
from ..explain import trouble
from ..locale import _
from .base import STYLE, TutorWidget, module, says

NEAR_POINTS, NEAR_FACTOR = 5.0, 3.0
"""What counts as near: so many percentage points, or for whole numbers at most so many times too high or low."""


class GuessNumber(TutorWidget):
    """A question whose answer is a number: a share of 1, asked for in per cent, or with `whole` a whole number.

    The learner moves the slider or types (per cent; a whole number is only typed), presses *Guess* and then sees the
    true number, how far off the guess was, and `why`. The first guess counts: `guess` keeps it, `near` says whether
    it was close, `on_result(call)` has `call(0, near)` called.

    >>> guess = GuessNumber("How many hands of 13 hold no 2?", 0.3038)
    >>> guess.give(25), guess.off
    (False, 5.38)
    """

    _esm = module("cards.js", "guess.js")
    _css = STYLE + module("guess.css")

    draft = t.Float(50.0).tag(sync=True)
    guess = t.Float(None, allow_none=True).tag(sync=True)

    def __init__(
        self, prompt: object = "", answer: object = None, whole: bool = False, why: str = "", **traits: Any
    ) -> None:
        self._prompt, self._why, self._whole = str(prompt), str(why), bool(whole)
        self._listeners: list[Callable[[int, bool], None]] = []
        self._trouble, self._answer = "", 0.0
        self._exact: Any = answer
        try:
            self._answer = self._read(answer)
        except ValueError as error:
            self._trouble = trouble(error)
        super().__init__(**traits)
        self._redraw()
        self.observe(self._redraw, ["guess", "strings"])

    def _read(self, answer: Any) -> float:
        try:
            value = float(answer)
        except (ValueError, TypeError, OverflowError):
            value = -1.0
        if not math.isfinite(value) or value < 0:
            raise ValueError(_("answer: {answer} is no number to guess").format(answer=repr(answer)))
        if not self._whole and value > 1:
            raise ValueError(
                _("answer: {answer} is more than everything; a share is 0 to 1, other numbers need whole=True").format(
                    answer=repr(answer)
                )
            )
        return value if self._whole else 100 * value

    def __repr__(self) -> str:
        return f"GuessNumber({self._prompt!r}, guess={self.guess})"

    def as_text(self) -> str:
        if self._trouble:
            return self._trouble
        return "\n".join(filter(None, [self._prompt, self.scene["says"]["text"], self.scene["why"]]))

    # -- what a cell may ask ------------------------------------------------------------------------

    @property
    def off(self) -> float | None:
        """How far off the guess was: points above or below, or with `whole` how many times too high or too low
        (never below 1). None before the guess.
        """
        if self.guess is None:
            return None
        if not self._whole:
            return round(abs(self.guess - self._answer), 9)
        low, high = sorted((max(self.guess, 1.0), max(self._answer, 1.0)))
        return high / low

    @property
    def near(self) -> bool | None:
        """Whether the guess was close; None before it."""
        off = self.off
        return None if off is None else off <= (NEAR_FACTOR if self._whole else NEAR_POINTS)

    @property
    def done(self) -> bool:
        """Whether the guess was made."""
        return self.guess is not None

    def on_result(self, call: Callable[[int, bool], None]) -> None:
        """Have `call(0, near)` called when the guess is made."""
        self._listeners.append(call)

    def give(self, guess: float) -> bool:
        """Guess (in per cent, or the whole number); whether that was near. Only the first guess counts."""
        if self.guess is None and not self._trouble:
            self.guess = float(guess)
            self._first_answer(f"{self.guess:g}", bool(self.near))
            self._got_right(f"{self.guess:g}")  # a far guess is no slip to mend: by now one knows the number
            for call in self._listeners:
                call(0, bool(self.near))
        return bool(self.near)

    # -- the page -----------------------------------------------------------------------------------

    def _do_guess(self, content: dict[str, Any]) -> None:
        guess = content.get("guess")
        if isinstance(guess, bool) or not isinstance(guess, int | float) or not math.isfinite(guess) or guess < 0:
            return
        if self._whole or guess <= 100:
            self.give(guess)

    def _redraw(self, _change: Any = None) -> None:
        if self._trouble:
            self.scene = {"trouble": self._trouble}
            return
        given = self.guess is not None
        self.scene = {
            "trouble": "",
            "prompt": self._prompt,
            "whole": self._whole,
            "given": given,
            "label": _("Your guess") if self._whole else _("Your guess in per cent"),
            "slider": _("Your guess in per cent, slider"),
            "button": _("Guess"),
            "first": _("Type a number first."),
            "limits": [_("never"), _("always")],
            "marks": self._marks() if given else [],
            "says": self._said() if given else says(),
            "why": self._why if given else "",
        }

    def _marks(self) -> list[dict[str, Any]]:
        """The guess and the truth on one scale from 0 to 1: per cent as they are, whole numbers by their powers."""
        assert self.guess is not None
        values = [self.guess, self._answer]
        if self._whole:
            top = max(math.log10(max(*values, 10.0)), 1.0)
            places = [math.log10(max(value, 1.0)) / top for value in values]
        else:
            places = [value / 100 for value in values]
        texts = [_("your guess: {number}"), _("true: {number}")]
        return [
            {"at": place, "text": text.format(number=self._number(value)), "kind": kind}
            for place, text, value, kind in zip(places, texts, values, ("guess", "true"), strict=True)
        ]

    def _number(self, value: float) -> str:
        if not self._whole:
            return percent(value / 100)
        exact = self._exact if value == self._answer else value
        return count(int(exact))

    def _fraction(self) -> str:
        """The exact fraction if that is what was given and it can be read at a glance."""
        top, below = getattr(self._exact, "p", None), getattr(self._exact, "q", None)
        if self._whole or not isinstance(top, int) or not isinstance(below, int) or below in (1, 100):
            return ""
        return f"{top}/{below}" if below < 10**6 else ""

    def _said(self) -> dict[str, str]:
        assert self.guess is not None
        fraction = self._fraction()
        true = self._number(self._answer) + (f" ({fraction})" if fraction else "")
        if not self._whole:
            off = self.off or 0.0
            points = f"{off:.1f}".removesuffix(".0")
            if off < 0.05:
                text = _("It is {true}. That is your guess!")
            elif self.guess > self._answer:
                text = _("It is {true}. Your guess was {points} percentage points too high.")
            else:
                text = _("It is {true}. Your guess was {points} percentage points too low.")
            return says(text.format(true=true, points=points), "good" if self.near else "info")
        times = self.off or 1.0
        factor = count(int(times)) if times >= 10 else f"{times:.1f}".removesuffix(".0")
        if times < 1.05:
            text = _("It is {true}. Your guess was as good as that!")
        elif self.guess > self._answer:
            text = _("It is {true}. Your guess was {times} times too high.")
        else:
            text = _("It is {true}. Your guess was {times} times too low.")
        return says(text.format(true=true, times=factor), "good" if self.near else "info")
