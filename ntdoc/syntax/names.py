"""Names: set upright or in another font, with an accent, or with axes below them."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.reading.tokens import Kind, Token
from ntdoc.source import Span
from ntdoc.syntax import moments, scripts, sets
from ntdoc.syntax.ast import Axis, Expr, Number, Symbol
from ntdoc.syntax.axis_sets import try_axes_below
from ntdoc.syntax.cursor import Cursor, Malformed, Unreadable, plain_text
from ntdoc.syntax.symbols import FUNCTIONS, UNICODE_LETTERS, UPRIGHT

_OF_OLD = {"bf": "mathbf", "cal": "mathcal"}


def styled(cursor: Cursor, text: str) -> Expr:
    """`\\mathrm{softmax}`, `\\mathbf{X}`, `\\hat{y}`: a name. Upright fonts do not belong to the name, others do."""
    token = cursor.next()
    inner = cursor.argument()
    span = token.span.to(cursor.end)
    text = _OF_OLD.get(text, text)
    if text in UPRIGHT:
        return upright_name(inner, span, roman=text != "mathit" or len(inner.tokens) > 1)
    name = plain_text(inner.tokens)
    if name in ("I", "1") and (found := sets.indicator(cursor, span)) is not None:
        return found
    if name == "1" and (found := sets.indicator_below(cursor, span)) is not None:
        return found
    if (text in ("mathbf", "boldsymbol", "bm") and name.isdecimal()) or (text, name) == ("mathbb", "1"):
        # \mathbf{1} is the tensor of ones of whatever shape is wanted
        return Number(float(name), 0, span, spread=True)
    if not name:
        raise Malformed(f"\\{text} has nothing in it", span)
    if (text, name) == ("mathbb", "E"):
        return moments.expectation(cursor, span)
    if text == "mathbb":
        raise Unreadable(f"ntdoc does not read \\mathbb{{{name}}} here", span)
    return Symbol(f"{text}({name})", None, None, (), False, span)


def upright_name(inner: Cursor, span: Span, roman: bool = True) -> Symbol:
    """The name within `\\mathrm{LN_{W}}` or `\\nfun{\\ax}{norm_p}`, with its own scripts."""
    letters: list[Token] = []
    as_code = _is_as_code(inner.tokens)
    ends = (Kind.SUP,) if as_code else (Kind.SUB, Kind.SUP)
    while (token := inner.peek()) is not None and token.kind not in ends and token.text != "'":
        if token.kind is Kind.OPEN:
            nested = upright_name(inner.argument(), span)
            letters.append(token._replace(kind=Kind.CHAR, text=nested.full_name))
            continue
        letters.append(inner.next())
    base = plain_text(letters)
    if " " in base and "".join(base.split()) in FUNCTIONS:  # `arg min`
        base = "".join(base.split())
    if len(base) == 1 and base in UNICODE_LETTERS:
        base = UNICODE_LETTERS[base]
    if not base:
        raise Malformed("a name is missing here", span)
    found = scripts.scripted(inner, Symbol(base, None, None, (), roman, span), span)
    if not inner.done or not isinstance(found, Symbol):
        raise Unreadable("ntdoc does not read this name", span)
    return found.replace(span=span)


def _is_as_code(tokens: Sequence[Token]) -> bool:
    """Whether a name is written as in a program, `log_softmax`: letters and underscores alone, and no index `_i`."""
    if not all(token.kind is Kind.SUB or (token.kind is Kind.CHAR and token.text.isalpha()) for token in tokens):
        return False
    parts = plain_text(tokens).split("_")
    return len(parts) > 1 and all(len(part) > 1 for part in parts)


def operator_name(cursor: Cursor) -> Expr:
    """`\\underset{axes}{name}`, alone or in `\\mathop`: a function with axis parameters, or a mean over chances."""
    start = cursor.here
    token = cursor.next()
    axes: tuple[Axis, ...] = ()
    under = False
    inner = cursor.argument() if token.text == "mathop" else cursor
    if token.text == "underset" or inner.at(Kind.COMMAND, "underset"):
        if token.text == "mathop":
            inner.next()
        below = inner.argument()
        body = inner.argument()
        found = try_axes_below(below.tokens, below.where, below.depth)
        if found is None:
            raise Unreadable("what stands below this name is not a list of axes", below.where)
        axes, under = found, True
    else:
        body = inner
    span = start.to(cursor.end)
    if body.at(Kind.COMMAND, "mathbb") and plain_text(body.tokens) == "mathbbE":
        if under:
            raise Unreadable("ntdoc does not read \\mathbb{E} with what stands below it", span)
        return moments.expectation(cursor, span)
    if body.at(Kind.COMMAND, *UPRIGHT) and len(body.tokens) > 1:
        body.next()
        name = upright_name(body.argument(), span)
        if not body.done:
            more = scripts.scripted(body, name, span)
            if not isinstance(more, Symbol) or not body.done:
                raise Unreadable("ntdoc does not read this name", span)
            name = more
    else:
        name = upright_name(body, span)
    return name.replace(axes=axes or name.axes, span=span, under=under)
