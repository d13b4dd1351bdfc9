"""What only holds the layout of mathematics together is taken out, or said as what it stands for, before it is read.

An empty group `{} + x` and `\\mathrel{}` around nothing that is seen are nothing.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import pairwise

from ntdoc.reading.tokens import BREAKS, CLOSES, OPENS, SCRIPTS, Kind, Token
from ntdoc.syntax.alignments import with_whole_formulas
from ntdoc.syntax.cursor import is_spacing
from ntdoc.syntax.delimiters import with_angles, with_fractions, with_norms, with_open_ends, with_plain_fractions
from ntdoc.syntax.ellipses import with_ellipses
from ntdoc.syntax.layout_arrays import with_environments
from ntdoc.syntax.relations import has_relation, opens, trimmed
from ntdoc.syntax.symbols import ALIGNMENTS, BIG_OPERATORS, FUNCTIONS, MULTIPLICATION, RELATIONS

_CLASSES = frozenset(["mathrel", "mathbin", "mathop", "mathord", "mathopen", "mathclose", "mathinner", "mathpunct"])
_SIGNS = frozenset(["+", "-", "−", "pm", "mp", "±"])
_BLACKBOARDS = frozenset(["mathbbm", "mathds"])
_NAMED = frozenset([Kind.CHAR, Kind.COMMAND])


def settled(tokens: Sequence[Token], environment: str = "") -> Sequence[Token]:
    """The tokens of a piece of mathematics without what is there for its layout only."""
    commands = {t.text for t in tokens if t.kind is Kind.COMMAND}
    if any(a.kind is Kind.OPEN and b.kind is Kind.CLOSE for a, b in pairwise(tokens)):
        tokens = _without_empty_groups(_without_empty_classes(tokens))
    if any(a.text == b.text == "." for a, b in pairwise(tokens)):
        tokens = with_ellipses(tokens)
    if "genfrac" in commands:
        tokens = with_fractions(tokens)
    if commands & {"over", "choose"}:
        tokens = with_plain_fractions(tokens)
    if any(t.kind is Kind.CHAR and t.text in "<>" for t in tokens):
        tokens = with_angles(tokens)
    if commands & _MIDDLES:
        tokens = _with_dividers(tokens)
    if sum(t.text in ("|", "vert") for t in tokens) >= 4:
        tokens = with_norms(tokens)
    if "left" in commands:
        tokens = _with_whole_brackets(tokens)
    if "mathop" in commands or "mathrel" in commands:
        tokens = _with_colons(tokens)
    if commands & _SPACED and commands & _PREFIXES:
        tokens = _with_prefixes(tokens)
    if any(a.text == "." and _is_letter(b) for a, b in pairwise(tokens)):
        tokens = _with_abbreviations(tokens)
    if any(t.kind is Kind.BEGIN and (t.text in ("array", "cases", "dcases") or "left" in commands) for t in tokens):
        tokens = with_environments(tokens)
    if "left" in commands:
        tokens = with_open_ends(tokens)
    if any(t.kind is Kind.ROW for t in tokens):
        tokens = _without_repeated(tokens)
    if any(t.kind is Kind.BEGIN and t.text in ALIGNMENTS for t in tokens):
        tokens = with_whole_formulas(tokens)
    if environment.startswith("multline") or any(t.kind is Kind.BEGIN and t.text == "multlined" for t in tokens):
        tokens = _as_one(tokens, environment.startswith("multline"))
    if commands & {">", ":"}:  # `\\>` is a space, and no relation
        tokens = [t._replace(text=",") if t.kind is Kind.COMMAND and t.text in (">", ":") else t for t in tokens]
    if commands & _BLACKBOARDS:
        tokens = [t._replace(text="mathbb") if t.kind is Kind.COMMAND and t.text in _BLACKBOARDS else t for t in tokens]
    return tokens


def _without_empty_classes(tokens: Sequence[Token]) -> list[Token]:
    r"""Without `\mathrel{}`, which is there for the space around it: `\mathrel{\phantom{=}}`."""
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        token, following = tokens[at], [t.kind for t in tokens[at + 1 : at + 4]]
        empty = token.kind is Kind.COMMAND and token.text in _CLASSES and following[:2] == [Kind.OPEN, Kind.CLOSE]
        if empty and following[2:] not in ([Kind.SUB], [Kind.SUP]):
            at += 3
            continue
        kept.append(token)
        at += 1
    return kept


def _without_empty_groups(tokens: Sequence[Token]) -> list[Token]:
    """Without the empty groups that only make the sign beside them a binary one."""
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        if [t.kind for t in tokens[at : at + 2]] == [Kind.OPEN, Kind.CLOSE] and _is_nothing(kept, tokens[at + 2 :]):
            at += 2
            continue
        kept.append(tokens[at])
        at += 1
    return kept


def _is_nothing(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Whether an empty group is no argument of what stands before it, and no place for an operand."""
    last = next((t for t in reversed(before) if not is_spacing(t)), None)
    following = next((t for t in after if not is_spacing(t)), None)
    if following is None or following.kind in SCRIPTS or not (last is None or _takes_nothing(before, last)):
        return False
    if _is(following, MULTIPLICATION):  # `{} \odot {} \colon …` has places, `\\ {} \cdot x` goes on
        return last is not None and last.kind in BREAKS and _goes_on(before) and not _says_signature(after)
    if following.kind in BREAKS or _is(following, RELATIONS) or _is(following, _SIGNS):
        return True
    if _is(following, frozenset(",.;)]")) or following.text == "right":
        return last is None or not (_is(last, RELATIONS) or _is(last, _SIGNS) or _is(last, MULTIPLICATION))
    begins = last is None or last.kind in BREAKS or _is(last, RELATIONS) or _is(last, _SIGNS)
    return begins and following.kind is not Kind.CLOSE and following.kind is not Kind.END


