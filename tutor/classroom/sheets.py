"""Printed sheets: the puzzles of a set as PDF with cards as pictures, and the answer key.

The cards are those of the screen: their outlines are read from `cards.js`. Suits differ in shape and filling, never in
colour alone, so a sheet may be copied in black and white. Everything is vectors, and the letters (Roboto, which has
Vietnamese and Cyrillic) are in the file.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from ..cards import RANKS
from ..explain import Cast, rank_text, short_reason, show
from ..locale import _
from ..other_rules import rules_name
from ..puzzles import Puzzle, note_of, solved, title_of
from ..resources import release
from .sets import ClassSet, SetError, speaking

LARGE = 1.45
"""How much larger everything is in large print."""

MARGIN, WIDTH, HEIGHT = 15.0, 210.0, 297.0
"""Of a page (A4), in millimetres."""

TEXT = 11.0
"""Points of plain text."""

_SIGNS = {"♠": "s", "♣": "c", "♦": "d", "♥": "h"}
_HOLLOW = "dh"
"""Red suits are outlines on paper, black ones are filled."""


class SheetError(SetError):
    """Sheets cannot be printed here; the message says what is missing."""


def sheet(chosen: ClassSet, large: bool = False) -> bytes:
    """The pupils' sheet: every puzzle, with lines to write on and no answer. Raises SheetError without the extra."""
    with speaking(chosen.lang):
        paper = _Paper(chosen, _("Puzzles for the class"), large)
        paper.line(_("Nickname") + ": ______________________", 1.0)
        for number, puzzle in enumerate(chosen.puzzles, 1):
            paper.puzzle(number, puzzle)
        return paper.done()


def answer_key(chosen: ClassSet, large: bool = False) -> bytes:
    """The teacher's key: every answer, and why each of the first wrong plays fails. Raises SheetError."""
    with speaking(chosen.lang):
        paper = _Paper(chosen, _("Answer key"), large)
        for number, puzzle in enumerate(chosen.puzzles, 1):
            paper.answer(number, puzzle)
        return paper.done()


# ------------------------------------------------------------------ the cards' outlines


@cache
def outlines() -> dict[str, Any]:
    """What `cards.js` draws: `suits` by letter, `pips` by rank, and `courts`, the parts of each court card in order."""
    text = (Path(__file__).parents[1] / "widgets" / "static" / "cards.js").read_text(encoding="utf-8")
    suits = dict(re.findall(r'^  ([hdsc]): "(M[^"]+)"', text, re.MULTILINE))
    pips = {}
    for rank, places in re.findall(r"^  ([A2-9T]): \[(\[.+\])\],$", text, re.MULTILINE):
        pips[rank] = [(float(x), float(y)) for x, y in re.findall(r"\[(\d+), (\d+)\]", places)]
    body = text[text.index("function courtHalf") : text.index("function cardFace")]
    courts: dict[str, list[tuple[str, str]]] = {rank: [] for rank in "JQK"}
    inside = ""
    for line in body.splitlines():
        asked = re.search(r'if \(rank === "([JQK])"\)', line)
        only = asked[1] if asked else inside
        if asked and line.rstrip().endswith("{"):
            inside = asked[1]
        elif line.strip() == "}":
            inside = ""
        for kind, path in re.findall(r'add\("tl-(\w+)", "(M[^"]+)"\)', line):
            for rank in only or "JQK":
                courts[rank].append((kind, path))
    return {"suits": suits, "pips": pips, "courts": courts}


_GREY = {"cloth": "#9a9a9a", "trim": "#ffffff", "hair": "#444444", "gold": "#e0e0e0"}


def card_svg(card: str) -> str:
    """The face of a card as SVG, without its index, which is set in the sheet's own letters."""
    rank, suit = card[0], card[1]
    found = outlines()

    def mark(x: float, y: float, size: float, turned: bool = False) -> str:
        fill = "#ffffff" if suit in _HOLLOW else "#000000"
        turn = " rotate(180)" if turned else ""
        scale = size / 100
        return (
            f'<path d="{found["suits"][suit]}" fill="{fill}" stroke="#000000" stroke-width="{1.3 / scale:.1f}" '
            f'transform="translate({x} {y}){turn} scale({scale:.3f}) translate(-50 -50)"/>'
        )

    parts = ['<rect x="1" y="1" width="98" height="138" rx="9" fill="#ffffff" stroke="#000000" stroke-width="1.6"/>']
    parts += [mark(15, 43, 18), mark(85, 97, 18, turned=True)]
    if rank in found["pips"]:
        size = 46 if rank == "A" else 17
        parts += [mark(x, y, size, turned=y > 71) for x, y in found["pips"][rank]]
    else:
        parts.append(
            '<rect x="25" y="14" width="50" height="112" rx="4" fill="#ffffff" stroke="#000000" stroke-width="0.9"/>'
        )
        for turn in ("", ' transform="rotate(180 50 70)"'):
            drawn = []
            for place, (kind, path) in enumerate(found["courts"][rank]):
                if place == 3:  # after the cloth, its trimming and the hair comes the face
                    drawn.append(_FACE)
                drawn.append(f'<path d="{path}" fill="{_GREY[kind]}" stroke="#000000" stroke-width="0.7"/>')
            drawn += [_EYES, mark(33, 27, 13)]
            parts.append(f"<g{turn}>{''.join(drawn)}</g>")
        parts.append('<path d="M25 70H75" stroke="#000000" stroke-width="0.9" fill="none"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 140" width="100" height="140">{"".join(parts)}</svg>'
    )


