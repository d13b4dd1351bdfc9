r"""Means over an index that is drawn from a table of chances: `\mathbb{E}_{z \sim \pi}[f_{\ax(z)}] = \nsum{\ax} \pi f`.

They are sums, and no draws are made: of all indices, each with its chance. So is `\mathbb{E}_{\pi}[f]` of a tensor with
the one axis of `\pi`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.typed import Typed
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Moment
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_CATEGORICAL = regex(r"(?:[a-z]+\()?(?:Cat(?:egorical)?|Discrete)\)?")


def as_sum(session: Session, node: Moment, env: Environment) -> ast.Expr | None:
    """The sum that a mean or a variance is, if it is over such an index or such a table; None otherwise."""
    terms = _over_index(session, node, env) or _over_table(session, node, env)
    if terms is None:
        return None

    def mean(body: ast.Expr) -> ast.Expr:
        return terms.replace(body=_product(terms.body, body), span=node.span)

    if node.kind == "mean":
        return mean(node.items[0])
    left, right = node.items[0], node.items[-1]
    if node.kind not in ("variance", "covariance"):
        return None
    both = ast.Group((_product(mean(left), mean(right)),), (), "(", node.span)
    return ast.Sum(((1, mean(_product(left, right))), (-1, both)), node.span)


def _product(left: ast.Expr, right: ast.Expr) -> ast.Expr:
    """Two factors, each as if in brackets."""
    inner = (ast.Group((side,), (), "(", side.span) for side in (left, right))
    dot = ast.ProductOperator("times", "cdot", (), right.span)
    first, second = inner
    return ast.Product(first, ((dot, second),), left.span)


def _over_index(session: Session, node: Moment, env: Environment) -> ast.BigOperator | None:
    """The sum over an index of its chances: the body is the chance of one."""
    places = {
        (axis.name, index.full_name): (axis, index)
        for item in node.items
        for part in walk(item)
        if isinstance(part, ast.Index)
        for axis, index in part.items
        if isinstance(index, ast.Symbol)
    }
    found = []
    for (name, letter), (axis, index) in places.items():
        chances = next(_chances(session, node, letter, env), None)
        if chances is not None and sum(other == letter for _, other in places) == 1:
            typed = _quietly(session, chances, env)
            if typed is not None and typed.shape is not None and name in typed.shape:
                found.append((axis, index, chances))
    if len(found) != 1 or (node.over and len(node.over) != 1):
        return None
    ((axis, index, chances),) = found
    whole = ast.Group((chances,), (), "[", node.span)
    return ast.BigOperator("sum", (), index, None, None, None, ast.Index(whole, ((axis, index),), node.span), node.span)


def _chances(session: Session, node: Moment, letter: str, env: Environment) -> Iterator[ast.Expr]:
    """From what an index is drawn: what stands below the sign of the mean, or what was said last."""
    over = [chain for chain in node.over if chain.rest]
    if node.over and not over and letter not in {name for chain in node.over for name in names_in(chain.subjects)}:
        return
    before = (e for e in reversed(session.ranges.entries) if e.index <= env.at.index and e.section == env.at.section)
    for chain in over or (e.parsed for e in before):
        if not isinstance(chain, ast.Chain) or len(chain.subjects) != 1 or len(chain.rest) != 1:
            continue
        (relation, right), subject = chain.rest[0], chain.subjects[0]
        if relation.kind != "drawn" or not isinstance(subject, ast.Symbol) or subject.full_name != letter:
            continue
        match right:
            case ast.Juxtaposition(factors=(ast.Symbol() as head, ast.Group(items=(table,), parameters=()))):
                if _CATEGORICAL.fullmatch(head.full_name):
                    yield table
            case ast.Symbol() | ast.Index() | ast.Group():
                yield right


def _over_table(session: Session, node: Moment, env: Environment) -> ast.BigOperator | None:
    """The sum over the one axis of a table that stands alone below the sign of the mean."""
    match node.over:
        case (ast.Chain(subjects=(ast.Symbol() as table,), rest=()),):
            typed = _quietly(session, table, env)
        case _:
            return None
    if typed is None or typed.shape is None or len(typed.shape) != 1:
        return None
    if session.laws.of(table.full_name, env.at, session.scope) is not None:
        return None  # it is random itself
    (name,) = typed.shape
    bodies = [_quietly(session, item, env) for item in node.items]
    if any(body is None or name not in (body.shape or {}) for body in bodies):
        return None
    axis = ast.Axis(name, node.span)
    return ast.BigOperator("sum", (axis,), None, None, None, None, table, node.span)


def _quietly(session: Session, part: ast.Expr, env: Environment) -> Typed | None:
    """What a part is, or None if it cannot be read or is in error."""
    quiet = env.aside()
    try:
        typed = infer.check(session, part, quiet)
    except Unreadable:
        return None
    return None if quiet.notebook.diagnostics else typed
