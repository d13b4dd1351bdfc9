"""Words that say in which set the numbers of a declaration lie: *be a vector of integers*, *with binary entries*.

`x \\in \\reals^{\\ax}` is then what `x \\in \\mathbb{Z}^{\\ax}` or `x \\in \\{0, 1\\}^{\\ax}` would be. And *let `n` be
a positive integer* declares a letter of which nothing else is said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes import signs
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.shapes.document.said.said_ranges import ENTRIES
from ntdoc.shapes.patterns import member_of, numbers
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.vocabulary import SUPPOSE

_SIGN = r"(?:(?P<sign>(?:strictly\s+)?positive|non-?negative|negative)\s+)?"
_ARRAY = r"(?:vector|matrix|tensor|array|mask|table|image|map|string|sequence)"
_BITS = r"(?P<bits>binary|boolean|one[- ]hot|(?:0/1|0-1)|zero-one|bits|zeros\s+and\s+ones|ones\s+and\s+zeros)"
_WHOLE = r"(?P<whole>integers?|whole\s+numbers?|natural\s+numbers?|counts|integer-valued)"
_KIND = rf"{_SIGN}(?:{_BITS}|{_WHOLE})"
_BEGIN = r"\s*(?:\$|\\\))?\s*(?:,\s*)?"
_BE = r"(?:(?:which|that)\s+)?(?:be|is|are)\s+(?:(?:an?|the|some|any|two|three|both|all|fixed|given|arbitrary)\s+)*"
_STOP = r"(?=\s*(?:[.,;:)]|$)|\s+(?:and|with|that|which|such|where|for|we|then|of)\b)"
_FORMS = tuple(
    regex(form, re.IGNORECASE)
    for form in (
        rf"{_BEGIN}{_BE}{_KIND}{_STOP}",  # *be positive integers*
        rf"{_BEGIN}(?:{_BE})?(?:an?\s+)?(?:[a-z-]+\s+){{0,2}}?{_KIND}(?:\s+[a-z-]+)?\s+{_ARRAY}s?\b",  # *a binary mask*
        rf"{_BEGIN}(?:{_BE})?(?:[a-z-]+\s+){{0,2}}?{_ARRAY}s?\s+of\s+{_KIND}{_STOP}",  # *be a vector of integers*
        rf"{_BEGIN}(?:{_BE}(?:[a-z-]+\s+){{1,3}})?(?:with|having|has|have)\s+(?:only\s+|all\s+)?"
        rf"{_SIGN}(?:{_BITS}|(?P<whole>integer|whole-number))\s+{ENTRIES}",  # *with integer entries*
    )
)
_IN_SET = regex(  # *with entries in `\\{0, 1\\}`*
    rf"{_BEGIN}(?:{_BE}(?:[a-z-]+\s+){{1,3}})?(?:with|whose|having)\s+(?:all\s+|its\s+)?{ENTRIES}\s+"
    r"(?:(?:are|is|lie|lies|all|each|taken|drawn)\s+)*(?:in|from)\s+(?:\$|\\\()\s*\\\{(?P<items>[\s\d.,+-]+)\\\}\s*(?:\$|\\\))",
    re.IGNORECASE,
)
_LET = regex(rf"(?:^|\b(?:let|and|for|with|where|{SUPPOSE}|that)\b|,)\s*(?:\$|\\\()?\s*$", re.IGNORECASE)


def declared(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such declarations are of the sets that the words say."""
    named: dict[str, int] = {}  # the last section that says in a formula what a letter is
    found = []
    for entry in entries:
        found.append(_declared(entry, named))
        if isinstance(entry.parsed, ast.Chain) and entry.parsed.rest:
            named.update((s.full_name, entry.section) for s in entry.parsed.subjects if isinstance(s, ast.Symbol))
    return found


def _declared(entry: Entry, named: dict[str, int]) -> Entry:
    parsed, span = entry.parsed, entry.parsed.span
    if entry.display or entry.cell or entry.negated or not isinstance(parsed, ast.Chain):
        return entry
    domain = parsed.rest[0][1] if len(parsed.rest) == 1 and parsed.rest[0][0].kind == "in" else None
    letter = alone(entry)
    of_reals = isinstance(domain, ast.TensorSet) and domain.base.kind == "reals"
    of_letter = isinstance(letter, ast.Symbol) and not letter.axes and letter.full_name not in named
    if not of_reals and not (of_letter and _LET.search(sentences.before(span))):
        return entry
    text = sentences.after_others(span.source.words[span.end : span.end + 300])
    said = _said(text, span)
    if said is None and of_letter and signs.ends(entry.sign) is not None:
        said = ast.Base("reals", (), "", span), entry.sign  # *let `c` be a number greater than `1`*
    if said is None:
        return entry
    base, sign = said
    if isinstance(domain, ast.TensorSet):
        stated = ast.TensorSet(base, domain.shape, domain.span)
        chain = parsed.replace(rest=((parsed.rest[0][0], stated),))
        return replace(entry, parsed=chain, sign=sign, counts=False)
    if base.kind == "set" or not isinstance(letter, ast.Symbol):
        return entry
    there = span._replace(start=span.end)  # in words
    chain = member_of((letter,), numbers(there, base.kind), there, span)
    return replace(entry, parsed=chain, sign=sign, counts=False)


def _said(text: str, span: Span) -> tuple[ast.Base, str] | None:
    """The set that words behind a formula say, and the sign of its numbers."""
    if within := _IN_SET.match(text):
        written = re.findall(r"-?\d+(?:\.\d+)?", within["items"].replace(" ", ""))
        items = tuple(ast.Number(float(n), 0, span) for n in written)
        return (ast.Base("set", items, "", span), "") if len(items) > 1 else None
    found = next((match for form in _FORMS if (match := form.match(text)) is not None), None)
    if found is None:
        return None
    if found["bits"]:
        return ast.Base("set", tuple(ast.Number(n, 0, span) for n in (0.0, 1.0)), "", span), ""
    sign = (found["sign"] or "").lower().replace("-", "")
    if sign == "negative":
        return ast.Base("integers", (), "", span), signs.between(float("-inf"), -1.0)
    whole = sign or found["whole"].lower().startswith(("natural", "count"))
    return ast.Base("naturals" if whole else "integers", (), "", span), ""
