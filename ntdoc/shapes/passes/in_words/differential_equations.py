"""*Euler's method for `h' = f(h)`*, *the flow `x' = v(x)`*: in a sentence about differential equations no definition.

The prime is a derivative by time, of a function that nothing else writes, and no new name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast

_OF_TIME = regex(
    r"\b(?:differential\s+equations?|ODEs?|flows?|dynamics|dynamical\s+systems?|initial[\s-]+value\s+problems?"
    r"|(?:Euler|Runge|Heun)\b[^.;:$]*|(?:integrat|solv|discreti[sz])[a-z]*(?:\s+the\s+(?:system|equation))?)"
    r"(?:\s+(?:of|for|the|given\s+by|is|system|equation))*\s*(?:,\s*)?(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_REASON = "a differential equation"


def left_out(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such equations are not read."""
    return [entry.not_read(_REASON) if _is_of_time(entry) else entry for entry in entries]


def _is_of_time(entry: Entry) -> bool:
    parsed = entry.parsed
    if entry.display or not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1:
        return False
    left, (relation, right) = parsed.subjects[0], parsed.rest[0]
    if relation.kind != "eq" or not isinstance(left, ast.Symbol) or not left.full_name.endswith("'"):
        return False
    own = left.full_name.rstrip("'") in names_in(right)
    return own and _OF_TIME.search(sentences.before(parsed.span)) is not None
