"""*Is it so? No. Take `g(x) = x^2`*, of a `g` that the text has already: a counterexample, which holds in its sentence.

Claims in numbers behind it in its paragraph may be of it, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.scope import Scope
from ntdoc.vocabulary import LET

_TAKES = regex(
    r"^(?P<denies>[^$]*?\b(?:no|not\s+(?:in\s+general|always)|false)\s*[:,;—–-]+)?\W*(?:(?:for|as\s+an?)\s+(?:example|instance|counter-?example),?\s+)?(?:(?:just|simply)\s+)?"
    rf"(?:{LET}|try|look\s+at|with|for)\b",
    re.IGNORECASE,
)
_NO = regex(
    r"(?:^|[.:?!*_)]\s*)\b(?:no|not\s+(?:in\s+general|always|true|so)|false|wrong|it\s+is\s+not|it\s+does\s+not)\s*$",
    re.IGNORECASE,
)
_COUNTEREXAMPLE = regex(r"\bcounter-?examples?\b", re.IGNORECASE)


def held_alone(roles: Sequence[Role], scope: Scope) -> list[Role]:
    """The roles, of which what a counterexample says of such names holds in its sentence."""
    return [_alone(role, scope) if _is_counterexample(role.entry) else role for role in roles]


def _alone(role: Role, scope: Scope) -> Role:
    found, at = role.defines, role.entry
    if not isinstance(found, Tensor | Function) or at.local:
        return role
    if not any(b.entry.index < at.index and b.entry.sentence != at.sentence for b in scope.by_name.get(found.name, ())):
        return role
    scope.hold_alone(at)
    return replace(role, entry=replace(at, local=True))


def _is_counterexample(at: Entry) -> bool:
    """Whether a sentence takes something, and the one before denies, or one of them speaks of a counterexample."""
    words, earlier = sentences.before(at.parsed.span), sentences.of_paragraph_before(at.parsed.span)[-1:]
    takes = _TAKES.match(words)
    if at.display or takes is None:
        return False
    denied = takes["denies"] is not None or any(_NO.search(" ".join(text.split())) for text in earlier)
    return denied or any(_COUNTEREXAMPLE.search(text) for text in (words, *earlier))
