"""A match at one table: every profile to the last card, saved and taken back anywhere, nothing leaked."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor import play as module
from tutor.bots import BOTS
from tutor.deals import own_deals
from tutor.errors import NotationError
from tutor.explain import Cast
from tutor.play import PERSON, Sitting, keep_deal, match_path, own_path, players_of, saved_match, saved_matches
from tutor.position import IllegalPlay, Position
from tutor.records import Record, read_records
from tutor.referee import how_it_pays, instant_text, match_text, result_text, why_asked
from tutor.rules import PROFILES, Rules
from tutor.widgets import PlayTable

SMALL = "sheet 3s5d5h/4c4d7s/6c6dKs/9h9s2c 0 - -"
FOUR_TWOS = (
    "sheet+instant_win 3s4s5s6s7s8s9sTsJs2s2c2d2h/3c4c5c6c7c8c9cTcJcQsKsAsQc"
    "/3d4d5d6d7d8d9dTdJdQdKdAdKc/3h4h5h6h7h8h9hThJhQhKhAhAc 0 - - open=3s"
)


@pytest.fixture(autouse=True)
def own_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals played here are not those that another test finds on this machine."""
    monkeypatch.setenv("TIENLEN_DATA", str(tmp_path_factory.getbasetemp() / "play"))


def played(sitting: Sitting, rng: random.Random) -> None:
    """One play: a person's at random, a bot's as it likes."""
    if sitting.turn in sitting.people:
        sitting.play(rng.choice(sitting.now.legal_plays()))
    else:
        sitting.bot_play()


# ------------------------------------------------------------------ whole matches


@pytest.mark.parametrize("rules", [*PROFILES, "sheet+cong+anticlockwise+instant_win", "big-two+no_pass_first_trick"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_of_two_deals_can_be_resumed_anywhere(rules: str, seats: int) -> None:
    """Same position, same points, and the bots go on as they would have."""
    sitting = Sitting(rules, players_of(1, "beginner", seats), seed=seats, deals=2)
    rng = random.Random(1)
    while not sitting.match.over:
        if sitting.over:
            winner, dealer = sitting.match.results[-1].winner, sitting.match.results[-1].next_dealer
            assert dealer != winner or sitting.instant_win
            sitting.next_deal()
            assert sitting.instant_win or (sitting.turn == winner and not sitting.now.opening)
            continue
        if len(sitting.plays) % 3:
            played(sitting, rng)
            continue
        again = Sitting.parse(str(sitting))
        assert (str(again), again.now, again.turn) == (str(sitting), sitting.now, sitting.turn)
        assert (again.match, again.view(0), again.seen()) == (sitting.match, sitting.view(0), sitting.seen())
        if again.turn not in again.people:
            assert again.bot_play() == Sitting.parse(str(sitting)).bot_play()
        played(sitting, rng)
    assert sum(sitting.match.totals) == 0
    assert Sitting.parse(str(sitting)).match == sitting.match
    assert read_records(str(sitting)) == sitting.records
    with pytest.raises(ValueError, match="it is over"):
        sitting.next_deal()


def test_the_first_deal_is_opened_with_the_lowest_card_and_the_winner_leads_the_next() -> None:
    sitting = Sitting("sheet", players_of(4), seed=5, deals=3)
    assert sitting.now.opening == 1
    with pytest.raises(ValueError, match="not over"):
        sitting.next_deal()
    rng = random.Random(2)
    while not sitting.over:
        played(sitting, rng)
    result, end = sitting.match.results[0], sitting.now
    assert result.winner == end.out[0]
    assert result.next_dealer == next(seat for seat in range(4) if seat not in end.out)
    sitting.next_deal()
    assert (sitting.turn, sitting.now.opening) == (result.winner, 0)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), profile=st.sampled_from([*PROFILES]), people=st.integers(1, 4), back=st.data())
