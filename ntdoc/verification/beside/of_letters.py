"""Claims of functions that formulas give by their letters alone: nothing else can make them so."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Function
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.vocabulary import ANY

_FOR_ALL = regex(
    rf"\s*(?:\$|\\\))?\s*(?:,\s*)?for\s+(?:{ANY})\s+(?:real\s+)?(?:numbers?\s+)?"
    r"(?:\$|\\\()\s*\\?[a-z]+\s*(?:\$|\\\))\s*(?:[.,;:]|\Z)",
    re.IGNORECASE,
)


def is_of_letters_alone(judged: Judged, free: Iterable[str]) -> bool:
    """Whether a claim is made of functions that formulas give, and of nothing that is `free` but their letters."""
    uses = judged.notebook.uses
    letters = {use.name for use in uses if use.role == "tensor" and isinstance(use.binding, Function)}
    functions = [use.binding for use in uses if use.role == "function" and isinstance(use.binding, Function)]
    written = {letter for function in functions for letter in function.letters}  # and `z` is declared to be any number
    letters |= {b.name for use in uses if isinstance(b := use.binding, Declared) and not b.along and b.name in written}
    return bool(functions) and set(free) <= letters


def is_of_any_argument(judged: Judged, free: Iterable[str]) -> bool:
    """Whether the words right behind such a claim say that it is so *for all `z`*."""
    return _FOR_ALL.match(sentences.after(judged.span)) is not None and is_of_letters_alone(judged, free)
