"""Orders the stages: text → document → statements → shapes → values and verdicts → report."""

from __future__ import annotations

import gc
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from ntdoc.diagnostics import Diagnostic
from ntdoc.directed import directed
from ntdoc.directives import directions_of
from ntdoc.given import give_values
from ntdoc.inline import reported
from ntdoc.read_anew import TRIES, Names, Suspicion, suspected
from ntdoc.reading import read_document, read_text
from ntdoc.reading.document import Document
from ntdoc.reading.files import is_there
from ntdoc.report import DocumentReport
from ntdoc.reporting import report_of, section_slugs
from ntdoc.settings import UNTOLD, Settings
from ntdoc.shapes import passes, said_sizes, words_of_letters
from ntdoc.shapes.across import (
    against_what_is_said,
    against_what_it_is_used_for,
    as_ordinary_notation,
    errors_of_members,
    note_equal_sizes,
    once_of_two_sizes,
    once_undeclared,
    once_where_it_is,
    said_in_prose,
)
from ntdoc.shapes.calculus.losses import Losses
from ntdoc.shapes.chances.laws import Laws
from ntdoc.shapes.claims.in_cases import heed_remarks, take_signs
from ntdoc.shapes.disputed import block_on_disputed
from ntdoc.shapes.document.axis_spellings import spellings
from ntdoc.shapes.document.conditions import proofs
from ntdoc.shapes.document.conditions.assumptions import in_assumptions
from ntdoc.shapes.document.conditions.in_passing import in_passing
from ntdoc.shapes.document.conditions.several_models import told_apart
from ntdoc.shapes.document.entries import Entry, entries_of
from ntdoc.shapes.document.named_sections import pointers
from ntdoc.shapes.environment import Notebook
from ntdoc.shapes.expressions import indexing, slices
from ntdoc.shapes.functions import densities
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names import unread
from ntdoc.shapes.names.families import members_in_passing, summed_members
from ntdoc.shapes.names.families.given_members import end_in_examples
from ntdoc.shapes.names.in_places import by_turns, counterexamples, in_words, only_in_cases
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
from ntdoc.shapes.samples.configured import stated_at
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Equations
from ntdoc.shapes.statements import judge
from ntdoc.source import SharedFile
from ntdoc.surroundings import everywhere, linked_sections, meeting, places, surroundings
from ntdoc.syntax.cursor import Unreadable
from ntdoc.told_sizes import give_sizes, largest_size, what_is_too_large
from ntdoc.verification import infinities, supposing, together, uncovered, unexpected
from ntdoc.verification.beside.other_meanings import leave_out_other
from ntdoc.verification.beside.other_notation import leave_out_other_notation
from ntdoc.verification.beside.under_conditions import leave_out_mistakes
from ntdoc.verification.compare import tolerating
from ntdoc.verification.hints import bracketed, circles, in_common, transposed
from ntdoc.verification.hints.misspelt import slips
from ntdoc.verification.in_numbers import passing_numbers
from ntdoc.verification.in_numbers.counted_entries import wrong_counts
from ntdoc.verification.in_numbers.in_tables import wrong_in_tables
from ntdoc.verification.in_numbers.said_in_millions import wrong_in_units
from ntdoc.verification.in_numbers.said_numbers import wrong_in_words
from ntdoc.verification.in_numbers.said_of_arrays import wrong_of_arrays
from ntdoc.verification.in_numbers.said_results import wrong_results
from ntdoc.verification.instances import far
from ntdoc.verification.lints import lint
from ntdoc.verification.readings import TOO_DEEP, verdicts_on
from ntdoc.verification.said_again import builtin, optima, primes, redefinition
from ntdoc.verification.said_again.said_derivatives import wrong_derivatives
from ntdoc.verification.said_again.said_places import wrong_places
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.written import as_written

_IN_WORDS = (
    wrong_in_words,
    wrong_places,
    wrong_derivatives,
    wrong_in_units,
    wrong_results,
    wrong_counts,
    wrong_of_arrays,
)
RECURSION = 12_000  # frames: expressions and definitions within definitions are followed by recursion
COMPANIONS = (".ntdoc.md", ".ntdoc.tex")


