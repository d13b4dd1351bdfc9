"""Differentials that leave out what varies: `\\partial W = A \\ndot{\\bx} \\partial B` of a `W = A \\ndot{\\bx} B`.

A letter whose differential is not written is held constant. That is said beside a verdict; it is a warning where the
text says that both vary, and nowhere that one is held.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.report import Kind, Status
from ntdoc.shapes.calculus.differentials import MARK, varies
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.summary import samples_in
from ntdoc.syntax import ast
from ntdoc.verification.verdicts import Verdict

_HELD = regex(  # what says that something is held, or that the differential is by one letter alone
    r"\b(?:constants?|fixed|fix(?:es|ing)?|frozen|freez\w+|held|hold(?:s|ing)?|kept|keep(?:s|ing)?|only|alone|partial"
    r"|with\s+respect\s+to|w\.?r\.?t|observed|given|data|terms?|part|treat\w*|ignor\w+|neglect\w*|drop(?:s|ped|ping)?"
    r"|set(?:s|ting)?|zero|if|when|where|not|does\s*n[o']t|instead|first|second|one|by\s+turns?|separately|either)\b|n't\b",
    re.IGNORECASE,
)
_HELD_BEFORE = regex(
    r"\b(?:constants?|fixed|frozen|(?:held|kept)(?!\s+together)|observed|data|not\s+trained)\b", re.IGNORECASE
)
_ALL_VARY = regex(
    r"\b(?:both|all|each|everything|jointly|together)\b[^.;:$\\]*\b(?:train\w*|learn\w*|vary|varies|varying|changes?|changing|updated?)\b"
    r"|\b(?:train|learn|vary|update|change)s?\s+(?:them\s+)?(?:both|all|jointly)\b|\bproduct\s+rule\b|\btotal\s+differential\b",
    re.IGNORECASE,
)
_DISPLAY = regex(r"\$\$.*?\$\$", re.DOTALL)
_COMMAND = regex(r"\\[A-Za-z]+")
_NEAR = 300  # characters before a chain


def tell(judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Say what is held constant in each differential that is verified, and warn of what the text says to vary."""
    chains: dict[int, list[Judged]] = {}
    for j in judged:
        if any(isinstance(part, ast.Differential) and part.by is None for part in walk(j.role.entry.parsed)):
            chains.setdefault(j.role.entry.index, []).append(j)
    for j, v in zip(judged, verdicts, strict=True):
        own = chains.get(j.role.entry.index)
        if own is None or v.status is not Status.VERIFIED or j.kind is not Kind.CLAIM or j.law is not None:
            continue
        if not (held := sorted(_held(own))):
            continue
        said = _listed(held)
        v.reason = f"{v.reason}, with {said} held constant" if v.reason else f"with {said} held constant"
        if j is own[0] and (_all_vary(j) or _varies_elsewhere(j, held, chains)):
            message = f"nothing says that {said} is constant here, and its differential is not written"
            if len(held) > 1:
                message = f"nothing says that {said} are constant here, and their differentials are not written"
            v.diagnostics = [*v.diagnostics, Diagnostic("NT415", message, j.span, label=f"with {said} held constant")]


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _held(chain: Sequence[Judged]) -> set[str]:
    """The free tensors that what is differentiated is made of, and whose differentials the chain does not have."""
    moved = _moved(chain)
    names = {name for part in _differentials(chain[0]) for name in names_in(part.body)}
    plans = [use.typed.plan for j in chain for use in j.notebook.uses if use.typed is not None and use.name in names]
    own = {key for key, leaf in samples_in(*plans).items() if varies(leaf)}
    return own - moved if moved else set()


def _moved(chain: Sequence[Judged]) -> set[str]:
    """The free tensors whose differentials a chain has."""
    keys = (key for j in chain for key in samples_in(*j.plans))
    return {key.removeprefix(MARK) for key in keys if key.startswith(MARK)}


def _differentials(judged: Judged) -> Iterator[ast.Differential]:
    parts = walk(judged.role.entry.parsed)
    return (part for part in parts if isinstance(part, ast.Differential) and part.by is None)


def _all_vary(judged: Judged) -> bool:
    """*Both are trained, and*, *the total differential is*: where nothing near is said to be held."""
    before, _ = _said(judged)
    return _ALL_VARY.search(before[-_NEAR:]) is not None and not _is_said_to_be_held(judged)


def _is_said_to_be_held(judged: Judged) -> bool:
    before, after = _said(judged)
    return _HELD.search(f"{before[-_NEAR:]} … {after}") is not None or _HELD_BEFORE.search(before) is not None


def _said(judged: Judged) -> tuple[str, str]:
    """The words of its section before a chain, and those behind it in its sentence."""
    span = judged.role.entry.parsed.span
    before, after = sentences.of_section_before(span), sentences.after(span)
    return _words(before), _words(after)


def _words(text: str) -> str:
    """A text without its formulas: displays first, whose dollars stand beside each other."""
    return _COMMAND.sub(" ", sentences.FORMULAS.sub(" … ", _DISPLAY.sub(" … ", text).replace("$$", " ")))


def _varies_elsewhere(judged: Judged, held: Sequence[str], chains: dict[int, list[Judged]]) -> bool:
    """Whether another row of the section says what the same differential is, and has those of these letters, too."""
    at, left = judged.role.entry, _left(judged)
    for other in chains.values():
        there = other[0].role.entry
        same = there.index != at.index and there.section == at.section and _left(other[0]) == left
        if same and _moved(other) >= {*held} | _moved([judged]):
            return not _is_said_to_be_held(judged)
    return False


def _left(judged: Judged) -> str:
    parsed = judged.role.entry.parsed
    return parsed.subjects[0].span.text if isinstance(parsed, ast.Chain) else ""