def _is(token: Token, texts: Container[str]) -> bool:
    return token.kind in _NAMED and token.text in texts


def _takes_nothing(before: Sequence[Token], last: Token) -> bool:
    """Whether a group behind what ends with `last` is no argument of it."""
    if last.kind is Kind.COMMAND:
        return any(last.text in table for table in (RELATIONS, MULTIPLICATION, _SIGNS))
    if last.kind is not Kind.CLOSE:
        return last.kind not in SCRIPTS
    level = 0
    for at in range(len(before) - 1, -1, -1):  # the last of several arguments, or a script
        level += (before[at].kind is Kind.CLOSE) - (before[at].kind is Kind.OPEN)
        if level == 0 and before[at].kind is Kind.OPEN:
            return at > 0 and before[at - 1].kind in SCRIPTS
    return False


def _goes_on(before: Sequence[Token]) -> bool:
    """Whether nothing stands before it in a row that is not the first."""
    for token in reversed(before):
        if token.kind is Kind.ROW:
            return True
        if token.kind is not Kind.ALIGN and not is_spacing(token):
            return False
    return False


def _says_signature(after: Sequence[Token]) -> bool:
    end = next((i for i, t in enumerate(after) if t.kind is Kind.ROW), len(after))
    return any(t.text in (":", "colon") for t in after[:end])


_MOST_CELLS = 20  # that are empty before the first of a row


def _without_repeated(tokens: Sequence[Token]) -> Sequence[Token]:
    r"""Without the sign that a row begins with again behind the one that ends with it: `a = \\ = b`, `a - \\ - b`."""
    seen = [i for i, t in enumerate(tokens) if not is_spacing(t)]
    dropped: set[int] = set()
    around = [""]
    for number, at in enumerate(seen):
        token = tokens[at]
        if token.kind is Kind.BEGIN:
            around.append(token.text)
        elif token.kind is Kind.END and len(around) > 1:
            around.pop()
        lines = len(around) == 1 or around[-1] in ALIGNMENTS  # and no rows of a matrix
        if token.kind is not Kind.ROW or not lines or number < 2:
            continue
        following = next((i for i in seen[number + 1 : number + _MOST_CELLS] if tokens[i].kind is not Kind.ALIGN), None)
        before, last = (tokens[i] for i in seen[number - 2 : number])
        sign = any(_is(last, table) for table in (RELATIONS, MULTIPLICATION, _SIGNS)) and before.kind not in SCRIPTS
        if sign and following is not None and last[:2] == tokens[following][:2]:
            dropped.add(following)
    return [t for i, t in enumerate(tokens) if i not in dropped] if dropped else tokens


def _as_one(tokens: Sequence[Token], within: bool) -> list[Token]:
    r"""A multline is one formula: its left side may go on, `a \\ - b = c`, where other rows would be two statements."""
    kept: list[Token] = []
    depth, start = 0, 0 if within else -1
    for i, token in enumerate(tokens):
        depth += (token.kind in OPENS) - (token.kind in CLOSES)
        if token.kind is Kind.BEGIN and token.text == "multlined":
            depth, start = 0, len(kept) + 1
        elif depth < 0:
            depth, start = 0, -1
        elif depth == 0 and start >= 0 and token.kind is Kind.ROW:
            following = next((t for t in tokens[i + 1 :] if not is_spacing(t)), None)
            before = trimmed(kept[start:])
            ends = next((t for t in reversed(kept) if not is_spacing(t)), None)
            begun = bool(before) and not has_relation(before) and before[-1] is ends and before[0].kind is not Kind.TEXT
            if begun and following is not None and _is(following, _SIGNS):
                continue
        kept.append(token)
    return kept


