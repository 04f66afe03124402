"""Correlated equilibria: a mediator recommends moves, and no player gains by not following."""
