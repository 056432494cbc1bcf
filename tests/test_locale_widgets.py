"""No English is left over in a widget, in any language: every text that one can see or hear goes through a catalogue.

Two ways to find out. In a pretended language every translated text stands in brackets, so that what has none shows.
And in each real language no sentence may be the same as in English.
"""

from __future__ import annotations

import gettext
import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

import tutor.widgets
from tutor import locale, talk
from tutor.explain import GOALS
from tutor.locale import language, languages
from tutor.rules import HOUSE_RULES
from tutor.widgets.base import TutorWidget

PAIR = "pagat 3s5d5h/4c4d7s 0 - -"
FOUR = "sheet 3s5d9dTcJhQs2h/?9/?11/?4 0 3:8d9sTd 2"
LOCKED = "pagat 3s3c3d3h9c2h/4c5s/6d7d 0 1:2c 0"


class Pretended(gettext.NullTranslations):
    """A language in which every word between placeholders stands in brackets."""

    def gettext(self, message: str) -> str:
        parts = re.split(r"(\{[^{}]*\})", message)
        return "".join(part if part[:1] == "{" or not part.strip() else f"⟦{part}⟧" for part in parts)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


class PuzzleTexts:
    """The catalogue of puzzles in the pretended language."""

    def get(self, text: str, _default: str) -> str:
        return f"⟦{text}⟧"


# what stands in a scene for the program and not for people: values of these keys, and these values
CODES = {"do", "kind", "where", "tone", "state", "mark", "marks", "id", "lang", "place", "places", "order"} | {
    *("card", "cards", "shown", "checked", "judged")
}
IDENTIFIERS = {*HOUSE_RULES, *GOALS, "deck", "table", "gone"} | {
    *("next", "today", "session", "mistakes", "storm"),  # ways of the trainer, its selects and switches
    *("pool", "tien-len", "theme", "level", "medium", "rating", "repetition", "streaks", "me"),
}
# cards in code as in `"9h"`, letters that name places, and the names of the rules are the same in every language
NOTATION = re.compile(
    r"(?:10|[3-9TJQKA2])[♠♣♦♥]|\b(?:(?:10|[3-9TJQKA2])[scdh])+\b|\{\w*\}|\b[A-Z]\b|\b\w+=\w*|\b(?:pagat|sheet|big-two|pusoy-dos|Python)\b"
)


def texts(value: Any) -> Iterator[str]:
    """Every text in a scene that people see or hear."""
    if isinstance(value, dict):
        for name, each in value.items():
            # the words for the suits and cards have names like those of marks and cards
            if name not in CODES or (name == "cards" and isinstance(each, dict)):
                yield from texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts(each)
    elif isinstance(value, str) and value not in IDENTIFIERS:
        yield value


def left_over(text: str) -> str:
    """The letters of a text outside brackets and apart from notation, what it quotes and the field a refusal names."""
    bare = NOTATION.sub(" ", re.sub(r"\b[a-z]+(?=⟦: )|⟦[^⟦⟧]*⟧|'[^']*'", " ", text))
    return " ".join(re.findall(r"[^\W\d_]+", bare))


def seen(widget: TutorWidget, *acts: Callable[[Any], Any]) -> list[str]:
    """The texts of the widget as it is made and after each act, and of its plain form."""
    found = [*texts(widget.scene), *texts(widget.strings), *str(widget).splitlines()]
    for act in acts:
        act(widget)
        found += [*texts(widget.scene), *str(widget).splitlines()]
    return found


def answer_all(widget: Any) -> None:
    """Each question wrong first (if that is possible), then right, then on to the next."""
    for _each in range(len(widget.results)):
        question = widget.question
        wrong = [option.id for option in question.options if option.id not in question.right]
        widget.answer(*wrong[:1])
        widget._do_again({})
        widget.answer(*question.right)
        widget._do_next({})


def split(widget: Any) -> None:
    for cards in ("3s4c5d6s", "5h9h", "5h", "9h"):
        widget.put(cards)
    widget.check()


def check_in_wrong_order(widget: Any) -> None:
    widget.check(list(reversed(widget.solution)))


def a_guess(widget: Any) -> None:
    widget.give(25)


