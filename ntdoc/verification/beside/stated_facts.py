"""Words that tell of a choice or of what was found, and not of what follows: *we keep*, *empirically*, *in practice*.

What a formula behind them says is so of the things that are meant. A conclusion, *hence `E = 3`*, or a law, *for all
`x`*, says it of any.
"""

from __future__ import annotations

import re
from collections.abc import Set

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span
from ntdoc.verification.beside.qualities.letters_said import letters
from ntdoc.vocabulary import ANY, THEN, WE_GET, WE_HAVE

_FOUND = (  # by looking: at data, at a model that was trained, in an experiment
    r"empirical(?:ly)?|experimental(?:ly)?|observ(?:e|es|ed|ation|ations)|measur(?:e|es|ed|ement|ements)|(?:we|was|were|is|are|solution)\s+found"
    r"|in\s+practice|in\s+reality|typical(?:ly)?|(?:pre-?|fine-?)?train(?:ed|ing)|fine-?tun(?:ed|ing)|learned|learnt|learns?"
    r"|converged?|converges|convergence|settles?|settled|stays?|stayed|remain(?:s|ed)?|saturates?|plateaus?|warm-?up|pruning"
    r"|initiali[sz]ation|at\s+init|at\s+(?:the\s+)?(?:start|beginning|end)\s+of|experiments?|data\s*-?\s*sets?|corpus|corpora"
    r"|benchmarks?|figure|fig\.|table|toy|the\s+best|estimated|reported"
)
_CHOSEN = (  # by the authors
    r"we\s+(?:(?:always|then|again|also|only)\s+)?(?:choose|chose|use|used|keep|kept|fix|fixed|set|take|took|pick|picked|hold|held"
    r"|train|trained|allow|aim|target|run|ran)"
    r"|(?:is|are|was|were|be|been)\s+(?:(?:always|then|again|also)\s+)?(?:kept|fixed|held|chosen|set|tuned)|in\s+(?:all|our|most|both)\s+(?:[a-z]+\s+)?"
    r"(?:models?|experiments?|runs?|settings?|configurations?|networks?|layers?)|throughout|by\s+default|target(?:s|ed)?|budget"
)
_STATES = regex(rf"\b(?:{_FOUND}|{_CHOSEN})(?!\w)", re.IGNORECASE)
_CONCLUDES = regex(
    rf"\b(?:{THEN}|follows?|{WE_HAVE}|{WE_GET}|we\s+(?:conclude|see\s+that)|clearly"
    r"|obviously|because|since|gives?|yields?|implies|imply|shows?|proves?|equivalently)\b",
    re.IGNORECASE,
)
_OF_ALL = regex(
    rf"\b(?:for\s+(?:{ANY})|always|never|whatever|whichever|regardless|(?:any|every|each)\s+(?!(?:\$|\\\()?\s*\d)|arbitrary"
    r"|in\s+general|generally"
    r"|all\s+(?!(?:our|the|of\s+our|of\s+the|models?|experiments?|runs?|settings?|configurations?|networks?|layers?"
    r"|(?:training\s+)?(?:data|points|labels|examples|observations|targets))\b))",
    re.IGNORECASE,
)
_ALL_OF_OURS = regex(  # *we always use*, *for all our models*
    rf"\b(?:we|they)\s+always\b|\b(?:for|in|across|over)\s+(?:{ANY})\s+(?:(?:of\s+)?(?:our|the|these)\s+)?(?:[a-z]+\s+)?"
    r"(?:models?|experiments?|runs?|settings?|configurations?|networks?|layers?|sizes|seeds)\b",
    re.IGNORECASE,
)
_FOR_ALL = regex(
    rf"\b(?:for\s+(?:{ANY})|always|whatever|whichever|regardless|in\s+general)\b", re.IGNORECASE
)
_ANY = regex(rf"{_FOR_ALL.pattern}|\b(?:any|every|each|arbitrary)\b", re.IGNORECASE)
_AT = regex(  # *at `\\eta \\lambda = 0.01` they halve*, *it vanishes at `\\|x\\| = 1`*, *taking `a b = 2`, …*
    r"\b(?:at|taking|fixing|choosing|setting|keeping|holding|(?:we|let\s+us)\s+(?:take|fix|choose|set|keep|hold))"
    r"(?:\s+(?:an?|the)\s+(?:[a-z-]+\s+){1,5}of)?\s+(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_MADE_SO = regex(  # *they are trained so that*: that is what is done, and no conclusion
    r"\b(?:train|choos|chos|build|built|design|construct|constrain|learn|fit|pick|tun|scal|select|adjust|optimi[sz])[a-z]*\b[^.;:,]{0,40}"
    r"\b(?:so|such)\s+that\s+(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_ALL = regex(
    rf"\b(?:{ANY})\s+(?:(?:of|the|these|other)\s+)?(?:[a-z-]+\s+){{0,2}}(?P<whose>{sentences.LISTED})",
    re.IGNORECASE,
)
_GENERAL = (  # nouns that say nothing of which number it is
    r"(?:numbers?|scalars?|constants?|reals?|variables?|integers?|letters?|quantit(?:y|ies)|values?|parameters?|coefficients?|factors?|functions?"
    rf"|vectors?|matri(?:x|ces)|tensors?|that|this|is|are|be|and|or|of|in|to|for|with|the|an?|{THEN}|we|have|has|if|let|where)"
)
_FAR = 400


