"""Sums, products and the like: over axes, or over an index from one number to another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import walk
from ntdoc.shapes.amongst import is_index_in, others
from ntdoc.shapes.bindings import Declared, Function
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.environment import Environment, Use
from ntdoc.shapes.expressions import combine, indexing, infer, over_members
from ntdoc.shapes.expressions.combine import poison, report
from ntdoc.shapes.names.families.lists import MOST
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.plan import Chosen, Compared, Constant, Counter, Operate, Plan, Spread
from ntdoc.shapes.rewriting import with_size
from ntdoc.shapes.sizes import Size, number, variable
from ntdoc.shapes.typed import Typed, operand
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable
from ntdoc.syntax.sums import NOTHING

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def big_operator(session: Session, node: ast.BigOperator, env: Environment) -> Typed:
    """`\\sum` and `\\prod`, over axes or over an index."""
    if node.variable is None:
        body = infer.check(session, node.body, env)
        axes = infer.axis_names(env, node.axes)
        at = node.axes[0].span.to(node.axes[-1].span) if node.axes else node.span
        _hold(session, node, body, env)
        _count(session, [axis for axis in axes if axis not in (body.shape or {})], env)
        return combine.along(env, node.operator, axes, body, node.span, at, keep=False)
    if (over := _over_pairs(session, node, env)) is not None:
        return big_operator(session, over, env)
    name = node.variable.full_name
    low = 1
    bounds = _moving(node, env)
    if bounds:
        return _between(session, node, bounds, env)
    if node.high is not None:
        start = indexing.to_size(session, node.low, env).constant if node.low is not None else number(1).constant
        if start is None or start.denominator != 1:
            raise Unreadable("a sum that does not begin at a number", node.span)
        low = int(start)
        size = indexing.to_size(session, node.high, env) - number(low - 1)
    elif node.domain is not None and (known := _range(session, node.domain, env)) is not None:
        size = known
    elif _is_over_tensors(session, node, env):
        raise Unreadable(f"a sum over all that the tensor {name} may be", node.span)
    else:
        size = variable(f"#{name}@{node.span.start}")
    if over_members.runs_over_members(session, node.body, name, env):
        return _unrolled(session, node, low, env.notebook.equations.reduce(size), env)
    running = indexing.counter(name, size, node.variable.span, low)
    env.notebook.uses.append(Use(name, "index", None, running, node.variable.span))
    axis = f"#{name}"
    inner = replace(env, bounded=env.bounded | {axis}) if _ends_at_a_member(session, node, env) else env
    body = infer.check(session, node.body, indexing.with_values(inner, {name: running}))
    if body.shape is None:
        return poison(node.span)
    known_size = env.notebook.equations.reduce(size)
    if any(atom.startswith("#") for atom in known_size.atoms):
        raise Unreadable(f"the range of the index {name} is not known", node.variable.span)
    if size != known_size and body.plan is not None:  # a call elsewhere does not know what was found out here
        body = body._replace(plan=with_size(body.plan, size, known_size))
        size = known_size
    if axis not in (body.shape or {}):
        plan = Spread(((axis, size),), body.plan) if body.plan is not None else None
        body = body._replace(plan=plan, shape={**(body.shape or {}), axis: size})
    return combine.along(env, node.operator, (axis,), body, node.span, node.span, keep=False)


def _is_over_tensors(session: Session, node: ast.BigOperator, env: Environment) -> bool:
    """`\\sum_v e^{-E(v)}` after `v \\in \\{0,1\\}^{\\ax}`: the letter is a tensor of the section, and no index."""
    name = node.variable.full_name if node.variable is not None else ""
    found = session.tensor(name, env)
    if not isinstance(found, Declared):
        return False
    if found.entry.section != env.at.section and not _is_taken_by_function(session, node, name, env):
        return False
    indices = (item for part in walk(node.body) if isinstance(part, ast.Index) for _, item in part.items)
    return session.scope.is_tensor(name, env.at) and not any(name in names_in(item) for item in indices)


def _is_taken_by_function(session: Session, node: ast.BigOperator, name: str, env: Environment) -> bool:
    """Whether a letter of a sum is given to a function of something with axes, as `s` in `\\sum_s e^{-E(s)}`."""
    for head, given in pairs(node.body):
        if isinstance(head, ast.Symbol) and isinstance(given, ast.Group) and name in names_in(given.items):
            for f in session.scope.function(head.full_name, env.at):
                if isinstance(f, Function) and f.entry.index not in session.pending:
                    shapes = session.checked(f).shapes
                    if any(shapes.get(letter) for letter in f.letters):
                        return True
    return False


def _hold(session: Session, node: ast.BigOperator, body: Typed, env: Environment) -> None:
    """Hold the sizes that are written below an operator, `\\sum_{\\seq[n]}`, against those of the axes (NT206)."""
    for axis, size in zip(node.axes, node.sizes, strict=False):
        for name in infer.axis_names(env, (axis,)) if size is not None else ():
            there = (body.shape or {}).get(name)
            if size is None or there is None:
                continue
            written = indexing.to_size(session, size, env)
            if not env.notebook.equations.unify(there, written):
                message = f"axis `{name}` has two sizes: {there} and {written}"
                report(env, Diagnostic("NT206", message, axis.span.to(size.span), operands=(operand(body),)))


def _count(session: Session, axes: Sequence[str], env: Environment) -> None:
    """Take axes that a summand does not have, `\\nsum{\\ax} 1`, to be as long as all of the section."""
    for axis in axes:
        declared = (b for found in session.scope.by_name.values() for b in found if b.entry.section == env.at.section)
        sets = (b.domain for b in declared if isinstance(b, Declared) and b.domain is not None)
        sizes = [sized.size for domain in sets for sized in domain.shape.axes if sized.axis.name == axis]
        if sizes and len({size.span.text if size is not None else "" for size in sizes}) == 1 and sizes[0] is not None:
            env.notebook.suggest(infer.size_of_name(env, axis), indexing.to_size(session, sizes[0], env))


_TOGETHER = {"sum": "add", "prod": "multiply", "max": "maximum", "min": "minimum"}


def _moving(node: ast.BigOperator, env: Environment) -> dict[str, Counter]:
    """The index variables that the bounds of a sum depend on: the `i` of `\\sum_{j=1}^{i}`."""
    symbols = (part for part in walk((node.low, node.high)) if isinstance(part, ast.Symbol))
    found = ((s.full_name, env.values.get(s.full_name)) for s in symbols)
    return {name: value.plan for name, value in found if value is not None and isinstance(value.plan, Counter)}


def _ends_at_a_member(session: Session, node: ast.BigOperator, env: Environment) -> bool:
    """Whether a sum goes to the letter of a member, `h_t = \\sum_{s=1}^t x_{\\ax(s)}`: not over the whole axis."""
    return any(session.ranges.range_of(name, env.at) for name in names_in(node.high) & env.indices.keys())


def _between(session: Session, node: ast.BigOperator, moving: dict[str, Counter], env: Environment) -> Typed:
    """A sum whose bounds depend on other indices: over all that it may come to, of what is between the bounds."""
    assert node.variable is not None
    if node.low is None or node.high is None:
        raise Unreadable("a size that depends on an index", node.span)
    low = env.notebook.equations.reduce(_outermost(session, node.low, moving, -1, env)).constant
    if low is None or low.denominator != 1:
        raise Unreadable("a sum that does not begin at a number", node.span)
    size = _outermost(session, node.high, moving, 1, env) - number(int(low) - 1)
    name = node.variable.full_name
    if over_members.runs_over_members(session, node.body, name, env):
        raise Unreadable("a sum over members of a family up to an index", node.span)
    running = indexing.counter(name, size, node.variable.span, int(low))
    env.notebook.uses.append(Use(name, "index", None, running, node.variable.span))
    inner = indexing.with_values(env, {name: running})
    ends = [infer.check(session, end, env) for end in (node.low, node.high)]
    if isinstance(ends[0].plan, Counter):  # \sum_{j=i}^n: there is no more of i than of j
        env.notebook.equations.suggest(ends[0].plan.size, size)
    body = infer.check(session, node.body, replace(inner, partial=True))
    shape = combine.union(env, [body, running, *ends], node.span)
    if shape is None:
        return poison(node.span)
    plan: Plan | None = None
    plans = combine.runnable([running, body, *ends])
    if plans is not None:
        here, term, start, end = plans
        within = Operate("multiply", (), (Compared("ge", here, start), Compared("le", here, end)))
        nothing = Constant(NOTHING[node.operator])
        plan = Chosen(((term, within), (nothing, None)))
    value = Typed(plan, shape, node.body.span, combine.flows([body, *ends]))
    return combine.along(env, node.operator, (f"#{name}",), value, node.span, node.span, keep=False)


def _outermost(session: Session, end: ast.Expr, moving: dict[str, Counter], sign: int, env: Environment) -> Size:
    """The greatest (or, for a `sign` of -1, the least) number that a bound is: `T-t` is greatest at the first t."""

    def at(numbers: dict[str, Size]) -> Size:
        return indexing.to_size(session, end, replace(env, sizes={**env.sizes, **numbers}))

    ones = dict.fromkeys(moving, number(1))
    there: dict[str, Size] = {}
    for name, plan in moving.items():
        rise = (at({**ones, name: number(2)}) - at(ones)).constant
        if rise is None:
            raise Unreadable("a size that depends on an index", end.span)
        there[name] = plan.size + number(plan.low - 1) if rise * sign > 0 else number(plan.low)
    return at(there)


def _unrolled(session: Session, node: ast.BigOperator, low: int, size: Size, env: Environment) -> Typed:
    """A sum over the members of a family: they are tensors of their own, so there is no axis to sum over."""
    assert node.variable is not None
    letter, count = node.variable.full_name, size.constant
    ranges = ((name, session.ranges.range_of(name, env.at)) for name in names_in(node.high))
    to_end = all(found is None or found.end in (None, name) for name, found in ranges)  # `T`, and not a `t` up to it
    empty = count == 0 and node.operator in ("sum", "prod") and (to_end or isinstance(node.low, ast.Number))
    if count is None or not (0 < count <= MOST or empty):
        raise Unreadable(f"the range of the index {letter} is not known", node.variable.span)
    if empty:  # `\prod_{i=1}^{l-1} s_i` for the first `l`, `\sum_{k=t+1}^T r_k` for the last `t`
        return Typed(Constant(NOTHING[node.operator]), {}, node.span)
    total: Typed | None = None
    for value in range(low, low + int(count)):
        running = Typed(Constant(float(value)), {}, node.variable.span)
        inner = replace(indexing.with_values(env, {letter: running}), indices={**env.indices, letter: value})
        term = infer.check(session, node.body, inner)
        operation = _TOGETHER[node.operator]
        total = term if total is None else combine.elementwise(env, operation, [total, term], node.span)
    assert total is not None
    return total._replace(span=node.span)


def _range(session: Session, domain: ast.Expr, env: Environment) -> Size | None:
    """The size of `[n]`; None for a named index set."""
    if isinstance(domain, ast.Group) and domain.bracket == "[" and len(domain.items) == 1:
        return indexing.to_size(session, domain.items[0], env)
    if isinstance(domain, ast.Braces):
        raise Unreadable("a sum over a set given by its elements", domain.span)
    return None


def _over_pairs(session: Session, node: ast.BigOperator, env: Environment) -> ast.BigOperator | None:
    """The sum over both letters, if nothing else says what the other one is."""
    other = next((other for found, _, other in others(node) if found is node), None)
    if other is None or not is_index_in(node.body, other):
        return None
    found = session.tensor(other.full_name, env)
    known = other.full_name in env.values or other.full_name in env.indices
    if known or (found is not None and found.entry.section == env.at.section):  # *fix an atom `j`*
        return None
    return node.replace(variable=other, low=None, high=None, domain=None, body=node)
