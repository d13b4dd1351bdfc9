"""What a claim leaves open: letters for shapes, tensors declared nowhere, indices and records that nothing binds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Function, Signed, Tensor, is_open
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.environment import shape_key
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import index_letters, names_in, number_in, summed
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import STARS, default_size, variable
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Record, ShapeSet
from ntdoc.syntax.cursor import Unreadable

_DEFINES = regex(  # *the function `f` is defined such that*
    r"\b(?:defin(?:e[sd]?|ing)|given|characteri[sz]ed|determined|specified|fixed|means?)\b[^.;]*$"
    r"|\b(?:is|are|be|denotes?)\s+(?:the|an?|any|those|some)\s+(?:[a-z-]+\s+){0,3}(?:functions?|maps?|operators?)\b[^.;]*$",
    re.IGNORECASE,
)
_LETTERS = "abcdefghklmnpqrstuvwxyz"
_OF_REALS = ("reals", "interval")  # what an order declares is of these


@dataclass(frozen=True, slots=True)
class Open:
    """What a claim is about all of, and the conditions on it.

    `named` are the axes that the claim names, `spare` are names for new ones. `members` and `stated` are the tensors
    and the records that a condition puts in a set.
    """

    shapes: tuple[str, ...]
    tensors: tuple[str, ...]
    indices: frozenset[str]
    records: tuple[str, ...]
    members: tuple[tuple[str, ast.TensorSet], ...]
    stated: tuple[tuple[str, ast.TensorSet], ...]
    conditions: tuple[ast.Chain, ...]
    named: tuple[str, ...]
    spare: tuple[str, ...]
    starred: bool  # stars are on all axes of a tensor, lifted ones too: nothing is lifted where they occur
    arguments: tuple[str, ...] = ()  # tensors that are letters of functions: they may have axes that nothing demands

    @property
    def anything(self) -> bool:
        return bool(self.shapes or self.tensors or self.indices or self.records or self.members)

    def with_names(self, names: Iterable[str], indices: frozenset[str], records: frozenset[str]) -> Open:
        """With names that were found to be undeclared: indices, records, else tensors."""
        new = [n for n in names if n not in self.tensors]
        return replace(
            self,
            indices=self.indices | (indices & set(new)),
            records=self.records + tuple(sorted(r for r in records if r not in self.records)),
            tensors=self.tensors + tuple(n for n in new if n not in indices),
        )


def open_parts(session: Session, role: Role, parsed: ast.Chain) -> Open:
    """What the notation itself leaves open. Which names are declared nowhere is found by trying."""
    members: list[tuple[str, ast.TensorSet]] = []
    stated: list[tuple[str, ast.TensorSet]] = []
    conditions: list[ast.Chain] = []
    supposed = [s.chain for s in session.scope.supposed(role.entry)]
    for chain in (*supposed, *parsed.conditions):
        right = chain.rest[0][1] if chain.rest else None
        names = [s.full_name for s in chain.subjects if isinstance(s, ast.Symbol)]
        if isinstance(chain.subjects[0], ShapeSet):
            conditions.append(chain)
        elif isinstance(right, ast.TensorSet) and chain.rest[0][0].kind == "in" and names:
            found = stated if right.base.kind == "records" else members
            if right.base.kind in ("records", "reals", "named"):
                found.extend((name, right) for name in names)
    used = {letter for letter, _ in _record_letters(parsed)}
    stated = [(name, where) for name, where in stated if name in used]
    asked = {letter for letter, explicit in _record_letters(parsed) if explicit}
    trees: list[object] = [parsed.subjects, parsed.rest, *(s for _, s in (*members, *stated))]
    trees.extend(_declared_sets(session, role, parsed))
    shapes = dict.fromkeys(base for tree in trees for base in _shape_letters(tree))
    named = dict.fromkeys(
        a.name for tree in trees[:2] for a in walk(tree) if isinstance(a, ast.Axis) and not a.variable
    )
    taken = {*session.axis_spellings, *named}
    spare = [letter for letter in _LETTERS if letter not in taken]
    return Open(
        tuple(shapes),
        tuple(name for name in _anything(session, role, parsed) if name not in dict((*members, *stated))),
        _foreign_indices(session, role, parsed),
        tuple(sorted(asked - {name for name, _ in stated})),
        tuple(dict(members).items()),
        tuple(dict(stated).items()),
        tuple(conditions),
        tuple(named),
        tuple(spare),
        any(isinstance(part, ast.Star | ast.Derivative) for part in walk((parsed.subjects, parsed.rest))),
    )


def _shape_letters(tree: object) -> Iterator[str]:
    for part in walk(tree):
        if isinstance(part, ast.Axis) and part.variable:
            yield part.name.rstrip(STARS)


def _declared_sets(session: Session, role: Role, parsed: ast.Chain) -> Iterator[object]:
    """The sets in which the document declares the tensors and functions of a claim."""
    names = names_in((parsed.subjects, parsed.rest))
    for name in sorted(names):  # and in the bodies of functions that it names
        for defined in session.scope.function(name, role.entry)[:1]:
            if isinstance(defined, Function):
                names |= names_in(defined.body)
                yield defined.body
    if session.scope.leaves_open:  # and in what its section makes of these
        names = frozenset(made_of(session.scope, frozenset(names), role.entry, within=role.entry.section))
    for name in sorted(names):
        found = session.scope.tensor(name, role.entry)
        if isinstance(found, Declared) and found.domain is not None and not _gives_way(found, role):
            yield found.domain
        for function in session.scope.function(name, role.entry)[:1]:
            if isinstance(function, Signed):
                yield (function.signature.arguments, function.signature.result)


def _gives_way(declared: Declared, role: Role) -> bool:
    """Whether a tensor is declared in another section, and there over any shape: here it may have another."""
    return is_open(declared) and declared.entry.section != role.entry.section


def _anything(session: Session, role: Role, parsed: ast.Chain) -> Iterator[str]:
    """The names of such tensors in a claim, and of those at which it says what functions are."""
    for name in sorted(names_in((parsed.subjects, parsed.rest))):
        found = session.scope.tensor(name, role.entry)
        if isinstance(found, Declared) and _gives_way(found, role):
            yield name
    yield from sorted(_of_new_functions(session, role.entry, parsed))


def _of_new_functions(session: Session, at: Entry, parsed: ast.Chain) -> set[str]:
    """The letters of functions of which a claim says what they are, right below their signatures.

    *Functions `\\nfun{\\ax}{f} \\colon …` such that `\\nsum{\\ax} \\nfun{\\ax}{f} A = 1`*: that is so of any A with
    this axis, and not of one that is declared before, without it.
    """
    letters: set[str] = set()
    for head, given in pairs((parsed.subjects, parsed.rest)):
        signed = _signed_here(session, head, at) if isinstance(head, ast.Symbol) else None
        if signed is None:
            continue
        items = given.items if isinstance(given, ast.Group) else (given,)
        for item, wanted in zip(items, signed.signature.arguments, strict=False):
            found = session.scope.tensor(item.full_name, at) if isinstance(item, ast.Symbol) else None
            if not isinstance(item, ast.Symbol) or found is None or found.entry.index > signed.entry.index:
                continue
            if found.entry.sentence == at.sentence:
                continue  # *let `A \\in S`, and let `f` be such that*: of this A
            value = session.value(item.full_name, session.environment(at).aside(), item.span)
            needed = {sized.axis.name for sized in wanted.shape.axes if not sized.axis.variable}
            if value is not None and value.shape is not None and not needed <= value.shape.keys():
                letters.add(item.full_name)
    return letters


def _signed_here(session: Session, head: ast.Symbol, at: Entry) -> Signed | None:
    """The signature of a function that nothing defines, if a claim says what that is."""
    found = session.scope.function(head.full_name, at)
    signed = found[0] if found and all(isinstance(one, Signed) for one in found) else None
    if not isinstance(signed, Signed) or signed.entry.index > at.index or signed.entry.section != at.section:
        return None
    same = {axis.name for axis in head.axes} == {*signed.axes}
    return signed if same and says_what_it_is(signed, at) else None


def says_what_it_is(signed: Signed, at: Entry) -> bool:
    """Whether a sentence gives a signature and goes on with a claim, or says that this is what the function is."""
    within = signed.entry.sentence == at.sentence
    return within or _DEFINES.search(sentences.before(at.parsed.span, across=at.display)) is not None


def _record_letters(parsed: ast.Chain) -> Iterator[tuple[str, bool]]:
    """Letters that may be records, and whether nothing else can be meant by them."""
    for part in walk((parsed.subjects, parsed.rest)):
        if isinstance(part, Record):
            yield from ((item.letter, True) for item in part.items)
        elif isinstance(part, ast.Symbol) and part.sub is not None:
            yield from ((item.letter, False) for item in part.sub.records)


def records_meant(parsed: ast.Chain, undeclared: Iterable[str], known: Iterable[str]) -> dict[str, frozenset[str]]:
    """Undeclared names `X_s` that are entries at records, with the letters that are records then.

    They are if the claim has the `X` alone too, or if one of the letters is known to be a record.
    """
    symbols = [part for part in walk((parsed.subjects, parsed.rest)) if isinstance(part, ast.Symbol)]
    alone = {symbol.full_name for symbol in symbols if symbol.sub is None}
    scripted = [
        (symbol, frozenset(item.letter for item in symbol.sub.records))
        for symbol in symbols
        if symbol.sub is not None and symbol.sub.records and symbol.sup is None
    ]
    letters = {letter for letter, explicit in _record_letters(parsed) if explicit} | set(known)
    found: dict[str, frozenset[str]] = {}
    names = set(undeclared)
    while True:
        more = [
            (symbol.full_name, own)
            for symbol, own in scripted
            if symbol.full_name in names and symbol.full_name not in found
            if symbol.base in alone or own & letters
        ]
        if not more:
            return found
        for name, own in more:
            found[name] = own
            letters |= own


def _foreign_indices(session: Session, role: Role, parsed: ast.Chain) -> frozenset[str]:
    """Letters in indices that are declared elsewhere as numbers, `i \\in [n]`, and are others here.

    They are in an index on the left, which binds its letters, or another section declares them, and no tensor of the
    claim is made of them. What another section defines as a tensor, `k = E`, is another letter in the indices of
    both sides.
    """
    if not index_letters(parsed):
        return frozenset()
    summed = {p.variable.full_name for p in walk(parsed) if isinstance(p, ast.BigOperator) and p.variable is not None}
    found = {name: session.scope.tensor(name, role.entry) for name in index_letters(parsed) - summed}
    here = role.entry.section
    subject = parsed.subjects[0]
    bound = (
        {e.full_name for _, e in subject.items if isinstance(e, ast.Symbol)}
        if isinstance(subject, ast.Index)
        else set()
    )
    both = {name: found[name] for name in bound & found.keys() & index_letters(parsed.replace(subjects=()))}
    others = {name for name, b in both.items() if isinstance(b, Tensor) and b.entry.section != here}
    others = {name for name in others if isinstance(b := both[name], Tensor) and number_in(b.body) is None}
    others = {name for name in others if not _is_size_of_its_axis(both[name], name, subject)}
    on_both = found.keys() & names_in(parsed.rest)
    others |= {name for name in on_both if isinstance(b := found[name], Tensor) and _is_in_passing(b, role.entry)}
    if others:  # and with them those that nothing else is called
        return frozenset(others | {name for name, b in both.items() if b is None})
    return frozenset(
        name
        for name, b in found.items()
        if (b is None and name in bound and _is_number(session, name) and not _is_last(session, name, subject))
        or (isinstance(b, Tensor) and b.entry.section != here and not b.indices and _has_axes(session, b))
        or (
            isinstance(b, Declared)
            and b.domain is not None
            and (not b.domain.shape.axes or (b.domain.base.kind in _OF_REALS and b.entry.section != here))
            and (
                (name in bound and not _rests_on(session, role, parsed, b))
                or b.domain.base.kind in _OF_REALS  # a place is no real number
                or (b.entry.section != here and not _rests_on(session, role, parsed, b))
            )
        )
    )


def _is_in_passing(found: Tensor, at: Entry) -> bool:
    """Whether a sentence of another paragraph gives a letter a number for a case."""
    case = found.entry
    apart = at.display and not sentences.are_together(case.parsed.span, at.parsed.span)
    return (case.section != at.section or apart) and numeric.is_given_in_passing(found)


def _has_axes(session: Session, found: Tensor) -> bool:
    """Whether a tensor that is defined elsewhere is an array: that is no place along an axis."""
    try:
        return bool(session.definition(found).typed.shape)
    except Unreadable:
        return False


def _rests_on(session: Session, role: Role, parsed: ast.Chain, letter: Declared) -> bool:
    """Whether a tensor in a claim, or a member of its family, is made of a letter: it means the same in both."""
    scope = session.scope
    seen, waiting = set[str](), {*names_in((parsed.subjects, parsed.rest))}
    while waiting:
        seen.add(name := waiting.pop())
        found = scope.tensor(name, role.entry)
        family = {b.name for b in scope.of_form(name)} if found is None else set[str]()
        if family:  # and its first members, which have names of their own
            form = taken_apart(name).form
            family |= {other for other in scope.by_name if taken_apart(other).form == form}
        names = _free_in(found) if isinstance(found, Tensor) else frozenset[str]()
        if letter.name in names:
            return True
        waiting |= (names | family) - seen
    return False


def _free_in(tensor: Tensor) -> frozenset[str]:
    """What a tensor is made of, without the letters of its own indices and sums."""
    return names_in(tensor.body) - {letter.full_name for _, letter in tensor.indices} - summed(tensor.body)


def _is_number(session: Session, name: str) -> bool:
    """Whether a letter is a size, or says how many there are of something: *among the first `j` symbols*."""
    return name in session.scope.counted or any(name in size.atoms for s in session.sizes for size, _ in s.sizes)


def _is_size_of_its_axis(found: Tensor | Declared | None, name: str, subject: ast.Operand) -> bool:
    """Whether `n = |\\seq|` is the definition of the letter in `X_{\\seq(n)}`, which is the last entry then."""
    own = {axis.name for axis in _axes_at(name, subject)}
    size = found.body if isinstance(found, Tensor) and isinstance(found.body, ast.Size) else None
    return size is not None and {part.name for part in walk(size) if isinstance(part, ast.Axis)} == own


def _is_last(session: Session, name: str, subject: ast.Operand) -> bool:
    """Whether a letter is the size of the axis that it is an index of: `X_{\\seq(n)}` after `|\\seq| = n`."""
    own = _axes_at(name, subject)
    said = [{size for size, _ in s.sizes} for s in session.sizes]
    return any({variable(name), default_size(axis.name)} <= sizes for axis in own for sizes in said)


def _axes_at(name: str, subject: ast.Operand) -> list[ast.Axis]:
    """The axes along which a letter alone is the index of a tensor."""
    items = subject.items if isinstance(subject, ast.Index) else ()
    return [axis for axis, e in items if isinstance(e, ast.Symbol) and e.full_name == name]


def undeclared(found: Iterable[Judged]) -> tuple[str, ...]:
    """The names of which a diagnostic says that they are declared nowhere, in order."""
    diagnostics = (d for judged in found for d in judged.notebook.diagnostics)
    return tuple(dict.fromkeys(d.message.partition(" ")[0] for d in diagnostics if d.code == "NT201"))


def keys(shapes: Iterable[str]) -> tuple[str, ...]:
    return tuple(shape_key(letter) for letter in shapes)
