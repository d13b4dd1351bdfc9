"""`y_1 = x_1 + F(x_2)`, `x_2 = y_2 - G(y_1)`, where `x_2, y_1 \\in \\reals^{\\ax}`: a block and its inverse.

Definitions that need each other are equations of what is declared behind them: such a declaration goes before the first
of them. In one display those of nothing but what is declared go round in a circle. What is declared before them, *we
split `x = m + r` with `m = \\nfun{\\ax}{mean} x` and `r = x - m`*, is made of parts that are made of it: its equation
goes behind those of the parts, and is a claim. So does what follows from equations behind it that go back to it,
`r = \\sqrt{x^2 + y^2}` with `x = r \\cos t` and `y = r \\sin t`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import replace

from ntdoc.operations.table import CONSTANTS, lookup
from ntdoc.shapes.arithmetic import agree
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast


def with_declared_first(entries: Sequence[Entry]) -> list[Entry]:
    """Entries in which what is declared behind a circle of definitions is declared before it."""
    before: dict[int, int] = {}  # by the place of a declaration: that which it goes before
    for rows in _sections(entries):
        declared = {name: at for at in rows for name in _declared(entries[at])}
        defined = {name: at for at in reversed(rows) if (name := _defined(entries[at])) is not None}
        for name, circle in _circles(entries, defined) if declared else ():
            first = min(defined[one] for one in circle)
            if first < declared.get(name, first) and _is_behind(name, circle, entries, declared, defined):
                before[declared[name]] = min(first, before.get(declared[name], first))
    order = sorted(range(len(entries)), key=lambda at: (before.get(at, at), at not in before))
    return [entries[at] for at in order]


def _is_behind(
    name: str, circle: Set[str], entries: Sequence[Entry], declared: Mapping[str, int], defined: Mapping[str, int]
) -> bool:
    """Whether a declaration behind a circle says what that is of, and is no conclusion about what it defines.

    So it does in the sentence of the circle, or if all in several displays is declared.
    """
    own = [entries[defined[one]] for one in circle]
    if circle <= declared.keys() and all(entry.display for entry in own):
        return len({entry.item for entry in own}) > 1
    return entries[declared[name]].sentence in {entry.sentence for entry in own}


def with_parts_first(entries: Sequence[Entry]) -> list[Entry]:
    """Entries in which the equation of what is declared stands behind those of its parts that are made of it."""
    behind: dict[int, int] = {}  # by the place of an equation: that which it goes behind
    for rows in _sections(entries):
        declared = {name: at for at in reversed(rows) for name in _declared(entries[at])}
        defined = {name: at for at in reversed(rows) if (name := _defined(entries[at])) is not None}
        for name, circle in _circles(entries, defined):
            at, parts = defined[name], {defined[part] for part in circle - {name}}
            if at < min(parts) and declared.keys().isdisjoint(circle) and not any("^" in one for one in circle):
                if _is_of_the_others(name, entries, defined, circle):
                    behind[at] = max(parts)
            elif declared.get(name, at) < at < min(parts) and declared.keys().isdisjoint(circle - {name}):
                near = (entries[part].sentence == entries[at].sentence for part in parts)
                if all(near) or all(entries[part].run == entries[at].run for part in parts):
                    behind[at] = max(parts)
    order = sorted(range(len(entries)), key=lambda at: (behind.get(at, at), at in behind))
    return [entries[at] for at in order]


def with_names_as_before(entries: Sequence[Entry]) -> list[Entry]:
    """Entries in which `b = a`, where a section has said `a = b` of two names, says that again, and no more."""
    found = list(entries)
    for rows in _sections(entries):
        said: set[tuple[str, str]] = set()
        for at in rows:
            parsed = entries[at].parsed
            if not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or _defined(entries[at]) is None:
                continue
            left, (relation, right) = parsed.subjects[0], parsed.rest[0]
            if isinstance(left, ast.Symbol) and isinstance(right, ast.Symbol):
                if (right.full_name, left.full_name) in said:
                    turned = parsed.replace(subjects=(right,), rest=((relation, left),))
                    found[at] = replace(entries[at], parsed=turned)
                said.add((left.full_name, right.full_name))
    return found


def _is_of_the_others(name: str, entries: Sequence[Entry], defined: Mapping[str, int], circle: Set[str]) -> bool:
    """Whether an equation says what the others of its circle come to: `r = \\sqrt{x^2 + y^2}` with `x = r \\cos t`."""
    sides = {part: _sides(entries[defined[part]].parsed)[0] for part in circle}
    right = sides.pop(name)
    letters = {letter for side in sides.values() for letter in names_in(side) if lookup(letter) is None}
    letters -= sides.keys() | CONSTANTS.keys()
    if letters <= names_in(right) | {name}:
        return False  # it is solved for another of its letters, and may stand first
    return bool(agree(name, right, sides, letters))


def _sections(entries: Sequence[Entry]) -> Collection[list[int]]:
    """The places of the entries of each section."""
    sections: dict[int, list[int]] = defaultdict(list)
    for at, entry in enumerate(entries):
        sections[entry.section].append(at)
    return sections.values()


def _declared(entry: Entry) -> Iterator[str]:
    if isinstance(entry.parsed, ast.Chain) and [relation.kind for relation, _ in entry.parsed.rest] == ["in"]:
        yield from (s.full_name for s in entry.parsed.subjects if isinstance(s, ast.Symbol))


def _defined(entry: Entry) -> str | None:
    """The name that an equation gives a value."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or entry.sought or entry.negated or len(parsed.subjects) != 1:
        return None
    subject, equates = parsed.subjects[0], bool(parsed.rest) and parsed.rest[0][0].kind in ("eq", "define")
    return subject.full_name if equates and isinstance(subject, ast.Symbol) else None


def _circles(entries: Sequence[Entry], defined: dict[str, int]) -> Iterator[tuple[str, set[str]]]:
    """The names of which a definition needs another that needs it, each with all names of its circle."""
    needs = {name: {*names_in(_sides(entries[at].parsed))} & defined.keys() for name, at in defined.items()}
    users = defaultdict[str, list[str]](list)
    for name, needed in needs.items():
        for other in needed:
            users[other].append(name)
    waiting = [name for name, needed in needs.items() if not needed]
    while waiting:  # what needs nothing that goes round in a circle is in none
        name = waiting.pop()
        del needs[name]
        for user in users[name]:
            needs[user].discard(name)
            waiting += [] if needs[user] else [user]
    far = {name: _reached(name, needs) for name in needs}
    for name, found in far.items():
        circle = {other for other in found if name in far.get(other, ())}
        if name in circle and len(circle) > 1:
            yield name, circle


def _reached(name: str, needs: Mapping[str, Set[str]]) -> set[str]:
    """The names that one needs, and those that they need, and so on."""
    found, waiting = set[str](), [name]
    while waiting:
        new = needs.get(waiting.pop(), frozenset()) - found
        found |= new
        waiting.extend(new)
    return found


def _sides(parsed: ast.Parsed) -> tuple[ast.Operand, ...]:
    return tuple(side for _, side in parsed.rest) if isinstance(parsed, ast.Chain) else ()
