"""What the search of a site finds besides the words of its pages: symbols, what has a number, names of letters."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ntdoc.regex import regex
from ntdoc.rendering.equation_numbers import numbered_rows
from ntdoc.rendering.filling import words_of_formula
from ntdoc.rendering.latex.html import Paper
from ntdoc.rendering.latex.pandoc_tree import Node, plain_text, walk
from ntdoc.rendering.math import latex_mathml, mathml
from ntdoc.rendering.places import Anchors, Pages, SiteMap
from ntdoc.report import DocumentReport, Report, Statement

Entry = dict[str, Any]  # as the theme keeps it: `location`, `title` and `text`

# Between words also what stands around them: `(6)` is found by 6.
SEPARATOR: Final = r"[\s\-,;:!?()\[\]{}“”\"/|=]+|\.(?!\d)"
_LETTERS: Final = {
    "alpha": "α", "beta": "β", "gamma": "γΓ", "delta": "δΔ", "epsilon": "εϵ", "zeta": "ζ", "eta": "η",
    "theta": "θϑΘ", "iota": "ι", "kappa": "κϰ", "lambda": "λΛ", "mu": "μµ", "nu": "ν", "xi": "ξΞ", "pi": "πϖΠ",
    "rho": "ρϱ", "sigma": "σςΣ", "tau": "τ", "upsilon": "υϒ", "phi": "φϕΦ", "chi": "χ", "psi": "ψΨ", "omega": "ωΩ",
}  # fmt: skip
_NAMES: Final = {letter: name for name, letters in _LETTERS.items() for letter in letters}
_GREEK: Final = regex(f"[{''.join(_NAMES)}]")


def greek(text: str) -> str:
    """The names of the Greek letters in a text, and the other signs for them: a reader may type one of these."""
    found = {letter: _NAMES[letter] for letter in _GREEK.findall(text)}
    words = [
        word
        for letter, name in found.items()
        for word in (name, *(sign for sign in _LETTERS[name] if sign.islower() == letter.islower()))
    ]
    return " ".join(dict.fromkeys(word for word in words if word not in text))


def complete(entries: Iterable[Entry], own: Iterable[Entry]) -> list[Entry]:
    """What the theme has found on the pages, with our own entries and the names of letters."""
    found = [*entries, *own]
    for entry in found:
        if words := greek(f"{entry['title']} {entry['text']}"):
            entry["text"] = f"{entry['text']} <p>{words}</p>"
    return found


def entries(report: Report, site: SiteMap, papers: Sequence[Paper | None]) -> list[Entry]:
    """An entry for each symbol where it is declared, and one for each thing that has a number."""
    found: list[Entry] = []
    for document, pages, paper in zip(report.documents, site.pages, papers, strict=True):
        found += _symbols(document, pages)
        if paper is not None:
            found += _named(paper, pages)
        found += _equations(document, pages, numbered_rows(document, paper))
    return _joined(found)


def _joined(entries: Iterable[Entry]) -> list[Entry]:
    """One entry for each place: the theme knows them by their addresses."""
    found: dict[str, Entry] = {}
    for entry in entries:
        first = found.setdefault(entry["location"], entry)
        if first is not entry:
            first["title"] = f"{first['title']} · {entry['title']}"
    return list(found.values())


def _entry(location: str, title: str, text: str) -> Entry:
    text = f"<p>{html.escape(text, quote=False)}</p>" if text else ""
    return {"location": location, "title": html.escape(title, quote=False), "text": text}


def _location(statement: Statement, pages: Pages) -> str:
    return f"{pages.of(statement.item).url}#{statement.id}"


def _words(statement: Statement) -> str:
    return words_of_formula(str(mathml(statement.tokens, display=False)))


def _symbols(report: DocumentReport, pages: Pages) -> Iterator[Entry]:
    anchors = Anchors(report)
    for symbol in report.symbols:
        for span, owner in symbol.declared[:1]:
            statement = anchors.by_id.get(owner or "") or anchors.statement_at(span)
            if statement is not None:
                name = words_of_formula(str(latex_mathml(symbol.tex))) or symbol.name
                name = symbol.name if " " in name and symbol.name.isalnum() else name  # `arg max`
                title = f"{name} ({', '.join([*_spoken(name), symbol.role])})"
                yield _entry(_location(statement, pages), title, _words(statement))


def _spoken(name: str) -> list[str]:
    """The names of its Greek letters, and the signs that a keyboard has for them."""
    words = [word for letter in _GREEK.findall(name) for word in (_NAMES[letter], _LETTERS[_NAMES[letter]][0])]
    return [word for word in dict.fromkeys(words) if word not in name.lower()]


def _equations(report: DocumentReport, pages: Pages, rows: Mapping[int, Sequence[str]]) -> Iterator[Entry]:
    of_item: dict[int, list[Statement]] = {}
    for statement in report.statements:
        of_item.setdefault(statement.item, []).append(statement)
    for item, numbers in rows.items():
        for row, number in enumerate(numbers):
            own = [s for s in of_item.get(item, ()) if s.row == row] or of_item.get(item, [])
            if number and "\\" not in number and own:
                yield _entry(_location(own[0], pages), f"Equation ({number})", _words(own[0]))


def _named(paper: Paper, pages: Pages) -> Iterator[Entry]:
    """Theorems and the like, figures and tables."""
    places = [pages.first, *(place for _, place in pages.sections)]
    for part, place in zip(paper.numbered.parts, places, strict=True):
        for node in walk(part.blocks):
            title = _title(node)
            if title and node.id:
                yield _entry(f"{place.url}#{node.id}", *title)


def _title(node: Node) -> tuple[str, str] | None:
    first = node.children[0] if node.children else None
    if node.kind == "Theorem" and first is not None:
        given = _plain(first.children)
        return (f"{first.text} ({given})" if given else first.text, "") if first.text else None
    caption = next((child for child in node.children if child.kind == "Caption"), None)
    if caption is not None and caption.text:
        return caption.text, _plain(caption.children)
    return None


def _plain(nodes: Sequence[Node]) -> str:
    """The words, without formulas."""
    return " ".join(plain_text(nodes).split())
