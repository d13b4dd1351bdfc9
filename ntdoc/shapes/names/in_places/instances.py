"""What one section puts in the place of a tensor that another declares: *it is the same model with `X = V`*, `M = 1`.

Other sections speak of the tensor that is declared. So they do of a formula that one section works out with an array,
and of a letter that they introduce where another has taken a number for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.in_places import own_formulas
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.patterns import in_numbers, names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast, literals


def is_of_section(tensor: Tensor, scope: Scope, ranges: Ranges) -> bool:
    """Whether a definition is such an instance: of all zeros or ones, or in a sentence a tensor of other axes.

    Or in the place of a formula an array of numbers, or what is computed from numbers; or the number of an example.
    """
    at, right = tensor.entry, tensor.body
    before = [b for b in scope.by_name[tensor.name] if b.entry.index < at.index and not b.entry.local]
    general = before[-1] if before else None
    if general is not None and general.entry.section != at.section and own_formulas.is_of_own_letters(tensor, scope):
        return not own_formulas.is_brought_in(tensor, scope)
    if isinstance(general, Tensor):
        single = isinstance(right, ast.Number) and right.value in (0, 1) and general.entry.section != at.section
        return bool(names_in(general.body)) and (_is_worked(right) or (single and _contracts(general.body)))
    if general is None:
        ends = [r.entry for r in ranges.all if r.end == tensor.name]
        return _is_taken_until(tensor, [*scope.limited.get(tensor.name, ()), *ends])
    if not isinstance(general, Declared):
        return False
    if numeric.is_numbers(right) and sentences.is_of_example(at.parsed.span):
        return True
    said = scope.mentioned.get(tensor.name, ())
    if not _axes(general) and _is_taken_until(tensor, [e for e in said if e.introduces]):
        return True
    if general.entry.section == at.section or not (axes := _axes(general)):
        return False
    if isinstance(right, ast.Number):
        return right.value in (0, 1)
    other = scope.tensor(right.full_name, at) if isinstance(right, ast.Symbol) and not at.display else None
    return isinstance(other, Declared) and not at.gives and _axes(other) not in (frozenset(), axes)


def is_number_of_size(tensor: Tensor, stated: Sequence[Entry]) -> bool:
    """*For `r = 8` it has a share of*, and a display, of an `r` that is `stated` to be a size in another section."""
    at = tensor.entry
    if at.display or at.gives or at.lets or not isinstance(tensor.body, ast.Number) or not cases.is_taken(at):
        return False
    return bool(stated) and all(e.section != at.section and e.index < at.index for e in stated)


def _is_taken_until(tensor: Tensor, anew: Sequence[Entry]) -> bool:
    """*With `\\tau = 0.1` it takes 22 steps*, where a later section has another one: *with a temperature `\\tau`*.

    Or a bound or a range of its own, *for `1 \\le k \\le |\\ax|`*, after *for `k = 1000` these are `1256`*.
    """
    at = tensor.entry
    if at.gives or at.lets or not in_numbers(tensor.body) or not cases.is_taken(at):
        return False
    return any(e.section != at.section and e.index > at.index for e in anew)


def _contracts(body: ast.Operand) -> bool:
    """Whether a formula is made of tensors with axes, as far as it says so itself."""
    return any(isinstance(part, ast.ProductOperator) and part.kind == "contract" for part in walk(body))


def _is_worked(right: ast.Operand) -> bool:
    """Whether it is an array of numbers, or computed from numbers: `-\\frac12 (\\log 0.8 + \\log 0.5)`, and not 2."""
    if numeric.is_array(right):
        return True
    general = any(isinstance(part, ast.Size | ast.Index | ast.TensorSet) for part in walk(right))
    return not general and not literals.is_number(right) and all(lookup(name) for name in names_in(right))


def _axes(declared: Declared) -> frozenset[str]:
    return frozenset(s.axis.name for s in declared.along)
