"""What is written: read by a person, formatted as people format, and safe whatever stands in a document."""

from __future__ import annotations

import ast
import keyword
import math
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import ntdoc
from ntdoc.export.names import Names, identifier
from tests.conftest import GOLDEN
from tests.export.numbers import LIBRARIES, exported, loaded, run

ATTENTION = GOLDEN / "export" / "attention.md"


def formatted(*paths: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--isolated", "--check", "--diff", *map(str, paths)],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def written(tmp_path: Path, text: str, library: str = "numpy") -> tuple[str, str]:
    """The module of a text, and what was said on the way."""
    document = tmp_path / "note.md"
    document.write_text(text, "utf-8")
    result = run(str(document), "--to", library, "-o", str(tmp_path / "module.py"))
    assert result.returncode == 0, result.stderr
    code = (tmp_path / "module.py").read_text("utf-8")
    ast.parse(code)
    return code, result.stderr


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_module_as_it_is_read(tmp_path: Path, library: str, golden: Callable[[str, str], None]) -> None:
    result = run(ATTENTION.name, "--to", library, cwd=ATTENTION.parent)
    assert result.returncode == 0
    golden(f"export/attention_{library}.txt", result.stdout)
    (tmp_path / "module.py").write_text(result.stdout, "utf-8")
    assert "ntdoc" not in "".join(line for line in result.stdout.splitlines() if "import" in line)
    assert formatted(tmp_path / "module.py").returncode == 0


def softmax(x: np.ndarray, axis: int) -> np.ndarray:
    y = np.exp(x - x.max(axis=axis, keepdims=True))
    return y / y.sum(axis=axis, keepdims=True)


@pytest.mark.parametrize("library", LIBRARIES)
def test_its_numbers_are_those_of_plain_numpy(tmp_path: Path, library: str) -> None:
    """Attention with lifted queries and heads, a windowed mean, a table by cases, and a layer with weights."""
    module = exported(ATTENTION, tmp_path, library)
    rng = np.random.default_rng(0)
    q, k, v = (rng.normal(size=s) for s in ((5, 3), (4, 3), (4, 2)))
    put = LIBRARIES[library]
    found = module.attention(put(q), put(k[None]), put(v[None]))
    assert np.allclose(found, softmax(q @ k.T / math.sqrt(3), 1) @ v, rtol=1e-9, atol=1e-9)
    w, b, x = rng.normal(size=(6, 3)), rng.normal(size=3), rng.normal(size=(7, 6))
    assert np.allclose(module.layer(put(x), put(w), put(b)), np.maximum(x @ w + b, 0), rtol=1e-9, atol=1e-9)
    mask = [[0.0 if i <= j else -math.inf for j in range(4)] for i in range(3)]
    assert np.array_equal(np.asarray(module.M(3, 4)), mask)
    windows = np.stack([x[:, i : i + 3].mean(axis=1) for i in range(4)], axis=1)
    assert np.allclose(module.smooth_k(put(x), 3), windows, rtol=1e-9, atol=1e-9)


def test_every_document_of_the_suite_is_formatted(tmp_path: Path) -> None:
    """A dozen of them, of every kind, in one library each."""
    folder = Path(__file__).parents[1] / "suite" / "documents"
    documents = sorted(p for p in folder.iterdir() if p.suffix in (".md", ".tex") and ".ntdoc" not in p.name)
    outputs = []
    for number, document in enumerate(documents[::6]):
        output = tmp_path / f"{document.stem.replace('-', '_')}.py"
        library = list(LIBRARIES)[number % 3]
        result = run(str(document), "--to", library, "-o", str(output))
        assert result.returncode == 0, result.stderr
        outputs.append(output)
    assert len(outputs) >= 10
    checked = formatted(*outputs)
    assert checked.returncode == 0, checked.stdout


def test_the_negative_of_a_power_is_formatted(tmp_path: Path) -> None:
    """The formatter wants brackets there, around any base."""
    text = "$$ f(x) = -x^2 $$\n\n$$ g(u) = - e^{-u} $$\n\n$$ h(u) = 3 - (u + 1)^2 $$\n"
    code, _ = written(tmp_path, text, "numpy")
    assert "return -(x**2)" in code
    assert formatted(tmp_path / "module.py").returncode == 0


# --- names ---


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("SelfAttention", "self_attention"),
        ("FFN", "ffn"),
        ("W^Q", "W_Q"),
        ("hat(X)", "hat_X"),
        ("gamma", "gamma"),
        ("γ", "gamma"),
        ("Γ", "Gamma"),
        ("lambda", "lambda_"),
        ("max", "max_"),
        ("None", "none"),
        ("é", "e"),
        ("X'", "X_prime"),
        ("1x", "x_1x"),
        ("→", "x"),
        ("__class__", "class_"),
        ("np", "np_"),
    ],
)
def test_names(name: str, wanted: str) -> None:
    assert identifier(name) == wanted
    assert wanted.isidentifier()
    assert not keyword.iskeyword(wanted)


