"""What a screen reader hears of every widget in every state, kept as text in `snapshots/` and reviewed like code.

After a change that is meant, write the files anew with

    RENEW_SNAPSHOTS=1 python -m pytest tests/browser/test_accessibility_heard.py

and read the difference as someone would who hears it. A file holds the accessibility tree (roles, names, states), then
what is read out as the description of a part, and what is announced when the state is reached.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect
from states import PAIR, STATES, gallery

from tutor import language
from tutor.cards import Card
from tutor.explain import card_name
from tutor.widgets import CardTable, PuzzlePlayer

SNAPSHOTS = Path(__file__).parent / "snapshots"
RENEW = bool(os.environ.get("RENEW_SNAPSHOTS"))

Show = Callable[[Any], Any]

MORE = """(root) => {
    const shown = (one) => one.checkVisibility();
    const all = (what) => [...root.querySelectorAll(what)].filter(shown);
    const said = (one) => {  // what the signs stand for, as in the tree
        const copy = one.cloneNode(true);
        for (const image of copy.querySelectorAll('[role=img]')) image.replaceWith(image.ariaLabel);
        return copy.textContent;
    };
    const by = (one) => said(document.getElementById(one.getAttribute('aria-describedby')));
    const name = (one) => one.ariaLabel || one.labels?.[0]?.textContent || one.textContent;
    return {
        described: [
            ...all('[aria-describedby]').map((one) => [name(one), by(one)]),
            ...all('[aria-description]').map((one) => [name(one), one.getAttribute('aria-description')]),
        ],
        announced: all('[role=status], [role=alert], .tl-reasons').map(said).filter(Boolean),
    };
}"""


def heard(view: Locator) -> str:
    """The tree, the descriptions and the announcements, one to a line."""
    more = view.evaluate(MORE)
    lines = [view.aria_snapshot().strip(), ""]
    lines += [f"description of {name}: {text}" for name, text in more["described"] if text]
    lines += [f"announced: {text}" for text in more["announced"]]
    return re.sub(r"\b\d+:\d\d\b", "M:SS", "\n".join(lines)).strip() + "\n"  # a clock goes on


def test_what_is_heard(show: Show) -> None:
    """Exactly what the files say; a difference is a change of what people hear."""
    told = {name: heard(view) for name, view in gallery(show).items()}
    if RENEW:
        SNAPSHOTS.mkdir(exist_ok=True)
        for file in SNAPSHOTS.glob("*.txt"):
            file.unlink()
        for name, text in told.items():
            (SNAPSHOTS / f"{name}.txt").write_text(text, encoding="utf-8")
    kept = {file.stem: file.read_text(encoding="utf-8") for file in SNAPSHOTS.glob("*.txt")}
    changes = [
        line
        for name in sorted({*told, *kept})
        for line in difflib.unified_diff(
            kept.get(name, "").splitlines(),
            told.get(name, "").splitlines(),
            f"{name}, kept",
            f"{name}, now",
            lineterm="",
        )
    ]
    assert not changes, "another thing is heard now (see the top of this file):\n" + "\n".join(changes)


def test_every_state_has_its_file() -> None:
    assert {file.stem for file in SNAPSHOTS.glob("*.txt")} == set(STATES)


def test_stepping_through_a_line_is_told(show: Show) -> None:
    """Each step is announced with its play; nothing else changes where the listener is."""
    view = show(PuzzlePlayer(PAIR, aside=["3s", "7s", "-", "4c4d"], at=1)).view()
    live = view.locator("[aria-live=polite].tl-hear")
    expect(live).to_have_text("")
    view.get_by_role("button", name="One play on").click()
    expect(live).to_have_text("2 of 4: Ben beats 3♠ with 7♠.")
    expect(live.get_by_role("img", name="seven of spades")).to_be_attached()
    view.get_by_role("button", name="To the start").click()
    expect(live).to_have_text("0 of 4")


def test_the_focus_is_never_lost(show: Show, page: Page) -> None:
    """What had it may be gone after a play: then it is on the next step of the line, or on what is said."""
    view = show(PuzzlePlayer(PAIR)).view()
    view.get_by_role("option").first.focus()
    for key in ("Space", "Enter"):
        page.keyboard.press(key)
    expect(view.get_by_role("button", name="One play on")).to_be_focused()
    view.get_by_role("button", name="Take back and try again").press("Enter")
    view.get_by_role("option").nth(1).focus()
    for key in ("Space", "ArrowRight", "Space", "Enter", "Space", "Enter"):
        page.keyboard.press(key)
        page.wait_for_timeout(50)
        assert page.evaluate("document.activeElement.closest('.tl-root') !== null"), key
    expect(view.get_by_role("status")).to_contain_text("Solved.")
    expect(view.get_by_role("status")).to_be_focused()


def test_a_grey_button_has_its_reason_as_description(show: Show) -> None:
    view = show(CardTable(PAIR)).view()
    expect(view.get_by_role("button", name="Take back")).to_have_accessible_description("Nothing has been played yet.")
    view.get_by_role("option").first.click()
    view.get_by_role("button", name="Play", exact=True).click()
    expect(view.get_by_role("button", name="Take back")).to_have_accessible_description("")


def test_cards_in_sentences_are_heard_in_other_languages(show: Show) -> None:
    """The letters of a language's own cards (German B, D, K) are read as words, too."""
    language("de")
    try:
        view = show(CardTable("pagat JsQs/KsTh 0 - -", line=["Js"])).view()
        log = view.get_by_role("list").get_by_role("listitem").first
        expect(log).to_contain_text("B♠")
        expect(log.get_by_role("img")).to_have_accessible_name(card_name(Card("J", "s")))
        assert card_name(Card("J", "s")) != "jack of spades"
    finally:
        language("en")
