"""Examples: after `D = f(A)`, when `A` gets numbers, a claim about `D` may speak of the `D` of these numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Binding, Declared, Function, Tensor
from ntdoc.shapes.calculus.refusals import Superseded
from ntdoc.shapes.claims import generality
from ntdoc.shapes.claims.fixed_letters import goes_beyond
from ntdoc.shapes.claims.in_paragraphs import session_of_paragraph
from ntdoc.shapes.claims.rereadings import in_units, judge_again, judge_with
from ntdoc.shapes.claims.rests_on import all_names, is_numbers, members_before, says_numbers
from ntdoc.shapes.document import referring, sentences
from ntdoc.shapes.document.any_such import is_of_any_such
from ntdoc.shapes.document.conditions.cases import is_ended
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.lefts import powers
from ntdoc.shapes.names.numbers import numeric, uniform
from ntdoc.shapes.names.numbers.taken_numbers import of_examples
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.samples.sizes_there import of_arrays
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.session import Session
from ntdoc.syntax import ast, literals

_EXAMPLE = regex(r"\bexample\b", re.IGNORECASE)


def read_anew(session: Session, claim: Judged) -> tuple[Judged, bool] | None:
    """A claim with all that it rests on taken as it would be where the claim stands.

    None if that is nothing else: if no name in a definition that it rests on has been given another value since. The
    second is whether one has been given numbers, or a condition; else, as after `X = U S V`, the claim may have been
    right before.
    """
    changed = _rests_on_the_old(session, claim)
    if changed is None:
        return None
    unread = isinstance(claim.unread, Superseded)
    found = judge_again(session_there(session, claim.role.entry), claim, claim.role, also_wrong=unread)
    return None if found is None else (found, changed)


def session_anew(session: Session, claim: Judged) -> Session | None:
    """The session in which a claim is read with the numbers of its sentence, for its other members.

    None if it rests on none: *for `a = 0`, `h_t = x_t`* does. Members, as `h_0 = 0`, are where a recurrence begins.
    """
    if not _is_given_numbers(session, claim, in_words=True) or not _rests_on_the_old(session, claim):
        return None
    return replace(session_there(session, claim.role.entry), surroundings={})


def with_its_numbers(session: Session, claim: Judged) -> Judged | None:
    """A claim in numbers with those that its sentence gives before it: *with `y = 10` it is `m = 8`*.

    None if it does not rest on them, or if it says nothing in numbers.
    """
    at = claim.role.entry
    if at.display or claim.right is None or not numeric.is_numbers(claim.right):
        return None
    found = read_anew(session, claim) if _is_given_numbers(session, claim) else None
    return found[0] if found is not None and found[1] else None


def _is_given_numbers(session: Session, claim: Judged, in_words: bool = False) -> bool:
    """Whether the sentence of a claim gives a number before it to something that it rests on.

    Only `in_words`, and to no member of a family, if that is asked.
    """
    at = claim.role.entry
    beside = [b for b in session.scope.made(_numbers_of_sentences).get(at.sentence, ()) if b.entry.index < at.index]
    given = {b.name for b in beside if not (in_words and (b.entry.display or taken_apart(b.name).parts))}
    return bool(given) and not given.isdisjoint(all_names(session, claim))


def session_there(session: Session, place: Entry) -> Session:
    """A session at a place, with the sizes of the arrays that the names have there."""
    there = session.at_place(place)
    sizes = of_arrays(there, place)
    return replace(there, sizes=[*there.sizes, *sizes], sorted_sizes={}, surroundings={}) if sizes else there


def other_readings(session: Session, claim: Judged) -> Iterator[Judged]:
    """A claim with the numbers of an example before it, or in a case, *if `h = f(z)`*, of its section, or in both.

    The text may still speak of them. An identity of letters is rather said in general: it goes on with the numbers of a
    case in its paragraph alone, and with those of an example only if it holds between several things that this gives.
    """
    at, in_numbers = claim.role.entry, says_numbers(claim)
    bindings = [b for name in all_names(session, claim) for b in generality.in_force(session.scope, name, at)]
    given_before = [b for b in bindings if isinstance(b, (Tensor, Function)) and b.entry.index < at.index]
    own = {b.name for b in given_before if b.entry.sentence == at.sentence and not at.display}
    others = {b.entry.sentence for b in given_before if b.name in own} - {at.sentence}  # *for `n = 1` …, for `n = 2` …*
    before = [b.entry for b in given_before]
    shown = {b.name for b in given_before if b.entry.illustration}
    given = not at.illustration and any(e.illustration and _may_be_of(claim, e) for e in before)
    given = given and (in_numbers or (len(shown) > 1 and not generality.is_general(session, at)))
    sized = {s.entry.sentence for s in session.sizes if s.entry.local}  # *when `|\\ax| = 2`, put `q = p_{\\ax(1)}`*
    cases = [b.entry for b in given_before if in_numbers or _may_be_a_case_of(session, claim, b)]
    cases += generality.declared_cases(bindings, at)
    cases = [e for e in cases if in_numbers or not goes_beyond(session, claim, e)]
    cases = [e for e in cases if e.local or e.sentence in sized]
    cases = [e for e in cases if e.section == at.section and e.sentence not in {at.sentence, *others}]
    cases = [e for e in cases if not is_ended(e.parsed.span, at.parsed.span) and e.proves in (0, at.proves)]
    cases = [e for e in cases if not is_of_any_such(e, at)]
    if generality.is_general(session, at):
        cases = []  # *for `c = 0` it is `y`. In general the gradient is …*
    places = [replace(at, illustration=max(at.section, 1))] if given else []
    if cases:
        sentence = max(cases, key=lambda case: case.index).sentence
        places += [replace(place, sentence=sentence) for place in (at, *places)]
    if in_numbers and all(numeric.is_number_there(session.scope, side, at) for side in (claim.left, claim.right)):
        places += [at]  # *here `n - p = 2`*, of the array of an example
    beside = (
        session_of_paragraph(session, claim) if cases and in_numbers else None
    )  # *for the path, `A = B`, …. For `x = c` …*
    for place in places:
        role = replace(claim.role, entry=place)
        for whole in (session, beside) if beside is not None else (session,):
            there = replace(session_there(whole, place), surroundings={})
            found = judge_again(there, claim, role)
            if found is not None and (in_numbers or not place.illustration or found.in_numbers):
                yield found
    numbers = [b for b in given_before if b.entry.index in session.scope.cases and is_numbers(b.body)]
    held = {b.name: b.entry.index for b in numbers if at.illustration == b.entry.illustration != 0}
    if held and in_numbers and not generality.is_general(session, at):
        # *three experts have the scores `s = (1, 2)`*, in a section of an example, and a claim further on in it
        there = replace(session.at_place(at), scope=session.scope.with_held({*held.values()}), surroundings={})
        if (found := judge_again(there, claim, claim.role)) is not None:
            yield found
    names = {name for name, _ in session.scope.passing} & all_names(session, claim) if in_numbers else set()
    if names:  # of an example in sections
        there = replace(session.at_place(at), scope=session.scope.with_held(frozenset(), names), surroundings={})
        if (found := judge_again(there, claim, claim.role)) is not None:
            yield found


def _may_be_a_case_of(session: Session, claim: Judged, case: Tensor | Function) -> bool:
    """Whether a claim of letters may go on with a case: *if `h = f(z)`* in its section, numbers in its paragraph.

    What names both letters of a function is not of *for `m = n`*, where they are one.
    """
    other = case.body.full_name if isinstance(case.body, ast.Symbol) else None
    both = other is not None and {case.name, other} <= names_in(claim.role.entry.parsed)
    if both and session.scope.tensor(other or "", claim.role.entry) is None:
        return False
    if isinstance(case, Function) or not is_numbers(case.body):
        return True
    at = claim.role.entry
    return sentences.are_in_one_thought(case.entry.parsed.span, at.parsed.span, goes_on=True, leads=at.display)


def _may_be_of(claim: Judged, example: Entry) -> bool:
    """Whether a claim may go on with an example: it stands in its section, or says what numbers come out.

    What ends in 0 or 1 in a display or in another section, `\\nsum{\\ax} P = 1`, is rather a law.
    """
    at = claim.role.entry
    law = isinstance(claim.right, ast.Number) and claim.right.value in (0, 1)
    law = law and (at.display or at.section != example.section)
    return (says_numbers(claim) and not law) or at.chapter == example.chapter


def of_earlier_formulas(session: Session, claim: Judged) -> Iterator[Judged]:
    """A claim of a name for which its section has two formulas, with the first of them: the text may still mean that.

    *In training `y = …`, at test time `y = …`*, and then a paragraph on the gradients in training.
    """
    at = claim.role.entry
    for name in sorted(all_names(session, claim)):
        own = [b for b in session.scope.by_name.get(name, ()) if isinstance(b, Tensor) and b.entry.index < at.index]
        own = [b for b in own if b.entry.section == at.section and b.entry.display and not b.indices]
        formulas = [b for b in own if not numeric.is_numbers(b.body)]
        if len(formulas) != 2 or own[-1] is not formulas[-1] or at.item == own[-1].entry.item:
            continue
        if (found := judge_with(session, claim, session.scope.without(own[-1]))) is not None:
            yield found


def in_units_anew(session: Session, claim: Judged) -> Iterator[Judged]:
    """A claim in the units of its words, with all that it rests on taken as it would be where the claim stands.

    Or with what its paragraph takes for a sentence.
    """
    yield from in_units(session_there(session, claim.role.entry), claim)
    if (there := session_of_paragraph(session, claim)) is not None:
        yield from in_units(there, claim)


def in_the_example(session: Session, claim: Judged) -> Judged | None:
    """A claim that its sentence says is about an example, *for the example above*, read where that ends.

    Or where the claim stands, if what it speaks of is defined behind the example.
    """
    at = claim.role.entry
    span = at.parsed.span
    back = referring.points_to_example(span)
    if at.illustration or not (back or _EXAMPLE.search(sentences.before(span))):
        return None
    bindings = [b for name in all_names(session, claim) for b in session.scope.by_name.get(name, ())]
    bindings = [b for b in bindings if isinstance(b, (Tensor, Function)) and b.entry.index < at.index]
    shown = [b.entry for b in bindings if isinstance(b, Tensor) and b.entry.illustration]
    given = [e for e in shown if not back or referring.points_to(span, e.parsed.span)]
    last = max(given, key=lambda entry: entry.index, default=None)
    if last is None:
        return None
    scope, later = of_examples(session.scope), [b.entry for b in bindings if b.entry.index > last.index]
    if any(not entry.illustration for entry in later):
        if any(entry.illustration for entry in later):
            return None  # it has gone on to other numbers
        place = replace(at, illustration=last.illustration, sentence=last.sentence)
        there = replace(session_there(replace(session, scope=scope), place), surroundings={})
        found = judge_again(there, claim, replace(claim.role, entry=place))
        return found if found is not None and found.in_numbers else None
    above = {name: getattr(last, name) for name in ("section", "chapter", "run", "sentence", "illustration", "heads")}
    place = replace(at, index=last.index + 1, **above)
    there = replace(session.at_place(place), scope=scope, surroundings={})
    found = judge_again(there, claim, replace(claim.role, entry=place))
    if found is not None:
        found.role = replace(claim.role, entry=replace(place, index=at.index))  # and not the number of another
    return found


def _rests_on_the_old(session: Session, claim: Judged) -> bool | None:
    """Whether a name in what a claim rests on has been given numbers since, or a condition in its sentence, or another
    value (False), or none.
    """
    at = claim.role.entry
    waiting = [use.binding for use in claim.notebook.uses]
    if claim.unread is not None:
        waiting += [session.scope.tensor(name, at) for name in names_in(at.parsed)]
    if isinstance(claim.role.defines, (Tensor, Function)):  # a link of its chain
        waiting.append(claim.role.defines)
    seen: set[int] = set()
    changed: bool | None = None
    while waiting:
        binding = waiting.pop()
        if not isinstance(binding, (Tensor, Function)) or binding.entry.index in seen:
            continue
        seen.add(binding.entry.index)
        bound = binding.letters if isinstance(binding, Function) else ()
        if _ends_elsewhere(session, binding, at):
            return True  # after `Z = g(h_T)` a *let `T = 2`*
        for name in names_in(binding.body).difference(bound):
            old, new = session.scope.tensor(name, binding.entry), session.scope.tensor(name, at)
            base = session.scope.tensor(name.partition("^")[0], at) if "^" in name else None
            if old is not None and base is not None and powers.is_number_now(old, base, at):
                return True  # after *a variance `s^2`* an `s = 2`
            later = isinstance(new, Tensor) and old is not None and new.entry.index > binding.entry.index
            later = later and new is not None and not generality.has_left(session, new.entry, at)
            if later and isinstance(new, Tensor) and new is not old:
                given = is_numbers(new.body) or _is_case_of(new, at) or _is_of_sentence(session.scope, new, at)
                if given or not uniform.is_sampled(session.scope, new, at):
                    return True
                changed = False
            if isinstance(new, Declared) and new is not old and _is_of_place(new, old, at):
                return True  # *if `c > 0`*, of the `c` that it is made of
            if isinstance(old, Tensor):
                waiting.append(old)
            else:
                kin = members_before(session, name, at)
                later_kin = [b for b in kin if b.entry.index > binding.entry.index]
                if any(is_numbers(b.body) or _is_case_of(b, at) for b in later_kin):
                    return True  # after `a_t = 1 - b_t` a `b_1 = 0.1`
                waiting += [b for b in kin if b.entry.index < binding.entry.index]
                own, other = (session.scope.function(name, place) for place in (binding.entry, at))
                if own and other and other[0] is not own[0] and other[0].entry.sentence == at.sentence:
                    return True  # *if `f(x) = x`, then*, of the `f` that it is made of
                waiting += [f for f in own if isinstance(f, Function)][:1]  # a signature may stand before it
    return changed


def _ends_elsewhere(session: Session, binding: Tensor | Function, at: Entry) -> bool:
    """Whether a letter in the name of a member that a definition is made of has got a number since, or another one."""
    letters = {letter for name in names_in(binding.body) for letter in letters_in(name)} - letters_in(binding.name)
    numbers = ((session.ranges.number(x, binding.entry), session.ranges.number(x, at)) for x in letters)
    return any(new is not None and old != new for old, new in numbers)


def _is_case_of(b: Tensor, at: Entry) -> bool:
    return b.entry.case and b.entry.sentence == at.sentence


def _is_of_sentence(scope: Scope, b: Tensor, at: Entry) -> bool:
    """Whether a sentence with a claim gives a value for itself alone before it: *if `m = y`, then*."""
    return b.entry.index in scope.cases and b.entry.sentence == at.sentence and not at.display


def _is_of_place(new: Declared, old: Binding | None, at: Entry) -> bool:
    """Whether the sentence of a claim says what a number is, or its section does so of one from another section."""
    if new.entry.sentence == at.sentence:
        return True
    if isinstance(old, Declared) and old.entry is new.entry and old.sign != new.sign:
        return True  # *`\\frac{\\partial h}{\\partial a} = 2 a` is positive if `a > 0`*
    supposed = bool(new.sign) and isinstance(old, Declared) and new.entry.index < at.index
    return supposed and new.entry.section == at.section and old is not None and old.entry.section != at.section


def _numbers_of_sentences(scope: Scope) -> dict[int, list[Tensor]]:
    """What each sentence gives a number: in a long document most give none."""
    found: dict[int, list[Tensor]] = {}
    for b in chain.from_iterable(scope.by_name.values()):
        if isinstance(b, Tensor) and literals.is_number(b.body):
            found.setdefault(b.entry.sentence, []).append(b)
    return found
