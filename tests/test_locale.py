"""The words of the program in every language: complete, with their placeholders, plurals and terms."""

from __future__ import annotations

import ast
import gettext
import io
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tutor import Card, Play, Position, Rules, locale
from tutor.explain import card_name, compare, explain, refusal, show
from tutor.locale import language, languages, ngettext
from tutor.locale.catalogue import CatalogueError, Entry, compiled, read
from tutor.locale.upkeep import card_letters, faults, in_language, program_template, templates, update
from tutor.position import CODES

LANGUAGES = ("de", "pt", "ru", "vi")
HERE = Path(__file__).parent
FOLDER = Path(locale.__file__).parent
TERMS = tomllib.loads((HERE / "data" / "terms.toml").read_text(encoding="utf-8"))["term"]


@pytest.fixture(autouse=True)
def back_to_english() -> Iterator[None]:
    yield
    language("en")


def catalogue(lang: str) -> list[Entry]:
    return read(FOLDER / lang / "LC_MESSAGES" / "tutor.po")


def listed(found: list[str]) -> str:
    return "run `python -m tutor.course update` and translate in the catalogue:\n" + "\n".join(found)


# ------------------------------------------------------------------ the catalogues


def test_there_are_five_languages() -> None:
    assert languages() == ("en", *LANGUAGES)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_message_is_translated_with_all_its_parts(lang: str) -> None:
    """Nothing missing, outdated, or left over; no placeholder or tag lost or invented."""
    found = faults(program_template(), FOLDER / lang / "LC_MESSAGES" / "tutor.po")
    assert not found, listed(found)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_puzzle_has_its_title_and_note(lang: str) -> None:
    found = [
        fault
        for template, path in templates()
        if "puzzles" in path.parts
        for fault in faults(template, in_language(path, lang), card_letters(lang))
    ]
    assert not found, listed(found)


@pytest.mark.parametrize(("lang", "forms"), [("de", 2), ("pt", 2), ("ru", 3), ("vi", 1)])
def test_plurals_have_the_forms_of_the_language(lang: str, forms: int) -> None:
    plural = [entry for entry in catalogue(lang) if entry.plural]
    assert plural
    assert {len(entry.texts) for entry in plural} == {forms}


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["1 card", "2 cards", "5 cards", "11 cards", "21 cards"]),
        ("de", ["1 Karte", "2 Karten", "5 Karten", "11 Karten", "21 Karten"]),
        ("pt", ["1 carta", "2 cartas", "5 cartas", "11 cartas", "21 cartas"]),
        ("ru", ["1 карта", "2 карты", "5 карт", "11 карт", "21 карта"]),
        ("vi", ["1 lá", "2 lá", "5 lá", "11 lá", "21 lá"]),
    ],
)
def test_numbers_of_cards(lang: str, said: list[str]) -> None:
    language(lang)
    assert [ngettext("{n} card", "{n} cards", n).format(n=n) for n in (1, 2, 5, 11, 21)] == said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_babel_makes_of_a_catalogue_is_what_our_reader_makes_of_it(lang: str) -> None:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    path = FOLDER / lang / "LC_MESSAGES" / "tutor.po"
    theirs, buffer = io.BytesIO(), path.read_bytes()
    write_mo(theirs, read_po(io.BytesIO(buffer), locale=lang))
    theirs.seek(0)
    one, other = gettext.GNUTranslations(theirs), gettext.GNUTranslations(io.BytesIO(compiled(read(path))))
    for entry in catalogue(lang):
        if not entry.usable:
            continue
        if entry.id and entry.plural:
            assert [one.ngettext(entry.id, entry.plural, n) for n in range(130)] == [
                other.ngettext(entry.id, entry.plural, n) for n in range(130)
            ]
        elif entry.id:
            assert one.gettext(entry.id) == other.gettext(entry.id)


def test_what_cannot_be_read_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "tutor.po"
    path.write_text('msgid ""\nmsgstr ""\n\nmsgid "pair\n', encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"tutor\.po, line 4"):
        read(path)
    path.write_text('"stray"\n', encoding="utf-8")
    with pytest.raises(CatalogueError, match="line 1"):
        read(path)


