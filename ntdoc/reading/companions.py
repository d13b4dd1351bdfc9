"""Companion files: what stands beside a document, `paper.ntdoc.md` beside `paper.tex`, and is read with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ntdoc.reading import read_document
from ntdoc.reading.document import Document
from ntdoc.reading.files import is_there
from ntdoc.source import SharedFile

COMPANIONS = (".ntdoc.md", ".ntdoc.tex")


def companions_of(document: Document, path: Path, macros: Sequence[SharedFile] = ()) -> tuple[Document, ...]:
    """The companion files beside a document, read with its macros; what is wrong in the `macros` is said with it."""
    companions = []
    for ending in COMPANIONS:
        beside = path.with_name(path.stem + ending)
        if is_there(beside):
            there = str(Path(document.path).with_name(beside.name).as_posix())
            companion = read_document(beside, there, macros=macros, defined=document.macros)
            own = tuple(d for d in companion.diagnostics if d.span.source not in companion.shared)
            companions.append(replace(companion, diagnostics=own))
    return tuple(companions)
