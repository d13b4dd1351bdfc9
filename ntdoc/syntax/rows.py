"""A display → rows → pieces: where one statement ends and the next begins."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ntdoc.reading.tokens import Kind, Token
from ntdoc.syntax import logic
from ntdoc.syntax.atoms import is_identifier
from ntdoc.syntax.cursor import is_spacing, split
from ntdoc.syntax.listing import between, counts, is_ellipsis, lists
from ntdoc.syntax.relations import (
    ends_open,
    has_relation,
    is_operator,
    is_relation,
    opens,
    quantifies,
    relation_at,
    relations_in,
    starts_with_relation,
    trimmed,
)
from ntdoc.syntax.symbols import ALIGNMENTS, CONDITION_WORDS, SEPARATING_WORDS, THEN, WIDE

_PARITIES = frozenset(["odd", "even"])
_OF_PARITY = frozenset(["for", "if", "when", "is", "all", "every"])
_CLAUSES = ("where", "with", "such that")
_SIGNS = "+-−"
_ORDERS = frozenset(["gt", "ge", "lt", "le", "ne"])


class Piece(NamedTuple):
    """Tokens of one statement and of its conditions. `words` are those set as text before it."""

    tokens: tuple[Token, ...]
    row: int
    conditions: tuple[tuple[Token, ...], ...]
    words: str
    continues: bool  # begins with a relation: goes on with the chain before it
    ends_with_where: bool = False  # what comes after it says what its parts are
    column: int | None = None  # of an aligned display, that which it begins in; None for what only stands beside it

    @property
    def says_where(self) -> bool:
        """Whether the words before it say that it is about parts of what stands before them."""
        return self.words.startswith(_CLAUSES)


def display_rows(tokens: Sequence[Token]) -> list[list[list[Token]]]:
    """The rows of a display, each a list of cells; alignments within alignments are opened, and tags are left out."""
    tokens = [t for t in tokens if t.font != "tag"]
    rows: list[list[list[Token]]] = []
    for row in split(tokens, Kind.ROW):
        words, beside = _headed(row)
        inner = opened(beside)
        if inner is not None:
            within = display_rows(inner)
            if within:
                within[0][0] = [*words, *within[0][0]]
            rows.extend(within)
        else:
            rows.append(split(row, Kind.ALIGN))
    return [row for row in rows if any(not _blank(cell) for cell in row)]


def _headed(row: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    r"""The words that a row begins with, and the rest: `\text{where} \quad \begin{aligned} …`."""
    first = next((i for i, t in enumerate(row) if t.kind is not Kind.TEXT and not is_spacing(t)), len(row))
    return list(row[:first]), list(row[first:])


def opened(row: Sequence[Token]) -> list[Token] | None:
    """The content of an alignment environment that makes up a whole row."""
    start, end = 0, len(row)
    while start < end and is_spacing(row[start]):
        start += 1
    while end > start and (is_spacing(row[end - 1]) or (row[end - 1].kind is Kind.CHAR and row[end - 1].text in ",.;")):
        end -= 1
    content = list(row[start:end])  # with the spacing within: a wide space separates statements
    if not content or content[0].kind is not Kind.BEGIN or content[0].text not in ALIGNMENTS:
        return None
    level = 0
    for i, token in enumerate(content):
        level += (token.kind is Kind.BEGIN) - (token.kind is Kind.END)
        if level == 0:
            beside = _behind(content[i + 1 :])
            return content[1:i] + beside if beside is not None else None
    return None


def _behind(tokens: list[Token]) -> list[Token] | None:
    """What stands beside an alignment, behind a wide space or in words, as a row of its own; None if it goes on."""
    first = next((t for t in tokens if t.text in WIDE or not (is_spacing(t) or t.text == ",")), None)
    if first is not None and first.text not in WIDE and first.kind is not Kind.TEXT:
        return None
    return [Token(Kind.ROW, r"\\", first.span), *tokens] if first is not None else []


def _blank(tokens: Sequence[Token]) -> bool:
    return all(is_spacing(token) for token in tokens)


def pieces(rows: Sequence[Sequence[Sequence[Token]]], aligned: bool) -> list[Piece]:
    """The statements of the rows of a display, in order."""
    found: list[_Building] = []
    for index, cells in enumerate(rows):
        pairs = _pairs(cells) if aligned else [[t for cell in cells for t in cell]]
        for number, pair in enumerate(pairs):
            before = len(found)
            below = number > 0 and starts_with_relation(trimmed(pair)) and any(b.column == number for b in found)
            _add(found, pair, index, first=number == 0, lone=number > 0, empty_left=_blank(cells[0]), below=below)
            if aligned and len(cells) > 1 and len(found) > before:
                found[before].column = number
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
        self.column: int | None = None

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
            self.column,
        )


def _add(
    found: list[_Building], tokens: list[Token], row: int, *, first: bool, lone: bool, empty_left: bool, below: bool
) -> None:
    """Split one cell pair at words, wide spaces and commas, and join what belongs to the statement before it.

    What begins with a relation `below` another in its column goes on with that.
    """
    if lone and found and found[-1].row == row and _says_parity(body := _bare(tokens)):
        found[-1].conditions.append(body)
        return
    comma = listed = False  # a comma stands before a wide space; letters follow `\text{for all}`
    for number, (lead, part) in enumerate(_parts(tokens)):
        beside = lead.kind in ("words", "remark", "wide") or (lone and number == 0)
        body = _without_brackets(trimmed(part)) if beside else trimmed(part)
        previous = found[-1] if found else None
        if previous is not None and lead.words.rstrip(",.: ").endswith("where"):
            previous.where = True
        if previous is not None and lead.words.startswith(("where", "with")):
            found.extend(_within(lead, row))
        comma, ended = lead.kind == "comma" and not body, comma and lead.kind == "wide"
        bounds = previous is not None and _bounds(lead, body, previous.tokens)
        if not body and not bounds and lead.kind != "condition":
            continue
        if ended and previous is not None and previous.related and body[0].text in _SIGNS and has_relation(body):
            previous.closed = True  # `a = b, \\quad -1 \\le c`
        listed = listed and lead.kind == "comma" and not has_relation(body)  # `\text{for all } i, j`
        if previous is not None and (lead.kind == "condition" or bounds or listed):
            listed = listed or (lead.kind == "condition" and bool(body) and not has_relation(body))
            previous.conditions.extend(logic.joined_behind(lead.words, lead.mathematics, body))
            continue
        if body and body[0].kind is Kind.TEXT and ((lone and len(body) == 1) or _heads(body)):
            continue  # a remark in a column of its own, or a heading over rows
        starts = number == 0 and first
        apart = previous is None or previous.closed or (below and number == 0)
        if previous is not None and not apart and _joins(previous, body, lead, starts, empty_left):
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
            goes_on = lead.words.strip(" ,") == "and" and found and found[-1].row == row
            goes_on = goes_on and found[-1].words.startswith(_CLAUSES)  # `\text{where } a = 1 \text{ and } b = 2`
            building = _Building(row, found[-1].words if goes_on else lead.words)
            building.tokens.extend(statement)
            building.continues = starts_with_relation(statement)
            found.append(building)


def _bare(tokens: Sequence[Token]) -> list[Token]:
    return trimmed([t for t in tokens if t.kind is not Kind.CHAR or t.text not in "()"])


def _says_parity(body: list[Token]) -> bool:
    r"""`\text{$i$ odd}`, `\text{for even } i`, beside a statement."""
    words = " ".join(t.text for t in body if t.kind is Kind.TEXT).lower().strip(" .,()").split()
    formulas = (t for token in body for part in (token.content or [[token]]) if not isinstance(part, str) for t in part)
    formula = [t for t in formulas if t.kind is not Kind.TEXT and t.text not in (".", ",") and not is_spacing(t)]
    return bool(words) and words[-1] in _PARITIES and {*words[:-1]} <= _OF_PARITY | {"("} and len(formula) == 1


def _heads(body: list[Token]) -> bool:
    r"""`\textit{Parameters}:`, with nothing behind it."""
    return len(body) == 2 and body[1].text in (":", "colon")


def _within(lead: _Lead, row: int) -> Iterator[_Building]:
    r"""The statements among the words themselves: `\text{where $c = 1$}`."""
    for statement in map(trimmed, lead.mathematics):
        if has_relation(statement) and not starts_with_relation(statement):
            building = _Building(row, lead.words)
            building.tokens.extend(statement)
            building.closed = True
            yield building


def _bounds(lead: _Lead, body: list[Token], before: Sequence[Token]) -> bool:
    r"""`\text{for } j > 1`, `\text{for $j \le i$}`: orders of letters, those in the indices before it if they are all.

    One letter and a number that is not 0, which would say a sign, are enough.
    """
    if lead.kind != "words" or lead.words.strip(" .,") != "for":
        return False
    letters = _in_indices(before)
    return all(_is_bound(part, letters) for part in (*map(trimmed, lead.mathematics), *([body] if body else ())))


def _is_bound(part: Sequence[Token], letters: frozenset[str]) -> bool:
    spoken = [t for t in part if not is_spacing(t)]
    orders = [i for i in range(1, len(spoken)) if (found := relation_at(spoken, i)) and found[0] in _ORDERS]
    sides = [t for i, t in enumerate(spoken) if i not in orders]
    named = {t.text for t in sides if t.text.isalpha()}
    if not orders or not named or not all(t.text.isalpha() or t.text.isdecimal() or t.text in _SIGNS for t in sides):
        return False
    return named <= letters or (
        len(orders) == 1 == orders[0] and len(named) == 1 and spoken[-1].text not in (*named, "0")
    )


def _in_indices(tokens: Sequence[Token]) -> frozenset[str]:
    """The letters in round brackets within scripts: the `i` in `X_{\\ax(i)}`."""
    found: set[str] = set()
    level = rounds = 0
    for before, token in pairwise(tokens):
        if token.kind is Kind.OPEN:
            level += level > 0 or before.kind is Kind.SUB
        elif token.kind is Kind.CLOSE:
            level = max(level - 1, 0)
        elif level:
            rounds += (token.text == "(") - (token.text == ")")
            found |= {token.text} if rounds > 0 and token.kind is Kind.CHAR and token.text.isalpha() else set()
    return frozenset(found)


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
        if ends_open(previous.tokens):
            return True
        if is_operator(body[0]):
            sign = body[0].text in _SIGNS
            return not sign or (empty_left and not has_relation(body))
        return False
    if lead.kind == "comma":
        if is_ellipsis(body[0]) or (previous.tokens and is_ellipsis(trimmed(previous.tokens)[-1])):
            return True
        return not previous.related
    if starts_with_relation(body) or ends_open(previous.tokens):
        return True
    if is_operator(body[0]):  # `a = b, \\qquad -c = d` are two
        return not (body[0].text in "-−" and lead.kind == "wide" and previous.related and has_relation(body))
    return lead.kind == "wide" and not has_relation(body)


class _Lead(NamedTuple):
    """What stands before a part: nothing, a comma, a wide space, words that separate, or words of a condition."""

    kind: str
    words: str = ""
    token: Token | None = None
    mathematics: tuple[list[Token], ...] = ()


def _parts(tokens: Sequence[Token]) -> Iterator[tuple[_Lead, list[Token]]]:
    relations = relations_in(tokens)
    lead = _Lead("none")
    part: list[Token] = []
    level, start = 0, 0
    for i, token in enumerate(tokens):
        level += opens(token)
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
    separates = token.kind is Kind.COMMAND and (token.text in WIDE or token.text in THEN or token.text == "forall")
    return separates or token.kind is Kind.TEXT or (token.kind is Kind.CHAR and token.text in ",;")


def _split_lead(tokens: Sequence[Token], i: int, start: int, relations: list[int]) -> _Lead | None:
    """What a token at index `i` separates, if it does; the part before it begins at `start`."""
    token = tokens[i]
    if token.kind is Kind.COMMAND and token.text in THEN:
        return _Lead("words") if relations and relations[0] < i < relations[-1] else None
    if token.text == "forall" and token.kind is Kind.COMMAND:
        return _Lead("condition", "for all") if quantifies(tokens, i, relations) else None
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
        if before and tokens[relations[next_relation - 1]].text == "mid" and next_relation < len(relations):
            return None  # `w \\mid X, y \\sim …`
        if before and lists(tokens, i, start, relations[next_relation:]):
            return None
        if before and counts(tokens, relations[next_relation - 1], i):
            return None
        return _Lead("comma", token=token)
    remark = _remark(tokens, i, behind, ahead)
    if not (is_identifier(token) and not remark):
        if behind is not None and (is_operator(behind) or is_relation(behind)) and token.font != "intertext":
            return None  # words as an operand
        words = " ".join(p for p in token.content if isinstance(p, str)).strip().lower() or token.text.lower()
        mathematics = tuple(logic.conditions_in(token))
        clause = token.font == "intertext" and not mathematics  # "If we expand the square, we get"
        if words.startswith(CONDITION_WORDS) and not clause:
            return _Lead("condition", words, mathematics=mathematics)
        if words.rstrip(",.: ").endswith(SEPARATING_WORDS) or words.startswith(SEPARATING_WORDS):
            return _Lead("words", words, mathematics=() if token.font == "intertext" else mathematics)
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
    if behind is None or is_operator(behind) or is_relation(behind):
        return False
    spaced = i > 0 and tokens[i - 1].kind is Kind.COMMAND and tokens[i - 1].text in WIDE
    return ahead is None and spaced
