"""The axes of a function that its body does not name: those of what it applies to its letters, and of its parts.

`\\psi(x) = -\\nabla E(x)` works on the axes that E works on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.functions import overloads
from ntdoc.shapes.patterns import names_in, reached
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Gradient

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def axes(session: Session, function: Function, letter: str) -> frozenset[str]:
    """Those that the functions name whose arguments in the body have the letter of a function in them.

    What the body of such a one takes as its own axis in a call, it takes so in a call of the function, too. One with a
    signature, or with an axis as a parameter, says itself in each call what it works on.
    """
    found: frozenset[str] = frozenset()
    for head, bracket in _calls(function.body):
        given = (bracket.items, bracket.parameters) if isinstance(bracket, ast.Group) else bracket
        if letter not in names_in(given) or head.full_name in function.letters:
            continue
        own = session.scope.function(head.full_name, function.entry)
        if isinstance(bracket, ast.Group):
            other = overloads.overload(own, len(bracket.items), len(bracket.parameters))
        else:
            other = next((f for f in own if isinstance(f, Function) and letter in f.letters), None)
        if not isinstance(other, Function) or other.axes or other.entry.index in session.pending:
            continue  # one that is pending is the function itself, or uses it
        checked = session.checked(other)
        if checked.signature is None and not checked.written:
            found |= checked.named
    return found


def stated_below(session: Session, function: Function) -> set[str]:
    """The axes of the sets in which the where-clauses of a function put the parts that it is made of."""
    nodes = (n for part in _parts(session, function) for n in walk(part.entry.parsed))
    return {sized.axis.name for n in nodes if isinstance(n, ast.TensorSet) for sized in n.shape.axes}


def is_in_clause(session: Session, function: Function, name: str) -> bool:
    """Whether a where-clause of a function makes a part of one of its letters: there it is as it is declared."""
    return any(name in names_in(part.body) for part in _parts(session, function))


def is_put_in(session: Session, function: Function, name: str) -> bool:
    """Whether the run of a function makes something else of the tensor that has the name of a letter of it.

    `y = f_2(f_1(x))` beside `f_l(x) = E`, *with `x \\in \\reals^{\\ax[4]}`*: of this size is what y is made of.
    """
    own = {name, *(part.name for part in _parts(session, function))}
    for entry in session.ranges.of_section(function.entry):
        parsed = entry.parsed
        if entry.run != function.entry.run or not isinstance(parsed, ast.Chain) or not parsed.rest:
            continue
        left = parsed.subjects[0]
        if isinstance(left, ast.Symbol) and left.full_name not in own and name in names_in(parsed.rest):
            return True
    return False


def _parts(session: Session, function: Function) -> Iterator[Tensor]:
    """The parts of a function that its where-clauses define, and those that these are made of."""
    scope = session.scope

    def parts(name: str) -> Iterator[Tensor]:
        part = scope.tensor(name, function.entry)
        if isinstance(part, Tensor) and part.entry.where and scope.clause_of(part.entry) is function:
            yield part

    names = reached(names_in(function.entry.parsed), lambda name: (part.body for part in parts(name)))
    return (part for name in names for part in parts(name))


def _calls(body: ast.Operand) -> Iterator[tuple[ast.Symbol, ast.Group | tuple[ast.Expr, ...]]]:
    """The functions of a body, with the brackets of their arguments, or with what `\\nabla_x E` derives them by."""
    of_gradients = ((part.function, part.argument) for part in walk(body) if isinstance(part, Gradient))
    for head, bracket in (*pairs(body), *of_gradients):
        if isinstance(head, ast.Symbol) and isinstance(bracket, ast.Group):
            yield head, bracket
    for part in walk(body):
        if isinstance(part, ast.Derivative | ast.Differential) and isinstance(part.body, ast.Symbol):
            by = part.by if isinstance(part, ast.Derivative) else (part.by,)
            yield part.body, tuple(x for x in by if x is not None)
