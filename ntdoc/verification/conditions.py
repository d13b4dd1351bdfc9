"""Claims under a condition: both sides where it holds."""

from __future__ import annotations

from collections import Counter

import numpy as np

from ntdoc.evaluation.branches import STAND_INS
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS, RunError
from ntdoc.nodes import walk
from ntdoc.operations.array import NamedArray, align
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import operands, shifted
from ntdoc.shapes.plan import Chosen, Constant, Defined, Like, Plan, Renamed, Shared, Spread
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Entries, Recurrence


def sides(judged: Judged, left: Plan, right: Plan, runner: Runner) -> tuple[NamedArray, NamedArray]:
    """Both sides of a claim, where it is made; elsewhere an index may be out of range: `X_{i-1}` for `i > 1`."""
    try:
        x, y = _where_claimed(judged, left, right, runner)
    except RunError as stop:
        if stop.code != "NT211" or judged.ranged or not _is_of_its_own_entries(judged):
            raise
        x, y = _within(left, runner), _within(right, runner)
    return (x, y) if judged.condition is None else where(x, y, runner.run(judged.condition, {}))


def _where_claimed(judged: Judged, left: Plan, right: Plan, runner: Runner) -> tuple[NamedArray, NamedArray]:
    try:
        return runner.run(left, {}), runner.run(right, {})
    except RunError as stop:
        if stop.code != "NT211" or judged.condition is None:
            raise
    rows = [((side, judged.condition), (Constant(0.0), None)) for side in (left, right)]
    return runner.run(Chosen(rows[0]), {}), runner.run(Chosen(rows[1]), {})


def _is_of_its_own_entries(judged: Judged) -> bool:
    """Whether it is about two entries of one tensor, `y_{\\ax(i)} = x_{\\ax(i)} + y_{\\ax(i-1)}`, or their ratio, when
    these are defined already. Before the first there is none: the claim is not about that.

    So it is with the difference of neighbours on one side, `a_{\\ax(i+1)} - a_{\\ax(i)} = E`, whatever `a` is, and with
    the entry before another one of a recurrence, `a_{\\ax(i-1)} + x_{\\ax(i)} = E`.
    """
    parsed = judged.role.entry.parsed
    if not isinstance(parsed, ast.Chain):
        return False
    if any(_is_of_neighbours(side) for side in parsed.subjects):
        return True
    used = (judged.role.defines, *(use.binding for use in judged.notebook.uses))
    own = {tensor.name for tensor in used if isinstance(tensor, Tensor) and tensor.indices}
    recurrent = {t.name for t in used if isinstance(t, Tensor) and isinstance(t.body, Recurrence)}
    entries = [part for part in walk(tuple(operands(parsed))) if isinstance(part, ast.Index)]
    counts = Counter(part.body.full_name for part in entries if isinstance(part.body, ast.Symbol))
    moved = (part for part in entries if any(shifted(index)[1] for _, index in part.items))
    before = {part.body.full_name for part in moved if isinstance(part.body, ast.Symbol)}
    return any(counts[name] > 1 for name in own) or not before.isdisjoint(recurrent)


def _is_of_neighbours(side: ast.Operand) -> bool:
    """Whether a side has one name at a letter and at the same letter with a number, `a_{\\ax(i+1)} - a_{\\ax(i)}`.

    Or one bracket, `[a \\odot b]_{\\ax(i+1)} - [a \\odot b]_{\\ax(i)}`.
    """
    found: dict[str, set[tuple[str | None, int | None]]] = {}
    for part in walk(side):
        if isinstance(part, ast.Index) and isinstance(part.body, ast.Symbol | ast.Group) and len(part.items) == 1:
            letter, more = shifted(part.items[0][1])
            if letter is not None:
                found.setdefault(_written(part.body), set()).add((letter.full_name, more))
    return any(len(places) > 1 and len({letter for letter, _ in places}) == 1 for places in found.values())


def _written(body: ast.Symbol | ast.Group) -> str:
    """What has the indices: a name, or what stands in brackets as it is written, whatever their size and the blanks."""
    return body.full_name if isinstance(body, ast.Symbol) else "".join(item.span.text for item in body.items)


