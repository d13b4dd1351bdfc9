"""Citations and the list of references: who is cited how, by name and year or by number."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ntdoc.reading.files import load
from ntdoc.regex import regex
from ntdoc.rendering.latex import text as letters
from ntdoc.rendering.latex.marking import ENTRIES, Ready
from ntdoc.rendering.latex.pandoc import run
from ntdoc.rendering.latex.pandoc_tree import Node, plain_text, read_tree, walk
from ntdoc.rendering.latex.settings import Settings

_NAMES_AND_YEAR: Final = regex(r"(?P<names>.*?)\s*\((?P<year>[^()]*\d[^()]*|n\.d\.)\)", re.DOTALL)
_TEXTUAL: Final = frozenset(("citet", "textcite", "citealt", "Textcite", "cites"))
_COMMAND: Final = regex(r"\\([A-Za-z]+)")


@dataclass(frozen=True, slots=True)
class Entry:
    """One reference: what stands for it in the text, and how it is listed."""

    names: str
    year: str
    label: str  # its number; with names and years nothing
    blocks: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class References:
    """The references by their keys, in the order in which they are listed."""

    entries: dict[str, Entry] = field(default_factory=dict)
    numeric: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a citation: words of the author's (`nodes`) or ours (`text`), or a link to the entry `key`."""

    text: str = ""
    key: str = ""
    nodes: tuple[Node, ...] = ()


def references(ready: Ready, blocks: Iterable[Node], folder: Path) -> References:
    """The references of a document in `folder`, of which its files of BibTeX must be."""
    cited: dict[str, None] = {}
    entries: tuple[Node, ...] = ()
    for node in walk(blocks):
        if node.kind == "Citation":
            cited[node.id] = None
        elif node.kind == "Div" and ENTRIES in node.classes:
            entries = node.children
    if ready.bibliography.entries:
        return _own(ready, entries)
    text = "\n".join(filter(None, (_read(name, folder) for name in ready.bibliography.files)))
    return _from_bibtex(text, ready, cited) if text else References()


def _read(name: str, folder: Path) -> str:
    """The text of a file that lies in the folder or in one within it, else nothing."""
    try:
        path = Path(os.path.realpath(folder / name))
        inside = path.is_relative_to(os.path.realpath(folder))
    except (OSError, ValueError):
        return ""
    return load(path, name)[0].text if inside else ""


def _from_bibtex(text: str, ready: Ready, cited: dict[str, None]) -> References:
    bibliography = ready.bibliography
    made = run(text, "bibtex")
    if made is None:
        return References()
    try:
        document = json.loads(made.json)
        listed = {_key(reference): reference for reference in document["meta"]["references"]["c"]}
    except (ValueError, KeyError, TypeError, RecursionError):
        return References()
    wanted = [*listed] if bibliography.everything else [key for key in (*cited, *bibliography.more) if key in listed]
    wanted = [key for key in dict.fromkeys(wanted) if key]
    if not wanted:
        return References()
    document["meta"] = {"references": {"t": "MetaList", "c": [listed[key] for key in wanted]}}
    document["blocks"] = [{"t": "Para", "c": [_citation(key)]} for key in wanted]
    done = run(json.dumps(document), "json", "--citeproc")
    tree = read_tree(done.json, "") if done else None
    if tree is None:
        return References()
    short: dict[str, str] = {}
    full: dict[str, tuple[Node, ...]] = {}
    for node in walk(tree.blocks):
        if node.kind == "Cited":
            short[node.id] = plain_text(node.children)
        elif node.kind == "Div" and node.id.startswith("ref-"):
            full[node.id.removeprefix("ref-")] = node.children
    numeric = ready.settings.numeric
    order = list(full) if ready.settings.sorted_numbers or not numeric else [k for k in wanted if k in full]
    entries = {}
    for number, key in enumerate(order, 1):
        names, year = _names_and_year(short.get(key, key))
        entries[key] = Entry(names, year, str(number) if numeric else "", full[key])
    return References(entries, numeric)


def _key(reference: Any) -> str:
    found = reference["c"]["id"]["c"]
    return found if isinstance(found, str) else "".join(part.get("c", " ") for part in found)


def _citation(key: str) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "citationId": key, "citationPrefix": [], "citationSuffix": [], "citationNoteNum": 0, "citationHash": 0,
    }  # fmt: skip
    return {"t": "Cite", "c": [[{**fields, "citationMode": {"t": "AuthorInText"}}], []]}


