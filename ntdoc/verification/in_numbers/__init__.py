"""Results in numbers: in sentences, in tables, and in larger units, and as exact as they are written."""
