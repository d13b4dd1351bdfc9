"""Units of siunitx, `\\qty{3}{\\giga\\byte\\per\\second}`: their signs and powers, for pandoc and in formulas.

Pandoc knows some of them, and leaves out the rest without a word. A unit that is not known here is shown by its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from ntdoc.regex import regex
from ntdoc.rendering.latex.scan import Change, Group, Marked, changed
from ntdoc.source import Source

_PREFIXES: Final = {
    "quecto": "q", "ronto": "r", "yocto": "y", "zepto": "z", "atto": "a", "femto": "f", "pico": "p", "nano": "n",
    "micro": "μ", "milli": "m", "centi": "c", "deci": "d", "deca": "da", "deka": "da", "hecto": "h", "kilo": "k",
    "mega": "M", "giga": "G", "tera": "T", "peta": "P", "exa": "E", "zetta": "Z", "yotta": "Y", "ronna": "R",
    "quetta": "Q", "kibi": "Ki", "mebi": "Mi", "gibi": "Gi", "tebi": "Ti", "pebi": "Pi", "exbi": "Ei", "zebi": "Zi",
    "yobi": "Yi",
}  # fmt: skip
_UNITS: Final = {
    "ampere": "A", "candela": "cd", "kelvin": "K", "kilogram": "kg", "gram": "g", "metre": "m", "meter": "m",
    "mole": "mol", "second": "s", "becquerel": "Bq", "degreeCelsius": "°C", "celsius": "°C", "coulomb": "C",
    "farad": "F", "gray": "Gy", "hertz": "Hz", "henry": "H", "joule": "J", "katal": "kat", "lumen": "lm", "lux": "lx",
    "newton": "N", "ohm": "Ω", "pascal": "Pa", "radian": "rad", "siemens": "S", "sievert": "Sv", "steradian": "sr",
    "tesla": "T", "volt": "V", "watt": "W", "weber": "Wb", "astronomicalunit": "au", "bel": "B", "dalton": "Da",
    "day": "d", "decibel": "dB", "degree": "°", "electronvolt": "eV", "hectare": "ha", "hour": "h", "litre": "L",
    "liter": "L", "minute": "min", "arcminute": "′", "arcsecond": "″", "neper": "Np", "tonne": "t", "bit": "bit",
    "byte": "B", "percent": "%", "angstrom": "Å", "bar": "bar", "atomicmassunit": "u", "knot": "kn", "mmHg": "mmHg",
    "nauticalmile": "M", "clight": "c", "hartree": "Ha", "baud": "Bd",
}  # fmt: skip
_BEFORE: Final = {"square": "2", "cubic": "3"}
_BEHIND: Final = {"squared": "2", "cubed": "3"}
_ABBREVIATED: Final = regex("(?:[afpnumcdkMGTPE]|da)?(?:[gsmAlLNVWJFKBHCT]|mol|Hz|Pa|eV|dB|Wh|ohm|rad)|amu")
_PIECE: Final = regex(
    r"\\(?P<given>tothe|raiseto|of|text|textrm|textnormal|mathrm|textup)\s*\{(?P<in>[^{}]*)\}|\\(?P<name>[A-Za-z]+)"
    r"|\^\s*(?:\{(?P<power>[^{}]*)\}|(?P<digit>\S))|\\(?P<sign>[%$&#_])|\\.|(?P<literal>(?:[^\\\s.~^{}]|/\s*)+)|.",
    re.DOTALL,
)
_FOR_PANDOC: Final = {"°C": r"\celsius", "°": r"\degree", "%": r"\%"}  # it would part a sign from a letter
_COMMAND: Final = r"\\(?:(?P<of>SI|qty|qtylist|SIlist|qtyproduct)|(?P<range>SIrange|qtyrange)|si|unit)(?![A-Za-z])"
_DECLARED: Final = r"\\DeclareSIUnit(?![A-Za-z])"
_COMMAND_NAME: Final = regex(r"\s*\{?\s*\\([A-Za-z]+)\s*\}?")
_ANY: Final = regex(r"\\(?:SI|qty|si|unit|num)(?:list|range|product)?(?![A-Za-z])")
_LONG_NUMBER: Final = r"\\(?:num|SI|qty)(?![A-Za-z])"
_DIGITS: Final = regex(r"(?P<sign>\s*[-+]?\s*)(?P<whole>\d{5,})(?P<rest>(?:[.,]\d*)?\s*)")
_GAP: Final = "\u202f"


class Unit(NamedTuple):
    """One sign with its power, which is not shown where it is `1`."""

    sign: str
    power: str = "1"


def units_of(text: str, declared: Mapping[str, str]) -> tuple[list[Unit], list[str]]:
    """The units that an argument names, and the names in it that nobody knows."""
    found: list[Unit] = []
    unknown: list[str] = []
    prefix, power, per = "", "1", ""

    def add(units: list[Unit]) -> None:
        nonlocal prefix, power, per
        for unit in units:
            own = power if power != "1" else unit.power
            own = own.removeprefix("-") if per and own.startswith("-") else per + own
            found.append(Unit(prefix + unit.sign, own))
            prefix = ""
        power, per = "1", ""

    for piece in _PIECE.finditer(text):
        name, said = piece["name"] or piece["given"] or "", piece["in"] or ""
        raised = _BEHIND.get(name) or piece["power"] or piece["digit"] or (said if name == "tothe" else "")
        if raised:
            last = found.pop() if found else Unit("")
            found.append(last._replace(power="-" * (last.power == "-1") + raised))
        elif name in _BEFORE or name == "raiseto":
            power = _BEFORE.get(name, said)
        elif name == "per":
            per = "-"
        elif name in _PREFIXES:
            prefix += _PREFIXES[name]
        elif piece["literal"] or piece["sign"] or piece["given"]:
            add([Unit(piece["literal"] or piece["sign"] or said)])
        elif name in declared:
            others = {other: meaning for other, meaning in declared.items() if other != name}
            units, more = units_of(declared[name], others)
            add(units)
            unknown += more
        elif name:
            short = _ABBREVIATED.fullmatch(name)
            unknown += [name] * (name not in _UNITS and not short)
            sign = re.sub("^u(?=.)", "μ", name).replace("ohm", "Ω") if short else name
            add([Unit(_UNITS.get(name, sign))])
    if prefix:
        found.append(Unit(prefix))
    return found, unknown


def declared_units(text: Marked) -> dict[str, str]:
    """The units that a document makes itself, with what they stand for."""
    found = {}
    for match in text.find(_DECLARED):
        option = text.optional(match.end())
        name = _COMMAND_NAME.match(text.masked, option.after if option else match.end())
        if name and (meaning := text.argument(name.end())):
            found[name[1]] = text.of(meaning)
    return found


def with_units(text: str, declared: Mapping[str, str]) -> str:
    """A text with its units in signs, and a gap between the thousands of long numbers."""
    return changed(text, _changes(Marked(text), declared)) if _has_any(text) else text


def _has_any(text: str) -> bool:
    return _ANY.search(text) is not None


def _changes(text: Marked, declared: Mapping[str, str]) -> Iterator[Change]:
    for group in _arguments(text):
        if "\\" in (said := text.of(group)):
            units, _ = units_of(said, declared)
            yield Change(group.start, group.end, ".".join(_for_pandoc(unit) for unit in units))
    for match in text.find(_LONG_NUMBER):
        option = text.optional(match.end())
        number = text.argument(option.after if option else match.end())
        if number and (digits := _DIGITS.fullmatch(text.of(number))):
            yield Change(number.start, number.end, f"{digits['sign']}{_in_threes(digits['whole'])}{digits['rest']}")


def told_of_units(sources: Iterable[Source], declared: Mapping[str, str]) -> Iterator[str]:
    """What is said of units that nobody knows, each with its place."""
    for source in sources:
        if not _has_any(source.text):
            continue
        marked = Marked(source.text)
        for group in _arguments(marked):
            for name in dict.fromkeys(units_of(marked.of(group), declared)[1]):
                line, column = source.position(group.start + marked.of(group).find(f"\\{name}"))
                yield f"{source.path}:{line}:{column}: the unit \\{name} is not known, and the page shows its name"


def in_formula(units: Iterable[Unit]) -> str:
    """The units as LaTeX that every formula takes."""
    return r"\,".join(
        rf"\text{{{unit.sign}}}" + (f"^{{{unit.power}}}" if unit.power != "1" else "") for unit in units
    )


def _arguments(text: Marked) -> Iterator[Group]:
    """The arguments that name units."""
    for match in text.find(_COMMAND):
        at: int | None = match.end()
        group: Group | None = None
        for _ in range(3 if match["range"] else 2 if match["of"] else 1):
            while at is not None and (option := text.optional(at)):
                at = option.after
            group = text.argument(at) if at is not None else None
            at = group.after if group else None
        if group:
            yield group


def _for_pandoc(unit: Unit) -> str:
    sign = _FOR_PANDOC.get(unit.sign, unit.sign)
    return sign if unit.power == "1" else f"{sign}^{{{unit.power}}}"


def _in_threes(digits: str) -> str:
    first = len(digits) % 3
    return _GAP.join([*([digits[:first]] if first else []), *re.findall("...", digits[first:])])
