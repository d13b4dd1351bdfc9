"""Signatures of the usual operations: `\\nfun{\\ax}{max} \\colon \\reals^{\\ax} \\to \\reals^{\\ax}` is a slip.

A maximum has no axis any more. A document that defines the operation itself is held against its own definition.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic, Related, Severity
from ntdoc.nodes import rewritten, walk
from ntdoc.operations.table import Rule, lookup
from ntdoc.shapes.bindings import Function
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.plan import ShapeOf
from ntdoc.shapes.typed import Demand, Typed, axes_text, has_shape, shape_text
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Hole
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_KEEP = (Rule.ALONG, Rule.INV)
_REDUCE = (Rule.REDUCTION, Rule.DET)


def check(session: Session, parsed: ast.Signature, env: Environment) -> None:
    """Hold the signature of an operation that the document does not define against what the operation makes."""
    sets = (*parsed.arguments, parsed.result)
    if env.notebook.diagnostics or any(sized.axis.variable for s in sets for sized in s.shape.axes):
        return
    quiet = replace(env, notebook=env.notebook.following())
    try:
        *arguments, promised = (session.shape(s.shape, quiet) for s in sets)
        if promised is None or any(shape is None for shape in arguments):
            return
        found = _made(session, parsed, [shape or {} for shape in arguments], quiet)
    except (Unreadable, Demand, RecursionError):
        return
    if found is not None and set(found) != set(promised):
        message = f"the signature promises {shape_text(promised)}, but what the operation makes {has_shape(found)}"
        more, less = [a for a in promised if a not in found], [a for a in found if a not in promised]
        label = " and ".join((*(f"no {axes_text([a])}" for a in more), *(f"{axes_text([a])} too" for a in less)))
        related = (Related(parsed.subject.span, "the operation"),)
        env.notebook.diagnostics.append(Diagnostic("NT212", message, parsed.result.span, label=label, related=related))
    wrong = [d for d in quiet.notebook.diagnostics if d.code == "NT203" and d.severity is Severity.ERROR]
    if wrong and found is None:
        message = f"the operation works on what an argument of its signature lacks: {wrong[0].message}"
        env.notebook.diagnostics.append(Diagnostic("NT212", message, wrong[0].span, label="not an axis of each"))


def _made(session: Session, parsed: ast.Signature, arguments: list[ShapeOf], env: Environment) -> ShapeOf | None:
    """The axes of what an operation makes of such arguments; None for what is no usual operation, or is in error."""
    subject = parsed.subject
    if isinstance(subject, ast.Symbol):
        defined = any(isinstance(b, Function) for b in session.scope.by_name.get(subject.full_name, ()))
        return None if defined or len(arguments) != 1 else _of_one(subject, arguments[0])
    holes = [node for node in walk(subject) if isinstance(node, Hole)]
    if not isinstance(subject, ast.Product | ast.Sum) or len(holes) != len(arguments):
        return None
    names = [f"-{n}" for n in range(len(holes))]
    spans = [s.span for s in parsed.arguments]
    filled = {id(h): ast.Symbol(n, None, None, (), False, at) for h, n, at in zip(holes, names, spans, strict=True)}
    values = {n: Typed(None, shape, at) for n, shape, at in zip(names, arguments, spans, strict=True)}
    body = rewritten(subject, lambda node: filled.get(id(node), node))
    return infer.check(session, body, replace(env, values=env.values | values, final=True)).shape


def _of_one(subject: ast.Symbol, argument: ShapeOf) -> ShapeOf | None:
    """The axes of a function of one argument; what gives places may give them as numbers, too."""
    operation, axes = lookup(subject.full_name), {axis.name for axis in subject.axes}
    if operation is None or not axes or not axes <= argument.keys() or operation.name.startswith("arg"):
        return None
    if operation.rule in _KEEP:
        return argument
    return {a: size for a, size in argument.items() if a not in axes} if operation.rule in _REDUCE else None
