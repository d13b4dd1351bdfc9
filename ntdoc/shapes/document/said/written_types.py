"""Ways to write in a formula which axes something has, beside `X \\in \\reals^{\\seq \\times \\key}`.

`X \\colon \\seq \\times \\key`, `\\reals^{\\seq} \\ni x`, `\\operatorname{shp} X = \\{\\seq, \\key\\}`, and
`X = (X_{\\seq(i),\\key(j)})`, a tensor by its entries.
"""

from __future__ import annotations

from dataclasses import replace

from ntdoc.reading.document import Mathematics
from ntdoc.reading.tokens import BREAKS, Kind, Token
from ntdoc.shapes.document import listed_axes, sentences
from ntdoc.shapes.document.items_before import one_chain
from ntdoc.shapes.document.listed_axes import axes_of
from ntdoc.shapes.document.said import comparisons, properties
from ntdoc.syntax import ast
from ntdoc.syntax.relations import relations_in, trimmed
from ntdoc.syntax.shape_conditions import names_shape


def read(item: object) -> Mathematics | None:
    """The formula as `X \\in S`, if it says so in another way."""
    if not isinstance(item, Mathematics) or item.display:
        return None
    return _typed(item) or _turned(item) or _by_entries(item)


def _typed(item: Mathematics) -> Mathematics | None:
    """`X \\colon \\seq \\times \\key`, with the set of the tensors that have these axes, or `X : S` with a set."""
    colons = [n for n, t in enumerate(item.tokens) if t.text in (":", "colon")]
    if len(colons) != 1 or colons[0] == 0:
        return None
    at = colons[0]
    right, colon = replace(item, tokens=item.tokens[at + 1 :]), item.tokens[at].span
    if (axes := axes_of(right)) is not None:
        kind = listed_axes.set_of([axes], item.inner._replace(start=colon.end))
    elif (chain := one_chain(right)) is not None and not chain.rest and isinstance(chain.subjects[0], ast.TensorSet):
        kind = tuple(trimmed(right.tokens))
    else:
        return None
    return replace(item, tokens=(*item.tokens[:at], Token(Kind.COMMAND, "in", colon), *kind))


def _turned(item: Mathematics) -> Mathematics | None:
    """`S \\ni x`."""
    tokens = trimmed(item.tokens)
    signs = relations_in(tokens)
    if len(signs) != 1 or tokens[signs[0]].text not in ("ni", "owns"):
        return None
    sign = tokens[signs[0]]
    return replace(item, tokens=(*tokens[signs[0] + 1 :], sign._replace(text="in"), *tokens[: signs[0]]))


def _by_entries(item: Mathematics) -> Mathematics | None:
    """`X = (X_{\\seq(i),\\key(j)})`, or what *let* calls so: the tensor that has these entries."""
    chain = one_chain(item)
    if chain is None or len(chain.rest) > 1:
        return None
    whole, entries = chain.subjects[0], chain.rest[0][1] if chain.rest else chain.subjects[0]
    if not isinstance(entries, ast.Group) or entries.bracket != "(" or len(entries.items) != 1 or entries.parameters:
        return None
    entry = entries.items[0]
    if not isinstance(entry, ast.Index) or not isinstance(entry.body, ast.Symbol):
        return None
    letters = [at.full_name for _, at in entry.items if isinstance(at, ast.Symbol)]
    if len(set(letters)) < len(entry.items):
        return None
    if chain.rest:
        if chain.rest[0][0].kind != "eq" or not isinstance(whole, ast.Symbol):
            return None
        if whole.full_name != entry.body.full_name:
            return None
    elif not properties.LETS.search(sentences.before(item.span)):
        return None
    axes = [[t for t in item.tokens if _is_within(t, axis)] for axis, _ in entry.items]
    name = [t for t in item.tokens if _is_within(t, entry.body)][-1:]
    if not name or not all(axes):
        return None
    place = name[0].span._replace(start=name[0].span.end)
    return replace(item, tokens=(*name, Token(Kind.COMMAND, "in", place), *listed_axes.set_of(axes, item.inner)))


def _is_within(token: Token, part: ast.Axis | ast.Symbol) -> bool:
    return part.span.start <= token.span.start and token.span.end <= part.span.end


def shape_of(item: object) -> Mathematics | None:
    """`\\operatorname{shp} E = \\{\\seq, \\key\\}`: `E` lies in the set of the tensors with these axes."""
    if not isinstance(item, Mathematics) or not (item.display or comparisons.is_subject(item.span, item.span)):
        return None
    tokens = trimmed(item.tokens)
    relations = relations_in(tokens)
    if len(relations) != 1 or not names_shape(tokens, 0) or any(token.kind in BREAKS for token in tokens):
        return None
    equals, opens = relations[0], next(n for n, token in enumerate(tokens) if token.kind is Kind.CLOSE) + 1
    subject, axes = trimmed(tokens[opens:equals]), axes_of(replace(item, tokens=tuple(tokens[equals + 1 :])))
    if axes is None or not subject or tokens[equals].text != "=":
        return None
    if any(token.text in ("mathcal", "mathscr") for token in axes):
        return None  # a shape that may be any
    if (subject[0].text, subject[-1].text) == ("(", ")") and len(subject) == 3:
        subject = subject[1:-1]  # a name
    sign = tokens[equals]
    kind = listed_axes.set_of([axes], sign.span._replace(start=sign.span.end, end=tokens[-1].span.end))
    return replace(item, tokens=(*subject, Token(Kind.COMMAND, "in", sign.span), *kind))
