"""The pictures of a LaTeX document: which files they are, and where the site keeps them."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from urllib.parse import quote

from ntdoc.rendering.places import Place

# In the order in which one is chosen: LaTeX names a file without its ending, or one of a kind that browsers lack.
FORMATS: Final = (".svg", ".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif", ".bmp")


class Pictures:
    """Finds pictures beside a document, and remembers those that its pages show."""

    def __init__(self, document: Path, first: Place, folders: Sequence[str]) -> None:
        self.found: dict[str, str] = {}  # the file, and where it goes in the site
        self.lacking: dict[str, str] = {}  # those that no page can show, and why
        self._root = Path(os.path.realpath(document)).parent
        self._into = posixpath.dirname(first.file)
        self._folders = folders

    def address(self, name: str, here: Place) -> str:
        """The address of a picture from a page; "" where there is no file that a browser could show."""
        if "\0" in name:
            return ""
        for folder in self._folders:
            for path in _candidates(self._root / folder / name):
                real = Path(os.path.realpath(path))
                if real.is_relative_to(self._root) and real.suffix.lower() in FORMATS and real.is_file():
                    inside = real.relative_to(self._root).as_posix()
                    target = posixpath.join(self._into, re.sub(r"[^\w./() +-]", "_", inside))
                    self.found[str(real)] = target
                    return quote(posixpath.relpath(target, posixpath.dirname(here.url) or "."))
        return ""

    def why_not(self, name: str) -> str:
        """What is the matter with a picture that has no address."""
        return self.lacking.setdefault(name, self._why_not(name))

    def _why_not(self, name: str) -> str:
        if "\0" in name:
            return "which is not there"
        paths = [Path(os.path.realpath(self._root / folder / name)) for folder in self._folders]
        inside = [path for path in paths if path.is_relative_to(self._root)]
        if any(map(_is_there, inside)):
            return "not in a format for the web"
        return "which is not there" if len(inside) == len(paths) else "not in the folder of the document"


def _is_there(path: Path) -> bool:
    """Whether there is a file that is called so, or so but for its ending."""
    try:
        return path.is_file() or any(other.stem == path.name and other.is_file() for other in path.parent.iterdir())
    except OSError:
        return False


def _candidates(path: Path) -> list[Path]:
    others = [path.with_name(path.name + ending) for ending in FORMATS]
    if path.suffix:
        others += [path.with_suffix(ending) for ending in FORMATS]
    return [path, *others]
