"""Commands of packages that stand for others: `\\nicefrac`, `\\num` of siunitx, `\\pdv` of physics, in mathematics."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ntdoc.reading.stream import Argument, Entry, Stream
from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.source import Span

_NUMBER: Final = regex(r"[-+]?(?:\d+(?:[.,]\d+)?|[.,]\d+)?(?:[eE][-+]?\d+)?")
Spelling = Callable[[Stream, Token], bool]
_SIZES: Final = frozenset({"big", "Big", "bigg", "Bigg"})
_MOST: Final = 3  # arguments of a derivative


def _group(stream: Stream, digit: bool = False) -> Argument | None:
    """An argument in braces, or one that is a digit, if such a one comes next."""
    first = stream.skip_spaces()
    if first is None:
        return None
    stream.push(first)
    alone = digit and first.token.kind is Kind.CHAR and first.token.text.isdecimal()
    return stream.argument() if alone or first.token.kind is Kind.OPEN else None


def _braced(entries: tuple[Entry, ...], span: Span) -> list[Entry]:
    return [Entry(Token(Kind.OPEN, "{", span), 0), *entries, Entry(Token(Kind.CLOSE, "}", span), 0)]


def _fraction(stream: Stream, token: Token) -> bool:
    r"""`\nicefrac{a}{b}` looks another way than `\frac{a}{b}`."""
    stream.optional()
    above = _group(stream, digit=True)
    below = _group(stream, digit=True) if above is not None else None
    if above is None:
        return False
    behind = _braced(below.tokens, below.end) if below is not None else []
    fraction = Entry(Token(Kind.COMMAND, "frac", token.span), 0)
    stream.push(fraction, *_braced(above.tokens, token.span), *behind)
    return True


def _number(stream: Stream, token: Token) -> bool:
    r"""`\num{1.5e-4}` is `{1.5 \cdot 10^{-4}}`."""
    stream.optional()
    argument = _group(stream)
    if argument is None:
        return False
    span = token.span.to(argument.end)
    written = "".join(entry.token.text for entry in argument.tokens if not entry.token.text.isspace())
    if not written or not _NUMBER.fullmatch(written) or any(e.token.kind is not Kind.CHAR for e in argument.tokens):
        stream.push(*_braced(argument.tokens, span))
        return False
    digits, exponential, exponent = written.replace(",", ".").replace("E", "e").partition("e")
    found = _characters(digits, span)
    if exponential:
        sign = digits.strip("+-") and [Entry(Token(Kind.COMMAND, "cdot", span), 0)]
        power = [Entry(Token(Kind.SUP, "^", span), 0), *_braced(tuple(_characters(exponent, span)), span)]
        found = _braced((*found, *(sign or ()), *_characters("10", span), *power), span)
    stream.push(*found)
    return True


def _characters(text: str, span: Span) -> list[Entry]:
    return [Entry(Token(Kind.CHAR, char, span), 0) for char in text]


def _derivative(stream: Stream, token: Token) -> bool:
    r"""`\pdv[2]{f}{x}` is `\frac{\partial^2 f}{\partial x^2}`; of one argument it is the operator."""
    stream.star()
    order = stream.optional()
    given: list[tuple[Entry, ...]] = []
    end = token.span
    while len(given) < _MOST and (argument := _group(stream)) is not None:
        given.append(argument.tokens)
        end = argument.end
    if not given:
        return False
    span = token.span.to(end)
    body = given.pop(0) if len(given) > 1 else ()
    by = [part for letters in given for part in _separated(letters)]
    power = order.tokens if order is not None else tuple(_characters(str(len(by)), span)) if len(by) > 1 else ()
    raised = [Entry(Token(Kind.SUP, "^", span), 0), *_braced(power, span)] if power else []
    sign = [Entry(Token(Kind.COMMAND, "partial", span), 0)]
    if token.text == "dv":
        sign = [Entry(Token(Kind.COMMAND, "mathrm", span), 0), *_braced(tuple(_characters("d", span)), span)]
    below = [entry for letters in by for entry in (*sign, *letters)] + (raised if len(by) == 1 else [])
    fraction = Entry(Token(Kind.COMMAND, "frac", span), 0)
    stream.push(fraction, *_braced((*sign, *raised, *body), span), *_braced(tuple(below), span))
    return True


def _between(opening: str, closing: str) -> Spelling:
    r"""`\norm{x}` of physics and commath is `\lVert x \rVert`, whatever size its bars have."""

    def spelling(stream: Stream, token: Token) -> bool:
        stream.star()
        stream.optional()
        size = stream.skip_spaces()
        if size is not None and size.token.text not in _SIZES:
            stream.push(size)
        argument = _group(stream)
        if argument is None:
            return False
        stream.push(_delimiter(opening, token.span), *argument.tokens, _delimiter(closing, argument.end))
        return True

    return spelling


def _delimiter(text: str, span: Span) -> Entry:
    return Entry(Token(Kind.COMMAND if len(text) > 1 else Kind.CHAR, text, span), 0)


def _sized(stream: Stream, token: Token) -> bool:
    r"""`\qty(x)` of physics is `(x)` in brackets that are large enough, and `\qty{3}{m}` of siunitx no mathematics."""
    first = stream.skip_spaces()
    if first is None:
        return False
    stream.push(first)
    return first.token.kind is not Kind.OPEN


def _centered(stream: Stream, token: Token) -> bool:
    r"""`\vcenter{… \hbox{.}\hbox{.}}`, a dot above another at the height of an `=`, is a colon."""
    argument = _group(stream)
    if argument is None:
        return False
    boxes = [entry.token.text for entry in argument.tokens].count("hbox")
    ends = "".join(entry.token.text for entry in argument.tokens if entry.token.kind is not Kind.COMMAND)
    if boxes == 2 and ends.replace(" ", "").endswith("{.}{.}"):
        stream.push(_delimiter(":", token.span.to(argument.end)))
        return True
    stream.push(*_braced(argument.tokens, argument.end))
    return False


def _another(name: str) -> Spelling:
    r"""`\vb{x}` is `\mathbf{x}`."""

    def spelling(stream: Stream, token: Token) -> bool:
        stream.star()
        stream.push(Entry(Token(Kind.COMMAND, name, token.span), 0))
        return True

    return spelling


def _separated(entries: tuple[Entry, ...]) -> list[tuple[Entry, ...]]:
    """The letters between commas: `{x, y}`."""
    parts: list[list[Entry]] = [[]]
    depth = 0
    for entry in entries:
        kind = entry.token.kind
        depth += (kind is Kind.OPEN) - (kind is Kind.CLOSE)
        if depth == 0 and kind is Kind.CHAR and entry.token.text == ",":
            parts.append([])
        else:
            parts[-1].append(entry)
    return [tuple(part) for part in parts]


PACKAGES: Final[Mapping[str, Spelling]] = {
    "nicefrac": _fraction,
    "sfrac": _fraction,
    "num": _number,
    "pdv": _derivative,
    "dv": _derivative,
    "abs": _between("lvert", "rvert"),
    "norm": _between("lVert", "rVert"),
    "pqty": _between("(", ")"),
    "bqty": _between("[", "]"),
    "vqty": _between("lvert", "rvert"),
    "qty": _sized,
    "vb": _another("mathbf"),
    "va": _another("vec"),
    "vu": _another("hat"),
    "grad": _another("nabla"),
    "Tr": _another("tr"),
    "vcenter": _centered,
}
"""What each puts back onto the stream for itself; False if it stands there for something else."""
