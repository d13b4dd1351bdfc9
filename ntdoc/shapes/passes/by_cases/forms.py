"""What the letters of a form are, where a sentence says that something is of it.

*This is of the form `s_t = a_t s_{t-1} + b_t` with `a_t = 1 - g_t` and `b_t = g_t y_t`* gives two letters a meaning
that lasts, although a form alone, *of the form `x = a y`*, binds its letters in its sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import equated, names_in
from ntdoc.syntax.ast import Chain
from ntdoc.vocabulary import ADVERB

_IS_OF_FORM = regex(
    rf"\b(?:is|are|be|has|have|takes?|gets?)\s+(?:(?:{ADVERB}|all|both|just)\s+)?"
    r"(?:(?:an?\s+[a-z]+|one|some)\s+)?(?:of\s+)?the\s+(?:[a-z]+\s+)?form\s+(?:\$|\\\()?\s*$"
)
_GIVES = regex(  # …, *where*, *with coefficients*, and formulas before this one
    r"\b(?:with|where|in which)\s+(?:[a-z-]+\s+){0,3}(?:\$[^$]*\$\s*(?:,|and|\s)\s*)*(?:\$|\\\()?$"
)


def lasting(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, of which those that say what is in a form do not hold in their sentence alone."""
    forms: dict[int, frozenset[str]] = {}  # the names in the form that each sentence speaks of
    found = []
    for entry in entries:
        parsed = entry.parsed
        if entry.local and not entry.display and isinstance(parsed, Chain):
            if equated(parsed) in forms.get(entry.sentence, ()) and _GIVES.search(sentences.before(parsed.span)):
                entry = replace(entry, local=False, assumed=False)
            elif _IS_OF_FORM.search(sentences.before(parsed.span)):
                forms[entry.sentence] = names_in(tuple(side for _, side in parsed.rest))
        found.append(entry)
    return found
