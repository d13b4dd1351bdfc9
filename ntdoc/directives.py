"""What a document asks of ntdoc: `<!-- ntdoc: seed 7 -->`, `% ntdoc: skip only a sketch`.

Reading finds the comments; here their text becomes a value, or NT107 with what was probably meant.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ntdoc.diagnostics import CODES, Diagnostic
from ntdoc.reading.document import Directive, Document, Mathematics
from ntdoc.regex import regex
from ntdoc.settings import LARGEST_SIZE, UNTOLD, Settings
from ntdoc.source import Span


@dataclass(frozen=True, slots=True)
class Seed:
    """`seed 7`: other samples throughout the document."""

    number: int


@dataclass(frozen=True, slots=True)
class Sizes:
    """`size \\seq = 4, n = 2`: sizes of axes and of size variables, as the author writes them."""

    given: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Tolerance:
    """`tolerance 1e-6`: how far apart equal numbers may be throughout the document, relative to the largest."""

    relative: float


@dataclass(frozen=True, slots=True)
class Value:
    """`value b = 3`: a tensor that is only declared has this value instead of samples; in the notation."""

    tex: str


@dataclass(frozen=True, slots=True)
class Skip:
    """`skip only a sketch`: do not check what follows, for this reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class Expect:
    """`expect NT301`: what follows has this problem, and means to."""

    code: str


@dataclass(frozen=True, slots=True)
class Name:
    """`name attention`: the id of the statement that follows."""

    name: str


EVERYWHERE = (Seed, Sizes, Tolerance, Value)  # these are about the whole document
Request = Seed | Sizes | Tolerance | Value | Skip | Expect | Name


@dataclass(frozen=True, slots=True)
class Placed:
    """A request and its place: in `item` of the document if it is `inside` a display, else before it."""

    request: Request
    span: Span
    item: int
    inside: bool
    target: str | None = None  # the id or the label of what it is about, if it says so


@dataclass(frozen=True, slots=True)
class Directions:
    """All that a document and its companions ask for, and what could not be understood of it."""

    placed: tuple[Placed, ...]
    problems: tuple[Diagnostic, ...]

    def within(self, settings: Settings) -> Settings:
        """The seed and the tolerance that hold: those of the run, of the document's last directive, of the default."""
        seeds = [p.request.number for p in self.placed if isinstance(p.request, Seed)]
        tolerances = [p.request.relative for p in self.placed if isinstance(p.request, Tolerance)]
        default = settings.default or UNTOLD
        return Settings(
            next((s for s in (settings.seed, *reversed(seeds), default.seed) if s is not None), None),
            tolerance=next((t for t in (settings.tolerance, *reversed(tolerances), default.tolerance) if t), None),
        )


