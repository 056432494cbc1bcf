"""The errors that input can cause.

    ValueError
     └── Refusal              anything that was given and cannot be used
          ├── NotationError        a card, set of cards, play, position or record that cannot be read
          │    └── PositionError   a position that cannot be, or a question it has no answer to
          └── IllegalPlay          a play that the rules refuse (position.py; it carries the objection)

Every message is one line that names the field and quotes what was read. It is made from a template and the values that
the template names, `PositionError("hands: {seats} seats, but 2 to 4 can play", seats=5)`, because nothing here knows
of languages: `str` is English, and `tutor.locale.worded` says the same line in the language in force.
"""

from __future__ import annotations

from collections.abc import Callable

LONGEST_QUOTE = 120


def quote(text: object) -> str:
    """`text` in quotes on one line, cut when very long, safe to print in any encoding."""
    shown = ascii(text) if not isinstance(text, str) else repr(text)
    shown = shown.encode("utf-8", "backslashreplace").decode("utf-8")
    return shown if len(shown) <= LONGEST_QUOTE else shown[: LONGEST_QUOTE - 1] + "…"


def _marked(message: str) -> str:
    """The message as it is; marks it for the catalogues where it does not stand in the call that looks it up."""
    return message


class Refusal(ValueError):
    """Something that was given and cannot be used. A value of the template may be a refusal itself.

    The template has to stand in the call as it is, not put together there: catalogues are made from the calls. The
    words before a colon (`hands`, `rules`, ...) are those of the notation and the same in every language. Without
    values the template is the line.

    >>> why = Refusal("{word} is no number of hidden cards", word=quote("?{x}"))
    >>> str(Refusal("{field}: {why}", field="hands", why=why))
    "hands: '?{x}' is no number of hidden cards"
    """

    def __init__(self, template: str, /, **values: object) -> None:
        self.template, self.values = template, values
        super().__init__(self.words(str))

    def words(self, translate: Callable[[str], str]) -> str:
        """The line, with `translate` applied to its template and to those of the refusals among its values."""
        template = translate(self.template)
        said = {
            name: value.words(translate) if isinstance(value, Refusal) else value for name, value in self.values.items()
        }
        return template.format_map(said) if said else template

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows in place of a traceback: the one line that says what to mend."""
        from .locale import worded

        return [worded(self)]


class NotationError(Refusal):
    """Text that is not in the project's notation."""


class PositionError(NotationError):
    """A position that cannot be read or cannot be, or a question that it has no answer to."""


SYSTEM = (
    _marked("No such file or directory"),
    _marked("Permission denied"),
    _marked("Is a directory"),
    _marked("Not a directory"),
    _marked("File exists"),
    _marked("File name too long"),
    _marked("No space left on device"),
    _marked("Read-only file system"),
)
"""What a system says most often when it refuses a file; in other words it is told as it is."""


def system(error: OSError) -> Refusal:
    """Why the system refused, in its own words."""
    return Refusal(error.strerror or str(error))
