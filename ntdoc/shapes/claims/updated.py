"""Old and new values of what is updated: after `m \\gets b m + c`, *with `m = 1`, `b = 2` and `c = 3` we get `m = 5`*.

The first number of `m` is the old one, and the second what the update makes of it. So are numbers in a row: *from
`x = 1` we get `x = 1.5` and then `x \\approx 1.417`*.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ntdoc.nodes import rewritten
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.claims.rereadings import as_claim
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import is_update, letter_or_size, names_in
from ntdoc.shapes.session import Session
from ntdoc.syntax import ast, literals

_LATER = regex(  # several updates further on
    r"\b(?:after|steps?|iterations?|rounds?|epochs?|times|eventually|finally|end|converg\w+|limit|settles?)\b"
)


def updates(session: Session, name: str, at: Entry) -> Tensor | None:
    """The last update of a name before an entry in its section."""
    said = (b for b in reversed(session.scope.by_name.get(name, ())) if b.entry.is_above(at))
    return next((b for b in said if isinstance(b, Tensor) and is_update(b.entry.parsed) and not b.indices), None)


def with_new_value(session: Session, claim: Judged) -> Iterator[Judged]:
    """A number that a sentence says of what is updated as the claim that the update makes it of the number before."""
    at, left, right = claim.role.entry, claim.left, claim.right
    if at.display or not isinstance(left, ast.Symbol) or right is None or not numeric.is_number(right):
        return
    name = left.full_name
    step = updates(session, name, at)
    before = list(_numbers_before(session, at)) if step is not None else []
    if step is None or not any(e.index > step.entry.index for n, _, e in before if n == name):
        return
    last = next(e for n, _, e in reversed(before) if n == name)
    if _LATER.search(sentences.between(last.parsed.span, claim.span)):
        return
    values = {n: number for n, number, _ in before}
    for other in names_in(step.body) - values.keys():
        found = session.scope.tensor(other, at)
        if isinstance(found, Tensor) and literals.is_number(found.body):
            values[other] = found.body

    def put_in(node: Any) -> Any:
        number = values.get(letter_or_size(node)) if isinstance(node, ast.Symbol) else None
        power = node.sup.expr if isinstance(node, ast.Symbol) and node.sup is not None and node.sub is None else None
        if number is None and power is not None and (number := values.get(node.name)) is not None:
            return ast.Power(ast.Group((number,), (), "(", node.span), power, node.span)
        return node if number is None else ast.Group((number,), (), "(", node.span)

    made = rewritten(step.body, put_in)
    if isinstance(made, ast.Expr) and all(lookup(n) is not None for n in names_in(made)):
        yield from as_claim(session, claim, made, right)


def _numbers_before(session: Session, at: Entry) -> Iterator[tuple[str, ast.Expr, Entry]]:
    """The names that the text of a paragraph gives numbers before an entry, exactly or about, in their order."""
    for entry in session.ranges.entries:
        parsed = entry.parsed
        if entry.index >= at.index or entry.display or entry.section != at.section:
            continue
        if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest:
            continue
        number, name = parsed.rest[-1][1], letter_or_size(parsed.subjects[0])
        equal = all(relation.kind in ("eq", "approx", "update") for relation, _ in parsed.rest)
        if name and equal and literals.is_number(number) and sentences.are_together(parsed.span, at.parsed.span):
            yield name, number, entry
