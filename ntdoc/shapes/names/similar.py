"""Names that come near to one that nothing declares."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from ntdoc.operations.table import all_spellings
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Binding
from ntdoc.slips import near
from ntdoc.syntax.symbols import GREEK

_SHORT = 3
_FONT = regex(r"\b[a-z]+\(([^()]*)\)")


def similar(
    known: Collection[str], members: Iterable[Binding], name: str, function: bool
) -> tuple[str, ...]:
    """The hint what may have been meant by a name, with the names that are `known` and the families of its letter."""
    if family := next(iter(members), None):
        return (f"did you mean {family.name}, with its index?",)
    plain = _without_fonts(name)
    base = _base(plain)
    others = {_without_fonts(n): n for n in known}
    if len(base) == 1 or base in GREEK:  # a single letter: it is spelt in one way, but for small and large
        if (other := base.swapcase() if len(base) == 1 else "") and other + plain[1:] in others:
            return (f"did you mean {others[other + plain[1:]]}?",)
        if base in GREEK:
            return ()
    if len(plain) < 3:
        return ()
    # Another member of a series, `W_K` for `W_Q`, is no slip of the pen.
    scripts = plain[1:] if len(base) == 1 else ""  # one letter is like another only with the same scripts
    words = {n: o for n, o in others.items() if (b := _base(n)) != base and b not in GREEK and n.endswith(scripts)}
    short = function and len(plain) == _SHORT and base == plain  # one letter of three is another: `lim`, `lin`
    close = [words[n] for n in near(plain, words, cutoff=0.66 if short else 0.75)]
    if function and not close:
        close = near(name, all_spellings(), cutoff=0.8)
    return (f"did you mean {close[0]}?",) if close else ()


def _base(name: str) -> str:
    return re.split("[_^']", name)[0]


def _without_fonts(name: str) -> str:
    """`x_0` of `mathbf(x)_0`: fonts and accents make names no more alike."""
    return _FONT.sub(r"\1", name)
