"""Left sides that look new and are not: the equation says what a tensor that is defined already comes to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from ntdoc.nodes import walk
from ntdoc.operations.table import CONSTANTS, lookup
from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes import families
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.said import kinds
from ntdoc.shapes.names.families import restated_members
from ntdoc.shapes.names.families.members import is_recurrence
from ntdoc.shapes.names.in_places import instances
from ntdoc.shapes.names.in_places.consequences import is_said_plainly
from ntdoc.shapes.names.in_places.in_the_sentence import (
    comes_of_case,
    is_alone,
    is_computed_before,
    is_in_passing,
    is_of_a_real_model,
    is_of_one_axis,
    is_of_open_size,
    length_in_passing,
    with_numbers,
)
from ntdoc.shapes.names.in_places.of_indices import is_of_index
from ntdoc.shapes.names.lefts import powers, shaped
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers import numeric, uniform, vectors
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.names.restated import of_sizes_alone, solved_for
from ntdoc.shapes.names.restated.worked_out import is_computed, is_in_force, is_worked_out
from ntdoc.shapes.patterns import in_numbers, names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.vocabulary import IF

_ALIKE = regex(
    r"\b(?:the\s+same\s+as|identical|equals?|equal\s+to|agrees?|coincides?|match(?:es)?|recovers?|reproduces?|as\s+before)\b",
    re.IGNORECASE,
)
_NEXT = regex(rf";\s*(?:for|{IF})\s+(?:\$|\\\()?\s*$", re.IGNORECASE)  # *it is small; for `b = 4` it is*


def recognised(roles: list[Role], scope: Scope, ranges: Ranges, passing: Mapping[int, bool]) -> list[Role]:
    """The roles, with such equations as claims: `c = \\sum_i …` and then `c = 3`, or `h_t = …` and then `h_1 = …`.

    What is said in `passing` of a letter for a size is said for its sentence, see in_passing.
    """
    result = []
    sizes: dict[str, list[Entry]] = {}
    for role in roles:
        for name in names_in(role.sizes) if role.entry.index not in passing else ():
            sizes.setdefault(name, []).append(role.entry)
    beside: dict[int, set[str]] = {}
    for role in roles:
        taken = isinstance(role.defines, Tensor) and role.entry.index in passing
        beside.setdefault(role.entry.sentence, set()).update({role.name or ""} if taken else ())
    numbered = with_numbers(roles, passing)
    alone = {role.entry.index: role.entry for role in roles if isinstance(role.defines, Tensor)}
    opens = {role.entry.item: role.entry for role in reversed(roles) if role.entry.display}
    for role in roles:
        role = _about_a_number(solved_for.worked_out(role, scope), scope)
        role = shaped.recognised(role, scope, ranges)
        open_size = isinstance(role.defines, Tensor) and is_of_open_size(role.defines, scope, numbered)
        tensor = role.defines if isinstance(role.defines, Tensor) and not open_size else None
        first = opens.get(role.entry.item, role.entry)  # of a display, to which words lead
        if tensor and _is_known(tensor, scope, ranges, alone, first):
            scope.remove(tensor)
            role = replace(role, kind=Kind.CLAIM, defines=None)
        elif (length := length_in_passing(role, scope, passing, open_size)) and isinstance(role.defines, Tensor):
            scope.hold_alone(role.entry)
            role = replace(role, entry=replace(role.entry, local=True), sizes=(length, role.defines.body))
        elif isinstance(role.defines, Tensor) and (
            role.entry.index in scope.cases
            or is_alone(role.defines, scope, ranges)
            or is_in_passing(role, scope, passing, sizes.keys(), beside[role.entry.sentence])
            or is_of_a_real_model(role.defines, scope)
        ):
            index = is_of_index(role.defines, scope, ranges)
            scope.hold_alone(role.entry, row=is_of_one_axis(role.defines, scope), index=index)
            role = replace(role, entry=replace(role.entry, local=True))
        elif isinstance(role.defines, Tensor) and (
            instances.is_of_section(role.defines, scope, ranges)
            or instances.is_number_of_size(role.defines, sizes.get(role.defines.name, ()))
        ):
            scope.hold_alone(role.entry, of_section=role.defines.name)
        result.append(role)
    return result


def _about_a_number(role: Role, scope: Scope) -> Role:
    """`g \\approx 9.81` in a sentence, of a name of which nothing else says what it is, gives it this value.

    So does `x \\approx (0.1, 0.9)` where only another section has given `x` numbers: they are those of its example.
    """
    parsed, at = role.entry.parsed, role.entry
    if role.kind is not Kind.CLAIM or at.display or not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1:
        return role
    name, (relation, right) = parsed.subjects[0], parsed.rest[0]
    listed = vectors.is_list(right)
    if not isinstance(name, ast.Symbol) or relation.kind != "approx" or not (listed or isinstance(right, ast.Number)):
        return role
    said = name.full_name in {*scope.by_name, *scope.counted, *CONSTANTS} or lookup(name.name) is not None
    said = said or any(isinstance(b, Tensor) for b in scope.of_form(name.full_name))  # `c_2` of a `c_t = …`
    said = not _is_given_elsewhere(name.full_name, at, scope) if listed else said
    said = said or powers.is_of_constant(scope, name, at)
    doubted = at.negated or at.worded or at.supposed or at.local
    if doubted or said or name.axes or numeric.is_size(name.full_name, scope):
        return role
    tensor = Tensor(name.full_name, right, (), None, at, name.span.to(right.span))
    scope.insert(tensor)
    return replace(role, kind=Kind.DEFINITION, name=tensor.name, defines=tensor)


def _is_given_elsewhere(name: str, at: Entry, scope: Scope) -> bool:
    """Whether a name last got an array of numbers before its section, and in it nothing."""
    found = scope.tensor(name, at)
    array = isinstance(found, Tensor) and (numeric.is_array(found.body) or vectors.is_list(found.body))
    return found is not None and array and found.entry.section != at.section


def _is_known(tensor: Tensor, scope: Scope, ranges: Ranges, alone: Mapping[int, Entry], first: Entry) -> bool:
    if solved_for.is_given(tensor.name, tensor.body, tensor.entry, scope):
        return is_worked_out(tensor, scope, ranges)  # else the formula takes it, solved for another letter
    return _is_restated(tensor, scope, ranges, alone, first) or comes_of_case(tensor, scope)


def _is_restated(tensor: Tensor, scope: Scope, ranges: Ranges, alone: Mapping[int, Entry], first: Entry) -> bool:
    parsed = tensor.entry.parsed
    if not isinstance(parsed, ast.Chain) or parsed.rest[0][0].kind != "eq" or tensor.indices:
        return False
    if restated_members.is_member(tensor, scope, ranges, first):
        return True
    if in_numbers(tensor.body) and _repeats(tensor, scope):
        return True
    if _is_another_recurrence(tensor, scope) or _is_next_of_formula(tensor, scope) or _is_solution(tensor, scope):
        return True
    if of_sizes_alone.is_concluded(tensor, scope) or _is_another_tensor(tensor, scope, first):
        return True
    if not is_computed(tensor, scope):
        return False
    held = _held_beside(first, scope, alone)
    return is_worked_out(tensor, scope, ranges) or (
        bool(held) and is_worked_out(tensor, scope.with_held(held), ranges)
    )


def _is_another_tensor(tensor: Tensor, scope: Scope, first: Entry) -> bool:
    """*The result is the same as before, `P = O`*: of two tensors that formulas give, each by its own."""
    at = tensor.entry
    if at.lets or at.gives or at.assumed or at.negated or not isinstance(tensor.body, ast.Symbol):
        return False
    if _ALIKE.search(sentences.before(first.parsed.span, across=True)) is None:
        return False
    above = [b for b in scope.by_name[tensor.name] if isinstance(b, Tensor) and b.entry.is_above(at)]
    other = scope.tensor(tensor.body.full_name, at)
    formulas = [b for b in (*above[-1:], other) if isinstance(b, Tensor) and not in_numbers(b.body)]
    return bool(above) and len(formulas) == 2 and tensor.name != tensor.body.full_name


def _held_beside(at: Entry, scope: Scope, alone: Mapping[int, Entry]) -> set[int]:
    """The sentences before a conclusion in its paragraph: what holds in each alone, its example may go on with.

    A display is one that words lead to: *there are three with `q = (1, 2, 1)`. Then* `\\[ Z = 4 \\]`.
    """
    if at.display and not is_said_plainly(at):
        return set()
    near = [alone[index] for index in scope.cases & alone.keys() if index < at.index]
    near = [e for e in near if e.section == at.section]
    one_thought = partial(sentences.are_in_one_thought, goes_on=True, leads=at.display)
    own = {e.index for e in near if e.exercise and e.exercise == at.exercise}
    return own | {e.index for e in near if one_thought(e.parsed.span, at.parsed.span)}


def _is_another_recurrence(tensor: Tensor, scope: Scope) -> bool:
    """A sentence that says `h_{t+1} = A h_t` of what a display of its section has as `h_{t+1} = \\alpha B h_t + c`.

    So does a display for `t \\ge 2`, if nothing but the recurrence above it says what `h_1` is.
    """
    at = tensor.entry
    if at.gives or at.lets or not families.letters_in(tensor.name) or not is_recurrence(tensor):
        return False
    if at.display and not _begins_late(tensor, scope):
        return False
    if cases.is_of_another_method(at.parsed.span):
        return False
    before = (b for b in scope.by_name[tensor.name] if isinstance(b, Tensor) and b.entry.index < at.index)
    return any(b.entry.display and b.entry.section == at.section and is_recurrence(b) for b in before)


def _is_next_of_formula(tensor: Tensor, scope: Scope) -> bool:
    """`s_{n+1} = 1 + x s_n` in a display, or behind *then*, after a formula of its section for every `s_n`."""
    at, apart = tensor.entry, families.taken_apart(tensor.name)
    letters = [part for part in map(families.component, apart.parts) if part is not None]
    alike = (families.taken_apart(name) for name in names_in(tensor.body))
    moved = [c for other in alike if other.form == apart.form for c in map(families.component, other.parts) if c]
    turned = not any(component.offset for component in moved)  # `K_{i,j} = K_{j,i}`
    said = at.display or turned or is_said_plainly(at)
    if not said or at.gives or at.lets or at.assumed or not letters or not is_recurrence(tensor):
        return False
    known = {apart.base, *(part.letter for part in letters)}
    for b in scope.of_form(tensor.name):
        if isinstance(b, Tensor) and b.entry.is_above(at):
            there = map(families.component, families.taken_apart(b.name).parts)
            every = [(c.letter, c.offset) for c in there if c is not None] == [(c.letter, 0) for c in letters]
            if every and not is_recurrence(b) and _bases(tensor.body) <= known | _bases(b.body):
                return not cases.is_of_another_method(at.parsed.span)
    return False


def _bases(body: ast.Operand) -> set[str]:
    """The names in a formula without their scripts, for the `n` of `x^n` may be a power."""
    return {part.base for part in walk(body) if isinstance(part, ast.Symbol)}


def _begins_late(tensor: Tensor, scope: Scope) -> bool:
    """Whether its row says from where on an equation holds, and nothing gives the member before that."""
    letters = families.letters_in(tensor.name)
    lows = {x: low for x in letters for by, low in scope.bounded.get(x, ()) if by.row == tensor.entry.row and low > 1}
    before = (families.resolved(tensor.name, {x: low - 1}) for x, low in lows.items())
    return any(not scope.by_name.get(name) for name in before)


def _is_solution(tensor: Tensor, scope: Scope) -> bool:
    """A number for what the equations of a display of its section determine: *so `h_1 = 9`*."""
    at = tensor.entry
    if at.gives or at.lets or at.assumed or not in_numbers(tensor.body):
        return False
    before = [b for b in scope.by_name[tensor.name] if isinstance(b, Tensor) and b.entry.index < at.index]
    solved = bool(before) and before[-1].entry.display and before[-1].entry.sought
    return solved and before[-1].entry.section == at.section and numeric.is_number(before[-1].body)


def _repeats(tensor: Tensor, scope: Scope) -> bool:
    """Whether the same run defines the tensor by others, none of which has been given another value since."""
    span = tensor.entry.parsed.span
    if tensor.entry.lets or (numeric.is_array(tensor.body) and is_computed_before(tensor, scope)):
        return False  # *with `p = (1, 0)` we have*, *now let `w = (0, 1)`*, after a step that has changed it
    before = [b for b in scope.by_name[tensor.name] if isinstance(b, Tensor) and b.entry.index < tensor.entry.index]
    before = [b for b in before if is_in_force(b, tensor.entry, scope)]
    if not before or before[-1].entry.run != tensor.entry.run or in_numbers(before[-1].body):
        return False
    if uniform.is_example(scope, before[-1], tensor.body) or _is_of_other_row(before[-1].entry, tensor.entry):
        return False
    if cases.is_taken(before[-1].entry) and cases.is_taken(tensor.entry):
        return False  # *for `b = n` it is the same, with `b = 4` it is less*: one case, and another
    begins = cases.begins_sentence(span) or _NEXT.search(sentences.before(span)) is not None
    if kinds.is_subject_of_kind(span) or (begins and uniform.is_sampled(scope, before[-1])):
        return False  # *for `z = 0`* it is, or *a model that knows nothing, `z = 0`, has*, what is made of it there
    if isinstance(before[-1].body, ast.Size) and cases.is_taken(tensor.entry):
        return False  # *Write `K = |\\ax|`. For `K = 1` it is …*: a case, and the size stays any
    free = numeric.is_of_sizes(scope, before[-1]) and uniform.is_tensor(tensor.name, scope, before[-1].entry)
    if free and cases.is_taken(tensor.entry):
        return False  # *For the uniform one, `p = 1/n`, it is …. For two states with `p = (0.9, 0.1)` …*
    made_of = names_in(before[-1].body)
    later = [b for name in made_of for b in scope.by_name.get(name, ()) if isinstance(b, Tensor)]
    later = [b for b in later if is_in_force(b, tensor.entry, scope)]
    return not any(before[-1].entry.index < b.entry.index < tensor.entry.index for b in later)


def _is_of_other_row(first: Entry, at: Entry) -> bool:
    """Whether one of two entries says what the parts of a row are, *where `a = 1`*, and the other one is of another."""
    return first.row != at.row and (first.piece.says_where or at.piece.says_where)
