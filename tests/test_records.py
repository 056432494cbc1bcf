"""Played deals as text: written, read, replayed, and refused when something in them is not so."""

import contextlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor import Position, Rules, deal, records
from tutor.cards import parse_cards
from tutor.match import Deal
from tutor.records import Record, RecordError, load_records, read_records, save_records, scan_records

# The example of the module's docstring, with names.
EXAMPLE = """\
start: pagat 3s9c/4h5h/6d 0 - - open=3s
seat 0: Anna
seat 1: Bến
round 1: 0:3s 1:4h 2:6d 0:- 1:-
round 2: 0:9c
result: places 2 3 1, points +1 -2 +1
"""


def played(rules, seats=4, seed=0, plays=None, names=()):
    """A deal played at random, to the end or for some plays."""
    rng = random.Random(seed)
    position = start = deal(rules, seats, seed).position()
    made = []
    while not position.is_over and len(made) != plays:
        made.append(rng.choice(position.legal_plays()))
        position = position.after(made[-1])
    return Record(start, tuple(made), names)


def test_a_record_reads_well():
    """The form that the module's docstring shows, in both directions."""
    start = Position.parse("pagat 3s9c/4h5h/6d 0 - - open=3s")
    record = Record.parse(EXAMPLE)
    assert record.start == start
    assert record.names == ("Anna", "Bến", "")
    assert record.scores == (1, -2, 1)
    assert Record.parse(str(record)) == record


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        ("sheet+cong", 4),
        ("pagat", 2),
        ("pagat+anticlockwise", 3),
        ("sheet+deal17", 3),
        ("sheet+winner_takes_all", 4),
        ("big-two+partnership", 4),
        ("big-two+no_pass_first_trick", 3),
        ("pusoy-dos", 2),
    ],
)
def test_written_and_read_back(rules, seats):
    """Whole deals and broken-off ones survive the round trip, with every position in between."""
    for seed in range(5):
        for plays in (None, 0, 7):
            record = played(rules, seats, seed, plays, ("Anna", "Ben", "Carla", "Dan")[:seats])
            again = Record.parse(str(record))
            assert again == record
            assert again.positions() == record.positions()
            assert (again.scores is None) == (plays is not None)


def test_the_example_of_the_documentation():
    """What the module shows is a record."""
    shown = [line.strip() for line in (records.__doc__ or "").splitlines() if line.startswith("    ")]
    assert len(read_records("\n".join(shown))) == 1


def test_one_line_per_round():
    """A round is a line, from the lead to the cleared table."""
    record = played("sheet", seed=2)
    lines = [line for line in str(record).splitlines() if line.startswith("round")]
    assert len(lines) == len(record.rounds()) == sum(position.table is None for position in record.positions()[:-1])


def test_a_deal_won_at_once():
    """No rounds, the winner and the pattern in the result, checked when read."""
    rules = Rules.parse("sheet+instant_win")
    hands = ("2s2c2d2h3s4d5c7h8s9dJcQhKs", "3c4c5d6s7d8c9sTcJdQsKdAsAd")
    won = Deal(rules, tuple(rules.mask(parse_cards(hand)) for hand in hands))
    record = Record(won.position(), instant_win=won.instant_win)
    assert str(record).splitlines()[-1] == "result: instant win of seat 0 (four_twos), points +2 -2"
    assert Record.parse(str(record)) == record
    with pytest.raises(RecordError, match="four_twos"):
        Record.parse(str(record).replace("seat 0", "seat 1"))
    with pytest.raises(RecordError, match="nobody plays"):
        Record.parse(str(record).replace("result:", "round 1: 0:3s 1:3c\nresult:"))


def test_an_instant_win_is_a_matter_of_the_deal():
    """A hand with cards played, or a card on the table, wins nothing at once any more."""
    for start in ("2s2c2d2h3s/4h 0 1:5s -", "2s2c2d2h3s/4h 0 - -"):
        with pytest.raises(RecordError, match="no dealt hand"):
            Record.parse(f"start: sheet+instant_win {start}\nresult: instant win of seat 0 (four_twos), points +2 -2\n")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("start: pagat", "start: pagatt", "line 1: rules: no profile 'pagatt'"),
        ("start: pagat 3s9c", "begin: x", "line 1: record: 'begin: x/4h5h/6d 0 - - open=3s' comes before"),
        ("seat 1: Bến", "seat 3: Bến", "line 3: seat: there is no seat 3"),
        ("seat 1: Bến", "seat 0: Bến", "line 3: seat: seat 0 is named twice"),
        ("seat 1: Bến", "colour: blue", "line 3: record: no field 'colour'"),
        ("seat 1: Bến", "just words", "line 3: record: 'just words' is not 'field: value'"),
        ("round 1", "round 2", "line 4: round: 2 after 0"),
        ("0:3s", "0:9c", "line 4: the first play of the deal must contain 3s"),
        ("0:3s", "1:4h", "line 4: round: '1:4h', but it is seat 0's turn"),
        ("0:3s", "3s", "line 4: round: '3s' is not 'seat:cards'"),
        ("0:3s", "0:3x", "line 4: cards: '3x' cannot be read"),
        ("1:-\n", "1:- 0:9c\n", "line 4: round: '0:9c' belongs to the next round"),
        (" 0:- 1:-", "", "line 5: round: 2 begins although the table is not cleared"),
        ("points +1 -2", "points +2 -2", "line 6: result: 'places 2 3 1, points +2 -2 +1', but it is"),
        ("result:", "# result:", "result: the deal has no 'result:' line"),
    ],
)
def test_faults_are_named_with_their_line(old, new, message):
    """The message says where and what, on one line."""
    with pytest.raises(RecordError) as caught:
        read_records(EXAMPLE.replace(old, new))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_plays_after_the_end_are_refused():
    """Nothing is played once the deal is over."""
    text = "start: pagat 3s/4s5s 0 - -\nround 1: 0:3s 1:4s\nresult: places 1 2, points +1 -1\n"
    with pytest.raises(RecordError, match="deal is over"):
        read_records(text)