def test_taking_back_undoes_exactly_what_was_played(seed: int, profile: str, people: int, back: Any) -> None:
    sitting = Sitting(profile, players_of(people, "careless", 4), seed=seed)
    rng, before = random.Random(seed), []
    for _play in range(back.draw(st.integers(1, 40))):
        if sitting.over:
            break
        if sitting.turn in sitting.people:
            before.append(str(sitting))
        played(sitting, rng)
    for text in reversed(before):
        assert sitting.can_take_back()
        assert sitting.take_back() >= 1
        assert str(sitting) == text
    assert sitting.take_back() == 0


def test_the_end_of_a_deal_can_be_taken_back() -> None:
    sitting = Sitting(players=[PERSON, "beginner"], start="sheet 3s5d5h/4c4d7s 0 - -")
    for play in ("5d5h", "-", "3s"):
        sitting.play(play)
    assert (sitting.over, sitting.match.totals, len(sitting.records)) == (True, (1, -1), 1)
    assert sitting.take_back() == 1
    assert (sitting.over, sitting.match.totals, sitting.turn) == (False, (0, 0), 0)


def test_a_refused_play_changes_nothing() -> None:
    sitting = Sitting(start=SMALL)
    for wrong in ("4c4d", "3s5d", "-", "zz"):
        before = str(sitting)
        with pytest.raises((IllegalPlay, NotationError)):
            sitting.play(wrong)
        assert str(sitting) == before
    with pytest.raises(ValueError, match="bot"):
        sitting.bot_play()


# ------------------------------------------------------------------ nobody sees what is hidden


def test_bots_are_told_their_own_hand_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Position] = []

    class Spy:
        def play(self, view: Position, seed: str) -> Any:
            seen.append(view)
            return BOTS["beginner"].play(view, seed)

    monkeypatch.setattr(module, "BOTS", {**BOTS, "beginner": Spy()})
    sitting = Sitting("pagat", players_of(1, "beginner"), seed=3)
    rng = random.Random(3)
    while not sitting.over:
        turn, now, count = sitting.turn, sitting.now, len(seen)
        played(sitting, rng)
        if len(seen) > count:
            view = seen[-1]
            assert view.hands == tuple(now.hands[seat] if seat == turn else 0 for seat in range(4))
            assert not view.unseen & now.hands[view.turn or 0]
    assert len(seen) > 10


def _others_swapped(sitting: Sitting) -> Sitting:
    """The same table, but Ben and Carla have each other's cards."""
    now = sitting.start
    hands = (now.hands[0], now.hands[2], now.hands[1], now.hands[3])
    twin = Position(now.rules, hands, now.hidden, now.turn, opening=now.opening)
    return Sitting(players=sitting.players, seed=sitting.seed, start=twin)


def _state(table: PlayTable) -> dict[str, Any]:
    """All that a page is sent."""
    return {name: value for name, value in table.get_state().items() if name[0] != "_" and name != "layout"}


@pytest.mark.parametrize("explain", [False, True])
def test_what_the_page_is_sent_does_not_depend_on_hidden_cards(explain: bool) -> None:
    """Two deals that differ only in what the others hold look the same in every trait, hints included."""
    seed = next(n for n in range(50) if Sitting("sheet", seed=n).turn == 0)
    one = PlayTable("sheet", seed=seed, explain=explain)
    other = PlayTable("sheet", seed=seed, explain=explain)
    other._seated(_others_swapped(one.sitting))
    one._seated(Sitting(players=one.sitting.players, seed=seed, start=one.sitting.start))
    assert one.sitting.now != other.sitting.now
    for table in (one, other):
        table._do_hint({})
        table._do_hint({})
        table.selected = [str(one.sitting.now.hand(0)[0])]
    assert _state(one) == _state(other)
    for table in (one, other):
        table._do_show({})
    assert _state(one) != _state(other)


