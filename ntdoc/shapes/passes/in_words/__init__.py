"""What words say of a statement, written into it."""
