"""What `tienlen puzzles check` and `tienlen puzzles mine` do. The command line (`tutor.cli`) only names the options."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from .errors import NotationError, quote

INTERRUPTED = 130
MOST = 1_000_000


class OptionError(NotationError):
    """An option that cannot be used; one line that names it and quotes what was given."""


def check_packs(paths: Sequence[Path], jobs: str | None) -> tuple[list[str], int]:
    """The faults of the packs, a line each, and how many puzzles were searched."""
    from .puzzles import check, packs
    from .workers import cores

    workers = cores() if jobs is None else whole("--jobs", jobs, 256)
    count = 0
    with _bar("proving", "puzzle") as bar:

        def told(done: int) -> None:
            nonlocal count
            if done < 0:
                count = -done
                bar.total = count
            else:
                bar.update(done)

        faults = check(list(paths) or packs(), jobs=workers, progress=told)
    return [str(fault) for fault in faults], count


def mine_pack(
    kind: str | None,
    profile: str | None,
    seats: str | None,
    number: str,
    seed: str,
    out: str | None,
    jobs: str | None,
    scheduler: str | None,
    resume: bool,
    say: Callable[[str], object],
) -> tuple[str, int]:
    """Mine a pack: what is to be printed (nothing if it went into a file) and the exit status."""
    from .kinds import KINDS
    from .mining import PROFILES, SEATS, Wanted
    from .mining_run import Cluster, Crew, Here, Journal, MiningError, Processes, fallen_text, mine, pack_text
    from .workers import cores

    if resume and out is None:
        raise OptionError("--resume: goes with --out, whose journal it goes on with")
    many = whole("--number", number, MOST)
    start = whole("--seed", seed, 10**18, least=0)
    workers = cores() if jobs is None else whole("--jobs", jobs, 256)
    try:
        wanted = Wanted(
            start,
            KINDS if kind is None else (_one_of("--kind", kind, KINDS),),
            PROFILES if profile is None else (_one_of("--profile", profile, PROFILES),),
            SEATS if seats is None else (int(_one_of("--seats", seats, [str(each) for each in SEATS])),),
        )
        target = None if out is None else _target(out)
        crew: Crew
        alone = scheduler is None and workers == 1
        crew = Here() if alone else Processes(workers) if scheduler is None else Cluster(scheduler)
        try:
            journal = None if target is None else Journal(target.with_name(f"{target.name}.journal"), wanted, resume)
        except BaseException:
            crew.close()
            raise
        with _bar("mining", "puzzle", many) as bar:

            def told(kept: int, tasks: int) -> None:
                bar.set_postfix_str(f"{tasks} tasks", refresh=False)
                bar.update(kept - bar.n)

            found = mine(wanted, many, crew, journal, told)
    except OptionError:
        raise
    except (MiningError, ValueError) as error:
        raise OptionError(str(error)) from error
    except OSError as error:
        if out is None:
            raise
        raise _unwritten(out, error) from error
    say(f"{len(found.kept)} puzzles from {found.tasks} tasks; what fell, by rule:\n{fallen_text(found.fell)}")
    text = pack_text(found.kept, f"Mined with seed {start}. Every one is searched out again by: tienlen puzzles check")
    status = INTERRUPTED if found.interrupted else 0
    if target is None or not found.kept:
        return (text.rstrip("\n") if found.kept else ""), status
    try:
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        raise _unwritten(str(target), error) from error
    if found.interrupted:
        say(f"Stopped; go on with --resume. So far in {target.name}.")
    elif journal:
        journal.remove()
    return "", status


def _target(out: str) -> Path:
    path = Path(out)
    if not out or path.is_dir() or not path.absolute().parent.is_dir():
        raise OptionError(f"--out: {quote(out)} is no file that could be written")
    return path


def _unwritten(out: str, error: OSError) -> OptionError:
    return OptionError(f"--out: {quote(out)} cannot be written: {error.strerror or error}")


def whole(name: str, text: str, most: int, least: int = 1) -> int:
    """A number of an option, in plain digits."""
    number = int(text) if re.fullmatch(r"[0-9]{1,19}", text) else least - 1
    if not least <= number <= most:
        raise OptionError(f"{name}: {quote(text)} is not a whole number from {least} to {most}")
    return number


def _one_of(name: str, text: str, words: Sequence[str]) -> str:
    if text not in words:
        raise OptionError(f"{name}: {quote(text)} is none of {', '.join(words)}")
    return text


@contextlib.contextmanager
def _bar(does: str, unit: str, total: int | None = None) -> Iterator[Any]:
    """Progress on standard error, where there is something to wait for."""
    from tqdm import tqdm

    terminal = sys.stderr is not None and sys.stderr.isatty()
    with tqdm(
        desc=does, unit=f" {unit}s", total=total, delay=1, mininterval=0.2 if terminal else 10, leave=False
    ) as bar:
        yield bar
