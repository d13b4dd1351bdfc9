r"""The labels of the items of lists, `\item[(a)]` and those of `enumitem`, as words that the page knows for labels.

Pandoc numbers every item of an `enumerate` itself, and knows nothing of a label in the place of a number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ntdoc.regex import regex
from ntdoc.rendering.latex.counters import item_number
from ntdoc.rendering.latex.scan import Change, Group, Marked

OWN_LABEL: Final = regex("\ue002(.*?)\ue003", re.DOTALL)

_LIST: Final = (
    r"\\(?:(?P<begin>begin)|end)[ \t]*\{(?P<name>itemize|enumerate|description|tablenotes)\*?\}|\\item(?![A-Za-z])"
)
_USUAL: Final = (r"\arabic*.", r"(\alph*)", r"\roman*.", r"\Alph*.")  # of lists within lists
_STYLES: Final = {
    "arabic": "Decimal", "alph": "LowerAlpha", "Alph": "UpperAlpha", "roman": "LowerRoman", "Roman": "UpperRoman",
}  # fmt: skip
_SIGNS: Final = {"1": r"\arabic*", "a": r"\alph*", "A": r"\Alph*", "i": r"\roman*", "I": r"\Roman*"}
_COUNTER: Final = regex(r"\\(arabic|alph|Alph|roman|Roman)\s*\*")
_SIGN: Final = regex(r"(?<![A-Za-z\\])[1aAiI](?![A-Za-z0-9])")  # of the package `enumerate`
_KEY: Final = regex(r"\s*([a-z]+)\*?\s*(?:=|,|$)")


@dataclass(slots=True)
class _List:
    name: str
    begin: re.Match[str]
    depth: int
    option: Group | None
    label: str | None = None  # as enumitem has it
    count: int = 0
    is_own: bool = False  # its labels are words
    items: int = 0


def item_changes(text: Marked) -> list[Change]:
    """The labels of items as words between signs. Descriptions have their own."""
    found, ended = _lists(text), dict[int, int]()
    changes: list[Change] = []
    stack: list[_List] = []
    for match in text.find(_LIST):
        if match["begin"]:
            stack.append(found[match.start()])
            if stack[-1].is_own and (option := stack[-1].option):
                changes.append(Change(match.start(), option.after, match[0]))
            if stack[-1].count < 0:  # resumed
                stack[-1].count = ended.get(stack[-1].depth, 0)
        elif match["name"]:
            if stack:
                one = stack.pop()
                ended[one.depth] = one.count
        elif stack and stack[-1].name != "description":
            one = stack[-1]
            option = text.optional(match.end())
            if option and text.of(option).strip():
                label, end = text.of(option), option.after
            elif one.is_own and (one.name == "enumerate" or one.label):
                one.count += 1
                label, end = _numbered(one.label or _USUAL[min(one.depth, 3)], one.count), match.end()
            else:
                one.count += 1
                continue
            changes.append(Change(match.start(), end, f"\\item {{}}\ue002{label}\ue003 "))
    return changes


def _lists(text: Marked) -> dict[int, _List]:
    """The lists by where they begin, and which of them have labels of their own."""
    found: dict[int, _List] = {}
    stack: list[_List] = []
    for match in text.find(_LIST):
        if match["begin"]:
            depth = sum(one.name == match["name"] for one in stack)
            one = _List(match["name"], match, depth, text.optional(match.end()))
            if one.option and one.name != "description":
                _settle(one, text.of(one.option))
            stack.append(one)
            found[match.start()] = one
        elif match["name"]:
            if stack:
                stack.pop()
        elif stack and (option := text.optional(match.end())) and text.of(option).strip():
            stack[-1].is_own = True
    return found


def _settle(one: _List, options: str) -> None:
    """What the options of a list say: those of enumitem, or a first label as the package `enumerate` has it."""
    if "=" not in options and not _KEY.match(options):
        if one.name == "enumerate" and not options.lstrip().startswith("<") and (sign := _SIGN.search(options)):
            one.label = options[: sign.start()] + _SIGNS[sign[0]] + options[sign.end() :]
            one.is_own = True
        return
    for option in re.split(r",(?![^{]*\})", options):
        key, _, value = (part.strip() for part in option.partition("="))
        if key == "label" and value:
            one.label = value[1:-1] if value.startswith("{") and value.endswith("}") else value
            one.is_own = True
        elif key == "start" and value.lstrip("-").isdecimal():
            one.count, one.is_own = int(value) - 1, True
        elif key.startswith("resume"):
            one.count, one.is_own = -1, True


def _numbered(label: str, count: int) -> str:
    return _COUNTER.sub(lambda match: item_number(count, _STYLES[match[1]]), label)
