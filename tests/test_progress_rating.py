"""Ratings: Glickman's example, and simulated players whose strength is known."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import ClassVar
from uuid import UUID

import fit_difficulty
import pytest
from players import PLAYERS

from tutor.difficulty import DEVIATION
from tutor.progress import Attempt, Item, MemoryStore, Rating, Trainer
from tutor.progress.glicko import LEAST_DEVIATION, SCALE, aged, expected, update
from tutor.progress.items import GUESSER, guessed_rating, items_of
from tutor.progress.rating import rated, rating

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)


class TestGlicko2:
    def test_gives_the_numbers_of_glickmans_example(self) -> None:
        # Mark Glickman, "Example of the Glicko-2 system": one player, three opponents, a rating period.
        results = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
        after = update(Rating(1500, 200, 0.06), results, tau=0.5)
        assert after.rating == pytest.approx(1464.06, abs=0.02)  # the paper rounds on the way, to 1464.06
        assert after.deviation == pytest.approx(151.52, abs=0.01)
        assert after.volatility == pytest.approx(0.05999, abs=0.00001)

    def test_without_a_game_is_only_less_sure(self) -> None:
        after = update(Rating(1500, 200, 0.06), [])
        assert after.rating == 1500
        assert after.deviation == pytest.approx((200**2 + (173.7178 * 0.06) ** 2) ** 0.5, abs=0.001)
        assert after.volatility == 0.06

    def test_moves_up_by_a_win_and_down_by_a_loss_and_more_by_a_surprise(self) -> None:
        me = Rating(1500, 100)
        gains = [update(me, [(Rating(opponent, 50), 1.0)]).rating - 1500 for opponent in (1100, 1500, 1900)]
        losses = [update(me, [(Rating(opponent, 50), 0.0)]).rating - 1500 for opponent in (1900, 1500, 1100)]
        assert 0 < gains[0] < gains[1] < gains[2]
        assert 0 > losses[0] > losses[1] > losses[2]

    def test_becomes_more_volatile_by_surprises(self) -> None:
        me = Rating(1500, 50)
        assert update(me, [(Rating(1500, 50), 1.0)] * 12).volatility > me.volatility
        assert update(me, [(Rating(1500, 50), 0.5)] * 12).volatility < me.volatility

    @pytest.mark.parametrize("gap", [0, 700, 5000, 1e6])
    @pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
    def test_stays_finite_at_any_distance(self, gap: float, score: float) -> None:
        after = update(Rating(1500, 350), [(Rating(1500 + gap, 30), score), (Rating(1500 - gap, 30), score)])
        assert abs(after.rating - 1500) < 1e6
        assert 0 < after.deviation <= 351

    def test_expects_what_the_logistic_curve_says_and_less_when_unsure(self) -> None:
        assert expected(Rating(1900, 0.001), Rating(1500, 0.001)) == pytest.approx(10 / 11, abs=1e-4)
        assert 0.5 < expected(Rating(1900, 350), Rating(1500, 100)) < 10 / 11
        assert expected(Rating(1500), Rating(1500)) == 0.5

    def test_forgets_within_bounds(self) -> None:
        assert 60 < aged(Rating(1500, 50), 30).deviation < 90
        assert aged(Rating(1500, 50), 1e9).deviation == 350


class TestAPuzzle:
    def test_without_a_rating_is_as_hard_as_a_guess_among_its_plays(self) -> None:
        class Plain:
            id = "x"
            themes = ("bomb",)

            class position:
                legal_plays = staticmethod(lambda: range(11))

        item = Item.of(Plain)
        assert (item.rating, item.themes) == (guessed_rating(Plain), ("bomb",))
        assert expected(Rating(1000, 0.001), Rating(item.rating.rating, 0.001)) == pytest.approx(1 / 11)

    def test_with_a_rating_keeps_it(self) -> None:
        class Mined:
            id = "x"
            rating = 1720

        assert items_of([Mined])["x"].rating == Rating(1720, 80)


def attempt(puzzle: str, right: bool, minutes: float, learner: str = "ann", **more: object) -> Attempt:
    return Attempt(learner, puzzle, NOW + timedelta(minutes=minutes), "-", right, **more)  # type: ignore[arg-type]


class TestARatingFromTheLog:
    items = items_of(Item(f"p{n}", Rating(1300 + 10 * n, 60)) for n in range(60))

    def test_does_not_depend_on_the_order_of_reading(self) -> None:
        log = [attempt(f"p{n}", n % 3 > 0, 7 * n) for n in range(40)]
        assert rating(log, self.items) == rating(log[::-1], self.items)

    def test_counts_the_first_try_of_each_puzzle_alone(self) -> None:
        log = [attempt("p1", False, 0)]
        more = [attempt("p1", True, n, kind=kind) for n, kind in enumerate(("review", "first", "storm", "set"), 1)]
        assert rating(log + more, self.items) == rating(log, self.items)

    def test_is_not_changed_by_a_review_of_a_clock_that_was_put_back(self) -> None:
        log = [attempt("p1", True, 0)]
        assert rating([attempt("p1", False, -60, kind="review"), *log], self.items) == rating(log, self.items)

    def test_passes_over_puzzles_that_are_no_more(self) -> None:
        assert rating([attempt("gone", True, 0)], self.items) == Rating()

    def test_rises_less_with_hints(self) -> None:
        with_hints, without = (rating([attempt("p20", True, 0, hints=n)], self.items) for n in (1, 0))
        assert with_hints.rating < without.rating

    def test_grows_unsure_in_a_pause_and_never_quite_sure(self) -> None:
        log = [attempt(f"p{n}", n % 2 > 0, n) for n in range(60)]
        fresh = rating(log, self.items, NOW + timedelta(hours=2))
        assert LEAST_DEVIATION <= fresh.deviation < 110
        assert rating(log, self.items, NOW + timedelta(days=300)).deviation > fresh.deviation + 50


def chance_of(strength: float, difficulty: float) -> float:
    """The true chance: players and puzzles are on one scale, ten to one at 400 points."""
    return 1 / (1 + 10 ** ((difficulty - strength) / 400))


class TestSimulatedPlayers:
    """Players of known strength solve what the trainer chooses. The puzzles' true difficulty is not the stated one."""

    TRIES = 240
    difficulty: ClassVar = {f"p{n}": 500 + 2 * n for n in range(1000)}  # 500 to 2498
    items = items_of(
        Item(name, Rating(hard + random.Random(name).gauss(0, 60), 60)) for name, hard in difficulty.items()
    )

    def play(self, strength: float, seed: int, skill_per_try: float = 0.0) -> tuple[Trainer, list[bool]]:
        chance = random.Random(f"{strength} {seed}")
        now = [NOW]
        trainer = Trainer(self.items.values(), MemoryStore(), f"player {seed}", clock=lambda: now[0], zone=UTC)
        answers = []
        for count in range(self.TRIES):
            puzzle = trainer.next()
            right = chance.random() < chance_of(strength + skill_per_try * count, self.difficulty[puzzle.id])
            answers.append(right)
            now[0] += timedelta(minutes=2) if count % 30 else timedelta(days=1)
            assert trainer.record(puzzle, "-", right, seconds=20).rated
        return trainer, answers

    @pytest.mark.parametrize("strength", [900, 1200, 1500, 1800, 2100])
    def test_get_the_rating_of_their_strength(self, strength: float) -> None:
        ends, shares, early = [], [], []
        for seed in range(2):
            trainer, answers = self.play(strength, seed)
            history = trainer.rating_history()
            ends.append(sum(point.rating.rating for point in history[-60:]) / 60)
            early.append(history[39].rating.rating)
            shares.append(sum(answers[20:]) / len(answers[20:]))
            assert history[-1].rating.deviation < 60
        assert abs(sum(ends) / 2 - strength) < 60, ends
        assert all(abs(end - strength) < 130 for end in ends), ends
        assert all(abs(rating - strength) < 300 for rating in early), early
        assert 0.60 <= sum(shares) / 2 <= 0.75, shares

    def test_are_followed_as_they_get_better(self) -> None:
        trainer, answers = self.play(1200, 7, skill_per_try=2.0)
        assert trainer.rating is not None
        assert abs(trainer.rating.rating - (1200 + 2.0 * self.TRIES)) < 160
        assert 0.6 <= sum(answers[20:]) / len(answers[20:]) <= 0.8

    def test_are_covered_by_the_interval_as_often_as_it_says(self) -> None:
        covered = 0
        for seed in range(60):
            strength = 1500 + 150 * (seed % 5 - 2)
            chance = random.Random(seed)
            names = chance.sample(sorted(self.items), 40)
            log = [
                attempt(name, chance.random() < chance_of(strength, self.difficulty[name]), n)
                for n, name in enumerate(names)
            ]
            found = rating(log, self.items)
            covered += found.low <= strength <= found.high
        assert covered >= 52, f"{covered} of 60"

    def test_of_a_class_rate_the_puzzles_as_well(self) -> None:
        # Nothing is known of the puzzles beforehand; thirty pupils answer forty of them each.
        unknown = {name: replace(item, rating=Rating(1500, 350)) for name, item in list(self.items.items())[200:800:10]}
        chance = random.Random(3)
        strengths = {f"pupil {n}": 1100 + 30 * n for n in range(30)}
        log = []
        for count in range(40):
            for learner, strength in strengths.items():
                name = chance.choice(sorted(unknown))
                right = chance.random() < chance_of(strength, self.difficulty[name])
                log.append(attempt(name, right, count * 60, learner, id=UUID(int=chance.getrandbits(128))))
        rater = rated(log, unknown, puzzles_move=True)
        by_rating = sorted(rater.puzzles, key=lambda name: rater.puzzles[name].rating)
        places = {name: place for place, name in enumerate(sorted(by_rating, key=self.difficulty.__getitem__))}
        n = len(by_rating)
        distance = sum((place - places[name]) ** 2 for place, name in enumerate(by_rating))
        assert 1 - 6 * distance / (n * (n * n - 1)) > 0.75  # Spearman
        pupils = sorted(strengths, key=lambda name: rater.learners[name].rating)
        distance = sum((place - int(name.split()[1])) ** 2 for place, name in enumerate(pupils))
        assert 1 - 6 * distance / (30 * (30 * 30 - 1)) > 0.75


