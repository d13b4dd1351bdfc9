"""What would make a claim hold that does not: a hint, where it is a real remedy."""
