"""Numbers that the words between two formulas say of the first: *the output `y` is `8`*, *`a = 5`, which is `10 / 2`*.

Such a sentence is held against the value only where that is computed from numbers alone, so that there is one right
answer, and where nothing around it says that it may be another one: a case, a condition, other numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.report import Kind, Status
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.claims.laws import claims
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.session import Session
from ntdoc.shapes.summary import is_closed
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.sizes.stated_sizes import verdict
from ntdoc.vocabulary import ADVERB, ANY, HEDGE, IF, OTHER, SUPPOSES, THEN

_ROUGHLY = r"about|approximately|around|roughly|nearly|almost|close\s+to"
_IS = regex(
    r"\s*(?:\$|\\\))\s*(?:,\s*)?"
    r"(?:(?:which|that)\s+)?(?:is|are|equals?|becomes|gives|yields|evaluates\s+to|comes\s+to|amounts\s+to)"
    rf"(?:\s+(?:{ADVERB}|just|simply|exactly|(?P<roughly>{_ROUGHLY})))*\s*(?:\$|\\\()\s*"
)
_SUBJECT = regex(  # *Its output*, *so the sum*, *the value of*; and not *the size of*, *the entries of*
    rf"(?:^|[,;:(]|\b(?:and|{THEN}|that|because|since|while|but))\s*"
    r"(?:(?:the|an?|its|our|this)\s+)?(?:(?:value|result)\s+of\s+|"
    rf"(?:(?!(?:of|at|in|for|to|by|on|from|than|per|between|with|over|under|{IF}|where|let|once|each|every|any|new)\b)"
    r"[a-z-]+\s+){0,3})(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_ENDS = regex(r"\s*(?:\$|\\\))\s*(?:[.,;:)!](?=\s|$)|(?:and|so|but|while|because|since|as)\b|$)")
# Words that deny are its own: *the area is `7`, and none is left*.
_DOUBT = regex(
    rf"\b(?:not|no|cannot|never|nor|neither|without|{IF}|where\w*|{HEDGE}|can|were|instead|rather"
    rf"|unless|until|wrong\w*|errors?|mistakes?|for|with|given|{OTHER}|second|differ\w*|{ANY}|{SUPPOSES}"
    rf"|let|say|provided|otherwise|only|more|less|plus|minus|before|after|initial\w*|start\w*|per|respectively|at|now|only)\b|n't\b|\?",
    re.IGNORECASE,
)
_COMMENT = regex(r"<!--.*?-->|(?<!\\)%[^\n]*", re.DOTALL)


def wrong_in_words(session: Session, entries: Sequence[Entry], laboratory: Laboratory) -> Iterator[Diagnostic]:
    """What is wrong with such numbers: NT301, as a warning, for it is words that say it."""
    for first, second in pairwise(entries):
        if (link := _link(first, second)) is None or not _is_of_its_section(session, first, link.subjects[0]):
            continue
        try:
            (claim,) = claims(session, Role(replace(first, parsed=link), Kind.CLAIM), link)
        except (Unreadable, ValueError):
            continue
        if is_without_value(claim) or not is_closed(claim.value and claim.value.plan):
            continue
        own = verdict(claim, laboratory, None)
        if own.status is Status.FAILED:
            yield from (replace(d, graded=Severity.WARNING) for d in own.diagnostics if d.code == "NT301")


def _link(first: Entry, second: Entry) -> ast.Chain | None:
    """What the words say as a formula: the last side of the first one, and the number that is the second."""
    one, two = first.parsed, second.parsed
    if first.display or second.display or second.item != first.item + 2:
        return None
    if first.cell or first.supposed or first.negated:
        return None
    if not isinstance(one, ast.Chain) or not isinstance(two, ast.Chain) or one.conditions or two.conditions:
        return None
    if len(one.subjects) != 1 or len(two.subjects) != 1:
        return None
    if any(relation.kind not in ("eq", "define") for relation, _ in (*one.rest, *two.rest)):
        return None
    number, left = two.subjects[0], one.rest[-1][1] if one.rest else one.subjects[0]
    between = _IS.fullmatch(sentences.between(one.span, two.span))
    if between is None or not numeric.is_numbers(number) or isinstance(left, ast.Size | ast.TensorSet):
        return None
    before, after = (_COMMENT.sub("", text) for text in (sentences.before(one.span), sentences.after(two.span)))
    words = sentences.CUT_OFF.sub(" ", f"{before} … {after}")
    if not _SUBJECT.search(before) or not _ENDS.match(after) or _DOUBT.search(words):
        return None
    rounded = between["roughly"] or any(isinstance(part, ast.Number) and part.places > 0 for part in walk(number))
    relation = ast.Relation("approx" if rounded else "eq", "=", number.span)
    return ast.Chain((left,), ((relation, number),), (0, 0), (), left.span.to(number.span))


def _is_of_its_section(session: Session, at: Entry, left: ast.Operand) -> bool:
    """Whether each name in a formula is defined in its section, and is no number that the sentence may replace."""
    bindings = [session.scope.tensor(name, at) for name in names_in(left)]
    given = isinstance(left, ast.Symbol) and any(isinstance(b, Tensor) and numeric.is_numbers(b.body) for b in bindings)
    return not given and all(b is None or b.entry.section == at.section for b in bindings)


def is_without_value(claim: Judged) -> bool:
    """Whether a claim cannot be run, or its shapes are wrong already."""
    wrong = claim.unread or claim.failed or claim.notebook.diagnostics or claim.notebook.blockers
    return bool(wrong) or claim.value is None or claim.other is None
