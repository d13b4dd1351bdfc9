"""`\\Delta W = B \\ndot{\\ax} A`: a letter behind a Δ is a name with it, the change of what has the letter alone.

It is one if a statement or a sentence is about it. Where Δ or δ is a tensor or a function itself it stands somewhere
without such a letter: from that section on `\\delta x` is a product. A Δ that stands before letters
everywhere is no name of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ntdoc.nodes import walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import Factors, with_factors
from ntdoc.syntax import ast

_OF_CHANGE = frozenset({"Delta", "delta"})
_SCRIPTED = ast.Index | ast.Rename | ast.Star | ast.Power


def joined(entries: Sequence[Entry]) -> list[Entry]:
    """Entries in which each such letter is one name with the Δ before it."""
    names = {name for entry in entries if (name := _said(entry.parsed)) is not None}
    if not any(True for entry in entries for sign in _alone(entry.parsed) if sign == "Delta"):
        names |= {pair for entry in entries for pair in _changes(entry.parsed)}
    if not names:
        return list(entries)
    first: dict[str, int] = {}  # the section in which each is alone
    for entry in entries:
        for sign in _alone(entry.parsed):
            first.setdefault(sign, entry.section)
    free = ({n for n in names if n[0] not in first or entry.section < first[n[0]]} for entry in entries)
    return [_joined(entry, own) if own else entry for entry, own in zip(entries, free, strict=True)]


def _said(parsed: ast.Parsed) -> tuple[str, str] | None:
    """The sign and the letter of which a statement says something, or which it names: `\\Delta t`."""
    subject = parsed.subjects[0] if isinstance(parsed, ast.Chain) else None
    if not isinstance(subject, ast.Juxtaposition) or not (len(subject.factors) == 2 or _defines(parsed)):
        return None
    sign, letter = _sign(subject.factors[0]), _symbol(subject.factors[1])
    return (sign, letter.base) if sign is not None and letter is not None else None


def _defines(parsed: ast.Parsed) -> bool:
    """Whether an equation begins with a function of letters behind a sign: `\\delta E(d) = …`."""
    if not isinstance(parsed, ast.Chain) or not parsed.rest or parsed.rest[0][0].kind not in ("eq", "define"):
        return False
    subject = parsed.subjects[0]
    if not isinstance(subject, ast.Juxtaposition) or len(subject.factors) != 3:
        return False
    *_, bracket = subject.factors
    return isinstance(bracket, ast.Group) and all(isinstance(item, ast.Symbol) for item in bracket.items)


def _joined(entry: Entry, names: set[tuple[str, str]]) -> Entry:

    def together(factors: Factors) -> Factors:
        found: list[ast.Expr] = []
        for factor in factors:
            letter, sign = _symbol(factor), _sign(found[-1]) if found else None
            if sign is not None and letter is not None and (sign, letter.base) in names:
                factor = _behind(found.pop(), factor)
            found.append(factor)
        return tuple(found)

    return replace(entry, parsed=with_factors(entry.parsed, together))


def _sign(node: object) -> str | None:
    """A Δ or a δ with nothing at it."""
    if not isinstance(node, ast.Symbol) or node.sub is not None or node.sup is not None or node.axes:
        return None
    return node.base if node.base in _OF_CHANGE else None


def _alone(parsed: ast.Parsed) -> Iterator[str]:
    """The signs that have no letter behind them somewhere in a statement."""
    nodes = list(walk(parsed))
    rows = [part.factors for part in nodes if isinstance(part, ast.Juxtaposition)]
    before = {id(sign) for row in rows for sign, behind in pairwise(row) if _symbol(behind) is not None}
    yield from (sign for part in nodes if (sign := _sign(part)) is not None and id(part) not in before)


def _changes(parsed: ast.Parsed) -> Iterator[tuple[str, str]]:
    """Each Δ with the letter behind it."""
    for part in walk(parsed):
        for sign, behind in pairwise(part.factors) if isinstance(part, ast.Juxtaposition) else ():
            if _sign(sign) == "Delta" and (letter := _symbol(behind)) is not None:
                yield "Delta", letter.base


def _symbol(node: object) -> ast.Symbol | None:
    """The letter that a factor is, whatever stands at it."""
    while isinstance(node, _SCRIPTED):
        node = node.base if isinstance(node, ast.Power) else node.body
    return node if isinstance(node, ast.Symbol) and not node.roman and node.base not in _OF_CHANGE else None


def _behind(sign: ast.Expr, factor: ast.Expr) -> ast.Expr:
    """A factor with the sign before it as a part of its name."""
    span = sign.span.to(factor.span)
    if isinstance(factor, ast.Power):
        return factor.replace(base=_behind(sign, factor.base), span=span)
    if isinstance(factor, ast.Index | ast.Rename | ast.Star):
        return factor.replace(body=_behind(sign, factor.body), span=span)
    assert isinstance(factor, ast.Symbol)
    return factor.replace(base=f"{_sign(sign)}{factor.base}", span=span)
