"""The arguments of the command line: what there is, and what was probably meant."""

from __future__ import annotations

import argparse
import difflib
import math
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

from ntdoc import __version__
from ntdoc.regex import regex
from ntdoc.settings import FORMATS, LARGEST_SIZE, LIBRARIES, MOST_JOBS

COMMANDS = ("build", "serve", "check", "fix", "export", "init", "explain")
BAD_USAGE = 2
_LONGEST = 200  # digits of a size that are looked at
_ALMOST = 0.7  # how much of a word is the same where one was meant for the other
_OPTION = regex(r"(?<![\w-])--?[a-z][a-z-]*")

_EXAMPLES = """\
examples:
  ntdoc check paper.tex               what is wrong, line and column
  ntdoc check --format github docs    the same as annotations of a pull request
  ntdoc check --size seq=7 notes.md   with other sizes; --seed 3 for other samples
  ntdoc fix paper.tex                 show what ntdoc would mend; --write does it
  ntdoc export paper.tex --to torch   its definitions as code; numpy and jax, too
  ntdoc init                          write a configuration and a step for CI
  ntdoc build paper.tex -o site       a site in which every equation runs
  ntdoc build --strict docs           the same for a folder; exit code 1 on errors
  ntdoc serve docs                    look at it while you write
  ntdoc explain NT204                 what a diagnostic means and how to mend it
"""
_EXIT_CODES = "exit codes: 0 no errors, 1 errors in a document (warnings with check --strict), 2 could not run"


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The options of one command. Raises SystemExit: 2 for bad usage, 0 for `--help` and `--version`."""
    parser = _parser()
    if not arguments:
        parser.print_help(sys.stderr)
        parser.exit(BAD_USAGE)
    mistake = _mistake(arguments)
    if mistake:
        parser.exit(BAD_USAGE, f"ntdoc: {mistake}\n")
    options, unknown = parser.parse_known_args(arguments)
    if unknown:
        parser.exit(BAD_USAGE, "".join(f"ntdoc: {text}\n" for text in _unknown(unknown, options.command)))
    return options


class _Parser(argparse.ArgumentParser):
    """argparse, with its errors in our form."""

    commands: argparse._SubParsersAction[_Parser]

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_USAGE, f"ntdoc: {message} (`{self.prog} --help`)\n")

    def help_of(self, command: str) -> str:
        """The help of one command."""
        return self.commands.choices[command].format_help()


def _parser() -> _Parser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = _Parser(
        prog="ntdoc",
        allow_abbrev=False,
        description="Checks, runs and shows papers written in named tensor notation (Markdown or LaTeX).",
        epilog=f"{_EXAMPLES}\n{_EXIT_CODES}",
        formatter_class=raw,
    )
    parser.add_argument("--version", action="version", version=f"ntdoc {__version__}")
    parser.commands = commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, summary: str, example: str) -> argparse.ArgumentParser:
        return commands.add_parser(
            name,
            help=summary,
            description=summary,
            epilog=f"example: {example}",
            formatter_class=raw,
            allow_abbrev=False,  # of a word cut short nobody can see later what it was
        )

    build = command("build", "make a site in which every equation runs", "ntdoc build paper.tex -o site")
    _add_paths(build)
    build.add_argument(
        "-o", "--output", metavar="DIR", type=Path, default=Path("site"), help="where to (default: site)"
    )
    build.add_argument("--title", metavar="TEXT", help="of the site (default: of the configuration, or the project)")
    build.add_argument("--strict", action="store_true", help="exit with 1 if a document has errors")
    build.add_argument("-q", "--quiet", action="store_true", help="say nothing but what is wrong")

    _add_fold(build)

    serve = command("serve", "show the site, and again whenever a file changes", "ntdoc serve docs")
    _add_paths(serve)
    serve.add_argument("--title", metavar="TEXT", help="of the site (default: of the configuration, or the project)")
    _add_fold(serve)
    serve.add_argument("--host", default="127.0.0.1", help="address to listen at (default: 127.0.0.1)")
    serve.add_argument("--port", type=_port, default=8000, help="default: 8000; 0 takes any that is free")

    check = command("check", "say what is wrong, line and column", "ntdoc check --format json paper.tex")
    _add_paths(check)
    check.add_argument("-f", "--format", choices=FORMATS, help="default: text, or what the configuration says")
    check.add_argument("-q", "--quiet", action="store_true", help="say nothing but what is wrong")
    check.add_argument("--notes", action="store_true", help="show the notes too, on what is right but subtle")
    check.add_argument("--strict", action="store_true", help="exit with 1 if a document has warnings, too")
    check.add_argument(
        "--complete",
        action=argparse.BooleanOptionalAction,
        help="exit with 1 if a statement is not checked (default: what the configuration says, or no)",
    )
    check.add_argument("--no-cache", action="store_true", help="check what did not change since it was checked, too")

    fix = command("fix", "show what ntdoc is sure how to mend, as a diff", "ntdoc fix paper.tex")
    _add_paths(fix)
    fix.add_argument("--write", action="store_true", help="change the files")

    summary = "write the definitions as code that runs without ntdoc"
    export = command("export", summary, "ntdoc export paper.tex --to torch -o model.py")
    export.add_argument("path", metavar="PATH", help="a document")
    export.add_argument("--to", choices=LIBRARIES, default=LIBRARIES[0], help="the library (default: numpy)")
    export.add_argument("-o", "--output", metavar="FILE", type=Path, help="where to (default: it is printed)")
    export.add_argument("--force", action="store_true", help="overwrite FILE even if it was changed, or is another's")

    init = command("init", "write a configuration and a workflow that checks every change", "ntdoc init docs paper.tex")
    init.add_argument("paths", metavar="PATH", nargs="*", help="what to check (default: what is found here)")
    init.add_argument("--no-ci", action="store_true", help="write the configuration alone")

    explain = command("explain", "say what a diagnostic means and how to mend it", "ntdoc explain NT204")
    explain.add_argument("code", metavar="CODE", nargs="?", help="such as NT204, or NT2 for a list; without it, all")
    return parser


def _add_paths(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="*",
        help="a document, or a folder: every .md and every .tex root in it (default: `paths` of the configuration)",
    )
    how = parser.add_argument_group("how to check", "these override ntdoc.toml, or [tool.ntdoc] in pyproject.toml")
    how.add_argument("--config", metavar="FILE", help="this configuration, and no search for one")
    how.add_argument("--no-config", action="store_true", help="no configuration")
    how.add_argument("--select", metavar="CODES", action="append", default=[], help="only these: NT3,NT204")
    how.add_argument("--ignore", metavar="CODES", action="append", default=[], help="not these")
    how.add_argument("--size", metavar="NAME=N", type=_size, action="append", default=[], help="of an axis: seq=7")
    how.add_argument("--seed", metavar="N", type=_seed, help="draw other samples")
    how.add_argument("--tolerance", metavar="X", type=_tolerance, help="of comparisons, relative (default: 1e-9)")
    how.add_argument("--jobs", metavar="N", type=_jobs, help="check so many documents at once (default: 1)")


def _add_fold(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--fold",
        action=argparse.BooleanOptionalAction,
        help="fold tables and numbers up until a reader asks for them (default: what the configuration says, or no)",
    )


def _port(text: str) -> int:
    if text.isascii() and text.isdecimal() and int(text) < 2**16:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no port: a number from 0 to 65535")


def _size(text: str) -> tuple[str, int]:
    name, _, number = text.rpartition("=")
    name, number = name.strip().strip("|"), number.strip()
    if not name or not (number.isascii() and number.isdecimal()) or not number.strip("0"):
        raise argparse.ArgumentTypeError(f"{text!r} is no size: write it as seq=7, with a number of at least 1")
    if len(number) > _LONGEST or int(number) > LARGEST_SIZE:
        raise argparse.ArgumentTypeError(f"{text!r} is too large a size for an example")
    return name, int(number)


def _seed(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= 18:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no seed: a whole number of at most 18 digits, 0 or more")


def _tolerance(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if 0 < number < 1:
        return number
    raise argparse.ArgumentTypeError(f"{text!r} is no tolerance: a number between 0 and 1")


def _jobs(text: str) -> int:
    if text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= MOST_JOBS:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {MOST_JOBS}")


def _unknown(arguments: Sequence[str], command: str) -> Iterator[str]:
    """What is wrong with arguments that a command does not take."""
    known = sorted(set(_OPTION.findall(_parser().help_of(command))))
    options = [text.partition("=")[0] for text in arguments if text.startswith("-")]
    for option in options:
        near = difflib.get_close_matches(option.lower(), known, n=1, cutoff=_ALMOST)
        remedy = f"did you mean {near[0]}?" if near else f"`ntdoc {command} --help` lists those that there are"
        yield f"`ntdoc {command}` has no option {option}: {remedy}"
    if not options:
        yield f"`ntdoc {command}` takes no more arguments: {' '.join(arguments)}"


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
