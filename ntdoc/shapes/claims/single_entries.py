"""Worked examples in numbers of what has axes: *one input, one unit: `x = 1`, `W = 0.5`, then `z = 0.5`*.

There each axis has one entry: the text says that there is one, or it gives a bare number to every tensor that the claim
rests on. A number for all the entries of a longer axis is told so, *all weights are `0.5`*, and is no such example.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.claims.rests_on import all_names
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import number_in
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import default_size, number
from ntdoc.shapes.summary import is_sampled
from ntdoc.syntax import literals
from ntdoc.vocabulary import SEVERAL

_ONE = regex(  # *one input*, *a single unit*, *the scalar case*, *in one dimension*
    r"(?:(?:^|[.,:;(])\s*|\b(?:and|with|for|take|consider|of|in|have|has|only|just)\s+)(?:(?:an?|the)\s+)?"
    r"(?:one|single|scalar)\s+(?!(?:of|can|may|has|gets?|we|step|update|epoch|iteration|example)\b)[a-z]"
    r"|\bscalar\s+(?:case|example|version|setting)\b|\bone-dimensional\b|\b(?:all|everything)\b[^.]*\bscalars?\b",
    re.IGNORECASE | re.MULTILINE,
)
_MORE = regex(
    rf"\b(?:all|every|each|everywhere|entries|entry|equal|same|identical|uniform\w*|constant|ones|zeros)\b"
    rf"|\b(?:{SEVERAL})\s+[a-z]",
    re.IGNORECASE,
)
_SEVERAL = 2  # of one number for one tensor nothing says that it is the whole tensor


def with_one_entry_each(session: Session, claim: Judged) -> Iterator[Judged]:
    """A claim where each axis of the tensors that have got a bare number for it has one entry, if it is of no more.

    Something else than zeros and ones, which say what all entries are, has to be among the numbers, or words say
    that there is one.
    """
    at = claim.role.entry
    if claim.law is not None or len(claim.plans) != 2 or any(map(is_sampled, claim.plans)):
        return
    axes, given = set[str](), list[Tensor]()
    for name in sorted(all_names(session, claim)):
        said = [b for b in session.scope.by_name.get(name, ()) if b.entry.index < at.index]
        declared = [b for b in said if isinstance(b, Declared) and b.domain is not None and b.along]
        if declared and isinstance(said[-1], Tensor) and _is_bare(said[-1], at):
            given.append(said[-1])
            axes |= {sized.axis.name for b in declared[-1:] if b.domain for sized in b.domain.shape.axes}
    if not axes or not _is_of_one(given, at):
        return
    equations = claim.notebook.equations.copy()
    for axis in sorted(axes):
        equations.suggest(default_size(axis), number(1))
    yield replace(claim, notebook=replace(claim.notebook, equations=equations))


def _is_bare(found: Tensor, at: Entry) -> bool:
    """Whether a section gives a name a number, and no list of one."""
    return found.entry.section == at.section and literals.is_number(found.body) and not found.indices


def _is_of_one(given: list[Tensor], at: Entry) -> bool:
    """Whether words say that there is one entry, or numbers of several tensors do so where no words say of how many."""
    spans = [*(b.entry.parsed.span for b in given), at.parsed.span]
    words = " ".join(re.sub(sentences.FORMULA, " ; ", sentences.before(span)) for span in spans)
    if _ONE.search(words):
        return True
    if _MORE.search(words):
        return False
    return len(given) >= _SEVERAL and any(number_in(b.body) not in (0, 1) for b in given)