def test_no_name_is_given_twice() -> None:
    names = Names({"x"})
    assert [names.take(n) for n in ("x", "x", "lambda_", "lambda_", "x_2")] == [
        "x_2",
        "x_3",
        "lambda_",
        "lambda_2",
        "x_2_2",
    ]


HOSTILE = r'''
# A """title""" of \evil \N{BULLET}

Let $\text{import}, \text{class} \in \reals$ and $\text{W\_1} \in \reals^{\mathsf{def}}$.

$$
\text{lambda} = \text{import} + \text{class} % """ ; import os
$$

$$
\text{np}(x) = x + 1 \tag{"""}
$$

$$
\text{print} = \text{np}(2) \text{ """ \n import os}
$$

$$
Y
  = \text{np}(\text{lambda})
$$
'''


@pytest.mark.parametrize("library", LIBRARIES)
def test_names_that_are_words_of_python(tmp_path: Path, library: str) -> None:
    code, _ = written(tmp_path, HOSTILE, library)
    tree = ast.parse(code)
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert imported <= {"math", "numpy", "torch", "jax", "jax.numpy"}
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert {"lambda_", "np_", "Y"} <= functions
    assert all(isinstance(n, (ast.FunctionDef, ast.Import, ast.Expr)) for n in tree.body)
    assert formatted(tmp_path / "module.py").returncode == 0
    put = LIBRARIES[library]
    assert float(loaded(tmp_path / "module.py").Y(put(2.0), put(3.0))) == 6.0


