"""Reads a translator's catalogue (a gettext `.po` file) without any tool, so that a checkout speaks every language
as it is. `compiled` makes of it what `gettext` reads.

Babel writes the catalogues and brings them up to date (see CONTRIBUTING.md); nothing here writes one.
"""

from __future__ import annotations

import ast
import re
import struct
from dataclasses import dataclass, field
from pathlib import Path


class CatalogueError(ValueError):
    """A catalogue that cannot be read; the message names the file and the line."""


@dataclass(slots=True)
class Entry:
    """One message: the English text, its plural if it has one, and the translation in all its forms.

    `fuzzy` marks a translation that was made for an older text and waits for a translator. It is not used.
    """

    id: str = ""
    plural: str = ""
    context: str | None = None
    texts: list[str] = field(default_factory=list)
    fuzzy: bool = False
    line: int = 0

    @property
    def key(self) -> tuple[str | None, str]:
        """What tells messages apart: the context and the English text."""
        return self.context, self.id

    @property
    def usable(self) -> bool:
        """Whether every form is translated and none is outdated."""
        return bool(self.texts) and all(self.texts) and not self.fuzzy


_LINE = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d+)\])?[ \t]*)?("(?:[^"\\]|\\.)*")')


def read(path: Path) -> list[Entry]:
    """The entries of a `.po` file, the header (with the empty id) first. Raises CatalogueError, OSError."""
    entries: list[Entry] = []
    entry, fuzzy, part, form = Entry(), False, "", 0
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = raw.strip()
        if line.startswith("#,"):
            fuzzy = "fuzzy" in line.replace(",", " ").split()
        if not line:
            fuzzy = False
        if not line or line.startswith("#"):  # remarks, and messages no longer used (#~)
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            raise CatalogueError(f"{path.name}, line {number}: this is no part of a catalogue: {line[:60]!r}")
        if found[1]:
            part, form = found[1], int(found[2] or 0)
            if part == "msgctxt" or (part == "msgid" and (entry.texts or not entries or entry.id)):
                entry, fuzzy = Entry(fuzzy=fuzzy, line=number), False
                entries.append(entry)
            if part == "msgstr":
                entry.texts += [""] * (form + 1 - len(entry.texts))
        text = ast.literal_eval(found[3])
        if part == "msgctxt":
            entry.context = (entry.context or "") + text
        elif part == "msgid":
            entry.id += text
        elif part == "msgid_plural":
            entry.plural += text
        elif part == "msgstr":
            entry.texts[form] += text
        else:
            raise CatalogueError(f"{path.name}, line {number}: text that belongs to no message")
    return entries


def compiled(entries: list[Entry]) -> bytes:
    """The entries as a `.mo` file, for `gettext.GNUTranslations`; those that are not usable are left out."""
    texts: dict[bytes, bytes] = {}
    for entry in entries:
        if entry.usable or not entry.id:
            name = "" if entry.context is None else entry.context + "\x04"
            name += entry.id + ("\0" + entry.plural if entry.plural else "")
            texts[name.encode()] = "\0".join(entry.texts).encode()
    names = sorted(texts)
    places, data = [], b""
    start = 28 + 16 * len(names)
    for text in [*names, *(texts[name] for name in names)]:
        places.append((len(text), start + len(data)))
        data += text + b"\0"
    header = struct.pack("<7I", 0x950412DE, 0, len(names), 28, 28 + 8 * len(names), 0, 0)
    return header + b"".join(struct.pack("<2I", *place) for place in places) + data
