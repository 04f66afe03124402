"""Choosing among the equilibria of a game: the one that is best for the players together, or for one of them."""