def _within(plan: Plan, runner: Runner) -> NamedArray:
    """The value of a plan, with nothing where it is made of entries that are not there."""
    one, other = (runner.run(plan, {}, outside) for outside in STAND_INS)
    return NamedArray(one.axes, np.where(one.data == other.data, one.data, np.nan))


def defined(judged: Judged, runner: Runner) -> tuple[NamedArray, NamedArray, bool]:
    """The value of a definition, the same with 0 where its conditions leave an entry out, and whether they do so.

    `D_{\\ax(i),\\bx(j)} = 1/(i-j)` for `i \\ne j` says nothing of the others.
    """
    assert judged.value is not None
    assert judged.value.plan is not None
    if judged.condition is None:
        value = runner.run(judged.value.plan, {})
        return value, value, False
    indices = judged.binding.indices if isinstance(judged.binding, Tensor) else ()
    along = {f"#{letter.full_name}": axis.name for axis, letter in indices}
    try:
        value = runner.run(judged.value.plan, {})
    except RunError as stop:
        if stop.code != "NT211":
            raise
        rows = (entry(judged.value.plan), judged.condition), (Constant(np.nan), None)
        value = _named(runner.run(Chosen(rows), {}), along)
    axes, views = align(value, _named(runner.run(judged.condition, {}), along))
    x, holds = np.broadcast_arrays(*(np.asarray(v, dtype=np.float64) for v in views))
    return value, NamedArray(axes, np.where(holds != 0, x, 0.0)), not holds.all()


def given_in_part(judged: Judged) -> str:
    """A function that gives only some of its entries, `f(x)_{\\ax(i)} = x_{\\ax(i-1)}` for `i > 1`, if one is used."""
    used = (use.binding for notebook in judged.notebooks for use in notebook.uses)
    return next((taken_apart(f.name).form[0] for f in used if isinstance(f, Function) and _is_in_part(f)), "")


def _is_in_part(function: Function) -> bool:
    body = function.body.body if isinstance(function.body, Entries) else None
    last = body.branches[-1][0] if isinstance(body, ast.Cases) else None
    return isinstance(last, ast.Number) and np.isnan(last.value)


def leaves_out(judged: Judged, value: NamedArray, runner: Runner) -> bool:
    """Whether what is nan in the value of a claim is just what its condition leaves out."""
    missing = np.isnan(np.asarray(value.data, dtype=np.float64))
    if judged.condition is None or not missing.any():
        return False
    all_of_it = NamedArray(value.axes, np.ones(missing.shape))
    try:
        said, _ = where(all_of_it, all_of_it, runner.run(judged.condition, {}))
    except STOPS:
        return False
    return said.axes == value.axes and np.array_equal(np.isnan(said.data), missing)


def entry(plan: Plan) -> Plan:
    """What the entries of a tensor are that is given by its entries, along its index letters."""
    while isinstance(plan, Defined | Renamed | Shared | Spread | Like):
        plan = plan.body
    return plan


def _named(array: NamedArray, along: dict[str, str]) -> NamedArray:
    return NamedArray(tuple(along.get(axis, axis) for axis in array.axes), array.data)


def where(x: NamedArray, y: NamedArray, holds: NamedArray) -> tuple[NamedArray, NamedArray]:
    """Both sides where a condition holds; elsewhere nothing is claimed, and nothing compared.

    Along an axis that neither side has, it has to hold everywhere: `\\nsum{\\ax} |X| = \\nsum{\\ax} X` if `X \\ge 0`.
    """
    others = tuple(i for i, axis in enumerate(holds.axes) if axis not in (*x.axes, *y.axes))
    if others:
        kept = tuple(axis for i, axis in enumerate(holds.axes) if i not in others)
        holds = NamedArray(kept, np.all(holds.data != 0, axis=others).astype(np.float64))
    axes, views = align(x, y, holds)
    shape = np.broadcast_shapes(*(np.shape(v) for v in views))
    a, b, c = (np.broadcast_to(np.asarray(v, dtype=np.float64), shape) for v in views)
    return NamedArray(axes, np.where(c != 0, a, np.nan)), NamedArray(axes, np.where(c != 0, b, np.nan))
