"""Values that hold in their sentence alone: *for `t = 1` it is …*, *with `n = 8` there are …*, *at `x = 0`*."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence, Set

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Binding, Declared, Tensor
from ntdoc.shapes.document import phrases, sentences
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.said import kinds
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.names.closures import is_used_here, made_of
from ntdoc.shapes.names.families.lists import Range, declaring
from ntdoc.shapes.names.in_places import own_formulas
from ntdoc.shapes.names.in_places.cases_of_tensors import is_one_of_kind
from ntdoc.shapes.names.in_places.of_indices import is_of_index, is_of_letter
from ntdoc.shapes.names.in_places.one_of_all import is_of_letters, is_one_of_all
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers import numeric, vectors
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.names.sizes.lengths_of_data import is_of_own_data
from ntdoc.shapes.patterns import equated, in_numbers, is_update, names_in, power_in
from ntdoc.shapes.samples.configured import LARGEST
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast, literals
from ntdoc.vocabulary import IF

ANYWHERE = -1  # no section
_COMES_OF_IT = regex(r"\b(?:(?:this|it|that) (?:is|becomes|equals)|these are)\b", re.IGNORECASE)
_OF_SOME = regex(  # "a model that knows nothing has `P = 1/n` and"
    r"^\W*(?:an?|any|each|every)\s+(?:[\w-]+\s+){1,3}(?:that|which|whose|with|without)\b[^.;:]*\b(?:has|have)\s+"
    rf"(?:{sentences.FORMULA}\s*(?:,\s*(?:and\s+)?|and\s+))*(?:\$|\\\()?$",
    re.IGNORECASE,
)
_TAKEN = regex(rf"\b(?:with|for|{IF})\s+(?:\$|\\\()?$", re.IGNORECASE)


def is_in_passing(role: Role, scope: Scope, passing: Mapping[int, bool], sizes: Set[str], beside: set[str]) -> bool:
    """*With `n = 8` there are 4 windows*, of a size, and `beside` sizes alone; or of a declared number."""
    name, clause = role.name or "", passing.get(role.entry.index)
    of_sizes = clause or all(other in sizes or numeric.is_size(other, scope) for other in beside)
    is_size = numeric.is_size(name, scope) or _is_count(role, scope)
    is_of_size = clause is not None and (is_size or (of_sizes and name in sizes))
    return is_of_size or _is_number_in_passing(role, scope, passing)


def _is_count(role: Role, scope: Scope) -> bool:
    """Whether a letter says how many entries of a tensor are 1, `\\nsum{\\ax} M = k`, which has no value before."""
    if not isinstance(role.defines, Tensor):
        return False
    if (last := _said_before(role.defines, scope)) is not None and not numeric.is_some_number(last):
        return False
    return any(c.kind == "sum" and role.defines.name in names_in(c.total) for c in scope.constrained)


def _is_number_in_passing(role: Role, scope: Scope, passing: Mapping[int, bool]) -> bool:
    """*With `\\sigma = 2` and `\\tau = 1` this is 0.5*, of declared numbers: the sentence says what comes of it."""
    tensor, at = role.defines, role.entry
    if not isinstance(tensor, Tensor) or at.index not in passing or tensor.indices or at.exercise or at.illustration:
        return False
    last = _said_before(tensor, scope)
    comes_of_it = _COMES_OF_IT.search(sentences.after(at.parsed.span)) is not None
    return comes_of_it and last is not None and numeric.is_some_number(last)


def _said_before(tensor: Tensor, scope: Scope) -> Binding | None:
    """What was said last of a name before a place, and not for a sentence alone."""
    before = (b for b in reversed(scope.by_name[tensor.name]) if b.entry.index < tensor.entry.index)
    return next((b for b in before if b.entry.index not in scope.cases), None)


def length_in_passing(
    role: Role, scope: Scope, passing: Mapping[int, bool], open_size: bool = False
) -> ast.Size | None:
    """What `K` is the length of in *For `K = 1` it is …*, after `K = |\\ax|`: the axis is so long in the sentence.

    So it is in *one example, `K = 1`, has …*, in brackets, and after *if* and *when*, and in any sentence where
    nothing else gives the axis a number.
    """
    tensor, at = role.defines, role.entry
    if not isinstance(tensor, Tensor) or tensor.indices or at.display or at.gives:
        return None
    span = at.parsed.span
    if not (open_size or at.index in passing or at.supposed or cases.is_apposed(span) or cases.is_aside(span)):
        return None
    if not isinstance(tensor.body, ast.Number) or tensor.body.value > LARGEST:
        return None
    return _size_named(tensor, scope)


def _size_named(tensor: Tensor, scope: Scope) -> ast.Size | None:
    """The size of an axis for which a name stood before."""
    before = (b for b in scope.by_name[tensor.name] if isinstance(b, Tensor) and b.entry.index < tensor.entry.index)
    last = [b for b in before if b.entry.index not in scope.cases][-1:]
    return last[0].body if last and isinstance(last[0].body, ast.Size) else None


def is_of_open_size(tensor: Tensor, scope: Scope, numbered: Collection[tuple[str, int]]) -> bool:
    """Whether a sentence gives a number to the size of an axis that has none: *last column: `n = 20`*."""
    at, number = tensor.entry, tensor.body
    if at.display or at.gives or at.lets or at.concludes or tensor.indices or not isinstance(number, ast.Number):
        return False
    size = _size_named(tensor, scope)
    axes = {part.name for part in walk(size) if isinstance(part, ast.Axis)} if size is not None else set()
    return bool(axes) and not any(axis in axes and section in (ANYWHERE, at.section) for axis, section in numbered)


def with_numbers(roles: Iterable[Role], passing: Mapping[int, bool]) -> set[tuple[str, int]]:
    """The axes of which a statement or a shape says in numbers how long they are, or in its section an array."""
    found: set[tuple[str, int]] = set()
    for role in roles:
        at = role.entry
        sizes = [s for s in walk(role.sizes) if isinstance(s, ast.Size)]
        if at.index not in passing and any(isinstance(part, ast.Number) for part in role.sizes):
            found |= {(part.name, ANYWHERE) for part in walk(sizes) if isinstance(part, ast.Axis)}
        for part in walk(at.parsed):
            if isinstance(part, ast.SizedAxis) and isinstance(part.size, ast.Number):
                found.add((part.axis.name, ANYWHERE))
            elif isinstance(part, ast.Matrix):
                found |= {(axis.name, at.section) for axis in (part.row, part.column) if axis is not None}
    return found


def is_of_a_real_model(tensor: Tensor, scope: Scope) -> bool:
    """*A batch of `n = 1024` starts at …*, after `n = |\\batch|`: the arrays that the document speaks of stay small."""
    at = tensor.entry
    if at.display or at.gives or (power_in(tensor.body) or 0) <= LARGEST:
        return False
    before = (b for b in scope.by_name[tensor.name] if b.entry.index < at.index)
    return any(_is_length(b) for b in before)


def is_alone(tensor: Tensor, scope: Scope, ranges: Ranges) -> bool:
    """Whether a name has its value in the sentence alone, which does not say *let* or the like."""
    if tensor.entry.display:
        return False
    span = tensor.entry.parsed.span
    another = cases.is_of_another_method(span) and len(scope.by_name[tensor.name]) > 1
    if another or _is_place(tensor, scope, ranges) or kinds.is_in_part(span):
        return True
    special = any(of(tensor, scope) for of in (is_of_one_axis, _is_of_every_entry, _is_entry_of_example))
    if special or (tensor.entry.shown and cases.is_acting(span)):
        return True
    special = _is_case(tensor, scope, ranges) or _is_of_array(tensor, scope) or _is_at_an_end(tensor, scope)
    special = special or (isinstance(tensor.body, ast.Number) and cases.is_base_case(span))
    special = special or _is_of_formula(tensor, scope) or _is_supposed(tensor, scope) or _is_giving(tensor, scope)
    return (not tensor.entry.gives or cases.is_from(span)) and special


def _is_supposed(tensor: Tensor, scope: Scope) -> bool:
    """*It is zero for `q = p`*, *the experts with `M_{\\ax(i)} = 1`*, *for `k = 1`*, of what is said already.

    *With `a = 2` and `b = 3`* the text takes the numbers of an example, and goes on with them.
    """
    at = tensor.entry
    if at.lets or at.cell or is_update(at.parsed):
        return False
    of_kind = _is_of_subject(tensor, scope) or is_one_of_kind(scope, tensor.name, tensor.body, at)
    if not (at.supposed or cases.is_taken(at) or cases.is_from(at.parsed.span) or of_kind):
        return False
    if in_numbers(tensor.body) and not tensor.indices and cases.is_with(at.parsed.span):
        return numeric.is_array(tensor.body) and is_computed_before(tensor, scope)
    said = [b.entry for b in scope.by_name[tensor.name] if b.entry.index not in scope.cases]
    said += (*scope.limited.get(tensor.name, ()), *declaring(scope, tensor.name, at))
    said += (by for by, _ in scope.bounded.get(tensor.name, ()))
    elsewhere = all(e.section != at.section for e in said if e.index < at.index)
    own = tensor.stated is not None or own_formulas.is_of_own_letters(tensor, scope) or is_of_own_data(tensor, scope)
    if elsewhere and own:
        return False  # *with `m = E \\in S`*, after an `m` of another section: it says in full what is called so here
    if is_of_letters(tensor, scope) or is_one_of_all(tensor, scope):
        return True
    return any(e.index < at.index and e.sentence != at.sentence for e in said)


def _is_of_subject(tensor: Tensor, scope: Scope) -> bool:
    """*A pulse, `u_{\\ax(t)} = [t = 1]`, has the answer `k`*, of a `u` that may be any, and made of no other tensor."""
    at = tensor.entry
    if not kinds.is_subject_of_kind(at.parsed.span) or not isinstance(_said_before(tensor, scope), Declared):
        return False
    return not any(scope.is_tensor(name, at) for name in names_in(tensor.body))


def _is_of_every_entry(tensor: Tensor, scope: Scope) -> bool:
    """*A filter of weights `f = 1/k` computes means*, of an `f` that another sentence declares with axes."""
    at = tensor.entry
    if at.gives or at.lets or tensor.indices or isinstance(tensor.body, ast.Number):
        return False
    if own_formulas.is_length(tensor, scope):
        return False
    last = _said_before(tensor, scope)
    axes = isinstance(last, Declared) and bool(last.along)
    apart = last is not None and last.entry.sentence != at.sentence
    return axes and apart and numeric.is_number_there(scope, tensor.body, at)


def _is_entry_of_example(tensor: Tensor, scope: Scope) -> bool:
    """*For example `w_{\\ax(j)} = 0.3` stands for …*, of a `w` that another sentence declares: one entry, of any `w`.

    *For example `w_{\\ax(j)} = 0.3` for all `j`* is an example of a `w`, with which a text may go on.
    """
    at, last = tensor.entry, _said_before(tensor, scope)
    if not tensor.indices or not at.example or at.gives or at.lets or not numeric.is_number(tensor.body):
        return False
    if phrases.FOR_EVERY.search(sentences.before(at.parsed.span) + sentences.after(at.parsed.span)):
        return False
    return isinstance(last, Declared) and last.entry.sentence != at.sentence


def is_of_one_axis(tensor: Tensor, scope: Scope) -> bool:
    """*Take one row, `X = (1, 3)`*, of an `X` that another sentence declares with more axes: of it alone."""
    last, body = _said_before(tensor, scope), tensor.body
    several = isinstance(last, Declared) and last.domain is not None and len(last.domain.shape.axes) > 1
    if not several or last is None or last.entry.sentence == tensor.entry.sentence or tensor.stated is not None:
        return False
    return vectors.is_list(body) or (isinstance(body, ast.Matrix) and None in (body.row, body.column))


def is_computed_before(tensor: Tensor, scope: Scope) -> bool:
    """*With `p = (1, 0)` we have*, of what another sentence of the section computes: `p = f(x)`."""
    at = tensor.entry
    last = _said_before(tensor, scope) if cases.is_taken(at) else None
    apart = isinstance(last, Tensor) and last.entry.section == at.section and last.entry.sentence != at.sentence
    return apart and isinstance(last, Tensor) and bool(names_in(last.body))


def _is_at_an_end(tensor: Tensor, scope: Scope) -> bool:
    """*For `\\epsilon = 0` it is `y`*, after `0 \\le \\epsilon < 1`: an end of what it may be is a special case."""
    at, number = tensor.entry, tensor.body
    if not isinstance(number, ast.Number) or not cases.begins_sentence(at.parsed.span):
        return False
    last = _said_before(tensor, scope)
    if not isinstance(last, Declared) or last.entry.section != at.section or last.along:
        return False
    ends = last.domain.base.items if last.domain is not None and last.domain.base.kind == "interval" else ()
    of_sign = {"nonnegative": (0.0,), "positive": (0.0,), "unit": (0.0, 1.0)}.get(last.sign, ())
    return number.value in (*of_sign, *(end.value for end in ends if isinstance(end, ast.Number)))


def _is_giving(tensor: Tensor, scope: Scope) -> bool:
    """*The exponent `a = 1` gives `b`, and `a = 0` gives `c`*, of an `a` that its section says to be a number."""
    at = tensor.entry
    last = _said_before(tensor, scope)
    if not isinstance(tensor.body, ast.Number) or not isinstance(last, Declared) or last.entry.section != at.section:
        return False
    if last.along:
        return False
    cases_before = (b.entry for b in scope.by_name[tensor.name] if b.entry.index in scope.cases)
    joined = cases.is_joined(at.parsed.span) and any(e.sentence == at.sentence for e in cases_before)
    return joined or cases.is_giving(at.parsed.span)


def _is_of_array(tensor: Tensor, scope: Scope) -> bool:
    """*For `x = 4` we predict 8*, after the array of all the `x`: one number in its place is another `x`."""
    last = _said_before(tensor, scope)
    here = isinstance(last, Tensor) and last.entry.section == tensor.entry.section
    return here and isinstance(last, Tensor) and isinstance(last.body, ast.Matrix) and literals.is_number(tensor.body)


def _is_of_formula(tensor: Tensor, scope: Scope) -> bool:
    """*It vanishes for `m = 0`*, after `m = W \\ndot{\\ax} h` in the section: no other formula.

    Without words that say so it is a case as well: *a model that knows nothing has `m = n`*, *ideally `m = y`*.
    """
    at = tensor.entry
    number = numeric.is_number_there(scope, tensor.body, at) or isinstance(tensor.body, ast.Root)
    said = cases.is_taken(at) or cases.is_of_kind(at.parsed.span)
    if at.lets or not (number if said else _is_plain(tensor, scope)):
        return False
    last = _said_before(tensor, scope)
    if not isinstance(last, Tensor) or last.indices or numeric.is_number_there(scope, last.body, last.entry):
        return False
    if not said:
        other = at.worded or _own_cases(last, scope, at) or _OF_SOME.match(sentences.before(at.parsed.span))
        return (at.is_under(last.entry) or bool(other)) and not last.entry.cell
    return last.entry.section == at.section or is_used_here(scope, tensor.name, at)


def comes_of_case(tensor: Tensor, scope: Scope) -> bool:
    """*For `k = 1` we have `g = P`*, of a `g` that is made of `k`: it says what the formula comes to in that case."""
    at = tensor.entry
    elsewhere = (b.entry.section != at.section for b in scope.by_name[tensor.name][:1])
    drawn = at.concludes and all(elsewhere) and numeric.is_number(tensor.body)  # *`B = 0`, so that `D = 0`*
    if at.display or at.lets or at.supposed or at.negated or (at.gives and not at.concludes):
        return False
    taken = cases.is_taken(at) and not cases.is_main_clause(at.parsed.span)
    if taken or cases.is_aside(at.parsed.span) or cases.is_at_some(at.parsed.span):
        return False
    last = _said_before(tensor, scope)
    if not isinstance(last, Tensor) or tensor.indices or last.entry.sentence == at.sentence:
        return False
    own = _own_cases(last, scope, at)
    if at.gives and not drawn and not any(cases.is_start(case.parsed.span) for case in own):
        return False  # else *one starts with `B = 0`, so that `D = 0`*
    firsts = [scope.by_name[name][0] for name in names_in(last.body) & {equated(case.parsed) for case in own}]
    free = any(isinstance(b, Declared) or b.entry.index > last.entry.index for b in firsts)
    if not free and numeric.is_number_there(scope, last.body, last.entry):
        return False
    of_kind = any(kinds.is_subject_of_kind(case.parsed.span) for case in own)  # *an impulse, `u = e`, has `y = E`*
    return bool(own) and (of_kind or drawn or _is_plain(tensor, scope, concluded=True) or _are_computed(own, scope))


def _are_computed(given: Sequence[Entry], scope: Scope) -> bool:
    """*With a uniform router, `p = 1/n`, it is `L = m`*, of a `p` that is computed: `L` is what comes of this one."""
    own = [b for case in given for b in scope.by_name.get(equated(case.parsed) or "", ()) if b.entry is case]
    before = [_said_before(b, scope) for b in own if isinstance(b, Tensor)]
    return any(isinstance(b, Tensor) and not numeric.is_number_there(scope, b.body, b.entry) for b in before)


def _own_cases(formula: Tensor, scope: Scope, at: Entry) -> list[Entry]:
    """*At `w = 0` every share is `p = 1/2`*, of a `p` that another section makes of `w`."""
    parts = made_of(scope, names_in(formula.body), formula.entry)
    fixed = (b for name in parts for b in scope.by_name.get(name, ()) if b.entry.index in scope.cases)
    whole = (b.entry for b in fixed if isinstance(b, Tensor) and _is_whole(b))  # and not *if all `p_{\\ax(i)} = 1/k`*
    return [case for case in whole if case.sentence == at.sentence and case.index < at.index]


def _is_whole(tensor: Tensor) -> bool:
    """Whether a definition gives all of a tensor, entry by entry if made of the index: `u_{\\ax(t)} = [t = 1]`."""
    return {letter.full_name for _, letter in tensor.indices} <= names_in(tensor.body)


def _is_plain(tensor: Tensor, scope: Scope, concluded: bool = False) -> bool:
    """Whether an equation gives a name a number, a size or another name, and no words draw it as a conclusion.

    In a case they may: *with `k = 1` it is the mean, so that `g = P`* says no more than *with `k = 1`, `g = P`*.
    """
    at, body = tensor.entry, tensor.body
    if at.cell or (at.concludes and not concluded):
        return False
    if is_update(at.parsed) or taken_apart(tensor.name).parts or numeric.is_array(body):
        return False
    others = (name for name in names_in(body) if not _is_length(scope.tensor(name, at)))
    return isinstance(body, ast.Symbol | ast.Size) or not any(scope.is_tensor(name, at) for name in others)


def _is_length(found: Binding | None) -> bool:
    """Whether a name stands for the size of an axis, `n = |\\ax|`."""
    return isinstance(found, Tensor) and isinstance(found.body, ast.Size)


def _is_number_for_array(tensor: Tensor, scope: Scope) -> bool:
    """*At the start `B = 0`*, of a `B` that another section declares with axes: it is the same, and has them still."""
    last = _said_before(tensor, scope)
    axes = isinstance(last, Declared) and bool(last.along)
    return axes and numeric.is_number(tensor.body)


def _is_case(tensor: Tensor, scope: Scope, ranges: Ranges) -> bool:
    """*For `t = 1`*, of a letter that runs over numbers: it has that value in the sentence alone.

    So has the last number, *with `n = 3` there are 7*.
    """
    at = tensor.entry
    if not in_numbers(tensor.body):
        return False
    taken = bool(_TAKEN.search(sentences.before(at.parsed.span)))
    names = ({r.letter, r.end} if taken else {r.letter} for r in ranges.all if _is_said_before(r, at))
    return any(tensor.name in own for own in names) or is_of_index(tensor, scope, ranges) or is_of_letter(tensor, scope)


def _is_said_before(r: Range, at: Entry) -> bool:
    return r.said and r.entry.is_above(at)


def _is_place(tensor: Tensor, scope: Scope, ranges: Ranges) -> bool:
    """*It is least at `p = y`*, or *at the start `u = v`*, of what the section has said: it stays what it was.

    So does a letter that runs over numbers, *equal at `t = T`*, and what has axes, *on a full graph (`M = 1`)*.
    """
    at = tensor.entry
    if is_update(at.parsed):
        return False
    before = [b for b in scope.by_name[tensor.name] if b is not tensor and b.entry.index < at.index]
    free = any(isinstance(b, Declared) and b.entry.section == at.section for b in scope.by_name[tensor.name])
    runs = ranges.range_of(tensor.name, at)
    span = at.parsed.span
    begins = bool(taken_apart(tensor.name).parts) or tensor.name[-1].isdecimal()  # `h_0`, of a recurrence
    if cases.is_start(span) and not begins and isinstance(_said_before(tensor, scope), Declared):
        return not any(is_update(b.entry.parsed) for b in scope.by_name[tensor.name])
    if cases.is_at(span):
        letter = any(f.entry.section == at.section and tensor.name in f.letters for f in scope.functions)
        apart = cases.is_at_alone(span) and isinstance(_said_before(tensor, scope), Declared)  # in another section
        return not at.gives and (free or letter or apart or (runs is not None and runs.said))
    said = free or any(isinstance(b, Tensor) and b.entry.section == at.section for b in before)
    if cases.is_when(span):
        said = said or any(at.is_under(b.entry) for b in before) or _is_number_for_array(tensor, scope)
        return said and not tensor.name[-1].isdecimal()  # *at the start `h^0 = 0`* is where a recurrence begins
    if (at.supposed or cases.is_special(span)) and tensor.indices and free and not at.gives:
        return True  # *if all `p_{\\ax(i)} = 1 / k`*, of a `p` that may be any
    if tensor.indices and numeric.is_number(tensor.body) and cases.is_of_a_thing(span):
        return not at.gives and any(b.entry.sentence != at.sentence for b in before)
    if cases.is_of_phase(span):  # the first formula holds for all that comes, whatever its phase is called
        return any(isinstance(b, Tensor) and b.entry.section == at.section for b in before)
    made = any(isinstance(b, Tensor) and not numeric.is_number(b.body) for b in before)
    return cases.is_aside(span) and not at.gives and made and numeric.is_number(tensor.body)