def test_a_hidden_card_is_in_nothing_that_the_page_is_sent() -> None:
    """At every moment of a deal with two people: no card but of the hand in front, and behind the curtain none."""
    table = PlayTable("sheet", people=2, bots="beginner", seats=3, seed=4, explain=True)
    sitting, rng, covered = table.sitting, random.Random(4), 0
    while not sitting.over:
        hidden = {
            str(card)
            for seat in range(3)
            if seat != table._facing
            for card in sitting.now.hand(seat)
        }  # fmt: skip
        scene = {name: value for name, value in _state(table)["scene"].items() if name != "log"}
        shown = {card for seat in scene["seats"] for card in seat["cards"]} | set(table.selected)
        assert not shown & hidden
        assert not table.position and not table.line
        text = json.dumps([scene, table.forms], ensure_ascii=False)
        if sitting.now.opening:
            text = text.replace("3♠", "")  # said to everybody: the first play must contain it
        for card in sitting.rules.cards(sitting.rules.mask([]) | sum(sitting.now.hands)):
            if str(card) in hidden:
                assert f'"{card}"' not in text
                assert module_show(card) not in text.replace("10", "T"), (card, text)
        if table._curtain:
            covered += 1
            assert scene["curtain"]
            assert all(button["hidden"] for button in scene["buttons"].values())
            table._do_play({"cards": ["3s"]})
            table._do_pass({})
            table._do_hint({})
            table._do_back({})
            assert table._curtain
            table._do_ready({})
        elif table._mine:
            table.play(rng.choice(sitting.now.legal_plays()))
        else:
            table._do_tick({"at": table.scene["at"]})
    assert covered > 5
    assert all(seat["hidden"] == 0 for seat in table.scene["seats"]), "the deal is over: all hands lie open"


def module_show(card: Any) -> str:
    return f"{card.rank}{ {'s': '♠', 'c': '♣', 'd': '♦', 'h': '♥'}[card.suit] }"


def test_a_pass_of_another_is_not_called_forced() -> None:
    """That Ben *cannot* beat a card would tell what he holds."""
    table = PlayTable("sheet", people=2, seats=2, start="sheet 3s9h9d/4c5d 0 - -", seed=1)
    table._do_ready({})
    table.play("9d9h")
    table._do_ready({})
    table.play("-")
    assert table.scene["says"]["text"].startswith("Ben passes.")


# ------------------------------------------------------------------ deals of one's own


def test_a_position_or_a_record_can_be_played() -> None:
    sitting = Sitting(start=SMALL)
    assert (sitting.rules, sitting.players) == (Rules.parse("sheet"), (PERSON, *["sensible"] * 3))
    sitting.play("5d5h")
    half = str(sitting.record)
    again = Sitting(start=half, players=sitting.players)
    assert (again.now, len(again.plays)) == (sitting.now, 1)
    rng = random.Random(1)
    while not sitting.over:
        played(sitting, rng)
    whole = Sitting(start=sitting.record)
    assert (whole.now, whole.plays) == (sitting.start, []), "a deal that is over begins anew"


