"""Reading: text → `Document`. Nothing of a document is ever executed, and no content makes reading raise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ntdoc.reading.document import Document
from ntdoc.reading.meanings import NONE, Meaning
from ntdoc.source import SharedFile, Source

if TYPE_CHECKING:
    from ntdoc.reading.shared import Shared

__all__ = ["read_document", "read_text"]


def read_document(
    path: Path,
    shown_as: str,
    root: Path | None = None,
    macros: Sequence[SharedFile] = (),
    defined: Mapping[str, Meaning] = NONE,
) -> Document:
    """Read a file: LaTeX if it is called `.tex` or begins with `\\documentclass`, else Markdown.

    `shown_as` is the path that diagnostics name. Files that it includes must lie inside `root`, by default
    the folder of the file. What the files of `macros` define holds from its beginning, and so does what is `defined`.
    Never raises: a file that cannot be read is an empty document with NT101.
    """
    from ntdoc.reading.files import load
    from ntdoc.reading.shared import read_shared

    source, problem = load(path, shown_as)
    if problem is not None:
        form = "latex" if path.suffix.lower() == ".tex" else "markdown"
        return Document(shown_as, path.stem, form, (source,), (), (problem,))
    shared = read_shared(macros)
    if defined:
        shared = replace(shared, macros={**shared.macros, **defined})
    if path.suffix.lower() == ".tex" or source.text.lstrip().startswith("\\documentclass"):
        return _read(source, "latex", shared, path, root)
    return _read(source, "markdown", shared)


def read_text(text: str, shown_as: str, format: str = "markdown", macros: Sequence[SharedFile] = ()) -> Document:
    """Read a text; `format` is `markdown` or `latex`. Never raises."""
    from ntdoc.reading.shared import read_shared

    return _read(Source(shown_as, text), format, read_shared(macros))


def _read(
    source: Source, format: str, shared: Shared, path: Path | None = None, root: Path | None = None
) -> Document:
    # Imported here so that a command loads only the reader that it needs: none to print what is kept.
    if format == "latex":
        from ntdoc.reading.latex import read_latex

        document = read_latex(source, path, root, shared.macros)
    else:
        from ntdoc.reading.markdown import read_markdown

        document = read_markdown(source, shared.macros)
    if not shared.sources:
        return document
    return replace(
        document,
        sources=(*document.sources, *shared.sources),
        diagnostics=(*document.diagnostics, *shared.diagnostics),
        shared=shared.sources,
    )
