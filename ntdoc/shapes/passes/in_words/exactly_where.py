"""*`M_{\\ax(i),\\bx(j)} = 1` exactly when `j \\le i`*: of zeros and ones this says what all entries are.

Elsewhere they are the other one of the two numbers that its declaration allows. Of a condition with others behind it,
*if and only if `i < j` and there is an edge*, it is not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.passes.in_words import said_cases
from ntdoc.shapes.patterns import letters, names_in, number_in, unbracketed
from ntdoc.syntax import ast, binding_ast
from ntdoc.vocabulary import IF, THEN

_EXACTLY = regex(
    r"\s*(?:\$|\\\))?\s*(?:,\s*)?(?:iff|(?:(?:if|when|where|whenever),?\s+and\s+only\s+(?:if|when|where|for),?"
    rf"|(?:exactly|precisely|just)\s+(?:{IF}|where|for|at|on))(?:\s+(?:we\s+have|it\s+holds\s+that))?)"
    r"\s*(?:\$|\\\()?\s*",
    re.IGNORECASE,
)
_ALL = regex(  # that stands behind the condition: *and `0` otherwise*, *so that*; and no other condition
    r"\s*(?:\$+|\\[)\]])?\s*(?:[.;:)]|\Z|\\end\b"
    r"|,?\s*(?:(?:and|or|it\s+is|else)\s+)*(?:(?:\$\s*)?-?\d(?:\s*\$)?|zero|one)\s+(?:otherwise|else\w*|if\s+not|in\s+all\s+other)\b"
    rf"|,\s*(?:and\s+)?(?:{THEN}|otherwise|else|which\s+(?:is|means)|that\s+is|i\.e\.|we\s+have|and\s+we)\b)",
    re.IGNORECASE,
)


def as_cases(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such equations are cases, if nothing before gives the tensor a value."""
    found = list(entries)
    allowed: dict[str, tuple[int, tuple[float, float]]] = {}  # the section that says it, and the two numbers
    for place, entry in enumerate(entries):
        for name in _declared(entry):
            allowed.pop(name, None)
            if (two := _two_numbers(entry)) is not None:
                allowed[name] = entry.section, two
        verb = said_cases.with_verb(*entries[place : place + 2]) if place + 2 < len(entries) else None
        behind = place + 1 if verb is None else place + 2  # where the condition stands
        if behind == len(entries):
            continue
        cases = _cases(entry if verb is None else replace(entry, parsed=verb), entries[behind], allowed)
        if cases is None or said_cases.is_known(cases, entry, entries[:place]):
            continue
        whole = cases.replace(span=entry.parsed.span)
        found[place] = replace(entry, parsed=whole, worded=False, supposed=False, gives=True)
        found[behind] = said_cases.taken_up(entries[behind])
    return found


def _declared(entry: Entry) -> Iterator[str]:
    parsed = entry.parsed
    if isinstance(parsed, ast.Chain) and len(parsed.rest) == 1 and isinstance(parsed.rest[0][1], ast.TensorSet):
        yield from (s.full_name for s in parsed.subjects if isinstance(s, ast.Symbol))


def _two_numbers(entry: Entry) -> tuple[float, float] | None:
    """The two numbers of the set that a declaration names: `\\{0, 1\\}`, `\\{-1, 1\\}`."""
    domain = entry.parsed.rest[0][1] if isinstance(entry.parsed, ast.Chain) else None
    items = domain.base.items if isinstance(domain, ast.TensorSet) and domain.base.kind == "set" else ()
    numbers = [value for item in items if (value := number_in(item)) is not None]
    return (numbers[0], numbers[1]) if len(numbers) == len(items) == 2 else None


def _cases(
    entry: Entry, condition: Entry, allowed: dict[str, tuple[int, tuple[float, float]]]
) -> ast.Chain | None:
    """The equation with the other number where the condition behind it does not hold."""
    parsed, case = entry.parsed, condition.parsed
    if entry.negated or not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or len(parsed.subjects) != 1:
        return None
    left, (relation, right) = parsed.subjects[0], parsed.rest[0]
    if not isinstance(left, ast.Index) or letters(left) is None or relation.kind != "eq" or parsed.conditions:
        return None
    if not isinstance(case, ast.Chain) or not case.rest or case.conditions or names_in(left).isdisjoint(names_in(case)):
        return None
    if not _EXACTLY.fullmatch(sentences.closed_up(sentences.between(parsed.span, case.span))):
        return None
    body, value = unbracketed(left.body), number_in(right)
    section, numbers = allowed.get(body.full_name, (-1, ())) if isinstance(body, ast.Symbol) else (-1, ())
    others = [number for number in numbers if number != value]
    if isinstance(body, ast.Symbol) and body.full_name in names_in(case):
        return None  # *`b_{\ax(i)} = 1` if and only if `1 - b_{\ax(i)} = 0`* says nothing of where
    if section != entry.section or len(others) != 1 or isinstance(right, ast.TensorSet):
        return None
    if not _ALL.match(sentences.closed_up(sentences.after(case.span))):  # *and there is an edge*
        gap = binding_ast.Gap("what stands behind its condition may be another one", False, case.span, right.span)
        return parsed.replace(rest=((relation, gap),))
    elsewhere = ast.Number(others[0], 0, right.span)
    return parsed.replace(rest=((relation, ast.Cases(((right, case), (elsewhere, None)), right.span)),))
