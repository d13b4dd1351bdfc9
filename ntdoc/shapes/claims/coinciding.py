"""Laws for which letters for shapes must coincide, or for which no shapes will do at all.

Shapes of which one has some of the axes of another are tried, before either is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

from ntdoc.shapes.claims.instances import AT_ONCE, Instances, clean
from ntdoc.shapes.judged import Choice


def only_where_shapes_coincide(engine: Instances, number: int, good: list[Choice]) -> bool:
    """Whether a link is well formed only where a letter for a shape is empty, or two letters are one shape."""
    letters = engine.open.shapes

    def proper(found: list[Choice]) -> bool:
        there = all(any(c.shapes[one] for c in found) for one in letters)
        return there and all(
            any(c.shapes[one] and c.shapes[two] and {*c.shapes[one]} != {*c.shapes[two]} for c in found)
            for one, two in combinations(letters, 2)
        )

    found = list(good)
    if not letters or proper(found):
        return False
    for start in _starts(engine):
        engine.attempts = 0
        outcome = engine.search(start, None)
        if engine.attempts >= AT_ONCE:
            return False  # there may be one
        if outcome is not None and number < len(outcome[1]) and clean(outcome[1][number]):
            found.append(outcome[0])
            if proper(found):
                return False
    return True


def nowhere(engine: Instances) -> bool:
    """Whether for no shapes that meet the conditions both sides of a law are well formed."""
    if not engine.open.shapes:
        return False
    for start in _starts(engine):
        engine.attempts = 0
        if engine.search(start, None) is not None or engine.attempts >= AT_ONCE:
            return False
    return not engine.cut


def _starts(engine: Instances) -> Iterator[Choice]:
    """Each letter for a shape with the axes of another, or of what is named, or with one more."""
    plain = engine.start(0, Random(0))
    new = next((a for a in engine.open.spare if all(a not in axes for axes in plain.shapes.values())), None)
    for one in engine.open.shapes:
        for two in (*engine.open.shapes, *engine.open.named):
            axes = plain.shapes.get(two, (two,))
            for own in (axes, (*axes, *((new,) if new is not None else ()))):
                if one != two or own != axes:
                    yield replace(plain, shapes={**plain.shapes, one: own})
