"""The definitions of a document as code in numpy, torch or jax, which runs without ntdoc."""
