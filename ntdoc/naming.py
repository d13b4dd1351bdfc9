"""What statements and symbols are called: stable ids, names in Python, and names as LaTeX for show."""

from __future__ import annotations

import keyword
import re
from collections import Counter

from ntdoc.regex import regex
from ntdoc.syntax.spelling import parts_of
from ntdoc.syntax.symbols import FUNCTIONS, GREEK

_SLUG = regex(r"[^A-Za-z0-9._]+")
_MARKS = {"'": "_prime", "*": "_star", "†": "_dagger", "‡": "_ddagger", "∂": "d_"}


class Namer:
    """Gives each statement an id by what it defines, never by its line, so that an added paragraph renames nothing."""

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()

    def id(self, wanted: str) -> str:
        base = slug(wanted) or "statement"
        self._taken[base] += 1
        count = self._taken[base]
        if count == 1:
            return base
        candidate = f"{base}-{count}"
        self._taken[candidate] += 1
        return candidate


def slug(text: str) -> str:
    """Letters, digits, `.`, `_` and `-` only."""
    text = text.replace("'", ".prime").replace("*", ".star").replace("^", ".").replace("†", ".dagger")
    return _SLUG.sub("-", text).strip("-.")


def python_name(name: str) -> str:
    """A name as a Python identifier, `lambda` as `lambda_`; the same for the same name."""
    for mark, word in _MARKS.items():
        name = name.replace(mark, word)
    name = re.sub(r"[\W_]+", "_", name).strip("_")
    if keyword.iskeyword(name):
        return f"{name}_"
    return f"_{name}" if name[:1].isdigit() else name


def name_tex(name: str) -> str:
    """A name as LaTeX that needs no macro: `W_1`, `\\gamma`, `\\mathrm{LN}_{Q}`."""
    if name.startswith("∂"):
        return f"\\partial {name_tex(name[1:])}"
    base, sub, sup = parts_of(name)
    plain = base.rstrip("*†‡")
    marks = _marks_tex(base[len(plain) :])
    tex = _base_tex(plain)
    if sub is not None:
        tex += f"_{{{_script_tex(sub.strip('{}'))}}}"
    if sup is not None or marks:
        tex += f"^{{{marks}{_script_tex(sup or '')}}}"
    return tex


def axis_tex(name: str) -> str:
    """The name of an axis as LaTeX: `\\mathsf{seq}'`."""
    match = re.match(r"([^_'*†‡]*)(.*)", name, re.DOTALL)
    assert match is not None
    base, marks = match.groups()
    tex = f"\\mathsf{{{_escaped(base)}}}"
    sub = re.match(r"_([^'*†‡]*)", marks)
    if sub:
        tex += f"_{{{_script_tex(sub.group(1))}}}"
        marks = marks[sub.end() :]
    primes = marks.count("'")
    stars = _marks_tex(marks)
    return tex + "'" * primes + (f"^{{{stars}}}" if stars else "")


def _marks_tex(marks: str) -> str:
    return "".join({"*": "*", "†": "\\dagger ", "‡": "\\ddagger "}[mark] for mark in marks if mark in "*†‡")


def _base_tex(base: str) -> str:
    styled = re.fullmatch(r"([a-z]+)\((.*)\)('*)", base)
    if styled:
        inner = styled.group(2)
        inner = f"\\{inner}" if inner in GREEK else _escaped(inner)
        return f"\\{styled.group(1)}{{{inner}}}{styled.group(3)}"
    plain = base.rstrip("'")
    primes = base[len(plain) :]
    if plain in GREEK or plain in FUNCTIONS:
        return f"\\{plain}{primes}"
    if len(plain) > 1:
        return f"\\mathrm{{{_escaped(plain)}}}{primes}"
    return plain + primes


def _script_tex(text: str) -> str:
    if len(text) > 1 and text.isalpha() and text not in GREEK:
        return f"\\mathrm{{{text}}}"
    return re.sub(r"[A-Za-z]+", lambda m: f"\\{m[0]} " if m[0] in GREEK else m[0], _escaped(text)).rstrip()


def _escaped(text: str) -> str:
    return re.sub(r"([#$%&_{}~^\\])", lambda m: "\\" + m.group(1) if m.group(1) in "#$%&_{}" else " ", text)
