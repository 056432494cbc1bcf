"""Guessing a number in a browser: what one sees, what the keyboard does, what a screen reader hears, what reaches
Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from sympy import Rational, binomial

from tutor.charts import bars, curve
from tutor.proofs import only_these
from tutor.trees import tree
from tutor.widgets import GuessNumber

Show = Callable[[Any], Any]
HOSTILE = "<img src=x onerror=\"document.title='broken'\">"


def share(**more: Any) -> GuessNumber:
    return GuessNumber("Of 100 hands, how many hold no 2?", Rational(6327, 20825), **more)


def whole() -> GuessNumber:
    return GuessNumber("How many hands are there?", binomial(52, 13), whole=True)


def given(widget: GuessNumber, guess: float) -> GuessNumber:
    widget.give(guess)
    return widget


def test_the_slider_and_the_field_move_together_and_the_truth_is_shown(show: Show) -> None:
    """Before the guess nothing gives the number away; after it the same guess cannot be mended."""
    guess = share(why="48 of the 52 cards are no 2.")
    view = show(guess).view()
    field, slider = view.get_by_role("spinbutton", name="Your guess in per cent"), view.get_by_role("slider")
    slider.fill("40")
    expect(field).to_have_value("40")
    field.fill("27.5")
    expect(view).not_to_contain_text("30.4")
    view.get_by_role("button", name="Guess").click()
    expect(view.get_by_role("status")).to_have_text(
        "It is 30.4 % (6327/20825). Your guess was 2.9 percentage points too low."
    )
    expect(view).to_contain_text("48 of the 52 cards are no 2.")
    expect(view.locator(".tl-mark-guess")).to_have_text("your guess: 27.5 %")
    expect(view.locator(".tl-mark-true")).to_have_text("true: 30.4 %")
    expect(field).to_be_hidden()
    assert (guess.draft, guess.guess, guess.near) == (27.5, 27.5, True)


def test_a_whole_number_is_typed_and_judged_by_how_many_times(show: Show) -> None:
    guess = whole()
    view = show(guess).view()
    expect(view.get_by_role("slider")).to_have_count(0)
    view.get_by_role("button", name="Guess").click()
    expect(view.get_by_role("status")).to_have_text("Type a number first.")
    view.get_by_role("spinbutton", name="Your guess").fill("1000000")
    view.get_by_role("button", name="Guess").click()
    expect(view.get_by_role("status")).to_have_text("It is 635 013 559 600. Your guess was 635 013 times too low.")
    assert guess.near is False


def test_the_keyboard_alone(show: Show, page: Page) -> None:
    """Arrows move the slider, Enter guesses, and the verdict has the focus then."""
    guess = share()
    view = show(guess).view()
    page.keyboard.press("Tab")
    expect(view.get_by_role("slider", name="Your guess in per cent, slider")).to_be_focused()
    for _step in range(3):
        page.keyboard.press("ArrowRight")
    expect(view.get_by_role("spinbutton")).to_have_value("53")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(view.get_by_role("status")).to_contain_text("22.6 percentage points too high.")
    expect(view.get_by_role("status")).to_be_focused()
    assert guess.guess == 53


def test_two_views_show_the_same_and_leave_nothing_behind(show: Show) -> None:
    shown = show(share())
    first, second = shown.view(1), shown.view(2)
    first.get_by_role("slider").fill("12")
    expect(second.get_by_role("spinbutton")).to_have_value("12")
    first.get_by_role("button", name="Guess").click()
    expect(second.get_by_role("status")).to_contain_text("18.4 percentage points too low.")
    shown.close(1)
    assert shown.close(2) == 0


@pytest.mark.parametrize("text", ["", "101", "-3"])
def test_what_is_no_share_is_not_taken(show: Show, text: str) -> None:
    guess = share()
    view = show(guess).view()
    view.get_by_role("spinbutton").fill(text)
    view.get_by_role("button", name="Guess").click()
    expect(view.get_by_role("status")).to_have_text("Type a number first.")
    assert guess.guess is None


def test_text_is_never_markup(show: Show, page: Page) -> None:
    widgets = [GuessNumber(HOSTILE, 0.5, why=HOSTILE), GuessNumber("What?", HOSTILE)]
    widgets[0].give(50)
    shown = [show(widget).view(number) for number, widget in enumerate(widgets, 1)]
    for view in shown:
        expect(view).to_contain_text("<img")
        assert view.locator("img").count() == 0
    assert page.title() == "Widget host"


EVERY: dict[str, Callable[[], GuessNumber]] = {
    "share": share,
    "share, low": lambda: given(share(), 0),
    "share, high": lambda: given(share(why="So it is."), 100),
    "share, both at the end": lambda: given(GuessNumber("Sure?", 0.99), 98),
    "whole": whole,
    "whole, given": lambda: given(whole(), 7),
    "trouble": lambda: GuessNumber("What?", "x"),
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", EVERY)
def test_axe_finds_nothing(show: Show, page: Page, name: str, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    show(EVERY[name]()).view()
    found = Axe().run(page, context="#view-1")
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("width", [360, 640])
@pytest.mark.parametrize("name", EVERY)
def test_nothing_sticks_out_when_narrow(show: Show, page: Page, name: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    show(EVERY[name]()).view()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


# ------------------------------------------------------------------ the pictures of the lessons


PICTURES = {
    "bars": lambda: bars({"heads": 0.5, "tails": 0.25}, "A bent coin"),
    "bars in pairs": lambda: bars({1: (0.5, 0.4), 2: (0.25, 0.3)}, "Counted and dealt", ["counted", "dealt"]),
    "bars of numbers": lambda: bars({2: (6, 11), 5: (101808, 5313)}, "Growth", counts=True, logarithmic=True),
    "curve": lambda: curve({6: (0.1, 0.2), 7: (0.2, 0.4)}, "Chances", ["quad", "run"], "cards"),
    "tree": lambda: tree("pagat 3s5d5h/7s 0 - -"),
    "tree with letters": lambda: tree("pagat 6s9s/7h 0 1:5h -", values=False),
    "tree with cuts": lambda: tree("pagat 3s5d5h/7s 0 - -", cuts=True),
    "tree of a hidden hand": lambda: tree(only_these("pagat 6s9s/?1 0 1:5h -", "7h Th")),
}


@pytest.mark.parametrize("width", [360, 1200])
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_fits_and_is_heard(clean_page: Page, name: str, width: int) -> None:
    """It has a name, axe finds nothing, and a wide tree scrolls inside its own box."""
    page = clean_page
    page.set_viewport_size({"width": width, "height": 800})
    html = PICTURES[name]()._repr_html_()
    page.set_content(f"<!doctype html><html lang=en><title>x</title><main><h1>x</h1>{html}</main></html>")
    expect(page.get_by_role("img")).to_have_count(1)
    assert page.get_by_role("img").get_attribute("aria-label")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for details in page.locator("summary").all():
        details.click()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("theme", ["true", "false"])
def test_marks_in_a_tree_are_readable_in_both_themes(clean_page: Page, theme: str) -> None:
    """Wins and losses have their own dark and light colours, and a sign as well."""
    page = clean_page
    page.set_content(f'<body data-jp-theme-light="{theme}">{tree("pagat 6s9s/7h 0 1:5h -")._repr_html_()}</body>')
    win = page.locator("text.tlt-win").first
    expect(win).to_have_text("✓")
    colour = win.evaluate("(one) => getComputedStyle(one).fill")
    assert colour == ("rgb(19, 104, 58)" if theme == "true" else "rgb(127, 216, 162)")
