"""Sentences and rows of tables that say how many entries or parameters something has, and whether that is certain."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ntdoc.regex import regex
from ntdoc.shapes.arithmetic import last_side
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.cells import bare, rows_of
from ntdoc.shapes.document.entries import Entry
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.in_numbers.in_tables import number_of
from ntdoc.vocabulary import ADVERB, FORMULA_CLOSES, FORMULA_OPENS, HEDGE, IF, NOT, OTHER, SUPPOSES, THEN

_SHUT, _OPEN = rf"\s*{FORMULA_CLOSES}", rf"{FORMULA_OPENS}\s*"
_VERB = (
    rf"(?:(?:together|both|in\s+total|{ADVERB})\s+)?"
    r"(?:has|have|contains?|holds?|comprises?|stores?|consists?\s+of)\s+"
    r"(?:(?:a\s+total\s+of|exactly|just|only|together|altogether)\s+)?"
)
_NOUN = (
    r"(?:(?:trainable|learnable|learned|scalar|real|floating-point)\s+)?"
    r"(?P<noun>(?P<free>parameters|weights)|entries|elements|components|coefficients|numbers|scalars)\b"
)
_OF_PARTS = (  # *entries per row*, *entries below zero*, *3 components of velocity*
    r"(?!\s*(?:,\s*)?"
    r"(?:per|each|in\s+(?!total)|for|along|of|that|which|the\s+first|below|above|equal|from|to|on|left)\b)"
)
_HAS = regex(rf"{_SHUT}\s*(?:,\s*)?{_VERB}{_OPEN}")
_IS = regex(rf"{_SHUT}\s*(?:is|are|equals?|comes\s+to)\s*{_OPEN}")
_BEHIND = regex(rf"{_SHUT}\s+{_NOUN}{_OF_PARTS}")
_IN_WORDS = regex(
    rf"{_SHUT}\s*(?:,\s*)?{_VERB}(?P<number>\d{{1,3}}(?:(?:,|\{{,\}}|\\,)\d{{3}})+|\d+)\s+{_NOUN}{_OF_PARTS}"
)
_NUMBER_OF = regex(
    rf"(?:^|[,;:(]|\b(?:and|{THEN}|that|because|since))\s*the\s+(?:total\s+)?number\s+of\s+{_NOUN}"
    r"\s+(?:of|in)\s+(?:the\s+(?:[a-z]+\s+)?(?:matrix|matrices|vector|tensor|layer|map|table)\s+)?(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_AND = regex(rf"{_SHUT}\s*(?:,|,?\s*and)\s*(?:the\s+)?(?:[a-z]+\s+)?{_OPEN}")
_WITH = regex(rf"{_SHUT}\s*(?:,\s*)?(?:with|where|for)\s*{_OPEN}")
_SUBJECT = regex(  # *the weight matrix `W`*, *so `W`*, and not *each row of `W`*
    rf"(?:^|[,;:(]|(?:\$|\\\))\s+(?=[a-z])|\b(?:and|{THEN}|that|because|since|while|but|whereas|where))\s*"
    r"(?:(?:the|an?|its|our|this|both|together)\s+)*"
    r"(?:(?!(?:of|at|in|for|to|by|on|from|than|per|between|with|over|under|if|when|let|once|each|every|any|new|no|rows?"
    r"|columns?|most|least|some|either|neither)\b)[a-z-]+\s+){0,4}(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_DOUBT = regex(
    rf"\b(?:{NOT}|{HEDGE}|{IF}|{SUPPOSES}|{OTHER}|can|rather|wrong\w*|errors?|mistakes?|unless|without|than|least|most"
    r"|about|around|roughly|nearly|almost|approximately|per|were|more|fewer|less|respectively|each|every|doubl\w+|tripl\w+"
    r"|halv\w+|remain\w*|left|after|before|count\w+|includ\w+|besides|there\s+are|where\s+the|on\s+[A-Z]\w+,)\b|n['’]t\b|\?",
    re.IGNORECASE,
)
_STRUCTURED = regex(  # of other numbers than there are entries, or of more tensors than a formula shows
    r"\b(?:\w*symmetric\w*|diagonal\w*|triangular|sparse\w*|banded|tied|tying|shar(?:ed?|es|ing)|frozen|fixed|toeplitz"
    r"|circulant|skew|orthogonal\w*|orthonormal|one-hot|non-?zeros?|distinct|independent|free|unique\w*|block\w*|complex"
    r"|packed|padd\w+|groups?|copies|layers|heads|experts|filters|channels|bands|probabilit\w*|distributions?"
    r"|simplex|sums?\s+to|unit|rotations?|covariances?|hessian|stress|strain|rank|products?|stochastic|transitions?"
    r"|quaternions?|monic|polynomial|cholesky|distances?|prun\w+|remov\w+|compress\w*|quanti[sz]\w*|kronecker|householder"
    r"|saved|subsets?|mask\w*|truncat\w*|augment\w*|append\w*|lists?|adjacency|fields?|trajector\w+|mixtures?|noise"
    r"|subspaces?|basis|bases|manifolds?|means|lasso|downsampl\w*|angles?|swapp\w+|real\s+and\s+imaginary|activations?|trained)\b",
    re.IGNORECASE,
)
_THING = regex(  # *the adapter has*, *so the three projections have*
    rf"(?:^|[,;:]|\b(?:and|{THEN}))\s*(?:the|this|these|our)\s+"
    rf"(?:(?!(?:of|in|for|to|with|whole|entire|full|network|model)\b)[a-z-]+\s+){{1,3}}{_VERB}(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_MORE = regex(  # there may be others, or these are none of its parameters
    r"\b(?:bias(?:es)?|norm\w*|gains?|embeddings?|all|whole|entire|stack\w*|network|model|inputs?|outputs?|tokens?|sequences?"
    r"|batch\w*|features?|data|examples?|samples?|map(?:s|ped|ping)?|states?|queries|query|keys?|values?|images?|hidden|scores?"
    r"|signals?|messages?|points?|words?)\b",
    re.IGNORECASE,
)
_ELSEWHERE = regex(r"\W*(?:with|outside|above|below|by|in|due|on|for|under|beyond|at)\b[^$,\\]*,", re.IGNORECASE)
_IN_TOTAL = regex(r"\b(?:together|altogether|total)\b", re.IGNORECASE)
_OF_A_TABLE = regex(
    r"\b(?:thousands?|millions?|billions?|bias(?:es)?|all|total|models?|outputs?|twelve|of\s+one)\b", re.IGNORECASE
)
_HEAD = regex(rf"(?:the\s+)?(?:(?:number|count|no\.)\s+of\s+|\\?#\s*)?{_NOUN}", re.IGNORECASE)
_SET_UP = regex(r"\\(?:ndef|newcommand|renewcommand|usepackage|documentclass|begin|end)\b[^\n]*")
_NEAR = 12  # formulas of a row


class Said(NamedTuple):
    """What a sentence says: of which formulas, how many, of what, and where the number stands."""

    subjects: tuple[Entry, ...]
    number: ast.Operand
    noun: str
    span: Span
    at: Entry
    some: bool = False  # some of the subjects may be inputs

    @property
    def of_parameters(self) -> bool:
        return self.noun in ("parameters", "weights")


def read(entries: Sequence[Entry], place: int) -> Said | None:
    """What is said of the formula at a place; None where it may be so for some reason that is not read."""
    entry = entries[place]
    said = _in_table(entries, place) if entry.cell else _said(entries, place) or _of_a_thing(entries, place)
    return None if said is None or _is_doubtful(said) else said


def _said(entries: Sequence[Entry], place: int) -> Said | None:
    """What is said of the formula at a place, and of those before it in its list."""
    entry = entries[place]
    if not _is_plain(entry):
        return None
    span = entry.parsed.span
    following = entries[place + 1] if place + 1 < len(entries) else None
    between = sentences.between(span, following.parsed.span) if following is not None else ""
    written, has, is_ = _IN_WORDS.match(span.source.words, span.end), _HAS.fullmatch(between), _IS.fullmatch(between)
    if not (written or has or is_):
        return None  # as nearly always: nothing else is looked at
    subjects = _subjects(entries, place)
    head = sentences.before(subjects[0].parsed.span)
    number_of = _NUMBER_OF.search(head)
    if number_of is None and not _SUBJECT.search(head):
        return None
    if written is not None and number_of is None:
        there = span._replace(start=written.start("number"), end=written.end("number"))
        count = ast.Number(float(re.sub(r"\D", "", written["number"])), 0, there)
        return Said(subjects, count, written["noun"], there, entry)
    last = last_side(following.parsed) if following is not None and _is_plain(following) else None
    if following is None or last is None:
        return None
    there = following.parsed.span
    behind = _BEHIND.match(there.source.words, there.end)
    noun = number_of if number_of is not None and is_ else None
    noun = behind if number_of is None and has else noun
    return None if noun is None else Said(subjects, last, noun["noun"], there, following)


def _of_a_thing(entries: Sequence[Entry], place: int) -> Said | None:
    """What is said of a thing that words name, behind the declarations in its paragraph."""
    entry, last = entries[place], last_side(entries[place].parsed)
    if not _is_plain(entry) or last is None or isinstance(last, ast.Number):
        return None
    span = entry.parsed.span
    behind, before = _BEHIND.match(span.source.words, span.end), sentences.paragraph_before(span, 600)
    if behind is None or behind["free"] is None or not _THING.search(sentences.before(span)):
        return None
    if _MORE.search(sentences.CUT_OFF.sub(" ", before)):
        return None
    near = [e for e in entries[max(0, place - _NEAR) : place] if e.parsed.span.source is span.source and _is_plain(e)]
    own = [e for e in near if e.parsed.span.start >= span.start - len(before) and _declares(e)]
    return Said(tuple(own), last, behind["noun"], span, entry, some=True) if own else None


def _declares(entry: Entry) -> bool:
    return bool(names_alone(entry)) and isinstance(entry.parsed, ast.Chain) and bool(entry.parsed.rest)


def _in_table(entries: Sequence[Entry], place: int) -> Said | None:
    """What a row of a table says of the tensor that it declares, below *parameters* or the like."""
    entry = entries[place]
    names, span = names_alone(entry), entry.parsed.span
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
    number = written if written is not None else last_side(own[0].parsed) if len(own) == 1 else None
    return None if number is None else Said((entry,), number, noun, number.span, entry)


def _is_plain(entry: Entry) -> bool:
    return not (entry.display or entry.cell or entry.negated or entry.mistaken or entry.supposed)


def _subjects(entries: Sequence[Entry], place: int) -> tuple[Entry, ...]:
    """The formulas of a list that ends at a place, *`A` and `B`*, *`Y = W x` with `x \\in S`*."""
    first = place
    while first and _is_plain(entries[first - 1]):
        between = sentences.between(entries[first - 1].parsed.span, entries[first].parsed.span)
        equates = equation_of(entries[first - 1]) is not None
        if not _AND.fullmatch(between) and not (equates and _WITH.fullmatch(between)):
            break
        first -= 1
    return tuple(entries[first : place + 1])


def equation_of(entry: Entry) -> ast.Operand | None:
    """The right side of an equation, or a formula that is more than a name."""
    side = last_side(entry.parsed)
    return None if isinstance(side, ast.Symbol) else side


def names_alone(entry: Entry) -> tuple[ast.Symbol, ...] | None:
    """The names that stand alone in a formula, or that it declares; None if it is another one."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or any(relation.kind != "in" for relation, _ in parsed.rest):
        return None
    names = [subject for subject in parsed.subjects if isinstance(subject, ast.Symbol)]
    return tuple(names) if len(names) == len(parsed.subjects) else None


