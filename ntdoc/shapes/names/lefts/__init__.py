"""What a left side binds: a tensor, a function, a power, or nothing."""
