"""Letters that the words alone introduce: *for stride `s` and padding `p`, the length is* a display of numbers.

Such a letter is a number, if no statement of its section that has axes, or tensors, speaks of it. A tensor has to be
declared. Words that call it *a weight `w`*, and no array, say that much of it beside tensors, too, as long as nothing
is done with it along an axis.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from ntdoc.nodes import walk
from ntdoc.operations.table import CONSTANTS, lookup
from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes import signs
from ntdoc.shapes.bindings import Declared, Function, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions.made_precise import is_said_equal
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.functions.explained import is_explained
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers import called_numbers, uniform
from ntdoc.shapes.names.numbers.bounded import any_number
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.patterns import ORDERS, bounded_below, names_in, number_bounds, operands
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Gradient
from ntdoc.syntax.symbols import GREEK, MULTIPLICATION

_GLOSSED = regex(
    r"\s*(?:\$|\\\))\s*(?:is|are|be|denotes?|means|stands\s+for)\s+(?:the|an?|that|one|some|any)\b", re.IGNORECASE
)
_LIST = regex(
    r"\s*(?P<base>\\?[A-Za-z]+)_\{?1\}?\s*,\s*(?:(?:\\,|\s)*\S+_\{?2\}?\s*,\s*)?\\[lc]?dots[a-z]?\s*,"
    r"\s*(?P<again>\\?[A-Za-z]+)_\{?(?P<last>[A-Za-z])\}?[\s,.]*"
)
_ENDLESS = regex(
    r"\s*(?P<base>\\?[A-Za-z]+)_\{?[01]\}?\s*,\s*(?P<again>\\?[A-Za-z]+)_\{?[12]\}?\s*,"
    r"(?:\s*(?P=base)_\{?[23]\}?\s*,)?\s*\\[lc]?dots[a-z]?[\s,.]*"
)


def declare(roles: Sequence[Role], scope: Scope, ranges: Ranges) -> None:
    """Declare these letters, each where the words mention it first, and note the operators that stand in sentences."""
    _note_said(roles, scope)
    alone, with_axes, sizes = _mentioned(roles)
    for (section, name), (role, letter) in alone.items():  # *let `a \\in \\reals` and `b > a`*
        at = role.entry
        ordered = role.kind is Kind.CONSTRAINT and (at.assumed or at.lets) and len(names_in(at.parsed)) > 1
        if ordered and not at.local and (section, name) not in with_axes and is_new(name, role, scope, ranges):
            scope.insert(_declared(name, role, letter))
    for role in roles:
        for word in _words(role):  # *let TP and FP be the numbers of …*
            if is_new(word.full_name, role, scope, ranges) and sentences.counts(word.full_name, role.entry.parsed.span):
                scope.insert(any_number(word.full_name, word.span, _before(role.entry), "naturals"))
        for letter in (*_taken(role), *_unequal(role)):
            if is_new(letter.full_name, role, scope, ranges):
                scope.insert(any_number(letter.full_name, letter.span, _before(role.entry)))

    @cache
    def along(section: int) -> frozenset[str]:
        here = (role.entry.parsed for role in roles if role.entry.section == section)
        return frozenset(name for parsed in here for name in where_no_number_can(parsed))

    for role in roles if alone else ():
        for name in sorted(_in_claims(role)):
            here = role.entry.section, name
            known = name in sizes and (here not in scope.anew or here[0] in sizes[name])
            if known or here not in alone or name in along(here[0]):
                continue
            if not is_new(name, role, scope, ranges, alone[here][1]):
                continue
            if not called_numbers.is_tensor(alone[here][1]):
                _declare_called(name, *alone[here], scope)
        if not isinstance(role.defines, Tensor | Function):
            continue
        sampled = uniform.is_sampled(scope, role.defines)
        for name in sorted(free_letters(role.defines)):
            here = role.entry.section, name
            if name in sizes and (here not in scope.anew or role.entry.section in sizes[name]):
                continue
            if (said := alone.get(here)) is None or not is_new(name, role, scope, ranges, said[1]):
                continue
            if not role.entry.display and (name in along(role.entry.section) or not called_numbers.is_named(said[1])):
                continue  # *the weights are `w`, so `z = w + 1`*, *a loss `l`, with `g = \\partial l / \\partial v`*
            if called_numbers.is_tensor(said[1]):
                continue
            if sampled or here in with_axes or _is_member(said[1]):
                if name not in along(role.entry.section) and letters_in(name).isdisjoint(letters_in(role.defines.name)):
                    _declare_called(name, *said, scope)
            else:
                scope.insert(_declared(name, *said))


def _note_said(roles: Sequence[Role], scope: Scope) -> None:
    """Note what words only speak of: operators, functions, and lists."""
    scope.only_said |= {text for role in roles if (text := _operator(role)) is not None}
    scope.only_said |= {name for role in roles if (name := _function(role, scope)) is not None}
    for role in roles:
        if (listed := _list(role, scope)) is not None:
            scope.only_said |= {f"{listed[0]}_"}
            if listed[1]:
                scope.counted.setdefault(listed[1], []).append(role.entry)


class _Mentioned(NamedTuple):
    """The letters that formulas have, by section and name."""

    alone: dict[tuple[int, str], tuple[Role, ast.Symbol]]  # with where it is first
    with_axes: set[tuple[int, str]]
    sizes: dict[str, set[int]]  # and the sections that say so


def _mentioned(roles: Sequence[Role]) -> _Mentioned:
    """Where letters stand alone, with axes, and in sizes."""
    alone: dict[tuple[int, str], tuple[Role, ast.Symbol]] = {}
    with_axes: set[tuple[int, str]] = set()
    sizes: dict[str, set[int]] = {}
    for role in roles:
        section, parsed = role.entry.section, role.entry.parsed
        for part in walk(parsed):
            if isinstance(part, ast.SizedAxis):
                for name in names_in(part.size):
                    sizes.setdefault(name, set()).add(section)
        for name in names_in(role.sizes):
            sizes.setdefault(name, set()).add(section)
        if any(isinstance(part, ast.Axis) for part in walk(parsed)):
            with_axes.update((section, name) for name in names_in(parsed) - _ends_of_intervals(parsed))
        else:
            for letter in _letters(role):
                alone.setdefault((section, letter.full_name), (role, letter))
    return _Mentioned(alone, with_axes, sizes)


def _in_claims(role: Role) -> frozenset[str]:
    """The names in a claim of a display, or in what a sentence defines: words may call one of them a size."""
    parsed, inline = role.entry.parsed, not role.entry.display
    if not isinstance(parsed, ast.Chain) or not parsed.rest:
        return frozenset()
    if inline and isinstance(role.defines, Tensor):
        return free_letters(role.defines)
    return frozenset() if inline or role.kind is not Kind.CLAIM else names_in((parsed.subjects, parsed.rest))


def _declared(name: str, role: Role, letter: ast.Symbol) -> Declared:
    """A letter as any number that its order leaves: above a whole number a Latin letter counts something."""
    at, parsed, base, sign = role.entry, role.entry.parsed, "reals", role.entry.sign
    if role.kind is Kind.CONSTRAINT and not at.where:
        at = _before(at)  # an order sees the letters that it introduces; a clause is of what stands before it
    if role.kind is Kind.CONSTRAINT and isinstance(parsed, ast.Chain):
        ends = {n: signs.between(low, high) for n, low, high in number_bounds(parsed)}
        sign = ends.get(name, sign)
        base = "naturals" if (bounded_below(parsed) or ("",))[0] == name else base
    return any_number(name, letter.span, at, base)._replace(sign=sign)


def where_no_number_can(parsed: ast.Parsed) -> set[str]:
    """The names that stand where no number can: a tensor with axes, a function, what is differentiated, an index."""
    found: set[str] = set()
    for part in walk(parsed):
        operands: tuple[object, ...] = ()
        match part:
            case ast.Juxtaposition(factors=factors):
                heads = (n for n, factor in enumerate(factors) if isinstance(factor, ast.Symbol) and factor.axes)
                called = [f for f, behind in pairwise(factors) if isinstance(behind, ast.Group) and not _is_greek(f)]
                operands = (*factors[next(heads, len(factors)) :], *called)
            case ast.Derivative() | ast.Differential() | Gradient():
                found |= names_in(part)
            case ast.Product(rest=rest) if any(operator.axes for operator, _ in rest):
                operands = part.factors
            case ast.Index(body=body, items=items):
                operands = (body,)
                found |= {name for _, place in items for name in names_in(place)}
            case ast.BigOperator(axes=(_, *_), body=body) | ast.Rename(body=body):
                operands = (body,)
            case ast.Symbol():
                found |= letters_in(part.full_name) - {part.full_name}
            case ast.Chain(subjects=subjects, rest=rest) if any(isinstance(side, ast.TensorSet) for _, side in rest):
                operands = subjects
        found |= {name for operand in operands if (name := _alone(operand))}
    return found


def _ends_of_intervals(parsed: ast.Parsed) -> frozenset[str]:
    """The letters in the ends of intervals, `d \\in [a, b]^{\\ax}`: single numbers, whatever has axes."""
    bases = (part.base for part in walk(parsed) if isinstance(part, ast.TensorSet))
    return frozenset(name for base in bases if base.kind == "interval" for name in names_in(base.items))


def _is_greek(operand: object) -> bool:
    """Whether it is a letter that stands before brackets for a number: `\\alpha (x + y)`."""
    return isinstance(operand, ast.Symbol) and operand.base in GREEK


def _alone(operand: object) -> str:
    """The name that an operand is, in brackets or not."""
    while isinstance(operand, ast.Group) and len(operand.items) == 1:
        operand = operand.items[0]
    return operand.full_name if isinstance(operand, ast.Symbol) else ""


def _declare_called(name: str, role: Role, letter: ast.Symbol, scope: Scope) -> None:
    """Declare a letter that words call a size, or a number: of that it is known that it is between 0 and 1 or not."""
    size = called_numbers.is_size(letter)
    if not role.mention or (not size and not called_numbers.is_number(letter)):
        return
    powers = (b for other, found in scope.by_name.items() if other.startswith(name + "^") for b in found)
    if not all(scope.is_of_other(b, role.entry) for b in powers):
        return  # it is what a formula says of its square, or one of a family
    declared = any_number(name, letter.span, role.entry, "naturals" if size else "reals")
    scope.insert(declared if size else declared._replace(sign=role.entry.sign or "unit"))
    scope.in_words[name] = size


def _before(entry: Entry) -> Entry:
    """From where on a letter is known that its own statement uses."""
    return replace(entry, index=entry.index - 1)


def _letters(role: Role) -> Sequence[ast.Symbol]:
    """A letter alone in a sentence, or letters in an order, *until step `T > T_w`*; no members of a family."""
    parsed = role.entry.parsed
    if role.entry.display or not isinstance(parsed, ast.Chain):
        return ()
    named = operands(parsed)
    ordered = all(relation.kind in ORDERS for relation, _ in parsed.rest) and role.kind is Kind.CONSTRAINT
    if not (ordered if parsed.rest else role.mention) or not all(isinstance(o, ast.Symbol | ast.Number) for o in named):
        return ()
    found = [operand for operand in named if isinstance(operand, ast.Symbol)]
    return [letter for letter in found if not _is_member(letter) or called_numbers.is_size(letter)]


def _is_member(letter: ast.Symbol) -> bool:
    return any(len(script) == 1 for script in letters_in(letter.full_name))


def _words(role: Role) -> list[ast.Symbol]:
    """The names in a statement that are words, `\\text{TP}`."""
    parsed = role.entry.parsed
    symbols = (part for part in walk(parsed) if isinstance(part, ast.Symbol)) if isinstance(parsed, ast.Chain) else ()
    return [s for s in symbols if s.roman and len(s.full_name) > 1 and s.full_name == s.base and not s.axes]


def _taken(role: Role) -> Sequence[ast.Symbol]:
    """The letter in *if all entries are equal, `x = c`, then*, or *let `x` be constant, `x = c`*: any number."""
    at, parsed = role.entry, role.entry.parsed
    supposed = at.supposed or is_said_equal(at.parsed.span)
    if not supposed or at.display or not isinstance(role.defines, Tensor) or not isinstance(parsed, ast.Chain):
        return ()
    right = role.defines.body
    plain = isinstance(right, ast.Symbol) and not (right.axes or right.under or right.sub or right.sup)
    return [right] if plain and isinstance(right, ast.Symbol) and (len(right.base) == 1 or right.base in GREEK) else []


def _unequal(role: Role) -> Sequence[ast.Symbol]:
    """The letters in *for any `c \\ne 0`*, which are any numbers but one."""
    parsed = role.entry.parsed
    if role.entry.display or role.entry.negated or not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1:
        return ()
    (relation, right), named = parsed.rest[0], parsed.subjects
    if relation.kind != "ne" or not isinstance(right, ast.Number) or role.kind is not Kind.CLAIM:
        return ()
    letters = [s for s in named if isinstance(s, ast.Symbol) and (len(s.full_name) == 1 or s.full_name in GREEK)]
    return letters if len(letters) == len(named) else ()


def _operator(role: Role) -> str | None:
    """An operator alone in a sentence, *the product `\\circ`*: the words say what it is."""
    tokens = role.entry.piece.tokens
    alone = not role.entry.display and len(tokens) == 1 and MULTIPLICATION.get(tokens[0].text) == "other"
    return tokens[0].text if alone else None


def _function(role: Role, scope: Scope) -> str | None:
    """A function that is introduced by a call alone: there is one, and nothing says which.

    *Let `L(w)` be the loss*, and behind a formula *where `s(i)` is the stop before*.
    """
    parsed, at = role.entry.parsed, role.entry
    call = parsed.subjects[0] if isinstance(parsed, ast.Chain) and not parsed.rest else None
    if at.display or not isinstance(call, ast.Juxtaposition):
        return None
    head, *arguments = call.factors
    if not isinstance(head, ast.Symbol):
        return None
    if not (at.lets or at.introduces or _GLOSSED.match(sentences.after(parsed.span)) or is_explained(head.base, at)):
        return None
    if len(arguments) != 1 or not isinstance(arguments[0], ast.Group):
        return None
    new = not scope.function(head.full_name, at) and scope.tensor(head.full_name, at) is None
    return head.full_name if new and lookup(head.name) is None else None


def _list(role: Role, scope: Scope) -> tuple[str, str] | None:
    """The `c` and the `n` of `c_1, \\ldots, c_n` in a sentence that says of numbers that they are there, no more.

    A list without an end, `c_1, c_2, \\ldots`, has no `n`.
    """
    text = role.entry.parsed.span.text
    found = None if role.entry.display else _LIST.fullmatch(text) or _ENDLESS.fullmatch(text)
    if found is None or found["base"] != found["again"]:
        return None
    base, last = found["base"].lstrip("\\"), found.groupdict().get("last", "")
    new = not scope.of_form(f"{base}_i") and scope.tensor(base, role.entry) is None
    return (base, last) if new and (not last or scope.tensor(last, role.entry) is None) else None


def free_letters(defined: Tensor | Function) -> frozenset[str]:
    """The letters in a definition that it does not bind."""
    bound = {s.full_name for _, s in defined.indices} if isinstance(defined, Tensor) else set(defined.letters)
    bound |= letters_in(defined.name) | {defined.name}
    sums = (part.variable for part in walk(defined.body) if isinstance(part, ast.BigOperator))
    return names_in(defined.body) - bound - {v.full_name for v in sums if v is not None}


def is_new(name: str, role: Role, scope: Scope, ranges: Ranges, letter: ast.Symbol | None = None) -> bool:
    """Whether nothing else says what a name is.

    Where the words of its section name the `letter` alone, it is not what runs over members in another section.
    """
    at = role.entry
    if scope.tensor(name, at) is not None or scope.function(name, at) or scope.parameter(name, at) is not None:
        return False
    known = lookup(name) is not None or name in CONSTANTS or name in scope.counted
    families = (b for b in scope.of_form(name) if isinstance(b, Tensor | Declared) and b.entry.section == at.section)
    known = known or any(letters_in(b.name) for b in families)  # `p_1` of `p_j = …`
    found = None if known else ranges.range_of(name, at)
    if found is None or letter is None or found.entry.section == at.section:
        return not known and found is None
    named = called_numbers.is_named(letter) or called_numbers.is_size(letter)
    return named and not ranges.is_in_scripts(name, at)
