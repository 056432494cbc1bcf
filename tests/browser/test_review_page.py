"""The review in the browser: judged as the page asks, looked at, tried again, kept as a puzzle."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tutor.own_puzzles import load_own
from tutor.progress.who import learner
from tutor.widgets import Review

Show = Callable[[Any], Any]

DEAL = """\
start: sheet 3s2h/4s/5s5c6d 0 - -
you: 0
seat 1: <b>Ben</b>
round 1: 0:3s 1:4s 2:5s 0:2h
result: places 2 1 3, points +1 +1 -2
"""


def test_judged_one_after_the_other_as_the_page_asks(show: Show, page: Page) -> None:
    """Nothing is computed before a page is there; then all is, and the costliest move lies on the table."""
    widget = Review(DEAL)
    assert not widget.judgement.decisions
    view = show(widget).view()
    expect(view.get_by_role("row")).to_have_count(3)
    assert widget.judgement.complete
    expect(view.locator(".tl-worst")).to_contain_text("Play 1: you led 3♠. Better was 2♥.")
    expect(view.locator(".tl-column").first).to_contain_text(
        "2♥ makes sure of the first place, whatever the others hold."
    )
    expect(view.locator(".tl-column").last).to_contain_text("Hindsight, all hands open")
    expect(view.get_by_role("img", name="Your chance of winning")).to_be_visible()
    # names of a file are text, and what could not be seen lies face down
    expect(view.get_by_role("group", name="<b>Ben</b>, 1 card")).to_be_visible()
    assert view.locator(".tl-back").count() == 4
    view.get_by_role("button", name="Show all hands").click()
    expect(view.locator(".tl-back")).to_have_count(0)


def test_stopped_and_gone_on_with(show: Show, page: Page) -> None:
    """Judging is stopped by a button; what is judged stays."""
    widget = Review(DEAL)
    widget._do_stop({})
    view = show(widget).view()
    expect(view.locator(".tl-progress")).to_have_text("0 of 2 decisions judged.")
    view.get_by_role("button", name="Go on judging").click()
    expect(view.locator(".tl-worst")).to_be_visible()
    expect(view.get_by_role("button", name="judging")).to_have_count(0)


def test_tried_again_by_hand_and_back(show: Show, page: Page) -> None:
    """The costly move is made better against bots, with the keyboard; then back to what was."""
    widget = Review(DEAL)
    view = show(widget).view()
    expect(view.locator(".tl-worst")).to_be_visible()
    view.get_by_role("button", name="Try again from here").click()
    expect(view.get_by_role("status").first).to_contain_text("Your turn. The others are played by Sensible.")
    view.get_by_role("option", name="two of hearts").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(view.get_by_role("option")).to_have_count(1)
    view.get_by_role("option", name="three of spades").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(view.get_by_role("status").first).to_contain_text("You are first")
    view.get_by_role("button", name="Back to the review").click()
    expect(view.locator(".tl-column").first).to_contain_text("Better was 2♥.")
    assert widget.judgement.record == Review(DEAL).judgement.record


def test_stepped_through_and_shown(show: Show, page: Page) -> None:
    """Every play can be stepped to; a row shows its position."""
    widget = Review(DEAL)
    view = show(widget).view()
    expect(view.locator(".tl-worst")).to_be_visible()
    view.locator(".tl-worst").get_by_role("button", name="Show play 1").click()
    expect(view.get_by_role("status").first).to_contain_text("You laid 3♠ here.")
    view.get_by_role("button", name="To the end").click()
    expect(view.get_by_role("status").first).to_contain_text("You are second")
    expect(view.get_by_role("button", name="Try again from here")).to_have_count(0)
    view.get_by_role("button", name="Show play 4").click()
    expect(view.locator(".tl-column").first).to_contain_text("Right: it was sure.")
    assert widget.at == 3


def test_kept_as_a_puzzle(show: Show, page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A position goes to the learner's own puzzles, proved; one that is none is refused in words."""
    monkeypatch.setenv("TIENLEN_DATA", str(tmp_path))
    widget = Review(DEAL)
    view = show(widget).view()
    expect(view.locator(".tl-worst")).to_be_visible()
    view.get_by_role("button", name="Save as my puzzle").click()
    expect(view.get_by_role("status").first).to_contain_text("among your puzzles")
    assert [str(puzzle.answer) for puzzle in load_own(learner()).puzzles] == ["2h"]
