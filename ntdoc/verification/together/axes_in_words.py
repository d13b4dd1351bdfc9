"""What the text says of the axes of a tensor: *the `\\emb` axis of `E`*, where `E` is declared without it.

The article says that there is one. So it is only told of a tensor of which the same section says before, once and for
all, in a formula, what axes it has; and of no sentence that says that it is not there, or comes to it. Nor is it where
the text since the formula speaks of another case, or of a change by which the tensor may have come to the axis.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from ntdoc.diagnostics import Diagnostic
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.session import Session
from ntdoc.syntax import ast
from ntdoc.verification.verdicts import Verdict
from ntdoc.vocabulary import NOT

_BEFORE = regex(r"\bthe\s+(?:\$|\\\()$", re.IGNORECASE)
_BETWEEN = regex(r"(?:\$|\\\))\s+axis\s+(?:from|of)\s+(?:\$|\\\()")
_AFTER = regex(r"(?:\$|\\\))(?!['’]s?\b)")
_DOUBT = regex(
    rf"\b(?:{NOT}|without|if|would|could|were|had|new|add\w*|append\w*|stack\w*|drop\w*|omit\w*|lack\w*|miss\w*|impli\w+"
    r"|suppress\w*|elid\w*|left|renam\w*|call\w*|batch\w*|lift\w*|becomes?|gets?|introduc\w*|insert\w*|extra)\b|n't\b|\?",
    re.IGNORECASE,
)
_SINCE = regex(
    r"\b(?:split\w*|reshap\w*|stretch\w*|expand\w*|extend\w*|repeat\w*|cop(?:y|ies)|tile[ds]?|unroll\w*|pool\w*"
    r"|broadcasting|minibatch\w*|now|later|instead|general\w*|cases?|suppose|variant|version|another"
    r"|(?:size|length) (?:one|1)|singleton|dummy"
    r"|add\w*|append\w*|concat\w*|stack\w*|lift\w*|batch\w*|becomes?|gets?|introduc\w*|insert\w*)\b",
    re.IGNORECASE,
)
_STOP = regex(r"[.!?:](?=\s|$)|\\item\b|\n\s*\n")


def report(session: Session, entries: Sequence[Entry], judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Warn at the declarations of tensors that have no axis of which the text speaks as theirs (NT405)."""
    verdict_of: Mapping[int, Verdict] | None = None
    once = {(found.entry.index, told.label): (found, told) for found, told in _mentioned(session, entries)}
    for found, told in once.values():
        if verdict_of is None:
            verdict_of = {j.role.entry.index: v for j, v in zip(judged, verdicts, strict=True)}
        if (verdict := verdict_of.get(found.entry.index)) is not None:
            verdict.diagnostics = [*verdict.diagnostics, told]


def _mentioned(session: Session, entries: Sequence[Entry]) -> Iterator[tuple[Declared, Diagnostic]]:
    for first, second in pairwise(entries):
        axis, name = alone(first), alone(second)
        if not isinstance(axis, ast.AxisTerm) or not isinstance(name, ast.Symbol):
            continue
        start, end = first.parsed.span, second.parsed.span
        text = start.source.words
        if start.source is not end.source or not _BETWEEN.fullmatch(text, start.end, end.start):
            continue
        before = _STOP.split(text[max(0, start.start - 300) : start.start])[-1]
        after = _STOP.split(text[end.end : end.end + 300], maxsplit=1)[0]
        if not _BEFORE.search(before) or not _AFTER.match(after) or _DOUBT.search(before + after):
            continue
        bindings = session.scope.by_name.get(name.full_name, ())
        here = [b for b in bindings if b.entry.section == second.section and b.entry.index < first.index]
        declared = here[-1] if here else None
        if not isinstance(declared, Declared) or declared.domain is None:
            continue
        said = declared.span
        since = text[said.end : start.start] if said.source is start.source else ""
        if _DOUBT.search(axis.axis.name) or _SINCE.search(since + before + after):
            continue
        axes = [sized.axis for sized in declared.domain.shape.axes]
        if axes and axis.axis.name not in {a.name for a in axes} and not any(a.variable for a in axes):
            message = f"the text speaks of the axis `{axis.axis.name}` of {declared.name}, which is declared without it"
            yield declared, Diagnostic("NT405", message, declared.span, label=f"no axis `{axis.axis.name}`")
