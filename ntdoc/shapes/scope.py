"""What names mean where: bindings, and the order in which they are looked up (language page, “Names”)."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from copy import copy
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from ntdoc.nodes import walk
from ntdoc.shapes import signs
from ntdoc.shapes.bindings import Binding, Declared, Function, Signed, Solved, Tensor, is_open
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.named_sections import Pointers
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.names.in_places import old_values, own_clauses, own_theorems
from ntdoc.shapes.patterns import is_update
from ntdoc.shapes.samples.constrained import Constrained, Supposition
from ntdoc.syntax.ast import Axis

T = TypeVar("T")
FAR = 100  # how many bindings of one name in one run are looked through


class Scope:
    """All bindings of a document, found by name and by the place from which one looks."""

    def __init__(self, anew: Set[tuple[int, str]] = frozenset()) -> None:
        self.anew = anew  # sections, and letters of which nothing holds there that others say
        self.any: Mapping[int, Set[str]] = {}  # by entry, the letters that are any tensor there
        self.by_name: dict[str, list[Binding]] = {}
        self.functions: list[Function] = []
        self._functions_of: dict[int, list[Function]] = {}  # by section
        self._functions_in: dict[int, list[Function]] = {}  # by run
        self.constrained: list[Constrained] = []
        self.suppositions: list[Supposition] = []
        self.limited: dict[str, list[Entry]] = {}  # letters that some size is said to bound: `1 \\le k \\le |\\ax|`
        self.bounded: dict[str, list[tuple[Entry, int]]] = {}  # letters bounded from below by a number: `t \\ge 1`
        self.orders: Mapping[str, Sequence[Entry]] = {}  # of several free names: `a < b`
        self.counted: dict[str, list[Entry]] = {}  # letters for how many there are of something, where words say so
        self.mentioned: dict[str, list[Entry]] = {}  # names that stand alone in a sentence
        self.cases: set[int] = set()  # the entries of which a value holds in their sentence alone
        self.rows: set[int] = set()  # those of lists for what is declared with more axes
        self.of_indices: set[int] = set()  # those of numbers for the indices of families
        self.solved: dict[int, Solved] = {}  # equations that solve formulas before them for another letter
        self.sought: set[tuple[str, int]] = set()  # numbers that equations in themselves are to give, by section
        self.turns: dict[int, int] = {}  # those of them that are supposed by turns → the first that holds with it
        self.held = ""  # what holds beyond it, or is left out: a definition has another value
        self.unread: dict[tuple[str, int], Entry] = {}  # what rows define that cannot be read, with their section
        self.unread_numbers: dict[tuple[str, int], list[Entry]] = {}  # see unread
        self.given_in_prose: dict[str, list[Entry]] = {}  # names that letters of prose give
        self.broken: dict[str, list[Entry]] = {}  # the names without scripts in what is not closed
        self.densities: frozenset[str] = frozenset()  # with a bar between their arguments
        self.in_words: dict[str, bool] = {}  # letters that words alone call a number, and whether that is a size
        self.numbered: frozenset[str] = frozenset()  # letters whose superscripts count them, `n^1` and `n^2`
        self.only_said: set[str] = set()  # functions of which only a set is said, or what they are in part
        self._rows: dict[tuple[int, int], set[str]] = {}  # the parameters of the functions defined in a row
        self._forms: dict[tuple[str, int, int], list[Binding]] = {}  # those with letters in their scripts
        self.passing: set[tuple[str, int]] = set()  # what holds in its section alone
        self.shown: set[int] = set()  # the entries of which a number holds in examples alone
        self._has_companion = False
        self._meant: dict[object, tuple[object, Any]] = {}  # while nothing is added
        self.pointers = Pointers()  # the sections and displays that a section names
        self.leaves_open = False  # letters for shapes stand in a declaration or a signature

    def add(self, binding: Binding) -> None:
        """Bindings are kept in document order, those of companion documents last."""
        self._meant.clear()
        insort(self.by_name.setdefault(binding.name, []), binding, key=lambda b: (b.entry.companion, b.entry.index))
        self._has_companion |= binding.entry.companion
        self.leaves_open |= (isinstance(binding, Declared) and is_open(binding)) or (
            isinstance(binding, Signed) and any(a.variable for a in walk(binding.signature) if isinstance(a, Axis))
        )
        if letters_in(binding.name):
            self._forms.setdefault(taken_apart(binding.name).form, []).append(binding)
        if isinstance(binding, Function):
            self.functions.append(binding)
            self._functions_of.setdefault(binding.entry.section, []).append(binding)
            self._functions_in.setdefault(binding.entry.run, []).append(binding)
            self._rows.setdefault(binding.entry.row, set()).update(binding.letters)

    def mention(self, name: str, entry: Entry) -> None:
        """Keep where a name stands alone in a sentence, and whether that calls it a count."""
        for kept in (self.mentioned, self.counted)[: 1 + entry.counts]:
            kept.setdefault(name, []).append(entry)

    def insert(self, declared: Declared | Tensor) -> None:
        """Add what is found out of a name when all others are there: it is a member of no family."""
        self._meant.clear()
        insort(self.by_name.setdefault(declared.name, []), declared, key=lambda b: b.entry.index)

    def remove(self, tensor: Tensor | Declared) -> None:
        """Take a definition or a declaration of a tensor back."""
        self._meant.clear()
        self.by_name[tensor.name].remove(tensor)
        if not self.by_name[tensor.name]:
            del self.by_name[tensor.name]  # what is there has a binding
        if tensor in self.of_form(tensor.name):  # what was inserted is a member of no family
            self._forms[taken_apart(tensor.name).form].remove(tensor)

    def of_form(self, name: str) -> Sequence[Binding]:
        """The bindings that may be families of which a name is a member, in document order."""
        return self._forms.get(taken_apart(name).form, ())

    def of_base(self, name: str) -> Sequence[Binding]:
        """The bindings with an index letter below a plain name, or else above it, in document order."""
        return self._forms.get((name, 1, 0), ()) or self._forms.get((name, 0, 1), ())

    def hold_alone(
        self, at: Entry, of_section: str = "", shown: bool = False, row: bool = False, index: bool = False
    ) -> None:
        """A value holds in its sentence alone, or that of a name in its section, or what is shown in examples."""
        self._meant.clear()
        self.rows |= {at.index} if row else set()
        self.of_indices |= {at.index} if index else set()
        if of_section:
            self.passing.add((of_section, at.index))
        else:
            (self.shown if shown else self.cases).add(at.index)

    def with_held(self, entries: Set[int], names: Set[str] = frozenset()) -> Scope:
        """The same bindings, of which those of some entries hold beyond their sentence, those of names everywhere."""
        other = copy(self)
        other.cases, other._meant, other.held = self.cases - entries, {}, f"{sorted(entries)} {sorted(names)}"
        other.passing = {place for place in self.passing if place[0] not in names}
        return other

    def without(self, binding: Binding) -> Scope:
        """The same bindings but one of a plain name."""
        other = self._with(binding.name, [b for b in self.by_name[binding.name] if b is not binding])
        other.held = f"{self.held} but {binding.entry.index}".strip()
        return other

    def with_no_more_than(self, said: Sequence[Tensor | Declared]) -> Scope:
        """The same bindings, but that of some plain names no more is said than this, each once."""
        other = copy(self)
        other.by_name, other._meant = {**self.by_name, **{b.name: [b] for b in said}}, {}
        other.held = f"{self.held} {sorted((b.name, b.sign) for b in said if isinstance(b, Declared))}".strip()
        return other

    def with_declared(self, declared: Declared) -> Scope:
        """The same bindings and one more of a plain name."""
        other = self._with(declared.name, [*self.by_name.get(declared.name, ())])
        other.insert(declared)
        other.held = f"{self.held} {declared.name}: {[x.axis.name for x in declared.along]}".strip()
        return other

    def with_bound(self, name: str, low: int, entry: Entry) -> Scope:
        """The same bindings, and a letter that an entry bounds from below."""
        other = copy(self)
        other.bounded = {**self.bounded, name: [*self.bounded.get(name, ()), (entry, low)]}
        other._meant = {}
        return other

    def _with(self, name: str, bindings: list[Binding]) -> Scope:
        other = copy(self)
        other.by_name, other._meant = {**self.by_name, name: bindings}, {}
        return other

    def is_apart(self, b: Binding, at: Entry) -> bool:
        """Whether a value holds in another section, in another sentence, or in examples, and an entry is elsewhere."""
        passed = b.entry.section != at.section and (b.name, b.entry.index) in self.passing
        passed = (passed or b.entry.index in self.shown) and not (at.illustration and b.entry.illustration)
        alone = own_theorems.is_alone(b, self.by_name.get(b.name, ()), at) or b.entry.index in self.cases
        alone = alone and not (b.entry.index in self.of_indices and own_clauses.goes_on_with_index(b, at))
        return passed or (b.entry.sentence != at.sentence and alone) or self.is_of_other(b, at)

    def is_of_other(self, b: Binding, at: Entry) -> bool:
        """Whether a letter has a meaning of its own in the section of an entry, or in it alone."""
        other = bool(self.anew) and b.entry.section != at.section
        other = other and (at.section, taken_apart(b.name).base) in self.anew
        return other or b.name in self.any.get(at.index, ())

    def _is_seen(self, b: Binding, at: Entry, itself: bool = True) -> bool:
        """Whether a value is there at an entry: before it is updated, in its section, in its sentence."""
        later = is_update(b.entry.parsed) and old_values.are_meant(self.by_name, b, at)  # X still has its old value
        later = later or (isinstance(b, Tensor) and own_clauses.is_of_another(b, at, self.by_name[b.name]))
        return (itself or b.entry.index != at.index) and not (later or self.is_apart(b, at))

    def with_sign(self, declared: Declared) -> Declared:
        """A declaration with the sign that is said of it beside it: `\\rho \\in \\reals^{\\ax}` with `\\rho > 0`."""
        return self._with_set(declared, self.by_name[declared.name], declared.entry)

    def constrain(self, said: Constrained) -> None:
        """Add what is said of a name: a sum, an order."""
        self._meant.clear()
        self.constrained.append(said)

    def constraints_on(self, declared: Declared) -> list[Constrained]:
        """What is said of a name where it is declared."""
        return [c for c in self.made(_constrained).get(declared.name, ()) if c.is_of(declared.name, declared.entry)]

    def supposed(self, at: Entry) -> list[Supposition]:
        """What is said of shapes and records in the run or the sentence of an entry, the nearest last."""
        near = (s for s in self.suppositions if s.entry.run == at.run or s.entry.sentence == at.sentence)
        return sorted(near, key=lambda s: -abs(s.entry.index - at.index))

    def tensor(self, name: str, at: Entry) -> Tensor | Declared | None:
        """What a name of a tensor means at an entry, or None."""
        return self._once(self._tensor, name, at)

    def _once(self, find: Callable[[str, Entry], T], name: str, at: Entry) -> T:
        key = (find.__name__, name, id(at))
        if key not in self._meant:
            self._meant[key] = at, find(name, at)  # with the entry, lest another gets its id
        found: T = self._meant[key][1]
        return found

    def made(self, make: Callable[[Scope], T]) -> T:
        """What is made of all bindings: once, while nothing is added."""
        if make not in self._meant:
            self._meant[make] = None, make(self)
        found: T = self._meant[make][1]
        return found

    def _tensor(self, name: str, at: Entry) -> Tensor | Declared | None:
        bindings = self.by_name.get(name, [])
        parameter: Declared | None = None
        for found in self._ranked(bindings, at):
            if parameter is not None and parameter.entry.section == at.section != found.entry.section:
                break  # nearer than what another section says
            if isinstance(found, Declared):
                if found.entry.run != at.run and self._of_parameter(found):
                    parameter = parameter or found  # bound in its row; elsewhere only for want of anything else
                    continue
                beside = self._defined_beside(found, bindings, at)
                return beside or self._with_set(own_clauses.before_its_case(found, at), bindings, at)
            if not isinstance(found, Tensor) or own_clauses.is_later_value(found, bindings, at):
                continue
            if not own_clauses.is_after_letter(found, at, self.parameter):
                return found
        return parameter

    def _defined_beside(self, declared: Declared, bindings: Sequence[Binding], at: Entry) -> Tensor | None:
        """The definition in the run of a declaration, or in its sentence: the nearest before, else the first after."""
        first = declared.entry
        start = end = middle = bisect_right(bindings, first.index, key=lambda b: b.entry.index)
        while start > 0 and middle - start < FAR and bindings[start - 1].entry.run == first.run:
            start -= 1
        while end < len(bindings) and end - middle < FAR and bindings[end].entry.run == first.run:
            end += 1
        own = at.sentence if first.local or first.index in self.cases else None
        beside = [b for b in bindings[start:end] if isinstance(b, Tensor) and self._is_seen(b, at, itself=False)]
        beside = [b for b in beside if own in (None, b.entry.sentence) and not own_clauses.opens_case(b, first)]
        before = [b for b in beside if b.entry.index < at.index]
        return before[-1] if before else beside[0] if beside else None

    def _with_set(self, declared: Declared, bindings: Sequence[Binding], at: Entry) -> Declared:
        """A declaration that only gives a sign takes its set from the one before it, and the other way round.

        Of two signs that which says more counts: a *rate* is positive, and then `0 < \\mu < 1`.
        """
        if len(bindings) == 1 or (declared.domain is not None and not self._has_signs(declared.name)):
            return declared
        near = [b for b in islice(self._ranked(bindings, at), FAR) if isinstance(b, Declared) and b is not declared]
        here = [b for b in near if b.domain is None and b.sign and own_clauses.is_together(b.entry, declared.entry)]
        said = [own_clauses.before_its_case(b, at).sign for b in here]
        sharpest = declared._replace(sign=signs.sharpest(declared.sign, said))
        if declared.domain is not None and declared.sign:
            return sharpest
        same = declared.domain is None or declared.domain.base.kind != "interval"
        for b in near:
            if declared.domain is None and b.domain is not None:
                return sharpest._replace(domain=b.domain)
            near_enough = same or b.entry.section == declared.entry.section
            if near_enough and not declared.sign and b.sign and b.domain is None:
                return declared._replace(sign=signs.sharpest(own_clauses.before_its_case(b, at).sign, said))
        return sharpest if declared.domain is None else declared  # `c > 0`, and then `c > 1`

    def _has_signs(self, name: str) -> bool:
        """Whether something says a sign of a name and no set."""
        if (key := ("signs", name)) not in self._meant:
            said = (isinstance(b, Declared) and b.domain is None and bool(b.sign) for b in self.by_name.get(name, ()))
            self._meant[key] = None, any(said)
        return bool(self._meant[key][1])

    def is_tensor(self, name: str, at: Entry) -> bool:
        """Whether a name is one of a tensor with axes, or may be one."""
        found = self.tensor(name, at)
        return isinstance(found, Tensor) or (isinstance(found, Declared) and bool(found.along))

    def declaration(self, name: str, at: Entry) -> Declared | None:
        """The declaration that goes with a definition at an entry: one of the same run, after it or before it."""
        if at.index in self.rows:
            return None
        same = [b for b in self._near(name, at) if b.entry.run == at.run and not self._of_parameter(b)]
        same = [b for b in same if not b.entry.local or b.entry.sentence == at.sentence]
        before = [b for b in same if b.entry.index < at.index]
        later = [b for b in same if b.entry.index > at.index]
        return before[-1] if before else later[0] if later else None

    def parameter_declaration(self, name: str, at: Entry) -> Declared | None:
        """The declaration of a parameter: in its own row first, then after it in the run, then in its own sentence."""
        near = self._near(name, at)
        same = [b for b in near if (b.entry.run == at.run and not b.entry.local) or b.entry.sentence == at.sentence]
        own = [b for b in same if b.entry.row == at.row]
        after = [b for b in same if b.entry.index > at.index and not b.entry.local]
        after = [b for b in after if b.entry.where or b.entry.item == at.item]
        before = [b for b in same if b.entry.index < at.index]
        before = [b for b in before if at.item == b.entry.item or b.entry.sentence == at.sentence]
        behind = (b for b in same if b.entry.index > at.index and b.entry.sentence == at.sentence and not at.display)
        return next(iter((*own, *after, *before[-1:], *behind)), None)

    def _of_parameter(self, b: Binding) -> bool:
        """Whether a declaration stands in the row of a function, and is of a parameter of it."""
        return b.name in self._rows.get(b.entry.row, ())

    def function(self, name: str, at: Entry) -> tuple[Function | Signed, ...]:
        """The definitions and signatures of a function, nearest first, one for each overload."""
        return self._once(self._function, name, at)

    def _function(self, name: str, at: Entry) -> tuple[Function | Signed, ...]:
        found = self.by_name.get(name, [])
        if not any(isinstance(b, (Function, Signed)) for b in found):
            return ()
        seen = list(self._ranked(found, at, itself=True)) or own_clauses.further_on(found, at)
        ranked = [b for b in seen if isinstance(b, (Function, Signed))]
        return tuple(sorted(ranked, key=lambda b: not (isinstance(b, Signed) and b.entry.row == at.row)))  # of a law

    def functions_in_run(self, at: Entry) -> Sequence[Function]:
        """The functions that the run of an entry defines, in document order."""
        return self._functions_in.get(at.run, ())

    def parameter(self, name: str, at: Entry) -> Function | None:
        """The function of the same section whose parameter a name is: the nearest before the entry."""
        near = (f for f in reversed(self._functions_of.get(at.section, ())) if name in f.letters)
        return next((f for f in near if f.entry.index < at.index and f.entry.companion == at.companion), None)

    def clause_of(self, at: Entry) -> Function | None:
        """The function that a where-clause belongs to: the nearest before it in its run."""
        before = (f for f in reversed(self.functions_in_run(at)) if f.entry.index < at.index)
        return next((f for f in before if not f.entry.companion), None)

    def where_parameter(self, name: str, at: Entry) -> Function | None:
        """The function that a where-clause belongs to, if the name is a parameter of it."""
        found = self.clause_of(at) if at.where else None
        return found if found is not None and name in found.letters else None

    def _ranked(self, bindings: Sequence[Binding], at: Entry, itself: bool = False) -> Iterator[Binding]:
        """Bindings in document order → those visible from an entry by the rules, lazily: of many, those near."""
        if bindings and (named := self.pointers.place(bindings[0].name, (b.entry for b in bindings), at)) is not None:
            at, itself = named, True  # as it is used in what is named
        visible = partial(self._is_seen, at=at, itself=itself)
        split = bisect_right(bindings, at.index, key=lambda b: b.entry.index)
        own = own_clauses.clauses_of_row(bindings, split, at)
        yield from filter(visible, own)
        start = split
        while start > 0 and bindings[start - 1].entry.run == at.run:
            start -= 1
            if visible(bindings[start]):
                yield bindings[start]
        end = split + len(own)
        later: list[Binding] = []  # what a formula in the prose is followed by is not what it speaks of
        while end < len(bindings) and bindings[end].entry.run == at.run and not bindings[end].entry.companion:
            if visible(b := bindings[end]):
                said = at.display or b.entry.sentence == at.sentence
                said = said and not b.entry.supposed  # "…, with equality if `X = Y`" is about no X before it
                if said and not (isinstance(b, Tensor) and own_clauses.is_drawn_from(b, at, bindings, split)):
                    yield b
                else:
                    later.append(b)
            end += 1
        for i in own_theorems.theorem_first(bindings, start, at):
            if visible(bindings[i]):
                if at.illustration or not bindings[i].entry.illustration:
                    yield bindings[i]
                else:
                    later.append(bindings[i])  # the numbers of an example are those of the example
        yield from later
        for i in range(end, len(bindings)):
            b = bindings[i]
            if b.entry.companion or b.entry.section == at.section:
                if visible(b) and (at.illustration or not b.entry.illustration):
                    yield b
            elif not self._has_companion:
                return

    def _near(self, name: str, at: Entry) -> Iterator[Declared]:
        """The declarations of a name with a set in the run of an entry, or in its sentence, in document order."""
        bindings = self.by_name.get(name, [])
        split = bisect_right(bindings, at.index, key=lambda b: b.entry.index)

        def beside(b: Binding) -> bool:
            return b.entry.run == at.run or b.entry.sentence == at.sentence

        start, end = split, split
        while start > 0 and split - start < FAR and beside(bindings[start - 1]):
            start -= 1
        while end < len(bindings) and end - split < FAR and beside(bindings[end]) and not bindings[end].entry.companion:
            end += 1
        yield from (b for b in bindings[start:end] if isinstance(b, Declared) and b.domain is not None)


def _constrained(scope: Scope) -> dict[str, list[Constrained]]:
    found: dict[str, list[Constrained]] = {}
    for c in scope.constrained:
        found.setdefault(c.name, []).append(c)
    return found
