"""Claims in sentences that are not in English: *Für `x > 2` gilt `f(x) > 0`* is of a case that ntdoc cannot read.

What language it is does not matter. English prose is full of a few words that others do not have, and a text that has
words enough, or letters that English lacks, and hardly any of these is in another language.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span

_ENGLISH = regex(  # and no word of another language, as *so*, *is*, *we*, *for*, *as* and *all* are
    r"the|of|and|are|be|that|this|these|it|its|you|with|from|which|where|when|then|if|have|can|not|only|each|every|any|since"
    r"|but|than|into|because|there|they|their|what|shows?|given|between|following|using|here|called|holds?"
)
_BODY = regex(r"\\begin\s*\{document\}")
_NO_WORDS = regex(  # mathematics, code, links, commands with their keys, and markup
    r"\$\$.*?\$\$|\$[^$]+\$|\\\(.*?\\\)|\\\[.*?\\\]"
    rf"|\\begin\s*\{{({sentences.OF_MATHEMATICS})\}}.*?\\end\s*\{{\1\}}"
    r"|```.*?```|`[^`\n]*`|<!--.*?-->|(?<!\\)%[^\n]*|\]\([^)]*\)|<[^>\n]*>|https?:\S+"
    r"|\\(?:begin|end|label|ref|eqref|cite\w*|usepackage|documentclass|input|include\w*|newcommand|def)\*?"
    r"\s*(?:\[[^\]]*\])?\s*(?:\{[^{}]*\})?|\\[a-zA-Z]+\*?",
    re.DOTALL,
)
_WORD = regex(r"[^\W\d_]+")
_SIGN = regex(r"[\u0370-\u03ff\U0001d400-\U0001d7ff]+")  # a Greek letter, or one of mathematics
_ENOUGH = 30  # words, of which so few are those of English
_SHARE = 0.03


def is_in_another(span: Span) -> bool:
    """Whether a formula stands in a paragraph with words, in a document that is not in English."""
    if not is_foreign(span.source.words):
        return False
    near = f"{sentences.paragraph_before(span)} {sentences.around(span, across=True)}"
    return _WORD.search(_NO_WORDS.sub(" ", near)) is not None


@lru_cache(maxsize=8)
def is_foreign(text: str) -> bool:
    """Whether the prose of a document is in another language than English."""
    body = _BODY.split(text)[-1]
    words = _WORD.findall(_NO_WORDS.sub(" ", body).lower())
    english = sum(_ENGLISH.fullmatch(word) is not None for word in words)
    if not words or english >= _SHARE * len(words):
        return False
    return len(words) >= _ENOUGH or not all(word.isascii() or _SIGN.fullmatch(word) for word in words)
