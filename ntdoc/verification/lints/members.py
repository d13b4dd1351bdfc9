"""Families whose letters are hardly meant, or that lack a member: `W^b` beside a tensor `b`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import ceil, floor

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import walk
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Notebook
from ntdoc.shapes.families import Component, Name, component, letters_in, match, taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import names_in, number_in, operands
from ntdoc.shapes.session import Session
from ntdoc.syntax import ast
from ntdoc.verification.lints.named import Named


class Members:
    """The members of families that a document uses."""

    def __init__(self, session: Session, notebooks: Iterable[Notebook], named: Named) -> None:
        self._session, self._named = session, named
        self._used: dict[tuple[int, str], set[str]] = {}  # by the declaration of the family
        for notebook in notebooks:
            for use in notebook.uses:
                if isinstance(use.binding, Declared) and use.name != use.binding.name:
                    self._used.setdefault((use.binding.entry.index, use.binding.name), set()).add(use.name)
        self._tensors = {
            (b.entry.run, taken_apart(b.name).base)
            for bindings in session.scope.by_name.values()
            for b in bindings
            if isinstance(b, Declared | Tensor)
        } | {(f.entry.run, letter) for f in session.scope.functions for letter in f.letters}

    def of(self, judged: Judged) -> Iterator[Diagnostic]:
        """What is wrong with the members in one statement."""
        yield from self._named_for(judged)
        yield from self._not_begun(judged)
        yield from self._not_ended(judged)

    def of_unread(self, judged: Judged) -> Iterator[Diagnostic]:
        """Why a recurrence that could not be read is hardly meant as it stands."""
        yield from self._not_continued(judged)
        yield from self._not_ended(judged)

    def _named_for(self, judged: Judged) -> Iterator[Diagnostic]:
        """A family declared for all values of a letter, while one word stands for it, or the letter is a tensor."""
        entry = judged.role.entry
        if judged.kind is not Kind.DECLARATION or not entry.display:
            return
        for declared in judged.role.declares:
            used = self._used.get((entry.index, declared.name), set())
            for place, letter in _letters(taken_apart(declared.name)):
                used = used | self._meant(declared.name, letter, entry)
                if not used or self._named.is_near(declared.name, entry):
                    continue  # what stands beside it has the very name: its letters are labels
                there = {name: taken_apart(name).parts[place] for name in used}
                words = set(there.values())
                if self._is_index(letter, entry):
                    yield from self._strange(declared, letter, there)
                    continue
                if len(words) == 1 and (word := min(words)).isalpha() and not self._is_index(word, entry, letter):
                    message = f"{declared.name} is declared for every {letter}, and only {min(used)} is used"
                    label = f"for all {letter}, not for {word} alone"
                    if len(letter) > 1 and f"\\{letter}" not in declared.span.text:  # a word runs over nothing
                        message = f"{declared.name} is declared, and {min(used)} is used, which is not"
                        label = f"{letter} here, and {word} where it is used"
                    yield Diagnostic("NT407", message, declared.span, label=label)
                elif len(words) == 1 and self._is_label(place, letter, declared) and self._is_index(word, entry):
                    message = f"{declared.name} has the label {letter} where {min(used)} has the index {word}"
                    yield Diagnostic("NT407", message, declared.span, label=f"{letter} is no index here")
                elif (entry.run, letter) in self._tensors and letter not in words:
                    message = f"{letter} is the index of a family in {declared.name}, and a tensor beside it"
                    yield Diagnostic("NT407", message, declared.span, label=f"for all {letter}")

    def _is_label(self, place: int, letter: str, declared: Declared) -> bool:
        """Whether a letter stands in another place of the scripts of a name beside a declaration: `W^{l,O}`."""
        beside = (taken_apart(name) for name in self._named.of_run(declared.entry.run))
        kin = [name.parts for name in beside if name.form == taken_apart(declared.name).form]
        return any(part == letter and at != place for parts in kin for at, part in enumerate(parts))

    def _strange(self, declared: Declared, letter: str, words: dict[str, str]) -> Iterator[Diagnostic]:
        """Members of a family over an index that name a tensor beside it in the place of the index."""
        at = declared.entry
        for name, word in sorted(words.items()):
            if (at.run, word) in self._tensors and not self._is_index(word, at, letter):
                message = f"{name} has the tensor {word} where {declared.name} has the index {letter}"
                yield Diagnostic("NT407", message, declared.span, label=f"for all {letter}, and {word} is a tensor")

    def _meant(self, family: str, letter: str, at: Entry) -> set[str]:
        """Names beside a family that nothing declares there, and that are members of it if the letter is an index."""
        near = {name for name in self._named.of_run(at.run) if match(family, name, {letter})}
        return {name for name in near if not self._is_declared(name, at)}

    def _is_declared(self, name: str, at: Entry) -> bool:
        """Whether a name is declared before a statement or beside it, and not only in a later section."""
        bindings = self._session.scope.by_name.get(name, ())
        return any(b.entry.section == at.section or b.entry.index < at.index for b in bindings)

    def _is_index(self, letter: str, at: Entry, but: str = "") -> bool:
        """Whether the section says what a letter runs over, or a function beside has it in its name."""
        known = self._session.ranges.range_of(letter, at)
        if letter == but or (known is not None and known.entry.section == at.section):
            return True
        return any(letter in letters_in(f.name) for f in self._session.scope.functions_in_run(at))

    def _not_continued(self, judged: Judged) -> Iterator[Diagnostic]:
        """A recurrence over `t = 1, \\ldots, n` of `h^{t-1}`, of which the section has `h^0` and nothing after it."""
        entry = judged.role.entry
        if judged.kind is not Kind.DEFINITION or not entry.display or judged.name is None:
            return
        for symbol in (part for part in walk(entry.parsed) if isinstance(part, ast.Symbol)):
            form = taken_apart(symbol.full_name)
            letter = min((c.letter for _, c in _components(form) if c.offset < 0), default="")
            known = self._session.ranges.range_of(letter, entry) if letter else None
            if known is None or not known.said or known.entry.run != entry.run or known.high <= known.low:
                continue
            if self._named.is_elsewhere(judged.name, letter, entry):
                return  # so it is called what it is called
            others = self._named.of_base(form.base, entry) - {form.base, symbol.full_name}
            if letter not in letters_in(judged.name):
                if taken_apart(judged.name).form != form.form or known.entry.piece.row != entry.piece.row:
                    continue
                others -= {judged.name}  # `h^{W} = h^{t-1} + …`, of which the left side is the slip
            given = [(match(symbol.full_name, name, {letter}) or {}).get(letter) for name in others]
            if given and all(isinstance(value, int) and value <= known.low for value in given):
                first = min(others)
                message = f"{symbol.span.text} is needed for {letter} = {known.low}, …, and nothing follows {first}"
                yield Diagnostic("NT407", message, symbol.span, label=f"only {first} is said to be")
                return

    def _not_ended(self, judged: Judged) -> Iterator[Diagnostic]:
        """`E^l = f(E^{l+1})` for `l = 1, \\ldots, L` below `E^0 = …`, and no last one to go down from.

        Without a range it may be an equation that all members meet, or words say where it ends.
        """
        entry = judged.role.entry
        for own, symbol, after in _kin(judged):
            if after.offset <= own.offset:
                continue
            known = self._session.ranges.range_of(after.letter, entry)
            if known is None or not known.said or known.entry.run != entry.run:
                return
            base, name = taken_apart(symbol.full_name).base, judged.name or ""
            others = self._named.of_base(base, entry) - {base, name, symbol.full_name}
            numbered = all((n := _only_number(taken_apart(other))) is not None and n < 2 for other in others)
            if numbered and any(self._begins(other, entry) for other in others):
                message = f"{symbol.span.text} comes after the left side, and only {min(others)} is given"
                yield Diagnostic("NT407", message, symbol.span, label="nothing says what the last is")
                return

    def _begins(self, name: str, at: Entry) -> bool:
        """Whether the display defines a member by no other member of its family."""
        here = (b for b in self._session.scope.by_name.get(name, ()) if isinstance(b, Tensor))
        base = taken_apart(name).base
        return any(
            b.entry.item == at.item
            and not any(isinstance(part, ast.Symbol) and part.base == base for part in walk(b.body))
            for b in here
        )

    def _not_begun(self, judged: Judged) -> Iterator[Diagnostic]:
        """`m_k = m_{k-2} + g_k` for `k = 1, \\ldots, n`, where `m_0` is the first that is given, and no `m_{-1}`."""
        entry = judged.role.entry
        if any(isinstance(part, ast.Cases) for part in walk(entry.parsed)):
            return
        for own, symbol, before in _kin(judged):
            known = self._session.ranges.range_of(own.letter, entry)
            if known is None or known.entry.row != entry.row:
                return  # of a range that is said elsewhere it may have a part
            if known.entry is entry and not _is_written(own.letter, entry):
                return  # it only follows from what it is made of
            names = self._named.of_base(taken_apart(symbol.full_name).base, entry)
            found = (match(symbol.full_name, name, {own.letter}) for name in names)  # and no power beside `x^{(t)}`
            values = (members[own.letter] for members in found if members is not None)
            given = [value + before.offset for value in values if isinstance(value, int)]
            low = max(known.low, _least(own.letter, entry))
            if before.offset < own.offset and given and low + before.offset < min(given):
                at = f"the member {low + before.offset} for {own.letter} = {low}"
                message = f"{symbol.span.text} is {at}, and the first that is given is {min(given)}"
                yield Diagnostic("NT407", message, symbol.span, label="nothing says what it is at first")
                return


def _is_written(letter: str, entry: Entry) -> bool:
    """Whether a statement itself says what a letter runs over: `h_t = …` for `t = 1, \\ldots, n`."""
    return isinstance(entry.parsed, ast.Chain) and letter in names_in(entry.parsed.conditions)


def _least(letter: str, entry: Entry) -> int:
    """The least number that a statement's conditions leave of a letter: 2 for `t > 1`."""
    conditions = entry.parsed.conditions if isinstance(entry.parsed, ast.Chain) else ()
    least = 0
    for chain in conditions:
        sides = operands(chain)
        for first, (relation, _), second in zip(sides, chain.rest, sides[1:], strict=False):
            below, above = (first, second) if relation.kind in ("lt", "le") else (second, first)
            value = number_in(below) if relation.kind in ("lt", "le", "gt", "ge") else None
            if value is not None and isinstance(above, ast.Symbol) and above.full_name == letter:
                least = max(least, floor(value) + 1 if relation.kind in ("lt", "gt") else ceil(value))
    return least