_FACE = '<ellipse cx="50" cy="45" rx="8.6" ry="10" fill="#ffffff" stroke="#000000" stroke-width="0.7"/>'
_EYES = '<circle cx="46.6" cy="44" r="1.1" fill="#000000"/><circle cx="53.4" cy="44" r="1.1" fill="#000000"/>'


def suit_svg(suit: str) -> str:
    """A suit's sign, for a line of text."""
    fill = "#ffffff" if suit in _HOLLOW else "#000000"
    path = f'<path d="{outlines()["suits"][suit]}" fill="{fill}" stroke="#000000" stroke-width="8"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 108 108" width="108" height="108">{path}</svg>'


# ------------------------------------------------------------------ paper


def _library() -> tuple[Any, Path, Path]:
    """The PDF library and the two font files. Raises SheetError."""
    missing = _("Sheets need the extra “class”: pip install 'tienlen-tutor[class]'.")
    try:
        from importlib.util import find_spec

        from fpdf import FPDF
    except ImportError as error:
        raise SheetError(missing) from error
    place = find_spec("font_roboto")
    if place is None or place.origin is None:
        raise SheetError(missing)
    folder = Path(place.origin).parent / "files"
    return FPDF, folder / "Roboto-Regular.ttf", folder / "Roboto-Bold.ttf"


