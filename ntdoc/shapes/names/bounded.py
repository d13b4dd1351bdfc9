"""Names of numbers: any number of a set, and orders that say what one may be, `0 < h < \\frac12`."""

from __future__ import annotations

import re

from ntdoc.shapes import families, signs
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names import known, numeric
from ntdoc.shapes.patterns import number_bounds, numbers
from ntdoc.shapes.scope import Declared, Scope
from ntdoc.source import Span
from ntdoc.syntax import ast

_ONE = re.compile(  # "for a bound `c > 0`", "with some small constant `c > 0`"
    r"\b(?:an?|some|any|one)\s+(?:[a-z-]+\s+){0,2}"
    r"(?:number|scalar|constant|real|bound|limit|level|cap|tolerance|coefficient|threshold|factor|margin|angle"
    r"|multiplier|rate|variance|deviation|temperature|probability|length[- ]?scale|bandwidth|radius|strength"
    r"|step[- ]size|exponent)\s+(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_SIGNED_ONE = re.compile(
    r"\ban?\s+(?:[a-z-]+\s+)?(?:positive|non-?negative|negative)\b[^$]*(?:\$|\\\()?\s*$", re.IGNORECASE
)
_NUMBERS = ("reals", "named", "interval", "naturals", "integers", "set")


def by_numbers(scope: Scope, parsed: ast.Chain, entry: Entry) -> list[Declared]:
    """What such an order declares; nothing, if it is of no free name, or of one that may count something."""
    one = numeric.bounds(parsed, entry)
    if one and (known.is_bare(scope, one[0], entry) or _is_one_number(scope, one[0], entry)):
        return [Declared(*one, "", entry, parsed.span)]
    named = number_bounds(parsed)
    if entry.concludes or not named or not all(_is_declared(scope, name, entry) for name, _, _ in named):
        return []
    return [Declared(name, None, signs.between(low, high), entry, parsed.span) for name, low, high in named]


def of_sign(scope: Scope, name: str, sign: str, entry: Entry) -> Declared:
    """What `c > 0` declares: a property of the `c` there is, or a number where words say so, *for a bound `c > 0`*."""
    span = entry.parsed.span
    if _is_one_number(scope, name, entry):
        return any_number(name, span, entry)._replace(sign=sign)
    return Declared(name, None, sign, entry, span)


def _is_one_number(scope: Scope, name: str, entry: Entry) -> bool:
    """Whether words say that a letter is one number, and only another section has one with axes."""
    found = scope.tensor(name, entry)
    if entry.display or not isinstance(found, Declared) or found.entry.section == entry.section:
        return False
    axes = found.domain is not None and bool(found.domain.shape.axes)
    return axes and _ONE.search(sentences.before(entry.parsed.span)) is not None


def _is_declared(scope: Scope, name: str, entry: Entry) -> bool:
    """Whether it has a set of numbers, or is a member of a family that has."""
    found = scope.tensor(name, entry)
    if found is None:
        family = (b for b in scope.of_form(name) if isinstance(b, Declared) and b.entry.index <= entry.index)
        found = next((b for b in family if families.match(b.name, name, families.letters_in(b.name)) is not None), None)
    if not isinstance(found, Declared) or found.domain is None or found.domain.base.kind not in _NUMBERS:
        return False
    supposes = entry.assumed or entry.lets or entry.introduces or found.entry.sentence == entry.sentence
    return found.domain.base.kind == "reals" or supposes  # what has bounds may come out within others


def any_number(name: str, span: Span, at: Entry, base: str = "reals") -> Declared:
    """A letter for any number of a set, from an entry on."""
    return Declared(name, numbers(span, base), "", at, span)


def sign_of(entry: Entry, domain: ast.TensorSet, count: int) -> str:
    """The sign that words give to what is declared: *let `a, b \\in \\reals` be positive*; *a positive `x`* is one."""
    several = count > 1 and _SIGNED_ONE.search(sentences.before(entry.parsed.span)) is not None
    return entry.sign if domain.base.kind in ("reals", "named") and not several else ""
