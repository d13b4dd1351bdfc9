"""A page of somebody's own site: its Markdown stays as it is, but for the mathematics.

What is made of a page is kept by its content, so that a server that builds the site again makes only what changed.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

from markupsafe import Markup

from ntdoc.compiler import compile_document
from ntdoc.configuration import Configuration, find_configuration, read_configuration
from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.project import shown_path
from ntdoc.reading import read_text
from ntdoc.reading.companions import COMPANIONS, companions_of
from ntdoc.reading.definitions import DEFINERS
from ntdoc.reading.document import Directive, Document, Mathematics
from ntdoc.reading.front_matter import misspelt
from ntdoc.reading.tokens import Kind
from ntdoc.regex import regex
from ntdoc.rendering.blocks import BlockRenderer, Fragment
from ntdoc.rendering.host_options import Options
from ntdoc.rendering.markdown_numbers import markdown_numbers
from ntdoc.rendering.page import Placeholders, below_title, with_placeholders
from ntdoc.rendering.places import Pages, Place, SiteMap
from ntdoc.rendering.resources import template_folder
from ntdoc.selection import matches, selected
from ntdoc.settings import Selection, Settings
from ntdoc.source import Source

# The commands of namedtensor.sty that nobody else has (`\reals` and `\name` are others' macros, too), and what they
# stand for: an axis, in sans-serif letters, under an operation or in a shape.
_NOTATION = regex(
    r"\\n(?:def|fun|sum|dot|bin|cat|matrix)(?![A-Za-z])"
    r"|\\underset\s*\{\s*(?:\\substack\s*\{\s*)?\\mathsf(?![A-Za-z])"
    r"|(?:\\mathbb\s*(?:R|\{\s*R\s*\})|\\reals|\\R)\s*\^\s*\{\s*\\mathsf(?![A-Za-z])"
)
_DIRECTIVE = regex(r"<!--\s*ntdoc:|%\s*ntdoc:")
_DEFINITION = regex(rf"\\(?:{'|'.join(name for name in DEFINERS if name.isalpha())})(?![A-Za-z])")
_NOT_SET = regex(r'class="(?:math-core-unknown-cmd|nt-source)"')  # what MathML cannot be had of


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the text of a page comes from."""

    before: str = ""  # what stands in the file before the text: its front matter
    file: Path | None = None
    wish: object = None  # what the front matter says: true, false or nothing
    root: Path | None = None  # the folder of the site's configuration
    strict: bool = False  # the site is strict


@dataclass(frozen=True, slots=True)
class Rules:
    """What the site and the project say."""

    options: Options
    configuration: Configuration

    @classmethod
    def of(cls, options: Options, root: Path | None) -> Rules:
        """The rules with the configuration that is named, or the nearest. Raises ConfigurationError."""
        root = root or Path.cwd()
        named = root / options.configuration if options.configuration else None
        file = named or find_configuration(root.resolve())
        return cls(options, Configuration() if file is None else read_configuration(file, shown_path(file)))


@dataclass(frozen=True, slots=True)
class HostPage:
    """The Markdown of a page with placeholders, what they stand for, and what is wrong with the page."""

    markdown: str
    fragments: Mapping[str, Fragment]
    problems: tuple[Diagnostic, ...]

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(d for d in self.problems if d.severity is Severity.ERROR)


def host_page(text: str, origin: Origin, rules: Rules) -> HostPage | None:
    """What ntdoc makes of a page; None if it is none of its business."""
    options, configuration, file = rules.options, rules.configuration, origin.file
    wanted = origin.wish is True or (options.pages == "all" and origin.wish is not False)
    macros = configuration.settings.shared_macros
    wanted = wanted or _says_something_wrong(origin.before)
    if not wanted:
        unasked = options.pages == "notation" and origin.wish is not False
        # Behind macros, of the site or of the page, the notation is seen only when they are expanded.
        if not unasked or not (macros or any(p.search(text) for p in (_NOTATION, _DIRECTIVE, _DEFINITION))):
            return None
        if file is not None and any(matches(p, str(file), str(configuration.folder)) for p in configuration.exclude):
            return None
    shown = shown_path(file) if file is not None else "page"
    return _made(
        origin.before, text, file, shown, _digest(_companions(file)), _digest(m.path for m in macros),
        configuration.settings, configuration.selection, wanted, options.fold or configuration.fold,
    )  # fmt: skip


