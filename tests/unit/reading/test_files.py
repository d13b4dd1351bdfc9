"""Files that can and cannot be read, and what holds for every text."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ntdoc.reading import read_document, read_text
from ntdoc.reading.document import Document, Mathematics, Prose
from ntdoc.reading.tokens import Token
from tests.conftest import CORPUS
from tests.unit.reading.shown import mathematics, tex

_PIECES = st.sampled_from(
    [
        "$", "$$", "\\[", "\\]", "\\(", "\\)", "{", "}", "[", "]", "`", "```", "\n", "\n\n", "\r\n", "    ",
        "- ", "> ", "# ", "---\n", "===\n", "<!--", "-->", "<!-- ntdoc: x -->", "% ntdoc: y\n", "%",
        "<code>", "</code>", "](", ")", "http://a", "\\begin{align}", "\\end{align}", "\\begin{itemize}",
        "\\end{itemize}", "\\\\", "&", "\\newcommand{\\a}[1]{#1+\\b}", "\\def\\b{\\a}", "\\let\\c\\a",
        "\\ndef{\\d}{d}", "\\a", "\\b", "\\c", "\\d", "\\text{", "\\left(", "\\right)", "\\verb|",
        "\\iffalse", "\\fi", "\\label{", "\\ensuremath{", "\\input{a}", "\\section{", "\\textcolor{",
        "\\hspace{2em}", "\\operatorname*", "\\kern", "#", "1", "x", "é", "∂", " ", "\\",
        "\\begin{document}", "\\end{document}", "\\title{", "\\cite[", "\\nfun{\\d}{max}", "^", "_", "~",
        "*", "\0",
    ]
)  # fmt: skip
TEXTS = st.lists(_PIECES | st.text(max_size=4), max_size=40).map("".join)


def _tokens(tokens: tuple[Token, ...]) -> list[Token]:
    inner = [part for token in tokens for part in token.content if not isinstance(part, str)]
    return [*tokens, *(token for part in inner for token in _tokens(part))]


def _check(document: Document) -> None:
    items = sorted(document.items, key=lambda item: document.sources.index(item.span.source))
    for source, group in groupby(items, key=lambda item: item.span.source):
        end = 0
        for item in group:
            assert item.span.start == end, "items tile the file"
            end = item.span.end
            if isinstance(item, Prose):
                assert len(item.text) == item.span.end - item.span.start
            elif isinstance(item, Mathematics):
                assert item.span.start <= item.inner.start <= item.inner.end <= item.span.end
                for token in _tokens(item.tokens):
                    assert token.span.source in document.sources
                    assert item.span.start <= token.span.start <= token.span.end <= item.span.end
        assert end == len(source.text)
    for problem in document.diagnostics:
        assert 0 <= problem.span.start <= problem.span.end <= len(problem.span.source.text)


@settings(deadline=None, max_examples=300)
@given(TEXTS, st.sampled_from(["markdown", "latex"]))
def test_any_text_is_read(text: str, format: str) -> None:
    _check(read_text(text, "a.md", format))


@settings(deadline=None, max_examples=150)
@given(TEXTS.map(lambda text: text.replace("\r", "")), st.sampled_from(["markdown", "latex"]))
def test_line_ends_do_not_matter(text: str, format: str) -> None:
    unix = read_text(text, "a.md", format)
    windows = read_text(text.replace("\n", "\r\n"), "a.md", format)
    assert [tex(item.tokens) for item in mathematics(unix)] == [
        tex(item.tokens) for item in mathematics(windows)
    ]
    for one, other in zip(mathematics(unix), mathematics(windows), strict=True):
        assert [(t.span.line, t.span.column) for t in one.tokens] == [
            (t.span.line, t.span.column) for t in other.tokens
        ]
    assert [(p.code, p.span.line, p.span.column) for p in unix.diagnostics] == [
        (p.code, p.span.line, p.span.column) for p in windows.diagnostics
    ]


@pytest.mark.parametrize(
    ("data", "name"),
    [(b"\x89PNG\r\n\x1a\n\x00\x01", "a.md"), ("caf\xe9 $x$".encode("latin-1"), "a.tex"), (None, "a.md")],
)
def test_unreadable_files(tmp_path: Path, data: bytes | None, name: str) -> None:
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    document = read_document(path, name)
    assert [problem.code for problem in document.diagnostics] == ["NT101"]
    assert document.items == ()


def test_a_folder_and_a_large_file_are_not_read(tmp_path: Path) -> None:
    assert [p.code for p in read_document(tmp_path, "a").diagnostics] == ["NT101"]
    large = tmp_path / "a.md"
    with large.open("wb") as file:
        file.truncate(20_000_001)
    assert [p.code for p in read_document(large, "a.md").diagnostics] == ["NT101"]


def test_format_and_byte_order_mark(tmp_path: Path) -> None:
    for name, text, format in [
        ("a.md", "\ufeff$x$", "markdown"),
        ("b.md", "\\documentclass{article}\\begin{document}$x$\\end{document}", "latex"),
        ("c.tex", "$x$", "latex"),
        ("d.txt", "$x$", "markdown"),
    ]:
        (tmp_path / name).write_text(text, "utf-8")
        document = read_document(tmp_path / name, name)
        assert document.format == format
        assert [tex(item.tokens) for item in mathematics(document)] == ["x"]
    assert read_document(tmp_path / "a.md", "a.md").items[0].span.start == 0
    (tmp_path / "e.md").write_text("", "utf-8")
    assert read_document(tmp_path / "e.md", "e.md").items == ()


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the published documents are not at hand")
def test_published_documents() -> None:
    for path in sorted(CORPUS.glob("*.md")):
        _check(read_document(path, path.name))
    paper = read_document(CORPUS / "named-tensor-notation" / "paper.tex", "paper.tex")
    _check(paper)
    assert paper.diagnostics == ()
    assert len(paper.sources) == 13


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_text_in_utf_16_is_called_so(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.md"
    path.write_bytes("Let $x = 1$ – and “so” on.\n".encode(encoding))
    (problem,) = read_document(path, "a.md").diagnostics
    assert problem.code == "NT101"
    assert problem.message.endswith("is text in UTF-16: save it as UTF-8")


def test_text_in_latin_1_comes_with_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "a.tex"
    path.write_bytes("größer".encode("latin-1"))
    (problem,) = read_document(path, "docs/a.tex").diagnostics
    assert problem.hints == ("if it is Latin-1, this makes UTF-8 of it: iconv -f latin1 -t utf-8 a.tex > new.tex",)


def test_other_bytes_are_a_binary_file(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0")
    assert read_document(path, "a.md").diagnostics[0].message.endswith("is a binary file")
