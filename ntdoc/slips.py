"""Names that differ by a slip of the pen: a letter of four, two that are exchanged, small ones for large ones."""

from __future__ import annotations

from collections.abc import Iterable


def near(name: str, others: Iterable[str], count: int = 1, cutoff: float = 0.75) -> list[str]:
    """Those of others that come near to a name, the nearest first; the same letters are nearer than any others."""
    from difflib import get_close_matches  # where something is wrong only

    others = list(others)
    same = [other for other in others if other != name and _has_same_letters(name, other)]
    return same[:count] or get_close_matches(name, others, n=count, cutoff=cutoff)


def is_one_slip(name: str, other: str) -> bool:
    """Whether a letter was left out, or added, or is another one, or two neighbours are exchanged."""
    longer, shorter = (name, other) if len(name) >= len(other) else (other, name)
    if len(longer) - len(shorter) == 1:
        return any(longer[:i] + longer[i + 1 :] == shorter for i in range(len(longer)))
    apart = [i for i, (a, b) in enumerate(zip(name, other, strict=False)) if a != b]
    return len(longer) == len(shorter) and (len(apart) == 1 or (len(apart) == 2 and _has_same_letters(name, other)))


def _has_same_letters(name: str, other: str) -> bool:
    """Whether two words are one but for small and large letters, or but for two neighbours that are exchanged."""
    if len(name) != len(other) or len(name) < 3:
        return False
    if name.casefold() == other.casefold():
        return True
    apart = [i for i, (a, b) in enumerate(zip(name, other, strict=True)) if a != b]
    return (
        len(apart) == 2
        and apart[1] == apart[0] + 1
        and name[apart[0]] == other[apart[1]]
        and name[apart[1]] == other[apart[0]]
    )
