"""Tensors whose entries, or members, need each other: `h_{\\ax(t)} = a h_{\\ax(t-1)} + …`."""
