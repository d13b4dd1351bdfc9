"""Differentials from plan to plan: what a small change of some of its leaves does to a value.

A plan lets axes that it does not name pass through, so a differential that has axes of its own beside those of its
tensor is only lifted: seeded with the identity, it is the derivative. The result is a plan again, and can be
differentiated again. A differential that is zero is None, and one may lack axes along which it does not vary.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ntdoc.nodes import Node
from ntdoc.operations.domain import Domain, DomainKind
from ntdoc.shapes import plan as p
from ntdoc.shapes.calculus.slopes import Term, rule, total
from ntdoc.shapes.drawn_plan import Averaged, Drawn
from ntdoc.shapes.rewriting import with_parts
from ntdoc.source import Span
from ntdoc.syntax.cursor import Unreadable

MARK = "∂"
_LEAVES = p.Constant | p.Sampled | p.Parameter | p.SizeValue | p.Counter | p.Places | p.Eye
_CHEAP = p.Constant | p.Parameter | p.SizeValue | p.Defined


MOST_PLANS = 60_000
"""How many parts of a plan are differentiated for one derivative: each higher one has several times as many."""


class NoRule(Exception):
    """What ntdoc cannot differentiate, and why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Seed(NamedTuple):
    """The differential of a leaf, and the leaf's own axes: what the differential has beyond them is lifted."""

    plan: p.Plan
    axes: tuple[str, ...]


CONTINUOUS = frozenset(
    [
        DomainKind.REAL,
        DomainKind.POSITIVE,
        DomainKind.NONNEGATIVE,
        DomainKind.NEGATIVE,
        DomainKind.UNIT,
        DomainKind.SIMPLEX,
    ]
)


def varies(leaf: p.Sampled) -> bool:
    """Whether a free tensor can change a little; a differential does not change."""
    return leaf.domain.kind in CONTINUOUS and not leaf.key.startswith(MARK)


def increment(leaf: p.Sampled) -> p.Sampled:
    """The differential of a free tensor."""
    return p.Sampled(MARK + leaf.key, leaf.shape, Domain())


Seeds = Callable[[Node], Seed | None]


