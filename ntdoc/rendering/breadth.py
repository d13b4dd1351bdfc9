"""How broad a formula will be, about: phones scroll; paper does not, so what does not fit is set smaller there."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Final
from xml.etree import ElementTree

from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex

_ENTITY: Final = regex(r"&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z]\w*;")  # of HTML, which XML has not
_SCRIPT: Final = 0.72  # the size of scripts
_BIG: Final = frozenset("∑∏∫⋃⋂")
_FENCES: Final = frozenset("()[]{}|‖⟨⟩⌊⌋⌈⌉,.;\u2061\u2062\u2063")

# Tokens, and letters that stand on the line: more may be wider than a phone, and scroll.
_LONG: Final = 40
_WIDE: Final = 44


def is_long(tokens: Sequence[Token]) -> bool:
    """Whether an inline formula may be wider than a phone; a sign between numbers is as wide as three digits."""
    width = sum(3 if t.text in "+-=<>" else len(t.text) for t in tokens if t.kind is Kind.CHAR)
    return len(tokens) > _LONG or width > _WIDE


def ems_of(mathml: str) -> float:
    """The breadth in ems; 0 if it cannot be said."""
    try:
        return _breadth(ElementTree.fromstring(_ENTITY.sub(lambda m: html.unescape(m[0]), mathml)))
    except (ElementTree.ParseError, RecursionError, ValueError):
        return 0.0


def _breadth(node: ElementTree.Element) -> float:
    inner = [_breadth(child) for child in node]
    match node.tag.rpartition("}")[2]:
        case "mo":
            text = (node.text or "").strip()
            if set(text) <= _FENCES:
                return 0.45 * len(text)
            return 1.1 if text in _BIG else max(1.3, 0.6 * len(text))
        case "mi" | "mn" | "mtext" | "ms":
            text = node.text or ""
            return 0.7 if len(text) == 1 else 0.55 * len(text)
        case "mspace":
            width = node.get("width", "")
            return float(width.removesuffix("em")) if width.endswith("em") else 0.0
        case "msub" | "msup" | "msubsup":
            return inner[0] + _SCRIPT * max(inner[1:], default=0.0)
        case "munder" | "mover" | "munderover":
            return max(inner[0], *(_SCRIPT * script for script in inner[1:]))
        case "mfrac":
            return max(inner, default=0.0) + 0.2
        case "msqrt" | "mroot":
            return sum(inner) + 0.9
        case "mtable":
            rows = [[_breadth(cell) for cell in row] for row in node]
            columns = max(map(len, rows), default=0)
            return sum(max((row[n] for row in rows if n < len(row)), default=0.0) + 0.8 for n in range(columns))
        case "annotation" | "annotation-xml":
            return 0.0
        case "semantics":
            return inner[0] if inner else 0.0
        case _:
            return sum(inner)
