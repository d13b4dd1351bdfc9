"""Which letters run over which numbers, and where: `t = 1, \\ldots, n`, an ellipsis row, a recurrence.

Families are evaluated for few members: an end that is a letter, as `L`, gets the least number for which something
follows the first member.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Declared, Function, Signed, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import Indices, Value, is_index, letters_in, match
from ntdoc.shapes.names.families import lists
from ntdoc.shapes.names.families.lists import Range, last_members, numbers_in
from ntdoc.shapes.names.numbers.taken_numbers import alone_elsewhere, at_ends, taken
from ntdoc.shapes.names.ranges import steps
from ntdoc.shapes.names.ranges.enumerated import enumerated
from ntdoc.shapes.names.ranges.labels import label_letters, upright
from ntdoc.shapes.names.ranges.narrowed_ranges import narrowed
from ntdoc.shapes.names.ranges.widened import is_of_one_place
from ntdoc.shapes.names.ranges.written_ranges import compared, indexed, number, stated, summed
from ntdoc.shapes.patterns import names_in, number_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast

FAR_ENOUGH = 3  # for a formula of the number of the last member: for the first ones it may hold by chance
LARGEST_MEMBER = 12  # `h_{12}`: so many members are evaluated where the end of a range is a letter


class Ranges:
    """The ranges of a document."""

    def __init__(self, entries: Sequence[Entry], scope: Scope) -> None:
        self._scope = scope
        self._letters: dict[int, set[str]] = {}  # in the scripts of names, by section
        self._alone = alone_elsewhere(entries, scope)  # ends of ranges, by section
        self._written: dict[int, set[str]] = {}  # the names that have scripts, by section
        self._upright: dict[int, set[str]] = {}  # those set upright, as `h` in `W^{\\text{h}}`: they are labels
        self._entries_of: dict[int, list[Entry]] = {}  # by section
        for entry in entries:
            self._entries_of.setdefault(entry.section, []).append(entry)
            for part in walk(entry.parsed):
                if isinstance(part, ast.Symbol) and steps.has_script(part):
                    self._letters.setdefault(entry.section, set()).update(letters_in(part.full_name))
                    self._written.setdefault(entry.section, set()).add(part.full_name)
                    self._upright.setdefault(entry.section, set()).update(upright(part))
        written = (r for r in stated(entries, scope) if r.end is None or r.end[0] != "|" or self._is_of_names(r))
        listed = (*written, *lists.declared(entries), *lists.counted(entries), *enumerated(entries))
        for unsaid in (summed, compared, indexed):
            listed = (*listed, *unsaid(entries, scope, {(r.letter, r.entry.section) for r in listed}))
        followed = tuple(lists.followed(entries, listed))
        within = tuple(narrowed(entries, listed, followed))
        rows = {(r.letter, r.entry.row) for r in within}
        wide = [r for r in followed if (r.letter, r.entry.row) in rows]  # it holds in the other rows
        there = [(r.letter, f) for r in wide for f in listed if f[1:5] == r[1:5] and f.entry.section == r.entry.section]
        self._own = {(r.letter, r.entry.row) for r in wide}  # what is narrowed there is so in these rows alone
        listed = (*listed, *(f._replace(letter=letter) for letter, f in there))
        listed = (*listed, *(r for r in followed if r not in wide), *within)
        ran = {(r.letter, r.entry.section) for r in listed}
        listed += tuple(r for r in lists.exemplified(entries) if (r.letter, r.entry.section) not in ran)
        found = [*(r._replace(said=True) for r in listed), *_between(entries, scope)]
        said = {(r.letter, r.entry.section) for r in found} | {(r.end, r.entry.section) for r in found}
        begun = {r.letter: r.entry.index for r in reversed(found)}
        backward, forward = list(steps.backward(entries, scope)), list(steps.recurrences(entries, scope))
        self._steps = {(r.letter, r.entry.row) for r in (*backward, *forward)}
        down = {(r.letter, r.entry.index) for r in backward}
        new = (r for r in forward if (r.letter, r.entry.section) not in said)
        new = (r for r in new if (r.letter, r.entry.index) not in down)
        found += [r for r in new if r.entry.index < begun.get(r.letter, r.entry.index + 1)]
        ends = {(r.letter, r.entry.run, r.end, r.beyond) for r in found}
        found += [r for r in backward if (r.letter, r.entry.run, r.end, r.beyond) not in ends]
        back = {(r.letter, r.entry.index) for r in found if r.back}
        self._forward = {(r.letter, r.entry.index) for r in forward} - back
        found = list(steps.far_enough(found, entries, FAR_ENOUGH))
        self.all = tuple(_with_one_end(found, _greatest(entries, scope, found)))
        self._of_letter = {x: [r for r in self.all if r.letter == x] for x in {r.letter for r in self.all}}
        self._in_row: dict[tuple[str, tuple[int, int]], list[Range]] = {}
        for r in self.all:
            self._in_row.setdefault((r.letter, r.entry.row), []).append(r)
        self._ended: dict[int, list[Range]] = {}  # those that end at a letter, by section
        for r in self.all:
            if r.end is not None:
                self._ended.setdefault(r.entry.section, []).append(r)
        self._of_row = lists.said_in_rows(self.all)
        self._of_section = {(x, r.entry.section) for r in self.all for x in (r.letter, r.end)}
        self._of_section |= {(x, f.entry.section) for f in scope.functions for x in letters_in(f.name)}
        self._at: dict[tuple[int, int], dict[str, Value]] = {}
        self._near: dict[tuple[int, int], list[Range]] = {}
        self._labels, self.entries = label_letters(entries), entries
        self.given_ends: set[tuple[int, str, bool]] = set()  # see given_ends
        self._positional = frozenset(_positional(entries, scope))
        self.drawn = steps.drawn(entries)
        self.first = {(e.row, letter): low for e in entries for letter, low in _first(e.parsed)}  # by row

    def of_section(self, at: Entry) -> Sequence[Entry]:
        """All entries of the section of one, in document order."""
        return self._entries_of.get(at.section, ())

    def _is_of_names(self, found: Range) -> bool:
        """Whether the letter of a range stands in the script of a name there: else it is an index of an axis."""
        return found.letter in self._letters.get(found.entry.section, ())

    def is_in_scripts(self, letter: str, at: Entry) -> bool:
        """Whether the names in the section of an entry have a letter in their scripts."""
        return letter in self._letters.get(at.section, ())

    def is_positional(self, name: str, at: Entry) -> bool:
        """Whether the display of an entry writes a tensor with positional indices, as `A_i`: it has no named axes."""
        return (at.item, name) in self._positional

    def range_of(self, letter: str, at: Entry) -> Range | None:
        """The range that a letter has at an entry: of its row, of its run, of its section, else the nearest before."""
        found = self._of_letter.get(letter, [])
        if (letter, at.index) in self._forward:  # beside one that goes back
            found = [r for r in found if not r.back]
        for group in (
            (r for r in self._in_row.get((letter, at.row), ()) if r in found),
            (r for r in found if r.entry.run == at.run),
            (r for r in found if r.entry.section == at.section and not (r.back or (letter, r.entry.row) in self._own)),
            (r for r in found if r.entry.section == at.section and not r.back),
            (r for r in found if r.entry.index < at.index and not r.back),
        ):
            if near := list(group):
                return min(near, key=lambda r: (r.entry.index > at.index, abs(r.entry.index - at.index)))
        return None

    def reach_of(self, letter: str, at: Entry) -> Range | None:
        """The range of the members of a definition: where its own run says none, all that its section says.

        Between `b_t` for `t = n-1, \\ldots, 1` and `q_t` for `t = 2, \\ldots, n`, a `p_t` is there for both.
        """
        found = self.range_of(letter, at)
        if found is None:
            return None
        of_row = found.entry.display and found.entry.row != at.row
        of_steps = of_row and (letter, found.entry.row) in self._steps and is_of_one_place(at.parsed, letter)
        of_row = of_steps or (of_row and found.entry.index > at.index)  # of a later row
        if (found.entry.section != at.section and not of_steps) or (found.entry.run == at.run and not of_row):
            return found
        alike = [r for r in self.all if (r.letter, r.end) == (letter, found.end) and r.said and not r.back]
        alike = [r for r in alike if r.entry.section == at.section or (of_row and r.entry.index < at.index)]
        alike = [r for r in alike if not of_steps or r.entry.chapter in (at.chapter, found.entry.chapter)]
        last = max((found, *alike), key=lambda r: r.high)
        return found._replace(low=min(r.low for r in (found, *alike)), high=last.high, beyond=last.beyond)

    def indices(self, at: Entry) -> Mapping[str, Value]:
        """The values of the letters that run over something where an entry stands: each the last of its range."""
        key = (at.section, at.run)
        if key not in self._at:
            values: dict[str, Value] = {}
            near = [*self._inherited(at), *(r for r in self.all if r.entry.section == at.section)]
            for r in sorted(near, key=lambda r: r.entry.run == at.run):  # those of the run win
                if r.end is not None:
                    values[r.end] = r.high + r.beyond
                if not r.back or r.entry.run == at.run:
                    values[r.letter] = r.high
            for r in near:  # one that goes back, if no other says it: all members of a statement are at one place
                values.setdefault(r.letter, r.high)
            used = self._letters.get(at.section, set())
            self._at[key] = {letter: v for letter, v in values.items() if letter in used or self._is_end(letter, near)}
            self._near[key] = [r for r in near if r.end in self._scope.by_name]
        ends = at_ends(self._near[key], self._at[key], at, self.number)
        given = {**ends, **taken(self._at[key], at, self._scope, self.number)}
        own = {letter: value for letter, value in self._of_row.get(at.row, {}).items() if letter in self._at[key]}
        return {**self._at[key], **own, **given} if given or own else self._at[key]

    def in_common(self, indices: Indices, one: Entry, other: Entry) -> Indices:
        """Those values of letters that are of the same at two places: in one section, or of ranges that are alike.

        Then the second place speaks of members of the families of the first section.
        """
        if one.section == other.section:
            return indices
        ranges = ((x, self.range_of(x, one), self.range_of(x, other)) for x in indices)
        alike = [x for x, a, b in ranges if a is not None and b is not None and a[1:5] == b[1:5]]
        names = [name for name in names_in(other.parsed) if not letters_in(name).isdisjoint(alike)]
        own = {name for name in names if any(b.entry.section == one.section for b in self._scope.of_form(name))}
        return {x: indices[x] for x in alike if any(x in letters_in(name) for name in own)}

    def is_label(self, letter: str, at: Entry) -> bool:
        """Whether a letter runs over labels, as `a \\in \\{i, f, o\\}`, in the section of an entry."""
        return (letter, at.section) in self._labels

    def number(self, letter: str, at: Entry) -> int | None:
        """The value of a letter that is defined as a number, as the `k` of `x_k` after `k = 2`."""
        given = self._scope.tensor(letter, at) if letter in self._scope.by_name else None
        if not isinstance(given, Tensor) or isinstance(given.body, ast.TensorSet):
            return None
        return number(given.body)

    def _inherited(self, at: Entry) -> list[Range]:
        """What earlier sections say of letters of which the section of an entry says nothing: the nearest of each."""
        said = {x for r in self.all if r.entry.section == at.section for x in (r.letter, r.end)}
        found: dict[str, Range] = {}
        ends = self._alone.get(at.section, set()) & {r.end for r in self.all if r.said}
        for letter in (self._letters.get(at.section, set()) | ends) - said - self._upright.get(at.section, set()):
            before = [r for r in self.all if letter in (r.letter, r.end) and r.entry.index < at.index and not r.back]
            before = [r for r in before if letter == r.letter or self._is_of_names(r)]  # `a^n`: how long an axis is
            if before and not self._means_another(letter, before[-1], at):
                found[before[-1].letter] = max(before, key=lambda r: r.entry.index)
        return list(found.values())

    def _means_another(self, letter: str, r: Range, at: Entry) -> bool:
        """Whether a letter has become the name of something else between a range and an entry."""
        between = (b for b in self._scope.by_name.get(letter, ()) if r.entry.index < b.entry.index < at.index)
        return any(not self._scope.is_apart(b, at) for b in between)

    def _is_end(self, letter: str, near: Sequence[Range]) -> bool:
        return any(r.end == letter and r.letter in self._letters.get(r.entry.section, ()) for r in near)

    def ends(self, at: Entry) -> Iterator[tuple[str, int]]:
        """The letters that ends of ranges are called, with their values, where an entry stands."""
        used = self.indices(at)
        for r in self._ended.get(at.section, ()):
            value = used.get(r.end) if r.end is not None else None
            if r.end is not None and isinstance(value, int):
                yield r.end, value

    def letters(self, binding: Function | Signed | Tensor | Declared) -> frozenset[str]:
        """The letters in the name of a binding that are indices."""
        letters = letters_in(binding.name)
        if isinstance(binding, (Function, Signed)):  # `\\text{LN}_W` with a tensor `W` is no family
            at = binding.entry  # a number, as `s = 1`, is one that the letter may be
            return frozenset(x for x in letters if not self._scope.is_tensor(x, at) or self.number(x, at) is not None)
        return frozenset(x for x in letters if self._is_index(x, binding.entry) or self._runs_later(x, binding))

    def match(self, binding: Function | Signed | Tensor | Declared, name: str) -> dict[str, Value] | None:
        """The values of those letters for which a member of a family has this name, or None if none has."""
        return match(binding.name, name, self.letters(binding))

    def _runs_later(self, letter: str, binding: Tensor | Declared) -> bool:
        """Whether a later section says over what a letter runs, and writes the very name that is declared with it."""
        if not isinstance(binding, Declared) or binding.domain is None or self._scope.is_tensor(letter, binding.entry):
            return False
        sections = {r.entry.section for r in self._of_letter.get(letter, ()) if r.said}
        return any(binding.name in self._written.get(section, ()) for section in sections)

    def _is_index(self, letter: str, at: Entry) -> bool:
        if self.is_label(letter, at) or (letter, at.section) in self._of_section:
            return True
        return self.range_of(letter, at) is not None


def _greatest(entries: Sequence[Entry], scope: Scope, ranges: Sequence[Range]) -> dict[tuple[str, int], int]:
    """The greatest number for which a section writes a member of a family of each letter: 3 for `h_t` and `h_3`.

    Where a section has no such family, it writes of the nearest before it.
    """
    letters: dict[int, set[str]] = {}
    for r in ranges:
        letters.setdefault(r.entry.section, set()).add(r.letter)
    found: dict[tuple[str, int], int] = {}
    closed = {(entry.section, letter) for entry in entries if letters for letter in steps.given_by(entry)}
    for r in ranges:
        if (r.entry.section, r.end) in closed:
            found[r.letter, r.entry.section] = r.low + FAR_ENOUGH
    for entry in entries if letters else ():
        for part in walk(entry.parsed):
            if not isinstance(part, ast.Symbol) or not steps.has_script(part):
                continue
            kin = [b for b in scope.of_form(part.full_name) if not isinstance(b, (Function, Signed))]
            if any(b.entry.section == entry.section for b in kin):
                section = entry.section
            elif _is_own(part.full_name, entry, scope):
                continue
            else:
                section = max((b.entry.section for b in kin if b.entry.index < entry.index), default=-1)
            own = letters.get(section, set())
            for b in kin if own else ():
                if b.entry.section != section:
                    continue
                for letter, value in (match(b.name, part.full_name, own) or {}).items():
                    if isinstance(value, int) and value <= LARGEST_MEMBER:
                        found[letter, section] = max(found.get((letter, section), 0), value)
    return found


def _is_own(name: str, at: Entry, scope: Scope) -> bool:
    """Whether a section says itself what a name with a number in it is, and does not only give it a number."""
    here = (b for b in scope.by_name.get(name, ()) if b.entry.section == at.section)
    return any(not isinstance(b, Tensor) or number_in(b.body) is None for b in here)


def _with_one_end(found: Sequence[Range], greatest: Mapping[tuple[str, int], int]) -> Iterator[Range]:
    """Ranges that end with the same letter end with the same number: `t = 1, \\ldots, T` and `t = T-1, \\ldots, 1`.

    It is large enough for all members that are written.
    """
    last: dict[str, int] = {}
    for r in found:
        if r.end is not None:
            written = greatest.get((r.letter, r.entry.section), 0)
            last[r.end] = max(last.get(r.end, 0), r.high + r.beyond, written + r.beyond)
    for r in found:
        fixed = r.end is None or (r.end == r.letter and not r.said)  # after dots the last comes right after the first
        if r.endless and r.end is None:
            yield r._replace(high=max(r.high, greatest.get((r.letter, r.entry.section), 0)))
        else:
            yield r if fixed or r.end is None else r._replace(high=last[r.end] - r.beyond)


def _positional(entries: Sequence[Entry], scope: Scope) -> Iterator[tuple[int, str]]:
    for entry in entries:
        for part in walk(entry.parsed):
            if not (isinstance(part, ast.Symbol) and part.sub is not None and is_index(part.sub.text)):
                continue
            if part.full_name not in scope.by_name and not scope.of_form(part.full_name):
                yield entry.item, part.base


def _first(parsed: ast.Parsed) -> Iterator[tuple[str, int]]:
    """The letters that a range gives a first number, whatever its end is: `t = 2, \\ldots, |\\ax|`."""
    if isinstance(parsed, ast.Chain) and parsed.rest and parsed.rest[0][0].kind == "range":
        right = parsed.rest[0][1]
        low = number(right.items[0]) if isinstance(right, ast.Group) and len(right.items) == 2 else None
        yield from ((s.full_name, low) for s in parsed.subjects if isinstance(s, ast.Symbol) and low is not None)


def _between(entries: Sequence[Entry], scope: Scope) -> Iterator[Range]:
    """`X^1 = …`, `\\vdots`, `X^L = …`: the last member says what those between are, for any number."""
    defined = steps.tensors(scope)
    for entry in entries:
        if not isinstance(entry.parsed, ast.Unread) or not lists.is_ellipsis(entry):
            continue
        before = [t for t in defined if t.entry.run == entry.run and t.entry.index < entry.index]
        for t in defined:
            if t.entry.run != entry.run or t.entry.index < entry.index:
                continue
            for letter, form in last_members(t.name):
                numbers = [n for b in before for n in numbers_in(b.name, form)]
                if numbers:
                    yield Range(letter, max(numbers) + 1, max(numbers) + 1, letter, 0, entry)
