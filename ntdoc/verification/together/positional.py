"""Functions in ordinary index notation: `f \\colon \\reals^{n \\times d} \\to \\reals^n`, `[f(X)]_i = X_{ij} v_j`.

Such a formula is not run. But a signature in the same display says the size of every place, so that an index that
stands in places of two sizes, or in more places than there are, is a slip.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ntdoc.diagnostics import Diagnostic, Related, Severity
from ntdoc.reading.tokens import Kind, Token, end_of_group
from ntdoc.report import Status
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import operands, spelt
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.lints.lists import in_font, unspaced
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import are_called_equal, is_denied

_BINDERS = frozenset(["sum", "prod", "max", "min", "argmax", "argmin", "sup", "inf", "int", "bigcup", "bigcap"])
_SIGNS = frozenset(["+", "-", "−", "pm"])
_OF_SHAPES = frozenset(["cup", "cap", "setminus"])  # `\\reals^{\\mathcal{S} \\cup \\mathcal{T}}` has axes, and no sizes
_TIMES = frozenset(["times", "×"])
_ARROWS = frozenset(["rightarrow", "longrightarrow", "to", "→", "⟶"])
_FIELDS = frozenset(["R", "ℝ", "F", "C", "ℂ"])
_UPRIGHT = frozenset(["mathbb", "mathrm", "mathsf", "mathcal", "operatorname", "operatorname*"])


class _Signature(NamedTuple):
    """The name of a function, and the sizes of its arguments and its result as they are written."""

    name: str
    arguments: tuple[tuple[str, ...], ...]
    result: tuple[str, ...]
    span: Span


class _Left(NamedTuple):
    """The left side of a definition by entries, and the right side as it is written."""

    name: str
    parameters: tuple[str, ...]
    indices: tuple[str, ...]
    right: tuple[Token, ...]


class _Use(NamedTuple):
    """A tensor with its indices, each with the size of its place; there may be more indices than places."""

    indices: tuple[str, ...]
    places: tuple[tuple[str, str], ...]
    span: Span


def report(entries: Sequence[Entry], judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Say what is wrong in skipped definitions in index notation (NT206, NT207, NT405, NT407)."""
    for j, v in zip(judged, verdicts, strict=True):
        if v.status is Status.SKIPPED and j.role.entry.display and not is_denied(j.span):
            found = tuple(_wrong(j.role.entry, entries))
            v.diagnostics = [*v.diagnostics, *found]
            if any(d.severity is Severity.ERROR for d in found):
                v.status, v.reason = Status.ERROR, None


def _wrong(entry: Entry, entries: Sequence[Entry]) -> Iterator[Diagnostic]:
    """What is wrong in one definition, by the signature of its function in the same display."""
    left = _left(_plain(entry.piece.tokens))
    if left is None:
        return
    beside = (_signature(_plain(e.piece.tokens)) for e in entries if e.item == entry.item)
    fitting = [s for s in beside if s is not None and s.name == left.name and len(s.arguments) == len(left.parameters)]
    if len(fitting) != 1:
        return
    signature, result, related = fitting[0], entry.parsed.span, (Related(fitting[0].span, "by the signature"),)
    if len({*left.parameters}) < len(left.parameters):
        yield Diagnostic("NT404", f"two parameters of {left.name} have one name", result, label="the same twice")
        return
    sizes = dict(zip(left.parameters, signature.arguments, strict=True))
    if len(left.indices) > len(signature.result):
        told = f"{left.name} has {len(left.indices)} indices here, and {len(signature.result)} by its signature"
        yield Diagnostic("NT207", told, result, label="too many indices", related=related)
        return
    uses = _uses(left.right, sizes)
    if uses is None or not uses:
        return
    written = [x for use in uses for x in use.indices]
    for use in uses:
        if len(use.indices) > (places := len(use.places)) and all(
            x in left.indices or written.count(x) > use.indices.count(x) for x in use.indices
        ):
            told = f"{use.span.text} has {len(use.indices)} indices, and the signature says {places}"
            yield Diagnostic("NT207", told, use.span, label="too many indices", related=related)
        if len(use.indices) > places:
            return
    if tensors := {x for x in (*left.indices, *written) if sizes.get(x)}:
        told = f"{min(tensors)} is an index here, and by the signature a tensor"
        yield Diagnostic("NT407", told, result, label=f"{min(tensors)} is no index", related=related)
        return
    yield from _strange(left.right, uses, signature, related)
    named = {t.text for t in left.right}
    for parameter, own in sizes.items() if _has_no_others(left.right, {*sizes}, signature) else ():
        if own and parameter not in named:
            told = f"{left.name} does not depend on its parameter {parameter}"
            yield Diagnostic("NT405", told, result, label=f"without {parameter}", related=related)
    yield from _free(left, uses, signature, related)
    if named & _SIGNS or _binds_again(left):
        return  # an index of one term need not be that of another
    every = [*uses, _Use(left.indices, tuple(zip(left.indices, signature.result, strict=False)), result)]
    found: dict[str, tuple[str, Span]] = {}
    for use in every:
        for letter, size in use.places:
            if found.setdefault(letter, (size, use.span))[0] != size:
                if are_called_equal(result) or _are_equal(entries, {s for u in every for _, s in u.places}):
                    return
                other, place = found[letter]
                told = f"the index {letter} is one of {size} in {use.span.text}, and one of {other} elsewhere"
                also = (*related, Related(place, f"{letter} is one of {other}"))
                yield Diagnostic("NT206", told, use.span, label=f"one of {size}", related=also)
                return
    yield from _said_otherwise(entry, entries, found, related)