def says_it_is_so(span: Span) -> bool:
    """Whether the words of its sentence tell that a formula is what was chosen or found."""
    before = sentences.before(span)
    return (_STATES.search(before) or _STATES.search(_rest(span))) is not None


def concludes(span: Span) -> bool:
    """Whether the words before a formula in its sentence draw a conclusion, and do not say that it is made so."""
    return not is_made_so(span) and _CONCLUDES.search(sentences.before(span)) is not None


def is_of_all(span: Span) -> bool:
    """Whether the words of its sentence say it of all there are, and not of all that the authors have."""
    before, behind = (_ALL_OF_OURS.sub(" ", words) for words in (sentences.before(span), _rest(span)))
    return (_OF_ALL.search(before) or _FOR_ALL.search(behind)) is not None


def is_made_so(span: Span) -> bool:
    """Whether the words before a formula say that something is trained or chosen so that it holds."""
    return _MADE_SO.search(sentences.before(span)) is not None


def is_of_any(span: Span, names: Set[str]) -> bool:
    """Whether the words of its sentence say of a formula that it is so *for all*, or *of every* one, of these names."""
    around = sentences.around(span)
    of = [letters(found["whose"]) for found in _ALL.finditer(around)]
    if of and all(letter and names.isdisjoint(letter) for letter in of):
        return False
    before, behind = (_ALL_OF_OURS.sub(" ", words) for words in (sentences.before(span), _rest(span)))
    return (_ANY.search(before) or _FOR_ALL.search(behind)) is not None


def is_place(span: Span) -> bool:
    """Whether a formula in a sentence says at which of its letters something is: *at `\\eta \\lambda = 0.01`*."""
    return _AT.search(sentences.before(span)) is not None


def names_quantity(letter: str, span: Span) -> bool:
    """Whether the words near a formula say which quantity a letter is: *the width `d`*, *`h` the number of heads*."""
    near = sentences.closed_up(f"{sentences.of_section_before(span, _FAR)} … {sentences.after(span)}")
    name = rf"(?:\$|\\\()\s*{re.escape(letter) if len(letter) == 1 else chr(92) * 2 + re.escape(letter)}\s*(?:\$|\\\))"
    noun = rf"(?!{_GENERAL}\b)[a-z][a-z-]+"
    said = (
        rf"\b(?:the|an?|our|its|this|each|per|of|with)\s+(?:[a-z-]+\s+){{0,3}}{noun}\s+{name}"
        rf"|{name}\s*(?:,|is|are|be|denotes?|being|for)?\s+(?:the|an?|our|its)\s+(?:{noun}|(?:total\s+)?numbers?\s+of)\b"
        rf"|{name}\s+(?!{_GENERAL}\b)[a-z-]+s\b|{name}\s*\((?:the\s+|an?\s+)?{noun}"
        rf"|{name}\s+and\s+(?:\$|\\\()[^$]{{1,12}}(?:\$|\\\))\s+(?:are|be|denote|being)\s+the\s+(?:[a-z-]+\s+){{0,2}}{noun}"
        rf"|(?:\$|\\\()[^$]{{1,12}}(?:\$|\\\))\s+and\s+{name}\s+(?:are|be|denote|being)\s+the\s+(?:[a-z-]+\s+){{0,2}}{noun}"
    )
    return re.search(said, near, re.IGNORECASE) is not None


def _rest(span: Span) -> str:
    """The words of its clause behind a formula."""
    return re.split(r"[;:]", sentences.after(span), maxsplit=1)[0]
