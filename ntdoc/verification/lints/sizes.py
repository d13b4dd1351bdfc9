"""Sizes that must be one, which nobody says or means: `n_l` and `n_{l-1}`, the letters of `f_{p,q}`, a size of 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.nodes import walk
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Function
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import Name, component, letters_in, taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Equations, Size, SizeError, variable
from ntdoc.shapes.stated import StatedSize
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.words import are_of_one_size


class Sizes:
    """What a document says of sizes, and what its statements need of them."""

    def __init__(self, session: Session, entries: Sequence[Entry]) -> None:
        self._session = session
        self._families = {taken_apart(name).form for name in session.written_sizes if _has_letter(taken_apart(name))}
        self._said_equal = set(_equated(entries))
        self._declared: dict[tuple[int, int], list[set[str]]] = {}  # the axes of what each row declares
        self._renamed: set[tuple[int, frozenset[str]]] = set()  # what each section renames to each other
        for entry in entries:
            parsed = entry.parsed
            if isinstance(parsed, ast.Chain) and parsed.rest and parsed.rest[0][0].kind == "in":
                sets = [side for _, side in parsed.rest if isinstance(side, ast.TensorSet)]
                shapes = [{sized.axis.name for sized in of.shape.axes} for of in sets]
                self._declared.setdefault(entry.row, []).extend(shapes)
            for part in walk(parsed):
                for before, after in part.pairs if isinstance(part, ast.Rename) else ():
                    if len(before) == len(after) == 1:
                        self._renamed.add((entry.section, frozenset([before[0].name, after[0].name])))
        axes = ({part.name for part in walk(e.parsed) if isinstance(part, ast.Axis)} for e in entries)
        self._statements = Counter(name for names in axes for name in names)  # how many have an axis
        self._ones: set[str] = set()  # the sizes of which it is said that they would have to be 1
        self._stated: dict[int, list[StatedSize]] = {}
        for stated in session.sizes:
            self._stated.setdefault(stated.entry.index, []).append(stated)

    def of(self, judged: Judged) -> Iterator[Diagnostic]:
        """The sizes that must be one by a statement."""
        yield from self._of_no_twin(judged)
        for about in (self._of_one_size, self._of_size_1, self._of_parameters, self._of_another_size, self._of_a_twin):
            yield from about(judged)
        yield from [*self._needs_1(judged)] or self._needs_one_number(judged)

    def _of_one_size(self, judged: Judged) -> Iterator[Diagnostic]:
        """Sizes that are written as `n_l`, and of which a statement needs two to be equal, which nobody says."""
        equations = judged.notebook.equations
        atoms = sorted({a for pair in equations.needed for size in pair for a in size.atoms if self._is_member(a)})
        if len(atoms) < 2 or are_of_one_size(judged.span):
            return
        said = self._session.environment(judged.role.entry).notebook.equations
        for one, other in combinations(atoms, 2):
            form = taken_apart(one).form
            new = form not in self._said_equal and form == taken_apart(other).form
            if new and _equal(equations, one, other) and not _equal(said, one, other):
                self._said_equal.add(form)
                label = f"{one} = {other} is needed here"
                yield Diagnostic("NT408", f"{one} and {other} must be one size", judged.span, label=label)

    def _of_parameters(self, judged: Judged) -> Iterator[Diagnostic]:
        """`|\\ax| = p` and `|\\ax| = q` beside the definition of `f_{p,q}`: it is then defined for `p = q` alone."""
        at = judged.role.entry
        own = [pair for stated in self._stated.get(at.index, ()) for pair in combinations(stated.sizes, 2)]
        beside = [letters_in(f.name) for f in self._session.scope.functions_in_run(at)]
        families = [letters for letters in beside if len(letters) > 1]
        if judged.kind is not Kind.CONSTRAINT or not families or not at.display:
            return
        for (axis, _), (one, span) in own:
            for stated in self._session.sizes:
                if stated.entry.run != at.run or stated.entry.index >= at.index:
                    continue
                for (again, _), (other, earlier) in combinations(stated.sizes, 2):
                    both = {str(one), str(other)}
                    if again == axis and len(both) == 2 and any(both <= letters for letters in families):
                        message = f"{other} and {one} must be one size, as both are the size of one axis"
                        related = (Related(earlier, f"{axis} = {other}"),)
                        yield Diagnostic("NT408", message, span, label=f"{axis} = {one}", related=related)

    def _of_another_size(self, judged: Judged) -> Iterator[Diagnostic]:
        """`f_k`, whose body makes `k` the size of an axis, of which the run says another: `|\\ax| = p`."""
        function = judged.binding
        if not isinstance(function, Function) or are_of_one_size(judged.span):
            return
        said = [s.sizes for s in self._session.sizes if s.entry.run == function.entry.run]
        for one, other in judged.notebook.equations.needed:
            for letter, axis in _both_ways(_one_size(one, other)):
                if letter not in letters_in(function.name) or not axis.startswith("|"):
                    continue
                beside = [pair for sizes in said if any(str(s) == axis for s, _ in sizes) for pair in sizes]
                others = [(size, span) for size, span in beside if size.atom not in (None, axis)]
                if len(others) == 1 and others[0][0].atom != letter and "|" not in str(others[0][0]):
                    size, span = others[0]
                    message = f"{letter} and {size} must be one size, as both are the size of one axis"
                    related = (Related(judged.span, f"{axis} = {letter}"),)
                    yield Diagnostic("NT408", message, span, label=f"{axis} = {size}", related=related)
                    return

    def _of_size_1(self, judged: Judged) -> Iterator[Diagnostic]:
        """`|\\key| = |\\seq| = |\\seq|/|\\heads|` holds only if an axis has the size 1, which nobody would write so."""
        at = judged.role.entry
        conditional = at.worded or at.negated or at.supposed or at.local  # "`|a| = |a| |b|` only if `|b| = 1`"
        for stated in self._stated.get(at.index, ()) if judged.kind is Kind.CONSTRAINT and not conditional else ():
            for (one, _), (other, span) in combinations(stated.sizes, 2):
                atom = _only_1(one, other)
                if atom is not None:
                    message = f"{one} = {other} holds only if {atom} = 1"
                    yield Diagnostic("NT408", message, span, label=f"only if {atom} = 1")
                    return

    def _needs_1(self, judged: Judged) -> Iterator[Diagnostic]:
        """`y \\in \\reals^{\\seq[n]}` of what has the size `n - k + 1`: that is so for a window of one entry alone."""
        at = judged.role.entry
        if judged.law is not None or at.worded or at.negated or at.supposed or at.local:
            return
        for one, other in judged.notebook.equations.needed:
            atom = _is_1(one - other) or _is_1(other - one)
            if not atom or atom in self._ones or one.constant is not None or other.constant is not None:
                continue
            if self._without(judged, one, other).reduce(variable(atom)).constant != 1:
                self._ones.add(atom)
                yield Diagnostic(
                    "NT408", f"{one} = {other} holds only if {atom} = 1", judged.span, label=f"only if {atom} = 1"
                )

    def _needs_one_number(self, judged: Judged) -> Iterator[Diagnostic]:
        """`y \\in \\reals^{\\seq[n]}` of a size `n + m - k + 1`, with `k = 2m + 1`: it is so for `k = 1` alone."""
        at = judged.role.entry
        if judged.law is not None or at.worded or at.negated or at.supposed or at.local:
            return
        for one, other in judged.notebook.equations.needed:
            if one.constant is not None or other.constant is not None:
                continue
            known = self._without(judged, one, other)
            if known.reduce(one).constant is not None or known.reduce(other).constant is not None:
                continue  # *suppose that `|\ax| = 1`*: then so is that of its twin
            atom, value = _forced(known.reduce(one - other))
            if atom and atom not in self._ones and not (value == 0 and atom.startswith("|")):
                self._ones.add(atom)
                only = f"only if {atom} = {value}"
                yield Diagnostic("NT408", f"{one} = {other} holds {only}", judged.span, label=only)
                return  # what else is needed may say the same

    def _without(self, judged: Judged, one: Size, other: Size) -> Equations:
        """What is said of sizes, and what a statement needs, but for one need."""
        known = self._session.environment(judged.role.entry).notebook
        equations = known.equations.copy()
        for pair in (*known.said, *(pair for pair in judged.notebook.equations.needed if pair != (one, other))):
            equations.suggest(*pair)
        return equations

    def _of_a_twin(self, judged: Judged) -> Iterator[Diagnostic]:
        """`|\\inp| = |\\hid'|` beside `W \\in \\reals^{\\hid\\times\\hid'}`, of which the section renames one.

        So both have one size, which the row was to say; and of `\\inp` it has nothing.
        """
        at = judged.role.entry
        axes = _sizes_of(at.parsed)
        if judged.kind is not Kind.CONSTRAINT or not at.display or axes is None:
            return
        shapes = self._declared.get(at.row, ())
        beside: set[str] = set().union(*shapes)
        for shape in shapes:
            for (one, _), (other, span) in (axes, axes[::-1]):
                twins = {axis for axis in shape - {one} if axis.rstrip("'") == one.rstrip("'")}
                if one in shape and other not in beside and len(twins) == 1:
                    twin = min(twins)
                    if (at.section, frozenset([one, twin])) in self._renamed:
                        message = f"the size of `{other}` is stated beside a tensor with `{twin}` and `{one}` instead"
                        yield Diagnostic("NT405", message, span, label=f"not `{twin}`")
                        return

    def _of_no_twin(self, judged: Judged) -> Iterator[Diagnostic]:
        """`|\\node'| = |\\edge|` where nothing else has an axis `\\node'`: it is a slip for another."""
        for part in walk(judged.role.entry.parsed) if judged.kind is Kind.CONSTRAINT else ():
            axis = part.axes[0] if isinstance(part, ast.Size) and len(part.axes) == 1 else None
            if axis is None or axis.variable or not axis.name.endswith("'") or self._statements.get(axis.name, 0) > 1:
                continue
            text, written = axis.span.source.text, "".join(axis.span.text.split())
            if "".join(text.split()).count(written) == 1 and self._statements.get(axis.name.rstrip("'"), 0) > 0:
                message = f"the size of `{axis.name}` is stated, and nothing has this axis"
                yield Diagnostic("NT405", message, axis.span, label="an axis of nothing here")

    def _is_member(self, atom: str) -> bool:
        return "_" in atom and taken_apart(atom).form in self._families and not _has_letter(taken_apart(atom))


def _equated(entries: Iterable[Entry]) -> Iterator[tuple[str, int, int]]:
    """The forms of the names that the document itself says are equal to something, `n_l = n_{l-1}`."""
    for parsed in (entry.parsed for entry in entries):
        if isinstance(parsed, ast.Chain) and parsed.rest and parsed.rest[0][0].kind in ("eq", "define"):
            yield from (taken_apart(s.full_name).form for s in parsed.subjects if isinstance(s, ast.Symbol))


def _sizes_of(parsed: ast.Parsed) -> tuple[tuple[str, Span], tuple[str, Span]] | None:
    """The axes of `|\\ax| = |\\bx|`."""
    match parsed:
        case ast.Chain(subjects=(ast.Size(axes=(one,)) as left,), rest=((relation, ast.Size(axes=(other,)) as right),)):
            return ((one.name, left.span), (other.name, right.span)) if relation.kind == "eq" else None
    return None


def _one_size(one: Size, other: Size) -> tuple[str, str] | None:
    """The two sizes that are one if two others are: `k` and `p` for `n/k` and `n/p`."""
    try:
        quotient = one / other
    except SizeError:
        return None
    if len(quotient.terms) != 1 or quotient.terms[0][1] != 1:
        return None
    parts = quotient.terms[0][0]
    return (parts[0][0], parts[1][0]) if sorted(power for _, power in parts) == [-1, 1] else None


def _both_ways(pair: tuple[str, str] | None) -> list[tuple[str, str]]:
    return [] if pair is None else [pair, pair[::-1]]


def _only_1(one: Size, other: Size) -> str | None:
    """What is 1 if two sizes are equal, of which one is the other times it."""
    if one.constant is not None or other.constant is not None:
        return None
    try:
        quotient = one / other
    except SizeError:
        return None
    if len(quotient.terms) != 1:
        return None
    monomial, coefficient = quotient.terms[0]
    return monomial[0][0] if coefficient == 1 and len(monomial) == 1 and abs(monomial[0][1]) == 1 else None


def _is_1(difference: Size) -> str:
    """The name of a size in `k - 1`, if a difference is nothing else; "" if it is."""
    atoms = {m[0][0] for m, c in difference.terms if len(m) == 1 and m[0] == (m[0][0], 1) and c == 1}
    return next(iter(atoms)) if len(difference.terms) == 2 and len(atoms) == 1 and ((), -1) in difference.terms else ""


def _forced(difference: Size) -> tuple[str, int]:
    """The size that is 0 or 1 where a difference is nothing, and which, if it is a multiple of `m` or `k - 1`."""
    own = [(monomial[0][0], c) for monomial, c in difference.terms if len(monomial) == 1 and monomial[0][1] == 1]
    number = sum(c for monomial, c in difference.terms if not monomial)
    if len(own) != 1 or len(difference.terms) != 1 + (number != 0) or (number and own[0][1] != -number):
        return "", 0
    return own[0][0], 1 if number else 0


def _equal(equations: Equations, one: str, other: str) -> bool:
    return equations.equal(variable(one), variable(other))


def _has_letter(name: Name) -> bool:
    return any(component(part) is not None for part in name.parts)
