"""`E \\propto F` and `E = F + \\text{const.}`: whether the factor, or the term, is the same while something varies.

What varies is what the left side is a function of, or else any tensor that both sides depend on, and in a tensor its
own entries along an axis. The text seldom says what the factor may depend on: one that stays the same for one of these
is enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ntdoc.diagnostics import Diagnostic
from ntdoc.evaluation.run import Runner
from ntdoc.nodes import walk
from ntdoc.operations.array import align
from ntdoc.report import Status
from ntdoc.shapes.claims.up_to import KINDS, arguments
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import Plan, Sampled, Smooth
from ntdoc.shapes.summary import samples_in
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.wording import number_text

_VALUES = 4  # of what varies
_CLOSE = 1e-9

Sides = tuple[Plan, Plan]
Values = tuple[Any, Any]
"""The numbers of both sides; along the first axis something varies."""


def up_to(judged: Judged, sides: Sides, runner: Runner) -> Verdict:
    """The verdict on sides that are equal up to a factor or a term. Raises RunError and AxisError."""
    assert judged.relation is not None
    kind, sizes = judged.relation.kind, dict(runner.sizes)
    what = KINDS[kind]
    shown = runner.run(sides[0], {})
    named = _free(sides, list(arguments(judged.role.entry.parsed)))
    tried: list[tuple[str, Values]] = []  # for which both sides are not the same all along
    for free in named or _free(sides):
        values = _varied(sides, free, runner)
        if _varies(values):
            if _is_kept(kind, values):
                reason = f"up to a {what} that stays the same for {_VALUES} values of {free.key}"
                return Verdict(Status.VERIFIED, reason, shown, runner, sizes=sizes)
            tried.append((free.key, values))
    axes, entries = align(shown, runner.run(sides[1], {}))
    tried = tried if named and not axes else []
    for at, axis in enumerate(axes):
        values = _along(entries, at)
        if _varies(values):
            if _is_kept(kind, values):
                reason = f"up to a {what} that is the same along {axis}"
                return Verdict(Status.VERIFIED, reason, shown, runner, sizes=sizes)
            tried.append((axis, values))
    smooth = any(isinstance(node, Smooth) for side in sides for node in walk(side))
    if not tried or smooth:
        reason = f"the text does not say what the {what} may depend on"
        return Verdict(Status.SKIPPED, reason, runner=runner, sizes=sizes)
    return Verdict(Status.FAILED, None, shown, runner, [_problem(judged, kind, *tried[0])], sizes)


def _problem(judged: Judged, kind: str, name: str, values: Values) -> Diagnostic:
    """That both sides differ by another term, or by another factor, for two values of something."""
    x, y = (side.reshape(len(side), -1)[:, 0] for side in values)
    between = x - y if kind == "shifted" else x / y
    other = int(np.abs(between - between[0]).argmax())
    means = "difference" if kind == "shifted" else "ratio"
    message = (
        f"the {means} of both sides is {number_text(float(between[0]))} at one {name} and "
        f"{number_text(float(between[other]))} at another: they are not equal up to a {KINDS[kind]} that does not "
        "vary with it"
    )
    return Diagnostic("NT301", message, judged.span, label=f"the {means} varies with {name}")


def _free(sides: Sides, names: Sequence[str] | None = None) -> list[Sampled]:
    """The free tensors that both sides need; if names are given, those with these, in their order."""
    one, other = map(samples_in, sides)
    return [one[key] for key in (one if names is None else names) if key in one and key in other]


def _varied(sides: Sides, free: Sampled, runner: Runner) -> Values:
    """Both sides for several values of a free tensor, all else as it is."""
    drawn = (Runner(runner.sizes, runner.seed, _VALUES + k, None, runner.most).run(free, {}) for k in range(1, _VALUES))
    runners = [runner, *(runner.again({**runner.given, free.key: value}, None) for value in drawn)]
    aligned = [_broadcast(align(*(there.run(side, {}) for side in sides))[1]) for there in runners]
    return np.stack([x for x, _ in aligned]), np.stack([y for _, y in aligned])


def _along(entries: Sequence[Any], axis: int) -> Values:
    x, y = _broadcast(entries)
    return np.moveaxis(x, axis, 0), np.moveaxis(y, axis, 0)


def _broadcast(sides: Sequence[Any]) -> Values:
    """Both sides with the same axes: one may have an axis that the other lacks."""
    x, y = np.broadcast_arrays(*(np.asarray(side, dtype=np.float64) for side in sides))
    return x, y


def _varies(values: Values) -> bool:
    """Whether both sides are numbers, and not the same ones all along."""
    return all(bool(np.isfinite(side).all()) and not _is_close(side, side[:1], np.abs(side)) for side in values)


def _is_kept(kind: str, values: Values) -> bool:
    """Whether the term between both sides, or the factor, is the same all along."""
    x, y = values
    if kind == "shifted":
        return _is_close(x - y, x[:1] - y[:1], np.abs(x) + np.abs(y))
    return _is_close(x * y[:1], x[:1] * y, np.abs(x * y[:1]))


def _is_close(one: Any, other: Any, scale: Any) -> bool:
    """Whether two arrays are equal but for rounding, of the scale of each entry and a little of the largest."""
    return bool((np.abs(one - other) <= _CLOSE * scale + 1e-3 * _CLOSE * scale.max(initial=0.0)).all())
