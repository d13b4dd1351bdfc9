"""Equations of functions without their argument, `\\sigma' = \\sigma (1 - \\sigma)`: they hold at every number.

The sides become calls at one letter. That is done where a prime stands on the left, and functions and numbers alone on
the right: with a letter beside them `f` may be the name of a tensor. It is done, too, where a function is given another
name that has arguments elsewhere, `\\phi = \\tanh`, and no other one in its section.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain, count
from typing import Any, TypeGuard

from ntdoc.nodes import Node, walk, with_fields
from ntdoc.operations.table import Rule, lookup
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import pairs, unpowered
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.vocabulary import CAN, HEDGE

_LEFT_OPEN = regex(rf"\b(?:{HEDGE}|{CAN}|instead|alternativ\w*|were)\b", re.IGNORECASE)  # *`f = \sigma` would give*
_FUNCTION = regex(r"\b(?:functions?|activations?|non-?linearit|sigmoid|logistic|squash|gates?\b|gating)", re.IGNORECASE)


def at_every_number(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, with calls in such equations."""
    entries = _with_named(entries)
    own = {name: letter for entry in entries for name, letter in _defined(entry)}
    return [_called(entry, own) if _is_of_functions(entry.parsed, own) else entry for entry in entries]


def _with_named(entries: Sequence[Entry]) -> Sequence[Entry]:
    """The entries, with calls in the equations that give a function a name of which nothing else says what it is."""
    if not any(_named(entry) for entry in entries):
        return entries
    own = {name for entry in entries for name, _ in _defined(entry)}
    called = {h.base for entry in entries for h, group in pairs(entry.parsed) if _is_call(h, group)}
    said: dict[str, int] = {}  # the section that first says something else of a name
    names: dict[tuple[int, str], str] = {}  # what a name is equated with in a section
    for entry in entries:
        function = _named(entry)
        for name in _said_of(entry.parsed):
            if function is None or names.setdefault((entry.section, name), function.full_name) != function.full_name:
                said.setdefault(name, entry.section)  # it is one of several
    letter = _free_letter(entries)
    found = []
    for entry in entries:
        function = _named(entry)
        if function is not None and isinstance(entry.parsed, ast.Chain):
            left = entry.parsed.subjects[0]
            primed = isinstance(left, ast.Symbol) and f"{left.base}'" in called
            used = primed or (isinstance(left, ast.Symbol) and left.base in called and _is_spoken_of(entry, function))
            free = used and isinstance(left, ast.Symbol) and left.full_name not in said
            tensor = function.base not in own and said.get(function.base, entry.section + 1) <= entry.section
            along = bool(function.axes) and lookup(function.base) is not None  # `\\nfun{\\ax}{softmax}`
            if free and not tensor and (along or _is_function(function.base, own)):
                at = ast.Symbol(letter, None, None, (), False, left.span)
                entry = replace(entry, parsed=applied(entry.parsed, at))
        found.append(entry)
    return found


def _free_letter(entries: Sequence[Entry]) -> str:
    """A letter for the argument that nothing else is called by: of another the document may say what shape it has."""
    used = {part.base for entry in entries for part in walk(entry.parsed) if isinstance(part, ast.Symbol)}
    numbered = (f"x{n}" for n in count(1))
    return next(name for name in chain("xzuvwsr", numbered) if name not in used)


def _named(entry: Entry) -> ast.Symbol | None:
    """What stands on the right of an equation of two names, `\\phi = \\tanh`, that is not of a case alone."""
    if entry.local or entry.supposed or entry.case or entry.example or entry.negated:
        return None
    if _LEFT_OPEN.search(sentences.around(entry.parsed.span, across=entry.display)):
        return None
    match entry.parsed:
        case ast.Chain(subjects=(left,), rest=((ast.Relation(kind="eq" | "define"), ast.Symbol() as right),)):
            plain = right.sup is None and right.sub is None
            return right if isinstance(left, ast.Symbol) and _is_name(left) and plain else None
    return None


def _is_spoken_of(entry: Entry, function: ast.Symbol) -> bool:
    """Whether a name is one of a function: *the activation is `\\phi = \\sigma`*. A letter may be that of a number."""
    return function.roman or _FUNCTION.search(sentences.around(entry.parsed.span, across=entry.display)) is not None


def _is_name(left: ast.Symbol) -> bool:
    return left.sup is None and not left.axes and not left.under and not left.base.endswith("'")


