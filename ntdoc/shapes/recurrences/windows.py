"""How long a tensor made of windows is: `U_{\\ax(i),\\bx(j)} = X_{\\ax(i+j-1)}` has `|\\ax| - |\\bx| + 1` of them,
and `Y_{\\ax(i)} = X_{\\ax(2i)}` half as many entries as X."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.shapes.environment import Environment, Notebook
from ntdoc.shapes.expressions import indexing, infer
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.plan import ShapeOf
from ntdoc.shapes.sizes import Size, number, rounded_down
from ntdoc.shapes.typed import Demand
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


@dataclass(frozen=True, slots=True)
class Reach:
    """An index as a sum: how often each letter is in it, and a number."""

    letters: dict[str, int] = field(default_factory=dict)
    more: int = 0

    def plus(self, other: Reach, times: int) -> Reach:
        names = (*self.letters, *(x for x in other.letters if x not in self.letters))
        letters = {x: self.letters.get(x, 0) + times * other.letters.get(x, 0) for x in names}
        return Reach({x: n for x, n in letters.items() if n}, self.more + times * other.more)

    def goes_beyond(self, other: Reach) -> bool:
        """Whether it is at least as large as another, whatever the letters are."""
        rest = self.plus(other, -1)
        return all(n > 0 for n in rest.letters.values()) and sum(rest.letters.values()) + rest.more >= 0


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
        if not furthest or furthest[0][0] == Reach({letter: 1}) or not furthest[0][0].letters.keys() <= last.keys():
            continue
        reach, size = furthest[0]
        for other, times in reach.letters.items():
            if other != letter:
                size = size - number(times) * last[other]
        stride = reach.letters[letter]
        if stride > 1 and axis in promised:
            continue
        size = size - number(reach.more)
        if size.constant is not None and size.constant < 1:
            continue  # it goes beyond the end, wherever it begins
        found[axis] = size if stride == 1 else rounded_down(size / number(stride))
    return found


def _summed(session: Session, body: ast.Operand, own: Mapping[str, str], env: Environment) -> ShapeOf:
    """The last values of letters that sums run over: `k` of `\\sum_{a=1}^{k}`, or as many as `K_{\\bx(a)}` has."""
    found: ShapeOf = {}
    quiet = replace(env, notebook=Notebook(env.notebook.equations.copy()))
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
                at = [axis for axis, expr in part.items if _reach(expr) == Reach({letter: 1})]
                shape = infer.check(session, part.body, quiet).shape or {} if at else {}
                for name in infer.axis_names(quiet, at):
                    if name in shape:
                        found[letter] = shape[name]
    return found


def _along(session: Session, body: ast.Operand, axis: str, letter: str, env: Environment) -> list[tuple[Reach, Size]]:
    """How far the indices that have a letter go along the axis of that letter, and how far they may."""
    found: list[tuple[Reach, Size]] = []
    for node in [part for part in walk(body) if isinstance(part, ast.Index)]:
        for at, expr in node.items:
            reach = _reach(expr) if infer.axis_names(env, [at]) == (axis,) else None
            if reach is None or reach.letters.get(letter, 0) < 1 or min(reach.letters.values()) < 0:
                continue
            try:
                whole = infer.check(session, node.body, replace(env, notebook=Notebook(env.notebook.equations.copy())))
            except (Unreadable, Demand):
                return []
            if axis not in (whole.shape or {}):
                return []
            found.append((reach, (whole.shape or {})[axis]))
    return found if len({size for _, size in found}) == 1 else []


def _reach(node: ast.Expr) -> Reach | None:
    """An index that is a sum of letters and numbers, else None."""
    match node:
        case ast.Number() if node.value < 1e15 and node.value == int(node.value):
            return Reach(more=int(node.value))
        case ast.Symbol() if not node.axes:
            return Reach({node.full_name: 1})
        case ast.Group() if len(node.items) == 1 and not node.parameters:
            return _reach(node.items[0])
        case ast.Sum():
            total = Reach()
            for sign, term in node.terms:
                if (part := _reach(term)) is None:
                    return None
                total = total.plus(part, sign)
            return total
        case ast.Juxtaposition() if len(node.factors) == 2 and isinstance(node.factors[0], ast.Number):
            times, part = _reach(node.factors[0]), _reach(node.factors[1])
            return Reach().plus(part, times.more) if times is not None and part is not None else None
    return None
