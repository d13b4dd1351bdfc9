"""`\\theta = (W, b)` and `\\theta \\in \\reals^{\\inp \\times \\out} \\times \\reals^{\\out}`: of the parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ntdoc.reading.tokens import Kind, Token
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import plain_text
from ntdoc.syntax.statements import parse_inline


def declared(entries: list[Entry]) -> list[Entry]:
    """The entries, with a declaration of each part where one that is not read puts the whole in a product of sets."""
    parts = dict(_parts(entries))
    return [found for entry in entries for found in _declared(entry, parts)] if parts else entries


def _parts(entries: Sequence[Entry]) -> Iterator[tuple[str, Sequence[Token]]]:
    """The names of what lists of names are said to be, and these lists with their brackets."""
    for entry in entries:
        parsed, tokens = entry.parsed, entry.piece.tokens
        if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1:
            continue
        name, (relation, right) = parsed.subjects[0], parsed.rest[0]
        if not isinstance(name, ast.Symbol) or relation.kind not in ("eq", "define"):
            continue
        if not isinstance(right, ast.Group) or right.bracket != "(" or not _are_names(right.items):
            continue
        inside = [token for token in tokens if right.span.covers(token.span) and token.text not in ("left", "right")]
        yield name.full_name, inside


def _are_names(items: Sequence[ast.Expr]) -> bool:
    return len(items) > 1 and all(isinstance(item, ast.Symbol) for item in items)


def _declared(entry: Entry, parts: Mapping[str, Sequence[Token]]) -> list[Entry]:
    tokens, parsed = entry.piece.tokens, entry.parsed
    at = next((i for i, t in enumerate(tokens) if t.kind is Kind.COMMAND and t.text == "in"), 0)
    whole = parts.get(plain_text(tokens[:at])) if isinstance(parsed, ast.Unread) else None
    if whole is None:
        return [entry]
    found = [each for each, _ in parse_inline([*whole, *tokens[at:]], parsed.span)]
    if len(found) < 2 or any(isinstance(each, ast.Unread) for each in found):
        return [entry]
    return [replace(entry, parsed=each.replace(span=parsed.span)) for each in found]
