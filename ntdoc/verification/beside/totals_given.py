"""What a sentence says right behind what it declares: *counts `g \\in \\reals^{\\ax}`, `\\nsum{\\ax} g = n`, make …*.

Of a tensor that may be any, no sum, mean or length is a number of its own: the equation says which ones are meant.
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
from ntdoc.vocabulary import LET, SUPPOSE, THEN

_CLAIMS = regex(  # and not *of how often each is drawn*
    rf"\b(?:{THEN}|always|of course|clearly|obviously|since|because|if)\b[^.;:$]*$"
    r"|(?:\b(?:it|this|we|they|which|there)|\$|\\\))\s+(?:is|are|has|have|gives?|yields?)\b[^.;:$]*$",
    re.IGNORECASE,
)
_TAKEN = ("sum", "mean", "norm")
_MADE = (ast.Sum, ast.Fraction, ast.Index, ast.Rename, ast.Derivative, ast.Matrix)  # what is made of a tensor
_GOES_ON = regex(r"\s*(?:\$|\\\))\s*(?:,\s|and\b|with\b)")
_LETS = regex(rf"\b(?:{LET}|draw|{SUPPOSE})\b", re.IGNORECASE)


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
