"""What the names in a formula rest on, through the formulas of the tensors that they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ntdoc.shapes.bindings import Binding, Declared, Function, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.patterns import names_in, reached
from ntdoc.shapes.scope import Scope


def made_of(scope: Scope, names: frozenset[str], at: Entry, within: int | None = None) -> set[str]:
    """Names, and all that the tensors of these names are made of, or those that one section defines."""

    def bodies(name: str) -> Iterable[object]:
        tensor = scope.tensor(name, at)
        own = isinstance(tensor, Tensor) and within in (None, tensor.entry.section)
        return (tensor.body,) if isinstance(tensor, Tensor) and own else ()

    return reached(names, bodies)


def is_used_here(scope: Scope, name: str, at: Entry) -> bool:
    """Whether what the section defines before a place is made of a name."""
    own = (b for bindings in scope.by_name.values() for b in bindings if b.entry.section == at.section)
    return any(isinstance(b, Tensor) and b.entry.index < at.index and name in names_in(b.body) for b in own)


def ingredients(
    scope: Scope,
    names: frozenset[str],
    at: Entry,
    *,
    members: bool = False,
    parts: Callable[[object], frozenset[str]] = names_in,
) -> set[tuple[str, int]]:
    """The tensors that are only declared of which a formula is made, through tensors, functions and `members`.

    What each formula is made of may be only some `parts` of it.
    """
    found, seen = set[tuple[str, int]](), set[tuple[str, int]]()
    waiting = [(name, at) for name in names]
    while waiting:
        name, place = waiting.pop()
        tensor = scope.tensor(name, place)
        if isinstance(tensor, Declared):
            found.add((name, tensor.entry.index))
        functions = () if tensor is not None else scope.function(name, place)[:1]
        member = members and tensor is None and not functions
        families = [b for b in (*scope.of_form(name), *_numbered(scope, name)) if b.name != name] if member else []
        found |= {(b.name, b.entry.index) for b in families if isinstance(b, Declared)}
        for b in (tensor, *functions, *families):
            if isinstance(b, (Tensor, Function)) and (name, b.entry.index) not in seen:
                seen.add((name, b.entry.index))
                own = parts(b.body).difference(b.letters if isinstance(b, Function) else ())
                waiting += [(other, b.entry) for other in own]
    return found


def _numbered(scope: Scope, name: str) -> Iterator[Binding]:
    """The bindings of single members beside a name, `h_0` beside `h_{t-1}`."""
    form = taken_apart(name).form
    names = [other for other in scope.by_name if taken_apart(other).form == form and not letters_in(other)]
    return (b for other in names for b in scope.by_name[other])
