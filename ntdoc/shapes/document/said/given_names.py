"""Words that give a name to what a formula says: *write `m` for `E`*, *let `m` denote `E`*, *denote `E` by `m`*."""

from __future__ import annotations

import re
from collections.abc import Set
from typing import NamedTuple

from ntdoc.operations.table import lookup
from ntdoc.reading.document import Mathematics, Prose
from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.items_before import Before, expression, head, one_chain
from ntdoc.shapes.patterns import names_in
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.relations import relations_in, trimmed

_PREPOSITION = r"(?:of|at|in|for|to|by|on|from|than|per|between|with|over|under|among|as|minus|plus|times|not|no|never)"
_NOUNS = rf"(?:(?!{_PREPOSITION}\b)[a-z-]+ ){{1,3}}"
_CALLED = rf"(?:the|an?|its|this|our) {_NOUNS}?(?:[a-z-]+,? )?and"
_THE = rf"(?:(?:the|its|our|this|that|an?) (?!(?:functions?|maps?|mappings?|operators?|sets?|events?)\b){_NOUNS})?"
_LISTED = r"(?<![$)])(?<![$)],)"  # *let `r` and `s` denote …*, *let `r`, `s` denote …*
_BEGINS = rf"(?:^[^\w$]*|[.;:(] |{_LISTED}(?:,| and) |\b(?:where|here|now|then|so|let|letting|that|but) )"
_ORDERS = rf"(?:{_BEGINS}|\band |[$)] (?=(?:we|one) ))"  # before a verb of its own: *let `x ∈ S` and write `m` for `E`*
_WHO = r"(?:(?:we|us|i|one) )?(?:(?:will|shall|simply|just|also|again|briefly|now|then) )?"
_SHORT = (
    r"(?:an? |the |our )?(?:usual )?"
    r"(?:shorthand|short-hand|short form|abbreviation|abbreviated form|short|notation|symbol|name)"
)
_DENOTES = rf"(?:denotes?|stands? for|abbreviates?|(?:is|be) {_SHORT} (?:for|of))"
_IT, _BY = r"(?:it|this|that)", r"(?:by|as|with)"
_CLAUSE = rf"(?:^|[.;:,(] ?)(?:(?!\b{_PREPOSITION}\b)[^.;:,($])*$"  # in which nothing else may be what is named


class _Way(NamedTuple):
    """How words give a name: those before the first formula, and those between the two."""

    before: re.Pattern[str]
    between: re.Pattern[str]
    name_first: bool
    sign: str


def _way(before: str, between: str, *, name_first: bool, sign: str = "coloneqq") -> _Way:
    return _Way(regex(before, re.IGNORECASE), regex(between, re.IGNORECASE), name_first, sign)


_WAYS = (
    _way(rf"{_ORDERS}{_WHO}writ(?:e|ing) $", rf" (?:(?:here|now|below|as {_SHORT}) )?for {_THE}", name_first=True),
    _way(rf"{_BEGINS}(?:the (?:letter|symbol|name|notation|shorthand) )?$", rf" {_DENOTES} {_THE}", name_first=True),
    _way(rf"{_BEGINS}{_NOUNS}?$", rf",? which (?:denotes|stands for) {_THE}", name_first=True),
    _way(
        r"\b(?:with|uses?|using|and|take|taking) $",
        rf" (?:standing for|(?:(?:standing|as|being) )?{_SHORT} for) {_THE}",
        name_first=True,
    ),
    _way(rf"{_ORDERS}{_WHO}(?:denot|abbreviat)(?:e|ing) by $", rf" {_THE}", name_first=True),
    _way(r"\b(?:let|letting) $", rf" be {_THE}", name_first=True, sign="="),
    _way(rf"{_ORDERS}{_WHO}defin(?:e|ing) $", rf" (?:as|by|to be) {_THE}", name_first=True),
    _way(rf"{_ORDERS}{_WHO}(?:set|setting|put|putting) $", rf" (?:equal )?to {_THE}", name_first=True),
    _way(rf"{_BEGINS}by $", rf" (?:we )?(?:will |shall )?denote {_THE}", name_first=True),
    _way(rf"{_ORDERS}{_WHO}(?:denot|abbreviat)(?:e|ing) {_THE}$", rf" (?:{_BY}|to) ", name_first=False),
    _way(
        rf"{_BEGINS}{_WHO}call(?:ing)? $",
        rf" {_CALLED} (?:(?:we|will|shall) )?(?:denote|write|abbreviate) {_IT} {_BY} ",
        name_first=False,
    ),
    _way(
        _CLAUSE,
        rf",? (?:(?:which )?(?:is |will be |shall be )?denoted {_BY}"
        rf"|(?:which|that) we (?:shall |will |also )?(?:(?:denote|abbreviate) {_BY}|write as|call)) ",
        name_first=False,
    ),
    _way(
        _CLAUSE,
        rf" is (?:called )?{_CALLED} (?:is denoted|we (?:denote|write|abbreviate) {_IT}) {_BY} ",
        name_first=False,
    ),
)
_ENDS = regex(
    r"\s*(?:$|[.,;:)!]|(?:and|so|where|with|then|in|throughout|below|from|for|here|hereafter|when|because|since|which|that"
    r"|as)\b)",
    re.IGNORECASE,
)
_NOUN_LEADS = regex(r" (?:the|its|our|this|that|an?) [a-z -]+ ", re.IGNORECASE)
_NOUN_GOES_ON = regex(r"\s*(?:of|over|between|along)\b")  # *let `n` denote the number `|\obs|` of observations*
_GOES_ON = regex(r"\s*(?:,\s*)?and\s*", re.IGNORECASE)
_NOT_SO = regex(
    r"\b(?:not|never|cannot|no longer|authors?|others?|often|usually|would|could|instead)\b|n't\b", re.IGNORECASE
)


