"""What is fine in itself, and needs something that is not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ntdoc.report import Kind, Status
from ntdoc.shapes.judged import Judged
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.verdicts import Verdict

_OF_VALUES = frozenset({"NT211", "NT301", "NT302"})


def reason_of(judged: Judged, what: str = "in error") -> str:
    """`needs X (line 3), which is in error`; of a recurrence that needs itself, that it lacks a beginning."""
    own, blockers = judged.role.entry.index, judged.notebook.blockers
    made_of_itself = judged.kind is not Kind.CLAIM  # what else a chain says needs what its definition gives the name
    if blockers and made_of_itself and all(entry is not None and entry.index == own for _, entry in blockers):
        return "is made of itself, and nothing that is read says what it begins with"
    parts = []
    for name, entry in judged.notebook.blockers:
        text = name if entry is None else f"{name} ({entry.parsed.span.line_for(judged.span)})"
        if text not in parts:
            parts.append(text)
    return "needs " + ", ".join(parts) + (", which is " if len(parts) == 1 else ", which are ") + what


def step_reason(judged: Judged, what: str = "in error") -> str:
    """The same for a link of a chain that is about what stands before it: `needs N (line 3), which is in error`."""
    before = judged.needs
    if before is None:
        return f"needs what stands before it, which is {what}"
    name = before.name if before.kind is Kind.DEFINITION and before.name else "what stands before it"
    return f"needs {name} ({before.span.line_for(judged.span)}), which is {what}"


def is_about_the_same(judged: Judged) -> bool:
    """Whether a link says more of the expression before it, `Y = E \\in S`: what is wrong with that is told there."""
    before = judged.needs
    if before is None or before.row != judged.row:
        return False
    return isinstance(judged.right, ast.TensorSet) or judged.member is not None


def block_on_parts(judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Block what goes wrong with a tensor of which a definition says some entries alone: the others may be anything."""
    parts = {j.role.entry.index: j.name for j, v in zip(judged, verdicts, strict=True) if v.partial}
    said = {j.role.entry.index: j.span for j in judged if j.role.entry.index in parts}
    for j, v in zip(judged, verdicts, strict=True) if parts else ():
        used = {use.binding.entry.index for use in j.notebook.uses if use.binding is not None} & parts.keys()
        used |= _told_at(v, said) - {j.role.entry.index}
        if used and v.status in (Status.ERROR, Status.FAILED) and {d.code for d in v.diagnostics} <= _OF_VALUES:
            v.status, v.reason = Status.BLOCKED, f"needs {parts[min(used)]}, of which only some entries are known"
            v.diagnostics, v.value = [], None
            parts.setdefault(j.role.entry.index, j.name)


def _told_at(verdict: Verdict, said: Mapping[int, Span]) -> set[int]:
    """The definitions of some entries in which it is told what is wrong with a statement that rests on them."""
    spans = [d.span for d in verdict.diagnostics]
    return {index for index, own in said.items() if spans and all(own.covers(span) for span in spans)}


def tell_unchecked(judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Say what is not blocked by an error, but by statements that are skipped, or that are blocked by these."""
    unchecked = {j.role.entry.index for j, v in zip(judged, verdicts, strict=True) if v.status is Status.SKIPPED}
    unchecked -= {j.role.entry.index for j, v in zip(judged, verdicts, strict=True) if v.status is Status.ERROR}
    blocked = [(j, v) for j, v in zip(judged, verdicts, strict=True) if v.status is Status.BLOCKED]
    links = {id(j) for j, v in blocked if not j.notebook.blockers and v.reason == step_reason(j)}
    blocked = [(j, v) for j, v in blocked if j.notebook.blockers or id(j) in links] if unchecked else []
    told = {id(j) for j, v in zip(judged, verdicts, strict=True) if v.status is Status.SKIPPED}
    while blocked:
        left = []
        for j, v in blocked:
            if id(j) in links and id(j.needs) in told:
                v.reason = step_reason(j, "not checked")
                told.add(id(j))
            elif id(j) not in links and _needs_only(unchecked, j):
                v.reason = reason_of(j, "not checked")
                unchecked.add(j.role.entry.index)
                told.add(id(j))
            else:
                left.append((j, v))
        if len(left) == len(blocked):
            break
        blocked = left
    for j, v in blocked:
        if any(entry is not None and entry.index in unchecked for _, entry in j.notebook.blockers):
            v.reason = reason_of(j, "in error or not checked")


def _needs_only(unchecked: set[int], judged: Judged) -> bool:
    return all(entry is not None and entry.index in unchecked for _, entry in judged.notebook.blockers)


def block_dependants(judged: list[Judged], verdicts: list[Verdict]) -> None:
    """What needs a definition whose value turned out to be in error has no value either."""
    bad = {
        j.role.entry.index
        for j, v in zip(judged, verdicts, strict=True)
        if j.kind is Kind.DEFINITION and v.status is Status.ERROR and v.diagnostics
    }
    for j, v in zip(judged, verdicts, strict=True) if bad else ():
        wrong = v.status is Status.ERROR and v.diagnostics
        if (wrong or _says_nothing(v)) and j.role.entry.index not in bad:
            needed = [u for u in j.notebook.uses if u.binding is not None and u.binding.entry.index in bad]
            if needed:
                v.status, v.diagnostics, v.value = Status.BLOCKED, [], None
                v.reason = f"needs {needed[0].name}, which is in error"
    _say_once(judged, verdicts)


def _says_nothing(v: Verdict) -> bool:
    """Whether a claim was verified of what is infinite: of a value in error, `s = 2 s + 1` holds as any other does."""
    if v.status is not Status.VERIFIED or v.value is None or not np.size(v.value.data):
        return False
    return not np.isfinite(np.asarray(v.value.data, dtype=np.float64)).any()


def _say_once(judged: list[Judged], verdicts: list[Verdict]) -> None:
    """What goes wrong within a function is said once, with its definition or else with the first call, and not again
    for every call, whose sizes may be others.
    """
    wrong = [(j, v) for j, v in zip(judged, verdicts, strict=True) if v.status is Status.ERROR and v.diagnostics]
    first: dict[tuple[str, Span], Judged] = {}
    for j, v in sorted(wrong, key=lambda pair: not pair[0].span.holds_start(pair[1].diagnostics[0].span)):
        for d in v.diagnostics:
            first.setdefault((d.code, d.span), j)
    for j, v in wrong:
        others = [other for d in v.diagnostics if (other := first[d.code, d.span]) is not j]
        if len(others) == len(v.diagnostics):
            where = f"{others[0].name or 'a statement'} ({others[0].span.line_for(j.span)})"
            inside = others[0].span.holds_start(v.diagnostics[0].span)
            v.reason = f"needs {where}, which is in error" if inside else f"goes wrong in the same way as {where}"
            v.status, v.diagnostics, v.value = Status.BLOCKED, [], None
