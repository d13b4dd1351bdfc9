"""What a name means where it stands: which statement binds it, members of families, letters that run over numbers."""
