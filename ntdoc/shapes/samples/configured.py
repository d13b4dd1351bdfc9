"""Sizes of a real model, as `|\\hidden| = 4096`: they are said, and hold, but no example needs arrays so large.

Samples are small, so statements about tensors take other sizes, for which everything else holds that is said of them;
what is said of sizes alone, as `|\\key| = |\\hidden| / |\\heads| = 64`, is held against the numbers.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import TYPE_CHECKING, TypeGuard

from ntdoc.nodes import walk
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.sizes import Size, number, variable
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.judged import Judged
    from ntdoc.shapes.scope import Scope
    from ntdoc.shapes.session import Session
from ntdoc.shapes.stated import StatedSize

LARGEST = 64  # of the numbers that examples take as they are


def for_samples(stated: Sequence[StatedSize]) -> list[StatedSize]:
    """What is stated of sizes without the numbers of a real model: the large ones, and those that are tied to them.

    What the run or a directive says is taken as it is.
    """
    numbers = [s for s in stated if not s.entry.companion and any(size.constant is not None for size, _ in s.sizes)]
    large = {a for s in numbers if _largest(s) > LARGEST for size, _ in s.sizes for a in size.atoms}
    if not large:
        return list(stated)
    others = [frozenset(a for size, _ in s.sizes for a in size.atoms) for s in stated if s not in numbers]
    while tied := {a for atoms in others if not large.isdisjoint(atoms) for a in atoms} - large:
        large |= tied
    return [s for s in stated if s not in numbers or all(large.isdisjoint(size.atoms) for size, _ in s.sizes)]


def is_of_a_real_model(found: object, session: Session) -> TypeGuard[Tensor]:
    """Whether a letter for a size, `w` of `\\win[w]`, or one that such a size is made of, is given a large number."""
    if not isinstance(found, Tensor) or found.indices or found.entry.companion:
        return False
    value = found.body.value if isinstance(found.body, ast.Number) else 0
    return value > LARGEST and value % 1 == 0 and found.name in _letters(session)


def _letters(session: Session) -> frozenset[str]:
    """The letters in sizes of shapes, and those that they are defined by, of `n = \\lfloor (N - w) / h \\rfloor`."""
    sizes = session.written_sizes.keys()
    made_of = session.scope.made(_made_of)
    return frozenset(sizes).union(*(made_of.get(name, frozenset()) for name in sizes))


def _made_of(scope: Scope) -> dict[str, frozenset[str]]:
    """The names in the definitions of each tensor."""
    bodies = {name: [b.body for b in found if isinstance(b, Tensor)] for name, found in scope.by_name.items()}
    return {name: names_in(tuple(found)) for name, found in bodies.items()}


def letters_of_a_real_model(session: Session, at: Entry) -> tuple[tuple[Size, Size], ...]:
    """The large numbers that letters for sizes have at an entry: they give way where no small sizes fit to them."""
    known = (session.scope.tensor(name, at) for name in sorted(_letters(session)))
    real = [b for b in known if is_of_a_real_model(b, session)]
    return tuple((variable(b.name), number(int(b.body.value))) for b in real if isinstance(b.body, ast.Number))


def stated_at(session: Session, at: Entry) -> tuple[tuple[Size, Size], ...]:
    """What is said at an entry of the sizes that examples do not take as they are; empty if there are none."""
    small = set(map(id, session.stated().small.all))
    left_out = [s for s in session.visible_sizes(at, every=True) if id(s) not in small]
    return tuple(pair for s in left_out for pair in s.pairs) + letters_of_a_real_model(session, at)


def of_small_sizes(judged: Judged, asked: Set[tuple[Size, Size]] = frozenset()) -> tuple[tuple[Size, Size], ...]:
    """What prose says of the sizes in a statement: where that states sizes or has axes, it is about small ones.

    Those that the run has `asked` for may be large.
    """
    said = judged.notebook.said
    typed = (judged.value, judged.other, *(use.typed for use in judged.notebook.uses))
    if judged.kind is not Kind.CONSTRAINT and not any(value is not None and value.shape for value in typed):
        return said
    small = (b.constant is None or b.constant <= LARGEST or (a.atom or "|")[0] == "|" for a, b in said)
    return tuple(pair for pair, is_small in zip(said, small, strict=True) if is_small or pair in asked)


def is_of_sizes(session: Session, at: Entry) -> bool:
    """Whether a statement is about sizes, and numbers that are made of them, and about no tensor."""
    if any(s.entry.index == at.index for s in session.sizes):
        return True
    found = [b for name in names_in(at.parsed) if (b := session.scope.tensor(name, at)) is not None]
    sizes = any(isinstance(node, ast.Size) for node in walk((at.parsed, *(b.body for b in found if _is_value(b)))))
    return sizes and all(_is_value(b) and numeric.is_of_sizes(session.scope, b) for b in found)


def _is_value(binding: Tensor | Declared) -> TypeGuard[Tensor]:
    return isinstance(binding, Tensor) and not binding.indices


def is_taken(stated: StatedSize) -> bool:
    """Whether prose takes a number for what follows, *with `|\\ax| = 2`* or *for*, and does not say *let*."""
    e = stated.entry
    if e.lets or e.display or e.companion or all(size.constant is None for size, _ in stated.sizes):
        return False
    return e.assumed or e.supposed or cases.is_taken(e)


def _largest(stated: StatedSize) -> int:
    return max(int(size.constant) for size, _ in stated.sizes if size.constant is not None)
