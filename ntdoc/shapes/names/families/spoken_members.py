"""Members that a sentence gives a short name in passing: *the density of `y = x_{t-1}` given `x_0`*.

At no index in particular it is no value, and *let `y \\in S`* behind it says of which `y` the formulas speak.
"""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.names.in_places.own_clauses import is_replaced
from ntdoc.syntax import ast
from ntdoc.vocabulary import ANY, LET, SUPPOSE

_POSES = regex(
    rf"\b(?:{LET}|for|given|{ANY}|{SUPPOSE})\s+(?:(?:an?|some|any|all|every)\s+)?"
    rf"(?:(?:vectors?|tensors?|matrix|matrices|numbers?)\s+)?(?:{sentences.FORMULA}\s*(?:,\s*(?:and\s*)?|and\s*))*"
    r"(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)


def is_let_anew(found: Tensor, entry: Entry) -> bool:
    """Whether *let* declares what a sentence has named so, and did not let be, set or define.

    In another exercise than that which defines it, *let `x \\in S`*, *for `x \\in S`* and the like declare another `x`,
    and so does *let `x \\in S`* in another paragraph than the numbers of an example, *let `x = (1, 2)`*.
    """
    at = found.entry
    if at.exercise not in (0, entry.exercise) and not entry.display:
        return entry.lets or _POSES.search(sentences.before(entry.parsed.span)) is not None
    if is_replaced(found, entry):
        return True
    if not entry.lets or at.display or at.lets or at.gives or at.assumed or at.sentence == entry.sentence:
        return False
    return isinstance(found.body, ast.Symbol) and bool(letters_in(found.body.full_name)) and not found.indices
