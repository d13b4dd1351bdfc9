"""Laws that follow from those of sums, products and contractions are never refuted; wrong ones are, always alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from ntdoc.compiler import compile_text
from ntdoc.report import Statement, Status

unhurried = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
BELOW = (r"\name{row}", r"\name{col}", r"\mathcal{S}", r"\mathcal{T}", r"\mathcal{S} \cup \mathcal{T}")


@dataclass(frozen=True)
class Term:
    """An expression of tensors that are declared nowhere: a letter, or an operation on others."""

    kind: str
    text: str  # the letter, or the axes below
    parts: tuple[Term, ...] = ()

    def latex(self) -> str:
        inner = [part.latex() for part in self.parts]
        if self.kind == "letter":
            return self.text
        if self.kind == "sum":
            return rf"\bigl( \nsum{{{self.text}}} {inner[0]} \bigr)"
        if self.kind == "negative":
            return rf"\bigl( - {inner[0]} \bigr)"
        sign = {"plus": "+", "times": r"\odot", "dot": rf"\ndot{{{self.text}}}"}[self.kind]
        return rf"\left( {inner[0]} {sign} {inner[1]} \right)"


def commuted(term: Term) -> Term:
    return Term(term.kind, term.text, term.parts[::-1])


def as_sum(term: Term) -> Term:
    return Term("sum", term.text, (Term("times", "", term.parts),)) if term.kind == "dot" else term


def distributed(term: Term) -> Term:
    """x ∘ (y + z) = x ∘ y + x ∘ z."""
    if term.kind in ("dot", "times") and term.parts[1].kind == "plus":
        x, (y, z) = term.parts[0], term.parts[1].parts
        return Term("plus", "", (Term(term.kind, term.text, (x, y)), Term(term.kind, term.text, (x, z))))
    if term.kind == "sum" and term.parts[0].kind == "plus":
        y, z = term.parts[0].parts
        return Term("plus", "", (Term("sum", term.text, (y,)), Term("sum", term.text, (z,))))
    return term


def twice_negative(term: Term) -> Term:
    return Term("negative", "", (Term("negative", "", (term,)),))


RULES: tuple[Callable[[Term], Term], ...] = (commuted, as_sum, distributed, twice_negative)

letters = st.sampled_from("XYZ").map(lambda name: Term("letter", name))
below = st.sampled_from(BELOW)


def terms(depth: int = 3) -> st.SearchStrategy[Term]:
    found: st.SearchStrategy[Term] = letters
    for _ in range(depth):
        pairs = st.tuples(found, found)
        found = st.one_of(
            letters,
            st.builds(Term, st.sampled_from(["plus", "times"]), st.just(""), pairs),
            st.builds(Term, st.just("dot"), below, pairs),
            st.builds(Term, st.just("sum"), below, st.tuples(found)),
        )
    return found


@st.composite
def equal_terms(draw: st.DrawFn) -> tuple[Term, Term]:
    """A term, and the same rewritten by rules that hold for all tensors."""
    start = draw(terms())

    def rewritten(term: Term) -> Term:
        term = Term(term.kind, term.text, tuple(rewritten(part) for part in term.parts))
        if draw(st.booleans()):
            rule = draw(st.sampled_from(RULES))
            if rule is not commuted or term.kind in ("plus", "times", "dot"):
                term = rule(term)
        return term

    return start, rewritten(start)


def checked(left: str, right: str) -> tuple[Statement, set[str]]:
    """The claim that two expressions are equal, and its problems; its left side is one that defines nothing."""
    report = compile_text(f"$$\n0 + {left} = {right}\n$$\n", "law.md")
    (found,) = report.statements
    return found, {d.code for d in report.problems}


@unhurried
@given(equal_terms())
def test_what_holds_for_all_tensors_is_never_refuted(pair: tuple[Term, Term]) -> None:
    found, problems = checked(pair[0].latex(), pair[1].latex())
    event(found.status.value)
    fits = found.status in (Status.VERIFIED, Status.SKIPPED)
    assert fits or problems == {"NT203"}, f"{pair[0].latex()} = {pair[1].latex()}"  # an axis is summed twice


@unhurried
@given(terms(2))
def test_a_law_that_is_off_by_one_is_refuted(term: Term) -> None:
    found, _ = checked(term.latex(), f"1 + {term.latex()}")
    assert found.status is not Status.VERIFIED, term.latex()


@settings(deadline=None, max_examples=20)
@given(terms(2))
def test_checks_are_the_same_each_time(term: Term) -> None:
    (one, _), (two, _) = (checked(term.latex(), f"2 {term.latex()}") for _ in range(2))
    assert (one.status, one.reason) == (two.status, two.reason)
    assert [str(x.array.data) for x in one.example.inputs] == [str(x.array.data) for x in two.example.inputs]
