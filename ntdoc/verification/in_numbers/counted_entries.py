"""How many entries words say that tensors have: *`W` has `|\\out| |\\inp|` entries*, *`A` and `B` have 96 weights*.

They are held against the sizes of the axes. Of a formula, *the layer `y = W \\ndot{\\inp} x + b` has `n` parameters*,
it is left open which of its tensors are parameters: the number is wrong where no choice of them comes to it. So it is
of a thing that words alone name, *the adapter has `n` parameters*, with the tensors that its paragraph declares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, combinations

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.document.cells import rows_of
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.expressions.indexing import to_size
from ntdoc.shapes.names.closures import ingredients
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Equations, Size, number
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable
from ntdoc.verification.in_numbers.counts_in_words import Said, equation_of, is_of_all_together, names_alone, read
from ntdoc.verification.in_numbers.in_tables import is_beside
from ntdoc.verification.sizes.sizing import Laboratory

_MOST = 8  # tensors of a formula


def wrong_counts(session: Session, entries: Sequence[Entry], laboratory: Laboratory) -> Iterator[Diagnostic]:
    """What is wrong with such numbers: NT301, as a warning, for it is words that say it."""
    for place in range(len(entries)):
        said = read(entries, place)
        if said is None:
            continue
        try:
            told = _told(session, said)
        except Unreadable:
            continue
        if told is not None:
            yield told


def _told(session: Session, said: Said) -> Diagnostic | None:
    """What is wrong with a number. Raises Unreadable for what is no size, or no tensor."""
    env = session.environment(said.at)
    equations = _stated(session, said.at, env)
    claimed = to_size(session, said.number, env)
    formulas = [equation_of(entry) for entry in said.subjects if names_alone(entry) is None]
    formula = formulas[0] if formulas else None
    if len(formulas) > 1 or (formulas and (formula is None or not said.of_parameters)) or claimed.constant == 0:
        return None
    if formula is not None:
        shapes = _declared_in(session, formula, said.subjects[0], env)
    else:
        named = [name for entry in said.subjects for name in names_alone(entry) or ()]
        shapes = {name.full_name: _shape_of(session, name, env) for name in named}
    parts = {name: _product(shape.values()) for name, shape in shapes.items()}
    if not 0 < len(parts) <= _MOST:
        return None
    if said.some and not _may_be_all(claimed, shapes):
        return None
    if said.of_parameters and formula is None and _may_be_free(equations, claimed, shapes):
        return None
    if said.at.cell and _is_multiple(equations.reduce(claimed), equations.reduce(_sum(parts.values()))):
        return None  # of all layers
    totals = _totals(said, shapes, equations, some=said.some or formula is not None)
    return _diagnostic(said, parts, equations) if _is_none_of(equations, claimed, totals) else None


def _totals(
    said: Said, shapes: Mapping[str, Mapping[str, Size]], equations: Equations, *, some: bool
) -> list[Size]:
    """All that the number may be; `some` if it is left open which of the tensors are meant."""
    parts = [_product(shape.values()) for shape in shapes.values()]
    if said.some:  # *the four projections*, *both adapters*
        return [number(n) * total for total in _choices(parts) for n in range(1, _MOST + 1)]
    totals = _choices(parts) if some else [_sum(parts)]
    if len({*map(equations.reduce, parts)}) == 1 and not is_of_all_together(said):
        totals.append(parts[0])  # *`q` and `k` have `n` components*, each of them
    if not said.of_parameters and len(shapes) == 1:  # *the batch has `n` elements*, along one axis
        totals += [_product(along) for shape in shapes.values() for along in _subsets(list(shape.values()))]
    return totals


def _is_multiple(claimed: Size, total: Size) -> bool:
    one, other = claimed.constant, total.constant
    return bool(one and other) and one is not None and other is not None and (one / other) % 1 == 0


def _may_be_all(claimed: Size, shapes: Mapping[str, Mapping[str, Size]]) -> bool:
    """Whether some tensors may be all the parameters of a thing: there is a matrix, and the number is of their axes."""
    sizes = [_product(shape.values()) for shape in shapes.values()]
    matrix = any(len(shape) > 1 for shape in shapes.values())
    return matrix and any(claimed.atoms == _sum(chosen).atoms for chosen in _subsets(sizes))


def _may_be_free(equations: Equations, claimed: Size, shapes: Mapping[str, Mapping[str, Size]]) -> bool:
    """Whether a number may count what is free where that is less than the entries: `n - 1`, `n (n + 1) / 2`."""
    for shape in shapes.values():
        sizes = [equations.reduce(size) for size in shape.values()]
        square = len(sizes) > 1 and len({*sizes}) < len(sizes)
        if square or (len(sizes) == 1 and (equations.reduce(claimed) - sizes[0]).constant is not None):
            return True
    return False


def _stated(session: Session, at: Entry, env: Environment) -> Equations:
    """All that is said of sizes where an entry stands, in sentences, of real models, and beside its table too."""
    equations = env.notebook.equations.copy()
    rows = rows_of(at.parsed.span) if at.cell else ()
    beside = (s.pairs for s in session.sizes if rows and not s.entry.display and is_beside(s.entry, rows))
    visible = (stated.pairs for stated in session.visible_sizes(at, every=True))
    for one, other in chain(*beside, *visible, env.notebook.said):
        equations.suggest(one, other)
    return equations


def _is_none_of(equations: Equations, claimed: Size, totals: Sequence[Size]) -> bool:
    """Whether a size differs from each of some, and in nothing of which these do not speak."""
    said, found = equations.reduce(claimed), [equations.reduce(total) for total in totals]
    known = frozenset().union(*(size.atoms for size in found))
    return said not in found and said.atoms <= known and (bool(said.atoms) or not known)


def _declared_in(
    session: Session, formula: ast.Operand, at: Entry, env: Environment
) -> dict[str, Mapping[str, Size]]:
    """The shapes of the tensors that a formula is made of. Raises Unreadable."""
    found = dict[str, Mapping[str, Size]]()
    for name, _ in sorted(ingredients(session.scope, names_in(formula), at)):
        binding = session.scope.tensor(name, at)
        parsed = binding.entry.parsed if isinstance(binding, Declared) else None
        subjects = parsed.subjects if isinstance(parsed, ast.Chain) else ()
        symbol = next((s for s in subjects if isinstance(s, ast.Symbol) and s.full_name == name), None)
        if symbol is None:
            raise Unreadable("it is not declared with a shape", formula.span)
        found[name] = _shape_of(session, symbol, env)
    return found


def _shape_of(session: Session, name: ast.Symbol, env: Environment) -> Mapping[str, Size]:
    """The shape of a tensor. Raises Unreadable if that is not known."""
    shape = infer.check(session, name, env).shape
    if not shape or env.notebook.problems or env.notebook.blockers:
        raise Unreadable("it is no tensor of known shape", name.span)
    return shape


def _choices(sizes: Sequence[Size]) -> list[Size]:
    """What each choice of some tensors comes to."""
    return [_sum(chosen) for chosen in _subsets(sizes)]


def _subsets(sizes: Sequence[Size]) -> list[tuple[Size, ...]]:
    return [chosen for n in range(1, len(sizes) + 1) for chosen in combinations(sizes, n)]


def _product(sizes: Iterable[Size]) -> Size:
    return reduce(Size.__mul__, sizes, number(1))


def _sum(sizes: Iterable[Size]) -> Size:
    return reduce(Size.__add__, sizes, number(0))


def _diagnostic(said: Said, parts: dict[str, Size], equations: Equations) -> Diagnostic:
    sizes = {name: _text(size, equations.reduce(size)) for name, size in parts.items()}
    written = said.number.span.text
    if len(parts) == 1:
        ((name, size),) = sizes.items()
        message = f"{name} has {size} entries, and the words say {written}"
    else:
        message = f"the words say {written} {said.noun}, and the tensors have {_listed(sizes)}"
    return Diagnostic("NT301", message, said.span, label="another number", graded=Severity.WARNING)


def _listed(sizes: Mapping[str, str]) -> str:
    *others, last = (f"{size} ({name})" for name, size in sizes.items())
    return f"{', '.join(others)} and {last} entries"


def _text(size: Size, reduced: Size) -> str:
    return f"{size}" if size == reduced else f"{size} = {reduced}"
