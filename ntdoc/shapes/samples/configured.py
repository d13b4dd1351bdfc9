"""Sizes of a real model, as `|\\hidden| = 4096`: they are said, and hold, but no example needs arrays so large.

Samples are small, so statements about tensors take other sizes, for which everything else holds that is said of them;
what is said of sizes alone, as `|\\key| = |\\hidden| / |\\heads| = 64`, is held against the numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeGuard

from ntdoc.nodes import walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names import numeric
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Declared, Tensor
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session, StatedSize

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


def is_of_sizes(session: Session, at: Entry) -> bool:
    """Whether a statement is about sizes, and numbers that are made of them, and about no tensor."""
    if any(s.entry.index == at.index for s in session.sizes):
        return True
    found = [b for name in names_in(at.parsed) if (b := session.scope.tensor(name, at)) is not None]
    sizes = any(isinstance(node, ast.Size) for node in walk((at.parsed, *(b.body for b in found if _is_value(b)))))
    return sizes and all(_is_value(b) and numeric.is_of_sizes(session.scope, b) for b in found)


def _is_value(binding: Tensor | Declared) -> TypeGuard[Tensor]:
    return isinstance(binding, Tensor) and not binding.indices


def _largest(stated: StatedSize) -> int:
    return max(int(size.constant) for size, _ in stated.sizes if size.constant is not None)
