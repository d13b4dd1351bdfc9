"""Names of which words alone say what they are, in a way that is not read: what needs one is left out, and no error.

*`U` has shape `\\seq`, and `V` `\\seq \\times \\key`*, *the scale is `s = 1 / \\sqrt{n}`*, where `n` is only spoken of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable
from ntdoc.vocabulary import ANY

_FOR_ALL = regex(rf"\b(?:{ANY})\s+(?:[a-z-]+\s+){{0,2}}(?:\$|\\\()?$", re.IGNORECASE)
_SAYS_AXES = regex(
    r"\b(?:shapes?|axes|indexed\s+by)(?:\s+[a-z]+){0,2},?:?\s*(?:\$|\\\()"  # *the shape is*, *its axes are*
    r"|\b(?:be|is|are|denotes?)\s[^$\\.;]*\b(?:over|along)\s+(?:\$|\\\()"
    r"|(?:\$|\\\()(?:(?!\\\))[^$=])*\\times(?:(?!\\\))[^$=])*(?:\$|\\\))",  # a list of axes
    re.IGNORECASE,
)


def left_out(scope: Scope, judged: Sequence[Judged]) -> None:
    """Leave out the statements in which nothing is wrong but that such names are declared nowhere (NT201)."""
    for j in judged:
        found = j.notebook.diagnostics
        if j.unread is not None or not found or any(d.code != "NT201" for d in found):
            continue
        reasons = [_why(scope, d.message.partition(" ")[0], j.role.entry, d.span) for d in found]
        if all(reasons):
            j.unread = Unreadable(reasons[0], found[0].span)


def _why(scope: Scope, name: str, at: Entry, span: Span) -> str:
    for given in scope.given_in_prose.get(name, ()) if at.display else ():
        spoken = not names_in(given.parsed).isdisjoint(scope.mentioned.keys() - {name})
        if spoken and (given.section == at.section or given.index < at.index):
            return f"{given.parsed.span.line_for(span)} gives {name} by letters that only words explain"
    if any(e.index < at.index for e in _with_its_axes(scope, name)):
        return f"only the words say which axes {name} has"
    mentions = (e.parsed.span for e in scope.mentioned.get(name, ()) if e.index < at.index and not e.display)
    spans = (mention for mention in mentions if not _FOR_ALL.search(sentences.before(mention)))
    says = any(_SAYS_AXES.search(sentences.around(mention)) for mention in spans)
    return f"only the words say which axes {name} has" if says else ""


def _with_its_axes(scope: Scope, name: str) -> Iterator[Entry]:
    """Where words speak of a name that has its axes as scripts: *let `V_{\\seq,\\key}` be a tensor*."""
    for symbol, entries in scope.mentioned.items():
        for entry in entries if symbol.partition("^")[0] == name else ():
            subject = entry.parsed.subjects[0] if isinstance(entry.parsed, ast.Chain) else None
            if isinstance(subject, ast.Symbol) and any(isinstance(part, ast.Axis) for part in walk(subject)):
                yield entry
