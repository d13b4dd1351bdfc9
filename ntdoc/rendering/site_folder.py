"""The folder of a site: whether it may be written to, and how a new site takes the place of the old.

The marker lists the files that a build wrote. These are replaced by the next build, and all others stay: the `.git`
of a branch of pages, a `CNAME`, data that pages link to.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from ntdoc.project import SITE_MARKER

_SAID = "the next build replaces these files, and leaves all others"


class SiteError(Exception):
    """The site cannot be made; the message is for the user."""


def check_output(output: Path) -> None:
    """Raises SiteError for a folder that holds something else than a site of ntdoc."""
    if output.is_symlink() or (output.exists() and not output.is_dir()):
        raise SiteError(f"{output} is not a folder")
    if output.is_dir() and not (output / SITE_MARKER).is_file() and any(output.iterdir()):
        raise SiteError(f"{output} holds other things than a site of ntdoc: choose another folder, or a new one")


def put(new: Path, output: Path, aside: Path) -> None:
    """Move the site in the folder `new` to `output`, and the files of the site there to the folder `aside`.

    What fails on the way is undone. Raises SiteError where the place of a file of the site is taken by another.
    """
    names = sorted(path.relative_to(new).as_posix() for path in new.rglob("*") if not path.is_dir())
    if not output.exists():
        _mark(new, names)
        new.rename(output)
        return
    before = _written(output)
    marker = output / SITE_MARKER
    said = marker.read_bytes() if marker.is_file() else None
    moved: list[tuple[Path, Path]] = []

    def move(source: Path, target: Path) -> None:
        target.parent.mkdir(parents=True, exist_ok=True)
        source.rename(target)
        moved.append((source, target))

    try:
        _mark(output, {*names, *(before or ())})  # if the machine stops midway, all of both are known
        for name in names if before is None else before:
            if _is_file(output, name):
                move(output / name, aside / name)
                _without_empty(output, name)
        for name in names:
            if not _is_free(output, name):
                raise SiteError(f"{output / name} was not written by ntdoc, and the site has a file of that name")
            move(new / name, output / name)
        _mark(output, names)
    except BaseException:
        for source, target in reversed(moved):
            source.parent.mkdir(parents=True, exist_ok=True)
            target.rename(source)
            if source.is_relative_to(new):
                _without_empty(output, target.relative_to(output).as_posix())
        if said is None:
            marker.unlink(missing_ok=True)
        else:
            marker.write_bytes(said)
        raise


def _mark(folder: Path, names: list[str] | set[str]) -> None:
    text = json.dumps({"made by ntdoc": _SAID, "files": sorted(names)}, indent=0)
    (folder / SITE_MARKER).write_text(text + "\n", "utf-8")


def _written(output: Path) -> list[str] | None:
    """The files that the last build wrote; none is known of a folder that no build wrote to."""
    try:
        files = json.loads((output / SITE_MARKER).read_text("utf-8"))["files"]
        return [name for name in files if _is_inside(name)]
    except FileNotFoundError:
        return []
    except (ValueError, KeyError, TypeError):
        return None


def _is_inside(name: object) -> bool:
    """Whether a line of the marker, which anybody may have written, names a file in its folder."""
    if not isinstance(name, str) or "\0" in name:
        return False
    path = PurePosixPath(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts and "\\" not in name


def _folders(output: Path, name: str) -> Iterator[Path]:
    """The folders between the site and one of its files, the innermost first."""
    return (output / folder for folder in PurePosixPath(name).parents if folder.parts)


def _is_file(output: Path, name: str) -> bool:
    """Whether a file of that name lies in the site itself, and not behind a link to elsewhere."""
    path = output / name
    return (path.is_symlink() or path.is_file()) and not any(folder.is_symlink() for folder in _folders(output, name))


def _is_free(output: Path, name: str) -> bool:
    path = output / name
    return not (path.exists() or path.is_symlink()) and not any(
        folder.is_symlink() or (folder.exists() and not folder.is_dir()) for folder in _folders(output, name)
    )


def _without_empty(output: Path, name: str) -> None:
    """Remove the folders of a file that is gone, if nothing else is in them."""
    for folder in _folders(output, name):
        try:
            folder.rmdir()
        except OSError:
            return
