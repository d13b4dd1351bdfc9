"""What is not read because of a slip, it seems: a command near to a known one, an axis in place of a size.

Commands are macros of the notation, axes of the document, and Greek letters. Macros of others may be called like a
letter with something before or behind it, `\\btheta` and `\\thetab`: these are no slips.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from ntdoc.diagnostics import Diagnostic, Edit
from ntdoc.nodes import walk
from ntdoc.reading.document import Document, Mathematics
from ntdoc.reading.macros import vocabulary
from ntdoc.reading.tokens import Kind, Token
from ntdoc.report import Status
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.session import Session
from ntdoc.slips import is_one_slip, near
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.axes import KNOWN_COMMANDS
from ntdoc.syntax.symbols import GREEK
from ntdoc.verification.verdicts import Verdict

_CLOSE = 0.8  # one letter of five
_SHORTEST = 3
_LETTERS = sorted(name for name in GREEK - {"hbar", "imath", "jmath"} if len(name) > _SHORTEST)
_WHOLE = tuple(name for name in GREEK if len(name) >= _SHORTEST)
_OTHER_LETTERS = frozenset(["stigma", "omikron"])  # of packages
_OFTEN = 3  # what stands there so often, without what it is near to, is meant as it stands


def slips(
    session: Session, documents: Sequence[Document], judged: Sequence[Judged], verdicts: Sequence[Verdict]
) -> Iterator[Diagnostic]:
    """NT413 for each command, once, and for each axis; nothing of ordinary notation, whose macros may be anywhere."""
    if not session.names_axes:
        return
    own = {spelt[1:] for spelt in session.axis_spellings.values() if spelt.startswith("\\")}
    targets = sorted(own | {name.removeprefix("\\") for name in vocabulary()})
    read = [j.span for j, v in zip(judged, verdicts, strict=True) if v.status is not Status.SKIPPED]
    told: set[str] = set()
    counts = Counter(token.text for token, _ in _commands(documents))
    for token, behind in _commands(documents):
        name = token.text
        unknown = name not in KNOWN_COMMANDS and name not in told and name not in own and len(name) >= _SHORTEST
        if not unknown or any(span.covers(token.span) for span in read):
            continue
        takes_argument = behind is not None and behind.kind is Kind.OPEN
        close = near(name, targets, cutoff=_CLOSE) or ([] if takes_argument else _letters(name, counts))
        if close:
            told.add(name)
            yield Diagnostic(
                "NT413",
                f"nothing defines \\{name}",
                token.span,
                label="an unknown command",
                hints=(f"did you mean \\{close[0]}?",),
            )
    for j, v in zip(judged, verdicts, strict=True):
        if v.status is Status.SKIPPED:
            yield from (_axis(term) for term in _as_numbers(j) if term.axis.name in session.axis_spellings)


def _letters(name: str, counts: Counter[str]) -> list[str]:
    """The Greek letter that a command is one slip from; none if it has a letter's name whole at one of its ends."""
    if name in _OTHER_LETTERS or name.startswith(_WHOLE) or name.endswith(_WHOLE):
        return []
    found = [letter for letter in _LETTERS if letter.casefold() != name.casefold() and is_one_slip(name, letter)]
    return sorted(found, key=lambda x: -counts[x])[:1] if counts[name] < _OFTEN or any(map(counts.get, found)) else []


def _commands(documents: Sequence[Document]) -> Iterator[tuple[Token, Token | None]]:
    """The commands in formulas that no macro of the document takes, each with what stands behind it."""
    for document in documents:
        for item in document.items:
            tokens = item.tokens if isinstance(item, Mathematics) else ()
            for token, behind in zip_longest(tokens, tokens[1:]):
                if token.kind is Kind.COMMAND and token.text.isalpha():
                    yield token, behind


def _as_numbers(judged: Judged) -> Iterator[ast.AxisTerm]:
    """Axes where only a number or a tensor can stand."""
    for part in walk(judged.role.entry.parsed):
        match part:
            case ast.Root(radicand):
                found: tuple[ast.Expr | None, ...] = (radicand,)
            case ast.Fraction(above, below):
                found = (above, below)
            case ast.Power(base, exponent):
                found = (base, exponent)
            case ast.BigOperator():
                found = (part.high,)
            case _:
                continue
        yield from (term for term in found if isinstance(term, ast.AxisTerm))


def _axis(term: ast.AxisTerm) -> Diagnostic:
    text = term.span.text.strip()
    start = term.span.start + term.span.text.index(text)
    span = Span(term.span.source, start, start + len(text))
    return Diagnostic(
        "NT413",
        f"{text} is an axis, and no number",
        span,
        hints=(f"did you mean |{text}|, its size?",),
        edits=(Edit(span, f"|{text}|"),),
    )
