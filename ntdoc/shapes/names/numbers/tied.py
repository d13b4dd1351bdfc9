"""*Weights with `w_1 + w_2 = 1`*: an equation that ties numbers to each other.

Where each letter stands in it once, as one of several that are added up, it cannot hold of all numbers: it says of
which ones the text speaks. Where words draw it as a conclusion, or say it of all, it is a claim. Beside a formula of
the same letters, `L = w_1 a + w_2 b`, it declares those of which nothing else says what they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers.bounded import any_number
from ntdoc.shapes.names.numbers.introduced import is_new
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.vocabulary import ADVERB, ANY, HENCE

_CONCLUDES = (
    rf"(?:then|so(?!\s+that)|{HENCE}|it\s+follows|it\s+holds"
    rf"|we\s+(?:(?:{ADVERB}|always)\s+)?(?:have|get|find|obtain|see|know))"
)
_CLAIMS = regex(
    rf"\b(?:{_CONCLUDES}|always|clearly|obviously|of\s+course|follows|implies|gives?|yields?)\b[^.;:$]*\W*$",
    re.IGNORECASE,
)
_BEGINS = regex(rf"\W*{_CONCLUDES}\b", re.IGNORECASE)
_WITH = regex(r"\b(?:with|where|such\s+that|so\s+that|for\s+which|whose|satisfying)\s+[^.;:$]*\W*$", re.IGNORECASE)
_OF_ALL_BEHIND = regex(r"\s*(?:\$|\\\))?\s*(?:,\s*)?(?:for|whatever)\b", re.IGNORECASE)
_OF_ALL_BEFORE = regex(rf"\bfor\s+(?:{ANY})\b[^.;:]*$", re.IGNORECASE)


def letters(entry: Entry) -> tuple[ast.Symbol, ...]:
    """The letters that such an equation ties to each other; none if a statement is anything else."""
    parsed = entry.parsed
    if entry.concludes or entry.negated or not isinstance(parsed, ast.Chain) or parsed.conditions:
        return ()
    if len(parsed.subjects) != 1 or len(parsed.rest) != 1:
        return ()
    left, (relation, right) = parsed.subjects[0], parsed.rest[0]
    found = [*_added(left)] if relation.kind == "eq" and isinstance(right, ast.Number) else []
    tied = [x for x in found if x is not None]
    if len(tied) < len(found) or len({x.full_name for x in tied}) < len(tied):
        return ()
    if len(tied) < 2 and not isinstance(left, ast.BigOperator):
        return ()
    return tuple(tied) if not _is_claimed(entry) else ()


def _is_claimed(entry: Entry) -> bool:
    """Whether words draw it as a conclusion, or say it of all numbers."""
    before = sentences.before(entry.parsed.span, across=True)
    begins = _BEGINS.match(before) is not None and not _WITH.search(before)
    return bool(_CLAIMS.search(before) or begins) or is_of_all(entry)


def is_of_all(entry: Entry) -> bool:
    """Whether words say an equation of all numbers: *for all `a, b`*, *whatever `a` is*."""
    before, after = sentences.before(entry.parsed.span, across=True), sentences.after(entry.parsed.span)
    return _OF_ALL_BEHIND.match(after) is not None or _OF_ALL_BEFORE.search(before) is not None


def _added(node: object) -> Iterator[ast.Symbol | None]:
    """The letters that are added up, with a power or a number before them; None for anything else."""
    match node:
        case ast.Sum(terms=terms):
            for _, term in terms:
                yield from _added(term)
        case ast.BigOperator(operator="sum", axes=(), variable=ast.Symbol() as letter, body=body):
            yield from (x if x is not None and letter.full_name in _scripts(x) else None for x in _added(body))
        case ast.Juxtaposition(factors=(ast.Number(), other)):
            yield from _added(other)
        case ast.Power(base=base, exponent=ast.Number()):
            yield from _added(base)
        case ast.Symbol(axes=(), sup=ast.Script(expr=ast.Number())):
            yield node.replace(sup=None)
        case ast.Symbol(axes=()):
            yield node
        case ast.Number():
            return
        case _:
            yield None


def _scripts(symbol: ast.Symbol) -> set[str]:
    """The letters below and above a name."""
    scripts = (script for script in (symbol.sub, symbol.sup) if script is not None)
    return {letter for script in scripts for letter in re.split(r"\W+", script.text)}


def declare(roles: Sequence[Role], scope: Scope, ranges: Ranges) -> None:
    """Declare the letters that such an equation ties beside a formula of them, each as a number."""
    for role in roles:
        at = role.entry
        tied = letters(at) if role.kind is Kind.CLAIM else ()
        if len(tied) < 2:
            continue
        names = {symbol.full_name for symbol in tied}
        beside = [other.entry for other in roles if other.entry is not at and _is_beside(other.entry, at)]
        shown = (other for other in beside if other.display)  # in a sentence alone such letters are prose
        if not any(names <= names_in(other.parsed) for other in shown):
            continue
        before = replace(at, index=min(at.index, *(other.index for other in beside)) - 1)
        new = [symbol for symbol in tied if is_new(symbol.full_name, role, scope, ranges)]
        known = all(symbol in new or scope.tensor(symbol.full_name, at) is not None for symbol in tied)
        for symbol in new if known else ():  # not beside the letter of a function, `\\sigma`
            scope.insert(any_number(symbol.full_name, symbol.span, before))


def _is_beside(other: Entry, at: Entry) -> bool:
    """Whether two statements stand in one display or one sentence."""
    return other.section == at.section and (other.item == at.item or other.sentence == at.sentence)
