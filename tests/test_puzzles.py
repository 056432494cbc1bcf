"""Puzzle packs: what comes with the package is proved, what is wrong with a pack is said, and a puzzle plays to
its end.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from packs import HAND_WRITTEN, MINED, SOME, TENTH

from tutor import Play, Position, puzzles, solver
from tutor.bots import BOTS
from tutor.kinds import KINDS, kind_title, same_play
from tutor.mining import canonical
from tutor.puzzles import Attempt, Puzzle, check, load, named, note_of, packs, solved, title_of
from tutor.themes import THEMES
from tutor.workers import cores

MINED_PACKS = sorted({path for path in packs() if any(puzzle.seed for puzzle in load(path))})

GOOD = """
[[puzzle]]
id = "one"
title = "The pair first"
position = "pagat 3s5d5h/4c4d7s 0 - -"
answer = "5d5h"
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "pack.toml"
    path.write_text(text, encoding="utf-8")
    return path


# ------------------------------------------------------------------ what comes with the package


@pytest.mark.parametrize("pack", [path for path in packs() if path not in MINED_PACKS], ids=lambda path: path.stem)
def test_a_hand_written_pack_is_proved_again(pack: Path) -> None:
    """Exactly one legal play wins, and it is the answer."""
    assert check(pack) == []


def test_a_share_of_the_mined_packs_is_proved_again() -> None:
    """Another tenth each day; the head of the run's report says which."""
    assert check(MINED_PACKS, part=(TENTH, 10)) == []


@pytest.mark.nightly
def test_all_packs_are_proved_again() -> None:
    counted = []
    assert check(jobs=cores(), progress=counted.append) == []
    assert -counted[0] == len(load())


def test_first_steps_has_what_a_first_pack_needs() -> None:
    puzzles = load(next(path for path in packs() if path.name == "first-steps.toml"))
    assert len(puzzles) >= 14
    assert {puzzle.position.seats for puzzle in puzzles} == {2, 3, 4}
    assert {puzzle.position.rules.profile for puzzle in puzzles} >= {"pagat", "sheet", "big-two"}
    twos = {"chop-now", "do-not-chop", "keep-the-bomb"}
    assert twos <= {theme for puzzle in puzzles for theme in puzzle.themes}
    assert all(puzzle.title and puzzle.note for puzzle in puzzles)


def test_the_obvious_play_is_wrong_in_most() -> None:
    """Obvious is the lowest card on a lead, the lowest answer otherwise."""
    puzzles = HAND_WRITTEN
    obvious = sum(puzzle.answer == puzzle.position.legal_plays()[0] for puzzle in puzzles)
    assert obvious <= len(puzzles) // 4


def test_no_title_names_the_answer() -> None:
    for puzzle in load():
        assert title_of(puzzle)
        assert not any(card.symbol in title_of(puzzle) for card in puzzle.answer.cards)
        assert not puzzle.title or str(puzzle.answer) not in puzzle.title
    assert {title_of(puzzle) for puzzle in MINED} == {kind_title(kind) for kind in KINDS}


def test_a_puzzle_is_found_by_its_name() -> None:
    assert named("three-cards").answer == Play.parse("5d5h", named("three-cards").position.rules)
    with pytest.raises(KeyError, match=r"no puzzle 'no such thing'; there are .*, \.\.\."):
        named("no such thing")


def test_there_are_a_thousand_of_all_kinds() -> None:
    assert len(MINED) >= 1000
    kinds = Counter(puzzle.kind for puzzle in MINED)
    assert set(kinds) == set(KINDS)
    assert min(kinds.values()) >= 40
    assert {puzzle.position.rules.profile for puzzle in MINED} == {"pagat", "sheet", "big-two"}
    assert {puzzle.position.seats for puzzle in MINED} == {2, 3, 4}
    assert min(Counter((puzzle.position.rules.profile, puzzle.kind) for puzzle in MINED).values()) >= 25
    assert all(puzzle.rating for puzzle in MINED)


def test_each_says_why() -> None:
    """A mined one with its themes, one written by hand with its note."""
    assert [puzzle.id for puzzle in load() if not note_of(puzzle)] == []
    assert [puzzle.id for puzzle in MINED if not puzzle.themes] == []


def test_no_two_are_much_the_same() -> None:
    forms = Counter(canonical(puzzle.position, puzzle.goal) for puzzle in MINED)
    assert [form for form, times in forms.items() if times > 1] == []
    assert len({puzzle.id for puzzle in load()}) == len(load())


