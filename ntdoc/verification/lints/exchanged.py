"""Two weights of a function in each other's places at a call: `f(X; \\beta^l, \\gamma^l)` of `f(X; \\gamma, \\beta)`.

Each bears the name of the other's parameter, with any label, and they have one shape: so nothing else tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Function
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.environment import Use
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.session import Session
from ntdoc.source import Span
from ntdoc.syntax import ast

_MEANT = regex(
    r"\b(?:swap|exchang|interchang|switch|revers|symmetr|permut|invert|mirror|opposite|vice\s+versa|conversely|instead|roles?"
    r"|in\s+the\s+other\s+order|other\s+way|order\s+of|in\s+place\s+of|each\s+other)",
    re.IGNORECASE,
)


def exchanged(session: Session, judged: Judged) -> Iterator[Diagnostic]:
    """NT414 for each call with two such arguments in what says what something is, and not beside one in order.

    A claim may be about just that, `f(1 - x; b, a) = f(x; a, b)`, and a text may speak of it.
    """
    at = judged.role.entry
    if judged.kind is not Kind.DEFINITION or at.negated or at.mistaken or _is_spoken_of(at):
        return
    uses = {use.span: use for use in judged.notebook.uses}
    calls = [call for call in _calls(session, at) if judged.span.covers(call[0].span)]
    for head, function, given in calls:
        places = _exchanged(function, given, uses, at)
        ordered = any(f.entry is function.entry and not _names_others(f, other) for _, f, other in calls)
        if places is None or ordered or function.entry is at:
            continue
        one, other = (given[place] for place in places)
        wanted = [function.extras[place].full_name for place in places]
        message = f"{one.full_name} stands in the place of {wanted[0]}, and {other.full_name} in that of {wanted[1]}"
        related = (Related(function.span, f"{head.full_name} is defined here"),)
        span = Span(one.span.source, one.span.start, other.span.end)
        yield Diagnostic("NT414", message, span, label="in each other's places", related=related)


def _is_spoken_of(at: Entry) -> bool:
    """Whether words of the sentence tell of another order; of a display, those before it and right behind it."""
    before, after = sentences.before(at.parsed.span, across=at.display), sentences.after(at.parsed.span)
    return _MEANT.search(f"{before} … {sentences.BLANK_LINE.split(after, maxsplit=1)[0]}") is not None


_Given = tuple[ast.Symbol, ...]


def _calls(session: Session, at: Entry) -> Iterator[tuple[ast.Symbol, Function, _Given]]:
    """The calls in a statement of functions that have one definition, with weights that all are names."""
    for head, group in pairs(at.parsed):
        if not isinstance(head, ast.Symbol) or not isinstance(group, ast.Group):
            continue
        found = session.scope.function(head.full_name, at)
        given = tuple(item for item in group.parameters if isinstance(item, ast.Symbol))
        function = found[0] if len(found) == 1 else None
        if isinstance(function, Function) and len(given) == len(group.parameters) == len(function.extras):
            yield head, function, given


def _names_others(function: Function, given: _Given) -> bool:
    """Whether some argument bears the name of another parameter than its own."""
    own = [_base(parameter) for parameter in function.extras]
    return any(_base(item) in own and _base(item) != name for item, name in zip(given, own, strict=True))


def _exchanged(function: Function, given: _Given, uses: Mapping[Span, Use], at: Entry) -> tuple[int, int] | None:
    """The places of two arguments that each bear the other's name, while all others bear their own or none of these."""
    own, names = [_base(parameter) for parameter in function.extras], [_base(item) for item in given]
    wrong = [n for n, name in enumerate(names) if name in own and name != own[n]]
    if len(wrong) != 2 or len({*own}) != len(own):
        return None
    first, last = wrong
    if (names[first], names[last]) != (own[last], own[first]):
        return None
    one, other = (uses.get(given[place].span) for place in wrong)
    if one is None or other is None or one.typed is None or other.typed is None:
        return None
    for use in (one, other):
        if use.binding is None or (use.name in function.letters and use.binding.entry.section != at.section):
            return None  # bare letters of another section may be any here
    return (first, last) if one.typed.shape is not None and one.typed.shape == other.typed.shape else None


def _base(symbol: ast.Symbol) -> str:
    return taken_apart(symbol.full_name).base
