"""The text of a module: what it is of, its imports, and a function for each definition."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ntdoc.export.code import comment, definition, docstring
from ntdoc.export.names import identifier
from ntdoc.export.routines import Omitted, Routine, Routines, Unsupported
from ntdoc.export.unused import without_unused
from ntdoc.export.writer import Writer
from ntdoc.naming import python_name
from ntdoc.nodes import walk
from ntdoc.operations.domain import DomainKind
from ntdoc.operations.helpers import HELPERS
from ntdoc.shapes import plan as p
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.sizes import Size
from ntdoc.source import Span

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

IMPORTS = {"numpy": ["import numpy as np"], "torch": ["import torch"], "jax": ["import jax", "import jax.numpy as jnp"]}


@dataclass(frozen=True, slots=True)
class Written:
    """A function that is written, or is being written."""

    lines: tuple[str, ...]
    sizes: tuple[str, ...]  # the atoms of the sizes that it is told
    used: frozenset[str]  # the parameters that the result depends on
    is_array: bool
    shape: tuple[tuple[str, Size], ...] = ()
    arguments: tuple[str, ...] = ()

    @property
    def without_origin(self) -> tuple[str, ...]:
        """The lines without that which says where the definition stands, and without the equation: it is beside."""
        head = self.lines.index('    """') if '    """' in self.lines else 0
        kept = [line for i, line in enumerate(self.lines) if i < head or not line.startswith("    # ")]
        origin = next((i for i, line in enumerate(kept) if line.startswith("    From ")), None)
        return tuple(kept if origin is None else kept[: origin - 1] + kept[origin + 1 :])


class Module:
    """The functions of one document for one library."""

    def __init__(self, routines: Routines, library: str) -> None:
        self.routines = routines
        self.library = library
        self.omitted: list[Omitted] = list(routines.omitted)
        self._written: dict[Routine, Written | str] = {}
        at = 0
        while at < len(routines.all):  # writing one may bring others along
            routine = routines.all[at]
            at += 1
            if routine not in self._written:
                try:
                    self.written(routine)
                except Unsupported as problem:
                    for span in routine.spans:
                        self.omitted.append(Omitted(routine.symbol, span, str(problem)))

    def written(self, routine: Routine) -> Written:
        """A function as text. Raises Unsupported."""
        found = self._written.get(routine)
        if found is None:
            try:
                found = self._written[routine] = self._write(routine)
            except Unsupported as problem:
                self._written[routine] = str(problem)
                raise
        if isinstance(found, str):
            reason = found if found.startswith("it needs") else f"it needs {routine.symbol}, which is not exported"
            raise Unsupported(reason)
        return found

    def helpers_of(self, code: str) -> list[str]:
        """The helpers that some code calls, and those that they call, as text."""
        found: dict[str, None] = {}
        pending = [code]
        while pending:
            for name in re.findall(r"(?<![\w.])(_[a-z_]+)\(", pending.pop()):
                if name in HELPERS[self.library] and name not in found:
                    found[name] = None
                    pending.append(HELPERS[self.library][name].partition(":\n")[2])
        return [HELPERS[self.library][name] for name in found]

    def names_used_by(self, routine: Routine) -> set[str]:
        """The names of functions that a body calls, which are none of its own."""
        called = {n.function.name for n in walk(routine.plan) if isinstance(n, p.Call)}
        keys = {n.key for n in walk(routine.plan) if isinstance(n, p.Defined)}
        names = {r.name for r in self.routines.all if r.is_function and r.symbol in called}
        names |= {identifier(name) for name in called}
        return names | {
            self.routines.defined(n).name for n in walk(routine.plan) if isinstance(n, p.Defined) and n.key in keys
        }

    # --- one function ---

    def _write(self, routine: Routine) -> Written:
        writer = Writer(self, routine)
        body = _opened(writer.write(), self.library)
        value = writer.value(routine.plan)
        values = [*writer.inputs.values(), *writer.letters.values()]
        arguments = [v.code.text for v in values] + list(writer.sizes_needed.values())
        lines = [
            *definition(routine.name, arguments),
            *docstring(_described(routine, writer), 4),
            *self._equations(routine),
            *body,
        ]
        used = {n.name for n in walk(routine.plan) if isinstance(n, p.Parameter)}
        return Written(
            tuple(without_unused(lines)),
            tuple(writer.sizes_needed),
            frozenset(used),
            value.is_array,
            tuple(value.sizes.items()),
            tuple(arguments),
        )

    def _equations(self, routine: Routine) -> list[str]:
        lines: list[str] = []
        for span in routine.rows or routine.spans[:1]:
            lines += comment(span.text, 4)
        if routine.usual and f"_{routine.usual}" != f"_{routine.name}":
            lines += comment(f"That is the usual {routine.usual}, and is computed as such.", 4)
        elif routine.usual:
            lines += comment("Computed in the usual way, which gives the same and does not overflow.", 4)
        return lines

    # --- the whole ---

    def text(self, path: str) -> str:
        """The module as text."""
        functions = [
            "\n".join(found.lines)
            for routine in self.routines.all
            if isinstance(found := self._written.get(routine), Written)
        ]
        code = "\n\n\n".join([*functions, *self.helpers_of("\n".join(functions))])
        head = "\n".join(docstring(_heading(path, self.library, functions), 0))
        parts = [head]
        imports = self.imports_of(code)
        if imports:
            parts.append("\n".join(imports))
        if self.omitted:
            parts.append("\n".join(self._left_out()))
        text = "\n\n".join(parts)
        return f"{text}\n\n\n{code}\n" if code else f"{text}\n"

    def imports_of(self, code: str) -> list[str]:
        """What some code imports."""
        found = ["import math", ""] if re.search(r"\bmath\.", code) else []
        for line in IMPORTS[self.library]:
            name = line.split()[-1]
            if re.search(rf"(?<![\w.]){name}\.", code):
                found.append(line)
        return found[:-1] if found and not found[-1] else found

    def _left_out(self) -> list[str]:
        lines = comment("Not exported:", 0)
        for one in self.omitted:
            lines += comment(f"- {one.symbol} ({place(one.span)}): {one.reason}.", 0)
        return lines

    def functions(self) -> Iterable[tuple[Routine, Written]]:
        """The functions that there are."""
        for routine in self.routines.all:
            found = self._written.get(routine)
            if isinstance(found, Written):
                yield routine, found


def module(session: Session, roles: Iterable[Role], library: str) -> Module:
    """All that a document defines, for one of the libraries."""
    return Module(Routines(session, roles), library)


def place(span: Span) -> str:
    return f"{span.source.path.rsplit('/', 1)[-1]}, line {span.line}"


def _heading(path: str, library: str, functions: list[str]) -> list[str]:
    name = path.replace("\\", "/").rsplit("/", 1)[-1]
    there = {"numpy": "numpy", "torch": "torch", "jax": "jax"}[library]
    lines = [f"The definitions of {name}, in {there}.", ""]
    if not functions:
        return [*lines[:1], "", "There are none that can be exported."]
    lines += [
        "Exported by ntdoc, and independent of it. A function takes its arrays with their axes in",
        "the order that its docstring names; before these, `...` stands for any further axes, which",
        "broadcast. What the document only declares, a function takes as an argument too, after its",
        "own, and sizes that the arrays do not tell come last.",
    ]
    if library == "jax":
        lines += ["", 'For double precision, set jax.config.update("jax_enable_x64", True) before.']
    return lines


def _opened(body: list[str], library: str) -> list[str]:
    """The body of a helper in the place of its call, where a function is nothing else."""
    found = re.fullmatch(r"    return (_[a-z_]+)\((\w+)(?:, (-\d+))?\)", body[0]) if len(body) == 1 else None
    if found is None or found[1] not in HELPERS[library]:
        return body
    head, *lines = HELPERS[library][found[1]].splitlines()[:1] + HELPERS[library][found[1]].splitlines()[2:]
    text = "\n".join(lines)
    own = re.findall(r"(?m)^    (\w+) = ", text)
    if found[2] in (*own, "axis", "dim") or head.count(",") != (found[3] is not None):
        return body
    text = re.sub(r"\bx\b", found[2], text)
    return re.sub(r"(?<=[=(, ])(axis|dim)\b(?!=)", found[3] or "", text).splitlines()


def _described(routine: Routine, writer: Writer) -> list[str]:
    """The docstring of a function."""

    def axes(own: Iterable[str], dots: bool) -> str:
        names = [*(["..."] if dots else []), *(a.lstrip("#") for a in own)]
        return f"({', '.join(names)})" if names and names != ["..."] else ("(...)" if dots else "scalar")

    letters = [letter for letter, _ in routine.parameters]
    title = f"{routine.symbol}({', '.join(letters)})" if routine.is_function else routine.symbol
    first = f"{title}, {routine.of}: " if routine.of else f"{title}: "
    result = axes(routine.result, routine.is_function)
    lines = [f"{first}{' × '.join(routine.result) or 'scalar'}."]
    if routine.is_function:
        shapes = ", ".join(" × ".join(a for a, _ in shape) or "scalar" for _, shape in routine.parameters)
        lines = [f"{first}{shapes} → {' × '.join(routine.result) or 'scalar'}."]
    if routine.spans:
        lines[0] = lines[0][:-1] + "."
        lines += ["", f"From {' and '.join(place(s) for s in routine.spans)}."]
    lines.append("")
    for letter, shape in routine.parameters:
        name = writer.inputs[letter].code.text
        lines.append(f"{name}: {axes((a for a, _ in shape), dots=routine.is_function)}")
    for sampled in routine.letters:
        name = writer.letters[sampled.key].code.text
        domain = "" if sampled.domain.kind is DomainKind.REAL else f", {_domain(sampled)}"
        called = "" if name == python_name(sampled.key) or name == sampled.key else f" ({sampled.key})"
        lines.append(f"{name}{called}: {axes((a for a, _ in sampled.shape), dots=False)}{domain}")
    for atom, name in writer.sizes_needed.items():
        lines.append(f"{name}: the size of the axis {atom.strip('|')}" if atom.startswith("|") else f"{name}: a number")
    lines.append(f"Returns {result}.")
    return lines


def _domain(sampled: p.Sampled) -> str:
    if sampled.domain.kind is DomainKind.INTEGERS:
        if sampled.limit is None or isinstance(sampled.limit, Size):
            high = sampled.limit or f"{sampled.domain.upper:g}"
            return f"whole numbers from {sampled.domain.lower:g} to {high}"
        return f"from {sampled.limit[0]} by steps of 1 to {sampled.limit[1]}"
    return str(sampled.domain)
