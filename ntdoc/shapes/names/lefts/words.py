"""Identifiers of several letters: after `\\text{MaxPool2d}_{kh,kw}` the letters `kh` side by side are one name."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Function
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast

_WORD = regex(r"([A-Za-z]{2,})(?:[_^].*)?")


class Words:
    """The words of a document that stand for one thing."""

    def __init__(self, entries: Sequence[Entry], scope: Scope) -> None:
        functions = {name for name, found in scope.by_name.items() if any(isinstance(b, Function) for b in found)}
        bases = {taken_apart(name).base for name in functions}
        for entry in entries:
            for part in walk(entry.parsed) if bases else ():
                if isinstance(part, ast.Symbol) and part.base in bases and (part.sub or part.sup):
                    functions.add(part.full_name)
        parts = (text for name in functions for text in (*taken_apart(name).sub, *taken_apart(name).sup))
        self._words = {found[1] for text in parts if (found := _WORD.fullmatch(text))}

    def joined(self, factors: Sequence[ast.Expr]) -> Sequence[ast.Expr]:
        """Factors with the letters of a word put together; scripts on its last letter are on the word."""
        if not self._words:
            return factors
        result: list[ast.Expr] = []
        rest = list(factors)
        while rest:
            run = _letters(rest)
            word = max((w for w in self._words if run.startswith(w)), key=len, default="")
            last = rest[len(word) - 1] if word else None
            if word and isinstance(last, ast.Symbol):
                result.append(last.replace(base=word, span=rest[0].span.to(last.span)))
                rest = rest[len(word) :]
            else:
                result.append(rest.pop(0))
        return result


def _letters(factors: Sequence[ast.Expr]) -> str:
    """The letters that factors begin with, up to the first that has a script."""
    run = ""
    for factor in factors:
        if not isinstance(factor, ast.Symbol) or len(factor.base) != 1 or factor.axes:
            break
        run += factor.base
        if factor.sub is not None or factor.sup is not None:
            break
    return run
