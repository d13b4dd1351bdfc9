"""Names that mean something of their own in a section, though an older one says what they are.

A letter has one role in one section of a long text and another in the next, and often the words alone say so: *with a
temperature `T`*, after the tensors `T` of other sections. Where something is wrong in a section that introduces a name
anew, the document is read once more as if no other section said what the name is. That reading counts if all that was
wrong there becomes right, and nothing else becomes wrong or is left unchecked: a mistake stays one in both readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ntdoc.nodes import walk
from ntdoc.operations.table import CONSTANTS, lookup
from ntdoc.report import WRONG, DocumentReport, Kind, Statement, Status
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers import called_numbers
from ntdoc.shapes.patterns import ORDERS, index_letters, names_in, operands
from ntdoc.shapes.scope import Declared, Function, Scope, Tensor
from ntdoc.source import Span
from ntdoc.syntax import ast

Names = frozenset[tuple[int, str]]  # sections, by their number, and names

_RIGHT = (Status.DECLARED, Status.EVALUATED, Status.VERIFIED)
_LIMIT = re.compile(r"\\?(?P<letter>[A-Za-z]+)\s*\\(?:to|rightarrow|downarrow|uparrow)\b")
_BESIDE = re.compile(r"\b(?:for|with|where|given|here)\s+[$(\\]*$", re.IGNORECASE)
_TRIES = 3  # readings of a document, of which each takes as long as the first


@dataclass(frozen=True, slots=True)
class Suspicion:
    """Readings to try, and what statements may be in them that are claims now, or no statements at all."""

    readings: tuple[Names, ...] = ()
    may_be: tuple[tuple[Span, frozenset[Kind]], ...] = ()
    may_be_prose: tuple[Span, ...] = ()

    def is_better(self, report: DocumentReport, again: DocumentReport) -> bool:
        """Whether a second reading tells only of some of what the first one does, and leaves no more unchecked."""
        if not _told(again) < _told(report):
            return False
        now = {s.span: s for s in again.statements}
        return all(self._is_as_good(s, report, again, now) for s in report.statements)

    def _is_as_good(
        self, s: Statement, report: DocumentReport, again: DocumentReport, now: Mapping[Span, Statement]
    ) -> bool:
        """Whether a statement is as well understood, and says what it said if it was wrong, or introduces a name."""
        same = now.get(s.span)
        if s.status not in WRONG:
            vanished = same is None and s.kind is Kind.EXPRESSION
            return vanished or s.status not in _RIGHT or (same is not None and same.status in _RIGHT)
        if same is not None and same.status is s.status:
            return _told(again, same) == _told(report, s)
        there = [same] if same is not None else [other for other in again.statements if other.span.covers(s.span)]
        if not there:
            return not s.display and any(span.covers(s.span) for span in self.may_be_prose)
        kinds = next((kinds for span, kinds in self.may_be if span.covers(s.span)), frozenset()) | {s.kind}
        return all(other.status in _RIGHT and other.kind in kinds for other in there)


def suspected(roles: Sequence[Role], scope: Scope, report: DocumentReport) -> Suspicion:
    """The readings to try, each the names that sections introduce anew: of all sections, and then of one."""
    wrong = {d.statement for d in report.problems}
    spans = [s.span for s in report.statements if s.id in wrong]
    found: dict[int, set[str]] = {}
    prose: list[Span] = []
    for role in roles:
        at = role.entry
        if any(at.parsed.span.covers(span) for span in spans):
            own = {n for n in _made_of(role, scope) if _is_elsewhere(n, at, scope)}
            here = [role for role in roles if role.entry.section == at.section]
            plainly = own & introduced(here, scope, at.section)
            if own := plainly | (own & used_anew(here, scope, at.section)):
                found.setdefault(at.section, set()).update(own)
            prose += [at.parsed.span] if own and own == plainly else []
    each = [frozenset((section, name) for name in names) for section, names in found.items()]
    readings = [frozenset().union(*each), *each] if len(each) > 1 else each
    may_be = tuple((role.entry.parsed.span, _kinds(role.entry)) for role in roles) if readings else ()
    return Suspicion(tuple(readings[:_TRIES]), may_be, tuple(prose))


def _kinds(entry: Entry) -> frozenset[Kind]:
    """What a statement may be where none of its names has been said: *let `c > 0`*, *put `s^2 = E`*."""
    kinds = set[Kind]()
    if entry.lets or entry.gives:
        kinds |= {Kind.DEFINITION, Kind.DECLARATION, Kind.CONSTRAINT}
    if _is_supposed(entry):
        kinds |= {Kind.DECLARATION, Kind.CONSTRAINT}
    return frozenset(kinds)


def _is_supposed(entry: Entry) -> bool:
    """Whether the words before a statement say that it is so, and do not conclude it."""
    beside = not entry.display and _BESIDE.search(sentences.before(entry.parsed.span)) is not None
    return entry.lets or entry.local or entry.assumed or beside


def introduced(here: Sequence[Role], scope: Scope, section: int) -> set[str]:
    """The names of which a section says what they are: in a declaration, in words, in an order, or in a limit."""
    declared = {n for n, found in scope.by_name.items() for b in found if b.entry.section == section and _declares(b)}
    return declared.union(*(_introduced(role) for role in here))


def used_anew(here: Sequence[Role], scope: Scope, section: int) -> set[str]:
    """The names that are something of their own in a section by their use: parameters, indices, what is put equal."""
    functions = (f for f in scope.functions if f.entry.section == section and f.parameters)
    return {name for f in functions for name in f.letters}.union(_usual(here), *(_used_anew(role) for role in here))


def _introduced(role: Role) -> Iterator[str]:
    parsed = role.entry.parsed
    if not isinstance(parsed, ast.Chain):
        if (limit := _LIMIT.match(parsed.span.text)) is not None:
            yield limit["letter"]
        return
    symbols = [side for side in operands(parsed) if isinstance(side, ast.Symbol)]
    if not parsed.rest:
        named = role.entry.lets or role.entry.introduces or role.entry.scalar
        yield from (s.full_name for s in symbols if named or called_numbers.is_named(s) or called_numbers.is_number(s))
    elif all(relation.kind in (*ORDERS, "in", "range", "drawn") for relation, _ in parsed.rest):
        yield from (s.full_name for s in symbols if _is_supposed(role.entry))


def _used_anew(role: Role) -> Iterator[str]:
    parsed = role.entry.parsed
    if isinstance(parsed, ast.Chain):
        yield from index_letters(parsed)
        yield from letters_in(role.defines.name) if role.defines is not None else ()
        yield from names_in(parsed.subjects) if parsed.rest and (role.entry.gives or role.entry.lets) else ()


def _usual(here: Sequence[Role]) -> set[str]:
    """The names of usual functions that are applied, `\\sigma(x)`, and of constants."""
    found = set[str]()
    for role in here:
        for part in walk(role.entry.parsed):
            if isinstance(part, ast.Juxtaposition):
                heads = zip(part.factors, part.factors[1:], strict=False)
                called = (f for f, behind in heads if isinstance(f, ast.Symbol) and isinstance(behind, ast.Group))
                found |= {f.full_name for f in called if lookup(f.name) is not None}
            elif isinstance(part, ast.Symbol) and part.name in CONSTANTS:
                found.add(part.full_name)
    return found


def _declares(b: object) -> bool:
    return isinstance(b, Declared)


def _is_elsewhere(name: str, at: Entry, scope: Scope) -> bool:
    """Whether other sections say what a name is, and not the one of which that of an entry is a part."""
    others = [b.entry for b in scope.by_name.get(name, ()) if b.entry.section != at.section]
    return bool(others) and not any(other.heads and other.chapter == at.chapter for other in others)


def _made_of(role: Role, scope: Scope) -> set[str]:
    """The names in a statement, and in what its section defines of these."""
    found, pending = set[str](), [*names_in(role.entry.parsed)]
    while pending:
        if (name := pending.pop()) not in found:
            found.add(name)
            members = (*scope.by_name.get(name, ()), *scope.of_form(name))
            own = (b for b in members if b.entry.section == role.entry.section)
            pending.extend(n for b in own if isinstance(b, Tensor | Function) for n in names_in(b.body))
    return found


def _told(report: DocumentReport, of: Statement | None = None) -> set[tuple[object, ...]]:
    """The problems of a report, or of one statement in it."""
    return {(d.code, d.span) for d in report.problems if of is None or d.statement == of.id}
