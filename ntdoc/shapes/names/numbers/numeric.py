"""Expressions that are made of numbers alone: 0, `1 / |\\ax|`, `[1, 2; 3, 4]`, `1/n` where `n` is one."""

from __future__ import annotations

from ntdoc.nodes import walk
from ntdoc.operations.table import CONSTANTS, lookup
from ntdoc.shapes.bindings import Binding, Declared, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.denied import denials
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.in_places.own_clauses import opens_case
from ntdoc.shapes.patterns import between, names_in, number_in, operands, outside_scripts, signs
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast, binding_ast


def is_number(node: ast.Operand | None) -> bool:
    """Whether an expression is made of numbers and sizes alone, as 0 and `1 / |\\ax|` are."""
    named = (ast.Symbol, ast.Matrix, ast.Index, ast.TensorSet)
    return node is not None and not any(isinstance(part, named) for part in walk(node))


def is_some_number(found: Binding | None) -> bool:
    """Whether what is said of a name is no more than that it is some number."""
    return isinstance(found, Declared) and not found.along


def is_given_in_passing(found: Tensor) -> bool:
    """Whether a sentence gives a letter a number for a case that it speaks of: *for `t = 1` there is one term*."""
    entry = found.entry
    return not entry.display and is_number(found.body) and cases.is_in_passing(entry.parsed.span)


def is_of_sizes(scope: Scope, found: Tensor) -> bool:
    """Whether a definition is such a number, also with letters that are: `1/n` after `n = |\\ax|`."""
    return is_number_there(scope, found.body, found.entry)


def is_of_numbers(scope: Scope, found: Binding, depth: int = 8) -> bool:
    """Whether all that a definition is made of are single numbers, `c = a^2` of an `a \\in \\reals`."""
    if not isinstance(found, Tensor):
        return is_some_number(found)
    if depth == 0 or any(isinstance(part, ast.Matrix | ast.Index | ast.TensorSet) for part in walk(found.body)):
        return False
    powers = _powers(scope, found.body, found.entry)
    made = [scope.tensor(name, found.entry) for name in names_in(found.body).difference(powers)]
    return all(b is not None and is_of_numbers(scope, b, depth - 1) for b in made)


def is_of_known(scope: Scope, node: ast.Operand, at: Entry) -> bool:
    """Whether an expression is made of single numbers that the text says before it, `1 / c`."""
    made = [scope.tensor(name, at) for name in _letters(node)]
    known = all(b is not None and b.entry.index < at.index and is_of_numbers(scope, b) for b in made)
    return known and not _has_axes(node)


def may_be_of_numbers(scope: Scope, node: ast.Operand, at: Entry) -> bool:
    """Whether nothing before an expression says that it is made of anything else than single numbers."""
    made = [b for name in _letters(node) if (b := scope.tensor(name, at)) is not None]
    functions = any(scope.function(name, at) for name in _letters(node))
    return all(is_of_numbers(scope, b) for b in made) and not functions and not _has_axes(node)


def _letters(node: ast.Operand) -> frozenset[str]:
    names = {symbol.full_name for symbol in outside_scripts(node)}
    return frozenset(name for name in names if lookup(name) is None and name not in CONSTANTS)


def _has_axes(node: ast.Operand) -> bool:
    indexed = ast.Matrix | ast.Index | ast.TensorSet | ast.Axis | ast.Size
    return any(isinstance(part, indexed) for part in walk(node))


def is_number_there(scope: Scope, node: ast.Operand | None, at: Entry) -> bool:
    """Whether an expression is such a number, also with letters that are where it stands."""
    if node is None or any(isinstance(part, ast.Matrix | ast.Index | ast.TensorSet) for part in walk(node)):
        return False
    powers = _powers(scope, node, at)
    names = names_in(node).difference(powers).union(powers.values())
    letters = ((name, scope.tensor(name, at)) for name in names)
    return all(
        (isinstance(b, Tensor) and not b.indices and is_number(b.body)) or (b is None and is_size(name, scope))
        for name, b in letters
    )


def is_size(name: str, scope: Scope) -> bool:
    """Whether a declaration writes a letter for a size: it needs no other saying."""
    return name in scope.made(_sizes)


def _sizes(scope: Scope) -> frozenset[str]:
    declared = (b for bindings in scope.by_name.values() for b in bindings if isinstance(b, Declared) and b.domain)
    shapes = (b.domain.shape for b in declared if b.domain is not None)
    return frozenset(name for shape in shapes for name in names_in(tuple(sized.size for sized in shape.axes)))


