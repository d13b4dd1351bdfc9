"""The letters that formulas in words are of: `B` of *`B`*, of *`B \\in \\reals^{\\ax}`*, and of *`B > 0`*."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences

_LETTER = regex(r"[A-Za-z]+(?:_(?:\w|\{\w+\}))?'*")
_PUT = regex(r"[$\\(\s]*(?P<names>[^$=<>]*?)\s*(?:\\in(?![a-z])|\\colon|:|[<>]|\\[gl](?:eq?|t)(?![a-z]))")


def letters(formulas: str) -> frozenset[str]:
    """The names that stand alone in a list of formulas, or are put in a set or bounded there."""
    found: set[str] = set()
    for formula in re.findall(sentences.FORMULA, formulas):
        put = _PUT.match(formula)
        parts = put["names"].split(",") if put is not None else formula.strip("$\\()").split(",")
        found.update(name for part in parts if _LETTER.fullmatch(name := part.strip().lstrip("\\")))
    return frozenset(found)
