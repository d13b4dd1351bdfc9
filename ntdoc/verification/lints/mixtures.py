"""Mixtures whose weights are not: `(1 + \\beta) g` beside `\\beta m`, and `(1 - z) \\odot n + z + h`.

A weight between 0 and 1 leaves the rest, `1 - \\beta`, to the other of two things. A sum may have other weights on
purpose; so it is told where the weight is known to be such a one: by what is said of it, as a sigmoid, or as what mixes
a new value into an old one. And who takes `1 - z` of one thing, and adds `z` itself and another, has lost an operator.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import walk
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import is_made_of, is_update, spelt
from ntdoc.shapes.session import Session
from ntdoc.syntax import ast
from ntdoc.verification.words import is_denied

_SIGMOIDS = frozenset(["sigma", "sigmoid", "logistic", "σ", "softmax"])


def odd_mixtures(session: Session, judged: Judged) -> Iterator[Diagnostic]:
    """The sums of a displayed definition that are mixtures but for a sign or an operator."""
    parsed = judged.role.entry.parsed
    if judged.kind is not Kind.DEFINITION or not judged.role.entry.display or is_denied(judged.span):
        return
    for part in walk(parsed):
        terms = part.terms if isinstance(part, ast.Sum) else ()
        if len(terms) < 2 or any(sign < 0 for sign, _ in terms):
            continue
        if len(terms) == 2:
            yield from _sign(session, judged, [term for _, term in terms])
        elif len(terms) == 3:
            yield from _operator([term for _, term in terms])


def _sign(session: Session, judged: Judged, terms: Sequence[ast.Expr]) -> Iterator[Diagnostic]:
    """`\\beta m + (1 + \\beta) g`."""
    for whole, plain in (terms, terms[::-1]):
        for factor in _factors(whole):
            weight = _beside_one(factor, 1)
            if weight is None or not any(spelt(other) == spelt(weight) for other in _factors(plain)):
                continue
            if _is_weight(session, judged, weight) or _is_mixed_in(judged, plain):
                name = spelt(weight)
                message = f"{name} and 1 + {name} are the weights of a sum, of which the first is to be a part of 1"
                yield Diagnostic("NT410", message, factor.span, label=f"not 1 - {name}")


def _operator(terms: Sequence[ast.Expr]) -> Iterator[Diagnostic]:
    """`(1 - z) \\odot n + z + h`, and `(1 - z) + n + z \\odot h`."""
    for term in terms:
        factors = _factors(term)
        weights = [found for factor in factors if (found := _beside_one(factor, -1)) is not None]
        for weight in weights:
            others = [other for other in terms if other is not term]
            alone = [other for other in others if spelt(other) == spelt(weight)]
            times = [o for o in others if len(f := _factors(o)) > 1 and any(spelt(x) == spelt(weight) for x in f)]
            apart = [o for o in others if o not in (*alone, *times) and not is_made_of(o, weight.full_name)]
            if len(apart) == 1 and (alone if len(factors) > 1 else times):
                span = (alone or [term])[0].span
                message = f"{spelt(weight)} and 1 - {spelt(weight)} stand in this sum, and one of them is no factor"
                yield Diagnostic("NT410", message, span, label="added, and no weight")


def _factors(term: ast.Expr) -> list[ast.Expr]:
    """What a term is the product of, by entries."""
    match term:
        case ast.Product():
            if all(operator.kind == "times" for operator, _ in term.rest):
                return [f for factor in term.factors for f in _factors(factor)]
        case ast.Juxtaposition():
            return [f for factor in term.factors for f in _factors(factor)]
    return [term]


def _beside_one(factor: ast.Expr, sign: int) -> ast.Symbol | None:
    """The `z` of `(1 - z)`, or of `(1 + z)`."""
    inner = factor.items[0] if isinstance(factor, ast.Group) and len(factor.items) == 1 else None
    match inner:
        case ast.Sum(terms=((1, ast.Number(value=1)), (own, ast.Symbol() as weight))):
            return weight if own == sign else None
    return None


def _is_weight(session: Session, judged: Judged, weight: ast.Symbol) -> bool:
    """Whether it is said to be between 0 and 1, or made by a sigmoid."""
    found = session.scope.tensor(weight.full_name, judged.role.entry)
    if isinstance(found, Declared):
        ends = found.domain.base.items if found.domain is not None and found.domain.base.kind == "interval" else ()
        return found.sign == "unit" or [spelt(end) for end in ends] == ["0", "1"]
    if not isinstance(found, Tensor) or not isinstance(found.body, ast.Juxtaposition):
        return False
    head = found.body.factors[0]
    return isinstance(head, ast.Symbol) and head.base in _SIGMOIDS


def _is_mixed_in(judged: Judged, plain: ast.Expr) -> bool:
    """Whether the old value of what is defined is one of the two, in an update: `m \\leftarrow \\beta m + …`."""
    return is_update(judged.role.entry.parsed) and judged.name is not None and is_made_of(plain, judged.name)
