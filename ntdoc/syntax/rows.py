"""A display → rows → pieces: where one statement ends and the next begins."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ntdoc.reading.tokens import SCRIPTS, Kind, Token
from ntdoc.syntax import logic
from ntdoc.syntax.alignments import headed, opened
from ntdoc.syntax.atoms import is_identifier
from ntdoc.syntax.beside import bounds, says_parity, without_brackets
from ntdoc.syntax.cursor import is_spacing, split
from ntdoc.syntax.listing import between, counts, is_ellipsis, lists
from ntdoc.syntax.relations import (
    ends_open,
    has_relation,
    is_operator,
    is_relation,
    opens,
    quantifies,
    relations_in,
    starts_with_relation,
    trimmed,
)
from ntdoc.syntax.symbols import CONDITION_WORDS, SEPARATING_WORDS, THEN, VERBS, WIDE

_CLAUSES = ("where", "with", "such that")
_SIGNS = "+-−"


class Piece(NamedTuple):
    """Tokens of one statement and of its conditions. `words` are those set as text before it."""

    tokens: tuple[Token, ...]
    row: int
    conditions: tuple[tuple[Token, ...], ...]
    words: str
    continues: bool  # begins with a relation: goes on with the chain before it
    ends_with_where: bool = False  # what comes after it says what its parts are
    column: int | None = None  # of an aligned display, that which it begins in; None for what only stands beside it
    written: tuple[Token, ...] = ()  # the tokens as they stand there, with the commas and spaces between the parts
    beside: tuple[Token, ...] = ()  # and what says the conditions

    def followed_by(self, row: Piece) -> Piece:
        """With a row that goes on with it."""
        written, beside = self.written + row.written, self.beside + row.beside
        return self._replace(tokens=self.tokens + row.tokens, written=written, beside=beside)

    @property
    def says_where(self) -> bool:
        """Whether the words before it say that it is about parts of what stands before them."""
        return self.words.startswith(_CLAUSES)


def display_rows(tokens: Sequence[Token]) -> list[list[list[Token]]]:
    """The rows of a display, each a list of cells; alignments within alignments are opened, and tags are left out."""
    tokens = [t for t in tokens if t.font != "tag"]
    rows: list[list[list[Token]]] = []
    for row in split(tokens, Kind.ROW):
        before, words, beside = headed(row)
        inner = opened(beside)
        if inner is not None:
            within = display_rows(inner)
            if within:
                within[0][0] = [*words, *within[0][0]]
            rows += [split(before, Kind.ALIGN), *within] if before else within
        else:
            rows.append(split(row, Kind.ALIGN))
    return [row for row in rows if any(not _blank(cell) for cell in row)]


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
            comma = _last_comma(pairs[number - 1]) if number > 0 else None
            _add(found, pair, index, comma, first=number == 0, empty_left=_blank(cells[0]), below=below)
            begins = found[before:] if aligned else []
            if begins and (len(cells) > 1 or not (begins[0].words or begins[0].continues)):
                begins[0].column = number
    return [piece.frozen() for piece in found if piece.tokens or piece.conditions]


def _pairs(cells: Sequence[Sequence[Token]]) -> list[list[Token]]:
    return [[*cells[i], *(cells[i + 1] if i + 1 < len(cells) else ())] for i in range(0, len(cells), 2)]


class _Building:
    """A piece under construction."""

    def __init__(self, row: int, words: str) -> None:
        self.tokens: list[Token] = []
        self.written: list[Token] = []
        self.beside: list[Token] = []
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

    def begin(self, tokens: Sequence[Token], written: Sequence[Token]) -> None:
        self.tokens.extend(tokens)
        self.written.extend(written)

    def frozen(self) -> Piece:
        return Piece(
            tuple(trimmed(self.tokens)),
            self.row,
            tuple(tuple(trimmed(c)) for c in self.conditions if trimmed(c)),
            self.words,
            self.continues,
            self.where,
            self.column,
            tuple(trimmed(self.written)),
            tuple(self.beside),
        )


def _add(
    found: list[_Building], tokens: list[Token], row: int, comma: Token | None,
    *, first: bool, empty_left: bool, below: bool
) -> None:
    """Split one cell pair at words, wide spaces and commas, and join what belongs to the statement before it.

    What begins with a relation `below` another in its column goes on with that. `comma` ends the pair to the left.
    """
    lone = not first
    if lone and found and found[-1].row == row and says_parity(body := without_brackets(tokens)):
        found[-1].conditions.append(body)
        found[-1].beside.extend(tokens)
        return
    listed = False  # letters follow `\text{for all}`
    written: list[Token] = []  # what stands before a part, and is none itself
    for number, (lead, part) in enumerate(_parts(tokens)):
        here, written = [*written, *lead.tokens, *part], []
        beside = lead.kind in ("words", "remark", "wide") or (lone and number == 0)
        body = _without_brackets(trimmed(part)) if beside else trimmed(part)
        previous = found[-1] if found else None
        if previous is not None and lead.words.rstrip(",.: ").endswith("where"):
            previous.where = True
        if previous is not None and lead.words.startswith(("where", "with")):
            found.extend(_within(lead, row))
        ended, apart = comma if lead.kind == "wide" else None, comma if lead.kind == "wide" or number == 0 else None
        comma = lead.token if lead.kind == "comma" and not body else _last_comma(part)
        bound = previous is not None and lead.kind == "words" and bounds(lead.words, lead.with_(body), previous.tokens)
        if not body and not bound and lead.kind != "condition":
            written = here
            continue
        if ended and previous is not None and _stands_alone(previous, body):
            lead = _Lead("comma", token=ended)
        if apart and previous is not None and previous.related and body[0].text in _SIGNS and has_relation(body):
            previous.closed = True  # `a = b, \\quad -1 \\le c`, or in another column
        listed = listed and lead.kind == "comma" and not has_relation(body)  # `\text{for all } i, j`
        if previous is not None and (lead.kind == "condition" or bound or listed):
            listed = listed or (lead.kind == "condition" and bool(body) and not has_relation(body))
            previous.conditions.extend(logic.joined_behind(lead.words, lead.mathematics, body))
            previous.beside.extend(here)
            continue
        if body and body[0].kind is Kind.TEXT and ((lone and len(body) == 1) or _heads(body)):
            continue  # a remark in a column of its own, or a heading over rows
        starts = number == 0 and first
        alone = previous is None or previous.closed or (below and number == 0)
        if previous is not None and not alone and _joins(previous, body, lead, starts, empty_left):
            if lead.kind == "comma" and lead.token is not None:
                previous.tokens.append(lead.token)
            previous.tokens.extend(part)
            previous.written.extend(here)
            continue
        if previous is not None and lead.kind == "words":
            previous.closed = True
        bodies = [body]
        if previous is not None and lead.kind == "comma" and (bounded := between(previous.tokens, body)):
            previous.tokens, *bodies = bounded
            previous.written = list(previous.tokens)
        for statement in bodies:
            goes_on = lead.words.strip(" ,") == "and" and found and found[-1].row == row
            goes_on = goes_on and found[-1].words.startswith(_CLAUSES)  # `\text{where } a = 1 \text{ and } b = 2`
            building = _Building(row, found[-1].words if goes_on else lead.words)
            building.begin(statement, part if statement is body else statement)
            building.continues = starts_with_relation(statement)
            found.append(building)


def _heads(body: list[Token]) -> bool:
    r"""`\textit{Parameters}:`, with nothing behind it."""
    return len(body) == 2 and body[1].text in (":", "colon")


def _within(lead: _Lead, row: int) -> Iterator[_Building]:
    r"""The statements among the words themselves: `\text{where $c = 1$}`."""
    for statement in map(trimmed, lead.mathematics):
        if has_relation(statement) and not starts_with_relation(statement):
            building = _Building(row, lead.words)
            building.begin(statement, statement)
            building.closed = True
            yield building


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


def _last_comma(part: list[Token]) -> Token | None:
    last = next((token for token in reversed(part) if not is_spacing(token)), None)
    return last if last is not None and last.kind is Kind.CHAR and last.text == "," else None


def _stands_alone(previous: _Building, body: list[Token]) -> bool:
    r"""Whether what follows a comma and a wide space is no factor of what stands before them: `a = 3, \quad b`."""
    return not (has_relation(body) or is_operator(body[0]) or ends_open(previous.tokens))


def _ended(previous: _Building) -> bool:
    """Whether punctuation, or a condition, ends what stands before."""
    last = next((t for t in reversed(previous.written) if not is_spacing(t)), None)
    return bool(previous.conditions) or (last is not None and last.kind is Kind.CHAR and last.text in ",.;")


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
            return not sign or (not has_relation(body) and (empty_left or not _ended(previous)))
        return False
    if lead.kind == "comma":
        if is_ellipsis(body[0]) or (previous.tokens and is_ellipsis(trimmed(previous.tokens)[-1])):
            return True
        return not previous.related
    if starts_with_relation(body) or ends_open(previous.tokens):
        return True
    if is_operator(body[0]):  # `a = b, \\qquad -c = d` are two, and `a = 1 \\text{ if } b, \\quad -1 \\text{ if } c`
        apart = has_relation(body) or bool(previous.conditions)
        return not (body[0].text in "-−" and lead.kind == "wide" and previous.related and apart)
    return lead.kind == "wide" and not has_relation(body)


class _Lead(NamedTuple):
    """What stands before a part: nothing, a comma, a wide space, words that separate, or words of a condition."""

    kind: str
    words: str = ""
    token: Token | None = None
    mathematics: tuple[list[Token], ...] = ()

    @property
    def tokens(self) -> list[Token]:
        return [] if self.token is None else [self.token]

    def with_(self, body: list[Token]) -> list[list[Token]]:
        """The formulas in its words, and what stands behind them."""
        return [*map(trimmed, self.mathematics), *([body] if body else ())]


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
                    part.extend(following.tokens if following.kind == "wide" else ())  # `\text{for all} \quad x`
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
        return _Lead("words", token=token) if relations and relations[0] < i < relations[-1] else None
    if token.text == "forall" and token.kind is Kind.COMMAND:
        return _Lead("condition", "for all", token) if quantifies(tokens, i, relations) else None
    if token.kind is Kind.COMMAND:
        return _Lead("wide", token=token)
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
    clause = _remark(tokens, i, behind, ahead) or _opens_clause(tokens, i, behind)
    if not is_identifier(token) or clause:
        if behind is not None and (is_operator(behind) or is_relation(behind)) and token.font != "intertext":
            return None  # words as an operand
        words = " ".join(p for p in token.content if isinstance(p, str)).strip().lower() or token.text.lower()
        mathematics = tuple(logic.conditions_in(token))
        whole = token.font == "intertext" and not mathematics  # "If we expand the square, we get"
        if words.startswith(CONDITION_WORDS) and not whole:
            return _Lead("condition", words, token, mathematics)
        if words.rstrip(",.: ").endswith(SEPARATING_WORDS) or words.startswith(SEPARATING_WORDS):
            return _Lead("words", words, token, () if token.font == "intertext" else mathematics)
        return _Lead("remark", words, token)
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
    if ahead is not None and (ahead.kind in SCRIPTS or ahead.text in _NAME_GOES_ON):
        return False
    if behind is None or is_operator(behind) or is_relation(behind):
        return False
    spaced = i > 0 and tokens[i - 1].kind is Kind.COMMAND and tokens[i - 1].text in WIDE
    return ahead is None and spaced


def _opens_clause(tokens: Sequence[Token], i: int, behind: Token | None) -> bool:
    """Whether a verb leads to a formula, `\\text{recall } y = x`, and is no name in one: `\\text{recall} = x`."""
    if tokens[i].text.lower() not in VERBS:
        return False
    ahead = next((token for token in tokens[i + 1 :] if not is_spacing(token)), None)
    text = [piece for piece in tokens[i].content if isinstance(piece, str)] or [""]
    if ahead is None:
        return i > 0 and (is_spacing(tokens[i - 1]) or (behind is not None and text[0] != text[0].lstrip()))
    if ahead.kind in SCRIPTS or is_relation(ahead):
        return False
    if is_operator(ahead) and not (behind is not None and ahead.text in "+-−"):
        return False
    if is_operator(ahead) or ahead.text in ("(", "left"):
        return text[-1] != text[-1].rstrip() or is_spacing(tokens[i + 1])
    return not (ahead.text == "," and behind is None)
