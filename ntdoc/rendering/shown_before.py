"""Which symbols and numbers of an example a reader of the page has seen already."""

from __future__ import annotations

from dataclasses import replace

from ntdoc.operations.array import NamedArray, transpose_to
from ntdoc.rendering.arrays import array_html
from ntdoc.report import Kind, Labelled, Statement, Status, SymbolUse

_ROUNDING = 1e-12  # of the largest entry
_SHORT = 12  # entries: so many are sooner read than looked up


class ShownBefore:
    """The large arrays of the examples, by page, and the statement that shows each of them first."""

    def __init__(self) -> None:
        self._first: dict[tuple[object, ...], Statement] = {}

    def first(self, labelled: Labelled, statement: Statement, page: str) -> Statement | None:
        """The statement above that shows the array by the same name; None if this one is the first to do so."""
        array = labelled.array
        if array.data.size <= _SHORT:
            return None
        key = (page, labelled.label, array.axes, array.data.shape, array.data.tobytes())
        found = self._first.setdefault(key, statement)
        return None if found is statement else found


class StepsBefore:
    """The statements of each display that show their symbols: a claim below them need not show the same again."""

    def __init__(self) -> None:
        self._shown: dict[int, list[Statement]] = {}

    def same(self, statement: Statement) -> Statement | None:
        """The statement above a claim that has all of its symbols and inputs; None if its own are to be shown."""
        above = self._shown.setdefault(statement.item, [])
        claims = statement.kind is Kind.CLAIM and bool(statement.symbols)
        found = next((other for other in reversed(above) if claims and _has_all(other, statement)), None)
        if found is None:
            above.append(statement)
        return found


def _has_all(above: Statement, step: Statement) -> bool:
    inputs = {given.label: given.array for given in above.example.inputs}
    same = all(g.label in inputs and _same(inputs[g.label], g.array) for g in step.example.inputs)
    return same and set(step.symbols) <= set(above.symbols)


def _is_said_again(statement: Statement) -> bool:
    """Whether the only result of a claim, as of `X \\in S`, is one of the inputs once more."""
    example = statement.example
    if statement.kind is not Kind.CLAIM or len(example.results) != 1:
        return False
    return any(_same(example.results[0].array, given.array) for given in example.inputs)


def results_of(statement: Statement) -> tuple[Labelled, ...]:
    """The results to show: none that is an input or stands in the formula, and one for two sides that are the same."""
    results = statement.example.results
    holds = statement.status in (Status.VERIFIED, Status.EVALUATED)
    if _is_said_again(statement) or (holds and any(result.written for result in results)):
        return ()
    if statement.kind is Kind.CLAIM and statement.status is Status.VERIFIED and len(results) == 2:
        left, right = results
        if left.unsaid == right.unsaid and _agree(left.array, right.array):
            plainer = min(results, key=lambda side: len(array_html(side.array)))  # 0, and not what rounding left of it
            return (replace(plainer, label="both sides", tex="\\text{both sides}"),)
    return results


def told_symbols(statement: Statement) -> list[SymbolUse]:
    """The symbols of a statement, without axes whose size stands in another row, or is seen in its numbers."""
    sized = {pair for use in statement.symbols if use.role != "axis" for pair in use.shape}
    for shown in (*statement.example.inputs, *statement.example.results):
        sized.update(zip(shown.array.axes, shown.array.data.shape, strict=True))
    return [use for use in statement.symbols if use.role != "axis" or not sized.issuperset(use.shape)]


def _agree(one: NamedArray, other: NamedArray) -> bool:
    """Whether two arrays are the same but for rounding, or one is the number that all entries of the other are."""
    if one.axes == other.axes and array_html(one) == array_html(other):
        return True
    if set(one.axes) != set(other.axes) and one.axes and other.axes:
        return False
    data = transpose_to(other, one.axes).data if one.axes and other.axes else other.data
    if one.data.dtype.kind not in "fc" and data.dtype.kind not in "fc":
        return False
    apart, largest = abs(one.data - data), abs(one.data)
    return bool(apart.size) and bool(apart.max() <= _ROUNDING * max(1.0, float(largest.max())))


def _same(one: NamedArray, other: NamedArray) -> bool:
    return one.axes == other.axes and one.data.shape == other.data.shape and one.data.tobytes() == other.data.tobytes()
