"""Names that a conditional sentence introduces, *if `y \\in S`*: they hold beyond it for want of anything else.

And numbers for sizes that a sentence takes, of which those before it know nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import is_made_of
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.vocabulary import ANY

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_NOUN = regex(
    rf"\b(?:{ANY})\s+(?!(?:of|such|these|those)\b)(?:[a-z-]+\s+){{1,3}}(?:\$|\\\()?\s*$", re.IGNORECASE
)


def local(scope: Scope, name: str, at: Entry) -> Tensor | Declared | None:
    """What a conditional sentence before an entry says of a name.

    In later sections, too, if what the sentence defines in a display is made of it: *if `y` is the label, then the
    loss is `L = …`* says what `y` is for as long as there is that loss. So does a noun of a number: *for every
    temperature `\\tau > 0`*.
    """
    found = [
        b
        for b in scope.by_name.get(name, ())
        if isinstance(b, (Tensor, Declared)) and b.entry.local and b.entry.index < at.index
    ]
    here = [b for b in found if b.entry.section == at.section]
    lasting = here or [b for b in found if _is_part_of_more(scope, b) or _is_called(b)]
    return lasting[-1] if lasting else None


def of_theorem(session: Session, name: str, at: Entry) -> Declared | None:
    """A tensor that a theorem speaks of, *for all `f \\in S`* behind a formula, elsewhere in it and in its proof."""
    if not at.proves:
        return None
    for e in reversed(session.ranges.entries):
        for condition in e.parsed.conditions if e.proves == at.proves and isinstance(e.parsed, ast.Chain) else ():
            domain = condition.rest[0][1] if condition.rest and condition.rest[0][0].kind == "in" else None
            if not isinstance(domain, ast.TensorSet) or domain.base.kind == "records":
                continue
            for symbol in condition.subjects:
                if isinstance(symbol, ast.Symbol) and symbol.full_name == name:
                    return Declared(name, domain, "", e, symbol.span)
    return None


def is_part(scope: Scope, found: Tensor | Declared, at: Entry) -> bool:
    """Whether a name is that of a part of a function of another section, said in a where-clause of it."""
    there = found.entry
    return there.where and there.section != at.section and scope.clause_of(there) is not None


def _is_called(b: Tensor | Declared) -> bool:
    """Whether a word says what kind of number a name stands for."""
    number = isinstance(b, Declared) and not b.along
    return number and _NOUN.search(sentences.before(b.entry.parsed.span)) is not None


def _is_part_of_more(scope: Scope, b: Tensor | Declared) -> bool:
    """Whether the sentence that says what a name is defines something in a display that is made of it."""
    beside = scope.made(_displayed_by_sentence).get(b.entry.sentence, ())
    return any(is_made_of(x.body, b.name) for x in beside)


def _displayed_by_sentence(scope: Scope) -> dict[int, list[Tensor]]:
    found: dict[int, list[Tensor]] = {}
    for b in (b for bindings in scope.by_name.values() for b in bindings):
        if isinstance(b, Tensor) and b.entry.display:
            found.setdefault(b.entry.sentence, []).append(b)
    return found


def is_of_later_text(session: Session, found: Tensor | Declared, name: str, at: Entry) -> bool:
    """Whether only a later paragraph gives a number to what has been something else until then."""
    return _is_size_until(session, found, name, at) or _is_parameter_until(session, found, name, at)


def _is_parameter_until(session: Session, found: Tensor | Declared, name: str, at: Entry) -> bool:
    """Whether a name is a parameter of a function before, and a number only later: *with one feature, `w = 22/15`*."""
    if not isinstance(found, Tensor) or found.entry.display or not numeric.is_number(found.body):
        return False
    if found.entry.index <= at.index or sentences.are_together(at.parsed.span, found.span):
        return False
    function = session.scope.parameter(name, at)
    return function is not None and function.entry.index != at.index


def _is_size_until(session: Session, found: Tensor | Declared, name: str, at: Entry) -> bool:
    """Whether only a later paragraph gives a number to what has been said to be a size: *for `n = 8` there are 4*."""
    later = isinstance(found, Tensor) and isinstance(found.body, ast.Number) and not found.entry.display
    if not later or found.entry.index <= at.index or sentences.are_together(at.parsed.span, found.span):
        return False
    return any(name in size.atoms for s in session.sizes if s.entry.index < at.index for size, _ in s.sizes)
