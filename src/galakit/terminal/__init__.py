"""The terminal as a place to explore a solution."""
