"""Letters that an order of several introduces: *for `0 < b < a` the mean is* a formula of both.

A number at an end of the order says that they are numbers, so it declares each of which nothing else says what it is.
So do words, *for constants `a < b`*, *for all `a < b`*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes import signs
from ntdoc.shapes.document import sentences
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers.bounded import any_number
from ntdoc.shapes.names.numbers.introduced import is_new
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.patterns import in_scripts, names_in, number_in, operands
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.vocabulary import ANY

_ASCENDS = {"lt": True, "le": True, "gt": False, "ge": False}
_COUNTS = frozenset("ijklmnIJKLMN")  # letters that, in an order, are rather whole numbers
_NUMBERS = regex(
    rf"\b(?:for\s+(?:(?:{ANY}|some|given|fixed)\s+)?"
    r"|(?<!whole )(?<!natural )(?:numbers|scalars|constants|reals?|bounds|limits|levels|caps|tolerances|coefficients"
    r"|thresholds|factors|margins|multipliers|rates|temperatures|probabilities|ends|end\s?points|cut-?offs)\s+)(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_WHOLE = regex(r"\b(?:integers|(?:whole|natural)\s+numbers)\s+(?:\$|\\\()?\s*$", re.IGNORECASE)


def declare(roles: Sequence[Role], scope: Scope, ranges: Ranges) -> None:
    """Declare these letters, each as a number between those at the ends of its order."""
    orders = [(role, sides) for role in roles if (sides := _sides(role)) is not None]
    others = _no_numbers(roles) if orders else frozenset()
    for role, sides in orders:
        low, high = (number_in(end) for end in (sides[0], sides[-1]))
        bounded = low is not None or high is not None
        sign = signs.between(-inf if low is None else low, inf if high is None else high) if bounded else ""
        row = [other.entry.index for other in roles if other.entry.row == role.entry.row]
        before = replace(role.entry, index=min(row) - 1)  # what stands in its row sees the letters, as it does itself
        base = "naturals" if _are_said_to_be(role, _WHOLE) else "reals"
        for letter in (side for side in sides if isinstance(side, ast.Symbol)):
            if (role.entry.section, letter.full_name) not in others and is_new(letter.full_name, role, scope, ranges):
                scope.insert(any_number(letter.full_name, letter.span, before, base)._replace(sign=sign))


def _are_said_to_be(role: Role, numbers: re.Pattern[str]) -> bool:
    """Whether the words right before an order in a sentence say that its letters are such numbers."""
    return not role.entry.display and numbers.search(sentences.before(role.entry.parsed.span)) is not None


def _sides(role: Role) -> list[ast.Operand] | None:
    """The sides of an order of several letters, the least first: from or up to a number, or of numbers by words."""
    at, parsed = role.entry, role.entry.parsed
    if role.kind is not Kind.CONSTRAINT or not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1:
        return None
    whole = _are_said_to_be(role, _WHOLE)
    said = whole or _are_said_to_be(role, _NUMBERS)
    if (at.local and not said) or at.negated or at.concludes:
        return None
    ways = {_ASCENDS.get(relation.kind) for relation, _ in parsed.rest}
    sides = list(operands(parsed)) if ways == {True} else list(reversed(operands(parsed)))
    ends, within = [number_in(end) for end in (sides[0], sides[-1])], sides[1:-1]
    letters = [side for side in sides if isinstance(side, ast.Symbol)]
    if len(ways) != 1 or None in ways or (ends == [None, None] and not said) or len(letters) < 2:
        return None
    if (ends[0] or 0) >= 1 or (not whole and any(letter.base in _COUNTS for letter in letters)):
        return None
    plain = all(not letter.axes and not any(s.islower() for s in letters_in(letter.full_name)) for letter in letters)
    others = [side for side, end in zip((sides[0], sides[-1]), ends, strict=True) if end is None]
    return sides if plain and all(isinstance(side, ast.Symbol) for side in (*within, *others)) else None


def _no_numbers(roles: Sequence[Role]) -> frozenset[tuple[int, str]]:
    """The names of indices, of sizes and of what is indexed, with their sections: no interval is theirs."""
    return frozenset((role.entry.section, name) for role in roles for name in _named_otherwise(role))


def _named_otherwise(role: Role) -> Iterator[str]:
    yield from names_in(role.sizes)
    inside = in_scripts(role.entry.parsed)
    for part in walk(role.entry.parsed):
        match part:
            case ast.Symbol() if id(part) in inside:
                yield part.full_name
            case ast.BigOperator():
                yield from names_in((part.variable, part.low, part.high, part.domain))
            case ast.SizedAxis():
                yield from names_in(part.size)
            case ast.Index():
                yield from names_in(tuple(expr for _, expr in part.items))
                yield from names_in(part.body) if isinstance(part.body, ast.Symbol) else ()
