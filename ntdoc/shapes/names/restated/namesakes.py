"""Letters that keep their meaning from a definition elsewhere: after `\\text{Attention}(Q, K, V) = …`, a section that
writes `\\text{Att}(Q, K, V)` and declares none of the three speaks of such a Q, K and V."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Function
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast

Letters = tuple[str, ...]


class Namesakes:
    """The lists of letters that functions are applied to, by section."""

    def __init__(self, entries: Sequence[Entry], scope: Scope) -> None:
        self._lists: dict[int, list[Letters]] = {}
        self._functions: dict[Letters, list[Function]] = {}
        for function in scope.functions:
            letters = tuple(s.full_name for s in function.parameters)
            if len(letters) > 1:
                self._functions.setdefault(letters, []).append(function)
        for entry in entries if self._functions else ():
            for part in walk(entry.parsed):
                if isinstance(part, ast.Group) and (letters := _letters(part)) in self._functions:
                    self._lists.setdefault(entry.section, []).append(letters)

    def of(self, name: str, at: Entry) -> Function | None:
        """The function of another section, before this one, whose parameter a name is."""
        for letters in self._lists.get(at.section, ()):
            if name in letters:
                for function in self.like(letters, at):
                    return function
        return None

    def like(self, letters: Letters, at: Entry) -> Iterator[Function]:
        """The functions of these very letters in sections before an entry, the nearest first."""
        for function in reversed(self._functions.get(letters, [])):
            there = function.entry
            if there.index < at.index and there.section != at.section and not there.companion:
                yield function


def _letters(group: ast.Group) -> Letters:
    if group.bracket != "(" or not all(isinstance(item, ast.Symbol) for item in group.items):
        return ()
    return tuple(item.full_name for item in group.items if isinstance(item, ast.Symbol))
