"""Lessons walked through in a real JupyterLab: every question answered wrong and then right, every puzzle solved.

Every night all of them, in English and in one other language, which moves on every day; by day a third of them in
English and one in the other language.
What is right is worked out here by making the same widget from the cell's own source; cells that draw anew at every
run (no seed) only have to be there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import packs
import pytest
from playwright.sync_api import Locator, Page, expect

import tutor.widgets
from tutor import endgames
from tutor.cards import parse_cards
from tutor.copies import copy_lessons
from tutor.explain import card_name
from tutor.locale import _, language, languages
from tutor.other_rules import house_rule_name
from tutor.planning import plan
from tutor.position import Position
from tutor.puzzles import Attempt, cost, solved
from tutor.rules import Rules
from tutor.widgets import (
    CardTable,
    FindAll,
    GuessNumber,
    HouseRules,
    PlayTable,
    PuzzlePlayer,
    SplitHand,
    lesson_04,
    lesson_05,
    lesson_07,
    lesson_08,
    lesson_09,
    lesson_11,
    lesson_12,
)
from tutor.widgets.exercises import Exercise

LESSONS = [
    "02-combinations.ipynb",
    "03-beating-and-passing.ipynb",
    "04-chopping-twos.ipynb",
    "05-a-whole-deal-and-the-score.ipynb",
    "07-plan-your-hand.ipynb",
    "08-endgame-tips.ipynb",
    "09-what-do-you-play.ipynb",
    "11-house-rules.ipynb",
    "12-big-two.ipynb",
]
FOLDER = Path(__file__).parents[2] / "lessons"
FRESH = re.compile(r"^(FinalCheck|BeatRun)\(|rounds=\d+\)$")
NAMES = {
    name: getattr(module, name)
    for module in (tutor.widgets, endgames, lesson_04, lesson_05, lesson_07, lesson_08, lesson_09, lesson_11, lesson_12)
    for name in module.__all__
    if name not in ("questions", "Training")  # what the trainer asks depends on the learner: test_training.py
}
NAMES["table"] = HouseRules("sheet")  # the vote that lesson 11 keeps under this name

PATIENCE = 30_000
"""Milliseconds for an answer of Python's: other tests may keep the machine busy."""

OTHERS = [lang for lang in languages() if lang != "en"]
LANG = OTHERS[packs.DAY % len(OTHERS)]

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    language("en")


def said(message: str) -> str:
    """The message in the language in force, as far as there is nothing to fill in: its longest such part."""
    return max(re.split(r"\{\w+\}", _(message)), key=len).strip()


