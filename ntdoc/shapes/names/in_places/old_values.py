"""What a *where* says of an update is about the old value: *`w \\leftarrow w + h`, where `h = a (y - w)`*."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import is_update, names_in
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.bindings import Binding


def are_meant(by_name: Mapping[str, Sequence[Binding]], update: Binding, at: Entry) -> bool:
    """Whether an entry stands before an update, or in the *where* behind it and says what that is made of."""
    own = update.entry
    if own.index > at.index:
        return True
    if not at.where or at.run != own.run or own.index == at.index or at.companion != own.companion:
        return False
    name = _defined(at.parsed)
    run = [b for bindings in by_name.values() for b in bindings if b.entry.run == own.run and hasattr(b, "body")]
    waiting, seen = [b for b in run if b.entry.index <= own.index and is_update(b.entry.parsed)], set[str]()
    while waiting and name is not None:
        names = names_in(getattr(waiting.pop(), "body", ())) - seen
        if name in names:
            return True
        seen |= names
        waiting += [b for b in run if b.name in names and b.entry.where and b.entry.index > own.index]
    return False


def _defined(parsed: ast.Parsed) -> str | None:
    """The name on the left side of an equation."""
    subject = parsed.subjects[0] if isinstance(parsed, ast.Chain) and parsed.rest else None
    whole = subject.body if isinstance(subject, ast.Index) else subject
    return whole.full_name if isinstance(whole, ast.Symbol) else None
