"""`H(X, Y) = …`, `I(X; Y) = …`: quantities of random variables, which are no tensors.

A left side that is a name with capital letters in brackets, of which nothing says what they are and which occur by
themselves nowhere in the section, is a name as a whole: `H(X)` and `H(Y)` are two numbers, and not one function at two
tensors. What has a signature, or is applied to anything else, as in `F(X + Y)`, is a function.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import as_written, pairs, unpowered, with_values
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast

_EVENT = regex(r"\\(?:cup|cap|setminus|neg|lnot|bar|overline|complement|lor|land|vee|wedge)\b|[∪∩¬]")
_SAYING = frozenset(["eq", "define", "update", "in", "approx", "lt", "le", "gt", "ge"])


def with_quantities(entries: Sequence[Entry]) -> list[Entry]:
    """Entries in which each quantity that the document defines is one name."""
    found = list(entries)
    said: dict[str, int] = {}  # the letters that are tensors, and the section from which on they are
    candidates: list[int] = []
    for place, entry in enumerate(entries):
        if _is_equation(entry.parsed) and any(_quantities(entry.parsed)):
            candidates.append(place)
        for name in _said(entry.parsed):
            said.setdefault(name, entry.section)
    alone: dict[int, set[str]] = {}
    functions = {name for entry in entries if candidates for name in _functions(entry.parsed)}
    for entry in entries if candidates else ():
        alone.setdefault(entry.section, set()).update(_alone(entry.parsed, functions))
    known: set[str] = set()
    while True:  # one may be said by others: I(X; Y) = H(X) - H(X | Y)
        named = (name for place in candidates for name in _defined(found[place], said, alone))
        more = {name for name in named if name.partition("(")[0] not in functions} - known
        if not more:
            return found
        known |= more
        found = [_with_names(entry, known) for entry in found]


def _is_equation(parsed: ast.Parsed) -> bool:
    return isinstance(parsed, ast.Chain) and bool(parsed.rest) and parsed.rest[0][0].kind in ("eq", "define")


def _said(parsed: ast.Parsed) -> Iterator[str]:
    """The names of which a statement says something."""
    if isinstance(parsed, ast.Chain) and parsed.rest and parsed.rest[0][0].kind in _SAYING:
        for subject in parsed.subjects:
            body = subject.body if isinstance(subject, ast.Index) else subject
            if isinstance(body, ast.Symbol):
                yield body.full_name


def _quantities(root: object) -> Iterator[str]:
    yield from (name for pair in pairs(root) if (name := _name(*pair)) is not None)


def _name(head: ast.Expr, bracket: ast.Expr) -> str | None:
    """`H(X, Y)` of a name and the bracket after it, if capital letters alone are in it, or events, `C \\cup D`."""
    bracket = unpowered(bracket)
    if not isinstance(head, ast.Symbol) or head.axes or not isinstance(bracket, ast.Group) or bracket.bracket == "{":
        return None
    if not all(_is_capital(x) for x in bracket.contents) or not bracket.items:
        return None
    return as_written(head, bracket)


def _is_capital(node: ast.Expr) -> bool:
    if not isinstance(node, ast.Symbol) and _EVENT.search(node.span.text):
        return True
    plain = isinstance(node, ast.Symbol) and node.sub is None and node.sup is None and not node.axes
    return plain and isinstance(node, ast.Symbol) and len(node.base) == 1 and node.base.isupper()


def _defined(entry: Entry, said: dict[str, int], alone: dict[int, set[str]]) -> Iterator[str]:
    """The quantity that an equation says something of, if its letters are nothing by themselves."""
    parsed = entry.parsed
    subject = parsed.subjects[0] if isinstance(parsed, ast.Chain) and len(parsed.subjects) == 1 else None
    if not isinstance(parsed, ast.Chain) or not isinstance(subject, ast.Juxtaposition) or len(subject.factors) != 2:
        return
    name, letters = _name(*subject.factors), names_in(subject.factors[1])
    if name is None or any(entry.section >= said[letter] for letter in letters if letter in said):
        return
    if letters.isdisjoint(alone[entry.section]):
        yield name


def _functions(parsed: ast.Parsed) -> Iterator[str]:
    """The names that have a signature, or are applied to anything but letters, in a statement."""
    if isinstance(parsed, ast.Signature) and isinstance(parsed.subject, ast.Symbol):
        yield parsed.subject.full_name
    for head, x in pairs(parsed):
        if isinstance(head, ast.Symbol) and isinstance(x, ast.Group) and x.items and x.bracket != "{":
            more = [item for item in x.contents if not isinstance(item, ast.Symbol)]
            if more and not any(_EVENT.search(item.span.text) for item in more):
                yield head.full_name


def _alone(parsed: ast.Parsed, functions: set[str]) -> Iterator[str]:
    """The capital letters that stand by themselves in a statement, and not as the arguments of a quantity."""
    if not isinstance(parsed, ast.Chain) or not parsed.rest:
        return  # a formula that is a letter says nothing of it
    nodes = list(walk(parsed))
    brackets = (b for head, b in pairs(parsed) if _is_of_quantity(head, b, functions))
    scripts = (n for n in nodes if isinstance(n, ast.Script))  # `P_X` is a name
    inside = {id(part) for node in (*brackets, *scripts) for part in walk(node)}
    yield from (part.name for part in nodes if isinstance(part, ast.Symbol) and id(part) not in inside)


def _is_of_quantity(head: ast.Expr, bracket: ast.Expr, functions: set[str]) -> bool:
    """Whether the letters in a bracket are arguments of a quantity."""
    name = _name(head, bracket)
    return name is not None and name.partition("(")[0] not in functions


def _with_names(entry: Entry, known: set[str]) -> Entry:
    if known.isdisjoint(_quantities(entry.parsed)):
        return entry

    def name(head: ast.Expr, bracket: ast.Expr) -> str | None:
        found = _name(head, bracket)
        return found if found in known else None

    return replace(entry, parsed=with_values(entry.parsed, name))
