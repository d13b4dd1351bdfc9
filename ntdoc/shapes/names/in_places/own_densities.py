"""Densities that are those of their section: *the density of `y = F(x)` is*, `\\log p(y) = …`, after another `p(y)`."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.scope import Scope

_DENSITY = regex(r"\b(?:densit(?:y|ies)|distributions?|likelihoods?)\b", re.IGNORECASE)


def is_density_anew(scope: Scope, name: str, entry: Entry) -> bool:
    """Whether words say that a display is a density, and only other sections have a function of its name."""
    if not entry.display or entry.holds or entry.again or entry.shown or entry.concludes:
        return False
    if any(b.entry.section == entry.section for b in scope.function(name, entry)):
        return False
    return _DENSITY.search(sentences.before(entry.parsed.span, across=True)) is not None
