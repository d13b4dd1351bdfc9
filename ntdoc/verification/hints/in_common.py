"""What several claims that fail have in common: a definition on which they all rest, and no equation that holds does.

One slip in a definition makes all fail that is said of it, and each of these looks like a mistake of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from ntdoc.diagnostics import Related
from ntdoc.report import Kind, Status
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.judged import Judged
from ntdoc.verification.verdicts import Verdict

_LEAST = 3  # two may well be wrong each by itself
_MOST = 2  # definitions: more say little


def relate_all(judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Add to the first of such claims where the definition stands that they have in common."""
    failed = [(j, v) for j, v in zip(judged, verdicts, strict=True) if _is_refuted(j, v)]
    if len(failed) < _LEAST:
        return
    definitions = {j.role.entry.index: j for j in judged if j.kind is Kind.DEFINITION and j.binding is not None}
    rest_on = _Closure(definitions)
    common = frozenset.intersection(*(rest_on.of(j) for j, _ in failed))
    for j, v in zip(judged, verdicts, strict=True):
        if v.status is Status.VERIFIED and j.relation is not None and j.relation.kind in ("eq", "approx"):
            common -= rest_on.of(j)  # an order may hold all the same
    (first, verdict), (own, *others) = failed[0], failed[0][1].diagnostics
    shared = [definitions[index] for index in sorted(common)]
    if not shared or len(shared) > _MOST or any(first.span.holds_start(j.span) for j in shared):
        return
    names = " and ".join(j.name or "" for j in shared)
    claims = f"the {len(failed)} claims that fail all rest on {names}, and no equation that holds does"
    related = tuple(Related(j.span, claims if j is shared[0] else "") for j in shared)
    verdict.diagnostics = [replace(own, related=(*own.related, *related)), *others]


def _is_refuted(judged: Judged, verdict: Verdict) -> bool:
    codes = {diagnostic.code for diagnostic in verdict.diagnostics}
    return judged.kind is Kind.CLAIM and verdict.status is Status.FAILED and codes == {"NT301"}


class _Closure:
    """The definitions on which statements rest, by the entries in which they stand."""

    def __init__(self, definitions: dict[int, Judged]) -> None:
        self._definitions = definitions
        self._known: dict[int, frozenset[int]] = {}

    def of(self, judged: Judged) -> frozenset[int]:
        found, waiting = set[int](), [judged]
        while waiting:
            for index in self._directly(waiting.pop()) - found:
                found.add(index)
                waiting.append(self._definitions[index])
        return frozenset(found)

    def _directly(self, judged: Judged) -> frozenset[int]:
        known = self._known.get(id(judged))
        if known is None:
            uses = chain(judged.uses, *(notebook.uses for notebook in judged.notebooks))
            own = {use.binding.entry.index for use in uses if isinstance(use.binding, Tensor | Function)}
            known = self._known[id(judged)] = frozenset(own & self._definitions.keys()) - {judged.role.entry.index}
        return known
