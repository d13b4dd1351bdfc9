"""The macros for text that a document makes itself, for where its prose is converted without pandoc."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ntdoc.regex import regex
from ntdoc.rendering.latex.scan import Marked

_MAKES: Final = (
    r"\\(?:(?:newcommand|renewcommand|providecommand|DeclareRobustCommand)\*?|(?P<def>def|gdef|edef|xdef))(?![A-Za-z@])"
)
_NAME: Final = regex(r"\s*(?:\{\s*\\([A-Za-z@]+)\s*\}|\\([A-Za-z@]+))")
_PARAMETERS: Final = regex(r"\s*((?:#[1-9])*)\s*(?=\{)")
_PARAMETER: Final = regex(r"#([1-9])")


@dataclass(frozen=True, slots=True)
class TextMacro:
    """What a macro stands for; the `default` of its first argument, if that may be left out."""

    body: str
    parameters: int
    default: str | None

    def expanded(self, arguments: Sequence[str]) -> str:
        """The body with the arguments in their places."""

        def given(match: re.Match[str]) -> str:
            at = int(match[1]) - 1
            return arguments[at] if at < len(arguments) else ""

        return _PARAMETER.sub(given, self.body)


def text_macros(text: str) -> dict[str, TextMacro]:
    """The macros that a text defines, by name."""
    marked = Marked(text)
    found = {}
    for match in marked.find(_MAKES):
        name = _NAME.match(marked.masked, match.end())
        if name is None:
            continue
        at, count, default = name.end(), 0, None
        if match["def"]:
            parameters = _PARAMETERS.match(marked.masked, at)
            if parameters is None:
                continue
            at, count = parameters.end(), len(parameters[1]) // 2
        elif option := marked.optional(at):
            digits = marked.of(option).strip()
            at, count = option.after, int(digits) if digits in tuple("123456789") else 0
            if other := marked.optional(at):
                at, default = other.after, marked.of(other)
        if body := marked.argument(at):
            found[name[1] or name[2]] = TextMacro(marked.of(body), count, default)
    return found
