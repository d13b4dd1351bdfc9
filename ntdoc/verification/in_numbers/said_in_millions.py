"""Results that words say again in a larger unit: *`11{,}059{,}200`, about `11.1` million*, *`2048` bytes, or 2 KiB*.

They are held against the number before them to the digits that are written. Of another noun, or where words say *more
than*, nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.regex import regex
from ntdoc.shapes.arithmetic import last_side
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import number_in
from ntdoc.shapes.session import Session
from ntdoc.syntax import ast
from ntdoc.verification.in_numbers.digits import last_place
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.vocabulary import HEDGE, NOT

_COUNTS = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_BYTES = {
    "KB": (1e3, 2.0**10), "MB": (1e6, 2.0**20), "GB": (1e9, 2.0**30), "TB": (1e12, 2.0**40),
    "kB": (1e3, 2.0**10), "KiB": (2.0**10,), "MiB": (2.0**20,), "GiB": (2.0**30,), "TiB": (2.0**40,),
}  # fmt: skip
_NOUN = r"(?!(?:or|and|about|roughly|per|each|times|of|in|as|than|to|with|for|a|an|the)\b)[a-z-]+"
_SAYS = regex(
    rf"\s*+(?:\$|\\\))\s*+(?P<noun>{_NOUN}(?:\s+{_NOUN})?)?(?P<per>\s+per\s+[a-z]+(?=\s*[,(:]))?\s*+(?:,|\(|:|---?|[—–])?\s*+"
    r"(?P<link>(?:(?:or|that|which|this)(?:\s+is)?|i\.e\.|so)\s*,?\s+)?"
    r"(?:(?:about|roughly|approximately|around|nearly|almost|some|circa)\s+)?"
    r"(?:\$|\\\()?\s*+(?:\\approx\s*|\\sim\s*|≈\s*)?(?P<number>\d+(?:\{?,\}?\d{3})*(?:\.(?P<places>\d+))?)\s*(?:\$|\\\))?"
    r"[\s~]*(?P<unit>thousand|million|billion|trillion|[KkMGT]i?B)\b(?:\s+(?P<counted>[a-z-]+))?"
)
_SAME_RATE = regex(r"(?:that\s+is|i\.e\.|which\s+is|this\s+is)")  # *2048 bytes per token, that is 2 KiB*
_OF_EACH = regex(r"\b(?:(?:each|every|a\s+single|one)\s+[a-z-]+|per\s+[a-z-]+)\b", re.IGNORECASE)
_SAME = frozenset(
    {"in", "altogether", "and", "for", "which", "so", "as", "of", "with", "while", "but", "at", "on", "to", "by"}
)
_DOUBT = regex(
    rf"\b(?:{NOT}|instead|rather|wrong\w*|errors?|mistakes?|{HEDGE}|without)\b|n['’]t\b|\?",
    re.IGNORECASE,
)


def wrong_in_units(session: Session, entries: Sequence[Entry], laboratory: Laboratory) -> Iterator[Diagnostic]:
    """What is wrong with such results: NT301, as a warning, for it is words that say it."""
    for at in entries:
        value, span = _result(at), at.parsed.span
        if value is None or at.display or at.cell or at.supposed or at.negated:
            continue
        words = span.source.words[span.end : span.end + 200]
        said = _SAYS.match(words)
        rate = _OF_EACH.search(sentences.before(span)) is not None  # *each weight takes `4` bytes, or 28 GB in all*
        if said is None or _is_of_another(said, rate) or value < _COUNTS.get(said["unit"], 1):
            continue
        if _DOUBT.search(sentences.before(span)):
            continue
        units = (_COUNTS[said["unit"]],) if said["unit"] in _COUNTS else _BYTES[said["unit"]]
        number = re.sub(r"[{},]", "", said["number"])
        if any(_is_rounded(value / unit, number) for unit in units):
            continue
        there = span._replace(start=span.end + said.start("number"), end=span.end + said.end("unit"))
        places = len(said["places"] or "")
        right = " or ".join(f"{value / unit:.{places or 2}f}" for unit in units)
        message = f"{value:.15g} is {right} {said['unit']}, and the words say {number}"
        yield Diagnostic("NT301", message, there, graded=Severity.WARNING)


def _result(at: Entry) -> float | None:
    """The number that a formula in the prose ends in, or consists of."""
    last = last_side(at.parsed, ("eq", "define", "approx"))
    value = number_in(last) if isinstance(last, ast.Number) else None
    return value if value is not None and value >= 1 else None


def _is_of_another(said: re.Match[str], rate: bool) -> bool:
    """Whether the words count other things than the number before them: *`9` layers, about `2` million weights*."""
    noun, counted = (said["noun"] or "").split(), said["counted"]
    of_each = said["per"] or (rate and said["unit"] in _BYTES)
    if of_each and not _SAME_RATE.match(said["link"] or ""):  # *`16` bytes per weight, or `3` MB in all*
        return True
    if said["unit"] in _BYTES:
        return noun[-1:] != ["bytes"]
    return bool(noun) and counted is not None and counted not in (*noun, *_SAME)


def _is_rounded(value: float, number: str) -> bool:
    """Whether a number is another one up to its last digit, or that before its zeros: *about 20* for 18."""
    zeros = len(number) - len(number.rstrip("0")) if "." not in number else 0
    return abs(value - float(number)) < last_place(number) * 10.0**zeros * (1 + 1e-9)
