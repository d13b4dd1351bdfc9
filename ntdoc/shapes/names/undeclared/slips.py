"""What is wrong with a name that is nearly there, or is defined where that is not read: reported once."""

from __future__ import annotations

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.expressions.combine import poison
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.names.families import no_member
from ntdoc.shapes.names.undeclared.missing import Missing
from ntdoc.shapes.typed import Typed


def member_of_unread_family(missing: Missing) -> Typed | None:
    family = no_member.of_unread(missing.session, missing.name, missing.env)
    if family is None:
        return None
    missing.env.notebook.blockers.append((family.name, family.entry))
    return poison(missing.span)


def member_past_its_family(missing: Missing) -> Typed | None:
    """A member before the first, after the last, or at an index that nothing says."""
    session, name, env = missing.session, missing.name, missing.env
    if (first := no_member.before_first(session, name, env)) is not None:
        return missing.error(first, "with no beginning")
    if no_member.at_no_index(session, name, env):
        return missing.error(missing.span.text, "at an index that nothing says")
    if no_member.after_last(session, name, env):
        return missing.error(missing.span.text, "after the last")
    return None


def written_otherwise(missing: Missing) -> Typed | None:
    """What is there is labelled otherwise, or is an entry or a component of what is there."""
    session, name, env = missing.session, missing.name, missing.env
    hints = no_member.mislabelled(session, name, env) or no_member.of_tensor(session, name, env)
    hints = hints or no_member.past_an_end(session, name, env)
    return missing.error(name, "undeclared name", hints) if hints else None


def defined_in_unread_row(missing: Missing) -> Typed | None:
    row = missing.session.scope.unread.get((missing.name, missing.at.section))
    row = row or _row_before(missing) or _row_broken(missing)
    if row is None:
        return None
    missing.env.notebook.blockers.append((missing.name, row))
    return poison(missing.span)


def _row_before(missing: Missing) -> Entry | None:
    """What says what a name, or its family, is before it in the section around its own, and is not read."""
    name, at = missing.name, missing.at
    form, rows = taken_apart(name).form, missing.session.scope.unread.items()
    alike = (row for (own, _), row in rows if own == name or taken_apart(own).form == form)
    before = (row for row in alike if row.chapter == at.chapter and row.index < at.index)
    return max(before, key=lambda row: row.index, default=None)


def _row_broken(missing: Missing) -> Entry | None:
    """What may say what a name is, in any section before it, and is not closed: it would be found there, too."""
    at, found = missing.at, missing.session.scope.broken.get(taken_apart(missing.name).base, ())
    rows = [row for row in found if row.index < at.index or row.run == at.run]
    return max(rows, key=lambda row: (row.chapter == at.chapter, row.index), default=None)
