"""Environments and arguments that are set as code, as they stand: those of packages, and those a document defines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ntdoc.regex import regex

_KNOWN: Final = regex(
    r"(?:[BLS]?[Vv]erbatim|verbatimtab|VerbatimOut|lstlisting|minted|comment|filecontents|alltt|tikzpicture"
    r"|S(?:input|output|code)|Code(?:Input|Output))\*?"
)
_DEFINERS: Final = (
    "DefineVerbatimEnvironment",
    "lstnewenvironment",
    "newtcblisting",
    "DeclareTCBListing",
    "newverbatim",
    "newminted",
    "newenvironment",
)
_DEFINED: Final = regex(  # `\newminted[py]{python}`, and `\newminted{python}`, which is `pythoncode`
    r"\\(?:(?:DefineVerbatimEnvironment|lstnewenvironment|(?:re)?newtcblisting|DeclareTCBListing|newverbatim)"
    r"[ \t]*(?:\[[^\[\]{}]*\][ \t]*)?\{(?P<name>[A-Za-z]+\*?)\}"
    r"|newminted[ \t]*(?:\[(?P<called>[A-Za-z]+)\]|\{(?P<language>[A-Za-z]+)\})"
    r"|(?:re)?newenvironment\*?[ \t]*\{(?P<wrapped>[A-Za-z]+\*?)\}\s*(?:\[[^\[\]]*\]\s*){0,2}"
    r"\{(?:[^{}]|\{[^{}]*\}){0,400}?\\(?:verbatim|lstlisting|alltt|Verbatim|VerbatimEnvironment)(?![A-Za-z]))"
)
_CODE_DEFINED: Final = regex(
    r"\\(?:(?:re)?newcommand\*?|providecommand\*?|def|DeclareRobustCommand\*?)\s*\{?\s*\\code(?![A-Za-z])"
)
_DOLLAR: Final = regex(r"(?<!\\)\$")


def is_verbatim(name: str, own: frozenset[str]) -> bool:
    """Whether an environment is set as it stands, by what LaTeX and its packages have, or as one of the author's."""
    return name in own or _KNOWN.fullmatch(name) is not None


def defined_in(text: str) -> frozenset[str]:
    """The environments of this kind that a text defines."""
    return frozenset(_names(text)) if any(definer in text for definer in _DEFINERS) else frozenset()


def _names(text: str) -> Iterator[str]:
    for found in _DEFINED.finditer(text):
        yield found["name"] or found["called"] or found["wrapped"] or f"{found['language']}code"


def sets_code(text: str) -> bool:
    r"""Whether `\code` is that of a class in which a `$` in its argument is a character: no author defines it here."""
    return "\\code" in text and _CODE_DEFINED.search(text) is None


def has_lone_dollar(argument: str) -> bool:
    """Whether signs of mathematics in an argument open what nothing closes in it."""
    return len(_DOLLAR.findall(argument)) % 2 == 1
