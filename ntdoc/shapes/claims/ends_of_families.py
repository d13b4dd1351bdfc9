"""Claims about neighbours in a family, `x_{t+1} - x_t`, are held against members that there are."""

from __future__ import annotations

from ntdoc.nodes import walk
from ntdoc.shapes import families
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.families import Value
from ntdoc.shapes.names.families import members
from ntdoc.shapes.session import Session
from ntdoc.syntax import ast


def not_past(session: Session, parsed: ast.Chain, env: Environment) -> dict[str, Value]:
    """Values of letters for a claim that speaks of the `x_{t+1}` of a recurrence, where `t` would be the last: less.

    Behind the end there is none, and what the section declares of `x_t` is any tensor there. So it is of the `x_t` of
    any definition that does not go so far.
    """
    found: dict[str, Value] = {}
    for part in walk(parsed):
        for text in families.taken_apart(part.full_name).parts if isinstance(part, ast.Symbol) else ():
            c = families.component(text)
            value = env.indices.get(c.letter) if c is not None and c.offset > 0 else None
            if c is None or not isinstance(value, int) or not isinstance(part, ast.Symbol):
                continue
            reach = session.ranges.range_of(c.letter, env.at)
            if reach is None or not reach.said or value != reach.high or value - c.offset < reach.low:
                continue
            kin = [b for b in session.scope.of_form(part.full_name) if isinstance(b, Tensor)]
            there = not kin or members.tensor(session, part.full_name, env) is not None
            if there and not any(map(members.is_recurrence, kin)):
                continue
            least = found.get(c.letter, value)
            found[c.letter] = min(value - c.offset, least if isinstance(least, int) else value)
    return found
