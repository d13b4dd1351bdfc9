"""Mathematics → syntax trees. Parsing is pure: it knows nothing of scope, shapes or values."""
