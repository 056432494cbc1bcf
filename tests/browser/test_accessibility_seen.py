"""Every state of every widget, looked at the ways people look: dark, narrow, enlarged, in forced colours, without
motion, by touch. All states stand on one page, looked at in several ways, as a page with all takes seconds to make.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from states import OPEN_FOUR, PAIR, gallery

from tutor.widgets import CardTable, PuzzlePlayer

Show = Callable[[Any], Any]

# What is cut off on purpose: texts for screen readers only, and what may scroll by itself.
WIDE = """() => [...document.querySelectorAll('[data-state] *')]
    .filter((e) => !e.closest('svg') && !e.closest('.tl-hear') && !e.closest('.tl-verdicts') && e.checkVisibility())
    .filter((e) => e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().left < -1)
    .map((e) => `${e.closest('[data-state]').dataset.state}: ${e.className} ${e.textContent.slice(0, 40)}`)"""

# Text that does not fit into what holds it.
CUT = """() => [...document.querySelectorAll('[data-state] :is(button, p, li, td, th, caption, .tl-plate, .tl-badge)')]
    .filter((e) => !e.matches('.tl-option') && !e.closest('.tl-hear') && e.checkVisibility() && e.textContent)
    .filter((e) => e.scrollWidth > e.clientWidth + 2 && getComputedStyle(e).display !== 'inline')
    .map((e) => `${e.closest('[data-state]').dataset.state}: ${e.className} ${e.textContent.slice(0, 40)}`)"""


def complaints(page: Page, *without: str) -> list[str]:
    """What axe finds in the states, each with its state; without the rules named."""
    rules = {rule: {"enabled": False} for rule in without}
    found = Axe().run(page, context="[data-state]", options={"resultTypes": ["violations"], "rules": rules})
    told = []
    for violation in found.response["violations"]:
        for node in violation["nodes"]:
            target = node["target"][-1]
            state = page.locator(target).first.evaluate("(e) => e.closest('[data-state]')?.dataset.state")
            told.append(f"{state}: {violation['id']}: {node['html'][:120]} {node['failureSummary'][:200]}")
    return told


LOOK = "(one) => { const s = getComputedStyle(one); return `${s.outlineStyle} ${s.outlineWidth}`; }"


def test_axe_finds_nothing_in_any_state(show: Show, page: Page) -> None:
    """Light, dark, and under a contrast theme, where a picked card and a chosen answer must still be seen."""
    places = gallery(show)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert not complaints(page), scheme
    page.emulate_media(color_scheme="dark", forced_colors="active", reduced_motion="reduce")
    assert not complaints(page, "color-contrast")  # the browser picks the colours there, and axe does not see which
    hand = places["table-one-picked"]
    picked = hand.get_by_role("option", selected=True).locator("svg")
    assert picked.evaluate(LOOK) != hand.get_by_role("option", selected=False).first.locator("svg").evaluate(LOOK)
    asked = places["pick-chosen"]
    free = asked.get_by_role("radio", checked=False).first
    assert asked.get_by_role("radio", checked=True).evaluate(LOOK) != free.evaluate(LOOK)


SPACED = """[data-state] :not(svg, svg *) {
    line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
    [data-state] p { margin-bottom: 2em !important; }"""


def test_nothing_sticks_out_or_is_cut_off_in_any_state(show: Show, page: Page) -> None:
    """On a phone (360), at 200 % and 400 % of 1280 (640, 320); with the letters further apart as WCAG 1.4.12 wants it;
    with the text alone at twice its size (1.4.4).
    """
    page.emulate_media(reduced_motion="reduce")
    gallery(show)
    looks = [(320, ""), (360, ""), (640, ""), (640, SPACED), (1280, ".tl-root { font-size: 30px !important; }")]
    for width, style in looks:
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate(
            """(css) => {
                document.getElementById('look')?.remove();
                const style = document.createElement('style');
                style.id = 'look';
                style.textContent = css;
                document.head.append(style);
            }""",
            style,
        )
        assert not page.evaluate(WIDE), (width, style)
        assert not page.evaluate(CUT), (width, style)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_nothing_moves_for_those_who_want_it_still(show: Show, page: Page) -> None:
    view = show(CardTable(PAIR, line=["5d5h"])).view()
    moving = "() => document.getAnimations().length"
    page.emulate_media(reduced_motion="reduce")
    view.get_by_role("button", name="Pass").click()
    view.get_by_role("button", name="One play back").click()
    assert page.evaluate(moving) == 0
    page.emulate_media(reduced_motion="no-preference")
    view.get_by_role("button", name="To the start").click()
    view.get_by_role("button", name="One play on").click()
    expect(view.get_by_text("You laid a pair")).to_be_visible()
    page.wait_for_function("() => document.getAnimations().length === 0", timeout=2000)  # brief when it does move


SMALL = """() => [...document.querySelectorAll('[data-state] :is(button, summary, [role=option], input)')]
    .filter((e) => e.checkVisibility())
    .map((e) => [e, e.getBoundingClientRect()])
    .filter(([e, box]) => {  // of a card that is partly covered, the part in sight counts
        const next = e.nextElementSibling?.getBoundingClientRect();
        const width = e.role === 'option' && next ? Math.min(box.width, Math.abs(next.left - box.left)) : box.width;
        return width < 23.5 || box.height < 23.5;
    })
    .map(([e]) => `${e.closest('[data-state]').dataset.state}: ${e.className} ${e.textContent.slice(0, 20)}`)"""


@pytest.mark.browser_context_args(has_touch=True)
def test_fingers_find_what_they_want(show: Show, page: Page) -> None:
    """On a phone everything to tap measures 24 pixels at least (WCAG 2.5.8), thirteen cards included."""
    page.set_viewport_size({"width": 360, "height": 800})
    gallery(show)
    assert not page.evaluate(SMALL)


@pytest.mark.browser_context_args(has_touch=True)
def test_a_puzzle_by_touch_on_a_phone(show: Show, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    player = PuzzlePlayer(PAIR)
    view = show(player).view()
    view.get_by_role("option", name="three of spades").tap()
    view.get_by_role("button", name="Play", exact=True).tap()
    view.get_by_role("button", name="One play on").tap()
    view.get_by_role("button", name="Take back and try again").tap()
    for name in ("five of diamonds", "five of hearts"):
        view.get_by_role("option", name=name).tap()
    view.get_by_role("button", name="Play", exact=True).tap()
    view.get_by_role("option", name="three of spades").tap()
    view.get_by_role("button", name="Play", exact=True).tap()
    expect(view.get_by_role("status")).to_contain_text("Solved.")
    assert player.solved


@pytest.mark.browser_context_args(has_touch=True)
def test_every_one_of_thirteen_cards_can_be_tapped_on_a_phone(show: Show, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    hand = "3s4d5c6h7s8dTcJhQsKdAs2c2h"
    table = CardTable(f"pagat {hand}/?13/?13/?13 0 - -")
    view = show(table).view()
    for option in view.get_by_role("option").all():
        box = option.bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + 8, box["y"] + box["height"] / 2)
    expect(view.get_by_role("option", selected=True)).to_have_count(13)
    assert "".join(table.selected) == hand


def test_colours_differ_for_every_suit_and_not_only_colours(show: Show) -> None:
    """Four suits, four colours, four shapes; with letters on top if wanted."""
    view = show(CardTable(OPEN_FOUR, suit_letters=True)).view()
    look = (
        "(card) => [getComputedStyle(card.querySelector('.tl-ink')).fill, card.querySelector('path').getAttribute('d')]"
    )
    seen = [view.locator(f".tl-suit-{suit}").first.evaluate(look) for suit in "scdh"]
    assert len({colour for colour, _shape in seen}) == 4
    assert len({shape for _colour, shape in seen}) == 4