class TestSimulatedPlayersAtRatedPuzzles:
    """Those who play cards (`players.PLAYERS`), at real positions with the ratings that `tutor.difficulty` gives them.

    They have not one strength for all positions, and the ratings are off. What a player does at a position is what it
    did in one of its recorded tries; its strength is the one that fits all of them best.
    """

    rows: ClassVar = {str(row.seed): row for row in fit_difficulty.read()}
    items = items_of(Item(name, Rating(row.rating, DEVIATION)) for name, row in rows.items())
    TRIES = 120

    def play(self, player: int, seed: int) -> tuple[float, float]:
        """The rating at the end (mean of the last forty), and the share of puzzles solved after the first twenty."""
        chance, now = random.Random(f"{player} {seed}"), [NOW]
        trainer = Trainer(self.items.values(), MemoryStore(), "player", clock=lambda: now[0], zone=UTC)
        answers = []
        for _ in range(self.TRIES):
            puzzle = trainer.next()
            right = chance.random() * fit_difficulty.ATTEMPTS < self.rows[puzzle.id].right[player]
            answers.append(right)
            now[0] += timedelta(minutes=2)
            trainer.record(puzzle, "-", right, seconds=20)
        end = [point.rating.rating for point in trainer.rating_history()[-40:]]
        return sum(end) / len(end), sum(answers[20:]) / len(answers[20:])

    def test_get_the_rating_of_their_strength_and_solve_two_of_three(self) -> None:
        _hard, _variance, skills = fit_difficulty.difficulties(list(self.rows.values()))
        strengths = [GUESSER + SCALE * skill for skill in skills]
        ends, shares = [], []
        for player in range(len(PLAYERS)):
            runs = [self.play(player, seed) for seed in range(3)]
            ends.append(sum(end for end, _share in runs) / len(runs))
            shares.append(sum(share for _end, share in runs) / len(runs))
        assert all(0.5 <= share <= 0.8 for share in shares), shares
        assert 0.60 <= sum(shares) / len(shares) <= 0.75, shares
        assert fit_difficulty.spearman(ends, strengths) > 0.9, (ends, strengths)
        assert all(abs(end - strength) < 130 for end, strength in zip(ends, strengths, strict=True)), (ends, strengths)
