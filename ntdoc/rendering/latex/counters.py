"""Counting as LaTeX does it: sections within sections, letters in the appendix, theorems that share a counter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from ntdoc.reading.document import Mathematics, Row
from ntdoc.reading.tokens import Kind, Token
from ntdoc.rendering.latex.settings import Settings
from ntdoc.rendering.latex.tokens import split_rows, tokens_to_latex

RANKS: Final = {
    "part": 0, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5, "subparagraph": 6,
}  # fmt: skip
COUNTED_TO: Final = 4  # a paragraph has no number
_ONE_NUMBER: Final = frozenset(("equation", "multline", "dmath", "math"))
_NO_NUMBERS: Final = frozenset(("$$", "\\[", "displaymath"))
_SIGNS: Final = "*†‡§¶‖"
_OF_A_CHAPTER: Final = ("equation", "figure", "table", "footnote")


class Counters:
    """The counters of a document; `top` is its outermost sectioning command, parts aside."""

    def __init__(self, settings: Settings, commands: Iterable[str]) -> None:
        used = RANKS.keys() & set(commands)
        self.top = "chapter" if "chapter" in used else "section"
        if not used & {"section", "chapter"}:
            self.top = min(used, key=lambda name: RANKS[name], default="section")
        self.appendix = False
        self._counts: Counter[str] = Counter()
        self._within = dict(settings.numbered_within)
        for theorem in settings.theorems.values():
            if theorem.within and theorem.counter:
                self._within[theorem.counter] = theorem.within
        if self.top == "chapter":
            for name in _OF_A_CHAPTER:
                self._within.setdefault(name, "chapter")

    def begin_appendix(self) -> None:
        """From here on the outermost sections have letters."""
        self.appendix = True
        self._counts[self.top] = 0

    def step(self, counter: str) -> str:
        """Count one more, begin anew whatever is counted within it, and return the number."""
        self._counts[counter] += 1
        self._reset_within(counter)
        return self._number(counter)

    def _reset_within(self, counter: str) -> None:
        inner = [name for name, outer in self._within.items() if outer == counter]
        if counter != "part" and counter in RANKS:
            inner += [name for name in RANKS if RANKS[name] > RANKS[counter]]
        for name in inner:
            if self._counts[name]:
                self._counts[name] = 0
                self._reset_within(name)

    def _number(self, counter: str, depth: int = 0) -> str:
        count = self._counts[counter]
        if counter == "part":
            return roman(count)
        if counter in RANKS:
            names = [name for name in RANKS if RANKS[self.top] <= RANKS[name] <= RANKS[counter]]
            numbers = [str(self._counts[name]) for name in names]
            if self.appendix and names:
                numbers[0] = letters(self._counts[names[0]], "A")
            return ".".join(numbers)
        outer = self._within.get(counter)
        if counter != "footnote" and outer is not None and self._counts[outer] and depth < len(self._within):
            return f"{self._number(outer, depth + 1)}.{count}"
        return str(count)


class Equations:
    """The numbers of the rows of displays."""

    def __init__(self, counters: Counters) -> None:
        self._counters = counters
        self._sub: list[tuple[str, int]] = []  # of the `subequations` that are open: the number, and how many there are

    def begin_sub(self) -> str:
        """`subequations` begin; the number that they have together."""
        self._sub.append((self._counters.step("equation"), 0))
        return self._sub[-1][0]

    def end_sub(self) -> None:
        self._sub.pop()

    def rows(self, mathematics: Mathematics) -> list[tuple[str, tuple[str, ...]]]:
        """The number of each row, "" for none, and the labels that name it."""
        environment = mathematics.environment.rstrip("*")
        starred = mathematics.environment.endswith("*") or environment in _NO_NUMBERS
        tags = [_tag(row) for row in split_rows(mathematics.tokens)]
        said = mathematics.rows or (Row(labels=mathematics.labels),)  # none of what could not be read
        if environment in _ONE_NUMBER:
            none = starred or any(not row.numbered for row in said)
            own = self._next(next(filter(None, tags), ""), none)
            return [*(("", ()) for _ in tags[1:]), (own, mathematics.labels)]
        found = []
        for tag, row in zip(tags, said, strict=False):
            found.append((self._next(tag, starred or not row.numbered), row.labels))
        return found

    def _next(self, tag: str, none: bool) -> str:
        if tag or none:
            return tag
        if not self._sub:
            return self._counters.step("equation")
        number, count = self._sub[-1]
        self._sub[-1] = number, count + 1
        return number + letters(count + 1, "a")


def _tag(row: Sequence[Token]) -> str:
    found = next((token for token in row if token.kind is Kind.TEXT and token.font == "tag"), None)
    if found is None:
        return ""
    return "".join(p if isinstance(p, str) else tokens_to_latex(p) for p in found.content).strip()


def item_number(count: int, style: str) -> str:
    """The number of an item of a list in one of the styles of pandoc."""
    match style:
        case "LowerAlpha":
            return letters(count, "a")
        case "UpperAlpha":
            return letters(count, "A")
        case "LowerRoman":
            return roman(count).lower()
        case "UpperRoman":
            return roman(count)
        case _:
            return str(count)


def sign_of_note(count: int) -> str:
    """The mark of a note of the title or the authors: `*` for 1, `†` for 2, `**` for 7."""
    return _SIGNS[(count - 1) % len(_SIGNS)] * (1 + (count - 1) // len(_SIGNS))


def letters(count: int, first: str) -> str:
    """`a` for 1, `z` for 26, `aa` for 27."""
    text = ""
    while count > 0:
        count, rest = divmod(count - 1, 26)
        text = chr(ord(first) + rest) + text
    return text


def roman(count: int) -> str:
    text = ""
    for value, letter in ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        while count >= value:
            text, count = text + letter, count - value
    return text
