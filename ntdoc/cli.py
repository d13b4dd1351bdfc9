"""The command line: parse the arguments, call the library, print, return an exit code.

Exit codes: 0 nothing wrong, 1 errors in a document (with `check --strict` warnings, too), 2 ntdoc could not run,
130 interrupted, 143 ended by SIGTERM.
What a command needs is imported when it runs, so that `--help` and `explain` start at once.
"""

from __future__ import annotations

import argparse
import gc
import os
import signal
import sys
import threading
from collections.abc import Sequence
from typing import TextIO

from ntdoc.arguments import parse

OK, INTERRUPTED, BROKEN_PIPE, TERMINATED = 0, 130, 141, 143


class Terminated(BaseException):
    """SIGTERM came: what was begun is tidied up on the way out, as at an interruption."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Raises nothing but SystemExit, for bad usage and `--help`."""
    _prepare_streams()
    alone = threading.current_thread() is threading.main_thread()  # no other may
    before = signal.signal(signal.SIGTERM, _terminate) if alone else None
    try:
        code = _dispatch(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # Nobody reads any more; without this Python would complain once more when it shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Terminated:
        return TERMINATED
    except Exception as error:
        if os.environ.get("NTDOC_TRACEBACK"):
            import traceback

            traceback.print_exc()
        # Of the system's errors those of the output get here: a full disk.
        return _fail(str(error) if isinstance(error, OSError) else _internal(error))
    finally:
        if before is not None:
            signal.signal(signal.SIGTERM, before)
        gc.freeze()  # what is left is not looked through for cycles when the process ends


def _dispatch(arguments: Sequence[str]) -> int:
    options = parse(arguments)
    match options.command:
        case "explain":
            return _explain(options)
        case "init":
            from ntdoc.commands.init import run as init

            return init(options)
        case "export":
            from ntdoc.commands.export import run as export

            return export(options)
        case _:
            return _on_documents(options)


def _on_documents(options: argparse.Namespace) -> int:
    # Examples are small: threads of BLAS are never used, but it takes time to start them, in each of several jobs
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    if options.command in ("check", "build"):
        gc.disable()  # they end soon; where there are several documents, cycles are looked for between them
    from ntdoc.commands.common import prepare
    from ntdoc.configuration import ConfigurationError
    from ntdoc.kept.patterns import stored
    from ntdoc.project import ProjectError

    try:
        job = prepare(options)
    except (ProjectError, ConfigurationError) as error:
        return _fail(str(error))
    with stored():
        match options.command:
            case "check":
                from ntdoc.commands.check import run as check

                return check(options, job)
            case "build":
                from ntdoc.commands.build import run as build

                return build(options, job)
            case "serve":
                from ntdoc.commands.serve import run as serve

                return serve(options, job)
            case _:
                from ntdoc.commands.fix import run as fix

                return fix(options, job)


def _explain(options: argparse.Namespace) -> int:
    from ntdoc.explanation import UnknownCodeError, explain, list_codes
    from ntdoc.rendering.reports.style import columns, painter

    paint = painter(sys.stdout)
    try:
        print(list_codes(paint) if options.code is None else explain(options.code, paint, columns()))
    except UnknownCodeError as error:
        return _fail(str(error))
    return OK


def _terminate(number: int, frame: object) -> None:
    signal.signal(number, signal.SIG_DFL)  # a second one ends all at once
    raise Terminated


def _internal(error: Exception) -> str:
    what = " ".join(f"{type(error).__name__}: {error}".split())
    where = " ".join(getattr(error, "__notes__", ()))
    place = f" {where}" if where else ""
    return f"internal error{place}: {what} (please report it; NTDOC_TRACEBACK=1 shows where it is)"


def _fail(message: str) -> int:
    from ntdoc.commands.common import fail

    return fail(message)


def _prepare_streams() -> None:
    """UTF-8 whatever the locale, and somewhere to write to even if the stream is closed."""
    for name in ("stdout", "stderr"):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 (lives as long as the process)
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
