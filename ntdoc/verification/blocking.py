"""What is fine in itself, and needs something that is not."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.report import Status
from ntdoc.shapes.judged import Judged
from ntdoc.verification.verdicts import Verdict

_OF_VALUES = frozenset({"NT211", "NT301", "NT302"})


def reason_of(judged: Judged, what: str = "in error") -> str:
    """`needs X (line 3), which is in error`."""
    parts = []
    for name, entry in judged.notebook.blockers:
        text = name if entry is None else f"{name} ({entry.parsed.span.line_for(judged.span)})"
        if text not in parts:
            parts.append(text)
    return "needs " + ", ".join(parts) + (", which is " if len(parts) == 1 else ", which are ") + what


def block_on_parts(judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Block what goes wrong with a tensor of which a definition says some entries alone: the others may be anything."""
    parts = {j.role.entry.index: j.name for j, v in zip(judged, verdicts, strict=True) if v.partial}
    for j, v in zip(judged, verdicts, strict=True) if parts else ():
        used = {use.binding.entry.index for use in j.notebook.uses if use.binding is not None} & parts.keys()
        if used and v.status in (Status.ERROR, Status.FAILED) and {d.code for d in v.diagnostics} <= _OF_VALUES:
            v.status, v.reason = Status.BLOCKED, f"needs {parts[min(used)]}, of which only some entries are known"
            v.diagnostics, v.value = [], None
            parts.setdefault(j.role.entry.index, j.name)


def tell_unchecked(judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Say what is not blocked by an error, but by statements that are skipped, or that are blocked by these."""
    unchecked = {j.role.entry.index for j, v in zip(judged, verdicts, strict=True) if v.status is Status.SKIPPED}
    unchecked -= {j.role.entry.index for j, v in zip(judged, verdicts, strict=True) if v.status is Status.ERROR}
    blocked = [(j, v) for j, v in zip(judged, verdicts, strict=True) if v.status is Status.BLOCKED]
    blocked = [(j, v) for j, v in blocked if j.notebook.blockers] if unchecked else []
    while blocked:
        left = []
        for j, v in blocked:
            if _needs_only(unchecked, j):
                v.reason = reason_of(j, "not checked")
                unchecked.add(j.role.entry.index)
            else:
                left.append((j, v))
        if len(left) == len(blocked):
            return
        blocked = left


def _needs_only(unchecked: set[int], judged: Judged) -> bool:
    return all(entry is not None and entry.index in unchecked for _, entry in judged.notebook.blockers)
