r"""Algorithms of the package `algorithm2e`, whose blocks are arguments, as lists within lists."""

from __future__ import annotations

import re
from typing import Final

from ntdoc.regex import regex
from ntdoc.rendering.latex.scan import Change, Marked, changed

_FLOAT: Final = r"\\begin[ \t]*\{(?P<name>(?:algorithm2e|algorithm|procedure|function)\*?)\}"
_OWN: Final = (
    r"\\(?:;|(?:Kw|SetKw|SetAlgo)[A-Z]|DontPrint|(?:[eul]?If|For(?:Each|All)?|While|Repeat|Begin|tc[pc])(?![A-Za-z]))"
)
_COMMAND: Final = r"\\(?:(?P<name>[A-Za-z]+)(?P<star>\*?)|(?P<end>[;\\]))"
_BLOCKS: Final = {  # the words before and after the condition
    "if": ("if", "then"), "elseif": ("else if", "then"), "for": ("for", "do"), "forpar": ("for", "do in parallel"),
    "foreach": ("foreach", "do"), "forall": ("forall", "do"), "while": ("while", "do"), "switch": ("switch", "do"),
    "case": ("case", "do"),
}  # fmt: skip
_BARE: Final = {"else": "else", "other": "otherwise", "begin": "begin"}  # without a condition
_NAMES: Final = regex(
    r"(?P<how>[eul]?)(?P<what>(?:Else)?If|Else|For(?:Each|All|Par)?|While|Repeat|Switch|Case|Other|Begin)"
)
_HEADS: Final = {"KwIn": "Input", "KwOut": "Output", "KwData": "Data", "KwResult": "Result"}
_WORDS: Final = {"Return": "return ", "KwRet": "return ", "KwTo": " to "}
_COMMENTS: Final = frozenset(("tcp", "tcc", "tcpas", "tccas"))
_SILENT: Final = regex(
    "(?:Dont)?PrintSemicolon|Lines(?:Not)?Numbered|RestyleAlgo|l?nl|ShowLn|ResetInOut|BlankLine|SetNlSty|SetInd"
    "|Algo(?:Dont)?DisplayBlockMarkers|SetAlgo(?:Lined|Vlined|NoLine|NoEnd|ShortEnd|LongEnd)"
)
_SETS: Final = regex(r"\\SetKw(?P<sort>InOut|Input|Prog|Function|Data|Array|Block|)\b\s*")
_NESTED: Final = 9  # calls within calls
_NO_END: Final = regex(r"\b(?:noend|vlined)\b|\\SetAlgo(?:NoEnd|Vlined)\b")
_NUMBERED: Final = regex(r"(?i:\blinesnumbered)")


def with_algorithm2e(body: str, whole: Marked) -> str:
    """The text with the steps of each such algorithm as a list; `whole` says how they are set."""
    text = Marked(body)
    own: _Own | None = None
    changes = []
    for begin in text.find(_FLOAT):
        closer = rf"\\end[ \t]*\{{{re.escape(begin['name'])}\}}"
        end = next((match for match in text.find(closer) if match.start() > begin.end()), None)
        option = text.optional(begin.end())
        start = option.after if option else begin.end()
        if end is None or not re.search(_OWN, text.masked[start : end.start()]):
            continue
        if r"\begin{algorithmic}" in text.masked[start : end.start()]:
            continue
        own = own or _Own(whole)
        star = "*" * begin["name"].endswith("*")
        inner, kept = _without_captions(body[start : end.start()])
        steps = _Steps(own)
        steps.read(Marked(own.called(inner)), 0)
        changes.append(Change(begin.start(), start, f"\\begin{{algorithm{star}}}\n{kept}\n\n{steps.listed()}\n\n"))
        changes.append(Change(start, end.end(), f"\\end{{algorithm{star}}}"))
    return changed(body, changes)


class _Own:
    """What a document says of all its algorithms, and the commands that it makes for them."""

    def __init__(self, whole: Marked) -> None:
        self.ends = not _NO_END.search(whole.masked)
        self.numbered = _NUMBERED.search(whole.masked) is not None
        self.heads, self.words, self.blocks = dict(_HEADS), dict(_WORDS), dict[str, tuple[str, str]]()
        self.functions: dict[str, str] = {}
        for match in whole.find(_SETS.pattern):
            arguments: list[str] = []
            at = match.end()
            while len(arguments) < 4 and (group := whole.argument(at)):
                arguments.append(whole.of(group).strip().removeprefix("\\"))
                at = group.after
            if len(arguments) < 2:
                continue
            name, shown = arguments[:2]
            if match["sort"] in ("InOut", "Input"):
                self.heads[name] = shown.rstrip(": ")
            elif match["sort"] in ("Prog", "Block"):
                self.blocks[name] = shown, arguments[2] if len(arguments) > 2 and match["sort"] == "Prog" else ""
            elif match["sort"] == "":
                self.words[name] = f"{shown} "
            else:
                self.functions[name] = shown

    def called(self, text: str) -> str:
        """The text with its functions and data as they are shown: `draw(a, b)`."""
        for _ in range(_NESTED if self.functions else 0):
            marked = Marked(text)
            changes = []
            for match in marked.find(_COMMAND):
                if (shown := self.functions.get(match["name"] or "")) is not None:
                    group = marked.argument(match.end())
                    given = f"({marked.of(group)})" if group else ""
                    end = group.after if group else match.end()
                    changes.append(Change(match.start(), end, rf"\texttt{{{shown}}}{given}"))
            if not changes:
                break
            text = changed(text, changes)
        return text


