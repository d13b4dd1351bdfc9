"""What a display says above the function that it is a part of: the letters are those of the function.

`H = X + V g(t)` above `F(X, t) = X + H` is what it would be behind a *where* below it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in, reached
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def by_parts(entries: Sequence[Entry]) -> frozenset[int]:
    """The displays that say `f(X) = E` by what stands behind *where* in their run, and is made of the letters of f."""
    return frozenset(e.index for at, e in enumerate(entries) if e.display and _has_parts(e, entries[at + 1 : at + 9]))


def _has_parts(entry: Entry, behind: Sequence[Entry]) -> bool:
    call, right = _equation(entry) or (None, None)
    if not isinstance(call, ast.Juxtaposition) or len(call.factors) != 2 or right is None:
        return False
    equations = (_equation(e) for e in behind if e.run == entry.run and e.where)
    parts = [equation for equation in equations if equation is not None]
    own = names_in(right)
    made = reached(own, lambda name: [body for left, body in parts if _name(left) == name])
    return not names_in(call.factors[1]).isdisjoint(made - own)


def _equation(entry: Entry) -> tuple[ast.Operand, ast.Operand] | None:
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or not parsed.rest or parsed.rest[0][0].kind not in ("eq", "define"):
        return None
    return parsed.subjects[0], parsed.rest[0][1]


def _name(left: ast.Operand) -> str:
    """The tensor of which a left side is the whole, or an entry."""
    body = left.body if isinstance(left, ast.Index) else left
    return body.full_name if isinstance(body, ast.Symbol) else ""


def served(scope: Scope, name: str, at: Entry) -> Function | None:
    """The function further on in the run whose parameter a name is, and which is made of what an entry defines."""
    below = (f for f in scope.functions_in_run(at) if f.entry.index > at.index)
    function = next((f for f in below if name in f.letters and f.entry.companion == at.companion), None)
    if function is None or not any(part.entry.index == at.index for part in _above(scope, function)):
        return None
    return function


def is_apart(scope: Scope, function: Function, name: str, at: Entry) -> bool:
    """Whether a clause behind a function defines what that is not made of, of a name that the text says by itself.

    *With `r = h(z)`* behind `g(z) = f(z)` is of the `z` that there is, as what follows is.
    """
    left = at.parsed.subjects[0] if isinstance(at.parsed, ast.Chain) and at.parsed.rest else None
    if not isinstance(left, ast.Symbol) or scope.tensor(name, at) is None:
        return False
    own = (b for b in scope.by_name.get(left.full_name, ()) if isinstance(b, Tensor))
    if not any(b.entry.index == at.index for b in own):
        return False

    def bodies(part: str) -> list[ast.Operand]:
        here = (b for b in scope.by_name.get(part, ()) if isinstance(b, Tensor))
        return [b.body for b in here if b.entry.run == at.run]

    return left.full_name not in reached(names_in(function.body), bodies)


def is_part(scope: Scope, found: Tensor, function: Function) -> bool:
    """Whether a definition above a function in its run is made of letters of it that nothing else says.

    Or one below it in its section, where they are nothing but the letters of this function.
    """
    if found.entry.section != function.entry.section:
        return False
    if found.entry.index > function.entry.index:
        return any(
            scope.tensor(letter, part.entry) is None and scope.parameter(letter, part.entry) is function
            for part in _parts(scope, found)
            for letter in names_in(part.body).intersection(function.letters)
        )
    return found.entry.run == function.entry.run and any(
        scope.tensor(letter, part.entry) is None and scope.parameter(letter, part.entry) is None
        for part in (found, *_above(scope, found))
        for letter in names_in(part.body).intersection(function.letters)
    )


def _parts(scope: Scope, whole: Tensor) -> list[Tensor]:
    """A definition, and those that it is made of."""
    found = [whole]
    for part in found:
        named = (scope.tensor(name, part.entry) for name in names_in(part.body))
        found += [b for b in named if isinstance(b, Tensor) and b not in found]
    return found


def _above(scope: Scope, whole: Function | Tensor) -> list[Tensor]:
    """What is defined above a definition in its run, and goes into it."""
    found: list[Tensor] = []
    waiting = names_in(whole.body)
    while waiting:
        here = [b for name in waiting for b in scope.by_name.get(name, ()) if isinstance(b, Tensor) and b not in found]
        here = [b for b in here if b.entry.run == whole.entry.run and b.entry.index < whole.entry.index]
        found += here
        waiting = frozenset(name for b in here for name in names_in(b.body))
    return found
