"""Results that stand in words behind a formula and the numbers of its letters.

*It has `d (k - 1) + 1` positions: for `d = 2` and `k = 3` that is 5*, and *`1 / (1 - g)`, which is 10 for `g = 0.9`*.

They are held against the formula with these numbers, to the digits that are written. Of another noun nothing is said.

So is what a formula in numbers comes to: *It has `|\\ax| (|\\bx| + 1)` weights. With `|\\ax| = 2` and `|\\bx| = 3` this
is `2 \\cdot 4`*, of one of the formulas of the sentence before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations
from math import prod

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.nodes import Node, rewritten
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
from ntdoc.vocabulary import FORMULA_CLOSES, FORMULA_OPENS, HEDGE, IF, NOT

_SHUT, _OPEN = rf"\s*{FORMULA_CLOSES}", rf"{FORMULA_OPENS}\s*"
_NUMBER = r"(?P<number>\d+(?:\.\d+)?)"
_AND = regex(rf"{_SHUT}\s*(?:,|,?\s*and)\s*{_OPEN}")
_FOR = regex(rf"{_SHUT}(?P<nouns>(?:\s+[a-z]+){{0,2}})\s*[,;:]\s*(?:for|with|{IF}|at)\s+{_OPEN}")
_THAT_IS = regex(
    rf"{_SHUT}\s*(?:,\s*)?"
    rf"(?:that|this|it|which|these)\s+(?:is|are|makes|gives)\s+{_NUMBER}(?![\d.]*\d)(?P<noun>\s+[a-z]+)?\s*(?=[.,;:)]|$)"
)
_WHICH_IS = regex(rf"{_SHUT}\s*(?:,\s*)?(?:which|that|this)\s+(?:is|are)\s+{_NUMBER}\s+(?:for|with|{IF}|at)\s+{_OPEN}")
_ENDS = regex(rf"{_SHUT}\s*(?:[.,;:)]|and\b|$)")
_WITH = regex(r"\s*(?:With|For|At)\s+(?:\$|\\\()?\s*")
_COMES_TO = regex(
    rf"{_SHUT}\s*(?:,\s*)?(?:this|that|it|these|they)\s+(?:is|are|makes?|gives?|(?:comes?|amounts?)\s+to)\s+{_OPEN}"
)
_NEAR = 1e-3
_NOUN = regex(rf"{_SHUT}\s+(?!(?:against|instead|and|while|compared|which)\b)([a-z]+)")
_MOST = 8  # formulas of a sentence
_DOUBT = regex(
    rf"\b(?:{NOT}|instead|rather|wrong\w*|errors?|mistakes?|{HEDGE}|without|about|roughly|nearly|almost|than|least|most)\b"
    r"|n['’]t\b|\?",
    re.IGNORECASE,
)


def wrong_results(session: Session, entries: Sequence[Entry], laboratory: Laboratory) -> Iterator[Diagnostic]:
    """What is wrong with such results: NT301, as a warning, for it is words that say it."""
    yield from _in_numbers(entries)
    for place, entry in enumerate(entries):
        if place and number_given(entry.parsed) is not None and _is_plain(entry):
            found = _for_numbers(entries, place) or _behind_formula(entries, place)
            if found is not None:
                formula, letters, said, there = found
                computed = value(formula, letters)
                if computed is not None and abs(computed) < 1e12 and not _rounds_to(computed, said):
                    message = f"the words say {said}, and {formula.span.text} comes to {computed:.6g}"
                    yield Diagnostic("NT301", message, there, label=f"{computed:.6g}", graded=Severity.WARNING)


def _in_numbers(entries: Sequence[Entry]) -> Iterator[Diagnostic]:
    """What is wrong where a sentence puts numbers in for letters and sizes, and then writes a formula of numbers.

    It is one of the formulas of the sentence before, or made of them: a quotient, a difference, a sum.
    """
    for place in range(1, len(entries)):
        if not _is_plain(entries[place]) or not _COMES_TO.fullmatch(_between(entries, place)):
            continue
        result, own = value(_first_side(entries[place])), entries[place].sentence
        first = next(i for i in range(place, -1, -1) if i == 0 or entries[i - 1].sentence != own)
        given = [_given(entry) for entry in entries[first:place]]
        if result is None or not _WITH.fullmatch(sentences.before(entries[first].parsed.span)) or None in given:
            continue
        letters = {name: number for one in given if one is not None for name, number in one.items()}
        near = entries[max(0, first - _MOST) : first]
        before = [e for e in near if e.sentence == near[-1].sentence]
        bodies = [last_side(e.parsed) if _is_plain(e) else None for e in before]
        if not bodies or any(body is None or _letters(body) - letters.keys() for body in bodies):
            continue
        if any(isinstance(body, ast.Symbol | ast.Size) for body in bodies):
            continue  # *there are `k` heads of `d` entries*: the words say what is made of them
        if not {*letters} <= {name for body in bodies for name in _letters(body)}:
            continue
        after, said = sentences.after(entries[place].parsed.span), sentences.around(before[-1].parsed.span)
        noun = _NOUN.match(after)
        if _AND.match(after):
            continue  # *these are `4` and `8`*: several results
        if _DOUBT.search(re.sub(sentences.FORMULA, " ", after)) or (noun is not None and noun[1] not in said.split()):
            continue
        values = [value(_in_letters(body), letters) for body in bodies]
        computed = [x for x in values if x is not None]
        if len(computed) == len(values) and not any(_is_near(result, x) for x in _combined(computed)):
            formula, span = before[0].parsed.span.text, entries[place].parsed.span
            message = f"with these numbers {formula} comes to {computed[0]:.6g}, and {result:.6g} is written"
            yield Diagnostic("NT301", message, span, label=f"{computed[0]:.6g}", graded=Severity.WARNING)


def _first_side(entry: Entry) -> ast.Operand | None:
    """A formula in numbers, before what it comes to."""
    parsed = entry.parsed
    return parsed.subjects[0] if isinstance(parsed, ast.Chain) and len(parsed.subjects) == 1 else None


def _given(entry: Entry) -> dict[str, float] | None:
    """The letters and sizes that an equation gives a number: `|\\ax| = |\\bx| = 8`."""
    body = last_side(entry.parsed, ("eq",)) if _is_plain(entry) else None
    if not isinstance(body, ast.Number) or not isinstance(entry.parsed, ast.Chain):
        return None
    names = [_in_letters(side) for side in (*entry.parsed.subjects, *(side for _, side in entry.parsed.rest[:-1]))]
    if not all(isinstance(name, ast.Symbol) for name in names):
        return None
    return {name.full_name: body.value for name in names if isinstance(name, ast.Symbol)}


def _letters(body: ast.Operand | None) -> set[str]:
    return {*names_in(_in_letters(body))}


def _in_letters(body: ast.Operand | None) -> ast.Operand | None:
    """A formula in which each size is a letter."""

    def letter(node: Node) -> Node:
        if not isinstance(node, ast.Size) or len(node.axes) != 1:
            return node
        return ast.Symbol(f"|{node.axes[0].name}|", None, None, (), False, node.span)

    return None if body is None else rewritten(body, letter)


def _combined(values: Sequence[float]) -> Iterator[float]:
    yield from (*values, sum(values), prod(values))
    for one, other in permutations(values, 2):
        yield from (one - other, one + other, *((one / other, 100 * one / other) if other else ()))


def _is_near(written: float, computed: float) -> bool:
    """Whether a result may be what is computed, rounded: a whole number that is written to its last digit is not."""
    if written % 1 == 0 and written % 10 and computed % 1 == 0:
        return written == computed
    return abs(written - computed) <= _NEAR * max(abs(written), abs(computed))


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
