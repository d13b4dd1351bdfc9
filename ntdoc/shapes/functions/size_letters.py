"""Letters for sizes in a signature, `\\reals^{\\ax[2h]} \\to \\reals^{\\ax[h]}`: bound there, for each call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic, Operand
from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Binding, Declared, Tensor
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import indexing
from ntdoc.shapes.expressions.combine import report
from ntdoc.shapes.functions import normed
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.plan import ShapeOf
from ntdoc.shapes.sizes import Size, solved_for, variable
from ntdoc.shapes.typed import Typed, operand, shape_text
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.bindings import Function
    from ntdoc.shapes.session import Session

_UNKNOWN = "?"  # no letter


class Sized:
    """A size as a signature writes it, that of the argument in a call, and where they are."""

    def __init__(self, axis: str, written: ast.Expr, actual: Size, value: Typed) -> None:
        self.axis, self.written, self.actual, self.value = axis, written, actual, value


def bind(
    session: Session,
    function: Function,
    found: Sequence[Sized],
    sizes: dict[str, Size],
    outer: Environment,
    env: Environment,
) -> bool:
    """Give the letters of a signature their sizes in a call. False if an argument has another size, which is told."""
    for sized in sorted(found, key=lambda s: not isinstance(s.written, ast.Symbol)):  # `n` says more than `n + m`
        if isinstance(sized.written, ast.Symbol) and sized.written.full_name not in sizes:
            sizes[sized.written.full_name] = sized.actual
            continue
        _solve(session, sized, sizes, outer, env)
        expected = indexing.to_size(session, sized.written, replace(outer, sizes=sizes))
        if not env.notebook.equations.unify(expected, sized.actual):
            _tell(session, function, sized, expected, outer, env)
            return False
    return True


def of_declared(
    session: Session, function: Function, letter: str, value: Typed, sizes: Mapping[str, Size], outer: Environment
) -> dict[str, Size]:
    """The sizes in a body that a section names in the set of a letter: `f(x) = n x` after `x \\in \\reals^{\\ax[n]}`.

    In a call they are those of the argument, if it has that axis. So are those up to which an index goes beside it.
    """
    beside = in_ends(session, function)
    found: Binding | None = normed.declared(session, letter, function)
    if found is None and sized_by(there := session.scope.tensor(letter, function.entry), beside):
        found = there
    named = (names_in(function.body) | beside) - set(function.letters)
    given: dict[str, Size] = {}
    for axis, size in _sized(found):
        if value.shape is None or axis not in value.shape or names_in(size).isdisjoint(named):
            continue
        if isinstance(size, ast.Symbol):
            given[size.full_name] = value.shape[axis]
        elif not names_in(size).isdisjoint(beside):
            own = {**sizes, **given}
            _solve(session, Sized(axis, size, value.shape[axis], value), own, outer, outer)
            given |= {name: own[name] for name in own.keys() - sizes.keys()}
    return given


def in_ends(session: Session, function: Function) -> frozenset[str]:
    """The letters of what indices go up to, `n` of `i = 1, \\ldots, n / 2`, beside a function or what it is made of."""
    at, bodies = function.entry, [(function.entry.item, function.body)]
    for name in made_of(session.scope, names_in(function.body), at):
        part = session.scope.tensor(name, at)
        if isinstance(part, Tensor) and part.indices:
            bodies.append((part.entry.item, part.body))
    letters = {item: names_in(body) for item, body in bodies}
    ends = (end for (item, _, letter), end in session.ends.items() if letter in letters.get(item, ()))
    return frozenset().union(*map(names_in, ends))


def sized_by(found: Binding | None, letters: frozenset[str]) -> set[str]:
    """The axes whose sizes are made of some letters in the set that a tensor is declared in."""
    return {axis for axis, size in _sized(found) if not letters.isdisjoint(names_in(size))}


def _sized(found: Binding | None) -> list[tuple[str, ast.Expr]]:
    """The axes of a set that a tensor is declared in, with their sizes as they are written."""
    axes = found.domain.shape.axes if isinstance(found, Declared) and found.domain is not None else ()
    return [(axis.axis.name, axis.size) for axis in axes if axis.size is not None]


def _solve(session: Session, sized: Sized, sizes: dict[str, Size], outer: Environment, env: Environment) -> None:
    """Give the one letter of `2h` or `n + 1` that nothing else is said of the size that it has here."""
    letters = {n.full_name for n in walk(sized.written) if isinstance(n, ast.Symbol) and not n.axes}
    free = [x for x in letters if x not in sizes and session.tensor(x, outer) is None and x not in outer.indices]
    if len(free) != 1:
        return
    trial = replace(outer, sizes=sizes | {free[0]: variable(_UNKNOWN)})
    equations = env.notebook.equations
    written = equations.reduce(indexing.to_size(session, sized.written, trial))
    size = solved_for(written - equations.reduce(sized.actual), _UNKNOWN)
    if size is not None and (size.constant is None or (size.constant >= 1 and size.constant.denominator == 1)):
        sizes[free[0]] = size


def _tell(
    session: Session, function: Function, sized: Sized, expected: Size, outer: Environment, env: Environment
) -> None:
    equations, value = env.notebook.equations, sized.value
    shape = {axis: equations.reduce(size) for axis, size in (value.shape or {}).items()}
    taken = indexing.to_size(session, sized.written, replace(outer, sizes={}))
    known = equations.reduce(expected)
    said = f", which is {known} here" if known.atoms != taken.atoms or known.constant is not None else ""
    report(
        env,
        Diagnostic(
            "NT206",
            f"{value.text} has a size that {function.name} does not take: that of `{sized.axis}` is to be "
            f"{taken}{said if known != taken else ''}",
            value.span,
            operands=(operand(value._replace(shape=shape)), Operand("taken", shape_text({sized.axis: taken}))),
        ),
    )


def as_promised(env: Environment, result: ShapeOf, promised: Mapping[str, Size] | None) -> ShapeOf:
    """The shape of a result with its sizes as the signature writes them, where that is the same."""
    equations = env.notebook.equations
    same = {a: s for a, s in (promised or {}).items() if a in result and equations.equal(s, result[a])}
    return {a: same.get(a, size) for a, size in result.items()}
