"""Other instances than the usual samples: laws, counterexamples, extremes, and what satisfies an equation."""
