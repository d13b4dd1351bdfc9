"""What is well formed, and yet what nobody means: the same said twice, what is declared and not used, a signature in
the row before the definition of another function.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.diagnostics import Diagnostic, Related, Severity
from ntdoc.report import WRONG, Kind, Status
from ntdoc.shapes.bindings import Function, Signed
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.families.lists import is_ellipsis
from ntdoc.shapes.session import Session
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.lints import held_constant
from ntdoc.verification.lints.blocks import odd_blocks
from ntdoc.verification.lints.exchanged import exchanged
from ntdoc.verification.lints.indices import Indices
from ntdoc.verification.lints.instead import odd_factors
from ntdoc.verification.lints.kin import odd_kin
from ntdoc.verification.lints.layers import odd_layers
from ntdoc.verification.lints.letters import unlike_declared
from ntdoc.verification.lints.lists import odd_ends
from ntdoc.verification.lints.members import Members
from ntdoc.verification.lints.mistaken import Mistaken
from ntdoc.verification.lints.mixtures import odd_mixtures
from ntdoc.verification.lints.named import Named
from ntdoc.verification.lints.orders import unmet
from ntdoc.verification.lints.reach import undeclared_at_ends
from ntdoc.verification.lints.recurrences import twin_of_members, unlike_first, unnamed_twin
from ntdoc.verification.lints.said_axes import SaidAxes
from ntdoc.verification.lints.said_sizes import SaidSizes
from ntdoc.verification.lints.siblings import odd_rows
from ntdoc.verification.lints.sizes import Sizes
from ntdoc.verification.lints.sums import Sums
from ntdoc.verification.lints.twice import argument_twice, redeclared, twice
from ntdoc.verification.lints.unrun import wrong_as_it_stands
from ntdoc.verification.lints.unused import Unused, bound, notebooks, parameters
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import is_denied

_STATED = ("NT204", "NT212")
_ODD = (odd_factors, odd_kin, odd_layers, odd_blocks, odd_rows)


def lint(session: Session, entries: Sequence[Entry], judged: list[Judged], verdicts: list[Verdict]) -> None:
    """Add the warnings to the verdicts on the statements that they are about."""
    sums = Sums(session, judged)
    named = Named(entries)
    unused = Unused(session, entries, judged, named)
    members = Members(session, notebooks(session, judged), named)
    sizes, said, axes = Sizes(session, entries), SaidSizes(session), SaidAxes(entries)
    mistaken, indices = Mistaken(session, judged, named), Indices(session, entries, judged)
    wrong = {j.role.entry.run for j, v in zip(judged, verdicts, strict=True) if v.status in WRONG}
    if wrong:
        wrong |= {j.role.entry.run for j, v in zip(judged, verdicts, strict=True) if v.status is Status.BLOCKED}
    beside = {j.role.entry.row for j in judged if j.kind is Kind.DEFINITION}
    unread = (entry for entry in entries if isinstance(entry.parsed, ast.Unread))
    dots = [(e.item, e.index) for e in unread if is_ellipsis(e)]
    odd = {id(j): row for found in _ODD for j, row in found(judged, dots)}
    earlier: dict[tuple[int, int, str], tuple[frozenset[str], Span]] = {}
    before: Judged | None = None
    for j, v in zip(judged, verdicts, strict=True):
        if j.role.entry.companion:
            continue
        if (j.unread is None or j.kind is Kind.SIGNATURE) and not j.notebook.problems:
            v.diagnostics = [*v.diagnostics, *twice(j), *redeclared(j, beside, earlier)]
            if found := (*unmet(j), *said.of(j), *axes.of(j), *unlike_declared(session, j)):
                v.refuse(*found)
            v.diagnostics = [*v.diagnostics, *parameters(j), *bound(j), *exchanged(session, j)]
            if j.role.entry.run not in wrong:  # else one is the cause of the other
                v.diagnostics = [*v.diagnostics, *sums.apart(j), *unused.of(j), *([odd[id(j)]] if id(j) in odd else [])]
                v.diagnostics = [*v.diagnostics, *members.of(j), *sizes.of(j), *mistaken.named(j), *indices.of(j)]
                twins = (*unnamed_twin(session, j), *twin_of_members(session, j))
                v.diagnostics += (*unlike_first(session, j), *twins, *odd_mixtures(session, j))
                v.diagnostics += tuple(undeclared_at_ends(session, named, j))
            else:
                _explain(judged, j, tuple(sums.apart(j)))
        elif j.unread is not None and v.status is Status.SKIPPED:
            v.diagnostics = [*v.diagnostics, *members.of_unread(j), *mistaken.named(j), *bound(j)]
            v.diagnostics += tuple(argument_twice(session, j))
        if v.status is Status.SKIPPED and not is_denied(j.span):
            wrong_by_itself = tuple(wrong_as_it_stands(session, j))
            if any(d.severity is Severity.ERROR for d in wrong_by_itself):
                v.refuse(*wrong_by_itself)
            v.diagnostics += wrong_by_itself if v.status is Status.SKIPPED else ()
        ends = tuple(odd_ends(j.role.entry.piece.tokens)) if v.status not in WRONG else ()
        if ends and not is_denied(j.span):
            v.diagnostics = [*v.diagnostics, *ends]
        if before is not None:
            v.diagnostics = [*v.diagnostics, *_signature_of_another(session, before, j, unused)]
        before = j if j.kind is Kind.SIGNATURE else None
    held_constant.tell(judged, verdicts)


def _explain(judged: list[Judged], at: Judged, causes: tuple[Diagnostic, ...]) -> None:
    """Show a sum of what has no axis in common beside the error in its run that a shape is not the one stated."""
    related = tuple(Related(cause.span, cause.message) for cause in causes)
    for j in judged if related else ():
        if j.role.entry.run == at.role.entry.run:
            j.notebook.diagnostics[:] = [
                replace(d, related=(*d.related, *related)) if d.code in _STATED else d for d in j.notebook.diagnostics
            ]


# --- signatures ---


def _signature_of_another(session: Session, before: Judged, judged: Judged, used: Unused) -> Iterator[Diagnostic]:
    """A signature, and in the next row a function that takes as much and has none, while nothing near is of the name.

    Elsewhere one of the two has its partner: so this is no function that is only declared.
    """
    function, parsed = judged.binding, before.role.entry.parsed
    if not isinstance(function, Function) or not isinstance(parsed, ast.Signature) or before.name is None:
        return
    here, name = before.role.entry, before.name
    if here.item != function.entry.item or len(parsed.arguments) != len(function.parameters) or name == function.name:
        return
    if judged.function is not None and judged.function.signature is not None:
        return
    named = [b for bindings in session.scope.by_name.values() for b in bindings if isinstance(b, Function | Signed)]
    if not any(_is_elsewhere(b, here, name, function) for b in named) or used.named.is_near(name, here):
        return
    checked = (k.function for k in used.judged if k.function is not None)
    if any(f.signature is not None and f.signature.entry is here for f in checked):
        return  # it is of what is defined only later: `f` may be any network, until one is chosen
    message = f"the signature of {name} stands before the definition of {function.name}"
    related = (Related(before.span, "the signature"),)
    yield Diagnostic("NT406", message, function.span, label=f"not {name}", related=related)


def _is_elsewhere(b: Function | Signed, here: Entry, name: str, function: Function) -> bool:
    """Whether a binding is a definition or signature of the one name, or a signature of the other, in another run.

    In the same run it is another signature of the one name; or its definition before, with other scripts, `f_k`, where
    `f_{p,q}` is signed and `g_{p,q}` is defined.
    """
    one, other = taken_apart(name), taken_apart(function.name)
    own = one.base == taken_apart(b.name).base
    if b.entry.run == here.run:
        if isinstance(b, Signed):
            return own and b.entry.index > here.index
        of_both = one.parts == other.parts and taken_apart(b.name).form != one.form
        return own and of_both and b.entry.index < here.index
    return own or (isinstance(b, Signed) and other.base == taken_apart(b.name).base)
