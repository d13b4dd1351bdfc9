"""Formulas whose symbols say which they are: in the MathML, the number of each in the page's list of symbols.

What is to be marked goes to the library as a character of its own for each place, which it sets as it would set a
letter; so nothing else of the formula is other than without marks. Afterwards the letter, or the word behind the
character, takes its place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.rendering.math import mathml
from ntdoc.source import Span
from ntdoc.syntax.symbols import GREEK, STYLED, UNICODE_LETTERS, UPRIGHT

_FIRST, _LAST = 0xE000, 0xF8FF  # no author writes these characters
_LETTER = regex(r"<mi([^>]*)>([\ue000-\uf8ff])</mi>")
_WORD = regex(r"<(m[a-z]+)([^>]*)>((?:<[a-z]+>)?)([\ue000-\uf8ff])(?=[^<])")
_LEFT = regex(r"[\ue000-\uf8ff]")
# A symbol is all that is written of it, with its scripts and its accent; those in it that are others say so themselves.
_AROUND = regex(r'<(msub|msup|msubsup|munder|mover|munderover)([^>]*)>((?:<mrow>)?<m[a-z]+)([^>]*) data-s="(\d+)"')
_INSIDE = regex(r"^<math[^>]*>(.*)</math>$", re.DOTALL)
_FONTS = UPRIGHT | STYLED | {"mathsf"}
_TEXT = regex(r"<m[ion][^>]*>([^<]*)<")


@dataclass(frozen=True, slots=True)
class Named:
    """A symbol where it is written, and its number in the list."""

    span: Span
    base: str  # the name without its scripts, `hat(y)` with an accent
    number: int


def named_mathml(tokens: Sequence[Token], symbols: Sequence[Named], *, display: bool) -> Markup:
    """The MathML of the tokens, with the numbers of the symbols in it; as it is without them if it cannot have them."""
    changed, own = _with_characters(tokens, symbols)
    if own:
        rendered = _with_numbers(str(mathml(changed, display=display)), own)
        if rendered.startswith("<math") and not _LEFT.search(rendered):
            return Markup(rendered)
    return mathml(tokens, display=display)


def _with_characters(
    tokens: Sequence[Token], symbols: Sequence[Named]
) -> tuple[list[Token], dict[str, tuple[Sequence[Token], int]]]:
    """The tokens with a character for each symbol, and for each character what it stands for."""
    changed = list(tokens)
    own: dict[str, tuple[Sequence[Token], int]] = {}
    taken: set[int] = set()
    within_fonts = _within_fonts(tokens)
    words: dict[int, str] = {}  # the characters that stand before words, by the token
    for named in symbols:
        place = _place(tokens, named, taken, within_fonts)
        if place is None or _FIRST + len(own) > _LAST:
            continue
        start, end, whole = place
        character = chr(_FIRST + len(own))
        own[character] = (tokens[whole[0] : whole[1]], named.number)
        taken.update(range(start, end))
        if end == start + 1 and tokens[start].kind is not Kind.TEXT:
            changed[start] = Token(Kind.CHAR, character, tokens[start].span)
        else:
            words[start] = character
    for at in sorted(words, reverse=True):
        token = tokens[at]
        if token.kind is Kind.TEXT:
            changed[at] = token._replace(content=(f"{words[at]}{token.text}",))
        else:
            changed.insert(at, Token(Kind.CHAR, words[at], token.span))
    return changed, own


def _within_fonts(tokens: Sequence[Token]) -> set[int]:
    r"""The places within `\mathit{norm_p}` and its like, where a letter does not look as it does alone."""
    found: set[int] = set()
    opened: list[bool] = []
    for at, token in enumerate(tokens):
        if token.kind is Kind.OPEN:
            before = tokens[at - 1] if at else token
            opened.append(before.kind is Kind.COMMAND and before.text in _FONTS)
        elif token.kind is Kind.CLOSE and opened:
            opened.pop()
        elif any(opened):
            found.add(at)
    return found


def _place(
    tokens: Sequence[Token], named: Named, taken: set[int], within_fonts: set[int]
) -> tuple[int, int, tuple[int, int]] | None:
    """Where the letter or the word of a symbol stands, and that with the font it is set in."""
    font, _, inner = named.base.rstrip("'").partition("(")
    base = inner.removesuffix(")").rstrip("'") if inner else font
    for at, token in enumerate(tokens):
        if at in taken or token.span.source is not named.span.source or not named.span.covers(token.span):
            continue
        if token.kind is Kind.TEXT and token.text == base and token.content in ((), (token.text,)):
            return at, at + 1, (at, at + 1)
        if _spells(token, base):
            before = tokens[at - 1] if at else None
            opened = before is not None and before.kind is Kind.OPEN and at > 1
            command = tokens[at - 2] if opened else before
            alone = not opened or (at + 1 < len(tokens) and tokens[at + 1].kind is Kind.CLOSE)
            if alone and command is not None and command.kind is Kind.COMMAND and command.text in STYLED | UPRIGHT:
                return at, at + 1, (at - 2, at + 2) if opened else (at - 1, at + 1)
            if at not in within_fonts:
                return at, at + 1, (at, at + 1)
            continue
        end = at + len(base)
        if len(base) > 1 and _is_whole(tokens, at, end) and "".join(t.text for t in tokens[at:end]) == base:
            return at, end, (at, end)
    return None


def _is_whole(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether letters are all that stands in braces behind a command: else they are set as letters, and are no word."""
    if start < 2 or end >= len(tokens) or any(token.kind is not Kind.CHAR for token in tokens[start:end]):
        return False
    braces = tokens[start - 1].kind is Kind.OPEN and tokens[end].kind is Kind.CLOSE
    return braces and tokens[start - 2].kind is Kind.COMMAND and tokens[start - 2].text in UPRIGHT | STYLED


def _spells(token: Token, base: str) -> bool:
    if token.kind is Kind.COMMAND:
        return token.text == base and base in GREEK
    return token.kind is Kind.CHAR and base in (token.text, UNICODE_LETTERS.get(token.text))


def _with_numbers(rendered: str, own: Mapping[str, tuple[Sequence[Token], int]]) -> str:
    def letter(match: re.Match[str]) -> str:
        attributes, character = match.groups()
        tokens, number = own.get(character, ((), -1))
        inside = _INSIDE.match(str(mathml(tokens, display=False)))
        if inside is None:
            return match[0]
        if attributes and (text := _TEXT.match(inside[1])):  # upright: so it is in the formula, whatever it is alone
            return f'<mi{attributes} data-s="{number}">{text[1]}</mi>'
        return re.sub(r"^<m[a-z]+", lambda tag: f'{tag[0]} data-s="{number}"', inside[1])

    def word(match: re.Match[str]) -> str:
        tag, attributes, inner, character = match.groups()
        return f'<{tag}{attributes} data-s="{own[character][1]}">{inner}' if character in own else match[0]

    rendered = _WORD.sub(word, _LETTER.sub(letter, rendered))
    found = 1
    while found:
        rendered, found = _AROUND.subn(r'<\1\2 data-s="\5">\3\4', rendered)
    return rendered
