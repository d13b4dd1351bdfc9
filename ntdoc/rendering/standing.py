"""How a report stands, in a few words: on top of the page of problems, and below the title of a document."""

from __future__ import annotations

from collections import Counter

from markupsafe import Markup

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.rendering.places import Anchors, Pages, Place, SiteMap, page_of
from ntdoc.report import DocumentReport, Report, Status

UNCHECKED = (Status.SKIPPED, Status.BLOCKED)
UNCHECKED_ANCHOR = "nt-not-checked"  # on the page of problems


def counted(count: int, one: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{count} {one}" if count == 1 else f"{count} {one}s"


def problems_in_words(errors: int, warnings: int) -> str:
    """`2 errors and 1 warning`; nothing if there are none."""
    return " and ".join(counted(n, word) for n, word in ((errors, "error"), (warnings, "warning")) if n)


def sentence(report: Report) -> str:
    """What became of a whole report."""
    total = sum(len(d.statements) for d in report.documents)
    left = sum(d.by_status.get(status, 0) for d in report.documents for status in UNCHECKED)
    found = problems_in_words(report.errors, report.warnings)
    if found:
        return f"{found} in {counted(total, 'statement')}."
    if not total:
        return "No problems."
    if not left:
        return f"No problems: {'the statement holds' if total == 1 else f'all {total} statements hold'}."
    rest = "is not checked" if left == 1 else "are not checked"
    return f"No problems: {total - left} of {total} statements hold, and {left} {rest}."


def standing(report: DocumentReport, pages: Pages, site: SiteMap, here: Place) -> Markup:
    """A line for a page of a document: on its first page about all of it, on others about what is wrong on them."""
    anchors = Anchors(report)
    whole = here == pages.first
    on_page = [d for d in report.problems if whole or page_of(d, pages, anchors) == here]
    found = _in_words(on_page)
    if not report.statements if whole else not on_page:
        return Markup("")
    total = counted(len(report.statements), "statement")
    left = sum(report.by_status.get(status, 0) for status in UNCHECKED)
    worst = "error" if any(d.severity is Severity.ERROR for d in on_page) else "warning"
    words = Markup('<a class="nt-of nt-{}" href="{}">{}</a> {}').format(
        worst, here.link_to(site.problems), found, f"in {total}" if whole else "on this page"
    )
    words = words if found else Markup("No problems in {}").format(total)
    if left and whole:
        href = here.link_to(site.problems, UNCHECKED_ANCHOR)
        words += Markup(' · <a href="{}">{} not checked</a>').format(href, left)
    return Markup('<p class="nt-standing" data-search-exclude>{}</p>').format(words)


def _in_words(problems: list[Diagnostic]) -> str:
    count = Counter(diagnostic.severity for diagnostic in problems)
    return problems_in_words(count[Severity.ERROR], count[Severity.WARNING])
