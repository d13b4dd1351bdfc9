"""What the words of a section say of entries that no tensor has, before the first along an axis or behind the last:
*entries outside of `1, …, n` are taken to be zero*, *with an index below 1*, *the input is padded with zeros*.

What is missing in the data, lies outside of some set `S`, or on one side of the diagonal is no such entry, and values
may be out of another range than that of the indices. Nor is anything said of the tensors of a section where a thing is
named that is none of them: *in the mask, positions after the last are zero*, *entries of the density*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.vocabulary import CAN, DISPLAY_CLOSES, HEDGE, IF, NOT

_INDEX = r"(?:index|indices|subscripts?|positions?|places?|times?|steps?)"
_NUMBER = r"(?:\$\s*|\\\(\s*)?(?:-?\d+|zero|one)(?:\s*(?:\$|\\\)))?(?![\w-])"
_OF_INDEX = rf"{_INDEX}\s+(?:(?:that|which)\s+)?(?:(?:is|are|lies?|falls?)\s+)?(?:strictly\s+)?"
_WHOLE = r"(?:sequences?|series|signals?|images?|grid|arrays?|axis|axes|inputs?|pictures?|vector|matrix|tensor)"
_OF_WHOLE = rf"(?!\s+of\b(?!\s+(?:(?:the|its|an?|this|each)\s+)?(?:[a-z]+\s+)?(?:{_WHOLE}\b|{sentences.FORMULA})))"
_NUMBERS = (  # from 1 to a last one: `1, …, n`, `[n]`
    r"(?:\$|\\\()[\s{\[\\]*(?:1\s[^$]*?\\[lc]?dots|1\s[^$]*?\.\.|1\s[^$\d]*\]|[A-Za-z|\\]+[^$\d]*?\])[^$]*?(?:\$|\\\))"
)
_RANGE = (
    rf"(?:(?:the|its|their|this|that|these)\s+)?(?:(?:valid|index|whole|allowed|own)\s+)?(?:{_INDEX}\s+)?"
    rf"(?:(?:(?P<bounds>(?:range|bounds?)\b)|boundar(?:y|ies)|borders?|edges|ends){_OF_WHOLE}|{_WHOLE}|(?:(?:set|range)\s+)?{_NUMBERS})"
)
_ONE = (
    rf"(?=\s*(?:[,.;:)]|\Z|(?:is|are|be|being|as|to|taken|counts?|equals?|vanish\w*|and|or|of|ones?|{_INDEX}"
    rf"|(?:entr|elem|val|samp|pix|tok|fra|row|col|comp|coef|cell)[a-z]*)\b)){_OF_WHOLE}"
)
_SIDE = r"(?:the\s+)?(?:{}\b{}|{}\s+(?:end|edge|border|boundary)\b{}|(?:{}\s+)?(?P<{}>{}))"
_START = _SIDE.format("(?:first|start|beginning)", _ONE, "left", _OF_WHOLE, _INDEX, "start", sentences.FORMULA)
_END = _SIDE.format("(?:last|end)", _ONE, "right", _OF_WHOLE, _INDEX, "end", sentences.FORMULA)
_WHERE = regex(
    rf"\b(?P<both>(?:outside(?:\s+of)?|out[\s-]of|beyond)[\s-]+(?!the\s+end\b){_RANGE})"
    rf"|\b(?:before|prior\s+to|preceding|(?:to\s+the\s+)?left\s+of)\s+{_START}"
    rf"|\b(?P<behind>(?:beyond|past|after|behind|(?:to\s+the\s+)?right\s+of)\s+{_END})"
    rf"|\b{_OF_INDEX}(?:(?:below|less\s+than|smaller\s+than|under|<)\s+(?P<below>{_NUMBER})|at\s+most\s+(?P<most>{_NUMBER}))"
    rf"|(?:\b{_OF_INDEX}|\bor\s+)(?:above|greater\s+than|larger\s+than|more\s+than|exceeding|>)\s+(?P<above>{sentences.FORMULA})"
    rf"|\bnon-?positive\s+{_INDEX}|\b(?P<negative>negative)\s+{_INDEX}(?P<zero>\s+(?:and|or)\s+(?:at\s+)?{_INDEX}\s+\$?0)?",
    re.IGNORECASE,
)
_THINGS = regex(
    r"\b(?:entr(?:y|ies)|elements?|components?|coefficients?|positions?|index|indices|(?P<terms>terms?|summands?)"
    r"|(?P<values>values?|samples?|inputs?|pixels?|points?|everything|anything|whatever|what|all|those)"
    r"|frames?|tokens?|steps?|cells?|rows?|columns?|rest|neighbou?rs?|accesse?s?|reads|lookups)\b"
    rf"(?:\s+of\s+(?:(?:the|an?|each|its|their|this|all|any|every)\s+)*(?:(?P<whose>[a-z-]+)(?:\s+|\b))?(?P<of>{sentences.FORMULA})?)?",
    re.IGNORECASE,
)
_PLAIN = regex(  # what may stand before such a thing, or between it and its verb, and names no other thing
    r"(?:\W|(?:the|all|any|every|each|an?|its|their|these|those|such|both|here|again|where|with|and|or|but|so|that|convention"
    r"|as|usual|always|throughout|we|agree|by|missing|other|remaining|neighbou?ring|further|unavailable|absent|undefined"
    r"|non-?existent|possible|zeroth|corresponding|which|whose|would|is|are|be|being|lies?|falls?|at|of|for|on|in|to|everywhere"
    rf"|if|when|whenever|now|then|only|just|{_INDEX})(?![\w-]))*",
    re.IGNORECASE,
)
_PLACE = regex(  # *in the mask, …*, *for the kernel, …*
    r"(?:\A|\n)\W*(?:in|within|inside|for|on|of|as\s+for|during)\s+(?:(?:the|an?|its|each|every|this|our|all)\s+)?"
    r"(?P<whose>(?:[a-z-]+\s+)*[a-z-]+)(?:\s+[^,$]*)?,",
    re.IGNORECASE,
)
_OF_FORMULAS = regex(
    r"(?:sums?|formulas?|equations?|expressions?|definitions?|convolutions?|differences?|recurrences?|notation|convention"
    r"|convenience|simplicity|brevity|follows|following|paper|section|indices|case|particular|what|that|this|it|latter)",
    re.IGNORECASE,
)
_GENERAL = regex(rf"{_WHOLE}|data|tensors|vectors|matrices|ones?|sum|formula", re.IGNORECASE)
_ITS_NAME = r"(?<![a-z-]){}\s+({})|({})\s+(?:(?:be|is|denotes?|are)\s+)(?:(?:the|an?|our)\s+)?(?:[a-z-]+\s+){{0,2}}{}\b"
_NAMED = regex(rf"({sentences.FORMULA})\s*(?:,?\s*(?:which|that)\s*)?\Z")
_HOW = (
    r"(?:all|always|understood|taken|treated|set|assumed|considered|defined|counted|read|regarded|put|thought|extended"
    r"|[a-z]+ly)"
)
_OF_PLACES = regex(rf"\b(?:{_INDEX}|axis)\b", re.IGNORECASE)
_AGREED = regex(r"\b(?:understood|taken|treated|read|regarded|thought|extended|counts?)\b", re.IGNORECASE)
_OF_INDICES = regex(rf"\b(?:{_INDEX}|range|bounds?|axis)\b|[$\d]", re.IGNORECASE)
_ZERO = regex(
    rf"(?P<verb>\b(?:(?:is|are|be|being|as|to)\s+(?:{_HOW}\s+)*(?:(?:to\s+be|as|to|by|with|of\s+as)\s+)?"
    r"|counts?\s+as\s+|equals?\s+|(?:returns?|gives?|yields?|reads?\s+as)\s+)(?:equal\s+to\s+)?"
    r"(?:[a-z]+,\s+(?:that\s+is|i\.e\.),?\s+)?)?"
    r"(?:\bzeros?\b|\bzeroes\b|\b0\b|\$\s*0\s*\$|\\\(\s*0\s*\\\)|(?P<gone>\bvanish(?:es)?\b))(?![\w-])"
    r"|\b(?:is|are)\s+(?:simply\s+|then\s+|just\s+)?(?P<left_out>omitted|left\s+out|dropped|ignored|skipped|discarded|disregarded)\b",
    re.IGNORECASE,
)
_PADDED = regex(
    r"\b(?:zero[\s-]*padded|(?:with|by|uses?|using|apply|under)\s+zero[\s-]*padding(?!\s+(?:of\b|(?:size\s+)?[$\d\\]))"
    rf"|(?:pad|pads|padded|padding)\s+(?:(?:it|them|{sentences.FORMULA}|(?:(?:the|its|each|this)\s+)?{_WHOLE})\s+)?"
    r"(?:(?:on|at)\s+(?:[a-z]+\s+){1,3})?(?:with|by)\s+(?:(?:an?|one|two|three|\d+)\s+)?"
    r"(?:(?:pixels?|rows?|columns?|entr(?:y|ies)|samples?|elements?|frames?|rings?|borders?|frames?)\s+of\s+)?zero(?:e?s)?)\b",
    re.IGNORECASE,
)
_UNSURE = regex(
    rf"\A\W*(?:{IF}|unless)\b|\b(?:versions?|variants?|alternativ\w*|unlike|some|many|often|usually|sometimes|instead|rather)\b",
    re.IGNORECASE,
)
_HEDGED = regex(rf"\b(?:{HEDGE}|{CAN})(?:\s+\w+)?\s*\Z", re.IGNORECASE)
_HEDGE = regex(rf"\b(?:{HEDGE})\b", re.IGNORECASE)
_SUBJECT = regex(
    rf"\b(?!(?:and|or|which|that|it|they|these|all)\b)(?P<thing>[a-z-]+)\s+(?:is|are|be)\s+(?:{_HOW}\s+)*\Z",
    re.IGNORECASE,
)
_UNPADDED = regex(
    r"(?:\b(?:not|never|without|no|instead\s+of)|n't)\s+(?:[a-z]+[\s-]+){0,2}(?:pad|padded|padding)\b", re.IGNORECASE
)
_OF_BATCH = regex(r"\b(?:batch\w*|shorter)\b", re.IGNORECASE)  # sequences that become equally long
_TO_LENGTH = regex(
    r"\b(?:to|until|up\s+to)\s+(?:(?:the|an?|its|their)\s+)?(?:same|equal|common|fixed|max\w*|length|size|multiple|next|full|\$|\\\()",
    re.IGNORECASE,
)
_AT_START = regex(r"\b(?:left|start|beginning|front|before)\b", re.IGNORECASE)
_AT_END = regex(r"\b(?:right|end|behind|after)\b", re.IGNORECASE)
_CLAUSES = regex(rf"[,;:()]|{DISPLAY_CLOSES}")
_LASTS = regex(
    r"\b(?:throughout|always|everywhere|in\s+(?:all\s+)?(?:what|that)\s+follows|from\s+now\s+on)\b", re.IGNORECASE
)
_AT = regex(
    r"\s*(?:(?:at|for|with|on|where(?:ver)?|when(?:ever)?)\s+(?:(?:the|all|an?|any|its|one|of)\s+)*"
    rf"(?:{_INDEX}\s+(?:(?:is|are|lies?|falls?|goes)\s+)?)?)?",
    re.IGNORECASE,
)
_NOT = regex(rf"\b(?:{NOT}|nothing|wrong\w*|without)\b|n't\b", re.IGNORECASE)
_FAR = 300  # how far from the word *zero* in its sentence it may be said of what
_ON = (
    r"(?:modulo|mod|cyclic(?:al(?:ly)?)?|periodic(?:al(?:ly)?)?|circular(?:ly)?|wrap(?:s|ped|ping)?|reflect(?:s|ed|ing|ion|ive)?"
    r"|mirror(?:s|ed|ing)?|replicat(?:es?|ed|ing|ion))"
)
_ENDS = r"(?:boundar(?:y|ies)|borders?|edges?|ends?|padding|indices|indexing|extensions?|continuations?|conditions?)"
_OF_FORM = (
    r"(?:(?:is|are|be|being|to|as|we|read|taken|take|understood|counted|considered|treated|all|always|which|that|run|go)"
    r"\s+)*"
)
_GOES_ON = regex(  # *indices are taken modulo `n`*, *periodic boundaries*, *reflected at its ends*, *`x` is periodic*
    rf"\b(?:index|indices|subscripts?|boundar(?:y|ies)|borders?|edges?)\s+(?:of\s+{sentences.FORMULA}\s+)?{_OF_FORM}"
    rf"(?:(?:arithmetic|conditions?)\s+{_OF_FORM})?(?<!\\){_ON}\b"
    rf"|(?<!\\)\b{_ON}(?:\s+(?:around|over))?\s+(?:(?:at|beyond|outside(?:\s+of)?)\s+)?(?:(?:the|both|its|their|all)\s+){{0,2}}"
    rf"(?:[a-z]+\s+)?{_ENDS}\b"
    rf"|\b(?:beyond|outside|extend(?:s|ed)?|continued|padded|padding)\b(?:(?![.;])[^$])*?(?<!\\)\b{_ON}\b"
    rf"|(?:{sentences.FORMULA}|\b{_WHOLE})\s*,?\s+(?:(?:is|are|be)\s+){_OF_FORM}(?:cyclic|periodic|circular)\b"
    rf"|(?<!\\)\b{_ON}\s+(?:extended|continued|padded|shifted)\b",
    re.IGNORECASE,
)
_OF_NEAREST = regex(
    r"\b(?:beyond|outside|out[\s-]of)\b[^.;]*\b(?:is|are|as|by)\s+(?:(?:that|those|the\s+(?:entr|val|pix)[a-z]+)\s+(?:at|of|on)\s+the"
    r"|the\s+(?:nearest|last|closest))\s",
    re.IGNORECASE,
)


class Outside(NamedTuple):
    """Where there are zeros: up to a number below 1, and behind the last entry; and where a sentence says so."""

    up_to: int | None  # None: it is not said
    behind: bool
    end: str  # which the last entry is, as it is written, if that is said
    names: tuple[str, ...]  # of which tensors it is said, as they are written; of all, if there are none
    lasts: bool  # it is said of all that follows
    padded: bool  # with more entries a tensor may begin at 1 with a zero: a formula shows whether it goes back to 0
    left_out: bool  # terms of sums with such entries are left out
    sentence: tuple[int, int] = (0, 0)  # where it begins and ends in the text


def zeros(text: str) -> Iterator[Outside]:
    """What each sentence of a text says of such entries."""
    unpadded = _UNPADDED.search(text) is not None
    for start, end in sentences.pieces(text):
        sentence = re.sub(sentences.FORMULA, _in_one_piece, text[start:end])
        place = _PLACE.search(sentence)
        at = _named(place["whose"].split()[-1], text) if place and not _is_of_formulas(place) else ()
        if _UNSURE.search(sentence) or at is None:
            continue
        lasts = _LASTS.search(sentence) is not None
        found = [_said(sentence, zero, text) for zero in _ZERO.finditer(sentence)] if _WHERE.search(sentence) else []
        if not unpadded:
            found += [_padding(sentence, padded, text) for padded in _PADDED.finditer(sentence)]
        for said in found:
            if said is not None:
                yield said._replace(names=said.names or at, lasts=lasts, sentence=(start, end))


def go_on(text: str) -> bool:
    """Whether a sentence of a text says in another way how entries go on beyond the ends: *with indices modulo `n`*."""
    return _GOES_ON.search(text) is not None or _OF_NEAREST.search(text) is not None


def _is_of_formulas(place: re.Match[str]) -> bool:
    """*In the sum*, *in what follows*: no thing whose entries are spoken of."""
    return any(_OF_FORMULAS.fullmatch(word) for word in place["whose"].split())


def _named(thing: str, text: str) -> tuple[str, ...] | None:
    """The names of what a text calls so, *the series `T`*; none for *the sequence* alone, None for other things."""
    formula = sentences.FORMULA
    named = re.findall(_ITS_NAME.format(re.escape(thing), formula, formula, re.escape(thing)), text, re.IGNORECASE)
    if named:
        return tuple({_name(one or other) for one, other in named})
    return () if _GENERAL.fullmatch(thing) else None


def _in_one_piece(formula: re.Match[str]) -> str:
    """A formula without what parts clauses."""
    return re.sub(r"[,;:()]", " ", formula[0])


def _said(sentence: str, zero: re.Match[str], text: str) -> Outside | None:
    """Of which entries a sentence says that they are zero."""
    before, behind = _around(sentence, zero)
    clause, behind = _CLAUSES.split(before)[-1], _CLAUSES.split(behind)[0]
    if _NOT.search(clause) or _HEDGED.search(clause):
        return None
    verb, named = zero["verb"] or zero["gone"] or zero["left_out"], _NAMED.search(before)
    things = list(_THINGS.finditer(clause))
    if verb and things:
        told = [where for where in _WHERE.finditer(clause) if _is_of(where, things, clause, verb)]
        whose = _whose(things, told, clause, text) if told else ()
        if whose is None:
            return None
        if told and zero["left_out"]:
            of_terms = any(t["terms"] for t in things) or all(_OF_INDICES.search(where[0]) for where in told)
            said = _of(told, ()) if of_terms else None
            return said._replace(left_out=True) if said is not None else None
        if told:
            return _of(told, whose)
    if zero["left_out"]:
        return None
    told = list(_WHERE.finditer(behind))
    if told and _AT.fullmatch(behind[: told[0].start()]) and (named or things or not verb):
        whose = (_name(named[1]),) if named and verb else _whose(things, (), clause, text) if things else ()
        return _of(told, whose) if whose is not None else None
    return None


def _around(sentence: str, word: re.Match[str]) -> tuple[str, str]:
    """What stands before a word, and behind it."""
    return sentence[max(0, word.start() - _FAR) : word.start()], sentence[word.end() : word.end() + _FAR]


def _is_of(where: re.Match[str], things: Sequence[re.Match[str]], clause: str, verb: str) -> bool:
    """*Entries outside of the range*, *out-of-range entries*, and not *values out of range are set to zero*.

    These may be too large, and not where there are none.
    """
    of_values = where["bounds"] and all(thing["values"] for thing in things)
    if of_values and not _OF_PLACES.search(clause) and not _AGREED.search(verb):
        return False
    return things[0].start() <= where.start() or not clause[where.end() : things[0].start()].strip()


def _whose(
    things: Sequence[re.Match[str]], told: Sequence[re.Match[str]], clause: str, text: str
) -> tuple[str, ...] | None:
    """The names of what the things of a clause are entries of; none, if they are those of all, None of other things."""
    for thing in things:
        if thing["of"]:
            return (_name(thing["of"]),)
    parts = [*things, *told]
    others = "".join(" " if any(p.start() <= i < p.end() for p in parts) else c for i, c in enumerate(clause))
    if not _PLAIN.fullmatch(others):
        return None
    whose = next((thing["whose"] for thing in things if thing["whose"]), None)
    return _named(whose, text) if whose is not None else ()


def _of(told: Sequence[re.Match[str]], names: tuple[str, ...]) -> Outside | None:
    up_to: list[int] = []
    behind, end = False, ""
    for where in told:
        if where["behind"] or where["above"]:
            behind, end = True, _inside(where["end"] or where["above"] or "")
        elif where["negative"]:
            up_to.append(0 if where["zero"] else -1)
        elif where["below"] or where["most"]:
            up_to.append(_number(where["below"]) - 1 if where["below"] else _number(where["most"]))
        elif not where["start"] or _inside(where["start"])[-1:] == "1":
            up_to.append(0)
            behind = behind or bool(where["both"])
    most = max(up_to, default=None)
    if (most is None and not behind) or (most or 0) > 0:
        return None  # there are such entries
    return Outside(most, behind, end, names, False, False, False)


def _padding(sentence: str, padded: re.Match[str], text: str) -> Outside | None:
    before, behind = _around(sentence, padded)
    behind = padded[0] + _CLAUSES.split(behind)[0]
    if _NOT.search(f"{before} {behind}") or _HEDGE.search(behind) or _HEDGED.search(before):
        return None
    if _OF_BATCH.search(before + behind) or _TO_LENGTH.search(behind):
        return None
    at_start, at_end = _AT_START.search(behind) is not None, _AT_END.search(behind) is not None
    clause = _CLAUSES.split(before)[-1]
    names = tuple(_name(formula) for formula in re.findall(sentences.FORMULA, clause + padded[0]))
    subject = _SUBJECT.search(clause)
    of_thing = _named(subject["thing"], text) if subject is not None and not names else ()
    if of_thing is None:
        return None
    names = names or of_thing
    return Outside(0 if at_start or not at_end else None, at_end or not at_start, "", names, False, True, False)


def _number(written: str) -> int:
    word = _inside(written).lower()
    return {"zero": 0, "one": 1}[word] if word.isalpha() else int(word)


def _inside(formula: str) -> str:
    return formula.strip().strip("$").removeprefix("\\(").removesuffix("\\)").strip()


def _name(formula: str) -> str:
    """`x` of `x_{\\\\seq(i)}` and of `x \\\\in S`, as it is written."""
    return re.split(r"_(?=\{?\\)|\\in\b|=", _inside(formula))[0].strip()
