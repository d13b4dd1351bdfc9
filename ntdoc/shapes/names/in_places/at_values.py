"""*For `a = 0` it is all of it, `y = x`*: what the formula of a name comes to at a value of what that is made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ntdoc.operations.table import lookup
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.names.in_places.one_of_all import is_one_of_all
from ntdoc.shapes.names.in_places.own_cases import ANOTHER
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import is_update, names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast, literals


def is_at_a_value(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*For `a = 0` it is all of it, `y = x`*, after `y = x - a z`: what a formula comes to at a value of a letter."""
    found = scope.tensor(name, entry)
    if entry.lets or entry.gives or not isinstance(found, Tensor):
        return False
    if is_another_number(found, right, entry):
        return False
    if is_update(entry.parsed) or is_one_of_all(found, scope):
        return False
    if found.entry.section != entry.section and not _is_made_of_its_parts(scope, found, right, entry):
        return False
    rests = names_in(found.body) if numeric.is_array(right) else _rests_on(scope, found)  # *for `n = 2` and `X = …`*
    given = _of_sentence(scope, rests, entry)
    return any(found.entry.index < b.entry.index and literals.is_number(b.body) for b in given)


def is_at_values(scope: Scope, function: Function, entry: Entry) -> bool:
    """Whether a sentence that gives numbers to what a function is of, *for `a = 1` it is `f(n) = n`*, is about it."""
    if entry.display or entry.gives or entry.lets:
        return False
    own = (b for b in scope.function(function.name, entry) if isinstance(b, Function) and b is not function)
    made_of = [names_in(b.body) for b in own if len(b.letters) == len(function.letters) and b.entry.index < entry.index]
    given = _of_sentence(scope, set[str]().union(*made_of), entry)
    return any(not b.entry.display and numeric.is_number(b.body) for b in given)


def _is_made_of_its_parts(scope: Scope, found: Tensor, right: ast.Operand, entry: Entry) -> bool:
    """Whether a sentence says of a formula before it what is made of nothing but that, and speaks of no other thing."""
    if entry.display or ANOTHER.search(sentences.before(entry.parsed.span)):
        return False
    own = {n for n in names_in(right) if lookup(n) is None or scope.tensor(n, entry) is not None}
    return bool(own) and found.entry.index < entry.index and own <= made_of(scope, names_in(found.body), found.entry)


def is_another_number(found: Tensor, right: ast.Operand, entry: Entry) -> bool:
    """Whether an equation gives a number to what is one already, or takes it for one in its case."""
    return numeric.is_number(right) and (cases.is_taken(entry) or numeric.is_number(found.body))


def _rests_on(scope: Scope, found: Tensor) -> set[str]:
    """The names that a definition is made of, also through others, and the letters for sizes, on which all rests."""
    names = made_of(scope, names_in(found.body), found.entry)
    sized = (b for own in scope.by_name.values() for b in own if isinstance(b, Tensor) and isinstance(b.body, ast.Size))
    return names | {b.name for b in sized if b.entry.index < found.entry.index}


def _of_sentence(scope: Scope, names: Iterable[str], entry: Entry) -> Iterator[Tensor]:
    """What the sentence of an entry says before it that some names are."""
    for b in (b for name in names for b in scope.by_name.get(name, ()) if isinstance(b, Tensor)):
        if b.entry.sentence == entry.sentence and b.entry.index < entry.index:
            yield b
