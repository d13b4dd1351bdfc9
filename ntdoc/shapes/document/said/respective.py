"""*`a` and `v` live in `S` and `T`, respectively*, *`u` (resp. `v`) is a vector along `\\ax` (resp. `\\bx`)*.

Each name is in the set that stands in its place, and is read as `a \\in S` would be where it stands. So are all that a
sentence brings in: *let `a` be the weights of one and `b` those of the other, both in `S`*.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.reading.document import Mathematics, Prose
from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.shapes.document import listed_axes
from ntdoc.shapes.document.items_before import one_chain
from ntdoc.syntax import ast
from ntdoc.syntax.relations import trimmed

_NOUN = r"(?:(?:the|its|our|an?|all)\s+)?(?:(?!(?:in|of|to|is|are|be|has|have|for|with)\b)[a-z-]+\s+){0,3}"
_NAMES_AND = regex(rf"\s*(?:,|,?\s+and)\s+{_NOUN}", re.IGNORECASE)
_SETS_AND = regex(r"\s*(?:,|,?\s+and)\s+", re.IGNORECASE)
_ARRAYS = r"(?:(?:real|dense|two)\s+)?(?:vectors?|matri(?:x|ces)|tensors?|arrays?|masks?|elements?|points?|members?)"
_IN = (
    rf"(?:(?:be|is|are|lies?|lives?|take\s+values|takes\s+values|denotes?)\s+(?:both\s+)?(?:an?\s+)?(?:{_ARRAYS}\s+)?"
    r"(?:in|over|along|of\s+(?:the\s+)?shapes?|with\s+(?:the\s+)?(?:shapes?|axes|axis))"
    r"|(?:be|is|are)\s+indexed\s+by|belongs?\s+to|ha(?:s|ve)\s+(?:the\s+)?(?:shapes?|axes|axis)"
    rf"|(?:in|of\s+(?:the\s+)?shapes?|with\s+(?:the\s+)?(?:shapes?|axes)))"
)
_VERB = regex(rf"\s*(?:,\s*)?{_IN}\s+", re.IGNORECASE)
_SHAPES_OF = regex(r"\bthe\s+(?:shapes|axes)\s+of\s+(?:the\s+[a-z-]+\s+)?$", re.IGNORECASE)  # *of `a` and `v` are*
_ARE = regex(r"\s*are\s+", re.IGNORECASE)
_RESPECTIVELY = regex(r"\s*(?:,\s*)?\(?respectively\b", re.IGNORECASE)
_RESP = regex(r"\s*[(\[,]\s*(?:resp\.|respectively,?)(?:\\\s|\\,|~|\s)*", re.IGNORECASE)
_RESP_VERB = regex(rf"\s*[)\],]\s*{_IN}\s+", re.IGNORECASE)
_ALL_IN = regex(rf"[^.;:]*,\s+(?P<all>both|all|each)\s+(?:of\s+(?:them|which)\s+)?{_IN}\s+", re.IGNORECASE)
_BRINGS = regex(rf"(?:^|.*[\s.;:(])(?:let|letting|denote\s+by|where)\s+{_NOUN}", re.IGNORECASE | re.DOTALL)
_BRINGS_MORE = regex(rf"[^.;:]*(?:,|\band)\s+(?:by\s+|let\s+)?{_NOUN}", re.IGNORECASE)
_GOES_ON = regex(r"[^.;:]*")
_RESP_ENDS = regex(r"\s*[)\],]")


def in_their_sets(items: Sequence[object]) -> list[object]:
    """The items of a document, in which such names stand with their sets."""
    found = list(items)
    for at, item in enumerate(items):
        if not isinstance(item, Prose):
            continue
        if _VERB.fullmatch(item.text):
            pairs = _listed(items, at, _NAMES_AND, _SETS_AND, _RESPECTIVELY)
        elif _ARE.fullmatch(item.text):
            pairs = _listed(items, at, _NAMES_AND, _SETS_AND, _RESPECTIVELY)
            pairs = pairs if pairs and _says(items, pairs[0][0] - 1, _SHAPES_OF) else []
        elif _RESP_VERB.fullmatch(item.text):
            pairs = _listed(items, at, _RESP, _RESP, _RESP_ENDS)
        elif every := _ALL_IN.fullmatch(item.text):
            pairs = _all_in(items, at, every["all"].lower())
        else:
            continue
        for place, kind in pairs:
            name, tensors = found[place], items[kind]
            if isinstance(name, Mathematics) and isinstance(tensors, Mathematics):
                where = name.inner._replace(start=name.inner.end)
                said = tuple(token._replace(span=where) for token in trimmed(listed_axes.as_set(tensors)))
                tokens = (*trimmed(name.tokens), Token(Kind.COMMAND, "in", where), *said)
                found[place] = replace(name, tokens=tokens)
    return found


def _listed(
    items: Sequence[object], verb: int, names: re.Pattern[str], sets: re.Pattern[str], ends: re.Pattern[str]
) -> list[tuple[int, int]]:
    """The places of several names before a verb, each with that of its set; none if they are not as many."""
    first, last = [verb - 1], [verb + 1]
    while (at := last[-1] + 1) + 1 < len(items) and _is_between(items[at], sets):
        last.append(at + 1)
    while (at := first[0] - 1) - 1 >= 0 and len(first) < len(last) and _is_between(items[at], names):
        first.insert(0, at - 1)
    behind = items[last[-1] + 1] if last[-1] + 1 < len(items) else None
    if len(first) != len(last) or len(first) < 2 or not isinstance(behind, Prose) or not ends.match(behind.text):
        return []
    if not all(_is_name(items[at]) for at in first) or not all(_is_set(items[at]) for at in last):
        return []
    return list(zip(first, last, strict=True))


def _all_in(items: Sequence[object], words: int, said: str) -> list[tuple[int, int]]:
    """The places of the names that a sentence brings in before *both in*, each with that of the set behind it."""
    found, at = list[tuple[int, int]](), words - 1
    while at > 0 and isinstance(items[at], Mathematics) and isinstance(before := items[at - 1], Prose):
        brings = _BRINGS.fullmatch(before.text)
        if _is_name(items[at]) and (brings or _BRINGS_MORE.fullmatch(before.text)):
            found.insert(0, (at, words + 1))
        if brings or not _GOES_ON.fullmatch(before.text):
            plain = brings and words + 1 < len(items) and _is_set(items[words + 1])
            return found if plain and (len(found) == 2 or (len(found) > 2 and said != "both")) else []
        at -= 2
    return []


def _says(items: Sequence[object], at: int, words: re.Pattern[str]) -> bool:
    before = items[at] if at >= 0 else None
    return isinstance(before, Prose) and words.search(before.text) is not None


def _is_between(item: object, words: re.Pattern[str]) -> bool:
    return isinstance(item, Prose) and words.fullmatch(item.text) is not None


def _is_name(item: object) -> bool:
    chain = one_chain(item) if isinstance(item, Mathematics) and not item.display else None
    return chain is not None and not chain.rest and isinstance(chain.subjects[0], ast.Symbol)


def _is_set(item: object) -> bool:
    """Whether a formula is a set of tensors, or lists axes."""
    if not isinstance(item, Mathematics) or item.display:
        return False
    if listed_axes.axes_of(item) is not None:
        return True
    chain = one_chain(item)
    return chain is not None and not chain.rest and isinstance(chain.subjects[0], ast.TensorSet)
