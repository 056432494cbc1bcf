"""What is refused is said in the reader's language where a person sees it, and in English everywhere else.

The engine makes every refusal from a template and values (`tutor/errors.py`); the catalogues hold the templates.
"""

from __future__ import annotations

import ast
import copy
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from tutor import Card, Play, Position, Rules, cli, locale, solve
from tutor.cards import parse_cards
from tutor.classroom.sets import make_set
from tutor.errors import NotationError, PositionError, Refusal, quote
from tutor.explain import trouble
from tutor.locale import language, worded
from tutor.locale.upkeep import REFUSALS, program_template
from tutor.match import Match, deal
from tutor.play import Sitting, players_of
from tutor.position import IllegalPlay
from tutor.progress import Attempt
from tutor.progress.exchange import ConflictError, read, read_lines
from tutor.puzzles import check, load
from tutor.records import Record, RecordError, load_records, read_records, scan_records
from tutor.review import Review

TUTOR = Path(__file__).parents[1] / "tutor"
LANGUAGES = ("de", "pt", "ru", "vi")
PAIR = "pagat 3s5d5h/4c4d7s 0 - -"
RECORD = "start: pagat 3s9c/4h5h/6d 0 - -\nround 1: 0:3s 1:4h 2:6d 0:- 1:-\n"
HOSTILE = [
    "{0}",
    "{x}",
    "{",
    "}}{",
    "%s",
    "%(a)s",
    "{text.__class__}",
    "<img src=x onerror=alert(1)>",
    "\\N{BELL}",
    "\x00",
]
"""Text that is no cards, no rules, no anything, and that a template must not take for its own."""


@pytest.fixture(autouse=True)
def back_to_english() -> Iterator[None]:
    yield
    language("en")


def position(text: str) -> Callable[[], Any]:
    return lambda: Position.parse(text)


def attempt(**values: Any) -> Callable[[], Any]:
    given = {"learner": "ann", "puzzle": "p", "at": datetime(2026, 1, 1, tzinfo=UTC), "answer": "3s", "right": True}
    return lambda: Attempt(**{**given, **values})


