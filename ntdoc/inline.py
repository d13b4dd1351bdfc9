"""Which statements are reported: all of a display, and of inline mathematics what ntdoc reads.

Inline mathematics that it cannot read, or that speaks of names that only the prose explains, is prose: never an
error. But what a display needs is reported, so that nothing is blocked without a reason.
"""

from __future__ import annotations

import re

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.nodes import Node, walk
from ntdoc.report import Kind, Status
from ntdoc.shapes.judged import Judged
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.verdicts import Verdict

_AXES = frozenset({"NT203", "NT208"})
_END = re.compile(r"[.!?](?=\s|$)|\n\s*\n|\\item\b")
_DOUBT = re.compile(
    r"\b(?:not|no|cannot|can't|never|without|nor|neither|if|would|could|were|instead|rather|unless|wrong|errors?|mistakes?"
    r"|undefined|ill\W|invalid|illegal|meaningless|nonsense|fails?|lacks?|missing|general(?:ly)?|another|other|analogous(?:ly)?"
    r"|similarly|likewise|any|every)\b|n't\b|\?",
    re.IGNORECASE,
)


def reported(judged: list[Judged], verdicts: list[Verdict]) -> tuple[list[Judged], list[Verdict]]:
    """The statements that a report shows, with their verdicts."""
    pairs = list(zip(judged, verdicts, strict=True))
    prose = {j.role.entry.index for j, v in pairs if not j.role.entry.display and _is_prose(j, v)}
    wanted = [j for j, _ in pairs if j.role.entry.display]
    while wanted:
        needed = {entry.index for j in wanted for _, entry in j.notebook.blockers if entry is not None} & prose
        prose -= needed
        wanted = [j for j, _ in pairs if j.role.entry.index in needed]
    while True:  # what needs prose to be understood is prose too
        more = {
            j.role.entry.index
            for j, v in pairs
            if not j.role.entry.display
            and v.status is Status.BLOCKED
            and j.role.entry.index not in prose
            and any(entry is not None and entry.index in prose for _, entry in j.notebook.blockers)
        }
        if not more:
            break
        prose |= more
    kept = [(j, v) for j, v in pairs if j.role.entry.index not in prose]
    return [j for j, _ in kept], [v for _, v in kept]


def _is_prose(judged: Judged, verdict: Verdict) -> bool:
    entry = judged.role.entry
    if judged.unread is not None or isinstance(entry.parsed, ast.Unread):
        return True
    errors = [d for d in judged.notebook.diagnostics if d.severity is not Severity.NOTE]
    if judged.kind is Kind.EXPRESSION and (errors or judged.notebook.blockers or judged.value is None):
        return not _is_wrong_for_sure(judged, errors)
    if judged.law is not None and verdict.status is Status.FAILED:
        # of any tensors in the middle of a sentence: a condition on them, if it is supposed, or an order of them
        kind = judged.relation.kind if judged.relation is not None else ""
        if entry.assumed or kind not in ("eq", "define"):
            return True
    if (entry.negated or entry.worded or entry.supposed) and verdict.status in (Status.FAILED, Status.ERROR):
        return True  # the text says that it is not so, or not always
    return any(d.code in ("NT201", "NT202") for d in errors)


def _is_wrong_for_sure(judged: Judged, errors: list[Diagnostic]) -> bool:
    """Whether an expression lacks axes that it works on, though its section said before what each of its names is.

    The words around it may say just that, or what would be if it were not so.
    """
    entry, uses = judged.role.entry, judged.notebook.uses
    near = (
        binding.entry.section == entry.section and binding.entry.index < entry.index
        for binding in (use.binding for use in uses)
        if binding is not None
    )
    asserted = not (entry.worded or entry.local or entry.negated or _DOUBT.search(_sentence(entry.parsed.span)))
    axes = bool(errors) and {d.code for d in errors} <= _AXES
    return axes and asserted and any(map(_works, walk(entry.parsed))) and all(near)


def _sentence(span: Span) -> str:
    """The words around a formula, up to the ends of its sentence."""
    text = span.source.text
    before, after = text[max(0, span.start - 300) : span.start], text[span.end : span.end + 300]
    return _END.split(before)[-1] + " … " + _END.split(after)[0]


def _works(node: Node) -> bool:
    """Whether a part of an expression is an operation along axes."""
    if isinstance(node, ast.BigOperator):
        return bool(node.axes)
    return isinstance(node, ast.Rename) or (isinstance(node, ast.ProductOperator | ast.Symbol) and bool(node.axes))
