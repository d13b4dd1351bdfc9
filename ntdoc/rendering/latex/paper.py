"""From a LaTeX document to a paper: its prose through pandoc, everything numbered, long ones divided into parts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ntdoc.reading.document import Document, Heading, Prose
from ntdoc.reading.files import load
from ntdoc.regex import regex
from ntdoc.rendering.latex.citations import references
from ntdoc.rendering.latex.html import Paper
from ntdoc.rendering.latex.marking import Ready, make_ready, without_commands
from ntdoc.rendering.latex.numbering import number, title_of
from ntdoc.rendering.latex.pandoc import HOW_TO_GET_IT, Output, pandoc, run
from ntdoc.rendering.latex.pandoc_tree import read_tree, walk
from ntdoc.rendering.latex.text import latex_text
from ntdoc.rendering.latex.units import told_of_units
from ntdoc.rendering.latex.unread_tables import told, told_of_rows, unread
from ntdoc.report import DocumentReport


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LONG: Final = 24_000  # characters of prose and mathematics; what is shorter stays on one page
_FORMAT: Final = "latex-auto_identifiers"
_LONGEST_LABEL: Final = 1000  # characters; what is longer has swallowed the text after it
_REPAIRS: Final = 10
_WORD: Final = regex(r"[^\W\d_]{3,}")
_LAST: Final = 12  # words at the end of a document, which tell whether the end is there
_PLACE: Final = regex(r"\(line (\d+), column (\d+)\)")
_MISSING: Final = regex(r"expecting (\\end\{[^{}]*\})")
_STRAY: Final = regex(r"\}|\\end\s*\{[^{}]*\}")
_BEGIN: Final = regex(r"\\begin\s*\{([^{}]*)\}")
_END: Final = regex(r"\\end\s*\{([^{}]*)\}")
_CLASS: Final = regex(r"\\documentclass\s*(?:\[[^\]]*\]\s*)?\{\s*([\w-]+)\s*\}")
_MARKUP: Final = regex(r"\\(?:begin|end)\s*\{[^{}]*\}|\\(?:[A-Za-z@]+\*?|.)|[{}\\$&#^_%~\"]")
_SKIPPED: Final = regex(r"^\[INFO\] Skipped '\\([A-Za-z@]+)\*?(?:\[[^\]\n]*\])*\s*\{", re.MULTILINE)
# Commands whose arguments are no text: pandoc leaves them out, and so do we.
_SILENT: Final = _words(
    """
    begin end vspace hspace vskip setlength addtolength setcounter addtocounter stepcounter refstepcounter newcounter
    thispagestyle pagestyle pagenumbering bibliographystyle bibliography usepackage input include hypersetup
    definecolor color cellcolor rowcolor columncolor fontsize selectfont linespread crefname Crefname crefalias
    hyphenation graphicspath captionsetup nocite index glossary addcontentsline addtocontents todo phantom vphantom
    hphantom enlargethispage newlength includegraphics cmidrule cline rule newcommand renewcommand providecommand
    newenvironment renewenvironment newtheorem theoremstyle RequirePackage PassOptionsToPackage documentclass
    citestyle setcitestyle bibpunct DeclareMathOperator ndef label ref pagecolor markboth markright newif
    """
)

Sections = tuple[tuple[int, str], ...]


def read_paper(report: DocumentReport) -> tuple[Paper | None, str]:
    """The paper in a LaTeX document, or None and why the prose of it can only be converted roughly."""
    document = report.document
    if pandoc() is None:
        return None, f"pandoc is not installed: {HOW_TO_GET_IT}"
    path = Path(document.path)
    text = latex_text(document)
    beside = path.with_suffix(".bbl")
    listed = load(beside, beside.name)[0].text if beside.is_file() else ""
    shared = "\n".join(source.text for source in document.shared)
    packages = {"": _class_of(text.text, path)}
    packages |= {Path(source.path).stem: source.text for source in document.packages}
    listed = listed if r"\begin{thebibliography}" in listed else ""
    runaway = any(d.code == "NT104" for d in report.diagnostics)  # pandoc would expand it all the same
    for safe in (False, True):
        ready = make_ready(text, listed, shared, packages, safe=safe)
        output = _converted(ready, (False,) if runaway else (True, False))
        tree = read_tree(output.json, text.stem) if output else None
        if tree is None or not unread(tree.blocks):
            break
    if tree is None:
        return None, "pandoc cannot read it"
    if output and _is_cut_short(report, ready, output):
        return None, "an environment is not closed"
    if any(len(node.attribute("reference") or node.id) > _LONGEST_LABEL for node in walk(tree.blocks)):
        return None, "the argument of a reference is not closed"
    taken = ["title", *(statement.id for statement in report.statements)]
    numbered = number(ready, tree.blocks, taken, divided=False)
    if _is_long(document):
        divided = number(ready, tree.blocks, taken, divided=True)
        numbered = divided if len(divided.parts) > 2 else numbered
    found = references(ready, tree.blocks, path.parent)
    title = title_of(ready, tree.blocks) or _title_without(document, path)
    formulas = ready.text.formulas
    said = (
        *told_of_rows(document.sources, ready.kinds),
        *told(unread(tree.blocks), formulas, document.sources),
        *told_of_units(document.sources, ready.units),
    )
    return Paper(title, numbered, found, ready.settings, text.stem, formulas, said), ""


def _class_of(text: str, path: Path) -> str:
    """The class of a document, if it lies beside it."""
    named = _CLASS.search(text)
    file = path.with_name(f"{named[1]}.cls") if named else None
    return load(file, file.name)[0].text if file is not None and file.is_file() else ""


def _is_cut_short(report: DocumentReport, ready: Ready, output: Output) -> bool:
    """Whether most of the last words are lost: pandoc leaves out all that an environment unknown to it never closes."""
    if not any(d.code == "NT102" and d.message.startswith("`\\begin{") for d in report.diagnostics):
        return False
    last = _WORD.findall(_MARKUP.sub(" ", ready.body))[-_LAST:]
    kept = frozenset(_WORD.findall(output.json))
    return 2 * sum(word not in kept for word in last) > len(last)


def sections_of(paper: Paper | None) -> tuple[Sections, tuple[str, ...]]:
    """The pages of a paper after the first: where in the document each begins, and the title of which its address is
    made; and the titles for the navigation, with numbers.
    """
    if paper is None:
        return (), ()
    parts = paper.numbered.parts[1:]
    named = tuple(f"{part.number} {part.title}".strip() for part in parts)
    return tuple((part.item, part.written or part.title) for part in parts), named


def _converted(ready: Ready, with_definitions: Sequence[bool]) -> Output | None:
    """What pandoc makes of it, with the definitions of the document or without.

    Commands that it does not know are taken out, so that the words in them stay.
    """
    for own in with_definitions:  # those that pandoc stumbles at are better left out than all the rest
        text, output = _read(ready.for_pandoc(own=own))
        if output is not None:
            unknown = frozenset(_SKIPPED.findall(output.said)) - _SILENT
            again = run(without_commands(text, unknown), _FORMAT) if unknown else None
            return again if again is not None and again.json else output
    return None


def _read(text: str) -> tuple[str, Output | None]:
    """The text with paragraphs that pandoc cannot read as bare words, and what pandoc makes of it."""
    for _ in range(_REPAIRS):
        output = run(text, _FORMAT, "--verbose")
        if output is None or output.json:
            return text, output
        repaired = _repaired(text, output.said)
        if repaired is None:
            break
        text = repaired
    return text, None


def _repaired(text: str, said: str) -> str | None:
    """The text without what pandoc stopped at, or with what it misses; None if nothing would help.

    What closes nothing goes, what is not closed is closed at the end: so an unfinished document is shown, too. Else
    the paragraph in question becomes its words alone.
    """
    place = _PLACE.search(said)
    lines = text.split("\n")
    if place is None or not 0 < int(place[1]) <= len(lines):
        return None
    if "unexpected end of input" in said:
        missing = _MISSING.search(said)
        return f"{text}\n{missing[1] if missing else '}'}"
    first = last = int(place[1]) - 1
    stray = _STRAY.match(lines[first], int(place[2]) - 1)
    if stray and "expecting end of input" in said:
        lines[first] = lines[first][: stray.start()] + lines[first][stray.end() :]
        return "\n".join(lines)
    while first > 0 and lines[first - 1].strip():
        first -= 1
    while last + 1 < len(lines) and lines[last + 1].strip():
        last += 1
    paragraph = "\n".join(lines[first : last + 1])
    if Counter(_BEGIN.findall(paragraph)) != Counter(_END.findall(paragraph)):
        return None
    words = _MARKUP.sub(" ", paragraph)
    return None if words == paragraph else "\n".join([*lines[:first], words, *lines[last + 1 :]])


def _title_without(document: Document, path: Path) -> str:
    """What a document without a `\\title` is called: as its file, lest its first section stand there twice."""
    headings = (item.title for item in document.items if isinstance(item, Heading))
    return path.stem if document.title in headings else document.title


def _is_long(document: Document) -> bool:
    """Whether a document is too long for one page; definitions before it begins do not count."""
    length = 0
    for item in document.items:
        shown = item.text if isinstance(item, Prose) else item.span.text
        length += len(" ".join(shown.split()))
    return length > LONG
