"""Signatures that are said in words: *`f` is a function from `A` to `B`*, *`g` maps `A` to `B`*, *of type `A \\to B`*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from ntdoc.reading.document import Mathematics, Prose
from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.shapes.document import listed_axes
from ntdoc.shapes.document.said import entrywise
from ntdoc.syntax.ast import Chain, Group, Juxtaposition, Parsed, Signature, Symbol
from ntdoc.syntax.rows import Piece
from ntdoc.syntax.statements import parse_display, parse_inline
from ntdoc.syntax.symbols import ARROWS
from ntdoc.vocabulary import IF, NOT, NUMERALS, SEVERAL, SUPPOSE

_FUNCTION = r"(?:function|map|mapping|operator|operation|transformation|transform|layer|network|embedding|projection)s?"
_NAMED = regex(rf"\b{_FUNCTION}\s+(?:\w+\s+)?$", re.IGNORECASE)
_FROM_NAMED = regex(r"\s*(?:that (?:goes|maps) )?from\s+", re.IGNORECASE)
_FROM = regex(
    rf"\s*(?:,\s*)?(?:which |that )?(?:is|be|are|denotes?|stands for)\s+(?:\w+\s+){{0,4}}?{_FUNCTION}\s+from\s+",
    re.IGNORECASE,
)
_SHAPED = r"(?:(?:an?\s+|the\s+|any\s+)?(?:[a-z]+\s+){1,2}(?:of|with)\s+(?:the\s+)?(?:shape|ax[ei]s)\s+)?"
_MAPS = regex(
    rf"\s*(?:is\s+(?:\w+\s+){{1,3}})?(?:that\s+|which\s+|{_FUNCTION}\s+)*(?:maps|takes|sends|transforms)\s+{_SHAPED}",
    re.IGNORECASE,
)
_TO = regex(rf"\s*(?:(?:in)?to|and\s+(?:returns|gives|produces|outputs))\s+{_SHAPED}", re.IGNORECASE)
_OF_TYPE = r"\b(?:of|with|has|have)(?:\s+the)?\s+(?:type|signature)\s+"
_TYPED = regex(rf"\s*(?:,?\s*(?:is|be|are)\b[^.;:]{{0,30}})?{_OF_TYPE}")
_ALL_TYPED = regex(rf"\b{_FUNCTION}\b[^.;:]{{0,30}}{_OF_TYPE}$")
_ALL_DEFINED = regex(
    rf"\bdefin(?:e|ing)\b[^.;:]*?\b(both|{SEVERAL})\b[^.;:]*\b{_FUNCTION},?(?:\s+(?:all|both|each))?\s+{_OF_TYPE}$"
)
_NOT_SAID = regex(  # *if `f` maps …*, *no function `f` from …*
    rf"\b(?:{IF}|unless|whether|{NOT}|would|could|instead|rather|{SUPPOSE}|were)\b[^.;:]*$|n't\b[^.;:]*$",
    re.IGNORECASE,
)
_THEN_BELOW = regex(r"\s*:\s*")
_IN_PARAGRAPH = regex(r"\s*[.:](?:(?!\n[ \t]*\r?\n).)*", re.DOTALL)


class Said:
    """The signatures that the words of a document say."""

    def __init__(self, items: Sequence[object]) -> None:
        self.items = items
        self._of_numbers = set[str]()  # functions that are told to be such

    @cached_property
    def formulas(self) -> str:
        """The tokens of all formulas, one after the other: for each map they are looked through at once."""
        return "\1".join(_text(item.tokens) for item in self.items if isinstance(item, Mathematics))

    def at(self, number: int) -> Iterator[tuple[Parsed, Piece]]:
        """The signatures whose last formula an item is."""
        item = self.items[number]
        if isinstance(item, Mathematics) and not item.display:
            yield from _by_type(self, number, item) if _has_arrow(item) else _from_to(self, number, item)
            if (name := _text(item.tokens)) not in self._of_numbers:
                said = [*self._entrywise(number, item)]
                self._of_numbers.update([name] if said else [])
                yield from said

    def _entrywise(self, number: int, name: Mathematics) -> Iterator[tuple[Parsed, Piece]]:
        if (function := entrywise.known(self.items, number)) is not None:
            yield from entrywise.definition(name, function)
        elif entrywise.is_said(self.items, number):
            yield from entrywise.signature(name)


def _from_to(said: Said, number: int, result: Mathematics) -> Iterator[tuple[Parsed, Piece]]:
    """*`f` is a function from `A` to `B`*."""
    items = said.items
    to = items[number - 1] if number > 3 else None
    if not isinstance(to, Prose) or not _TO.fullmatch(to.text):
        return
    name, words, source = items[number - 4 : number - 1]
    before = items[number - 5] if number > 4 else None
    if isinstance(before, Prose) and _NOT_SAID.search(before.text):
        return
    if not isinstance(name, Mathematics) or not isinstance(source, Mathematics) or not isinstance(words, Prose):
        return
    named = isinstance(before, Prose) and _NAMED.search(before.text) and _FROM_NAMED.fullmatch(words.text)
    if (named or _FROM.fullmatch(words.text) or _MAPS.fullmatch(words.text)) and _is_applied(name, said):
        kind = (*listed_axes.as_set(source), _token("to", result), *listed_axes.as_set(result))
        yield from _signature(name.tokens, kind, result)


def _by_type(said: Said, number: int, kind: Mathematics) -> Iterator[tuple[Parsed, Piece]]:
    """*`f` has type `A \\to B`*, *functions with type `A \\to B`:* and a display."""
    items = said.items
    words = items[number - 1] if number else None
    if not isinstance(words, Prose):
        return
    name = items[number - 2] if number > 1 else None
    if isinstance(name, Mathematics) and _TYPED.fullmatch(words.text) and _is_applied(name, said):
        yield from _signature(name.tokens, kind.tokens, kind)
        return
    below = items[number + 1 : number + 3]
    if not _ALL_TYPED.search(words.text) or len(below) < 2 or not isinstance(below[0], Prose):
        return
    display = below[1]
    if not isinstance(display, Mathematics) or not display.display:
        return
    statements = parse_display(display.tokens, display.environment, display.inner)
    functions = [function for parsed, _ in statements if (function := _defined(parsed)) is not None]
    if not _THEN_BELOW.match(below[0].text):
        counted = _ALL_DEFINED.search(words.text) if _IN_PARAGRAPH.fullmatch(below[0].text.rstrip()) else None
        if counted is None or len(functions) != NUMERALS.index(counted[1].replace("both", "two")):
            return  # what stands there may be a helper that they share
    for function in functions:
        for signature, piece in _signature((), kind.tokens, kind):
            if isinstance(signature, Signature):
                yield signature.replace(subject=function), piece


def _defined(parsed: Parsed) -> Symbol | None:
    """The name of the function that a statement defines."""
    if not isinstance(parsed, Chain) or not parsed.rest or len(parsed.subjects) != 1:
        return None
    subject = parsed.subjects[0]
    if not isinstance(subject, Juxtaposition) or len(subject.factors) != 2 or not isinstance(subject.factors[1], Group):
        return None
    name = subject.factors[0]
    return name if isinstance(name, Symbol) else None


def _signature(name: Sequence[Token], kind: Sequence[Token], at: Mathematics) -> Iterator[tuple[Parsed, Piece]]:
    """`name \\colon kind`; it stands where its last formula stands."""
    tokens = (*(name or (Token(Kind.CHAR, "f", at.inner),)), _token("colon", at), *kind)
    for parsed, piece in parse_inline(tokens, at.inner):
        if isinstance(parsed, Signature):
            yield parsed.replace(span=at.inner), piece._replace(tokens=at.tokens, written=at.tokens)


def _token(command: str, at: Mathematics) -> Token:
    return Token(Kind.COMMAND, command, at.inner)


def _has_arrow(item: Mathematics) -> bool:
    return any(t.kind is Kind.COMMAND and t.text in ARROWS for t in item.tokens) and not any(
        t.text in ("colon", ":", "=") for t in item.tokens
    )


def _is_applied(name: Mathematics, said: Said) -> bool:
    """Whether a formula is a name alone that has arguments elsewhere: a map may be a tensor, `W \\ndot{\\inp} X`."""
    parsed = [p for p, _ in parse_inline(name.tokens, name.inner)]
    if len(parsed) != 1 or not isinstance(p := parsed[0], Chain) or p.rest or not isinstance(p.subjects[0], Symbol):
        return False
    applied = _text(name.tokens) + _text((Token(Kind.CHAR, "(", name.inner),))
    return applied in said.formulas


def _text(tokens: Sequence[Token]) -> str:
    kept = (t for t in tokens if t.text not in ("bigl", "Bigl", "left", "big", "Big"))
    return "".join(f"\0{t.kind.value} {t.text}\0" for t in kept)
