"""Names of axes (Definition 1 of the paper), and letters that stand for whole shapes."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.reading.tokens import Kind, Token
from ntdoc.syntax.ast import Axis
from ntdoc.syntax.cursor import Cursor, Unreadable, plain_text
from ntdoc.syntax.symbols import (
    ACCENTS,
    ARROWS,
    BIG_OPERATORS,
    ELLIPSES,
    FUNCTIONS,
    GREEK,
    MULTIPLICATION,
    RELATIONS,
    SIZING,
    SPACING,
    STYLED,
    UPRIGHT,
)

KNOWN_COMMANDS = (
    GREEK
    | FUNCTIONS
    | SPACING
    | SIZING
    | ACCENTS
    | STYLED
    | UPRIGHT
    | ELLIPSES
    | ARROWS
    | frozenset(RELATIONS)
    | frozenset(MULTIPLICATION)
    | frozenset(BIG_OPERATORS)
    | frozenset(
        [
            "frac",
            "dfrac",
            "tfrac",
            "sqrt",
            "left",
            "right",
            "mathop",
            "mathbin",
            "mathrel",
            "mathord",
            "mathopen",
            "mathclose",
            "underset",
            "overset",
            "substack",
            "stackrel",
            "partial",
            "infty",
            "top",
            "prime",
            "dagger",
            "ddagger",
            "langle",
            "rangle",
            "lvert",
            "rvert",
            "lVert",
            "rVert",
            "lfloor",
            "rfloor",
            "lceil",
            "rceil",
            "{",
            "}",
            "|",
            "emptyset",
            "varnothing",
            "pm",
            "mp",
            "forall",
            "exists",
            "neg",
            "mathsf",
            "nabla",
            "cfrac",
            "binom",
            "underbrace",
            "overbrace",
            "boxed",
            "colon",
            "pmod",
            "bmod",
            "mod",
            "not",
            "restriction",
            "mathmakebox",
            "tag",
            "ref",
            "eqref",
            "cref",
            "textstyle",
            "textsf",
            "mathnormal",
            "lbrace",
            "rbrace",
            "lbrack",
            "llbracket",
            "rrbracket",
            "rbrack",
            "vert",
            "Vert",
            "backslash",
            "aleph",
            "Re",
            "Im",
            "angle",
            "triangle",
            "square",
            "parallel",
            "nparallel",
            "bot",
            "diamond",
            "Diamond",
            "lozenge",
            "Box",
            "checkmark",
            "bigstar",
            "blacksquare",
            "clubsuit",
            "diamondsuit",
            "heartsuit",
            "spadesuit",
            "S",
            "dag",
            "ddag",
            "cdotp",
            "ldotp",
            "sharp",
            "flat",
            "natural",
            "complement",
            "intercal",
            "dotplus",
            "xrightarrow",
            "xleftarrow",
            "uparrow",
            "downarrow",
            "updownarrow",
        ]
    )
)

_WORDS = FUNCTIONS | frozenset(["in", "top", "mid", "to", "not", "mod", "bmod", "square", "angle", "tag", "ref"])
"""The commands of LaTeX that are called as an axis may be: `\\dim`, `\\in`, `\\top`."""

_PRIMES = {"'": "'", "’": "'", "′": "'", "prime": "'"}
_STARS = {"*": "*", "ast": "*", "star": "*", "dagger": "†", "dag": "†", "†": "†", "ddagger": "‡", "‡": "‡"}


def starts_axis(cursor: Cursor) -> bool:
    """Whether an axis set in sans serif comes next (a macro that nothing defines is one only where an axis must be)."""
    return cursor.at(Kind.COMMAND, "mathsf", "textsf") or (
        (token := cursor.peek()) is not None and token.kind is Kind.TEXT and token.font == "textsf"
    )


def pass_empty(cursor: Cursor) -> bool:
    """Whether a name with nothing in it comes next, `\\mathsf{}`, which macros make of no axis; it is passed."""
    saved = cursor.position
    if cursor.at(Kind.COMMAND, "mathsf") and cursor.next() and cursor.argument().done:
        return True
    cursor.position = saved
    return False


def may_be_axis(cursor: Cursor) -> bool:
    token = cursor.peek()
    if token is None:
        return False
    return starts_axis(cursor) or (token.kind is Kind.COMMAND and token.text not in KNOWN_COMMANDS)


def axis(cursor: Cursor, loose: bool = False, letter: bool = False) -> Axis | None:
    """One axis with its primes, subscripts and stars, or None if none comes next.

    `loose` is for places where only an axis can stand (below an operator, in an exponent of ℝ): there words set
    upright, a macro that nothing defines, and a run of plain letters are axes too; with `letter` a single one is.
    """
    variable = False
    start = cursor.here
    if starts_axis(cursor):
        token = cursor.next()
        if token.kind is Kind.TEXT:
            name = token.text
        else:
            inner = cursor.argument()
            name = plain_text(inner.tokens)
    elif cursor.at(Kind.COMMAND, "mathcal", "mathscr"):
        cursor.next()
        name, variable = _variable(cursor.argument()), True
    elif loose and cursor.at(Kind.OPEN):
        saved = cursor.position
        inner = cursor.argument()
        found = axis(inner, loose)
        if found is None or not inner.done:
            cursor.position = saved
            return None
        name, variable = found.name, found.variable
    elif loose and cursor.at(Kind.TEXT):
        name = cursor.next().text
    elif loose and cursor.at(Kind.COMMAND, "mathrm", "operatorname", "mathit", "mathtt"):
        cursor.next()
        name = plain_text(cursor.argument().tokens)
    elif loose and (token_ := cursor.peek()) and token_.kind is Kind.COMMAND and token_.text not in KNOWN_COMMANDS:
        name = cursor.next().text
    elif loose:
        _refuse_words(cursor)
        name = _letters(cursor)
        if len(name) < 2 and not (letter and name):
            cursor.position -= len(name)
            return None
    else:
        return None
    name += marks(cursor)
    if not name:
        return None
    return Axis(name, start.to(cursor.end), variable)


def _refuse_words(cursor: Cursor) -> None:
    """Tell of a command of LaTeX that stands alone in the place of an axis, `\\reals^{\\obs\\times\\dim}`."""
    token, behind = cursor.peek(), next(iter(cursor.tokens[cursor.position + 1 :]), None)
    if token is None or token.kind is not Kind.COMMAND or token.text not in _WORDS:
        return
    if behind is None or behind.text in ("times", "×", ",", "cup"):
        word = token.text
        remedy = f"give the axis a command of its own, as \\ndef{{\\{word}ax}}{{{word}}}"
        raise Unreadable(f"\\{word} is a command of LaTeX, and names no axis: {remedy}", token.span)


def _variable(inner: Cursor) -> str:
    """The letter within `\\mathcal{S'}`, with marks that stand in the braces beside it."""
    name = ""
    while not inner.done and not inner.at(Kind.SUP) and not inner.at_text(*_PRIMES):
        name += plain_text([inner.next()])
    name += marks(inner)
    return name + plain_text(inner.tokens[inner.position :])


def _letters(cursor: Cursor) -> str:
    name = ""
    while (token := cursor.peek()) is not None and token.kind is Kind.CHAR and token.text.isalpha():
        name += cursor.next().text
    return name


def marks(cursor: Cursor) -> str:
    """Primes, subscripts, stars and words above, behind the name of an axis: `\\seq'_1`, `\\seq^{\\text{in}}`."""
    found = ""
    while True:
        token = cursor.peek()
        if token is None:
            return found
        if token.kind is Kind.CHAR and token.text in _PRIMES:
            cursor.next()
            found += "'"
        elif token.kind is Kind.SUP:
            saved = cursor.position
            cursor.next()
            above = cursor.argument().tokens
            text = plain_text(above)
            if _is_word(above, text):
                found += f"^{text}"
            elif text and all(c in _PRIMES or c in _STARS for c in text):
                found += "".join(_PRIMES.get(c) or _STARS[c] for c in text)
            else:
                cursor.position = saved
                return found
        elif token.kind is Kind.SUB:
            saved = cursor.position
            cursor.next()
            below = cursor.argument()
            if starts_axis(below) and any(t.text in ("(", "[", ":") for t in below.tokens):
                cursor.position = saved
                return found  # `\\mathsf{weight}_{\\ax(i)}`, an entry of something that is no axis
            found += "_" + plain_text(below.tokens)
        else:
            return found


def _is_word(tokens: Sequence[Token], text: str) -> bool:
    """Whether letters above the name of an axis are a word: set upright, or several side by side.

    One in italics, `\\ax^i`, may count, and a number may be of axes that are alike.
    """
    upright = any(t.kind is Kind.TEXT or (t.kind is Kind.COMMAND and t.text in UPRIGHT) for t in tokens)
    plain = all(t.kind in (Kind.CHAR, Kind.TEXT, Kind.OPEN, Kind.CLOSE) or t.text in UPRIGHT for t in tokens)
    return plain and text.isalpha() and (upright or len(text) > 1)


def unknown_macro(inner: Cursor) -> str | None:
    """A macro that nothing defines, with arguments: what it makes of them is not known. A word in one may be a font."""
    probe = Cursor(inner.tokens, inner.where, inner.depth)
    while not probe.done:
        token = probe.next()
        if token.kind is not Kind.COMMAND or token.text in KNOWN_COMMANDS or not probe.at(Kind.OPEN):
            continue
        words = []
        while probe.at(Kind.OPEN):
            words.append(plain_text(probe.argument().tokens))
        if len(words) > 1 or not words[0].isalnum():
            return token.text
    return None
