"""Names as text: `base_sub^sup`."""

from __future__ import annotations


def parts_of(name: str) -> tuple[str, str | None, str | None]:
    """The base of a name, its subscript and its superscript; a subscript with scripts of its own is in braces."""
    head, opening, rest = name.partition("_{")
    if opening and "^" not in head:
        sub, _, rest = rest.partition("}")
        return head, "{" + sub + "}", rest[1:] if rest.startswith("^") else None
    head, caret, sup = name.partition("^")
    base, low, sub = head.partition("_")
    return base, sub if low else None, sup if caret else None