def test_a_changed_message_shows_as_outdated_until_somebody_has_looked_at_it(tmp_path: Path) -> None:
    from babel.messages.catalog import Catalog

    def template(*texts: str) -> Catalog:
        made = Catalog()
        for text in texts:
            made.add(text)
        return made

    path = tmp_path / "x.po"
    update(template("You beat {beaten} with {play}.", "Gone"), path, "de")
    text = path.read_text(encoding="utf-8").replace('with {play}."\nmsgstr ""', 'with {play}."\nmsgstr "Du schlägst."')
    path.write_text(text, encoding="utf-8")
    now = template("You beat {beaten} with {play} now.", "New and quite different")
    assert update(now, path, "de")
    assert not update(now, path, "de"), "a second update changes nothing"
    assert "Gone" not in path.read_text(encoding="utf-8")
    found = faults(now, path)
    assert [fault.partition(": ")[2] for fault in found] == [
        "outdated (fuzzy): 'You beat {beaten} with {play} now.'",
        "not translated: 'New and quite different'",
    ]
    path.write_text(path.read_text(encoding="utf-8").replace("fuzzy, ", ""), encoding="utf-8")
    assert "placeholder lost: {beaten}, {play}" in faults(now, path)[0]


def test_a_missing_or_older_compiled_catalogue_is_made_up_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkout speaks every language without having been installed, and says what its .po says now."""
    monkeypatch.setattr(locale, "_FOLDER", tmp_path)
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    source = folder / "tutor.po"
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'

    def write(text: str) -> None:
        source.write_text(f'{header}msgid "a pair"\nmsgstr "{text}"\n', encoding="utf-8")

    write("ein Paar")
    language("de")
    assert locale._("a pair") == "ein Paar"
    (folder / "tutor.mo").write_bytes(compiled(read(source)))
    write("zwei gleiche")
    import os

    os.utime(folder / "tutor.mo", (1, 1))
    language("de")
    assert locale._("a pair") == "zwei gleiche"
    os.utime(source, (0, 0))
    language("de")
    assert locale._("a pair") == "ein Paar", "the compiled one is used where it is newer"
    source.unlink()
    language("de")
    assert locale._("a pair") == "ein Paar", "and where it is all there is"


# ------------------------------------------------------------------ switching


def test_a_switch_counts_from_the_next_sentence_on() -> None:
    import tutor

    assert tutor.language("de") == "de"
    assert compare("7h", "8s").startswith("8♠ ist höher als 7♥")
    assert tutor.language("pt_BR") == "pt"
    assert compare("7h", "8s").startswith("8♠ é maior do que 7♥")
    assert tutor.language("en") == "en"
    assert compare("7h", "8s").startswith("8♠ is higher than 7♥")


def test_an_unknown_language_names_the_choices_and_changes_nothing() -> None:
    language("de")
    with pytest.raises(ValueError, match="'tlh', only en, de, pt, ru, vi"):
        language("tlh")
    assert language() == "de"


def test_importing_tutor_fetches_no_catalogue() -> None:
    code = "import sys, tutor; print([m for m in sys.modules if m.startswith(('tutor.locale', 'babel', 'gettext'))])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "tutor.locale" not in done.stdout
    assert "babel" not in done.stdout


def test_german_cards_have_german_letters_and_the_others_the_international_ones() -> None:
    cards = [Card.parse(text) for text in ("Th", "Js", "Qd", "Kc", "Ah", "2s")]
    said = {lang: (language(lang), show(cards))[1] for lang in languages()}
    assert said == {
        "en": "10♥ J♠ Q♦ K♣ A♥ 2♠",
        "de": "10♥ B♠ D♦ K♣ A♥ 2♠",
        "pt": "10♥ J♠ Q♦ K♣ A♥ 2♠",
        "ru": "10♥ J♠ Q♦ K♣ A♥ 2♠",
        "vi": "10♥ J♠ Q♦ K♣ A♥ 2♠",
    }


@pytest.mark.parametrize(
    ("lang", "name"),
    [
        ("de", "Herz-Sieben"),
        ("ru", "семёрка червей"),
        ("pt", "sete de copas"),
        ("vi", "bảy cơ"),
        ("en", "seven of hearts"),
    ],
)
def test_a_card_has_the_name_that_players_say(lang: str, name: str) -> None:
    language(lang)
    assert card_name(Card.parse("7h")) == name


@pytest.mark.parametrize("lang", languages())
def test_suit_letters_differ(lang: str) -> None:
    from tutor.widgets.base import words

    language(lang)
    assert len(set(words()["suitLetters"].values())) == 4
    assert len(set(words()["cards"].values())) == 52


# one position and play for every code of an objection
REFUSED = {
    "deal_over": ("pagat 3s/./. - 2:4c - out=12", "3s", 0),
    "not_your_turn": ("pagat 3s5d5h/4c4d7s 0 - -", "4c", 1),
    "not_in_hand": ("pagat 3s5d5h/4c4d7s 0 - -", "4c", None),
    "no_combination": ("pagat 3s5d5h/4c4d7s 0 - -", "3s5d", None),
    "opening_card": ("pagat 3s5d5h/4c4d7s 0 - - open=3s", "5d", None),
    "leader_must_play": ("pagat 3s5d5h/4c4d7s 0 - -", "-", None),
    "must_play_once": ("big-two+no_pass_first_trick 4d/5d/6d/7d 1 0:3d - must=123", "-", None),
    "bomb_only": ("pagat 3s4s2h/5d9d/6c8c 0 1:2c 0", "2h", None),
    "wrong_kind": ("pagat 3s5d5h/4c7s 0 1:4d -", "5d5h", None),
    "wrong_length": ("pagat 5s6d7h8h9c/Tc7s 0 1:3s4d5c -", "5s6d7h8h", None),
    "too_low": ("pagat 3s5d5h/4c7s 0 1:4d -", "3s", None),
    "locked": ("pagat 3s4s9h/5d9d/6c8c 1 2:7c 0", "9h", 0),
}


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("code", CODES)
def test_every_refusal_is_said_in_the_language(lang: str, code: str) -> None:
    notation, play, seat = REFUSED[code]
    position = Position.parse(notation)
    objection = position.objection(play, seat)
    assert objection is not None
    assert objection.code == code
    english = refusal(position, play, seat)
    language(lang)
    said = refusal(position, play, seat)
    assert said
    assert (said == english) == (lang == "en")
    assert "{" not in said


@pytest.mark.parametrize("lang", languages())
def test_an_explanation_is_in_one_language(lang: str) -> None:
    language(lang)
    said = explain(Position.parse("pagat 3s5d5h/4c4d7s 0 - -"), "3s")
    english = re.findall(r"\b(?:the|you|beats|leads|with|cards|and|is)\b", said, re.IGNORECASE)
    assert bool(english) == (lang == "en"), said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_line_explains_in_the_language(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    from tutor import cli

    position = "pagat 3s5d5h/4c4d7s 0 - -"
    assert cli.main(["explain", position, "5d5h", "--lang", lang]) == 0
    language(lang)
    play = Play.parse("5d5h", Rules.parse("pagat"))
    assert capsys.readouterr().out.strip() == explain(Position.parse(position), play)


def test_the_command_line_names_the_languages_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    from tutor import cli

    for command in (["lab"], ["explain", "pagat 3s5d5h/4c4d7s 0 - -", "3s"]):
        assert cli.main([*command, "--lang", "tlh"]) == 2
        said = capsys.readouterr().err
        assert len(said.splitlines()) == 1
        assert "'tlh', only" in said
        assert "en, de, pt, ru, vi" in said


# ------------------------------------------------------------------ terms


def test_the_table_of_terms_is_complete_in_itself() -> None:
    for term in TERMS:
        assert set(LANGUAGES) < term.keys(), term["concept"]
        assert re.search(term["en"], term["concept"], re.IGNORECASE), term["concept"]


def sentences() -> Iterator[tuple[str, str, Entry]]:
    """Every translated message of the program, the lessons and the puzzles, with its language and catalogue."""
    for _template, path in templates():
        for lang in LANGUAGES:
            target = in_language(path, lang)
            for entry in read(target) if target.exists() else ():
                if entry.id and entry.context is None and entry.usable:
                    yield lang, target.stem, entry


@pytest.fixture(scope="module")
def every_sentence() -> list[tuple[str, str, Entry]]:
    return list(sentences())


@pytest.mark.parametrize("term", TERMS, ids=[term["concept"] for term in TERMS])
def test_a_term_is_translated_as_players_say_it(term: dict[str, Any], every_sentence: list[Any]) -> None:
    """Wherever the English text has the term, the translation has one of its words in that language."""
    english = re.compile(term["en"], re.IGNORECASE)
    seen, found = False, []
    for lang, file, entry in every_sentence:
        # code, and the field that a refusal names: words of the notation
        text = re.sub(r"`[^`]*`|\{\w*\}|\]\([^)]*\)|^[a-z]+: ", " ", entry.id)
        if not english.search(text) or any(part in entry.id for part in term.get("not_in", ())):
            continue
        seen = True
        found += [
            f"{lang}, {file}: {entry.id!r}\n    has none of {term[lang]!r}: {said!r}"
            for said in entry.texts
            if not re.search(term[lang], said, re.IGNORECASE)
        ]
    assert seen, "the term is not used any more; take it out of tests/data/terms.toml"
    assert not found, "\n".join(found)


def test_no_message_stands_inside_an_f_string() -> None:
    """Python 3.11 gives the extraction no look into them, so nobody would be asked to translate it."""
    for path in sorted((Path(__file__).parents[1] / "tutor").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                calls = [each.func for each in ast.walk(node) if isinstance(each, ast.Call)]
                names = {each.id for each in calls if isinstance(each, ast.Name)}
                assert not names & {"_", "ngettext", "pgettext"}, f"{path.name}, line {node.lineno}"
