"""Formulas for what another section has, where words bring it back: a theorem, *unrolling it gives*, *so that*."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import in_numbers
from ntdoc.verification import words
from ntdoc.verification.said_again import leads, recaps, said_the_same
from ntdoc.vocabulary import ADVERB, CAN, HENCE, OPENS, THEN

_DERIVED = regex(  # "**Theorem 1.** …", "Unrolling the recurrence gives"
    r"\*\*(?:Theorem|Lemma|Proposition|Corollary|Claim|Fact)\b"
    r"|\b(?:unroll|unfold|expand|rearrang|substitut|differentiat|solv|multiply|work)ing\b[^.;:]*:?\s*\Z"
    r"|\b(?:unrolled|unfolded|multiplied\s+out|written\s+out|in\s+closed\s+form|explicitly)\b[^.;:]*:?\s*\Z"
    rf"|\b(?:clearly|obviously|evidently|{HENCE})\b,?[^.;:]{{0,20}}\Z",
    re.IGNORECASE,
)
_ABOVE = regex(  # "we can rewrite the above as", of any parts that are made of it
    r"\bre-?(?:writ(?:e|es|ten|ing)|express(?:ed|ing)?|arrang(?:e|es|ed|ing))\s+"
    r"(?:the\s+(?:above|previous|last|same)|this|it|equation|eq\.?)(?:\s+[a-z]+)*[\s…:,]*\Z",
    re.IGNORECASE,
)
_WE_CAN = regex(  # what stands in the clause before: "so we can now"
    rf"\W*(?:(?:and|or|but|where|which|that|{THEN}|{ADVERB}|finally|equivalently|alternatively|conveniently|{CAN}|be|us|let"
    r"|we|one|it|helps?|to|is|useful|convenient|easy|by|simply|just)\b\W*)*",
    re.IGNORECASE,
)
_WITHOUT_CHANGE = regex(  # a clause before that: "Letting …, and …", "by linearity", "expanding …"
    rf"\W*(?:(?:and|{THEN}|{ADVERB}|finally|first|next|similarly|equivalently|alternatively|of\s+course)\b\W*)*"
    r"(?:(?:letting|defining|introducing|denoting|writing|with|where|recall\w*|not(?:e|ing)|since|because|as|in\s+short"
    r"|for\s+(?:convenience|brevity|clarity|short)"
    r"|(?:by\s+)?(?:us|rearrang|substitut|expand|multiply|factor|collect|group|distribut|exchang|swapp|pull|insert"
    r"|plugg|complet|regroup)ing|by\s+(?:the\s+)?(?!\w+ing\b)[a-z]+)\b.*)?",
    re.IGNORECASE | re.DOTALL,
)
_REWRITES = regex(
    rf"\b(?:re-?writ(?:e|es|ing)|(?:multiply|writ)ing\s+out|expand(?:s|ing)?)\s+(?P<name>{sentences.FORMULA})(?:\s+[a-z]+)*"
    rf"[\s:,]*(?:{OPENS})?\s*\Z",
    re.IGNORECASE,
)
_AT_ANY = regex(  # "Unrolled, the state at time `t` is"
    r"\b(?:at|for|in)\s+(?:(?:the|each|every|any)\s+)?(?:time|step|position|token|iteration)s?\s+…|\bafter\s+…\s+(?:steps|iterations)\b"
    r"|\bin\s+closed\s+form\b",
    re.IGNORECASE,
)
_BACK = regex(  # "we get back the model", "this recovers the loss"
    r"\b(?:(?:get|gets|obtain|obtains|find|finds|have|has|gives?|yields?|brings?|arrives?)\b[^.;:…]{0,20}\bback\b"
    r"|(?:recover|restor|reproduc|regain)(?:s|es|ing|e)?\b)(?!\s+(?:an?|some|another)\b)",
    re.IGNORECASE,
)
_IN_A_FORM = regex(r"\bin\s+(?:the\s+|an?\s+|its\s+)?(?:[a-z-]+\s+){1,2}(?:form|notation|coordinates)\b", re.IGNORECASE)
_TEXT = regex(r"\\text(?:rm|normal)?\s*\{([^{}]*)\}")
_MARKS = regex(r"\$|\\[()]")


def goes_back(before: Judged, judged: Judged) -> bool:
    """Whether the formula of another section is drawn as a conclusion of the first: a theorem, *unrolling it gives*.

    It is made of what that one is made of, says itself nothing of that, and turns to no other case.
    """
    at = judged.role.entry
    if _comes_back(before, judged):
        return True
    own = sentences.SECTION.split(words.said_between(before.span, judged.span))[-1]
    own = " … ".join((own, *_texts_above(judged)))
    led = leads.last_between(before, judged)
    recap, above = recaps.is_recap(led) or recaps.is_summary(own), _is_written_anew(judged, own)
    if not (at.theorem or recap or above or _DERIVED.search(own)):
        return False
    own = recaps.without(_AT_ANY.sub("", led if recap else own))
    if not _use_the_same(before, judged):
        return False
    here = (use.binding for use in judged.notebook.uses if use.binding and use.binding.entry.section == at.section)
    if any(not (above and isinstance(b, Tensor)) for b in here):
        return False
    behind = leads.behind(judged)
    said = (own, "" if behind.startswith("where") else behind)  # what it is made of is none that a *where* explains
    return not any(map(leads.turns, said))


def _comes_back(before: Judged, judged: Judged) -> bool:
    """Whether its sentence says that what is there comes out: *with `\\bar A = E` we get back the model*.

    In a subsection of the section that has the first formula *so that* does, and *the sum can be split into*, if it
    applies no functions but those of the first. It may be made of letters that formulas of its section bring in.
    """
    led = leads.last_between(before, judged)
    back = _BACK.search(led) is not None
    follows = back or leads.is_concluded(before, judged) or said_the_same.splits(judged)
    if not follows or not (back or judged.role.entry.is_under(before.role.entry)) or not _use_the_same(before, judged):
        return False
    section = judged.role.entry.section
    here = [use.binding for use in judged.notebook.uses if use.binding and use.binding.entry.section == section]
    if not all(isinstance(b, Tensor) and not in_numbers(b.body) for b in here):
        return False
    led = said_the_same.without_letters(sentences.without_headings(led), judged)
    said = (leads.OF_TERMS.sub(" ", _IN_A_FORM.sub(" ", _BACK.sub(" ", led))), leads.behind(judged))
    if any(map(leads.turns, said)):
        return False
    return back or said_the_same.applies_no_others(before, judged, here)


def _use_the_same(before: Judged, judged: Judged) -> bool:
    """Whether the letters that both formulas are made of are the same in both."""
    known = {use.name: use.binding for use in before.notebook.uses}
    return all(known.get(use.name, use.binding) is use.binding for use in judged.notebook.uses)


def _is_written_anew(judged: Judged, own: str) -> bool:
    """Whether words say that it is what was said above: *we can rewrite the above as*, *let us rewrite `\\hat x`*."""
    words_before = sentences.before(judged.role.entry.parsed.span, across=True)
    named = _REWRITES.search(words_before)
    left = "".join(judged.role.entry.parsed.span.text.partition("=")[0].split())
    if named is not None and "".join(_MARKS.sub("", named["name"]).split()) == left:
        return _changes_nothing(words_before[: named.start()])
    above = _ABOVE.search(own)
    return above is not None and _changes_nothing(own[: above.start()])


def _changes_nothing(led: str) -> bool:
    """Whether the words that lead to *rewrite* say of no change: *letting `S = …`, we can*, and not *averaging, we*."""
    *earlier, last = re.split("[,…]", sentences.BLANK_LINE.split(leads.ENDS.split(led)[-1])[-1])
    return _WE_CAN.fullmatch(last) is not None and all(_WITHOUT_CHANGE.fullmatch(clause) for clause in earlier)


def _texts_above(judged: Judged) -> list[str]:
    """What is set as text before a formula in its display."""
    return _TEXT.findall(sentences.display_before(judged.span))
