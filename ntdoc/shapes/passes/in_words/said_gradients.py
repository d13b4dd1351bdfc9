r"""*Let `G \in S` be the gradient of the loss `\ell` by `Y`*: the words say what `G = \partial\ell/\partial Y` would.

And so do *`G \in S`, the gradient `\partial\ell/\partial Y`*, and *a loss `\ell` and its gradient `G` by `Y`*; and *the
gradient of the loss by `Y`* where the section differentiates one thing that nothing says what it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.patterns import equated
from ntdoc.syntax import ast

_END, _BEGIN = r"\s*(?:\$|\\\))\s*(?:,\s*)?", r"(?:\$|\\\()\s*"
_IS = (
    r"(?:(?:(?:which|that)\s+)?(?:be|is|are|denotes?|denoting|stands?\s+for)|(?:for|as)(?=\s+(?:the|its)\b)|(?=its\b))"
)
_KIND = r"(?:(?:upstream|incoming|outer|partial|full)\s+)?(?:gradient|derivative)"
_WORDS = r"(?:(?!(?:with|by|at|and|for|of)\b)[a-z-]+\s+){0,3}"
_BY = rf"(?:by|with\s+respect\s+to|w\.\s?r\.\s?t\.)\s+(?:the\s+{_WORDS})?(?P<by>{_BEGIN})"
_OF = rf"of\s+(?:(?:the|an?|any|some|our|its|this)\s+)?{_WORDS}"
_LOSS = rf"(?:(?P<loss>{_BEGIN})[^$]*?(?:\$|\\\)))"
_FORMULA = r"(?:(?!\$|\\\)).)*(?:\$|\\\))"
_STOP = r"\s*(?:[.,;:)]|$|(?:so|and\s+(?!\$|\\\()|that|which|then|where|in)\b)"  # and not *by `X` and `Y`*
_GRADIENT = tuple(
    regex(form)
    for form in (
        rf"{_END}{_IS}\s*the\s+{_KIND}\s+{_BY}{_FORMULA}\s+{_OF}{_LOSS}",
        rf"{_END}{_IS}\s*(?:the|(?P<its>its))\s+{_KIND}\s+(?:{_OF}{_LOSS}?\s*)?{_BY}(?={_FORMULA}{_STOP})",
    )
)
_BESIDE = regex(rf"{_END}(?:{_IS}\s*)?the\s+{_KIND}\s+{_BEGIN}")
_ANY = regex(r"\s*(?:\$|\\\))\s+(?:be|is|denotes?)\s+(?:an?|the|some|any|our)\s+(?:[a-z-]+\s+){1,3}.*", re.DOTALL)


class _Said(NamedTuple):
    """The places of the name of a gradient and of what it is taken by, and the loss."""

    by: int
    loss: ast.Symbol


def as_derivatives(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which the letter that such a gradient is taken by is the equation that the words are."""
    found = list(entries)
    for place, entry in enumerate(entries):
        name = _named(entry)
        if name is None:
            continue
        if (beside := _beside(entries, place)) is not None:
            found[place + 1] = replace(entries[place + 1], parsed=_equation(name, beside))
        elif (said := _said(entries, place, name)) is not None:
            by = alone(entries[said.by])
            known = isinstance(by, ast.Symbol) and _is_said_before(by, entries, place)
            if known and (_is_stated(said.loss, entries) or _is_differentiated(said.loss, entries)):
                assert isinstance(by, ast.Symbol)
                right = ast.Derivative(said.loss.replace(span=by.span), (by,), False, None, by.span)
                found[said.by] = replace(entries[said.by], parsed=_equation(name, right))
    return found


def _equation(name: ast.Symbol, right: ast.Expr) -> ast.Chain:
    equal = ast.Relation("eq", "=", right.span._replace(end=right.span.start))
    return ast.Chain((name,), ((equal, right),), (0, 0), (), name.span.to(right.span))


def _beside(entries: Sequence[Entry], place: int) -> ast.Derivative | None:
    """The derivative that stands as a formula behind a name and *the gradient*."""
    right = alone(entries[place + 1]) if place + 1 < len(entries) else None
    if not isinstance(right, ast.Derivative) or not isinstance(right.body, ast.Symbol):
        return None
    between = sentences.between(entries[place].parsed.span, right.span)
    return right if _BESIDE.fullmatch(between) else None


