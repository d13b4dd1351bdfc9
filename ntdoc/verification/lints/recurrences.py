"""Recurrences whose members, or entries, get axes that the first has not: a renaming is missing."""

from __future__ import annotations

from collections.abc import Iterator

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.nodes import walk
from ntdoc.operations.table import Rule, lookup
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.defined import Definition
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import stem
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Recurrence


def unlike_first(session: Session, judged: Judged) -> Iterator[Diagnostic]:
    """`h_t = A \\ndot{\\ax} h_{t-1}` with the axes `ax'`, where `h_0` has `ax`: nothing renames `ax'` to `ax`.

    Members that get axes of another name may be meant so: they grow, if no step sums over an axis. And members that
    are given one by one, `u_1 = A u_0` and `u_2 = A u_1`, need not be alike.
    """
    own = judged.role.defines
    if judged.kind is not Kind.DEFINITION or not isinstance(own, Tensor) or own.indices:
        return
    if not letters_in(own.name) or not any(map(_sums, walk(own.body))):
        return
    form = taken_apart(own.name).form
    if all(taken_apart(use.name).form != form for use in judged.notebook.uses if use.role == "tensor"):
        return
    named = (b for found in session.scope.by_name.values() for b in found if isinstance(b, Tensor) and b is not own)
    for first in (b for b in named if b.entry.run == own.entry.run and taken_apart(b.name).form == form):
        for begun in _axes(session, first):
            for made in _axes(session, own):
                if any(axis.rstrip("'*") in {a.rstrip("'*") for a in begun} for axis in made - begun):
                    message = f"{own.name} has the axes {_listed(made)}, and {first.name} has {_listed(begun)}"
                    related = (Related(first.span, f"{first.name} has {_listed(begun)}"),)
                    label = "a renaming is missing"
                    yield Diagnostic("NT411", message, own.span, label=label, related=related)
                    return


def _sums(part: object) -> bool:
    """Whether a part of a formula takes axes together: a sum, a product, a function such as `\\nfun{\\ax}{max}`."""
    if isinstance(part, ast.Symbol):
        operation = lookup(part.name) if part.axes else None
        return operation is not None and operation.rule is Rule.REDUCTION
    return isinstance(part, ast.ProductOperator | ast.BigOperator) and bool(part.axes)


def unnamed_twin(session: Session, judged: Judged) -> Iterator[Diagnostic]:
    """`h_{\\ax(t)} = A \\ndot{\\bx} h_{\\ax(t-1)}` with an A over `bx'` and `bx`: the h would have both of these axes.

    That is where nothing says its shape. Where an equation names both, they may be meant.
    """
    own = judged.role.defines
    if not isinstance(own, Tensor) or not isinstance(own.body, Recurrence) or own.entry is not judged.role.entry:
        return
    lines = [line for line in own.body.lines if line.name == own.name]
    begun, running = ([line for line in lines if any(p.letter for p in line.places) is runs] for runs in (False, True))
    said = any(not numeric.is_number(line.body) for line in begun)
    if said or any(isinstance(b, Declared) and b.domain is not None for b in session.scope.by_name[own.name]):
        return
    named = {part.name for part in walk(tuple(lines)) if isinstance(part, ast.Axis)}
    for axis in session.definition(own).typed.shape or {}:
        bare = stem(axis)
        if axis not in named and axis != bare and bare in named:
            at = (*running, *begun)[0]
            message = f"{own.name} gets the axis `{axis}` beside `{bare}`, along which its entries are made of others"
            yield Diagnostic("NT411", message, at.span, label="a renaming is missing")
            return


def twin_of_members(session: Session, judged: Judged) -> Iterator[Diagnostic]:
    """`h_t = A \\ndot{\\ax} h_{t-1} + b` from `h_0 = 0`, with an A over `ax'` and `ax`: the h would have both.

    That is where nothing says their shape, and one of the axes is named. A matrix that is added may have both.
    """
    own = judged.role.defines
    if judged.kind is not Kind.DEFINITION or not isinstance(own, Tensor) or own.indices or not letters_in(own.name):
        return
    form = taken_apart(own.name).form
    alike = [b for b in session.scope.of_form(own.name) if taken_apart(b.name).form == form]
    first = [b for b in session.scope.by_name.get(_begun(session, own), ()) if isinstance(b, Tensor)]
    moved = any(use.role == "tensor" and taken_apart(use.name).form == form for use in judged.notebook.uses)
    if not moved or not first or not numeric.is_number(first[0].body):
        return
    if any(isinstance(b, Declared) and b.domain is not None for b in (*alike, *session.scope.by_name[first[0].name])):
        return
    named = {part.name for part in walk(own.body) if isinstance(part, ast.Axis)}
    for shape in _axes(session, own):
        for axis in shape:
            bare = stem(axis)
            if axis == bare or axis in named or bare not in named & shape or _is_had_outside(judged, {axis, bare}):
                continue
            message = f"{own.name} gets the axis `{axis}` beside `{bare}`, over which its members are summed"
            yield Diagnostic("NT411", message, own.span, label="a renaming is missing")
            return


def _begun(session: Session, own: Tensor) -> str:
    """The name of the member from which those of a definition begin, in its display or its paragraph."""
    form = taken_apart(own.name).form
    named = (b for found in session.scope.by_name.values() for b in found if isinstance(b, Tensor) and b is not own)
    found = (b.name for b in named if b.entry.section == own.entry.section and taken_apart(b.name).form == form)
    return next(found, "")


def _is_had_outside(judged: Judged, axes: set[str]) -> bool:
    """Whether a tensor that is no factor of a sum over one of some axes has all of them."""
    own = judged.role.defines
    assert isinstance(own, Tensor)
    products = [part for part in walk(own.body) if isinstance(part, ast.Product)]
    inside = [part.span for part in products if any({a.name for a in op.axes} & axes for op, _ in part.rest)]
    form = taken_apart(own.name).form
    for use in judged.notebook.uses:
        outside = taken_apart(use.name).form != form and not any(span.covers(use.span) for span in inside)
        if outside and use.typed is not None and axes <= {*(use.typed.shape or ())}:
            return True
    return False


def _axes(session: Session, tensor: Tensor) -> list[frozenset[str]]:
    """The axes that the members of a definition have been found to have."""
    found: list[frozenset[str]] = []
    for key, definition in session.definitions.items():
        if isinstance(key, tuple) and key[0] == tensor.entry.index and (axes := _known(definition)) is not None:
            found.append(axes)
    return list(dict.fromkeys(found))


def _known(definition: Definition) -> frozenset[str] | None:
    shape = definition.typed.shape
    return None if shape is None or definition.broken else frozenset(shape)


def _listed(axes: frozenset[str]) -> str:
    return " × ".join(sorted(axes)) or "none"
