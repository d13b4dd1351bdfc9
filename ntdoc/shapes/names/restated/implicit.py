"""Equations that a name is to solve: `v = r + P v`, when the section says afterwards what `v` is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import is_made_of
from ntdoc.syntax import ast
from ntdoc.vocabulary import ANY, HENCE, IF, THEN, WE_GET, WE_HAVE

_SOLUTION = regex(
    r"\b(?:fixed[- ]points?|solutions?|solv(?:e|es|ed|ing)|satisf(?:y|ies|ying)|self-consisten\w+|equilibri\w+)\b",
    re.IGNORECASE,
)
_BACK = regex(
    r"\b(?:(?:go(?:es|ing)?|gets?|getting|com(?:es?|ing)|brings?|leads?|turns?|maps?|transforms?|way|path)\s+(?:\w+\s+)?back\b"
    r"|invert(?:s|ed|ing|ible)?\b|(?:its|the)\s+inverse\s+(?:is|of|map\w*|transform\w*|function)\b"
    r"|recover(?:s|ed|ing|y)?\b|undo(?:es|ing|ne)?\b|restor(?:es?|ed|ing)\b)",
    re.IGNORECASE,
)
_IN_A_CASE = regex(  # *going back is easy for `p` components*, and not *for `W` is square*
    rf"\b(?:{IF}|where|unless|once|then|cases?|only|roughly|approximat\w*|lossy|nearly|almost)\b"
    rf"|\bfor\s+(?!(?:{ANY})\b|{sentences.FORMULA}\s+(?:is|has)\b)",
    re.IGNORECASE,
)
_OPENS_A_CASE = regex(  # *for three nodes in a ring*, and not *for every ring*
    rf"^\W*(?:{IF}|with|without|in\s+(?:the|this|a|an)\s+[a-z ]{{0,30}}\bcase"
    rf"|for\s+(?!(?:{ANY}|example|instance)\b))\b",
    re.IGNORECASE,
)
_STEPS = regex(r"\b(?:steps?|updat\w+|iterat\w+|becomes?|repeat\w*|replac\w+|layers?|next|new)\b", re.IGNORECASE)
_DOES = regex(  # *we compute*, *by setting*, *subtract the mean*
    r"\b(?:we|you|to|must|should|by)\s+(?:(?:then|now|also|first|simply|just)\s+)?"
    r"(?!(?:have|has|had|get|obtain|find|know|see|note|show|verify|prove|check|recall|conclude|deduce|see\s+that)\b)[a-z]+\s"
    r"|(?:^|[.;:,]\s*|\b(?:and|then)\s+)(?:set|put|do|let|compute|subtract|add|apply|normali[sz]e|cent(?:er|re)|shift|scale|"
    r"clip|assign|overwrite|shrink|move)\b",
    re.IGNORECASE,
)
_HOLDS = regex(  # words that make a claim of it, and no step: a colon alone may stand before either
    rf"\b(?:{HENCE}|{WE_HAVE}|{WE_GET}|(?:it|there)\s+(?:always\s+)?holds|holds\s+(?:that|for)|has|have|satisf(?:y|ies)|identity"
    r"|it\s+is\s+true|we\s+know|sees?\s+that|fact\s+that|means\s+that)\b",
    re.IGNORECASE,
)
_CONCLUDES = regex(rf"(?:^|[.;:,(])\W*(?:{THEN}|but|also)\b|{_HOLDS.pattern}", re.IGNORECASE)
_HAS = regex(  # all that stands between what each is called, and its equation
    r"\s*[,:]?\s*(?:(?:it\s+holds|there\s+holds|it\s+is\s+true|we\s+know|one\s+sees|we\s+see|we\s+(?:(?:also|then|thus|again|always)\s+)?have"
    r"|one\s+has|has|have|satisf(?:y|ies)|the\s+(?:identity|equation|equality))(?:\s+that)?)?[\s,:]*(?:\$+|\\[(\[]|\\begin\s*\{[a-z]+\*?\})?\s*",
    re.IGNORECASE,
)


def is_said_to_be_solved(entry: Entry) -> bool:
    """Whether the words before or after an equation say that it is one to be solved: *the fixed point*, *satisfies*."""
    span = entry.parsed.span
    words = (sentences.before(span, across=True), sentences.after(span, 200))
    return any(_SOLUTION.search(text) for text in words)


def unknown_of(entry: Entry, entries: Sequence[Entry] = ()) -> str:
    """The name that an equation in itself, `v = r + P v`, is said to be solved for; else nothing.

    The words say that, or one of the `entries` behind it in its section, which has the solution.
    """
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or not parsed.rest or parsed.rest[0][0].kind != "eq":
        return ""
    subject, right = parsed.subjects[0], parsed.rest[0][1]
    if not isinstance(subject, ast.Symbol) or subject.axes:
        return ""
    name = unknown_in(subject) if entry.sought and not entry.display else subject.full_name
    if not is_made_of(right, name):
        return ""
    solved = entry.sought or is_said_to_be_solved(entry) or (bool(entries) and entry.index in to_be_solved(entries))
    return name if solved else ""


def unknown_in(subject: ast.Symbol) -> str:
    """The name on the left of an equation that it is to solve: of `x^2 = x + 1` it is `x`."""
    power = subject.sup is not None and isinstance(subject.sup.expr, ast.Number)
    return subject.name if power else subject.full_name


def is_way_back(entry: Entry) -> bool:
    """Whether an equation of a name in what is made of it is to hold for any: *going back is easy, `x = g(f(x))`*.

    `x = x + f(x)` is a step, and gives `x` another value.
    """
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or not parsed.rest or parsed.rest[0][0].kind != "eq":
        return False
    subject, right = parsed.subjects[0], parsed.rest[0][1]
    if not isinstance(subject, ast.Symbol) or not is_made_of(right, subject.full_name):
        return False
    terms = [term for _, term in right.terms] if isinstance(right, ast.Sum) else [right]
    if any(_bare(term) == subject.full_name for term in terms):
        return False
    words = sentences.before(entry.parsed.span, across=True)
    return _BACK.search(words) is not None and not _STEPS.search(words) and not _IN_A_CASE.search(words)


def is_for_every(entry: Entry) -> bool:
    """Whether an equation of a name in itself is said of all that there are: *`x = E(x)` for every `x \\in S`*.

    What is done with each, *for each row `x` we compute*, gives it another value, as in code, *for all `x`: `x = 2 x`*.
    """
    subject = entry.parsed.subjects[0] if isinstance(entry.parsed, ast.Chain) else None
    if not isinstance(subject, ast.Symbol) or entry.gives or entry.lets:
        return False
    span, named = entry.parsed.span, rf"(?:\$|\\\()\s*{re.escape(subject.span.text.strip())}(?![\w'^])"
    each = rf"\b(?:{ANY})\s+(?:[a-z-]+\s+){{0,2}}{named}"
    before, after = sentences.before(span, across=True), sentences.after(span, 200)
    if _STEPS.search(before) or _DOES.search(before):
        return False
    led = re.search(rf".*{each}[^$]*?(?:(?:\$|\\\))(?P<led>.*))?\Z", before, re.IGNORECASE | re.DOTALL)
    if led is not None and _HAS.fullmatch(led["led"] or ""):
        return _HOLDS.search(before) is not None
    behind = re.search(each, after, re.IGNORECASE)
    return behind is not None and not _STEPS.search(after) and _CONCLUDES.search(before) is not None


def proper(entry: Entry) -> frozenset[str]:
    """The names of a tensor and of its factor in `L \\ndot{\\bx} u_{\\ax\\to\\bx} = \\lambda u`; else nothing.

    A map stretches its eigenvectors, and no others: no such equation is a law of the tensor.
    """
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1:
        return frozenset()
    left, (relation, right) = parsed.subjects[0], parsed.rest[0]
    one, other = _pair(left), _pair(right)
    if relation.kind == "eq" and one[1:] == other[1:] != () and _base(one[0]) != _base(other[0]):
        return frozenset(other)  # `A v = \\lambda v`, in ordinary notation
    contracts = isinstance(left, ast.Product) and all(operator.kind == "contract" for operator, _ in left.rest)
    if relation.kind != "eq" or not contracts or not isinstance(left, ast.Product):
        return frozenset()
    factors, stretched = [_bare(part) for part in (left.first, left.rest[0][1])], _stretched(right)
    if len(left.rest) != 1 or None in factors or len(stretched) != 2 or len({*factors, *stretched}) != 3:
        return frozenset()
    return stretched


def _base(name: str) -> str:
    return name.partition("^")[0].partition("_")[0]


def _pair(side: ast.Operand) -> tuple[str, ...]:
    """The names of two factors of a product without axes."""
    parts: Sequence[object] = ()
    match side:
        case ast.Product(first=first, rest=((operator, second),)) if operator.kind == "times":
            parts = (first, second)
        case ast.Juxtaposition(factors=(first, second)):
            parts = (first, second)
    names = tuple(name for part in parts if (name := _bare(part)) is not None)
    return names if len(names) == len(parts) else ()


def _stretched(right: ast.Operand) -> frozenset[str]:
    """The names of two factors that are multiplied entry by entry."""
    parts: Sequence[object] = ()
    match right:
        case ast.Product(first=first, rest=((operator, second),)) if operator.kind != "contract":
            parts = (first, second)
        case ast.Juxtaposition(factors=(first, second)):
            parts = (first, second)
    return frozenset(name for part in parts if (name := _bare(part)) is not None)


def _bare(part: object) -> str | None:
    """The name of a tensor, whatever its axes are renamed to."""
    while isinstance(part, ast.Rename) or (isinstance(part, ast.Juxtaposition) and len(part.factors) == 1):
        part = part.body if isinstance(part, ast.Rename) else part.factors[0]
    return part.full_name if isinstance(part, ast.Symbol) and not part.axes else None


def to_be_solved(entries: Sequence[Entry]) -> frozenset[int]:
    """The numbers of the equations of a name in itself that stand before its definition, in the same section."""
    found: set[int] = set()
    defined: set[tuple[int, int, str]] = set()  # by what has been seen, from the end
    for entry in reversed(entries):
        parsed = entry.parsed
        if not isinstance(parsed, ast.Chain) or not parsed.rest or len(parsed.subjects) != 1:
            continue
        subject, (relation, right) = parsed.subjects[0], parsed.rest[0]
        if relation.kind not in ("eq", "define") or not isinstance(subject, ast.Symbol) or subject.axes:
            continue
        place = (entry.section, entry.illustration, subject.full_name)
        if not is_made_of(right, subject.full_name):
            of_case = not entry.display and _OPENS_A_CASE.search(sentences.before(entry.parsed.span)) is not None
            defined |= set() if of_case else {place}
        elif relation.kind == "eq" and place in defined:
            found.add(entry.index)
    return frozenset(found)
