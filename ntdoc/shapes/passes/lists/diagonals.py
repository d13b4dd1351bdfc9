"""*`D` is diagonal, with `D_{\\ax(i),\\ax'(i)} = \\lambda_{\\ax(i)}`*: what all entries of a diagonal matrix are.

They are zero off the diagonal, where the words or another formula say so; it is read as a definition with both cases.
Without that the entries on the diagonal of a matrix that is only declared are those of no sample: nothing is claimed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.sizes import stem
from ntdoc.syntax import ast

_DIAGONAL_BEHIND = regex(
    r"\s*(?:\$|\\\))?\s*(?:,\s*)?"
    r"(?:be|is|which\s+is)\s+(?:(?!not\b)[a-z-]+\s+){0,3}diagonal\b(?!\s+(?:entr|elements?))",
    re.IGNORECASE,
)
_DIAGONAL_BEFORE = regex(r"\bdiagonal\s+(?:matrix|matrices)\s+(?:\$|\\\()?\s*$", re.IGNORECASE)
_NE_BEHIND = regex(
    r"\s*(?:\$|\\\))?\s*(?:,\s*)?"
    r"(?:for|if|where|whenever|when|unless)\s+(?:all\s+)?(?:\$|\\\()[^$=]*(?:\\neq?\b|\\not\s*=|≠)",
    re.IGNORECASE,
)
_REASON = "it says what is on the diagonal of a matrix that is only declared, and samples are any"


def as_definitions(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such equations define the matrix."""
    diagonal: dict[str, int] = {}  # matrices that are so, with the section that says it
    declared: dict[str, Entry] = {}
    for entry in entries:  # another formula may say it behind the diagonal
        if (name := _zero_elsewhere(entry)) is not None:
            diagonal[name] = entry.section
    found = []
    for entry in entries:
        for name in _matrices(entry):
            declared[name] = entry
            if _DIAGONAL_BEHIND.match(sentences.after(entry.parsed.span)) or _DIAGONAL_BEFORE.search(
                sentences.before(entry.parsed.span)
            ):
                diagonal[name] = entry.section
        left = _on_diagonal(entry)
        name = left.body.full_name if left is not None and isinstance(left.body, ast.Symbol) else ""
        if left is None or name not in declared or declared[name].section != entry.section or entry.concludes:
            found.append(entry)
        elif diagonal.get(name) == entry.section:
            whole = _as_whole(entry.parsed, left)
            found.append(replace(entry, parsed=whole, gives=True, worded=False, supposed=False))
        else:
            found.append(entry.not_read(_REASON))
    return found


def _on_diagonal(entry: Entry) -> ast.Index | None:
    """The left side of `D_{\\\\ax(i),\\\\ax'(i)} = E`, where E is made of more than numbers."""
    parsed = entry.parsed
    if entry.negated or not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1:
        return None
    match parsed.subjects[0]:
        case ast.Index(
            body=ast.Symbol(axes=()) as body, items=((one, ast.Symbol() as first), (other, ast.Symbol() as second))
        ) as left:
            relation, right = parsed.rest[0]
            alike = first.full_name == second.full_name and stem(one.name) == stem(other.name)
            of_other = first.full_name in names_in(right) and body.full_name not in names_in(right)
            plain = relation.kind == "eq" and not parsed.conditions
            return left if alike and of_other and plain and not isinstance(right, ast.TensorSet) else None
    return None


def _zero_elsewhere(entry: Entry) -> str | None:
    """The name in `D_{\\\\ax(i),\\\\ax'(j)} = 0` for `i \\\\ne j`."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1 or entry.negated:
        return None
    match parsed.subjects[0], parsed.rest[0]:
        case (
            ast.Index(body=ast.Symbol() as body, items=((_, ast.Symbol() as first), (_, ast.Symbol() as second))),
            (ast.Relation(kind="eq"), ast.Number(value=0.0)),
        ) if first.full_name != second.full_name:
            by_formula = any(c.rest and c.rest[0][0].kind == "ne" for c in parsed.conditions)
            return body.full_name if by_formula or _NE_BEHIND.match(sentences.after(parsed.span)) else None
    return None


def _matrices(entry: Entry) -> list[str]:
    """The names that a statement declares with two axes."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or parsed.rest[0][0].kind != "in":
        return []
    domain = parsed.rest[0][1]
    if not isinstance(domain, ast.TensorSet) or len(domain.shape.axes) != 2:
        return []
    return [s.full_name for s in parsed.subjects if isinstance(s, ast.Symbol)]


def _as_whole(parsed: ast.Parsed, left: ast.Index) -> ast.Chain:
    """What all entries are: those of the equation where both indices are equal, and zero elsewhere."""
    assert isinstance(parsed, ast.Chain)
    ((one, first), (other, _)), (relation, right), span = left.items, parsed.rest[0], left.span
    taken = names_in(parsed)
    letter = ast.Symbol(next(x for x in "jkmnpq" if x not in taken), None, None, (), False, span)
    same = ast.Chain((first,), ((ast.Relation("eq", "=", span), letter),), (0, 0), (), span)
    assert not isinstance(right, ast.TensorSet)
    cases = ast.Cases(((right, same), (ast.Number(0.0, 0, span), None)), right.span)
    return parsed.replace(subjects=(left.replace(items=((one, first), (other, letter))),), rest=((relation, cases),))
