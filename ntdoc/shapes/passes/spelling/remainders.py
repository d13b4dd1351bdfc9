r"""`f(x + h) = f(x) + E + O(\|h\|^2)` agrees to first order in `h`, as `f(x + h) \approx f(x) + E` does.

So does `… + o(h)`. With `O(h)` nothing is said of the first order, and that is left as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast
from ntdoc.syntax.symbols import IN_A_FONT

_ORDER = regex(r"[Oo]\}?\s*(?:\\[a-zA-Z]+\s*)?\(")
_LEAST = {"O": 2.0, "o": 1.0}  # the powers from which on a remainder says that the first order agrees


def as_approximations(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such an equation is an approximation without its remainder, of what was named before."""
    if not any(_ORDER.search(entry.parsed.span.text) for entry in entries):
        return list(entries)
    own = {name for entry in entries for name in _begun_with(entry.parsed)}
    named: set[str] = set()
    found = []
    for entry in entries:
        found.append(replace(entry, parsed=_approximation(entry.parsed, named, own)))
        named |= names_in(entry.parsed)
    return found


def _begun_with(parsed: ast.Parsed) -> frozenset[str]:
    """The names in what a statement may give a meaning to."""
    match parsed:
        case ast.Signature():
            return names_in(parsed.subject)
        case ast.Chain() if parsed.rest:
            return names_in(parsed.subjects)
    return frozenset()


def _approximation(parsed: ast.Parsed, named: set[str], own: set[str]) -> ast.Parsed:
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest:
        return parsed
    relation, side = parsed.rest[-1]
    before = (*parsed.subjects, *(other for _, other in parsed.rest[:-1]))[-1]
    if relation.kind != "eq" or not isinstance(side, ast.Sum) or isinstance(before, ast.TensorSet):
        return parsed
    *terms, (sign, last) = side.terms
    small = _small(last, own) if sign > 0 and terms else None
    if small is None or not _is_added_in(before, small) or not names_in(before) <= named | {small}:
        return parsed
    about = relation.replace(kind="approx")
    return parsed.replace(rest=(*parsed.rest[:-1], (about, side.replace(terms=tuple(terms)))))


def _small(term: ast.Expr, own: set[str]) -> str | None:
    """The tensor of which a remainder is small enough: `O(h^2)`, `O(\\|h\\|^3)`, `o(h)`; None of another term."""
    match term:
        case ast.Juxtaposition(factors=(ast.Symbol() as order, ast.Group(items=(of,), parameters=(), bracket="("))):
            sign = IN_A_FONT.sub(r"\1", order.full_name)
            letter, power = _power(of)
            if sign in _LEAST and order.full_name not in own and power >= _LEAST[sign]:
                return letter
    return None


def _power(of: ast.Expr) -> tuple[str | None, float]:
    """The letter of a power, and which it is."""
    match of:
        case ast.Power(base=base, exponent=ast.Number(value=value)):
            return _power(base)[0], value
        case ast.Bars(body=ast.Symbol() as letter) | (ast.Symbol(sup=None) as letter):
            return letter.full_name, 1.0
        case ast.Symbol(sup=ast.Script(expr=ast.Number(value=value))):
            return of.replace(sup=None).full_name, value
    return None, 0.0


def _is_added_in(side: ast.Operand, letter: str) -> bool:
    """Whether a letter stands in a term of a sum: `f(x + h)`."""
    return any(isinstance(part, ast.Sum) and letter in names_in(part) for part in walk(side))
