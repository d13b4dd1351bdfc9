"""How many entries words say that tensors have: *`W` has `|\\out| |\\inp|` entries*, *`A` and `B` have 96 weights*.

They are held against the sizes of the axes. Of a formula, *the layer `y = W \\ndot{\\inp} x + b` has `n` parameters*,
it is left open which of its tensors are parameters: the number is wrong where no choice of them comes to it. So it is
of a thing that words alone name, *the adapter has `n` parameters*, with the tensors that its paragraph declares.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, combinations
from typing import NamedTuple

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.cells import bare, rows_of
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.expressions.indexing import to_size
from ntdoc.shapes.names.closures import ingredients
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Equations, Size, number
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable
from ntdoc.verification.in_numbers.in_tables import is_beside, number_of
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.vocabulary import ADVERB, HEDGE, IF, NOT, OTHER, SUPPOSES, THEN

_SHUT, _OPEN = r"\s*(?:\$|\\\))", r"(?:\$|\\\()\s*"
_VERB = (
    rf"(?:(?:together|both|in\s+total|{ADVERB})\s+)?"
    r"(?:has|have|contains?|holds?|comprises?|stores?|consists?\s+of)\s+"
    r"(?:(?:a\s+total\s+of|exactly|just|only|together|altogether)\s+)?"
)
_NOUN = (
    r"(?:(?:trainable|learnable|learned|scalar|real|floating-point)\s+)?"
    r"(?P<noun>(?P<free>parameters|weights)|entries|elements|components|coefficients|numbers|scalars)\b"
)
_OF_PARTS = r"(?!\s+(?:per|each|in\s+(?:each|every|which)|for\s+(?:each|every)|along|of\s+which|that|which)\b)"
_HAS = regex(rf"{_SHUT}\s*,?\s*{_VERB}{_OPEN}")
_IS = regex(rf"{_SHUT}\s*(?:is|are|equals?|comes\s+to)\s*{_OPEN}")
_BEHIND = regex(rf"{_SHUT}\s+{_NOUN}{_OF_PARTS}")
_IN_WORDS = regex(
    rf"{_SHUT}\s*,?\s*{_VERB}(?P<number>\d{{1,3}}(?:(?:,|\{{,\}}|\\,)\d{{3}})+|\d+)\s+{_NOUN}{_OF_PARTS}"
)
_NUMBER_OF = regex(
    rf"(?:^|[,;:(]|\b(?:and|{THEN}|that|because|since))\s*the\s+(?:total\s+)?number\s+of\s+{_NOUN}"
    r"\s+(?:of|in)\s+(?:the\s+(?:[a-z]+\s+)?(?:matrix|matrices|vector|tensor|layer|map|table)\s+)?(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_AND = regex(rf"{_SHUT}\s*(?:,|,?\s*and)\s*(?:the\s+)?(?:[a-z]+\s+)?{_OPEN}")
_WITH = regex(rf"{_SHUT}\s*,?\s*(?:with|where|for)\s*{_OPEN}")
_SUBJECT = regex(  # *the weight matrix `W`*, *so `W`*, and not *each row of `W`*
    rf"(?:^|[,;:(]|(?:\$|\\\))\s+(?=[a-z])|\b(?:and|{THEN}|that|because|since|while|but|whereas|where))\s*"
    r"(?:(?:the|an?|its|our|this|both|together)\s+)*"
    r"(?:(?!(?:of|at|in|for|to|by|on|from|than|per|between|with|over|under|if|when|let|once|each|every|any|new|no|rows?"
    r"|columns?|most|least|some|either|neither)\b)[a-z-]+\s+){0,4}(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_DOUBT = regex(
    rf"\b(?:{NOT}|{HEDGE}|{IF}|{SUPPOSES}|{OTHER}|can|rather|wrong\w*|errors?|mistakes?|unless|without|than|least|most"
    r"|about|around|roughly|nearly|almost|approximately|per|were|more|fewer|less|respectively|each|every)\b|n['’]t\b|\?",
    re.IGNORECASE,
)
_STRUCTURED = regex(  # of other numbers than there are entries, or of more tensors than a formula shows
    r"\b(?:symmetric\w*|diagonal\w*|triangular|sparse\w*|banded|tied|tying|shar(?:ed?|es|ing)|frozen|toeplitz|circulant"
    r"|skew|orthogonal\w*|orthonormal|one-hot|non-?zeros?|distinct|independent|free|unique\w*|block\w*|complex|packed"
    r"|padd\w+|groups?|copies|layers|heads|experts)\b",
    re.IGNORECASE,
)
_THING = regex(  # *the adapter has*, *so the three projections have*
    rf"(?:^|[,;:]|\b(?:and|{THEN}))\s*(?:the|this|these|our)\s+"
    rf"(?:(?!(?:of|in|for|to|with|whole|entire|full|network|model)\b)[a-z-]+\s+){{1,3}}{_VERB}(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_MORE = regex(r"\b(?:bias(?:es)?|norm\w*|gains?|embeddings?|all|whole|entire|stack\w*|network|model)\b", re.IGNORECASE)
_HEAD = regex(rf"(?:the\s+)?(?:(?:number|count|no\.)\s+of\s+|\\?#\s*)?{_NOUN}", re.IGNORECASE)
_FORMULA = regex(r"\$[^$]*\$?|\\\(.*?(?:\\\)|\Z)", re.DOTALL)
_MOST = 8  # tensors of a formula
_NEAR = 12  # formulas of a row


class _Said(NamedTuple):
    """What a sentence says: of which formulas, how many, of what, and where the number stands."""

    subjects: tuple[Entry, ...]
    number: ast.Operand
    noun: str
    span: Span
    at: Entry
    some: bool = False  # some of the subjects may be inputs


def wrong_counts(session: Session, entries: Sequence[Entry], laboratory: Laboratory) -> Iterator[Diagnostic]:
    """What is wrong with such numbers: NT301, as a warning, for it is words that say it."""
    for place, entry in enumerate(entries):
        said = _in_table(entries, place) if entry.cell else _said(entries, place) or _of_a_thing(entries, place)
        if said is None or _is_doubtful(said):
            continue
        try:
            told = _told(session, said)
        except Unreadable:
            continue
        if told is not None:
            yield told


def _said(entries: Sequence[Entry], place: int) -> _Said | None:
    """What is said of the formula at a place, and of those before it in its list."""
    entry = entries[place]
    if not _is_plain(entry):
        return None
    span, subjects = entry.parsed.span, _subjects(entries, place)
    head = sentences.before(subjects[0].parsed.span)
    number_of = _NUMBER_OF.search(head)
    if number_of is None and not _SUBJECT.search(head):
        return None
    written = _IN_WORDS.match(span.source.words, span.end)
    if written is not None and number_of is None:
        there = span._replace(start=written.start("number"), end=written.end("number"))
        count = ast.Number(float(re.sub(r"\D", "", written["number"])), 0, there)
        return _Said(subjects, count, written["noun"], there, entry)
    following = entries[place + 1] if place + 1 < len(entries) else None
    last = _last_side(following) if following is not None and _is_plain(following) else None
    if following is None or last is None:
        return None
    there = following.parsed.span
    between, behind = sentences.between(span, there), _BEHIND.match(there.source.words, there.end)
    noun = number_of if number_of is not None and _IS.fullmatch(between) else None
    noun = behind if number_of is None and _HAS.fullmatch(between) else noun
    return None if noun is None else _Said(subjects, last, noun["noun"], there, following)


def _of_a_thing(entries: Sequence[Entry], place: int) -> _Said | None:
    """What is said of a thing that words name, behind the declarations in its paragraph."""
    entry, last = entries[place], _last_side(entries[place])
    if not _is_plain(entry) or last is None or isinstance(last, ast.Number):
        return None
    span = entry.parsed.span
    behind, before = _BEHIND.match(span.source.words, span.end), sentences.paragraph_before(span, 600)
    if behind is None or behind["free"] is None or not _THING.search(sentences.before(span)):
        return None
    if _MORE.search(_FORMULA.sub(" ", before)):
        return None
    near = [e for e in entries[max(0, place - _NEAR) : place] if e.parsed.span.source is span.source and _is_plain(e)]
    own = [e for e in near if e.parsed.span.start >= span.start - len(before) and _declares(e)]
    return _Said(tuple(own), last, behind["noun"], span, entry, some=True) if own else None


def _declares(entry: Entry) -> bool:
    return bool(_names(entry)) and isinstance(entry.parsed, ast.Chain) and bool(entry.parsed.rest)


def _in_table(entries: Sequence[Entry], place: int) -> _Said | None:
    """What a row of a table says of the tensor that it declares, below *parameters* or the like."""
    entry = entries[place]
    names, span = _names(entry), entry.parsed.span
    if entry.display or entry.mistaken or names is None or len(names) != 1:
        return None
    rows = rows_of(span)
    row = next((row for row in rows[1:] if row[0].start <= span.start and span.end <= row[-1].end), ())
    heads = [_HEAD.fullmatch(bare(cell)) for cell in rows[0]] if row else []
    found = [(cell, head["noun"]) for cell, head in zip(row, heads, strict=False) if head is not None]
    if len(found) != 1 or len(row) != len(heads):
        return None
    cell, noun = found[0]
    written = number_of(cell)
    near = [e for e in entries[max(0, place - _NEAR) : place + _NEAR] if e.cell and e is not entry]
    own = [e for e in near if e.parsed.span.source is cell.source and cell.start <= e.parsed.span.start < cell.end]
    number = written if written is not None else _last_side(own[0]) if len(own) == 1 else None
    return None if number is None else _Said((entry,), number, noun, number.span, entry)


def _is_plain(entry: Entry) -> bool:
    return not (entry.display or entry.cell or entry.negated or entry.mistaken or entry.supposed)


def _subjects(entries: Sequence[Entry], place: int) -> tuple[Entry, ...]:
    """The formulas of a list that ends at a place, *`A` and `B`*, *`Y = W x` with `x \\in S`*."""
    first = place
    while first and _is_plain(entries[first - 1]):
        between = sentences.between(entries[first - 1].parsed.span, entries[first].parsed.span)
        equates = _equation(entries[first - 1]) is not None
        if not _AND.fullmatch(between) and not (equates and _WITH.fullmatch(between)):
            break
        first -= 1
    return tuple(entries[first : place + 1])


def _last_side(entry: Entry) -> ast.Operand | None:
    """What a formula comes to, as it is written last."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or parsed.conditions:
        return None
    if any(relation.kind not in ("eq", "define") for relation, _ in parsed.rest):
        return None
    return parsed.rest[-1][1] if parsed.rest else parsed.subjects[0]


