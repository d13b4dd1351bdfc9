"""Factors that stand side by side, as the name and the bracket of `H(X)`, and what is put in the place of some."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import split_commas
from ntdoc.syntax.statements import parse_inline

Factors = tuple[ast.Expr, ...]


def pairs(root: object) -> Iterator[tuple[ast.Expr, ast.Expr]]:
    """Each factor with the next, everywhere in a tree."""
    for part in walk(root):
        if isinstance(part, ast.Juxtaposition):
            yield from pairwise(part.factors)


def unpowered(bracket: ast.Expr) -> ast.Expr:
    """The bracket of `E(X)^2`."""
    return bracket.base if isinstance(bracket, ast.Power) else bracket


def as_written(head: ast.Symbol, bracket: ast.Group) -> str:
    """A call as a name, `I(X; Y)`."""
    listed = ([" ".join(x.span.text.split()) for x in items] for items in (bracket.items, bracket.parameters))
    return f"{head.full_name}({'; '.join(', '.join(items) for items in listed if items)})"


def with_factors(parsed: ast.Parsed, change: Callable[[Factors], Factors]) -> Any:
    """A statement in which some factors that stand side by side are put together: `change` says which."""

    def changed(node: Node) -> Node:
        if not isinstance(node, ast.Juxtaposition):
            return node
        factors = change(node.factors)
        if len(factors) == len(node.factors):
            return node
        return factors[0] if len(factors) == 1 else node.replace(factors=factors)

    return rewritten(parsed, changed)


def with_values(parsed: ast.Parsed, name: Callable[[ast.Expr, ast.Expr], str | None]) -> Any:
    """A statement in which calls are names as a whole, and their powers powers of these: `name` says which, if any."""

    def named(factors: Factors) -> Factors:
        found: list[ast.Expr] = []
        for factor in factors:
            value = name(found[-1], factor) if found else None
            if value is None:
                found.append(factor)
                continue
            start = found.pop().span
            symbol = ast.Symbol(value, None, None, (), False, start.to(unpowered(factor).span))
            power = isinstance(factor, ast.Power)
            found.append(factor.replace(base=symbol, span=start.to(factor.span)) if power else symbol)
        return tuple(found)

    return with_factors(parsed, named)


def listed(entry: Entry) -> tuple[ast.Operand, ...]:
    """What a formula in a sentence lists without a relation, `u, v`, which is no formula that can be read."""
    if entry.display:
        return ()
    read: list[ast.Parsed] = [entry.parsed]
    if isinstance(entry.parsed, ast.Unread) and "," in entry.parsed.span.text:
        parts = split_commas(entry.piece.tokens)
        read = [parsed for part in parts for parsed, _ in parse_inline(part, entry.parsed.span)]
    chains = [parsed for parsed in read if isinstance(parsed, ast.Chain) and not parsed.rest]
    return tuple(part for chain in chains for part in chain.subjects) if len(chains) == len(read) else ()


def related(parsed: ast.Parsed) -> list[ast.Symbol]:
    """The names that a statement says something of by a relation: `X, Y \\in S`."""
    subjects = parsed.subjects if isinstance(parsed, ast.Chain) and parsed.rest else ()
    return [subject for subject in subjects if isinstance(subject, ast.Symbol)]


def alone(entry: Entry) -> ast.Operand | None:
    """The formula without a relation that stands in a sentence."""
    parsed = entry.parsed
    if entry.display or not isinstance(parsed, ast.Chain) or parsed.rest or len(parsed.subjects) != 1:
        return None
    return parsed.subjects[0]
