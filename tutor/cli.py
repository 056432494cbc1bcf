"""The command `tienlen`.

Results go to standard output, everything else (progress, messages, errors) to standard error. Exit status:
0; 2 for input that cannot be read or is not allowed, with one line that says which and why; 130 when
interrupted.

A command returns what is to be printed instead of printing it, and `main` alone deals with output that cannot
be written. Everything heavy is imported inside the commands, so that `tienlen moves` starts fast.
"""

from __future__ import annotations

import contextlib
import io
import json
import math
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from .errors import Refusal
from .solver import GOALS

if TYPE_CHECKING:
    from .position import Position
    from .records import Record
    from .solver import Progress, Solution
    from .solver.chances import Chance

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

puzzles = typer.Typer(rich_markup_mode=None, help="Check puzzle packs, find new puzzles, or print them.")
app.add_typer(puzzles, name="puzzles")

classroom = typer.Typer(rich_markup_mode=None, help="Make sets and sheets for a class, and read what it hands in.")
app.add_typer(classroom, name="class")

site = typer.Typer(rich_markup_mode=None, help="Make a web site of the lessons, with nothing to install for learners.")
app.add_typer(site, name="site")

INTERRUPTED = 130


class InputError(Exception):
    """Input that cannot be used; the message, one line, names the argument and quotes what was given."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command has to say on standard output, and its exit status."""

    text: str
    status: int = 0


