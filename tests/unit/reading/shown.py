"""What tests of reading compare: documents and tokens as short text."""

from __future__ import annotations

from collections.abc import Iterable

from ntdoc.reading import read_text
from ntdoc.reading.document import Document, Mathematics, Prose
from ntdoc.reading.tokens import Kind, Token


def tex(tokens: Iterable[Token]) -> str:
    """Tokens as LaTeX: commands end in a space, words stand in `<font:…>`."""
    shown = []
    for token in tokens:
        match token.kind:
            case Kind.COMMAND:
                shown.append(f"\\{token.text} ")
            case Kind.BEGIN | Kind.END:
                shown.append(f"\\{token.kind.value}{{{token.text}}}")
            case Kind.TEXT:
                pieces = (part if isinstance(part, str) else f"${tex(part)}$" for part in token.content)
                shown.append(f"<{token.font}:{''.join(pieces)}>")
            case _:
                shown.append(token.text)
    return "".join(shown).strip()


def mathematics(document: Document) -> list[Mathematics]:
    return [item for item in document.items if isinstance(item, Mathematics)]


def formulas(text: str, format: str = "markdown") -> list[str]:
    """Every piece of mathematics of a text; displays begin with `D `."""
    document = read_text(text, "a.md", format)
    return [("D " if item.display else "") + tex(item.tokens) for item in mathematics(document)]


def formula(text: str) -> str:
    """One formula, as its tokens are after macro expansion."""
    (found,) = formulas(f"$$\n{text}\n$$")
    return found.removeprefix("D ")


def prose(document: Document) -> str:
    return "|".join(item.text for item in document.items if isinstance(item, Prose))


def problems(text: str, format: str = "markdown") -> list[tuple[str, int, int]]:
    """Code, line and column of every diagnostic."""
    found = read_text(text, "a.md", format).diagnostics
    return [(problem.code, problem.span.line, problem.span.column) for problem in found]
