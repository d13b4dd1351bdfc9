r"""What `\ref`, `\cite` and the like name, held against the labels and bibliographies of a LaTeX document.

Nothing is said of what may stand elsewhere: where macros make labels, and where a file is missing.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.reading.files import is_there, load
from ntdoc.reading.labels_twice import twice
from ntdoc.reading.latex_inclusion import Inclusion
from ntdoc.reading.pictures import missing
from ntdoc.regex import regex
from ntdoc.source import Source, Span

_OPTIONS: Final = r"\*?\s*(?:\[[^\[\]]*\]\s*){0,2}"
_REFERENCE: Final = regex(
    r"\\(?:(?:eq|[cCvV]|[aA]uto|page|[nN]ame|labelc|cpage|sub)?ref(?![A-Za-z])\*?\s*(?P<one>\{[^{}]*\})"
    r"|[cC]refrange(?![A-Za-z])\*?\s*(?P<two>\{[^{}]*\}\s*\{[^{}]*\}))"
)
_HYPERREF: Final = regex(r"\\hyperref\s*\[([^\[\]{}]*)\]")
_LABEL: Final = regex(r"\\(?:[A-Za-z]*label|label[A-Za-z]+)\*?\s*(?:\[[^\[\]]*\]\s*)?\{([^{}]*)\}")
_OPTION: Final = regex(r"(?<![A-Za-z])label\s*=\s*\{?\s*([^\s,{}\[\]]+)")
_CITATION: Final = regex(
    r"\\(?:no|text|Text|paren|Paren|auto|Auto|foot|full|footfull|smart|Smart|super|online|short)?"
    r"(?:[cC]ite(?:s|t|p|alt|alp|author|title|year|yearpar|fullauthor|date|url|num)?)(?![A-Za-z])"
    r"(" + _OPTIONS + r"\{[^{}]*\})"
)
_BIBLIOGRAPHY: Final = regex(
    r"\\(?:(?:no)?bibliography(?!style)[a-z]*|addbibresource|addglobalbib)(?![A-Za-z])" + _OPTIONS + r"\{([^{}]*)\}"
)
_BIBITEM: Final = regex(
    r"\\(?:bibitem|entry)(?![A-Za-z])\s*(?:\[(?:[^\[\]{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\]\s*)?\{([^{}]*)\}"
)
_ENTRY: Final = regex(r"@\s*[A-Za-z]+\s*[{(]\s*([^\s,{}=]+)\s*,")
_ALIASES: Final = regex(r"(?<![A-Za-z])ids\s*=\s*[{\"]([^{}\"]*)[}\"]", re.IGNORECASE)
_WITHIN: Final = regex(r"\\begin\s*\{filecontents\*?\}(.*?)\\end\s*\{filecontents\*?\}", re.DOTALL)
_MADE: Final = regex(r"\\begin\s*\{filecontents\*?\}\s*(?:\[[^\[\]]*\]\s*)?\{([^{}]*)\}")
_WHOLE: Final = regex(r"\\begin\s*\{document\}")
# A part of another document, labels of another one, or an environment whose argument is half a label.
_ELSEWHERE: Final = regex(
    r"\\documentclass\s*(?:\[[^\[\]]*\]\s*)?\{(?:subfiles|standalone)\}"
    r"|\\(?:externaldocument|zexternaldocument|newtcbtheorem|NewTcbTheorem)(?![A-Za-z])"
)
_ANYTHING: Final = regex(r"[\\#{}]")
_PARAMETER: Final = regex(r"#+\d|\\[A-Za-z@]+")
_OF_PACKAGES: Final = frozenset(("LastPage", "TotPages"))


class _Named(NamedTuple):
    """What a command names, and where."""

    key: str
    span: Span


class _Bibliography(NamedTuple):
    """The keys that are known, and the files and commands that are not: what is missing may have any key."""

    keys: tuple[str, ...]
    missing: tuple[_Named, ...]
    outside: frozenset[str]  # those of them that may not be read
    given: bool


def unresolved(inclusion: Inclusion, said: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Warnings of references and citations to nothing (NT109, NT110), labels twice (NT112), and no picture (NT113).

    There are none if it is `said` already that a file is missing.
    """
    if any(diagnostic.code in ("NT101", "NT106") for diagnostic in said):
        return
    masks, sources = inclusion.masks, [source for source in inclusion.sources if id(source) in inclusion.masks]
    if any(masks[id(source)].unclosed is not None for source in sources):
        return
    texts, packages = ([masks[id(s)].text for s in some if id(s) in masks] for some in (sources, inclusion.packages))
    whole = _WHOLE.search(texts[0]) is not None and not any(map(_ELSEWHERE.search, texts))
    labels, families = _labels(sources, [*texts, *packages])
    yield from twice((source, 0, text) for source, text in zip(sources, texts, strict=True))
    yield from _references(list(_referred(sources, texts)), labels, families, whole)
    if whole:
        yield from missing(inclusion, sources, texts)
    cited = list(_cited(sources, texts))
    if cited and whole:
        yield from _citations(cited, _bibliography(sources, texts, inclusion.path, inclusion.root))


