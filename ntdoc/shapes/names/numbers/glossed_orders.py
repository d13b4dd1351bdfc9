"""Letters that a clause behind a formula bounds and explains at once: *where `\\eta < 1` is the step size*.

Words and a bound by numbers together say that it is a number; nothing else has to. What is far less than 1 is small,
and positive, and so is what is far less than any other number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ntdoc.regex import regex
from ntdoc.shapes import signs
from ntdoc.shapes.document import sentences
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers import called_numbers
from ntdoc.shapes.names.numbers.bounded import any_number
from ntdoc.shapes.names.numbers.introduced import is_new
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.patterns import number_bounds, number_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast

_IS = regex(
    r"\s*(?:\$|\\\))\s*(?:is|are|denotes?|stands\s+for)\s+(?:the|an?|our|its|some|another)\s+", re.IGNORECASE
)
_FAR = {"ll": (0.0, 1.0), "gg": (1.0, float("inf"))}


def declare(roles: Sequence[Role], scope: Scope, ranges: Ranges) -> None:
    """Declare such letters, each from its own order on and in what its clause stands behind."""
    for role in roles:
        at, parsed = role.entry, role.entry.parsed
        if at.display or not at.where or not isinstance(parsed, ast.Chain) or at.negated or at.concludes:
            continue
        bounded, words = _bounded(parsed), sentences.after(parsed.span)
        if bounded is None or not is_new(bounded[0], role, scope, ranges):
            continue
        if _IS.match(words) and not called_numbers.names_array(words):
            scope.insert(any_number(bounded[0], parsed.span, at)._replace(sign=signs.between(*bounded[1:])))


def _bounded(parsed: ast.Chain) -> tuple[str, float, float] | None:
    """The letter of an order and the numbers between which it lies."""
    letter, rest = parsed.subjects[0], parsed.rest
    if len(parsed.subjects) != 1 or not isinstance(letter, ast.Symbol) or letter.sup is not None or letter.axes:
        return None
    if len(rest) == 1 and rest[0][0].text in _FAR and (end := number_in(rest[0][1])) is not None and end > 0:
        low, high = _FAR[rest[0][0].text]
        return letter.full_name, low * end, high * end
    named = number_bounds(parsed)
    return named[0] if len(named) == 1 and rest else None
