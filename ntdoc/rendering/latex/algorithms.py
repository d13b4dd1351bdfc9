r"""Algorithms of `algorithmic` and `algpseudocode`, which pandoc does not know, as lists within lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ntdoc.rendering.latex.scan import Change, Marked, changed

_FLOAT: Final = r"\\begin[ \t]*\{algorithm(?P<star>\*?)\}"
_STEPS: Final = r"\\begin[ \t]*\{algorithmic\}"
_COMMAND: Final = r"\\([A-Za-z]+)(?![A-Za-z])\*?"
_BLOCKS: Final = {  # what begins one: the words before and after its condition
    "if": ("if", "then"), "for": ("for", "do"), "forall": ("for all", "do"), "while": ("while", "do"),
    "repeat": ("repeat", ""), "loop": ("loop", ""), "procedure": ("procedure", ""), "function": ("function", ""),
}  # fmt: skip
_BETWEEN: Final = {"elsif": ("else if", "then"), "elseif": ("else if", "then"), "else": ("else", "")}
_ENDS: Final = {f"end{name}": f"end {name}" for name in ("if", "for", "while", "loop", "procedure", "function")}
_LINES: Final = {
    "state": "", "statex": "", "require": "Require:", "ensure": "Ensure:", "input": "Input:", "output": "Output:",
}  # fmt: skip
_WITHIN: Final = {"return": r"\textbf{return} ", "true": r"\textbf{true}", "false": r"\textbf{false}"}
_UNNUMBERED: Final = ("{}", *(rf"\textbf{{{word}}}" for word in _LINES.values() if word))
_NAMED: Final = ("procedure", "function")


def with_algorithms(body: str) -> str:
    """The text with each algorithm as an environment with its caption in brackets, and its steps as a list."""
    text = Marked(body)
    changes = []
    for begin in text.find(_FLOAT):
        name = f"algorithm{begin['star']}"
        end = _first(text, rf"\\end[ \t]*\{{{re.escape(name)}\}}", begin.end())
        if end is None:
            continue
        option = text.optional(begin.end())
        caption = _first(text, r"\\caption(?![A-Za-z])", begin.end())
        caption = caption if caption and caption.start() < end.start() else None
        group = text.argument(caption.end()) if caption else None
        title = f"[{{{text.of(group)}}}]" if group else ""
        after = option.after if option else begin.end()
        # Without a caption it has no number, and is no more than its steps.
        changes.append(Change(begin.start(), after, f"\\begin{{algorithm}}{title}\n" if group else ""))
        changes.append(Change(end.start(), end.end(), "\\end{algorithm}" if group else ""))
        if caption is not None and group is not None:
            changes.append(Change(caption.start(), group.after, ""))
    for begin in text.find(_STEPS):
        end = _first(text, r"\\end[ \t]*\{algorithmic\}", begin.end())
        if end is not None:
            option = text.optional(begin.end())
            steps = _steps(Marked(body[option.after if option else begin.end() : end.start()]))
            every = text.of(option).strip() if option else ""
            steps = _numbered(steps, int(every)) if every.isdecimal() and int(every) else steps
            changes.append(Change(begin.start(), end.end(), f"\n\n{_listed(steps)}\n\n"))
    return changed(body, changes)


def _first(text: Marked, pattern: str, start: int) -> re.Match[str] | None:
    return next((match for match in text.find(pattern) if match.start() >= start), None)


def _steps(text: Marked) -> list[tuple[int, str]]:
    """The lines of an algorithm, each with how deep it stands."""
    lines: list[tuple[int, str]] = []
    depth, at = 0, 0
    for match in text.find(_COMMAND):
        command = match[1].lower()
        known = command in _LINES or command in _BLOCKS or command in _BETWEEN or command in _ENDS or command == "until"
        if match.start() < at or not known:
            continue
        if lines:
            lines[-1] = lines[-1][0], lines[-1][1] + _words(text.text[at : match.start()])
        at = match.end()
        arguments = []
        count = 2 if command in _NAMED else 1 if command not in (*_LINES, *_ENDS, "else", "repeat", "loop") else 0
        for _ in range(count):
            if group := text.argument(at):
                arguments.append(_words(text.of(group)))
                at = group.after
        if command in _LINES:
            word = _LINES[command]
            lines.append((depth, rf"\textbf{{{word}}} " if word else "{}" if command == "statex" else ""))
        elif command in _ENDS or command == "until":
            depth = max(depth - 1, 0)
            lines.append((depth, rf"\textbf{{{_ENDS.get(command, 'until')}}} " + " ".join(arguments)))
        elif command in _NAMED:
            name, *given = arguments or [""]
            lines.append((depth, rf"\textbf{{{command}}} {name}({', '.join(given)})"))
            depth += 1
        else:
            before, behind = _BLOCKS[command] if command in _BLOCKS else _BETWEEN[command]
            depth = depth if command in _BLOCKS else max(depth - 1, 0)
            then = rf" \textbf{{{behind}}} " if behind else " "
            lines.append((depth, rf"\textbf{{{before}}} {' '.join(arguments)}{then}"))
            depth += 1
    if lines:
        lines[-1] = lines[-1][0], lines[-1][1] + _words(text.text[at:])
    return lines


def _words(piece: str) -> str:
    """What stands in a line: comments behind a sign, calls and words that are commands."""
    text = Marked(piece)
    changes = []
    for match in text.find(_COMMAND):
        command, first = match[1].lower(), text.argument(match.end())
        if command in _WITHIN:
            changes.append(Change(match.start(), match.end(), _WITHIN[command]))
        elif command == "comment" and first:
            changes.append(Change(match.start(), first.after, rf" ▷ \emph{{{text.of(first)}}}"))
        elif command == "call" and first and (second := text.argument(first.after)):
            changes.append(Change(match.start(), second.after, f"{text.of(first)}({text.of(second)})"))
    return changed(piece, changes)


def _numbered(lines: Sequence[tuple[int, str]], every: int) -> list[tuple[int, str]]:
    """The lines with their numbers, as `algorithmic[1]` has them: what an algorithm requires has none."""
    out, number = [], 0
    for depth, line in lines:
        if not line.startswith(_UNNUMBERED):
            number += 1
            line = f"{number}: {line}" if number % every == 0 else line
        out.append((depth, line))
    return out


def _listed(lines: Sequence[tuple[int, str]]) -> str:
    """The lines as lists within lists."""
    out: list[str] = []
    deep = -1
    for depth, line in lines:
        while deep < depth:
            out.append(r"\begin{itemize}")
            deep += 1
        while deep > depth:
            out.append(r"\end{itemize}")
            deep -= 1
        out.append(rf"\item {{}}{line.strip()}")
    return "\n".join([*out, *[r"\end{itemize}"] * (deep + 1)])
