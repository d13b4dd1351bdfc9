"""Conclusions about tensors of which formulas alone say what they are: *let `A \\in S`. It follows that `A \\le 1`.*

An equation or an order of a free tensor says from where it is drawn, whatever leads to it, for words may have said so
before: *let `a \\in S` come from a softmax. Hence `\\nsum{\\ax} a = 1`*. Where there are no such words it is a claim.
"""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.vocabulary import DISPLAY_OPENS, LET, THEN, WE_HAVE

_FAR = 800  # characters
_CONCLUDES = (
    rf"(?:(?:it|from\s+this)\s+follows\s+that|{THEN}"
    rf"|we\s+(?:conclude|deduce|infer|see|find)\s+that)"
)
_CONCLUDING = regex(rf"\b{_CONCLUDES}\b", re.IGNORECASE)
_SO = regex(rf"(?:^|[.;])\W*(?:and\s+)?{_CONCLUDES}\b[^.;]*\Z", re.IGNORECASE)
_SAYS_NO_MORE = regex(  # what stands between formulas
    rf"(?:\W|\b(?:{_CONCLUDES}|let|with|where|and|for|both|also|again|{WE_HAVE}|it\s+holds\s+that|that)\b)*",
    re.IGNORECASE,
)
_ENDS = regex(r"\s*(?:\$|\\\))?\s*(?:[.,;:]|$|\n|\\end\b|(?:and|but|too|as\s+well|since|because|by)\b)")
_LETS = regex(rf"(?:\W|\b(?:{LET}|given|for|and|with)\b)*", re.IGNORECASE)
_DISPLAY = regex(r"\$\$.*?\$\$|\\begin\{(\w+\*?)\}.*?\\end\{\1\}|\\\[.*?\\\]", re.DOTALL)
_BEGUN = regex(r"\A[^$]*?(?:\$|\\\))")  # the end of the formula of a declaration
_OPENS_DISPLAY = regex(rf"(?:{DISPLAY_OPENS})\s*(?:\\begin\{{\w+\*?\}})?[^$]*\Z")


def is_of_plain(scope: Scope, entry: Entry, parsed: ast.Chain) -> bool:
    """Whether words draw a statement as a conclusion from what formulas alone say of its tensors."""
    if entry.assumed or entry.lets or entry.supposed or entry.negated or not _may_conclude(entry):
        return False
    if not entry.display and not _ENDS.match(sentences.after(parsed.span)):
        return False  # *then `c > 0` is assumed*
    names = names_in((parsed.subjects, parsed.rest))
    found = [b for name in names if (b := scope.tensor(name, entry)) is not None]
    declared = [_declaration(scope, b.name, entry) for b in found if isinstance(b, Declared)]
    arrays = [b for b in declared if b is not None and b.along]
    if not arrays or not all(b.entry.is_above(entry) and not b.entry.local for b in arrays):
        return False
    return all(_is_plain(b, entry) for b in arrays)


def _may_conclude(entry: Entry) -> bool:
    return entry.concludes or _CONCLUDING.search(sentences.before(entry.parsed.span, across=True)) is not None


def _declaration(scope: Scope, name: str, at: Entry) -> Declared | None:
    """The last statement before a place that puts a name in a set."""
    put = [b for b in scope.by_name.get(name, ()) if isinstance(b, Declared) and b.domain is not None]
    return max((b for b in put if b.entry.index < at.index), key=lambda b: b.entry.index, default=None)


def _is_plain(declared: Declared, entry: Entry) -> bool:
    """Whether there are no words about a tensor from its declaration to a conclusion."""
    start, end = declared.entry.parsed.span, entry.parsed.span
    if start.source is not end.source or not 0 < end.start - start.end < _FAR or declared.entry.sign:
        return False
    between = _without_formulas(_BEGUN.sub(" ", start.source.words[start.end : end.start], count=1))
    before = _without_formulas(sentences.before(start))
    plain = _SAYS_NO_MORE.fullmatch(between) is not None and _LETS.fullmatch(before) is not None
    return plain and _SO.search(between) is not None


def _without_formulas(text: str) -> str:
    """Words without the formulas in them and the beginning of one behind them."""
    text = re.sub(sentences.FORMULA, " ", _DISPLAY.sub(" ", text))
    return re.sub(r"(?:\$|\\\()\s*\Z", " ", _OPENS_DISPLAY.sub(" ", text))
