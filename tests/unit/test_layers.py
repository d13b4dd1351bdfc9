"""The architecture, as the imports have it: a stage imports only what stands before it."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "ntdoc"
MODULES = sorted(PACKAGE.rglob("*.py"))

# A line for each layer, the lowest first. What stands on one line does not import each other.
LAYERS = (
    ("__init__", "regex", "vocabulary"),
    ("source", "nodes"),
    ("diagnostics",),
    ("reading", "operations", "settings", "toml_places"),
    ("syntax", "directives", "report", "configuration", "slips"),
    ("naming", "shapes"),
    ("evaluation", "survey"),
    ("verification",),
    ("axis_order", "intermediate"),
    ("examples", "loops", "made_of_prose"),
    ("tables", "inline", "directed", "given", "numbers", "selection", "completeness", "export"),
    ("surroundings", "labels", "written", "told_sizes"),
    ("reporting",),
    ("read_anew", "misdeclared", "other_meanings"),
    ("kept", "compiler", "project", "progress", "arguments", "fixing", "installation"),
    ("checking",),
    ("rendering",),
    ("explanation", "serve", "api"),
    ("commands", "testing", "pytest_plugin", "mkdocs_plugin"),
    ("cli",),
    ("__main__",),
)
RANKS = {stage: rank for rank, layer in enumerate(LAYERS) for stage in layer}

# Folders that stand below the rest of their stage, and all that they know of it.
FOLDERS = {
    "shapes.document": {"shapes.families", "shapes.patterns", "shapes.signs"},
    "shapes.passes": {
        "shapes.arithmetic",
        "shapes.document",
        "shapes.families",
        "shapes.patterns",
        "shapes.signs",
        "shapes.sizes",
        "shapes.steps",
    },
    "verification.lints": {"verification.check", "verification.verdicts", "verification.words"},
}

# Where a library may be imported, by stages or modules.
LIBRARIES = {
    "numpy": {"operations", "evaluation", "verification", "numbers", "testing", "export.routines"},
    "xarray": {"api.array"},
    "torch": {"operations.libraries"},
    "jax": {"operations.libraries"},
    "dask": {"operations.libraries"},
    "pytest": {"pytest_plugin"},
    "array_api_compat": {"operations"},
    "threadpoolctl": {"evaluation.workers"},
    "pylatexenc": {"reading", "rendering.math"},
    "math_core": {"rendering.math"},
    "jinja2": {"rendering.templates"},
    "nh3": {"rendering.cleaning"},
    "markdown": {"rendering.markdown_extension", "rendering.host_zensical"},
    "subprocess": {"rendering.latex.pandoc"},
    "mkdocs": {"rendering.mkdocs_site", "serve", "mkdocs_plugin"},
}

# Imports each of the modules as if it were the first of ntdoc, and says which cannot be.
EACH_FIRST = """
import importlib, sys
for name in sys.argv[1:]:
    for other in [m for m in sys.modules if m.split(".")[0] == "ntdoc"]:
        del sys.modules[other]
    try:
        importlib.import_module(name)
    except ImportError as error:
        print(name, error)
"""


def name_of(path: Path) -> str:
    """`reading.latex`; a package is called `reading`."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


