"""Slips in a paper of several files: an axis, a digit, a sign, an operator, a star, a name, the letter of a shape."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tests.mutation.mutations import LATEX, Mutation, axis_macros, digits, made, places, renamings, swapped

_STAR = re.compile(r"\\inax(?![A-Za-z])|\^\*|\^\{\*\}|\^\\dagger(?![A-Za-z])|(?<=\w|\})'")
_SIGN = re.compile(r"(?<!\\mathord)(?<!lim_\{\\alpha \\rightarrow )[+-]")
_LETTER = re.compile(r"(?<=\\mathcal\{)[A-Z](?='?\})|(?<=\\mathcal)[A-Z]|(?<=\\mathcal )[A-Z]")
_OPERATOR = re.compile(r"\\odot(?![A-Za-z])|\\ndot\s*(?:\{[^{}]*\}|\\[A-Za-z]+)")
_WORDS = re.compile(
    r"\\(?:text|mathrm|operatorname|mathit|begin|end|mathcal|mathbb|mathsf)\*?\s*\{[^{}]*\}|\\nfun(?:\{[^{}]*\}|\\[A-Za-z]+)\{[^{}]*\}"
    r"|\\[A-Za-z]+|&&[^\n]*"
)
_NAME = re.compile(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])")
_FUNCTION = re.compile(r"\\text\{[A-Z][A-Za-z0-9]*\}")
_REFERENCE = r"|\\(?:eqby|cref|Cref|ref|S\\ref|citep?|citeauthor|label)\{[^{}]*\}"
SHARES = {
    "axis": 4, "name": 3, "digit": 2, "sign": 2, "operator": 2, "star": 1, "prime": 1, "letter of a shape": 2,
    "renaming dropped": 1, "renaming turned round": 1,
}  # fmt: skip
"""How often each kind is tried, in proportion, while there are enough places for it."""


class Slip(NamedTuple):
    """A mutation of one file of a paper."""

    file: str
    mutation: Mutation

    def __str__(self) -> str:
        return f"{self.file}, {self.mutation}"


def slips(files: Mapping[str, str]) -> list[Slip]:
    """All slips in the files of a paper, in order."""
    macros = axis_macros("\n".join(files.values()))
    found = []
    for file, text in files.items():
        regions = list(places(text, LATEX + _REFERENCE))
        every = [*swapped(text, regions, macros), *renamings(text, regions), *digits(text, regions)]
        for region in regions:
            every += _of_kind(text, region)
        found += [Slip(file, m) for m in sorted(every, key=lambda m: (m.start, m.kind, m.new))]
    return found


def chosen(every: list[Slip], count: int, seed: int) -> list[Slip]:
    """Some of them, the same for the same seed: first a kind, then a place, then what is written there."""
    chance = random.Random(seed)
    places: dict[str, dict[tuple[str, int], list[Slip]]] = {}
    for slip in every:
        of_kind = places.setdefault(slip.mutation.kind, {})
        of_kind.setdefault((slip.file, slip.mutation.start), []).append(slip)
    found = []
    while len(found) < count and any(places.values()):
        kinds = [kind for kind, where in places.items() if where]
        kind = chance.choices(kinds, [SHARES[k] for k in kinds])[0]
        place = chance.choice(list(places[kind]))
        found.append(chance.choice(places[kind].pop(place)))
    return found


def _of_kind(text: str, region: tuple[int, str]) -> Iterator[Mutation]:
    yield from _stars(text, *region)
    yield from _signs(text, *region)
    yield from _operators(text, *region)
    yield from _letters(text, *region)
    yield from _names(text, *region)


def _stars(text: str, offset: int, mathematics: str) -> Iterator[Mutation]:
    """A star, dagger or prime left out."""
    for found in _STAR.finditer(mathematics):
        yield made(text, "prime" if found[0] == "'" else "star", offset + found.start(), offset + found.end(), "")


def _signs(text: str, offset: int, mathematics: str) -> Iterator[Mutation]:
    """A plus for a minus, and the other way round."""
    for found in _SIGN.finditer(mathematics):
        start = offset + found.start()
        yield made(text, "sign", start, start + 1, "-" if found[0] == "+" else "+")


def _operators(text: str, offset: int, mathematics: str) -> Iterator[Mutation]:
    """A product for a contraction, a sum for a product."""
    for found in _OPERATOR.finditer(mathematics):
        start, end = offset + found.start(), offset + found.end()
        if found[0] != r"\odot":
            yield made(text, "operator", start, end, r"\odot ")
        yield made(text, "operator", start, end, "+ ")


def _letters(text: str, offset: int, mathematics: str) -> Iterator[Mutation]:
    """The letter of a shape for another of the file."""
    used = {*_LETTER.findall(text)}
    for found in _LETTER.finditer(mathematics):
        for other in sorted(used - {found[0]}):
            yield made(text, "letter of a shape", offset + found.start(), offset + found.end(), other)


def _names(text: str, offset: int, mathematics: str) -> Iterator[Mutation]:
    """A tensor, an index or a function for another of the same formula, or of the file where this has no other."""
    bare = _WORDS.sub(lambda m: "\\" + " " * (len(m[0]) - 1), mathematics)
    for pattern, here, there in ((_NAME, bare, _WORDS.sub("", "".join(r for _, r in places(text, LATEX)))),
                                 (_FUNCTION, mathematics, text)):  # fmt: skip
        near = {*pattern.findall(here)}
        for found in pattern.finditer(here):
            for other in sorted((near - {found[0]}) or ({*pattern.findall(there)} - {found[0]})):
                yield made(text, "name", offset + found.start(), offset + found.end(), other)
