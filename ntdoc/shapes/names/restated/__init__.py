"""Equations whose left sides look new and are not, and those that say something of what is to be found."""
