"""The prose of a LaTeX document as Markdown: modest, and total.

Mathematics has been replaced by placeholders before, so what is left is text, sectioning, lists,
quotations and
references. A command that is not known here is dropped and what stands in its braces is kept.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from ntdoc.regex import regex
from ntdoc.rendering.latex.text_macros import TextMacro, text_macros


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_MAX_DEPTH = 40

_SECTIONS = {"part": 2, "chapter": 2, "section": 2, "subsection": 3, "subsubsection": 4}
_RUN_IN = frozenset(("paragraph", "subparagraph"))
_EMPHASIS = {"emph": "*", "textit": "*", "textsl": "*", "textbf": "**"}
_CITATIONS = _words("cite citep citet citealp citealt citeauthor citeyear parencite textcite autocite")
_REFERENCES = _words("ref eqref cref Cref autoref pageref nameref")
# Commands whose arguments are no text: the number of arguments that go with them.
_SILENT = {
    **dict.fromkeys(
        _words(
            """
    vspace hspace bibliography bibliographystyle input include usepackage documentclass title
    author date includegraphics thispagestyle pagestyle index pagenumbering graphicspath
    theoremstyle hyphenation RequirePackage DeclareMathOperator* bibliographyfont authorname
    affiliation email
    """
        ),
        1,
    ),
    **dict.fromkeys(
        _words(
            """
    newcommand renewcommand providecommand DeclareMathOperator ndef setlength addtolength
    setcounter newtheorem definecolor
    """
        ),
        2,
    ),
    **dict.fromkeys(["newenvironment", "renewenvironment", "addcontentsline"], 3),
}
_SYMBOLS = {
    "S": "§", "P": "¶", "ldots": "…", "dots": "…", "textellipsis": "…", "LaTeX": "LaTeX", "TeX": "TeX",
    "copyright": "©", "ss": "ß", "o": "ø", "O": "Ø", "ae": "æ", "AE": "Æ", "oe": "œ", "aa": "å", "AA": "Å",
    "l": "ł", "L": "Ł", "i": "ı",
    "dag": "†", "ddag": "‡", "textendash": "–", "textemdash": "—", "textbackslash": "\\\\",
    "quad": " ", "qquad": " ",
    " ": " ", ",": " ", ";": " ", ":": " ", "!": "", "/": "", "-": "", "@": "", "\n": " ",
    "newline": " ", "\\": " ",
    "par": "\n\n", "%": "%", "&": "&amp;", "$": "$", "#": "\\#", "_": "\\_", "{": "\\{", "}": "\\}",
}  # fmt: skip
_ACCENTS = {
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    '"': "\u0308",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    "c": "\u0327",
    "v": "\u030c",
    "u": "\u0306",
    "H": "\u030b",
    "r": "\u030a",
}
_VERBATIM = frozenset(("verbatim", "verbatim*", "lstlisting", "minted", "alltt"))
_DROPPED = frozenset(("tikzpicture", "comment", "picture", "filecontents"))
_TABLES = frozenset(("tabular", "tabularx", "tabulary", "longtable"))
_WITH_WIDTH = frozenset(("tabular*", "tabularx", "tabulary"))
_ROW = regex(r"\\\\(?:\*?\s*\[[^\]]*\])?|\\tabularnewline(?![A-Za-z])")
_CELL = regex(r"(?<!\\)&")
_RULE = regex(
    r"\\(?:hline|toprule|midrule|bottomrule|centering|end(?:first)?(?:head|foot)|c?midrule|cline|addlinespace)(?![A-Za-z])"
    r"(?:\[[^\]]*\]|\([^()]*\))*(?:\{[-\d]*\})?"
)
_BIBITEM = regex(r"\\bibitem(?![A-Za-z])(?:\[[^\]]*\])?\s*\{[^{}]*\}")
_HEAD = regex(r"\\(title|author|date)(?![A-Za-z])")
_THANKS = regex(r"\\(?:thanks|footnote)(?![A-Za-z])")
_BETWEEN_AUTHORS = regex(r"\s*\\(?:and|And|AND|quad|qquad)(?![A-Za-z])")
_COMMAND_LAST = regex(r"\\[A-Za-z@]+\Z")
_MOST_EXPANDED = 100_000  # characters
_QUOTES = frozenset(("quote", "quotation", "verse", "displayquote"))
_LISTS = {"itemize": "- ", "enumerate": "1. ", "description": "- ", "compactitem": "- ", "compactenum": "1. "}
_THEOREMS = _words("theorem lemma definition proposition corollary remark example proof abstract claim")

_TOKEN = regex(
    r"(?P<comment>%[^\n]*(?:\n[ \t]*|\Z))|\\(?P<name>[a-zA-Z@]+\*?|.|\n|\Z)|(?P<quotes>``|''|`|---|--)"
    r"|(?P<blank>\n[ \t]*\n\s*)"
    r"|(?P<special>[{}~&$*_\[\]<>#|])",
    re.DOTALL,
)
_LIST_START = regex(r"([+\-=]|\d+[.)])(?=\s)")
_SPECIAL = {"{": "", "}": "", "~": "\u00a0", "&": "&amp;", "$": "", "<": "&lt;", ">": "&gt;"}
_QUOTATION = {"``": "“", "''": "”", "`": "‘", "---": "—", "--": "–"}


def latex_to_markdown(text: str, definitions: str = "") -> str:
    """Markdown of the body of a LaTeX document, whose macros are also those of the `definitions`. Never raises."""
    shared = _Shared(text_macros(f"{definitions}\n{text}"))
    head = _head(text, shared)
    begin = text.find(r"\begin{document}")
    if begin >= 0:
        text = text[begin + len(r"\begin{document}") :]
    text = text.partition(r"\end{document}")[0].replace("\r\n", "\n")
    body = head + _Converter(text, shared, 0).run()
    body = re.sub(r"\n{3,}", "\n\n", body).strip() + "\n"
    return body + "".join(f"\n[^{n}]: {' '.join(note.split())}\n" for n, note in enumerate(shared.notes, 1))


@dataclass(slots=True)
class _Shared:
    """What the converters of one document have together: its macros, its footnotes, and what may still be expanded."""

    macros: Mapping[str, TextMacro]
    notes: list[str] = field(default_factory=list)
    left: int = _MOST_EXPANDED  # characters


def _head(text: str, shared: _Shared) -> str:
    """Authors and date, and what is noted at the title."""
    parts = []
    for match in _HEAD.finditer(text):
        inner = _Converter(text[match.end() :], shared, 1).argument()
        if match[1] == "title":
            parts += [_Converter(inner[note.end() :], shared, 1).argument() for note in _THANKS.finditer(inner)]
        elif match[1] == "author":
            parts.append(_BETWEEN_AUTHORS.sub(", ", inner))
        elif "\\today" not in inner:
            parts.append(inner)
    shown = (" ".join(_Converter(part, shared, 1).run().split()).strip(" ,") for part in parts)
    return "".join(f"{part}\n\n" for part in shown if part)


def label_id(label: str) -> str:
    """The anchor of a `\\label`."""
    return "label-" + (re.sub(r"[^A-Za-z0-9]+", "-", label).strip("-") or "x")


def _escape_start(match: re.Match[str]) -> str:
    mark = match[1]
    return mark[:-1] + "\\" + mark[-1]


def _escape(text: str) -> str:
    escaped = re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", text)
    return escaped.replace("^", "&#94;").replace("==", "&#61;&#61;")  # of marks and of what is set high


class _Converter:
    """One pass over the text of an environment or argument."""

    def __init__(self, text: str, shared: _Shared, depth: int) -> None:
        self._text = text
        self._shared = shared
        self._depth = depth
        self._at = 0
        self._out: list[str] = []

    def run(self) -> str:
        while (match := _TOKEN.search(self._text, self._at)) is not None:
            self._plain(self._text[self._at : match.start()])
            self._at = match.end()
            if match["name"] is not None:
                self._command(match["name"])
            elif match["quotes"]:
                self._out.append(_QUOTATION[match["quotes"]])
            elif match["blank"]:
                self._out.append("\n\n")
            elif match["special"]:
                self._out.append(_SPECIAL.get(match["special"], "\\" + match["special"]))
        self._plain(self._text[self._at :])
        return "".join(self._out)

    def _plain(self, text: str) -> None:
        text = re.sub(r"\n[ \t]+", "\n", text)
        if not self._out or self._out[-1].endswith("\n"):
            text = text.lstrip(" \t")
            text = _LIST_START.sub(_escape_start, text, count=1) if _LIST_START.match(text) else text
        # A line may begin with what Markdown would take for a list or an underlined heading.
        self._out.append(re.sub(r"(?<=\n)" + _LIST_START.pattern, _escape_start, text))

    def _inner(self, text: str) -> str:
        if self._depth >= _MAX_DEPTH:
            return _escape(text)
        return _Converter(text, self._shared, self._depth + 1).run().strip()

    def _command(self, name: str) -> None:
        bare = name.rstrip("*")
        if bare in _SYMBOLS:
            self._out.append(_SYMBOLS[bare])
            if bare.isalpha():
                self._skip_spaces()
        elif bare == "begin":
            self._environment()
        elif bare in ("iffalse", "fi", "end"):
            self._at = self._after(r"\fi") if bare == "iffalse" else self._at
            if bare == "end":
                self.argument()
        elif bare in _SECTIONS or bare in _RUN_IN:
            title = " ".join(self._inner(self.argument()).split())
            self._out.append(f"\n\n**{title}** " if bare in _RUN_IN else f"\n\n{'#' * _SECTIONS[bare]} {title}\n\n")
        elif bare in _EMPHASIS:
            inner = self._inner(self.argument())
            self._out.append(f"{_EMPHASIS[bare]}{inner}{_EMPHASIS[bare]}" if inner else "")
        elif bare == "texttt":
            self._out.append(self._code(re.sub(r"\\([_%&#${}])", r"\1", self.argument())))
        elif bare in ("verb", "lstinline"):
            delimiter = self._text[self._at : self._at + 1]
            end = self._text.find(delimiter, self._at + 1) if delimiter else -1
            if end > 0:
                self._out.append(self._code(self._text[self._at + 1 : end]))
                self._at = end + 1
        elif bare in ("footnote", "footnotetext", "thanks"):
            notes = self._shared.notes
            notes.append("")
            number = len(notes)
            notes[number - 1] = self._inner(self.argument())
            self._out.append(f"[^{number}]")
        elif bare in _CITATIONS:
            self._out.append(f"\\[{_escape(self.argument())}\\]")
        elif bare in _REFERENCES:
            labels = [label.strip() for label in self.argument().split(",") if label.strip()]
            self._out.append(", ".join(f"[{_escape(label)}](#{label_id(label)})" for label in labels))
        elif bare == "label":
            self._out.append(f'<span id="{label_id(self.argument())}"></span>')
        elif bare == "url":
            address = re.sub(r"[<>\s]", "", self.argument())
            self._out.append(f"<{address}>")
        elif bare == "href":
            address = re.sub(r"[<>\s()]", "", self.argument().replace("\\", ""))
            self._out.append(f"[{self._inner(self.argument())}]({address})")
        elif bare in ("def", "let", "gdef"):
            match = re.compile(r"\s*\\[a-zA-Z@]+[^{\n]*").match(self._text, self._at)
            self._at = match.end() if match else self._at
            self.argument()
        elif bare == "caption":
            self._out.append(f"\n\n*{self._inner(self.argument())}*\n\n")
        elif bare in _ACCENTS:
            base = self._inner(self.argument())
            self._out.append(unicodedata.normalize("NFC", base[:1] + _ACCENTS[bare] + base[1:]) if base else "")
        elif bare in _SILENT or name in _SILENT:
            for _ in range(_SILENT.get(name, _SILENT.get(bare, 1))):
                self.argument()
        elif name in self._shared.macros and self._shared.left > 0:
            self._expand(self._shared.macros[name])
        else:
            self._options()
            self._skip_spaces()

    def _expand(self, macro: TextMacro) -> None:
        """What a macro of the document stands for is read in its place."""
        arguments = []
        if macro.default is not None:
            option = re.compile(r"\s*\[([^\]\n]*)\]").match(self._text, self._at)
            self._at = option.end() if option else self._at
            arguments.append(option[1] if option else macro.default)
        while len(arguments) < macro.parameters:
            arguments.append(self.argument())
        if not macro.parameters:
            self._skip_spaces()
        made = macro.expanded(arguments)
        self._shared.left -= len(made) + 1
        apart = " " if _COMMAND_LAST.search(made) else ""
        self._text = f"{made}{apart}{self._text[self._at :]}"
        self._at = 0

    def _code(self, text: str) -> str:
        return f"`` {text.strip()} ``" if "`" in text else f"`{text.strip()}`" if text.strip() else ""

    def _environment(self) -> None:
        name = self.argument()
        start = self._at
        end = self._matching_end(name)
        body = self._text[start:end]
        self._at = min(len(self._text), end + len(rf"\end{{{name}}}"))
        bare = name.rstrip("*")
        if name in _VERBATIM:
            body = re.sub(r"\A(?:\[[^\]\n]*\])?(?:\{[^}\n]*\})?[ \t]*\n", "", body)
            fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", body))])
            self._out.append(f"\n\n{fence}\n{body.rstrip()}\n{fence}\n\n")
        elif bare in _TABLES:
            self._out.append(self._table(name, body))
        elif name == "thebibliography":
            listed = (self._inner(entry) for entry in _BIBITEM.split(body)[1:])
            self._out.append("\n\n" + "".join(f"-   {' '.join(entry.split())}\n" for entry in listed) + "\n")
        elif name in _DROPPED:
            self._out.append("\n\n")
        elif bare in _LISTS:
            self._out.append(self._list(bare, body))
        elif bare in _QUOTES:
            lines = self._inner(body).split("\n")
            self._out.append("\n\n" + "\n".join(f"> {line}".rstrip() for line in lines) + "\n\n")
        else:
            title = f"**{bare.capitalize()}.** " if bare in _THEOREMS else ""
            body = re.sub(r"\A(?:\[[^\]\n]*\])+", "", body)
            self._out.append(f"\n\n{title}{self._inner(body)}\n\n")

    def _table(self, name: str, body: str) -> str:
        """The rows of a table as lines, their cells with signs between."""
        columns = _Converter(body, self._shared, _MAX_DEPTH)
        for _ in range(1 + (name in _WITH_WIDTH)):
            columns.argument()
        rows = (_CELL.split(_RULE.sub("", row)) for row in _ROW.split(columns.rest))
        shown = ([" ".join(self._inner(cell).split()) for cell in row] for row in rows)
        lines = (" · ".join(filter(None, row)) for row in shown)
        return "\n\n" + "<br>\n".join(filter(None, lines)) + "\n\n"

    @property
    def rest(self) -> str:
        """What has not been read yet."""
        return self._text[self._at :]

    def _list(self, name: str, body: str) -> str:
        marker = _LISTS[name]
        items = []
        for item in _split_items(body)[1:]:
            match = re.match(r"\s*\[([^\]]*)\]", item)
            term = f"**{self._inner(match[1])}** " if match else ""
            text = (term + self._inner(item[match.end() :] if match else item)).replace("\n", "\n    ")
            items.append(f"{marker:<4}{text}")
        return "\n\n" + re.sub(r"(?m)^[ \t]+$", "", "\n".join(items)) + "\n\n"

    def _matching_end(self, name: str) -> int:
        if name in _VERBATIM:
            found = self._text.find(rf"\end{{{name}}}", self._at)
            return found if found >= 0 else len(self._text)
        depth = 0
        for match in re.compile(rf"\\(begin|end)\{{{re.escape(name)}\}}").finditer(self._text, self._at):
            depth += 1 if match[1] == "begin" else -1
            if depth < 0:
                return match.start()
        return len(self._text)

    def _after(self, mark: str) -> int:
        found = self._text.find(mark, self._at)
        return found + len(mark) if found >= 0 else len(self._text)

    def _options(self) -> None:
        match = re.compile(r"(?:[ \t]*\[[^\]\n]*\])+").match(self._text, self._at)
        if match:
            self._at = match.end()

    def _skip_spaces(self) -> None:
        match = re.compile(r"[ \t]*(?:\n(?![ \t]*\n)[ \t]*)?").match(self._text, self._at)
        self._at = match.end() if match else self._at

    def argument(self) -> str:
        """The next argument without its braces, options before it left out."""
        self._options()
        self._skip_spaces()
        if self._text[self._at : self._at + 1] != "{":
            match = re.compile(r"\\[a-zA-Z@]+|\\.|[^\s{}]").match(self._text, self._at)
            self._at = match.end() if match else self._at
            return match[0] if match else ""
        depth = 0
        for match in re.compile(r"\\.|[{}]", re.DOTALL).finditer(self._text, self._at):
            depth += {"{": 1, "}": -1}.get(match[0], 0)
            if depth == 0:
                inner = self._text[self._at + 1 : match.start()]
                self._at = match.end()
                return inner
        inner, self._at = self._text[self._at + 1 :], len(self._text)
        return inner


def _split_items(body: str) -> list[str]:
    """What stands between the `\\item`s of this list, not of lists inside it."""
    parts = []
    depth = start = 0
    for match in re.compile(r"\\(begin|end)\{(\w+)\*?\}|\\item(?![a-zA-Z])").finditer(body):
        if match[1] == "begin":
            depth += 1
        elif match[1] == "end":
            depth -= 1
        elif depth == 0:
            parts.append(body[start : match.start()])
            start = match.end()
    return [*parts, body[start:]]
