"""Which page goes where: the paths of the documents become the paths of the pages."""

from __future__ import annotations

import os
import posixpath
import re
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path

from ntdoc.regex import regex
from ntdoc.rendering.codes_page import code_anchor
from ntdoc.rendering.host_nav import files_of_nav
from ntdoc.rendering.places import Pages, Place, SiteMap
from ntdoc.rendering.resources import codes_folder
from ntdoc.report import Report

_LINK = regex(r"\]\(<?([^()#<>\s]+\.md)[^()]*\)")

LEGEND = "How to read these pages"

Nav = list[dict[str, "str | Nav"]]


def common_root(report: Report) -> Path:
    """The folder that the documents have in common."""
    folders = [os.path.dirname(os.path.abspath(d.document.path)) for d in report.documents]
    try:
        return Path(os.path.commonpath(folders)) if folders else Path.cwd()
    except ValueError:  # on different drives
        return Path(folders[0])


def plan(report: Report, sections: Sequence[Sequence[tuple[int, str]]] = ()) -> SiteMap:
    """The pages of the site. A document `index.md` at the root is the front page.

    `sections` are, of each document that has more than one page, the pages after the first: the item of the document
    that begins it, and its title.
    """
    root = common_root(report)
    taken: set[str] = set()
    documents = tuple(_place(d.document.path, root, taken) for d in report.documents)
    divided = tuple(sections) or ((),) * len(documents)
    pages = tuple(_pages(place, parts, taken) for place, parts in zip(documents, divided, strict=True))
    front = Place("index.md")
    taken.add(front.file)

    def generated(name: str) -> Place:
        place = Place(_free(name, taken))
        taken.add(place.file.lower())
        return place

    names = ("problems.md", "symbols.md", "legend.md", "codes.md")
    problems, symbols, legend, codes_page = (generated(name) for name in names)
    codes: dict[str, tuple[Place, str]] = {}
    for code in sorted({d.code for report_ in report.documents for d in report_.diagnostics}):
        own = next((p for p in documents if p.file == f"codes/{code}.md"), None)
        if own:
            codes[code] = own, ""
        elif (codes_folder() / f"{code}.md").is_file():
            codes[code] = codes_page, code_anchor(code)
    return SiteMap(documents, front, problems, symbols, legend, codes_page, codes, pages, str(root))


def _place(path: str, root: Path, taken: set[str]) -> Place:
    relative = os.path.relpath(os.path.abspath(path), root).replace(os.sep, "/")
    folder, name = posixpath.split(relative)
    stem = posixpath.splitext(name)[0]
    if stem.upper() == "README":  # MkDocs takes README.md for the index of its folder
        stem = "readme"
    parts = [_safe(part) for part in folder.split("/") if part not in ("", ".", "..")]
    file = _free("/".join([*parts, f"{_safe(stem)}.md"]), taken)
    taken.add(file.lower())
    return Place(file)


def _pages(first: Place, sections: Sequence[tuple[int, str]], taken: set[str]) -> Pages:
    """The pages of the sections in a folder beside the first, called by their titles."""
    found = []
    for item, title in sections:
        name = re.sub(r"[^a-z0-9]+", "-", _ascii(title).lower()).strip("-")[:60].strip("-") or "section"
        file = _free(f"{first.file.removesuffix('.md')}/{name}.md", taken)
        taken.add(file.lower())
        found.append((item, Place(file)))
    return Pages(first, tuple(found))


def _ascii(text: str) -> str:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def _safe(part: str) -> str:
    """A name that is good in every file system and in an address."""
    return re.sub(r"[^\w.()+ -]", "_", part).strip(" .") or "_"


def _free(file: str, taken: set[str]) -> str:
    stem, number = file.removesuffix(".md"), 1
    while file.lower() in taken:
        number += 1
        file = f"{stem}-{number}.md"
    return file


def linked(report: Report, site: SiteMap) -> tuple[str, ...]:
    """The files that come first, in this order: those that the site of MkDocs beside them names in its `nav`, or else
    those that the document on the front page links to.
    """
    places = {os.path.abspath(d.document.path): p for d, p in zip(report.documents, site.documents, strict=True)}
    named = files_of_nav(common_root(report)) if len(places) > 1 else []
    if found := [places[str(file)].file for file in named if str(file) in places]:
        return tuple(dict.fromkeys(found))
    for document, place in zip(report.documents, site.documents, strict=True):
        if place == site.front:
            linked_to = (posixpath.normpath(m[1]) for m in _LINK.finditer(document.document.sources[0].text))
            return tuple(dict.fromkeys(linked_to))
    return ()


def in_order(report: Report) -> Report:
    """The report with its documents in the order of the navigation, in which every page has them."""
    site = plan(report)
    order = _order_of(site, linked(report, site))
    documents = zip(report.documents, site.documents, strict=True)
    return Report(tuple(document for document, _ in sorted(documents, key=lambda pair: order(pair[1].file))))


def navigation(
    site: SiteMap,
    titles: Sequence[str],
    sections: Sequence[Sequence[str]] = (),
    first: Sequence[str] = (),
    problems: int = 0,
) -> Nav:
    """The front page, the documents in their folders, the problems with how many there are, the symbols.

    A document of several pages is a folder, unless it is the only one; `sections` are the titles of its sections.
    The files that come `first` do so in their order, each with its folder, and the others of a folder as they were
    given.
    """
    order = _order_of(site, first)
    nav: Nav = [{"Overview": site.front.file}]
    folders: dict[str, Nav] = {"": nav}
    divided = tuple(sections) or ((),) * len(titles)
    pages = sorted(zip(site.pages, titles, divided, strict=True), key=lambda entry: order(entry[0].first.file))
    for of_one, title, names in pages:
        own: Nav = [] if of_one.first == site.front else [{title: of_one.first.file}]
        own += [{name: place.file} for name, (_, place) in zip(names, of_one.sections, strict=True)]
        folder = _section(posixpath.dirname(of_one.first.file), folders)
        if names and len(pages) > 1:
            folder.append({title: own})
        else:
            folder.extend(own)
    name = f"Problems ({problems})" if problems else "Problems"
    nav += [{name: site.problems.file}, {"Symbols and axes": site.symbols.file}, {LEGEND: site.legend.file}]
    return nav


def _order_of(site: SiteMap, first: Sequence[str]) -> Callable[[str], tuple[int, int, str, bool, int]]:
    """The place of a document: what is linked, then what is less deep, then the index of a folder before the others."""
    ranks = {file: rank for rank, file in enumerate(first)}
    given = {place.file: number for number, place in enumerate(site.documents)}

    def order(file: str) -> tuple[int, int, str, bool, int]:
        folder, name = posixpath.split(file)
        depth = folder.count("/") + bool(folder)
        return ranks.get(file, len(ranks)), depth, folder, name != "index.md", given[file]

    return order


def _section(folder: str, sections: dict[str, Nav]) -> Nav:
    if folder not in sections:
        parent, name = posixpath.split(folder)
        sections[folder] = []
        _section(parent, sections).append({name.replace("-", " ").replace("_", " ").capitalize(): sections[folder]})
    return sections[folder]