@pytest.mark.parametrize("pack", MINED_PACKS, ids=lambda path: path.stem)
def test_the_obvious_plays_are_wrong_in_most_of_each_pack(pack: Path) -> None:
    """What the greedy bot plays, and the lowest legal play; a puzzle's answer stands for the plays like it."""
    mined = load(pack)
    wrong = 0
    for puzzle in mined:
        obvious = (BOTS["beginner"].play(puzzle.position, 0), puzzle.position.legal_plays()[0])
        answer = same_play(puzzle.position, puzzle.answer)
        wrong += all(same_play(puzzle.position, play) != answer for play in obvious)
    assert wrong >= 0.7 * len(mined)


def test_all_are_loaded_at_once() -> None:
    puzzles._read.cache_clear()
    begin = time.process_time()
    load()
    assert time.process_time() - begin < 0.5
    assert sum(path.stat().st_size for path in packs()) < 2_000_000


# ------------------------------------------------------------------ what can be wrong with one


def test_a_sound_pack_has_no_fault(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)
    assert check(path) == []
    assert [puzzle.id for puzzle in load(path)] == ["one"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("pagat 3s5d5h/4c4d7s 0 - -", "pagat 3s5d5x/4c4d7s 0 - -"), "hands: '3s5d5x' cannot be read"),
        (("pagat 3s5d5h/4c4d7s 0 - -", "pagat ./4c4d7s - 0:3s - out=0"), "the deal is over"),
        (("pagat 3s5d5h/4c4d7s 0 - -", "pagat 3s5d5h/?3 0 - -"), "no play reaches the goal whatever the hidden"),
        (("pagat 3s5d5h/4c4d7s 0 - -", "pagat 4c5s5d2c/6c7cJd 0 - -"), "3 plays reach the goal: 4c, 2c, 5s5d"),
        (("pagat 3s5d5h/4c4d7s 0 - -", "pagat 5d/4c4d7s 0 1:2h -"), "too few legal plays (1)"),
        (("pagat 3s5d5h/4c4d7s 0 - -", "pagat 3s5d5h/4c 0 1:7s -"), "no play reaches the goal"),
        (('answer = "5d5h"', 'answer = "3s"'), "3s does not reach the goal, 5d5h does"),
        (('answer = "5d5h"', 'answer = "3s5d"'), "3s5d is no combination"),
        (('answer = "5d5h"', 'answer = "7h"'), "7h is not in the hand"),
        (('answer = "5d5h"', 'answer = "hello"'), "'hello' cannot be read"),
        (('answer = "5d5h"', ""), "answer: is missing"),
        (('answer = "5d5h"', 'answer = "5d5h"\ngoal = "win"'), "goal: 'win' is none of first"),
        (('answer = "5d5h"', 'answer = "5d5h"\nanwser = "5d5h"'), "unknown key 'anwser'"),
        (('answer = "5d5h"', 'answer = "5d5h"\nthemes = "lead"'), "themes: must be a list"),
        (('title = "The pair first"', "title = 7"), "title: is missing or no text"),
        (('title = "The pair first"', "title ="), "no TOML"),
        (("[[puzzle]]", "[[riddle]]"), "a pack holds [[puzzle]] tables, not 'riddle'"),
    ],
)
def test_each_fault_is_said_in_words(tmp_path: Path, wrong: tuple[str, str], said: str) -> None:
    faults = check(write(tmp_path, GOOD.replace(*wrong)))
    assert any(said in str(fault) for fault in faults), faults
    assert all(fault.where.startswith("pack.toml") or "pack.toml" in fault.message for fault in faults)


def test_a_puzzle_twice_is_said(tmp_path: Path) -> None:
    faults = check(write(tmp_path, GOOD + GOOD))
    assert [fault.message.partition(":")[0] for fault in faults] == ["id", "position"]
    other = GOOD.replace('id = "one"', 'id = "two"')
    assert [fault.message for fault in check(write(tmp_path, GOOD + other))] == [
        "position: the same as in pack.toml, line 2, puzzle 1 (one)"
    ]


def test_one_fault_does_not_hide_the_next(tmp_path: Path) -> None:
    text = GOOD.replace('"5d5h"', '"3s"') + GOOD.replace('id = "one"', 'id = "two"').replace("7s 0", "7x 0")
    assert [fault.where for fault in check(write(tmp_path, text))] == [
        "pack.toml, line 2, puzzle 1 (one)",
        "pack.toml, line 8, puzzle 2 (two)",
    ]


