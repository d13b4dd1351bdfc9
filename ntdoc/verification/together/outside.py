"""Numbers given to a name that are not as the section says: `p \\in [0,1]`, and then `p = 3`; sums that are to be 1.

An example that has a section of its own is one of what the sections before it say.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.regex import regex
from ntdoc.report import Kind, Status
from ntdoc.shapes import signs
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.samples.constrained import Constrained
from ntdoc.shapes.samples.domains import domain_text, numbers_of
from ntdoc.shapes.session import Session
from ntdoc.shapes.summary import is_sampled
from ntdoc.syntax.cursor import Unreadable
from ntdoc.verification.in_numbers.digits import decimals, half_a_unit
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.wording import number_text
from ntdoc.verification.words import is_bare

_LET = regex(r"\W*let\b", re.IGNORECASE)
_NEAR = 1e-9


def report(session: Session, judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Say of which definitions by numbers alone the value is not what the section has said before (NT304).

    It is not in the set, or its sums are not 1 although `\\nsum{\\ax} p = 1` stands beside the declaration.

    The end of an open interval is no error: a text says what comes of it in the limit. And words between the two may
    say that it is another case: *before clipping it was*, *in percent*, *what if*.
    """
    declared: dict[tuple[int, str], Declared] = {}
    last: dict[str, Declared] = {}  # in whatever section
    sums = {(c.entry.section, c.name): c for c in session.scope.constrained if c.kind == "sum" and c.total is None}
    for j, v in zip(judged, verdicts, strict=True):
        at = j.role.entry
        declared |= {(at.section, d.name): d for d in j.role.declares if d.domain is not None}
        last |= {d.name: d for d in j.role.declares}
        if j.kind is not Kind.DEFINITION or not isinstance(j.binding, Tensor) or v.status is not Status.EVALUATED:
            continue
        said, start = declared.get((at.section, j.binding.name)), 0
        if said is None and at.illustration and v.value is not None and v.value.axes:
            said = _elsewhere(last.get(j.binding.name), v.value.axes)
            said = said if said is not None and said.entry.illustration != at.illustration else None
            _, _, own = sentences.of_section_before(j.span).partition("\n")  # without its heading
            start = j.span.start - len(own)
        lets = bool(_LET.match(sentences.before(j.span))) and v.value is not None and bool(v.value.axes)
        supposed = at.negated or at.worded or at.supposed or (at.assumed and not lets)
        if said is None or supposed or v.value is None or j.value is None or is_sampled(j.value.plan):
            continue
        if not is_bare(start or said.span.end, j.span.start, j.span, in_formula=not start):
            continue
        values = np.asarray(v.value.data, dtype=np.float64)
        assert said.domain is not None
        base, said = said.domain.base, session.scope.with_sign(said)
        wrong, total = _outside(said, values), sums.get((said.entry.section, j.binding.name))
        if total is None and base.kind == "simplex":
            total = Constrained(said.name, (base.text,), said.entry)
        if wrong is not None:
            text = domain_text(base, said.sign) if base.kind == "reals" else base.span.text
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


def _elsewhere(said: Declared | None, axes: Sequence[str]) -> Declared | None:
    """What another section says of a name, if that is a tensor with just these axes."""
    own = said.domain.shape.axes if said is not None and said.domain is not None else ()
    return said if {sized.axis.name for sized in own} == {*axes} else None


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
    if base.kind not in ("interval", "set", "reals", "simplex"):
        return None
    sign = declared.sign or (base.text if base.kind == "reals" else "nonnegative")
    try:
        ends = numbers_of(base) if base.kind in ("interval", "set") else signs.limits(sign)
    except (Unreadable, ValueError):
        return None
    if base.kind != "set":
        inside = (values >= min(ends) - _NEAR) & (values <= max(ends) + _NEAR)
    else:
        inside = np.isclose(values[..., None], np.asarray(ends), atol=_NEAR).any(axis=-1)
    wrong = values[~inside & np.isfinite(values)]
    return float(wrong.flat[0]) if wrong.size else None
