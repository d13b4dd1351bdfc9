"""Sets of tensors: `\\reals^{\\seq \\times \\key}`, `\\{0,1\\}^{\\seq}`, `[n]`, `(0, 1]`, `\\mathbb{N}`,
`\\Delta^{\\seq}`."""

from __future__ import annotations

from math import inf

from ntdoc.reading.tokens import Kind
from ntdoc.regex import regex
from ntdoc.syntax.ast import Base, Number, Shape, TensorSet
from ntdoc.syntax.axis_sets import shape, shape_argument
from ntdoc.syntax.cursor import Cursor, Unreadable, lookahead, plain_text, split_commas
from ntdoc.syntax.expressions import expression
from ntdoc.syntax.symbols import NUMBER_SETS

_ABOVE = regex(r"(>|gt|≥|geq?|geqslant)(\d+(?:\.\d+)?)")
_BOLD = ("mathbb", "mathbf", "boldsymbol", "bm")  # of old, sets of numbers were set in bold type


def begins_domain(cursor: Cursor) -> bool:
    """Whether a set certainly comes next: a blackboard letter, also behind a bracket."""
    if _begins_nested(cursor):
        return True
    if cursor.at(Kind.CHAR, "ℝ", "ℕ", "ℤ"):
        return True
    if not cursor.at(Kind.COMMAND, "mathbb", "R", "N", "Z"):
        return False
    following = cursor.tokens[cursor.position + 1 : cursor.position + 3]
    name = plain_text(following)[:1] if cursor.at(Kind.COMMAND, "mathbb") else ""
    return not cursor.at(Kind.COMMAND, "mathbb") or name in NUMBER_SETS


@lookahead
def _begins_nested(cursor: Cursor) -> bool:
    """Whether a bracket around such a set comes next, `(\\reals^{\\key})^{\\seq}`, and not one of a pair of sets."""
    if not _opens(cursor):
        return False
    return begins_domain(cursor) and bool(tensor_set(cursor).shape.axes) and _closes(cursor) and cursor.at(Kind.SUP)


def _opens(cursor: Cursor) -> bool:
    """Passes over an opening bracket, if one is next."""
    if cursor.at(Kind.COMMAND, "left"):
        cursor.next()
    return cursor.at(Kind.CHAR, "(") and cursor.next() is not None


def _closes(cursor: Cursor) -> bool:
    if cursor.at(Kind.COMMAND, "right"):
        cursor.next()
    return cursor.at(Kind.CHAR, ")") and cursor.next() is not None


def _nested(cursor: Cursor) -> TensorSet:
    """`(\\reals^{\\key})^{\\seq}`: for each index along the axes outside, a tensor with those inside."""
    start = cursor.here
    _opens(cursor)
    inner = tensor_set(cursor)
    _closes(cursor)
    cursor.next()
    outer = shape(cursor.argument())
    both = Shape((*outer.axes, *inner.shape.axes), start.to(cursor.end))
    return TensorSet(inner.base, both, start.to(cursor.end))


def tensor_sets(cursor: Cursor) -> tuple[TensorSet, ...]:
    """`A \\times B \\times C`."""
    found = [tensor_set(cursor)]
    while cursor.at_text("times", "×"):
        cursor.next()
        found.append(tensor_set(cursor))
    if not cursor.done:
        raise Unreadable("ntdoc does not read this set", cursor.here)
    return tuple(found)


def tensor_set(cursor: Cursor) -> TensorSet:
    """A set of numbers, with the shape of the tensors over it as its exponent."""
    start = cursor.here
    if _begins_nested(cursor):
        return _nested(cursor)
    if cursor.at(Kind.COMMAND, "operatorname", "mathrm") and (found_records := _records(cursor)) is not None:
        return found_records
    if (found_simplex := _simplex(cursor)) is not None:
        return found_simplex
    base = _base(cursor)
    found = Shape((), cursor.end)
    while cursor.at(Kind.SUB) or cursor.at(Kind.SUP):
        if cursor.next().kind is Kind.SUB:
            base = _restricted(base, cursor.argument())
            continue
        exponent = cursor.argument()
        if plain_text(exponent.tokens) == "+":
            base = base.replace(text="positive")
        else:
            found = shape(exponent)
    if base.kind == "steps" and not found.axes:  # of one number, which may be an index
        raise Unreadable("a range that does not begin at 1", base.span)
    return TensorSet(base, found, start.to(cursor.end))


def _records(cursor: Cursor) -> TensorSet | None:
    """`\\operatorname{rec}\\mathcal{S}`: the records of a shape; else None, with nothing consumed."""
    saved, start = cursor.position, cursor.here
    cursor.next()
    if plain_text(cursor.argument().tokens) in ("rec", "records"):
        found = shape_argument(cursor)
        if found is not None:
            return TensorSet(Base("records", (), "", start), found, start.to(cursor.end))
    cursor.position = saved
    return None


def _simplex(cursor: Cursor) -> TensorSet | None:
    """`\\Delta^{\\ax}`, `\\Delta_{\\ax}`: the distributions along an axis; else None, with nothing consumed."""
    saved, start = cursor.position, cursor.here
    if cursor.at_text("Delta", "Δ", "triangle"):
        cursor.next()
        if cursor.at(Kind.SUP) or cursor.at(Kind.SUB):
            cursor.next()
            found = shape(cursor.argument())
            if len(found.axes) > 1:
                raise Unreadable("a simplex of several axes: it does not say along which the sum is 1", found.span)
            for sized in found.axes:
                span = start.to(cursor.end)
                return TensorSet(Base("simplex", (), sized.axis.name, span), found, span)
    cursor.position = saved
    return None


