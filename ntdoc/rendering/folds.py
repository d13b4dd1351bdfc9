"""What a page folds up or keeps behind a tab, and whether an error is in it: a reader is to see that there is one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ntdoc.regex import regex
from ntdoc.rendering.blocks import Fragment
from ntdoc.rendering.filling import PLACEHOLDER, Deferred
from ntdoc.rendering.marks import GLYPHS
from ntdoc.report import Status

_HOLDS = "nt-holds-error"
_MARK = (
    f' <span class="nt-pill {_HOLDS} nt-error" data-search-exclude><b class="nt-glyph" aria-hidden="true">'
    f"{GLYPHS[Status.ERROR]}</b>error</span>"
)
_ERROR = 'class="nt-diagnostic nt-error"'
_PIECE = regex(
    rf"(?P<token>{PLACEHOLDER.pattern})"
    r'|<(?P<ends>/?)(?P<name>div|details|summary|input|label)\b(?:[^">]|"[^"]*")*>'
    r'|<[a-zA-Z/!](?:[^">]|"[^"]*")*>'
)
_CLASS = regex(r'\sclass="([^"]*)"')
_CHECKED = regex(r'\schecked(?:="[^"]*")?(?=[\s/>])')
_OPEN = regex(r"\sopen(?=[\s=/>])")

_Change = tuple[int, int, str]  # what stands in a place in the end


@dataclass(slots=True)
class _Element:
    """An element that is open: a fold, a set of tabs, one tab of a set, or none of these.

    A set knows the buttons of its tabs, where the names of these end, and in which of them errors are.
    """

    name: str
    start: tuple[int, int]  # its first tag
    title_end: int = 0  # of a fold
    is_set: bool = False
    tab: str = ""  # the class of the tabs of a set: an older form of the extension has another
    buttons: list[re.Match[str]] = field(default_factory=list)
    name_ends: list[int] = field(default_factory=list)
    begun: int = 0
    wrong: set[int] = field(default_factory=set)
    of: _Element | None = None  # of a tab its set, and its number
    number: int = 0
    is_wrong: bool = False


def opened(text: str, fragments: Mapping[str, Fragment], deferred: Deferred | None = None) -> str:
    """The HTML, placeholders in it, with each fold open that holds an error, and of tabs the first that does; the
    titles of these have a mark.
    """
    wrong = {t for t, f in fragments.items() if _ERROR in f.html or _ERROR in f.after}
    if not wrong or ("<details" not in text and "tabbed-set" not in text):
        return text
    mark = deferred.take(_MARK) if deferred else _MARK
    out: list[str] = []
    at = 0
    changes = [change for found in _found(text, wrong) for change in _changes(found, text, mark)]
    for start, end, instead in sorted(changes):
        out += [text[at:start], instead]
        at = end
    return "".join([*out, text[at:]])


def _found(text: str, wrong: set[str]) -> list[_Element]:
    """The folds and the sets of tabs that hold an error."""
    stack: list[_Element] = []
    found: list[_Element] = []
    for piece in _PIECE.finditer(text):
        name, innermost = piece["name"], _innermost(stack)
        if piece["token"] in wrong:
            for element in stack:
                element.is_wrong = True
                if element.of is not None:
                    element.of.wrong.add(element.number)
        elif name in ("div", "details"):
            if not piece["ends"]:
                stack.append(_element(piece, innermost))
                if name == "details" or stack[-1].is_set:
                    found.append(stack[-1])
            elif any(element.name == name for element in stack):
                while stack.pop().name != name:
                    pass
        elif name == "summary" and piece["ends"] and stack and stack[-1].name == "details":
            stack[-1].title_end = stack[-1].title_end or piece.start()
        elif innermost is not None and innermost.is_set:
            if name == "input":
                innermost.buttons.append(piece)
            elif name == "label" and piece["ends"]:
                innermost.name_ends.append(piece.start())
    return [element for element in found if element.wrong or (element.is_wrong and not element.is_set)]


def _innermost(stack: list[_Element]) -> _Element | None:
    """The set of tabs, or the tab, in which the next element stands."""
    return next((element for element in reversed(stack) if element.is_set or element.of is not None), None)


def _element(piece: re.Match[str], innermost: _Element | None) -> _Element:
    element = _Element(piece["name"], piece.span())
    found = _CLASS.search(piece[0])
    classes = found[1].split() if found and piece["name"] == "div" else []
    if "tabbed-set" in classes:
        element.is_set = True
        element.tab = "tabbed-block" if "tabbed-alternate" in classes else "tabbed-content"
    elif innermost is not None and innermost.tab in classes:
        element.of, element.number = innermost, innermost.begun
        innermost.begun += 1
    return element


def _changes(element: _Element, text: str, mark: str) -> Iterator[_Change]:
    if not element.is_set:
        start, end = element.start
        tag = text[start:end]
        tag = tag if _OPEN.search(tag) else f'{tag[:-1]} open="open">'
        found = _CLASS.search(tag)
        at = found.end() - 1 if found else len(tag) - 1
        yield start, end, f"{tag[:at]} {_HOLDS}{tag[at:]}" if found else f'{tag[:at]} class="{_HOLDS}">'
        if element.title_end:
            yield element.title_end, element.title_end, mark
        return
    for number, name_end in enumerate(element.name_ends):
        if number in element.wrong:
            yield name_end, name_end, mark
    pressed = next((n for n, button in enumerate(element.buttons) if _CHECKED.search(button[0])), None)
    first = min(element.wrong)
    if pressed is not None and pressed not in element.wrong and first < len(element.buttons):
        before, now = element.buttons[pressed], element.buttons[first]
        yield *before.span(), _CHECKED.sub("", before[0])
        yield *now.span(), now[0].replace("<input", '<input checked="checked"', 1)