def _said_otherwise(
    entry: Entry, entries: Sequence[Entry], found: Mapping[str, tuple[str, Span]], related: tuple[Related, ...]
) -> Iterator[Diagnostic]:
    """*For several queries `i' \\in [m]`* `X_{i' j}`, where by the signature `i'` is an index of `n'`, not `m`."""
    sizes = {size for size, _ in found.values()}
    for other in entries:
        parsed = other.parsed
        if other.sentence != entry.sentence or other.display or not isinstance(parsed, ast.Chain):
            continue
        if len(parsed.subjects) != 1 or len(parsed.rest) != 1 or not isinstance(parsed.subjects[0], ast.Symbol):
            continue
        letter, (_, within) = parsed.subjects[0].full_name, parsed.rest[0]
        if not isinstance(within, ast.TensorSet) or within.base.kind != "range" or within.shape.axes:
            continue
        said = spelt(within.base.items[0])
        if letter in found and said in sizes and said != found[letter][0]:
            if any(_are_ordered(e, sizes) for e in entries):
                return  # so that an index may run over a part of its places
            size, place = found[letter]
            told = f"the index {letter} is one of {said} in {parsed.span.text}, and one of {size} by the signature"
            yield Diagnostic("NT206", told, place, label=f"one of {size}", related=related)


