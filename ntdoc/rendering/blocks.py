"""The block beside each equation: status, table of symbols, numeric example, diagnostics."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup, escape

from ntdoc.diagnostics import Severity
from ntdoc.naming import axis_tex
from ntdoc.reading.document import Mathematics
from ntdoc.reading.macros import axes_named_in
from ntdoc.reading.tokens import Kind as Sort
from ntdoc.reading.tokens import Token
from ntdoc.regex import regex
from ntdoc.rendering.arrays import array_html, full_values, is_abridged
from ntdoc.rendering.breadth import ems_of, is_long
from ntdoc.rendering.declared_at import DeclaredAt
from ntdoc.rendering.diagnostic_html import diagnostic_html, inline_code
from ntdoc.rendering.display_rows import DisplayRow, Numbers, abreast, side_by_side, stacked, with_numbers
from ntdoc.rendering.latex.prose import label_id
from ntdoc.rendering.loop_rounds import rounds_html
from ntdoc.rendering.marks import GLYPHS, MEANINGS
from ntdoc.rendering.math import latex_mathml, mathml, text_of
from ntdoc.rendering.places import Anchors, Pages, Place, SiteMap
from ntdoc.rendering.shapes_html import domain_html, shape_of
from ntdoc.rendering.shown_before import ShownBefore, StepsBefore, results_of, told_symbols
from ntdoc.rendering.symbol_tips import SymbolTips
from ntdoc.rendering.templates import render
from ntdoc.rendering.whereabouts import Rows, Shown, Whereabouts, number_of
from ntdoc.report import WRONG, DocumentReport, Example, Kind, Labelled, Part, Statement, Status, SymbolUse

_GRAVITY = (
    Status.ERROR,
    Status.FAILED,
    Status.BLOCKED,
    Status.SKIPPED,
    Status.VERIFIED,
    Status.EVALUATED,
    Status.DECLARED,
)
_WRONG = _GRAVITY[:3]
_WARNING = "!"
_IN_WORDS = frozenset({"NT301", "NT109", "NT110"})  # of a number in words or in a table; of what refers to nothing
_SHEET = 25  # ems: what is broader may not fit on paper
_NOTHING = Markup("")
_BLANK_LINE = regex(r"\n[ \t]*\n")
_FORMULAS = regex(r"\$+[^$]*\$+|\\\(.*?\\\)|\\\[.*?\\\]", re.DOTALL)
_SENTENCE = regex(r"[A-Za-z]{2,}")
_NOT_IN_SELECTORS = regex(r"[^A-Za-z0-9-]")


@dataclass(frozen=True, slots=True)
class Contents:
    """An entry of the table of contents of a page."""

    level: int
    anchor: str
    title: str  # plain text


@dataclass(frozen=True, slots=True)
class Fragment:
    """What replaces a placeholder: HTML; for places that take no mark-up its text; and what follows the
    paragraph. One that is a whole page says what its contents are.
    """

    html: Markup
    text: str
    block: bool
    after: Markup = _NOTHING
    contents: tuple[Contents, ...] = ()


class BlockRenderer:
    """Makes the fragments of one document."""

    def __init__(
        self,
        report: DocumentReport,
        pages: Pages,
        site: SiteMap,
        numbers: Numbers | None = None,
        *,
        fold: bool = False,  # the symbols and examples of every statement
        tips: bool = True,  # whether the symbols in formulas say what they are
    ) -> None:
        self._fold = fold
        self._before, self._steps = ShownBefore(), StepsBefore()
        self._report = report
        self._pages = pages
        self._numbers = numbers
        self._anchors = Anchors(report)
        self._rows = Rows(report, numbers)
        self._whereabouts = Whereabouts(pages, self._rows, numbers)
        self._declared = DeclaredAt(self._anchors, pages, self._whereabouts)
        self._tips = SymbolTips(report, pages, self._declared) if tips else None
        self._statements: dict[int, list[Statement]] = {}
        for statement in report.statements:
            self._statements.setdefault(statement.item, []).append(statement)
        evaluated = (s for s in report.statements if s.status is Status.EVALUATED)
        self._defined = {statement.name for statement in evaluated if statement.kind is Kind.DEFINITION}
        known = self._anchors.by_id
        self._diagnostics: dict[str, list[Markup]] = {}
        self._beside: dict[int, list[Markup]] = {}  # of no statement, below what an inline formula stands in
        self._above: dict[int, list[Markup]] = {}  # of a directive, above the display that it stands before
        self._problems: set[str] = set()
        for diagnostic in report.diagnostics:
            if diagnostic.span in pages.spots:  # told where it stands
                continue
            owner, item = known.get(diagnostic.statement or ""), None
            if owner is None and diagnostic.code in _IN_WORDS:
                item = self._anchors.formula_beside(diagnostic.span)
                if item is None and diagnostic.code == "NT301":
                    owner = self._anchors.statement_before(diagnostic.span)
            above = self._anchors.display_behind(diagnostic.span) if owner is None and item is None else None
            item = owner.item if owner else item if above is None else above
            here = pages.first if item is None else pages.of(item)
            html = diagnostic_html(diagnostic, here, pages, site, self._anchors)
            if above is not None:
                self._above.setdefault(above, []).append(html)
                continue
            if owner is None and item is not None:
                self._beside.setdefault(item, []).append(html)
                continue
            self._diagnostics.setdefault(owner.id if owner else "", []).append(html)
            if diagnostic.severity is not Severity.NOTE:
                self._problems.add(owner.id if owner else "")

    @property
    def elsewhere(self) -> Markup:
        """The diagnostics that belong to no statement: a file that cannot be read, brackets that do not
        match.
        """
        return Markup("").join(self._diagnostics.get("", ()))

    def fragment(self, item: int, mathematics: Mathematics) -> Fragment:
        """The fragment of the document's item number `item`."""
        statements = self._statements.get(item, [])
        if not mathematics.tokens and self._is_refused(mathematics):
            anchors = Markup("").join(Markup(' id="{}"').format(s.id) for s in statements[:1])
            others = Markup("").join(Markup('<span id="{}"></span>').format(s.id) for s in statements[1:])
            source = Markup('{}<code class="nt-source"{}>{}</code>').format(others, anchors, mathematics.span.text)
            after = Markup("").join(d for s in statements for d in self._diagnostics.get(s.id, ()))
            return Fragment(source, mathematics.span.text, block=False, after=after)
        if mathematics.display:
            shown = self._display(mathematics, statements, self._rows.of(item))
            return replace(shown, html=Markup("").join((*self._above.get(item, ()), shown.html)))
        made = self._inline(mathematics, statements, item)
        return replace(made, after=Markup("").join((made.after, *self._beside.get(item, ()))))

    def again(self, item: int, mathematics: Mathematics) -> Fragment:
        """The same mathematics where it is stated once more: set, and nothing is said of it there."""
        if not mathematics.display:
            return self._inline(mathematics, (), item)
        rows: Shown = [([replace(row, labels=()) for row in own], []) for own, _ in self._rows.of(item)]
        return self._display(replace(mathematics, labels=()), (), rows)

    def has_beside(self, item: int) -> bool:
        """Whether something is said of numbers beside an inline formula."""
        return item in self._beside

    def is_bare(self, item: int, mathematics: Mathematics) -> bool:
        """Whether ntdoc has nothing to say of the mathematics: neither a statement nor a diagnostic."""
        told = self.has_beside(item) or item in self._above
        return not (item in self._statements or told or self._is_refused(mathematics))

    def _is_refused(self, mathematics: Mathematics) -> bool:
        """Whether mathematics without tokens could not be read; else it only made definitions."""
        return any(mathematics.span.holds_start(d.span) for d in self._report.diagnostics)

    def _display(self, mathematics: Mathematics, statements: Sequence[Statement], shown: Shown) -> Fragment:
        equations = [[self._set(row.tokens, group, display=True) for row in own] for own, group in shown]
        numbered = [number_of(own) for own, _ in shown]
        views = [
            {
                "equation": stacked(parts),
                "ems": _room(max(parts, key=lambda part: ems_of(str(part)))),
                "number": latex_mathml(f"({number})") if "\\" in number else number and f"({number})",
                "labels": [label_id(label) for row in rows for label in row.labels],
                "before": rows[0].before,
                "step": bool(statements) and not group,
                "statements": self._views(group),
                "verdict": _verdict(group),
                "said": f"({number})" if number and "\\" not in number else "",
                "line": _line(rows[0], group, mathematics),
            }
            for (rows, group), parts, number in zip(shown, equations, numbered, strict=True)
        ]
        own = {label for parts, _ in shown for row in parts for label in row.labels}
        labels = [label_id(label) for label in mathematics.labels if label not in own]
        html = render("display.html", rows=views, labels=labels) if views else Markup("")
        return Fragment(html, text_of(mathematics.tokens), block=True)

    def _inline(self, mathematics: Mathematics, statements: Sequence[Statement], item: int) -> Fragment:
        if not mathematics.tokens and not statements and (named := _axes_named(mathematics)):
            return Fragment(latex_mathml(named), "", block=False)
        tokens = with_numbers(mathematics.tokens, self._numbers.labels) if self._numbers else mathematics.tokens
        if statements or self._tips is None:
            equation = self._set(tokens, statements, display=False)
        else:
            equation = self._tips.bare_mathml(tokens, mathematics, item)
        text = text_of(mathematics.tokens)
        long = is_long(mathematics.tokens)
        if not statements:
            if long:
                equation = Markup('<span class="nt-long" tabindex="0">{}</span>').format(equation)
            return Fragment(equation, text, block=False)
        worst = min(statements, key=lambda s: _GRAVITY.index(s.status))
        views = [{"statement": s, "title": self._title(s)} for s in statements]
        told = any(s.id in self._problems for s in statements) and worst.status not in WRONG  # a warning, below
        glyph = _WARNING if told else GLYPHS[worst.status]
        html = render("inline.html", equation=equation, views=views, worst=worst, glyph=glyph, long=long, told=told)
        after = [d for s in statements if s.id in self._problems for d in self._diagnostics.get(s.id, ())]
        after += [rounds_html(s.example.rounds) for s in statements]
        return Fragment(html, text, block=False, after=Markup("").join(after))

    def _set(self, tokens: Sequence[Token], statements: Sequence[Statement], *, display: bool) -> Markup:
        """A formula of statements."""
        if display and len(parts := abreast(tokens)) > 1:
            return side_by_side([self._set(part, statements, display=True) for part in parts])
        if self._tips is None:
            return mathml(tokens, display=display)
        return self._tips.mathml(tokens, statements, display=display)

    def symbols_of(self, page: Place) -> Markup:
        """What the symbols in the formulas of a page are, when these are set."""
        return Markup("") if self._tips is None else self._tips.of_page(page)

    def _title(self, statement: Statement) -> str:
        said = f"{statement.kind}, {statement.status}"
        said = f"{statement.status}: {statement.reason}" if statement.reason else said
        warned = statement.id in self._problems and statement.status not in WRONG
        return f"warning; {said}" if warned else said

    def _views(self, group: Sequence[Statement]) -> list[dict[str, object]]:
        views: list[dict[str, object]] = []
        several = len(group) > 1
        for number, statement in enumerate(group):
            quiet = self._fold or (
                number > 0
                and statement.kind in (Kind.CLAIM, Kind.DECLARATION, Kind.CONSTRAINT)
                and statement.id not in self._problems
            )
            example = Example() if self._is_typed_only(statement) else statement.example
            above = None if quiet or statement.id in self._problems else self._steps.same(statement)
            idle = not quiet and not example.results and statement.status in (Status.ERROR, Status.BLOCKED)
            folded = quiet or idle  # numbers of which nothing is made may wait until a reader asks for them
            shown = [] if above else [(x, self._shown_before(x, statement, folded)) for x in example.inputs]
            inputs = [(x, before) for x, before in shown if before is not None]
            results = [(x, _NOTHING) for x in results_of(statement)] if example.results else []
            for result in example.results:  # what stands here first may be referred to, and is not left out
                self._shown_before(result, statement, quiet)
            arrays = [x for x, before in (*inputs, *results) if not before]
            abridged = [(x.label, x.array) for x in arrays if is_abridged(x.array)]
            unsaid = {x.label for x in arrays if x.unsaid}
            views.append(
                {
                    "statement": statement,
                    "glyph": GLYPHS[statement.status],
                    "meaning": MEANINGS[statement.status],
                    "line": statement.span.line,
                    "place": f"line {statement.span.line} of {posixpath.basename(statement.span.source.path)}",
                    "equation": self._set(_part_of(group, number), [statement], display=False) if several else "",
                    "reason": inline_code(statement.reason) if statement.reason else "",
                    "reason_beside": number == 0 and statement.status is Status.VERIFIED,
                    "symbols": [] if above else [self._symbol(use, statement) for use in self._told(statement)],
                    "above": self._link_to(above, statement) if above else "",
                    "inputs": [_labelled(x, before) for x, before in inputs],
                    "results": [_labelled(x, before) for x, before in results],
                    "parts": [_part(part, statement) for part in example.parts],
                    "diagnostics": self._diagnostics.get(statement.id, ()),
                    "quiet": quiet,
                    "idle": idle,
                    "rounds": rounds_html(example.rounds),
                    "full": full_values(abridged, unsaid) if abridged else "",
                    "code_id": _code_id(statement),
                    "wide": len(arrays) > 2 or any(len(x.array.axes) > 2 for x in arrays),
                }
            )
        return views

    def _told(self, statement: Statement) -> list[SymbolUse]:
        """The rows of its table of symbols: none of what is read off the formula itself, a type or numbers."""
        told = told_symbols(statement)
        if all(use.is_built_in for use in told):
            return []  # a function that all know, alone
        read_off = statement.kind is Kind.SIGNATURE or any(result.written for result in statement.example.results)
        if read_off and len(told) == 1 and (owner := self._declared.of(told[0], statement).owner) is not None:
            return [] if owner.id == statement.id else told
        return told

    def _is_typed_only(self, statement: Statement) -> bool:
        """Whether a statement is the type of a function that is defined, too: samples stand beside the definition."""
        return statement.kind is Kind.SIGNATURE and statement.name in self._defined

    def _shown_before(self, labelled: Labelled, statement: Statement, quiet: bool) -> Markup | None:
        """A line in the place of an array that the page has shown already, and that still says the same.

        None where the table says where that is: at the declaration.
        """
        page = self._pages.of(statement.item)
        first = None if quiet else self._before.first(labelled, statement, page.file)
        if first is None:
            return _NOTHING
        use = next((use for use in statement.symbols if use.name == labelled.label), None)
        owner = None if use is None else self._declared.of(use, statement).owner
        if owner is not None and owner.id == first.id:
            return None
        return Markup('<span class="nt-again">the same as at {}</span>').format(self._link_to(first, statement))

    def _link_to(self, other: Statement, reader: Statement) -> Markup:
        """A link to a statement above on the same page."""
        place, line = self._whereabouts.of(other, reader), other.span.line_for(reader.span)
        return Markup('<a href="#{}" title="{}">{}</a>').format(other.id, line, place)

    def _symbol(self, use: SymbolUse, statement: Statement) -> dict[str, object]:
        found = self._declared.of(use, statement)
        here = found.owner is not None and found.owner.id == statement.id
        return {
            "symbol": latex_mathml(use.tex),
            "role": use.role,
            "shape": "" if use.role == "scalar" and use.shape_known and not use.shape else shape_of(use),
            "domain": domain_html(use.domain),
            "href": "" if here else found.href,
            "place": "here" if here else "built in" if use.is_built_in else found.place,
            "line": found.line,
        }


