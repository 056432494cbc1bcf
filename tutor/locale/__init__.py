"""Words in the reader's language, through gettext.

`_` and `ngettext` look a message up when they are called, so a change of language counts from the next sentence
on. Catalogues lie in `<language>/LC_MESSAGES/tutor.mo` beside this file; without one the English text of the source
is used. The engine itself does not import this: its refusals have stable codes, which `tutor.explain` words.
"""

from __future__ import annotations

import gettext
from pathlib import Path

_FOLDER = Path(__file__).resolve().parent
_translations: gettext.NullTranslations = gettext.NullTranslations()
_current = "en"


def language(name: str | None = None) -> str:
    """Switch to a language (`"en"`, `"de"`, ...) if one is named; returns the one in force.

    Raises ValueError for a language that has no catalogue.
    """
    global _translations, _current
    if name is None:
        return _current
    if name == "en":
        _translations = gettext.NullTranslations()
    else:
        try:
            _translations = gettext.translation("tutor", _FOLDER, [name])
        except OSError as error:
            raise ValueError(f"no catalogue for the language {name!r}") from error
    _current = name
    return _current


def _(message: str) -> str:
    """The message in the language in force."""
    return _translations.gettext(message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The message in the form that the number asks for."""
    return _translations.ngettext(singular, plural, number)
