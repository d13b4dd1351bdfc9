"""Which letters run over which numbers, and where they begin and end."""
