"""What follows from a condition in its sentence: *if `y \\ge 1`, then `l = 0`*."""

from __future__ import annotations

import re

from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names import numeric
from ntdoc.shapes.scope import Scope, Tensor
from ntdoc.syntax import ast

_IF_THEN = re.compile(r"\bif\s+(?:\$[^$]+\$|\\\((?:(?!\\\)).)+\\\))\s*,?\s*then\s+(?:\$|\\\()\s*$", re.IGNORECASE)


def is_consequence(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*If `y \\ge 1`, then `l = 0`* of the `l` that a formula of the section defines."""
    found = scope.tensor(name, entry)
    if not isinstance(found, Tensor) or found.entry.section != entry.section or found.entry.local or entry.display:
        return False
    supposes = entry.local and not numeric.is_numbers(found.body) and not numeric.is_array(right)
    return supposes and _IF_THEN.search(sentences.before(entry.parsed.span)) is not None
