"""Sub- and superscripts: indexing, renaming, stars, powers, and parts of names."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from ntdoc.reading.tokens import Kind, Token
from ntdoc.source import Span
from ntdoc.syntax import expressions, extents
from ntdoc.syntax.ast import (
    Axis,
    AxisTerm,
    Bars,
    Expr,
    Group,
    Index,
    Juxtaposition,
    Matrix,
    Number,
    Power,
    Product,
    ProductOperator,
    Rename,
    Script,
    Shape,
    Star,
    Sum,
    Symbol,
)
from ntdoc.syntax.axes import axis, may_be_axis, pass_empty, unknown_macro
from ntdoc.syntax.axis_sets import sized_axes_below, try_axes_below
from ntdoc.syntax.binding_ast import Everywhere, Record
from ntdoc.syntax.colons import at_colon, spread
from ntdoc.syntax.cursor import Cursor, Malformed, Unreadable, plain_text, split_commas
from ntdoc.syntax.records import record_letters
from ntdoc.syntax.symbols import ANGLE, ARROWS, MAPS

_RENAMES = ARROWS | MAPS
PRIMES = {"'", "’", "′", "prime"}
_TURNED = frozenset({"top", "intercal", "⊤"})  # a transpose, and not a word in `\\text`


def scripted(cursor: Cursor, base: Expr, start: Span) -> Expr:
    """An atom with all the scripts behind it, each applied to all that it closes."""
    body = base
    below = False
    while (token := cursor.peek()) is not None:
        if token.kind is Kind.SUB:
            if below:
                raise Malformed("a second subscript, which LaTeX takes only with braces around the first", token.span)
            cursor.next()
            below = True
            body = _subscript(body, cursor.argument(), start.to(cursor.end))
        elif token.kind is Kind.SUP:
            cursor.next()
            body = _superscript(body, cursor.argument(), start.to(cursor.end))
        elif token.kind in (Kind.CHAR, Kind.COMMAND) and token.text in PRIMES:
            cursor.next()
            body = _prime(body, start.to(cursor.end))
        else:
            break
    return body


def _prime(body: Expr, span: Span) -> Expr:
    if not isinstance(body, Symbol):
        raise Unreadable("a prime on something that is not a name", span)
    if body.sup is not None:
        return body.replace(sup=body.sup.replace(text=body.sup.text + "'", expr=None), span=span)
    return body.replace(base=body.base + "'", span=span)


def _everywhere(number: Number, inner: Cursor, span: Span) -> Everywhere | None:
    """`\\mathbf{1}_{\\ax,\\bx}`, whose axes may have their sizes, `\\mathbf{1}_{\\seq[n]}`."""
    if not may_be_axis(inner):
        return None
    axes = sized_axes_below(inner)
    return Everywhere(number, Shape(axes, inner.where), span) if axes else None


def _subscript(body: Expr, inner: Cursor, span: Span) -> Expr:
    if _is_blank(inner) or (pass_empty(inner) and inner.done):
        return body
    if _has_arrow(inner.tokens):
        return _renamed(body, inner, span)
    if isinstance(body, Number) and body.spread and (ones := _everywhere(body, inner, span)) is not None:
        return ones
    if isinstance(body, Symbol) and body.full_name == "I" and (entry := _of_identity(body, inner, span)) is not None:
        return entry
    items = _indices(inner)
    if items is not None:
        return Index(body, items, span)
    if may_be_axis(inner) and any(t.text == ":" for t in inner.tokens):
        raise Unreadable("ntdoc does not read this index", inner.where)
    if isinstance(body, Symbol) and (labelled := _behind_label(body, inner, span)) is not None:
        return labelled
    if isinstance(body, AxisTerm):
        return body  # it has no value, whatever is below it, and what stands there is not what is wrong
    if isinstance(body, Symbol):
        if may_be_axis(inner) or inner.at(Kind.COMMAND, "substack"):
            axes = try_axes_below(inner.tokens, inner.where, inner.depth)
            if axes is not None:
                return body.replace(axes=axes, span=span)
        if inner.at(Kind.COMMAND, "mathcal", "mathscr"):
            shapes = try_axes_below(inner.tokens, inner.where, inner.depth)
            if shapes is not None and (len(shapes) > 1 or body.roman):
                return body.replace(axes=shapes, span=span)
        script = _script(inner)
        if "^" in script.text:  # so that it is not taken for the superscript of the whole name
            script = script.replace(text="{" + script.text + "}")
        if body.sub is not None:
            script = script.replace(text=f"{body.sub.text},{script.text}", expr=None)
        return body.replace(sub=script, span=span)
    if isinstance(body, Bars) and body.double and plain_text(inner.tokens) in ("2", "F"):
        return body.replace(span=span)  # the norm that it is without the subscript
    if isinstance(body, Bars) and body.double and isinstance(order := _said(inner.tokens, inner), Number):
        return body.replace(order=order, span=span)
    if isinstance(body, Bars) and body.double and (along := _norm_along(body, inner, span)) is not None:
        return along
    letters = record_letters(inner)
    if isinstance(body, Bars) and body.double and letters is not None:
        raise Unreadable("a norm whose order is a letter", inner.where)
    if letters is not None:
        return Record(body, letters, span, _script(inner) if isinstance(body, Star) else None)
    if isinstance(body, Group) and len(body.items) == 1 and not body.parameters and plain_text(inner.tokens) == "+":
        both = body.replace(items=(*body.items, Number(0, 0, inner.where)), bracket="(")
        return Juxtaposition((Symbol("max", None, None, (), True, span), both), span)  # the positive part
    if (pair := _in_angles(body)) is not None and (axes := try_axes_below(inner.tokens, inner.where, inner.depth)):
        dot = ProductOperator("contract", "odot", axes, inner.where)  # `\\langle X, Y \\rangle_{\\ax}`
        return Group((Product(pair[0], ((dot, pair[1]),), span),), (), "(", span)
    if isinstance(body, Group) and len(body.items) > 1 and not body.parameters and may_be_axis(inner):
        axes = try_axes_below(inner.tokens, inner.where, inner.depth)
        if axes is not None and len(axes) == 1:
            return Matrix(None, axes[0], (body.items,), span)  # `[1, 2, 3]_{\\ax}`
    raise Unreadable("a subscript that names no axis (ordinary index notation)", inner.where)


def _in_angles(body: Expr) -> tuple[Expr, Expr] | None:
    """The two things between angle brackets."""
    match body:
        case Juxtaposition(factors=(Symbol(base=base), Group(items=(first, second), parameters=()))) if base == ANGLE:
            return first, second
    return None


def _of_identity(body: Symbol, inner: Cursor, span: Span) -> Expr | None:
    """`I_{\\ax(a),\\ax^*}` and `I_{\\ax(a),\\ax(b)}`: a row and an entry of an identity; None for another subscript."""
    axes: list[Axis] = []
    items: list[tuple[Axis, Expr]] = []
    twice = False
    for part in split_commas(inner.tokens):
        probe = Cursor(part, inner.where, inner.depth)
        found = axis(probe, loose=True) if may_be_axis(probe) else None
        if found is None:
            return None
        if twice := len(items) == len(axes) == 1 and found.name == axes[0].name:
            found = found.replace(name=found.name + "'")
        axes.append(found)
        at = None if probe.done else _index(probe)
        if at is not None:
            items.append((found, at))
        if not probe.done:
            return None
    if len(axes) != 2 or not items or (len(items) == 2 and not twice):
        return None
    return Index(body.replace(axes=tuple(axes), span=span), tuple(items), span)


def _behind_label(body: Symbol, inner: Cursor, span: Span) -> Expr | None:
    """`a_{2,\\ax(1)}`: an entry of `a_2`; None if not all that stands behind a label are indices."""
    parts = split_commas(inner.tokens)
    cursors = [Cursor(part, inner.where, inner.depth) for part in parts]
    labels = len(list(takewhile(lambda part: not part.done and not may_be_axis(part), cursors)))
    found = [_indices(part) for part in cursors[labels:]]
    items = tuple(item for one in found if one is not None for item in one)
    if not labels or not items or any(not one for one in found):
        return None
    at = next(i for i, token in enumerate(inner.tokens) if token is parts[labels][0])
    while at and inner.tokens[at - 1].text == ",":
        at -= 1
    return Index(_subscript(body, Cursor(inner.tokens[:at], inner.where, inner.depth), span), items, span)


def _norm_along(body: Bars, inner: Cursor, span: Span) -> Expr | None:
    """`\\lVert X \\rVert_{\\ax}`: the function `\\nfun{\\ax}{norm}`, applied to what the bars close."""
    axes = try_axes_below(inner.tokens, inner.where, inner.depth) if may_be_axis(inner) else None
    if not axes:
        return None
    order = Script(str(body.order.value), body.order, body.order.span) if body.order is not None else None
    closed = Group((body.body,), (), "(", body.span)
    return Juxtaposition((Symbol("norm", order, None, axes, True, span, under=True), closed), span)


def _superscript(body: Expr, inner: Cursor, span: Span) -> Expr:
    text = plain_text(inner.tokens)
    if not text:
        return body
    if text in ("*", "†", "‡"):
        return Star(body, text, span)
    turned = text in _TURNED and any(t.text in _TURNED and t.kind is not Kind.TEXT for t in inner.tokens)
    if turned or (text == "T" and not isinstance(body, Symbol) and not _may_be_number(body)):  # P^T may be the last P^t
        raise Unreadable("a transpose (ordinary matrix notation)", inner.where)
    if text and set(text) <= {"'"} and isinstance(body, Symbol):
        return body.replace(base=body.base + text, span=span)
    by_entry = inner.at(Kind.COMMAND, "odot", "circ") and len(inner.tokens) > 1
    if by_entry and inner.next().text == "circ":
        raise Unreadable("a power with a ring, of entries or of a function", inner.where)
    if isinstance(body, Symbol) and body.sup is None and not by_entry:
        return body.replace(sup=_script(inner), span=span)
    script = _script(Cursor(inner.tokens[1:], inner.where, inner.depth)) if by_entry else _script(inner)
    if script.expr is None:
        raise Unreadable("ntdoc does not read this superscript", inner.where)
    return Power(body, script.expr, span)


def _is_blank(inner: Cursor) -> bool:
    """Whether nothing that is seen stands in a script: a macro may make it of an argument that is left out."""
    return not plain_text(inner.tokens)


def _may_be_number(body: Expr) -> bool:
    """Whether what stands below a script is a number, or a sum with one: `2^T`, `(1 + r)^T`."""
    inside = body.items[0] if isinstance(body, Group) and len(body.items) == 1 else body
    terms = [term for _, term in inside.terms] if isinstance(inside, Sum) else [inside]
    return any(isinstance(term, Number) and not term.spread for term in terms)


def _script(inner: Cursor) -> Script:
    """A script that is no axis expression; its `expr` is None when it is only a label."""
    if (unknown := unknown_macro(inner)) is not None:
        raise Unreadable(f"nothing defines \\{unknown}", inner.where)
    text = plain_text(inner.tokens)
    # each part is read once: scripts within scripts would be read twice as often at every level
    split = split_commas(inner.tokens)
    parts = [_said(part, inner) for part in split]
    expr = parts[0] if split and len(split[0]) == len(inner.tokens) else None
    if isinstance(expr, Number) and expr.places == 0:
        text = str(int(expr.value)) if expr.value != float("inf") else text
    axes = None
    if inner.at(Kind.COMMAND, "mathcal", "mathscr"):
        axes = try_axes_below(inner.tokens, inner.where, inner.depth)
    return Script(text, expr, inner.where, tuple(parts), axes or (), record_letters(inner) or ())


def _said(tokens: Sequence[Token], inner: Cursor) -> Expr | None:
    probe = Cursor(tokens, inner.where, inner.depth)
    try:
        expr = expressions.expression(probe)
    except Unreadable:
        return None
    return expr if probe.done else None


def _has_arrow(tokens: Sequence[Token]) -> bool:
    return any(_is_arrow(token) for token in tokens)


def _is_arrow(token: Token) -> bool:
    return token.text in _RENAMES and token.kind in (Kind.COMMAND, Kind.CHAR)


def _renamed(body: Expr, inner: Cursor, span: Span) -> Expr:
    """`a \\to b`, `a \\to b, c \\to d`, `(a, b) \\to c`, with indices of other axes among them: `c(i), a \\to b`.

    One arrow between two lists of as many axes renames each to its like: `a, c \\to b, d`. In `K_{*, a \\to b}` it is
    the name `K_*` that is renamed.
    """
    if isinstance(body, Number) and body.spread:
        return body.replace(span=span)  # of any shape it is the same
    if (lists := _lists(inner)) is not None:
        both = (tuple(_axes(side, inner) for side in pair) for pair in zip(*lists, strict=True))
        return Rename(body, tuple((old, new) for old, new in both), span, inner.where)
    pairs: list[tuple[tuple[Axis, ...], tuple[Axis, ...]]] = []
    for part in split_commas(inner.tokens):
        at = [i for i, t in enumerate(part) if _is_arrow(t)]
        if not at and (items := _indices(Cursor(part, inner.where, inner.depth))) is not None:
            body = Index(body, items, span)
            continue
        label = Cursor(part, inner.where, inner.depth)
        if not at and not pairs and isinstance(body, Symbol) and not may_be_axis(label):
            body = _subscript(body, label, span)
            continue
        if len(at) != 1:
            raise Unreadable("ntdoc does not read this renaming", inner.where)
        pairs.append((_axes(part[: at[0]], inner), _axes(part[at[0] + 1 :], inner)))
    return Rename(body, tuple(pairs), span, inner.where)


def _lists(inner: Cursor) -> tuple[list[list[Token]], list[list[Token]]] | None:
    """The axes before and after the only arrow, if there are several, as many on both sides."""
    arrows = [i for i, token in enumerate(inner.tokens) if _is_arrow(token)]
    if len(arrows) != 1:
        return None
    old, new = (list(split_commas(side)) for side in (inner.tokens[: arrows[0]], inner.tokens[arrows[0] + 1 :]))
    plain = all(part and _indices(Cursor(part, inner.where, inner.depth)) is None for part in (*old, *new))
    return (old, new) if plain and 1 < len(old) == len(new) else None


def _axes(tokens: Sequence[Token], inner: Cursor) -> tuple[Axis, ...]:
    if not tokens:
        raise Malformed("an axis is missing in this renaming", inner.where)
    found = try_axes_below(tokens, inner.where, inner.depth, letter=True)
    if found is None:
        raise Unreadable("ntdoc does not read this renaming", inner.where)
    return found


def _indices(inner: Cursor) -> tuple[tuple[Axis, Expr], ...] | None:
    """`\\ax(i), \\bx(j)`, also as `\\ax[i]`, `\\ax:i` and `\\ax=i`, or None if the subscript is something else."""
    if not may_be_axis(inner):
        return None
    items: list[tuple[Axis, Expr]] = []
    probe = Cursor(spread(inner.tokens), inner.where, inner.depth)
    while not probe.done:
        found = axis(probe, loose=may_be_axis(probe))
        at = _index(probe) if found is not None else None
        if found is None or at is None:
            return None
        items.append((found, at))
        if probe.at(Kind.CHAR, ","):
            probe.next()
    return tuple(items)


def _index(cursor: Cursor) -> Expr | None:
    """The index behind an axis; None if there is none."""
    if (bracket := cursor.optional()) is not None:
        return extents.index(bracket)
    if not at_colon(cursor) and not cursor.at(Kind.CHAR, "(", "="):
        return None
    sign = cursor.next()
    if sign.text == "(" and at_colon(cursor):
        raise Unreadable("ntdoc does not read this index", cursor.where)
    found = expressions.expression(cursor)
    if sign.text == "=" and isinstance(found, AxisTerm):
        return None
    if sign.text == "(":
        if not cursor.at(Kind.CHAR, ")"):
            return None
        cursor.next()
    return found
