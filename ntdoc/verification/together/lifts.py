"""Lifts of functions, `f^{\\mathcal{U}}` of `f \\colon F^{\\mathcal{S}} \\to G^{\\mathcal{T}}`.

To lift a function is to give axes to its arguments and its result: so the letters of the lift are those of the
function and its own. `f^{\\mathcal{R} \\setminus \\mathcal{S}}` is of tensors of a shape with all of `\\mathcal{S}`
only where `\\mathcal{S}` is the shape that `f` takes. And an equation for all `X \\in A` below a signature is about
what this says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.report import WRONG
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import is_denied

Letters = frozenset[str]
_CONTAINS = regex(r"\\(supseteq|subseteq)q?\b|([⊇⊆])")
_SCRIPT = regex(r"\\mathcal\s*\{?\s*(\w+)")


class _Signed(NamedTuple):
    """A signature in letters for shapes alone."""

    arguments: tuple[Letters, ...]
    result: Letters
    entry: Entry


def report(entries: Sequence[Entry], judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Warn of lifts whose letters are not those of the function (NT407)."""
    signed: dict[int, list[tuple[Entry, _Signed]]] = {}  # by section
    for e in entries:
        if isinstance(e.parsed, ast.Signature) and (s := _signed(e)) is not None:
            signed.setdefault(e.section, []).append((e, s))
    if not signed:
        return
    for j, v in zip(judged, verdicts, strict=True):
        at = j.role.entry
        if v.status in WRONG or at.negated or at.supposed:
            continue
        before = {_name(e): s for e, s in signed.get(at.section, ()) if e.is_above(at)}
        found = tuple(_wrong(at, before, [e for e in entries if e.section == at.section])) if before else ()
        if found and not is_denied(j.span):
            v.diagnostics = [*v.diagnostics, *found]


def _wrong(entry: Entry, before: dict[str, _Signed], section: Sequence[Entry]) -> Iterator[Diagnostic]:
    parsed = entry.parsed
    if isinstance(parsed, ast.Signature):
        yield from _of_lift(entry, before)
    elif isinstance(parsed, ast.Chain):
        for part in walk(parsed):
            if isinstance(part, ast.Symbol) and part.sup is not None and part.sup.axes:
                yield from _of_difference(part, before, [e for e in section if e.sentence == entry.sentence])
        yield from _of_conditions(parsed, before, [e for e in section if _CONTAINS.search(e.parsed.span.text)])


def _of_lift(entry: Entry, before: dict[str, _Signed]) -> Iterator[Diagnostic]:
    """The signature of a lift against that of what it lifts."""
    assert isinstance(entry.parsed, ast.Signature)
    subject, own = entry.parsed.subject, _signed(entry)
    if own is None or not isinstance(subject, ast.Symbol):
        return
    lifted, more = before.get(subject.base), _lifted_by(subject)
    if lifted is None or more is None or len(own.arguments) != len(lifted.arguments):
        return
    for written, plain, shape in zip(own.arguments, lifted.arguments, entry.parsed.arguments, strict=True):
        if not plain <= written or not written <= plain | more:
            message = f"{subject.base} takes {_listed(plain)}, and this lift of it {_listed(written)}"
            yield _told(message, shape.span, lifted)
            return
    plain_sets, sets = _sets(lifted.entry.parsed), _sets(entry.parsed)
    for plain_set, written_set in zip(plain_sets, sets, strict=True):
        if (plain_set.base.kind, plain_set.base.text) != (written_set.base.kind, written_set.base.text):
            there, here = plain_set.base.span.text, written_set.base.span.text
            message = f"{subject.base} is of tensors over {there}, and this lift of it over {here}"
            yield _told(message, written_set.span, lifted, label="another set is meant")
            return
    if own.result != lifted.result | more or not more <= frozenset().union(*own.arguments):
        before_it, here = _listed(lifted.result), _listed(own.result)
        message = f"{subject.base} gives {before_it}, and its lift by {_listed(more)} gives {here}"
        yield _told(message, entry.parsed.result.span, lifted)


def _of_difference(symbol: ast.Symbol, before: dict[str, _Signed], beside: Sequence[Entry]) -> Iterator[Diagnostic]:
    """`f^{\\mathcal{R} \\setminus \\mathcal{S}}`: what is taken away is what `f` takes, and a part of the whole."""
    assert symbol.sup is not None
    lifted = before.get(symbol.base)
    if lifted is None or len(symbol.sup.axes) != 1 or len(lifted.arguments) != 1 or len(lifted.arguments[0]) != 1:
        return
    (axis,) = symbol.sup.axes
    if len(axis.without) != 1 or not axis.variable or axis.without[0].without:
        return
    (own,), less = lifted.arguments[0], axis.without[0].name
    if less != own:
        message = f"{symbol.base} takes {own}, and this lift is by what {axis.name} has beside {less}"
        yield _told(message, symbol.span, lifted)
        return
    for entry in beside:
        found = _containment(entry)
        if found is not None and found != (axis.name, less):
            message = f"{found[0]} contains {found[1]} here, and {symbol.base} is lifted by {axis.name} without {less}"
            yield _told(message, entry.parsed.span, lifted)


