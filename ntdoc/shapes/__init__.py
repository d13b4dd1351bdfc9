"""Syntax trees → typed plans: scope, named shapes of every subexpression, and sizes."""
