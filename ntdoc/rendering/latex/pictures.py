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


def _candidates(path: Path) -> list[Path]:
    others = [path.with_name(path.name + ending) for ending in FORMATS]
    if path.suffix:
        others += [path.with_suffix(ending) for ending in FORMATS]
    return [path, *others]
