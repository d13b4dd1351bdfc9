"""Recurrences over entries: `h_{\\ax(t)} = a h_{\\ax(t-1)} + u_{\\ax(t)}` with an `h_{\\ax(1)}`.

Each of the equations is an array along its axes, as every definition by entries is, made of the tensors as far as they
are known; which of them holds where is chosen. Going round until all entries are known is left to evaluation.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import Node, rewritten
from ntdoc.operations.domain import Domain
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.environment import Environment, Use
from ntdoc.shapes.expressions import choosing, combine, indexing, infer
from ntdoc.shapes.expressions.combine import poison, report
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import names_in, shifted
from ntdoc.shapes.plan import (
    Chosen,
    Compared,
    Constant,
    Counter,
    Defined,
    Entries,
    Operate,
    Parameter,
    Places,
    Plan,
    Recurrence,
    Renamed,
    Sampled,
    SizeValue,
    Taken,
)
from ntdoc.shapes.recurrences import covering, grids
from ntdoc.shapes.rewriting import at_places
from ntdoc.shapes.typed import Typed, operand, shape_text
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Line, Place
from ntdoc.syntax.binding_ast import Recurrence as Equations
from ntdoc.syntax.cursor import Unreadable
from ntdoc.syntax.statements import OPEN

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_UNSAID = (Constant(math.nan), None)  # of entries that none of the rows of a definition is about


def check(session: Session, node: Equations, env: Environment) -> Typed:
    """The tensor that a recurrence defines. Raises Unreadable."""
    where = grids.found(session, node, env)
    if not any(grid.guessed for grid in where.values()):
        return _checked(session, node, where, env)
    quiet = env.aside()
    guessed = [name for name, grid in where.items() if grid.guessed]
    unknown = _checked(session, node, where, quiet).plan is None and not quiet.notebook.blockers
    if unknown and all(_is_about(problem, guessed) for problem in quiet.notebook.problems):
        raise Unreadable(f"nothing says which shape {', '.join(guessed)} has", node.span)
    return _checked(session, node, where, env)


def _is_about(problem: Diagnostic, names: Sequence[str]) -> bool:
    """Whether a problem may be one of shapes that are only guessed: it is about tensors with such, or about all."""
    texts = [operand.label for operand in problem.operands] or ([problem.span.text] if problem.code != "NT201" else [])
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in names for text in texts)


def _checked(session: Session, node: Equations, where: dict[str, grids.Grid], env: Environment) -> Typed:
    known = {name: Typed(Parameter(grids.key(name)), grid.whole, node.span) for name, grid in where.items()}
    env = replace(env, values=env.values | known)
    parts: list[Entries] = []
    plan: Plan | None
    for name, grid in where.items():
        here = env if name == node.name else replace(env, notebook=env.notebook.following())
        plan = _part(session, [line for line in node.lines if line.name == name], where, here)
        if plan is None:
            if name != node.name and (here.notebook.problems or here.notebook.blockers):
                binding = session.scope.tensor(name, env.at)
                env.notebook.blockers.append((name, binding.entry if binding is not None else None))
            return Typed(None, where[node.name].shape, node.span) if not here.notebook.problems else poison(node.span)
        env.notebook.equations.include(here.notebook.equations)
        parts.append(Entries(grids.key(name), tuple(grid.whole.items()), tuple(grid.low.items()), plan))
    env.notebook.uses[:] = [_as_tensor(session, use, where, env) for use in env.notebook.uses]
    grid = where[node.name]
    plan = Recurrence(grids.key(node.name), tuple(parts), node.order)
    for axis, low in grid.low.items():
        if low != 1 or grid.beyond[axis]:
            counted = Counter(f"#{axis}", 2 - low, grid.shape[axis])
            plan = Renamed(((f"#{axis}", axis),), Taken(axis, plan, counted, node.span))
    return Typed(plan, grid.shape, node.span)


def said(plan: Plan) -> Plan | None:
    """1 where the rows of a definition say what the entries are, and 0 elsewhere; None if they do so everywhere."""

    def counted(part: Node) -> Node:
        if isinstance(part, Entries) and isinstance(part.body, Chosen) and part.body.branches[-1] is _UNSAID:
            rows = part.body.branches[:-1]
            return part.replace(body=Chosen((*((Constant(1.0), test) for _, test in rows), (Constant(0.0), None))))
        return part

    while isinstance(plan, Defined):  # its value is another
        plan = plan.body
    found: Plan = rewritten(plan, counted)
    return None if found is plan else found


def _as_tensor(session: Session, use: Use, where: dict[str, grids.Grid], env: Environment) -> Use:
    """What is a parameter while the entries are found is a tensor for the reader."""
    if use.role != "parameter" or use.name not in where:
        return use
    binding = session.scope.tensor(use.name, env.at)
    return Use(use.name, "tensor", binding, Typed(None, where[use.name].shape, use.span), use.span)


def beyond(session: Session, node: ast.Index, env: Environment) -> Typed | None:
    """`h_{\\ax(0)}` as the equation of a recurrence says it that begins there, before all that the tensor has."""
    if not isinstance(node.body, ast.Symbol) or node.body.full_name in env.values:
        return None
    at = {axis.name: shifted(index) for axis, index in node.items}
    if all(letter is None and (more is None or more > 0) for letter, more in at.values()):
        return None
    found = session.tensor(node.body.full_name, env)
    if not isinstance(found, Tensor) or not isinstance(found.body, Equations):
        return None
    for line in found.body.lines:
        there = {place.axis.name: place for place in line.places}
        if line.name != found.name or there.keys() != at.keys():
            continue
        if all(_is_there(place, at[axis]) for axis, place in there.items()):
            value = infer.check(session, line.body, replace(env, at=found.entry))._replace(span=node.span)
            rest = {a: n for a, n in (session.definition(found).typed.shape or {}).items() if a not in there}
            return combine.spread(value, rest) if numeric.is_number(line.body) and rest else value
    return None


def _is_there(place: Place, at: tuple[ast.Symbol | None, int | None]) -> bool:
    letter, more = at
    if place.letter is not None or place.more != more or isinstance(place.end, ast.Size):
        return False
    return (place.end and place.end.full_name) == (letter and letter.full_name)


def _part(session: Session, lines: list[Line], where: dict[str, grids.Grid], env: Environment) -> Plan | None:
    """What all entries of a tensor are: of the equations the first that holds there, the most special first."""
    grid = where[lines[0].name]
    branches: list[tuple[int, bool, Plan, Plan | None]] = []
    for line in lines:
        if not combine.require(env, Typed(None, grid.shape, line.span), [p.axis.name for p in line.places], line.span):
            return None
        found = _line(session, line, lines, where, env)
        if found is None:
            return None
        value, test, conditional = found
        branches.append((_fixed(line), conditional, value, test))
    branches.sort(key=lambda branch: (-branch[0], not branch[1]))
    arms = tuple((value, test) for _, _, value, test in branches)
    if covering.everywhere([test for _, test in arms], grid, env.notebook.equations):
        arms = (*arms[:-1], (arms[-1][0], None))
    if arms[-1][1] is not None and not any(names_in(line.body) & where.keys() for line in lines):
        arms = (*arms, _UNSAID)
    elif arms[-1][1] is not None:  # nothing says where it begins: these entries are given
        free: Plan = Sampled(lines[0].name, tuple(grid.whole.items()), Domain())
        for axis, low in grid.low.items():
            at = Operate("subtract", (), (Places(axis), Constant(low - 1.0)))
            free = Taken(axis, free, at, lines[0].span)
        arms = (*arms, (free, None))
    return Chosen(arms)


def _line(
    session: Session, line: Line, lines: list[Line], where: dict[str, grids.Grid], env: Environment
) -> tuple[Plan, Plan | None, bool] | None:
    """The value of an equation at all places, and where it holds; whether that is more than where it stands."""
    grid = where[line.name]
    bound = grids.letters(line, grid.shape)
    there = replace(env, values=env.values | bound)
    for place in line.places:
        if place.letter is not None:
            typed = bound[place.letter.full_name]
            env.notebook.uses.append(Use(place.letter.full_name, "index", None, typed, place.letter.span))
    value = infer.check(session, grids.counted_from_the_first(line.body, where), there)
    value = _with_all_places(value, grid, line)
    if value.shape is None or not _fits(value, grid, line, env):
        return None
    tests = [_holds(session, chain, line, there) for chain in line.conditions]
    said = [test for test in tests if test is not None]
    if any(test.shape is None for test in said) or value.plan is None or any(test.plan is None for test in said):
        return None
    plans = [test.plan for test in said if test.plan is not None]
    at = [test for place in line.places if (test := _is_at(session, place, grid, env)) is not None]
    moved = [_placed(plan, line, lines, grid) for plan in (value.plan, *plans)]
    test = _together([*at, *moved[1:]])
    return moved[0], test, bool(plans)


def _with_all_places(value: Typed, grid: grids.Grid, line: Line) -> Typed:
    """After `h_{\\ax(1)} = v` the axes of v may be those of other indices of h. Raises Unreadable."""
    own = {place.axis.name for place in line.places}
    open_axes = [axis for axis in grid.low if axis not in own and axis in (value.shape or {})]
    if any(grid.low[axis] != 1 or grid.beyond[axis] for axis in open_axes):
        raise Unreadable(f"{line.name} has entries beyond those of an axis", line.span)
    if value.shape is None or not open_axes:
        return value
    plan = value.plan
    for axis in open_axes:
        plan = Taken(axis, plan, Places(axis), line.span) if plan is not None else None
    return value._replace(plan=plan, shape={a: size for a, size in value.shape.items() if a not in open_axes})


def _fits(value: Typed, grid: grids.Grid, line: Line, env: Environment) -> bool:
    """Whether the entries have the axes that the tensor has beside those of its indices. Raises Unreadable."""
    assert value.shape is not None
    rest = {axis: size for axis, size in grid.shape.items() if axis not in grid.low}
    own = value.own_shape
    again = next((axis for axis in own if axis in grid.low), None)
    if again is not None:
        problem = f"the right side has the axis `{again}` already, which the left side makes of an index"
        told = Diagnostic("NT209", problem, line.body.span, label=f"has `{again}`", operands=(operand(value),))
        report(env, told)
        return False
    if numeric.is_number(line.body):
        return True
    if grid.guessed and own.keys() != rest.keys():
        raise Unreadable(f"nothing says which shape {line.name} has", line.span)
    promise = f"the entries of {line.name} have the shape {shape_text(rest)}"
    said = grid.said if not line.span.covers(grid.said) else None
    return combine.agree(env, value._replace(shape=own), rest, "NT204", promise, line.body.span, said)


def _holds(session: Session, chain: ast.Chain, line: Line, env: Environment) -> Typed | None:
    """Where a condition holds: `t > 1`, `t = 2, \\ldots, n`; None if it is about no letter of the equation."""
    named = {place.letter.full_name for place in line.places if place.letter is not None}
    kind = chain.rest[0][0].kind if chain.rest else ""
    if kind == "in":
        return None
    if kind != "range":
        return choosing.condition(session, chain, env)
    ends, letter = chain.rest[0][1], chain.subjects[0]
    if not isinstance(letter, ast.Symbol) or letter.full_name not in named or not isinstance(ends, ast.Group):
        return None
    last = ends.items[-1]
    endless = ends.bracket == OPEN or (isinstance(last, ast.Symbol) and _is_unsaid(session, last, env))
    at, *sides = [infer.check(session, side, env) for side in (letter, *ends.items[: 1 if endless else 2])]
    plans = combine.runnable((at, *sides))
    if plans is None:
        return poison(chain.span)
    here, one = plans[:2]
    if endless:
        return Typed(Compared("ge", here, one), at.shape, chain.span)
    other = plans[2]
    lower: Plan = Operate("minimum", (), (one, other))
    upper: Plan = Operate("maximum", (), (one, other))
    if isinstance(one, Constant) != isinstance(other, Constant):  # up to a size, or down from it
        lower, upper = (one, other) if isinstance(one, Constant) else (other, one)
    within = Operate("multiply", (), (Compared("ge", here, lower), Compared("le", here, upper)))
    return Typed(within, at.shape, chain.span)


def _is_unsaid(session: Session, end: ast.Symbol, env: Environment) -> bool:
    """Whether nothing says what a letter is that an index goes up to: the `n` of `t = 2, \\ldots, n`."""
    quiet = env.aside()
    infer.check(session, end, quiet)
    return any(d.code == "NT201" for d in quiet.notebook.diagnostics)


def _is_at(session: Session, place: Place, grid: grids.Grid, env: Environment) -> Plan | None:
    """Whether a place is that of an equation of one entry. Raises Unreadable."""
    if place.letter is not None:
        return None
    axis = place.axis.name
    here = Places(axis)
    if place.end is None:
        if place.more > 1:
            env.notebook.equations.at_least(grid.shape[axis], place.more)
        return Compared("eq", here, Constant(float(place.more)))
    end = indexing.to_size(session, place.end, env)
    env.notebook.equations.suggest(end, grid.shape[axis])
    if not env.notebook.equations.equal(end, grid.shape[axis]):
        raise Unreadable(f"{place.end.span.text} is not the size of the axis {axis}", place.end.span)
    last = SizeValue(grid.shape[axis])
    return Compared("eq", here, Operate("add", (), (last, Constant(float(place.more)))) if place.more else last)


def _placed(plan: Plan, line: Line, lines: list[Line], grid: grids.Grid) -> Plan:
    """A plan along the index axes of an equation as one at places: only at those where none more special holds.

    At others there may be no entries that it could be made of; what stands there is not chosen.
    """
    for place in line.places:
        if place.letter is not None:
            axis = place.axis.name
            first, beyond = _open(line, lines, axis, grid)
            here: Plan = Places(axis)
            if first != grid.low[axis]:
                here = Operate("maximum", (), (here, Constant(float(first))))
            if beyond != grid.beyond[axis]:
                last = Operate("add", (), (SizeValue(grid.shape[axis]), Constant(float(beyond))))
                here = Operate("minimum", (), (here, last))
            plan = at_places(plan, f"#{grids.running(place)}", here)
    return plan


def _open(line: Line, lines: list[Line], axis: str, grid: grids.Grid) -> tuple[int, int]:
    """From where, and how far beyond the size, the places go along an axis that no more special equation is about."""
    own = {place.axis.name: place for place in line.places}
    special = []
    for other in lines:
        there = {place.axis.name: place for place in other.places}
        at = there.pop(axis, None)
        more = _fixed(other) > _fixed(line)
        if more and at is not None and at.letter is None and all(_covers(p, own.get(a)) for a, p in there.items()):
            special.append(at)
    first, last = grid.low[axis], grid.beyond[axis]
    while any(place.end is None and place.more == first for place in special):
        first += 1
    while any(place.end is not None and place.more == last for place in special):
        last -= 1
    return first, last


def _fixed(line: Line) -> int:
    """How special an equation is: along how many axes it is about one place."""
    return sum(place.letter is None for place in line.places)


def _covers(place: Place, other: Place | None) -> bool:
    """Whether an equation is, along an axis, about all that another one is about."""
    if place.letter is not None:
        return True
    return other is not None and other.letter is place.end is other.end is None and place.more == other.more


def _together(tests: list[Plan]) -> Plan | None:
    """Where all of some conditions hold."""
    total: Plan | None = None
    for test in tests:
        total = test if total is None else Operate("multiply", (), (total, test))
    return total
