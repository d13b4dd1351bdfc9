"""`xy_\\mathrm{size} \\in S`: letters with one label behind them are one name, if nothing has the last of them alone.

As a product it would be of something that nobody knows, and of that nothing could be declared. So is a letter with a
number right behind it, `h2`, where it is the size of an axis, or a statement is about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ntdoc.nodes import walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import Factors, related, with_factors
from ntdoc.syntax import ast


def joined(entries: Sequence[Entry]) -> list[Entry]:
    """Entries in which such letters are put together."""
    words = {word for entry in entries for word in _declared(entry.parsed)}
    alone = {symbol.full_name for entry in entries for symbol in related(entry.parsed)} if words else set()
    words = {word for word in words if word[-1] not in alone}
    words |= {word for entry in entries for word in _numbered(entry.parsed)}
    if not words:
        return list(entries)
    return [replace(entry, parsed=with_factors(entry.parsed, lambda f: _together(f, words))) for entry in entries]


def _declared(parsed: ast.Parsed) -> Iterator[tuple[str, ...]]:
    if isinstance(parsed, ast.Chain) and parsed.rest and parsed.rest[0][0].kind == "in":
        for subject in parsed.subjects:
            if isinstance(subject, ast.Juxtaposition) and (word := _word(subject.factors)) is not None:
                yield word


def _numbered(parsed: ast.Parsed) -> Iterator[tuple[str, ...]]:
    """The letters with a number behind them that are sizes, or of which a statement says something."""
    sizes = [part.size for part in walk(parsed) if isinstance(part, ast.SizedAxis)]
    subjects = parsed.subjects if isinstance(parsed, ast.Chain) and parsed.rest else ()
    for side in (*sizes, *subjects):
        factors = side.factors if isinstance(side, ast.Juxtaposition) else ()
        if len(factors) == 2 and isinstance(factors[1], ast.Number) and (word := _word(factors)) is not None:
            yield word


def _word(factors: Factors) -> tuple[str, ...] | None:
    """The names of letters that stand right beside each other, of which the last alone has a script, of words.

    Or that of a letter, and the whole number right behind it.
    """
    *letters, last = factors
    if not letters or not all(isinstance(f, ast.Symbol) and len(f.base) == 1 and not f.axes for f in letters):
        return None
    if any(one.span.end != other.span.start for one, other in pairwise(factors)):
        return None
    names = tuple(f.full_name for f in factors if isinstance(f, ast.Symbol))
    if isinstance(last, ast.Number) and not last.places and len(names) == len(names[0]) == 1:
        return (*names, last.span.text)
    if not isinstance(last, ast.Symbol) or len(last.base) != 1 or last.axes:
        return None
    label = last.sub.text if last.sub is not None else ""
    return names if all(len(name) == 1 for name in names[:-1]) and len(label) > 1 and label.isalpha() else None


def _together(factors: Factors, words: set[tuple[str, ...]]) -> Factors:
    found: list[ast.Expr] = []
    for factor in factors:
        found.append(factor)
        for word in words:
            run = found[-len(word) :]
            if len(run) == len(word) and _word(tuple(run)) == word:
                base = "".join(word[:-1]) + (factor.base if isinstance(factor, ast.Symbol) else word[-1])
                name = factor if isinstance(factor, ast.Symbol) else run[0]
                assert isinstance(name, ast.Symbol)
                found[-len(word) :] = [name.replace(base=base, span=run[0].span.to(factor.span))]
                break
    return tuple(found)