class Given(NamedTuple):
    """A name that words give: how they do, and the words that led to the first of the two formulas."""

    way: _Way
    spoken: str

    def tokens(self, first: Mathematics, between: Span, last: Mathematics) -> tuple[Token, ...]:
        """The two formulas as one: `m := E`, and of a name with its set `m := E \\in S`."""
        name, value = (first, last) if self.way.name_first else (last, first)
        sign = Token(Kind.CHAR if self.way.sign == "=" else Kind.COMMAND, self.way.sign, between)
        left, right = trimmed(name.tokens), trimmed(value.tokens)
        ends = next(iter(relations_in(left)), len(left))
        return (*left[:ends], sign, *right, *left[ends:])


def read(first: Mathematics, between: Prose, last: Mathematics, before: Before, given: Given | None) -> Given | None:
    """The name that the words between two formulas give.

    It may be `given` with the words that led to another right before: *write `m` for `E` and `s` for `F`*.
    """
    middle = " ".join(f"x{between.text}x".split())[1:-1]
    ways = [way for way in _WAYS if way.between.fullmatch(middle)]
    after = sentences.without_comments(sentences.after(last.span))
    if not ways or not (_ENDS.match(after) or (_NOUN_LEADS.search(middle) and _NOUN_GOES_ON.match(after))):
        return None
    words = given.spoken if given is not None else _spoken(first)
    way = next((w for w in ways if w.before.search(words)), None)
    if way is None or _NOT_SO.search(words):
        return None
    name, value = (first, last) if way.name_first else (last, first)
    return Given(way, words) if _is_of(name, value, before, numbers=way.sign == "=") else None


def goes_on(words: object) -> bool:
    """Whether words behind a name that is given lead to another one."""
    return isinstance(words, Prose) and _GOES_ON.fullmatch(words.text) is not None


def _spoken(formula: Mathematics) -> str:
    """The words before a formula in its sentence, each with one space behind it."""
    return " ".join((*sentences.without_comments(sentences.before(formula.span)).split(), ""))


def _is_of(name: Mathematics, value: Mathematics, before: Before, *, numbers: bool) -> bool:
    """Whether a formula is a name that has no meaning yet, and another an expression that is not made of it.

    It may be a number alone, *let `c` be `0`*, if `numbers` may be.
    """
    left, body = expression(name) or _in_set(name), expression(value)
    if left is None or body is None or isinstance(body, ast.Symbol) or "\\times" in body.span.text:
        return False  # `n \\times m` says how large something is
    if isinstance(body, ast.Number) and not numbers:
        return False
    if isinstance(body, ast.Group) and (body.bracket != "(" or len(body.items) + len(body.parameters) != 1):
        return False  # a list, or a set
    letters = names_in(body)
    symbol = _named(left, letters)
    if symbol is None or symbol.axes or lookup(symbol.name) is not None:
        return False
    if symbol.full_name in letters or symbol.full_name in before.in_section:
        return False
    whole = head(body)
    if symbol.sub is not None and isinstance(body, ast.Index):
        return True  # *write `x_t` for `x_{\\time(t)}`*
    return whole is None or whole.base != symbol.base  # *write `x` for `x_t`* leaves out what is clear


def _named(left: ast.Expr, letters: Set[str]) -> ast.Symbol | None:
    """The name in `m`, or in `f(x)`, if its arguments are such letters."""
    if isinstance(left, ast.Juxtaposition) and len(left.factors) == 2:
        left, given = left.factors
        arguments = given.contents if isinstance(given, ast.Group) else ()
        if not arguments or not all(isinstance(x, ast.Symbol) and x.full_name in letters for x in arguments):
            return None
    return left if isinstance(left, ast.Symbol) else None


def _in_set(name: Mathematics) -> ast.Symbol | None:
    """The name in `m \\in \\reals`."""
    chain = one_chain(name)
    if chain is None or len(chain.rest) != 1 or not isinstance(chain.rest[0][1], ast.TensorSet):
        return None
    symbol, relation = chain.subjects[0], chain.rest[0][0]
    return symbol if isinstance(symbol, ast.Symbol) and relation.kind == "in" else None
