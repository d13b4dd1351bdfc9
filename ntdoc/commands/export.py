"""`ntdoc export`: the definitions of a document as a module of Python."""

from __future__ import annotations

import argparse
import os
import sys
from hashlib import sha256
from pathlib import Path

from ntdoc.commands.common import COULD_NOT_RUN, OK, configured, fail, say, shown
from ntdoc.configuration import ConfigurationError, find_configuration

_WRITTEN = "# Written by `ntdoc export`"


def run(options: argparse.Namespace) -> int:
    """Write the module, or print it, and say what is not in it."""
    from ntdoc.export.module import module, place
    from ntdoc.export.routines import Omitted
    from ntdoc.project import ProjectError, find_documents
    from ntdoc.reading import read_document
    from ntdoc.reading.companions import companions_of
    from ntdoc.rendering.reports.terminal import render_brief
    from ntdoc.survey import RECURSION, survey
    from ntdoc.written import spoken

    try:
        found = find_documents([options.path])
        macros = configured(find_configuration(Path.cwd())).settings.macros
    except (ProjectError, ConfigurationError) as error:
        return fail(str(error))
    if len(found) > 1:
        return fail(f"{options.path} has {len(found)} documents: name one of them")
    (file,) = found
    document = read_document(file.path, file.shown_as, macros=macros)
    unread = [d for d in document.diagnostics if d.code == "NT101"]
    for diagnostic in unread:
        print(render_brief(diagnostic), file=sys.stderr)
    if any(d.span.source.path == document.path for d in unread):
        return COULD_NOT_RUN
    output: Path | None = options.output
    if output is not None and any(_is_same(output, Path(source.path)) for source in document.sources):
        return fail(f"{shown(output)} is a file of the document itself")
    if output is not None and (why := _kept(output, options.force)):
        return fail(why)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), RECURSION))
    try:
        session, roles = survey(document, companions_of(document, file.path, macros))
        made = module(session, roles, options.to)
        called = spoken(role.entry for role in roles)
        made.omitted = [Omitted(called(o.symbol), o.span, called(o.reason)) for o in made.omitted]
        text = made.text(file.shown_as)
    except RecursionError:
        return fail(f"what {file.shown_as} defines is nested too deeply to be followed")
    for one in made.omitted:
        say(f"not exported: {one.symbol} ({place(one.span)}): {one.reason}")
    if output is None:
        print(text, end="")
        return OK
    try:
        _write(output, text)
    except OSError as error:
        return fail(f"cannot write {shown(output)}: {error.strerror or error}")
    count = sum(1 for _ in made.functions())
    omitted = len(made.omitted)
    left = f", {omitted} {'definition' if omitted == 1 else 'definitions'} left out" if omitted else ""
    print(f"{shown(output)}: {count} {'function' if count == 1 else 'functions'}{left}")
    return OK


def _is_same(one: Path, other: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _kept(output: Path, force: bool) -> str:
    """Why the file that is there stays, if it does: only what an export wrote, and nobody changed, is written anew."""
    if not output.exists() or output.is_dir():  # writing says what is wrong with a folder
        return ""
    if not output.is_file():
        return f"{shown(output)} is not an ordinary file"
    try:
        text = output.read_text("utf-8")
    except ValueError:
        text = "\0"
    except OSError as error:
        return f"cannot read {shown(output)}: {error.strerror or error}"
    line, _, rest = text.partition("\n")
    if force or not text.strip() or line == _signed(rest):
        return ""
    was = "was changed since" if line.startswith(_WRITTEN) else "was not written by"
    return f"{shown(output)} {was} `ntdoc export`: `--force` overwrites it"


def _signed(text: str) -> str:
    """The first line of a file, by which the next export knows that nobody changed the rest."""
    return f"{_WRITTEN}; it writes this file anew unless it was changed: {sha256(text.encode()).hexdigest()[:20]}"


def _write(output: Path, text: str) -> None:
    """A file as a whole, or none: one that is there stays as it is if something goes wrong."""
    output = Path(os.path.realpath(output))
    beside = output.with_name(f".{output.name}.{os.getpid()}")
    try:
        beside.write_text(f"{_signed(text)}\n{text}", "utf-8", newline="\n")
        os.replace(beside, output)
    finally:
        beside.unlink(missing_ok=True)
