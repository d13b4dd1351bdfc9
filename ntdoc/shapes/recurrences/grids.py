"""Where the entries of the tensors of a recurrence are, and which axes they have beside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import indexing, infer
from ntdoc.shapes.names.numbers import numeric, uniform
from ntdoc.shapes.patterns import names_in, shifted
from ntdoc.shapes.plan import Constant, Operate, Parameter, ShapeOf
from ntdoc.shapes.sizes import Size, number
from ntdoc.shapes.typed import Demand, Typed
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Line, Place
from ntdoc.syntax.binding_ast import Recurrence as Equations
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


class Grid(NamedTuple):
    """Where the entries of a tensor are: along each axis from `low`, and `beyond` its size, if they begin there."""

    shape: ShapeOf
    low: dict[str, int]
    beyond: dict[str, int]
    said: Span  # what says which shape it has
    guessed: bool  # nothing does

    def length(self, axis: str) -> Size:
        return self.shape[axis] + number(1 - self.low[axis] + self.beyond[axis])

    @property
    def whole(self) -> ShapeOf:
        return {axis: self.length(axis) if axis in self.low else size for axis, size in self.shape.items()}


def key(name: str) -> str:
    """What the entries of a tensor are called while they are found: nothing in a document has such a name."""
    return f"{name}(…)"


def found(session: Session, node: Equations, env: Environment) -> dict[str, Grid]:
    """The axes of the tensors of a recurrence, and where their entries begin. Raises Unreadable."""
    names = tuple(dict.fromkeys(line.name for line in node.lines))
    found: dict[str, Grid] = {}
    for name in names:
        declared = _declared(session, name, _along(node, name, env), env)
        shape = session.shape(declared.shape, env) if declared is not None else None
        if shape is not None:
            found[name] = _grid(node, name, shape, declared.span if declared is not None else node.span, False)
    while waiting := [name for name in names if name not in found]:
        shapes = ((name, _shape_of_lines(session, node, name, waiting, found, env)) for name in waiting)
        name, rest = next(((name, rest) for name, rest in shapes if rest is not None), ("", None))
        if rest is None:
            guesses = _guessed(session, node, waiting, found, env)
            found |= {name: _grid(node, name, shape, node.span, True) for name, shape in guesses.items()}
        else:
            found[name] = _grid(node, name, *rest, False)
    return {name: found[name] for name in names}


def _declared(session: Session, name: str, along: ShapeOf, env: Environment) -> ast.TensorSet | None:
    """The set in which the document puts a tensor: before its definition, or in its run.

    What another section has declared without the axes that it has here is another tensor.
    """
    own = [b for b in session.scope.by_name.get(name, ()) if isinstance(b, Declared) and b.domain is not None]
    beside = [b for b in own if b.entry.run == env.at.run]
    before = [b for b in own if b.entry.index < env.at.index]
    before = [b for b in before if b.entry.section == env.at.section or along.keys() <= _axes(b.domain)]
    after = [b for b in own if b.entry.section == env.at.section][:1]
    near = beside[-1:] or before[-1:] or after
    return near[0].domain if near else None


def _axes(domain: ast.TensorSet | None) -> set[str]:
    return {sized.axis.name for sized in domain.shape.axes} if domain is not None else set()


def _along(node: Equations, name: str, env: Environment) -> ShapeOf:
    """The axes along which a tensor is made of its own entries."""
    axes = (place.axis.name for line in node.lines if line.name == name for place in line.places)
    return {axis: infer.size_of_name(env, axis) for axis in axes}


def _grid(node: Equations, name: str, shape: ShapeOf, said: Span, guessed: bool) -> Grid:
    lines = [line for line in node.lines if line.name == name]
    places = [place for line in lines for place in line.places]
    low: dict[str, int] = {}
    for place, least in (found for line in lines for found in _beginnings(line)):
        low[place.axis.name] = min(low.get(place.axis.name, 1), least)
    beyond: dict[str, int] = {}
    for place in places:
        axis = place.axis.name
        fixed, last = place.letter is None and place.end is None, place.end is not None
        low[axis] = min(low.get(axis, 1), place.more if fixed else 1)
        beyond[axis] = max(beyond.get(axis, 0), place.more if last else 0)
    return Grid(shape, low, beyond, said, guessed)


def _beginnings(line: Line) -> Iterator[tuple[Place, int]]:
    """The least index before 1 of which an equation says what stands there, in its conditions: `0` of `i = 0`."""
    for place in line.places:
        if place.letter is not None:
            said = (
                chain for chain in walk((line.body, line.conditions)) if isinstance(chain, ast.Chain) and chain.rest
            )
            numbers = [number for chain in said if (number := _equal_to(chain, place.letter)) is not None]
            yield place, min([1, *(number + place.more for number in numbers)])


def _equal_to(chain: ast.Chain, letter: ast.Symbol) -> int | None:
    """The number to which a condition says that a letter is equal."""
    (relation, right), *more = chain.rest
    left = chain.subjects[0]
    if more or relation.kind != "eq" or not isinstance(left, ast.Symbol) or left.full_name != letter.full_name:
        return None
    found, number = shifted(right) if not isinstance(right, ast.TensorSet) else (None, None)
    return number if found is None else None


def _shape_of_lines(
    session: Session, node: Equations, name: str, waiting: list[str], found: dict[str, Grid], env: Environment
) -> tuple[ShapeOf, Span] | None:
    """The shape of a tensor by one of its equations that needs none of those that wait, and where that is said."""
    lines = [line for line in node.lines if line.name == name]
    along = _along(node, name, env)
    known = {other: Typed(Parameter(key(other)), grid.whole, node.span) for other, grid in found.items()}
    for line in lines:
        if numeric.is_number(line.body) or not names_in(line.body).isdisjoint(waiting):
            continue
        quiet = env.aside()
        there = replace(quiet, values=quiet.values | known | letters(line, along))
        try:
            value = infer.check(session, counted_from_the_first(line.body, found), there)
        except Unreadable:
            continue
        if value.shape is not None and not quiet.notebook.problems:
            return along | value.own_shape, line.body.span
    return None


def _guessed(
    session: Session, node: Equations, names: list[str], found: dict[str, Grid], env: Environment
) -> dict[str, ShapeOf]:
    """The shapes of tensors with the axes that their equations need of them, or lead to."""
    shapes = {name: _along(node, name, env) for name in names}
    keys = {key(name): name for name in names}
    for _ in range(uniform.MOST_AXES):
        before = {name: set(shape) for name, shape in shapes.items()}
        grids = found | {name: _grid(node, name, shape, node.span, True) for name, shape in shapes.items()}
        known = {
            name: Typed(Parameter(key(name)), grid.whole, node.span, frozenset({key(name)} & keys.keys()))
            for name, grid in grids.items()
        }
        for line in (line for line in node.lines if line.name in names and not numeric.is_number(line.body)):
            quiet = env.aside()
            there = replace(quiet, values=quiet.values | known | letters(line, shapes[line.name]))
            try:
                value = infer.check(session, counted_from_the_first(line.body, grids), there)
            except Demand as demand:
                if demand.parameters.isdisjoint(keys):
                    raise  # it is of a parameter of the function that this stands in
                for needed in demand.parameters & keys.keys():
                    shapes[keys[needed]].setdefault(demand.axis, infer.size_of_name(env, demand.axis))
            except Unreadable:
                continue
            else:
                shapes[line.name] = shapes[line.name] | value.own_shape
        if before == {name: set(shape) for name, shape in shapes.items()}:
            break
    return shapes


def letters(line: Line, shape: ShapeOf) -> dict[str, Typed]:
    """The letters of an equation, each along an axis of its own: `t` in `h_{\\ax(t+1)}` begins before 1."""
    found = {}
    for place in line.places:
        if place.letter is not None:
            counter = indexing.counter(running(place), shape.get(place.axis.name, number(1)), place.letter.span)
            if place.more and counter.plan is not None:
                counter = counter._replace(plan=Operate("subtract", (), (counter.plan, Constant(float(place.more)))))
            found[place.letter.full_name] = counter
    return found


def running(place: Place) -> str:
    """The index axis of a letter, as that of a definition by entries."""
    return place.letter.full_name if place.letter is not None else ""


def counted_from_the_first(body: ast.Operand, grids: dict[str, Grid]) -> ast.Operand:
    """The same with indices of tensors that begin before 1 counted from where they begin."""

    def counted(node: Node) -> Node:
        if not isinstance(node, ast.Index) or not isinstance(node.body, ast.Symbol):
            return node
        grid = grids.get(node.body.full_name)
        if grid is None or all(low == 1 for low in grid.low.values()):
            return node
        items = tuple((axis, _plus(index, 1 - grid.low.get(axis.name, 1))) for axis, index in node.items)
        return node.replace(items=items)

    moved: ast.Operand = rewritten(body, counted)
    return moved


def _plus(index: ast.Expr, more: int) -> ast.Expr:
    return ast.Sum(((1, index), (1, ast.Number(more, 0, index.span))), index.span) if more else index
