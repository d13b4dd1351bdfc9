"""Orders the stages: text → document → statements → shapes → values and verdicts → report."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ntdoc import misdeclared, other_meanings
from ntdoc.diagnostics import Diagnostic
from ntdoc.directed import directed
from ntdoc.directives import directions_of
from ntdoc.examples import samples_of
from ntdoc.given import give_values
from ntdoc.inline import reported
from ntdoc.misdeclared import Slip
from ntdoc.other_meanings import NOTHING_ELSE, Meant
from ntdoc.read_anew import TRIES, Names, Suspicion, suspected
from ntdoc.reading import read_document, read_text
from ntdoc.reading.companions import companions_of
from ntdoc.reading.document import Document
from ntdoc.report import WRONG, DocumentReport
from ntdoc.reporting import report_of, section_slugs
from ntdoc.settings import UNTOLD, Settings
from ntdoc.shapes import words_of_letters
from ntdoc.shapes.across import (
    against_what_is_said,
    against_what_it_is_used_for,
    as_ordinary_notation,
    errors_of_members,
    note_equal_sizes,
    once_by_one_variable,
    once_of_calls,
    once_of_two_sizes,
    once_undeclared,
    once_where_it_is,
    said_in_prose,
)
from ntdoc.shapes.claims.in_cases import heed_remarks, take_signs
from ntdoc.shapes.disputed import block_on_disputed
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Notebook
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.undeclared import in_words_alone
from ntdoc.shapes.names.undeclared.of_another_passage import not_declared_here
from ntdoc.shapes.samples.configured import stated_at
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Equations
from ntdoc.shapes.statements import judge
from ntdoc.source import Span
from ntdoc.surroundings import everywhere, linked_sections, meeting, places, surroundings
from ntdoc.survey import RECURSION, entries_with, named
from ntdoc.syntax.cursor import Unreadable
from ntdoc.told_sizes import give_sizes, largest_size, what_is_too_large
from ntdoc.verification import infinities, supposing, together, uncovered, unexpected
from ntdoc.verification.beside.other_meanings import leave_out_other
from ntdoc.verification.beside.other_notation import leave_out_other_notation
from ntdoc.verification.beside.under_conditions import leave_out_mistakes
from ntdoc.verification.compare import tolerating
from ntdoc.verification.hints import bracketed, circles, in_common, misspelt, transposed
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
from ntdoc.verification.said_again import builtin, descents, optima, primes, redefinition, stationary
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
    return compile_document(document, companions_of(document, path, macros), seed, settings, code, examples)


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
    entries = entries_with(document, companions)
    check = partial(_checked, document, companions, seed=seed, settings=settings, code=code, examples=examples)
    first = last = check(entries)
    names = Names()
    tried = first.suspicion.names
    for _ in range(TRIES if tried else 0):
        again = check(entries, anew=tried)
        if not (kept := first.suspicion.kept(tried, first.report, again.report)):
            break
        if kept == tried:
            last, names = again, tried
            break
        tried = kept
    slips: tuple[Slip, ...] = ()
    for slip in last.slips():
        as_meant = slip.mended(entries)
        mended = check(as_meant, anew=names, slips=(*slips, slip))
        if slip.explains(last.report, mended.report):
            last, entries, slips = mended, as_meant, (*slips, slip)
    if meant := last.meant([s.span for s in last.report.statements if s.status in WRONG]):
        again = check(entries, anew=names, slips=slips, meant=meant)
        if (right := meant.kept(again.report)) != meant:
            again = check(entries, anew=names, slips=slips, meant=right) if right else last
        last = again
    return last.report


class _Checked(NamedTuple):
    """What a reading of a document comes to, and in what other way it may be meant."""

    report: DocumentReport
    suspicion: Suspicion  # names that may have a meaning of their own in sections in which something is wrong
    slips: Callable[[], tuple[Slip, ...]]  # declarations that may have other axes: to find them takes long
    meant: Callable[[Collection[Span]], Meant]  # what statements that are wrong may mean instead


def _checked(
    document: Document,
    companions: tuple[Document, ...],
    entries: list[Entry],
    seed: int,
    settings: Settings,
    code: bool,
    examples: bool,
    anew: Names = frozenset(),
    slips: tuple[Slip, ...] = (),
    meant: Meant = NOTHING_ELSE,
) -> _Checked:
    """The report, with `slips` told that are mended in the entries, and what else may be meant."""
    directions = directions_of(document, companions)
    told = directions.within(settings)
    seed = seed if told.seed is None else told.seed
    session, roles = named(document, entries, anew, {law.entry: law.names for law in meant.laws})
    asked = give_sizes(session, directions, entries, settings)
    given = give_values(session, directions, entries, lambda value: _compiled(value, (), 0, UNTOLD))
    session.surroundings.clear()  # made before all sizes were known
    judged: list[Judged] = []
    for role in roles:
        if not role.mention:
            judged.extend(_judged(session, role))
    suspects = partial(misdeclared.found, entries, tuple(judged), partial(_judged_anew, document, anew))
    for slip in slips:
        slip.tell(judged)
    if not session.names_axes:
        as_ordinary_notation(judged, session.axis_spellings.keys())
    errors_of_members(session, judged)
    block_on_disputed(session, judged)
    otherwise = partial(other_meanings.found, session, other_meanings.suspected(judged))
    meant.told(judged)
    not_declared_here(judged)
    in_words_alone.left_out(session.scope, judged)
    said_in_prose(entries, judged)
    words_of_letters.joined(judged)
    once_undeclared(judged)
    once_of_two_sizes(entries, judged)
    once_of_calls(judged)
    once_by_one_variable(judged)
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
        judged, verdicts = reported(entries, judged, verdicts, partial(_judged_anew, document, anew))
        infinities.report(judged, verdicts, laboratory)
        uncovered.report(judged, verdicts)
        together.report(session, entries, judged, verdicts)
        builtin.compare_all(judged, verdicts, laboratory)
        primes.compare_all(judged, verdicts)
        transposed.hint_all(judged, verdicts)
        bracketed.hint_all(judged, verdicts)
        redefinition.compare_all(judged, verdicts, laboratory, supposed)
        optima.report(session, judged, verdicts, laboratory)
        stationary.report(session, judged, verdicts, laboratory)
        descents.report(session, judged, verdicts, laboratory)
        in_common.relate_all(judged, verdicts)
        lint(session, entries, judged, verdicts)
        near = misspelt.slips(session, (document, *companions), judged, verdicts)
        said = [*near, *(d for find in _IN_WORDS for d in find(session, entries, laboratory))]
        unheeded = asked.unheeded(judged, verdicts)
        problems = [*asked.problems, *said, *wrong_in_tables(session, entries, laboratory)]
    codes: Mapping[int, tuple[tuple[str, str], ...]] = {}
    if code:
        from ntdoc.export.snippets import code_of  # only a site shows it

        codes = code_of(session, roles, samples_of(judged, verdicts))
    report = report_of(document, companions, session, judged, verdicts, codes, examples)
    report = directed(report, directions, [*problems, *given.problems, *given.unused(report)])
    report = as_written(report, entries)
    report = replace(report, absent=tuple(asked.absent), unheeded=unheeded, seed=seed)
    suspicion = Suspicion() if anew or not report.problems else suspected(roles, session.scope, report)
    return _Checked(report, suspicion, suspects, otherwise)


def _judged_anew(document: Document, anew: Names, entries: list[Entry], indices: frozenset[int]) -> Iterator[Judged]:
    """The statements of some entries, of a document with these entries."""
    session, roles = named(document, entries, anew)
    for role in roles:
        if role.entry.index in indices and not role.mention:
            yield from _judged(session, role)


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
