"""What the symbols in the formulas of a page are, for a reader who points at one: their shapes, and where each of them
is declared. It stands once on the page, and formulas have the numbers of its entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from markupsafe import Markup

from ntdoc.reading.document import Heading, Mathematics
from ntdoc.reading.tokens import Token
from ntdoc.rendering.declared_at import DeclaredAt
from ntdoc.rendering.math import latex_mathml
from ntdoc.rendering.named_symbols import Named, named_mathml
from ntdoc.rendering.places import Pages, Place
from ntdoc.rendering.shapes_html import domain_html, shape_of
from ntdoc.report import DocumentReport, Statement, SymbolUse
from ntdoc.syntax.spelling import parts_of
from ntdoc.syntax.statements import parse_inline
from ntdoc.tables import names_in

_SHOWN = frozenset(("parameter", "tensor", "function", "scalar", "result"))
_LIST = Markup('<aside class="nt-tips" hidden data-search-exclude>{}</aside>')


class SymbolTips:
    """The lists of symbols of the pages of a document, which grow as formulas are set."""

    def __init__(self, report: DocumentReport, pages: Pages, declared: DeclaredAt) -> None:
        self._report = report
        self._pages = pages
        self._declared = declared
        self._lists: dict[Place, dict[Markup, int]] = {}
        self._uses: dict[str, list[tuple[Statement, SymbolUse]]] = {}
        for statement in report.statements:
            for use in statement.symbols:
                if use.role in _SHOWN and use.role != "parameter" and use.declared is not None:
                    self._uses.setdefault(use.name, []).append((statement, use))

    def mathml(self, tokens: Sequence[Token], statements: Sequence[Statement], *, display: bool) -> Markup:
        """A formula of statements, with its symbols marked."""
        named = [
            Named(span, parts_of(use.name)[0], number)
            for statement in statements
            for use in statement.symbols
            if (number := self._number(use, statement)) is not None
            for span in use.written
        ]
        return named_mathml(tokens, list(dict.fromkeys(named)), display=display)

    def bare_mathml(self, tokens: Sequence[Token], mathematics: Mathematics, item: int) -> Markup:
        """A formula that says nothing: its symbols are those of the statements around it."""
        within = mathematics.inner
        named = []
        for parsed, _ in parse_inline(mathematics.tokens, within):
            for name, spans in names_in(parsed, self._uses, within).items():
                if (found := self._meant(name, item)) is not None and (number := self._number(*found)) is not None:
                    named += [Named(span, parts_of(name)[0], number) for span in spans]
        return named_mathml(tokens, named, display=mathematics.display)

    def of_page(self, page: Place) -> Markup:
        """The list of a page; nothing if no formula needs it."""
        entries = self._lists.get(page)
        return _LIST.format(Markup("").join(entries)) if entries else Markup("")

    def _meant(self, name: str, item: int) -> tuple[SymbolUse, Statement] | None:
        """What a name is in a sentence: what it is wherever it is used."""
        uses = self._uses[name]
        if len({tuple(axis for axis, _ in use.shape) for _, use in uses}) > 1:
            return None
        before = [pair for pair in uses if pair[0].item <= item]
        statement, use = before[-1] if before else uses[0]
        return use, replace(statement, item=item)  # who reads it is here

    def _number(self, use: SymbolUse, statement: Statement) -> int | None:
        if use.role not in _SHOWN or (use.role == "function" and use.declared is None):
            return None
        page = self._pages.of(statement.item)
        entries = self._lists.setdefault(page, {})
        return entries.setdefault(self._entry(use, statement), len(entries))

    def _entry(self, use: SymbolUse, statement: Statement) -> Markup:
        found = self._declared.of(use, statement)
        said = [latex_mathml(use.tex), Markup("parameter") if use.role == "parameter" else "", shape_of(use)]
        if use.domain != "ℝ" or not use.shape_known:
            said.append(domain_html(use.domain))
        if found.place:
            where = f"{found.place}{self._section(found.owner, statement)}"
            where = Markup('<a href="{}">{}</a>').format(found.href, where) if found.href else where
            said.append(Markup("declared: {}").format(where))
        return Markup("<p>{}</p>").format(Markup(" ").join(filter(None, said)))

    def _section(self, owner: Statement | None, reader: Statement) -> str:
        """The title of the section in which a symbol is declared, of this page."""
        if owner is None or self._pages.of(owner.item) != self._pages.of(reader.item):
            return ""
        above = (item for item in reversed(self._report.document.items[: owner.item]) if isinstance(item, Heading))
        heading = next(above, None)
        of_all = self._report.document.format == "markdown" and heading is not None and heading.level < 2  # its title
        if heading is None or of_all or heading.mathematics or "\\" in heading.title:
            return ""
        return f", {heading.title}"
