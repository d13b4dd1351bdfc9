"""The sample on which a claim fails: the free tensors that it is made of, with their shapes and numbers."""

from __future__ import annotations

from contextlib import suppress

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
SHOWN = 24  # numbers of one tensor in a message: with all of them, a counterexample can be computed anew


def operands(judged: Judged, runner: Runner) -> tuple[Operand, ...]:
    """The free tensors of a claim, if they are few, and else those that it names, which are computed from these."""
    found = tensors(judged, runner)
    found = found if len(found) <= MOST else _named(judged, runner)
    return tuple(operand(name, array) for name, array in found.items()) if len(found) <= MOST else ()


def _named(judged: Judged, runner: Runner) -> dict[str, NamedArray]:
    """The tensors that a claim names, with their values."""
    found: dict[str, NamedArray] = {}
    for use in judged.notebook.uses:
        plan = use.typed.plan if use.typed is not None else None
        if plan is None or use.role in ("index", "limit") or use.name in found:
            continue
        if judged.span.covers(use.span):
            with suppress(*STOPS):
                array = runner.run(plan, {})
                found[use.name] = NamedArray(array.axes, np.vectorize(_rounded, otypes=[float])(array.data))
    return found


def operand(name: str, array: NamedArray) -> Operand:
    """A tensor with its named shape, and with its numbers if there are not too many."""
    shape = " × ".join(f"{axis}[{n}]" for axis, n in array.sizes.items()) or "scalar"
    return Operand(name, shape, _nested(np.asarray(array.data, dtype=np.float64)) if array.data.size <= SHOWN else "")


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


def _rounded(value: float) -> float:
    """A number in few digits: nobody computes with what is computed."""
    return float(f"{value:.4g}")


def _nested(data: np.ndarray) -> str:
    """An array in one line."""
    if data.ndim == 0:
        return number_text(float(data))
    return "[" + ", ".join(_nested(part) for part in data) + "]"
