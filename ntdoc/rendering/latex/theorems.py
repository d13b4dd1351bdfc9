"""The environments of theorems of a document: those of `\\newtheorem`, of `\\declaretheorem`, and of its class."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from ntdoc.rendering.latex.scan import Group, Marked

ALGORITHM: Final = "algorithm"  # the style of the float of that name
_USUAL: Final = (
    "axiom", "claim", "conjecture", "corollary", "definition", "example", "lemma", "proposition", "remark", "theorem",
)  # fmt: skip
_UPRIGHT: Final = frozenset(("definition", "remark"))


@dataclass(frozen=True, slots=True)
class Theorem:
    """An environment made by `\\newtheorem`."""

    title: str
    counter: str  # "" if it has no number
    within: str = ""  # the counter that starts it anew: `section`
    style: str = "plain"


def theorems_of(text: Marked, beside: Marked | None) -> dict[str, Theorem]:
    """The environments of theorems by their names, given the document and the packages that lie beside it."""
    found: dict[str, Theorem] = {}
    for one in (beside, text) if beside else (text,):
        found.update(_own(one))
    own = {m[1] for one in (beside, text) if one for m in one.find(r"\\(?:re)?newenvironment\*?\s*\{([^{}]*)\}")}
    for name in _USUAL:  # a class may have made them
        if name not in found and name not in own:
            found[name] = Theorem(name.capitalize(), name, style="definition" if name in _UPRIGHT else "plain")
    for name, theorem in list(found.items()):  # what is numbered like another has the counter of that one
        if theorem.counter != name and theorem.counter in found:
            found[name] = replace(theorem, counter=found[theorem.counter].counter)
    if "algorithm" not in found and "algorithm" not in own:  # the float
        found["algorithm"] = Theorem("Algorithm", "algorithm", style=ALGORITHM)
    return found


def key_values(text: str) -> dict[str, str]:
    """The values of `name={A, B}, numbered=no` by their keys; a key without one has ""."""
    found, depth, piece = {}, 0, ""
    for char in f"{text},":
        depth += {"{": 1, "}": -1}.get(char, 0)
        if char != "," or depth > 0:
            piece += char
            continue
        key, _, value = piece.partition("=")
        value, piece = value.strip(), ""
        if key.strip():
            found[key.strip()] = value[1:-1].strip() if value[:1] == "{" and value[-1:] == "}" else value
    return found


def _own(whole: Marked) -> dict[str, Theorem]:
    """The theorems that a text makes itself."""
    found: dict[str, Theorem] = {}
    style = "plain"
    for match in whole.find(r"\\(?P<made>theoremstyle|newtheorem|declaretheorem)\*?(?![A-Za-z])"):
        if match["made"] == "declaretheorem":
            found.update(_declared(whole, match.end(), style))
            continue
        first = whole.argument(match.end())
        if first is None:
            continue
        name = whole.of(first).strip()
        if match["made"] == "theoremstyle":
            style = name
            continue
        shared = whole.optional(first.after)
        if title := whole.argument(shared.after if shared else first.after):
            within = whole.optional(title.after)
            counter = "" if match[0].endswith("*") else _text(whole, shared) or name
            found[name] = Theorem(whole.of(title).strip(), counter, _text(whole, within), style)
        else:
            found[name] = Theorem(name.capitalize(), name, style=style)
    return found


def _declared(whole: Marked, at: int, style: str) -> Iterator[tuple[str, Theorem]]:
    """The theorems of `\\declaretheorem[name=Claim, sibling=theorem]{claim}`; the options may come last, too."""
    before = whole.optional(at)
    names = whole.argument(before.after if before else at)
    if names is None:
        return
    given = key_values(f"{_text(whole, before)},{_text(whole, whole.optional(names.after))}")
    for name in filter(None, map(str.strip, whole.of(names).split(","))):
        title = _first(given, "name", "title", "heading") or name.capitalize()
        counter = _first(given, "numberlike", "sibling", "sharenumber", "sharecounter") or name
        counter = "" if given.get("numbered") == "no" else counter
        within = _first(given, "numberwithin", "within", "parent")
        yield name, Theorem(title, counter, within, given.get("style", style))


def _first(given: Mapping[str, str], *keys: str) -> str:
    return next((given[key] for key in keys if given.get(key)), "")


def _text(whole: Marked, group: Group | None) -> str:
    return whole.of(group).strip() if group else ""
