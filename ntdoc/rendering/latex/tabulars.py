"""Tables made ready for pandoc: their columns as kinds that it knows, and as many of them as the rows have cells.

Pandoc reads no table of which it does not know a column, or in which a row has a cell more than there are columns: all
of it would be words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from ntdoc.regex import regex
from ntdoc.rendering.latex.scan import Change, Group, Marked

# Environments of tables: those that pandoc knows, and those of packages that it does not.
TABULARS: Final = frozenset((
    "tabular", "tabular*", "tabularx", "longtable", "tabulary", "xltabular", "supertabular", "xtabular", "tblr",
    "longtblr", "talltblr", "NiceTabular", "NiceTabular*", "NiceTabularX",
))  # fmt: skip
_BEGIN: Final = r"\\begin[ \t]*\{(?P<name>tabular[x*]?|longtable)\}"
_NEW_COLUMN: Final = r"\\(?:re)?newcolumntype(?![A-Za-z])\s*(?:\{\s*(?P<braced>[A-Za-z])\s*\}|(?P<bare>[A-Za-z]))"
FLOAT: Final = "ntxtable"  # a float of a table that pandoc gets as a figure
_BRACED: Final = r"\s*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_ARGUMENT: Final = regex(_BRACED)
_PIECE: Final = regex(
    rf"(?P<beside>[@!<>]{_BRACED})|\*\s*(?:\{{\s*(?P<count>\d+)\s*\}}|(?P<digit>\d))(?P<times>{_BRACED}|\s*[A-Za-z])"
    rf"|(?P<box>[pmb]{_BRACED})|[wW]\s*\{{\s*(?P<aligned>[lcrs])\s*\}}{_BRACED}"
    rf"|(?P<number>[Ss](?:\s*\[[^\[\]]*\])?|D{_BRACED}{_BRACED}{_BRACED})"
    rf"|(?P<plain>[lcr])|(?P<unknown>[A-Za-z])(?:\s*\[[^\[\]]*\])?(?:{_BRACED})*|(?P<dashed>:|;(?:{_BRACED})?)",
)
_BESIDE: Final = regex(rf"[@!<>]{_BRACED}")
_IN_ROWS: Final = regex(
    r"(?P<ends>\\\\(?:\*?\s*\[[-\d.\s]+[a-z]{2}\])?|\\(?:tabularnewline|cr)(?![A-Za-z]))|\\(?P<edge>begin|end)(?![A-Za-z])"
    r"|\\multicolumn\s*\{\s*(?P<across>\d+)\s*\}|\\.|(?P<bracket>[{}])|(?P<next>&)",
    re.DOTALL,
)
_ALIGNMENTS: Final = {"raggedleft": "r", "RaggedLeft": "r", "centering": "c", "Centering": "c"}
_ALIGNED: Final = regex(r"\\(?:ragged(?:left|right)|Ragged(?:Left|Right)|[cC]entering|arraybackslash)(?![A-Za-z])")
_EMPTY: Final = regex(r"[><]?\s*\{\s*\}")
_UNSEEN: Final = regex(  # spaces, rules and colours
    r"\\(?!text|pm|times|cdot|ensuremath)[A-Za-z]+\*?"
    r"(?:\s*(?:\[[^\[\]]*\]|\{(?:[^{}]|\{[^{}]*\})*\}|(?:width|height|depth)?\s*-?[\d.]+\s*[a-z]{2}(?![a-z])))*|\\[^A-Za-z%$&#_]"
)
_FONTS: Final = regex(r"(?:\s*\\(?:[a-z]+(?:series|shape|family)|bf|it|sl|sf|tt|em)(?![A-Za-z])\s*)+")
_TIMES: Final = regex(r"\*\s*(?:\{\s*\d+\s*\}|\d)\s*\{([^{}]*)")
_KNOWN: Final = "lcrpmbwWXSsD"
_MACRO: Final = regex(r"\\[A-Za-z@]+|\[[^\[\]]*\]")
_FLOAT: Final = r"\\(?P<which>begin|end)[ \t]*\{(?P<name>table\*?|sidewaystable|wraptable)\}"
_MOST: Final = 100  # columns of a table, and cells of a row
_LONGEST: Final = 2000  # characters of columns
_PIECES: Final = 1000  # of the columns of a table


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of column of the document's own: how many arguments it has, and what it stands for."""

    arguments: int
    columns: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: where it stands, how many columns it takes, where those begin that a cell has alone, and the
    ends of lines within its cells.
    """

    start: int
    end: int
    cells: int
    begin: dict[int, int]
    lines: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Tabular:
    """A table: where its columns are said, how they are as pandoc knows them, how many there are, and its rows."""

    given: Group
    columns: str
    count: int
    is_sure: bool  # of how many there are: no macro and no column of a class says it
    between: tuple[tuple[int, str], ...]  # what is set before which column in each row, `@{$\\pm$}`
    rows: tuple[Row, ...]


class _Columns(NamedTuple):
    """The columns of a table as pandoc knows them, how many there are, and what stands before which."""

    columns: str
    number: int
    between: list[tuple[int, str]]


def own_kinds(text: Marked) -> dict[str, Kind]:
    """The kinds of columns that a document makes."""
    return {letter: kind for _, letter, kind in _new_columns(text)}


def table_changes(text: Marked, kinds: Mapping[str, Kind]) -> list[Change]:
    """What changes in the tables, and the definitions of columns, which are no words."""
    changes = [Change(*where, "") for where, _, _ in _new_columns(text)]
    for table in tabulars(text, kinds):
        more = max((row.cells for row in table.rows), default=0) - table.count
        changes.append(Change(table.given.start, table.given.end, table.columns + "l" * min(more, _MOST)))
        for row in table.rows:
            places = ((row.begin[column], words) for column, words in table.between if column in row.begin)
            changes += [Change(place, place, words) for place, words in places]
            changes += [Change(*place, r"\newline ") for place in row.lines]
    for match in text.find(r"\\multicolumn(?![A-Za-z])"):
        across = text.argument(match.end())
        if across and (given := text.argument(across.after)):
            columns = _plain(text.of(given), kinds, iter(range(_PIECES))).columns
            changes.append(Change(given.start, given.end, _BESIDE.sub("", columns) or "l"))
    return changes


def floats_without_tables(text: Marked, every: bool) -> frozenset[int]:
    """Where the floats of tables begin and end of which pandoc reads no table, and would lose caption and label.

    With `every`, all of them.
    """
    found: set[int] = set()
    begun: re.Match[str] | None = None
    for match in text.find(_FLOAT):
        if match["which"] == "begin":
            begun = match
        elif begun is not None and begun["name"] == match["name"]:
            if every or not re.search(_BEGIN, text.masked[begun.end() : match.start()]):
                found |= {begun.start(), match.start()}
            begun = None
    return frozenset(found)


def tabulars(text: Marked, kinds: Mapping[str, Kind]) -> Iterator[Tabular]:
    """The tables of a text."""
    for match in text.find(_BEGIN):
        at = match.end()
        if match["name"] in ("tabularx", "tabular*") and (width := text.argument(at)):
            at = width.after
        option = text.optional(at)
        if given := text.argument(option.after if option else at):
            columns, count, between = _plain(text.of(given), kinds, iter(range(_PIECES)))
            sure = _is_sure(text.of(given), kinds) and all(_is_sure(kind.columns, kinds) for kind in kinds.values())
            rows = tuple(_rows(text.masked, given.after, match["name"]))
            yield Tabular(given, columns, count, sure, tuple(between), rows)


def _is_sure(given: str, kinds: Mapping[str, Kind]) -> bool:
    """Whether all that columns are written in is known."""
    bare = _BESIDE.sub("", given)
    macro = "\\" in _ARGUMENT.sub("", bare)
    inner = [m[1] for m in _TIMES.finditer(bare)]
    letters = {c for part in (_ARGUMENT.sub("", bare), *inner) for c in part if c.isalpha()}
    return not macro and letters <= {*_KNOWN, *kinds}


def _new_columns(text: Marked) -> Iterator[tuple[tuple[int, int], str, Kind]]:
    """The definitions of columns: where each stands, its letter, and what it says."""
    for match in text.find(_NEW_COLUMN):
        option = text.optional(match.end())
        if body := text.argument(option.after if option else match.end()):
            count = text.of(option).strip() if option else ""
            kind = Kind(int(count) if count in set("123456789") else 0, text.of(body))
            yield (match.start(), body.after), match["braced"] or match["bare"], kind


def _plain(given: str, kinds: Mapping[str, Kind], steps: Iterator[int]) -> _Columns:
    """Columns as pandoc knows them, and how many there are: numbers to the right, and to the left what is unknown.

    What kinds that are made of each other come to ends with the `steps`.
    """
    parts: list[str] = []
    between: list[tuple[int, str]] = []
    aligned = ""  # what is said before a column
    at = count = 0
    while at < len(given) and count <= _MOST and next(steps, None) is not None:
        if (own := kinds.get(letter := given[at])) is not None:
            at += 1
            columns = own.columns
            for number in range(1, own.arguments + 1):
                argument = _ARGUMENT.match(given, at)
                at = argument.end() if argument else at
                columns = columns.replace(f"#{number}", argument[0].strip()[1:-1] if argument else "")[:_LONGEST]
            others = {name: kind for name, kind in kinds.items() if name != letter}
            inner = _plain(columns, others, steps)
            parts.append(inner.columns)
            between += ((count + column, words) for column, words in inner.between)
            count += inner.number
        elif (piece := _PIECE.match(given, at)) is None:
            macro = _MACRO.match(given, at)
            parts.append(given[at] if given[at] in "|" else "")
            at = macro.end() if macro else at + 1
        else:
            at = piece.end()
            if piece["times"]:
                times = int((piece["count"] or piece["digit"])[:3])
                inner = _plain(piece["times"].strip().removeprefix("{").removesuffix("}"), kinds, steps)
                parts.append(f"*{{{times}}}{{{inner.columns}}}")
                for at_time in range(min(times, _MOST)):
                    between += ((count + at_time * inner.number + column, words) for column, words in inner.between)
                count += times * inner.number
            elif piece["beside"] or piece["dashed"]:
                around = _ALIGNED.sub("", piece["beside"] or "")
                words = around[1:].strip()[1:-1]
                # Pandoc counts cells, and not columns: behind a `\multicolumn` a font would stand too far to the right.
                written = around[:1] in ("@", "!") or (count > 0 and _FONTS.fullmatch(words) is not None)
                parts.append("" if written or _EMPTY.fullmatch(around) else around)
                if written and count and (_FONTS.match(words) or _UNSEEN.sub("", words).strip("{} \t\n~")):
                    between.append((count, words))
                aligned = next((to for name, to in _ALIGNMENTS.items() if name in (piece["beside"] or "")), aligned)
            else:
                kind = piece["box"] or piece["plain"] or ("r" if piece["number"] else piece["aligned"])
                column = aligned or kind or "l"
                parts.append("c" if column == "s" else column)
                aligned = ""
                count += 1
    return _Columns("".join(parts), count, between)


def _rows(text: str, at: int, name: str) -> Iterator[Row]:
    """The rows of a table from where its columns are said; none if it does not end."""
    found: list[Row] = []
    start, cells, depth, inner = at, 1, 0, 0
    begin: dict[int, int] = {}
    lines: list[tuple[int, int]] = []
    for match in _IN_ROWS.finditer(text, at):
        if match["edge"]:
            inner += 1 if match["edge"] == "begin" else -1
            if inner < 0:
                if not text[match.end() : match.end() + len(name) + 9].lstrip().startswith(f"{{{name}}}"):
                    return
                found.append(_row(start, match.start(), cells, begin, lines))
                yield from found
                return
        elif match["bracket"]:
            depth += 1 if match["bracket"] == "{" else -1
        elif depth > 0 or inner > 0:
            if match["ends"] and inner == 0:
                lines.append(match.span())
        elif match["ends"]:
            found.append(_row(start, match.start(), cells, begin, lines))
            start, cells, begin, lines = match.end(), 1, {}, []
        elif match["next"]:
            begin[cells] = match.end()
            cells += 1
        elif match["across"]:
            begin.pop(cells - 1, None)
            cells += max(0, int(match["across"][:3]) - 1)


def _row(start: int, end: int, cells: int, begin: dict[int, int], lines: list[tuple[int, int]]) -> Row:
    """A row; behind its last cell begins no other, and yet `l@{\\,\\%}` sets something there."""
    return Row(start, end, cells, begin | ({cells: end} if cells - 1 in begin else {}), tuple(lines))