def _says_something_wrong(front_matter: str) -> bool:
    """Whether a page asks for something that is not understood: that must be said, whatever else there is."""
    return any(misspelt(Source("page", front_matter), len(front_matter)))


def text_before(whole: str, text: str) -> str | None:
    """What stands in a file before the text of its page; None if the text is not in it."""
    bare = text.strip()
    at = whole.rfind(bare)
    leading = text[: len(text) - len(text.lstrip())]
    return None if at < 0 else whole[:at].removesuffix(leading)


@cache
def stylesheet() -> str:
    """The look of the blocks in a site of any theme."""
    folder = template_folder()
    text = "\n".join((folder / name).read_text("utf-8") for name in ("assets/blocks.css", "host.css"))
    return re.sub(r"\s*([{};,])\s*", r"\1", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)).strip()


def _companions(file: Path | None) -> list[Path]:
    """The files that may stand beside a document."""
    return [] if file is None else [file.with_name(file.stem + ending) for ending in COMPANIONS]


def _digest(files: Iterable[Path]) -> str:
    """A word for what files say: another whenever they change."""
    digest = hashlib.sha256()
    for file in files:
        if file.is_file():
            digest.update(file.read_bytes())
            digest.update(b"\0")
    return digest.hexdigest()


@lru_cache(maxsize=1024)
def _made(
    before: str,
    text: str,
    file: Path | None,
    shown_as: str,
    companions: str,
    macros: str,
    settings: Settings,
    selection: Selection,
    wanted: bool,
    fold: bool,
) -> HostPage | None:
    document = read_text(before + text, shown_as, macros=settings.shared_macros)
    if not wanted and not _is_in_the_notation(document):
        return None
    added = () if file is None else companions_of(document, file, settings.shared_macros)
    report = selected(compile_document(document, added, settings=settings), selection)
    here = Place(shown_as)
    pages = Pages(here)
    # Only this page is ours to link to.
    site, numbers = SiteMap((here,), here, here, here, here, here, {}, (pages,)), markdown_numbers(document)
    blocks = BlockRenderer(report, pages, site, numbers, fold=fold, tips=False)
    placeholders = Placeholders(before + text)

    def fragment(index: int, item: Mathematics) -> Fragment | None:
        made = blocks.fragment(index, item)
        if blocks.is_bare(index, item):
            if _NOT_SET.search(made.html) and not made.after:
                return None  # the site may know what to do with it
            return replace(made, html=Markup(str(made.html).replace("<math", '<math class="nt-math"', 1)))
        return made

    markdown = with_placeholders(document, fragment, placeholders, len(before), numbers, apart=False)
    if blocks.elsewhere:
        markdown = below_title(markdown, placeholders.add(Fragment(blocks.elsewhere, "", block=True)))
    if not placeholders.fragments:
        return None
    return HostPage(markdown, placeholders.fragments, report.problems)


def _is_in_the_notation(document: Document) -> bool:
    return any(
        isinstance(item, Directive)
        or (isinstance(item, Mathematics) and (item.directives or _NOTATION.search(_written(item))))
        for item in document.items
    )


def _written(item: Mathematics) -> str:
    """A formula as it is written, and with its macros expanded: those of the site may hold the notation."""
    tokens = (f"\\{t.text} " if t.kind is Kind.COMMAND else t.text for t in item.tokens)
    return f"{item.span.text} {''.join(tokens)}"
