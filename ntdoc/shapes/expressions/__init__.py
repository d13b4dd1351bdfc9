"""The shape and the plan of an expression, a module for each kind of them."""
