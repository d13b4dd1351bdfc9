"""Numbers for sizes that one sentence gives, and that contradict what is said of these sizes before.

After `|\\ax| = |\\bx| / |\\cx|`: *with `|\\bx| = 512` and `|\\cx| = 8` we get `|\\ax| = 32`*.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.session import Session
from ntdoc.shapes.stated import StatedSize
from ntdoc.source import Span


class SaidSizes:
    """What a document says of sizes, by the statements and the sentences that say it."""

    def __init__(self, session: Session) -> None:
        self._all = session.sizes

    def of(self, judged: Judged) -> Iterator[Diagnostic]:
        """What is wrong with the number of a size, NT301, or with an array for which its sentence says one, NT206."""
        at = judged.role.entry
        yield from self._of_array(judged)
        if judged.kind is not Kind.CONSTRAINT or at.negated or at.worded or at.supposed or at.cell:
            return
        for name, value, span in (n for s in self._all if s.entry.index == at.index for n in _numbers(s)):
            beside = (s for s in self._all if s.entry.sentence == at.sentence and s.entry.index != at.index)
            given = {other: number for s in beside for other, number, _ in _numbers(s)}
            for law in self._all:
                if law.entry.section != at.section or law.entry.sentence == at.sentence or law.entry.index > at.index:
                    continue
                for (left, whole), (right, _) in permutations(law.sizes, 2):
                    if left.atom != name or not right.atoms or not right.atoms <= given.keys():
                        continue
                    computed = right.evaluate(given)
                    if computed != value:
                        message = f"written {value}, computed {computed}"
                        related = (Related(whole, f"{name} = {right}"),)
                        yield Diagnostic("NT301", message, span, label=message, related=related)
                        return

    def _of_array(self, judged: Judged) -> Iterator[Diagnostic]:
        """*Take `|\\ax| = 3` and `x = (1, 2)`*: of an array in numbers the axes are as long as they are."""
        at, made = judged.role.entry, judged.binding
        if judged.kind is not Kind.DEFINITION or not isinstance(made, Tensor) or not numeric.is_numbers(made.body):
            return
        if judged.value is None or at.negated or at.supposed or at.worded or at.cell:
            return
        own = {axis: size.constant for axis, size in (judged.value.shape or {}).items()}
        for stated in self._all:
            there = stated.entry
            if there.sentence != at.sentence or there.index > at.index or there.negated or there.supposed or there.cell:
                continue
            for name, value, span in _numbers(stated):
                length = own.get(name.strip("|"))
                if isinstance(length, int) and length != value:
                    message = f"{name} is {length} here, and its sentence says that it is {value}"
                    related = (Related(span, "said here"),)
                    yield Diagnostic("NT206", message, judged.span, label=f"{length}, not {value}", related=related)
                    return


def _numbers(stated: StatedSize) -> Iterator[tuple[str, int, Span]]:
    """The sizes to which a statement gives a number, with where that is written."""
    for (size, _), (number, span) in permutations(stated.sizes, 2):
        if size.atom is not None and isinstance(number.constant, int):
            yield size.atom, number.constant, span
