"""The arguments of the command line: what there is, and what was probably meant."""

from __future__ import annotations

import argparse
import difflib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from ntdoc import __version__

COMMANDS = ("build", "serve", "check", "explain")
BAD_USAGE = 2

_EXAMPLES = """\
examples:
  ntdoc check paper.tex               what is wrong, line and column
  ntdoc check --format json notes.md  the same for programs
  ntdoc build paper.tex -o site       a site in which every equation runs
  ntdoc build --strict docs           the same for a folder; exit code 1 on errors
  ntdoc serve docs                    look at it while you write
  ntdoc explain NT204                 what a diagnostic means and how to mend it
"""
_EXIT_CODES = "exit codes: 0 no errors, 1 errors in a document, 2 could not run"


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The options of one command. Raises SystemExit: 2 for bad usage, 0 for `--help` and `--version`."""
    parser = _parser()
    if not arguments:
        parser.print_help(sys.stderr)
        parser.exit(BAD_USAGE)
    mistake = _mistake(arguments)
    if mistake:
        parser.exit(BAD_USAGE, f"ntdoc: {mistake}\n")
    return parser.parse_args(arguments)


class _Parser(argparse.ArgumentParser):
    """argparse, with its errors in our form."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(BAD_USAGE, f"ntdoc: {message}\n")


def _parser() -> _Parser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = _Parser(
        prog="ntdoc",
        description="Checks, runs and shows papers written in named tensor notation (Markdown or LaTeX).",
        epilog=f"{_EXAMPLES}\n{_EXIT_CODES}",
        formatter_class=raw,
    )
    parser.add_argument("--version", action="version", version=f"ntdoc {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, summary: str, example: str) -> argparse.ArgumentParser:
        return commands.add_parser(
            name, help=summary, description=summary, epilog=f"example: {example}", formatter_class=raw
        )

    build = command("build", "make a site in which every equation runs", "ntdoc build paper.tex -o site")
    _add_paths(build)
    build.add_argument(
        "-o", "--output", metavar="DIR", type=Path, default=Path("site"), help="where to (default: site)"
    )
    build.add_argument("--strict", action="store_true", help="exit with 1 if a document has errors")

    serve = command("serve", "show the site, and again whenever a file changes", "ntdoc serve docs")
    _add_paths(serve)
    serve.add_argument("--host", default="127.0.0.1", help="address to listen at (default: 127.0.0.1)")
    serve.add_argument("--port", type=_port, default=8000, help="default: 8000; 0 takes any that is free")

    check = command("check", "say what is wrong, line and column", "ntdoc check --format json paper.tex")
    _add_paths(check)
    check.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    check.add_argument("--notes", action="store_true", help="show the notes too, on what is right but subtle")

    explain = command("explain", "say what a diagnostic means and how to mend it", "ntdoc explain NT204")
    explain.add_argument("code", metavar="CODE", nargs="?", help="such as NT204; without it, all are listed")
    return parser


def _add_paths(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="+",
        help="a document, or a folder: every .md and every .tex root in it",
    )


def _port(text: str) -> int:
    if text.isascii() and text.isdecimal() and int(text) < 2**16:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no port: a number from 0 to 65535")


def _mistake(arguments: Sequence[str]) -> str | None:
    """What is wrong with the command, if it is not one of ours."""
    text = next((argument for argument in arguments if not argument.startswith("-")), None)
    if text is None or text in COMMANDS:
        return None
    near = difflib.get_close_matches(text, COMMANDS, n=1)
    if near:
        return f"unknown command {text}: did you mean `ntdoc {near[0]}`?"
    if os.path.exists(text):
        return f"no command given: did you mean `ntdoc check {text}`?"
    return f"unknown command {text}: the commands are {', '.join(COMMANDS)} (`ntdoc --help`)"
