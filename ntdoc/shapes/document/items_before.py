"""What the formulas before a place in a document say of a name, where words are to be read before any statement is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from ntdoc.nodes import walk
from ntdoc.reading.document import Heading, Mathematics
from ntdoc.syntax import ast
from ntdoc.syntax.statements import parse_display, parse_inline


class Numbered(NamedTuple):
    """An item and its number: of two formulas that are one, that of the last."""

    number: int
    item: object
    again: bool = False  # its words give no value to what has one
    described: bool = False  # they may say how the data are


class Before:
    """The formulas before an item, which are read when one first asks."""

    def __init__(self, items: Sequence[Numbered]) -> None:
        self._items, self._at = items, len(items)

    @cached_property
    def in_section_at_all(self) -> frozenset[str]:
        """The names that the section says something of."""
        heads = (n for n in range(self._at - 1, -1, -1) if isinstance(self._items[n].item, Heading))
        return frozenset(name for p in self._parsed(next(heads, 0)) for name in _said(p))

    @cached_property
    def in_section(self) -> frozenset[str]:
        """The names of which the section says more than in which set they are."""
        heads = (n for n in range(self._at - 1, -1, -1) if isinstance(self._items[n].item, Heading))
        parsed = list(self._parsed(next(heads, 0)))
        more = [name for p in parsed if not _is_set(p) for name in _said(p)]
        return frozenset(more).union(*map(_sizes, parsed))

    @cached_property
    def computed(self) -> frozenset[str]:
        """The names alone on the left of equations of the section."""
        heads = (n for n in range(self._at - 1, -1, -1) if isinstance(self._items[n].item, Heading))
        return frozenset(name for parsed in self._parsed(next(heads, 0)) for name in _computed(parsed))

    @cached_property
    def anywhere(self) -> frozenset[str]:
        """The names that the document says something of."""
        return frozenset(name for parsed in self._parsed(0) for name in _said(parsed))

    def _parsed(self, start: int) -> Iterator[ast.Parsed]:
        for _, item, *_ in self._items[start : self._at]:
            if isinstance(item, Mathematics) and item.tokens:
                yield from _parsed(item)


def _said(parsed: ast.Parsed) -> Iterator[str]:
    """The names that a statement says something of."""
    if isinstance(parsed, ast.Signature) or (isinstance(parsed, ast.Chain) and parsed.rest):
        subjects = (parsed.subject,) if isinstance(parsed, ast.Signature) else parsed.subjects
        yield from (name.full_name for subject in subjects if (name := head(subject)) is not None)


def _computed(parsed: ast.Parsed) -> Iterator[str]:
    """The name alone on the left of an equation."""
    match parsed:
        case ast.Chain(subjects=(ast.Symbol() as name,), rest=((ast.Relation(kind="eq" | "define"), right), *_)):
            if not isinstance(right, ast.TensorSet):
                yield name.full_name


def _sizes(parsed: ast.Parsed) -> Iterator[str]:
    """The letters of the sizes that a statement gives to axes, the `n` of `\\ax[n]`."""
    for axis in walk(parsed):
        if isinstance(axis, ast.SizedAxis) and axis.size is not None:
            yield from (part.full_name for part in walk(axis.size) if isinstance(part, ast.Symbol))


def _is_set(parsed: ast.Parsed) -> bool:
    """Whether a statement says of names in which set they are, and no more."""
    return isinstance(parsed, ast.Chain) and bool(parsed.rest) and isinstance(parsed.rest[0][1], ast.TensorSet)


def head(node: ast.Operand) -> ast.Symbol | None:
    """The name that a left side is about: `f` in `f(x)`, `X` in `X_{\\ax(i)}`."""
    while True:
        if isinstance(node, ast.Index | ast.Rename | ast.Star):
            node = node.body
        elif isinstance(node, ast.Juxtaposition) and len(node.factors) == 2 and isinstance(node.factors[1], ast.Group):
            node = node.factors[0]
        else:
            return node if isinstance(node, ast.Symbol) else None


def expression(item: Mathematics) -> ast.Expr | None:
    """The one expression that a formula is, without a relation or a condition."""
    chain = one_chain(item)
    body = chain.subjects[0] if chain is not None and not chain.rest else None
    return None if isinstance(body, ast.TensorSet | ast.AxisTerm | ast.Braces) else body


def one_chain(item: Mathematics) -> ast.Chain | None:
    """The one statement of a formula, about one thing."""
    parsed = [statement for statement, _ in parse_inline(item.tokens, item.inner)]
    chain = parsed[0] if len(parsed) == 1 else None
    return chain if isinstance(chain, ast.Chain) and len(chain.subjects) == 1 and not chain.conditions else None


def _parsed(item: Mathematics) -> Iterator[ast.Parsed]:
    read = parse_display(item.tokens, item.environment, item.inner) if item.display else None
    for parsed, _ in read if read is not None else parse_inline(item.tokens, item.inner):
        yield parsed
