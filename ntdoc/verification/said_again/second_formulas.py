"""A second formula for what a section has computed, made of the same tensors: `D = E`, and further on `D = F`.

Where nothing says that it is another `D` now, a case, a step or an estimate of it, the two are meant to be one: *the
bracket multiplied out*. If they differ, one of them is wrong, though either may be a definition. So are those of two
tabs that are called by how they are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeGuard

from ntdoc.nodes import Node, walk
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Function
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.denied import denials
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Use
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import Defined, Plan, Sampled, SizeValue
from ntdoc.syntax import ast
from ntdoc.verification import words
from ntdoc.verification.beside.qualities import qualified
from ntdoc.verification.said_again import leads, of_another_section, of_what, recaps, said_the_same, tabs
from ntdoc.verification.said_again.said_the_same import is_about_it, is_said_the_same, of_its_own
from ntdoc.vocabulary import (
    ADVERB,
    ANY,
    CAN,
    IF,
    OPENS,
    SUPPOSES,
    WE_HAVE,
)

_IN_ALL_CASES = regex(  # "it is convex in the margin" tells of no margin
    r"\b((?:non-?)?(?:convex|concave|linear|affine|quadratic|bilinear|multilinear|homogeneous|polynomial|exponential|monoton(?:e|ic)"
    r"|increasing|decreasing|smooth|differentiable|continuous|symmetric))\s+in\b",
    re.IGNORECASE,
)
_SAME = regex(  # "it is the same as", "which may be read as a decay followed by a step:"
    rf"\b(?:(?:it|this|that|which)\s+is\s+(?:(?:just|exactly|simply|{ADVERB})\s+)*the\s+same\s+as"
    rf"|(?:{CAN})\s+(?:(?:{ADVERB}|equally|equivalently)\s+)*be\s+(?:re-?)?(?:written|read|expressed|stated)\s+"
    r"(?:(?:again|equivalently)\s+)?as(?:\s+[a-z-]+){0,7})\s*[:,]?\s*\Z",
    re.IGNORECASE,
)
_SPLITS = regex(  # right behind the first formula: "splits into the usual loss and a term that … :"
    r"\A[\s.,$\\\])}]*(?:(?:which|it|this|and)\s+){0,2}(?:splits|separates|decomposes|divides|breaks\s+up|falls\s+apart)\s+into\b"
    r"[^.;:]*:?\s*\Z",
    re.IGNORECASE,
)
_INVARIANT = regex(  # "it does not change if a constant is added to all entries:"
    r"\b(?:it|this|that|they|which|and|value|loss|result)\s+(?:(?:does|do)\s+not\s+change|(?:stays?|remains?|is)\s+(?:the\s+same"
    rf"|unchanged))\s+(?:{IF})\s+[^.;:]*\b(?:added|subtracted|multiplied|divided|replaced|swapped|permuted|exchanged"
    r"|reversed|negated|shifted)\b[^.;:]*:?\s*\Z",
    re.IGNORECASE,
)
_UNCHANGED = regex(  # "The weights do not change under a shift:"
    r"\b(?:(?:does|do)(?:\s+not|n't)\s+(?:change|depend)|(?:stays?|remains?)\s+(?:unchanged|the\s+same)"
    r"|(?:is|are)\s+(?:unchanged|invariant))\b"
    r"(?![^.;:]*\b(?:but|though|although|whereas|while|however|only)\b)(?:\s+(?:under|to|on)\b[^.;:]*)?",
    re.IGNORECASE,
)
_IN_SOME_CASE = regex(
    rf"\b(?:{IF}|unless|where|cases?|special|under|now|instead|another|not|would|approximat\w*|roughly|nearly"
    rf"|almost|about|small|large|limit|up\s+to|constants?|minimi\w+|maximi\w+|{SUPPOSES}|us(?:e|es|ing)|replac\w+|ignor\w+|neglect\w*|drop\w*)\b"
    r"|\b(?:for|at|with|in)\s+…",
    re.IGNORECASE,
)
_FROM_FACT = regex(  # "Using `\\nsum{\\ax} y = 1` this is", and not "Using `k = 2` this is"
    rf"\busing\s+(?!(?:\$|\\\()\s*\\?[A-Za-z]+\s*=)({sentences.FORMULA}),?\s+(?:this|it|that|which)\s+(?:is|equals|reads)"
    rf"[\s:]*(?:{OPENS})?\s*\Z",
    re.IGNORECASE,
)
_USING = regex(r"\busing\b", re.IGNORECASE)
_FOR_ANY = regex(  # "for any `c \\in \\reals` we have", and not "for any `c > 1`", which is a case
    rf"\b(?:for|given)\s+(?:{ANY})\s+(?:[a-z]+\s+){{0,2}}(?P<letters>{sentences.FORMULA}),?\s*"
    rf"(?:(?:{WE_HAVE}|it\s+(?:is\s+true|holds)\s+that)\s*)?[\s:,]*(?:\$|\\\()?\s*\Z",
    re.IGNORECASE,
)
_NAME = regex(r"\\?[A-Za-z]+")
_ALSO = regex(  # "Because the sums can be exchanged, this is also", "we can also compute it as"
    r"\b(?:(?:this|it|that|which)\s+(?:is|equals)\s+(?:also|equally)"
    rf"|(?:{CAN})\s+(?:also|equally|just\s+as\s+well|as\s+well)\s+(?:be\s+(?:written|computed|expressed|obtained|calculated)"
    r"|(?:write|compute|express|obtain|get|calculate)\s+(?:it|this|the\s+same))(?:\s+(?:as|by|from))?"
    rf"|\b(?:because|since)\s+[^.;:…]{{3,80}},\s+(?:this|it|that|we\s+(?:{CAN})\s+also\s+\w+)(?:\s+is)?)[\s:,]*\Z",
    re.IGNORECASE,
)
_OF_LABELLED = regex(
    r"([^.;]*)\b(?:of|in|from|by)\s+(?:equation\s+|eq\.?\s*)?\(?\\[A-Za-z]*ref\*?\s*\{([^{}]*)\}\)?,?\s+"
    rf"(?:(?:{ADVERB}|just)\s+)?"
    rf"(?:is|equals|reads|simplifies\s+to|(?:{CAN})\s+(?:also\s+)?be\s+written\s+as)"
    rf"[\s:]*(?:{OPENS})?\s*\Z",
    re.IGNORECASE,
)
_CLOSES = regex(r"\n\s*\n|\\end\s*\{[a-z]+\*?\}|\\\]")
_LABEL = regex(r"\\label\s*\{([^{}]*)\}")
_FAR = 400  # characters of a sentence
_THEOREM = regex(r"\*\*(?:Theorem|Lemma|Proposition|Corollary|Claim|Fact|Remark)\b[^*]*\*\*", re.IGNORECASE)
_ITEM = regex(r"\*\*|^\s*(?:\d+\.|[-*+|])\s|\\(?:item|paragraph|textbf|emph)\b", re.MULTILINE)
def is_second_formula(before: Judged, judged: Judged) -> bool:
    """Whether a definition says by another formula what one before it in its section says, of the same tensors."""
    at, there = judged.role.entry, before.role.entry
    if at.illustration or there.illustration or at.piece.says_where:
        return False
    if at.lets or at.gives or at.introduces or at.assumed or at.cell or at.exercise:
        return False
    anything = said_of_any(judged) if _is_said_to_be_so(before, judged) else frozenset()
    if _is_supposed(there) or (at.supposed or at.negated or at.example if anything else _is_supposed(at)):
        return False
    if judged.span.source is not before.span.source or any(_has_conditions(j) for j in (before, judged)):
        return False
    named, said = _is_named(before, judged), is_said_the_same(before, judged)
    in_tabs = tabs.are_one(before.span, judged.span)
    if in_tabs is False:
        return False  # *Euclidean* and *Manhattan*
    if not (named or in_tabs or said) and at.section == there.section and _speaks_of_another(before, judged):
        return False
    if not (named or said) and at.section != there.section and not of_another_section.goes_back(before, judged):
        return False
    if any(map(_is_restricted, judged.notebook.uses)):
        return False
    if before.value is None or judged.value is None:
        return False
    if judged.function is not None and "'" in (judged.name or ""):
        return False  # it is held against its function
    if named or _is_identity_of_functions(before, judged):
        return True
    own, first = _made_of(judged.value.plan), _made_of(before.value.plan)
    if not own and not first:
        own, first = (_made_of(j.value.plan, of_sizes=True) for j in (judged, before) if j.value is not None)
    if _INVARIANT.search(leads.last_between(before, judged)):
        return bool(first) and first <= own
    if anything:
        return bool(first - anything) and first - anything == own - anything
    if in_tabs or said:
        return not own.isdisjoint(first)
    if leads.is_concluded(before, judged) or said_the_same.splits(judged):
        return bool(own) and own <= first
    if is_about_it(leads.last_between(before, judged)) and own < first:
        return {*_tensors(before.value.plan)} == {*_tensors(judged.value.plan)} != set()  # but for an index
    return bool(own) and first == own


def _is_identity_of_functions(before: Judged, judged: Judged) -> bool:
    """Whether rows of one display say what a function is, and then what it is in others: `D(p, q) = H(p, q) - H(p)`."""
    at, there = judged.role.entry, before.role.entry
    if judged.function is None or at.item != there.item or at.piece.words or there.piece.words:
        return False
    functions = (use.binding for use in judged.notebook.uses)
    return any(isinstance(b, Function) and b.name != judged.name and b.entry.is_above(at) for b in functions)


def said_of_any(judged: Judged) -> frozenset[str]:
    """The letters that its sentence brings in just before a formula, *for any `c \\in \\reals`*: it is so of all."""
    said = _FOR_ANY.search(sentences.before(judged.span, across=True))
    return frozenset(_NAME.findall(said["letters"])) if said is not None else frozenset()


def _is_said_to_be_so(before: Judged, judged: Judged) -> bool:
    """Whether it stands in a theorem, or words say that nothing changes: else it may have a parameter of its own."""
    between = words.said_between(before.span, judged.span)
    led = " . ".join(leads.ENDS.split(between)[-2:])
    return judged.role.entry.theorem or any(r.search(led) for r in (_THEOREM, _UNCHANGED))


def _is_named(before: Judged, judged: Judged) -> bool:
    """Whether the words say that it is what a labelled display says: *the output of `\\cref{eq:out}` is*."""
    text, start = judged.span.source.uncommented, judged.span.start
    said = _OF_LABELLED.search(text[max(0, start - _FAR) : start])
    if said is None or leads.is_anew(_CLOSES.split(said[1])[-1]):
        return False
    opens = max(text.rfind(mark, 0, before.span.start) for mark in ("\\begin", "\\[", "\\\\"))
    ends = [at for mark in ("\\end", "\\]", "\\\\") if (at := text.find(mark, before.span.end)) >= 0]
    own = {*_LABEL.findall(text[max(0, opens) : min(ends, default=len(text))])}
    return not own.isdisjoint(said[2].replace(" ", "").split(","))


def is_also(before: Judged, judged: Judged) -> bool:
    """Whether the words say that the second formula is one of the same thing: *this is also*."""
    return _ALSO.search(leads.last_between(before, judged)) is not None


def _is_supposed(at: Entry) -> bool:
    return at.local or at.supposed or at.negated or at.worded or at.example


def _is_restricted(use: Use) -> bool:
    """Whether words say more of a tensor than its samples heed: *let `x` be centred*: both may be the same."""
    binding = use.binding
    return isinstance(binding, Declared) and bool(qualified.of_declared(binding.entry.parsed.span))


def _has_conditions(judged: Judged) -> bool:
    parsed = judged.role.entry.parsed
    return isinstance(parsed, ast.Chain) and bool(parsed.conditions)


def _speaks_of_another(before: Judged, judged: Judged) -> bool:
    """Whether words say so that lead to the second formula, in its sentence or the one before it, or follow it.

    So does an item of a list, and words in bold.
    """
    between = words.said_between(before.span, judged.span)
    said = (_UNCHANGED.sub("", recaps.without(text)) for text in leads.ENDS.split(between)[-2:])
    *earlier, last = map(denials.but_what_is_so, said)
    last = leads.OF_TERMS.sub(" ", of_what.without(before, judged, of_its_own(before, judged, last)))
    if _INVARIANT.search(leads.last_between(before, judged)):
        last, another = "", False
    elif _SAME.search(last) or _SPLITS.search(last):
        last, another = "", bool(_IN_SOME_CASE.search(last))
    else:
        another = False
        if _FROM_FACT.search(sentences.before(judged.span, across=True)):
            last = _USING.sub("", last)
    whole = (_IN_ALL_CASES.sub(r"\1", text) for text in (" . ".join((*earlier, last)), leads.behind(judged)))
    another = another or of_what.are_two(before, judged) or bool(_ITEM.search(_THEOREM.sub(" ", between)))
    return another or any(map(leads.turns, whole))


def _made_of(plan: Plan | None, *, of_sizes: bool = False) -> frozenset[object]:
    """The free tensors in a plan, and the numbers that the text gives: definitions that are made of no other.

    A mean may be written with `K = |\\ax|`, and without it: such numbers count only in what is made `of_sizes` alone.
    """
    given = (part for part in walk(plan) if isinstance(part, Sampled) or _is_given(part))
    return frozenset(part.key for part in given if of_sizes or not any(isinstance(n, SizeValue) for n in walk(part)))


def _tensors(plan: Plan | None) -> Iterator[object]:
    """The free tensors in a plan."""
    return (part.key for part in walk(plan) if isinstance(part, Sampled))


def _is_given(part: Node) -> TypeGuard[Defined]:
    return isinstance(part, Defined) and not any(isinstance(inner, Defined | Sampled) for inner in walk(part.body))
