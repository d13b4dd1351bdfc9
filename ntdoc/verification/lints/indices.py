"""Letters of indices that are slips for others: a sum over what nothing in it has, a member at a letter of a tensor."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import walk
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Use
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.ranges.labels import labels_named
from ntdoc.shapes.patterns import is_made_of, names_in, spelt
from ntdoc.shapes.session import Session
from ntdoc.syntax import ast


class Indices:
    """Looks for letters in scripts that are none of an index."""

    def __init__(self, session: Session, entries: Sequence[Entry], judged: Sequence[Judged]) -> None:
        self._session, self._labels = session, labels_named(entries)
        self._tensors: dict[tuple[int, str], str] = {}  # those with axes, by section and by what their names begin with
        for j in judged:
            names = [d.name for d in j.role.declares if d.along]
            if j.kind is Kind.DEFINITION and j.name is not None and j.function is None:
                names += [j.name] if j.value is not None and j.value.shape else []
            for name in names:
                self._tensors.setdefault((j.role.entry.section, taken_apart(name).base), name)

    def of(self, judged: Judged) -> Iterator[Diagnostic]:
        """The letters of one statement."""
        yield from _up_to_itself(judged)
        yield from self._not_in_the_sum(judged)
        found = (told for notebook in judged.notebooks for told in self._at_a_tensor(judged, notebook.uses))
        yield from {told.span: told for told in found}.values()

    def _at_a_tensor(self, judged: Judged, uses: Collection[Use]) -> Iterator[Diagnostic]:
        """`y_u` of a family `y_t`, where `u_t` is a tensor, and nothing says that `u` is a number."""
        at, session = judged.role.entry, self._session
        for use in uses:
            family = use.binding
            if not isinstance(family, Tensor | Declared):
                continue
            values = session.ranges.match(family, use.name) or {}
            for letter in map(str, values.values()):
                name, known = self._tensors.get((at.section, letter), ""), letter in session.scope.by_name
                known = known or (letter, at.section) in self._labels  # `p^i` is the `p^a` of the label i
                if name and not known and session.ranges.range_of(letter, at) is None:
                    message = f"{letter} is an index in {use.span.text}, and {name} is a tensor"
                    yield Diagnostic("NT407", message, use.span, label=f"{letter} is no index here")

    def _is_of_the_left(self, judged: Judged, part: ast.BigOperator, parsed: ast.Chain) -> bool:
        """`\\bar\\alpha_s = \\prod_{s=1}^{t} \\alpha_s`, where `t` is the index: nothing but the product has an `s`.

        With an `s` beside it, `p_i = x_i / \\sum_i x_i`, one letter stands for two.
        """
        letter, own = spelt(part.variable) if part.variable is not None else "", letters_in(judged.name or "")
        if not isinstance(part.high, ast.Symbol) or letter not in own or part.high.full_name in own:
            return False
        counts = self._session.ranges.range_of(part.high.full_name, judged.role.entry)
        return counts is not None and _occurs(parsed.rest, letter) == _occurs(part, letter)

    def _not_in_the_sum(self, judged: Judged) -> Iterator[Diagnostic]:
        """`L = \\sum_{s=1}^{T} \\ell_t`: nothing in the sum has the letter, and another has nothing that it runs over.

        Of what has no index, `\\sum_{k=1}^{K} c`, there are as many. What is said further to be equal to it is checked.
        """
        parsed, at = judged.role.entry.parsed, judged.role.entry
        if judged.kind is not Kind.DEFINITION or not isinstance(parsed, ast.Chain) or len(parsed.rest) > 1:
            return
        sums = [part for part in walk(parsed) if isinstance(part, ast.BigOperator) and part.variable is not None]
        bound = {spelt(part.variable) for part in sums if part.variable is not None} | letters_in(judged.name or "")
        bound |= names_in(parsed.subjects)
        for part in sums:
            if part.variable is None or part.high is None or not part.variable.full_name.isalpha():
                continue
            letter, inside = part.variable.full_name, _letters(part.body)
            if self._is_of_the_left(judged, part, parsed):
                message = f"{letter} runs up to {spelt(part.high)}, and is the index of {judged.name} as well"
                yield Diagnostic("NT407", message, part.variable.span, label="not the index of the sum alone")
            free = {x for name in names_in(part.body) for x in letters_in(name)} - bound | (inside & {spelt(part.high)})
            free = {x for x in free if x == spelt(part.high) or self._session.ranges.range_of(x, at) is not None}
            if free and letter not in inside | names_in(part.high):
                message = f"the sum runs over {letter}, and what stands in it has {min(free)} for it"
                yield Diagnostic("NT405", message, part.variable.span, label="nothing in the sum has it")


def _occurs(node: object, letter: str) -> int:
    """How many names of a tree have a letter in their scripts, or are it."""
    symbols = (part for part in walk(node) if isinstance(part, ast.Symbol))
    return sum(letter in (s.full_name, *letters_in(s.full_name)) for s in symbols)


def _up_to_itself(judged: Judged) -> Iterator[Diagnostic]:
    """`\\sum_{t=1}^{t} x_t`."""
    for part in walk(judged.role.entry.parsed):
        letter = part.variable if isinstance(part, ast.BigOperator) else None
        if letter is not None and isinstance(part, ast.BigOperator) and is_made_of(part.high, letter.full_name):
            message = f"{letter.span.text} is said to run up to itself"
            yield Diagnostic("NT404", message, letter.span, label="the same on both sides")


def _letters(body: ast.Expr) -> set[str]:
    """All that may be a letter in a formula, in scripts and in macros."""
    names = names_in(body)
    return {*names, *(x for name in names for x in letters_in(name)), *re.findall(r"[A-Za-z]+", body.span.text)}