class Differentials:
    """The differentials of plans that run in one call, each worked out once, whatever contains it."""

    def __init__(
        self, seeds: Seeds, counted: list[int] | None = None, held: Callable[[Node], bool] | None = None
    ) -> None:
        """What is `held` does not vary, whatever it is made of."""
        self._seeds, self._held = seeds, held
        self._counted = [0] if counted is None else counted
        self._found: dict[object, p.Plan | None] = {}
        self._shared: dict[int, p.Plan] = {}
        self._bodies: dict[object, tuple[p.Plan | None, tuple[str, ...], dict[str, Seed]]] = {}
        self._kept: list[p.Plan] = []  # so that no two plans have one identity

    def of(self, plan: p.Plan) -> p.Plan | None:
        """The differential of a plan. Raises NoRule."""
        key: object = ("defined", plan.key) if isinstance(plan, p.Defined) else id(plan)
        if key not in self._found:
            self._keep(plan)
            seed = self._seeds(plan)
            held = seed is None and self._held is not None and self._held(plan)
            found = seed.plan if seed is not None else None if held else self._differential(plan)
            self._found[key] = found if found is None or isinstance(found, _CHEAP) else p.Shared(found)
        return self._found[key]

    def read(self, plan: p.Plan, span: Span) -> p.Plan | None:
        """The differential of what is written at a place. Raises Unreadable."""
        try:
            return self.of(plan)
        except NoRule as problem:
            raise Unreadable(problem.reason, span) from None

    def value(self, plan: p.Plan) -> p.Plan:
        """The same plan with all its parts shared, for use in several differentials."""
        if isinstance(plan, p.Shared):
            plan = plan.body
        if isinstance(plan, _CHEAP):
            return plan
        if id(plan) not in self._shared:
            self._keep(plan)
            self._shared[id(plan)] = p.Shared(with_parts(plan, self.value))
        return self._shared[id(plan)]

    def _keep(self, plan: p.Plan) -> None:
        self._kept.append(plan)
        self._counted[0] += 1
        if self._counted[0] > MOST_PLANS:
            raise NoRule("this derivative has more terms than ntdoc makes")

    def _full(self, plan: p.Plan) -> p.Plan | None:
        """The differential of a plan with all axes of its value."""
        found = self.of(plan)
        return None if found is None else p.Like(found, self.value(plan))

    def _differential(self, plan: p.Plan) -> p.Plan | None:
        match plan:
            case p.Operate(operation, axes, arguments):
                return self._operation(plan, operation, axes, arguments)
            case p.Contract(axes, left, right):
                return self._contraction(axes, left, right)
            case p.Call():
                return self._call(plan)
            case p.Defined(_, body) | p.Shared(body) | p.Spread(_, body) | p.Like(body, _):
                return self.of(body)
            case p.Renamed() | p.Flattened() | p.Unflattened() | p.Windows():
                return self._linear(plan, plan.body)
            case p.Taken(axis, body, index, span):
                found = self._full(body)
                return None if found is None else p.Taken(axis, found, self.value(index), span)
            case p.Literal(row, column, cells):
                found_cells = [[self.of(c) for c in line] for line in cells]
                if all(c is None for line in found_cells for c in line):
                    return None
                return p.Literal(row, column, tuple(tuple(c or p.Constant(0.0) for c in line) for line in found_cells))
            case p.Chosen(branches):
                changes = [self.of(value) for value, _ in branches]
                if all(c is None for c in changes):
                    return None
                tests = [None if test is None else self.value(test) for _, test in branches]
                return p.Chosen(tuple((c or p.Constant(0.0), t) for c, t in zip(changes, tests, strict=True)))
            case p.Concatenated(axis, parts):
                changes = [self.of(part) for part in parts]
                if all(c is None for c in changes):
                    return None
                pairs = zip(changes, parts, strict=True)
                return p.Concatenated(axis, tuple(p.Like(c or p.Constant(0.0), self.value(x)) for c, x in pairs))
            case p.Smooth(key, own, result, arguments):
                numbered = [(n, found) for n, a in enumerate(arguments) if (found := self._full(a)) is not None]
                if not numbered:
                    return None
                change = p.Linear(key, own, result, tuple(n for n, _ in numbered), tuple(d for _, d in numbered))
                y = Term(self.value(plan))
                return ((1 - y * y) * Term(change)).plan
            case p.Linear(key, own, result, numbers, arguments):
                some = [(n, found) for n, a in zip(numbers, arguments, strict=True) if (found := self._full(a))]
                if not some:
                    return None
                return p.Linear(key, own, result, tuple(n for n, _ in some), tuple(d for _, d in some))
            case p.Recurrence():
                return self._recurrence(plan)
            case Averaged(body, fixed):
                found = self.of(body)
                return None if found is None else Averaged(found, fixed)
            case p.Compared() | p.Unit() | Drawn():
                return None
            case _ if isinstance(plan, _LEAVES):
                return None
        raise NoRule(f"ntdoc does not differentiate {type(plan).__name__} yet")

    def _operation(
        self, plan: p.Plan, operation: str, axes: tuple[str, ...], arguments: tuple[p.Plan, ...]
    ) -> p.Plan | None:
        changes = [self.of(a) for a in arguments]
        if all(c is None for c in changes):
            return None
        match operation, _bare(arguments[0]):
            case "log", p.Operate("softmax" | "sigmoid" as share, along, inner):
                return self.of(p.Operate(f"log_{share}", along, inner))  # 1 / w · w … is no number where w is 0
        try:
            found = rule(
                operation,
                axes,
                [Term(self.value(a)) for a in arguments],
                [None if c is None else Term(c) for c in changes],
                Term(self.value(plan)),
            )
        except KeyError:
            raise NoRule(f"ntdoc does not differentiate {operation} yet") from None
        return None if found is None else found.plan

    def _contraction(self, axes: tuple[str, ...], left: p.Plan, right: p.Plan) -> p.Plan | None:
        first, second = self._full(left), self._full(right)
        found = total(
            None if first is None else Term(p.Contract(axes, first, self.value(right))),
            None if second is None else Term(p.Contract(axes, self.value(left), second)),
        )
        return None if found is None else found.plan

    def _linear(self, plan: p.Renamed | p.Flattened | p.Unflattened | p.Windows, body: p.Plan) -> p.Plan | None:
        found = self._full(body)
        return None if found is None else plan.replace(body=found)

    def _call(self, call: p.Call) -> p.Plan | None:
        """A call of the differential of the body; the differentials that it needs become further parameters.

        Those of leaves within the body do too, so that what is lifted by them is kept apart from the axes of the body.
        """
        function = call.function
        changes = [self.of(a) for a in call.arguments]
        varying = tuple(n for (n, _), c in zip(function.parameters, changes, strict=True) if c is not None)
        key = (id(function.body), function.parameters, varying)
        if key not in self._bodies:
            self._kept.append(function.body)
            self._bodies[key] = self._body(function, varying)
        body, names, free = self._bodies[key]
        if body is None:
            return None
        own = dict(function.parameters)
        added = [(name, own[n]) for name, n in zip(names, varying, strict=True)]
        added += [(name, seed.axes) for name, seed in free.items()]
        plans = [c for c in changes if c is not None] + [seed.plan for seed in free.values()]
        parameters = (*function.parameters, *added)
        values = tuple(self.value(a) for a in call.arguments)
        return p.Call(p.Function(MARK + function.name, parameters, body, function.result), (*values, *plans))

    def _body(
        self, function: p.Function, varying: tuple[str, ...]
    ) -> tuple[p.Plan | None, tuple[str, ...], dict[str, Seed]]:
        """The differential of a body, the parameters that stand for differentials, and seeds from without."""
        own = dict(function.parameters)
        taken = set(own)
        changes = {name: _unused(MARK + name, taken) for name in varying}
        free: dict[str, Seed] = {}
        names: dict[object, str] = {}

        def seeds(leaf: Node) -> Seed | None:
            if isinstance(leaf, p.Parameter):
                return Seed(p.Parameter(changes[leaf.name]), own[leaf.name]) if leaf.name in changes else None
            outer = self._seeds(leaf)
            if outer is None:
                return None
            identity = (leaf.key, getattr(leaf, "shape", None)) if isinstance(leaf, p.Sampled | p.Defined) else id(leaf)
            if identity not in names:
                names[identity] = _unused(MARK + str(getattr(leaf, "key", "")), taken)
                free[names[identity]] = outer
            return Seed(p.Parameter(names[identity]), outer.axes)

        found = Differentials(seeds, self._counted, self._held).of(function.body)
        return found, tuple(changes.values()), free

    def _recurrence(self, plan: p.Recurrence) -> p.Plan | None:
        """One more recurrence, in which the entries of the differentials are made of each other and of the tensors."""
        if all(self.of(part.body) is None for part in plan.parts):
            return None
        taken = {part.name for part in plan.parts}
        own = {part.name: (_unused(MARK + part.name, taken), part) for part in plan.parts}

        def seeds(leaf: Node) -> Seed | None:
            if isinstance(leaf, p.Parameter) and leaf.name in own:
                name, part = own[leaf.name]
                return Seed(p.Parameter(name), tuple(axis for axis, _ in part.shape))
            return self._seeds(leaf)

        inner = Differentials(seeds, self._counted, self._held)
        self._kept.extend(part.body for part in plan.parts)
        changes = [
            p.Entries(name, part.shape, part.first, inner._full(part.body) or p.Constant(0.0))
            for name, part in own.values()
        ]
        return p.Recurrence(own[plan.name][0], (*plan.parts, *changes), plan.order)


def _bare(plan: p.Plan) -> p.Plan:
    return _bare(plan.body) if isinstance(plan, p.Shared) else plan


def _unused(name: str, taken: set[str]) -> str:
    """A name that no other parameter has: a body that is a differential already has such names."""
    while name in taken:
        name += "′"
    taken.add(name)
    return name
