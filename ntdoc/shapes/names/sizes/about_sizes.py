"""Equations of sizes, `d = |\\ax| = 64`: they say how large axes are, and define no tensor."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Set
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import is_size, names_in, number_in, operands
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast, literals

_AT = regex(r"\b(?:at|around|near|beyond|above|below)\s*(?:\$|\\\()?\s*$", re.IGNORECASE)
_AND_GIVES = regex(r"\s*(?:\$|\\\))?(?:\s|,|\band\b)+(?:\$|\\\()?\s*(?P<name>\\?[a-zA-Z]+)\s*=")
_NEAR = 60


def is_named_size(scope: Scope, parsed: ast.Chain, entry: Entry) -> bool:
    """`d = |\\ax| = |\\bx| = 2 n`: a letter for a size, of which the chain says what else it is."""
    name, *sizes = operands(parsed)
    plain = isinstance(sizes[0], ast.Size) and all(map(is_size, sizes))
    if len(sizes) < 2 or not plain or not isinstance(name, ast.Symbol) or {r.kind for r, _ in parsed.rest} != {"eq"}:
        return False
    return is_about_sizes(scope, (sizes[0], name, *sizes[1:]), entry)


def held(entry: Entry, supposed: bool, sentences_of_cases: Container[int]) -> Entry:
    """A statement about sizes, which holds in its sentence alone if that is supposed, or said of a case.

    *For `|\\ax| = 1` we have `|\\bx| = n`*, *for a single head `|\\bx| = n`*.
    """
    behind_case = entry.sentence in sentences_of_cases and not cases.is_taken(entry)
    of_case = not entry.display and (behind_case or cases.is_of_single(entry.parsed.span))
    return replace(entry, local=entry.local or supposed or of_case)


def is_supposed(scope: Scope, parsed: ast.Chain, sizes: Set[str], entry: Entry) -> bool:
    """*If `h = w`, the image is square*, of an `X` with `\\height[h]` and `\\width[w]`: no letter is given a value.

    A further letter may say what they are then, `h = w = n`, and so may *and `w = 3`*: these give values.
    """
    sides, equal = operands(parsed), {relation.kind for relation, _ in parsed.rest} == {"eq"}
    supposed = entry.supposed or cases.is_taken(entry) or cases.is_special(parsed.span)
    if entry.display or not (supposed and equal) or not all(is_size(side) for side in sides):
        return False
    letters = [names_in(side) for side in sides]
    goes_on = _AND_GIVES.match(entry.parsed.span.source.words, entry.parsed.span.end, entry.parsed.span.end + _NEAR)
    if goes_on is not None and any(goes_on["name"] in names for names in letters):
        return False
    known_ = [names for names in letters if names and names <= sizes]
    further = all(isinstance(side, ast.Symbol | ast.Number) or names_in(side) <= sizes for side in sides)
    found = (scope.tensor(name, entry) for names in letters for name in names)
    free = all(b is None or b.entry.section != entry.section for b in found)
    return bool(letters[0]) and letters[0] <= sizes and len(known_) > 1 and further and free


def is_about_sizes(scope: Scope, sides: tuple[ast.Operand, ...], entry: Entry) -> bool:
    """Whether sizes stand on the left, and nothing but sizes and letters that may be sizes anywhere."""
    if not any(isinstance(n, ast.Size) for n in walk(sides[0])) or not all(is_size(o) for o in sides):
        return False
    if any(isinstance(n, ast.Juxtaposition) and _is_call(scope, n, entry) for n in walk(sides)):
        return False
    found = (scope.tensor(n.full_name, entry) for n in walk(sides) if isinstance(n, ast.Symbol))
    here = (b for b in found if isinstance(b, Tensor) and b.entry.section == entry.section)
    # *let `n = 4` and `|\\ax| = n`*
    return all(literals.is_number(b.body) or _is_made_of_sizes(scope, b) for b in here)


def is_between(sides: tuple[ast.Operand, ...], entry: Entry) -> bool:
    """Whether words tell where sizes are at a number that is none: *they are equal at `|\\ax| = 100 / 7`*."""
    numbers = [value for side in sides if (value := number_in(side)) is not None]
    whole = all(value.is_integer() for value in numbers)
    return not whole and not entry.display and _AT.search(sentences.before(entry.parsed.span)) is not None


def _is_call(scope: Scope, factors: ast.Juxtaposition, entry: Entry) -> bool:
    """Whether it is the value of a function, `H(1 / |\\ax|)`, and no product of sizes."""
    head, argument = factors.factors[0], factors.factors[1]
    function = isinstance(head, ast.Symbol) and bool(scope.function(head.full_name, entry))
    return function and isinstance(argument, ast.Group)


def known(scope: Scope, symbols: Iterable[ast.Symbol], sizes: Set[str], entry: Entry) -> set[str]:
    """The letters for sizes, with those of some symbols that are defined as one: `E = |\\ax|`."""
    found = ((symbol.full_name, scope.tensor(symbol.full_name, entry)) for symbol in symbols)
    return {*sizes} | {name for name, b in found if isinstance(b, Tensor) and isinstance(b.body, ast.Size)}


def _is_made_of_sizes(scope: Scope, found: Tensor) -> bool:
    """*It has `S = 2 U + 1` states*, and then `|\\state| = S`: the letters of the one are no tensors.

    So is `m = |\\ax|` before `|\\bx| = m`.
    """
    names = names_in(found.body)
    made = bool(names) or isinstance(found.body, ast.Size)
    return made and is_size(found.body) and all(scope.tensor(n, found.entry) is None for n in names)
