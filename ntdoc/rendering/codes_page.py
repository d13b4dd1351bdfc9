"""The page that explains the codes that occur in a site: a section for each."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ntdoc.regex import regex
from ntdoc.rendering.page import Page
from ntdoc.rendering.resources import codes_folder

_FENCE = regex(r"(`{3,}|~{3,})")
_HEADING = regex(r"(#+)[ \t]+(.*?)[ \t]*#*$")
_LINK = regex(r"\]\((?:\./)?(\w+)\.md\)")


def code_anchor(code: str) -> str:
    """Where on the page the code is explained."""
    return code.lower()


def codes_page(codes: Iterable[str]) -> Page:
    """The page of the codes, made of the page that each has in the documentation."""
    codes = sorted(codes)
    sections = [_section(code, (codes_folder() / f"{code}.md").read_text("utf-8"), codes) for code in codes]
    return Page("# Codes\n\nWhat the codes on these pages mean.\n\n" + "\n\n".join(sections), {})


def _section(code: str, text: str, codes: list[str]) -> str:
    """The page of a code as a section: its title one level down, its headings as words in bold."""

    def link(match: re.Match[str]) -> str:
        """Links to the pages of other codes lead to their sections; those that are not here become their words."""
        return f"](#{code_anchor(match[1])})" if match[1] in codes else "]"

    others = "|".join(codes)
    text = re.sub(rf"[ ]\(\[(NT\d+)\]\((?!(?:{others})\.md)\w+\.md\)\)", r" (\1)", text)
    out: list[str] = []
    fence = ""
    for line in text.splitlines():
        opening = _FENCE.match(line)
        heading = None if fence or opening else _HEADING.match(line)
        if opening and (not fence or (opening[1].startswith(fence) and line.strip() == opening[1])):
            fence = "" if fence else opening[1]
        if heading and len(heading[1]) == 1:
            out.append(f'## <span id="{code_anchor(code)}"></span>{heading[2]}')
        elif heading:
            out.append(f"**{heading[2]}**")
        else:
            out.append(line if fence or opening else _LINK.sub(link, line))
    return "\n".join(out)