def compile_file(
    path: Path,
    shown_as: str,
    seed: int = 0,
    settings: Settings = UNTOLD,
    code: bool = False,
    examples: bool = True,
) -> DocumentReport:
    """Read, check and evaluate one document, with the companion file beside it if there is one.

    With `code`, definitions have their code along; without `examples`, statements lack the numbers beside them. Never
    raises on what a document says: that becomes diagnostics.
    """
    macros = settings.shared_macros
    document = read_document(path, shown_as, macros=macros)
    return compile_document(document, companions_of(path, shown_as, macros), seed, settings, code, examples)


def companions_of(path: Path, shown_as: str, macros: Sequence[SharedFile] = ()) -> tuple[Document, ...]:
    """The companion files beside a document, read; what is wrong in the `macros` is said with the document."""
    companions = []
    for ending in COMPANIONS:
        beside = path.with_name(path.stem + ending)
        if is_there(beside):
            there = str(Path(shown_as).with_name(beside.name).as_posix())
            companion = read_document(beside, there, macros=macros)
            own = tuple(d for d in companion.diagnostics if d.span.source not in companion.shared)
            companions.append(replace(companion, diagnostics=own))
    return tuple(companions)


def compile_text(
    text: str, shown_as: str, format: str = "markdown", seed: int = 0, settings: Settings = UNTOLD
) -> DocumentReport:
    """The same for a text that is no file."""
    return compile_document(read_text(text, shown_as, format, settings.shared_macros), (), seed, settings)


def compile_document(
    document: Document,
    companions: tuple[Document, ...] = (),
    seed: int = 0,
    settings: Settings = UNTOLD,
    code: bool = False,
    examples: bool = True,
) -> DocumentReport:
    """The verdict on every statement of a document; `companions` add definitions in the same notation."""
    limit, collecting = sys.getrecursionlimit(), gc.isenabled()
    sys.setrecursionlimit(max(limit, RECURSION))
    gc.disable()  # trees and plans are kept to the end: to look through them for cycles again and again finds nothing
    try:
        return _compiled(document, companions, seed, settings, code, examples)
    finally:
        sys.setrecursionlimit(limit)
        if collecting:
            gc.enable()


def _compiled(
    document: Document,
    companions: tuple[Document, ...],
    seed: int,
    settings: Settings,
    code: bool = False,
    examples: bool = False,
) -> DocumentReport:
    report = _compiled_with(document, companions, seed, settings, code, examples)
    refused: list[tuple[str, str]] = []
    smaller, without = settings, report
    while (why := what_is_too_large(without)) and (largest := largest_size(smaller)) is not None:
        name, size = largest
        refused.append((name, f"no example can have {name} = {size}: {why}"))
        smaller = smaller.without_size(name)
        without = _compiled_with(document, companions, seed, smaller, code, examples)
    return report if why else replace(without, refused=tuple(refused))


def _compiled_with(
    document: Document,
    companions: tuple[Document, ...],
    seed: int,
    settings: Settings,
    code: bool,
    examples: bool,
) -> DocumentReport:
    """The report with sizes as they are told."""
    entries = _entries(document, companions)
    report, suspicion = _checked(document, companions, entries, seed, settings, code, examples)
    names = suspicion.names
    for _ in range(TRIES if names else 0):
        again, _ = _checked(document, companions, entries, seed, settings, code, examples, names)
        if not (kept := suspicion.kept(names, report, again)):
            break
        if kept == names:
            return again
        names = kept
    return report


