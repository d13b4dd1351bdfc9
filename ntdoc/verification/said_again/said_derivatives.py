"""Derivatives that words give: *the gradient of `L` with respect to `w` is `E`*, *the derivative of `z^3` is `3 z^2`*.

The formula is held against what ntdoc derives, where nothing around the sentence says that it may be of a case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.nodes import walk
from ntdoc.operations.table import CONSTANTS, lookup
from ntdoc.regex import regex
from ntdoc.report import Kind, Status
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.claims.laws import claims
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.session import Session
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable
from ntdoc.verification.beside.qualities import declared_words
from ntdoc.verification.in_numbers.said_numbers import is_without_value
from ntdoc.verification.instances import laws
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.sizes.stated_sizes import verdict
from ntdoc.verification.verdicts import Verdict
from ntdoc.vocabulary import ADVERB, CLOSES, HEDGE, IF, OPENS, SUPPOSES, THEN, WE_GET

_SPACE = r"(?:\s|~|\\\s|\\,)"  # also those that LaTeX does not break or widen
_F = rf"{_SPACE}*⟨\d+⟩"  # a formula
_FIRST = r"(?:(?:partial|total|first)\s+)?(?:gradient|derivative|slope)"
_SECOND = r"(?:Hessian(?:\s+(?:matrix|tensor))?|second\s+derivative)"
_SLOPE = rf"(?:{_FIRST}|(?P<second>{_SECOND}))"
_IS = (
    r"(?:is|equals|becomes|reads|(?:evaluates|simplifies)\s+to|(?:turns|comes|works)\s+out\s+(?:to\s+be|as))"
    rf"(?:\s+(?:{ADVERB}|just|simply|exactly|given\s+by|equal\s+to))*"
)
_GIVES = rf"(?:,?\s*{WE_GET}|(?:{ADVERB})?\s*(?:gives?|yields?|produces?|leads?\s+to|results?\s+in))"
_RESPECTS = r"(?:with\s+respect\s+to|with\s+regard\s+to|w\.?\s?r\.?\s?t\.?|by|in)"
_WHAT = r"(?:the\s+(?:[a-z]+\s+){1,3})?"
_OF = rf"of{_SPACE}+{_WHAT}(?P<of>{_F})"
_BY = rf",?{_SPACE}*{_RESPECTS}{_SPACE}+(?!(?:the\s+)?direction)(?:the\s+)?(?:[a-z]+{_SPACE}+){{0,2}}(?P<by>{_F})"
_AT = rf"{_SPACE}*at{_SPACE}+{_WHAT}(?P<at>{_F})"
_ALONG = (
    rf"{_SPACE}*(?:along|in{_SPACE}+(?:the{_SPACE}+)?direction(?:{_SPACE}+of)?){_SPACE}+(?:the\s+[a-z]+\s+)?(?P<along>{_F})"
)
_BEGINS = rf"(?:^|[.,;:(]\s|\b(?:and|{THEN}|that|because|since|where|while))\s*"
_DERIVING = (  # "differentiating `L`", "taking the gradient of `L`", "if we differentiate `L`"
    rf"(?:{_BEGINS}(?:(?:by|on)\s+)?(?:differentiating|deriving|(?:taking|computing|forming)\s+the\s+{_SLOPE}\s+of)"
    rf"|\b(?:if|when)\s+(?:we|one)\s+(?:differentiates?|derives?|(?:take|compute|form)s?\s+the\s+{_FIRST}\s+of))"
)
_SAID = tuple(  # what leads to a derivative, the words before it with each formula as its number
    regex(form, re.IGNORECASE)
    for form in (
        rf"{_BEGINS}(?:the|its|this)\s+{_SLOPE}(?:\s+{_OF})?(?:{_BY})?(?:{_AT})?\s*,?\s*{_IS}\s*:?\s*$",
        rf"{_BEGINS}(?:the|its)\s+(?:directional\s+)?(?:derivative|differential)\s+{_OF}(?:{_AT})?{_ALONG}\s*,?\s*{_IS}\s*:?\s*$",
        rf"{_DERIVING}{_SPACE}+(?:both\s+sides\s+of\s+)?{_WHAT}(?P<of>{_F})(?:{_BY})?(?:{_AT})?\s*{_GIVES}\s*:?\s*$",
        rf"(?:^|[.:(]\s)\s*at{_SPACE}+(?P<at>{_F})\s*,?\s*(?:the|its)\s+{_SLOPE}\s+{_OF}(?:{_BY})?\s*,?\s*{_IS}\s*:?\s*$",
    )
)
_HAS = regex(rf"{_BEGINS}(?:{_WHAT})?(?P<of>{_F})\s+(?:then\s+)?has\s+(?:the\s+)?{_SLOPE}\s*:?\s*$", re.IGNORECASE)
_THEN_BY = regex(
    rf"\s*(?:\$|\\\))?,?{_SPACE}*{_RESPECTS}{_SPACE}+(?:the\s+)?(?:[a-z]+{_SPACE}+){{0,2}}{sentences.FORMULA}",
    re.IGNORECASE,
)
_OPENED = regex(rf"\s*(?:{OPENS})?\s*\Z")
_ENDED = regex(rf"[\s.,;]*(?:{CLOSES})?[\s.,;]*")
_ENDS = regex(rf"\s*(?:{CLOSES})?\s*(?:[.,;:)!](?=\s|$)|(?:and|so|but|while|because|since|as)\b|$)")
# Words that deny and tell apart are its own: *none* and *a new input comes in* are of another clause.
_DOUBT = regex(
    rf"\b(?:not|no|cannot|never|nor|neither|{IF}|{HEDGE}|were|instead|rather|unless|until"
    rf"|wrong\w*|errors?|mistakes?|for|with|given|another|other|second|every|each|any|{SUPPOSES}|let|otherwise|only"
    r"|at|there|here|about|approximately|roughly|nearly|almost|proportional|up|estimat\w*|stochastic|natural|expected|sign"
    r"|minus|negative|positive|except|almost|outside|inside|between|constant|treat\w*|fixed|one|single|example|student"
    r"|optim\w*|minim\w*)\b|n't\b|\?",
    re.IGNORECASE,
)
_SUPPOSED = regex(
    rf"\b(?:{SUPPOSES}|if|where\s+all|case|special|only|fixed|frozen|detach\w*)\b", re.IGNORECASE
)
_NUMBERED = regex(r"⟨(\d+)⟩")
_ABOUT = regex(r"gradient|derivative|deriving|slope|hessian|differenti", re.IGNORECASE)
_PARTS = ("of", "by", "at", "along")
_NEAR = 12  # statements of a sentence before a formula


def wrong_derivatives(session: Session, entries: Sequence[Entry], laboratory: Laboratory) -> Iterator[Diagnostic]:
    """What is wrong with such formulas: NT301, as a warning, for it is words that say of what they are derivatives."""
    for place, at in enumerate(entries):
        if (link := _link(session, entries, place)) is None:
            continue
        try:
            (claim,) = claims(session, Role(replace(at, parsed=link), Kind.CLAIM), link)
        except (Unreadable, ValueError):
            continue
        if claim.law is None and (is_without_value(claim) or _is_of_many(claim)):
            continue
        own = _verdict(claim, laboratory)
        if own is None or own.status is not Status.FAILED:
            continue
        if declared_words.said(entries, claim, session.scope.constrained) is None:
            yield from (_in_words(d, at) for d in own.diagnostics if d.code == "NT301")


def _in_words(found: Diagnostic, at: Entry) -> Diagnostic:
    """What is wrong with an equation as what is wrong with a formula that is none."""
    message = found.message.replace("the left side is", "the derivative is")
    message = message.replace("the right side is", "the formula here is")
    return replace(found, message=message, span=at.parsed.span, graded=Severity.WARNING)


def _verdict(claim: Judged, laboratory: Laboratory) -> Verdict | None:
    return laws.verdict(claim, laboratory) if claim.law is not None else verdict(claim, laboratory, None)


def _is_of_many(claim: Judged) -> bool:
    """Whether both what is derived and what it is derived by have axes: then a formula may leave those of one out."""
    left, right = claim.value, claim.other
    return left is None or right is None or {*(left.shape or ())} != {*(right.shape or ())}


def _link(session: Session, entries: Sequence[Entry], place: int) -> ast.Chain | None:
    """What the words say as a formula: a derivative, and the formula at a place, which is none of an equation."""
    at = entries[place]
    value = _alone(at)
    if value is None or at.cell or at.supposed or at.negated or isinstance(value, ast.TensorSet | ast.Number):
        return None
    said = _said(entries, place)
    slope = None if said is None else _slope(session, entries, said, value)
    if said is None or slope is None or _is_doubtful(said, at):
        return None
    equal = ast.Relation("eq", "=", value.span)
    return ast.Chain((slope,), ((equal, value),), (0, 0), (), value.span)


class _Said(NamedTuple):
    """Of what words give a derivative, by what, at which point and along what, as far as they say so.

    `first` is where they begin to, behind the words `before` in its sentence.
    """

    of: Entry | None
    by: Entry | None
    at: Entry | None
    along: Entry | None
    twice: bool
    first: Entry
    before: str


def _said(entries: Sequence[Entry], place: int) -> _Said | None:
    """What the words around a formula say that it is."""
    at = entries[place]
    if not _ABOUT.search(sentences.before(at.parsed.span, across=at.display)):
        return None
    words, formulas = _with_numbers(entries, place)
    named: dict[str, Entry | None] = {}
    found = next((match for form in _SAID if (match := form.search(words))), None)
    if found is None and (found := _HAS.search(words)) is not None:
        if place + 1 == len(entries) or not _THEN_BY.match(sentences.after(at.parsed.span)):
            return None
        named["by"] = entries[place + 1]
    if found is None:
        return None
    groups = found.groupdict()
    for part in _PARTS:
        if groups.get(part) is not None:
            number = _NUMBERED.search(groups[part])
            named[part] = formulas[int(number[1])] if number is not None else None
    if None in named.values():
        return None
    first = min((named[part] for part in _PARTS if part in groups and named.get(part)), key=_index, default=at)
    assert first is not None
    of, by, there, along = (named.get(part) for part in _PARTS)
    return _Said(of, by, there, along, groups.get("second") is not None, first, words[: found.start()])


def _index(entry: Entry | None) -> int:
    return -1 if entry is None else entry.index


def _with_numbers(entries: Sequence[Entry], place: int) -> tuple[str, list[Entry | None]]:
    """The words before a formula in its sentence, the formulas in them as `⟨0⟩`, and those that are one statement."""
    at = entries[place]
    parts = sentences.FORMULAS.split(_OPENED.sub("", sentences.before(at.parsed.span, across=at.display)))
    formulas: list[Entry | None] = []
    for before in range(len(parts) - 1, 0, -1):
        own = [e for e in entries[max(0, place - _NEAR) : place] if e.item == at.item - 2 * before and not e.display]
        formulas.append(own[0] if len(own) == 1 else None)
    return "".join(f"⟨{n - 1}⟩{part}" if n else part for n, part in enumerate(parts)), formulas


def _slope(session: Session, entries: Sequence[Entry], said: _Said, value: ast.Operand) -> ast.Expr | None:
    """The derivative as a formula; None where the words leave open what it is of, or by what."""
    body = _alone(said.of) if said.of is not None else _defined_before(entries, said.first)
    if body is None or isinstance(body, ast.TensorSet):
        return None
    letter = _letter_of(session, body, said.first) or _argument(body)
    by = _alone(said.by) if said.by is not None else None
    point = _point(said.at) if said.at is not None else None
    only = _only_letter(body, value) if letter is None and said.of is not None else None
    if said.by is None:
        by = letter or only
    if not isinstance(by, ast.Symbol) or by.axes or not (only or _is_made(session, body, said.first)):
        return None
    if said.along is not None:
        return _directional(session, body, by, said) if said.at is None or point == by.full_name else None
    twin = (ast.Star(by, "", by.span),) if said.twice else ()
    slope = ast.Derivative(body, (by, *twin), False, None, body.span)
    if said.at is None or point == by.full_name:
        return slope
    if isinstance(point, tuple) and point[0] == by.full_name:
        return ast.Restricted(slope, ((by, point[1]),), body.span)
    there = _alone(said.at)
    if there is None or isinstance(there, ast.TensorSet):
        return None
    return ast.Restricted(slope, ((by, there),), body.span)


def _directional(session: Session, body: ast.Operand, by: ast.Symbol, said: _Said) -> ast.Expr | None:
    """The derivative of a function along a direction, as `\\partial f(x; h)`."""
    assert said.along is not None
    direction = _alone(said.along)
    if direction is None or isinstance(direction, ast.TensorSet) or not isinstance(body, ast.Symbol):
        return None
    if _letter_of(session, body, said.first) is None:
        return None
    given = ast.Group((by,), (direction,), "(", body.span)
    return ast.Juxtaposition((ast.Differential(body, None, body.span), given), body.span)


def _letter_of(session: Session, body: ast.Operand, at: Entry) -> ast.Symbol | None:
    """The letter of a function of one argument that the document defines."""
    if not isinstance(body, ast.Symbol) or body.axes:
        return None
    own = [b for b in session.scope.function(body.full_name, at) if isinstance(b, Function)]
    return own[0].parameters[0] if len(own) == 1 and len(own[0].parameters) == 1 and not own[0].extras else None


def _point(at: Entry) -> tuple[str, ast.Expr] | str | None:
    """Where a derivative is taken: at `x`, or at `x = a`."""
    match at.parsed:
        case ast.Chain(subjects=(ast.Symbol() as letter,), rest=()):
            return letter.full_name
        case ast.Chain(subjects=(ast.Symbol() as letter,), rest=((ast.Relation(kind="eq"), there),)):
            return None if isinstance(there, ast.TensorSet) else (letter.full_name, there)
    return None


def _is_made(session: Session, body: ast.Operand, at: Entry) -> bool:
    """Whether something says how what is derived is made."""
    if not isinstance(body, ast.Symbol):
        return True
    return isinstance(session.scope.tensor(body.full_name, at), Tensor) or _letter_of(session, body, at) is not None


def _defined_before(entries: Sequence[Entry], at: Entry) -> ast.Operand | None:
    """What the formula before a sentence defines, if it is the last of the one before that."""
    place = next(n for n, entry in enumerate(entries) if entry is at)
    return _defined_right_before(entries[place - 1], at) if place else None


def _defined_right_before(first: Entry, second: Entry) -> ast.Operand | None:
    """What the formula before a sentence defines, if it is the last of the one before that."""
    parsed = first.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest or parsed.conditions:
        return None
    if parsed.rest[0][0].kind not in ("eq", "define"):
        return None
    words = sentences.between(parsed.span, second.parsed.span)
    own = sentences.before(second.parsed.span)
    ended = words.endswith(own) and _ENDED.fullmatch(words[: len(words) - len(own)]) is not None
    if not ended and first.sentence != second.sentence - 1:
        return None
    if first.section != second.section or "$" in re.sub(r"^[\s.,;]*\$+|\$+\s*$", "", words):
        return None
    subject = parsed.subjects[0]
    plain = isinstance(subject, ast.Symbol) and not subject.axes
    return subject if plain or _argument(subject) is not None else None


def _argument(call: ast.Operand) -> ast.Symbol | None:
    """The letter of `f(z)`."""
    if not isinstance(call, ast.Juxtaposition) or len(call.factors) != 2:
        return None
    head, given = call.factors
    if not isinstance(head, ast.Symbol) or not isinstance(given, ast.Group) or given.parameters:
        return None
    letter = given.items[0] if len(given.items) == 1 else None
    return letter if isinstance(letter, ast.Symbol) and not letter.axes and letter.sup is None else None


def _only_letter(body: ast.Operand, value: ast.Operand) -> ast.Symbol | None:
    """The one letter of which a formula is made, and of which the other is made as well."""
    if isinstance(body, ast.TensorSet) or (isinstance(body, ast.Symbol) and body.sup is None):
        return None
    symbols = _letters(body)
    names = {symbol.name for symbol in symbols}
    if len(names) != 1 or any(symbol.axes or symbol.sub is not None for symbol in symbols):
        return None
    letter = symbols[0] if symbols[0].sup is None else symbols[0].without_superscript
    return letter if {symbol.name for symbol in _letters(value)} <= names else None


def _letters(body: ast.Operand) -> list[ast.Symbol]:
    """The names in a formula, but for those of functions and of constants."""
    symbols = (part for part in walk(body) if isinstance(part, ast.Symbol))
    return [symbol for symbol in symbols if lookup(symbol.name) is None and symbol.name not in CONSTANTS]


def _alone(entry: Entry) -> ast.Operand | None:
    """The formula that a statement consists of, and no relation."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or parsed.rest or parsed.conditions or len(parsed.subjects) != 1:
        return None
    return parsed.subjects[0]


def _is_doubtful(said: _Said, at: Entry) -> bool:
    """Whether the words around may make the sentence one of a case, or of another function."""
    after = sentences.after(at.parsed.span)
    behind = _THEN_BY.match(after)
    after = after[behind.end() :] if behind is not None else after
    words = sentences.CUT_OFF.sub(" ", f"{_NUMBERED.sub(' ', said.before)} … {after}")
    if not (at.display or _ENDS.match(after)) or _DOUBT.search(words):
        return True
    earlier = sentences.of_paragraph_before(said.first.parsed.span)
    return any(_SUPPOSED.search(sentences.CUT_OFF.sub(" ", sentence)) for sentence in earlier)
