"""*The one-hot vector of the class `k` is `y \\in S`*, *the `k`-th unit vector `e_k \\in S`*: words that say entries.

It is read as if `y_{\\ax(i)} = [i = k]` stood behind it, if no formula of its section says what its entries are. *Let
`e_1, \\ldots, e_n \\in S` be the unit vectors* says it of all of them, if there are as many as entries. What is
smoothed, mixed or nearly such a vector is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.patterns import names_in, put_in_sets, spelt, unbracketed
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Indicator
from ntdoc.vocabulary import FORMULA_CLOSES, FORMULA_OPENS, IF

_END, _BEGIN = rf"\s*{FORMULA_CLOSES}?\s*", rf"\s*{FORMULA_OPENS}?\s*"
_THE = r"(?:(?:the|an?|its|their|our|this|that|each|every|any|some)\s+)"
_WORD = r"(?:(?!(?:for|of|to|from|with|by|in|not|no)\b)[a-z-]+\s+)"
_ADJECTIVE = (  # what changes nothing about it, as *smoothed* does
    r"(?:(?:usual|corresponding|associated|true|standard|target|given|respective|binary|class|label|ground[- ]truth"
    r"|simple|following|same)\s+)"
)
_BLURRED = regex(
    r"\b(?:smooth\w*|almost|nearly|roughly|approx\w*|formerly|soft|softened|soften\w*|nois\w+|mix\w*|blend\w*|relax\w*|replac\w+"
    r"|cent(?:er|re)\w*|perturb\w*|shift\w*|scaled|close|minus|plus|weighted|averag\w*|interpolat\w*|instead)\b",
    re.IGNORECASE,
)
_IS = r"(?:(?:(?:which|that)\s+)?(?:be|is|are|denotes?|forms?|for|as)\s+)"
_ONE_HOT = (
    r"one[- ]?hot(?:\s+(?:vector|encoding|label|representation|target|code|indicator))?\s+"
    rf"(?:of|for|at)\s+{_THE}?{_WORD}{{0,3}}"
)
_USUAL = r"(?:standard|canonical|natural|usual)"
_NTH = (
    rf"(?:one[- ]?hot|{_USUAL}\s+(?:basis|unit)|unit|coordinate)\s+vector\b"
    r"(?!\s+(?:of|for|from|that|which|we|in|drawn|found)\s+[a-z])"
)
_STARTS = r"(?:^|[.;:,(]|\b(?:and|by|let|write|where|with))\s*"
_OF_IT = regex(rf"{_END},?\s*{_IS}?{_THE}?{_ADJECTIVE}{{0,2}}{_ONE_HOT}{_BEGIN}", re.IGNORECASE)  # behind the vector
_FIRST = regex(rf"{_STARTS}{_THE}?{_ADJECTIVE}{{0,2}}{_ONE_HOT}{_BEGIN}$", re.IGNORECASE)
_CALLED = r"(?:is|be)\s+(?:written|denoted|called|given)\s+(?:as\s+|by\s+)?"
_THEN = regex(rf"{_END},?\s*(?:{_CALLED}|(?:is|be|as|by)\s+)?{_BEGIN}", re.IGNORECASE)
_BEFORE_NTH = regex(rf"{_END},?\s*{_IS}?the\s+{_BEGIN}", re.IGNORECASE)
_BEHIND_NTH = regex(rf"{_END}-?\s*(?:th|st|nd|rd)\s+{_NTH}", re.IGNORECASE)
_OPENS_NTH = regex(rf"{_STARTS}the\s+{_BEGIN}$", re.IGNORECASE)
_ALL = regex(
    rf"{_END},?\s*{_IS}?(?:(?:the|its)\s+)?(?:{_USUAL}\s+(?:(?:basis|unit|coordinate)\s+vectors|basis)"
    r"|(?P<as_many>(?<=the\s)(?:unit|coordinate|one[- ]?hot)\s+vectors(?=\s*(?:[.,;:)]|$|where\b|and\b))))",
    re.IGNORECASE,
)
_DOTS = regex(r"\\(?:[lc]|)dots[a-z]?\b|…|\.\.\.")
_DOUBT = regex(rf"\b(?:{IF}|unless|whether|not|no|if)\b", re.IGNORECASE)


def as_indicators(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, with such equations behind what says it."""
    found: list[Entry] = []
    declared: dict[tuple[str, int], ast.Axis] = {}  # the vectors of each section, and their axes
    said = {(name, entry.section) for entry in entries for name in _with_entries(entry)}
    arrays = {(name, e.section) for e in entries if _has_axes(e) for name in put_in_sets(e.parsed)}
    waiting: dict[int, list[Entry]] = {}  # behind which statement they stand
    for place, entry in enumerate(entries):
        vector = _vector(entry)
        if vector is not None:
            declared[vector[0].full_name, entry.section] = vector[1]
        family = _family(entry)
        if family is not None and (family[0].full_name, entry.section) not in said:
            chain = _entries(*family, entry.parsed.span)
            entry = replace(entry, parsed=chain, gives=True, worded=False, supposed=False)
        found.append(entry)
        for at, symbol, letter in _named(entries, place, arrays):
            axis = declared.get((symbol.full_name, entry.section)) or _axis(entries[at])
            if axis is None or (symbol.full_name, entry.section) in said or _in_doubt(entries[min(at, place)]):
                continue
            chain = _entries(symbol, axis, letter, letter.span)
            equation = replace(entry, parsed=chain, gives=True, worded=False, supposed=False, local=False, lets=False)
            behind = waiting.setdefault(max(at, place), [])
            behind.append(equation)
            if isinstance(letter, ast.Number):  # *the 3rd unit vector*: there are so many entries
                behind.append(replace(equation, parsed=_at_least(axis, letter), gives=False, assumed=True))
            break
        found += waiting.pop(place, ())
    return found


