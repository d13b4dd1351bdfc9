"""*Let `q \\in \\reals^{\\key}`*, and then `f(q, K) = q \\ndot{\\val} K`: letters of a function as they are declared.

A function takes tensors of other axes than these, too. But where nothing calls it, and its body needs an axis that
only something else has, or contracts two letters over what neither has, its author thinks of those beside it: if they
are declared behind it, or if it uses another axis as they have it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ntdoc.diagnostics import Diagnostic, Operand, Related
from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Declared, Function
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import ShapeOf
from ntdoc.shapes.session import Session
from ntdoc.syntax import ast


def unlike_declared(session: Session, judged: Judged) -> Iterator[Diagnostic]:
    """NT203 for an axis below an operation that no letter in it is declared with."""
    function, checked = judged.binding, judged.function
    if not isinstance(function, Function) or checked is None or checked.signature or not function.entry.display:
        return
    declared = {name: _declared(session, name, function.entry) for name in function.letters}
    if function.axes or any(d is None for d in declared.values()) or _is_called(session, function):
        return
    if not any(_is_behind(own, function) or _has(checked.shapes, own) for own in declared.values() if own):
        return
    lacking = [(name, own, axis) for name, own in declared.items() if own for axis in _lacks(checked.shapes, own)]
    for name, own, axis in lacking:
        several = sum(axis == other for *_, other in lacking) > 1  # a contraction of two that both have no such axis
        at = next((a for a in walk(function.body) if isinstance(a, ast.Axis) and a.name == axis), None)
        if at is None or not (several or _is_of_another(session, axis, name, function.entry)):
            continue
        shape = own.domain.shape.span.text if own.domain is not None else ""
        yield Diagnostic(
            "NT203",
            f"axis `{axis}` is not an axis of {name}",
            at.span,
            label=f"{name} is declared without `{axis}`",
            operands=(Operand(name, shape),),
            related=(Related(own.span, f"{name} is declared here"),),
        )
        return


def _axes(own: Declared) -> set[str]:
    return {sized.axis.name for sized in own.domain.shape.axes} if own.domain is not None else set()


def _lacks(shapes: Mapping[str, ShapeOf | None], own: Declared) -> list[str]:
    """The axes that a body needs of a letter, and its declaration does not have."""
    return [axis for axis in shapes.get(own.name) or {} if axis not in _axes(own)]


def _has(shapes: Mapping[str, ShapeOf | None], own: Declared) -> bool:
    """Whether a body needs an axis of a letter that its declaration has."""
    return any(axis in _axes(own) for axis in shapes.get(own.name) or {})


def _is_behind(own: Declared, function: Function) -> bool:
    """Whether a letter is declared below its function, as in a list of what it is of."""
    return own.span.start > function.entry.parsed.span.start


def _declared(session: Session, name: str, at: Entry) -> Declared | None:
    """The declaration of a letter with axes beside a definition: no other display stands between them."""
    known = [b for b in session.scope.by_name.get(name, ()) if b.entry.section == at.section]
    between = (sorted((b.entry.index, at.index)) for b in known)
    if any(e.display and e.item != at.item for low, high in between for e in session.ranges.entries[low:high]):
        return None
    found = known[0] if len(known) == 1 else None
    if not isinstance(found, Declared) or found.domain is None or not found.domain.shape.axes:
        return None
    return found if not any(sized.axis.variable for sized in found.domain.shape.axes) else None


def _is_called(session: Session, function: Function) -> bool:
    """Whether anything but its own definition names a function."""
    others = (entry for entry in session.ranges.entries if entry.index != function.entry.index)
    symbols = (part for entry in others for part in walk(entry.parsed) if isinstance(part, ast.Symbol))
    return any(symbol.full_name == function.name for symbol in symbols)


def _is_of_another(session: Session, axis: str, name: str, at: Entry) -> bool:
    """Whether something else that the section declares has the axis."""
    others = (b for bindings in session.scope.by_name.values() for b in bindings if b.name != name)
    here = (b for b in others if isinstance(b, Declared) and b.domain is not None and b.entry.section == at.section)
    return any(sized.axis.name == axis for b in here if b.domain is not None for sized in b.domain.shape.axes)
