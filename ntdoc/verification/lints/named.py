"""Where the statements of a document name what: names and axes, by run and by section."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.nodes import walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in, match, taken_apart
from ntdoc.shapes.patterns import in_scripts, is_made_of, names_in
from ntdoc.syntax import ast


class Named:
    """What the statements of a document name; each is looked through once."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.statements: dict[str, set[int]] = {}  # that a name occurs in
        self._of_run: dict[int, set[str]] = {}
        self._of_section: dict[int, set[str]] = {}
        self._alone: dict[tuple[int, str], set[int]] = {}
        self._entries = {entry.index: entry for entry in entries}
        self._axes: dict[str, set[int]] = {}
        self._axes_of_section: dict[tuple[int, str], set[int]] = {}
        self._in_sections: dict[str, dict[int, list[Entry]]] = {}
        self._said: dict[str, list[Entry]] = {}  # what says of a name what it is
        self._saying: dict[tuple[str, bool], tuple[frozenset[int], dict[int, int]]] = {}
        for entry in entries:
            parsed = entry.parsed
            if isinstance(parsed, ast.Chain) and parsed.rest and parsed.rest[0][0].kind in ("eq", "define", "in"):
                for name in (s.full_name for s in parsed.subjects if isinstance(s, ast.Symbol)):
                    self._said.setdefault(name, []).append(entry)
            for name in names_in(parsed):
                self.statements.setdefault(name, set()).add(entry.index)
                self._in_sections.setdefault(name, {}).setdefault(entry.section, []).append(entry)
                self._of_run.setdefault(entry.run, set()).add(name)
                self._of_section.setdefault(entry.section, set()).add(name)
            inside = in_scripts(parsed)
            for part in walk(parsed):
                if isinstance(part, ast.Axis):
                    self._axes.setdefault(part.name, set()).add(entry.index)
                    self._axes_of_section.setdefault((entry.section, part.name), set()).add(entry.index)
                elif isinstance(part, ast.Symbol) and part.sub is part.sup is None and id(part) not in inside:
                    self._alone.setdefault((entry.run, part.base), set()).add(entry.index)

    def of_base(self, base: str, at: Entry) -> set[str]:
        """All names of a section that have a base: `h`, `h^0`, `h^{t-1}`."""
        return {name for name in self._of_section.get(at.section, ()) if taken_apart(name).base == base}

    def is_elsewhere(self, name: str, letter: str, at: Entry) -> bool:
        """Whether another statement of the section has a name, or one of its family over a letter: `s^n` for `s^t`."""
        others = {other for other in self._of_section.get(at.section, ()) if match(name, other, {letter})}
        return bool(others) or any(
            i != at.index and self._entries[i].section == at.section for i in self.statements.get(name, ())
        )

    def is_index(self, letter: str, at: Entry) -> bool:
        """Whether a letter stands in the scripts of a name of the section."""
        return any(letter in letters_in(name) for name in self._of_section.get(at.section, ()))

    def has_form(self, form: tuple[str, int, int], at: Entry) -> bool:
        """Whether another statement of the section has a name of a form."""
        names = {name for name in self._of_section.get(at.section, ()) if taken_apart(name).form == form}
        return any(self.statements[name] - {at.index} for name in names)

    def of_run(self, run: int) -> set[str]:
        """All names in a run."""
        return self._of_run.get(run, set())

    def stands_alone(self, letter: str, at: Entry, itself: bool = False) -> bool:
        """Whether another statement of the run, or the statement `itself`, has a letter without scripts."""
        return bool(self._alone.get((at.run, letter), set()) - (set() if itself else {at.index}))

    def is_near(self, name: str, at: Entry) -> bool:
        """Whether another statement of the run has a name."""
        return any(i != at.index and self._entries[i].run == at.run for i in self.statements.get(name, ()))

    def is_used(self, name: str, at: Entry) -> bool:
        """Whether another statement of the section or a later one has a name of which one says what it is.

        Not where the run says anew what it is, or another section before that. To define what is declared is to use it.
        """
        runs, first = self._anew(name, _declares(at))
        label = _has_as_label(at, name)  # as in `W^O`, in the definition of `O`

        def is_of_another(other: Entry) -> bool:
            if other.run in runs and other.run != at.run:
                return True
            return other.section != at.section and first.get(other.section, other.index) < other.index

        return any(
            other.index != at.index
            and not (label and not is_made_of(other.parsed, name))
            and not is_of_another(other)
            for other in self._meant(name, at)
        )

    def _anew(self, name: str, declared: bool) -> tuple[frozenset[int], dict[int, int]]:
        """The runs that say what a name is, and the first such statement of each section.

        Beside what is `declared`, those that declare it: to define it is to use it.
        """
        if (name, declared) not in self._saying:
            said = [e for e in self._said.get(name, ()) if not declared or _declares(e)]
            first = {e.section: e.index for e in reversed(said)}
            self._saying[name, declared] = frozenset(e.run for e in said), first
        return self._saying[name, declared]

    def _meant(self, name: str, at: Entry) -> Iterator[Entry]:
        """The statements with a name that may mean that of another one: of its section first, and the later ones."""
        sections = self._in_sections.get(name, {})
        yield from sections.get(at.section, ())
        for section, others in sections.items():
            if section != at.section:
                yield from (other for other in others if other.index > at.index)

    def is_used_since(self, name: str, at: Entry) -> bool:
        """Whether a later statement of the section has a name."""
        later = (i for i in self.statements.get(name, ()) if i > at.index)
        return any(self._entries[i].section == at.section for i in later)

    def is_axis_beside(self, axis: str, at: Entry, everywhere: bool) -> bool:
        """Whether another statement of the section names an axis, or any other: a size may be stated for later."""
        found = self._axes.get(axis, set()) if everywhere else self._axes_of_section.get((at.section, axis), set())
        return not found <= {at.index}


def _has_as_label(entry: Entry, name: str) -> bool:
    """Whether a name stands in the scripts of what it is made of."""
    rest = entry.parsed.rest if isinstance(entry.parsed, ast.Chain) else ()
    return any(name in names_in(side) and not is_made_of(side, name) for _, side in rest)


def _declares(entry: Entry) -> bool:
    parsed = entry.parsed
    return isinstance(parsed, ast.Chain) and bool(parsed.rest) and parsed.rest[0][0].kind == "in"
