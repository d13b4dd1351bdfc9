"""What checking the definition of a tensor found."""

from __future__ import annotations

from dataclasses import dataclass

from ntdoc.shapes.environment import Notebook
from ntdoc.shapes.typed import Typed
from ntdoc.syntax.cursor import Unreadable


@dataclass(frozen=True, slots=True)
class Definition:
    """What checking the definition of a tensor found.

    `typed` is what others go on from: the stated shape where there is one. `own` is what the right side says;
    `entrywise` is the same before index variables are bound, for the links that follow in its chain.
    """

    typed: Typed
    own: Typed
    notebook: Notebook
    broken: bool
    entrywise: Typed | None = None
    unread: Unreadable | None = None
