"""What rows define that cannot be read: who uses it lacks a value, and no declaration."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.shapes.claims import up_to
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.refused import name_of_subject
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.passes.lists import results_apart
from ntdoc.shapes.passes.spelling import sans_serif
from ntdoc.shapes.patterns import ORDERS, names_in
from ntdoc.shapes.samples import distributions
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import split
from ntdoc.syntax.statements import parse_inline

_ENVIRONMENT = regex(r"\\(?:begin|end)\s*\{[^}]*\}|\\(?:[cdlv]?dots|[t]?frac)\b")
_LETTER = regex(r"[A-Za-z]")
_DEFINES = frozenset(
    ["=", "mathrel", "stackrel", "coloneqq", "triangleq", "equiv", "leftarrow", "longleftarrow", "gets", "in"]
)
_LEFT = regex(  # in the text of what is not closed: `L =`, `f(X) &=`, `\\text{Att}^l \\colon`
    r"(?:\A|\\\\|[&\n])\s*(?:\\(?:text|mathrm|mathbf|mathit|operatorname)\s*\{([^{}]*)\}|\\?([A-Za-z]+))"
    r"(?:\s*(?:[_^]\s*(?:\{[^{}]*\}|\\?\w)|'|\([^()]*\)))*\s*&?\s*"
    r"(?::?=|\\(?:in|colon|coloneqq|triangleq|equiv|(?:long)?leftarrow|gets)(?![A-Za-z]))"
)
_EQUATES = ("eq", "define", "range")  # `p, q = 1, 2` may be a value for each, and two indices


def defined(entry: Entry) -> tuple[str, ...]:
    """The names on the left side of a row of a display that is not read, as in `H = …`, `f(X) = …`, `Q, K = …`.

    What is only said to be drawn from a distribution has no value either, in a display or in a sentence.
    """
    parsed = entry.parsed
    if isinstance(parsed, ast.Chain) and (drawn_here := distributions.names(parsed)):
        return drawn_here
    if up_to_here := up_to.introduced(parsed):
        return up_to_here
    if isinstance(parsed, ast.Chain):
        left: Sequence[ast.Operand] = parsed.subjects
        if len(left) == 1 and isinstance(left[0], ast.Group):  # `(h, c) = f(x)`
            left = left[0].items
        if len(left) == 1 and isinstance(one := left[0], ast.Symbol) and one.axes and not one.under and parsed.rest:
            return (one.full_name,)  # `X_{\\ax} = …`
        several = entry.display and len(left) > 1 and parsed.rest and parsed.rest[0][0].kind in _EQUATES
        return tuple(s.full_name for s in left if several and isinstance(s, ast.Symbol))
    if not isinstance(parsed, ast.Unread) or not entry.display:
        return ()
    return tuple(name for row in _rows(entry.piece.tokens) for name in _left_of(row, parsed))


def _rows(tokens: Sequence[Token]) -> list[list[Token]]:
    r"""What is not read; its rows, if it has nothing but an environment of several: `\begin{cases} a = 1 \\ b = 2`."""
    inside = next((i for i, t in enumerate(tokens) if t.kind is Kind.BEGIN), len(tokens))
    end = next((i for i, t in enumerate(tokens) if i > inside and t.kind is Kind.END), len(tokens))
    if inside == len(tokens) or any(t.text in _DEFINES for t in tokens[:inside]):
        return [list(tokens)]
    return split(tokens[inside + 1 : end], Kind.ROW)


def _left_of(row: Sequence[Token], parsed: ast.Unread) -> tuple[str, ...]:
    tokens = [t for t in row if not (t.kind is Kind.ALIGN or (t.kind is Kind.CHAR and t.text == "&"))]
    place = next((i for i, t in enumerate(tokens) if t.text in _DEFINES), 0)
    return _left(tokens[:place], parsed) if place else ()


def said(entry: Entry) -> tuple[str, ...]:
    """The names that a formula in the prose says something of that is not read: `g = \\nabla f(x)`, `(m, v) = f(X)`."""
    tokens, parsed = list(entry.piece.tokens), entry.parsed
    if isinstance(parsed, ast.Chain) and not entry.display:
        return tuple(name.full_name for name in results_apart.taken(parsed))
    place = next((i for i, t in enumerate(tokens) if t.text in _DEFINES), 0)
    if not isinstance(parsed, ast.Unread) or entry.display or not place:
        return ()
    return _left(tokens[:place], parsed)


def broken(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    """The names, without scripts, on the left sides in formulas that are not closed: their rows are unknown."""
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        if isinstance(entry.parsed, ast.Unread) and entry.parsed.malformed and not entry.piece.tokens:
            written = (match[1] or match[2] for match in _LEFT.finditer(entry.parsed.span.text))
            for name in dict.fromkeys((*written, *(taken_apart(left).base for left in entry.parsed.lefts))):
                found.setdefault(name, []).append(entry)
    return found


def _left(tokens: Sequence[Token], parsed: ast.Unread) -> tuple[str, ...]:
    """The name on the left side of a formula: of a tensor, of one given by its entries, of a function."""
    read = [found for found, _ in parse_inline(tokens, parsed.span)]
    if len(read) != 1 or not isinstance(chain := read[0], ast.Chain) or chain.rest or len(chain.subjects) != 1:
        return ()
    subject = chain.subjects[0]
    whole = subject.body if isinstance(subject, ast.Index) else subject
    if isinstance(whole, ast.AxisTerm):
        subject = sans_serif.name(whole) or subject
    name = name_of_subject(subject)
    return () if name is None else (name,)


def numbers(entries: Sequence[Entry]) -> dict[tuple[str, int], list[Entry]]:
    """The rows that give a name numbers that are not read, a matrix without axes, by that name and the section.

    Who uses the name behind them speaks of these numbers, and not of a sample.
    """
    found: dict[tuple[str, int], list[Entry]] = {}
    for entry in entries:
        parsed = entry.parsed
        if isinstance(parsed, ast.Unread) and entry.display and parsed.at.text.lstrip("\\").startswith("begin"):
            body = _ENVIRONMENT.sub("", parsed.span.source.text[parsed.at.start : parsed.span.end])
            for name in defined(entry) if any(c.isdigit() for c in body) and not _LETTER.search(body) else ():
                found.setdefault((name, entry.section), []).append(entry)
    return found


def sizes(entry: Entry) -> frozenset[str]:
    """The letters of a shape in ordinary notation, `A \\in \\reals^{m \\times n}`, which are whole numbers."""
    tokens, parsed = list(entry.piece.tokens), entry.parsed
    place = next((i for i, t in enumerate(tokens) if t.text == "in" and t.kind is Kind.COMMAND), len(tokens))
    power = next((i for i, t in enumerate(tokens) if t.kind is Kind.SUP and i > place), len(tokens))
    inside = list(takewhile(lambda t: t.kind is not Kind.CLOSE, tokens[power + 2 :]))
    if not isinstance(parsed, ast.Unread) or not any(t.text == "times" for t in inside):
        return frozenset()
    read = [found for found, _ in parse_inline(inside, parsed.span)]
    product = read[0].subjects[0] if len(read) == 1 and isinstance(read[0], ast.Chain) and not read[0].rest else None
    return names_in(product) if isinstance(product, ast.Product | ast.Juxtaposition) else frozenset()


def defined_later(entries: Sequence[Entry]) -> dict[str, list[int]]:
    """The runs in which a name stands alone on a left side, also that of a row of which the rest is not read.

    An order defines nothing: beside *`c^3 \\ge 1`* the other powers of `c` are still powers.
    """
    found: dict[str, list[int]] = {}
    for entry in entries:
        parsed = entry.parsed
        for name in defined(entry) if isinstance(parsed, ast.Unread) else ():
            found.setdefault(name, []).append(entry.run)
        if isinstance(parsed, ast.Chain) and parsed.rest and not {r.kind for r, _ in parsed.rest} <= ORDERS:
            subject = parsed.subjects[0]
            if isinstance(subject, ast.Index):
                subject = subject.body
            if isinstance(subject, ast.Symbol):
                found.setdefault(subject.full_name, []).append(entry.run)
    return found
