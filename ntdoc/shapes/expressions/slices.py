"""Tensors given part by part: `P_{\\ax(1)} = A` and `P_{\\ax(2)} = B`, in one run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import Node, rewritten
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import combine, infer
from ntdoc.shapes.expressions.combine import poison, report
from ntdoc.shapes.patterns import MOST_PARTS, is_made_of, shifted
from ntdoc.shapes.plan import Chosen, Compared, Constant, Counter, Plan, Renamed
from ntdoc.shapes.sizes import number
from ntdoc.shapes.typed import Typed, operand
from ntdoc.source import Span
from ntdoc.syntax import ast, binding_ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def given(entries: Sequence[Entry]) -> dict[int, tuple[str, binding_ast.Slices]]:
    """The tensors whose parts from the first on are given, all in one run: by the number of the first statement."""
    parts: dict[tuple[int, str, str], dict[int, list[tuple[Entry, ast.Index, ast.Expr]]]] = {}
    for entry in entries:
        if (part := _part(entry)) is not None:
            name, place, index, value = part
            along = parts.setdefault((entry.run, name, index.items[0][0].name), {})
            along.setdefault(place, []).append((entry, index, value))
    found: dict[int, tuple[str, binding_ast.Slices]] = {}
    for (_, name, _), along in parts.items():
        if 2 <= len(along) <= MOST_PARTS and sorted(along) == [*range(1, len(along) + 1)]:
            rows = [along[place] for place in sorted(along)]
            if all(len(row) == 1 for row in rows):
                axis = rows[0][0][1].items[0][0]
                values = _by_the_others(name, axis.name, [row[0][2] for row in rows])
                first = min(row[0][0].index for row in rows)
                if values is not None:
                    found[first] = name, binding_ast.Slices(axis, values, rows[0][0][2].span)
    return found


def _by_the_others(name: str, axis: str, values: list[ast.Expr]) -> tuple[ast.Expr, ...] | None:
    """The parts, with what `P_{\\ax(1)}` is for it in `P_{\\ax(2)} = 1 - P_{\\ax(1)}`; none that need themselves."""
    done: list[ast.Expr] = []
    for value in values:

        def part(node: Node) -> Node:
            if isinstance(node, ast.Index) and isinstance(node.body, ast.Symbol) and node.body.full_name == name:
                place = node.items[0][1]
                there = isinstance(place, ast.Number) and node.items[0][0].name == axis and len(node.items) == 1
                if there and isinstance(place, ast.Number) and 1 <= place.value <= len(done):
                    return ast.Group((done[int(place.value) - 1],), (), "(", node.span)
            return node

        done.append(rewritten(value, part))
    return None if any(is_made_of(value, name) for value in done) else tuple(done)


def _part(entry: Entry) -> tuple[str, int, ast.Index, ast.Expr] | None:
    """The name, the place, the left side and the value in `P_{\\ax(2)} = B`."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1 or parsed.conditions:
        return None
    left, (relation, right) = parsed.subjects[0], parsed.rest[0]
    if relation.kind not in ("eq", "define") or not isinstance(left, ast.Index) or len(left.items) != 1:
        return None
    place = left.items[0][1]
    if not isinstance(place, ast.Number) or shifted(place)[1] is None or isinstance(right, ast.TensorSet):
        return None
    if not isinstance(left.body, ast.Symbol) or left.body.axes or entry.worded or entry.negated:
        return None
    return left.body.full_name, int(place.value), left, right


def check(session: Session, node: binding_ast.Slices, env: Environment) -> Typed:
    """The parts one behind the other."""
    return stacked(env, node.axis.name, [infer.check(session, part, env) for part in node.parts], node.span)


def stacked(env: Environment, axis: str, parts: Sequence[Typed], span: Span) -> Typed:
    """Tensors one behind the other along a new axis."""
    again = next((p for p in parts if axis in (p.shape or {})), None)
    if again is not None:
        problem = f"the right side has the axis `{axis}` already, of which this is a part"
        report(env, Diagnostic("NT209", problem, again.span, label=f"has `{axis}`", operands=(operand(again),)))
        return poison(span)
    shape = combine.union(env, parts, span)
    if shape is None:
        return poison(span)
    size = number(len(parts))
    plans = combine.runnable(parts)
    plan: Plan | None = None
    if plans is not None:
        at = Counter(f"#{axis}", 1, size)
        places = [Compared("eq", at, Constant(float(place))) for place in range(1, len(parts) + 1)]
        plan = Renamed(((f"#{axis}", axis),), Chosen(tuple(zip(plans, places, strict=True))))
    return Typed(plan, {axis: size, **shape}, span, combine.flows(parts))
