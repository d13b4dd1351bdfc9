"""Names and symbols that are written in parts, or that stand for something else."""