# References


def _labels(sources: Sequence[Source], texts: Sequence[str]) -> tuple[dict[str, None], list[re.Pattern[str]]]:
    """The labels, and what those look like that macros make, `eq:#1`."""
    labels: dict[str, None] = dict.fromkeys(_OF_PACKAGES)
    families = []
    found = [match[1] for text in texts for match in _LABEL.finditer(text)]
    found += [match[1] for source in sources for match in _OPTION.finditer(source.text)]
    for label in map(_plain, found):
        if _ANYTHING.search(label):
            families.append(re.compile(".*".join(map(re.escape, _PARAMETER.split(label)))))
        else:
            labels[label] = None
    return labels, families


def labels_named(text: str) -> Iterator[str]:
    """The labels that a piece of text refers to."""
    for _, group in _groups(text):
        yield from map(_plain, group.strip("{}").split(","))


def _groups(text: str) -> list[tuple[int, str]]:
    """Where labels are referred to, and the brackets with them."""
    found = [(m.end() - len(m[m.lastgroup or 0]), m[m.lastgroup or 0]) for m in _REFERENCE.finditer(text)]
    return sorted([*found, *((m.start(1), m[1]) for m in _HYPERREF.finditer(text))])


def _referred(sources: Sequence[Source], texts: Sequence[str]) -> Iterator[_Named]:
    for source, text in zip(sources, texts, strict=True):
        for start, group in _groups(text):
            yield from _keys(source, start, group)


def _references(
    referred: Sequence[_Named], labels: dict[str, None], families: Sequence[re.Pattern[str]], whole: bool
) -> Iterator[Diagnostic]:
    unknown = [one for one in referred if not any(f.fullmatch(one.key) for f in families)]
    yield from lost(unknown, labels, whole)


def lost(referred: Iterable[tuple[str, Span]], labels: Iterable[str], whole: bool) -> Iterator[Diagnostic]:
    """What refers to none of the labels (NT109): one note of a file that is not a `whole` document."""
    labels = dict.fromkeys(labels)
    found = [_Named(key, span) for key, span in referred if key not in labels]
    if found and not whole:
        count = "a label" if len(found) == 1 else f"{len(found)} labels"
        message = f"{count} that this file refers to must stand in another one of its document"
        yield Diagnostic("NT109", message, found[0].span, graded=Severity.NOTE)
        return
    for key, span in _first(found):
        hints = _hints(key, labels)
        yield Diagnostic("NT109", f"no \\label is called `{key}`", span, "refers to nothing", hints=hints)


# Citations


def _cited(sources: Sequence[Source], texts: Sequence[str]) -> Iterator[_Named]:
    for source, text in zip(sources, texts, strict=True):
        for match in _CITATION.finditer(text):
            at = match[1].rindex("{")
            yield from _keys(source, match.start(1) + at, match[1][at:])