def test_line_ends_within_an_equation_end_no_comment(tmp_path: Path) -> None:
    r"""Form feeds, vertical tabs and the line ends of Unicode, none of which may let code out of a comment."""
    ends = ["\r", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029", "\u202e"]
    displays = [f"$$\nX_{n} = {n} {end}+ 1\n$$\n" for n, end in enumerate(ends)]
    code, _ = written(tmp_path, "\n".join(displays))
    for line in code.splitlines():
        assert line.isprintable()
    for node in ast.parse(code).body:
        assert isinstance(node, (ast.FunctionDef, ast.Import, ast.Expr))


def test_the_name_of_a_file_lets_nothing_out(tmp_path: Path) -> None:
    document = tmp_path / 'a"""; import os; """\\.md'
    document.write_text("$$\nx = 1\n$$\n", "utf-8")
    result = run(str(document))
    tree = ast.parse(result.stdout)
    assert [type(node) for node in tree.body] == [ast.Expr, ast.FunctionDef]


# --- the command ---


def test_what_is_in_error_is_named_with_its_reason(tmp_path: Path) -> None:
    code, said = written(tmp_path, "$$\nx = y + 1\n$$\n\n$$\nz = 2\n$$\n\n$$\nw = x + z\n$$\n")
    assert "# - x (note.md, line 2): it is in error: NT201, y is not declared." in code
    assert "not exported: w (note.md, line 10): it needs x, which is in error or not read" in said
    assert "def z():" in code
    assert "def w" not in code


def test_what_check_takes_for_prose_is_not_said_to_be_in_error(tmp_path: Path) -> None:
    text = (
        "Let $K \\in \\reals^{\\mathsf{seq}}$.\n\n$$\nz = \\sum_{\\mathsf{seq}} K\n$$\n\n"
        "Start with $M \\gets 0$, and in each step $M \\gets M + K_{\\mathsf{seq}(i)} c$.\n"
    )
    code, said = written(tmp_path, text)
    assert "def z(K):" in code
    assert "in error" not in code + said


def test_a_function_without_a_definition_is_named(tmp_path: Path) -> None:
    text = "$$\n\\text{act} \\colon \\reals \\to \\reals\n$$\n\n$$\ny = \\text{act}(2)\n$$\n"
    code, said = written(tmp_path, text)
    assert "it needs act, of which the document gives only the signature" in said
    assert "def " not in code


def test_what_cannot_run_leaves_what_was_there(tmp_path: Path) -> None:
    output = tmp_path / "module.py"
    output.write_text("kept\n", "utf-8")
    missing = run(str(tmp_path / "none.md"), "-o", str(output))
    assert missing.returncode == 2
    assert "no such file" in missing.stderr
    (tmp_path / "a.md").write_text("$$\nx = 1\n$$\n", "utf-8")
    (tmp_path / "b.md").write_text("$$\nx = 1\n$$\n", "utf-8")
    several = run(str(tmp_path), "-o", str(output))
    assert several.returncode == 2
    assert "2 documents" in several.stderr
    (tmp_path / "c.md").write_bytes(b"\xff\xfe\x00")
    assert run(str(tmp_path / "c.md"), "-o", str(output)).returncode == 2
    assert run(str(tmp_path / "a.md"), "-o", str(tmp_path / "a.md")).returncode == 2
    assert (tmp_path / "a.md").read_text("utf-8") == "$$\nx = 1\n$$\n"
    assert run(str(tmp_path / "a.md"), "-o", str(tmp_path / "no" / "folder.py")).returncode == 2
    assert output.read_text("utf-8") == "kept\n"


def test_an_unknown_library_is_bad_usage(tmp_path: Path) -> None:
    assert run("a.md", "--to", "tensorflow", cwd=tmp_path).returncode == 2


def test_a_document_without_definitions(tmp_path: Path) -> None:
    code, _ = written(tmp_path, "Only words.\n")
    assert "There are none that can be exported." in code
    assert formatted(tmp_path / "module.py").returncode == 0


@pytest.mark.parametrize("library", LIBRARIES)
def test_the_logarithm_of_a_sum_of_exponentials_does_not_overflow(tmp_path: Path, library: str) -> None:
    text = "$$\n\\ndef{\\ax}{ax}\n$$\n\n$$\nF(x) = \\log \\nsum{\\ax} \\exp x\n$$\n"
    written(tmp_path, text, library)
    found = loaded(tmp_path / "module.py").F(LIBRARIES[library]([1000.0, 1000.0]))
    assert abs(float(found) - 1000 - math.log(2)) < 1e-3


def test_a_file_that_no_export_wrote_or_that_was_changed_is_not_overwritten(tmp_path: Path) -> None:
    document, output = tmp_path / "a.md", tmp_path / "module.py"
    document.write_text("$$\nx = 1\n$$\n", "utf-8")

    def export(*more: str) -> subprocess.CompletedProcess[str]:
        return run(str(document), "-o", str(output), *more)

    output.write_text("mine = 1\n", "utf-8")
    refused = export()
    assert refused.returncode == 2
    assert "was not written by `ntdoc export`: `--force` overwrites it" in refused.stderr
    assert output.read_text("utf-8") == "mine = 1\n"
    assert export("--force").returncode == 0
    document.write_text("$$\nx = 2\n$$\n", "utf-8")
    output.write_bytes(output.read_bytes().replace(b"\n", b"\r\n"))  # as git may check it out
    assert export().returncode == 0
    assert "2" in output.read_text("utf-8")
    output.write_text(changed := output.read_text("utf-8") + "y = 3\n", "utf-8")
    refused = export()
    assert refused.returncode == 2
    assert "was changed since `ntdoc export`" in refused.stderr
    assert output.read_text("utf-8") == changed
    output.write_bytes(b"\xff\x00")
    assert export().returncode == 2
    output.write_text("", "utf-8")
    assert export().returncode == 0


LOSSES = r"""
$$
\ndef{\vocab}{vocab}
$$

Let $z, q \in \reals^{\vocab}$ and $y \in \{0,1\}^{\vocab}$.

$$
\begin{aligned}
L &= -\nsum{\vocab} y \odot \log \nfun{\vocab}{softmax} z \\
G &= \frac{\partial L}{\partial z} \\
H &= -\nsum{\vocab} y \odot \log y \\
D &= y \ndot{\vocab} (-\log y) \\
M &= -\log \sigma(z) \\
F &= e^z \\
B &= -\nsum{\vocab} \nfun{\vocab}{softmax} q \odot \log \nfun{\vocab}{softmax} q
\end{aligned}
$$
"""


@pytest.mark.parametrize("library", LIBRARIES)
def test_logarithms_are_as_the_evaluator_has_them(tmp_path: Path, library: str) -> None:
    """Zero times an infinite one is zero, and those of a softmax and of a sigmoid do not become infinite."""
    code, _ = written(tmp_path, LOSSES, library)
    module, paper = loaded(tmp_path / "module.py"), ntdoc.load(tmp_path / "note.md")
    z, y = np.array([0.0, 800.0, 3.0]), np.array([0.0, 1.0, 0.0])
    q = np.array([0.0, -np.inf, 1.0])
    put = LIBRARIES[library]
    for name, arguments in {"L": "yz", "G": "yz", "H": "y", "D": "y", "M": "z", "B": "q"}.items():
        given = {"z": z, "y": y, "q": q}
        found = getattr(module, name)(*[put(given[a]) for a in arguments])
        wanted = np.asarray(getattr(paper.given(**{a: given[a] for a in arguments}), name)().data)
        assert np.all(np.isfinite(wanted)), name
        assert np.allclose(found, wanted, rtol=1e-5, atol=1e-6), (name, code)
    assert ".exp(z)" in code
    assert not paper.given(z=np.array([0.0, 2000.0, 3.0]), y=y).L().data


RECURRENCE = r"""
$$
\ndef{\seq}{seq}
$$

Let $u, v \in \reals^{\seq}$ and $a \in [0, 1]$.

$$
\begin{aligned}
h_{\seq(0)} &= 0 \\
h_{\seq(t)} &= a h_{\seq(t-1)} + (1 - a) u_{\seq(t)}
\end{aligned}
$$

$$
g(u, v) = u \odot v^2 \qquad G = \frac{\partial g(u, v)}{\partial u^*} \qquad p = \nfun{\seq}{argmax} u
$$
"""


@pytest.mark.parametrize("library", ["numpy", "jax"])
def test_numbers_keep_the_precision_of_what_is_given(tmp_path: Path, library: str) -> None:
    code, _ = written(tmp_path, RECURRENCE, library)
    module = loaded(tmp_path / "module.py")
    single = LIBRARIES[library](np.array([1.0, 3.0, 2.0], np.float32))
    for found in (module.h(0.5, single), module.G(single, single), module.p(single)):
        assert found.dtype == np.float32, code
    if library == "numpy":
        assert module.h(0.5, np.array([1.0, 3.0])).dtype == np.float64
        assert module.h(0.5, np.array([1, 3])).tolist() == [0.5, 1.75]
    assert "difference = 1 - a" not in code


@pytest.mark.parametrize("library", LIBRARIES)
def test_nothing_is_computed_that_nothing_reads(tmp_path: Path, library: str) -> None:
    for text in (LOSSES, RECURRENCE):
        code, _ = written(tmp_path, text, library)
        for function in ast.parse(code).body:
            names = [n for n in ast.walk(function) if isinstance(n, ast.Name)]
            read = {n.id for n in names if isinstance(n.ctx, ast.Load)}
            assert {n.id for n in names if isinstance(n.ctx, ast.Store)} <= read, code
        assert formatted(tmp_path / "module.py").returncode == 0
