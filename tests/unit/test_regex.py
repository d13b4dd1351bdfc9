"""Patterns are compiled when they are used, so that a mistake in one must be found here."""

from __future__ import annotations

import importlib
import pkgutil
import re
import subprocess
import sys
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest

import ntdoc
from ntdoc.regex import Lazy, regex

MODULES = sorted(m.name for m in pkgutil.walk_packages(ntdoc.__path__, "ntdoc.") if not m.name.endswith("__main__"))


def test_every_pattern_of_a_module_is_one() -> None:
    found = 0
    for name in MODULES:
        for pattern in vars(importlib.import_module(name)).values():
            if isinstance(pattern, Lazy):
                pattern.search("")
                found += 1
    assert found > 500


def test_no_pattern_repeats_a_repetition() -> None:
    """`(?:\\W+|the)*` shares a run of blanks out in as many ways as there are, and tries all of them."""
    found = [
        (name, key)
        for name in MODULES
        for key, pattern in vars(importlib.import_module(name)).items()
        if isinstance(pattern, Lazy) and _repeats_a_repetition(pattern.pattern)
    ]
    assert found == []
    assert _repeats_a_repetition(r"a(?:\W+|the)*b")
    assert not _repeats_a_repetition(r"a(?:\W|the)*b(?:\s+the)*")


def _repeats_a_repetition(pattern: str) -> bool:
    pending = [list(parser.parse(pattern))]
    while pending:
        for code, value in pending.pop():
            if code is parser.BRANCH:
                pending += [list(one) for one in value[1]]
            elif code is parser.SUBPATTERN:
                pending.append(list(value[-1]))
            elif code in (parser.ASSERT, parser.ASSERT_NOT):
                pending.append(list(value[1]))
            elif code in (parser.MAX_REPEAT, parser.MIN_REPEAT):
                pending.append(list(value[2]))
                if value[1] is parser.MAXREPEAT and any(_is_repetition(one) for one in _ways(list(value[2]))):
                    return True
    return False


def _ways(body: list[Any]) -> list[list[Any]]:
    """The ways to read what is repeated: those between bars, if there are such."""
    if len(body) != 1:
        return [body]
    ((code, value),) = body
    if code is parser.SUBPATTERN:
        return _ways(list(value[-1]))
    return [way for one in value[1] for way in _ways(list(one))] if code is parser.BRANCH else [body]


def _is_repetition(body: list[Any]) -> bool:
    return len(body) == 1 and body[0][0] in (parser.MAX_REPEAT, parser.MIN_REPEAT) and body[0][1][1] is parser.MAXREPEAT


def test_a_pattern_does_what_a_compiled_one_does() -> None:
    words = regex(r"([a-z]+)", re.IGNORECASE)
    assert words.pattern == r"([a-z]+)"
    assert words.sub("x", "Ab 1 c") == "x 1 x"
    assert words.groups == 1
    assert [m[0] for m in words.finditer("Ab 1 c")] == ["Ab", "c"]


def test_a_pattern_that_is_none_is_told_when_it_is_used() -> None:
    broken = regex("(")
    with pytest.raises(re.error):
        broken.search("")


def test_to_import_the_compiler_compiles_no_pattern() -> None:
    code = (
        "import re, sys\nown, really = [], re.compile\n"
        "def counted(*arguments):\n"
        "    own.extend(a for a in [sys._getframe(1).f_globals['__name__']] if a.startswith('ntdoc'))\n"
        "    return really(*arguments)\n"
        "re.compile = counted\n"
        "from ntdoc.regex import Lazy\nfrom ntdoc import compiler\n"
        "every = [v for n, m in sys.modules.items() if n.startswith('ntdoc') for v in vars(m).values()]\n"
        "every = [v for v in every if isinstance(v, Lazy)]\n"
        "print(len(every), sum('search' in vars(v) for v in every), *own)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    there, compiled, *own = done.stdout.split()
    assert int(there) > 500
    assert int(compiled) == 0
    assert own == []  # none that is compiled as its module is loaded, either
