"""The words of a condition as signs: `\\text{if $i$ is odd and } j = 2` is *i odd* ∧ *j = 2*.

What is odd or even is marked by a TEXT token behind it that says so. Other words, as *if*, are left out, and so is an
aside that only calls a case by a name: *(warm)*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.source import Span
from ntdoc.syntax.beside import PARITIES
from ntdoc.syntax.cursor import Unreadable
from ntdoc.syntax.relations import opens, relations_in, trimmed

_JOINTS = {"and": "land", "or": "lor"}
_WORD = regex(r"\b(?:and|or|odd|even)\b")
_ASIDE = regex(
    r"\((?!.*\b(?:if|un(?:less|til)|except|only|not?|never|when\w*|where\w*|for|with|otherwise|else|at|on|in)\b)"
    r"[a-z -]+\)",
    re.IGNORECASE,
)


def formula_of(tokens: Sequence[Token]) -> list[Token]:
    """The tokens of a condition without its words, which are signs among them. Raises Unreadable."""
    found: list[Token] = []
    ahead: Token | None = None  # *for even* `i`
    said = False  # whether words stand between what was read and what comes
    for number, part in enumerate(parts := [*_parts(tokens)]):
        if isinstance(part, Token):
            said = True
            if part.text in PARITIES and _is_open(found) and number < len(parts) - 1:
                ahead = part
            elif part.text in PARITIES or not _is_open(found):
                found.append(part)
            continue
        if said and not _is_open(found):
            found.append(_joint(found, part))
        found += part
        said = False
        if ahead is not None:
            found.append(ahead)
            ahead = None
    if found and _is_open(found):  # *by and large*
        raise Unreadable("ntdoc does not read the words in this condition", found[-1].span)
    return found


def parity_of(part: Sequence[Token]) -> str | None:
    """Whether a condition says that its formula is `odd` or `even`."""
    return next((t.text for t in part if t.kind is Kind.TEXT and t.text in PARITIES), None)


def _parts(tokens: Sequence[Token]) -> Iterator[Token | list[Token]]:
    """The formulas, and between them the words that mean something, as tokens; other words as one."""
    formula: list[Token] = []
    level = 0
    for number, token in enumerate(tokens):
        level += opens(token)
        comma = token.kind is Kind.CHAR and token.text == "," and level == 0 and _parts_two(tokens, number)
        if token.kind is not Kind.TEXT and not comma:
            formula.append(token)
            continue
        if trimmed(formula):
            yield trimmed(formula)
        formula = []
        if comma:
            yield Token(Kind.COMMAND, "land", token.span)
        for piece in token.content or (token.text,) if token.kind is Kind.TEXT else ():
            if isinstance(piece, str):
                yield from _signs(piece, token.span)
            elif trimmed(list(piece)):
                yield trimmed(list(piece))
    if trimmed(formula):
        yield trimmed(formula)


def _signs(words: str, at: Span) -> Iterator[Token]:
    found = [
        Token(Kind.COMMAND, _JOINTS[m[0]], at) if m[0] in _JOINTS else Token(Kind.TEXT, m[0], at)
        for m in _WORD.finditer(words.lower())
    ]
    meant = any(c.isalpha() for c in words) and _ASIDE.fullmatch(words.strip()) is None
    yield from found or ([Token(Kind.TEXT, words.strip(), at)] if meant else [])


def _is_open(found: Sequence[Token]) -> bool:
    """Whether a formula has to come next: nothing stands before it, or what joins it to that."""
    return not found or found[-1].text in _JOINTS.values()


def _joint(found: Sequence[Token], part: Sequence[Token]) -> Token:
    """The sign between two conditions with other words between them. Raises Unreadable if they are not two."""
    start = max((i for i, token in enumerate(found) if token.text in _JOINTS.values()), default=-1) + 1
    before = found[start:]
    if (relations_in(before) or parity_of(before)) and relations_in(part):
        return Token(Kind.COMMAND, "land", part[0].span)
    raise Unreadable("ntdoc does not read the words in this condition", part[0].span)


def _parts_two(tokens: Sequence[Token], comma: int) -> bool:
    """Whether a comma stands between two conditions, `i = 1, j = 2`, and not in the list of `i = 1, 2`."""
    return all(_is_condition(trimmed(list(part))) for part in (tokens[:comma], tokens[comma + 1 :]))


def _is_condition(part: Sequence[Token]) -> bool:
    return bool(relations_in(part)) or any(
        token.kind is Kind.TEXT and not PARITIES.isdisjoint(token.text.lower().split()) for token in part
    )
