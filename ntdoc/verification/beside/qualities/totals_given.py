"""What a sentence says right behind what it declares: *counts `g \\in \\reals^{\\ax}`, `\\nsum{\\ax} g = n`, make …*.

Of a tensor that may be any, no sum, mean or length is a number of its own: the equation says which ones are meant. So
does one behind words that describe what is declared: *a `v \\in \\reals^{\\ax}` orthogonal to all rows, `X v = 0`*.
"""

from __future__ import annotations

import re

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import is_size, names_in
from ntdoc.syntax import ast
from ntdoc.verification.in_numbers.taken import is_equation
from ntdoc.vocabulary import ANY, IF, LET, SUPPOSE, THEN

_CLAIMS = regex(  # and not *of how often each is drawn*
    rf"\b(?:{THEN}|always|of course|clearly|obviously|since|because|if)\b[^.;:$]*$"
    r"|(?:\b(?:it|this|we|they|which|there)|\$|\\\))\s+(?:is|are|has|have|gives?|yields?)\b[^.;:$]*$",
    re.IGNORECASE,
)
_TAKEN = ("sum", "mean", "norm")
_MADE = (ast.Sum, ast.Fraction, ast.Index, ast.Rename, ast.Derivative, ast.Matrix)  # what is made of a tensor
_GOES_ON = regex(r"\s*(?:\$|\\\))\s*(?:,\s|and\b|with\b)")
_ENDS = regex(r"\s*(?:\$|\\\))?\s*(?:,|\)|and\b|\Z)")
_LETS = regex(rf"\b(?:{LET}|draw|{SUPPOSE})\b", re.IGNORECASE)


_DESCRIBES = regex(  # between a declaration and what it comes to: "orthogonal to all rows,", "be unit vectors:"
    r"\s*(?:\$|\\\))\s*,?\s+(?!(?:and|or|be(?:\s+(?:an?|the))?(?:\s+[a-z]+)?,|we|it|this|that\s+is)\b)"
    rf"(?!(?:{ANY}|some|both|be\s+(?:{ANY})|be\s+two|[a-z]+[^\Ws]s)\b)[a-z][^.;:]*?[,:]\s*(?:\$|\\\()?\s*",
    re.IGNORECASE,
)
_NEW_CLAUSE = regex(  # of a subject of its own: "for the features, and their norm is squared:"
    r"(?:,|\band|\bbut)\s+(?:(?:and|but|so|while)\s+)?(?:the|its|their|this|these|our|each|it|they|we)\b[^,]*?"
    r"\b(?:is|are|be|was|were|has|have|gets?|becomes?|equals?|reads|can|may|must)\b",
    re.IGNORECASE,
)
_OF_ANY = regex(rf"\b(?:{ANY})\s+(?:[a-z]+\s+){{0,2}}(?:\$|\\\()?\s*$", re.IGNORECASE)
_FOR = regex(rf"(?:^|\n)\W*(?:for|with|given|in|on|{IF})\b", re.IGNORECASE)
_RELATES = regex(r"\$[^$]*(?:[=<>]|\\(?:in|le|ge|leq|geq)\b)[^$]*\$")


def is_description(judged: Judged) -> bool:
    """Whether an equation says in a formula what words have said right behind a declaration in its sentence."""
    at = judged.role.entry
    if at.display or at.concludes or at.negated or not is_equation(judged) or isinstance(judged.left, ast.Symbol):
        return False
    used = (use.binding for use in judged.notebook.uses)
    own = [b for b in used if isinstance(b, Declared) and b.entry.sentence == at.sentence and b.entry.index < at.index]
    own = [b for b in own if not (b.entry.display or _OF_ANY.search(sentences.before(b.entry.parsed.span)))]
    if _FOR.search(sentences.before(at.parsed.span)):
        return False  # *for `x \\in S` it changes nothing, `E = x`*
    if not own:
        return False
    last = max(own, key=lambda b: b.entry.index)
    words = sentences.between(last.entry.parsed.span, at.parsed.span)
    if _DESCRIBES.fullmatch(words) is None or _NEW_CLAUSE.search(words):
        return False
    if _CLAIMS.search(words.rstrip(" \n$\\(")) or _RELATES.search(words[2:]):
        return False
    return _ENDS.match(sentences.after(at.parsed.span)) is not None


def is_given_total(judged: Judged) -> bool:
    """Whether a statement is such an equation, in commas behind the declaration in its sentence."""
    at, left, right = judged.role.entry, judged.left, judged.right
    if at.display or at.concludes or at.negated or left is None or right is None or not is_equation(judged):
        return False
    if not is_size(right) or isinstance(left, ast.Symbol) or any(isinstance(part, _MADE) for part in walk(left)):
        return False
    named = {name for name in names_in(left) if (known := lookup(name)) is None or known.name not in _TAKEN}
    used = {use.name: use.binding for use in judged.notebook.uses if use.name in named}
    if len(used) != 1:
        return False
    ((name, declared),) = used.items()
    if not isinstance(declared, Declared) or declared.entry.sentence != at.sentence or declared.entry.display:
        return False
    if declared.entry.index >= at.index or name in names_in(right):
        return False
    if declared.entry.local:  # *for every `r \\in \\reals^{\\ax}`, `r \\ndot{\\ax} r = 1`*
        return False
    words = sentences.between(declared.span, at.parsed.span).rstrip(" \n$\\(")
    said = _GOES_ON.match(sentences.after(at.parsed.span)) or _LETS.search(sentences.before(at.parsed.span))
    return words.endswith(",") and not _CLAIMS.search(words) and said is not None
