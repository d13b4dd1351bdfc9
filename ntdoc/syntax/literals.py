"""Numbers as they are written."""

from __future__ import annotations

from typing import TypeGuard

from ntdoc.syntax.ast import Expr, Fraction, Number, Operand, Sum


def is_number(node: Operand) -> TypeGuard[Expr]:
    """Whether it is a number as it is written: `-1`, `\\frac12`."""
    match node:
        case Number():
            return True
        case Fraction():
            return is_number(node.numerator) and is_number(node.denominator)
        case Sum():
            return len(node.terms) == 1 and is_number(node.terms[0][1])
    return False
