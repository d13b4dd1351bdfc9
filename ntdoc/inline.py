"""Which statements are reported: all of a display, and of inline mathematics what ntdoc reads.

Inline mathematics that it cannot read, or that speaks of names that only the prose explains, is prose: never an
error. But what a display needs is reported, so that nothing is blocked without a reason.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from ntdoc import made_of_prose
from ntdoc.diagnostics import Diagnostic
from ntdoc.made_of_prose import Rejudged, works
from ntdoc.nodes import walk
from ntdoc.operations.table import CONSTANTS, lookup
from ntdoc.regex import regex
from ntdoc.report import Kind, Status
from ntdoc.shapes.claims.quantified import undeclared
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.said.joined_formulas import are_joined
from ntdoc.shapes.document.sentences import FORMULA
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import ORDERS, index_letters, is_usual, names_in
from ntdoc.shapes.summary import samples_in
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.in_numbers.approximation import is_of_first_order
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import has_word, sentence
from ntdoc.vocabulary import CAN, IF, NOT, SUPPOSE, SUPPOSES, THEN

_AXES = frozenset({"NT203", "NT208"})
_DOUBT = regex(
    rf"\b(?:{NOT}|can't|without|if|would|could|were|instead|rather|unless|wrong|errors?|mistakes?"
    r"|undefined|ill\W|invalid|illegal|meaningless|nonsense|fails?|lacks?|missing|general(?:ly)?|another|other|analogous(?:ly)?"
    r"|similarly|likewise|any|every|beware|avoid\w*|forb[ia]d\w*|refus\w*|reject\w*|notation|means|meant|convention"
    rf"|wr[io]t\w*|latter|{SUPPOSE}|version)\b|n't\b|\?",
    re.IGNORECASE,
)
_AMISS = regex(
    r"\b(?:wrong\w*|false|incorrect\w*|errors?|mist\w+|slips?|instead|rather|absurd|nonsense|impossible|misprint\w*|typos?)\b"
    r"|\?",
    re.IGNORECASE,
)
_DENIES = regex(r"(?:\b(?:not|never|cannot)|n't)\s+(?:[a-z]+\s+)?(?:\$|\\\()?$", re.IGNORECASE)
_ASSERTED = regex(r"\b(?:is|are|be|equals?|gives?|yields?|computes?|get|obtain)(?:\s+[a-z]+){0,4}\s*(?:\$|\\\()?$")
_SUBJECT = regex(rf"(?:^|[,;:.]|\b(?:that|and|here|now|{THEN}))\s*(?:\$|\\\()?\s*$", re.IGNORECASE)
_PREDICATE = regex(r"\s*(?:\$|\\\))?\s*(?:is|gives|yields|computes|sums|adds)\b")
_CAN = regex(rf"\b(?:{CAN})(?: also)? be (?:re)?written(?: more \w+| simply)? (?:as|in the form)\s*(?:\$|\\\()?$")
_FORMULA = regex(r"\$|\\\(")
_NUMBERS = (
    ast.Number | ast.Sum | ast.Fraction | ast.Juxtaposition | ast.Product | ast.ProductOperator | ast.Power | ast.Group
)
_COMMAND = regex(r"\\([A-Za-z]+)")
_UNNAMED = regex(
    r"\b(?:constants?|some|unknown|certain|any|arbitrary|where|with|denot\w+|numbers?|up to|plus)\b", re.IGNORECASE
)
_INLINE = regex(FORMULA, re.DOTALL)
_PROVES = regex(  # "prove Young's inequality"
    r"\b(?:show|prove|verify)\s+(?:the\s+)?(?:[\w'-]+\s+){0,3}(?:inequality|bounds?|estimate)\s*(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_SAYS_MORE = regex(  # of which letters it is
    rf"\b(?:small|large|near|close|enough|even|odd|prime|such|where|some|distinct|ordered|integers?|only|{IF}|unless|until"
    rf"|provided|{SUPPOSES}|not|except|almost|nearly|roughly|with\s+equality|random|sort\w*|increasing|decreasing)\b",
    re.IGNORECASE,
)
_ANEW = regex(r"\b(?:ax[ei]s|stack\w*|add\w*|append\w*|exten\w+|gets?|now|had)\b", re.IGNORECASE)


def reported(
    entries: Sequence[Entry], judged: list[Judged], verdicts: list[Verdict], rejudged: Rejudged
) -> tuple[list[Judged], list[Verdict]]:
    """The statements that a report shows, with their verdicts."""
    pairs = list(zip(judged, verdicts, strict=True))
    prose = {j.role.entry.index for j, v in pairs if not j.role.entry.display and _is_prose(j, v)}
    prose -= {j.role.entry.index for j, v in pairs if j.role.entry.index in prose and _is_order_of_all(j, v, entries)}
    if prose:
        spoken = Counter(letter for entry in entries for letter in _letters(entry.parsed.span.text))
        prose -= {j.role.entry.index for j, _ in pairs if j.role.entry.index in prose and _has_slip(j, spoken)}
    wanted = [j for j, _ in pairs if j.role.entry.display]
    while wanted:
        needed = {entry.index for j in wanted for _, entry in j.notebook.blockers if entry is not None} & prose
        prose -= needed
        wanted = [j for j, _ in pairs if j.role.entry.index in needed]
    while True:  # what needs prose to be understood is prose too
        more = {
            j.role.entry.index
            for j, v in pairs
            if not j.role.entry.display
            and v.status is Status.BLOCKED
            and j.role.entry.index not in prose
            and any(entry is not None and entry.index in prose for _, entry in j.notebook.blockers)
        }
        if not more:
            break
        prose |= more
    prose -= made_of_prose.told(entries, pairs, prose, rejudged)
    kept = [(j, v) for j, v in pairs if j.role.entry.index not in prose or _is_of_numbers(j) or _is_worked_out(j)]
    return [j for j, _ in kept], [v for _, v in kept]


def _is_of_numbers(judged: Judged) -> bool:
    """Whether a link of a chain holds numbers alone, `A = 8/3 \\approx 2.67`: it is read whatever else stands there."""
    entry = judged.role.entry
    doubted = entry.negated or entry.worded or entry.supposed or entry.local or entry.cell
    if judged.kind is not Kind.CLAIM or judged.right is None or doubted:
        return False
    return all(isinstance(part, _NUMBERS) for side in (judged.left, judged.right) for part in walk(side))


def _is_worked_out(judged: Judged) -> bool:
    """*A model that knows nothing has `L = \\log 3 \\approx 1.1`*: whatever has it, `\\log 3` is this number."""
    entry, parsed = judged.role.entry, judged.role.entry.parsed
    if judged.kind is not Kind.CLAIM or entry.mistaken or entry.cell or not isinstance(parsed, ast.Chain):
        return False
    if judged.left is None or judged.right is None or judged.left is parsed.subjects[0]:
        return False
    if not isinstance(parsed.subjects[0], ast.Symbol):
        return False
    said, behind = sentences.before(parsed.span), sentences.after(parsed.span)
    if _DENIES.search(said) or _AMISS.search(f"{said} … {behind}"):
        return False
    parts = [part for side in (judged.left, judged.right) for part in walk(side)]
    return all(isinstance(part, _NUMBERS) or (isinstance(part, ast.Symbol) and is_usual(part)) for part in parts)


def _tells_number(judged: Judged) -> bool:
    """Whether an equation gives a number for what is made of members of families, `1 / \\pi_4 = 8`: it is no law."""
    sides = (judged.left, judged.right)
    told = any(all(isinstance(part, _NUMBERS) for part in walk(side)) for side in sides)
    names = names_in(sides)
    scripts = [name.partition("_")[2] for name in names]
    return told and bool(names) and all("_" in name or any(name in script for script in scripts) for name in names)


def _is_prose(judged: Judged, verdict: Verdict) -> bool:
    entry = judged.role.entry
    if judged.unread is not None or isinstance(entry.parsed, ast.Unread):
        return True
    errors = judged.notebook.problems
    if judged.kind is Kind.EXPRESSION and (errors or judged.notebook.blockers or judged.value is None):
        return not _is_wrong_for_sure(judged, errors)
    if judged.law is not None and verdict.status is Status.FAILED:
        # of any tensors in the middle of a sentence: a condition on them, if it is supposed, or an order of them
        kind = judged.relation.kind if judged.relation is not None else ""
        of_first_order = kind == "approx" and entry.small and is_of_first_order(verdict)  # *for small `h`*
        if entry.assumed or not (kind in ("eq", "define") or of_first_order) or _tells_number(judged):
            return True
    if judged.law is not None and are_joined(entry.parsed.span) and verdict.status is not Status.VERIFIED:
        return True
    if entry.assumed and judged.perhaps is not None and verdict.status is Status.ERROR and _is_of_its_section(judged):
        return True  # a condition on a letter that another section has for something else
    worded = entry.worded and not (verdict.met or verdict.sure)
    supposed = entry.supposed and not (verdict.met and not samples_in(*judged.plans))
    if (entry.negated or worded or supposed) and verdict.status in (Status.FAILED, Status.ERROR):
        return True  # the text says that it is not so, or not always
    return any(d.code in ("NT201", "NT202") for d in errors) or _is_of_its_value(judged, errors)


def _is_order_of_all(judged: Judged, verdict: Verdict, entries: Sequence[Entry]) -> bool:
    """*For `x \\ge -1` and `n \\in \\N` we have `A \\le B`*: a false order whose letters formulas say is no condition.

    So it is of *for `a, b > 0`, prove the inequality `A \\le B` for every `c > 0`*.
    """
    at = judged.role.entry
    if judged.law is None or verdict.status is not Status.FAILED or judged.relation is None:
        return False
    doubted = at.assumed or at.supposed or at.worded or at.negated or at.small or at.local
    if doubted or judged.relation.kind not in ORDERS:
        return False
    before, after = (_INLINE.sub(" … ", text) for text in sentence(at.parsed.span))
    if not (at.holds or _PROVES.search(before)) or _SAYS_MORE.search(f"{before} … {after}"):
        return False
    beside = [e.parsed for e in entries if e.sentence == at.sentence and e.index != at.index]
    said = [parsed for parsed in beside if isinstance(parsed, ast.Chain) and parsed.rest]
    if any(relation.kind not in (*ORDERS, "in") for parsed in said for relation, _ in parsed.rest):
        return False  # *with `1/p + 1/q = 1`*
    names = {name.partition("^")[0] for name in names_in(at.parsed)}  # of powers
    free = {name for name in names if lookup(name) is None and name not in CONSTANTS}
    return bool(free) and free <= names_in(tuple(said))


def _is_of_its_value(judged: Judged, errors: list[Diagnostic]) -> bool:
    """*A pure node has `G = 0`*, after `G(p) = …`: what the value of a function is where the words say."""
    alone = any(isinstance(side, ast.Symbol) and not side.axes for side in (judged.left, judged.right))
    return alone and bool(errors) and {d.code for d in errors} == {"NT213"}


def _has_slip(judged: Judged, spoken: Mapping[str, int]) -> bool:
    """Whether all that is wrong with a conclusion is one letter that no other formula has, `spoken` of in this alone.

    The words around it may say what it is, *for some `c`*, or that it is any number, *up to a constant*.
    """
    entry = judged.role.entry
    before, after = sentence(entry.parsed.span)
    sure = entry.concludes or _SUBJECT.search(before) or before.rstrip("$ ").endswith("have")
    doubted = entry.worded or entry.local or entry.negated or entry.supposed or entry.assumed
    doubted = doubted or are_joined(entry.parsed.span)  # by words
    sure = bool(sure) and not doubted and not _DOUBT.search(f"{before} … {after}")
    if not sure or entry.cell or judged.kind is not Kind.CLAIM or judged.unread is not None:
        return False
    names = undeclared([judged])
    if len(names) != 1 or {d.code for d in judged.notebook.problems} != {"NT201"} or spoken[names[0]] > 1:
        return False
    if isinstance(entry.parsed, ast.Chain) and names[0] in index_letters(entry.parsed.replace(rest=())):
        return False  # the index on the left is any, or the one that the words are about
    known = (use.binding for use in judged.notebook.uses if use.name != names[0])
    if not any(b is not None and b.entry.section == entry.section for b in known):
        return False
    return names[0].isalpha() and names[0].isascii() and not _UNNAMED.search(f"{before} … {after}")


def _letters(text: str) -> set[str]:
    """The letters of a formula, and its commands without their backslash."""
    return {*_COMMAND.findall(text), *_COMMAND.sub(" ", text)}


def _is_of_its_section(judged: Judged) -> bool:
    """Whether a formula speaks of something that its own section says, beside what others do."""
    return any(u.binding.entry.section == judged.role.entry.section for u in judged.notebook.uses if u.binding)


def _is_wrong_for_sure(judged: Judged, errors: list[Diagnostic]) -> bool:
    """Whether an expression lacks axes that it works on, though its section said before what each of its names is.

    The words before it must say that something is just this: others may say that it is wrong, or what it would be if
    it were not so. And since the names were declared nothing may have been said of the axes, which they may have got
    by words: *stacked along a batch*.
    """
    entry = judged.role.entry
    if not errors or not {d.code for d in errors} <= _AXES or not any(map(works, walk(entry.parsed))):
        return False
    bindings = [use.binding for use in judged.notebook.uses if use.binding is not None]
    here = all(b.entry.sentence == entry.sentence for b in bindings)
    if entry.worded or entry.local or entry.negated or entry.cell or not _is_asserted(entry.parsed.span, here):
        return False
    if not all(b.entry.is_above(entry) for b in bindings):
        return False
    axes = [part for part in walk(entry.parsed) if isinstance(part, ast.Axis)]
    ends = [b.entry.parsed.span.end for b in bindings if b.entry.parsed.span.source is entry.parsed.span.source]
    return bool(ends) and not _is_said_between(axes, max(ends), entry.parsed.span)


def _is_asserted(span: Span, here: bool) -> bool:
    """Whether the words before a formula say that something is this, or of names that are declared `here` can be.

    Or those behind it say what it is: *then `u \\ndot{\\ax} v` is a number*.
    """
    before, after = sentence(span)
    before, can = _CAN.subn("", before)
    said = (can and here) or _ASSERTED.search(before) or (_SUBJECT.search(before) and _PREDICATE.match(after))
    return bool(said) and not _DOUBT.search(f"{before} … {after}")


def _is_said_between(axes: list[ast.Axis], start: int, span: Span) -> bool:
    """Whether the text between a declaration and a formula, or around both in its sentence, speaks of axes."""
    before, after = sentence(span)
    first = _FORMULA.split(before, maxsplit=1)[0]  # *in a batch the loss of `p` is …*
    if any(has_word(first, axis.name) for axis in axes):
        return True
    text = span.source.words[start : span.start] + " … " + after
    return bool(_ANEW.search(text)) or any(axis.span.text in text or has_word(text, axis.name) for axis in axes)
