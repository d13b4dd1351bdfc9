"""Functions of numbers that words alone declare: *an activation function `f`*, *`g` is applied elementwise*.

They are read as `f \\colon \\reals \\to \\reals`: which function it is, the words leave open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ntdoc.operations.table import Rule, lookup
from ntdoc.reading.document import Mathematics, Prose
from ntdoc.reading.tokens import BREAKS, Kind, Token
from ntdoc.regex import regex
from ntdoc.shapes.document.items_before import one_chain
from ntdoc.shapes.document.listed_axes import REALS
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import split_commas
from ntdoc.syntax.rows import Piece
from ntdoc.syntax.statements import parse_inline
from ntdoc.vocabulary import IF, NOT, SUPPOSE

_EACH = r"(?:(?:element|point|entry|component|coordinate)(?:-|\s)?wise|entry\s+by\s+entry)"
_ACTIVATION = r"(?:activation(?:\s+function)?|non-?linearity|squashing\s+function)"
_ADJECTIVE = r"(?:(?!(?:not|no|of|for|in|to|and|or)\b)[a-z-]+,?\s+)"
_FUNCTION = (
    rf"(?:{_ADJECTIVE}{{0,3}}(?:{_EACH}|scalar|univariate)\s+{_ADJECTIVE}{{0,2}}(?:function|map|mapping|{_ACTIVATION})"
    rf"|{_ADJECTIVE}{{0,3}}{_ACTIVATION})(?![a-z-])"
)
_BEHIND = regex(
    rf"\s*(?:(?:is|be|denotes?|stands\s+for)\s+(?:an?|any|some|the|our)\s+{_FUNCTION}"
    rf"|,?\s*(?:which\s+)?(?:is|be|being)\s+applied\s+(?:{_EACH}|to\s+(?:each|every)\s+(?:entry|element|component)\b)"
    rf"|,?\s*(?:which\s+)?acts\s+(?:{_EACH}|on\s+(?:each|every)\s+(?:entry|element|component)\b))",
    re.IGNORECASE,
)
_BEFORE = regex(rf"\b(?:an?|any|some|the|our|with|of)\s+{_FUNCTION}\s+$", re.IGNORECASE)
_ANOTHER = regex(  # *the softmax*, *is not an activation function*, *if `f` is an activation function*
    rf"softmax|normali[sz]|\b(?:{NOT}|{IF}|unless|whether|{SUPPOSE})\b|n't\b", re.IGNORECASE
)
_KNOWN_IN_WORDS = {
    "rectified linear unit": "relu",
    "hyperbolic tangent": "tanh",
    "logistic sigmoid": "sigmoid",
    "exponential": "exp",
    "logarithm": "log",
}
_IS_KNOWN = regex(
    rf"\s*(?:is|be|to\s+be|being|denotes?|stands\s+for)\s+(?:the\s+)?(?P<name>{'|'.join(_KNOWN_IN_WORDS)}|[A-Za-z]+)"
    r"(?:\s+(?:function|activation(?:\s+function)?|non-?linearity))?\s*(?:$|,|\band\b|\()",
    re.IGNORECASE,
)
_END = regex(r"[.;:](?=\s|$)")
_OPENS, _CLOSES = ("(", "[", "{"), (")", "]", "}")
_SIZED = frozenset({"left", "right", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "bigg", "Bigg"})
_DEFINES = ("=", ":", "colon", "coloneqq", ":=")


def is_said(items: Sequence[object], number: int) -> bool:
    """Whether a formula is the name of a function that words call one of numbers, applied to one thing wherever it is.

    Nothing else in the document may say what it is.
    """
    before, behind = _beside(items, number)
    if not (_BEFORE.search(before) or _BEHIND.match(behind)) or _ANOTHER.search(f"{before} {behind}"):
        return False
    return _is_applied(items, items[number])


def known(items: Sequence[object], number: int) -> str | None:
    """The function that words say a name to be, if it is one of those that ntdoc computes: *let `g` be the sigmoid*."""
    before, behind = _beside(items, number)
    found = _IS_KNOWN.match(behind)
    if found is None or _ANOTHER.search(before):
        return None
    spelling = _KNOWN_IN_WORDS.get(" ".join(found["name"].lower().split()), found["name"])
    operation = lookup(spelling)
    entrywise = operation is not None and operation.rule is Rule.ELEMENTWISE and operation.arity == 1
    return spelling if entrywise and _is_applied(items, items[number]) else None


def _is_applied(items: Sequence[object], name: object) -> bool:
    """Whether a formula is a name, and a function that is applied to one thing wherever it is, and nowhere defined."""
    chain = one_chain(name) if isinstance(name, Mathematics) else None
    symbol = chain.subjects[0] if chain is not None and not chain.rest else None
    if not isinstance(name, Mathematics) or not isinstance(symbol, ast.Symbol) or lookup(symbol.full_name) is not None:
        return False
    uses = [use for item in items if isinstance(item, Mathematics) for use in _uses(item.tokens, name.tokens)]
    return bool(uses) and all(uses)


def _beside(items: Sequence[object], number: int) -> tuple[str, str]:
    """The words of its sentence right before and behind a formula."""
    texts = [items[n] if 0 <= n < len(items) else None for n in (number - 1, number + 1)]
    before, behind = (item.text if isinstance(item, Prose) else "" for item in texts)
    return _END.split(before)[-1], _END.split(behind)[0]


def signature(name: Mathematics) -> Iterator[tuple[ast.Parsed, Piece]]:
    """`name \\colon \\reals \\to \\reals`."""
    place = name.inner._replace(start=name.inner.end)
    reals = [Token(kind, text, place) for text, kind in REALS]
    colon, to = (Token(Kind.COMMAND, text, place) for text in ("colon", "to"))
    for parsed, piece in parse_inline((*name.tokens, colon, *reals, to, *reals), name.inner):
        if isinstance(parsed, ast.Signature):
            said = parsed.replace(span=name.inner, in_words=True)
            yield said, piece._replace(tokens=name.tokens, written=name.tokens)


def definition(name: Mathematics, function: str) -> Iterator[tuple[ast.Parsed, Piece]]:
    """`name(x) = function(x)`."""
    place = name.inner._replace(start=name.inner.end)
    given = [Token(Kind.CHAR, text, place) for text in "(x)"]
    called = (Token(Kind.COMMAND, "operatorname", place), Token(Kind.OPEN, "{", place))
    letters = [Token(Kind.CHAR, letter, place) for letter in function]
    ends = Token(Kind.CLOSE, "}", place)
    tokens = (*name.tokens, *given, Token(Kind.CHAR, "=", place), *called, *letters, ends, *given)
    for parsed, piece in parse_inline(tokens, name.inner):
        if isinstance(parsed, ast.Chain):
            yield parsed, piece._replace(tokens=name.tokens, written=name.tokens)


def _uses(tokens: Sequence[Token], name: Sequence[Token]) -> Iterator[bool]:
    """For each place where a formula has the name, but alone, whether it is applied there to one thing, not defined."""
    tokens = [t for t in _without_words(tokens) if t.text not in _SIZED]
    wanted = [(t.kind, t.text) for t in name]
    for at in range(len(tokens) - len(wanted) + 1):
        if [(t.kind, t.text) for t in tokens[at : at + len(wanted)]] != wanted or len(tokens) == len(wanted):
            continue
        behind = at + len(wanted)
        ends = _closing(tokens, behind) if behind < len(tokens) and tokens[behind].text == "(" else None
        if ends is None:
            yield False
            continue
        given = tokens[behind + 1 : ends]
        one = len(split_commas(given)) == 1 and all(t.text != ";" for t in given)
        begins = at == 0 or tokens[at - 1].kind in BREAKS
        begins = begins and one and given[0].text.isalpha()  # *`g(0) = 0`* says something of what is there
        yield one and not (begins and _next(tokens, ends + 1) in _DEFINES)


def _without_words(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens without the letters of words that a command sets, `\\mathsf{gene}`; a single letter is a name."""
    ends = 0
    for at, token in enumerate(tokens):
        if at < ends:
            continue
        yield token
        behind = tokens[at + 1] if at + 1 < len(tokens) else None
        if token.kind is Kind.COMMAND and behind is not None and behind.kind is Kind.OPEN:
            closing = _closing(tokens, at + 1) or at
            if closing > at + 3 and all(t.kind is Kind.CHAR and t.text.isalpha() for t in tokens[at + 2 : closing]):
                ends = closing + 1


def _closing(tokens: Sequence[Token], at: int) -> int | None:
    depth = 0
    for number in range(at, len(tokens)):
        depth += (tokens[number].text in _OPENS) - (tokens[number].text in _CLOSES)
        if depth == 0:
            return number
    return None


def _next(tokens: Sequence[Token], at: int) -> str:
    """The next sign of a formula, past those that only align it."""
    return next((t.text for t in tokens[at:] if t.kind is not Kind.ALIGN), "")
