"""Derivatives that words give: *the gradient of `L` with respect to `w` is `E`*, *the derivative of `z^3` is `3 z^2`*.

The formula is held against what ntdoc derives, where nothing around the sentence says that it may be of a case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.nodes import walk
from ntdoc.operations.table import CONSTANTS, lookup
from ntdoc.regex import regex
from ntdoc.report import Kind, Status
from ntdoc.shapes.bindings import Tensor
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
from ntdoc.vocabulary import ADVERB, CLOSES, HEDGE, IF, OPENS, SUPPOSES, THEN

_SLOPE = r"(?:partial\s+)?(?:gradient|derivative|slope)"
_IS = (
    rf"(?:is|equals|becomes|reads)(?:\s+(?:{ADVERB}|just|simply|exactly|given\s+by|equal\s+to))*\s*:?"
    rf"\s*(?:{OPENS})?\s*"
)
_BY = r"(?:with\s+respect\s+to|w\.?\s?r\.?\s?t\.?|by|in)\s+(?:the\s+)?(?:[a-z]+\s+){0,2}"
_BEGINS = rf"(?:^|[.,;:(]\s|\b(?:and|{THEN}|that|because|since|where|while))\s*"
_OPEN, _CLOSE = r"\s*(?:\$|\\\()?\s*", r"\s*(?:\$|\\\))?\s*"
_OF = regex(rf"{_BEGINS}(?:the|its|this)\s+{_SLOPE}\s+of\s+(?:the\s+(?:[a-z]+\s+){{1,3}})?{_OPEN}$", re.IGNORECASE)
_ITS_BY = regex(rf"{_BEGINS}(?:its|the)\s+{_SLOPE}\s+{_BY}{_OPEN}$", re.IGNORECASE)
_ITS = regex(rf"{_BEGINS}its\s+derivative\s+{_IS}$", re.IGNORECASE)
_THEN_BY = regex(rf"{_CLOSE},?\s*{_BY}{_OPEN}", re.IGNORECASE)
_THEN_IS = regex(rf"{_CLOSE},?\s*{_IS}", re.IGNORECASE)
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
_RESPECT = regex(r"\bwith\s+respect\s+to\b", re.IGNORECASE)


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
    found = _derived(session, entries, place, value)
    if found is None:
        return None
    body, by, first = found
    if _is_doubtful(first, at) or isinstance(body, ast.TensorSet):
        return None
    slope = ast.Derivative(body, (by,), False, None, body.span)
    equal = ast.Relation("eq", "=", value.span)
    return ast.Chain((slope,), ((equal, value),), (0, 0), (), value.span)


def _derived(
    session: Session, entries: Sequence[Entry], place: int, value: ast.Operand
) -> tuple[ast.Operand, ast.Symbol, Entry] | None:
    """What is derived, by what, and the first formula of the sentence that says it."""
    at = entries[place]
    before = entries[place - 1] if place else None
    if before is not None and before.item == at.item - 2 and not before.display:
        between = sentences.between(before.parsed.span, at.parsed.span)
        one = _alone(before)
        if one is not None and _THEN_IS.fullmatch(between):
            if isinstance(one, ast.Symbol) and (found := _by(session, entries, place - 1, one)) is not None:
                return found
            if _OF.search(sentences.before(before.parsed.span)) and (letter := _only_letter(one, value)) is not None:
                return one, letter, before
    if before is None or not _ITS.search(sentences.before(at.parsed.span, across=at.display)):
        return None
    defined = _defined_right_before(before, at)
    letter = _argument(defined) if defined is not None else None
    return (defined, letter, at) if defined is not None and letter is not None else None


def _by(
    session: Session, entries: Sequence[Entry], place: int, by: ast.Symbol
) -> tuple[ast.Operand, ast.Symbol, Entry] | None:
    """*The gradient of `L` with respect to* that letter, or *its gradient with respect to* it."""
    second, first = entries[place], entries[place - 1] if place else None
    if by.axes or first is None:
        return None
    if _ITS_BY.search(sentences.before(second.parsed.span)):
        defined = _defined_right_before(first, second)
        return (defined, by, second) if defined is not None else None
    body = _alone(first)
    if body is None or first.item != second.item - 2 or first.display:
        return None
    between = sentences.between(first.parsed.span, second.parsed.span)
    if not _THEN_BY.fullmatch(between) or not _OF.search(sentences.before(first.parsed.span)):
        return None
    if isinstance(body, ast.Symbol) and not isinstance(session.scope.tensor(body.full_name, first), Tensor):
        return None  # of which nothing says how it is made
    return body, by, first


def _defined_right_before(first: Entry, second: Entry) -> ast.Operand | None:
    """What the formula before a sentence defines, if it is the last of the one before that."""
    parsed = first.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest or parsed.conditions:
        return None
    if parsed.rest[0][0].kind not in ("eq", "define") or first.sentence != second.sentence - 1:
        return None
    words = sentences.between(parsed.span, second.parsed.span)
    if first.section != second.section or "$" in re.sub(r"^\s*\$+|\$+\s*$", "", words):
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


def _is_doubtful(first: Entry, at: Entry) -> bool:
    """Whether the words around may make the sentence one of a case, or of another function."""
    before, after = sentences.before(first.parsed.span, across=True), sentences.after(at.parsed.span)
    words = _RESPECT.sub(" ", sentences.CUT_OFF.sub(" ", f"{before} … {after}"))
    if not (at.display or _ENDS.match(after)) or _DOUBT.search(words):
        return True
    earlier = sentences.of_paragraph_before(first.parsed.span)
    return any(_SUPPOSED.search(sentences.CUT_OFF.sub(" ", sentence)) for sentence in earlier)
