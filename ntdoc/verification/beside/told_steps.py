"""What a section tells of letters in a form that cannot be used, so that they are none of any tensors."""

from __future__ import annotations

from collections.abc import Mapping

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast


def telling(law: Judged, told: Mapping[tuple[int, str], Entry]) -> Entry | None:
    """What says before a law of a letter what it is, so that it is none of any tensors: *let `z = 3 + 4i`*."""
    at = law.role.entry
    letters = sorted(names_in(at.parsed))
    letters += sorted({_family(name) for name in letters} - {""})
    known = (told[at.section, name] for name in letters if (at.section, name) in told)
    return next((entry for entry in known if entry.index < at.index), None)


def steps_told(entry: Entry) -> tuple[str, ...]:
    """The family of which an equation in a sentence tells a step, `x_{t+1} = x_t - h x_t`, as none is named."""
    parsed = entry.parsed
    left = parsed.subjects[0] if isinstance(parsed, ast.Chain) and len(parsed.rest) == 1 else None
    if entry.display or not isinstance(left, ast.Symbol) or not isinstance(parsed, ast.Chain):
        return ()
    family = _family(left.full_name)
    others = names_in(parsed.rest[0][1]) - {left.full_name}
    return (family,) if family and any(_family(name) == family for name in others) else ()


def _family(name: str) -> str:
    """What the members of a family have in common, `x_…`; nothing of a name without a letter in its script."""
    return f"{taken_apart(name).base}_…" if letters_in(name) else ""
