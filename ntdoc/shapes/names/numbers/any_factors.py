"""Greek letters of which nothing is said, in an identity of tensors that may be any: *we have
`w - \\eta (g + \\lambda w) = (1 - \\eta \\lambda) w - \\eta g`, where `w, g \\in \\reals^{\\ax}`*.

With each letter on both sides, as a factor alone, it says something of every number. What holds for some number has it
on one side, `A x = \\lambda x`, or says so. An update, `w \\leftarrow w - \\eta g`, may be one by any.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.document import sentences
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers.bounded import any_number
from ntdoc.shapes.names.numbers.introduced import is_new
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.patterns import ARITHMETIC, is_update, names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.syntax.symbols import GREEK
from ntdoc.vocabulary import ADVERB, IF, SUPPOSE, THEN

_CLAIMS = regex(
    rf"(?:\b(?:(?:we|it|one)\s+(?:(?:{ADVERB}|always)\s+)?(?:have|has|holds\s+that|get|see|find|obtain)"
    rf"|(?:{THEN}|that|indeed|clearly|note\s+that))|^\W*)\s*(?:,\s*)?(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_SUPPOSES = regex(
    rf"\b(?:{IF}|{SUPPOSE}|some|such\s+that|unless|choose|chosen|solves?|satisf\w+|condition\w*)\b",
    re.IGNORECASE,
)


def declare(roles: Sequence[Role], scope: Scope, ranges: Ranges) -> None:
    """Declare these letters, each as any number from its statement on, in its section."""
    for role in roles:
        at, parsed = role.entry, role.entry.parsed
        if is_update(parsed) and isinstance(parsed, ast.Chain) and not (at.display or at.negated or at.supposed):
            _insert(_of_step(role, parsed, scope, ranges), role, scope)
        if role.kind is not Kind.CLAIM or at.display or at.supposed or at.assumed or at.negated or at.worded:
            continue
        if not isinstance(parsed, ast.Chain) or not _is_identity(parsed):
            continue
        left, right = parsed.subjects[0], parsed.rest[0][1]
        names = names_in(left) | names_in(right)
        greek = (name for name in names if name in GREEK and lookup(name) is None)
        letters = {name for name in greek if is_new(name, role, scope, ranges)}
        if not letters or not letters <= names_in(left) & names_in(right):
            continue
        others = [scope.tensor(name, at) for name in names - letters]
        free = all(isinstance(b, Declared) and b.domain is not None and b.entry.section == at.section for b in others)
        if not others or not free or not any(isinstance(b, Declared) and b.along for b in others):
            continue
        before, after = sentences.before(parsed.span), sentences.after(parsed.span)
        if _CLAIMS.search(before) and not _SUPPOSES.search(f"{before} {after}"):
            _insert(letters, role, scope)


def _insert(letters: Set[str], role: Role, scope: Scope) -> None:
    for name in sorted(letters):
        said = any_number(name, role.entry.parsed.span, replace(role.entry, index=role.entry.index - 1))
        scope.insert(said)
        scope.hold_alone(said.entry, of_section=name)


def _of_step(role: Role, parsed: ast.Chain, scope: Scope, ranges: Ranges) -> Set[str]:
    """The letters in an update of a declared tensor by others of its section."""
    left, right = parsed.subjects[0], parsed.rest[0][1]
    if len(parsed.subjects) != 1 or len(parsed.rest) != 1 or not isinstance(left, ast.Symbol):
        return frozenset()
    if not _is_plain((left, right)):
        return frozenset()
    names = names_in(right)
    letters = {x for x in names if x in GREEK and lookup(x) is None and is_new(x, role, scope, ranges)}
    others = [scope.tensor(name, role.entry) for name in (names - letters) | {left.full_name}]
    here = all(b is not None and b.entry.section == role.entry.section for b in others)
    return letters if here and left.full_name in names else frozenset()


def _is_identity(parsed: ast.Chain) -> bool:
    """Whether an equation is of names, numbers, sums, and products by entries alone."""
    if len(parsed.subjects) != 1 or len(parsed.rest) != 1 or parsed.rest[0][0].kind != "eq" or parsed.conditions:
        return False
    return _is_plain((parsed.subjects, parsed.rest[0][1]))


def _is_plain(sides: object) -> bool:
    """Whether sides have nothing but these, and no names with a subscript."""
    parts = [*walk(sides)]
    plain = all(isinstance(part, ARITHMETIC) for part in parts if not isinstance(part, ast.Script))
    return plain and all(part.sub is None and not part.axes for part in parts if isinstance(part, ast.Symbol))
