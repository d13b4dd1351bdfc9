"""Numbers for members of a family of arrays: *with a single unit and the inputs `x_1 = 0.5`, `x_2 = 0`*.

After `x_t \\in \\reals^{\\ax}` such numbers are those of one small case. In other sections the members are arrays, as
the declaration says, unless one of these speaks of `x_1` itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.names.families.lists import numbers_in
from ntdoc.shapes.patterns import names_in, number_in
from ntdoc.shapes.scope import Scope


def keep_in_their_sections(entries: Sequence[Entry], scope: Scope) -> bool:
    """Keep such numbers in the section that says them; whether there are any."""
    kept, given = False, _given(scope)
    families = [b for found in scope.by_name.values() for b in found if isinstance(b, Declared)] if given else []
    for family in families:
        if not family.along or not letters_in(family.name):
            continue
        by_section: dict[int, list[Tensor]] = {}
        for member in given.get(taken_apart(family.name).form, ()):
            if family.entry.index < member.entry.index and family.entry.section != member.entry.section:
                by_section.setdefault(member.entry.section, []).append(member)
        for section, members in by_section.items():
            names = {member.name for member in members}
            named = any(names & names_in(e.parsed) for e in entries if e.section != section)
            if not named and any(number_in(member.body) for member in members):  # `x_0 = 0` may be an array
                for member in members:
                    scope.hold_alone(member.entry, of_section=member.name)
                kept = True
    return kept


def _given(scope: Scope) -> dict[tuple[str, int, int], list[Tensor]]:
    """The members that sentences give numbers, by the form of their names."""
    found: dict[tuple[str, int, int], list[Tensor]] = {}
    for name, bindings in scope.by_name.items():
        form = taken_apart(name).form
        for b in bindings if len([*numbers_in(name, form)]) == 1 else ():
            if isinstance(b, Tensor) and not b.indices and not b.entry.display and number_in(b.body) is not None:
                found.setdefault(form, []).append(b)
    return found