class _Misunderstood(Exception):
    """A directive that says nothing known; with a hint."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


_FORMS = {
    "seed": "seed 7",
    "size": "size \\seq = 4",
    "tolerance": "tolerance 1e-6",
    "value": "value b = 3",
    "skip": "skip the reason for it",
    "expect": "expect NT301",
    "name": "name attention",
}
_AS_ELSEWHERE = frozenset(("ignore", "disable", "allow", "noqa", "suppress"))  # what other programs call `expect`
_NAME = regex(r"[A-Za-z][A-Za-z0-9_.-]{0,79}")
_TARGET = regex(r"at\s+(?P<target>\S{1,200}?):\s+(?P<rest>.*)", re.DOTALL)
_SIZE = regex(r"(?P<bars>\|)?\s*(?P<name>[^|=]{1,200}?)\s*(?(bars)\|)\s*=\s*(?P<number>[0-9]{1,200})")


def directions_of(document: Document, companions: tuple[Document, ...] = ()) -> Directions:
    """Everything that is asked for. What is about a statement has a place before it, or says which one it is."""
    placed: list[Placed] = []
    problems: list[Diagnostic] = []
    for number, source in enumerate((document, *companions)):
        for directive, item, inside in _directives(source):
            found = _TARGET.fullmatch(directive.body.strip())
            target = found["target"] if found else None
            try:
                request = parse(found["rest"] if found else directive.body)
                if target is not None and isinstance(request, EVERYWHERE):
                    raise _Misunderstood("this is about the whole document", "leave `at` out")
                if number and target is None and not isinstance(request, EVERYWHERE):
                    hint = "say which one by its id or its label: `at Attention: skip a sketch`"
                    raise _Misunderstood("in a companion file no statement follows that this could be about", hint)
            except _Misunderstood as problem:
                problems.append(misunderstood(directive.span, str(problem), problem.hint))
            else:
                placed.append(Placed(request, directive.span, item, inside, target))
    problems.extend(_replaced(placed))
    return Directions(tuple(placed), tuple(problems))


def parse(body: str) -> Request:
    """The meaning of a directive's text. Raises _Misunderstood."""
    word, _, rest = body.strip().partition(" ")
    rest = rest.strip()
    match word:
        case "seed":
            if re.fullmatch(r"[0-9]{1,18}", rest):
                return Seed(int(rest))
        case "size":
            found = [_SIZE.fullmatch(part.strip()) for part in rest.split(",")]
            sizes = [(m["name"].strip(), int(m["number"])) for m in found if m is not None]
            if len(sizes) == len(found) and all(size for _, size in sizes):
                if large := next((str(size) for _, size in sizes if size > LARGEST_SIZE), ""):
                    raise _Misunderstood(f"{large} is too large a size for an example", f"write it as `{_FORMS[word]}`")
                return Sizes(tuple(sizes))
        case "tolerance":
            if re.fullmatch(r"[0-9.]{1,20}(?:e-?[0-9]{1,3})?", rest) and rest.count(".") < 2 and rest[0] != "e":
                relative = float(rest) if any(c.isdigit() for c in rest.partition("e")[0]) else 0.0
                if 0 < relative < 1:
                    return Tolerance(relative)
            if rest:
                raise _Misunderstood(f"{rest} is no number between 0 and 1", f"write it as `{_FORMS[word]}`")
        case "value":
            tex = rest.strip("$").strip()
            if "=" in tex and not set("$%") & set(tex):
                return Value(tex)
        case "skip":
            if rest:
                return Skip(rest)
        case "expect":
            if rest in CODES:
                return Expect(rest)
            if rest:
                near = difflib.get_close_matches(rest.upper(), CODES, n=1)
                hint = f"did you mean {near[0]}?" if near else "`ntdoc explain` lists the codes"
                raise _Misunderstood(f"there is no diagnostic {rest}", hint)
        case "name":
            if _NAME.fullmatch(rest):
                return Name(rest)
        case _:
            near = difflib.get_close_matches(word.lower(), _FORMS, n=1)
            remedy = f"ntdoc knows {', '.join(_FORMS)}"
            if word.lower() in _AS_ELSEWHERE:
                code = rest.split(" ", 1)[0].upper()
                remedy = f"did you mean `expect {code}`?" if code in CODES else "did you mean `expect`, with a code?"
            elif near:
                remedy = f"did you mean `{near[0]}`, as in `{_FORMS[near[0]]}`?"
            what = f"`{word}` is no directive" if word else "the directive says nothing"
            raise _Misunderstood(what, remedy)
    raise _Misunderstood(f"`{word}` is not followed by what it needs", f"write it as `{_FORMS[word]}`")


def _replaced(placed: list[Placed]) -> Iterator[Diagnostic]:
    """Directives that do nothing, because a later one says the same of the whole document."""
    for kind, what in ((Seed, "the seed"), (Tolerance, "the tolerance")):
        for one in [p for p in placed if isinstance(p.request, kind)][:-1]:
            yield misunderstood(one.span, f"a later directive sets {what}", "take one of them out")


def misunderstood(span: Span, message: str, *hints: str) -> Diagnostic:
    """The diagnostic for a directive that does nothing."""
    return Diagnostic("NT107", message, span, hints=hints)


def _directives(document: Document) -> Iterator[tuple[Directive, int, bool]]:
    """Every directive, with the index of the item that it stands in or is itself."""
    for number, item in enumerate(document.items):
        if isinstance(item, Directive):
            yield item, number, False
        elif isinstance(item, Mathematics):
            for inner in item.directives:
                yield inner, number, True
