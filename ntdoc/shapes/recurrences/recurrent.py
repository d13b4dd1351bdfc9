"""Recurrences over the entries of tensors, `h_{\\ax(t)} = a h_{\\ax(t-1)} + …`: what is a part of which.

Equations that say what the entries of one tensor are, or of several that need each other, as `c` and `h` of an LSTM,
are one `Recurrence`. The first of them that is displayed defines its tensor.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.entry_lines import EntryLine, by_entries, sizes_in, uses
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.recurrences.by_rows import by_rows
from ntdoc.shapes.recurrences.edges import where_it_begins
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Line, Recurrence


def recurrences(entries: list[Entry]) -> tuple[list[Entry], dict[int, Tensor]]:
    """The same statements, and what those define that are parts of recurrences; which cannot be read is marked so."""
    found: dict[int, list[EntryLine]] = defaultdict(list)
    ends, free = sizes_in(entries), _undefined(entries)
    for entry in entries:
        for line in by_entries(entry, ends, free):
            found[entry.section].append(line)
    parts: dict[int, Tensor] = {}
    unread: dict[int, str] = {}
    whole, declared = (_defined(entries), _declared(entries)) if found else ({}, {})
    formulas = [x for here in found.values() for x in here if _is_explicit(x) and not _is_of_itself(x)]
    several = Counter(line.entry.index for here in found.values() for line in here)
    chained = {index for index, count in several.items() if count > 1}  # `y_{\\ax(1)} = z_{\\ax(1)} = 0`
    ranges = _ranges_by_row(entries) if found else {}
    for section, here in found.items():
        earlier = {line.name for line in formulas if line.entry.section < section}
        running = _running(lines := _own(here, whole, earlier))
        given = _given(running, declared, {line.name for line in lines if not line.whole})
        lines, running = ([line for line in part if line.name not in given] for part in (lines, running))
        groups = _groups(running)
        beside = {x.entry.index: tuple(ranges[x.entry.row]) for x in lines if x.entry.row in ranges}
        conditional = {*beside} | {line.entry.index for line in lines if not _is_explicit(line)}
        apart = [line for line in lines if all(line.name not in group for group in groups)]
        told: list[tuple[tuple[str, ...], list[EntryLine]]]
        told = [((rows[0].name,), rows) for rows in by_rows(apart, conditional)]
        for group in groups:
            own = [line for line in lines if line.name in group]
            chosen, reason = _chosen(own, [line for line in running if line.name in group], group, beside)
            if reason:
                unread |= {line.entry.index: reason for line in own if line in running}
            told.append((group, chosen))
        for group, chosen in told:
            if not chosen:
                continue
            order = _order([line for line in chosen if line.runs], group)
            rows = tuple(_line(line, beside.get(line.entry.index, ())) for line in chosen)
            for name in group:
                of_name = [line.entry for line in chosen if line.name == name]
                first = min(of_name, key=lambda e: (e.index in chained, not e.display, e.index))
                body = Recurrence(name, rows, order, first.parsed.span)
                tensor = Tensor(name, body, (), None, first, first.parsed.span)
                parts |= {e.index: tensor for e in of_name if e.index not in parts or _subject(e) == name}
    return [e.not_read(unread[e.index]) if e.index in unread else e for e in entries], parts


def _subject(entry: Entry) -> str:
    left = entry.parsed.subjects[0] if isinstance(entry.parsed, ast.Chain) else None
    return left.body.full_name if isinstance(left, ast.Index) and isinstance(left.body, ast.Symbol) else ""


def _own(
    here: Sequence[EntryLine], whole: Mapping[str, list[tuple[int, int]]], earlier: Collection[str]
) -> list[EntryLine]:
    """Equations of a section without those about a tensor that is there already: they say something of it.

    Where another section has defined it, there may be another here, if its beginning is said, too.
    """
    begun = {line.name for line in here if not line.whole}
    found = []
    for line in here:
        before = [section for section, index in whole.get(line.name, ()) if index < line.entry.index]
        another = line.name in begun or not _is_of_itself(line)
        if line.entry.section not in before and (another or not (before or line.name in earlier)):
            found.append(line)
    return found


def _given(running: Sequence[EntryLine], declared: Mapping[str, int], begun: Collection[str]) -> set[str]:
    """The names of tensors that are declared, and of which others are made before an equation says more of them.

    After `d_{\\ax(t)} = x_{\\ax(t+1)} - x_{\\ax(t)}` it is a claim that `x_{\\ax(t+1)} = x_{\\ax(t)} + d_{\\ax(t)}`.
    """
    found = set()
    for group in _groups(running):
        for name in group if len(group) > 1 else ():
            own = min(line.entry.index for line in running if line.name == name)
            needed = (line for line in running if line.name in group and line.name != name and uses(line, (name,)))
            before = any(declared.get(name, own) < line.entry.index < own for line in needed)
            if before and name not in begun:
                found.add(name)
    return found


# --- which tensors need each other ---


def _running(lines: Sequence[EntryLine]) -> list[EntryLine]:
    """The equations about many entries, without those that say something of what others have defined."""
    found: list[EntryLine] = []
    for name in dict.fromkeys(line.name for line in lines):
        own = [line for line in lines if line.name == name]
        found += [*_defining(own), *(line for line in own if line.runs and not line.whole)]
    return sorted(found, key=lambda line: line.entry.index)


def _defining(own: Sequence[EntryLine]) -> list[EntryLine]:
    """Of the equations about all entries of a tensor those that define it.

    Those are in displays, unless a sentence before them says all of it. What follows one that holds everywhere is said
    of the same tensor; so is a formula for its entries that follows a recurrence, or a recurrence that follows it.
    """
    every = [line for line in own if line.whole]
    first = min((line.entry.index for line in every if line.display), default=None)
    begun = min((line.entry.index for line in own if not line.whole), default=None)
    if first is not None:
        told = [line for line in every if not line.display and line.entry.index < first]
        shown = [line for line in every if line.display]
        parts = [line for line in told if not _is_explicit(line) and _is_in_sentence_of(line, shown)]
        if begun is None or parts:
            every = [*[line for line in told if not _is_of_itself(line) and _is_explicit(line)][:1], *parts, *shown]
        else:
            every = told if begun < first and any(_is_of_itself(line) for line in told) else shown
    found: list[EntryLine] = []
    for line in every:
        again, explicit = _is_of_itself(line), _is_explicit(line)
        if any(_is_explicit(known) and (explicit or not _is_beside(line, known)) for known in found):
            continue
        recursive = [known for known in found if _is_of_itself(known)]
        if recursive and explicit and not again and begun is not None:
            continue
        if again and any(not _is_beside(line, known) for known in recursive):
            continue
        found.append(line)
    return found


def _is_beside(line: EntryLine, other: EntryLine) -> bool:
    """Whether two equations stand in one display, or in one sentence."""
    if line.display or other.display:
        return line.entry.item == other.entry.item
    return line.entry.sentence == other.entry.sentence


def _is_in_sentence_of(line: EntryLine, others: Sequence[EntryLine]) -> bool:
    return any(line.entry.sentence == other.entry.sentence for other in others)


def _is_of_itself(line: EntryLine) -> bool:
    return bool(uses(line, (line.name,)))


def _groups(running: Sequence[EntryLine]) -> list[tuple[str, ...]]:
    """The names of tensors whose entries are made of entries of each other, and only of those at other indices.

    What is made of another at the same index comes after it.
    """
    names = tuple(dict.fromkeys(line.name for line in running))
    edges: dict[str, set[str]] = {name: set() for name in names}
    plain: dict[str, set[str]] = {name: set() for name in names}
    for line in running:
        for use in uses(line, names):
            edges[line.name].add(use.name)
            if use.plain:
                plain[line.name].add(use.name)
    if not any(edges.values()):
        return []
    reach, still = _closed(edges), _closed(plain)
    round_ = [name for name in names if name in reach[name]]
    groups = dict.fromkeys(tuple(n for n in names if n in reach[name] and name in reach[n]) for name in round_)
    found = [group for group in groups if not any(name in still[name] for name in group)]
    return [
        tuple(sorted(group, key=lambda name: len(still[name] & {*group}))) for group in found
    ]  # what needs most last


def _closed(edges: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """What can be reached from each name in one step or more."""
    found = {name: set(there) for name, there in edges.items()}
    for middle in found:
        for name in found:
            if middle in found[name]:
                found[name] |= found[middle]
    return found


# --- what says what ---


def _chosen(
    lines: Sequence[EntryLine],
    running: Sequence[EntryLine],
    group: Sequence[str],
    beside: Mapping[int, tuple[ast.Chain, ...]],
) -> tuple[list[EntryLine], str]:
    """The equations that a recurrence is made of: those that run, and those that say where it begins.

    None if something else says what the tensors are: then it says something of them. If nothing says in what order
    they are found, or if it is not read, the second says so.
    """
    used = {line.entry.index: uses(line, group) for line in running}
    found = []
    for name in group:
        here = [line for line in running if line.name == name]
        whole = [line for line in here if line.whole]
        own = whole or here
        if any(_is_explicit(line) and not used[line.entry.index] for line in whole):
            return [], ""
        moved = [(line, use) for line in running for use in used[line.entry.index] if not use.plain]
        steps = [use.steps for _, use in moved if use.name == name]
        axes = set().union(*(line.at for line in own))
        edges = [line for line in lines if line.name == name and line not in own and not line.whole]
        edges = [line for line in edges if line.at.keys() <= axes and not _follows_cases(line, whole, group)]
        if all(use.summed for _, use in moved) and all(_holds_from_the_first(line, beside) for line in whole):
            last = max((line.entry.index for line in whole), default=0)
            # What comes later says something of what it comes to.
            edges = [e for e in edges if e.entry.index < last or any(_is_beside(e, line) for line in whole)]
        near = [use for line, use in moved if name in (line.name, use.name)]
        first = where_it_begins(edges, own, near)
        begun = first or any(_begins(line, group) or not line.whole for line in own)
        if not begun and not all(line.display for line in own):
            return [], ""
        if not begun and any(step is None for there in steps for step in there.values()):
            return [], f"an equation that {name} is to solve"
        found += [*own, *first]
    return found, ""


def _order(running: Sequence[EntryLine], group: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """The axes along which entries follow each other, and whether upwards: one if that is enough, else all of them."""
    steps = [use.steps for line in running for use in uses(line, group) if not use.plain]
    axes = list(dict.fromkeys(axis for line in running for axis in line.at))
    if any(axis not in line.at for line in running for axis in axes):
        return ()
    for axis in axes:
        along = [step[axis] for step in steps]
        for sign in (1, -1):
            if all(n is not None and n * sign < 0 for n in along):
                return ((axis, sign),)
    found = []
    for axis in axes:
        signs = {0 if n is None else (n < 0) - (n > 0) for there in steps if (n := there[axis]) != 0 or n is None}
        if len(signs) != 1 or 0 in signs:
            return ()
        found.append((axis, signs.pop()))
    return tuple(found)


def _is_explicit(line: EntryLine) -> bool:
    """Whether an equation alone says what all entries are."""
    parsed = line.entry.parsed
    return line.whole and isinstance(parsed, ast.Chain) and not parsed.conditions


def _holds_from_the_first(line: EntryLine, beside: Mapping[int, tuple[ast.Chain, ...]]) -> bool:
    """Whether an equation is about all entries, also as far as the ranges say that stand with it."""
    parsed = line.entry.parsed
    said = (*(parsed.conditions if isinstance(parsed, ast.Chain) else ()), *beside.get(line.entry.index, ()))
    ranges = [chain.rest[0][1] for chain in said if chain.rest and chain.rest[0][0].kind == "range"]
    firsts = [r.items[0] for r in ranges if isinstance(r, ast.Group)]
    return len(firsts) == len(said) and all(isinstance(n, ast.Number) and n.value == 1 for n in firsts)


def _follows_cases(edge: EntryLine, whole: Sequence[EntryLine], group: Collection[str]) -> bool:
    """Whether an equation follows those that say where it begins: by cases, or under a condition on the index."""
    for line in whole:
        if line.entry.index > edge.entry.index or _is_beside(edge, line):
            continue
        if not _is_explicit(line) and not uses(line, group):
            return True
        letters = {place.letter.full_name for place in line.at.values() if place.letter is not None}
        rows = [row for part in walk((line.right,)) if isinstance(part, ast.Cases) for row in part.branches]
        said = any(names_in(value).isdisjoint(group) and names_in(chain) & letters for value, chain in rows if chain)
        if said and _is_explicit(line):
            return True
    return False


def _begins(line: EntryLine, group: Collection[str]) -> bool:
    """Whether an equation says itself that it is not for the first entry, or what that is."""
    parsed = line.entry.parsed
    cases = [part for part in walk((line.right,)) if isinstance(part, ast.Cases)]
    rows = [row for part in cases for row, _ in part.branches]
    said = isinstance(parsed, ast.Chain) and bool(parsed.conditions)
    return said or any(not names_in(row) & set(group) for row in rows)


def _defined(entries: Sequence[Entry]) -> dict[str, list[tuple[int, int]]]:
    """The names of which an equation says what they are as a whole, with the sections and places of these."""
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for entry in entries:
        chain = entry.parsed
        if isinstance(chain, ast.Chain) and chain.rest and chain.rest[0][0].kind in ("eq", "define"):
            for subject in chain.subjects:
                if isinstance(subject, ast.Symbol):
                    found[subject.full_name].append((entry.section, entry.index))
    return found


def _declared(entries: Sequence[Entry]) -> dict[str, int]:
    """The names that are said to be of a set of tensors, with where."""
    found: dict[str, int] = {}
    for entry in entries:
        chain = entry.parsed
        if isinstance(chain, ast.Chain) and chain.rest and isinstance(chain.rest[0][1], ast.TensorSet):
            for subject in (s for s in chain.subjects if isinstance(s, ast.Symbol)):
                found.setdefault(subject.full_name, entry.index)
    return found


def _undefined(entries: Sequence[Entry]) -> frozenset[str]:
    """The names that no statement begins with: what a chain ends with may declare them."""
    chains = [entry.parsed for entry in entries if isinstance(entry.parsed, ast.Chain)]
    subjects = {s.full_name for chain in chains for s in chain.subjects if isinstance(s, ast.Symbol)}
    ends = (operand for chain in chains for _, operand in chain.rest if isinstance(operand, ast.Symbol))
    return frozenset({symbol.full_name for symbol in ends} - subjects)


# --- as one ---


def _ranges_by_row(entries: Sequence[Entry]) -> dict[tuple[int, int], list[ast.Chain]]:
    """What stands in a row and says over what letters of it run: `t = 2, \\ldots, n`."""
    rows: dict[tuple[int, int], list[ast.Chain]] = defaultdict(list)
    for entry in entries:
        parsed = entry.parsed
        if isinstance(parsed, ast.Chain) and parsed.rest and parsed.rest[0][0].kind == "range":
            rows[entry.row].append(parsed)
    return rows


def _line(line: EntryLine, beside: tuple[ast.Chain, ...]) -> Line:
    parsed = line.entry.parsed
    assert isinstance(parsed, ast.Chain)
    return Line(line.name, tuple(line.at.values()), line.right, (*parsed.conditions, *beside), parsed.span)
