"""The global Newton method: an equilibrium at the end of a path of games, whose payoffs lose a bonus step by step."""
