"""Patterns are compiled when they are used, so that a mistake in one must be found here."""

from __future__ import annotations

import importlib
import pkgutil
import re
import subprocess
import sys

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
