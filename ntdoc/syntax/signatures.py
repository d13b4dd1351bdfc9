"""Signatures, `f \\colon A \\to B`, and what is written loosely for one, `f \\in A \\mapsto B` with two sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.reading.tokens import Token
from ntdoc.source import Span
from ntdoc.syntax.ast import Expr, Operand, Signature
from ntdoc.syntax.cursor import Cursor, Unreadable, spanned, split_commas
from ntdoc.syntax.domains import tensor_sets
from ntdoc.syntax.expressions import expression, operator_alone
from ntdoc.syntax.relations import top_level, top_relations
from ntdoc.syntax.symbols import ARROWS, MAPS

_ARROWS = ARROWS | MAPS
_COLONS = ("colon", ":")
_BEGIN = ("in", *_COLONS)
_USUAL = {(colon, arrow) for colon in _COLONS for arrow in ARROWS}


def signatures(tokens: Sequence[Token], span: Span) -> tuple[Signature, ...]:
    """A signature, or one for each function in `f, g \\colon A \\to B`; none if it is no signature."""
    texts = {token.text for token in tokens}
    if texts.isdisjoint(_BEGIN) or (texts.isdisjoint(_COLONS) and texts.isdisjoint(_ARROWS)):
        return ()
    top = top_level(tokens)
    if (loose := _loosely_written(tokens, top, span)) is not None:
        return loose
    if texts.isdisjoint(_COLONS):
        return ()
    signs = {i for at, _, _, end in top_relations(tokens) for i in range(at, end)}  # of `:=` and `=:`
    colon = next((i for i in top if tokens[i].text in _COLONS and i not in signs), None)
    if colon is None:
        return ()
    arrow = next((i for i in top if i > colon and tokens[i].text in ARROWS), None)
    if arrow is None:
        raise Unreadable("a colon that begins no signature", tokens[colon].span)
    return _signed(tokens, colon, arrow, span)


def _loosely_written(tokens: Sequence[Token], top: Sequence[int], span: Span) -> tuple[Signature, ...] | None:
    """`f \\in A \\mapsto B` and `f \\colon A \\mapsto B`, between two sets, are meant as `f \\colon A \\to B`.

    It is None of any other, as of `x \\in A \\mapsto x^2`.
    """
    arrow = next((i for i in top if tokens[i].text in _ARROWS), None)
    begin = next((i for i in top if tokens[i].text in _BEGIN), None)
    if arrow is None or begin is None or begin > arrow or (tokens[begin].text, tokens[arrow].text) in _USUAL:
        return None
    try:
        found = _signed(tokens, begin, arrow, span)
    except Unreadable:
        return None
    sets = [s for signature in found for s in (*signature.arguments, signature.result)]
    return found if all(s.shape.axes or s.base.kind != "named" for s in sets) else None  # `x \\in A \\mapsto n`


def _signed(tokens: Sequence[Token], begin: int, arrow: int, span: Span) -> tuple[Signature, ...]:
    """Signatures of what stands before a colon, with the sets on both sides of an arrow."""
    subjects = [_subject(Cursor(part, span)) for part in split_commas(tokens[:begin]) or [[]]]
    arguments = tensor_sets(Cursor(tokens[begin + 1 : arrow], span))
    results = tensor_sets(Cursor(tokens[arrow + 1 :], span))
    if len(results) != 1:
        raise Unreadable("a function with several results", spanned(tokens[arrow + 1 :], span))
    spans = spans_of(span, subjects)
    return tuple(Signature(s, arguments, results[0], at) for s, at in zip(subjects, spans, strict=True))


def _subject(cursor: Cursor) -> Expr:
    """What a signature is of: a name, or an operator, with holes `\\mathord- \\ndot{\\ax} \\mathord-` or alone."""
    if (operator := operator_alone(cursor)) is not None:
        return operator
    if cursor.at_text("[") or not cursor.at_text("-", "+"):
        found = expression(cursor)
        if cursor.done:
            return found
    raise Unreadable("ntdoc does not read what this signature is of", cursor.here)


def spans_of(span: Span, subjects: Sequence[Operand]) -> Iterator[Span]:
    """The spans of the statements that one formula makes of several subjects: each has its own."""
    for number, subject in enumerate(subjects):
        yield Span(span.source, subject.span.start if number else span.start, span.end)
