"""How the tensors of a document are distributed: `\\epsilon \\sim \\mathcal{N}(0, 1)`, *independent with mean 0 and …*.

A law is one of independent entries: normal, uniform or Bernoulli, or, in words, any one with a mean and a variance.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.drawn_plan import ANY, NORMAL
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.patterns import is_identity, names_in
from ntdoc.shapes.samples import distributions
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Moment

_OTHERS = regex(rf"(?:\$|\\\))?(?:\s*(?:,\s*and|,|and)\s*{sentences.FORMULA})*\s*(?:both\s+|each\s+|all\s+)?")
_SAYS = regex(r"(?:,\s*)?(?:[a-z-]+\s+){0,3}?(?:be|is|are|have|has|having|with|whose)\b", re.IGNORECASE)
_INDEPENDENT = regex(r"\b(?:mutually\s+)?independent\b|\bi\.?\s?i\.?\s?d\b", re.IGNORECASE)
_STANDARD = regex(r"\bstandard[\s-]+(?:normal|gaussian)\b", re.IGNORECASE)
_NORMAL = regex(r"\bnormal(?:ly)?\b|\bgaussian\b", re.IGNORECASE)
_ZERO = r"(?:zero|0|\$\s*0\s*\$|\\\(\s*0\s*\\\))"
_CENTRED = regex(rf"\bzero[\s-]+mean\b|\bmeans?\s+(?:of\s+)?{_ZERO}(?!\w)|\bcent(?:ered|red)\b", re.IGNORECASE)
_ONE = r"(?:one|1|\$\s*1\s*\$|\\\(\s*1\s*\\\))"
_UNIT = regex(rf"\bunit[\s-]+variances?\b|\bvariances?\s+(?:of\s+)?{_ONE}(?!\w)", re.IGNORECASE)
_MEAN, _VARIANCE = (  # up to a formula
    regex(rf"\b{word}s?\s+(?:of\s+)?(?:\$|\\\()\s*", re.IGNORECASE) for word in ("mean", "variance")
)
_ANOTHER = regex(
    r";|[,.]\s+(?:and\s+)?(?:let|where|while|whereas|but|then|so)\b|,\s+(?:and\s+)?(?:\$|\\\()[^$]*(?:\\in|=)(?![a-z])"
    r"|\s+and\s+(?:\$|\\\()[^$]*\\in(?![a-z])",
    re.IGNORECASE,
)
_MORE = regex(  # of what these words say, no sample is drawn
    r"\b(?:given|condition\w*|dependent|correlat\w*|joint\w*|truncat\w*|discrete|uniform\w*|binary|signs?|poisson|not"
    r"|exponential\w*|laplac\w*|rademacher|bernoulli|if|covariances?|unless|bounded)\b|\\in\b|\\sim\b",
    re.IGNORECASE,
)


KINDS = {
    "E": "mean",
    "Var": "variance",
    "var": "variance",
    "Cov": "covariance",
    "cov": "covariance",
    "Std": "deviation",
    "std": "deviation",
}
"""The functions that are moments, where nothing else is called so."""

UNREAD = "a mean or a variance over chances"
"""Why a moment has no value."""


class Law(NamedTuple):
    """The kind of a distribution, and what it is given; none of it is mean 0, variance 1."""

    kind: str
    given: tuple[ast.Operand, ...]
    entry: Entry


class Laws:
    """The laws of a document, by name, and the names of which something else is said."""

    def __init__(self, entries: Sequence[Entry] = ()) -> None:
        self.by_name: dict[str, list[Law]] = {}
        self._others: set[tuple[str, int, int]] = set()  # the forms of names that are distributed in another way
        self._beside: set[tuple[int, str]] = set()  # the sections and names that stand beside a moment, in no other one
        at = {(id(e.parsed.span.source), e.parsed.span.start): e for e in entries}
        for entry in entries:
            parsed = entry.parsed
            if not isinstance(parsed, ast.Chain):
                continue
            if distributions.is_drawn(parsed):
                found = of_statement(parsed, entry)
                for name in distributions.names(parsed):
                    self._add(name, found)
            elif not (entry.negated or entry.local or entry.supposed):
                for name in _spoken_of(parsed):
                    if (said := _of_words(entry, at)) is not None:
                        self._add(name, said)
        if self.by_name:  # else nothing asks for it
            self._beside = _beside_moments(entries)

    def _add(self, name: str, law: Law | None) -> None:
        if law is None:
            self._others.add(taken_apart(name).form)
        else:
            self.by_name.setdefault(name, []).append(law)

    def of(self, name: str, at: Entry, scope: Scope) -> Law | None:
        """The law of a name where an entry stands: the last that is said of the same tensor before it or in its run."""
        laws = [law for law in self.by_name.get(name, ()) if law.entry.index <= at.index or law.entry.run == at.run]
        here = scope.tensor(name, at) if laws else None
        own = here.entry.index if here is not None else None
        same = (law for law in reversed(laws) if law.entry.index == own or scope.tensor(name, law.entry) is here)
        return next(same, None)

    def is_beside(self, name: str, at: Entry) -> bool:
        """Whether a name stands beside a moment, `\\mathbb{E}[z] = \\mu`, and in none: then it is not random."""
        return (at.section, name) in self._beside or name in outside(at.parsed)

    def is_other(self, name: str) -> bool:
        """Whether a name is distributed in a way of which no samples are drawn."""
        return taken_apart(name).form in self._others


def _beside_moments(entries: Sequence[Entry]) -> set[tuple[int, str]]:
    moments = [e for e in entries if any(map(_is_moment, walk(e.parsed)))]
    alone = [names_in(part) for e in moments for part in walk(e.parsed) if _is_moment(part)]
    own = {name for names in alone if len(names - KINDS.keys()) == 1 for name in names}
    return {(e.section, name) for e in moments for name in outside(e.parsed) if name not in own}


def outside(parsed: ast.Parsed) -> frozenset[str]:
    """The names in a statement that stand in none of its moments."""
    moments = [part for part in walk(parsed) if _is_moment(part)]
    if not moments:
        return frozenset()
    within = {id(part) for moment in moments for part in walk(moment)}
    beside = [s for s in walk(parsed) if isinstance(s, ast.Symbol) and id(s) not in within]
    return frozenset(name for s in beside for name in (s.full_name, s.name))  # `x^2` is a power of `x`, or a name


def _is_moment(part: object) -> bool:
    if isinstance(part, ast.Juxtaposition):
        head = part.factors[0]
        return len(part.factors) == 2 and isinstance(head, ast.Symbol) and head.roman and head.base in KINDS
    return isinstance(part, Moment)


def of_statement(parsed: ast.Chain, entry: Entry) -> Law | None:
    """The law that `X \\sim D` says, if it is one that is known."""
    kind, given = distributions.kind(parsed)
    return Law(kind, given, entry) if kind and distributions.subjects(parsed) else None


def without_identity(node: ast.Operand, named: Collection[str]) -> tuple[ast.Operand | None, tuple[str, ...]]:
    """`\\sigma^2 I_{\\ax,\\ax'}` as `\\sigma^2` and the axes of the identity; None of the identity alone.

    It may stand without axes, `\\sigma^2 I`, if nothing is `named` so; and a matrix be a `diag(v)`.
    """
    factors = node.factors if isinstance(node, ast.Juxtaposition) else (node,)
    last, rest = factors[-1], factors[:-1]
    if isinstance(last, ast.Symbol) and (is_identity(last) or (_is_plain(last) and last.full_name not in named)):
        axes = tuple(axis.name for axis in last.axes)
        if not rest or not isinstance(node, ast.Juxtaposition):
            return None, axes
        return rest[0] if len(rest) == 1 else node.replace(factors=rest), axes
    if len(rest) == 1 and isinstance(rest[0], ast.Symbol) and rest[0].base == "diag" and isinstance(last, ast.Group):
        return last.items[0] if len(last.items) == 1 and not last.parameters else node, ()
    return node, ()


def _is_plain(symbol: ast.Symbol) -> bool:
    """`I`, `I_d`, `\\mathbf{I}`, without axes."""
    return symbol.base in ("I", "mathbf(I)", "boldsymbol(I)", "bm(I)") and symbol.sup is None and not symbol.axes


def _spoken_of(parsed: ast.Chain) -> Iterator[str]:
    """The names of which a declaration or a formula that is a name speaks."""
    if not parsed.rest or parsed.rest[0][0].kind == "in":
        yield from (s.full_name for s in parsed.subjects if isinstance(s, ast.Symbol) and not s.axes)


def _of_words(entry: Entry, at: dict[tuple[int, int], Entry]) -> Law | None:
    """The law in the words behind a formula: *have independent entries with mean 0 and variance 1*."""
    span = entry.parsed.span
    text = _ANOTHER.split(sentences.after(span))[0]
    begin = _OTHERS.match(text)
    start = begin.end() if begin is not None else 0
    if _SAYS.match(text, start) is None or _MORE.search(text, start):
        return None
    spoken = sentences.before(span) + text[start:]
    if _STANDARD.search(text, start):
        return Law(NORMAL, (), entry)  # of a tensor, that of independent entries
    if not _INDEPENDENT.search(spoken):
        return None
    kind = NORMAL if _NORMAL.search(spoken) else ANY


    def formula(before: re.Pattern[str]) -> ast.Operand | None:
        found = before.search(text, start)
        there = at.get((id(span.source), span.end + found.end())) if found is not None else None
        parsed = there.parsed if there is not None else None
        if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1:
            return None
        bound = all(relation.kind in ("gt", "ge", "lt", "le") for relation, _ in parsed.rest)  # *variance `v > 0`*
        return parsed.subjects[0] if bound else None

    mean = ast.Number(0.0, 0, span) if _CENTRED.search(text, start) else formula(_MEAN)
    variance = ast.Number(1.0, 0, span) if _UNIT.search(text, start) else formula(_VARIANCE)
    return Law(kind, (mean, variance), entry) if mean is not None and variance is not None else None
