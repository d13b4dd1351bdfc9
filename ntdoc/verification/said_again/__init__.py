"""What a text says again of what is computed: a second formula, a derivative, a least value, a primed function."""
