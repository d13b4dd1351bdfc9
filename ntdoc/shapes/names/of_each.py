"""Names that a sentence introduces for each thing of a kind, *each token `x \\in S` is sent to …*.

What is said of all holds in its sentence; but where the paragraph goes on with the name, it is that, and not one of
an earlier section. So it is behind *if `x \\in S` is an input*, where the axes tell that it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.source import Span
from ntdoc.syntax.ast import Axis, Matrix
from ntdoc.vocabulary import ANY

if TYPE_CHECKING:
    from ntdoc.shapes.bindings import Binding

_NOUN = regex(
    rf"\b(?:{ANY})\s+(?!(?:of|such|these|those|other)\b)(?:[a-z-]+\s+){{1,3}}(?:\$|\\\()?\s*$", re.IGNORECASE
)
_WHERE = regex(r"\bwhere\s+(?:\$|\\\()?\s*$", re.IGNORECASE)
_IS = regex(
    r"\b(?:each|every)\s+(?:[a-z-]+\s+){1,3}?(?:is|equals|becomes|(?:reduces|collapses)\s+to)\b[^.;:$\\]*"
    r"(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)


def is_said_of_each(span: Span) -> bool:
    """Whether an equation says what each slice of a name is: *each output is the mean, `Y = \\nfun{\\seq}{mean} V`*."""
    return _IS.search(sentences.before(span)) is not None


def goes_on(b: Binding, of_name: Sequence[Binding], at: Entry) -> bool:
    """Whether a statement behind the sentence, in its paragraph, is of the name that it introduces for each."""
    said = b.entry
    if not (axes := _axes(b)) or said.section != at.section or not said.index < at.index:
        return False
    others = [other for other in of_name if other.entry.index < said.index and not other.entry.local]
    if not others:
        return False
    first, second = said.parsed.span, at.parsed.span
    if not sentences.are_in_one_thought(first, second, goes_on=True, leads=True):
        return False
    there, named = _axes(others[-1]), {part.name for part in walk(at.parsed) if isinstance(part, Axis)}
    elsewhere, before = all(other.entry.section != said.section for other in others), sentences.before(first)
    if elsewhere and _NOUN.search(before) is not None:
        return not _is_of(there, axes, named)
    if _WHERE.search(before) is not None:  # *if `f(x) = x^2` where `x \\in S`*, of the letter of a function
        return False
    if any(axes in (_axes(other), _written_axes(other)) for other in others):
        return False  # *if `A \\in S` is the example above*
    return _is_of(axes, there, named)  # *if `x \\in S` is an input*, *it sends every `x \\in S` to its score*


def _is_of(one: frozenset[str], other: frozenset[str], named: set[str]) -> bool:
    """Whether a statement names an axis that only one set has, and none that only the other one has."""
    return not named.isdisjoint(one - other) and named.isdisjoint(other - one)


def _axes(b: Binding) -> frozenset[str]:
    """The axes of the set that a declaration puts a name in."""
    return frozenset(sized.axis.name for sized in getattr(b, "along", ()))


def _written_axes(b: Binding) -> frozenset[str]:
    """The axes of an array that is written out, and of the set that its own equation puts a value in."""
    body, stated = getattr(b, "body", None), getattr(b, "stated", None)
    if stated is not None:
        return frozenset(sized.axis.name for sized in stated.shape.axes)
    named = walk(body) if isinstance(body, Matrix) else ()
    return frozenset(part.name for part in named if isinstance(part, Axis))
