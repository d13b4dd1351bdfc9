"""*Scalar inputs `u_1, \\ldots, u_n`*, *numbers `c_1, \\ldots, c_n`*: what `u_1, \\ldots, u_n \\in \\reals` says.

So does *`b_1, \\ldots, b_n` with `0 < b_t < 1`*, where no set is said of them, and *let `b_1, \\ldots, b_n` be the
schedule*.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import ORDERS, member_of, numbers, operands
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import split_commas
from ntdoc.syntax.statements import parse_inline
from ntdoc.syntax.symbols import ELLIPSES

_SCALARS = regex(r"\b(?:scalar|real|real-valued|scalar-valued)\s+[a-z]+\s*(?:\$|\\\()?$", re.IGNORECASE)
_BE_NUMBERS = regex(
    r"\s*(?:\$|\\\))?\s*be\s+(?:(?:the|an?|our)\s+)?(?:[a-z]+\s+){0,2}(?:schedule|rates|variances|temperatures|step\s+sizes"
    r"|coefficients|discounts|probabilities|thresholds|prices|constants)\b(?!\s+(?:vectors?|matrix|matrices|tensors?|functions?)\b)",
    re.IGNORECASE,
)


def declared(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such lists are declarations."""
    found: list[Entry] = []
    with_sets: set[str] | None = None
    for at, entry in enumerate(entries):
        if isinstance(entry.parsed, ast.Unread) and not entry.display:
            behind = entries[at + 1] if at + 1 < len(entries) else None
            ordered = _ordered(behind) if behind is not None and behind.sentence == entry.sentence else ""
            if ordered and with_sets is None:
                with_sets = {s.base for e in entries for s in _in_sets(e.parsed)}
            entry = _declared(entry, ordered if ordered not in (with_sets or ()) else "")
        found.append(entry)
    return found


def _ordered(entry: Entry) -> str:
    """The family of which a member is ordered between numbers: `0 < b_t < 1`."""
    chain = entry.parsed
    if not isinstance(chain, ast.Chain) or not chain.rest or any(r.kind not in ORDERS for r, _ in chain.rest):
        return ""
    members = [side for side in operands(chain) if not isinstance(side, ast.Number)]
    one = members[0] if len(members) == 1 else None
    return one.base if isinstance(one, ast.Symbol) and one.sub is not None and not one.axes else ""


def _in_sets(parsed: ast.Parsed) -> list[ast.Symbol]:
    """What a declaration puts in a set."""
    if not isinstance(parsed, ast.Chain) or not parsed.rest or not isinstance(parsed.rest[0][1], ast.TensorSet):
        return []
    return [s for s in parsed.subjects if isinstance(s, ast.Symbol)]


def _declared(entry: Entry, ordered: str) -> Entry:
    span = entry.parsed.span
    parts = list(split_commas(entry.piece.tokens))
    dots = [part for part in parts if len(part) == 1 and part[0].text in (*ELLIPSES, "…")]
    if len(dots) != 1 or parts[-1] in dots or parts[0] in dots:
        return entry
    said = entry.scalar or _SCALARS.search(sentences.before(span)) or _BE_NUMBERS.match(sentences.after(span))
    if not (said or ordered):
        return entry
    names: list[ast.Symbol] = []
    for part in parts:
        if part in dots:
            continue
        found = [parsed for parsed, _ in parse_inline(part, span)]
        chain = found[0] if len(found) == 1 else None
        if not isinstance(chain, ast.Chain) or chain.rest or not isinstance(chain.subjects[0], ast.Symbol):
            return entry
        names.append(chain.subjects[0])
    if not said and any(name.base != ordered for name in names):
        return entry
    return replace(entry, parsed=member_of(tuple(names), numbers(span), span, span))
