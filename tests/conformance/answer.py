"""Answers the questions of the conformance suite with this engine: the program that the suite is run against here.

python tests/conformance/run.py -- python tests/conformance/answer.py
"""

from __future__ import annotations

import json
import sys
from typing import Any

from tutor import Deal, Match, Play, Position, Rules
from tutor.match import instant_win_of


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to one question."""
    act = _ACTS.get(str(question.get("do")))
    if act is None:
        return {"unsupported": True}
    return act(question)


def _legal(question: dict[str, Any]) -> dict[str, Any]:
    return {"plays": [str(play) for play in Position.parse(question["position"]).legal_plays()]}


def _objection(question: dict[str, Any]) -> dict[str, Any]:
    found = Position.parse(question["position"]).objection(question["play"], question.get("seat"))
    return {"objection": found.code if found else None}


def _after(question: dict[str, Any]) -> dict[str, Any]:
    return {"position": str(Position.parse(question["position"]).after(question["play"]))}


def _kind(question: dict[str, Any]) -> dict[str, Any]:
    shape = Play.parse(question["play"], Rules.parse(question["rules"])).combination
    return {"kind": shape.kind if shape else None}


def _result(question: dict[str, Any]) -> dict[str, Any]:
    position = Position.parse(question["position"])
    return {"places": list(position.places), "scores": list(position.scores())}


def _replay(question: dict[str, Any]) -> dict[str, Any]:
    position, then = Position.parse(question["position"]), []
    for play in question["plays"]:
        position = position.after(play)
        then.append(str(position).split(" ", 2)[2])
    told: dict[str, Any] = {"then": then}
    if position.is_over:
        told |= {"places": list(position.places), "scores": list(position.scores())}
    return told


def _instant_win(question: dict[str, Any]) -> dict[str, Any]:
    rules = Rules.parse(question["rules"])
    hands = [Play.parse(cards, rules).mask for cards in question["hands"]]
    if len(hands) == 1:
        pattern = instant_win_of(hands[0], rules)
        return {"seat": 0 if pattern else None, "pattern": pattern}
    seat, pattern = Deal(rules, tuple(hands)).instant_win or (None, None)
    return {"seat": seat, "pattern": pattern}


def _match(question: dict[str, Any]) -> dict[str, Any]:
    ended = [Position.parse(text) for text in question["ended"]]
    match = Match(ended[0].rules, ended[0].seats, target=question.get("target"), deals=question.get("deals"))
    for position in ended:
        match.record(position)
    return {"over": match.over, "totals": list(match.totals), "winners": list(match.winners)}


_ACTS = {
    "legal": _legal,
    "objection": _objection,
    "after": _after,
    "kind": _kind,
    "result": _result,
    "replay": _replay,
    "instant_win": _instant_win,
    "match": _match,
}


def main() -> None:
    """Answer until there are no more questions."""
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
