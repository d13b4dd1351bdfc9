"""Letters that are sizes, lengths, strides and paddings, or numbers that something counts to."""
