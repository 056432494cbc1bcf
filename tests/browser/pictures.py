"""The README's pictures, taken from the real thing into `docs/pictures/`.

    PICTURES=1 python -m pytest tests/browser/pictures.py

It needs Pillow, which makes the files small. Look at them before you commit them.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tutor import puzzles
from tutor.dashboard import Dashboard
from tutor.progress import MemoryStore, Trainer
from tutor.widgets import PlayTable, PuzzlePlayer

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
LESSON = "01-the-order-of-the-cards.ipynb"
LARGEST = 150_000

pytestmark = pytest.mark.skipif(not os.environ.get("PICTURES"), reason="only on demand: PICTURES=1")


def keep(name: str, shot: bytes) -> None:
    """As PNG with 256 colours."""
    from PIL import Image

    FOLDER.mkdir(parents=True, exist_ok=True)
    image = Image.open(io.BytesIO(shot)).convert("RGB").quantize(256, dither=Image.Dither.NONE)
    image.save(FOLDER / f"{name}.png", optimize=True)
    assert (FOLDER / f"{name}.png").stat().st_size < LARGEST


def pick(view: Locator, *cards: str) -> None:
    for card in cards:
        view.get_by_role("option", name=card).click()


def test_four_seats(show: Callable[[Any], Any], page: Page) -> None:
    page.set_viewport_size({"width": 860, "height": 800})
    view = show(PuzzlePlayer("four-hands")).view()
    pick(view, "ten of clubs", "ten of hearts")
    expect(view.get_by_role("button", name="Play", exact=True)).to_be_enabled()
    page.mouse.move(0, 0)
    keep("puzzle", view.locator(".tl-root").screenshot())


@pytest.mark.browser_context_args(color_scheme="dark")
def test_refutation_in_the_dark(show: Callable[[Any], Any], page: Page) -> None:
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.set_viewport_size({"width": 860, "height": 900})
    player = PuzzlePlayer("four-hands")
    wrong = next(play for play in player._attempt().position.legal_plays() if not PuzzlePlayer("four-hands").play(play))
    view = show(player).view()
    view.get_by_role("option").first.wait_for()
    pick(view, *(player.strings["cards"][str(card)] for card in wrong.cards))
    view.get_by_role("button", name="Play", exact=True).click()
    for _step in range(2):
        view.get_by_role("button", name="One play on").click()
    page.mouse.move(0, 0)
    keep("refutation-dark", view.locator(".tl-root").screenshot())


@pytest.mark.browser_context_args(has_touch=True, device_scale_factor=2)
def test_on_a_phone(show: Callable[[Any], Any], page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 720})
    view = show(PuzzlePlayer("low-card")).view()
    pick(view, "two of hearts")
    keep("phone", view.locator(".tl-root").screenshot())


def test_lesson_in_jupyterlab(lab: Any, clean_page: Page) -> None:
    page = clean_page
    page.set_viewport_size({"width": 1080, "height": 800})
    lab.open(page, LESSON)
    lab.run_all(page)
    expect(page.locator(".tl-table")).to_have_count(2, timeout=60_000)
    page.evaluate("() => window.jupyterapp.commands.execute('application:toggle-left-area')")
    question = page.locator(".tl-ask").first
    question.get_by_role("radio", name="king of clubs").click()
    question.get_by_role("button", name="Check").click()
    expect(question.get_by_role("status")).to_contain_text("Right.")
    page.evaluate(
        """() => {
            const book = window.jupyterapp.shell.currentWidget.content;
            const cells = book.widgets.map((cell) => cell.model.sharedModel.getSource());
            book.scrollToItem(cells.findIndex((text) => text.startsWith('## Step 1')), 'start');
        }"""
    )
    page.mouse.move(0, 0)
    page.wait_for_timeout(800)  # until the page has scrolled
    keep("lesson", page.screenshot())


def test_a_match(show: Callable[[Any], Any], page: Page) -> None:
    page.set_viewport_size({"width": 860, "height": 1000})
    play = PlayTable(seed=890, explain=True)
    play.run()
    view = show(play).view()
    view.get_by_role("option").first.wait_for()
    page.mouse.move(0, 0)
    keep("match", view.locator(".tl-root").first.screenshot())


def made_up_dashboard() -> Dashboard:
    """Of somebody who has practised for a month and is good at some things."""
    chance, store = Random(7), MemoryStore()
    pool, now = puzzles.load(), [datetime(2026, 10, 20, 17, tzinfo=UTC)]
    trainer = Trainer(pool, store, "ann", clock=lambda: now[0])
    for day in range(38):
        for _puzzle in range(chance.choice((0, 3, 6, 8))):
            now[0] += timedelta(minutes=2)
            puzzle = trainer.next()
            trainer.record(puzzle, "-", chance.random() < 0.55 + 0.1 * (day > 15), seconds=40)
        now[0] += timedelta(days=1) - timedelta(minutes=16)
    return Dashboard("ann", pool, store=store, clock=lambda: now[0])


def test_the_dashboard(page: Page) -> None:
    """A made-up learner's."""
    page.set_viewport_size({"width": 760, "height": 1000})
    page.set_content(made_up_dashboard()._repr_html_())
    keep("dashboard", page.screenshot(full_page=True))