def _named(
    entries: Sequence[Entry], place: int, arrays: Set[tuple[str, int]]
) -> Iterator[tuple[int, ast.Symbol, ast.Expr]]:
    """Where the vector stands of whose entries one is said to be 1, and its name, if a statement names that entry."""
    entry = entries[place]
    letter = _letter(entry)
    if letter is None or not arrays.isdisjoint((name, entry.section) for name in names_in(letter)):
        return
    span = entry.parsed.span
    nth = _BEHIND_NTH.match(sentences.closed_up(sentences.after(span)))
    before = sentences.closed_up(sentences.before(span))
    between = sentences.between(entries[place - 1].parsed.span, span) if place else ""
    link = sentences.closed_up(between)
    if (_BEFORE_NTH if nth else _OF_IT).fullmatch(link):
        for at in range(place - 1, -1, -1):
            if entries[at].sentence != entry.sentence:
                return
            if (symbol := _symbol(entries[at])) is not None:
                yield at, symbol, letter
                return
    ahead = entries[place + 1] if place + 1 < len(entries) else None
    if ahead is None or ahead.sentence != entry.sentence or not (_OPENS_NTH if nth else _FIRST).search(before):
        return
    words = sentences.closed_up(sentences.between(span, ahead.parsed.span))
    if (symbol := _symbol(ahead)) is not None and _THEN.fullmatch(words[nth.end() :] if nth else words):
        yield place + 1, symbol, letter


def _letter(entry: Entry) -> ast.Expr | None:
    """The letter, or the number, that a formula in a sentence is; or that it puts in a set of whole numbers."""
    parsed = entry.parsed
    if entry.display or entry.negated or not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1:
        return None
    ranged = len(parsed.rest) == 1 and (parsed.rest[0][0].kind == "range" or _is_of_numbers(parsed.rest[0][1]))
    subject = parsed.subjects[0]
    if parsed.conditions or (parsed.rest and not ranged):
        return None
    if isinstance(subject, ast.Number) and not parsed.rest and subject.places == 0:
        return subject
    plain = isinstance(subject, ast.Symbol) and subject.sub is None and subject.sup is None and not subject.axes
    return subject if plain and isinstance(subject, ast.Symbol) else None


def _has_axes(entry: Entry) -> bool:
    parsed = entry.parsed
    sets = (right for _, right in parsed.rest) if isinstance(parsed, ast.Chain) else ()
    return any(isinstance(right, ast.TensorSet) and right.shape.axes for right in sets)


def _is_of_numbers(right: ast.Operand) -> bool:
    return isinstance(right, ast.TensorSet) and not right.shape.axes


def _symbol(entry: Entry) -> ast.Symbol | None:
    """The vector that a formula declares, or names alone."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or entry.display:
        return None
    if parsed.rest and _vector(entry) is None:
        return None
    subject = parsed.subjects[0]
    return subject if isinstance(subject, ast.Symbol) and not subject.axes else None


def _vector(entry: Entry) -> tuple[ast.Symbol, ast.Axis] | None:
    """The name that a statement declares alone, and its axis, if it has one."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1:
        return None
    subject, axis = parsed.subjects[0], _axis(entry)
    return (subject, axis) if isinstance(subject, ast.Symbol) and axis is not None else None


