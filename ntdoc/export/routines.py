"""What is written as a function of its own: each definition of a document, and each member of a family that is used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.sampling import sample
from ntdoc.evaluation.stops import STOPS
from ntdoc.export.matching import Match
from ntdoc.export.names import Names, identifier
from ntdoc.nodes import Node, walk
from ntdoc.operations.array import align
from ntdoc.operations.domain import Domain
from ntdoc.shapes import families
from ntdoc.shapes import plan as p
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.environment import Environment, Notebook
from ntdoc.shapes.functions import overloads
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.sizes import Equations, Size, default_size
from ntdoc.shapes.summary import own_sizes
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Recurrence
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.defined import Definition
    from ntdoc.shapes.session import Session

Shape = tuple[tuple[str, Size], ...]


class Unsupported(Exception):
    """Something that exported code cannot compute; the message says what, as the end of a sentence."""


@dataclass(eq=False)
class Routine:
    """One function to be written."""

    name: str  # in Python
    symbol: str  # in the document
    plan: p.Plan
    parameters: tuple[tuple[str, Shape], ...]
    result: tuple[str, ...]
    equations: Equations
    spans: list[Span]  # the statements that say so
    item: int = -1  # the statement that it is of, by its place; -1 for what no statement says by itself
    is_function: bool = False
    usual: str = ""  # the known operation that it is
    rows: tuple[Span, ...] = ()  # of a recurrence: the equations that it is made of
    of: str = ""  # for which member, or over which axes, if that is not what the statement says
    letters: tuple[p.Sampled, ...] = field(init=False)
    items: list[int] = field(init=False)  # all statements that say so

    def __post_init__(self) -> None:
        self.items = [self.item]
        found: dict[str, p.Sampled] = {}
        for node in _in_order(self.plan):
            if isinstance(node, p.Sampled):
                found.setdefault(node.key, node)
        self.letters = tuple(found.values())


@dataclass(frozen=True, slots=True)
class Omitted:
    """A definition that is not exported, with the reason."""

    symbol: str
    span: Span
    reason: str


class Routines:
    """All functions of a document, in the order in which they are written."""

    def __init__(self, session: Session, roles: Iterable[Role]) -> None:
        self.session = session
        self.all: list[Routine] = []
        self.omitted: list[Omitted] = []
        self._names = Names()
        self._by_statement: dict[int, list[Routine]] = {}
        self._by_key: dict[object, Routine] = {}
        self._same: dict[int, str] = {}
        self._bindings: dict[int, Function | Tensor] = {}
        defining = [(role.defines, role.mention) for role in roles if role.defines is not None]
        for binding, _ in defining:
            self._bindings.setdefault(binding.entry.index, binding)
        own = {id(b): b for b, mention in defining if not mention}  # each once: a recurrence has several statements
        for binding in own.values():
            try:
                self._function(binding) if isinstance(binding, Function) else self._tensor(binding)
            except Unsupported as problem:
                if not self._is_prose(binding):
                    self.omit(binding.name, binding.entry.parsed.span, str(problem))

    def _is_prose(self, binding: Function | Tensor) -> bool:
        """Whether a definition in a sentence, or in a step of an algorithm, speaks of names that only words explain."""
        found = self.session.checked(binding) if isinstance(binding, Function) else self.session.definition(binding)
        return not binding.entry.display and any(d.code in ("NT201", "NT202") for d in found.notebook.problems)

    def omit(self, symbol: str, span: Span, reason: str) -> None:
        self.omitted.append(Omitted(symbol, span, reason))

    # --- definitions ---

    def _function(self, function: Function) -> None:
        checked = self.session.checked(function)
        if checked.broken or checked.typed.plan is None:
            raise Unsupported(_why(checked.notebook, checked.unread))
        plan, usual = checked.typed.plan, ""
        result = self._signed(function) or tuple(checked.typed.shape or {})
        if set(result) != set(checked.typed.shape or {}):
            result = tuple(checked.typed.shape or {})
        shapes = tuple((letter, tuple(checked.shapes.get(letter, {}).items())) for letter in function.letters)
        operation = overloads.known(function, function.letters, {a: (a,) for a in function.axes})
        if operation is not None and self._is_same(plan, operation, shapes):
            plan, usual = operation, operation.operation if isinstance(operation, p.Operate) else ""
        self._add(
            Routine(
                identifier(function.name),
                function.name,
                plan,
                shapes,
                result,
                checked.notebook.equations,
                [function.entry.parsed.span],
                function.entry.index,
                is_function=True,
                usual=usual,
            )
        )

    def _signed(self, function: Function) -> tuple[str, ...] | None:
        """The axes of the result in the order of the signature."""
        signature = self.session.signature(function)
        if signature is None:
            return None
        axes: dict[str, tuple[str, ...]] = {a: (b,) for a, b in zip(signature.axes, function.axes, strict=False)}
        env = replace(self.session.environment(function.entry), axes=axes)
        return self._axes_of(signature.signature.result.shape, env, signature.span)

    def _axes_of(self, shape: ast.Shape, env: Environment, span: Span) -> tuple[str, ...] | None:
        """The axes of a shape in the order in which it is written."""
        try:
            found = self.session.shape(shape, env)
        except Unreadable:
            return None
        return None if found is None else tuple(found)

    def _tensor(self, tensor: Tensor) -> None:
        definition = self.session.definition(tensor)
        plan = definition.typed.plan
        if definition.broken or not isinstance(plan, p.Defined):
            raise Unsupported(_why(definition.notebook, definition.unread))
        self._by_key[plan.key] = self._member(tensor, definition, plan)

    def _member(self, tensor: Tensor, definition: Definition, plan: p.Defined) -> Routine:
        indices = dict(plan.key[1:]) if isinstance(plan.key, tuple) else {}
        symbol = families.resolved(tensor.name, indices)
        of = f"{tensor.name} at " if symbol != tensor.name else ""
        result = self._stated(tensor, definition)
        return self._add(
            Routine(
                identifier(symbol),
                symbol,
                plan.body,
                (),
                result,
                definition.notebook.equations,
                [tensor.entry.parsed.span],
                tensor.entry.index,
                rows=_rows(tensor),
                of=of
                and of
                + ", ".join(f"{x} = {indices[x]}" for x in sorted(families.letters_in(tensor.name) & set(indices))),
            )
        )

    def _stated(self, tensor: Tensor, definition: Definition) -> tuple[str, ...]:
        own = tuple(definition.typed.shape or {})
        declared = self.session.scope.declaration(tensor.name, tensor.entry)
        domain = tensor.stated or (declared.domain if declared is not None else None)
        if domain is None:
            return own
        shape = self._axes_of(domain.shape, self.session.environment(tensor.entry), domain.span)
        return shape if shape is not None and set(shape) == set(own) else own

    def _add(self, routine: Routine) -> Routine:
        """A routine, or one that does the same and has the same name."""
        for other in self._by_statement.get(routine.item, ()) if not routine.is_function else self.all:
            if _is_repeated(other, routine):
                if routine.spans[0] not in other.spans:
                    other.spans += routine.spans
                    other.items.append(routine.item)
                self._by_statement.setdefault(routine.item, []).append(other)
                return other
        routine.name = self._names.take(routine.name)
        self.all.append(routine)
        self._by_statement.setdefault(routine.item, []).append(routine)
        return routine

    # --- what definitions need ---

    def defined(self, plan: p.Defined) -> Routine:
        """The function for a tensor that is defined. Raises Unsupported."""
        found = self._by_key.get(plan.key)
        if found is None:
            definition = self.session.definitions.get(plan.key)
            index = plan.key[0] if isinstance(plan.key, tuple) else None
            binding = self._bindings.get(index) if isinstance(index, int) else None
            if definition is None or not isinstance(binding, Tensor):
                raise Unsupported("it needs a tensor whose definition is not found")
            found = self._by_key[plan.key] = self._member(binding, definition, plan)
        return found

    def called(self, call: p.Call) -> tuple[Routine, Match] | None:
        """The function that a call is of, and what stands for its letters; None if there is none yet."""
        function = call.function
        for routine in self._by_statement.get(-1 if function.definition is None else function.definition, ()):
            if not routine.is_function:
                continue
            match = Match()
            if self._fits(routine, function, match):
                return routine, match
        return None

    def _fits(self, routine: Routine, function: p.Function, match: Match) -> bool:
        if len(routine.parameters) != len(function.parameters):
            return False
        there = dict(zip((n for n, _ in function.parameters), function.shapes, strict=False))
        for (name, shape), (other, axes) in zip(routine.parameters, function.parameters, strict=True):
            if name != other or len(shape) != len(axes):
                return False
            sizes = dict(there.get(other, ()))
            for (axis, size), second in zip(shape, axes, strict=True):
                if not match.axis(axis, second):
                    return False
                if second in sizes:
                    match.sizes.append((size, sizes[second]))
        if routine.usual:
            return isinstance(function.known, p.Operate) and match.plans(routine.plan, function.known)
        return match.plans(routine.plan, function.body) and match.all_axes(
            routine.result, tuple(match.axes.get(a, a) for a in routine.result)
        )

    def variant(self, function: p.Function) -> Routine:
        """A function for a call that does otherwise than the definition: over several axes, or with others."""
        shapes = function.shapes or tuple(tuple((a, default_size(a)) for a in axes) for _, axes in function.parameters)
        parameters = tuple((n, shape) for (n, _), shape in zip(function.parameters, shapes, strict=True))
        binding = self._bindings.get(function.definition) if function.definition is not None else None
        base = identifier(function.name)
        own = next((r for r in self._by_statement.get(function.definition or -1, ()) if r.is_function), None)
        count = max((len(axes) for _, axes in function.parameters), default=0)
        several = own is not None and count > max((len(shape) for _, shape in own.parameters), default=0)
        routine = Routine(
            self._names.take(f"{base}_{count}d" if several else base),
            function.name,
            function.body,
            parameters,
            function.result,
            Equations(),
            [binding.entry.parsed.span] if binding is not None else [],
            -1 if function.definition is None else function.definition,
            is_function=True,
            of="over several axes" if several else "with other axes",
        )
        self.all.append(routine)
        self._by_statement.setdefault(routine.item, []).append(routine)
        return routine

    def usual(self, function: p.Function) -> bool:
        """Whether a function, as it is called, is the known operation of its name."""
        key = id(function)
        if key not in self._same:
            shapes = tuple((n, s) for (n, _), s in zip(function.parameters, function.shapes, strict=False))
            same = function.known is not None and self._is_same(function.body, function.known, shapes)
            self._same[key] = "same" if same else ""
        return bool(self._same[key])

    def _is_same(self, plan: p.Plan, other: p.Plan, shapes: Sequence[tuple[str, Shape]]) -> bool:
        """Whether two plans give the same numbers on samples of their parameters."""
        atoms = {a for _, shape in shapes for _, size in shape for a in size.atoms}
        atoms |= {a for n in walk(plan) for s in own_sizes(n) for a in s.atoms}
        if any(isinstance(n, p.Sampled) for n in walk(plan)):
            return False
        runner = Runner({atom: 2 + number % 3 for number, atom in enumerate(sorted(atoms))})
        try:
            values = {
                name: sample(name, 0, 1, tuple(a for a, _ in shape), tuple(runner.size(s) for _, s in shape), Domain())
                for name, shape in shapes
            }
            one, two = runner.run(plan, values), runner.run(other, values)
            x, y = align(one, two)[1]
        except (*STOPS, KeyError):
            return False
        return set(one.axes) == set(two.axes) and bool(np.allclose(x, y, rtol=1e-9, atol=1e-12))


def _rows(tensor: Tensor) -> tuple[Span, ...]:
    rows = [line.span for line in tensor.body.lines] if isinstance(tensor.body, Recurrence) else []
    return tuple(sorted(rows, key=lambda span: span.start))


def _in_order(root: object) -> Iterable[Node]:
    """The nodes of a plan as they are read: of a call first the arguments."""
    seen: set[int] = set()
    pending = [root]
    while pending:
        item = pending.pop()
        if type(item) is tuple:
            pending.extend(reversed(item))
        elif isinstance(item, Node) and id(item) not in seen:
            seen.add(id(item))
            yield item
            names = list(item.__dataclass_fields__)  # type: ignore[attr-defined]
            if isinstance(item, p.Call):
                names = ["arguments", "function"]
            pending.extend(getattr(item, name) for name in reversed(names))


def _is_repeated(one: Routine, other: Routine) -> bool:
    """Whether two say the same under the same name, letter for letter."""
    if one.symbol != other.symbol or one.result != other.result or one.is_function != other.is_function:
        return False
    if [(n, [a for a, _ in s]) for n, s in one.parameters] != [(n, [a for a, _ in s]) for n, s in other.parameters]:
        return False
    match = Match()
    return (
        match.plans(one.plan, other.plan)
        and all(a == b for a, b in match.axes.items())
        and all(a == b.key for a, b in match.letters.items())
        and all(a == b for a, b in match.sizes)
    )


def _why(notebook: Notebook, unread: Unreadable | None) -> str:
    if unread is not None:
        return f"ntdoc does not read it: {unread.reason}"
    errors = notebook.problems
    if errors:
        return f"it is in error: {errors[0].code}, {errors[0].message}"
    if notebook.blockers:
        return f"it needs {notebook.blockers[0][0]}, which is in error or not read"
    return "the document does not say what value it has"
