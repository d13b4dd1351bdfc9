"""Equations of a tensor in what is made of it: `y = h + e`, after `e = y - h`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document import phrases, sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.names.closures import ingredients
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import is_made_of, is_update, names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.vocabulary import HENCE, OTHER

_IS = regex(  # "the signal is the sum of the shares and the rest, `x = E`", and "so `x = E`"
    r"\b(?:(?:is|are|equals?|amounts?\s+to)\s+(?:(?:just|exactly)\s+)?(?:the|an?|its|their|both|all|made)\b"
    r"|sums?\s+up\s+to|adds?\s+up\s+to)[^.;:$\\]*[,:]\s*(?:\$+|\\[(\[])?\s*$"
    rf"|\b(?:so|{HENCE})\b[^.;:$\\]*[\s,:]*(?:\$+|\\[(\[])?\s*$",
    re.IGNORECASE,
)
_BACK = regex(  # whatever functions were applied: "we recover `x = \\exp l`"
    r"\b(?:recover(?:s|ed|ing)?|(?:gets?|gives?|brings?|leads?|take[ns]?)\s+(?:[a-z]+\s+)?back|undo(?:es|ing)?|invert(?:s|ed|ing)?"
    r"|revert(?:s|ed|ing)?|reconstruct(?:s|ed|ing)?)\b",
    re.IGNORECASE,
)
_ANEW = regex(  # "hence the next input is `x = E`"
    rf"\b(?:{OTHER}|now|next|again|updat\w+|replac\w+|overwrit\w+|renew\w*|refresh\w*|becomes?|moves?|moved|sets?|steps?"
    r"|inputs?|outputs?|iterat\w+|estimat\w+|approximat\w+)\b",
    re.IGNORECASE,
)


def as_supposed(entry: Entry) -> Entry:
    """*Suppose that all of a bin have one mean, so that `s = b m`*, with an `m` made of `s`: what that comes to."""
    if entry.display or not phrases.SUPPOSES_SO.search(sentences.before(entry.parsed.span)):
        return entry
    return replace(entry, assumed=True, concludes=False)


def is_used_by(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """After *let `y` and `e = y - h`*, the equation `y = h + e` is no definition of `y`: `e` was made of it.

    So it is where that was made of it through others, or through members of a family, if the words say so: the text may
    else go through its steps again with a new value, *and the centres move to their means, `C = E`*.
    """
    found = scope.tensor(name, entry)
    if not isinstance(found, Declared) and not _is_example_of_declared(scope, found, right, entry):
        return False
    parts = (scope.tensor(n, entry) for n in names_in(right) if n != name)
    if any(isinstance(b, Tensor) and b.entry.section == entry.section and is_made_of(b.body, name) for b in parts):
        return True
    if found is None or not entry.is_under(found.entry) or is_update(entry.parsed):
        return False
    if is_made_of(right, name) or taken_apart(name).parts:
        return False
    own = (name, found.entry.index)
    if own not in ingredients(scope, names_in(right), entry, members=True):
        return False
    said = sentences.before(entry.parsed.span, across=True)
    if _ANEW.search(said):
        return False
    if _BACK.search(said):
        return True
    if _IS.search(said) is None or isinstance(right, ast.Symbol):
        return False
    return own in ingredients(scope, _in_arithmetic(right), entry, members=True, parts=_in_arithmetic)


def _in_arithmetic(node: object) -> frozenset[str]:
    """The names that a formula adds up, scales or divides, and applies no function to: these it may give back."""
    return frozenset(name for symbol in _terms(node) for name in (symbol.full_name, symbol.name))


def _terms(node: object) -> Iterator[ast.Symbol]:
    match node:
        case ast.Symbol():
            yield node
        case ast.Group(items=(inner,)) | ast.Rename(body=inner) | ast.Index(body=inner):
            yield from _terms(inner)
        case ast.Sum():
            for _, term in node.terms:
                yield from _terms(term)
        case ast.Fraction():
            yield from _terms(node.numerator)
            yield from _terms(node.denominator)
        case ast.Product() if not any(operator.axes or operator.pairs for operator, _ in node.rest):
            for factor in (node.first, *(factor for _, factor in node.rest)):
                yield from _terms(factor)
        case ast.Juxtaposition() if not _applies(node.factors):
            for factor in node.factors:
                yield from _terms(factor)
        case ast.BigOperator(operator="sum" | "\\sum"):
            yield from _terms(node.body)
        case _:
            return


def _applies(factors: tuple[ast.Expr, ...]) -> bool:
    """Whether a factor is a function, which is applied to the next one."""
    return any(isinstance(part, ast.Symbol) and lookup(part.name) is not None for part in factors)


def _is_example_of_declared(scope: Scope, found: Tensor | None, right: ast.Operand, entry: Entry) -> bool:
    """Whether a name has a number of an example, *for example, `u = 0.5` gives …*, and its section declares it."""
    if found is None or entry.gives or entry.lets or numeric.is_numbers(right) or not numeric.is_number(found.body):
        return False
    before = (b for b in scope.by_name[found.name] if isinstance(b, Declared) and found.entry.is_above(entry))
    return any(b.entry.is_above(found.entry) for b in before)
