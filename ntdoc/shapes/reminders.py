"""Arguments with their axes in a superscript, `f(Q^{\\key}, K^{\\seq,\\key}) = …`, of which what follows needs none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.shapes.across import spellings
from ntdoc.shapes.entries import Entry
from ntdoc.syntax import ast


def left_out(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, of which such definitions are not read: `Q` behind them is `Q^{\\key}`, and nothing else."""
    axes = {axis for axis, written in spellings(list(entries)).items() if len(written) > 1}
    return [_unread(entry) if _is_typed(entry.parsed, axes) else entry for entry in entries]


def _is_typed(parsed: ast.Parsed, axes: set[str]) -> bool:
    """Whether an argument on the left side has axes in its superscript, and is not called so on the right side."""
    subject = parsed.subjects[0] if isinstance(parsed, ast.Chain) and parsed.rest else None
    if not isinstance(subject, ast.Juxtaposition) or not isinstance(group := subject.factors[-1], ast.Group):
        return False
    items = (item for item in group.items if isinstance(item, ast.Symbol) and item.sup is not None)
    typed = {item.full_name for item in items if item.sup and set(item.sup.text.split(",")) <= axes}
    assert isinstance(parsed, ast.Chain)
    used = {part.full_name for part in walk(parsed.rest) if isinstance(part, ast.Symbol)}
    return bool(typed) and not typed & used


def _unread(entry: Entry) -> Entry:
    parsed = entry.parsed
    row = parsed.rows[0] if isinstance(parsed, ast.Chain) else 0
    reason = "an argument with its axes in a superscript"
    return replace(entry, parsed=ast.Unread(reason, False, parsed.span, parsed.span, row))
