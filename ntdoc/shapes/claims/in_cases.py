"""Claims of a sentence that takes a sign for a letter: *for `a < 0` it is `f(x) < 0`*, after an `f` made of any `a`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from ntdoc.operations.domain import Domain, DomainKind
from ntdoc.report import Kind
from ntdoc.shapes import plan as p
from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.document.conditions.cases import begins_sentence
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.rewriting import replaced
from ntdoc.shapes.samples.domains import domain_of
from ntdoc.shapes.session import Session
from ntdoc.shapes.typed import Typed

_SIGNED = (DomainKind.REAL, DomainKind.POSITIVE, DomainKind.NONNEGATIVE, DomainKind.NEGATIVE)


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


def _drawn_from(domain: Domain, name: str, typed: Typed | None) -> Typed | None:
    """An expression in which a free number is drawn from another set."""
    if typed is None or typed.plan is None:
        return typed

    def drawn(part: p.Sampled) -> p.Plan:
        return part if part.shape or part.domain.kind not in _SIGNED else part.replace(domain=domain)

    return typed._replace(plan=replaced(typed.plan, name, drawn))
