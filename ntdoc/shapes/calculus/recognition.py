"""Parts of a plan that compute what a definition is: with `Z = W X`, an L written with `W X` is a function of Z.

So it is differentiated by Z where the document writes `\\partial L / \\partial Z^*` and L stands above Z.
"""

from __future__ import annotations

from collections.abc import Callable

from ntdoc.nodes import Node, walk
from ntdoc.shapes import plan as p
from ntdoc.shapes.calculus.differentials import varies
from ntdoc.shapes.keys import Keys
from ntdoc.shapes.summary import samples_in

_LEAVES = (p.Constant, p.Sampled, p.Parameter, p.SizeValue, p.Counter, p.Eye)


def contains(plan: p.Plan | None, defined: p.Defined) -> bool:
    """Whether a plan is written with the name of a definition."""
    return any(isinstance(part, p.Defined) and part.key == defined.key for part in walk(plan))


def part_test(plan: p.Plan | None, defined: p.Defined) -> Callable[[Node], bool] | None:
    """What tells the parts of a plan that compute a definition which it is not written with; None if there are none.

    A definition that is a name or a number alone has no such parts: a letter is what it says itself.
    """
    body: p.Plan = defined
    while isinstance(body, p.Defined | p.Shared):
        body = body.body
    if isinstance(body, _LEAVES):
        return None
    keys = Keys(through=True)
    wanted = keys.of(body)

    def is_it(part: Node) -> bool:
        return type(part) is type(body) and keys.of(part) == wanted

    return is_it if any(is_it(part) for part in walk(plan)) else None


def shares(plan: p.Plan | None, defined: p.Defined) -> bool:
    """Whether a plan and a definition are made of the same free tensors, some of them."""
    free = {key for key, part in samples_in(defined).items() if varies(part)}
    return not free.isdisjoint(samples_in(plan))
