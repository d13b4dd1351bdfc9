"""Letters of an equation that the text supposes: *suppose `a / b = c / d`. Then `a d = b c`*.

Nothing else says what they are, so they are any numbers for which it holds. What is concluded need not hold of others:
such a letter is a number in its section, and no letter of a law. Words need not suppose it where the two sides have no
letter in common, *Snell's law is `n \\sin a = m \\sin b`*: that holds of no numbers at all but some, so it says which.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ntdoc.nodes import walk
from ntdoc.operations.table import CONSTANTS, lookup
from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared, Function, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers import called_numbers, tied
from ntdoc.shapes.names.numbers.bounded import any_number
from ntdoc.shapes.names.numbers.introduced import is_new, where_no_number_can
from ntdoc.shapes.names.numbers.numeric import is_of_numbers
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Gradient
from ntdoc.vocabulary import OPENS

_LAW = regex(  # *the heat balance says that `m (t - u) = n (v - t)`*
    r"\b(?:laws?|balances?|conservation|equilibrium|principle)\b[^.;:]{0,60}\b(?:says?|states?|demands?|requires?|gives?|reads?|is)\b"
    rf"(?:\s+that)?[\s:]*(?:{OPENS})?\s*$",
    re.IGNORECASE,
)
_NO_NUMBERS = (ast.Axis, ast.Index, ast.BigOperator, ast.Derivative, ast.Differential, Gradient, ast.TensorSet)


def declare(roles: Sequence[Role], scope: Scope, ranges: Ranges) -> list[Role]:
    """Declare the letters of such equations, each as any number in its section; the roles, with what is supposed so."""
    equations = _Equations(list(roles), scope, ranges)
    for place in range(len(roles)):
        equations.take(place)
    return equations.roles


@dataclass(slots=True)
class _Equations:
    roles: list[Role]
    scope: Scope
    ranges: Ranges
    own: set[tuple[int, str]] = field(default_factory=set)  # sections, and the letters that are declared in each
    sections: dict[int, frozenset[object]] = field(default_factory=dict)  # and what is no number there

    def take(self, place: int) -> None:
        """Declare the letters of an equation; what solves it behind it for one of them is a claim then."""
        role = self.roles[place]
        letters = _letters(role, self.roles)
        solved = self._solved_behind(role, letters)
        for tensor in solved.values():
            self.scope.remove(tensor)
        if not self._declares(place, letters):
            for tensor in solved.values():
                self.scope.insert(tensor)
            return
        for index in solved:
            self.roles[index] = replace(self.roles[index], kind=Kind.CLAIM, name=None, defines=None)

    def _solved_behind(self, role: Role, letters: Mapping[str, ast.Symbol]) -> dict[int, Tensor]:
        """The formulas for one of the letters in the others, in the same section, by their places."""
        found: dict[int, Tensor] = {}
        for index, other in enumerate(self.roles if letters else ()):
            tensor = other.defines
            if not isinstance(tensor, Tensor) or other.entry.section != role.entry.section or tensor.indices:
                continue
            own, rest = names_in(tensor.body), letters.keys() - {tensor.name}
            if tensor.name in letters and own and own <= rest and role.entry.is_above(other.entry):
                found[index] = tensor
        return found

    def _declares(self, place: int, letters: Mapping[str, ast.Symbol]) -> bool:
        role = self.roles[place]
        at, scope = role.entry, self.scope
        new = {name: letter for name, letter in letters.items() if is_new(name, role, scope, self.ranges)}
        if not new or any(not _is_said(other, new) for other in self.roles if other.entry.is_above(at)):
            return False  # what is written before is of the same letters
        supposed = (at.assumed or at.supposed) and not at.concludes
        known = letters.keys() - new.keys()
        free = {x for x in known if isinstance(scope.tensor(x, at), Declared) and (at.section, x) not in self.own}
        if not supposed and (free or not _is_of_some(role, scope)):
            return False
        if not self._no_numbers_in(at.section).isdisjoint({*new, *(taken_apart(name).form for name in new)}):
            return False
        if not all(_is_known(name, role, scope) for name in known):
            return False
        if isinstance(role.defines, Tensor):
            scope.remove(role.defines)
            role = replace(role, kind=Kind.CLAIM, name=None, defines=None)
        first = min(other.entry.index for other in self.roles if other.entry.sentence == at.sentence)
        for name, letter in new.items():
            said = any_number(name, letter.span, replace(at, index=first - 1))  # with the orders of its sentence
            scope.insert(said)
            scope.hold_alone(said.entry, of_section=name)
            self.own.add((at.section, name))
        self.roles[place] = role if supposed else replace(role, entry=replace(at, assumed=True, concludes=False))
        return True

    def _no_numbers_in(self, section: int) -> frozenset[object]:
        if section not in self.sections:
            self.sections[section] = frozenset(_no_numbers([r for r in self.roles if r.entry.section == section]))
        return self.sections[section]


def _letters(role: Role, roles: Sequence[Role]) -> dict[str, ast.Symbol]:
    """The letters of an equation of numbers that may be supposed; none of anything else."""
    at, parsed = role.entry, role.entry.parsed
    if role.kind is not Kind.CLAIM and not (_gives_power(role) and _is_used(role, roles)):
        return {}
    if not isinstance(parsed, ast.Chain) or parsed.conditions:
        return {}
    if at.negated or any(relation.kind != "eq" for relation, _ in parsed.rest):
        return {}
    parts = [*walk(parsed)]
    symbols = [part for part in parts if isinstance(part, ast.Symbol) and lookup(part.base) is None]
    if any(isinstance(part, _NO_NUMBERS) for part in parts) or not all(map(_may_be_number, symbols)):
        return {}
    letters = {x.full_name: x for x in (symbol.replace(sup=None) for symbol in symbols if symbol.base not in CONSTANTS)}
    return letters if len(letters) > 1 else {}


def _gives_power(role: Role) -> bool:
    """*If `a^2 = b^2`*, where `a^2` might be a name."""
    left = role.entry.parsed.subjects[0] if isinstance(role.entry.parsed, ast.Chain) else None
    power = isinstance(left, ast.Symbol) and left.sup is not None and isinstance(left.sup.expr, ast.Number)
    return power and isinstance(role.defines, Tensor) and (role.entry.assumed or role.entry.supposed)


def _is_used(role: Role, roles: Sequence[Role]) -> bool:
    """Whether what follows in the section of *if `a^2 = b^2`* names the `a` itself."""
    power = role.entry.parsed.subjects[0] if isinstance(role.entry.parsed, ast.Chain) else None
    behind = (other.entry.parsed for other in roles if role.entry.is_above(other.entry))
    symbols = (part for parsed in behind for part in walk(parsed) if isinstance(part, ast.Symbol))
    return isinstance(power, ast.Symbol) and any(x.sup is None and x.full_name == power.name for x in symbols)


def _is_known(name: str, role: Role, scope: Scope) -> bool:
    """Whether a name is one of a number, or of a function of numbers that a formula gives."""
    found = scope.tensor(name, role.entry)
    if found is not None:
        return is_of_numbers(scope, found)
    functions = scope.function(name, role.entry)
    axes = (part for f in functions if isinstance(f, Function) for part in walk(f.body) if isinstance(part, ast.Axis))
    return bool(functions) and all(isinstance(f, Function) for f in functions) and next(axes, None) is None


def _may_be_number(symbol: ast.Symbol) -> bool:
    """Whether it is a letter or a power of one, and no member of a family."""
    power = symbol.sup is None or isinstance(symbol.sup.expr, ast.Number) or symbol.base in CONSTANTS
    return power and not any(script.islower() for script in letters_in(symbol.replace(sup=None).full_name))


def _is_of_some(role: Role, scope: Scope) -> bool:
    """Whether an equation has letters on both sides, and none on both: no law of all numbers is so.

    Where words call it a law of what it is about, a letter of its own on each side will do.
    """
    parsed = role.entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1:
        return False
    left, right = (_plain(side, role, scope) for side in (parsed.subjects[0], parsed.rest[0][1]))
    apart = left.isdisjoint(right) or _LAW.search(sentences.before(parsed.span, across=True)) is not None
    return bool(left - right) and bool(right - left) and apart and not tied.is_of_all(role.entry)


def _plain(side: ast.Operand, role: Role, scope: Scope) -> set[str]:
    """The letters of a side, without their powers, and without functions."""
    symbols = (part for part in walk(side) if isinstance(part, ast.Symbol) and lookup(part.base) is None)
    names = {symbol.replace(sup=None).full_name for symbol in symbols if symbol.base not in CONSTANTS}
    return {name for name in names if not scope.function(name, role.entry)}


def _is_said(before: Role, letters: Collection[str]) -> bool:
    """Whether a statement has none of some letters in it, or does no more than to list or to suppose something."""
    at, parsed = before.entry, before.entry.parsed
    if names_in(parsed).isdisjoint(letters) or not isinstance(parsed, ast.Chain) or not parsed.rest:
        return True
    return before.kind is Kind.CONSTRAINT or (before.kind is Kind.CLAIM and (at.assumed or at.supposed))


def _no_numbers(roles: Sequence[Role]) -> Iterator[object]:
    """The names in statements of what is no number, a tensor or a function, and the forms of families."""
    called, alone = set[str](), set[str]()
    for role in roles:
        parsed = role.entry.parsed
        yield from where_no_number_can(parsed) - _called(parsed)
        yield from names_in(role.sizes)
        yield from names_in(tuple(part.size for part in walk(parsed) if isinstance(part, ast.SizedAxis)))
        symbols = [part for part in walk(parsed) if isinstance(part, ast.Symbol)]
        yield from (symbol.full_name for symbol in symbols if called_numbers.is_tensor(symbol))
        yield from (taken_apart(symbol.full_name).form for symbol in symbols if letters_in(symbol.full_name))
        called |= _called(parsed)
        if isinstance(parsed, ast.Chain) and parsed.rest:
            heads = {id(head) for head, behind in pairs(parsed) if isinstance(behind, ast.Group)}
            alone |= {symbol.full_name for symbol in symbols if id(symbol) not in heads}
    yield from called - alone


def _called(parsed: ast.Parsed) -> set[str]:
    """The names that stand before brackets in a statement: they may be functions."""
    heads = (head for head, behind in pairs(parsed) if isinstance(behind, ast.Group))
    return {head.full_name for head in heads if isinstance(head, ast.Symbol)}
