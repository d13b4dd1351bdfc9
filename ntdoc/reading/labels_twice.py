r"""A `\label` that stands twice in a document: what refers to it can mean one of the two only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.regex import regex
from ntdoc.source import Source, Span

_LABEL = regex(r"\\label\s*\{\s*([^{}#\\]*[^{}#\\\s])\s*\}")  # written out: those of macros may be any
_OR_ELSE = regex(r"\\(?:else|or|fi)(?![A-Za-z])|\\only(?![A-Za-z])")


def twice(pieces: Iterable[tuple[Source, int, str]]) -> Iterator[Diagnostic]:
    """NT112 for each label that stands in these pieces of sources a second time, other than in another branch.

    A piece is told by where it starts. One file that is included twice has its labels once.
    """
    first: dict[str, Span] = {}
    told: set[str] = set()
    for source, start, text in pieces:
        branches = [found.start() for found in _OR_ELSE.finditer(text)]
        for match in _LABEL.finditer(text):
            label = match[1]
            span = Span(source, start + match.start(1), start + match.end(1))
            before = first.setdefault(label, span)
            if before == span or label in told or any(at < match.start() for at in branches):
                continue
            told.add(label)
            related = (Related(before, "the first one"),)
            message = f"the label `{label}` stands twice, and what refers to it can mean one of the two only"
            yield Diagnostic("NT112", message, span, "the second one", related=related)
