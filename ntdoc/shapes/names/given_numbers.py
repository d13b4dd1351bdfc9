"""Letters that only the words introduce, and that a claim gives to functions of numbers: *for two places `m` and `n`*,
`p(m) \\ndot{\\ax} p(n) = k(m - n)`. It is about any numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Function
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def is_any_number(session: Session, name: str, at: Entry) -> bool:
    """Whether a letter has been mentioned, and the left side of a statement gives it for a parameter that is a number.

    A left side that is a name, or a call of letters, may be defined there: nothing in it says what they are.
    """
    if not isinstance(at.parsed, ast.Chain) or not at.parsed.rest:
        return False
    if not any(entry.index < at.index for entry in session.scope.mentioned.get(name, ())):
        return False
    for head, given in pairs(at.parsed.subjects):
        functions = session.scope.function(head.full_name, at) if isinstance(head, ast.Symbol) else ()
        if isinstance(given, ast.Group) and any(_takes_number(session, f, given, name) for f in functions):
            return True
    return False


def _takes_number(session: Session, function: object, given: ast.Group, name: str) -> bool:
    if not isinstance(function, Function) or len(function.parameters) != len(given.items):
        return False
    if name not in names_in(given.items):
        return False
    if function.entry.index in session.pending:
        return False
    checked = session.checked(function)
    takes = (checked.shapes.get(letter.full_name) == {} for letter in function.parameters)
    return not checked.broken and any(t and name in names_in(i) for t, i in zip(takes, given.items, strict=True))
