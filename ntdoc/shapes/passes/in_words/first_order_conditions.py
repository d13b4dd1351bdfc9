"""*At a minimum `f'(x) = 0` holds*, of an `f` that a formula gives: that says where, and not what `f'` is.

The same words beside a function that only its derivative is known of, or beside `f'(1) = 0`, which is at a number, are
left as they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in, number_in
from ntdoc.syntax import ast
from ntdoc.vocabulary import ANY

_CONDITION = regex(
    r"\b(?:conditions?|minim\w+|maxim\w+|optim\w+|stationar\w+|critical|extrem\w+|saddle|sets?|setting|puts?|putting"
    r"|solv\w+|equat\w+|requir\w+|roots?|where|wherever)\b",
    re.IGNORECASE,
)
_BEHIND = regex(
    rf"(?:\s|\$|\\\))*(?:(?:must\s+)?holds?|is\s+(?:satisfied|met|solved|true))?\s*(?:at|for|by)\s+(?:{ANY}|the|an?)\s+"
    r"(?:[a-z-]+\s+)?(?:minim\w+|maxim\w+|optim\w+|stationar\w+|critical|extrem\w+|saddle)\b",
    re.IGNORECASE,
)


def left_out(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, of which such equations are not read."""
    given: set[str] = set()
    found = []
    for entry in entries:
        named = _of_zero(entry)
        solved = named is not None and named in given and _is_condition(entry)
        found.append(entry.not_read("an equation to be solved, where a derivative is zero") if solved else entry)
        if (name := _defined(entry.parsed)) is not None:
            given.add(name)
    return found


def _of_zero(entry: Entry) -> str | None:
    """The function whose derivative at a letter is equated with zero."""
    parsed = entry.parsed
    if entry.display or entry.negated or not isinstance(parsed, ast.Chain) or parsed.conditions:
        return None
    call = _call(parsed)
    if call is None or len(parsed.rest) != 1 or number_in(parsed.rest[0][1]) != 0:
        return None
    head, argument = call
    return head.full_name.rstrip("'") if head.full_name.endswith("'") and isinstance(argument, ast.Symbol) else None


def _defined(parsed: ast.Parsed) -> str | None:
    """The function that a statement gives by a formula of its letter."""
    call = _call(parsed) if isinstance(parsed, ast.Chain) else None
    if call is None or not isinstance(parsed, ast.Chain):
        return None
    head, argument = call
    varies = isinstance(argument, ast.Symbol) and argument.full_name in names_in(parsed.rest[0][1])
    return head.full_name if varies else None


def _call(parsed: ast.Chain) -> tuple[ast.Symbol, ast.Operand] | None:
    """The head and the one argument of the call on the left side of an equation."""
    left = parsed.subjects[0] if len(parsed.subjects) == 1 else None
    if not parsed.rest or parsed.rest[0][0].kind not in ("eq", "define") or not isinstance(left, ast.Juxtaposition):
        return None
    if len(left.factors) != 2:
        return None
    head, group = left.factors
    one = isinstance(group, ast.Group) and group.bracket == "(" and len(group.items) == 1 and not group.parameters
    return (head, group.items[0]) if isinstance(head, ast.Symbol) and isinstance(group, ast.Group) and one else None


def _is_condition(entry: Entry) -> bool:
    """Whether the words beside an equation say where it holds, or that it is to."""
    span = entry.parsed.span
    before = re.sub(sentences.FORMULA, " ", sentences.before(span))
    return entry.solves or _CONDITION.search(before) is not None or _BEHIND.match(sentences.after(span)) is not None
