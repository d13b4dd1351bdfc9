"""Where the keys of a TOML file stand, which `tomllib` does not say.

For files that `tomllib` has read, and so for valid TOML only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ntdoc.regex import regex

Path = tuple[str, ...]

_TOKEN = regex(
    r"(?P<comment>\#[^\n]*)"
    r'|(?P<string>"""(?:\\.|[^\\])*?"""(?:""?(?!"))?|\'\'\'.*?\'\'\'(?:\'\'?(?!\'))?'
    r'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')'
    r"|(?P<bare>[A-Za-z0-9_+:-]+)"
    r"|(?P<sign>[\[\]{}=.,])"
    r"|(?P<end>\n)"
    r"|(?P<space>[^\S\n]+)",
    re.DOTALL,
)
_ESCAPE = regex(r'\\(["\\/bfnrt])')


def places(text: str) -> dict[Path, int]:
    """The offset of each key and each table, by the names that lead to it; of arrays of tables the first.

    What stands in an array is called by its number: the second of `paths` is `("paths", "1")`.
    """
    found: dict[Path, int] = {}
    table: Path = ()
    tokens = list(_tokens(text))
    position = 0
    while position < len(tokens):
        kind, value, offset = tokens[position]
        if value == "[" and kind == "sign":
            start = position + (2 if tokens[position + 1 : position + 2] and tokens[position + 1][1] == "[" else 1)
            table, position = _key(tokens, start)
            _add(found, (), table, tokens[start][2])
            position = _line_end(tokens, position)
        elif kind in ("bare", "string"):
            key, after = _key(tokens, position)
            _add(found, table, key, offset)
            position = _value(tokens, after + 1, (*table, *key), found)
        else:
            position += 1
    return found


Token = tuple[str, str, int]


def _tokens(text: str) -> Iterator[Token]:
    """Kind, text and offset of what is no space and no comment."""
    offset = 0
    while offset < len(text):
        match = _TOKEN.match(text, offset)
        if match is None:
            offset += 1
            continue
        if match.lastgroup not in ("comment", "space"):
            yield str(match.lastgroup), match.group(), offset
        offset = match.end()


def _key(tokens: list[Token], position: int) -> tuple[Path, int]:
    """A dotted key, and the position after it."""
    names: list[str] = []
    while position < len(tokens) and tokens[position][0] in ("bare", "string"):
        kind, text, _ = tokens[position]
        # A bare key holds no dot; only numbers do, which the parts of a key look like.
        names.append(text if kind == "bare" else _unquoted(text))
        position += 1
        if position < len(tokens) and tokens[position][1] == ".":
            position += 1
        else:
            break
    return tuple(names), position


def _value(tokens: list[Token], position: int, path: Path, found: dict[Path, int]) -> int:
    """Skip a value that may run over several lines; what is in arrays and inline tables is found too."""
    depth: list[str] = []
    count, starts = 0, False
    while position < len(tokens):
        kind, text, offset = tokens[position]
        if depth == ["["] and starts and kind != "end" and text != "]":
            _add(found, path, (str(count),), offset)
            count, starts = count + 1, False
        starts = (starts and kind == "end") or (len(depth) < 2 and kind == "sign" and text in "[,")
        if kind == "sign" and text in "[{":
            depth.append(text)
        elif kind == "sign" and text in "]}":
            depth = depth[:-1]
        elif kind == "end" and not depth:
            return position
        elif depth == ["{"] and tokens[position - 1][1] in ("{", ",") and kind in ("bare", "string"):
            key, position = _key(tokens, position)
            _add(found, path, key, offset)
            continue
        position += 1
    return position


def _line_end(tokens: list[Token], position: int) -> int:
    while position < len(tokens) and tokens[position][0] != "end":
        position += 1
    return position


def _add(found: dict[Path, int], table: Path, key: Path, offset: int) -> None:
    for length in range(1, len(key) + 1):
        found.setdefault((*table, *key[:length]), offset)


def _unquoted(text: str) -> str:
    if text[0] == "'":
        return text[1:-1]
    return _ESCAPE.sub(lambda m: {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}.get(m[1], m[1]), text[1:-1])