def _checked(
    document: Document,
    companions: tuple[Document, ...],
    entries: list[Entry],
    seed: int,
    settings: Settings,
    code: bool,
    examples: bool,
    anew: Names = frozenset(),
) -> tuple[DocumentReport, Suspicion]:
    """The report, and names that may have a meaning of their own in sections in which something is wrong."""
    directions = directions_of(document, companions)
    told = directions.within(settings)
    seed = seed if told.seed is None else told.seed
    session, roles = _scope(document, entries, anew)
    asked = give_sizes(session, directions, entries, settings)
    given = give_values(session, directions, entries, lambda value: _compiled(value, (), 0, UNTOLD))
    session.surroundings.clear()  # made before all sizes were known
    judged: list[Judged] = []
    for role in roles:
        if not role.mention:
            judged.extend(_judged(session, role))
    if not session.axis_spellings:
        as_ordinary_notation(judged)
    errors_of_members(session, judged)
    block_on_disputed(session, judged)
    said_in_prose(entries, judged)
    words_of_letters.joined(judged)
    once_undeclared(judged)
    once_of_two_sizes(entries, judged)
    once_where_it_is(judged)
    against_what_is_said(session, judged)
    against_what_it_is_used_for(judged)
    note_equal_sizes(session, judged)
    heed_remarks(session, judged)
    take_signs(session, judged)
    linked, displayed = linked_sections(judged), places(judged)
    laboratory = Laboratory(
        [meeting(j) for j in judged if j.law is None],
        everywhere(session.stated().small.all, judged),
        seed,
        {s: partial(surroundings, session, judged, displayed, linked, s) for s in range(len(section_slugs(document)))},
        given.values,
        partial(stated_at, session),
        asked.pairs,
    )
    with tolerating(told.tolerance):
        verdicts = verdicts_on(session, judged, laboratory)
        far.report(entries, judged, verdicts, laboratory)
        passing_numbers.doubt(session, judged, verdicts, laboratory)
        leave_out_mistakes(judged, verdicts)
        leave_out_other(judged, verdicts)
        leave_out_other_notation(judged, verdicts)
        supposed = supposing.excuse(entries, session.scope, judged, verdicts, laboratory)
        circles.tell_once(judged, verdicts)
        judged, verdicts = reported(entries, judged, verdicts)
        infinities.report(judged, verdicts, laboratory)
        uncovered.report(judged, verdicts)
        together.report(session, entries, judged, verdicts)
        builtin.compare_all(judged, verdicts, laboratory)
        primes.compare_all(judged, verdicts)
        transposed.hint_all(judged, verdicts)
        bracketed.hint_all(judged, verdicts)
        redefinition.compare_all(judged, verdicts, laboratory, supposed)
        optima.report(session, judged, verdicts, laboratory)
        in_common.relate_all(judged, verdicts)
        lint(session, entries, judged, verdicts)
        near = slips(session, (document, *companions), judged, verdicts)
        said = [*near, *(d for find in _IN_WORDS for d in find(session, entries, laboratory))]
        unheeded = asked.unheeded(judged, verdicts)
        problems = [*asked.problems, *said, *wrong_in_tables(session, entries, laboratory)]
    codes: Mapping[int, tuple[tuple[str, str], ...]] = {}
    if code:
        from ntdoc.export.snippets import code_of  # only a site shows it

        codes = code_of(session, roles)
    report = report_of(document, companions, session, judged, verdicts, codes, examples)
    report = directed(report, directions, [*problems, *given.problems, *given.unused(report)])
    report = as_written(report, entries)
    report = replace(report, absent=tuple(asked.absent), unheeded=unheeded, seed=seed)
    return report, Suspicion() if anew or not report.problems else suspected(roles, session.scope, report)


def _judged(session: Session, role: Role) -> list[Judged]:
    span = role.entry.parsed.span
    found = Judged(role, role.kind, span, role.entry.piece.row, role.name, Notebook(Equations()))
    try:
        return judge(session, role)
    except Unreadable as problem:
        found.unread = problem
    except RecursionError:
        found.notebook.diagnostics.append(Diagnostic("NT103", TOO_DEEP, span))
    except Exception as error:
        found.notebook.diagnostics.append(unexpected.told(error, span))
    return [found]


def survey(document: Document, companions: tuple[Document, ...] = ()) -> tuple[Session, list[Role]]:
    """The names of a document and what its statements do, before anything is evaluated."""
    return _scope(document, _entries(document, companions))


def _entries(document: Document, companions: tuple[Document, ...]) -> list[Entry]:
    """The statements of a document and of what stands beside it."""
    entries = proofs.of_named_theorems(document, in_assumptions(document, entries_of(document)))
    for companion in companions:
        entries += entries_of(companion, len(entries), companion=True)
    return passes.run(entries)


def _scope(document: Document, entries: list[Entry], anew: Names = frozenset()) -> tuple[Session, list[Role]]:
    """All bindings and stated sizes of a document, and the role of each entry."""
    entries, parts = recurrences(entries)
    scope = Scope(anew)
    scope.shown, scope.numbered = shown_in_examples(entries), indexing.numbered_letters(entries)
    classifier = Classifier(
        scope,
        unread.defined_later(entries),
        slices=slices.given(entries),
        recurrences=parts,
        implicit=to_be_solved(entries),
        solved=solved_for.found_in(entries),
        counting=(counting := counts.declared_as_numbers(entries)),
        bound=squares.bound(entries),
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
    if session.axis_spellings:  # else the document is in ordinary notation, and not to be read
        scope.unread = {(name, e.section): e for e in reversed(entries) for name in unread.defined(e)}
        scope.unread = unknowns.determined(entries) | scope.unread
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
