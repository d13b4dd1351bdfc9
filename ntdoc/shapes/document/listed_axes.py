"""Axes that formulas list, `\\seq \\times \\key` or *`\\seq` and `\\key`*, as the set of the tensors that have them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ntdoc.reading.document import Mathematics, Prose
from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.shapes.document.items_before import one_chain
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.axes import KNOWN_COMMANDS
from ntdoc.syntax.relations import trimmed
from ntdoc.syntax.statements import parse_inline

REALS = (("mathbb", Kind.COMMAND), ("{", Kind.OPEN), ("R", Kind.CHAR), ("}", Kind.CLOSE))
_UPRIGHT = frozenset({"mathsf", "mathcal", "mathrm", "operatorname", "name", "texttt", "text"})
_MARKS = frozenset({"prime", "ast", "star", "dagger", "ddagger", ",", "!", ";", ":"})
_BRACES = frozenset({"{", "lbrace"})
_BRACKETS = (("(", ")"), ("{", "}"))
_AXIS = r"(?:an?|one|another|the)\s+(?:named\s+)?axis\s+"
_AND = regex(
    rf"(?:\s+(?:for|of)\s+[a-z\s-]+?)?\s*(?:,|,?\s+and)\s+{_AXIS}|\s*(?:,|,?\s+and)\s+", re.IGNORECASE
)
_MORE = regex(  # what goes on about the axes
    rf"\s+(?:for|of)\s[^.;:$]*,?\s+and\s+{_AXIS}|\s*(?:,\s*)?"
    r"(?:as\s+well|too|besides|in\s+common|in\s+addition|among|plus|or\b"
    r"|and\s+(?:possibly|perhaps|maybe|others?|more|any)|but|except|times)\b",
    re.IGNORECASE,
)
_VERB = regex(r"\s+(?:is|are|was|were|has|have)\b", re.IGNORECASE)


class Listed(NamedTuple):
    """A set of tensors that one or more formulas say, and the number of the last of them."""

    item: Mathematics
    tokens: tuple[Token, ...]
    last: int
    is_set: bool  # it was written as a set


def read(items: Sequence[object], at: int, *, verb: bool = False) -> Listed | None:
    """The shape that a formula is, or several that each are an axis: *the axes `\\seq` and `\\key`*.

    Behind several no verb may stand, of which the last may be the subject, unless the words before have asked for it.
    """
    first = items[at] if at < len(items) else None
    if not isinstance(first, Mathematics) or first.display:
        return None
    own = axes_of(first)
    if own is None:
        if not _is_set(first):
            return None
        return Listed(first, tuple(trimmed(first.tokens)), at, is_set=True)
    parts, last, whole = [own], at, first
    while last + 2 < len(items):
        between, other = items[last + 1 : last + 3]
        if not isinstance(between, Prose) or not _AND.fullmatch(between.text) or not isinstance(other, Mathematics):
            break
        if other.display or (more := axes_of(other)) is None:
            break
        parts.append(more)
        last += 2
        whole = replace(whole, span=whole.span.to(other.span), inner=whole.inner.to(other.inner))
    behind = items[last + 1] if last + 1 < len(items) else None
    goes_on = isinstance(behind, Prose) and _MORE.match(behind.text)
    is_subject = isinstance(behind, Prose) and len(parts) > 1 and not verb and _VERB.match(behind.text)
    if goes_on or is_subject:
        return None  # *has the axes `\\seq` and `\\key`*, or *… `\\seq`, and `\\key` is …*
    tokens = set_of(parts, whole.inner)
    read_as = [p for p, _ in parse_inline(tokens, whole.inner)]
    found = read_as[0].subjects[0] if len(read_as) == 1 and isinstance(read_as[0], ast.Chain) else None
    if not isinstance(found, ast.TensorSet) or not found.shape.axes:
        return None
    return Listed(whole, tokens, last, is_set=False)


def _is_set(item: Mathematics) -> bool:
    """Whether a formula is a set of tensors, `\\reals^{\\seq}`, or what is one behind a sign, `\\{0, 1\\}^{\\seq}`."""
    chain = one_chain(item)
    if chain is not None and not chain.rest and isinstance(chain.subjects[0], ast.TensorSet):
        return True
    tokens = trimmed(item.tokens)
    if not tokens or tokens[0].text not in _BRACES:
        return False
    place = item.inner._replace(end=item.inner.start)
    member = (Token(Kind.CHAR, "x", place), Token(Kind.COMMAND, "in", place), *tokens)
    found = one_chain(replace(item, tokens=member))
    side = found.rest[-1][1] if found is not None and len(found.rest) == 1 else None
    return isinstance(side, ast.TensorSet) and bool(side.shape.axes)


def as_set(item: Mathematics) -> tuple[Token, ...]:
    """The tokens of a formula; of axes, those of the set of the tensors that have them."""
    axes = axes_of(item)
    return item.tokens if axes is None else set_of([axes], item.inner)


def axes_of(item: Mathematics) -> list[Token] | None:
    """The axes that a formula lists, `\\seq \\times \\key` or `(\\seq, \\key)`, if it has nothing else."""
    tokens = trimmed(item.tokens)
    if len(tokens) > 1 and (tokens[0].text, tokens[-1].text) in _BRACKETS and tokens[0].kind is not Kind.OPEN:
        tokens = tokens[1:-1]
    part, parts, depth = list[Token](), list[list[Token]](), 0
    for token in tokens:
        depth += (token.kind is Kind.OPEN or token.text == "[") - (token.kind is Kind.CLOSE or token.text == "]")
        if not depth and token.text in (",", "times", "cup"):
            parts.append(part)
            part = []
        elif not depth and part and token.kind is Kind.COMMAND and token.text not in _MARKS:
            return None  # `\\mathcal{X} \\to V`
        else:
            part.append(token)
    parts.append(part)
    if not all(part and _begins_axis(part[0]) for part in parts):
        return None
    return [Token(Kind.COMMAND, "times", t.span) if t.text == "," and t.kind is Kind.CHAR else t for t in tokens]


def _begins_axis(token: Token) -> bool:
    """Whether an axis may begin so: set upright, or a command that nothing defines, as in a shape."""
    return token.kind is Kind.COMMAND and (token.text in _UPRIGHT or token.text not in KNOWN_COMMANDS)


def set_of(axes: Sequence[Sequence[Token]], where: Span) -> tuple[Token, ...]:
    """The set of the tensors that have some axes."""
    place = where._replace(end=where.start)
    found = [Token(kind, text, place) for text, kind in (*REALS, ("^", Kind.SUP), ("{", Kind.OPEN))]
    for at, part in enumerate(axes):
        found += [Token(Kind.COMMAND, "times", part[0].span)] if at else []
        found += part
    return (*found, Token(Kind.CLOSE, "}", where._replace(start=where.end)))