PositionText = Annotated[
    str, typer.Argument(metavar="POSITION", help="A position in quotes, e.g. 'pagat 3s5d5h/4c4d7s 0 - -'.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


def _show_version(wanted: bool) -> None:
    if wanted:
        from .resources import release

        print(f"tienlen {release()}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_show_version, is_eager=True)
    ] = False,
) -> Answer | None:
    """Learn Tiến Lên and Big Two: lessons in a notebook, positions solved on the command line.

    Positions are written as in the README: rules, hands, seat to play, table, seats that passed.
    """
    if context.invoked_subcommand is None:
        return Answer(context.get_help())
    return None


@app.command()
def lab(
    lang: Annotated[str, typer.Option("--lang", metavar="LANG", help="Language of the lessons.")] = "en",
    folder: Annotated[
        str | None,
        typer.Option(
            "--dir",
            metavar="DIR",
            help="Your folder for the lessons; made if need be. Default: tienlen-lessons in your documents.",
        ),
    ] = None,
    port: Annotated[
        str | None,
        typer.Option("--port", metavar="N", help="Port for JupyterLab. Default: the first free one."),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Print the address, open nothing.")] = False,
) -> Answer:
    """Open the lessons in JupyterLab.

    The lessons are copied to a folder of yours. What you have changed there stays: a newer version of a
    lesson that you have worked in is put beside it.
    """
    from . import copies

    number = None if port is None else _whole("--port", port, 65535)
    if number is not None:
        _check_port(number)
    if lang not in copies.languages():
        raise InputError(f"--lang: there are no lessons in {_quote(lang)}, only in {_listed(copies.languages())}")
    target = _lessons_folder(folder)
    copied = copies.copy_lessons(target, lang)
    _say(f"Lessons in {_plain(target)}")
    for lesson in copied:
        if lesson.action == "beside":
            new = lesson.path.name
            _say(f"{lesson.name} was changed by you and stays as it is; the new version is beside it: {new}")
        elif lesson.action == "updated":
            _say(f"{lesson.name} was replaced by its new version")
    first = next(iter(copied), None)
    _open_lab(target, None if first is None else first.path.with_name(first.name), number, not no_browser)


@app.command()
def moves(position: PositionText, as_json: AsJson = False) -> Answer:
    """List the legal plays of the seat to play, one a line.

    `-` is a pass. When the deal is over there are none.
    """
    found = _position(position)
    plays = [str(play) for play in found.legal_plays()]
    if as_json:
        return Answer(json.dumps({"position": str(found), "turn": found.turn, "plays": plays}))
    return Answer("\n".join(plays))


@app.command()
def solve(
    position: PositionText,
    goal: Annotated[
        str, typer.Option("--goal", metavar="|".join(GOALS), help="What the seat to play wants to force.")
    ] = "first",
    seconds: Annotated[str | None, typer.Option("--seconds", metavar="S", help="Stop after this time.")] = None,
    nodes: Annotated[str | None, typer.Option("--nodes", metavar="N", help="Stop after this many positions.")] = None,
    chances: Annotated[
        bool,
        typer.Option(
            "--chance", help="Also the share of deals in which each play keeps the goal; limits do not hold there."
        ),
    ] = False,
    as_json: AsJson = False,
) -> Answer:
    """Prove what the seat to play can force.

    Every play gets its value, whatever all the others do, and a line of best play to the moment that decides
    it. When a limit or Ctrl-C ends the search, what is proved so far is printed and the rest is left open. Lines
    come last: if a limit ended those, a line keeps its play's value but may not be the shortest win or longest defence.
    """
    from . import solver

    if goal not in GOALS:
        raise InputError(f"--goal: {_quote(goal)} is none of {_listed(GOALS)}")
    if chances and goal not in ("first", "not-last"):
        raise InputError(f"--chance: goes with the goals first and not-last, not with {_quote(goal)}")
    most_seconds = None if seconds is None else _duration("--seconds", seconds)
    most_nodes = None if nodes is None else _whole("--nodes", nodes, 10**18)
    found = _position(position)
    with _search_progress("plays proved") as progress:
        solution, interrupted = _until_stopped(
            lambda: solver.solve(found, goal, seconds=most_seconds, nodes=most_nodes, progress=progress)
        )
    shares = None
    if chances and not interrupted:
        try:
            with _search_progress("deals searched") as progress:
                shares = solver.chance(found, goal, progress=progress)
        except KeyboardInterrupt:  # what is proved is still worth printing
            interrupted = True
    if as_json:
        data = _solution_data(solution)
        text = json.dumps({**data, "chance": _chance_data(shares)} if chances else data)
    else:
        text = _solution_text(solution) + (f"\n\n{_chance_text(shares)}" if shares else "")
    return Answer(text, INTERRUPTED if interrupted else 0)


@app.command()
def explain(
    position: PositionText,
    play: Annotated[str, typer.Argument(metavar="PLAY", help="The play's cards, e.g. 5d5h, or - for a pass.")],
    lang: Annotated[str, typer.Option("--lang", metavar="LANG", help="Language of the answer.")] = "en",
) -> Answer:
    """Say in words what a play leads to.

    Whether it is the right play for going out first, how the others answer it at their best, and what would be
    right instead.
    """
    from .combinations import Play
    from .explain import Cast, judge_and_reason, refusal
    from .locale import language
    from .solver import solve as search

    try:
        language(lang)
    except ValueError as error:
        raise InputError(f"--lang: {error}") from error
    found = _position(position)
    read = Play.parse(play, found.rules)
    against = refusal(found, read)
    if against:
        raise Refusal("PLAY: {play} is not allowed: {why}", play=_quote(play), why=against)
    with _search_progress("plays proved") as progress:
        solution, interrupted = _until_stopped(lambda: search(found, progress=progress))
    text = judge_and_reason(found, read, solution, Cast(you=found.turn))
    return Answer(text, INTERRUPTED if interrupted else 0)


def _until_stopped(search: Callable[[], Solution]) -> tuple[Solution, bool]:
    """What a search proved, and whether Ctrl-C ended it."""
    from .solver import Interrupted

    try:
        return search(), False
    except Interrupted as stopped:
        return stopped.solution, True


@app.command()
def play(
    rules: Annotated[
        str, typer.Option("--rules", metavar="RULES", help="The rules, with house rules, e.g. sheet+cong.")
    ] = "sheet",
    seats: Annotated[str | None, typer.Option("--seats", metavar="N", help="Players, 2 to 4. Default: 4.")] = None,
    bots: Annotated[
        str, typer.Option("--bots", metavar="A,B,C", help="careless, beginner, sensible or strong, one for each seat.")
    ] = "sensible",
    people: Annotated[
        str, typer.Option("--people", metavar="N", help="People at this terminal; hands are hidden between turns.")
    ] = "1",
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="S", help="Deals the same cards again. Default: drawn.")
    ] = None,
    target: Annotated[
        str | None, typer.Option("--target", metavar="N", help="The match ends when somebody has so many points.")
    ] = None,
    deals: Annotated[
        str | None, typer.Option("--deals", metavar="N", help="The match ends after so many deals.")
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option("--resume", metavar="FILE", help="Go on with a saved match, or play a recorded deal."),
    ] = None,
    lang: Annotated[str, typer.Option("--lang", metavar="LANG", help="Language of the table.")] = "en",
) -> Answer:
    """Play against bots, or with people at the same terminal.

    Cards are typed as in the notation, - is a pass, ? shows what else can be typed. The match is saved when you stop.
    """
    import secrets

    from .locale import language
    from .play import Sitting, players_of, saved_match
    from .play_terminal import play_match

    try:
        language(lang)
    except ValueError as error:
        raise InputError(f"--lang: {error}") from error
    if resume is not None:
        path = saved_match(resume)
        return Answer("", play_match(Sitting.load(path), path))
    players = players_of(_whole("--people", people, 4), bots, None if seats is None else _whole("--seats", seats, 4))
    sitting = Sitting(
        rules,
        players,
        seed=secrets.randbelow(1_000_000) if seed is None else seed[:40],
        target=None if target is None else _whole("--target", target, 999_999),
        deals=None if deals is None else _whole("--deals", deals, 999_999),
    )
    return Answer("", play_match(sitting))


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A text file with one or more played deals.")],
    as_json: AsJson = False,
) -> Answer:
    """Play recorded deals again, checking every play.

    Prints the position before each play, the seat and its play, and how the deal ended.
    """
    from .records import load_records

    records = load_records(file)
    if as_json:
        return Answer(json.dumps({"deals": [_record_data(record) for record in records]}))
    return Answer("\n\n".join(_record_text(record) for record in records))


