"""Numbers given to a name that are not as the section says: `p \\in [0,1]`, and then `p = 3`; sums that are to be 1."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.report import Kind, Status
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.samples.domains import numbers_of
from ntdoc.shapes.session import Session
from ntdoc.shapes.summary import is_sampled
from ntdoc.syntax.cursor import Unreadable
from ntdoc.verification.in_numbers.digits import decimals, half_a_unit
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.wording import number_text
from ntdoc.verification.words import is_bare

_NEAR = 1e-9


def report(session: Session, judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Say of which definitions by numbers alone the value is not what the section has said before (NT304).

    It is not in the set, or its sums are not 1 although `\\nsum{\\ax} p = 1` stands beside the declaration.

    The end of an open interval is no error: a text says what comes of it in the limit. And words between the two may
    say that it is another case: *before clipping it was*, *in percent*, *what if*.
    """
    declared: dict[tuple[int, str], Declared] = {}
    sums = {(c.entry.section, c.name): c for c in session.scope.constrained if c.kind == "sum" and c.total is None}
    for j, v in zip(judged, verdicts, strict=True):
        at = j.role.entry
        declared |= {(at.section, d.name): d for d in j.role.declares if d.domain is not None}
        if j.kind is not Kind.DEFINITION or not isinstance(j.binding, Tensor) or v.status is not Status.EVALUATED:
            continue
        said = declared.get((at.section, j.binding.name))
        supposed = at.negated or at.worded or at.supposed or at.assumed
        if said is None or supposed or v.value is None or j.value is None or is_sampled(j.value.plan):
            continue
        if not is_bare(said.span.end, j.span.start, j.span):
            continue
        values = np.asarray(v.value.data, dtype=np.float64)
        wrong, total = _outside(said, values), sums.get((at.section, j.binding.name))
        if wrong is not None:
            assert said.domain is not None
            text = said.domain.base.span.text
            message = f"{j.binding.name} is {number_text(wrong)} here, which is not in {text}"
            related = (Related(said.span, "declared here"),)
            v.refuse(Diagnostic("NT304", message, j.span, label=f"not in {text}", related=related))
        elif total is not None and total.entry.index < at.index and set(total.axes) <= set(v.value.axes):
            along = tuple(v.value.axes.index(axis) for axis in total.axes)
            if (wrong := _other_sum(values, along, half_a_unit(decimals(None, j.binding.body)))) is not None:
                axes = " and ".join(f"`{axis}`" for axis in total.axes)
                message = f"the entries of {j.binding.name} have the sum {number_text(wrong)} along {axes}, and not 1"
                related = (Related(total.entry.parsed.span, "said here"),)
                v.refuse(Diagnostic("NT304", message, j.span, label="not a sum of 1", related=related))


def _other_sum(values: NDArray[np.float64], along: tuple[int, ...], half: float | None) -> float | None:
    """The first sum along axes that is not 1, nor rounds to it where each number may be rounded."""
    sums = values.sum(axis=along)
    room = _NEAR + (half or 0.0) * values.size / sums.size
    wrong = sums[np.isfinite(sums) & (np.abs(sums - 1) > room)]
    return float(wrong.flat[0]) if wrong.size else None


def _outside(declared: Declared, values: NDArray[np.float64]) -> float | None:
    """The first number that is not in the set, nor at its end."""
    assert declared.domain is not None
    base = declared.domain.base
    if base.kind not in ("interval", "set"):
        return None
    try:
        ends = numbers_of(base)
    except Unreadable:
        return None
    if base.kind == "interval":
        inside = (values >= min(ends) - _NEAR) & (values <= max(ends) + _NEAR)
    else:
        inside = np.isclose(values[..., None], np.asarray(ends), atol=_NEAR).any(axis=-1)
    wrong = values[~inside & np.isfinite(values)]
    return float(wrong.flat[0]) if wrong.size else None
