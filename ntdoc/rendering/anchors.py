"""Ids on a page of which some are its author's and some ours: no two things on a page may have one id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from markupsafe import Markup

from ntdoc.regex import regex
from ntdoc.rendering.blocks import Fragment

_ID = regex(r"""\sid\s*=\s*["']?([^"'\s<>]+)""")
_REFERENCE = regex(r'(\sid="|\shref="#)([^"\s<>]+)"')
_PREFIX = "nt-"


def apart_from(text: str, fragments: Mapping[str, Fragment]) -> Mapping[str, Fragment]:
    """The fragments, in which an id that the HTML of the page has already gets a prefix."""
    theirs = set(_ID.findall(text))
    ours = _ids(fragments.values())
    names: dict[str, str] = {}
    for name in sorted(theirs & ours):
        new = _PREFIX + name
        while new in theirs or new in ours:
            new = _PREFIX + new
        names[name] = new
    if not names:
        return fragments
    return {
        token: replace(f, html=Markup(_renamed(str(f.html), names)), after=Markup(_renamed(str(f.after), names)))
        for token, f in fragments.items()
    }


def giving_way(text: str, fragments: Iterable[Fragment], tokens: list[Any]) -> str:
    """The HTML of a page of ours, in which what its author made gets another id where a fragment has it.

    The table of contents, as the extension `toc` says it, follows.
    """
    theirs, ours = set(_ID.findall(text)), _ids(fragments)
    names: dict[str, str] = {}
    for name in sorted(theirs & ours):
        number = 1
        while (new := f"{name}_{number}") in theirs or new in ours:
            number += 1
        names[name] = new
    if not names:
        return text
    _rename(tokens, names)
    return _renamed(text, names)


def _ids(fragments: Iterable[Fragment]) -> set[str]:
    return {name for f in fragments for part in (f.html, f.after) for name in _ID.findall(str(part))}


def _renamed(html: str, names: Mapping[str, str]) -> str:
    return _REFERENCE.sub(lambda m: f'{m[1]}{names.get(m[2], m[2])}"', html)


def _rename(tokens: list[Any], names: Mapping[str, str]) -> None:
    for token in tokens:
        token["id"] = names.get(token["id"], token["id"])
        _rename(token["children"], names)
