"""Names that a sentence introduces for each thing of a kind, *each token `x \\in S` is sent to …*.

What is said of all holds in its sentence; but where the paragraph goes on with the name, it is that, and not one of
an earlier section.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax.ast import Axis

if TYPE_CHECKING:
    from ntdoc.shapes.scope import Binding

_NOUN = re.compile(
    r"\b(?:any|every|each|all)\s+(?!(?:of|such|these|those|other)\b)(?:[a-z-]+\s+){1,3}(?:\$|\\\()?\s*$", re.IGNORECASE
)


def goes_on(b: Binding, of_name: Sequence[Binding], at: Entry) -> bool:
    """Whether a statement behind the sentence, in its paragraph, is of the name that it introduces for each."""
    said = b.entry
    if not (axes := _axes(b)) or said.section != at.section or not said.index < at.index:
        return False
    others = [other for other in of_name if other.entry.index < said.index and not other.entry.local]
    if not others or any(other.entry.section == said.section for other in others):
        return False
    first, second = said.parsed.span, at.parsed.span
    if not sentences.are_in_one_thought(first, second, goes_on=True, leads=True):
        return False
    return _NOUN.search(sentences.before(first)) is not None and not _is_of(others[-1], axes, at)


def _is_of(earlier: Binding, axes: frozenset[str], at: Entry) -> bool:
    """Whether a statement has an axis that only the name of an earlier section has, and none that only this one has."""
    there, named = _axes(earlier), {part.name for part in walk(at.parsed) if isinstance(part, Axis)}
    return not named.isdisjoint(there - axes) and named.isdisjoint(axes - there)


def _axes(b: Binding) -> frozenset[str]:
    """The axes of the set that a declaration puts a name in."""
    return frozenset(sized.axis.name for sized in getattr(b, "along", ()))
