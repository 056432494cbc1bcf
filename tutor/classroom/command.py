"""What `tienlen class` does. The command line (`tutor.cli`) only names the options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ..errors import quote
from ..locale import languages, worded
from ..progress.store import reason, replace_file
from .results import read_results
from .sets import SetError, make_set, read_set, speaking, write_set

Say = Callable[[str], object]


def set_command(
    out: str,
    theme: Sequence[str],
    difficulty: str,
    kind: Sequence[str],
    rules: str,
    number: str,
    drills: str,
    seed: str,
    lang: str,
    name: str,
    pack: Path | None,
    large: bool,
    say: Say,
) -> str:
    """Make a set and write its folder; what is to be printed: the files. Raises SetError, OSError.

    What is wrong is said in the language of the files.
    """
    given = (("number", number), ("drills", drills), ("seed", seed))
    with speaking(lang if lang in languages() else "en"):
        try:
            chosen = make_set(
                theme=list(theme),
                difficulty=difficulty,
                kind=list(kind),
                rules=rules,
                lang=lang,
                pack=pack,
                name=name,
                **{field: _number(field, text) for field, text in given},
            )
            written = write_set(chosen, _path("out", out), large, say=say)
        except SetError as error:
            raise SetError("--{why}", why=worded(error)) from error
        except ValueError as error:  # a pack that cannot be read
            raise SetError(worded(error)) from error
    return "\n".join(map(str, written))


def sheet_command(file: str, out: str, key: bool, large: bool) -> str:
    """Print a set file anew; the name of the PDF. Raises SetError, OSError."""
    from .sheets import answer_key, sheet

    chosen, target = read_set(_path("SET", file)), _path("--out", out)
    if target.suffix.lower() != ".pdf":
        raise SetError("--out: {file} does not end in .pdf", file=quote(out))
    _write("out", target, (answer_key if key else sheet)(chosen, large))
    return str(target)


def nbgrader_command(file: str, out: str) -> str:
    """Write a set as an assignment of nbgrader; what is to be printed: the files. Raises SetError, OSError."""
    from .nbgrader import write_assignment

    chosen, target = read_set(_path("SET", file)), _path("--out", out)
    try:
        return "\n".join(map(str, write_assignment(chosen, target)))
    except SetError as error:
        if str(error).startswith("out:"):
            raise SetError("--{why}", why=error) from error
        raise SetError("{field}: {why}", field="SET", why=error) from error


def results_command(files: Sequence[str], csv: str | None, say: Say) -> str:
    """The results in words; faults of files go to `say`. Raises SetError, OSError."""
    found = read_results([file if "://" in file else _path("FILE", file) for file in files])
    faults, found.faults = found.faults, []
    for fault in faults:
        say(str(fault))
    if csv is not None:
        _write("csv", _path("--csv", csv), ("\ufeff" + found.to_csv()).encode())
    return str(found)


def _path(field: str, text: str) -> Path:
    if not text or "\0" in text:
        raise SetError("{field}: {file} is no file", field=field, file=quote(text))
    return Path(text)


def _write(field: str, target: Path, data: bytes) -> None:
    try:
        replace_file(target, data)
    except OSError as error:  # it names the spare file, which nobody asked for
        raise SetError(
            "--{field}: {file} cannot be written: {reason}", field=field, file=quote(str(target)), reason=reason(error)
        ) from error


def _number(field: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise SetError("{name}: {value} is no whole number", name=field, value=quote(text))
    return int(text)