class _Paper:
    """Pages being filled from the top; sizes are in millimetres, and everything grows with large print."""

    def __init__(self, chosen: ClassSet, title: str, large: bool) -> None:
        kind, plain, bold = _library()
        self.scale = LARGE if large else 1.0
        self.pdf = kind(format="A4")
        self.pdf.set_auto_page_break(False)
        self.pdf.add_font("Roboto", "", str(plain))
        self.pdf.add_font("Roboto", "B", str(bold))
        self.pdf.set_title(f"{title}: {chosen.id}")
        self.pdf.set_lang(chosen.lang)
        self.pdf.set_creator(f"tienlen-tutor {release()}")
        self._drawings: dict[str, Any] = {}
        self._foot = chosen.id
        self._new_page()
        self.line(f"{title}: {chosen.name}", 1.7, bold=True)

    def done(self) -> bytes:
        """The file."""
        return bytes(self.pdf.output())

    def _new_page(self) -> None:
        self.pdf.add_page()
        self.y = MARGIN
        self.pdf.set_font("Roboto", "", 8)
        self.pdf.text(MARGIN, HEIGHT - 8, f"{self._foot} · {self.pdf.page_no()}")

    def need(self, height: float) -> None:
        """Go to a new page if so much does not fit on this one."""
        if self.y + height > HEIGHT - MARGIN:
            self._new_page()

    def _draw(self, name: str, svg: str, x: float, y: float, width: float) -> None:
        """Place a drawing, read once for each file."""
        from fpdf.drawing_primitives import Transform
        from fpdf.svg import SVGObject

        if name not in self._drawings:
            self._drawings[name] = SVGObject(svg)
        drawing = self._drawings[name]
        height = width * (1.4 if len(name) == 2 else 1)
        _width, _height, path = drawing.transform_to_rect_viewport(
            scale=1, width=width, height=height, align_viewbox=True, ignore_svg_top_attrs=True
        )
        path.transform = path.transform @ Transform.translation(x, y)
        self.pdf.draw_path(path)

    def line(self, text: str, size: float = 1.0, bold: bool = False, indent: float = 0.0) -> None:
        """A paragraph, broken where it is full; suit signs are drawn."""
        points = TEXT * size * self.scale
        height = points * 0.3528 * 1.4
        self.pdf.set_font("Roboto", "B" if bold else "", points)
        blank, left, room = self.pdf.get_string_width(" "), MARGIN + indent, WIDTH - MARGIN
        self.need(height)
        x = left
        for word in text.split():
            width = self._width(word, points)
            if x > left and x + width > room:
                self.y += height
                self.need(height)
                self.pdf.set_font("Roboto", "B" if bold else "", points)
                x = left
            self._word(word, x, self.y + height * 0.72, points)
            x += width + blank
        self.y += height

    def _width(self, word: str, points: float) -> float:
        plain = "".join(letter for letter in word if letter not in _SIGNS)
        return float(self.pdf.get_string_width(plain)) + (len(word) - len(plain)) * points * 0.3528 * 0.85

    def _word(self, word: str, x: float, y: float, points: float) -> None:
        size = points * 0.3528
        for part in re.split("([♠♣♦♥])", word):
            if part in _SIGNS:
                self._draw(_SIGNS[part], suit_svg(_SIGNS[part]), x, y - size * 0.74, size * 0.8)
                x += size * 0.85
            elif part:
                self.pdf.text(x, y, part)
                x += self.pdf.get_string_width(part)

    def cards(self, cards: list[str], width: float, indent: float = 0.0) -> None:
        """Cards in a row, closer together where they would not fit, and in several rows where one would hide them."""
        room, most = WIDTH - 2 * MARGIN - indent, int((WIDTH - 2 * MARGIN - indent) / (width * self.scale * 0.55))
        if len(cards) > most:
            self.cards(cards[:most], width, indent)
            self.cards(cards[most:], width, indent)
            return
        width *= self.scale
        step = min(width + 1.2, (room - width) / max(1, len(cards) - 1))
        self.need(width * 1.4 + 2)
        for place, card in enumerate(cards):
            self._card(card, MARGIN + indent + place * step, self.y, width)
        self.y += width * 1.4 + 2

    def _card(self, card: str, x: float, y: float, width: float) -> None:
        self._draw(card, card_svg(card), x, y, width)
        index = rank_text(card[0]) if card[0] in RANKS else card[0]
        points = width * 0.27 / 0.3528
        self.pdf.set_font("Roboto", "B", points)
        wide = self.pdf.get_string_width(index)
        squeezed = min(1.0, width * 0.25 / wide)
        self.pdf.set_stretching(100 * squeezed)
        half = self.pdf.get_string_width(index) / 2
        self.pdf.text(x + width * 0.15 - half, y + width * 0.28, index)
        with self.pdf.rotation(180, x + width / 2, y + width * 0.7):
            self.pdf.text(x + width * 0.15 - half, y + width * 0.28, index)
        self.pdf.set_stretching(100)

    # -- puzzles ------------------------------------------------------------------------------------

    def puzzle(self, number: int, puzzle: Puzzle) -> None:
        """A puzzle: what is asked, the table, every hand, and lines to write on."""
        from ..widgets import PuzzlePlayer

        scene = PuzzlePlayer(puzzle).scene
        others = [seat for seat in scene["seats"][1:] if seat["countText"]]
        shown = sum(bool(seat["cards"]) for seat in others) + bool(scene["unseen"]) + bool(scene["table"]["cards"])
        self.need(min((72 + 24 * shown + 7 * len(others)) * self.scale, HEIGHT - 2 * MARGIN - 20))
        self.y += 4 * self.scale
        self.line(f"{number}. {scene['title']}", 1.3, bold=True)
        self.line(scene["goal"])
        if not puzzle.position.rules.house_rules:  # with them the title names all the rules
            self.line(_("Rules: {rules}.").format(rules=rules_name(puzzle.position.rules)), 0.85)
        self.line(scene["table"]["text"])
        if scene["table"]["cards"]:
            self.cards(scene["table"]["cards"], 13)
        for seat in others:
            said = [seat["countText"], *(badge["text"] for badge in seat["badges"])]
            self.line(f"{seat['name']} ({', '.join(said)})")
            if seat["cards"]:
                self.cards(seat["cards"], 11)
        if scene["unseen"]:
            self.line(scene["unseen"]["text"])
            self.cards(scene["unseen"]["cards"], 9)
        me = scene["seats"][0]
        said = [badge["text"] for badge in me["badges"] if badge["kind"] not in ("now",)]
        self.line(", ".join([_("Your cards"), *said]), bold=True)
        self.cards(me["cards"], 19)
        self.y += 2 * self.scale
        for text in (_("I play"), _("because")):
            self.line(text + ": " + "_" * int(46 / self.scale))
            self.y += 1.5 * self.scale

    def answer(self, number: int, puzzle: Puzzle) -> None:
        """The answer to a puzzle and the refutation of the first wrong plays."""
        from ..widgets.base import seat_names

        solution = solved(puzzle.position, puzzle.goal)
        cast = Cast(you=solution.hero, names=seat_names())
        self.need(40 * self.scale)
        self.y += 3 * self.scale
        self.line(f"{number}. {title_of(puzzle)}", 1.2, bold=True)
        self.line(str(puzzle.position), 0.7)
        best = [_("pass") if play.is_pass else show(play) for play in solution.best]
        self.line(_("The answer is {plays}.").format(plays=_(", or ").join(best)))
        if solution.best and solution.best[0].cards:
            self.cards([str(card) for card in solution.best[0].cards], 12)
        note = note_of(puzzle)
        if note:
            self.line(note)
        if puzzle.goal == "fewest":
            return
        for verdict in [each for each in solution.plays if each.value != solution.value][:4]:
            play = _("pass") if verdict.play.is_pass else show(verdict.play)
            why = short_reason(puzzle.position, verdict.line, cast)
            self.line(_("Not {play}: {why}").format(play=play, why=why), 0.9, indent=5)


__all__ = ["SheetError", "answer_key", "sheet"]
