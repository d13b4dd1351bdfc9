"""What is said of a limit: *for `\\tau \\to 0` we have `\\nsum{\\ax} P = 1`* holds for no `\\tau` that there is."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span
from ntdoc.vocabulary import CLOSES

_ARROW = r"\\(?:to|rightarrow|longrightarrow|uparrow|downarrow|nearrow|searrow)(?![A-Za-z])|→"
_LETTER = r"\\?[A-Za-z]+(?:_(?:\w|\{[^{}$]*\}))?"
_TENDS = (
    rf"(?:\$|\\\()\s*{_LETTER}\s*(?:{_ARROW})\s*[+-]?\s*(?:\d[\d./]*|\\infty|∞)(?:\s*\^\s*\{{?[+-]\}}?)?"
    r"[\s,.]*(?:\$|\\\))"
)
_GOES = (  # "as `a` goes to zero"
    rf"(?:\$|\\\()\s*{_LETTER}\s*(?:\$|\\\))\s*(?:goes|tends|converges|grows|approaches|becomes|gets)\s+(?:to\s+)?"
    r"(?:zero|infinity|infinite(?:ly)?|arbitrarily|without|very|(?:\$|\\\()\s*(?:\d|\\infty))"
)
_LIMIT = r"\b(?:for|as|if|when|with|at|lets?|letting|limit|limiting case|where)\b[^.;:$]{0,30}"
_BEFORE = regex(rf"{_LIMIT}(?:{_TENDS}|{_GOES})", re.IGNORECASE)
_AFTER = regex(  # and not the next clause, "…, and for `a \\to 0` it is"
    rf"[\s,.]*(?:{CLOSES})?[\s,(]*(?:(?:but )?(?:only )?{_LIMIT}(?:{_TENDS}|{_GOES})"
    rf"|and (?:only )?{_LIMIT}(?:{_TENDS}|{_GOES})(?=\s*(?:[.;)]|\Z)))",
    re.IGNORECASE,
)


def is_of_limit(span: Span) -> bool:
    """Whether the sentence of a formula says before it, or right after it, that a letter tends to a value."""
    return bool(_BEFORE.search(sentences.before(span, across=True)) or _AFTER.match(sentences.after(span, 100)))