@app.command()
def review(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="A text file with played deals. Default: those you played.")
    ] = None,
    deal: Annotated[
        str | None, typer.Option("--deal", metavar="N", help="Which deal of the file. Default: the last.")
    ] = None,
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="S", help="Whose decisions, 0 to 3. Default: yours.")
    ] = None,
    deals: Annotated[
        str, typer.Option("--deals", metavar="D", help="Deals that measure each decision; more are surer.")
    ] = "300",
    lang: Annotated[str, typer.Option("--lang", metavar="LANG", help="Language of the words.")] = "en",
) -> Answer:
    """Judge every decision of a played deal: by what could be known, and with hindsight.

    Interrupted, it tells what is judged by then.
    """
    from .locale import language
    from .review_command import chosen, report

    try:
        language(lang)
    except ValueError as error:
        raise InputError(f"--lang: {error}") from error
    number = None if deal is None else _whole("--deal", deal, 1_000_000)
    if seat not in (None, "0", "1", "2", "3"):
        raise Refusal("{name}: {value} is not a seat from 0 to 3", name="--seat", value=_quote(str(seat)))
    place = None if seat is None else int(seat)
    text, stopped = report(chosen(file, number), place, _whole("--deals", deals, 100_000))
    return Answer(text, INTERRUPTED if stopped else 0)


@puzzles.command("check")
def puzzles_check(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE]...", help="Packs to check. Default: those that came along.")
    ] = None,
    jobs: Annotated[str | None, typer.Option("--jobs", metavar="N", help="Processes. Default: one per core.")] = None,
) -> Answer:
    """Search every puzzle of a pack anew; exit status 1 if something is wrong.

    As many plays as the puzzle says must reach the goal, and what it claims to teach is proved. A pack is a TOML
    file, or a text file with a line for each puzzle: title | position | goal | note.
    """
    from .puzzle_commands import check_packs

    faults, count = check_packs([_pack(file) for file in files or []], jobs)
    if faults:
        return Answer("\n".join(map(_plain, faults)), status=1)
    return Answer(f"{count} puzzle{'' if count == 1 else 's'}, no fault")


