"""Names that mean something of their own in a section, though an older one says what they are.

A letter has one role in one section of a long text and another in the next, and often the words alone say so: *with a
temperature `T`*, after the tensors `T` of other sections. Where something is wrong in a section that introduces a name
anew, the document is read once more as if no other section said what the name is. That reading counts if all that was
wrong there becomes right, and nothing else becomes wrong or is left unchecked: a mistake stays one in both readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ntdoc.operations.table import CONSTANTS, lookup
from ntdoc.regex import regex
from ntdoc.report import RIGHT, WRONG, DocumentReport, Kind, Statement
from ntdoc.shapes.bindings import Declared, Function, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.document.said.new_numbers import introduces_number
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers import called_numbers
from ntdoc.shapes.patterns import ORDERS, index_letters, is_update, names_in, operands
from ntdoc.shapes.scope import Scope
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.literals import is_number

Names = frozenset[tuple[int, str]]  # sections, by their number, and letters

_UNREAD = "NT1"  # the codes of what cannot be read at all
_TENSORS = (Tensor, Declared)
_LIMIT = regex(r"\\?(?P<letter>[A-Za-z]+)\s*\\(?:to|rightarrow|downarrow|uparrow)\b")
_UNLIKE = regex(r"\b(?:by|any|all|every|some|an?|each)\s+[$(\\]*$", re.IGNORECASE)  # *dividing by `a \\ne 0`*
_BESIDE = regex(r"\b(?:for|with|where|given|here)\s+[$(\\]*$", re.IGNORECASE)
TRIES = 3  # readings of a document, of which each takes as long as the first
_LONG = 2000  # statements, from which on a document is read once, for to read it again would take too long


@dataclass(frozen=True, slots=True)
class Suspicion:
    """Letters to read anew, and what statements may be then that are claims now, or no statements at all."""

    names: Names = frozenset()
    sections: Mapping[int, int] = field(default_factory=dict)  # of the items of the document
    may_be: tuple[tuple[Span, frozenset[Kind]], ...] = ()
    prose: tuple[Span, ...] = ()

    def kept(self, names: Names, report: DocumentReport, again: DocumentReport) -> Names:
        """Those of some names that were read anew of which the sections are better understood for it.

        None if something is worse elsewhere. Where all are kept, the second reading is the one to tell of.
        """
        now = {s.span: s for s in again.statements}
        righted, worse, still, prose = set[int](), set[int](), set[int](), set[int]()
        for s in report.statements:
            same, section = now.get(s.span), self.sections.get(s.item, 0)
            if s.status in WRONG:
                covering = (other for other in again.statements if other.span.covers(s.span))
                there = [same] if same is not None else list(covering)
                if same is not None and same.status in WRONG:
                    still.add(section)
                elif self._may_be_prose(s) and all(other.kind is Kind.CONSTRAINT for other in there):
                    prose.add(section)
                else:
                    (righted if self._is_righted(s, there) else worse).add(section)
            elif s.status in RIGHT and same is not None and same.status not in RIGHT:
                worse.add(section)
            elif s.status in RIGHT and same is None and s.kind is not Kind.EXPRESSION:
                whole = [other for other in again.statements if other.span.covers(s.span)]
                if not self._is_righted(s, whole):  # a link of an order that introduces its letters
                    worse.add(section)
        worse |= prose & still  # then it is the mistake that is no longer read
        righted |= prose
        known = {s.span for s in report.statements if s.status in WRONG}
        worse |= {self.sections.get(s.item, 0) for s in again.statements if s.status in WRONG and s.span not in known}
        if not worse <= {section for section, _ in names} or _beside(again) - _beside(report):
            return frozenset()
        return frozenset((section, name) for section, name in names if section in righted - worse)

    def _may_be_prose(self, s: Statement) -> bool:
        """Whether what is wrong may say nothing, or no more than what its letters may be, when these are new ones."""
        return not s.display and any(span.covers(s.span) for span in self.prose)

    def _is_righted(self, s: Statement, there: Sequence[Statement]) -> bool:
        """Whether what was wrong becomes right and says what it said, or introduces a name."""
        kinds = next((kinds for span, kinds in self.may_be if span.covers(s.span)), frozenset()) | {s.kind}
        return bool(there) and all(other.status in RIGHT and other.kind in kinds for other in there)


def suspected(roles: Sequence[Role], scope: Scope, report: DocumentReport) -> Suspicion:
    """The letters that sections in which something is wrong introduce anew; none in a document that is very long."""
    if len(report.statements) > _LONG:
        return Suspicion()
    wrong = {d.statement for d in report.problems if not d.code.startswith(_UNREAD)}
    spans = [s.span for s in report.statements if s.id in wrong]
    names: set[tuple[int, str]] = set()
    prose: list[Span] = []
    elsewhere: dict[str, list[Entry]] = {}
    for name, bindings in scope.by_name.items():
        elsewhere.setdefault(_base(name), []).extend(b.entry for b in bindings)
    said: dict[int, tuple[set[str], set[str]]] = {}  # by section: the letters that it introduces, and uses anew
    for role in roles:
        at = role.entry
        if not any(at.parsed.span.covers(span) for span in spans):
            continue
        if at.section not in said:
            here = [role for role in roles if role.entry.section == at.section]
            said[at.section] = introduced(here, scope, at.section), used_anew(here, scope, at.section)
        plainly, used = said[at.section]
        taken = _taken_from_elsewhere(_made_of(role, scope), at, scope) | _taken_by_parts(role, scope)
        own = {n for n in taken & (plainly | used - CONSTANTS.keys()) if _is_elsewhere(elsewhere.get(n, ()), at)}
        names |= {(at.section, name) for name in own}
        prose += [at.parsed.span] if own and own <= plainly else []
    if not names:
        return Suspicion()
    may_be = tuple((role.entry.parsed.span, _kinds(role.entry)) for role in roles)
    return Suspicion(frozenset(names), {r.entry.item: r.entry.section for r in roles}, may_be, tuple(prose))


def _kinds(entry: Entry) -> frozenset[Kind]:
    """What a statement may be where none of its names has been said: *let `c > 0`*, *put `s^2 = E`*."""
    kinds = set[Kind]()
    if entry.lets or entry.gives:
        kinds |= {Kind.DEFINITION, Kind.DECLARATION, Kind.CONSTRAINT}
    if _is_supposed(entry) or (not entry.display and introduces_number(entry.parsed.span)):
        kinds |= {Kind.DECLARATION, Kind.CONSTRAINT}
    return frozenset(kinds)


def _is_supposed(entry: Entry) -> bool:
    """Whether the words before a statement say that it is so, and do not conclude it."""
    beside = not entry.display and _BESIDE.search(sentences.before(entry.parsed.span)) is not None
    return entry.lets or entry.local or entry.assumed or beside


def introduced(here: Sequence[Role], scope: Scope, section: int) -> set[str]:
    """The letters of which a section says what they are: in a declaration, an order, a limit, by *let*, as indices."""
    bindings = (b for found in scope.by_name.values() for b in found if b.entry.section == section)
    declared = {b.name for b in bindings if isinstance(b, Declared)}
    declared |= {name for name, said in scope.counted.items() if any(by.section == section for by in said)}
    return {_base(name) for name in declared.union(*((*_introduced(role), *_indices(role)) for role in here))}


def used_anew(here: Sequence[Role], scope: Scope, section: int) -> set[str]:
    """The letters that are something of their own in a section by their use: named in words, parameters, put equal."""
    functions = (f for f in scope.functions if f.entry.section == section and f.parameters)
    letters = {name for f in functions for name in f.letters}
    tensors = {name for name in _usual(here) if any(isinstance(b, _TENSORS) for b in scope.by_name.get(name, ()))}
    return {_base(name) for name in letters.union(tensors, *(_used_anew(role) for role in here))}


def _introduced(role: Role) -> Iterator[str]:
    parsed = role.entry.parsed
    if not isinstance(parsed, ast.Chain):
        if (limit := _LIMIT.match(parsed.span.text)) is not None:
            yield limit["letter"]
        return
    symbols = [side for side in operands(parsed) if isinstance(side, ast.Symbol)]
    number = bool(symbols) and not role.entry.display and introduces_number(parsed.span)
    if not parsed.rest:
        yield from (s.full_name for s in symbols if number or role.entry.lets or role.entry.scalar)
    elif all(relation.kind in (*ORDERS, "in", "range", "drawn") for relation, _ in parsed.rest):
        yield from (s.full_name for s in symbols if number or _is_supposed(role.entry))
    elif [relation.kind for relation, _ in parsed.rest] == ["ne"] and is_number(parsed.rest[0][1]):
        supposed = number or _is_supposed(role.entry) or _UNLIKE.search(sentences.before(parsed.span)) is not None
        yield from (s.full_name for s in symbols if supposed)


def _used_anew(role: Role) -> Iterator[str]:
    parsed = role.entry.parsed
    if not isinstance(parsed, ast.Chain):
        return
    yield from names_in(role.sizes)
    if parsed.rest:
        yield from names_in(parsed.subjects) if role.entry.gives or role.entry.lets else ()
    else:
        symbols = [side for side in parsed.subjects if isinstance(side, ast.Symbol)]
        named = role.entry.introduces
        yield from (s.full_name for s in symbols if named or called_numbers.is_named(s) or called_numbers.is_number(s))


def _indices(role: Role) -> Iterator[str]:
    """The letters that are indices in a statement, and those that run over the members of what it defines."""
    parsed = role.entry.parsed
    if isinstance(parsed, ast.Chain):
        yield from index_letters(parsed)
        yield from letters_in(role.defines.name) if role.defines is not None else ()


def _usual(here: Sequence[Role]) -> set[str]:
    """The names of usual functions that are applied, `\\sigma(x)`."""
    found = set[str]()
    for role in here:
        heads = (head for head, behind in pairs(role.entry.parsed) if isinstance(behind, ast.Group))
        called = (head for head in heads if isinstance(head, ast.Symbol) and lookup(head.name) is not None)
        found |= {s.full_name for s in called}
    return found


def _taken_from_elsewhere(names: set[str], at: Entry, scope: Scope) -> set[str]:
    """The letters of some names that mean there what another section says.

    A letter is none if it only stands in names that its section says, `\\beta` in `\\beta^l`.
    """
    apart = {name for name in names if _is_taken_from_elsewhere(name, at, scope)}
    own = {_base(name) for name in names - apart if name != _base(name) and scope.tensor(name, at) is not None}
    return {_base(name) for name in apart if name != _base(name) or name not in own}


def _taken_by_parts(role: Role, scope: Scope) -> set[str]:
    """The letters that what its section defines takes from elsewhere where it stands: *`f(x) = a x`, where `a > 0`*."""
    section, found = role.entry.section, set[str]()
    for name in _made_of(role, scope) if role.defines is None else ():
        for b in (*scope.by_name.get(name, ()), *scope.of_form(name)):
            if isinstance(b, Tensor | Function) and b.entry.section == section:
                found |= _taken_from_elsewhere(set(_used(b)), b.entry, scope)
    return found


def _is_taken_from_elsewhere(name: str, at: Entry, scope: Scope) -> bool:
    """Whether a name means there what another section says, or nothing as it is written, or has a sign from there."""
    found = scope.tensor(name, at) or next(iter(scope.function(name, at)), None)
    if found is None:  # a member of a family, or any member of one
        members = [b.entry for b in (*scope.of_form(name), *scope.of_base(name)) if b.entry.index < at.index]
        return bool(members) and all(member.section != at.section for member in members)
    if found.entry.section != at.section or is_update(found.entry.parsed):
        return True
    if isinstance(found, Declared) and any(f.entry.section != at.section for f in scope.function(name, at)[:1]):
        return True  # a function of another section is called, `a (x - y)` of an `a \\in [0, 1]`
    declared = [b for b in scope.by_name[name] if isinstance(b, Declared)] if isinstance(found, Declared) else []
    signed = any(b.domain is None for b in declared if b.entry.section == at.section)  # *let `c > 0`*, of what is a `c`
    return any(b.sign or signed for b in declared if b.entry.section != at.section)


def _is_elsewhere(said: Iterable[Entry], at: Entry) -> bool:
    """Whether other sections say what a letter is, and not the one of which that of an entry is a part."""
    others = [other for other in said if other.section != at.section]
    return bool(others) and not any(other.heads and other.chapter == at.chapter for other in others)


def _base(name: str) -> str:
    """The letter of a name, without its scripts."""
    return taken_apart(name).base


def _made_of(role: Role, scope: Scope) -> set[str]:
    """The names in a statement, and in what its section defines of these."""
    defined = role.defines
    found, pending = set[str](), [*(names_in(role.entry.parsed) if defined is None else _used(defined))]
    while pending:
        if (name := pending.pop()) not in found:
            found.add(name)
            members = (*scope.by_name.get(name, ()), *scope.of_form(name))
            own = (b for b in members if b.entry.section == role.entry.section)
            pending.extend(n for b in own if isinstance(b, Tensor | Function) for n in _used(b))
    return found


def _used(b: Tensor | Function) -> frozenset[str]:
    bound = b.letters if isinstance(b, Function) else [letter.full_name for _, letter in b.indices]
    return names_in(b.body).difference(bound)


def _beside(report: DocumentReport) -> set[tuple[str, Span]]:
    """The problems of a report that are those of no statement that is wrong: warnings, and what words say."""
    wrong = {s.id for s in report.statements if s.status in WRONG}
    return {(d.code, d.span) for d in report.problems if d.statement not in wrong}
