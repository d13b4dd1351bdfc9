"""What is not read because of a slip, it seems: a command near to a known one, an axis in place of a size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.diagnostics import Diagnostic, Edit
from ntdoc.nodes import walk
from ntdoc.reading.document import Document, Mathematics
from ntdoc.reading.macros import vocabulary
from ntdoc.reading.tokens import Kind, Token
from ntdoc.report import Status
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.session import Session
from ntdoc.slips import near
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.axes import KNOWN_COMMANDS
from ntdoc.verification.verdicts import Verdict

_CLOSE = 0.8  # one letter of five
_SHORTEST = 3


def slips(
    session: Session, documents: Sequence[Document], judged: Sequence[Judged], verdicts: Sequence[Verdict]
) -> Iterator[Diagnostic]:
    """NT413 for each command, once, and for each axis; nothing of ordinary notation, whose macros may be anywhere."""
    if not session.axis_spellings:
        return
    own = {spelt[1:] for spelt in session.axis_spellings.values() if spelt.startswith("\\")}
    targets = sorted(own | {name.removeprefix("\\") for name in vocabulary()})
    read = [j.span for j, v in zip(judged, verdicts, strict=True) if v.status is not Status.SKIPPED]
    told: set[str] = set()
    for token in _commands(documents):
        name = token.text
        if name in told or name in own or len(name) < _SHORTEST or any(span.covers(token.span) for span in read):
            continue
        if close := near(name, targets, cutoff=_CLOSE):
            told.add(name)
            yield Diagnostic(
                "NT413", f"nothing defines \\{name}", token.span, hints=(f"did you mean \\{close[0]}?",)
            )
    for j, v in zip(judged, verdicts, strict=True):
        if v.status is Status.SKIPPED:
            yield from (_axis(term) for term in _as_numbers(j) if term.axis.name in session.axis_spellings)


def _commands(documents: Sequence[Document]) -> Iterator[Token]:
    """The commands in formulas that nothing defines, and that LaTeX has not, as far as ntdoc knows."""
    for document in documents:
        for item in document.items:
            for token in item.tokens if isinstance(item, Mathematics) else ():
                if token.kind is Kind.COMMAND and token.text.isalpha() and token.text not in KNOWN_COMMANDS:
                    yield token


def _as_numbers(judged: Judged) -> Iterator[ast.AxisTerm]:
    """Axes where only a number or a tensor can stand."""
    for part in walk(judged.role.entry.parsed):
        match part:
            case ast.Root(radicand):
                found: tuple[ast.Expr | None, ...] = (radicand,)
            case ast.Fraction(above, below):
                found = (above, below)
            case ast.Power(base, exponent):
                found = (base, exponent)
            case ast.BigOperator():
                found = (part.high,)
            case _:
                continue
        yield from (term for term in found if isinstance(term, ast.AxisTerm))


def _axis(term: ast.AxisTerm) -> Diagnostic:
    text = term.span.text.strip()
    start = term.span.start + term.span.text.index(text)
    span = Span(term.span.source, start, start + len(text))
    return Diagnostic(
        "NT413",
        f"{text} is an axis, and no number",
        span,
        hints=(f"did you mean |{text}|, its size?",),
        edits=(Edit(span, f"|{text}|"),),
    )
