"""What a theorem says of its names, *for every `c > 0`*, in its proof: there it holds beyond its sentence.

What is said of a letter without a value holds in the items of a list that its sentence opens as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions.proofs import is_of_its_theorem
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names import of_each
from ntdoc.shapes.patterns import names_in

if TYPE_CHECKING:
    from ntdoc.shapes.bindings import Binding

_FAR = 30  # entries of a list
_OPENS_LIST = regex(
    r"(?:[^.;\\]|\\(?!begin\b|end\b|item\b))*[,:]\s*\\begin\s*\{(?:enumerate|itemize)\*?\}"
    r"(?:(?!\\end\s*\{(?:enumerate|itemize)).)*$",
    re.DOTALL,
)


def is_alone(b: Binding, of_name: Sequence[Binding], at: Entry) -> bool:
    """Whether a value that its sentence supposes holds in that alone, as seen from another.

    It does if the theorem of a proof has cases: *if `c > 0`, …, and if `c < 0`*, *if `x = 0`*.
    """
    body = getattr(b, "body", None)  # of a definition
    listed = body is None and _is_listed(b.entry, at)
    if not b.entry.local or not (listed or is_of_its_theorem(b.entry, at)):
        return b.entry.local and not of_each.goes_on(b, of_name, at)
    if listed:
        return False
    if body is not None:
        return b.entry.supposed or not names_in(body)
    others = (getattr(other, "sign", "") for other in of_name if is_of_its_theorem(other.entry, at))
    return len({sign for sign in others if sign}) > 1


def _is_listed(said: Entry, at: Entry) -> bool:
    """Whether a place is in a list that the sentence in which something is said opens: *for all `c > 0`, (a) …*."""
    if said.section != at.section or not 0 < at.index - said.index < _FAR:
        return False
    return _OPENS_LIST.match(sentences.between(said.parsed.span, at.parsed.span)) is not None


def theorem_first(bindings: Sequence[Binding], end: int, at: Entry) -> Iterable[int]:
    """The places of the first so many bindings, the last first; in a proof, before all those that its theorem has."""
    places = range(end - 1, -1, -1)
    return sorted(places, key=lambda i: bindings[i].entry.proves != at.proves) if at.proves else places
