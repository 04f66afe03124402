"""Solutions of games of perfect information: a move for each state."""
