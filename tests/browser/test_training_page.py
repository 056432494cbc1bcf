"""The trainer in a browser: a puzzle after another, the storm's clock, a learner's data, and lesson 9 in JupyterLab."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect
from states import _training as training

from tutor.dashboard import Dashboard
from tutor.explain import card_name
from tutor.puzzles import solved

Show = Callable[[Any], Any]


def hand(view: Locator) -> Locator:
    """The cards to pick from; the options of the lists above are no cards."""
    return view.locator(".tl-felt").get_by_role("option")


def lay(view: Locator, cards: Any) -> None:
    for card in cards:
        view.get_by_role("option", name=card_name(card), exact=True).click()
    view.get_by_role("button", name="Play", exact=True).click()


def right(made: Any) -> Any:
    return made.puzzle.answer.cards


def wrong(made: Any) -> Any:
    best = solved(made.puzzle.position, made.puzzle.goal).best
    return next(play for play in made.puzzle.position.legal_plays() if play not in best and not play.is_pass).cards


def test_one_puzzle_after_another(show: Show) -> None:
    made = training()
    view = show(made).view()
    first = made.puzzle
    lay(view, wrong(made))
    expect(view.get_by_text("That does not do it.")).to_be_visible()
    expect(view.locator(".tl-result")).to_contain_text(re.compile(r"Your rating: 1500 ± \d+ before, \d+ ± \d+ now\."))
    view.get_by_role("button", name="Next puzzle").last.click()
    expect(view.locator(".tl-title")).not_to_contain_text(first.title)
    lay(view, right(made))
    expect(view.locator(".tl-result")).to_contain_text("now.")
    assert [attempt.right for attempt in made.trainer.log] == [False, True]
    view.get_by_role("button", name="My mistakes (1)").click()
    expect(view.locator(".tl-title")).to_contain_text(first.title)
    expect(view.locator(".tl-felt").get_by_role("option", selected=True)).to_have_count(0)


def test_a_theme_and_a_pool_are_chosen(show: Show) -> None:
    made = training()
    view = show(made).view()
    view.get_by_label("Theme").select_option("keep-the-pair")
    expect(view.locator(".tl-title")).to_contain_text("A low card to beat")
    view.get_by_label("Puzzles").focus()
    view.get_by_label("Puzzles").select_option("own")
    expect(view.get_by_text("Still out, and held by the others or set aside:")).to_be_visible()
    expect(view.get_by_label("Theme")).to_have_value("")
    expect(view.get_by_label("Puzzles")).to_be_focused()


def test_a_grey_way_says_why(show: Show) -> None:
    view = show(training()).view()
    button = view.get_by_role("button", name="My mistakes (0)")
    expect(button).to_have_accessible_description("You have no mistakes to repeat.")
    button.press("Enter")
    expect(view.get_by_role("status").first).to_have_text("You have no mistakes to repeat.")


def test_the_storm_s_clock_runs_is_spoken_now_and_then_and_ends(show: Show, page: Page) -> None:
    """The page's clock is turned by the test; Python's says when it is over."""
    page.clock.install()
    made = training()
    view = show(made).view()
    view.get_by_role("button", name="Storm, 3 minutes").click()
    timer, spoken = view.get_by_role("timer", name="Time left"), view.locator(".tl-trainer .tl-hear")
    expect(timer).to_contain_text("3:00")
    page.clock.run_for(30_000)
    expect(timer).to_contain_text("2:30")
    expect(spoken).to_have_text("")
    page.clock.run_for(31_000)
    expect(spoken).to_have_text("2 minutes left")
    made.trainer.clock.now += timedelta(seconds=61)
    lay(view, right(made))
    expect(timer).to_contain_text("1 of 1 right")
    expect(timer).to_contain_text("1:59")
    page.clock.run_for(110_000)
    expect(spoken).to_have_text("10 seconds left")
    expect(timer).to_contain_text("0:09")
    made.trainer.clock.now += timedelta(seconds=119)
    page.clock.run_for(10_000)
    expect(view.get_by_text("Time is up. 1 of 1 puzzle right. That is your best storm so far.")).to_be_visible()
    expect(timer).to_be_hidden()
    expect(hand(view)).to_have_count(0)
    view.get_by_role("button", name="Next puzzle").click()
    expect(hand(view).first).to_be_visible()


def test_a_storm_by_keyboard(show: Show, page: Page) -> None:
    """After each play the next hand is under one's fingers."""
    made = training()
    view = show(made).view()
    view.get_by_role("button", name="Storm, 3 minutes").press("Enter")
    expect(view.get_by_role("timer")).to_be_visible()
    hand(view).first.focus()
    for number in (1, 2):
        before = made.puzzle
        for key in ("Space", "Enter"):
            page.keyboard.press(key)
        expect(view.get_by_role("timer")).to_contain_text(f"of {number} right")
        assert made.puzzle != before
        expect(view.locator(".tl-felt [role=option]:focus")).to_have_count(1)


