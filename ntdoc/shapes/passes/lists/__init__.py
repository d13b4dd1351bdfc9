"""Lists of numbers, of members and of names."""
