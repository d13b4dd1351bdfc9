"""A name that is found nowhere: an error with what may be meant, or something that ntdoc does not read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions.combine import poison, report
from ntdoc.shapes.names.similar import similar
from ntdoc.shapes.names.undeclared import identities, meant, own_definition, slips, unread
from ntdoc.shapes.names.undeclared.missing import Missing, Rule
from ntdoc.shapes.typed import Typed
from ntdoc.source import Span

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

# Asked in turn, until one of them tells.
_OF_TENSORS: tuple[Rule, ...] = (
    meant.number_counted,
    meant.whole_number_bounded,
    meant.size,
    meant.number_glossed,
    meant.number_named,
    meant.another,
    unread.of_moments,
    unread.only_starred,
    meant.root,
    meant.number_of_a_sign,
    identities.identity,
    unread.member_left_out,
    meant.inverse,
    meant.common_value,
    meant.member_of_any_index,
    unread.angle_brackets,
    unread.optimum,
    unread.range_of_places,
    meant.start,
    unread.component,
    unread.member_not_followed,
    unread.start_of_noise,
    slips.member_of_unread_family,
    meant.start_of_signature,
    meant.unsaid_start,
    meant.end_of_a_sum,
    slips.member_past_its_family,
    slips.written_otherwise,
    own_definition.circle_or_update,
    unread.member_of_a_family,
    unread.only_said,
    unread.letter_of_what_is_not_read,
    unread.unknown_of_an_equation,
    slips.defined_in_unread_row,
    unread.said_beside_update,
    unread.spoken_of,
    unread.said_alike,
    unread.described,
    unread.index_of_no_range,
    unread.tried_in_a_problem,
    meant.defined_in_a_case,
)
_OF_FUNCTIONS: tuple[Rule, ...] = (
    unread.angle_brackets,
    unread.optimum,
    unread.range_of_places,
    unread.function_not_followed,
    own_definition.circle_or_update,
    unread.member_of_a_family,
    unread.derivative_with_primes,
    unread.standard_symbol,
    unread.only_said,
    slips.defined_in_unread_row,
    unread.said_beside_update,
    unread.listed,
    unread.explained_in_words,
)


def undeclared(session: Session, name: str, env: Environment, span: Span, *, function: bool) -> Typed:
    """A name that is found nowhere. One that the words use for how many there are of something is a natural number.

    Raises Unreadable for a component of a declared tensor, `A_i`, and for a member of a family, `f^1`.
    """
    missing = Missing(session, name, env, span, function)
    rules = _OF_FUNCTIONS if function else _OF_TENSORS
    for rule in rules if name not in session.scope.any.get(env.at.index, ()) else ():
        if (told := rule(missing)) is not None:
            return told
    kind, code = ("function", "NT202") if function else ("name", "NT201")
    where = _of_its_word(span, name) if function else span
    hints = similar(session.scope.by_name, session.scope.of_base(name), name, function)
    report(env, Diagnostic(code, f"{name} is not declared", where, label=f"undeclared {kind}", hints=hints))
    return poison(span)


def _of_its_word(span: Span, name: str) -> Span:
    """The word `sofmax` in `\\nfun{\\ax}{sofmax}`, where nothing is wrong with the rest."""
    word = re.search(rf"\}}\s*\{{\s*({re.escape(name)})\s*\}}$", span.text)
    return span if word is None else Span(span.source, span.start + word.start(1), span.start + word.end(1))
