"""What a heading introduces, *Step 1: the gradient of `g(x) = \\nsum{\\ax} x^2`*, *Observe `z \\in \\reals^{\\ax}`*.

A formula of a heading claims nothing. It says what a function or a tensor is of which the text does not say it itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ntdoc.reading.document import Heading, Mathematics
from ntdoc.syntax.ast import Chain, Group, Juxtaposition, Number, Parsed, Symbol, TensorSet
from ntdoc.syntax.rows import Piece

Read = tuple[Parsed, Piece]


def introduced(items: Sequence[object], read: Callable[[Mathematics], Sequence[Read]]) -> dict[int, list[Read]]:
    """What formulas of headings introduce, by where these begin: of each name what says it first."""
    shown = [m for item in items if isinstance(item, Heading) for m in item.mathematics if m.tokens]
    new = {m.span.start: [(name, one) for one in read(m) if (name := _introduces(one[0]))] for m in shown}
    if not any(new.values()):
        return {}
    texts = [item for item in items if isinstance(item, Mathematics) and item.tokens]
    said = {name for m in texts for statement, _ in read(m) if _says(statement) for name in _left_sides(statement)}
    found: dict[int, list[Read]] = {}
    for start, names in new.items():
        for name, one in names:
            if name not in said:
                found.setdefault(start, []).append(one)
                said.add(name)
    return found


def _introduces(statement: Parsed) -> str | None:
    """The name of which a statement says in what set it is, or what function it is, in other terms than a number."""
    if not isinstance(statement, Chain) or len(statement.subjects) != 1 or len(statement.rest) != 1:
        return None
    ((relation, right),), (name, *_) = statement.rest, (*_left_sides(statement), None)
    declares = relation.kind == "in" and isinstance(right, TensorSet) and isinstance(statement.subjects[0], Symbol)
    defines = relation.kind in ("eq", "define") and isinstance(statement.subjects[0], Juxtaposition)
    return name if declares or (defines and not isinstance(right, Number)) else None


def _says(statement: Parsed) -> bool:
    """Whether a statement may say what a name is, and not only where a function has some number, `g(x) = 0`."""
    if not isinstance(statement, Chain) or not statement.rest:
        return False
    numbers = all(isinstance(side, Number) for _, side in statement.rest)
    return not numbers or all(isinstance(subject, Symbol) for subject in statement.subjects)


def _left_sides(statement: Parsed) -> Iterator[str]:
    """The names of the tensors, or of the function of some letters, on a left side."""
    for subject in statement.subjects if isinstance(statement, Chain) else ():
        if isinstance(subject, Symbol):
            yield subject.full_name
        if not isinstance(subject, Juxtaposition) or len(subject.factors) != 2:
            continue
        head, bracket = subject.factors
        if isinstance(head, Symbol) and isinstance(bracket, Group):
            yield from [head.full_name] if all(isinstance(x, Symbol) for x in bracket.items) else []
