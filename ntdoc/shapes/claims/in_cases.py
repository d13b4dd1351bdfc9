"""Claims of a sentence that takes a sign for a letter: *for `a < 0` it is `f(x) < 0`*, after an `f` made of any `a`.

What another section remarks on a letter, *it converges for `a < 2`*, makes no other letter of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import chain

from ntdoc.operations.domain import SIGNED_KINDS, Domain, DomainKind
from ntdoc.operations.table import CONSTANTS
from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes import plan as p
from ntdoc.shapes.bindings import Binding, Declared
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions.cases import begins_sentence
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import ORDERS, names_in
from ntdoc.shapes.rewriting import replaced
from ntdoc.shapes.samples.domains import domain_of, narrowed
from ntdoc.shapes.session import Session
from ntdoc.shapes.typed import Typed
from ntdoc.syntax import ast
from ntdoc.vocabulary import SUPPOSES

_FOR_GOOD = regex(  # *in the rest of this note, `a > 1`*, *the discount is a share, `0 \\le \\gamma < 1`*
    rf"\b(?:rest|throughout|here|from\s+(?:here|now)\s+on|henceforth|hereafter|always|{SUPPOSES}|in\s+what\s+follows"
    r"|(?:as|since|because)\s+(?:\$|\\\()?\s*$|is\s+an?\s+[a-z-]+,?\s+(?:\$|\\\()?\s*$)",
    re.IGNORECASE,
)
_ANOTHER = regex(r"\b(?:an?|some|any|one|another)\s+(?:[a-z-]+\s+){1,4}[$(\\]*$", re.IGNORECASE)  # *with a step size*


def take_signs(session: Session, judged: Sequence[Judged]) -> None:
    """A letter has the sign that its sentence takes in all that a claim there is made of."""
    cases: dict[tuple[bool, int], list[tuple[Declared, Domain]]] = {}
    for b in chain.from_iterable(session.scope.by_name.values()):
        if not isinstance(b, Declared) or not b.sign or b.domain is not None or b.entry.display:
            continue
        if begins_sentence(b.entry.parsed.span):
            domain, _ = domain_of(session, None, b.sign, False, session.environment(b.entry))
            cases.setdefault((b.entry.companion, b.entry.sentence), []).append((b, domain))
    for claim in judged if cases else ():
        if claim.kind is not Kind.CLAIM or claim.law is not None:
            continue
        at = claim.role.entry
        for letter, domain in cases.get((at.companion, at.sentence), ()):
            meant = session.scope.tensor(letter.name, at)  # not so in *for `a > 0` it is …, and for `a < 0`*
            own = not isinstance(meant, Declared) or meant.entry.sentence != at.sentence or meant.entry is letter.entry
            if letter.entry.index < at.index and own:
                claim.value = _drawn_from(domain, letter.name, claim.value)
                claim.other = _drawn_from(domain, letter.name, claim.other)


def heed_remarks(session: Session, judged: Sequence[Judged]) -> None:
    """A letter on which a later section remarks is in all that a claim is made of the one that was declared.

    In the section of the remark it is within both, `0.9 \\le a < 1`; in others what was declared is all that is said.
    """
    remarked = chain.from_iterable(map(_remarks, session.scope.by_name.values()))
    remarks = {(b.name, b.entry.index): (b, declared) for b, declared in remarked}
    for claim in judged if remarks else ():
        if claim.kind is not Kind.CLAIM or claim.law is not None:
            continue
        at = claim.role.entry
        used = {(use.name, use.binding.entry.index) for use in claim.notebook.uses if use.binding is not None}
        for remark, declared in (remarks[key] for key in sorted(used & remarks.keys())):
            domain, within = (_domain(session, b) for b in (declared, remark))
            if domain is None or within is None or not _meet(domain, within):
                continue
            entry = remark.entry
            if at.is_under(entry) or entry.assumed or entry.supposed or entry.premise:
                domain = narrowed(domain, *within.limits)
            claim.value = _drawn_from(domain, remark.name, claim.value, (*SIGNED_KINDS, DomainKind.UNIT))
            claim.other = _drawn_from(domain, remark.name, claim.other, (*SIGNED_KINDS, DomainKind.UNIT))


def _remarks(bindings: Sequence[Binding]) -> Iterator[tuple[Declared, Declared]]:
    """The orders of a number that introduce none, each with what another section declared before."""
    declared: Declared | None = None
    for b in bindings:
        if not isinstance(b, Declared):
            declared = None  # a formula says what it is
        elif not (b.entry.local or b.entry.companion):
            if declared is not None and b.entry.section != declared.entry.section and _only_bounds(b):
                yield b, declared
            elif declared is None or b.entry.section != declared.entry.section:
                declared = b if not b.along else None


def _only_bounds(b: Declared) -> bool:
    """Whether a declaration is an order of a number, and words do not introduce the number by it."""
    at = b.entry
    order = isinstance(at.parsed, ast.Chain) and all(relation.kind in ORDERS for relation, _ in at.parsed.rest)
    order = order and names_in(at.parsed) - CONSTANTS.keys() <= {b.name}  # and not of several, `a > b > 0`
    anew = at.lets or at.gives or (at.introduces and _ANOTHER.search(sentences.before(at.parsed.span)))
    lasts = _FOR_GOOD.search(sentences.before(at.parsed.span)) is not None
    return order and not (b.along or at.display or anew or lasts)


def _domain(session: Session, b: Declared) -> Domain | None:
    """The numbers of which a declaration says that its letter is one; None if sizes say which."""
    base = b.domain.base if b.domain is not None else None
    domain, limit = domain_of(session, base, b.sign, False, session.environment(b.entry))
    return domain if limit is None else None


def _meet(first: Domain, second: Domain) -> bool:
    """Whether there are numbers in both."""
    (low, high), (least, most) = first.limits, second.limits
    return max(low, least) < min(high, most)


def _drawn_from(
    domain: Domain, name: str, typed: Typed | None, kinds: Collection[DomainKind] = SIGNED_KINDS
) -> Typed | None:
    """An expression in which a free number is drawn from another set."""
    if typed is None or typed.plan is None:
        return typed

    def drawn(part: p.Sampled) -> p.Plan:
        return part if part.shape or part.domain.kind not in kinds else part.replace(domain=domain)

    return typed._replace(plan=replaced(typed.plan, name, drawn))
