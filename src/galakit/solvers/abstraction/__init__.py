"""Solving a game through ever finer abstractions of it."""
