"""What words say of an array that the text gives in numbers: *the trace of `A` is 4*, *its eigenvalues are 3 and 1*.

Each of these has one right answer. Where a word has several meanings, as a variance that may be divided by `n` or by
`n - 1`, or a norm that may be of another order, each will do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ntdoc.diagnostics import Diagnostic, Related, Severity
from ntdoc.evaluation.stops import STOPS
from ntdoc.regex import regex
from ntdoc.shapes.arithmetic import value
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.claims.anew import session_there
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.session import Session
from ntdoc.source import Span
from ntdoc.syntax import ast, literals
from ntdoc.verification.in_numbers.digits import half_a_unit
from ntdoc.verification.in_numbers.from_data import closed
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.sizes.stated_sizes import verdict
from ntdoc.verification.wording import number_text
from ntdoc.vocabulary import ADVERB, DISPLAY_CLOSES, HEDGE, IF, NOT, OTHER, SUPPOSES, THEN

Array = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Values = tuple[tuple[float, ...], ...]  # the right answers, each of one number or of several in any order


def _norms(data: Array) -> Values:
    flat = np.abs(data).ravel()
    orders = [float(np.sqrt(np.sum(flat**2))), float(np.sum(flat)), float(np.max(flat))]
    if data.ndim == 1:
        orders.append(float(data.size))  # the length of a list
    if data.ndim == 2:
        orders += [float(np.linalg.norm(data, order)) for order in (2, 1, np.inf, "nuc")]
    return tuple((order,) for order in orders)


def _spread(power: float) -> Callable[[Array], Values]:
    def values(data: Array) -> Values:
        if data.ndim > 1:  # of each column, perhaps
            return ()
        degrees = (0, 1) if data.size > 1 else (0,)
        return tuple((float(np.var(data, ddof=degree) ** power),) for degree in degrees)

    return values


def _medians(data: Array) -> Values:
    if data.ndim > 1:
        return ()
    ordered = np.sort(data)
    low, high = float(ordered[(data.size - 1) // 2]), float(ordered[data.size // 2])
    return (((low + high) / 2,), (low,), (high,))  # of an even number, either of the middle ones will do


def _one(of: Callable[[Array], object]) -> Callable[[Array], Values]:
    return lambda data: ((float(of(data)),),)  # type: ignore[arg-type]


def _eigenvalues(data: Array) -> Values:
    found = np.linalg.eigvals(data)
    real = bool(np.all(np.abs(np.imag(found)) < 1e-9))
    return (tuple(sorted(float(x) for x in np.real(found))),) if real else ()


_OF_ANY: Mapping[str, Callable[[Array], Values]] = {
    r"mean|average": _one(np.mean),
    r"(?:sum|total)(?:\s+of\s+(?:all\s+)?(?:its|the|their)\s+entries)?": _one(np.sum),
    r"median": _medians,
    r"variance": _spread(1.0),
    r"standard\s+deviation": _spread(0.5),
    r"(?:(?:largest|greatest)\s+(?:entry|element|component)|maximum)": _one(np.max),
    r"(?:smallest|least)\s+(?:entry|element|component)|minimum": _one(np.min),
    r"(?:(?:euclidean|frobenius)\s+)?(?:norm|length)": _norms,
}
_OF_MATRICES: Mapping[str, Callable[[Array], Values]] = {
    r"rank": _one(np.linalg.matrix_rank),
    r"singular\s+values": lambda data: (tuple(sorted(np.linalg.svd(data, compute_uv=False).tolist())),),
}
_OF_SQUARES: Mapping[str, Callable[[Array], Values]] = {
    r"determinant": _one(np.linalg.det),
    r"trace": _one(np.trace),
    r"eigenvalues": _eigenvalues,
}
_ALL = {**_OF_ANY, **_OF_MATRICES, **_OF_SQUARES}
_WHAT = "|".join(f"(?P<w{n}>{words})" for n, words in enumerate(_ALL))
_SHUT = r"\s*(?:\$|\\\))"
_BEGINS = rf"(?:^|[,;:(]|\b(?:and|{THEN}|that|because|since|while|but))\s*"
_IS = rf"\s*(?:,\s*)?(?:(?:{ADVERB})\s+)?(?:is|are|equals?)\s+(?:(?:{ADVERB}|exactly|just)\s+)?(?:equal\s+to\s+)?"
_OF = regex(  # *the trace of the matrix `A`*
    rf"{_BEGINS}the\s+(?:{_WHAT})\s+of\s+(?:the\s+(?:(?:matrix|vector|array|entries|numbers|data)\s+(?:of\s+|in\s+)?)?)?"
    r"(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_OF_IT = regex(rf"{_BEGINS}(?:its|their)\s+(?:{_WHAT}){_IS}", re.IGNORECASE)
_OF_IT_IS = regex(rf"{_SHUT}{_IS}")
_NUMBER = regex(
    r"\s*(?:(?:\$|\\\()(?P<formula>[^$\\]*(?:\\[a-z]+[^$\\]*)*)(?:\$|\\\))|(?P<number>[-−]?\d+(?:\.\d+)?)(?![\w.]*\w))"
)
_NEXT = regex(r"\s*(?:,\s*(?:and\s+)?|and\s+)(?=[$\d−-]|\\\()")
_ENDS = regex(r"\s*(?:[.;:)](?=\s|$)|,|\b(?:and|so|but|while|because|since|as)\b|$)")
_DOUBT = regex(
    rf"\b(?:{NOT}|{HEDGE}|{IF}|{SUPPOSES}|{OTHER}|about|around|roughly|nearly|almost|approximately|than|least|most|up\s+to"
    r"|per|each|every|rows?|columns?|along|over|wrong\w*|errors?|mistakes?|first|second|last|weighted|geometric|harmonic"
    r"|absolute|squared|sample|after|before|modulo|trimmed|running|given|let|with)\b|n['’]t\b|\?",
    re.IGNORECASE,
)
_DISPLAY_ENDS = regex(rf"[^$\\]{{0,20}}(?:{DISPLAY_CLOSES})\s*")
_NUMERIC = regex(r"[-−]?\s*\d+(?:\.\d+)?")
_CLOSE = 1e-9
_NEAR, _FAR = 10, 400  # formulas, and characters, behind a name
_EXACT = 0  # digits behind the point of what is not rounded


class _Said(NamedTuple):
    """What is said of which name, and the numbers, each with the digits that it has and where it stands."""

    name: ast.Symbol
    at: Entry
    what: str  # the key of what it is
    called: str  # as the words have it
    numbers: tuple[tuple[float, int], ...]
    span: Span


def wrong_of_arrays(session: Session, entries: Sequence[Entry], laboratory: Laboratory) -> Iterator[Diagnostic]:
    """What is wrong with such numbers: NT301, as a warning, for it is words that say it."""
    for place, entry in enumerate(entries):
        name = _name(entry)
        given = session.scope.tensor(name.full_name, entry) if name is not None else None
        if name is None or not isinstance(given, Tensor) or not _is_array(given):
            continue
        if given.entry.section != entry.section:
            continue
        for said in _said(entries, place, name):
            data = _value(session, said, laboratory)
            answers = _answers(data, said.what) if data is not None else ()
            if answers and not any(_are(said.numbers, answer) for answer in answers):
                right = " and ".join(number_text(round(number, 6)) for number in answers[0])
                own = " and ".join(number_text(number) for number, _ in said.numbers)
                is_, it_is = ("are", "they are") if len(said.numbers) > 1 else ("is", "it is")
                message = f"the {said.called} of {said.name.full_name} {is_} said to be {own}, and {it_is} {right}"
                related = (Related(given.span, "given here"),)
                yield Diagnostic("NT301", message, said.span, label=right, related=related, graded=Severity.WARNING)


def _is_array(given: Tensor) -> bool:
    """Whether a name is given in numbers, as an array."""
    plain = not given.indices and not names_in(given.body) and not literals.is_number(given.body)
    return plain and isinstance(given.body, ast.Matrix | ast.Group)


def _said(entries: Sequence[Entry], place: int, name: ast.Symbol) -> Iterator[_Said]:
    """What is said of the array that stands at a place, in its sentence and behind it in its paragraph."""
    entry = entries[place]
    if entry.cell or entry.negated or entry.mistaken or entry.supposed:
        return
    span = entry.parsed.span
    words, numbers = span.source.words, {e.parsed.span.start: e for e in entries[place + 1 : place + _NEAR]}
    before = sentences.before(span)
    if not entry.display and (of := _OF.search(before)) is not None and (verb := _OF_IT_IS.match(words, span.end)):
        yield from _read(name, entry, of, words, verb.end(), numbers, before)
    start = shut.end() if entry.display and (shut := _DISPLAY_ENDS.match(words, span.end)) else span.end
    behind = sentences.BLANK_LINE.split(words[start : start + _FAR])[0]
    for begin, end in sentences.pieces(behind):
        piece = behind[begin:end]
        for of in _OF_IT.finditer(piece):
            yield from _read(name, entry, of, words, start + begin + of.end(), numbers, piece)
        formulas = sentences.CUT_OFF.findall(piece)
        if begin and any(_NUMERIC.fullmatch(formula.strip("$\\() ")) is None for formula in formulas):
            return  # *its* may be of another


def _read(
    name: ast.Symbol, at: Entry, of: re.Match[str], words: str, start: int, numbers: Mapping[int, Entry], said: str
) -> Iterator[_Said]:
    """The numbers that stand in a text from a place on, up to the end of the clause."""
    position, found = start, list[tuple[float, int]]()
    while (number := _NUMBER.match(words, position)) is not None:
        read = _numbers_in(number, numbers)
        if read is None:
            return
        found += read
        position = number.end()
        following = _NEXT.match(words, position)
        if following is None or not _NUMBER.match(words, following.end()):
            break
        position = following.end()
    span = at.parsed.span._replace(start=start, end=position)
    rest = sentences.first(words[position : position + 200])
    around = (sentences.CUT_OFF.sub(" ", text) for text in (said, rest))
    if found and _ENDS.match(words, position) and not any(map(_DOUBT.search, around)):
        what, called = next((word, of[f"w{n}"]) for n, word in enumerate(_ALL) if of[f"w{n}"])
        yield _Said(name, at, what, " ".join(called.split()).lower(), tuple(found), span)


def _numbers_in(number: re.Match[str], entries: Mapping[int, Entry]) -> list[tuple[float, int]] | None:
    """The numbers that a formula or a word is, each with its digits after the point."""
    if number["number"]:
        return [_written(number["number"])]
    texts = [text.strip() for text in number["formula"].split(",")]
    if all(_NUMERIC.fullmatch(text) for text in texts):
        return [_written(text) for text in texts]
    entry = next((e for start, e in entries.items() if number.start("formula") <= start < number.end()), None)
    parsed = entry.parsed if entry is not None else None
    if not isinstance(parsed, ast.Chain) or parsed.rest or parsed.conditions or len(parsed.subjects) != 1:
        return None
    own = value(parsed.subjects[0])
    return None if own is None else [(own, _EXACT)]


def _written(text: str) -> tuple[float, int]:
    text = text.replace("−", "-").replace(" ", "")
    return float(text), len(text.partition(".")[2])


def _name(entry: Entry) -> ast.Symbol | None:
    """The name that stands alone in a formula, or that it defines by an array."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or parsed.conditions:
        return None
    plain = not parsed.rest or [relation.kind for relation, _ in parsed.rest][:1] in (["eq"], ["define"])
    subject = parsed.subjects[0]
    return subject if plain and isinstance(subject, ast.Symbol) else None