def test_a_missing_file_is_a_fault(tmp_path: Path) -> None:
    assert len(check(tmp_path / "nowhere.toml")) == 1


def test_load_names_file_and_puzzle(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"pack\.toml, line 2, puzzle 1 \(one\): hands"):
        load(write(tmp_path, GOOD.replace("5h/", "5x/")))


# ------------------------------------------------------------------ playing


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.id)
def test_every_puzzle_plays_to_its_end(puzzle: Puzzle) -> None:
    """From the answer on, any right play leads on, and in the end the goal is reached; every other first play
    is refuted.
    """
    attempt = Attempt(puzzle.position, puzzle.goal)
    for play in puzzle.position.legal_plays():
        if play not in solved(puzzle.position, puzzle.goal).best:
            outcome = attempt.play(play)
            assert outcome.allowed
            assert not outcome.right
            assert outcome.line[0] == play
            after = _replayed(puzzle.position, outcome.line)
            if puzzle.goal == "first":
                assert after.out[0] != attempt.hero, "the refutation ends with somebody else going out first"
            assert attempt.line == []
    assert attempt.play(puzzle.answer).right
    while not attempt.done:
        assert attempt.now.turn == attempt.hero
        assert any(attempt.play(play).right for play in attempt.now.legal_plays())
    assert attempt.reached
    reached_by = attempt.now.out[:1] if puzzle.goal == "first" else attempt.now.out
    assert puzzle.goal not in ("first", "not-last") or attempt.hero in reached_by


def _replayed(position: Position, line: tuple[Play, ...]) -> Position:
    for play in line:
        position = position.after(play)
    return position


def test_a_play_against_the_rules_is_refused_and_does_not_count() -> None:
    """C25: a wrong play, a pass and an illegal play are each really refused."""
    attempt = Attempt(Position.parse("pagat 3s5d5h/4c4d7s 0 - -"))
    for text, code in (("7s", "not_in_hand"), ("3s5d", "no_combination"), ("-", "leader_must_play")):
        outcome = attempt.play(text)
        assert not outcome.allowed
        assert outcome.objection is not None
        assert outcome.objection.code == code
    assert attempt.wrong == 0
    assert not attempt.play("5d").right
    assert attempt.wrong == 1
    assert attempt.line == []


def test_every_play_as_good_as_the_best_is_right() -> None:
    """C23: where two plays win, both are accepted."""
    position = Position.parse("pagat 4c5s5d2c/6c7cJd 0 - -")
    right = [str(play) for play in position.legal_plays() if Attempt(position).play(play).right]
    assert right == ["4c", "2c", "5s5d"]


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.id)
def test_the_last_hint_is_the_answer(puzzle: Puzzle) -> None:
    """C24: who follows the hint is right; the steps before it do not name a card."""
    attempt = Attempt(puzzle.position, puzzle.goal)
    assert attempt.hint(1).startswith(f"{puzzle.solutions} of your ")
    assert not set("♠♣♦♥") & set(attempt.hint(1) + attempt.hint(2))
    answer = " ".join(card.symbol for card in puzzle.answer.cards)
    if puzzle.solutions == 1:
        assert attempt.hint(3) == (f"Play {answer}." if answer else "You may pass.")


def test_a_hint_does_not_spend_a_bomb_without_need() -> None:
    """C30: the 5 wins as surely as the four eights."""
    attempt = Attempt(Position.parse("pagat 5c8s8c8d8h/3s4d 0 - -"))
    assert attempt.hint(3) == "Play 5♣."


def test_taking_back_goes_to_the_last_own_choice() -> None:
    attempt = Attempt(Position.parse("pagat 3s5d5h/4c4d7s 0 - -"))
    assert not attempt.take_back()
    attempt.play("5d5h")
    assert [str(play) for play in attempt.line] == ["5d5h", "-"]
    assert attempt.take_back()
    assert attempt.line == []


def test_a_locked_seat_without_a_bomb_is_passed_for() -> None:
    """The rules ask it all the same; there is nothing to choose."""
    position = Position.parse("pagat 3s9h/4s5d/2s7c 0 2:8d -")
    attempt = Attempt(position, "not-last")
    attempt.play("-")
    assert attempt.done or len(attempt.now.legal_plays()) > 1 or attempt.hero not in attempt.now.passed