def _is_call(head: ast.Expr, group: ast.Expr) -> TypeGuard[ast.Symbol]:
    bracket = unpowered(group)
    if not isinstance(head, ast.Symbol) or not isinstance(bracket, ast.Group) or len(bracket.items) != 1:
        return False
    return head.base not in {part.base for part in walk(bracket) if isinstance(part, ast.Symbol)}  # `a (1 - a)`


def _said_of(parsed: ast.Parsed) -> Iterator[str]:
    """The names that a statement declares or says what they are, of tensors and of functions."""
    if isinstance(parsed, ast.Signature):
        sides: tuple[ast.Operand, ...] = (parsed.subject,)
    else:
        sides = parsed.subjects if isinstance(parsed, ast.Chain) and parsed.rest else ()
    for side in sides:
        head = side.factors[0] if isinstance(side, ast.Juxtaposition) else side
        head = head.body if isinstance(head, ast.Index) else head
        if isinstance(head, ast.Symbol):
            yield head.full_name


def _defined(entry: Entry) -> list[tuple[str, ast.Symbol]]:
    """The function that a left side `f(x)` is of, and its letter."""
    left = entry.parsed.subjects[0] if isinstance(entry.parsed, ast.Chain) and entry.parsed.rest else None
    if not isinstance(left, ast.Juxtaposition) or len(left.factors) != 2:
        return []
    head, group = left.factors
    if not _is_plain(head) or not isinstance(group, ast.Group) or len(group.items) != 1 or group.parameters:
        return []
    letter = group.items[0]
    return [(head.base, letter)] if isinstance(head, ast.Symbol) and isinstance(letter, ast.Symbol) else []


def _is_plain(node: ast.Operand) -> bool:
    return isinstance(node, ast.Symbol) and node.sub is None and not node.axes and not node.under


def _is_function(name: str, own: Collection[str]) -> bool:
    known = lookup(name)
    return name in own or (known is not None and known.rule is Rule.ELEMENTWISE and known.arity == 1)


def _is_of_functions(parsed: ast.Parsed, own: Collection[str]) -> bool:
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest or parsed.conditions:
        return False
    left, sides = parsed.subjects[0], [side for _, side in parsed.rest]
    if not isinstance(left, ast.Symbol) or not _is_plain(left) or left.sup is not None:
        return False
    if not left.base.endswith("'") or not _is_function(left.base[:-1], own):
        return False
    if any(relation.kind != "eq" for relation, _ in parsed.rest):
        return False
    symbols = [part for side in sides for part in walk(side) if isinstance(part, ast.Symbol)]
    plain = all(_is_plain(s) and _is_function(s.base.removesuffix("'"), own) for s in symbols)
    return plain and bool(symbols)


def _called(entry: Entry, own: dict[str, ast.Symbol]) -> Entry:
    parsed = entry.parsed
    assert isinstance(parsed, ast.Chain)
    left = parsed.subjects[0]
    assert isinstance(left, ast.Symbol)
    letter = own.get(left.base[:-1]) or ast.Symbol("x", None, None, (), False, left.span)

    return replace(entry, parsed=applied(parsed, letter))


def applied(parsed: ast.Chain, letter: ast.Symbol) -> ast.Chain:
    """An equation of functions alone, with a letter as the argument of each of them."""

    def at(span: Span) -> ast.Group:
        end = span._replace(start=span.end)
        return ast.Group((letter.replace(span=end),), (), "(", end)

    def called(node: Any) -> Any:
        if isinstance(node, ast.Symbol) and node.sup is not None and isinstance(node.sup.expr, ast.Number):
            value = ast.Juxtaposition((node.replace(sup=None), at(node.span)), node.span)
            return ast.Power(ast.Group((value,), (), "(", node.span), node.sup.expr, node.span)
        if isinstance(node, ast.Symbol):
            return ast.Juxtaposition((node, at(node.span)), node.span)
        if isinstance(node, ast.Juxtaposition):
            parts = [called(factor) for factor in node.factors]
            flat = [p for part in parts for p in (part.factors if isinstance(part, ast.Juxtaposition) else (part,))]
            return node.replace(factors=tuple(flat))
        return with_fields(node, called) if isinstance(node, Node) else node

    rest = tuple((relation, called(side)) for relation, side in parsed.rest)
    return parsed.replace(subjects=tuple(map(called, parsed.subjects)), rest=rest)
