"""What rows define that cannot be read: who uses it lacks a value, and no declaration."""

from __future__ import annotations

from ntdoc.reading.tokens import Kind
from ntdoc.shapes.entries import Entry
from ntdoc.syntax import ast
from ntdoc.syntax.statements import parse_inline

_DEFINES = frozenset(["=", "coloneqq", "triangleq", "equiv", "leftarrow", "in"])


def defined(entry: Entry) -> str | None:
    """The name on the left side of a row of a display that cannot be read, as in `H = …` and `f(X) = …`."""
    tokens = [t for t in entry.piece.tokens if not (t.kind is Kind.CHAR and t.text == "&")]
    place = next((i for i, t in enumerate(tokens) if t.text in _DEFINES), 0)
    if not isinstance(entry.parsed, ast.Unread) or not entry.display or not place:
        return None
    left = [parsed for parsed, _ in parse_inline(tokens[:place], entry.parsed.span)]
    if len(left) != 1 or not isinstance(chain := left[0], ast.Chain) or chain.rest or len(chain.subjects) != 1:
        return None
    subject = chain.subjects[0]
    if isinstance(subject, ast.Juxtaposition) and isinstance(subject.factors[-1], ast.Group):
        subject = subject.factors[0] if len(subject.factors) == 2 else subject
    if isinstance(subject, ast.Index):
        subject = subject.body
    return subject.full_name if isinstance(subject, ast.Symbol) else None
