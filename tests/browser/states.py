"""Every state a widget can be in, by name: what the accessibility tests hear, measure and look at."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from tutor.cards import DECK
from tutor.position import Position
from tutor.progress import MemoryStore, SafeStore
from tutor.puzzles import Puzzle
from tutor.widgets import (
    BeatIt,
    Board,
    CardTable,
    ChopIt,
    CountCards,
    FinalCheck,
    FindAll,
    GuessNumber,
    HouseRules,
    NameIt,
    PickCard,
    PlayTable,
    PositionEditor,
    PuzzlePlayer,
    Review,
    SortCards,
    SplitHand,
    Training,
    WhichAre,
    WhoseTurn,
)

PAIR = "pagat 3s5d5h/4c4d7s 0 - -"
FOUR = "sheet 3s5d9dTcJhQs2h/?9/?11/?4 0 3:8d9sTd 2"
LOCKED = "pagat 3s3c3d3h9c2h/4c5s/6d7d 0 1:2c 0"
THIRTEEN = "pagat 3s4d5c6h7s8dTcJhQsKdAs2c2h/?13/?13/?13 0 - -"
OPEN_FOUR = "pagat 3s7h9dKs/4c7sQhAd/5d8c8hJs/6s9cTc2d 0 - -"


def after(widget: Any, *acts: Callable[[Any], Any]) -> Any:
    """The widget once all of that has happened to it."""
    for act in acts:
        act(widget)
    return widget


def _puzzle(*plays: str) -> Any:
    puzzle = Puzzle(
        "x", "Three against three", PuzzlePlayer(PAIR)._attempt().position, "5d5h", note="The lead returns."
    )
    return after(PuzzlePlayer(puzzle), *(lambda player, text=play: player.play(text) for play in plays))


def _board(revealed: int) -> Any:
    board = Board(PAIR)
    board.propose("3s", 12)
    board.propose("5d", 3)
    for _each in range(revealed):
        board.reveal()
    return board


def _check(right: bool) -> Any:
    check = FinalCheck(seed=2)
    for number in range(len(check.results)):
        wrong = [option.id for option in check.question.options if option.id not in check.question.right]
        check.answer(*(check.question.right if right else wrong[:1]))
        if number + 1 < len(check.results):
            check._do_next({})
    return check


class _Clock:
    """A time that stands still."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 10, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def _training(store: Any = None, **more: Any) -> Any:
    three, first = Position.parse(PAIR), "pagat 6s6c9d2h/QcQdAh2c 0 1:4d -"
    mine = "sheet 5h6c7d9dAc/?3 0 - - gone=" + "".join(str(c) for c in DECK if str(c) not in "5h6c7d9dAc6s8sAs2c")
    given = [
        Puzzle("x", "Three against three", three, "5d5h", themes=("count-the-tempo",), rating=1400),
        Puzzle("y", "A low card to beat", Position.parse(first), "9d", themes=("keep-the-pair",), rating=1500),
        Puzzle("z", "A straight, a nine and an ace", Position.parse(mine), "5h6c7d", rating=1600),
    ]
    return Training(given, store=store or MemoryStore(), learner="ann", clock=_Clock(), **more)


def _wrong(training: Any) -> None:
    training.play(next(play for play in training.puzzle.position.legal_plays() if play != training.puzzle.answer))


def _time_is_up(training: Any) -> None:
    training.trainer.clock.now += timedelta(seconds=181)
    training._do_time({})


def _much_time_left(training: Any) -> None:
    """On a busy machine, too, the clock should not warn while a test looks at it."""
    training.trainer.clock.now -= timedelta(seconds=179)
    training._redraw()


def _same_seconds(editor: Any) -> None:
    """What is said of a search, without how long it took."""
    editor._note = {**editor._note, "text": re.sub(r" [0-9]+ positions? searched in .* s\.", "", editor._note["text"])}
    editor._redraw()


