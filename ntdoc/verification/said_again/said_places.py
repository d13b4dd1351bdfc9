"""Places that words call the zero of a function or of its derivative: *it is zero at `x = 2`*, *which vanishes at*.

The words are held against what the formula before them gives in that letter. Nothing is said of a letter that is
bounded but by numbers away from the place.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

import numpy as np

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.evaluation.stops import STOPS
from ntdoc.nodes import Node, walk, with_fields
from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared, Function
from ntdoc.shapes.claims.laws import claims
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.patterns import ORDERS, names_in, number_bounds, number_in, spelt
from ntdoc.shapes.session import Session
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable
from ntdoc.verification.check import runner_for
from ntdoc.verification.in_numbers.said_numbers import is_without_value
from ntdoc.verification.sizes.sizing import INSTANCES, Laboratory
from ntdoc.vocabulary import CLOSES, HEDGE, IF, OPENS, SUPPOSES

_SAYS = regex(  # right before the place
    rf"(?:\bwhich|\bIt|\band|{CLOSES})\s*(?:(?:is|becomes)\s+zero|vanishes)\s+(?:at|for)"
    r"\s*(?:\$|\\\()?\s*$"
)
# Words that deny are its own: *it is least at `x = 2`, and cannot be negative*.
_DOUBT = regex(
    rf"\b(?:not|no|never|{IF}|unless|{HEDGE}|about|approximately|roughly|nearly|almost|among|subject"
    rf"|constrain\w*|over|instead|wrong|mistake|only|on|within|restricted|integers?|whole|discrete|grid|say|{SUPPOSES})\b|\?",
    re.IGNORECASE,
)
_ENDS = regex(r"\\end\s*\{[a-z]+\*?\}|\\[\])(\[]|[$\\]")
_LINKS = regex(  # from the function to what is said of it: other words may bring something else in
    r"[,;.]?\s*(?:(?:with|where|for)\b[^.:;]*?[,.]?\s*(?:which|It|and)\s+|[,.]?\s*(?:which|It|and)\s+)?"
    r"(?:(?:is|becomes)\s+[a-z]+|vanishes)\s+(?:at|for)"
)
_OF_IT = regex(  # *the derivative of `f(x) = x^2` is zero at*: what is zero there is made of it
    r"\b(?!value\b|function\b|parabola\b|curve\b|formula\b)[a-z-]+\s+of(?:\s+(?:the|this|our|its)(?:\s+[a-z-]+){1,2})?\s*"
    rf"(?:{OPENS})?\s*$",
    re.IGNORECASE,
)
_STEP = 1e-3
_MOST = 120  # characters of words between a function and what is said of it


def wrong_places(session: Session, entries: Sequence[Entry], laboratory: Laboratory) -> Iterator[Diagnostic]:
    """What is wrong with such places: NT301, as a warning, for it is words that say it."""
    for number, at in enumerate(entries):
        if (said := _said(at)) is None:
            continue
        letter, place = said
        subject = _subject(session, entries[:number], at, letter)
        if subject is None or not _is_free(session, entries, at, letter, place):
            continue
        values = _values(session, at, letter, place, subject, laboratory)
        wrong = [_is_no_zero(*found) for found in values]
        if wrong and all(wrong):
            message = f"{subject.span.text} is not zero at {at.parsed.span.text}"
            yield Diagnostic("NT301", message, at.parsed.span, graded=Severity.WARNING)


def _said(at: Entry) -> tuple[ast.Symbol, ast.Operand] | None:
    """The letter, and its place."""
    parsed = at.parsed
    if at.display or at.negated or at.supposed or at.cell or not isinstance(parsed, ast.Chain):
        return None
    if len(parsed.subjects) != 1 or not parsed.rest or parsed.rest[0][0].kind != "eq" or parsed.conditions:
        return None
    letter, place = parsed.subjects[0], parsed.rest[0][1]
    before, after = sentences.before(parsed.span, across=True), sentences.after(parsed.span)
    said = _SAYS.search(before)
    if said is None or not isinstance(letter, ast.Symbol) or letter.axes or isinstance(place, ast.TensorSet):
        return None
    if any(isinstance(part, ast.Number) and part.places > 0 for part in walk(place)):
        return None  # it may be rounded
    words = re.sub(sentences.FORMULA, " ", f"{before} … {after}")
    return None if _DOUBT.search(words) else (letter, place)


def _subject(session: Session, before: Sequence[Entry], at: Entry, letter: ast.Symbol) -> ast.Expr | None:
    """The function of the letter that the last formula before the words gives, `G(x)`, or its derivative by it."""
    for entry in reversed(before):
        parsed = entry.parsed
        if entry.section != at.section or not isinstance(parsed, ast.Chain):
            return None
        kinds = {relation.kind for relation, _ in parsed.rest}
        if kinds and kinds <= {*ORDERS, "in"}:
            continue
        between = sentences.between(parsed.span, at.parsed.span)
        words = _ENDS.sub(" ", re.sub(rf"(?<=[\s(]){sentences.FORMULA}", " ", between))
        if len(words) > _MOST or not _LINKS.fullmatch(" ".join(words.split())):
            return None
        if _OF_IT.search(sentences.before(parsed.span, across=True)):
            return None
        given = kinds and kinds <= {"eq", "define"} and len(parsed.subjects) == 1
        found = _of(parsed, letter) if given else None
        return found if _is_defined_there(session, found, parsed, at) else None
    return None


def _is_defined_there(session: Session, value: ast.Expr | None, parsed: ast.Chain, at: Entry) -> bool:
    """Whether a function that is called is what the very formula says: it may be the same in another section."""
    if value is not parsed.subjects[0] or not isinstance(value, ast.Juxtaposition):
        return True
    head, found = value.factors[0], parsed.rest[0][1]
    bodies = session.scope.function(head.full_name, at) if isinstance(head, ast.Symbol) else ()
    return [spelt(b.body) for b in bodies if isinstance(b, Function)] == [spelt(found)]


def _of(parsed: ast.Chain, letter: ast.Symbol) -> ast.Expr | None:
    """What a formula gives as a function of a letter: a call, or the last side of a derivative."""
    left, last = parsed.subjects[0], parsed.rest[-1][1]
    if isinstance(left, ast.Juxtaposition) and len(left.factors) == 2:
        head, given = left.factors
        if not isinstance(head, ast.Symbol) or not isinstance(given, ast.Group) or given.parameters:
            return None
        return left if [names_in(item) for item in given.items] == [names_in(letter)] else None
    if not isinstance(left, ast.Derivative) or len(left.by) != 1 or isinstance(last, ast.TensorSet):
        return None
    by_it = isinstance(left.by[0], ast.Symbol) and left.by[0].full_name == letter.full_name
    return last if by_it and not any(isinstance(part, ast.Derivative) for part in walk(last)) else None


def _is_free(session: Session, entries: Sequence[Entry], at: Entry, letter: ast.Symbol, place: ast.Operand) -> bool:
    """Whether a letter may be any number, or any between numbers of which the place is none."""
    name, ends = letter.full_name, [math.inf]
    for entry in entries[: at.index + 1]:
        parsed = entry.parsed
        if entry.section != at.section or not isinstance(parsed, ast.Chain) or name not in names_in(parsed):
            continue
        if all(relation.kind not in ORDERS for relation, _ in parsed.rest):
            continue
        bounds = [(low, high) for bounded, low, high in number_bounds(parsed) if bounded == name]
        if not bounds:
            return False
        ends += [end for pair in bounds for end in pair]
    declared = [b for b in session.scope.by_name.get(name, ()) if isinstance(b, Declared) and b.domain is not None]
    for domain in (b.domain for b in declared if b.entry.section == at.section):
        if domain is None or domain.base.kind not in ("reals", "interval"):
            return False
        if domain.shape.axes and number_in(place) is not None:
            return False
        ends += [end for item in domain.base.items if (end := number_in(item)) is not None]
    return number_in(place) not in ends and (number_in(place) is None or not any(map(_is_signed, declared)))


def _is_signed(declared: Declared) -> bool:
    return bool(declared.sign)


def _values(
    session: Session, at: Entry, letter: ast.Symbol, place: ast.Operand, subject: ast.Expr, laboratory: Laboratory
) -> list[tuple[float, float, float]]:
    """The values at the place and a step before and behind it, of the entry that is least zero, for some samples.

    None if they have no number.
    """
    assert not isinstance(place, ast.TensorSet)
    found: list[tuple[float, float, float]] = []
    there = [_at(subject, letter, _moved(place, step)) for step in (0.0, -_STEP, _STEP)]
    judged = [_judged(session, at, one) for one in there]
    for instance in range(INSTANCES):
        arrays: list[np.ndarray] = []
        for one in judged:
            runner = runner_for(one, laboratory, instance) if one is not None else None
            if one is None or runner is None or one.value is None or one.value.plan is None:
                return []
            try:
                arrays.append(np.ravel(runner.run(one.value.plan, {}).data))
            except STOPS:
                return []
        value, before, behind = arrays
        if not all(np.isfinite(x).all() and x.size == value.size for x in arrays) or not value.size:
            return []
        worst = int(np.argmax(np.abs(value) - np.abs(behind - before)))
        found.append((float(value[worst]), float(before[worst]), float(behind[worst])))
    return found


def _judged(session: Session, at: Entry, value: ast.Expr) -> Judged | None:
    """A value as the left side of a claim."""
    zero = ast.Number(0.0, 0, at.parsed.span)
    link = ast.Chain((value,), ((ast.Relation("eq", "=", at.parsed.span), zero),), (0, 0), (), at.parsed.span)
    try:
        (claim,) = claims(session, Role(replace(at, parsed=link), Kind.CLAIM), link)
    except (Unreadable, ValueError):
        return None
    return None if claim.law is not None or is_without_value(claim) else claim


def _moved(place: ast.Expr, step: float) -> ast.Expr:
    bracket = ast.Group((place,), (), "(", place.span)
    if not step:
        return bracket
    terms = ((1, bracket), (1 if step > 0 else -1, ast.Number(abs(step), 3, place.span)))
    return ast.Group((ast.Sum(terms, place.span),), (), "(", place.span)


def _at(value: ast.Expr, letter: ast.Symbol, place: ast.Expr) -> ast.Expr:
    """A formula with a place for a letter."""

    def change(node: Node) -> Node:
        if isinstance(node, ast.Symbol) and node.full_name == letter.full_name:
            return place
        power = node.sup.expr if isinstance(node, ast.Symbol) and node.sup is not None else None
        if isinstance(node, ast.Symbol) and power is not None:
            plain = node.without_superscript.full_name == letter.full_name
            return ast.Power(place, power, node.span) if plain else node
        return with_fields(node, lambda item: change(item) if isinstance(item, Node) else item)

    return cast(ast.Expr, change(value))


def _is_no_zero(there: float, before: float, behind: float) -> bool:
    """Whether a value is not zero, nor as good as that beside what it is a step further on."""
    return abs(there) > 1e-9 and abs(there) > abs(behind - before)
