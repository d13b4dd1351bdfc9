r"""*One user with the factors `u = (1, 2)`*, and then `u \ndot{\fac} v`: a list of numbers along the axis of that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import along, names_in, operands
from ntdoc.syntax import ast, literals


def as_arrays(entries: list[Entry]) -> list[Entry]:
    """The entries, in which a list is an array if nothing else says what its name is there.

    All contractions of the name, each over one axis, must be over the same, and one of them in the section. A section
    that says nothing more of the name may take another vector for it than a section before, along another axis.
    """
    lists = {e.index: name for e in entries if (name := _listed(e)) is not None}
    if not lists:
        return entries
    said = {e.index: frozenset(_said(e.parsed)) for e in entries}
    result = []
    for entry in entries:
        name = lists.get(entry.index)
        where = _where_alone(name, entry, entries, said, lists) if name is not None else []
        found = _contracted(name, where) if name is not None else []
        near = any(entry.is_above(e) for e, _ in found)
        over = {axis for _, axis in found}
        if name is not None and not found and (axis := _axis_anew(name, entry, entries, said)) is not None:
            near, over = True, {axis}
        result.append(_along(entry, over.pop()) if near and len(over) == 1 else entry)
    return result


def _where_alone(
    name: str, entry: Entry, entries: Sequence[Entry], said: Mapping[int, frozenset[str]], lists: Mapping[int, str]
) -> Sequence[Entry]:
    """The entries in which a name is the list that a statement says it is; none if another may say what it is.

    What later sections call so, and a list of an earlier one, is another thing: then it is so in its section.
    """
    others = [e for e in entries if name in said[e.index] and e.index != entry.index]
    others = [e for e in others if e.index in lists or _name_of_list(e) != name]  # `(a, 1 - a)` is along the same
    if any(e.section == entry.section or (e.index < entry.index and lists.get(e.index) != name) for e in others):
        return []
    return [e for e in entries if e.section == entry.section] if others else entries


def _axis_anew(name: str, entry: Entry, entries: Sequence[Entry], said: Mapping[int, frozenset[str]]) -> str | None:
    """The axis of a vector that a section names anew: *for `x = (1, 2)` and `y = (3, -1)` we have `x \\ndot{\\ax} y`*.

    The last section before that declares the name does so without this axis.
    """
    own = [e for e in entries if e.section == entry.section]
    if any(name in said[e.index] and _name_of_list(e) != name for e in own):
        return None  # other lists are other vectors of the same kind
    over = {axis for _, axis in _contracted(name, [e for e in own if e.index > entry.index])}
    before = (e.parsed for e in reversed(entries[: entry.index]) if name in said[e.index])
    declared = (_axes_of(parsed) for parsed in before if isinstance(parsed, ast.Chain))
    last = next((axes for axes in declared if axes is not None), None)
    return over.pop() if len(over) == 1 and last and over.isdisjoint(last) else None


def _axes_of(parsed: ast.Chain) -> frozenset[str] | None:
    """The axes of the set that a declaration puts names in; None of another statement."""
    right = parsed.rest[0][1] if parsed.rest else None
    if not isinstance(right, ast.TensorSet) or parsed.rest[0][0].kind != "in":
        return None
    return frozenset(sized.axis.name for sized in right.shape.axes)


def _listed(entry: Entry) -> str | None:
    """The plain name that a formula in a sentence sets equal to a list of numbers."""
    name, parsed = _name_of_list(entry), entry.parsed
    right = parsed.rest[0][1] if name is not None and isinstance(parsed, ast.Chain) else None
    return name if isinstance(right, ast.Group) and all(map(literals.is_number, right.items)) else None


def _name_of_list(entry: Entry) -> str | None:
    """The plain name that a formula in a sentence sets equal to a list, `(1, 2)` or `(a, 1 - a)`."""
    parsed = entry.parsed
    if entry.display or entry.cell or not isinstance(parsed, ast.Chain) or len(operands(parsed)) != 2:
        return None
    left, (relation, right) = parsed.subjects[0], parsed.rest[0]
    plain = isinstance(left, ast.Symbol) and left.full_name == left.base and not left.axes
    if not plain or relation.kind not in ("eq", "define") or parsed.conditions or not isinstance(right, ast.Group):
        return None
    listed = len(right.items) > 1 and not right.parameters and right.bracket in ("(", "[")
    return left.full_name if listed and isinstance(left, ast.Symbol) else None


def _said(parsed: ast.Parsed) -> Iterator[str]:
    """The names of which a statement may say what they are: those on its left side, and letters that it binds."""
    if isinstance(parsed, ast.Chain):
        if parsed.rest:
            yield from (name for subject in parsed.subjects for name in names_in(_head(subject)))
        for part in walk(parsed):
            if isinstance(part, ast.BigOperator) and part.variable is not None:
                yield part.variable.full_name
    elif not isinstance(parsed, ast.Unread):
        yield from names_in(parsed)


def _head(subject: ast.Operand) -> ast.Operand | None:
    """The name in a name, in an entry of it and in a function of letters; none in a formula."""
    while isinstance(subject, ast.Index | ast.Juxtaposition):
        subject = subject.body if isinstance(subject, ast.Index) else subject.factors[0]
    return subject if isinstance(subject, ast.Symbol) else None


def _contracted(name: str, entries: Sequence[Entry]) -> list[tuple[Entry, str]]:
    """The axes over which a name is contracted with something beside it, and where."""
    found = []
    for entry in entries:
        for part in walk(entry.parsed):
            if not isinstance(part, ast.Product):
                continue
            sides = part.factors
            for place, (operator, _) in enumerate(part.rest):
                beside = [sides[place]] if place == 0 else []  # what is left of a later one is a product
                beside.append(sides[place + 1])
                own = any(isinstance(side, ast.Symbol) and side.full_name == name and not side.axes for side in beside)
                if operator.kind == "contract" and own:
                    axes = [axis.name for axis in operator.axes] if not operator.pairs else []
                    found.append((entry, axes[0] if len(axes) == 1 else ""))
    return found if all(axis for _, axis in found) else []


def _along(entry: Entry, axis: str) -> Entry:
    parsed = entry.parsed
    assert isinstance(parsed, ast.Chain)
    relation, right = parsed.rest[0]
    assert isinstance(right, ast.Group)
    return replace(entry, parsed=parsed.replace(rest=((relation, along(right, axis)),)))
