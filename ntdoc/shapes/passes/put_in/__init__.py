"""Formulas in letters and the same formulas in numbers: `n m + m = 784 \\cdot 10 + 10`."""
