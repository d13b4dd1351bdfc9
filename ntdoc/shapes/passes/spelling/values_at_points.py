"""`u(1) = 3`, `u(2) = -1`, `L(a) = 0.2`, `L(b) = 0.3`: what is given at points alone, and is nowhere a function.

Such a call is a name as a whole. One letter in brackets may be that of a function, `f(x) = 1`; two of them that come to
numbers are labels. What has a signature or a declaration, or is called with anything else, is a function, or a tensor.
So is `\\mu(x) \\in \\reals^{\\ax}` a tensor, if nothing says what `\\mu` is, and it is called with that `x` alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import as_written, pairs, unpowered, with_values
from ntdoc.shapes.patterns import in_numbers, names_in
from ntdoc.syntax import ast

_LETTER = regex(r"\\?[A-Za-z]+")


def as_names(entries: Sequence[Entry]) -> list[Entry]:
    """The entries in which such calls are names."""
    given: dict[str, dict[str, ast.Expr]] = {}  # by the head, the points at which equations give it numbers
    for entry in entries:
        for head, call, point in _given(entry.parsed):
            given.setdefault(head, {})[call] = point
    known = {call for head, calls in given.items() if _are_points(calls.values()) for call in calls}
    known -= {call for head in _otherwise_used(entries, known) for call in given.get(head, ())}
    known |= _declared(entries)
    if not known:
        return list(entries)

    def name(head: ast.Expr, bracket: ast.Expr) -> str | None:
        written = _written(head, bracket)
        return written if written in known else None

    return [replace(entry, parsed=with_values(entry.parsed, name)) for entry in entries]


def _declared(entries: Sequence[Entry]) -> set[str]:
    """The calls that are only said to lie in a set, of what is called in no other way and differentiated nowhere."""
    calls: dict[str, set[str]] = {}  # by the head, what is put into such a set
    for entry in entries:
        if isinstance(entry.parsed, ast.Chain) and [r.kind for r, _ in entry.parsed.rest] == ["in"]:
            for name, call in map(_whole, entry.parsed.subjects) if _has_axes(entry.parsed.rest[0][1]) else ():
                calls.setdefault(name, set()).add(call)
    calls.pop("", None)
    for entry in entries if calls else ():
        parsed = entry.parsed
        if isinstance(parsed, ast.Signature):
            calls.pop(parsed.subject.full_name if isinstance(parsed.subject, ast.Symbol) else "", None)
        elif isinstance(parsed, ast.Chain) and parsed.rest and parsed.rest[0][0].kind in ("eq", "define", "update"):
            for name, _ in map(_whole, parsed.subjects):
                calls.pop(name, None)  # it is defined
        for head, bracket in pairs(parsed):
            own = calls.get(head.full_name if isinstance(head, ast.Symbol) else "", {""})
            if (written := _written(head, bracket)) and own != {""} and written not in own:
                calls.pop(written.partition("(")[0])
        slopes = [names_in(part) for part in walk(parsed) if isinstance(part, ast.Derivative | ast.Differential)]
        for name in [name for name, own in calls.items() if any(_letters(own) & names for names in slopes)]:
            calls.pop(name)
    alone = {head for head in calls if _stands_alone(head, entries)}
    return {call for head, those in calls.items() if len(those) == 1 and head not in alone for call in those}


def _has_axes(node: ast.Operand) -> bool:
    axes = node.shape.axes if isinstance(node, ast.TensorSet) else ()
    return bool(axes) and not any(sized.axis.variable for sized in axes)


def _whole(subject: ast.Operand) -> tuple[str, str]:
    """The head of a call of letters, and the call as it is written."""
    if not isinstance(subject, ast.Juxtaposition) or len(subject.factors) != 2:
        return "", ""
    head, bracket = subject.factors
    if not isinstance(head, ast.Symbol) or head.axes or not _is_plain(head):
        return "", ""
    if not isinstance(bracket, ast.Group) or bracket.bracket != "(":
        return "", ""
    letters = all(isinstance(item, ast.Symbol) for item in bracket.contents)
    return (head.full_name, as_written(head, bracket)) if letters else ("", "")


def _written(head: ast.Expr, bracket: ast.Expr) -> str:
    group = unpowered(bracket)
    return as_written(head, group) if isinstance(head, ast.Symbol) and isinstance(group, ast.Group) else ""


def _letters(calls: Collection[str]) -> frozenset[str]:
    """The letters in the brackets of calls."""
    return frozenset(letter for call in calls for letter in _LETTER.findall(call.partition("(")[2]))


def _stands_alone(name: str, entries: Sequence[Entry]) -> bool:
    """Whether a name stands without a bracket, before an equation says that it is short for the call: `m = m(x)`."""
    for entry in entries:
        heads = {id(head) for head, bracket in pairs(entry.parsed) if isinstance(unpowered(bracket), ast.Group)}
        symbols = [s for s in walk(entry.parsed) if isinstance(s, ast.Symbol) and s.base == name and id(s) not in heads]
        if symbols:
            parsed = entry.parsed
            short = isinstance(parsed, ast.Chain) and [r.kind for r, _ in parsed.rest] in (["eq"], ["define"])
            right = parsed.rest[0][1] if isinstance(parsed, ast.Chain) and short else parsed
            return not (isinstance(right, ast.Juxtaposition) and _whole(right)[0] == name)
    return False


def _given(parsed: ast.Parsed) -> Iterator[tuple[str, str, ast.Expr]]:
    """The call that an equation says to be a number, with its head and its point."""
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest:
        return
    subject = parsed.subjects[0]
    equal = all(r.kind in ("eq", "define", "approx") and in_numbers(right) for r, right in parsed.rest)
    call = _call(*subject.factors) if isinstance(subject, ast.Juxtaposition) and len(subject.factors) == 2 else None
    if equal and call is not None:
        yield call


def _call(head: ast.Expr, bracket: ast.Expr) -> tuple[str, str, ast.Expr] | None:
    """The head of a call at a number or a letter, the call as it is written, and the point."""
    bracket = unpowered(bracket)
    if not isinstance(head, ast.Symbol) or head.axes or not _is_plain(head) or lookup(head.name) is not None:
        return None
    if not isinstance(bracket, ast.Group) or bracket.bracket != "(" or bracket.parameters or len(bracket.items) != 1:
        return None
    point = bracket.items[0]
    plain = isinstance(point, ast.Symbol) and point.sub is None and point.sup is None and not point.axes
    return (head.full_name, as_written(head, bracket), point) if plain or isinstance(point, ast.Number) else None


def _is_plain(head: ast.Symbol) -> bool:
    """Whether it is no member of a family, and no derivative."""
    return head.sub is None and head.sup is None and not head.base.endswith("'")


def _are_points(points: Collection[ast.Expr]) -> bool:
    letters = sum(isinstance(point, ast.Symbol) for point in points)
    return letters == 0 or (letters == len(points) and letters > 1)


def _otherwise_used(entries: Sequence[Entry], known: set[str]) -> Iterator[str]:
    """The heads that stand anywhere but before a point that is given."""
    for entry in entries:
        if isinstance(entry.parsed, ast.Chain) and entry.parsed.rest and not any(_given(entry.parsed)):
            yield from (head for head, _ in map(_whole, entry.parsed.subjects))  # it is defined
        calls = (head for head, bracket in pairs(entry.parsed) if (c := _call(head, bracket)) and c[1] in known)
        heads = {id(head) for head in calls}
        yield from (s.full_name for s in walk(entry.parsed) if isinstance(s, ast.Symbol) and id(s) not in heads)
