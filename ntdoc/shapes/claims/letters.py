"""Letters for shapes against the declarations: what is said to have the shape S is not renamed along T."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def renamed_along_another(session: Session, parsed: ast.Chain, at: Entry) -> Diagnostic | None:
    """`H_{\\mathcal{T} \\to \\mathcal{S}^*}` where the section says `H \\in \\reals^{\\mathcal{S}}`, and nothing of T.

    For statements whose shapes are left open, so that no instance of them is tried.
    """
    for part in walk((parsed.subjects, parsed.rest)):
        if not isinstance(part, ast.Rename) or not isinstance(part.body, ast.Symbol):
            continue
        said = [b for b in session.scope.by_name.get(part.body.full_name, ()) if b.entry.section == at.section]
        declared = [b for b in said if isinstance(b, Declared) and b.domain is not None]
        axes = [sized.axis for b in declared for sized in b.along]
        old = [axis for sources, _ in part.pairs for axis in sources]
        whole = all(axis.variable and not axis.without and axis.within is None for axis in (*axes, *old))
        if not axes or not whole or len(said) > len(declared):
            continue
        own = {axis.name for axis in axes}
        for axis in old:
            if axis.name not in own and not is_related(session, axis.name, at):
                shape = " ∪ ".join(sorted(own))
                message = f"{part.body.full_name} is said to have the shape {shape}, and is renamed along {axis.name}"
                related = (Related(declared[0].span, f"`{part.body.full_name}` is declared here"),)
                return Diagnostic("NT208", message, axis.span, label=f"not a part of {shape}", related=related)
    return None


def is_related(session: Session, letter: str, at: Entry) -> bool:
    """Whether the section says something of a shape beside others."""
    said = (s.chain.span.text for s in session.scope.suppositions if s.entry.section == at.section)
    return any(letter in text for text in said)
