"""What words say of a letter that no formula says: *the penalty `B` is `\\min(1, x)`*, *keys `K` of shape `S`*.

And of several: *an anchor `a`, a positive `p` and a negative `q`, all in `S`*, *with a gain `g` and a bias `b` in `S`*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone, listed
from ntdoc.shapes.document.said import said_shapes
from ntdoc.shapes.patterns import names_in, put_in_sets
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.vocabulary import ADVERB, CLOSES, IF, SUPPOSE, THEN

_END, _BEGIN = r"^\s*(?:\$|\\\))\s*", r"\s*(?:\$|\\\()\s*$"
_IS = regex(rf"{_END}(?:is|equals)(?:\s+(?:given by|then|just|simply))?{_BEGIN}")
_SHAPE = r"(?:(?:the\s+)?(?:shape|type)|(?:the\s+)?ax[ei]s)"
_OF_SHAPE = regex(rf"{_END},?\s*(both\s+)?(?:of|with)\s+{_SHAPE}{_BEGIN}")
_HAVE_SHAPE = regex(
    rf"{_END},?\s*(?:(?:both|all|each)\s+)?(?:have|(?:are|be)\s+(?:(?:both|all)\s+)?(?:[a-z]+\s+)?(?:of|with))\s+{_SHAPE}{_BEGIN}"
)
_IN = regex(  # let `y` be in `S`, where `W` is a matrix in `S`; and behind a formula, `w = E` in `S`
    rf"{_END},?\s*(?:which\s+)?(?:(?:be|is|are|lies?|lives?)\s+)?(?:an?\s+(?:[a-z-]+\s+)?(?:matrix|vector|tensor|array)\s+)?"
    rf"in{_BEGIN}"
)
_RESULT_HAS = regex(  # behind a display: *The result has shape*
    rf"\s*[.,;]?\s*(?:the\s+(?:result|resulting\s+(?:tensor|vector|matrix|array))|this)\s+(?:(?:{ADVERB})\s+)?"
    r"(?:has|is\s+(?:an?\s+(?:tensor|vector|matrix|array)\s+)?(?:of|with))\s+(?:the\s+)?(?:shape|axes)\s*",
    re.IGNORECASE,
)
_GOES_ON = regex(  # behind a formula: *and lie in `S`*, *; it lies in `S`*
    rf"{_END}(?:,?\s*(?:and|which|that)\s+(?:(?:so|{ADVERB})\s+)?|[;.]\s+(?:it|they)\s+)"
    rf"(?:(?:is|are)\s+(?:an?\s+(?:[a-z-]+\s+)?(?:matrix|vector|tensor|array|element)\s+)?|lies?\s+|lives?\s+)in{_BEGIN}",
    re.IGNORECASE,
)
_OF_IT = regex(  # and not *it is made of `m = E` and lies in `S`*
    r"(?:\b(?:is|are|be|as|by|reads?|becomes?|let|put)\s*:?|^\W*(?:(?:the|our|its)\s+(?:(?!of\b)[a-z-]+\s+){1,2})?)(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_WITH = regex(rf"{_END},?\s*(?:with|for|where|given){_BEGIN}", re.IGNORECASE)
_AND_WITH = regex(rf"{_END}(?:,|,?\s*and){_BEGIN}", re.IGNORECASE)
_LIE = regex(rf"{_END},?\s*(?:(?:is|are)\s+(?:then\s+)?|lies?\s+|lives?\s+)in{_BEGIN}")
_THE = regex(
    r"\W*(?:the|our|its|this|these|all)\s+(?:(?!(?:of|in|for|to|if|when)\b)[a-z-]+\s+){1,3}(?:\$|\\\()?$", re.IGNORECASE
)
_CLOSED = regex(rf"^\s*[,.]?\s*(?:{CLOSES})\s*")
_OPENED = regex(r"\s*(?:\$|\\\()$")
_ARE = regex(rf"{_END}(?:are|lie|live)\b")
_ALL_IN = regex(rf"{_END},?\s*(?:all|both|each)(?:\s+(?:of\s+them|[a-z]+s))?\s+(?:in|from|of){_BEGIN}")
_DENOTE = regex(  # `x` and `y` denote vectors in `S`, are always matrices in `S`, will be two points in `S`
    rf"{_END},?\s*(?:(?:will|shall|may|always|both|all|each)\s+)*(?:denotes?|stands?\s+for|represents?|are|is|be)\s+"
    r"(?:(?!(?:not|never|no|of|in|to|for|on|at|by|with|from|as|if|the)\b)[a-z]+\s+){0,3}"
    rf"(?:vectors?|matri(?:x|ces)|tensors?|arrays?|points?|elements?|members?)\s+(?:in|from){_BEGIN}"
    rf"|{_END}be\s+(?:(?!(?:not|never|no|of|in|to|for|on|at|by|with|from|as|if|the)\b)[a-z]+\s+){{0,3}}[a-z-]+s\s+in{_BEGIN}"
)
_BOTH_IN = regex(  # `a` and `h` are in `S`
    rf"{_END},?\s*(?:are|lie)\s+(?:(?:{ADVERB}|both|all)\s+)*in{_BEGIN}"
)
_LISTED = regex(rf"{_END}(?:,\s*(?:and\s+)?|and\s+)(?:[a-z-]+\s+){{0,4}}{_BEGIN}")
_AND = regex(rf"{_END}and\s+(?:[a-z]+\s+){{0,3}}{_BEGIN}")
_SAME = r"(?:of|with|has|have)\s+(?:the\s+same|equal)\s+(?:shapes?|axes)"
_OF_ONE_SHAPE = regex(rf"{_END},?\s*(?:both\s+)?{_SAME}(?!\s+as\b)", re.IGNORECASE)
_SHAPED_AS = regex(  # `Y` of the same shape as `X`, `Y` with the shape of `X`
    rf"{_END},?\s*(?:{_SAME}\s+as|(?:of|with|has)\s+the\s+(?:shape|axes)\s+of|shaped\s+like){_BEGIN}", re.IGNORECASE
)
_INTRODUCED = regex(
    r"\b(?:with|has|have|having|given|uses?|learns?|takes?)\s+(?:(?:an?|two|three|some)\s+)?"
    r"(?:(?!(?:the|of|at|in|for|to|by|on|from|as|each|every|all)\b)[a-z-]+\s+){1,3}(?:\$|\\\()?$",
    re.IGNORECASE,
)
_SUBJECT = regex(  # "where the penalty `B` is", and not "the size of `W` is"
    rf"(?:^|[,;:(]|\\\]|\$\$|\b(?:where|and|here|{THEN}|{IF}|{SUPPOSE}|both|throughout|in\s+what\s+follows|from\s+now\s+on))\s*(?:(?:the|an?|its|our|whose)\s+)?"
    r"(?:(?!(?:of|at|in|for|to|by|on|from|than|per|between|with|over|under)\b)[a-z-]+\s+){0,3}(?:\$|\\\()?$",
    re.IGNORECASE,
)


def with_said_values(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such words are equations and declarations of letters that are nothing else."""
    found = list(entries)
    said = _Said(entries)
    for place in range(1, len(found)):
        for here, declared in _as_another(found, place, said):
            found[here] = replace(found[here], parsed=declared)
        stated = _stated_behind(found[place - 1], found[place]) or _stated_past_clause(found, place)
        if stated is not None:
            found[place] = replace(found[place], parsed=stated)
            continue
        letter, value = _alone(found[place - 1]), found[place]
        if value.display or not isinstance(value.parsed, ast.Chain) or value.parsed.rest:
            continue
        between = _between(found[place - 1], value)
        spoken_of = _subjects(found, place - 1)
        both = len(spoken_of) > 1 and _BOTH_IN.match(between) is not None
        denote = both or _DENOTE.match(between) or _HAVE_SHAPE.match(between)
        if denote and (denoted := _declaration(spoken_of, value.parsed)) is not None:
            found[place] = replace(value, parsed=denoted)
            continue
        if letter is None or not any(words.match(between) for words in (_IS, _OF_SHAPE, _IN, _ALL_IN)):
            continue
        parsed = _equation(letter, value.parsed) if _IS.match(between) else None
        if _IN.match(between):
            letters = _subjects(found, place - 1) if _ARE.match(between) else _introduced(found, place - 1)
            letters = letters if letters and all(said.is_new(s, value) for s in letters) else [letter]
            new = _has_axes(value) and said.is_new(letter, value)
            put = _declaration(letters, value.parsed) if new else None
            found[place] = replace(value, parsed=put or value.parsed)
            continue
        if of_shape := _OF_SHAPE.match(between):
            before = found[place - 2] if place > 1 and of_shape[1] else None
            first = _alone(before) if before is not None and _AND.match(_between(before, found[place - 1])) else None
            several = _introduced(found, place - 1)
            letters = several if several and all(said.is_new(s, value) for s in several) else [letter]
            letters = letters if first is None else [first, letter]
            parsed = _declaration(letters, value.parsed)
        if _ALL_IN.match(between) and (among := _declaration(_listed(found, place - 1), value.parsed)) is not None:
            found[place] = replace(value, parsed=among)  # as with the sign, whatever else is said of them
            continue
        subjects = parsed.subjects if parsed is not None else ()
        if parsed is not None and not any(isinstance(s, ast.Symbol) and said.knows(s, value) for s in subjects):
            found[place] = replace(value, parsed=parsed)
    return found


