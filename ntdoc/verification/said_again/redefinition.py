"""A definition that replaces an earlier one of the same name: whether the two agree.

Where a section uses a tensor, and then gives its name the very same numbers over other axes, without saying that it is
another one, a renaming or reshaping is missing on the left side: `X_{(\\row,\\col)\\to\\cell} = …`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.operations.array import NamedArray
from ntdoc.regex import regex
from ntdoc.report import Kind, Status
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import is_update
from ntdoc.shapes.plan import ShapeOf
from ntdoc.shapes.summary import is_sampled
from ntdoc.syntax import ast
from ntdoc.verification.check import parameters, runner_for
from ntdoc.verification.compare import all_undefined, differs, same
from ntdoc.verification.said_again import leads
from ntdoc.verification.said_again.said_the_same import may_be_logarithm
from ntdoc.verification.said_again.second_formulas import is_also, is_second_formula, said_of_any
from ntdoc.verification.sizes.sizing import UNDER_CONDITIONS, Laboratory
from ntdoc.verification.sizes.stated_sizes import evaluated
from ntdoc.verification.supposing.given import Given
from ntdoc.verification.supposing.where import reconciled
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.wording import at_record, two_numbers
from ntdoc.verification.words import is_denied
from ntdoc.vocabulary import OTHER, SUPPOSE

_SEVERAL = 3  # different numbers: tensors of zeros and ones are many
_ANEW = regex(
    rf"\b(?:now|{OTHER}|second|third|next|examples?|exercises?|problems?|cases?|again|same|{SUPPOSE}|consider|let"
    rf")\b|\*\*|^\s*(?:\d+\.|[-*])\s|\\(?:item|paragraph|textbf)\b",
    re.IGNORECASE | re.MULTILINE,
)


def compare_all(judged: list[Judged], verdicts: list[Verdict], laboratory: Laboratory, given: Given) -> None:
    """Say of each definition that has an earlier twin whether it is the same; if not, note which line is replaced.

    The two may be the same only where all holds that is `given`, *counts where `\\nsum{\\ax} a = \\nsum{\\ax} b`*.
    """
    earlier: dict[tuple[object, ...], list[Judged]] = {}
    for j, v in zip(judged, verdicts, strict=True):
        if j.binding is None or j.kind is not Kind.DEFINITION or v.status is not Status.EVALUATED:
            continue
        if j.role.entry.local and not said_of_any(j):
            continue
        if is_update(j.role.entry.parsed):
            continue
        piece = j.role.entry.piece
        key: tuple[object, ...] = (j.binding.name,)
        if isinstance(j.binding, Function):
            key = (j.binding.name, len(j.binding.parameters), len(j.binding.extras))
        *others, before = earlier.get(key) or (None,)
        if not j.role.entry.local:
            earlier.setdefault(key, []).append(j)
        if before is not None and not (piece.says_where and before.role.entry.piece.says_where):  # each of its own row
            reason, different = v.reason, _different(before, j, v)
            if different is None and (different := _different_elsewhere(before, j, v, laboratory)) is not None:
                v.reason = reason
            elif different is not None and (there := evaluated(j, laboratory)) is not None:
                different = _different(before, j, there)
                v.reason = v.reason if different is not None else there.reason
            if different is not None and different.code == "NT412" and _is_one_of(others, before, j, v):
                continue  # a summary of two methods
            if different is not None and different.code == "NT412" and (why := reconciled(before, j, v, given)):
                v.reason = f"{v.reason}; {why}" if v.reason else why
                continue
            replaces_nothing = j.role.entry.local or _is_one_number(before, j)
            if different is not None and different.code == "NT403" and replaces_nothing:
                continue  # or nothing behind its sentence
            if different is not None:
                v.diagnostics.append(different)
            if (found := _renamed(before, j, v, judged)) is not None:
                v.diagnostics.append(found)


def _is_one_number(before: Judged, judged: Judged) -> bool:
    """Whether both give one number, `B = 0` where a matrix starts and again of a layer without it."""
    bodies = [j.binding.body for j in (before, judged) if isinstance(j.binding, Tensor)]
    numbers = [body.value for body in bodies if isinstance(body, ast.Number)]
    return len(numbers) == 2 and len({*numbers}) == 1


def _is_one_of(others: Sequence[Judged | None], before: Judged, judged: Judged, verdict: Verdict) -> bool:
    """Whether a formula of another section is the same as one that was replaced before that."""
    if before.role.entry.section == judged.role.entry.section:
        return False
    tried = (replace(verdict, diagnostics=[]) for _ in others)
    return any(o is not None and _different(o, judged, v) is None for o, v in zip(others, tried, strict=True))


def _different(before: Judged, judged: Judged, verdict: Verdict) -> Diagnostic | None:
    """What is noted of a definition with another value than the earlier one; it is said in the reason if it has not."""
    if verdict.value is None or verdict.runner is None:
        return None
    if {*_axes(before)} != {*_axes(judged)}:
        return _over_others(before, judged)
    if before.value is not None and judged.value is not None and before.value.plan is judged.value.plan:
        return None  # parts of one definition: its first entry, and those after it
    line = before.span.line_for(judged.span)
    assert judged.binding is not None
    try:
        value = _value(before, judged, verdict)
    except (*STOPS, KeyError):
        return None
    if value is None or all_undefined(value) or all_undefined(verdict.value):
        return None
    if same(value, verdict.value):
        said = f"the same as in {line}"
        verdict.reason = f"{verdict.reason}; {said}" if verdict.reason else said
        return None
    name = judged.binding.name
    alike = value.sizes == verdict.value.sizes and is_second_formula(before, judged)
    found = differs("eq", value, verdict.value) if alike else None
    if found is not None and not _is_its_logarithm(value, verdict.value, judged):
        there, here = two_numbers(found.left, found.right)
        message = f"{line} has another formula for {name}, made of the same, and they differ: "
        message += f"{there} there, and {here} here{at_record(found.record, judged)}"
        related = (Related(before.span, "the first one"),)
        return Diagnostic("NT412", message, judged.span, label="a second formula", related=related)
    message = f"this replaces the definition of {name} in {line}, which is a different one"
    return Diagnostic("NT403", message, judged.span, related=(Related(before.span, "replaced"),))


def _is_its_logarithm(one: NamedArray, other: NamedArray, judged: Judged) -> bool:
    """Whether words speak of logarithms, *in the log domain it is*, and the second value is that of the first."""
    if not may_be_logarithm(judged) or np.any(one.data <= 0):
        return False
    return same(NamedArray(one.axes, np.log(one.data)), other)


def _different_elsewhere(before: Judged, judged: Judged, verdict: Verdict, laboratory: Laboratory) -> Diagnostic | None:
    """The same on another sample, where the two may have been equal by chance: `c` and `1 - c` of a half.

    On several where they are whole numbers, as those of an argmax; and at the sizes that the section of the first one
    has where it does not fit those of the second.
    """
    value, plan = verdict.value, judged.value.plan if judged.value is not None else None
    if value is None or plan is None or judged.function is not None or before.span.text == judged.span.text:
        return None
    instances = UNDER_CONDITIONS if np.all(np.mod(value.data, 1) == 0) else 2
    own = [runner_for(judged, laboratory, instance) for instance in range(1, instances)]
    elsewhere = before.role.entry.section != judged.role.entry.section
    there = [runner_for(before, laboratory, instance) for instance in range(2 * elsewhere)]
    for runner in (*own, *there):
        try:
            other = replace(verdict, value=runner.run(plan, {}), runner=runner) if runner is not None else None
        except STOPS:
            continue
        found = _different(before, judged, other) if other is not None else None
        if found is not None and (runner in own or found.code != "NT403"):
            return found  # at sizes of another section it may only be of another length
        verdict.reason = other.reason if other is not None and not verdict.reason else verdict.reason
    return None


def _over_others(before: Judged, judged: Judged) -> Diagnostic | None:
    """What is wrong with a second formula that has other axes, though the words say that it follows from the first."""
    if judged.function is not None or before.function is not None or judged.name is None:
        return None
    said = leads.is_concluded(before, judged) or is_also(before, judged)
    if not (said and is_second_formula(before, judged)):
        return None
    there, here = (" × ".join(_axes(j)) or "no axes" for j in (before, judged))
    line, related = before.span.line_for(judged.span), (Related(before.span, "the first one"),)
    message = f"{line} has another formula for {judged.name}, made of the same, and with other axes: "
    message += f"{there}, and here {here}"
    return Diagnostic("NT412", message, judged.span, label="a second formula", related=related)


def _renamed(before: Judged, judged: Judged, verdict: Verdict, every: list[Judged]) -> Diagnostic | None:
    """What is wrong where the same numbers are given over other axes to what the section has used before."""
    at, name = judged.role.entry, judged.name
    if at.lets or at.gives or at.local or at.introduces or not at.display or {*_axes(before)} == {*_axes(judged)}:
        return None
    if before.function is not None or judged.function is not None:
        return None
    old, new = before.value, judged.value
    if verdict.runner is None or verdict.value is None or old is None or old.plan is None or new is None:
        return None
    if is_sampled(old.plan) or is_sampled(new.plan) or is_denied(judged.span):
        return None
    start = before.role.entry.index
    between = [j for j in every if j.role.entry.section == at.section and start < j.role.entry.index < at.index]
    used = [j for j in between if any(use.name == name for use in j.notebook.uses)]
    if not used or any(d.name == name for j in between for d in j.role.declares):
        return None
    if not _are_kin(_axes(before), _axes(judged)) or _begins_anew(used[-1], judged):
        return None
    behind = (j for j in every if at.is_above(j.role.entry))
    if any(use.name == name for j in behind for use in j.notebook.uses):
        return None  # it goes on with these axes
    try:
        earlier = np.ravel(verdict.runner.run(old.plan, {}).data)
    except STOPS:
        return None
    again = np.ravel(verdict.value.data)
    if not np.array_equal(earlier, again) or np.unique(again).size < _SEVERAL:
        return None
    axes = [" × ".join(_axes(j)) or "none" for j in (before, judged)]
    message = f"{name} has the axes {axes[0]}, and here the same numbers over {axes[1]}: a renaming is missing"
    related = (Related(before.span, "the same numbers"),)
    return Diagnostic("NT404", message, judged.span, label="the same numbers again", related=related)


def _are_kin(old: tuple[str, ...], new: tuple[str, ...]) -> bool:
    """Whether some axes are kept, as `\\row` in `X_{\\col\\to\\day}`, or all are joined: else it is another tensor."""
    return bool({*old} & {*new}) or len(new) < len(old)


def _begins_anew(used: Judged, judged: Judged) -> bool:
    """Whether the text since the last use turns to another case: *now*, *instead*, or an example in bold."""
    source = judged.span.source
    return source is not used.span.source or bool(_ANEW.search(source.words[used.span.end : judged.span.start]))


def _axes(judged: Judged) -> tuple[str, ...]:
    return tuple(judged.value.shape or ()) if judged.value is not None else ()


def _value(before: Judged, judged: Judged, verdict: Verdict) -> NamedArray | None:
    """The value of the earlier definition on the samples and sizes of the later one."""
    assert verdict.runner is not None
    if before.value is None or before.value.plan is None:
        return None
    if before.function is None or judged.function is None:
        return verdict.runner.run(before.value.plan, {})
    if isinstance(before.binding, Function) and isinstance(judged.binding, Function):
        frame = parameters(judged, verdict.runner)
        renamed = dict(zip(before.binding.letters, (frame.get(n) for n in judged.binding.letters), strict=True))
        shapes = before.function.shapes
        if any(a is None or not set(a.axes) <= set(shapes.get(n, ())) for n, a in renamed.items()):
            return None
        wider = {n: _over(shapes.get(n, {}), a, verdict.runner) for n, a in renamed.items() if a is not None}
        return verdict.runner.run(before.value.plan, wider)
    return None


def _over(shape: ShapeOf, array: NamedArray, runner: Runner) -> NamedArray:
    """An array along all axes of a shape: the same in every entry of those that it has not."""
    lacking = [axis for axis in shape if axis not in array.axes]
    sizes = [runner.size(shape[axis]) for axis in lacking]
    return NamedArray((*lacking, *array.axes), np.broadcast_to(array.data, (*sizes, *array.data.shape)))
