"""Tensors that the words hold fixed: *with `R` held fixed the derivative is*, *for fixed `a = b`*.

What else it is made of varies, also where such a tensor is made of what is differentiated by. So it is in the
derivatives of what is defined behind that in its section: *The weights `q` are kept fixed. The bound is `F = E`.*
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from ntdoc.nodes import Node, walk
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.calculus import observed
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.plan import Plan
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.typed import Demand
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_WORD = regex(r"\b(?:fixed|constants?)\b", re.IGNORECASE)
_FAR, _BEHIND = 3000, 400  # characters
_MORE = rf"(?:\$|\\\))(?:\s*(?:,|and|,\s*and)\s*{sentences.FORMULA})*"
_AFTER = regex(  # "`R` held fixed", "`a` and `b` are kept constant", "`R` as a constant"
    rf"{_MORE}\s*(?:(?:is|are|being|stays?|remains?)\s+)?(?:(?:held|kept|taken|treated|considered|regarded|seen)\s+)?"
    r"(?:(?:as|to\s+be)\s+)?(?:an?\s+)?(?:fixed|constants?)\b",
    re.IGNORECASE,
)
_FOR_A_TIME = regex(r"\b(?:during|until|while|initially|at\s+first|for\s+now)\b", re.IGNORECASE)
_BEFORE = regex(  # and not *the normalising constant `Z`*
    rf"\b(?:fixed|(?<!ing\s)(?<!tion\s)constant)\s+(?:[a-z]+\s+)?(?:{sentences.FORMULA}\s*(?:,|and|,\s*and)\s*)*(?:\$|\\\()\s*\Z",
    re.IGNORECASE,
)
# And not *cannot*: as we cannot train it, it is held fixed.
_NOT = regex(r"\b(?:not|no|never|without)\b|n't\b", re.IGNORECASE)


def test(session: Session, env: Environment, is_same: Callable[[Node, Plan | None], bool]) -> Callable[[Node], bool]:
    """What tells the parts of a plan that the sentence of a derivative holds fixed, or that are observed data."""
    found: list[Plan] = []
    for symbol in symbols(session.scope, env.at):
        quiet = env.aside()
        with suppress(Unreadable, Demand):
            plan = infer.check(session, symbol, quiet).plan
            found += [plan] if plan is not None else []
    is_data = observed.test(session, env.at)
    if is_data is None:
        return partial(_is_one_of, found, is_same) if found else _none
    return lambda node: is_data(node) or _is_one_of(found, is_same, node)


def symbols(scope: Scope, entry: Entry) -> Iterator[ast.Symbol]:
    """The letters that the words around a statement, in its sentence or before it in its paragraph, hold fixed."""
    at = entry.parsed.span
    if not _WORD.search(at.source.words[max(0, at.start - _FAR) : at.end + _BEHIND]):
        return
    varied = {name for part in walk(entry.parsed) if isinstance(part, ast.Derivative) for name in names_in(part.by)}
    defined = (b.entry for bindings in scope.by_name.values() for b in bindings if isinstance(b, Tensor))
    named = (m for mentions in scope.mentioned.values() for m in mentions)
    for mention in (*named, *(e for e in defined if not e.display)):
        symbol = mention.parsed.subjects[0] if isinstance(mention.parsed, ast.Chain) else None
        if not isinstance(symbol, ast.Symbol) or symbol.full_name in varied:
            continue
        near = _is_near(mention, entry)
        if not (near or _is_defined_behind(scope, mention, entry)):
            continue
        before, after = sentences.before(mention.parsed.span), sentences.after(mention.parsed.span)
        led = _BEFORE.search(before)
        said = _AFTER.match(after) or (led is not None and (near or led[0].lower().startswith("fixed")))
        if said and not _NOT.search(before) and (near or not _FOR_A_TIME.search(before + after)):
            yield symbol


def _is_near(entry: Entry, at: Entry) -> bool:
    """Whether a formula stands in the sentence of another, or before it in its paragraph."""
    one = entry.index < at.index and sentences.are_in_one_thought(
        entry.parsed.span, at.parsed.span, goes_on=not at.display, leads=at.display
    )
    return one or entry.sentence == at.sentence


def _is_defined_behind(scope: Scope, entry: Entry, at: Entry) -> bool:
    """Whether what a statement differentiates is defined behind another one in its section."""
    if entry.section != at.section or entry.index > at.index:
        return False
    taken = [part.body for part in walk(at.parsed) if isinstance(part, ast.Derivative | ast.Differential)]
    bindings = (scope.tensor(name, at) for body in taken for name in names_in(body))
    made = (b.entry for b in bindings if isinstance(b, Tensor))
    return any(entry.index < e.index and e.section == at.section for e in made)


def _none(node: Node) -> bool:
    return False


def _is_one_of(held: list[Plan], is_same: Callable[[Node, Plan | None], bool], node: Node) -> bool:
    return any(is_same(node, plan) for plan in held)
