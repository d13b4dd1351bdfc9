"""By which factor two sides differ that should be equal: a hint, where it is the same small one in every entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import numpy as np

from ntdoc.operations.array import NamedArray, align
from ntdoc.shapes.judged import Judged
from ntdoc.syntax import ast
from ntdoc.verification.verdicts import Verdict

_LARGEST = 12  # a factor of more is rather chance
_CLOSE = 1e-9
_ALIKE = 1e-6  # of two that were computed in other ways, or in single precision


def with_factor(verdict: Verdict, judged: Judged, x: NamedArray, y: NamedArray, sizes: Mapping[str, int]) -> Verdict:
    """The verdict, with the factor between the left side and the right one where it tells what is wrong."""
    relation = judged.relation
    exact = relation is not None and relation.kind in ("eq", "define")
    factor = _between(x, y) if exact and judged.law is None else None
    if factor is None or not verdict.diagnostics or any(isinstance(s, ast.Number) for s in (judged.left, judged.right)):
        return verdict
    first, *others = verdict.diagnostics
    verdict.diagnostics = [replace(first, hints=(*first.hints, _text(factor, sizes))), *others]
    return verdict


def constant_factor(x: NamedArray, y: NamedArray) -> str | None:
    """How many times `x` all entries of `y` are, to be read by people; None where they are not all as many times.

    It takes two entries that differ: of one number another is always some multiple.
    """
    ratios = _ratios(x, y)
    if ratios is None or not np.isfinite(ratios).all() or np.unique(np.round(np.asarray(x.data), 9)).size < 2:
        return None
    factor = float(ratios.mean())
    if factor in (0, 1) or bool((np.abs(ratios - factor) > _ALIKE * abs(factor)).any()):
        return None
    whole = Fraction(factor).limit_denominator(_LARGEST)
    return str(whole) if abs(float(whole) - factor) <= _ALIKE * abs(factor) else f"{factor:.6g}"


def _ratios(x: NamedArray, y: NamedArray) -> np.ndarray | None:
    """The entries of the right side divided by those of the left one; None where one of the two is 0 alone."""
    _, (left, right) = align(x, y)
    one, other = np.broadcast_arrays(np.asarray(left), np.asarray(right))
    there = one != 0
    if one.dtype.kind not in "fi" or not there.any() or bool((other[~there] != 0).any()):
        return None
    with np.errstate(invalid="ignore"):  # both may be infinite
        return np.asarray(other[there] / one[there])


def _between(x: NamedArray, y: NamedArray) -> Fraction | None:
    """The small factor, or divisor, that makes the right side of the left one; None if there is none.

    A fraction as 3/2 is one if it makes several numbers of several others: between two numbers it is rather chance.
    """
    ratios = _ratios(x, y)
    if ratios is None:
        return None
    factor = Fraction(float(ratios.flat[0])).limit_denominator(_LARGEST) if np.isfinite(ratios).all() else Fraction(0)
    same = factor != 0 and bool((np.abs(ratios - float(factor)) <= _CLOSE * abs(float(factor))).all())
    small = abs(factor.numerator) <= _LARGEST
    plain = 1 in (abs(factor.numerator), factor.denominator) or np.unique(np.asarray(x.data)).size > 1
    return factor if same and small and factor != 1 and plain else None


def _text(factor: Fraction, sizes: Mapping[str, int]) -> str:
    if factor == -1:
        return "the two sides differ in their sign alone"
    side, other = ("right", "left") if abs(factor) > 1 else ("left", "right")
    times = abs(factor) if abs(factor) > 1 else 1 / abs(factor)
    named = [name for name, size in sizes.items() if size == times > 2]
    why = f", and {named[0]} is {times} here" if len(named) == 1 else ""
    sign = "minus " if factor < 0 else ""
    return f"the {side} side is {sign}{times} times the {other} one{why}: a factor is missing, or there is one too many"
