"""Letters that are numbers: given, bounded, tied, drawn from a set, or found as a root; lists of them."""
