"""The values of letters in a table or a list of settings: *symbol, value* above `\\eta` and 0.1, *- rate `\\eta`: 0.1*.

Such a row says what its letter is as `\\eta = 0.1` does. A letter of which any formula says something has its meaning
from there, and the letter of a family or of an index is none of a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.document.cells import line_of_span, rows_of
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.patterns import in_numbers, index_letters, names_in, operands, summed
from ntdoc.source import Span
from ntdoc.syntax import ast

_LOOK = regex(r"[\s$*_]|\\[()]|\\item\b(?:\[[^\]]*\])?")
_PLAIN = regex(r"(?P<number>-?(?:\d*\.\d+|\d+)(?:[eE]-?\d{1,2})?)")
_ABOVE = regex(  # a column of values
    r"\b(?:values?|defaults?|settings?|choices?|chosen|used|we\s+(?:use|set|choose|take)|set\s+to)\b", re.IGNORECASE
)
_SEVERAL = regex(r"\b(?:range|grid|searched|tried|tested|best|final|first|last|initial|start)\b", re.IGNORECASE)
_ITEM = regex(
    r"\s*(?:[-*+]\s|\d{1,3}[.)]\s|\\item\b)(?:\s*\[[ xX]\])?"
    r"(?:[^$\\.:;=<>]|\\(?:textbf|emph|textit)\{){0,60}(?:\$|\\\()\s*"
)
_COLON = regex(r"\s*(?:\$|\\\))[*_]*\s{0,4}(?::|=|→|–|—|--|---)\s{0,4}[*_]*(?P<value>.*)")
_CLOSED = regex(r"[\s.,;*_]*(?:\([^()]*\)[\s.,;]*)?(?:%[^\n]*|<!--.*-->)?")
_LONG = 200  # characters of a line behind a number, among which there are more than words in brackets
_FORMULA = regex(r"(?:\$|\\\()\s*")
_NEAR = 100  # formulas before and behind one in a table that may stand in the same


def declared(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which the letters of such rows are equations."""
    given = {e.index: value for e in entries if (value := _given(e, entries)) is not None}
    if not given:
        return list(entries)
    said = {name for e in entries for name in _said(e)}
    values: dict[str, set[str]] = {}
    for index, value in given.items():
        values.setdefault(_letter(entries[index]), set()).add("".join(value.span.text.split()))
    found = []
    for entry in entries:
        name = _letter(entry) if entry.index in given else ""
        if name and name not in said and len(values[name]) == 1:
            entry = replace(entry, parsed=_equation(entry, given[entry.index]), cell=False, gives=True)
        found.append(entry)
    return found


def _letter(entry: Entry) -> str:
    """The letter that a formula consists of, if it may have a value: no function, and no member of a family."""
    symbol = alone(entry)
    if not isinstance(symbol, ast.Symbol) or symbol.axes or symbol.sup is not None or lookup(symbol.full_name):
        return ""
    return "" if letters_in(symbol.full_name) or entry.negated or entry.mistaken else symbol.full_name


def _given(entry: Entry, entries: Sequence[Entry]) -> ast.Expr | None:
    """The number that a row of a table, or an item of a list, gives the letter that it is about."""
    if entry.display or not _letter(entry):
        return None
    ahead = next((e for e in entries[entry.index + 1 : entry.index + 2]), None)
    return _in_row(entry, entries) if entry.cell else _in_item(entry, ahead)


def _in_row(entry: Entry, entries: Sequence[Entry]) -> ast.Expr | None:
    """The one number in the row of a letter, if it stands in a column of values."""
    rows, span = rows_of(entry.parsed.span), entry.parsed.span
    row = next((row for row in rows for cell in row if cell.start <= span.start < cell.end), ())
    own = next((cell for cell in row if cell.start <= span.start < cell.end), None)
    if own is None or _LOOK.sub("", own.text) != "".join(span.text.split()):
        return None
    near = entries[entry.index + 1 : entry.index + 1 + 2 * len(row)]
    numbers = {place: n for place, cell in enumerate(row) if (n := _number_of(cell, near)) is not None}
    if len(numbers) != 1:
        return None
    ((place, number),) = numbers.items()
    above = rows[0][place].text if place < len(rows[0]) else ""
    if row is not rows[0] and _ABOVE.search(above) and not _SEVERAL.search(above):
        return number
    around = entries[max(entry.index - _NEAR, 0) : entry.index + _NEAR]
    headless = all(len(r) > place and _number_of(r[place], around) is not None for r in rows)
    return number if headless else None