@pytest.mark.parametrize(
    "text",
    [
        "x=" + "[" * 3000 + "]" * 3000,
        GOOD + "themes=" + "[" * 900 + "]" * 900,
        "x = " + "9" * 5000,
        "\x00",
        "[[puzzle]]",
    ],
    ids=["deep", "deep themes", "long number", "nul", "empty"],
)
def test_hostile_packs_are_faults(tmp_path: Path, text: str) -> None:
    """Whatever stands in the file, it is a fault in one line and never an error of the program's own."""
    faults = check(write(tmp_path, text))
    assert faults
    assert all("\n" not in str(fault) and str(fault).count("pack.toml") == 1 for fault in faults)


def test_a_pack_saved_with_a_byte_order_mark(tmp_path: Path) -> None:
    """Some editors write one; it is no part of the text."""
    assert check(write(tmp_path, "\ufeff" + GOOD)) == []


@pytest.mark.parametrize("key", ["id", "title", "note"])
def test_texts_hold_nothing_that_cannot_be_shown(tmp_path: Path, key: str) -> None:
    """A control character could rewrite the screen of whoever lists the pack."""
    lines = [line for line in GOOD.splitlines() if not line.startswith(f"{key} =")]
    faults = check(write(tmp_path, "\n".join([*lines, f'{key} = "a\\u001b[31m"'])))
    assert [key in str(fault) for fault in faults] == [True]


LINES = """# Tuesday's set
The pair first | pagat 3s5d5h/4c4d7s 0 - -

Pass or not? | sheet 6s6c9d2h/QcQdAh2c 0 1:4d - | first | Keep the sixes | together.
Your hand only | pagat 4s4c4d7h/?2 0 - -
Not the last one | sheet ./Qh/8s9dTdQcKh 2 1:9h - out=0 | not-last
Split it | pagat ?13/3s4c4d5s6d6h7c9d9hTsJcJsQc 1 - - open=3s | fewest
"""


def test_a_teacher_writes_a_line_for_each(tmp_path: Path) -> None:
    """The answer is searched out; plays that differ in cards which can be exchanged count as one."""
    file = tmp_path / "tuesday.txt"
    file.write_text(LINES, encoding="utf-8")
    assert check(file) == []
    found = load(file)
    assert [puzzle.id for puzzle in found] == [f"tuesday-{line}" for line in (2, 4, 5, 6, 7)]
    assert [str(puzzle.answer) for puzzle in found] == ["5d5h", "9d", "4s4c4d", "Kh", "3s4c5s6d7c"]
    assert found[1].note == "Keep the sixes | together."
    assert found[4].solutions == 4
    for puzzle in found:
        attempt = Attempt(puzzle.position, puzzle.goal)
        assert attempt.play(puzzle.answer).right


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("no position", "position: is missing"),
        ("| pagat 3s5d5h/4c4d7s 0 - -", "title: is missing"),
        ("x | pagat 3s5d5x/4c4d7s 0 - -", "hands: '3s5d5x' cannot be read"),
        ("x | pagat 3s5d5h/4c4d7s 0 - - | win", "goal: 'win' is none of first"),
        ("x | pagat 4c5s5d2c/6c7cJd 0 - -", "3 plays reach the goal: 4c, 2c, 5s5d"),
        ("x | pagat 3s5d5h/4c 0 1:7s -", "no play reaches the goal"),
        ("x | pagat 3s5d5h/?3 0 - -", "no play reaches the goal"),
        ("x | pagat ./4c4d7s - 0:3s - out=0", "the deal is over"),
        ("x | pagat 3s5d5h/4c4d7s 0 1:3c - | fewest", "with the goal fewest"),
        ("x | pagat 3s/4s 0 - -", "too few legal plays (1)"),
        ("x\x1b[31m | pagat 3s5d5h/4c4d7s 0 - -", "title: 'x"),
        ("x | pagat 3s5d5h/4c4d7s 0 - - | first | a\x07b", "note: "),
        (f"x | pagat 3s5d5h/4c4d7s {'9' * 5000} - -", "turn: "),
        (f"x | {'9' * 200000}", "position: "),
        ("x | pagat 3s5d5h/4c4d7s 0 - - \x00", "position"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}x | pagat 3s5d5h/4c4d7s 0 - -", "title: "),
    ],
)
def test_what_is_wrong_with_a_line_is_said_in_words(tmp_path: Path, line: str, said: str) -> None:
    file = tmp_path / "set.txt"
    file.write_text(f"# first\n{line}\n", encoding="utf-8")
    faults = check(file)
    assert any(said in fault.message for fault in faults), faults
    for fault in faults:
        assert fault.where == "set.txt, line 2"
        assert str(fault).isprintable()
        assert len(str(fault)) < 400


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "there is no puzzle in it"),
        (b"# nothing\n\n", "there is no puzzle in it"),
        (bytes(range(256)), "this is no text: byte 129"),
        (b"\xff\xfe" + "x | pagat".encode("utf-16-le"), "this is no text: byte 1"),
        (b"\x7fELF\x02\x01" + bytes(300), "line 1"),
        (b"a\n" * 2_000, "position: is missing"),
        (b"x" * (puzzles.LARGEST_FILE + 1), "too large"),
    ],
    ids=["empty", "no line", "binary", "utf-16", "program", "many lines", "huge"],
)
def test_a_hostile_file_of_lines_is_faults(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "set.txt"
    file.write_bytes(content)
    faults = check(file)
    assert any(said in str(fault) for fault in faults)
    assert all(str(fault).isprintable() for fault in faults)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_a_device_without_an_end_is_too_large() -> None:
    assert "too large" in str(check("/dev/zero"))


def test_a_number_of_thousands_of_digits_is_told_without_advice_for_programmers(tmp_path: Path) -> None:
    [fault] = check(write(tmp_path, GOOD + "rating = " + "9" * 5000))
    assert "no TOML" in str(fault)
    assert "sys." not in str(fault)


CLAIMS = """
[[puzzle]]
id = "one"
position = "pagat 3s5d5h/4c4d7s 0 - -"
answer = "5d5h"
kind = "lead"
"""


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (('"lead"', '"chop"'), "kind: chop: nothing that lies on the table can be chopped"),
        (('"lead"', '"save"'), "kind: save: its goal is one of not-last, not first"),
        (('"lead"', '"hidden"'), "kind: hidden: the other hands must be hidden"),
        (('"lead"', '"riddle"'), "kind: 'riddle' is none of open"),
        (("kind = ", 'themes = ["chop-now"]\nkind = '), "themes: chop-now is not proved for this position"),
        (("kind = ", 'themes = ["lead"]\nkind = '), "themes: 'lead' is none of "),
        (("kind = ", "solutions = 2\nkind = "), "the goal, not 2"),
        (("kind = ", "solutions = 0\nkind = "), "solutions: must be a whole number from 1"),
        (("kind = ", "rating = true\nkind = "), "rating: must be a whole number"),
        (("kind = ", "rating = 1e9\nkind = "), "rating: must be a whole number"),
        (("kind = ", 'seed = "\\u0007"\nkind = '), "seed: "),
    ],
)
def test_every_claim_is_proved_again(tmp_path: Path, wrong: tuple[str, str], said: str) -> None:
    faults = check(write(tmp_path, CLAIMS.replace(*wrong)))
    assert any(said in str(fault) for fault in faults), faults