# --- brackets over several rows ---

_PAIRS = {"(": ")", "[": "]", "{": "}", "lbrace": "rbrace", "|": "|", "lvert": "rvert", "lVert": "rVert"}
_PAIRS |= {"langle": "rangle", "lfloor": "rfloor", "lceil": "rceil", "lbrack": "rbrack", "vert": "vert", "Vert": "Vert"}


def _with_whole_brackets(tokens: Sequence[Token]) -> Sequence[Token]:
    r"""`\left( a \right. \\ \left. + b \right)` is one bracket, and its rows are one.

    All stays as it is where a bracket that comes of this is closed by another one.
    """
    dropped: set[int] = set()
    for right, left in _continued(tokens):
        dropped |= {*right, *left, *(i for i in range(right[-1], left[0]) if tokens[i].kind in BREAKS)}
    kept = [i for i in range(len(tokens)) if i not in dropped]
    if not dropped or not all(_PAIRS.get(tokens[a].text) == tokens[b].text for a, b in _over(tokens, kept)):
        return tokens
    return [tokens[i] for i in kept]


def _continued(tokens: Sequence[Token]) -> Iterator[tuple[list[int], list[int]]]:
    r"""The places of one `\right.` or several, and of as many `\left.` with the end of a row or a cell before them."""
    at = 0
    while at < len(tokens):
        right, behind = _run(tokens, at, "right")
        if not right:
            at += 1
            continue
        start = at = behind
        while start < len(tokens) and _is_between(tokens[start]):
            start += 1
        left, _ = _run(tokens, start, "left")
        if len(left) == len(right) and any(t.kind in BREAKS for t in tokens[behind:start]):
            yield right, left


def _run(tokens: Sequence[Token], at: int, command: str) -> tuple[list[int], int]:
    """The places of a command and the point behind it, as often as they stand there, and where these end."""
    found: list[int] = []
    end = at
    while at < len(tokens) and (is_spacing(tokens[at]) or _is_pointed(tokens, at, command)):
        if is_spacing(tokens[at]):
            at += 1
            continue
        found += [at, at + 1]
        end = at = at + 2
    return found, end


def _is_pointed(tokens: Sequence[Token], at: int, command: str) -> bool:
    token, point = tokens[at], tokens[at + 1 : at + 2]
    return token.kind is Kind.COMMAND and token.text == command and [t.text for t in point] == ["."]


def _is_between(token: Token) -> bool:
    return token.kind in BREAKS or is_spacing(token) or _is(token, _SIGNS) or _is(token, MULTIPLICATION)


def _over(tokens: Sequence[Token], kept: Sequence[int]) -> Iterator[tuple[int, int]]:
    r"""Of each pair of `\left` and `\right` among what is kept with something left out between, where its signs are."""
    open_: list[int] = []
    for number, at in enumerate(kept[:-1]):
        if tokens[at].kind is not Kind.COMMAND:
            continue
        if tokens[at].text == "left":
            open_.append(number)
        elif tokens[at].text == "right" and open_:
            start = open_.pop()
            if at - kept[start] > number - start:
                yield kept[start + 1], kept[number + 1]


# --- words that are written as letters ---


def _is_letter(token: Token) -> bool:
    return token.kind is Kind.CHAR and len(token.text) == 1 and token.text.isalpha() and token.text.islower()


def _with_abbreviations(tokens: Sequence[Token]) -> list[Token]:
    r"""`s.t.`, letters with a full stop right behind each of them, is said in words, as `\text{s.t.}` is.

    It stands between formulas, and in no place where an operand must be: `y = x.t.` has no words.
    """
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        end = _end_of_abbreviation(tokens, at)
        last = next((t for t in reversed(kept) if not is_spacing(t)), None)
        joins = last is not None and (last.kind in SCRIPTS or _is(last, RELATIONS) or _is(last, MULTIPLICATION))
        if end - at < _SHORTEST or end == len(tokens) or joins or (last is not None and _is(last, _SIGNS)):
            kept.append(tokens[at])
            at += 1
            continue
        said = "".join(t.text for t in tokens[at:end])
        kept.append(Token(Kind.TEXT, said, tokens[at].span.to(tokens[end - 1].span), (said,), "text"))
        at = end
    return kept


