"""Words that say what a function does: *let `f` be the map `x \\mapsto E`*, *`f` maps each `x \\in S` to `E`*.

They are put together to `f(x) = E`, and read as that would be in their place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.reading.document import Mathematics, Prose
from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.items_before import expression, one_chain
from ntdoc.shapes.document.said import comparisons, properties
from ntdoc.shapes.document.said.said_shapes import Shaped
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast
from ntdoc.syntax.relations import top_level, trimmed
from ntdoc.syntax.symbols import MAPS

_MAP = r"(?:map|mapping|function|operator|transformation|layer)"
_A_MAP = rf"\s+(?:be|is|denotes?)\s+(?:the|an?)\s+(?:[a-z-]+\s+){{0,2}}{_MAP}"
_BE_THE_MAP = regex(rf"{_A_MAP}\s+(?:(?:given|defined)\s+by\s+)?", re.IGNORECASE)
_SENDS = regex(
    rf"(?:{_A_MAP}\s+(?:that|which))?\s+(?:maps?|sends?|takes?|carries|carry)\s+"
    r"(?:(?:each|every|any|an?|the)\s+)?(?:[a-z-]+\s+){0,2}",
    re.IGNORECASE,
)
_TO = regex(r"\s+(?:on)?to\s+(?:(?:its|the)\s+(?:[a-z-]+\s+){1,2})?", re.IGNORECASE)


def read(items: Sequence[object], at: int) -> Shaped | None:
    """The function of which words say what it does, and the last item of that."""
    first, between, *rest = (*items[at : at + 5], None, None)
    if not isinstance(first, Mathematics) or first.display or not isinstance(between, Prose):
        return None
    name = expression(first)
    if not isinstance(name, ast.Symbol) or name.axes:
        return None
    if _BE_THE_MAP.fullmatch(between.text):
        return _given(first, rest[0], at)
    if len(rest) < 5 or not _SENDS.fullmatch(between.text):
        return None
    argument, to, value = rest[:3]
    if not isinstance(to, Prose) or not _TO.fullmatch(to.text):
        return None
    if not isinstance(argument, Mathematics) or not isinstance(value, Mathematics):
        return None
    return _sent(first, argument, value, at)


def _given(first: Mathematics, last: object, at: int) -> Shaped | None:
    """*Let `f` be the map `x \\mapsto E`*."""
    if not isinstance(last, Mathematics) or last.display:
        return None
    tokens = trimmed(last.tokens)
    top = top_level(tokens)
    if sum(tokens[i].text in MAPS for i in top) != 1 or any(tokens[i].text in (":", "colon", "=") for i in top):
        return None
    colon = Token(Kind.CHAR, ":", tokens[0].span._replace(end=tokens[0].span.start))
    span, inner = first.span.to(last.span), first.inner.to(last.inner)
    return Shaped(replace(first, span=span, inner=inner, tokens=(*trimmed(first.tokens), colon, *tokens)), at + 2)


def _sent(first: Mathematics, argument: Mathematics, value: Mathematics, at: int) -> Shaped | None:
    """*`f` maps `x` to `E`*, where `E` is made of `x`."""
    if argument.display or value.display:
        return None
    if not comparisons.ends_clause(value.span):
        return None
    if not properties.LETS.search(sentences.before(first.span)) and not comparisons.is_subject(first.span, value.span):
        return None
    chain, body = one_chain(argument), expression(value)
    letter = chain.subjects[0] if chain is not None and [r.kind for r, _ in chain.rest] in ([], ["in"]) else None
    if not isinstance(letter, ast.Symbol) or body is None or isinstance(body, ast.Symbol):
        return None
    if letter.full_name not in names_in(body):
        return None
    place = argument.inner._replace(end=argument.inner.start)
    colon = Token(Kind.CHAR, ":", place)
    arrow = Token(Kind.COMMAND, "mapsto", value.inner._replace(end=value.inner.start))
    tokens = (*trimmed(first.tokens), colon, *trimmed(argument.tokens), arrow, *trimmed(value.tokens))
    span, inner = first.span.to(value.span), first.inner.to(value.inner)
    return Shaped(replace(first, span=span, inner=inner, tokens=tokens), at + 4)
