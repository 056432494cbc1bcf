"""Lesson 1 in a real JupyterLab: run, answered, its puzzle solved; no error in the browser's console."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

LESSON = "01-the-order-of-the-cards.ipynb"

pytestmark = pytest.mark.slow


@pytest.fixture
def lesson(lab: Any, clean_page: Page) -> Page:
    """The lesson with every cell run, and the page that shows it."""
    lab.open(clean_page, LESSON)
    lab.run_all(clean_page)
    expect(_widget(clean_page, "tl-table")).to_have_count(2, timeout=60_000)
    expect(_puzzle(clean_page)).to_be_visible()
    expect(clean_page.locator(".jp-OutputArea-output [data-mime-type*=error], .jp-RenderedText[data-mime-type*=stderr]")
           ).to_have_count(0)  # fmt: skip
    return clean_page


def _widget(page: Page, kind: str) -> Locator:
    return page.locator(f".{kind}")


def _puzzle(page: Page) -> Locator:
    return _widget(page, "tl-table").last


def _cells(page: Page) -> int:
    return page.evaluate("() => window.jupyterapp.shell.currentWidget.content.widgets.length")


def test_the_lesson_is_answered_and_its_puzzle_solved(lesson: Page) -> None:
    """One answer wrong, one right, each with its reason; then the puzzle, with a wrong play on the way."""
    question = _widget(lesson, "tl-ask").first
    question.get_by_role("radio", name="jack of diamonds").click()
    question.get_by_role("button", name="Check").click()
    expect(question.get_by_role("status")).to_have_text("Not quite.")
    expect(question.get_by_role("listitem")).to_contain_text("K♣ is higher than J♦")
    question.get_by_role("button", name="Try again").click()
    question.get_by_role("radio", name="king of clubs").click()
    question.get_by_role("button", name="Check").click()
    expect(question.get_by_role("status")).to_contain_text("Right. K♣ is higher than J♦")

    puzzle = _puzzle(lesson)
    puzzle.get_by_role("option", name="three of spades").click()
    puzzle.get_by_role("button", name="Play", exact=True).click()
    expect(puzzle.get_by_role("status")).to_contain_text("Ben beats 3♠ with 7♠. Ben leads 4♣ 4♦. Ben has no cards left")
    puzzle.get_by_role("button", name="To the end").click()
    expect(puzzle.get_by_text("Ben laid a pair")).to_be_visible()
    puzzle.get_by_role("button", name="Take back and try again").click()
    for name in ("five of diamonds", "five of hearts"):
        puzzle.get_by_role("option", name=name).click()
    puzzle.get_by_role("button", name="Play", exact=True).click()
    expect(puzzle.get_by_role("status")).to_contain_text("Right so far.")
    puzzle.get_by_role("option", name="three of spades").click()
    puzzle.get_by_role("button", name="Play", exact=True).click()
    expect(puzzle.get_by_role("status")).to_contain_text("Solved.")
    expect(puzzle.get_by_role("table", name="All first plays")).to_be_visible()


def test_the_puzzle_with_the_keyboard_alone(lesson: Page) -> None:
    """From the first card to "Solved"; keys that are commands of the notebook do nothing there (C33)."""
    puzzle, cells, keys = _puzzle(lesson), _cells(lesson), lesson.keyboard
    status = puzzle.get_by_role("status")
    first = puzzle.get_by_role("option").first
    first.focus()
    expect(first).to_be_focused()
    for key in ("b", "x", "d", "d", "a", "Escape"):
        keys.press(key)
    assert _cells(lesson) == cells
    keys.press("Space")
    expect(first).to_have_attribute("aria-selected", "true")
    keys.press("Enter")
    expect(status).to_contain_text("That does not do it.")
    _tab_to(lesson, puzzle.get_by_role("button", name="One play on"))
    keys.press("Enter")
    expect(puzzle.locator("[aria-current=step]")).to_contain_text("Ben beats 3♠ with 7♠.")
    _tab_to(lesson, puzzle.get_by_role("button", name="Take back and try again"))
    keys.press("Enter")
    expect(status).to_contain_text("Your turn again.")
    first.focus()
    for key in ("ArrowRight", "Space", "ArrowRight", "Space", "Enter"):
        keys.press(key)
    expect(status).to_contain_text("Right so far.")
    keys.press("Space")
    expect(first).to_have_attribute("aria-selected", "true")
    keys.press("Enter")
    expect(status).to_contain_text("Solved.")
    assert _cells(lesson) == cells
    expect(lesson.locator(".jp-mod-editMode .jp-Cell.jp-mod-active .cm-focused")).to_have_count(0)


def _tab_to(page: Page, target: Locator) -> None:
    for _press in range(20):
        if target.evaluate("(one) => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    expect(target).to_be_focused()


def test_cells_run_twice_edited_and_out_of_order(lesson: Page) -> None:
    """C36: a second run gives a second, fresh widget; a wrong edit gives one friendly line, never a traceback."""
    run_cell = """async ([text, source]) => {
        const notebook = window.jupyterapp.shell.currentWidget.content;
        const cell = notebook.widgets.findIndex((one) => one.model.sharedModel.getSource().startsWith(text));
        notebook.activeCellIndex = cell;
        if (source) notebook.activeCell.model.sharedModel.setSource(source);
        await window.jupyterapp.commands.execute('notebook:run-cell');
        return cell;
    }"""
    lesson.evaluate(run_cell, ["PuzzlePlayer(", None])
    expect(_widget(lesson, "tl-table")).to_have_count(2)
    expect(_puzzle(lesson).get_by_role("option")).to_have_count(3)
    lesson.evaluate(run_cell, ["PuzzlePlayer(", 'PuzzlePlayer("pagat 3s5d5h/4x 0 - -")'])
    expect(_puzzle(lesson).get_by_role("alert")).to_contain_text("I cannot use this: hands: '4x'")
    lesson.evaluate(run_cell, ["higher(", 'higher("8s", "seven")'])
    expect(lesson.get_by_text("I cannot read 'seven' as a card.")).to_be_visible()