# what is refused, and the English line
REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: parse_cards("3sXh"), "cards: '3sXh' cannot be read from 'Xh' on"),
    (lambda: parse_cards(3), "cards: 3 is not text"),
    (lambda: Card.parse("3s4s"), "card: '3s4s' is not one card"),
    (lambda: Card("1", "s"), "card: rank '1', suit 's' is no card"),
    (lambda: Play.parse("", Rules.parse("pagat")), "play: '' names no card (a pass is written '-')"),
    (lambda: Play.parse("3s3s", Rules.parse("pagat")), "play: '3s3s' names a card twice"),
    (lambda: Rules.parse("x"), "rules: no profile 'x' in 'x' (there are sheet, pagat, big-two, pusoy-dos)"),
    (lambda: Rules.parse("sheet+x"), "rules: no house rule 'x' in 'sheet+x'"),
    (lambda: Rules.parse("pagat+partnership"), "rules: house rule 'partnership' does not belong to 'pagat'"),
    (lambda: Rules.parse("pagat+last_pays"), "rules: house rule 'last_pays' is refused: 'pagat' settles that itself"),
    (
        lambda: Rules.parse("sheet+last_pays+winner_takes_all"),
        "rules: 'last_pays' and 'winner_takes_all' exclude each other",
    ),
    (
        lambda: Rules.parse("big-two+straight_flush_bombs"),
        "rules: 'straight_flush_bombs' needs 'bombs_any' or 'bombs_single'",
    ),
    (lambda: Rules.parse("sheet").check_seats(7), "hands: 7 seats, but 2 to 4 can play"),
    (
        position("pagat 3s 0 -"),
        "position: 'pagat 3s 0 -' has 4 of the five fields 'rules hands turn table passed'",
    ),
    (position("pagat  3s/4c 0 -"), "hands: empty field (fields are parted by single blanks) in 'pagat  3s/4c 0 -'"),
    (position("pagat 3x/4c 0 - -"), "hands: '3x' cannot be read from '3x' on (in 'pagat 3x/4c 0 - -')"),
    (position("pagat 3s/3s 0 - -"), "hands: card 3s appears twice (in 'pagat 3s/3s 0 - -')"),
    (position("pagat 3s 0 - -"), "hands: 1 seats, but 2 to 4 can play (in 'pagat 3s 0 - -')"),
    (position("pagat ?0/3s 0 - -"), "hands: '?0' is no number of hidden cards (in 'pagat ?0/3s 0 - -')"),
    (
        position("pagat 3s//4s 0 - -"),
        "hands: an empty hand in '3s//4s' (no cards is written '.') (in 'pagat 3s//4s 0 - -')",
    ),
    (position("pagat 3s/4c 7 - -"), "turn: no seat '7' (in 'pagat 3s/4c 7 - -')"),
    (position("pagat 3s/4c 0 7c -"), "table: '7c' is neither '-' nor 'seat:cards' (in 'pagat 3s/4c 0 7c -')"),
    (position("pagat 3s/4c 0 1:7c8d -"), "table: '7c8d' is no combination (in 'pagat 3s/4c 0 1:7c8d -')"),
    (position("pagat 3s/4c 0 - - open=4c"), "open: seat 0 cannot hold '4c' (in 'pagat 3s/4c 0 - - open=4c')"),
    (position("pagat 3s/4c 0 - - x=1"), "position: no field 'x=1' (in 'pagat 3s/4c 0 - - x=1')"),
    (position("pagat 3s/4c 0 - 1"), "passed: '1' on a free lead (in 'pagat 3s/4c 0 - 1')"),
    (
        lambda: Position.parse(PAIR).after("4c"),
        "4c is not in the hand of seat 0 (in 'pagat 3s5d5h/4c4d7s 0 - -')",
    ),
    (
        lambda: Position.parse(PAIR).scores(),
        "turn: the deal is not over, so there are no points yet (in 'pagat 3s5d5h/4c4d7s 0 - -')",
    ),
    (
        lambda: solve(Position.parse("pagat ?3/3s 0 - -")),
        "hands: the hand of seat 0, who is to play, is hidden (in 'pagat ?3/3s 0 - -')",
    ),
    (lambda: solve(Position.parse(PAIR), "fun"), "goal: 'fun' is none of first, not-last, place, points"),
    (lambda: solve(Position.parse(PAIR), nodes=0), "nodes: 0 is no number of positions"),
    (lambda: deal("sheet", 4, 0, 7), "dealer: there is no seat 7 among 4"),
    (lambda: Match(Rules.parse("sheet"), 4, 0), "target: 0 is not above zero"),
    (lambda: Record.parse(""), "start: 0 deals where one was expected"),
    (lambda: read_records(RECORD), "line 3: result: the deal has no 'result:' line"),
    (lambda: read_records(RECORD + "round 3:"), "line 3: round: 3 after 1"),
    (
        lambda: read_records(RECORD + "round 2: 0:3s"),
        "line 3: 3s is not in the hand of seat 0 (in 'pagat 9c/5h/. 0 - - out=2')",
    ),
    (
        lambda: read_records("start: pagat 3s"),
        "line 1: position: 'pagat 3s' has 2 of the five fields 'rules hands turn table passed'",
    ),
    (lambda: load_records("nowhere.txt"), "file: 'nowhere.txt' cannot be read: No such file or directory"),
    (lambda: Sitting.parse("x"), "match: 'x' is not the first line of a saved match"),
    (lambda: players_of(9, ("strong",), None), "seats: 9, but 2 to 4 can play"),
    (lambda: players_of(1, ("clever",), 2), "bots: 'clever' is none of careless, beginner, sensible, strong"),
    (lambda: Review(Record(Position.parse(PAIR)), 3), "seat: there is no seat 3 in this deal"),
    (attempt(hints=-1), "hints: -1 is not between 0 and 1000"),
    (attempt(hints=10**20), "hints: the number is not between 0 and 1000"),
    (attempt(learner=""), "learner: is empty"),
    (lambda: read("id,at\n"), "line 1, learner: is missing"),
    (lambda: read('{"id": NaN}'), "line 1, file: NaN is no number"),
    (lambda: read('[{"id": "1"}]'), "line 1, learner: is missing"),
    (lambda: make_set(number=0, drills=0), "number: a set needs a puzzle or a drill"),
    (lambda: make_set(theme="x y"), ""),
    (lambda: language("tlh"), "there is no language 'tlh', only en, de, pt, ru, vi"),
]


