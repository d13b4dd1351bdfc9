"""*Heads have width `k = d / h`, so all heads together have `h k = d` channels*: what follows of letters in the prose.

Of such letters nothing says what they are but the sentences, and the first equation is one that these suppose. What is
concluded from it speaks of the letter that it gives, so its formula stands there for the letter. So it does in *with
`C = 6 N D` and `D = 20 N` we get `C = 120 N^2`*, where it is made of the letters that are left.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in, put_in_sets
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.vocabulary import THEN, WE_GET, WE_HAVE

_MADE_OF = (
    ast.Symbol, ast.Number, ast.Sum, ast.Juxtaposition, ast.Fraction, ast.Group, ast.Power, ast.Product,
    ast.ProductOperator, ast.Script,
)  # fmt: skip
_CONCLUDES = regex(
    rf"\b(?:(?:{THEN}|so\s+that)(?:\s+{WE_HAVE})?|{WE_HAVE}|{WE_GET}"
    r"|(?:gives?|yields?|implies|follows(?:\s+that)?))\s*(?:,\s*)?(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)


def put_in(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, with these formulas in the place of the letters."""
    said = {name for entry in entries for name in _said(entry)}
    given: dict[str, tuple[Entry, ast.Operand]] = {}
    formulas: dict[int, dict[str, ast.Operand]] = {}  # those that each sentence has first
    found = []
    for entry in entries:
        given = {name: (at, body) for name, (at, body) in given.items() if at.section == entry.section}
        parsed, names = entry.parsed, names_in(entry.parsed)
        if entry.display or not isinstance(parsed, ast.Chain) or not names or not said.isdisjoint(names):
            found.append(entry)
            continue
        if (claim := _concluded(entry, parsed, formulas)) is not None:
            found.append(replace(entry, parsed=claim))
            continue
        if (equation := _equation(parsed)) is not None and not entry.negated:
            name, body = equation
            given = {other: kept for other, kept in given.items() if name not in (other, *names_in(kept[1]))}
            if name not in names_in(body):
                given[name] = entry, body
                formulas.setdefault(entry.sentence, {}).setdefault(name, body)
            found.append(entry)
            continue
        here = {n: body for n, (at, body) in given.items() if n in names and _is_supposed_for(at, entry)}
        here = {} if isinstance(parsed.subjects[0], ast.Symbol) else here  # *`k = 3`* gives the letter a value
        found.append(replace(entry, parsed=_with(parsed, here)) if here and _is_of_letters(parsed) else entry)
    return found


def _concluded(
    entry: Entry, parsed: ast.Chain, formulas: Mapping[int, Mapping[str, ast.Operand]]
) -> ast.Chain | None:
    """What follows for a letter from other formulas of its sentence: its first formula, in the letters of this one."""
    equation = _equation(parsed)
    if equation is None or entry.negated or not _CONCLUDES.search(sentences.before(parsed.span)):
        return None
    here = formulas.get(entry.sentence, {})
    name, right = equation
    if name not in here or len(here) < 2:
        return None
    whole = ast.Chain((here[name],), parsed.rest, parsed.rows, (), parsed.span)
    others = {other: body for other, body in here.items() if other != name}
    for _ in others:
        left = _with(whole.replace(rest=()), {other: _factor(body) for other, body in others.items()}).subjects[0]
        whole = whole.replace(subjects=(left,))
    if _letters(whole.subjects) != _letters(right):
        return None
    there = parsed.subjects[0].span  # it is said where the letter stands
    return whole.replace(subjects=tuple(rewritten(side, lambda node: _at(node, there)) for side in whole.subjects))


def _letters(node: object) -> set[str]:
    return {part.base for part in walk(node) if isinstance(part, ast.Symbol)}


def _at(node: Node, span: Span) -> Node:
    return node.replace(span=span) if hasattr(node, "span") else node


def _factor(body: ast.Operand) -> ast.Operand:
    """A formula as one factor: in brackets it would look like an argument."""
    if isinstance(body, ast.Symbol | ast.Number):
        return body
    return ast.Fraction(cast("ast.Expr", body), ast.Number(1.0, 0, body.span), body.span)


def _said(entry: Entry) -> frozenset[str]:
    """The names of which a statement says more than sentences of letters do: sets, displays, axes."""
    parsed = entry.parsed
    if entry.display or any(isinstance(part, ast.Axis) for part in walk(parsed)):
        return names_in(parsed)
    return frozenset(put_in_sets(parsed))


def _equation(parsed: ast.Chain) -> tuple[str, ast.Operand] | None:
    """The letter and the formula of `k = d / h`."""
    if len(parsed.subjects) != 1 or len(parsed.rest) != 1 or parsed.conditions or parsed.rest[0][0].kind != "eq":
        return None
    left, right = parsed.subjects[0], parsed.rest[0][1]
    if not isinstance(left, ast.Symbol) or len(left.full_name) != 1 or not names_in(right):
        return None
    return (left.full_name, right) if _is_of_letters(parsed) else None


def _is_of_letters(parsed: ast.Chain) -> bool:
    """Whether all that a statement is made of are single letters and numbers."""
    if any(relation.kind != "eq" for relation, _ in parsed.rest) or not parsed.rest or parsed.conditions:
        return False
    sides = (*parsed.subjects, *(side for _, side in parsed.rest))
    return all(
        isinstance(part, _MADE_OF) and not (isinstance(part, ast.Symbol) and not _is_letter(part))
        for side in sides
        for part in walk(side)
        if not isinstance(part, ast.Relation)
    )


def _is_letter(symbol: ast.Symbol) -> bool:
    plain = symbol.sup is None or isinstance(symbol.sup.expr, ast.Number)
    return len(symbol.base) == 1 and not symbol.axes and symbol.sub is None and plain


def _is_supposed_for(at: Entry, claim: Entry) -> bool:
    """Whether what a sentence supposes holds where a claim stands: for a case in that sentence alone."""
    return at.sentence == claim.sentence or not (at.supposed or at.local or at.example)


def _with(parsed: ast.Chain, given: dict[str, ast.Operand]) -> ast.Chain:
    """A statement with formulas in the place of letters."""

    def put(node: Node) -> Node:
        if not isinstance(node, ast.Symbol):
            return node
        body = given.get(node.full_name)
        if body is not None:
            return body  # without brackets, which would look like an argument
        squared = node.sup is not None and isinstance(node.sup.expr, ast.Number)
        base = given.get(node.replace(sup=None).full_name) if squared else None
        if base is None or node.sup is None:
            return node
        return ast.Power(cast("ast.Expr", base), cast("ast.Expr", node.sup.expr), node.span)

    return parsed.replace(
        subjects=tuple(rewritten(s, put) for s in parsed.subjects),
        rest=tuple((relation, rewritten(side, put)) for relation, side in parsed.rest),
    )
