"""The course in other languages: one source for every lesson, and a catalogue of its texts per language.

The source is the English notebook in `lessons/`. Its catalogues are `lessons/locale/LANG/NN-name.po`, in which
every heading, paragraph, list item and table row of the notebook is one message, without line breaks and marks
of its place, so that wrapping a paragraph anew changes nothing while a changed word shows as untranslated. Code
is never translated, but for string literals that are plainly prose (`"How many hands hold no 2?"`) or that the
cell names in its metadata (`"translate": ["No 2"]`).

    python -m tutor.course update [LANG]    bring every catalogue up to date with the sources
    python -m tutor.course check            say what is missing or outdated; exit status 1 if anything is
    python -m tutor.course extract FOLDER   write empty catalogues (.pot), for a new language

The same commands look after the words of the program (`tutor/locale`) and of the puzzles (`puzzles/locale`).
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tokenize
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .locale.catalogue import read

Notebook = dict[str, Any]
Lookup = Callable[[str], str]

FILE_NAME = "file name"
"""The context of the message that gives a lesson's translation its file name (without the ending)."""


@dataclass(frozen=True, slots=True)
class Message:
    """One text to translate. `kind` says what it is in the notebook, `cell` is the id of its cell."""

    text: str
    kind: str
    cell: str = ""
    context: str | None = None


# ------------------------------------------------------------------ Markdown, piece by piece


@dataclass(slots=True)
class Piece:
    """Lines that belong together. Without `text` they are not translated; else `prefix` stands before the text."""

    lines: list[str] = field(default_factory=list)
    text: str = ""
    kind: str = ""
    prefix: str = ""

    def translated(self, lookup: Lookup) -> list[str]:
        """The lines in the other language; as they are if there is no translation, or none is needed."""
        found = lookup(self.text) if self.text else ""
        if not found or found == self.text:
            return self.lines
        first, *rest = found.split("\n")
        indent = re.sub(r"[^>\s]", " ", self.prefix)
        return [self.prefix + first, *(indent + line for line in rest)]


_FENCE = re.compile(r"\s*(```+|~~~+)")
_RULE = re.compile(r"\s*(?:-[-\s]*-[-\s]*-|\*[*\s]*\*[*\s]*\*|_[_\s]*_[_\s]*_|={3,})\s*")
_TAGS_ONLY = re.compile(r"\s*(?:</?[A-Za-z][^>]*>\s*|<!--.*?-->\s*)+")
_COLUMNS = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
_HEADING = re.compile(r"(\s{0,3}#{1,6}\s+)(.*?)\s*")
_PREFIX = re.compile(r"(?:\s*>)*\s*(?:(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?")
_QUOTE = re.compile(r"(?:\s*>)*")
_MATH_END = {"$$": r"\$\$\s*$", "\\[": r"\\\]\s*$", "\\begin": r"\\end\{[^}]*\}\s*$"}


def pieces(markdown: str) -> list[Piece]:
    """The text cut into pieces, in order; their lines joined are the text again, to the letter.

    >>> [(piece.kind, piece.text) for piece in pieces("# One\\n\\n- two\\n  words\\n- `3s`") if piece.text]
    [('heading', 'One'), ('list item', 'two words')]
    """
    lines, found, at, in_list = markdown.split("\n"), list[Piece](), 0, False
    while at < len(lines):
        line = lines[at]
        end = _end_of_untranslated(lines, at, in_list)
        if end:
            found.append(Piece(lines[at:end]))
            at = end
            continue
        heading = _HEADING.fullmatch(line)
        if heading:
            piece = Piece([line], heading[2], "heading", heading[1])
            in_list = False
        elif line.lstrip().startswith("|"):
            indent = line[: len(line) - len(line.lstrip())]
            piece = Piece([line], line.strip(), "table row", indent)
        else:
            piece = _block(lines, at)
            in_list = piece.kind == "list item" or (in_list and line[:1] == " ")
        if not _worth_translating(piece.text):
            piece = Piece(piece.lines)
        found.append(piece)
        at += len(piece.lines)
    return found


