"""Formulas that cannot be run, and are wrong whatever their letters stand for.

In `\\lim_{R \\to 0} R(A, H) / |H|` what tends to 0 is a function; in `f(f + H)` a function is added to something, and
in `f(X + H) \\approx H(X)` a tensor is called. In `\\partial f(A; H) = D(A) \\ndot{\\mathcal{S}} A` the differential
does not depend on its increment. And of `X \\ndot{\\mathcal{S}} (Y \\odot Z) = (X \\ndot{\\mathcal{S}} X) \\odot Z` one
side is linear in a tensor that the other has not, so that they cannot be equal for all tensors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import walk
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared, Function, Signed
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import is_identity, operands, outside_scripts
from ntdoc.shapes.session import Session
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Limit


def wrong_as_it_stands(session: Session, judged: Judged) -> Iterator[Diagnostic]:
    """What is wrong in a formula that is skipped."""
    parsed = judged.role.entry.parsed
    for part in walk(parsed):
        if isinstance(part, Limit):
            yield from _limit(session, part)
        elif isinstance(part, ast.Juxtaposition):
            yield from _of_itself(session, part)
            yield from _tensor_of_tensor(session, judged, part)
    plain = isinstance(parsed, ast.Chain) and len(parsed.subjects) == 1 and len(parsed.rest) == 1
    if plain and isinstance(parsed, ast.Chain) and parsed.rest[0][0].kind in ("eq", "define"):
        yield from _increment(parsed)
        yield from _degrees(session, judged, parsed)


def _limit(session: Session, limit: Limit) -> Iterator[Diagnostic]:
    """Of what the formula calls, and has nowhere as a tensor."""
    if limit.variable is None:
        return
    name = limit.variable.full_name
    named = [s for s in outside_scripts(limit.body) if s.full_name == name]
    called = {id(head) for part in walk(limit.body) if (head := _head(session, part)) is not None}
    if named and all(id(s) in called for s in named):
        message = f"{name} tends to something here, and is a function in the formula"
        yield Diagnostic("NT407", message, limit.variable.span, label="a function")


def _of_itself(session: Session, call: ast.Juxtaposition) -> Iterator[Diagnostic]:
    """`f(f + H)`: to be a term of a sum is to be a tensor. `f(f)` may be a composition, and `n(n + 1)` is a product."""
    head = _head(session, call)
    items = call.factors[1].items if head is not None and isinstance(call.factors[1], ast.Group) else ()
    for item in items if head is not None and not head.roman else ():
        for _, term in item.terms if isinstance(item, ast.Sum) else ():
            if head is not None and isinstance(term, ast.Symbol) and term.full_name == head.full_name:
                message = f"{term.span.text} is added to something here, and is the function of what it is in"
                yield Diagnostic("NT407", message, term.span, label="a function")


def _tensor_of_tensor(session: Session, judged: Judged, call: ast.Juxtaposition) -> Iterator[Diagnostic]:
    """`H(X)` of two tensors with axes: of a time `t` it may be the value there, and nobody multiplies so."""
    match call:
        case ast.Juxtaposition(factors=(ast.Symbol() as head, ast.Group(items=(ast.Symbol() as of,), bracket="("))):
            if all(_is_tensor(session, symbol, judged) for symbol in (head, of)):
                message = f"{head.span.text} is declared as a tensor, and stands here as a function of {of.span.text}"
                yield Diagnostic("NT407", message, head.span, label="no function")


def _is_tensor(session: Session, symbol: ast.Symbol, judged: Judged) -> bool:
    """Whether all that the section says of a name is that it has axes."""
    at = judged.role.entry
    known = [b for b in session.scope.by_name.get(symbol.full_name, ()) if b.entry.section == at.section]
    declared = [b for b in known if isinstance(b, Declared) and b.along]
    return bool(known) and len(declared) == len(known)


def _increment(parsed: ast.Chain) -> Iterator[Diagnostic]:
    """What is linear in its increment has it on the other side, too, but where that is a number."""
    match parsed.subjects[0]:
        case ast.Juxtaposition(factors=(ast.Differential(), ast.Group(items=(at,), parameters=(ast.Symbol() as by,)))):
            names = {s.full_name for s in outside_scripts(parsed.rest[0][1])}
            own = {s.full_name for s in outside_scripts(at)}
            if by.full_name not in names and names & own and by.full_name not in own:
                message = f"this differential does not depend on its increment {by.full_name}"
                yield Diagnostic("NT405", message, by.span, label="not used")


def _degrees(session: Session, judged: Judged, parsed: ast.Chain) -> Iterator[Diagnostic]:
    """Both sides are products of tensors of any shapes: each has each of them as often as the other."""
    entry = judged.role.entry
    open_shapes = any(isinstance(part, ast.Axis) and part.variable for part in walk(parsed))
    if judged.kind is not Kind.CLAIM or not open_shapes or entry.negated or entry.supposed or entry.worded:
        return
    left, right = (_factors(side) for side in operands(parsed))
    if left is None or right is None or left == right or left.total() != right.total():
        return  # else it may be said of some: `P \\ndot{\\mathcal{S}} P = P`
    for name in left + right:
        known = session.scope.tensor(name, entry)
        if known is not None and not isinstance(known, Declared) and known.entry.section == entry.section:
            return
    name = min((left - right) or (right - left))
    message = f"{name} stands {_times(left[name])} on the left, and {_times(right[name])} on the right"
    message += ": the sides are not equal for all tensors"
    yield Diagnostic("NT301", message, parsed.span, label="not of the same factors")


def _factors(node: ast.Operand) -> Counter[str] | None:
    """The tensors of which a formula is the product, if it is one: each side is linear in each of them."""
    match node:
        case ast.Symbol() if node.sub is node.sup is None and not node.axes:
            return Counter([node.full_name])
        case ast.Symbol() if is_identity(node):
            return Counter()
        case ast.Group(items=(inner,), parameters=()):
            return _factors(inner)
        case ast.Rename():
            return _factors(node.body)
        case ast.Product():
            if any(operator.kind not in ("contract", "times") for operator, _ in node.rest):
                return None
            found = [_factors(factor) for factor in node.factors]
            return None if None in found else sum((f for f in found if f is not None), Counter())
    return None


def _times(count: int) -> str:
    return {0: "not at all", 1: "once", 2: "twice"}.get(count, f"{count} times")


def _head(session: Session, node: object) -> ast.Symbol | None:
    """What is called: it has several arguments, or is known as a function. Else `h(1 + x)` may be a product."""
    match node:
        case ast.Juxtaposition(factors=(ast.Symbol() as head, ast.Group() as at, *_)):
            known = session.scope.by_name.get(head.full_name, ())
            is_function = bool(known) and all(isinstance(b, Function | Signed) for b in known)
            return head if len(at.items) > 1 or is_function else None
    return None


