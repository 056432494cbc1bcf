"""A match at one table: people and bots, deal after deal, from a seed or from a deal that is given.

`Sitting` knows every card, as the dealer of a computer game must. What a seat may know it gives out as a `view`
(see `tutor.bots.view`): bots decide from their view and a seed, hints are made from it, and a front end shows nothing
else. The whole state is text, a file of played deals that can also be replayed (`tienlen replay`).
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from .bots import BOTS, view
from .combinations import Play
from .errors import NotationError, PositionError, Refusal, quote, system
from .explain import seat_names
from .hints import Hint, hint_for
from .match import Deal, Match
from .position import Position
from .records import Record, RecordError, instant_win_at, read_records, write_text
from .rules import Rules

PERSON = "person"
"""The player of a seat that a human plays; every other player is a key of `BOTS`."""

_HEAD = "# tienlen play "
LONGEST_NAME = 24


class Sitting:
    """A match: who sits where, the deals played so far and the one under way.

    - `players`: for each seat `PERSON` or a key of `BOTS`; without it a person and sensible bots
    - `seed`: decides the cards of every deal and what the bots do; a number or a text
    - `target`, `deals`: the match ends when somebody has so many points, or after so many deals
    - `start`: a Position or a Record, or the text of one, with every hand open: the first deal. A record that is
      not played to its end goes on where it stopped. Its rules and number of seats count.

    `now` is the position, `turn` the seat to play (None once the deal is over), `match` the points, `kept` how many
    deals have gone to the learner's own ones (see `keep_deal`), `file` where the match was saved last, if it was.

    Raises PositionError or another NotationError, in one line, for what cannot be played.

    >>> sitting = Sitting("sheet", ["person", "sensible"], start="sheet 3s5d5h/4c4d7s 0 - -")
    >>> [str(play) for play in (sitting.play("5d5h"), sitting.bot_play(), sitting.play("3s"))]
    ['5d5h', '-', '3s']
    >>> sitting.turn, sitting.match.totals, sitting.match.results[0].winner
    (None, (1, -1), 0)
    """

    def __init__(
        self,
        rules: Rules | str = "sheet",
        players: Sequence[str] | None = None,
        *,
        seed: int | str = 0,
        target: int | None = None,
        deals: int | None = None,
        names: Sequence[str] = (),
        start: Position | Record | str | None = None,
    ) -> None:
        given = read_start(start) if start is not None else None
        if given is not None:
            rules = given.start.rules
            players = players or (PERSON, *["sensible"] * (given.start.seats - 1))
        self.rules = Rules.parse(rules) if isinstance(rules, str) else rules
        self.players = tuple(players or (PERSON, *["sensible"] * 3))
        self.seed = str(seed)
        _check_players(self.players)
        self.match = Match(self.rules, len(self.players), target, deals, self.seed)
        self.names = _names(names, len(self.players))
        self.done: list[Record] = []
        self.kept = 0
        self.file: Path | None = None
        if given is None:
            self._begin(self.match.next_deal())
        elif given.start.seats != len(self.players):
            raise PositionError(
                "players: {players} for a deal with {seats} seats", players=len(self.players), seats=given.start.seats
            )
        else:
            self._resume(given.start, given.plays, self._dealer())

    def __repr__(self) -> str:
        return f"Sitting({str(self.rules)!r}, {list(self.players)!r}, seed={self.seed!r})"

    # -- the deal under way ----------------------------------------------------------------------

    def _begin(self, deal: Deal) -> None:
        self._resume(deal.position(), (), deal.dealer)

    def _resume(self, start: Position, plays: Sequence[Play], dealer: int) -> None:
        """Put a deal on the table, with what has been played of it."""
        self.start = start
        self.plays: list[Play] = []
        self._positions = [start]
        self.instant_win = instant_win_at(start)
        if self.instant_win:
            self.match.record(Deal(start.rules, start.hands, dealer))
            self.done.append(self.record)
        elif start.is_over:
            raise PositionError(
                "turn: the deal is over, nothing is left to play (in {position})", position=quote(str(start))
            )
        for play in plays:
            self.play(play)

    @property
    def now(self) -> Position:
        """The position, every hand open."""
        return self._positions[-1]

    @property
    def before(self) -> Position | None:
        """The position before the last play; None if nothing has been played of this deal."""
        return self._positions[-2] if self.plays else None

    @property
    def turn(self) -> int | None:
        """The seat to play; None once the deal is over."""
        return None if self.instant_win else self.now.turn

    @property
    def over(self) -> bool:
        """Whether this deal is over."""
        return self.turn is None

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that humans play."""
        return tuple(seat for seat, player in enumerate(self.players) if player == PERSON)

    @property
    def record(self) -> Record:
        """This deal as it was played so far; with one person at the table it is that person's."""
        you = self.people[0] if len(self.people) == 1 else None
        return Record(self.start, tuple(self.plays), self.names, self.instant_win, you)

    @property
    def records(self) -> list[Record]:
        """Every deal of the match, this one included."""
        return [*self.done] if self.over else [*self.done, self.record]

    def play(self, play: Play | str) -> Play:
        """The seat to play lays cards, or passes. Raises NotationError or IllegalPlay (and nothing has happened)."""
        read = play if isinstance(play, Play) else Play.parse(play, self.rules)
        self._positions.append(self.now.after(read))
        self.plays.append(read)
        if self.now.is_over:
            self.match.record(self.now)
            self.done.append(self.record)
        return read

    def bot_play(self) -> Play:
        """Let the bot whose turn it is play; it is told its view and nothing else. Raises ValueError for a person."""
        turn = self.turn
        if turn is None or self.players[turn] == PERSON:
            raise Refusal("turn: it is not the turn of a bot")
        return self.play(BOTS[self.players[turn]].play(self.view(turn), f"{self.seed} {len(self.done)}"))

    def run(self) -> list[Play]:
        """Let the bots play until a person is to play or the deal is over; what they played."""
        found = []
        while self.turn is not None and self.turn not in self.people:
            found.append(self.bot_play())
        return found

    def can_take_back(self) -> bool:
        """Whether a person has played something in this deal."""
        return any(turn in self.people for turn in self._turns())

    def take_back(self) -> int:
        """Back to where the last person to play had not played yet; how many plays that takes back."""
        if not self.can_take_back():
            return 0
        if self.over:
            self.match.results.pop()
            self.done.pop()
        turns = self._turns()
        count = next(n for n, turn in enumerate(reversed(turns), 1) if turn in self.people)
        del self.plays[-count:]
        del self._positions[-count:]
        return count

    def _turns(self) -> list[int | None]:
        return [position.turn for position in self._positions[:-1]]

    def next_deal(self) -> None:
        """Deal again. Raises ValueError while a deal is under way, and once the match is over."""
        if not self.over:
            raise Refusal("match: the deal is not over")
        self._begin(self.match.next_deal())

    # -- what a seat may know --------------------------------------------------------------------

    def _known(self) -> int:
        """The cards that nobody can hold when the deal begins, as everybody knows: where the whole pack is dealt,
        those already gone; cards put aside are known to nobody.
        """
        return self.start.unseen if self.rules.dealt(len(self.players)) * len(self.players) == 52 else 0

    def seen(self) -> int:
        """The cards that everybody has seen go, as a mask."""
        mask = self._known() | (self.start.table.mask if self.start.table else 0)
        for play in self.plays:
            mask |= play.mask
        return mask

    def view(self, seat: int | None) -> Position:
        """The position as the seat sees it; without a seat as a stranger does, who sees no hand at all."""
        return _seen_by(self.now, seat, self.seen())

    def start_for(self, seat: int | None) -> Position:
        """The position at the start of the deal as the seat saw it; the plays of the deal can be replayed from it."""
        return _seen_by(self.start, seat, self._known())

    def hint(self) -> Hint:
        """A hint for the seat to play, from its view. Raises PositionError once the deal is over."""
        if self.turn is None:
            raise PositionError("turn: the deal is over (in {position})", position=quote(str(self.now)))
        return hint_for(self.view(self.turn))

    # -- as text ---------------------------------------------------------------------------------

    def __str__(self) -> str:
        """The whole state: a line on the match, then its deals. `Sitting.parse` reads it; so does `read_records`."""
        match = self.match
        head = {"players": self.players, "seed": self.seed, "target": match.target, "deals": match.deals}
        if match.stopped:
            head["stopped"] = True
        return f"{_HEAD}{json.dumps(head)}\n\n" + "\n".join(map(str, self.records))

    @classmethod
    def parse(cls, text: str) -> Sitting:
        """The match in a text made by `str`. Raises RecordError that says what is wrong with it."""
        head = text.removeprefix("\ufeff").strip().partition("\n")[0]
        if not head.startswith(_HEAD):
            raise RecordError("match: {head} is not the first line of a saved match", head=quote(head))
        try:
            said = json.loads(head[len(_HEAD) :])
            players, seed, target, deals = (said[name] for name in ("players", "seed", "target", "deals"))
            fits = isinstance(players, list) and all(isinstance(each, str) for each in [*players, seed])
            fits = fits and all(each is None or (type(each) is int and each > 0) for each in (target, deals))
        except (ValueError, TypeError, KeyError, RecursionError):
            fits = False
        if not fits:
            raise RecordError("match: {head} cannot be read", head=quote(head))
        records = read_records(text)
        if not records:
            raise RecordError("match: there is no deal in it")
        first = records[0]
        sitting = cls.__new__(cls)
        sitting.rules, sitting.players, sitting.seed = first.start.rules, tuple(players), seed
        _check_players(sitting.players)
        sitting.match = Match(sitting.rules, len(sitting.players), target, deals, seed)
        sitting.names, sitting.done, sitting.kept = _names(first.names, len(sitting.players)), [], 0
        sitting.file = None
        for number, record in enumerate(records, 1):
            if (record.start.rules, record.start.seats) != (sitting.rules, len(sitting.players)):
                raise RecordError("start: deal {number} has other rules or seats than the match", number=number)
            if number > 1 and not sitting.over:
                raise RecordError("result: deal {number} is unfinished, but another follows it", number=number - 1)
            try:
                sitting._resume(record.start, record.plays, sitting._dealer())
            except ValueError as error:
                raise RecordError("deal {number}: {error}", number=number, error=error) from None
        if said.get("stopped"):
            sitting.match.stop()
        sitting.kept = len(sitting.done)
        return sitting

    def _dealer(self) -> int:
        """Who deals the next deal; of the first one only the seed knows."""
        return self.match.results[-1].next_dealer if self.match.results else self.match.next_deal().dealer

    def save(self, path: Path) -> None:
        """Write the match to a file, whole or not at all; the folder is made if need be. Raises OSError."""
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, str(self))
        self.file = path

    @classmethod
    def load(cls, path: Path) -> Sitting:
        """The match in a file, or a new one that begins with the deal in it. Raises RecordError that names the file."""
        try:
            text = path.read_text(encoding="utf-8")
            if not text.lstrip("\ufeff").startswith(_HEAD):
                return cls(start=text)
            sitting = cls.parse(text)
            sitting.file = path
            return sitting
        except OSError as error:
            raise RecordError(
                "file: {file} cannot be read: {reason}", file=quote(str(path)), reason=system(error)
            ) from None
        except UnicodeDecodeError:
            raise RecordError("file: {file} is not UTF-8 text", file=quote(str(path))) from None
        except NotationError as error:
            raise RecordError("{place}, {why}", place=quote(str(path)), why=error) from None


