"""What all tests share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"  # published documents; not part of the project
collect_ignore = ["repositories"]  # small projects with tests of their own, on which tools are run
GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    what = "rewrite tests/golden and the output shown in the README"
    parser.addoption("--update-golden", action="store_true", help=what)


@pytest.fixture(autouse=True, scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing that the user's own runs kept is used, and nothing is left there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """`golden(name, text)` asserts that the text is that of tests/golden/<name>."""

    def compare(name: str, text: str) -> None:
        file = GOLDEN / name
        if request.config.getoption("--update-golden"):
            file.write_text(text, "utf-8")
        assert file.is_file(), f"{file} is missing: pytest --update-golden writes it"
        assert text == file.read_text("utf-8")

    return compare
