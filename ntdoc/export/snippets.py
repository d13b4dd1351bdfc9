"""The code of each definition by itself, for the blocks of a site: a program that runs as it is copied.

What it defines stands first, behind the imports. Then come the functions that it calls, and at the end a call on the
numbers of the example beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.export.code import Code, number, row
from ntdoc.export.module import Module, Written
from ntdoc.export.routines import Routine, Routines
from ntdoc.operations.array import NamedArray, transpose_to
from ntdoc.settings import LIBRARIES
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.sizes import variable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_LARGEST = 200  # entries of an argument that is written out
_WIDTH = 88
_ARRAYS = {"numpy": ("np.array", ""), "torch": ("torch.tensor", ", dtype=torch.float64"), "jax": ("jnp.array", "")}
Sample = tuple[Runner, Mapping[str, NamedArray]]  # of a statement: what runs it, and the parameters of a function


def code_of(
    session: Session, roles: Sequence[Role], samples: Mapping[int, Sample]
) -> dict[int, tuple[tuple[str, str], ...]]:
    """By the place of a statement, the libraries with the program that computes what it defines."""
    found: dict[int, dict[str, str]] = {}
    try:
        routines = Routines(session, roles)
        for library in LIBRARIES:
            made = Module(routines, library)
            functions = {routine.name: "\n".join(written.without_origin) for routine, written in made.functions()}
            for routine, written in made.functions():
                text = _program(made, routine, written, functions, samples.get(routine.item))
                for item in routine.items:
                    found.setdefault(item, {}).setdefault(library, text)
    except RecursionError:  # what is nested so deeply has no code, and the site is made all the same
        return {}
    return {item: tuple(code.items()) for item, code in found.items()}


def _program(
    made: Module, routine: Routine, written: Written, functions: Mapping[str, str], sample: Sample | None
) -> str:
    needed = _with_what_it_calls(routine.name, functions)
    parts = [functions[name] for name in needed]
    parts += made.helpers_of("\n".join(parts))
    arguments = _arguments(routine, written, sample, made.library)
    if arguments is not None:
        parts.append(_call(routine.name, arguments))
    imports = "\n".join(made.imports_of("\n".join(parts)))
    return "\n\n\n".join([imports, *parts] if imports else parts)


def _with_what_it_calls(name: str, functions: Mapping[str, str]) -> list[str]:
    """The functions of the document that one needs, itself first."""
    found = [name]
    for known in found:  # grows on the way
        called = re.findall(r"(?<![\w.])(\w+)\(", functions[known])
        found += [other for other in dict.fromkeys(called) if other in functions and other not in found]
    return found


def _arguments(routine: Routine, written: Written, sample: Sample | None, library: str) -> list[str] | None:
    """The numbers of the example as arguments; None if it has none that can be written out."""
    if sample is None:
        return None
    runner, given = sample
    values: list[str] = []
    try:
        arrays = [(given[name], shape) for name, shape in routine.parameters]
        arrays += [(runner.run(sampled, {}), sampled.shape) for sampled in routine.letters]
        for array, shape in arrays:
            if array.data.size > _LARGEST or set(array.axes) != {axis for axis, _ in shape}:
                return None
            values.append(_array(array, [axis for axis, _ in shape], library))
        values += [str(runner.size(variable(atom))) for atom in written.sizes]
    except (*STOPS, KeyError):
        return None
    if len(values) != len(written.arguments):
        return None
    return [f"{name}={value}" for name, value in zip(written.arguments, values, strict=True)]


def _array(array: NamedArray, axes: Sequence[str], library: str) -> str:
    function, more = _ARRAYS[library]

    def entries(data: object) -> Code:
        return row(*map(entries, data)) if isinstance(data, list) else number(float(data))  # type: ignore[arg-type]

    return f"{function}({entries(transpose_to(array, tuple(axes)).data.tolist()).text}{more})"


def _call(name: str, arguments: Sequence[str]) -> str:
    """A call whose value is printed; its numbers fill the lines, for it is read after what it calls if at all."""
    whole = f"print({name}({', '.join(arguments)}))"
    if len(whole) <= _WIDTH:
        return whole
    lines = (wrap(f"{argument},", _WIDTH - 4, break_long_words=False, break_on_hyphens=False) for argument in arguments)
    return "\n".join([f"print({name}(", *(f"    {line}" for argument in lines for line in argument), "))"])
