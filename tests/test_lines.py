"""The number of lines of play from fixed positions, which finds what single examples miss."""

from pathlib import Path

import pytest

from tutor import Position, PositionError, deal
from tutor.combinations import count_runs, enumerate_combinations

DATA = Path(__file__).parent / "data" / "lines.txt"


def entries():
    position = None
    for line in DATA.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "position":
            position = rest
        elif word == "plays":
            depth, count = map(int, rest.split())
            yield pytest.param(position, depth, count, id=f"{position[:24]}-{depth}")


def lines(position: Position, plays: int) -> int:
    if not plays:
        return 1
    return sum(lines(position.after(play), plays - 1) for play in position.legal_plays())


@pytest.mark.parametrize(("position", "depth", "count"), list(entries()))
def test_number_of_lines(position, depth, count):
    """Exactly this many sequences of plays are legal."""
    assert lines(Position.parse(position), depth) == count


def test_a_hidden_hand_with_too_many_plays_is_refused():
    """The straights of 51 unseen cards would fill the memory; the answer is one clear line, at once."""
    position = Position.parse("pagat ?17/?17/?17/?1 0 - -")
    with pytest.raises(PositionError, match=r"^hands: seat 0 has more than 5000000 plays"):
        position.legal_plays()


def test_straights_are_counted_as_they_are_listed():
    """The count that guards against too many plays agrees with the list."""
    for seed in range(20):
        for rules in ("sheet", "pagat", "big-two"):
            dealt = deal(rules, 2, seed=seed)
            hand = dealt.hands[0] | dealt.hands[1] & 0xFF00FF00FF
            for most in (3, 6, 9):
                shapes = [shape for shape in enumerate_combinations(hand, dealt.rules) if shape.size <= most]
                runs = [shape for shape in shapes if "straight" in shape.kind]
                wanted = len(runs) if rules != "big-two" else 0
                assert count_runs(hand, most, dealt.rules) == wanted
