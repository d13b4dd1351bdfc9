"""Calls of a library one after the other, on numbered slots: what a program is when it is run.

Results are let go of as soon as nothing needs them, and where numpy can write a result over an operand that nothing
else needs, it does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Function = Callable[..., Any]
_LASTING = -1  # the memory of arguments, of constants, and of what is prepared for many runs


@dataclass(slots=True)
class Op:
    """One call of the library: the slots that it reads, and the one that it writes."""

    function: Function
    inputs: tuple[int, ...]
    out: int
    fresh: bool  # whether the result is an array of its own, and no view of an input
    over: tuple[Function | None, ...] = ()  # for each input, the function that writes the result over it
    dead: tuple[int, ...] = ()


class Code:
    """Operations in their order, and where arguments go.

    `fixed` says which arguments are the same for many runs: what depends on these alone is `prepared` once.
    """

    def __init__(
        self, ops: Sequence[Op], kept: Sequence[object], inputs: Sequence[int], result: int, fixed: Sequence[bool]
    ) -> None:
        """`kept` has a value for each slot that holds a constant, and None for the others."""
        self._kept = list(kept)
        self._inputs = tuple(inputs)
        self._result = result
        changing = {slot for slot, same in zip(inputs, fixed, strict=True) if not same}
        before: list[Op] = []
        after: list[Op] = []
        for op in ops:
            if changing.isdisjoint(op.inputs):
                before.append(op)
            else:
                changing.add(op.out)
                after.append(op)
        lasting = {*inputs, *[i for i, value in enumerate(kept) if value is not None]}
        self._before = _economical(before, lasting, {i for op in after for i in op.inputs} | {result})
        self._after = _economical(after, lasting | {op.out for op in before}, {result})

    def __call__(self, arguments: Sequence[Any]) -> Any:
        return self.run(self.prepared(arguments), arguments) if self._before else self.run(self._kept, arguments)

    def prepared(self, arguments: Sequence[Any]) -> list[Any]:
        """The slots with all that does not depend on arguments that change."""
        slots = self._kept.copy()
        for slot, argument in zip(self._inputs, arguments, strict=True):
            slots[slot] = argument
        _run(self._before, slots)
        return slots

    def run(self, prepared: Sequence[Any], arguments: Sequence[Any]) -> Any:
        """The result for these arguments, of which those that are fixed are the ones of `prepared`."""
        slots = list(prepared)
        for slot, argument in zip(self._inputs, arguments, strict=True):
            slots[slot] = argument
        _run(self._after, slots)
        return slots[self._result]


def _run(ops: Sequence[Op], slots: list[Any]) -> None:
    for op in ops:
        inputs = op.inputs
        if len(inputs) == 2:
            slots[op.out] = op.function(slots[inputs[0]], slots[inputs[1]])
        else:
            slots[op.out] = op.function(*[slots[i] for i in inputs])
        for slot in op.dead:
            slots[slot] = None


def _economical(ops: Sequence[Op], lasting: set[int], results: set[int]) -> tuple[Op, ...]:
    """The same operations, letting go of what is used up, and writing over it where that is safe.

    Slots of which one may be a view of the other share their memory, and it is used up when all of them are.
    """
    parent: dict[int, int] = dict.fromkeys(lasting, _LASTING) | {_LASTING: _LASTING}

    def memory(slot: int) -> int:
        while parent.setdefault(slot, slot) != slot:
            slot = parent[slot]
        return slot

    for op in ops:
        for slot in () if op.fresh else op.inputs:
            one, other = sorted((memory(op.out), memory(slot)))
            parent[other] = one  # the least is the root, so that what lasts is one
    last: dict[int, int] = {}
    for number, op in enumerate(ops):
        last.update(dict.fromkeys(map(memory, (*op.inputs, op.out)), number))
    last |= dict.fromkeys([_LASTING, *map(memory, results)], len(ops))
    ends: dict[int, list[int]] = {}
    for op in ops:
        ends.setdefault(last[memory(op.out)], []).append(op.out)
    done = []
    for number, op in enumerate(ops):
        spent = [over for i, over in zip(op.inputs, op.over, strict=False) if over and last[memory(i)] == number]
        dead = tuple(slot for slot in ends.get(number, ()) if slot != op.out)
        done.append(Op(spent[0] if spent else op.function, op.inputs, op.out, op.fresh, (), dead))
    return tuple(done)
