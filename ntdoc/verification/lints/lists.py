"""Lists with dots whose last element is not like the first: `\\ax_1[I_1] \\times \\cdots \\times \\bx_r[I_r]`.

The elements on both sides of the dots are one formula for two indices. If the index moves along in two places or more,
and at one other place a name differs, that name is a slip. Of `x_1, \\ldots, y_n` nobody can tell: it may be a path.
Nor of `f_1(W_1, b_1), \\ldots, g_n(W_n, b_n)`: the last of them may be of another kind. But in `i_r \\in I_i` an index
is the name of another thing in the element itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.reading.tokens import SCRIPTS, Kind, Token
from ntdoc.regex import regex
from ntdoc.source import Span
from ntdoc.syntax.cursor import is_spacing
from ntdoc.syntax.listing import is_ellipsis
from ntdoc.syntax.symbols import BARS

_OPENS = frozenset(["(", "[", "{", "lbrace"])
_CLOSES = frozenset([")", "]", "}", "rbrace"])
_SEPARATORS = frozenset([",", "times", "cup", "×", "∪"])
_NAME = regex(r"[^\W\d_]+")


class _Word(NamedTuple):
    """A token, or a name set in a font, `\\mathsf{ax}`, as one; `depth` counts the brackets that it stands in."""

    text: str
    span: Span
    depth: int
    script: bool  # in a sub- or superscript


def odd_ends(tokens: Sequence[Token]) -> Iterator[Diagnostic]:
    """The last elements of the lists in a formula that are not like the first."""
    words = _words(tokens) if any(map(is_ellipsis, tokens)) else []
    for at, word in enumerate(words):
        if word.text != "…" or not 0 < at < len(words) - 1:
            continue
        before, after = words[at - 1], words[at + 1]
        if before.text != after.text or before.text not in _SEPARATORS or before.depth != word.depth:
            continue
        first = _element(words[: at - 1][::-1], before)[::-1]
        last = _element(words[at + 2 :], before)
        found = _slip(first, last)
        if found is not None and not (before.text == "," and before.depth == 0 and found[0] is last[0]):
            here, there = found
            message = f"{here.span.text} stands after the dots, where {there.span.text} stands before them"
            related = (Related(there.span, "before the dots"),)
            label = "not the index of the rest" if here.script else f"not {there.span.text}"
            yield Diagnostic("NT410", message, here.span, label=label, related=related)
        yield from _twin(words, at)


def _slip(first: Sequence[_Word], last: Sequence[_Word]) -> tuple[_Word, _Word] | None:
    """The names in which two elements differ, if nothing else but the index does."""
    if len(first) != len(last):
        return None
    differ = [(b, a) for a, b in zip(first, last, strict=True) if a.text != b.text]
    moved = [(b.text, a.text) for b, a in differ if a.text.isdecimal() and len(b.text) == 1 and b.text.isalpha()]
    if len(moved) == len(differ) and (own := _own_name(differ, last)) is not None:
        return own
    names = [(b, a) for b, a in differ if all(_NAME.fullmatch(w.text) and not w.script for w in (a, b))]
    if len(moved) < 2 or len({*moved}) != 1 or len(names) != 1 or len(moved) + len(names) != len(differ):
        return None
    return names[0]


def _own_name(differ: Sequence[tuple[_Word, _Word]], last: Sequence[_Word]) -> tuple[_Word, _Word] | None:
    """`i_1 \\in I_1, \\ldots, i_r \\in I_i`: of two indices one is the name of what the element is about."""
    names = {word.text for word in last if not word.script}
    strange = [pair for pair in differ if pair[0].text in names]
    others = {(b.text, a.text) for b, a in differ if b.text not in names}
    alike = len(strange) == len(others) == 1 and strange[0][1].text == min(others)[1]
    return strange[0] if alike and all(b.script for b, _ in differ) else None


def _twin(words: Sequence[_Word], at: int) -> Iterator[Diagnostic]:
    """`l = 1, 2', \\ldots, L, L'`: the dots end with one index with and without a prime, and do not begin so; or do."""
    before, after = [w.text for w in words[: at - 1]][-4:], [w.text for w in words[at + 2 :]][:5]
    if len(before) < 4 or len(after) < 4 or before[1] != "," or after[1] != "," or words[at - 1].text != ",":
        return
    one, _, other, prime = before
    primed = after[3] == "'" == prime and after[4:] in ([], [","]) and one.isdecimal() and other.isdecimal()
    if primed and one == other and after[0] != after[2] and after[0].isalpha() and after[2].isalpha():
        here = words[at + 4]
        message = f"{here.span.text}' stands beside {after[0]}, where the list begins with {one}, {one}'"
        yield Diagnostic("NT410", message, here.span, label=f"not {after[0]}'")
    if primed and after[0] == after[2] and after[0].isalpha() and one != other:
        here = words[at - 3]
        message = f"{here.span.text}' stands beside {one}, where the list ends with {after[0]}, {after[0]}'"
        yield Diagnostic("NT410", message, here.span, label=f"not {one}'")


def _element(words: Sequence[_Word], separator: _Word) -> list[_Word]:
    """The words up to the next separator, the end of the brackets around, or a bar."""
    found: list[_Word] = []
    for word in words:
        outside = word.depth < separator.depth
        if outside or (word.depth == separator.depth and (word.text == separator.text or word.text in BARS)):
            break
        found.append(word)
    return found


def _words(tokens: Sequence[Token]) -> list[_Word]:
    """The tokens without spacing, groups and what only makes brackets grow."""
    found: list[_Word] = []
    kept = unspaced(tokens)
    depth, groups, at = 0, [False], 0
    while at < len(kept):
        token = kept[at]
        script = groups[-1] or (at > 0 and kept[at - 1].kind in SCRIPTS)
        if (named := in_font(kept, at)) is not None:
            name, length = named
            found.append(_Word(name, token.span.to(kept[at + length - 1].span), depth, script))
            at += length
            continue
        if token.kind is Kind.OPEN:
            groups.append(script)
        elif token.kind is Kind.CLOSE:
            groups = groups[:-1] or [False]
        else:
            text = "…" if is_ellipsis(token) else token.text
            depth -= text in _CLOSES
            found.append(_Word(text, token.span, depth, script))
            depth += text in _OPENS
        at += 1
    return found


def unspaced(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without spacing, and without what only makes brackets grow."""
    return [t for t in tokens if not is_spacing(t) and not (t.kind is Kind.COMMAND and t.text in ("left", "right"))]


def in_font(tokens: Sequence[Token], at: int) -> tuple[str, int] | None:
    """A name such as `\\mathsf{ax}`, and how many tokens it has."""
    if tokens[at].kind is not Kind.COMMAND or at + 2 >= len(tokens) or tokens[at + 1].kind is not Kind.OPEN:
        return None
    end = at + 2
    while end < len(tokens) and tokens[end].kind is Kind.CHAR and tokens[end].text.isalpha():
        end += 1
    if end == at + 2 or end == len(tokens) or tokens[end].kind is not Kind.CLOSE:
        return None
    return "".join(t.text for t in tokens[at + 2 : end]), end - at + 1
