"""Equations that hold to an order, or near a place: *to first order*, *for small steps*, *linearizing around zero*.

No sample satisfies them exactly. To first order they can be checked all the same, where something is known to be small.
"""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span
from ntdoc.verification.words import goes_on, led_in
from ntdoc.vocabulary import IF, OPENS

_ORDER = r"(?:zeroth|first|second|third|leading|lowest|linear|quadratic|next|higher|lower)"
_SMALL = (
    r"(?:(?:very|sufficiently|so|suitably)\s+)?(?:small|tiny|weak|infinitesimal(?:ly\s+small)?"
    r"|vanishing(?:ly\s+small)?)"
)
_QUANTITIES = (  # what is small beside something else; a small network is only an example
    r"(?:(?:learning|time|mixing|dropout)\s+)?(?:steps?(?:\s+sizes?)?|rates?|angles?|perturbations?|changes?|noises?|increments?"
    r"|displacements?|deviations?|differences?|arguments?|times?|regulari[sz]ation|momentum|errors?|updates?|amplitudes?"
    r"|distances?|couplings?|fluctuations?|corrections?|disturbances?|rotations?|values?|signals?|initiali[sz]ations?)\b"
)
_TO_AN_ORDER = regex(
    rf"\b(?:to|in|at|up\s+to|through)\s+(?:the\s+)?{_ORDER}(?:[\s-]+(?:non-?trivial|non-?vanishing))?[\s-]+order\b"
    r"|\bto\s+(?:an?\s+|the\s+)?(?:first|good|linear)\s+approximation\b"
    rf"|\b(?:up\s+to|ignoring|neglecting|dropping|omitting|discarding|disregarding)\s+(?:the\s+|all\s+)?(?:terms\s+of\s+)?"
    rf"(?:an?\s+)?{_ORDER}(?:[\s-]+order)?\s+(?:order|terms?|corrections?|effects?|contributions?|powers?)\b"
    rf"|\b{_ORDER}[\s-]+order\s+(?:taylor\s+)?(?:expansions?|approximations?|perturbations?|estimates?)\b"
    r"|\btaylor(?:'s|-)?\s*(?:expansions?|expanding|approximations?)\b"
    r"|\b(?:lineari[sz]ing|lineari[sz]ation|taylor-expand\w*|lineari[sz]e\s+(?:it|this|them|the|around|about|at|in|near))\b"
    rf"|\b(?:for|{IF}|at|with|in\s+the\s+limit\s+of)\s+(?:an?\s+|the\s+)?{_SMALL}\s+{_QUANTITIES}"
    rf"|\b(?:{IF}|as|since|because|while|where)\s+(?:the\s+|its\s+|all\s+|both\s+)?{_QUANTITIES}\s+(?:is|are|stays?|remains?)\s+{_SMALL}"
    r"|(?:\A|[,;:…])\s*(?:near|close\s+to|in\s+(?:a|the)\s+neighbou?rhood\s+of)\s+(?:the\s+|an?\s+|its\s+)?"
    r"(?:origin|zero|minim\w+|optim\w+|maxim\w+|equilibri\w+|fixed\s+points?|solutions?|initiali[sz]ation)\b",
    re.IGNORECASE,
)
_IN = regex(rf"\border\s+in\s+(?:the\s+|an?\s+)?(?:small\s+)?(?:[a-z]+\s+)?({sentences.LISTED})", re.IGNORECASE)
_OF_LETTERS = regex(  # *for a small angle `t \\in \\reals`*
    rf"\b(?:for|{IF}|at|with)\s+(?:an?\s+|the\s+)?{_SMALL}\s+{_QUANTITIES}\s+({sentences.LISTED})", re.IGNORECASE
)
_NAME_IN = regex(r"\\?([A-Za-z]+(?:_\w)?)(?:\\in(?![a-z]).*|>0)?")
_COMPARES = (
    r"(?:exceed\w*|outgrow\w*|surpass\w*|overshoot\w*|undershoot\w*|dominat\w*|bounds?|bounded|underestimat\w*|overestimat\w*"
    r"|above|below|beneath|under|over|less|more|fewer|smaller|larger|greater|bigger|lower|higher|at\s+(?:most|least))"
)
_OWN_CLAUSE = regex(  # "it agrees to first order, and never exceeds it:"; but not "and it is always cheap:"
    r"[,;]?\s+(?:and|but|yet)\s+(?:(?:it|they|this|is|are)\s+){0,2}(?:never|always|everywhere|nowhere)\b"
    rf"[^.;,:]*?\b{_COMPARES}\b[^.;,:]*[\s:,]*(?:{OPENS})?\s*\Z",
    re.IGNORECASE,
)
_DENIED = regex(r"\b(?:not\s+(?:just|only|merely)|even\s+(?:far|for\s+large))\b|\bexact(?:ly)?\b", re.IGNORECASE)


def said(span: Span, *, ordered: bool = False) -> str:
    """The words in the sentence of a formula by which it holds to an order alone; nothing if it is meant exactly.

    So is what is `ordered`, an inequality, behind words of its own that compare.
    """
    beside = f"{led_in(span)} … {goes_on(span)}"
    if ordered and _OWN_CLAUSE.search(led_in(span)) is not None:
        return ""
    found = _TO_AN_ORDER.search(beside)
    return " ".join(found[0].split()) if found is not None and not _DENIED.search(beside) else ""


def letters(span: Span) -> frozenset[str]:
    """The letters in which it does, as the words say: *to first order in `\\epsilon`*, *for a small angle `t`*."""
    beside = f"{led_in(span)} … {goes_on(span)}"
    if (found := _IN.search(beside)) is not None:
        return frozenset(sentences.names_listed(found[1]))
    small = "" if (found := _OF_LETTERS.search(beside)) is None else found[1].replace(" ", "")
    named = (_NAME_IN.fullmatch(formula.strip("$\\()")) or ("", "") for formula in re.findall(sentences.FORMULA, small))
    return frozenset(name[1] for name in named if name[1])
