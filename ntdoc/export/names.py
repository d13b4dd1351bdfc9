"""Names of a document as names in exported code: readable, different from one another, and never a word of Python."""

from __future__ import annotations

import builtins
import keyword
import unicodedata
from collections.abc import Iterable

from ntdoc.naming import python_name
from ntdoc.regex import regex
from ntdoc.syntax.symbols import GREEK

LONGEST = 32
_MODULES = frozenset({"np", "torch", "jnp", "jax", "math", "annotations"})
_RESERVED = frozenset({*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *_MODULES})
_HUMP = regex(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LETTER = regex(r"GREEK (SMALL|CAPITAL) LETTER ([A-Z]+)")


class Names:
    """Gives out names that are all different."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)

    def take(self, wanted: str) -> str:
        name, number = wanted, 1
        while name in self._taken:
            number += 1
            name = f"{wanted.rstrip('_')}_{number}"
        self._taken.add(name)
        return name


def identifier(name: str) -> str:
    """A name as an identifier: letters keep their case, `SelfAttention` becomes `self_attention`."""
    text = python_name(_in_ascii(name)).lstrip("_")
    head, low, rest = text.partition("_")
    if len(head) > 1 and head not in GREEK:
        head = _HUMP.sub("_", head).lower()
    text = (head + low + rest)[:LONGEST].rstrip("_")
    if not text or not text[0].isalpha():
        text = f"x_{text}".rstrip("_")
    return f"{text}_" if text in _RESERVED else text


def _in_ascii(name: str) -> str:
    """Greek letters by their names, accents left out, and all else that is no ASCII as a gap."""
    found = ""
    for character in name:
        if character.isascii() or character in "†‡∂":
            found += character
            continue
        letter = _LETTER.match(unicodedata.name(character, ""))
        if letter is not None:
            found += letter[2].lower() if letter[1] == "SMALL" else letter[2].capitalize()
        else:
            plain = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
            found += plain or "_"
    return found
