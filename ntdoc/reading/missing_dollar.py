r"""Where a `$` is missing in a paragraph of LaTeX: where signs of mathematics stand among words, or words in formulas.

TeX itself only notices at the end of the paragraph when the formulas and the words have changed places; what stands
between the dollars says where that begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from ntdoc.reading.vocabulary import DISPLAYS, SECTIONS
from ntdoc.regex import regex

_SCANNED: Final = regex(
    r"\\(?:begin|end)[ \t]*\{(?P<environment>[A-Za-z]+\*?)\}|\\(?P<command>[A-Za-z]+|.)"
    r"|(?P<displayed>\$\$)|(?P<dollar>\$)|(?P<open>\{)|(?P<close>\})|(?P<paragraph>(?>\r\n|\n|\r)[ \t]*(?>\r\n|\n|\r))"
)
_BREAKS: Final = frozenset({"item", "[", "]", "par"}) | SECTIONS.keys()
_SIGN: Final = regex(
    r"(?<!\\)[_^]"
    r"|\\(?:in|notin|times|odot|oplus|cdot|leq?|geq?|neq?|approx|equiv|sim|subset|subseteq|to|mapsto|sum|prod|int|[dt]?frac"
    r"|sqrt|partial|nabla|infty|math(?:bb|cal|bf|rm|sf|frak)|[lr]vert|hat|bar|tilde|alpha|beta|gamma|delta|(?:var)?epsilon"
    r"|zeta|eta|(?:var)?theta|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|(?:var)?phi|chi|psi|omega|Gamma|Delta|Theta|Lambda"
    r"|Sigma|Phi|Psi|Omega|ndot|nsum|nfun|ncat|reals)(?![A-Za-z])"
)
_WORDS: Final = regex(r"(?<![\\A-Za-z])[a-z]{1,20}(?:[ \t\r\n]+[a-z]{1,20})+(?![A-Za-z])")
_COMMON: Final = frozenset(
    ["be", "is", "are", "has", "have", "the", "and", "or", "of", "for", "with", "where", "which", "that", "we", "by"]
)
_CHUNK: Final = regex(r"[^\s$]+[ \t]*\Z")
_INSIDE: Final = "\x01"


class Missing(NamedTuple):
    """Where a `$` is missing: `at` the offset before which it should stand, and the `$` that its lack is told by.

    `begins` says that a formula begins there, which `dollar` ends; else one ends there that `dollar` begins. `sign` is
    what is in the wrong place: of mathematics in the text, or words in mathematics.
    """

    at: int
    dollar: int
    begins: bool
    sign: tuple[int, int]


class Dollars:
    """The paragraphs of a file of LaTeX in which a `$` is missing, where that is sure."""

    def __init__(self, text: str) -> None:
        found = [missing for p in _paragraphs(text) if (missing := _missing(text, *p)) is not None]
        self._ending = {missing.dollar: missing for missing in found if not missing.begins}
        self._beginning = [missing for missing in found if missing.begins]

    def not_closed(self, dollar: int) -> Missing | None:
        """Where the words begin before which the formula should end that begins at an offset."""
        return self._ending.get(dollar)

    def not_begun(self, start: int, end: int) -> Missing | None:
        """A formula that begins without its `$`, from one offset to another."""
        return next((missing for missing in self._beginning if start <= missing.at <= end), None)


def _paragraphs(text: str) -> Iterator[tuple[int, int, list[int]]]:
    """The paragraphs that have an odd number of `$` in no braces, where each begins and ends, and these `$`.

    None that has an odd number of others in the same braces.
    """
    begins, depth, dollars, within = 0, 0, list[int](), dict[int, int]()
    for match in _SCANNED.finditer(text):
        group = match.lastgroup
        if group == "open":
            depth += 1
        elif group == "close":
            depth -= 1
        elif group == "dollar" and depth:
            within[depth] = within.get(depth, 0) + 1
        elif group == "dollar":
            dollars.append(match.start())
        elif (
            group in ("paragraph", "displayed")
            or (group == "command" and match["command"] in _BREAKS)
            or (group == "environment" and match["environment"] in DISPLAYS)
        ):
            if len(dollars) % 2 and depth == 0 and not any(n % 2 for n in within.values()):
                yield begins, match.start(), dollars
            begins, depth, dollars, within = match.end(), 0, [], {}
    if len(dollars) % 2 and depth == 0 and not any(n % 2 for n in within.values()):
        yield begins, len(text), dollars


def _missing(text: str, begins: int, ends: int, dollars: Sequence[int]) -> Missing | None:
    shallow = _shallow(text[begins:ends])
    bounds = [begins - 1, *dollars, ends]
    pieces = [shallow[a + 1 - begins : b - begins] for a, b in pairwise(bounds)]
    for number, piece in enumerate(pieces):
        start = bounds[number] + 1
        if number % 2 == 0 and (sign := _SIGN.search(piece)) is not None:
            before = _CHUNK.search(piece, 0, sign.start())
            at = sign.start() if before is None else before.start()
            if _SIGN.search(piece[:at]) or _words(piece[at:]) or not _is_sound(pieces[number + 1 :], words=True):
                return None
            return Missing(start + at, bounds[number + 1], True, (start + sign.start(), start + sign.end()))
        if number % 2 == 1 and (words := _words(piece)) is not None:
            formula, behind = piece[: words[0]].strip(), piece[words[0] :]
            if not formula or _SIGN.search(behind) or not _is_sound(pieces[number + 1 :], words=False):
                return None
            return Missing(start + words[0], bounds[number], False, (start + words[0], start + words[1]))
    return None


def _is_sound(pieces: Sequence[str], words: bool) -> bool:
    """Whether words and formulas take turns in pieces, of which the first is of `words`."""
    return all(
        _SIGN.search(piece) is None if (number % 2 == 0) == words else _words(piece) is None
        for number, piece in enumerate(pieces)
    )


def _words(piece: str) -> tuple[int, int] | None:
    """Where words that are no letters of a formula stand: several, and a common one among them."""
    for found in _WORDS.finditer(piece):
        if not _COMMON.isdisjoint(found[0].split()) and any(len(word) > 1 for word in found[0].split()):
            return found.span()
    return None


def _shallow(text: str) -> str:
    """A text in which nothing is left of what stands in braces but how long it is."""
    parts: list[str] = []
    depth = at = 0
    for match in _SCANNED.finditer(text):
        if match.lastgroup not in ("open", "close", "environment"):
            continue
        start, end = match.span()
        parts.append(_INSIDE * (start - at) if depth else text[at:start])
        parts.append(_INSIDE * (end - start))
        depth += (match.lastgroup == "open") - (match.lastgroup == "close")
        at = end
    parts.append(_INSIDE * (len(text) - at) if depth else text[at:])
    return "".join(parts)
