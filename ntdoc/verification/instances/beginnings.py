"""What is said of recurrences over entries that have no values."""

from __future__ import annotations

from ntdoc.evaluation.stops import RunError
from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.said import said_outside
from ntdoc.shapes.judged import Judged
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Recurrence

_AT_ZERO = regex(r"index 0 is out of range\b")


def place(judged: Judged) -> Span:
    """Where it is said what is wrong with the values of a statement: of a recurrence once for all its equations."""
    found = judged.binding
    whole = isinstance(found, Tensor) and isinstance(found.body, Recurrence)
    return found.span if whole and found is not None else judged.span


def _is_only_said(judged: Judged) -> bool:
    """Whether a claim gives a number to an entry that a definition by entries does not reach: `y_{\\ax(0)} = 0`.

    It says what an equation of neighbours, `y_{\\ax(i)} = x_{\\ax(i)} + y_{\\ax(i-1)}`, means at an end.
    """
    left = judged.left
    if judged.kind is not Kind.CLAIM:
        return False
    name = left.body.full_name if isinstance(left, ast.Index) and isinstance(left.body, ast.Symbol) else ""
    own = (use.binding for use in judged.notebook.uses if use.name == name)
    by_entries = any(isinstance(tensor, Tensor) and tensor.indices for tensor in own)
    return by_entries and isinstance(judged.right, ast.Number)


def why_unsaid(judged: Judged) -> str:
    """Why nothing is known of an entry that is out of range: how they go on there is said in words, *modulo `n`*."""
    span, far = judged.role.entry.parsed.span, 3000
    section = sentences.of_section_before(span, far) + span.text + sentences.of_section_behind(span, far)
    if said_outside.go_on(section):
        return "words say how the entries go on beyond the ends"
    return "it is of an entry that the definition does not give" if _is_only_said(judged) else ""


def is_elsewhere(judged: Judged, code: str | None, at: Span | None) -> bool:
    """Whether an index of another statement is out of range: with other sizes it may be in range."""
    own = judged.role.entry.parsed.span
    return code == "NT211" and at is not None and not (at.source is own.source and own.holds_start(at))


def is_told_before(judged: Judged, code: str | None) -> bool:
    """Whether the link before the last one, `X_{\\ax(i)} = E \\in S`, tells what is wrong with the indices of E.

    It knows for which `i` it is said.
    """
    parsed = judged.role.entry.parsed
    return code == "NT211" and isinstance(parsed, ast.Chain) and len(parsed.rest) > 1


def hints(judged: Judged, stop: RunError) -> tuple[str, ...]:
    """What to do where an index is out of range: in a recurrence of which no entry is given by itself, and at 0."""
    found = judged.binding
    from_zero = ("indices begin at 1",) if _AT_ZERO.match(stop.message) else ()
    if not isinstance(found, Tensor) or not isinstance(found.body, Recurrence):
        return from_zero
    if any(place.letter is None for line in found.body.lines for place in line.places):
        return from_zero
    return (f"nothing says where this recurrence begins: give an entry of {found.name} by itself",)
