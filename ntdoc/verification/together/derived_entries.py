"""Entries of a derivative, `[\\frac{\\partial f(X)}{\\partial X^*}]_{s^*,t} = \\frac{\\partial f(X)_t}{\\partial X_s}`.

They are the derivatives of the entries: both sides are one fraction but for the indices. The indices are those that the
bracket has, each of them once, and where the bracket is by `X^*` one of them is `s^*`, as the axes of `X^*` have stars.
Such an equation is often not run, as the letters are records; these three it must fulfil in any case.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ntdoc.diagnostics import Diagnostic
from ntdoc.reading.tokens import Kind, Token, end_of_group
from ntdoc.report import Status
from ntdoc.shapes.judged import Judged
from ntdoc.source import Span
from ntdoc.verification.lints.lists import unspaced
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import is_denied

_MARKS = frozenset(["*", "ast", "star", "dagger", "ddagger", "†", "‡"])


class _Part(NamedTuple):
    """A side without what is said of entries: the rest, the letters of subscripts, and the marks, as `*`."""

    bare: tuple[Token, ...]
    indices: tuple[Token, ...]
    marks: Counter[str]


def report(judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Warn of such equations that are skipped and cannot be meant as they stand (NT407, NT410)."""
    for j, v in zip(judged, verdicts, strict=True):
        tokens = j.role.entry.piece.tokens
        if v.status is Status.SKIPPED and j.role.entry.display and sum(t.text == "partial" for t in tokens) >= 4:
            found = tuple(_wrong(unspaced(tokens), j.role.entry.parsed.span))
            if found and not is_denied(j.span):
                v.diagnostics = [*v.diagnostics, *found]


def _wrong(tokens: Sequence[Token], span: Span) -> Iterator[Diagnostic]:
    close = _closing(tokens)
    texts = [t.text for t in tokens]
    if close is None or close + 2 >= len(tokens) or tokens[close + 1].kind is not Kind.SUB or texts.count("=") != 1:
        return
    equals = texts.index("=")
    body, left, right = _part(tokens[1:close]), _part(tokens[close + 1 : equals]), _part(tokens[equals + 1 :])
    if body is None or left is None or right is None or left.bare or body.indices or right.marks:
        return
    if not len(left.indices) == len(right.indices) == [t.text for t in body.bare].count("partial"):
        return  # of which one is in the numerator, as is the index of the value
    if [t.kind for t in body.bare] != [t.kind for t in right.bare]:
        return
    written = Counter(t.text for t in (*body.bare, *left.indices, *right.bare, *right.indices))
    differ = [(a, b) for a, b in zip(body.bare, right.bare, strict=True) if a.text != b.text]
    if len(differ) == 1 and all(t.text.isalpha() and len(t.text) == 1 for t in differ[0]):
        one, other = sorted(differ[0], key=lambda t: -written[t.text])
        if written[other.text] > 1 or written[one.text] > 2:
            message = f"the derivative has {one.text} on one side, and {other.text} in its place on the other"
            yield Diagnostic("NT410", message, differ[0][1].span, label=f"not {differ[0][0].text}")
        return
    if differ:
        return
    here, there = (sorted(t.text for t in part.indices) for part in (left, right))
    if here != there:
        alone = min(Counter(here) - Counter(there) or Counter(here))
        message = f"{alone} is an index on the left, and those on the right are {', '.join(there)}"
        yield Diagnostic("NT407", message, span, label="not the same indices")
    elif left.marks != body.marks:
        has, want = (" ".join(sorted(part.marks.elements())) or "none" for part in (left, body))
        message = f"the marks of the indices are {has}, and of what the derivative is by {want}"
        yield Diagnostic("NT410", message, span, label="a mark is missing")


def _closing(tokens: Sequence[Token]) -> int | None:
    """Where the bracket closes that a formula begins with."""
    depth = 0
    for at, token in enumerate(tokens):
        depth += (token.text == "[") - (token.text == "]")
        if depth == 0:
            return at if at else None
    return None


def _part(tokens: Sequence[Token]) -> _Part | None:
    """What a side is without subscripts and marks; None if a subscript is no list of letters."""
    bare: list[Token] = []
    indices: list[Token] = []
    marks: Counter[str] = Counter()
    at = 0
    while at < len(tokens):
        token = tokens[at]
        end = _end(tokens, at + 1)
        inner = [t for t in tokens[at + 1 : end] if t.kind not in (Kind.OPEN, Kind.CLOSE)]
        if token.kind is Kind.SUP and inner and all(t.text in _MARKS for t in inner):
            marks.update(t.text for t in inner)
            at = end
        elif token.kind is Kind.SUB:
            for one in inner:
                if one.text in _MARKS:
                    marks[one.text] += 1
                elif one.kind is Kind.CHAR and one.text.isalpha():
                    indices.append(one)
                elif one.kind is not Kind.SUP and one.text != ",":
                    return None
            at = end
        else:
            if token.kind not in (Kind.OPEN, Kind.CLOSE) and token.text not in (".", ","):
                bare.append(token)
            at += 1
    return _Part(tuple(bare), tuple(indices), marks)


def _end(tokens: Sequence[Token], start: int) -> int:
    """The end of one argument, in braces or without."""
    return min(end_of_group(tokens, start) + 1, len(tokens))
