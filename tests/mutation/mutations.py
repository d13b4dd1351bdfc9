"""Small mistakes put into a right document: each mutation changes one place, as a slip of the pen would."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

from ntdoc.compiler import compile_text
from ntdoc.report import Status

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
    return sorted([*_axes(text), *_renamings(text), *_digits(text)], key=lambda m: (m.start, m.new))


def chosen(text: str, count: int, seed: int) -> list[Mutation]:
    """Some of them, the same for the same seed: a quarter are of the rarer kinds, while there are enough of these."""
    chance = random.Random(seed)
    every = mutations(text)
    axes = [m for m in every if m.kind == "axis"]
    rare = [m for m in every if m.kind != "axis"]
    found = chance.sample(rare, min(count // 4, len(rare)))
    found += chance.sample(axes, min(count - len(found), len(axes)))
    return sorted(found, key=lambda m: (m.start, m.new))


def _places(text: str) -> Iterator[tuple[int, str]]:
    """The mathematics of a document, without the lines that define macros."""
    hidden = re.sub(r"```.*?```|`[^`\n]+`|<!--.*?-->", lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.DOTALL)
    hidden = _DEFINING.sub(lambda m: " " * len(m[0]), hidden)
    for region in _MATHEMATICS.finditer(hidden):
        yield region.start(), region[0]


def _made(text: str, kind: str, start: int, end: int, new: str) -> Mutation:
    return Mutation(kind, text.count("\n", 0, start) + 1, start, end, text[start:end], new)


def _axes(text: str) -> Iterator[Mutation]:
    """An axis for another axis of the document."""
    macros = sorted({*_AXIS_MACRO.findall(text)}, key=len, reverse=True)
    if not macros:
        return
    pattern = re.compile("|".join(re.escape(m) + r"(?![A-Za-z])" for m in macros))
    for offset, mathematics in _places(text):
        used = sorted({*pattern.findall(text)} & {m for _, region in _places(text) for m in pattern.findall(region)})
        for found in pattern.finditer(mathematics):
            for other in used:
                if other != found[0]:
                    yield _made(text, "axis", offset + found.start(), offset + found.end(), other)


def _renamings(text: str) -> Iterator[Mutation]:
    """A renaming left out, or turned round."""
    for offset, mathematics in _places(text):
        for found in _RENAMING.finditer(mathematics):
            start, end = offset + found.start(), offset + found.end()
            yield _made(text, "renaming dropped", start, end, "")
            yield _made(text, "renaming turned round", start, end, rf"_{{{found[2].strip()} \to {found[1].strip()}}}")


def _digits(text: str) -> Iterator[Mutation]:
    """A digit of a number for another."""
    for offset, mathematics in _places(text):
        for found in _DIGIT.finditer(mathematics):
            for at, digit in enumerate(found[0]):
                if digit.isdigit():
                    start = offset + found.start() + at
                    yield _made(text, "digit", start, start + 1, str((int(digit) + 1) % 10))


def found_wrong(text: str) -> bool:
    """Whether ntdoc finds anything wrong with a document."""
    report = compile_text(text, "mutated.md")
    wrong = (Status.FAILED, Status.ERROR, Status.BLOCKED, Status.SKIPPED)
    return bool(report.problems) or any(s.status in wrong for s in report.statements)
