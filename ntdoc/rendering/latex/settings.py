"""What the preamble of a LaTeX document, or any later part of it, settles about how it is set."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from ntdoc.regex import regex
from ntdoc.rendering.latex.scan import Marked
from ntdoc.rendering.latex.theorems import Theorem, theorems_of


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_DEFINED: Final = regex(r"\\[A-Za-z]+\*?\s*\{?\s*\\?([A-Za-z]+|.)")  # a definition, and of what
_NAME: Final = regex(r"\\(?:(?:begin|end)\s*\{)?([A-Za-z]+|.)")
_NUMERIC_STYLES: Final = frozenset(("numbers", "super", "numbers,compress", "sort&compress"))
_DEFINITION: Final = (
    r"\\(?:(?P<macro>newcommand|renewcommand|providecommand|DeclareRobustCommand)\*?"
    r"|(?P<environment>newenvironment|renewenvironment)\*?|(?P<def>def|gdef|edef|xdef)|(?P<let>let))(?![A-Za-z@])"
)
# What the conversion itself rests on; a document's own version of it would only be in the way.
_KEPT: Final = _set(
    """
    section subsection subsubsection paragraph subparagraph chapter part label ref eqref cref Cref autoref cite citep
    citet item caption footnote emph textbf textit texttt begin end title author date maketitle bibliography appendix
    par relax and thesection thesubsection theequation thefootnote
    """
)


@dataclass(frozen=True, slots=True)
class Settings:
    """Theorems by the names of their environments, and how numbers, references and citations look."""

    theorems: dict[str, Theorem] = field(default_factory=dict)
    numbered_within: dict[str, str] = field(default_factory=dict)  # `equation` → `section`
    capitals: bool = False  # of `\\cref`
    numeric: bool = False  # citations are numbers
    natbib: bool = False
    sorted_numbers: bool = False  # numbers follow the alphabet
    pictures: tuple[str, ...] = ("",)  # folders, from `\\graphicspath`


def settings(whole: Marked, beside: Marked | None = None) -> Settings:
    """The settings of a document, given all of its text, and that of the packages that lie beside it."""
    loaded = [*(_packages(beside) if beside else ()), *_packages(whole)]
    packages = {name: options for options, name in loaded}
    cleveref = _words(packages.get("cleveref", ""))
    within = {}
    for match in whole.find(r"\\(?:numberwithin|counterwithin\*?)(?![A-Za-z])"):
        counter = whole.argument(match.end())
        outer = whole.argument(counter.after) if counter else None
        if counter and outer:
            within[whole.of(counter).strip()] = whole.of(outer).strip()
    pictures = [""]
    for match in whole.find(r"\\graphicspath(?![A-Za-z])"):
        if folders := whole.argument(match.end()):
            pictures += re.findall(r"\{([^{}]*)\}", whole.of(folders))
    used = any(True for _ in whole.find(r"\\[cC]ite(?:p|t|alp|alt|author|year)(?![A-Za-z])"))
    natbib = "biblatex" not in packages and (used or "natbib" in packages)
    numeric = _numeric(whole, packages, natbib)
    style = _first_argument(whole, r"\\bibliographystyle(?![A-Za-z])")
    return Settings(
        theorems=theorems_of(whole, beside),
        numbered_within=within,
        capitals=bool({"capitalize", "capitalise"} & cleveref),
        numeric=numeric,
        natbib=natbib,
        sorted_numbers=not re.search("unsrt|ieee|siam|aps|phys", style, re.IGNORECASE),
        pictures=tuple(pictures),
    )


def definitions_in_order(preamble: Marked, packages: Mapping[str, Marked], text: str) -> str:
    """The definitions of macros and environments in a preamble, with those of packages that lie beside the document.

    Those of a package stand where it is loaded: `\\let` copies the meaning of its time. The class, which is called "",
    comes first. Of packages only what a text uses is taken, and what these use.
    """
    places = {name: _loaded_at(name, preamble, packages) for name in packages}
    used = _definitions_used(packages, text)
    found, at = [], 0
    for name in sorted(packages, key=lambda name: places[name]):
        found += [one for place, one in _definitions(preamble) if at <= place < places[name]]
        found += used[name]
        at = places[name]
    return "\n".join([*found, *(one for place, one in _definitions(preamble) if place >= at)])


def definitions(text: Marked) -> str:
    """The definitions of macros and environments in a text, and nothing else of it."""
    return "\n".join(one for _, one in _definitions(text))


def _loaded_at(name: str, preamble: Marked, packages: Mapping[str, Marked], above: frozenset[str] = frozenset()) -> int:
    """Where in the preamble a package is loaded, by itself or by another one; 0 if that is not seen."""
    here = [place for place, _, loaded in _loadings(preamble) if loaded == name]
    if here or not name:
        return min(here, default=0)
    loaders = [
        other
        for other, text in packages.items()
        if other not in above | {name} and any(loaded == name for _, _, loaded in _loadings(text))
    ]
    return min((_loaded_at(other, preamble, packages, above | {name}) for other in loaders), default=0)


def _definitions_used(packages: Mapping[str, Marked], text: str) -> dict[str, list[str]]:
    """Those of each package that a text uses, or that these use. What is internal to LaTeX is none for pandoc."""
    known = [
        (package, one, found[1])
        for package, marked in packages.items()
        for _, one in _definitions(marked)
        if "@" not in one and (found := _DEFINED.match(one))
    ]
    used: set[str] = set()
    pending = [text]
    while pending:
        names = set(_NAME.findall(pending.pop()))
        more = [(one, name) for _, one, name in known if name in names and name not in used]
        used.update(name for _, name in more)
        pending += [one for one, _ in more]
    return {name: [one for package, one, of in known if package == name and of in used] for name in packages}


def _definitions(preamble: Marked) -> list[tuple[int, str]]:
    """Each definition, and where it stands."""
    found = []
    at = 0
    for match in preamble.find(_DEFINITION):
        if match.start() < at:  # within the definition before
            continue
        end = _end_of_definition(preamble, match)
        if end is not None:
            at = end
            found.append((match.start(), preamble.text[match.start() : end]))
    return found


def _end_of_definition(text: Marked, match: re.Match[str]) -> int | None:
    at = match.end()
    if match["let"] or match["def"]:
        name = re.compile(r"\s*\\([A-Za-z@]+|.)").match(text.masked, at)
        if name is None or name[1] in _KEPT:
            return None
        if match["let"]:
            meant = re.compile(r"\s*=?\s*(?:\\(?:[A-Za-z@]+|.)|\S)").match(text.masked, name.end())
            return meant.end() if meant else None
        brace = text.masked.find("{", name.end())
        body = text.argument(brace) if brace >= 0 else None
        return body.after if body else None
    called = text.argument(at)
    if called is None:
        bare = re.compile(r"\s*\\([A-Za-z@]+|.)").match(text.masked, at)
        if bare is None:
            return None
        name_text, at = bare[1], bare.end()
    else:
        name_text, at = text.of(called).strip().removeprefix("\\"), called.after
    while (option := text.optional(at)) is not None:
        at = option.after
    for _ in range(2 if match["environment"] else 1):
        body = text.argument(at)
        if body is None:
            return None
        at = body.after
    return None if name_text in _KEPT else at


def _packages(whole: Marked) -> list[tuple[str, str]]:
    """The packages that are loaded, with their options."""
    return [(options, name) for _, options, name in _loadings(whole)]


def _loadings(whole: Marked) -> Iterator[tuple[int, str, str]]:
    """Where a package is loaded, with which options, and its name."""
    for match in whole.find(r"\\(?:usepackage|RequirePackage)(?![A-Za-z])"):
        option = whole.optional(match.end())
        names = whole.argument(option.after if option else match.end())
        if names is not None:
            options = whole.of(option) if option else ""
            for name in whole.of(names).split(","):
                yield match.start(), options, name.strip()


def _numeric(whole: Marked, packages: dict[str, str], natbib: bool) -> bool:
    """Whether citations are numbers: so they are in LaTeX itself; natbib makes them names and years."""
    if natbib:
        chosen = _words(packages.get("natbib", "")) | _words(_first_argument(whole, r"\\setcitestyle(?![A-Za-z])"))
        return bool(chosen & _NUMERIC_STYLES)
    if "biblatex" in packages:
        return not re.search(r"style\s*=\s*\{?(?:author|apa|chicago|mla)", packages["biblatex"])
    return "apacite" not in packages


def _words(options: str) -> frozenset[str]:
    return frozenset(word.strip() for word in options.split(","))


def _first_argument(whole: Marked, pattern: str) -> str:
    for match in whole.find(pattern):
        if group := whole.argument(match.end()):
            return whole.of(group).strip()
    return ""
