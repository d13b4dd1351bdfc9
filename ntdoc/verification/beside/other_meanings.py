"""Functions of which words say that they are others than the known ones: *by `\\sigma(x)` we denote the softmax*.

A letter is often the name of several, and the sine of a number of degrees is another function. What the known one
refutes may hold of the one that is meant, of which the words say too little to compute it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ntdoc.nodes import walk
from ntdoc.operations.table import OPERATIONS
from ntdoc.regex import regex
from ntdoc.report import WRONG, Kind
from ntdoc.shapes.bindings import Function
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import Operate
from ntdoc.syntax.ast import Group, Symbol
from ntdoc.syntax.symbols import GREEK
from ntdoc.verification.beside.under_conditions import leave_out
from ntdoc.verification.verdicts import Verdict

_USUAL = regex(r"\b(?:sigmoids?|sigmoidal|logistic)\b", re.IGNORECASE)
_OTHER = (  # what else is called so
    r"(?:(?:[a-z-]+\s+){0,2}(?:softmax|soft-max|relu|rectifier|rectified\s+linear|hyperbolic\s+tangent|tanh|step|sign|gelu"
    r"|standard\s+deviation|deviation|activation|non-?linearit(?:y|ies)|identity|permutation|singular\s+values?|spectr\w+)"
    r"|largest|smallest|greatest|least|maximum|minimum)\b"
)
_KIND = r"(?:\s+(?:function|layer|unit|operation|map))"
_THE = r"(?:the|an?|some|any|its|our)\s+"
_VERB = r"(?:is|be|are|denotes?|stands\s+for|means?|gives?|returns?|for)\s+(?:again\s+|always\s+|here\s+|just\s+)?"
_WRITTEN = r"(?:is\s+|are\s+|be\s+)?(?:(?:written|denoted|called|abbreviated)\s+)?(?:as\s+|by\s+)?"
_DEGREES = regex(r"\bin\s+degrees\b", re.IGNORECASE)
_OF_ANGLES = frozenset({"sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "arctan2"})


def leave_out_other(judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Leave out claims that do not hold of a known function, where words say that another one is meant."""
    for j, v in zip(judged, verdicts, strict=True):
        if j.kind is Kind.CLAIM and v.status in WRONG and (reason := _why(j)) is not None:
            leave_out(v, reason)


def _why(claim: Judged) -> str | None:
    return _named_anew(claim) or _of_another_kind(claim)


def _named_anew(claim: Judged) -> str | None:
    """*A step with rate `\\eta`*, where only another section has a function `\\eta(s)`: a number may be meant."""
    at = claim.role.entry
    called = {id(head) for head, given in pairs(at.parsed) if isinstance(given, Group)}
    bare = {p.full_name: p for p in walk(at.parsed) if isinstance(p, Symbol) and id(p) not in called}
    words = sentences.before(claim.span, across=True)
    for name, symbol in bare.items():
        binding = next((use.binding for use in claim.notebook.uses if use.name == name), None)
        if not isinstance(binding, Function) or binding.entry.section == at.section:
            continue
        if found := re.search(rf"[a-z]+\s+(?:\$|\\\()\s*{re.escape(symbol.span.text.strip())}\s*(?:\$|\\\))", words):
            return f"its sentence says “{found[0]}”, and {name} is a function in another section"
    return None


def _of_another_kind(claim: Judged) -> str | None:
    known = {node.operation for plan in claim.plans for node in walk(plan) if isinstance(node, Operate)}
    if not known:
        return None
    text = claim.span.source.words
    if not known.isdisjoint(_OF_ANGLES) and _DEGREES.search(text):
        return "the text speaks of degrees, and the usual functions are of radians"
    for operation in OPERATIONS:
        for letter in operation.spellings & GREEK if operation.name in known else ():
            if (said := _said_of(letter, text)) is not None:
                return f"the text says “{said}”, and the usual {letter} is the {operation.name}"
    return None


def _said_of(letter: str, text: str) -> str | None:
    r"""The words that say what else a letter is, if none say that it is what it usually is."""
    if _USUAL.search(text):
        return None
    applied = rf"\\{letter}(?![a-zA-Z])\s*(?:\((?:[^()$]|\\cdot)*\)|\\?[a-z]\b)?"
    formula = rf"(?:\$|\\\()\s*{applied}\s*(?:\\in\b[^$]*)?(?:\$|\\\))"
    # *by `\\sigma(x)` the softmax*
    behind = rf"{formula}\s*(?:,\s*)?(?:{_VERB})?{_THE}(?:{_OTHER}|(?:number|sum)\s+of\b)"
    ahead = rf"{_THE}{_OTHER}{_KIND}?\s+(?:of\s+{sentences.FORMULA}\s+)?{_WRITTEN}{formula}"
    found = re.search(rf"{behind}|{ahead}", text, re.IGNORECASE)
    return " ".join(found[0].split()) if found is not None else None
