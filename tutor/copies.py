"""The lessons on their way to the learner: copied into a folder of their own, and never over their own work.

`tienlen lab` calls `copy_lessons` at every start. What a learner may do to a copy in the meantime decides:

- nothing, or only run it: a newer lesson takes its place;
- type something into it: the copy stays as it is, the newer lesson is put beside it as
  `01-name (new 0.2.0).ipynb`, once;
- delete it: the lesson comes back.

To tell "typed" from "run", the cells' sources are compared with what was copied last time, which a small
file `.tienlen-lessons.json` in the folder remembers as a hash. If that file is lost or damaged, every copy
that is not the current lesson counts as edited: the learner may get a file too many, never one too few.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

MANIFEST = ".tienlen-lessons.json"

Action = Literal["copied", "updated", "unchanged", "kept", "beside"]


class LessonsError(Exception):
    """The lessons cannot be copied; the message is one line that names the folder and says why."""


@dataclass(frozen=True, slots=True)
class CopiedLesson:
    """What became of one lesson.

    `action` is `copied` (was not there), `updated` (an untouched older copy was replaced), `unchanged` (it is
    current already), `kept` (the learner's own; the newer lesson was put beside it some time ago) or `beside`
    (put there just now). `path` is the file with the current lesson; for `kept`, the learner's own.
    """

    name: str
    action: Action
    path: Path


def languages() -> tuple[str, ...]:
    """The languages that there are lessons in; English first."""
    from tutor import course

    return course.languages()


def lesson_files() -> list[Path]:
    """The notebooks that come with the package, in order: they are in English."""
    from tutor import course

    return course.sources()


def copy_lessons(target: Path, lang: str = "en") -> list[CopiedLesson]:
    """Bring the lessons in `target` up to date and say what was done with each, in order.

    The folder is made if its parent exists. Lessons in another language than English are made from their
    translations and go, under names of that language, to a folder `de` (or the like) inside, so that two languages
    never meet; a lesson that is not translated yet is the English one. Every file is complete or absent: it is
    written under another name and then renamed.
    Raises LessonsError if the folder cannot be used, ValueError for an unknown language.
    """
    from tutor import course

    sources = course.lessons(lang)
    try:
        folder = target if lang == "en" else target / lang
        target.mkdir(exist_ok=True)
        folder.mkdir(exist_ok=True)
        memory = _read_manifest(folder)
        before = json.dumps(memory, sort_keys=True)
        done = [_copy_one(name, content, folder, memory) for name, content in sources]
        if json.dumps(memory, sort_keys=True) != before:
            _remember(folder, memory)
    except FileExistsError as error:
        raise LessonsError(f"the lessons' folder {_shown(error.filename)} is a file") from error
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise LessonsError(f"cannot write the lessons to {_shown(target)}: {reason}") from error
    return done


def _copy_one(name: str, content: bytes, folder: Path, memory: dict[str, dict[str, str]]) -> CopiedLesson:
    current = _fingerprint(content)
    assert current is not None, f"{name} is not a notebook"
    known = memory.setdefault(name, {})
    own = folder / name
    if not os.path.lexists(own):
        _write(own, content)
        memory[name] = {"copied": current}
        return CopiedLesson(name, "copied", own)
    theirs = _read(own)
    print_of_theirs = _fingerprint(theirs)
    if print_of_theirs == current:
        memory[name] = {"copied": current}
        return CopiedLesson(name, "unchanged", own)
    untouched = print_of_theirs is not None and print_of_theirs == known.get("copied")
    if untouched and not own.is_symlink() and not _holds_answers(theirs):
        _write(own, content)
        memory[name] = {"copied": current}
        return CopiedLesson(name, "updated", own)
    if known.get("beside") == current:
        return CopiedLesson(name, "kept", own)
    known["beside"] = current
    twin = _already_beside(own, current)
    if twin is not None:
        return CopiedLesson(name, "kept", own)
    twin = _free_name(own)
    _write(twin, content)
    return CopiedLesson(name, "beside", twin)


def _already_beside(own: Path, current: str) -> Path | None:
    """The file that the current lesson was put into earlier, when the manifest no longer knows."""
    pattern = re.compile(re.escape(own.stem) + r" \(new .*\)" + re.escape(own.suffix))
    for path in sorted(own.parent.iterdir()):
        if pattern.fullmatch(path.name) and _fingerprint(_read(path)) == current:
            return path
    return None


def _free_name(own: Path) -> Path:
    from tutor.resources import release

    tail, count = "", 1
    while os.path.lexists(path := own.with_name(f"{own.stem} (new {release()}{tail}){own.suffix}")):
        count += 1
        tail = f", {count}"
    return path


def _read(path: Path) -> bytes:
    """The file's content; nothing if it is a folder or may not be read: then it counts as the learner's."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _notebook(content: bytes) -> dict[str, Any] | None:
    try:
        notebook = json.loads(content)
    except (ValueError, RecursionError):
        return None
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        return None
    return notebook


def _source(cell: dict[str, Any]) -> str:
    source = cell.get("source", "")
    text = "".join(map(str, source)) if isinstance(source, list) else str(source)
    return text.replace("\r\n", "\n").rstrip("\n")


def _fingerprint(content: bytes) -> str | None:
    """A hash of the cells' kinds and sources; None if this is no notebook.

    Outputs, execution counts and metadata change by running, and Shift+Enter in the last cell adds an empty
    one: none of that counts.
    """
    notebook = _notebook(content)
    if notebook is None:
        return None
    cells = [(str(cell.get("cell_type")), _source(cell)) for cell in notebook["cells"] if _source(cell).strip()]
    text = json.dumps(cells)  # ASCII, so that lone surrogates in a damaged notebook can be hashed, too
    return hashlib.sha256(text.encode()).hexdigest()


def _holds_answers(content: bytes) -> bool:
    """Whether outputs may hold the learner's answers: typed at a prompt, or into widgets saved with them."""
    notebook = _notebook(content)
    if notebook is None:
        return True
    metadata = notebook.get("metadata")
    saved = isinstance(metadata, dict) and bool(metadata.get("widgets"))
    prompts = (cell.get("outputs") and re.search(r"\binput\s*\(", _source(cell)) for cell in notebook["cells"])
    return saved or any(prompts)


def _read_manifest(folder: Path) -> dict[str, dict[str, str]]:
    """Lesson name -> {"copied": hash, "beside": hash}; whatever is not of this form is forgotten."""
    try:
        found = json.loads(_read(folder / MANIFEST))
    except (ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {
        name: {key: value for key, value in entry.items() if key in ("copied", "beside") and isinstance(value, str)}
        for name, entry in found.items()
        if isinstance(entry, dict)
    }


def _remember(folder: Path, memory: dict[str, dict[str, str]]) -> None:
    """Write the manifest if that is possible; without it copies count as edited, which is the safe side."""
    with contextlib.suppress(OSError):
        _write(folder / MANIFEST, json.dumps(memory, indent=1, sort_keys=True).encode() + b"\n")


def _write(path: Path, content: bytes) -> None:
    """Put a file there whole: a full disk or a power cut leaves the old one, or none."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".tienlen-", suffix=".part")
    try:
        with open(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        # mkstemp makes a file that only its owner may read; a lesson is an ordinary file
        Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _shown(path: object) -> str:
    from tutor.errors import quote

    return quote(str(path))
