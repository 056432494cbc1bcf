"""A set as its teacher sees it in a notebook: every puzzle with its cards."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from ..cards import SYMBOLS, Card
from ..charts import STYLE
from ..explain import card_name, rank_text
from ..locale import _
from ..other_rules import rules_name
from ..puzzles import Puzzle, title_of
from .sets import ClassSet

CARDS = """<style>
.tlc.tlk table :is(th,td){padding:4px 10px 4px 0;text-align:start;vertical-align:top}
.tlc.tlk table tr{background:none}
.tlc.tlk table th{box-sizing:border-box;width:8.5em}
.tlk .tlk-row{display:inline-flex;flex-wrap:wrap;gap:3px;margin-inline-end:8px}
.tlk b{box-sizing:border-box;min-width:25px;padding:2px 3px;border:1px solid #8a8f98;border-radius:4px}
.tlk b{background:#fffdf7;font-weight:650;line-height:1.1;text-align:center}
.tlk i{display:block;font-style:normal}
.tlk .tlk-s{color:#16181d}.tlk .tlk-h{color:#c4122f}.tlk .tlk-d{color:#0a50c4}.tlk .tlk-c{color:#0d6b34}
</style>"""
"""Small cards, on paper in the dark, too, with the four colours of the table."""


def html(chosen: ClassSet) -> str:
    """The set for a notebook: its name and how long it takes, the warm-ups, the puzzles."""
    takes = _("Together {n} minutes.").format(n=chosen.minutes)
    lines = [f"<strong>{escape(chosen.id)}</strong> {escape(takes)}"]
    for n, drill in enumerate(chosen.drills, 1):
        lines.append(escape(_("Warm-up {n}").format(n=n)) + f": <code>{escape(drill.name)}(seed={drill.seed})</code>")
    said = "".join(f"<p>{line}</p>" for line in lines)
    shown = "".join(_puzzle(n, each) for n, each in enumerate(chosen.puzzles, 1))
    return f'{STYLE}{CARDS}<div class="tlc tlk">{said}{shown}</div>'


def _puzzle(number: int, puzzle: Puzzle) -> str:
    from ..widgets import PuzzlePlayer

    scene = PuzzlePlayer(puzzle).scene
    named = f"<strong>{number}. {escape(title_of(puzzle))}</strong> ({escape(rules_name(puzzle.position.rules))})"
    rows = [] if not scene["table"]["cards"] else [_row(scene["table"]["text"], scene["table"]["cards"], "")]
    for seat in scene["seats"]:
        held = "" if seat["cards"] else seat["countText"]
        words = [held, *(badge["text"] for badge in seat["badges"] if badge["kind"] != "now")]
        rows.append(_row(seat["name"], seat["cards"], ", ".join(filter(None, words))))
    if scene["unseen"]:
        rows.append(_row(scene["unseen"]["text"], scene["unseen"]["cards"], ""))
    return f"<p>{named}<br>{escape(scene['goal'])}</p><table><tbody>{''.join(rows)}</tbody></table>"


def _row(name: str, cards: Iterable[Any], words: str) -> str:
    read = [Card.parse(card) for card in cards]
    faces = "".join(
        f"<b class=tlk-{card.suit}>{escape(rank_text(card.rank))}<i>{SYMBOLS[card.suit]}</i></b>" for card in read
    )
    heard = escape(", ".join(map(card_name, read)))
    row = f'<span class="tlk-row" role="img" aria-label="{heard}">{faces}</span>' if read else ""
    return f"<tr><th scope=row>{escape(name)}</th><td>{row}{escape(words)}</td></tr>"
