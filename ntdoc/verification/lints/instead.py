"""Parameters in the place of what is computed with them: `W^4 \\ndot{\\hid} b^3`, where nothing uses `X^3`.

The row of `X^3` adds `b^3`, which it declares beside it. A bias may be shared with another row, but there it is added,
too; and where a row multiplies it by weights, and its display has no use for `X^3`, this is meant. So it is with `W^3`,
unless the row has the input of the other, too: `W^4 \\ndot{\\hid} W^3 \\ndot{\\inp} X^2` is a product of matrices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.nodes import walk
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Function
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import names_in
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.words import is_denied


def odd_factors(judged: Sequence[Judged], dots: object = ()) -> Iterator[tuple[Judged, Diagnostic]]:
    """The rows that multiply the bias of another row by weights of their own."""
    displays: dict[int, list[Judged]] = {}
    for j in judged:
        if j.role.entry.display:
            displays.setdefault(j.role.entry.item, []).append(j)
    for rows in displays.values():
        made = [j for j in rows if j.kind is Kind.DEFINITION and not isinstance(j.binding, Function)]
        for own in made:
            if own.name is None or any(own.name in names_in(j.role.entry.parsed) for j in rows if j is not own):
                continue
            row = [j for j in rows if j.role.entry.row == own.role.entry.row and j.kind is Kind.DECLARATION]
            declared = {d.name for j in row for d in j.role.declares}
            parameters = {name for name in declared if _scripts(name) == _scripts(own.name) != ((), ())}
            inputs = _variables(own) - declared
            for other in made:
                wanted = parameters & _added(own) if inputs & _variables(other) else parameters
                if other is not own and not is_denied(other.span) and (found := _multiplied(other, wanted)) is not None:
                    message = f"{found.text} is a parameter in the row of {own.name}, which nothing here uses"
                    related = (Related(own.span, "its row"),)
                    yield other, Diagnostic("NT405", message, found, label=f"not {own.name}", related=related)


def _variables(judged: Judged) -> set[str]:
    parts = (part for part in walk(judged.role.entry.parsed) if isinstance(part, ast.Symbol))
    return {part.full_name for part in parts if not part.roman} - {judged.name or ""}


def _added(judged: Judged) -> set[str]:
    sums = (part for part in walk(judged.role.entry.parsed) if isinstance(part, ast.Sum))
    return {term.full_name for part in sums for _, term in part.terms if isinstance(term, ast.Symbol)}


def _scripts(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    apart = taken_apart(name)
    return apart.sub, apart.sup


def _multiplied(judged: Judged, names: set[str]) -> Span | None:
    """Where a formula contracts one of some names with something."""
    for part in walk(judged.role.entry.parsed) if names else ():
        for operator, factor in part.rest if isinstance(part, ast.Product) else ():
            if operator.kind == "contract" and isinstance(factor, ast.Symbol) and factor.full_name in names:
                return factor.span
    return None
