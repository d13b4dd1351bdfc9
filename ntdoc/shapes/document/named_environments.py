r"""Environments that a document of LaTeX names itself: `\newtheorem{exm}{Example}` makes one of examples.

What stands in it is known by its title, as what stands in an `example` is by its name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ntdoc.reading.document import Document
from ntdoc.regex import regex

_KINDS = (
    ("example", regex(r"\b(?:examples?|illustrations?)\b", re.IGNORECASE)),
    ("theorem", regex(r"\b(?:theorem|lemma|proposition|corollary|claim|fact)\b", re.IGNORECASE)),
)
_MADE = regex(r"\\newtheorem\*?\s*\{(?P<name>[A-Za-z]+)\*?\}\s*(?:\[[^\[\]]*\]\s*)?\{(?P<title>[^{}]*)\}")
_DECLARED = regex(
    r"\\declaretheorem\s*\[[^\[\]]*?\b(?:name|title)\s*=\s*\{?(?P<title>[^,\[\]{}]+)[^\[\]]*\]\s*\{(?P<name>[A-Za-z]+)\*?\}"
)


def by_kind(document: Document) -> Callable[[str], str]:
    """Words of a document → these with the environments that it names called by the usual names of their kind."""
    kinds = dict(_kinds(document))
    if not kinds:
        return lambda text: text
    edge = re.compile(rf"(\\(?:begin|end)\s*\{{)({'|'.join(sorted(kinds))})(\*?\}})")
    return lambda text: edge.sub(lambda found: f"{found[1]}{kinds[found[2]]}{found[3]}", text)


def _kinds(document: Document) -> Iterator[tuple[str, str]]:
    if document.format != "latex":
        return
    for source in (*document.packages, *document.sources):
        for pattern in (_MADE, _DECLARED):
            for made in pattern.finditer(source.text):
                kind = next((kind for kind, title in _KINDS if title.search(made["title"])), None)
                if kind is not None and made["name"] != kind:
                    yield made["name"], kind
