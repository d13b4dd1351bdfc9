"""Members of families: their lists, their letters, and what is said of some, any or none of them."""
