"""Definitions in ordinary index notation, `C = A_i B_i`: an index is no name, and what stands beside it agrees."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.nodes import walk
from ntdoc.report import Kind, Status
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import outside_scripts, spelt
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import is_denied, sentence

_OPTIMA = frozenset(["max", "min", "sup", "inf"])


def report(judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Warn of the slips in skipped definitions in index notation (NT407, NT410)."""
    rows: dict[tuple[int, int], list[Entry]] = {}
    for j in judged:
        if j.role.entry.display and j.kind is Kind.DEFINITION:
            rows.setdefault(j.role.entry.row, []).append(j.role.entry)
    for j, v in zip(judged, verdicts, strict=True):
        entry = j.role.entry
        if v.status is Status.SKIPPED and entry.row in rows and j.kind is Kind.DEFINITION and not is_denied(j.span):
            row = rows[entry.row]
            v.diagnostics = [*v.diagnostics, *_named_as_index(entry), *_twice(entry, row), *_summed(entry, row)]
            if entry is row[0]:
                others = [found for found in rows.values() if found[0].item == entry.item and found is not row]
                v.diagnostics += tuple(_unlike_other_rows(row, others))


def _named_as_index(entry: Entry) -> Iterator[Diagnostic]:
    """`i = A_i B_i` and `i = \\max_i A_i`, where something else is meant on the left: not so `i = \\argmax_i A_i`."""
    sides = _sides(entry)
    if sides is None or not isinstance(sides[0], ast.Symbol) or len(sides[0].full_name) > 1:
        return
    name, body = sides[0].full_name, sides[1]
    symbols = outside_scripts(body)
    if any("arg" in s.base or (s.roman and s.base not in _OPTIMA) for s in symbols):
        return
    bound = [s for s in symbols if s.roman and name in taken_apart(s.full_name).sub]
    product = isinstance(body, ast.Juxtaposition) and all(isinstance(f, ast.Symbol) for f in body.factors)
    repeated = [s for s in symbols if not s.roman and name in taken_apart(s.full_name).sub]
    if any(s.full_name == name for s in symbols) or not repeated:
        return
    if bound or (product and len(repeated) > 1):
        message = f"{name} is an index on the right, which runs over all entries, and stands for the result on the left"
        yield Diagnostic("NT407", message, sides[0].span, label=f"{name} is an index here")


def _twice(entry: Entry, row: Sequence[Entry]) -> Iterator[Diagnostic]:
    """`C = A_i A_i` beside `C = A \\ndot{\\ax} B`: of two definitions in a row one has a name twice, one two names."""
    own = _sides(entry)
    others = [sides for other in row if other is not entry and (sides := _sides(other)) is not None]
    if own is None or len(row) != 2 or len(others) != 1 or spelt(own[0]) != spelt(others[0][0]):
        return
    here, there = _names(own[1]), _names(others[0][1])
    for one, two in ((here, there), (there, here)):
        if len(one) == len(two) == 2 and one[0] == one[1] and one[0] in two and two[0] != two[1]:
            other = next(name for name in two if name != one[0])
            message = f"beside this {spelt(own[0])} is made of {' and '.join(there)}, and here of {' and '.join(here)}"
            related = (Related(others[0][1].span, "the same in the same row"),)
            yield Diagnostic("NT410", message, own[1].span, label=f"{other} is on one side alone", related=related)
            return


def _unlike_other_rows(row: Sequence[Entry], others: Sequence[Sequence[Entry]]) -> Iterator[Diagnostic]:
    """`C = \\max_i A_i` beside `B = \\nfun{\\ax}{max} A`, where all other rows say one thing in both notations.

    Either the right sides are made of the same, and one of the two names is that of another row; or the left sides are
    one, and each right side is made of one tensor.
    """
    pairs = [[sides for entry in found if (sides := _sides(entry)) is not None] for found in (row, *others)]
    if not others or any(len(pair) != 2 for pair in pairs):
        return
    (one, other), *rest = [[spelt(left) for left, _ in pair] for pair in pairs]
    (here, there), *made = [[{*_names(right)} for _, right in pair] for pair in pairs]
    if any(names[0] != names[1] for names in rest) or any(names[0] != names[1] for names in made):
        return
    if one != other and here == there and {one, other} & {name for names in rest for name in names}:
        odd = pairs[0][1][0] if any(one in names for names in rest) else pairs[0][0][0]
        message = f"{one} and {other} are one thing in this row, and the other rows have one name for both"
        yield Diagnostic("NT410", message, odd.span, label="another name")
    elif one == other and here != there and len(here) == len(there) == 1:
        message = f"{one} is made of {min(here)} and of {min(there)} here, and the other rows have the same twice"
        yield Diagnostic("NT410", message, pairs[0][1][1].span, label="another name")


def _summed(entry: Entry, row: Sequence[Entry]) -> Iterator[Diagnostic]:
    """`C = A_i B_i` sums over `i`, so what stands beside it as the same `C` is a contraction of both over one axis."""
    own = _sides(entry)
    others = [sides for other in row if other is not entry and (sides := _sides(other)) is not None]
    if own is None or len(row) != 2 or len(others) != 1 or spelt(own[0]) != spelt(others[0][0]):
        return
    product, other = own[1], others[0][1]
    if not isinstance(product, ast.Juxtaposition) or len(product.factors) != 2 or not isinstance(own[0], ast.Symbol):
        return
    indices = [taken_apart(f.full_name).sub for f in product.factors if isinstance(f, ast.Symbol) and not f.roman]
    if len(indices) != 2 or not all(len(sub) == 1 and len(sub[0]) == 1 and sub[0].isalpha() for sub in indices):
        return
    if indices[0] == indices[1] and _is_named(indices[0][0], entry.parsed.span):
        return
    if own[0].sub is not None or sorted({*_names(product)}) != sorted({*_names(other)}) or len({*_names(other)}) != 2:
        return
    operators = [part for part in walk(other) if isinstance(part, ast.ProductOperator)]
    if isinstance(other, ast.Product) and len(operators) == 1 and operators[0].kind in ("contract", "times"):
        axes = len(operators[0].axes)
    elif isinstance(other, ast.Sum) and not operators:
        axes = 0
    else:
        return
    if (axes == 1) != (indices[0] == indices[1]):
        here, there = spelt(product), spelt(other)
        message = f"{here} {'sums over one index' if axes != 1 else 'sums over none'}, and beside it stands {there}"
        related = (Related(other.span, "the same in the same row"),)
        yield Diagnostic("NT410", message, product.span, label="not the same sum", related=related)


def _is_named(index: str, span: Span) -> bool:
    """Whether the words around name an index: what stands at it is of the one `$i$`, and no sum."""
    return any(re.search(rf"(?:\$|\\\(){index}(?:\$|\\\))", words) for words in sentence(span, across=True))


def _sides(entry: Entry) -> tuple[ast.Operand, ast.Operand] | None:
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1:
        return None
    relation, right = parsed.rest[0]
    return (parsed.subjects[0], right) if relation.kind in ("eq", "define") else None


def _names(node: ast.Operand) -> list[str]:
    """The tensors of a formula without their indices, in order."""
    plain = (s for s in outside_scripts(node) if not s.roman and not s.axes and s.sup is None)
    return [taken_apart(s.full_name).base for s in plain]
