"""The statements of a document in their places, and what the words around them say, before any name is bound."""