def test_a_view_that_is_closed_leaves_no_clock_behind(show: Show, page: Page) -> None:
    shown = show(training())
    view = shown.view()
    view.get_by_role("button", name="Storm, 3 minutes").click()
    expect(view.get_by_role("timer")).to_be_visible()
    assert shown.close() == 0


def test_learners_switches_and_data(show: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: Page) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TIENLEN_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("tutor.progress.who._picked", "")
    made = training()
    view = show(made).view()
    lay(view, right(made))
    view.get_by_text("Settings and your data").click()
    view.get_by_label("Rating", exact=True).uncheck()
    expect(view.locator(".tl-stats")).not_to_contain_text("Rating")
    assert not made.trainer.with_rating
    view.get_by_role("button", name="Export as CSV").click()
    told = view.get_by_role("status").first
    expect(told).to_contain_text("1 answer is written to tienlen-ann-2026-03-10")
    (file,) = tmp_path.glob("*.csv")
    view.get_by_role("button", name="Delete my data").click()
    expect(view.get_by_role("button", name="No, keep them")).to_be_focused()
    view.get_by_role("button", name="Delete", exact=True).click()
    expect(view.get_by_role("button", name="No, keep it")).to_be_visible()
    assert len(made.trainer.log) == 1
    view.get_by_role("button", name="Yes, delete everything").click()
    expect(told).to_have_text("1 answer is deleted.")
    with page.expect_file_chooser() as chooser:
        view.get_by_role("button", name="Import a file").click()
    chooser.value.set_files(file)
    expect(told).to_have_text("1 answer is new. 0 were here before.")
    view.get_by_label("Nickname").fill("<b>ben</b>")
    view.get_by_label("Nickname").press("Enter")
    expect(told).to_contain_text("Hello, <b>ben</b>.")
    assert made.trainer.log == []


def test_the_dashboard_is_read_in_light_and_dark_and_on_a_telephone(page: Page) -> None:
    made = training()
    for _each in range(3):
        made.play(made.puzzle.answer)
        made._do_on({})
    made.start("storm")
    made.play(made.puzzle.answer)
    made._do_stop({})
    board = Dashboard("ann", made.trainer.puzzles.values(), store=made.trainer.store, clock=made.trainer.clock)
    assert len(board.pictures) == 5
    for ground, text in (("#fff", "#111"), ("#111", "#eee")):
        page.set_viewport_size({"width": 320, "height": 800})
        style = f"background: {ground}; color: {text}"
        page.set_content(
            f"<html lang=en><title>x</title><body style='{style}'><main>{board._repr_html_()}</main></body>"
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert page.get_by_role("img").count() == 5
        for summary in page.locator("summary").all():
            summary.press("Enter")
        expect(page.get_by_role("table")).to_have_count(5)
        found = Axe().run(page, context="main", options={"resultTypes": ["violations"]})
        assert not found.response["violations"], found.generate_report()


@pytest.mark.slow
def test_lesson_9_is_left_and_resumed_in_jupyterlab(lab: Any, clean_page: Page) -> None:
    """A puzzle in the trainer, an exercise, another kernel: both are still known."""
    page = clean_page
    page.set_default_timeout(60_000)
    name = "09-what-do-you-play.ipynb"
    lab.open(page, name)
    lab.run_all(page)
    cells = page.locator(".jp-CodeCell")
    expect(cells.nth(1)).to_contain_text("Lesson 9, me:", timeout=60_000)
    expect(cells.last.locator(".tl-root")).to_be_visible(timeout=60_000)
    exercise = cells.nth(2).locator(".tl-root")
    exercise.locator("[data-key='7c7d']").click()
    exercise.get_by_role("button", name="Check", exact=True).click()
    expect(exercise.get_by_role("status")).to_contain_text("right")
    trainer = page.locator(".jp-CodeCell").filter(has_text='Training(pool="open")').locator(".tl-root")
    may_pass = trainer.get_by_role("button", name="Pass", exact=True)
    if may_pass.get_attribute("aria-disabled") == "false":  # whatever puzzle it chose, this is allowed
        may_pass.click()
    else:
        hand(trainer).first.click()
        trainer.get_by_role("button", name="Play", exact=True).click()
    expect(trainer.locator(".tl-result")).to_contain_text("Your rating")
    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    ready = "() => window.jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.status === 'idle'"
    page.wait_for_function(ready)
    lab.run_all(page)
    expect(cells.nth(1)).to_contain_text("answered right. The last answer was on", timeout=60_000)
    expect(cells.filter(has_text="Dashboard()")).to_contain_text("me has answered", timeout=60_000)
