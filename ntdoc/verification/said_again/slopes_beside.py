"""*`q(x) = E` with gradient `\\nabla q(x) = F`*: it says what the derivative of what stands before it is."""

from __future__ import annotations

import re

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import names_in, number_in
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Gradient

_WITH = regex(
    r"[\s.,$\\)\]}]*(?:with|and|of)\s+(?:the\s+|its\s+|a\s+)?"
    r"(?:gradient|derivative|Hessian|Jacobian|slope|differential)s?\s*:?[\s$(\[\\]*",
    re.IGNORECASE,
)


def is_slope_of(judged: Judged, before: Judged) -> bool:
    """Whether a claim gives the derivative of what the formula right before it defines, and no number that it has at a
    point: *with gradient `\\nabla q(x) = 0`*.
    """
    if before.kind is not Kind.DEFINITION or judged.right is None or number_in(judged.right) is not None:
        return False
    one, other = before.role.entry.parsed.span, judged.role.entry.parsed.span
    behind = one.source is other.source and one.end < other.start
    if not behind or _WITH.fullmatch(sentences.between(one, other)) is None:
        return False
    slopes = [part for part in walk(judged.left) if isinstance(part, Gradient | ast.Derivative)]
    return any(before.role.name in names_in(slope) for slope in slopes)
