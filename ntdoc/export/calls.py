"""Calls of other exported functions: arguments in their order, what is lifted before the axes that the callee names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.export.code import Code, call
from ntdoc.export.matching import Match
from ntdoc.export.routines import Unsupported
from ntdoc.export.values import Type, Value, arranged
from ntdoc.shapes import plan as p
from ntdoc.shapes.sizes import Size, variable

if TYPE_CHECKING:
    from ntdoc.export.writer import Writer

_APART = "~"


def defined(w: Writer, plan: p.Defined) -> Value:
    """A tensor that the document defines: a call with what it depends on."""
    routine = w.module.routines.defined(plan)
    written = w.module.written(routine)
    arguments = [_letter(w, letter.key, letter) for letter in routine.letters]
    arguments += [w.sizes.code(variable(atom)) for atom in written.sizes]
    code = call(routine.name, *arguments)
    if w.library == "torch" and not routine.letters and w.like and routine.result:
        code = Code(f"{code.text}.to({w.like})")
    kind = Type.ARRAY if written.is_array else Type.NUMBER
    sizes = dict(written.shape)
    return Value(code, routine.result if written.is_array else (), type=kind, sizes=sizes, label=routine.symbol)


def called(w: Writer, plan: p.Call) -> Value:
    """A call of a function."""
    function = plan.function
    found = w.module.routines.called(plan)
    if found is None and w.module.routines.usual(function):
        return _inlined(w, plan)
    if found is None:
        routine = w.module.routines.variant(function)
        match: Match | None = None
    else:
        routine, match = found
    written = w.module.written(routine)
    values = [w.as_array(w.as_numbers(w.value(a))) for a in plan.arguments]
    own_axes = [axes for _, axes in function.parameters]
    if match is not None:
        own_axes = [tuple(match.axes.get(a, a) for a, _ in shape) for _, shape in routine.parameters]
    # What is lifted may have the name of an axis of another parameter, and is another axis all the same
    values = [_apart(v, own) for v, own in zip(values, own_axes, strict=True)]
    names = [name for name, _ in function.parameters]
    lifted = tuple(dict.fromkeys(a for v in values for a in v.axes if a.endswith(_APART)))
    counted = {a for v, n in zip(values, names, strict=True) if n in written.used for a in v.axes}
    if not counted.issuperset(lifted):
        raise Unsupported(f"it lifts {function.name} over an argument that {function.name} does not use")
    codes = []
    for value, own in zip(values, own_axes, strict=True):
        order = (*lifted, *own) if any(a in lifted for a in value.axes) or value.batched else own
        codes.append(_argument(w, value, order))
    for letter in routine.letters:
        codes.append(_letter(w, match.letters[letter.key].key if match else letter.key, letter, match))
    for atom in written.sizes:
        codes.append(w.sizes.code(_size_for(atom, match, function.name)))
    result = routine.result if match is None else tuple(match.axes.get(a, a) for a in routine.result)
    if set(result) != set(function.result):
        raise Unsupported(f"the axes of {function.name} are not known as it is called")
    back = {a: a.removesuffix(_APART) for a in lifted}
    sizes = {back.get(a, a): s for v in values for a, s in v.sizes.items() if a in back or a in result}
    batched = any(v.batched for v in values)
    return Value(call(routine.name, *codes), (*back.values(), *result), batched, sizes=sizes)


def _apart(value: Value, own: tuple[str, ...]) -> Value:
    """A value with marks at the axes that a function lifts over."""
    marked = {a: a + _APART for a in value.axes if a not in own}
    product = value.product.renamed(marked) if value.product is not None else None
    return replace(
        value,
        axes=tuple(marked.get(a, a) for a in value.axes),
        sizes={marked.get(a, a): s for a, s in value.sizes.items()},
        kept=None,
        product=product,
    )


def _argument(w: Writer, value: Value, order: tuple[str, ...]) -> Code:
    """An argument with its axes in order; those before the ones that are named may be left out where none is needed."""
    code = arranged(replace(value, kept=None), order, w.np, w.name)
    return w.name(code, value.label) if len(code.text) > 34 else code


def _letter(w: Writer, key: str, letter: p.Sampled, match: Match | None = None) -> Code:
    """A letter that a function depends on, in the order of axes that the function takes it in."""
    value = w.letters[key]
    axes = tuple(a if match is None else match.axes.get(a, a) for a, _ in letter.shape)
    if set(axes) != set(value.axes):
        raise Unsupported(f"{key} has other axes where it is used")
    return arranged(value, axes, w.np, w.name)


def _size_for(atom: str, match: Match | None, name: str) -> Size:
    """What a size that a function is told stands for in a call."""
    if match is None:
        return variable(atom)
    for own, there in match.sizes:
        if own.atom == atom:
            return there
    raise Unsupported(f"the size {atom.strip('|')} of {name} is not known as it is called")


def _inlined(w: Writer, plan: p.Call) -> Value:
    """A function that is a known operation, where the definition itself does not fit."""
    assert isinstance(plan.function.known, p.Operate)
    return w.value(plan.function.known.replace(arguments=plan.arguments))
