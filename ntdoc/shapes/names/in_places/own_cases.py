"""`P = E \\quad \\text{if } T = 0`: what a tensor that is made of `T` comes to in a case is no new value for it."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import replace

from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Function, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import equated, is_update, names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.vocabulary import IF, OTHER

ANOTHER = regex(rf"\b(?:{OTHER}|second|next|now)\b", re.IGNORECASE)
_IF_ORDER = regex(  # *if `0 < e < 1`, then we have*
    rf"\W*(?:{IF}|where)\s+(?:\$|\\\()[^$]*?(?:[<>]|\\[gl](?:eq?|t)\b)[^$]*(?:\$|\\\))\s*(?:,\s*)?"
    r"(?:(?!\b(?:we|one)\s+(?:use|take|choose|write|get|obtain|add)\b|\b(?:becomes?|set|replaced?)\b)[^$.;:])*"
    r"(?:\$|\\\()?\s*\Z",
    re.IGNORECASE,
)


def is_of_own_case(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """Whether a display has the condition that a tensor of which a name is made before has one value.

    In another section it may be another tensor of that name, unless the words ask to show it.
    """
    parsed, found = entry.parsed, scope.tensor(name, entry)
    if not entry.display or not isinstance(parsed, ast.Chain) or not parsed.conditions:
        return False
    if not isinstance(found, Tensor) or found.entry.index > entry.index or found.indices:
        return False
    if found.entry.section != entry.section and not sentences.asks_to_show(parsed.span):
        return False
    if found.entry.item == entry.item or (isinstance(found.entry.parsed, ast.Chain) and found.entry.parsed.conditions):
        return False  # a definition by cases
    parts = made_of(scope, names_in(found.body), found.entry)
    return all(equated(condition) in parts for condition in parsed.conditions)


def is_where_an_order_holds(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*If `0 < e < 1`, the normalizer is `Z = 2 e`*, of the `Z` of its section, which is made of the same tensors."""
    found, span = scope.tensor(name, entry), entry.parsed.span
    if entry.display or entry.lets or entry.gives or entry.supposed or is_update(entry.parsed):
        return False
    if not isinstance(found, Tensor) or found.indices or numeric.is_numbers(found.body) or found.entry.local:
        return False
    if found.entry.section != entry.section or found.entry.index > entry.index:
        return False
    before = sentences.before(span)
    if found.entry.sentence == entry.sentence or not _IF_ORDER.match(before):
        return False
    if ANOTHER.search(before) or ANOTHER.search(sentences.after(span)):
        return False
    own, parts = _declared(scope, right, entry), _declared(scope, found.body, found.entry)
    return bool(own) and own <= parts


def _declared(scope: Scope, body: ast.Operand, at: Entry) -> set[str]:
    """The declared tensors that an expression is made of in the end."""
    names = made_of(scope, names_in(body), at)
    return {name for name in names if isinstance(scope.tensor(name, at), Declared)}


def is_of_case_of_part(scope: Scope, fixed: Set[str], name: str, right: ast.Operand, entry: Entry) -> bool:
    """*At the start, `B = 0`, it is `W = W_0`*, of the `W = W_0 + B A` that is there, from which that comes.

    `fixed` are the names of which its sentence makes a case. *We start with `B = 0`, so that it starts as `W = W_0`*
    gives `B` a value, and `W` none.
    """
    found = scope.tensor(name, entry)
    if not isinstance(found, Tensor) or found.entry.index >= entry.index or found.entry.sentence == entry.sentence:
        return False
    if entry.lets or is_update(entry.parsed) or (entry.gives and not cases.is_beginning(entry.parsed.span)):
        return False
    if ANOTHER.search(sentences.before(entry.parsed.span, across=True)):
        return False
    if entry.display and cases.is_kept_behind(entry.parsed.span):
        return False
    parts = made_of(scope, names_in(found.body), found.entry)
    own = {n for n in names_in(right) if lookup(n) is None or scope.tensor(n, entry) is not None}
    fixed |= {n for n in parts if _has_start(scope, n, found, entry)}
    return bool(fixed) and bool(own) and fixed <= parts and own <= parts - fixed


def _has_start(scope: Scope, name: str, whole: Tensor, at: Entry) -> bool:
    """Whether a sentence gives a number to what has axes where a formula is made of it, or supposes that it is one."""
    given = (b for b in scope.by_name.get(name, ()) if isinstance(b, Tensor) and b.entry.sentence == at.sentence)
    own = [b for b in given if b.entry.index < at.index]
    if any(b.entry.local and (b.entry.supposed or b.entry.assumed) for b in own):
        return True  # *if it is uniform, `p = 1 / n`, it is the mean, `B = m`*
    before = scope.tensor(name, whole.entry)
    with_axes = isinstance(before, Declared) and bool(before.along)
    return with_axes and any(numeric.is_number(b.body) for b in own)


def in_its_sentence(scope: Scope, function: Function, entry: Entry, replaced: dict[int, set[str]]) -> Function:
    """A function that was there before, and that a sentence imagines to be another: so it is in this sentence alone.

    Its name is noted among what sentences have `replaced`.
    """
    before = [b for b in scope.function(function.name, entry) if b.entry.sentence != entry.sentence]
    if not before or entry.display or not (entry.local or cases.is_imagined(entry.parsed.span)):
        return function
    replaced.setdefault(entry.sentence, set()).add(function.name)
    return function._replace(entry=replace(function.entry, local=True))
