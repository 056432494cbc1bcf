"""Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022): ratings that know how sure they are.

A learner and a puzzle meet as two players would: a right answer is a win for the learner. Written here because the
packages for it on PyPI get in each other's way. `update` is the paper's step, checked against the paper's example.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

SCALE = 400 / math.log(10)
"""Rating points in one unit of the paper's inner scale (the paper rounds it to 173.7178)."""

CENTRE = 1500.0
TAU = 0.5
"""How much the volatility may move; the paper advises 0.3 to 1.2."""

LEAST_DEVIATION, MOST_DEVIATION = 45.0, 350.0
"""Nobody is known better than the first, so that a learner who gets better is followed; nor less than the second."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength: two thirds of the time within `deviation` of `rating`, and how steady it has been (`volatility`)."""

    rating: float = CENTRE
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06

    @property
    def low(self) -> float:
        """The true strength is above this with 97.5 %."""
        return self.rating - 1.96 * self.deviation

    @property
    def high(self) -> float:
        """The true strength is below this with 97.5 %."""
        return self.rating + 1.96 * self.deviation

    def __str__(self) -> str:
        return f"{self.rating:.0f} ± {1.96 * self.deviation:.0f}"


def expected(player: Rating, opponent: Rating) -> float:
    """The score to expect from the player, between 0 and 1; nearer to 1/2 the less is known about the two.

    >>> round(expected(Rating(1600, 45), Rating(1450, 45)), 2)
    0.7
    """
    together = math.hypot(player.deviation, opponent.deviation) / SCALE
    return _expected((player.rating - opponent.rating) / SCALE, _weight(together))


def aged(player: Rating, periods: float) -> Rating:
    """The rating after some rating periods (parts of one count) without an answer: as high, less sure."""
    grown = math.hypot(player.deviation, SCALE * player.volatility * math.sqrt(max(0.0, periods)))
    return Rating(player.rating, min(MOST_DEVIATION, grown), player.volatility)


def update(player: Rating, results: Iterable[tuple[Rating, float]], periods: float = 1.0, tau: float = TAU) -> Rating:
    """The player's rating after these results (opponent, score 0 to 1), `periods` after the last ones.

    The paper's rating period is `periods = 1`. Without results the rating only ages. The deviation is not bounded here.
    """
    results = list(results)
    if not results:
        return aged(player, periods)
    mu, phi = (player.rating - CENTRE) / SCALE, player.deviation / SCALE
    information = difference = 0.0
    for opponent, score in results:
        weight = _weight(opponent.deviation / SCALE)
        chance = _expected(mu - (opponent.rating - CENTRE) / SCALE, weight)
        information += weight * weight * chance * (1 - chance)
        difference += weight * (score - chance)
    variance = 1 / information
    volatility = _volatility(player.volatility, phi, variance, variance * difference, tau)
    before = math.hypot(phi, volatility * math.sqrt(max(0.0, periods)))
    phi = 1 / math.sqrt(1 / before**2 + information)
    return Rating(CENTRE + SCALE * (mu + phi**2 * difference), SCALE * phi, volatility)


def _weight(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)


def _expected(difference: float, weight: float) -> float:
    # Kept off 0 and 1, which would make one answer infinitely telling; it takes 5,000 points to notice.
    return min(1 - 1e-12, max(1e-12, 1 / (1 + math.exp(min(700.0, -weight * difference)))))


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Step 5 of the paper: the root of f, found by the Illinois variant of regula falsi."""
    start = math.log(sigma * sigma)

    def f(x: float) -> float:
        power = math.exp(x)
        total = phi * phi + variance + power
        return power * (delta * delta - total) / (2 * total * total) - (x - start) / (tau * tau)

    a = start
    if delta * delta > phi * phi + variance:
        b = math.log(delta * delta - phi * phi - variance)
    else:
        steps = 1
        while f(start - steps * tau) < 0:
            steps += 1
        b = start - steps * tau
    f_a, f_b = f(a), f(b)
    while abs(b - a) > 1e-6:
        c = a + (a - b) * f_a / (f_b - f_a)
        f_c = f(c)
        if f_c * f_b <= 0:
            a, f_a = b, f_b
        else:
            f_a /= 2
        b, f_b = c, f_c
    return math.exp(a / 2)
