"""Equations that a text corrects: *"`A = B`" should be `A = C`*, *replace `A = B` by `A = C`*: the first is wrong."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span
from ntdoc.syntax.ast import Chain, Parsed

_QUOTE = r"[\"'“”‘’`*_(\s]*"
_OPENS = rf"{_QUOTE}(?:\$|\\\()"
_BEHIND = regex(
    rf"\s*[.,;]?{_QUOTE}(?:"
    # "should be", "it ought to read", "must be replaced by"
    r"(?:,?\s*(?:but|and|it|this|that|which|they)\s+)*(?:should|must|ought\s+to|has\s+to|needs\s+to|would\s+have\s+to)"
    rf"\s+(?:(?:rather|instead|of\s+course|really|simply)\s+)?(?:be|say|read|become)"
    rf"(?:\s+(?:replaced|corrected|changed)\s+(?:by|to|with|into))?:?{_OPENS}"
    r"|(?:is|was|are)\s+(?:(?:just|only|clearly|probably|simply)\s+)?an?\s+(?:misprint|typo|typographical\s+error|slip"
    r"|printing\s+error|copying\s+error|(?:sign\s+)?error|mistake)\b"
    rf"|[(,;:]?\s*(?:correct(?:ly|ed)?|right|rather|read):?{_OPENS}"
    rf"|(?:do|did|does)\s+(?:they|you|the\s+authors?|she|he)\s+(?:perhaps\s+|not\s+)?mean:?{_OPENS}[^?]*\?"
    r")",
    re.IGNORECASE,
)
_INTO = regex(rf"\s*{_QUOTE},?\s*(?:by|with|to|into){_OPENS}", re.IGNORECASE)
_REPLACES = regex(
    r"\b(?:replaced?|changed?|correct(?:ed)?|substituted?)\s+(?:(?:the|equation|formula|claim|statement)\s+){0,2}"
    rf"{_QUOTE}$",
    re.IGNORECASE,
)
_READ_FOR = regex(  # "read `A = C` for `A = B`"
    rf"\bread:?\s+{_QUOTE}{sentences.FORMULA}{_QUOTE}\s*(?:,\s*)?(?:for|in\s+place\s+of|instead\s+of)\b{_QUOTE}$",
    re.IGNORECASE,
)
_FOR = regex(rf"\bfor\s+{_QUOTE}$", re.IGNORECASE)
_READ = regex(rf"{_QUOTE},?\s*(?:please\s+)?read:?{_OPENS}", re.IGNORECASE)  # "for `A = B` read `A = C`"
_STATES = regex(  # "the paper says that `A = B`. In fact …"
    r"\b(?:text|paper|manuscript|article|authors?|book|draft|(?:table|page|p\.|eq\.|equation)\s*\(?\d+\)?)\s+"
    rf"(?:says?|states?|claims?|has|have|gives?|writes?|reads?)\s+(?:that\s+)?{_QUOTE}$",
    re.IGNORECASE,
)
_IN_FACT = regex(
    rf"{_QUOTE}[.,;]?\s+(?:(?:but|when|while|where|whereas)\s+)?(?:in\s+fact|actually|in\s+truth|the\s+correct)\b",
    re.IGNORECASE,
)
_HEARD = 200  # characters behind an equation, also of the next sentence of its paragraph


def is_wrong_one(statement: Parsed, span: Span) -> bool:
    """Whether the words around an equation in the prose say that another one is to stand in its place."""
    if not isinstance(statement, Chain) or not statement.rest:
        return False
    behind = sentences.BLANK_LINE.split(span.source.words[span.end : span.end + _HEARD])[0]
    before, after = sentences.before(span), sentences.closed_up(behind)
    if _BEHIND.match(after) or _READ_FOR.search(before):
        return True
    pairs = (_REPLACES, _INTO), (_FOR, _READ), (_STATES, _IN_FACT)
    return any(first.search(before) and second.match(after) for first, second in pairs)
