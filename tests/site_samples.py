"""Reports made by hand, for tests of the site: a small reader of `$…$` and `$$…$$`, and statements of
every kind.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ntdoc.diagnostics import Diagnostic, Operand, Related
from ntdoc.operations.array import NamedArray
from ntdoc.reading.document import Document, Item, Mathematics, Prose
from ntdoc.reading.tokens import Token
from ntdoc.rendering.latex.tokens import plain_tokens, split_rows
from ntdoc.report import (
    DocumentReport,
    Example,
    Kind,
    Labelled,
    Report,
    Statement,
    Status,
    Symbol,
    SymbolUse,
)
from ntdoc.source import Source, Span

_MATHEMATICS = re.compile(r"\$\$(?P<display>.*?)\$\$|\$(?P<inline>[^$\n]+)\$", re.DOTALL)


def named(axes: str, data: object) -> NamedArray:
    return NamedArray(tuple(axes.split()), np.asarray(data, dtype=float))


def tokens_at(source: Source, start: int, end: int) -> tuple[Token, ...]:
    """Tokens of plain LaTeX; each has the span of the whole row that it stands in, which is as fine as
    tests need.
    """
    tokens = plain_tokens(source.text[start:end])
    rows = re.split(r"\\\\", source.text[start:end])
    found = split_rows(tokens)
    if len(rows) != len(found):
        return tuple(t._replace(span=Span(source, start, end)) for t in tokens)
    out: list[Token] = []
    at = start
    for number, (text, row) in enumerate(zip(rows, found, strict=True)):
        if number:
            out.append(plain_tokens(r"\\")[0]._replace(span=Span(source, at - 2, at)))
        out += [t._replace(span=Span(source, at, at + len(text))) for t in row]
        at += len(text) + 2
    return tuple(out)


def make_document(
    text: str, path: str = "sample.md", title: str = "A sample", format: str = "markdown"
) -> Document:
    """A document of the text: every `$…$` is inline mathematics, every `$$…$$` a display."""
    source = Source(path, text)
    items: list[Item] = []
    at = 0
    for match in _MATHEMATICS.finditer(text):
        items.append(Prose(Span(source, at, match.start()), text[at : match.start()]))
        group = "display" if match["display"] is not None else "inline"
        inner = Span(source, *match.span(group))
        items.append(
            Mathematics(
                Span(source, *match.span()),
                inner,
                group == "display",
                "$$" if group == "display" else "$",
                tokens_at(source, inner.start, inner.end),
            )
        )
        at = match.end()
    items.append(Prose(Span(source, at, len(text)), text[at:]))
    return Document(path, title, format, (source,), tuple(items))


def make_report(
    document: Document,
    statements: Sequence[Statement] = (),
    diagnostics: Sequence[Diagnostic] = (),
    symbols: Sequence[Symbol] = (),
) -> DocumentReport:
    return DocumentReport(document, tuple(statements), tuple(diagnostics), tuple(symbols))


def statement(document: Document, fragment: str, status: Status, kind: Kind, **more: object) -> Statement:
    """The statement that `fragment` of the document's text is."""
    source = document.sources[0]
    start = source.text.index(fragment)
    span = Span(source, start, start + len(fragment))
    item = next(
        i
        for i, x in enumerate(document.items)
        if isinstance(x, Mathematics) and x.span.start <= start < x.span.end
    )
    mathematics = document.items[item]
    assert isinstance(mathematics, Mathematics)
    row = source.text[mathematics.inner.start : start].count("\\\\")
    tokens = tuple(t._replace(span=span) for t in plain_tokens(fragment))
    base = Statement(f"s{start}", span, mathematics.display, tokens, kind, status, None, item, row)
    return replace(base, **more)  # type: ignore[arg-type]


SAMPLE = r"""# A small *layer* of $n$ units

Let $\epsilon > 0$ be small, and $W \in \mathbb{R}^{\mathsf{in}\times\mathsf{out}}$; then
$\sum_{\mathsf{in}} Y = 3$.
See <https://example.org/>.
$$
X \in \mathbb{R}^{\mathsf{in}\times\mathsf{seq}} \\
Y = X \mathbin{\underset{\mathsf{in}}{\odot}} W = W \mathbin{\underset{\mathsf{in}}{\odot}} X \\
Z = \mathop{\underset{\mathsf{key}}{\mathrm{softmax}}} X \\
U = \operatorname{relu}(Z) \\
3 + 4 = 8
$$
1. A list without a blank line before it, with an equation in it:

   $$
   f(X, H) = \frac{X - \operatorname{mean}(X)}{\sqrt{\operatorname{var}(X) + \epsilon}} + \exp(X) + \log(X)
   + \tanh(X) + \frac{X}{1 + X} + H
   $$
2. and on it goes

> A quotation, and `code`.

```python
x = "<not a tag>"  # $5
```

| a | b |
|---|---|
| 1 | $n$ |
"""


