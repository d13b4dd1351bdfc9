"""What free tensors and sizes may be: the sets that they are drawn from, and what is said of them besides."""
