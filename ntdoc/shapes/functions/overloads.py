"""Which definition of a function a call is of: by the number of its arguments, and of the axes below it."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.operations.table import Rule, lookup
from ntdoc.shapes.bindings import Function, Signed
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.plan import Operate, Parameter, Plan


def overload(own: Sequence[Function | Signed], count: int, extras: int) -> Function | Signed | None:
    """The definition with so many arguments, and so many after the semicolon, if there are any; else the signature."""
    for binding in own:
        if isinstance(binding, Function) and len(binding.parameters) == count and len(binding.extras) == extras:
            return binding
    for binding in own:
        if isinstance(binding, Function) and len(binding.parameters) == count and extras == 0:
            return binding
    if extras and any(isinstance(b, Function) and len(b.parameters) == count and b.extras for b in own):
        return None  # a definition says how many there are behind the semicolon, and a signature does not
    for binding in own:
        if isinstance(binding, Signed) and len(binding.signature.arguments) == count:
            return binding
    return None


def takes(own: Sequence[Function | Signed], count: int, extras: int, axes: tuple[str, ...]) -> bool:
    """Whether one is for so many arguments, and for as many axes, if any stand below the call."""
    found = overload(own, count, extras)
    if not isinstance(found, Function) or not axes:
        return found is not None
    return not found.axes or bind_axes(found.axes, axes) is not None


def arity(binding: Function | Signed) -> str:
    if isinstance(binding, Function):
        return arity_text(len(binding.parameters), len(binding.extras))
    return arity_text(len(binding.signature.arguments), 0)


def arity_text(count: int, extras: int) -> str:
    text = f"{count} argument" + ("" if count == 1 else "s")
    return text + (f" and {extras} after the semicolon" if extras else "")


def bind_axes(formal: Sequence[str], actual: tuple[str, ...]) -> dict[str, tuple[str, ...]] | None:
    """Axis parameters by position; a single one may stand for several axes taken together."""
    if not formal and not actual:
        return {}
    if len(formal) == 1 and actual:
        return {formal[0]: actual}
    if len(formal) == len(actual):
        return {f: (a,) for f, a in zip(formal, actual, strict=True)}
    return None


def known(function: Function, letters: Sequence[str], axes: dict[str, tuple[str, ...]]) -> Plan | None:
    """The known operation that is called as a function of the document is."""
    own = tuple(a for formal in function.axes for a in axes.get(formal, ()))
    operation = lookup(taken_apart(function.name).base if not function.axes else function.name, axes=bool(own))
    if operation is None or len(letters) != 1 or operation.arity != 1:
        return None
    fits = operation.rule is Rule.ELEMENTWISE if not own else operation.rule in (Rule.ALONG, Rule.REDUCTION)
    return Operate(operation.name, own, (Parameter(letters[0]),)) if fits else None