@puzzles.command("mine")
def puzzles_mine(
    kind: Annotated[str | None, typer.Option("--kind", metavar="K", help="One kind only, e.g. chop.")] = None,
    profile: Annotated[str | None, typer.Option("--profile", metavar="P", help="One set of rules only.")] = None,
    seats: Annotated[str | None, typer.Option("--seats", metavar="N", help="2, 3 or 4 seats only.")] = None,
    number: Annotated[str, typer.Option("--number", metavar="N", help="How many puzzles.")] = "20",
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="The same seed gives the same puzzles.")] = "0",
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="Write the pack here; a journal beside it keeps what is done."),
    ] = None,
    jobs: Annotated[str | None, typer.Option("--jobs", metavar="N", help="Processes. Default: one per core.")] = None,
    scheduler: Annotated[
        str | None, typer.Option("--scheduler", metavar="ADDRESS", help="Work on a Dask cluster (extra: cluster).")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the journal of FILE.")] = False,
) -> Answer:
    """Find new puzzles in deals that the bots play, and prove them.

    Prints a pack, and on standard error how many positions fell to which rule. Ctrl-C keeps what is found.
    """
    from .puzzle_commands import mine_pack

    return Answer(*mine_pack(kind, profile, seats, number, seed, out, jobs, scheduler, resume, _say))


@puzzles.command("show")
def puzzles_show(
    name: Annotated[str | None, typer.Argument(metavar="[ID]", help="One puzzle; without it, all are listed.")] = None,
    pack: Annotated[
        str | None, typer.Option("--pack", metavar="FILE", help="A pack of your own. Default: those that came along.")
    ] = None,
    answer: Annotated[bool, typer.Option("--answer", help="Give the answer away.")] = False,
) -> Answer:
    """Print puzzles: id, title, position and goal."""
    from .puzzles import load, note_of, title_of

    try:
        found = load(None if pack is None else _pack(pack))
    except ValueError as error:
        raise InputError(str(error)) from error
    if name is not None:
        found = [puzzle for puzzle in found if puzzle.id == name]
        if not found:
            raise InputError(f"ID: there is no puzzle {_quote(name)}; `tienlen puzzles show` lists them all")
    blocks = []
    for puzzle in found:
        lines = [f"{puzzle.id}  {title_of(puzzle)}", f"  {puzzle.position}", f"  goal {puzzle.goal}"]
        if answer:
            lines.append(f"  answer {puzzle.answer}")
            note = note_of(puzzle)
            lines += [f"  {note}"] if note else []
        blocks.append("\n".join(lines))
    return Answer("\n\n".join(blocks))


@classroom.command("set")
def class_set(
    out: Annotated[str, typer.Option("--out", metavar="DIR", help="A new folder for the files.")],
    theme: Annotated[
        list[str] | None, typer.Option("--theme", metavar="T", help="What they teach; repeatable.")
    ] = None,
    difficulty: Annotated[
        str, typer.Option("--difficulty", metavar="easy|medium|hard", help="How hard they are.")
    ] = "",
    kind: Annotated[list[str] | None, typer.Option("--kind", metavar="K", help="E.g. chop; repeatable.")] = None,
    rules: Annotated[str, typer.Option("--rules", metavar="P", help="One set of rules only, e.g. sheet.")] = "",
    number: Annotated[str, typer.Option("--number", metavar="N", help="How many puzzles.")] = "6",
    drills: Annotated[str, typer.Option("--drills", metavar="N", help="How many warm-up exercises.")] = "2",
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="The same seed gives the same set.")] = "0",
    lang: Annotated[str, typer.Option("--lang", metavar="LANG", help="Language of the files.")] = "en",
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="What the set is called.")] = "",
    pack: Annotated[
        str | None, typer.Option("--pack", metavar="FILE", help="A pack of your own to choose from.")
    ] = None,
    large: Annotated[bool, typer.Option("--large", help="Large print.")] = False,
) -> Answer:
    """Choose puzzles for a class and write everything for the lesson.

    The pupils' notebook and sheet go to DIR/pupils, the set, the lesson plan and the answer key to DIR/teacher. The
    pupils' files hold no answers. Sheets need the extra `class`.
    """
    from .classroom.command import set_command

    chosen = None if pack is None else _pack(pack)
    return Answer(
        set_command(
            out, theme or [], difficulty, kind or [], rules, number, drills, seed, lang, name, chosen, large, _say
        )
    )


