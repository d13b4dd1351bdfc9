"""What is known of a document when one of its claims is looked at: above all, what is supposed before it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from ntdoc.report import Kind, Status
from ntdoc.shapes.claims.quantified import undeclared
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.unread import said as unread_in_prose
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.samples import distributions
from ntdoc.shapes.samples.constrained import Constrained
from ntdoc.shapes.scope import Scope
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.beside import conventions, told_steps
from ntdoc.verification.beside.cases import behind
from ntdoc.verification.beside.cases.behind import Supposition
from ntdoc.verification.beside.under_conditions import leave_out
from ntdoc.verification.in_numbers import taken
from ntdoc.verification.in_numbers.taken import free
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import is_whole_condition

SUPPOSED = "the text supposes this, and the samples do not satisfy it"


@dataclass(frozen=True, slots=True)
class Refuted:
    """A claim that samples refute."""

    judged: Judged
    verdict: Verdict
    place: int  # among all that is judged

    @property
    def at(self) -> Entry:
        return self.judged.role.entry

    @property
    def worded(self) -> bool:
        """Whether it is a formula of a sentence whose words may say more: it is prose if it does not hold."""
        return not self.at.display and (self.at.worded or self.at.negated)

    @property
    def prose(self) -> bool:
        """Whether it is prose if it does not hold: as above, or supposed in a sentence."""
        return self.worded or (self.at.supposed and not self.at.display)

    def free(self, within: bool) -> frozenset[str]:
        """The free tensors that it is of; `within` what its definitions are made of, too."""
        return frozenset(free(self.judged, within=within))


@dataclass(slots=True)
class Given:
    """What the document says, and what has been supposed up to the claim that is looked at."""

    entries: Sequence[Entry]
    constrained: Sequence[Constrained]
    in_words: Mapping[str, bool]  # letters that words alone call a number, and whether that is a size
    judged: Sequence[Judged]
    laboratory: Laboratory
    drawn: set[str]  # the names whose samples satisfy what formulas say of them
    random: set[str]  # what is drawn from a distribution
    conditions: set[tuple[int, int, str]]  # rows, and the names that a constraint in them is of
    told: Mapping[tuple[int, str], Entry]  # what says something of a letter, in a section, that cannot be used
    lost: Mapping[int, Entry]  # suppositions that cannot be read, by sentence
    conditions_behind: dict[int, list[Supposition]]  # by sentence
    agreed: Span | None  # a convention for what is no number
    solved_for: Collection[int]  # equations that are solved of formulas before them, or that these are put into
    supposed: list[Supposition] = field(default_factory=list)
    in_its_words: list[Supposition] = field(default_factory=list)  # what words say, too, in a sentence
    numbers: list[Supposition] = field(default_factory=list)  # what an example gives to no tensor alone
    stationary: list[Supposition] = field(default_factory=list)  # derivatives that are zero at what is looked for
    solved: set[int] = field(default_factory=set)  # the suppositions that say all that is supposed
    false: dict[int, Span] = field(default_factory=dict)  # conditions that numbers do not meet, by sentence
    over: list[Supposition] = field(default_factory=list)  # that numbers of another paragraph do not meet
    unread: dict[tuple[str, int, int], Judged] = field(default_factory=dict)  # families, of their entries

    def suppose(self, supposition: Judged, names: frozenset[str], all_that_is_supposed: bool = False) -> None:
        self.supposed.append((supposition, names))
        if all_that_is_supposed:
            self.solved.add(id(supposition))

    def heed(self, j: Judged, v: Verdict) -> None:
        """Take in what a statement supposes that is no claim, or that samples satisfy."""
        at = j.role.entry
        if self.agreed is not None and conventions.is_no_number(v) and self.agreed.start < j.span.start:
            leave_out(v, f"no number but by the convention of {self.agreed.line_for(j.span)}")
        if taken.is_condition(j, self.entries, self.drawn):
            self.suppose(j, frozenset(names_in(at.parsed)), is_whole_condition(j.span))
        if v.status is Status.SKIPPED and (taken.is_number_of_more(j) or taken.is_number_of_tensor(j)):
            self.numbers.append((j, frozenset(free(j, within=True))))
        if v.status is Status.SKIPPED and taken.is_supposed_bound(j) and (names := _bounded(j)):
            self.suppose(j, names)
            leave_out(v, SUPPOSED)
        if v.status is Status.VERIFIED and at.supposed and not at.display and taken.is_order(j):  # of all samples
            self.suppose(j, frozenset(names_in(at.parsed)), is_whole_condition(j.span))
        if v.status is Status.SKIPPED and at.display:
            self.unread.update(dict.fromkeys(taken.forms_given(j), j))


Ruling = Verdict | str | None  # what it comes to, or why it is left out (for prose without a word), or not this rule's
Rule = Callable[[Refuted, Given], Ruling]


def gathered(
    entries: Sequence[Entry],
    scope: Scope,
    judged: list[Judged],
    verdicts: list[Verdict],
    laboratory: Laboratory,
) -> Given:
    """What is known before the first claim."""
    agreed = conventions.leave_out_all(judged, verdicts)
    told = {(e.section, name): e for e in reversed(entries) for name in unread_in_prose(e)}
    told.update({(e.section, family): e for e in reversed(entries) for family in told_steps.steps_told(e)})
    displayed = [j for j in reversed(judged) if j.role.entry.display]
    told.update({(j.role.entry.section, name): j.role.entry for j in displayed for name in undeclared([j])})
    return Given(
        entries,
        scope.constrained,
        scope.in_words,
        judged,
        laboratory,
        drawn={c.name for c in scope.constrained},
        random={name for e in entries if isinstance(e.parsed, ast.Chain) for name in distributions.names(e.parsed)},
        conditions={(*j.role.entry.row, j.role.name) for j in judged if j.kind is Kind.CONSTRAINT and j.role.name},
        told=told,
        lost=taken.lost(entries, judged, verdicts),
        conditions_behind=behind.conditions(judged, verdicts),
        agreed=agreed,
        solved_for=scope.solved.keys(),
    )


def is_refuted(judged: Judged, verdict: Verdict) -> bool:
    """Whether numbers refute a claim, and not its shapes."""
    by_numbers = judged.kind is Kind.CLAIM and not judged.failed and judged.member is None
    return by_numbers and verdict.status is Status.FAILED and any(d.code == "NT301" for d in verdict.diagnostics)


def _bounded(judged: Judged) -> frozenset[str]:
    """What an order is of: the free tensors in it, or if it has none those that its definitions are made of."""
    return frozenset(free(judged, within=False)) or frozenset(free(judged, within=True))
