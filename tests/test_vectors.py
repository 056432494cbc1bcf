"""Every test vector of the rules reference (section 3), read from data/vectors.toml; one function per kind of row."""

import tomllib
from pathlib import Path

import pytest

from tutor import IllegalPlay, Play, Position, Rules

VECTORS = tomllib.loads((Path(__file__).parent / "data" / "vectors.toml").read_text(encoding="utf-8"))


def rows(kind):
    """The entries of one kind, once for every rule set they are run under."""
    return [
        pytest.param(row, rules, id=f"{row['id']}-{rules}")
        for row in VECTORS[kind]
        for rules in (row["rules"] if isinstance(row["rules"], list) else [row["rules"]])
    ]


def read(rules, rest):
    """The position, which must be written in its normal form in the data."""
    line = f"{rules} {rest}"
    position = Position.parse(line)
    assert str(position) == line
    return position


def test_every_vector_has_an_entry():
    """The data file has an entry for every row of section 3 and for nothing else."""
    present = {row["id"].rstrip("ab") for kind, entries in VECTORS.items() if kind != "numbers" for row in entries}
    assert present == set(VECTORS["numbers"])
    assert len(VECTORS["numbers"]) == 192


@pytest.mark.parametrize(("row", "rules"), rows("play"))
def test_play(row, rules):
    """A play is legal, and of the kind the row names, or refused for the reason the row gives."""
    position = read(rules, row["position"])
    objection = position.objection(row["play"])
    listed = Play.parse(row["play"], position.rules) in position.legal_plays()
    if refused := row.get("refused"):
        assert objection is not None
        assert objection.code == refused
        assert not listed
        with pytest.raises(IllegalPlay) as caught:
            position.after(row["play"])
        assert caught.value.objection.code == refused
        return
    assert objection is None
    assert listed
    play = Play.parse(row["play"], position.rules)
    if "kind" in row:
        assert play.combination.kind == row["kind"]
    then = position.after(row["play"])
    assert then.table == play
    assert then.owner == position.turn


@pytest.mark.parametrize(("row", "rules"), rows("sequence"))
def test_sequence(row, rules):
    """Plays and passes in order: who is asked next, who is refused and why, when the round and the deal end."""
    position = read(rules, row["position"])
    for step in row["steps"]:
        if "refused" in step:
            objection = position.objection(step["play"], step["seat"])
            assert objection is not None, step
            assert objection.code == step["refused"], step
        else:
            assert position.turn == step["seat"]
            position = position.after(step["play"])
            assert str(position).split(" ", 2)[2] == step["then"], step
    if "legal" in row:
        assert [str(play) for play in position.legal_plays()] == row["legal"]
    if "places" in row:
        assert [place or 0 for place in position.places] == row["places"]
    if "scores" in row:
        assert list(position.scores()) == row["scores"]


@pytest.mark.parametrize(("row", "rules"), rows("score"))
def test_score(row, rules):
    """A finished deal has these places and pays these points."""
    position = read(rules, row["position"])
    assert position.is_over
    assert list(position.places) == row["places"]
    assert list(position.scores()) == row["scores"]
