"""Numbers that something counts to are sizes: the `n` of `\\sum_{k=1}^n`, of `t = 1, \\ldots, n`, of `\\ax[n]`.

So is the `k` of `\\nsum{\\ax} M = k` for zeros and ones `M`, of which so many are 1, and the `d` that an index is moved
by in a definition by entries, `y_{\\ax(i)} = x_{\\ax(i - d)}`, if no set is said to have it but one without an end.
What declares one, as `n \\in \\mathbb{N}`, says no more than that. It is no sample beside the size.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.patterns import is_size, names_in, operands
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.steps import moved_by
from ntdoc.syntax import ast

_ENDLESS = ("reals", "naturals", "integers")
_NUMBERS = (*_ENDLESS, "range", "steps")


def declared_as_numbers(entries: Sequence[Entry]) -> frozenset[tuple[int, str]]:
    """The declarations of such numbers, by the index of the entry: its section counts to them, or one behind it."""
    found: set[tuple[int, str]] = set()
    declared: dict[str, int] = {}  # by name: the last entry that declares it
    endless: set[tuple[int, str]] = set()
    for at in _by_section(entries):
        for entry in at:
            for name, base in _declared(entry.parsed):
                declared[name] = entry.index
                endless |= {(entry.index, name)} if base in _ENDLESS else set()
        for entry in at:
            found |= {(declared[name], name) for name in counted_in(entry.parsed) if name in declared}
            found |= {(declared[name], name) for name in _moved_by(entry.parsed) if name in declared} & endless
    return frozenset(found)


def left_to_sizes(entries: Sequence[Entry], scope: Scope) -> list[tuple[str, Entry]]:
    """Take back what words or an order say of such numbers, and say where: *for an integer `n \\ge 2`*."""
    found: dict[tuple[str, int], Entry] = {}
    for at in entries:
        counted, moved = counted_in(at.parsed) | _totals(scope, at), _moved_by(at.parsed)
        for name in sorted(counted | moved):
            kinds = _NUMBERS if name in counted else _ENDLESS
            while declares := _declarations(scope, name, at, kinds):  # words and an order are two
                for declared in declares:
                    found[name, declared.entry.index] = declared.entry
                    scope.remove(declared)
            if scope.tensor(name, at) is None:
                said = (*scope.counted.get(name, ()), *(by for by, _ in scope.bounded.get(name, ())))
                found.update({(name, by.index): by for by in said if by.section == at.section})
    return [(name, entry) for (name, _), entry in found.items()]


def _totals(scope: Scope, at: Entry) -> set[str]:
    """The names in the number of entries that are 1 in a free tensor, where a statement says so and samples heed it."""
    own = (c.total for c in scope.constrained if c.kind == "sum" and c.entry.index == at.index)
    return {name for total in own for name in names_in(total)}


def factors_of_sizes(
    roles: Sequence[Role], scope: Scope, sizes: Mapping[str, Sequence[Entry]]
) -> list[tuple[str, Entry]]:
    """The letters that a size is made of, and of which nothing else is said: *`K` folds of `M` each, `N = K M`*."""
    found = []
    for role in roles:
        at, tensor = role.entry, role.defines
        if not isinstance(tensor, Tensor) or at.display or not is_size(tensor.body):
            continue
        if any(written.is_above(at) for written in sizes.get(tensor.name, ())):
            free = sorted(name for name in names_in(tensor.body) if len(name) == 1 and name not in sizes)
            found += [(name, at) for name in free if scope.tensor(name, at) is None and name not in scope.by_name]
    return found


def _by_section(entries: Sequence[Entry]) -> list[list[Entry]]:
    sections: dict[int, list[Entry]] = {}
    for entry in entries:
        sections.setdefault(entry.section, []).append(entry)
    return list(sections.values())


def _moved_by(parsed: ast.Parsed) -> set[str]:
    """The names by which a statement about entries moves, or multiplies, an index of them."""
    return moved_by(parsed) if isinstance(parsed, ast.Chain) and parsed.rest else set()


def _declarations(scope: Scope, name: str, at: Entry, kinds: Collection[str]) -> list[Declared]:
    """What declares the number that a name is where a statement stands; nothing, if it is no such number."""
    meant = scope.tensor(name, at) if name in scope.by_name else None
    if not isinstance(meant, Declared) or not (meant.domain is None or _is_of_numbers(meant.domain, kinds)):
        return []
    return [b for b in scope.by_name[name] if isinstance(b, Declared) and b.entry.index == meant.entry.index]


def _is_of_numbers(domain: ast.TensorSet, kinds: Collection[str] = _NUMBERS) -> bool:
    return not domain.shape.axes and (domain.base.kind in kinds or _is_of_counts(domain.base))


def _is_of_counts(base: ast.Base) -> bool:
    """Whether a set lists whole numbers above zero, `\\{1, 2\\}`."""
    listed = [item.value for item in base.items if isinstance(item, ast.Number)] if base.kind == "set" else []
    return 0 < len(listed) == len(base.items) and all(value >= 1 and value == round(value) for value in listed)


def _declared(parsed: ast.Parsed) -> Iterator[tuple[str, str]]:
    """The numbers that a statement declares, each with the kind of its set."""
    right = parsed.rest[0][1] if isinstance(parsed, ast.Chain) and parsed.rest else None
    if isinstance(parsed, ast.Chain) and isinstance(right, ast.TensorSet) and parsed.rest[0][0].kind == "in":
        number = _is_of_numbers(right)
        named = (s.full_name for s in parsed.subjects if number and isinstance(s, ast.Symbol) and not s.axes)
        yield from ((name, right.base.kind) for name in named)


def counted_in(parsed: ast.Parsed) -> set[str]:
    """What a statement counts to: the names of sizes, and those in the ends of sums and of ranges."""
    found: set[str] = set()
    for part in walk(parsed):
        if isinstance(part, ast.SizedAxis):
            found |= names_in(part.size)
        elif isinstance(part, ast.BigOperator) and part.variable is not None:
            if part.high is not None:
                found |= names_in(part.high)
            elif isinstance(part.domain, ast.Group | ast.Braces):
                found |= names_in(part.domain)
        elif isinstance(part, ast.Chain) and part.rest and part.rest[0][0].kind == "range":
            found |= names_in(part.rest[0][1])
        elif isinstance(part, ast.Chain) and any(isinstance(side, ast.Size) for side in operands(part)):
            found |= {s.full_name for s in operands(part) if isinstance(s, ast.Symbol)}  # `|\\ax| = n`
    return found
