"""Conditions of algorithms, which say nothing of what they ask."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.source import Span

_BRANCH = regex(  # of algorithmic, algpseudocode and algorithm2e
    r"\\(?:[ul]?(?:If|ElsIf|ElseIf)|e(?:lse)?If|l?(?:While|Until)|IF|ELSIF|ELSEIF|WHILE|UNTIL)(?![A-Za-z])\s*\{"
)
_LONG_BRANCH = 300  # characters
_BRACES = regex(r"\\.|[{}]", re.DOTALL)


def is_branch(span: Span) -> bool:
    """Whether a formula is what an algorithm asks, in `\\If{$x > 0$}` or `\\Until{…}`: it says nothing of `x`."""
    text = span.source.words[max(0, span.start - _LONG_BRANCH) : span.start]
    *_, last = (None, *_BRANCH.finditer(text))
    depth = 1
    for brace in _BRACES.finditer(text, last.end()) if last is not None else ():
        depth += (brace[0] == "{") - (brace[0] == "}")
        if depth == 0:  # what is done then
            return False
    return last is not None
