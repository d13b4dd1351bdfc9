"""The text of a LaTeX document made ready for pandoc: what pandoc does not know is said in words that it does."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from ntdoc.rendering.latex.algorithm2e import with_algorithm2e
from ntdoc.rendering.latex.algorithms import with_algorithms
from ntdoc.rendering.latex.counters import sign_of_note
from ntdoc.rendering.latex.items import item_changes
from ntdoc.rendering.latex.restated import with_restated
from ntdoc.rendering.latex.scan import Change, Group, Marked, changed, without_comments
from ntdoc.rendering.latex.settings import Settings, definitions, definitions_in_order, settings
from ntdoc.rendering.latex.slides import with_slides
from ntdoc.rendering.latex.tabulars import FLOAT, Kind, floats_without_tables, own_kinds, table_changes
from ntdoc.rendering.latex.text import APPENDIX, BIBLIOGRAPHY, ENTRY, TITLE, TITLE_END, LatexText
from ntdoc.rendering.latex.theorems import ALGORITHM
from ntdoc.rendering.latex.units import declared_units, with_units

THEOREM: Final = "ntxtheorem-"
DATE: Final = "ntxdate"
SUBEQUATIONS, AUTHOR, HEAD, ABSTRACT, ENTRIES = "ntxsubequations", "ntxauthor", "ntxtitle", "ntxabstract", "ntxentries"

# Commands that pandoc does not know or understands otherwise, in those that it knows.
_ALIASES: Final = r"""
\newcommand{\pageref}[1]{\ref{ntxpage:#1}}
\newcommand{\nameref}[1]{\ref{ntxname:#1}}
\newcommand{\crefrange}[2]{\cref{#1,ntxto,#2}}
\newcommand{\Crefrange}[2]{\Cref{#1,ntxto,#2}}
\newcommand{\Autoref}[1]{\Cref{#1}}
\newcommand{\labelcref}[1]{\ref{#1}}
\newcommand{\subref}[1]{\ref{#1}}
\newcommand{\Citet}[1]{\citet{#1}}
\newcommand{\Citep}[1]{\citep{#1}}
\newcommand{\thanks}[1]{\footnote{#1}}
\newcommand{\texorpdfstring}[2]{#1}
\newcommand{\resizebox}[3]{#3}
\newcommand{\scalebox}[2]{#2}
\newcommand{\raisebox}[2]{#2}
\newcommand{\rotatebox}[2]{#2}
\newcommand{\parbox}[2]{#2}
\newcommand{\makecell}[2][]{#2}
\newcommand{\thead}[2][]{#2}
\newcommand{\shortstack}[2][]{#2}
\newcommand{\tnote}[1]{\textsuperscript{#1}}
\newcommand{\bibinfo}[2]{#2}
\newcommand{\bibfield}[2]{#2}
\newcommand{\dag}{†}
\newcommand{\ddag}{‡}
\newcommand{\checkmark}{✓}
\newcommand{\texttrademark}{™}
\newcommand{\textellipsis}{…}
\newcommand{\textbar}{|}
\newcommand{\BibTeX}{BibTeX}
\newcommand{\qed}{}
\newcommand{\qedhere}{}
"""
# Environments under other names, and how many arguments go: pandoc would set `{2}` as text.
_ENVIRONMENTS: Final = {
    "subequations": (SUBEQUATIONS, 0),
    "abstract": (ABSTRACT, 0),
    "multicols": ("multicols", 1),
    "columns": ("columns", 0),
    "column": ("column", 1),
    "wrapfigure": ("figure", 2),
    "wraptable": ("table", 2),
    "SCfigure": ("figure", 0),
    "figure*": ("figure", 0),
    "table": ("table", 0),
    "table*": ("table", 0),
    "sidewaysfigure": ("figure", 0),
    "sidewaystable": ("table", 0),
    "adjustwidth": ("adjustwidth", 2),
    "spacing": ("spacing", 1),
    "algorithmic": ("algorithmic", 0),
    "tablenotes": ("itemize", 0),
}
_SAID_ELSEWHERE: Final = (
    r"\\(title|author|date|newtheorem|declaretheorem|theoremstyle|bibliographystyle|graphicspath)(?![A-Za-z])"
)
_MARK: Final = r"(?:\\protect\s*)?\\footnotemark(?![A-Za-z])(?:\s*\[\s*(?P<own>\d{1,3})\s*\])?"
_MARK_AGAIN: Final = r"\\footnotemark\s*\[\s*([1-9]\d?)\s*\]"
_NO_AUTHORS: Final = r"\\(?:AND|And|and|Authands|quad|qquad)(?![A-Za-z])"
_BEGIN: Final = r"\\(?P<which>begin|end)[ \t]*\{(?P<name>[A-Za-z]+\*?)\}"
_RULE: Final = (
    r"\\(cmidrule|cline|cdashline|hdashline|hhline|specialrule|morecmidrules|addlinespace|arrayrulecolor)(?![A-Za-z])"
)
_RULE_ARGUMENTS: Final = {"specialrule": 3, "morecmidrules": 0, "addlinespace": 0, "hdashline": 0}

_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bibliography:
    """Where the entries come from: files of BibTeX, or the document itself."""

    files: tuple[str, ...] = ()
    entries: tuple[tuple[str, str], ...] = ()  # keys and labels of `\\bibitem`, in order
    everything: bool = False  # `\\nocite{*}`
    more: tuple[str, ...] = ()  # keys that are not cited but listed


@dataclass(frozen=True, slots=True)
class Ready:
    """What pandoc gets, and what the document settles."""

    text: LatexText
    definitions: str
    body: str
    settings: Settings
    bibliography: Bibliography
    kinds: dict[str, Kind]  # of columns
    units: dict[str, str]  # those that the document makes
    today: str

    def for_pandoc(self, *, own: bool = True) -> str:
        """The whole text; with `own`, the document's own definitions are among it."""
        today = f"\\newcommand{{\\today}}{{{self.today}}}\n"
        return f"{_ALIASES}{today}{self.definitions if own else ''}\n\n{self.body}"


def without_commands(text: str, names: frozenset[str]) -> str:
    """The text without these commands; what stands in their braces is kept."""
    if not names:
        return text
    either = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    marked = Marked(text)
    changes = []
    for match in marked.find(rf"\\(?:{either})(?![A-Za-z@])\*?"):
        end = match.end()
        while option := marked.optional(end):
            end = option.after
        changes.append(Change(match.start(), end, ""))
    return changed(text, changes)


def make_ready(
    text: LatexText,
    listed: str = "",
    shared: str = "",
    packages: Mapping[str, str] | None = None,
    *,
    safe: bool = False,
) -> Ready:
    """The text made ready. `listed` is a bibliography in LaTeX that stands beside the document, `paper.bbl`; `shared`
    is LaTeX whose definitions come before those of the document; `packages` are those that lie beside it, by name.
    With `safe`, floats keep caption and label even if pandoc cannot read the tables in them.
    """
    whole = Marked(text.text)
    shared = without_comments(shared)
    beside = {name: Marked(without_comments(package)) for name, package in (packages or {}).items()}
    together = Marked("\n".join(package.text for package in beside.values()))
    given = settings(whole, together)
    units = declared_units(together) | declared_units(whole)
    text = with_restated(text, given.theorems)
    text = replace(text, text=with_units(text.text, units))
    whole = Marked(text.text)
    begin = next(whole.find(r"\\begin[ \t]*\{document\}"), None)
    preamble = Marked(text.text[: begin.start()] if begin else "")
    body = text.text[begin.end() :] if begin else text.text
    end = next(Marked(body).find(r"\\end[ \t]*\{document\}"), None)
    body = body[: end.start()] if end else body
    if (algorithm := given.theorems.get("algorithm")) and algorithm.style == ALGORITHM:
        body = with_algorithms(with_algorithm2e(body, whole))
    body = with_slides(whole, body)
    files = _bibliography_files(whole)
    if listed and not files:
        body = _instead_of_bibliography(body, listed)
    body, entries = _entries(body, text)
    body = _footnotes(body)
    marked = Marked(body)
    kinds = own_kinds(together) | own_kinds(Marked(shared)) | own_kinds(whole)
    gone = [*_gone(marked), *_rules(marked), *table_changes(marked, kinds)]
    floats = floats_without_tables(marked, every=safe)
    changes = [*_environments(marked, text, given, floats), *_marks(marked, text), *gone, *item_changes(marked)]
    body = _head(whole, text) + changed(body, changes)
    nocite = [key for found in _arguments(whole, r"\\nocite(?![A-Za-z])") for key in found.split(",")]
    more = tuple(key.strip() for key in nocite if key.strip() != "*")
    bibliography = Bibliography(files, entries, "*" in nocite, more)
    known = (definitions(Marked(shared)), definitions_in_order(preamble, beside, text.text))
    own = "\n".join(filter(None, known))
    return Ready(text, own, body, given, bibliography, kinds, units, _today(whole))


def _arguments(text: Marked, pattern: str) -> list[str]:
    found = []
    for match in text.find(pattern):
        option = text.optional(match.end())
        if group := text.argument(option.after if option else match.end()):
            found.append(text.of(group))
    return found


def _head(whole: Marked, text: LatexText) -> str:
    """Title, authors and date as environments at the beginning of the body."""
    parts = [f"\\begin{{{HEAD}}}{text.title}\\end{{{HEAD}}}\n\n"] if text.title else []
    for author in _arguments(whole, r"\\author(?![A-Za-z])"):
        for one in re.split(_NO_AUTHORS, author):
            one = re.sub(_MARK_AGAIN, lambda mark: rf"\textsuperscript{{{sign_of_note(int(mark[1]))}}}", one)
            lines = re.sub(r"\\(?:institute|affiliation|affil|inst)(?![A-Za-z])", r"\\\\", one)
            if lines.strip():
                parts.append(f"\\begin{{{AUTHOR}}}{lines.strip()}\\end{{{AUTHOR}}}\n\n")
    for date in _arguments(whole, r"\\date(?![A-Za-z])")[-1:]:
        if "\\today" not in date:  # which is not that of the document
            parts.append(f"\\begin{{{DATE}}}{date}\\end{{{DATE}}}\n\n")
    return "".join(parts)


def _today(whole: Marked) -> str:
    """The date that the document gives itself; else that of the build, which reproducible ones are told."""
    given = [date for date in _arguments(whole, r"\\date(?![A-Za-z])") if "\\today" not in date and date.strip()]
    if given:
        return given[-1].strip()
    told = os.environ.get("SOURCE_DATE_EPOCH", "")
    now = datetime.fromtimestamp(int(told), UTC) if told.isdecimal() and len(told) < 12 else datetime.now()
    return f"{_MONTHS[now.month - 1]} {now.day}, {now.year}"


def _gone(text: Marked) -> list[Change]:
    """What has been said elsewhere: title and authors, and whatever is only for LaTeX."""
    changes = []
    for match in text.find(_SAID_ELSEWHERE):
        end = match.end() + text.masked.startswith("*", match.end())
        for _ in range(2 if match[1] == "newtheorem" else 1):
            for group in (text.optional(end), text.argument(end)):
                end = group.after if group else end
        if match[1] in ("newtheorem", "declaretheorem") and (within := text.optional(end)):
            end = within.after
        changes.append(Change(match.start(), end, ""))
    return changes


def _rules(text: Marked) -> list[Change]:
    """The rules of tables that pandoc does not know, of which it would set the columns as words of a cell."""
    changes = []
    for match in text.find(_RULE):
        option = text.optional(match.end())
        end = option.after if option else match.end()
        if trimmed := re.compile(r"\s*\([^(){}]*\)").match(text.masked, end):
            end = trimmed.end()
        for _ in range(_RULE_ARGUMENTS.get(match[1], 1)):
            group = text.argument(end)
            end = group.after if group else end
        changes.append(Change(match.start(), end, ""))
    return changes


def _marks(text: Marked, tokens: LatexText) -> list[Change]:
    """Tokens for the places where the appendix begins and where the bibliography stands."""
    changes = []
    for match in text.find(r"\\appendix(?![A-Za-z])|\\begin[ \t]*\{(?:appendices|appendix)\}"):
        changes.append(Change(match.start(), match.end(), f"\n\n{tokens.token(APPENDIX)}\n\n"))
    for match in text.find(r"\\end[ \t]*\{(?:appendices|appendix)\}"):
        changes.append(Change(match.start(), match.end(), ""))
    done = tokens.token(BIBLIOGRAPHY) in text.text
    for match in text.find(r"\\(?:bibliography|printbibliography)(?![A-Za-z])"):
        group = text.optional(match.end()) or text.argument(match.end())
        here = "" if done else f"\n\n{tokens.token(BIBLIOGRAPHY)}\n\n"
        changes.append(Change(match.start(), group.after if group else match.end(), here))
        done = True
    return changes


def _environments(text: Marked, tokens: LatexText, given: Settings, floats: frozenset[int]) -> list[Change]:
    """Environments under names that pandoc gives back to us; the title of a theorem between tokens."""
    changes = []
    for match in text.find(_BEGIN):
        name, begins = match["name"], match["which"] == "begin"
        if name in given.theorems or name == "proof":
            title, end = "", match.end()
            if begins and (option := text.optional(end)):
                title = f"{tokens.token(TITLE)}{text.of(option)}{tokens.token(TITLE_END)}\n\n"
                end = option.after
            new = f"\\{match['which']}{{{THEOREM}{name}}}"
            # The title may hold references: what is in it is not changed any further.
            changes.append(Change(match.start(), end, f"{new}\n{title}"))
        elif name in _ENVIRONMENTS:
            new, count = _ENVIRONMENTS[name]
            end = match.end()
            for _ in range(count if begins else 0):
                while option := text.optional(end):
                    end = option.after
                group = text.argument(end)
                end = group.after if group else end
            names = (new,) if match.start() not in floats else (FLOAT, "figure") if begins else ("figure", FLOAT)
            changes.append(Change(match.start(), end, "".join(f"\\{match['which']}{{{own}}}" for own in names)))
    return changes


def _footnotes(body: str) -> str:
    """`\\footnotemark … \\footnotetext{x}` as one `\\footnote{x}` where the mark stands; a second `\\footnotemark[1]`
    is the mark alone.
    """
    text = Marked(body)
    texts: list[tuple[re.Match[str], Group]] = []
    for match in text.find(r"\\footnotetext(?![A-Za-z])"):
        option = text.optional(match.end())
        if group := text.argument(option.after if option else match.end()):
            texts.append((match, group))
    marks, again = list[re.Match[str]](), list[re.Match[str]]()
    for mark in text.find(_MARK):
        is_again = mark["own"] and (mark["own"] in {other["own"] for other in marks} or len(marks) >= len(texts))
        (again if is_again else marks).append(mark)
    changes = [Change(mark.start(), mark.end(), rf"\textsuperscript{{{mark['own']}}}") for mark in again]
    for number, (match, group) in enumerate(texts):
        if number < len(marks):
            mark = marks[number]
            changes.append(Change(mark.start(), mark.end(), f"\\footnote{{{text.of(group)}}}"))
            changes.append(Change(match.start(), group.after, ""))
        else:
            changes.append(Change(match.start(), group.start - 1, r"\footnote"))
    return changed(body, changes)


def _bibliography_files(whole: Marked) -> tuple[str, ...]:
    found = []
    for names in _arguments(whole, r"\\(?:bibliography|addbibresource)(?![A-Za-z])"):
        for name in filter(None, map(str.strip, names.split(","))):
            found.append(name if name.endswith(".bib") else name + ".bib")
    return tuple(dict.fromkeys(found))


def _instead_of_bibliography(body: str, listed: str) -> str:
    text = Marked(body)
    for match in text.find(r"\\(?:bibliography|printbibliography)(?![A-Za-z])"):
        group = text.optional(match.end()) or text.argument(match.end())
        return changed(body, [Change(match.start(), group.after if group else match.end(), listed)])
    return body


def _entries(body: str, tokens: LatexText) -> tuple[str, tuple[tuple[str, str], ...]]:
    """`thebibliography` as paragraphs that begin with tokens."""
    text = Marked(body)
    begin = next(text.find(r"\\begin[ \t]*\{thebibliography\}"), None)
    end = next(text.find(r"\\end[ \t]*\{thebibliography\}"), None)
    if begin is None or end is None or end.start() < begin.end():
        return body, ()
    widest = text.argument(begin.end())
    start = widest.after if widest else begin.end()
    changes = [Change(begin.start(), start, f"\n\n{tokens.token(BIBLIOGRAPHY)}\n\n\\begin{{{ENTRIES}}}\n")]
    entries: list[tuple[str, str]] = []
    for match in text.find(r"\\bibitem(?![A-Za-z])"):
        label = text.optional(match.end())
        key = text.argument(label.after if label else match.end())
        if key is None or not start <= match.start() < end.start():
            continue
        if not entries:  # what stands before the first one is for LaTeX
            changes[0] = changes[0]._replace(end=match.start())
        changes.append(Change(match.start(), key.after, f"\n\n{tokens.token(ENTRY, len(entries))}\n"))
        entries.append((text.of(key).strip(), text.of(label).strip() if label else ""))
    changes.append(Change(end.start(), end.end(), f"\\end{{{ENTRIES}}}\n\n"))
    return changed(body, changes), tuple(entries)
