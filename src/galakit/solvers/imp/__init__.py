"""Search for pure strategies in games with imperfect information (Wilson 1972; Blair, Mutchler & van Lent 1996)."""
