"""Gambit's algorithms as methods."""
