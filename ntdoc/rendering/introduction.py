"""What a document begins with, in plain words: its abstract, or its first paragraph, for the front page of its site."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ntdoc.rendering.blocks import Fragment
from ntdoc.rendering.latex.html import Paper
from ntdoc.rendering.latex.marking import ABSTRACT
from ntdoc.rendering.latex.pandoc_tree import Node, plain_text, walk
from ntdoc.rendering.latex.text import INLINE
from ntdoc.rendering.markdown_extension import in_words
from ntdoc.rendering.math import in_letters, words_of
from ntdoc.rendering.page import Page, escape_markdown

_MOST = 900  # characters: of a longer one the first sentences
_LEAST = 40  # characters: what is shorter is the name of an author, or a date
_PARAGRAPH = re.compile(r"[^\W_]|[*_`\"“('\[]+[^\W_]")
_ITEM = re.compile(r"[*+-]\s|\d+[.)]\s|\[[^\]]+\]:")
_FENCED = re.compile(r"^ {0,3}(`{3,}|~{3,}).*?^ {0,3}\1", re.MULTILINE | re.DOTALL)
_UNDERLINED = re.compile(r"\n[=-]+\s*$")
_FOOTNOTE = re.compile(r"\[\^[^\]]*\]")
_SENTENCE = re.compile(r"[.!?](?=\s)")


def introduction(page: Page, paper: Paper | None) -> str:
    """The text; empty if there is none. `page` is the document's first one."""
    text = " ".join((_of_paper(paper) if paper else _of_markdown(page)).split())
    if len(text) <= _MOST:
        return text
    ends = [match.end() for match in _SENTENCE.finditer(text, 0, _MOST)]
    return text[: ends[-1]] if ends else text[:_MOST].rpartition(" ")[0] + " …"


def _of_markdown(page: Page) -> str:
    for block in re.split(r"\n[ \t]*\n", _FENCED.sub("", page.markdown)):
        block = block.strip("\n")
        if not _PARAGRAPH.match(block) or _ITEM.match(block) or _UNDERLINED.search(block):
            continue
        if block.strip() in page.fragments:  # a display
            continue
        words = in_words(_filled(_FOOTNOTE.sub("", block), page.fragments))
        if len(words) >= _LEAST:
            return words
    return ""


def _filled(text: str, fragments: Mapping[str, Fragment]) -> str:
    """The text with formulas in plain characters, which no mark-up is read in."""
    for token in sorted(fragments, key=len, reverse=True):
        if token in text:
            text = text.replace(token, escape_markdown(in_letters(fragments[token].text)))
    return text


def _of_paper(paper: Paper) -> str:
    blocks = [block for part in paper.numbered.parts[:1] for block in part.blocks]
    abstract = next((node for node in walk(blocks) if ABSTRACT in node.classes), None)
    paragraphs = [node for node in walk(abstract.children if abstract else blocks) if node.kind == "Para"]
    texts = (_words(node.children, paper) for node in paragraphs)
    return next((text for text in texts if len(text) >= _LEAST), "")


def _words(nodes: Iterable[Node], paper: Paper) -> str:
    words = []
    for node in nodes:
        if node.kind == "Token" and node.text == INLINE:
            words.append(words_of(paper.formulas[node.number].mathematics.tokens))
        elif node.kind == "LineBreak":
            words.append(" ")
        elif node.children and node.kind not in ("Note", "Cite"):
            words.append(_words(node.children, paper))
        else:
            words.append(plain_text([node]))
    return "".join(words)
