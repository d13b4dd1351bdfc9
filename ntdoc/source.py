"""Positions. Lines and columns are computed here and nowhere else.

A `Source` is the text of one file exactly as it was decoded (CRLF kept, no normalisation), so that an offset into it
is an offset into the author's file. Everything that ntdoc ever reports carries a `Span` of a `Source`.
"""

from __future__ import annotations

import posixpath
from bisect import bisect_right
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from ntdoc.regex import regex

_LINE_END = regex(r"\r\n|\n|\r")


class Source:
    """The text of one file, and the path by which the user knows it."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.uncommented = text  # the same, with blanks for comments
        self.words = text  # and for the keys of labels and references: sentences are read in this
        self.folder = posixpath.dirname(path)  # that its readers know files from: of a part that of its document

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    def position(self, offset: int) -> tuple[int, int]:
        """The 1-based line and column (in characters) of an offset."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a 1-based line, without its line end."""
        starts = self._line_starts
        end = starts[line] if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end].rstrip("\r\n")

    def __repr__(self) -> str:
        return f"Source({self.path!r})"


class SharedFile(NamedTuple):
    """A file that every document of a project is read with; what it includes lies in the folder `root`."""

    path: Path
    shown_as: str
    root: Path


class Span(NamedTuple):
    """The characters `start` up to, not including, `end` of a source."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def end_line(self) -> int:
        return self.source.position(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column just after the last character."""
        return self.source.position(self.end)[1]

    def covers(self, other: Span) -> bool:
        """Whether another span lies in this one as a whole."""
        return other.source is self.source and self.start <= other.start and other.end <= self.end

    def holds_start(self, other: Span) -> bool:
        """Whether another span begins in this one, or if this one is empty, at it."""
        return other.source is self.source and self.start <= other.start < max(self.end, self.start + 1)

    def line_for(self, reader: Span) -> str:
        """The line as somebody who reads another span is told it: `line 12`, or `line 12 of b.tex`."""
        file = self.file_for(reader)
        return f"line {self.line} of {file}" if file else f"line {self.line}"

    def file_for(self, reader: Span) -> str:
        """The file, as seen from the folder of another span's document; nothing if both are in the same file."""
        if self.source.path == reader.source.path:
            return ""
        return posixpath.relpath(self.source.path, reader.source.folder or ".")

    def to(self, other: Span) -> Span:
        """The smallest span that covers both; of two files, the first."""
        if other.source is not self.source:
            return self
        start = self.start if self.start < other.start else other.start
        return Span(self.source, start, self.end if self.end > other.end else other.end)
