"""The errors that input can cause.

    ValueError
     └── NotationError        a card, set of cards, play, position or record that cannot be read
          └── PositionError   a position that cannot be, or a question it has no answer to
     └── IllegalPlay          a play that the rules refuse (position.py; it carries the objection)

Every message is one line that names the field and quotes what was read.
"""

from __future__ import annotations

LONGEST_QUOTE = 120


def quote(text: object) -> str:
    """`text` in quotes on one line, cut when very long, safe to print in any encoding."""
    shown = ascii(text) if not isinstance(text, str) else repr(text)
    shown = shown.encode("utf-8", "backslashreplace").decode("utf-8")
    return shown if len(shown) <= LONGEST_QUOTE else shown[: LONGEST_QUOTE - 1] + "…"


class NotationError(ValueError):
    """Text that is not in the project's notation."""

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows in place of a traceback: the one line that says what to mend."""
        return [str(self)]


class PositionError(NotationError):
    """A position that cannot be read or cannot be, or a question that it has no answer to."""
