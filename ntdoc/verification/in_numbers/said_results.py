"""Results that stand in words behind a formula and the numbers of its letters.

*It has `d (k - 1) + 1` positions: for `d = 2` and `k = 3` that is 5*, and *`1 / (1 - g)`, which is 10 for `g = 0.9`*.

They are held against the formula with these numbers, to the digits that are written. Of another noun nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.regex import regex
from ntdoc.shapes.arithmetic import last_side, value
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in, number_given
from ntdoc.shapes.session import Session
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.in_numbers.digits import last_place
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.vocabulary import HEDGE, IF, NOT

_SHUT, _OPEN = r"\s*(?:\$|\\\))", r"(?:\$|\\\()\s*"
_NUMBER = r"(?P<number>\d+(?:\.\d+)?)"
_AND = regex(rf"{_SHUT}\s*(?:,|,?\s*and)\s*{_OPEN}")
_FOR = regex(rf"{_SHUT}(?P<nouns>(?:\s+[a-z]+){{0,2}})\s*[,;:]\s*(?:for|with|{IF}|at)\s+{_OPEN}")
_THAT_IS = regex(
    rf"{_SHUT}\s*,?\s*(?:that|this|it|which|these)\s+(?:is|are|makes|gives)\s+{_NUMBER}(?![\d.]*\d)(?P<noun>\s+[a-z]+)?\s*(?=[.,;:)]|$)"
)
_WHICH_IS = regex(rf"{_SHUT}\s*,?\s*(?:which|that|this)\s+(?:is|are)\s+{_NUMBER}\s+(?:for|with|{IF}|at)\s+{_OPEN}")
_ENDS = regex(rf"{_SHUT}\s*(?:[.,;:)]|and\b|$)")
_DOUBT = regex(
    rf"\b(?:{NOT}|instead|rather|wrong\w*|errors?|mistakes?|{HEDGE}|without|about|roughly|nearly|almost|than|least|most)\b"
    r"|n['’]t\b|\?",
    re.IGNORECASE,
)


def wrong_results(session: Session, entries: Sequence[Entry], laboratory: Laboratory) -> Iterator[Diagnostic]:
    """What is wrong with such results: NT301, as a warning, for it is words that say it."""
    for place, entry in enumerate(entries):
        if place and number_given(entry.parsed) is not None and _is_plain(entry):
            found = _for_numbers(entries, place) or _behind_formula(entries, place)
            if found is not None:
                formula, letters, said, there = found
                computed = value(formula, letters)
                if computed is not None and abs(computed) < 1e12 and not _rounds_to(computed, said):
                    message = f"the words say {said}, and {formula.span.text} comes to {computed:.6g}"
                    yield Diagnostic("NT301", message, there, label=f"{computed:.6g}", graded=Severity.WARNING)


_Found = tuple[ast.Operand, dict[str, float], str, Span]


def _for_numbers(entries: Sequence[Entry], place: int) -> _Found | None:
    """*`E` positions: for `d = 2` and `k = 3` that is 5*, of which the last equation stands at the place."""
    span = entries[place].parsed.span
    behind = _THAT_IS.match(span.source.words[span.end : span.end + 120])
    first, letters = place, dict[str, float]()
    while behind is not None and first and _is_plain(entries[first]):
        given = number_given(entries[first].parsed)
        if given is None:
            return None
        letters[given[0]] = given[1].value
        between = _between(entries, first)
        if (spoken := _FOR.fullmatch(between)) is not None:
            same = behind["noun"] is None or behind["noun"].strip() in spoken["nouns"].split()
            formula = _formula(entries[first - 1], letters) if same else None
            return None if formula is None else (formula, letters, behind["number"], _there(span, behind))
        if not _AND.fullmatch(between):
            return None
        first -= 1
    return None


def _behind_formula(entries: Sequence[Entry], place: int) -> _Found | None:
    """*`1 / (1 - g)`, which is 10 for `g = 0.9`*."""
    before, entry = entries[place - 1], entries[place]
    said, given = _WHICH_IS.fullmatch(_between(entries, place)), number_given(entry.parsed)
    behind = entry.parsed.span.source.words[entry.parsed.span.end :][:40]
    if said is None or given is None or not _ENDS.match(behind):
        return None
    letters = {given[0]: given[1].value}
    formula = _formula(before, letters)
    return None if formula is None else (formula, letters, said["number"], _there(before.parsed.span, said))


def _formula(entry: Entry, letters: dict[str, float]) -> ast.Operand | None:
    """What a formula in the prose comes to, if it is made of just these letters."""
    last = last_side(entry.parsed) if _is_plain(entry) else None
    doubtful = last is None or _DOUBT.search(sentences.before(entry.parsed.span)) is not None
    return last if not doubtful and names_in(last) == letters.keys() else None


def _is_plain(entry: Entry) -> bool:
    return not (entry.display or entry.cell or entry.negated or entry.mistaken)


def _between(entries: Sequence[Entry], place: int) -> str:
    return sentences.between(entries[place - 1].parsed.span, entries[place].parsed.span)


def _there(span: Span, said: re.Match[str]) -> Span:
    return span._replace(start=span.end + said.start("number"), end=span.end + said.end("number"))


def _rounds_to(computed: float, said: str) -> bool:
    """Whether a number is what is written, rounded or cut off at its last digit."""
    last = last_place(said)
    cut = float(said) <= computed * (1 + 1e-12) and computed - float(said) < last * (1 - 1e-9)
    return cut or abs(computed - float(said)) <= last / 2 * (1 + 1e-9)
