r"""*For a tensor `A` we write `\bar A = \partial L / \partial A`*: from there on `\bar W` is the derivative by `W`.

So it is with a subscript, `g_A = \partial L / \partial A`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, cast

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import related
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast
from ntdoc.syntax.symbols import ACCENTS
from ntdoc.vocabulary import ANY

_ANY = regex(  # *for a tensor `A`*, *the gradient by any quantity `v`*
    rf"\b(?:{ANY}|an?)\s+(?:[a-z]+\s+){{0,3}}({sentences.FORMULA})", re.IGNORECASE
)
_MARKED = regex(rf"({'|'.join(sorted(ACCENTS))})\((.+)\)")


class _Mark(NamedTuple):
    """An accent, or a letter with subscripts, that makes of a name the derivative of a loss by it.

    `at` is the entry that says so.
    """

    sign: str
    loss: ast.Symbol
    at: Entry


def as_derivatives(entries: Sequence[Entry]) -> list[Entry]:
    """The entries with derivatives for such names, but for those that are given a meaning of their own before it."""
    mark = next((found for e in entries if (found := _mark(e, entries)) is not None), None)
    if mark is None:
        return list(entries)
    own = {name for e in entries for name in _introduced(e, mark)}
    known = {name: s for e in entries for s in related(e.parsed) for name in (s.base, s.full_name)}
    return [_with_derivatives(e, mark, own, known) if e.index > mark.at.index else e for e in entries]


def _mark(entry: Entry, entries: Sequence[Entry]) -> _Mark | None:
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest:
        return None
    left, right = parsed.subjects[0], parsed.rest[0][1]
    if not isinstance(left, ast.Symbol) or not isinstance(right, ast.Derivative) or len(right.by) != 1:
        return None
    marked, by = _taken_apart(left), right.by[0]
    if marked is None or not isinstance(by, ast.Symbol) or by.full_name != marked[1].full_name:
        return None
    if not isinstance(right.body, ast.Symbol) or not _is_any(by, entry, entries):
        return None
    return _Mark(marked[0], right.body, entry)


def _taken_apart(node: ast.Symbol) -> tuple[str, ast.Symbol] | None:
    """The accent, or the letter with a name below it, and the name."""
    if node.axes:
        return None
    if (marked := _MARKED.fullmatch(node.base)) is not None:
        return marked[1], node.replace(base=marked[2])
    below = node.sub.expr if node.sub is not None and node.sup is None else None
    return (f"{node.base}_", below) if isinstance(below, ast.Symbol) and not below.axes else None


def _is_any(letter: ast.Symbol, entry: Entry, entries: Sequence[Entry]) -> bool:
    """Whether a letter stands for any tensor: the words say so, or it has no other meaning in the document."""
    words = sentences.around(entry.parsed.span)  # *write `…` for …*
    generic = (m[1].strip("$\\() ") for m in _ANY.finditer(words))
    others = (e.parsed for e in entries if e is not entry and not _is_mention(e.parsed))
    return letter.span.text in generic or not any(letter.full_name in names_in(parsed) for parsed in others)


def _is_mention(parsed: ast.Parsed) -> bool:
    return isinstance(parsed, ast.Chain) and not parsed.rest and all(isinstance(s, ast.Symbol) for s in parsed.subjects)


def _introduced(entry: Entry, mark: _Mark) -> set[str]:
    """The marked names that are declared somewhere, or defined before the mark has its meaning."""
    relation = entry.parsed.rest[0][0].kind if isinstance(entry.parsed, ast.Chain) and entry.parsed.rest else ""
    if relation != "in" and not (relation in ("eq", "define") and entry.index < mark.at.index):
        return set()
    return {s.full_name for s in related(entry.parsed)}


def _with_derivatives(entry: Entry, mark: _Mark, own: set[str], known: Mapping[str, ast.Symbol]) -> Entry:
    def meant(node: Any) -> Node:
        marked = _taken_apart(node) if isinstance(node, ast.Symbol) and node.full_name not in own else None
        if marked is None or marked[0] != mark.sign or marked[1].base not in known:
            return cast(Node, node)
        by = marked[1]
        if by.sub is None and by.sup is None and known[by.base].full_name == by.base:  # `\\bar{W_1}`, of `W_1`
            by = known[by.base].replace(span=node.span)
        return ast.Derivative(mark.loss.replace(span=node.span), (by,), False, None, node.span)

    symbols = (part for part in walk(entry.parsed) if isinstance(part, ast.Symbol))
    if not any(marked[0] == mark.sign for s in symbols if (marked := _taken_apart(s)) is not None):
        return entry
    return replace(entry, parsed=rewritten(entry.parsed, meant))
