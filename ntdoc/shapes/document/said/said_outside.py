"""What the words of a section say of entries that no tensor has, before the first along an axis or behind the last:
*entries outside of `1, …, n` are taken to be zero*, *with an index below 1*, *the input is padded with zeros*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences

_INDEX = r"(?:index|indices|subscripts?|positions?|places?|times?|numbers?|steps?)"
_NUMBER = r"(?:\$\s*|\\\(\s*)?(?:-?\d+|zero|one)(?:\s*(?:\$|\\\)))?(?![\w-])"
_OF_INDEX = rf"{_INDEX}\s+(?:(?:that|which)\s+)?(?:(?:is|are|lies?|falls?)\s+)?(?:strictly\s+)?"
_RANGE = (
    rf"(?:(?:the|its|their|this|that|these)\s+)?(?:(?:valid|index|whole|allowed|own)\s+)?(?:{_INDEX}\s+)?"
    r"(?:range|bounds?|boundar(?:y|ies)|borders?|edges|ends|sequences?|signals?|images?|grid|arrays?|axis|axes|inputs?"
    rf"|pictures?|(?:set\s+)?{sentences.FORMULA})"
)
_SIDE = r"(?:the\s+)?(?:{}\b|{}\s+(?:end|edge|border|boundary)\b|(?:{}\s+)?(?P<{}>{}))"
_START = _SIDE.format("(?:first|start|beginning)", "left", _INDEX, "start", sentences.FORMULA)
_END = _SIDE.format("(?:last|end)", "right", _INDEX, "end", sentences.FORMULA)
_WHERE = regex(
    rf"\b(?P<both>(?:outside(?:\s+of)?|out[\s-]of|beyond)[\s-]+(?!the\s+end\b){_RANGE})"
    rf"|\b(?:before|prior\s+to|preceding|(?:to\s+the\s+)?left\s+of)\s+{_START}"
    rf"|\b(?P<behind>(?:beyond|past|after|behind|(?:to\s+the\s+)?right\s+of)\s+{_END})"
    rf"|\b{_OF_INDEX}(?:(?:below|less\s+than|smaller\s+than|under|<)\s+(?P<below>{_NUMBER})|at\s+most\s+(?P<most>{_NUMBER}))"
    rf"|(?:\b{_OF_INDEX}|\bor\s+)(?:above|greater\s+than|larger\s+than|more\s+than|exceeding|>)\s+(?P<above>{sentences.FORMULA})"
    rf"|\bnon-?positive\s+{_INDEX}|\b(?P<negative>negative)\s+{_INDEX}(?P<zero>\s+(?:and|or)\s+(?:at\s+)?{_INDEX}\s+\$?0)?"
    r"|\b(?P<missing>(?:undefined|missing)(?=\s+(?:entr|elem|val|samp|pos|ind|pix|inp|fra|term|comp)))"
    r"|\b(?P<left>(?:to|on|at)\s+the\s+left\b)|\b(?P<right>(?:to|on|at)\s+the\s+right\b)",
    re.IGNORECASE,
)
_THINGS = regex(
    r"\b(?:entr(?:y|ies)|elements?|values?|samples?|components?|coefficients?|positions?|index|indices|terms?|summands?|inputs?"
    r"|pixels?|frames?|tokens?|steps?|cells?|points?|rows?|columns?|rest|everything|anything|whatever|what|all|those)\b"
    rf"(?:\s+of\s+(?:(?:the|an?|each)\s+)?(?:[a-z]+\s+)?(?P<of>{sentences.FORMULA}))?",
    re.IGNORECASE,
)
_NAMED = regex(rf"({sentences.FORMULA})\s*(?:,?\s*(?:which|that)\s*)?\Z")
_HOW = (
    r"(?:all|always|understood|taken|treated|set|assumed|considered|defined|counted|read|regarded|put|thought|extended"
    r"|[a-z]+ly)"
)
_ZERO = regex(
    rf"(?P<verb>\b(?:(?:is|are|be|being|as|to)\s+(?:{_HOW}\s+)*(?:(?:to\s+be|as|to|by|with|of\s+as)\s+)?"
    r"|counts?\s+as\s+|equals?\s+)(?:equal\s+to\s+)?)?"
    r"(?:\bzeros?\b|\bzeroes\b|\b0\b|\$\s*0\s*\$|\\\(\s*0\s*\\\)|(?P<gone>\bvanish(?:es)?\b))(?![\w-])"
    r"|\b(?:is|are)\s+(?:simply\s+|then\s+|just\s+)?(?P<left_out>omitted|left\s+out|dropped|ignored|skipped|discarded|disregarded)\b",
    re.IGNORECASE,
)
_PADDED = regex(
    r"\b(?:zero[\s-]*padded|(?:with|by|uses?|using|apply|under)\s+zero[\s-]*padding(?!\s+(?:of\b|(?:size\s+)?[$\d\\]))"
    r"|padded\s+(?:(?:on|at)\s+(?:[a-z]+\s+){1,3})?(?:with|by)\s+(?:an?\s+)?zero(?:e?s)?)\b",
    re.IGNORECASE,
)
_AT_START = regex(r"\b(?:left|start|beginning|front|before)\b", re.IGNORECASE)
_AT_END = regex(r"\b(?:right|end|behind|after)\b", re.IGNORECASE)
_CLAUSES = regex(r"[,;:()]")
_LASTS = regex(
    r"\b(?:throughout|always|everywhere|in\s+(?:all\s+)?(?:what|that)\s+follows|from\s+now\s+on)\b", re.IGNORECASE
)
_AT = regex(r"\s*(?:(?:at|for|with|on)\s+(?:the\s+|all\s+)?)?", re.IGNORECASE)
_NOT = regex(r"\b(?:not|never|no|nothing|wrong\w*)\b", re.IGNORECASE)
_GOES_ON = regex(
    r"(?<!\\)\b(?:modulo|mod|cyclic(?:al(?:ly)?)?|periodic(?:al(?:ly)?)?|circular(?:ly)?|wrap(?:s|ped|ping)?|reflect(?:s|ed|ing|ion)?"
    r"|mirror(?:s|ed|ing)?|replicat(?:es?|ed|ing|ion))\b",
    re.IGNORECASE,
)
_OF_ENDS = regex(
    r"\b(?:index|indices|subscripts?|boundar(?:y|ies)|borders?|edges?|beyond|outside|padd(?:ed|ing)|extend(?:s|ed)?|continued"
    r"|(?:be|is|are)\s+(?:cyclic|periodic))\b",
    re.IGNORECASE,
)
_OF_NEAREST = regex(
    r"\b(?:beyond|outside|out[\s-]of)\b[^.;]*\b(?:is|are|as|by)\s+(?:(?:that|those|the\s+(?:entr|val|pix)[a-z]+)\s+(?:at|of|on)\s+the"
    r"|the\s+(?:nearest|last|closest))\s",
    re.IGNORECASE,
)


class Outside(NamedTuple):
    """Where there are zeros: up to a number below 1, and behind the last entry."""

    up_to: int | None  # None: it is not said
    behind: bool
    end: str  # which the last entry is, as it is written, if that is said
    names: tuple[str, ...]  # of which tensors it is said, as they are written; of all, if there are none
    lasts: bool  # it is said of all that follows
    padded: bool  # with more entries a tensor may begin at 1 with a zero: a formula shows whether it goes back to 0
    left_out: bool  # terms of sums with such entries are left out


def zeros(text: str) -> Iterator[Outside]:
    """What each sentence of a text says of such entries."""
    for start, end in sentences.pieces(text):
        sentence = re.sub(sentences.FORMULA, _in_one_piece, text[start:end])
        lasts = _LASTS.search(sentence) is not None
        found = [_said(sentence, zero) for zero in _ZERO.finditer(sentence)]
        found += [_padding(sentence, padded) for padded in _PADDED.finditer(sentence)]
        yield from (said._replace(lasts=lasts) for said in found if said is not None)


def go_on(text: str) -> bool:
    """Whether a sentence of a text says in another way how entries go on beyond the ends: *with indices modulo `n`*."""
    parts = [text[start:end] for start, end in sentences.pieces(text)] if _GOES_ON.search(text) else [text]
    return any((_GOES_ON.search(s) and _OF_ENDS.search(s)) or _OF_NEAREST.search(s) for s in parts)


def _in_one_piece(formula: re.Match[str]) -> str:
    """A formula without what parts clauses."""
    return re.sub(r"[,;:()]", " ", formula[0])


def _said(sentence: str, zero: re.Match[str]) -> Outside | None:
    """Of which entries a sentence says that they are zero."""
    clause, behind = _CLAUSES.split(sentence[: zero.start()])[-1], _CLAUSES.split(sentence[zero.end() :])[0]
    if _NOT.search(clause):
        return None
    verb, named = zero["verb"] or zero["gone"] or zero["left_out"], _NAMED.search(sentence[: zero.start()])
    things = list(_THINGS.finditer(clause))
    if verb and things:
        told = [where for where in _WHERE.finditer(clause) if _is_of(where, things[0], clause)]
        if told:
            said = _of(told, next((t["of"] for t in things if t["of"]), ""))
            return said._replace(left_out=bool(zero["left_out"])) if said is not None else None
    if zero["left_out"]:
        return None
    told = list(_WHERE.finditer(behind))
    if told and _AT.fullmatch(behind[: told[0].start()]) and (named or things or not verb):
        return _of(told, named[1] if named and verb else "")
    return None


def _is_of(where: re.Match[str], thing: re.Match[str], clause: str) -> bool:
    """*Entries outside of the range*, *out-of-range entries*."""
    return thing.start() <= where.start() or not clause[where.end() : thing.start()].strip()


def _of(told: Sequence[re.Match[str]], of: str) -> Outside | None:
    up_to: list[int] = []
    behind, end = False, ""
    for where in told:
        if where["behind"] or where["above"] or where["right"]:
            behind, end = True, _inside(where["end"] or where["above"] or "")
        elif where["negative"]:
            up_to.append(0 if where["zero"] else -1)
        elif where["below"] or where["most"]:
            up_to.append(_number(where["below"]) - 1 if where["below"] else _number(where["most"]))
        elif not where["start"] or _inside(where["start"])[-1:] == "1":
            up_to.append(0)
            behind = behind or bool(where["both"] or where["missing"])
    most = max(up_to, default=None)
    if (most is None and not behind) or (most or 0) > 0:
        return None  # there are such entries
    return Outside(most, behind, end, (_name(of),) if of else (), False, False, False)


def _padding(sentence: str, padded: re.Match[str]) -> Outside | None:
    before, behind = sentence[: padded.start()], _CLAUSES.split(sentence[padded.start() :])[0]
    if _NOT.search(before):
        return None
    at_start, at_end = _AT_START.search(behind) is not None, _AT_END.search(behind) is not None
    names = tuple(_name(formula) for formula in re.findall(sentences.FORMULA, _CLAUSES.split(before)[-1]))
    return Outside(0 if at_start or not at_end else None, at_end or not at_start, "", names, False, True, False)


def _number(written: str) -> int:
    word = _inside(written).lower()
    return {"zero": 0, "one": 1}[word] if word.isalpha() else int(word)


def _inside(formula: str) -> str:
    return formula.strip().strip("$").removeprefix("\\(").removesuffix("\\)").strip()


def _name(formula: str) -> str:
    """`x` of `x_{\\\\seq(i)}` and of `x \\\\in S`, as it is written."""
    return re.split(r"_(?=\{?\\)|\\in\b|=", _inside(formula))[0].strip()
