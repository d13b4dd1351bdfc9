"""`\\nfun{\\ax}{softmax} X \\ndot{\\bx} Y`: the function takes `X` alone. Brackets are hinted if they mend it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Edit
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.typed import Demand, operand
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def hint(session: Session, node: ast.Product, env: Environment, before: int) -> None:
    """Say of a product in error that a function in it was to take more than one factor, if it is right so."""
    new = env.notebook.diagnostics[before:]
    if len(new) != 1 or new[0].code != "NT203" or new[0].hints:
        return
    for variant, function, wide in _variants(node):
        trial = env.aside()
        count = len(trial.notebook.diagnostics)
        try:
            found = infer.check(session, variant, trial)
            factors = [infer.check(session, f, env.aside()) for f in wide.factors]
        except (Unreadable, Demand):
            continue
        if found.shape is None or len(trial.notebook.diagnostics) > count:
            continue
        first, name = wide.first.span.text, function.full_name
        text = f"{name} takes {first} alone: did you mean {function.span.text} ({wide.span.text})?"
        env.notebook.diagnostics[before] = replace(
            new[0],
            hints=(text,),
            operands=tuple(dict.fromkeys((*new[0].operands, *map(operand, factors)))),
            edits=(Edit(wide.span, f"({wide.span.text})"),),
        )
        return


def _variants(node: ast.Product) -> Iterator[tuple[ast.Expr, ast.Symbol, ast.Product]]:
    """The product with brackets behind a function in it, the fewest factors first; the function and what it takes."""
    for at, factor in enumerate(node.factors[:-1]):
        if not isinstance(factor, ast.Juxtaposition) or isinstance(factor.factors[-1], ast.Group):
            continue
        *others, function, argument = factor.factors
        if not isinstance(function, ast.Symbol) or not function.axes:
            continue
        for end in range(at + 1, len(node.factors)):
            rest, last = node.rest[at:end], node.factors[end]
            wide = ast.Product(argument, rest, argument.span.to(last.span))
            group = ast.Group((wide,), (), "(", wide.span)
            taken = ast.Juxtaposition((*others, function, group), factor.span.to(last.span))
            factors = [*node.factors[:at], taken]
            left = node.rest[: max(0, at - 1)]
            if at:
                left = (*left, (node.rest[at - 1][0], taken))
            right = node.rest[end:]
            if left or right:
                yield ast.Product(factors[0], (*left, *right), node.span), function, wide
            else:
                yield taken, function, wide
