"""The sample on which a claim fails: the free tensors that it is made of, with their shapes and numbers."""

from __future__ import annotations

import numpy as np

from ntdoc.diagnostics import Operand
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.nodes import walk
from ntdoc.operations.array import NamedArray
from ntdoc.operations.domain import DomainKind
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import Sampled
from ntdoc.verification.wording import number_text

MOST = 4  # tensors in a message about a claim
SHOWN = 12  # numbers of one tensor in a message about a law, whose counterexample is small
FEW = 6  # in one about a claim, whose samples are as they were drawn


def operands(judged: Judged, runner: Runner) -> tuple[Operand, ...]:
    """The free tensors of a claim, if they are few."""
    found = tensors(judged, runner)
    return tuple(operand(name, array, FEW) for name, array in found.items()) if len(found) <= MOST else ()


def operand(name: str, array: NamedArray, most: int = SHOWN) -> Operand:
    """A tensor with its named shape, and with its numbers if there are no more than `most`."""
    shape = " × ".join(f"{axis}[{n}]" for axis, n in array.sizes.items()) or "scalar"
    shown = _nested(np.asarray(array.data, dtype=np.float64)) if array.data.size <= most else ""
    return Operand(name, f"{shape} = {shown}" if shown else shape)


def tensors(one: Judged, runner: Runner, real: bool = False) -> dict[str, NamedArray]:
    """The free tensors of an instance with their values; with `real` only those that may be any number."""
    found: dict[str, NamedArray] = {}
    for part in walk(one.plans):
        if isinstance(part, Sampled) and part.key not in found and (not real or part.domain.kind is DomainKind.REAL):
            try:
                found[part.key] = runner.run(part, {})
            except STOPS:
                continue
    return found


def _nested(data: np.ndarray) -> str:
    """An array in one line."""
    if data.ndim == 0:
        return number_text(float(data))
    return "[" + ", ".join(_nested(part) for part in data) + "]"