def test_an_instant_win_is_no_deal_to_play() -> None:
    sitting = Sitting(start=FOUR_TWOS, deals=2)
    assert (sitting.turn, sitting.over, sitting.instant_win) == (None, True, (0, "four_twos"))
    assert sitting.match.totals == (6, -2, -2, -2)
    assert not sitting.can_take_back()
    assert Sitting.parse(str(sitting)).match == sitting.match
    assert instant_text((0, "four_twos"), Cast(you=0)).startswith("You have been dealt all four 2s")
    table = PlayTable(start=FOUR_TWOS)
    assert "You have been dealt all four 2s" in table.scene["table"]["text"]
    assert table.scene["says"]["text"] == "Next deal: you lead."
    table._do_next({})
    assert not table.sitting.over and table.sitting.turn == 0


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Sitting("tarot"), "rules: no profile 'tarot'"),
        (lambda: Sitting("sheet", ["person"]), "players: 1, but 2 to 4 can play"),
        (lambda: Sitting("sheet", ["person", "genius"]), "players: 'genius' is none of person, careless"),
        (lambda: Sitting("sheet", ["strong", "strong"]), "players: somebody has to play"),
        (lambda: Sitting("sheet", target=0), "target: 0 is not above zero"),
        (lambda: Sitting(start="sheet 3s/?3 0 - -"), "hands: a deal to be played has no hidden hands"),
        (lambda: Sitting(start="sheet ./4c - 0:3s - out=0"), "turn: the deal is over"),
        (lambda: Sitting(start="nonsense"), ""),
        (lambda: Sitting(players=["person"] * 3, start=SMALL), "players: 3 for a deal with 4 seats"),
        (lambda: players_of(5), "seats: 5, but 2 to 4 can play"),
        (lambda: players_of(3, seats=2), "people: 3 on 2 seats"),
        (lambda: players_of(1, "strong,strong", 2), "bots: 2 for 1 seats"),
        (lambda: players_of(1, ""), "bots: none for 3 seats"),
        (lambda: Sitting.parse("start: x"), "match: 'start: x' is not the first line of a saved match"),
        (lambda: Sitting.parse("# tienlen play {}"), "match: '# tienlen play {}' cannot be read"),
        (lambda: Sitting.parse(str(Sitting(start=SMALL)).replace("unfinished", "won")), "line 9: result: 'won'"),
        (lambda: Sitting.parse(str(Sitting(start=SMALL)).split("start")[0]), "match: there is no deal in it"),
        (lambda: Sitting.load(Path("/nowhere/x.txt")), "file: '/nowhere/x.txt' cannot be read"),
        (lambda: match_path("../"), "name: '../' is no name for a file"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line(make: Any, said: str) -> None:
    with pytest.raises(ValueError) as caught:
        make()
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


def test_names_are_printable_and_different() -> None:
    names = Sitting("sheet", names=["Ben", "  Eve\n", "Ben", ""]).names
    assert names == ("Ben", "Eve", "Carla", "Dan")
    assert len(set(Sitting("sheet", names=["x" * 99] * 4).names)) == 4


@pytest.mark.parametrize("value", [None, 5, "x" * 999, [], [[1]], {"a": 1}, "../../x"])
def test_messages_with_nonsense_change_nothing(value: Any) -> None:
    table = PlayTable(start=SMALL, seed=1)
    before = str(table.sitting)
    for message in (
        {"do": "play", "cards": value},
        {"do": "tick", "at": value},
        {"do": "speed", "value": value},
        {"do": "new", "profile": value, "players": value, "house": value, "target": value},
        {"do": "paste", "text": value},
        {"do": "load", "name": value},
        {"do": value},
        value,
    ):
        table._on_message(table, message, None)
        assert not table.scene["trouble"]
    assert (str(table.sitting), table.speed) == (before, "medium")
    assert table.play("3s")


def test_a_match_under_way_can_be_had_back_after_another_was_begun() -> None:
    table = PlayTable(start=SMALL, seed=1)

    def does(**message: Any) -> bool:
        """Do that; whether a match can be had back then."""
        table._on_message(table, message, None)
        return "former" in [tool["do"] for tool in table.scene["tools"]]

    first = table.sitting
    assert not does(do="new", profile="pagat", players=["person", "beginner"]), "nobody had played at the first"
    assert not does(do="former")
    assert table.sitting is not first
    assert not does(do="paste", text=SMALL)
    table.play("3s")
    begun = table.sitting
    assert does(do="new", profile="pagat", players=["person", "beginner"])
    assert not does(do="former"), "of the other nothing was played"
    assert table.sitting is begun
    assert table.forms["profile"] == "sheet"
    assert does(do="paste", text="pagat 3s5d5h/4c4d7s 0 - -")
    table.play("5d5h")
    other = table.sitting
    for sitting in (begun, other, begun):
        assert does(do="former")
        assert table.sitting is sitting
    while not table.sitting.over:
        table.play(table.sitting.hint().play)
        table.run()
    assert does(do="next")
    assert table.sitting is begun


# ------------------------------------------------------------------ files


def test_matches_are_saved_under_their_name(tmp_path: Path) -> None:
    sitting = Sitting("pagat", seed="Tết 2027")
    path = match_path("pagat Tết/2027", tmp_path)
    sitting.save(path)
    assert path.parent == tmp_path
    assert str(Sitting.load(path)) == str(sitting)
    assert saved_matches(tmp_path) == [path.stem]
    assert saved_match(path.stem, tmp_path) == path
    assert [file.name for file in tmp_path.iterdir()] == [path.name], "nothing half-written is left"
    assert saved_matches(tmp_path / "none") == []
    plain = tmp_path / "deal.txt"
    plain.write_text(str(Record(Position.parse(SMALL))), encoding="utf-8")
    assert Sitting.load(plain).now == Position.parse(SMALL)


def test_a_match_may_have_a_name_in_any_script(tmp_path: Path) -> None:
    for name in ("Привет", "Tết với bạn", "Grüße"):
        assert match_path(name, tmp_path).name == f"{name}.txt"
    assert match_path("e\N{COMBINING ACUTE ACCENT}té", tmp_path).name == "été.txt"
    assert match_path("\N{RIGHT-TO-LEFT OVERRIDE}a\x00/..\n", tmp_path).name == "a.txt"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"start": 5}, "start: 5 is not text"),
        ({"rules": {}}, "rules: {} is not text"),
        ({"names": {1: 2}}, "names: {1: 2} is not text"),
        ({"bots": [1]}, "bots: [1] is not text"),
        ({"seats": "x"}, "seats: 'x' is no whole number"),
        ({"deals": []}, "deals: [] is no whole number"),
    ],
)
def test_a_table_made_from_the_wrong_kind_of_thing_says_so(arguments: dict[str, Any], said: str) -> None:
    assert PlayTable(**arguments).scene["trouble"] == f"I cannot use this: {said}"


