"""A report as text: for people at a terminal, for editors, for CI servers."""