def sample_report(path: str = "sample.md") -> Report:
    """A report with a statement of each kind and status, and diagnostics with all their parts."""
    document = make_document(SAMPLE, path, "A small layer of n units")
    x = named("in seq", [[1.25, -0.5, 0], [2, 1e-4, -3.75], [0.5, 7, 1], [0, 0, 2]])
    w = named("in out", [[1, 0], [0, 1], [-np.inf, 2], [np.nan, 3]])
    y = named("out seq", [[1, 2, 3], [4, 5, 6]])
    four = named("batch heads seq key", np.arange(120.0).reshape(2, 5, 3, 4) - 50)
    long = named("seq", np.linspace(-1, 1, 30))
    declaration = statement(
        document, r"X \in \mathbb{R}^{\mathsf{in}\times\mathsf{seq}}", Status.DECLARED, Kind.DECLARATION
    )
    inline = statement(
        document,
        r"W \in \mathbb{R}^{\mathsf{in}\times\mathsf{out}}",
        Status.DECLARED,
        Kind.DECLARATION,
        name="W",
    )
    uses = (
        SymbolUse("Y", "Y", "result", (("out", 2), ("seq", 3)), "ℝ", None),
        SymbolUse("X", "X", "tensor", (("in", 4), ("seq", 3)), "ℝ^{in × seq}", declaration.span),
        SymbolUse("W", "W", "parameter", (("in", 4), ("out", 2)), "ℝ", inline.span),
        SymbolUse("in", r"\mathsf{in}", "axis", (("in", 4),), "", None),
    )
    body = r"Y = X \mathbin{\underset{\mathsf{in}}{\odot}} W"
    claim = r"= W \mathbin{\underset{\mathsf{in}}{\odot}} X"
    softmax = r"Z = \mathop{\underset{\mathsf{key}}{\mathrm{softmax}}} X"
    fraction = next(line.strip() for line in SAMPLE.splitlines() if "frac" in line)
    statements = [
        statement(document, r"\epsilon > 0", Status.DECLARED, Kind.CONSTRAINT),
        inline,
        statement(
            document, r"\sum_{\mathsf{in}} Y = 3", Status.FAILED, Kind.CLAIM, reason="Y has no axis `in`"
        ),
        replace(declaration, symbols=uses[1:2], example=Example(results=(Labelled("X", "X", x),))),
        statement(
            document, body, Status.EVALUATED, Kind.DEFINITION, name="Y", symbols=uses,
            example=Example((Labelled("X", "X", x), Labelled("W", "W", w)), (Labelled("Y", "Y", y),)),
        ),
        statement(
            document, claim, Status.VERIFIED, Kind.CLAIM, reason="on 5 samples of 3 sizes", symbols=uses[:3],
            example=Example(results=(Labelled("W · X", "", long),)),
        ),
        statement(document, softmax, Status.ERROR, Kind.DEFINITION, symbols=uses[1:2]),
        statement(document, r"U = \operatorname{relu}(Z)", Status.BLOCKED, Kind.DEFINITION,
            reason="needs `Z`, which is in error"),
        statement(document, r"3 + 4 = 8", Status.FAILED, Kind.CLAIM,
            example=Example(results=(Labelled("left", "", named("", 7.0)),))),
        statement(
            document, fraction, Status.EVALUATED, Kind.DEFINITION, name="f", symbols=uses,
            example=Example(
                (Labelled("X", "X", four),), (Labelled("f(X)", "f(X)", named("", 0.0)),), "f(X, H)"
            ),
        ),
    ]  # fmt: skip
    failed, error, number = statements[2], statements[6], statements[8]
    source = document.sources[0]
    where = source.text.index(r"\mathsf{key}")
    diagnostics = [
        Diagnostic("NT203", "`Y` has no axis `in` to sum over", failed.span, statement=failed.id),
        Diagnostic(
            "NT203",
            "softmax runs over `key`, which `X` has not",
            Span(source, where, where + len(r"\mathsf{key}")),
            "axis `key` is not in X",
            (Operand("X", "in[4] × seq[3]"),),
            (Related(declaration.span, "X is declared here"),),
            ("did you mean `seq`?",),
            error.id,
        ),
        Diagnostic("NT301", "written 8, computed 7", number.span, "computed 7", statement=number.id),
        Diagnostic("NT403", "replaces an earlier `Y`", statements[4].span, statement=statements[4].id),
    ]
    symbols = [
        Symbol(
            "X",
            "X",
            "tensor",
            "in × seq",
            ((declaration.span, declaration.id),),
            (statements[4].id, error.id),
        ),
        Symbol("in", r"\mathsf{in}", "axis", "", (), (statements[4].id,)),
        Symbol("f", "f", "function", "ℝ^{in} → ℝ", ((source_span(source, "f("), None),), ()),
    ]
    return Report((make_report(document, statements, diagnostics, symbols),))


def source_span(source: Source, fragment: str) -> Span:
    start = source.text.index(fragment)
    return Span(source, start, start + len(fragment))
