"""Operators that a document defines, `X \\nbin{\\ax}{\\star} Y = …`, and tensors with axes for parameters.

An operator is a function of two arguments that is called by its sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Function, Signed
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.functions import application
from ntdoc.shapes.patterns import letters as index_letters
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.typed import Typed
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Entries, Hole
from ntdoc.syntax.symbols import MEET, MINUS, UNION

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_NO_FUNCTIONS = frozenset([*UNION, *MEET, *MINUS, "land", "lor", "vee", "wedge"])  # of sets and truths


def defined(scope: Scope, subject: ast.Operand, right: ast.Operand, entry: Entry) -> Function | None:
    """The definition that an equation with an operator between two letters on its left makes, if it makes one."""
    if not isinstance(subject, ast.Product) or len(subject.rest) != 1:
        return None
    operator, second = subject.rest[0]
    first = subject.first
    if not _may_be_defined(operator) or isinstance(right, ast.TensorSet):
        return None
    if not isinstance(first, ast.Symbol) or not isinstance(second, ast.Symbol) or first.axes or second.axes:
        return None
    letters = {first.full_name, second.full_name}
    if len(letters) < 2 or not letters & names_in(right):
        return None
    again = any(isinstance(n, ast.ProductOperator) and n.symbol == operator.symbol for n in walk(right))
    known = [b for b in scope.function(operator.symbol, entry) if isinstance(b, Function)]
    if known and (again or known[0].entry.section == entry.section):
        return None  # it says something of the operator
    axes = tuple(axis.name for axis in operator.axes)
    return Function(operator.symbol, axes, (first, second), (), right, entry, subject.span)


def parametric(scope: Scope, subject: ast.Operand, right: ast.Operand, entry: Entry) -> Function | None:
    """`[T_{\\ax,\\bx}]_{\\ax(i),\\bx(j)} = …` defines `T` for all axes, entry by entry; `I` is known already."""
    if not isinstance(subject, ast.Index) or isinstance(right, ast.TensorSet):
        return None
    body = subject.body
    while isinstance(body, ast.Group) and len(body.items) == 1 and not body.parameters:
        body = body.items[0]
    if not isinstance(body, ast.Symbol) or not body.axes or body.under or body.base in ("I", "delta"):
        return None
    indices = index_letters(subject)
    if indices is None or [axis.name for axis, _ in indices] != [axis.name for axis in body.axes]:
        return None
    if scope.function(body.full_name, entry):
        return None
    axes = tuple(axis.name for axis in body.axes)
    return Function(body.full_name, axes, (), (), Entries(indices, right, right.span), entry, subject.span)


def signed(node: ast.Expr, signature: ast.Signature, entry: Entry) -> Signed | None:
    """The signature of an operator with holes on both sides."""
    if not isinstance(node, ast.Product) or len(node.rest) != 1 or not isinstance(node.first, Hole):
        return None
    operator, second = node.rest[0]
    if not isinstance(second, Hole) or not _may_be_defined(operator):
        return None
    return Signed(operator.symbol, tuple(axis.name for axis in operator.axes), signature, entry, signature.span)


def any_operands(entries: Sequence[Entry]) -> dict[int, frozenset[str]]:
    """By entry, the operands of a contraction of which the run gives the signature: they are any, whatever is declared.

    *`\\nbin{\\ax|\\bx}{\\cdot} : F^{\\ax[n]} \\times F^{\\bx[n]} \\to F`, `A \\nbin{\\ax|\\bx}{\\cdot} B = \\sum_i …`*.
    """
    signed = {(e.run, _contracted(e.parsed.subject)) for e in entries if isinstance(e.parsed, ast.Signature)}
    found: dict[int, frozenset[str]] = {}
    for e in entries:
        subject = e.parsed.subjects[0] if isinstance(e.parsed, ast.Chain) and e.parsed.rest else None
        if isinstance(subject, ast.Product) and (axes := _contracted(subject)) and (e.run, axes) in signed:
            found[e.index] = names_in(subject)
    return found


def _contracted(subject: ast.Operand) -> tuple[tuple[str, str], ...]:
    """The axes of the left and the right operand over which a product of two contracts."""
    if not isinstance(subject, ast.Product) or len(subject.rest) != 1 or subject.rest[0][0].kind != "contract":
        return ()
    operator = subject.rest[0][0]
    pairs = operator.pairs or zip(operator.axes, operator.axes, strict=True)
    return tuple((left.name, right.name) for left, right in pairs)


def _may_be_defined(operator: ast.ProductOperator) -> bool:
    return operator.kind == "other" and operator.symbol not in _NO_FUNCTIONS


def applied(
    session: Session, operator: ast.ProductOperator, left: Typed, right: Typed, env: Environment, span: Span
) -> Typed | None:
    """What an operator makes of its operands if the document defines it; None if it does not."""
    from ntdoc.shapes.functions.callees import Callee

    own = session.scope.function(operator.symbol, env.at) if _may_be_defined(operator) else ()
    if not own:
        return None
    symbol = ast.Symbol(operator.symbol, None, None, operator.axes, True, operator.span, under=True)
    axes = infer.axis_names(env, operator.axes)
    return application.call(session, Callee(symbol, own, None, None), axes, [left, right], [], env, span)