def _as_another(entries: Sequence[Entry], place: int, said: _Said) -> Iterator[tuple[int, ast.Chain]]:
    """What declares one of two letters, of which nothing else is said, with the set of the other: *of one shape*."""
    first, second = entries[place - 1], entries[place]
    one, two = _alone(first), _alone(second)
    if one is None or two is None:
        return
    between, after = _between(first, second), second.parsed.span.source.words[second.parsed.span.end :][:60]
    both = _AND.match(between) is not None and _OF_ONE_SHAPE.match(after) is not None
    if not both and not _SHAPED_AS.match(between):
        return
    for here, letter, other in ((place - 1, one, two), (place, two, one)):
        known = said.declared(other, entries[here]) if both or letter is one else None
        if known is not None and said.is_new(letter, entries[here]):
            right = known.replace(span=Span(letter.span.source, letter.span.end, letter.span.end))  # in words
            yield here, _chain((letter,), ast.Relation("in", "\\in", letter.span), right)
            return


def _stated_behind(first: Entry, second: Entry) -> ast.Chain | None:
    """*Put `w = E` in `S`*, or *of the shape `S`*: the set is one that the name on the left is said to lie in."""
    equation, value = first.parsed, second.parsed
    if not isinstance(equation, ast.Chain) or not equation.rest or len(equation.subjects) != 1:
        return None
    name, alone_there = equation.subjects[0], isinstance(value, ast.Chain) and not value.rest and not second.display
    if not isinstance(name, ast.Symbol) or name.axes or not isinstance(value, ast.Chain) or not alone_there:
        return None
    between = _between(first, second)
    behind = _CLOSED.sub("", _OPENED.sub("", sentences.without_comments(between)))
    says = bool(_IN.match(between) or _OF_SHAPE.match(between)) or said_shapes.says_of_equation(behind)
    says = says or _RESULT_HAS.fullmatch(behind) is not None
    if not says and _GOES_ON.match(between):
        says = _OF_IT.search(sentences.before(equation.span)) is not None
    equal = all(relation.kind in ("eq", "define") for relation, _ in equation.rest)
    stated = _declaration([name], value) if says and equal and _has_axes(second) else None
    return stated.replace(span=value.span) if stated is not None else None  # the equation has its own


