"""Numbers that a formula comes to where all that it is made of has been given some: they are no new value of it."""

from __future__ import annotations

import re
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.operations.table import CONSTANTS, lookup
from ntdoc.regex import regex
from ntdoc.shapes import families
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document import referring, sentences
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.numbers import numeric, vectors
from ntdoc.shapes.names.numbers.taken_numbers import last_pointed_to, of_examples
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.patterns import is_identity, names_in, summed
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast, binding_ast

_THEN = regex(  # *then*, or *then `a = 1` and*
    rf"\bthen\s*(?:{sentences.FORMULA}(?:\s*,)?(?:\s+and)?\s+)*(?:\$|\\\()?$", re.IGNORECASE
)


def is_worked_out(tensor: Tensor, scope: Scope, ranges: Ranges) -> bool:
    """Whether all that an earlier formula of the tensor is made of has been given numbers in this section.

    Or, for an array, before the formula in this section. Then these are the numbers that the formula comes to, and the
    formula stays what it was.
    """
    at, above = tensor.entry, last_pointed_to(tensor.entry, scope)
    if above is not None:
        at = replace(at, illustration=above.illustration, sentence=above.sentence)
        scope = of_examples(scope)
    first = _formula(families.resolved(tensor.name, _numbers(tensor.name, at, ranges)), at, scope, ranges)
    # *if `x = (0, 0)`, then `p = (1, 1)`*
    then = not at.display and _THEN.search(sentences.before(at.parsed.span)) is not None
    concludes = not at.local or then or vectors.is_list(tensor.body)
    supposes = cases.is_taken(at) or (at.assumed and not at.display)  # *with `r = 3` we get …*
    supposes = supposes and not then
    if at.gives or supposes or not concludes or first is None:
        return False
    waiting, seen = [first], {(first[0].entry.index, tensor.name)}
    array = any(isinstance(part, ast.Matrix) for part in walk(tensor.body))
    given = constant = False
    while waiting:
        formula, values = waiting.pop()
        inside = dict.fromkeys(summed(formula.body), 1)  # what is given of the first member is given of the rest
        for symbol in _made_of(formula):
            if symbol.full_name in values:
                continue
            name = families.resolved(symbol.full_name, {**_numbers(symbol.full_name, at, ranges), **inside, **values})
            found = scope.tensor(name, at)
            given_before = isinstance(found, Tensor) and found.entry.index < at.index and is_computed(found, scope)
            if not given_before and _goes_round(tensor.name, _formula(name, at, scope, ranges)):
                return False  # after `z = m + e` the `e = z - m` is another way to write that: one needs a number
            member = _formula(name, at, scope, ranges) if found is None else None
            if found is None and member is None:  # X^2 is a power
                name, found = symbol.name, scope.tensor(symbol.name, at)
            if not (found or member or scope.function(name, at) or lookup(name) or name in CONSTANTS):
                if numeric.is_size(name, scope):
                    continue  # the arrays say how large it is
                return False
            if isinstance(found, Declared):
                return False
            if found and not (_is_said(name, formula.entry, scope, ranges) or numeric.is_size(name, scope)):
                return False
            if isinstance(found, Tensor) and not is_computed(found, scope):
                member = found, {}
            if member is not None and (key := (member[0].entry.index, name)) not in seen:
                seen.add(key)
                waiting.append(member)
            if not isinstance(found, Tensor) or member is not None:
                continue
            if above is not None and any(b.entry.illustration for b in scope.by_name[name]):
                if not referring.points_to(at.parsed.span, found.entry.parsed.span) or not found.entry.illustration:
                    return False  # it has gone on to another example, or to numbers of no example
                given = True
                continue
            if found.entry.index < first[0].entry.index:  # then it is a constant in the formula
                constant = True
                continue
            if found.entry.section != at.section:
                return False
            given = True
    return given or (constant and array and first[0].entry.section == at.section)


def _numbers(name: str, at: Entry, ranges: Ranges) -> dict[str, int]:
    """The values of the letters in the scripts of a name that have any where an entry stands."""
    return {x: n for x in families.letters_in(name) if (n := ranges.number(x, at)) is not None}


