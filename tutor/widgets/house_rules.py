"""HouseRules: a table votes on its house rules, hands counted for and against, and gets them as a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import traitlets as t

from ..errors import NotationError
from ..explain import trouble
from ..locale import _, ngettext, worded
from ..other_rules import house_rule_name, profile_name, rules_name
from ..rules import HOUSE_RULES, PROFILES, Rules
from .base import STYLE, TutorWidget, module, says

MOST_HANDS = 99


class HouseRules(TutorWidget):
    """Vote on the rules of a table: how many hands are for each house rule and how many against it.

    A rule is carried if more hands are for it than against it. `rules` is what the vote comes to, as the text that
    every widget takes (`rules=vote.rules`); carried rules that exclude each other are refused, and then it is the
    profile alone. `conflict` says why, in the words of the engine.

    >>> vote = HouseRules("sheet")
    >>> vote.count("quad_chops_pair", 5, 2), vote.count("cong", 3, 3), vote.rules
    (True, True, 'sheet+quad_chops_pair')
    """

    _esm = module("cards.js", "house_rules.js")
    _css = STYLE + module("house_rules.css")

    profile = t.Unicode("sheet").tag(sync=True)
    votes = t.Dict().tag(sync=True)

    def __init__(self, profile: object = "sheet", votes: object = None, **traits: Any) -> None:
        self._trouble = ""
        try:
            read = Rules.parse(str(profile))
            traits |= {"profile": read.profile, "votes": {name: [1, 0] for name in read.house_rules}}
        except NotationError as error:
            self._trouble = trouble(error)
        super().__init__(**traits)
        self._trouble = self._trouble or self._write_down({} if votes is None else votes)
        self._redraw()
        self.observe(self._redraw, ["profile", "votes", "strings"])

    def __repr__(self) -> str:
        return f"HouseRules({self.rules!r})"

    def as_text(self) -> str:
        if self._trouble:
            return self._trouble
        lines = [
            _("{rule}: {yes} for, {no} against").format(rule=house_rule_name(name), yes=yes, no=no)
            for name, (yes, no) in self.votes.items()
            if self._may(name)
        ]
        return "\n".join([profile_name(self.profile), *lines, self._said()["text"]])

    # -- what a cell may ask ------------------------------------------------------------------------

    @property
    def carried(self) -> tuple[str, ...]:
        """The house rules with more hands for than against, in the order of the notation."""
        return tuple(name for name in self._names() if (hands := self.votes.get(name)) and hands[0] > hands[1])

    @property
    def conflict(self) -> str:
        """Why the carried rules do not go together; empty if they do."""
        clash = self._clash()
        return worded(clash) if clash else ""

    def _clash(self) -> NotationError | None:
        try:
            Rules.parse("+".join([self.profile, *self.carried]))
        except NotationError as error:
            return error
        return None

    @property
    def rules(self) -> str:
        """What the table plays: the profile and what was carried, or the profile alone while that conflicts."""
        return self.profile if self.conflict else str(Rules.parse("+".join([self.profile, *self.carried])))

    def count(self, rule: str, hands_for: int, hands_against: int = 0) -> bool:
        """Write down the hands counted for a rule; whether there is such a rule and the numbers make sense."""
        hands = [hands_for, hands_against]
        if not self._may(rule) or not all(type(n) is int and 0 <= n <= MOST_HANDS for n in hands):
            return False
        self.votes = {**self.votes, rule: hands}
        return True

    def _write_down(self, votes: object) -> str:
        """Take over the hands given; what is wrong with them, or nothing."""
        for rule, hands in votes.items() if isinstance(votes, Mapping) else [("", votes)]:
            if not self._may(rule):
                return _("There is no such rule here.")
            given = hands if isinstance(hands, list | tuple) else (hands, 0)
            if len(given) != 2 or not self.count(rule, *given):
                return _("Give the hands for a rule and against it, like {example}.").format(example='{"cong": [5, 2]}')
        return ""

    # -- the page -----------------------------------------------------------------------------------

    def _names(self) -> list[str]:
        """The house rules of this game, without those that the profile settles itself."""
        found = []
        for name in HOUSE_RULES:
            try:
                Rules.parse(f"{self.profile}+{name}")
            except NotationError as error:
                if "needs" not in str(error):
                    continue
            found.append(name)
        return found

    def _may(self, rule: object) -> bool:
        return rule in self._names()

    def _do_vote(self, content: dict[str, Any]) -> None:
        rule, side, hands = content.get("rule"), content.get("side"), content.get("hands")
        if not isinstance(rule, str) or side not in (0, 1) or type(hands) is not int:
            return
        now = list(self.votes.get(rule, [0, 0]))
        now[side] = min(max(hands, 0), MOST_HANDS)
        self.count(rule, *now)

    def _do_profile(self, content: dict[str, Any]) -> None:
        if content.get("value") in PROFILES:
            self.profile = content["value"]

    def _do_clear(self, _content: dict[str, Any]) -> None:
        self.votes = {}

    def _said(self) -> dict[str, str]:
        clash = self._clash()
        if clash:
            return says(" ".join([_("These rules do not go together, so vote once more."), trouble(clash)]), "bad")
        rules = Rules.parse(self.rules)
        if not rules.house_rules:
            return says(_("So far your table plays without house rules."))
        return says(_("Your table plays: {rules}.").format(rules=rules_name(rules)), "good")

    def _state(self, yes: int, no: int) -> tuple[str, str]:
        if not yes and not no:
            return "open", _("not voted on")
        if yes == no:
            return "tie", _("a tie: not carried")
        return ("on", _("carried")) if yes > no else ("off", _("not carried"))

    def _row(self, name: str) -> dict[str, Any]:
        yes, no = self.votes.get(name, [0, 0])
        state, text = self._state(yes, no)
        words = house_rule_name(name)
        seats = HOUSE_RULES[name].seats
        return {
            "id": name,
            "name": words,
            "note": ngettext("for {n} player", "for {n} players", seats).format(n=seats) if seats else "",
            "hands": [yes, no],
            "labels": [
                _("Hands for this rule: {rule}").format(rule=words),
                _("Hands against this rule: {rule}").format(rule=words),
            ],
            "state": state,
            "stateText": text,
        }

    def _redraw(self, _change: Any = None) -> None:
        if self._trouble:
            self.scene = {"trouble": self._trouble}
            return
        self.scene = {
            "trouble": "",
            "prompt": _("What does your table play? Count the hands for each rule and against it."),
            "profileLabel": _("Rules to begin with"),
            "profile": self.profile,
            "profiles": [{"id": each, "name": profile_name(each)} for each in PROFILES],
            "caption": _("House rules and the hands for and against them"),
            "heads": [_("House rule"), _("For"), _("Against")],
            "most": MOST_HANDS,
            "rows": [self._row(name) for name in self._names()],
            "clear": _("No hands at all"),
            "says": self._said(),
            "textLabel": _("To use in other cells"),
            "text": self.rules,
            "conflict": bool(self.conflict),
        }
