"""A display that could not be read: what is plain of it all the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.reading.document import Document, Mathematics
from ntdoc.reading.tokens import Token
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.rows import Piece
from ntdoc.syntax.statements import parse_display, parse_inline


def refused(item: Mathematics, document: Document) -> list[tuple[ast.Parsed, Piece]]:
    """Mathematics that could not be read, of which a diagnostic says why: the rows before what is wrong, which are read
    as any other, and one statement for all the rest. Nothing if it only defines macros.
    """
    diagnostic = next((d for d in document.diagnostics if item.span.holds_start(d.span)), None)
    if diagnostic is None:
        return []
    rows, lefts = item.salvaged
    found = parse_display(rows, item.environment, item.inner) if rows else []
    row = 1 + max((piece.row for _, piece in found), default=-1)
    ends = [parsed.span.end for parsed, _ in found if parsed.span.source is item.inner.source]
    span = Span(item.inner.source, max(ends, default=item.inner.start), item.inner.end)
    names = tuple(dict.fromkeys(name for left in lefts for name in names_of_left(left, item.inner)))
    unread = ast.Unread(diagnostic.message, True, diagnostic.span, span, row, known=True, lefts=names)
    return [*found, (unread, Piece((), row, (), "", False))]


def names_of_left(tokens: Sequence[Token], where: Span) -> Iterator[str]:
    """The names that the left side of a formula is about: tensors, one given by its entries, a function."""
    read = [found for found, _ in parse_inline(tokens, where)]
    if len(read) == 1 and isinstance(chain := read[0], ast.Chain) and not chain.rest:
        for subject in chain.subjects:
            name = name_of_subject(subject)
            if name is not None:
                yield name


def name_of_subject(subject: ast.Operand) -> str | None:
    """The name that one side of a formula is about: `x`, `x_{\\ax(i)}`, `f(x)`."""
    if isinstance(subject, ast.Juxtaposition) and isinstance(subject.factors[-1], ast.Group):
        subject = subject.factors[0] if len(subject.factors) == 2 else subject
    if isinstance(subject, ast.Index):
        subject = subject.body
    return subject.full_name if isinstance(subject, ast.Symbol) else None
