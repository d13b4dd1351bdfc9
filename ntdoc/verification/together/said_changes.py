"""Orders whose words say the opposite: *it never decreases, `E(u(x)) \\le E(x)`*, *it grows, `f_{t+1} \\le f_t`*."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.report import Kind, Status
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import operands, spelt
from ntdoc.syntax import ast
from ntdoc.verification.verdicts import Verdict

_LESS = r"(?:decreas(?:es?|ing)|shrinks?|falls?|drops?|declines?)"
_MORE = r"(?:increas(?:es?|ing)|grows?|rises?)"
_CHANGES = regex(  # the last words before a formula, and nothing that another clause says
    rf"(?:^|[.;:,]|\b(?:that|so|hence|thus|therefore|and)\b)(?P<clause>\s*(?:[a-z][a-z-]*\s+){{0,6}}?)"
    rf"(?:(?P<not>never|not|cannot|can't|doesn't|don't|non-?)\s*)?(?:(?P<less>{_LESS})|(?P<more>{_MORE}))"
    r"(?:\s+(?:in|with|at|from|along|during|over|by)(?:\s+[a-z-]+){1,4})?\s*[,:]?\s*(?:\$+|\\[(\[]|\\begin\s*\{[a-z]+\*?\})?\s*\Z",
    re.IGNORECASE,
)
_OF_OTHERS = regex(
    r"\b(?:as|if|when|whenever|while|since|because|where|for|unless|though|although|whereas|until|would|were|not|no|never"
    r"|minus|negative|inverse|reciprocal|error|gap|distance)\b",
    re.IGNORECASE,
)
_BRACES = regex(r"[{}]")
_PLUS, _MINUS = regex(r"([A-Za-z])\+1(?!\d)"), regex(r"([A-Za-z])-1(?!\d)")
_MARK = regex(r"'|\^(?:\+|\\(?:text|mathrm)new|\\prime)")
_DIRECTIONS = {"le": -1, "lt": -1, "ge": 1, "gt": 1}  # of the left side, seen from the right


def report(judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Warn of orders that hold, of what is new and what was before it, where the words say the opposite (NT301)."""
    for j, v in zip(judged, verdicts, strict=True):
        direction = _DIRECTIONS.get(j.relation.kind) if j.relation is not None else None
        parsed = j.role.entry.parsed
        if j.kind is not Kind.CLAIM or v.status is not Status.VERIFIED or direction is None or j.step > 1:
            continue
        if not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or j.role.entry.negated:
            continue
        found = _CHANGES.search(sentences.before(j.span, across=j.role.entry.display))
        if found is None or _OF_OTHERS.search(found["clause"]):
            continue
        left, right = operands(parsed)
        new = 1 if _is_of_new(left, right) else -1 if _is_of_new(right, left) else 0
        grows = bool(found["more"]) is not bool(found["not"])
        if new and grows is not (direction * new > 0):
            word = found["less"] or found["more"]
            said = f"{found['not']} {word}".replace("- ", "-") if found["not"] else word
            message = f"the words say “{said}”, and the formula says the opposite"
            told = Diagnostic("NT301", message, j.span, label="the other way round", graded=Severity.WARNING)
            v.diagnostics = [*v.diagnostics, told]


def _is_of_new(new: ast.Operand, old: ast.Operand) -> bool:
    """Whether one side is the other at what comes after: `f(g(x))` and `f(x)`, `f_{t+1}` and `f_t`."""
    match new, old:
        case ast.Juxtaposition(factors=(one, after)), ast.Juxtaposition(factors=(other, before)):
            if spelt(one) != spelt(other) or not isinstance(after, ast.Group) or not isinstance(before, ast.Group):
                return False
            inner = before.items[0]
            parts = (part for item in after.items for part in walk(item) if part is not item)
            nested = isinstance(inner, ast.Symbol) and any(_is_written(part, inner) for part in parts)
            return nested or _is_next(spelt(after), spelt(before))
        case ast.Symbol(), ast.Symbol():
            return _is_next(spelt(new), spelt(old))
    return False


def _is_written(part: object, name: ast.Symbol) -> bool:
    return isinstance(part, ast.Symbol) and part.full_name == name.full_name


def _is_next(new: str, old: str) -> bool:
    """Whether two formulas are the same but for `t + 1` and `t`, for `t` and `t - 1`, or for a mark of what is new."""
    new, old = (_BRACES.sub("", text) for text in (new, old))
    return new != old and (_PLUS.sub(r"\1", new) == old or new == _MINUS.sub(r"\1", old) or _MARK.sub("", new) == old)
