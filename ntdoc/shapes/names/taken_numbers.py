"""Numbers that a sentence gives to letters that run over numbers: *for `t = 32` it is `r_t = 97`*."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.scope import Scope, Tensor


def taken(
    letters: Iterable[str], at: Entry, scope: Scope, number: Callable[[str, Entry], int | None]
) -> dict[str, int]:
    """What the sentence of an entry says before it that such letters are; in a sum each has its own value."""
    found: dict[str, int] = {}
    for letter in letters:
        given = scope.tensor(letter, at) if letter in scope.by_name else None
        if not isinstance(given, Tensor) or given.entry.sentence != at.sentence or given.entry.display:
            continue
        if given.entry.index < at.index and (value := number(letter, at)) is not None:
            found[letter] = value
    return found
