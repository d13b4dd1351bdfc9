"""Capitals that stand only together are one name: `SST = SSR + SSE`, `Precision = TP / (TP + FP)`, `LL = …`.

An equation is about a run of capitals, or about a word, and none of its letters stands alone anywhere, nor is one of
them declared or mentioned: there is nothing that it could be the product of. What else the equation is made of, and
what is made of it, is read in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.passes.spelling.italic_words import joined, runs, word_of
from ntdoc.syntax import ast

_SHORTEST = 3  # of a word with small letters


def with_capitals(entries: Sequence[Entry]) -> list[Entry]:
    """The entries with such runs put together."""
    made = [_runs_of(entry.parsed) for entry in entries]
    words = {left for left, _ in made if left and _is_word(left)}
    while more := {run for left, right in made if left in words or right & words for run in right} - words:
        words |= more
    while words:
        found = [replace(entry, parsed=joined(entry.parsed, words)) for entry in entries]
        alone = {letter for entry in found for letter in _letters(entry.parsed)}
        if not (products := {word for word in words if alone & set(word)}):
            return found
        words -= products
    return list(entries)


def _is_word(run: str) -> bool:
    return run.isupper() or (len(run) >= _SHORTEST and run[0].isupper())


def _runs_of(parsed: ast.Parsed) -> tuple[str, set[str]]:
    """The run of letters that an equation is about, and the runs with capitals that it is made of."""
    if not isinstance(parsed, ast.Chain) or not parsed.rest or parsed.rest[0][0].kind not in ("eq", "define"):
        return "", set()
    right = {run for _, side in parsed.rest for run in runs(side) if _is_word(run)}
    return (word_of(parsed.subjects[0]), right) if len(parsed.subjects) == 1 else ("", right)


def _letters(parsed: ast.Parsed) -> Iterator[str]:
    """The letters that stand alone; `F_1` is no `F`."""
    for node in walk(parsed):
        if isinstance(node, ast.Symbol) and not (node.roman or (node.sub is not None and node.sub.text.isdigit())):
            yield node.base
