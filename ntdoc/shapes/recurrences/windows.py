"""How long a tensor made of windows is: `U_{\\ax(i),\\bx(j)} = X_{\\ax(i+j-1)}` has `|\\ax| - |\\bx| + 1` of them,
and `Y_{\\ax(i)} = X_{\\ax(2i)}` half as many entries as X; of `X_{\\ax(si)}`, with any stride `s`, it has an s-th.

Along an axis of its own, `Y_{\\bx(i)} = X_{\\ax(2i)}`, it is so long where nothing else is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import indexing, infer
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.plan import ShapeOf
from ntdoc.shapes.sizes import Size, SizeError, number, rounded_down
from ntdoc.shapes.typed import Demand
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


_NONE = number(0)


@dataclass(frozen=True, slots=True)
class Reach:
    """An index as a sum: how often each letter is in it, and what is added."""

    letters: dict[str, Size] = field(default_factory=dict)
    more: Size = _NONE

    def plus(self, other: Reach, times: Size) -> Reach:
        names = (*self.letters, *(x for x in other.letters if x not in self.letters))
        letters = {x: self.letters.get(x, _NONE) + times * other.letters.get(x, _NONE) for x in names}
        return Reach({x: n for x, n in letters.items() if n.terms}, self.more + times * other.more)

    def goes_beyond(self, other: Reach) -> bool:
        """Whether it is at least as large as another, whatever the letters are."""
        rest = self.plus(other, number(-1))
        least = sum(rest.letters.values(), rest.more)
        return all(_is_positive(n) for n in rest.letters.values()) and all(c > 0 for _, c in least.terms)


def _is_positive(size: Size) -> bool:
    """Whether it is at least 1 for all sizes."""
    return bool(size.terms) and all(c > 0 for _, c in size.terms)


def shortened(
    session: Session,
    body: ast.Operand,
    own: Mapping[str, str],
    values: ShapeOf,
    promised: ShapeOf,
    env: Environment,
) -> ShapeOf:
    """The sizes of those axes along which a definition by entries takes entries further on, where none is stated.

    `own` are the letters with their axes, `values` the sizes of the axes as far as they are known, and `env` has the
    letters. With a stride it is what is `promised`, if something is.
    """
    if any(isinstance(part, ast.Cases) for part in walk(body)):
        return {}
    found: ShapeOf = {}
    summed = _summed(session, body, own, env)
    last = {**summed, **{letter: values[axis] for letter, axis in own.items()}}
    for letter, axis in own.items():
        reaches = _along(session, body, axis, letter, env)
        furthest = [r for r in reaches if all(r[0].goes_beyond(other) for other, _ in reaches)]
        alone = Reach({letter: number(1)})
        if not furthest or furthest[0][0] == alone or not furthest[0][0].letters.keys() <= last.keys():
            continue
        reach, size = furthest[0]
        for other, times in reach.letters.items():
            if other != letter:
                size = size - times * last[other]
        stride = reach.letters[letter]
        if stride != number(1) and axis in promised:
            continue
        size = size - reach.more
        if size.constant is not None and size.constant < 1:
            continue  # it goes beyond the end, wherever it begins
        with suppress(SizeError):
            found[axis] = size if stride == number(1) else rounded_down(size / stride)
    return found


def as_others(session: Session, body: ast.Operand, own: Mapping[str, str], env: Environment) -> ShapeOf:
    """The sizes of axes along which a definition by entries takes entries from behind, or by cases: as what it takes.

    `X_{\\ax(n+1-i)}` reads all of X backwards, and *0 for `i = 1`, else `X_{\\ax(i-1)}`* moves what fits.
    """
    cases = any(isinstance(part, ast.Cases) for part in walk(body))
    found: ShapeOf = {}
    for letter, axis in own.items():
        reaches = _along(session, body, axis, letter, env, any_sign=True)
        if not reaches or all(reach == Reach({letter: number(1)}) for reach, _ in reaches):
            continue
        (reach, size), *more = reaches
        if cases or (not more and reach.letters == {letter: number(-1)} and reach.more == size + number(1)):
            found[axis] = size
    return found


def along_others(
    session: Session, body: ast.Operand, own: Mapping[str, str], env: Environment
) -> Iterator[tuple[str, Size]]:
    """The axes of a definition by entries that take all entries of another one, with how long they are then.

    `X_{\\ax(i)}` with nothing added may be the first of them as well.
    """
    if any(isinstance(part, ast.Cases) for part in walk(body)):
        return
    last = _summed(session, body, own, env)
    for letter, axis in own.items():
        reaches = _along(session, body, axis, letter, env, of_others=True)
        furthest = [r for r in reaches if all(r[0].goes_beyond(other) for other, _ in reaches)]
        if not furthest or not furthest[0][0].letters.keys() <= {letter, *last}:
            continue
        reach, size = furthest[0]
        if reach == Reach({letter: number(1)}):
            continue
        for other, times in reach.letters.items():
            size = size - times * last[other] if other != letter else size
        with suppress(SizeError):
            yield axis, rounded_down((size - reach.more) / reach.letters[letter])


def covered(
    session: Session, body: ast.Operand, own: Mapping[str, str], values: ShapeOf, env: Environment
) -> Iterator[tuple[Size, Size]]:
    """The size of an axis that windows with a stride go along, `X_{\\ax(s(i-1) + j)}`, and where the last of them ends.

    The windows and the places in them are axes of their own: which of the two follows from the rest is not said.
    """
    for letter, axis in own.items():
        for reach, size in _along(session, body, axis, letter, env, of_others=True):
            if len(reach.letters) < 2 or not reach.letters.keys() <= own.keys() or reach.letters[letter] == number(1):
                continue
            if not any(_along(session, body, own[other], other, env) for other in reach.letters):
                yield size, sum((times * values[own[x]] for x, times in reach.letters.items()), reach.more)


def _summed(session: Session, body: ast.Operand, own: Mapping[str, str], env: Environment) -> ShapeOf:
    """The last values of letters that sums run over: `k` of `\\sum_{a=1}^{k}`, or as many as `K_{\\bx(a)}` has."""
    found: ShapeOf = {}
    quiet = env.aside()
    for node in walk(body):
        if not isinstance(node, ast.BigOperator) or node.variable is None or not names_in(node.high).isdisjoint(own):
            continue
        letter = node.variable.full_name
        with suppress(Unreadable, Demand):
            if node.high is not None:
                found[letter] = indexing.to_size(session, node.high, quiet)
                continue
            for part in walk(node.body):
                if not isinstance(part, ast.Index):
                    continue
                at = [axis for axis, x in part.items if isinstance(x, ast.Symbol) and x.full_name == letter]
                shape = infer.check(session, part.body, quiet).shape or {} if at else {}
                for name in infer.axis_names(quiet, at):
                    if name in shape:
                        found[letter] = shape[name]
    return found


def _along(
    session: Session,
    body: ast.Operand,
    axis: str,
    letter: str,
    env: Environment,
    of_others: bool = False,
    any_sign: bool = False,
) -> list[tuple[Reach, Size]]:
    """How far the indices that have a letter go along the axis of that letter, or along another, and how far they may.

    None if they may go to several places; of indices that go down only with `any_sign`.
    """
    found: list[tuple[Reach, Size]] = []
    sums = (part.variable for part in walk(body) if isinstance(part, ast.BigOperator))
    letters = env.values.keys() | {variable.full_name for variable in sums if variable is not None}

    def times(node: ast.Expr) -> Size | None:
        """What an index letter is multiplied by, if it is a number or the name of one."""
        if not isinstance(node, ast.Number | ast.Symbol):
            return None
        name = node.full_name if isinstance(node, ast.Symbol) else ""
        if name not in env.sizes and (name in letters or isinstance(session.tensor(name, env), Declared)):
            return None  # an index, or a sample, and no size
        with suppress(Unreadable):
            return indexing.to_size(session, node, env.aside())
        return None

    for node in [part for part in walk(body) if isinstance(part, ast.Index)]:
        for at, expr in node.items:
            named = infer.axis_names(env, [at])
            reach = _reach(expr, times) if len(named) == 1 and (named != (axis,)) == of_others else None
            if reach is None or letter not in reach.letters:
                continue
            if not any_sign and not all(map(_is_positive, reach.letters.values())):
                continue
            try:
                whole = infer.check(session, node.body, env.aside())
            except (Unreadable, Demand):
                return []
            if named[0] not in (whole.shape or {}):
                return []
            found.append((reach, (whole.shape or {})[named[0]]))
    return found if len({size for _, size in found}) == 1 else []


def _reach(node: ast.Expr, times: Callable[[ast.Expr], Size | None]) -> Reach | None:
    """An index that is a sum of letters, numbers and multiples of letters, `s(i-1) + j`, else None."""
    match node:
        case ast.Number() if node.value < 1e15 and node.value == int(node.value):
            return Reach(more=number(int(node.value)))
        case ast.Symbol() if not node.axes:
            size = times(node)
            return Reach({node.full_name: number(1)}) if size is None else Reach(more=size)
        case ast.Group() if len(node.items) == 1 and not node.parameters:
            return _reach(node.items[0], times)
        case ast.Sum():
            total = Reach()
            for sign, term in node.terms:
                if (part := _reach(term, times)) is None:
                    return None
                total = total.plus(part, number(sign))
            return total
        case ast.Juxtaposition():
            return _multiple(node.factors, times)
        case ast.Product() if all(operator.kind == "times" for operator, _ in node.rest):
            return _multiple(node.factors, times)
    return None


def _multiple(factors: Sequence[ast.Expr], times: Callable[[ast.Expr], Size | None]) -> Reach | None:
    """What is no size in a product, or stands last in it, as often as the other factors say."""
    sizes = [times(factor) for factor in factors]
    at = sizes.index(None) if None in sizes else len(factors) - 1
    found = _reach(factors[at], times)
    for size in (*sizes[:at], *sizes[at + 1 :]):
        if size is None or found is None:
            return None
        found = Reach().plus(found, size)
    return found
