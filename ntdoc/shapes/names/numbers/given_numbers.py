"""Letters that only the words introduce, and that a claim gives to functions of numbers: *for two places `m` and `n`*,
`p(m) \\ndot{\\ax} p(n) = k(m - n)`. It is about any numbers.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Function, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.patterns import ORDERS, index_letters, names_in, operands, signs, spelt
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.syntax.literals import is_number

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_ORDERS = ORDERS | {"ne"}
_OF_NUMBERS = regex(r"\b(?:time|instant)\s+(?:\$|\\\()?\s*$", re.IGNORECASE)


def is_any_number(session: Session, name: str, at: Entry) -> bool:
    """Whether a letter has been mentioned, and the left side of a statement gives it for a parameter that is a number.

    Beside the parameter itself, `p(m) \\ndot{\\ax} p(n) = k(m - n)` after `p(m) = …`, it need not be mentioned. A left
    side that is a name, or a call of letters, may be defined there: nothing in it says what they are.
    """
    if not isinstance(at.parsed, ast.Chain) or not at.parsed.rest:
        return False
    mentioned = any(entry.index < at.index for entry in session.scope.mentioned.get(name, ()))
    calls = [(head, given) for head, given in pairs(at.parsed.subjects) if isinstance(given, ast.Group)]
    for head, given in calls:
        functions = session.scope.function(head.full_name, at) if isinstance(head, ast.Symbol) else ()
        takes = [f for f in functions if _takes_number(session, f, given, name)]
        same = [its for other, its in calls if spelt(other) == spelt(head)]
        if takes and (mentioned or any(_is_beside(f, same, name) for f in takes)):
            return True
    return False


def _is_beside(function: object, calls: Sequence[ast.Group], name: str) -> bool:
    """Whether one of several calls of a function gives it a letter where another one gives it its own parameter."""
    if not isinstance(function, Function):
        return False
    given = [tuple(spelt(item) for item in call.contents) for call in calls]
    own = function.letters
    return any(
        one[at] == name and other[at] == letter
        for at, letter in enumerate(own)
        for one in given
        for other in given
        if len(one) == len(other) == len(own)
    )


def is_bounded(scope: Scope, name: str, at: Entry) -> bool:
    """Whether the text has said of a letter how large it is at least or at most: *with a temperature `T \\ge 1`*."""
    said = (*scope.limited.get(name, ()), *(by for by, _ in scope.bounded.get(name, ())))
    return any(by.index < at.index for by in said)


def sign_taken(session: Session, name: str, at: Entry) -> str | None:
    """The sign that a condition of a statement gives a letter, `E` *for all `a > 0`*; empty if it is any number.

    None if no condition compares the letter with numbers alone: then nothing says that it is one. Nor if it stands in
    a claim beside no tensor that is declared, for then the statement is a law, of all letters in it.
    """
    if not isinstance(at.parsed, ast.Chain) or not at.parsed.conditions or name in index_letters(at.parsed):
        return None
    if not _is_of_declared(session, names_in((at.parsed.subjects, at.parsed.rest)), at) and not _defines(session, at):
        return None
    for condition in at.parsed.conditions:
        taken = dict(signs(condition))
        if name in taken:
            return taken[name]
        sides = [side for side in operands(condition) if not is_number(side)]
        if len(sides) == 1 and isinstance(sides[0], ast.Symbol) and sides[0].full_name == name:
            return "" if all(relation.kind in _ORDERS for relation, _ in condition.rest) else None
    return None


def _defines(session: Session, at: Entry) -> bool:
    """Whether a statement says what a tensor or a function is."""
    names = names_in(at.parsed.subjects) if isinstance(at.parsed, ast.Chain) else ()
    found = (b for name in names for b in session.scope.by_name.get(name, ()) if isinstance(b, Tensor | Function))
    return any(b.entry.index == at.index for b in found)


def _is_of_declared(session: Session, names: Collection[str], at: Entry) -> bool:
    """Whether a name is that of a tensor that is declared, or of a function made of one: `g(x) = v \\odot x`."""
    called = (f for name in names for f in session.scope.function(name, at)[:1] if isinstance(f, Function))
    within = [(name, f.entry) for f in called for name in names_in(f.body) if name not in f.letters]
    found = (session.scope.tensor(name, where) for name, where in (*((n, at) for n in names), *within))
    return any(isinstance(b, Declared) and b.domain is not None for b in found)


def sign_before(session: Session, name: str, at: Entry) -> str | None:
    """The sign that its section gives a letter behind a formula: `J_\\mu = J + \\mu R` *for `\\mu > 0`*.

    What has a condition of its own on the letter goes by that.
    """
    if isinstance(at.parsed, ast.Chain) and name in names_in(at.parsed.conditions):
        return None
    here = (e.parsed for e in session.ranges.of_section(at) if e.is_above(at))
    conditions = (c for parsed in here if isinstance(parsed, ast.Chain) for c in parsed.conditions)
    return next((taken[name] for c in conditions if name in (taken := dict(signs(c)))), None)


def _takes_number(session: Session, function: object, given: ast.Group, name: str) -> bool:
    if not isinstance(function, Function) or len(function.letters) != len(given.contents):
        return False
    if name not in names_in(given.contents):
        return False
    if function.entry.index in session.pending:
        return False
    checked = session.checked(function)
    takes = (checked.shapes.get(letter) == {} for letter in function.letters)
    return not checked.broken and any(t and name in names_in(i) for t, i in zip(takes, given.contents, strict=True))


def is_called_number(scope: Scope, name: str, at: Entry) -> bool:
    """Whether the words of its section call a letter a time, or another number: *at time `t`*."""
    mentions = (by.parsed.span for by in scope.mentioned.get(name, ()) if by.section == at.section)
    return any(_OF_NUMBERS.search(sentences.before(span)) for span in mentions)


def is_counted(scope: Scope, name: str, at: Entry) -> bool:
    """Whether the words of its section say that a letter is how many there are, or a place: *after `n` steps*."""
    return any(by.section == at.section for by in scope.counted.get(name, ()))