# how each kind of widget is made and what is done with it; others are made without arguments, and answered
EXAMPLES: dict[str, list[tuple[Callable[[Any], Any], list[Callable[[Any], Any]]]]] = {
    "CardTable": [
        (lambda cls: cls(PAIR), [lambda w: w.play("3s"), lambda w: w.play("5d"), lambda w: w._do_back({})]),
        (lambda cls: cls(FOUR, selected=["Qs"]), [lambda w: w.play("9dTcJh"), lambda w: w.play("-")]),
        (lambda cls: cls(LOCKED), [lambda w: w.play("3s3c3d3h"), lambda w: w.play("-"), lambda w: w.play("-")]),
        (lambda cls: cls("pagat 3s/4c4d 0 - - open=3s"), [lambda w: w.play("3s")]),
        (lambda cls: cls("pagat 3x/4c 0 - -"), []),
    ],
    "Board": [
        (
            lambda cls: cls("pagat 3s5d5h/4c4d7s 0 - -"),
            [
                *(lambda w, text=text: w.propose(text, 3) for text in ("3s", "5d", "7s")),
                *(lambda w: w.reveal(), lambda w: w.reveal(), lambda w: w._do_answer({})),
            ],
        ),
        (lambda cls: cls("sheet 6s6c9d2h/QcQdAh2c 0 1:4d -"), [lambda w: w.propose("-", 2), lambda w: w.reveal()]),
    ],
    "SetPuzzle": [(lambda cls: cls("x", 1, "pagat 3s5d5h/4c4d7s 0 - -"), [lambda w: w.play("3s")])],
    "PuzzlePlayer": [
        (
            lambda cls: cls("three-cards"),
            [lambda w: w.play("3s"), lambda w: w._do_retry({}), lambda w: w.play("5d5h"), lambda w: w.play("3s")],
        ),
        (lambda cls: cls("bomb-or-two"), [lambda w: w.play("-"), lambda w: w._do_give_up({})]),
        (lambda cls: cls(PAIR, goal="points"), [lambda w: w.play("3s"), lambda w: w._do_give_up({})]),
        (lambda cls: cls(PAIR, goal="place"), [lambda w: w.play("4c"), lambda w: w._do_give_up({})]),
        (lambda cls: cls(FOUR), []),
    ],
    "HouseRules": [
        (lambda cls: cls(profile="sheet", votes={"last_pays": [3, 1], "winner_takes_all": [3, 1]}), []),
    ],
    "PlayTable": [
        (lambda cls: cls(seed=1), []),
        (lambda cls: cls(seats=7), []),
        (lambda cls: cls("pagat+x"), []),
    ],
    "PositionEditor": [(lambda cls: cls(), [lambda w: w.read("pagat 3s 0 -"), lambda w: w.read("pagat 3s/3s 0 - -")])],
    "SortCards": [
        (lambda cls: cls("2c3h3sTd"), [check_in_wrong_order, lambda w: w.check(w.solution)]),
        (lambda cls: cls(seed=1), [lambda w: w._do_new({})]),
    ],
    "PickCard": [(lambda cls: cls(seed=1), [answer_all]), (lambda cls: cls("7d 7s"), [answer_all])],
    "BeatIt": [
        (lambda cls: cls(seed=1), [answer_all]),
        (lambda cls: cls("2d", ["6s6c6d6h", "3s4s", "As", "2h"]), [answer_all]),
    ],
    "NameIt": [
        (lambda cls: cls(seed=1), [answer_all]),
        (lambda cls: cls(seed=2, rules="big-two"), [answer_all]),
    ],
    "FinalCheck": [(lambda cls, n=n: cls(lesson=n, seed=1), [answer_all]) for n in range(1, 13)],
    "FindAll": [
        (lambda cls: cls("8s8d8h9c", "pair"), [lambda w: w.take("8s8d"), lambda w: w.take("8h9c")]),
        (lambda cls: cls(seed=1), []),
    ],
    "GuessNumber": [(lambda cls: cls("", 0.3), [a_guess]), (lambda cls: cls("", 1287, whole=True), [a_guess])],
    "MayLay": [
        (lambda cls: cls("sheet 3s4s/5c6c 0 - -", "4s", ["5c", "6c", "-", "5c6c"]), [answer_all]),
        (lambda cls: cls(LOCKED, "", ["3s3c3d3h", "-", "9c"]), [answer_all]),
    ],
    "NodeValues": [(lambda cls: cls("pagat 9s/7h 0 1:5h -"), [answer_all])],
    "SplitHand": [
        (lambda cls: cls("3s4c5d5h6s9h", "sheet"), [split]),
        (lambda cls: cls(seed=1), []),
    ],
    "Training": [(lambda cls: cls(learner="⟦ann⟧"), [])],
    "WhichPlay": [
        (lambda cls: cls("sheet+quad_chops_pair 5s5c5d5hTsQh/6c6d6h 0 1:2d2h -", ["5s5c5d5h", "-"]), [answer_all]),
    ],
    "WhichWins": [
        (lambda cls: cls("pagat 3s5d5h/7s 0 - -"), [answer_all]),
        (lambda cls: cls("pagat 3s2h/?2 0 - -"), [answer_all]),
    ],
    "WhoseTurn": [
        (lambda cls: cls("sheet 3s4s/3c9c/3d/3hKs 0 - -", "4s 9c - Ks"), [answer_all]),
        (lambda cls: cls("sheet 3s4s/9c/3d/3hKs 0 - -", "4s 9c - - -"), [answer_all]),
    ],
}


