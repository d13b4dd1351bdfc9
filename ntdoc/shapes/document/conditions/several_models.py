"""Sizes of several models or cases: *the base model has `|\\ax| = 512`, and the large one `|\\ax| = 1024`*.

Where words tell one from another, two lengths of an axis do not contradict each other.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast

_TELLS_APART = regex(
    r"\b(?:base|basic|baseline|tiny|small|medium|large|big|huge|deep|wide|narrow|shallow|smaller|larger|bigger|wider|narrower"
    r"|deeper|original|reduced|plain|ordinary|usual|typical|common|popular|other|others|another|second|first|latter|former"
    r"|instead|except|unlike|compar\w+|whereas|cases?|variants?|versions?|experiments?|ablations?|setups?|from|versus|vs"
    r"|doubl\w+|halv\w+|increas\w+|decreas\w+|grow\w*|shrink\w*|vary|varied|varies|sweep)\b",
    re.IGNORECASE,
)
_FOR_ONE = regex(r"\s*(?:\$|\\\))?\s*(?:for|in|on|with)\s+(?:the\s+)?(?-i:[A-Z])[\w-]+")  # *for ImageNet*


def told_apart(entries: Sequence[Entry]) -> frozenset[int]:
    """The numbers of the entries that say how long an axis is in a model or a case, where others say it of another."""
    said: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        if axis := axis_of(entry):
            said[axis].append(entry)
    several = (own for own in said.values() if len({_length(entry) for entry in own}) > 1)
    return frozenset(entry.index for own in several for entry in own if _is_told_apart(entry))


def axis_of(entry: Entry) -> str:
    """The axis of which a sentence says how long it is, `|\\ax| = 512`; nothing, if it says anything else."""
    parsed = entry.parsed
    if entry.display or not isinstance(parsed, ast.Chain) or [r.kind for r, _ in parsed.rest] != ["eq"]:
        return ""
    subject = parsed.subjects[0]
    return subject.axes[0].name if isinstance(subject, ast.Size) and len(subject.axes) == 1 else ""


def is_in_numbers(entry: Entry) -> bool:
    """Whether that is a number."""
    parsed = entry.parsed
    return axis_of(entry) != "" and isinstance(parsed, ast.Chain) and isinstance(parsed.rest[0][1], ast.Number)


def _length(entry: Entry) -> str:
    return "".join(entry.parsed.rest[0][1].span.text.split()) if isinstance(entry.parsed, ast.Chain) else ""


def _is_told_apart(entry: Entry) -> bool:
    span = entry.parsed.span
    words = re.sub(sentences.FORMULA, " ", sentences.before(span)[-160:])
    return _TELLS_APART.search(words) is not None or _FOR_ONE.match(sentences.after(span)) is not None
