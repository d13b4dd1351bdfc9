"""The names of a document: what each of its statements binds, and where, before any shape is looked at."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ntdoc.reading.document import Document
from ntdoc.shapes import passes, said_sizes
from ntdoc.shapes.calculus.losses import Losses
from ntdoc.shapes.chances.laws import Laws
from ntdoc.shapes.document.axis_spellings import names_axes, spellings
from ntdoc.shapes.document.conditions import proofs
from ntdoc.shapes.document.conditions.assumptions import in_assumptions
from ntdoc.shapes.document.conditions.in_passing import in_passing
from ntdoc.shapes.document.conditions.several_models import told_apart
from ntdoc.shapes.document.entries import Entry, entries_of
from ntdoc.shapes.document.given_parts import given as given_parts
from ntdoc.shapes.document.named_sections import pointers
from ntdoc.shapes.expressions import indexing
from ntdoc.shapes.functions import any_arguments, densities, operators
from ntdoc.shapes.names import unread
from ntdoc.shapes.names.families import members_in_passing, summed_members
from ntdoc.shapes.names.families.given_members import end_in_examples
from ntdoc.shapes.names.in_places import by_turns, counterexamples, in_words, only_in_cases
from ntdoc.shapes.names.lefts import helpers
from ntdoc.shapes.names.lefts.classify import Classifier
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.lefts.words import Words
from ntdoc.shapes.names.numbers import (
    any_factors,
    behind_functions,
    glossed_orders,
    in_orders,
    introduced,
    minimizers,
    squares,
    stretches,
    supposed,
    tied,
)
from ntdoc.shapes.names.numbers.taken_numbers import keep_in_examples, shown_in_examples
from ntdoc.shapes.names.ranges import given_ends, some_index
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.names.restated import pseudo_code, solved_for, unknowns
from ntdoc.shapes.names.restated.implicit import to_be_solved
from ntdoc.shapes.names.restated.namesakes import Namesakes
from ntdoc.shapes.names.restated.restated import recognised
from ntdoc.shapes.names.sizes import counts
from ntdoc.shapes.recurrences.ends import written_ends
from ntdoc.shapes.recurrences.recurrent import recurrences
from ntdoc.shapes.samples import noise, ordered, size_orders
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.session import Session

RECURSION = 12_000  # frames: expressions and definitions within definitions are followed by recursion


def survey(document: Document, companions: tuple[Document, ...] = ()) -> tuple[Session, list[Role]]:
    """The names of a document and what its statements do, before anything is evaluated."""
    return named(document, entries_with(document, companions))


def entries_with(document: Document, companions: tuple[Document, ...]) -> list[Entry]:
    """The statements of a document and of what stands beside it."""
    entries = proofs.of_named_theorems(document, in_assumptions(document, entries_of(document)))
    for companion in companions:
        entries += entries_of(companion, len(entries), companion=True)
    return passes.run(entries)


def named(
    document: Document,
    entries: list[Entry],
    anew: frozenset[tuple[int, str]] = frozenset(),
    laws: Mapping[int, frozenset[str]] = MappingProxyType({}),
) -> tuple[Session, list[Role]]:
    """All bindings and stated sizes of a document, and the role of each entry.

    `anew` are sections, by their number, and letters that mean there what no other section says. `laws` are letters
    that are any tensors, by the entry where they are.
    """
    entries, parts = recurrences(entries)
    scope = Scope(anew)
    scope.any = {**operators.any_operands(entries), **laws}
    scope.shown, scope.numbered = shown_in_examples(entries), indexing.numbered_letters(entries)
    classifier = Classifier(
        scope,
        unread.defined_later(entries),
        slices=given_parts(entries),
        recurrences=parts,
        implicit=to_be_solved(entries),
        solved=solved_for.found_in(entries),
        counting=(counting := counts.declared_as_numbers(entries)),
        bound=squares.bound(entries),
        by_parts=helpers.by_parts(entries),
    )
    roles = [classifier.classify(entry) for entry in entries]
    roles = pseudo_code.left_to_the_text(roles, scope)
    scope.pointers = pointers(document, entries)
    summed_members.declare(roles, scope)
    ranges, words = Ranges(entries, scope), Words(entries, scope)
    ended = end_in_examples(entries, scope, ranges) | members_in_passing.keep_in_their_sections(entries, scope)
    if keep_in_examples(ranges.all, scope) or ended:
        ranges = Ranges(entries, scope)
    passing = in_passing(entries)
    behind_functions.declare(roles, scope)
    only_in_cases.declare(roles, scope)
    by_turns.keep_alone(roles, scope)
    roles = counterexamples.held_alone(roles, scope)
    roles = recognised(roles, scope, ranges, passing)
    some_index.declare(roles, entries, scope, ranges)
    stretches.declare(entries, scope, ranges)
    minimizers.declare(roles, scope)
    introduced.declare(roles, scope, ranges)
    any_arguments.declare(roles, scope, ranges)
    in_orders.declare(roles, scope, ranges)
    glossed_orders.declare(roles, scope, ranges)
    any_factors.declare(roles, scope, ranges)
    tied.declare(roles, scope, ranges)
    roles = supposed.declare(roles, scope, ranges)
    given_ends.declare(roles, scope, ranges)
    numbers = counts.left_to_sizes(entries, scope)
    scope.orders = ordered.said(roles, scope)
    roles = in_words.left_as_prose(roles, scope, ranges)
    session = Session(scope, ranges=ranges, words=words, laws=Laws(entries), axis_spellings=spellings(entries))
    session.names_axes = names_axes(entries)
    if session.axis_spellings:  # else the document is in ordinary notation, and not to be read
        scope.unread = {(name, e.section): e for e in reversed(entries) for name in unread.defined(e)}
        scope.unread = unknowns.determined(entries) | scope.unread
        for entry in entries:
            for name in unread.sizes(entry):
                scope.counted.setdefault(name, []).append(entry)
        scope.unread_numbers, scope.broken = unread.numbers(entries), unread.broken(entries)
    roles = noise.declare(session, roles)
    session.namesakes, session.losses = Namesakes(entries, scope), Losses(entries, scope)
    session.models = told_apart(entries)
    session.ends, scope.densities = written_ends(entries), densities.of(entries)
    session.passing = passing.keys() | session.models
    by_index = {entry.index: entry for entry in entries}
    counted = [(name, by_index[index]) for index, name in sorted(counting)]
    said_sizes.note_written(session, roles, [*counted, *numbers])
    session.sizes.extend(said_sizes.stated(session, roles))
    return session, size_orders.recognised(session, roles)
