"""Words in mathematics without a font, `\\mathrm{relu}(Y + bais)`: one error each, and not one for each letter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.diagnostics import Diagnostic
from ntdoc.shapes.judged import Judged
from ntdoc.source import Span

_WORD = re.compile(r"\\?[A-Za-z]+")
_FAR = 40  # characters of a word
_LEAST = 3  # letters


def joined(judged: Sequence[Judged]) -> None:
    """Tell undeclared letters that are written together once, as the word that they may be."""
    for j in judged:
        letters = [d for d in j.notebook.diagnostics if d.code == "NT201" and len(d.span.text) == 1]
        words = [_word(d.span) for d in letters] if len(letters) > 1 else []
        several = {w for w in words if w is not None and words.count(w) > 1}
        if several:
            told: set[Span] = set()
            kept: list[Diagnostic] = []
            for d in j.notebook.diagnostics:
                word = _word(d.span) if d in letters else None
                if word not in several or word is None:
                    kept.append(d)
                elif word not in told:
                    told.add(word)
                    message = f"{word.text} is not declared, as a word or as a product of letters"
                    kept.append(replace(d, message=message, span=word, label="undeclared name", hints=(), edits=()))
            j.notebook.diagnostics[:] = kept


def _word(span: Span) -> Span | None:
    """The word that a letter stands in; None if it is part of a command, or too short to be one."""
    text, first = span.source.text, max(0, span.start - _FAR)
    found = (m for m in _WORD.finditer(text, first, span.end + _FAR) if m.start() <= span.start < m.end())
    word = next(found, None)
    if word is None or word[0].startswith("\\") or len(word[0]) < _LEAST:
        return None
    return Span(span.source, word.start(), word.end())
