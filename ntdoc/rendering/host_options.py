"""What may be said of ntdoc in the configuration of a site. The plugin and the extension have the same options."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, fields

PAGES = ("notation", "opted-in", "all")


class OptionError(ValueError):
    """The options cannot be used; the message is for the user, a line for each problem."""

    def __init__(self, problems: Mapping[str, str]) -> None:
        super().__init__("\n".join(f"ntdoc: {problem}" for problem in problems.values()))
        self.problems = dict(problems)  # by option


@dataclass(frozen=True, slots=True)
class Options:
    """How ntdoc works in a site."""

    pages: str = "notation"  # which pages it is about, besides those that say so themselves
    fold: bool = False  # the tables and numbers are folded up until a reader asks for them
    configuration: str = ""  # the file with the configuration of ntdoc; else the nearest
    strict: bool = False  # a page with errors ends the build, whatever the site says


def read_options(given: Mapping[str, object]) -> Options:
    """The options of a site. Raises OptionError for an unknown one, saying what was probably meant, and a bad value."""
    known = {field.name: type(field.default) for field in fields(Options)}
    problems: dict[str, str] = {}
    for name, value in given.items():
        if name not in known:
            near = difflib.get_close_matches(name.lower(), known, n=1)
            problems[name] = f"unknown option `{name}`: " + (
                f"did you mean `{near[0]}`?" if near else f"there are {', '.join(known)}"
            )
        elif not isinstance(value, known[name]):
            words = {bool: "true or false", str: "text"}
            problems[name] = f"`{name}` is {words[known[name]]}, not {value!r}"
        elif name == "pages" and value not in PAGES:
            near = difflib.get_close_matches(str(value).lower(), PAGES, n=1)
            remedy = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(PAGES)}"
            problems[name] = f"`pages` cannot be {value!r}: {remedy}"
    if problems:
        raise OptionError(problems)
    return Options(**given)  # type: ignore[arg-type]
