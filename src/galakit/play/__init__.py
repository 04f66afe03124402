"""Playing games: simulation by a solution or at random."""
