"""Keeps the catalogues up to date with the texts of the program, the lessons and the puzzles; needs Babel.

Every kind of text has a template, made anew each time from its source: the calls of `_` and its like in the
package, the cells of a lesson, the titles and notes of a puzzle pack. `update` carries a template into the
catalogues that translators edit, `faults` says what they still have to do. The command is `python -m tutor.course`.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from .. import course
from ..resources import release, shipped
from . import languages
from .catalogue import CatalogueError, Entry, read

REFUSALS = ("Refusal", "NotationError", "PositionError", "RecordError", "SetError", "AttemptError", "ExchangeError")
"""The errors whose first argument is the template of what they say (`tutor.errors`)."""

KEYWORDS: dict[str, Any] = {
    "_": None,
    "_marked": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "fail": (2,),
    **dict.fromkeys(REFUSALS),
}
"""The calls whose arguments are messages; `_marked` only marks one that is looked up later, `fail` is the engine's for
a field and what is wrong with it.
"""

_CONTACT: Any = {
    "msgid_bugs_address": "the project's issues",
    "last_translator": "the Tiến Lên tutor authors",
    "language_team": "the Tiến Lên tutor authors",
}
_PLURALS = {"pt": (2, "(n != 1)")}
"""Number and choice of plural forms where Babel's own are more than numbers of cards need: its Portuguese has a form
for millions.
"""

_PACKAGE = Path(__file__).resolve().parent.parent


# ------------------------------------------------------------------ templates


def program_template() -> Catalog:
    """Every message of the package's own code."""
    template = _template()
    found = extract_from_dir(
        _PACKAGE, [("**.py", "python")], keywords=KEYWORDS, comment_tags=["Translators:"], strip_comment_tags=True
    )
    for file, _line, message, comments, context in found:
        template.add(message, context=context, locations=[(f"tutor/{file}", 1)], auto_comments=comments)
    return template


def lesson_template(lesson: Path) -> Catalog:
    """Every text of one lesson."""
    template = _template()
    for message in course.extract(json.loads(lesson.read_bytes()), lesson.stem):
        where = f"{message.kind}, in {message.cell}" if message.cell else message.kind
        template.add(message.text, context=message.context, auto_comments=[where])
    return template


def pack_template(pack: Path) -> Catalog:
    """The titles and notes of a puzzle pack."""
    from ..puzzles import load

    template = _template()
    for puzzle in load(pack):
        template.add(puzzle.title, auto_comments=[f"title of {puzzle.id}"])
        if puzzle.note:
            template.add(puzzle.note, auto_comments=[f"note of {puzzle.id}"])
    return template


def _template() -> Catalog:
    return Catalog(project="tienlen-tutor", version=release(), charset="utf-8", fuzzy=False, **_CONTACT)


def templates() -> Iterator[tuple[Catalog, Path]]:
    """Every template, with the catalogue that belongs to it; `LANG` stands for the language in its path."""
    from ..puzzles import load

    yield program_template(), _PACKAGE / "locale" / "LANG" / "LC_MESSAGES" / "tutor.po"
    for lesson in course.sources():
        yield lesson_template(lesson), course.catalogue(lesson, "LANG")
    for pack in sorted(shipped("puzzles").glob("*.toml")):
        if not any(puzzle.title for puzzle in load(pack)):
            continue  # mined: its titles and notes are made from messages of the program
        yield pack_template(pack), pack.parent / "locale" / "LANG" / f"{pack.stem}.po"


def in_language(path: Path, lang: str) -> Path:
    """The catalogue's path in a language."""
    return Path(*(lang if part == "LANG" else part for part in path.parts))


# ------------------------------------------------------------------ bringing catalogues up to date


def update(template: Catalog, path: Path, lang: str) -> bool:
    """Make the catalogue have exactly the template's messages, and whether that changed it.

    What is translated stays. A message that was changed keeps its old translation, marked fuzzy, with the old text
    above it; a message that is gone is dropped.
    """
    before = path.read_bytes() if path.exists() else b""
    if before:
        with path.open("rb") as file:
            catalogue = read_po(file, locale=lang, abort_invalid=True)
        for message in catalogue:  # the old text above an outdated translation comes back as a remark
            message.user_comments = [text for text in message.user_comments if not text.startswith("|")]
        if [_key(message) for message in catalogue] == [_key(message) for message in template]:
            return False
        template.creation_date = catalogue.creation_date
        catalogue.update(template)
    else:
        catalogue = Catalog(lang, project="tienlen-tutor", version=release(), charset="utf-8", fuzzy=False, **_CONTACT)
        if lang in _PLURALS:
            vars(catalogue).update(zip(("_num_plurals", "_plural_expr"), _PLURALS[lang], strict=True))
        template.creation_date = catalogue.creation_date = catalogue.revision_date = datetime.now(UTC)
        catalogue.update(template)
    catalogue.header_comment = f"# {path.stem}, {catalogue.locale.english_name if catalogue.locale else lang}"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=110, ignore_obsolete=True, include_previous=True, include_lineno=False)
    return path.read_bytes() != before


def _key(message: Message) -> tuple[str | None, Any]:
    return message.context, message.id if isinstance(message.id, str) else tuple(message.id)


# ------------------------------------------------------------------ what is wrong with a catalogue


