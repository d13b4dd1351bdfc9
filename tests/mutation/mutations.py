"""Small mistakes put into a right document: each mutation changes one place, as a slip of the pen would."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

from ntdoc.compiler import compile_text
from ntdoc.report import Status

_MARKDOWN = r"```.*?```|`[^`\n]+`|<!--.*?-->"
LATEX = r"(?<!\\)%[^\n]*|\\verb\|[^|\n]*\||\\begin\{verbatim\}.*?\\end\{verbatim\}|\\iffalse.*?\\fi(?![A-Za-z])"
_AXIS_MACRO = re.compile(r"\\ndef\{?(\\[A-Za-z]+)\}?\{")
_MATHEMATICS = re.compile(
    r"\$\$.*?\$\$|\\begin\{(align\*?|equation\*?|gather\*?)\}.*?\\end\{\1\}|\\\[.*?\\\]|(?<![\\$])\$[^$\n]+\$",
    re.DOTALL,
)
_RENAMING = re.compile(r"_\{([^{}]*?)\\(?:to|rightarrow)\b([^{}]*)\}")
_DIGIT = re.compile(r"(?<![\\A-Za-z_{\d.^])\d+(?:\.\d+)?(?![\d\]])")
_DEFINING = re.compile(
    r"\\ndef\{?\\[A-Za-z]+\}?\{[^{}]*\}|\\(?:label|tag|hspace|vspace)\b\{[^{}]*\}|\\(?:newcommand|def|DeclareMathOperator)\b[^$\n]*"
)


Region = tuple[int, str]
"""Some mathematics, and where it begins."""


class Mutation(NamedTuple):
    """One change: `kind` says what was done, `line` where, `old` and `new` what."""

    kind: str
    line: int
    start: int
    end: int
    old: str
    new: str

    def applied(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]

    def __str__(self) -> str:
        return f"line {self.line}: {self.kind}: {self.old} became {self.new or 'nothing'}"


def mutations(text: str) -> list[Mutation]:
    """Every mutation of a document, in order."""
    regions = list(places(text))
    found = [*swapped(text, regions, axis_macros(text)), *renamings(text, regions), *digits(text, regions)]
    return sorted(found, key=lambda m: (m.start, m.new))


def chosen(text: str, count: int, seed: int) -> list[Mutation]:
    """Some of them, the same for the same seed: a quarter are of the rarer kinds, while there are enough of these."""
    chance = random.Random(seed)
    every = mutations(text)
    axes = [m for m in every if m.kind == "axis"]
    rare = [m for m in every if m.kind != "axis"]
    found = chance.sample(rare, min(count // 4, len(rare)))
    found += chance.sample(axes, min(count - len(found), len(axes)))
    return sorted(found, key=lambda m: (m.start, m.new))


def places(text: str, unread: str = _MARKDOWN) -> Iterator[Region]:
    """The mathematics of a document, without the lines that define macros and what its format does not read."""
    hidden = re.sub(unread, lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.DOTALL)
    hidden = _DEFINING.sub(lambda m: " " * len(m[0]), hidden)
    for region in _MATHEMATICS.finditer(hidden):
        yield region.start(), region[0]


def made(text: str, kind: str, start: int, end: int, new: str) -> Mutation:
    return Mutation(kind, text.count("\n", 0, start) + 1, start, end, text[start:end], new)


def axis_macros(text: str) -> list[str]:
    r"""The macros that `\ndef` makes, the longest first."""
    return sorted({*_AXIS_MACRO.findall(text)}, key=len, reverse=True)


def swapped(text: str, regions: list[Region], macros: list[str]) -> Iterator[Mutation]:
    """An axis for another axis of the document."""
    if not macros:
        return
    pattern = re.compile("|".join(re.escape(m) + r"(?![A-Za-z])" for m in macros))
    used = sorted({m for _, region in regions for m in pattern.findall(region)})
    for offset, mathematics in regions:
        for found in pattern.finditer(mathematics):
            for other in used:
                if other != found[0]:
                    yield made(text, "axis", offset + found.start(), offset + found.end(), other)


def renamings(text: str, regions: list[Region]) -> Iterator[Mutation]:
    """A renaming left out, or turned round."""
    for offset, mathematics in regions:
        for found in _RENAMING.finditer(mathematics):
            start, end = offset + found.start(), offset + found.end()
            yield made(text, "renaming dropped", start, end, "")
            yield made(text, "renaming turned round", start, end, rf"_{{{found[2].strip()} \to {found[1].strip()}}}")


def digits(text: str, regions: list[Region]) -> Iterator[Mutation]:
    """A digit of a number for another."""
    for offset, mathematics in regions:
        for found in _DIGIT.finditer(mathematics):
            for at, digit in enumerate(found[0]):
                if digit.isdigit():
                    start = offset + found.start() + at
                    yield made(text, "digit", start, start + 1, str((int(digit) + 1) % 10))


def found_wrong(text: str) -> bool:
    """Whether ntdoc finds anything wrong with a document."""
    report = compile_text(text, "mutated.md")
    wrong = (Status.FAILED, Status.ERROR, Status.BLOCKED, Status.SKIPPED)
    return bool(report.problems) or any(s.status in wrong for s in report.statements)