_SHORTEST = 4  # tokens: two letters, each with its full stop


def _end_of_abbreviation(tokens: Sequence[Token], at: int) -> int:
    """Where letters end that each have a full stop behind them, with no space between."""
    end = at
    while end + 1 < len(tokens) and _is_letter(tokens[end]) and tokens[end + 1].text == ".":
        parts = tokens[max(at, end - 1) : end + 2]
        if any(a.span.end != b.span.start for a, b in pairwise(parts)):
            break
        end += 2
    return end


# --- signs that are made of others ---

_DIVIDED = frozenset(["(", "[", "{", "lbrace", "lbrack", "langle"])
_MIDDLES = frozenset(["middle", "bigm", "Bigm", "biggm", "Biggm"])


def _with_dividers(tokens: Sequence[Token]) -> list[Token]:
    r"""A `\middle|` or `\bigm|` divides what stands in brackets, as `\mid` does."""
    kept: list[Token] = []
    within: list[str] = []
    level = 0
    for i, token in enumerate(tokens):
        level += opens(token)
        command = token.text if token.kind is Kind.COMMAND else ""
        following = tokens[i + 1] if i + 1 < len(tokens) else None
        if command == "left" and following is not None:
            within.append(following.text)
        elif command == "right" and within:
            within.pop()
        middle = kept[-1] if kept and kept[-1].kind is Kind.COMMAND and kept[-1].text in _MIDDLES else None
        if middle is not None and _is_bar(token) and not (following is not None and following.kind in SCRIPTS):
            inside = level > 0 if middle.text != "middle" else bool(within) and within[-1] in _DIVIDED
            if inside:
                kept[-1] = Token(Kind.COMMAND, "mid", middle.span.to(token.span))
                continue
        kept.append(token)
    return kept


def _is_bar(token: Token) -> bool:
    return token.text in (("|",) if token.kind is Kind.CHAR else ("vert", "mid")) and token.kind in _NAMED


def _with_colons(tokens: Sequence[Token]) -> list[Token]:
    r"""`\mathrel{\mathop:}=` is `:=`."""
    return _unwrapped(_unwrapped(tokens, "mathop", (":",)), "mathrel", (":", ":=", "=:"))


_SPACED = frozenset(["mathbin", "mathrel"])
_PREFIXES = FUNCTIONS | BIG_OPERATORS.keys()
_AROUND_SIGN = frozenset(["mathop", "underset", "limits", "displaylimits", "nolimits"])


def _with_prefixes(tokens: Sequence[Token]) -> list[Token]:
    r"""`\mathbin{\mathop{\sum}\limits_{\ax}} X` is the sum itself: only the space around it is another one."""
    kept: list[Token] = []
    ends: set[int] = set()
    for at, token in enumerate(tokens):
        spaced = token.kind is Kind.COMMAND and token.text in _SPACED and at + 1 < len(tokens)
        if spaced and tokens[at + 1].kind is Kind.OPEN and (end := _end_of_prefix(tokens, at + 1)) is not None:
            ends |= {at + 1, end}
        elif at not in ends:
            kept.append(token)
    return kept


def _end_of_prefix(tokens: Sequence[Token], start: int) -> int | None:
    """Where a group ends in which a sum or `\\max` with what is set around it stands alone; None of any other group."""
    level, signs = 0, 0
    for at in range(start, len(tokens)):
        token = tokens[at]
        level += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        if level == 0:
            return at if signs == 1 else None
        signs += token.kind is Kind.COMMAND and token.text in _PREFIXES
        command = token.kind is Kind.COMMAND and token.text not in _PREFIXES and token.text not in _AROUND_SIGN
        if level == 1 and (token.kind is Kind.CHAR or command) and not _is_script(tokens, at):
            return None
    return None


def _is_script(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token without braces is a script, `\\sum_i`."""
    return tokens[at - 1].kind in SCRIPTS


def _unwrapped(tokens: Sequence[Token], command: str, signs: tuple[str, ...]) -> list[Token]:
    """Without a command around one of these signs, in braces or not."""
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        kept.append(token)
        at += 1
        if token.kind is not Kind.COMMAND or token.text != command or at >= len(tokens):
            continue
        end = at + 1
        inside = tokens[at:end]
        if tokens[at].kind is Kind.OPEN:
            end = next((i for i in range(at, len(tokens)) if tokens[i].kind is Kind.CLOSE), at) + 1
            inside = tokens[at + 1 : end - 1]
        if inside and "".join(t.text for t in inside) in signs and all(t.kind is Kind.CHAR for t in inside):
            kept[-1:] = inside
            at = end
    return kept
