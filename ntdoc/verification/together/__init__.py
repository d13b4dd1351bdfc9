"""What is held together without being run: letters, indices, words and numbers that say the same in two places."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.session import Session
from ntdoc.verification.together import (
    angles,
    axes_in_words,
    called,
    derived_entries,
    formal,
    identities,
    in_indices,
    lifts,
    outside,
    positional,
    rows_of_entries,
    said_changes,
    shares,
    totals,
)
from ntdoc.verification.verdicts import Verdict


def report(session: Session, entries: Sequence[Entry], judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Add what is found to the verdicts."""
    angles.report(judged, verdicts)
    formal.report(entries, judged, verdicts)
    positional.report(entries, judged, verdicts)
    in_indices.report(judged, verdicts)
    derived_entries.report(judged, verdicts)
    lifts.report(entries, judged, verdicts)
    called.report(judged, verdicts)
    said_changes.report(judged, verdicts)
    axes_in_words.report(session, entries, judged, verdicts)
    outside.report(session, judged, verdicts)
    totals.report(session, judged, verdicts)
    shares.report(session, judged, verdicts)
    identities.report(session, judged, verdicts)
    rows_of_entries.report(judged, verdicts)