def _bibliography(sources: Sequence[Source], texts: Sequence[str], path: Path | None, root: Path) -> _Bibliography:
    keys = [key for text in texts for key in _BIBITEM.findall(text)]
    for source in sources:
        for inner in _WITHIN.findall(source.text):
            keys += _entries(inner)
    missing, outside = [], set()
    folder = path.parent if path is not None else None
    own = {name for source in sources for name in _MADE.findall(source.text)}
    for source, text in zip(sources, texts, strict=True):
        for match in _BIBLIOGRAPHY.finditer(text):
            for name in _keys(source, match.start(1), match[1]):
                file = name.key if name.key.endswith(".bib") else name.key + ".bib"
                if file in own or name.key in own:
                    continue
                read = _read(folder / file, root) if folder is not None else None
                if read is None:
                    missing.append(_Named(file, name.span))
                    if folder is not None and _is_outside(folder / file, root):
                        outside.add(file)
                else:
                    keys += _entries(read)
    listed = _read(path.with_suffix(".bbl"), root) if path is not None else None
    if listed is not None:  # made from all of them
        keys += _BIBITEM.findall(listed)
        missing = []
    given = bool(keys) or listed is not None or any(map(_BIBLIOGRAPHY.search, texts))
    return _Bibliography(tuple(_plain(key) for key in keys), tuple(missing), frozenset(outside), given)


def _read(path: Path, inside: Path) -> str | None:
    """The text of a file that lies in the folder, if it can be read."""
    try:
        if not is_there(path) or not (real := path.resolve()).is_relative_to(inside):
            return None
    except (OSError, ValueError, RuntimeError):
        return None
    source, problem = load(real, path.name)
    return None if problem is not None else source.text


def _is_outside(path: Path, inside: Path) -> bool:
    """Whether a file may be there that is not to be read."""
    try:
        return not path.resolve().is_relative_to(inside)
    except (OSError, ValueError, RuntimeError):
        return False


def _entries(text: str) -> list[str]:
    """The keys of a file of BibTeX."""
    aliases = [key for found in _ALIASES.findall(text) for key in found.split(",")]
    return [*_ENTRY.findall(text), *aliases]


def _citations(cited: Sequence[_Named], found: _Bibliography) -> Iterator[Diagnostic]:
    known = {key.lower() for key in found.keys}  # BibTeX is not particular about capitals
    lost = [one for one in cited if one.key != "*" and one.key.lower() not in known]
    if not lost:
        return
    count = "a citation is" if len(lost) == 1 else f"{len(lost)} citations are"
    if found.missing:
        name, span = found.missing[0]
        where = "lies outside the project" if name in found.outside else "is not found"
        yield Diagnostic("NT110", f"`{name}` {where}: {count} not checked", span, "not read", graded=Severity.NOTE)
    elif not found.given:
        message = f"the document has no bibliography: {count} of nothing"
        first = "the first one" if len(lost) > 1 else ""
        yield Diagnostic("NT110", message, lost[0].span, first, graded=Severity.NOTE)  # a draft without one is whole
    else:
        for key, span in _first(lost):
            message = f"no entry of the bibliography is called `{key}`"
            yield Diagnostic("NT110", message, span, "cites nothing", hints=_hints(key, dict.fromkeys(found.keys)))


# Both


def _keys(source: Source, start: int, group: str) -> Iterator[_Named]:
    """The names in `{a, b}`, each with its place; none of those that a macro makes."""
    for match in re.finditer(r"[^,{}]+", group):
        key = _plain(match[0])
        if key and not _ANYTHING.search(key):
            begin = start + match.start() + len(match[0]) - len(match[0].lstrip())
            yield _Named(key, Span(source, begin, start + match.start() + len(match[0].rstrip())))


def _plain(key: str) -> str:
    return " ".join(key.split())


def _first(named: Iterable[_Named]) -> Iterator[_Named]:
    """Each name once, where it stands first."""
    said: set[str] = set()
    for one in named:
        if one.key not in said:
            said.add(one.key)
            yield one


def _hints(key: str, names: Iterable[str]) -> tuple[str, ...]:
    near = difflib.get_close_matches(key, names, n=1, cutoff=0.75)
    return tuple(f"did you mean `{name}`?" for name in near)