def test_matches_of_one_number_do_not_overwrite_each_other(tmp_path: Path) -> None:
    first, second = Sitting("sheet", seed=5), Sitting("sheet", ["person", "beginner"], seed=5)
    for _again in range(2):
        first.save(own_path(first, folder=tmp_path))
    second.save(own_path(second, folder=tmp_path))
    assert [own_path(each, folder=tmp_path).name for each in (first, second)] == ["sheet 5.txt", "sheet 5 2.txt"]
    assert own_path(Sitting("sheet", seed=5), folder=tmp_path).name == "sheet 5 3.txt"
    assert own_path(second, "sheet 5", tmp_path).name == "sheet 5 3.txt", "that name is another's"
    assert own_path(second, "Friday", tmp_path).name == "Friday.txt"
    again = Sitting.load(tmp_path / "sheet 5.txt")
    assert own_path(again, folder=tmp_path).name == "sheet 5.txt", "gone on with, it is saved where it was"
    again.save(own_path(again, " Ann/Ben ", tmp_path))
    assert own_path(again, " Ann/Ben ", tmp_path).name == "Ann-Ben.txt", "the same name again is the same file"
    assert str(again) == str(first)
    assert str(Sitting.load(tmp_path / "sheet 5 2.txt")) == str(second)


def test_a_deal_that_is_over_goes_to_the_learners_own_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tutor.deals import deals_file

    monkeypatch.setenv("TIENLEN_DATA", str(tmp_path))
    sitting = Sitting(players=[PERSON, "beginner"], start="sheet 3s5d5h/4c4d7s 0 - -")
    assert keep_deal(sitting) == ""
    for play in ("5d5h", "-", "3s"):
        sitting.play(play)
    for _again in range(2):
        assert keep_deal(sitting) == ""
        sitting.take_back()
        sitting.play("3s")
    kept = read_records(deals_file("me").read_text(encoding="utf-8"))
    assert [(record.you, record.plays) for record in kept] == [(0, tuple(sitting.plays))]


def test_at_one_screen_a_deal_counts_for_the_learner_who_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIENLEN_DATA", str(tmp_path))
    start = "sheet 3s5d5h/4c4d7s 0 - -"
    for names, whose in ((["Eve", "ME"], "The deals count for me."), (["Eve", "Ann"], "the deals count for nobody")):
        table = PlayTable(start=start, people=2, names=names, seed=1)
        assert whose in table.scene["points"]["limits"]
        for play in ("5d5h", "-", "3s"):
            table.play(play)
        assert whose in table.scene["points"]["limits"]
        table._on_message(table, {"do": "new", "profile": "pagat", "players": ["person"] * 3}, None)
        assert table.sitting.names == (*names, "Carla"), "the names stay"
    assert [record.you for record in own_deals("me").records] == [1]
    assert "people=2, names=['me']" in PlayTable(start=start, people=2, seed=1).scene["points"]["limits"]
    assert PlayTable(start=start, seed=1).scene["points"]["limits"] == ""


