"""Functions of the document: their signatures and bodies, calls of them, and lifting (Def. 5, 6)."""
