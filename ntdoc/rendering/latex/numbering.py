"""Numbers as LaTeX gives them: one walk over a document that counts what is counted, and learns what is labelled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ntdoc.naming import slug
from ntdoc.reading.tokens import Token
from ntdoc.rendering.latex import text as letters
from ntdoc.rendering.latex.counters import COUNTED_TO, RANKS, Counters, Equations, item_number, sign_of_note
from ntdoc.rendering.latex.counters import letters as letter_of
from ntdoc.rendering.latex.items import OWN_LABEL
from ntdoc.rendering.latex.marking import AUTHOR, HEAD, SUBEQUATIONS, THEOREM, Ready
from ntdoc.rendering.latex.pandoc_tree import Node, walk
from ntdoc.rendering.latex.prose import label_id
from ntdoc.rendering.latex.restated import AGAIN
from ntdoc.rendering.latex.tabulars import FLOAT, TABULARS
from ntdoc.rendering.latex.tokens import plain_tokens
from ntdoc.rendering.latex.tree import between_displays, flat, inside, shows, token_in
from ntdoc.rendering.latex.unread_tables import as_table, without_caption, without_columns
from ntdoc.rendering.math import text_of, words_of


@dataclass(frozen=True, slots=True)
class Target:
    """What a label names: `Definition` with the number `4`, at an anchor on one of the pages."""

    kind: str
    number: str
    part: int
    anchor: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """What becomes a page: a section with what it contains, or what stands before the first one."""

    blocks: tuple[Node, ...]
    title: str  # as plain text
    number: str
    item: int  # the index, in the document, of what begins it; 0 for the first part
    written: str = ""  # the title with its formulas as they are written, of which the address is made


@dataclass(frozen=True, slots=True)
class Numbered:
    """The parts of a document with numbers in them, the labels, and the numbers of the rows of each display."""

    parts: tuple[Part, ...]
    labels: dict[str, Target]
    rows: dict[int, tuple[str, ...]]  # by the number of the token; "" for a row without
    headings: dict[int, str]  # by the item of the document: `3.1 Definition`, as plain text


def number(ready: Ready, blocks: Sequence[Node], taken: Iterable[str], *, divided: bool) -> Numbered:
    """Count everything. `taken` are anchors that are in use; `divided` makes each section a part."""
    walk = _Walk(ready, taken, divided)
    walk.top(blocks)
    return Numbered(tuple(walk.parts), walk.labels, walk.rows, walk.headings)


@dataclass
class _Target:
    """What a `\\label` here would name."""

    kind: str
    number: str
    anchor: str
    title: str = ""


class _Walk:
    def __init__(self, ready: Ready, taken: Iterable[str], divided: bool) -> None:
        self.parts: list[Part] = []
        self.labels: dict[str, Target] = {}
        self.rows: dict[int, tuple[str, ...]] = {}
        self.headings: dict[int, str] = {}
        self._ready = ready
        self._settings = ready.settings
        self._divided = divided
        self._taken = set(taken)
        self._counters = Counters(ready.settings, (section.command for section in ready.text.sections))
        self._equations = Equations(self._counters)
        self._step = self._counters.step
        self._top = self._counters.top
        self._here = _Target("", "", "")
        self._in_head = False
        self._thanks = 0

    # Blocks

    def top(self, blocks: Sequence[Node]) -> None:
        """All blocks of the document, divided into parts."""
        current: list[Node] = []
        begun = ("", "", 0, "")
        for node in flat(blocks):
            is_section = self._begins_part(node)
            if is_section and self._divided:
                self.parts.append(Part(tuple(current), *begun))
                current = []
            done = self._block(node)
            if is_section and self._divided:
                begun = (done[0].target, done[0].text, self._item_of(node), done[0].attribute("written"))
            current += done
        self.parts.append(Part(tuple(current), *begun))

    def _begins_part(self, node: Node) -> bool:
        if node.kind == "Token" and node.text == letters.BIBLIOGRAPHY:
            return True
        return node.kind == "Header" and self._rank(node) == RANKS[self._top]

    def _item_of(self, node: Node) -> int:
        """The item that begins a part. The references have none: they begin after what has been seen so far."""
        token = token_in(node, letters.HEADING)
        if token is not None:
            return self._ready.text.sections[token.number].item
        before = self.parts[-1]
        formulas = self._ready.text.formulas
        shown = (n.number for n in walk(before.blocks) if n.kind == "Display" or n.text == letters.INLINE)
        return max((before.item, *(formulas[token].item for token in shown))) + 1

    def _rank(self, header: Node) -> int:
        token = token_in(header, letters.HEADING)
        if token is None:  # a macro made it
            return header.number + 1
        return RANKS.get(self._ready.text.sections[token.number].command, 2)

    def _blocks(self, nodes: Iterable[Node]) -> tuple[Node, ...]:
        return tuple(done for node in flat(nodes) for done in self._block(node))

    def _block(self, node: Node) -> list[Node]:
        match node.kind:
            case "Header":
                return [self._header(node)]
            case "Token":
                return self._mark(node)
            case "Div" if node.classes and node.classes[0].startswith(THEOREM):
                return [self._theorem(node, node.classes[0].removeprefix(THEOREM))]
            case "Div" if node.classes and node.classes[0].startswith(AGAIN):
                return [self._theorem(node, *node.classes[0].removeprefix(AGAIN).split("-"))]
            case "Div" if SUBEQUATIONS in node.classes:
                return list(self._subequations(node))
            case "Figure" | "Table":
                return [self._float(node)]
            case "Div" if FLOAT in node.classes:
                return list(self._blocks(map(as_table, node.children)))
            case "Div" if node.classes and node.classes[0] in TABULARS:  # not read; its columns are no words
                return [node.with_children(self._blocks(without_columns(node.children)))]
            case "Div" if node.id and any(child.kind == "Table" for child in node.children):
                inner = [replace(c, id=c.id or node.id) if c.kind == "Table" else c for c in node.children]
                return [node.with_children(self._blocks(inner))]
            case "Div" if HEAD in node.classes or AUTHOR in node.classes:
                self._in_head = True
                done = node.with_children(self._blocks(node.children))
                self._in_head = False
                return [done]
            case "OrderedList":
                return [self._ordered(node)]
            case "Para" | "Plain":
                return self._paragraph(node)
            case _:
                return [node.with_children(self._blocks(node.children))]

    def _mark(self, node: Node) -> list[Node]:
        if node.text == letters.APPENDIX:
            self._counters.begin_appendix()
            return []
        if node.text == letters.BIBLIOGRAPHY:
            name = "Bibliography" if self._top == "chapter" else "References"
            anchor = self._anchor(name)
            words = (Node("Str", text=name),)
            return [Node("Heading", words, id=anchor, number=RANKS[self._top], target=name), Node("References")]
        return [self._inline(node)]

    def _header(self, node: Node) -> Node:
        token = token_in(node, letters.HEADING)
        section = self._ready.text.sections[token.number] if token else None
        rank = self._rank(node)
        command = next((name for name, r in RANKS.items() if r == rank), "section")
        own = ""
        starred = section.starred if section else "unnumbered" in node.classes
        if rank <= COUNTED_TO and not starred:
            own = self._step(command)
        children = tuple(child for child in node.children if child is not token)
        if token and children and not children[0].text.strip() and children[0].kind == "Str":
            children = children[1:]  # the space after the token
        words = _words_of(children, self._ready)
        if section is not None:
            self.headings[section.item] = f"{own} {words}".strip()
        written = _words_of(children, self._ready, text_of)
        anchor = self._anchor(written or command)
        kind = "Appendix" if self._counters.appendix and rank <= RANKS[self._top] else command.capitalize()
        if kind.startswith("Sub"):
            kind = "Appendix" if self._counters.appendix else "Section"
        self._here = _Target(kind if rank < 5 else "Paragraph", own or words, anchor, words)
        if node.id:
            self._learn(node.id)
        said = (("written", written),)
        return Node("Heading", self._inlines(children), own, rank, anchor, attributes=said, target=words)

    def _theorem(self, node: Node, name: str, again: str = "") -> Node:
        """A theorem; one that is stated `again` has the number of the first."""
        outer = self._here
        theorem = self._settings.theorems.get(name)
        own = ""
        if again:
            own = self.labels[AGAIN + again].number if AGAIN + again in self.labels else ""
        elif theorem is not None and theorem.counter:
            own = self._step(theorem.counter)
        title = theorem.title if theorem else "Proof"
        anchor = self._anchor(f"{title} {own}" if own and not again else "")
        children = list(node.children)
        given: tuple[Node, ...] = ()
        if children and (first := token_in(children[0], letters.TITLE)):
            given = tuple(c for c in children[0].children if c is not first and c.text != letters.TITLE_END)
            del children[0]
        self._here = _Target(title, own, anchor, _words_of(given, self._ready))
        head = Node("Title", self._inlines(given), text=f"{title} {own}".strip())
        style = theorem.style if theorem else "proof"
        done = Node("Theorem", (head, *self._blocks(children)), id=anchor, classes=(style, slug(name)))
        self._here = outer
        return done

    def _subequations(self, node: Node) -> tuple[Node, ...]:
        outer, own = self._here, self._equations.begin_sub()
        anchor = self._anchor(f"equation {own}")
        self._here = _Target("Equation", own, anchor)
        done = (Node("Anchor", id=anchor), *self._blocks(node.children))
        self._here = outer
        self._equations.end_sub()
        return done

    def _float(self, node: Node) -> Node:
        """A figure or table; one without a caption has no number."""
        outer = self._here
        kind = "Table" if FLOAT in node.classes else node.kind
        caption = next((child for child in node.children if child.kind == "Caption"), None)
        own = anchor = ""
        if caption is not None and caption.children:
            own = self._step(kind.lower())
            anchor = self._anchor(f"{kind} {own}")
            words = " ".join(_words_of(block.children, self._ready) for block in caption.children)
            self._here = _Target(kind, own, anchor, words)
            if node.id:
                self._learn(node.id)
        children = []
        for child in node.children:
            if child.kind == "Caption":
                children.append(replace(child, children=self._blocks(child.children), text=f"{kind} {own}".strip()))
            elif child.kind == "Figure":  # a part of it, with a letter
                children.append(self._subfigure(child, own, len(children)))
            elif child.kind in ("Head", "Row"):
                cells = (c.with_children(self._blocks(map(without_caption, c.children))) for c in child.children)
                children.append(child.with_children(cells))
            else:
                children += self._block(child)
        self._here = outer
        return replace(node, children=tuple(children), id=anchor)

    def _subfigure(self, node: Node, own: str, index: int) -> Node:
        letter = letter_of(index + 1, "a")
        anchor = self._anchor(f"figure {own}{letter}")
        self._here = _Target("Figure", own + letter, anchor)
        if node.id:
            self._learn(node.id)
        children = [
            replace(child, children=self._blocks(child.children), text=f"({letter})")
            if child.kind == "Caption"
            else child.with_children(self._blocks(child.children))
            for child in node.children
        ]
        return replace(node, children=tuple(children), id=anchor)

    def _ordered(self, node: Node) -> Node:
        outer = self._here
        items = []
        for at, item in enumerate(node.children):
            label = OWN_LABEL.match(_words_of(item.children, self._ready))
            own = " ".join(label[1].split()) if label else item_number(node.number + at, node.text)
            labelled = any(n.attribute("label") for n in inside(item.children) if n.kind == "Span")
            anchor = self._anchor(f"item {own}") if labelled else ""
            self._here = _Target("Item", own, anchor)
            items.append(replace(item, children=self._blocks(item.children), id=anchor))
            self._here = outer
        return node.with_children(items)

    # Paragraphs, and what is in them

    def _paragraph(self, node: Node) -> list[Node]:
        """The paragraph, in pieces between the displays that stand in it."""
        if len(node.children) == 1 and token_in(node, letters.APPENDIX + letters.BIBLIOGRAPHY):
            return self._mark(node.children[0])
        out: list[Node] = []
        for piece in between_displays(node.children):
            if isinstance(piece, Node):
                out.append(self._display(piece))
                continue
            if out and "".join(n.text or n.kind for n in piece).strip() in (".", ",", ";", ":", ""):
                continue  # punctuation of the display before
            inlines = self._inlines(piece)
            if any(shows(n) for n in inlines):
                out.append(Node(node.kind, inlines))
            else:
                out += [n for n in inlines if n.kind == "Anchor"]
        return out

    def _inlines(self, nodes: Iterable[Node]) -> tuple[Node, ...]:
        return tuple(self._inline(node) for node in nodes)

    def _inline(self, node: Node) -> Node:
        match node.kind:
            case "Span" if label := node.attribute("label"):
                self._learn(label)
                return Node("Anchor", self._inlines(node.children), id=label_id(label))
            case "Note":
                outer = self._here
                own = self._mark_of_note()
                anchor = self._anchor(f"footnote {own}" if own.isdigit() else "thanks")
                self._here = _Target("Footnote", own, anchor)
                done = Node("Note", self._blocks(node.children), text=own, id=anchor)
                self._here = outer
                return done
            case "Token" if node.text == letters.DISPLAY:  # where no paragraph can be divided
                return self._display(node)
            case _:
                return node.with_children(self._inlines(node.children)) if node.children else node

    def _mark_of_note(self) -> str:
        """The number of a footnote; those of the title and the authors have signs."""
        if not self._in_head:
            return self._step("footnote")
        self._thanks += 1
        return sign_of_note(self._thanks)

    # Equations

    def _display(self, node: Node) -> Node:
        formula = self._ready.text.formulas[node.number]
        if formula.again >= 0:  # with the numbers that it has where it stands first
            return Node("Display", number=node.number)
        rows = self._equations.rows(formula.mathematics)
        self.rows[node.number] = tuple(own for own, _ in rows)
        for own, labels in rows:
            for label in labels:
                self.labels.setdefault(label, Target("Equation", own, self._part, label_id(label)))
        return Node("Display", number=node.number)

    # Counting

    @property
    def _part(self) -> int:
        return len(self.parts)

    def _learn(self, label: str) -> None:
        here = self._here
        target = Target(here.kind, here.number, self._part, here.anchor or label_id(label), here.title)
        self.labels.setdefault(label, target)

    def _anchor(self, wanted: str) -> str:
        """An anchor that nothing else has, made of words; "" for nothing."""
        base = slug(wanted).lower()
        if not wanted:
            return ""
        base = base or "section"
        found, again = base, 1
        while found in self._taken:
            again += 1
            found = f"{base}-{again}"
        self._taken.add(found)
        return found


def title_of(ready: Ready, blocks: Iterable[Node]) -> str:
    """The title of the document, its formulas as text; "" if it has none."""
    return next((_words_of(node.children, ready) for node in blocks if HEAD in node.classes), "")


def _words_of(nodes: Iterable[Node], ready: Ready, said: Callable[[Sequence[Token]], str] = words_of) -> str:
    """The words of a title with its formulas as text: in letters, or as they are written."""
    words = []
    for node in inside(nodes):
        if node.kind == "Token" and node.text == letters.INLINE:
            words.append(said(ready.text.formulas[node.number].mathematics.tokens))
        elif node.kind == "Math":
            words.append(said(plain_tokens(node.text)))
        elif node.kind == "Str":
            words.append(node.text)
        elif node.kind == "LineBreak":
            words.append(" ")
    return " ".join("".join(words).split())