@classroom.command("sheet")
def class_sheet(
    file: Annotated[str, typer.Argument(metavar="SET", help="The set file, teacher/set.json.")],
    out: Annotated[str, typer.Option("--out", metavar="PDF", help="The file to write.")],
    key: Annotated[bool, typer.Option("--key", help="The answer key instead of the pupils' sheet.")] = False,
    large: Annotated[bool, typer.Option("--large", help="Large print.")] = False,
) -> Answer:
    """Print a set again, for instance in large print."""
    from .classroom.command import sheet_command

    return Answer(sheet_command(file, out, key, large))


@classroom.command("nbgrader")
def class_nbgrader(
    file: Annotated[str, typer.Argument(metavar="SET", help="The set file, teacher/set.json.")],
    out: Annotated[str, typer.Option("--out", metavar="COURSE_DIR", help="nbgrader's folder for the course.")],
) -> Answer:
    """Write the puzzles of a set as an assignment that nbgrader grades, with its settings if the folder has none."""
    from .classroom.command import nbgrader_command

    return Answer(nbgrader_command(file, out))


@classroom.command("results")
def class_results(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...", help="The set file, what pupils handed in (or folders of it), a class database."
        ),
    ],
    csv: Annotated[
        str | None, typer.Option("--csv", metavar="OUT", help="Also write a table for spreadsheets.")
    ] = None,
) -> Answer:
    """Read what the pupils handed in: who was right at the first try, what went wrong and why, who needs which lesson.

    Files that are damaged, double or changed by hand are named on standard error; the rest counts.
    """
    from .classroom.command import results_command

    return Answer(results_command(files, csv, _say))


@site.command("build")
def site_build(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="A new folder, or that of an earlier site.")],
    lang: Annotated[str, typer.Option("--lang", metavar="LANG", help="Language of the lessons.")] = "en",
    sets: Annotated[
        list[str] | None, typer.Option("--set", metavar="FILE", help="A class set, teacher/set.json; repeatable.")
    ] = None,
) -> Answer:
    """Build a web site with all lessons that runs in the browser, offline, from any static server.

    Needs the extra `site`, Node.js, and the first time a network. What was fetched is kept for the next time.
    """
    from .classroom.site import build

    return Answer(build(folder, lang, sets or [], _say))


# --- what the commands share -----------------------------------------------------------------------------


def _position(text: str) -> Position:
    from .position import Position

    return Position.parse(text)


def _pack(name: str) -> Path:
    """A pack file that can at least be opened: a wrong path is a mistake of the caller, not a fault of a pack."""
    path = Path(name)
    try:
        path.open("rb").close()
    except (OSError, ValueError) as error:
        raise InputError(f"FILE: {_quote(name)} cannot be read: {getattr(error, 'strerror', error)}") from error
    return path


def _whole(name: str, text: str, most: int) -> int:
    """A number from 1 to `most`, in plain digits."""
    number = int(text) if re.fullmatch(r"[0-9]{1,19}", text) else 0
    if not 1 <= number <= most:
        raise Refusal(
            "{name}: {value} is not a whole number from 1 to {most}", name=name, value=_quote(text), most=most
        )
    return number


