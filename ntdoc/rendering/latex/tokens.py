"""Tokens as a tree of groups and environments, and as a LaTeX string.

The tree is what `math.py` rewrites; the string is what the MathML library reads, and what a page shows of
an equation
that the library cannot read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ntdoc.reading.tokens import CLOSES, OPENS, Kind, Token
from ntdoc.source import Source, Span

_TEXT_ESCAPES = {
    "\\": r"\textbackslash ",
    "{": r"\{",
    "}": r"\}",
    "%": r"\%",
    "#": r"\#",
    "&": r"\&",
    "$": r"\$",
    "_": r"\_",
    "~": r"\textasciitilde ",
    "^": r"\textasciicircum ",
}


@dataclass(frozen=True, slots=True)
class Group:
    """What stands between `{` and `}`."""

    children: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Environment:
    """What stands between `\\begin{name}` and `\\end{name}`."""

    name: str
    children: tuple[Node, ...]


Node = Token | Group | Environment


def is_command(node: Node, *names: str) -> bool:
    """Whether the node is one of the control sequences `names`; with no names, any control sequence."""
    return isinstance(node, Token) and node.kind is Kind.COMMAND and (not names or node.text in names)


def is_kind(node: Node, kind: Kind) -> bool:
    return isinstance(node, Token) and node.kind is kind


def parse_groups(tokens: Iterable[Token]) -> tuple[Node, ...]:
    """The tree of the tokens. Total: a stray closer is dropped, what is left open is closed at the end."""
    stack: list[tuple[str | None, list[Node]]] = [(None, [])]

    def close() -> None:
        name, children = stack.pop()
        node: Node = Group(tuple(children)) if name is None else Environment(name, tuple(children))
        stack[-1][1].append(node)

    for token in tokens:
        match token.kind:
            case Kind.OPEN:
                stack.append((None, []))
            case Kind.BEGIN:
                stack.append((token.text, []))
            case Kind.CLOSE:
                if len(stack) > 1 and stack[-1][0] is None:
                    close()
            case Kind.END:
                if any(name == token.text for name, _ in stack[1:]):
                    while stack[-1][0] != token.text:
                        close()
                    close()
            case _:
                stack[-1][1].append(token)
    while len(stack) > 1:
        close()
    return tuple(stack[0][1])


def split(nodes: Sequence[Node], kind: Kind) -> list[tuple[Node, ...]]:
    """The nodes between the tokens of a kind (rows, cells), at this level only."""
    parts: list[list[Node]] = [[]]
    for node in nodes:
        if is_kind(node, kind):
            parts.append([])
        else:
            parts[-1].append(node)
    return [tuple(part) for part in parts]


def split_rows(tokens: Sequence[Token]) -> list[tuple[Token, ...]]:
    """The rows of a display: split at the `\\\\` that stand in no group and no inner environment. None is
    left out.
    """
    rows: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        if token.kind in OPENS:
            depth += 1
        elif token.kind in CLOSES:
            depth = max(0, depth - 1)
        if token.kind is Kind.ROW and depth == 0:
            rows.append([])
        else:
            rows[-1].append(token)
    return [tuple(row) for row in rows]


def columns(nodes: Sequence[Node]) -> int:
    """The number of columns of the inside of a tabular environment."""
    return max(len(split(row, Kind.ALIGN)) for row in split(nodes, Kind.ROW))


def escape_text(text: str) -> str:
    """The LaTeX that sets `text` as it stands, inside `\\text{…}`."""
    escaped = "".join(_TEXT_ESCAPES.get(character, character) for character in text)
    return re.sub(r"(\\[^a-zA-Z]) ", r"\1~", escaped)  # math-core swallows a space after `\%`


def unparse(nodes: Iterable[Node]) -> str:
    """The LaTeX of the nodes. Column specifications, which tokens do not keep, are made anew."""
    return "".join(_unparse_node(node) for node in nodes)


def _unparse_node(node: Node) -> str:
    if isinstance(node, Group):
        return "{" + unparse(node.children) + "}"
    if isinstance(node, Environment):
        preamble = ""
        if node.name in ("array", "subarray"):
            preamble = "{" + "c" * (columns(node.children) if node.name == "array" else 1) + "}"
        return f"\\begin{{{node.name}}}{preamble}{unparse(node.children)}\\end{{{node.name}}}"
    match node.kind:
        case Kind.COMMAND:
            return f"\\{node.text} " if node.text.isalpha() else f"\\{node.text}"
        case Kind.TEXT:
            return "".join(_unparse_piece(piece, node.font) for piece in node.content or (node.text,))
        case Kind.ROW:
            return r"\\ "
        case Kind.SUB:
            return "_"
        case Kind.SUP:
            return "^"
        case Kind.ALIGN:
            return "&"
        case Kind.OPEN:
            return "{"
        case Kind.CLOSE:
            return "}"
        case Kind.BEGIN:
            return f"\\begin{{{node.text}}}"
        case Kind.END:
            return f"\\end{{{node.text}}}"
        case _:
            return node.text


def _unparse_piece(piece: str | tuple[Token, ...], font: str) -> str:
    if isinstance(piece, tuple):
        return "{" + unparse(parse_groups(piece)) + "}"
    command = font if font in ("textbf", "textit", "texttt", "textsf", "textrm") else "text"
    return f"\\{command}{{{escape_text(piece)}}}"


@lru_cache(maxsize=4096)
def plain_tokens(latex: str) -> tuple[Token, ...]:
    """Tokens of a short piece of LaTeX that uses no macros of the document."""
    span = Span(Source("", latex), 0, len(latex))
    tokens: list[Token] = []
    for match in re.finditer(
        r"\\(?P<text>text|mbox|textrm|textbf|textit|textsf|texttt)\{(?P<words>[^{}$\\]*)\}|\\begin\{(?P<begin>[^{}]*)\}"
        r"|\\end\{(?P<end>[^{}]*)\}|\\\\|\\(?P<command>[a-zA-Z]+\*?|.)|(?P<char>\S)",
        latex,
        re.DOTALL,
    ):
        if match["text"]:
            tokens.append(Token(Kind.TEXT, match["words"], span, (match["words"],), match["text"]))
        elif match["begin"] is not None:
            tokens.append(Token(Kind.BEGIN, match["begin"], span))
        elif match["end"] is not None:
            tokens.append(Token(Kind.END, match["end"], span))
        elif match["command"]:
            tokens.append(Token(Kind.COMMAND, match["command"], span))
        elif match["char"]:
            kinds = {"{": Kind.OPEN, "}": Kind.CLOSE, "_": Kind.SUB, "^": Kind.SUP, "&": Kind.ALIGN}
            tokens.append(Token(kinds.get(match["char"], Kind.CHAR), match["char"], span))
        else:
            tokens.append(Token(Kind.ROW, r"\\", span))
    return tuple(tokens)


def tokens_to_latex(tokens: Iterable[Token]) -> str:
    """Plain LaTeX of a row or statement, without its alignment marks."""
    return " ".join(unparse(t for t in tokens if t.kind is not Kind.ALIGN).split())
