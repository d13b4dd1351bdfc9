r"""A declaration that its uses contradict: the one change of an axis with which all of them are right.

One slip in a declaration, *`A \in \reals^{\rank\times\out}`* for `\rank\times\inp`, makes each use of it look like a
mistake of its own. Where several statements are in error that use one declared tensor, the document is checked with
another axis in its declaration. If all of them are right then, and nothing else is wrong or left unchecked that was not
before, and no other change does the same, the mistake is told where it is made, and the rest is checked as it is meant.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ntdoc.diagnostics import Diagnostic, Edit, Operand, Related, Severity
from ntdoc.nodes import Node, rewritten, walk
from ntdoc.report import RIGHT, WRONG, DocumentReport, Status
from ntdoc.shapes.bindings import Binding, Declared, Function, Signed, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import in_numbers
from ntdoc.shapes.typed import axes_text
from ntdoc.source import Span
from ntdoc.syntax import ast

_CODE = "NT216"
_OF_SHAPES = frozenset({"NT203", "NT204", "NT205", "NT208", "NT209", "NT212", "NT215"})
_LEAST = 2  # uses that are wrong: of one alone it is as likely that the use is
_MOST = 5  # of such declarations, for each of which the document is checked once more
_MOST_USES = 3  # that are shown
_TRIED = 10_000  # entries of which the names are bound once more, all tries together

Rejudged = Callable[[list[Entry], frozenset[int]], Iterable[Judged]]  # the statements of some entries, checked anew


@dataclass(frozen=True, slots=True)
class Place:
    """A set that tensors are declared in, or one of those in the signature of a function."""

    domain: ast.TensorSet
    entry: Entry
    of_function: bool

    @property
    def axes(self) -> tuple[ast.SizedAxis, ...]:
        return self.domain.shape.axes

    def is_given(self, names: Container[str], entries: Sequence[Entry]) -> bool:
        """Whether an equation of its section gives one of the names an array of numbers, and so its axes, too."""
        for e in entries:
            if e.section == self.entry.section and isinstance(e.parsed, ast.Chain) and len(e.parsed.rest) == 1:
                subject, (relation, right) = e.parsed.subjects[0], e.parsed.rest[0]
                named = isinstance(subject, ast.Symbol) and subject.full_name in names
                if named and relation.kind in ("eq", "define") and in_numbers(right):
                    return True
        return False


@dataclass(frozen=True, slots=True)
class Slip:
    """A place with other axes than are written there, what is declared in it, and the errors where that is used."""

    place: Place
    names: tuple[str, ...]
    axes: tuple[ast.SizedAxis, ...]
    uses: tuple[Diagnostic, ...]
    indices: frozenset[int]  # of the entries of these uses
    others: tuple[tuple[ast.SizedAxis, ...], ...] = ()  # with which the uses have right shapes, too

    @property
    def exchanges(self) -> bool:
        """Whether one axis is taken for another: that slips in more easily than one too many."""
        return len(self.axes) == len(self.place.axes)

    @property
    def rank(self) -> tuple[bool, bool]:
        """First what has to do with an axis that the first of the errors names, and of that what exchanges an axis."""
        said = f"{self.uses[0].message} {self.uses[0].label}"
        changed = {sized.axis.name for sized in self.axes} ^ {sized.axis.name for sized in self.place.axes}
        return not any(f"`{axis}`" in said for axis in changed), not self.exchanges

    def mended(self, entries: Sequence[Entry]) -> list[Entry]:
        """The entries of the document as if the declaration had these axes."""
        return [self._mended(e) if e.index == self.place.entry.index else e for e in entries]

    def _mended(self, entry: Entry) -> Entry:
        there = self.place.domain.shape.span

        def change(part: Node) -> Node:
            return part.replace(axes=self.axes) if isinstance(part, ast.Shape) and part.span == there else part

        return replace(entry, parsed=rewritten(entry.parsed, change))

    def explains(self, before: DocumentReport, after: DocumentReport) -> bool:
        """Whether the uses are right with it, and nothing else is worse.

        The numbers may be wrong in what was in error itself, or not looked at.
        """
        own = {(d.code, d.span) for d in self.uses}
        known = {(d.code, d.span) for d in before.problems}
        unseen = {s.span for s in before.statements if s.status in (*WRONG, Status.BLOCKED)}
        newly = {s.id for s in after.statements if s.span in unseen}
        told = {(d.code, d.span) for d in after.problems if d.code == _CODE}
        left = {(d.code, d.span) for d in after.problems if not _is_of_values(d) or d.statement not in newly} - told
        statuses = {s.span: s.status for s in after.statements}
        right = (s for s in before.statements if s.status in RIGHT and not s.span.covers(self.place.domain.span))
        # neither the uses nor the declaration may be left out, as what the words around them call wrong or suppose
        is_told = len(own & known) >= _LEAST and bool(told - known)
        return is_told and not left & own and left <= known and all(statuses.get(s.span) in RIGHT for s in right)

    def tell(self, judged: Sequence[Judged]) -> None:
        """Say at the declaration what is wrong with it."""
        said = next((j for j in judged if j.role.entry.index == self.place.entry.index), None)
        if said is not None:
            said.notebook.diagnostics.append(self._told(said.span))

    def _told(self, span: Span) -> Diagnostic:
        name, there = " and ".join(self.names), self.place.domain.span
        written, *ways = [_listed(axes) for axes in (self.place.axes, self.axes, *self.others)]
        other, rest = (ways[0], "as if it were so") if len(ways) == 1 else ("other axes", f"with {ways[0]}")
        verb, choice = "is" if len(self.names) == 1 else "are", " or ".join(ways)
        has = f"{axes_text(self.names)} {verb} declared with {written}"
        hint = f"declare {name} with {choice}"
        if self.place.of_function:
            has, hint = f"the signature of {axes_text(self.names)} has {written}", f"write {choice} there"
        return Diagnostic(
            _CODE,
            f"{has}, but {len(self.indices)} statements need {other}",
            there if span.covers(there) else span,
            label=f"they are right with {ways[0]}",
            operands=(Operand(f"{name}, as declared", written), Operand(f"{name}, as used", ways[0])),
            related=tuple(Related(d.span, d.label) for d in self.uses[:_MOST_USES]),
            hints=(f"{hint}; what follows is checked {rest}",),
            edits=self._edits(),
        )

    def _edits(self) -> tuple[Edit, ...]:
        """An axis in the place of another as it is written in a use; none where axes are put in or taken out."""
        if self.others or not self.exchanges:
            return ()
        pairs = zip(self.place.axes, self.axes, strict=True)
        return tuple(Edit(a.axis.span, b.axis.span.text) for a, b in pairs if a is not b)


def _is_of_values(diagnostic: Diagnostic) -> bool:
    return diagnostic.code.startswith("NT3")


def _listed(axes: Sequence[ast.SizedAxis]) -> str:
    return " × ".join(sized.axis.name for sized in axes) or "no axes"


def found(entries: list[Entry], judged: Sequence[Judged], again: Rejudged) -> tuple[Slip, ...]:
    """The declarations of which a change makes the shapes right in all of their uses that are in error.

    None of them if a change of another does so, too, unless that is of some of these uses alone.
    """
    fitting: dict[int, list[Slip]] = {}
    for slip in _proposed(judged, entries):
        if any(slip.indices & ways[0].indices and slip.rank > ways[0].rank for ways in fitting.values()):
            continue
        if not any(_errors(j) for j in again(slip.mended(entries), slip.indices)):
            fitting.setdefault(id(slip.place.domain), []).append(slip)
    everywhere, known = frozenset(entry.index for entry in entries), _all_errors(judged)
    slips = []
    for key, ways in fitting.items():
        own = ways[0].indices
        rivals = [others[0].indices for other, others in fitting.items() if other != key]
        if any(own & other and not own > other for other in rivals):
            continue
        if len(ways) > 1:
            ways = [slip for slip in ways if _all_errors(again(slip.mended(entries), everywhere)) <= known]
        if ways:
            first, *others = [slip for slip in ways if slip.exchanges] or ways
            slips.append(replace(first, others=tuple(slip.axes for slip in others)))
    return tuple(slips[:_MOST])


def _proposed(judged: Sequence[Judged], entries: Sequence[Entry]) -> list[Slip]:
    """What may be, the nearest first."""
    wrong = [j for j in judged if _errors(j) and j.unread is None]
    if len({j.role.entry.index for j in wrong}) < _LEAST:
        return []
    uses = _Uses(judged)
    blamed: dict[int, tuple[Place, dict[str, None], dict[int, Diagnostic]]] = {}
    steps = Counter[int]()  # from what is in error to what it is made of
    for j in wrong:
        for step, (name, place, error) in enumerate(uses.blamed(j)):
            steps[id(place.domain)] += step
            _, names, errors = blamed.setdefault(id(place.domain), (place, {}, {}))  # `A, B \\in S` are in one
            names.setdefault(name)
            errors.setdefault(j.role.entry.index, error)
    slips: list[Slip] = []
    for place, names, errors in blamed.values():
        if len(errors) >= _LEAST and not (uses.mean_another(place, errors) or place.is_given(names, entries)):
            near = [uses.axes_near(j) for j in wrong if j.role.entry.index in errors]
            told, indices = tuple(errors.values()), frozenset(errors)
            slips += [Slip(place, tuple(names), axes, told, indices) for axes in _others(place, near)]
    slips.sort(key=lambda slip: (slip.rank, steps[id(slip.place.domain)] / len(slip.indices)))
    return slips[: _TRIED // max(len(entries), 1)]


def _others(place: Place, near: Sequence[dict[str, ast.Axis]]) -> Iterator[tuple[ast.SizedAxis, ...]]:
    """The axes of a place with one exchanged for one that all uses have to do with, with it besides, or less."""
    own = place.axes
    taken = {sized.axis.name for sized in own}
    common = [a for name, a in near[0].items() if name not in taken and all(name in others for others in near)]
    for new in [ast.SizedAxis(axis, None) for axis in common]:
        yield from ((*own[:i], new, *own[i + 1 :]) for i in range(len(own)))
        yield (*own, new)
    yield from (own[:i] + own[i + 1 :] for i in range(len(own)))


class _Uses:
    """What the entries of a document use, and what that is made of."""

    def __init__(self, judged: Sequence[Judged]) -> None:
        self._judged = judged
        self._of: dict[int, list[tuple[Binding, Span]]] = {}  # what is said of a definition stands in one with it
        self._signed: dict[Span, list[Binding]] = {}  # signatures and their functions
        for j in judged:
            own = self._of.setdefault(j.role.entry.index, [])
            uses = (use for notebook in j.notebooks for use in notebook.uses)
            own += [(use.binding, use.span) for use in uses if use.binding is not None]
            if j.function is not None and j.function.signature is not None:
                own.append((j.function.signature, j.span))
                both = (j.function.signature, j.binding)
                self._signed[j.function.signature.span] = [binding for binding in both if binding is not None]
        functions = [j for j in judged if j.function is not None]
        self._of_parameters = {j.role.entry.index: tuple(_of_parameters(j, judged)) for j in functions}

    def blamed(self, judged: Judged) -> Iterator[tuple[str, Place, Diagnostic]]:
        """The places in which is declared what errors point at, or show the declaration of, or what it is made of."""
        own = self._of[judged.role.entry.index]
        for error in _errors(judged):
            shown = [r.span for r in error.related]
            named = [binding for span in shown for binding in self._signed.get(span, ())]
            named += [b for b, at in own if b.span in shown or error.span.covers(at) or at.covers(error.span)]
            named += [judged.binding] if judged.binding is not None and judged.function is not None else []
            for binding in self._made_of(named):
                yield from ((binding.name, place, error) for place in _places(binding))
                if isinstance(binding, Function):
                    own_sets = self._of_parameters.get(binding.entry.index, ())
                    yield from ((name, place, error) for name, place in own_sets)

    def mean_another(self, place: Place, wrong: Container[int]) -> bool:
        """Whether what is wrong may mean another tensor: its own section has right uses of it, and no wrong one."""
        here = (j.role.entry.index for j in self._judged if j.role.entry.section == place.entry.section)
        uses = [i for i in here if i != place.entry.index and any(b.entry is place.entry for b, _ in self._of[i])]
        return bool(uses) and not any(index in wrong for index in uses)

    def axes_near(self, judged: Judged) -> dict[str, ast.Axis]:
        """The axes that a statement names, and those that stand where that is declared of which it is made."""
        bindings = self._made_of(binding for binding, _ in self._of[judged.role.entry.index])
        places = [judged.role.entry.parsed, *(binding.entry.parsed for binding in bindings)]
        axes = (node for node in walk(tuple(places)) if isinstance(node, ast.Axis) and not node.variable)
        return {axis.name: axis for axis in axes}

    def _made_of(self, bindings: Iterable[Binding]) -> Iterator[Binding]:
        """Some names, and those that the defined ones are made of, the nearest first."""
        waiting, seen = deque(bindings), set[int]()
        while waiting:
            binding = waiting.popleft()
            if id(binding) in seen:
                continue
            seen.add(id(binding))
            yield binding
            if isinstance(binding, Tensor | Function):
                waiting.extend(inner for inner, _ in self._of.get(binding.entry.index, ()))


def _of_parameters(judged: Judged, others: Sequence[Judged]) -> Iterator[tuple[str, Place]]:
    """The sets in which the parameters of a function are declared, beside it or below."""
    checked = judged.function
    signed = checked.signature.signature.arguments if checked is not None and checked.signature is not None else ()
    written = [(n, s) for n, s in checked.written.items() if s not in signed] if checked is not None else []
    for name, domain in written:
        entries = (j.role.entry for j in others if j.role.entry.parsed.span.covers(domain.span))
        if (entry := next(entries, None)) is not None and _is_written_out(domain):
            yield name, Place(domain, entry, of_function=False)


def _is_written_out(domain: ast.TensorSet) -> bool:
    """Whether a set has axes, and none of them stands for a whole shape: a number is not meant to have one."""
    return bool(domain.shape.axes) and not any(sized.axis.variable for sized in domain.shape.axes)


def _places(binding: Binding) -> Iterator[Place]:
    """The sets in a declaration or a signature that say of which axes something is."""
    found: tuple[ast.TensorSet | None, ...] = ()
    if isinstance(binding, Declared):
        found = (binding.domain,)
    elif isinstance(binding, Signed):
        found = (*binding.signature.arguments, binding.signature.result)
    for domain in found:
        if domain is not None and _is_written_out(domain):
            yield Place(domain, binding.entry, isinstance(binding, Signed))


def _errors(judged: Judged) -> list[Diagnostic]:
    """What is wrong with the axes in a statement."""
    found = (d for n in judged.notebooks for d in n.diagnostics if d.severity is Severity.ERROR)
    return [d for d in found if d.code in _OF_SHAPES]


def _all_errors(judged: Iterable[Judged]) -> set[tuple[str, Span]]:
    return {(d.code, d.span) for j in judged for d in _errors(j)}
