"""Derivatives of functions of less than what they are taken at: of numbers, of one of a batch. They are lifted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.functions import restriction
from ntdoc.shapes.functions.callees import callee
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.typed import Demand, Typed
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Gradient
from ntdoc.syntax.cursor import Unreadable
from ntdoc.vocabulary import DISPLAY_CLOSES

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_OF_EACH = regex(
    r"\b(?:(?:for|in|of)\s+(?:each|every|any)|per)\s+(?:entry|element|coordinate|component|dimension|unit|neuron|pixel"
    r"|example|sample|instance|item|observation|row|token|position)\b"
    r"|\b(?:element|entry|coordinate|component)-?\s?wise\b",
    re.IGNORECASE,
)
_BEHIND = regex(rf"[\s.,;]*(?:{DISPLAY_CLOSES})\s*(?P<words>for\s+[a-z][^.;:$]*)")


def is_of_each(at: Entry) -> bool:
    """Whether the words beside a statement say that it is about each entry: *for each coordinate*, *elementwise*.

    Of a display they may stand in a line of their own behind it.
    """
    span = at.parsed.span
    behind = _BEHIND.match(span.source.words, span.end)
    words = f"{sentences.before(span, across=at.display)} … {sentences.after(span)} {behind['words'] if behind else ''}"
    return _OF_EACH.search(words) is not None


def gradient(
    session: Session, node: ast.Differential, given: ast.Expr, value: Typed, env: Environment, span: Span
) -> Typed | None:
    """`\\nabla_x f(x)` as `\\nabla f(x)`, where the value has axes of `x` that the function does not know."""
    head, by = node.body, node.by
    if not isinstance(head, ast.Symbol) or not isinstance(given, ast.Group) or given.parameters:
        return None
    names = [item.full_name for item in given.items if isinstance(item, ast.Symbol)]
    if len(given.items) != 1 or not isinstance(by, ast.Symbol) or names != [by.full_name]:
        return None
    shape = infer.check(session, by, env.aside()).shape or {}
    clashes = any(axis in (value.shape or {}) for axis in shape)
    return infer.check(session, Gradient(head, given, span), env) if clashes else None


def entrywise(session: Session, node: ast.Derivative, env: Environment) -> Typed | None:
    """`\\frac{\\mathrm{d} f(x)}{\\mathrm{d} x}` at a tensor x: the derivative of a function of numbers, lifted.

    None if x is not written in what is differentiated, or that is no function of numbers.
    """
    first, *others = node.by
    if not isinstance(first, ast.Symbol):
        return None
    if not all(isinstance(s, ast.Symbol) and s.full_name == first.full_name for s in others):
        return None
    quiet = env.aside()
    at = ast.Restricted(node.replace(total=False, plain=None), ((first, first),), node.span)
    try:
        written = first.full_name in names_in(node.body) or callee(session, node.body, quiet, bare=True) is not None
        if not written or not infer.check(session, first, quiet).shape:
            return None
        restriction.check(session, at, quiet, numbers=True)
    except (Unreadable, Demand):
        return None
    tensors = [use for use in quiet.notebook.uses if use.typed is not None and use.typed.shape]
    if quiet.notebook.diagnostics or any(use.name != first.full_name for use in tensors):
        return None
    return restriction.check(session, at, env, numbers=True)
