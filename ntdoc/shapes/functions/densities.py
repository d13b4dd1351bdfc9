"""`p(y \\mid x)`, `p(x)`, `p(x, y)`: densities, which their arguments tell apart, and not their names.

What a document writes with a bar between arguments, and gives no signature, is such a name. That it has other arguments
elsewhere, or other letters, is no mistake: it is another density then, and what is defined is not about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Function, Signed
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import pairs, unpowered
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.dividers import dividers
from ntdoc.syntax.symbols import OPENING

_LETTER = regex("[A-Za-z]+")
_BARS = ("|", "\\mid", "\\vert")


def of(entries: Iterable[Entry]) -> frozenset[str]:
    """The names that have a bar between their arguments somewhere, or of which the logarithms are said of two letters.

    Those of a function would be said of one: `\\log p(z) = E`, and `\\log p(x) = \\log p(z) + c`.
    """
    entries = tuple(entries)
    calls = (pair for entry in entries for pair in pairs(entry.parsed))
    given = frozenset(head.full_name for head, bracket in calls if isinstance(head, ast.Symbol) and is_given(bracket))
    letters: dict[str, set[str]] = {}
    for name, letter in (said for entry in entries if (said := _logarithm(entry.parsed)) is not None):
        letters.setdefault(name, set()).add(letter)
    return given | {name for name, those in letters.items() if len(those) > 1}


def _logarithm(parsed: ast.Parsed) -> tuple[str, str] | None:
    """The name and the letter of an equation `\\log p(x) = E`."""
    subject = parsed.subjects[0] if isinstance(parsed, ast.Chain) and parsed.rest else None
    if not isinstance(subject, ast.Juxtaposition) or len(subject.factors) != 3:
        return None
    log, head, bracket = subject.factors
    if not isinstance(log, ast.Symbol) or log.name not in ("log", "ln") or not isinstance(bracket, ast.Group):
        return None
    letter = bracket.items[0] if len(bracket.items) == 1 and not bracket.parameters else None
    if not isinstance(head, ast.Symbol) or not isinstance(letter, ast.Symbol):
        return None
    return head.full_name, letter.full_name


def chosen(
    own: Sequence[Function | Signed], usual: Function | Signed | None, arguments: Sequence[str]
) -> Function | Signed | None:
    """The definition of a density with these arguments; None if letters stand in it that are those of another one."""
    names = [argument.removeprefix("\\") for argument in arguments]
    functions = [b for b in own if isinstance(b, Function)]
    of_others = all(map(_LETTER.fullmatch, names)) or len({b.letters for b in functions}) > 1
    return next((b for b in functions if [*b.letters] == names), None if of_others else usual)


def is_of_distributions(name: str, at: Entry) -> bool:
    """Whether a statement has a double bar between the two arguments of a name: `D(P \\| Q)`, of two distributions."""
    brackets = (unpowered(b) for head, b in pairs(at.parsed) if isinstance(head, ast.Symbol) and head.full_name == name)
    two = any(isinstance(b, ast.Group) and len(b.items) == 2 and not b.parameters for b in brackets)
    tokens = at.piece.tokens  # and not the text: the bar may be that of a macro
    starts = (i + 1 for i, token in enumerate(tokens) if token.text in OPENING) if two else ()
    return any("," in dividers(tokens, start).values() for start in starts)


def is_given(bracket: ast.Expr) -> bool:
    """Whether a bar stands in a bracket, and not the semicolon before parameters."""
    if not isinstance(bracket, ast.Group) or not bracket.items or not bracket.parameters:
        return False
    before, behind = bracket.items[-1].span, bracket.parameters[0].span
    return any(bar in Span(before.source, before.end, behind.start).text for bar in _BARS)
