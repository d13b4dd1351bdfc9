"""What the words beside a formula call it: `Q \\odot K` *is a dot product*, which would sum over an axis."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ntdoc.diagnostics import Diagnostic
from ntdoc.regex import regex
from ntdoc.report import Kind, Status
from ntdoc.shapes.judged import Judged
from ntdoc.syntax import ast
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import sentence
from ntdoc.vocabulary import NOT, THEN

_DOT_PRODUCT = regex(
    r"\s*(?:\$|\\\))?\s*is\s+(?:just\s+|simply\s+|also\s+)?(?:an?|the|their)\s+(?:dot|inner|scalar)[\s-]products?\b"
)
_DOUBT = regex(
    rf"\b(?:{NOT}|if|were|wrong|errors?|mistakes?|nonsense|sum\w*|total\w*|trace|integra\w*|contract\w*|reduc\w*|add\w*"
    r"|mean|average\w*|expectation|entr(?:y|ies)|element\w*|entrywise|pointwise|componentwise|only|call\w*|name[ds]?|general\w*"
    r"|values?|up to|before|once|after)\b|n't\b",
    re.IGNORECASE,
)  # the words say that it is not so, or of what is made of it
_SUBJECT = regex(
    rf"(?:^|[,;:.]|\b(?:that|and|{THEN}|here|now|because|since|where|expression|product))\s*(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_PRODUCT_OF = regex(  # of formulas, and of nothing that words say besides
    r"\b(?:dot|inner|scalar)[\s-]products?\s+of"
    r"(?:\s|,|and\b|with\b|two\b|three\b|the\b|vectors\b|tensors\b|can\b|may\b|also\b|\$[^$]*\$|\\\(.*?\\\))*"
    r"\b(?:is|equals|be\s+written\s+as)\s*(?:\$|\\\()?\s*$"
)
_PAUSE = regex(r"[,;:]")
_BY_ENTRIES = frozenset(["odot", "circ", "otimes", "⊙", "∘"])


def report(judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Warn of expressions that are called a dot product and are none (NT305): of two tensors with an axis in common."""
    for j, v in zip(judged, verdicts, strict=True):
        if j.kind is not Kind.EXPRESSION or j.role.entry.display or v.status is not Status.EVALUATED:
            continue
        operands = _by_entries(j.role.entry.parsed)
        before, after = sentence(j.span)
        if _PRODUCT_OF.search(before) and not _DOUBT.search(before + _PAUSE.split(after)[0]) and _is_of_vectors(j):
            message = f"an inner product of vectors along one axis is a number, and {j.span.text} has this axis"
            v.diagnostics = [*v.diagnostics, Diagnostic("NT305", message, j.span, label="no inner product")]
            continue
        if operands is None or not _SUBJECT.search(before) or not _DOT_PRODUCT.match(after):
            continue
        if _DOUBT.search(before + _PAUSE.split(after)[0]):
            continue
        shapes = {use.span: use.typed.shape for use in j.notebook.uses if use.typed is not None}
        one, other = ({*(shapes.get(operand.span) or ())} for operand in operands)
        if one & other:
            message = f"a dot product sums over an axis, and {j.span.text} has all axes of both"
            v.diagnostics = [*v.diagnostics, Diagnostic("NT305", message, j.span, label="no dot product")]


def _is_of_vectors(judged: Judged) -> bool:
    """Whether all that a formula is made of is of one axis, as is what it gives."""
    shapes = [{*(use.typed.shape or ())} for use in judged.notebook.uses if use.typed is not None]
    own = {*(judged.value.shape or ())} if judged.value is not None else set()
    return len(own) == 1 and len(shapes) > 1 and all(shape == own for shape in shapes)


def _by_entries(parsed: ast.Parsed) -> tuple[ast.Symbol, ast.Symbol] | None:
    """The two tensors of a sum, or of a product of entries, if a formula is just that."""
    match parsed:
        case ast.Chain(subjects=(whole,), rest=()):
            match whole:
                case ast.Sum(terms=((1, ast.Symbol() as one), (_, ast.Symbol() as other))):
                    return one, other
                case ast.Product(first=ast.Symbol() as one, rest=((by, ast.Symbol() as other),)):
                    return (one, other) if by.kind == "times" and by.symbol in _BY_ENTRIES else None
    return None
