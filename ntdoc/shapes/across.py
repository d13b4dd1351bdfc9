"""What is looked at across the statements of a document, after each has been checked on its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import replace

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.nodes import walk
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.defined import Definition
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.expressions.remedies import axis_tex
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names import unread
from ntdoc.shapes.patterns import spelt
from ntdoc.shapes.plan import ShapeOf
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Equations, variable
from ntdoc.shapes.stated import StatedSize
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable


def as_ordinary_notation(judged: list[Judged], axes: Set[str]) -> None:
    """A document that names no axis is not in this notation: what it leaves undeclared is no error of it.

    Words in a shape, `\\reals^{\\text{length} \\times \\text{length}}`, name axes for what has such a shape, and are
    sizes for the rest.
    """
    for j in judged:
        codes = {d.code for d in j.notebook.diagnostics}
        if "NT209" in codes:
            j.unread = Unreadable("this shape has no axis names (ordinary matrix notation)", j.span)
        elif codes & {"NT201", "NT202"} and not any(axes & shape.keys() for shape in _shapes_in(j)):
            j.unread = Unreadable("names that are not declared (ordinary notation, without named axes)", j.span)


def _shapes_in(judged: Judged) -> Iterator[ShapeOf]:
    """The shapes of the names in a statement."""
    for use in judged.notebook.uses:
        if use.typed is not None and use.typed.shape is not None:
            yield use.typed.shape


def against_what_is_said(session: Session, judged: list[Judged]) -> None:
    """A size that prose states yields to an array that is written out, but not so that a sum fits (NT206)."""
    said = [s for s in session.sizes if not (s.entry.display or s.entry.local or s.entry.example)]
    for j in judged:
        if said and j.notebook.equations.needed and not j.notebook.diagnostics and j.unread is None:
            found = _contradicted(j, [s for s in said if _lasts(session, s, j.role.entry)])
            if found is not None:
                j.notebook.diagnostics.append(found)


def against_what_it_is_used_for(judged: list[Judged]) -> None:
    """`U \\in \\reals^{\\seq[n-k+2]\\times\\key}`, with sizes that do not fit where `U` has been used (NT206).

    By itself its axis may be of any length: `U \\ndot{\\key} W`, with a `W` that has `\\key[k]`, says of which.
    """
    for place, j in enumerate(judged):
        uses = [use for use in j.notebook.uses if isinstance(use.binding, Tensor)] if j.member is not None else []
        if not uses or j.failed or j.notebook.diagnostics or not j.notebook.equations.needed:
            continue
        for before in judged[:place]:
            same = before.role.entry.section == j.role.entry.section and before.kind is Kind.DEFINITION
            if not same or before.binding is uses[0].binding or before.notebook.diagnostics:
                continue
            if not any(use.binding is uses[0].binding for use in before.notebook.uses):
                continue
            together = Equations()
            pairs = [*before.notebook.equations.needed, *j.notebook.equations.needed]
            if not all(together.unify(a, b) for a, b in pairs):
                message = f"these sizes do not fit with {before.span.line_for(j.span)}, where {uses[0].name} is used"
                related = (Related(before.span, "used here"),)
                j.notebook.diagnostics.append(Diagnostic("NT206", message, j.span, related=related))
                break


def _lasts(session: Session, stated: StatedSize, at: Entry) -> bool:
    """Whether a size is still so at an entry: *with two samples, `|\\ax| = 2`, it is 2* says it for its sentence."""
    return stated.entry.sentence == at.sentence or stated.entry.index not in session.passing


def _contradicted(judged: Judged, said: list[StatedSize]) -> Diagnostic | None:
    """What a statement needs against the latest that its section says of the same sizes before it."""
    at = judged.role.entry
    equations = Equations()
    for a, b in judged.notebook.equations.needed:
        equations.unify(a, b)
    together, seen, fitting = equations.copy(), set[str](), list[StatedSize]()
    for stated in reversed([s for s in said if s.entry.index < at.index]):
        atoms = {atom for size, _ in stated.sizes for atom in size.atoms}
        of_other_exercise = stated.entry.exercise not in (0, at.exercise)
        near = stated.entry.section == at.section and not (atoms & seen or of_other_exercise)
        seen |= set() if of_other_exercise else atoms
        if not near:
            continue
        if not _fits(together, stated):
            with_it = next((s for s in fitting if not _fits(equations.copy(), s, stated)), None)
            blamed = [s for s in (stated, with_it) if s is not None]  # the one that stands before the other first
            words = " and ".join(f"{s.sizes[0][0]} = {s.sizes[1][0]}" for s in blamed)
            message = f"this does not fit with {words}, which {'are' if with_it else 'is'} said before"
            places = dict.fromkeys(s.sizes[0][1] if s.entry.companion else s.entry.parsed.span for s in blamed)
            return Diagnostic("NT206", message, judged.span, related=tuple(Related(p, "said here") for p in places))
        fitting.append(stated)
    return None


def _fits(equations: Equations, *said: StatedSize) -> bool:
    """Add what is said of sizes; False if that contradicts what is known."""
    return all(equations.unify(*pair) for s in said for pair in s.pairs)


def note_equal_sizes(session: Session, judged: list[Judged]) -> None:
    """Two axes that a statement needs to be of one size, and of which the document does not say so."""
    seen: set[tuple[str, ...]] = set()
    for j in judged:
        said = Equations()
        for a, b in j.notebook.said:
            said.suggest(a, b)
        for pair in j.notebook.equations.merged:
            key = tuple(sorted(pair))
            one, two = (variable(atom) for atom in pair)
            if key in seen or said.equal(one, two) or j.notebook.diagnostics:
                continue
            seen.add(key)
            j.notebook.diagnostics.append(
                Diagnostic(
                    "NT402",
                    f"this needs {pair[0]} = {pair[1]}, which is not said",
                    j.span,
                    hints=(f"say it, as in: where ${' = '.join(_size_tex(session, size) for size in pair)}$",),
                )
            )


def _size_tex(session: Session, size: str) -> str:
    """A size as the document may say it: `|\\key|`, or the letter that it is."""
    axis = size.strip("|")
    return f"|{axis_tex(session, axis)}|" if size.startswith("|") else size


def errors_of_members(session: Session, judged: list[Judged]) -> None:
    """A family is checked at its last member, and an error may show at one before it, on which that depends."""
    members: dict[object, list[Definition]] = {}
    for key, definition in session.definitions.items():
        if isinstance(key, tuple):
            members.setdefault(key[0], []).append(definition)
    blamed = {entry.index for j in judged for _, entry in j.notebook.blockers if entry is not None}
    for j in judged:
        notebook = j.notebook
        needed = notebook.blockers or j.role.entry.index in blamed  # others are blocked by one of its members
        if isinstance(j.binding, Tensor) and needed and not notebook.problems:
            own = members.get(j.role.entry.index, [])
            found = {(d.code, d.span): d for m in reversed(own) for d in m.notebook.problems}
            notebook.diagnostics.extend(sorted(found.values(), key=lambda d: d.span.start))
            if not found:
                j.unread = j.unread or next((m.unread for m in own if m.unread is not None), None)


def said_in_prose(entries: Sequence[Entry], judged: list[Judged]) -> None:
    """What is found nowhere but in a formula of the prose that is not read, `g = \\nabla f(x)`, is no slip."""
    said: dict[str, Entry] = {}
    for entry in entries:
        for name in unread.said(entry):
            said.setdefault(name, entry)
    for j in judged if said else ():
        wrong = [d for d in j.notebook.diagnostics if d.code in ("NT201", "NT202")]
        names = [(d, d.message.partition(" ")[0]) for d in wrong]
        known = [(d, said[n]) for d, n in names if n in said and said[n].index < j.role.entry.index]
        if known and j.perhaps is None:
            j.notebook.diagnostics[:] = [d for d in j.notebook.diagnostics if all(d is not k for k, _ in known)]
            if j.notebook.problems:
                continue
            d, there = known[0]
            what = d.message.partition(" ")[0]
            reason = f"it needs {what}, and what {there.parsed.span.line_for(j.span)} says of it is not read"
            j.unread = j.unread or Unreadable(reason, d.span)


def once_undeclared(judged: list[Judged]) -> None:
    """An undeclared name is one error, at its first use in a display; what else uses it is blocked by it."""
    seen: dict[str, Judged] = {}
    places = [(not j.role.entry.display, j.role.entry.companion, j.role.entry.index, j.row) for j in judged]
    for place in sorted(range(len(judged)), key=places.__getitem__):
        j = judged[place]
        if j.perhaps is not None:
            continue  # its names may mean something else here: that is found out later
        kept: list[Diagnostic] = []
        for d in j.notebook.diagnostics:
            name = d.message.partition(" ")[0] if d.code in ("NT201", "NT202") else None
            first = seen.get(name, j) if name is not None else j
            if name is not None and j.role.entry.display:
                seen.setdefault(name, j)
            if first is not j and name is not None:
                j.notebook.blockers.append((name, first.role.entry))
            elif name is None or not j.role.entry.display or not any(k.message == d.message for k in kept):
                kept.append(d)
        j.notebook.diagnostics[:] = kept


def once_of_two_sizes(entries: Sequence[Entry], judged: list[Judged]) -> None:
    """Two sizes of an axis are one error, where they first meet; it shows where they are written."""
    first: dict[tuple[str, ...], Judged] = {}
    for j in sorted(judged, key=lambda j: (j.role.entry.companion, j.role.entry.index, j.row)):
        kept: list[Diagnostic] = []
        for d in j.notebook.diagnostics:
            axis, *sizes = d.about or ("",)
            if d.code != "NT206" or len(sizes) < 2:
                kept.append(d)
            elif d.about not in first:
                first[d.about] = j
                kept.append(replace(d, related=d.related + tuple(_written(entries, axis, set(sizes)))))
            elif (there := first[d.about]) is not j:
                j.notebook.blockers.append((there.name or d.span.text, there.role.entry))
        j.notebook.diagnostics[:] = kept


def once_of_calls(judged: list[Judged]) -> None:
    """Calls of one function that all lack, or have too many of, the same arguments are one error, at the first."""

    def call(_: Judged, d: Diagnostic) -> object:
        return (d.message, d.related) if d.related else None

    for there, told, j in _told_again(judged, "NT207", call, "called so here, too"):
        j.notebook.blockers.append((told.message.partition(" ")[0], there.role.entry))


def once_by_one_variable(judged: list[Judged]) -> None:
    """Derivatives that would have an axis twice are one error for each variable in a section, at the first of them."""

    def variable_of(j: Judged, d: Diagnostic) -> object:
        shown = j.role.entry.display and not j.role.entry.mistaken and j.perhaps is None
        return (j.role.entry.section, d.about) if shown else None

    for there, told, j in _told_again(judged, "NT215", variable_of, "and here"):
        j.notebook.blockers.append((there.name or told.span.text, there.role.entry))


def _told_again(
    judged: list[Judged], code: str, key: Callable[[Judged, Diagnostic], object], label: str
) -> Iterator[tuple[Judged, Diagnostic, Judged]]:
    """Take away what has a code, and the key of an earlier one, which shows these places, too.

    Yields the statement that tells of it, with what it tells, and another one that had it.
    """
    first: dict[object, tuple[Judged, int]] = {}
    for j in sorted(judged, key=lambda j: (j.role.entry.companion, j.role.entry.index, j.row)):
        kept: list[Diagnostic] = []
        for d in j.notebook.diagnostics:
            own = key(j, d) if d.code == code else None
            if own is None or own not in first:
                if own is not None:
                    first[own] = j, len(kept)
                kept.append(d)
                continue
            there, place = first[own]
            told = kept if there is j else there.notebook.diagnostics
            told[place] = _also_at(told[place], d.span, label)
            if there is not j:
                yield there, told[place], j
        j.notebook.diagnostics[:] = kept


def _also_at(d: Diagnostic, span: Span, label: str) -> Diagnostic:
    """What is wrong at another place, too."""
    others = {related.span for related in d.related} | {d.span}
    return d if span in others else replace(d, related=(*d.related, Related(span, label)))


def _written(entries: Sequence[Entry], axis: str, left: set[str]) -> Iterator[Related]:
    """Where each of the sizes of an axis that are left is written first."""
    for entry in entries:
        for part in walk(entry.parsed):
            if isinstance(part, ast.SizedAxis) and part.axis.name == axis and part.size is not None:
                written = f"{axis}[{spelt(part.size)}]"
                if written in left:
                    left.remove(written)
                    yield Related(part.axis.span.to(part.size.span), f"{written} here")


def once_where_it_is(judged: list[Judged]) -> None:
    """What is wrong in a where-clause is wrong there; the function that it is part of is blocked by it."""
    for j in judged:
        kept: list[Diagnostic] = []
        for d in j.notebook.diagnostics:
            owner = None if _inside(d, j) else next((k for k in judged if _inside(d, k) and _says(k, d)), None)
            if owner is None or owner is j:
                kept.append(d)
            else:
                j.notebook.blockers.append((owner.name or d.span.text, owner.role.entry))
        j.notebook.diagnostics[:] = kept


def _inside(d: Diagnostic, j: Judged) -> bool:
    return j.span.covers(d.span)


def _says(j: Judged, d: Diagnostic) -> bool:
    return any((own.code, own.message, own.span) == (d.code, d.message, d.span) for own in j.notebook.diagnostics)
