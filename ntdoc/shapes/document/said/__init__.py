"""What the words beside a formula say of what is in it: its shape, its sign, its range, its name."""
