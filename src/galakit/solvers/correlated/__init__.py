"""Correlated equilibria: a mediator recommends moves, and nobody gains by not following."""
