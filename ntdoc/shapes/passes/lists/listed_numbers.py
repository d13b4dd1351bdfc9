"""*Scalar inputs `u_1, \\ldots, u_n`*, *numbers `c_1, \\ldots, c_n`*: what `u_1, \\ldots, u_n \\in \\reals` says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import numbers
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import split_commas
from ntdoc.syntax.statements import parse_inline
from ntdoc.syntax.symbols import ELLIPSES

_SCALARS = re.compile(r"\b(?:scalar|real|real-valued|scalar-valued)\s+[a-z]+\s*(?:\$|\\\()?$", re.IGNORECASE)


def declared(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such lists are declarations."""
    return [_declared(e) if isinstance(e.parsed, ast.Unread) and not e.display else e for e in entries]


def _declared(entry: Entry) -> Entry:
    span = entry.parsed.span
    parts = list(split_commas(entry.piece.tokens))
    dots = [part for part in parts if len(part) == 1 and part[0].text in (*ELLIPSES, "…")]
    if len(dots) != 1 or parts[-1] in dots or parts[0] in dots:
        return entry
    if not (entry.scalar or _SCALARS.search(sentences.before(span))):
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
    return replace(entry, parsed=_membership(tuple(names), span))


def _membership(names: tuple[ast.Symbol, ...], span: Span) -> ast.Chain:
    return ast.Chain(names, ((ast.Relation("in", "\\in", span), numbers(span)),), (0,) * (len(names) + 1), (), span)
