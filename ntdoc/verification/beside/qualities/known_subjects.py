"""*The softmax satisfies* a formula: it says something of a known function, and supposes nothing of its arguments."""

from __future__ import annotations

import re

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.syntax import ast
from ntdoc.vocabulary import ADVERB, ANY, IF, OPENS, SUPPOSE

_NAME = r"(?:\$\s*\\?[a-z]+\s*\$|[a-z-]+)(?:\s+(?:functions?|operations?|operator))?"
_SATISFIES = regex(  # and not *such that the softmax satisfies*
    rf"(?:^|[,;:$]|\b(?:so|and|moreover|{ADVERB})\b|\\end\s*\{{[a-z]+\*?\}}|\\\]|\*\*|\}})\s*"
    r"(?:(?:the|this)\s+(?:functions?\s+|(?!of\b)[a-z-]+\s+)?)?"
    rf"(?P<subject>{_NAME}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?:the\s+)?{_NAME})*(?:\s+{sentences.FORMULA})?)"
    rf"\s+(?:(?:{ADVERB}|both|all)\s+)?(?:satisf(?:y|ies)|obeys?)\b"
    rf"(?:,?\s+for\s+(?:(?:{ANY})\s+)?(?:[a-z]+\s+)?{sentences.LISTED})?[\s,:]*(?:{OPENS})?\s*$",
    re.IGNORECASE,
)
_SUPPOSES = regex(rf"\b(?:{SUPPOSE}|{IF}|such|where|unless|that)\b", re.IGNORECASE)
_SHORTEST = 3  # of a name that a word begins with, as *determinant* with `det`


def is_of_known_function(judged: Judged) -> bool:
    """Whether a claim has a known function that is the subject of the words right before it."""
    said = _SATISFIES.search(sentences.before(judged.span, across=judged.role.entry.display))
    if said is None or _SUPPOSES.search(said.string[: said.start("subject")]):
        return False
    words = {word.lower() for word in re.findall(r"[A-Za-z]+", said["subject"])}
    symbols = (part for side in (judged.left, judged.right) for part in walk(side) if isinstance(part, ast.Symbol))
    known = {name for s in symbols if (found := lookup(s.name)) is not None for name in (found.name, *found.spellings)}
    return any(word == name or (len(name) >= _SHORTEST and word.startswith(name)) for word in words for name in known)
