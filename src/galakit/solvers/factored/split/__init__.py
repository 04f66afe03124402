"""A factored game divided among processes, on one machine or many."""
