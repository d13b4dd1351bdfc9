"""Members of families that are said again: the family, a recurrence or not, says already what they come to."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes import families
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.in_places.consequences import is_derivative
from ntdoc.shapes.names.lefts import shaped
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.patterns import DECIDES, names_in, reached, summed
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.vocabulary import OTHER, SUPPOSES, THEN

_POWER = regex(r"\^\d+$")
_TURNS = regex(  # to another sequence, or to another beginning of this one
    rf"(?<!\\)\b(?:{OTHER}|now|variants?|cases?|{SUPPOSES}|consider"
    r"|initial\w*|start\w*|begin\w*|began|resum\w*|reset\w*|replac\w*|measur\w*|observ\w*|data)\b",
    re.IGNORECASE,
)
_UNFOLDS = regex(
    r"\W*(?:indeed|in\s+particular|explicitly|written\s+out|for\s+(?:example|instance))\b", re.IGNORECASE
)
_COUNTED = r"(?:one|two|three|four|five|\d+|first|second|third|fourth|fifth)"
_REACHES = regex(  # "After two steps the state is", "In the first step", "For `t = 1`", "Then"
    rf"\b(?:after|in|at|for|of|the)\s+(?:the\s+)?{_COUNTED}\s+(?:[a-z]+\s+)?(?:steps?|iterations?|updates?|rounds?|epochs?"
    r"|states?|layers?|members?|times?)\b|\b(?:for|at|when)\s+"
    r"(?!(?:\$|\\\()[^$]*(?:\\[lcd]?dots|\\in\b|\\[lg]e|[<>…]))"  # and not for a range of them
    rf"{sentences.FORMULA}|^\W*(?:{THEN})\b",
    re.IGNORECASE,
)
_UNROLLS = regex(  # a recurrence of the section above: *unrolling yields*, *recursively we will have*
    r"\b(?:unroll|unfold|expand|iterat|telescop)(?:ing|ed|es?)\b"
    r"|\brecursively\b|\bby\s+(?:recursion|induction|repeated\s+[a-z]+)\b",
    re.IGNORECASE,
)
_OTHERWISE = regex(  # *with momentum*, *without damping*: it may be another method, and not the one above
    rf"\b(?:{OTHER}|variants?|versions?|differently|modified|another|without|no)\b"
    rf"|\b(?:with|under)\s+(?!{sentences.FORMULA}|(?:the\s+|an?\s+)?(?:initial|zeros?|first|starting)\b)[a-z]",
    re.IGNORECASE,
)
_EXCEPTS = regex(
    r"\b(?:differ\w*|except\w*|special\w*|only|uses?|using|tak(?:e|es|en|ing)|without|but|however|convention\w*|treat\w*"
    r"|defin\w+|set|fix\w*|choos\w+|chosen|given|known|prior)\b",
    re.IGNORECASE,
)
_ORDERS = DECIDES.keys() - {"eq"}


def is_member(tensor: Tensor, scope: Scope, ranges: Ranges, first: Entry | None = None) -> bool:
    """Whether a family before it has a member of this name, in a range that is written out.

    It does if it stands in the same run, or in the same section and this is written in numbers and sizes, or a sentence
    says so of a family that has its beginning, or a display writes its member out by what it is made of. Words lead to
    the `first` statement of its display.
    """
    at = tensor.entry
    leads = at.display and _UNFOLDS.match(sentences.before(at.parsed.span, across=True)) is not None
    reached_to = _is_reached(tensor)
    leads = leads or (at.display and reached_to and not numeric.is_numbers(tensor.body))
    plainly = at.concludes or leads or not (at.display or at.assumed or at.negated or at.where)
    closed = not (at.gives or at.assumed or at.lets) and _is_closed(tensor, ranges)
    led = sentences.before((first or at).parsed.span, across=True)
    goes_back = _UNROLLS.search(led) is not None and not (at.assumed or at.negated or _OTHERWISE.search(led))
    for b in scope.of_form(tensor.name):
        if not isinstance(b, Tensor) or b.entry.index >= tensor.entry.index or b.name == tensor.name:
            continue
        above = goes_back and at.is_under(b.entry)
        said = plainly or above
        numbers = numeric.is_number(tensor.body) or (closed and bool(shaped.others(b)))
        written_out = _writes_out(tensor, b, scope, ranges)
        if is_derivative(b, tensor.body, at) and shaped.is_of_said_range(shaped.places(b, tensor.name, ranges)):
            return True
        here = b.entry.section == at.section or above
        if not here and _is_result(tensor, b, scope) and shaped.begins_in(b, at, scope, ranges):
            here = True
        around = here and not (at.gives or at.lets or at.assumed) and _goes_round(tensor, b, scope)
        if b.entry.run != at.run and not (here and (numbers or said or written_out or around)):
            continue
        if b.entry.run != at.run and not (numbers or around) and not shaped.begins(b, scope, ranges):
            continue
        if _is_excepted(b, ranges.match(b, tensor.name) or {}):
            continue
        found = shaped.places(b, tensor.name, ranges)
        if shaped.is_of_said_range(found):
            return True
        if written_out and here and (at.concludes or reached_to) and _is_made_of_others(b, scope, ranges):
            return any(isinstance(v, int) for _, v in found)
        # after `f_0 = 0` and `f_i = f_{i-1} + 1` the `f_3 = 3` comes out so, though nothing says where they end
        if here and numeric.is_number(tensor.body) and said and _is_at_hand(tensor, b, scope, ranges):
            return True
        counted = (numbers or written_out) and said and not (at.gives or at.lets)
        counted = counted or _is_result(tensor, b, scope)
        counted = counted and bool(shaped.others(b)) and shaped.begins(b, scope, ranges)
        if counted and all(r is not None and isinstance(v, int) and v >= r.low for r, v in found):
            return bool(found)
        if counted and _is_right_behind_given(tensor, b, scope, ranges):
            return True
    return False


def _is_right_behind_given(tensor: Tensor, family: Tensor, scope: Scope, ranges: Ranges) -> bool:
    """*`u_{t+1} = f(u_t)`, where `u_0 = 0`*: there is a `u_1`, whatever another section says of its own `t`."""
    values = ranges.match(family, tensor.name) or {}
    said = (ranges.range_of(letter, family.entry) for letter in values)
    if not values or any(r is None or r.entry.section == family.entry.section for r in said):
        return False
    before = [families.resolved(name, values) for name in shaped.others(family)]
    given = [[b for b in scope.by_name.get(name, ()) if isinstance(b, Tensor)] for name in before]
    return all(any(b.entry.section == family.entry.section for b in known) for known in given)


def _is_reached(tensor: Tensor) -> bool:
    """Whether the words say which member of a sequence it is, *after two steps*, and turn to no other one."""
    at, span = tensor.entry, tensor.entry.parsed.span
    if at.gives or at.lets or at.assumed or at.where or at.negated or at.cell:
        return False
    own = sentences.before(span, across=True)
    turns = (_TURNS.search(said) for said in (*sentences.of_paragraph_before(span, across=True)[-1:], own))
    return bool(_REACHES.search(own)) and not (_EXCEPTS.search(own) or any(turns))


def _is_at_hand(tensor: Tensor, family: Tensor, scope: Scope, ranges: Ranges) -> bool:
    """*At first it is uniform, `c_1 = 1 / |\\ax|`*, of a `c_t = f(b_{t-1})` and a recurrence with its `b_0`.

    All that this member is made of is there, so that it can be no beginning.
    """
    at, values = tensor.entry, ranges.match(family, tensor.name) or {}
    if at.gives or at.lets or at.assumed or at.negated or shaped.others(family) or at.display:
        return False
    if not values or any(not isinstance(v, int) for v in values.values()):
        return False
    own = sentences.before(at.parsed.span, across=True)
    if _EXCEPTS.search(own) or _TURNS.search(own):
        return False
    made_of = [name for name in names_in(family.body) if families.letters_in(name) & values.keys()]
    tensors = [b for name in made_of for b in scope.of_form(name) if isinstance(b, Tensor) and shaped.others(b)]
    tensors = [b for b in tensors if b.entry.section == at.section and shaped.begins(b, scope, ranges)]
    forms = {families.taken_apart(b.name).form for b in tensors}
    if not made_of or any(families.taken_apart(name).form not in forms for name in made_of):
        return False
    return all(families.resolved(name, values) in scope.by_name for name in made_of)


def _is_made_of_others(family: Tensor, scope: Scope, ranges: Ranges) -> bool:
    """Whether a family is no recurrence, and all those that it is made of have a beginning."""
    if shaped.others(family):
        return False
    made_of = (b for name in names_in(family.body) for b in scope.of_form(name) if isinstance(b, Tensor))
    return all(shaped.begins(b, scope, ranges) for b in made_of if families.letters_in(b.name))


def _is_result(tensor: Tensor, family: Tensor, scope: Scope) -> bool:
    """Whether a display gives numbers to a member that a recurrence above it reaches: *the third is*, `a_3 = 41`.

    Where words give or suppose something, or turn to another sequence, it may start anew.
    """
    at, span = tensor.entry, tensor.entry.parsed.span
    if not at.display or not numeric.is_numbers(tensor.body):
        return False
    if family.entry.row == at.row and not _has_member_before(family, scope):
        return False
    if at.gives or at.lets or at.assumed or at.where or at.negated or at.cell:
        return False
    said = [*sentences.of_paragraph_before(span)[-1:], sentences.before(span, across=True)]
    return not any(_TURNS.search(text) for text in said)


def _has_member_before(family: Tensor, scope: Scope) -> bool:
    """Whether a row has given a member before the recurrence: `h_0 = 1, \\quad h_t = 2 h_{t-1}`."""
    form, at = families.taken_apart(family.name).form, family.entry
    others = (name for name in scope.by_name if name != family.name and families.taken_apart(name).form == form)
    return any(b.entry.row == at.row and b.entry.index < at.index for name in others for b in scope.by_name[name])


def _writes_out(tensor: Tensor, family: Tensor, scope: Scope, ranges: Ranges) -> bool:
    """*The first states are `h_1 = b u_1`, `h_2 = a h_1 + b u_2`*, of an `h_t = a h_{t-1} + b u_t`, or with a `b_t`.

    And `h_2 = a b u + b u`, where `u_t = u` stands beside it.
    """
    at, form = tensor.entry, families.taken_apart(family.name).form
    names = names_in(tensor.body)
    scripts = {letter for name in names for letter in families.letters_in(name)}  # the `T` of `h_{T-1}`
    ends = {r.end for r in ranges.all if r.entry.section == at.section}
    others = {name for name in names - scripts - ends if families.taken_apart(name).form != form}
    first = bool(names & ends) and any(families.taken_apart(name).form == form for name in names)  # `h_T = 2^T h_0`
    own = names_in(family.body)
    inputs = (b for name in own for b in (*scope.by_name.get(name, ()), *scope.of_form(name)))
    inputs = (b for b in inputs if b.entry.section == at.section)
    inputs = (b for b in inputs if b.entry.index < at.index)
    own |= {name for b in inputs if isinstance(b, Tensor | Function) for name in names_in(b.body)}
    forms = {families.taken_apart(name).form for name in own}
    made_of = all({name, _POWER.sub("", name)} & own or families.taken_apart(name).form in forms for name in others)
    return made_of and (bool(others) or first) and not (at.gives or at.assumed or at.lets or at.where)


def _goes_round(tensor: Tensor, family: Tensor, scope: Scope) -> bool:
    """Whether a formula for a member of a family that is no recurrence is made of that family: `Z_T = \\prod_t c_t`.

    After `Z_t = E` and `c_t = Z_t / Z_{t-1}` it can but be said of the members that are there.
    """
    form = families.taken_apart(family.name).form
    span = tensor.entry.parsed.span
    alike = [b for b in scope.of_form(family.name) if isinstance(b, Tensor) and b is not tensor]
    if any(map(shaped.others, alike)) or cases.is_when(span) or cases.is_of_phase(span) or cases.begins_sentence(span):
        return False  # *at convergence `Z_T = Z_{T-1}`*

    def bodies(name: str) -> list[ast.Operand]:
        tensors = (b for b in (*scope.by_name.get(name, ()), *scope.of_form(name)) if isinstance(b, Tensor))
        return [b.body for b in tensors if b.entry.index < tensor.entry.index]

    return any(families.taken_apart(name).form == form for name in reached(names_in(tensor.body), bodies))


def _is_closed(tensor: Tensor, ranges: Ranges) -> bool:
    """Whether a side is made of numbers and of the ends of ranges: `2^n - 1`, of the last member of a recurrence."""
    ends = {r.end for r in ranges.all if r.entry.section == tensor.entry.section}
    letters = names_in(tensor.body) - summed(tensor.body)
    numbers = not any(isinstance(n, ast.Matrix | ast.Index) for n in walk(tensor.body))
    return bool(letters) and letters <= ends and numbers


def _is_excepted(family: Tensor, values: Mapping[str, families.Value]) -> bool:
    """Whether a family is defined by an equation for other members only: `c_t = …` *for `t > 1`* is not of `c_1`."""
    parsed = family.entry.parsed
    for condition in parsed.conditions if isinstance(parsed, ast.Chain) else ():
        letter = condition.subjects[0]
        value = values.get(letter.full_name) if isinstance(letter, ast.Symbol) else None
        for relation, bound in condition.rest[:1]:
            if not isinstance(value, int) or not isinstance(bound, ast.Number) or relation.kind not in _ORDERS:
                continue
            if not DECIDES[relation.kind](value, bound.value):
                return True
    return False
