"""Reading a file into a `Source`, or saying why it cannot be read."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from ntdoc.diagnostics import Diagnostic
from ntdoc.source import Source, Span

MAX_BYTES = 20_000_000
_overlaid: ContextVar[Mapping[str, str] | None] = ContextVar("overlaid", default=None)


@contextmanager
def overlaid(texts: Mapping[str, str]) -> Iterator[None]:
    """Read these texts in place of the files at their real paths: to try out a change before it is made."""
    token = _overlaid.set(texts)
    try:
        yield
    finally:
        _overlaid.reset(token)


def load(path: Path, shown_as: str) -> tuple[Source, Diagnostic | None]:
    """The text of a file. If it cannot be read, an empty source and NT101. Never raises."""
    problem: str | None = None
    text = ""
    texts = _overlaid.get()
    if texts and (instead := texts.get(os.path.realpath(path))) is not None:
        return Source(shown_as, instead), None
    try:
        if not path.is_file():
            problem = "is not a file" if path.exists() else "does not exist"
        elif path.stat().st_size > MAX_BYTES:
            problem = f"is larger than {MAX_BYTES // 1_000_000} MB"
        else:
            data = path.read_bytes()
            if b"\0" in data:
                problem = "is a binary file"
            else:
                text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problem = f"is not UTF-8 text (byte {error.start + 1})"
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or "cannot be opened"
    if problem is None:
        return Source(shown_as, text), None
    source = Source(shown_as, "")
    return source, Diagnostic("NT101", f"{shown_as} {problem}", Span(source, 0, 0))
