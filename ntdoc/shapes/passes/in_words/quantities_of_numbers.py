"""*At a dropout rate `a` of `0.1`*, or *a batch size `B` of `32`*: the number that a quantity has, as in `a = 0.1`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.syntax import ast

_QUANTITY = regex(  # and not *the mean `m` of `3` numbers*
    r"\b(?:rate|size|width|height|depth|length|dimension|temperature|probability|factor|scale|number|ratio|threshold"
    r"|coefficient|momentum|constant|level|strength|stride|radius|bandwidth|margin|budget|period|penalty|decay)"
    r"\s+(?:\$|\\\()\s*$",
    re.IGNORECASE,
)
_OF = regex(r"\s*(?:\$|\\\))\s+of\s+(?:(?:about|only|just)\s+)?(?:\$|\\\()\s*")
_UNIT = regex(r"\s*(?:\\?%|(?:\$|\\\))\s*(?:\\?%|percent|per\s+cent|[kMG]\b|thousand|million|billion))")


def as_equations(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such words are equations, in the place of the letter."""
    found, numbers = list(entries), set[int]()
    for place, (entry, behind) in enumerate(pairwise(entries)):
        letter, number = alone(entry), alone(behind)
        if not isinstance(letter, ast.Symbol) or letter.axes or letter.under or letter.sub or letter.sup:
            continue
        if not isinstance(number, ast.Number) or entry.display or entry.cell or entry.negated:
            continue
        one, other = entry.parsed.span, behind.parsed.span
        if not _QUANTITY.search(sentences.before(one)) or not _OF.fullmatch(sentences.between(one, other)):
            continue
        if _UNIT.match(sentences.after(other)):
            continue
        equal = ast.Relation("eq", "=", one._replace(start=one.end))
        chain = ast.Chain((letter,), ((equal, number),), (0, 0), (), one)
        found[place] = replace(entry, parsed=chain, scalar="", counts=False)
        numbers.add(place + 1)
    return [entry for place, entry in enumerate(found) if place not in numbers]
