"""A diagnostic is a value. Terminal, JSON and HTML are separate renderers of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from ntdoc.regex import regex
from ntdoc.source import Span


class Severity(StrEnum):
    """How bad it is. Notes say what a reader may want to know of a right document; they are never problems."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Related:
    """A second place in the document that matters: where the declaration stands, the entry that differs."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Operand:
    """One operand of the operation that went wrong, with its named shape: `Q : seq'[5] × key[3]`."""

    label: str
    shape: str
    value: str = ""  # its numbers, where they are few

    @property
    def text(self) -> str:
        """The shape, and the numbers: `key[3] = [0.51, 1.49, 1.73]`."""
        return f"{self.shape} = {self.value}" if self.value else self.shape


@dataclass(frozen=True, slots=True)
class Edit:
    """What could stand in place of a span."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """What is wrong (`message`), exactly where (`span`), and what remedies are real (`hints`)."""

    code: str
    message: str
    span: Span
    label: str = ""  # what stands under the carets; short
    operands: tuple[Operand, ...] = ()
    related: tuple[Related, ...] = ()
    hints: tuple[str, ...] = ()
    statement: str | None = None  # the id of the statement it belongs to
    edits: tuple[Edit, ...] = ()  # which together may mend it; whether they do shows when they are tried
    graded: Severity | None = None  # where the configuration says how bad it is
    about: tuple[str, ...] = field(default=(), compare=False)  # the same elsewhere is the same mistake

    @property
    def severity(self) -> Severity:
        return self.graded or CODES[self.code].severity

    @property
    def title(self) -> str:
        return CODES[self.code].title

    @property
    def lines(self) -> tuple[str, ...]:
        """All that is said in words: the message, what stands under the carets, the operands, and the remedies."""
        under = (self.caption,) if self.caption and self.caption not in self.message else ()
        operands = (f"{o.label} : {o.text}" for o in self.operands)
        return (self.message, *under, *operands, *(f"hint: {hint}" for hint in self.hints))

    @property
    def caption(self) -> str:
        """What stands under the carets."""
        return self.label if self.exact is None else self.exact.message

    @property
    def exact(self) -> Related | None:
        """The place within its span that says the same, as one entry of an array: what is to be looked at."""
        said = self.label or self.message
        inside = (r for r in self.related if r.message and r.message in said and self.span.covers(r.span))
        return next((r for r in inside if r.span != self.span), None)

    @property
    def place(self) -> Span:
        """Where to look: the exact place if there is one."""
        return self.span if self.exact is None else self.exact.span


@dataclass(frozen=True, slots=True)
class Code:
    """What a code stands for. Its page is `docs/codes/<code>.md`."""

    title: str
    severity: Severity = Severity.ERROR


CODES: dict[str, Code] = {
    "NT101": Code("file cannot be read"),
    "NT102": Code("brackets or environments do not match"),
    "NT103": Code("nested too deeply"),
    "NT104": Code("macro expansion too large"),
    "NT105": Code("macro used with too few arguments"),
    "NT106": Code("included file not found, or outside the project"),
    "NT107": Code("directive not understood"),
    "NT108": Code("mathematics is not well formed"),
    "NT109": Code("reference to a label that is nowhere", Severity.WARNING),
    "NT110": Code("citation of an entry that is nowhere", Severity.WARNING),
    "NT111": Code("internal error in a statement"),
    "NT112": Code("label that stands twice", Severity.WARNING),
    "NT113": Code("picture that is not there", Severity.WARNING),
    "NT114": Code("statement that is not checked, where all are to be"),
    "NT115": Code("parameter that the macro does not have"),
    "NT201": Code("undeclared name"),
    "NT202": Code("undeclared function"),
    "NT203": Code("operand lacks an axis"),
    "NT204": Code("shape is not the one stated"),
    "NT205": Code("lifted axis collides with an axis of the result"),
    "NT206": Code("axis has two sizes"),
    "NT207": Code("wrong number of arguments or axes"),
    "NT208": Code("axis cannot be renamed"),
    "NT209": Code("axis occurs twice in a shape"),
    "NT210": Code("array literal does not fit its axes"),
    "NT211": Code("index out of range"),
    "NT212": Code("definition does not fit its signature"),
    "NT213": Code("function used as a tensor, or tensor as a function"),
    "NT214": Code("definition goes round in a circle"),
    "NT215": Code("derivative would have an axis twice"),
    "NT216": Code("declaration that its uses contradict"),
    "NT301": Code("equation does not hold"),
    "NT302": Code("value is not finite"),
    "NT303": Code("sizes cannot be satisfied"),
    "NT304": Code("value lies outside the stated domain"),
    "NT305": Code("definition differs from the usual one", Severity.WARNING),
    "NT401": Code("lifted axis has the name of an axis in the body", Severity.NOTE),
    "NT402": Code("two axes are taken to have the same size", Severity.NOTE),
    "NT403": Code("definition replaces an earlier, different one", Severity.NOTE),
    "NT404": Code("the same is said twice", Severity.WARNING),
    "NT405": Code("declared and not used", Severity.WARNING),
    "NT406": Code("signature stands before the definition of another function", Severity.WARNING),
    "NT407": Code("letter of a family means something else", Severity.WARNING),
    "NT408": Code("sizes are less free than they are written", Severity.WARNING),
    "NT409": Code("operands of a sum have no axis in common", Severity.WARNING),
    "NT410": Code("row differs from those of its pattern", Severity.WARNING),
    "NT411": Code("member of a recurrence has other axes than the first", Severity.WARNING),
    "NT412": Code("two formulas for one tensor differ", Severity.WARNING),
    "NT413": Code("not read, and probably a slip", Severity.WARNING),
    "NT414": Code("two arguments stand in each other's places", Severity.WARNING),
    "NT415": Code("differential leaves out what varies", Severity.WARNING),
    "NT501": Code("call from Python does not fit the document"),
    "NT502": Code("implementation differs from the equation"),
}

_NUMBERED = regex(r"(?=.*[0-9])[A-Z]{0,2}[ -]?([0-9OQILZSB]{2,4})")
_DIGITS = str.maketrans("OQILZSB", "0011258")  # letters that are typed in the place of digits


def codes_meant(text: str) -> list[str]:
    """The codes of which a text is probably a slip: without NT, with an O for a 0, digits swapped, one missing."""
    found = _NUMBERED.fullmatch(text.strip().upper())
    if found is None:
        return []
    given = found[1].translate(_DIGITS)
    swapped = [given[:i] + given[i + 1] + given[i] + given[i + 2 :] for i in range(len(given) - 1)]
    longer = [code[2:] for code in CODES if given in {code[2:i] + code[i + 1 :] for i in range(2, 5)}]
    wanted = [f"NT{number}" for number in (given, given.lstrip("0"), *swapped, *(longer if len(longer) < 3 else ()))]
    return list(dict.fromkeys(code for code in wanted if code in CODES))
