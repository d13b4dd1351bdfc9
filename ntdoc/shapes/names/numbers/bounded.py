"""Names of numbers: any number of a set, and orders that say what one may be, `0 < h < \\frac12`."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from math import isfinite

from ntdoc.nodes import walk
from ntdoc.operations.table import CONSTANTS
from ntdoc.regex import regex
from ntdoc.shapes import families, patterns, signs
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.said import properties
from ntdoc.shapes.document.said.letting import goes_on_introducing, is_let_be
from ntdoc.shapes.names.in_places.own_clauses import opens_case
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.names.restated import known
from ntdoc.shapes.patterns import names_in, number_bounds, number_in, numbers, operands
from ntdoc.shapes.patterns import signs as signs_of
from ntdoc.shapes.scope import Scope
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.vocabulary import ADVERB, ANY, CLOSES, IF, OPENS, SUPPOSE, THEN, WE_HAVE

_ONE = regex(  # "for a bound `c > 0`", "with some small constant `c > 0`"
    r"\b(?:an?|some|any|one)\s+(?:[a-z-]+\s+){0,2}"
    r"(?:number|scalar|constant|real|bound|limit|level|cap|tolerance|coefficient|threshold|factor|margin|angle"
    r"|multiplier|rate|variance|deviation|temperature|probability|length[- ]?scale|bandwidth|radius|strength"
    r"|step[- ]size|exponent)\s+(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_OF_EVERY = regex(rf"\bfor\s+(?:{ANY}|some)\s+(?:\$|\\\()?\s*$", re.IGNORECASE)
_OF_AXES = regex(r"\\n(?:dot|sum|fun|bin)\b")
_SIGNED_ONE = regex(
    r"\ban?\s+(?:[a-z-]+\s+)?(?:positive|non-?negative|negative)\b[^$]*(?:\$|\\\()?\s*$", re.IGNORECASE
)
_CHANCE = regex(r"(?<!log )(?<!log-)\bprobability\s+(?:\$|\\\()?\s*$", re.IGNORECASE)
_NAMED_BESIDE = regex(  # "a coin with chance `c`, `0 < c < 1`", "a bound `c` with `c > 0`"
    r"(?:\$|\\\()\s*(?P<name>[^$()]{1,30}?)\s*(?:\$|\\\))(?:\s*,(?:\s*(?:with|where))?|\s+with)\s*(?:\$|\\\()\s*$"
)
_BEHIND_FORMULA = regex(rf"(?P<formula>{sentences.FORMULA})(?:\s*,)?(?:\s+(?:with|where|for))?\s*(?:\$|\\\()\s*$")
_THEN = regex(  # *then `a < b`*, *so `E < F`, and `a < b`*
    rf"\W*(?:{THEN}),?(?:\s+(?:{ADVERB}|surely|{WE_HAVE}|it\s+holds\s+that))?\s+"
    rf"(?:{sentences.FORMULA}\s*(?:,\s*and|,|and)\s+(?:also\s+)?)*(?:\$|\\\()?\Z",
    re.IGNORECASE,
)
_KNOWN = regex(
    r"\b(?:the|this|that|these|those|its|our|their|both|all|such)\s+(?:[a-z-]+\s+){0,3}$", re.IGNORECASE
)
_OF_POSITIVE = regex(  # *for a step size `h \\le 1 / c`*, *if the radius satisfies `r < 1 / c`*
    r"\b(?:step[- ]?(?:size|length|width)|learning[- ]rate|temperature|variance|deviation|radius|bandwidth"
    r"|length[- ]?scale|tolerance)s?\s+(?:(?:is|are|satisf(?:ies|y)|obeys?|with)\s+)?(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_NUMBERS = ("reals", "named", "interval", "naturals", "integers", "set")


def by_numbers(scope: Scope, parsed: ast.Chain, entry: Entry) -> list[Declared]:
    """What such an order declares; nothing, if it is of no free name, or of one that may count something."""
    one = numeric.bounds(parsed, entry)
    if one and names_anew(scope, parsed, entry):
        return [Declared(*one, "", replace(entry, index=entry.index - 1), parsed.span)]  # it sees what it introduces
    if one and (known.is_bare(scope, one[0], entry) or _is_one_number(scope, one[0], entry)):
        return [Declared(*one, "", entry, parsed.span)]
    named = number_bounds(parsed)
    if entry.concludes or not all(_is_declared(scope, b[0], entry) or _is_let(scope, *b, entry) for b in named):
        return []
    return [Declared(name, None, signs.between(low, high), entry, parsed.span) for name, low, high in named]


_IF_THEN = regex(  # *if `x > 0`, then*
    rf"(?:^|[.;:,]\s*|\b(?:and|but)\s+)\W*(?:{IF})\s+(?:\$|\\\()[^$]*(?:[<>]|\\[gl](?:eq?|t)\b)[^$]*(?:\$|\\\))"
    rf"\s*(?:,\s*)?then\s+(?:(?:{ADVERB})\s+)?(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_SUPPOSED = regex(rf"\b(?:{SUPPOSE}|let)\b.*", re.IGNORECASE | re.DOTALL)
_EQUATION = regex(rf"(?:{OPENS}).*?(?:{CLOSES}|\Z)", re.DOTALL)
_BEHIND = regex(  # all that stands between a formula and bounds of what it gives
    r"(?:[\s.,;$\\)\]}]|end\{\w+\*?\})*(?:(?:with|where|and|here|which|satisf(?:y|ies)|obeys?|lies|is|now|it|so|then)\b[\s,]*)*"
    r"(?:\$|\\\()?\s*",
    re.IGNORECASE,
)
_ENDS = regex(r"\s*(?:\$|\\\))?\s*(?:[.,;:]|$|(?:and|but|as\s+well|too)\b)")


def is_concluded(scope: Scope, parsed: ast.Chain, sizes: Collection[str], entry: Entry) -> bool:
    """Whether words draw an order of free numbers as a conclusion, *let `c > 0`. Then `c < 1`*: it limits nothing.

    So does *if `x > 0`, then `x \\le 4`*, of arrays, too, and *suppose that `\\nsum{\\ax} x = 1`. Then `x \\le 1`*.
    """
    if entry.display or entry.assumed or entry.lets or entry.supposed:
        return False
    before, after = sentences.before(entry.parsed.span), sentences.after(entry.parsed.span)
    in_case = _IF_THEN.search(before) is not None and _ENDS.match(after) is not None
    if not (entry.concludes or in_case or _THEN.match(before)):
        return False
    if not all(isinstance(side, ast.Symbol) or number_in(side) is not None for side in operands(parsed)):
        return False
    letters = {name for side in operands(parsed) if isinstance(side, ast.Symbol) for name in _letters(scope, side)}
    known = _is_array_here if in_case else _is_limited_before
    return bool(letters) and all(
        n not in sizes and (known(scope, n, entry) or _is_number_here(scope, n, entry)) for n in letters
    )


def _letters(scope: Scope, side: ast.Symbol) -> frozenset[str]:
    """The letters in a side, `e^a`, of which nothing has the whole for its name."""
    if side.sup is None or side.full_name in scope.by_name:
        return frozenset({side.full_name})
    return names_in(side) - {side.full_name, *CONSTANTS}


def _is_number_here(scope: Scope, name: str, entry: Entry) -> bool:
    """Whether its section says before that a name is a number, or has a sign."""
    if any(by.section == entry.section for by, _ in scope.bounded.get(name, ())):
        return True
    found = scope.tensor(name, entry)
    if not isinstance(found, Declared) or found.entry.section != entry.section or name in scope.limited:
        return False
    return found.domain is None or (found.domain.base.kind in _NUMBERS and not found.domain.shape.axes)


def _is_limited_before(scope: Scope, name: str, entry: Entry) -> bool:
    """Whether a formula limits an array right before: its section has a constraint of it, or the last sentence
    supposes an equation of it.
    """
    found = scope.tensor(name, entry)
    if not isinstance(found, Declared) or not any(b.along for b in scope.by_name[name] if isinstance(b, Declared)):
        return False
    if any(said.name == name and said.entry.is_above(entry) for said in scope.constrained):
        return True
    last = "".join(sentences.of_paragraph_before(entry.parsed.span)[-1:])
    letter = rf"(?<![A-Za-z\\{{]){re.escape(name)}(?![A-Za-z])"
    supposed = _SUPPOSED.search(last)
    return supposed is not None and any("=" in f and re.search(letter, f) for f in _EQUATION.findall(supposed[0]))


def _is_array_here(scope: Scope, name: str, entry: Entry) -> bool:
    """Whether its section says before that a name is one of arrays."""
    said = (b for b in scope.by_name.get(name, ()) if isinstance(b, Declared) and b.along)
    return any(b.entry.is_above(entry) for b in said)


def is_limit(scope: Scope, parsed: ast.Chain, entry: Entry) -> bool:
    """Whether an order of what has no value says how large it is: of sizes, of a new letter, or of an index."""
    limits = all(map(patterns.is_limit, operands(parsed))) and not numeric.compares_numbers(parsed, entry)
    return entry.bounds or limits or bounds_new(scope, parsed, entry) is not None


def bounds_new(scope: Scope, parsed: ast.Chain, entry: Entry) -> ast.Symbol | None:
    """The new letter that a sentence has between numbers, `0 < h \\le 1 / c`: then it says what that is.

    What words call something that is positive needs no lower end.
    """
    ways = {r.kind for r, _ in parsed.rest}
    if entry.display or entry.concludes or entry.negated or len(parsed.subjects) != 1:
        return None
    sides = operands(parsed) if ways <= {"lt", "le"} else operands(parsed)[::-1] if ways <= {"gt", "ge"} else ()
    if not 2 <= len(sides) <= 3 or not isinstance(letter := sides[-2], ast.Symbol) or letter.axes:
        return None
    ends, name = [side for side in sides if side is not letter], letter.full_name
    if (len(ends) == 1 or all(number_in(end) is None for end in ends)) and not is_of_positive(entry):
        return None
    if scope.function(name, entry) or not (scope.tensor(name, entry) is None or is_anew(scope, name, entry)):
        return None
    return letter if all(numeric.may_be_of_numbers(scope, end, entry) for end in ends) else None


def is_anew(scope: Scope, name: str, entry: Entry) -> bool:
    """Whether words introduce a number that another section has, too: *for any step size `h \\le 1 / c`*."""
    found = scope.tensor(name, entry)
    there = numeric.is_some_number(found) and found is not None and found.entry.section != entry.section
    return there and (entry.introduces or entry.lets) and not entry.display


def is_of_positive(entry: Entry) -> bool:
    """Whether the words right before an order say that it is of something that is positive, *a step size*."""
    return not entry.display and _OF_POSITIVE.search(sentences.before(entry.parsed.span)) is not None


def of_sign(scope: Scope, name: str, sign: str, entry: Entry) -> Declared:
    """What `c > 0` declares: a property of the `c` there is, or a number where words say so, *for a bound `c > 0`*."""
    span = entry.parsed.span
    if names_anew(scope, entry.parsed, entry):
        first = entry.index - 1 - _is_behind_its_formula(entry)  # which is made of what the order is about
        return Declared(name, None, sign, replace(entry, index=first), span)
    if _is_one_number(scope, name, entry):
        return any_number(name, span, entry)._replace(sign=sign)
    if scope.tensor(name, entry) is None and (before := _spoken_of(scope, name, entry)) is not None:
        return before._replace(sign=sign, entry=entry, span=span)
    return Declared(name, None, sign, entry, span)


def _spoken_of(scope: Scope, name: str, entry: Entry) -> Declared | None:
    """What its section said a name is in another sentence: *among all `x \\in S` … If `x \\ge 0` is feasible*."""
    before = (b for b in scope.by_name.get(name, ()) if isinstance(b, Declared) and b.along and b.entry.is_above(entry))
    return max((b for b in before if b.entry.local), key=lambda b: b.entry.index, default=None)


def names_anew(scope: Scope, parsed: ast.Parsed, entry: Entry) -> bool:
    """Whether words introduce the name that an order bounds, *with a step size `a > 0`*, after another section's.

    So they do where the name stands beside the order, *for a coin with chance `c`, `0 < c < 1`*.
    """
    if not isinstance(parsed, ast.Chain):
        return False
    one = numeric.bounds(parsed, entry)
    signed = [name for name, _ in signs_of(parsed)]
    named = signed or ([one[0]] if one else [])
    given = [b for name in named if isinstance(b := scope.tensor(name, entry), Tensor)]
    if not given or any(b.entry.section == entry.section for b in given):
        return False
    if signed and (entry.introduces or goes_on_introducing(entry)):
        return True
    if signed and is_let_be(entry):
        new, plainly = [n for n in signed if scope.tensor(n, entry) is None], entry.lets and not entry.display
        together = any(plainly or not scope.function(n, entry) for n in new)
        if together or all(numeric.is_of_numbers(scope, b) for b in given):
            return True  # *let `a, b > 0` be the counts*, of which one is new: so are both
    if entry.concludes:
        return False
    return (len(named) == 1 and _is_named_beside(named[0], entry)) or (bool(signed) and _is_behind_its_formula(entry))


def _is_behind_its_formula(entry: Entry) -> bool:
    """*The penalty is `R = a w^2`, `a > 0`*, or *with `a > 0`*: the order stands behind an equation of the letter."""
    behind = None if entry.display else _BEHIND_FORMULA.search(sentences.before(entry.parsed.span))
    if behind is None or not isinstance(entry.parsed, ast.Chain):
        return False
    letters = [side.span.text.strip() for side in entry.parsed.subjects if isinstance(side, ast.Symbol)]
    named = (re.search(rf"(?<![A-Za-z\\]){re.escape(text)}(?![A-Za-z])", behind["formula"]) for text in letters)
    return "=" in behind["formula"] and all(named)


def _is_named_beside(name: str, entry: Entry) -> bool:
    """Whether the words before an order end with what its name is, and the name."""
    before = sentences.before(entry.parsed.span)
    beside = None if entry.display else _NAMED_BESIDE.search(before)
    if beside is None or "".join(beside["name"].split()).lstrip("\\") != name:
        return False
    words = before[: beside.start()]
    return properties.introduces_said(words) and _KNOWN.search(words) is None


def _is_one_number(scope: Scope, name: str, entry: Entry) -> bool:
    """Whether words say that a letter is one number, and only another section has one with axes.

    *`f(c x) = c f(x)` for every `c > 0`* does, where the sentence has nothing along axes.
    """
    found = scope.tensor(name, entry)
    if entry.display or not isinstance(found, Declared) or found.entry.section == entry.section:
        return False
    before = sentences.before(entry.parsed.span)
    every = _OF_EVERY.search(before) is not None and not _OF_AXES.search(before + sentences.after(entry.parsed.span))
    return bool(found.along) and (every or _ONE.search(before) is not None)


def _is_declared(scope: Scope, name: str, entry: Entry) -> bool:
    """Whether it has a set of numbers, or a sign, `c > 0`, or is a member of a family that has."""
    found = scope.tensor(name, entry)
    if found is None:
        family = (b for b in scope.of_form(name) if isinstance(b, Declared) and b.entry.index <= entry.index)
        found = next((b for b in family if families.match(b.name, name, families.letters_in(b.name)) is not None), None)
    if isinstance(found, Tensor) and opens_case(found, entry):  # *for `a = 1` it is …. Suppose `a > 2`*
        declared = (b for b in scope.by_name[name] if isinstance(b, Declared) and b.entry.index < entry.index)
        found = max(declared, key=lambda b: b.entry.index, default=None)
    if isinstance(found, Declared) and found.domain is None:
        return bool(found.sign) and name not in scope.limited
    if not isinstance(found, Declared) or found.domain is None or found.domain.base.kind not in _NUMBERS:
        return False
    supposes = entry.assumed or entry.lets or entry.introduces or found.entry.sentence == entry.sentence
    return found.domain.base.kind == "reals" or supposes  # what has bounds may come out within others


def _is_let(scope: Scope, name: str, low: float, high: float, entry: Entry) -> bool:
    """Whether words introduce a name by its bounds, *let `c \\le 1`*, which do not bound what counts something."""
    counts = all(end == round(end) for end in (low, high) if isfinite(end)) and high > 1
    return (entry.lets or entry.introduces) and not entry.display and name not in scope.by_name and not counts


def as_order(entry: Entry, parsed: ast.Chain, right: ast.TensorSet) -> Entry:
    """*Suppose that `e \\in (0, 1)`*, of a defined `e`, with the order `0 < e < 1`, which samples may satisfy."""
    base, supposes = right.base, entry.assumed or entry.lets or entry.supposed
    numbers = len(parsed.subjects) == len(parsed.rest) == 1 and base.kind == "interval" and not right.shape.axes
    if entry.display or not supposes or not numbers or entry.negated:
        return entry
    low, high = (ast.Relation("le" if mark in "[]" else "lt", r"\in", parsed.span) for mark in base.text)
    first, between, last = (s.replace(span=parsed.span) for s in (base.items[0], parsed.subjects[0], base.items[1]))
    order = parsed.replace(subjects=(first,), rest=((low, between), (high, last)), rows=parsed.rows[:1] * 3)
    return replace(entry, parsed=order)


def as_enclosed(scope: Scope, parsed: ast.Chain, entry: Entry) -> Entry:
    """*It is `m = E`, with `l \\le m \\le u`*, of ends that are computed, supposes nothing: no choice limits it so."""
    ways = {relation.kind for relation, _ in parsed.rest}
    if entry.display or entry.negated or len(parsed.rest) != 2 or not (ways <= {"le", "lt"} or ways <= {"ge", "gt"}):
        return entry
    low, middle, high = operands(parsed)
    found = scope.tensor(middle.full_name, entry) if isinstance(middle, ast.Symbol) else None
    if not isinstance(found, Tensor) or not found.entry.is_above(entry) or numeric.is_numbers(found.body):
        return entry
    computed = [any(isinstance(scope.tensor(name, entry), Tensor) for name in names_in(end)) for end in (low, high)]
    beside = _BEHIND.fullmatch(sentences.between(found.entry.parsed.span, parsed.span)) is not None
    return replace(entry, supposed=False, assumed=False) if beside and all(computed) else entry


def any_number(name: str, span: Span, at: Entry, base: str = "reals") -> Declared:
    """A letter for any number of a set, from an entry on."""
    return Declared(name, numbers(span, base), "", at, span)


def mentioned(subject: ast.Operand, entry: Entry) -> ast.Symbol | None:
    """The letter that stands alone in a sentence, or that counts something in it, *the `n - 1` steps before*."""
    counted = subject if not entry.counts or isinstance(subject, ast.TensorSet) else patterns.shifted(subject)[0]
    return counted if isinstance(counted, ast.Symbol) and not entry.display else None


def sign_of(entry: Entry, domain: ast.TensorSet, count: int) -> str:
    """The sign that words give to what is declared: *let `a, b \\in \\reals` be positive*; *a positive `x`* is one."""
    several = count > 1 and _SIGNED_ONE.search(sentences.before(entry.parsed.span)) is not None
    return entry.sign if domain.base.kind in ("reals", "named") and not several else ""


def is_power_of_number(scope: Scope, symbol: ast.Operand, entry: Entry) -> bool:
    """Whether it is *the probability `a^k`*, of the number `a` of its section: a power, and no name."""
    exponent = symbol.sup.expr if isinstance(symbol, ast.Symbol) and symbol.sup is not None else None
    letters = [part for part in walk(exponent) if isinstance(part, ast.Symbol)] if exponent is not None else []
    if not isinstance(symbol, ast.Symbol) or not letters or any(letter.roman for letter in letters):
        return False
    found = scope.tensor(symbol.name, entry)
    number = numeric.is_some_number(found) or (isinstance(found, Tensor) and numeric.is_number(found.body))
    return number and found is not None and found.entry.is_above(entry)


def said_number(name: str, span: Span, at: Entry) -> Declared:
    """What words declare as a number, with its sign, and between 0 and 1 if it is a *probability*."""
    chance = at.sign in ("", "nonnegative", "positive") and _CHANCE.search(sentences.before(span)) is not None
    return any_number(name, span, at)._replace(sign=signs.between(0.0, 1.0) if chance else at.sign)
