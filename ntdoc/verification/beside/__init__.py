"""What stands beside a claim, in words or formulas, so that it need not hold of every sample."""