def _duration(name: str, text: str) -> float:
    try:
        number = math.nan if "_" in text else float(text)
    except ValueError:
        number = math.nan
    if not (math.isfinite(number) and number >= 0):
        raise InputError(f"{name}: {_quote(text)} is not a number of seconds")
    return number


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words)


def _quote(text: str) -> str:
    from .errors import quote

    return quote(text)


def _plain(text: object) -> str:
    """Text that cannot break out of its line: control characters and the like are escaped."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in str(text)
    )


def _say(line: str) -> None:
    with contextlib.suppress(OSError, ValueError):  # nobody can be told that nobody can be told
        print(line, file=sys.stderr, flush=True)


# --- tienlen lab -----------------------------------------------------------------------------------------


def _lessons_folder(given: str | None) -> Path:
    """Where the learner keeps the lessons: as said, or where they already are, or in the documents."""
    if given is not None:
        if not given:
            raise InputError("--dir: '' is no folder")
        try:
            return Path(given).expanduser().absolute()
        except RuntimeError as error:
            raise InputError(f"--dir: {_quote(given)}: no such user") from error
    from platformdirs import user_documents_path

    places = (user_documents_path(), Path.home())
    folders = [place / "tienlen-lessons" for place in places]
    existing = [folder for folder in folders if folder.is_dir()]
    possible = [folder for folder in folders if folder.parent.is_dir()]
    return (existing or possible or folders)[0]


def _check_port(port: int) -> None:
    """JupyterLab would try other ports, or fail with a page of log; say it here."""
    import socket

    with socket.socket() as probe:
        if os.name == "posix":  # a port whose last connection has just been closed is free
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise InputError(f"--port: {port} cannot be used: {error.strerror}") from error


def _open_lab(folder: Path, lesson: Path | None, port: int | None, browser: bool) -> NoReturn:
    """Become JupyterLab, with the lesson open."""
    from urllib.parse import quote

    from .resources import jupyter_config

    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder}"]
    # the address and real trouble only; and no list of extensions fetched from the net
    command += ["--ServerApp.log_level=WARN", "--LabApp.extension_manager=readonly"]
    if lesson is not None:
        command.append(f"--LabApp.default_url=/lab/tree/{quote(lesson.relative_to(folder).as_posix())}")
    if port is not None:
        command += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if not browser:
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")  # Jupyter refuses root otherwise; in a container there is nobody else
    paths = [str(jupyter_config()), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    environment = {
        **os.environ,
        "JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, paths)),
        "JUPYTER_PREFER_ENV_PATH": "1",  # this environment's Python runs the lessons, not another kernel's
    }
    _say("JupyterLab is starting; Ctrl-C in this window ends it.")
    if os.name == "posix":
        os.execve(sys.executable, command, environment)
    import signal
    import subprocess

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is JupyterLab's to answer
    sys.exit(subprocess.run(command, env=environment, check=False).returncode)


# --- tienlen solve ---------------------------------------------------------------------------------------


@contextlib.contextmanager
def _search_progress(done: str) -> Iterator[Progress]:
    """A counter on standard error, shown only when the search takes more than a second."""
    from tqdm import tqdm

    terminal = sys.stderr is not None and sys.stderr.isatty()
    with tqdm(desc="searching", unit=" positions", delay=1, mininterval=0.2 if terminal else 2, leave=False) as bar:

        def show(settled: int, plays: int, nodes: int) -> None:
            bar.set_postfix_str(f"{settled} of {plays} {done}", refresh=False)
            bar.update(nodes - bar.n)

        yield show


def _value(value: bool | int | None, hidden: bool) -> str:
    if value is None:
        return "open"
    if isinstance(value, bool):
        return ("sure" if value else "not sure") if hidden else ("yes" if value else "no")
    return str(value)


def _solution_text(solution: Solution) -> str:
    value = _value(solution.value, solution.hidden)
    lines = [f"seat {solution.hero} to play, goal {solution.goal}: {value}"]
    rows = [
        (str(found.play), _value(found.value, solution.hidden), " ".join(map(str, found.line)))
        for found in solution.plays
    ]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines += [f"{play:{widths[0]}}  {value:{widths[1]}}  {line}".rstrip() for play, value, line in rows]
    end = "every play proved" if solution.complete else "stopped before every play was proved"
    lines.append(f"{end}; {solution.nodes} positions, {solution.seconds:.2f} s")
    return "\n".join(lines)


def _chance_text(found: Chance) -> str:
    if found.exact:
        lines = [f"share of all {found.deals} possible deals in which a play keeps the goal, hands open:"]
    else:
        lines = [f"share of {found.deals} deals drawn from {found.total} in which a play keeps the goal, hands open:"]
    width = max(len(str(each.play)) for each in found.plays)
    for each in found.plays:
        interval = "" if found.exact else f"  ({each.low:.1%} to {each.high:.1%})"
        lines.append(f"{each.play!s:{width}}  {each.share:6.1%}{interval}")
    return "\n".join(lines)


def _chance_data(found: Chance | None) -> dict[str, Any] | None:
    """None if it was interrupted."""
    if found is None:
        return None
    return {
        "exact": found.exact,
        "deals": found.deals,
        "total": found.total,
        "plays": [
            {"play": str(each.play), "share": each.share, "low": each.low, "high": each.high} for each in found.plays
        ],
    }


def _solution_data(solution: Solution) -> dict[str, Any]:
    return {
        "position": str(solution.position),
        "goal": solution.goal,
        "hero": solution.hero,
        "hidden": solution.hidden,
        "value": solution.value,
        "complete": solution.complete,
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 6),
        "plays": [
            {"play": str(found.play), "value": found.value, "line": [str(play) for play in found.line]}
            for found in solution.plays
        ],
    }


# --- tienlen replay -------------------------------------------------------------------------------------------


def _record_text(record: Record) -> str:
    lines = [f"seat {seat}: {name}" for seat, name in enumerate(record.names) if name]
    positions = record.positions()
    plays = [
        (str(position), f"{position.turn}:{play}") for position, play in zip(positions, record.plays, strict=False)
    ]
    width = max((len(text) for text, _ in plays), default=0)
    lines += [f"{text:{width}}  {play}" for text, play in plays]
    lines += [str(positions[-1]), str(record).splitlines()[-1]]
    return "\n".join(lines)


def _record_data(record: Record) -> dict[str, Any]:
    """Places and points are null for a deal that was not played to its end."""
    positions = record.positions()
    end = positions[-1]
    instant = record.instant_win
    return {
        "names": list(record.names),
        "plays": [
            {"position": str(position), "seat": position.turn, "play": str(play)}
            for position, play in zip(positions, record.plays, strict=False)
        ],
        "end": str(end),
        "places": list(end.places) if end.is_over else None,
        "points": None if record.scores is None else list(record.scores),
        "instant_win": None if instant is None else {"seat": instant[0], "pattern": instant[1]},
    }


# --- the way in and out ----------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    from .copies import LessonsError

    for stream in (sys.stdout, sys.stderr):
        # escapes rather than an error where the locale cannot show a letter
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        answer = app(args=arguments, prog_name="tienlen", standalone_mode=False)
        if isinstance(answer, int):  # typer's own: --version, or an interrupt outside a search
            answer = Answer("", answer)
        elif answer is None:
            answer = Answer("")
        _deliver(answer.text)
    except typer.TyperException as error:
        return _refuse(error.format_message())
    except (Refusal, InputError, LessonsError, OSError) as error:
        from .locale import worded

        return _refuse(worded(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    return answer.status


def _refuse(reason: str) -> int:
    _say(f"tienlen: {_plain(' '.join(reason.split()))}")
    return 2


def _deliver(text: str) -> None:
    """Print the result, all of it or nothing more: a reader that has seen enough (`| head`) is no error."""
    try:
        if text:
            print(text)
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        # what is still buffered would be tried again, and complained about, when Python ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise InputError(f"standard output: {error.strerror}") from error


if __name__ == "__main__":
    sys.exit(main())
