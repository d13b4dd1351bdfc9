"""The set that `E \\in S` puts the entries of E in."""

from __future__ import annotations

from ntdoc.evaluation.run import Runner
from ntdoc.operations.domain import Domain, DomainKind
from ntdoc.shapes.patterns import number_in
from ntdoc.shapes.samples.domains import set_domain
from ntdoc.syntax import ast


def domain(base: ast.Base, runner: Runner) -> Domain | None:
    """The set of a membership as a domain to check entries against, or None where there is nothing to check."""
    if base.kind != "range":
        letters = any(number_in(item) is None for item in base.items)
        return None if letters else set_domain(base)  # how far `\\{-q, \\ldots, q\\}` reaches is not known here
    item = base.items[0]
    upper = int(min(item.value, 1e15)) if isinstance(item, ast.Number) else None  # which may be infinite
    if upper is None and isinstance(item, ast.Symbol) and item.full_name in runner.sizes:
        upper = runner.sizes[item.full_name]
    return Domain(DomainKind.INTEGERS, upper=upper) if upper else None
