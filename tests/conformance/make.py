"""Write the data of the conformance suite anew: vectors, transcripts and digests.

    python tests/conformance/make.py            vectors and transcripts (seconds)
    python tests/conformance/make.py --all      the digests, too (a minute)

The vectors are those of `tests/data/vectors.toml`, which are the source; transcripts and digests come from this engine.
After a change of the rules raise `VERSION` and say in README.md what changed.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from answer import answer
from run import BLOCK, HERE, Dice, digests, start

from tutor import Position, Rules, deal

VERSION = 1
POSITIONS = 10_000
PROFILES = ("sheet", "pagat", "big-two", "pusoy-dos")
TRANSCRIPTS = (
    ("sheet", 2),
    ("sheet", 3),
    ("sheet", 4),
    ("sheet+anticlockwise+quad_chops_pair+bomb_at_least+cong", 4),
    ("sheet+four_pairs_chop_quad+no_overbomb_after_pass+deal17", 3),
    ("sheet+winner_takes_all", 4),
    ("sheet+last_pays", 4),
    ("pagat", 2),
    ("pagat", 4),
    ("pagat+quad_chops_pair+four_pairs_chop_quad", 3),
    ("big-two", 2),
    ("big-two", 3),
    ("big-two", 4),
    ("big-two+partnership+bombs_any+straight_flush_bombs", 4),
    ("big-two+bombs_single+wrap_straight+no_pass_first_trick+twos_double", 4),
    ("big-two+no_triples+same_type_only+flush_all_ranks+scoring_winner_only", 3),
    ("big-two+flush_suit_first+scoring_basic+twos_triple+anticlockwise", 4),
    ("pusoy-dos", 4),
)
DEALS_EACH = 4


class Engine:
    """This engine, asked without a process of its own."""

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        return answer(question)


def entry(name: str, ask: dict[str, Any], truth: dict[str, Any], why: str = "") -> dict[str, Any]:
    """One question of a file."""
    return {"id": name, "ask": ask, "answer": truth, **({"why": why} if why else {})}


def vectors(source: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The rows of vectors.toml as questions, once for every rule set that they are run under."""
    for kind in ("play", "sequence", "score", "match", "instant_win", "dealt_win"):
        for row in source[kind]:
            for rules in row["rules"] if isinstance(row["rules"], list) else [row["rules"]]:
                yield from _rows(kind, row, rules, f"{row['id']} {rules}")


def _rows(kind: str, row: dict[str, Any], rules: str, name: str) -> Iterator[dict[str, Any]]:
    why = row.get("why", "")
    position = f"{rules} {row.get('position', '')}"
    if kind == "play":
        ask = {"do": "objection", "position": position, "play": row["play"]}
        yield entry(name, ask, {"objection": row.get("refused")}, why)
        if "kind" in row:
            yield entry(f"{name} kind", {"do": "kind", "rules": rules, "play": row["play"]}, {"kind": row["kind"]}, why)
    elif kind == "sequence":
        yield from _sequence(row, position, name, why)
    elif kind == "score":
        truth = {"places": row["places"], "scores": row["scores"]}
        yield entry(name, {"do": "result", "position": position}, truth, why)
    elif kind == "match":
        ended = [f"{rules} {rest}" for rest in row["deals"]]
        ask = {"do": "match", "ended": ended, "target": row.get("target"), "deals": row.get("games")}
        yield entry(name, ask, {"over": True, "totals": row["totals"], "winners": row["winners"]}, why)
    elif kind == "instant_win":
        pattern = row.get("pattern")
        truth = {"seat": 0 if pattern else None, "pattern": pattern}
        yield entry(name, {"do": "instant_win", "rules": rules, "hands": [row["hand"]]}, truth, why)
    else:
        truth = {"seat": row["winner"], "pattern": row["pattern"]}
        yield entry(name, {"do": "instant_win", "rules": rules, "hands": row["hands"]}, truth, why)


def _sequence(row: dict[str, Any], position: str, name: str, why: str) -> Iterator[dict[str, Any]]:
    """A row of several steps: each refusal is a question, and the plays together are one."""
    now, plays, then = Position.parse(position), [], []
    for number, step in enumerate(row["steps"]):
        if "refused" in step:
            ask = {"do": "objection", "position": str(now), "play": step["play"], "seat": step["seat"]}
            yield entry(f"{name} step {number}", ask, {"objection": step["refused"]}, why)
        else:
            plays.append(step["play"])
            then.append(step["then"])
            now = now.after(step["play"])
    truth: dict[str, Any] = {"then": then}
    truth |= {key: [place or None for place in row[key]] for key in ("places",) if key in row and now.is_over}
    truth |= {"scores": row["scores"]} if "scores" in row else {}
    if plays:
        yield entry(name, {"do": "replay", "position": position, "plays": plays}, truth, why)
    if "legal" in row:
        yield entry(f"{name} legal", {"do": "legal", "position": str(now)}, {"plays": row["legal"]}, why)


def transcripts() -> Iterator[dict[str, Any]]:
    """Deals played at random to their end, under profiles and house rules."""
    for rules, seats in TRANSCRIPTS:
        for number in range(DEALS_EACH):
            name = f"transcript {rules} {seats} {number}"
            dice = Dice(name)
            first = now = deal(Rules.parse(rules), seats, name).position()
            plays = []
            while now.turn is not None:
                legal = now.legal_plays()
                plays.append(str(legal[dice.below(len(legal))]))
                now = now.after(plays[-1])
            ask = {"do": "replay", "position": str(first), "plays": plays}
            yield entry(name, ask, answer(ask))


def digest(profile: str) -> dict[str, Any]:
    """The digests of a profile: one of each block, and one over all of them."""
    blocks = list(digests(profile, Engine(), POSITIONS // BLOCK))  # type: ignore[arg-type]
    first = start(profile, 0, Dice(f"tienlen conformance 1 {profile} 0"))
    return {"sha256": sha256("".join(blocks).encode()).hexdigest(), "first": first, "blocks": blocks}


def as_lines(entries: Iterator[dict[str, Any]]) -> str:
    """JSON lines."""
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in entries)


def main() -> None:
    """Write the files."""
    source = tomllib.loads((Path(__file__).parents[1] / "data" / "vectors.toml").read_text(encoding="utf-8"))
    (HERE / "vectors.jsonl").write_text(as_lines(vectors(source)), encoding="utf-8")
    (HERE / "transcripts.jsonl").write_text(as_lines(transcripts()), encoding="utf-8")
    if "--all" in sys.argv:
        found = {"version": VERSION, "positions": POSITIONS, "block": BLOCK}
        found["profiles"] = {profile: digest(profile) for profile in PROFILES}
        (HERE / "digests.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
