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
from ntdoc.shapes.document.cells import is_in_table
from ntdoc.shapes.document.items_before import Before, head, one_chain
from ntdoc.shapes.document.listed_axes import REALS, axes_of
from ntdoc.shapes.document.said import comparisons
from ntdoc.shapes.document.said.shape_words import (
    APPOSITION,
    ARRAY,
    AXES,
    BEFORE_KIND,
    CALLED,
    HAS,
    IS,
    IT_HAS,
    KIND,
    KIND_OF_NAME,
    LET_HAVE,
    LIES,
    NAMED_SO,
    OF,
    OF_SET,
    ONLY,
    REDUCED,
    RUNS_OVER,
    SCALAR,
    SHAPE,
    WITH_AXIS,
)
from ntdoc.shapes.patterns import in_numbers
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.relations import trimmed
from ntdoc.vocabulary import IF, LET, SUPPOSE

_BY_TYPE = regex(r"\btype\s*$", re.IGNORECASE)
_WAYS = (NAMED_SO, LET_HAVE, HAS, LIES, IS, RUNS_OVER, CALLED, IT_HAS, OF_SET, OF)
_SHAPE_OF = regex(  # *the shape of `X` is*, *let the axes of `X` be*
    r"(?P<let>\blet\s+)?\bthe\s+(?:shape|axes)\s+of\s+(?:the\s+[a-z-]+\s+)?(?:\$|\\\()?$", re.IGNORECASE
)
_CALLS = regex(r"\b(?:write|writing|denote\s+by|denoting\s+by|use|using)\s+(?:\$|\\\()?$", re.IGNORECASE)
_DENOTED = regex(r"\b(?:denot|call|writ)\w*\s[^.;]*?(?:\$|\\\()?$", re.IGNORECASE)  # *we denote it by `X`*
_LET_AND = regex(rf"\b(?:{LET})\b[^.;]*\band\s+$", re.IGNORECASE)  # *let `U` be one, and `X` a tensor with*
_AND = regex(  # *queries `Q` and keys `K`*
    r"\s*(?:,\s*and|,|and)\s*(?:(?:the|its|our)\s+)?(?:(?!(?:is|are|be|has|have|of|with|in|an?|one)\b)[a-z-]+\s+){0,2}"
)
_OF_ALL = regex(r"\bboth\b", re.IGNORECASE)
_APPOSED = regex(  # *the input, `X`, has shape*
    r"(?:^|[.;:]\s|\b(?:that|where|and)\s)\W*(?:the|our|its|this)(?:\s+[a-z-]+){1,4},\s*(?:\$|\\\()?$",
    re.IGNORECASE,
)
_ARTICLE = regex(r"\b(?:an?|the|our|its|this|some|another)\s+(?:\$|\\\()?$", re.IGNORECASE)
_INTO_SET = regex(
    r"(?:\b(?:in|from|to|rang(?:e|es|ing)\s+over|(?:elements?|members?|points?|one)\s+of)|^\s*:)\s*$", re.IGNORECASE
)
_OVER = regex(r"\b(?:over|along|by)\s*$", re.IGNORECASE)
_ARRAY_BEFORE = regex(rf"\b{ARRAY}\s+(?:\$|\\\()?$".replace(" ", r"\s+"), re.IGNORECASE)
_ELEMENT_BEFORE = regex(r"\b(?:elements?|members?|points?|samples?|values?)\s+(?:\$|\\\()?$", re.IGNORECASE)
_TAKEN = regex(  # *consider the outputs `X` along `\\seq`*
    rf"\b(?:{LET}|given|for|(?:take|map|receive|read|accept)s?)\s+(?:an?|the|our|some|its)\s+"
    rf"(?:(?!{REDUCED}\b)[a-z-]+\s+){{1,5}}(?:\$|\\\()?$",
    re.IGNORECASE,
)
_IN_WORDS = regex(
    rf"\b(?:of|with|has|have|having) (?:{SHAPE}|{WITH_AXIS})\s*$".replace(" ", r"\s+"), re.IGNORECASE
)
_SOME_AXIS = regex(
    rf"(?<!\()(?:\s|^)(?!{ONLY})(?:an?\s+|the\s+|with\s+|having\s+|have\s+)(?:named\s+)?axis\s*$", re.IGNORECASE
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
    regex(rf"\]?(?:\$|\\\))?\s+of\s+(?:an?\s+|the\s+)?(?:{ARRAY}\s+)?(?P<whose>{sentences.FORMULA})"),
)
_IS_AXIS = regex(  # *`\\seq[n]` is the axis of time steps and `\\key[d]` that of features*
    r"\s+(?:is|be|denotes)\s+(?:its|the|an?)\s+(?:[a-z-]+\s+)?axis\b|\s+that\s+of\b", re.IGNORECASE
)
_HAS_NO_MORE = regex(rf"\b(?:{IF})\s+{sentences.FORMULA}\s+(?:has|have)\s+{_AXES_SAID}\s*,", re.IGNORECASE)
_HAS_SHAPE = regex(  # *if `A` has shape `S`*, *if `A` and `B` are tensors of shape `S`*
    rf"(?:{IF})\s+(?:an?\s+|the\s+)?(?:[a-z-]+\s+)?{sentences.LISTED}\s+"
    rf"(?:ha(?:s|ve)|(?:is|are)\s+(?:an?\s+)?(?:[a-z-]+\s+){{0,2}}(?:of|with))\s+"
    rf"(?:{SHAPE}|{AXES})\s+{sentences.LISTED}\s*".replace(" ", r"\s+"),
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
_LENGTH_OF = regex(
    r"\s*,?\s*(?:which\s+)?(?:is|be|denotes?|stands\s+for)\s+(?:the\s+)?"
    r"(?:(?:length|size)\s+of|number\s+of\s+(?:entries|positions|elements|components|places)\s+(?:of|along|in|on))"
    r"\s+(?:the\s+)?(?:(?:named\s+)?axis\s+)?",
    re.IGNORECASE,
)


class Shaped(NamedTuple):
    """A formula that stands for several items, up to the last of them."""

    item: Mathematics
    last: int
    again: bool = False  # it is a claim where the name has a value


def read(items: Sequence[object], at: int, before: Before) -> Shaped | None:
    """A formula of which the words behind it say the shape, with that; or several: *let `X` and `Y` be tensors of*."""
    names = _names_in_a_row(items, at)
    last = at + 2 * len(names) - 1
    between = items[last] if names and last < len(items) else None
    if not isinstance(between, Prose):
        return None
    text = sentences.closed_up(between.text)
    if len(names) == 1 and _OF_ALL.search(text):
        return None
    ways = [way for way in _WAYS if way.fullmatch(text) and (way is IT_HAS or not sentences.ends_in(between.text))]
    found = listed_axes.read(items, last + 1) if ways else None
    if found is None or not all(map(_is_named, names)) or _is_of_data(between.text, found):
        return None
    if not found.is_set and _INTO_SET.search(text):
        return None
    if found.last == last + 1 and _SOME_AXIS.search(between.text) and not _VECTOR.search(_phrase(names[-1], between)):
        return None  # *a tensor `X` with an axis `\\seq`* may have others
    says = next((way for way in ways if _fits(way, names[0], between, found, before)), None)
    if says is None:
        return None
    comma = Token(Kind.CHAR, ",", names[0].inner._replace(start=names[0].inner.end))
    listed = [token for name in names for token in (comma, *trimmed(name.tokens))][1:]
    first, tokens = names[0], (*listed, _token("in", between.span), *found.tokens)
    span, inner = first.span.to(found.item.span), first.inner.to(found.item.inner)
    return Shaped(replace(first, span=span, inner=inner, tokens=tokens), found.last, says in (HAS, LIES))


def _names_in_a_row(items: Sequence[object], at: int) -> list[Mathematics]:
    """The formula there, and if it is a name, the names that words go on with: *`X`, `Y` and `Z`*."""
    found: list[Mathematics] = []
    while at < len(items) and isinstance(item := items[at], Mathematics) and not item.display:
        if found and not (_is_name(found[-1]) and _is_name(item)):
            break
        found.append(item)
        between = items[at + 1] if at + 1 < len(items) else None
        if not isinstance(between, Prose) or not _AND.fullmatch(between.text):
            break
        at += 2
    return found


def _is_name(formula: Mathematics) -> bool:
    chain = one_chain(formula)
    return chain is not None and not chain.rest and isinstance(chain.subjects[0], ast.Symbol)


def _is_named(formula: Mathematics) -> bool:
    """Whether a formula is one thing, and no shape."""
    chain = one_chain(formula)
    if chain is None or chain.rest:
        return False
    return not isinstance(chain.subjects[0], ast.TensorSet | ast.AxisTerm | ast.Braces)


def _fits(
    says: re.Pattern[str], first: Mathematics, between: Prose, found: listed_axes.Listed, before: Before
) -> bool:
    """Whether words between a formula and a shape say that it has that, by what stands around them."""
    chain, spoken = one_chain(first), sentences.before(first.span)
    if chain is None or (_PER_ITEM.search(spoken.rpartition(";")[2]) and _is_computed(chain, before)):
        return False
    if says in (HAS, LIES):
        apposed = between.text.lstrip().startswith(",") and _APPOSED.search(spoken) is not None
        if not apposed and not comparisons.is_subject(first.span, found.item.span):
            return False
        return says is HAS or found.is_set or _OVER.search(between.text) is not None  # in a set, and over axes
    if says in (LET_HAVE, IT_HAS):
        return bool(_LET.search(spoken) or (says is IT_HAS and _DENOTED.search(spoken)))
    if says is CALLED:
        leads = between.text.lstrip().startswith("for") or _INTO_SET.search(between.text)
        goes_on = not leads and _LET_AND.search(spoken)
        return bool(goes_on or _CALLS.search(spoken))
    if says is IS:
        of, own = _SHAPE_OF.search(spoken), between.text.startswith("'")
        lets = re.search(r"\bbe\b", between.text) is not None
        return not found.is_set and (own if of is None else lets is (of["let"] is not None))
    if says in (OF_SET, OF) and not (found.is_set and (says is OF_SET or _ELEMENT_BEFORE.search(spoken))):
        return False
    if says is RUNS_OVER and (found.is_set or not (_ARRAY_BEFORE.search(spoken) or _TAKEN.search(spoken))):
        return False  # *a vector `w` over `\\seq`*, and not *the sum of `w` over `\\seq`*
    return not _is_known(chain, before) or _LET.search(spoken) is not None  # *instead of `X` with the axis `\\seq`*


def _is_known(chain: ast.Chain, before: Before) -> bool:
    name = head(chain.subjects[0])
    return name is not None and name.full_name in before.in_section_at_all


def kind(items: Sequence[object], at: int, before: Before) -> Shaped | None:
    """A name with the shape that stands before what it is: *a `\\seq \\times \\key` matrix `X`*, *`X` is a … one*."""
    if at + 2 >= len(items):
        return None
    first, between, other = items[at : at + 3]
    if not isinstance(first, Mathematics) or not isinstance(between, Prose) or not isinstance(other, Mathematics):
        return None
    text, spoken = sentences.closed_up(between.text), sentences.before(first.span)
    if first.display or other.display:
        return None
    if KIND.fullmatch(text) and _ARTICLE.search(spoken):
        name, shape, lets = other, first, True
    elif (way := BEFORE_KIND.fullmatch(text)) and KIND_OF_NAME.match(sentences.after(other.span)):
        name, shape, lets = first, other, way["is"] is None
        if not lets and not comparisons.is_subject(first.span, other.span):
            return None
    else:
        return None
    axes, chain = axes_of(shape), one_chain(name)
    if axes is None or not any(token.text == "times" for token in axes) or chain is None or not _is_named(name):
        return None
    if lets and _is_known(chain, before) and not _LET.search(spoken):
        return None
    tokens = (*trimmed(name.tokens), _token("in", between.span), *listed_axes.set_of([axes], shape.inner))
    return Shaped(
        replace(first, span=first.span.to(other.span), inner=first.inner.to(other.inner), tokens=tokens),
        at + 2,
        again=not lets,
    )


def _is_of_data(words: str, found: listed_axes.Listed) -> bool:
    """Whether a type may be one of data, *of type `\\mathsf{int}`*: that of tensors is a set of axes in braces."""
    return _BY_TYPE.search(words) is not None and trimmed(found.item.tokens)[0].text != "{"


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


def length_of(first: object, between: object, last: object) -> Mathematics | None:
    """`|\\seq| = n`, where words say it of a letter: *`n` is the length of `\\seq`*."""
    if not isinstance(first, Mathematics) or not isinstance(between, Prose) or not isinstance(last, Mathematics):
        return None
    if first.display or last.display or not _LENGTH_OF.fullmatch(sentences.closed_up(between.text)):
        return None
    axis = axes_of(last)
    if axis is None or any(token.text in ("times", "[") for token in axis) or not _is_name(first):
        return None
    bars = [Token(Kind.CHAR, "|", token.span) for token in (axis[0], axis[-1])]
    equals = Token(Kind.CHAR, "=", between.span)
    span, inner = first.span.to(last.span), first.inner.to(last.inner)
    return replace(first, span=span, inner=inner, tokens=(*trimmed(first.tokens), equals, bars[0], *axis, bars[1]))


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


def says_of_equation(between: str) -> bool:
    """Whether the words between an equation and a shape say that the left side has it: *which lies in*."""
    return any(words.fullmatch(between) for words in (HAS, LIES, APPOSITION, NAMED_SO))


def scalar(first: object, behind: object, before: Before) -> tuple[Mathematics, int] | None:
    """A formula with the set of numbers, of which the words right behind it say that it is one, and where these end."""
    if not isinstance(first, Mathematics) or first.display or not isinstance(behind, Prose):
        return None
    said = SCALAR.match(behind.text)
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