def _value(session: Session, said: _Said, laboratory: Laboratory) -> Array | None:
    """The array that a name stands for."""
    link = ast.Chain((said.name,), ((ast.Relation("eq", "=", said.span), said.name),), (0, 0), (), said.span)
    claim = closed(session_there(session, said.at), said.at, link)
    try:
        found = verdict(claim, laboratory, None).value if claim is not None else None
    except STOPS:
        return None
    if found is None or not found.axes or found.data.dtype.kind not in "fiub" or not np.isfinite(found.data).all():
        return None
    return np.asarray(found.data, dtype=np.float64)


def _answers(data: Array, what: str) -> Values:
    """The right answers to a word about an array; none for what it does not have."""
    if data.ndim != 2 and (what in _OF_MATRICES or what in _OF_SQUARES):
        return ()
    if what in _OF_SQUARES and len({*data.shape}) > 1:
        return ()
    return _ALL[what](data)


def _are(said: Sequence[tuple[float, int]], answer: Sequence[float]) -> bool:
    """Whether numbers are the right ones, in any order; equal ones may be said once, and zeros left out."""
    left = list(answer)
    for number, places in said:
        near = [x for x in answer if _is_near(number, places, x)]
        if not near:
            return False
        left = [x for x in left if x not in near]
    return all(abs(x) < _CLOSE for x in left)


def _is_near(number: float, places: int, right: float) -> bool:
    """Whether a number is what is written, rounded or cut off at its last digit."""
    half = (half_a_unit(places) or 0.0) if places != _EXACT else 0.0
    cut = 0 <= abs(right) - abs(number) < 2 * half and right * number >= 0
    return cut or abs(right - number) <= half + _CLOSE * max(1.0, abs(right))
