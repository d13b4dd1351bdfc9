"""The links of the documents on their pages: to each other, and to what is not on the site."""

from __future__ import annotations

import os
import posixpath
import re

from ntdoc.regex import regex
from ntdoc.rendering.layout import common_root
from ntdoc.rendering.places import Place, SiteMap
from ntdoc.report import Report

_TO_DOCUMENT = regex(r"(?<=\]\()(?P<open><?)(?P<file>[^()#<>\s]+\.(?:md|tex))(?=[#)>\s])", re.IGNORECASE)
_TOLD = regex(
    r"Doc file '(?P<page>[^']*)' contains (?:a|an unrecognized relative) link '(?P<link>.*?)',"
    r" (?:but the target .*is not found among|it was left as is)",
    re.DOTALL,
)


def to_pages(markdown: str, place: Place, report: Report, site: SiteMap) -> str:
    """The text of a page, in which links to documents whose pages are called otherwise go to these pages."""
    root = common_root(report)
    own, pages = "", dict[str, str]()
    for document, other in zip(report.documents, site.documents, strict=True):
        file = os.path.relpath(os.path.abspath(document.document.path), root).replace(os.sep, "/")
        own = file if other == place else own
        if file != other.file:
            pages[file] = other.file

    def moved(match: re.Match[str]) -> str:
        page = pages.get(posixpath.normpath(posixpath.join(posixpath.dirname(own), match["file"])))
        if page is None:
            return match[0]
        return match["open"] + posixpath.relpath(page, posixpath.dirname(place.file) or ".")

    return _TO_DOCUMENT.sub(moved, markdown) if pages else markdown


def leading_nowhere(message: str, report: Report, site: SiteMap) -> str:
    """What MkDocs has to say of a link, in words for whoever wrote the document, with the line of the link."""
    told = _TOLD.search(message)
    pages = zip(report.documents, site.documents, strict=True)
    found = next((d.document for d, place in pages if told is not None and place.file == told["page"]), None)
    if told is None or found is None:
        return message
    link = told["link"]
    written = re.compile(rf"(?:\]\(\s*<?|^ *\[[^\]\n]+\]:\s*<?){re.escape(link)}(?![^\s)>])", re.MULTILINE)
    at = written.search(found.sources[0].text)
    line = f":{found.sources[0].position(at.end() - 1)[0]}" if at is not None else ""
    return f"{found.path}{line} links to {link}, which is not on the site"
