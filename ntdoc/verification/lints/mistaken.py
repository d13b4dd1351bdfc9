"""Tensors where the letter of an index or a size is meant: `h^{x-1}` for `h^{t-1}`, `[b_{l-1}]` for `[n_{l-1}]`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import walk
from ntdoc.report import Kind
from ntdoc.shapes.claims.letters import is_related
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import Name, component, letters_in, taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import letters, spelt
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import STARS
from ntdoc.syntax import ast
from ntdoc.verification.lints.named import Named


class Mistaken:
    """Looks for letters that only tensors have in what is beside a statement."""

    def __init__(self, session: Session, judged: Sequence[Judged], named: Named) -> None:
        self._session, self._named = session, named
        self._written: list[tuple[int, str, Name]] = []  # the names of the sizes of axes, by section
        for j in judged:
            for part in walk(j.role.entry.parsed):
                if isinstance(part, ast.SizedAxis) and isinstance(part.size, ast.Symbol):
                    axis = part.axis.name.rstrip("'")
                    self._written.append((j.role.entry.section, axis, taken_apart(part.size.full_name)))
        chains = ((j.role.entry.run, j.role.entry.parsed) for j in judged if j.kind is Kind.CONSTRAINT)
        ranges = ((run, c) for run, c in chains if isinstance(c, ast.Chain) and c.rest and c.rest[0][0].kind == "range")
        self._ends = {(run, _first_of(chain), _last_of(chain)[1]) for run, chain in ranges}
        self._tensors: dict[int, dict[str, str]] = {}  # those with axes in each run, by the letter that they begin with
        self._declared: set[tuple[int, str]] = set()
        for j in judged:
            names = [d.name for d in j.role.declares if d.along]
            self._declared.update((j.role.entry.run, name) for name in names)
            if j.kind is Kind.DEFINITION and j.name is not None and j.function is None:
                names += [j.name] if j.value is not None and j.value.shape else []
            for name in names:
                self._tensors.setdefault(j.role.entry.run, {}).setdefault(taken_apart(name).base, name)

    def named(self, judged: Judged) -> Iterator[Diagnostic]:
        """The letters of one statement that are mistaken."""
        entry, parsed = judged.role.entry, judged.role.entry.parsed
        yield from _own_letter(judged)
        yield from self._stars_of_another(judged)
        tensors = self._tensors.get(entry.run)
        if not tensors or not entry.display:
            return
        if judged.kind is Kind.CONSTRAINT and isinstance(parsed, ast.Chain) and parsed.rest[0][0].kind == "range":
            yield from self._run_over(judged, parsed, tensors)
        yield from self._entry(judged, tensors)
        for part in walk(parsed):
            if isinstance(part, ast.Symbol):
                yield from self._index(judged, part, tensors)
            elif isinstance(part, ast.Shape):
                yield from self._sizes(part, judged.role.entry, tensors)
            elif isinstance(part, ast.Base) and part.kind == "range":
                yield from self._numbers_to(part, judged.role.entry)

    def _stars_of_another(self, judged: Judged) -> Iterator[Diagnostic]:
        """`X_{\\mathcal{R} \\to \\mathcal{S}^*}`: stars mark the axes of one shape, if nothing is said of both."""
        renamings = [part for part in walk(judged.role.entry.parsed) if isinstance(part, ast.Rename)]
        for script, sides in ((part.script, pair) for part in renamings for pair in part.pairs):
            if not all(a.variable and not a.without and a.within is None for side in sides for a in side):
                continue
            old, new = ({axis.name for axis in side} for side in sides)
            bare = {name.rstrip(STARS) for name in new}
            strange = old - bare or bare - old
            if not strange or bare & new or {name.rstrip(STARS) for name in old} != old:
                continue
            if not any(is_related(self._session, letter, judged.role.entry) for letter in strange):
                message = f"the stars are those of {_union(bare)}, and what is renamed is {_union(old)}"
                yield Diagnostic("NT407", message, script, label="the stars of another shape")

    def _run_over(self, judged: Judged, parsed: ast.Chain, tensors: dict[str, str]) -> Iterator[Diagnostic]:
        """`x = 1, \\ldots, n` beside `x^t`, of which `t` is meant to run."""
        for subject in parsed.subjects:
            letter = subject.full_name if isinstance(subject, ast.Symbol) else ""
            name = tensors.get(letter, letter)
            at = judged.role.entry
            if name != letter and not self._named.stands_alone(letter, at) and not self._named.is_index(letter, at):
                message = f"{letter} is said to run over numbers, and {name} is a tensor beside it"
                yield Diagnostic("NT407", message, subject.span, label=f"{letter} is no index here")
        yield from self._run_up_to(judged, parsed, tensors)

    def _run_up_to(self, judged: Judged, parsed: ast.Chain, tensors: dict[str, str]) -> Iterator[Diagnostic]:
        """`t = 1, \\ldots, x` beside a tensor `x`; or beside `x^t`, if `t = 1, \\ldots, n` stands there, too.

        A letter for a length may be that of a family otherwise: `T^l`, and `t = 1, \\ldots, T`.
        """
        listed, letter = _last_of(parsed)
        name = tensors.get(letter, "")
        others = {end for run, index, end in self._ends if (run, index) == (judged.role.entry.run, _first_of(parsed))}
        beside = others - {letter} and not (others - {letter}) & tensors.keys()
        if listed is not None and name and (name == letter or beside):
            message = f"{letter} is said to be where {_first_of(parsed)} ends, and {name} is a tensor beside it"
            yield Diagnostic("NT407", message, listed.span, label=f"{letter} is no number here")

    def _entry(self, judged: Judged, tensors: dict[str, str]) -> Iterator[Diagnostic]:
        """`P_{\\seq(p)} = 2p` beside a tensor `p`: which of the two is meant, nobody can tell."""
        for _, letter in _indices(judged):
            if tensors.get(letter.full_name) == letter.full_name != judged.name:
                message = f"{letter.span.text} is an index here, and a tensor beside it"
                yield Diagnostic("NT407", message, letter.span, label="the name of a tensor")

    def _index(self, judged: Judged, symbol: ast.Symbol, tensors: dict[str, str]) -> Iterator[Diagnostic]:
        """`h^{x-1}` beside `x^t`: what one is taken from is an index, and no label."""
        apart, at = taken_apart(symbol.full_name), judged.role.entry
        if {apart.base, symbol.full_name} & self._session.scope.by_name.keys():
            return  # a power, of which the exponent may be any number, or a label
        for found in map(component, apart.parts):
            name = tensors.get(found.letter, "") if found is not None and found.offset else ""
            if found is None or name in ("", found.letter) or found.letter == apart.base:
                continue
            known = self._session.ranges.range_of(found.letter, at)
            counts = known is not None and known.entry.section == at.section
            counts = counts or found.letter in letters_in(judged.name or "")
            if not counts and not self._named.stands_alone(found.letter, at, itself=True):
                message = f"{found.letter} is an index in {symbol.span.text}, and {name} is a tensor beside it"
                yield Diagnostic("NT407", message, symbol.span, label=f"{found.letter} is no index here")

    def _sizes_elsewhere(self, axis: str, name: Name, at: Entry) -> set[str]:
        """The families that two other shapes of the section or more give the sizes of an axis by: `c_l`, `c_{l-1}`."""
        if not (name.sub or name.sup):
            return set()
        found = [
            kin.base
            for section, again, kin in self._written
            if (section, again, len(kin.sub), len(kin.sup)) == (at.section, axis, len(name.sub), len(name.sup))
            if kin.base != name.base
        ]
        return {*found, name.base} if len(found) > 1 and len({*found}) == 1 else set()

    def _is_written_once(self, name: Name, at: Entry) -> bool:
        """Whether nothing else in a section has a size of that name, nor says how large it is."""
        others = [kin for section, _, kin in self._written if section == at.section and kin == name]
        return len(others) == 1 and not any(name.base in size.atoms for s in self._session.sizes for size, _ in s.sizes)

    def _numbers_to(self, numbers: ast.Base, at: Entry) -> Iterator[Diagnostic]:
        """`I \\in [W]^{\\seq}` beside a tensor `W`, if nothing else speaks of a size `W`."""
        end = numbers.items[0]
        if not isinstance(end, ast.Symbol) or (at.run, end.full_name) not in self._declared:
            return
        name = taken_apart(end.full_name)
        said = any(name.base in size.atoms for s in self._session.sizes for size, _ in s.sizes)
        if not said and all(kin != name for _, _, kin in self._written):
            message = f"{end.span.text} is the last of the numbers here, and a tensor with axes beside it"
            yield Diagnostic("NT407", message, end.span, label="the name of a tensor")

    def _sizes(self, shape: ast.Shape, at: Entry, tensors: dict[str, str]) -> Iterator[Diagnostic]:
        """`\\layer'[n_l] \\times \\layer[b_{l-1}]` beside `b^l`, if nothing else speaks of a size `b_l`."""
        sized = [(x.axis.name.rstrip("'"), x.size) for x in shape.axes if isinstance(x.size, ast.Symbol)]
        for axis, size in sized:
            assert isinstance(size, ast.Symbol)
            name = taken_apart(size.full_name)
            if (at.run, size.full_name) in self._declared and self._is_written_once(name, at):
                message = f"{size.span.text} is the size of an axis here, and a tensor with axes beside it"
                yield Diagnostic("NT407", message, size.span, label="the name of a tensor")
                continue
            letters = letters_in(size.full_name)
            others = {
                taken_apart(other.full_name).base
                for again, other in sized
                if isinstance(other, ast.Symbol) and again == axis and letters & letters_in(other.full_name)
            }
            others |= self._sizes_elsewhere(axis, name, at)
            strange = len(others) > 1 and name.base in tensors and others - set(tensors)
            if strange and not self._named.has_form(name.form, at):  # nothing else speaks of such a size
                message = f"{size.span.text} is the size of an axis, and {tensors[name.base]} is a tensor beside it"
                yield Diagnostic("NT407", message, size.span, label=f"not {min(others - set(tensors))}")


def _union(letters: set[str]) -> str:
    return " ∪ ".join(sorted(letters))


def _first_of(parsed: ast.Chain) -> str:
    return spelt(parsed.subjects[0])


def _last_of(parsed: ast.Chain) -> tuple[ast.Operand | None, str]:
    """What a list ends with, if it is a letter: `n` of `1, \\ldots, n`."""
    listed = parsed.rest[0][1]
    last = spelt(listed).rsplit(",", 1)[-1].rstrip(".;")
    return (listed, last) if last.isalpha() and len(parsed.rest) == 1 else (None, "")


def _own_letter(judged: Judged) -> Iterator[Diagnostic]:
    """`i_{\\ax(i)} = …`, where the tensor has the letter of its index, and `F \\colon F^{\\mathcal{S}} \\to G`."""
    for _, letter in _indices(judged):
        if letter.full_name == judged.name:
            message = f"{letter.span.text} is the tensor that is defined here, and its index"
            yield Diagnostic("NT407", message, letter.span, label="the name of the tensor")
    parsed = judged.role.entry.parsed
    if isinstance(parsed, ast.Signature) and isinstance(parsed.subject, ast.Symbol):
        for tensors in (*parsed.arguments, parsed.result):
            if tensors.base.kind == "named" and spelt(parsed.subject.without_superscript) == tensors.base.text:
                message = f"{tensors.base.text} is the function here, and a set that it speaks of"
                yield Diagnostic("NT407", message, tensors.base.span, label="the name of the function")
                return


def _indices(judged: Judged) -> Sequence[tuple[ast.Axis, ast.Symbol]]:
    """The indices on the left side of a definition by entries."""
    parsed = judged.role.entry.parsed
    subject = parsed.subjects[0] if isinstance(parsed, ast.Chain) and judged.kind is Kind.DEFINITION else None
    return (letters(subject) or ()) if isinstance(subject, ast.Index) else ()
