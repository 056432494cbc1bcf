"""A match in the terminal: the same table, words and hints as in the notebook, typed instead of clicked.

Reads lines from standard input, so a pipe plays as well as a person. When it ends, by a word, at the end of the input
or by Ctrl-C, the match is saved.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from .bots import BOTS
from .errors import NotationError
from .explain import Cast, refusal, shape_name, show, story, trouble
from .hints import hint_text
from .locale import _, ngettext, pgettext
from .other_rules import rules_name
from .play import PERSON, Sitting, file_to_save, keep_deal, own_path
from .position import IllegalPlay, Position
from .referee import how_it_pays, instant_text, match_text, result_text, signed, why_asked

INTERRUPTED = 130


class Left(Exception):
    """Whoever plays wants to stop."""


class Terminal:
    """A match shown as lines of text and played by typing.

    `ask` gives the next line typed (EOFError at the end of the input), `tell` prints one.
    """

    def __init__(
        self, sitting: Sitting, ask: Callable[[str], str] = input, tell: Callable[[str], None] = print
    ) -> None:
        self.sitting, self._ask, self._tell = sitting, ask, tell
        self._facing: int | None = None
        self._hinted = 0

    def run(self) -> None:
        """Play until the match is over. Raises Left, EOFError or KeyboardInterrupt when somebody stops before."""
        self._greet()
        while True:
            if self.sitting.over:
                self._end_of_deal()
                if self.sitting.match.over:
                    return
                self._between_deals()
            elif self.sitting.turn in self.sitting.people:
                self._turn()
            else:
                self._told(self.sitting.bot_play)

    # -- what is said ------------------------------------------------------------------------------

    def _cast(self) -> Cast:
        return Cast(you=self._front(), names=self.sitting.names)

    def _greet(self) -> None:
        sitting = self.sitting
        self._tell(rules_name(sitting.rules))
        self._tell(_("Number of the match: {seed}").format(seed=sitting.seed))
        for name, player in zip(sitting.names, sitting.players, strict=True):
            what = _("a person") if player == PERSON else f"{BOTS[player].name}. {BOTS[player].character}"
            self._tell(f"  {name}: {what}")
        self._tell(_("Type the cards to play, like 3s or 5d5h, - for a pass, ? for help."))
        if sitting.plays:  # a deal that is gone on with
            self._tell(_("This is what has been played so far:"))
            for line in story(sitting.start_for(self._front()), sitting.plays, self._cast()):
                self._tell(f"  {line}")

    def _front(self) -> int | None:
        """Whose cards may be seen."""
        people = self.sitting.people
        return people[0] if len(people) == 1 else self._facing

    def _told(self, act: Callable[[], object]) -> None:
        """Have something played and tell it as the person in front of the screen sees it."""
        before = self.sitting.view(self._front())
        act()
        self._tell("  " + " ".join(story(before, self.sitting.plays[-1:], self._cast())))

    def _turn(self) -> None:
        """One person's turn, until something has been played or taken back."""
        sitting = self.sitting
        if len(sitting.people) > 1 and self._facing != sitting.turn:
            self._hand_over()
        self._facing, self._hinted = sitting.turn, 0
        assert sitting.turn is not None
        view, cast, seat = sitting.view(sitting.turn), self._cast(), sitting.turn
        self._tell("")
        for other in range(view.seats):
            if other != seat:
                number = ngettext("{n} card", "{n} cards", view.count(other)).format(n=view.count(other))
                self._tell(f"{sitting.names[other]}: {number}")
        if view.table is not None and view.table.combination is not None:
            there = _("On the table")
            self._tell(f"{there}: {show(view.table)} ({shape_name(view.table.combination)})")
        hand = _("Your hand")
        self._tell(f"{hand}: {show(view.hand(seat))}")
        self._tell(why_asked(view, sitting.before, cast, bool(sitting.done)))
        count = len(sitting.plays)
        while len(sitting.plays) == count:
            self._answer(view, cast)

    def _hand_over(self) -> None:
        assert self.sitting.turn is not None
        self._facing = None
        if sys.stdout.isatty():
            self._tell("\033[2J\033[3J\033[H")
        text = _("Hand the screen over to {name}. Everybody else looks away.")
        self._tell(text.format(name=self.sitting.names[self.sitting.turn]))
        self._ask(_("Press Enter when you are ready."))

    def _answer(self, view: Position, cast: Cast) -> None:
        """One line that was typed."""
        typed = self._ask("> ").strip()
        word, words = typed.casefold(), _words()
        if not typed:
            return
        if word in ("q", "quit", words["quit"]):
            raise Left
        if word in ("?", "help", words["help"]):
            self._help()
        elif word in ("hint", words["hint"]):
            self._hinted = min(self._hinted + 1, 3)
            self._tell(hint_text(self.sitting.hint(), self._hinted))
        elif word in ("back", words["back"]):
            self._tell(_("Taken back.") if self.sitting.take_back() else _("You have not played yet."))
        elif word in ("all", words["all"]):
            for seat, name in enumerate(self.sitting.names):
                hand = show(self.sitting.now.hand(seat)) or _("no cards")
                self._tell(f"{name}: {hand}")
        elif word in ("score", words["score"]):
            self._points()
        elif word in ("save", words["save"]):
            self._tell(save(self.sitting))
        else:
            self._lay("-" if word in ("pass", words["pass"]) else "".join(typed.replace(",", " ").split()), view, cast)

    def _lay(self, typed: str, view: Position, cast: Cast) -> None:
        try:
            reason = refusal(view, typed, None, cast)
            if reason:
                self._tell(reason)
            else:
                self._told(lambda: self.sitting.play(typed))
        except (NotationError, IllegalPlay):
            self._tell(
                _(
                    "I cannot read {text} as cards. Write each as rank and suit letter (s c d h), like 7h or Th; "
                    "? is for help."
                ).format(text=repr(typed[:40]))
            )

    def _help(self) -> None:
        words = _words()
        for word, text in (
            ("3s, 5d5h", _("play these cards: a rank (3 to 9, T, J, Q, K, A, 2) and a suit letter each")),
            ("-", _("pass")),
            (words["hint"], _("a hint; asked again, a clearer one")),
            (words["back"], _("take the last play back")),
            (words["all"], _("show all hands")),
            (words["score"], _("the points so far")),
            (words["save"], _("save the match")),
            (words["quit"], _("save the match and stop")),
        ):
            self._tell(f"  {word:10} {text}")

    # -- when a deal is over -----------------------------------------------------------------------

    def _end_of_deal(self) -> None:
        sitting, cast = self.sitting, self._cast()
        self._tell("")
        if sitting.instant_win:
            self._tell(instant_text(sitting.instant_win, cast))
        else:
            for seat in range(sitting.now.seats):
                if sitting.now.count(seat):
                    self._tell(f"{sitting.names[seat]}: {show(sitting.now.hand(seat))}")
            self._tell(result_text(sitting.now, cast))
            self._tell(how_it_pays(sitting.rules, sitting.now.seats))
        self._tell(keep_deal(sitting) or match_text(sitting.match, cast))
        self._points()

    def _points(self) -> None:
        match, names = self.sitting.match, self.sitting.names
        rows = [[_("Deal"), *names]]
        rows += [[str(n), *map(signed, result.scores)] for n, result in enumerate(match.results, 1)]
        rows.append([_("Together"), *map(signed, match.totals)])
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        for row in rows:
            cells = [f"{text:>{width}}" for text, width in zip(row[1:], widths[1:], strict=True)]
            self._tell("  ".join([f"{row[0]:{widths[0]}}", *cells]))

    def _between_deals(self) -> None:
        """Until the next deal is wanted, or the last play of this one is taken back."""
        self._facing, words = None, _words()
        while True:
            typed = (
                self._ask(
                    _("Press Enter for the next deal, or type {back} or {quit}: ").format(
                        back=words["back"], quit=words["quit"]
                    )
                )
                .strip()
                .casefold()
            )
            if not typed:
                self.sitting.next_deal()
                return
            if typed in ("q", "quit", words["quit"]):
                raise Left
            if typed in ("back", words["back"]) and self.sitting.take_back():
                self._tell(_("Taken back."))
                return
            self._help()