def _end_of_untranslated(lines: list[str], at: int, in_list: bool) -> int:
    """Where lines end that nobody translates: blank ones, code, formulas, rules, bare tags. 0 if there are none."""
    line = lines[at]
    fence = _FENCE.match(line)
    if fence:
        closing = re.compile(rf"\s*{re.escape(fence[1][0])}{{{len(fence[1])},}}\s*")
        return next((n + 1 for n in range(at + 1, len(lines)) if closing.fullmatch(lines[n])), len(lines))
    for start, stop in _MATH_END.items():
        if line.lstrip().startswith(start):
            rest = line.lstrip()[len(start) :]
            if re.search(stop, rest):
                return at + 1
            ends = (n + 1 for n in range(at + 1, len(lines)) if re.search(stop, lines[n]) or not lines[n].strip())
            return next(ends, len(lines))
    alone = not line.strip() or _RULE.fullmatch(line) or _TAGS_ONLY.fullmatch(line)
    if alone or (_COLUMNS.fullmatch(line) and "|" in line):
        return at + 1
    indented = line.startswith(("    ", "\t")) and not in_list and (at == 0 or not lines[at - 1].strip())
    return at + 1 if indented and not _TEXT_AFTER_INDENT.match(line) else 0


_TEXT_AFTER_INDENT = re.compile(r"\s*(?:[-*+]|\d+[.)])\s")


def _block(lines: list[str], at: int) -> Piece:
    """A paragraph, list item or quotation, with the lines that carry it on."""
    match = _PREFIX.match(lines[at])
    assert match is not None
    prefix = match[0]
    quote = _QUOTE.match(prefix)
    assert quote is not None
    marked = prefix.strip(" >\t") != ""
    kind = "list item" if marked else "quotation" if ">" in prefix else "paragraph"
    taken, text = [lines[at]], lines[at][len(prefix) :]
    while at + len(taken) < len(lines) and not _starts_anew(lines, at + len(taken), quote[0], marked):
        line = lines[at + len(taken)]
        hard_break = text.endswith(("  ", "\\"))
        text = (text if hard_break else text.rstrip()) + ("\n" if hard_break else " ") + line.lstrip(" >\t")
        taken.append(line)
    return Piece(taken, text.rstrip(), kind, prefix)


def _starts_anew(lines: list[str], at: int, quote: str, in_item: bool) -> bool:
    line = lines[at]
    match = _PREFIX.match(line)
    assert match is not None
    marker = match[0].strip(" >\t")
    number = re.match(r"\d+", marker)
    return bool(
        _end_of_untranslated(lines, at, True)
        or _HEADING.fullmatch(line)
        or line.lstrip().startswith("|")
        or line.count(">", 0, match.end()) > quote.count(">")
        or (marker and (in_item or not number or number[0] == "1"))
    )


def _worth_translating(text: str) -> bool:
    """Whether there are words in it besides code, formulas, tags and addresses."""
    bare = re.sub(r"`[^`]*`|\$[^$]*\$|<[^>]*>|&\w+;|\]\([^)]*\)|https?://\S+", " ", text)
    return re.search(r"[^\W\d_]", bare) is not None


# ------------------------------------------------------------------ notebooks


def extract(notebook: Notebook, name: str = "") -> list[Message]:
    """The texts of a lesson in their order, each once; with a name, the file name first."""
    found: dict[tuple[str | None, str], Message] = {}
    if name:
        found[FILE_NAME, name] = Message(name, "the file's name: lower case, words joined by -", "", FILE_NAME)
    for cell in notebook["cells"]:
        for text, kind in _texts(cell):
            found.setdefault((None, text), Message(text, kind, str(cell.get("id", ""))))
    return list(found.values())


