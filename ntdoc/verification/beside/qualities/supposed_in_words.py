"""What the words of a sentence suppose of a tensor in it: *if `A` is symmetric, then*, *for orthogonal `Q` we get*.

Its samples need not be so. Where they can be made symmetric, the claim is held against such; else it is not checked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ntdoc.evaluation.run import Runner
from ntdoc.operations.array import NamedArray
from ntdoc.operations.domain import DomainKind
from ntdoc.regex import regex
from ntdoc.report import Kind, Status
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import Sampled
from ntdoc.shapes.sizes import stem
from ntdoc.shapes.summary import samples_in
from ntdoc.syntax.ast import Number
from ntdoc.verification.beside.qualities.qualified import PROPERTY
from ntdoc.verification.beside.under_conditions import leave_out
from ntdoc.verification.in_numbers.taken import free
from ntdoc.verification.instances.resampled import Resampled
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.sizes.stated_sizes import verdict
from ntdoc.verification.verdicts import Verdict
from ntdoc.vocabulary import ADVERB, ANY, IF, SUPPOSES, THEN, WE_GET, WE_HAVE

_SAID = rf"(?:(?<![\w-])(?P<symmetric>symmetric)(?![\w-])|{PROPERTY})"
_IF = regex(
    rf"\b(?:{IF}|where|since|because|as|{SUPPOSES})(?:\s+that)?\s+(?:[a-z]+\s+){{0,2}}?"
    rf"(?P<whose>{sentences.LISTED})\s+(?:is|are)\s+(?:(?:an?|also|both|even)\s+)*(?P<said>{_SAID})",
    re.IGNORECASE,
)
_FOR = regex(
    rf"\b(?:for|with|given)\s+(?:(?:[a-z]+\s+){{0,4}}{sentences.FORMULA}\s*(?:,\s*and|,|and)\s+)?"
    rf"(?:(?:{ANY}|an?)\s+)?(?P<said>{_SAID})(?:\s+matri(?:x|ces))?\s+(?P<whose>{sentences.LISTED})",
    re.IGNORECASE,
)

_THEN = regex(  # what leads from such a case to a formula, and says no more
    rf"\s*(?:,\s*)?(?:{THEN})?\s*(?:,\s*)?(?:{WE_HAVE}|{WE_GET}|it\s+is|(?:its|the)\s+(?:gradient|derivative|Hessian)"
    rf"\s+is(?:\s+(?:just|simply|{ADVERB}))?|this\s+(?:is|becomes|simplifies\s+to|reduces\s+to))?\s*(?:\$|\\\()?\s*",
    re.IGNORECASE,
)
_MORE = regex(
    rf"\b(?:{IF}|where|for|unless|only|at|with|up\s+to|approximately|except)\b",
    re.IGNORECASE,
)
_CENTRED = regex(
    r"\b(?:cent(?:re|er)(?:d|ing)|centring|demeaned|standardi[sz](?:ed|ing)|whiten(?:ed|ing))\b", re.IGNORECASE
)
_SUPPOSES = regex(r"\W*(?:we\s+)?(?:assum|suppos|let\b|for\s+simplicity|without\s+loss)", re.IGNORECASE)


def held_as_supposed(
    claim: Judged, own: Verdict, judged: Sequence[Judged], laboratory: Laboratory
) -> Verdict | None:
    """The verdict on a refuted claim where that is so; None if its sentence supposes nothing of its tensors.

    What goes on with such as a sentence before it declares for itself, *if `A ∈ …` is symmetric*, is not checked.
    """
    before = sentences.before(claim.role.entry.parsed.span, across=True)
    found = [*_IF.finditer(before), *_FOR.finditer(before)]
    named = {name for match in found for name in sentences.names_listed(match["whose"])}
    tensors = frozenset(free(claim, within=True)) if claim.law is None else frozenset[str]()
    if tensors and _is_zero(claim) and (words := _centred(claim)):
        leave_out(own, f"its words say “{words}”, and not all samples are")
        return own
    if named.isdisjoint(tensors):
        for there in judged if tensors else ():
            if (names := _declared_as_symmetric(there, claim) & tensors) and _holds(claim, {*names}, laboratory):
                line = there.span.line_for(claim.span)
                leave_out(own, f"it may hold because of what {line} supposes, which not all samples satisfy")
                return own
        return None
    if all(match["symmetric"] for match in found) and (held := _of_symmetric(claim, named, laboratory)) is not None:
        return held
    leave_out(own, f"its sentence says “{found[0]['said']}”, and not all samples are")
    return own


def held_in_its_case(claim: Judged, laboratory: Laboratory) -> Verdict | None:
    """The verdict on a formula of a sentence that begins with such a case, and says no more before the formula.

    *If `A` is symmetric, then `\\nabla q(x) = 2 A x`*: where samples are made so, nothing else is supposed.
    """
    before = sentences.before(claim.role.entry.parsed.span)
    found = next((m for m in (*_IF.finditer(before), *_FOR.finditer(before)) if m["symmetric"]), None)
    if found is None or re.search(r"\w", before[: found.start()]) or _THEN.fullmatch(before, found.end()) is None:
        return None
    named = set(sentences.names_listed(found["whose"]))
    held = _of_symmetric(claim, named, laboratory) if named <= set(free(claim, within=True)) else None
    if held is not None:
        held.met = held.status is Status.FAILED and _MORE.search(sentences.after(claim.role.entry.parsed.span)) is None
    return held


def _is_zero(claim: Judged) -> bool:
    """Whether a claim says that something is zero which is made of data alone, and not of what the text computes."""
    sides = (claim.left, claim.right)
    equates = claim.relation is not None and claim.relation.kind == "eq"
    zero = equates and any(isinstance(side, Number) and side.value == 0 for side in sides)
    return zero and not any(isinstance(use.binding, Tensor) for use in claim.notebook.uses)


def _centred(claim: Judged) -> str:
    """*After centring, `\\nsum{\\ax} x = 0`*, *assume the data are centred. Then …*: what says that means are zero."""
    span = claim.role.entry.parsed.span
    supposed = [s for s in sentences.of_paragraph_before(span, across=True)[-1:] if _SUPPOSES.match(s)]
    found = _CENTRED.search(" ".join((*supposed, sentences.before(span, across=True))))
    return found[0] if found is not None else ""


def _declared_as_symmetric(there: Judged, claim: Judged) -> frozenset[str]:
    """The names of matrices that a sentence of its section before a claim declares for itself as symmetric."""
    at, entry = claim.role.entry, there.role.entry
    if there.kind is not Kind.DECLARATION or not entry.local or entry.section != at.section or entry.index > at.index:
        return frozenset()
    said = "symmetric" in sentences.before(there.span) + sentences.after(there.span)
    return frozenset(b.name for b in there.role.declares) if said else frozenset()


def _holds(claim: Judged, names: set[str], laboratory: Laboratory) -> bool:
    held = _of_symmetric(claim, names, laboratory)
    return held is not None and held.status is Status.VERIFIED


def _of_symmetric(claim: Judged, names: set[str], laboratory: Laboratory) -> Verdict | None:
    """The verdict for symmetric samples of these; None if they are no matrices on an axis and its twin."""
    drawn = samples_in(*claim.plans)
    if not names <= drawn.keys() or not all(_is_square(drawn[name]) for name in names):
        return None

    def mirrored(found: NamedArray, plan: Sampled) -> NamedArray:
        if plan.key not in names:
            return found
        below = np.greater.outer(*map(np.arange, found.data.shape))
        return NamedArray(found.axes, np.where(below, np.swapaxes(found.data, 0, 1), found.data))

    def change(runner: Runner) -> Runner:
        return Resampled(runner, mirrored)

    found = verdict(claim, laboratory.changed(change), None)
    if found.status is Status.VERIFIED:
        found.reason = f"{found.reason}, with symmetric samples"
    return found


def _is_square(node: Sampled) -> bool:
    plain = node.domain.kind in (DomainKind.REAL, DomainKind.POSITIVE, DomainKind.NONNEGATIVE, DomainKind.BINARY)
    plain = plain and not (node.domain.across or node.domain.unit or node.domain.centred or any(node.bounds))
    return plain and len(node.shape) == 2 and len({stem(axis) for axis, _ in node.shape}) == 1