def _names_and_year(text: str) -> tuple[str, str]:
    match = _NAMES_AND_YEAR.fullmatch(text.strip())
    return (match["names"], match["year"]) if match else (text.strip(), "")


def _own(ready: Ready, nodes: Sequence[Node]) -> References:
    """The references that the document lists itself, `thebibliography`."""
    blocks: dict[int, list[Node]] = {}
    current: list[Node] = []
    for node in nodes:
        first = node.children[0] if node.children else None
        if first is not None and first.kind == "Token" and first.text == letters.ENTRY:
            current = blocks.setdefault(first.number, [])
            node = node.with_children(node.children[1:])
        if node.children:
            current.append(node)
    labels = [_label_text(label) for _, label in ready.bibliography.entries]
    named = [_names_and_year(label) for label in labels]
    numeric = not all(year for _, year in named)
    entries = {}
    numbers = 0
    for at, (key, _) in enumerate(ready.bibliography.entries):
        numbers += not labels[at]
        names, year = ("", "") if numeric else named[at]
        entries[key] = Entry(names, year, (labels[at] or str(numbers)) if numeric else "", tuple(blocks.get(at, ())))
    return References(entries, numeric)


def _label_text(label: str) -> str:
    """`Wu and He(2018)` from the label that natbib writes into a list of references."""
    parts = re.search(r"\\citeauthoryear\s*\{(?:[^{}]*\}\s*\{)?([^{}]*)\}\s*\{([^{}]*)\}", label)
    if parts:
        return f"{parts[1]} ({parts[2]})"
    # After the year natbib has the names once more, all of them.
    short = re.match(r"(.*?\(\d{4}[^()]*\))", label, re.DOTALL)
    text = short[1] if short else label
    text = re.sub(r"\\&", "&", text).replace("~", " ")
    return " ".join(re.sub(r"\\[A-Za-z]+\s*|[{}\\]", "", text).split())


def pieces(cite: Node, found: References, settings: Settings) -> list[Piece]:
    """A citation, for pandoc's node of it: names and links, in the brackets that the command asks for."""
    match = _COMMAND.match(cite.text)
    command = match[1] if match else "cite"
    textual = command in _TEXTUAL or (command == "cite" and settings.natbib and not found.numeric)  # as natbib has it
    citations = [
        (citation.id, citation.children[0].children, citation.children[1].children) for citation in cite.children
    ]
    known = [key in found.entries for key, _, _ in citations]
    if not any(known) and not found.entries:
        return [Piece("["), *_joined([[Piece(key)] for key, _, _ in citations], ", "), Piece("]")]
    numeric = found.numeric
    if command in ("citeauthor", "Citeauthor", "citefullauthor") or command.startswith("citeyear"):
        parts = [[Piece(_part(found, key, command), key)] for key, _, _ in citations]
        joined = _joined(parts, "; ")
        return [Piece("("), *joined, Piece(")")] if command == "citeyearpar" else joined
    opening, closing = ("[", "]") if numeric else ("(", ")")
    if textual:
        bare = command == "citealt"
        parts = []
        for key, before, after in citations:
            entry = found.entries.get(key)
            names = entry.names if entry else key
            year = (entry.label if numeric else entry.year) if entry else "?"
            inner = [*_note(before, "", " "), Piece(year, key), *_note(after, ", ", "")]
            shown = [Piece(names, key)] if names else []
            shown += [Piece(" ")] if names else []
            parts.append([*shown, *inner] if bare else [*shown, Piece(opening), *inner, Piece(closing)])
        return _joined(parts, "; ")
    parts = []
    for key, before, after in citations:
        entry = found.entries.get(key)
        if entry is None:
            text = f"{key}?"
        elif numeric:
            text = entry.label
        else:
            text = ", ".join(filter(None, (entry.names, entry.year)))
        parts.append([*_note(before, "", " "), Piece(text, key), *_note(after, ", ", "")])
    joined = _joined(parts, ", " if numeric else "; ")
    return joined if command == "citealp" else [Piece(opening), *joined, Piece(closing)]


def _part(found: References, key: str, command: str) -> str:
    entry = found.entries.get(key)
    if entry is None:
        return f"{key}?"
    return (entry.names if "author" in command else entry.year) or entry.label


def _note(nodes: tuple[Node, ...], before: str, after: str) -> list[Piece]:
    return [Piece(before), Piece(nodes=nodes), Piece(after)] if nodes else []


def _joined(parts: Sequence[Sequence[Piece]], between: str) -> list[Piece]:
    out: list[Piece] = []
    for part in parts:
        out += [Piece(between), *part] if out else part
    return out
