"""Words in mathematics without a font, `\\mathrm{relu}(Y + bais)`: one error each, and not one for each letter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.diagnostics import Diagnostic
from ntdoc.regex import regex
from ntdoc.shapes.judged import Judged
from ntdoc.source import Span

_WORD = regex(r"\\?[A-Za-z]+")
_FAR = 40  # characters of a word
_LEAST = 3  # letters


def joined(judged: Sequence[Judged]) -> None:
    """Tell undeclared letters that are written together once, as the word that they may be."""
    for j in judged:
        letters = [d for d in j.notebook.diagnostics if d.code == "NT201" and len(d.span.text) == 1]
        found = {id(d): word for d in letters if (word := _word(d.span)) is not None} if len(letters) > 1 else {}
        several = {word for word, count in Counter(found.values()).items() if count > 1}
        kept: list[Diagnostic] = []
        for d in j.notebook.diagnostics if several else ():
            word = found.get(id(d))
            if word in several and word is not None:
                message = f"{word.text} is not declared, as a word or as a product of letters"
                d = replace(d, message=message, span=word, label="undeclared name", hints=(), edits=())
            if word not in several or all(other.span != word for other in kept):
                kept.append(d)
        if several:
            j.notebook.diagnostics[:] = kept


def _word(span: Span) -> Span | None:
    """The word that a letter stands in; None if it is part of a command, or too short to be one."""
    text, first = span.source.text, max(0, span.start - _FAR)
    found = (m for m in _WORD.finditer(text, first, span.end + _FAR) if m.start() <= span.start < m.end())
    word = next(found, None)
    if word is None or word[0].startswith("\\") or len(word[0]) < _LEAST:
        return None
    return Span(span.source, word.start(), word.end())
