"""Names where the identity is meant: `K_{\\key,\\key^*} \\ndot{\\key^*} \\partial Q^*`, beside `I_{\\key,\\key^*}`.

An axis and its twin below a name are those of an identity, or remind of the axes that a tensor has. So where a section
has the identity with these axes, and a tensor without them, or a function, has them below its name, one of the two is a
slip. And the identity has no differential.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.nodes import walk
from ntdoc.report import WRONG, Status
from ntdoc.shapes.bindings import Function, Signed
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import is_identity
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import stem
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import is_denied

Axes = tuple[str, ...]
_MATRIX = "ordinary"  # of a notation in which `I` has no axes


def report(session: Session, judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Say which names have the axes of the identity below them, or are differentiated though they are it (NT407)."""
    if not any(is_identity(symbol) for j in judged for symbol in _symbols(j)):
        return
    identities: dict[tuple[int, Axes], Span] = {}
    plain: dict[tuple[int, str], set[int]] = {}  # where names stand with nothing below them, by section
    shapes: dict[tuple[int, str], set[frozenset[str]]] = {}  # of the names in each run
    for j, v in zip(judged, verdicts, strict=True):
        at = j.role.entry
        for symbol in _symbols(j):
            if not symbol.axes and not _is_differential(symbol, j):
                plain.setdefault((at.section, symbol.base), set()).add(at.index)
        identities |= {(at.section, _axes(s)): s.span for s in _symbols(j) if is_identity(s) and _is_twin(s)}
        for use in j.notebook.uses if v.status not in WRONG else ():
            if use.typed is not None and use.typed.shape is not None:
                shapes.setdefault((at.run, use.name), set()).add(frozenset(use.typed.shape))
    for j, v in zip(judged, verdicts, strict=True):
        at = j.role.entry
        if not at.display or v.status in WRONG or is_denied(j.span):
            continue
        if v.status is Status.SKIPPED:
            called = {name for part in walk(at.parsed) if (name := _called(part)) is not None}
            called = {name for name in called if _is_function(session, name, j)}
            for symbol in (s for s in _symbols(j) if _is_in(s.span, j)):
                there = identities.get((at.section, _axes(symbol)))
                if there is None or symbol.sup is not None or is_identity(symbol) or not _is_twin(symbol):
                    continue
                known = shapes.get((at.run, symbol.full_name), set())
                open_shape = any(axis.variable for axis in symbol.axes)
                lacking = bool(known) and not any({*_axes(symbol)} <= shape for shape in known)
                if symbol.full_name in called if open_shape else lacking:
                    what = "is a function" if open_shape else "does not have these axes"
                    message = f"{symbol.full_name} {what}, and the identity stands with them in this section"
                    v.diagnostics = [*v.diagnostics, _told(message, symbol.span, "not the identity", there)]
        v.diagnostics = [*v.diagnostics, *_constant(j, plain)]


def _constant(judged: Judged, plain: Mapping[tuple[int, str], set[int]]) -> Iterator[Diagnostic]:
    """`\\partial I` in a formula with `I_{\\ax,\\ax^*}`, where the section has no other `I`.

    Nor does it stand there without axes in a formula that cannot be run for another reason.
    """
    at = judged.role.entry
    identities = {s.base: s.span for s in _symbols(judged) if is_identity(s) and _is_twin(s)}
    identities = {base: span for base, span in identities.items() if plain.get((at.section, base), set()) <= {at.index}}
    for part in walk(at.parsed) if identities else ():
        if isinstance(part, ast.Differential) and isinstance(part.body, ast.Symbol) and not part.body.axes:
            name = part.body.full_name
            if name in identities and _is_in(part.span, judged):
                message = f"{name} is the identity in this formula, which is constant, and here is its differential"
                yield _told(message, part.span, "the differential of a constant", identities[name])
    if judged.unread is None or _MATRIX in judged.unread.reason:
        return
    for symbol in (s for s in _symbols(judged) if _is_in(s.span, judged)):
        if symbol.base in identities and not symbol.axes and not _is_differential(symbol, judged):
            message = f"{symbol.base} is the identity in this formula, and stands here without its axes"
            yield _told(message, symbol.span, "another tensor", identities[symbol.base])
            return


def _told(message: str, span: Span, label: str, there: Span) -> Diagnostic:
    return Diagnostic("NT407", message, span, label=label, related=(Related(there, "the identity"),))


def _symbols(judged: Judged) -> Iterator[ast.Symbol]:
    return (part for part in walk(judged.role.entry.parsed) if isinstance(part, ast.Symbol))


def _is_in(span: Span, judged: Judged) -> bool:
    """Whether it stands in the link of a chain that a statement is, and not in another."""
    return span.source is not judged.span.source or judged.span.start <= span.start < judged.span.end


def _is_differential(symbol: ast.Symbol, judged: Judged) -> bool:
    parts = (part for part in walk(judged.role.entry.parsed) if isinstance(part, ast.Differential))
    return any(part.body is symbol for part in parts)


def _axes(symbol: ast.Symbol) -> Axes:
    return tuple(axis.name for axis in symbol.axes)


def _is_twin(symbol: ast.Symbol) -> bool:
    """Whether the axes are one and its twin, with a prime or a star."""
    if len(symbol.axes) != 2 or symbol.under:
        return False
    one, other = (axis.name for axis in symbol.axes)
    return one != other and stem(one) == stem(other)


def _called(node: object) -> str | None:
    match node:
        case ast.Juxtaposition(factors=(ast.Symbol() as name, ast.Group(), *_)):
            return name.without_superscript.full_name
    return None


def _is_function(session: Session, name: str, judged: Judged) -> bool:
    """Whether all that the section says of a name is that it is a function."""
    at = judged.role.entry
    found = [b for b in session.scope.by_name.get(name, ()) if b.entry.section == at.section]
    return bool(found) and all(isinstance(b, Function | Signed) for b in found)