def test_several_deals_in_a_file(tmp_path):
    """Any number of deals, parted by blank lines; saved whole."""
    evening = [played("pagat", seed=seed) for seed in range(3)] + [played("big-two", seed=9, plays=5)]
    path = tmp_path / "evening.txt"
    save_records(path, evening)
    assert load_records(path) == evening
    assert [name.name for name in tmp_path.iterdir()] == ["evening.txt"]
    path.write_text("\ufeff# a comment\r\n\r\n" + str(evening[0]).replace("\n", "\r\n"), encoding="utf-8")
    assert load_records(path) == evening[:1]
    assert read_records("") == []


def test_files_that_are_not_records(tmp_path):
    """A missing file, a folder, bytes that are no text: one clear line that names the file."""
    (tmp_path / "bytes.bin").write_bytes(b"\xff\xfe\x00")
    for name in ("missing.txt", ".", "bytes.bin"):
        with pytest.raises(RecordError, match=r"^file: "):
            load_records(tmp_path / name)


def test_names_that_do_not_fit_on_a_line():
    """A name cannot smuggle a line into the file."""
    with pytest.raises(RecordError, match="does not fit"):
        Record(Position.parse("pagat 3s/4s 0 - -"), names=("Anna\nresult: x", ""))


@given(st.text(max_size=200))
def test_rubbish_gives_only_the_clear_error(text):
    """Whatever the file holds, the answer is a RecordError or a list of records."""
    for candidate in (text, EXAMPLE.replace("6d", text[:5]), "start: pagat 3s/4s 0 - -\n" + text):
        with contextlib.suppress(RecordError):
            read_records(candidate)


# ------------------------------------------------------------------ whose record, wins at once, damaged files


def test_a_deal_won_at_once_is_written_as_such_however_it_was_made():
    """A record built by hand for a deal that nobody plays is read back as it was written."""
    rules = Rules.parse("sheet+instant_win_extended")
    won = next(each for each in (deal(rules, 4, seed) for seed in range(3000)) if each.instant_win)
    record = Record(won.position())
    assert record.instant_win == won.instant_win
    assert record.scores is not None
    assert "instant win" in str(record)
    assert Record.parse(str(record)) == record
    with pytest.raises(RecordError, match="wins at once"):
        Record(won.position(), (won.position().legal_plays()[0],))
    with pytest.raises(RecordError, match="by no rule"):
        Record(deal("sheet", 4, 1).position(), instant_win=(0, "four_twos"))


def test_whose_record_it_is():
    """The seat of the learner is part of the text."""
    record = Record.parse(EXAMPLE.replace("round 1", "you: 1\nround 1"))
    assert record.you == 1
    assert Record.parse(str(record)) == record
    for wrong, fault in (("you: 3", "no seat '3'"), ("you: 1\nyou: 1", "twice"), ("you: me", "no seat")):
        with pytest.raises(RecordError, match=fault):
            Record.parse(EXAMPLE.replace("round 1", f"{wrong}\nround 1"))
    with pytest.raises(RecordError, match="before the first round"):
        Record.parse(EXAMPLE.replace("round 2", "you: 1\nround 2"))
    with pytest.raises(RecordError, match="there is no seat 7"):
        Record(record.start, you=7)


def test_one_damaged_deal_costs_one_deal():
    """Faults are named with their lines, and everything else is read."""
    good = [played("sheet", seed=seed) for seed in range(4)]
    texts = [str(record) for record in good]
    torn = texts[1].rsplit("result", 1)[0]
    wrong = texts[2].replace("round 2", "round 9")
    text = "\n".join([texts[0], torn, texts[1], wrong, "something else", texts[3]])
    records_read, faults = scan_records(text)
    assert records_read == [good[0], good[1], good[3]]
    assert len(faults) == 2
    assert all(fault.startswith("line ") for fault in faults)
    assert "no 'result:'" in faults[0]
    assert "round: 9 after 1" in faults[1]
    assert scan_records("") == ([], [])


@given(st.text(max_size=60) | st.sampled_from(EXAMPLE.splitlines()), st.integers(0, 400))
def test_no_text_breaks_the_reader_of_damaged_files(piece, at):
    """Whatever is put into a file, the deals before it are read."""
    text = EXAMPLE + "\n" + EXAMPLE[:at] + piece + "\n" + EXAMPLE
    found, _faults = scan_records(text)
    assert found[0] == Record.parse(EXAMPLE)
