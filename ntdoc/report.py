"""The verdict on every statement of every document: what compiling makes, and all that rendering needs."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.operations.array import NamedArray
from ntdoc.reading.document import Document
from ntdoc.reading.tokens import Token
from ntdoc.regex import regex
from ntdoc.source import Span


class Kind(StrEnum):
    """What a statement is (language.md, section 1)."""

    DECLARATION = "declaration"
    SIGNATURE = "signature"
    DEFINITION = "definition"
    CONSTRAINT = "constraint"
    CLAIM = "claim"
    EXPRESSION = "expression"


class Status(StrEnum):
    """What became of it (language.md, section 5)."""

    DECLARED = "declared"
    EVALUATED = "evaluated"
    VERIFIED = "verified"
    FAILED = "failed"
    ERROR = "error"
    BLOCKED = "blocked"
    SKIPPED = "skipped"


WRONG = (Status.FAILED, Status.ERROR)
DECIDED = (Status.VERIFIED, Status.FAILED)
RIGHT = (Status.DECLARED, Status.EVALUATED, Status.VERIFIED)
EXCUSES = EXPECTED, IGNORED, WARNED, NOTED, WAIVED = (
    "as expected",
    "but ignored",
    "but only warned of",
    "but only noted",
    "as asked",
)


SAME_ERROR = "the expression before it has no value"  # of a set behind it: why not is told there


@dataclass(frozen=True, slots=True)
class SymbolUse:
    """One symbol of a statement, a row of its table of shapes. `tex` is the symbol as the author writes it."""

    name: str
    tex: str
    role: str  # `parameter`, `tensor`, `function`, `axis`, `scalar`, `result`, `index`
    shape: tuple[tuple[str, int | None], ...]  # axes with their sizes in the example
    domain: str  # `ℝ`, `{0, 1}`, `ℝ > 0`, `[n]`, `ℝ^{key} × ℝ^{seq×key} → ℝ^{val}`; plain text
    declared: Span | None  # None for what is built in
    shape_known: bool = True
    only_said: bool = False  # the shape that is said of a tensor whose definition gives it another
    written: tuple[Span, ...] = field(default=(), compare=False)  # where in the statement the symbol stands

    @property
    def is_built_in(self) -> bool:
        """Whether it is a function that all know."""
        return self.declared is None and self.role == "function"


@dataclass(frozen=True, slots=True)
class Labelled:
    """An array of the example with what it is called: plain text, and LaTeX for show."""

    label: str
    tex: str
    array: NamedArray
    unsaid: bool = False  # whether what is nan in it is what the condition of a claim leaves out
    written: bool = False  # whether its numbers stand in the formula as they are


@dataclass(frozen=True, slots=True)
class Part:
    """The value of a part of a formula, and where that is written."""

    span: Span
    array: NamedArray


@dataclass(frozen=True, slots=True)
class Round:
    """A pass of a loop: the letter that counts, what it is, and the values that the steps have when it is over."""

    letter: str  # as LaTeX
    number: int
    values: tuple[Labelled, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """Real numbers beside an equation: what goes in, what comes out."""

    inputs: tuple[Labelled, ...] = ()
    results: tuple[Labelled, ...] = ()
    call: str = ""  # as LaTeX: for a definition of a function, what it was called on: `\mathrm{Attention}(Q, K, V)`
    parts: tuple[Part, ...] = ()  # of the formula, on the way from what goes in to what comes out
    rounds: tuple[Round, ...] = ()  # of the loop of which the statement is the last step: the first ones and the last


_WORDS = regex(  # from the end of one formula to the beginning of the next, and no formula within words
    r"(?<![{\\])\$\$?(?P<words>[^${}\\]*)\$(?!\})|\\[)\]](?P<others>[^${}\\]*)(?:\\\(|\$)"
    r"|\\end\s*\{[a-z]+\*?\}(?P<behind>[^${}\\]*)(?:\\\(|\$)"
)


def _as_text(words: re.Match[str]) -> str:
    said = " ".join((words["words"] or words["others"] or words["behind"] or "").split())
    return f" \\text{{ {said} }} "


@dataclass(frozen=True, slots=True, repr=False)
class Statement:
    """One statement of a display, or one inline formula that says something."""

    id: str  # unique in its document, made of letters, digits, `.`, `_` and `-`
    span: Span
    display: bool
    tokens: tuple[Token, ...]  # as expanded, for rendering
    kind: Kind
    status: Status
    name: str | None  # what it defines or declares: `Attention`, `W_1`
    item: int  # index of its Mathematics in Document.items
    row: int  # index of its row within that display; 0 for inline
    value: NamedArray | None = None
    reason: str | None = None  # why blocked or skipped; on what it was verified
    symbols: tuple[SymbolUse, ...] = ()
    example: Example = Example()
    code: tuple[tuple[str, str], ...] = ()  # of a definition: libraries, and what computes it in them
    excused: str = ""  # why it does not count that it is wrong, or not checked: one of EXCUSES

    @property
    def tex(self) -> str:
        """What is written, as one formula: words between two that it was read of are `\\text{…}`."""
        return self.span.text if self.display else _WORDS.sub(_as_text, self.span.text)

    def __repr__(self) -> str:
        return f"<{self.id}: {self.kind}, {self.status}>"


@dataclass(frozen=True, slots=True)
class Symbol:
    """An entry of the index of symbols and axes."""

    name: str
    tex: str
    role: str  # `tensor`, `function`, `axis`, `scalar`
    shape: str  # `chans × seq`; for a function its signature; for an axis empty
    declared: tuple[tuple[Span, str | None], ...]  # where, and the statement's id if it is one
    used: tuple[str, ...]  # ids of statements
    shapes: tuple[tuple[str, tuple[tuple[Span, str | None], ...]], ...] = ()  # if several: where each is


@dataclass(frozen=True, slots=True)
class DocumentReport:
    """The verdicts on one document."""

    document: Document
    statements: tuple[Statement, ...]
    diagnostics: tuple[Diagnostic, ...]  # in document order, notes among them
    symbols: tuple[Symbol, ...] = ()
    absent: tuple[str, ...] = ()  # of the sizes that the run was told, those of nothing in this document
    unheeded: tuple[tuple[str, str], ...] = ()  # of these sizes, those that its examples do not have, and why
    refused: tuple[tuple[str, str], ...] = ()  # those that no example can have, and why
    kept: bool = False  # from an earlier run, since which nothing changed
    labels: tuple[tuple[str, str], ...] = ()  # of one that is kept: ids, and their labels
    seed: int = 0  # that samples were drawn with
    left_out: tuple[Diagnostic, ...] = ()  # errors and warnings that are ignored here
    beside: tuple[Statement, ...] = ()  # of companion files, what is not checked: it adds nothing to the document
    left_out_by: str = ""  # what says so, in words: a configuration, flags

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        return tuple(d for d in self.diagnostics if d.severity is not Severity.NOTE)

    @property
    def errors(self) -> int:
        return sum(d.severity is Severity.ERROR for d in self.diagnostics)

    @property
    def warnings(self) -> int:
        return sum(d.severity is Severity.WARNING for d in self.diagnostics)

    @property
    def by_status(self) -> dict[Status, int]:
        counts = Counter(s.status for s in self.statements)
        return {status: counts[status] for status in Status if counts[status]}


@dataclass(frozen=True, slots=True)
class Report:
    """The verdicts on all the documents of one run."""

    documents: tuple[DocumentReport, ...]

    @property
    def errors(self) -> int:
        return sum(d.errors for d in self.documents)

    @property
    def warnings(self) -> int:
        return sum(d.warnings for d in self.documents)
