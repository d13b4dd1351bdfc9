"""The same said twice: in a declaration, on both sides of a relation, in a union, and by a renaming to itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Function
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import in_scripts, names_in, operands, spelt
from ntdoc.shapes.session import Session
from ntdoc.source import Span
from ntdoc.syntax import ast

_CALL = regex(r"\s*\\(?:text|mathrm|operatorname)\{(\w+)\}\s*\(((?:\s*[A-Za-z]\s*,)+\s*[A-Za-z]\s*)\)\s*=")
_SCRIPT = regex(r"[_^]\s*(?:\{[^{}]*\}|\\[A-Za-z]+|.)")
_LETTER = regex(r"(?<![\\A-Za-z])[A-Za-z]|(?<=[A-Z])[A-Z]")  # `QK` is a product


def twice(judged: Judged) -> Iterator[Diagnostic]:
    """`z, y, z \\in S`, `|\\seq| = |\\seq|`, `\\mathcal{S} \\subseteq \\mathcal{S}`."""
    parsed = judged.role.entry.parsed
    yield from _united_twice(parsed)
    yield from _renamed_to_itself(parsed)
    if not isinstance(parsed, ast.Chain):
        return
    if judged.kind is Kind.DEFINITION:  # `x - x = 0` says so, and words may speak of it
        yield from _taken_from_itself(parsed)
    if judged.kind is Kind.DECLARATION:
        yield from _in_itself(parsed)
        names: set[str] = set()
        for declared, subject in zip(judged.role.declares, parsed.subjects, strict=False):
            if declared.name in names:
                yield Diagnostic("NT404", f"{declared.name} is declared twice here", subject.span, label="again")
            names.add(declared.name)
    for chain in (parsed, *parsed.conditions):
        says = chain is not parsed or judged.kind in (Kind.CONSTRAINT, Kind.CLAIM)
        if says and len(chain.rest) == 1 and chain.rest[0][0].kind != "parity" and len(chain.subjects) == 1:
            left, right = operands(chain)
            if spelt(left) == spelt(right) and left.span != right.span:  # else words say one of them
                message = "both sides are the same, so that this says nothing"
                yield Diagnostic("NT404", message, chain.span, label="the same on both sides")
        if judged.kind is Kind.CONSTRAINT and len(chain.rest) > 1 and len(chain.subjects) == 1:
            yield from _same_beside(chain)
        yield from _listed_twice(chain)


def _same_beside(chain: ast.Chain) -> Iterator[Diagnostic]:
    """`|\\height| = |\\height| = 28`: of two sides that stand beside each other one is another."""
    for (one, other), (relation, _) in zip(pairwise(operands(chain)), chain.rest, strict=True):
        if relation.kind == "eq" and spelt(one) == spelt(other):
            message = f"{one.span.text} stands on both sides of a relation, which says nothing"
            yield Diagnostic("NT404", message, one.span.to(other.span), label="the same on both sides")


def _united_twice(parsed: ast.Parsed) -> Iterator[Diagnostic]:
    """`\\reals^{\\mathcal{S} \\cup \\mathcal{S}}`, where another letter is meant, or a prime is missing."""
    for part in walk(parsed):
        letters = [s.axis.name for s in part.axes if s.axis.variable] if isinstance(part, ast.Shape) else []
        if len(set(letters)) < len(letters):
            twice = next(x for i, x in enumerate(letters) if x in letters[:i])
            assert isinstance(part, ast.Shape)
            message = f"a union with the shape {twice} twice is that of one"
            yield Diagnostic("NT404", message, part.span, label=f"{twice} twice")


def _renamed_to_itself(parsed: ast.Parsed) -> Iterator[Diagnostic]:
    """`X_{\\seq\\to\\seq}`, where a prime is missing; but for `X_{\\seq\\to\\seq} = X`, which says so."""
    if isinstance(parsed, ast.Chain) and not parsed.rest:
        return  # `X_{\seq\to\seq}` by itself is what a text speaks of
    sides = operands(parsed) if isinstance(parsed, ast.Chain) else ()
    texts = {spelt(side) for side in sides}
    for part in walk(parsed):
        if not isinstance(part, ast.Rename) or (part in sides and spelt(part.body) in texts):
            continue
        for sources, targets in part.pairs:
            if len(sources) == len(targets) == 1 and _plain(sources[0]) == _plain(targets[0]) is not None:
                message = f"this renames `{sources[0].name}` to itself, which does nothing"
                yield Diagnostic("NT404", message, part.script, label="the same on both sides")


def _in_itself(chain: ast.Chain) -> Iterator[Diagnostic]:
    """`x \\in x`, and `i \\in [i]`, a letter that counts up to itself."""
    for relation, member in chain.rest if len(chain.subjects) == 1 else ():
        subject, name = chain.subjects[0], spelt(chain.subjects[0])
        again = "".join(member.span.text.split()) in (name, f"[{name}]")
        if relation.kind == "in" and isinstance(subject, ast.Symbol) and again:
            message = f"{subject.span.text} is said to be in itself"
            yield Diagnostic("NT404", message, chain.span, label="the same on both sides")


def _taken_from_itself(parsed: ast.Chain) -> Iterator[Diagnostic]:
    """`(h - h)^2`, where one of the two should be something else; but for `o = x - x`, which says what 0 is."""
    for part in walk(parsed):
        if not isinstance(part, ast.Sum) or len(part.terms) != 2:
            continue
        (sign, one), (other_sign, other) = part.terms
        names = isinstance(one, ast.Symbol) and isinstance(other, ast.Symbol)
        same = names and sign != other_sign and spelt(one) == spelt(other)
        if same and part not in operands(parsed) and id(part) not in in_scripts(parsed):  # `W^{h-h}` is a name
            message = f"{one.span.text} is taken from itself, which leaves 0"
            yield Diagnostic("NT404", message, one.span.to(other.span), label="the same twice")


def _plain(axis: ast.Axis) -> str | None:
    """The name of an axis that is no letter for a shape and no part of one."""
    return None if axis.variable or axis.without or axis.within is not None else axis.name


def _unprimed(member: str) -> str:
    """What has the primes of the last member of `1, 1', \\ldots, L, L'`."""
    return member.replace("^{\\prime}", "").replace("^\\prime", "").rstrip("'")


def _listed_twice(chain: ast.Chain) -> Iterator[Diagnostic]:
    """`l = 1, 1, \\ldots, L, L'`, where another prime is meant. Without primes it is a sequence: 1, 1, 2, 3, 5, …"""
    for relation, listed in chain.rest:
        members = ["".join(member.split()) for member in listed.span.text.split(",")]
        for subject in chain.subjects if relation.kind == "range" else ():
            if isinstance(subject, ast.Symbol) and spelt(subject) in (members[-1], _unprimed(members[-1])):
                message = f"{subject.span.text} is said to run up to itself"
                yield Diagnostic("NT404", message, chain.span, label="the same on both sides")
        primed = any(member.endswith(("'", "\\prime")) for member in members)
        if relation.kind == "range" and primed and len(set(members)) < len(members) and "{" not in listed.span.text:
            twice = next(m for i, m in enumerate(members) if m in members[:i])
            yield Diagnostic("NT404", f"{twice} is listed twice", listed.span, label=f"{twice} stands here twice")


def argument_twice(session: Session, judged: Judged) -> Iterator[Diagnostic]:
    """`f(X, Y, Y) = X + Y Z` of a function with a signature and no definition: here it was to get one.

    The letters must be of these arguments alone. `d(x, x) = 0` says something of `d`.
    """
    entry, parsed = judged.role.entry, judged.role.entry.parsed
    match parsed:
        case ast.Unread(span=span):
            yield from _argument_twice_in_words(session, span)
            return
        case ast.Chain(subjects=(ast.Juxtaposition(factors=(ast.Symbol() as head, ast.Group() as group)),), rest=rest):
            items = group.items
            names = [item.full_name for item in items if isinstance(item, ast.Symbol)]
        case _:
            return
    if len(names) < len(items):
        return
    used = set().union(*(names_in(operand) for _, operand in rest))
    functions = [b for b in session.scope.function(head.full_name, entry) if isinstance(b, Function)]
    new = {name for name in used | {*names} if session.scope.tensor(name, entry) is None and lookup(name) is None}
    for at, name in enumerate(names):
        if name not in names[:at] or name not in used:
            continue
        told = f"{name} is an argument of {head.span.text} twice, and another letter is none"
        if functions:
            told = next((_not_as_elsewhere(f, names, used) for f in functions), "")
        elif not ({*names} <= new and new - {*names}):
            told = ""
        if told:
            yield Diagnostic("NT404", told, items[at].span, label="again")


def _argument_twice_in_words(session: Session, span: Span) -> Iterator[Diagnostic]:
    """`\\text{f}(X, X, Z) = X Y^\\top Z`, of which the left side alone is read, and `\\text{f}(X, y, Z)` for it."""
    found = _CALL.match(span.text)
    names = found[2].replace(" ", "").split(",") if found is not None else []
    if found is None:
        return
    used = {*_LETTER.findall(_SCRIPT.sub("", span.text[found.end() :]))}
    if len({*names}) == len(names) and {*names} <= used:
        return
    for function in session.scope.by_name.get(found[1], ()):
        if isinstance(function, Function) and (told := _not_as_elsewhere(function, names, used)):
            at = span._replace(start=span.start + found.start(2), end=span.start + found.end(2))
            yield Diagnostic("NT404", told, at, label="not the arguments of the formula")
            return


def _not_as_elsewhere(function: Function, names: list[str], used: set[str]) -> str:
    """`f(X, X, Z) = X + Y Z` beside a definition of `f(X, Y, Z)`: what is said if the two differ in one argument.

    The other letter stands twice, or the formula has not got it.
    """
    letters = [s.full_name for s in function.parameters]
    instead = [(a, b) for a, b in zip(letters, names, strict=False) if a != b]
    if len(letters) != len(names) or len({*letters}) < len(letters) or len(instead) != 1 or instead[0][0] not in used:
        return ""
    meant, other = instead[0]
    if other in letters:
        return f"{meant} is an argument of {function.name} elsewhere, and here another stands twice"
    return f"{meant} is an argument of {function.name} elsewhere, and here it is {other}" if other not in used else ""


def redeclared(
    judged: Judged, beside: set[tuple[int, int]], earlier: dict[tuple[int, int, str], tuple[frozenset[str], Span]]
) -> Iterator[Diagnostic]:
    """`X \\in A` and `X \\in B` in one display, with other axes: one of the two is another name.

    What stands `beside` a definition is of that, so that only its row counts: each may have a `\\beta` of its own.
    """
    entry = judged.role.entry
    alone = judged.kind is Kind.DECLARATION and entry.display and not entry.implied  # one or the other
    row = entry.piece.row if entry.row in beside else -1
    for declared in judged.role.declares if alone else ():
        if declared.domain is None:
            continue
        axes = frozenset(s.axis.name for s in declared.domain.shape.axes)
        before, span = earlier.setdefault((entry.item, row, declared.name), (axes, declared.span))
        if before != axes:
            where = "display" if row < 0 else "row"
            message = f"{declared.name} is declared twice in one {where}, with different axes"
            yield Diagnostic("NT404", message, declared.span, label="again", related=(Related(span, "declared here"),))
