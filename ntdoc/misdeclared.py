r"""A declaration that its uses contradict: the one change of an axis with which all of them are right.

One slip in a declaration, *`A \in \reals^{\rank\times\out}`* for `\rank\times\inp`, makes each use of it look like a
mistake of its own. Where several statements are in error that use one declared tensor, the document is checked with
another axis in its declaration. If all of them are right then, and nothing else is wrong or left unchecked that was not
before, and no other change does the same, the mistake is told where it is made, and the rest is checked as it is meant.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ntdoc.diagnostics import Diagnostic, Edit, Operand, Related, Severity
from ntdoc.nodes import Node, rewritten, walk
from ntdoc.report import DocumentReport, Status
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.typed import axes_text
from ntdoc.source import Span
from ntdoc.syntax import ast

_CODE = "NT216"
_OF_SHAPES = frozenset({"NT203", "NT204", "NT205", "NT208", "NT209", "NT212", "NT215"})
_LEAST = 2  # uses that are wrong: of one alone it is as likely that the use is
_MOST = 3  # of such declarations, for each of which the document is checked once more
_MOST_USES = 3  # that are shown
_MOST_TRIES = 24  # for each of them the names are bound once more
_RIGHT = (Status.DECLARED, Status.EVALUATED, Status.VERIFIED)

Rejudged = Callable[[list[Entry], frozenset[int]], Iterable[Judged]]  # the statements of some entries, checked anew


@dataclass(frozen=True, slots=True)
class Slip:
    """Tensors that are declared at once, with other axes than their declaration has, and the errors in their uses."""

    named: tuple[Declared, ...]
    axes: tuple[ast.SizedAxis, ...]
    uses: tuple[Diagnostic, ...]
    indices: frozenset[int]  # of the entries of these uses
    others: tuple[tuple[ast.SizedAxis, ...], ...] = ()  # with which the uses have right shapes, too

    @property
    def declared(self) -> Declared:
        return self.named[0]

    @property
    def exchanges(self) -> bool:
        """Whether one axis is taken for another: that slips in more easily than one too many."""
        return len(self.axes) == len(self.declared.along)

    def mended(self, entries: Sequence[Entry]) -> list[Entry]:
        """The entries of the document as if the declaration had these axes."""
        return [self._mended(e) if e.index == self.declared.entry.index else e for e in entries]

    def _mended(self, entry: Entry) -> Entry:
        place = self._domain.shape.span

        def change(part: Node) -> Node:
            return part.replace(axes=self.axes) if isinstance(part, ast.Shape) and part.span == place else part

        return replace(entry, parsed=rewritten(entry.parsed, change))

    def explains(self, before: DocumentReport, after: DocumentReport) -> bool:
        """Whether the uses are right with it, and nothing else is worse.

        Of what was not looked at, as it needs what was in error, the numbers may be wrong.
        """
        own = {(d.code, d.span) for d in self.uses}
        known = {(d.code, d.span) for d in before.problems}
        unseen = {s.span for s in before.statements if s.status is Status.BLOCKED}
        newly = {s.id for s in after.statements if s.span in unseen}
        left = {(d.code, d.span) for d in after.problems if not _is_of_values(d) or d.statement not in newly}
        left -= {(d.code, d.span) for d in after.problems if d.code == _CODE}
        statuses = {s.span: s.status for s in after.statements}
        right = (s for s in before.statements if s.status in _RIGHT and not s.span.covers(self._domain.span))
        is_told = len(own & known) >= _LEAST  # and not left out, as the words around it say that it is wrong
        return is_told and not left & own and left <= known and all(statuses.get(s.span) in _RIGHT for s in right)

    def tell(self, judged: Sequence[Judged]) -> None:
        """Say at the declaration what is wrong with it."""
        at = self.declared.entry
        place = next((j for j in judged if j.role.entry.index == at.index), None)
        if place is not None:
            place.notebook.diagnostics.append(self._told(place.span))

    def _told(self, span: Span) -> Diagnostic:
        names, count = [declared.name for declared in self.named], len(self.indices)
        them, name, verb = axes_text(names), " and ".join(names), "is" if len(names) == 1 else "are"
        declared, *ways = [_listed(axes) for axes in (self.declared.along, self.axes, *self.others)]
        other, rest = (ways[0], "as if it were so") if len(ways) == 1 else ("other axes", f"with {ways[0]}")
        return Diagnostic(
            _CODE,
            f"{them} {verb} declared with {declared}, but {count} statements need {other}",
            self._domain.span if span.covers(self._domain.span) else span,
            label=f"they are right with {ways[0]}",
            operands=(Operand(f"{name}, as declared", declared), Operand(f"{name}, as used", ways[0])),
            related=tuple(Related(d.span, d.label) for d in self.uses[:_MOST_USES]),
            hints=(f"declare {name} with {' or '.join(ways)}; what follows is checked {rest}",),
            edits=self._edits(),
        )

    @property
    def _domain(self) -> ast.TensorSet:
        assert self.declared.domain is not None
        return self.declared.domain

    def _edits(self) -> tuple[Edit, ...]:
        """An axis in the place of another as it is written in a use; none where axes are put in or taken out."""
        if self.others or not self.exchanges:
            return ()
        pairs = zip(self.declared.along, self.axes, strict=True)
        return tuple(Edit(a.axis.span, b.axis.span.text) for a, b in pairs if a is not b)


def _is_of_values(diagnostic: Diagnostic) -> bool:
    return diagnostic.code.startswith("NT3")


def _listed(axes: Sequence[ast.SizedAxis]) -> str:
    return " × ".join(sized.axis.name for sized in axes) or "no axes"


def found(entries: list[Entry], judged: Sequence[Judged], again: Rejudged) -> tuple[Slip, ...]:
    """The declarations of which a change makes the shapes right in all of their uses that are in error.

    None of them if a change of another does so, too.
    """
    fitting: dict[int, list[Slip]] = {}
    for slip in _proposed(judged):
        if not any(_errors(j) for j in again(slip.mended(entries), slip.indices)):
            fitting.setdefault(id(slip.declared.domain), []).append(slip)
    everywhere = frozenset(entry.index for entry in entries)
    slips = []
    for key, ways in fitting.items():
        if any(ways[0].indices & others[0].indices for other, others in fitting.items() if other != key):
            continue
        if len(ways) > 1:
            known = _all_errors(judged)
            ways = [slip for slip in ways if _all_errors(again(slip.mended(entries), everywhere)) <= known]
        if ways:
            first, *others = [slip for slip in ways if slip.exchanges] or ways
            slips.append(replace(first, others=tuple(slip.axes for slip in others)))
    return tuple(slips[:_MOST])


def _proposed(judged: Sequence[Judged]) -> list[Slip]:
    wrong = [j for j in judged if _errors(j) and j.unread is None]
    if len({j.role.entry.index for j in wrong}) < _LEAST:
        return []
    uses = _uses(judged)
    used: dict[int, tuple[list[Declared], dict[int, Diagnostic]]] = {}
    for j in wrong:
        index = j.role.entry.index
        for declared, error in _blamed(j, uses):
            if declared.domain is not None and not any(sized.axis.variable for sized in declared.along):
                named, errors = used.setdefault(id(declared.domain), ([], {}))  # `A, B \\in S` are declared at once
                errors.setdefault(index, error)
                if declared not in named:
                    named.append(declared)
    slips: list[Slip] = []
    for named, errors in used.values():
        if len(errors) >= _LEAST and not any(_is_another(declared, judged, errors) for declared in named):
            near = [_axes_in(j, uses) for j in wrong if j.role.entry.index in errors]
            told, indices = tuple(errors.values()), frozenset(errors)
            slips += [Slip(tuple(named), axes, told, indices) for axes in _others(named[0], near)]
    return slips[:_MOST_TRIES]


def _is_another(declared: Declared, judged: Sequence[Judged], wrong: Container[int]) -> bool:
    """Whether those that are wrong may mean another tensor: its own section has right uses of it, and no wrong one."""
    section = declared.entry.section
    here = [j for j in judged if j.role.entry.section == section and j.role.entry.index != declared.entry.index]
    uses = [j for j in here if any(use.binding is declared for n in j.notebooks for use in n.uses)]
    return bool(uses) and not any(j.role.entry.index in wrong for j in uses)


def _others(declared: Declared, near: Sequence[dict[str, ast.Axis]]) -> Iterator[tuple[ast.SizedAxis, ...]]:
    """The axes of a declaration with one exchanged for one that all uses have to do with, with it besides, or less."""
    own = declared.along
    taken = {sized.axis.name for sized in own}
    common = [a for name, a in near[0].items() if name not in taken and all(name in others for others in near)]
    for new in [ast.SizedAxis(axis, None) for axis in common]:
        yield from ((*own[:i], new, *own[i + 1 :]) for i in range(len(own)))
        yield (*own, new)
    yield from (own[:i] + own[i + 1 :] for i in range(len(own)))


_Uses = list[tuple[Declared | Tensor, Span]]


def _uses(judged: Sequence[Judged]) -> dict[int, _Uses]:
    """The tensors that each entry uses, and where: what is said of a definition stands in one with it."""
    found: dict[int, _Uses] = {}
    for j in judged:
        uses = (use for notebook in j.notebooks for use in notebook.uses)
        own = found.setdefault(j.role.entry.index, [])
        own += [(use.binding, use.span) for use in uses if isinstance(use.binding, Declared | Tensor)]
    return found


def _blamed(judged: Judged, uses: dict[int, _Uses]) -> Iterator[tuple[Declared, Diagnostic]]:
    """The declared tensors in what errors point at, or of which they show the declaration, and those it is made of."""
    own = uses[judged.role.entry.index]
    for error in _errors(judged):
        shown = {r.span for r in error.related}
        named = [binding for binding, at in own if binding.span in shown or error.span.covers(at)]
        yield from ((found, error) for found in _made_of(named, uses) if isinstance(found, Declared))


def _made_of(bindings: Iterable[Declared | Tensor], uses: dict[int, _Uses]) -> Iterator[Declared | Tensor]:
    """Some tensors, and those that the defined ones are made of, the nearest first."""
    waiting, seen = deque(bindings), set[int]()
    while waiting:
        binding = waiting.popleft()
        if id(binding) not in seen:
            seen.add(id(binding))
            yield binding
            if isinstance(binding, Tensor):
                waiting.extend(inner for inner, _ in uses.get(binding.entry.index, ()))


def _axes_in(judged: Judged, uses: dict[int, _Uses]) -> dict[str, ast.Axis]:
    """The axes that a statement names, and those that stand where the tensors are declared of which it is made."""
    bindings = _made_of((binding for binding, _ in uses[judged.role.entry.index]), uses)
    places = [judged.role.entry.parsed, *(binding.entry.parsed for binding in bindings)]
    axes = (node for node in walk(tuple(places)) if isinstance(node, ast.Axis) and not node.variable)
    return {axis.name: axis for axis in axes}


def _errors(judged: Judged) -> list[Diagnostic]:
    """What is wrong with the axes in a statement."""
    found = (d for n in judged.notebooks for d in n.diagnostics if d.severity is Severity.ERROR)
    return [d for d in found if d.code in _OF_SHAPES]


def _all_errors(judged: Iterable[Judged]) -> set[tuple[str, Span]]:
    return {(d.code, d.span) for j in judged for d in _errors(j)}
