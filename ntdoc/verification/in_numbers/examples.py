"""Results of numbers that stand in the words of a sentence: *with `w = 0.5` and the inputs 1, 2 we get `h_2 = 3`*."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from ntdoc.evaluation.stops import STOPS
from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.report import Kind, Status
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import numeric, vectors
from ntdoc.shapes.patterns import ORDERS, is_usual, names_in
from ntdoc.shapes.summary import is_sampled
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.beside.cases.defined_in_case import verdict_in_case
from ntdoc.verification.beside.cases.in_a_case import is_of_case_in_words, is_said_of_all
from ntdoc.verification.beside.reach import is_left
from ntdoc.verification.beside.under_conditions import saying_where, where_it_holds
from ntdoc.verification.beside.unsupposed import is_case_in_formula
from ntdoc.verification.check import runner_for
from ntdoc.verification.in_numbers import other_numbers
from ntdoc.verification.in_numbers.taken import is_number_of_tensor, is_supposed_of_more
from ntdoc.verification.instances.resampled import redrawn
from ntdoc.verification.sizes.sizing import INSTANCES, Laboratory
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import are_supposed_together
from ntdoc.vocabulary import DISPLAY_CLOSES, IF, NUMERAL, SUPPOSES

_LIST = regex(  # a name, and what stands for it: no names of its entries, `x = (x_1, \\ldots, x_n)`
    r"([^\s$=]+)\s*=\s*[(\[](?!\s*\1_)[^$=]*\\[lc]?dots[^$=]*[)\]]"
)
_SUPPOSED = regex(  # in words alone
    rf"\b(?:{SUPPOSES})\b[^$]*(?:\$[^$]*|\\\([^)]*)?$"
    r"|\b(?:consider|look(?:ing)?\s+at)\s+(?:the\s+(?:[a-z]+\s+)?case\s+(?:(?:of|that|where|when|in\s+which)\s+)?)?"
    r"(?:\$|\\\()\s*$",  # *consider `B = 0`*
    re.IGNORECASE,
)
_SUPPOSES = regex(rf"\b(?:{SUPPOSES}|consider|for example|for instance)\b", re.IGNORECASE)
_THERE = regex(  # between a place and what is so there
    rf"(?:\s|[,$]|\\[()]|{sentences.FORMULA}|\b(?:where|and|so|then|there|we|have|it|is|the|a|its|gradient|derivative|slope)\b)*",
    re.IGNORECASE,
)
_DISPLAYED = regex(DISPLAY_CLOSES)
_ANOTHER_CLAUSE = regex(rf"(?:,\s+(?:and|but|while)|;(?:\s+and)?)\s+(?:at|for|with|{IF})\s", re.IGNORECASE)
_DISPLAY = regex(r"\$\$.*|\\\[.*|\\begin\s*\{.*", re.DOTALL)
_NUMBERS_ALONE = regex(r"(?:\$|\\\()[\s(\[]*[-−]?[\d.][-−\d.,\s]*[)\]\s]*(?:\$|\\\))")
_IN_WORDS = regex(r"(?<![\w.])\d+(?![\w.])")
_NUMERAL = regex(r"(?<![\w.])\d+(?:\.\d+)?(?![\w])")
_SPELLED = rf"(?:minus\s+)?(?:{NUMERAL})"
_SAYS_HOW_MANY = regex(
    rf"\b(?:\d+|{_SPELLED}|single|pairs?|couple|half|twice|both|alone|only|all|every|each|same|equal\w*|balanced|example)\b",
    re.IGNORECASE,
)
_LIST_IN_WORDS = regex(rf"\b{_SPELLED}(?:,\s+(?:and\s+)?|\s+and\s+){_SPELLED}\b", re.IGNORECASE)


def has_loose_numbers(claim: Judged) -> bool:
    """Whether its sentence has numbers before it of which no formula says what they are: *they become `(1, 0)`*."""
    return _has_loose_numbers(sentences.before(claim.span))


def _has_loose_numbers(text: str) -> bool:
    text = _DISPLAY.sub(" ", text)
    formulas, words = re.findall(sentences.FORMULA, text), re.sub(sentences.FORMULA, " ", text)
    return any(map(_NUMBERS_ALONE.fullmatch, formulas)) or bool(_IN_WORDS.search(words) or _LIST_IN_WORDS.search(words))


class Examples:
    """The sentences that give numbers, and the sections that give arrays."""

    def __init__(self, judged: Sequence[Judged]) -> None:
        self._judged = judged
        self._sentences, self._arrays = giving(judged), with_arrays(judged)
        self._cases = [(j, name) for j in judged if (name := _case(j)) is not None]
        self._slopes = with_slopes(judged)
        declared = (d for j in judged for d in j.role.declares if isinstance(d, Declared) and d.domain is not None)
        self._with_axes = frozenset(d.name for d in declared if d.along)
        self._in_words: list[Judged] = []  # claims of which words say the case, up to now
        self._given = {(j.role.entry.illustration, name) for j in judged if (name := _given(j)) is not None}

    def in_its_case(self, claim: Judged, laboratory: Laboratory) -> Verdict | None:
        """The verdict where free tensors are what the sentence of a claim takes them to be: *if `w = 0`, `L = 1`*."""
        at = claim.role.entry
        if at.display or claim.kind is not Kind.CLAIM or claim.law is not None:
            return None
        beside = ((j, name) for j, name in self._cases if j.role.entry.sentence == at.sentence)
        before = ((j, frozenset({x})) for j, x in beside if j.role.entry.index < at.index and is_number_of_tensor(j))
        cases = [case for case in before if not is_left(*case, claim)]
        if not cases:
            return verdict_in_case(claim, self._judged, laboratory)
        held = where_it_holds(claim, cases, laboratory)
        if held is None or held.status is not Status.VERIFIED:
            first, *others = (case for case, _ in cases)
            sure = first.role.entry.supposed and all(are_supposed_together(first.span, other.span) for other in others)
            return (saying_where(held, first, claim) if held is not None and not others else held) if sure else None
        return saying_where(held, cases[-1][0], claim)

    def why_left_out(self, claim: Judged, laboratory: Laboratory) -> str | None:
        """Why a claim that does not hold of samples is none of them."""
        reason = self._why(claim, laboratory)
        for before in self._in_words[-1:] if reason is None else ():
            if other_numbers.goes_on(claim, before) and _is_another(claim, laboratory):
                reason = f"it goes on with what {before.span.line_for(claim.span)} says of a case in words"
        if reason is not None and claim.role.entry.sentence in self._sentences and _is_of_numbers(claim.right):
            self._in_words.append(claim)
        return reason

    def _why(self, claim: Judged, laboratory: Laboratory) -> str | None:
        if is_supposed_of_more(claim) or is_said_of_all(claim.span):
            return None  # it supposes something itself, or leaves the case
        if is_of_words(claim, self._sentences, laboratory) or self._is_of_case(claim, laboratory):
            only_declared = is_number_of_tensor(claim)  # *with `x = 1`*
            return "it gives numbers to what is only declared" if only_declared else self._where_it_is_said(claim)
        if gives_array(claim, self._arrays, laboratory) or self._is_given(claim, laboratory):
            return "it gives numbers to what is only declared"
        if self._is_of_slope(claim, laboratory):
            return "its section gives numbers to a derivative, and not to what this is the derivative of"
        plain = _is_of_numbers(claim.left) and _is_of_numbers(claim.right)  # `\\log 256 = 5.545` is so in every case
        in_words = claim.kind is Kind.CLAIM and not plain and is_of_case_in_words(claim)
        if in_words and not is_case_in_formula(claim, self._with_axes):
            return "words alone say of which case it is"
        listed = "a list with dots says what its numbers are" if _is_of_list(claim) else None
        return other_numbers.why(claim, self._judged) or listed

    def _where_it_is_said(self, claim: Judged) -> str:
        """Why a number is none of the samples: it stands in words, or its sentence says where it is this one."""
        given = [span for span in self._sentences.get(claim.role.entry.sentence, ()) if span.end < claim.span.start]
        loose = _has_loose_numbers(sentences.before(claim.span)) or _SUPPOSED.search(sentences.before(claim.span))
        if not given or loose:
            return "some of its numbers stand in words"
        return f"it is said where {given[-1].text}, and made of more than that"

    def _is_given(self, claim: Judged, laboratory: Laboratory) -> bool:
        """Whether a number is said in an example with arrays of what rests on samples, or is made of what is given so.

        The result of numbers that the example gives is held against them. *Initially `B = 0`* is one such `B`.
        """
        at, left = claim.role.entry, claim.left
        if claim.kind is not Kind.CLAIM or claim.law is not None or left is None or not _is_of_numbers(claim.right):
            return False
        if at.worded or at.supposed or at.local or at.assumed or at.negated or at.shown or at.cell or at.theorem:
            return False
        here = at.illustration and at.section in self._arrays
        given = here and not {(at.illustration, name) for name in names_in(left)}.isdisjoint(self._given)
        return bool(given or _is_free(claim)) and _is_another(claim, laboratory)

    def _is_of_slope(self, claim: Judged, laboratory: Laboratory) -> bool:
        """*With `D = (1, 0)` it is `\\partial E / \\partial g = 3`*, after `D = \\partial E / \\partial w`."""
        if claim.kind is not Kind.CLAIM or claim.left is None or claim.right is None:
            return False
        derived = any(isinstance(part, ast.Derivative) for part in walk(claim.left))
        here = claim.role.entry.section in self._slopes and numeric.is_numbers(claim.right)
        return derived and here and _is_another(claim, laboratory)

    def _is_of_case(self, claim: Judged, laboratory: Laboratory) -> bool:
        """Whether a number is said of what its paragraph has taken to be another one: *if `a = 1`?* and the answer."""
        at, names = claim.role.entry, names_in(claim.left) if claim.left is not None else ()
        another = isinstance(claim.left, ast.Symbol)  # one more case
        if claim.kind is not Kind.CLAIM or at.display or another or not names or not _is_of_numbers(claim.right):
            return False
        before = (j.role.entry for j, name in self._cases if name in names and j.role.entry.index < at.index)
        near = any(sentences.are_together(case.parsed.span, at.parsed.span) for case in before)
        return near and _is_another(claim, laboratory)


def _case(judged: Judged) -> str | None:
    """The name in `a = 1` where that is a case, or is asked, and no value."""
    at, parsed = judged.role.entry, judged.role.entry.parsed
    named = isinstance(parsed, ast.Chain) and len(parsed.subjects) == 1 and isinstance(parsed.subjects[0], ast.Symbol)
    supposed = at.local or at.worded or at.supposed or at.negated
    if judged.kind is not Kind.CLAIM or at.display or not named or not supposed or not _is_of_numbers(judged.right):
        return None
    if judged.relation is not None and judged.relation.kind in ORDERS:
        return None  # *for `s > -1`*, which is no number
    return judged.left.full_name if isinstance(judged.left, ast.Symbol) else None


def _given(judged: Judged) -> str | None:
    """The name of which an example says a number, where a formula says it too."""
    at, left = judged.role.entry, judged.left
    numbers = judged.kind is Kind.CLAIM and at.illustration and _is_of_numbers(judged.right)
    return left.full_name if numbers and isinstance(left, ast.Symbol) else None


def _is_free(claim: Judged) -> bool:
    """Whether a sentence says a number of what is only declared, and does not conclude that it is this."""
    at, left = claim.role.entry, claim.left
    if at.display or at.concludes or not isinstance(left, ast.Symbol):
        return False
    return any(isinstance(use.binding, Declared) and use.name == left.full_name for use in claim.notebook.uses)


def _is_of_list(claim: Judged) -> bool:
    """Whether its paragraph gives a name in it a list with dots, *for `x = (1, \\ldots, 1)`*, which is not read."""
    at = claim.role.entry.parsed
    before = sentences.paragraph_before(at.span)
    lists = _LIST.findall(before) if not claim.role.entry.display else []
    return bool(lists) and not {*lists}.isdisjoint(names_in(at))


def giving(judged: Sequence[Judged]) -> dict[int, list[Span]]:
    """The sentences that give a number to a name, or numbers in a way that is not read, `x = (1, 2)`, and where."""
    found: dict[int, list[Span]] = {}
    for j in judged:
        if not j.role.entry.display and _gives(j):
            found.setdefault(j.role.entry.sentence, []).append(j.span)
    return found


def _gives(judged: Judged) -> bool:
    parsed = judged.role.entry.parsed
    if judged.unread is not None and isinstance(parsed, ast.Chain) and parsed.rest and parsed.rest[0][0].kind == "eq":
        return isinstance(parsed.subjects[0], ast.Symbol)
    return isinstance(judged.role.defines, Tensor) and numeric.is_number(judged.role.defines.body)


def is_of_words(claim: Judged, giving: Mapping[int, Sequence[Span]], laboratory: Laboratory) -> bool:
    """Whether a number is said of what is another one on every sample, in a sentence that gives numbers.

    So does one that supposes something in words alone: *suppose that the inputs are zero, so that `i = 0.5`*. Or one
    before it in the paragraph: *Suppose that there are three, with times `1, 2, 3`. Then `\\ell(0) = -\\log 6`*.

    Or of a member of a family that rests on samples, and of nothing computed from it: `v_1 = 4`, or `r_L = 1 + 2L`,
    of a recurrence with `k_l` of which a table or the words say the numbers. But `c_1 = 1 / |\\ax|` is none, if the
    member rests on sizes alone.
    """
    entry = claim.role.entry
    given = _is_given_there(claim, giving.get(entry.sentence, ()), laboratory)
    given = given or _SUPPOSED.search(sentences.before(claim.span)) is not None
    shown, own = sentences.is_of_example(claim.span), sentences.before(claim.span)
    if shown or _SUPPOSES.search(own):
        given = given or _LIST_IN_WORDS.search(re.sub(sentences.FORMULA, " ", own)) is not None
    earlier = sentences.of_paragraph_before(claim.span)
    given = given or any((shown or _SUPPOSES.search(text)) and _has_loose_numbers(text) for text in earlier)
    in_words = (not entry.display and given) or _is_made_of_said_numbers(claim)
    scripted = isinstance(claim.left, ast.Symbol) and bool(claim.left.full_name.partition("_")[2])
    bound = claim.relation is not None and claim.relation.kind in ORDERS  # which says no number
    member = scripted and not bound and (entry.display or _is_of_family(claim))
    numbers = _is_of_numbers(claim.right) or (member and _is_without_samples(claim))
    numbers = numbers or (in_words and isinstance(claim.right, ast.Matrix) and numeric.is_numbers(claim.right))
    if claim.kind is not Kind.CLAIM or not (in_words or member) or not numbers or _is_slope_there(claim):
        return False
    sized = not in_words and any(isinstance(part, ast.Size) for part in walk(claim.right))
    return _is_another(claim, laboratory) and not (sized and _is_of_sizes(claim, laboratory))


def _is_made_of_said_numbers(claim: Judged) -> bool:
    """*There are 3 events in `25` months, thus `r = 3 / 25`*: of numbers that its sentence has all said before."""
    before = sentences.before(claim.span, across=claim.role.entry.display)
    numbers = [part for part in walk(claim.right) if isinstance(part, ast.Number)]
    if len(numbers) < 2 or not isinstance(claim.left, ast.Symbol) or not _has_loose_numbers(before):
        return False
    said = {*_NUMERAL.findall(before)}
    return all(number.span.text.strip() in said for number in numbers)


def _is_given_there(claim: Judged, places: Sequence[Span], laboratory: Laboratory) -> bool:
    """Whether the numbers that a sentence gives leave open what a claim in it is about.

    *It is never negative, `L \\ge 0`, and at `w = 0` it is `L = \\log 2`*: the first is said before the place, and what
    depends on sizes alone at the place is known, unless words say a size.
    """
    if not places:
        return False
    own, first = claim.span, min(places, key=lambda span: span.start)
    if own.end < first.start and _ANOTHER_CLAUSE.search(sentences.between(own, first)):
        return False
    before = sentences.paragraph_before(own, 600)
    words = re.sub(sentences.FORMULA, " ", f"{_DISPLAYED.split(before)[-1]} … {sentences.after(own)}")
    return bool(_SAYS_HOW_MANY.search(words)) or not _is_of_sizes(claim, laboratory)


def _is_of_sizes(claim: Judged, laboratory: Laboratory) -> bool:
    """Whether the left side of a claim has the same value on all samples of the same sizes."""
    runner = runner_for(claim, laboratory, 0)
    if runner is None or claim.value is None or claim.value.plan is None:
        return False
    try:
        first, *found = (np.ravel(other.run(claim.value.plan, {}).data) for other in redrawn(runner, 3))
    except STOPS:
        return False
    return all(other.size == first.size and np.allclose(first, other, rtol=1e-9, atol=1e-12) for other in found)


def _is_slope_there(claim: Judged) -> bool:
    """*At `B = 0` we have `\\partial E / \\partial B = 0`*: a slope at a place that the sentence says in a formula."""
    zero = isinstance(claim.right, ast.Number) and claim.right.value == 0
    if not zero or not isinstance(claim.left, ast.Derivative) or claim.role.entry.display:
        return False
    used = (use.binding for use in claim.notebook.uses)
    places = [b for b in used if isinstance(b, Tensor) and b.entry.sentence == claim.role.entry.sentence]
    return any(numeric.is_number(b.body) and _THERE.fullmatch(sentences.between(b.span, claim.span)) for b in places)


def _is_of_family(claim: Judged) -> bool:
    """Whether the left side of a claim is a member of what is defined for all members, as `r_2` of an `r_l`."""
    return bool(_families(claim))


def _families(claim: Judged) -> list[Tensor]:
    name = claim.left.full_name if isinstance(claim.left, ast.Symbol) else ""
    defined = [use.binding for use in claim.notebook.uses if isinstance(use.binding, Tensor)]
    return [b for b in defined if b.name != name and taken_apart(b.name).form == taken_apart(name).form]


def _is_without_samples(claim: Judged) -> bool:
    """Whether the right side of a claim is made of numbers, and of letters that stand for numbers.

    And not of what its family is made of: of `r_t = a_t q_t` with `q_L = 1`, an `r_L = q_L` says no number.
    """
    made_of = {taken_apart(name).form for b in _families(claim) for name in names_in(b.body) if letters_in(name)}
    made_of -= {taken_apart(b.name).form for b in _families(claim)}
    if claim.right is None or any(taken_apart(name).form in made_of for name in names_in(claim.right)):
        return False
    return claim.other is not None and claim.other.plan is not None and not is_sampled(claim.other.plan)


def with_arrays(judged: Sequence[Judged]) -> frozenset[int]:
    """The sections in which a name is given an array."""
    given = (j.role.defines for j in judged if isinstance(j.role.defines, Tensor))
    return frozenset(b.entry.section for b in given if any(isinstance(part, ast.Matrix) for part in walk(b.body)))


def with_slopes(judged: Sequence[Judged]) -> frozenset[int]:
    """The sections that give numbers to what is defined as a derivative."""
    given = [j.role.defines for j in judged if isinstance(j.role.defines, Tensor)]
    slopes = {b.name for b in given if any(isinstance(part, ast.Derivative) for part in walk(b.body))}
    return frozenset(b.entry.section for b in given if b.name in slopes and numeric.is_numbers(b.body))


def gives_array(claim: Judged, arrays: Collection[int], laboratory: Laboratory) -> bool:
    """Whether `w - l = \\nmatrix…`, of tensors that another section declares, says what they are in an example.

    In a section that gives an array to a name it may be a slip. So may it not of a matrix without names, for such a
    one is often not read where the tensor got its numbers, nor of a list of what only another section defines.
    """
    at = claim.role.entry
    if claim.kind is not Kind.CLAIM or claim.law is not None or claim.left is None or claim.right is None:
        return False
    if vectors.is_along_other(claim.right):
        column = claim.right.span.text.startswith("\\begin")
        return (column or _is_of_other_section(claim)) and _is_another(claim, laboratory)
    if at.section in arrays or not isinstance(claim.right, ast.Matrix) or not numeric.is_numbers(claim.right):
        return False
    used = [use for use in claim.notebook.uses if use.role == "tensor" and use.name in names_in(claim.left)]
    free = all(isinstance(use.binding, Declared) and use.binding.entry.section != at.section for use in used)
    return bool(used) and free and _is_another(claim, laboratory)


def _is_of_other_section(claim: Judged) -> bool:
    """Whether the left side of a claim is a name of which another section says what it is, in this way or that."""
    name = claim.left.full_name if isinstance(claim.left, ast.Symbol) else ""
    used = [use for use in claim.notebook.uses if use.name == name and use.binding is not None]
    return bool(used) and all(use.binding.entry.section != claim.role.entry.section for use in used if use.binding)


def _is_another(claim: Judged, laboratory: Laboratory) -> bool:
    """Whether the left side of a claim has other values on other samples."""
    if claim.value is None or claim.value.plan is None:
        return False
    found: list[np.ndarray] = []
    for instance in range(INSTANCES + 1):  # few bits may be the same in two of them
        runner = runner_for(claim, laboratory, instance)
        if runner is None:
            return False
        try:
            found.append(np.ravel(runner.run(claim.value.plan, {}).data))
        except STOPS:
            return False
    first = found[0]
    if any(other.size != first.size for other in found):  # the same number in every entry is one, whatever the sizes
        return bool(np.ptp(np.concatenate(found)) > 1e-9)
    return any(bool(first.size and np.max(np.abs(first - other)) > 1e-9) for other in found[1:])


def _is_of_numbers(node: ast.Operand | None) -> bool:
    """Whether a side is computed from numbers alone, as `e^{-0.1}` and `\\log 2` are."""
    if node is None or any(isinstance(part, (ast.Size, ast.Matrix, ast.TensorSet)) for part in walk(node)):
        return False
    return all(is_usual(part) for part in walk(node) if isinstance(part, ast.Symbol))