def _seen_by(position: Position, seat: int | None, seen: int) -> Position:
    if seat is not None:
        return view(position, seat, seen)
    counts = tuple(position.count(each) for each in range(position.seats))
    gone = seen & ~position.table.mask if position.table else seen
    return replace(position, hands=(0,) * position.seats, hidden=counts, gone=gone)


def keep_deal(sitting: Sitting) -> str:
    """Add a deal that is over to the deals of the learner, if one sits at the table (see `learners_seat`). Of a deal
    that was taken back and played on, the first ending counts. What is wrong in one sentence, or nothing.
    """
    if len(sitting.done) <= sitting.kept:
        return ""
    from .deals import keep
    from .progress.who import learner

    seat = learners_seat(sitting, learner())
    if seat is None:
        return ""
    sitting.kept = len(sitting.done)
    return keep(replace(sitting.done[-1], you=seat), learner())


def learners_seat(sitting: Sitting, learner: str) -> int | None:
    """Where the learner sits: the only person; of several who bears that nickname, and None if nobody does."""
    if len(sitting.people) == 1:
        return sitting.people[0]
    name = learner[:LONGEST_NAME].strip().casefold()
    return next((seat for seat in sitting.people if sitting.names[seat].casefold() == name), None)


def read_start(start: Position | Record | str) -> Record:
    """A deal to be played: a position, or a record (one that was played to its end begins anew).

    Raises NotationError for text that is neither, PositionError for a deal with hidden hands or one that is over.
    """
    if isinstance(start, str):
        text = start.strip()
        found = Record.parse(text) if "start:" in text else Record(Position.parse(text))
    else:
        found = start if isinstance(start, Record) else Record(start)
    if any(found.start.hidden):
        raise PositionError(
            "hands: a deal to be played has no hidden hands (in {position})", position=quote(str(found.start))
        )
    if found.start.is_over:
        raise PositionError(
            "turn: the deal is over, nothing is left to play (in {position})", position=quote(str(found.start))
        )
    return replace(found, plays=()) if found.scores is not None else found


