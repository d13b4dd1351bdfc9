"""The code of each definition by itself, for the blocks of a site."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ntdoc.export.module import Module
from ntdoc.export.routines import Routines
from ntdoc.settings import LIBRARIES
from ntdoc.shapes.classify import Role

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def code_of(session: Session, roles: Sequence[Role]) -> dict[int, tuple[tuple[str, str], ...]]:
    """By the place of a statement, the libraries with the function that computes what it defines."""
    routines = Routines(session, roles)
    found: dict[int, dict[str, str]] = {}
    for library in LIBRARIES:
        for routine, written in Module(routines, library).functions():
            for item in routine.items:
                found.setdefault(item, {}).setdefault(library, "\n".join(written.without_origin))
    return {item: tuple(code.items()) for item, code in found.items()}