def _restricted(base: Base, script: Cursor) -> Base:
    """`\\mathbb{R}_{>0}`, `\\mathbb{R}_+`, `\\mathbb{R}_{>2}`."""
    text = plain_text(script.tokens)
    sign = {
        "+": "positive",
        ">0": "positive",
        "++": "positive",
        "≥0": "nonnegative",
        "ge0": "nonnegative",
        "geq0": "nonnegative",
        "<0": "negative",
        "geqslant0": "nonnegative",
    }.get(text)
    above = _ABOVE.fullmatch(text)
    if sign is None and above is not None and base.kind == "reals":
        ends = (Number(float(above[2]), len(above[2].partition(".")[2]), script.where), Number(inf, 0, script.where))
        return Base("interval", ends, "()" if above[1] in (">", "gt") else "[)", base.span.to(script.where))
    if sign is None or base.kind not in ("reals", "integers", "naturals"):
        raise Unreadable("ntdoc does not read this set", script.where)
    return base.replace(text=sign)


def _base(cursor: Cursor) -> Base:
    start = cursor.here
    token = cursor.peek()
    if token is None:
        raise Unreadable("a set is missing here", cursor.end)
    if token.kind is Kind.OPEN:
        inner = cursor.argument()
        base = _base(inner)
        if not inner.done:
            raise Unreadable("ntdoc does not read this set", inner.here)
        return base
    if token.kind is Kind.COMMAND and token.text in _BOLD:
        cursor.next()
        name = plain_text(cursor.argument().tokens)
        span = start.to(cursor.end)
        if name in NUMBER_SETS:
            return Base(NUMBER_SETS[name], (), "", span)
        raise Unreadable(f"ntdoc does not know the set \\{token.text}{{{name}}}", span)
    if token.text in ("ℝ", "ℕ", "ℤ") or (token.kind is Kind.COMMAND and token.text in ("R", "N", "Z")):
        cursor.next()
        return Base(NUMBER_SETS[token.text], (), "", start)
    if token.kind is Kind.COMMAND and token.text in ("{", "lbrace", "left"):
        return _braces(cursor)
    if token.kind is Kind.CHAR and token.text in "([":
        return _bracket(cursor)
    if token.kind is Kind.CHAR and token.text.isalpha():
        cursor.next()
        return Base("named", (), token.text, token.span)
    if token.kind is Kind.COMMAND and token.text in ("mathcal", "mathrm", "mathit"):
        cursor.next()
        name = plain_text(cursor.argument().tokens)
        return Base("named", (), name, start.to(cursor.end))
    raise Unreadable("ntdoc does not read this set", token.span)


def _braces(cursor: Cursor) -> Base:
    """`\\{0, 1\\}`, `\\{1, \\ldots, n\\}`, `\\{-n, \\ldots, n\\}`."""
    from ntdoc.syntax.symbols import ELLIPSES

    start = cursor.here
    if cursor.at(Kind.COMMAND, "left"):
        cursor.next()
        if not cursor.at(Kind.COMMAND, "{", "lbrace"):
            raise Unreadable("ntdoc does not read this set", cursor.here)
    cursor.next()
    opened, level = cursor.position, 0
    while not cursor.done and not (level == 0 and cursor.at(Kind.COMMAND, "}", "rbrace", "right")):
        level += cursor.at(Kind.OPEN) - cursor.at(Kind.CLOSE)
        cursor.next()
    content = cursor.tokens[opened : cursor.position]
    if cursor.done:
        raise Unreadable("this set is not closed", start)
    if cursor.next().text == "right":
        cursor.next()
    span = start.to(cursor.end)
    parts = split_commas(content)
    if any(len(p) == 1 and (p[0].text in ELLIPSES or p[0].text == "…") for p in parts):
        last = Cursor(parts[-1], span, cursor.depth + 1)
        first = expression(Cursor(parts[0], span, cursor.depth + 1))
        end = expression(last)
        if not isinstance(first, Number) or first.value != 1:
            return Base("steps", (first, end), "", span)
        return Base("range", (end,), "", span)
    if any(t.text in ("mid", "|", ":") for t in content):
        raise Unreadable("a set given by a condition", span)
    return Base("set", tuple(expression(Cursor(p, span, cursor.depth + 1)) for p in parts), "", span)


def _bracket(cursor: Cursor) -> Base:
    """`[n]`, `[0, 1]`, `(0, 1]`."""
    opener = cursor.next()
    items = [expression(cursor)]
    if cursor.at(Kind.CHAR, ","):
        cursor.next()
        items.append(expression(cursor))
    if not cursor.at(Kind.CHAR, "]", ")"):
        raise Unreadable("ntdoc does not read this set", cursor.here)
    closer = cursor.next()
    span = opener.span.to(closer.span)
    if len(items) == 1:
        if opener.text != "[" or closer.text != "]":
            raise Unreadable("ntdoc does not read this set", span)
        return Base("range", (items[0],), "", span)
    return Base("interval", tuple(items), opener.text + closer.text, span)
