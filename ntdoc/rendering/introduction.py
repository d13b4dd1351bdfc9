"""What a document begins with: its abstract, or its first paragraph, for the front page of its site.

Of the mark-up only the formulas are kept. They are numbers between two signs until all else is done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from markupsafe import Markup, escape

from ntdoc.regex import regex
from ntdoc.rendering.blocks import Fragment
from ntdoc.rendering.latex.citations import pieces
from ntdoc.rendering.latex.html import Paper, reference_anchor
from ntdoc.rendering.latex.marking import ABSTRACT
from ntdoc.rendering.latex.pandoc_tree import Node, plain_text, walk
from ntdoc.rendering.latex.references import reference
from ntdoc.rendering.latex.text import INLINE
from ntdoc.rendering.markdown_extension import in_words
from ntdoc.rendering.math import in_letters, latex_mathml, mathml
from ntdoc.rendering.page import FENCED, Page, escape_markdown

Link = Callable[[int, str], str]  # the address of an anchor in a part of the paper
_MOST = 900  # characters: of a longer one the first sentences
_LEAST = 40  # characters: what is shorter is the name of an author, or a date
_PARAGRAPH = regex(r"[^\W_]|[*_`\"“('\[]+[^\W_]")
_ITEM = regex(r"[*+-]\s|\d+[.)]\s|\[[^\]]+\]:")
_UNDERLINED = regex(r"\n[=-]+\s*$")
_FOOTNOTE = regex(r"\[\^[^\]]*\]")
_MATH = regex(r"<math\b.*?</math>", re.DOTALL)
_KEPT = regex("([(\\[“‘]*)\ue000(\\d+)\ue001([.,;:!?…)\\]”’]*)")
_SENTENCE = regex(r"[.!?](?=\s)")


def introduction(page: Page, paper: Paper | None, link: Link) -> Markup:
    """The text; empty if there is none. `page` is the document's first one, `link` says where its anchors are."""
    formulas: list[Markup] = []
    text = " ".join((_of_paper(paper, formulas, link) if paper else _of_markdown(page, formulas)).split())
    if len(text) > _MOST:
        ends = [match.end() for match in _SENTENCE.finditer(text, 0, _MOST)]
        text = (text[: ends[-1]] if ends else text[:_MOST].rpartition(" ")[0]) + " …"

    def shown(match: re.Match[str]) -> str:
        formula = formulas[int(match[2])] if int(match[2]) < len(formulas) else Markup("")
        if not (match[1] or match[3]) or formula.startswith("<a"):  # words may be parted
            return f"{match[1]}{formula}{match[3]}"
        return f'<span class="nt-together">{match[1]}{formula}{match[3]}</span>'

    return Markup(_KEPT.sub(shown, str(escape(text))))


def _kept(formulas: list[Markup], formula: Markup) -> str:
    """What stands for a formula in the text."""
    formulas.append(formula)
    return f"\ue000{len(formulas) - 1}\ue001"


def _of_markdown(page: Page, formulas: list[Markup]) -> str:
    for block in re.split(r"\n[ \t]*\n", FENCED.sub("", page.markdown)):
        block = block.strip("\n")
        if not _PARAGRAPH.match(block) or _ITEM.match(block) or _UNDERLINED.search(block):
            continue
        if block.strip() in page.fragments:  # a display
            continue
        words = in_words(_filled(_FOOTNOTE.sub("", block), page.fragments, formulas))
        if len(words) >= _LEAST:
            return words
    return ""


def _filled(text: str, fragments: Mapping[str, Fragment], formulas: list[Markup]) -> str:
    """The text with signs for the formulas, without what is said of them."""
    for token in sorted(fragments, key=len, reverse=True):
        if token in text:
            found = _MATH.search(fragments[token].html)
            shown = _kept(formulas, Markup(found[0])) if found else escape_markdown(in_letters(fragments[token].text))
            text = text.replace(token, shown)
    return text


def _of_paper(paper: Paper, formulas: list[Markup], link: Link) -> str:
    """All of the abstract, or else the first paragraph."""
    blocks = [block for part in paper.numbered.parts[:1] for block in part.blocks]
    abstract = next((node for node in walk(blocks) if ABSTRACT in node.classes), None)
    nodes = list(walk(abstract.children if abstract else blocks))
    in_notes = {id(inner) for node in nodes if node.kind == "Note" for inner in walk(node.children)}
    paragraphs = [node for node in nodes if node.kind == "Para" and id(node) not in in_notes]
    texts = (_words(node.children, paper, formulas, link) for node in paragraphs)
    return " ".join(texts) if abstract else next((text for text in texts if len(text) >= _LEAST), "")


def _words(nodes: Iterable[Node], paper: Paper, formulas: list[Markup], link: Link) -> str:
    def linked(text: str, part: int, anchor: str) -> str:
        return _kept(formulas, Markup('<a href="{}">{}</a>').format(link(part, anchor), text))

    words = []
    for node in nodes:
        if node.kind == "Token" and node.text == INLINE:
            tokens = paper.formulas[node.number].mathematics.tokens
            words.append(_kept(formulas, mathml(tokens, display=False)))
        elif node.kind == "Math":
            words.append(_kept(formulas, latex_mathml(node.text)))
        elif node.kind == "Cite":
            for piece in pieces(node, paper.references, paper.settings):
                said, part = piece.text, paper.references_part
                if part >= 0 and piece.key in paper.references.entries:
                    said = linked(said, part, reference_anchor(piece.key))
                words.append(said + _words(piece.nodes, paper, formulas, link))
        elif node.kind == "Link" and (labels := node.attribute("reference")):
            kind, known = node.attribute("reference-type"), paper.numbered.labels
            for text, label in reference(labels, kind, known, paper.settings):
                target = known.get(label) if "\\" not in text else None
                words.append(linked(text, target.part, target.anchor) if target else text)
        elif node.kind == "LineBreak":
            words.append(" ")
        elif node.children and node.kind != "Note":
            words.append(_words(node.children, paper, formulas, link))
        else:
            words.append(plain_text([node]))
    return "".join(words)
