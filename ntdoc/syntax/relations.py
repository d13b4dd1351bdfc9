"""Relations among the tokens of a formula, and where its brackets open and close."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.reading.tokens import SCRIPTS, Kind, Token, end_of_group
from ntdoc.syntax.cursor import is_spacing, said
from ntdoc.syntax.symbols import ARROWS, MULTIPLICATION, OPENING, RELATIONS, ROUNDING, SIZING


def relations_in(tokens: Sequence[Token]) -> list[int]:
    """The indices of the relations, and of the colons and arrows of signatures, outside all brackets."""
    found, level = [], 0
    for i, token in enumerate(tokens):
        level += opens(token)
        if (
            level == 0
            and (token.text in _MAY_RELATE or token.text in ARROWS)
            and not _is_script(tokens, i)
            and (relation_at(tokens, i) is not None or token.text in ("colon", ":") or token.text in ARROWS)
        ):
            found.append(i)
    return found


_MAY_RELATE = frozenset(RELATIONS) | {":", "colon", "vcentcolon", "stackrel", "overset", "underset", "mathrel"}


_CHARACTERS = {"(": 1, "[": 1, ")": -1, "]": -1}
_COMMANDS = dict.fromkeys((*OPENING, *ROUNDING, "{", "lbrace", "langle", "llbracket"), 1)
_COMMANDS |= dict.fromkeys(("}", "rbrace", "rbrack", "rparen", "rangle", "rrbracket", *ROUNDING.values()), -1)


def opens(token: Token) -> int:
    kind = token.kind
    if kind is Kind.CHAR:
        return _CHARACTERS.get(token.text, 0)
    if kind is Kind.COMMAND:
        return _COMMANDS.get(token.text, 0)
    return (kind is Kind.OPEN or kind is Kind.BEGIN) - (kind is Kind.CLOSE or kind is Kind.END)


def is_relation(token: Token) -> bool:
    return token.kind in (Kind.CHAR, Kind.COMMAND) and token.text in RELATIONS and token.text != "mid"


def is_operator(token: Token) -> bool:
    if token.kind is Kind.COMMAND and token.text == "mathbin":
        return True
    return token.kind in (Kind.CHAR, Kind.COMMAND) and (token.text in MULTIPLICATION or token.text in "+-−")


def ends_open(tokens: list[Token]) -> bool:
    """Whether the tokens end with an operator, a relation, or an open bracket."""
    ends = trimmed(tokens)
    if not ends:
        return False
    if sum(opens(t) for t in ends) > 0:
        return True
    if len(ends) > 1 and ends[-2].kind in SCRIPTS:  # the star of X^*
        return False
    return (is_operator(ends[-1]) and ends[-1].text != "mathbin") or is_relation(ends[-1])


def starts_with_relation(tokens: Sequence[Token]) -> bool:
    return bool(tokens) and relation_at(tokens, 0) is not None


def has_relation(tokens: Sequence[Token]) -> bool:
    """Whether a relation, or the colon of a signature, stands outside all brackets."""
    return bool(relations_in(tokens))


def relation_at(tokens: Sequence[Token], i: int) -> tuple[str, str, int] | None:
    """The relation that begins at a token: its kind, its text, and the index after it."""
    token = tokens[i]
    if token.kind not in (Kind.CHAR, Kind.COMMAND) or _is_script(tokens, i):
        return None
    if token.text in (":", "vcentcolon") and i + 1 < len(tokens) and tokens[i + 1].text == "=":
        return "define", ":=", i + 2
    if token.text == "=" and i + 1 < len(tokens) and tokens[i + 1].text in (":", "vcentcolon"):
        return "names", "=:", i + 2
    if token.kind is Kind.COMMAND and token.text in ("stackrel", "overset", "underset", "mathrel"):
        return _annotated(tokens, i)
    if token.text in RELATIONS and RELATIONS[token.text] != "colon":
        return RELATIONS[token.text], token.text, i + 1
    return None


def _is_script(tokens: Sequence[Token], i: int) -> bool:
    """Whether a sign is a mark of the name before it: `x_\\perp`, `A^\\perp`."""
    return i > 0 and tokens[i - 1].kind in SCRIPTS


def _annotated(tokens: Sequence[Token], i: int) -> tuple[str, str, int] | None:
    """`\\stackrel{reason}{=}` and the like."""
    at = i + 1
    groups: list[list[Token]] = []
    for _ in range(1 if tokens[i].text == "mathrel" else 2):
        if at >= len(tokens):
            return None
        end = end_of_group(tokens, at)
        groups.append(list(tokens[at + 1 : end] if end > at else tokens[at : at + 1]))
        at = end + 1
    body = groups[-1]
    while len(body) > 1 and body[0].kind is Kind.OPEN and end_of_group(body, 0) == len(body) - 1:
        body = body[1:-1]
    if not body or body[0].kind not in (Kind.CHAR, Kind.COMMAND):
        return None
    inner = relation_at(body, 0)
    if inner is None or inner[2] != len(body):
        return None
    return inner[0], said(groups[0]) if len(groups) > 1 else inner[1], at


def trimmed(tokens: Sequence[Token]) -> list[Token]:
    """Without the spacing around, and the punctuation that ends a formula."""
    result = list(tokens)
    while result and (is_spacing(result[-1]) or (result[-1].kind is Kind.CHAR and result[-1].text in ",.;")):
        result.pop()
    start = 0
    while start < len(result) and is_spacing(result[start]) and result[start].text not in SIZING:
        start += 1
    return result[start:]


def quantifies(tokens: Sequence[Token], i: int, relations: Sequence[int]) -> bool:
    r"""Whether a `\forall` stands behind a statement or in a cell of its own: not in `\forall i \colon a = b`."""
    before = trimmed(tokens[:i])
    alone = not before or before[0].text == "forall"
    return bool(relations and relations[0] < i) or (alone and sum(r > i for r in relations) < 2)


def top_level(tokens: Sequence[Token]) -> list[int]:
    """The indices of the tokens that stand outside all brackets."""
    found, level = [], 0
    for i, token in enumerate(tokens):
        step = opens(token)
        if step < 0:
            level += step
        if level == 0 and step >= 0:
            found.append(i)
        if step > 0:
            level += step
    return found


def top_relations(tokens: Sequence[Token]) -> list[tuple[int, str, str, int]]:
    """The relations outside all brackets: where each begins, its kind and text, and where it ends."""
    found: list[tuple[int, str, str, int]] = []
    for i in top_level(tokens):
        if (not found or i >= found[-1][3]) and (relation := relation_at(tokens, i)) is not None:
            found.append((i, *relation))
    return found
