"""Sizes for examples, the integers that satisfy what the text says of them, and claims at sizes that it states."""
