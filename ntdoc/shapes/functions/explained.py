"""Functions that words alone explain, *where P stands for …*, *a network `g`*: nothing computes what they come to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from ntdoc.operations.table import all_spellings
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.patterns import is_update
from ntdoc.syntax import ast

_NOUN = (
    r"(?:functions?|functional|maps?|mapping|operators?|operation|transform(?:ation)?s?|(?:sub)?networks?|perceptrons?|mlps?"
    r"|(?:sub)?models?|modules?|(?:sub-?)?layers?|blocks?|encoders?|decoders?|activations?|non-?linearit(?:y|ies)"
    r"|classifiers?|predictors?|projectors?|generators?|discriminators?|(?:projection|prediction|output)\s+heads?|algorithms?|optimi[sz]ers?)\b"
)
_CLOSES = r"\s*(?:\(\s*\\?[\w.]*\s*\)\s*)?(?:\$|\\\))\s*"
_VERB = r"(?:is|are|be|denotes?|means|represents?|stands\s+for|refers\s+to)\s+"
_ANY = regex(rf"{_CLOSES}{_VERB}(?:the|an?|that|one|some|any|our|its)\b", re.IGNORECASE)
_EITHER = regex(rf"{_CLOSES}(?:{_VERB})?(?:either|whichever|one\s+of)\b", re.IGNORECASE)  # *is either `A` or `B`*
_OF_KIND = regex(rf"{_CLOSES}{_VERB}(?:the|an?|one|some|any|our|its)\s(?:[\w-]+\s+){{0,4}}?{_NOUN}", re.IGNORECASE)
_APPOSED = regex(rf"{_CLOSES}(?:the|an?)\s", re.IGNORECASE)  # *with sg the stop-gradient*
_NAMED = regex(
    rf"\b(?:an?|the|some|any|our|its|of|with)\s(?:[\w-]+\s+){{0,4}}?{_NOUN}\s*(?:\$|\\\()\s*$", re.IGNORECASE
)
_WITH = regex(r"\b(?:with|where|and|for)\s*(?:\$|\\\()\s*$", re.IGNORECASE)

_ACTION = (  # what functions do
    r"(?:appl(?:y|ies)|maps|sends|takes|turns|converts|transforms|computes|returns|outputs|gives|produces|acts"
    r"|(?:un)?(?:rolls|folds|packs|stacks)|shifts|rotates|reverses|permutes|transposes|swaps|sorts|shuffles"
    r"|(?:zero-)?pads|crops|cuts|clips|clamps|truncates|rounds|quanti[sz]es|discreti[sz]es|binari[sz]es"
    r"|splits|joins|concatenates|merges|flattens|reshapes|copies|repeats|duplicates|tiles|inserts|removes|drops|keeps"
    r"|selects|picks|extracts|gathers|masks|hides|replaces|encodes|decodes|embeds|projects|lifts|pools|averages"
    r"|smooths|blurs|filters|(?:up|down|sub)-?samples|interpolates|resi[sz]es|(?:re)?scales|normali[sz]es"
    r"|standardi[sz]es|whitens|centers|centres|symmetri[sz]es|stops|detaches|blocks)"
)
_DOES = regex(rf"{_CLOSES}(?:(?:just|only|simply|first|then|again)\s+)?{_ACTION}\b", re.IGNORECASE)

_WITH_SLOPES = frozenset({"leakyrelu", "lrelu", "prelu", "rrelu"})
_DISTRIBUTION = regex(
    r"mathcal[nu]|mathscrn|normal|gaussian|unif(?:orm)?|bern(?:oulli)?|categorical|pois(?:son)?|dirichlet|multinomial"
    r"|binomial|geometric|wishart|laplace|lognormal|invgamma"
)
_SELECTION = regex(r"(?:arg)?(?:top[kp]|max_?k|min_?k)|(?:arg)?(?:sort|partition)|kthlargest")
_RANDOM = frozenset({"dropout", "droppath", "shuffle"})


def is_said_in_words(name: str, mentions: Sequence[Entry], at: Entry) -> bool:
    """Whether the words about a name, in the section of a statement or before it, say what function it is.

    A letter alone may be a number just as well: of that the words have to say that it is a function, or a network, or
    what it does, *where `U` unrolls with zero padding*.
    """
    near = (e for e in mentions if e.section == at.section or e.index < at.index)
    return any(is_explained(name, entry) for entry in near)


def is_explained(name: str, mention: Entry) -> bool:
    span = mention.parsed.span
    words, after = sentences.before(span), sentences.after(span)
    if _NAMED.search(words) or any(said.match(after) for said in (_OF_KIND, _EITHER, _DOES)):
        return True
    word = len(taken_apart(name).base) > 1
    return word and bool(_ANY.match(after) or (_WITH.search(words) and _APPOSED.match(after)))


def is_glossed_as_a_word(name: str, at: Entry) -> bool:
    """Whether words of its section have a name of several letters as a word: *SubLayer is either `A` or `B`*."""
    base, span = taken_apart(name).base, at.parsed.span
    if len(base) < 3 or not base.isalpha():
        return False
    said = rf"(?<![\w\\{{]){base}\s+{_VERB}(?:the|an?|either|one\s+of)\b"
    return re.search(said, sentences.of_section_before(span)) is not None or sentences.glosses(base, span)


def by_its_name(name: str, at: Entry) -> str:
    """Why a function that nothing explains is not computed, where its name says enough; else nothing."""
    plain = {re.sub(r"[\W_]", "", text).lower() for text in (name, taken_apart(name).base)}
    if plain & _WITH_SLOPES:
        return f"{name} has a slope, and nothing says how large it is"
    if plain & _RANDOM:
        return f"{name} is random"
    if any(map(_DISTRIBUTION.fullmatch, plain)):
        return "a distribution"
    if any(map(_SELECTION.fullmatch, plain)):
        return f"only its name says what {name} does"
    return f"only its name says what {name} does" if _is_step(name, at) else ""


def _is_step(name: str, at: Entry) -> bool:
    r"""`\theta \leftarrow \operatorname{optimizer}(\theta, g)`: a step of which the name of a function alone speaks."""
    parsed = at.parsed
    if not isinstance(parsed, ast.Chain) or not is_update(parsed) or len(parsed.rest) != 1:
        return False
    left, right = parsed.subjects[0], parsed.rest[0][1]
    if not isinstance(left, ast.Symbol) or not isinstance(right, ast.Juxtaposition) or len(right.factors) != 2:
        return False
    head, bracket = right.factors
    if not isinstance(head, ast.Symbol) or not head.roman or head.full_name != name or len(head.base) < 3:
        return False
    given = [x.full_name for x in bracket.items if isinstance(x, ast.Symbol)] if isinstance(bracket, ast.Group) else []
    return left.full_name in given and not get_close_matches(
        name, all_spellings(), n=1, cutoff=0.8
    )  # which would be meant