REVIEWED = """\
start: sheet 3s2h/4s/5s5c6d 0 - -
you: 0
round 1: 0:3s 1:4s 2:5s 0:2h
result: places 2 1 3, points +1 +1 -2
"""


def _review(*acts: Callable[[Any], Any]) -> Any:
    return after(Review(REVIEWED, deals=60), lambda look: look.run(), *acts)


STATES: dict[str, Callable[[], Any]] = {
    # the card table
    "table-nothing-picked": lambda: CardTable(FOUR),
    "table-one-picked": lambda: CardTable(FOUR, selected=["9d"]),
    "table-three-picked": lambda: CardTable(FOUR, selected=["9d", "Tc", "Jh"]),
    "table-bombs-only": lambda: CardTable(LOCKED, title="Ben's two"),
    "table-stepped-back": lambda: CardTable(PAIR, line=["5d5h", "-"], at=1),
    "table-refused": lambda: after(CardTable(FOUR), lambda table: table.play("Qs")),
    "table-over": lambda: CardTable(PAIR, line=["5d5h", "-", "3s"]),
    "table-thirteen-cards": lambda: CardTable(THIRTEEN),
    "table-four-open-hands": lambda: CardTable(OPEN_FOUR, line=["3s", "4c"]),
    "table-letters": lambda: CardTable(OPEN_FOUR, suit_letters=True),
    "table-trouble": lambda: CardTable("nonsense"),
    # the puzzle player
    "puzzle-start": lambda: _puzzle(),
    "puzzle-hint": lambda: after(_puzzle(), lambda player: player._do_hint({})),
    "puzzle-refuted": lambda: _puzzle("3s"),
    "puzzle-refuted-at-its-end": lambda: after(_puzzle("3s"), lambda player: player._do_step({"to": 4})),
    "puzzle-half-way": lambda: _puzzle("5d5h"),
    "puzzle-solved": lambda: _puzzle("5d5h", "3s"),
    "puzzle-answer-shown": lambda: after(_puzzle("3s"), lambda player: player._do_give_up({})),
    "puzzle-hidden-hand": lambda: PuzzlePlayer("pagat ?3/4s 0 - -"),
    "puzzle-own-hand": lambda: _training(pool="own"),
    # the trainer
    "training-start": _training,
    "training-missed": lambda: after(_training(), _wrong),
    "training-storm": lambda: after(_training(), lambda training: training.start("storm"), _much_time_left),
    "training-storm-over": lambda: after(_training(), lambda training: training.start("storm"), _wrong, _time_is_up),
    "training-deleting": lambda: after(_training(), _wrong, lambda training: training._do_delete({})),
    "training-not-saved": lambda: after(_training(SafeStore(None, "cannot write there (no space left)")), _wrong),
    # questions
    "pick-asked": lambda: PickCard("Ah2s3d"),
    "pick-chosen": lambda: PickCard("Ah2s3d", chosen=["Ah"]),
    "pick-wrong": lambda: after(PickCard("Ah2s3d"), lambda exercise: exercise.answer("Ah")),
    "pick-right": lambda: after(PickCard("Ah2s3d"), lambda exercise: exercise.answer("2s")),
    "pick-second-of-three": lambda: after(
        PickCard(seed=1, rounds=3),
        lambda exercise: exercise.answer(*exercise.question.right),
        lambda exercise: exercise._do_next({}),
    ),
    "beat-asked": lambda: BeatIt("8d8c", ["8s8h", "9s", "7c7h"], chosen=["9s"]),
    "beat-answered": lambda: after(BeatIt("8d8c", ["8s8h", "9s", "7c7h"]), lambda exercise: exercise.answer("9s")),
    "name-asked": lambda: NameIt("5d6h7h"),
    "which-answered": lambda: after(WhichAre(["KsAh2d", "5s5h", "3s4s6s"]), lambda exercise: exercise.answer("3s4s6s")),
    "chop-answered": lambda: after(
        ChopIt("sheet 4s4c4d4h5c/7s8s 0 1:2c -", ask="can"), lambda exercise: exercise.answer("no")
    ),
    "count-asked": lambda: CountCards("3s7h2d", "2s2cKsKd"),
    "turn-asked": lambda: WhoseTurn("sheet 3s4s/3c9c/3d/3hKs 0 - -", "4s 9c - Ks"),
    "check-first": lambda: FinalCheck(seed=2),
    "check-passed": lambda: _check(True),
    "check-failed": lambda: _check(False),
    "question-trouble": lambda: PickCard("seven"),
    # sorting, finding, guessing
    "sort-start": lambda: SortCards("2c3h3s"),
    "sort-placed": lambda: SortCards("2c3h3s", placed=["3s", "3h"]),
    "sort-wrong": lambda: after(SortCards("2c3h3s"), lambda exercise: exercise.check(["3h", "3s", "2c"])),
    "sort-right": lambda: after(SortCards("2c3h3s"), lambda exercise: exercise.check(["3s", "3h", "2c"])),
    "find-start": lambda: FindAll("8s8d8h9c", "pair", selected=["8s"]),
    "find-some": lambda: after(
        FindAll("8s8d8h9c", "pair"), lambda exercise: exercise.take("8s8d"), lambda exercise: exercise.take("8h9c")
    ),
    "find-rest-shown": lambda: after(
        FindAll("8s8d8h9c", "pair"), lambda exercise: exercise.take("8s8d"), lambda exercise: exercise._do_rest({})
    ),
    "split-start": lambda: SplitHand("3s4c5d5h6s9h", "sheet", selected=["3s", "4c"]),
    "split-some": lambda: after(
        SplitHand("3s4c5d5h6s9h", "sheet"),
        lambda exercise: exercise.put("3s4c5d6s"),
        lambda exercise: exercise.put("5h9h"),
    ),
    "split-done": lambda: after(
        SplitHand("3s4c5d5h6s9h", "sheet"),
        *(lambda exercise, cards=cards: exercise.put(cards) for cards in ("3s4c5d6s", "5h", "9h")),
        lambda exercise: exercise.check(),
    ),
    "guess-start": lambda: GuessNumber("How many hands of 13 hold no 2?", 0.3038),
    "guess-given": lambda: after(
        GuessNumber("How many hands of 13 hold no 2?", 0.3038, why="48 of 52 cards are no 2."),
        lambda guess: guess.give(70),
    ),
    "guess-whole": lambda: GuessNumber("How many deals are there?", 24325, whole=True),
    "guess-whole-given": lambda: after(
        GuessNumber("How many positions?", 24325, whole=True), lambda guess: guess.give(300)
    ),
    # a deal looked back at
    "review-begun": lambda: after(Review(REVIEWED), lambda look: look._do_stop({})),
    "review-costliest": lambda: _review(),
    "review-all-hands": lambda: _review(lambda look: look._do_show({})),
    "review-tried-again": lambda: _review(lambda look: look.try_again()),
    "review-at-its-end": lambda: _review(lambda look: look.show_play(4)),
    "review-trouble": lambda: Review("nonsense"),
    # hints, other rules, what is shown when all is over
    "table-hint": lambda: after(CardTable(PAIR), lambda table: table._do_hint({})),
    "puzzle-other-rules": lambda: after(
        PuzzlePlayer("up-to-the-2"), lambda player: player._do_give_up({}), lambda player: player._do_others({})
    ),
    "chop-should-wrong": lambda: after(
        ChopIt("sheet 4s4c4d4h5c/7s8s 0 1:2c -", ask="should"), lambda exercise: exercise.answer("keep")
    ),
    "count-middle-of-a-deal": lambda: CountCards(seed=0),
    "split-answer": lambda: after(
        SplitHand("3s4c5d5h6s9h", "sheet"),
        lambda exercise: exercise._do_singles({}),
        lambda exercise: exercise.check(),
        lambda exercise: exercise._do_answer({}),
    ),
    # the vote on house rules
    "vote-start": HouseRules,
    "vote-carried": lambda: HouseRules("sheet", {"quad_chops_pair": [5, 2], "cong": [3, 3], "deal17": [0, 4]}),
    "vote-conflict": lambda: HouseRules("sheet", {"winner_takes_all": [4, 1], "last_pays": [3, 2]}),
    "vote-trouble": lambda: HouseRules("shet"),
    # a puzzle on the wall
    "board-start": lambda: Board(PAIR),
    "board-voted": lambda: _board(0),
    "board-one-revealed": lambda: _board(1),
    "board-revealed": lambda: _board(2),
    "board-hidden": lambda: Board("sheet 5h6c7d9dAc/?3 0 1:4d -"),
    "board-trouble": lambda: Board("pagat 3s5d5h/4c4d7s 0 - 0"),
    # a match
    "play-your-turn": lambda: PlayTable("sheet", bots="beginner", seed=890, target=10, explain=True),
    "play-their-turn": lambda: after(
        PlayTable("sheet", bots="beginner", seed=890, speed="steps"), lambda table: table.play("3s3h")
    ),
    "play-asked-for-a-bomb": lambda: after(
        PlayTable("sheet", people=2, seats=3, start="sheet 3s7s7c7d7h/4c5c2c/6dKc2s 1 - -", explain=True, seed=1),
        lambda table: table.sitting.play("4c"),
        lambda table: table.sitting.play("6d"),
        lambda table: table.sitting.play("-"),
        lambda table: table.sitting.play("2c"),
        lambda table: table.sitting.play("-"),
        lambda table: table._settle(),
        lambda table: table._do_ready({}),
    ),
    "play-handed-over": lambda: PlayTable("pagat", people=2, bots="strong", seats=3, seed=1),
    "play-over": lambda: after(
        PlayTable(seats=2, bots="beginner", start="sheet 3s5d5h/4c4d7s 0 - -", explain=True, seed=1),
        lambda table: vars(table.sitting).update(kept=1),  # not among the learner's own deals
        lambda table: table.play("5d5h"),
        lambda table: table.run(),
        lambda table: table.play("3s"),
    ),
    "play-trouble": lambda: PlayTable("tarot"),
    # the editor
    "editor-empty": PositionEditor,
    "editor-solved": lambda: after(
        PositionEditor(PAIR), lambda editor: editor.solve(), lambda editor: editor._do_line({"index": 1}), _same_seconds
    ),
    "editor-hidden": lambda: after(
        PositionEditor("sheet+quad_chops_pair 3s5d9dTcJhQs2h/?9/?11/?4 0 3:8d9sTd 2 gone=3d3h"),
        lambda editor: editor.solve(),
        _same_seconds,
    ),
    "editor-not-decided": lambda: after(
        PositionEditor("sheet 3s4d5c6hTcJhQsKd/3c4s5s6s7c8hTdJs 0 - -", nodes=30),
        lambda editor: editor.solve(),
        _same_seconds,
    ),
    "editor-unread": lambda: after(PositionEditor(PAIR), lambda editor: editor.read("pagat 3s/4x 0 - -")),
}


def gallery(show: Callable[[Any], Any]) -> dict[str, Any]:
    """All states below each other on one page, which is a hundred times quicker than a page for each; by name, where
    each stands.
    """
    shown = {}
    for number, (name, make) in enumerate(STATES.items(), start=10):
        one = show(make())
        one.page.evaluate(
            """([id, name]) => {
                const place = document.createElement('div');
                place.id = id;
                place.dataset.state = name;
                document.querySelector('main').append(place);
            }""",
            [f"view-{number}", name],
        )
        shown[name] = one.view(number)
    return shown
