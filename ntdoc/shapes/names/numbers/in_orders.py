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
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in, offsets
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.names.numbers.bounded import any_number, bounds_new, is_anew, is_of_positive
from ntdoc.shapes.names.numbers.introduced import is_new
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.patterns import in_scripts, names_in, number_in, operands, outside_scripts
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.syntax.symbols import GREEK
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
    others: frozenset[tuple[int, str]] | None = None
    for role in roles:
        if (sides := _sides(role, scope, ranges)) is None:
            continue
        others = _no_numbers(roles) if others is None else others
        low, high = (number_in(end) for end in (sides[0], sides[-1]))
        low = 0.0 if low is None and is_of_positive(role.entry) else low
        bounded = low is not None or high is not None
        sign = signs.between(-inf if low is None else low, inf if high is None else high) if bounded else ""
        row = [other.entry.index for other in roles if other.entry.row == role.entry.row]
        before = replace(role.entry, index=min(row) - 1)  # what stands in its row sees the letters, as it does itself
        base = "naturals" if _are_said_to_be(role, _WHOLE) else "reals"
        for letter in (side for side in sides if isinstance(side, ast.Symbol)):
            new = is_new(letter.full_name, role, scope, ranges) or _is_anew(letter, role, scope)
            if (role.entry.section, letter.full_name) not in others and new:
                scope.insert(any_number(letter.full_name, letter.span, before, base)._replace(sign=sign))


def _is_anew(letter: ast.Symbol, role: Role, scope: Scope) -> bool:
    """Whether an order that has one letter between numbers introduces it after another section's."""
    at, parsed = role.entry, role.entry.parsed
    new = bounds_new(scope, parsed, at) if isinstance(parsed, ast.Chain) else None
    return new is letter and is_anew(scope, letter.full_name, at)


def _are_said_to_be(role: Role, numbers: re.Pattern[str]) -> bool:
    """Whether the words right before an order in a sentence say that its letters are such numbers."""
    return not role.entry.display and numbers.search(sentences.before(role.entry.parsed.span)) is not None


def _sides(role: Role, scope: Scope, ranges: Ranges) -> list[ast.Operand] | None:
    """The sides of an order of several letters, the least first: from or up to a number, or of numbers by words.

    An end may be a formula of numbers that the text says before, `0 < h \\le 1 / c`.
    """
    at, parsed = role.entry, role.entry.parsed
    if role.kind is not Kind.CONSTRAINT or not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1:
        return None
    whole = _are_said_to_be(role, _WHOLE)
    said = whole or _are_said_to_be(role, _NUMBERS) or is_of_positive(at)
    if (at.local and not (said or at.supposed or at.introduces)) or at.negated or at.concludes:
        return None
    ways = {_ASCENDS.get(relation.kind) for relation, _ in parsed.rest}
    sides = list(operands(parsed)) if ways == {True} else list(reversed(operands(parsed)))
    ends, within = [number_in(end) for end in (sides[0], sides[-1])], sides[1:-1]
    letters = [s for s in sides if isinstance(s, ast.Symbol)]
    letters = [s for s in letters if scope.tensor(s.full_name, at) is None or _is_anew(s, role, scope)]
    if len(ways) != 1 or None in ways or (ends == [None, None] and not said) or len(names_in(parsed)) < 2:
        return None
    count = not whole and all(letter.base not in GREEK for letter in letters)  # beside a Greek one none is an index
    if (ends[0] or 0) >= 1 or (count and any(letter.base in _COUNTS for letter in letters)):
        return None
    plain = all(not letter.axes and not _may_be_member(letter, at, scope, ranges) for letter in letters)
    others = [side for side, end in zip((sides[0], sides[-1]), ends, strict=True) if end is None]
    plain = plain and all(isinstance(side, ast.Symbol) or numeric.is_of_known(scope, side, at) for side in others)
    return sides if plain and all(isinstance(side, ast.Symbol) for side in within) else None


def _may_be_member(letter: ast.Symbol, at: Entry, scope: Scope, ranges: Ranges) -> bool:
    """Whether a letter in its scripts may be an index: it runs over something in its section, or stands alone there.

    In `0 < a_s < a_t` *of student and teacher* they are labels. So they are where there is no other `a` with an index.
    """
    small = {script for script in letters_in(letter.full_name) if script.islower()}
    if not small:
        return False
    if scope.tensor(letter.base, at) is not None or any(offsets(letter.full_name, script) != [0] for script in small):
        return True
    here = [part for e in ranges.of_section(at) for part in outside_scripts(e.parsed)]
    own = names_in(at.parsed)
    if all(part.base != letter.base or part.full_name in own for part in here):
        return False
    moved = {script for part in here for script in letters_in(part.full_name) if any(offsets(part.full_name, script))}
    alone = {part.full_name for part in here if scope.tensor(part.full_name, at) is None}
    run = {script for script in small if (r := ranges.range_of(script, at)) and r.entry.section == at.section}
    return not small.isdisjoint(moved | alone | run)


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