def _is_doubtful(said: Said) -> bool:
    first, last = said.subjects[0].parsed.span, said.span
    if said.at.cell:
        rows = rows_of(first)
        table = first._replace(start=rows[0][0].start, end=rows[-1][-1].end)
        near = f"{sentences.paragraph_before(table, 600)} {table.source.words[table.start : table.end]}"
        words = sentences.CUT_OFF.sub(" ", _SET_UP.sub(" ", near))
        return _STRUCTURED.search(words) is not None or _OF_A_TABLE.search(words) is not None
    before = sentences.before(first)
    if _ELSEWHERE.match(before):  # *with a special token in front, `X` has …*
        return True
    sentence = first.source.words[first.start - len(before) : last.end + len(sentences.after(last))]
    near = "".join([*sentences.of_paragraph_before(first), sentence])
    words, near = (sentences.CUT_OFF.sub(" ", _SET_UP.sub(" ", text)) for text in (sentence, near))
    return _DOUBT.search(words) is not None or _STRUCTURED.search(near) is not None


def is_of_all_together(said: Said) -> bool:
    """Whether the words say that the number is that of all subjects together."""
    first, last = said.subjects[0].parsed.span, said.span
    around = (sentences.before(first), sentences.between(first, last), sentences.after(last))
    return any(_IN_TOTAL.search(text) for text in around)