def classes() -> list[type[TutorWidget]]:
    """Every widget there is, also those that `tutor.widgets` does not name."""
    for module in pkgutil.walk_packages(tutor.widgets.__path__, "tutor.widgets."):
        importlib.import_module(module.name)
    found, stack = [], [TutorWidget]
    while stack:
        for each in stack.pop().__subclasses__():
            stack.append(each)
            if each.__module__.startswith("tutor.") and not each.__name__.startswith("_") and each not in found:
                found.append(each)
    return sorted(found, key=lambda each: each.__name__)


def shown(cls: type[TutorWidget]) -> list[str]:
    acts = [answer_all] if hasattr(cls, "answer") else []
    found = []
    for make, do in EXAMPLES.get(cls.__name__, [(lambda cls: cls(), acts)]):
        found += seen(make(cls), *do)
    return found


@pytest.fixture(autouse=True)
def back_to_english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield
    language("en")


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locale, "_translations", Pretended())
    monkeypatch.setattr(locale, "_puzzle_texts", lambda name: PuzzleTexts())


@pytest.mark.usefixtures("pretended")
@pytest.mark.parametrize("cls", classes(), ids=lambda cls: cls.__name__)
def test_every_text_of_a_widget_goes_through_the_catalogue(cls: type[TutorWidget]) -> None:
    found = {text for text in shown(cls) if left_over(text)}
    found -= {text for text in found if text.startswith(f"{cls.__name__}(")}  # the repr, which is code
    assert not found, "not translatable: " + "; ".join(f"{left_over(text)!r} in {text!r}" for text in sorted(found))


@pytest.mark.usefixtures("pretended")
def test_every_sentence_of_the_lessons_calls_goes_through_the_catalogue() -> None:
    said = [
        talk.higher("7h", "8s"),
        talk.higher("7h", "7s"),
        talk.may_answer("8d", "8c"),
        talk.may_answer("8d", "9c"),
        talk.may_answer("8d", "9c9d"),
        talk.why(PAIR, "3s"),
        talk.why(PAIR, "5d5h"),
        talk.why(PAIR, "5d5h", "points"),
    ]
    assert not [text for text in said if left_over(text)]


@cache
def in_english(cls: type[TutorWidget]) -> frozenset[str]:
    """The texts of a widget that have two words or more, apart from code."""
    found = (text for text in shown(cls) if not text.startswith(f"{cls.__name__}("))
    return frozenset(text for text in found if len(re.findall(r"[^\W\d_]{2,}", NOTATION.sub(" ", text))) > 1)


# what players call it in every language
NAMES = {"Big Two", "Pusoy Dos", "Tiến Lên"}


@pytest.mark.parametrize("lang", [lang for lang in languages() if lang != "en"])
@pytest.mark.parametrize("cls", classes(), ids=lambda cls: cls.__name__)
def test_no_sentence_of_a_widget_is_still_english(cls: type[TutorWidget], lang: str) -> None:
    """Two words or more that are the same in English and in the language have not been translated."""
    english = in_english(cls) - NAMES
    language(lang)
    assert not english & set(shown(cls))
