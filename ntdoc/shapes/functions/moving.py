"""`h'(t) = A h(t) + B x(t)`: tensors that move with a letter, in an equation that is to be solved for one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.environment import Environment
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_DOTTED = regex(r"d{1,2}ot\((.+)\)")


def at_a_letter(head: ast.Symbol) -> Unreadable:
    return Unreadable(f"{head.full_name} at a letter, and nothing says that it is a function", head.span)


def refuse(session: Session, head: ast.Symbol, factors: Sequence[ast.Expr], env: Environment) -> None:
    """Raise Unreadable for a name before a letter with which something moves in its section: only its slope is said.

    That is a differential equation, and `x(t)` in it may be any tensor for each `t`.
    """
    letter = _letter(factors[1]) if len(factors) > 1 else ""
    if not letter:
        return
    here = (entry.parsed for entry in session.ranges.of_section(env.at))
    moved = {name for parsed in here for name, by in _slopes(parsed) if by == letter}
    if any(not _is_said(session, name, env) and lookup(name) is None for name in moved):
        raise at_a_letter(head)


def _is_said(session: Session, name: str, env: Environment) -> bool:
    """Whether something says what a name is that holds here, and not only in a later section."""
    return session.scope.tensor(name, env.at) is not None or bool(session.scope.function(name, env.at))


def _slopes(parsed: ast.Parsed) -> Iterator[tuple[str, str]]:
    """What is differentiated by which letter in a statement: `h'(t)`, `\\dot{h}(t)`, `\\frac{d}{dt} h(t)`."""
    for node in walk(parsed):
        if isinstance(node, ast.Derivative):
            calls = (n.factors for n in walk(node.body) if isinstance(n, ast.Juxtaposition) and len(n.factors) == 2)
            yield from ((f[0].full_name, by) for f in calls if isinstance(f[0], ast.Symbol) and (by := _letter(f[1])))
        elif isinstance(node, ast.Juxtaposition) and len(node.factors) > 1 and (by := _letter(node.factors[1])):
            head = node.factors[0]
            name = head.full_name if isinstance(head, ast.Symbol) else ""
            dotted = _DOTTED.fullmatch(name)
            if dotted or name != name.rstrip("'"):
                yield (dotted[1] if dotted else name.rstrip("'")), by


def _letter(bracket: ast.Expr) -> str:
    """The letter that stands alone in a bracket."""
    if not isinstance(bracket, ast.Group) or bracket.bracket != "(" or bracket.parameters or len(bracket.items) != 1:
        return ""
    item = bracket.items[0]
    return item.full_name if isinstance(item, ast.Symbol) and not item.axes else ""
