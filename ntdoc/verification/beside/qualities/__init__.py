"""What words say of the tensors in a claim, and their samples need not heed: what they are, have, or are called."""