def _axis(entry: Entry) -> ast.Axis | None:
    """The one axis of the set that a statement puts something in."""
    parsed = entry.parsed
    domain = parsed.rest[0][1] if isinstance(parsed, ast.Chain) and len(parsed.rest) == 1 else None
    axes = [sized.axis for sized in domain.shape.axes] if isinstance(domain, ast.TensorSet) else []
    return axes[0] if len(axes) == 1 and not axes[0].variable else None


def _family(entry: Entry) -> tuple[ast.Symbol, ast.Axis, ast.Expr] | None:
    """The `e_k` of *`e_1, \\ldots, e_n \\in S`, the unit vectors*, with its axis and its letter."""
    parsed, span = entry.parsed, entry.parsed.span
    axis = _axis(entry)
    if entry.display or entry.negated or not isinstance(parsed, ast.Chain) or axis is None or _in_doubt(entry):
        return None
    symbols = [s for s in parsed.subjects if isinstance(s, ast.Symbol)]
    if len(symbols) < 2 or len(symbols) != len(parsed.subjects) or not _DOTS.search(span.text):
        return None
    names = [taken_apart(s.full_name) for s in symbols]
    if len({name.form for name in names}) > 1 or names[0].parts != ("1",):
        return None
    said = _ALL.match(sentences.closed_up(sentences.after(span)))
    if said is None or (said["as_many"] and not _is_size(names[-1].parts, axis, entry)):
        return None
    letter = next(x for x in "kijmn" if x not in names[-1].parts)
    index = ast.Symbol(letter, None, None, (), False, span)
    first = symbols[0]
    script = first.sub or first.sup
    assert script is not None
    own = script.replace(text=letter, expr=index, parts=(index,))
    return (first.replace(sub=own) if first.sub is not None else first.replace(sup=own)), axis, index


def _is_size(last: Sequence[str], axis: ast.Axis, entry: Entry) -> bool:
    """Whether the last number of a list is the size of an axis: written in its set, or said so in its section."""
    domain, span = entry.parsed.rest[0][1] if isinstance(entry.parsed, ast.Chain) else None, entry.parsed.span
    own = [sized.size for sized in domain.shape.axes] if isinstance(domain, ast.TensorSet) else []
    if any(size is not None and [spelt(size)] == [*last] for size in own):
        return True
    text = sentences.of_section_before(span) + sentences.of_section_behind(span)
    end, size = re.escape("".join(last)), rf"\|\s*\\?[a-z]*\{{?{re.escape(axis.name)}\}}?\s*\|"
    return re.search(rf"(?<![A-Za-z\\]){end}\s*=\s*{size}|{size}\s*=\s*{end}(?![A-Za-z])", text) is not None


def _entries(symbol: ast.Symbol, axis: ast.Axis, letter: ast.Expr, span: Span) -> ast.Chain:
    """`y_{\\ax(i)} = [i = k]`."""
    other = ast.Symbol(next(x for x in "ijmn" if x not in names_in(letter)), None, None, (), False, span)
    same = ast.Relation("eq", "=", span)
    one = Indicator(ast.Chain((other,), ((same, letter),), (0, 0), (), span), span)
    left = ast.Index(symbol, ((axis, other),), span)
    return ast.Chain((left,), ((same, one),), (0, 0), (), span)


def _at_least(axis: ast.Axis, place: ast.Number) -> ast.Chain:
    """`|\\ax| \\ge 3`."""
    order = ast.Relation("ge", r"\ge", place.span)
    return ast.Chain((ast.Size((axis,), place.span),), ((order, place),), (0, 0), (), place.span)


def _with_entries(entry: Entry) -> Iterator[str]:
    """The names of whose entries a statement says something."""
    for subject in entry.parsed.subjects if isinstance(entry.parsed, ast.Chain) and entry.parsed.rest else ():
        body = unbracketed(subject.body) if isinstance(subject, ast.Index) else None
        if isinstance(body, ast.Symbol):
            yield body.full_name


def _in_doubt(entry: Entry) -> bool:
    """Whether a sentence begins with a case, denies something, or speaks of what is nearly so."""
    before = sentences.before(entry.parsed.span)
    whole = re.sub(sentences.FORMULA, " ", f"{before} … {sentences.after(entry.parsed.span)}")
    return entry.negated or _DOUBT.search(before) is not None or _BLURRED.search(whole) is not None
