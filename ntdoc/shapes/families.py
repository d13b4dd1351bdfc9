"""Families: names with index letters in their scripts, as `W^{l,Q}`, `h^{t-1}`, `\\text{MaxPool1d}_k`.

Here are only the names: which letters stand where, what a name is for given values of them, and whether a name is a
member of a family. A value is a number, or a label such as `1'`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from ntdoc.regex import regex
from ntdoc.syntax.spelling import parts_of

Value = int | str
Indices = Mapping[str, Value]

NONE: Indices = {}

_LIMITS = frozenset({"infty", "∞"})  # `h_\\infty` is a limit by its name, and none of the members
_SEPARATOR = regex(r"[,;|]")
_COMPONENT = regex(r"([(\[{]?)([A-Za-z]+)([+\-−]\d+)?('*)([)\]}]?)")
_SIZE = regex(r"\|[A-Za-z]\w*'*\|")  # of an axis
_WORD = regex(rf"{_SIZE.pattern}|[A-Za-z]+")
_NUMBER = regex(r"(?<=[_^])\d{1,6}(?=\^|$)")
_SUM = regex(r"([(\[{]?)(-?\d+)((?:[+\-−]\d+)+)('*)([)\]}]?)")
_TERM = regex(r"[+\-]\d+")


class Component(NamedTuple):
    """A part of a script that holds an index letter: `l`, `t-1`, `(l+1)`."""

    letter: str
    offset: int
    around: tuple[str, str, str]  # brackets and primes


class Name(NamedTuple):
    """A name taken apart: its base, and the parts of its sub- and its superscript."""

    base: str
    sub: tuple[str, ...]
    sup: tuple[str, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        """Those of the subscript, and then those of the superscript."""
        return (*self.sub, *self.sup)

    @property
    def form(self) -> tuple[str, int, int]:
        """What all members of a family share."""
        return self.base, len(self.sub), len(self.sup)


@lru_cache(maxsize=8192)
def taken_apart(name: str) -> Name:
    base, sub, sup = parts_of(name)
    return Name(
        base,
        _parts(sub.strip("{}")) if sub is not None else (),
        _parts(sup) if sup is not None else (),
    )


def _parts(script: str) -> tuple[str, ...]:
    return (script,) if _SIZE.fullmatch(script) else tuple(_SEPARATOR.split(script))


@lru_cache(maxsize=8192)
def component(text: str) -> Component | None:
    """A part of a script as an index letter with an offset, or None."""
    found = _COMPONENT.fullmatch(text)
    if found is None or (found[3] and found[4]) or found[2] in _LIMITS:
        return None
    return Component(found[2], int((found[3] or "0").replace("−", "-")), (found[1], found[4], found[5]))


def letters_in(name: str) -> frozenset[str]:
    """The letters (and words) in the scripts of a name that may be indices."""
    apart = taken_apart(name)
    return frozenset(c.letter for text in apart.parts if (c := component(text)) is not None)


def offsets(name: str, letter: str) -> list[int]:
    """What is added to an index letter where the scripts of a name have it: 1 in `h_{t+1}`."""
    return [c.offset for text in taken_apart(name).parts if (c := component(text)) is not None and c.letter == letter]


def is_numbered(name: str) -> bool:
    """Whether a superscript has a number or a letter that may be one, `X^1` or `X^{l+1}`, and not a word or a mark."""
    found = ((text, component(text)) for text in taken_apart(name).sup)
    return any(any(c.isdigit() for c in text) or (part is not None and len(part.letter) == 1) for text, part in found)


def words_in(name: str) -> frozenset[str]:
    """All letters and words in the scripts of a name, also those of `k_{t-s}`."""
    _, sub, sup = parts_of(name)
    return frozenset(_WORD.findall(f"{sub or ''} {sup or ''}"))


def resolved(name: str, indices: Indices) -> str:
    """A name with the values of the index letters put into its scripts: `h^{t-1}` at t = 3 is `h^2`."""
    if not indices or ("_" not in name and "^" not in name):
        return name
    base, sub, sup = parts_of(name)
    below = "" if sub is None else "_" + script(sub, indices)
    return base + below + ("" if sup is None else "^" + script(sup, indices))


def axis(name: str, indices: Indices) -> str:
    """The same for an axis: `\\hidden_{l-1}` at l = 3 is `\\hidden_2`."""
    base, low, sub = name.partition("_")
    if not low or not indices:
        return name
    marks = sub[len(sub.rstrip("'*†‡")) :]
    return base + low + script(sub[: len(sub) - len(marks)], indices) + marks


def script(text: str, indices: Indices) -> str:
    """A script with the values of the index letters put in, and sums of numbers worked out."""
    filled = _WORD.sub(lambda m: str(indices.get(m[0], m[0])), text)
    if filled == text:
        return text
    pieces = re.split(r"([,;|])", filled)
    return "".join(_worked_out(piece) for piece in pieces)


def _worked_out(piece: str) -> str:
    found = _SUM.fullmatch(piece)
    if found is None:
        return piece
    total = int(found[2]) + sum(int(term) for term in _TERM.findall(found[3].replace("−", "-")))
    return f"{found[1]}{total}{found[4]}{found[5]}"


def match(family: str, name: str, letters: Collection[str]) -> dict[str, Value] | None:
    """The values of the index letters for which a member of a family has this name, or None if none has."""
    pattern, wanted = taken_apart(family), taken_apart(name)
    if pattern.form != wanted.form:
        return None
    values: dict[str, Value] = {}
    for own, there in zip(pattern.parts, wanted.parts, strict=True):
        if own == there:
            continue
        part = component(own)
        if part is None or part.letter not in letters:
            return None
        value = _value(part, there)
        if value is None or values.setdefault(part.letter, value) != value:
            return None
    return values or None


def _value(part: Component, text: str) -> Value | None:
    """The value of the letter of a component for which it reads as a text."""
    left, primes, right = part.around
    if not text.startswith(left) or not text.endswith(primes + right):
        return None
    inner = text[len(left) : len(text) - len(primes + right) or None]
    if re.fullmatch(r"-?\d{1,6}", inner):
        return int(inner) - part.offset
    if part.offset or not inner or inner in _LIMITS:
        return None
    return inner


def neighbours(name: str) -> Iterator[tuple[str, str]]:
    """The names before and after that of a member with a number: `X^1` and `X^3` of `X^2`."""
    for found in _NUMBER.finditer(name):
        before, after = (f"{name[: found.start()]}{int(found[0]) + step}{name[found.end() :]}" for step in (-1, 1))
        yield before, after


def restricted(indices: Indices, without: frozenset[str]) -> dict[str, Value]:
    """Indices without those of some letters."""
    return {letter: value for letter, value in indices.items() if letter not in without}


def is_index(script: str) -> bool:
    """Whether a subscript is made of index letters: `i`, `ij`, `i,j`, `i-1`."""
    return bool(script) and all(c in "ijklmnpqrst,0123456789+-" for c in script) and not script.isdigit()