def _texts(cell: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if cell["cell_type"] == "markdown":
        for piece in pieces(source(cell)):
            if piece.text:
                yield piece.text, piece.kind
    elif cell["cell_type"] == "code":
        for _start, _end, text in _literals(cell):
            yield text, "text in code"


def source(cell: dict[str, Any]) -> str:
    """The cell's text, which a notebook may hold as a list of lines."""
    return "".join(cell["source"])


def translate(notebook: Notebook, lookup: Lookup, lang: str, links: dict[str, str] | None = None) -> Notebook:
    """The lesson in another language. `lookup` gives a text's translation, or an empty one: then it stays English.

    `links` has the file names of lessons, English to translated, with which links are rewritten. The first code
    cell, which only imports, also switches the tutor's language, so that the lesson speaks one language wherever it
    is opened.
    """
    cells, switched = [], False
    headings: dict[str, str] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            headings |= _anchors(source(cell), lookup)
    for cell in notebook["cells"]:
        text = source(cell)
        if cell["cell_type"] == "markdown":
            lines = [line for piece in pieces(text) for line in piece.translated(lookup)]
            text = _relink("\n".join(lines), links or {}, headings)
        elif cell["cell_type"] == "code":
            for start, end, literal in reversed(list(_literals(cell))):
                found = lookup(literal)
                text = text[:start] + json.dumps(found, ensure_ascii=False) + text[end:] if found else text
            if not switched:
                switched = True
                text = f'import tutor\n\ntutor.language("{lang}")\n\n{text}'
        cells.append({**cell, "source": text.splitlines(keepends=True)})
    metadata = {**notebook.get("metadata", {}), "tutor": {"language": lang}}
    return {**notebook, "cells": cells, "metadata": metadata}


def _anchors(markdown: str, lookup: Lookup) -> dict[str, str]:
    """What a link to a heading of this text looks like, English to translated."""
    named = [piece.text for piece in pieces(markdown) if piece.kind == "heading"]
    return {text.replace(" ", "-"): (lookup(text) or text).replace(" ", "-") for text in named}


_LINK = re.compile(r"\]\(((?:\./)?)([^)#\s]*)(#[^)\s]*)?((?:\s+\"[^\"]*\")?)\)")


def _relink(markdown: str, links: dict[str, str], headings: dict[str, str]) -> str:
    def relinked(match: re.Match[str]) -> str:
        start, file, anchor, title = match.groups("")
        if anchor and not file:
            anchor = "#" + headings.get(anchor[1:], anchor[1:])
        elif anchor and file in links:
            anchor = ""  # the place in another lesson has another name there
        return f"]({start}{links.get(file, file)}{anchor}{title})"

    return _LINK.sub(relinked, markdown)


_PROSE = re.compile(r"[a-z]{2,},? [a-z]+(?!\w)")  # two words in a row; cards and positions have none


def _literals(cell: dict[str, Any]) -> Iterator[tuple[int, int, str]]:
    """The string literals of a code cell that are to be translated: where they stand, and what they say."""
    code, named = source(cell), cell.get("metadata", {}).get("translate", ())
    starts = [0]
    for line in code.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(code).readline))
    except (tokenize.TokenError, SyntaxError):  # a shell's line, or a cell that is meant to fail
        return
    for token in tokens:
        if token.type == tokenize.STRING and re.match(r"[rRuU]?['\"]", token.string):
            text = ast.literal_eval(token.string)
            if text in named or _PROSE.search(text):
                (row, column), (last, end) = token.start, token.end
                yield starts[row - 1] + column, starts[last - 1] + end, text


# ------------------------------------------------------------------ the course


def folder() -> Path:
    """Where the lessons that came with the package are."""
    from . import resources

    return resources.shipped("lessons")


def sources() -> list[Path]:
    """The English lessons, in order."""
    return sorted(folder().glob("*.ipynb"))


def catalogue(lesson: Path, lang: str) -> Path:
    """Where the lesson's translation is, or would be."""
    return lesson.parent / "locale" / lang / f"{lesson.stem}.po"


def languages() -> tuple[str, ...]:
    """The languages that there is at least one lesson in; English first."""
    return ("en", *sorted({path.parent.name for path in (folder() / "locale").glob("*/*.po")}))


def lessons(lang: str = "en") -> list[tuple[str, bytes]]:
    """File name and content of every lesson in this language, in order; a lesson without a translation in English.

    Raises ValueError for a language that there are no lessons in.
    """
    if lang not in languages():
        raise ValueError(f"no lessons in {lang!r}, there are: {', '.join(languages())}")
    files = sources()
    if lang == "en":
        return [(path.name, path.read_bytes()) for path in files]
    found: list[tuple[str, bytes]] = []
    texts = {path.name: _translations(path, lang) for path in files}
    links = {name: _file_name(name, known) for name, known in texts.items()}
    for path in files:
        content, known = path.read_bytes(), texts[path.name]
        if known:
            made = translate(json.loads(content), _lookup(known), lang, links)
            content = json.dumps(made, indent=1, ensure_ascii=False).encode() + b"\n"
        found.append((links[path.name], content))
    return found


def in_language(lesson: Path, notebook: Notebook, lang: str) -> Notebook:
    """One notebook in a language that has catalogues, its links as they are."""
    return translate(notebook, _lookup(_translations(lesson, lang)), lang)


def _translations(lesson: Path, lang: str) -> dict[tuple[str | None, str], str]:
    path = catalogue(lesson, lang)
    return {entry.key: entry.texts[0] for entry in read(path) if entry.usable and entry.id} if path.exists() else {}


def _lookup(known: dict[tuple[str | None, str], str]) -> Lookup:
    return lambda text: known.get((None, text), "")


def _file_name(name: str, known: dict[tuple[str | None, str], str]) -> str:
    path = Path(name)
    return known.get((FILE_NAME, path.stem), path.stem) + path.suffix


def main(arguments: Sequence[str] | None = None) -> int:
    """The translators' command; see the top of this file. Returns the exit status."""
    from .locale.upkeep import run

    return run(list(sys.argv[1:] if arguments is None else arguments))


if __name__ == "__main__":
    sys.exit(main())
