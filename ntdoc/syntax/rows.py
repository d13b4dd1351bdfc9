"""A display → rows → pieces: where one statement ends and the next begins."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ntdoc.reading.tokens import Kind, Token
from ntdoc.syntax.atoms import is_identifier
from ntdoc.syntax.cursor import is_spacing, said, split
from ntdoc.syntax.listing import between, counts, is_ellipsis, lists
from ntdoc.syntax.symbols import (
    ALIGNMENTS,
    ARROWS,
    CONDITION_WORDS,
    MULTIPLICATION,
    OPENING,
    RELATIONS,
    ROUNDING,
    SEPARATING_WORDS,
    SIZING,
    THEN,
    WIDE,
)


class Piece(NamedTuple):
    """Tokens of one statement and of its conditions. `words` are those set as text before it."""

    tokens: tuple[Token, ...]
    row: int
    conditions: tuple[tuple[Token, ...], ...]
    words: str
    continues: bool  # begins with a relation: goes on with the chain before it
    ends_with_where: bool = False  # what comes after it says what its parts are


def display_rows(tokens: Sequence[Token]) -> list[list[list[Token]]]:
    """The rows of a display, each a list of cells; alignments within alignments are opened, and tags are left out."""
    tokens = [t for t in tokens if t.font != "tag"]
    rows: list[list[list[Token]]] = []
    for row in split(tokens, Kind.ROW):
        inner = _opened(row)
        if inner is not None:
            rows.extend(display_rows(inner))
        else:
            rows.append(split(row, Kind.ALIGN))
    return [row for row in rows if any(not _blank(cell) for cell in row)]


def _opened(row: list[Token]) -> list[Token] | None:
    """The content of an alignment environment that makes up a whole row, or that a row consists of after some words."""
    start, end = 0, len(row)
    while start < end and is_spacing(row[start]):
        start += 1
    while end > start and (is_spacing(row[end - 1]) or (row[end - 1].kind is Kind.CHAR and row[end - 1].text in ",.;")):
        end -= 1
    content = row[start:end]  # with the spacing within: a wide space separates statements
    if not content or content[0].kind is not Kind.BEGIN or content[0].text not in ALIGNMENTS:
        return None
    level = 0
    for i, token in enumerate(content):
        level += (token.kind is Kind.BEGIN) - (token.kind is Kind.END)
        if level == 0:
            return content[1:i] if i == len(content) - 1 else None
    return None


def _blank(tokens: Sequence[Token]) -> bool:
    return all(is_spacing(token) for token in tokens)


def pieces(rows: Sequence[Sequence[Sequence[Token]]], aligned: bool) -> list[Piece]:
    """The statements of the rows of a display, in order."""
    found: list[_Building] = []
    for index, cells in enumerate(rows):
        pairs = _pairs(cells) if aligned else [[t for cell in cells for t in cell]]
        for number, pair in enumerate(pairs):
            _add(found, pair, index, first=number == 0, lone=number > 0, empty_left=_blank(cells[0]))
    return [piece.frozen() for piece in found if piece.tokens or piece.conditions]


def _pairs(cells: Sequence[Sequence[Token]]) -> list[list[Token]]:
    return [[*cells[i], *(cells[i + 1] if i + 1 < len(cells) else ())] for i in range(0, len(cells), 2)]


class _Building:
    """A piece under construction."""

    def __init__(self, row: int, words: str) -> None:
        self.tokens: list[Token] = []
        self.row = row
        self.words = words
        self.conditions: list[list[Token]] = []
        self.closed = False
        self.continues = False
        self.where = False

    @property
    def related(self) -> bool:
        return has_relation(self.tokens)

    def frozen(self) -> Piece:
        return Piece(
            tuple(trimmed(self.tokens)),
            self.row,
            tuple(tuple(trimmed(c)) for c in self.conditions if trimmed(c)),
            self.words,
            self.continues,
            self.where,
        )


def _add(found: list[_Building], tokens: list[Token], row: int, *, first: bool, lone: bool, empty_left: bool) -> None:
    """Split one cell pair at words, wide spaces and commas, and join what belongs to the statement before it."""
    for number, (lead, part) in enumerate(_parts(tokens)):
        beside = lead.kind in ("words", "remark", "wide") or (lone and number == 0)
        body = _without_brackets(trimmed(part)) if beside else trimmed(part)
        previous = found[-1] if found else None
        if previous is not None and lead.words.rstrip(",.: ").endswith("where"):
            previous.where = True
        if not body and lead.kind != "condition":
            continue
        if previous is not None and (lead.kind == "condition" or (lead.words == "for" and _bounds(body))):
            previous.conditions.extend(lead.mathematics)
            if body:
                previous.conditions.append(body)
            continue
        if lone and len(body) == 1 and body[0].kind is Kind.TEXT:
            continue  # a remark in a column of its own
        starts = number == 0 and first
        if previous is not None and not previous.closed and _joins(previous, body, lead, starts, empty_left):
            if lead.kind == "comma" and lead.token is not None:
                previous.tokens.append(lead.token)
            previous.tokens.extend(part)
            continue
        if previous is not None and lead.kind == "words":
            previous.closed = True
        bodies = [body]
        if previous is not None and lead.kind == "comma" and (bounded := between(previous.tokens, body)):
            previous.tokens, *bodies = bounded
        for statement in bodies:
            building = _Building(row, lead.words)
            building.tokens.extend(statement)
            building.continues = starts_with_relation(statement)
            found.append(building)


def _bounds(body: list[Token]) -> bool:
    """`j > 1`: a letter, an order, and a number that is not 0, which would say a sign."""
    spoken = [t for t in body if not is_spacing(t)]
    order = relation_at(spoken, 1) if len(spoken) > 2 else None
    if order is None or order[0] not in ("gt", "ge", "lt", "le"):
        return False
    return spoken[0].text.isalpha() and all(t.text.isdecimal() for t in spoken[2:]) and spoken[-1].text != "0"


def _without_brackets(body: list[Token]) -> list[Token]:
    r"""`(B \in S)` beside a statement, in brackets as an aside."""
    if (
        len(body) > 2
        and body[0].text == "("
        and body[-1].text == ")"
        and not has_relation(body)
        and has_relation(body[1:-1])
    ):
        return trimmed(body[1:-1])
    return body


def _joins(previous: _Building, body: list[Token], lead: _Lead, starts: bool, empty_left: bool) -> bool:
    """Whether a part goes on with the statement before it instead of beginning one."""
    if lead.kind == "words":
        return False
    if starts:
        if empty_left and starts_with_relation(body):
            return False  # a step of a derivation, even if a bracket before it is not closed
        if _ends_open(previous.tokens):
            return True
        if _is_operator(body[0]):
            sign = body[0].text in "+-−"
            return not sign or (empty_left and not has_relation(body))
        return False
    if lead.kind == "comma":
        if is_ellipsis(body[0]) or (previous.tokens and is_ellipsis(trimmed(previous.tokens)[-1])):
            return True
        return not previous.related
    if starts_with_relation(body) or _is_operator(body[0]) or _ends_open(previous.tokens):
        return True
    return lead.kind == "wide" and not has_relation(body)


class _Lead(NamedTuple):
    """What stands before a part: nothing, a comma, a wide space, words that separate, or words of a condition."""

    kind: str
    words: str = ""
    token: Token | None = None
    mathematics: tuple[list[Token], ...] = ()


def _parts(tokens: Sequence[Token]) -> Iterator[tuple[_Lead, list[Token]]]:
    relations = _relations(tokens)
    lead = _Lead("none")
    part: list[Token] = []
    level, start = 0, 0
    for i, token in enumerate(tokens):
        level += _opens(token)
        if level == 0 and _may_split(token):
            following = _split_lead(tokens, i, start, relations)
            if following is not None:
                start = i + 1
                if not trimmed(part) and lead.kind in ("words", "condition") and following.kind in ("wide", "comma"):
                    continue
                yield lead, part
                lead, part = following, []
                continue
        part.append(token)
    yield lead, part


def _may_split(token: Token) -> bool:
    kind = token.kind
    separates = token.text in WIDE or token.text in THEN
    return kind is Kind.TEXT or (kind is Kind.COMMAND and separates) or (kind is Kind.CHAR and token.text in ",;")


def _split_lead(tokens: Sequence[Token], i: int, start: int, relations: list[int]) -> _Lead | None:
    """What a token at index `i` separates, if it does; the part before it begins at `start`."""
    token = tokens[i]
    if token.kind is Kind.COMMAND and token.text in THEN:
        return _Lead("words") if relations and relations[0] < i < relations[-1] else None
    if token.kind is Kind.COMMAND:
        return _Lead("wide")
    behind, ahead = _neighbour(tokens, i, -1, start), _neighbour(tokens, i, 1, start)
    if token.kind is Kind.CHAR:
        if (ahead is not None and is_ellipsis(ahead)) or (behind is not None and is_ellipsis(behind)):
            return None  # a comma in a range
        next_relation = bisect_left(relations, i)
        before = next_relation > 0 and relations[next_relation - 1] >= start
        if behind is not None and not before and next_relation < len(relations):
            return None  # a comma between the names of one declaration
        if before and lists(tokens, i, start, relations[next_relation:]):
            return None
        if before and counts(tokens, relations[next_relation - 1], i):
            return None
        return _Lead("comma", token=token)
    remark = _remark(tokens, i, behind, ahead)
    if not (is_identifier(token) and not remark):
        if behind is not None and (_is_operator(behind) or _is_relation(behind)) and token.font != "intertext":
            return None  # words as an operand
        words = " ".join(p for p in token.content if isinstance(p, str)).strip().lower() or token.text.lower()
        mathematics = tuple(list(p) for p in token.content if not isinstance(p, str))
        if words.startswith(CONDITION_WORDS):
            return _Lead("condition", words, mathematics=mathematics)
        if words.rstrip(",.: ").endswith(SEPARATING_WORDS) or words.startswith(SEPARATING_WORDS):
            return _Lead("words", words)
        return _Lead("remark", words)
    return None


def _neighbour(tokens: Sequence[Token], i: int, step: int, start: int) -> Token | None:
    """The nearest token before or after an index that is no spacing, within the part that begins at `start`."""
    i += step
    while start <= i < len(tokens) and (is_spacing(tokens[i]) or (step > 0 and tokens[i].text in ",.;")):
        i += step
    return tokens[i] if start <= i < len(tokens) else None


_NAME_GOES_ON = frozenset(["(", "=", "left", "colon", ":", "∈", "in"])


def _remark(tokens: Sequence[Token], i: int, behind: Token | None, ahead: Token | None) -> bool:
    """Whether a word stands beside a complete statement, as a remark on it, and not as a name in it."""
    if ahead is not None and (ahead.kind in (Kind.SUB, Kind.SUP) or ahead.text in _NAME_GOES_ON):
        return False
    if behind is None or _is_operator(behind) or _is_relation(behind):
        return False
    spaced = i > 0 and tokens[i - 1].kind is Kind.COMMAND and tokens[i - 1].text in WIDE
    return ahead is None and spaced


def _relations(tokens: Sequence[Token]) -> list[int]:
    """The indices of the relations, and of the colons and arrows of signatures, outside all brackets."""
    found, level = [], 0
    for i, token in enumerate(tokens):
        level += _opens(token)
        if (
            level == 0
            and (token.text in _MAY_RELATE or token.text in ARROWS)
            and (relation_at(tokens, i) is not None or token.text in ("colon", ":") or token.text in ARROWS)
        ):
            found.append(i)
    return found


_MAY_RELATE = frozenset(RELATIONS) | {":", "colon", "vcentcolon", "stackrel", "overset", "underset", "mathrel"}


_CHARACTERS = {"(": 1, "[": 1, ")": -1, "]": -1}
_COMMANDS = dict.fromkeys(("}", "rbrace", "rbrack", "rparen", "rangle", *ROUNDING.values()), -1) | dict.fromkeys(
    (*OPENING, *ROUNDING, "{", "lbrace", "langle"), 1
)


def _opens(token: Token) -> int:
    kind = token.kind
    if kind is Kind.CHAR:
        return _CHARACTERS.get(token.text, 0)
    if kind is Kind.COMMAND:
        return _COMMANDS.get(token.text, 0)
    return (kind is Kind.OPEN or kind is Kind.BEGIN) - (kind is Kind.CLOSE or kind is Kind.END)


def _is_relation(token: Token) -> bool:
    return token.kind in (Kind.CHAR, Kind.COMMAND) and token.text in RELATIONS and token.text != "mid"


def _is_operator(token: Token) -> bool:
    if token.kind is Kind.COMMAND and token.text == "mathbin":
        return True
    return token.kind in (Kind.CHAR, Kind.COMMAND) and (token.text in MULTIPLICATION or token.text in "+-−")


def _ends_open(tokens: list[Token]) -> bool:
    """Whether the tokens end with an operator, a relation, or an open bracket."""
    ends = trimmed(tokens)
    if not ends:
        return False
    if sum(_opens(t) for t in ends) > 0:
        return True
    if len(ends) > 1 and ends[-2].kind in (Kind.SUP, Kind.SUB):  # the star of X^*
        return False
    return (_is_operator(ends[-1]) and ends[-1].text != "mathbin") or _is_relation(ends[-1])


def starts_with_relation(tokens: Sequence[Token]) -> bool:
    return bool(tokens) and relation_at(tokens, 0) is not None


def has_relation(tokens: Sequence[Token]) -> bool:
    """Whether a relation, or the colon of a signature, stands outside all brackets."""
    return bool(_relations(tokens))


def relation_at(tokens: Sequence[Token], i: int) -> tuple[str, str, int] | None:
    """The relation that begins at a token: its kind, its text, and the index after it."""
    token = tokens[i]
    if token.kind not in (Kind.CHAR, Kind.COMMAND):
        return None
    if token.text in (":", "vcentcolon") and i + 1 < len(tokens) and tokens[i + 1].text == "=":
        return "define", ":=", i + 2
    if token.kind is Kind.COMMAND and token.text in ("stackrel", "overset", "underset", "mathrel"):
        return _annotated(tokens, i)
    if token.text in RELATIONS and RELATIONS[token.text] != "colon":
        return RELATIONS[token.text], token.text, i + 1
    return None


def _annotated(tokens: Sequence[Token], i: int) -> tuple[str, str, int] | None:
    """`\\stackrel{reason}{=}` and the like."""
    at = i + 1
    groups: list[list[Token]] = []
    for _ in range(1 if tokens[i].text == "mathrel" else 2):
        if at >= len(tokens):
            return None
        if tokens[at].kind is not Kind.OPEN:
            groups.append([tokens[at]])
            at += 1
            continue
        level, start = 0, at + 1
        while at < len(tokens):
            level += (tokens[at].kind is Kind.OPEN) - (tokens[at].kind is Kind.CLOSE)
            at += 1
            if level == 0:
                break
        groups.append(list(tokens[start : at - 1]))
    body = [t for t in groups[-1] if t.kind not in (Kind.OPEN, Kind.CLOSE)]
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
