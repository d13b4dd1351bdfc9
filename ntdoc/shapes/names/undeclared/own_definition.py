"""A name in its own definition: an update, an equation to be solved for it, or a circle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.operations.table import lookup
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions.combine import poison, report
from ntdoc.shapes.functions.circles import circle, sought
from ntdoc.shapes.names import values
from ntdoc.shapes.names.restated.implicit import is_said_to_be_solved
from ntdoc.shapes.names.undeclared.missing import Missing
from ntdoc.shapes.patterns import is_update, names_in
from ntdoc.shapes.recurrences import updates
from ntdoc.shapes.typed import Typed
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def circle_or_update(missing: Missing) -> Typed | None:
    session, name, env, span = missing.session, missing.name, missing.env, missing.span
    own = (b for b in session.scope.by_name.get(name, ()) if isinstance(b, Tensor))
    for b in (b for b in own if b.entry.index == missing.at.index):
        if is_update(missing.at.parsed) and (behind := _declared_behind(session, name, env)) is not None:
            return values.sampled(session, session.scope.with_sign(behind), name, env.indices, env, span)
        if (old := updates.old_value(session, b, env, span)) is not None:
            return old
        if is_said_to_be_solved(b.entry):
            raise Unreadable(f"an equation to be solved for {name}", span)
        checked = _is_checked(session, b)  # `y = E = F(y)`: E says what y is
        if checked and name not in names_in(b.body):
            return values.defined(session, b, name, env.indices, env, span)
        if (unread := sought(missing.at, name, span)) is not None:
            raise unread
        if checked:
            return values.defined(session, b, name, env.indices, env, span)
        if is_update(missing.at.parsed) and (_lacks_others(session, b) or not missing.at.display):
            break  # it is the old value of which nothing says what it is
        report(env, circle(name, span))
        return poison(span)
    return None


def _declared_behind(session: Session, name: str, env: Environment) -> Declared | None:
    """What the section says behind an update of the tensor that it changes: *where `m \\in \\reals^{\\ax}`*."""
    for b in session.scope.by_name.get(name, ()):
        if isinstance(b, Declared) and b.domain is not None and b.entry.section == env.at.section:
            return b
    return None


def _lacks_others(session: Session, update: Tensor) -> bool:
    """Whether the right side of an update names something else that is found nowhere."""
    scope, at = session.scope, update.entry
    others = (n for n in names_in(update.body) if n != update.name and lookup(n) is None)
    return any(scope.tensor(n, at) is None and not scope.function(n, at) for n in others)


def _is_checked(session: Session, found: Tensor) -> bool:
    """Whether the definition of a tensor, or of a member of its family, has been checked."""
    return any(key[0] == found.entry.index for key in session.definitions if isinstance(key, tuple))
