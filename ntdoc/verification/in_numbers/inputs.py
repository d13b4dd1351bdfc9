"""Columns of a table whose numbers are chosen, though the text behind it says in a case what their letter is.

After a table of `n`, `k` and `p` the words may find that *for stride 1 one needs `p = (k - 1) / 2`*.
"""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Function
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.session import Session
from ntdoc.vocabulary import IF, SUPPOSE

_IN_CASE = regex(
    rf"\b(?:for|{IF}|where|with|at|needs?|requires?|choos(?:e|es|ing)|{SUPPOSE}|unless)\b"
    r"|\bin\s+(?:this|that|the)\s+(?:[a-z-]+\s+)?case\b",
    re.IGNORECASE,
)


def is_chosen(session: Session, name: str, said: Entry, column: Entry) -> bool:
    """Whether a column above which a letter stands has numbers that one chooses.

    What is said of the letter behind the table is said in a case, or the letter is an argument of a function before.
    """
    if said.index <= column.index:
        return False
    if said.local or said.supposed or said.worded or _IN_CASE.search(sentences.before(said.parsed.span)):
        return True
    before = (b for found in session.scope.by_name.values() for b in found if isinstance(b, Function))
    return any(b.entry.is_above(column) and name in b.letters and len(b.letters) > 1 for b in before)
