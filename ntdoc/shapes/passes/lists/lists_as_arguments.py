r"""*From `v_0 = (0, 0)` the sweeps `v_{k+1} = T(v_k)` give*, with `T \colon \reals^{\ax} \to \reals^{\ax}`.

The lists that a section gives members of a family for are along the axis of what a function takes, if a member is
given to it, and nothing else says in which set they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.passes.lists.declared_lists import axis_of, is_list
from ntdoc.shapes.patterns import along
from ntdoc.syntax import ast

Form = tuple[str, int, int]


def as_arrays(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such lists are arrays."""
    taken = dict(_taken(entries))
    if not taken:
        return list(entries)
    over: dict[tuple[Form, int], set[str]] = {}
    for entry in entries:
        for head, bracket in pairs(entry.parsed):
            if isinstance(head, ast.Symbol) and isinstance(bracket, ast.Group):
                axes, given = taken.get(head.full_name, ()), bracket.contents
                for item, axis in zip(given, axes, strict=False):
                    if axis is not None and (form := _form(item)) is not None:
                        over.setdefault((form, entry.section), set()).add(axis)
    in_sets = {form for entry in entries for form in _put_in_sets(entry.parsed)}
    return [_along(entry, over, in_sets) for entry in entries]


def _taken(entries: Sequence[Entry]) -> Iterator[tuple[str, tuple[str | None, ...]]]:
    """The functions that signatures are of, with the one axis of each argument."""
    for entry in entries:
        parsed = entry.parsed
        if isinstance(parsed, ast.Signature) and isinstance(parsed.subject, ast.Symbol):
            yield parsed.subject.full_name, tuple(map(axis_of, parsed.arguments))


def _form(item: ast.Operand) -> Form | None:
    """What the members of a family share of which something is one."""
    form = taken_apart(item.full_name).form if isinstance(item, ast.Symbol) and not item.axes else None
    return form if form is not None and form[1:] != (0, 0) else None


def _put_in_sets(parsed: ast.Parsed) -> Iterator[Form]:
    if isinstance(parsed, ast.Chain) and any(isinstance(side, ast.TensorSet) for _, side in parsed.rest):
        yield from (form for subject in parsed.subjects if (form := _form(subject)) is not None)


def _along(entry: Entry, over: dict[tuple[Form, int], set[str]], in_sets: set[Form]) -> Entry:
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest or entry.cell:
        return entry
    form, (relation, right) = _form(parsed.subjects[0]), parsed.rest[0]
    if form is None or form in in_sets or relation.kind not in ("eq", "define") or not isinstance(right, ast.Group):
        return entry
    axes = over.get((form, entry.section), set())
    if len(axes) != 1 or not is_list(right):
        return entry
    (axis,) = axes
    return replace(entry, parsed=parsed.replace(rest=((relation, along(right, axis)), *parsed.rest[1:])))