# ------------------------------------------------------------------ what the referee says


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "You hold 3♠, the lowest card that was dealt, so you open the match."),
        ("3s 4c 6d", "On the table lies a single card. Lay a higher one of the same kind and length, or pass."),
        ("3s 4c 6d", "Who passes is out of this round."),
        ("3s - -", "Nobody has beaten 3♠: the table is cleared and you lead."),
        ("3s 4c 2s", "It is beaten by a bomb, too: four of a kind, or a double straight of 3 pairs."),
        ("3s 4c Kc - 2c -", "You have passed and are out of this round, but 2♣ can be chopped."),
    ],
)
def test_why_one_is_asked(line: str, said: str) -> None:
    start = Position.parse("sheet 3s7s7c7d7hAs/4c5c2c/6dKc2s 0 - - open=3s")
    sitting = Sitting(players=[PERSON] * 3, start=start)
    for play in line.split():
        sitting.play(play)
    text = why_asked(sitting.view(0), sitting.before, Cast(0, sitting.names))
    assert sitting.turn == 0
    assert said in text


def test_why_one_leads_after_another() -> None:
    """The inherited lead, the last one's single card, and a hand that can only pass."""
    sitting = Sitting(players=[PERSON] * 3, start="sheet 4c5c6c/3sKd/7dAh 1 - -")
    for play in ("3s", "-", "5c", "Kd"):
        if sitting.now.objection(play):
            play = "-"
        sitting.play(play)
    text = why_asked(sitting.view(sitting.turn or 0), sitting.before, Cast(sitting.turn, sitting.names))
    assert text
    inherited = Sitting(players=[PERSON] * 3, start="sheet 4c5c6c/Kd/7dQh 1 - -")
    for play in ("Kd", "-", "-"):
        inherited.play(play)
    assert inherited.turn == 2
    text = why_asked(inherited.view(2), inherited.before, Cast(2, inherited.names))
    assert text.startswith("Ben laid last and has no cards left, so the next in turn leads, and that is you.")
    only = Sitting(players=[PERSON] * 3, start="sheet 4c5c6c/KdKh/7dQh 1 - -")
    only.play("Kh")
    text = why_asked(only.view(2), only.before, Cast(2, only.names))
    assert text.endswith("You hold nothing for that: you can only pass. Ben has one card left.")


def test_other_rules_have_other_words() -> None:
    big = Sitting("big-two", players=[PERSON] * 4, start="big-two 3d4d5d6d8d9s/TdJdQdKdAd2s/4c/5c 0 - -")
    big.play("3d4d5d6d8d")
    text = why_asked(big.view(1), big.before, Cast(1, big.names))
    assert "Lay a higher hand of five cards, or pass." in text
    assert "A pass is only for now" in text
    assert why_asked(big.view(1), None, Cast(1), True)
    lead = Position.parse("sheet 3s/4c 0 - -")
    assert why_asked(lead, None, Cast(0)) == "You lead. Lay whatever you like. Seat 1 has one card left."
    assert why_asked(lead, None, Cast(0), True).startswith("You won the deal before")


@pytest.mark.parametrize(
    "rules", [*PROFILES, "sheet+winner_takes_all", "big-two+partnership+twos_double", "pagat+cong"]
)
def test_every_deal_gets_its_result_in_words(rules: str) -> None:
    sitting = Sitting(rules, players_of(1, "careless"), seed=9, deals=1)
    rng = random.Random(9)
    while not sitting.over:
        played(sitting, rng)
    cast = Cast(you=0, names=sitting.names)
    text = result_text(sitting.now, cast)
    for score in sitting.match.totals:
        assert f"{score:+d}".replace("-", "−").replace("+0", "0") in text
    assert text.count(".") >= 4
    assert match_text(sitting.match, cast).startswith("The match is over")
    assert how_it_pays(sitting.rules).endswith(".")
