"""Steps of pseudo-code, `\\State $S \\gets 0$`, that compute by and by what the text around them defines.

They replace nothing: behind the algorithm the name means what the text says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.patterns import is_update
from ntdoc.shapes.scope import Scope
from ntdoc.source import Source

_ALGORITHM = regex(
    r"\\begin\s*\{(?P<name>algorithm\w*|algorithmic)\*?\}.*?\\end\s*\{(?P=name)\*?\}", re.DOTALL
)


def left_to_the_text(roles: Sequence[Role], scope: Scope) -> list[Role]:
    """The roles, in which such steps give a value in themselves alone."""
    result = []
    for role in roles:
        tensor, at = role.defines, role.entry
        if isinstance(tensor, Tensor) and is_update(at.parsed) and (own := _algorithm(at)) is not None:
            before = (b for b in scope.by_name[tensor.name] if isinstance(b, Tensor) and b.entry.index < at.index)
            if any(_algorithm(b.entry) != own for b in before):
                scope.hold_alone(at)
                role = replace(role, entry=replace(at, local=True))
        result.append(role)
    return result


def _algorithm(at: Entry) -> tuple[int, int] | None:
    """Where the algorithm begins and ends in which an entry stands."""
    span = at.parsed.span
    return next(((start, end) for start, end in _algorithms(span.source) if start < span.start < end), None)


@lru_cache(maxsize=64)
def _algorithms(source: Source) -> tuple[tuple[int, int], ...]:
    return tuple(found.span() for found in _ALGORITHM.finditer(source.words))
