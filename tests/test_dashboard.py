"""The dashboard: what it shows is what the log says, and each picture has its table."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime, timedelta

import pytest

from tutor import puzzles
from tutor.charts import band, calendar, intervals
from tutor.dashboard import MOST_THEMES, Dashboard
from tutor.progress import Attempt, MemoryStore, SafeStore, Trainer

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


def filled(answers: int = 12, storms: int = 1) -> tuple[MemoryStore, datetime]:
    now, chance, store = NOON, random.Random(1), MemoryStore()
    trainer = Trainer(puzzles.load(), store, "ann", clock=lambda: now, zone=UTC)
    for _each in range(answers):
        now += timedelta(hours=chance.choice([1, 24]))
        puzzle = trainer.next()
        trainer.record(puzzle, str(puzzle.answer), chance.random() < 0.6, seconds=9)
    for _each in range(storms):
        for puzzle in trainer.storm(4):
            now += timedelta(seconds=9)
            trainer.record(puzzle, "-", chance.random() < 0.6, seconds=9, kind="storm")
    return store, now


def board(**more: object) -> tuple[Dashboard, str]:
    store, now = filled()
    made = Dashboard("ann", store=store, clock=lambda: now, **more)  # type: ignore[arg-type]
    return made, made._repr_html_()


def test_it_says_what_the_trainer_says() -> None:
    made, shown = board()
    text = str(made)
    rating = made.trainer.rating
    assert rating is not None
    assert f"The rating is {round(rating.rating)}: with 95 % it is between" in text
    assert "ann has answered 16 times." in text
    assert len(made.pictures) == 5
    for each in made.trainer.accuracy()[:MOST_THEMES]:
        assert f"{each.right} of {each.tried}" in shown
    assert sum(int(number) for number in re.findall(r"2026-\d\d-\d\d  (\d+)$", str(made.pictures[3]), re.M)) == 16
    storm = made.trainer.storms()[0]
    assert str(made.pictures[4]).splitlines()[-1].split()[-2:] == [str(storm.right), str(storm.wrong)]


def test_each_picture_has_a_name_and_a_table_with_headings() -> None:
    made, shown = board()
    for picture in made.pictures:
        html = picture._repr_html_()
        assert re.search(r'<svg [^>]*role="img" aria-label="[^"]+"', html)
        assert html.count("<table>") == 1
        assert "<th scope=row>" in html
        assert "<th scope=col>" in html
    assert "<script" not in shown


def test_parts_can_be_left_out() -> None:
    made, _shown = board(rating=False, repetition=False, streaks=False)
    assert "rating" not in str(made).lower()
    assert len(made.pictures) == 2
    assert "in a row" not in str(made)


def test_what_comes_back_adds_up_to_what_was_seen() -> None:
    made, _shown = board()
    numbers = [int(line.split()[-1]) for line in str(made.pictures[2]).splitlines()[1:]]
    assert sum(numbers) == len(made.trainer.schedule())


def test_an_empty_log_and_one_with_lessons_alone() -> None:
    store = MemoryStore([Attempt("ann", "lesson-01/x", NOON, "-", True, kind="lesson")])
    for made in (Dashboard("ben", store=store), Dashboard("ann", store=store)):
        assert "has not answered a puzzle yet" in made._repr_html_()
        assert made.pictures == []


def test_a_name_is_shown_as_text_and_a_warning_is_said() -> None:
    assert "<i>" not in Dashboard("<i>", store=MemoryStore())._repr_html_().split("</style>")[1]
    assert "read-only" in str(Dashboard("ann", store=SafeStore(None, "read-only folder")))
    assert str(Dashboard("x" * 65, store=MemoryStore())).startswith("I cannot use this: learner: ")


def test_hundreds_of_answers_are_drawn_with_few_points() -> None:
    points = [(str(n), 1400.0, 1500.0 + n, 1600.0 + n) for n in range(60)]
    assert "<circle" not in band(points, "x", ["a", "b", "c", "d"])._repr_html_()
    store, now = filled(answers=30, storms=0)
    assert str(Dashboard("ann", store=store, clock=lambda: now).pictures[0]).count("\n") <= 62


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_a_dot_lies_in_its_line(share: float) -> None:
    html = intervals([("x", share / 2, share, (1 + share) / 2, "1 of 2")], "t", ["a", "b", "c"])._repr_html_()
    low, high = re.search(r'tlc-line tlc-0" x1="([\d.]+)" x2="([\d.]+)"', html).groups()  # type: ignore[union-attr]
    dot = re.search(r'<circle cx="([\d.]+)"', html)
    assert dot
    assert float(low) <= float(dot[1]) <= float(high)


def test_a_calendar_shows_the_number_and_not_only_a_shade() -> None:
    html = calendar({NOON.date(): 3}, NOON.date(), "t", ["day", "answers"])._repr_html_()
    assert html.count("tlc-day tlc-full") == 1
    assert re.search(r"<text[^>]*>3</text>", html)
    assert "<th scope=row>2026-03-10</th><td>3</td>" in html