def imported(path: Path) -> Iterator[str]:
    """Every module that is imported anywhere in a file, within functions too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide the layer"
            for alias in node.names:
                module = f"{node.module}.{alias.name}"
                yield module if is_module(module) else str(node.module)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def is_module(dotted: str) -> bool:
    place = PACKAGE.parent.joinpath(*dotted.split("."))
    return place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()


def loaded_with(path: Path) -> set[str]:
    """The modules that are loaded before a file is: what it imports when it is loaded, and the packages it is in."""
    found, pending = set[str](), list[ast.AST](ast.parse(path.read_text("utf-8")).body)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            pending.extend(node.orelse)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found |= {f"{node.module}.{a.name}" for a in node.names} if isinstance(node, ast.ImportFrom) else set()
            found |= {str(node.module)} if isinstance(node, ast.ImportFrom) else set()
            pending.extend(ast.iter_child_nodes(node))
    own = dotted(path).split(".")
    return found | {".".join(own[:length]) for length in range(1, len(own))}


def dotted(path: Path) -> str:
    return ".".join(("ntdoc", name_of(path))).removesuffix(".__init__")


def in_circles() -> list[str]:
    """The modules that are loaded before themselves, if another of their circle is loaded first."""
    graph = {dotted(path): loaded_with(path) for path in MODULES}
    found = []
    for name in graph:
        reached, pending = set[str](), [*graph[name]]
        while pending:
            other = pending.pop()
            if other in graph and other not in reached and other != "ntdoc":
                reached.add(other)
                pending.extend(graph[other])
        if name in reached:
            found.append(name)
    return found


def own(path: Path) -> set[str]:
    """The modules of ntdoc that a file imports, by name."""
    return {
        m.removeprefix("ntdoc").removeprefix(".") or "__init__" for m in imported(path) if m.split(".")[0] == "ntdoc"
    }


def test_every_module_has_a_layer_and_every_layer_a_module() -> None:
    assert {name_of(path).split(".")[0] for path in MODULES} == set(RANKS)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_stage_imports_only_what_stands_before_it(path: Path) -> None:
    stage = name_of(path).split(".")[0]
    others = {module.split(".")[0] for module in own(path)} - {stage}
    assert {other for other in others if RANKS[other] >= RANKS[stage]} == set()


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_stands_below_the_rest_of_a_stage_knows_little_of_it(folder: str) -> None:
    stage, _, name = folder.partition(".")
    paths = [*(PACKAGE / stage / name).rglob("*.py")]
    assert paths
    known = {module for path in paths for module in own(path) if module.startswith(f"{stage}.")}
    allowed = {folder, *FOLDERS[folder]}
    assert {m for m in known if m not in allowed and ".".join(m.split(".")[:2]) not in allowed} == set()


def test_every_module_can_be_imported_first() -> None:
    """Two modules that import each other may work only for whoever comes to them from one side.

    What is in no circle works from every side, and who comes to a circle comes to one of it first.
    """
    names = in_circles()
    assert len(names) > 50
    result = subprocess.run(
        [sys.executable, "-c", EACH_FIRST, *names], capture_output=True, text=True, timeout=300, check=False
    )
    assert (result.returncode, result.stdout) == (0, ""), result.stdout + result.stderr


@pytest.mark.parametrize("library", LIBRARIES)
def test_libraries_are_used_in_their_places_only(library: str) -> None:
    users = {name_of(path) for path in MODULES if library in {m.split(".")[0] for m in imported(path)}}
    allowed = LIBRARIES[library]
    assert {user for user in users if user not in allowed and user.split(".")[0] not in allowed} == set()
    assert users, f"nothing imports {library}: take it out of this list and of pyproject.toml"


def test_the_architecture_says_what_belongs_in_each_folder() -> None:
    """By a row of its own, or in the row of the folder that it is in."""
    text = (PACKAGE.parent / "docs" / "architecture.md").read_text("utf-8")
    folders = {path.parent.relative_to(PACKAGE) for path in MODULES} - {Path()}
    rows = {str(folder): f"`{folder}`" in text or f"`{folder.name}`" in text for folder in folders}
    assert [folder for folder, said in sorted(rows.items()) if not said] == []


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_are_short(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 400


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_say_what_they_are(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    assert ast.get_docstring(tree) or not tree.body


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_nothing_of_a_document_can_be_executed(path: Path) -> None:
    """No way to run text as Python or as a command anywhere in ntdoc."""
    text = ast.parse(path.read_text("utf-8"))
    called = {node.func.id for node in ast.walk(text) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert called.isdisjoint({"eval", "exec", "compile", "__import__", "breakpoint", "input"})
    roots = {module.split(".")[0] for module in imported(path)}
    # Running pandoc on text is the one exception; what it may do is said there, and tested.
    roots -= {"subprocess"} if name_of(path) == "rendering.latex.pandoc" else set()
    assert roots.isdisjoint({"subprocess", "pickle", "marshal", "ctypes", "runpy", "requests", "yaml"})
    assert "urllib.request" not in imported(path)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_data_fields_have_types(path: Path) -> None:
    """`Any` is for arrays of any library, not for fields of data."""
    fields = [
        f"{inner.target.id}: {ast.unparse(inner.annotation)}"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
        for inner in node.body
        if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name)
        if "Any" in ast.unparse(inner.annotation).replace("[", " ").replace("]", " ").replace(",", " ").split()
    ]
    assert fields == (["data: Any"] if name_of(path) == "operations.array" else [])
