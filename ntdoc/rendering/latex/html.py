"""A part of a LaTeX document as HTML: every word of the author's escaped, every number and link in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from ntdoc.rendering.blocks import Contents
from ntdoc.rendering.latex import text as letters
from ntdoc.rendering.latex.citations import References, pieces
from ntdoc.rendering.latex.counters import RANKS
from ntdoc.rendering.latex.items import OWN_LABEL
from ntdoc.rendering.latex.marking import ABSTRACT, AUTHOR, DATE, ENTRIES, HEAD
from ntdoc.rendering.latex.numbering import Numbered
from ntdoc.rendering.latex.pandoc_tree import Node, plain_text, walk
from ntdoc.rendering.latex.references import reference
from ntdoc.rendering.latex.settings import Settings
from ntdoc.rendering.latex.tabulars import FLOAT
from ntdoc.rendering.latex.text import Formula
from ntdoc.rendering.latex.theorems import ALGORITHM
from ntdoc.rendering.lost import ENTRY, LABEL, PICTURE
from ntdoc.rendering.math import latex_mathml

_TAGS: Final = {
    "Emph": "em", "Strong": "strong", "Underline": "u", "Strikeout": "del", "Superscript": "sup", "Subscript": "sub",
}  # fmt: skip
_STYLES: Final = {"LowerAlpha": "a", "UpperAlpha": "A", "LowerRoman": "i", "UpperRoman": "I"}
_RUN_IN: Final = RANKS["paragraph"]
_ALIGNED: Final = frozenset(("left", "right", "center"))


@dataclass(frozen=True, slots=True)
class Paper:
    """A LaTeX document read and numbered: what its pages are made of."""

    title: str  # as plain text
    numbered: Numbered
    references: References
    settings: Settings
    stem: str  # with which tokens begin
    formulas: tuple[Formula, ...]  # what the tokens of mathematics stand for
    told: tuple[str, ...] = ()  # what is not as good as it could be, each with its place

    @property
    def references_part(self) -> int:
        """The part that lists the references; -1 if none does."""
        for at, part in enumerate(self.numbered.parts):
            if any(node.kind == "References" for node in walk(part.blocks)):
                return at
        return -1


@dataclass(frozen=True, slots=True)
class Around:
    """What a part needs to know of the rest of the site."""

    link: Callable[[int, str], str]  # the address of an anchor in a part
    formula: Callable[[int], str]  # the placeholder of the mathematics of a token
    generated: Callable[[str], str]  # the placeholder of MathML that we made ourselves
    picture: Callable[[str], str]  # the address of a picture; "" if it cannot be shown
    no_picture: Callable[[str], str]  # why not
    lost: Callable[[str, str, str], str]  # of a code and a name the HTML, marked if nothing is called so


class PartHtml:
    """Renders one part."""

    def __init__(self, paper: Paper, around: Around, top: int) -> None:
        self.contents: list[Contents] = []
        self.head: list[str] = []  # title, authors and abstract, wherever they stand
        self._paper = paper
        self._around = around
        self._top = top  # the rank of what becomes `<h2>`
        self._notes: list[Node] = []

    def html(self, nodes: Sequence[Node]) -> str:
        """The HTML of the blocks, with the footnotes at the end."""
        text = self.blocks(nodes)
        return text + self._footnotes()

    # Blocks

    def blocks(self, nodes: Sequence[Node]) -> str:
        out = []
        run_in = ""
        for node in nodes:
            if node.kind == "Heading" and node.number >= _RUN_IN:
                out.append(f"<p>{run_in}</p>" if run_in else "")
                title = self.inlines(node.children).strip().rstrip(".")
                run_in = f'<strong class="nt-p-run" id="{escape(node.id)}">{title}.</strong> '
                continue
            if run_in and node.kind in ("Para", "Plain"):
                out.append(f"<p>{run_in}{self.inlines(node.children)}</p>")
            elif run_in:
                out.append(f"<p>{run_in}</p>{self._block(node)}")
            else:
                out.append(self._block(node))
            run_in = ""
        return "\n".join(filter(None, [*out, f"<p>{run_in}</p>" if run_in else ""]))

    def _block(self, node: Node) -> str:
        inner = node.children
        match node.kind:
            case "Para" | "Plain":
                return f"<p>{self.inlines(inner)}</p>"
            case "Heading":
                return self._heading(node)
            case "Display":
                return f"<p>{self._around.formula(node.number)}</p>"
            case "Theorem":
                return self._theorem(node)
            case "CodeBlock":
                return f"<pre><code>{escape(node.text)}</code></pre>"
            case "BlockQuote":
                return f"<blockquote>{self.blocks(inner)}</blockquote>"
            case "BulletList":
                return f"<ul>{''.join(map(self._item, inner))}</ul>"
            case "OrderedList":
                style = f' type="{_STYLES[node.text]}"' if node.text in _STYLES else ""
                start = f' start="{node.number}"' if node.number != 1 else ""
                return f"<ol{style}{start}>{''.join(map(self._item, inner))}</ol>"
            case "DefinitionList":
                parts = (
                    self._item(part, "dd")
                    if part.kind != "Term"
                    else f"<dt><strong>{self.inlines(part.children)}</strong></dt>"
                    for part in inner
                )
                return f"<dl>{''.join(parts)}</dl>"
            case "Figure":
                return self._figure(node)
            case "Table":
                return self._table(node)
            case "HorizontalRule":
                return "<hr>"
            case "References":
                return self._references()
            case "Div":
                return self._div(node)
            case _:
                return self._inline(node)

    def _item(self, node: Node, tag: str = "li") -> str:
        anchor = f' id="{escape(node.id)}"' if node.id else ""
        if len(node.children) == 1 and node.children[0].kind in ("Para", "Plain"):
            inner = self.inlines(node.children[0].children)
        else:
            inner = self.blocks(node.children)
        if OWN_LABEL.match(inner.removeprefix("<p>")):
            anchor += ' class="nt-p-own"'
            inner = OWN_LABEL.sub(r'<span class="nt-p-label">\1</span>', inner, count=1)
        return f"<{tag}{anchor}>{inner}</{tag}>"

    def _heading(self, node: Node) -> str:
        level = min(6, max(1, node.number - self._top + 2))
        title = self.inlines(node.children)
        number = f'<span class="nt-p-number">{escape(node.text)}</span> ' if node.text else ""
        self.contents.append(Contents(level, node.id, f"{node.text} {node.target}".strip()))
        link = f'<a class="headerlink" href="#{escape(node.id)}" title="Link to this section">¶</a>'
        return f'<h{level} id="{escape(node.id)}">{number}{title}{link}</h{level}>'

    def _theorem(self, node: Node) -> str:
        title, *blocks = node.children
        style, name = node.classes
        given = self.inlines(title.children)
        if style == "proof":
            head = f'<em class="nt-p-proof">{given or "Proof"}.</em> '
        else:
            end = "" if given else "."
            tag = "em" if style == "remark" else "strong"
            head = f'<{tag} class="nt-p-name">{escape(title.text)}{end}</{tag}> '
            head += f'<span class="nt-p-given">({given}).</span> ' if given else ""
        inner = self.blocks(blocks)
        if style == ALGORITHM:  # the caption is a line of its own
            head = f"{head.partition('</strong>')[0]}.</strong> {given}" if given else head
        inner = (
            f"<p>{head}{inner[3:]}"
            if inner.startswith("<p>") and not self._is_display(blocks) and style != ALGORITHM
            else (f"<p>{head}</p>{inner}")
        )
        anchor = f' id="{escape(node.id)}"' if node.id else ""
        if style == "proof":
            inner = _ended(inner, '<span class="nt-p-qed">∎</span>')
        upright = " nt-p-upright" if style != "plain" else ""
        return f'<div class="nt-p-theorem nt-p-of-{name.lower()}{upright}"{anchor}>{inner}</div>'

    def _is_display(self, blocks: Sequence[Node]) -> bool:
        return bool(blocks) and blocks[0].kind == "Display"

    def _figure(self, node: Node) -> str:
        inner = [child for child in node.children if child.kind != "Caption"]
        anchor = f' id="{escape(node.id)}"' if node.id else ""
        caption, blocks = self._caption(node, "figcaption"), self.blocks(inner)
        if FLOAT in node.classes:
            return f'<figure class="nt-p-table"{anchor}>{caption}{blocks}</figure>'
        return f"<figure{anchor}>{blocks}{caption}</figure>"

    def _caption(self, node: Node, tag: str) -> str:
        caption = next((child for child in node.children if child.kind == "Caption"), None)
        if caption is None or not caption.children:
            return ""
        dot = "" if caption.text.startswith("(") else "."  # of a part of a figure
        number = f"<strong>{escape(caption.text)}{dot}</strong> " if caption.text else ""
        words = " ".join(
            self.inlines(block.children) if block.kind in ("Para", "Plain") else self._block(block)
            for block in caption.children
        )
        return f"<{tag}>{number}{words}</{tag}>"

    def _table(self, node: Node) -> str:
        rows = {"Head": "", "Row": ""}
        for row in node.children:
            if row.kind in rows:
                tag = "th" if row.kind == "Head" else "td"
                rows[row.kind] += f"<tr>{''.join(self._cell(cell, tag) for cell in row.children)}</tr>"
        head = f"<thead>{rows['Head']}</thead>" if rows["Head"] else ""
        anchor = f' id="{escape(node.id)}"' if node.id else ""
        table = f"<table>{head}<tbody>{rows['Row']}</tbody></table>"
        return f'<figure class="nt-p-table"{anchor}>{self._caption(node, "figcaption")}{table}</figure>'

    def _cell(self, cell: Node, tag: str) -> str:
        attributes = "".join(
            f' {name}="{escape(value)}"'
            for name, value in cell.attributes
            if (value in _ALIGNED if name == "align" else value not in ("1", ""))
        )
        plain = len(cell.children) == 1 and cell.children[0].kind in ("Para", "Plain")
        inner = self.inlines(cell.children[0].children) if plain else self.blocks(cell.children)
        return f"<{tag}{attributes}>{inner}</{tag}>"

    def _div(self, node: Node) -> str:
        if HEAD in node.classes:
            title = " ".join(self.inlines(block.children) for block in node.children)
            self.head.append(f"<h1>{title}</h1>")
            return ""
        if AUTHOR in node.classes:
            self.head.append(self._author(node))
            return ""
        if DATE in node.classes:
            date = " ".join(self.inlines(block.children) for block in node.children).strip()
            self.head.append(f'<p class="nt-p-author nt-p-of">{date}</p>' if date else "")
            return ""
        if ABSTRACT in node.classes:
            abstract = f"<p><strong>Abstract</strong></p>{self.blocks(node.children)}"
            self.head.append(f'<div class="nt-p-abstract">{abstract}</div>')
            return ""
        if ENTRIES in node.classes:
            return ""
        name = " nt-p-center" if "center" in node.classes else ""
        return f'<div class="nt-p-group{name}">{self.blocks(node.children)}</div>'

    def _author(self, node: Node) -> str:
        """The name, and in smaller type what is said about the person."""
        lines: list[list[Node]] = [[]]
        for block in node.children:
            for child in block.children:
                if child.kind == "LineBreak":
                    lines.append([])
                else:
                    lines[-1].append(child)
            lines.append([])
        shown = [text for line in lines if (text := self.inlines(line).strip())]
        if not shown:
            return ""
        rest = f'<span class="nt-p-of">{", ".join(shown[1:])}</span>' if shown[1:] else ""
        return f'<p class="nt-p-author">{shown[0]}{rest}</p>'

    def _references(self) -> str:
        found = self._paper.references
        items = []
        for key, entry in found.entries.items():
            label = f'<span class="nt-p-number">[{escape(entry.label)}]</span> ' if found.numeric else ""
            words = " ".join(
                self.inlines(block.children) if block.kind in ("Para", "Plain") else self._block(block)
                for block in entry.blocks
            )
            items.append(f'<li id="{reference_anchor(key)}">{label}{words}</li>')
        if not items:
            return "<p>The references are not here: there is no file with them beside the document.</p>"
        return f'<ul class="nt-p-references">{"".join(items)}</ul>'

    def _footnotes(self) -> str:
        if not self._notes:
            return ""
        items = []
        while self._notes:  # a footnote may have footnotes
            note = self._notes.pop(0)
            anchor = escape(note.id)
            back = f'<a class="nt-p-back" href="#{anchor}-mark" title="Back to the text">↩</a>'
            inner = self.blocks(note.children)
            number = f'<span class="nt-p-number">{escape(note.text)}</span>'
            items.append(f'<li id="{anchor}">{number}{_ended(inner, f" {back}")}</li>')
        return f'<section class="nt-p-footnotes"><ul>{"".join(items)}</ul></section>'

    # Inlines

    def inlines(self, nodes: Iterable[Node]) -> str:
        return "".join(self._inline(node) for node in nodes)

    def _inline(self, node: Node) -> str:
        match node.kind:
            case "Str":
                return escape(node.text)
            case "Token":
                return self._around.formula(node.number) if node.text == letters.INLINE else ""
            case "Display":
                return self._around.formula(node.number)
            case "Math":
                return self._around.generated(str(latex_mathml(_with_base(node.text))))
            case kind if kind in _TAGS:
                return f"<{_TAGS[kind]}>{self.inlines(node.children)}</{_TAGS[kind]}>"
            case "SmallCaps":
                return f'<span class="nt-p-caps">{self.inlines(node.children)}</span>'
            case "Code":
                return f"<code>{self.inlines(node.children)}</code>"
            case "LineBreak":
                return "<br>"
            case "Anchor":
                return f'<span id="{escape(node.id)}"></span>'
            case "Note":
                self._notes.append(node)
                anchor = escape(node.id)
                mark = f'<a href="#{anchor}" title="Footnote {node.text}">{node.text}</a>'
                return f'<sup class="nt-p-note" id="{anchor}-mark">{mark}</sup>'
            case "Cite":
                return self._cite(node)
            case "Link":
                return self._link(node)
            case "Image":
                return self._image(node)
            case _:
                return self.inlines(node.children)

    def _cite(self, node: Node) -> str:
        out = []
        listed = self._paper.references_part
        for piece in pieces(node, self._paper.references, self._paper.settings):
            if listed >= 0 and piece.key in self._paper.references.entries:
                href = self._around.link(listed, reference_anchor(piece.key))
                out.append(f'<a class="nt-p-cite" href="{escape(href)}">{escape(piece.text)}</a>')
            else:
                words = escape(piece.text) + self.inlines(piece.nodes)
                out.append(self._around.lost(ENTRY, piece.key, words) if piece.key else words)
        return f'<span class="nt-p-citation">{"".join(out)}</span>'

    def _link(self, node: Node) -> str:
        labels = node.attribute("reference")
        words = self.inlines(node.children)
        known = self._paper.numbered.labels
        if labels:
            out = []
            for text, label in reference(labels, node.attribute("reference-type"), known, self._paper.settings):
                target = known.get(label)
                if target is None:
                    title = f"nothing is labelled {escape(label)}"
                    missing = f'<span class="nt-p-missing" title="{title}">{escape(text)}</span>'
                    out.append(self._around.lost(LABEL, label, missing) if label else escape(text))
                else:
                    href = escape(self._around.link(target.part, target.anchor))
                    out.append(f'<a href="{href}">{self._number(text)}</a>')
            return "".join(out)
        if node.target.startswith("#"):
            target = known.get(node.target[1:])
            return f'<a href="{escape(self._around.link(target.part, target.anchor))}">{words}</a>' if target else words
        return f'<a href="{escape(node.target)}">{words}</a>'

    def _number(self, text: str) -> str:
        """A number; that of `\\tag{$\\ast$}` is mathematics."""
        return self._around.generated(str(latex_mathml(text))) if "\\" in text else escape(text)

    def _image(self, node: Node) -> str:
        address = self._around.picture(node.target)
        if not address:
            why = self._around.no_picture(node.target)
            shown = f'<span class="nt-p-missing">(picture {escape(node.target)}, {why})</span>'
            return self._around.lost(PICTURE, node.target, shown)
        alt = plain_text(node.children)
        return f'<img src="{escape(address)}" alt="{escape("" if alt == "image" else alt)}">'


def reference_anchor(key: str) -> str:
    """The anchor of an entry of the references."""
    return "ref-" + "".join(c if c.isalnum() or c in "-_." else f"-{ord(c):x}-" for c in key)


def _ended(blocks: str, end: str) -> str:
    """The blocks with something at the end of their last paragraph, or in one of its own after a display."""
    before, last, rest = blocks.rpartition("</p>")
    is_display = before.rpartition("<p>")[2].startswith("ntx") and before.endswith("z")
    return f"{before}{end}</p>" if last and not rest.strip() and not is_display else f"{blocks}<p>{end}</p>"


def _with_base(latex: str) -> str:
    """A script that stands alone, as after the name of an author, needs something to stand at."""
    return "{}" + latex if latex.lstrip()[:1] in ("^", "_") else latex