class _Steps:
    """The lines of an algorithm, each with how deep it stands."""

    def __init__(self, own: _Own) -> None:
        self._own = own
        self._lines: list[tuple[int, str, bool]] = []  # and whether it has a number
        self._line = ""

    def read(self, text: Marked, depth: int) -> None:
        """Add the lines of a text."""
        at = 0
        for match in text.find(_COMMAND):
            if match.start() < at:
                continue
            self._line += text.text[at : match.start()]
            at = match.end()
            name = match["name"] or ""
            if match["end"]:
                self._end(depth)
            elif name in ("Indp", "Indm"):
                self._end(depth)
                depth = max(depth + (1 if name == "Indp" else -1), 0)
            elif _SILENT.fullmatch(name) or name.startswith("SetKw"):
                at = self._arguments(text, at)[1] if name.startswith("Set") else at
            elif name in self._own.heads and (group := text.argument(at)):
                self._end(depth)
                self._line = rf"\textbf{{{self._own.heads[name]}:}} {self._words(text.of(group))}"
                self._end(depth, counted=False)
                at = group.after
            elif name in _COMMENTS and (group := text.argument(option.after if (option := text.optional(at)) else at)):
                self._line += rf" \emph{{// {self._words(text.of(group))}}}"
                self._end(depth)
                at = group.after
            elif (found := self._block(text, name, at, depth)) is not None:
                at = found
            else:
                self._line += self._word(name, match[0])
        self._line += text.text[at:]
        self._end(depth)

    def listed(self) -> str:
        """The lines as lists within lists."""
        out: list[str] = []
        deep, number = -1, 0
        for depth, line, counted in self._lines:
            while deep < depth:
                out.append(r"\begin{itemize}")
                deep += 1
            while deep > depth:
                out.append(r"\end{itemize}")
                deep -= 1
            number += counted
            out.append(rf"\item {{}}{f'{number}: ' if counted and self._own.numbered else ''}{line}")
        return "\n".join([*out, *[r"\end{itemize}"] * (deep + 1)])

    def _block(self, text: Marked, name: str, at: int, depth: int) -> int | None:
        """Add the lines of the block of a command; where it ends, or None if it is none."""
        made = self._own.blocks.get(name)
        known = _NAMES.fullmatch(name)
        if made is None and known is None:
            return None
        how, short = (known["how"], known["what"].lower()) if known and made is None else ("", "")
        count = 3 if how == "e" else 1 if short in _BARE else 2
        arguments, end = self._arguments(text, at, count)
        if len(arguments) < count:
            return None
        self._end(depth)
        if short == "repeat":
            self._add(depth, r"\textbf{repeat}")
            self.read(Marked(arguments[1]), depth + 1)
            self._add(depth, rf"\textbf{{until}} {self._words(arguments[0])}")
            return end
        if short in _BARE:
            head = rf"\textbf{{{_BARE[short]}}}"
        else:
            before, behind = made or _BLOCKS[short]
            head = rf"\textbf{{{before}}} {self._words(arguments.pop(0))}"
            head += rf" \textbf{{{behind}}}" if behind.isalpha() or " " in behind else behind
        if how == "l":
            self._line = f"{head} "
            self.read(Marked(arguments[0]), depth)
            return end
        self._add(depth, head)
        self.read(Marked(arguments[0]), depth + 1)
        if how == "e":
            self._add(depth, r"\textbf{else}")
            self.read(Marked(arguments[1]), depth + 1)
        if self._own.ends and how != "u":
            self._add(depth, r"\textbf{end}")
        return end

    def _arguments(self, text: Marked, at: int, count: int = 4) -> tuple[list[str], int]:
        found: list[str] = []
        while len(found) < count:
            option = text.optional(at) if not found else None
            aside = re.compile(r"\s*\([^()]*\)").match(text.masked, at)  # a comment beside the first line
            at = option.after if option else aside.end() if aside else at
            group = text.argument(at)
            if group is None:
                break
            found.append(text.of(group))
            at = group.after
        return found, at

    def _words(self, piece: str) -> str:
        """What stands in a line, with the words that are commands."""
        return re.sub(_COMMAND, lambda m: self._word(m["name"] or "", m[0]), piece).strip()

    def _word(self, name: str, written: str) -> str:
        word = self._own.words.get(name)
        if word is not None:
            return rf"{word[: len(word) - len(word.lstrip())]}\textbf{{{word.strip()}}} "
        return written

    def _add(self, depth: int, line: str, counted: bool = True) -> None:
        self._lines.append((depth, line.strip(), counted))

    def _end(self, depth: int, counted: bool = True) -> None:
        """The line at hand is done."""
        line, self._line = " ".join(self._line.split()), ""
        if line:
            self._add(depth, line, counted)


def _without_captions(inner: str) -> tuple[str, str]:
    """The text without its caption and labels, which are those of the whole, and these."""
    text = Marked(inner)
    changes: list[Change] = []
    kept = []
    for match in text.find(r"\\(?:caption|label)(?![A-Za-z])"):
        option = text.optional(match.end())
        group = text.argument(option.after if option else match.end())
        if group is not None and not any(c.start <= match.start() < c.end for c in changes):
            changes.append(Change(match.start(), group.after, ""))
            kept.append(inner[match.start() : group.after])
    return changed(inner, changes), "\n".join(kept)