def _words() -> dict[str, str]:
    """What may be typed in the language in force; the English words always do."""
    return {
        "hint": pgettext("word to type", "hint"),
        "back": pgettext("word to type", "back"),
        "all": pgettext("word to type", "all"),
        "score": pgettext("word to type", "score"),
        "save": pgettext("word to type", "save"),
        "quit": pgettext("word to type", "quit"),
        "help": pgettext("word to type", "help"),
        "pass": pgettext("word to type", "pass"),
    }


def save(sitting: Sitting, path: Path | None = None) -> str:
    """Save the match, to a file of its own if none is given; what to say about it."""
    try:
        path = path or own_path(sitting)
        sitting.save(path)
    except (OSError, NotationError) as error:
        return trouble(error)
    return _("Saved. Go on with it: {command}").format(command=f"tienlen play --resume '{path}'")


def play_match(sitting: Sitting, path: Path | None = None) -> int:
    """Play the match (from the file `path`, if any) in this terminal and save it at the end; the exit status."""
    path = file_to_save(path) if path else None
    terminal, status = Terminal(sitting, _typed, _say), 0
    try:
        terminal.run()
    except (Left, EOFError):
        _say("")
    except KeyboardInterrupt:
        _say("")
        status = INTERRUPTED
    except OSError:  # nobody reads any more, or there is no room for what is said
        save(sitting, path)
        raise
    _say(save(sitting, path))
    return status


def _typed(prompt: str) -> str:
    try:
        return input(prompt)
    except RuntimeError:  # begun with its input or output closed
        raise EOFError from None


def _say(line: str) -> None:
    print(line, flush=True)
