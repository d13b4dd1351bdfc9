"""Over what a loop runs, in two formulas with a word between: *for `t = 1` to `T`* is `t = 1, \\ldots, T`."""

from __future__ import annotations

import re

from ntdoc.reading.document import Mathematics, Prose
from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.shapes.document.items_before import one_chain
from ntdoc.syntax.ast import Number, Symbol
from ntdoc.syntax.relations import trimmed

_TO = regex(r"\s*(?:up\s+)?(?:to|\\TO|\\KwTo|\\text(?:bf|it)\{\s*to\s*\})\s*(?:\{\})?\s*", re.IGNORECASE)
_FOR = regex(r"(?:\\For(?:All|Each)?\s*\{\s*(?:for\s+)?|\bfor\s+)(?:\$|\\\()\s*$", re.IGNORECASE)
_SIGNS = frozenset({"=", "gets", "leftarrow"})


def between(first: Mathematics, words: Prose, last: Mathematics) -> tuple[Token, ...] | None:
    """The range as one formula, if a loop or a sentence says *for* before it."""
    before = first.inner.source.text[max(0, first.inner.start - 40) : first.inner.start]
    if not _TO.fullmatch(words.text) or not _FOR.search(before):
        return None
    tokens = trimmed(first.tokens)
    sign = next((n for n, token in enumerate(tokens) if token.text in _SIGNS), None)
    chain, end = one_chain(first), one_chain(last)
    if sign is None or chain is None or len(chain.rest) != 1 or end is None or end.rest:
        return None
    if not isinstance(chain.subjects[0], Symbol) or not isinstance(chain.rest[0][1], Number):
        return None
    place = words.span
    dots = (Token(Kind.CHAR, ",", place), Token(Kind.COMMAND, "ldots", place), Token(Kind.CHAR, ",", place))
    equals = Token(Kind.CHAR, "=", tokens[sign].span)
    return (*tokens[:sign], equals, *tokens[sign + 1 :], *dots, *trimmed(last.tokens))