def test_a_title_is_made_from_the_kind_in_the_language_of_the_reader(tmp_path: Path) -> None:
    [puzzle] = load(write(tmp_path, CLAIMS))
    assert title_of(puzzle) == "Whole or in parts?"
    themed = load(write(tmp_path, CLAIMS + 'themes = ["pass-although-you-can"]\n'))[0]
    assert note_of(themed) == "Only to pass is right, though other plays are allowed."
    many = replace(themed, themes=("keep-the-two", "take-it-high", *list(THEMES)[:4]))
    assert note_of(many) == " ".join(THEMES[theme].definition for theme in list(THEMES)[:3])
    other_pair = replace(themed, themes=("keep-the-pair", "break-the-pair"))
    assert note_of(other_pair) == THEMES["break-the-pair"].definition, "no advice and its opposite side by side"


def test_many_processes_say_what_one_says(tmp_path: Path) -> None:
    text = "".join(GOOD.replace('"one"', f'"p{number}"') for number in range(64))
    path = write(tmp_path, text.replace('answer = "5d5h"', 'answer = "3s"', 3))
    told: list[int] = []
    assert check(path, jobs=2, progress=told.append) == check(path)
    assert told == [-64] + [1] * 64


def test_a_file_is_read_again_only_after_a_change(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)
    assert load(path)[0] is load(path)[0]
    path.write_text(GOOD.replace("The pair first", "The pair, of course"), encoding="utf-8")
    assert load(path)[0].title == "The pair, of course"


def test_an_interrupt_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends a check; nothing false is said or remembered."""
    position = Position.parse("pagat 3s5d8h/4c4d7s 0 - -")

    def stopped(*_args: object, **_kwargs: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(solver, "solve", stopped)
    with pytest.raises(KeyboardInterrupt):
        puzzles.solved(position, "first")
    monkeypatch.undo()
    assert puzzles.solved(position, "first").complete
