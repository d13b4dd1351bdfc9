"""Signatures held against themselves, against that of what they lift, and against the sizes that a body has.

`\\nfun{\\ax}{f} \\colon \\reals^{\\bx} \\to \\reals` is a slip whatever `f` is, and so is a result whose size fits the
body only if two sizes that are written differently are one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Function, Signed
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.plan import ShapeOf
from ntdoc.shapes.sizes import Equations, Size, variable
from ntdoc.shapes.typed import shape_text
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Hole

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def check(session: Session, parsed: ast.Signature, name: str | None, env: Environment) -> None:
    """What a signature alone, or with the signatures before it, has wrong."""
    subject = parsed.subject
    if name is not None or isinstance(subject, ast.Symbol | ast.BigOperator):
        _axes_occur(parsed, env)
    if isinstance(subject, ast.Group):
        _brackets_alone(parsed, subject, env)
    if isinstance(subject, ast.Rename):
        _renames(parsed, subject, env)
    if isinstance(subject, ast.Symbol) and subject.sup is not None and not env.notebook.diagnostics:
        _lifts(session, parsed, subject, subject.sup.axes, env)


def _names(sets: Iterable[ast.TensorSet]) -> set[str]:
    return {sized.axis.name for tensor_set in sets for sized in tensor_set.shape.axes}


def _axes_occur(parsed: ast.Signature, env: Environment) -> None:
    """An axis below the name is a parameter, a shape above it is lifted with: the sets of the signature have them."""
    named = _names((*parsed.arguments, parsed.result))
    heads = (n for n in walk(parsed.subject) if isinstance(n, ast.Symbol | ast.BigOperator))
    subject = next(heads, None)
    if subject is None or not named:
        return
    sup = subject.sup if isinstance(subject, ast.Symbol) else None
    above = [axis for axis in sup.axes if axis.variable] if sup is not None else []
    for axis in (*subject.axes, *above):
        if axis.name not in named:
            noun, where = ("the shape", "above") if axis.variable else ("axis", "below")
            env.notebook.diagnostics.append(
                Diagnostic(
                    "NT212",
                    f"{noun} `{axis.name}` stands {where} the name, but in none of the sets of the signature",
                    axis.span,
                    label="occurs nowhere else",
                )
            )


def _renames(parsed: ast.Signature, subject: ast.Rename, env: Environment) -> None:
    """`[-]_{a \\to b} \\colon \\reals^{a} \\to \\reals^{b}`: what is renamed is an axis of the argument."""
    if not any(isinstance(part, Hole) for part in walk(subject.body)):
        return
    for old, new in subject.pairs:
        for axes, sets, noun in ((old, parsed.arguments, "argument"), (new, (parsed.result,), "result")):
            for axis in axes:
                if axis.name not in _names(sets) and _names(sets):
                    message = f"axis `{axis.name}` of the renaming is not an axis of the {noun}"
                    env.notebook.diagnostics.append(Diagnostic("NT212", message, axis.span, label=f"not in the {noun}"))


def _brackets_alone(parsed: ast.Signature, subject: ast.Group, env: Environment) -> None:
    """`[-] \\colon \\reals^{a} \\to \\reals^{b}`: brackets without a script change nothing, and so no axis."""
    if len(subject.items) != 1 or not isinstance(subject.items[0], Hole) or len(parsed.arguments) != 1:
        return
    one, other = _names(parsed.arguments), _names((parsed.result,))
    if one and other and one != other:
        message = f"brackets alone leave the axes as they are, and this takes {union(one)} to {union(other)}"
        env.notebook.diagnostics.append(Diagnostic("NT212", message, subject.span, label="a script is missing"))


def _lifts(
    session: Session, parsed: ast.Signature, subject: ast.Symbol, marks: tuple[ast.Axis, ...], env: Environment
) -> None:
    """`f^{\\mathcal{S}}` for a known `f`: its sets are those of `f`, with axes of the mark besides."""
    lifted = {axis.name for axis in marks if axis.variable}
    known = next(
        (
            b
            for b in session.scope.function(subject.name, env.at)
            if isinstance(b, Signed)
            and b.entry.section == env.at.section
            and len(b.signature.arguments) == len(parsed.arguments)
        ),
        None,
    )
    if known is None or not lifted or len(lifted) != len(marks):
        return
    pairs = zip((*known.signature.arguments, known.signature.result), (*parsed.arguments, parsed.result), strict=True)
    for plain, larger in pairs:
        wanted, there = _names((plain,)), _names((larger,))
        if not all(s.axis.variable for s in (*plain.shape.axes, *larger.shape.axes)):
            continue
        if not wanted <= there or not there - wanted <= lifted:
            message = f"lifting takes {union(wanted)} to {union(wanted | lifted)} at most, and this is {union(there)}"
            _does_not_fit(env, message, larger.span, known.span, f"the signature of {subject.name}")
            return


def union(letters: Set[str]) -> str:
    """Letters of axes, as one shape is written: `a ∪ b`."""
    return " ∪ ".join(sorted(letters)) or "∅"


def sizes_forced(
    function: Function, signature: Signed, stated: ShapeOf, body: ShapeOf, before: Equations, env: Environment
) -> None:
    """A result that has the size promised only if sizes that are written differently are one, or one is a number.

    A letter that stands alone in the result names what comes out: in `\\reals^{a[n]} \\to \\reals^{a[m]}` it is `m`.
    As the size of two axes, it makes one of them what the other is.
    """
    if env.notebook.diagnostics:
        return
    given = {atom for t in signature.signature.arguments for atom in _letters(t)}
    after = env.notebook.equations
    made: dict[str, tuple[str, Size]] = {}  # by the letter that names it: the first axis, and its size
    for axis, promised in stated.items():
        found = body.get(axis)
        if found is None or before.equal(promised, found) or promised.constant is not None:
            continue
        if found.constant is not None:
            continue
        if promised.atom is not None and promised.atom not in given:
            first, size = made.setdefault(promised.atom, (axis, found))
            if not before.reduce(size - found).atoms.isdisjoint(given):
                both = shape_text({first: before.reduce(size), axis: before.reduce(found)})
                message = f"the signature of {function.name} promises one size {promised}, and this is {both}"
                _does_not_fit(env, message, function.body.span, signature.signature.result.span, "promised here")
                return
            continue
        forced = _forced(promised, before.reduce(found), before, after)
        if forced is not None:
            message = (
                f"the signature of {function.name} promises {shape_text({axis: promised})}, and this is "
                f"{shape_text({axis: before.reduce(found)})}: they agree only if {forced}"
            )
            _does_not_fit(env, message, function.body.span, signature.signature.result.span, "promised here")
            return


def _letters(tensor_set: ast.TensorSet) -> set[str]:
    sizes = (sized.size for sized in tensor_set.shape.axes if sized.size is not None)
    return {part.full_name for size in sizes for part in walk(size) if isinstance(part, ast.Symbol)}


def _forced(promised: Size, found: Size, before: Equations, after: Equations) -> str | None:
    """`|kernel| = 1`, or `w = h`, if that is what two sizes need."""
    for atom in sorted(promised.atoms | found.atoms):
        now = after.reduce(variable(atom))
        if now.constant is not None and before.reduce(variable(atom)).constant is None:
            return f"{atom} = {now}"
    difference = before.reduce(promised - found)
    letters = [atom for atom in sorted(difference.atoms) if not atom.startswith("|")]
    for one in letters:
        for two in letters:
            if one < two and not before.reduce(difference.substitute({one: variable(two)})).terms:
                return f"{one} = {two}"
    return None


def of_another_letter(session: Session, function: Function, env: Environment) -> None:
    """`f_k \\colon …` and beside it `f_w(X) = …`: the signature has no definition, and the definition no signature.

    A definition may have other letters for its family, and then it is made of these.
    """
    own = taken_apart(function.name).parts
    for signed in session.scope.of_form(function.name):
        if not isinstance(signed, Signed) or signed.entry.run != function.entry.run or signed.name == function.name:
            continue
        other = taken_apart(signed.name).parts
        differing = [pair for pair in zip(other, own, strict=True) if pair[0] != pair[1]]
        defined = any(isinstance(b, Function) for b in session.scope.by_name.get(signed.name, ()))
        if defined or len(signed.signature.arguments) != len(function.parameters):
            continue
        letters = all(len(x) == 1 and (x.islower() or x in function.letters) for pair in differing for x in pair)
        words = len(differing) < len(own) and all(x.isalpha() and x.islower() for pair in differing for x in pair)
        if not (letters or words) or _is_made_of(session, function, [x for _, x in differing], signed):
            continue
        if not letters and not _is_made_of(session, function, [x for x, _ in differing], signed):
            continue
        message = f"this defines {function.name}, and the signature beside it is of {signed.name}"
        said = f"the signature of {signed.name}, which has no definition"
        _does_not_fit(env, message, function.span, signed.span, said)
        return


def _is_made_of(session: Session, function: Function, letters: Sequence[str], signed: Signed) -> bool:
    """Whether the body of a function, or what its run says of its parts, has some letters."""
    run = (e for e in session.ranges.of_section(function.entry) if e.run == function.entry.run)
    parts = (e.parsed.span.text for e in run if e.index not in (function.entry.index, signed.entry.index))
    text = " ".join([function.body.span.text, *parts])
    return all(re.search(rf"(?<![A-Za-z\\]){re.escape(x)}(?![A-Za-z])", text) for x in letters)


def _does_not_fit(env: Environment, message: str, span: Span, other: Span, said: str) -> None:
    """Report what does not fit the signature at another place, of which something is `said`."""
    env.notebook.diagnostics.append(Diagnostic("NT212", message, span, related=(Related(other, said),)))
