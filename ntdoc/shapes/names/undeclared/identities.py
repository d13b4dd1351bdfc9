"""`K + s^2 I`, `P Q = I`: an identity has the twin axes of what it is added to, or compared with."""

from __future__ import annotations

from ntdoc.shapes.expressions import infer, twins_beside
from ntdoc.shapes.names.undeclared.missing import Missing
from ntdoc.shapes.typed import Typed
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

_FONTS = ("mathbf", "bm", "boldsymbol", "textbf", "mathbb", "mathrm")
_NAMES = frozenset({"I", *(f"{font}(I)" for font in _FONTS)})


def identity(missing: Missing) -> Typed | None:
    """Raises Unreadable where nothing beside it has one pair of twins."""
    if missing.name not in _NAMES:
        return None
    pair = twins_beside.pair(missing.session, missing.env, missing.span)
    if pair is None:
        raise Unreadable("an identity without its axes", missing.span)
    axes = tuple(ast.Axis(name, missing.span) for name in pair)
    return infer.check(missing.session, ast.Symbol("I", None, None, axes, False, missing.span), missing.env)