def _code_id(statement: Statement) -> str:
    """The beginning of the ids of a statement's code, another for each statement.

    The button that copies, which is the theme's, finds the code by a selector that it makes of the id as it is.
    """
    return "code-" + _NOT_IN_SELECTORS.sub(lambda m: f"_{ord(m[0]):x}_", statement.id)


def _verdict(group: Sequence[Statement]) -> dict[str, object] | None:
    """What stands beside an equation that says several things of which one is wrong, and the first is not."""
    if not group:
        return None
    worst = min(group, key=lambda s: _GRAVITY.index(s.status)).status
    if worst not in _WRONG or worst is group[0].status:
        return None
    count = sum(s.status is worst for s in group)
    return {"status": worst, "glyph": GLYPHS[worst], "of": f"{count} of {len(group)}"}


def _axes_named(mathematics: Mathematics) -> str:
    """The axes that a formula in a sentence names, *where `\\ndef{\\k}{key}` is an axis*: it would be a hole in it."""
    span = mathematics.span
    text = span.source.text
    before = _BLANK_LINE.split(text[max(0, span.start - 300) : span.start])[-1]
    after = _BLANK_LINE.split(text[span.end : span.end + 300])[0]
    if _SENTENCE.search(_FORMULAS.sub(" ", f"{before} {after}")) is None:
        return ""  # a line of definitions alone
    return ", ".join(axis_tex(name) for name in axes_named_in(span.text))


