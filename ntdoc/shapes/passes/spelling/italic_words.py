"""Words that are not set upright: after `loss = …` the letters `loss` side by side are one name, and no product.

A run of letters is a word where a statement says what it is, and some of the letters are nowhere said to be anything:
as a product it would be of things that nobody knows. Two letters are one in a section in which one of them never stands
alone, if they are the size of the axis of that name, `\\ph[ph]`, an index on a left side, a parameter, or declared with
axes; or a formula in a sentence, *a rate `lr`*, if no statement says what one of them is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from ntdoc.nodes import walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import with_factors
from ntdoc.syntax import ast

_SHORTEST = 3
_SCRIPTED = (ast.Index, ast.Rename, ast.Star, ast.Power)


def with_words(entries: Sequence[Entry]) -> list[Entry]:
    """The entries with the letters of such words put together."""
    known = {letter for entry in entries for letter in _letters_said(entry.parsed)}
    sections = [list(own) for _, own in groupby(entries, key=lambda e: e.section)]
    entries = [entry for own in sections for entry in _with_pairs(own, known)]
    candidates = {word for entry in entries for word in _said(entry.parsed)}
    if not candidates:
        return entries
    known = {letter for entry in entries for letter in _letters_said(entry.parsed)}
    words = {word for word in candidates if not set(word) <= known}
    found = [replace(entry, parsed=joined(entry.parsed, words)) if words else entry for entry in entries]
    products = {word for entry in found for word in words if _is_product(entry.parsed, word)}
    if not products:
        return found
    words -= products
    return [replace(entry, parsed=joined(entry.parsed, words)) if words else entry for entry in entries]


def _with_pairs(section: list[Entry], known: set[str]) -> list[Entry]:
    """The entries of a section with the letters put together that are one name there; `known` are all that are said."""
    candidates = {word for entry in section for word in (*_of_sizes(entry.parsed), *_of_lefts(entry.parsed))}
    candidates |= {word for entry in section for word in _alone(entry) if not set(word) <= known}
    if not candidates:
        return section
    candidates |= {word for entry in section for word in _made_of(entry.parsed, candidates)}
    pairs = [joined(entry.parsed, candidates) for entry in section if _says(entry)]
    symbols = (node for parsed in pairs for node in walk(parsed) if isinstance(node, ast.Symbol))
    alone = {node.base for node in symbols if node.sub is None or not node.sub.text.isdigit()}  # `F_1` is no `F`
    words = {word for word in candidates if not set(word) <= alone}
    return [replace(entry, parsed=joined(entry.parsed, words)) for entry in section] if words else section


def _says(entry: Entry) -> bool:
    """Whether it is more than a mention: `$p(R \\mid S)$` in a sentence says of no `R` that there is one."""
    return entry.display or bool(entry.scalar) or not isinstance(entry.parsed, ast.Chain) or bool(entry.parsed.rest)


def _of_sizes(parsed: ast.Parsed) -> Iterator[str]:
    """The runs of letters that are the size of the axis that is called so."""
    sides = parsed.arguments if isinstance(parsed, ast.Signature) else ()
    sides += tuple(o for _, o in parsed.rest if isinstance(o, ast.TensorSet)) if isinstance(parsed, ast.Chain) else ()
    for sized in (sized for side in sides for sized in side.shape.axes):
        if (word := word_of(sized.size)) and word == _called(sized.axis):
            yield word
    operands = (*parsed.subjects, *(o for _, o in parsed.rest)) if isinstance(parsed, ast.Chain) else ()
    sizes = {_called(o.axes[0]) for o in operands if isinstance(o, ast.Size) and len(o.axes) == 1}
    yield from (word for o in operands if (word := word_of(o)) in sizes)


def _called(axis: ast.Axis) -> str:
    return axis.name.partition("_")[0].rstrip("'")


def _of_lefts(parsed: ast.Parsed) -> Iterator[str]:
    """The runs of letters that an entry on the left is at, and the pairs that are declared with axes, or a number."""
    if not isinstance(parsed, ast.Chain) or not parsed.rest:
        return
    right = parsed.rest[0][1]
    for subject in parsed.subjects:
        if isinstance(subject, ast.Juxtaposition) and parsed.rest[0][0].kind in ("eq", "define"):
            yield from _parameters(subject)
        if isinstance(subject, ast.Index):
            yield from (word for _, index in subject.items if (word := word_of(index)))
        elif isinstance(right, ast.Number) and len(parsed.rest) == 1 and (word := word_of(subject)):
            yield word  # `lr = 0.1`
        elif isinstance(right, ast.TensorSet) and right.shape.axes and (word := word_of(subject)) and word[0] != "d":
            yield word


def _alone(entry: Entry) -> Iterator[str]:
    """The run of letters that is a formula in a sentence: *a learning rate `lr`*."""
    parsed = entry.parsed
    if isinstance(parsed, ast.Chain) and not (entry.display or parsed.rest):
        yield from filter(None, map(word_of, parsed.subjects))


def _parameters(subject: ast.Juxtaposition) -> Iterator[str]:
    """The runs of letters among the parameters of what is defined, `\\text{pool}(X, kh)`: no parameter is a product."""
    called, *groups = subject.factors
    if not isinstance(called, ast.Symbol) or not called.roman or not all(isinstance(g, ast.Group) for g in groups):
        return
    items = [x for group in groups if isinstance(group, ast.Group) for x in group.contents]
    words = [word_of(item) for item in items]
    if all(word or isinstance(item, ast.Symbol) for item, word in zip(items, words, strict=True)) and "" in words:
        yield from filter(None, words)


def _made_of(parsed: ast.Parsed, words: set[str]) -> Iterator[str]:
    """The pair of letters that is computed from such words: `SR = 2 RS`."""
    if isinstance(parsed, ast.Chain) and parsed.rest and parsed.rest[0][0].kind in ("eq", "define"):
        factors = (node.factors for node in walk(parsed.rest[0][1]) if isinstance(node, ast.Juxtaposition))
        if (word := word_of(parsed.subjects[0])) and any(_word_in(own) in words for own in factors):
            yield word


def word_of(node: object) -> str:
    """The letters that a product consists of, or nothing."""
    return _word_in(node.factors) if isinstance(node, ast.Juxtaposition) else ""


def runs(root: object) -> Iterator[str]:
    """The runs of letters that stand side by side, everywhere in a tree."""
    for factors in (node.factors for node in walk(root) if isinstance(node, ast.Juxtaposition)):
        at = 0
        while at < len(factors):
            end = max(_run(factors, at), at + 1)
            if end > at + 1:
                yield "".join(map(_letter, factors[at:end]))
            at = end


def _word_in(factors: Sequence[ast.Expr]) -> str:
    return "".join(map(_letter, factors)) if _run(factors, 0) == len(factors) else ""


def _said(parsed: ast.Parsed) -> Iterator[str]:
    """The runs of letters that a statement is about."""
    if isinstance(parsed, ast.Chain) and parsed.rest and parsed.rest[0][0].kind in ("eq", "define", "in"):
        for subject in parsed.subjects:
            if len(word := word_of(_called_alone(subject))) >= _SHORTEST:
                yield word


def _called_alone(subject: ast.Operand) -> ast.Operand:
    """What is applied to letters on a left side, `loss` of `loss(w)`; what is not, as it is."""
    if not isinstance(subject, ast.Juxtaposition) or len(subject.factors) < _SHORTEST:
        return subject
    *called, group = subject.factors
    letters = isinstance(group, ast.Group) and all(isinstance(x, ast.Symbol) for x in group.contents)
    return subject.replace(factors=tuple(called)) if letters else subject


def _letters_said(parsed: ast.Parsed) -> Iterator[str]:
    """The letters of which a statement says what they are: it is about them, or they are parameters on its left."""
    for subject in parsed.subjects if isinstance(parsed, ast.Chain) and parsed.rest else ():
        if isinstance(subject, ast.Symbol):
            yield subject.base
        for group in (node for node in walk(subject) if isinstance(node, ast.Group)):
            yield from (item.base for item in group.items if isinstance(item, ast.Symbol))


def _is_product(parsed: ast.Parsed, word: str) -> bool:
    """Whether an equation for a word has letters of it alone on its right: `abc = acb`."""
    if not isinstance(parsed, ast.Chain):
        return False
    about = any(isinstance(subject, ast.Symbol) and subject.base == word for subject in parsed.subjects)
    return about and any(isinstance(n, ast.Symbol) and n.base in word for _, side in parsed.rest for n in walk(side))


def _letter(factor: ast.Expr) -> str:
    """The letter that a factor is, whatever scripts are on it, or nothing."""
    while isinstance(factor, _SCRIPTED):
        factor = factor.base if isinstance(factor, ast.Power) else factor.body
    if not isinstance(factor, ast.Symbol) or factor.roman or factor.axes or not factor.base.isascii():
        return ""
    return factor.base if len(factor.base) == 1 and factor.base.isalpha() else ""


def _run(factors: Sequence[ast.Expr], start: int) -> int:
    """Where the letters end that stand side by side from there on; what has scripts is the last of them."""
    end = start
    while end < len(factors) and _letter(factors[end]):
        if end > start and factors[end - 1].span.end != factors[end].span.start:
            break
        end += 1
        if factors[end - 1].span.text.strip() != _letter(factors[end - 1]):
            break
    return end


def joined(parsed: ast.Parsed, words: set[str]) -> Any:
    """A statement with the words in it put together."""
    return with_factors(parsed, lambda factors: _factors(factors, words))


def _factors(factors: tuple[ast.Expr, ...], words: set[str]) -> tuple[ast.Expr, ...]:
    found: list[ast.Expr] = []
    at = 0
    while at < len(factors):
        end = max(_run(factors, at), at + 1)
        word = "".join(map(_letter, factors[at:end]))
        if word in words:
            found.append(_named(factors[end - 1], word, factors[at].span.start))
        else:
            found.extend(factors[at:end])
        at = end
    return tuple(found)


def _named(last: ast.Expr, word: str, start: int) -> ast.Expr:
    """The last letter of a word, with its scripts, as the word."""
    span = last.span._replace(start=start)
    if isinstance(last, ast.Power):
        return last.replace(base=_named(last.base, word, start), span=span)
    if isinstance(last, ast.Index | ast.Rename | ast.Star):
        return last.replace(body=_named(last.body, word, start), span=span)
    return last.replace(base=word, span=span)
