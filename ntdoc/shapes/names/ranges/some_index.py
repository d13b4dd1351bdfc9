"""Letters that are an index in a definition and nothing else: after *let `x = X_{\\ax(i)}`*, `i` is some index of `ax`.

A claim with such a letter alone is about every index; in a definition it is one, the same for what follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.shapes import amongst
from ntdoc.shapes.bindings import Declared, Function, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Entries, Indicator


def declare(roles: Sequence[Role], entries: Sequence[Entry], scope: Scope, ranges: Ranges) -> None:
    """Declare these letters, each where it is met first."""
    lasts = {pair for entry in entries for pair in _lengths(entry.parsed)}
    for role in roles:
        defined = role.defines
        if not isinstance(defined, Tensor | Function):
            continue
        arguments = _arguments(defined.body, role.entry, scope)
        for axis, letter in (*_indices(defined.body), *_compared(role.entry.parsed), *arguments):
            if (axis.name, letter.full_name) not in lasts and not _is_known(letter.full_name, defined, scope, ranges):
                before = replace(role.entry, index=role.entry.index - 1)  # so that the definition sees it
                name, at = letter.full_name, role.entry
                if _is_only_index(name, at, entries) or _is_fixed(name, at, scope):
                    scope.insert(Declared(letter.full_name, _range(axis), "", before, letter.span))
                    scope.hold_alone(before, of_section=letter.full_name)


def _lengths(parsed: ast.Parsed) -> Iterator[tuple[str, str]]:
    """The axes of `\\ax[n]` with their lengths: `X_{\\ax(n)}` is the last entry, in any section."""
    for part in walk(parsed):
        if isinstance(part, ast.SizedAxis) and isinstance(part.size, ast.Symbol):
            yield part.axis.name, part.size.full_name


def _is_known(name: str, defined: Tensor | Function, scope: Scope, ranges: Ranges) -> bool:
    at = defined.entry
    if name in _bound(defined) or scope.tensor(name, at) is not None or scope.function(name, at):
        return True
    found = ranges.range_of(name, at)
    here = found is not None and found.entry.section == at.section
    return scope.parameter(name, at) is not None or here or name in ranges.indices(at)


def _is_letter(symbol: ast.Symbol) -> bool:
    """Whether a name is a letter, primed or not: *from `s` to `s'`*."""
    return len(symbol.full_name.rstrip("'")) == 1


def _indices(tree: object) -> Iterator[tuple[ast.Axis, ast.Symbol]]:
    for part in walk(tree):
        for axis, expr in part.items if isinstance(part, ast.Index) else ():
            if isinstance(expr, ast.Symbol) and _is_letter(expr) and not axis.variable:
                yield axis, expr
    for _, along, other in amongst.others(tree):  # `j` below \\sum_{k \\neq j}, and not in its terms
        if along is not None and _is_letter(other):
            yield along, other


def _compared(tree: object) -> Iterator[tuple[ast.Axis, ast.Symbol]]:
    """The `c` of `y_{\\ax(i)} = [i = c]`, that an index is compared with."""
    axes = {x.full_name: axis for axis, x in _indices(tree)}
    for part in walk(tree):
        condition = part.condition if isinstance(part, Indicator) else None
        match condition:
            case ast.Chain(subjects=(ast.Symbol() as index,), rest=((same, ast.Symbol() as letter),)):
                if same.kind == "eq" and index.full_name in axes and _is_letter(letter):
                    yield axes[index.full_name], letter


def _arguments(tree: object, at: Entry, scope: Scope) -> Iterator[tuple[ast.Axis, ast.Symbol]]:
    """The letters in the place of an index of a function: the `w` of `s(w)` after `s(v) = U_{\\ax(v)}`."""
    for head, items in _calls(tree):
        for function in scope.function(head.full_name, at)[:1]:
            places = dict(_places(function)) if isinstance(function, Function) else {}
            names = [s.full_name for s in function.parameters] if isinstance(function, Function) else []
            for name, item in zip(names, items, strict=False):
                if name in places and isinstance(item, ast.Symbol) and _is_letter(item):
                    yield places[name], item


def _calls(tree: object) -> Iterator[tuple[ast.Symbol, tuple[ast.Expr, ...]]]:
    """What looks like a function with its arguments."""
    for head, bracket in pairs(tree):
        if isinstance(head, ast.Symbol) and isinstance(bracket, ast.Group) and bracket.bracket == "(":
            yield head, bracket.contents


def _places(function: Function) -> Iterator[tuple[str, ast.Axis]]:
    yield from ((letter.full_name, axis) for axis, letter in _indices(function.body))


def _bound(defined: Tensor | Function) -> set[str]:
    """The letters that a definition binds itself."""
    own = {s.full_name for _, s in defined.indices} if isinstance(defined, Tensor) else set(defined.letters)
    own |= letters_in(defined.name) | amongst.pair_letters(defined.entry.parsed)
    for part in walk(defined.body):
        if isinstance(part, ast.BigOperator) and part.variable is not None:
            own.add(part.variable.full_name)
        elif isinstance(part, Entries):
            own |= {s.full_name for _, s in part.indices}
    return own


def _is_only_index(name: str, at: Entry, entries: Sequence[Entry]) -> bool:
    """Whether a letter is nothing in its section but an index as it is: no `X_{\\ax(i+1)}`, no `h_i`, no `2^i`.

    It may be the letter of a function, or an argument.
    """
    for entry in entries:
        if entry.section != at.section:
            continue
        indices = {id(letter) for _, letter in (*_indices(entry.parsed), *_compared(entry.parsed))}
        indices |= {id(item) for _, items in _calls(entry.parsed) for item in items}
        indices |= {id(item) for item in (*_alone(entry), *_apart(entry))}
        for part in walk(entry.parsed):
            named = isinstance(part, ast.Symbol) and name in (part.full_name, *letters_in(part.full_name))
            if named and id(part) not in indices:
                return False
    return True


def _alone(entry: Entry) -> tuple[ast.Operand, ...]:
    """What a statement begins with; of *a pair `(u, i)`* in a sentence, which says no more, the letters in it."""
    if not isinstance(entry.parsed, ast.Chain):
        return ()
    first = entry.parsed.subjects[0]
    pair = isinstance(first, ast.Group) and first.bracket == "(" and not (entry.parsed.rest or entry.display)
    return first.items if pair and isinstance(first, ast.Group) else (first,)


def _apart(entry: Entry) -> tuple[ast.Operand, ...]:
    """The two letters of `j \\ne c`, which says of an index that it is another one."""
    parsed = entry.parsed
    chains = (parsed, *parsed.conditions) if isinstance(parsed, ast.Chain) else ()
    unequal = [c for c in chains if len(c.rest) == 1 and len(c.subjects) == 1 and c.rest[0][0].kind == "ne"]
    return tuple(side for c in unequal for side in (c.subjects[0], c.rest[0][1]) if isinstance(side, ast.Symbol))


def _is_fixed(name: str, at: Entry, scope: Scope) -> bool:
    """Whether the words have named a letter, *fix a user `u`*, that is an index in an entry and nothing else.

    It may then be a label behind it: *the loss of this user is `l_u`*.
    """
    named = any(b.is_above(at) for b in scope.mentioned.get(name, ()))
    indices = {id(letter) for _, letter in _indices(at.parsed)} if named else set()
    parts = [part for part in walk(at.parsed) if isinstance(part, ast.Symbol)]
    used = [part for part in parts if name in (part.full_name, *letters_in(part.full_name))]
    return named and all(id(part) in indices for part in used)


def _range(axis: ast.Axis) -> ast.TensorSet:
    """`[|\\ax|]`."""
    base = ast.Base("range", (ast.Size((axis,), axis.span),), "", axis.span)
    return ast.TensorSet(base, ast.Shape((), axis.span), axis.span)
