"""The command `tienlen`.

Results go to standard output, everything else (progress, messages, errors) to standard error. Exit status:
0; 2 for input that cannot be read or is not allowed, with one line that says which and why; 130 when
interrupted.

A command returns what is to be printed instead of printing it, and `main` alone deals with output that cannot
be written. Everything heavy is imported inside the commands, so that `tienlen moves` starts fast.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from .solver import GOALS

if TYPE_CHECKING:
    from .position import Position
    from .solver import Progress, Solution

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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
    from . import lessons

    number = None if port is None else _whole("--port", port, 65535)
    if number is not None:
        _check_port(number)
    if lang not in lessons.languages():
        raise InputError(f"--lang: there are no lessons in {_quote(lang)}, only in {_listed(lessons.languages())}")
    target = _lessons_folder(folder)
    copied = lessons.copy_lessons(target, lang)
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
    as_json: AsJson = False,
) -> Answer:
    """Prove what the seat to play can force.

    Every play gets its value, whatever all the others do, and a line of best play to the moment that decides
    it. When a limit or Ctrl-C ends the search, what is proved so far is printed and the rest is left open.
    """
    from . import solve as search

    if goal not in GOALS:
        raise InputError(f"--goal: {_quote(goal)} is none of {_listed(GOALS)}")
    most_seconds = None if seconds is None else _duration("--seconds", seconds)
    most_nodes = None if nodes is None else _whole("--nodes", nodes, 10**18)
    found = _position(position)
    with _search_progress() as progress:
        solution = search(found, goal, seconds=most_seconds, nodes=most_nodes, progress=progress)
    text = json.dumps(_solution_data(solution)) if as_json else _solution_text(solution)
    return Answer(text, INTERRUPTED if solution.interrupted else 0)


# --- what the commands share -----------------------------------------------------------------------------


def _position(text: str) -> Position:
    from .position import Position

    return Position.parse(text)


def _whole(name: str, text: str, most: int) -> int:
    """A number from 1 to `most`, in plain digits."""
    number = int(text) if re.fullmatch(r"[0-9]{1,19}", text) else 0
    if not 1 <= number <= most:
        raise InputError(f"{name}: {_quote(text)} is not a whole number from 1 to {most}")
    return number


def _duration(name: str, text: str) -> float:
    try:
        number = float(text)
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
    sys.stdout.flush()
    if os.name == "posix":
        os.execve(sys.executable, command, environment)
    import signal
    import subprocess

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is JupyterLab's to answer
    sys.exit(subprocess.run(command, env=environment, check=False).returncode)


# --- tienlen solve ---------------------------------------------------------------------------------------


@contextlib.contextmanager
def _search_progress() -> Iterator[Progress]:
    """A counter on standard error, shown only when the search takes more than a second."""
    from tqdm import tqdm

    terminal = sys.stderr is not None and sys.stderr.isatty()
    with tqdm(desc="searching", unit=" positions", delay=1, mininterval=0.2 if terminal else 5, leave=False) as bar:

        def show(settled: int, plays: int, nodes: int) -> None:
            bar.set_postfix_str(f"{settled} of {plays} plays proved", refresh=False)
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


# --- the way in and out ----------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    from .errors import NotationError
    from .position import IllegalPlay

    for stream in (sys.stdout, sys.stderr):
        # escapes rather than an error where the locale cannot show a letter
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    from .lessons import LessonsError

    try:
        answer = app(args=arguments, prog_name="tienlen", standalone_mode=False)
        status = answer if isinstance(answer, int) else 0
        if isinstance(answer, Answer):
            status = answer.status
            if answer.text:
                print(answer.text)
        if sys.stdout is not None:
            sys.stdout.flush()
    except (
        typer.TyperException,
        NotationError,
        IllegalPlay,
        InputError,
        LessonsError,
        FileNotFoundError,
    ) as error:
        text = error.format_message() if isinstance(error, typer.TyperException) else str(error)
        _say(f"tienlen: {_plain(' '.join(text.split()))}")
        return 2
    except BrokenPipeError:
        # the reader has seen enough (`| head`); Python would complain again when it closes the stream
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    return status
