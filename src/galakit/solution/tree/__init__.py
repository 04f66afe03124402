"""Solutions that list every information set of an unfolded game."""
