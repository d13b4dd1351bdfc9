r"""The pictures that `\includegraphics` names, held against the files in the folders where LaTeX looks for them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from ntdoc.diagnostics import Diagnostic
from ntdoc.reading.files import is_there
from ntdoc.reading.latex_inclusion import Inclusion
from ntdoc.regex import regex
from ntdoc.source import Source, Span

_PICTURE: Final = regex(r"\\include(?:graphics|svg)(?![A-Za-z])\*?\s*(?:<[^<>]*>\s*)?(?:\[[^\[\]]*\]\s*)*\{([^{}]*)\}")
_FOLDERS: Final = regex(r"\\graphicspath\s*\{((?:\s*\{[^{}]*\}\s*)*)\}|\\svgpath\s*\{\s*\{?([^{}]*)\}")
_NOT_SHOWN: Final = regex(r"\\(?:usepackage|documentclass)\s*\[[^\]]*\b(?:demo|draft)\b[^\]]*\]\s*\{[^{}]*\}")
_MADE_ELSEWHERE: Final = regex(r"[\\#]|example-image|example-grid")  # by a macro, or of the package mwe
_KINDS: Final = (".pdf", ".png", ".jpg", ".jpeg", ".eps", ".ps", ".svg", ".mps", ".gif", ".webp", ".bmp")
_ENDINGS: Final = ("", *_KINDS, *map(str.upper, _KINDS))


def missing(inclusion: Inclusion, sources: Sequence[Source], texts: Sequence[str]) -> Iterator[Diagnostic]:
    """Warnings (NT113) of a whole document. A picture is there, too, if it is in another format."""
    if inclusion.path is None or any(map(_NOT_SHOWN.search, texts)):
        return
    given = [folder for text in texts for folder in _folders(text)]
    folders = _places(inclusion.path.parent, sources)
    if any(_MADE_ELSEWHERE.search(folder) for folder in given):
        return
    said: set[str] = set()
    for source, text in zip(sources, texts, strict=True):
        for match in _PICTURE.finditer(text):
            name = match[1].strip().strip('"')
            if not name or name in said or _MADE_ELSEWHERE.search(name) or "\0" in name:
                continue
            said.add(name)
            if not any(_is_in(folder / inner / name, inclusion.root) for folder in folders for inner in ("", *given)):
                start = match.start(1) + match[1].index(name)
                span = Span(source, start, start + len(name))
                yield Diagnostic("NT113", f"there is no picture `{name}`", span, "not found")


def _folders(text: str) -> Iterator[str]:
    for match in _FOLDERS.finditer(text):
        yield from (part.strip(" {\t\n") for part in (match[1] or match[2] or "").split("}") if part.strip(" {\t\n"))


def _places(root: Path, sources: Sequence[Source]) -> list[Path]:
    """The folder of the document, and those of the files that it includes: `\\import` makes them the first."""
    first = os.path.dirname(sources[0].path)
    inner = (os.path.relpath(os.path.dirname(source.path) or ".", first or ".") for source in sources)
    return [root / folder for folder in dict.fromkeys([".", *inner])]


def _is_in(path: Path, root: Path) -> bool:
    """Whether there is such a picture; what lies outside the project is not looked at, and may be there."""
    try:
        if not Path(os.path.realpath(path)).is_relative_to(root):
            return True
        stems = dict.fromkeys([path, path.with_suffix("")])
        return any(is_there(stem.with_name(stem.name + ending)) for stem in stems for ending in _ENDINGS)
    except (OSError, ValueError):
        return True
