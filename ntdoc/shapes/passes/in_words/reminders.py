"""Arguments with their axes in a superscript, `f(Q^{\\key}, K^{\\seq,\\key}) = …`, of which what follows needs none."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.nodes import walk
from ntdoc.shapes.document.axis_spellings import spellings
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast


def left_out(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, of which such definitions are not read: `Q` behind them is `Q^{\\key}`, and nothing else."""
    if not any(_scripted(entry.parsed) for entry in entries):
        return list(entries)
    axes = {axis for axis, written in spellings(entries).items() if len(written) > 1}
    reason = "an argument with its axes in a superscript"
    return [entry.not_read(reason) if _is_typed(entry.parsed, axes) else entry for entry in entries]


def _is_typed(parsed: ast.Parsed, axes: set[str]) -> bool:
    """Whether an argument on the left side has axes in its superscript, and is not called so on the right side."""
    typed = {name for name, script in _scripted(parsed).items() if set(script.split(",")) <= axes}
    if not typed or not isinstance(parsed, ast.Chain):
        return False
    return typed.isdisjoint(part.full_name for part in walk(parsed.rest) if isinstance(part, ast.Symbol))


def _scripted(parsed: ast.Parsed) -> dict[str, str]:
    """The arguments on the left side that have a superscript, with what that is."""
    subject = parsed.subjects[0] if isinstance(parsed, ast.Chain) and parsed.rest else None
    if not isinstance(subject, ast.Juxtaposition) or not isinstance(group := subject.factors[-1], ast.Group):
        return {}
    items = (item for item in group.items if isinstance(item, ast.Symbol))
    return {item.full_name: item.sup.text for item in items if item.sup is not None}
