"""Lessons 6 and 10 in a real JupyterLab: run, guessed in, answered wrong and right, edited; no error anywhere."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.slow

ERRORS = ".jp-OutputArea-output[data-mime-type*=error], .jp-RenderedText[data-mime-type*=stderr]"

RUN_CELL = """async ([id, source]) => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.activeCellIndex = notebook.widgets.findIndex((one) => one.model.id === id);
    if (source) notebook.activeCell.model.sharedModel.setSource(source);
    await window.jupyterapp.commands.execute('notebook:run-cell');
}"""


def cell(page: Page, cell_id: str) -> Locator:
    """The cell of this id; scrolled to, since JupyterLab draws only what is near."""
    at = page.evaluate(
        """(id) => {
            const notebook = window.jupyterapp.shell.currentWidget.content;
            const at = notebook.widgets.findIndex((one) => one.model.id === id);
            notebook.activeCellIndex = at;
            notebook.scrollToItem(at, 'start');
            return at;
        }""",
        cell_id,
    )
    return page.locator(".jp-Notebook .jp-Cell").nth(at)


def run(lab: Any, page: Page, name: str, last: str) -> None:
    lab.open(page, name)
    lab.run_all(page)
    expect(cell(page, last).locator(".tl-table")).to_be_visible(timeout=120_000)
    expect(page.locator(ERRORS)).to_have_count(0)


def test_lesson_6(lab: Any, clean_page: Page) -> None:
    """A far guess and a near one, a chart, a wrong and a right answer, the puzzle, and a slip in a call."""
    page = clean_page
    run(lab, page, "06-how-likely-is-it.ipynb", "puzzle-widget")

    guess = cell(page, "no-two-guess").locator(".tl-guess")
    guess.get_by_role("spinbutton").fill("5")
    guess.get_by_role("button", name="Guess").click()
    expect(guess.get_by_role("status")).to_have_text(
        "It is 30.4 % (6327/20825). Your guess was 25.4 percentage points too low."
    )
    near = cell(page, "quad-guess").locator(".tl-guess")
    near.get_by_role("spinbutton").fill("3")
    near.get_by_role("spinbutton").press("Enter")
    expect(near.get_by_role("status")).to_have_attribute("data-tone", "good")

    chart = cell(page, "twos-bars")
    expect(chart.get_by_role("img", name="2s in a hand of 13 cards")).to_be_visible()

    check = cell(page, "check-widget").locator(".tl-ask")
    check.locator(".tl-option").first.click()
    check.get_by_role("button", name="Check").click()
    expect(check.get_by_role("status")).not_to_be_empty()
    expect(check.get_by_role("button", name="Next")).to_be_visible()

    puzzle = cell(page, "puzzle-widget").locator(".tl-table")
    puzzle.get_by_role("option", name="two of hearts").click()
    puzzle.get_by_role("button", name="Play", exact=True).click()
    expect(puzzle.get_by_role("status")).to_contain_text("That does not do it.")
    puzzle.get_by_role("button", name="Take back and try again").click()
    for name in ("nine of spades", "ten of spades", "jack of hearts"):
        puzzle.get_by_role("option", name=name).click()
    puzzle.get_by_role("button", name="Play", exact=True).click()
    expect(puzzle.get_by_role("status")).to_contain_text("Right so far.")

    page.evaluate(RUN_CELL, ["chop-pair", 'somebody_can_chop("3x", "2h")'])
    slip = cell(page, "chop-pair").locator(".jp-OutputArea-output")
    expect(slip).to_have_text("cards: '3x' cannot be read from '3x' on")
    page.evaluate(RUN_CELL, ["no-two-guess", 'GuessNumber("?", 7)'])
    expect(cell(page, "no-two-guess").get_by_role("alert")).to_contain_text("I cannot use this: answer: 7 is more")


def test_lesson_10(lab: Any, clean_page: Page) -> None:
    """Values found from the ends back, a wrong one and a right one; the tree as a list; nothing ticked is an answer."""
    page = clean_page
    run(lab, page, "10-how-the-solver-knows.ipynb", "puzzle-widget")

    first = cell(page, "first-guess").locator(".tl-ask")
    first.get_by_role("checkbox", name="three of spades").click()
    first.get_by_role("button", name="Check").click()
    expect(first.get_by_role("status")).to_have_text("Not quite.")
    expect(first).to_contain_text("Ben beats 3♠ with 7♠.")

    drawn = cell(page, "small-tree")
    expect(drawn.get_by_role("img")).to_be_visible()
    drawn.get_by_text("The same tree as a list").click()
    expect(drawn.get_by_role("listitem").first).to_contain_text("Start: F, you to play")

    values = cell(page, "node-values").locator(".tl-ask")
    for answer, said in (("I win", "Right. You choose here, and 9♠ leads to a win."), ("I win", "Not quite.")):
        values.get_by_role("radio", name=answer).click()
        values.get_by_role("button", name="Check").click()
        expect(values.get_by_role("status")).to_contain_text(said)
        if values.get_by_role("button", name="Next").is_visible() and said.startswith("Right"):
            values.get_by_role("button", name="Next").click()
    expect(values).to_contain_text("Ben chooses here, and 7♥ beats you. One such play is enough.")

    hidden = cell(page, "hidden-guess").locator(".tl-ask")
    hidden.get_by_role("button", name="Check").click()
    expect(hidden.get_by_role("status")).to_have_text("All right.")

    puzzle = cell(page, "puzzle-widget").locator(".tl-table")
    for name in ("five of spades", "five of hearts"):
        puzzle.get_by_role("option", name=name).click()
    puzzle.get_by_role("button", name="Play", exact=True).click()
    expect(puzzle.get_by_role("status")).to_contain_text("Right so far.")

    page.evaluate(RUN_CELL, ["small-tree", 'tree("pagat 6s9s/7x 0 1:5h -")'])
    expect(cell(page, "small-tree")).to_contain_text("I cannot use this: hands: '7x'")
