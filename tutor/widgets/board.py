"""Board: a puzzle on the wall. The class proposes plays and votes by show of hands; then come the verdicts."""

from __future__ import annotations

from typing import Any

import traitlets as t

from ..combinations import Play
from ..errors import NotationError
from ..explain import Cast, card_name, refusal, short_reason, show
from ..locale import _, ngettext, worded
from ..position import Position
from ..puzzles import Puzzle, solved
from ..reasons import why_not
from .base import STYLE, module, says
from .table import PuzzlePlayer, _button, _cast, _play_button, _value_words

MOST_HANDS = 999
MOST_PROPOSALS = 12


class Board(PuzzlePlayer):
    """A puzzle for a projector: large, without hints and without an answer until it is asked for.

    Pick cards and press *Put to the vote* for every play that somebody proposes; count the hands; then reveal the
    verdicts one by one, the play with the fewest hands first. `proposals` are the plays, `hands` the counts, `revealed`
    the plays whose verdict is shown.

    >>> board = Board("pagat 3s5d5h/4c4d7s 0 - -")
    >>> board.propose("3s", 4), board.propose("5d5h", 2), board.reveal(), board.reveal(), board.reveal()
    (True, True, '5d5h', '3s', '')
    """

    _esm = module("cards.js", "table.js", "board.js")
    _css = STYLE + module("board.css")

    proposals = t.List(t.Unicode()).tag(sync=True)
    hands = t.Dict().tag(sync=True)
    revealed = t.List(t.Unicode()).tag(sync=True)

    def __init__(self, puzzle: Puzzle | Position | str = "", **traits: Any) -> None:
        super().__init__(puzzle, **traits)
        self.observe(self._on_change, ["proposals", "hands", "revealed"])

    def __repr__(self) -> str:
        return f"Board({self.position!r})"

    def _on_change(self, change: Any) -> None:
        if change["name"] in ("position", "goal"):
            with self.hold_trait_notifications():
                self.proposals, self.hands, self.revealed = [], {}, []
        super()._on_change(change)

    # -- what may be done, from the page or from a cell -----------------------------------------

    def propose(self, play: Play | str, hands: int = 0) -> bool:
        """Put a play to the vote; whether it is one that may be laid. One proposed before keeps its place."""
        attempt = self._attempt()
        if attempt is None:
            return False
        now, cast = attempt.position, _cast(self.names, attempt.hero)
        try:
            why = refusal(now, play, attempt.hero, cast)
            text = str(play if isinstance(play, Play) else Play.parse(play, now.rules))
        except NotationError as error:
            why, text = worded(error), ""
        if not why and text not in self.proposals and len(self.proposals) >= MOST_PROPOSALS:
            why = _("That is enough to vote on.")
        if why:
            self._note = says(why, "bad")
            self._redraw()
            return False
        self._note = says(_("How many hands are for it?"))
        with self.hold_trait_notifications():
            self.selected = []
            self.proposals = [*self.proposals, text] if text not in self.proposals else self.proposals
            self.hands = {**self.hands, text: min(max(int(hands), 0), MOST_HANDS)}
        self._redraw()
        return True

    def reveal(self) -> str:
        """Show the next verdict, that of the play with the fewest hands; the play, or "" if none is left."""
        left = [play for play in self.proposals if play not in self.revealed]
        if not left or self._attempt() is None:
            return ""
        play = min(left, key=lambda each: (self._count(each), self.proposals.index(each)))
        self._note = says()
        self.revealed = [*self.revealed, play]
        return play

    def play(self, play: Play | str) -> bool:
        """On the board a play is proposed, not laid."""
        return self.propose(play)

    def _count(self, play: str) -> int:
        number = self.hands.get(play, 0)
        return number if type(number) is int and 0 <= number <= MOST_HANDS else 0

    def _do_vote(self, content: dict[str, Any]) -> None:
        play, number = content.get("play"), content.get("hands")
        if play in self.proposals and type(number) is int:
            self.hands = {**self.hands, str(play): min(max(number, 0), MOST_HANDS)}

    def _do_reveal(self, _content: dict[str, Any]) -> None:
        self.reveal()

    def _do_answer(self, _content: dict[str, Any]) -> None:
        """Show the right plays that nobody proposed, when all verdicts are out."""
        attempt = self._attempt()
        if attempt is None or set(self.proposals) - set(self.revealed):
            return
        best = [str(play) for play in solved(attempt.position, self.goal).best]
        more = [play for play in best if play not in self.proposals]
        with self.hold_trait_notifications():
            self.proposals, self.revealed = [*self.proposals, *more], [*self.revealed, *more]

    def _do_restart(self, _content: dict[str, Any]) -> None:
        self._note = says()
        with self.hold_trait_notifications():
            self.selected, self.proposals, self.hands, self.revealed = [], [], {}, []
        self._redraw()

    def _do_hint(self, _content: dict[str, Any]) -> None:
        """There is no hint on the wall."""

    def _do_give_up(self, _content: dict[str, Any]) -> None:
        """Nor an answer before the verdicts."""

    # -- the page -----------------------------------------------------------------------------------

    def _scene(self, picked: list[str]) -> dict[str, Any]:
        scene = super()._scene(picked)
        attempt = self._read_attempt()
        start, cast = attempt.position, _cast(self.names, attempt.hero)
        vote = _play_button(start, picked, attempt.hero, cast)
        scene["buttons"] = {
            "play": {**vote, "text": _("Put to the vote"), "hidden": False},
            "pass": {
                **_button(_("A pass to the vote"), refusal(start, "-", attempt.hero, cast)),
                "hidden": start.table is None,
            },
            "back": _button("", hidden=True),
            "hint": _button("", hidden=True),
        }
        scene["tools"] = []
        left = len(set(self.proposals) - set(self.revealed))
        scene["vote"] = {
            "caption": _("The vote"),
            "heads": [_("Play"), _("Hands"), _("Verdict")],
            "most": MOST_HANDS,
            "rows": [self._row(start, Play.parse(play, start.rules), cast) for play in self.proposals],
            "reveal": _("Reveal the next verdict") if left else "",
            "answer": self._answer_button(start) if not left and self.proposals else "",
            "restart": _("Vote anew") if self.proposals else "",
        }
        return scene

    def _answer_button(self, start: Position) -> str:
        best = {str(play) for play in solved(start, self.goal).best}
        return _("Show the answer") if best - set(self.proposals) else ""

    def _row(self, start: Position, play: Play, cast: Cast) -> dict[str, Any]:
        name = _("Pass") if play.is_pass else ", ".join(card_name(card) for card in play.cards)
        row: dict[str, Any] = {
            "play": str(play),
            "cards": [str(card) for card in play.cards],
            "name": name,
            "hands": self._count(str(play)),
            "label": _("Hands for {play}").format(play=name),
            "verdict": "",
            "hidden": _("not revealed yet"),
            "best": False,
            "why": "",
        }
        if str(play) in self.revealed:
            solution = solved(start, self.goal)
            found = next(each for each in solution.plays if each.play == play)
            right = found.value == solution.value
            why = [] if self.goal == "fewest" else [short_reason(start, found.line, cast)]
            if not right and self.goal != "fewest":
                why.append(why_not(start, found, solution, cast))
            words = _value_words(found.value, self.goal, any(start.hidden))
            row |= {"verdict": words, "best": right, "why": " ".join(filter(None, why))}
        return row

    def _what_is_said(self, attempt: Any, cast: Cast) -> dict[str, str]:
        if self._note["text"]:
            return self._note
        if not self.proposals:
            return says(_("Pick the cards of a play that somebody proposes."))
        if self.revealed:
            play = Play.parse(self.revealed[-1], attempt.position.rules)
            row = self._row(attempt.position, play, cast)
            shown = row["name"] if play.is_pass else show(play)
            text = _("{play}: {verdict}.").format(play=shown, verdict=row["verdict"])
            return says(" ".join(filter(None, [text, row["why"]])), "good" if row["best"] else "bad")
        total = sum(map(self._count, self.proposals))
        return says(ngettext("{n} hand is counted.", "{n} hands are counted.", total).format(n=total))

    def as_text(self) -> str:
        if self.scene.get("trouble"):
            return super().as_text()
        rules, rows = Position.parse(self.position).rules, []
        for row in self.scene["vote"]["rows"]:
            rows.append(f"{show(Play.parse(row['play'], rules))}: {row['hands']} {row['verdict']}".rstrip())
        return "\n".join([super().as_text(), *rows])


__all__ = ["Board"]
