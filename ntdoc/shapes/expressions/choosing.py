"""`cases`, and conditions as tensors of 0 and 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import combine, infer
from ntdoc.shapes.expressions.combine import poison
from ntdoc.shapes.patterns import DECIDES
from ntdoc.shapes.plan import Chosen, Compared, Constant, Operate, Plan
from ntdoc.shapes.typed import Typed
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Indicator, Logical
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def cases(session: Session, node: ast.Cases, env: Environment) -> Typed:
    """`cases`: the first branch whose condition holds."""
    values: list[Typed] = []
    branches: list[tuple[Plan | None, Plan | None]] = []
    for expr, chain in _open_branches(node, env):
        value = infer.check(session, expr, replace(env, partial=True))
        values.append(value)
        test: Typed | None = None
        if chain is not None:
            test = condition(session, chain, env)
            values.append(test)
        branches.append((value.plan, test.plan if test is not None else None))
    shape = combine.union(env, values, node.span)
    if shape is None:
        return poison(node.span)
    if combine.runnable(values) is None:
        return Typed(None, shape, node.span)
    plans = tuple((plan, test) for plan, test in branches if plan is not None)
    return Typed(Chosen(plans), shape, node.span, combine.flows(values))


def _open_branches(node: ast.Cases, env: Environment) -> Sequence[tuple[ast.Operand, ast.Chain | None]]:
    """The branches that may be chosen: for a member of a family, a condition on its index holds or does not."""
    found: list[tuple[ast.Operand, ast.Chain | None]] = []
    for expr, chain in node.branches:
        holds = None if chain is None else _decided(chain, env)
        if holds is False:
            continue
        found.append((expr, None if holds else chain))
        if holds or chain is None:
            break
    return found or node.branches


def _decided(chain: ast.Chain, env: Environment) -> bool | None:
    """Whether a condition between numbers and index letters with values holds; None if it is about anything else."""
    left = _decided_number(chain.subjects[0], env)
    if len(chain.subjects) != 1 or not chain.rest or left is None:
        return None
    for relation, operand in chain.rest:
        right = _decided_number(operand, env)
        if right is None or relation.kind not in DECIDES:
            return None
        if not DECIDES[relation.kind](left, right):
            return False
        left = right
    return True


def _decided_number(node: ast.Operand, env: Environment) -> float | None:
    if isinstance(node, ast.Number):
        return node.value
    if isinstance(node, ast.Symbol) and node.full_name not in env.values:
        value = env.indices.get(node.full_name)
        return float(value) if isinstance(value, int) else None
    if isinstance(node, ast.Sum):
        parts = [_decided_number(term, env) for _, term in node.terms]
        known = [sign * part for (sign, _), part in zip(node.terms, parts, strict=True) if part is not None]
        return sum(known) if len(known) == len(parts) else None
    return None


def indicator(session: Session, node: Indicator, env: Environment) -> Typed:
    """`\\mathbb{I}[…]`: 1 where a condition holds; in a function that promises fewer axes, if it holds everywhere."""
    found = condition(session, node.condition, env)._replace(span=node.span)
    promised = session.promised(node, env)
    if promised is None or found.shape is None or not promised.keys() < found.shape.keys():
        return found
    further = tuple(axis for axis in found.shape if axis not in promised)
    return combine.along(env, "min", further, found, node.span, node.span, keep=False)


def condition(session: Session, chain: ast.Chain, env: Environment) -> Typed:
    """A condition as a tensor of 0 and 1; `i, j > 1` is one on both."""
    if not chain.rest and isinstance(chain.subjects[0], Logical):
        return infer.check(session, chain.subjects[0], env)
    if not chain.rest:
        raise Unreadable("a condition without a relation", chain.span)
    links: list[Typed] = []
    sides = [*((subject, *chain.rest[0]) for subject in chain.subjects)]
    sides += [(left, *link) for (_, left), link in pairwise(chain.rest)]
    for left, relation, right in sides:
        kind = relation.text if relation.kind == "parity" else relation.kind
        if kind not in ("eq", "le", "lt", "ge", "gt", "ne", "odd", "even"):
            raise Unreadable(f"ntdoc does not read conditions with {relation.text}", relation.span)
        both = [infer.check(session, side, env) for side in (left, right)]
        shape = combine.union(env, both, chain.span)
        if shape is None:
            return poison(chain.span)
        plans = combine.runnable(both)
        test = Compared(kind, plans[0], plans[1]) if plans else None
        links.append(Typed(test, shape, chain.span, combine.flows(both)))
    if len(links) == 1:
        return links[0]
    shape = combine.union(env, links, chain.span)
    runnable = combine.runnable(links)
    if shape is None or runnable is None:
        return poison(chain.span)
    total: Plan = Constant(1.0)
    for factor in runnable:
        total = Operate("multiply", (), (total, factor))
    return Typed(total, shape, chain.span)