def _formula(name: str, at: Entry, scope: Scope, ranges: Ranges) -> tuple[Tensor, dict[str, families.Value]] | None:
    """The last definition before an entry that is no number, of a name or of the family that it is a member of."""
    before = (b for b in reversed(scope.by_name.get(name, ())) if isinstance(b, Tensor) and b.entry.index < at.index)
    before = (b for b in before if is_in_force(b, at, scope) and not _is_one_number(b, at, scope))
    if (found := next((b for b in before if not is_computed(b, scope)), None)) is not None:
        return found, {}
    for b in scope.of_form(name):
        if isinstance(b, Tensor) and b.entry.index < at.index and b.name != name:
            values = ranges.match(b, name)
            if values and all(isinstance(v, int) and v >= _low(b, x, ranges) for x, v in values.items()):
                return b, values
    return None


def _is_one_number(tensor: Tensor, at: Entry, scope: Scope) -> bool:
    """Whether another section says `a = b = \\tfrac12`: a number for each of the two, and no formula of `a`."""
    if not isinstance(tensor.body, ast.Symbol) or tensor.entry.section == at.section:
        return False
    values = (b for b in scope.by_name.get(tensor.body.full_name, ()) if isinstance(b, Tensor))
    subjects = ((b, b.entry.parsed.subjects[0]) for b in values if isinstance(b.entry.parsed, ast.Chain))
    return any(s.span == tensor.body.span and is_computed(b, scope) for b, s in subjects)


def _goes_round(name: str, formula: tuple[Tensor, dict[str, families.Value]] | None) -> bool:
    """Whether a formula of another name is made of this one."""
    return formula is not None and formula[0].name != name and name in names_in(formula[0].body)


def _is_said(name: str, at: Entry, scope: Scope, ranges: Ranges) -> bool:
    """Whether something says what a name is where a formula stands, or of what family it is a member."""
    if scope.tensor(name, at) is not None or any(r.end == name and r.entry.section == at.section for r in ranges.all):
        return True
    here = (b for b in scope.by_name.get(name, ()) if b.entry.is_above(at))
    if any(isinstance(b, Declared) for b in here):
        return True  # *for any `x \\in S`*, in the sentence before
    if any(by.is_above(at) for by in scope.counted.get(name, ())):
        return True  # *with `b` bits*
    before = (b for b in scope.of_form(name) if isinstance(b, Declared | Tensor) and b.entry.index < at.index)
    return any(ranges.match(b, name) is not None for b in before)


def _low(family: Tensor, letter: str, ranges: Ranges) -> int:
    known = ranges.range_of(letter, family.entry)
    return known.low if known is not None else 0


def _made_of(tensor: Tensor) -> list[ast.Symbol]:
    """The names in a formula that it does not bind itself, without identities and without labels in scripts."""
    inside = (
        part
        for part in walk(tensor.body)
        if isinstance(part, ast.Script) or (isinstance(part, ast.Symbol) and is_identity(part))
    )
    left_out = {id(part) for s in inside for part in walk(s)}
    symbols = (part for part in walk(tensor.body) if isinstance(part, ast.Symbol) and id(part) not in left_out)
    bound = _indices(tensor)
    return [symbol for symbol in symbols if symbol.full_name not in bound]


def _indices(tensor: Tensor) -> set[str]:
    """The letters that are indices in a definition: of its left side, and those of its sums.

    So are those of a recurrence, and the names of what it defines.
    """
    lines = [part for part in walk(tensor.body) if isinstance(part, binding_ast.Line)]
    places = {place.letter.full_name for line in lines for place in line.places if place.letter is not None}
    own = {symbol.full_name for _, symbol in tensor.indices} | {line.name for line in lines}
    return own | places | summed(tensor.body)


def is_in_force(b: Tensor, at: Entry, scope: Scope) -> bool:
    """Whether a value holds at an entry, and not in another sentence alone."""
    case = (b.entry.local and b.entry.supposed) or b.entry.index in scope.cases
    return not case or b.entry.sentence == at.sentence


def is_computed(tensor: Tensor, scope: Scope) -> bool:
    """Whether a definition is written in numbers, and functions of them: `-3 \\log \\sigma(1)`."""
    if isinstance(tensor.body, ast.TensorSet) or any(isinstance(n, ast.Size) for n in walk(tensor.body)):
        return False
    return all(
        scope.tensor(name, tensor.entry) is None and (lookup(name) is not None or scope.function(name, tensor.entry))
        for name in names_in(tensor.body)
    )
