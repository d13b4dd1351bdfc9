"""The words of a LaTeX title or heading."""

from __future__ import annotations

import re
from typing import Final

from ntdoc.regex import regex

_GONE: Final = regex(r"\\(?:label|thanks|footnote|footnotemark|vspace|hspace)\*?\s*(?:\{[^{}]*\})?")
_ALTERNATIVE: Final = regex(r"\\texorpdfstring\s*\{[^{}]*\}\s*\{([^{}]*)\}")
_SPACE: Final = regex(r"\\\\(?:\[[^\]]*\])?|\\[ ,;:!]|~|\\(?:quad|newline|linebreak)(?![A-Za-z])")
_COMMAND: Final = regex(r"\\[A-Za-z]+\*?\s*|[{}]")
_ESCAPE: Final = regex(r"\\([%&$#_])")


def plain(text: str) -> str:
    """Words without LaTeX commands; mathematics keeps its commands."""
    text = _ALTERNATIVE.sub(r"\1", _GONE.sub("", text))
    pieces = re.split(r"((?<!\\)\$[^$]*\$)", text)
    for index in range(0, len(pieces), 2):
        piece = _COMMAND.sub("", _SPACE.sub(" ", pieces[index]))
        pieces[index] = _ESCAPE.sub(r"\1", piece).replace("---", "—").replace("--", "–")
    return " ".join("".join(pieces).split())
