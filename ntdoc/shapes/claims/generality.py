"""Whether a claim is of more than the case or the example before it: *in general it is …*, *… in any case*."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Binding, Declared
from ntdoc.shapes.document import phrases, sentences
from ntdoc.shapes.document.conditions.cases import is_taken, keeps
from ntdoc.shapes.document.entries import Entry, opening
from ntdoc.shapes.patterns import ORDERS
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.session import Session
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.vocabulary import ANY

_OF_ALL_CASES = regex(rf"\b(?:{phrases.OF_ALL_CASES})\b", re.IGNORECASE)
_BEHIND = regex(  # *`L \\le 1` in any case*, *`A = B` holds for any `x`*
    rf"\s*(?:\$|\\\)),?\s+(?:also\s+)?(?:{_OF_ALL_CASES.pattern}|(?:holds?|is\s+(?:true|so))\s+for\s+(?:{ANY})\b)",
    re.IGNORECASE,
)
_AT_WORST = regex(r"\b(?:in\s+the\s+(?:very\s+)?(?:worst|best)\s+case|at\s+(?:the\s+)?(?:worst|best))\b", re.IGNORECASE)
_AGAIN = regex(  # *with `c = 0` it is `y`, and always*
    rf"\$\s*,\s+(?:and|but|yet|while|whereas)\s+(?:[a-z]+\s+){{0,3}}?{phrases.IN_GENERAL.pattern}[^$]*\$?$",
    re.IGNORECASE,
)


def in_force(scope: Scope, name: str, at: Entry) -> Sequence[Binding]:
    """What is said of a name, but for the numbers that *let `x \\in S`* of its section has replaced before a claim."""
    said = scope.by_name.get(name, ())
    lets = (b for b in said if isinstance(b, Declared) and b.entry.lets and not b.entry.local)
    anew = [b.entry.index for b in lets if b.entry.section == at.section and b.entry.index < at.index]
    return [b for b in said if b.entry.section != at.section or b.entry.index >= anew[-1]] if anew else said


def is_in_general(at: Entry) -> bool:
    """Whether the words beside a claim say *in general*, and not *then in general*, of the case before it."""
    words = sentences.before(at.parsed.span, across=at.display)
    if keeps(at.parsed.span):
        return False
    return _OF_ALL_CASES.search(words) is not None or is_behind(at.parsed.span)


def is_at_worst(at: Entry) -> bool:
    """Whether an order bounds what may come out, *in the worst case `p q \\le \\frac14`*: for any numbers."""
    parsed = at.parsed
    ordered = isinstance(parsed, ast.Chain) and any(relation.kind in ORDERS for relation, _ in parsed.rest)
    return ordered and _AT_WORST.search(sentences.before(parsed.span, across=at.display)) is not None


def is_behind(span: Span) -> bool:
    """Whether words right behind a formula say that it is so in all cases."""
    return _BEHIND.match(sentences.after(span)) is not None


def is_general(session: Session, at: Entry) -> bool:
    """Whether the words before a claim, or before its display, or behind it, say that it is of all cases."""
    opens = opening(session.ranges.entries, at)
    if keeps(opens.parsed.span):
        return False  # *Suppose `c = 1`. Then always*
    words = sentences.before(opens.parsed.span, across=at.display)
    said = phrases.IN_GENERAL.search(words) is not None or phrases.FOR_EVERY.search(words) is not None
    return said or is_behind(at.parsed.span)


def has_left(session: Session, case: Entry, at: Entry) -> bool:
    """Whether a claim is of more than a case before it: *with `c = 0` it is `y`, and in general `F \\ge y`*."""
    if case.sentence != at.sentence:
        return is_taken(case) and is_general(session, at)
    return not at.display and _AGAIN.search(sentences.before(at.parsed.span)) is not None


def declared_cases(bindings: Sequence[Binding], at: Entry) -> list[Entry]:
    """The cases of its paragraph of what is only declared: *if `\\nsum{\\ax} v = 1`, it is …. Moreover …*."""
    said = (b.entry for b in bindings if isinstance(b, Declared) and b.entry.local and b.entry.supposed)
    before, here = (e for e in said if e.index < at.index and not e.display), at.parsed.span
    return [e for e in before if sentences.are_in_one_thought(e.parsed.span, here, goes_on=True, leads=at.display)]
