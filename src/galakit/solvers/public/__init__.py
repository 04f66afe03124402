"""Regret minimisation on the histories of public moves, of which none is listed."""
