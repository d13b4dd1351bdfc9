"""The steps of a program: each computes one value from those of steps before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ntdoc.evaluation.cost import Sizes
from ntdoc.nodes import Node
from ntdoc.shapes import plan as p


@dataclass(frozen=True, slots=True)
class Input:
    """A parameter of the call, or a value that is given for what the document only declares."""

    name: str
    given: bool


@dataclass(frozen=True, slots=True)
class Number:
    value: float
    sign: float  # zero has two


@dataclass(frozen=True, slots=True)
class Renaming:
    """Other names for the same array: for each axis the one before and the one after."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Operation:
    """A known operation of the table, at axes if it takes any."""

    name: str
    axes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Contraction:
    axes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """An array broadcast over axes that it lacks."""

    sizes: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Walked:
    """A plan that is walked, with the names that its inputs have in it. Its identity is that of the plan as written."""

    plan: p.Plan
    inner: p.Plan = field(compare=False)
    parameters: tuple[str, ...] = field(compare=False)
    given: tuple[str, ...] = field(compare=False)


@dataclass(frozen=True, slots=True)
class Tiling:
    """A call that may be run on some records of its lifted axes at a time."""

    function: p.Function
    parameters: tuple[str, ...]
    given: tuple[str, ...]
    lifted: tuple[str, ...]
    records: int  # how many at a time are right for the cache

    @property
    def inputs(self) -> tuple[Input, ...]:
        return (*[Input(name, False) for name in self.parameters], *[Input(name, True) for name in self.given])


Work = Input | Number | Renaming | Operation | Contraction | Spread | Walked | Tiling


class Step(NamedTuple):
    """What computes one value, from those of steps before it."""

    work: Work
    inputs: tuple[int, ...]
    sizes: Sizes


class Program(NamedTuple):
    steps: list[Step]
    result: int

    def uses(self) -> list[int]:
        """How often each step is used by those that the result needs; none for the others."""
        counts = [0] * len(self.steps)
        counts[self.result] = 1
        for i in range(len(self.steps) - 1, -1, -1):
            if counts[i]:
                for j in self.steps[i].inputs:
                    counts[j] += 1
        return counts


def needs(root: p.Plan) -> Iterator[tuple[bool, str]]:
    """What a plan needs: (True, key) of what is given, and (False, name) of parameters of the call that it is in."""
    seen: set[tuple[int, bool]] = set()
    pending: list[tuple[object, bool]] = [(root, True)]
    while pending:
        item, own = pending.pop()
        if isinstance(item, Node):
            if (id(item), own) in seen:
                continue
            seen.add((id(item), own))
            if isinstance(item, p.Sampled):
                yield True, item.key
            elif isinstance(item, p.Parameter) and own:
                yield False, item.name
            within = own and not isinstance(item, p.Function | p.Defined)
            pending.extend((getattr(item, name), within) for name in item.__dataclass_fields__)  # type: ignore[attr-defined]
        elif isinstance(item, tuple):
            pending.extend((part, own) for part in item)
