"""Where reading has come to in a document, from which `entries` takes what it says of each statement."""

from __future__ import annotations

import re

from ntdoc.reading.document import Mathematics
from ntdoc.reading.masking import NOTE
from ntdoc.regex import regex
from ntdoc.shapes.document import phrases
from ntdoc.shapes.document.conditions import premises
from ntdoc.shapes.document.conditions.clause_conditions import ClauseConditions
from ntdoc.shapes.document.said import properties

_PARAGRAPH = regex(r"[ \t]*\n[ \t]*\n")
_FOR_ALONE = regex(r"(?:\W|\\(?:begin|end)\s*\{[^{}]*\}|\[[^\[\]]*\])*For,?\s*")
_STOPS = regex(r"\s*\.(?:\s|$)")
_HEARD = 1500  # characters of a sentence that are looked through before a formula


class Place:
    """Where reading has come to in a document."""

    def __init__(self) -> None:
        self.section = 0
        self.chapter = self.head = 0  # the section with its subsections, and what stands above them
        self.exemplified = False  # in an environment for examples, and in no section of them
        self.boxed = False, 0  # in a box of Markdown that keeps its numbers, and in which exercise
        self.illustration = self.illustrated = 0  # the section of an example, and its level
        self.run = 0
        self.sentence = 0
        self.clause = False  # inside a where-clause that follows a display
        self.listed = False  # in a list that such a clause leads to: each item says one thing more
        self.joined = False  # behind a display and a word that joins what is in the sentence to it
        self.after_display = False  # nothing but white space since a display
        self.ended = False  # the last display ended a sentence
        self.local = self.quantified = self.postposed = self.theorem = self.starred = False
        self.shaped = False  # what binds is *of the form*
        self.theorems = self.proves = 0  # how many there have been, and that in or behind which this stands
        self.note = False  # in a footnote, which is one sentence: what it says of a name is said in passing
        self.before = ""  # prose of this sentence since the last formula
        self.spoken = ""  # prose of this sentence
        self.glossed = -1  # the sentence in which a formula says what *if* says in words
        self.behind = False  # the last formula holds under the next one, and what follows that does not
        self.conditions = ClauseConditions()

    def formula(self, display: bool, boxed: tuple[bool, int]) -> None:
        """What the words before a formula bind, and whether the formula stands in another box than the one before."""
        if display:  # *we take `y = f(x)`, where*, and a display
            clause = self.before != self.spoken and phrases.WHERE_ALONE.fullmatch(self.before) is not None
            self.clause = self.clause or clause
        else:
            self.bound_by(phrases.LOCAL.search(" ".join(self.before.split())[-60:] + " "))
        self.run, self.boxed = self.run + (boxed != self.boxed), boxed

    def reason(self, after: str, equates: bool) -> None:
        """*For `A = B`.* is all of a sentence, as of a proof: that is no case, but why something is so."""
        if equates and _FOR_ALONE.fullmatch(self.spoken) and _STOPS.match(after):
            self.local, self.before, self.spoken = self.note, "Since ", "Since "

    def gloss(self, said: bool) -> None:
        """*If all are equal, `w = 1`* binds as *if `w = 1`* does."""
        if said:
            self.local, self.glossed = True, self.sentence

    def bound_by(self, found: re.Match[str] | None) -> None:
        """*If* binds what its sentence goes on to name, *every word `w`* up to what is said of it: *has a …*.

        Behind a formula, *`A = 1` if `i` is even*, it binds its clause alone. What stands behind *systems of the form
        `A x = b`, where* is no part of the form.
        """
        of_all = found is not None and found[1].lower() in phrases.OF_ALL
        if of_all and found is not None and phrases.SAID_OF_ALL.search(found[0]):
            of_all = False  # *the number of points in each cluster is `n = …`*, and not *if all weights are `w = 1`*
            found = found if premises.follows_if(self.before) else None
        if found is not None:
            self.local, self.quantified, self.shaped = True, of_all, found[1].lower().startswith("of ")
            begins = not found.string[: found.start()].strip(" ,;")
            self.postposed = not self.quantified and begins and self.before.strip() != self.spoken.strip()
        elif self.local and self.shaped and phrases.WHERE.match(self.before):
            self.local = self.note
        elif self.quantified and phrases.PREDICATE.search(self.before):
            self.local = self.quantified = False
        elif self.postposed and phrases.NEXT_CLAUSE.search(self.before):
            self.local, self.postposed = self.note, False

    def heading(self, begins_chapter: bool, level: int, title: str) -> None:
        self.section += 1
        self.illustration, self.exemplified = 0 if self.exemplified else self.illustration, False
        if not self.illustration or level <= self.illustrated:
            self.illustration = self.section if phrases.ILLUSTRATION.search(title) else 0
            self.illustrated = level
        self.chapter += begins_chapter
        self.head = self.section if begins_chapter else self.head
        self.theorem = self.starred = False
        self.title()

    def title(self) -> None:
        """What stands before the title of a box or a section has ended."""
        self.run += 1
        self.sentence += 1
        self.clause = self.listed = self.after_display = self.local = self.note = False
        self.before = self.spoken = ""

    def prose(self, text: str, before_display: bool) -> None:
        text = phrases.LINE_BREAK.sub(" ", phrases.FOOTNOTE.sub(" ", text))
        self.starred = self.starred or properties.starred_said(text)
        for edge in phrases.THEOREM.finditer(text):
            self.theorem = edge[1] == "begin" and not edge[2]
            self.theorems += self.theorem
            self.proves = self.theorems if edge[1] == "begin" else 0
        for edge in phrases.EXAMPLE_ENDS.finditer(text):
            if edge.lastindex and edge[edge.lastindex] != "end" and not self.illustration:
                self.illustration, self.exemplified, self.run = max(self.section, 1), True, self.run + 1
            elif edge[edge.lastindex or 0] == "end" and self.exemplified:
                self.illustration, self.exemplified, self.run = 0, False, self.run + 1
        leads = _leads_to_list(text)
        begins = not (before_display or leads) and text.lstrip().startswith("With ")  # *With `x = 1` we get …*
        begins = begins and (self.ended or bool(_PARAGRAPH.match(text)))
        if self.after_display and text.strip() and not begins and phrases.CLAUSE_ALONE.fullmatch(text):
            self.clause = self.clause or not text.strip().lower().startswith("and") or "where" in text
            self.before = self.spoken = text
            self.joined = True
            return  # a word that joins two displays, on a line of its own or not
        if self.after_display and text.strip():
            if phrases.QUALIFIES.match(text) and not before_display:
                text = f" {text.lstrip()}"  # an empty line ends no sentence
            self.after_display = False
            if text.lstrip()[:1].isupper():  # the display ended a sentence, with or without a full stop
                self.sentence += 1
                self.local = False
                self.spoken = ""
            if (phrases.WHERE.match(text) and not begins) or phrases.FOR.fullmatch(text):
                self.clause = True
            elif not (self.listed or phrases.AND.fullmatch(text) or (self.clause and (leads or _adds(text)))):
                self.clause = False
                self.run += 1
        self._item(text, leads)
        after = self.after_display
        ends = [e for e in phrases.SENTENCE_END.finditer(text) if not (before_display and _goes_on(text, e, after))]
        if not ends:
            self.before, self.spoken = (self.before + text)[-_HEARD:], (self.spoken + text)[-_HEARD:]
            return
        was_note = self.note
        self.note = _is_in_note(text, was_note)
        if not (was_note and self.note) or NOTE.search(text):
            self.sentence += len(ends)
        self.local = self.note
        self.before = self.spoken = text[ends[-1].end() :]
        if (self.clause or self.joined) and text.strip() and not self.listed:
            self.clause = self.joined = False
            self.run += 1

    def _item(self, text: str, leads: bool) -> None:
        """Where a list of a clause begins, and where its items do; in their first sentences the clause goes on."""
        if not self.listed:
            self.listed = self.clause and leads
        elif phrases.LIST_ENDS.search(text):
            self.listed, self.clause = False, False
            self.run += 1
        else:
            goes_on = self.clause and not phrases.SENTENCE_END.search(text)
            self.clause = goes_on or phrases.ITEM.search(text) is not None

    def display(self, item: Mathematics) -> None:
        self.after_display, self.joined = True, False
        self.before = ""
        self.ended = ends(item)
        if self.ended:
            self.sentence += 1
            self.local = False
            self.spoken = ""


