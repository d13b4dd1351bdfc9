"""Ranges that nothing says: recurrences tell from where to where their letters run, by their first and last members.

And what is drawn from a distribution, as the noise in their steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import component, letters_in, offsets, taken_apart
from ntdoc.shapes.names.families.lists import Range, last_members, last_of_first, numbers_in
from ntdoc.shapes.patterns import names_in, reached
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def recurrences(entries: Sequence[Entry], scope: Scope) -> Iterator[Range]:
    """`X^{l+1} = f(X^l)`, and nothing says from where to where: from the first member that is written out."""
    for t in tensors(scope):
        apart = taken_apart(t.name)
        own = {c.letter: c.offset for text in apart.parts if (c := component(text)) is not None}
        if not own:
            continue
        for part in walk(t.body):
            if not isinstance(part, ast.Symbol) or not has_script(part):
                continue
            other = taken_apart(part.full_name)
            if other.form != apart.form:
                continue
            there = {c.letter: c.offset for text in other.parts if (c := component(text)) is not None}
            moved = [x for x in own if x in there and there[x] != own[x]]
            for letter in moved[:1]:
                low = last_of_first(t, scope) + 1 - own[letter]
                end = _last(t, own, entries) or _last_beside(t, letter, own, entries, scope)
                yield Range(letter, low, low + 1, end, own[letter], t.entry)
                break
    yield from _mutual(entries, scope)


def _mutual(entries: Sequence[Entry], scope: Scope) -> Iterator[Range]:
    """The ranges of `u_k = f(v_{k-1})` beside `v_k = g(u_k)`, after `v_0`: from the first that there is one for."""
    families: dict[tuple[int, tuple[str, int, int]], list[Tensor]] = {}
    for t in tensors(scope):
        if offsets_in(t.name):
            families.setdefault((t.entry.section, taken_apart(t.name).form), []).append(t)
    for (section, form), own in families.items():
        for t in own:
            for name in sorted(names_in(t.body)):
                other = taken_apart(name).form
                steps = {x: n for x, n in offsets_in(t.name).items() if any(o < n for o in offsets(name, x))}
                beside = families.get((section, other), ()) if steps and other != form else ()
                letter = next(iter(steps), "")
                for there in (b for b in beside if offsets_in(b.name).get(letter) == steps[letter]):
                    given = any(True for known in scope.by_name for _ in numbers_in(known, other))
                    if given and any(taken_apart(n).form == form for n in names_in(there.body)):
                        low = last_of_first(there, scope) - min(offsets(name, letter))
                        yield Range(letter, low, low + 1, _last(t, offsets_in(t.name), entries), steps[letter], t.entry)


def offsets_in(name: str) -> dict[str, int]:
    """What is added to the index letters in a name."""
    return {c.letter: c.offset for text in taken_apart(name).parts if (c := component(text)) is not None}


def backward(entries: Sequence[Entry], scope: Scope) -> Iterator[Range]:
    """`X_t = f(X_{t+1})`, and nothing says from where to where: from the last member, `X_T`, down to the first."""
    for t in tensors(scope):
        apart = taken_apart(t.name)
        own = {c.letter: c.offset for text in apart.parts if (c := component(text)) is not None}
        symbols = [part for part in walk(t.body) if isinstance(part, ast.Symbol) and has_script(part)] if own else []
        for part in symbols:
            other = taken_apart(part.full_name)
            steps = [c for text in other.parts if (c := component(text)) is not None]
            letter = next((c.letter for c in steps if c.offset == own.get(c.letter, c.offset) + 1), None)
            end = _last(t, own, entries) if other.form == apart.form and letter is not None else None
            if letter is not None and end is not None:
                low = 0 if any(_has_zeroth(form, t, scope) for form in _at_one_place(t, letter, scope)) else 1
                yield Range(letter, low, low + 1, end, 1 + own[letter], t.entry, back=True)
                break


def _at_one_place(recurrence: Tensor, letter: str, scope: Scope) -> set[tuple[str, int, int]]:
    """The forms of the families of which a recurrence names the member that it is for: `a_t` and `r_t`.

    And of those that these are made of.
    """

    def bodies(name: str) -> list[ast.Operand]:
        own = (b for b in scope.by_name.get(name, ()) if isinstance(b, Tensor) and offsets(name, letter) == [0])
        return [b.body for b in own if b.entry.section == recurrence.entry.section]

    names = reached({recurrence.name, *names_in(recurrence.body)}, bodies)
    return {taken_apart(name).form for name in names if offsets(name, letter) == [0]}


def _has_zeroth(form: tuple[str, int, int], recurrence: Tensor, scope: Scope) -> bool:
    """Whether the section of a recurrence has the member 0 of a family, as `r_0, \\ldots, r_{T-1}` does."""
    base, low, high = form
    name = f"{base}_0" if (low, high) == (1, 0) else f"{base}^0" if (low, high) == (0, 1) else ""
    return any(b.entry.section == recurrence.entry.section for b in scope.by_name.get(name, ()))


def _last(recurrence: Tensor, own: dict[str, int], entries: Sequence[Entry]) -> str | None:
    """The letter by which the section calls the last member of a recurrence: `L`, in `X^{L}`."""
    form = taken_apart(recurrence.name).form
    for entry in (e for e in entries if e.section == recurrence.entry.section):
        for part in walk(entry.parsed):
            if isinstance(part, ast.Symbol) and has_script(part) and taken_apart(part.full_name).form == form:
                for letter, _ in last_members(part.full_name):
                    if letter not in own:
                        return letter
    return None


def _last_beside(
    recurrence: Tensor, letter: str, own: dict[str, int], entries: Sequence[Entry], scope: Scope
) -> str | None:
    """The same of a recurrence in its display that is made of its members: `C_N` of `C_{n+1} = C_n + a t_n`."""
    form = taken_apart(recurrence.name).form
    beside = (b for b in tensors(scope) if b.entry.run == recurrence.entry.run and b.name != recurrence.name)
    for other in (b for b in beside if offsets_in(b.name).get(letter) == own[letter]):
        made = any(taken_apart(name).form == form for name in names_in(other.body))
        if made and (last := _last(other, own, entries)) is not None:
            return last
    return None


def given_by(entry: Entry) -> set[str]:
    """The letters by which an equation says what the member of that number is, `a_n = 2^n - 1`."""
    parsed = entry.parsed
    left = parsed.subjects[0] if isinstance(parsed, ast.Chain) and parsed.rest else None
    if not isinstance(left, ast.Symbol) or not isinstance(parsed, ast.Chain) or not (own := letters_in(left.full_name)):
        return set()
    return {n.full_name for _, right in parsed.rest for n in walk(right) if isinstance(n, ast.Symbol)} & own


def far_enough(ranges: Sequence[Range], entries: Sequence[Entry], many: int) -> Iterator[Range]:
    """The ranges, of which those of recurrences alone have `many` members where a formula gives each by its number.

    For the first ones `x_t = (1 - a t) x_0` may hold by chance, after `x_{t+1} = (1 - a) x_t`. What is made of another
    family, `h_t = a h_{t-1} + x_t`, has no more members than that.
    """
    closed = {(e.section, letter) for e in entries if ranges for letter in given_by(e)}
    for r in ranges:
        alone = r.end is None and not (r.said or r.back or r.endless) and (r.entry.section, r.letter) in closed
        yield r._replace(high=max(r.high, r.low + many - 1)) if alone and _is_of_one_family(r) else r


def _is_of_one_family(r: Range) -> bool:
    """Whether all names with the letter of a range in the recurrence that it is found out from are of one family."""
    names = (part.full_name for part in walk(r.entry.parsed) if isinstance(part, ast.Symbol) and has_script(part))
    return len({taken_apart(name).form for name in names if r.letter in offsets_in(name)}) == 1


def tensors(scope: Scope) -> list[Tensor]:
    found = (b for bindings in scope.by_name.values() for b in bindings if isinstance(b, Tensor))
    return sorted(found, key=lambda b: b.entry.index)


def has_script(symbol: ast.Symbol) -> bool:
    return symbol.sup is not None or symbol.sub is not None


def drawn(entries: Sequence[Entry]) -> dict[int, set[tuple[str, int, int]]]:
    """The families of which a section says how they are distributed, `\\epsilon_t \\sim D`, by section."""
    found: dict[int, set[tuple[str, int, int]]] = {}
    for entry in entries:
        parsed = entry.parsed
        if isinstance(parsed, ast.Chain) and any(relation.kind == "drawn" for relation, _ in parsed.rest):
            bodies = (s.body if isinstance(s, ast.Index) else s for s in parsed.subjects)
            forms = {taken_apart(body.full_name).form for body in bodies if isinstance(body, ast.Symbol)}
            found.setdefault(entry.section, set()).update(forms)
    return found
