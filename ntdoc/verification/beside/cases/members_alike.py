"""*If `f_t = 1`, then `c_T = c_0 + \\sum_{t=1}^T u_t`*: what a case says of the general member it says of all."""

from __future__ import annotations

from collections.abc import Mapping

from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.summary import samples_in
from ntdoc.syntax import ast


def members_alike(claim: Judged, suppositions: Mapping[str, Judged]) -> dict[str, tuple[str, ...]]:
    """The free members that a claim is made of beside one of which a supposition gives the number, by its name."""
    free = samples_in(*claim.plans)
    found: dict[str, tuple[str, ...]] = {}
    for name, supposed in suppositions.items():
        left, form = supposed.left, taken_apart(name).form
        if name not in free or not isinstance(left, ast.Symbol) or not letters_in(left.full_name):
            continue
        if left.full_name == name or not numeric.is_number(supposed.right):
            continue
        others = (key for key in free if key != name and taken_apart(key).form == form)
        if alike := tuple(key for key in others if free[key].shape == free[name].shape):
            found[name] = alike
    return found
