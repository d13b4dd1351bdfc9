r"""`\ref` and `\eqref` of a Markdown page, held against the labels that it has. Those of other pages it cannot name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ntdoc.diagnostics import Diagnostic
from ntdoc.reading.document import Item, Mathematics, Prose
from ntdoc.reading.labels_twice import twice
from ntdoc.reading.references import lost
from ntdoc.regex import regex
from ntdoc.source import Source, Span

_REFERENCE = regex(r"\\(?:eq)?ref\s*\{\s*([^{}#\\\s][^{}#\\]*?)\s*\}")
# In mathematics; of MyST, as an option and as a target; and as an attribute of HTML, Pandoc and Quarto.
_LABEL = regex(
    r"\\label\s*\{\s*([^{}]*?)\s*\}|:(?:label|name):[ \t]*(\S+)|^[ \t]*\(([^()\n]+)\)="
    r"|\bid=[\"']?([^\s\"'>}]+)|\{#([^\s{}]+)",
    re.MULTILINE,
)


def unresolved_in(source: Source, items: Iterable[Item]) -> Iterator[Diagnostic]:
    """Warnings of references to nothing (NT109), one note on a page without labels; and of labels twice (NT112)."""
    labels = {next(filter(None, match.groups()), "") for match in _LABEL.finditer(source.text)}
    items = [item for item in items if item.span.source is source]
    formulas = (item for item in items if isinstance(item, Mathematics) and item.labels)
    yield from twice((source, item.span.start, item.span.text) for item in formulas)
    referred = []
    for item in items:
        if isinstance(item, Mathematics | Prose):
            text = item.text if isinstance(item, Prose) else item.span.text
            for match in _REFERENCE.finditer(text):
                start = item.span.start + match.start(1)
                referred.append((match[1], Span(source, start, start + len(match[1]))))
    yield from lost(referred, labels, whole=bool(labels))
