"""Claims that hold only for a number that another section gives in passing: *for `a = 1` nothing changes*.

Where nothing else says what the letter is, it has that number everywhere. That is right for a setup, *with `d = 64`*,
and for what comes out of it in numbers; but of any other claim it is not known whether it means that case.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ntdoc.report import Kind, Status
from ntdoc.shapes.claims.rereadings import judge_again
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names import numeric
from ntdoc.shapes.names.bounded import any_number
from ntdoc.shapes.patterns import names_in, number_in, reached
from ntdoc.shapes.scope import Function, Scope, Tensor
from ntdoc.shapes.session import Session
from ntdoc.verification.sizing import Laboratory
from ntdoc.verification.stated_sizes import verdict
from ntdoc.verification.under_conditions import leave_out
from ntdoc.verification.verdicts import Verdict


def doubt(session: Session, judged: Sequence[Judged], verdicts: Sequence[Verdict], laboratory: Laboratory) -> None:
    """Leave out such claims, where they are false of any number."""
    given = {b.name: b for j in judged if (b := _given(session.scope, j)) is not None}
    for j, v in zip(judged, verdicts, strict=True) if given else ():
        at = j.role.entry
        if v.status is not Status.VERIFIED or j.kind is not Kind.CLAIM or at.cell or j.right is None:
            continue
        if not names_in(j.right) and numeric.is_numbers(j.right):
            continue  # a result of the setup
        others = [b for b in _made_of(session.scope, j, given) if b.entry.section != at.section]
        if not others:
            continue
        scope = session.scope
        for b in others:
            scope = scope.without(b).with_declared(any_number(b.name, b.span, b.entry))
        there = replace(session.at_place(at), scope=scope, surroundings={})
        again = judge_again(there, j, j.role)
        if again is not None and verdict(again, laboratory, None).status is Status.FAILED:
            b = others[0]
            line = b.span.line_for(j.span)
            leave_out(v, f"it holds where {b.span.text}, and {line} may say that of its section alone")


def _given(scope: Scope, judged: Judged) -> Tensor | None:
    """The number that a sentence gives a letter so, of which nothing else says what it is."""
    found = judged.role.defines
    if not isinstance(found, Tensor) or not numeric.is_given_in_passing(found) or number_in(found.body) is None:
        return None
    if numeric.is_size(found.name, scope):
        return None  # samples have small ones
    return found if len(scope.by_name.get(found.name, ())) == 1 else None


def _made_of(scope: Scope, claim: Judged, given: Mapping[str, Tensor]) -> list[Tensor]:
    """Those of the given numbers that a claim is made of, itself or by what it names."""

    def bodies(name: str) -> list[object]:
        return [b.body for b in scope.by_name.get(name, ()) if isinstance(b, Tensor | Function)]

    return [given[name] for name in sorted(reached(names_in(claim.role.entry.parsed), bodies) & given.keys())]
