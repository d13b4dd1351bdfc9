"""An exception in one statement costs that statement alone, and is told."""

from __future__ import annotations

import pytest

from ntdoc import compiler
from ntdoc.compiler import compile_text
from ntdoc.report import Status
from ntdoc.verification import readings

TEXT = """Let $x \\in \\reals^{\\ax}$.

$$
2 x = x + x
$$

$$
3 x = x + x
$$

Also $4 x = 2 x + 2 x$.
"""


@pytest.mark.parametrize(("module", "name"), [(compiler, "judge"), (readings, "verdict")])
def test_an_exception_costs_one_statement(monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> None:
    real = getattr(module, name)

    def fails(*given: object) -> object:
        role = next(r for r in (getattr(g, "role", g) for g in given) if hasattr(r, "entry"))
        if role.entry.parsed.span.text.strip().startswith(("3", "4")):
            raise KeyError("i")
        return real(*given)

    monkeypatch.delenv("NTDOC_TRACEBACK", raising=False)
    monkeypatch.setattr(module, name, fails)
    report = compile_text(TEXT, "notes.md")
    assert [(d.code, d.span.line) for d in report.diagnostics] == [("NT111", 8), ("NT111", 11)]
    assert "KeyError: 'i' (please report it" in report.diagnostics[0].message
    assert [s.status for s in report.statements][1:3] == [Status.VERIFIED, Status.ERROR]
    monkeypatch.setenv("NTDOC_TRACEBACK", "1")
    with pytest.raises(KeyError):
        compile_text(TEXT, "notes.md")
