"""What a reference says: `3.2`, `(12)`, `Eq. (12)`, `Sections 2 and 3`."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Final

from ntdoc.rendering.latex.numbering import Target
from ntdoc.rendering.latex.settings import Settings

NAME, TO = "ntxname:", "ntxto"  # before a label of which the title is said, and between the ends of a range
PAGE: Final = "ntxpage:"  # before one of which the page is said, which has no number here
_SHORT: Final = {"Equation": "Eq.", "Figure": "Fig."}
_PLURALS: Final = {"Appendix": "Appendices", "Corollary": "Corollaries", "Eq.": "Eqs.", "Fig.": "Figs."}


def reference(labels: str, kind: str, known: Mapping[str, Target], settings: Settings) -> list[tuple[str, str]]:
    """The pieces of a reference, and the label that each links to; "" for words between.

    `labels` may be several, with commas; `kind` is what pandoc calls the command: `ref`, `eqref`, `ref+label`.
    """
    if labels.startswith(NAME):
        target = known.get(name := labels.removeprefix(NAME).strip())
        return [(target.title if target and target.title else number_of(name, known), name)]
    if labels.startswith(PAGE):
        name = labels.removeprefix(PAGE).strip()
        return [("↗" if name in known else "??", name)]
    names = [label.strip() for label in labels.split(",") if label.strip()]
    if not kind.startswith("ref+"):
        shown = [(f"({number_of(name, known)})" if kind == "eqref" else number_of(name, known), name) for name in names]
        return _with(shown, ", ", " and ")
    joint = " to " if TO in names else " and "
    names = [name for name in names if name != TO]
    capitals = settings.capitals or kind == "ref+Label"
    groups = []
    for word, group in groupby(names, key=lambda name: _word(name, known, capitals, short=kind != "ref+Label")):
        groups.append(_group(word, list(group), known, joint))
    out: list[tuple[str, str]] = []
    for at, pieces in enumerate(groups):
        if at:
            out.append((joint if at == len(groups) - 1 else ", ", ""))
        out += pieces
    return out


def number_of(label: str, known: Mapping[str, Target]) -> str:
    """The number, or what LaTeX prints where there is none."""
    target = known.get(label)
    return target.number or "??" if target else "??"


def _word(label: str, known: Mapping[str, Target], capitals: bool, *, short: bool) -> str:
    target = known.get(label)
    if target is None or not target.kind:
        return ""
    word = _SHORT.get(target.kind, target.kind) if short else target.kind
    return word if capitals or target.kind == "Appendix" else word.lower()


def _group(word: str, names: list[str], known: Mapping[str, Target], joint: str) -> list[tuple[str, str]]:
    """One word for all of a kind: `Sections 2 and 3`; for one alone the word is part of the link."""
    numbers = []
    for name in names:
        number = number_of(name, known)
        equation = name in known and known[name].kind == "Equation"
        numbers.append((f"({number})" if equation else number, name))
    if len(numbers) == 1:
        return [(f"{word}\u00a0{numbers[0][0]}".strip("\u00a0"), names[0])]
    plural = _PLURALS.get(word) or (_PLURALS.get(word.capitalize(), word.capitalize() + "s"))
    plural = plural if word[:1].isupper() else plural.lower()
    return [(f"{plural} ", "")] * bool(word) + _with(numbers, ", ", joint)


def _with(pieces: list[tuple[str, str]], comma: str, last: str) -> list[tuple[str, str]]:
    out: list[tuple[str, str]] = []
    for at, piece in enumerate(pieces):
        if at:
            out.append((last if at == len(pieces) - 1 else comma, ""))
        out.append(piece)
    return out
