"""*Let `h(t) = t \\log t` for `t > 0`*: the order says for which numbers a function is defined.

It does not say what the function is in part where words introduce it, and its section has no other formula of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in, number_bounds, signs
from ntdoc.syntax import ast
from ntdoc.vocabulary import LET

_INTRODUCES = regex(
    rf"\b(?:{LET}|define|put|set|(?:the|a)\s+(?:[a-z]+\s+)?(?:function|map|loss|cost))\s+(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)


def as_declared(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such equations are definitions, and their orders stand beside them."""
    said = Counter((e.section, head) for e in entries if (head := _head(e)) is not None)
    return [replace(e, parsed=whole) if (whole := _whole(e, said)) is not None else e for e in entries]


def _whole(entry: Entry, said: Counter[tuple[int, str]]) -> ast.Chain | None:
    """The equation without its order, if it is one of these."""
    parsed, head = entry.parsed, _head(entry)
    if head is None or entry.display or not isinstance(parsed, ast.Chain) or len(parsed.conditions) != 1:
        return None
    condition, call = parsed.conditions[0], parsed.subjects[0]
    bounded = {name for name, _ in signs(condition)} | {name for name, _, _ in number_bounds(condition)}
    bounded |= _left_out(condition)
    if said[entry.section, head] > 1 or len(bounded) != 1 or not bounded <= names_in(call):
        return None
    return parsed.replace(conditions=()) if _INTRODUCES.search(sentences.before(parsed.span)) else None


def _left_out(condition: ast.Chain) -> frozenset[str]:
    """The letter of `x \\ne 0`."""
    unequal = len(condition.rest) == 1 and condition.rest[0][0].kind == "ne"
    alone = unequal and isinstance(condition.subjects[0], ast.Symbol) and isinstance(condition.rest[0][1], ast.Number)
    return names_in(condition.subjects) if alone else frozenset()


def _head(entry: Entry) -> str | None:
    """The name of the function in an equation of it at a letter, `h(t) = E`."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest:
        return None
    call = parsed.subjects[0]
    if parsed.rest[0][0].kind not in ("eq", "define"):
        return None
    if not isinstance(call, ast.Juxtaposition) or len(call.factors) != 2:
        return None
    head, group = call.factors
    if not isinstance(head, ast.Symbol) or not isinstance(group, ast.Group) or len(group.items) != 1:
        return None
    return head.full_name if isinstance(group.items[0], ast.Symbol) else None
