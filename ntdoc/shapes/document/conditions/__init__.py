"""Conditions in words and formulas, and how far the cases reach that a sentence speaks of."""
