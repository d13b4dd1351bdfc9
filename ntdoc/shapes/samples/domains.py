"""The sets that declarations name → the domains that samples are drawn from."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.operations.domain import LIMITS, Domain, DomainKind
from ntdoc.regex import regex
from ntdoc.shapes import signs
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.patterns import number_in
from ntdoc.shapes.samples.constrained import Constrained
from ntdoc.shapes.sizes import Size
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_SIGNS = {
    "positive": DomainKind.POSITIVE,
    "nonnegative": DomainKind.NONNEGATIVE,
    "negative": DomainKind.NEGATIVE,
    "unit": DomainKind.UNIT,
}
_NARROWED = frozenset({"simplex", "naturals", "integers", "range", "steps", "set"})  # an order leaves a part of these
Limit = Size | tuple[Size, Size] | None
NATURAL = Domain(DomainKind.INTEGERS, upper=5)  # samples of ℕ are small


def domain_of(
    session: Session, base: ast.Base | None, sign: str, small: bool, env: Environment
) -> tuple[Domain, Limit]:
    """The domain of a set of numbers, and the largest number of a range `[n]`, or both ends. Raises Unreadable."""
    within = base is not None and base.kind == "interval" and bool(sign)  # *`c \\in (0, 2)`*, and then *let `c > 0`*
    if (between := signs.limits(sign) if within else signs.ends(sign)) is not None:
        domain, limit = domain_of(session, base, "", small, env)
        return (domain if small or limit is not None else narrowed(domain, *between)), limit
    if sign and base is not None and base.kind in _NARROWED:
        domain, limit = domain_of(session, base, "", small, env)
        return _signed(domain, sign), limit
    if sign:
        return Domain(_SIGNS[sign], small=small), None
    if base is None or base.kind in ("reals", "named"):
        return Domain(_SIGNS.get(base.text, DomainKind.REAL) if base else DomainKind.REAL, small=small), None
    if base.kind == "naturals":
        return NATURAL, None
    if base.kind == "integers":
        return Domain(DomainKind.FINITE, values=(-2.0, -1.0, 1.0, 2.0, 3.0)), None
    if base.kind == "range":
        from ntdoc.shapes.expressions.indexing import to_size

        return Domain(DomainKind.INTEGERS, upper=1), to_size(session, base.items[0], env)
    if base.kind in ("steps", "interval") and any(number_in(item) is None for item in base.items):
        from ntdoc.shapes.expressions.indexing import to_size

        low, high = (to_size(session, item, env) for item in base.items)
        return Domain(DomainKind.INTEGERS if base.kind == "steps" else DomainKind.UNIT), (low, high)
    return set_domain(base) or Domain(), None


def _signed(domain: Domain, sign: str) -> Domain:
    """The part of a set that has a sign: *`q \\in \\Delta^{\\ax}` with `q > 0`* is a distribution all the same."""
    domain = narrowed(domain, *signs.limits(sign))
    if domain.kind is DomainKind.FINITE and sign in ("positive", "negative"):  # these are without 0
        values = tuple(v for v in domain.values if v)
        return replace(domain, values=values) if values else domain
    if domain.kind is DomainKind.INTEGERS and domain.lower == 0 < domain.upper and sign == "positive":
        return replace(domain, lower=1)
    return domain


def narrowed(domain: Domain, low: float, high: float) -> Domain:
    """The part of a domain that is between two numbers; all of it, if there is none."""
    match domain.kind:
        case DomainKind.BINARY | DomainKind.FINITE:
            values = tuple(v for v in domain.values or (0.0, 1.0) if low <= v <= high)
            return replace(domain, kind=DomainKind.FINITE, values=values) if values else domain
        case DomainKind.INTEGERS:
            least = max(domain.lower, math.ceil(low))
            most = least + domain.upper - domain.lower if high == math.inf else math.floor(high)
            return replace(domain, lower=least, upper=most) if least <= most else domain
    if domain.kind not in LIMITS:
        return domain
    least, most = domain.limits
    ends = max(low, least), min(high, most)
    if ends[0] >= ends[1] or ends == (least, most):
        return domain
    return replace(domain, kind=DomainKind.UNIT, ends=ends)


def set_domain(base: ast.Base) -> Domain | None:
    """The domain of a set that is given by numbers alone; None for the reals. Raises Unreadable."""
    if base.kind in ("reals", "named"):
        return Domain(_SIGNS[base.text]) if base.kind == "reals" and base.text in _SIGNS else None
    if base.kind in ("naturals", "integers", "range"):
        return None
    if base.kind == "simplex":
        return Domain(DomainKind.SIMPLEX, axes=(base.text,))
    numbers = numbers_of(base)
    if base.kind == "steps":
        return Domain(DomainKind.INTEGERS, lower=numbers[0], upper=numbers[1])
    if base.kind == "interval":
        if len(numbers) == 2 and numbers[0] == 0 and numbers[1] == 1:
            return Domain(DomainKind.UNIT)
        if len(numbers) == 2 and numbers[0] == 0 and numbers[1] == float("inf"):
            return Domain(DomainKind.POSITIVE if base.text[0] == "(" else DomainKind.NONNEGATIVE)
        if len(numbers) == 2 and float("-inf") < numbers[0] < numbers[1]:
            return Domain(DomainKind.UNIT, ends=numbers)
        raise Unreadable("ntdoc does not sample this interval", base.span)
    if set(numbers) == {0.0, 1.0}:
        return Domain(DomainKind.BINARY)
    return Domain(DomainKind.FINITE, values=numbers)


def numbers_of(base: ast.Base) -> tuple[float, ...]:
    """The elements of a set, or the ends of an interval. Raises Unreadable for what is no number."""
    return tuple(_number(item) for item in base.items)


def _number(node: ast.Expr) -> float:
    if (value := number_in(node)) is None:
        raise Unreadable("a set whose elements are not numbers", node.span)
    return value


def domain_text(base: ast.Base | None, sign: str) -> str:
    """A set of numbers as plain text: `ℝ`, `{0, 1}`, `[n]`, `ℝ > 0`."""
    kind = base.kind if base is not None else "reals"
    if kind in ("reals", "naturals", "integers"):
        text = {"reals": "ℝ", "naturals": "ℕ", "integers": "ℤ"}[kind]
        text += signs.text(sign or (base.text if base else ""))
    elif kind == "simplex":
        text = "Δ"
    elif kind == "named":
        assert base is not None
        text = base.text
    else:
        assert base is not None
        if base.kind == "interval" and not base.span.text.lstrip().startswith(("[", "(", "\\left")):  # \\mathbb{R}_{>2}
            if len(base.items) == 2 and base.text == "[]":  # of `u \\sim \\mathcal{U}(a, b)`: no set as it stands
                return ", ".join(_end_text(item) for item in base.items).join("[]")
            low, above = numbers_of(base)[0], ">" if base.text[0] == "(" else "≥"
            return f"ℝ {above} {low:g}"
        numbers = [f"{item.value:g}" for item in base.items if isinstance(item, ast.Number)]
        if base.span.text.strip()[1:].isalpha() and base.kind in ("set", "range") and len(numbers) == len(base.items):
            return ", ".join(numbers).join("{}" if base.kind == "set" else "[]")  # written as a macro
        text = base.span.text.replace("\\{", "{").replace("\\}", "}").replace("\\ldots", "…").strip()
        text = text.replace("\\dots", "…")
    return text


def _end_text(node: ast.Expr) -> str:
    value = number_in(node)
    return " ".join(node.span.text.split()) if value is None else f"{value:g}"


_SPELT = {"\\lfloor": "⌊", "\\rfloor": "⌋", "\\lceil": "⌈", "\\rceil": "⌉", "\\cdot": "·", "\\times": "×", "\\,": " "}
_SPELT |= {"\\left": "", "\\right": ""}
_COMMAND = regex(r"\\(?:[A-Za-z]+|.)\s*")


def size_text(size: ast.Expr) -> str:
    """A size as plain text, as it is written: `n-|kernel|+1`."""
    written, text = size.span, ""
    at = written.start
    for axis in (axis for part in walk(size) if isinstance(part, ast.Size) for axis in _written_in(part)):
        if at <= axis.span.start and axis.span.end <= written.end:
            text += written.source.text[at : axis.span.start] + axis.name
            at = axis.span.end
    text += written.source.text[at : written.end]
    text = _COMMAND.sub(lambda found: _SPELT.get(found[0].strip(), found[0]), text)
    return re.sub(r"\s+(?=[⌋⌉])|[{}]", "", text)


def _written_in(size: ast.Size) -> list[ast.Axis]:
    """The axes of `|\\ax|` that stand there themselves, and not in a macro for all of it."""
    return [axis for axis in size.axes if size.span.start < axis.span.start]


def constraint_text(constraint: Constrained) -> str:
    """What is added to a set of numbers by an equation: `, sum 1 along ax`."""
    if constraint.kind in ("orthonormal", "orthogonal"):
        *along, each = constraint.axes
        return f", length 1 along {', '.join(along)}, orthogonal for each {each}"
    total = constraint.total.span.text if constraint.total is not None else "1"
    if constraint.kind == "diagonal":
        return f", {total} where {' and '.join(constraint.axes)} are equal"
    said = {
        "sum": f"sum {total} along ",
        "centred": "sum 0 along ",
        "length": "length 1 along ",
        "spread": "mean of squares 1 along ",
        "symmetry": "symmetric in ",
        "definite": "positive definite in ",
        "-definite": "negative definite in ",
    }
    return f", {said[constraint.kind]}{', '.join(constraint.axes)}" if constraint.axes else ", length 1"