def _stated_past_clause(entries: Sequence[Entry], place: int) -> ast.Chain | None:
    """*The logits `z = E` with `W \\in S` and `h \\in T` are in `R`*: it is said of the name on the left, too."""
    value = entries[place]
    if not isinstance(value.parsed, ast.Chain) or value.parsed.rest or not _has_axes(value):
        return None
    at = place - 1
    if not _LIE.match(_between(entries[at], value)) or not put_in_sets(entries[at].parsed):
        return None
    while at > 0 and _AND_WITH.match(_between(entries[at - 1], entries[at])) and put_in_sets(entries[at - 1].parsed):
        at -= 1
    if at == 0 or not _WITH.match(_between(entries[at - 1], entries[at])):
        return None
    equation = entries[at - 1].parsed
    name = equation.subjects[0] if isinstance(equation, ast.Chain) and equation.rest else None
    if not isinstance(name, ast.Symbol) or name.axes or not isinstance(equation, ast.Chain):
        return None
    if equation.rest[0][0].kind not in ("eq", "define") or not _THE.fullmatch(sentences.before(equation.span)):
        return None
    stated = _declaration([name], value.parsed)
    return stated.replace(span=value.parsed.span) if stated is not None else None


def _has_axes(entry: Entry) -> bool:
    """Whether a formula is a set of tensors: an index may be in `[n]`."""
    body = entry.parsed.subjects[0] if isinstance(entry.parsed, ast.Chain) else None
    return isinstance(body, ast.TensorSet) and bool(body.shape.axes)


def _alone(entry: Entry) -> ast.Symbol | None:
    """The letter that a formula in the prose consists of."""
    symbol = alone(entry)
    return symbol if isinstance(symbol, ast.Symbol) and not symbol.axes else None


def _letters(entry: Entry) -> list[ast.Symbol]:
    """The letters that a formula in the prose consists of, `u, v`, which is no formula that can be read."""
    parts = listed(entry)
    letters = [part for part in parts if isinstance(part, ast.Symbol) and not part.axes]
    return letters if len(letters) == len(parts) else []


