"""Reading a file into a `Source`, or saying why it cannot be read."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

from ntdoc.diagnostics import Diagnostic
from ntdoc.source import Source, Span

MAX_BYTES = 20_000_000
_SEEN = 500  # letters that tell in what bytes a text is saved
_overlaid: ContextVar[Mapping[str, str] | None] = ContextVar("overlaid", default=None)
_noted: ContextVar[dict[tuple[str, str | None], str | None] | None] = ContextVar("noted", default=None)


class Seen(NamedTuple):
    """A file that was looked for, and its content in short; None if it was not there, or no text."""

    path: str
    shown_as: str | None  # None where it was only asked whether there is such a file
    digest: str | None


@contextmanager
def noting() -> Iterator[list[Seen]]:
    """Note every file that is read or looked for. The list is complete at the end."""
    noted: dict[tuple[str, str | None], str | None] = {}
    seen: list[Seen] = []
    token = _noted.set(noted)
    try:
        yield seen
    finally:
        _noted.reset(token)
        seen.extend(Seen(*asked, digest) for asked, digest in noted.items())


def look_again(seen: Iterable[Seen]) -> tuple[Source | None, ...] | None:
    """The sources of files that were seen once, None for those only looked for; None if one of them is changed."""
    sources: list[Source | None] = []
    with noting() as now:
        for path, shown_as, _ in seen:
            if shown_as is None:
                is_there(Path(path))
                sources.append(None)
            else:
                sources.append(load(Path(path), shown_as)[0])
    return tuple(sources) if now == list(seen) else None


def is_there(path: Path) -> bool:
    """Whether there is such a file."""
    there = path.is_file()
    _note(path, None, "" if there else None)
    return there


def _note(path: Path, shown_as: str | None, digest: str | None) -> None:
    noted = _noted.get()
    if noted is not None:
        noted[os.path.abspath(path), shown_as] = digest


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
    hints: tuple[str, ...] = ()
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
                problem = "is text in UTF-16: save it as UTF-8" if _is_utf_16(data) else "is a binary file"
            else:
                text = data.decode("utf-8-sig")
                _note(path, shown_as, hashlib.sha256(data).hexdigest())
    except UnicodeDecodeError as error:
        problem = f"is not UTF-8 text (byte {error.start + 1})"
        hints = (f"if it is Latin-1, this makes UTF-8 of it: iconv -f latin1 -t utf-8 {path.name} > new{path.suffix}",)
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or "cannot be opened"
    if problem is None:
        return Source(shown_as, text), None
    _note(path, shown_as, None)
    source = Source(shown_as, "")
    return source, Diagnostic("NT101", f"{shown_as} {problem}", Span(source, 0, 0), hints=hints)


def _is_utf_16(data: bytes) -> bool:
    """Whether bytes with zeros among them are text as some editors save it, two bytes for a letter."""
    marked = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    start = data[: 2 * _SEEN]  # without a mark every other byte of plain letters is a zero
    return marked or any(start[i::2].count(0) > 0.8 * len(start[i::2]) and 0 not in start[1 - i :: 2] for i in (0, 1))
