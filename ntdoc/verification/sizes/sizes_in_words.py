"""Sizes that words alone give, *in three dimensions, `q(1) = 3`*: a claim in numbers is held against that size.

So is one in the case that its sentence supposes, *for one latent dimension with `m = 1` it is `D = 0.5`*.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import chain

from ntdoc.regex import regex
from ntdoc.report import Kind, Status
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.sizes import number, stem, variable
from ntdoc.shapes.summary import is_sampled
from ntdoc.verification.beside.under_conditions import leave_out
from ntdoc.verification.check import needed_sizes, verdict
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import sentence
from ntdoc.vocabulary import NUMERALS, SEVERAL

_NUMBER = rf"(?<![\w.])\$?(single|one|{SEVERAL}|[1-9]\d{{0,3}})\$?"
_FORMULA = regex(rf"(?!\$\d+\$){sentences.FORMULA}")  # but a number
_DISPLAY_ENDS = regex(r"(?:\.|\A)\s*(?:\$\$|\\\])")  # and the sentence with it
_OF_ALL = r"dimensions?|dimensional|(?-i:D)"
_OF_SOME = r"(?!more\b|other\b|of\b|and\b)[a-z]+[\s~-]+dimensions?"  # *hidden dimensions* may be of another axis
_CUT = 3  # letters of a name that may be the beginning of a word
_OF_ENTRIES = r"entry|entries|elements?|components?|coordinates?|numbers?|points?"


def in_said_size(claim: Judged, own: Verdict, laboratory: Laboratory) -> Verdict | None:
    """The verdict on a claim in numbers for the size that the words of its sentence give; None if they give none.

    It is not checked where they may be about another axis than the one that it is over.
    """
    if claim.kind is not Kind.CLAIM or claim.law is not None or any(map(is_sampled, claim.plans)):
        return None
    return _in_said_size(claim, own, lambda there: verdict(there, laboratory, None))


def in_said_size_of_case(
    claim: Judged, own: Verdict | None, judge: Callable[[Judged], Verdict | None]
) -> Verdict | None:
    """The verdict of a case, or that for the size that words give where the case does not hold of any size."""
    if own is None or own.status is not Status.FAILED or claim.kind is not Kind.CLAIM or claim.law is not None:
        return own
    return _in_said_size(claim, own, judge) or own


def _in_said_size(claim: Judged, own: Verdict, judge: Callable[[Judged], Verdict | None]) -> Verdict | None:
    equations = claim.notebook.equations
    atoms = {a for size in needed_sizes(claim) for a in equations.reduce(size).atoms if not a.startswith("#")}
    names = {stem(atom.strip("|")) for atom in atoms}
    said, own_words = _said(claim, names) if atoms else ([], False)
    if not said:
        return None
    for size, sure in said if len(atoms) == 1 else ():
        there = equations.copy()
        there.suggest(variable(*atoms), number(size))
        held = judge(replace(claim, notebook=replace(claim.notebook, equations=there)))
        if held is not None and (held.status is Status.VERIFIED or (sure and len(said) == 1)):
            return held
    if not own_words:  # of another sentence, so that they are only tried
        return None
    leave_out(own, "words alone say for which size it holds")
    return own


def _said(claim: Judged, names: set[str]) -> tuple[list[tuple[int, bool]], bool]:
    """The numbers of dimensions, entries and the like in words, each with whether these name the axis, and whether
    they are those of the sentence.

    Those before the formula, the last first, and if there are none those after it, or those of the sentences before in
    its paragraph, which may speak of something else: *for one dimension it is `D = 1`. For `m = 0` it is `D = 2`*.
    """
    own = [re.escape(name) for name in sorted(names) if name.isalpha() and len(name) > 1]
    axes = "|".join(f"{name}(?:s|es)?" for name in own)
    begun = "|".join(rf"{name}[a-z]*" for name in own if len(name) >= _CUT)  # *latent* of an axis `lat`
    of_axis = rf"(?:(?:{begun})[\s~-]+)?(?:{_OF_ALL})" if begun else _OF_ALL
    of_axis = rf"{of_axis}|{axes}" if axes else of_axis
    perhaps = rf"{_OF_ENTRIES}|{_OF_SOME}|{begun}" if begun else rf"{_OF_ENTRIES}|{_OF_SOME}"
    counted = re.compile(rf"{_NUMBER}[\s~-]+(?:(?:{of_axis})|({perhaps}))\b", re.IGNORECASE)
    before, behind = sentence(claim.span, across=True)

    def counts(text: str) -> list[tuple[int, bool]]:
        return [(_value(found[1].lower()), found[2] is None) for found in counted.finditer(_FORMULA.sub(";", text))]

    if of_claim := counts(_DISPLAY_ENDS.split(before)[-1])[::-1] or counts(behind):
        return of_claim, True
    earlier = (counts(text) for text in sentences.of_paragraph_before(claim.span, across=True)[::-1])
    return [(count, False) for count, _ in chain.from_iterable(earlier)], False


def _value(word: str) -> int:
    if word == "single":
        return 1
    return int(word) if word.isdigit() else NUMERALS.index(word)
