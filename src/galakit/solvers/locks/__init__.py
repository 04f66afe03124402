"""Locks: information sets whose strategy is fixed before a game is solved."""