def _powers(scope: Scope, node: ast.Operand, at: Entry) -> dict[str, str]:
    """The names of squares and the like, `n^2`, of which nothing says that they are their own, and what is raised."""
    raised = [p for p in walk(node) if isinstance(p, ast.Symbol) and p.sup is not None]
    numbers = [p for p in raised if p.sup is not None and isinstance(p.sup.expr, ast.Number)]
    plain = (p for p in numbers if scope.tensor(p.full_name, at) is None)
    return {p.full_name: p.replace(sup=None).full_name for p in plain}


def is_numbers(body: ast.Operand) -> bool:
    """Whether a side is written in numbers, or is an array of such."""
    parts = body.parts if isinstance(body, binding_ast.Slices) else (body,)
    cells = [cell for p in parts for row in (p.cells if isinstance(p, ast.Matrix) else ((p,),)) for cell in row]
    return all(is_number(cell) for cell in cells)


def is_array(node: ast.Operand) -> bool:
    """Whether it is an array of which every entry is written in numbers."""
    return isinstance(node, ast.Matrix | binding_ast.Slices) and all(lookup(name) for name in names_in(node))


def value_before(scope: Scope, name: str, entry: Entry) -> Tensor | None:
    """What says what a name is, if an order of it is about that and does not introduce it."""
    found = scope.tensor(name, entry)
    if not isinstance(found, Tensor) or is_number_elsewhere(found, entry):
        return None
    if opens_case(found, entry):
        return _formula_before(scope, found) if found.entry.section == entry.section else None
    return None if _is_of_case_before(found, entry) else found


def _formula_before(scope: Scope, number: Tensor) -> Tensor | None:
    """The formula that a section has of what is a number in one case: *should all be equal, then `v = 0`*."""
    before = (b for b in scope.by_name[number.name] if b.entry.index < number.entry.index)
    made = (b for b in before if isinstance(b, Tensor) and b.entry.section == number.entry.section)
    return next((b for b in made if not is_numbers(b.body)), None)


def _is_of_case_before(found: Tensor, entry: Entry) -> bool:
    """*For `f = 0.9` it is*, and in another paragraph *a gate `0 < f < 1`*: that is any one."""
    taken = cases.is_taken(found.entry) and number_in(found.body) is not None and found.entry.index < entry.index
    if not taken or not (entry.introduces or entry.lets) or entry.concludes or not isinstance(entry.parsed, ast.Chain):
        return False
    ordered = between(entry.parsed) is not None or bool(signs(entry.parsed))
    return ordered and not sentences.are_together(found.entry.parsed.span, entry.parsed.span)


def bounds(parsed: ast.Chain, entry: Entry) -> tuple[str, ast.TensorSet] | None:
    """The name that an order puts between numbers, or above one, and the interval. What is *small* is above none."""
    return None if entry.small and len(operands(parsed)) == 2 else between(parsed)


def is_number_elsewhere(found: Tensor | Declared, entry: Entry) -> bool:
    """Whether another section, or a later sentence, gives a number to a name that an order says is above some number.

    *Let `\\gamma \\ge 1`* says what it may be, though *with `\\gamma = 1`* comes later. And *with `\\sigma > 0`* is
    of any, after the `\\sigma = 2` of an example in another section: of that one there is no need to say so.
    """
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or entry.concludes:
        return False
    if between(parsed) is None:
        signed = (entry.assumed or entry.lets) and bool(signs(parsed))
        number = isinstance(found, Tensor) and number_in(found.body) is not None
        return signed and number and found.entry.section != entry.section and found.entry.index < entry.index
    if not isinstance(found, Tensor) or number_in(found.body) is None:
        return False
    return found.entry.section != entry.section or (found.entry.index > entry.index and not found.entry.display)


def compares_numbers(parsed: ast.Chain, entry: Entry) -> bool:
    """`0.64 < 0.95`: an order of numbers alone is so or not, unless words only suppose it, ask for it or deny it."""
    if not all(isinstance(side, ast.Number) for side in operands(parsed)):
        return False
    said_otherwise = entry.supposed or entry.assumed or entry.negated or entry.worded or entry.mistaken
    asked = entry.exercise or entry.cell  # which of them are so may be the question, or stand in another column
    return not (said_otherwise or asked or denials.is_absurd(entry.parsed.span))