def _part_of(group: Sequence[Statement], number: int) -> tuple[Token, ...]:
    """A statement of a row without what the one before it ends with: of `a = b = c` the second says `= c`."""
    tokens = group[number].tokens
    before = group[number - 1].tokens if number else ()
    end = before[-1].span if before else None
    at = max((i for i, token in enumerate(tokens) if token.span == end), default=len(tokens))
    behind = tokens[at + 1 :]
    relation = bool(behind) and (behind[0].text == "=" or (behind[0].kind is Sort.COMMAND and behind[0].text == "in"))
    return behind if relation else tokens


def _line(row: DisplayRow, group: Sequence[Statement], mathematics: Mathematics) -> int:
    if group:
        return group[0].span.line
    return row.tokens[0].span.line if row.tokens else mathematics.span.line


def _room(equation: Markup) -> str:
    """The ems that an equation needs, and some to spare, where a sheet may not have them."""
    ems = ems_of(str(equation))
    return f"{1.15 * ems:.1f}" if ems > _SHEET else ""


def _labelled(labelled: Labelled, instead: Markup) -> dict[str, object]:
    label = latex_mathml(labelled.tex) if labelled.tex else escape(labelled.label)
    return {
        "label": label,
        "array": instead or array_html(labelled.array, labelled.label, unsaid=labelled.unsaid),
        "scalar": not labelled.array.axes,
    }


def _part(part: Part, statement: Statement) -> dict[str, object]:
    """A part of the formula with its value."""
    tokens = [t for t in statement.tokens if part.span.start <= t.span.start and t.span.end <= part.span.end]
    return {"label": mathml(tokens, display=False), "array": array_html(part.array, text_of(tokens))}
