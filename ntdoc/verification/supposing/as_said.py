"""Claims of tensors of which words say what their numbers are: *`B` is zero at first. Then `A \\ndot{\\ax} B = 0`*."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ntdoc.evaluation.run import Runner
from ntdoc.operations.array import NamedArray, align
from ntdoc.operations.domain import DomainKind
from ntdoc.report import Status
from ntdoc.shapes import plan as p
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.summary import samples_in
from ntdoc.verification.beside import stated_facts
from ntdoc.verification.beside.qualities import values_in_words
from ntdoc.verification.beside.qualities.values_in_words import Made, Said
from ntdoc.verification.instances.resampled import Resampled
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.sizes.stated_sizes import verdict
from ntdoc.verification.supposing.given import Given, Refuted, Ruling, is_refuted


def made_as_said(claim: Refuted, given: Given) -> Ruling:
    """What it comes to for samples that are as the words say; nothing if these refute it, too."""
    j, at = claim.judged, claim.at
    if j.law is not None or at.negated:
        return None
    free = samples_in(*j.plans)
    heard = list(values_in_words.said(j.span))
    if free and (unnamed := next((one for one in heard if not one.names), None)) is not None:
        return _of_one_unnamed(claim, given, unnamed)
    said = [one for one in heard if not one.names.isdisjoint(free)]
    if not said or stated_facts.is_of_any(j.span, frozenset(name for one in said for name in one.names)):
        return None
    unheard = next((one for one in said if one.made is None and not one.copy_of), None)
    if unheard is not None:
        return f"the text says “{unheard.words}”, and not all samples are so"
    made = {name: one.made for one in said for name in one.names if one.made is not None}
    found = verdict(j, _changed(made, _copies(said, free), given.laboratory), None)
    if found.status is Status.VERIFIED:
        found.reason = f"{found.reason}, where “{said[-1].words}”"
        return found
    if is_refuted(j, found):
        found.met = True
        return found if _is_all_said(said, free) and stated_facts.concludes(j.span) else None
    return f"the text says “{said[-1].words}”, and not all samples are so"


def _of_one_unnamed(claim: Refuted, given: Given, said: Said) -> Ruling:
    """*Let all inputs be `1`*: it holds if the one family that may be so is, or it is not checked."""
    free = samples_in(*claim.judged.plans)
    real = [name for name, sample in free.items() if sample.domain.kind is DomainKind.REAL]
    if said.made is not None and len(real) > 1 and len({taken_apart(name).form for name in real}) == 1:
        found = verdict(claim.judged, _changed(dict.fromkeys(real, said.made), {}, given.laboratory), None)
        if found.status is Status.VERIFIED:
            found.reason = f"{found.reason}, where “{said.words}”"
            return found
    return f"the text says “{said.words}”, and not all samples are so"


def _is_all_said(said: list[Said], free: Mapping[str, p.Sampled]) -> bool:
    """Whether nothing else is said to be so of the one free tensor of a claim."""
    return len(said) == 1 and said[0].lasts and said[0].names == free.keys()


def _copies(said: list[Said], free: Mapping[str, p.Sampled]) -> dict[str, p.Sampled]:
    """The tensors that are to be equal to others, with these."""
    copies = [one for one in said if one.copy_of in free]
    return {name: free[one.copy_of] for one in copies for name in one.names & free.keys() if name != one.copy_of}


def _changed(made: Mapping[str, Made], copies: Mapping[str, p.Sampled], laboratory: Laboratory) -> Laboratory:
    def change(runner: Runner) -> Runner:
        def as_said(found: NamedArray, plan: p.Sampled) -> NamedArray:
            if plan.key in copies:
                other = runner.run(copies[plan.key], {})
                if {*other.axes} == {*found.axes}:
                    found = NamedArray(found.axes, np.array(align(found, other)[1][1]))
            if plan.key in made:
                found = NamedArray(found.axes, np.asarray(made[plan.key](np.asarray(found.data, np.float64))))
            return found

        return Resampled(runner, as_said)

    return laboratory.changed(change)
