"""Numbers in tables, held against the formulas that stand above them, or beside them, for the numbers of their row.

A column that a letter stands above says what the letter is in each row: below `$n$` and `$2^n$` stand 3 and 8. A cell
is held against its formula only where that comes to one number, so that there is one right answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite, nan
from typing import Any, NamedTuple

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.evaluation.stops import STOPS
from ntdoc.nodes import Node, walk, with_fields
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.arithmetic import last_side
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.claims.anew import session_there
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.cells import rows_of
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in, resolved
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.patterns import letter_or_size, names_in, number_given, number_in, spelt
from ntdoc.shapes.session import Session
from ntdoc.source import Span
from ntdoc.syntax import ast, literals
from ntdoc.verification.in_numbers import inputs
from ntdoc.verification.in_numbers.digits import half_a_unit
from ntdoc.verification.in_numbers.from_data import closed, is_computed, rests_on_data
from ntdoc.verification.sizes.sizes_of_rows import wrong_sizes
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.wording import number_text
from ntdoc.verification.zero_logs import verdict

_MOST = 400  # numbers of a table
_NUMBER = regex(r"(-|−)?\s*(\d{1,3}(?:(?:,|\{,\}|\\,)\d{3})+|\d+)(\.\d+)?")
_APART = regex(r",|\{,\}|\\,")
_LOOK = regex(r"[\s$*_]|\\[()]|\\(?:textbf|mathbf|bm)\{([^{}]*)\}")
_WORDS = regex(r"\s*[A-Za-z][A-Za-z\s-]{0,30}[:,]?\s+(?:\$|\\\()\s*")
_QUANTITY = regex(r"[\s\d.,%~≈×+\-−/$*_()]*(?:\\[,%]|\{,\})?[\s\d.,%~≈×+\-−/$*_()kKMGTB]*")
_CAPTION = regex(r"\\caption(?:\[[^\]]*\])?\s*\{(?:(?!\\end\s*\{table|\n\s*\n).)*$", re.DOTALL)
_TABLE = regex(r"\\end\s*\{tabular|^\s*\|", re.MULTILINE)
_FAR, _FAR_BEFORE = 400, 1500  # characters below a table, and before it
_LARGE = 1000  # from here on whole numbers that end in zeros may be rounded
_DEEPEST = 8  # definitions within definitions

Values = Mapping[str, ast.Number]


class _Head(NamedTuple):
    """What stands above a column: a letter, which its numbers are, a formula, or numbers for letters."""

    letter: str
    formula: ast.Operand | None
    given: dict[str, ast.Number]
    entry: Entry
    worded: bool = False  # words before the formula may say that the numbers are others


def wrong_in_tables(session: Session, entries: Sequence[Entry], laboratory: Laboratory) -> Iterator[Diagnostic]:
    """What is wrong with such numbers: NT301, as a warning, for nothing says that they are computed."""
    tables: dict[tuple[int, int], tuple[tuple[Span, ...], ...]] = {}
    cells = [e for e in entries if e.cell and not e.display and not e.companion]
    last: Span | None = None
    for entry in cells:
        span = entry.parsed.span
        if last is not None and last.source is span.source and span.start <= last.end:
            continue  # of a table that is found already
        if rows := rows_of(span):
            tables.setdefault((id(span.source), rows[0][0].start), rows)
            last = rows[-1][-1]
    for rows in tables.values():
        near = [e for e in entries if not e.display and is_beside(e, rows)]
        beside = {found[0]: found[1] for e in near if (found := _equation(e)) and _is_free(session, found[0], e)}
        yield from _wrong(session, cells, rows, beside, laboratory)


def _is_free(session: Session, name: str, at: Entry) -> bool:
    """Whether no formula says what a name is, so that the words may give it any number."""
    own = session.scope.by_name.get(name, ())
    return all(literals.is_number(b.body) for b in own if isinstance(b, Tensor) and b.entry.index <= at.index)


def is_beside(entry: Entry, rows: tuple[tuple[Span, ...], ...]) -> bool:
    """Whether a formula stands in the paragraph before a table, or in the caption below it."""
    span, first, last = entry.parsed.span, rows[0][0], rows[-1][-1]
    if span.source is not first.source or entry.cell:
        return False
    if first.start - span.end > _FAR_BEFORE or span.start - last.end > _FAR:
        return False
    if span.end <= first.start:
        between = sentences.between(span, first).rpartition("\n")[0]
        return len(sentences.BLANK_LINE.findall(between)) <= 1 and not _TABLE.search(between)
    return _CAPTION.search(sentences.between(last, span)) is not None


def _wrong(
    session: Session,
    cells: Sequence[Entry],
    rows: tuple[tuple[Span, ...], ...],
    beside: Values,
    laboratory: Laboratory,
) -> Iterator[Diagnostic]:
    inside = [e for e in cells if e.parsed.span.source is rows[0][0].source]
    inside = [e for e in inside if rows[0][0].start <= e.parsed.span.start <= rows[-1][-1].end]
    rows = tuple(row for row in rows if len(row) == len(rows[0]))
    if len(rows) * len(rows[0]) > _MOST:
        return
    if all(number_of(cell) is not None for cell in rows[0][1:]):  # the letters stand before the rows
        rows = tuple(zip(*rows, strict=True))
    heads = _with_given(session, _with_first([_head(session, cell, inside) for cell in rows[0]]))
    labelled = any(
        (head is None or head.worded) and any(not _QUANTITY.fullmatch(row[column].text) for row in rows[1:])
        for column, head in enumerate(heads)
    )
    first = next((head.entry for head in heads if head is not None), inside[0] if inside else None)
    stated = {**_stated(session, first), **beside} if first is not None else {}
    if first is not None:
        yield from wrong_sizes(session, first, [_numbers_of(row, heads) for row in rows[1:]])
    held: dict[int, list[Diagnostic | None]] = {}  # of a column below words, what is wrong in each row, or nothing
    for row in rows[1:]:
        of_row = _numbers_of(row, heads)
        own = [e for cell in row if (e := _alone(cell, inside)) is not None and number_in(_formula(e)) is None]
        if not own and len(row) == 2:  # *within `W`*
            of_label = [e for e in inside if row[0].start <= e.parsed.span.start and e.parsed.span.end <= row[0].end]
            own = [e for e in (_behind_words(row[0], of_label),) if e is not None]
        for column, (head, cell) in enumerate(zip(heads, row, strict=True)):
            number = number_of(cell)
            if number is None or (head is not None and head.letter):
                continue
            of_cell = {**of_row, **head.given} if head is not None else of_row
            above = head.entry if head is not None and head.formula is not None else None
            entry = above or (own[0] if len(own) == 1 else None)
            formula = _formula(entry) if entry is not None else None
            unsure = labelled and head is not None
            if entry is None or formula is None or (unsure and not _names(session, formula, entry) <= of_cell.keys()):
                continue
            alone = above is None and len(row) == 2 and is_computed(session, formula, entry)
            worded = (head is None or head.worded) and not alone
            computed = _computed(session, entry, formula, {**stated, **of_cell}, number, laboratory, alone=alone)
            wrong = computed is not None and abs(computed - number.value) > _slack(number)
            told = held.setdefault(column, []) if worded and computed is not None else None
            if told is not None and not wrong and number.value not in (0, 1):  # as many formulas come to these
                told.append(None)
            if computed is not None and wrong:
                by = (entry.parsed.span.text, *(f"{name} = {number_text(n.value)}" for name, n in of_cell.items()))
                message = f"written {number_text(number.value)}, computed {number_text(computed)}"
                found = Diagnostic("NT301", message, number.span, f"by {', '.join(by)}", graded=Severity.WARNING)
                if told is None:
                    yield found
                else:
                    told.append(found)
    for told in held.values():
        slips = [found for found in told if found is not None]
        if len(slips) == 1 < len(told):  # all others are what the formula says
            yield from slips


def _names(session: Session, formula: ast.Operand, at: Entry) -> set[str]:
    """The names in a formula; a power has that of its base, `n` of `n^2`, where nothing has the whole for its name."""
    symbols = [part for part in walk(formula) if isinstance(part, ast.Symbol)]
    return {s.full_name if session.scope.tensor(s.full_name, at) is not None else s.name for s in symbols}


def _numbers_of(row: Sequence[Span], heads: Sequence[_Head | None]) -> dict[str, ast.Number]:
    """The numbers of a row by the letters and sizes above them."""
    return {h.letter: n for h, c in zip(heads, row, strict=True) if h and h.letter and (n := number_of(c))}


def _with_first(heads: list[_Head | None]) -> list[_Head | None]:
    """The heads, of which the first is what its numbers are, also if it is a formula, and squares of no other are."""
    letters = {head.letter for head in heads if head is not None}
    found: list[_Head | None] = []
    for column, head in enumerate(heads):
        formula = head.formula if head is not None else None
        square = isinstance(formula, ast.Symbol) and formula.sup is not None and formula.name not in letters
        square = square and isinstance(formula, ast.Symbol) and number_in(formula.sup and formula.sup.expr) is not None
        if head is not None and formula is not None and (column == 0 or square) and not head.worded:
            head = _Head(_name(formula) or spelt(formula), None, {}, head.entry)
        found.append(head)
    return found


def _with_given(session: Session, heads: list[_Head | None]) -> list[_Head | None]:
    """The heads, of which a letter is what its numbers are if another is made of it, and its section has not said it.

    After `$n$`, `$p$` and `$m$`, of an `m = n + 2p`, the words may find that `m = n` needs another `p`.
    """
    found: list[_Head | None] = []
    for head in heads:
        name = _name(head.formula) if head is not None and isinstance(head.formula, ast.Symbol) else ""
        binding = session.scope.tensor(name, head.entry) if head is not None and name else None
        here = binding is not None and binding.entry.section == head.entry.section if head is not None else False
        chosen = head is not None and binding is not None and inputs.is_chosen(session, name, binding.entry, head.entry)
        if head is not None and chosen:
            head = _Head(name, None, {}, head.entry)
        elif head is not None and binding is not None and (binding.entry.index > head.entry.index or not here):
            others = [h for h in heads if h is not None and h is not head and h.formula is not None]
            if any(name in made_of(session.scope, names_in(h.formula), h.entry) for h in others):
                head = _Head(name, None, {}, head.entry)
        found.append(head)
    return found


def _stated(session: Session, at: Entry) -> Values:
    """The numbers that its section has last given to sizes before a table; those in passing right before it."""
    found: dict[str, ast.Number] = {}
    for s in session.sizes:
        if s.entry.section != at.section or s.entry.index >= at.index or s.entry.cell or s.entry.local:
            continue
        between = sentences.between(s.entry.parsed.span, at.parsed.span)
        passed = s.entry.index in session.passing and len(sentences.BLANK_LINE.findall(between)) > 1
        constant = next((size.constant for size, _ in s.sizes if size.constant is not None), None)
        if constant is not None and not passed:
            number = ast.Number(float(constant), 0, at.parsed.span)
            found.update({size.atom: number for size, _ in s.sizes if size.atom is not None})
    return found


def _computed(
    session: Session,
    entry: Entry,
    formula: ast.Operand,
    values: Values,
    number: ast.Number,
    laboratory: Laboratory,
    *,
    alone: bool = False,
) -> float | None:
    """What a formula comes to for the numbers of a row; None if nothing else says it, or not all that it is made of.

    What stands `alone` before its number may come to it by what the text has computed.
    """
    left = _with_values(session, entry, formula, values, _DEEPEST)
    if (left is formula and not alone) or any(isinstance(part, ast.Matrix | ast.TensorSet) for part in walk(left)):
        return None
    called = (f for name in names_in(left) for f in session.scope.function(name, entry)[:1] if isinstance(f, Function))
    if any(_is_another(session, f, values) for f in called):
        return None
    link = ast.Chain((left,), ((ast.Relation("approx", "=", number.span), number),), (0, 0), (), number.span)
    here = [] if alone else [session]
    there = [session_there(session, entry)] if alone or rests_on_data(session, left, entry) else []
    claim = next((c for s in (*here, *there) if (c := closed(s, entry, link)) is not None), None)
    if claim is None:
        return None
    try:
        value = verdict(claim, laboratory, None).value
    except STOPS:
        return None
    computed = float(value.data) if value is not None and not value.axes else nan
    return computed if isfinite(computed) else None


def _is_another(session: Session, function: Function, values: Values) -> bool:
    """Whether a function is made of what has other numbers in a table than where it is defined."""
    names = made_of(session.scope, names_in(function.body).difference(function.letters), function.entry)
    there = {name: session.scope.tensor(name, function.entry) for name in names & values.keys()}
    return any(not isinstance(b, Tensor) or number_in(b.body) != values[name].value for name, b in there.items())


def _slack(number: ast.Number) -> float:
    """How far a number may be from what it stands for: large ones that end in zeros are rounded."""
    digits = f"{abs(number.value):.0f}"
    zeros = len(digits) - len(digits.rstrip("0")) if not number.places and abs(number.value) >= _LARGE else 0
    return half_a_unit(number.places - zeros) or 0.0


def _with_values(session: Session, at: Entry, formula: Any, values: Values, deep: int) -> Any:
    """A formula with numbers in the places of letters, also in what its names are defined as."""
    counts = {name: int(n.value) for name, n in values.items() if n.value % 1 == 0}

    def put(node: Any) -> Any:
        if not isinstance(node, Node):
            return node
        new = values.get(_name(node) or (spelt(node) if isinstance(node, ast.Expr) else ""), node)
        if new is node and isinstance(node, ast.Symbol) and not node.axes:
            new = symbol(node)
        return with_fields(node, put) if new is node else new

    def symbol(node: ast.Symbol) -> Any:
        if not letters_in(node.full_name).isdisjoint(counts) and node.sub is not None:
            text = resolved(node.full_name, counts).partition("_")[2].partition("^")[0]
            return node.replace(sub=ast.Script(text, None, node.sub.span))
        found = session.scope.tensor(node.full_name, at)
        if found is None and node.sup is not None and node.sup.expr is not None:
            base, power = put(node.replace(sup=None)), put(node.sup.expr)
            return ast.Power(base, power, node.span)
        if deep and isinstance(found, Tensor) and not found.indices and not literals.is_number(found.body):
            body = _with_values(session, found.entry, found.body, values, deep - 1)
            return node if body is found.body else body
        return node

    return put(formula)


def _head(session: Session, cell: Span, inside: Sequence[Entry]) -> _Head | None:
    """What the first cell of a column says of its numbers, if it is one formula and nothing else."""
    within = [e for e in inside if cell.start <= e.parsed.span.start and e.parsed.span.end <= cell.end]
    given = {name: number for e in within if (found := _equation(e)) is not None for name, number in (found,)}
    if within and len(given) == len(within):
        return _Head("", None, given, within[0])
    entry = _alone(cell, inside)
    worded = entry is None
    entry = _behind_words(cell, within) if worded else entry
    formula = _formula(entry) if entry is not None else None
    if entry is None or formula is None:
        return None
    name = _name(formula)
    if worded:
        return None if name or isinstance(formula, ast.Symbol | ast.Number) else _Head("", formula, {}, entry, worded)
    binding = session.scope.tensor(name, entry) if name else None
    if name and (not isinstance(binding, Tensor) or literals.is_number(binding.body)) and not letters_in(name):
        return _Head(name, None, {}, entry)
    return _Head("", formula, {}, entry)


def _behind_words(cell: Span, within: Sequence[Entry]) -> Entry | None:
    """The formula in a cell with words before it: *share `2r / 4096`*."""
    if len(within) != 1:
        return None
    span = within[0].parsed.span
    text = span.source.text
    said = _WORDS.fullmatch(text[cell.start : span.start]) is not None
    return within[0] if said and not _LOOK.sub("", text[span.end : cell.end]) else None


def _equation(entry: Entry) -> tuple[str, ast.Number] | None:
    """The letter, or the size, that an equation gives a number."""
    given, parsed = number_given(entry.parsed), entry.parsed
    return given if isinstance(parsed, ast.Chain) and _name(parsed.subjects[0]) else None


def _alone(cell: Span, inside: Sequence[Entry]) -> Entry | None:
    """The formula that a cell consists of."""
    within = [e for e in inside if cell.start <= e.parsed.span.start and e.parsed.span.end <= cell.end]
    if len(within) != 1:
        return None
    span = within[0].parsed.span
    text = span.source.words
    return within[0] if not _LOOK.sub("", text[cell.start : span.start] + text[span.end : cell.end]) else None


def _formula(entry: Entry) -> ast.Operand | None:
    """The expression that an entry is; of an equation the last side."""
    found = last_side(entry.parsed)
    return None if isinstance(found, ast.TensorSet) else found


def _name(node: object) -> str:
    """The letter, or the size, that a column is about: no member of a family by its superscript, and no operation."""
    other = isinstance(node, ast.Symbol) and (node.sup is not None or lookup(node.full_name) is not None)
    return "" if other else letter_or_size(node)


def number_of(cell: Span) -> ast.Number | None:
    """The number that a cell consists of."""
    text = _LOOK.sub(lambda m: m[1] or "", cell.text)
    found = _NUMBER.fullmatch(text)
    if found is None:
        return None
    start = cell.start + len(cell.text) - len(cell.text.lstrip())
    span = Span(cell.source, start, start + len(cell.text.strip()))
    value = float(_APART.sub("", found[2]) + (found[3] or ""))
    if not isfinite(value):
        return None
    return ast.Number(-value if found[1] else value, len(found[3] or ".") - 1, span)