def ends(item: Mathematics) -> bool:
    """Whether a display ends a sentence."""
    return item.display and bool(item.tokens) and item.tokens[-1].text == "."


def _adds(text: str) -> bool:
    return phrases.AND.match(text) is not None


def _leads_to_list(text: str) -> bool:
    """Whether the words behind a display lead to a list, *where the parts are:*, without an end of their sentence."""
    item = phrases.ITEM.search(text)
    words = text[: item.start()].strip() if item is not None else "."
    return not phrases.SENTENCE_END.search(f"{words} ")


def _is_in_note(text: str, before: bool) -> bool:
    """Whether a footnote of Markdown goes on at the end of a text, if one does, or does not, at its beginning."""
    begins = [note.end() for note in NOTE.finditer(text)]
    return (before or bool(begins)) and not phrases.NOTE_END.search(text, begins[-1] if begins else 0)


def _goes_on(text: str, end: re.Match[str], after_display: bool) -> bool:
    """Whether a blank line, and no full stop, stands before the display that completes a sentence."""
    words = text[: end.start()].rstrip().rstrip("*_)\"'”’")
    last = words[-1:] or ("" if after_display else ",")  # nothing, if a formula stands there
    last = "," if phrases.THAT_IS.search(words) else last
    return not end.group().strip() and not text[end.end() :].strip() and (last.isalnum() or last in (",", ":"))
