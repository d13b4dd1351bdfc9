"""Products without axes in a sentence that says to be in another notation: *in matrix notation, `C w = y`*.

Read with named axes such a product is one of entries, and neither fits nor holds. What the sentence means is not read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.report import Status
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.beside.under_conditions import leave_out_unread
from ntdoc.verification.verdicts import Verdict

_NOTATION = (
    r"in\s+(?:the\s+)?(?:(?:usual|ordinary|common|standard|plain|classical|conventional|traditional)\s+)?"
    r"(?:matrix|vector|matrix[-–\s]+vector|linear[-\s]algebra)\s+(?:notation|form|terms)\b"
)
_BEFORE = regex(rf"\b{_NOTATION}", re.IGNORECASE)
_BEHIND = regex(rf"\s*(?:\$|\\\)),?\s+(?:\(?written\s+)?{_NOTATION}", re.IGNORECASE)
_CODES = ("NT202", "NT203", "NT204", "NT205", "NT206", "NT301")  # not of names that nothing declares


def leave_out_other_notation(judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Leave out such products, where with named axes they are wrong."""
    for j, v in zip(judged, verdicts, strict=True):
        wrong = v.status in (Status.FAILED, Status.ERROR) and all(d.code in _CODES for d in v.diagnostics)
        if wrong and _is_product_without_axes(j) and _is_said(j.role.entry.parsed.span):
            leave_out_unread(j, v, "its sentence says that it is in another notation")


def _is_said(span: Span) -> bool:
    before = _BEFORE.search(sentences.before(span, across=True)) is not None
    return before or _BEHIND.match(sentences.after(span)) is not None


def _is_product_without_axes(judged: Judged) -> bool:
    parts = list(walk(judged.role.entry.parsed))
    return any(isinstance(part, ast.Juxtaposition) for part in parts) and not any(
        isinstance(part, ast.Axis) for part in parts
    )
