"""Macro expansion as TeX does it: a macro takes its arguments from the stream and puts its body back onto it.
Definitions met on the way are learnt and disappear.

Expansion is bounded (depth, and tokens produced), so that no document can make it run away.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from ntdoc.reading.conditionals import Conditionals
from ntdoc.reading.definitions import DEFINERS
from ntdoc.reading.environments import begin_of, end_of
from ntdoc.reading.meanings import NONE, Macro, Meaning
from ntdoc.reading.packages import PACKAGES
from ntdoc.reading.parameters import taken
from ntdoc.reading.problems import Unreadable
from ntdoc.reading.stream import Entry, Stream
from ntdoc.reading.tokenizer import tokenize
from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.source import Source

MAX_DEPTH: Final = 200
MAX_RUNAWAYS: Final = 5
MAX_TOKENS: Final = 100_000  # produced by expansion, for a document; long documents get more

_NAMES_AXIS: Final = regex(r"\\ndef\s*(?:\{\s*)?\\([A-Za-z]+)\s*\}?\s*\{([^{}\\$]*)\}")
_FENCE: Final = regex(r"\s*(`{3,}|~{3,})")
_CODE: Final = regex(r"`[^`]*`")

# namedtensor.sty, with the struts left out, and the two macros that papers in the notation define alike.
_VOCABULARY: Final = r"""
\newcommand{\namedtensorstrut}{}
\newcommand{\name}[1]{\ensuremath{\mathsf{#1}}}
\newcommand{\nbin}[2]{\mathbin{\underset{\substack{#1}}{#2}}}
\newcommand{\ndot}[1]{\nbin{#1}{\odot}}
\newcommand{\ncat}[1]{\nbin{#1}{\oplus}}
\newcommand{\nsum}[1]{\sum\limits_{\substack{#1}}}
\newcommand{\nfun}[2]{\mathop{\underset{\substack{#1}}{\mathrm{#2}}}}
\newcommand{\ndef}[2]{\newcommand{#1}{\name{#2}}}
\newcommand{\nmatrix}[3]{#1\begin{array}[b]{@{}c@{}}#2\\\begin{bmatrix}#3\end{bmatrix}\end{array}}
\newcommand{\reals}{\mathbb{R}}
"""


class Expander(Stream):
    """Gives the tokens of a document with macros expanded. Definitions hold from where they stand."""

    def __init__(
        self,
        budget: int = MAX_TOKENS,
        known: dict[str, Meaning] | None = None,
        defined: Mapping[str, Meaning] = NONE,
        later: Mapping[str, Meaning] = NONE,
        formulas: bool = False,
    ) -> None:
        """`known` are the macros of the language; `defined` count as if the author had defined them before.

        What nothing has defined where it stands has its meaning in `later`, if any. With `formulas`, nothing but
        these is read, as of Markdown, where a blank line within one ends nothing.
        """
        super().__init__()
        self.macros: ChainMap[str, Meaning] = ChainMap(dict(defined), vocabulary() if known is None else known)
        self._later = later
        self._formulas = formulas
        self.conditionals = Conditionals()
        self._budget = budget
        self._before = budget  # the budget when the author's last macro call began
        self._outermost = ""
        self._runaway: set[str] = set()

    @property
    def _in_formula(self) -> bool:
        return self.in_mathematics or self._formulas

    def next(self) -> Entry | None:
        """The next token that is neither a macro nor a definition; `\\begin{x}` and `\\end{x}` are one token.

        Raises Unreadable (NT104, NT105); reading may go on after it.
        """
        while (entry := self.pull()) is not None:
            if entry.token.kind is not Kind.COMMAND:
                return entry
            if (result := self.step(entry)) is not None:
                return result
        return None

    def step(self, entry: Entry) -> Entry | None:
        """Expand, learn or keep one token; None if it is used up."""
        token, depth = entry
        if token.kind is not Kind.COMMAND:
            return entry
        meaning = None
        for known in self.macros.maps:  # most commands are no macros: ChainMap.get takes several times as long
            if (meaning := known.get(token.text)) is not None:
                break
        if meaning is None and token.text in self._later and token.text not in DEFINERS:
            meaning = self._later[token.text]
        if isinstance(meaning, Macro):
            self.expand(entry, meaning)
            return None
        if meaning is not None:  # made by \let
            token = Token(meaning.kind, meaning.text, token.span)
            entry = Entry(token, depth)
        if (define := DEFINERS.get(token.text)) is not None:
            define(self, self.macros, token)
            return None
        if self.conditionals.is_one(token.text) and self.conditionals.takes(self, self.macros, entry):
            return None
        if token.text in ("begin", "end"):
            return self._environment(entry)
        spelt = PACKAGES.get(token.text) if self._in_formula else None
        if spelt is not None and spelt(self, token):
            return None
        return entry

    def _environment(self, entry: Entry) -> Entry | None:
        token = entry.token
        name = self.argument()
        if name is None:
            return entry
        text = "".join(part.token.text for part in name.tokens).strip()
        kind = Kind.BEGIN if token.text == "begin" else Kind.END
        found = Token(kind, text, token.span.to(name.end))
        own = self.macros.get(begin_of(text) if kind is Kind.BEGIN else end_of(text))
        if isinstance(own, Macro):
            self.expand(Entry(found, entry.depth), own)
            return None
        return Entry(found, entry.depth)

    def expand(self, entry: Entry, macro: Macro) -> None:
        """Put the macro's body, with its arguments, onto the stack."""
        token, depth = entry
        if depth == 0:
            self._outermost, self._before = token.text, self._budget
        if depth >= MAX_DEPTH or self._outermost in self._runaway:
            raise self._too_large(token)
        arguments, end = taken(self, token, macro.parameters)
        for number in macro.dropped if not self._in_formula else ():
            self.conditionals.left_out += arguments[number - 1]
        span = token.span.to(end)
        produced: list[Entry] = []
        for piece in macro.body:
            if isinstance(piece, int):
                produced.extend(arguments[piece - 1] if piece <= len(arguments) else ())
            else:
                produced.append(Entry(Token(piece.kind, piece.text, span), depth + 1))
        self._budget -= len(produced) + 1 + self.reread
        self.reread = 0
        if self._budget < 0:
            raise self._too_large(token)
        self._stack.extend(reversed(produced))

    def too_large(self, token: Token) -> Unreadable:
        """That a macro in prose is not expanded, as it makes too much."""
        self._outermost = ""
        return self._too_large(token)

    def _too_large(self, token: Token) -> Unreadable:
        name = self._outermost or token.text
        # What a runaway macro used up is given back, so that the others go on; but not without end.
        if name not in self._runaway and len(self._runaway) < MAX_RUNAWAYS:
            self._budget = self._before
        self._runaway.add(name)
        self._stack = []
        return Unreadable(
            "NT104", f"the expansion of `\\{name}` is too large", token.span, "expands to more than ntdoc follows"
        )


@cache
def vocabulary() -> dict[str, Meaning]:
    """The macros that every document may use without defining them."""
    expander = Expander(known={})
    expander.read(tokenize(Source("namedtensor.sty", _VOCABULARY), _VOCABULARY))
    while expander.next() is not None:
        pass
    return dict(expander.macros)


def axes_named_in(text: str) -> tuple[str, ...]:
    """The names of the axes that a formula defines and does not write: of `\\ndef{\\k}{key}`, `key`."""
    return tuple(axis for _, axis in _NAMES_AXIS.findall(text))


def axes_in(text: str) -> Mapping[str, Meaning]:
    """The axes that a Markdown text names, the first of each: *`x \\in \\reals^{\\k}`, where `\\ndef{\\k}{key}`*."""
    found = dict(reversed([pair for line in _outside_code(text) for pair in _NAMES_AXIS.findall(line)]))
    if not found:
        return NONE
    text = "".join(rf"\ndef{{\{name}}}{{{axis}}}" for name, axis in found.items())
    expander = Expander()
    expander.read(tokenize(Source("axes", text), text))
    while expander.next() is not None:
        pass
    return MappingProxyType(expander.macros.maps[0])


def _outside_code(text: str) -> Iterator[str]:
    """The lines of a Markdown text that may have mathematics, without code."""
    fence = ""
    for line in text.splitlines() if "\\ndef" in text else ():
        found = _FENCE.match(line)
        if found is not None and (not fence or found[1].startswith(fence)):
            fence = "" if fence else found[1]
        elif not fence:
            yield _CODE.sub("", line)
