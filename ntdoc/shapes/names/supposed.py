"""Names that a conditional sentence introduces, *if `y \\in S`*: they hold beyond it for want of anything else."""

from __future__ import annotations

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import is_made_of
from ntdoc.shapes.scope import Declared, Scope, Tensor


def local(scope: Scope, name: str, at: Entry) -> Tensor | Declared | None:
    """What a conditional sentence before an entry says of a name.

    In later sections, too, if what the sentence defines in a display is made of it: *if `y` is the label, then the
    loss is `L = …`* says what `y` is for as long as there is that loss.
    """
    found = [
        b
        for b in scope.by_name.get(name, ())
        if isinstance(b, (Tensor, Declared)) and b.entry.local and b.entry.index < at.index
    ]
    here = [b for b in found if b.entry.section == at.section]
    lasting = here or [b for b in found if _is_part_of_more(scope, b)]
    return lasting[-1] if lasting else None


def _is_part_of_more(scope: Scope, b: Tensor | Declared) -> bool:
    """Whether the sentence that says what a name is defines something in a display that is made of it."""
    defined = (x for found in scope.by_name.values() for x in found if isinstance(x, Tensor) and x.entry.display)
    return any(x.entry.sentence == b.entry.sentence and is_made_of(x.body, b.name) for x in defined)
