"""Words that say which shape something has: *a tensor `X` of shape `\\seq \\times \\key`*, *`E` has the axes*.

They are put together to `X \\in \\reals^{\\seq \\times \\key}`, and read as that would be in their place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ntdoc.reading.document import Mathematics, Prose
from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.shapes.document import listed_axes, sentences
from ntdoc.shapes.document.cells import bare, is_in_table, rows_of
from ntdoc.shapes.document.items_before import Before, head, one_chain
from ntdoc.shapes.document.listed_axes import REALS, axes_of
from ntdoc.shapes.document.said import comparisons
from ntdoc.shapes.patterns import in_numbers
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import split_commas
from ntdoc.syntax.relations import trimmed
from ntdoc.vocabulary import ADVERB, IF, LET, SUPPOSE

_SHAPE = r"(?:the )?(?:(?:named|tensor|following|resulting) )?(?:shape|type)"
_ONLY = r"(?:single|only|sole|one|two|three|four|five)"
_AXES = rf"(?:the )?(?:(?:named|{_ONLY}) )*axes|(?:the )?(?:named )?{_ONLY} (?:named )?axis"
_WITH_AXIS = rf"{_AXES}|(?:an? |the )?(?:named )?axis"
_NOUNS = r"(?:an?|the|some|any|our|its|another) (?:(?!(?:of|with|not|no|same)\b)[a-z-]+ ){1,5}?"
_ADVERBS = rf"(?:(?:{ADVERB}|always) )?"
_ARRAY = r"(?:[a-z-]+ )?(?:vector|matrix|tensor|array)"
_NOUN = rf"(?:an? |the )?(?:{_ARRAY}|(?:[a-z-]+ )?(?:point|element|member))"


def _words(pattern: str) -> re.Pattern[str]:
    return regex(rf"\s*(?:{pattern})\s*".replace(" ", r"\s+"), re.IGNORECASE)


_NAMED_SO = _words(  # *a tensor `X` of shape*, *let `X` be an input with the axes*
    rf",?\s*(?:(?:be|denotes?|represents?|stands for) )?(?:{_NOUNS}(?:(?:of|for|with) {_NOUNS})?)?"
    rf"(?:(?:of|with|having) {_SHAPE}|(?:with|having) (?:{_WITH_AXIS}))"
    rf"|,?\s*(?:be )?an? {_ARRAY} (?:over|along|indexed by|whose axes are)|,?\s*(?:be )?indexed by|,?\s*whose axes are"
    rf"|{_SHAPE}|{_AXES}"  # and *the keys `K` shape*, behind *the queries `Q` have shape*
    rf"|\((?:(?:of|with) )?(?:{_SHAPE}|{_AXES}|axis)|: (?:[a-z-]+,? ){{0,5}}?(?:(?:of|with) )?(?:{_SHAPE}|{_AXES})"
)
_LET_HAVE = _words(rf"(?:have {_SHAPE}|be of {_SHAPE}|have (?:{_WITH_AXIS}))")
_HAS = _words(
    rf",?\s*(?:which |that )?{_ADVERBS}(?:has {_ADVERBS}(?:{_SHAPE}|{_AXES})|is {_ADVERBS}of {_SHAPE}"
    rf"|is {_ADVERBS}{_NOUNS}(?:of {_SHAPE}|with (?:{_SHAPE}|{_AXES})))"
)
_LIES = _words(
    rf",?\s*(?:which |that )?{_ADVERBS}"
    rf"(?:(?:lies|lives|is|is contained|is {_ADVERBS}{_NOUN}) in|belongs to|is indexed by"
    rf"|is {_ADVERBS}{_NOUN} (?:of|over|along|indexed by))"
)
_APPOSITION = _words(rf",?\s*(?:again )?(?:{_NOUN} (?:in|over)|{_NOUNS}(?:of {_SHAPE}|with (?:{_SHAPE}|{_AXES})))")
_BY_TYPE = regex(r"\btype\s*$", re.IGNORECASE)
_IS = _words(rf"(?:is|are) {_ADVERBS}")
_RUNS_OVER = _words("(?:over|along)")
_WAYS = (_NAMED_SO, _LET_HAVE, _HAS, _LIES, _IS, _RUNS_OVER)
_SHAPE_OF = regex(r"\bthe\s+(?:shape|axes)\s+of\s+(?:the\s+[a-z-]+\s+)?(?:\$|\\\()?$", re.IGNORECASE)
_OVER = regex(r"\b(?:over|along|by)\s*$", re.IGNORECASE)
_ARRAY_BEFORE = regex(rf"\b{_ARRAY}\s+(?:\$|\\\()?$".replace(" ", r"\s+"), re.IGNORECASE)
_IN_WORDS = regex(
    rf"\b(?:of|with|has|have|having) (?:{_SHAPE}|{_WITH_AXIS})\s*$".replace(" ", r"\s+"), re.IGNORECASE
)
_SOME_AXIS = regex(
    rf"(?<!\()(?:\s|^)(?!{_ONLY})(?:an?\s+|the\s+|with\s+|having\s+|have\s+)(?:named\s+)?axis\s*$", re.IGNORECASE
)
_VECTOR = regex(r"\bvectors?\b", re.IGNORECASE)
_AN_AXIS = r"(?:an?|the|one|some|any|another|each|every)\s+(?:named\s+)?axis"
_AXES_SAID = (  # *an axis `\\seq[n]` and another axis*, *the axes `\\seq[n]` and*
    rf"(?:{_AN_AXIS}\s+(?:{sentences.FORMULA},?\s*(?:and\s+)?(?:{_AN_AXIS}\s+)?)*"
    rf"|(?:the\s+)?(?:named\s+)?axes\s+(?:{sentences.FORMULA},?\s*(?:and\s+)?)*)"
)
_HAS_AXIS = regex(  # *`X` has an axis*, *let `X` be a tensor with an axis*
    rf"(?P<whose>{sentences.FORMULA})(?:(?!\b(?:not|never|no|nor|without)\b)[^$.;:\\])*?"
    rf"\b(?:has|have|with|having)\s+{_AXES_SAID}(?:\$|\\\()?$",
    re.IGNORECASE,
)
_AXIS_OF = (  # *for an axis `\\seq` of `X`*
    regex(rf"\b{_AN_AXIS}\s+(?:\$|\\\()?$", re.IGNORECASE),
    regex(rf"\]?(?:\$|\\\))?\s+of\s+(?:an?\s+|the\s+)?(?:{_ARRAY}\s+)?(?P<whose>{sentences.FORMULA})"),
)
_IS_AXIS = regex(  # *`\\seq[n]` is the axis of time steps and `\\key[d]` that of features*
    r"\s+(?:is|be|denotes)\s+(?:its|the|an?)\s+(?:[a-z-]+\s+)?axis\b|\s+that\s+of\b", re.IGNORECASE
)
_HAS_NO_MORE = regex(rf"\b(?:{IF})\s+{sentences.FORMULA}\s+(?:has|have)\s+{_AXES_SAID}\s*,", re.IGNORECASE)
_HAS_SHAPE = regex(  # *if `A` has shape `S`*, *if `A` and `B` are tensors of shape `S`*
    rf"(?:{IF})\s+(?:an?\s+|the\s+)?(?:[a-z-]+\s+)?{sentences.LISTED}\s+"
    rf"(?:ha(?:s|ve)|(?:is|are)\s+(?:an?\s+)?(?:[a-z-]+\s+){{0,2}}(?:of|with))\s+"
    rf"(?:{_SHAPE}|{_AXES})\s+{sentences.LISTED}\s*".replace(" ", r"\s+"),
    re.IGNORECASE,
)
_LET = regex(
    rf"\b(?:{LET}|{SUPPOSE}|with|for|given)\s+(?:[a-z-]+\s+){{0,3}}(?:\$|\\\()?$", re.IGNORECASE
)
_PER_ITEM = regex(  # *for each example*, of which the batch is not spoken
    r"\b(?:for|in|at|of|within|on|per)\s+(?:(?:each|every|any|one|an?|a\s+single|a\s+given)\s+)?"
    r"(?!(?:all|general|particular|fact|addition|total|short)\b)[a-z]+\b",
    re.IGNORECASE,
)
_SCALAR = _words(
    rf"is {_ADVERBS}an? (?:(?:single|real|plain|mere|real-valued) )?(?:scalar|number)"
    r"(?=\s*(?:[.;:)]|$|,(?! (?:if|for|when|in|at|on|with|per)\b))| (?:and|but|since|because|so)\b)"
)
_HEADS = regex(r"(?:(?:the|its|named|tensor)\s+)*(?:shapes?|axes|axis)\s*$", re.IGNORECASE)
_LISTED = regex(sentences.LISTED)
_NEAR = 12  # items of a row


class Shaped(NamedTuple):
    """A formula that stands for several items, up to the last of them."""

    item: Mathematics
    last: int
    again: bool = False  # it is a claim where the name has a value


def read(items: Sequence[object], at: int, before: Before) -> Shaped | None:
    """A formula of which the words behind it say the shape, with that."""
    first, between = items[at], items[at + 1] if at + 1 < len(items) else None
    if not isinstance(first, Mathematics) or first.display or not isinstance(between, Prose):
        return None
    text = sentences.closed_up(between.text)
    says = next((way for way in _WAYS if way.fullmatch(text)), None)
    if says is None or sentences.ends_in(between.text) or (found := listed_axes.read(items, at + 2)) is None:
        return None
    if found.last == at + 2 and _SOME_AXIS.search(between.text) and not _VECTOR.search(_phrase(first, between)):
        return None  # *a tensor `X` with an axis `\\seq`* may have others
    if _is_of_data(between.text, found):
        return None
    chain = one_chain(first)
    if chain is None or chain.rest or isinstance(chain.subjects[0], ast.TensorSet | ast.AxisTerm | ast.Braces):
        return None
    spoken, name = sentences.before(first.span), head(chain.subjects[0])
    if says in (_HAS, _LIES) and not comparisons.is_subject(first.span, found.item.span):
        return None
    if says is _LIES and found.is_set is (_OVER.search(between.text) is not None):
        return None  # in a set, and over axes
    if says is _LET_HAVE and not _LET.search(spoken):
        return None
    if says is _IS and (found.is_set or not _SHAPE_OF.search(spoken)):
        return None
    if says is _RUNS_OVER and (found.is_set or not _ARRAY_BEFORE.search(spoken)):
        return None  # *a vector `w` over `\\seq`*, and not *the sum of `w` over `\\seq`*
    known = name is not None and name.full_name in before.in_section_at_all
    if says in (_NAMED_SO, _RUNS_OVER) and known and not _LET.search(spoken):
        return None  # *instead of `X` with the axis `\\seq`*
    if _PER_ITEM.search(spoken) and _is_computed(chain, before):
        return None
    tokens = (*trimmed(first.tokens), _token("in", between.span), *found.tokens)
    span, inner = first.span.to(found.item.span), first.inner.to(found.item.inner)
    return Shaped(replace(first, span=span, inner=inner, tokens=tokens), found.last, says in (_HAS, _LIES))


def _is_of_data(words: str, found: listed_axes.Listed) -> bool:
    """Whether a type may be one of data, *of type `\\mathsf{int}`*: that of tensors is a set of axes in braces."""
    return _BY_TYPE.search(words) is not None and trimmed(found.item.tokens)[0].text != "{"


def typed(item: object) -> Mathematics | None:
    """`X \\colon \\seq \\times \\key`, with the set of the tensors that have these axes."""
    if not isinstance(item, Mathematics) or item.display:
        return None
    colons = [n for n, t in enumerate(item.tokens) if t.text in (":", "colon")]
    if len(colons) != 1 or colons[0] == 0:
        return None
    at = colons[0]
    axes = axes_of(replace(item, tokens=item.tokens[at + 1 :]))
    if axes is None:
        return None
    colon = item.tokens[at].span
    kind = listed_axes.set_of([axes], item.inner._replace(start=colon.end))
    return replace(item, tokens=(*item.tokens[:at], _token("in", colon), *kind))


def _phrase(first: Mathematics, between: Prose) -> str:
    """The words right before a formula, and behind it: *the vector `x` with the axis*."""
    return f"{sentences.before(first.span)[-40:]} {between.text}"


def length(item: object) -> Mathematics | None:
    """`|\\seq| = n`, where words say that something has an axis `\\seq[n]`, perhaps beside others."""
    if not isinstance(item, Mathematics) or item.display or (axis := axes_of(item)) is None:
        return None
    chain = one_chain(replace(item, tokens=listed_axes.set_of([axis], item.inner)))
    kind = chain.subjects[0] if chain is not None else None
    if not isinstance(kind, ast.TensorSet) or [type(sized.size) for sized in kind.shape.axes] != [ast.Symbol]:
        return None
    if whose_axis(item.span) is None:
        return None
    opens = next(n for n, t in enumerate(axis) if t.text == "[")
    closes = max(n for n, t in enumerate(axis) if t.text == "]")
    bars = [Token(Kind.CHAR, "|", axis[at].span) for at in (0, opens)]
    equals = Token(Kind.CHAR, "=", axis[opens].span._replace(end=axis[opens].span.start))  # words say it
    return replace(item, tokens=(bars[0], *axis[:opens], bars[1], equals, *axis[opens + 1 : closes]))


def whose_axis(span: Span) -> str | None:
    """What words say to have an axis, as it is written: *if `A` has an axis*; nothing for *it*. None if they do not."""
    spoken, after = sentences.before(span), sentences.after(span)
    of = _AXIS_OF[1].match(after) if _AXIS_OF[0].search(spoken) else None
    found = _HAS_AXIS.search(spoken) or of
    if found is None:
        return "" if _IS_AXIS.match(after) else None
    return found["whose"].strip("$ ").removeprefix("\\(").removesuffix("\\)").strip()


def is_case_of_axes(before: str) -> bool:
    """Whether the case that words tell is only that something has axes: *if `X` has an axis `\\seq[n]`, then*."""
    return _HAS_NO_MORE.search(before) is not None


def is_of_shape(case: str) -> bool:
    """Whether a case is that something has some axes, and no more: *if `A` has shape `\\seq \\times \\key`*."""
    return _HAS_SHAPE.fullmatch(case) is not None


def in_column(items: Sequence[object], at: int) -> Shaped | None:
    """A shape in a column that is headed so, of what stands in its row: `| \\(X\\) | \\(\\seq \\times \\key\\) |`."""
    item = items[at]
    if not isinstance(item, Mathematics) or item.display or not is_in_table(item):
        return None
    if (found := listed_axes.read(items, at)) is None:
        return None
    rows = rows_of(item.span)
    row = next((row for row in rows[1:] if any(_holds(cell, item.span) for cell in row)), ())
    place = next((n for n, cell in enumerate(row) if _holds(cell, item.span)), None)
    if place is None or place >= len(rows[0]) or not _HEADS.match(bare(rows[0][place])):
        return None
    others = [cell for cell in row if cell is not row[place]]
    near = [i for i in items[max(0, at - _NEAR) : at + _NEAR] if isinstance(i, Mathematics)]
    named = next(filter(None, (_names(near, cell) for cell in others)), None)
    if named is None:
        return None
    first, own = named
    start = item.inner._replace(end=item.inner.start)
    inner = first.inner.to(found.item.inner) if first.span.start < item.span.start else found.item.inner
    return Shaped(
        replace(found.item, inner=inner, tokens=(*own, _token("in", start), *found.tokens)), found.last, again=True
    )


def _names(formulas: Sequence[Mathematics], cell: Span) -> tuple[Mathematics, list[Token]] | None:
    """The first formula of a cell, and the names before its sign or of all that it lists: *`V`, `U`*, and no words."""
    own = [formula for formula in formulas if _holds(cell, formula.span)]
    if not own or not _LISTED.fullmatch(bare(cell)):
        return None
    tokens: list[Token] = []
    for formula in (part for whole in own for part in _parts(whole)):
        chain = one_chain(formula)
        if chain is None or (chain.rest and len(own) > 1):
            return None
        for name in chain.subjects:
            if not isinstance(name, ast.Symbol):
                return None
            tokens += [Token(Kind.CHAR, ",", name.span)] if tokens else []
            tokens += [t for t in formula.tokens if name.span.start <= t.span.start and t.span.end <= name.span.end]
    return own[0], tokens


def _parts(formula: Mathematics) -> list[Mathematics]:
    """The names of `V, U`, each as a formula; any other as it is."""
    if one_chain(formula) is not None:
        return [formula]
    return [replace(formula, tokens=tuple(part)) for part in split_commas(trimmed(formula.tokens))]


def _holds(cell: Span, span: Span) -> bool:
    return cell.start <= span.start and span.end <= cell.end


def says_of_equation(between: str) -> bool:
    """Whether the words between an equation and a shape say that the left side has it: *which lies in*."""
    return any(words.fullmatch(between) for words in (_HAS, _LIES, _APPOSITION, _NAMED_SO))


def scalar(first: object, behind: object, before: Before) -> tuple[Mathematics, int] | None:
    """A formula with the set of numbers, of which the words right behind it say that it is one, and where these end."""
    if not isinstance(first, Mathematics) or first.display or not isinstance(behind, Prose):
        return None
    said = _SCALAR.match(behind.text)
    chain = one_chain(first) if said is not None else None
    if said is None or chain is None or chain.rest or not _is_computed(chain, before) or in_numbers(chain.subjects[0]):
        return None
    if _PER_ITEM.search(sentences.before(first.span)) or not comparisons.is_subject(first.span, first.span):
        return None
    if isinstance(chain.subjects[0], ast.TensorSet | ast.AxisTerm | ast.Braces) or is_in_table(first):
        return None
    place = first.inner._replace(start=first.inner.end)
    tokens = (*trimmed(first.tokens), _token("in", place), *(Token(kind, text, place) for text, kind in REALS))
    return replace(first, tokens=tokens), said.end()


def _is_computed(chain: ast.Chain, before: Before) -> bool:
    """Whether something is more than a letter of which nothing is said but its set."""
    name = chain.subjects[0]
    return not isinstance(name, ast.Symbol) or name.full_name in before.in_section


def shape(items: Sequence[object], at: int) -> Shaped | None:
    """A shape behind words such as *both of shape*, as the set of the tensors that have it."""
    before = items[at - 1] if at else None
    if not isinstance(before, Prose) or not _IN_WORDS.search(before.text):
        return None
    found = listed_axes.read(items, at)
    if found is None or found.is_set or _is_of_data(before.text, found):
        return None
    return Shaped(replace(found.item, tokens=found.tokens), found.last)


def _token(command: str, place: Span) -> Token:
    return Token(Kind.COMMAND, command, place)
