"""Axes that meet in a statement and need not be equal have different sizes, however many the document has."""

from __future__ import annotations

from ntdoc.compiler import compile_text

AXES = "abcdefgh"
TEXT = (
    "$$\n"
    + "\n".join(f"\\ndef{{\\{2 * axis}}}{{{axis}}}" for axis in AXES)
    + "\n\\ndef{\\zz}{z}\n$$\n\n# Many\n\nLet $X \\in \\reals^{"
    + "\\times".join(f"\\{2 * axis}" for axis in AXES)
    + "}$.\n\n# Two\n\nLet $Y \\in \\reals^{\\gg\\times\\zz}$, and\n\n$$ Z = \\nsum{\\zz} Y $$\n"
)


def test_two_axes_of_a_section_have_different_sizes() -> None:
    report = compile_text(TEXT, "note.md")
    assert not report.problems
    (defined,) = (s for s in report.statements if s.name == "Z")
    sizes = {axis: size for use in defined.symbols for axis, size in use.shape}
    assert set(sizes) == {"g", "z"}
    assert sizes["g"] != sizes["z"]