def _kin(judged: Judged) -> Iterator[tuple[Component, ast.Symbol, Component]]:
    """The members of its own family that a display defines one of with: the index on the left, and theirs."""
    entry, parsed = judged.role.entry, judged.role.entry.parsed
    if judged.kind is not Kind.DEFINITION or not entry.display or judged.name is None:
        return
    left = taken_apart(judged.name)
    own = [c for _, c in _components(left)]
    if len(own) != 1 or len(left.parts) != 1 or not isinstance(parsed, ast.Chain):
        return
    for symbol in (part for _, side in parsed.rest for part in walk(side) if isinstance(part, ast.Symbol)):
        form = taken_apart(symbol.full_name)
        found = next((c for _, c in _components(form) if c.letter == own[0].letter), None)
        if form.form == left.form and found is not None:
            yield own[0], symbol, found


def _only_number(name: Name) -> int | None:
    parts = name.parts
    return int(parts[0]) if len(parts) == 1 and re.fullmatch(r"-?\d+", parts[0]) else None


def _letters(name: Name) -> list[tuple[int, str]]:
    """The index letters in the scripts of a name, and where they stand."""
    return [(place, c.letter) for place, c in _components(name)]


def _components(name: Name) -> Iterator[tuple[int, Component]]:
    for place, part in enumerate(name.parts):
        found = component(part)
        if found is not None:
            yield place, found