def code_cells(lesson: str) -> list[str]:
    cells = json.loads((FOLDER / lesson).read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def made(source: str) -> Any:
    """The widget of a cell that is one call of a widget with the same cards each time; None for other cells."""
    name = source.partition("(")[0]
    if not name[:1].isupper() or name not in NAMES or (FRESH.search(source) and "seed=" not in source):
        return None
    return eval(source, {**vars(tutor.widgets), **NAMES})


def by_day(*chosen: str) -> list[Any]:
    return [pytest.param(each, marks=[] if each in chosen else [pytest.mark.nightly]) for each in LESSONS]


@pytest.mark.parametrize("lesson", by_day(*LESSONS[packs.DAY % 3 :: 3]))
def test_a_walk_through_the_lesson(lab: Any, clean_page: Page, lesson: str) -> None:
    lab.open(clean_page, lesson)
    walk(lab, clean_page, lesson)


@pytest.mark.parametrize("lesson", by_day(LESSONS[(packs.DAY + 1) % len(LESSONS)]))
def test_a_walk_in_another_language(lab: Any, clean_page: Page, lesson: str) -> None:
    (name,) = (done.path.name for done in copy_lessons(lab.folder, LANG) if done.name[:2] == lesson[:2])
    language(LANG)
    lab.open(clean_page, quote(f"{LANG}/{name}"))
    walk(lab, clean_page, lesson)
    expect(clean_page.locator(f".tl-root[lang={LANG}]").first).to_be_visible()


def walk(lab: Any, page: Page, lesson: str) -> None:
    """Through the open notebook, which is the lesson in the language in force."""
    page.set_default_timeout(30_000)
    lab.run_all(page)
    sources = code_cells(lesson)
    cells = page.locator(".jp-CodeCell")
    expect(cells).to_have_count(len(sources), timeout=30_000)
    expect(cells.last.locator(".tl-root")).to_be_visible(timeout=180_000)  # lesson 8 counts for a while
    expect(page.locator("[data-mime-type*=error], [data-mime-type*=stderr], .tl-trouble:visible")).to_have_count(0)
    answered = 0
    for number, source in enumerate(sources):
        twin, view = made(source), cells.nth(number).locator(".tl-root")
        if twin is None:
            continue
        if isinstance(twin, PuzzlePlayer):
            solve_puzzle(view, twin)
        elif isinstance(twin, CardTable):
            step_through(view, twin)
        elif isinstance(twin, PlayTable):
            play_on(view, twin)
        elif isinstance(twin, FindAll):
            find_all(view, twin)
        elif isinstance(twin, SplitHand):
            split_hand(view, twin)
        elif isinstance(twin, GuessNumber):
            guess(view)
        elif isinstance(twin, Exercise):
            answer(view, twin)
        elif isinstance(twin, HouseRules):
            vote(view)
        answered += 1
    assert answered >= 10, "nearly every step asks something"


def answer(view: Locator, twin: Exercise) -> None:
    """The first question wrong, then right."""
    question = twin.question
    status = view.get_by_role("status")

    def choose(*ids: str) -> None:
        for each in ids:
            view.locator(f"[data-key='{each}']").click()
        view.get_by_role("button", name=_("Check"), exact=True).click()

    options = [option.id for option in question.options]
    wrong = [each for each in options if each not in question.right] or [sorted(question.right)[0]]
    choose(wrong[0])
    expect(status).to_have_text(_("Not quite."), timeout=PATIENCE)
    expect(view.locator(".tl-reasons li").first).not_to_be_empty()
    view.get_by_role("button", name=_("Try again")).click()
    expect(view.get_by_role("button", name=_("Check"), exact=True)).to_be_visible(timeout=PATIENCE)
    choose(*sorted(question.right))
    expect(status).to_have_attribute("data-tone", "good", timeout=PATIENCE)


def guess(view: Locator) -> None:
    """Any number: the true one is told."""
    view.get_by_role("spinbutton").fill("1")
    view.get_by_role("button", name=_("Guess")).click()
    expect(view.locator(".tl-says")).not_to_be_empty(timeout=PATIENCE)


def find_all(view: Locator, twin: FindAll) -> None:
    """One slip, then everything."""

    def take(cards: str) -> None:
        for card in parse_cards(cards):
            view.get_by_role("option", name=card_name(card), exact=True).click()
        view.get_by_role("button", name=_("That is one")).click()

    single = twin.cards[0]
    take(single)
    expect(view.get_by_role("status")).to_contain_text(_("That is not what you are looking for."), timeout=PATIENCE)
    view.get_by_role("option", name=card_name(parse_cards(single)[0]), exact=True).click()
    for text in twin.solution:
        take(text)
    expect(view.get_by_role("button", name=_("That is one"))).to_be_hidden(timeout=PATIENCE)  # nothing is left to find
    expect(view.locator(".tl-found li:not([data-missed=true])")).to_have_count(len(twin.solution))


def split_hand(view: Locator, twin: SplitHand) -> None:
    """Every card by itself, which is too many plays; then a shortest layout."""
    rules = Rules.parse(twin.rules)
    parts = [part for part in plan(rules.mask(parse_cards("".join(twin.cards))), rules) if part.size > 1]

    def put(cards: Any) -> None:
        for card in cards:
            view.get_by_role("option", name=card_name(card), exact=True).click()
        view.get_by_role("button", name=_("Put together")).click()

    put(parse_cards(twin.cards[0]))
    view.get_by_role("button", name=_("Each of the rest by itself")).click()
    view.get_by_role("button", name=_("Check"), exact=True).click()
    expect(view.get_by_role("status")).to_have_attribute("data-tone", "bad", timeout=PATIENCE)
    view.get_by_role("button", name=_("Start over")).click()
    for part in parts:
        put(rules.cards(part.mask))
    if sum(part.size for part in parts) < len(twin.cards):
        view.get_by_role("button", name=_("Each of the rest by itself")).click()
    view.get_by_role("button", name=_("Check"), exact=True).click()
    expect(view.get_by_role("status")).to_have_attribute("data-tone", "good", timeout=PATIENCE)


def vote(view: Locator) -> None:
    """Two rules that exclude each other; the class thinks again about one of them."""
    status = view.get_by_role("status")
    expect(status).to_contain_text(_("These rules do not go together, so vote once more."))
    label = _("Hands against this rule: {rule}").format(rule=house_rule_name("last_pays"))
    against = view.get_by_role("spinbutton", name=label)
    against.fill("9")
    against.press("Tab")
    expect(status).to_contain_text(said("Your table plays: {rules}."), timeout=PATIENCE)
    expect(view.locator("code")).to_have_text("sheet+winner_takes_all")


def step_through(view: Locator, twin: CardTable) -> None:
    """Every play of the line, one after the other."""
    for at in range(1, len(twin.line) + 1):
        view.get_by_role("button", name=_("One play on")).click()
        expect(view.locator(".tl-count")).to_have_text(_("{at} of {of}").format(at=at, of=len(twin.line)))


def play_on(view: Locator, twin: PlayTable) -> None:
    """A card that is not allowed, a hint, a play; then the bots play until it is one's turn again."""
    hand, now = twin.sitting.now.hand(0), twin.sitting.now
    view.get_by_role("option", name=card_name(hand[-1]), exact=True).click()
    expect(view.locator(".tl-reason")).to_contain_text(
        said("The first play of the deal must contain {card}."), timeout=PATIENCE
    )
    view.get_by_role("option", name=card_name(hand[-1]), exact=True).click()
    view.get_by_role("button", name=_("Hint")).click()
    expect(view.get_by_role("status")).not_to_contain_text(_("Your turn."), timeout=PATIENCE)
    lay(view, now.legal_plays()[0].cards)
    expect(view.get_by_role("status")).to_contain_text(_("Your turn."), timeout=PATIENCE)
    expect(view.locator(".tl-whynow")).not_to_be_empty()


def solve_puzzle(view: Locator, twin: PuzzlePlayer) -> None:
    """A wrong first play (where there is one), taken back; then the play that the solver names, until it is solved."""
    start = Position.parse(twin.position)
    attempt, best = Attempt(start, twin.goal), solved(start, twin.goal).best
    for wrong in [play for play in start.legal_plays() if play not in best and not play.is_pass][:1]:
        lay(view, wrong.cards)
        expect(view.get_by_role("status")).to_have_attribute("data-tone", "bad", timeout=PATIENCE)
        view.get_by_role("button", name=_("Take back and try again")).click()
        expect(view.get_by_role("status")).to_contain_text(_("Your turn again."), timeout=PATIENCE)
    while not attempt.done:
        play = min(solved(attempt.now, twin.goal).best, key=cost)
        attempt.play(play)
        lay(view, play.cards)
        expect(view.get_by_role("status")).to_contain_text(
            said("Solved. {story} {note}" if attempt.done else "Right so far. {story} Your turn."), timeout=PATIENCE
        )


def lay(view: Locator, cards: Any) -> None:
    expect(view.locator("[data-card][aria-selected=true]")).to_have_count(0, timeout=PATIENCE)
    for card in cards:
        view.get_by_role("option", name=card_name(card), exact=True).click()
    view.get_by_role("button", name=_("Play") if cards else _("Pass"), exact=True).click()
