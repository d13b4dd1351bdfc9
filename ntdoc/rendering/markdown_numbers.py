r"""Numbers of equations in Markdown: those that are asked for, of rows with a `\tag` or a `\label`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markupsafe import Markup, escape

from ntdoc.reading.document import Document, Mathematics
from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.rendering.blocks import Fragment
from ntdoc.rendering.display_rows import Numbers, opened_rows
from ntdoc.rendering.latex.prose import label_id
from ntdoc.rendering.latex.tokens import tokens_to_latex
from ntdoc.rendering.math import latex_mathml

REFERENCE = regex(r"\\(?P<command>eqref|ref)\s*\{\s*(?P<label>[^{}\s][^{}]*?)\s*\}")


def markdown_numbers(document: Document) -> Numbers:
    """The numbers of the rows that have any, by items and by labels."""
    rows: dict[int, Sequence[str]] = {}
    of_rows: dict[int, Sequence[tuple[str, ...]]] = {}
    known: dict[str, str] = {}
    count = 0
    for index, item in enumerate(document.items):
        if not (isinstance(item, Mathematics) and item.display):
            continue
        shown = opened_rows(item.tokens)
        tags = [_tag(row) for row in shown]
        if not item.labels and not any(tags):
            continue
        labels = _labels(item, shown)
        numbers = []
        for tag, own in zip(tags, labels, strict=True):
            count += not tag and bool(own)
            numbers.append(tag or (str(count) if own else ""))
            known.update(dict.fromkeys((label for label in own if label not in known), numbers[-1]))
        rows[index], of_rows[index] = numbers, labels
    return Numbers(rows, known, of_rows)


def reference_in(text: str, numbers: Numbers) -> Fragment | None:
    r"""A link in the place of `\eqref{…}` or `\ref{…}`, if that is the whole of a text and names a label."""
    found = REFERENCE.fullmatch(text.strip())
    number = numbers.labels.get(" ".join(found["label"].split())) if found else None
    if found is None or number is None:
        return None
    words = f"({number})" if found["command"] == "eqref" else number
    shown = latex_mathml(words) if "\\" in number else escape(words)
    link = Markup('<a class="nt-ref" href="#{}">{}</a>').format(label_id(found["label"]), shown)
    return Fragment(link, words, block=False)


def _tag(row: Sequence[Token]) -> str:
    found = next((token for token in row if token.kind is Kind.TEXT and token.font == "tag"), None)
    return "".join(p if isinstance(p, str) else tokens_to_latex(p) for p in found.content).strip() if found else ""


def _labels(item: Mathematics, rows: Sequence[tuple[Token, ...]]) -> list[tuple[str, ...]]:
    """The labels of each row: of the last that begins before the label stands."""
    found: list[list[str]] = [[] for _ in rows]
    starts = [row[0].span.start if row else -1 for row in rows]
    for label in item.labels:
        written = re.search(r"\\label\s*\{\s*" + re.escape(label), item.span.text)
        at = item.span.start + written.start() if written else item.span.end
        owner = max((i for i, start in enumerate(starts) if 0 <= start <= at), default=0)
        if found:
            found[owner].append(label)
    return [tuple(labels) for labels in found]