def players_of(people: int = 1, bots: Sequence[str] | str = "sensible", seats: int | None = None) -> tuple[str, ...]:
    """Who plays: the people first, then the bots, which are repeated as often as it takes to fill the seats.

    Without `seats` there are four, or as many as people and bots if more than one bot is named.

    >>> players_of(1, "strong,beginner"), players_of(2, seats=3)
    (('person', 'strong', 'beginner'), ('person', 'person', 'sensible'))
    """
    named = [bot for bot in re.split(r"[,\s]+", bots) if bot] if isinstance(bots, str) else list(bots)
    for bot in named:
        if bot not in BOTS:
            raise PositionError(
                "{name}: {value} is none of {known}", name="bots", value=quote(bot), known=", ".join(BOTS)
            )
    if seats is None:
        seats = people + len(named) if len(named) > 1 else max(people, 4)
    if not 2 <= seats <= 4:
        raise PositionError("{name}: {number}, but 2 to 4 can play", name="seats", number=seats)
    if not 1 <= people <= seats:
        raise PositionError("people: {people} on {seats} seats", people=people, seats=seats)
    if len(named) > max(seats - people, 1):
        raise PositionError("bots: {named} for {bots} seats", named=len(named), bots=seats - people)
    if people < seats and not named:
        raise PositionError("bots: none for {bots} seats", bots=seats - people)
    return (*[PERSON] * people, *(named[n % len(named)] for n in range(seats - people)))


