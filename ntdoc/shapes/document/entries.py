"""The statements of a document in their places: section, run of displays, sentence.

A run is a sequence of displays with nothing between them but words such as *where* and *with*; what a run says after
such words belongs to what stands before it. A sentence bounds what *if* and *any* say of a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ntdoc.reading.document import BoxTitle, Document, Heading, Mathematics, Prose
from ntdoc.shapes.document import headings, phrases, sentences
from ntdoc.shapes.document.cells import is_in_table, is_label
from ntdoc.shapes.document.conditions import letter_ranges, premises
from ntdoc.shapes.document.conditions.made_precise import is_made_precise
from ntdoc.shapes.document.denied import struck
from ntdoc.shapes.document.denied.boxes import Boxes, boxes
from ntdoc.shapes.document.denied.denials import is_corrected
from ntdoc.shapes.document.denied.quizzes import is_shown_wrong, is_taken_back
from ntdoc.shapes.document.named_environments import by_kind
from ntdoc.shapes.document.place import Place, ends
from ntdoc.shapes.document.refused import refused
from ntdoc.shapes.document.said import properties, said_signatures
from ntdoc.shapes.document.said.joined_formulas import joined
from ntdoc.shapes.document.said.said_conditions import is_only_case, is_worded
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.patterns import number_given
from ntdoc.source import Span
from ntdoc.syntax.ast import Chain, Parsed, Symbol, Unread
from ntdoc.syntax.rows import Piece
from ntdoc.syntax.statements import parse_display, parse_inline


@dataclass(frozen=True, slots=True)
class Entry:
    """A parsed statement and where it stands."""

    index: int
    parsed: Parsed
    piece: Piece
    item: int
    section: int
    run: int
    where: bool  # says what something before it in its run is
    sentence: int
    display: bool
    local: bool  # what it declares holds in its sentence alone
    small: bool  # the sentence says that something is small
    negated: bool  # the sentence says that something is not so
    companion: bool = False
    sign: str = ""  # the words beside it say that it is positive, nonnegative or negative
    scalar: str = ""  # the words beside it say that it is a number: `scalar`, or `quantity`
    concludes: bool = False  # the words before it draw a conclusion
    example: bool = False  # the words before it say that it is only an example
    assumed: bool = False  # the words before it suppose it
    chapter: int = 0  # the section with its subsections
    worded: bool = False  # it holds under a condition that the words beside it say
    gives: bool = False  # the words before it give a value to something
    supposed: bool = False  # it is a condition itself: *if* stands right before it
    counts: bool = False  # the words around it say that it is a whole number: *after `n` steps*
    cell: bool = False  # it stands in a table
    illustration: int = 0  # its section, with subsections, if that is headed *Example*, or that of its environment
    introduces: bool = False  # the words before it say what it is: *with a step size*
    solves: bool = False  # the words before it say that something is to become zero
    orthogonal: str = ""  # its sentence says that something is `orthogonal`, or `orthonormal`, as columns are
    theorem: bool = False  # it stands in a theorem, a lemma or the like
    implied: bool = False  # it stands in one formula with an implication, `A \\Rightarrow B`, or with an *or*
    proves: int = 0  # which theorem it stands in, or in the proof of
    lets: bool = False  # the words right before it are *let* or the like
    distribution: str = ""  # the words beside it say that it is a `joint` distribution, or a `plain` one
    again: bool = False  # the words before it say that it is one more way to write something
    recalls: bool = False  # it stands in a table that sums up what other sections say
    holds: bool = False  # the words before it are *with* and *we have*
    shown: bool = False  # the words before it are *show that* or the like
    sought: bool = False  # its sentence says that something is to solve it: *the ranks satisfy*
    starred: bool = False  # its section says that starred axes are contracted with those without a star
    bounds: bool = False  # it is a condition of the equation of entries before it in its row: `t < T`
    heads: bool = False  # it stands above the subsections of its section
    case: bool = False  # it equates names in a case that its sentence takes: *for `u = v`*
    multiple: int = 1  # the words after it say that it is a multiple of this: *`|\\emb|` is even*
    exercise: int = 0  # the exercise, or the one of the solution, that it stands in
    of_a_kind: bool = False  # its sentence says that a map is linear, invariant or the like
    mistaken: bool = False  # the words around it show it as a mistake
    premise: bool = False  # it stands in an assumption, which holds for all that follows
    described: bool = False  # it is a comparison in words, which may say how the data are

    @property
    def row(self) -> tuple[int, int]:
        """The row of a display that it stands in."""
        return self.item, self.piece.row

    def is_above(self, other: Entry) -> bool:
        """Whether it stands before another in the same section."""
        return self.section == other.section and self.index < other.index

    def is_under(self, other: Entry) -> bool:
        """Whether another stands in its section, or above it in the one that this is a subsection of."""
        return other.section == self.section or (other.heads and other.chapter == self.chapter)

    def not_read(self, reason: str, at: Span | None = None) -> Entry:
        """The same statement as one that is not read, because of what stands `at` a place in it."""
        span = self.parsed.span
        return replace(self, parsed=Unread(reason, False, at or span, span, self.piece.row))


def _declares_family(statement: Parsed, place: Place) -> bool:
    """*For every `t` there is an `a_t \\in S`*, *every weight `W^l \\in S`*: of each member, and not in passing."""
    if not isinstance(statement, Chain) or not (place.quantified or phrases.FOR_EVERY.search(place.spoken)):
        return False
    return any(isinstance(s, Symbol) and letters_in(s.full_name) for s in statement.subjects)


def _condition_after(items: Sequence[object], document: Document) -> Parsed | None:
    """The formula that stands behind *if* or *for* after another: `A = B` *if* `t \\ge 1`.

    A number may stand between, `A = a B` *with* `a = 2`, *for* `t \\ge 1`.
    """
    more = False
    while len(items) > 3 and _gives_number(items[0], items[1], document, more):
        items, more = items[2:], True
    if len(items) < 2 or not isinstance(items[0], Prose) or not isinstance(items[1], Mathematics) or items[1].display:
        return None
    found = _parsed(items[1], document) if premises.conditions(items[0].text) else []
    return found[0][0] if len(found) == 1 else None


def _gives_number(words: object, item: object, document: Document, more: bool) -> bool:
    """Whether *with* and a number for a letter, `a = 2`, stand behind a formula, or one more of them."""
    if not isinstance(words, Prose) or not isinstance(item, Mathematics) or item.display:
        return False
    parsed = _parsed(item, document) if premises.brings(words.text, more) else []
    return bool(parsed) and all(number_given(statement) is not None for statement, _ in parsed)


def _equates(statement: Parsed) -> bool:
    """Whether it is an equation of more than a name."""
    if not isinstance(statement, Chain) or len(statement.subjects) != 1 or isinstance(statement.subjects[0], Symbol):
        return False
    return [relation.kind for relation, _ in statement.rest] == ["eq"]


def _after(ahead: object) -> str:
    """The words right after a formula."""
    return ahead.text[:60] if isinstance(ahead, Prose) else ""


def entries_of(document: Document, first: int = 0, companion: bool = False) -> list[Entry]:
    """All statements of a document, in order; their numbers begin at `first`."""
    found: list[Entry] = []
    place = Place()
    outer, said = _outer_level(document.items), said_signatures.Said(document.items)
    within, numbered, called = boxes(document), joined(document.items), by_kind(document)
    items = [item for _, item, *_ in numbered]
    titled = headings.introduced(items, lambda formula: _parsed(formula, document))
    for at, (number, item, again, described) in enumerate(numbered):
        ahead = items[at + 1] if at + 1 < len(items) else None
        if isinstance(item, Heading):
            place.heading(item.level <= outer, item.level, item.title)
            for formula_ in item.mathematics:
                if parsed := titled.get(formula_.span.start, []):
                    shown = _Formula(formula_, place, None, False)
                    _add(found, first, _around(shown, parsed[0], number, within), parsed, shown, None)
        elif isinstance(item, BoxTitle):
            place.title()
        elif isinstance(item, Prose):
            place.prose(called(item.text), isinstance(ahead, Mathematics) and ahead.display)
        elif isinstance(item, Mathematics) and not struck.is_left_out(item):
            boxed = within.is_of_numbers(item.span), within.exercise(item.span)
            place.formula(item.display, boxed)
            glosses = not item.display and premises.glosses_if(place.spoken, item.span)
            place.gloss(glosses)
            parsed = [*_parsed(item, document), *said.at(number)]
            ended = ends(item) or (not item.display and sentences.BLANK_LINE.match(_after(ahead)) is not None)
            condition = None if ended else _condition_after(items[at + 1 : at + 7], document)
            if parsed:
                place.reason(_after(ahead), not item.display and len(parsed) == 1 and _equates(parsed[0][0]))
                formula = _Formula(item, place, ahead, glosses)
                around = _around(formula, parsed[0], number, within)
                around = replace(around, companion=companion, again=again or around.again, described=described)
                _add(found, first, around, parsed, formula, condition)
            if item.display:
                place.clause = place.clause or bool(parsed and parsed[-1][1].ends_with_where)
                place.display(item)
            place.after_display, place.before = item.display, ""
    return found


@dataclass(frozen=True, slots=True)
class _Formula:
    """A formula, where it stands, and what stands right behind it."""

    item: Mathematics
    place: Place
    ahead: object  # what stands behind it
    glosses: bool  # it says what *if* says in words before it

    @property
    def display(self) -> bool:
        return self.item.display

    @property
    def after(self) -> str:
        """The words right after it: of one in a sentence, up to the end of its paragraph."""
        after = _after(self.ahead)
        return after if self.display else sentences.BLANK_LINE.split(after, maxsplit=1)[0]


def _is_demanded(spoken: str) -> bool:
    """Whether *so that* leads to what is supposed: *assume that they are so that*, *so that a model must satisfy*."""
    return bool(phrases.SUPPOSES_SO.search(spoken) or phrases.MUST_SATISFY.search(spoken))


def _around(formula: _Formula, of: tuple[Parsed, Piece], number: int, within: Boxes) -> Entry:
    """What the place of a formula and the words around it say of all its statements; `of` is one of them."""
    item, place, display, after = formula.item, formula.place, formula.display, formula.after
    spoken = " ".join(place.spoken.split())
    near = place.spoken[-80:] + " … " + after.split(".")[0]
    theorem, proves = within.theorem(item.span) or (place.theorem, place.proves)
    in_example, exercise = place.boxed
    mistaken = is_shown_wrong(place.spoken, item.span, display)
    mistaken = mistaken or (within.is_of_mistake(item.span) and not is_corrected(place.spoken))
    concludes = bool(phrases.CONCLUDES.search(place.spoken[-90:])) and not premises.is_arranged(place.spoken)
    return Entry(
        index=0,
        parsed=of[0],
        piece=of[1],
        item=number,
        section=place.section,
        run=place.run,
        where=False,
        sentence=place.sentence,
        display=display,
        local=False,
        small=bool(phrases.SMALL.search(near)),
        negated=False,
        concludes=concludes and not (not display and phrases.PREMISE_AFTER.match(after)),
        example=not display and bool(phrases.EXAMPLE.search(place.spoken)),
        chapter=place.chapter,
        gives=bool(phrases.GIVES.search(spoken[-60:] + " ")) and not phrases.RESULTS.search(spoken[-60:] + " "),
        counts=not display and properties.counts_said(place.before, after, place.spoken),
        cell=not display and is_in_table(item),
        illustration=place.illustration or (max(place.section, 1) if in_example else 0),
        introduces=not display and properties.introduces_said(place.before),
        solves=bool(phrases.SOLVES.search(spoken)),
        orthogonal=properties.orthogonality_said(place.spoken),
        theorem=theorem,
        proves=proves,
        heads=place.section == place.head,
        lets=not display and properties.lets_said(place.before),
        distribution="" if display else properties.distribution_said(place.before, formula.ahead),
        again=properties.again_said(place.spoken, after),
        holds=properties.holds_said(place.spoken),
        shown=properties.shown_said(place.spoken),
        sought=properties.sought_said(place.spoken, after),
        starred=place.starred,
        multiple=1 if display else properties.multiple_said(formula.ahead),
        exercise=exercise,
        of_a_kind=properties.kind_said(place.spoken),
        mistaken=mistaken,
    )


def _add(
    found: list[Entry],
    first: int,
    around: Entry,
    parsed: Sequence[tuple[Parsed, Piece]],
    formula: _Formula,
    condition: Parsed | None,
) -> None:
    """Add the statements of a formula, which hold under the `condition` behind it, if there is one."""
    place, display = formula.place, formula.display
    linked, (behind, place.behind) = place.clause, (place.behind, False)
    for statement, piece in parsed:
        statement = statement if display else letter_ranges.ranging(statement, formula.after)
        statement = place.conditions.on(statement, place.sentence)
        under = statement if condition is None else premises.under(statement, condition)
        place.behind |= under is not statement
        met, statement = under is not statement and premises.is_if(formula.after), under
        linked = linked or piece.says_where
        found.append(_entry(around, statement, piece, formula, met, first + len(found), linked))
        linked = linked or piece.ends_with_where
        supposed = (statement,) if found[-1].supposed and isinstance(statement, Chain) and not behind else ()
        orders = () if display or behind else premises.ranges_over(place.before, statement)
        between = len(found) > 1 and not found[-2].supposed
        place.conditions.hold(place.sentence, supposed, orders, place.before, between=between)


def _follows(formula: _Formula) -> bool:
    """Whether a formula in a sentence is what follows from a condition, *if `x > c`, `f(x) = c`.*, and none itself."""
    place = formula.place
    return not formula.display and premises.closes_if(place.spoken, place.before, formula.after)


def _entry(
    around: Entry, statement: Parsed, piece: Piece, formula: _Formula, met: bool, index: int, linked: bool
) -> Entry:
    """One statement of a formula, with what the words around it say of this one; `met` if *if* stands behind it."""
    item, place, after, inline = formula.item, formula.place, formula.after, not formula.display
    local = place.local or premises.holds_here(statement, after, item.span)
    local = local or (inline and isinstance(statement, Chain) and is_made_precise(statement.span))
    assumed = premises.is_assumed(statement, place.spoken, place.before, after, item.display)
    assumed = assumed and not (met or _follows(formula))
    worded = inline and not met and place.glossed != place.sentence and is_worded(place.spoken, after, statement)
    glossed = not item.display and premises.glosses_kind(place.before, after, statement.span)
    supposed = premises.is_supposed(place.before if inline else place.spoken, statement, item.display)
    return replace(
        around,
        index=index,
        parsed=statement,
        piece=piece,
        where=linked and not premises.is_derivative(statement),
        local=local and inline and not _declares_family(statement, place),
        negated=inline and (around.mistaken or is_taken_back(place.spoken, after, statement, item.span)),
        sign=properties.sign_said(place.before, statement.span, formula.ahead) if inline else "",
        scalar=properties.scalar_said(place.before, statement.span),
        concludes=around.concludes and not (assumed and _is_demanded(place.spoken)),
        assumed=assumed
        or (item.display and phrases.WITH.search(place.before) is not None)
        or glossed
        or formula.glosses,
        worded=worded
        or (inline and (is_label(statement, item) or premises.is_subject(statement, after)))
        or premises.describes_index(statement),
        supposed=supposed
        or formula.glosses
        or (item.display and is_only_case(item.span, piece.words))  # *with equality iff*
        or (inline and (premises.restates_if(statement, after) or premises.implies(after))),
    )


def opening(entries: Iterable[Entry], at: Entry) -> Entry:
    """The first entry of the display of an entry, which the words before it lead to; else that entry."""
    return next((e for e in entries if e.item == at.item), at) if at.display else at


def _outer_level(items: Sequence[object]) -> int:
    """The level of the headings that divide a document: the outermost that is not the title alone."""
    levels = sorted(item.level for item in items if isinstance(item, Heading))
    return next((level for level in levels if levels.count(level) > 1), levels[0] if levels else 0)


def _parsed(item: Mathematics, document: Document) -> Sequence[tuple[Parsed, Piece]]:
    if not item.tokens:
        return refused(item, document)
    if item.display:
        return parse_display(item.tokens, item.environment, item.inner)
    return parse_inline(item.tokens, item.inner)