def _number_of(cell: Span, near: Sequence[Entry]) -> ast.Expr | None:
    """The number that a cell consists of: a formula, or digits alone."""
    if (plain := _PLAIN.fullmatch(_LOOK.sub("", cell.text))) is not None:
        return _number(plain["number"], cell)
    for entry in near:
        span, side = entry.parsed.span, alone(entry)
        if span.source is cell.source and cell.start <= span.start and span.end <= cell.end:
            whole = _LOOK.sub("", cell.text) == _LOOK.sub("", span.text)
            return side if whole and isinstance(side, ast.Expr) and in_numbers(side) else None
    return None


def _in_item(entry: Entry, ahead: Entry | None) -> ast.Expr | None:
    """The number behind the colon of an item that names a letter."""
    before, after = line_of_span(entry.parsed.span)
    colon = _COLON.match(after) if _ITEM.fullmatch(before) else None
    if colon is None:
        return None
    value = colon["value"]
    if (plain := _PLAIN.match(value)) is not None:
        end = entry.parsed.span.end + colon.start("value")
        at = Span(entry.parsed.span.source, end, end + plain.end())
        return _number(plain["number"], at) if _is_closed(value[plain.end() :]) else None
    opened = _FORMULA.match(value)
    side = alone(ahead) if ahead is not None and opened is not None else None
    if ahead is None or opened is None or not isinstance(side, ast.Expr) or not in_numbers(side):
        return None
    start = entry.parsed.span.end + colon.start("value") + opened.end()
    behind = line_of_span(ahead.parsed.span)[1].lstrip().removeprefix("$").removeprefix("\\)")
    return side if ahead.parsed.span.start == start and _is_closed(behind) else None


def names_numbers(entry: Entry) -> bool:
    """Whether an item of a list has numbers behind the letter that it names: *width `k`: 64 (small) or 128 (large)*."""
    before, after = line_of_span(entry.parsed.span)
    colon = _COLON.match(after) if _ITEM.fullmatch(before) else None
    return colon is not None and re.search(r"\d", colon["value"]) is not None


def _is_closed(behind: str) -> bool:
    """Whether an item says no more behind its number."""
    return len(behind) < _LONG and _CLOSED.fullmatch(behind.rstrip()) is not None


def _number(digits: str, at: Span) -> ast.Number:
    places = len(digits.lower().partition("e")[0].partition(".")[2])
    power = int(digits.lower().partition("e")[2] or "0")
    return ast.Number(float(digits), max(places - power, 0), at)


def _equation(entry: Entry, value: ast.Expr) -> ast.Chain:
    """The letter put equal to its number, which is as if it stood right behind it."""
    parsed = entry.parsed
    assert isinstance(parsed, ast.Chain)
    there = parsed.span._replace(start=parsed.span.end)
    right = value.replace(span=there)
    return ast.Chain(parsed.subjects, ((ast.Relation("eq", "=", there), right),), (0, 0), (), parsed.span)


def _said(entry: Entry) -> Iterator[str]:
    """The letters of which a formula says something, and those of sizes, indices, sums and functions in it."""
    parsed = entry.parsed
    if isinstance(parsed, ast.Chain):
        sides = operands(parsed) if parsed.rest else ()
        yield from (side.full_name for side in sides if isinstance(side, ast.Symbol))
        yield from (name for side in sides for name in _called(side))
        yield from index_letters(parsed)
    elif isinstance(parsed, ast.Signature) and isinstance(parsed.subject, ast.Symbol):
        yield parsed.subject.full_name
    yield from summed(parsed)
    for part in walk(parsed):
        if isinstance(part, ast.Symbol):
            yield from letters_in(part.full_name)
        elif isinstance(part, ast.SizedAxis):
            yield from names_in(part.size)


def _called(side: ast.Operand) -> Iterator[str]:
    """The names in `f(x)` and `X_{\\ax(i)}` where such a side stands alone."""
    head = side.body if isinstance(side, ast.Index) else None
    if isinstance(side, ast.Juxtaposition) and len(side.factors) == 2:
        first, group = side.factors
        if isinstance(group, ast.Group) and all(isinstance(x, ast.Symbol) for x in group.items):
            head = first
            yield from names_in(group)
    yield from (head.full_name,) if isinstance(head, ast.Symbol) else ()