def _check_players(players: Sequence[str]) -> None:
    if not 2 <= len(players) <= 4:
        raise PositionError("{name}: {number}, but 2 to 4 can play", name="players", number=len(players))
    for player in players:
        if player != PERSON and player not in BOTS:
            raise PositionError(
                "{name}: {value} is none of {known}",
                name="players",
                value=quote(player),
                known=", ".join([PERSON, *BOTS]),
            )
    if PERSON not in players:
        raise PositionError("players: somebody has to play, not bots alone")


def _names(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """A printable name for every seat, no two alike."""
    usual = seat_names()
    found: list[str] = []
    for seat in range(seats):
        given = str(names[seat]) if seat < len(names) else ""
        name = "".join(letter for letter in given if letter.isprintable()).strip()[:LONGEST_NAME].strip()
        choices = [name, *usual[seat:], *usual] if name else [*usual[seat:], *usual]
        found.append(next((each for each in choices if each not in found), f"{name} {seat + 1}"))
    return tuple(found)


# ------------------------------------------------------------------ saved matches


def matches_folder() -> Path:
    """Where this user's saved matches are."""
    from .progress.store import data_folder

    return data_folder() / "matches"


def match_path(name: str, folder: Path | None = None) -> Path:
    """The file of a saved match of this name. Raises NotationError for what is no name."""
    cleaned = re.sub(r"[^\w\- ]+", "-", unicodedata.normalize("NFC", name)).strip(" -")[:60].strip()
    if not cleaned:
        raise NotationError("name: {name} is no name for a file", name=quote(name))
    return (folder or matches_folder()) / f"{cleaned}.txt"


def own_path(sitting: Sitting, name: str = "", folder: Path | None = None) -> Path:
    """Where to save a match under this name: in its own file if that is its name, else in one that no other match has.
    Without a name it is that of the rules and the match's number. Raises NotationError for what is no name.
    """
    path = first = match_path(name or f"{sitting.rules.profile} {sitting.seed}", folder)
    if sitting.file and (not name or sitting.file.stem in (name, first.stem)):
        return sitting.file
    number = 1
    while os.path.exists(path):  # unlike Path.exists it never raises: what is wrong is said when it is written
        number += 1
        path = first.with_stem(f"{first.stem} {number}")
    return path


def saved_match(name: str, folder: Path | None = None) -> Path:
    """The file that is meant: a path, or the name of a saved match."""
    path = Path(name)
    if path.exists() or path.suffix or len(path.parts) > 1:
        return path
    named = match_path(name, folder)
    return named if named.exists() else path


def file_to_save(path: Path) -> Path:
    """Where a match that was begun from this file is saved: in it if it is a saved match; the record of a deal is
    left as it is.
    """
    try:
        with path.open(encoding="utf-8-sig") as file:
            return path if file.read(400).lstrip().startswith(_HEAD) else match_path(f"deal {path.stem}")
    except (OSError, UnicodeDecodeError):
        return path


def saved_matches(folder: Path | None = None) -> list[str]:
    """The names of the saved matches, the one saved last first."""
    try:
        files = [path for path in (folder or matches_folder()).glob("*.txt") if path.is_file()]
        return [path.stem for path in sorted(files, key=lambda path: -path.stat().st_mtime)]
    except OSError:
        return []
