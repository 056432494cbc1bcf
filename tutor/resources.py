"""Where the files that come with the package are: lessons, puzzle packs and JupyterLab's defaults.

In a checkout (or an editable install) lessons and puzzles are the repository's own folders; in an installed
wheel they lie inside the package. Everybody else asks here and does not care which it is.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def shipped(name: str) -> Path:
    """The folder `lessons` or `puzzles` that came with this copy of the package.

    Raises FileNotFoundError if this installation has none, which means that it is damaged.
    """
    inside = _PACKAGE / "_data" / name
    if inside.is_dir():
        return inside
    root = _PACKAGE.parent
    beside = root / name
    if (root / "pyproject.toml").is_file() and beside.is_dir():
        return beside
    raise FileNotFoundError(f"this installation of tienlen-tutor has no {name!r} folder: install it again")


def jupyter_config() -> Path:
    """A folder for JUPYTER_CONFIG_PATH: defaults for the lessons' JupyterLab; the user's settings win."""
    return _PACKAGE / "jupyter"


def release() -> str:
    """The version of this copy of the package, as in pyproject.toml."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("tienlen-tutor")
    except PackageNotFoundError:  # a checkout that is only on the path
        import tomllib

        project = tomllib.loads((_PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))
        return str(project["project"]["version"])
