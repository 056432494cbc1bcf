"""Positions of one's own deals that become puzzles."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor import Position, deal, solve
from tutor.bots import play_deal
from tutor.deals import forget
from tutor.own_puzzles import as_puzzle, load_own, own_pack, save_own
from tutor.progress import Trainer
from tutor.puzzles import check, load

PAIR = Position.parse("pagat 3s5d5h/4c4d7s 0 - -")


def test_kept_proved_and_taken_by_the_trainer(tmp_path: Path) -> None:
    """Once kept it is a puzzle like any other, beside those that came along."""
    assert load_own(folder=tmp_path).puzzles == ()
    puzzle = save_own(PAIR, folder=tmp_path)
    assert (puzzle.position, str(puzzle.answer), puzzle.goal, puzzle.solutions) == (PAIR, "5d5h", "first", 1)
    assert load_own(folder=tmp_path).puzzles == (puzzle,)
    assert check(own_pack(folder=tmp_path)) == []
    trainer = Trainer([*load(), *load_own(folder=tmp_path).puzzles])
    assert trainer.record(puzzle, "5d5h", True).rated
    assert save_own(PAIR, folder=tmp_path) == puzzle
    assert len(load_own(folder=tmp_path).puzzles) == 1
    assert load_own("other", tmp_path).puzzles == ()
    assert forget(folder=tmp_path) == 1
    assert load_own(folder=tmp_path).puzzles == ()


def test_positions_of_real_deals(tmp_path: Path) -> None:
    """Every one that is kept passes the check of packs; every other is refused in one line."""
    kept, refused = 0, []
    for seed in range(2):
        record = play_deal(deal("sheet", 4, seed=f"own {seed}"), ["sensible"] * 4, 1)
        for position in record.positions()[-13:-1:4]:
            try:
                puzzle = save_own(position, folder=tmp_path)
            except ValueError as error:
                refused.append(str(error))
                continue
            kept += 1
            solution = solve(position, puzzle.goal)
            assert puzzle.answer in solution.best
            assert 0 < len(solution.best) < len(solution.plays)
    assert kept
    assert not any("\n" in text for text in refused)
    assert check(own_pack(folder=tmp_path)) == []


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("pagat 3s5d5h/?3 0 - -", "every hand open"),
        ("pagat 3s/. - 1:4c - out=1", "over"),
        ("pagat 3s4s/5s 0 - -", "every play leads to the same"),
    ],
)
def test_what_is_no_puzzle_is_refused(position: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=said):
        save_own(Position.parse(position), folder=tmp_path)
    assert not own_pack(folder=tmp_path).exists()


def test_what_takes_too_long_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.own_puzzles.NODES", 3)
    with pytest.raises(ValueError, match="too large"):
        save_own(deal("sheet", 4, seed="large").position(), folder=tmp_path)


def test_a_damaged_pack_is_never_written_over(tmp_path: Path) -> None:
    """What somebody broke with an editor is named and left as it is."""
    save_own(PAIR, folder=tmp_path)
    path = own_pack(folder=tmp_path)
    broken = path.read_text(encoding="utf-8") + "\n[[puzzle]\n"
    path.write_text(broken, encoding="utf-8")
    own = load_own(folder=tmp_path)
    assert own.puzzles == ()
    assert path.name in own.fault
    with pytest.raises(ValueError, match="cannot be read"):
        save_own(Position.parse("pagat 3s6d6h/4c4d7s 0 - -"), folder=tmp_path)
    assert path.read_text(encoding="utf-8") == broken


def test_a_disk_that_refuses(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match="cannot write"):
        save_own(PAIR, folder=tmp_path / "file" / "below")


def test_the_goal_is_the_hardest_that_is_at_stake() -> None:
    """Where nobody can be kept from being first, not being last may still be a question."""
    assert as_puzzle(PAIR).goal == "first"
    assert as_puzzle(Position.parse("sheet 3s3h6h/6s6c/7h9c 0 - -")).goal == "not-last"
