"""Words in the reader's language, through gettext.

`_`, `ngettext` and `pgettext` look a message up when they are called, so a change of language counts from the next
sentence on; a widget keeps the language that it was made in. Catalogues lie in `<language>/LC_MESSAGES/tutor.po`
beside this file. An install compiles them to `.mo`; where that is missing or older, the `.po` is read as it is.

The engine itself does not import this: its refusals are made from templates, which `worded` looks up here.
"""

from __future__ import annotations

import gettext
import io
from functools import lru_cache
from pathlib import Path

from ..errors import Refusal, quote

_FOLDER = Path(__file__).resolve().parent
_translations: gettext.NullTranslations = gettext.NullTranslations()
_current = "en"


def languages() -> tuple[str, ...]:
    """The languages that can be spoken; English first."""
    found = {path.parent.parent.name for path in _FOLDER.glob("*/LC_MESSAGES/tutor.[mp]o")}
    return ("en", *sorted(found))


def language(name: str | None = None) -> str:
    """Switch to a language (`"en"`, `"de"`, ...) if one is named; returns the one in force.

    A country after the language (`"pt-BR"`, `"de_AT"`) is read and does not matter. Raises ValueError, with the
    choices, for a language that has no catalogue.

    >>> language()
    'en'
    """
    global _translations, _current
    if name is None:
        return _current
    wanted = str(name).replace("_", "-").partition("-")[0].lower()
    if wanted not in languages():
        raise Refusal("there is no language {name}, only {known}", name=quote(str(name)), known=", ".join(languages()))
    _translations = gettext.NullTranslations() if wanted == "en" else _catalogue(wanted)
    _current = wanted
    return _current


def _catalogue(name: str) -> gettext.NullTranslations:
    """The language's catalogue: compiled, or read from the `.po` if that is newer or all there is."""
    source, made = (_FOLDER / name / "LC_MESSAGES" / f"tutor.{kind}" for kind in ("po", "mo"))
    if source.exists() and not (made.exists() and made.stat().st_mtime >= source.stat().st_mtime):
        from .catalogue import compiled, read

        return gettext.GNUTranslations(io.BytesIO(compiled(read(source))))
    with made.open("rb") as file:
        return gettext.GNUTranslations(file)


def puzzle_text(text: str) -> str:
    """A title or note of a puzzle that came with the package, in the language in force; any other text as it is."""
    return _puzzle_texts(_current).get(text, text)


@lru_cache
def _puzzle_texts(name: str) -> dict[str, str]:
    from ..resources import shipped
    from .catalogue import read

    packs = sorted((shipped("puzzles") / "locale" / name).glob("*.po"))
    return {entry.id: entry.texts[0] for pack in packs for entry in read(pack) if entry.usable}


def _(message: str) -> str:
    """The message in the language in force."""
    return _translations.gettext(message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The message in the form that the number asks for."""
    return _translations.ngettext(singular, plural, number)


def pgettext(context: str, message: str) -> str:
    """The message as it is said in this context: languages with cases need several words where English has one."""
    return _translations.pgettext(context, message)


def worded(error: BaseException) -> str:
    """What the error says, in the language in force; `str` says a refusal in English, whatever the language."""
    return error.words(_) if isinstance(error, Refusal) else str(error)
