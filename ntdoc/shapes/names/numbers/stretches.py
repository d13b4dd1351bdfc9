"""Numbers that nothing but an equation of eigenvectors names: *`u` is an eigenvector, `C \\ndot{\\ax} u = \\lambda u`*.

By how much a map stretches its eigenvector is a number, whether the text calls it the eigenvalue or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ntdoc.operations.table import lookup
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.numbers.bounded import any_number
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.names.restated.implicit import proper
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.syntax.symbols import GREEK


def declare(entries: Sequence[Entry], scope: Scope, ranges: Ranges) -> None:
    """Declare these numbers, each where it is met first."""
    for entry in entries:
        parsed = entry.parsed
        if entry.negated or entry.mistaken or not isinstance(parsed, ast.Chain) or not (names := proper(entry)):
            continue
        stretched = names & names_in(parsed.subjects)
        for name in names - stretched:
            known = scope.tensor(name, entry) is not None or bool(scope.function(name, entry))
            if known or not all(scope.is_tensor(other, entry) for other in stretched) or not _is_letter(name):
                continue
            if any(name in (r.letter, r.end) for r in ranges.all):
                continue
            first = replace(entry, index=entry.index - 1, local=False)  # so that the equation sees it
            scope.insert(any_number(name, parsed.span, first))


def _is_letter(name: str) -> bool:
    """Whether a name is one letter, and no known operation."""
    return name in GREEK or (len(name.rstrip("'")) == 1 and lookup(name) is None)
