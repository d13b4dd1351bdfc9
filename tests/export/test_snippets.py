"""The code in the blocks of a site: each piece runs as it is copied, and prints the numbers of its example."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ntdoc.compiler import compile_file
from ntdoc.report import DocumentReport
from tests.conftest import GOLDEN

DOCUMENTS = [Path(__file__).parents[2] / "docs" / "transformer.md", GOLDEN / "export" / "attention.md"]


def printed(code: str) -> list[Any]:
    """What a program prints, in a world in which there is nothing but it."""
    found: list[Any] = []
    exec(compile(code, "copied", "exec"), {"print": found.append})
    return found


def in_order(values: Any) -> Any:
    """The entries, whatever the order of the axes."""
    return np.sort(np.asarray(values, dtype=float).ravel())


def agreeing(report: DocumentReport) -> int:
    count = 0
    for statement in report.statements:
        for library, code in statement.code:
            for value in printed(code):
                wanted = in_order(statement.example.results[0].array.data)
                assert np.allclose(in_order(value), wanted, rtol=1e-4, atol=1e-4), (statement.id, library)
                count += 1
    return count


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_each_piece_runs_alone(document: Path) -> None:
    assert agreeing(compile_file(document, document.name, code=True)) > 3


def test_functions_and_arguments_of_one_name_do_not_meet(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(
        "Let $x \\in \\mathbb{R}^{\\mathsf{seq}}$.\n\n$$ y = 2 x $$\n\n$$ z = y + x $$\n\n"
        "$$ f(y) = y + 1 $$\n\n$$ w = f(z) + y $$\n",
        "utf-8",
    )
    report = compile_file(path, "a.md", code=True)
    assert agreeing(report) == 4 * 3
    (code,) = (dict(s.code)["numpy"] for s in report.statements if s.id == "w")
    assert code.startswith("import numpy as np\n\n\ndef w(x):")
    assert code.index("def w") < code.index("def f") < code.index("print(w(x=np.array([")