def _equation(entry: Entry) -> ast.Operand | None:
    """The right side of an equation, or a formula that is more than a name."""
    side = _last_side(entry)
    return None if isinstance(side, ast.Symbol) else side


def _names(entry: Entry) -> tuple[ast.Symbol, ...] | None:
    """The names that stand alone in a formula, or that it declares; None if it is another one."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or any(relation.kind != "in" for relation, _ in parsed.rest):
        return None
    names = [subject for subject in parsed.subjects if isinstance(subject, ast.Symbol)]
    return tuple(names) if len(names) == len(parsed.subjects) else None


def _is_doubtful(said: _Said) -> bool:
    first, last = said.subjects[0].parsed.span, said.span
    sentence = f"{sentences.before(first)} {sentences.between(first, last)} {sentences.after(last)}"
    words = _FORMULA.sub(" ", sentence)
    before = [] if said.at.cell else sentences.of_paragraph_before(first)
    near = " ".join([*before, words])
    return _DOUBT.search(words) is not None or _STRUCTURED.search(near) is not None


def _told(session: Session, said: _Said) -> Diagnostic | None:
    """What is wrong with a number. Raises Unreadable for what is no size, or no tensor."""
    env = session.environment(said.at)
    equations = _stated(session, said.at, env)
    claimed = to_size(session, said.number, env)
    formulas = [side for entry in said.subjects if (side := _equation(entry)) is not None and _names(entry) is None]
    if len(formulas) > 1 or (formulas and said.noun not in ("parameters", "weights")):
        return None
    if formulas:
        parts = _declared_in(session, formulas[0], said.subjects[0], env)
        totals = _choices(list(parts.values()))
    else:
        named = [name for entry in said.subjects for name in _names(entry) or ()]
        parts = {name.full_name: _entries_of(session, name, env) for name in named}
        totals = _choices(list(parts.values())) if said.some else [_sum(parts.values())]
        if said.some and len(parts) == 1:  # *four projections* of one shape
            totals = [number(n) * totals[0] for n in range(1, _MOST + 1)]
    if not parts or len(parts) > _MOST or not _is_none_of(equations, claimed, totals):
        return None
    return _diagnostic(said, parts, equations)


def _stated(session: Session, at: Entry, env: Environment) -> Equations:
    """All that is said of sizes where an entry stands, in sentences, of real models, and beside its table too."""
    equations = env.notebook.equations.copy()
    rows = rows_of(at.parsed.span) if at.cell else ()
    beside = (s.pairs for s in session.sizes if rows and not s.entry.display and is_beside(s.entry, rows))
    visible = (stated.pairs for stated in session.visible_sizes(at, every=True))
    for one, other in chain(*beside, *visible, env.notebook.said):
        equations.suggest(one, other)
    return equations


def _is_none_of(equations: Equations, claimed: Size, totals: Sequence[Size]) -> bool:
    """Whether a size differs from each of some, and in nothing of which these do not speak."""
    said, found = equations.reduce(claimed), [equations.reduce(total) for total in totals]
    known = frozenset().union(*(size.atoms for size in found))
    return said not in found and said.atoms <= known and (bool(said.atoms) or not known)


def _declared_in(session: Session, formula: ast.Operand, at: Entry, env: Environment) -> dict[str, Size]:
    """How many entries each of the tensors has that a formula is made of. Raises Unreadable."""
    found = dict[str, Size]()
    for name, _ in sorted(ingredients(session.scope, names_in(formula), at)):
        binding = session.scope.tensor(name, at)
        parsed = binding.entry.parsed if isinstance(binding, Declared) else None
        subjects = parsed.subjects if isinstance(parsed, ast.Chain) else ()
        symbol = next((s for s in subjects if isinstance(s, ast.Symbol) and s.full_name == name), None)
        if symbol is None:
            raise Unreadable("it is not declared with a shape", formula.span)
        found[name] = _entries_of(session, symbol, env)
    return found


def _entries_of(session: Session, name: ast.Symbol, env: Environment) -> Size:
    """How many entries a tensor has. Raises Unreadable if that is not known."""
    shape = infer.check(session, name, env).shape
    if not shape or env.notebook.problems or env.notebook.blockers:
        raise Unreadable("it is no tensor of known shape", name.span)
    return reduce(Size.__mul__, shape.values(), number(1))


def _choices(sizes: Sequence[Size]) -> list[Size]:
    """What each choice of some tensors comes to."""
    return [_sum(chosen) for n in range(1, len(sizes) + 1) for chosen in combinations(sizes, n)]


def _sum(sizes: Iterable[Size]) -> Size:
    return reduce(Size.__add__, sizes, number(0))


def _diagnostic(said: _Said, parts: dict[str, Size], equations: Equations) -> Diagnostic:
    sizes = {name: _text(size, equations.reduce(size)) for name, size in parts.items()}
    written = said.number.span.text
    if len(parts) == 1:
        ((name, size),) = sizes.items()
        message = f"{name} has {size} entries, and the words say {written}"
    else:
        message = f"the words say {written} {said.noun}, and the tensors have {_listed(sizes)}"
    return Diagnostic("NT301", message, said.span, label="another number", graded=Severity.WARNING)


def _listed(sizes: Mapping[str, str]) -> str:
    *others, last = (f"{size} ({name})" for name, size in sizes.items())
    return f"{', '.join(others)} and {last} entries"


def _text(size: Size, reduced: Size) -> str:
    return f"{size}" if size == reduced else f"{size} = {reduced}"
