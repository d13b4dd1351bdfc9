"""What the sentence of a claim takes for its letters, in numbers or in what is not read."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from ntdoc.nodes import Node, fields_of, walk
from ntdoc.operations.domain import DomainKind
from ntdoc.operations.table import CONSTANTS, lookup
from ntdoc.regex import regex
from ntdoc.report import Kind, Status
from ntdoc.shapes import plan as p
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document import phrases, sentences
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.said.letting import is_let_be
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names import unread
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import ORDERS, bounded_below, names_in, put_in_sets
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Gradient
from ntdoc.verification.verdicts import Verdict
from ntdoc.vocabulary import IF, SUPPOSE

_READ = (Status.DECLARED, Status.EVALUATED, Status.VERIFIED, Status.FAILED, Status.SKIPPED)
Free = p.Sampled | p.Smooth | p.Linear
_WHERE_IT_IS = regex(  # "it vanishes where", "is zero exactly if", "is least at"
    r"\b(?:vanish(?:es)?|(?:is|are|becomes?|equals?)\s+(?:zero|0|least|smallest|largest|greatest|minimal|maximal|optimal"
    rf"|stationary))\s+(?:(?:exactly|only|just|precisely)\s+)?(?:where|{IF}|for|at|once)\s+(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_SUPPOSES_IT = regex(rf"\b(?:{SUPPOSE})(?:\s+that|(?:,?\s+[a-z-]+){{1,7}},)?\s+(?:\$|\\\()\s*$", re.IGNORECASE)
_SUPPOSE = regex(rf"\b(?:{SUPPOSE})\b(?:\s+[a-z]+){{0,2}}\s*(?:\$|\\\()?\s*$", re.IGNORECASE)


def looked_for(judged: Judged, names: frozenset[str]) -> frozenset[str]:
    """Of which free tensors a supposition is: of all in it, or of its left side in *it vanishes where `\\exp S = E`*.

    There the other ones are what they are, and what is said of them alone does not rest on it.
    """
    own = names & names_in(judged.left)
    if not is_equation(judged) or not own or not own.isdisjoint(names_in(judged.right)):
        return names
    return own if _WHERE_IT_IS.search(sentences.before(judged.span)) else names


def forms_given(skipped: Judged) -> tuple[tuple[str, int, int], ...]:
    """The families of which a statement that is skipped gives entries of members, `R^m_{\\ax(1)} = \\cos m`, and the
    names of which a row that cannot be read says what they are.
    """
    parsed = skipped.role.entry.parsed
    if isinstance(parsed, ast.Unread):
        return tuple(taken_apart(name).form for name in unread.defined(skipped.role.entry))
    left = parsed.subjects[0] if isinstance(parsed, ast.Chain) and parsed.rest else None
    named = left.body if isinstance(left, ast.Index) else None
    family = isinstance(named, ast.Symbol) and bool(letters_in(named.full_name))
    return (taken_apart(named.full_name).form,) if family and isinstance(named, ast.Symbol) else ()


def is_of_these(skipped: Judged, claim: Judged) -> bool:
    """Whether a claim may be about what a skipped statement gives: a row that cannot be read is about the names of its
    section alone.
    """
    if not isinstance(skipped.role.entry.parsed, ast.Unread):
        return True
    bindings = [use.binding for use in claim.notebook.uses if use.binding is not None]
    return any(b.entry.section == skipped.role.entry.section for b in bindings)


def number_of_array(judged: Sequence[Judged], claim: Judged) -> Span | None:
    """*If `v = 0`, then `g = m`*, after `v = H (y - m)` and a `g` that is made of it: one number for what has axes.

    Or *with `n = 1` it is `g = m`*, after `n = k \\ndot{\\ax} k`: there `k` is no sample.
    """
    at = claim.role.entry
    for j in judged:
        own = j.role.entry
        if own.sentence != at.sentence or own.index >= at.index or own.display:
            continue
        if not (own.supposed or cases.is_taken(own)):
            continue
        number = j.role.defines.body if isinstance(j.role.defines, Tensor) else None
        made = [k for k in judged if k.role.name == j.role.name and k.role.entry.index < own.index]
        made = [k for k in made if k.value is not None and (k.value.shape or not own.supposed)]
        own_parts = {key for k in made[-1:] for key in free(k, within=True)}
        if numeric.is_number(number) and made and not own_parts.isdisjoint(free(claim, within=True)):
            return j.span  # what it is made of is then no sample, and the claim is made of that as well
    return None


def is_number_of_more(judged: Judged) -> bool:
    """*With `a b = 2`*, where an example says what a product is, and not what its factors are."""
    at = judged.role.entry
    several = is_equation(judged) and not isinstance(judged.left, ast.Symbol) and numeric.is_number(judged.right)
    supposes = at.supposed or (at.assumed and not at.concludes)
    return several and judged.kind is Kind.CLAIM and supposes and not at.display


def is_supposed_of_more(judged: Judged) -> bool:
    """*Suppose that `X \\ndot{\\ax} v = 0`*, *assume a unit vector, `v \\ndot{\\ax} v = 1`*: of several, or one."""
    at, left = judged.role.entry, judged.left
    if judged.kind is not Kind.CLAIM or at.display or not at.assumed or at.concludes or at.negated or at.supposed:
        return False
    made = left is not None and not isinstance(left, ast.Symbol) and bool(free(judged, within=True))
    return made and is_equation(judged) and _SUPPOSES_IT.search(sentences.before(judged.span)) is not None


def is_number_of_tensor(judged: Judged) -> bool:
    """*If `M = 1` and `p = 1`*, of an `M` that is only declared: it gives all entries of `M`."""
    at, left = judged.role.entry, judged.left
    if at.display or at.negated or not isinstance(left, ast.Symbol) or not numeric.is_number(judged.right):
        return False
    free = any(isinstance(u.binding, Declared) and u.name == left.full_name for u in judged.notebook.uses)
    return free and is_equation(judged)


def is_supposed_bound(judged: Judged) -> bool:
    """*Suppose that `\\nsum{\\ax} a \\ge 2`*."""
    at, relation = judged.role.entry, judged.relation
    ordered = relation is not None and relation.kind in ORDERS and judged.kind is Kind.CLAIM
    return ordered and at.assumed and not (at.concludes or at.supposed or at.negated)


def lets_be_bounded(judged: Judged) -> bool:
    """*Let `0 < \\epsilon < 1`*, or *suppose*, of a defined `\\epsilon`: of the free tensors that it is made of.

    Or *a penalty with `\\epsilon > 0`*, of what only another section defines.
    """
    at, relation = judged.role.entry, judged.relation
    before = sentences.before(at.parsed.span)
    assumed = at.assumed and _SUPPOSE.search(before) is not None
    said = is_let_be(at) or (not at.display and (at.supposed or assumed or is_of_a_name_elsewhere(judged)))
    return relation is not None and relation.kind in ORDERS and said


def is_of_a_name_elsewhere(judged: Judged) -> bool:
    """*A penalty with `c > 0`*, of a `c` of which only another section says what it is: here it may be any such."""
    left, at = judged.left, judged.role.entry
    if at.display or not at.assumed or phrases.WITH.search(sentences.before(at.parsed.span).rstrip("$( \\")) is None:
        return False
    own = (u.binding for u in judged.notebook.uses if isinstance(left, ast.Symbol) and u.name == left.full_name)
    return any(b is not None and b.entry.section != at.section for b in own)


def lost(entries: Iterable[Entry], judged: Iterable[Judged], verdicts: Iterable[Verdict]) -> dict[int, Entry]:
    """Sentences → the equations that they suppose, *if `x = c`, then*, and that are not read or not understood.

    So is one that a sentence takes, *for `x_{\\ax(t)} = a t` we have*, of letters that nothing declares.
    """
    pairs = zip(judged, verdicts, strict=True)
    read = {j.role.entry.index for j, v in pairs if v.status in _READ and not j.notebook.problems}
    unread = (e for e in entries if e.index not in read and not e.display)
    supposed = (e for e in unread if e.supposed or (_is_of_entries(e.parsed) and cases.is_taken(e)))
    return {e.sentence: e for e in supposed if isinstance(e.parsed, ast.Chain) and e.parsed.rest}


def _is_of_entries(parsed: ast.Parsed) -> bool:
    return isinstance(parsed, ast.Chain) and isinstance(parsed.subjects[0], ast.Index)


def is_of_its_declaration(judged: Judged) -> bool:
    """*Let `a \\in S` with `\\nsum{\\ax} a \\ge 2`*: what its sentence says of the name goes on with that."""
    at = judged.role.entry
    bindings = (use.binding for use in judged.notebook.uses)
    here = (b.entry for b in bindings if isinstance(b, Declared) and b.entry.sentence == at.sentence)
    return any(not (e.local or e.supposed or e.worded) for e in here)


def is_equation(judged: Judged) -> bool:
    return judged.relation is not None and judged.relation.kind == "eq"


def is_order(judged: Judged) -> bool:
    order = judged.relation is not None and judged.relation.kind in ("lt", "le", "gt", "ge")
    return order and judged.kind is Kind.CLAIM and judged.law is None


def is_of_some_that(judged: Judged) -> bool:
    """*It is an outer product, `X = a \\odot b` with `a, b \\in S`*: of some that the words right behind it declare."""
    behind = _declared_behind(judged)
    return bool(behind) and all(behind)


def is_another_model(judged: Judged) -> bool:
    """*Untied, `c_t = f_t c_{t-1} + i_t z_t` with a gate `i_t \\in S` of its own*: of something new, among others."""
    return any(_declared_behind(judged))


def _declared_behind(judged: Judged) -> list[bool]:
    """Whether what the right side of a second formula is made of is declared behind it, in its sentence.

    What the first formula is made of as well is nothing new: its own sentence may declare both names behind.
    """
    at = judged.role.entry
    if not isinstance(judged.left, ast.Symbol) or judged.right is None or not is_equation(judged):
        return []
    bound = {taken_apart(use.name).form: use.binding for use in judged.notebook.uses}  # of a family one member
    known = bound.get(taken_apart(judged.left.full_name).form)
    here = isinstance(known, Tensor) and known.entry.sentence == at.sentence
    first = {taken_apart(n).form for n in names_in(known.entry.parsed)} if known is not None and here else set()
    free = [bound.get(form) for n in names_in(judged.right) if (form := taken_apart(n).form) not in first]
    behind = [isinstance(b, Declared) and b.entry.sentence == at.sentence and b.entry.index > at.index for b in free]
    return behind if isinstance(known, Tensor) else []


def is_at_a_solution(judged: Judged) -> bool:
    """*There the gradient is zero, `\\nabla F(m) = 0`*, of an `m` that a formula gives by all that `F` is made of.

    Then there is nothing to be solved for.
    """
    at = judged.role.entry
    if at.assumed or at.supposed or not any(isinstance(part, Gradient | ast.Restricted) for part in walk(judged.left)):
        return False
    return has_solution(judged, frozenset(free_in(judged.plans)))


def has_solution(judged: Judged, names: frozenset[str]) -> bool:
    """Whether a tensor is made of these free ones and of no others than the rest of the claim is made of."""
    sides = judged.plans
    made = {part.key: part for part in walk(sides) if isinstance(part, p.Defined)}
    within = ((key, frozenset(free_in(part.body))) for key, part in made.items())
    return any(names <= own <= _free_but(sides, key) for key, own in within if own)


def _free_but(sides: tuple[p.Plan, ...], key: object) -> frozenset[str]:
    """The free tensors of some sides, but for those that only stand in one definition."""
    return frozenset(free_in(sides, lambda definition: definition.key != key))


def free_in(plan: object, enters: Callable[[p.Defined], bool] = lambda _: True) -> Iterator[str]:
    """The free tensors and functions of a plan, and of the definitions in it that one enters; each place once."""
    pending, seen = [plan], set[int]()
    while pending:
        item = pending.pop()
        if isinstance(item, tuple):
            pending.extend(item)
        elif isinstance(item, Node) and id(item) not in seen:
            seen.add(id(item))
            if isinstance(item, Free):
                yield item.key
            if not isinstance(item, p.Defined) or enters(item):
                pending.extend(fields_of(item))


def is_step_of_definition(judged: Judged) -> bool:
    """*The variance `v` satisfies `v = a`, `= b`*: a later row of the derivation of what the first one defines."""
    first = judged
    while first.needs is not None:
        first = first.needs
    return judged.role.entry.sought and judged.step > 1 and first.kind is Kind.DEFINITION


def is_of_free_numbers(judged: Judged) -> bool:
    """*At the distance `t - s = 2` it is `c`*: free letters that are added up come to a number in a case alone."""
    if judged.role.entry.display or judged.role.entry.concludes or not isinstance(judged.right, ast.Number):
        return False
    if not isinstance(judged.left, ast.Sum) or not is_equation(judged) or judged.value is None:
        return False
    terms = [term for _, term in judged.left.terms]
    letters = {term.full_name for term in terms if isinstance(term, ast.Symbol) and term.sup is None}
    free = not any(isinstance(part, p.Defined) for part in walk(judged.value.plan))
    return free and len(letters) == sum(not isinstance(term, ast.Number) for term in terms) > 1


def gives_entries(judged: Judged) -> bool:
    """`C_{\\week(1)} = …`, numbers for some entries of a tensor that is only declared: what else could they be?

    And `P_{\\dim(2i)} = …` with anything else than P for every second one.
    """
    left, right = judged.left, judged.right
    if not isinstance(left, ast.Index) or not isinstance(left.body, ast.Symbol) or right is None:
        return False
    name = left.body.full_name
    if not any(isinstance(u.binding, Declared) and u.name == name for u in judged.notebook.uses):
        return False
    bounded = judged.role.entry.display and is_order(judged)  # `C_{\\week(i)} \\le 100`
    if all(isinstance(place, ast.Number | ast.Symbol if bounded else ast.Number) for _, place in left.items):
        return not any(isinstance(part, ast.Symbol | ast.Size) for part in walk(right))
    some = any(not isinstance(place, ast.Number | ast.Symbol) for _, place in left.items)
    return some and judged.role.entry.display and name not in names_in(right)


def is_condition(judged: Judged, entries: Iterable[Entry], drawn: Collection[str]) -> bool:
    """Whether a sentence supposes what says something of free tensors, *if `x \\le y`*.

    *If the label is `y \\in \\{0,1\\}^{\\ax}`, `\\nsum{\\ax} y = 1`* declares the `y` of which it says so, and all
    samples of it satisfy that: what follows is no case. So do those of a letter that only *for any `c > 1`* names.
    """
    at = judged.role.entry
    if judged.kind is not Kind.CONSTRAINT or not at.supposed or judged.role.declares:
        return False
    below = bounded_below(at.parsed) if isinstance(at.parsed, ast.Chain) else None
    if below is not None and not any(_may_say(e, below[0], at) for e in entries if e.index < at.index):
        return False
    equation = isinstance(at.parsed, ast.Chain) and all(relation.kind == "eq" for relation, _ in at.parsed.rest)
    before = (e for e in entries if e.sentence == at.sentence and e.index < at.index)
    declared = any(judged.role.name in put_in_sets(e.parsed) for e in before)
    return not (equation and judged.role.name in drawn and declared)


def _may_say(entry: Entry, name: str, at: Entry) -> bool:
    """Whether a statement may say what a letter is in another one: it is of its section, or begins with it."""
    parsed = entry.parsed
    if entry.section == at.section or not isinstance(parsed, ast.Chain):
        return name in names_in(parsed)
    return bool(parsed.rest) and name in names_in(parsed.subjects)


def gives_all(judged: Judged, names: frozenset[str]) -> bool:
    """Whether a claim rests on a tensor that is made of all of some free ones: `C = Q \\ndot{\\ax} (s \\odot Q)`.

    Then none of them is what an equation with it is to be solved for.
    """
    made = (part for side in judged.plans for part in walk(side))
    free = (p.Sampled, p.Smooth, p.Linear)
    bodies = (walk(part.body) for part in made if isinstance(part, p.Defined))
    return any(names <= {part.key for part in body if isinstance(part, free)} for body in bodies)


def is_derivative(side: ast.Operand | None) -> bool:
    """Whether a side is a derivative and nothing else: `\\partial J / \\partial x`, `\\nabla_x J(x)`."""
    if isinstance(side, ast.Juxtaposition) and isinstance(side.factors[-1], ast.Group) and len(side.factors) == 2:
        side = side.factors[0]
    return isinstance(side, ast.Derivative | Gradient) or (isinstance(side, ast.Differential) and side.by is not None)


def unknowns(judged: Judged, names: Iterable[str]) -> frozenset[str]:
    """What an equation with zero is to be solved for: what a derivative is taken by, or else all free `names` in it.

    Nothing if its sentence says where the derivative is zero: *if `m = y`, then*.
    """
    right = judged.right
    if not isinstance(right, ast.Number) or right.value or not is_equation(judged):
        return frozenset()
    free, at = frozenset(names), judged.role.entry
    by = {name for d in walk(at.parsed) for name in names_in(_varied(d))}
    points = (use.binding for use in judged.notebook.uses if use.name in by)
    given = any(isinstance(b, Tensor) and b.entry.sentence == at.sentence and not at.display for b in points)
    return free & by or (frozenset() if given else free)


def _varied(node: object) -> object:
    """What a derivative is taken by."""
    match node:
        case ast.Derivative() | ast.Differential():
            return node.by
        case Gradient():
            return node.argument
    return ()


def is_given_here(judged: Judged) -> bool:
    """Whether the section of a claim says what all is that it names, *let `e = 3`*."""
    made = [use.binding for use in judged.notebook.uses if use.binding is not None]
    here = judged.role.entry.section
    return bool(made) and all(isinstance(b, Tensor) and b.entry.section == here for b in made)


def has_names(judged: Judged) -> bool:
    """Whether a statement has any name in it but those of functions and constants: numbers alone are of no case."""
    return _have_names(judged.role.entry.parsed)


def is_of_numbers_alone(judged: Judged) -> bool:
    """Whether neither side of one step of a statement has a name in it: `\\frac{1}{e + 1} \\approx 0.269`."""
    return judged.left is not None and judged.right is not None and not _have_names((judged.left, judged.right))


def _have_names(node: object) -> bool:
    return any(name not in CONSTANTS and lookup(name) is None for name in names_in(node))


def is_of_a_map(judged: Judged) -> bool:
    """`\\partial v / \\partial w^*` of a `v` with axes: a map, which is zero nowhere that one could look for."""
    left, shape = judged.left, (judged.value.shape if judged.value is not None else None) or {}
    if not isinstance(left, ast.Derivative) or len(left.by) != 1:
        return False
    starred = {axis for axis in shape if axis.endswith("*")}
    return bool(starred) and len(starred) < len(shape)


def is_of_positive_numbers(judged: Judged) -> bool:
    """Whether all that is free in a claim are single numbers above zero, of which none is random with mean zero."""
    drawn = [part for side in judged.plans for part in walk(side) if isinstance(part, Free)]
    kinds = (DomainKind.POSITIVE, DomainKind.UNIT)
    return all(isinstance(part, p.Sampled) and not part.shape and part.domain.kind in kinds for part in drawn)


def free(judged: Judged, within: bool) -> Iterator[str]:
    """The free tensors and functions of a claim; with `within`, also those that its definitions are made of."""
    return free_in(judged.plans, lambda _: within)
