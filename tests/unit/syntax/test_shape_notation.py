"""Shapes as sets, conditions on them, letters for records, and derivations with rows that cannot be read."""

from __future__ import annotations

import pytest

from ntdoc.nodes import walk
from ntdoc.reading import read_text
from ntdoc.shapes.document.entries import entries_of
from ntdoc.syntax import ast
from ntdoc.syntax.ast import Parsed
from ntdoc.syntax.binding_ast import Gap, Record, ShapeSet


def parsed(text: str) -> Parsed:
    (entry,) = entries_of(read_text(f"$$\n\\ndef{{\\a}}{{a}}\n$$\n\n{text}\n", "shapes.md"))
    return entry.parsed


def described(axis: ast.Axis) -> str:
    name = axis.name.upper() if axis.variable else axis.name.lower()
    name += "".join(f"-{described(a)}" for a in axis.without)
    return name + "".join(f"&{described(a)}" for a in axis.within or ())


@pytest.mark.parametrize(
    ("shape", "wanted"),
    [
        (r"\mathcal{S}", "S"),
        (r"\mathcal{S} \cup \mathcal{T}", "S T"),
        (r"\mathcal S \times \a", "S a"),
        (r"\mathcal{S'}", "S'"),
        (r"\mathcal{S}'", "S'"),
        (r"\mathcal{S}^*", "S*"),
        (r"\mathcal{S^*}", "S*"),
        (r"\mathcal{S'}^\dagger", "S'†"),
        (r"(\mathcal{S} \cup \mathcal{S'})^* \cup \a", "S* S'* a"),
        (r"\mathcal{S} \setminus \mathcal{T} \cup \mathcal{U}", "S-T U"),
        (r"(\mathcal{S} \cup \a) \setminus \mathcal{T}", "S-T a-T"),
        (r"\mathcal{S} \cap \mathcal{T}", "S&T"),
        (r"(\mathcal{S} \setminus \mathcal{T})^*", "S*-T*"),
        (r"\emptyset", ""),
    ],
)
def test_shapes_are_sets_wherever_axes_stand(shape: str, wanted: str) -> None:
    declared = parsed(rf"$$ X \in \reals^{{{shape}}} $$")
    assert isinstance(declared, ast.Chain)
    tensor_set = declared.rest[0][1]
    assert isinstance(tensor_set, ast.TensorSet)
    assert " ".join(described(sized.axis) for sized in tensor_set.shape.axes) == wanted
    contracted = parsed(rf"$$ X \ndot{{{shape}}} Y $$")
    (operator,) = [n for n in walk(contracted) if isinstance(n, ast.ProductOperator)]
    assert " ".join(described(axis) for axis in operator.axes) == wanted


@pytest.mark.parametrize("shape", [r"\mathcal{S} \cap", r"(\mathcal{S}", r"\mathcal{S} \setminus 3", r"2 \times \a"])
def test_what_is_no_shape_is_not_read(shape: str) -> None:
    assert isinstance(parsed(rf"$$ X \in \reals^{{{shape}}} $$"), ast.Unread)


def test_a_condition_on_shapes_is_a_chain_of_sets() -> None:
    law = parsed(
        r"$$ X + Y = Y + X \quad \text{if $\mathcal{S} \cap \operatorname{shp} X"
        r" = (\mathcal{U} \setminus \mathcal{T})^* = \varnothing$} $$"
    )
    assert isinstance(law, ast.Chain)
    (condition,) = law.conditions
    sides = [condition.subjects[0], *(side for _, side in condition.rest)]
    assert [side.kind for side in sides if isinstance(side, ShapeSet)] == ["meet", "minus", "axes"]


@pytest.mark.parametrize(
    ("subscript", "wanted"),
    [
        ("s", "s"),
        ("s'", "s'"),
        (r"s^*, t", "s* t"),
        (r"s \cup t", "s t"),
        (r"\mathopen{}\left.s'\right|_{\mathcal{S}}", "s'|S"),
        (r"s|_{\mathcal{S}}", "s|S"),
    ],
)
def test_letters_behind_a_bracket_are_records(subscript: str, wanted: str) -> None:
    (record,) = [n for n in walk(parsed(rf"$$ [X + Y]_{{{subscript}}} $$")) if isinstance(n, Record)]
    found = [i.letter + i.mark + "".join(f"|{described(a)}" for a in i.within or ()) for i in record.items]
    assert " ".join(found) == wanted


@pytest.mark.parametrize("subscript", ["ij", "2", "S", "i+1", r"\alpha"])
def test_other_subscripts_behind_a_bracket_are_not(subscript: str) -> None:
    found = parsed(rf"$$ [X + Y]_{{{subscript}}} $$")
    assert not [n for n in walk(found) if isinstance(n, Record)]


def test_a_row_that_cannot_be_read_leaves_a_gap() -> None:
    chain = parsed("\\begin{align} X + Y &= Y + X \\\\ &= (Y + X \\\\ &= X - (-Y) \\end{align}")
    assert isinstance(chain, ast.Chain)
    first, gap, last = (operand for _, operand in chain.rest)
    assert isinstance(gap, Gap)
    assert gap.malformed
    assert not isinstance(first, Gap)
    assert not isinstance(last, Gap)


def test_a_relation_keeps_the_reason_over_it() -> None:
    chain = parsed(r"$$ X + Y \stackrel{\text{by (\ref{sum})}}{=} Y + X = X + Y $$")
    assert isinstance(chain, ast.Chain)
    assert [relation.reason for relation, _ in chain.rest] == ["by (sum)", ""]