def _named(entry: Entry) -> ast.Symbol | None:
    """The name alone, or in a set, that a formula in the prose is about; and no member of a family."""
    name, parsed = alone(entry), entry.parsed
    if isinstance(parsed, ast.Chain) and len(parsed.rest) == len(parsed.subjects) == 1 and not entry.display:
        relation, domain = parsed.rest[0]
        plain = relation.kind == "in" and isinstance(domain, ast.TensorSet)
        starred = isinstance(domain, ast.TensorSet) and any("*" in s.axis.name for s in domain.shape.axes)
        name = parsed.subjects[0] if plain and not starred else None
    if not isinstance(name, ast.Symbol) or name.axes or letters_in(name.full_name) or entry.negated or entry.cell:
        return None
    return name


def _said(entries: Sequence[Entry], place: int, name: ast.Symbol) -> _Said | None:
    """What the words behind a name say: by what a gradient is taken, and of which loss."""
    end = entries[place].parsed.span.end
    text = name.span.source.words[end : end + 300]
    words = next((match for form in _GRADIENT if (match := form.match(text)) is not None), None)
    if words is None:
        return None
    by = _at(entries, place, end + words.end("by"))
    if by is None:
        return None
    if words["loss"]:
        there = _at(entries, place, end + words.end("loss"))
        loss = _free(entries, entries[there]) if there is not None else None
    elif words.groupdict().get("its"):
        loss = _free(entries, entries[place - 1]) if place and _leads(entries[place - 1]) else None
    else:
        loss = _differentiated(entries, entries[place])
    return None if loss is None else _Said(by, loss)


def _at(entries: Sequence[Entry], place: int, start: int) -> int | None:
    """The place of the formula in the prose that begins at a position."""
    near = range(place + 1, min(place + 3, len(entries)))
    return next((n for n in near if entries[n].parsed.span.start == start), None)


def _leads(entry: Entry) -> bool:
    """Whether the words behind a letter say that it is something: *let `\\ell` be a loss and*."""
    return _ANY.match(sentences.after(entry.parsed.span)) is not None


def _free(entries: Sequence[Entry], at: Entry) -> ast.Symbol | None:
    """The letter that a formula is, if no statement says what it is, or all that do define it as a number: `L = E`."""
    loss = alone(at)
    if not isinstance(loss, ast.Symbol) or loss.axes:
        return None
    said = (entry.parsed for entry in entries if any(s.full_name == loss.full_name for s in _subjects(entry)))
    return loss if all(equated(parsed) == loss.full_name for parsed in said) else None


def _differentiated(entries: Sequence[Entry], at: Entry) -> ast.Symbol | None:
    """The one letter that the section of an entry differentiates, if no statement says what it is."""
    here = (part for e in entries if e.section == at.section for part in walk(e.parsed))
    derivatives = (part for part in here if isinstance(part, ast.Derivative))
    bodies = {d.body.full_name if isinstance(d.body, ast.Symbol) else "": d.body for d in derivatives}
    body = next(iter(bodies.values())) if len(bodies) == 1 else None
    return body if isinstance(body, ast.Symbol) and not _is_stated(body, entries) else None


def _is_differentiated(loss: ast.Symbol, entries: Sequence[Entry]) -> bool:
    """Whether any formula has a derivative of a loss, so that it matters of which one the gradient is."""
    parts = (part for entry in entries for part in walk(entry.parsed))
    derivatives = (part for part in parts if isinstance(part, ast.Derivative | ast.Differential))
    return any(isinstance(d.body, ast.Symbol) and d.body.full_name == loss.full_name for d in derivatives)


def _is_stated(symbol: ast.Symbol, entries: Sequence[Entry]) -> bool:
    return any(s.full_name == symbol.full_name for entry in entries for s in _subjects(entry))


def _is_said_before(symbol: ast.Symbol, entries: Sequence[Entry], place: int) -> bool:
    return any(s.full_name == symbol.full_name for entry in entries[:place] for s in _subjects(entry))


def _subjects(entry: Entry) -> list[ast.Symbol]:
    """The names that a statement says something of, and those of the functions that it may define."""
    parsed = entry.parsed
    if isinstance(parsed, ast.Signature):
        return [parsed.subject] if isinstance(parsed.subject, ast.Symbol) else []
    subjects = parsed.subjects if isinstance(parsed, ast.Chain) and parsed.rest else ()
    heads = (s.factors[0] if isinstance(s, ast.Juxtaposition) else s for s in subjects)
    return [s for s in heads if isinstance(s, ast.Symbol)]
