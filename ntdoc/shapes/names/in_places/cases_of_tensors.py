"""What a tensor is in a case: *if every tree fits, `T = y - F`*, *for the constant guess `z = c` the error is …*."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.closures import is_used_here, made_of
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.vocabulary import DISPLAY_CLOSES, IF

_IF = regex(rf"(?:^|{DISPLAY_CLOSES})\W*(?:{IF})\b", re.IGNORECASE)
_FORMULA = regex(r"\$[^$]+\$|\\\)")


def case_of_tensor(scope: Scope, entry: Entry, subject: ast.Operand, right: ast.Operand) -> ast.Symbol | None:
    """The name whose value a sentence supposes, if its section has it or makes use of it: so it is in this sentence."""
    if not isinstance(subject, ast.Symbol) or subject.axes or isinstance(right, ast.TensorSet):
        return None
    if not (_is_supposed(entry) or is_one_of_kind(scope, subject.full_name, right, entry)):
        return None
    if not names_in(right) or subject.full_name in made_of(scope, names_in(right), entry):
        return None  # *if they are independent, `P = p q`*, of the marginals `p` and `q` of `P`
    found = scope.tensor(subject.full_name, entry)
    if found is None or found.entry.index >= entry.index or found.entry.sentence == entry.sentence:
        return None
    here = found.entry.section == entry.section or is_used_here(scope, subject.full_name, entry)
    return subject if here else None


def _is_supposed(entry: Entry) -> bool:
    if not (entry.assumed or entry.supposed) or entry.display or entry.negated or entry.gives or entry.lets:
        return False
    words = sentences.before(entry.parsed.span)
    return entry.case or (_IF.search(words) is not None and not _FORMULA.search(words))


def is_one_of_kind(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*For the constant guess `z = c`*, of a tensor that its section only declares, with axes, in another sentence.

    With numbers, *for the input `x = (1, 2)`*, the text takes an example, and may go on with them.
    """
    if entry.display or entry.negated or entry.lets or not cases.is_of_one(entry.parsed.span):
        return False
    if not names_in(right) or numeric.is_array(right) or numeric.is_numbers(right):
        return False
    before = (b for b in reversed(scope.by_name.get(name, ())) if b.entry.index < entry.index)
    last = next((b for b in before if not (b.entry.local or b.entry.index in scope.cases)), None)
    if not isinstance(last, Declared) or not last.along:
        return False
    return last.entry.section == entry.section and last.entry.sentence != entry.sentence
