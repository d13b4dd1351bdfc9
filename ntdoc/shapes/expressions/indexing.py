"""Index variables: partial indexing, sums over an index, entry-by-entry definitions.

An index variable is a tensor of the numbers 1, 2, … along an axis of its own, so that `X_{\\seq(i+j-1)}` is a gather
lifted over `i` and `j`, and a sum over `i` is a reduction of that axis: nothing loops over entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import walk
from ntdoc.operations.table import CONSTANTS, lookup
from ntdoc.regex import regex
from ntdoc.shapes import families
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment, Use
from ntdoc.shapes.expressions import combine, infer, over_members, rooms, slices
from ntdoc.shapes.expressions.combine import poison, report
from ntdoc.shapes.names.families.lists import MOST
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.plan import (
    Constant,
    Counter,
    Plan,
    Renamed,
    Sampled,
    ShapeOf,
    Spread,
    Taken,
)
from ntdoc.shapes.recurrences import unfolding, windows
from ntdoc.shapes.recurrences.ends import ANY_ROW
from ntdoc.shapes.samples.beside import size_by_letter
from ntdoc.shapes.sizes import Size, SizeError, default_size, number, rounded_down, stem, variable
from ntdoc.shapes.typed import Typed, operand
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_POWERS = range(1, 5)  # to which a size may be raised
_BRACKET = regex(r"\s*(?:\\right\s*|\\[bB]igg?r?\s*)?\)")


def to_size(session: Session, node: ast.Operand, env: Environment) -> Size:
    """An expression as a size. Raises Unreadable."""
    try:
        return _size(session, node, env)
    except SizeError:
        raise Unreadable("ntdoc does not read this size", node.span) from None


def _size(session: Session, node: ast.Operand, env: Environment) -> Size:
    match node:
        case ast.Number() if node.value < 1e15 and node.value == int(node.value):
            return number(int(node.value))
        case ast.Power(ast.Number(value=base), ast.Number(value=power)) if _is_small(base, power):
            return number(int(base) ** int(power))
        case ast.Power(ast.Size() | ast.Group(), ast.Number(value=power)) if power in _POWERS:
            return _size(session, node.base, env) ** int(power)
        case ast.Symbol():
            return _size_symbol(session, node, env)
        case ast.Size():
            return infer.size_of(env, node.axes)
        case ast.Group() if len(node.items) == 1 and not node.parameters:
            return _size(session, node.items[0], env)
        case ast.Sum():
            total = number(0)
            for sign, term in node.terms:
                size = _size(session, term, env)
                total = total + size if sign > 0 else total - size
            return total
        case ast.Fraction():
            return _size(session, node.numerator, env) / _size(session, node.denominator, env)
        case ast.Juxtaposition(factors=(ast.Symbol(base="floor" | "ceil", roman=True) as head, ast.Group())):
            inside = _size(session, node.factors[1], env)
            return rounded_down(inside) if head.base == "floor" else number(0) - rounded_down(number(0) - inside)
        case ast.Juxtaposition():
            total = number(1)
            for factor in session.words.joined(node.factors):
                total = total * _size(session, factor, env)
            return total
        case ast.Product() if all(operator.kind in ("times", "divide") for operator, _ in node.rest):
            total = _size(session, node.first, env)
            for operator, factor in node.rest:
                size = _size(session, factor, env)
                total = total * size if operator.kind == "times" else total / size
            return total
    raise Unreadable("ntdoc does not read this size", node.span)


def _is_small(base: float, power: float) -> bool:
    """Whether a power of two numbers as they are written is a whole number, and no larger than sizes get."""
    return base in range(1, 10_001) and power in range(51) and base**power < 1e15


def _size_symbol(session: Session, node: ast.Symbol, env: Environment) -> Size:
    name = node.full_name
    if name in env.sizes:
        return env.sizes[name]
    index = env.indices.get(name)
    if name in env.values:
        if isinstance(index, int) and isinstance(env.values[name].plan, Constant):  # of members, one after the other
            return number(index)
        raise Unreadable("a size that depends on an index", node.span)
    if isinstance(index, int) and session.tensor(name, env) is None:
        return number(index)
    if (named := session.size_named(name, env)) is not None:
        return named
    power = None if node.name in session.scope.numbered else _power_of(node)
    if power is not None and not session.scope.by_name.get(name):
        return _size(session, node.without_superscript, env) ** power
    return variable(families.resolved(name, env.indices))


def numbered_letters(entries: Sequence[Entry]) -> frozenset[str]:
    """The letters of which superscripts count several, `n^1` or `n^2 = 5` and `n^3 = 4`: none of them is a power."""
    valued: dict[str, set[str]] = {}
    for chain in (entry.parsed for entry in entries if isinstance(entry.parsed, ast.Chain)):
        sides = [*chain.subjects, *(side for _, side in chain.rest)]
        if any(isinstance(side, ast.Number) for side in sides):
            for side in sides:
                if isinstance(side, ast.Symbol) and _power_of(side) is not None:
                    valued.setdefault(side.name, set()).add(side.full_name)
    first = {name.removesuffix("^1") for entry in entries for name in names_in(entry.parsed) if name.endswith("^1")}
    return frozenset(first | {name for name, several in valued.items() if len(several) > 1})


def _power_of(node: ast.Symbol) -> int | None:
    """The number that a letter for a size is raised to, `d^2`."""
    exponent = node.sup.expr if node.sup is not None else None
    return int(exponent.value) if isinstance(exponent, ast.Number) and exponent.value in _POWERS else None


def index(session: Session, node: ast.Index, env: Environment) -> Typed:
    """`X_{\\ax(i), \\bx(3)}`."""
    if (value := unfolding.beyond(session, node, env)) is not None:
        return value
    return indexed(session, node, infer.check(session, node.body, env), env)


def indexed(session: Session, node: ast.Index, value: Typed, env: Environment) -> Typed:
    for axis, expr in node.items:
        names = infer.axis_names(env, [axis])
        at = _closed(axis.span.to(expr.span))
        if len(names) != 1:
            value = _together(env, names, value, axis.span)
            if value.shape is None:
                return poison(node.span)
        name = names[0] if len(names) == 1 else "·".join(names)
        if not combine.require(env, value, [name], axis.span):
            return poison(node.span)
        assert value.shape is not None
        _not_applied(session, expr, env)
        where = infer.check(session, expr, env)
        if where.shape is None:
            return poison(node.span)
        if isinstance(where.plan, Sampled) and _begins_anywhere(where.plan):
            raise Unreadable(f"{where.text} is a number of another kind here, and no index", expr.span)
        if isinstance(where.plan, Counter):  # used as it is, the index runs over this axis
            size = env.notebook.equations.reduce(where.plan.size)
            if any(atom.startswith("#") for atom in size.atoms):
                env.notebook.equations.unify(where.plan.size, value.shape[name], stated=True)
            elif where.plan.axis not in env.bounded or _are_twins(size, value.shape[name]):
                last, whole, own = size + number(where.plan.low - 1), default_size(name), value.shape[name]
                part = last.atoms == whole.atoms and whole.atoms.isdisjoint(own.atoms)
                last = whole if part else last  # up to `|\\ax| - 1` it runs over a part of the axis
                _end_at(env, last, own)  # said without the letter
        if name in where.shape and _is_one_hot(session, expr, env):
            raise Unreadable(f"{where.text} is one-hot, and no index", expr.span)
        rooms.ask_for_numbers(where.plan, value.shape[name], env)
        rooms.ask(session, expr, value.shape[name], env)
        rest = value._replace(shape={a: s for a, s in value.shape.items() if a != name})
        shape = combine.union(env, [rest, where], node.span)
        if shape is None:
            return poison(node.span)
        plan = Taken(name, value.plan, where.plan, at) if value.plan is not None and where.plan is not None else None
        value = Typed(plan, shape, node.span, value.flows | where.flows)
    return value._replace(span=node.span)


def _closed(at: Span) -> Span:
    """A place with the bracket behind it: `\\ax(i)`."""
    behind = _BRACKET.match(at.source.text, at.end)
    return Span(at.source, at.start, behind.end()) if behind else at


def _are_twins(one: Size, other: Size) -> bool:
    """Whether they are the sizes of `\\ax` and `\\ax'`: a letter that runs along both has one range."""
    atoms = [size.atom or "" for size in (one, other)]
    return all(atom.startswith("|") for atom in atoms) and len({stem(atom.strip("|")) for atom in atoms}) == 1


def _end_at(env: Environment, last: Size, own: Size) -> None:
    """Take the end of a sum for that of an axis. Of two axes that are called differently it is a need, and noted."""
    atoms = (last.atom or "", own.atom or "")
    named = all(atom.startswith("|") for atom in atoms) and not env.notebook.equations.equal(last, own)
    env.notebook.suggest(last, own, needed=named and len({stem(atom.strip("|")) for atom in atoms}) == 2)


def _not_applied(session: Session, expr: ast.Operand, env: Environment) -> None:
    """Raise Unreadable for `X_{\\ax(\\pi(i))}` where nothing says what π does: a multiple of 3.14 is no index."""
    for part in walk(expr):
        head = part.factors[0] if isinstance(part, ast.Juxtaposition) and len(part.factors) == 2 else None
        if not isinstance(head, ast.Symbol) or head.full_name not in CONSTANTS:
            continue
        known = session.scope.function(head.full_name, env.at) or session.tensor(head.full_name, env) is not None
        if not known and isinstance(part, ast.Juxtaposition) and isinstance(part.factors[1], ast.Group):
            raise Unreadable(f"{head.full_name} is only said to be there", part.span)


def _is_one_hot(session: Session, expr: ast.Operand, env: Environment) -> bool:
    """Whether what stands as an index is an `argmax`, or has been defined as one: its author means the place."""
    found = session.tensor(expr.full_name, env) if isinstance(expr, ast.Symbol) else None
    side = found.body if isinstance(found, Tensor) else expr
    head = side.factors[0] if isinstance(side, ast.Juxtaposition) else side
    known = lookup(head.name) if isinstance(head, ast.Symbol) else None
    return known is not None and known.name in ("argmax", "argmin")


def _begins_anywhere(free: Sampled) -> bool:
    """Whether a tensor is drawn from numbers that sizes give: from -n to n there are others than indices."""
    return isinstance(free.limit, tuple) and not isinstance(free.limit, Size) and free.limit[0].constant is None


def _together(env: Environment, names: tuple[str, ...], value: Typed, span: Span) -> Typed:
    """Several axes that a parameter stands for, as one: an index of them numbers their records."""
    if not names:
        raise Unreadable("an index of no axis", span)
    if not combine.require(env, value, names, span):
        return poison(span)
    return combine.rename(env, [(names, "·".join(names))], value, value.span, span)


def counter(name: str, size: Size, span: Span, low: int = 1) -> Typed:
    """An index variable as a tensor along an axis of its own."""
    axis = f"#{name}"
    return Typed(Counter(axis, low, size), {axis: size}, span)


def of_range(session: Session, letter: str, env: Environment) -> Typed | None:
    """The index of a claim whose row says over what it runs: `A_{\\ax(t)} = …, t = 2, \\ldots, n`."""
    found = session.ranges.range_of(letter, env.at)
    if found is None or not found.said or found.entry.row != env.at.row:
        return None
    end = number(found.high) if found.end is None else (session.size_named(found.end, env) or variable(found.end))
    size = end - number(found.low - 1) if found.end is None else end - number(found.beyond + found.low - 1)
    return counter(letter, size, env.at.parsed.span, found.low)


def with_values(env: Environment, values: dict[str, Typed]) -> Environment:
    """With letters bound to values, which no members of families have there."""
    return replace(env, values=env.values | values, indices=families.restricted(env.indices, frozenset(values)))


def _size_up_to_the_end(
    session: Session, letter: str, env: Environment, at: Entry, row: int = ANY_ROW
) -> Size | None:
    """The size of the axis along which a letter is an index, if its end is made of what are sizes elsewhere, too.

    Or of letters in the name of the function that its display defines.
    """
    end = session.ends.get((at.item, row, letter))
    if end is None:
        return None
    try:
        size = to_size(session, end, env)
    except Unreadable:
        return None
    said = [size for stated in session.sizes for size, _ in stated.sizes]
    said += [named for name in session.written_sizes if (named := session.size_named(name, env)) is not None]
    sizes = session.written_sizes.keys() | {atom for s in said for atom in s.atoms}
    here = (f for f in session.scope.functions_in_run(at) if f.entry.item == at.item)
    sizes |= {name for f in here for name in families.letters_in(f.name)}
    return size if all(atom.startswith("|") or atom in sizes for atom in size.atoms) else None


def _size_at_hand(session: Session, axis: str, body: ast.Operand, env: Environment) -> Size:
    by_letter = size_by_letter(session, axis, body, env.at) if env.inside is None else None
    return by_letter or infer.size_of_name(env, axis)


def comprehension(
    session: Session,
    body: ast.Operand,
    indices: tuple[tuple[ast.Axis, ast.Symbol], ...],
    shape: ShapeOf,
    env: Environment,
    span: Span,
    promised: ShapeOf | None = None,
    stands: Entry | None = None,
) -> Typed:
    """`Y_{\\seq(i), \\kernel(j)} = body`: the tensor whose entry at (i, j) is the body.

    `shape` gives known sizes, `promised` those for axes of which the body does not say how long they are. Where it
    `stands` the row says how far an index goes, wherever its names are looked up.
    """
    at = stands or env.at
    if len(indices) == 1 and over_members.runs_over_members(session, body, indices[0][1].full_name, env):
        return _of_members(session, body, indices[0], {**(promised or {}), **shape}, env, span)
    values: dict[str, Typed] = {}
    targets: dict[str, str] = {}
    names = infer.axis_names(env, [axis for axis, _ in indices])  # says if an axis is there twice
    shorter: ShapeOf = {}
    longest: ShapeOf = {}
    others: ShapeOf = {}
    if len(names) == len(indices) and not any(axis.variable for axis, _ in indices):
        known = {name: shape.get(name) or _size_at_hand(session, name, body, env) for name in names}
        own = {symbol.full_name: name for (_, symbol), name in zip(indices, names, strict=True)}
        running = {s.full_name: counter(s.full_name, known[own[s.full_name]], s.span) for _, s in indices}
        there = with_values(env, running)
        shorter = windows.shortened(session, body, own, known, promised or {}, there)
        others = windows.as_others(session, body, own, there)
        longest = dict(windows.along_others(session, body, own, there))
        for whole, last in windows.covered(session, body, own, known, there):
            env.notebook.suggest_alone(whole, last)
    for axis, symbol in indices:
        (name,) = infer.axis_names(env, [axis])
        if name in targets.values():
            return poison(span)
        said = shape.get(name) or _size_up_to_the_end(session, symbol.full_name, env, at)
        size = said or shorter.get(name) or (promised or {}).get(name) or others.get(name)
        size = size or _size_at_hand(session, name, body, env)
        if name in longest and size == infer.size_of_name(env, name):
            env.notebook.suggest_alone(size, longest[name])
        letter = symbol.full_name
        values[letter] = counter(letter, size, symbol.span)
        targets[f"#{letter}"] = name
        end = _size_up_to_the_end(session, letter, env, at, at.piece.row) if name in shape else None
        beyond = env.notebook.equations.reduce(end - size).constant if end is not None else None
        if beyond is not None and beyond > 0:
            problem = f"the index {letter} goes up to {end}, but the axis `{name}` is said to have the size {size}"
            report(env, Diagnostic("NT211", problem, symbol.span, label="is out of range at the end"))
            return poison(span)
        env.notebook.uses.append(Use(letter, "index", None, values[letter], symbol.span))
    value = infer.check(session, body, with_values(env, values))
    if value.shape is None:
        return poison(span)
    again = [a for a in value.shape if a in targets.values()]
    if again:
        problem = f"the right side has the axis `{again[0]}` already, which the left side makes of an index"
        report(env, Diagnostic("NT209", problem, body.span, label=f"has `{again[0]}`", operands=(operand(value),)))
        return poison(span)
    counted = {c: s for v in values.values() for c, s in (v.shape or {}).items()}
    missing = tuple((c, s) for c, s in counted.items() if c not in value.shape)
    plan: Plan | None = value.plan
    if missing and plan is not None:
        plan = Spread(missing, plan)
    if plan is not None:
        plan = Renamed(tuple(targets.items()), plan)
    rest = {a: s for a, s in value.shape.items() if a not in targets}
    sizes = {targets[c]: s for c, s in counted.items()}
    return Typed(plan, sizes | rest, span, value.flows)


def _of_members(
    session: Session,
    body: ast.Operand,
    index: tuple[ast.Axis, ast.Symbol],
    known: ShapeOf,
    env: Environment,
    span: Span,
) -> Typed:
    """`Y_{\\seq(t)} = f(h_t)`: the parts that are made of members of a family, one for each of them."""
    (name,), letter = infer.axis_names(env, [index[0]]), index[1].full_name
    size = env.notebook.equations.reduce(known.get(name) or infer.size_of_name(env, name))
    size = env.notebook.equations.reduce(next((b for a, b in env.notebook.said if a == size), size))
    reach = session.ranges.reach_of(letter, env.at)
    count = size.constant if size.constant is not None else reach.high if reach is not None else None
    if count is None or not 0 < count <= MOST or (reach is not None and (reach.low, reach.high) != (1, count)):
        raise Unreadable(f"the range of the index {letter} is not known", index[1].span)
    env.notebook.equations.suggest(size, number(int(count)))
    parts = []
    for value in range(1, int(count) + 1):
        running = Typed(Constant(float(value)), {}, index[1].span)
        inner = replace(with_values(env, {letter: running}), indices={**env.indices, letter: value})
        parts.append(infer.check(session, body, inner))
    return slices.stacked(env, name, parts, span)