def _are_ordered(entry: Entry, sizes: set[str]) -> bool:
    """Whether a statement has one of the sizes on each side of a relation: `d \\le n`, `m = n`."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain):
        return False
    sides = operands(parsed)
    return len({spelt(side) for side in sides} & sizes) > 1


def _free(
    left: _Left, uses: Sequence[_Use], signature: _Signature, related: tuple[Related, ...]
) -> Iterator[Diagnostic]:
    """`[f(X)]_k = X_{ij} v_i`, where `k` is on the left alone, and `j`, of the same size, once on the right alone."""
    texts = [t.text for t in left.right]
    alone = [(x, size) for x, size in zip(left.indices, signature.result, strict=False) if x.rstrip("'") not in texts]
    once = [
        (x, size, use.span)
        for use in uses
        for x, size in use.places
        if sum(other == x for again in uses for other, _ in again.places) == 1 and x not in left.indices
    ]
    bound = {left.right[i + 1 + (left.right[i + 1].kind is Kind.OPEN)].text for i in _binders(left.right)}
    for i, token in enumerate(left.right[:-2]):  # also `\mathrm{mean}_j`
        if token.kind in (Kind.TEXT, Kind.COMMAND) and left.right[i + 1].kind is Kind.SUB:
            bound |= {*(_indices(left.right, i + 2)[0] or ())}
    if len(alone) == len(once) == 1 and alone[0][1] == once[0][1] and once[0][0] not in bound:
        told = f"{alone[0][0]} stands on the left alone, and {once[0][0]} on the right, both of the size {once[0][1]}"
        yield Diagnostic("NT407", told, once[0][2], label=f"not {alone[0][0]}", related=related)


def _strange(
    right: Sequence[Token], uses: Sequence[_Use], signature: _Signature, related: tuple[Related, ...]
) -> Iterator[Diagnostic]:
    """`j_k`, where `j` is an index or a size by itself, and a size of the signature is `d_k`."""
    sizes = {size for sizes in (*signature.arguments, signature.result) for size in sizes}
    letters = {letter for use in uses for letter, _ in use.places} | sizes
    for i, token in enumerate(right[:-2]):
        if token.kind is Kind.CHAR and token.text in letters and right[i + 1].kind is Kind.SUB:
            indices, end = _indices(right, i + 2)
            meant = [s for s in sorted(sizes) if indices is not None and s.partition("_")[2] == "".join(indices)]
            if meant:
                place = token.span.to(right[end - 1].span)
                what = "a size" if token.text in sizes else "an index"
                told = f"{token.text} is {what} here, and {place.text} is no size of the signature"
                yield Diagnostic("NT407", told, place, label=f"not {meant[0]}", related=related)


def _binds_again(left: _Left) -> bool:
    """Whether a sum or the like binds a letter that stands before it, or is on the left: `a_i \\sum_i b_i`."""
    for i in _binders(left.right):
        letter = left.right[i + 1 + (left.right[i + 1].kind is Kind.OPEN)].text
        if letter in left.indices or letter in [t.text for t in left.right[:i]]:
            return True
    return False


def _has_no_others(right: Sequence[Token], parameters: set[str], signature: _Signature) -> bool:
    """Whether no letters but parameters, sizes and their indices stand on the right."""
    sizes = {size.partition("_")[0] for sizes in (*signature.arguments, signature.result) for size in sizes}
    at = 0
    while at < len(right):
        if right[at].kind is Kind.SUB:
            at = _indices(right, at + 1)[1]
            continue
        if right[at].kind is Kind.CHAR and right[at].text.isalpha() and right[at].text not in parameters | sizes:
            return False
        at += 1
    return True


def _binders(right: Sequence[Token]) -> Iterator[int]:
    """Where the subscripts of sums and the like stand."""
    for i, token in enumerate(right[:-3]):
        if token.text in _BINDERS and right[i + 1].kind is Kind.SUB:
            yield i + 1


def _are_equal(entries: Sequence[Entry], sizes: set[str]) -> bool:
    """Whether a statement of the document has two of the sizes on the sides of an equation."""
    for entry in entries:
        texts = "".join(t.text for t in _plain(entry.piece.tokens)).split("=")
        if len({*texts} & sizes) > 1:
            return True
    return False


def _uses(tokens: Sequence[Token], sizes: Mapping[str, tuple[str, ...]]) -> list[_Use] | None:
    """The parameters with their indices; None if one of them stands without, or with others than letters."""
    found: list[_Use] = []
    for i, token in enumerate(tokens):
        if token.kind is not Kind.CHAR or not sizes.get(token.text):
            continue
        if i + 2 >= len(tokens) or tokens[i + 1].kind is not Kind.SUB:
            return None
        indices, end = _indices(tokens, i + 2)
        if indices is None:
            return None
        places = tuple(zip(indices, sizes[token.text], strict=False))
        found.append(_Use(indices, places, token.span.to(tokens[end - 1].span)))
    return found


def _left(tokens: Sequence[Token]) -> _Left | None:
    """`[f(A, B)]_{ij} = …`, with or without the outer brackets."""
    bracket = bool(tokens) and tokens[0].text == "["
    texts = [t.text for t in tokens]
    if "(" not in texts or ")" not in texts or texts.index("(") != 1 + bracket:
        return None
    close = texts.index(")")
    inside = tokens[2 + bracket : close]
    parameters = tuple(t.text for t in inside[::2])
    if not all(p.isalpha() and len(p) == 1 for p in parameters) or any(t.text != "," for t in inside[1::2]):
        return None
    at = close + 1 + bracket
    if at + 1 >= len(tokens) or (bracket and texts[close + 1] != "]"):
        return None
    indices, end = _indices(tokens, at + 1) if tokens[at].kind is Kind.SUB else (None, at)
    if indices is None or end >= len(tokens) or texts[end] != "=" or len({*indices}) < len(indices):
        return None
    return _Left(texts[bracket], parameters, indices, tuple(tokens[end + 1 :]))


def _indices(tokens: Sequence[Token], start: int) -> tuple[tuple[str, ...] | None, int]:
    """The letters of a subscript, with their primes, and where it ends; None if it is something else."""
    if start < len(tokens) and tokens[start].kind is not Kind.OPEN:
        text = tokens[start].text
        return ((text,) if tokens[start].kind is Kind.CHAR and text.isalpha() else None), start + 1
    end = next((k for k in range(start, len(tokens)) if tokens[k].kind is Kind.CLOSE), len(tokens) - 1)
    found: list[str] = []
    for token in tokens[start + 1 : end]:
        if token.kind is Kind.CHAR and token.text.isalpha() and len(token.text) == 1:
            found.append(token.text)
        elif token.text == "'" and found:
            found[-1] += "'"
        elif token.text != ",":
            return None, end + 1
    return (tuple(found) if found else None), end + 1


def _signature(tokens: Sequence[Token]) -> _Signature | None:
    """`f \\colon \\mathbb{R}^{n \\times d} \\to \\mathbb{R}^n`, if it is that to its end."""
    if len(tokens) < 3 or tokens[1].text not in ("colon", ":"):
        return None
    arguments: tuple[tuple[str, ...], ...] | None = None
    sets: list[tuple[str, ...]] = []
    at = 2
    while at < len(tokens):
        found, at = _set(tokens, at)
        if found is None:
            return None
        sets.append(found)
        follows = tokens[at].text if at < len(tokens) else ""
        if follows in _ARROWS and arguments is None:
            arguments, sets = tuple(sets), []
        elif follows in ("", ".", ",", ";"):
            break
        elif follows not in _TIMES:
            return None
        at += 1
    if arguments is None or len(sets) != 1 or at + 1 < len(tokens):
        return None
    return _Signature(tokens[0].text, arguments, sets[0], tokens[0].span.to(tokens[-1].span))


def _set(tokens: Sequence[Token], start: int) -> tuple[tuple[str, ...] | None, int]:
    """The sizes of one set of tensors, `\\mathbb{R}^{n \\times d}`, and where it ends."""
    if tokens[start].text not in _FIELDS:
        return None, start
    at = start + 1
    if at + 1 < len(tokens) and tokens[at].kind is Kind.SUP:
        return _sizes(tokens, at + 1)
    return (), at


def _sizes(tokens: Sequence[Token], start: int) -> tuple[tuple[str, ...] | None, int]:
    if start < len(tokens) and tokens[start].kind is not Kind.OPEN:
        return (tokens[start].text,), start + 1
    end = min(end_of_group(tokens, start) + 1, len(tokens))
    factors = [""]
    if any(token.text in _OF_SHAPES for token in tokens[start + 1 : end - 1]):
        return None, end
    for token in tokens[start + 1 : end - 1]:
        if token.text in (*_TIMES, ","):
            factors.append("")
        else:
            factors[-1] += "_" if token.kind is Kind.SUB else token.text
    return (tuple(factors) if all(factors) else None), end


def _plain(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without spacing; an upright name, `\\operatorname{softmax}`, is one of words."""
    kept = unspaced(tokens)
    found: list[Token] = []
    at = 0
    while at < len(kept):
        named = in_font(kept, at) if kept[at].text in _UPRIGHT else None
        if named is not None:
            found.append(Token(Kind.TEXT, named[0], kept[at].span.to(kept[at + named[1] - 1].span)))
        else:
            found.append(kept[at])
        at += named[1] if named is not None else 1
    return found
