"""The code of each definition by itself, for the blocks of a site."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ntdoc.export.module import Module
from ntdoc.export.routines import Routines
from ntdoc.settings import LIBRARIES
from ntdoc.shapes.names.lefts.roles import Role

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def code_of(session: Session, roles: Sequence[Role]) -> dict[int, tuple[tuple[str, str], ...]]:
    """By the place of a statement, the libraries with the function that computes what it defines."""
    found: dict[int, dict[str, str]] = {}
    try:
        routines = Routines(session, roles)
        for library in LIBRARIES:
            made = Module(routines, library)
            for routine, written in made.functions():
                text = "\n".join(written.without_origin)
                text = "\n\n\n".join([text, *made.helpers_of(text)])
                for item in routine.items:
                    found.setdefault(item, {}).setdefault(library, text)
    except RecursionError:  # what is nested so deeply has no code, and the site is made all the same
        return {}
    return {item: tuple(code.items()) for item, code in found.items()}
