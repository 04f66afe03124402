"""Solving a game by finer and finer abstractions."""
