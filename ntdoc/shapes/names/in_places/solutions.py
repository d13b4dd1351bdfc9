"""What an equation is solved by, *solving for `w`, we get `w = E`*, of a `w` that may be any: until steps are taken.

*The update is `w \\leftarrow w - \\eta g`* and *with the step size `\\eta = w / F`* are of any `w` again. At the
solution there would be nothing to update, and whatever is wrong with such a step would hold.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ntdoc.regex import regex
from ntdoc.shapes.document import phrases
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.sentences import before, between
from ntdoc.shapes.patterns import is_update, names_in

if TYPE_CHECKING:
    from ntdoc.shapes.bindings import Binding, Tensor

SOLVING = regex(r"\b(?:solv(?:e|es|ed|ing)|rearrang\w+|isolating|setting|putting|equating)\b", re.IGNORECASE)
_STEPS = regex(
    r"\b(?:updat(?:es?|ing|ed)|step[\s-]*sizes?|learning[\s-]rates?|iterat\w+|descent|(?:gradient|descent|one|each)\s+steps?)\b",
    re.IGNORECASE,
)
_ENDS = regex(r"\A\s*(?:\$\$|\\\])")  # the display that an equation stands in
_DISPLAY = regex(r"\$\$.*?\$\$|\\\[.*?\\\]", re.DOTALL)


def is_left(found: Tensor, at: Entry, bindings: Sequence[Binding]) -> bool:
    """Whether a value is such a solution, and the text takes steps between it and an entry, or with the entry."""
    own = found.entry
    if own.index >= at.index or own.companion != at.companion or own.local or is_update(own.parsed):
        return False
    first = bindings[0]
    if first.entry.index >= own.index or first.entry.section != own.section or hasattr(first, "body"):
        return False
    if not names_in(found.body):
        return False  # *we set the bias to zero, `b = 0`*
    said = before(own.parsed.span, across=own.display)
    if not (SOLVING.search(said) or phrases.SOLVES.search(said)):
        return False
    return takes_steps(own, at)


def takes_steps(solved: Entry, at: Entry) -> bool:
    """Whether a text takes steps behind an equation that is solved, or its solution, and up to an entry."""
    text = _DISPLAY.sub(" ", _ENDS.sub("", between(solved.parsed.span, at.parsed.span)))
    return is_update(at.parsed) or _STEPS.search(text) is not None
