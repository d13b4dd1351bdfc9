"""Plans → values: sampling what is free, and running the rest on named arrays."""