def faults(template: Catalog, path: Path, letters: dict[str, str] | None = None) -> list[str]:
    """What a translator still has to do: messages missing, outdated, no longer used, or that lost a part.

    With `letters` (the ranks as they stand on the cards of that language) cards and numbers are compared, too, as
    the texts of lessons and puzzles have them.
    """
    if not path.exists():
        return [f"{path.name}: is missing"]
    try:
        entries = {entry.key: entry for entry in read(path) if entry.id}
    except CatalogueError as error:
        return [str(error)]
    wanted: dict[tuple[str | None, str], str] = {}
    for message in template:
        if message.id:
            texts = [message.id] if isinstance(message.id, str) else list(message.id)
            wanted[message.context, texts[0]] = texts[1] if len(texts) > 1 else ""
    found = []
    for key, plural in wanted.items():
        entry = entries.get(key)
        if entry is None or entry.plural != plural or not all(entry.texts or [""]):
            found.append(f"{path.name}: not translated: {key[1]!r}")
        elif entry.fuzzy:
            found.append(f"{path.name}: outdated (fuzzy): {key[1]!r}")
        else:
            found += [f"{path.name}: {fault}: {key[1]!r}" for fault in _differences(entry, letters)]
    found += [f"{path.name}: not used any more: {key[1]!r}" for key in entries.keys() - wanted.keys()]
    return found


def _differences(entry: Entry, letters: dict[str, str] | None) -> Iterator[str]:
    if entry.context == course.FILE_NAME:
        if not re.fullmatch(r"\d\d(?:-\w+)+|[^\W\d]+(?:-\w+)*", entry.texts[0]) or entry.texts[0][:2] != entry.id[:2]:
            yield f"no file name of the form {entry.id}: {entry.texts[0]!r}"
        return
    parts_of = _program_parts if letters is None else _lesson_parts
    singular, plural = parts_of(entry.id), parts_of(entry.plural or entry.id)
    for text in entry.texts:
        for kind, mine in parts_of(text).items():
            # "a line" may become "{n} lines" in a language whose first form is for more than one, and the reverse
            parts, possible = singular[kind] & plural[kind], singular[kind] | plural[kind]
            if kind == "card":
                parts = possible = Counter({_local(card, letters or {}) for card in parts})
                mine = Counter(set(mine))
            lost, new = parts - mine, mine - possible
            if kind == "number":
                lost = Counter(set(parts) - set(mine))
            if lost:
                yield f"{kind} lost: {', '.join(sorted(lost))}"
            if new and kind not in ("code", "number"):  # more of these explain what English readers know
                yield f"{kind} that is not in the English text: {', '.join(sorted(new))}"
        if entry.id[-1:].isspace() != text[-1:].isspace():
            yield "blank at the end"


def _local(card: str, letters: dict[str, str]) -> str:
    return letters.get(card[:-1], card[:-1]) + card[-1]


def _program_parts(text: str) -> dict[str, Counter[str]]:
    return {
        # the same placeholder may stand more often in one language than in the other
        "placeholder": Counter(set(re.findall(r"\{\w*\}", text))),
        "tag": Counter(re.findall(r"</?\w[^>]*>", text)),
    }


_CARD = re.compile(r"(?<![\w])(?:10|[2-9]|[A-ZĐ])[♠♣♦♥]")


def _lesson_parts(text: str) -> dict[str, Counter[str]]:
    bare = re.sub(r"`[^`]*`|\]\([^)]*\)|<[^>]*>", " ", text)
    cards = _CARD.findall(bare)
    digits = re.sub(r"(?<=\d)[.,\u202f\u00a0](?=\d)", "", _CARD.sub(" ", bare))
    return {
        "tag": Counter(re.findall(r"</?\w[^>]*>", text)),
        "code": Counter(set(re.findall(r"`[^`]*`", text))),
        "formula": Counter(re.findall(r"(?<!\\)\$[^$]+\$", text)),
        "link": Counter(re.findall(r"\]\(([^)\s]*)", text)),
        "column": Counter(re.findall(r"(?<!\\)\|", text)),
        "card": Counter(cards),
        # smaller ones are often ranks, and words in one language
        "number": Counter(re.findall(r"1[1-9]|[2-9]\d|\d{3,}", digits)),
    }


def card_letters(lang: str) -> dict[str, str]:
    """The ranks that have another letter on the cards of this language."""
    entries = {entry.key: entry for entry in read(in_language(_PACKAGE / "locale/LANG/LC_MESSAGES/tutor.po", lang))}
    return {letter: entries[None, letter].texts[0] for letter in "JQKA" if (None, letter) in entries}


# ------------------------------------------------------------------ the command


def run(arguments: list[str]) -> int:
    """`update [LANG...]`, `check [LANG...]` or `extract FOLDER`; returns the exit status."""
    known = [lang for lang in languages() if lang != "en"]
    match arguments:
        case ["update", *chosen]:
            return _update(chosen or known)
        case ["check", *chosen] if set(chosen) <= set(known):
            return _check(chosen or known)
        case ["extract", folder]:
            return _extract(Path(folder))
    print(str(course.__doc__).split("\n\n")[2], file=sys.stderr)
    return 2


def _update(chosen: Iterable[str]) -> int:
    for template, path in templates():
        for lang in chosen:
            target = in_language(path, lang)
            if update(template, target, lang):
                print(f"{target.parent.name}: {target.name}" if "lessons" in target.parts else target)
    return 0


def _check(chosen: Iterable[str]) -> int:
    found = []
    for template, path in templates():
        for lang in chosen:
            letters = None if path.name == "tutor.po" else card_letters(lang)
            found += [f"{lang}: {fault}" for fault in faults(template, in_language(path, lang), letters)]
    print("\n".join(found) if found else "nothing missing, nothing outdated")
    return 1 if found else 0


def _extract(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    for template, path in templates():
        with (folder / f"{path.stem}.pot").open("wb") as file:
            write_po(file, template, width=110, include_lineno=False)
    return 0
