"""What the wheel needs beyond the package's own files: lessons, puzzles and compiled catalogues.

In the repository lessons and puzzles lie at the top, where teachers look for them; in the wheel they go to
`tutor/_data`, where `tutor.resources.shipped` finds them. Catalogues are kept as `.po` only; `.mo` files are
made here, also for an editable install, and never committed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SHIPPED = ("lessons", "puzzles")


def data_files(root: Path) -> dict[str, str]:
    """Source path -> path in the wheel, without hidden files (notebook checkpoints) and byte code."""
    files = {}
    for folder in SHIPPED:
        for path in sorted((root / folder).rglob("*")):
            inside = path.relative_to(root)
            hidden = any(part.startswith((".", "__")) for part in inside.parts)
            if path.is_file() and not hidden:
                files[str(path)] = f"tutor/_data/{inside.as_posix()}"
    return files


def compile_catalogues(root: Path) -> list[Path]:
    """Write a `.mo` beside each `.po` of `tutor/locale`; returns what was written."""
    written = []
    for source in sorted((root / "tutor" / "locale").glob("*/LC_MESSAGES/*.po")):
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        locale = source.parent.parent.name
        with source.open("rb") as file:
            catalogue = read_po(file, locale=locale, abort_invalid=True)
        target = source.with_suffix(".mo")
        with target.open("wb") as file:
            write_mo(file, catalogue)
        written.append(target)
    return written


class CustomBuildHook(BuildHookInterface):  # type: ignore[misc]
    """Runs for the wheel and for an editable install; a source archive keeps the repository's layout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        root = Path(self.root)
        build_data["artifacts"] += [f"/{path.relative_to(root).as_posix()}" for path in compile_catalogues(root)]
        if version != "editable":  # an editable install reads the folders where they are
            build_data["force_include"].update(data_files(root))