def refusal_of(call: Callable[[], Any]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value


@pytest.mark.parametrize(("call", "english"), REFUSED)
def test_the_text_of_a_refusal_is_english(call: Callable[[], Any], english: str) -> None:
    error = refusal_of(call)
    assert str(error) == error.args[0] == worded(error)
    assert str(error) == (english or str(error))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_refusal_is_worded_in_the_language(lang: str) -> None:
    language(lang)
    for call, english in REFUSED:
        error = refusal_of(call)
        said = worded(error)
        assert str(error) == (english or str(error)), "whatever the language"
        assert said != str(error)
        assert not re.search(r"\b(?:is|the|not|no|of|cannot|but|there|are)\b", unquoted(said)), said
        assert all(text in said for text in re.findall(r"'[^']*'", str(error))), said
        field = re.match(r"[a-z]+: ", str(error))
        assert said.startswith(field[0] if field else "")
        assert said in trouble(error)
        assert error._render_traceback_() == [said]


def unquoted(text: str) -> str:
    """The text without what it quotes, and without names in code such as `not-last`."""
    return re.sub(r"'[^']*'|[a-z]+(?:-[a-z]+)+", " ", text)


def bracketed(template: str) -> str:
    """The template as a language would have it that puts every word into brackets."""
    parts = re.split(r"(\{\w*\})", template)
    return "".join(part if part[:1] == "{" or not part.strip() else f"⟦{part}⟧" for part in parts)


@pytest.mark.parametrize("call", [call for call, _english in REFUSED])
def test_every_word_of_a_refusal_comes_from_a_template(call: Callable[[], Any]) -> None:
    said = unquoted(refusal_of(call).words(bracketed))
    for part in re.split(r"⟦[^⟦⟧]*⟧", said):
        assert not re.search(r"[^\W\d_] +[^\W\d_]", part), f"{part!r} in {said!r}"


@pytest.mark.parametrize("lang", locale.languages())
def test_braces_and_signs_of_the_input_are_quoted_and_nothing_else(lang: str) -> None:
    language(lang)
    for text in HOSTILE:
        calls: list[Callable[[], Any]] = [
            lambda text=text: parse_cards(text),
            lambda text=text: Rules.parse(text),
            lambda text=text: Rules.parse(f"pagat+{text}"),
            lambda text=text: Position.parse(text),
            lambda text=text: Position.parse(f"pagat {text}/4c 0 - -"),
            lambda text=text: read_records(f"start: pagat 3s/4c 0 - -\n{text}: 1"),
            lambda text=text: solve(Position.parse(PAIR), text),
            lambda text=text: Sitting.parse(text),
            attempt(hints=text),
        ]
        for call in calls:
            said = worded(refusal_of(call))
            assert quote(text)[1:-1] in said
            assert "\n" not in said
        assert scan_records(f"{text}\n", worded)[1]
        assert read_lines(f"{{{text}\n")[1]


def test_refusals_go_from_process_to_process() -> None:
    """With everything that they carry, and what they say in any language."""
    errors = [refusal_of(call) for call, _english in REFUSED]
    errors += [NotationError("as it {stands}"), ConflictError(UUID(int=7))]
    for error in errors:
        for other in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
            assert type(other) is type(error)
            assert (str(other), other.template) == (str(error), error.template)
            assert other.words(bracketed) == error.words(bracketed)
    illegal = next(error for error in errors if isinstance(error, IllegalPlay))
    assert pickle.loads(pickle.dumps(illegal)).objection == illegal.objection


def test_the_classes_are_those_of_the_contract() -> None:
    assert issubclass(IllegalPlay, ValueError)
    assert RecordError.__mro__[:4] == (RecordError, NotationError, Refusal, ValueError)
    assert issubclass(PositionError, NotationError)


def test_the_engine_knows_no_language() -> None:
    """Neither when it is imported nor when it refuses something."""
    code = (
        "import sys, tutor\n"
        "for text in ('x', 'pagat 3x/4c 0 - -'):\n"
        "    try: tutor.Position.parse(text)\n"
        "    except ValueError as error: str(error)\n"
        "print([name for name in sys.modules if name.startswith(('tutor.locale', 'gettext'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# ------------------------------------------------------------------ templates


@cache
def raised() -> tuple[tuple[str, ast.Call, ast.expr], ...]:
    """Every call that makes a refusal, with where it stands and its template."""
    found = []
    for path in sorted(TUTOR.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            place = 1 if name == "fail" else 0
            if name in (*REFUSALS, "fail") and len(node.args) > place:
                found.append((f"{path.relative_to(TUTOR)}, line {node.lineno}", node, node.args[place]))
    return tuple(found)


def test_every_template_stands_in_its_call_and_names_the_values_it_gets() -> None:
    messages = {message.id if isinstance(message.id, str) else message.id[0] for message in program_template()}
    count = 0
    for where, node, template in raised():
        assert not isinstance(template, ast.JoinedStr | ast.BinOp | ast.IfExp), f"{where}: no catalogue has it"
        if isinstance(template, ast.Constant):
            count += 1
            assert template.value in messages, where
            given = {keyword.arg for keyword in node.keywords}
            if None not in given:
                assert set(re.findall(r"\{(\w*)\}", template.value)) == given, where
    assert count > 200


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_translated_refusal_keeps_the_field_it_names(lang: str) -> None:
    language(lang)
    for where, _node, template in raised():
        if isinstance(template, ast.Constant):
            field = re.match(r"(?:--)?(?:[A-Za-z]+|\{\w+\}): ", template.value)
            assert locale._(template.value).startswith(field[0] if field else ""), where


# ------------------------------------------------------------------ where people see them


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (["explain", "pagat 3x/4c 0 - -", "3s"], "hands: "),
        (["explain", PAIR, "4c"], "PLAY: "),
        (["review", "--seat", "9"], "--seat: "),
        (["play", "--bots", "clever"], "bots: "),
        (["play", "--rules", "sheet+x"], "rules: "),
        (["class", "set", "--out", "unused", "--drills", "many"], "--drills: "),
        (["class", "set", "--out", "unused", "--name", "{x}"], "--name: "),
    ],
)
def test_the_command_line_refuses_in_its_language(
    arguments: list[str], field: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = {}
    for lang in ("en", *LANGUAGES):
        assert cli.main([*arguments, "--lang", lang]) == 2
        said[lang] = capsys.readouterr().err
        assert said[lang].startswith(f"tienlen: {field}")
        assert len(said[lang].splitlines()) == 1
    assert len(set(said.values())) == 5


def test_packs_and_damaged_files_are_told_about_in_the_language(tmp_path: Path) -> None:
    entry = f'[[puzzle]]\nid = "a"\ntitle = "t"\nposition = "{PAIR}"\nanswer = "3s"\n'
    pack = tmp_path / "own.toml"
    pack.write_text(entry, encoding="utf-8")
    assert str(check(pack)[0]) == "own.toml, line 1, puzzle 1 (a): answer: 3s does not reach the goal, 5d5h does"
    language("de")
    assert str(check(pack)[0]) == "own.toml, Zeile 1, Rätsel 1 (a): answer: 3s erreicht das Ziel nicht, 5d5h schon"
    pack.write_text(entry.replace(PAIR, "pagat 3x"), encoding="utf-8")
    with pytest.raises(ValueError) as caught:
        load(pack)
    assert worded(caught.value).startswith(
        "own.toml, Zeile 1, Rätsel 1 (a): position: 'pagat 3x' hat 2 der fünf Felder"
    )
    assert scan_records("x", worded)[1] == ["Zeile 1: record: 'x' ist nicht 'field: value'"]
    assert read_lines("{}\n")[1][0].startswith("Zeile 1, ")


def test_the_vote_the_editor_and_the_table_refuse_in_the_language() -> None:
    from tutor.widgets import HouseRules, PlayTable, PositionEditor

    clash = {"last_pays": [3, 0], "winner_takes_all": [3, 1]}
    language("de")
    assert "schließen einander aus" in str(HouseRules(votes=clash, profile="sheet"))
    editor = PositionEditor()
    assert not editor.read("pagat 3s/4c 0 -")
    assert "hat 4 der fünf Felder" in str(editor)
    assert "'clever' ist" in str(PlayTable(bots="clever"))