def _listed(entries: Sequence[Entry], last: int) -> list[ast.Symbol]:
    """The letters of a list in words, up to the last: *an anchor `a`, a positive `p` and a negative `q`*."""
    found: list[ast.Symbol] = []
    place: int | None = last
    while place is not None and (letters := _letters(entries[place])):
        found = [*letters, *found]
        goes_on = place > 0 and _LISTED.match(_between(entries[place - 1], entries[place])) is not None
        place = place - 1 if goes_on else None
    return found


def _subjects(entries: Sequence[Entry], last: int) -> list[ast.Symbol]:
    """The letters that a sentence is about, up to the last: *the letters `u` and `v`*, and not *the rows of `X`*."""
    found = _listed(entries, last)
    return found if found and _SUBJECT.search(sentences.before(found[0].span)) else []


def _introduced(entries: Sequence[Entry], last: int) -> list[ast.Symbol]:
    """The letters that words introduce together, up to the last: *with a gain `g` and a bias `b`*."""
    found = _listed(entries, last)
    return found if len(found) > 1 and _INTRODUCED.search(sentences.before(found[0].span)) else []


def _between(first: Entry, second: Entry) -> str:
    """The text between two formulas of one sentence."""
    one, two = first.parsed.span, second.parsed.span
    if second.item != first.item + 2 or one.source is not two.source:
        return ""
    return one.source.words[one.end : two.start]


def _equation(letter: ast.Symbol, value: ast.Chain) -> ast.Chain | None:
    """`B = E`, if `E` is a formula of other letters, and `B` what the words are about."""
    body = value.subjects[0]
    if len(value.subjects) != 1 or isinstance(body, ast.Symbol | ast.TensorSet):
        return None
    if not any(isinstance(part, ast.Symbol) for part in walk(body)):
        return None
    if letter.full_name in names_in(body) or not _SUBJECT.search(sentences.before(letter.span)):
        return None
    return _chain((letter,), ast.Relation("eq", "=", body.span), body)


def _declaration(letters: Sequence[ast.Symbol], value: ast.Chain) -> ast.Chain | None:
    body = value.subjects[0]
    if not letters or len(value.subjects) != 1 or not isinstance(body, ast.TensorSet):
        return None
    return _chain(tuple(letters), ast.Relation("in", "\\in", body.span), body)


def _chain(subjects: tuple[ast.Symbol, ...], relation: ast.Relation, right: ast.Operand) -> ast.Chain:
    return ast.Chain(subjects, ((relation, right),), (0,) * (len(subjects) + 1), (), subjects[0].span.to(right.span))


class _Said:
    """Where something is said of which name; the entries are looked through when one first asks."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._places: dict[str, tuple[int, set[int]]] | None = None  # the first entry, and all sections

    def knows(self, symbol: ast.Symbol, at: Entry) -> bool:
        """Whether a statement before an entry, or in its section, says something of a name."""
        if self._places is None:
            self._places = {}
            for entry in self._entries:
                for name in _said(entry.parsed):
                    self._places.setdefault(name, (entry.index, set()))[1].add(entry.section)
        first, sections = self._places.get(symbol.full_name, (at.index, set()))
        return first < at.index or at.section in sections

    def declared(self, symbol: ast.Symbol, at: Entry) -> ast.TensorSet | None:
        """The set that the last statement of a name before an entry declares it with."""
        last = next((e for e in reversed(self._of(symbol)) if e.index < at.index), None)
        if last is None or not isinstance(last.parsed, ast.Chain):
            return None
        relation, right = last.parsed.rest[-1]
        return right if relation.kind == "in" and isinstance(right, ast.TensorSet) else None

    def is_new(self, symbol: ast.Symbol, at: Entry) -> bool:
        """Whether no statement before an entry, or in its section, begins with a name."""
        return not any(e.index < at.index or e.section == at.section for e in self._of(symbol))

    def _of(self, symbol: ast.Symbol) -> list[Entry]:
        """The statements that begin with a name itself, and with nothing that is made of it."""
        chains = ((e, e.parsed) for e in self._entries)
        return [
            entry
            for entry, parsed in chains
            if isinstance(parsed, ast.Chain) and parsed.rest
            if any(isinstance(s, ast.Symbol) and s.full_name == symbol.full_name for s in parsed.subjects)
        ]


def _said(parsed: ast.Parsed) -> Iterator[str]:
    """The names that a statement says something of, and the letters of the functions that it may define."""
    if isinstance(parsed, ast.Signature) or (isinstance(parsed, ast.Chain) and parsed.rest):
        sides = (parsed.subject,) if isinstance(parsed, ast.Signature) else parsed.subjects
        yield from (part.full_name for part in walk(sides) if isinstance(part, ast.Symbol))
