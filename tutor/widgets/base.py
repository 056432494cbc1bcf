"""What every widget here shares: its files, its words, and what it shows where no widget can be drawn.

A widget's module is a plain ES module. Shared code stands in files of its own in `static/` and is put in front of the
widget's file when the class is made: a module that Jupyter loads cannot import its neighbours.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets as t

from ..cards import DECK, RANKS
from ..explain import card_name, rank_text
from ..explain import seat_names as seat_names
from ..locale import _, language, pgettext
from ..whereabouts import cell, keep

_STATIC = Path(__file__).parent / "static"


def module(*names: str) -> str:
    """One ES module made of the files named, in order."""
    return "\n".join((_STATIC / name).read_text(encoding="utf-8") for name in names)


STYLE = module("tutor.css")


def words() -> dict[str, Any]:
    """Every text that the front end shows by itself, in the language in force."""
    return {
        "lang": language(),
        "ranks": {rank: rank_text(rank) for rank in RANKS},
        # Translators: one or two letters for each suit, all different
        "suitLetters": {
            "s": pgettext("suit", "S"),
            "c": pgettext("suit", "C"),
            "d": pgettext("suit", "D"),
            "h": pgettext("suit", "H"),
        },
        "cards": {str(card): card_name(card) for card in DECK},
        "round": _("This round"),
        "actions": _("What you can do"),
        "steps": _("Step through the line"),
        "stepNames": [_("To the start"), _("One play back"), _("One play on"), _("To the end")],
        "stepCount": _("{at} of {of}"),
        "log": _("All plays so far"),
        "asleep": _("Python has been restarted and does not know this any more. Run the cell again."),
        "silent": _("Python has not answered yet. If it stays silent, run the cell again."),
        "tableKeys": _("Arrow keys move, space picks, Enter plays, Escape drops all, Backspace takes back."),
        "sortKeys": _("Arrow keys move, space puts a card into the row or back."),
        "story": _("How it goes"),
        "allPlays": _("All first plays"),
        "showLine": _("Show"),
        "showLineOf": _("Show how {play} goes"),
        "check": _("Check"),
        "next": _("Next"),
        "chooseFirst": _("Choose an answer first."),
        "placeAll": _("Place all the cards first."),
        "lowEnd": _("lowest"),
        "highEnd": _("highest"),
        "toPlace": _("Cards still to place"),
        "placedSoFar": _("Your row, lowest first"),
        "clear": _("Start over"),
        "newCards": _("New cards"),
        "wrong": _("wrong"),
    }


def says(text: str = "", tone: str = "info") -> dict[str, str]:
    """What the status line says; `tone` is info, good or bad."""
    return {"text": text, "tone": tone}


class TutorWidget(anywidget.AnyWidget):
    """A widget whose picture is the trait `scene`, made in Python, and whose words are the trait `strings`.

    `suit_letters=True` prints a letter beside every suit symbol.
    """

    _css = STYLE

    scene = t.Dict().tag(sync=True)
    strings = t.Dict().tag(sync=True)
    suit_letters = t.Bool(False).tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        traits.setdefault("strings", words())
        self._cell, self._to_get_right = cell(), False
        super().__init__(**traits)
        self.on_msg(self._on_message)

    def _on_message(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """Hand a message of the front end to the method `_do_...` of its name; anything else is ignored."""
        if isinstance(content, dict) and isinstance(content.get("do"), str):
            act = getattr(self, f"_do_{content['do']}", None)
            try:
                if callable(act):
                    act(content)
            finally:
                self.send({"answered": True})  # see `tell` in cards.js

    def _first_answer(self, answer: str, right: bool) -> None:
        """Keep the first answer, in a lesson that asked for it. Called once, before the page learns if it was right."""
        keep(self._cell, answer, right)
        self._to_get_right = not right

    def _got_right(self, answer: str) -> None:
        """Keep that it came right after a first answer that was not. May be called at every right answer."""
        if self._to_get_right:
            self._to_get_right = False
            keep(self._cell, answer, True)

    def as_text(self) -> str:
        """What the widget shows, in plain lines: for printing, and for those who hear rather than see it."""
        return str(self.scene.get("trouble") or "")

    def __str__(self) -> str:
        return self.as_text()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """As for every widget, with the plain lines for front ends that draw none (and for a printed notebook)."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if isinstance(data, dict):
            data["text/plain"] = "\n".join(filter(None, (repr(self), self.as_text())))
        return bundle