def _of_conditions(
    chain: ast.Chain, before: dict[str, _Signed], containing: Sequence[Entry]
) -> Iterator[Diagnostic]:
    """`f^{\\mathcal{U}}(X) = …` for all `X \\in A`, where `A` is not what a signature of the lift, or of `f`, says.

    `containing` are the statements of the section that one shape contains another.
    """
    sets = {
        condition.subjects[0].full_name: condition.rest[0][1]
        for condition in chain.conditions
        if len(condition.subjects) == len(condition.rest) == 1 and isinstance(condition.subjects[0], ast.Symbol)
    }
    for part in walk(chain.subjects[0]) if sets else ():
        match part:
            case ast.Juxtaposition(factors=(ast.Symbol() as name, ast.Group() as group)):
                signature = before.get(name.full_name, before.get(name.base))
                more = _lifted_by(name) if name.full_name not in before else frozenset()
                if signature is None or more is None or len(group.items) != len(signature.arguments):
                    continue
                known = [sets.get(x.full_name) if isinstance(x, ast.Symbol) else None for x in group.items]
                said = [one for one in known if isinstance(one, ast.TensorSet) and one.base.kind == "named"]
                letters = [own for one in said if (own := _letters(one)) is not None]
                if len(letters) != len(group.items):
                    continue
                found = zip(signature.arguments, letters, strict=True)
                fits = all(plain <= own <= plain | more for plain, own in found)
                every = frozenset().union(*signature.arguments, *letters, more)
                if any(_letters_in(other) <= every for other in containing):
                    return  # one of them has all axes of another
                if not fits or not more <= frozenset().union(*letters):
                    has = zip(group.items, letters, strict=True)
                    written = " and ".join(f"{item.span.text} has {_listed(own)}" for item, own in has)
                    yield _told(f"{written} here, which is not what {name.span.text} takes", name.span, signature)
                return


def _lifted_by(name: ast.Symbol) -> Letters | None:
    """The letters in the superscript of a lift."""
    return _alone((name.sup.axes if name.sup is not None else None) or ())


def _containment(entry: Entry) -> tuple[str, str] | None:
    """The larger and the smaller letter of `\\mathcal{R} \\supseteq \\mathcal{S}`."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1 or entry.negated:
        return None
    relation, right = parsed.rest[0]
    sign = _CONTAINS.search(relation.span.text)
    letters = [_letter(side) for side in (parsed.subjects[0], right)]
    if sign is None or None in letters:
        return None
    larger, smaller = letters if (sign[1] or sign[2]) in ("supseteq", "⊇") else letters[::-1]
    return str(larger), str(smaller)


def _letters_in(entry: Entry) -> Letters:
    return frozenset(_SCRIPT.findall(entry.parsed.span.text))


def _letter(node: object) -> str | None:
    plain = isinstance(node, ast.Symbol) and node.base.startswith("mathcal(") and node.sub is node.sup is None
    return node.base.removeprefix("mathcal(").removesuffix(")") if plain and isinstance(node, ast.Symbol) else None


def _sets(signature: ast.Parsed) -> tuple[ast.TensorSet, ...]:
    assert isinstance(signature, ast.Signature)
    return (*signature.arguments, signature.result)


def _signed(entry: Entry) -> _Signed | None:
    sets = [_letters(one) for one in _sets(entry.parsed)]
    assert isinstance(entry.parsed, ast.Signature)
    if None in sets or not isinstance(entry.parsed.subject, ast.Symbol):
        return None
    known = [letters for letters in sets if letters is not None]
    return _Signed(tuple(known[:-1]), known[-1], entry)


def _name(entry: Entry) -> str:
    assert isinstance(entry.parsed, ast.Signature)
    return entry.parsed.subject.full_name if isinstance(entry.parsed.subject, ast.Symbol) else ""


def _letters(tensors: ast.TensorSet) -> Letters | None:
    """The letters of a shape that is made of them alone."""
    return _alone([sized.axis for sized in tensors.shape.axes])


def _alone(axes: Sequence[ast.Axis]) -> Letters | None:
    """The letters that axes are, if they are nothing else."""
    plain = axes and all(axis.variable and not axis.without and axis.within is None for axis in axes)
    return frozenset(axis.name for axis in axes) if plain else None


def _listed(letters: Letters) -> str:
    return " ∪ ".join(sorted(letters))


def _told(message: str, span: Span, signature: _Signed, label: str = "another letter is meant") -> Diagnostic:
    related = (Related(signature.entry.parsed.span, "by the signature"),)
    return Diagnostic("NT407", message, span, label=label, related=related)
